/* cmd_why.c: the command why: the verdict on one move. Layer: cli. */
#include "cli/command.h"
#include "cli/io.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_TEXT_LIMIT = 64, SENTENCE_LIMIT = 4096 };

/* The answer to one call. */
typedef struct {
    const arb_game *game;
    const arb_position *position;
    bool json;
    arb_verdict verdict;
    char text[SENTENCE_LIMIT];
} answer;

/* ---- Squares that are not on the board ---- */

/* The length of what looks like a square, "e9" or "z1"; 0 if it does not. */
static size_t square_shape(const answer *a, const char *text)
{
    size_t letters = isalpha((unsigned char)text[0]) ? 1 : 0;
    if (letters > 0 && arb_position_size(a->position).files > 26)
        letters += isalpha((unsigned char)text[1]) ? 1 : 0;
    size_t digits = strspn(text + letters, "0123456789");
    return letters > 0 && digits > 0 && digits < 4 ? letters + digits : 0;
}

static arb_square read_square(const answer *a, const char *text, size_t len)
{
    arb_square square = ARB_NO_SQUARE;
    if (arb_square_read(arb_position_size(a->position), text, len, &square) != len)
        return ARB_NO_SQUARE;
    return square;
}

/* The verdict on going from or to a square that is not there; the sentence names it. */
static bool judge_off_board(answer *a, arb_square from, arb_square to, const char *name, size_t len)
{
    a->verdict = arb_game_verdict(a->game, from, to, ARB_NO_KIND);
    if (a->verdict.code == ARB_V_OFF_BOARD)
        snprintf(a->text, sizeof a->text, "There is no square %.*s on this board.", (int)len, name);
    return true;
}

/* "e2e9", "i1e4", "e9", "Nxf9": of the right shape, but from or to a square that the board does not
 * have. */
static bool is_off_board(answer *a, const char *text)
{
    size_t first = square_shape(a, text);
    size_t second = first > 0 ? square_shape(a, text + first) : 0;
    if (second > 0 && strlen(text + first + second) <= 1) {
        arb_square from = read_square(a, text, first);
        arb_square to = read_square(a, text + first, second);
        if (from == ARB_NO_SQUARE)
            return judge_off_board(a, from, to, text, first);
        return to == ARB_NO_SQUARE && judge_off_board(a, from, to, text + first, second);
    }
    const char *target = text + (first == 0 && isalpha((unsigned char)text[0]) ? 1 : 0);
    target += *target == 'x';
    size_t len = square_shape(a, target);
    if (len == 0 || target[len + strspn(target + len, "+#")] != '\0' ||
        read_square(a, target, len) != ARB_NO_SQUARE)
        return false;
    return judge_off_board(a, ARB_NO_SQUARE, ARB_NO_SQUARE, target, len);
}

/* ---- Answers ---- */

static void put_square(const answer *a, const char *key, arb_square square)
{
    char name[8];
    if (square == ARB_NO_SQUARE)
        return;
    arb_square_write(arb_position_size(a->position), square, name, sizeof name);
    printf(",\"%s\":\"%s\"", key, name);
}

static void put_text(const answer *a)
{
    fputs(",\"text\":", stdout);
    cli_json_text(stdout, a->text, strlen(a->text));
    fputs("}\n", stdout);
}

static int put_legal(const answer *a)
{
    char uci[16], san[32];
    arb_uci_write(a->position, a->verdict.move, ARB_UCI_RULES, uci, sizeof uci);
    arb_san_write(a->position, a->verdict.move, san, sizeof san);
    if (!a->json) {
        printf("%s (%s, %s)\n", a->text, uci, san);
        return CLI_OK;
    }
    printf("{\"legal\":true,\"verdict\":\"ok\",\"move\":\"%s\",\"san\":\"%s\"", uci, san);
    put_text(a);
    return CLI_OK;
}

static int put_illegal(const answer *a)
{
    const char *name = arb_verdict_name(a->verdict.code);
    const char *article = arb_verdict_article(&a->verdict);
    if (!a->json) {
        printf("%s (%s%s%s)\n", a->text, name, article[0] != '\0' ? ", article " : "", article);
        return CLI_NO;
    }
    printf("{\"legal\":false,\"verdict\":\"%s\"", name);
    put_square(a, "at", a->verdict.at);
    put_square(a, "by", a->verdict.by);
    printf(",\"article\":\"%s\"", article);
    put_text(a);
    return CLI_NO;
}

static int put_verdict(answer *a)
{
    if (a->text[0] == '\0')
        arb_verdict_text(&a->verdict, a->position, a->text, sizeof a->text);
    return a->verdict.code == ARB_V_OK ? put_legal(a) : put_illegal(a);
}

static int put_ambiguous(answer *a, const arb_san *san)
{
    size_t known = san->count < ARB_CANDIDATE_LIMIT ? san->count : ARB_CANDIDATE_LIMIT;
    arb_san_text(san, a->position, a->text, sizeof a->text);
    if (!a->json) {
        printf("%s (ambiguous)\n", a->text);
        return CLI_NO;
    }
    fputs("{\"legal\":false,\"verdict\":\"ambiguous\",\"moves\":[", stdout);
    for (size_t i = 0; i < known; i++) {
        char uci[16];
        arb_uci_write(a->position, san->why[i].move, ARB_UCI_RULES, uci, sizeof uci);
        printf("%s\"%s\"", i > 0 ? "," : "", uci);
    }
    putchar(']');
    put_text(a);
    return CLI_NO;
}

/* ---- Questions ---- */

/* The same question put to the game, which knows whether it is over. */
static arb_verdict ask_game(const answer *a, arb_verdict verdict)
{
    if (arb_game_outcome(a->game).result == ARB_ONGOING)
        return verdict;
    return arb_game_verdict(a->game, verdict.from, verdict.to, verdict.promotion);
}

static int answer_readable_san(answer *a, const arb_san *san)
{
    if (arb_game_outcome(a->game).result != ARB_ONGOING) {
        a->verdict = arb_game_verdict(a->game, ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_KIND);
        return put_verdict(a);
    }
    if (san->status == ARB_AMBIGUOUS)
        return put_ambiguous(a, san);
    if (san->status == ARB_OK) {
        a->verdict = (arb_verdict){.code = ARB_V_OK,
                                   .move = san->move,
                                   .from = arb_move_from(san->move),
                                   .to = arb_move_to(san->move)};
        return put_verdict(a);
    }
    a->verdict = arb_san_nearest(san);
    if (san->count != 1)
        arb_san_text(san, a->position, a->text, sizeof a->text);
    return put_verdict(a);
}

static int answer_san(answer *a, const char *text)
{
    arb_san san;
    if (arb_san_read(a->position, text, strlen(text), &san) != ARB_BAD_TEXT)
        return answer_readable_san(a, &san);
    if (is_off_board(a, text))
        return put_verdict(a);
    cli_error_at("MOVE", 1, san.offset + 1, "%s", san.text);
    return CLI_BAD_INPUT;
}

/* UCI first: what has that shape is no SAN that anybody writes. */
static int answer_move(answer *a, const char *text)
{
    arb_verdict verdict;
    arb_error error;
    arb_status status = arb_uci_read(a->position, text, strlen(text), &verdict, &error);
    if (status != ARB_OK && status != ARB_ILLEGAL)
        return answer_san(a, text);
    a->verdict = ask_game(a, verdict);
    return put_verdict(a);
}

/* "e2 e4", in one word or two, as "e2e4". False: too long to be a move. */
static bool join_squares(const answer *a, const cli_args *args, char *text)
{
    int len = snprintf(text, MOVE_TEXT_LIMIT, "%s%s", args->words[1],
                       args->count > 2 ? args->words[2] : "");
    if (len < 0 || len >= MOVE_TEXT_LIMIT)
        return false;
    size_t first = square_shape(a, text);
    if (first > 0 && text[first] == ' ' && square_shape(a, text + first + 1) > 0)
        memmove(text + first, text + first + 1, strlen(text + first));
    return true;
}

static int answer_call(const cli_args *args, const arb_game *game)
{
    char text[MOVE_TEXT_LIMIT];
    answer a = {.game = game, .position = arb_game_position(game), .json = cli_given(args, "json")};
    if (join_squares(&a, args, text))
        return answer_move(&a, text);
    cli_error_at("MOVE", 1, MOVE_TEXT_LIMIT, "a move is not that long");
    return CLI_BAD_INPUT;
}

static int run(const cli_args *args)
{
    arb_rules storage;
    arb_position position;
    const char *name = cli_value(args, "rules");
    const arb_rules *rules = cli_rules(name ? name : "chess", &storage);
    if (rules == NULL)
        return CLI_BAD_INPUT;
    int code = cli_position(args->words[0], rules, ARB_KERNEL_AUTO, 0, &position);
    if (code != CLI_OK)
        return code;
    arb_game *game = arb_game_new(&position, NULL);
    if (game == NULL) {
        cli_error("not enough memory for a game");
        return CLI_INTERNAL;
    }
    code = answer_call(args, game);
    arb_game_free(game);
    return code;
}

static const cli_option options[] = {
    {"rules", "NAME|FILE", NULL, "the rule set (chess)"},
    {"json", NULL, NULL, "print the verdict as a JSON object"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_why = {
    .name = "why",
    .arguments = "FEN MOVE",
    .summary = "say whether a move is legal, and why not",
    .help = "Prints the verdict on MOVE in the position FEN ('start' is the rule set's\n"
            "own): one sentence, with its code and the article of the FIDE Laws of Chess.\n"
            "MOVE is UCI (e7e8q), SAN (Nf3, O-O) or two squares (e2 e4).\n"
            "\n"
            "With --json:\n"
            "\n"
            "  {\"legal\":false,\"verdict\":\"castle-through-check\",\"at\":\"f1\",\"by\":\"a6\",\n"
            "   \"article\":\"3.8.2.2\",\"text\":...}\n"
            "  {\"legal\":true,\"verdict\":\"ok\",\"move\":\"e2e4\",\"san\":\"e4\",\"text\":...}\n"
            "\n"
            "\"at\" is the piece in the way or the attacked square, \"by\" the attacker; they\n"
            "are left out where there is none. Where several pieces could be meant by a SAN\n"
            "and none may make the move, the verdict is that of the one that came nearest to\n"
            "it. If several may, the verdict is \"ambiguous\" and \"moves\" lists them.\n"
            "\n"
            "The exit code is 0 for a legal move, 1 for one that is not (and for a position\n"
            "with faults), 3 if FEN or MOVE cannot be read.\n",
    .examples = "arbiter why start e2e5\n"
                "arbiter why \"r3k2r/8/b7/8/8/8/8/R3K2R w KQkq - 0 1\" O-O\n"
                "arbiter why --json start Nf3\n",
    .min_words = 2,
    .max_words = 3,
    .options = options,
    .run = run,
};

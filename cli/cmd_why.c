/* cmd_why.c: the command why: gives the verdict on one move. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/io.h"

#include <stdlib.h>
#include <string.h>

enum { MOVE_TEXT_LIMIT = 128, ANSWER_LIMIT = 8192 };

static int exit_code(arb_status status)
{
    return status == ARB_OK                                   ? CLI_OK
           : status == ARB_ILLEGAL || status == ARB_AMBIGUOUS ? CLI_NO
                                                              : CLI_BAD_INPUT;
}

static void put_sentence(const arb_typed *typed, const arb_position *position)
{
    static const char *const laws[ARB_LANGUAGE_COUNT] = {"article", "Artikel", "article",
                                                         "artículo", "棋规"};
    char text[ANSWER_LIMIT], uci[16], san[32];
    const char *name = arb_verdict_name(typed->verdict.code);
    const char *article = arb_verdict_article(&typed->verdict);
    arb_typed_text(typed, position, text, sizeof text);
    if (typed->status == ARB_OK) {
        arb_uci_write(position, typed->verdict.move, ARB_UCI_RULES, uci, sizeof uci);
        arb_san_write(position, typed->verdict.move, san, sizeof san);
        printf("%s (%s, %s)\n", text, uci, san);
    } else if (typed->status == ARB_AMBIGUOUS) {
        printf("%s (ambiguous)\n", text);
    } else if (typed->status == ARB_ILLEGAL) {
        printf("%s (%s%s%s%s%s)\n", text, name, article[0] != '\0' ? ", " : "",
               article[0] != '\0' ? laws[arb_coords_language(typed->coords)] : "",
               article[0] != '\0' ? " " : "", article);
    }
}

static int answer(const char *move, const arb_game *game, arb_language language, bool json)
{
    char text[ANSWER_LIMIT];
    arb_typed typed;
    const arb_position *position = arb_game_position(game);
    arb_move_read(game, arb_coords_in(ARB_COORDS_ALGEBRAIC, language), move, strlen(move), &typed);
    if (typed.error.text[0] != '\0')
        cli_error_at("MOVE", 1, typed.error.offset + 1, "%s",
                     arb_text_in(language, typed.error.text));
    if (json) {
        arb_typed_json(&typed, position, text, sizeof text);
        puts(text);
    } else {
        put_sentence(&typed, position);
    }
    return exit_code(typed.status);
}

/* Reports a FEN that gives no position, as JSON if that was asked for. */
static int put_no_position(const char *fen, const arb_rules *rules, int code)
{
    arb_setup setup;
    arb_error error;
    const char *comma = "";
    size_t len = strlen(fen), cut = cli_trim(&fen, &len);
    if (arb_fen_read_lenient(&setup, rules, fen, len, NULL, &error) != ARB_OK) {
        printf("{\"legal\":false,\"verdict\":\"bad-fen\",\"column\":%zu,\"article\":\"\",\"text\":",
               cut + error.offset + 1);
        cli_json_text(stdout, error.text, strlen(error.text));
        fputs("}\n", stdout);
        return code;
    }
    arb_position position;
    arb_setup_repair(&setup, rules);
    arb_faults faults = arb_position_set(&position, rules, &setup, ARB_KERNEL_AUTO, 0);
    fputs("{\"legal\":false,\"verdict\":\"bad-position\",\"why\":[", stdout);
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1)
        if (faults & bit) {
            printf("%s\"%s\"", comma, arb_fault_name(bit));
            comma = ",";
        }
    fputs("],\"article\":\"\",\"text\":\"The position cannot be played.\"}\n", stdout);
    return code;
}

static int run(const cli_args *args)
{
    arb_rules storage;
    arb_position position;
    char move[MOVE_TEXT_LIMIT];
    const char *name = cli_value(args, "rules");
    const arb_rules *rules = cli_rules(name ? name : "chess", &storage);
    bool json = cli_given(args, "json");
    if (rules == NULL)
        return CLI_BAD_INPUT;
    int code = cli_position(args->words[0], rules, ARB_KERNEL_AUTO, 0, &position);
    if (code != CLI_OK)
        return json ? put_no_position(args->words[0], rules, code) : code;
    arb_game *game = arb_game_new(&position, NULL);
    if (game == NULL) {
        cli_error("not enough memory for a game");
        return CLI_INTERNAL;
    }
    snprintf(move, sizeof move, "%s%s%s", args->words[1], args->count > 2 ? " " : "",
             args->count > 2 ? args->words[2] : "");
    code = answer(move, game, cli_language(args), json);
    arb_game_free(game);
    return code;
}

static const cli_option options[] = {
    {"rules", "NAME|FILE", NULL, "the rule set (chess)"},
    {"json", NULL, NULL, "print the verdict as a JSON object"},
    {"lang", "TAG", "en|de|fr|es|zh",
     "the language of the sentences (en); codes and keys do not change"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_why = {
    .name = "why",
    .arguments = "FEN MOVE",
    .summary = "say whether a move is legal, and why not",
    .help =
        "Prints the verdict on MOVE in the position FEN ('start': the rule set's\n"
        "own start): one sentence, with its code and the article of the FIDE Laws of Chess.\n"
        "MOVE is UCI (e7e8q), SAN (Nf3, O-O) or two squares (e2 e4). A FEN may lack its\n"
        "last fields or have extra blanks; impossible castling rights and en-passant\n"
        "squares are dropped, with a note on stderr.\n"
        "\n"
        "With --json:\n"
        "\n"
        "  {\"legal\":false,\"verdict\":\"castle-through-check\",\"at\":\"f1\",\"by\":\"a6\",\n"
        "   \"article\":\"3.8.2.2\",\"text\":...}\n"
        "  {\"legal\":true,\"verdict\":\"ok\",\"move\":\"e2e4\",\"san\":\"e4\",\n"
        "   \"article\":\"\",\"text\":...}\n"
        "\n"
        "\"at\" is the piece in the way or the attacked square, \"by\" the attacker; they\n"
        "are left out where there is none. Where a SAN fits several pieces and none of\n"
        "them may make the move, the verdict is about the one that is nearest to being\n"
        "legal. If several may, the verdict is \"ambiguous\" and \"moves\" lists them. Text\n"
        "that is no move is \"unreadable\", a FEN that is none is \"bad-fen\", both with\n"
        "\"column\"; a position with faults is \"bad-position\" with \"why\". docs/verdicts.md\n"
        "lists every code.\n"
        "\n"
        "The exit code is 0 for a legal move, 1 for one that is not (and for a position\n"
        "with faults), 3 if FEN or MOVE cannot be read.\n",
    .examples = "arbiter why start e2e5\n"
                "arbiter why \"r3k2r/8/b7/8/8/8/8/R3K2R w KQkq - 0 1\" O-O\n"
                "arbiter why --json start Nf3\n"
                "arbiter why --lang de start e2e5\n",
    .min_words = 2,
    .max_words = 3,
    .options = options,
    .run = run,
};

/* judge.c: a move as people write it, and the verdict on it. Layer: server. Asks the library. */
#include "server/judge.h"

#include "formats/castling.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOVE_LIMIT = 64 };

static void judge_verdict(judgement *j, const arb_game *game, arb_verdict verdict)
{
    j->readable = true;
    j->verdict = verdict;
    j->legal = verdict.code == ARB_V_OK;
    j->move = j->legal ? verdict.move : ARB_NO_MOVE;
    if (j->text[0] == '\0')
        arb_verdict_text_in(&verdict, arb_game_position(game), j->coords, j->text, sizeof j->text);
}

/* ---- squares ---- */

/* "e9", "z1": the shape of a square, on this board or not. */
static bool is_square_shape(const char *text)
{
    size_t letters = 0;
    while (letters < 3 && isalpha((unsigned char)text[letters]))
        letters++;
    size_t digits = strspn(text + letters, "0123456789");
    return letters > 0 && letters < 3 && digits > 0 && digits < 4 && text[letters + digits] == '\0';
}

static bool read_square(judgement *j, const arb_game *game, const char *text, arb_square *square)
{
    size_t len = strlen(text);
    *square = ARB_NO_SQUARE;
    if (len > 0 &&
        arb_square_read(arb_position_size(arb_game_position(game)), text, len, square) == len)
        return true;
    *square = ARB_NO_SQUARE;
    if (!is_square_shape(text))
        return false;
    if (j->text[0] == '\0')
        snprintf(j->text, sizeof j->text, "There is no square %s on this board.", text);
    return true;
}

bool judge_is_hand(const char *from)
{
    return from[0] != '\0' && from[1] == '@' && from[2] == '\0';
}

static void judge_drop(judgement *j, const arb_game *game, char letter, const char *to)
{
    arb_kind kind = arb_rules_kind(arb_position_rules(arb_game_position(game)), letter);
    arb_square square;
    if (kind == ARB_NO_KIND || !read_square(j, game, to, &square)) {
        snprintf(j->text, sizeof j->text,
                 "a drop is from a piece in hand to a square, as in N@ f3");
        return;
    }
    arb_verdict verdict = arb_game_verdict_drop(game, kind, square);
    if (verdict.code != ARB_V_OFF_BOARD)
        j->text[0] = '\0';
    judge_verdict(j, game, verdict);
}

void judge_squares(judgement *j, const arb_game *game, arb_coords coords, const char *from,
                   const char *to, const char *promotion)
{
    arb_square a, b;
    arb_kind kind = ARB_NO_KIND;
    *j = (judgement){.coords = coords};
    if (judge_is_hand(from)) {
        judge_drop(j, game, from[0], to);
        return;
    }
    if (promotion[0] != '\0')
        kind = strlen(promotion) == 1
                   ? arb_rules_kind(arb_position_rules(arb_game_position(game)), promotion[0])
                   : ARB_NO_KIND;
    if (promotion[0] != '\0' && kind == ARB_NO_KIND) {
        snprintf(j->text, sizeof j->text, "the promotion is no piece of this rule set");
        return;
    }
    if (!read_square(j, game, from, &a) || !read_square(j, game, to, &b)) {
        snprintf(j->text, sizeof j->text, "from and to are squares, as in \"e2\"");
        return;
    }
    b = fmt_castling_square(arb_game_position(game), a, b);
    arb_verdict verdict = arb_game_verdict(game, a, b, kind);
    if (verdict.code != ARB_V_OFF_BOARD)
        j->text[0] = '\0'; /* another question came first */
    judge_verdict(j, game, verdict);
}

/* ---- text ---- */

static void judge_ambiguous(judgement *j, const arb_game *game, const arb_san *san)
{
    const arb_position *position = arb_game_position(game);
    size_t len = 0;
    j->readable = j->ambiguous = true;
    arb_san_text(san, position, j->text, sizeof j->text);
    for (size_t i = 0; i < san->count && i < ARB_CANDIDATE_LIMIT; i++) {
        char uci[16];
        arb_uci_write(position, san->why[i].move, ARB_UCI_RULES, uci, sizeof uci);
        int n = snprintf(j->moves + len, sizeof j->moves - len, "%s\"%s\"", i > 0 ? "," : "", uci);
        len += n > 0 && (size_t)n < sizeof j->moves - len ? (size_t)n : 0;
    }
}

static void judge_san(judgement *j, const arb_game *game, const char *text)
{
    const arb_position *position = arb_game_position(game);
    arb_san san;
    arb_status status = arb_san_read(position, text, strlen(text), &san);
    if (status == ARB_BAD_TEXT) {
        snprintf(j->text, sizeof j->text, "this is no move: %s", san.text);
    } else if (arb_game_outcome(game).result != ARB_ONGOING) {
        judge_verdict(j, game, arb_game_verdict(game, ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_KIND));
    } else if (status == ARB_AMBIGUOUS) {
        judge_ambiguous(j, game, &san);
    } else if (status == ARB_OK) {
        judge_verdict(j, game,
                      (arb_verdict){.code = ARB_V_OK,
                                    .move = san.move,
                                    .from = arb_move_from(san.move),
                                    .to = arb_move_to(san.move),
                                    .at = ARB_NO_SQUARE,
                                    .by = ARB_NO_SQUARE,
                                    .piece = arb_position_piece(position, arb_move_from(san.move)),
                                    .promotion = arb_move_promotion(san.move)});
    } else {
        if (san.count != 1)
            arb_san_text(&san, position, j->text, sizeof j->text);
        judge_verdict(j, game, arb_san_nearest(&san));
    }
}

/* How much of the text has the shape of a square, "e9". */
static size_t square_len(const char *text)
{
    size_t digits = isalpha((unsigned char)text[0]) ? strspn(text + 1, "0123456789") : 0;
    return digits > 0 && digits < 4 ? 1 + digits : 0;
}

/* "e2e9", "i7i8q": the shape of UCI, on this board or not. */
static bool split_uci(const char *text, char from[8], char to[8], char promotion[2])
{
    size_t a = square_len(text), b = a > 0 ? square_len(text + a) : 0;
    if (b == 0 || strlen(text + a + b) > 1)
        return false;
    snprintf(from, 8, "%.*s", (int)a, text);
    snprintf(to, 8, "%.*s", (int)b, text + a);
    promotion[0] = text[a + b];
    promotion[1] = '\0';
    return true;
}

void judge_text(judgement *j, const arb_game *game, arb_coords coords, const char *text)
{
    char first[MOVE_LIMIT], second[MOVE_LIMIT], third[MOVE_LIMIT] = "";
    arb_verdict verdict;
    arb_error error;
    *j = (judgement){.coords = coords};
    if (strlen(text) >= MOVE_LIMIT) {
        snprintf(j->text, sizeof j->text, "a move is not that long");
        return;
    }
    if (strchr(text, ' ') != NULL && sscanf(text, "%63s %63s %63s", first, second, third) >= 2 &&
        (is_square_shape(first) || judge_is_hand(first)) && is_square_shape(second)) {
        judge_squares(j, game, coords, first, second, third);
        return;
    }
    arb_status status = arb_uci_read(arb_game_position(game), text, strlen(text), &verdict, &error);
    if (status != ARB_OK && status != ARB_ILLEGAL) {
        judge_san(j, game, text);
        if (!j->readable && split_uci(text, first, second, third))
            judge_squares(j, game, coords, first, second, third);
        return;
    }
    if (strchr(text, '@') != NULL)
        verdict = arb_game_verdict_drop(game, arb_piece_kind(verdict.piece), verdict.to);
    else if (status == ARB_ILLEGAL || arb_game_outcome(game).result != ARB_ONGOING)
        verdict = arb_game_verdict(game, verdict.from, verdict.to, verdict.promotion);
    judge_verdict(j, game, verdict);
}

/* ---- JSON ---- */

static void put_square(srv_text *out, arb_size size, const char *key, arb_square square)
{
    char name[8];
    if (square == ARB_NO_SQUARE)
        return;
    arb_square_write(size, square, name, sizeof name);
    srv_putf(out, ",\"%s\":\"%s\"", key, name);
}

void judge_put(srv_text *out, const judgement *j, const arb_game *game)
{
    const arb_position *position = arb_game_position(game);
    arb_size size = arb_position_size(position);
    if (j->legal) {
        char uci[16], san[32];
        arb_uci_write(position, j->move, ARB_UCI_RULES, uci, sizeof uci);
        arb_san_write(position, j->move, san, sizeof san);
        srv_putf(out, "{\"legal\":true,\"verdict\":\"ok\",\"move\":\"%s\",\"san\":\"%s\"", uci,
                 san);
    } else if (j->ambiguous) {
        srv_putf(out, "{\"legal\":false,\"verdict\":\"ambiguous\",\"moves\":[%s]", j->moves);
    } else {
        srv_putf(out, "{\"legal\":false,\"verdict\":\"%s\"", arb_verdict_name(j->verdict.code));
        put_square(out, size, "at", j->verdict.at);
        put_square(out, size, "by", j->verdict.by);
    }
    srv_putf(out, ",\"article\":\"%s\",\"text\":",
             j->legal || j->ambiguous ? "" : arb_verdict_article(&j->verdict));
    srv_put_json(out, j->text);
    srv_puts(out, "}");
}

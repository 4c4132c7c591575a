/* pgn_write.c: writes a game as PGN in export format. Layer: formats. It knows the public header
 * only. */
#include "formats/pgn.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_LIMIT = 79, FEN_LIMIT = 4096, SAN_LIMIT = 64 };

/* The output, and the column that its last line has reached. */
typedef struct {
    const fmt_out *out;
    size_t column;
} movetext;

/* Writes a tag. Its value may contain anything except line ends and other control characters. */
static void put_tag(const fmt_out *out, const char *name, const char *value, const char *unknown)
{
    fmt_putf(out, "[%s \"", name);
    for (const char *c = value[0] != '\0' ? value : unknown; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            fmt_put(out, "\\", 1);
        fmt_put(out, (unsigned char)*c < 32 || *c == 127 ? " " : c, 1);
    }
    fmt_put_text(out, "\"]\n");
}

/* Writes a word of the movetext, after a blank or on the next line. */
static void put_word(movetext *page, const char *word)
{
    size_t len = strlen(word);
    bool fits = page->column + 1 + len <= LINE_LIMIT;
    if (page->column > 0)
        fmt_put_text(page->out, fits ? " " : "\n");
    page->column = page->column > 0 && fits ? page->column + 1 + len : len;
    fmt_put(page->out, word, len);
}

static void put_start_tags(const fmt_out *out, const arb_position *start)
{
    const arb_rules *rules = arb_position_rules(start);
    const arb_rules *chess = arb_rules_find("chess", 5);
    if (rules != chess)
        put_tag(out, "Variant", strcmp(rules->name, "chess960") == 0 ? "Chess960" : rules->name,
                "?");

    arb_position own;
    char fen[FEN_LIMIT], own_fen[FEN_LIMIT] = "";
    bool has_start = arb_position_start(&own, rules) == 0;
    arb_position_fen(start, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    if (has_start)
        arb_position_fen(&own, ARB_X_FEN, ARB_EP_LEGAL, own_fen, sizeof own_fen);
    if (strcmp(fen, own_fen) != 0 || rules->castling.any_home) {
        put_tag(out, "SetUp", "1", "1");
        put_tag(out, "FEN", fen, "?");
    }
}

static void put_moves(movetext *page, const arb_game *game)
{
    arb_position position = *arb_game_start(game);
    size_t count = arb_game_ply(game);
    for (size_t ply = 0; ply < count; ply++) {
        arb_move move = arb_game_move(game, ply);
        bool white = arb_position_turn(&position) == ARB_WHITE;
        char word[SAN_LIMIT];
        if (white || ply == 0) {
            snprintf(word, sizeof word, "%" PRIu32 "%s", arb_position_fullmove(&position),
                     white ? "." : "...");
            put_word(page, word);
        }
        arb_san_write(&position, move, word, sizeof word);
        put_word(page, word);
        arb_undo undo;
        arb_position_play(&position, move, &undo);
    }
}

void fmt_pgn_write(const fmt_out *out, const arb_game *game, const fmt_pgn_tags *tags)
{
    const char *result = arb_result_text(arb_game_outcome(game).result);
    put_tag(out, "Event", tags->event, "?");
    put_tag(out, "Site", tags->site, "?");
    put_tag(out, "Date", tags->date, "????.??.??");
    put_tag(out, "Round", tags->round, "?");
    put_tag(out, "White", tags->white, "?");
    put_tag(out, "Black", tags->black, "?");
    put_tag(out, "Result", result, "*");
    put_start_tags(out, arb_game_start(game));
    fmt_put_text(out, "\n");
    movetext page = {out, 0};
    put_moves(&page, game);
    put_word(&page, result);
    fmt_put_text(out, "\n\n");
}

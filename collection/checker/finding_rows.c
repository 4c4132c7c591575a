/* finding_rows.c: one row for each finding and one for each game, for reports. Layer: collection.
 * The fields are separated by tabs; text is UTF-8 without control characters. */
#include "collection/checker/checker.h"
#include "collection/convert/dedupe.h"
#include "common/smaller_of.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void put_field(checker *c, const char *text, size_t len)
{
    out_utf8(c->out, text, len);
    out_text(c->out, "\t");
}

/* The fields of both kinds of rows, up to the result. */
static void put_game(checker *c, const char *kind, place at)
{
    const game_state *g = &c->game;
    put_field(c, kind, strlen(kind));
    put_field(c, c->file, strlen(c->file));
    out_relative(c->out, OUT_GAME, c->games);
    out_text(c->out, "\t");
    out_relative(c->out, OUT_LINE, at.line);
    out_text(c->out, "\t");
    put_field(c, g->round.text, g->round.len);
    put_field(c, g->white.text, g->white.len);
    put_field(c, g->black.text, g->black.len);
    put_field(c, g->result.text, g->result.len);
}

/* Writes the board that a finding is about: the one before the move, or the last one. */
static void put_board(checker *c, bool has_board)
{
    const arb_position *pos = &game_line(&c->game)->position;
    char fen[ARB_START_LIMIT];
    const char *rules = arb_position_rules(pos)->name;
    fen[0] = '\0';
    if (has_board)
        arb_position_fen(pos, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    put_field(c, fen, strlen(fen));
    put_field(c, rules, strlen(rules));
}

void put_finding_row(checker *c, const found *f)
{
    const game_state *g = &c->game;
    const char *name = finding_name(f->class);
    char move[64] = "";
    if (f->is_move) {
        const arb_position *pos = &game_line(&c->game)->position;
        snprintf(move, sizeof move, "%" PRIu32 "%s%.*s", arb_position_fullmove(pos),
                 arb_position_turn(pos) == ARB_WHITE ? "." : "...",
                 (int)smaller_of(f->token_len, 32), f->token);
    }
    put_game(c, "finding", f->at);
    put_field(c, move, strlen(move));
    put_field(c, name, strlen(name));
    put_field(c, f->text, strlen(f->text));
    put_board(c, g->in_moves && f->class != FOUND_BAD_FEN && f->class != FOUND_UNKNOWN_VARIANT);
    out_text(c->out, "\n");
}

/* Writes a row for the game. Its moves are written as a hash, by which equal games are found; "0"
 * if it has no moves, or if not all of them could be played. */
void put_game_row(checker *c)
{
    const game_state *g = &c->game;
    char hash[24] = "0";
    if (g->plies > 0 && !g->lines[0].stopped)
        snprintf(hash, sizeof hash, "%016" PRIx64,
                 g->moves_hash ^ arb_position_key(&g->lines[0].position));
    put_game(c, "game", checker_resolve(c, g->begin));
    put_field(c, "", 0);
    out_text(c->out, g->said > 0 || g->faulty ? "found\t\t" : "clean\t\t");
    put_board(c, false);
    out_text(c->out, hash);
    out_text(c->out, "\n");
}

void mix_moves(game_state *g, const arb_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        g->moves_hash = dedupe_mix(g->moves_hash, moves[i]);
}

/* san_write.c: the export form of PGN for a legal move, on any board. Layer: notation. */
#include "base/squares.h"
#include "kernel/bits/normal_move.h"
#include "notation/notation.h"
#include "position/position.h"

/* ---- how much of the origin is needed ---- */

/* Would a reader understand the origin file before the target? On a board wider than file w "Nxb5"
 * is a capture, not a knight from x to b5; on one wider than z "Nab5" goes to ab5. */
static bool file_reads_back(const arb_position *pos, arb_move move)
{
    char letters[6]; /* "abxac" */
    arb__writer out = arb__writer_on(letters, sizeof letters);
    arb__san_letters split;
    int from = arb_square_file(pos->size, arb_move_from(move));
    int to = arb_square_file(pos->size, arb_move_to(move));
    arb__put_file(&out, from);
    if (arb__takes(pos, move))
        arb__put_char(&out, 'x');
    arb__put_file(&out, to);
    return arb__san_split(pos->size, letters, out.len, &split) < 0 && split.from_file == from &&
           split.to_file == to;
}

/* Finds the other pieces of this kind and colour that can legally go to the same square, and
 * returns their number. */
static size_t others_that_go(const arb_position *pos, arb_piece piece, arb_move move,
                             arb_square others[ARB_SQUARE_LIMIT])
{
    arb_square to = arb_move_to(move);
    size_t count = 0;
    if (pos->special == 0) {
        /* A pinned piece that attacks the square does not count. */
        arb_square all[ARB_SQUARE_LIMIT];
        size_t n = arb_position_attackers(pos, to, arb_piece_colour(piece), all, ARB_SQUARE_LIMIT);
        for (size_t i = 0; i < n; i++)
            if (all[i] != arb_move_from(move) && arb_position_piece(pos, all[i]) == piece &&
                arb_position_is_legal(pos, arb_move_of(all[i], to, ARB_NO_KIND, ARB_NORMAL)))
                others[count++] = all[i];
        return count;
    }
    for (arb_square from = 0; from != ARB_NO_SQUARE; from = arb__next_square(pos->size, from)) {
        if (from == arb_move_from(move) || arb_position_piece(pos, from) != piece)
            continue;
        arb_verdict v = arb_position_verdict(pos, from, to, arb_move_promotion(move));
        if (v.code == ARB_V_OK && arb_move_type_of(v.move) != ARB_CASTLING)
            others[count++] = from;
    }
    return count;
}

arb__origin arb__san_origin(const arb_position *pos, arb_move move)
{
    arb_square from = arb_move_from(move);
    arb_piece piece = arb_position_piece(pos, from);
    arb_square others[ARB_SQUARE_LIMIT];
    bool same_file = false, same_rank = false;

    if (arb_piece_kind(piece) == ARB_PAWN && !arb__own_pawn_steps(pos->rules))
        return arb__takes(pos, move) ? ARB__ORIGIN_FILE : ARB__ORIGIN_NONE;
    size_t count = others_that_go(pos, piece, move, others);
    for (size_t i = 0; i < count; i++) {
        same_file |= arb_square_file(pos->size, others[i]) == arb_square_file(pos->size, from);
        same_rank |= arb_square_rank(pos->size, others[i]) == arb_square_rank(pos->size, from);
    }
    if (count == 0)
        return ARB__ORIGIN_NONE;
    if (!same_file && file_reads_back(pos, move))
        return ARB__ORIGIN_FILE;
    return same_rank ? ARB__ORIGIN_BOTH : ARB__ORIGIN_RANK;
}

/* ---- check and mate ---- */

/* Makes the move on a copy. Is the other side then in check? */
static bool in_check_after(const arb_position *pos, arb_move move)
{
    arb_position after = *pos;
    arb_undo undo;
    arb__play(&after, move, &undo);
    return arb_position_in_check(&after, arb_other((arb_colour)pos->turn));
}

/* For rule sets without special rules. */
static bool gives_check(const arb_position *pos, arb_move move)
{
    arb_colour us = (arb_colour)pos->turn;
    arb_square royal = pos->royal[arb_other(us)], from = arb_move_from(move);
    if (pos->chess && arb_move_type_of(move) == ARB_NORMAL) {
        arb_kind kind = arb_piece_kind(arb__bits_piece_at(pos, from));
        arb_kind promotion = arb_move_promotion(move);
        return arb__move_attacks(pos, us, from, arb_move_to(move),
                                 promotion == ARB_NO_KIND ? kind : promotion, royal);
    }
    if (royal == ARB_NO_SQUARE)
        return false;
    arb__edit edit = arb__move_edit(pos, move);
    for (unsigned i = 0; i < edit.count; i++)
        if (edit.at[i] == royal) /* it is captured, and another may then become royal */
            return in_check_after(pos, move);
    return arb__attacked(pos, &edit, royal, us);
}

/* Writes '#' for every move that decides the game, as other programs do in variants. */
static char mark_of_variant(const arb_position *pos, arb_move move)
{
    arb_position after = *pos;
    arb_undo undo;
    arb__play(&after, move, &undo);
    arb_result result = arb_position_outcome(&after).result;
    if (result == ARB_WHITE_WINS || result == ARB_BLACK_WINS)
        return '#';
    return arb_position_in_check(&after, arb_other((arb_colour)pos->turn)) ? '+' : 0;
}

char arb__san_mark(const arb_position *pos, arb_move move)
{
    if (arb__won_otherwise(pos))
        return mark_of_variant(pos, move);
    if (!gives_check(pos, move))
        return 0;
    if (pos->rules->ending.checkmate == ARB_GOES_ON)
        return '+';
    arb_position after;
    arb_undo undo;
    arb_position_copy(&after, pos);
    arb__play(&after, move, &undo);
    return arb_position_is_checkmate(&after) ? '#' : '+';
}

/* ---- the text ---- */

static void put_origin(arb__writer *out, const arb_position *pos, arb_move move)
{
    arb_square from = arb_move_from(move);
    arb__origin origin = arb__san_origin(pos, move);
    if (origin == ARB__ORIGIN_FILE || origin == ARB__ORIGIN_BOTH)
        arb__put_file(out, arb_square_file(pos->size, from));
    if (origin == ARB__ORIGIN_RANK || origin == ARB__ORIGIN_BOTH)
        arb__put_number(out, (uint64_t)arb_square_rank(pos->size, from) + 1);
}

static void put_kind(arb__writer *out, const arb_position *pos, arb_kind kind)
{
    arb__put_char(out, arb__to_upper(pos->rules->kinds[kind].letter));
}

static void put_move(arb__writer *out, const arb_position *pos, arb_move move)
{
    arb_kind kind = arb_piece_kind(arb_position_piece(pos, arb_move_from(move)));
    if (arb_move_type_of(move) == ARB_CASTLING) {
        arb__put_text(out, arb_move_to(move) > arb_move_from(move) ? "O-O" : "O-O-O");
        return;
    }
    if (arb_move_type_of(move) == ARB_DROP) {
        arb__put_drop(out, pos, move);
        return;
    }
    if (kind != ARB_PAWN || arb__own_pawn_steps(pos->rules))
        put_kind(out, pos, kind);
    put_origin(out, pos, move);
    if (arb__takes(pos, move))
        arb__put_char(out, 'x');
    arb__put_square(out, pos->size, arb_move_to(move));
    if (arb_move_promotion(move) != ARB_NO_KIND) {
        arb__put_char(out, '=');
        put_kind(out, pos, arb_move_promotion(move));
    }
}

/* The fast path: a normal move by the rules of chess, without questions that only other rules
 * need. */
static size_t write_normal(const arb_position *pos, arb_move move, char *buf, size_t cap)
{
    char text[8]; /* "Qa1xb2#", "exd8=Q#" */
    char *out = text;
    unsigned from = arb_move_from(move), to = arb_move_to(move);
    arb_kind kind = arb_piece_kind(arb__bits_piece_at(pos, (arb_square)from));
    bool takes = (pos->board.bits.colour[pos->turn ^ 1u] >> to & 1) != 0;
    arb__origin origin = takes ? ARB__ORIGIN_FILE : ARB__ORIGIN_NONE;
    if (kind != ARB_PAWN) {
        *out++ = arb__to_upper(pos->rules->kinds[kind].letter);
        origin = arb__several(arb__pieces_reaching(pos, pos->turn, kind, to))
                     ? arb__san_origin(pos, move)
                     : ARB__ORIGIN_NONE;
    }
    if (origin == ARB__ORIGIN_FILE || origin == ARB__ORIGIN_BOTH)
        *out++ = (char)('a' + from % 8);
    if (origin == ARB__ORIGIN_RANK || origin == ARB__ORIGIN_BOTH)
        *out++ = (char)('1' + from / 8);
    *out = 'x'; /* overwritten where nothing is taken */
    out += takes;
    *out++ = (char)('a' + to % 8);
    *out++ = (char)('1' + to / 8);
    if (arb_move_promotion(move) != ARB_NO_KIND) {
        *out++ = '=';
        *out++ = arb__to_upper(pos->rules->kinds[arb_move_promotion(move)].letter);
    }
    char mark = arb__san_mark(pos, move);
    *out = mark;
    out += mark != 0;
    arb__writer whole = arb__writer_on(buf, cap);
    arb__put_bytes(&whole, text, (size_t)(out - text));
    return whole.len;
}

size_t arb_san_write(const arb_position *pos, arb_move move, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    if (!arb_position_is_legal(pos, move))
        return 0;
    if (pos->chess && arb_move_type_of(move) == ARB_NORMAL)
        return write_normal(pos, move, buf, cap);
    put_move(&out, pos, move);
    char mark = arb__san_mark(pos, move);
    if (mark)
        arb__put_char(&out, mark);
    return out.len;
}

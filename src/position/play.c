/* play.c: makes a move on the position and takes it back. Layer: position.
 *
 * Both kernels share this file; a kernel only knows how to put a piece on its board. */
#include "position/play.h"
#include "position/key.h"

#include <string.h>

void arb__place(arb_position *pos, arb_square square, arb_piece piece)
{
    arb_piece before = arb__marked_piece_at(pos, square);
    if (before != ARB_NO_PIECE)
        pos->key ^= arb__key_piece(square, before);
    if (piece != ARB_NO_PIECE)
        pos->key ^= arb__key_piece(square, piece);
    arb__put_piece(pos, square, piece);
}

arb_square arb__find_royal(const arb_position *pos, arb_colour colour)
{
    arb_piece royal = arb_piece_of(colour, pos->rules->royal.kind);
    if (pos->rules->royal.kind == ARB_NO_KIND)
        return ARB_NO_SQUARE;
    for (int rank = 0; rank < pos->size.ranks; rank++)
        for (int file = pos->size.files - 1; file >= 0; file--) {
            arb_square square = arb_square_at(pos->size, file, rank);
            if (arb__piece_at(pos, square) == royal)
                return square;
        }
    return ARB_NO_SQUARE;
}

arb_square arb__capture_square(const arb_position *pos, arb_move move)
{
    arb_square to = arb_move_to(move);
    switch (arb_move_type_of(move)) {
    case ARB_EN_PASSANT:
        return arb__passing_pawn(pos, (arb_colour)pos->turn);
    case ARB_CASTLING:
    case ARB_DROP:
        return ARB_NO_SQUARE;
    case ARB_NORMAL:
        break;
    }
    return to;
}

/* Is a square one of four that are packed into a word? A field whose difference is zero borrows
 * from its top bit, which the mask then shows. */
static bool is_one_of(uint64_t four, arb_square square)
{
    const uint64_t ones = 0x0001000100010001u;
    uint64_t differences = four ^ square * ones;
    return ((differences - ones) & ~differences & ones << 15) != 0;
}

/* A right ends when the king moves and when a piece leaves or enters the rook's square (FIDE
 * 3.8.2.1). */
bool arb__touches_rights(const arb_position *pos, arb_colour us, arb_square from, arb_square to)
{
    uint64_t rooks;
    memcpy(&rooks, pos->castle_rook, sizeof rooks);
    return rooks != UINT64_MAX && /* four times ARB_NO_SQUARE */
           (from == pos->royal[us] || is_one_of(rooks, from) || is_one_of(rooks, to));
}

void arb__drop_rights(arb_position *pos, arb_colour us, arb_square from, arb_square to)
{
    bool king = from == pos->royal[us];
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned side = 0; side < 2; side++) {
            arb_square rook = pos->castle_rook[colour][side];
            bool gone = (rook == from) | (rook == to) | (king & (colour == us));
            pos->castle_rook[colour][side] = gone ? ARB_NO_SQUARE : rook;
        }
}

/* Another royal piece takes over; without one the rule set says whether the game is over. */
void arb__royal_taken(arb_position *pos, arb_colour them)
{
    pos->castle_rook[them][ARB_KING_SIDE] = ARB_NO_SQUARE;
    pos->castle_rook[them][ARB_QUEEN_SIDE] = ARB_NO_SQUARE;
    pos->royal[them] = arb__find_royal(pos, them);
    if (pos->royal[them] == ARB_NO_SQUARE && pos->rules->ending.captured != ARB_GOES_ON)
        pos->over = ARB__OVER_CAPTURED;
}

/* The square that a double step passes over, or ARB_NO_SQUARE. */
static arb_square passed_square(const arb_position *pos, arb_move move)
{
    arb_square from = arb_move_from(move);
    int ranks = arb_square_rank(pos->size, arb_move_to(move)) - arb_square_rank(pos->size, from);
    if (!pos->rules->pawn.en_passant || arb_move_promotion(move) != ARB_NO_KIND ||
        (ranks != 2 && ranks != -2))
        return ARB_NO_SQUARE;
    return arb__step(pos->size, from, 0, ranks / 2);
}

void arb__count_clocks(arb_position *pos, bool irreversible)
{
    if (irreversible)
        pos->halfmove = 0;
    else if (pos->halfmove < ARB__CLOCK_LIMIT)
        pos->halfmove++;
    if (pos->turn == ARB_BLACK && pos->fullmove < ARB__CLOCK_LIMIT)
        pos->fullmove++;
}

void arb__remember(const arb_position *pos, arb_move move, arb_undo *undo)
{
    undo->move = move;
    memcpy((char *)undo + ARB__SAVED, (const char *)pos + ARB__LIVE, ARB__STATE_SIZE);
}

static void bring_back(arb_position *pos, const arb_undo *undo)
{
    memcpy((char *)pos + ARB__LIVE, (const char *)undo + ARB__SAVED, ARB__STATE_SIZE);
}

/* Moves the pieces and updates the part of the key that depends on them. */
static void move_pieces(arb_position *pos, arb_move move)
{
    arb__edit edit = arb__move_edit(pos, move);
    for (unsigned i = 0; i < edit.count; i++)
        arb__place(pos, edit.at[i], edit.piece[i]);
}

void arb__follow_royals(arb_position *pos, arb_move move, bool royal_captured)
{
    arb_colour us = (arb_colour)pos->turn;
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    bool rights = royal_captured || arb__touches_rights(pos, us, from, to);

    if (rights) {
        pos->key ^= arb__key_rights(pos);
        arb__drop_rights(pos, us, from, to);
    }
    if (from == pos->royal[us])
        pos->royal[us] =
            arb_move_type_of(move) == ARB_CASTLING
                ? arb__castle_king_to(pos, us, to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE)
                : to;
    else if (pos->royal[us] == ARB_NO_SQUARE && arb_move_promotion(move) != ARB_NO_KIND)
        pos->royal[us] = arb__find_royal(pos, us);
    if (royal_captured)
        arb__royal_taken(pos, arb_other(us));
    if (rights)
        pos->key ^= arb__key_rights(pos);
}

/* Neither this nor grid_undo is inlined, so that the path for bitboards does not have to save
 * registers. */
static __attribute__((noinline)) void grid_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    arb_colour them = arb_other((arb_colour)pos->turn);
    arb_square taken_at = arb__capture_square(pos, move);
    arb_piece moved = arb__piece_at(pos, arb_move_from(move));
    arb_piece captured = taken_at == ARB_NO_SQUARE ? ARB_NO_PIECE : arb__piece_at(pos, taken_at);

    arb__remember(pos, move, undo);
    undo->moved = moved;
    undo->captured = captured;

    if (pos->en_passant_legal)
        pos->key ^= arb__key_en_passant(pos->en_passant);
    move_pieces(pos, move);
    arb__follow_royals(pos, move, captured != ARB_NO_PIECE && taken_at == pos->royal[them]);
    bool pawn = arb_piece_kind(moved) == ARB_PAWN;
    pos->en_passant = pawn ? passed_square(pos, move) : ARB_NO_SQUARE;
    arb__count_clocks(pos, pawn || captured != ARB_NO_PIECE);
    /* If the capture of the royal piece has ended the game, the turn stays with the winner. */
    if (!pos->over) {
        pos->turn = (uint8_t)them;
        pos->key ^= arb__key_turn();
    }
    pos->en_passant_legal = pos->en_passant != ARB_NO_SQUARE && arb__en_passant_legal(pos);
    if (pos->en_passant_legal)
        pos->key ^= arb__key_en_passant(pos->en_passant);
}

void arb__core_make(arb_position *pos, arb_move move, arb_undo *undo)
{
    if (pos->kernel == ARB_KERNEL_BITS)
        arb__bits_play(pos, move, undo);
    else if (pos->special & ARB__SPECIAL_PLAY)
        arb__special_play(pos, move, undo);
    else
        grid_play(pos, move, undo);
}

void arb__undo_castling(arb_position *pos, const arb_undo *undo)
{
    arb_colour us = (arb_colour)undo->turn;
    arb_square from = arb_move_from(undo->move), to = arb_move_to(undo->move);
    int side = to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    arb__put_piece(pos, arb__castle_king_to(pos, us, side), ARB_NO_PIECE);
    arb__put_piece(pos, arb__castle_rook_to(pos, us, side), ARB_NO_PIECE);
    arb__put_piece(pos, from, undo->moved);
    arb__put_piece(pos, to, arb_piece_of(us, ARB_ROOK));
}

static __attribute__((noinline)) void grid_undo(arb_position *pos, const arb_undo *undo)
{
    arb_square to = arb_move_to(undo->move);
    bring_back(pos, undo);
    if (undo->move == ARB_NO_MOVE)
        return;
    if (pos->special & ARB__SPECIAL_PLAY) {
        arb__special_undo(pos, undo);
        return;
    }
    if (arb_move_type_of(undo->move) == ARB_CASTLING) {
        arb__undo_castling(pos, undo);
        return;
    }
    arb__put_piece(pos, to, ARB_NO_PIECE);
    arb__put_piece(pos, arb_move_from(undo->move), undo->moved);
    if (undo->captured != ARB_NO_PIECE)
        arb__put_piece(pos, arb__capture_square(pos, undo->move), undo->captured);
}

void arb__core_unmake(arb_position *pos, const arb_undo *undo)
{
    if (pos->kernel == ARB_KERNEL_BITS)
        arb__bits_undo(pos, undo);
    else
        grid_undo(pos, undo);
}

void arb_position_undo(arb_position *pos, const arb_undo *undo)
{
    arb__undo(pos, undo);
}

bool arb__core_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    if (!arb_position_is_legal(pos, move))
        return false;
    arb__play(pos, move, undo);
    return true;
}

bool arb_position_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    return arb__fast.play[pos->fast](pos, move, undo);
}

/* Is there a pawn, `file` files beside the en-passant square, whose capture is legal? */
static bool captures_en_passant(const arb_position *pos, int file)
{
    arb_colour us = (arb_colour)pos->turn;
    arb_square from = arb__step(pos->size, pos->en_passant, file, -arb__forward(us));
    if (from == ARB_NO_SQUARE || arb__piece_at(pos, from) != arb_piece_of(us, ARB_PAWN))
        return false;
    uint32_t kinds = arb__arrival_kinds(pos, arb_piece_of(us, ARB_PAWN), pos->en_passant);
    if (kinds == 0)
        return false;
    arb_kind promotion = (arb_kind)__builtin_ctz(kinds);
    return arb__is_legal(pos, us, arb_move_of(from, pos->en_passant, promotion, ARB_EN_PASSANT));
}

bool arb__en_passant_legal(const arb_position *pos)
{
    if (pos->en_passant != ARB_NO_SQUARE && !pos->over && arb__own_pawn_steps(pos->rules))
        return arb__special_en_passant(pos);
    return pos->en_passant != ARB_NO_SQUARE && !pos->over &&
           (captures_en_passant(pos, -1) || captures_en_passant(pos, 1));
}

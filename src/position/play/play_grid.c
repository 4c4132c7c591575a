/* play_grid.c: makes a move on a mailbox and takes it back, by any rules. Layer: position.
 *
 * Besides the rules of chess these are explosions, hands and drops, counted checks, pawns with
 * steps of their own, and ends of the game that the board shows. */
#include "kernel/grid/grid_lines.h"
#include "position/key/key.h"
#include "position/play/play.h"

#include <string.h>

static void count_hand(arb_position *pos, arb_colour colour, arb_kind kind, int change)
{
    uint8_t *count = &pos->hand[colour][kind];
    pos->key ^= arb__key_hand(colour, kind, *count);
    *count = (uint8_t)(*count + change);
    pos->key ^= arb__key_hand(colour, kind, *count);
}

/* The kind as which a captured piece goes to the hand, or ARB_NO_KIND if it does not. */
static arb_kind kind_in_hand(const arb_position *pos, arb_piece captured)
{
    arb_kind kind = captured & ARB_PROMOTED ? ARB_PAWN : arb_piece_kind(captured);
    return pos->rules->capture.to_hand && pos->hand[pos->turn][kind] < UINT8_MAX ? kind
                                                                                 : ARB_NO_KIND;
}

/* One of the eight squares around another. */
static arb_square beside(const arb_position *pos, arb_square square, unsigned i)
{
    return arb__step(pos->size, square, arb__queen_lines[i].files, arb__queen_lines[i].ranks);
}

static void remember_around(const arb_position *pos, arb_square to, arb_undo *undo)
{
    for (unsigned i = 0; i < 8; i++) {
        arb_square at = beside(pos, to, i);
        undo->around[i] = at == ARB_NO_SQUARE ? ARB_NO_PIECE : pos->board.grid[at];
    }
}

static void recall_around(arb_position *pos, arb_square to, const arb_undo *undo)
{
    for (unsigned i = 0; i < 8; i++) {
        arb_square at = beside(pos, to, i);
        if (at != ARB_NO_SQUARE)
            pos->board.grid[at] = undo->around[i];
    }
}

/* Notes the en-passant square of a double step, and by how many files the pawn stands beside it. */
static void note_passing(arb_position *pos, arb_move move, arb_piece moved)
{
    const arb_rules *rules = pos->rules;
    const arb_kind_rule *pawn = &rules->kinds[ARB_PAWN];
    arb_colour us = (arb_colour)pos->turn;
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    int files = arb_square_file(pos->size, to) - arb_square_file(pos->size, from);
    int ranks = arb_square_rank(pos->size, to) - arb_square_rank(pos->size, from);
    pos->en_passant = ARB_NO_SQUARE;
    pos->en_passant_files = 0;
    if (!rules->pawn.en_passant || arb_piece_kind(moved) != ARB_PAWN ||
        arb_move_promotion(move) != ARB_NO_KIND || ranks != 2 * arb__forward(us) ||
        files % 2 != 0 || !arb__may_be_passed(pos, us, from, files / 2))
        return;
    for (unsigned i = 0; i < pawn->leap_count; i++) /* one leap that goes so far passes nothing */
        if (arb__step_files(pawn->leaps[i], us) == files && pawn->leaps[i].ranks == 2)
            return;
    pos->en_passant = arb__step(pos->size, from, files / 2, ranks / 2);
    pos->en_passant_files = (int8_t)(files / 2);
}

static bool one_goes_back(const arb_step *steps, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (steps[i].ranks <= 0 && !(steps[i].how & ARB_STEP_CAPTURES))
            return true;
    return false;
}

/* Can pawns move backwards? Then a pawn move is not irreversible, and positions can occur again. */
static bool pawns_return(const arb_rules *rules)
{
    const arb_kind_rule *pawn = &rules->kinds[ARB_PAWN];
    return one_goes_back(pawn->leaps, pawn->leap_count) ||
           one_goes_back(pawn->slides, pawn->slide_count);
}

static bool cannot_come_back(const arb_position *pos, arb_move move, arb_piece moved,
                             arb_piece captured)
{
    if (captured != ARB_NO_PIECE || arb_move_promotion(move) == ARB_PAWN)
        return true;
    bool pawn = arb_piece_kind(moved) == ARB_PAWN;
    return (pawn && (!pawns_return(pos->rules) || arb_move_promotion(move) != ARB_NO_KIND)) ||
           (!pawn && pos->rules->kinds[arb_piece_kind(moved)].becomes != 0);
}

/* Counts the check that the last move gave, if the rules count checks. */
static void count_check(arb_position *pos)
{
    arb_colour giver = arb_other((arb_colour)pos->turn);
    if (pos->rules->ending.checks == 0 || !arb__in_check(pos, (arb_colour)pos->turn) ||
        pos->checks[giver] == UINT8_MAX)
        return;
    pos->key ^= arb__key_checks(giver, pos->checks[giver]);
    pos->checks[giver]++;
    pos->key ^= arb__key_checks(giver, pos->checks[giver]);
}

/* Puts a piece, or none, on a square and updates the key. */
static void place(arb_position *pos, arb_square square, arb_piece piece)
{
    arb_piece before = pos->board.grid[square];
    if (before != ARB_NO_PIECE)
        pos->key ^= arb__key_piece(square, before);
    if (piece != ARB_NO_PIECE)
        pos->key ^= arb__key_piece(square, piece);
    pos->board.grid[square] = piece;
}

static void move_pieces(arb_position *pos, arb_move move, arb_undo *undo)
{
    arb_colour us = (arb_colour)pos->turn;
    arb__edit edit = arb__move_edit(pos, move);
    if (pos->rules->capture.explodes)
        remember_around(pos, arb_move_to(move), undo);
    for (unsigned i = 0; i < edit.count; i++)
        place(pos, edit.at[i], edit.piece[i]);
    undo->into_hand = kind_in_hand(pos, undo->captured);
    if (arb_move_type_of(move) == ARB_DROP)
        count_hand(pos, us, arb_move_promotion(move), -1);
    else if (undo->into_hand != ARB_NO_KIND)
        count_hand(pos, us, undo->into_hand, 1);
}

void arb__grid_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    arb_square taken_at = arb__capture_square(pos, move);
    arb__remember(pos, move, undo);
    undo->moved = pos->board.grid[arb_move_from(move)];
    undo->captured = taken_at == ARB_NO_SQUARE ? ARB_NO_PIECE : pos->board.grid[taken_at];

    if (pos->en_passant_legal)
        pos->key ^= arb__key_en_passant(pos->en_passant);
    move_pieces(pos, move, undo);
    arb__follow_royals(pos, move);
    note_passing(pos, move, undo->moved);
    arb__count_clocks(pos, cannot_come_back(pos, move, undo->moved, undo->captured));
    /* If the capture of the royal piece has ended the game, the turn stays with the winner; where
     * it exploded, the turn passes, as lichess and Fairy-Stockfish write the last position. */
    if (pos->over == ARB__OVER_NOT || pos->rules->capture.explodes) {
        pos->turn = (uint8_t)arb_other((arb_colour)pos->turn);
        pos->key ^= arb__key_turn();
    }
    if ((pos->special & ARB__SPECIAL_PLAY) && pos->over == ARB__OVER_NOT) {
        count_check(pos);
        pos->over = arb__end_of(pos);
    }
    pos->en_passant_legal = arb__en_passant_legal(pos);
    if (pos->en_passant_legal)
        pos->key ^= arb__key_en_passant(pos->en_passant);
}

static void undo_castling(arb_position *pos, const arb_undo *undo)
{
    arb_colour us = (arb_colour)undo->turn;
    arb_square from = arb_move_from(undo->move), to = arb_move_to(undo->move);
    int side = to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    pos->board.grid[arb__castle_king_to(pos, us, side)] = ARB_NO_PIECE;
    pos->board.grid[arb__castle_rook_to(pos, us, side)] = ARB_NO_PIECE;
    pos->board.grid[from] = undo->moved;
    pos->board.grid[to] = arb_piece_of(us, ARB_ROOK);
}

void arb__grid_undo(arb_position *pos, const arb_undo *undo)
{
    arb_colour us = (arb_colour)undo->turn;
    arb_square to = arb_move_to(undo->move);
    memcpy((char *)pos + ARB__LIVE, (const char *)undo + ARB__SAVED, ARB__STATE_SIZE);
    if (undo->move == ARB_NO_MOVE)
        return;
    if (arb_move_type_of(undo->move) == ARB_DROP) {
        pos->board.grid[to] = ARB_NO_PIECE;
        pos->hand[us][arb_move_promotion(undo->move)]++;
        return;
    }
    if (arb_move_type_of(undo->move) == ARB_CASTLING) {
        undo_castling(pos, undo);
        return;
    }
    if (pos->rules->capture.explodes)
        recall_around(pos, to, undo);
    pos->board.grid[to] = ARB_NO_PIECE;
    pos->board.grid[arb_move_from(undo->move)] = undo->moved;
    if (undo->captured != ARB_NO_PIECE)
        pos->board.grid[arb__capture_square(pos, undo->move)] = undo->captured;
    if (undo->into_hand != ARB_NO_KIND)
        pos->hand[us][undo->into_hand]--;
}

/* play_special.c: moves under special rules: explosions, hands and drops, counted checks, pawns
 * with steps of their own, ends of the game that the board shows. Layer: position.
 *
 * It does the steps of play.c in the same order and adds those of the special rules. Only rule sets
 * that have such a rule come here, and always on the grid kernel. */
#include "kernel/grid/grid_lines.h"
#include "position/key.h"
#include "position/play.h"

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

/* A castling right needs its king and its rook on their squares; an explosion may have removed
 * either. */
static void drop_lost_rights(arb_position *pos)
{
    for (int colour = 0; colour < 2; colour++)
        for (int side = 0; side < 2; side++) {
            arb_square *rook = &pos->castle_rook[colour][side];
            if (*rook != ARB_NO_SQUARE &&
                pos->board.grid[*rook] != arb_piece_of((arb_colour)colour, ARB_ROOK))
                *rook = ARB_NO_SQUARE;
        }
}

static void follow_pieces(arb_position *pos, arb_move move)
{
    arb_colour us = (arb_colour)pos->turn;
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    pos->key ^= arb__key_rights(pos);
    if (arb_move_type_of(move) != ARB_DROP) {
        arb__drop_rights(pos, us, from, to);
        drop_lost_rights(pos);
        if (from == pos->royal[us])
            pos->royal[us] =
                arb_move_type_of(move) == ARB_CASTLING
                    ? arb__castle_king_to(pos, us, to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE)
                    : to;
    }
    for (int c = 0; c < 2; c++) {
        arb_colour colour = (arb_colour)c;
        arb_square royal = pos->royal[colour];
        if (royal == ARB_NO_SQUARE)
            pos->royal[colour] = arb__find_royal(pos, colour);
        else if (arb__piece_at(pos, royal) != arb_piece_of(colour, pos->rules->royal.kind))
            arb__royal_taken(pos, colour);
    }
    pos->key ^= arb__key_rights(pos);
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
        (rules->pawn.en_passant_rows != 0 &&
         !(rules->pawn.en_passant_rows >> arb__own_row(pos->size, us, from) & 1u)) ||
        !arb__double_row(rules, pos->size, us, from))
        return;
    bool passes = !arb__own_pawn_steps(rules) && files == 0;
    for (unsigned i = 0; i < pawn->leap_count; i++) {
        arb_step leap = pawn->leaps[i];
        if (arb__step_files(leap, us) == files && leap.ranks == 2)
            return;
        passes |= (leap.how & ARB_STEP_DOUBLES) && 2 * arb__step_files(leap, us) == files;
    }
    if (!passes)
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

static void move_pieces(arb_position *pos, arb_move move, arb_undo *undo)
{
    arb_colour us = (arb_colour)pos->turn;
    arb__edit edit = arb__move_edit(pos, move);
    if (pos->rules->capture.explodes)
        remember_around(pos, arb_move_to(move), undo);
    for (unsigned i = 0; i < edit.count; i++)
        arb__place(pos, edit.at[i], edit.piece[i]);
    undo->into_hand = kind_in_hand(pos, undo->captured);
    if (arb_move_type_of(move) == ARB_DROP)
        count_hand(pos, us, arb_move_promotion(move), -1);
    else if (undo->into_hand != ARB_NO_KIND)
        count_hand(pos, us, undo->into_hand, 1);
}

void arb__special_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    arb_square taken_at = arb__capture_square(pos, move);
    arb__remember(pos, move, undo);
    undo->moved = pos->board.grid[arb_move_from(move)];
    undo->captured = taken_at == ARB_NO_SQUARE ? ARB_NO_PIECE : pos->board.grid[taken_at];

    if (pos->en_passant_legal)
        pos->key ^= arb__key_en_passant(pos->en_passant);
    move_pieces(pos, move, undo);
    follow_pieces(pos, move);
    note_passing(pos, move, undo->moved);
    arb__count_clocks(pos, cannot_come_back(pos, move, undo->moved, undo->captured));
    /* If the capture of the royal piece has ended the game, the turn stays with the winner; where
     * it exploded, the turn passes, as lichess and Fairy-Stockfish write the last position. */
    if (pos->over == ARB__OVER_NOT || pos->rules->capture.explodes) {
        pos->turn = (uint8_t)arb_other((arb_colour)pos->turn);
        pos->key ^= arb__key_turn();
    }
    if (pos->over == ARB__OVER_NOT) {
        count_check(pos);
        pos->over = arb__end_of(pos);
    }
    pos->en_passant_legal = arb__en_passant_legal(pos);
    if (pos->en_passant_legal)
        pos->key ^= arb__key_en_passant(pos->en_passant);
}

void arb__special_undo(arb_position *pos, const arb_undo *undo)
{
    arb_colour us = (arb_colour)undo->turn;
    arb_square from = arb_move_from(undo->move), to = arb_move_to(undo->move);
    if (arb_move_type_of(undo->move) == ARB_DROP) {
        pos->board.grid[to] = ARB_NO_PIECE;
        pos->hand[us][arb_move_promotion(undo->move)]++;
        return;
    }
    if (arb_move_type_of(undo->move) == ARB_CASTLING) {
        arb__undo_castling(pos, undo);
        return;
    }
    if (pos->rules->capture.explodes)
        recall_around(pos, to, undo);
    pos->board.grid[to] = ARB_NO_PIECE;
    pos->board.grid[from] = undo->moved;
    if (undo->captured != ARB_NO_PIECE)
        pos->board.grid[arb__capture_square(pos, undo->move)] = undo->captured;
    if (undo->into_hand != ARB_NO_KIND)
        pos->hand[us][undo->into_hand]--;
}

bool arb__special_en_passant(const arb_position *pos)
{
    const arb_kind_rule *pawn = &pos->rules->kinds[ARB_PAWN];
    arb_colour us = (arb_colour)pos->turn;
    for (unsigned i = 0; i < pawn->leap_count; i++) {
        arb_square from =
            arb__step(pos->size, pos->en_passant, -arb__step_files(pawn->leaps[i], us),
                      -arb__step_ranks(pawn->leaps[i], us));
        if (from == ARB_NO_SQUARE || (pawn->leaps[i].how & ARB_STEP_MOVES) ||
            arb__piece_at(pos, from) != arb_piece_of(us, ARB_PAWN))
            continue;
        uint32_t kinds = arb__arrival_kinds(pos, arb_piece_of(us, ARB_PAWN), pos->en_passant);
        for (; kinds != 0; kinds &= kinds - 1)
            if (arb__is_legal(pos, us,
                              arb_move_of(from, pos->en_passant, (arb_kind)__builtin_ctz(kinds),
                                          ARB_EN_PASSANT)))
                return true;
    }
    return false;
}

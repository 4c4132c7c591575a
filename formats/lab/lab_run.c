/* lab_run.c: computes the answers of Lab 3's actions. Layer: formats. It knows neither how actions
 * are written nor how answers are shown. */
#include "formats/board_text.h"
#include "formats/lab/lab.h"

#include <stdlib.h>

bool fmt_lab_start(fmt_lab *lab, const arb_rules *rules, const arb_setup *setup,
                   arb_mobility mobility, arb_faults *faults)
{
    *lab = (fmt_lab){.mobility = mobility};
    *faults = arb_position_set(&lab->position, rules, setup, ARB_KERNEL_AUTO, 0);
    return *faults == 0;
}

void fmt_lab_end(fmt_lab *lab)
{
    free(lab->moves);
    free(lab->items);
    *lab = (fmt_lab){.moves = NULL};
}

static bool grow(void **block, size_t *cap, size_t need, size_t size)
{
    if (need <= *cap)
        return true;
    void *grown = realloc(*block, need * size);
    if (grown == NULL)
        return false;
    *block = grown;
    *cap = need;
    return true;
}

static bool room_for_moves(fmt_lab *lab, size_t need)
{
    void *block = lab->moves;
    bool ok = grow(&block, &lab->move_cap, need, sizeof *lab->moves);
    lab->moves = block;
    return ok;
}

static bool room_for_items(fmt_lab *lab, size_t need)
{
    void *block = lab->items;
    bool ok = grow(&block, &lab->item_cap, need, sizeof *lab->items);
    lab->items = block;
    return ok;
}

/* The move by rows and columns; castling is the king's move. */
static fmt_lab_item item_of(const arb_position *position, arb_move move)
{
    arb_size size = arb_position_size(position);
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    if (arb_move_type_of(move) == ARB_CASTLING) {
        const arb_rules *rules = arb_position_rules(position);
        to =
            arb_square_at(size, rules->castling.king_to[to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE],
                          arb_square_rank(size, from));
    }
    return (fmt_lab_item){
        {(uint8_t)fmt_square_row(size, from), (uint8_t)fmt_square_column(size, from),
         (uint8_t)fmt_square_row(size, to), (uint8_t)fmt_square_column(size, to)}};
}

static int compare_items(const void *a, const void *b)
{
    const fmt_lab_item *x = a, *y = b;
    int difference = 0;
    for (int i = 0; i < 4 && difference == 0; i++)
        difference = x->at[i] - y->at[i];
    return difference;
}

/* Sorts the moves; the promotions of a pawn to one square are one entry. */
static size_t sort_items(fmt_lab_item *items, size_t count)
{
    size_t kept = 0;
    if (count > 0)
        qsort(items, count, sizeof *items, compare_items);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_items(&items[kept - 1], &items[i]) != 0)
            items[kept++] = items[i];
    return kept;
}

/* Lists the moves of both sides, because isValidMove does not ask whose turn it is. */
static bool scan_valid(fmt_lab *lab, fmt_lab_answer *answer)
{
    size_t count = 0;
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        size_t found =
            arb_position_moves_of(&lab->position, (arb_colour)colour, lab->moves, lab->move_cap);
        if (found > lab->move_cap) {
            if (!room_for_moves(lab, found))
                return false;
            arb_position_moves_of(&lab->position, (arb_colour)colour, lab->moves, lab->move_cap);
        }
        if (!room_for_items(lab, count + found))
            return false;
        for (size_t i = 0; i < found; i++)
            lab->items[count++] = item_of(&lab->position, lab->moves[i]);
    }
    answer->count = sort_items(lab->items, count);
    answer->items = lab->items;
    return true;
}

static bool scan_threats(fmt_lab *lab, fmt_lab_answer *answer)
{
    arb_size size = arb_position_size(&lab->position);
    if (!room_for_items(lab, (size_t)size.files * size.ranks))
        return false;
    for (int row = 0; row < size.ranks; row++)
        for (int column = 0; column < size.files; column++)
            if (arb_position_threatened(&lab->position, fmt_square_at(size, row, column)))
                lab->items[answer->count++] = (fmt_lab_item){{(uint8_t)row, (uint8_t)column, 0, 0}};
    answer->items = lab->items;
    return true;
}

static arb_piece captured_by(const arb_position *position, arb_move move)
{
    if (arb_move_type_of(move) == ARB_CASTLING)
        return ARB_NO_PIECE;
    if (arb_move_type_of(move) == ARB_EN_PASSANT)
        return arb_piece_of(arb_other(arb_position_turn(position)), ARB_PAWN);
    return arb_position_piece(position, arb_move_to(move));
}

/* A position in which castling rights are lost cannot tell whether king or rook has moved. Here
 * every move since the set-up is known: if the king never moved, the rook did. */
static void name_who_moved(const fmt_lab *lab, arb_verdict *verdict)
{
    if (verdict->code == ARB_V_CASTLE_KING_MOVED &&
        !lab->king_moved[arb_piece_colour(verdict->piece)])
        verdict->code = ARB_V_CASTLE_ROOK_MOVED;
}

static void move_piece(fmt_lab *lab, arb_square from, arb_square to, fmt_lab_answer *answer)
{
    arb_undo undo;
    answer->verdict = arb_position_verdict(&lab->position, from, to, ARB_NO_KIND);
    name_who_moved(lab, &answer->verdict);
    answer->yes = answer->verdict.code == ARB_V_OK;
    if (!answer->yes)
        return;
    answer->captured = captured_by(&lab->position, answer->verdict.move);
    if (arb_piece_kind(answer->verdict.piece) == ARB_KING)
        lab->king_moved[arb_piece_colour(answer->verdict.piece)] = true;
    arb_position_play(&lab->position, answer->verdict.move, &undo);
}

bool fmt_lab_run(fmt_lab *lab, const fmt_lab_action *action, fmt_lab_answer *answer)
{
    const arb_position *position = &lab->position;
    arb_size size = arb_position_size(position);
    arb_square from = fmt_square_at(size, action->at[0], action->at[1]);
    arb_square to = fmt_square_at(size, action->at[2], action->at[3]);

    *answer = (fmt_lab_answer){.action = *action};
    switch (action->kind) {
    case FMT_LAB_MOVE_PIECE:
        move_piece(lab, from, to, answer);
        break;
    case FMT_LAB_VALID_MOVE:
        answer->verdict = arb_position_verdict_any_turn(position, from, to, ARB_NO_KIND);
        name_who_moved(lab, &answer->verdict);
        answer->yes = answer->verdict.code == ARB_V_OK;
        break;
    case FMT_LAB_UNDER_THREAT:
        answer->yes = from != ARB_NO_SQUARE && arb_position_threatened(position, from);
        break;
    case FMT_LAB_SCORE:
        answer->yes = true;
        answer->tenths = arb_position_score(position, arb_position_turn(position), lab->mobility);
        break;
    case FMT_LAB_NEXT_SCORE:
        answer->yes = arb_position_next_score(position, lab->mobility, &answer->tenths);
        break;
    case FMT_LAB_VALID_SCAN:
        return scan_valid(lab, answer);
    case FMT_LAB_THREAT_SCAN:
        return scan_threats(lab, answer);
    case FMT_LAB_GET_PIECE:
        if (from != ARB_NO_SQUARE)
            answer->piece = arb_position_piece(position, from);
        answer->yes = answer->piece != ARB_NO_PIECE;
        break;
    case FMT_LAB_DISPLAY:
        break;
    }
    return true;
}

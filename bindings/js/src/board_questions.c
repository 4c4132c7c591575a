/* board_questions.c: answers questions about the state of the game. */
#include "board.h"

/* Bits: 1 check, 2 no legal move, 4 insufficient material, 8 third occurrence, 16 fifty moves. */
unsigned EXPORT(board_state)(const board *b, unsigned asked)
{
    const arb_position *position = &b->position;
    unsigned state = 0;
    if ((asked & 1u) && arb_position_in_check(position, arb_position_turn(position)))
        state |= 1u;
    if ((asked & 2u) && !arb_position_has_move(position))
        state |= 2u;
    if ((asked & 4u) && arb_position_insufficient(position))
        state |= 4u;
    if (asked & 8u) {
        uint64_t key = arb_position_key(position);
        unsigned seen = 1;
        for (uint32_t i = 0; i < b->count; i++)
            seen += b->steps[i].key == key;
        if (seen >= 3)
            state |= 8u;
    }
    if ((asked & 16u) && arb_position_halfmove(position) >= 100)
        state |= 16u;
    return state;
}

int EXPORT(board_turn)(const board *b)
{
    return (int)arb_position_turn(&b->position);
}

unsigned EXPORT(board_fullmove)(const board *b)
{
    return arb_position_fullmove(&b->position);
}

unsigned EXPORT(board_halfmove)(const board *b)
{
    return arb_position_halfmove(&b->position);
}

unsigned EXPORT(board_ply)(const board *b)
{
    return b->count;
}

/* Returns the castling rights in the form of board_set. */
unsigned EXPORT(board_rights)(const board *b)
{
    arb_setup setup;
    arb_position_setup(&b->position, ARB_EP_LEGAL, &setup);
    unsigned rights = 0;
    for (unsigned i = 0; i < 4; i++)
        if (setup.castle_rook[i / 2][i % 2] != ARB_NO_SQUARE)
            rights |= 1u << i;
    return rights;
}

/* Returns the en-passant square, whether or not a capture there is legal; -1 if there is none. */
int EXPORT(board_en_passant)(const board *b)
{
    arb_setup setup;
    arb_position_setup(&b->position, b->loaded ? ARB_EP_ALWAYS : ARB_EP_PSEUDO, &setup);
    return setup.en_passant == ARB_NO_SQUARE ? -1 : setup.en_passant;
}

/* Writes the squares from which `by` attacks a square, as pairs of characters, from a8 to h1. */
int EXPORT(board_attackers)(const board *b, int square, int by)
{
    arb_square list[64];
    size_t count =
        arb_position_attackers(&b->position, (arb_square)square, (arb_colour)by, list, 64);
    answer to = {0};
    for (int rank = 7; rank >= 0; rank--)
        for (size_t i = 0; i < count; i++)
            if (list[i] / 8 == rank)
                board_write_square(&to, list[i]);
    return answer_end(&to);
}

double EXPORT(board_perft)(const board *b, unsigned depth)
{
    return depth ? (double)arb_position_perft_by(&b->position, depth, ARB_COUNT_BULK) : 0;
}

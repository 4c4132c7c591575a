/* bits_shape.c: which rule sets the bitboard kernel can serve, and their rules as sets of squares.
 * Layer: kernel. Knows no moves. */
#include <string.h>

#include "kernel/bits/bits.h"
#include "kernel/bits/home_castling.h"
#include "rules/builtin.h"

enum { SIDE = 8 };

/* Stores the kinds of the rule set as bits. Returns false if one does not move as in chess. */
static bool orthodox_kinds(const arb_rules *rules, uint32_t *kinds)
{
    *kinds = 0;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        if (rules->kinds[kind].letter == 0)
            continue;
        if (!arb__moves_as_in_chess(rules, kind))
            return false;
        *kinds |= 1u << kind;
    }
    return true;
}

bool arb__bits_can_serve(const arb_rules *rules, arb_size size)
{
    uint32_t kinds;
    if (size.files > SIDE || size.ranks > SIDE)
        return false;
    if (arb__is_builtin(rules))
        return true;
    if (arb__specials(rules) != 0)
        return false;
    if (rules->royal.kind != ARB_NO_KIND && rules->royal.kind != ARB_KING)
        return false;
    if (!orthodox_kinds(rules, &kinds))
        return false;
    /* A promotion to a king, or one that leaves the pawn a pawn, needs the grid kernel. */
    kinds &= arb__chess.promotion_kinds;
    if (rules->pawn.promotion_rows != 0 && (rules->pawn.promotion_kinds & ~kinds) != 0)
        return false;
    /* The kernel tells the castling side by whether the rook stands left or right of the king. */
    return !rules->castling.allowed || rules->castling.any_home ||
           (rules->castling.rook_file[ARB_QUEEN_SIDE] < rules->castling.king_file &&
            rules->castling.king_file < rules->castling.rook_file[ARB_KING_SIDE]);
}

/* The rows whose bits are set: a multiplication spreads the bits along the a-file, and another
 * fills each row. */
static uint64_t rows(uint32_t bits)
{
    uint64_t spread = (bits & 0x7Fu) * UINT64_C(0x0002040810204081) & ARB__FILE_A;
    return (spread | (uint64_t)(bits >> 7 & 1u) << 56) * 0xFFu;
}

/* The set mirrored, so that rows count from Black's side of the board. */
static uint64_t turned(uint64_t set, arb_size size)
{
    return __builtin_bswap64(set) >> 8 * (SIDE - size.ranks);
}

void arb__bits_lay_out(arb_position *pos)
{
    const arb_rules *rules = pos->rules;
    uint32_t all = (1u << pos->size.ranks) - 1u;
    uint64_t row = (1u << pos->size.files) - 1u;
    uint64_t double_rows = rows(rules->pawn.double_rows & all);
    uint64_t promotion_rows = rows(rules->pawn.promotion_rows & all);
    pos->board.bits.area = rows(all) & row * ARB__FILE_A;
    pos->board.bits.double_from[ARB_WHITE] = double_rows;
    pos->board.bits.double_from[ARB_BLACK] = turned(double_rows, pos->size);
    pos->board.bits.promotion[ARB_WHITE] = turned(promotion_rows, pos->size);
    pos->board.bits.promotion[ARB_BLACK] = promotion_rows;
}

arb__shape arb__bits_shape(const arb_position *pos)
{
    const arb_rules *rules = pos->rules;
    arb__shape shape = {
        .area = pos->board.bits.area,
        .double_from = {pos->board.bits.double_from[0], pos->board.bits.double_from[1]},
        .promotion = {pos->board.bits.promotion[0], pos->board.bits.promotion[1]},
        .promotion_kinds = rules->pawn.promotion_kinds,
        .promotion_count = arb__count(rules->pawn.promotion_kinds),
        .safe = rules->royal.safe,
        .en_passant = rules->pawn.en_passant,
        .taken_ends = rules->ending.captured != ARB_GOES_ON,
    };
    if (rules->castling.allowed)
        for (int side = 0; side < 2; side++) {
            unsigned last_row = (pos->size.ranks - 1u) * SIDE;
            shape.king_to[ARB_WHITE][side] = (uint8_t)rules->castling.king_to[side];
            shape.rook_to[ARB_WHITE][side] = (uint8_t)rules->castling.rook_to[side];
            shape.king_to[ARB_BLACK][side] = (uint8_t)(shape.king_to[ARB_WHITE][side] + last_row);
            shape.rook_to[ARB_BLACK][side] = (uint8_t)(shape.rook_to[ARB_WHITE][side] + last_row);
        }
    return shape;
}

/* Compares the squares of king and rook for every right that is left. Without rights the answer is
 * yes. */
bool arb__castling_at_home(const arb_position *pos)
{
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned side = 0; side < 2; side++) {
            arb_square rook = pos->castle_rook[colour][side];
            if (rook != ARB_NO_SQUARE && (rook != arb__castle_rook_home(colour, side) ||
                                          pos->royal[colour] != arb__castle_king_home(colour)))
                return false;
        }
    return true;
}

/* Does the shape say what arb__chess says? */
static bool shape_is_chess(const arb_position *pos, const arb__shape *shape)
{
    return shape->area == arb__chess.area && shape->safe && shape->en_passant &&
           shape->promotion_kinds == arb__chess.promotion_kinds &&
           memcmp(shape->double_from, arb__chess.double_from, sizeof shape->double_from) == 0 &&
           memcmp(shape->promotion, arb__chess.promotion, sizeof shape->promotion) == 0 &&
           (!pos->rules->castling.allowed ||
            (memcmp(shape->king_to, arb__chess.king_to, sizeof shape->king_to) == 0 &&
             memcmp(shape->rook_to, arb__chess.rook_to, sizeof shape->rook_to) == 0));
}

/* Each side has exactly one king, which is royal, and the side that just moved is not in check.
 * Legal moves keep that so: no king is ever captured. */
static bool kings_are_safe(const arb_position *pos)
{
    arb_colour turn = (arb_colour)pos->turn;
    return pos->royal[0] != ARB_NO_SQUARE && pos->royal[1] != ARB_NO_SQUARE &&
           pos->board.bits.kings == (arb__bit(pos->royal[0]) | arb__bit(pos->royal[1])) &&
           arb__bits_attackers(pos, NULL, pos->royal[arb_other(turn)], turn) == 0;
}

bool arb__bits_plays_chess(const arb_position *pos)
{
    if (pos->rules != &arb__builtin[0]) { /* built-in chess has the shape of chess */
        if (pos->board.bits.promotion[ARB_WHITE] != arb__chess.promotion[ARB_WHITE])
            return false; /* a quick test that rejects most other shapes */
        arb__shape shape = arb__bits_shape(pos);
        if (!shape_is_chess(pos, &shape))
            return false;
    }
    return arb__castling_at_home(pos) && kings_are_safe(pos);
}

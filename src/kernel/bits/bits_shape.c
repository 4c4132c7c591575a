/* bits_shape.c: which rule sets the bitboard kernel can serve, and their rules as sets of squares.
 * Layer: kernel. Knows no moves. */
#include <string.h>

#include "kernel/bits/bits.h"
#include "kernel/bits/home_castling.h"
#include "rules/builtin.h"

enum { SIDE = 8 };

/* The steps of the orthodox pieces (FIDE 3.2 to 3.6, 3.8.1), as files and ranks. */
static const int8_t straight_steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const int8_t diagonal_steps[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
static const int8_t knight[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

static bool has_all(const arb_step *steps, unsigned count, const int8_t (*wanted)[2],
                    unsigned wanted_count, bool slides)
{
    for (unsigned w = 0; w < wanted_count; w++) {
        unsigned i = 0;
        while (i < count && (steps[i].files != wanted[w][0] || steps[i].ranks != wanted[w][1] ||
                             (slides && steps[i].range != 0)))
            i++;
        if (i == count)
            return false;
    }
    return true;
}

/* Has the kind exactly the steps of chess, in any order? An equal count and the presence of every
 * step prove it. */
static bool is_orthodox(const arb_kind_rule *rule, arb_kind kind)
{
    const arb_step *leaps = rule->leaps;
    const arb_step *slides = rule->slides;
    unsigned leap_count = rule->leap_count;
    unsigned slide_count = rule->slide_count;
    switch (kind) {
    case ARB_PAWN:
        return leap_count == 0 && slide_count == 0;
    case ARB_KNIGHT:
        return leap_count == 8 && slide_count == 0 && has_all(leaps, 8, knight, 8, false);
    case ARB_BISHOP:
        return leap_count == 0 && slide_count == 4 && has_all(slides, 4, diagonal_steps, 4, true);
    case ARB_ROOK:
        return leap_count == 0 && slide_count == 4 && has_all(slides, 4, straight_steps, 4, true);
    case ARB_QUEEN:
        return leap_count == 0 && slide_count == 8 && has_all(slides, 8, diagonal_steps, 4, true) &&
               has_all(slides, 8, straight_steps, 4, true);
    default: /* ARB_KING */
        return leap_count == 8 && slide_count == 0 && has_all(leaps, 8, diagonal_steps, 4, false) &&
               has_all(leaps, 8, straight_steps, 4, false);
    }
}

/* A quick test that nearly every rule set passes, because it has the pieces of built-in chess. */
static bool has_pieces_of_chess(const arb_rules *rules)
{
    return memcmp(&rules->kinds[ARB_PAWN], &arb__builtin[0].kinds[ARB_PAWN],
                  (ARB_KING - ARB_PAWN + 1) * sizeof rules->kinds[0]) == 0;
}

/* Stores the kinds of the rule set as bits. Returns false if one does not move as in chess. */
static bool orthodox_kinds(const arb_rules *rules, uint32_t *kinds)
{
    bool same = has_pieces_of_chess(rules);
    for (arb_kind kind = ARB_FIRST_CUSTOM_KIND; kind < ARB_KIND_LIMIT; kind++)
        if (rules->kinds[kind].letter != 0)
            return false;
    *kinds = 0;
    for (arb_kind kind = ARB_PAWN; !same && kind <= ARB_KING; kind++) {
        if (rules->kinds[kind].letter == 0)
            continue;
        if (!is_orthodox(&rules->kinds[kind], kind))
            return false;
        *kinds |= 1u << kind;
    }
    if (same)
        *kinds = (1u << (ARB_KING + 1)) - (1u << ARB_PAWN);
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

bool arb__bits_is_chess(const arb_position *pos, const arb__shape *shape)
{
    return shape_is_chess(pos, shape) && arb__castling_at_home(pos) && kings_are_safe(pos);
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

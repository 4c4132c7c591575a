/* random.h: random rule sets and set-ups for the property tests; the same for the same seed. */
#ifndef ARB_TESTS_RANDOM_H
#define ARB_TESTS_RANDOM_H

#include "arbiter.h"

#include <string.h>

/* SplitMix64. */
typedef struct {
    uint64_t state;
} random_source;

static inline uint64_t random_next(random_source *source)
{
    uint64_t x = source->state += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

/* Returns a number from 0 to n - 1. */
static inline unsigned random_below(random_source *source, unsigned n)
{
    return (unsigned)(random_next(source) >> 33) % n;
}

static inline bool random_chance(random_source *source, unsigned percent)
{
    return random_below(source, 100) < percent;
}

static inline arb_square random_square(random_source *source, arb_size size)
{
    int file = (int)random_below(source, size.files); /* statements fix the order of draws */
    int rank = (int)random_below(source, size.ranks);
    return arb_square_at(size, file, rank);
}

/* Draws an empty square, or gives ARB_NO_SQUARE after some tries. */
static inline arb_square random_empty(random_source *source, const arb_setup *setup)
{
    for (int tries = 0; tries < 20; tries++) {
        arb_square square = random_square(source, setup->size);
        if (setup->board[square] == ARB_NO_PIECE)
            return square;
    }
    return ARB_NO_SQUARE;
}

static inline void random_put(random_source *source, arb_setup *setup, const arb_rules *rules,
                              arb_piece piece)
{
    arb_square square = random_empty(source, setup);
    if (square != ARB_NO_SQUARE)
        arb_setup_put(setup, rules, square, piece);
}

/* Puts king and rooks of both sides on their home squares, with castling rights. */
static inline void random_castling(random_source *source, arb_setup *setup, const arb_rules *rules)
{
    for (int colour = 0; colour < 2; colour++) {
        int row = rules->castling.row;
        int rank = colour == ARB_WHITE ? row : setup->size.ranks - 1 - row;
        int king = rules->castling.king_file;
        if (rules->castling.any_home)
            king = 1 + (int)random_below(source, setup->size.files - 2u);
        arb_square square = arb_square_at(setup->size, king, rank);
        if (square == ARB_NO_SQUARE)
            continue;
        arb_setup_put(setup, rules, square, arb_piece_of((arb_colour)colour, ARB_KING));
        if (setup->board[square] == ARB_NO_PIECE)
            continue;
        for (int side = 0; side < 2; side++) {
            int file = rules->castling.rook_file[side];
            if (rules->castling.any_home)
                file = side == ARB_KING_SIDE
                           ? king + 1 +
                                 (int)random_below(source, (unsigned)(setup->size.files - 1 - king))
                           : (int)random_below(source, (unsigned)king);
            arb_square rook = arb_square_at(setup->size, file, rank);
            if (rook == ARB_NO_SQUARE || random_chance(source, 20))
                continue;
            arb_setup_put(setup, rules, rook, arb_piece_of((arb_colour)colour, ARB_ROOK));
            if (setup->board[rook] == ARB_NO_PIECE)
                continue;
            setup->castle_rook[colour][side] = rook;
        }
    }
}

/* Puts a pawn that has just made a double step, sometimes with an enemy pawn beside it. */
static inline void random_en_passant(random_source *source, arb_setup *setup,
                                     const arb_rules *rules)
{
    arb_colour us = (arb_colour)setup->turn;
    arb_colour them = arb_other(us);
    int forward = them == ARB_WHITE ? 1 : -1;
    int row = 1;
    int file = (int)random_below(source, setup->size.files);
    int rank = them == ARB_WHITE ? row : setup->size.ranks - 1 - row;
    arb_square from = arb_square_at(setup->size, file, rank);
    arb_square passed = arb_square_at(setup->size, file, rank + forward);
    arb_square to = arb_square_at(setup->size, file, rank + 2 * forward);
    if (from == ARB_NO_SQUARE || passed == ARB_NO_SQUARE || to == ARB_NO_SQUARE ||
        setup->board[from] || setup->board[passed] || setup->board[to] ||
        !(rules->pawn.double_rows >> row & 1u))
        return;
    arb_setup_put(setup, rules, to, arb_piece_of(them, ARB_PAWN));
    for (int step = -1; step <= 1; step += 2) {
        arb_square beside = arb_square_at(setup->size, file + step, rank + 2 * forward);
        if (beside != ARB_NO_SQUARE && !setup->board[beside] && random_chance(source, 60))
            arb_setup_put(setup, rules, beside, arb_piece_of(us, ARB_PAWN));
    }
    setup->en_passant = passed;
}

/* Adds pieces in hand and checks given, if the rule set has them. */
static inline void random_extras(random_source *source, arb_setup *setup, const arb_rules *rules)
{
    for (int colour = 0; colour < 2; colour++) {
        if (rules->ending.checks != 0)
            setup->checks[colour] = (uint8_t)random_below(source, rules->ending.checks + 1u);
        for (arb_kind kind = ARB_PAWN; rules->capture.to_hand && kind < ARB_KIND_LIMIT; kind++)
            if (rules->kinds[kind].letter != 0 && random_chance(source, 30))
                setup->hand[colour][kind] = (uint8_t)random_below(source, 3);
    }
}

/* Puts pieces anywhere, with as many kings for each side as the rule set takes, mostly one. */
static inline void random_setup(random_source *source, arb_setup *setup, const arb_rules *rules,
                                arb_size size)
{
    unsigned area = (unsigned)size.files * size.ranks;
    unsigned pieces = random_below(source, 1 + area * (10 + random_below(source, 60)) / 100);

    arb_setup_clear(setup, size);
    setup->turn = (uint8_t)random_below(source, 2);
    setup->halfmove = random_below(source, 20) == 0 ? 95 + random_below(source, 70) : 0;
    bool castling = rules->castling.allowed && size.files == rules->board.size.files &&
                    size.ranks == rules->board.size.ranks && size.files >= 3;
    if (castling && random_chance(source, 50))
        random_castling(source, setup, rules);
    for (int colour = 0; colour < 2; colour++) {
        unsigned kings =
            setup->royal[colour] != ARB_NO_SQUARE || rules->royal.kind == ARB_NO_KIND ? 0 : 1;
        if (rules->royal.min == 0 && random_chance(source, 10))
            kings = 0;
        if (rules->royal.max == 255 && random_chance(source, 10))
            kings++;
        while (kings-- > 0)
            random_put(source, setup, rules, arb_piece_of((arb_colour)colour, rules->royal.kind));
    }
    random_extras(source, setup, rules);
    if (rules->pawn.en_passant && random_chance(source, 30))
        random_en_passant(source, setup, rules);
    while (pieces-- > 0) {
        arb_kind kind = (arb_kind)(ARB_PAWN + random_below(source, ARB_KIND_LIMIT - 1));
        if (rules->kinds[kind].letter == 0 || kind == rules->royal.kind)
            kind = (arb_kind)(ARB_PAWN + random_below(source, 5));
        if (rules->kinds[kind].letter == 0 || kind == rules->royal.kind)
            continue;
        arb_square square = random_empty(source, setup);
        if (square == ARB_NO_SQUARE || square == setup->en_passant)
            continue;
        arb_piece piece = arb_piece_of((arb_colour)random_below(source, 2), kind);
        if (rules->capture.to_hand && kind != ARB_PAWN && random_chance(source, 20))
            piece |= ARB_PROMOTED;
        arb_setup_put(setup, rules, square, piece);
    }
}

#endif

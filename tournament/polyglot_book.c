/* polyglot_book.c: moves from an opening book in Polyglot's form. Layer: tournament.
 *
 * An entry has 16 bytes, the most significant first: 8 for the position's key, 2 for the move, 2
 * for its weight, and 4 that are not used here. Entries are sorted by key. */
#include "tournament/openings.h"

enum { ENTRY = 16 };

static uint64_t bytes_at(const char *text, size_t at, size_t count)
{
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++)
        number = number << 8 | (unsigned char)text[at + i];
    return number;
}

bool book_valid(const char *text, size_t len)
{
    if (len == 0 || len % ENTRY != 0)
        return false;
    for (size_t at = ENTRY; at < len; at += ENTRY)
        if (bytes_at(text, at - ENTRY, 8) > bytes_at(text, at, 8))
            return false;
    return true;
}

static size_t first_entry(const char *text, size_t len, uint64_t key)
{
    size_t low = 0, high = len / ENTRY;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (bytes_at(text, middle * ENTRY, 8) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low * ENTRY;
}

/* Finds the legal move that the book means. Castling is written as king takes rook, as inside the
 * library. */
static arb_move legal_move(const arb_position *position, uint64_t written)
{
    static const arb_kind promotions[8] = {ARB_NO_KIND, ARB_KNIGHT, ARB_BISHOP, ARB_ROOK,
                                           ARB_QUEEN};
    arb_move list[ARB_MOVES_8X8];
    arb_square to = (arb_square)(written & 63), from = (arb_square)(written >> 6 & 63);
    size_t count = arb_position_moves_from(position, from, list, ARB_MOVES_8X8);
    for (size_t i = 0; i < count; i++)
        if (arb_move_to(list[i]) == to &&
            arb_move_promotion(list[i]) == promotions[written >> 12 & 7])
            return list[i];
    return ARB_NO_MOVE;
}

arb_move book_move(const char *text, size_t len, const arb_position *position, uint64_t random)
{
    uint64_t key = arb_position_polyglot_key(position), total = 0;
    size_t first = first_entry(text, len, key), end = first;
    for (; key != 0 && end < len && bytes_at(text, end, 8) == key; end += ENTRY)
        if (legal_move(position, bytes_at(text, end + 8, 2)) != ARB_NO_MOVE)
            total += bytes_at(text, end + 10, 2);
    if (total == 0)
        return ARB_NO_MOVE;
    uint64_t chosen = random % total;
    for (size_t at = first; at < end; at += ENTRY) {
        arb_move move = legal_move(position, bytes_at(text, at + 8, 2));
        uint64_t weight = bytes_at(text, at + 10, 2);
        if (move == ARB_NO_MOVE)
            continue;
        if (chosen < weight)
            return move;
        chosen -= weight;
    }
    return ARB_NO_MOVE;
}

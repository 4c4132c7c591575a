/* win_sweep.c: proves that a side, or both, cannot mate, by visiting every position that play can
 * reach, in little memory. Layer: position.
 *
 * Where a king walks about beside locked pawns, most positions differ only in its square. So one
 * king, the wanderer, is kept as a set of squares: a node is everything else on the board, with the
 * squares on which the wanderer has been met there. Only positions with the other side to move are
 * stored; the wanderer's side answers at once. A node holds the pieces themselves and not a key, so
 * no two positions are taken for one. The library's own functions list and make the moves. Pieces
 * that win_reach.c shows to be fixed are not stored. */
#include "position/winnable/winnable.h"

#include <string.h>

enum {
    NOWHERE = 64,
    MOVABLE = 32,           /* pieces, without the wanderer and the fixed ones */
    REST = 2 + MOVABLE / 2, /* bytes of a node: en passant, castling, two kinds in each other one */
    NODES = 65535,          /* the most, because a number of a node has 16 bits */
    TABLE = 512             /* entries of the smallest hash table */
};

/* A node while it is written: the squares of the pieces, without the wanderer and the fixed ones,
 * and what is there, in the order of the squares. */
typedef struct {
    uint64_t stand;
    uint8_t rest[REST];
} fresh_node;

typedef struct {
    arb_position pos;
    arb_position fixed; /* the position with the fixed pieces alone */
    uint64_t still;     /* the fixed pieces */
    unsigned sides;     /* whose mates are looked for: a bit for each colour */
    arb_colour wanderer;
    uint64_t *stand;
    uint64_t *met;     /* squares of the wanderer */
    uint64_t *waiting; /* those from which no move has been made yet */
    uint8_t *rest;
    size_t rest_size;
    uint16_t *table; /* by hash: the node's number plus 1; 0: free */
    uint32_t count, cap, mask;
    uint32_t left; /* moves that may still be made */
    bool failed;   /* a mate was found, or the memory or the moves are used up */
} sweep;

/* ---- nodes ---- */

static void pack(const sweep *s, fresh_node *n)
{
    const arb_position *pos = &s->pos;
    uint64_t all = pos->board.bits.colour[ARB_WHITE] | pos->board.bits.colour[ARB_BLACK];
    unsigned i = 4;
    memset(n->rest, 0, sizeof n->rest);
    n->stand = all & ~s->still & ~arb__bit(pos->royal[s->wanderer]);
    n->rest[0] = pos->en_passant_legal ? (uint8_t)pos->en_passant : NOWHERE;
    for (unsigned k = 0; k < 4; k++)
        n->rest[1] |= (uint8_t)((pos->castle_rook[k / 2][k % 2] != ARB_NO_SQUARE) << k);
    for (uint64_t left = n->stand; left != 0; left &= left - 1, i++) {
        unsigned black = (pos->board.bits.colour[ARB_BLACK] & left & -left) != 0;
        unsigned kind = arb__bits_kind_at(pos, (arb_square)arb__first(left));
        n->rest[i / 2] |= (uint8_t)((black << 3 | kind) << i % 2 * 4);
    }
}

static void put(arb_position *pos, unsigned colour, unsigned kind, uint64_t at)
{
    pos->board.bits.colour[colour] |= at;
    if (kind == ARB_PAWN)
        pos->board.bits.pawns |= at;
    if (kind == ARB_KNIGHT)
        pos->board.bits.knights |= at;
    if (kind == ARB_BISHOP || kind == ARB_QUEEN)
        pos->board.bits.diagonals |= at;
    if (kind == ARB_ROOK || kind == ARB_QUEEN)
        pos->board.bits.straights |= at;
    if (kind == ARB_KING) {
        pos->board.bits.kings |= at;
        pos->royal[colour] = (arb_square)arb__first(at);
    }
}

/* Sets up the position of a node, without the wanderer. */
static void unpack(sweep *s, uint32_t number)
{
    arb_position *pos = &s->pos;
    const uint8_t *rest = s->rest + number * s->rest_size;
    unsigned i = 4;
    pos->board.bits = s->fixed.board.bits;
    pos->turn = (uint8_t)(s->wanderer ^ 1u);
    pos->en_passant = rest[0] == NOWHERE ? ARB_NO_SQUARE : rest[0];
    pos->en_passant_legal = rest[0] != NOWHERE;
    for (unsigned k = 0; k < 4; k++)
        pos->castle_rook[k / 2][k % 2] =
            (rest[1] >> k & 1) != 0 ? s->fixed.castle_rook[k / 2][k % 2] : ARB_NO_SQUARE;
    for (uint64_t left = s->stand[number]; left != 0; left &= left - 1, i++) {
        unsigned piece = rest[i / 2] >> i % 2 * 4 & 15;
        put(pos, piece >> 3, piece & 7, left & -left);
    }
}

static uint32_t hash_of(const fresh_node *n)
{
    uint64_t h = n->stand, words[3] = {0};
    memcpy(words, n->rest, sizeof n->rest);
    for (unsigned i = 0; i < 3; i++)
        h = (h ^ h >> 29 ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(h >> 32);
}

/* Notes that the wanderer may stand on these squares in this node. */
static void arrive(sweep *s, const fresh_node *n, uint64_t squares)
{
    uint32_t at = hash_of(n) & s->mask;
    for (; s->table[at] != 0; at = (at + 1) & s->mask) {
        uint32_t known = s->table[at] - 1u;
        if (s->stand[known] == n->stand &&
            memcmp(s->rest + known * s->rest_size, n->rest, s->rest_size) == 0) {
            s->waiting[known] |= squares & ~s->met[known];
            s->met[known] |= squares;
            return;
        }
    }
    if (s->count == s->cap) {
        s->failed = true;
        return;
    }
    uint32_t number = s->count++;
    s->stand[number] = n->stand;
    s->met[number] = s->waiting[number] = squares;
    memcpy(s->rest + number * s->rest_size, n->rest, s->rest_size);
    s->table[at] = (uint16_t)s->count;
}

/* ---- moves ---- */

/* Lists the moves. A mate ends the attempt. */
static size_t list(sweep *s, arb_move *moves)
{
    arb_colour us = (arb_colour)s->pos.turn;
    size_t count = arb__bits_moves(&s->pos, us, moves);
    if (count >= s->left ||
        (count == 0 && (s->sides >> (us ^ 1u) & 1) != 0 && arb_position_in_check(&s->pos, us)))
        s->failed = true;
    else
        s->left -= (uint32_t)count + 1;
    return count;
}

/* Has this move left too little material to mate? */
static bool is_bare(const sweep *s, const arb_undo *undo)
{
    if (undo->captured == ARB_NO_PIECE)
        return false;
    for (unsigned c = 0; c < 2; c++)
        if ((s->sides >> c & 1) != 0 && !arb_position_cannot_mate(&s->pos, (arb_colour)c))
            return false;
    return true;
}

/* Makes every move of the wanderer's side. The steps of the wanderer that change nothing else lead
 * to one node. */
static void answer(sweep *s)
{
    arb_move moves[ARB_MOVES_8X8];
    arb_undo undo;
    fresh_node next;
    arb_colour us = s->wanderer;
    unsigned king = s->pos.royal[us];
    uint64_t enemy = s->pos.board.bits.colour[us ^ 1u], steps = 0;
    bool may_castle =
        s->pos.castle_rook[us][0] != ARB_NO_SQUARE || s->pos.castle_rook[us][1] != ARB_NO_SQUARE;
    size_t count = list(s, moves);
    for (size_t i = 0; i < count && !s->failed; i++) {
        uint64_t to = arb__bit(arb_move_to(moves[i]));
        if (arb_move_from(moves[i]) == king && (to & enemy) == 0 && !may_castle) {
            steps |= to;
            continue;
        }
        arb__play(&s->pos, moves[i], &undo);
        if (!is_bare(s, &undo)) {
            pack(s, &next);
            arrive(s, &next, arb__bit(s->pos.royal[us]));
        }
        arb__undo(&s->pos, &undo);
    }
    if (steps != 0 && !s->failed) {
        pack(s, &next);
        next.rest[0] = NOWHERE;
        arrive(s, &next, steps);
    }
}

/* Makes every move of the other side, with the wanderer on this square, and every answer to it. */
static void look_from(sweep *s, uint64_t at)
{
    arb_move moves[ARB_MOVES_8X8];
    arb_undo undo;
    put(&s->pos, s->wanderer, ARB_KING, at);
    size_t count = list(s, moves);
    for (size_t i = 0; i < count && !s->failed; i++) {
        arb__play(&s->pos, moves[i], &undo);
        if (!is_bare(s, &undo))
            answer(s);
        arb__undo(&s->pos, &undo);
    }
    s->pos.board.bits.kings &= ~at;
    s->pos.board.bits.colour[s->wanderer] &= ~at;
}

/* Goes through the nodes once and looks from every square that waits. Returns false if none did. */
static bool look_around(sweep *s)
{
    bool any = false;
    for (uint32_t i = 0; i < s->count && !s->failed; i++) {
        uint64_t squares = s->waiting[i];
        if (squares == 0)
            continue;
        any = true;
        s->waiting[i] = 0;
        unpack(s, i);
        for (; squares != 0 && !s->failed; squares &= squares - 1)
            look_from(s, squares & -squares);
    }
    return any;
}

/* ---- the proof ---- */

/* Divides the memory into the nodes' parts. At least a quarter of the table stays empty. */
static bool lay_out(sweep *s, void *memory, size_t size, unsigned pieces)
{
    size_t off = (size_t)(-(uintptr_t)memory & 7u), table = TABLE;
    s->rest_size = 2 + (pieces + 1) / 2;
    size_t bytes = 3 * sizeof *s->stand + s->rest_size;
    if (memory == NULL || size < off + TABLE * (bytes + sizeof *s->table))
        return false;
    size -= off;
    while (table < NODES && table * (bytes * 3 / 4 + sizeof *s->table) < size)
        table *= 2;
    size_t cap = (size - table * sizeof *s->table) / bytes;
    cap = cap < table * 3 / 4 ? cap : table * 3 / 4;
    s->stand = (uint64_t *)(void *)((char *)memory + off);
    s->met = s->stand + cap;
    s->waiting = s->met + cap;
    s->table = (uint16_t *)(void *)(s->waiting + cap);
    s->rest = (uint8_t *)(s->table + table);
    s->cap = (uint32_t)cap;
    s->mask = (uint32_t)table - 1;
    memset(s->table, 0, table * sizeof *s->table);
    return true;
}

/* Removes everything but the fixed pieces. */
static void keep_fixed(sweep *s)
{
    s->fixed.board.bits.pawns &= s->still;
    s->fixed.board.bits.knights &= s->still;
    s->fixed.board.bits.diagonals &= s->still;
    s->fixed.board.bits.straights &= s->still;
    s->fixed.board.bits.kings &= s->still;
    s->fixed.board.bits.colour[ARB_WHITE] &= s->still;
    s->fixed.board.bits.colour[ARB_BLACK] &= s->still;
}

/* The king that can walk to more squares. */
static arb_colour choose_wanderer(const arb_position *pos)
{
    return arb__count(arb__king_roams(pos, ARB_BLACK, false)) >
                   arb__count(arb__king_roams(pos, ARB_WHITE, false))
               ? ARB_BLACK
               : ARB_WHITE;
}

bool arb__sweep_proves(const arb_position *pos, unsigned sides, void *memory, size_t size,
                       uint32_t *limit)
{
    sweep s = {.pos = *pos, .fixed = *pos, .sides = sides, .left = *limit};
    arb__reach reach;
    fresh_node first;
    s.wanderer = choose_wanderer(pos);
    uint64_t king = arb__bit(pos->royal[s.wanderer]);
    arb__reach_all(pos, &reach);
    s.still = (reach.fixed[ARB_WHITE] | reach.fixed[ARB_BLACK]) & ~king;
    keep_fixed(&s);
    unsigned pieces =
        arb__count((pos->board.bits.colour[0] | pos->board.bits.colour[1]) & ~s.still & ~king);
    if (pieces > MOVABLE || !lay_out(&s, memory, size, pieces))
        return false;
    pack(&s, &first);
    if (pos->turn == s.wanderer)
        answer(&s);
    else
        arrive(&s, &first, king);
    while (look_around(&s)) {
    }
    *limit = s.left;
    return !s.failed;
}

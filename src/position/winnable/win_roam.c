/* win_roam.c: a proof for positions with more placings of free pieces than a search can visit.
 * Layer: position.
 *
 * Five bishops behind a locked chain of pawns have millions of placings that are all alike. Here
 * only kings and pawns move on a board. Every other piece that is not fixed roams: it is assumed to
 * stand wherever in its reach (win_reach.c) suits best, to block nobody, to capture or be captured
 * there, and to move whenever its side wants to wait. So every line of play corresponds to a
 * sequence of the states below, and these are few. If no state is a mate even with the roaming
 * pieces placed at will, no line of play ends in mate. A pawn that may promote ends the attempt.
 *
 * A check comes from the piece that has just moved or along a line that it has left. So after a
 * king or pawn move a roaming piece gives check only through the square that was left. */
#include "position/winnable/winnable.h"

#include <string.h>

typedef struct {
    uint64_t pawns[2];
    uint8_t king[2];
    uint8_t turn;
    uint8_t passed; /* the square that a pawn has just stepped over, or NOWHERE */
} roam_state;

/* The same in few bytes. There are few placings of the pawns, so a state has only the number of its
 * placing, which is a `chain`. */
typedef struct {
    uint8_t chain, king[2], turn, passed;
} packed_state;

typedef struct {
    uint64_t pawns[2];
} chain;

enum {
    NOWHERE = 64,
    PLACINGS = 200000, /* of roaming pieces around a king that are tried, in all */
    CHAINS = 250       /* the most placings of the pawns */
};

typedef struct {
    const arb_position *root;
    arb_colour side;
    arb__reach reach; /* of the root */
    uint64_t fixed;   /* pieces that never move and are never captured, except pawns and kings */
    uint64_t king_reach[2]; /* by colour */
    uint64_t roamed[2];     /* by colour: where its roaming pieces may stand */
    bool roams[2];          /* by colour: does it have roaming pieces? */
    chain *chains;
    unsigned chain_count;
    packed_state *states;
    uint32_t count, cap;
    uint32_t *table; /* by hash: the state's number plus 1; 0: free */
    uint32_t mask;
    unsigned patience;
    bool failed; /* the attempt was given up */
} roaming;

static uint32_t hash_of(const packed_state *s)
{
    uint64_t h = (uint64_t)s->chain << 32 | (uint64_t)s->king[0] << 24 |
                 (uint64_t)s->king[1] << 16 | (uint64_t)s->turn << 8 | s->passed;
    return (uint32_t)(h * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

/* The number of a placing of the pawns; CHAINS if there are too many. */
static unsigned chain_of(roaming *r, const roam_state *s)
{
    unsigned i = 0;
    while (i < r->chain_count &&
           (r->chains[i].pawns[0] != s->pawns[0] || r->chains[i].pawns[1] != s->pawns[1]))
        i++;
    if (i == r->chain_count && i < CHAINS) {
        memcpy(r->chains[i].pawns, s->pawns, sizeof s->pawns);
        r->chain_count++;
    }
    return i;
}

/* Stores a state if it is new; gives up if there is no room for it. */
static void note(roaming *r, const roam_state *s)
{
    unsigned number = chain_of(r, s);
    packed_state packed = {(uint8_t)number, {s->king[0], s->king[1]}, s->turn, s->passed};
    uint32_t at = hash_of(&packed) & r->mask;
    for (; r->table[at] != 0; at = (at + 1) & r->mask)
        if (memcmp(&r->states[r->table[at] - 1], &packed, sizeof packed) == 0)
            return;
    if (r->count == r->cap || number == CHAINS) {
        r->failed = true;
        return;
    }
    r->states[r->count++] = packed;
    r->table[at] = r->count;
}

static roam_state unpack(const roaming *r, uint32_t number)
{
    const packed_state *packed = &r->states[number];
    roam_state s = {.turn = packed->turn, .passed = packed->passed};
    memcpy(s.king, packed->king, sizeof s.king);
    memcpy(s.pawns, r->chains[packed->chain].pawns, sizeof s.pawns);
    return s;
}

/* Lists the pieces of a state: kings and pawns on their squares, the others with their reach. */
static void pieces_of(const roaming *r, const roam_state *s, arb__reach *pieces)
{
    pieces->count = 0;
    for (int c = 0; c < 2; c++) {
        uint64_t king = arb__bit(s->king[c]);
        pieces->fixed[c] = (r->reach.fixed[c] & r->fixed) | king | s->pawns[c];
        pieces->unit[pieces->count++] = (arb__unit){
            .colour = (arb_colour)c, .kind = ARB_KING, .origin = s->king[c], .reach = king};
        for (uint64_t left = s->pawns[c]; left != 0; left &= left - 1)
            pieces->unit[pieces->count++] = (arb__unit){.colour = (arb_colour)c,
                                                        .kind = ARB_PAWN,
                                                        .origin = arb__first(left),
                                                        .reach = left & -left};
    }
    uint64_t stand = s->pawns[0] | s->pawns[1] | arb__bit(s->king[0]) | arb__bit(s->king[1]);
    for (unsigned i = 0; i < r->reach.count; i++) {
        arb__unit u = r->reach.unit[i];
        u.reach &= ~stand; /* empty for a piece that was captured on its only square */
        if (u.kind != ARB_KING && u.kind != ARB_PAWN && u.reach != 0)
            pieces->unit[pieces->count++] = u;
    }
}

/* Stores the state after a move of the other side. `left` is the square that a king or pawn has
 * left, or NOWHERE if another piece moved; `to` is where it arrived. */
static void arrive(roaming *r, roam_state *s, unsigned left, unsigned to)
{
    s->turn ^= 1u;
    if (s->turn != r->side && !r->failed) {
        arb__reach pieces;
        pieces_of(r, s, &pieces);
        arb__last_move last = {left, to};
        if (arb__mate_fits(&pieces, r->side, r->root->board.bits.area, &last, &r->patience)) {
            r->failed = true;
            return;
        }
    }
    note(r, s);
}

/* Moves of roaming pieces: waiting, or capturing a pawn. */
static void roam(roaming *r, const roam_state *s)
{
    arb_colour us = (arb_colour)s->turn, them = arb_other(us);
    if (!r->roams[us])
        return;
    roam_state next = *s;
    next.passed = NOWHERE;
    arrive(r, &next, NOWHERE, NOWHERE);
    for (uint64_t left = s->pawns[them] & r->roamed[us]; left != 0; left &= left - 1) {
        next = *s;
        next.passed = NOWHERE;
        next.pawns[them] &= ~(left & -left);
        arrive(r, &next, NOWHERE, NOWHERE);
    }
}

static void move_king(roaming *r, const roam_state *s)
{
    arb_colour us = (arb_colour)s->turn, them = arb_other(us);
    uint64_t steps = arb__king_steps[s->king[us]] & r->king_reach[us] & ~s->pawns[us] &
                     ~arb__king_steps[s->king[them]];
    for (; steps != 0; steps &= steps - 1) {
        uint64_t to = steps & -steps;
        roam_state next = *s;
        next.passed = NOWHERE;
        next.king[us] = (uint8_t)arb__first(to);
        next.pawns[them] &= ~to;
        if ((arb__pawn_attacks(next.pawns[them], them) & to) == 0)
            arrive(r, &next, s->king[us], arb__first(to));
    }
}

/* Moves a pawn and captures what may stand on its target. */
static void move_pawn(roaming *r, const roam_state *s, unsigned from, uint64_t to, uint64_t taken,
                      unsigned passed)
{
    arb_colour us = (arb_colour)s->turn, them = arb_other(us);
    roam_state next = *s;
    if ((to & r->root->board.bits.promotion[us]) != 0) {
        r->failed = true;
        return;
    }
    next.pawns[us] = (s->pawns[us] & ~arb__bit(from)) | to;
    next.pawns[them] &= ~taken;
    next.passed = (uint8_t)passed;
    arrive(r, &next, from, arb__first(to));
    /* En passant may also open a line through the square of the captured pawn. */
    if ((taken & ~to) != 0) {
        next = *s;
        next.pawns[us] = (s->pawns[us] & ~arb__bit(from)) | to;
        next.pawns[them] &= ~taken;
        next.passed = NOWHERE;
        arrive(r, &next, arb__first(taken), arb__first(to));
    }
}

static void move_pawns(roaming *r, const roam_state *s)
{
    arb_colour us = (arb_colour)s->turn, them = arb_other(us);
    uint64_t stand = s->pawns[0] | s->pawns[1] | arb__bit(s->king[0]) | arb__bit(s->king[1]);
    uint64_t free = r->root->board.bits.area & ~stand & ~r->fixed;
    for (uint64_t left = s->pawns[us]; left != 0; left &= left - 1) {
        unsigned from = arb__first(left);
        uint64_t at = left & -left, step = arb__ahead(at, us) & free;
        uint64_t takes = arb__pawn_attacks(at, us);
        if (step != 0)
            move_pawn(r, s, from, step, 0, NOWHERE);
        if (step != 0 && (at & r->root->board.bits.double_from[us]) != 0 &&
            (arb__ahead(step, us) & free) != 0)
            move_pawn(r, s, from, arb__ahead(step, us), 0, arb__first(step));
        for (uint64_t to = takes & (s->pawns[them] | (r->roamed[them] & free)); to != 0;
             to &= to - 1)
            move_pawn(r, s, from, to & -to, to & -to & s->pawns[them], NOWHERE);
        if (s->passed != NOWHERE && (takes >> s->passed & 1) != 0)
            move_pawn(r, s, from, arb__bit(s->passed), arb__ahead(arb__bit(s->passed), them),
                      NOWHERE);
    }
}

/* Divides the memory into chains, table and states. Half of the table stays empty. */
static bool lay_out(roaming *r, void *memory, size_t size, uint32_t limit)
{
    size_t off = (size_t)(-(uintptr_t)memory & 15u), table = 512;
    if (memory == NULL || size < off + 32 * 1024)
        return false;
    size -= off + CHAINS * sizeof *r->chains;
    while (table < 2 * (size_t)limit &&
           2 * table * sizeof *r->table + table * sizeof *r->states <= size)
        table *= 2;
    r->chains = (chain *)(void *)((char *)memory + off);
    r->table = (uint32_t *)(void *)(r->chains + CHAINS);
    r->states = (packed_state *)(void *)(r->table + table);
    r->cap = (uint32_t)(table / 2 < limit ? table / 2 : limit);
    r->mask = (uint32_t)table - 1;
    memset(r->table, 0, table * sizeof *r->table);
    return true;
}

static void start(roaming *r, roam_state *s)
{
    const arb_position *pos = r->root;
    *s = (roam_state){.turn = pos->turn, .passed = NOWHERE};
    for (int c = 0; c < 2; c++) {
        s->king[c] = (uint8_t)pos->royal[c];
        s->pawns[c] = pos->board.bits.pawns & pos->board.bits.colour[c];
    }
    if (pos->en_passant_legal)
        s->passed = (uint8_t)pos->en_passant;
    for (unsigned i = 0; i < r->reach.count; i++) {
        const arb__unit *u = &r->reach.unit[i];
        bool fixed = ((r->reach.fixed[0] | r->reach.fixed[1]) >> u->origin & 1) != 0;
        if (u->kind == ARB_KING) {
            r->king_reach[u->colour] = u->reach;
        } else if (u->kind != ARB_PAWN && fixed) {
            r->fixed |= arb__bit(u->origin);
        } else if (u->kind != ARB_PAWN) {
            r->roams[u->colour] = true;
            r->roamed[u->colour] |= u->reach;
        }
    }
}

bool arb__roaming_proves(const arb_position *pos, arb_colour side, void *memory, size_t size,
                         uint32_t limit)
{
    roaming r = {.root = pos, .side = side, .patience = PLACINGS};
    roam_state first;
    for (int c = 0; c < 2; c++)
        for (int wing = 0; wing < 2; wing++)
            if (pos->castle_rook[c][wing] != ARB_NO_SQUARE)
                return false;
    if (!lay_out(&r, memory, size, limit))
        return false;
    arb__reach_all(pos, &r.reach);
    start(&r, &first);
    note(&r, &first);
    for (uint32_t i = 0; i < r.count && !r.failed; i++) {
        roam_state s = unpack(&r, i);
        roam(&r, &s);
        move_king(&r, &s);
        move_pawns(&r, &s);
    }
    return !r.failed && r.patience > 0;
}

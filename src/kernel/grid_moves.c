/* grid_moves.c: legal moves on a plain mailbox, piece by piece. Layer: kernel.
 *
 * Every move that the piece's own rule allows is asked one question, unless the guard can tell that
 * it need not be: would one's own royal piece be attacked afterwards? This is the kernel that must
 * be obviously right; bits_* must agree with it. */
#include "kernel/grid_guard.h"
#include "kernel/grid_lines.h"

/* The moves of one piece of one side. */
typedef struct {
    const arb_position *pos;
    arb_colour colour;
    arb_square from;
    bool ask; /* may a move of this piece leave the own royal piece attacked? */
    arb__sink *sink;
} mover;

/* Does the move leave the own royal piece unattacked (FIDE 3.9.2)? */
static bool leaves_royal_safe(const mover *m, arb_move move)
{
    const arb_position *pos = m->pos;
    arb_square royal = pos->royal[m->colour];
    if (royal == arb_move_from(move))
        royal = arb_move_to(move);
    arb__edit edit = arb__move_edit(pos, move);
    return !arb__grid_attacked(pos, &edit, royal, arb_other(m->colour));
}

/* False, here and below: the listener wants no more. */
static bool add(const mover *m, arb_square to, arb_kind promotion, arb_move_type type)
{
    arb_move move = arb_move_of(m->from, to, promotion, type);
    return (m->ask && !leaves_royal_safe(m, move)) || arb__sink_add(m->sink, move);
}

static bool may_land(const mover *m, arb_square to)
{
    arb_piece there = m->pos->board.grid[to];
    return there == ARB_NO_PIECE || arb_piece_colour(there) != m->colour;
}

static bool leaper_moves(const mover *m, const arb_kind_rule *rule)
{
    for (unsigned i = 0; i < rule->leap_count; i++) {
        arb_square to = arb__step(m->pos->size, m->from, rule->leaps[i].files,
                                  rule->leaps[i].ranks * arb__forward(m->colour));
        if (to != ARB_NO_SQUARE && may_land(m, to) && !add(m, to, ARB_NO_KIND, ARB_NORMAL))
            return false;
    }
    return true;
}

static bool slide_moves(const mover *m, arb_step slide)
{
    arb__walker w = arb__walk_from(m->pos->size, m->from);
    int ranks = slide.ranks * arb__forward(m->colour);
    while (slide.range == 0 || w.steps < slide.range) {
        arb_square to = arb__walk_on(m->pos->size, &w, slide.files, ranks);
        if (to == ARB_NO_SQUARE)
            return true;
        if (may_land(m, to) && !add(m, to, ARB_NO_KIND, ARB_NORMAL))
            return false;
        if (m->pos->board.grid[to] != ARB_NO_PIECE)
            return true;
    }
    return true;
}

/* A pawn's arrival: one move, or one for each kind it may become (FIDE 3.7.3.3). */
static bool pawn_arrives(const mover *m, arb_square to, arb_move_type type)
{
    const arb_rules *rules = m->pos->rules;
    if (!arb__promotes(rules, m->pos->size, m->colour, to))
        return add(m, to, ARB_NO_KIND, type);
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++)
        if ((rules->pawn.promotion_kinds >> kind & 1u) && !add(m, to, kind, type))
            return false;
    return true;
}

/* FIDE 3.7.1 and 3.7.2. */
static bool pawn_steps(const mover *m)
{
    const arb_position *pos = m->pos;
    int forward = arb__forward(m->colour);
    arb_square one = arb__step(pos->size, m->from, 0, forward);
    if (one == ARB_NO_SQUARE || pos->board.grid[one] != ARB_NO_PIECE)
        return true;
    if (!pawn_arrives(m, one, ARB_NORMAL))
        return false;
    if (!arb__double_row(pos->rules, pos->size, m->colour, m->from))
        return true;
    arb_square two = arb__step(pos->size, one, 0, forward);
    if (two == ARB_NO_SQUARE || pos->board.grid[two] != ARB_NO_PIECE)
        return true;
    return pawn_arrives(m, two, ARB_NORMAL);
}

/* FIDE 3.7.3 and, for the side to move only, 3.7.3.1 (en passant). */
static bool pawn_captures(const mover *m)
{
    const arb_position *pos = m->pos;
    for (int file = -1; file <= 1; file += 2) {
        arb_square to = arb__step(pos->size, m->from, file, arb__forward(m->colour));
        if (to == ARB_NO_SQUARE)
            continue;
        if (pos->board.grid[to] != ARB_NO_PIECE) {
            if (may_land(m, to) && !pawn_arrives(m, to, ARB_NORMAL))
                return false;
        } else if (to == pos->en_passant && m->colour == pos->turn) {
            if (!pawn_arrives(m, to, ARB_EN_PASSANT))
                return false;
        }
    }
    return true;
}

/* Every square from a to b on one row, both included, is empty but for king and rook. */
static bool row_free(const mover *m, arb_square a, arb_square b, arb_square rook)
{
    for (arb_square at = a < b ? a : b; at <= (a < b ? b : a); at++)
        if (at != m->from && at != rook && m->pos->board.grid[at] != ARB_NO_PIECE)
            return false;
    return true;
}

/* FIDE 3.8.2.2: no square that the king stands on, crosses or arrives at is attacked. On its way
 * the king has left its square; on arrival the rook has left its own too. */
static bool king_way_safe(const mover *m, arb_square king_to, arb_square rook)
{
    const arb_position *pos = m->pos;
    arb_colour enemy = arb_other(m->colour);
    if (!pos->rules->royal.safe)
        return true;
    /* Asked by itself: in Chess960 the king may castle without leaving its square. */
    if (arb__grid_attacked(pos, NULL, m->from, enemy))
        return false;
    arb__edit lifted = {.count = 1, .at = {m->from}, .piece = {ARB_NO_PIECE}};
    int step = king_to < m->from ? -1 : 1;
    for (int at = m->from; at != king_to; at += step)
        if (arb__grid_attacked(pos, &lifted, (arb_square)at, enemy))
            return false;
    arb__edit done = arb__move_edit(pos, arb_move_of(m->from, rook, ARB_NO_KIND, ARB_CASTLING));
    return !arb__grid_attacked(pos, &done, king_to, enemy);
}

static bool castling_moves(const mover *m)
{
    const arb_position *pos = m->pos;
    for (int side = ARB_KING_SIDE; side <= ARB_QUEEN_SIDE; side++) {
        arb_square rook = pos->castle_rook[m->colour][side];
        if (rook == ARB_NO_SQUARE)
            continue;
        arb_square king_to = arb__castle_king_to(pos, m->colour, side);
        arb_square rook_to = arb__castle_rook_to(pos, m->colour, side);
        if (!row_free(m, m->from, king_to, rook) || !row_free(m, rook, rook_to, rook) ||
            !king_way_safe(m, king_to, rook))
            continue;
        if (!arb__sink_add(m->sink, arb_move_of(m->from, rook, ARB_NO_KIND, ARB_CASTLING)))
            return false;
    }
    return true;
}

/* En passant takes a second piece off the board and so may open a line without leaving one. */
static bool must_ask(const arb_position *pos, arb_colour colour, arb_square from,
                     const arb__grid_guard *guard)
{
    if (guard->ask_none)
        return false;
    return guard->ask_all || from == pos->royal[colour] ||
           (guard->shields[from / 64] >> (from % 64) & 1u) ||
           (pos->en_passant != ARB_NO_SQUARE && arb_piece_kind(pos->board.grid[from]) == ARB_PAWN);
}

static bool piece_moves(const arb_position *pos, arb_colour colour, arb_square from,
                        const arb__grid_guard *guard, arb__sink *sink)
{
    mover m = {pos, colour, from, must_ask(pos, colour, from, guard), sink};
    arb_kind kind = arb_piece_kind(pos->board.grid[from]);
    const arb_kind_rule *rule = &pos->rules->kinds[kind];
    if (kind == ARB_PAWN)
        return pawn_steps(&m) && pawn_captures(&m);
    if (!leaper_moves(&m, rule))
        return false;
    for (unsigned i = 0; i < rule->slide_count; i++)
        if (!slide_moves(&m, rule->slides[i]))
            return false;
    return from != pos->royal[colour] || castling_moves(&m);
}

static bool is_own(const arb_position *pos, arb_colour colour, arb_square square)
{
    arb_piece piece = pos->board.grid[square];
    return piece != ARB_NO_PIECE && arb_piece_colour(piece) == colour;
}

bool arb__grid_moves(const arb_position *pos, arb_colour colour, arb__sink *sink)
{
    if (pos->over)
        return true;
    arb__grid_guard guard = arb__grid_guard_of(pos, colour);
    for (int rank = 0; rank < pos->size.ranks; rank++)
        for (int file = 0; file < pos->size.files; file++) {
            arb_square from = arb_square_at(pos->size, file, rank);
            if (is_own(pos, colour, from) && !piece_moves(pos, colour, from, &guard, sink))
                return false;
        }
    return true;
}

void arb__grid_moves_from(const arb_position *pos, arb_colour colour, arb_square from,
                          arb__sink *sink)
{
    if (pos->over || !is_own(pos, colour, from))
        return;
    arb__grid_guard guard = arb__grid_guard_of(pos, colour);
    piece_moves(pos, colour, from, &guard, sink);
}

typedef struct {
    arb_move wanted;
    bool found;
} search;

static bool compare(void *context, arb_move move)
{
    search *s = context;
    s->found = move == s->wanted;
    return !s->found;
}

bool arb__grid_is_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    search s = {move, false};
    arb__sink sink = {.listener = compare, .context = &s};
    if (!arb_square_on(pos->size, arb_move_from(move)))
        return false;
    arb__grid_moves_from(pos, colour, arb_move_from(move), &sink);
    return s.found;
}

/* grid_moves.c: legal moves on a mailbox, piece by piece. Layer: kernel.
 *
 * Every pseudo-legal move is tested for whether it leaves the own royal piece attacked, unless the
 * guard (grid_guard.h) shows that it cannot. This kernel must be obviously right; bits_* must agree
 * with it. */
#include "kernel/grid/grid_guard.h"
#include "kernel/grid/grid_lines.h"

/* What is needed to generate the moves of one piece. */
typedef struct {
    const arb_position *pos;
    const arb__grid_guard *guard;
    arb__sink *sink;
    arb_colour colour;
    bool take; /* captures only */
    /* The rest changes from piece to piece. */
    arb__spot from;
    bool changes; /* may it promote, or be barred from a square? */
    bool ask;     /* must its moves be tested for exposing the royal piece? */
} mover;

/* Does the move leave the own royal piece unattacked (FIDE 3.9.2)? */
static bool leaves_royal_safe(const mover *m, arb_move move)
{
    const arb_position *pos = m->pos;
    arb_square royal = pos->royal[m->colour];
    if (!(pos->special & ARB__SPECIAL_SAFETY) && arb_move_from(move) == royal &&
        arb_move_type_of(move) == ARB_NORMAL) {
        /* Attacks on the target square depend on the move only in that the royal piece has left its
         * old square, so that is all the edit says. */
        const arb__edit gone = {.count = 1, .at = {royal}, .piece = {ARB_NO_PIECE}};
        return !arb__grid_attacked(pos, &gone, arb_move_to(move), arb_other(m->colour));
    }
    arb__edit edit = arb__move_edit(pos, move);
    if (pos->special & ARB__SPECIAL_SAFETY)
        return arb__refusal(pos, m->colour, move, &edit, &royal) == ARB_V_OK;
    return !arb__grid_attacked(pos, &edit, royal, arb_other(m->colour));
}

/* Returns false, like the functions below, if the listener wants to stop. */
static bool add(const mover *m, arb_square to, arb_kind promotion, arb_move_type type)
{
    arb_move move = arb_move_of(m->from.square, to, promotion, type);
    /* En passant also removes the captured pawn, so it may open a line that the capturing pawn was
     * not on. */
    bool ask = m->ask || (type == ARB_EN_PASSANT && !m->guard->ask_none) ||
               (m->guard->hops && (m->guard->mounts[to / 64] >> (to % 64) & 1u));
    return (m->take && !arb__takes(m->pos, move)) || (ask && !leaves_royal_safe(m, move)) ||
           arb__sink_add(m->sink, move);
}

static bool may_land(const mover *m, arb_square to, arb_step step)
{
    arb_piece there = m->pos->board.grid[to];
    return there == ARB_NO_PIECE
               ? !(step.how & ARB_STEP_CAPTURES)
               : arb_piece_colour(there) != m->colour && !(step.how & ARB_STEP_MOVES);
}

/* Adds one move for each kind that the piece may promote to (FIDE 3.7.3.3). */
static bool arrives_changed(const mover *m, arb_square to, arb_move_type type)
{
    arb_piece piece = m->pos->board.grid[m->from.square];
    if (!arb__may_stand(m->pos, piece, to))
        return true;
    uint32_t kinds = arb__arrival_kinds(m->pos, piece, to);
    for (; kinds != 0; kinds &= kinds - 1)
        if (!add(m, to, (arb_kind)__builtin_ctz(kinds), type))
            return false;
    return true;
}

static inline bool arrives(const mover *m, arb_square to, arb_move_type type)
{
    return m->changes ? arrives_changed(m, to, type) : add(m, to, ARB_NO_KIND, type);
}

/* The double step: the leap a second time in the same direction, if both squares are empty. */
static bool second_leap(const mover *m, arb_square passed, int files, int ranks)
{
    const arb_position *pos = m->pos;
    if (pos->board.grid[passed] != ARB_NO_PIECE ||
        !arb__double_row(pos->rules, pos->size, m->colour, m->from.square))
        return true;
    arb_square to = arb__leap_to(pos, m->from, 2 * files, 2 * ranks);
    if (to == ARB_NO_SQUARE || pos->board.grid[to] != ARB_NO_PIECE)
        return true;
    return arrives(m, to, ARB_NORMAL);
}

static bool leaper_moves(const mover *m, const arb_kind_rule *rule)
{
    const arb_position *pos = m->pos;
    bool pawn = arb_piece_kind(pos->board.grid[m->from.square]) == ARB_PAWN;
    arb_square passed = pawn && m->colour == pos->turn ? pos->en_passant : ARB_NO_SQUARE;
    for (unsigned i = 0; i < rule->leap_count; i++) {
        arb_step leap = rule->leaps[i];
        int files = arb__step_files(leap, m->colour), ranks = arb__step_ranks(leap, m->colour);
        arb_square to = arb__leap_to(pos, m->from, files, ranks);
        if (to == ARB_NO_SQUARE)
            continue;
        if (to == passed && !(leap.how & ARB_STEP_MOVES) && pos->board.grid[to] == ARB_NO_PIECE) {
            if (!arrives(m, to, ARB_EN_PASSANT))
                return false;
        } else if (may_land(m, to, leap) && !arrives(m, to, ARB_NORMAL)) {
            return false;
        }
        if ((leap.how & ARB_STEP_DOUBLES) && !second_leap(m, to, files, ranks))
            return false;
    }
    return true;
}

static bool slide_moves(const mover *m, arb_step slide)
{
    const arb_position *pos = m->pos;
    arb__way way = arb__way_from(pos, m->from, arb__step_files(slide, m->colour),
                                 arb__step_ranks(slide, m->colour));
    int to = m->from.square;
    if (slide.how & ARB_STEP_HOPS) {
        do
            to += way.step;
        while (--way.count >= 0 && pos->board.grid[to] == ARB_NO_PIECE);
    }
    if (slide.range != 0 && slide.range < way.count)
        way.count = slide.range;
    for (; way.count > 0; way.count--) {
        to += way.step;
        if (may_land(m, (arb_square)to, slide) && !arrives(m, (arb_square)to, ARB_NORMAL))
            return false;
        if (pos->board.grid[to] != ARB_NO_PIECE)
            return true;
    }
    return true;
}

/* FIDE 3.7.1 and 3.7.2. */
static bool pawn_steps(const mover *m)
{
    const arb_position *pos = m->pos;
    int forward = arb__forward(m->colour);
    arb_square one = arb__leap_to(pos, m->from, 0, forward);
    if (one == ARB_NO_SQUARE || pos->board.grid[one] != ARB_NO_PIECE)
        return true;
    return arrives(m, one, ARB_NORMAL) && second_leap(m, one, 0, forward);
}

/* FIDE 3.7.3 and, for the side to move only, 3.7.3.1 (en passant). */
static bool pawn_captures(const mover *m)
{
    const arb_position *pos = m->pos;
    for (int file = -1; file <= 1; file += 2) {
        arb_square to = arb__leap_to(pos, m->from, file, arb__forward(m->colour));
        if (to == ARB_NO_SQUARE)
            continue;
        if (pos->board.grid[to] != ARB_NO_PIECE) {
            if (arb_piece_colour(pos->board.grid[to]) != m->colour && !arrives(m, to, ARB_NORMAL))
                return false;
        } else if (to == pos->en_passant && m->colour == pos->turn) {
            if (!arrives(m, to, ARB_EN_PASSANT))
                return false;
        }
    }
    return true;
}

static bool castling_moves(const mover *m)
{
    const arb_position *pos = m->pos;
    for (int side = ARB_KING_SIDE; side <= ARB_QUEEN_SIDE; side++) {
        arb_square rook = pos->castle_rook[m->colour][side], at, by;
        if (rook == ARB_NO_SQUARE ||
            arb__castling_obstacle(pos, m->colour, side) != ARB_NO_SQUARE ||
            arb__castling_attack(pos, m->colour, side, &at, &by) != ARB_V_OK)
            continue;
        arb_move move = arb_move_of(m->from.square, rook, ARB_NO_KIND, ARB_CASTLING);
        if (m->take || ((pos->special & ARB__SPECIAL_SAFETY) && !leaves_royal_safe(m, move)))
            continue;
        if (!arb__sink_add(m->sink, move))
            return false;
    }
    return true;
}

/* May a move of this piece promote it, or be barred? The answer spares pawns far from promotion the
 * test at each step. */
static bool may_change(const mover *m, arb_kind kind)
{
    const arb_rules *rules = m->pos->rules;
    if (kind != ARB_PAWN)
        return rules->kinds[kind].becomes != 0;
    int before_edge = m->colour == ARB_WHITE ? m->pos->size.ranks - 1 - m->from.rank : m->from.rank;
    return m->pos->special != 0 || before_edge < 2 ||
           (rules->pawn.promotion_rows >> (before_edge - 2) & 3u) != 0;
}

static bool piece_moves(mover *m, arb_square from)
{
    const arb_position *pos = m->pos;
    bool royal = from == pos->royal[m->colour];
    arb_kind kind = arb_piece_kind(pos->board.grid[from]);
    const arb_kind_rule *rule = &pos->rules->kinds[kind];
    if (!arb__spend(pos, arb__kind_work(rule)))
        return false;
    m->from = arb__spot_of(pos->size, from);
    m->changes = may_change(m, kind);
    m->ask = !m->guard->ask_none &&
             (m->guard->ask_all || royal || (m->guard->shields[from / 64] >> (from % 64) & 1u));
    if (kind == ARB_PAWN && !arb__own_pawn_steps(pos->rules))
        return pawn_steps(m) && pawn_captures(m);
    if (!leaper_moves(m, rule))
        return false;
    for (unsigned i = 0; i < rule->slide_count; i++)
        if (!slide_moves(m, rule->slides[i]))
            return false;
    return !royal || castling_moves(m);
}

/* A drop leaves no square, so it cannot uncover an attack by a slider. */
static bool drops(mover *m, arb_square to)
{
    const arb_position *pos = m->pos;
    m->from.square = to;
    m->ask = m->guard->ask_all;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++)
        if (pos->hand[m->colour][kind] > 0 && arb__drop_square(pos, kind, to) &&
            !add(m, to, kind, ARB_DROP))
            return false;
    return true;
}

static bool all_moves(const arb_position *pos, arb_colour colour, bool take, arb__sink *sink)
{
    arb__grid_guard guard = arb__grid_guard_of(pos, colour);
    mover m = {.pos = pos, .guard = &guard, .sink = sink, .colour = colour, .take = take};
    bool hand = pos->rules->capture.to_hand && !take && colour == pos->turn;
    const unsigned shift = arb_size_shift(pos->size);
    if (!arb__spend_board(pos))
        return false;
    for (unsigned rank = 0; rank < pos->size.ranks; rank++)
        for (unsigned file = 0; file < pos->size.files; file++) {
            arb_square from = (arb_square)(rank << shift | file);
            arb_piece piece = pos->board.grid[from];
            if (piece == ARB_NO_PIECE ? hand && !drops(&m, from)
                                      : arb_piece_colour(piece) == colour && !piece_moves(&m, from))
                return false;
        }
    return true;
}

static bool note_and_stop(void *context, arb_move move)
{
    *(arb_move *)context = move;
    return false;
}

arb_move arb__grid_a_move(const arb_position *pos, arb_colour colour, bool take)
{
    arb_move found = ARB_NO_MOVE;
    arb__sink sink = {.listener = note_and_stop, .context = &found};
    all_moves(pos, colour, take, &sink);
    return found;
}

/* Do the rules force captures, and does the side have one? */
static bool must_take(const arb_position *pos, arb_colour colour)
{
    return pos->rules->capture.forced && arb__grid_a_move(pos, colour, true) != ARB_NO_MOVE;
}

bool arb__grid_moves(const arb_position *pos, arb_colour colour, arb__sink *sink)
{
    return pos->over || all_moves(pos, colour, must_take(pos, colour), sink);
}

void arb__grid_moves_from(const arb_position *pos, arb_colour colour, arb_square from,
                          arb__sink *sink)
{
    arb_piece piece = pos->board.grid[from];
    if (pos->over || piece == ARB_NO_PIECE || arb_piece_colour(piece) != colour)
        return;
    arb__grid_guard guard = arb__grid_guard_of(pos, colour);
    mover m = {.pos = pos,
               .guard = &guard,
               .sink = sink,
               .colour = colour,
               .take = must_take(pos, colour)};
    piece_moves(&m, from);
}

typedef struct {
    arb_move wanted;
    bool found;
} search;

static bool compare(void *context, arb_move move)
{
    search *s = (search *)context;
    s->found = move == s->wanted;
    return !s->found;
}

static bool drop_is_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    arb_square to = arb_move_to(move);
    arb_kind kind = arb_move_promotion(move);
    mover m = {.pos = pos, .colour = colour};
    return colour == pos->turn && !pos->over && pos->hand[colour][kind] > 0 &&
           move == arb_move_of(to, to, kind, ARB_DROP) && pos->board.grid[to] == ARB_NO_PIECE &&
           arb__drop_square(pos, kind, to) && !must_take(pos, colour) &&
           (arb__grid_guard_of(pos, colour).ask_none || leaves_royal_safe(&m, move));
}

bool arb__grid_is_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    search s = {move, false};
    arb__sink sink = {.listener = compare, .context = &s};
    if (!arb_square_on(pos->size, arb_move_from(move)))
        return false;
    if (arb_move_type_of(move) == ARB_DROP)
        return arb_square_on(pos->size, arb_move_to(move)) && drop_is_legal(pos, colour, move);
    arb__grid_moves_from(pos, colour, arb_move_from(move), &sink);
    return s.found;
}

/* log_touch.c: the touch-move rule: what touched pieces demand of the player (FIDE 4.3 to 4.5).
 * Layer: game. */
#include "game/log.h"

void arb__log_touch(arb_log *log, arb_square square)
{
    for (unsigned i = 0; i < log->touched_count; i++)
        if (log->touched[i] == square)
            return;
    if (square != ARB_NO_SQUARE && log->touched_count < ARB_TOUCH_LIMIT)
        log->touched[log->touched_count++] = square;
}

/* ---- moves that fulfil a duty ---- */

/* The square of the piece that the move captures, or ARB_NO_SQUARE. */
static arb_square taken_by(const arb_position *pos, arb_move move)
{
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    arb_move_type type = arb_move_type_of(move);
    if (type == ARB_EN_PASSANT)
        return arb_square_at(pos->size, arb_square_file(pos->size, to),
                             arb_square_rank(pos->size, from));
    return type == ARB_NORMAL && arb__piece_at(pos, to) != ARB_NO_PIECE ? to : ARB_NO_SQUARE;
}

bool arb__duty_allows(const arb__duty *duty, const arb_position *pos, arb_move move)
{
    bool castles = arb_move_type_of(move) == ARB_CASTLING;
    bool moves = arb_move_from(move) == duty->piece && arb_move_type_of(move) != ARB_DROP;
    switch (duty->kind) {
    case ARB__DUTY_MOVE:
        return moves && !(castles && arb_move_to(move) == duty->barred_rook);
    case ARB__DUTY_CAPTURE:
        return taken_by(pos, move) == duty->target;
    case ARB__DUTY_CAPTURE_WITH:
        return moves && taken_by(pos, move) == duty->target;
    case ARB__DUTY_CASTLE:
        return castles && arb_move_to(move) == duty->target;
    case ARB__DUTY_NONE:
    case ARB__DUTY_FREE:
        break;
    }
    return true;
}

typedef struct {
    const arb__duty *duty;
    const arb_position *pos;
} duty_asked;

static bool is_not_allowed(void *context, arb_move move)
{
    const duty_asked *asked = (const duty_asked *)context;
    return !arb__duty_allows(asked->duty, asked->pos, move);
}

/* Is there a legal move that fulfils the duty? */
static bool can_be_done(const arb__duty *duty, const arb_position *pos)
{
    duty_asked asked = {duty, pos};
    return !arb_position_each_move(pos, is_not_allowed, &asked);
}

/* ---- finding the duty ---- */

typedef struct {
    const arb_position *pos;
    arb_square own[ARB_TOUCH_LIMIT], all[ARB_TOUCH_LIMIT];
    unsigned own_count, all_count;
    arb_square first_enemy;
} touched_pieces;

static touched_pieces sort_touched(const arb_log *log, const arb_position *pos)
{
    touched_pieces t = {.pos = pos, .first_enemy = ARB_NO_SQUARE};
    for (unsigned i = 0; i < log->touched_count; i++) {
        arb_piece piece = arb__piece_at(pos, log->touched[i]);
        if (piece == ARB_NO_PIECE)
            continue;
        t.all[t.all_count++] = log->touched[i];
        if (arb_piece_colour(piece) == pos->turn)
            t.own[t.own_count++] = log->touched[i];
        else if (t.first_enemy == ARB_NO_SQUARE)
            t.first_enemy = log->touched[i];
    }
    return t;
}

static bool is_own(const touched_pieces *t, arb_square square, arb_kind kind)
{
    return arb__piece_at(t->pos, square) == arb_piece_of((arb_colour)t->pos->turn, kind);
}

/* Were king and rook, in this order, the first two own pieces touched, both on the castling row? */
static bool is_castling_pair(const touched_pieces *t, arb_kind first, arb_kind second)
{
    const arb_rules *rules = t->pos->rules;
    arb_colour turn = (arb_colour)t->pos->turn;
    return rules->castling.allowed && t->own_count >= 2 && t->first_enemy == ARB_NO_SQUARE &&
           is_own(t, t->own[0], first) && is_own(t, t->own[1], second) &&
           arb__own_row(t->pos->size, turn, t->own[0]) == rules->castling.row &&
           arb__own_row(t->pos->size, turn, t->own[1]) == rules->castling.row;
}

/* 4.4.1: after king, then rook, the player must castle. 4.4.3: if castling is illegal, the king
 * must make another move; if it has none, any legal move will do. */
static arb__duty king_then_rook(const touched_pieces *t)
{
    arb__duty duty = {ARB__DUTY_CASTLE, t->own[0], t->own[1], ARB_NO_SQUARE, "4.4.1"};
    if (can_be_done(&duty, t->pos))
        return duty;
    duty = (arb__duty){ARB__DUTY_MOVE, t->own[0], ARB_NO_SQUARE, ARB_NO_SQUARE, "4.4.3"};
    if (!can_be_done(&duty, t->pos))
        duty.kind = ARB__DUTY_FREE;
    return duty;
}

/* The duty to move or capture the first touched piece for which that is possible; if there is none,
 * 4.5. */
static arb__duty first_possible(const touched_pieces *t, const char *article, arb_square barred)
{
    for (unsigned i = 0; i < t->all_count; i++) {
        bool own = arb_piece_colour(arb__piece_at(t->pos, t->all[i])) == t->pos->turn;
        arb__duty duty = {own ? ARB__DUTY_MOVE : ARB__DUTY_CAPTURE, own ? t->all[i] : ARB_NO_SQUARE,
                          own ? ARB_NO_SQUARE : t->all[i], barred, article};
        if (can_be_done(&duty, t->pos))
            return duty;
    }
    return (arb__duty){ARB__DUTY_FREE, ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_SQUARE, "4.5"};
}

arb__duty arb__log_duty(const arb_log *log, const arb_position *pos)
{
    touched_pieces t = sort_touched(log, pos);
    if (t.all_count == 0)
        return (arb__duty){ARB__DUTY_NONE, ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_SQUARE, ""};
    if (is_castling_pair(&t, ARB_KING, ARB_ROOK))
        return king_then_rook(&t);
    if (is_castling_pair(&t, ARB_ROOK, ARB_KING))
        return first_possible(&t, "4.4.2", t.own[0]);
    if (t.own_count == 0)
        return first_possible(&t, "4.3.2", ARB_NO_SQUARE);
    if (t.first_enemy == ARB_NO_SQUARE)
        return first_possible(&t, "4.3.1", ARB_NO_SQUARE);
    arb__duty duty = {ARB__DUTY_CAPTURE_WITH, t.own[0], t.first_enemy, ARB_NO_SQUARE, "4.3.3"};
    return can_be_done(&duty, pos) ? duty : first_possible(&t, "4.3.3", ARB_NO_SQUARE);
}

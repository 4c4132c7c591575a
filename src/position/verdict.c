/* verdict.c: why a move is refused. Layer: position. Knows no text.
 *
 * Any attempt, from one square to another, is asked the questions of the Laws in a fixed order; the
 * first that fails is the verdict. An attempt that none refuses is a legal move: verdict and move
 * list agree exactly. The geometry comes from the rule set and is the same for both kernels. */
#include "position/verdict.h"

/* How many steps (files, ranks) lead to (to_files, to_ranks), or 0 if none do. */
static int steps_to(int files, int ranks, int to_files, int to_ranks)
{
    if (files * to_ranks != ranks * to_files)
        return 0;
    int step = files != 0 ? files : ranks;
    int whole = files != 0 ? to_files : to_ranks;
    return whole % step == 0 && whole / step > 0 ? whole / step : 0;
}

/* The first piece between `from` and the square so many steps away, or ARB_NO_SQUARE. */
static arb_square first_between(const arb_position *pos, arb_square from, int files, int ranks,
                                int steps)
{
    arb_square at = from;
    for (int i = 1; i < steps; i++) {
        at = arb__step(pos->size, at, files, ranks);
        if (arb__piece_at(pos, at) != ARB_NO_PIECE)
            return at;
    }
    return ARB_NO_SQUARE;
}

/* Does the piece go that way, and is the way free (FIDE 3.2 to 3.6, 3.8.1)? Where two ways lead
 * there one free way is enough. */
static arb_verdict_code judge_piece(const arb_position *pos, int files, int ranks, arb_verdict *v)
{
    const arb_kind_rule *rule = &pos->rules->kinds[arb_piece_kind(v->piece)];
    int forward = arb__forward(arb_piece_colour(v->piece));
    arb_square obstacle = ARB_NO_SQUARE;

    for (unsigned i = 0; i < rule->leap_count; i++)
        if (rule->leaps[i].files == files && rule->leaps[i].ranks * forward == ranks)
            return ARB_V_OK;
    for (unsigned i = 0; i < rule->slide_count; i++) {
        const arb_step *slide = &rule->slides[i];
        int steps = steps_to(slide->files, slide->ranks * forward, files, ranks);
        if (steps == 0 || (slide->range != 0 && steps > slide->range))
            continue;
        arb_square at = first_between(pos, v->from, slide->files, slide->ranks * forward, steps);
        if (at == ARB_NO_SQUARE)
            return ARB_V_OK;
        if (obstacle == ARB_NO_SQUARE)
            obstacle = at;
    }
    v->at = obstacle;
    return obstacle == ARB_NO_SQUARE ? ARB_V_WRONG_SHAPE : ARB_V_BLOCKED;
}

/* One or two steps ahead (FIDE 3.7.1, 3.7.2); `ahead` counts ranks as the pawn sees them. */
static arb_verdict_code judge_pawn_steps(const arb_position *pos, int ahead, arb_verdict *v)
{
    arb_colour colour = arb_piece_colour(v->piece);
    if (ahead != 1 && ahead != 2)
        return ARB_V_WRONG_SHAPE;
    if (ahead == 2 && !arb__double_row(pos->rules, pos->size, colour, v->from))
        return ARB_V_PAWN_DOUBLE_STEP;
    v->at = first_between(pos, v->from, 0, arb__forward(colour), ahead + 1);
    return v->at == ARB_NO_SQUARE ? ARB_V_OK : ARB_V_PAWN_BLOCKED;
}

/* A pawn takes diagonally ahead (FIDE 3.7.3), en passant for the side to move only (3.7.3.1). */
static arb_verdict_code judge_pawn(const arb_position *pos, int files, int ranks, bool takes,
                                   arb_move_type *type, arb_verdict *v)
{
    arb_colour colour = arb_piece_colour(v->piece);
    int ahead = ranks * arb__forward(colour);
    if (files == 0)
        return judge_pawn_steps(pos, ahead, v);
    if (ahead != 1 || (files != 1 && files != -1))
        return ARB_V_WRONG_SHAPE;
    if (takes)
        return ARB_V_OK;
    if (v->to != pos->en_passant || colour != pos->turn)
        return ARB_V_PAWN_NO_CAPTURE;
    *type = ARB_EN_PASSANT;
    return ARB_V_OK;
}

/* FIDE 3.7.3.3: a promotion must name its piece, unless the rule set leaves no choice; any other
 * move must not. */
static arb_verdict_code judge_promotion(const arb_position *pos, arb_kind *promotion,
                                        const arb_verdict *v)
{
    const arb_rules *rules = pos->rules;
    uint32_t kinds = rules->pawn.promotion_kinds;
    bool due = arb_piece_kind(v->piece) == ARB_PAWN &&
               arb__promotes(rules, pos->size, arb_piece_colour(v->piece), v->to);
    *promotion = v->promotion;
    if (!due)
        return v->promotion == ARB_NO_KIND ? ARB_V_OK : ARB_V_PROMOTION_NOT_ALLOWED;
    if (v->promotion == ARB_NO_KIND) {
        if (kinds == 0 || (kinds & (kinds - 1)) != 0)
            return ARB_V_PROMOTION_MISSING;
        while (!(kinds >> *promotion & 1u))
            ++*promotion;
        return ARB_V_OK;
    }
    return v->promotion < ARB_KIND_LIMIT && (kinds >> v->promotion & 1u)
               ? ARB_V_OK
               : ARB_V_PROMOTION_NOT_ALLOWED;
}

/* Which of the reasons of FIDE 3.9.2 it is, once the own royal piece is known to be attacked after
 * the move. Of several attackers the one on the lowest square is named, but one that gave check
 * before goes first. */
static arb_verdict_code name_attack(const arb_position *pos, const arb__edit *edit,
                                    arb_square royal, arb_verdict *v)
{
    arb_colour colour = arb_piece_colour(v->piece);
    arb_square before[ARB_SQUARE_LIMIT];
    arb_square after[ARB_SQUARE_LIMIT];
    size_t afters = arb__attackers(pos, edit, royal, arb_other(colour), after, ARB_SQUARE_LIMIT);

    v->by = after[0];
    if (v->from == pos->royal[colour])
        return ARB_V_KING_INTO_CHECK;
    size_t befores = arb__attackers(pos, NULL, royal, arb_other(colour), before, ARB_SQUARE_LIMIT);
    for (size_t i = 0; i < afters; i++)
        for (size_t k = 0; k < befores; k++)
            if (after[i] == before[k]) {
                v->by = after[i];
                return ARB_V_STILL_IN_CHECK;
            }
    return ARB_V_EXPOSES_KING;
}

static arb_verdict_code judge_safety(const arb_position *pos, arb_move move, arb_verdict *v)
{
    arb_colour colour = arb_piece_colour(v->piece);
    arb_square royal = pos->royal[colour];
    if (!pos->rules->royal.safe || royal == ARB_NO_SQUARE)
        return ARB_V_OK;
    if (royal == v->from)
        royal = v->to;
    arb__edit edit = arb__move_edit(pos, move);
    if (!arb__attacked(pos, &edit, royal, arb_other(colour)))
        return ARB_V_OK;
    return name_attack(pos, &edit, royal, v);
}

/* Shape, way, promotion, king safety: the target is another square without an own piece. */
static arb_verdict_code judge_way(const arb_position *pos, bool takes, arb_verdict *v)
{
    int files = arb_square_file(pos->size, v->to) - arb_square_file(pos->size, v->from);
    int ranks = arb_square_rank(pos->size, v->to) - arb_square_rank(pos->size, v->from);
    arb_move_type type = ARB_NORMAL;
    arb_kind promotion;

    arb_verdict_code code = arb_piece_kind(v->piece) == ARB_PAWN
                                ? judge_pawn(pos, files, ranks, takes, &type, v)
                                : judge_piece(pos, files, ranks, v);
    if (code == ARB_V_WRONG_SHAPE && v->from == pos->royal[arb_piece_colour(v->piece)]) {
        int side = arb__castle_side_by_arrival(pos, v->from, v->to);
        if (side != ARB__NO_SIDE)
            return arb__judge_castling(pos, side, v);
    }
    if (code == ARB_V_OK)
        code = judge_promotion(pos, &promotion, v);
    if (code != ARB_V_OK)
        return code;

    arb_move move = arb_move_of(v->from, v->to, promotion, type);
    code = judge_safety(pos, move, v);
    if (code == ARB_V_OK)
        v->move = move;
    return code;
}

static arb_verdict_code judge(const arb_position *pos, bool any_turn, arb_verdict *v)
{
    if (pos->over)
        return ARB_V_GAME_OVER;
    if (v->from == ARB_NO_SQUARE)
        return ARB_V_OFF_BOARD;
    if (v->piece == ARB_NO_PIECE)
        return ARB_V_NO_PIECE;
    arb_colour colour = arb_piece_colour(v->piece);
    if (!any_turn && colour != pos->turn)
        return ARB_V_NOT_YOUR_TURN;
    if (v->to == ARB_NO_SQUARE)
        return ARB_V_OFF_BOARD;
    if (v->to == v->from)
        return ARB_V_SAME_SQUARE;
    arb_piece target = arb__piece_at(pos, v->to);
    if (target == ARB_NO_PIECE || arb_piece_colour(target) != colour)
        return judge_way(pos, target != ARB_NO_PIECE, v);
    int side = arb__castle_side_by_rook(pos, v->from, v->to);
    return side == ARB__NO_SIDE ? ARB_V_OWN_PIECE : arb__judge_castling(pos, side, v);
}

static arb_verdict verdict_on(const arb_position *pos, arb_square from, arb_square to,
                              arb_kind promotion, bool any_turn)
{
    arb_verdict v = {ARB_V_OK,      ARB_NO_MOVE,   ARB_NO_SQUARE, ARB_NO_SQUARE,
                     ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_PIECE,  promotion};
    if (arb_square_on(pos->size, from)) {
        v.from = from;
        v.piece = arb__piece_at(pos, from);
    }
    if (arb_square_on(pos->size, to))
        v.to = to;
    v.code = judge(pos, any_turn, &v);
    return v;
}

arb_verdict arb_position_verdict(const arb_position *position, arb_square from, arb_square to,
                                 arb_kind promotion)
{
    return verdict_on(position, from, to, promotion, false);
}

arb_verdict arb_position_verdict_any_turn(const arb_position *position, arb_square from,
                                          arb_square to, arb_kind promotion)
{
    return verdict_on(position, from, to, promotion, true);
}

/* verdict.c: why a move is refused. Layer: position. Knows no text.
 *
 * Any attempt from one square to another is tested against the Laws in a fixed order; the first
 * rule that it breaks is the verdict. An attempt that breaks none is a legal move: verdicts and
 * move list agree exactly. The geometry comes from the rule set and is the same for both
 * kernels. */
#include "position/verdict/verdict.h"

/* How many steps of (files, ranks) make (to_files, to_ranks), or 0 if no number does. */
static int steps_to(int files, int ranks, int to_files, int to_ranks)
{
    if (files * to_ranks != ranks * to_files)
        return 0;
    int step = files != 0 ? files : ranks;
    int whole = files != 0 ? to_files : to_ranks;
    return whole % step == 0 && whole / step > 0 ? whole / step : 0;
}

/* The first piece or hole between `from` and the square `steps` steps away, or ARB_NO_SQUARE. */
static arb_square first_between(const arb_position *pos, arb_square from, int files, int ranks,
                                int steps)
{
    arb_square at = from;
    for (int i = 1; i < steps; i++) {
        at = arb__step(pos->size, at, files, ranks);
        if (arb__piece_at(pos, at) != ARB_NO_PIECE || arb__is_hole(pos, at))
            return at;
    }
    return ARB_NO_SQUARE;
}

/* The best explanation so far: of all steps of the piece the one that came nearest to the
 * attempt. */
typedef struct {
    arb_verdict_code code;
    arb_square at;
    bool fits;
} finding;

/* Not inlined, since it is asked only of the second step that leads to the target. */
static __attribute__((noinline)) unsigned nearness(arb_verdict_code code)
{
    return code == ARB_V_OK ? 99 : arb_verdict_rank(code);
}

/* A step that suits the target (a capture for a piece, a quiet step for an empty square) comes
 * nearer than one that does not. */
static void note(finding *best, arb_step step, bool takes, arb_verdict_code code, arb_square at)
{
    bool fits = !(step.how & (takes ? ARB_STEP_MOVES : ARB_STEP_CAPTURES));
    if (best->code == ARB_V_WRONG_SHAPE || fits > best->fits ||
        (fits == best->fits && nearness(code) > nearness(best->code)))
        *best = (finding){code, at, fits};
}

/* The path is free: may the step capture, or move without capturing, as the target requires? */
static void judge_landing(arb_step step, bool takes, arb_square to, finding *best)
{
    if (takes && (step.how & ARB_STEP_MOVES))
        note(best, step, takes, ARB_V_BLOCKED, to);
    else if (!takes && (step.how & ARB_STEP_CAPTURES))
        note(best, step, takes, ARB_V_NOTHING_TO_CAPTURE, ARB_NO_SQUARE);
    else
        note(best, step, takes, ARB_V_OK, ARB_NO_SQUARE);
}

static void judge_slide(const arb_position *pos, arb_step slide, int steps, bool takes,
                        const arb_verdict *v, finding *best)
{
    arb_colour colour = arb_piece_colour(v->piece);
    int files = arb__step_files(slide, colour), ranks = arb__step_ranks(slide, colour);
    arb_square at = first_between(pos, v->from, files, ranks, steps);
    if (slide.how & ARB_STEP_HOPS) {
        if (at == ARB_NO_SQUARE || arb__is_hole(pos, at)) {
            note(best, slide, takes, at == ARB_NO_SQUARE ? ARB_V_NO_HURDLE : ARB_V_BLOCKED, at);
            return;
        }
        int left = steps_to(files, ranks,
                            arb_square_file(pos->size, v->to) - arb_square_file(pos->size, at),
                            arb_square_rank(pos->size, v->to) - arb_square_rank(pos->size, at));
        if (slide.range != 0 && left > slide.range) {
            note(best, slide, takes, ARB_V_NO_HURDLE, ARB_NO_SQUARE);
            return;
        }
        at = first_between(pos, at, files, ranks, left);
    }
    if (at != ARB_NO_SQUARE)
        note(best, slide, takes, ARB_V_BLOCKED, at);
    else
        judge_landing(slide, takes, v->to, best);
}

/* Judges a leap made twice, from a row where double steps are allowed. */
static void judge_double(const arb_position *pos, arb_step leap, bool takes, const arb_verdict *v,
                         finding *best)
{
    arb_colour colour = arb_piece_colour(v->piece);
    arb_square at = first_between(pos, v->from, arb__step_files(leap, colour),
                                  arb__step_ranks(leap, colour), takes ? 2 : 3);
    if (!arb__double_row(pos->rules, pos->size, colour, v->from))
        note(best, leap, takes, ARB_V_PAWN_DOUBLE_STEP, ARB_NO_SQUARE);
    else if (at != ARB_NO_SQUARE || takes)
        note(best, leap, takes, ARB_V_BLOCKED, at != ARB_NO_SQUARE ? at : v->to);
    else
        note(best, leap, false, ARB_V_OK, ARB_NO_SQUARE);
}

/* Can the piece move there, and is the path free (FIDE 3.2 to 3.6, 3.8.1)? If two steps lead there,
 * one free path is enough. */
static arb_verdict_code judge_piece(const arb_position *pos, int files, int ranks, bool takes,
                                    arb_verdict *v)
{
    const arb_kind_rule *rule = &pos->rules->kinds[arb_piece_kind(v->piece)];
    arb_colour colour = arb_piece_colour(v->piece);
    finding best = {ARB_V_WRONG_SHAPE, ARB_NO_SQUARE, false};

    for (unsigned i = 0; i < rule->leap_count; i++) {
        arb_step leap = rule->leaps[i];
        int leap_files = arb__step_files(leap, colour), leap_ranks = arb__step_ranks(leap, colour);
        if (leap_files == files && leap_ranks == ranks)
            judge_landing(leap, takes, v->to, &best);
        else if ((leap.how & ARB_STEP_DOUBLES) && 2 * leap_files == files &&
                 2 * leap_ranks == ranks)
            judge_double(pos, leap, takes, v, &best);
    }
    for (unsigned i = 0; i < rule->slide_count && best.code != ARB_V_OK; i++) {
        arb_step slide = rule->slides[i];
        int steps =
            steps_to(arb__step_files(slide, colour), arb__step_ranks(slide, colour), files, ranks);
        if (steps == 0 || (slide.range != 0 && steps > slide.range && !(slide.how & ARB_STEP_HOPS)))
            continue;
        judge_slide(pos, slide, steps, takes, v, &best);
    }
    v->at = best.at;
    return best.code;
}

/* Judges a pawn whose steps the rule set defines: as any other piece, except for en passant. */
static arb_verdict_code judge_own_pawn(const arb_position *pos, int files, int ranks, bool takes,
                                       arb_move_type *type, arb_verdict *v)
{
    bool passing = !takes && v->to == pos->en_passant && arb_piece_colour(v->piece) == pos->turn;
    if (passing && judge_piece(pos, files, ranks, true, v) == ARB_V_OK) {
        *type = ARB_EN_PASSANT;
        return ARB_V_OK;
    }
    return judge_piece(pos, files, ranks, takes, v);
}

/* One or two steps ahead (FIDE 3.7.1, 3.7.2); `ahead` counts ranks as the pawn sees them. */
static arb_verdict_code judge_pawn_steps(const arb_position *pos, int ahead, arb_verdict *v)
{
    arb_colour colour = arb_piece_colour(v->piece);
    if (ahead != 1 && ahead != 2)
        return ARB_V_WRONG_SHAPE;
    v->two_squares = ahead == 2;
    if (ahead == 2 && !arb__double_row(pos->rules, pos->size, colour, v->from))
        return ARB_V_PAWN_DOUBLE_STEP;
    v->at = first_between(pos, v->from, 0, arb__forward(colour), ahead + 1);
    return v->at == ARB_NO_SQUARE ? ARB_V_OK : ARB_V_PAWN_BLOCKED;
}

/* FIDE 3.7.3.2: does an enemy pawn stand beside this one where a double step over the target ends?
 * Then the target was perhaps open to en passant, on an earlier move. */
static bool passed_earlier(const arb_position *pos, const arb_verdict *v, arb_colour colour)
{
    const arb_rules *rules = pos->rules;
    arb_colour enemy = arb_other(colour);
    arb_square beside = arb_square_at(pos->size, arb_square_file(pos->size, v->to),
                                      arb_square_rank(pos->size, v->from));
    arb_square start = arb__step(pos->size, beside, 0, 2 * arb__forward(colour));
    return rules->ending.laws && rules->pawn.en_passant && start != ARB_NO_SQUARE &&
           arb__piece_at(pos, start) == ARB_NO_PIECE &&
           arb__piece_at(pos, beside) == arb_piece_of(enemy, ARB_PAWN) &&
           arb__may_be_passed(pos, enemy, start, 0);
}

/* A pawn takes diagonally ahead (FIDE 3.7.3), en passant for the side to move only (3.7.3.1). */
static arb_verdict_code judge_pawn(const arb_position *pos, int files, int ranks, bool takes,
                                   arb_move_type *type, arb_verdict *v)
{
    arb_colour colour = arb_piece_colour(v->piece);
    int ahead = ranks * arb__forward(colour);
    if (arb__own_pawn_steps(pos->rules))
        return judge_own_pawn(pos, files, ranks, takes, type, v);
    if (files == 0)
        return judge_pawn_steps(pos, ahead, v);
    if (ahead != 1 || (files != 1 && files != -1))
        return ARB_V_WRONG_SHAPE;
    if (takes)
        return ARB_V_OK;
    if (v->to != pos->en_passant || colour != pos->turn) {
        v->too_late = passed_earlier(pos, v, colour);
        return ARB_V_PAWN_NO_CAPTURE;
    }
    *type = ARB_EN_PASSANT;
    return ARB_V_OK;
}

/* FIDE 3.7.3.3: a promotion must name its piece, unless the rule set leaves no choice; any other
 * move must not. */
static arb_verdict_code judge_promotion(const arb_position *pos, arb_kind *promotion,
                                        const arb_verdict *v)
{
    enum { STAYS = 1u << ARB_NO_KIND };
    uint32_t kinds = arb__arrival_kinds(pos, v->piece, v->to);
    *promotion = v->promotion;
    if (v->promotion != ARB_NO_KIND)
        return v->promotion < ARB_KIND_LIMIT && (kinds >> v->promotion & 1u)
                   ? ARB_V_OK
                   : ARB_V_PROMOTION_NOT_ALLOWED;
    if (kinds & STAYS)
        return ARB_V_OK;
    if (kinds == 0 || (kinds & (kinds - 1)) != 0)
        return ARB_V_PROMOTION_MISSING;
    *promotion = (arb_kind)__builtin_ctz(kinds);
    return ARB_V_OK;
}

/* Names the reason of FIDE 3.9.2 for a move that leaves the own royal piece attacked. Of
 * several attackers it names the one on the lowest square, but prefers one that gave check
 * before the move. */
static arb_verdict_code name_attack(const arb_position *pos, const arb__edit *edit,
                                    arb_square royal, arb_verdict *v)
{
    arb_colour colour = arb_piece_colour(v->piece);
    arb_square before[ARB_SQUARE_LIMIT];
    arb_square after[ARB_SQUARE_LIMIT];
    size_t afters = arb__attackers(pos, edit, royal, arb_other(colour), after, ARB_SQUARE_LIMIT);

    v->by = after[0];
    if (royal == v->to && v->from != ARB_NO_SQUARE)
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

/* King safety and the special rules, for a move that the piece itself can make. */
static arb_verdict_code judge_special(const arb_position *pos, arb_move move, arb_verdict *v)
{
    arb_colour colour = arb_piece_colour(v->piece);
    arb_square royal;
    arb__edit edit = arb__move_edit(pos, move);
    arb_verdict_code code = arb__refusal(pos, colour, move, &edit, &royal);
    if (code == ARB_V_EXPOSES_KING) {
        v->at = royal;
        return name_attack(pos, &edit, royal, v);
    }
    if (code == ARB_V_GIVES_CHECK) {
        arb__attackers(pos, &edit, royal, colour, &v->by, 1);
        if (v->by == arb_move_to(move) && v->from != ARB_NO_SQUARE)
            v->by = v->from;
    }
    if (code != ARB_V_OK || !pos->rules->capture.forced || arb__takes(pos, move))
        return code;
    arb_move capture = arb__grid_a_move(pos, colour, true);
    if (capture == ARB_NO_MOVE)
        return ARB_V_OK;
    v->at = arb_move_from(capture);
    v->by = arb_move_to(capture);
    return ARB_V_MUST_CAPTURE;
}

arb_verdict_code arb__judge_rest(const arb_position *pos, arb_move move, arb_verdict *v)
{
    return pos->special != 0 ? judge_special(pos, move, v) : judge_safety(pos, move, v);
}

/* Judges shape, path, promotion and king safety. The caller has tested that the target is another
 * square without an own piece. */
static arb_verdict_code judge_way(const arb_position *pos, bool takes, arb_verdict *v)
{
    int files = arb_square_file(pos->size, v->to) - arb_square_file(pos->size, v->from);
    int ranks = arb_square_rank(pos->size, v->to) - arb_square_rank(pos->size, v->from);
    arb_move_type type = ARB_NORMAL;
    arb_kind promotion;

    arb_verdict_code code = arb_piece_kind(v->piece) == ARB_PAWN
                                ? judge_pawn(pos, files, ranks, takes, &type, v)
                                : judge_piece(pos, files, ranks, takes, v);
    if (code == ARB_V_WRONG_SHAPE && v->from == pos->royal[arb_piece_colour(v->piece)]) {
        int side = arb__castle_side_by_arrival(pos, v->from, v->to);
        if (side != ARB__NO_SIDE)
            return arb__judge_castling(pos, side, v);
    }
    if (code == ARB_V_OK && !arb__may_stand(pos, v->piece, v->to))
        code = ARB_V_WRONG_SHAPE;
    if (code == ARB_V_OK)
        code = judge_promotion(pos, &promotion, v);
    if (code != ARB_V_OK)
        return code;

    arb_move move = arb_move_of(v->from, v->to, promotion, type);
    code = arb__judge_rest(pos, move, v);
    if (code == ARB_V_OK)
        v->move = move;
    return code;
}

static arb_verdict_code judge(const arb_position *pos, bool any_turn, arb_verdict *v)
{
    if (pos->over) {
        v->over = arb_position_outcome(pos);
        return ARB_V_GAME_OVER;
    }
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
    arb_verdict v = arb__verdict_on(ARB_NO_PIECE);
    v.promotion = promotion;
    if (arb_square_on(pos->size, from)) {
        v.from = from;
        v.piece = arb__piece_at(pos, from);
    }
    if (arb_square_on(pos->size, to) && !arb__is_hole(pos, to))
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

static arb_verdict_code judge_drop(const arb_position *pos, arb_kind kind, arb_verdict *v)
{
    if (pos->over) {
        v->over = arb_position_outcome(pos);
        return ARB_V_GAME_OVER;
    }
    if (v->to == ARB_NO_SQUARE)
        return ARB_V_OFF_BOARD;
    if (!pos->rules->capture.to_hand || kind == ARB_NO_KIND || kind >= ARB_KIND_LIMIT ||
        pos->hand[pos->turn][kind] == 0)
        return ARB_V_NOT_IN_HAND;
    if (arb__piece_at(pos, v->to) != ARB_NO_PIECE) {
        v->at = v->to;
        return ARB_V_DROP_OCCUPIED;
    }
    if (!arb__drop_square(pos, kind, v->to))
        return ARB_V_DROP_ROW;
    arb_move move = arb_move_of(v->to, v->to, kind, ARB_DROP);
    arb_verdict_code code = arb__judge_rest(pos, move, v);
    if (code == ARB_V_OK)
        v->move = move;
    return code;
}

arb_verdict arb_position_verdict_drop(const arb_position *position, arb_kind kind, arb_square to)
{
    arb_kind known = kind < ARB_KIND_LIMIT ? kind : ARB_NO_KIND;
    arb_verdict v = arb__verdict_on(arb_piece_of((arb_colour)position->turn, known));
    if (arb_square_on(position->size, to) && !arb__is_hole(position, to))
        v.to = to;
    v.code = judge_drop(position, kind, &v);
    return v;
}

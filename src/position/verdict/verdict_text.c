/* verdict_text.c: a verdict as a sentence for people. Layer: position.
 *
 * The sentence is made from the finished verdict and its position; it adds no reason of its own.
 * Pieces have the names of the rule set, those of chess and of the shipped rule sets in the
 * language of the sentence. */
#include "base/language.h"
#include "base/squares.h"
#include "position/verdict/verdict.h"

typedef struct {
    arb__speech speech; /* comes first: the places get a pointer to it */
    const arb_position *pos;
    const arb_verdict *verdict;
    arb_coords coords;
} sentence;

static const char *kind_name(const arb_position *pos, arb_kind kind)
{
    return kind < ARB_KIND_LIMIT ? pos->rules->kinds[kind].name : "";
}

static arb_kind kind_on(const arb_position *pos, arb_square square)
{
    return arb_piece_kind(arb_position_piece(pos, square));
}

static void put_kind(sentence *s, arb_kind kind)
{
    arb__put_noun(&s->speech.out, s->speech.language, kind_name(s->pos, kind), s->speech.oblique);
}

static void put_square(sentence *s, arb_square square)
{
    arb__put_place(&s->speech.out, s->pos->size, square, s->coords);
}

/* ---- "bishop on c1" ---- */

typedef struct {
    arb__speech speech;
    const arb_position *pos;
    arb_coords coords;
    arb_kind kind;
    arb_square square;
    bool oblique;
} piece_phrase;

static void put_phrase_part(arb__speech *speech, char place)
{
    const piece_phrase *p = (const piece_phrase *)speech;
    if (place == 'n')
        arb__put_noun(&speech->out, speech->language, kind_name(p->pos, p->kind), p->oblique);
    else /* 'q' */
        arb__put_place(&speech->out, p->pos->size, p->square, p->coords);
}

static void put_phrase(arb__speech *within, const arb_position *pos, arb_coords coords,
                       arb_kind kind, arb_square square, const char *english)
{
    piece_phrase p = {{within->out, within->language, false, put_phrase_part, NULL},
                      pos,
                      coords,
                      kind,
                      square,
                      within->oblique};
    arb__say(&p.speech, english);
    within->out = p.speech.out;
}

void arb__put_piece_on(arb__speech *speech, const arb_position *pos, arb_coords coords,
                       arb_square square)
{
    put_phrase(speech, pos, coords, kind_on(pos, square), square, "%n on %q");
}

const char *arb__name_on(const arb_position *pos, arb_square square)
{
    return kind_name(pos, kind_on(pos, square));
}

/* ---- the parts of a verdict ---- */

static void put_side(sentence *s)
{
    arb_square from = s->verdict->from;
    arb_square to = s->verdict->to;
    if (!arb_square_on(s->pos->size, from) || !arb_square_on(s->pos->size, to))
        return;
    int side = arb__castle_side_by_rook(s->pos, from, to);
    if (side == ARB__NO_SIDE)
        side = arb__castle_side_by_arrival(s->pos, from, to);
    /* A king that has left its home square can still be asked to castle by O-O-O. */
    if (side == ARB__NO_SIDE &&
        arb_square_file(s->pos->size, to) < arb_square_file(s->pos->size, from))
        side = ARB_QUEEN_SIDE;
    arb__say(&s->speech, side == ARB_QUEEN_SIDE ? "queenside" : "kingside");
}

/* "queen, rook, bishop or knight", the strongest first as people say it. */
static void put_promotion_kinds(sentence *s)
{
    uint32_t all =
        arb__arrival_kinds(s->pos, s->verdict->piece, s->verdict->to) & ~(1u << ARB_NO_KIND);
    uint32_t left = all;
    if (all == 0)
        arb__say(&s->speech, "nothing is left to become");
    for (int kind = ARB_KIND_LIMIT - 1; kind > ARB_NO_KIND; kind--) {
        if (!(left >> kind & 1u))
            continue;
        bool first = left == all;
        left &= ~(1u << kind);
        if (!first)
            arb__say(&s->speech, left != 0 ? ", " : " or ");
        put_kind(s, (arb_kind)kind);
    }
}

/* The square of the piece that a place stands for. */
static arb_square square_of(const sentence *s, char place)
{
    const arb_verdict *v = s->verdict;
    switch (place) {
    case 'm':
        return v->from;
    case 'a':
        return v->at;
    case 'b':
        return v->by;
    default: /* 'r': the royal piece that would be attacked */
        return v->at != ARB_NO_SQUARE ? v->at : s->pos->royal[arb_piece_colour(v->piece)];
    }
}

static const char *noun_of(const arb__speech *speech, char place)
{
    const sentence *s = (const sentence *)speech;
    const arb_verdict *v = s->verdict;
    if (place == 'p')
        return kind_name(s->pos, v->promotion);
    if (place == 'k' || (place == 'm' && v->from == ARB_NO_SQUARE))
        return kind_name(s->pos, arb_piece_kind(v->piece));
    return arb__name_on(s->pos, square_of(s, place));
}

/* %m the piece that moves, with its square; %k its kind; %f and %t the squares from and to; %a and
 * %b the piece, with its square, on `at` and by which the king is attacked; %A the square `at`; %r
 * the royal piece with its square; %s the side of castling; %p the kind that is asked for, %l the
 * kinds that a pawn may become. */
static void put_part(arb__speech *speech, char place)
{
    sentence *s = (sentence *)speech;
    const arb_verdict *v = s->verdict;
    switch (place) {
    case 'k':
        put_kind(s, arb_piece_kind(v->piece));
        break;
    case 'p':
        put_kind(s, v->promotion);
        break;
    case 'l':
        put_promotion_kinds(s);
        break;
    case 'f':
        put_square(s, v->from);
        break;
    case 't':
        put_square(s, v->to);
        break;
    case 'A':
        put_square(s, v->at);
        break;
    case 's':
        put_side(s);
        break;
    default: /* 'm', 'a', 'b', 'r' */
        if (place == 'm' && v->from == ARB_NO_SQUARE)
            put_phrase(speech, s->pos, s->coords, arb_piece_kind(v->piece), ARB_NO_SQUARE,
                       "%n in hand");
        else
            arb__put_piece_on(speech, s->pos, s->coords, square_of(s, place));
    }
}

static sentence sentence_on(arb__writer out, const arb_position *pos, const arb_verdict *verdict,
                            arb_coords coords)
{
    return (sentence){
        {out, arb_coords_language(coords), false, put_part, noun_of}, pos, verdict, coords};
}

void arb__put_pattern(arb__writer *out, const arb_position *pos, const arb_verdict *verdict,
                      arb_coords coords, const char *pattern)
{
    sentence s = sentence_on(*out, pos, verdict, coords);
    arb__say(&s.speech, pattern);
    *out = s.speech.out;
}

static const char cannot_move[] = "The %m cannot move to %t: ";
static const char cannot_drop[] = "The %m cannot be dropped on %t: ";
static const char cannot_castle[] = "The %m cannot castle %s: ";

/* A beginning that several sentences share, and the reason. Where the reason also depends on
 * something else, reason_for gives another one. */
static const struct {
    const char *head;
    const char *reason;
} patterns[ARB_V_COUNT] = {
    [ARB_V_OK] = {"", "The %m can move to %t."},
    [ARB_V_GAME_OVER] = {"", ""},
    [ARB_V_OFF_BOARD] = {"", "The %m cannot leave the board."},
    [ARB_V_NO_PIECE] = {"", "There is no piece on %f."},
    [ARB_V_NOT_YOUR_TURN] = {"", "The %m cannot move: it is Black's turn."},
    [ARB_V_SAME_SQUARE] = {"", "The %m must move to another square."},
    [ARB_V_OWN_PIECE] = {cannot_move, "a piece of its own side is there."},
    [ARB_V_WRONG_SHAPE] = {cannot_move, "%[a]k does not move that way."},
    [ARB_V_BLOCKED] = {cannot_move, "the %a is in the way."},
    [ARB_V_PAWN_BLOCKED] = {cannot_move, "the %a is in the way."},
    [ARB_V_PAWN_NO_CAPTURE] = {cannot_move, "there is nothing to capture."},
    [ARB_V_PAWN_DOUBLE_STEP] = {cannot_move, "%[a]k steps two squares only from its start row."},
    [ARB_V_PROMOTION_MISSING] = {"", "The %m must become another piece on %t: %l."},
    [ARB_V_PROMOTION_NOT_ALLOWED] = {"", "The %m cannot become %[a]p on %t, only %l."},
    [ARB_V_CASTLE_KING_MOVED] = {cannot_castle, "the right to castle is gone."},
    [ARB_V_CASTLE_ROOK_MOVED] = {cannot_castle, "the right to castle with that rook is gone."},
    [ARB_V_CASTLE_NO_ROOK] = {cannot_castle, "there is no rook to castle with."},
    [ARB_V_CASTLE_BLOCKED] = {cannot_castle, "the %a is in the way."},
    [ARB_V_CASTLE_IN_CHECK] = {cannot_castle, "it is in check from the %b."},
    [ARB_V_CASTLE_THROUGH_CHECK] = {cannot_castle, "it would cross %A, which the %b attacks."},
    [ARB_V_CASTLE_INTO_CHECK] = {cannot_castle, "it would arrive on %A, which the %b attacks."},
    [ARB_V_KING_INTO_CHECK] = {cannot_move, "the %b would attack it there."},
    [ARB_V_EXPOSES_KING] = {cannot_move, "the %r would be in check from the %b."},
    [ARB_V_STILL_IN_CHECK] = {cannot_move, "the %r would still be in check from the %b."},
    [ARB_V_NOTHING_TO_CAPTURE] = {cannot_move, "it goes that way only to capture."},
    [ARB_V_NO_HURDLE] = {cannot_move, "there is no piece to hop over."},
    [ARB_V_MUST_CAPTURE] = {cannot_move, "the %a can capture, and must."},
    [ARB_V_GIVES_CHECK] = {cannot_move, "it would give check."},
    [ARB_V_EXPLODES_KING] = {cannot_move, "the explosion would take its own king."},
    [ARB_V_NOT_IN_HAND] = {"", "There is no such piece in hand."},
    [ARB_V_DROP_OCCUPIED] = {cannot_drop, "the %a is there."},
    [ARB_V_DROP_ROW] = {cannot_drop, "a pawn is not dropped on the first or the last row."},
};

static bool is_drop(const arb_verdict *verdict)
{
    return verdict->from == ARB_NO_SQUARE && verdict->piece != ARB_NO_PIECE;
}

/* A FEN does not tell why a right to castle is gone, so the sentence under the Laws does not
 * either. In Lab 3 a game starts with every right, so there the piece has moved. */
static const char *reason_for(const sentence *s)
{
    const arb_verdict *v = s->verdict;
    const arb_rules *rules = s->pos->rules;
    const arb_kind kind = arb_piece_kind(v->piece);
    const char *reason = patterns[v->code].reason;
    switch (v->code) {
    case ARB_V_OK:
        return is_drop(v)                                  ? "The %m can be dropped on %t."
               : arb_move_type_of(v->move) == ARB_CASTLING ? "The %m can castle %s."
                                                           : reason;
    case ARB_V_OFF_BOARD:
        return v->from == ARB_NO_SQUARE && !is_drop(v) ? "There is no such square to move from."
                                                       : reason;
    case ARB_V_NOT_YOUR_TURN:
        return s->pos->turn == ARB_WHITE ? "The %m cannot move: it is White's turn." : reason;
    case ARB_V_BLOCKED:
        return arb__is_hole(s->pos, v->at) ? "the board has a hole at %A." : reason;
    case ARB_V_PAWN_NO_CAPTURE:
        return v->too_late ? "en passant is possible only on the move after the double step."
                           : reason;
    case ARB_V_PAWN_DOUBLE_STEP:
        return rules->pawn.double_rows == 0 ? "%[a]k steps one square only." : reason;
    case ARB_V_PROMOTION_NOT_ALLOWED:
        if (kind != ARB_PAWN && rules->kinds[kind].becomes == 0)
            return "The %m cannot become another piece: it is no pawn.";
        return arb__promotes(rules, s->pos->size, arb_piece_colour(v->piece), v->to)
                   ? reason
                   : "The %m cannot become another piece on %t.";
    case ARB_V_CASTLE_KING_MOVED:
        return rules->ending.laws ? reason : "it has moved, and the right is lost.";
    case ARB_V_CASTLE_ROOK_MOVED:
        return rules->ending.laws ? reason : "the rook has moved, and the right is lost.";
    default:
        return reason;
    }
}

size_t arb_verdict_text(const arb_verdict *verdict, const arb_position *position, char *buf,
                        size_t cap)
{
    return arb_verdict_text_in(verdict, position, ARB_COORDS_ALGEBRAIC, buf, cap);
}

size_t arb_verdict_text_in(const arb_verdict *verdict, const arb_position *position,
                           arb_coords coords, char *buf, size_t cap)
{
    sentence s = sentence_on(arb__writer_on(buf, cap), position, verdict, coords);
    if ((unsigned)verdict->code >= ARB_V_COUNT)
        return 0;
    if (verdict->code == ARB_V_GAME_OVER)
        return arb_outcome_sentence_in(verdict->over, arb_coords_language(coords), buf, cap);
    const char *head = patterns[verdict->code].head;
    arb__say(&s.speech, head == cannot_move && is_drop(verdict) ? cannot_drop : head);
    arb__say(&s.speech, reason_for(&s));
    return s.speech.out.len;
}

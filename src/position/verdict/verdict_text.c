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
    return arb_piece_kind(arb_square_on(pos->size, square) ? arb__piece_at(pos, square)
                                                           : ARB_NO_PIECE);
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

static void put(sentence *s, const char *pattern)
{
    arb__say(&s->speech, pattern);
}

void arb__put_pattern(arb__writer *out, const arb_position *pos, const arb_verdict *verdict,
                      arb_coords coords, const char *pattern)
{
    sentence s = sentence_on(*out, pos, verdict, coords);
    put(&s, pattern);
    *out = s.speech.out;
}

static const char *promotion_reason(const sentence *s)
{
    const arb_verdict *v = s->verdict;
    arb_kind kind = arb_piece_kind(v->piece);
    if (kind != ARB_PAWN && s->pos->rules->kinds[kind].becomes == 0)
        return "The %m cannot become another piece: it is no pawn.";
    if (!arb__promotes(s->pos->rules, s->pos->size, arb_piece_colour(v->piece), v->to))
        return "The %m cannot become another piece on %t.";
    return "The %m cannot become %[a]p on %t, only %l.";
}

static const char cannot_move[] = "The %m cannot move to %t: ";
static const char cannot_drop[] = "The %m cannot be dropped on %t: ";
static const char cannot_castle[] = "The %m cannot castle %s: ";

/* The sentences that one pattern can express: a beginning that several share, and the reason. The
 * others, NULL here, are in arb_verdict_text_in; g++ takes no list with gaps. */
static const struct {
    const char *head;
    const char *reason;
} patterns[ARB_V_COUNT] = {
    [ARB_V_OK] = {NULL, NULL},
    [ARB_V_GAME_OVER] = {NULL, NULL},
    [ARB_V_OFF_BOARD] = {NULL, NULL},
    [ARB_V_NO_PIECE] = {"", "There is no piece on %f."},
    [ARB_V_NOT_YOUR_TURN] = {NULL, NULL},
    [ARB_V_SAME_SQUARE] = {"", "The %m must move to another square."},
    [ARB_V_OWN_PIECE] = {cannot_move, "a piece of its own side is there."},
    [ARB_V_WRONG_SHAPE] = {cannot_move, "%[a]k does not move that way."},
    [ARB_V_BLOCKED] = {NULL, NULL},
    [ARB_V_PAWN_BLOCKED] = {cannot_move, "the %a is in the way."},
    [ARB_V_PAWN_NO_CAPTURE] = {NULL, NULL},
    [ARB_V_PAWN_DOUBLE_STEP] = {NULL, NULL},
    [ARB_V_PROMOTION_MISSING] = {"", "The %m must become another piece on %t: %l."},
    [ARB_V_PROMOTION_NOT_ALLOWED] = {NULL, NULL},
    [ARB_V_CASTLE_KING_MOVED] = {NULL, NULL},
    [ARB_V_CASTLE_ROOK_MOVED] = {NULL, NULL},
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

/* A FEN does not tell why a right is gone, so the sentence under the Laws does not either. In Lab 3
 * a game starts with every right, so there the piece has moved. */
static const char *castling_reason(const arb_position *pos, arb_verdict_code code)
{
    bool king = code == ARB_V_CASTLE_KING_MOVED;
    if (pos->rules->ending.laws)
        return king ? "the right to castle is gone."
                    : "the right to castle with that rook is gone.";
    return king ? "it has moved, and the right is lost."
                : "the rook has moved, and the right is lost.";
}

static bool is_drop(const arb_verdict *verdict)
{
    return verdict->from == ARB_NO_SQUARE && verdict->piece != ARB_NO_PIECE;
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
    switch (verdict->code) {
    case ARB_V_GAME_OVER:
        return arb_outcome_sentence_in(verdict->over, arb_coords_language(coords), buf, cap);
    case ARB_V_OFF_BOARD:
        put(&s, verdict->from == ARB_NO_SQUARE && !is_drop(verdict)
                    ? "There is no such square to move from."
                    : "The %m cannot leave the board.");
        break;
    case ARB_V_NOT_YOUR_TURN:
        put(&s, position->turn == ARB_WHITE ? "The %m cannot move: it is White's turn."
                                            : "The %m cannot move: it is Black's turn.");
        break;
    case ARB_V_PAWN_DOUBLE_STEP:
        put(&s, cannot_move);
        put(&s, position->rules->pawn.double_rows != 0
                    ? "%[a]k steps two squares only from its start row."
                    : "%[a]k steps one square only.");
        break;
    case ARB_V_PAWN_NO_CAPTURE:
        put(&s, cannot_move);
        put(&s, verdict->too_late ? "en passant is possible only on the move after the double step."
                                  : "there is nothing to capture.");
        break;
    case ARB_V_CASTLE_KING_MOVED:
    case ARB_V_CASTLE_ROOK_MOVED:
        put(&s, cannot_castle);
        put(&s, castling_reason(position, verdict->code));
        break;
    case ARB_V_PROMOTION_NOT_ALLOWED:
        put(&s, promotion_reason(&s));
        break;
    case ARB_V_BLOCKED:
        put(&s, cannot_move);
        put(&s, arb__is_hole(position, verdict->at) ? "the board has a hole at %A."
                                                    : "the %a is in the way.");
        break;
    case ARB_V_OK:
        put(&s, is_drop(verdict)                                  ? "The %m can be dropped on %t."
                : arb_move_type_of(verdict->move) == ARB_CASTLING ? "The %m can castle %s."
                                                                  : "The %m can move to %t.");
        break;
    default:
        if ((unsigned)verdict->code >= ARB_V_COUNT)
            break;
        put(&s, patterns[verdict->code].head == cannot_move && is_drop(verdict)
                    ? cannot_drop
                    : patterns[verdict->code].head);
        put(&s, patterns[verdict->code].reason);
    }
    return s.speech.out.len;
}

/* verdict_text.c: a verdict as a sentence for people. Layer: position.
 *
 * The sentence is made from the finished verdict and its position; it adds no reason of its own.
 * Pieces have the names of the rule set. */
#include "base/squares.h"
#include "position/verdict/verdict.h"

typedef struct {
    arb__writer out;
    const arb_position *pos;
    const arb_verdict *verdict;
    arb_coords coords;
} sentence;

static const char *kind_name(const sentence *s, arb_kind kind)
{
    const char *name = kind < ARB_KIND_LIMIT ? s->pos->rules->kinds[kind].name : "";
    return name[0] != '\0' ? name : "piece";
}

static void put_kind(sentence *s, arb_kind kind)
{
    const char *name = kind_name(s, kind);
    bool vowel = name[0] == 'a' || name[0] == 'e' || name[0] == 'i' || name[0] == 'o';
    arb__put_text(&s->out, vowel ? "an " : "a ");
    arb__put_text(&s->out, name);
}

static void put_square(sentence *s, arb_square square)
{
    arb__put_place(&s->out, s->pos->size, square, s->coords);
}

static void put_piece_on(sentence *s, arb_square square)
{
    arb_piece piece =
        arb_square_on(s->pos->size, square) ? arb__piece_at(s->pos, square) : ARB_NO_PIECE;
    arb__put_text(&s->out, kind_name(s, arb_piece_kind(piece)));
    arb__put_text(&s->out, " on ");
    put_square(s, square);
}

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
    arb__put_text(&s->out, side == ARB_QUEEN_SIDE ? "queenside" : "kingside");
}

/* The royal piece that would be attacked. */
static void put_royal(sentence *s)
{
    const arb_verdict *v = s->verdict;
    put_piece_on(s, v->at != ARB_NO_SQUARE ? v->at : s->pos->royal[arb_piece_colour(v->piece)]);
}

static void put_part(sentence *s, char what)
{
    const arb_verdict *v = s->verdict;
    switch (what) {
    case 'm':
        if (v->from == ARB_NO_SQUARE) {
            arb__put_text(&s->out, kind_name(s, arb_piece_kind(v->piece)));
            arb__put_text(&s->out, " in hand");
        } else {
            put_piece_on(s, v->from);
        }
        break;
    case 'k':
        put_kind(s, arb_piece_kind(v->piece));
        break;
    case 'f':
        put_square(s, v->from);
        break;
    case 't':
        put_square(s, v->to);
        break;
    case 'a':
        put_piece_on(s, v->at);
        break;
    case 'A':
        put_square(s, v->at);
        break;
    case 'b':
        put_piece_on(s, v->by);
        break;
    case 'r':
        put_royal(s);
        break;
    default: /* 's' */
        put_side(s);
    }
}

/* Writes a pattern: %m the piece that moves, with its square; %k its kind with "a" or "an"; %f and
 * %t the squares from and to; %a and %b the piece, with its square, on `at` and by which the king
 * is attacked; %A the square `at`; %r the royal piece with its square; %s the side of castling. */
static void put(sentence *s, const char *pattern)
{
    for (; *pattern != '\0'; pattern++)
        if (*pattern == '%')
            put_part(s, *++pattern);
        else
            arb__put_char(&s->out, *pattern);
}

void arb__put_pattern(arb__writer *out, const arb_position *pos, const arb_verdict *verdict,
                      arb_coords coords, const char *pattern)
{
    sentence s = {*out, pos, verdict, coords};
    put(&s, pattern);
    *out = s.out;
}

/* "queen, rook, bishop or knight", the strongest first as people say it. */
static void put_promotion_kinds(sentence *s)
{
    uint32_t all =
        arb__arrival_kinds(s->pos, s->verdict->piece, s->verdict->to) & ~(1u << ARB_NO_KIND);
    uint32_t left = all;
    if (all == 0)
        arb__put_text(&s->out, "nothing is left to become");
    for (int kind = ARB_KIND_LIMIT - 1; kind > ARB_NO_KIND; kind--) {
        if (!(left >> kind & 1u))
            continue;
        bool first = left == all;
        left &= ~(1u << kind);
        if (!first)
            arb__put_text(&s->out, left != 0 ? ", " : " or ");
        arb__put_text(&s->out, kind_name(s, (arb_kind)kind));
    }
}

static void put_promotion_not_allowed(sentence *s)
{
    const arb_verdict *v = s->verdict;
    arb_kind kind = arb_piece_kind(v->piece);
    if (kind != ARB_PAWN && s->pos->rules->kinds[kind].becomes == 0) {
        put(s, "The %m cannot become another piece: it is no pawn.");
    } else if (!arb__promotes(s->pos->rules, s->pos->size, arb_piece_colour(v->piece), v->to)) {
        put(s, "The %m cannot become another piece on %t.");
    } else {
        put(s, "The %m cannot become ");
        put_kind(s, v->promotion);
        put(s, " on %t, only ");
        put_promotion_kinds(s);
        put(s, ".");
    }
}

static const char cannot_move[] = "The %m cannot move to %t: ";
static const char cannot_drop[] = "The %m cannot be dropped on %t: ";
static const char cannot_castle[] = "The %m cannot castle %s: ";

/* The sentences that are plain patterns: a beginning that several share, and the reason. NULL: the
 * sentence of this code is written by a function. */
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
    [ARB_V_WRONG_SHAPE] = {cannot_move, "%k does not move that way."},
    [ARB_V_BLOCKED] = {NULL, NULL},
    [ARB_V_PAWN_BLOCKED] = {cannot_move, "the %a is in the way."},
    [ARB_V_PAWN_NO_CAPTURE] = {NULL, NULL},
    [ARB_V_PAWN_DOUBLE_STEP] = {NULL, NULL},
    [ARB_V_PROMOTION_MISSING] = {NULL, NULL},
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
    sentence s = {arb__writer_on(buf, cap), position, verdict, coords};
    switch (verdict->code) {
    case ARB_V_GAME_OVER:
        return arb_outcome_sentence(verdict->over, buf, cap);
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
                    ? "%k steps two squares only from its start row."
                    : "%k steps one square only.");
        break;
    case ARB_V_PAWN_NO_CAPTURE:
        put(&s, cannot_move);
        put(&s, verdict->too_late ? "en passant is possible only on the move after the double step."
                                  : "there is nothing to capture.");
        break;
    case ARB_V_PROMOTION_MISSING:
        put(&s, "The %m must become another piece on %t: ");
        put_promotion_kinds(&s);
        put(&s, ".");
        break;
    case ARB_V_CASTLE_KING_MOVED:
    case ARB_V_CASTLE_ROOK_MOVED:
        put(&s, cannot_castle);
        put(&s, castling_reason(position, verdict->code));
        break;
    case ARB_V_PROMOTION_NOT_ALLOWED:
        put_promotion_not_allowed(&s);
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
    return s.out.len;
}

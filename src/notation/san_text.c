/* san_text.c: why the text of a move was refused, in sentences. Layer: notation. */
#include "base/language.h"
#include "base/squares.h"
#include "notation/notation.h"
#include "position/position.h"

typedef struct {
    arb__speech speech;
    const arb_san *san;
    const arb_position *pos;
} san_sentence;

static size_t listed(const arb_san *san)
{
    return san->count < ARB_CANDIDATE_LIMIT ? san->count : ARB_CANDIDATE_LIMIT;
}

static const char *noun_of(const arb__speech *speech, char place)
{
    const san_sentence *s = (const san_sentence *)speech;
    (void)place;
    return arb_position_rules(s->pos)->kinds[s->san->kind].name;
}

/* "d2, f2 and h2" */
static void put_origins(san_sentence *s)
{
    const arb_san *san = s->san;
    for (size_t i = 0; i < listed(san); i++) {
        if (i > 0)
            arb__say(&s->speech, i + 1 == san->count ? " and " : ", ");
        arb__put_square(&s->speech.out, arb_position_size(s->pos), san->why[i].from);
    }
    if (san->count > listed(san))
        arb__say(&s->speech, " and %m more");
}

/* %k the kind of piece, %t the square that it is to go to, %f where such pieces stand, %m how many
 * more there are; %w what is wrong with the text, %n which byte is. */
static void put_part(arb__speech *speech, char place)
{
    san_sentence *s = (san_sentence *)speech;
    const arb_san *san = s->san;
    switch (place) {
    case 'k':
        arb__put_noun(&speech->out, speech->language, noun_of(speech, place), speech->oblique);
        break;
    case 't':
        arb__put_square(&speech->out, arb_position_size(s->pos), san->to);
        break;
    case 'f':
        put_origins(s);
        break;
    case 'm':
        arb__put_number(&speech->out, san->count - listed(san));
        break;
    case 'w':
        arb__say(speech, san->text);
        break;
    default: /* 'n' */
        arb__put_number(&speech->out, san->offset + 1);
    }
}

static void put_verdict(san_sentence *s, const arb_verdict *verdict)
{
    arb__writer *out = &s->speech.out;
    size_t room = out->len < out->cap ? out->cap - out->len : 0;
    out->len += arb_verdict_text_in(verdict, s->pos,
                                    arb_coords_in(ARB_COORDS_ALGEBRAIC, s->speech.language),
                                    room > 0 ? out->buf + out->len : NULL, room);
}

static void put_illegal(san_sentence *s)
{
    const arb_san *san = s->san;
    bool white = arb_position_turn(s->pos) == ARB_WHITE;
    if (san->count == 0 && san->to == ARB_NO_SQUARE) {
        arb__say(&s->speech,
                 white ? "White has no king to castle with." : "Black has no king to castle with.");
        return;
    }
    if (san->count == 0) {
        arb__say(&s->speech, white ? "White has no such %k to move to %t."
                                   : "Black has no such %k to move to %t.");
        return;
    }
    if (san->why[0].code == ARB_V_GAME_OVER) {
        put_verdict(s, &san->why[0]);
        return;
    }
    if (san->to == ARB_NO_SQUARE && san->why[0].code == ARB_V_WRONG_SHAPE) {
        arb__say(&s->speech, "There is no castling by these rules on this board.");
        return;
    }
    if (san->count > 1)
        arb__say(&s->speech, "No %k can move to %t. ");
    for (size_t i = 0; i < listed(san); i++) {
        if (i > 0)
            arb__say(&s->speech, " ");
        put_verdict(s, &san->why[i]);
    }
    if (san->count > listed(san))
        arb__say(&s->speech, " Nor can %m more.");
}

arb_verdict arb_san_nearest(const arb_san *san)
{
    arb_verdict nearest = arb__verdict_on(ARB_NO_PIECE);
    nearest.code = ARB_V_NO_PIECE;
    nearest.to = san->to;
    for (size_t i = 0; i < san->count && i < ARB_CANDIDATE_LIMIT; i++)
        if (i == 0 || arb_verdict_rank(san->why[i].code) > arb_verdict_rank(nearest.code))
            nearest = san->why[i];
    return nearest;
}

size_t arb_san_text_in(const arb_san *san, const arb_position *position, arb_language language,
                       char *buf, size_t cap)
{
    san_sentence s = {
        {arb__writer_on(buf, cap), language, false, put_part, noun_of}, san, position};
    switch (san->status) {
    case ARB_BAD_TEXT:
        arb__say(&s.speech, "This is no move: %w (byte %n).");
        break;
    case ARB_ILLEGAL:
        put_illegal(&s);
        break;
    case ARB_AMBIGUOUS:
        arb__say(&s.speech, "More than one %k can move to %t: those on %f.");
        break;
    default:
        break;
    }
    return s.speech.out.len;
}

size_t arb_san_text(const arb_san *san, const arb_position *position, char *buf, size_t cap)
{
    return arb_san_text_in(san, position, ARB_ENGLISH, buf, cap);
}

/* log_text.c: the names of regulations, events and rulings, and a ruling as a sentence. Layer:
 * game.
 *
 * The sentence is made from the finished ruling and adds no decision of its own. */
#include "base/language.h"
#include "game/log.h"
#include "position/verdict/verdict.h"

#include <string.h>

static const char *const regulation_names[] = {"casual", "standard", "rapid", "blitz"};

static const char *const event_names[ARB_E_COUNT] = {
    [ARB_E_MOVE] = "move",
    [ARB_E_PRESS] = "press",
    [ARB_E_TOUCH] = "touch",
    [ARB_E_ADJUST] = "adjust",
    [ARB_E_TWO_HANDS] = "two-hands",
    [ARB_E_DISPLACE] = "displace",
    [ARB_E_CLAIM] = "claim",
    [ARB_E_OFFER] = "offer",
    [ARB_E_ACCEPT] = "accept",
    [ARB_E_DECLINE] = "decline",
    [ARB_E_RESIGN] = "resign",
    [ARB_E_FLAG] = "flag",
    [ARB_E_BOTH_FLAGS] = "both-flags",
    [ARB_E_WRONG_START] = "wrong-start",
    [ARB_E_WRONG_BOARD] = "wrong-board",
    [ARB_E_WRONG_COLOURS] = "wrong-colours",
    [ARB_E_ILLEGAL_POSITION] = "illegal-position",
    [ARB_E_BOTH_LOSE] = "both-lose",
};

/* %p the player, %o the opponent, %n how much time, %s and %t the pieces on `piece` and `target`,
 * %v the verdict's sentence. */
static const struct {
    const char *name, *text;
} rulings[ARB_RULE_COUNT] = {
    [ARB_RULE_NOTED] = {"noted", "Nothing follows from this"},
    [ARB_RULE_MADE] = {"made", "%p has made the move"},
    [ARB_RULE_COMPLETED] = {"completed", "%p has completed the move"},
    [ARB_RULE_NOTHING_MADE] = {"nothing-made", "%p has no move to complete"},
    [ARB_RULE_NO_MOVE] = {"no-move", "%v"},
    [ARB_RULE_ILLEGAL] = {"illegal",
                          "%v The clock is not pressed: %p takes the move back and makes another "
                          "one with the piece touched, if it can be moved"},
    [ARB_RULE_UNPROMOTED] = {"unpromoted", "%p must exchange the pawn before pressing the clock"},
    [ARB_RULE_ALREADY_MADE] = {"already-made", "%p's move cannot be changed any more"},
    [ARB_RULE_NOT_ON_MOVE] = {"not-on-move", "It is %o's move"},
    [ARB_RULE_TOUCHED] = {"touched", ""},
    [ARB_RULE_BREAKS_TOUCH] = {"breaks-touch", "The move is taken back: "},
    [ARB_RULE_ADJUSTED] = {"adjusted", "%p adjusts the %s"},
    [ARB_RULE_MAY_NOT_ADJUST] = {"may-not-adjust",
                                 "Only the player whose move and clock it is may adjust pieces"},
    [ARB_RULE_TWO_HANDS] = {"two-hands",
                            "%p has used two hands: the clock pressed, it counts as illegal"},
    [ARB_RULE_RESTORE] = {"restore", "%p puts the pieces back on %p's own time"},
    [ARB_RULE_PENALTY] = {"penalty", ""},
    [ARB_RULE_WRONG_CLAIM] = {"wrong-claim", ""},
    [ARB_RULE_CLAIM_LOST] = {"claim-lost",
                             "%p has touched a piece and cannot claim a draw on this move"},
    [ARB_RULE_OFFERED] = {"offered", "%p offers a draw"},
    [ARB_RULE_OFFER_STANDS] = {"offer-stands", "A draw has been offered already"},
    [ARB_RULE_DECLINED] = {"declined", "%p declines the draw"},
    [ARB_RULE_NO_OFFER] = {"no-offer", "%o has offered no draw"},
    [ARB_RULE_TOO_EARLY] = {"too-early", "A draw can be agreed only after both have moved"},
    [ARB_RULE_GOES_ON] = {"goes-on", "The game continues"},
    [ARB_RULE_NEW_GAME] = {"new-game", "The game is cancelled, and a new one is to be played"},
    [ARB_RULE_REINSTATE] = {"reinstate", "The position before the irregularity is reinstated"},
    [ARB_RULE_WAIT] = {"wait", "The arbiter waits until the next move is completed"},
    [ARB_RULE_NOT_COVERED] = {"not-covered", "The guideline for two fallen flags is not for blitz"},
    [ARB_RULE_ENDED] = {"ended", ""},
    [ARB_RULE_OVER] = {"over", ""},
};

static bool find_name(const char *const *names, size_t count, const char *name, size_t len,
                      size_t *found)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0) {
            *found = i;
            return true;
        }
    return false;
}

const char *arb_regulations_name(arb_regulations regulations)
{
    return (unsigned)regulations <= ARB_BLITZ ? regulation_names[regulations] : "";
}

bool arb_regulations_find(const char *name, size_t len, arb_regulations *found)
{
    size_t at;
    if (!find_name(regulation_names, ARB_BLITZ + 1, name, len, &at))
        return false;
    *found = (arb_regulations)at;
    return true;
}

const char *arb_event_name(arb_event_kind kind)
{
    return (unsigned)kind < ARB_E_COUNT ? event_names[kind] : "";
}

bool arb_event_find(const char *name, size_t len, arb_event_kind *found)
{
    size_t at;
    if (!find_name(event_names, ARB_E_COUNT, name, len, &at))
        return false;
    *found = (arb_event_kind)at;
    return true;
}

const char *arb_ruling_name(arb_ruling_code code)
{
    return (unsigned)code < ARB_RULE_COUNT ? rulings[code].name : "";
}

/* ---- the sentence ---- */

typedef struct {
    arb__speech speech;
    const arb_ruling *ruling;
    const arb_position *pos;
    arb_coords coords;
    const char *articles; /* for %q */
} ruling_sentence;

static const char *noun_of(const arb__speech *speech, char place)
{
    const ruling_sentence *s = (const ruling_sentence *)speech;
    return arb__name_on(s->pos, place == 's' ? s->ruling->piece : s->ruling->target);
}

static void put_part(arb__speech *speech, char place)
{
    const ruling_sentence *s = (const ruling_sentence *)speech;
    const arb_ruling *r = s->ruling;
    char text[1024];
    switch (place) {
    case 'p':
    case 'o':
        arb__say(speech, (r->by == ARB_WHITE) == (place == 'p') ? "White" : "Black");
        break;
    case 'n':
        arb__say(speech, r->seconds == 60 ? "one minute" : "two minutes");
        break;
    case 's':
    case 't':
        arb__put_piece_on(speech, s->pos, s->coords, place == 's' ? r->piece : r->target);
        break;
    case 'q':
        arb__put_text(&speech->out, s->articles);
        break;
    default: /* 'v' */
        arb_verdict_text_in(&r->attempt, s->pos, s->coords, text, sizeof text);
        arb__put_text(&speech->out, text);
    }
}

static void put_words(ruling_sentence *s, const char *pattern)
{
    arb__say(&s->speech, pattern);
}

static void put_duty(ruling_sentence *s)
{
    static const char *const duties[] = {
        [ARB__DUTY_NONE] = "Nothing follows from this",
        [ARB__DUTY_MOVE] = "%p must move the %s",
        [ARB__DUTY_CAPTURE] = "%p must capture the %t",
        [ARB__DUTY_CAPTURE_WITH] = "%p must capture the %t with the %s",
        [ARB__DUTY_CASTLE] = "%p must castle with the %t",
        [ARB__DUTY_FREE] = "Nothing touched can be moved or captured: %p may make any legal move",
    };
    put_words(s, duties[s->ruling->duty]);
    if (s->ruling->duty == ARB__DUTY_MOVE && strcmp(s->ruling->article, "4.4.2") == 0)
        put_words(s, " and may not castle with the rook touched first");
}

static void put_penalty(ruling_sentence *s)
{
    const char *cause = s->ruling->cause;
    if (strcmp(cause, "7.5.1") == 0)
        put_words(s, "%p has completed an illegal move, which is taken back");
    else if (strcmp(cause, "7.5.2") == 0)
        put_words(s, "%p has not exchanged the pawn, which becomes a queen");
    else if (strcmp(cause, "7.5.3") == 0)
        put_words(s, "%p has pressed the clock without making a move");
    else
        put_words(s, "%p has made the move with two hands");
    put_words(s, ": %o gets %n more");
}

static void put_wrong_claim(ruling_sentence *s)
{
    const arb_ruling *r = s->ruling;
    if (r->seconds == 0) {
        put_words(s, "No draw can be claimed so");
        return;
    }
    put_words(s, "The claim is wrong: %o gets %n more");
    if (r->move != ARB_NO_MOVE)
        put_words(s, ", and the intended move has been made");
    else if (r->attempt.code != ARB_V_OK)
        put_words(s, ", and the piece of the intended move must be moved, if it can be");
    put_words(s, "; the claim is an offer of a draw");
}

/* Writes for example "7.5.5, 7.5.1, A.3, B.3": the article of the ruling, the one that was broken,
 * and those that halve two minutes to one. */
static void put_articles(arb__writer *out, const arb_ruling *r)
{
    bool quick = r->regulations == ARB_RAPID || r->regulations == ARB_BLITZ;
    bool halved = quick && r->seconds > 0;
    arb__put_text(out, r->article);
    if (r->cause[0] != '\0') {
        arb__put_text(out, ", ");
        arb__put_text(out, r->cause);
    }
    if (halved)
        arb__put_text(out, ", A.3");
    if (r->regulations == ARB_BLITZ && (halved || r->article[0] == 'A'))
        arb__put_text(out, ", B.3");
}

static void put_ruling(ruling_sentence *s)
{
    const arb_ruling *r = s->ruling;
    char articles[64];
    arb__writer list = arb__writer_on(articles, sizeof articles);
    put_articles(&list, r);
    if (r->code == ARB_RULE_ENDED || r->code == ARB_RULE_OVER) {
        arb__put_outcome(&s->speech.out, r->outcome, s->speech.language, articles);
        return;
    }
    if (r->code == ARB_RULE_NO_MOVE ||
        (r->code == ARB_RULE_ILLEGAL && r->regulations == ARB_CASUAL)) {
        put_words(s, "%v");
        return;
    }
    put_words(s, rulings[r->code].text);
    if (r->code == ARB_RULE_TOUCHED || r->code == ARB_RULE_BREAKS_TOUCH)
        put_duty(s);
    else if (r->code == ARB_RULE_PENALTY)
        put_penalty(s);
    else if (r->code == ARB_RULE_WRONG_CLAIM)
        put_wrong_claim(s);
    if (r->article[0] != '\0') {
        s->articles = articles;
        put_words(s, " (%q)");
    }
    put_words(s, ".");
}

size_t arb_ruling_text(const arb_ruling *ruling, const arb_position *position, arb_coords coords,
                       char *buf, size_t cap)
{
    ruling_sentence s = {
        {arb__writer_on(buf, cap), arb_coords_language(coords), false, put_part, noun_of},
        ruling,
        position,
        coords,
        ""};
    if ((unsigned)ruling->code < ARB_RULE_COUNT)
        put_ruling(&s);
    return s.speech.out.len;
}

size_t arb_ruling_json(const arb_ruling *ruling, const arb_position *position, arb_coords coords,
                       char *buf, size_t cap)
{
    char text[1280];
    arb__writer out = arb__writer_on(buf, cap);
    bool illegal = ruling->code == ARB_RULE_ILLEGAL || ruling->code == ARB_RULE_NO_MOVE ||
                   ruling->code == ARB_RULE_UNPROMOTED;
    const struct {
        const char *key, *value;
        bool always;
    } members[] = {
        {"event", arb_event_name(ruling->event), true},
        {"by", ruling->by == ARB_WHITE ? "white" : "black", true},
        {"article", ruling->article, true},
        {"cause", ruling->cause, false},
        {"verdict", illegal ? arb_verdict_name(ruling->attempt.code) : "", false},
        {"result", arb_result_text(ruling->outcome.result), true},
        {"reason",
         ruling->outcome.result != ARB_ONGOING ? arb_reason_name(ruling->outcome.reason) : "",
         false},
        {"text", text, true},
    };
    arb_ruling_text(ruling, position, coords, text, sizeof text);
    arb__put_text(&out, "{\"ruling\":");
    arb__put_json_string(&out, arb_ruling_name(ruling->code));
    arb__put_text(&out, ruling->status == ARB_OK ? ",\"ok\":true" : ",\"ok\":false");
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (!members[i].always && members[i].value[0] == '\0')
            continue;
        arb__put_text(&out, ",\"");
        arb__put_text(&out, members[i].key);
        arb__put_text(&out, "\":");
        arb__put_json_string(&out, members[i].value);
    }
    if (ruling->seconds > 0) {
        arb__put_text(&out, ",\"seconds\":");
        arb__put_number(&out, ruling->seconds);
    }
    arb__put_text(&out, "}");
    return out.len;
}

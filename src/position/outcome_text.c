/* outcome_text.c: results and reasons in words. Layer: position. */
#include "base/language.h"
#include "position/position.h"

static const struct {
    const char *name;
    const char *text;    /* follows "White wins" or "Draw" */
    const char *article; /* the article of the Laws that has this outcome */
} reasons[ARB_R_COUNT] = {
    [ARB_R_NONE] = {"none", "; the record does not say by which rule", ""},
    [ARB_R_CHECKMATE] = {"checkmate", " by checkmate", "5.1.1"},
    [ARB_R_STALEMATE] = {"stalemate", " by stalemate", "5.2.1"},
    [ARB_R_KING_CAPTURED] = {"king-captured", " by the capture of the king", ""},
    [ARB_R_BARE_KING] = {"bare-king", " by a bare king", ""},
    [ARB_R_DEAD_POSITION] = {"dead-position", ", since neither side can win", "5.2.2"},
    [ARB_R_REPETITION] = {"fivefold", " by fivefold repetition", "9.6.1"},
    [ARB_R_MOVE_LIMIT] = {"75-moves", " by the 75-move rule", "9.6.2"},
    [ARB_R_REPETITION_CLAIM] = {"threefold", " by threefold repetition", "9.2"},
    [ARB_R_MOVE_LIMIT_CLAIM] = {"50-moves", " by the 50-move rule", "9.3"},
    [ARB_R_AGREEMENT] = {"agreement", " by agreement", "5.2.3"},
    [ARB_R_RESIGNATION] = {"resignation", " by resignation", "5.1.2"},
    [ARB_R_FLAG] = {"flag", " on time", "6.9"},
    [ARB_R_GOAL] = {"goal", " by reaching the goal", ""},
    [ARB_R_CHECKS] = {"checks", " by giving enough checks", ""},
    [ARB_R_EXTINCTION] = {"extinction", " by extinction", ""},
    [ARB_R_BEREFT] = {"bereft", " since nothing is left", ""},
    [ARB_R_ILLEGAL_MOVES] = {"illegal-moves", " by the opponent's second illegal move", "7.5.5"},
    [ARB_R_ILLEGAL_POSITION] = {"illegal-position", " by an illegal position on the board",
                                "A.5.4"},
    [ARB_R_BOTH_FLAGS] = {"both-flags", " since both flags have fallen", "III.3.1.2"},
    [ARB_R_MISCONDUCT] = {"misconduct", " by refusal to comply with the Laws", "11.8"},
};

const char *arb_result_text(arb_result result)
{
    static const char *const texts[] = {[ARB_ONGOING] = "*",
                                        [ARB_WHITE_WINS] = "1-0",
                                        [ARB_BLACK_WINS] = "0-1",
                                        [ARB_DRAW] = "1/2-1/2",
                                        [ARB_BOTH_LOSE] = "0-0"};
    return texts[(unsigned)result <= ARB_BOTH_LOSE ? result : ARB_ONGOING];
}

const char *arb_reason_name(arb_reason reason)
{
    return (unsigned)reason < ARB_R_COUNT ? reasons[reason].name : "";
}

typedef struct {
    arb__speech speech;
    arb_outcome outcome;
    const char *article;
} ending;

static void put_reason(arb__speech *speech, arb_outcome outcome)
{
    bool known = outcome.result != ARB_ONGOING && (unsigned)outcome.reason < ARB_R_COUNT;
    bool drawn = outcome.result == ARB_DRAW;
    if (drawn && outcome.reason == ARB_R_ILLEGAL_MOVES)
        arb__say(speech, " by a second illegal move");
    else
        arb__say(speech, known ? reasons[outcome.reason].text : "");
    /* The flag fell (6.9), a player resigned (5.1.2), or completed a second illegal move (7.5.5).
     */
    if (drawn && (outcome.reason == ARB_R_FLAG || outcome.reason == ARB_R_RESIGNATION ||
                  outcome.reason == ARB_R_ILLEGAL_MOVES))
        arb__say(speech, ", since the opponent cannot win");
}

/* %r the reason, %a the article in parentheses, %q the article. */
static void put_part(arb__speech *speech, char place)
{
    const ending *e = (const ending *)speech;
    if (place == 'r')
        put_reason(speech, e->outcome);
    else if (place == 'q')
        arb__put_text(&speech->out, e->article);
    else if (e->article[0] != '\0')
        arb__say(speech, " (%q)");
}

static void put_ending(arb__writer *out, arb_outcome outcome, arb_language language,
                       const char *article, const char *const english[])
{
    ending e = {{*out, language, false, put_part, NULL}, outcome, article};
    arb__say(&e.speech, english[(unsigned)outcome.result <= ARB_BOTH_LOSE ? outcome.result : 0]);
    *out = e.speech.out;
}

const char *arb_outcome_article(arb_outcome outcome)
{
    bool drawn = outcome.result == ARB_DRAW;
    if (outcome.result == ARB_ONGOING || outcome.own_rule ||
        (unsigned)outcome.reason >= ARB_R_COUNT || (outcome.reason == ARB_R_CHECKMATE && drawn) ||
        (outcome.reason == ARB_R_STALEMATE && !drawn))
        return "";
    return reasons[outcome.reason].article;
}

size_t arb_outcome_text_in(arb_outcome outcome, arb_language language, char *buf, size_t cap)
{
    static const char *const heads[] = {
        [ARB_ONGOING] = "The game goes on",        [ARB_WHITE_WINS] = "White wins%r%a",
        [ARB_BLACK_WINS] = "Black wins%r%a",       [ARB_DRAW] = "Draw%r%a",
        [ARB_BOTH_LOSE] = "Both players lose%r%a",
    };
    arb__writer out = arb__writer_on(buf, cap);
    put_ending(&out, outcome, language, arb_outcome_article(outcome), heads);
    return out.len;
}

size_t arb_outcome_text(arb_outcome outcome, char *buf, size_t cap)
{
    return arb_outcome_text_in(outcome, ARB_ENGLISH, buf, cap);
}

void arb__put_outcome(arb__writer *out, arb_outcome outcome, arb_language language,
                      const char *article)
{
    static const char *const sentences[] = {
        [ARB_ONGOING] = "The game goes on.",
        [ARB_WHITE_WINS] = "The game is over: White wins%r%a.",
        [ARB_BLACK_WINS] = "The game is over: Black wins%r%a.",
        [ARB_DRAW] = "The game is over: drawn%r%a.",
        [ARB_BOTH_LOSE] = "The game is over: lost by both players%r%a.",
    };
    put_ending(out, outcome, language, article, sentences);
}

size_t arb_outcome_sentence_in(arb_outcome outcome, arb_language language, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    arb__put_outcome(&out, outcome, language, arb_outcome_article(outcome));
    return out.len;
}

size_t arb_outcome_sentence(arb_outcome outcome, char *buf, size_t cap)
{
    return arb_outcome_sentence_in(outcome, ARB_ENGLISH, buf, cap);
}

size_t arb_outcome_late_in(arb_outcome outcome, arb_language language, const char *move, size_t len,
                           char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    arb__put_bytes(&out, move, len);
    arb__put_text(&out, arb_text_in(language, " comes after the end. "));
    arb__put_outcome(&out, outcome, language, arb_outcome_article(outcome));
    return out.len;
}

size_t arb_outcome_late(arb_outcome outcome, const char *move, size_t len, char *buf, size_t cap)
{
    return arb_outcome_late_in(outcome, ARB_ENGLISH, move, len, buf, cap);
}

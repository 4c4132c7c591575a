/* causes_text.c: sentences that explain why there is no move. Layer: position. */
#include "position/verdict/verdict.h"

/* The patterns have the placeholders of verdict_text.c. NULL stands for the sentence of the
 * verdict. */
static const struct {
    const char *name, *article, *text;
} cause_kinds[ARB_CAUSE_COUNT] = {
    [ARB_CAUSE_CHECK] = {"check", "3.9.1", "The %b gives check to the %a."},
    [ARB_CAUSE_DOUBLE] = {"double", "3.9.1",
                          "More than one piece gives check: only the %a could move."},
    [ARB_CAUSE_FLIGHT] = {"flight", NULL, NULL},
    [ARB_CAUSE_CANNOT_HELP] = {"cannot-help", NULL, NULL},
    [ARB_CAUSE_NO_HELP] = {"no-help", "3.9.1", ""},
    [ARB_CAUSE_PINNED] = {"pinned", "3.9.2",
                          "The %m is pinned: it stands between the %b and the %a."},
    [ARB_CAUSE_STUCK] = {"stuck", NULL, NULL},
};

const char *arb_cause_name(arb_cause_kind kind)
{
    return (unsigned)kind < ARB_CAUSE_COUNT ? cause_kinds[kind].name : "";
}

const char *arb_cause_article(const arb_cause *cause)
{
    if ((unsigned)cause->kind >= ARB_CAUSE_COUNT)
        return "";
    const char *article = cause_kinds[cause->kind].article;
    return article != NULL ? article : arb_verdict_article(&cause->verdict);
}

static const char *no_help(const arb_cause *cause)
{
    if (cause->other)
        return cause->between ? "No other piece can take the %b or stand between."
                              : "No other piece can take the %b.";
    return cause->between ? "No piece can take the %b or stand between."
                          : "No piece can take the %b.";
}

size_t arb_cause_text(const arb_cause *cause, const arb_position *position, arb_coords coords,
                      char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    if ((unsigned)cause->kind >= ARB_CAUSE_COUNT)
        return out.len;
    const char *text = cause_kinds[cause->kind].text;
    if (text == NULL)
        return arb_verdict_text_in(&cause->verdict, position, coords, buf, cap);
    if (cause->kind == ARB_CAUSE_NO_HELP)
        text = no_help(cause);
    arb__put_pattern(&out, position, &cause->verdict, coords, text);
    return out.len;
}

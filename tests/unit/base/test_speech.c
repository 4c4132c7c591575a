/* test_speech.c: patterns of sentences: words that agree with a noun, and mistakes in a pattern. */
#include "base/language.h"
#include "check.h"

static void put(arb__speech *speech, char place)
{
    arb__put_noun(&speech->out, speech->language, place == 'o' ? "oak" : "tree", speech->oblique);
}

static const char *noun_of(const arb__speech *speech, char place)
{
    (void)speech;
    return place == 'o' ? "oak" : "tree";
}

TEST(a_pattern_is_written_with_its_words)
{
    static const struct {
        const char *pattern, *text;
    } cases[] = {
        {"This is %[a]o.", "This is an oak."},
        {"%[A]t grows.", "A tree grows."},
        {"%<a>t", "a"},
        {"%<A>o", "An"},
        {"%[other]t", "tree"}, /* English has no such word */
        {"%[a", "[a"},         /* unclosed: the sign is dropped */
        {"%[a]", "[a]"},
        {"100 %", "100 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        check_case("%s", cases[i].pattern);
        arb__speech speech = {arb__writer_on(text, sizeof text), ARB_ENGLISH, false, put, noun_of};
        arb__say(&speech, cases[i].pattern);
        CHECK_EQ_TEXT(text, cases[i].text);
    }
}

int main(void)
{
    RUN(a_pattern_is_written_with_its_words);
    return check_result();
}

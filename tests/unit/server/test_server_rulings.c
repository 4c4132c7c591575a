/* test_server_rulings.c: games under an arbiter's regulations: which steps are events, what they
 * change, and which rulings are kept. Layer: tests. */
#include "staged_match.h"

#include "server/match/match_events.h"

static char before[1 << 18];
static size_t keep(const text_builder *text)
{
    CHECK(text->len < sizeof before);
    if (text->len > 0)
        memcpy(before, text->at, text->len);
    return text->len;
}

TEST(the_last_hundred_rulings_are_kept)
{
    char step[64];
    size_t first = 0, len = 0;
    CHECK(begin((match_start){.fen = NULL}) && steps("regulations rapid", 1) == 1);
    for (int i = 0; i < 103; i++) {
        const text_builder *all = &m->rulings[ARB_ENGLISH], *one = &m->ruling[ARB_ENGLISH];
        len = keep(all);
        snprintf(step, sizeof step, "event white adjust %c%d", 'a' + i % 8, 1 + i % 2);
        CHECK(match_step(m, step, 2));
        check_case("%d", i);
        CHECK_EQ_INT(m->ruling_count, i < 100 ? i + 1 : 100);
        if (i == 0)
            first = all->len;
        size_t gone = 0; /* the oldest one, with its comma */
        if (i >= 100)
            gone = (size_t)((char *)memchr(before, '}', len) - before) + 2;
        CHECK_EQ_INT(all->len, len - gone + (i > 0) + one->len);
        CHECK(memcmp(all->at, before + gone, len - gone) == 0);
        CHECK(memcmp(all->at + all->len - one->len, one->at, one->len) == 0);
        CHECK(i == 0 || all->at[all->len - one->len - 1] == ',');
        CHECK(one->at[0] == '{' && one->at[one->len - 1] == '}');
        for (int language = 0; language < ARB_LANGUAGE_COUNT; language++)
            CHECK(m->rulings[language].len > first / 2);
    }
    check_case("%s", "");
    end();
}

TEST(steps_are_events)
{
    static const struct {
        const char *steps;
        int taken;
        size_t ply;
        int offer;
        bool over;
    } cases[] = {
        {"move e2e4;press;move e7e5;press", 4, 2, NOBODY, false},
        {"move e2e4;event white press", 2, 1, NOBODY, false},
        {"event blue press", 0, 0, NOBODY, false},
        {"event white dance", 0, 0, NOBODY, false},
        {"undo", 0, 0, NOBODY, false},
        {"move nonsense", 0, 0, NOBODY, false},
        {"resign white", 1, 0, NOBODY, true},
        {"resign black;resign white", 1, 0, NOBODY, true},
        {"a-word-of-16-plus x", 0, 0, NOBODY, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].steps);
        CHECK(begin((match_start){.clock = true, .initial_ms = 60000}));
        CHECK_EQ_INT(steps("regulations rapid", 1), 1);
        CHECK(match_regulated(m));
        CHECK_EQ_INT(steps(cases[i].steps, 2), cases[i].taken);
        CHECK(arb_game_ply(m->game) == cases[i].ply && m->draw_offer == cases[i].offer);
        CHECK_EQ_INT(match_over(m), cases[i].over);
        end();
    }
    check_case("%s", "");
    CHECK(begin((match_start){.fen = NULL}));
    CHECK(!match_regulated(m) && steps("event white touch e2", 1) == 0);
    CHECK(steps("name white Eve;regulations rapid", 1) == 1); /* only at the beginning */
    end();
}

/* An illegal move costs the opponent's clock its bonus, not one's own time. */
TEST(time_is_given_to_the_opponent)
{
    CHECK(begin((match_start){.clock = true, .initial_ms = 60000}));
    CHECK_EQ_INT(steps("regulations standard;move e2e5;press", 1000), 3);
    CHECK(m->clock.left[ARB_BLACK] == 180000 && m->clock.left[ARB_WHITE] == 60000);
    CHECK(m->ruling[ARB_ENGLISH].len > 0 && m->bonus_ms == 120000);
    CHECK_EQ_INT(steps("move e2e4", 2000), 1);
    CHECK(m->clock.left[ARB_BLACK] == 180000 && m->bonus_ms == 0);
    end();
}

int main(void)
{
    RUN(the_last_hundred_rulings_are_kept);
    RUN(steps_are_events);
    RUN(time_is_given_to_the_opponent);
    return check_result();
}

/* test_tour_player.c: players and their clocks, as a person writes them and as engines are told
 * them. Layer: tests. */
#include "check.h"
#include "tournament/player.h"

static tour_player player, common;
static arb_error error;

static bool reads(const char *text)
{
    error = (arb_error){ARB_OK, 0, NULL};
    return tour_player_read(&player, text, &common, &error);
}

/* ---- words ---- */

TEST(words_are_cut_off_one_by_one)
{
    static const struct {
        const char *key, *value;
        size_t offset;
    } words[] = {
        {"a", "1", 2}, {"b", "", 6}, {"c d", "e f=g", 9}, {"h", "\"i", 20}, {"j", "k", 26}};
    char text[] = " \ta=1 b \"c d=e f=g\" h=\"i\t\"j=k";
    size_t at = 0;
    spec_word word;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        check_case("%zu", i);
        if (!CHECK(spec_next(text, &at, &word)))
            return;
        CHECK_EQ_TEXT(word.key, words[i].key);
        CHECK_EQ_TEXT(word.value, words[i].value);
        CHECK_EQ_INT(word.offset, words[i].offset);
    }
    CHECK(!spec_next(text, &at, &word) && !spec_next(text, &at, &word));
    char blank[] = "x \t ";
    at = 0;
    CHECK(spec_next(blank, &at, &word) && !spec_next(blank, &at, &word));
}

/* ---- players ---- */

/* UCI has options without a value, as "Clear Hash". */
TEST(an_option_may_have_no_value)
{
    common = (tour_player){.name = ""};
    CHECK(reads("cmd=a option.Ponder= \"option.Clear Hash\" option.Hash=64=x"));
    CHECK_EQ_TEXT(player.options[0], "Ponder=");
    CHECK_EQ_TEXT(player.options[1], "Clear Hash");
    CHECK_EQ_TEXT(player.options[2], "Hash=64=x");
    CHECK(player.options[3] == NULL);
}

TEST(a_player_has_a_limited_number_of_words)
{
    char text[WORDS_LIMIT + 2], option[40];
    common = (tour_player){.name = ""};
    for (size_t more = 0; more < 2; more++) {
        size_t len = (size_t)snprintf(text, sizeof text, "cmd=a"), last = 0;
        for (size_t i = 0; i < PLAYER_OPTIONS + more; i++) {
            last = len + 1;
            len += (size_t)snprintf(text + len, sizeof text - len, " option.O%zu=%zu", i, i);
        }
        check_case("%zu options more", more);
        CHECK(reads(text) == !more);
        if (more) {
            CHECK_EQ_TEXT(error.text, "there are too many options");
            CHECK_EQ_INT(error.offset, last);
            CHECK_EQ_INT(error.status, ARB_BAD_TEXT);
        }
        for (size_t i = 0; i < PLAYER_OPTIONS; i++) {
            snprintf(option, sizeof option, "O%zu=%zu", i, i);
            CHECK_EQ_TEXT(player.options[i], option);
        }
        CHECK(player.options[PLAYER_OPTIONS] == NULL);
        len = (size_t)snprintf(text, sizeof text, "cmd=a");
        for (size_t i = 0; i < PLAYER_ARGUMENTS + more; i++) {
            last = len + 1;
            len += (size_t)snprintf(text + len, sizeof text - len, " arg=%zu", i);
        }
        check_case("%zu arguments more", more);
        CHECK(reads(text) == !more);
        if (more)
            CHECK(strcmp(error.text, "there are too many arguments") == 0 && error.offset == last);
        CHECK_EQ_TEXT(player.arguments[PLAYER_ARGUMENTS - 1], "31");
        CHECK(player.arguments[PLAYER_ARGUMENTS] == NULL);
    }
    for (size_t len = WORDS_LIMIT - 1; len <= WORDS_LIMIT; len++) {
        memset(text, 'p', len);
        text[len] = '\0';
        check_case("%zu letters", len);
        CHECK(reads(text) == (len < WORDS_LIMIT));
        if (len < WORDS_LIMIT)
            CHECK_EQ_INT(strlen(player.program), len);
        else
            CHECK_EQ_TEXT(error.text, "the description of the engine is too long");
    }
    for (size_t len = PLAYER_NAME - 1; len <= PLAYER_NAME; len++) {
        memcpy(text, "cmd=a name=", 11);
        memset(text + 11, 'n', len);
        text[11 + len] = '\0';
        check_case("a name of %zu letters", len);
        CHECK(reads(text) == (len < PLAYER_NAME));
        if (len < PLAYER_NAME)
            CHECK_EQ_TEXT(player.name, text + 11);
        else
            CHECK(strcmp(error.text, "the name is too long") == 0 && error.offset == 6);
    }
}

TEST(a_player_is_named_after_its_program)
{
    static const struct {
        const char *text, *program, *name;
    } cases[] = {{"sf", "sf", "sf"},
                 {"/usr/games/sf", "/usr/games/sf", "sf"},
                 {"two words", "two words", "two words"},
                 {"cmd=./a/b arg=c/d", "./a/b", "b"},
                 {"cmd=./a/b name=C", "./a/b", "C"},
                 {"name=C cmd=b", "b", "C"}};
    common = (tour_player){.tc.depth = 3};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].text);
        CHECK(reads(cases[i].text));
        CHECK_EQ_TEXT(player.program, cases[i].program);
        CHECK_EQ_TEXT(player.name, cases[i].name);
        CHECK_EQ_INT(player.tc.depth, 3);
    }
    static const char *const missing[] = {"", "name=a", "cmd="};
    for (size_t i = 0; i < 3; i++) {
        CHECK(!reads(missing[i]));
        CHECK_EQ_TEXT(error.text, "the engine's program is missing: cmd=PROGRAM");
        CHECK_EQ_INT(error.offset, 0);
    }
}

TEST(limits_are_numbers_above_0)
{
    static const struct {
        const char *text;
        size_t offset; /* of what is wrong; 0: nothing is */
    } cases[] = {{"cmd=a depth=1000", 0}, {"cmd=a depth=1001", 6}, {"cmd=a depth=0", 6},
                 {"cmd=a depth=1x", 6},   {"cmd=a nodes=1", 0},    {"cmd=a nodes=0", 6},
                 {"cmd=a st=0.5", 0},     {"cmd=a st=0", 6},       {"cmd=a st=1x", 6},
                 {"cmd=a  tc=60+x", 13},  {"cmd=a tc=60", 0},      {"cmd=a proto=uci", 0},
                 {"cmd=a proto=ucx", 6},  {"cmd=a optio.x=y", 6}};
    common = (tour_player){.name = ""};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].text);
        CHECK(reads(cases[i].text) == (cases[i].offset == 0));
        CHECK_EQ_INT(error.offset, cases[i].offset);
    }
    CHECK(reads("cmd=a depth=7 nodes=9 st=1:02.5"));
    CHECK(player.tc.depth == 7 && player.tc.nodes == 9 && player.tc.move_us == 62500000);
}

/* ---- times ---- */

TEST(times_are_read_to_the_microsecond)
{
    static const struct {
        const char *text;
        size_t len;
        int64_t us;
    } cases[] = {{"0", 1, 0},
                 {"9", 1, 9000000},
                 {"1.5", 3, 1500000},
                 {"0.000009", 8, 9},
                 {"0.0000099", 9, 9},
                 {"0.908070", 8, 908070},
                 {"1:59", 4, 119000000},
                 {"1:0.25+", 6, 60250000},
                 {"1000000", 7, 1000000000000},
                 {"1000001", 0, 0},
                 {"1:", 0, 0},
                 {":1", 0, 0},
                 {"1.", 0, 0},
                 {"1./", 0, 0},
                 {"1.:", 0, 0},
                 {"", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t us = 0;
        check_case("%s", cases[i].text);
        CHECK_EQ_INT(time_read(cases[i].text, &us), cases[i].len);
        if (cases[i].len > 0)
            CHECK_EQ_INT(us, cases[i].us);
    }
}

TEST(a_time_control_has_limits)
{
    time_control tc = {.infinite = true, .depth = 4};
    char text[64];
    CHECK(time_control_read(&tc, "10000/1", &error) && tc.moves == 10000 && !tc.infinite);
    CHECK_EQ_INT(tc.depth, 4);
    CHECK(!time_control_read(&tc, "10001/1", &error) && error.offset == 0);
    CHECK(!time_control_read(&tc, "1x/1", &error) && error.offset == 0);
    CHECK(!time_control_read(&tc, "40/0+0", &error) && error.offset == 0);
    CHECK(tc.moves == 10000 && tc.base_us == 1000000); /* nothing is taken of what is wrong */
    CHECK(time_control_read(&tc, "inf", &error) && tc.infinite);
    CHECK_EQ_INT(time_control_write(&tc, text, sizeof text), 1);
    CHECK_EQ_TEXT(text, "-");
    tc.move_us = 1500000;
    CHECK_EQ_INT(time_control_write(&tc, text, sizeof text), 5);
    CHECK_EQ_TEXT(text, "1/1.5");
    tc = (time_control){.moves = 1, .base_us = 1};
    CHECK_EQ_INT(time_control_write(&tc, text, sizeof text), 10);
    CHECK_EQ_TEXT(text, "1/0.000001");
}

TEST(clocks_of_every_kind_are_charged)
{
    static const struct {
        time_control tc;
        int64_t used, margin;
        bool holds;
        int64_t left;  /* afterwards */
        int64_t limit; /* before */
    } cases[] = {
        {{.base_us = 100}, 100, 0, true, 0, 100},
        {{.base_us = 100}, 101, 0, false, -1, 100},
        {{.base_us = 100}, 102, 2, true, 0, 100},
        {{.base_us = 100, .increment = 7}, 101, 2, true, 7, 100},
        {{.base_us = 100}, 103, 2, false, -3, 100},
        {{.increment = 50}, 50, 0, true, 50, 50},
        {{.base_us = 100, .moves = 1}, 10, 0, true, 190, 100},
        {{.base_us = 100, .moves = 2}, 10, 0, true, 90, 100},
        {{.base_us = 5, .move_us = 100}, 101, 1, true, 5, 100},
        {{.base_us = 5, .move_us = 100}, 102, 1, false, 5, 100},
        {{.base_us = 5, .move_us = 1}, 1, 0, true, 5, 1},
        {{.infinite = true, .base_us = 5}, 1000, 0, true, 5, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        player_clock clock;
        check_case("%zu", i);
        player_clock_start(&clock, &cases[i].tc);
        CHECK_EQ_INT(player_clock_limit(&clock, &cases[i].tc), cases[i].limit);
        CHECK(player_clock_spend(&clock, &cases[i].tc, cases[i].used, cases[i].margin) ==
              cases[i].holds);
        CHECK_EQ_INT(clock.left_us, cases[i].left);
    }
}

TEST(engines_are_told_what_they_may_use)
{
    static const struct {
        time_control white, black;
        arb_colour turn;
        const char *go;
    } cases[] = {
        {{.base_us = 1}, {.base_us = 1999}, ARB_WHITE, "go wtime 1 btime 1"},
        {{.base_us = 1000}, {.base_us = 2000}, ARB_BLACK, "go wtime 1 btime 2"},
        {{.base_us = 5000}, {.infinite = true}, ARB_WHITE, "go wtime 5 btime 1000000000"},
        {{.infinite = true}, {.base_us = 5000}, ARB_BLACK, "go wtime 1000000000 btime 5"},
        {{.base_us = 5000},
         {.base_us = 6000, .increment = 2500},
         ARB_WHITE,
         "go wtime 5 btime 6 winc 0 binc 2"},
        {{.base_us = 5000}, {.base_us = 6000, .moves = 1}, ARB_WHITE, "go wtime 5 btime 6"},
        {{.base_us = 5000},
         {.base_us = 6000, .moves = 1},
         ARB_BLACK,
         "go wtime 5 btime 6 movestogo 1"},
        {{.move_us = 1}, {.base_us = 5000}, ARB_WHITE, "go movetime 1"},
        {{.move_us = 1500, .nodes = 1}, {.base_us = 5000}, ARB_WHITE, "go movetime 1 nodes 1"},
        {{.infinite = true}, {.infinite = true}, ARB_WHITE, "go infinite"},
        {{.infinite = true, .depth = 1}, {.infinite = true}, ARB_WHITE, "go depth 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const time_control tc[2] = {cases[i].white, cases[i].black};
        player_clock clocks[2];
        char go[200];
        check_case("%zu", i);
        for (size_t side = 0; side < 2; side++)
            player_clock_start(&clocks[side], &tc[side]);
        time_control_go(tc, clocks, cases[i].turn, go, sizeof go);
        CHECK_EQ_TEXT(go, cases[i].go);
    }
}

int main(void)
{
    RUN(words_are_cut_off_one_by_one);
    RUN(an_option_may_have_no_value);
    RUN(a_player_has_a_limited_number_of_words);
    RUN(a_player_is_named_after_its_program);
    RUN(limits_are_numbers_above_0);
    RUN(times_are_read_to_the_microsecond);
    RUN(a_time_control_has_limits);
    RUN(clocks_of_every_kind_are_charged);
    RUN(engines_are_told_what_they_may_use);
    return check_result();
}

/* test_engine.c: what is said to a UCI engine and what is taken from it. The test holds the other
 * ends of both pipes, so no program is started. Layer: tests. */
#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include "check.h"
#include "common/steady_clock.h"
#include "engine/engine.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

static engine_process engine;
static int mouth = -1, ear = -1; /* of the engine */

static const arb_rules *rules_named(const char *name)
{
    return arb_rules_find(name, strlen(name));
}

static uint64_t bit_of(const char *name)
{
    for (size_t i = 0; i < arb_rules_count(); i++)
        if (arb_rules_at(i) == rules_named(name))
            return (uint64_t)1 << i;
    return 0;
}

static void hang_up(void)
{
    int *ends[] = {&mouth, &ear, &engine.in, &engine.out};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (*ends[i] > 0)
            close(*ends[i]);
        *ends[i] = -1;
    }
}

/* Connects the engine, as if it had just been started. */
static void connect_engine(const char *rules)
{
    int in[2], out[2];
    hang_up();
    CHECK(pipe(in) == 0 && pipe(out) == 0);
    ear = in[0];
    mouth = out[1];
    engine = (engine_process){.state = ENGINE_STARTING,
                              .deadline = steady_ms() + 1000000,
                              .name = "program",
                              .pid = -1,
                              .in = in[1],
                              .out = out[0],
                              .rules = rules_named(rules)};
    fcntl(engine.in, F_SETFL, O_NONBLOCK);
    fcntl(engine.out, F_SETFL, O_NONBLOCK);
    fcntl(ear, F_SETFL, O_NONBLOCK);
}

static engine_state says(const char *text)
{
    CHECK(write(mouth, text, strlen(text)) == (ssize_t)strlen(text));
    return engine_step(&engine);
}

/* Returns what the engine has been told since it was asked last. */
static const char *told(void)
{
    static char text[8192];
    ssize_t n = read(ear, text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

/* Does the deadline lie so many milliseconds after the moment of a call that was made between
 * `before` and now? */
static bool due_in(int64_t before, int64_t ms)
{
    return engine.deadline >= before + ms && engine.deadline <= steady_ms() + ms;
}

/* ---- the handshake ---- */

/* The rest of a line begins anew in each read, whatever an earlier read has left behind it. */
TEST(lines_are_cut_anywhere)
{
    static char text[4096 + 8];
    for (size_t cut = 1; cut < 6; cut++) {
        connect_engine("chess");
        memset(text, 'z', 4095);
        snprintf(text + 4095, sizeof text - 4095, "\nx\n%.*s", (int)cut, "uciok");
        check_case("after %zu bytes", cut);
        CHECK_EQ_INT(says(text), ENGINE_STARTING);
        char rest[8];
        snprintf(rest, sizeof rest, "%s\n", &"uciok"[cut]);
        CHECK(says(rest) != ENGINE_STARTING);
    }
}

TEST(a_handshake_ends_with_a_new_game)
{
    connect_engine("chess");
    CHECK_EQ_INT(says("id nam"), ENGINE_STARTING);
    CHECK_EQ_INT(says("e Deep Thought 2\r\nid author nobody\nid names no\n"), ENGINE_STARTING);
    CHECK_EQ_TEXT(engine.name, "Deep Thought 2");
    CHECK_EQ_INT(says("uciokay\nbestmove e2e4\nreadyok\n"), ENGINE_STARTING);
    CHECK_EQ_TEXT(told(), "");
    CHECK_EQ_INT(says("uciok\n"), ENGINE_IDLE);
    CHECK_EQ_TEXT(told(), "ucinewgame\n");
    CHECK_EQ_INT(engine.deadline, -1);
    CHECK_EQ_INT(engine.plays, bit_of("chess"));
    connect_engine("chess");
    says("id name\n");
    CHECK_EQ_TEXT(engine.name, "");
}

TEST(a_name_is_cut_to_its_room)
{
    char line[128] = "id name ", name[80];
    memset(line + 8, 'x', 100);
    memset(name, 'x', 79);
    line[108] = '\n';
    name[79] = '\0';
    connect_engine("chess");
    says(line);
    CHECK_EQ_TEXT(engine.name, name);
}

TEST(a_line_past_the_limit_is_ignored)
{
    static char line[2 * ENGINE_LINE_LIMIT];
    for (int more = 0; more < 2; more++) {
        size_t len = ENGINE_LINE_LIMIT - 1 + (size_t)more;
        memset(line, 'y', len);
        memcpy(line, "id name ", 8);
        memcpy(line + len, "\n", 2);
        connect_engine("chess");
        says(line);
        CHECK_EQ_INT(engine.name[0], more ? 'p' : 'y');
        CHECK_EQ_INT(says("uciok\n"), ENGINE_IDLE);
    }
}

TEST(chess960_must_be_announced)
{
    connect_engine("chess960");
    CHECK_EQ_INT(says("option name UCI_Chess960 type check default false\nuciok\n"), ENGINE_IDLE);
    CHECK_EQ_TEXT(told(), "setoption name UCI_Chess960 value true\nucinewgame\n");
    CHECK_EQ_INT(engine.plays, bit_of("chess") | bit_of("chess960"));
    connect_engine("chess960");
    CHECK_EQ_INT(says("option name UCI_Chess961 type check default false\nuciok\n"), ENGINE_FAILED);
    CHECK_EQ_TEXT(engine.fault, "it does not play Chess960");
    CHECK_EQ_INT(engine.deadline, -1);
    CHECK_EQ_TEXT(told(), "");
}

static const char variants[] =
    "option name UCI_Variant type combo default chess var chess var 3check var crazyhouse var no\n";

TEST(a_variant_is_told_by_the_name_that_the_engine_gave)
{
    connect_engine("threecheck");
    says(variants);
    CHECK_EQ_INT(says("uciok\n"), ENGINE_IDLE);
    CHECK_EQ_TEXT(told(), "setoption name UCI_Variant value 3check\nucinewgame\n");
    CHECK_EQ_INT(engine.plays, bit_of("chess") | bit_of("threecheck") | bit_of("crazyhouse"));
    connect_engine("crazyhouse");
    says(variants);
    CHECK_EQ_INT(says("uciok\n"), ENGINE_IDLE);
    CHECK_EQ_TEXT(told(), "setoption name UCI_Variant value crazyhouse\nucinewgame\n");
    connect_engine("threecheck"); /* the first choice may be the first word */
    says("option name UCI_Variant type combo var 3check var chess default chess\n");
    CHECK_EQ_INT(says("uciok\n"), ENGINE_IDLE);
    CHECK_EQ_TEXT(told(), "setoption name UCI_Variant value 3check\nucinewgame\n");
    connect_engine("chess");
    says(variants);
    CHECK_EQ_INT(says("uciok\n"), ENGINE_IDLE);
    CHECK_EQ_TEXT(told(), "ucinewgame\n");
}

TEST(a_variant_that_was_not_announced_is_not_played)
{
    connect_engine("lab");
    says(variants);
    CHECK_EQ_INT(says("uciok\n"), ENGINE_FAILED);
    CHECK_EQ_TEXT(engine.fault, "it does not play lab");
    /* A name with so many marks that it has no room is not told, and a shorter one is. */
    connect_engine("crazyhouse");
    says("option name UCI_Variant type combo var crazyhouse----------------------\n");
    CHECK_EQ_INT(says("uciok\n"), ENGINE_FAILED);
    CHECK_EQ_TEXT(engine.variant, "");
    connect_engine("crazyhouse");
    says("option name UCI_Variant type combo var crazyhouse---------------------\n");
    CHECK_EQ_INT(says("uciok\n"), ENGINE_IDLE);
    CHECK_EQ_TEXT(engine.variant, "crazyhouse---------------------");
    /* A rule set from a file is another one, even if it has the name of a shipped one. */
    arb_rules own = *rules_named("crazyhouse");
    connect_engine("crazyhouse");
    engine.rules = &own;
    says(variants);
    CHECK_EQ_INT(says("uciok\n"), ENGINE_FAILED);
    CHECK_EQ_TEXT(engine.fault, "it does not play crazyhouse");
}

static void strength(int elo, const char *option, engine_state state, const char *said)
{
    check_case("%d of %s", elo, option);
    connect_engine("chess");
    engine.elo = elo;
    says(option);
    CHECK_EQ_INT(says("uciok\n"), state);
    CHECK_EQ_TEXT(state == ENGINE_FAILED ? engine.fault : told(), said);
}

TEST(a_strength_must_be_in_the_announced_range)
{
    static const char elo[] = "option name UCI_Elo type spin default 1500 min 1000 max 2000\n";
    static const char told_1000[] = "setoption name UCI_LimitStrength value true\n"
                                    "setoption name UCI_Elo value 1000\nucinewgame\n";
    static const char told_2000[] = "setoption name UCI_LimitStrength value true\n"
                                    "setoption name UCI_Elo value 2000\nucinewgame\n";
    static const char only[] = "it can play at a strength of 1000 to 2000 only";
    strength(1000, elo, ENGINE_IDLE, told_1000);
    strength(2000, elo, ENGINE_IDLE, told_2000);
    strength(0, elo, ENGINE_IDLE, "ucinewgame\n");
    strength(999, elo, ENGINE_FAILED, only);
    strength(2001, elo, ENGINE_FAILED, only);
    strength(1000, "\n", ENGINE_FAILED, "it cannot play at a lower strength");
    strength(1000, "option name UCI_Elo type spin min 1000\n", ENGINE_FAILED,
             "it cannot play at a lower strength");
    strength(2, "option name UCI_Elo type spin max 1\n", ENGINE_FAILED,
             "it can play at a strength of 0 to 1 only");
}

TEST(options_are_told_as_they_were_given)
{
    static const char *const options[] = {"Hash=16", "Clear Hash", "File=a=b", NULL};
    connect_engine("chess");
    engine.options = options;
    CHECK_EQ_INT(says("uciok\n"), ENGINE_IDLE);
    CHECK_EQ_TEXT(told(), "setoption name Hash value 16\nsetoption name Clear Hash\n"
                          "setoption name File value a=b\nucinewgame\n");
    for (size_t len = 1007; len <= 1008; len++) { /* 1023 and 1024 bytes with the words around */
        char name[1009];
        memset(name, 'z', len);
        name[len] = '\0';
        connect_engine("chess");
        engine.options = (const char *const[]){name, NULL};
        CHECK_EQ_INT(says("uciok\n"), len == 1007 ? ENGINE_IDLE : ENGINE_FAILED);
        CHECK_EQ_TEXT(engine.fault, len == 1007 ? "" : "an option for it is too long");
    }
}

/* ---- moves ---- */

static void become_idle(void)
{
    connect_engine("chess");
    CHECK_EQ_INT(says("uciok\n"), ENGINE_IDLE);
    told();
}

TEST(a_move_is_asked_for_when_the_engine_is_ready)
{
    become_idle();
    int64_t before = steady_ms();
    CHECK(engine_go(&engine, "position startpos", "go movetime 70000", 70000));
    CHECK_EQ_INT(engine.state, ENGINE_READYING);
    CHECK(due_in(before, ENGINE_GRACE));
    CHECK_EQ_TEXT(told(), "isready\n");
    CHECK_EQ_INT(says("bestmove a2a3\ninfo score cp 5\n"), ENGINE_READYING);
    before = steady_ms();
    CHECK_EQ_INT(says("readyok\n"), ENGINE_THINKING);
    CHECK(due_in(before, 70000 + ENGINE_GRACE));
    CHECK_EQ_TEXT(told(), "position startpos\ngo movetime 70000\n");
    CHECK(!engine.opinion.known);
    CHECK_EQ_INT(says("info score cp 31 pv e2e4 e7e5\ninfo multipv 2 score cp 9 pv d2d4\n"
                      "bestmove e2e4\tponder e7e5\n"),
                 ENGINE_MOVED);
    CHECK_EQ_INT(engine.deadline, -1);
    CHECK_EQ_TEXT(engine.move, "e2e4");
    CHECK_EQ_INT(engine.opinion.score, 31);
    CHECK_EQ_TEXT(engine.lines[0].moves, "e2e4 e7e5");
    CHECK_EQ_TEXT(engine.lines[1].moves, "d2d4");
    engine_taken(&engine);
    CHECK_EQ_INT(engine.state, ENGINE_IDLE);
    CHECK(engine_go_at_once(&engine, "position x", "go infinite", 1000));
    CHECK_EQ_INT(engine.state, ENGINE_THINKING);
    CHECK_EQ_TEXT(told(), "position x\ngo infinite\n");
    CHECK(!engine.opinion.known && engine.lines[0].moves[0] == '\0');
    CHECK_EQ_TEXT(engine.lines[1].moves, "");
    engine_taken(&engine);
    CHECK_EQ_INT(engine.state, ENGINE_THINKING);
    CHECK_EQ_INT(says("bestmove 12345678901234567890123456789012 and more\n"), ENGINE_MOVED);
    CHECK_EQ_TEXT(engine.move, "1234567890123456789012345678901");
}

TEST(a_thinking_engine_is_stopped_before_the_next_question)
{
    become_idle();
    engine_go_at_once(&engine, "position a", "go infinite", 1000);
    told();
    CHECK(engine_go(&engine, "position b", "go depth 1", 1000));
    CHECK_EQ_TEXT(told(), "stop\nisready\n");
    CHECK_EQ_INT(says("bestmove e2e4\n"), ENGINE_READYING);
    CHECK_EQ_INT(says("readyok\n"), ENGINE_THINKING);
    CHECK_EQ_TEXT(told(), "position b\ngo depth 1\n");
}

TEST(a_new_game_asks_for_no_move)
{
    become_idle();
    engine_go_at_once(&engine, "position a", "go depth 1", 1000);
    says("bestmove e2e4\n");
    engine_taken(&engine);
    told();
    int64_t before = steady_ms();
    CHECK(engine_new_game(&engine));
    CHECK_EQ_INT(engine.state, ENGINE_READYING);
    CHECK(due_in(before, ENGINE_HANDSHAKE));
    CHECK_EQ_TEXT(told(), "ucinewgame\nisready\n");
    CHECK_EQ_INT(says("readyok\n"), ENGINE_IDLE);
    CHECK_EQ_INT(engine.deadline, -1);
    CHECK_EQ_TEXT(told(), "");
}

TEST(an_engine_in_a_hurry_has_the_grace_at_most)
{
    become_idle();
    engine_hurry(&engine);
    CHECK_EQ_TEXT(told(), "");
    CHECK_EQ_INT(engine.deadline, -1);
    engine_go_at_once(&engine, "position a", "go infinite", 1000000);
    told();
    int64_t before = steady_ms();
    engine_hurry(&engine);
    CHECK_EQ_TEXT(told(), "stop\n");
    CHECK(due_in(before, ENGINE_GRACE));
    int64_t sooner = engine.deadline -= 1000;
    engine_hurry(&engine);
    CHECK_EQ_INT(engine.deadline, sooner);
}

TEST(what_is_too_long_is_not_told)
{
    static char position[4000];
    for (size_t len = 3991; len <= 3992; len++) { /* "\ngo x y\n" are 8 more, and a NUL */
        memset(position, 'p', len);
        position[len] = '\0';
        become_idle();
        CHECK_EQ_INT(engine_go(&engine, position, "go x y", 10), len == 3991);
        CHECK_EQ_TEXT(engine.fault, len == 3991 ? "" : "the game is too long to tell it");
        become_idle();
        CHECK_EQ_INT(engine_go_at_once(&engine, position, "go x y", 10), len == 3991);
    }
}

/* ---- engines that misbehave ---- */

TEST(an_engine_has_its_time_and_no_more)
{
    connect_engine("chess");
    engine.deadline = steady_ms() - 1;
    CHECK_EQ_INT(engine_step(&engine), ENGINE_FAILED);
    CHECK_EQ_TEXT(engine.fault, "it did not answer as a UCI engine in time");
    become_idle();
    CHECK_EQ_INT(engine_step(&engine), ENGINE_IDLE);
    engine_go_at_once(&engine, "position a", "go depth 1", 1000);
    CHECK_EQ_INT(engine_step(&engine), ENGINE_THINKING);
    engine.deadline = steady_ms() - 1;
    CHECK_EQ_INT(engine_step(&engine), ENGINE_FAILED);
    CHECK_EQ_TEXT(engine.fault, "it did not move in time");
    become_idle();
    engine_go(&engine, "position a", "go depth 1", 1000);
    engine.deadline = steady_ms() - 1;
    CHECK_EQ_INT(engine_step(&engine), ENGINE_FAILED);
    /* What it said in time counts, even if it is read later. */
    become_idle();
    engine_go_at_once(&engine, "position a", "go depth 1", 1000);
    engine.deadline = steady_ms() - 1;
    CHECK_EQ_INT(says("bestmove e2e4\n"), ENGINE_MOVED);
}

TEST(an_engine_that_hangs_up_has_ended)
{
    connect_engine("chess");
    close(mouth);
    mouth = -1;
    CHECK_EQ_INT(engine_step(&engine), ENGINE_FAILED);
    CHECK_EQ_TEXT(engine.fault, "it has ended");
    CHECK_EQ_INT(engine.deadline, -1);
    become_idle();
    close(ear);
    ear = -1;
    CHECK(!engine_new_game(&engine));
    CHECK_EQ_TEXT(engine.fault, "it has ended");
    become_idle();
    close(ear);
    ear = -1;
    CHECK(!engine_go_at_once(&engine, "position a", "go depth 1", 1000));
}

TEST(an_engine_that_does_not_listen_is_not_waited_for)
{
    char full[4096] = {0};
    become_idle();
    while (write(engine.in, full, sizeof full) > 0)
        ;
    CHECK(!engine_go(&engine, "position a", "go depth 1", 1000));
    CHECK_EQ_INT(engine.state, ENGINE_FAILED);
    CHECK_EQ_TEXT(engine.fault, "it does not read its input");
    connect_engine("chess960");
    while (write(engine.in, full, sizeof full) > 0)
        ;
    CHECK_EQ_INT(says("option name UCI_Chess960 type check\nuciok\n"), ENGINE_FAILED);
}

TEST(a_flood_is_read_in_parts)
{
    static char flood[1 << 17];
    int left = 0;
    become_idle();
    engine_go_at_once(&engine, "position a", "go depth 1", 1000);
    if (fcntl(mouth, F_SETPIPE_SZ, sizeof flood) < 0)
        return; /* the system allows no pipe of this size */
    memset(flood, '\n', sizeof flood);
    CHECK(write(mouth, flood, sizeof flood) == sizeof flood);
    CHECK_EQ_INT(engine_step(&engine), ENGINE_THINKING);
    CHECK(ioctl(engine.out, FIONREAD, &left) == 0);
    CHECK_EQ_INT(left, sizeof flood / 2);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(lines_are_cut_anywhere);
    RUN(a_handshake_ends_with_a_new_game);
    RUN(a_name_is_cut_to_its_room);
    RUN(a_line_past_the_limit_is_ignored);
    RUN(chess960_must_be_announced);
    RUN(a_variant_is_told_by_the_name_that_the_engine_gave);
    RUN(a_variant_that_was_not_announced_is_not_played);
    RUN(a_strength_must_be_in_the_announced_range);
    RUN(options_are_told_as_they_were_given);
    RUN(a_move_is_asked_for_when_the_engine_is_ready);
    RUN(a_thinking_engine_is_stopped_before_the_next_question);
    RUN(a_new_game_asks_for_no_move);
    RUN(an_engine_in_a_hurry_has_the_grace_at_most);
    RUN(what_is_too_long_is_not_told);
    RUN(an_engine_has_its_time_and_no_more);
    RUN(an_engine_that_hangs_up_has_ended);
    RUN(an_engine_that_does_not_listen_is_not_waited_for);
    RUN(a_flood_is_read_in_parts);
    return check_result();
}

/* test_engine_process.c: engines that are started as programs: how they are found, what they get,
 * and how their end is told. A shell plays the engine. Layer: tests. */
#include "check.h"
#include "common/steady_clock.h"
#include "engine/engine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static engine_process engine;

static void wait_for_handshake(void)
{
    for (int i = 0; i < 60 && engine.state == ENGINE_STARTING; i++) {
        poll(&(struct pollfd){.fd = engine_fd(&engine), .events = POLLIN}, 1, 1000);
        engine_step(&engine);
    }
}

/* Starts a shell with these commands and waits for the end of its handshake. */
static void run_shell(const char *commands)
{
    char *arguments[] = {"-c", (char *)(uintptr_t)commands, NULL};
    CHECK(engine_start(&engine, &(engine_setup){.program = "/bin/sh", .arguments = arguments}));
    wait_for_handshake();
}

TEST(a_program_is_found_on_the_path)
{
    char path[16];
    const char *old = getenv("PATH");
    char *kept = strdup(old != NULL ? old : "");
    setenv("PATH", "/nowhere::/bin:/also", 1);
    CHECK(engine_find("sh", path, 8));
    CHECK_EQ_TEXT(path, "/bin/sh");
    CHECK(!engine_find("sh", path, 7));
    CHECK(!engine_find("no-such-program", path, sizeof path));
    CHECK(engine_find("./sh", path, 5));
    CHECK_EQ_TEXT(path, "./sh");
    CHECK(!engine_find("./sh", path, 4));
    setenv("PATH", "/", 1);
    CHECK(engine_find("tmp", path, sizeof path));
    CHECK_EQ_TEXT(path, "//tmp");
    CHECK(!engine_find("tmpx", path, 6)); /* cut to "//tmp" */
    setenv("PATH", "", 1); /* an empty entry is no folder, neither here nor the root */
    CHECK(!engine_find("tmp", path, sizeof path));
    setenv("PATH", kept, 1);
    free(kept);
}

TEST(a_program_gets_its_arguments_up_to_a_limit)
{
    char *arguments[34] = {"-c", "echo id name $# $1 ${30}; echo uciok; read quit", "sh", "first"};
    for (int i = 4; i < 33; i++)
        arguments[i] = "more";
    arguments[32] = NULL;
    engine_setup setup = {.program = "/bin/sh", .arguments = arguments};
    CHECK(engine_start(&engine, &setup));
    wait_for_handshake();
    CHECK_EQ_TEXT(engine.name, "29 first");
    engine_stop(&engine);
    arguments[32] = "one too many";
    CHECK(!engine_start(&engine, &setup));
    CHECK_EQ_TEXT(engine.fault, "it is given too many arguments");
    setup = (engine_setup){.program = "/no/such/program"};
    CHECK(!engine_start(&engine, &setup));
    CHECK_EQ_TEXT(engine.fault, "No such file or directory");
    CHECK_EQ_INT(engine.pid, -1);
}

/* The next four descriptors that would be opened. */
static void see_free(int numbers[4])
{
    for (int i = 0; i < 4; i++)
        numbers[i] = dup(0);
    for (int i = 0; i < 4; i++)
        close(numbers[i]);
}

TEST(a_program_that_cannot_be_started_leaves_nothing_open)
{
    char program[128] = "/no/";
    memset(program + 4, 'x', 100);
    int before[4], after[4];
    see_free(before);
    CHECK(!engine_start(&engine, &(engine_setup){.program = program}));
    see_free(after);
    CHECK(memcmp(before, after, sizeof before) == 0);
    program[79] = '\0';
    CHECK_EQ_TEXT(engine.name, program);
    engine_stop(&engine);
    CHECK(!engine_start(&engine, &(engine_setup){.program = "no-such-program"}));
    CHECK_EQ_TEXT(engine.fault, "there is no such program");
    CHECK(engine.pid == -1 && engine.in == -1 && engine.out == -1);
}

TEST(a_program_inherits_no_signals)
{
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    signal(SIGUSR2, SIG_IGN);
    run_shell("while read -r name value; do case $name in SigBlk:) blocked=$value ;; "
              "SigIgn:) ignored=$value ;; esac; done </proc/self/status; "
              "echo id name $blocked $ignored; echo uciok; read quit");
    signal(SIGUSR2, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    char *rest;
    CHECK_EQ_INT(strtoull(engine.name, &rest, 16) >> (SIGUSR1 - 1) & 1, 0);
    CHECK_EQ_INT(strtoull(rest, NULL, 16) >> (SIGUSR2 - 1) & 1, 0);
    CHECK_EQ_INT(getpgid(engine.pid), engine.pid);
    CHECK(engine.deadline == -1 && engine_fd(&engine) >= 0);
    engine_stop(&engine);
    CHECK_EQ_INT(engine.state, ENGINE_OFF);
    CHECK_EQ_INT(engine.deadline, -1);
    CHECK_EQ_INT(engine.pid, -1);
    CHECK_EQ_INT(engine_fd(&engine), -1);
    CHECK_EQ_INT(engine.in, -1);
}

TEST(how_a_program_ended_is_told)
{
    static const char *const ends[][2] = {
        {"read uci; exit 0", "it has ended"},
        {"read uci; exit 1", "it has ended with exit code 1"},
        {"read uci; exit 3", "it has ended with exit code 3"},
        {"read uci; kill -USR1 $$", "it has ended by signal 10 (User defined signal 1)"},
        {"read uci; kill -HUP $$", "it has ended by signal 1 (Hangup)"},
        {"read uci; kill -TERM $$", "it has ended"},
        {"read uci; kill -KILL $$", "it has ended"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        check_case("%s", ends[i][0]);
        run_shell(ends[i][0]);
        CHECK_EQ_TEXT(engine.fault, "it has ended");
        engine_stop(&engine);
        CHECK_EQ_TEXT(engine.fault, ends[i][1]);
    }
    /* Another fault is not written over. */
    run_shell("trap 'exit 3' TERM; echo option name UCI_Variant; echo uciok; "
              "while read -r line; do :; done");
    engine.state = ENGINE_FAILED;
    snprintf(engine.fault, sizeof engine.fault, "it played an illegal move");
    engine_stop(&engine);
    CHECK_EQ_TEXT(engine.fault, "it played an illegal move");
}

TEST(what_a_program_writes_to_stderr_is_seen_by_nobody)
{
    run_shell("echo id name $(readlink /proc/$$/fd/2); echo uciok; read quit");
    CHECK_EQ_TEXT(engine.name, "/dev/null");
    engine_stop(&engine);
}

TEST(a_program_is_reaped)
{
    run_shell("echo uciok; read new; read end");
    CHECK_EQ_INT(engine.state, ENGINE_IDLE);
    pid_t pid = engine.pid;
    errno = EINTR;
    engine_kill(&engine);
    CHECK_EQ_INT(engine.state, ENGINE_OFF);
    CHECK_EQ_TEXT(engine.fault, "");
    CHECK(waitpid(pid, NULL, WNOHANG) == -1 && errno == ECHILD);
    /* One that was never started has no process, so no signal is sent. */
    setpgid(0, 0);
    engine = (engine_process){.state = ENGINE_OFF, .in = -1, .out = -1};
    engine_stop(&engine);
    engine = (engine_process){.state = ENGINE_OFF, .in = -1, .out = -1};
    engine_kill(&engine);
    CHECK_EQ_INT(engine.pid, -1);
}

/* Starts a shell that writes a file as soon as this happens to it: "quit", or the signal TERM. Does
 * it get that far before it is killed? It has half a second for each. A busy machine may make it
 * miss that, but not every time. */
static bool can_note(const char *event)
{
    char folder[] = "/tmp/test_engine_XXXXXX", note[64], commands[256];
    bool noted = false;
    CHECK(mkdtemp(folder) != NULL);
    snprintf(note, sizeof note, "%s/note", folder);
    snprintf(commands, sizeof commands,
             "note() { [ $1 != %s ] || { sleep 0.02; echo >'%s'; exit; }; }; "
             "trap 'note term' TERM; echo uciok; for i in $(seq 1000); do read -r line && note "
             "$line || sleep 0.01; done",
             event, note);
    for (unsigned tries = 0; !noted && tries < 20; tries++) {
        run_shell(commands);
        engine_stop(&engine);
        noted = access(note, F_OK) == 0;
    }
    unlink(note);
    rmdir(folder);
    return noted;
}

TEST(a_program_may_quit_by_itself_or_is_asked_to_end)
{
    CHECK(can_note("quit"));
    CHECK(can_note("term"));
}

TEST(a_program_has_its_time_from_the_start)
{
    char *arguments[] = {"-c", "read uci", NULL};
    int64_t before = steady_ms();
    CHECK(engine_start(&engine, &(engine_setup){.program = "/bin/sh", .arguments = arguments}));
    CHECK(engine.deadline >= before + ENGINE_HANDSHAKE);
    CHECK(engine.deadline <= steady_ms() + ENGINE_HANDSHAKE);
    CHECK(engine.rules == arb_rules_find("chess", 5)); /* where no rules are named */
    engine_kill(&engine);
    CHECK_EQ_INT(engine.deadline, -1);
    CHECK_EQ_INT(engine_fd(&engine), -1);
}

int main(void)
{
    RUN(a_program_has_its_time_from_the_start);
    signal(SIGPIPE, SIG_IGN);
    RUN(a_program_is_found_on_the_path);
    RUN(a_program_gets_its_arguments_up_to_a_limit);
    RUN(a_program_that_cannot_be_started_leaves_nothing_open);
    RUN(a_program_inherits_no_signals);
    RUN(how_a_program_ended_is_told);
    RUN(what_a_program_writes_to_stderr_is_seen_by_nobody);
    RUN(a_program_is_reaped);
    RUN(a_program_may_quit_by_itself_or_is_asked_to_end);
    return check_result();
}

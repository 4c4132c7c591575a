/* test_engine_process.c: engines that are started as programs: how they are found, what they get,
 * and how their end is told. A shell plays the engine. Layer: tests. */
#include "check.h"
#include "engine/engine.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
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
    run_shell("echo uciok; read new; read end");
    CHECK_EQ_INT(engine.state, ENGINE_IDLE);
    engine_kill(&engine);
    CHECK_EQ_INT(engine.state, ENGINE_OFF);
    CHECK_EQ_TEXT(engine.fault, "");
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(a_program_is_found_on_the_path);
    RUN(a_program_gets_its_arguments_up_to_a_limit);
    RUN(a_program_inherits_no_signals);
    RUN(how_a_program_ended_is_told);
    return check_result();
}

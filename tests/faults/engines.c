/* engines.c: starts and ends engines thousands of times, at every stage and in every mood. At the
 * end no process may be left, living or dead, and no descriptor. Layer: tests.
 *
 *     engines [STARTS]
 *
 * The engine is this program again: ENGINE_STUB names its mood. */
#define _GNU_SOURCE
#include "engine/engine.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the engine ---- */

/* Thinks about its first position until it is told to stop. If it is told "go" while it thinks, it
 * never makes a move. */
static const char *think(const char *line)
{
    static bool thinks, thought;
    if (strncmp(line, "stop", 4) == 0 && thinks) {
        thinks = false;
        return "bestmove d2d4";
    }
    if (strncmp(line, "go", 2) != 0)
        return "info string";
    if (thinks || thought)
        return thinks ? "bestmove 0000" : "bestmove e2e4";
    thinks = thought = true;
    return "info string";
}

static int be_engine(const char *mood)
{
    char line[4096];
    if (strcmp(mood, "dies") == 0)
        return 1;
    if (strcmp(mood, "parent") == 0 && fork() == 0)
        for (;;)
            pause();
    if (strcmp(mood, "stubborn") == 0)
        signal(SIGTERM, SIG_IGN);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "uci\n", 4) == 0)
            puts("id name Stub\nuciok");
        else if (strncmp(line, "isready", 7) == 0)
            puts("readyok");
        else if (strcmp(mood, "thinks") == 0 && strncmp(line, "quit", 4) != 0)
            puts(think(line));
        else if (strncmp(line, "go", 2) == 0)
            puts(strcmp(mood, "liar") == 0 ? "bestmove e2e5" : "bestmove e2e4");
        else if (strncmp(line, "quit", 4) == 0 && strcmp(mood, "stubborn") != 0)
            return 0;
        fflush(stdout);
        if (strcmp(mood, "floods") == 0)
            for (int i = 0; i < 2000; i++)
                puts("info string aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    }
    return 0;
}

/* ---- the referee ---- */

static unsigned open_files(void)
{
    unsigned count = 0;
    DIR *folder = opendir("/proc/self/fd");
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        count++;
    if (folder != NULL)
        closedir(folder);
    return count;
}

static engine_state wait_while(engine_process *engine, engine_state state)
{
    while (engine->state == state) {
        struct pollfd ready = {.fd = engine_fd(engine), .events = POLLIN};
        poll(&ready, 1, 1000);
        engine_step(engine);
    }
    return engine->state;
}

/* Returns whether the engine made a move. An engine that has ended but was not waited for counts as
 * a zombie. */
static bool use_engine(const char *self, int stage, unsigned *zombies)
{
    static engine_process engine;
    bool moved = false;
    bool started = engine_start(&engine, &(engine_setup){.program = self}); /* it may die */
    if (started && stage > 0 && wait_while(&engine, ENGINE_STARTING) == ENGINE_IDLE && stage > 1 &&
        engine_go(&engine, "position startpos", "go movetime 10", 10) && stage > 2) {
        wait_while(&engine, ENGINE_READYING);
        moved = wait_while(&engine, ENGINE_THINKING) == ENGINE_MOVED;
    }
    pid_t pid = engine.pid;
    if (stage % 2 == 0)
        engine_kill(&engine);
    else
        engine_stop(&engine);
    *zombies += pid > 0 && (waitpid(pid, NULL, WNOHANG) != -1 || errno != ECHILD);
    return moved;
}

/* An engine may still think about a move that nobody waits for any more. It must be told to stop
 * before it gets the next position, and its answer must not be taken for a move there. */
static bool second_thought(const char *self)
{
    static engine_process engine;
    setenv("ENGINE_STUB", "thinks", 1);
    bool good = engine_start(&engine, &(engine_setup){.program = self}) &&
                wait_while(&engine, ENGINE_STARTING) == ENGINE_IDLE &&
                engine_go(&engine, "position startpos", "go movetime 60000", 60000) &&
                wait_while(&engine, ENGINE_READYING) == ENGINE_THINKING &&
                engine_go(&engine, "position startpos", "go movetime 60000", 60000) &&
                wait_while(&engine, ENGINE_READYING) == ENGINE_THINKING &&
                wait_while(&engine, ENGINE_THINKING) == ENGINE_MOVED &&
                strcmp(engine.move, "e2e4") == 0;
    engine_kill(&engine);
    return good;
}

/* The processes that engines left behind have become our children and are killed. Is one of them
 * still alive after a few seconds? */
static bool anyone_living(void)
{
    for (int i = 0; i < 500; i++) {
        pid_t child;
        while ((child = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (child < 0 && errno == ECHILD)
            return false;
        poll(NULL, 0, 10);
    }
    return true;
}

int main(int argc, char **argv)
{
    static const char *const moods[] = {"good", "good",   "good", "dies",     "liar", "floods",
                                        "good", "parent", "good", "stubborn", "good", "good"};
    enum { MOODS = sizeof moods / sizeof moods[0] };
    const char *mood = getenv("ENGINE_STUB");
    char self[4096];
    if (mood != NULL)
        return be_engine(mood);
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    if (len < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) /* orphans become our children */
        return 1;
    self[len] = '\0';
    signal(SIGPIPE, SIG_IGN);
    long starts = argc > 1 ? strtol(argv[1], NULL, 10) : 100, moves = 0;
    unsigned before = open_files(), zombies = 0;
    for (long i = 0; i < starts; i++) {
        /* A stubborn engine takes long to end, so few are stubborn. */
        const char *chosen = moods[i % MOODS];
        if (strcmp(chosen, "stubborn") == 0 && i % (10 * MOODS) != 9)
            chosen = "good";
        setenv("ENGINE_STUB", chosen, 1);
        moves += use_engine(self, (int)(i / MOODS % 4), &zombies);
    }
    unsigned left = open_files() - before;
    bool living = anyone_living();
    bool stopped = second_thought(self);
    bool good = left == 0 && !living && zombies == 0 && moves > 0 && stopped;
    printf("%ld starts, %ld moves; left: %u descriptors, %u zombies, %s\n", starts, moves, left,
           zombies, living ? "someone living" : "nobody living");
    if (!stopped)
        printf("failed: an engine is not told to stop before it is given the next position\n");
    printf("%d passed, %d failed\n", good, !good);
    return !good;
}

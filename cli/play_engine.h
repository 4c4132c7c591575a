/* play_engine.h: a UCI engine as a child process, under time limits. Layer: cli, command play. Free
 * of terminals, games and waiting: the caller waits for `play_engine_fd` or `deadline`, then calls
 * play_engine_step, so that it serves a prompt and an event loop alike.
 *
 * Whatever an engine does (dies, hangs, floods, talks nonsense) ends in PLAY_ENGINE_FAILED with a
 * sentence, never in a hang or a zombie. */
#ifndef ARB_CLI_PLAY_ENGINE_H
#define ARB_CLI_PLAY_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum {
    PLAY_ENGINE_OFF = 0,
    PLAY_ENGINE_STARTING, /* handshake */
    PLAY_ENGINE_IDLE,
    PLAY_ENGINE_READYING, /* before a move: until it has read all that came before */
    PLAY_ENGINE_THINKING,
    PLAY_ENGINE_MOVED, /* `move` holds its move, as it wrote it */
    PLAY_ENGINE_FAILED /* `fault` says why */
} play_engine_state;

enum {
    PLAY_ENGINE_HANDSHAKE = 10000, /* milliseconds */
    PLAY_ENGINE_GRACE = 3000       /* past the time it was given */
};

/* All fields are for reading only. Texts of the engine may hold any bytes: clean them first. */
typedef struct {
    play_engine_state state;
    int64_t deadline; /* in milliseconds of CLOCK_MONOTONIC; -1 when nothing is awaited */
    char name[80];
    char move[32];
    char fault[128];
    /* private */
    pid_t pid;
    int in, out;
    bool chess960, has_chess960;
    int elo, min_elo, max_elo; /* 0 = full strength, or not announced */
    int64_t think_ms;
    char go[4000]; /* what is sent once it is ready */
    char line[512];
    size_t line_len;
    bool line_cut;
} play_engine;

/* Starts the program (a path, or a name on PATH or in /usr/games) and the handshake. `elo` 0 means
 * full strength. False: state is FAILED. */
bool play_engine_start(play_engine *engine, const char *program, bool chess960, int elo);

/* To be readable before a step is worth while; -1 without one. */
int play_engine_fd(const play_engine *engine);

/* Reads what has come and judges the time; never blocks. */
play_engine_state play_engine_step(play_engine *engine);

/* Asks an idle engine for a move: a "position …" and a "go …" command, without line ends. It has
 * `think_ms` and the grace. */
bool play_engine_go(play_engine *engine, const char *position, const char *go, int64_t think_ms);

/* Tells a thinking engine to move now. */
void play_engine_hurry(play_engine *engine);

/* Back to idle after a move was taken. */
void play_engine_taken(play_engine *engine);

/* Asks it to quit, then makes it: it and its children are gone and waited for on return. */
void play_engine_stop(play_engine *engine);

#endif

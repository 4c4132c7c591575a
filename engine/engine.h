/* engine.h: a UCI engine as a child process, under time limits. Layer: engine. Free of
 * terminals and waiting: the caller waits for `engine_fd` or `deadline`, then calls
 * engine_step, so that it serves a prompt and an event loop alike.
 *
 * Whatever an engine does (dies, hangs, floods, talks nonsense) ends in ENGINE_FAILED with a
 * sentence, never in a hang or a zombie. */
#ifndef ARB_ENGINE_ENGINE_H
#define ARB_ENGINE_ENGINE_H

#include "arbiter.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum {
    ENGINE_OFF = 0,
    ENGINE_STARTING, /* handshake */
    ENGINE_IDLE,
    ENGINE_READYING, /* before a move: until it has read all that came before */
    ENGINE_THINKING,
    ENGINE_MOVED, /* `move` holds its move, as it wrote it */
    ENGINE_FAILED /* `fault` says why */
} engine_state;

enum {
    ENGINE_HANDSHAKE = 10000, /* milliseconds */
    ENGINE_GRACE = 3000       /* past the time it was given */
};

/* All fields are for reading only. Texts of the engine may hold any bytes: clean them first. */
typedef struct {
    engine_state state;
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
} engine_process;

/* Where the program is: as given if it names a folder, else on PATH, else in /usr/games. */
bool engine_find(const char *program, char *path, size_t cap);

/* Starts the program (a path, or a name on PATH or in /usr/games) and the handshake. `elo` 0 means
 * full strength. False: state is FAILED. */
bool engine_start(engine_process *engine, const char *program, bool chess960, int elo);

/* To be readable before a step is worth while; -1 without one. */
int engine_fd(const engine_process *engine);

/* Reads what has come and judges the time; never blocks. */
engine_state engine_step(engine_process *engine);

/* Asks an idle engine for a move: a "position …" and a "go …" command, without line ends. It has
 * `think_ms` and the grace. */
bool engine_go(engine_process *engine, const char *position, const char *go, int64_t think_ms);

/* Tells a thinking engine to move now. */
void engine_hurry(engine_process *engine);

/* Back to idle after a move was taken. */
void engine_taken(engine_process *engine);

/* Asks it to quit, then makes it: it and its children are gone and waited for on return. */
void engine_stop(engine_process *engine);
/* The same without asking, for those who must not wait. */
void engine_kill(engine_process *engine);

/* The UCI command that tells the game as it stands (tell.c): from the last capture or pawn move on,
 * which is all that matters for repetition, and never too long to tell at once. */
enum { ENGINE_POSITION_LIMIT = 3800 };
void engine_tell_position(const arb_game *game, char *buf, size_t cap);
/* Do engines play this rule set? UCI speaks of chess and Chess960. */
bool engine_plays(const arb_rules *rules);

#endif

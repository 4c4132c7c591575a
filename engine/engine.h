/* engine.h: runs a UCI engine as a child process under time limits. Layer: engine. It knows no
 * terminal and never waits: the caller waits for `engine_fd` or `deadline` and then calls
 * engine_step. So a prompt and an event loop can both use it.
 *
 * Whatever an engine does (it dies, hangs, floods or talks nonsense), the state becomes
 * ENGINE_FAILED with a message; nothing hangs, and no zombie is left. */
#ifndef ARB_ENGINE_ENGINE_H
#define ARB_ENGINE_ENGINE_H

#include "arbiter.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum {
    ENGINE_OFF = 0,
    ENGINE_STARTING, /* the handshake is going on */
    ENGINE_IDLE,
    ENGINE_READYING, /* before a move: it has not yet read all earlier commands */
    ENGINE_THINKING,
    ENGINE_MOVED, /* `move` holds its move as it wrote it */
    ENGINE_FAILED /* `fault` says why */
} engine_state;

enum {
    ENGINE_HANDSHAKE = 10000, /* milliseconds */
    ENGINE_GRACE = 3000,      /* milliseconds allowed beyond its thinking time */
    ENGINE_LINE_LIMIT = 4096  /* a longer line is ignored */
};

/* An engine's evaluation of a position, as seen by the side that it plays. */
typedef struct {
    bool known;
    bool mate;     /* `score` counts moves to the mate, else hundredths of a pawn */
    int32_t score; /* negative: the engine is worse, or will be mated */
    uint32_t depth;
    uint64_t nodes;
} engine_opinion;

/* One of several lines that an engine examines (MultiPV): its evaluation and its moves. */
enum { ENGINE_LINES = 5, ENGINE_LINE_MOVES = 256 };
typedef struct {
    engine_opinion opinion;
    char moves[ENGINE_LINE_MOVES]; /* "e2e4 e7e5": the first moves, each of them whole */
} engine_line;

/* Reads an "info" line (engine_opinion.c) and updates the opinion, if the line is about the best
 * variation, and the entry of `lines`, if it has moves (NULL: not wanted). A line without an
 * evaluation changes nothing. `rest` is the text after the word "info". */
void engine_info_read(engine_opinion *opinion, engine_line lines[ENGINE_LINES], const char *rest);

/* How to start a program. The texts that it points to must stay valid until the handshake is
 * over. */
typedef struct {
    const char *program;        /* a path, or a name on PATH or in /usr/games */
    char *const *arguments;     /* for the program, ends with NULL; NULL: none */
    const char *const *options; /* "Hash=16", ends with NULL; NULL: none */
    const arb_rules *rules;     /* the game it is to play; NULL: chess */
    int elo;                    /* 0: full strength */
} engine_setup;

/* A running engine. Callers may only read the fields. Texts that come from the engine may contain
 * any bytes, so clean them before printing. */
typedef struct {
    engine_state state;
    int64_t deadline; /* in milliseconds of CLOCK_MONOTONIC; -1 when nothing is awaited */
    char name[80];
    char move[32];
    char fault[128];
    engine_opinion opinion;          /* about the position of the last request */
    engine_line lines[ENGINE_LINES]; /* the same for each line, the best one first */
    uint64_t plays; /* after the handshake: bit i is set if it plays arb_rules_at(i) */
    /* private */
    pid_t pid;
    int in, out;
    const arb_rules *rules;
    const char *const *options;
    bool has_chess960;
    char variant[ARB_NAME_LIMIT]; /* the engine's name for the rule set; "": it gave none */
    int elo, min_elo, max_elo;    /* 0: full strength, or not announced */
    int64_t think_ms;
    char go[4000]; /* the commands to send once it is ready */
    char line[ENGINE_LINE_LIMIT];
    size_t line_len;
    bool line_cut;
} engine_process;

/* Finds the program: as given if it contains a slash, else on PATH, else in /usr/games. */
bool engine_find(const char *program, char *path, size_t cap);

/* Starts the program and the handshake. The handshake fails if the engine does not play the rule
 * set, lacks one of the options or cannot play at this strength. Returns false if it could not be
 * started; the state is then ENGINE_FAILED. */
bool engine_start(engine_process *engine, const engine_setup *setup);

/* The descriptor to poll: call engine_step when it is readable. -1 if there is none. */
int engine_fd(const engine_process *engine);

/* Reads the output that has arrived and checks the deadline; never blocks. */
engine_state engine_step(engine_process *engine);

/* Asks an idle engine for a move, by a "position …" and a "go …" command without line ends. The
 * engine may take `think_ms` plus the grace. */
bool engine_go(engine_process *engine, const char *position, const char *go, int64_t think_ms);
/* Does the same without waiting for "readyok", for an engine that has no other command to read. */
bool engine_go_at_once(engine_process *engine, const char *position, const char *go,
                       int64_t think_ms);

/* Tells an idle engine that the next position is of another game. It is idle again once it has
 * cleared its memory. */
bool engine_new_game(engine_process *engine);

/* Tells a thinking engine to move now. */
void engine_hurry(engine_process *engine);

/* Returns the engine to idle after the caller has taken its move. */
void engine_taken(engine_process *engine);

/* Asks the engine to quit, and kills it if it does not. On return it and its children are gone and
 * reaped. */
void engine_stop(engine_process *engine);
/* Ends the engine by killing it at once, for callers who must not wait. */
void engine_kill(engine_process *engine);

/* A game as the UCI command "position" (position_command.c). The text starts at the last capture or
 * pawn move, because repetition needs nothing earlier. It always fits one write: if too many moves
 * have been made since then, it starts later. */
enum { ENGINE_POSITION_LIMIT = 3800 };
typedef struct {
    char text[ENGINE_POSITION_LIMIT];
    size_t len;
    bool has_moves;
} engine_told;
void engine_tell_position(engine_told *told, const arb_game *game);
/* Build the same command move by move: from the position that a game begins with, and from each
 * move with the position that it leads to. */
void engine_tell_begin(engine_told *told, const arb_position *position);
void engine_tell_move(engine_told *told, const char *uci, const arb_position *after);
/* Does every UCI engine play this rule set? Engines announce other rule sets in the handshake. */
bool engine_plays(const arb_rules *rules);

#endif

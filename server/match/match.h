/* match.h: a game with its players, seats, clocks and offers. Layer: server. Calls
 * neither sockets nor the store.
 *
 * A match changes by steps only. A step is a line of words ("move e2e4", "undo", "resign white"),
 * so the store keeps and replays exactly what was played. */
#ifndef ARB_SERVER_MATCH_H
#define ARB_SERVER_MATCH_H

#include "common/game_clock.h"
#include "common/step_log.h"
#include "common/text_builder.h"

enum {
    MATCH_NAME_LIMIT = 65, /* with the NUL */
    MATCH_TOKEN_LIMIT = 27,
    MATCH_ACCOUNT_LIMIT = 31,
    MATCH_REQUEST_LIMIT = 65,
    MATCH_RECENT = 32, /* request ids that a match remembers */
    MATCH_PLY_LIMIT = 6000,
    MATCH_VERSION_LIMIT = 10000
};

/* One ply as the page shows it. */
typedef struct {
    size_t end; /* where its entry ends in `history` */
    arb_square from, to;
    arb_piece captured;
    arb_opening opening; /* the last one that the game has reached */
} match_ply;

/* A request that was answered, and how the game stood afterwards. */
typedef struct {
    uint64_t hash;
    int64_t version;
    size_t ply;
} match_request;

typedef struct match_record match_record;

typedef struct match {
    int64_t id;
    const arb_rules *rules;
    arb_rules *own_rules; /* read from a rule-set text; else NULL */
    arb_game *game;
    arb_budget *budget;  /* pays for questions about the game; NULL: unlimited */
    uint64_t cost;       /* the work that all steps so far have taken */
    arb_outcome outcome; /* how the game stands now */
    bool end_unasked;    /* nobody has asked since the last step whether the game is over */
    char name[2][MATCH_NAME_LIMIT];
    char token[2][MATCH_TOKEN_LIMIT];
    game_clock clock;
    char engine[MATCH_NAME_LIMIT]; /* "": two people play */
    int engine_side;
    int engine_ms, engine_elo;
    uint64_t asker;  /* the address that played last, as a hash */
    int64_t version; /* number of steps so far */
    int64_t updated;
    arb_move claimed;         /* the move that the last claim had to make first, or ARB_NO_MOVE */
    int draw_offer, takeback; /* who asks for it, or NOBODY */
    int rematch;              /* who asks for another game, or NOBODY */
    int64_t next;             /* the id of that game once it is made; else 0 */
    char forfeit[160];        /* why the engine lost, or "" */
    char account[2][MATCH_ACCOUNT_LIMIT]; /* whose tokens play each side, or "" (match_players.h) */
    bool bot[2];
    int challenger;   /* who waits for the other side to accept the game, or NOBODY */
    char aborted[64]; /* why the game came to nothing; "" if it did not */
    arb_log log;      /* the arbiter's log; casual unless the game was made with regulations */
    /* The last ruling as JSON (empty: none), and the last rulings except those that only say that a
     * move was made; each in every language. */
    text_builder ruling[ARB_LANGUAGE_COUNT], rulings[ARB_LANGUAGE_COUNT];
    size_t ruling_count;
    arb_colour bonus_side; /* the side whose clock gets time from the last step, and how much */
    int64_t bonus_ms;

    text_builder fixed;   /* what state_put_fixed writes; empty if it could not be kept */
    text_builder history; /* JSON objects separated by commas, one for each ply */
    match_ply *plies;
    size_t ply_cap;

    match_request recent[MATCH_RECENT];
    size_t recent_count;

    match_record *record; /* what the cache and the store keep of the match: match_record.h */
    bool starved;         /* memory ran out in the last step, so the match may be wrong */
    bool damaged;         /* parts on disk are damaged: the rest is shown and never changed */
} match;

/* How a match begins. The texts need to live only as long as the call. */
typedef struct {
    const char *rules;      /* the name of a rule set of the library; or */
    const char *rules_text; /* the text of a rule-set file */
    const char *fen;        /* the start position */
    const char *moves;      /* the moves played before, in UCI, separated by blanks; may be "" */
    const char *pgn;        /* the text that was imported, or NULL */
    const char *white, *black;
    bool clock;
    int64_t initial_ms, increment_ms;
    const char *engine; /* the engine that plays, or "" */
    int engine_side, engine_ms, engine_elo;
    arb_budget *budget; /* pays for the game's work, or NULL */
} match_start;

/* Creates a match. Returns NULL if there is no memory or if the texts do not make a game (the
 * caller has checked that they do). */
match *match_new(int64_t id, const match_start *start);
void match_free(match *m);
size_t match_bytes(const match *m);

/* Takes one step. Returns false, with nothing changed, if the game does not allow it. The clocks
 * are pressed as the step requires. */
bool match_step(match *m, const char *what, int64_t now);
/* Takes a step from the store and sets the clocks to what they were after it. */
bool match_replay(match *m, const char *what, int64_t at, const int64_t left[2], int64_t boot,
                  int64_t now);
/* Ends the replay after the last step from the store. Returns false if memory or budget did not
 * suffice. */
bool match_replayed(match *m);

bool match_over(const match *m);      /* true also if cancelled */
bool match_regulated(const match *m); /* has an arbiter: steps are events for the log */
/* The opening that the game had reached at a ply. */
static inline arb_opening match_opening(const match *m, size_t ply)
{
    return ply > 0 ? m->plies[ply - 1].opening : arb_opening_find(arb_game_start(m->game));
}
bool match_engine_has_turn(const match *m);

void match_remember(match *m, const char *request);
/* Returns the request if it was answered before; else NULL. */
const match_request *match_recall(const match *m, const char *request);

/* Returns the game as it stood at a ply, to be looked at; the caller frees it. */
arb_game *match_game_at(const match *m, size_t ply);

#endif

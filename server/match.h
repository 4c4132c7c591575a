/* match.h: a game with its players, seats, clocks and offers. Layer: server. Calls
 * neither sockets nor the store.
 *
 * A match changes by steps only, each a line of words ("move e2e4", "undo", "resign white"): what
 * the store keeps and replays is what was played. */
#ifndef ARB_SERVER_MATCH_H
#define ARB_SERVER_MATCH_H

#include "common/game_clock.h"
#include "common/step_log.h"
#include "common/text_builder.h"

enum {
    MATCH_NAME_LIMIT = 65, /* with its NUL */
    MATCH_TOKEN_LIMIT = 27,
    MATCH_ACCOUNT_LIMIT = 31,
    MATCH_REQUEST_LIMIT = 65,
    MATCH_RECENT = 32, /* request ids that are remembered */
    MATCH_PLY_LIMIT = 6000,
    MATCH_VERSION_LIMIT = 10000
};

/* One ply, as the page sees it. */
typedef struct {
    size_t end; /* where its entry in `history` ends */
    arb_square from, to;
    arb_piece captured;
} match_ply;

/* A request that was answered, and how the game stood then. */
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
    uint64_t cost;       /* of all steps so far */
    arb_outcome outcome; /* of the game as it stands */
    bool end_unasked;    /* since the last step nobody has asked whether the game is over */
    char name[2][MATCH_NAME_LIMIT];
    char token[2][MATCH_TOKEN_LIMIT];
    game_clock clock;
    char engine[MATCH_NAME_LIMIT]; /* "": two people */
    int engine_side;
    int engine_ms, engine_elo;
    uint64_t asker;  /* the address that played last, as a hash */
    int64_t version; /* steps so far */
    int64_t updated;
    arb_move claimed;         /* what the last claim needed to be made first, or ARB_NO_MOVE */
    int draw_offer, takeback; /* who asks, or NOBODY */
    int rematch;              /* who asks for another game, or NOBODY */
    int64_t next;             /* the other game, once it was made; else 0 */
    char forfeit[160];        /* why the engine lost, or "" */
    char account[2][MATCH_ACCOUNT_LIMIT]; /* whose tokens play this side, or "" (match_players.h) */
    bool bot[2];
    int challenger;   /* who waits for the other side to accept the game, or NOBODY */
    char aborted[64]; /* the game came to nothing: why, else "" */
    arb_log log;      /* the arbiter's; casual unless the game was made otherwise */
    /* The last ruling, as JSON (empty: none), and the last ones that say more than that a move was
     * made, each in every language. */
    text_builder ruling[ARB_LANGUAGE_COUNT], rulings[ARB_LANGUAGE_COUNT];
    size_t ruling_count;
    arb_colour bonus_side; /* to whose clock the last step adds time, and how much */
    int64_t bonus_ms;

    text_builder history; /* JSON objects, one a ply, parted by commas */
    match_ply *plies;
    size_t ply_cap;

    match_request recent[MATCH_RECENT];
    size_t recent_count;

    match_record *record; /* what those know who keep it: match_record.h */
    bool starved; /* the last step failed for want of memory: the match is not what it was */
    bool damaged; /* on disk: shown as far as it is whole, and never changed */
} match;

/* How a match begins. Texts live as long as the call. */
typedef struct {
    const char *rules;      /* a built-in's name; or */
    const char *rules_text; /* a rule-set file */
    const char *fen;        /* where it starts */
    const char *moves;      /* UCI, parted by blanks: what was played before; may be "" */
    const char *pgn;        /* the text that was imported, or NULL */
    const char *white, *black;
    bool clock;
    int64_t initial_ms, increment_ms;
    const char *engine; /* or "" */
    int engine_side, engine_ms, engine_elo;
    arb_budget *budget; /* that the game pays from, or NULL */
} match_start;

/* NULL: no memory, or the texts do not make a game (which the caller has checked). */
match *match_new(int64_t id, const match_start *start);
void match_free(match *m);
size_t match_bytes(const match *m);

/* Takes a step at a time. False, and no change, if the game does not allow it. Clocks are pressed
 * as the step says. */
bool match_step(match *m, const char *what, int64_t now);
/* Takes a step from the store, with the clocks as they were after it. */
bool match_replay(match *m, const char *what, int64_t at, const int64_t left[2], int64_t boot,
                  int64_t now);
/* After the last step from the store. False: there was not memory or budget enough. */
bool match_replayed(match *m);

bool match_over(const match *m);      /* or cancelled */
bool match_regulated(const match *m); /* has an arbiter: steps are events for the log */
bool match_engine_has_turn(const match *m);

void match_remember(match *m, const char *request);
/* The request, if it was answered; else NULL. */
const match_request *match_recall(const match *m, const char *request);

/* The game as it stood at a ply, for looking at; the caller frees it. */
arb_game *match_game_at(const match *m, size_t ply);

#endif

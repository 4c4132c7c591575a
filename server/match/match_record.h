/* match_record.h: what the cache, the open transaction and the store note about a match in memory.
 * Layer: server. The match itself knows nothing of it. */
#ifndef ARB_SERVER_MATCH_RECORD_H
#define ARB_SERVER_MATCH_RECORD_H

#include "server/match/match.h"

struct event;

struct match_record {
    /* ---- cache.c and batch.c ---- */
    match *hash_next, *lru_prev, *lru_next, *lagging_next, *batch_next, *flight_next;
    void *owner;
    struct event *flag_timer;
    size_t bytes;       /* the size that the cache has counted */
    int64_t first_head; /* the first step that the summary lacks; 0: it lacks none */
    int64_t lags_since;
    int64_t safe_head; /* the last step that was committed */
    bool in_batch;     /* a step of it waits for the next commit */
    bool in_flight;    /* a step of it is being committed */
    bool in_store;
    bool stale;     /* differs from the store: it must be restored before use */
    bool unclaimed; /* a new game that nobody owns: it leaves memory once it is in the store */

    /* ---- store/ ---- */
    int64_t head;       /* the last step in the store, 0 = none */
    int64_t fence;      /* the number under which this server owns the game, in a store that several
                           servers share */
    size_t batch_place; /* where its summary is in the store's open batch */
    char *rules_text, *pgn; /* kept if the store cannot be asked for them at once; else NULL */
};

#endif

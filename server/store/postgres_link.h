/* postgres_link.h: a connection to PostgreSQL that never makes the loop wait. Layer: server. Knows
 * no games.
 *
 * Queries are sent one after the other; each is answered by a call. A lost connection fails all of
 * them, and is made anew again and again. */
#ifndef ARB_SERVER_POSTGRES_LINK_H
#define ARB_SERVER_POSTGRES_LINK_H

#include "server/store/libpq.h"
#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>

enum { PG_PARAMETERS = 24 };

/* Values are text unless a length says that they are binary (also of length 0). */
typedef struct {
    const char *sql; /* lives on */
    int count;
    const char *values[PG_PARAMETERS];
    int lengths[PG_PARAMETERS]; /* of binary values; PG_TEXT: a string */
} pg_query;
enum { PG_TEXT = -1 };

/* NULL: the connection was lost, and whether the query was carried out is not known. */
typedef void pg_done(void *context, PGresult *result);

typedef struct pg_link pg_link;

/* Connects in a moment. `setup` is sent on every new connection, which is then used. */
pg_link *pg_link_new(struct event_base *base, const char *url, const char *setup);
/* Fails what is waiting. */
void pg_link_free(pg_link *link);
bool pg_link_is_up(const pg_link *link);
/* False: there is no connection, or no memory; `done` is not called. `urgent` goes before what
 * waits. */
bool pg_link_ask(pg_link *link, const pg_query *query, bool urgent, pg_done *done, void *context);
/* Ends the connection, whatever it waits for, and makes a new one. */
void pg_link_reset(pg_link *link);

/* A connection for a caller who can wait. NULL: `why` says why not. */
PGconn *pg_connect(const char *url, char *why, size_t cap);
/* A text parameter that is a number. */
const char *pg_number_text(char text[24], int64_t number);
int64_t pg_number_at(const PGresult *result, int row, int column);

#endif

/* postgres_link.h: a connection to PostgreSQL that never makes the loop wait. Layer: server. Knows
 * no games.
 *
 * Queries are sent one after the other; each is answered by a callback. If the connection is lost
 * all of them fail, and a new connection is tried again and again. */
#ifndef ARB_SERVER_POSTGRES_LINK_H
#define ARB_SERVER_POSTGRES_LINK_H

#include "server/store/postgres/libpq.h"
#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    PG_PARAMETERS = 24,
    PG_DIGITS = 24 /* room for any number as text */
};

/* A query. Values are text unless a length says that they are binary (also of length 0). */
typedef struct {
    const char *sql; /* must stay valid */
    int count;
    const char *values[PG_PARAMETERS];
    int lengths[PG_PARAMETERS]; /* length of each binary value; PG_TEXT: a string */
} pg_query;
enum { PG_TEXT = -1 };

/* Receives the result. NULL: the connection was lost, and it is not known whether the query was
 * carried out. */
typedef void pg_done(void *context, PGresult *result);

typedef struct pg_link pg_link;

/* Makes a link, which connects soon. Every new connection begins by carrying out `setup`. */
pg_link *pg_link_new(struct event_base *base, const char *url, const char *setup);
/* Fails what is waiting, and ends the link. */
void pg_link_free(pg_link *link);
bool pg_link_is_up(const pg_link *link);
/* Asks a query. Returns false if there is no connection or no memory; `done` is not called then. An
 * `urgent` query goes before those that wait. */
bool pg_link_ask(pg_link *link, const pg_query *query, bool urgent, pg_done *done, void *context);
/* Ends the connection, whatever it waits for, and makes a new one. */
void pg_link_reset(pg_link *link);

/* Makes a connection for a caller who can wait. Returns NULL if it fails; `why` says why. */
PGconn *pg_connect(const char *url, char *why, size_t cap);
/* Writes a number as a text parameter. */
const char *pg_number_text(char text[PG_DIGITS], int64_t number);
int64_t pg_number_at(const PGresult *result, int row, int column);

#endif

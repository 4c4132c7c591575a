/* libpq.h: PostgreSQL's client library, which is loaded when a store needs it. Layer: server.
 *
 * The library depends on some twenty others (Kerberos, LDAP, TLS). If it were linked into the
 * command, every `arbiter why` would take more than twice as long to start, and the command could
 * not start on machines without them. */
#ifndef ARB_SERVER_LIBPQ_H
#define ARB_SERVER_LIBPQ_H

#include <libpq-fe.h>
#include <stdbool.h>

#define LIBPQ_CALLS(CALL)                                                                          \
    CALL(PQclear)                                                                                  \
    CALL(PQconnectPoll)                                                                            \
    CALL(PQconnectStartParams)                                                                     \
    CALL(PQconnectdbParams)                                                                        \
    CALL(PQconsumeInput)                                                                           \
    CALL(PQcopyResult)                                                                             \
    CALL(PQerrorMessage)                                                                           \
    CALL(PQexec)                                                                                   \
    CALL(PQexecParams)                                                                             \
    CALL(PQfinish)                                                                                 \
    CALL(PQflush)                                                                                  \
    CALL(PQfreemem)                                                                                \
    CALL(PQgetResult)                                                                              \
    CALL(PQgetisnull)                                                                              \
    CALL(PQgetvalue)                                                                               \
    CALL(PQisBusy)                                                                                 \
    CALL(PQntuples)                                                                                \
    CALL(PQresultErrorMessage)                                                                     \
    CALL(PQresultStatus)                                                                           \
    CALL(PQsendQuery)                                                                              \
    CALL(PQsendQueryParams)                                                                        \
    CALL(PQsetNoticeReceiver)                                                                      \
    CALL(PQsetnonblocking)                                                                         \
    CALL(PQsocket)                                                                                 \
    CALL(PQstatus)                                                                                 \
    CALL(PQunescapeBytea)

#define LIBPQ_MEMBER(name) __typeof__(name) *(name);
typedef struct {
    LIBPQ_CALLS(LIBPQ_MEMBER)
} libpq_calls;
#undef LIBPQ_MEMBER

/* The library's calls by their own names; empty until libpq_load has returned true. */
extern libpq_calls libpq;

/* Loads the library, if that was not done yet. Returns false if it cannot; `why` says why. */
bool libpq_load(char *why, size_t cap);

#endif

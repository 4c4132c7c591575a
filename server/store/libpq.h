/* libpq.h: PostgreSQL's client library, loaded when a store asks for it. Layer: server.
 *
 * It brings some twenty libraries along (Kerberos, LDAP, TLS). Linked into the command, they would
 * more than double the time that every `arbiter why` takes to start, and a machine without them
 * could start nothing. */
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

/* Loads the library, once. False: `why` says why not. */
bool libpq_load(char *why, size_t cap);

#endif

/* postgres_schema.h: the tables in the database, their versions, and the functions that keep the
 * rules of ownership. Layer: server. */
#ifndef ARB_SERVER_POSTGRES_SCHEMA_H
#define ARB_SERVER_POSTGRES_SCHEMA_H

#include "server/store/row_sums.h"

#include "server/store/postgres/libpq.h"
#include <stdbool.h>
#include <stddef.h>

/* Makes the tables, or upgrades those of an older version, and reads the key that ids are made
 * with. Returns false if it cannot; `why` says why. */
bool postgres_prepare(PGconn *conn, row_ids *ids, char *why, size_t cap);

#endif

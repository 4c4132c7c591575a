/* postgres_schema.c: the tables in the database, their versions, and the functions that keep the
 * rules of ownership. Layer: server.
 *
 * Everything is in a schema of its own, "arbiter". The functions run inside the database, so that a
 * check and the change that depends on it are one statement and nothing can come between them. */
#include "server/store/postgres/postgres_schema.h"

#include "server/store/postgres/postgres_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Statements that take version N to version N + 1. */
static const char *const versions[] = {
    /* Rows that change with every move are small and apart from how the game began. Room is left on
     * their pages, so that the new version of a row fits where the old one was. */
    "CREATE SCHEMA IF NOT EXISTS arbiter;"
    "CREATE TABLE arbiter.meta(version int NOT NULL, code text NOT NULL DEFAULT '',"
    " secret bigint NOT NULL, secret2 bigint NOT NULL, plain_rows bigint NOT NULL);"
    "CREATE SEQUENCE arbiter.game_rows INCREMENT BY 256;"
    "CREATE TABLE arbiter.games(id bigint PRIMARY KEY, rules text NOT NULL, rules_text text NOT "
    "NULL,"
    " fen text NOT NULL, moves text NOT NULL, white text NOT NULL, black text NOT NULL,"
    " white_token text NOT NULL, black_token text NOT NULL, engine text NOT NULL,"
    " clock bigint NOT NULL, initial_ms bigint NOT NULL, increment_ms bigint NOT NULL,"
    " engine_side bigint NOT NULL, engine_ms bigint NOT NULL, engine_elo bigint NOT NULL,"
    " sum bigint NOT NULL);"
    "CREATE TABLE arbiter.heads(game bigint PRIMARY KEY, owner bigint NOT NULL,"
    " fence bigint NOT NULL, since bigint NOT NULL, spent bigint NOT NULL, version bigint NOT NULL,"
    " plies bigint NOT NULL, result text NOT NULL, updated bigint NOT NULL, sum bigint NOT NULL)"
    " WITH (fillfactor=50);"
    "CREATE TABLE arbiter.log(game bigint NOT NULL, n bigint NOT NULL, at bigint NOT NULL,"
    " white_ms bigint NOT NULL, black_ms bigint NOT NULL, what text NOT NULL,"
    " request text NOT NULL, sum bigint NOT NULL, PRIMARY KEY(game,n));"
    "CREATE TABLE arbiter.requests(key bytea PRIMARY KEY, game bigint NOT NULL,"
    " sum bigint NOT NULL);"
    "CREATE TABLE arbiter.imports(game bigint PRIMARY KEY, pgn text NOT NULL, sum bigint NOT NULL);"
    "CREATE TABLE arbiter.servers(id bigserial PRIMARY KEY, address text NOT NULL,"
    " served bigint NOT NULL, expires timestamptz NOT NULL);",
    /* Every step names the fence under which it was written, so that one can check that no two
     * owners wrote in turns. */
    "ALTER TABLE arbiter.log ADD COLUMN fence bigint NOT NULL DEFAULT 0;",
    /* The players with tokens have one server, their home, which also owns their games. What other
     * programs write for it has a number that grows. */
    "ALTER TABLE arbiter.heads ADD COLUMN bots boolean NOT NULL DEFAULT false;"
    "CREATE TABLE arbiter.records(room text COLLATE \"C\", key text COLLATE \"C\","
    " value text NOT NULL, sum bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY(room,key));"
    "CREATE INDEX records_seq ON arbiter.records(seq) WHERE seq > 0;"
    "CREATE TABLE arbiter.home(owner bigint NOT NULL, seq bigint NOT NULL);"
    "INSERT INTO arbiter.home VALUES(0, 0);"
    "CREATE TABLE arbiter.codes(code text PRIMARY KEY, game bigint NOT NULL, seat int NOT NULL,"
    " until timestamptz NOT NULL, UNIQUE(game, seat));"
    "CREATE INDEX codes_until ON arbiter.codes(until);",
};
enum { VERSION = sizeof versions / sizeof versions[0] };

static const char *const code[] = {
    /* Makes the server `me` the owner of a game, unless another server holds a lease on it. `spent`
     * is the time that the side to move has used while a server served the game: `since` and
     * `served` are read from the same server's clock, so that clocks which differ do no harm.
     * state: 0 no such game, 1 taken, 2 another server's, 3 `me` holds no lease, 4 the game is
     * played with tokens and nobody is their home. */
    "CREATE OR REPLACE FUNCTION arbiter.take(g bigint, me bigint, now_ms bigint, OUT state int,"
    " OUT owner bigint, OUT fence bigint, OUT spent bigint) LANGUAGE plpgsql AS $$\n"
    "DECLARE h arbiter.heads; s arbiter.servers; until bigint; home bigint; BEGIN\n"
    " state := 0;\n"
    " FOR turn IN 1..2 LOOP\n" /* looks first, and locks the row only if the game may be taken */
    "  IF turn = 1 THEN SELECT * INTO h FROM arbiter.heads x WHERE x.game = g;\n"
    "  ELSE SELECT * INTO h FROM arbiter.heads x WHERE x.game = g FOR UPDATE; END IF;\n"
    "  IF NOT FOUND THEN RETURN; END IF;\n"
    "  owner := h.owner; until := h.since;\n"
    "  IF h.owner = me THEN until := now_ms;\n"
    "  ELSIF h.owner <> 0 THEN\n"
    "   SELECT * INTO s FROM arbiter.servers x WHERE x.id = h.owner;\n"
    "   IF FOUND AND s.expires > clock_timestamp() THEN state := 2; RETURN; END IF;\n"
    "   IF FOUND THEN until := s.served; END IF;\n"
    "  END IF;\n"
    " END LOOP;\n"
    " IF h.bots THEN\n"
    "  SELECT x.owner INTO home FROM arbiter.home x;\n"
    "  IF home <> me THEN\n"
    "   owner := home; state := 4;\n"
    "   PERFORM 1 FROM arbiter.servers x WHERE x.id = home AND x.expires > clock_timestamp();\n"
    "   IF FOUND THEN state := 2; END IF;\n"
    "   RETURN;\n"
    "  END IF;\n"
    " END IF;\n"
    " PERFORM 1 FROM arbiter.servers x WHERE x.id = me AND x.expires > clock_timestamp();\n"
    " IF NOT FOUND THEN state := 3; RETURN; END IF;\n"
    " spent := h.spent + greatest(0, until - h.since); fence := h.fence + 1; state := 1;\n"
    " owner := me;\n"
    " UPDATE arbiter.heads x SET owner = me, fence = h.fence + 1, since = now_ms,"
    "  spent = take.spent WHERE x.game = g;\n"
    "END $$;",
    /* Writes what one server has done since its last commit, and returns the games that it may not
     * write: their fence or version is a different one, or their request has already made a
     * game. */
    "CREATE OR REPLACE FUNCTION arbiter.save(me bigint, made jsonb, g bigint[], f bigint[],"
    " b bigint[], v bigint[], p bigint[], r text[], u bigint[], hs bigint[], lg bigint[],"
    " ln bigint[], lf bigint[], la bigint[], lw bigint[], lb bigint[], lwhat text[], lreq text[],"
    " ls bigint[], records jsonb) RETURNS bigint[] LANGUAGE plpgsql AS $$\n"
    "DECLARE refused bigint[] := '{}'; written bigint[]; k record; BEGIN\n"
    /* This lock keeps any server from becoming the home between this check and the commit. */
    " IF jsonb_array_length(records) > 0 THEN\n"
    "  PERFORM 1 FROM arbiter.home x WHERE x.owner = me FOR SHARE;\n"
    "  IF NOT FOUND THEN RAISE EXCEPTION 'another server has the records'; END IF;\n"
    " END IF;\n"
    " IF jsonb_array_length(made) > 0 THEN\n"
    /* The request of a deleted game may make another one. Requests are written in the order of
     * their keys, so that no two servers wait for each other. */
    "  FOR k IN SELECT decode(x.key, 'hex') AS key, x.id, x.key_sum FROM jsonb_to_recordset(made)"
    "    AS x(id bigint, key text, key_sum bigint) WHERE x.key <> '' ORDER BY x.key LOOP\n"
    "   INSERT INTO arbiter.requests VALUES(k.key, k.id, k.key_sum) ON CONFLICT DO NOTHING;\n"
    "   CONTINUE WHEN FOUND;\n"
    "   UPDATE arbiter.requests r SET game = k.id, sum = k.key_sum WHERE r.key = k.key"
    "    AND NOT EXISTS (SELECT 1 FROM arbiter.heads h WHERE h.game = r.game);\n"
    "   IF NOT FOUND THEN refused := refused || k.id; END IF;\n"
    "  END LOOP;\n"
    "  INSERT INTO arbiter.games SELECT x.* FROM jsonb_populate_recordset(NULL::arbiter.games, "
    "made)"
    "   AS x WHERE x.id <> ALL(refused);\n"
    "  INSERT INTO arbiter.heads SELECT x.id, CASE x.unclaimed WHEN 1 THEN 0 ELSE me END, 1, x.at,"
    "   0, 0, x.plies, x.result, x.at, x.head_sum"
    "   FROM jsonb_to_recordset(made) AS x(id bigint, at bigint, plies bigint, result text,"
    "   head_sum bigint, unclaimed int) WHERE x.id <> ALL(refused);\n"
    "  INSERT INTO arbiter.imports SELECT x.id, x.pgn, x.pgn_sum FROM jsonb_to_recordset(made)"
    "   AS x(id bigint, pgn text, pgn_sum bigint) WHERE x.pgn IS NOT NULL AND x.id <> "
    "ALL(refused);\n"
    " END IF;\n"
    " WITH done AS (UPDATE arbiter.heads h SET version = x.v, plies = x.p, result = x.r,"
    "   updated = x.u, sum = x.s, since = x.u, spent = 0"
    "   FROM unnest(g, f, b, v, p, r, u, hs) AS x(g, f, b, v, p, r, u, s)"
    "   WHERE h.game = x.g AND h.owner = me AND h.fence = x.f AND h.version = x.b"
    "   RETURNING h.game) SELECT coalesce(array_agg(game), '{}') INTO written FROM done;\n"
    " IF cardinality(written) < cardinality(g) THEN\n"
    "  refused := refused || ARRAY(SELECT x FROM unnest(g) AS x WHERE x <> ALL(written));\n"
    " END IF;\n"
    " INSERT INTO arbiter.log(game, n, fence, at, white_ms, black_ms, what, request, sum)"
    "  SELECT * FROM unnest(lg, ln, lf, la, lw, lb, lwhat, lreq, ls) AS x(g, n, f, a, w, b, t, q, "
    "s)"
    "  WHERE cardinality(refused) = 0 OR x.g <> ALL(refused);\n"
    " FOR k IN SELECT * FROM jsonb_to_recordset(records) AS x(room text, key text, value text,"
    "   sum bigint, game bigint) ORDER BY x.room, x.key LOOP\n"
    "  IF k.value = '' THEN DELETE FROM arbiter.records r WHERE r.room = k.room AND r.key = "
    "k.key;\n"
    "  ELSE INSERT INTO arbiter.records VALUES(k.room, k.key, k.value, k.sum, 0) ON CONFLICT"
    "   (room, key) DO UPDATE SET value = k.value, sum = k.sum; END IF;\n"
    "  UPDATE arbiter.heads h SET bots = k.value <> '' WHERE h.game = k.game AND k.game > 0;\n"
    " END LOOP;\n"
    " RETURN refused;\n"
    "END $$;",
    /* Makes the server `me` the home of the players with tokens, unless another server is. state: 1
     * taken, 2 another server's, 3 `me` holds no lease. */
    "CREATE OR REPLACE FUNCTION arbiter.take_home(me bigint, OUT state int, OUT owner bigint)"
    " LANGUAGE plpgsql AS $$\n"
    "BEGIN\n"
    " SELECT x.owner INTO owner FROM arbiter.home x FOR UPDATE;\n"
    " IF owner <> me THEN\n"
    "  PERFORM 1 FROM arbiter.servers x WHERE x.id = take_home.owner AND x.expires > "
    "clock_timestamp();\n"
    "  IF FOUND THEN state := 2; RETURN; END IF;\n"
    "  PERFORM 1 FROM arbiter.servers x WHERE x.id = me AND x.expires > clock_timestamp();\n"
    "  IF NOT FOUND THEN state := 3; RETURN; END IF;\n"
    "  UPDATE arbiter.home SET owner = me;\n"
    " END IF;\n"
    " owner := me; state := 1;\n"
    "END $$;",
    /* Writes a record for the home to read. Only one program writes at a time, so that no number
     * appears after a later one. */
    "CREATE OR REPLACE FUNCTION arbiter.put_record(r text, k text, v text, s bigint)"
    " RETURNS void LANGUAGE plpgsql AS $$\n"
    "DECLARE n bigint; BEGIN\n"
    " UPDATE arbiter.home SET seq = seq + 1 RETURNING seq INTO n;\n"
    " INSERT INTO arbiter.records VALUES(r, k, v, s, n) ON CONFLICT (room, key) DO UPDATE SET"
    "  value = v, sum = s, seq = n;\n"
    "END $$;",
    /* Returns the code of a seat: the one it has, or else `fresh`; '' if another seat has
     * `fresh`. */
    "CREATE OR REPLACE FUNCTION arbiter.code_for(g bigint, side int, ms bigint, fresh text)"
    " RETURNS text LANGUAGE plpgsql AS $$\n"
    "DECLARE c text; BEGIN\n"
    " DELETE FROM arbiter.codes WHERE until < clock_timestamp();\n"
    " SELECT code INTO c FROM arbiter.codes WHERE game = g AND seat = side;\n"
    " IF FOUND THEN RETURN c; END IF;\n"
    " INSERT INTO arbiter.codes VALUES(fresh, g, side, clock_timestamp() +"
    "  ms * interval '1 millisecond') ON CONFLICT DO NOTHING;\n"
    " IF FOUND THEN RETURN fresh; END IF;\n"
    " SELECT code INTO c FROM arbiter.codes WHERE game = g AND seat = side;\n"
    " RETURN coalesce(c, '');\n"
    "END $$;",
    /* Finds a seat by its code. Taking a seat uses its code up; a code for watching stays valid. */
    "CREATE OR REPLACE FUNCTION arbiter.join_by(c text, OUT game bigint, OUT seat int,"
    " OUT token text) LANGUAGE plpgsql AS $$\n"
    "BEGIN\n"
    " SELECT x.game, x.seat INTO game, seat FROM arbiter.codes x WHERE x.code = c"
    "  AND x.until > clock_timestamp() FOR UPDATE;\n"
    " IF NOT FOUND THEN RETURN; END IF;\n"
    " SELECT CASE join_by.seat WHEN 0 THEN g.white_token WHEN 1 THEN g.black_token ELSE '' END"
    "  INTO token FROM arbiter.games g WHERE g.id = join_by.game;\n"
    " IF NOT FOUND THEN game := NULL; END IF;\n"
    " IF seat IN (0, 1) THEN DELETE FROM arbiter.codes x WHERE x.code = c; END IF;\n"
    "END $$;",
    /* Deletes one game that has no result and that nobody has changed since `before`, if no other
     * server owns it. */
    "CREATE OR REPLACE FUNCTION arbiter.drop_abandoned(me bigint, above bigint, upto bigint,"
    " before bigint, OUT dropped bigint, OUT last bigint) LANGUAGE plpgsql AS $$\n"
    "BEGIN\n"
    " SELECT coalesce(max(game), 0) INTO last FROM arbiter.heads;\n"
    " SELECT h.game INTO dropped FROM arbiter.heads h WHERE h.game > above AND h.game <= upto"
    "  AND h.updated < before AND h.result = '*' AND NOT EXISTS (SELECT 1 FROM arbiter.servers s"
    "  WHERE s.id = h.owner AND s.id <> me AND s.expires > clock_timestamp())"
    "  ORDER BY h.game LIMIT 1 FOR UPDATE SKIP LOCKED;\n"
    " IF FOUND THEN\n"
    "  DELETE FROM arbiter.heads WHERE game = dropped; DELETE FROM arbiter.log WHERE game = "
    "dropped;\n"
    "  DELETE FROM arbiter.imports WHERE game = dropped; DELETE FROM arbiter.games WHERE id = "
    "dropped;\n"
    " END IF;\n"
    "END $$;",
};
enum { FUNCTIONS = sizeof code / sizeof code[0] };

/* ---- carrying out ---- */

static bool fail(PGconn *conn, char *why, size_t cap)
{
    snprintf(why, cap, "the database cannot be used: %s", libpq.PQerrorMessage(conn));
    for (size_t len = strlen(why); len > 0 && why[len - 1] == '\n'; len--)
        why[len - 1] = '\0';
    libpq.PQclear(libpq.PQexec(conn, "ROLLBACK"));
    return false;
}

static bool execute(PGconn *conn, const char *sql)
{
    PGresult *result = libpq.PQexec(conn, sql);
    ExecStatusType status = libpq.PQresultStatus(result);
    libpq.PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Returns the number that a statement gives; -1 if it could not be asked. */
static int64_t number(PGconn *conn, const char *sql)
{
    PGresult *result = libpq.PQexec(conn, sql);
    bool good = libpq.PQresultStatus(result) == PGRES_TUPLES_OK && libpq.PQntuples(result) == 1;
    int64_t value = good ? pg_number_at(result, 0, 0) : -1;
    libpq.PQclear(result);
    return value;
}

static bool add_meta(PGconn *conn)
{
    char sql[256];
    uint64_t secret[2];
    if (getrandom(secret, sizeof secret, 0) != (ssize_t)sizeof secret)
        return false;
    snprintf(sql, sizeof sql,
             "INSERT INTO arbiter.meta(version,secret,secret2,plain_rows) VALUES(1,%lld,%lld,0)",
             (long long)(secret[0] >> 1), (long long)(secret[1] >> 1));
    return execute(conn, sql);
}

static bool upgrade(PGconn *conn, int64_t from)
{
    char sql[80];
    for (int64_t v = from; v < VERSION; v++)
        if (!execute(conn, versions[v]) || (v == 0 && !add_meta(conn)))
            return false;
    snprintf(sql, sizeof sql, "UPDATE arbiter.meta SET version=%d", (int)VERSION);
    return from == VERSION || execute(conn, sql);
}

/* Writes the functions only if they differ, because servers may be calling them. */
static bool put_code(PGconn *conn)
{
    char sum[PG_DIGITS], sql[160];
    row_sum all = row_sum_start;
    for (int i = 0; i < FUNCTIONS; i++)
        all = sum_text(all, code[i]);
    pg_number_text(sum, (int64_t)all);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM arbiter.meta WHERE code='%s'", sum);
    int64_t same = number(conn, sql);
    for (int i = 0; i < FUNCTIONS && same == 0; i++)
        if (!execute(conn, code[i]))
            return false;
    snprintf(sql, sizeof sql, "UPDATE arbiter.meta SET code='%s'", sum);
    return same == 1 || (same == 0 && execute(conn, sql));
}

bool postgres_prepare(PGconn *conn, row_ids *ids, char *why, size_t cap)
{
    /* Only one server at a time prepares the tables. */
    if (!execute(conn, "BEGIN; SELECT pg_advisory_xact_lock(1095909961)"))
        return fail(conn, why, cap);
    int64_t version = number(conn, "SELECT count(*) FROM pg_catalog.pg_class c JOIN"
                                   " pg_catalog.pg_namespace n ON n.oid=c.relnamespace"
                                   " WHERE n.nspname='arbiter' AND c.relname='meta'");
    if (version > 0)
        version = number(conn, "SELECT version FROM arbiter.meta");
    if (version > VERSION) {
        libpq.PQclear(libpq.PQexec(conn, "ROLLBACK"));
        snprintf(why, cap, "the games in the database are of a later version of arbiter");
        return false;
    }
    if (version < 0 || !upgrade(conn, version) || !put_code(conn))
        return fail(conn, why, cap);
    PGresult *result = libpq.PQexec(conn, "SELECT secret,secret2,plain_rows FROM arbiter.meta");
    bool good = libpq.PQntuples(result) == 1;
    if (good) {
        ids->secret[0] = (uint64_t)pg_number_at(result, 0, 0);
        ids->secret[1] = (uint64_t)pg_number_at(result, 0, 1);
        ids->plain_rows = pg_number_at(result, 0, 2);
    }
    libpq.PQclear(result);
    return (good && execute(conn, "COMMIT")) || fail(conn, why, cap);
}

/* postgres_codes.c: codes that stand for a seat for a limited time, and that every server of the
 * database knows. Layer: server. */
#include "server/store/postgres/postgres_rows.h"

#include <stdio.h>

store_word postgres_code_for(store *base, int64_t game, int seat, int64_t ms, const char *fresh,
                             char *code, size_t cap)
{
    postgres_store *s = (postgres_store *)base;
    char row[PG_DIGITS], side[PG_DIGITS], life[PG_DIGITS];
    if (s->answer != NULL) {
        snprintf(code, cap, "%s", libpq.PQgetvalue(s->answer, 0, 0));
        return code[0] != '\0' ? STORE_YES : STORE_NO;
    }
    const pg_query q = {.sql = "SELECT arbiter.code_for($1,$2,$3,$4)",
                        .count = 4,
                        .values = {pg_number_text(row, row_of_id(&base->ids, game)),
                                   pg_number_text(side, seat), pg_number_text(life, ms), fresh},
                        .lengths = {PG_TEXT, PG_TEXT, PG_TEXT, PG_TEXT}};
    return postgres_ask(s, &q);
}

store_word postgres_code_take(store *base, const char *code, store_seat *seat)
{
    postgres_store *s = (postgres_store *)base;
    if (s->answer != NULL) {
        if (libpq.PQntuples(s->answer) != 1 || libpq.PQgetisnull(s->answer, 0, 0))
            return STORE_NO;
        seat->game = id_of_row(&base->ids, pg_number_at(s->answer, 0, 0));
        seat->side = (int)pg_number_at(s->answer, 0, 1);
        snprintf(seat->token, sizeof seat->token, "%s", libpq.PQgetvalue(s->answer, 0, 2));
        return STORE_YES;
    }
    const pg_query q = {.sql = "SELECT game,seat,token FROM arbiter.join_by($1)",
                        .count = 1,
                        .values = {code},
                        .lengths = {PG_TEXT}};
    return postgres_ask(s, &q);
}

/* test_server_postgres.c: what is sent to PostgreSQL. Layer: tests. */
#include "check.h"
#include "server/store/postgres/postgres_array.h"

/* The binary form that PostgreSQL documents: dimensions, NULLs, type, count, first index, elements.
 */
TEST(arrays_are_written_for_postgresql)
{
    pg_array array = {.count = 0};
    int len = 0;
    CHECK(pg_array_bytes(&array, &len) == NULL); /* not begun */
    for (int again = 0; again < 2; again++) {
        static const char none[] = "\0\0\0\0\0\0\0\0\0\0\0\24",
                          numbers[] = "\0\0\0\1\0\0\0\0\0\0\0\24\0\0\0\2\0\0\0\1"
                                      "\0\0\0\10\1\2\3\4\5\6\7\10"
                                      "\0\0\0\10\377\377\377\377\377\377\377\376",
                          texts[] = "\0\0\0\1\0\0\0\0\0\0\0\31\0\0\0\2\0\0\0\1"
                                    "\0\0\0\3abc\0\0\0\0";
        pg_array_clear(&array, false);
        const char *bytes = pg_array_bytes(&array, &len);
        CHECK(len == 12 && bytes != NULL && memcmp(bytes, none, 12) == 0);
        pg_array_clear(&array, false);
        pg_array_add(&array, INT64_C(0x0102030405060708));
        pg_array_add(&array, -2);
        bytes = pg_array_bytes(&array, &len);
        CHECK_EQ_INT(len, sizeof numbers - 1);
        CHECK(bytes != NULL && memcmp(bytes, numbers, sizeof numbers - 1) == 0);
        pg_array_clear(&array, true);
        pg_array_add_text(&array, "abc");
        pg_array_add_text(&array, "");
        bytes = pg_array_bytes(&array, &len);
        CHECK_EQ_INT(len, sizeof texts - 1);
        CHECK(bytes != NULL && memcmp(bytes, texts, sizeof texts - 1) == 0);
        pg_array_clear(&array, false);
        for (int i = 0; i < 70000; i++)
            pg_array_add(&array, i);
        bytes = pg_array_bytes(&array, &len);
        CHECK(len == 20 + 70000 * 12 && memcmp(bytes + 12, "\0\1\21\160", 4) == 0);
    }
    pg_array_free(&array);
}

int main(void)
{
    RUN(arrays_are_written_for_postgresql);
    return check_result();
}

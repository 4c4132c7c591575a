/* fingerprints.c: the table of fingerprints finds every game that was put in and no other; it takes
 * at most 16 bytes for each, and stays below its limit. Layer: tests. */
#include "check.h"
#include "collection/convert/dedupe.h"

enum { MANY = 1000000, FEW = 100000, SMALL = 1 << 20 /* bytes */ };

static bool seen(dedupe *d, uint64_t number)
{
    return dedupe_seen(d, dedupe_mix(1, number), dedupe_mix(2, ~number));
}

TEST(all_are_remembered_in_16_bytes_each)
{
    dedupe d;
    double most = 0;
    size_t wrong = 0;
    CHECK(dedupe_init(&d, (size_t)256 << 20));
    for (uint64_t i = 0; i < MANY; i++) {
        wrong += seen(&d, i);
        double each = (double)(d.bytes + DEDUPE_PARTS * sizeof *d.parts) / (double)(i + 1);
        most = i >= FEW && each > most ? each : most;
    }
    CHECK_EQ_INT(wrong, 0);
    for (uint64_t i = 0; i < MANY; i++)
        wrong += !seen(&d, i);
    CHECK_EQ_INT(wrong, 0);
    CHECK(most <= 16);
    CHECK(d.forgotten == 0 && d.duplicates == MANY);
    dedupe_free(&d);
}

TEST(a_full_table_keeps_what_it_has)
{
    dedupe d;
    size_t over = 0, lost = 0;
    CHECK(dedupe_init(&d, SMALL));
    for (uint64_t i = 0; i < MANY; i++) {
        seen(&d, i);
        over += d.bytes > SMALL;
    }
    CHECK_EQ_INT(over, 0);
    CHECK(d.forgotten <= MANY - 65536); /* 16 bytes each */
    for (uint64_t i = 0; i < 1000; i++)
        lost += !seen(&d, i);
    CHECK_EQ_INT(lost, 0);
    dedupe_free(&d);
}

int main(void)
{
    RUN(all_are_remembered_in_16_bytes_each);
    RUN(a_full_table_keeps_what_it_has);
    return check_result();
}

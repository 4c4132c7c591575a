/* test_fen_lenient.c: FEN as people write it, EPD, repaired set-ups, Polyglot keys, long algebraic
 * notation. */
#include "positions.h"
#include "table.h"

#include <inttypes.h>
#include <stdlib.h>

static table t;

/* Replaces "\xNN" by that byte. */
static size_t unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        unsigned byte;
        if (sscanf(from, "\\x%2x", &byte) == 1) {
            *to++ = (char)byte;
            from += 4;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    return (size_t)(to - text);
}

static const arb_rules *rules_of(const char *name)
{
    return arb_rules_find(name, strlen(name));
}

/* Writes one letter for each bit that is set, or "-" if none is. */
static void letters_of(uint32_t bits, const char *letters, char *text)
{
    char *to = text;
    for (size_t i = 0; letters[i] != '\0'; i++)
        if (bits >> i & 1)
            *to++ = letters[i];
    if (bits == 0)
        *to++ = '-';
    *to = '\0';
}

TEST(fen_as_people_write_it_is_read_and_what_was_forgiven_is_said)
{
    for (CHECK(table_open(&t, "tests/data/fen_lenient.tsv")); table_next(&t);) {
        const arb_rules *rules = rules_of(t.column[0]);
        arb_setup setup, strict;
        arb_error error;
        uint32_t forgiven = 77;
        char fen[256], letters[16];
        size_t len = unescape(t.column[1]);
        arb_status status =
            arb_fen_read_lenient(&setup, rules, t.column[1], len, &forgiven, &error);
        CHECK_EQ_INT(error.status, status);
        if (strncmp(t.column[2], "bad@", 4) == 0) {
            CHECK_EQ_INT(status, ARB_BAD_TEXT);
            CHECK_EQ_INT(error.offset, strtol(t.column[2] + 4, NULL, 10));
            CHECK_EQ_INT(forgiven, 0);
            continue;
        }
        CHECK_EQ_INT(status, ARB_OK);
        arb_fen_write(&setup, rules, ARB_X_FEN, fen, sizeof fen);
        CHECK_EQ_TEXT(fen, t.column[2]);
        letters_of(forgiven, "MBQSTtCEDKkX", letters);
        CHECK_EQ_TEXT(letters, t.column[3]);
        /* Nothing is forgiven exactly if the strict reader accepts the text. */
        CHECK_EQ_INT(arb_fen_read(&strict, rules, t.column[1], len, NULL) == ARB_OK, forgiven == 0);
    }
}

TEST(every_bit_has_its_sentence)
{
    for (uint32_t bit = 1; bit < ARB_FEN_FORGIVEN_ALL; bit <<= 1)
        CHECK(arb_fen_forgiven_text(bit) != NULL);
    CHECK(arb_fen_forgiven_text(0) == NULL);
    CHECK(arb_fen_forgiven_text(ARB_FEN_FORGIVEN_ALL + 1u) == NULL);
    CHECK(arb_fen_forgiven_text(3) == NULL);
    for (uint32_t bit = 1; bit <= ARB_DROPPED_EN_PASSANT; bit <<= 1)
        CHECK(arb_dropped_text(bit) != NULL);
    CHECK(arb_dropped_text(3) == NULL);
}

TEST(a_text_of_any_length_is_refused_in_bounds)
{
    static char text[20000];
    arb_setup setup;
    arb_error error;
    memset(text, ' ', sizeof text);
    CHECK_EQ_INT(arb_fen_read_lenient(&setup, arb_rules_at(0), text, sizeof text, NULL, &error),
                 ARB_BAD_TEXT);
    memset(text, '8', sizeof text);
    for (size_t len = 0; len < sizeof text; len += 997)
        CHECK_EQ_INT(arb_fen_read_lenient(&setup, arb_rules_at(0), text, len, NULL, NULL),
                     ARB_BAD_TEXT);
}

TEST(rights_that_cannot_be_are_dropped_and_named)
{
    for (CHECK(table_open(&t, "tests/data/repair.tsv")); table_next(&t);) {
        const arb_rules *rules = rules_of(t.column[0]);
        arb_setup setup;
        char fen[128], letters[8];
        CHECK_EQ_INT(arb_fen_read(&setup, rules, t.column[1], strlen(t.column[1]), NULL), ARB_OK);
        letters_of(arb_setup_repair(&setup, rules), "KQkqe", letters);
        CHECK_EQ_TEXT(letters, t.column[3]);
        arb_fen_write(&setup, rules, ARB_X_FEN, fen, sizeof fen);
        CHECK_EQ_TEXT(fen, t.column[2]);
        CHECK_EQ_INT(arb_setup_repair(&setup, rules), 0);
    }
}

TEST(epd_keeps_its_operations)
{
    for (CHECK(table_open(&t, "tests/data/epd.tsv")); table_next(&t);) {
        const arb_rules *rules = rules_of(t.column[0]);
        const char *text = t.column[1];
        size_t len = strlen(text), operations = 0;
        char epd[256], again[256], clocks[32];
        arb_setup setup;
        arb_error error;
        arb_status status = arb_epd_read(&setup, rules, text, len, &operations, &error);
        if (strncmp(t.column[2], "bad@", 4) == 0) {
            CHECK_EQ_INT(status, ARB_BAD_TEXT);
            CHECK_EQ_INT(error.offset, strtol(t.column[2] + 4, NULL, 10));
            continue;
        }
        if (!CHECK(status == ARB_OK))
            continue;
        size_t n =
            arb_epd_write(&setup, rules, text + operations, len - operations, epd, sizeof epd);
        CHECK_EQ_TEXT(epd, t.column[2]);
        CHECK_EQ_INT(n, strlen(epd));
        snprintf(clocks, sizeof clocks, "%" PRIu32 " %" PRIu32, setup.halfmove, setup.fullmove);
        CHECK_EQ_TEXT(clocks, t.column[3]);
        for (size_t cap = 0; cap < n; cap++) {
            CHECK_EQ_INT(
                arb_epd_write(&setup, rules, text + operations, len - operations, again, cap), n);
            CHECK(cap == 0 || (strlen(again) == cap - 1 && memcmp(again, epd, cap - 1) == 0));
        }
        CHECK_EQ_INT(arb_epd_read(&setup, rules, epd, n, &operations, NULL), ARB_OK);
        arb_epd_write(&setup, rules, epd + operations, n - operations, again, sizeof again);
        CHECK_EQ_TEXT(again, epd);
    }
}

TEST(an_operand_is_given_without_its_quotes)
{
    static const char text[] = "bm Nf3 e4; id \"two words\";";
    arb_epd_operation op;
    size_t at = 0, operand = 0, begin, end;
    CHECK(arb_epd_next(text, strlen(text), &at, &op));
    CHECK(arb_epd_operand(text, &op, &operand, &begin, &end));
    CHECK(end - begin == 3 && memcmp(text + begin, "Nf3", 3) == 0);
    CHECK(arb_epd_operand(text, &op, &operand, &begin, &end));
    CHECK(!arb_epd_operand(text, &op, &operand, &begin, &end));
    operand = 0;
    CHECK(arb_epd_next(text, strlen(text), &at, &op));
    CHECK(arb_epd_operand(text, &op, &operand, &begin, &end));
    CHECK(end - begin == 9 && memcmp(text + begin, "two words", 9) == 0);
    CHECK(!arb_epd_next(text, strlen(text), &at, &op));
}

TEST(polyglot_keys_are_the_published_ones)
{
    for (CHECK(table_open(&t, "tests/data/polyglot.tsv")); table_next(&t);)
        for (int i = 0; i < 2; i++) {
            arb_position position;
            char key[20];
            if (!test_position(&position, t.column[0], t.column[1], test_kernels[i]))
                continue;
            snprintf(key, sizeof key, "%016" PRIx64, arb_position_polyglot_key(&position));
            CHECK_EQ_TEXT(key, t.column[2]);
        }
}

TEST(long_algebraic_is_written_and_read)
{
    for (CHECK(table_open(&t, "tests/data/lan.tsv")); table_next(&t);) {
        arb_position position;
        arb_san san;
        char text[32], tolerated[16];
        if (!test_position(&position, t.column[0], t.column[1], ARB_KERNEL_AUTO))
            continue;
        arb_status status = arb_lan_read(&position, t.column[2], strlen(t.column[2]), &san);
        if (strcmp(t.column[3], "illegal") == 0) {
            CHECK_EQ_INT(status, ARB_ILLEGAL);
            continue;
        }
        CHECK_EQ_INT(status, ARB_OK);
        arb_lan_write(&position, san.move, text, sizeof text);
        CHECK_EQ_TEXT(text, t.column[3]);
        letters_of(san.tolerated, "nfphoxPCaclpS", tolerated);
        CHECK_EQ_TEXT(tolerated, t.column[4]);
    }
}

int main(void)
{
    RUN(fen_as_people_write_it_is_read_and_what_was_forgiven_is_said);
    RUN(every_bit_has_its_sentence);
    RUN(a_text_of_any_length_is_refused_in_bounds);
    RUN(rights_that_cannot_be_are_dropped_and_named);
    RUN(epd_keeps_its_operations);
    RUN(an_operand_is_given_without_its_quotes);
    RUN(polyglot_keys_are_the_published_ones);
    RUN(long_algebraic_is_written_and_read);
    return check_result();
}

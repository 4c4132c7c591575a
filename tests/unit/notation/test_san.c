/* test_san.c: SAN in and out: strict writing, lenient reading, and why a text is refused. */
#include "json.h"
#include "positions.h"
#include "table.h"

#include <stdlib.h>

static table t;

static const char *square_name(const arb_position *position, arb_square square, char name[8])
{
    arb_square_write(arb_position_size(position), square, name, 8);
    return name;
}

static const char *const flag_names[] = {"no-check-mark",  "false-check-mark", "plus-for-mate",
                                         "hash-for-check", "excess-origin",    "capture-mark",
                                         "promotion-form", "castling-form",    "annotation",
                                         "letter-case",    "long-form",        "pawn-letter"};

static uint32_t flags_of(const char *names)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < sizeof flag_names / sizeof *flag_names; i++)
        if (strstr(names, flag_names[i]))
            bits |= 1u << i;
    return bits;
}

/* ---- reading ---- */

static void describe(const arb_position *position, const arb_san *san, char *out, size_t cap)
{
    size_t n = 0;
    out[0] = '\0';
    if (san->status == ARB_OK) {
        arb_uci_write(position, san->move, ARB_UCI_RULES, out, cap);
        return;
    }
    for (size_t i = 0; i < san->count && i < ARB_CANDIDATE_LIMIT && n < cap; i++) {
        char name[8];
        n += (size_t)snprintf(out + n, cap - n, "%s%s", i > 0 ? " " : "",
                              square_name(position, san->why[i].from, name));
        if (san->status == ARB_ILLEGAL && n < cap)
            n += (size_t)snprintf(out + n, cap - n, ":%s", arb_verdict_name(san->why[i].code));
    }
}

static const char *status_name(const arb_san *san, char name[32])
{
    switch (san->status) {
    case ARB_OK:
        return "ok";
    case ARB_ILLEGAL:
        return "illegal";
    case ARB_AMBIGUOUS:
        return "ambiguous";
    default:
        snprintf(name, 32, "bad@%zu", san->offset);
        return name;
    }
}

static void check_read(arb_kernel kernel)
{
    arb_position position;
    arb_san san;
    char name[32], described[256], sentence[2048];
    if (!test_position(&position, t.column[0], t.column[1], kernel))
        return;
    arb_status status = arb_san_read(&position, t.column[2], strlen(t.column[2]), &san);
    CHECK_EQ_INT(status, san.status);
    CHECK_EQ_TEXT(status_name(&san, name), t.column[3]);
    describe(&position, &san, described, sizeof described);
    CHECK_EQ_TEXT(described, t.column[4]);
    CHECK_EQ_INT(san.tolerated, flags_of(t.column[5]));
    CHECK((arb_san_text(&san, &position, sentence, sizeof sentence) == 0) == (status == ARB_OK));
}

TEST(each_line_of_the_reading_table_holds)
{
    for (CHECK(table_open(&t, "tests/data/san_read.tsv")); table_next(&t);)
        for (int i = 0; i < 2; i++)
            check_read(test_kernels[i]);
}

static void check_shared_text(const char *expected, bool strict_word)
{
    char fen[128], text[32], name[32], uci[16] = "", written[16];
    arb_position position;
    arb_san san;
    json_field(t.column[0], "fen", fen, sizeof fen);
    if (!json_field(t.column[0], strict_word ? "san" : "text", text, sizeof text) ||
        !test_position(&position, "chess", fen, ARB_KERNEL_AUTO))
        return;
    arb_san_read(&position, text, strlen(text), &san);
    if (json_field(t.column[0], "uci", uci, sizeof uci)) {
        if (CHECK_EQ_INT(san.status, ARB_OK)) {
            arb_uci_write(&position, san.move, ARB_UCI_RULES, written, sizeof written);
            CHECK_EQ_TEXT(written, uci);
            CHECK(san.tolerated != 0);
        }
    } else if (strcmp(expected, "invalid") == 0) {
        CHECK_EQ_INT(san.status, ARB_BAD_TEXT);
    } else if (strncmp(expected, "strict-only", 11) == 0) {
        CHECK_EQ_INT(san.status, ARB_OK);
        CHECK_EQ_INT(san.tolerated, ARB_SAN_EXCESS_ORIGIN);
    } else {
        CHECK_EQ_TEXT(status_name(&san, name), expected);
    }
}

TEST(shared_texts_are_refused_or_tolerated_as_given)
{
    for (table_open(&t, "../shared/data/san/reject.jsonl"); table_next(&t);) {
        char expected[64];
        json_field(t.column[0], "verdict", expected, sizeof expected);
        check_shared_text(expected, true);
    }
    for (table_open(&t, "../shared/data/san/lenient.jsonl"); table_next(&t);)
        check_shared_text("", false);
}

TEST(any_bytes_are_answered)
{
    arb_position position;
    uint32_t seed = 1;
    static const char alphabet[] = "KQRBNPabcdefgh12345678xX-+#=()/!?oO0.ep \n\xff";
    if (!test_position(&position, "chess", "r3k2r/P6P/8/3pP3/8/8/p6p/R3K2R w KQkq d6 0 2",
                       ARB_KERNEL_AUTO))
        return;
    for (int i = 0; i < 200000; i++) {
        char text[9];
        arb_san san;
        arb_verdict verdict;
        size_t len = (seed = seed * 1664525u + 1013904223u) >> 29;
        for (size_t n = 0; n < len; n++)
            text[n] = alphabet[((seed = seed * 1664525u + 1013904223u) >> 8) % sizeof alphabet];
        arb_status status = arb_san_read(&position, text, len, &san);
        if (status == ARB_BAD_TEXT)
            CHECK(san.offset <= len && san.text[0] != '\0');
        else if (status == ARB_OK)
            CHECK(arb_position_is_legal(&position, san.move));
        arb_uci_read(&position, text, len, &verdict, NULL);
    }
}

/* ---- writing ---- */

static void check_written(const char *rules, const char *fen, const char *uci, const char *expected)
{
    arb_position position;
    arb_verdict verdict;
    arb_san san;
    char text[32];
    if (!test_position(&position, rules, fen, ARB_KERNEL_AUTO) ||
        !CHECK_EQ_INT(arb_uci_read(&position, uci, strlen(uci), &verdict, NULL), ARB_OK))
        return;
    size_t n = arb_san_write(&position, verdict.move, text, sizeof text);
    CHECK_EQ_TEXT(text, expected);
    CHECK_EQ_INT(n, strlen(text));
    CHECK_EQ_INT(arb_san_read(&position, text, n, &san), ARB_OK);
    CHECK_EQ_INT(san.move, verdict.move);
    CHECK_EQ_INT(san.tolerated, 0);
}

TEST(each_line_of_the_writing_table_holds)
{
    for (CHECK(table_open(&t, "tests/data/san_write.tsv")); table_next(&t);)
        check_written(t.column[0], t.column[1], t.column[2], t.column[3]);
}

TEST(shared_moves_are_written_as_given)
{
    for (table_open(&t, "../shared/data/san/san.jsonl"); table_next(&t);) {
        char fen[128], uci[16], san[16], flag[8];
        json_field(t.column[0], "fen", fen, sizeof fen);
        json_field(t.column[0], "uci", uci, sizeof uci);
        json_field(t.column[0], "san", san, sizeof san);
        json_field(t.column[0], "chess960", flag, sizeof flag);
        check_written(strcmp(flag, "true") == 0 ? "chess960" : "chess", fen, uci, san);
    }
}

TEST(shared_lists_are_written_as_given)
{
    for (table_open(&t, "../shared/data/san/san_bulk.tsv"); table_next(&t);)
        for (char *pair = strtok(t.column[1], " "); pair; pair = strtok(NULL, " ")) {
            char *equals = strchr(pair, '=');
            *equals = '\0';
            check_written("chess", t.column[0], pair, equals + 1);
        }
}

TEST(an_illegal_move_is_not_written)
{
    arb_position position;
    char text[8] = "x";
    arb_position_start(&position, arb_rules_find("chess", 5));
    CHECK_EQ_INT(arb_san_write(&position, arb_move_of(0, 8, 0, ARB_NORMAL), text, 8), 0);
    CHECK_EQ_TEXT(text, "");
    CHECK_EQ_INT(arb_san_write(&position, ARB_NO_MOVE, text, 8), 0);
}

/* ---- pieces of a rule set's own ---- */

static bool read_rules(arb_rules *rules, const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    if (!CHECK(file != NULL))
        return false;
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    return CHECK(arb_rules_read(rules, text, len, NULL, NULL));
}

TEST(custom_pieces_have_their_letters)
{
    static arb_rules rules;
    static const struct {
        const char *fen, *text, *strict;
    } cases[] = {
        {"5k4/P9/10/10/10/10/10/5K4 w - - 0 1", "a8C", "a8=C+"},
        {"5k4/P9/10/10/10/10/10/5K4 w - - 0 1", "a7a8a", "a8=A"},
        {"5k4/10/10/10/10/10/10/A4K4 w - - 0 1", "Ab3", "Ab3"},
        {"5k4/10/10/10/10/10/10/A4K2A1 w - - 0 1", "Ae5", ""},
        {"5k4/10/10/10/10/10/10/A1A2K4 w - - 0 1", "Aab3", "Aab3"},
        {"5k4/10/10/10/10/10/1p8/A4K4 w - - 0 1", "axb2", ""},
        {"5k4/10/10/10/10/10/1p8/A4K4 w - - 0 1", "Axb2", "Axb2"},
        {"5k4/10/10/10/10/10/10/C4K4 w - - 0 1", "ca8", "Ca8+"},
        {"5k4/10/10/10/10/10/10/C4K4 w - - 0 1", "cb3", ""},
        {"4k5/10/10/10/10/10/10/5K3R w J - 0 1", "0-0", "O-O"},
        {"4k5/10/10/10/10/10/10/5K3R w J - 0 1", "f1j1", "O-O"},
        {"4k5/10/10/10/10/10/10/5K3R w J - 0 1", "f1i1", "O-O"},
    };
    if (!read_rules(&rules, "examples/rules/capablanca.rules"))
        return;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_position position;
        arb_san san;
        char text[16] = "";
        check_case("%s %s", cases[i].fen, cases[i].text);
        if (!test_position_by(&position, &rules, cases[i].fen, ARB_KERNEL_AUTO))
            continue;
        if (arb_san_read(&position, cases[i].text, strlen(cases[i].text), &san) == ARB_OK)
            arb_san_write(&position, san.move, text, sizeof text);
        CHECK_EQ_TEXT(text, cases[i].strict);
    }
}

/* ---- out and in again, by random play ---- */

typedef struct {
    arb_position position;
    uint32_t seed;
    unsigned seen;
    arb_move chosen;
} walk;

static bool check_round_trip(void *context, arb_move move)
{
    walk *w = context;
    char text[32], uci[32];
    arb_san san;
    arb_verdict verdict;
    size_t n = arb_san_write(&w->position, move, text, sizeof text);
    bool good = CHECK_EQ_INT(arb_san_read(&w->position, text, n, &san), ARB_OK) &&
                CHECK_EQ_INT(san.move, move) && CHECK_EQ_INT(san.tolerated, 0);
    n = arb_uci_write(&w->position, move, ARB_UCI_RULES, uci, sizeof uci);
    good = good && CHECK_EQ_INT(arb_uci_read(&w->position, uci, n, &verdict, NULL), ARB_OK) &&
           CHECK_EQ_INT(verdict.move, move);
    if (!good) {
        char fen[2048];
        arb_position_fen(&w->position, ARB_X_FEN, ARB_EP_ALWAYS, fen, sizeof fen);
        printf("  %s in %s: %s\n", text, fen, uci);
    }
    w->seed = w->seed * 1664525u + 1013904223u;
    if ((w->seed >> 8) % ++w->seen == 0)
        w->chosen = move;
    return good;
}

static void random_play(const char *rules, const char *fen, uint32_t seed, unsigned plies)
{
    walk w = {.seed = seed};
    check_case("%s %.200s seed %u", rules, fen, (unsigned)seed);
    if (!test_position(&w.position, rules, fen, ARB_KERNEL_AUTO))
        return;
    for (unsigned ply = 0; ply < plies; ply++) {
        arb_undo undo;
        w.seen = 0;
        if (!arb_position_each_move(&w.position, check_round_trip, &w) || w.seen == 0)
            return;
        CHECK(arb_position_play(&w.position, w.chosen, &undo));
    }
}

TEST(every_move_of_random_games_reads_back)
{
    static const char *const names[] = {"chess", "chess960",  "basic",
                                        "lab",   "lab-bonus", "king-capture"};
    for (uint32_t seed = 1; seed <= 6; seed++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            random_play(names[i], arb_rules_find(names[i], strlen(names[i]))->board.start,
                        seed * 7919u, 60);
    for (uint32_t seed = 1; seed <= 3; seed++) {
        random_play("lab-bonus",
                    "rnbqkbnrrnbq/pppppppppppp/12/12/12/12/12/12/12/12/12/PPPPPPPPPPPP"
                    "/RNBQKBNRRNBQ w - - 0 1",
                    seed, 30);
        random_play("lab-bonus",
                    "nnn25nnn/bbb25bbb/ppppppp24/31/31/PPPPPP19PPPPPP/BB27BB"
                    "/NNN3RRRQQQQQQQ10N2NN w - - 0 1",
                    seed, 12);
        random_play("lab-bonus",
                    "n1n22n1n1n2/32/p1pp20pppp4/32/P1PP20PP1PP3/32/N1N5KK11NNNQNNNQN2"
                    " w - - 0 1",
                    seed, 12);
    }
}

/* ---- sentences ---- */

TEST(each_line_of_the_sentence_table_holds)
{
    for (CHECK(table_open(&t, "tests/data/san_text.tsv")); table_next(&t);) {
        arb_position position;
        arb_san san;
        char sentence[2048];
        if (!test_position(&position, t.column[0], t.column[1], ARB_KERNEL_AUTO))
            continue;
        arb_san_read(&position, t.column[2], strlen(t.column[2]), &san);
        size_t n = arb_san_text(&san, &position, sentence, sizeof sentence);
        CHECK_EQ_TEXT(sentence, t.column[3]);
        CHECK_EQ_INT(n, strlen(sentence));
    }
}

TEST(a_short_buffer_cuts_and_says_so)
{
    arb_position position;
    arb_san san;
    char whole[512], cut[512];
    arb_position_start(&position, arb_rules_find("chess", 5));
    arb_san_read(&position, "Bc4", 3, &san);
    size_t n = arb_san_text(&san, &position, whole, sizeof whole);
    CHECK_EQ_INT(n, strlen(whole));
    for (size_t cap = 0; cap <= n; cap++) {
        memset(cut, '~', sizeof cut);
        CHECK_EQ_INT(arb_san_text(&san, &position, cut, cap), n);
        CHECK_EQ_INT(cut[cap], '~');
        if (cap > 0)
            CHECK(strlen(cut) == cap - 1 && strncmp(cut, whole, cap - 1) == 0);
    }
    arb_san_read(&position, "Nf3", 3, &san);
    for (size_t cap = 0; cap <= 4; cap++) {
        memset(cut, '~', sizeof cut);
        CHECK_EQ_INT(arb_san_write(&position, san.move, cut, cap), 3);
        CHECK_EQ_INT(cut[cap], '~');
        if (cap > 0)
            CHECK(strlen(cut) == cap - 1 && strncmp(cut, "Nf3", cap - 1) == 0);
    }
}

TEST(more_pieces_than_are_listed_are_counted)
{
    arb_position position;
    arb_san san;
    char sentence[4096];
    if (!test_position(&position, "lab", "k7/8/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQ1 w - - 0 1",
                       ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_san_read(&position, "Qa3", 3, &san), ARB_ILLEGAL);
    CHECK_EQ_INT(san.count, 23);
    arb_san_text(&san, &position, sentence, sizeof sentence);
    CHECK(strstr(sentence, " Nor can 7 more.") != NULL);
    if (!test_position(&position, "lab", "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1",
                       ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_san_read(&position, "Qd4", 3, &san), ARB_AMBIGUOUS);
    CHECK_EQ_INT(san.count, 8);
}

int main(void)
{
    RUN(each_line_of_the_reading_table_holds);
    RUN(shared_texts_are_refused_or_tolerated_as_given);
    RUN(any_bytes_are_answered);
    RUN(each_line_of_the_writing_table_holds);
    RUN(shared_moves_are_written_as_given);
    RUN(shared_lists_are_written_as_given);
    RUN(an_illegal_move_is_not_written);
    RUN(custom_pieces_have_their_letters);
    RUN(every_move_of_random_games_reads_back);
    RUN(each_line_of_the_sentence_table_holds);
    RUN(a_short_buffer_cuts_and_says_so);
    RUN(more_pieces_than_are_listed_are_counted);
    return check_result();
}

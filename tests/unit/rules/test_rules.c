/* test_rules.c: the built-in rule sets, and rule-set files read, checked and written. The mistakes
 * are in tests/data/rule_mistakes.tsv. */
#include "arbiter.h"
#include "table.h"

#include <glob.h>

typedef struct {
    size_t count;
    char text[4096]; /* "line:column: sentence", separated by " | " */
    const char *file;
    size_t last_offset;
} heard;

static void hear(void *context, const arb_rules_mistake *mistake)
{
    heard *h = context;
    size_t len = strlen(h->text);
    snprintf(h->text + len, sizeof h->text - len, "%s%u:%u: %s", h->count ? " | " : "",
             mistake->line, mistake->column, mistake->text);
    CHECK(mistake->offset >= h->last_offset);
    unsigned line = 1;
    size_t start = 0;
    for (size_t at = 0; at < mistake->offset; at++) {
        if (h->file[at] == '\n') {
            line++;
            start = at + 1;
        }
    }
    CHECK_EQ_INT(mistake->line, line);
    CHECK_EQ_INT(mistake->column, mistake->offset - start + 1);
    h->last_offset = mistake->offset;
    h->count++;
}

static bool read_text(arb_rules *rules, const char *text, size_t len, heard *h)
{
    *h = (heard){.file = text};
    return arb_rules_read(rules, text, len, hear, h);
}

/* Reads a text that must be good. */
static void read_good(arb_rules *rules, const char *text)
{
    heard h;
    CHECK(read_text(rules, text, strlen(text), &h));
    CHECK_EQ_TEXT(h.text, "");
}

TEST(the_built_in_rule_sets_are_found_by_name)
{
    static const char *const names[] = {"chess", "chess960",  "basic",
                                        "lab",   "lab-bonus", "king-capture"};
    CHECK_EQ_INT(ARB_BUILT_IN, 6);
    for (size_t i = 0; i < 6; i++) {
        CHECK_EQ_TEXT(arb_rules_at(i)->name, names[i]);
        CHECK(arb_rules_find(names[i], strlen(names[i])) == arb_rules_at(i));
    }
    CHECK(arb_rules_at(arb_rules_count()) == NULL);
    CHECK(arb_rules_find("chess", 4) == NULL);
    CHECK(arb_rules_find("", 0) == NULL);
}

TEST(letters_name_kinds_in_either_case)
{
    const arb_rules *chess = arb_rules_at(0);
    CHECK_EQ_INT(arb_rules_kind(chess, 'n'), ARB_KNIGHT);
    CHECK_EQ_INT(arb_rules_kind(chess, 'K'), ARB_KING);
    CHECK_EQ_INT(arb_rules_kind(chess, 'c'), ARB_NO_KIND);
    CHECK_EQ_INT(arb_rules_kind(chess, '\0'), ARB_NO_KIND);
    CHECK_EQ_INT(arb_rules_kind(chess, '\xE9'), ARB_NO_KIND);
}

static void check_round_trip(const arb_rules *rules)
{
    char text[8192];
    arb_rules again;
    size_t len = arb_rules_write(rules, text, sizeof text);
    CHECK(len < sizeof text);
    CHECK_EQ_INT(len, strlen(text));
    read_good(&again, text);
    CHECK(memcmp(&again, rules, sizeof again) == 0);
}

TEST(a_written_built_in_rule_set_reads_back_the_same)
{
    for (size_t i = 0; i < arb_rules_count(); i++) {
        check_case("%s", arb_rules_at(i)->name);
        check_round_trip(arb_rules_at(i));
    }
}

TEST(the_example_files_are_good_and_read_back_the_same)
{
    glob_t found;
    CHECK_EQ_INT(glob("examples/rules/*.rules", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        static char text[65536];
        arb_rules rules;
        FILE *file = fopen(found.gl_pathv[i], "r");
        check_case("%s", found.gl_pathv[i]);
        if (!CHECK(file != NULL))
            continue;
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        read_good(&rules, text);
        check_round_trip(&rules);
        arb_position position;
        arb_faults faults = ~0u;
        CHECK_EQ_INT(arb_position_read(&position, &rules, rules.board.start,
                                       strlen(rules.board.start), &faults, NULL),
                     ARB_OK);
    }
    CHECK(found.gl_pathc >= 3);
    globfree(&found);
}

TEST(every_mistake_is_told_with_its_place)
{
    table t;
    CHECK(table_open(&t, "tests/data/rule_mistakes.tsv"));
    while (table_next(&t)) {
        arb_rules rules, before;
        heard h;
        char text[1024];
        size_t len = 0;
        for (const char *from = t.column[0]; *from != '\0'; from++) {
            bool new_line = strncmp(from, "\\n", 2) == 0;
            text[len++] = new_line ? '\n' : *from;
            from += new_line;
        }
        text[len] = '\0';
        memset(&rules, 0x5A, sizeof rules);
        before = rules;
        CHECK(!read_text(&rules, text, len, &h));
        CHECK_EQ_TEXT(h.text, t.column[1]);
        CHECK(memcmp(&rules, &before, sizeof rules) == 0);
        CHECK(!arb_rules_read(&rules, text, len, NULL, NULL));
    }
}

TEST(an_unsigned_pair_stands_for_all_its_turns_a_signed_one_for_itself)
{
    arb_rules rules;
    read_good(&rules, "name = t\n"
                      "piece c camel = leap 1,3\n"
                      "piece w wazir = leap 1,0\n"
                      "piece s silver = leap 1,1 +0,+1 value 4.5\n"
                      "piece l lance = slide +0,+1\n"
                      "piece h short-rook = slide 1,0 max 4\n");
    CHECK_EQ_INT(rules.kinds[7].leap_count, 8);
    CHECK_EQ_INT(rules.kinds[8].leap_count, 4);
    CHECK_EQ_INT(rules.kinds[9].leap_count, 5);
    CHECK_EQ_INT(rules.kinds[9].value, 45);
    CHECK_EQ_INT(rules.kinds[10].slide_count, 1);
    CHECK_EQ_INT(rules.kinds[10].slides[0].ranks, 1);
    CHECK_EQ_INT(rules.kinds[10].slides[0].range, 0);
    CHECK_EQ_INT(rules.kinds[11].slides[3].range, 4);
    CHECK_EQ_INT(arb_rules_kind(&rules, 'H'), 11);
    check_round_trip(&rules);
}

TEST(a_piece_of_chess_can_have_another_letter_value_and_way)
{
    arb_rules rules;
    read_good(&rules, "name = t\n"
                      "piece n nightrider = slide 1,2\n"
                      "piece s knight = value 3.2\n"
                      "piece q queen = slide 1,1 leap 1,2\n"
                      "start = rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq\n");
    CHECK_EQ_INT(rules.kinds[ARB_KNIGHT].letter, 's');
    CHECK_EQ_INT(rules.kinds[ARB_KNIGHT].value, 32);
    CHECK_EQ_INT(rules.kinds[ARB_KNIGHT].leap_count, 8);
    CHECK_EQ_INT(rules.kinds[ARB_QUEEN].slide_count, 4);
    CHECK_EQ_INT(rules.kinds[ARB_QUEEN].leap_count, 8);
    CHECK_EQ_INT(rules.kinds[ARB_QUEEN].value, 90);
    check_round_trip(&rules);
}

TEST(the_order_of_statements_does_not_matter)
{
    arb_rules a, b;
    read_good(&a, "name = t\nparent = basic\nboard = 3x4\npieces = p k q\nstart = k2/p2/P2/K1Q\n"
                  "promotion = q\n");
    read_good(&b, "promotion = q\nstart = k2/p2/P2/K1Q\npieces = p k q\nboard = 3x4\n"
                  "parent = basic\nname = t\n");
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    CHECK_EQ_TEXT(a.board.start, "k2/p2/P2/K1Q w - - 0 1");
    CHECK_EQ_INT(a.pawn.promotion_rows, 1);
}

TEST(limits_follow_from_the_start_position_unless_stated)
{
    arb_rules rules;
    read_good(&rules, "name = t\nboard = 3x4\ncastling = no\nstart = kqr/ppp/P1P/K1Q\n");
    CHECK_EQ_INT(rules.board.max_pieces, 6);
    CHECK_EQ_INT(rules.board.max_pawns, 3);
    read_good(&rules, "name = t\nboard = 3x4\ncastling = no\nstart = kqr/ppp/P1P/K1Q\n"
                      "max-pieces = 7\nmax-pawns = no\n");
    CHECK_EQ_INT(rules.board.max_pieces, 7);
    CHECK_EQ_INT(rules.board.max_pawns, 0);
}

TEST(what_has_gone_is_no_promotion)
{
    arb_rules rules;
    read_good(&rules, "name = t\npieces = p r n k\nstart = rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/"
                      "RN2K2R w KQkq\n");
    CHECK_EQ_INT(rules.pawn.promotion_kinds, 1u << ARB_ROOK | 1u << ARB_KNIGHT);
    CHECK_EQ_INT(rules.kinds[ARB_QUEEN].letter, 0);
}

TEST(a_file_may_have_comments_crlf_a_mark_and_no_last_line_end)
{
    arb_rules rules;
    read_good(&rules, "\xEF\xBB\xBF# a comment\r\n\r\n  name=t # why\r\n"
                      "title = \xC3\x9C"
                      "bung #1: a = b  \r\n\tstalemate\t=\tloses");
    CHECK_EQ_TEXT(rules.name, "t");
    CHECK_EQ_TEXT(rules.title, "\xC3\x9C"
                               "bung");
    CHECK_EQ_INT(rules.ending.stalemate, ARB_LOSES);
}

TEST(bytes_that_are_no_text_are_mistakes)
{
    static const char nul[] = "name = t\nen-passant = n\0o\ncastling = no";
    static const char latin[] = "name = t\ntitle = \xE9t\xE9\n";
    static const char surrogate[] = "name = t\n# \xED\xA0\x80\n# \xC3";
    arb_rules rules;
    heard h;
    CHECK(!read_text(&rules, nul, sizeof nul - 1, &h));
    CHECK_EQ_TEXT(h.text, "2:15: a NUL byte");
    CHECK(!read_text(&rules, latin, sizeof latin - 1, &h));
    CHECK_EQ_TEXT(h.text, "2:9: a byte that is not UTF-8");
    CHECK(!read_text(&rules, surrogate, sizeof surrogate - 1, &h));
    CHECK_EQ_TEXT(h.text, "2:3: a byte that is not UTF-8 | 3:3: a byte that is not UTF-8");
}

TEST(the_first_and_last_characters_of_each_length_are_text)
{
    static const char good[] = "name = t\n# \xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80"
                               "\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\n";
    static const char *const bad[] = {"\xC1\xBF",         "\xE0\x9F\xBF",     "\xED\xA0\x80",
                                      "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
                                      "\xE1\x80\xC0",     "\xE1\x80"};
    arb_rules rules;
    heard h;
    read_good(&rules, good);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[32];
        int len = snprintf(text, sizeof text, "name = t\n# %s\n", bad[i]);
        CHECK(!read_text(&rules, text, (size_t)len, &h));
        CHECK_EQ_TEXT(h.text, "2:3: a byte that is not UTF-8");
    }
}

/* A file may define 25 kinds besides those of chess, and state at most 31. */
TEST(there_is_an_end_to_pieces)
{
    static char text[4096], again[8192];
    static arb_rules rules, back;
    heard h;
    for (int count = 25; count <= 32; count++) {
        int len = snprintf(text, sizeof text,
                           "name = t\npieces = none\nroyal = none\ncastling = "
                           "no\npromotion = no\nstart = a7/8/8/8/8/8/8/8\n");
        for (int i = 0; i < count; i++)
            len += snprintf(text + len, sizeof text - (size_t)len, "piece %c p%d = leap 1,2\n",
                            'a' + i % 26, i);
        check_case("%d pieces", count);
        CHECK_EQ_INT(read_text(&rules, text, (size_t)len, &h), count == 25);
        CHECK_EQ_INT(strstr(h.text, "there are at most 25 pieces besides chess's") != NULL,
                     count > 25);
        CHECK_EQ_INT(strstr(h.text, "there are too many pieces") != NULL, count > 31);
        if (count == 25) {
            size_t written = arb_rules_write(&rules, again, sizeof again);
            CHECK(written < sizeof again && strstr(again, "\npieces = none\n") != NULL);
            read_good(&back, again);
            CHECK(memcmp(&rules, &back, sizeof rules) == 0);
        }
    }
}

TEST(steps_along_one_line_may_stand_together_if_they_never_meet)
{
    static arb_rules rules;
    read_good(&rules, "name = t\npiece x ex = slide 1,0 max 2 leap 3,0\n");
    read_good(&rules, "name = t\npiece x ex = leap 3,0 slide 1,0 max 2\n");
    read_good(&rules, "name = t\npiece x ex = leap 2,2 3,3\n");
}

TEST(a_file_past_64_kb_is_refused)
{
    static char text[(64 << 10) + 1];
    arb_rules rules;
    heard h;
    memset(text, '\n', sizeof text);
    memcpy(text, "name = t", 8);
    CHECK(read_text(&rules, text, sizeof text - 1, &h));
    CHECK(!read_text(&rules, text, sizeof text, &h));
    CHECK_EQ_INT(h.count, 1);
}

TEST(a_flood_of_mistakes_is_cut)
{
    static char text[1000];
    arb_rules rules;
    heard h;
    for (size_t i = 0; i < sizeof text; i += 2)
        memcpy(text + i, "x\n", 2);
    CHECK(!read_text(&rules, text, sizeof text, &h));
    CHECK_EQ_INT(h.count, 65);
    for (size_t i = 0; i < sizeof text; i += 4)
        memcpy(text + i, "x=1\n", 4);
    CHECK(!read_text(&rules, text, sizeof text, &h));
    CHECK_EQ_INT(h.count, 65);
}

/* A file with any byte changed is read or refused; a rule set that was read can be written and read
 * again. */
TEST(a_damaged_file_is_refused_or_good)
{
    static const char good[] = "name = t\nboard = 4x5\npieces = p k r\n"
                               "piece c chan = leap 1,2 slide -1,+0 max 2 value 8.5\n"
                               "castling = no\nkings = 0..2\ndouble-step = 1 2\npromotion = r c\n"
                               "faults = empty opposite-check\nstart = k2r/pppp/4/PPPP/K!1KC w -\n";
    static const char bytes[] = "\0\n =#,+-019akxz!\xFF";
    char text[sizeof good];
    char out[8192];
    arb_rules rules, again;
    unsigned accepted = 0;
    for (size_t at = 0; at < sizeof good - 1; at++) {
        for (size_t i = 0; i < sizeof bytes - 1; i++) {
            memcpy(text, good, sizeof good);
            text[at] = bytes[i];
            if (!arb_rules_read(&rules, text, sizeof good - 1, NULL, NULL))
                continue;
            size_t len = arb_rules_write(&rules, out, sizeof out);
            CHECK(arb_rules_read(&again, out, len, NULL, NULL));
            CHECK(memcmp(&again, &rules, sizeof rules) == 0);
            accepted++;
        }
    }
    CHECK(accepted > 100);
}

int main(void)
{
    RUN(the_built_in_rule_sets_are_found_by_name);
    RUN(letters_name_kinds_in_either_case);
    RUN(a_written_built_in_rule_set_reads_back_the_same);
    RUN(the_example_files_are_good_and_read_back_the_same);
    RUN(every_mistake_is_told_with_its_place);
    RUN(an_unsigned_pair_stands_for_all_its_turns_a_signed_one_for_itself);
    RUN(a_piece_of_chess_can_have_another_letter_value_and_way);
    RUN(the_order_of_statements_does_not_matter);
    RUN(limits_follow_from_the_start_position_unless_stated);
    RUN(what_has_gone_is_no_promotion);
    RUN(a_file_may_have_comments_crlf_a_mark_and_no_last_line_end);
    RUN(bytes_that_are_no_text_are_mistakes);
    RUN(the_first_and_last_characters_of_each_length_are_text);
    RUN(there_is_an_end_to_pieces);
    RUN(steps_along_one_line_may_stand_together_if_they_never_meet);
    RUN(a_file_past_64_kb_is_refused);
    RUN(a_flood_of_mistakes_is_cut);
    RUN(a_damaged_file_is_refused_or_good);
    return check_result();
}

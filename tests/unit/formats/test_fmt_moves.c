/* test_fmt_moves.c: CMPS 12B's lines as values. The course's own file is compared if the folder
 * ../shared/data exists. */
#include "check.h"
#include "fmt_buffer.h"
#include "formats/moves12b.h"

static fmt_moves_answer judge(const char *line)
{
    static fmt_moves moves;
    fmt_moves_start(&moves, true);
    return fmt_moves_judge(&moves, line, strlen(line), NULL, NULL);
}

TEST(a_line_need_not_end_in_nul)
{
    static fmt_moves moves;
    fmt_moves_start(&moves, true);
    static const char line[] = "k 1 1 K 8 8: 1 1 1 2 9";
    CHECK_EQ_INT(fmt_moves_judge(&moves, line, strlen(line) - 2, NULL, NULL).status,
                 FMT_MOVES_LEGAL);
    CHECK_EQ_INT(fmt_moves_judge(&moves, line, strlen(line), NULL, NULL).status,
                 FMT_MOVES_MALFORMED);
}

TEST(every_cut_of_a_line_has_an_answer)
{
    static const char line[] = "k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3";
    static fmt_moves moves;
    fmt_moves_start(&moves, true);
    for (size_t len = 0; len < sizeof line - 1; len++) {
        fmt_moves_answer answer = fmt_moves_judge(&moves, line, len, NULL, NULL);
        bool whole = len > 23 && (len == 24 || len == 25 || len == 32 || len == 33);
        check_case("%zu bytes", len);
        CHECK_EQ_INT(answer.status, whole ? FMT_MOVES_LEGAL : FMT_MOVES_MALFORMED);
        if (answer.status == FMT_MOVES_MALFORMED)
            CHECK(answer.column >= 1 && answer.column <= len + 1);
    }
}

TEST(a_malformed_tail_counts_more_than_an_illegal_move)
{
    CHECK_EQ_INT(judge("k 1 1 K 8 8: 1 1 1 3").status, FMT_MOVES_ILLEGAL);
    CHECK_EQ_INT(judge("k 1 1 K 8 8: 1 1 1 3 1").status, FMT_MOVES_MALFORMED);
}

TEST(one_line_leaves_nothing_for_the_next)
{
    static fmt_moves moves;
    fmt_moves_start(&moves, true);
    static const char full[] = "k 1 1 K 8 8 r 1 2 R 7 8: 1 2 1 8", bare[] = "k 1 1 K 8 8: 1 1 1 2";
    CHECK_EQ_INT(fmt_moves_judge(&moves, full, strlen(full), NULL, NULL).status, FMT_MOVES_LEGAL);
    CHECK_EQ_INT(fmt_moves_judge(&moves, bare, strlen(bare), NULL, NULL).status, FMT_MOVES_LEGAL);
}

TEST(the_course_file_gives_what_the_course_expects)
{
    static buffer got;
    static fmt_moves moves;
    char line[1024], expected[64];
    FILE *in = check_open("../shared/data/seeds/ucsc_input.txt");
    FILE *out = check_open("../shared/data/seeds/ucsc_output.txt");
    unsigned lines = 0;
    fmt_moves_start(&moves, true);
    for (int len; in && out && (len = next_line(in, line, sizeof line)) >= 0; lines++) {
        fmt_out to = buffer_out(&got);
        fmt_moves_answer answer = fmt_moves_judge(&moves, line, (size_t)len, NULL, NULL);
        fmt_moves_text(&to, &answer, "legal");
        CHECK(fgets(expected, sizeof expected, out) != NULL);
        check_case("line %u", lines + 1);
        CHECK_EQ_TEXT(got.text, expected);
    }
    CHECK(in == NULL || lines == 23);
    if (in)
        fclose(in);
    if (out)
        fclose(out);
}

int main(void)
{
    RUN(a_line_need_not_end_in_nul);
    RUN(every_cut_of_a_line_has_an_answer);
    RUN(a_malformed_tail_counts_more_than_an_illegal_move);
    RUN(one_line_leaves_nothing_for_the_next);
    RUN(the_course_file_gives_what_the_course_expects);
    return check_result();
}

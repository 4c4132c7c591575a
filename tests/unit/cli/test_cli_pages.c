/* test_cli_pages.c: parts of the grader's pages: text, bars, the plot of the marks, boards.
 * Layer: tests. */
#include "check.h"

#include "caught_output.h"
#include "cli/grade/page.h"
#include "cli/grade/svg_board.h"

#include <stdlib.h>

static caught output;

TEST(text_from_outside_stays_text)
{
    catch_begin(&output, stdout);
    cli_page_text(stdout, "a<b>&\"c\"\x01\x1f\x7f\n\t'\xC3\xA9");
    CHECK_EQ_TEXT(catch_end(&output), "a&lt;b&gt;&amp;&quot;c&quot;???\n\t'\xC3\xA9");
    catch_begin(&output, stdout);
    cli_page_address(stdout, "aZ09-_.~/ %\xC3\xA9\"<");
    CHECK_EQ_TEXT(catch_end(&output), "aZ09-_.~%2F%20%25%C3%A9%22%3C");
    static const struct {
        double part;
        const char *width;
    } bars[] = {{-0.5, "0.0%"}, {0, "0.0%"}, {0.125, "12.5%"}, {1, "100.0%"}, {1.5, "100.0%"}};
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++) {
        char expected[128];
        snprintf(expected, sizeof expected,
                 "<span class=\"track ok\"><span style=\"width:%s\"></span></span>", bars[i].width);
        catch_begin(&output, stdout);
        cli_page_bar(stdout, bars[i].part, "ok");
        CHECK_EQ_TEXT(catch_end(&output), expected);
    }
    catch_begin(&output, stdout);
    cli_page_points(stdout, 2.5);
    CHECK_EQ_TEXT(catch_end(&output), "2.5");
}

/* The numbers beside the lines of the plot: at most five, in steps of 1, 2, 5, 10, 20, 50... */
TEST(the_plot_has_a_scale_for_any_class)
{
    static const struct {
        size_t most;
        const char *scale;
    } cases[] = {{0, "1 "},
                 {1, "1 "},
                 {5, "1 2 3 4 5 "},
                 {6, "2 4 6 "},
                 {10, "2 4 6 8 10 "},
                 {11, "5 10 "},
                 {25, "5 10 15 20 25 "},
                 {26, "10 20 "},
                 {50, "10 20 30 40 50 "},
                 {51, "20 40 "},
                 {101, "50 100 "},
                 {251, "100 200 "},
                 {1001, "500 1000 "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static grade_summary summary;
        char scale[64] = "";
        summary.bars[3] = cases[i].most;
        catch_begin(&output, stdout);
        cli_page_plot(stdout, &summary);
        catch_end(&output);
        check_case("%zu", cases[i].most);
        for (char *at = output.text; (at = strstr(at, "class=\"y\"")) != NULL;) {
            at = strchr(at, '>') + 1;
            strncat(scale, at, strcspn(at, "<"));
            strcat(scale, " ");
        }
        CHECK_EQ_TEXT(scale, cases[i].scale);
    }
}

TEST(the_plot_draws_a_bar_for_each_tenth_that_somebody_has)
{
    static const grade_summary summary = {.bars = {2, 0, 0, 1, 0, 0, 0, 0, 0, 4}};
    catch_begin(&output, stdout);
    cli_page_plot(stdout, &summary);
    CHECK_EQ_TEXT(
        catch_end(&output),
        "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 596 212\" aria-label=\"2 have 0 to 10 "
        "percent, 0 have 10 to 20 percent, 0 have 20 to 30 percent, 1 have 30 to 40 percent, 0 "
        "have 40 to 50 percent, 0 have 50 to 60 percent, 0 have 60 to 70 percent, 0 have 70 to 80 "
        "percent, 0 have 80 to 90 percent, 4 have 90 to 100 percent\">\n"
        "<path class=\"grid\" d=\"M36 134.5H576\"/><text class=\"y\" x=\"30\" "
        "y=\"138.5\">1</text>\n"
        "<path class=\"grid\" d=\"M36 97.0H576\"/><text class=\"y\" x=\"30\" "
        "y=\"101.0\">2</text>\n"
        "<path class=\"grid\" d=\"M36 59.5H576\"/><text class=\"y\" x=\"30\" y=\"63.5\">3</text>\n"
        "<path class=\"grid\" d=\"M36 22.0H576\"/><text class=\"y\" x=\"30\" y=\"26.0\">4</text>\n"
        "<rect class=\"bar\" x=\"39\" y=\"97.0\" width=\"48\" height=\"75.0\"/>"
        "<text x=\"63\" y=\"92.0\">2</text>\n"
        "<text x=\"36\" y=\"189\">0</text>\n<text x=\"90\" y=\"189\">10</text>\n"
        "<text x=\"144\" y=\"189\">20</text>\n"
        "<rect class=\"bar\" x=\"201\" y=\"134.5\" width=\"48\" height=\"37.5\"/>"
        "<text x=\"225\" y=\"129.5\">1</text>\n"
        "<text x=\"198\" y=\"189\">30</text>\n<text x=\"252\" y=\"189\">40</text>\n"
        "<text x=\"306\" y=\"189\">50</text>\n<text x=\"360\" y=\"189\">60</text>\n"
        "<text x=\"414\" y=\"189\">70</text>\n<text x=\"468\" y=\"189\">80</text>\n"
        "<rect class=\"bar\" x=\"525\" y=\"22.0\" width=\"48\" height=\"150.0\"/>"
        "<text x=\"549\" y=\"17.0\">4</text>\n"
        "<text x=\"522\" y=\"189\">90</text>\n<text x=\"576\" y=\"189\">100</text>"
        "<path class=\"axis\" d=\"M36 172H576\"/>"
        "<text x=\"306\" y=\"208\">percent of the points</text></svg>\n");
}

/* What is shown in place of a board, after its frame. */
static const char *shown(cli_boards *boards, const cli_figure *figure)
{
    catch_begin(&output, stdout);
    CHECK(cli_boards_show(boards, stdout, figure));
    return catch_end(&output);
}

TEST(a_board_is_drawn_once_and_its_squares_are_marked)
{
    cli_boards boards = {.count = 0};
    CHECK_EQ_TEXT(
        shown(&boards, &(cli_figure){.title = "T", .rows = "r.k/.x?", .call = "move 0 0 1 2"}),
        "<figure><figcaption>T</figcaption><svg class=\"b\" role=\"img\" viewBox=\"0 0 159 114\" "
        "aria-label=\"T, rows from 0: r.k/.x?\"><use href=\"#b1\"/>"
        "<rect class=\"m\" x=\"26\" y=\"26\" width=\"41\" height=\"41\"/>"
        "<rect class=\"m\" x=\"116\" y=\"71\" width=\"41\" height=\"41\"/></svg></figure>\n");
    /* Squares off the board, half a square and more words are no marks. */
    static const char *const calls[] = {"move", "move -1 0 2 0 0 3 0 -1", "x 5", "get 2 3 x 0 0"};
    for (size_t i = 0; i < 4; i++) {
        check_case("%s", calls[i]);
        shown(&boards, &(cli_figure){.title = "T", .rows = "r.k/.x?", .call = calls[i]});
        CHECK(strstr(output.text, "class=\"m\"") == NULL);
        CHECK(strstr(output.text, "#b1") != NULL);
    }
    shown(&boards, &(cli_figure){.title = "T", .rows = "..k/R..", .unlike = "r.k/..R"});
    CHECK(strstr(output.text,
                 "<use href=\"#b2\"/><rect class=\"x\" x=\"26\" y=\"26\" width=\"41\" "
                 "height=\"41\"/><rect class=\"x\" x=\"26\" y=\"71\" width=\"41\" height=\"41\"/>"
                 "<rect class=\"x\" x=\"116\" y=\"71\" width=\"41\" height=\"41\"/></svg>") !=
          NULL);
    shown(&boards, &(cli_figure){.title = "T", .rows = "..k/R..", .unlike = "r.k"});
    CHECK(strstr(output.text, "class=\"x\"") == NULL); /* of another size */
    catch_begin(&output, stdout);
    cli_boards_draw(&boards, stdout, arb_rules_at(0));
    catch_end(&output);
    const char *first = strstr(output.text, "<g id=\"b1\">"),
               *second = strstr(output.text, "\"b2\"");
    CHECK(strncmp(output.text,
                  "<svg class=\"h\" aria-hidden=\"true\"><defs>\n<g id=\"p1\"><g "
                  "transform=\"scale(.45)\">",
                  67) == 0);
    if (!CHECK(first != NULL && second != NULL))
        return;
    CHECK(strncmp(first,
                  "<g id=\"b1\"><text class=\"c\" x=\"12\" y=\"52\">0</text><text class=\"c\" "
                  "x=\"12\" y=\"97\">1</text><text class=\"c\" x=\"46\" y=\"16\">0</text><text "
                  "class=\"c\" x=\"91\" y=\"16\">1</text><text class=\"c\" x=\"136\" "
                  "y=\"16\">2</text><rect class=\"l\" x=\"24\" y=\"24\" width=\"135\" "
                  "height=\"90\"/><path class=\"d\" d=\"M69 24h45v45h-45zM24 69h45v45h-45zM114 "
                  "69h45v45h-45z\"/><use href=\"#p4\" class=\"k\" x=\"24\" y=\"24\"/><use "
                  "href=\"#p6\" class=\"k\" x=\"114\" y=\"24\"/><text class=\"t\" x=\"91\" "
                  "y=\"98\">?</text><text class=\"t\" x=\"136\" y=\"98\">?</text></g>\n",
                  strcspn(first, "\n") + 1) == 0);
    CHECK(strstr(second, "class=\"w\" x=\"24\" y=\"69\"") != NULL);
    CHECK(strstr(second, "\"b3\"") == NULL);
    cli_boards_free(&boards);
    CHECK(boards.count == 0 && boards.rows == NULL);
    catch_begin(&output, stdout);
    cli_boards_draw(&boards, stdout, arb_rules_at(0));
    CHECK_EQ_TEXT(catch_end(&output), "");
}

TEST(many_boards_keep_their_numbers)
{
    cli_boards boards = {.count = 0};
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 300; i++) {
            char rows[32], number[32];
            snprintf(rows, sizeof rows, "%c%c.", 'a' + i % 20, 'a' + i / 20);
            snprintf(number, sizeof number, "\"#b%d\"", i + 1);
            check_case("%d", i);
            CHECK(strstr(shown(&boards, &(cli_figure){.title = "", .rows = rows}), number) != NULL);
        }
    CHECK_EQ_INT(boards.count, 300);
    CHECK(boards.slot_count >= 600 && boards.cap >= 300);
    cli_boards_free(&boards);
}

TEST(a_kind_without_a_drawing_is_a_letter)
{
    static arb_rules rules;
    rules = *arb_rules_at(0);
    arb_kind kind = arb_rules_kind(&rules, 'Q');
    snprintf((char *)rules.kinds[kind].name, sizeof rules.kinds[kind].name, "nothing known");
    rules.kinds[kind].letter = 'x';
    catch_begin(&output, stdout);
    cli_svg_put_kind(stdout, &rules, kind);
    CHECK_EQ_TEXT(catch_end(&output),
                  "<circle cx=\"50\" cy=\"50\" r=\"36\"/><text x=\"50\" y=\"65\">X</text>");
}

TEST(a_name_that_is_too_long_for_a_file_becomes_a_number)
{
    char name[400], file[CLI_GRADE_FILE_NAME];
    memset(name, 'n', sizeof name);
    for (size_t len = 216; len < 224; len++) {
        name[len] = '\0';
        check_case("%zu", len);
        cli_grade_file_name(name, 6, ".html", file);
        CHECK_EQ_INT(strlen(file), len + 5 < CLI_GRADE_FILE_NAME - 32 ? len + 5 : 17);
        CHECK_EQ_INT(strcmp(file, "submission-7.html") == 0, len + 5 >= CLI_GRADE_FILE_NAME - 32);
        name[len] = 'n';
    }
}

TEST(each_of_many_boards_is_kept_once)
{
    cli_boards boards = {.count = 0};
    char rows[16];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 1000; i++) {
            snprintf(rows, sizeof rows, "%03d/...", i);
            catch_begin(&output, stdout);
            CHECK(cli_boards_show(&boards, stdout,
                                  &(cli_figure){.title = "", .rows = rows, .call = ""}));
            catch_end(&output);
            char used[16];
            snprintf(used, sizeof used, "\"#b%d\"", i + 1);
            CHECK(strstr(output.text, used) != NULL);
        }
    CHECK_EQ_INT(boards.count, 1000);
    CHECK_EQ_TEXT(boards.rows[999], "999/...");
    cli_boards_free(&boards);
}

int main(void)
{
    RUN(text_from_outside_stays_text);
    RUN(the_plot_has_a_scale_for_any_class);
    RUN(the_plot_draws_a_bar_for_each_tenth_that_somebody_has);
    RUN(a_board_is_drawn_once_and_its_squares_are_marked);
    RUN(many_boards_keep_their_numbers);
    RUN(a_kind_without_a_drawing_is_a_letter);
    RUN(a_name_that_is_too_long_for_a_file_becomes_a_number);
    RUN(each_of_many_boards_is_kept_once);
    return check_result();
}

/* test_grade_result.c: a stored result comes back as it was or not at all; every ending is told in
 * words. */
#include "check.h"
#include "grade/report/result.h"

#include <signal.h>
#include <stdlib.h>

static const char config[] = "10\n8 8\nb r 0 0\nb k 0 4\nw k 7 4\n~\nisValidScan\ndisplayBoard\n"
                             "isValidMove 0 0 1 0\nscoreBoard\n";

static grade_test read_test(void)
{
    grade_test test;
    fmt_error error;
    grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    CHECK(grade_test_read(&test, reading, "test", config, sizeof config - 1, &error));
    return test;
}

/* Writes a result; the caller frees the text. */
static char *written(const grade_result *result, size_t *len)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, len);
    CHECK(grade_result_write(result, out));
    fclose(out);
    return text;
}

static char said[] = "1 2 3\n\nend\n";

static grade_result sample(grade_run runs[2])
{
    static char log[] = "two\nlines", empty[] = "";
    runs[0] = (grade_run){.ending = GRADE_MISMATCH,
                          .code = 255,
                          .placed = 2,
                          .matched = 3,
                          .whole = true,
                          .said = said,
                          .said_len = sizeof said - 1,
                          .processes = 1000000,
                          .leak_blocks = 5,
                          .leak_bytes = ~0ul};
    snprintf(runs[0].call, sizeof runs[0].call, "isValidMove 0 0 1 0");
    snprintf(runs[0].place, sizeof runs[0].place, "ChessBoard.cc:12");
    snprintf(runs[0].leak_place, sizeof runs[0].leak_place, "ChessBoard.cc:13");
    memset(runs[0].message, 'm', sizeof runs[0].message - 1);
    runs[1] = (grade_run){.ending = GRADE_STOPPED, .said = empty};
    grade_result result = {
        .built = true, .speaker = GRADE_DRIVER, .log = log, .runs = runs, .count = 2};
    snprintf(result.taken, sizeof result.taken, "src");
    return result;
}

TEST(a_result_comes_back_as_it_was)
{
    grade_test tests[2] = {read_test(), read_test()};
    grade_plan plan = {.tests = tests, .count = 2};
    grade_run runs[2] = {0};
    grade_result result = sample(runs), again;
    size_t len, len_again;
    char *text = written(&result, &len);
    CHECK(grade_result_read(&again, &plan, text, len));
    CHECK(again.ran && again.built && again.speaker == GRADE_DRIVER && again.count == 2);
    CHECK_EQ_TEXT(again.log, "two\nlines");
    CHECK_EQ_TEXT(again.taken, "src");
    const grade_run *run = &again.runs[0];
    CHECK(run->ending == GRADE_MISMATCH && run->code == 255 && run->placed == 2);
    CHECK(run->matched == 3 && run->whole && run->processes == 1000000);
    CHECK(run->leak_blocks == 5 && run->leak_bytes == ~0ul);
    CHECK_EQ_INT(run->said_len, sizeof said - 1);
    CHECK_EQ_TEXT(run->said, said);
    CHECK_EQ_TEXT(run->message, runs[0].message);
    CHECK_EQ_TEXT(run->call, "isValidMove 0 0 1 0");
    CHECK_EQ_TEXT(run->place, "ChessBoard.cc:12");
    CHECK_EQ_TEXT(run->leak_place, "ChessBoard.cc:13");
    CHECK(!again.runs[1].whole && again.runs[1].said == NULL);
    char *text_again = written(&again, &len_again);
    CHECK(len_again == len && memcmp(text, text_again, len) == 0);
    free(text_again);
    grade_result_free(&again);
    free(text);
    grade_test_free(&tests[0]);
    grade_test_free(&tests[1]);
}

TEST(a_cut_result_is_refused)
{
    grade_test tests[2] = {read_test(), read_test()};
    grade_plan plan = {.tests = tests, .count = 2};
    grade_run runs[2] = {0};
    grade_result result = sample(runs), again;
    size_t len;
    char *text = written(&result, &len);
    for (size_t cut = 0; cut < len; cut++) {
        check_case("%zu of %zu bytes", cut, len);
        char *part = malloc(cut + 1); /* so that a read behind the end is seen */
        memcpy(part, text, cut);
        CHECK(!grade_result_read(&again, &plan, part, cut));
        CHECK(again.runs == NULL && again.log == NULL && again.count == 0 && !again.ran);
        free(part);
    }
    check_case("a byte too many");
    text = realloc(text, len + 1);
    text[len] = '\n';
    CHECK(!grade_result_read(&again, &plan, text, len + 1));
    check_case("of more tests");
    plan.count = 1;
    CHECK(!grade_result_read(&again, &plan, text, len));
    free(text);
    grade_test_free(&tests[0]);
    grade_test_free(&tests[1]);
}

/* A result of one run, with the numbers given. */
static bool reads(const grade_plan *plan, const char *head, const char *numbers, const char *blocks)
{
    char text[2000];
    grade_result result;
    int len = snprintf(text, sizeof text, "%s\nlog 0\n\ntaken 0\n\nrun %s\n%send\n", head, numbers,
                       blocks);
    bool ok = grade_result_read(&result, plan, text, (size_t)len);
    if (ok)
        grade_result_free(&result);
    return ok;
}

TEST(numbers_and_texts_have_limits)
{
    static const char head[] = "built 1\nspeaker 1\nruns 1";
    static const char plain[] = "said 0\n\nmessage 0\n\ncall 0\n\nplace 0\n\nleak 0\n\n";
    grade_test test = read_test();
    grade_plan plan = {.tests = &test, .count = 1};
    size_t placed = test.piece_count + test.answer_bytes;
    char numbers[200], blocks[1000], filler[500];
    CHECK_EQ_INT(test.count, 4);
    CHECK(reads(&plan, head, "0 0 0 0 0 0 0 0", plain));
    CHECK(!reads(&plan, "built 2\nspeaker 1\nruns 1", "0 0 0 0 0 0 0 0", plain));
    CHECK(!reads(&plan, "built 1\nspeaker 2\nruns 1", "0 0 0 0 0 0 0 0", plain));
    CHECK(!reads(&plan, "built 1\nspeaker 1\nruns 0", "0 0 0 0 0 0 0 0", plain));
    CHECK(!reads(&plan, "built \nspeaker 1\nruns 1", "0 0 0 0 0 0 0 0", plain));
    CHECK(reads(&plan, head, "10 255 0 4 1 1000000 18446744073709551615 18446744073709551615",
                plain));
    CHECK(!reads(&plan, head, "11 0 0 0 0 0 0 0", plain));
    CHECK(!reads(&plan, head, "0 256 0 0 0 0 0 0", plain));
    CHECK(!reads(&plan, head, "0 0 0 5 0 0 0 0", plain));
    CHECK(!reads(&plan, head, "0 0 0 0 2 0 0 0", plain));
    CHECK(!reads(&plan, head, "0 0 0 0 0 1000001 0 0", plain));
    CHECK(!reads(&plan, head, "0 0 0 0 0 0 18446744073709551616 0", plain));
    CHECK(!reads(&plan, head, "0 0 0 0 0 0 0", plain));
    snprintf(numbers, sizeof numbers, "0 0 %zu 0 0 0 0 0", placed);
    CHECK(reads(&plan, head, numbers, plain));
    snprintf(numbers, sizeof numbers, "0 0 %zu 0 0 0 0 0", placed + 1);
    CHECK(!reads(&plan, head, numbers, plain));
    static const struct {
        const char *name;
        size_t limit;
    } fields[] = {{"message", GRADE_MESSAGE_LIMIT},
                  {"call", GRADE_PLACE_LIMIT},
                  {"place", GRADE_PLACE_LIMIT},
                  {"leak", GRADE_PLACE_LIMIT}};
    memset(filler, 'x', sizeof filler);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        for (size_t more = 0; more < 2; more++) {
            size_t len = fields[i].limit - 1 + more;
            int at = snprintf(blocks, sizeof blocks, "said 0\n\n");
            for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
                int size = f == i ? (int)len : 0;
                at += snprintf(blocks + at, sizeof blocks - (size_t)at, "%s %d\n%.*s\n",
                               fields[f].name, size, size, filler);
            }
            check_case("%s of %zu bytes", fields[i].name, len);
            CHECK(reads(&plan, head, "0 0 0 0 0 0 0 0", blocks) == (more == 0));
        }
    check_case("%s", "");
    for (size_t at = 0; at < sizeof plain - 1; at++) { /* each letter and line end counts */
        snprintf(blocks, sizeof blocks, "%s", plain);
        blocks[at]++;
        CHECK(!reads(&plan, head, "0 0 0 0 0 0 0 0", blocks));
        snprintf(blocks, sizeof blocks, "%s", head);
        blocks[at < sizeof head - 1 ? at : 0]++;
        CHECK(!reads(&plan, blocks, "0 0 0 0 0 0 0 0", plain));
    }
    static const char *const cut[] = {"run 0 0 0 0 0 0 0 0end\n", "run end\n", "runend\n", "end\n"};
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        grade_result result;
        int len = snprintf(blocks, sizeof blocks, "%s\nlog 0\n\ntaken 0\n\n%s", head, cut[i]);
        CHECK(!grade_result_read(&result, &plan, blocks, (size_t)len));
    }
    grade_test_free(&test);
}

/* ---- Endings in words ---- */

static const grade_limits limits = {.seconds = 7, .memory = 256, .processes = 16};

static grade_report report_of(const grade_test *test, grade_run run, grade_scheme scheme)
{
    static grade_run kept;
    grade_report report;
    kept = run;
    CHECK(grade_report_make(&report, test, &kept, GRADE_PROGRAM, &scheme));
    return report;
}

TEST(every_ending_is_told)
{
    grade_test test = read_test();
    static const struct {
        grade_run run;
        const char *happened, *rule;
    } rows[] = {
        {{.ending = GRADE_PASSED, .matched = 4}, "", NULL},
        {{.ending = GRADE_SILENT, .code = 127}, "The command was not found.", "no answer"},
        {{.ending = GRADE_SILENT, .code = 126}, "The command cannot be run.", "no answer"},
        {{.ending = GRADE_SILENT, .code = 125},
         "It ended with exit code 125 and did not answer.",
         "no answer"},
        {{.ending = GRADE_SILENT, .message = "std::bad_alloc"},
         "It ended with exit code 0 and did not answer. It may have 256 MiB of memory. Its last "
         "words: std::bad_alloc",
         "no answer"},
        {{.ending = GRADE_SILENT, .message = "sh: Cannot fork"},
         "It ended with exit code 0 and did not answer. It may have 16 processes. Its last words: "
         "sh: Cannot fork",
         "no answer"},
        {{.ending = GRADE_TIMEOUT, .processes = 12},
         "It took longer than 7 s. It had as many processes as it may have, 16.",
         "endless or too slow"},
        {{.ending = GRADE_TIMEOUT, .processes = 11},
         "It took longer than 7 s.",
         "endless or too slow"},
        {{.ending = GRADE_TIMEOUT, .matched = 4},
         "It took longer than 7 s to end.",
         "endless or too slow"},
        {{.ending = GRADE_MEMORY},
         "It used more than 256 MiB of memory, all its processes together.",
         "too much memory"},
        {{.ending = GRADE_FLOOD},
         "It printed far more than answers can be and was stopped.",
         "too much output"},
        {{.ending = GRADE_NOT_BUILT}, "It could not be built.", NULL},
        {{.ending = GRADE_FAILED},
         "It could not be run: the machine has no process or memory for it.",
         NULL},
        {{.ending = GRADE_FAILED, .message = "why"}, "It could not be run: why", NULL},
        {{.ending = GRADE_STOPPED}, "The run was stopped.", NULL},
        {{.ending = GRADE_CRASH, .code = SIGSEGV},
         "It crashed: a segmentation fault (signal 11).",
         "crash"},
        {{.ending = GRADE_CRASH, .code = SIGFPE, .matched = 4},
         "It crashed behind its last answer: a division by zero or the like (signal 8).",
         "crash"},
        {{.ending = GRADE_CRASH, .code = SIGBUS}, "It crashed: a bus error (signal 7).", "crash"},
        {{.ending = GRADE_CRASH, .code = SIGILL},
         "It crashed: an illegal instruction (signal 4).",
         "crash"},
        {{.ending = GRADE_CRASH, .code = SIGKILL},
         "It crashed: it was killed (signal 9).",
         "crash"},
        {{.ending = GRADE_CRASH, .code = SIGXFSZ},
         "It crashed: it wrote more to a file than it may (signal 25).",
         "crash"},
        {{.ending = GRADE_CRASH, .code = SIGHUP}, "It crashed: a signal (signal 1).", "crash"},
        {{.ending = GRADE_CRASH, .code = SIGABRT, .call = "isValidMove 0 0 1 0"},
         "It crashed: it was aborted (signal 6). It crashed in the call isValidMove 0 0 1 0.",
         "crash"},
        {{.ending = GRADE_CRASH, .code = SIGABRT, .call = "c", .place = "a.cc:3"},
         "It crashed: it was aborted (signal 6). It crashed in the call c, at a.cc:3.",
         "crash"},
        {{.ending = GRADE_TOO_MANY, .matched = 4, .said = said, .said_len = 3},
         "It said more than it was asked for: '1 2' behind its last answer.",
         "more answers than calls"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_report report = report_of(&test, rows[i].run, (grade_scheme){false, limits});
        check_case("row %zu", i);
        CHECK_EQ_TEXT(report.happened, rows[i].happened);
        CHECK_EQ_TEXT(grade_report_rule(&report), rows[i].rule);
        CHECK(report.passed == (i == 0) && report.score == (i == 0 ? 10 : 0));
    }
    check_case("%s", "more said than is shown");
    static char long_said[70];
    memset(long_said, 'x', sizeof long_said);
    long_said[1] = '\x1F';
    long_said[2] = '\x7F';
    long_said[3] = '\x20';
    long_said[4] = '\x7E';
    grade_run run = {.ending = GRADE_TOO_MANY, .matched = 4, .said = long_said, .said_len = 61};
    grade_report report = report_of(&test, run, (grade_scheme){false, limits});
    CHECK_EQ_TEXT(report.happened,
                  "It said more than it was asked for: 'x?? ~xxxxxxxxxxxxxxxxxxxxxx"
                  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' behind its last answer.");
    grade_test_free(&test);
}

TEST(a_limit_of_addresses_is_told_instead)
{
    grade_test test = read_test();
    grade_limits own = limits;
    own.address = 999;
    grade_run run = {.ending = GRADE_SILENT, .message = "out of memory"};
    grade_report report = report_of(&test, run, (grade_scheme){false, own});
    CHECK(strstr(report.happened, " It may have 999 MiB of memory.") != NULL);
    grade_test_free(&test);
}

/* displayBoard is not asked, so the test has three questions. */
TEST(points_in_proportion_to_what_was_asked)
{
    grade_test test = read_test();
    static const double scores[] = {0, 10. / 3, 10. / 3, 20. / 3, 20. / 3};
    CHECK_EQ_INT(test.asked, 3);
    for (size_t matched = 0; matched <= 4; matched++) {
        check_case("%zu", matched);
        grade_run run = {.ending = GRADE_SILENT, .matched = matched};
        CHECK(report_of(&test, run, (grade_scheme){true, limits}).score == scores[matched]);
        CHECK(report_of(&test, run, (grade_scheme){false, limits}).score == 0);
    }
    grade_run run = {.ending = GRADE_NOT_BUILT, .matched = 2};
    CHECK(report_of(&test, run, (grade_scheme){true, limits}).score == 0);
    /* What was asked next is blamed: its line, and the board around it. */
    run = (grade_run){.ending = GRADE_SILENT, .matched = 1};
    grade_report report = report_of(&test, run, (grade_scheme){true, limits});
    CHECK_EQ_INT(report.line, 9);
    CHECK_EQ_TEXT(report.finding.call, "isValidMove 0 0 1 0");
    run.matched = 4;
    report = report_of(&test, run, (grade_scheme){true, limits});
    CHECK_EQ_INT(report.line, 10);
    CHECK_EQ_TEXT(report.finding.call, "scoreBoard");
    grade_test_free(&test);
}

int main(void)
{
    RUN(a_result_comes_back_as_it_was);
    RUN(a_cut_result_is_refused);
    RUN(numbers_and_texts_have_limits);
    RUN(every_ending_is_told);
    RUN(a_limit_of_addresses_is_told_instead);
    RUN(points_in_proportion_to_what_was_asked);
    return check_result();
}

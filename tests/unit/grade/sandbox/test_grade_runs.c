/* test_grade_runs.c: a submission's conversation with the grader, and how it ends. The submissions
 * are scripts, which run without isolation. */
#include "check.h"
#include "grade/run_test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-runs.XXXXXX";

static grade_job job_of(const char *script)
{
    static const char *argv[] = {"/bin/sh", "-c", NULL, NULL};
    argv[2] = script;
    return (grade_job){.argv = argv,
                       .open_folder = folder,
                       .limits = {.seconds = 60, .memory = 4096, .processes = 64, .file = 1}};
}

static const grade_sandbox open_sandbox = {.isolation = GRADE_OPEN};

static grade_run run_of(const grade_test *test, grade_speaker speaker, const char *script,
                        const atomic_int *stop)
{
    grade_run run;
    grade_actor actor = {.questions = test->questions, .speaker = speaker, .job = job_of(script)};
    grade_run_test(&open_sandbox, &actor, test, stop, &run);
    return run;
}

static grade_test test_of(grade_questions questions, const char *rules, const char *text)
{
    grade_test test;
    fmt_error error;
    grade_reading reading = {.questions = questions, .rules = arb_rules_find(rules, strlen(rules))};
    if (!CHECK(grade_test_read(&test, reading, "test", text, strlen(text), &error)))
        printf("%s\n", error.text);
    return test;
}

typedef struct {
    const char *script;
    grade_ending ending;
    int code;
    size_t placed, matched;
    const char *said, *message;
} row;

static void check_rows(const grade_test *test, grade_speaker speaker, const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_case("row %zu: %s", i, rows[i].script);
        grade_run run = run_of(test, speaker, rows[i].script, NULL);
        CHECK_EQ_TEXT(grade_ending_name(run.ending), grade_ending_name(rows[i].ending));
        CHECK_EQ_INT(run.code, rows[i].code);
        CHECK_EQ_INT(run.placed, rows[i].placed);
        CHECK_EQ_INT(run.matched, rows[i].matched);
        CHECK_EQ_TEXT(run.said, rows[i].said);
        CHECK_EQ_INT(run.whole, rows[i].said != NULL);
        CHECK_EQ_INT(run.said_len, rows[i].said != NULL ? strlen(rows[i].said) : 0);
        CHECK_EQ_TEXT(run.message, rows[i].message != NULL ? rows[i].message : "");
        CHECK_EQ_INT(run.processes, 0);
        grade_run_free(&run);
        CHECK(run.said == NULL);
    }
    check_case("%s", "");
}

/* ---- Lab 3, a program ---- */

static const char board[] = "9\n4 6\nw r 3 0\nb r 0 0\nb k 0 5\nw k 3 5\n~\nisValidMove 3 0 0 0\n"
                            "isPieceUnderThreat 1 1\ndisplayBoard\nmovePiece 3 0 0 0\n"
                            "isPieceUnderThreat 0 0\n";

#define RIGHT "printf 'true\\nfalse\\ntrue\\nfalse\\n'; "

TEST(a_program_answers_line_by_line)
{
    static const row rows[] = {
        {RIGHT, GRADE_PASSED, 0, 0, 5, NULL, NULL},
        {RIGHT "exit 3", GRADE_PASSED, 3, 0, 5, NULL, NULL},
        {RIGHT "exit 128", GRADE_PASSED, 128, 0, 5, NULL, NULL},
        {RIGHT "exit 129", GRADE_CRASH, 1, 0, 5, NULL, NULL},
        {RIGHT "exit 152", GRADE_TIMEOUT, 0, 0, 5, NULL, NULL},
        {RIGHT "exit 192", GRADE_CRASH, 64, 0, 5, NULL, NULL},
        {RIGHT "exit 193", GRADE_PASSED, 193, 0, 5, NULL, NULL},
        {RIGHT "kill -SEGV $$", GRADE_CRASH, SIGSEGV, 0, 5, NULL, NULL},
        {RIGHT "printf '\\n \\t\\r\\n '", GRADE_PASSED, 0, 0, 5, NULL, NULL},
        {RIGHT "printf '\\n x y \\nz\\n'", GRADE_TOO_MANY, 0, 0, 5, "x y ", NULL},
        {RIGHT "printf '\\nx'", GRADE_TOO_MANY, 0, 0, 5, "x", NULL},
        {"printf 'true\\nfalse\\ntrue\\nfalse'", GRADE_PASSED, 0, 0, 5, NULL, NULL},
        {"printf 'true\\nfalse\\n  01\\n0|  \\n\\ntrue\\nfalse\\n'", GRADE_PASSED, 0, 0, 5, NULL,
         NULL},
        {"printf 'true\\nfalse\\ntrue\\n'; exit 7", GRADE_SILENT, 7, 0, 4, NULL, NULL},
        {"printf 'true\\nfalse\\n'", GRADE_SILENT, 0, 0, 3, NULL, NULL},
        {"printf 'true\\n'; kill -KILL $$", GRADE_CRASH, SIGKILL, 0, 1, NULL, NULL},
        {"printf '\\ntrue\\n \\nmaybe\\nno\\n'", GRADE_MISMATCH, 0, 0, 1, " \nmaybe\n", NULL},
        {"printf 'true\\ntrue'; exit 5", GRADE_MISMATCH, 0, 0, 1, "true", NULL},
        {"exit 5", GRADE_SILENT, 5, 0, 0, NULL, NULL},
        {"echo 'bwrap: no' >&2; exit 1", GRADE_FAILED, 1, 0, 0, NULL, "bwrap: no"},
        {"echo 'bwrap:no' >&2; exit 1", GRADE_SILENT, 1, 0, 0, NULL, "bwrap:no"},
        {"echo 'bwrap: no' >&2; echo true", GRADE_SILENT, 0, 0, 1, NULL, "bwrap: no"},
        {"echo 'bwrap: no' >&2; echo x", GRADE_MISMATCH, 0, 0, 0, "x\n", "bwrap: no"},
        {"cat >all; cmp -s all board && " RIGHT, GRADE_PASSED, 0, 0, 5, NULL, NULL},
    };
    char path[64];
    snprintf(path, sizeof path, "%s/board", folder);
    FILE *out = fopen(path, "w");
    CHECK(out != NULL && fputs(board, out) >= 0 && fclose(out) == 0);
    grade_test test = test_of(GRADE_ASK_LAB, "lab-bonus", board);
    check_rows(&test, GRADE_PROGRAM, rows, sizeof rows / sizeof *rows);
    atomic_int stop = 1;
    grade_run run = run_of(&test, GRADE_PROGRAM, "sleep 1000", &stop);
    CHECK_EQ_INT(run.ending, GRADE_STOPPED);
    grade_run_free(&run);
    grade_test_free(&test);
}

TEST(the_last_words_are_kept)
{
    static const struct {
        const char *script, *message;
    } rows[] = {
        {"printf 'a\\nb\\nc\\nd\\ne\\n' >&2", "b c d e"},
        {"printf 'a\\nb\\n\\nc\\n\\n\\nd\\ne' >&2", "b c d e"},
        {"printf '  one \\t two\\r\\n' >&2", "one two"},
        {"printf '\\033[2J\\177\\303~ ' >&2", "[2J??~"},
        {"printf 'first\\narbiter-call: x\\n' >&2", "first"},
        {"printf 'arbiter-call: x\\n' >&2", ""},
        {"printf 'an arbiter-call: x\\n' >&2", "an arbiter-call: x"},
    };
    grade_test test = test_of(GRADE_ASK_LAB, "lab-bonus", board);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu: %s", i, rows[i].script);
        grade_run run = run_of(&test, GRADE_PROGRAM, rows[i].script, NULL);
        CHECK_EQ_TEXT(run.message, rows[i].message);
        CHECK(run.call[0] == '\0' && run.leak_blocks == 0);
        grade_run_free(&run);
    }
    check_case("%s", "many");
    grade_run run = run_of(&test, GRADE_PROGRAM, "printf '%0500d\\n' 7 >&2", NULL);
    CHECK_EQ_INT(strlen(run.message), GRADE_MESSAGE_LIMIT - 1);
    CHECK_EQ_INT(strspn(run.message, "0"), GRADE_MESSAGE_LIMIT - 1);
    grade_run_free(&run);
    check_case("%s", "more than a pipe holds, behind the end of its output");
    run = run_of(&test, GRADE_PROGRAM,
                 RIGHT "exec >&-; head -c 200000 /dev/zero | tr '\\0' x >&2; exit 3", NULL);
    CHECK(run.ending == GRADE_PASSED && run.code == 3);
    CHECK_EQ_INT(strspn(run.message, "x"), GRADE_MESSAGE_LIMIT - 1);
    grade_run_free(&run);
    check_case("%s", "");
    grade_test_free(&test);
}

/* A program that writes `bytes` blank lines before or behind its answers. */
static grade_ending flooded(const grade_test *test, grade_speaker speaker, size_t bytes,
                            const char *answers)
{
    char script[300];
    snprintf(script, sizeof script, "head -c %zu /dev/zero | tr '\\0' '\\n'; %s", bytes, answers);
    grade_run run = run_of(test, speaker, script, NULL);
    grade_run_free(&run);
    return run.ending;
}

TEST(a_flood_is_far_more_than_the_answers)
{
    grade_test test = test_of(GRADE_ASK_LAB, "lab-bonus", board);
    size_t limit = 65536 + 4 * test.answer_bytes;
    CHECK_EQ_INT(test.answer_bytes, 60);
    CHECK_EQ_INT(flooded(&test, GRADE_PROGRAM, limit, ""), GRADE_SILENT);
    CHECK_EQ_INT(flooded(&test, GRADE_PROGRAM, limit + 1, ""), GRADE_FLOOD);
    CHECK_EQ_INT(flooded(&test, GRADE_PROGRAM, limit - 22, RIGHT), GRADE_PASSED);
    grade_test_free(&test);
    /* A driver may show a board of 4 rows of 6 squares behind each of 4 pieces and 5 actions. */
    test = test_of(GRADE_ASK_LAB, "lab-bonus", board);
    limit += (size_t)(4 * 7 + 3) * (4 + 5);
    char script[300];
    for (size_t more = 0; more < 2; more++) {
        snprintf(script, sizeof script, "head -c %zu /dev/zero | tr '\\0' ' '", limit + more);
        grade_run run = run_of(&test, GRADE_DRIVER, script, NULL);
        CHECK_EQ_INT(run.ending, more == 0 ? GRADE_MISMATCH : GRADE_FLOOD);
        grade_run_free(&run);
    }
    grade_test_free(&test);
}

/* ---- Lab 3, a driver ---- */

/* Answers as a driver would; ON is run for each line. */
#define DRIVER(on) "while read -r word rest; do " on " done"
#define SHOWS                                                                                      \
    "case $word in board) ;; piece) echo = ;; isValidScan) echo 0 0 0 1; echo .; echo = ;; *) "    \
    "echo false; echo = ;; esac;"

static const char line_board[] =
    "5\n1 4\nw k 0 0\nb k 0 3\n~\nisValidScan\ndisplayBoard\nisValidMove 0 0 0 2\n";

TEST(a_driver_is_asked_one_by_one)
{
    static const row rows[] = {
        {"tee asked | " DRIVER(SHOWS), GRADE_PASSED, 0, 2, 3, NULL, NULL},
        {DRIVER(SHOWS) "; exit 4", GRADE_PASSED, 4, 2, 3, NULL, NULL},
        {DRIVER("[ $word != isValidMove ] || exit 6; " SHOWS), GRADE_SILENT, 6, 2, 2, NULL, NULL},
        {DRIVER("case $word in piece) echo = K... ;; esac;"), GRADE_MISMATCH, 0, 1, 0, "= K...\n",
         NULL},
        {DRIVER("case $word in piece) echo x; kill -KILL $$ ;; esac;"), GRADE_MISMATCH, 0, 0, 0,
         "x\n", NULL},
        {"read -r word; exit 3", GRADE_SILENT, 3, 0, 0, NULL, NULL},
    };
    static const char asked[] =
        "board 1 4\npiece w k 0 0\npiece b k 0 3\nisValidScan 0 0\nisValidMove 0 0 0 2\n";
    char path[64], text[500] = "";
    grade_test test = test_of(GRADE_ASK_LAB, "lab-bonus", line_board);
    CHECK_EQ_INT(test.count, 3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_rows(&test, GRADE_DRIVER, &rows[i], 1);
        snprintf(path, sizeof path, "%s/asked", folder);
        FILE *in = i == 0 ? fopen(path, "r") : NULL;
        if (in != NULL) {
            size_t len = fread(text, 1, sizeof text - 1, in);
            fclose(in);
            CHECK(len == sizeof asked - 1 && memcmp(text, asked, len) == 0);
        }
    }
    grade_test_free(&test);
    check_case("%s", "a test without actions");
    test = test_of(GRADE_ASK_LAB, "lab-bonus", "5\n1 4\nw k 0 0\nb k 0 3\n~\n");
    CHECK_EQ_INT(test.count, 0);
    static const row nothing[] = {
        {"exit 3", GRADE_SILENT, 3, 0, 0, NULL, NULL},
        {"echo =; exit 3", GRADE_SILENT, 3, 1, 0, NULL, NULL},
        {"echo =; echo =; exit 3", GRADE_PASSED, 3, 2, 0, NULL, NULL},
    };
    check_rows(&test, GRADE_DRIVER, nothing, 3);
    static const row program[] = {{"exit 3", GRADE_PASSED, 3, 0, 0, NULL, NULL}};
    check_rows(&test, GRADE_PROGRAM, program, 1);
    grade_test_free(&test);
}

/* ---- Tests of lines ---- */

TEST(a_game_ends_with_its_first_wrong_line)
{
    static const row rows[] = {
        {"printf 'WHITE\\n\\n true \\nBLACK\\n'", GRADE_PASSED, 0, 0, 3, NULL, NULL},
        {"printf 'WHITE\\ntrue\\nBLACK'; exit 9", GRADE_PASSED, 9, 0, 3, NULL, NULL},
        {"printf 'WHITE\\nfalse\\nBLACK\\n'", GRADE_MISMATCH, 0, 0, 1, "false", NULL},
        {"printf 'WHITE\\ntrue\\n'; exit 2", GRADE_SILENT, 2, 0, 2, NULL, NULL},
        {"printf 'WHITE\\ntrue\\nBLACK\\n \\f\\v\\nmore\\nand'", GRADE_TOO_MANY, 0, 0, 3, "more",
         NULL},
    };
    grade_test test = test_of(GRADE_ASK_GAME, "king-capture", "turn\nmove 4 6 4 4\nturn\n");
    check_rows(&test, GRADE_PROGRAM, rows, sizeof rows / sizeof *rows);
    grade_test_free(&test);
    test = test_of(GRADE_ASK_GAME, "king-capture", "move 4 6 4 4\nmove 4 1 4 3\nhistory\n");
    static const row half[] = {
        {"printf 'true\\ntrue\\n'; exit 1", GRADE_SILENT, 1, 0, 2, NULL, NULL},
        {"printf 'true\\ntrue\\n'; printf '%s\\n' \"$FIRST\"; exit 1", GRADE_SILENT, 1, 1, 2, NULL,
         NULL},
        {"printf 'true\\ntrue\\n'; printf '%s\\n' \"$FIRST\" x", GRADE_MISMATCH, 0, 1, 2, "x",
         NULL},
    };
    const char *answer = test.answers + test.lines[2].answer;
    char first[100];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(answer, "\n"), answer);
    setenv("FIRST", first, 1);
    check_rows(&test, GRADE_PROGRAM, half, 3);
    grade_test_free(&test);
}

#define NEW "A new chess game is started!\\n"
#define E4 "White'\\''s Pawn moves from E2 to E4\\n"
#define NONE "There is no piece at position E2!\\n"

TEST(behind_a_wrong_line_of_a_session_all_is_kept)
{
    static const row rows[] = {
        {"printf '" NEW E4 NONE "'", GRADE_PASSED, 0, 0, 3, NULL, NULL},
        {"printf '" NEW "x\\n" NONE "'; exit 3", GRADE_MISMATCH, 0, 0, 1,
         "x\nThere is no piece at position E2!\n", NULL},
        {"printf '" NEW E4 NONE "y'", GRADE_TOO_MANY, 0, 0, 3, "y", NULL},
        {"printf '" NEW E4 "'", GRADE_SILENT, 0, 0, 2, NULL, NULL},
    };
    grade_test test = test_of(GRADE_ASK_NARRATE, "basic", "new\nE2 E4\nE2 E4\n");
    check_rows(&test, GRADE_PROGRAM, rows, sizeof rows / sizeof *rows);
    test.rulings = true; /* the last line before that is no ruling may have been meant */
    static const row loose[] = {
        {"printf 'hello\\n" E4 "you cannot\\n'", GRADE_PASSED, 0, 0, 3, NULL, NULL},
        {"printf 'hello\\nworld\\ncheckmate\\nbye\\n'", GRADE_MISMATCH, 0, 0, 1,
         "hello\ncheckmate\nbye\n", NULL},
        {"printf 'x\\nhello\\ncheckmate'", GRADE_MISMATCH, 0, 0, 1, "x\ncheckmate", NULL},
        {"printf 'hello\\n" E4 "checkmate'", GRADE_MISMATCH, 0, 0, 2, "checkmate", NULL},
        {"printf 'hello\\n" E4 "you cannot\\nbye\\n'", GRADE_PASSED, 0, 0, 3, NULL, NULL},
    };
    check_rows(&test, GRADE_PROGRAM, loose, 5);
    grade_run run = run_of(&test, GRADE_PROGRAM, "printf '%0300d\\nstalemate\\n' 1", NULL);
    CHECK_EQ_INT(run.ending, GRADE_MISMATCH);
    CHECK_EQ_INT(run.said_len, 255 + 1 + 10);
    CHECK(run.said != NULL && strspn(run.said, "0") == 255);
    CHECK_EQ_TEXT(run.said + 255, "\nstalemate\n");
    grade_run_free(&run);
    atomic_int stop = 1;
    run = run_of(&test, GRADE_PROGRAM, "sleep 1000", &stop);
    CHECK(run.ending == GRADE_STOPPED && run.said == NULL);
    grade_run_free(&run);
    grade_test_free(&test);
}

TEST(moves_are_judged_when_all_is_said)
{
    grade_test test =
        test_of(GRADE_ASK_MOVES, "basic", "k 4 4 K 4 7: 4 4 3 3\nk 4 4 K 4 7: 4 4 4 6\n");
    char answers[500], wrong[500];
    CHECK_EQ_INT(test.count, 2);
    snprintf(answers, sizeof answers, "%.*s", (int)test.answer_bytes, test.answers);
    snprintf(wrong, sizeof wrong, "%.*sx\n", (int)test.lines[1].answer, test.answers);
    setenv("ANSWERS", answers, 1);
    setenv("WRONG", wrong, 1);
    static const row rows[] = {
        {"printf %s \"$ANSWERS\"", GRADE_PASSED, 0, 0, 2, NULL, NULL},
        {"printf '%s\\n \\n' \"$ANSWERS\"", GRADE_PASSED, 0, 0, 2, NULL, NULL},
        {"printf %s \"$WRONG\"", GRADE_MISMATCH, 0, 0, 1, "x\n", NULL},
        {"printf '\\n%s' \"$ANSWERS\"", GRADE_MISMATCH, 0, 0, 0, NULL, NULL},
        {"exit 2", GRADE_SILENT, 2, 0, 0, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (i != 3)
            check_rows(&test, GRADE_PROGRAM, &rows[i], 1);
    grade_run run = run_of(&test, GRADE_PROGRAM, rows[3].script, NULL);
    CHECK_EQ_INT(run.ending, GRADE_MISMATCH); /* here an empty line is an answer */
    CHECK_EQ_INT(run.matched, 0);
    CHECK_EQ_INT(run.said_len, strlen(answers) + 1);
    grade_run_free(&run);
    grade_test_free(&test);
}

/* ---- Plain runs ---- */

/* A run that ends because of a limit while it talks, or after it has closed its output. */
TEST(limits_of_a_run)
{
    static const struct {
        const char *script;
        unsigned memory;
        grade_ending ending;
    } rows[] = {
        {"sleep 1000", 4096, GRADE_TIMEOUT},
        {RIGHT "exec >&-; sleep 1000", 4096, GRADE_TIMEOUT},
        {"(while :; do :; done); :", 0, GRADE_MEMORY},
        {RIGHT "exec >&-; (while :; do :; done); :", 0, GRADE_MEMORY},
    };
    grade_test test = test_of(GRADE_ASK_LAB, "lab-bonus", board);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_run run;
        grade_actor actor = {.speaker = GRADE_PROGRAM, .job = job_of(rows[i].script)};
        check_case("row %zu", i);
        actor.job.limits.memory = rows[i].memory;
        actor.job.limits.address = 4096;
        if (rows[i].ending == GRADE_TIMEOUT)
            actor.job.limits.clock = 1;
        grade_run_test(&open_sandbox, &actor, &test, NULL, &run);
        CHECK_EQ_TEXT(grade_ending_name(run.ending), grade_ending_name(rows[i].ending));
        CHECK_EQ_INT(run.matched, rows[i].script[0] == 'p' ? 5 : 0);
        CHECK_EQ_INT(run.processes > 0, rows[i].ending == GRADE_TIMEOUT);
        grade_run_free(&run);
    }
    check_case("%s", "no process");
    grade_run run;
    grade_sandbox without = {.isolation = GRADE_OPEN, .groups.base = "/nowhere"};
    const grade_actor actor = {.speaker = GRADE_PROGRAM, .job = job_of("exit 0")};
    grade_run_test(&without, &actor, &test, NULL, &run);
    CHECK(run.ending == GRADE_FAILED && run.message[0] == '\0');
    check_case("%s", "");
    grade_test_free(&test);
}

TEST(a_plain_run_keeps_what_it_prints)
{
    static const struct {
        const char *script;
        grade_ending ending;
        int code;
        const char *output;
    } rows[] = {
        {"echo one; echo two", GRADE_PASSED, 0, "one\ntwo\n"},
        {"echo one; echo two >&2; exit 3", GRADE_PASSED, 3, "one\n"},
        {"read x && echo $x || echo none", GRADE_PASSED, 0, "none\n"},
        {"printf 123456789012345", GRADE_PASSED, 0, "123456789012345"},
        {"printf 1234567890123456", GRADE_PASSED, 0, "123456789012345"},
        {"printf 12345678901; sleep 0; printf 234567890", GRADE_PASSED, 0, "123456789012345"},
        {"exit 128", GRADE_PASSED, 128, ""},
        {"kill -HUP $$", GRADE_CRASH, 129, ""},
        {"echo x; kill -KILL $$", GRADE_CRASH, 137, "x\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char output[16] = "before";
        int code = -1;
        check_case("row %zu: %s", i, rows[i].script);
        grade_job job = job_of(rows[i].script);
        CHECK_EQ_INT(grade_run_plain(&open_sandbox, &job, NULL, output, sizeof output, &code),
                     rows[i].ending);
        CHECK_EQ_INT(code, rows[i].code);
        CHECK_EQ_TEXT(output, rows[i].output);
    }
    check_case("%s", "stopped");
    char output[16] = "before";
    int code;
    atomic_int stop = 1;
    grade_job job = job_of("sleep 1000");
    CHECK_EQ_INT(grade_run_plain(&open_sandbox, &job, &stop, output, sizeof output, &code),
                 GRADE_STOPPED);
    CHECK_EQ_TEXT(output, "");
    check_case("%s", "it closes its output and stays");
    job = job_of("exec >&- 2>&-; while :; do sleep 1000; done");
    job.limits.clock = 1;
    CHECK_EQ_INT(grade_run_plain(&open_sandbox, &job, NULL, output, sizeof output, &code),
                 GRADE_TIMEOUT);
    check_case("%s", "");
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 1;
    signal(SIGPIPE, SIG_IGN);
    RUN(a_program_answers_line_by_line);
    RUN(the_last_words_are_kept);
    RUN(a_flood_is_far_more_than_the_answers);
    RUN(a_driver_is_asked_one_by_one);
    RUN(a_game_ends_with_its_first_wrong_line);
    RUN(behind_a_wrong_line_of_a_session_all_is_kept);
    RUN(moves_are_judged_when_all_is_said);
    RUN(limits_of_a_run);
    RUN(a_plain_run_keeps_what_it_prints);
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0 ? 1 : check_result();
}

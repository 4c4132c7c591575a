/* report.c: works out the result of a test. Layer: grade. */
#include "grade/report/report.h"

#include "grade/report/why_lines.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(grade_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(grade_report *report, const char *format, ...)
{
    size_t len = strlen(report->happened);
    va_list list;
    va_start(list, format);
    vsnprintf(report->happened + len, sizeof report->happened - len, format, list);
    va_end(list);
}

static const char *signal_text(int number)
{
    switch (number) {
    case SIGSEGV:
        return "a segmentation fault";
    case SIGABRT:
        return "it was aborted";
    case SIGFPE:
        return "a division by zero or the like";
    case SIGBUS:
        return "a bus error";
    case SIGILL:
        return "an illegal instruction";
    case SIGKILL:
        return "it was killed";
    case SIGXFSZ:
        return "it wrote more to a file than it may";
    default:
        return "a signal";
    }
}

static bool speaks_of(const grade_run *run, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strstr(run->message, *words) != NULL)
            return true;
    return false;
}

/* Explains errors that are caused by a limit, and which limit it is. */
static void say_limits(grade_report *report, const grade_limits *limits)
{
    static const char *const memory[] = {"bad_alloc",       "annot allocate memory", "ut of memory",
                                         "emory exhausted", "MemoryError",           NULL};
    static const char *const processes[] = {"annot fork", "temporarily unavailable", NULL};
    const grade_run *run = report->run;
    if (speaks_of(run, memory))
        say(report, " It may have %u MiB of memory.",
            limits->address > 0 ? limits->address : limits->memory);
    if (run->ending == GRADE_TIMEOUT && run->processes + 4 >= limits->processes)
        say(report, " It had as many processes as it may have, %u.", limits->processes);
    else if (speaks_of(run, processes))
        say(report, " It may have %u processes.", limits->processes);
}

static void say_exit(grade_report *report)
{
    const grade_run *run = report->run;
    if (run->code == 127)
        say(report, "The command was not found.");
    else if (run->code == 126)
        say(report, "The command cannot be run.");
    else
        say(report, "It ended with exit code %d and did not answer.", run->code);
}

static void say_surplus(grade_report *report)
{
    enum { MOST = 60 };
    say(report, "It said more than it was asked for: '");
    for (size_t i = 0; i < report->run->said_len && i < MOST; i++) {
        unsigned char c = (unsigned char)report->run->said[i];
        say(report, "%c", c < 0x20 || c >= 0x7F ? '?' : (char)c);
    }
    say(report, "' behind its last answer.");
}

static void say_ending(grade_report *report, const grade_limits *limits)
{
    const grade_run *run = report->run;
    const char *when = report->answered || report->in_setup || run->matched < report->test->count
                           ? ""
                           : " behind its last answer";
    switch (run->ending) {
    case GRADE_PASSED:
    case GRADE_MISMATCH:
        return;
    case GRADE_TOO_MANY:
        say_surplus(report);
        return;
    case GRADE_SILENT:
        say_exit(report);
        break;
    case GRADE_CRASH:
        say(report, "It crashed%s: %s (signal %d).", when, signal_text(run->code), run->code);
        if (run->call[0] != '\0')
            say(report, " It crashed in the call %s%s%s.", run->call,
                run->place[0] != '\0' ? ", at " : "", run->place);
        break;
    case GRADE_MEMORY:
        say(report, "It used more than %u MiB of memory, all its processes together.",
            limits->memory);
        break;
    case GRADE_TIMEOUT:
        say(report, "It took longer than %u s%s.", limits->seconds,
            report->in_setup || run->matched < report->test->count ? "" : " to end");
        break;
    case GRADE_FLOOD:
        say(report, "It printed far more than answers can be and was stopped.");
        break;
    case GRADE_NOT_BUILT:
        say(report, "It could not be built.");
        break;
    case GRADE_FAILED:
        say(report, "It could not be run: %s",
            run->message[0] != '\0' ? run->message
                                    : "the machine has no process or memory for it.");
        return;
    case GRADE_STOPPED:
        say(report, "The run was stopped.");
        return;
    }
    say_limits(report, limits);
    if (run->message[0] != '\0')
        say(report, " Its last words: %s", run->message);
}

/* Counts the right answers to a test of lines. The lines of `moves` are independent; in a narrated
 * game the lines after a wrong one are matched too. Returns false if memory runs out. */
static bool count_lines(const grade_report *report, size_t *count)
{
    const grade_test *test = report->test;
    const grade_run *run = report->run;
    size_t right = 0, later = 0;
    for (size_t i = 0; i < run->matched; i++)
        right += grade_line_is_asked(test, &test->lines[i]);
    if (test->questions == GRADE_ASK_MOVES && run->said != NULL)
        right += grade_lines_right(test, run->matched, run->said, run->said_len);
    if (test->questions == GRADE_ASK_NARRATE && run->said != NULL &&
        !grade_lines_in_order(test, run->matched, run->placed, run->said, run->said_len, &later))
        return false;
    *count = right + later;
    return true;
}

static size_t count_actions(const grade_report *report)
{
    size_t right = 0;
    for (size_t i = 0; i < report->run->matched; i++)
        right += grade_is_asked(report->test->actions[i].kind);
    return right;
}

/* Returns false if memory runs out. */
static bool score(grade_report *report, const grade_scheme *scheme)
{
    const grade_test *test = report->test;
    size_t right = 0;
    report->score = report->passed ? test->points : 0;
    if (report->passed || !(scheme->partial || test->partial) || test->asked == 0 ||
        report->in_setup || report->run->ending == GRADE_NOT_BUILT)
        return true;
    if (test->questions == GRADE_ASK_LAB)
        right = count_actions(report);
    else if (!count_lines(report, &right))
        return false;
    /* A submission that answers everything and then crashes does not get the last point. */
    right -= right == test->asked;
    report->score = test->points * (double)right / (double)test->asked;
    return true;
}

/* Finds the first action from `from` on that needs an answer, or the last action if none does. */
static size_t asked_from(const grade_test *test, size_t from)
{
    size_t at = from;
    while (at < test->count && !grade_is_asked(test->actions[at].kind))
        at++;
    return at < test->count ? at : test->count - 1;
}

static bool judge_again(grade_report *report, grade_referee *referee)
{
    const grade_run *run = report->run;
    if (run->ending != GRADE_MISMATCH || run->said == NULL)
        return true;
    report->answered = true;
    return grade_judge(referee, report->speaker, run->said, run->said_len, &report->finding) !=
           GRADE_NO_MEMORY;
}

/* Reports a piece that was not created as it should be. */
static bool report_setup(grade_report *report)
{
    const grade_run *run = report->run;
    size_t index = run->placed;
    report->line = report->test->pieces[index].line;
    grade_expect_piece(report->test, index, &report->finding);
    if (run->ending != GRADE_MISMATCH || run->said == NULL)
        return true;
    report->answered = true;
    return grade_judge_piece(report->test, index + 1, run->said, run->said_len, &report->finding) !=
           GRADE_NO_MEMORY;
}

/* Reports the wrong line of a test of lines. */
static bool report_line(grade_report *report)
{
    const grade_test *test = report->test;
    const grade_run *run = report->run;
    grade_boards boards;
    size_t question = run->matched < test->count ? run->matched : test->count - 1;
    bool wrong = run->ending == GRADE_MISMATCH && run->said != NULL;
    if (!grade_why_line(test, question, run->placed, wrong ? run->said : NULL, run->said_len,
                        &report->finding, &boards))
        return false;
    report->line = report->passed ? 0 : test->lines[question].line;
    report->answered = wrong;
    report->start = boards.start;
    report->before = boards.before;
    report->after = boards.after;
    return true;
}

bool grade_report_make(grade_report *report, const grade_test *test, const grade_run *run,
                       grade_speaker speaker, const grade_scheme *scheme)
{
    grade_referee referee;
    *report = (grade_report){
        .test = test, .run = run, .speaker = speaker, .passed = run->ending == GRADE_PASSED};
    if (test->questions != GRADE_ASK_LAB) {
        bool made = report_line(report) && score(report, scheme);
        say_ending(report, &scheme->limits);
        return made;
    }
    bool ok = grade_referee_start(&referee, test);
    report->in_setup = speaker == GRADE_DRIVER && run->placed < test->piece_count &&
                       run->ending != GRADE_NOT_BUILT && !report->passed;
    if (ok && report->in_setup) {
        report->start = report->before = report->after = referee.lab.position;
        ok = report_setup(report);
    } else if (ok) {
        size_t stop =
            report->passed || test->count == 0 ? test->count : asked_from(test, run->matched) + 1;
        report->start = report->before = report->after = referee.lab.position;
        while (ok && referee.next < stop)
            ok = grade_referee_next(&referee);
        if (ok && referee.next > 0) {
            report->before = referee.before;
            report->after = referee.lab.position;
        }
        if (ok && !report->passed && referee.next > 0) {
            report->line = referee.answer.action.line;
            grade_expect(&referee, &report->finding);
            ok = judge_again(report, &referee);
        }
    }
    grade_referee_end(&referee);
    ok = score(report, scheme) && ok;
    say_ending(report, &scheme->limits);
    return ok;
}

const char *grade_report_rule(const grade_report *report)
{
    switch (report->run->ending) {
    case GRADE_MISMATCH:
        return report->finding.rule != NULL ? report->finding.rule : "other";
    case GRADE_TOO_MANY:
        return "more answers than calls";
    case GRADE_SILENT:
        return "no answer";
    case GRADE_CRASH:
        return "crash";
    case GRADE_TIMEOUT:
        return "endless or too slow";
    case GRADE_MEMORY:
        return "too much memory";
    case GRADE_FLOOD:
        return "too much output";
    case GRADE_PASSED:
    case GRADE_NOT_BUILT:
    case GRADE_FAILED:
    case GRADE_STOPPED:
        return NULL;
    }
    return NULL;
}

void grade_total_add(grade_total *total, const grade_report *report)
{
    total->score += report->score;
    total->points += report->test->points;
    total->tests++;
    total->passed += report->passed;
}

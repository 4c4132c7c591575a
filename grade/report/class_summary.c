/* class_summary.c: computes the figures of a class. Layer: grade. */
#include "grade/report/class_summary.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *grade_state_name(grade_state state)
{
    static const char *const names[GRADE_S_COUNT] = {"nothing to grade", "not graded", "not built",
                                                     "none right",       "some right", "all right"};
    return names[state];
}

/* ---- Parts ---- */

/* Without a course a test belongs to the part that its name starts with, else to its folder. */
static void name_part(const grade_plan *plan, const grade_test *test, char name[GRADE_PART_NAME])
{
    const char *path = test->name;
    if (plan->course != NULL && test->part >= 0) {
        snprintf(name, GRADE_PART_NAME, "%s", plan->course->parts[test->part].name);
        return;
    }
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    if (strncasecmp(base, "part", 4) == 0 && isdigit((unsigned char)base[4])) {
        snprintf(name, GRADE_PART_NAME, "Part %lu", strtoul(base + 4, NULL, 10));
        return;
    }
    if (strncasecmp(base, "bonus", 5) == 0) {
        snprintf(name, GRADE_PART_NAME, "Bonus");
        return;
    }
    const char *start = slash;
    while (start != NULL && start > path && start[-1] != '/')
        start--;
    if (start == NULL || start == slash)
        snprintf(name, GRADE_PART_NAME, "Tests");
    else
        snprintf(name, GRADE_PART_NAME, "%.*s", (int)(slash - start), start);
}

static void find_parts(grade_summary *summary)
{
    const grade_plan *plan = summary->plan;
    for (size_t t = 0; t < plan->count; t++) {
        char name[GRADE_PART_NAME];
        size_t part = 0;
        name_part(plan, &plan->tests[t], name);
        while (part < summary->part_count && strcmp(summary->parts[part].name, name) != 0)
            part++;
        grade_part_sum *found = &summary->parts[part];
        if (part == summary->part_count) {
            summary->part_count++;
            memcpy(found->name, name, sizeof name);
        }
        found->points += plan->tests[t].points;
        found->tests++;
        summary->part_of[t] = part;
        summary->points += plan->tests[t].points;
    }
}

/* ---- Marks ---- */

static grade_state state_of(const grade_student *student)
{
    const grade_entry *entry = student->entry;
    if (entry->source.what == NULL)
        return GRADE_S_NOTHING;
    if (!entry->done || !entry->result.ran || student->failed > 0)
        return GRADE_S_NOT_GRADED;
    if (!entry->result.built)
        return GRADE_S_NOT_BUILT;
    return student->total.passed == 0                     ? GRADE_S_NONE
           : student->total.passed < student->total.tests ? GRADE_S_SOME
                                                          : GRADE_S_ALL;
}

static bool mark_student(grade_summary *summary, grade_student *student, grade_mark *marks)
{
    const grade_plan *plan = summary->plan;
    const grade_result *result = &student->entry->result;
    student->marks = marks;
    student->total = (grade_total){.tests = plan->count, .points = summary->points};
    if (student->entry->source.what != NULL && result->ran) {
        student->total = (grade_total){.tests = 0};
        for (size_t t = 0; t < plan->count; t++) {
            grade_report report;
            if (!grade_report_make(&report, &plan->tests[t], &result->runs[t], result->speaker,
                                   &plan->scheme))
                return false;
            marks[t] = (grade_mark){report.score, report.passed, grade_report_rule(&report)};
            grade_total_add(&student->total, &report);
        }
        student->failed = grade_result_failed(result);
    }
    student->state = state_of(student);
    if (student->failed > 0) { /* an incomplete result is no mark */
        memset(marks, 0, plan->count * sizeof *marks);
        student->total = (grade_total){.tests = plan->count, .points = summary->points};
    }
    summary->states[student->state]++;
    return true;
}

/* ---- The class ---- */

static bool add_rule(grade_summary *summary, size_t *cap, const char *name, bool first)
{
    size_t i = 0;
    while (i < summary->rule_count && strcmp(summary->rules[i].name, name) != 0)
        i++;
    if (i == *cap) {
        size_t more = *cap == 0 ? 32 : *cap * 2;
        grade_rule *rules = realloc(summary->rules, more * sizeof *rules);
        if (rules == NULL)
            return false;
        summary->rules = rules;
        *cap = more;
    }
    if (i == summary->rule_count)
        summary->rules[summary->rule_count++] = (grade_rule){.name = name};
    summary->rules[i].students += first;
    summary->rules[i].tests++;
    return true;
}

/* Is this the first of the student's tests that was lost by its rule? */
static bool is_first(const grade_student *student, size_t test)
{
    for (size_t t = 0; t < test; t++)
        if (student->marks[t].rule != NULL &&
            strcmp(student->marks[t].rule, student->marks[test].rule) == 0)
            return false;
    return true;
}

static bool count_rules(grade_summary *summary, const grade_student *student, size_t *cap)
{
    for (size_t t = 0; t < summary->plan->count; t++)
        if (student->marks[t].rule != NULL &&
            !add_rule(summary, cap, student->marks[t].rule, is_first(student, t)))
            return false;
    return true;
}

static void count_student(grade_summary *summary, const grade_student *student)
{
    for (size_t p = 0; p < summary->part_count; p++) {
        grade_part_sum *part = &summary->parts[p];
        size_t right = 0;
        for (size_t t = 0; t < summary->plan->count; t++) {
            if (summary->part_of[t] != p)
                continue;
            part->sum += student->marks[t].score;
            right += student->marks[t].passed;
            summary->right[t] += student->marks[t].passed;
        }
        part->all += right == part->tests;
        part->none += right == 0;
    }
    summary->built++;
}

static int largest_first(size_t a, size_t b)
{
    return (a < b) - (a > b);
}

static int compare_rules(const void *a, const void *b)
{
    const grade_rule *left = a, *right = b;
    int order = largest_first(left->students, right->students);
    if (order == 0)
        order = largest_first(left->tests, right->tests);
    return order != 0 ? order : strcmp(left->name, right->name);
}

static int compare_scores(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static bool count_scores(grade_summary *summary)
{
    double *scores = calloc(summary->count + 1, sizeof *scores);
    size_t n = 0;
    if (scores == NULL)
        return false;
    for (size_t i = 0; i < summary->count; i++) {
        const grade_student *student = &summary->students[i];
        if (student->state == GRADE_S_NOT_GRADED)
            continue;
        size_t bar =
            summary->points > 0 ? (size_t)(student->total.score / summary->points * GRADE_BARS) : 0;
        summary->bars[bar < GRADE_BARS ? bar : GRADE_BARS - 1]++;
        summary->mean += student->total.score;
        scores[n++] = student->total.score;
    }
    summary->marked = n;
    if (n > 0) {
        qsort(scores, n, sizeof *scores, compare_scores);
        summary->mean /= (double)n;
        summary->median = (scores[(n - 1) / 2] + scores[n / 2]) / 2;
    }
    free(scores);
    return true;
}

bool grade_summary_make(grade_summary *summary, const grade_plan *plan, const grade_class *class)
{
    size_t tests = plan->count + 1, rule_cap = 0;
    *summary = (grade_summary){.plan = plan, .count = class->count};
    summary->students = calloc(class->count + 1, sizeof *summary->students);
    summary->marks = calloc((class->count + 1) * tests, sizeof *summary->marks);
    summary->parts = calloc(tests, sizeof *summary->parts);
    summary->part_of = calloc(tests, sizeof *summary->part_of);
    summary->right = calloc(tests, sizeof *summary->right);
    bool ok = summary->students != NULL && summary->marks != NULL && summary->parts != NULL &&
              summary->part_of != NULL && summary->right != NULL;
    if (ok)
        find_parts(summary);
    for (size_t i = 0; ok && i < class->count; i++) {
        grade_student *student = &summary->students[i];
        student->entry = &class->entries[i];
        ok = mark_student(summary, student, summary->marks + i * plan->count);
        if (ok && student->state >= GRADE_S_NONE)
            count_student(summary, student);
        ok = ok && count_rules(summary, student, &rule_cap);
    }
    ok = ok && count_scores(summary);
    if (ok && summary->rule_count > 0)
        qsort(summary->rules, summary->rule_count, sizeof *summary->rules, compare_rules);
    if (!ok)
        grade_summary_free(summary);
    return ok;
}

void grade_summary_free(grade_summary *summary)
{
    free(summary->students);
    free(summary->marks);
    free(summary->parts);
    free(summary->part_of);
    free(summary->rules);
    free(summary->right);
    *summary = (grade_summary){.count = 0};
}

/* asker.c: reads, answers and compares tests by lines. Layer: grade. */
#include "grade/asker.h"

#include "common/text_builder.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Answers ---- */

bool grade_asker_start(grade_asker *asker, const grade_test *test)
{
    *asker = (grade_asker){.test = test};
    if (test->questions == GRADE_ASK_MOVES)
        fmt_moves_start(&asker->moves, true);
    return test->questions != GRADE_ASK_GAME ||
           fmt_script_start(&asker->script, test->rules, ARB_COORDS_XY);
}

void grade_asker_end(grade_asker *asker)
{
    if (asker->script.game != NULL)
        fmt_script_end(&asker->script);
}

static bool answer_moves(grade_asker *asker, const char *line, size_t len, const fmt_out *out,
                         fmt_error *error)
{
    fmt_moves_answer answer = fmt_moves_judge(&asker->moves, line, len, NULL, NULL);
    if (answer.status == FMT_MOVES_MALFORMED) {
        fmt_error_set(error, 0, answer.column, "%s", answer.text);
        return false;
    }
    fmt_moves_text(out, &answer, "Legal");
    return true;
}

bool grade_asker_next(grade_asker *asker, const fmt_out *out, fmt_error *error)
{
    const grade_test *test = asker->test;
    const grade_line *line = &test->lines[asker->next++];
    const char *text = test->text + line->at;
    return test->questions == GRADE_ASK_MOVES ? answer_moves(asker, text, line->len, out, error)
           : test->questions == GRADE_ASK_NARRATE
               ? fmt_narrate(&asker->narrator, text, line->len, out, error)
               : fmt_script_call(&asker->script, text, line->len, out, error);
}

const arb_position *grade_asker_position(const grade_asker *asker)
{
    return asker->test->questions == GRADE_ASK_MOVES     ? &asker->moves.position
           : asker->test->questions == GRADE_ASK_NARRATE ? &asker->narrator.position
                                                         : arb_game_position(asker->script.game);
}

/* ---- Reading ---- */

/* Every line of the file is a question, even if it has no answer. */
static bool cut_lines(grade_test *test)
{
    size_t cap = 1;
    for (size_t i = 0; i < test->len; i++)
        cap += test->text[i] == '\n';
    test->lines = calloc(cap, sizeof *test->lines);
    if (test->lines == NULL)
        return false;
    size_t at = test->len >= 3 && memcmp(test->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (size_t number = 1; at < test->len; number++) {
        const char *end = memchr(test->text + at, '\n', test->len - at);
        size_t stop = end != NULL ? (size_t)(end - test->text) : test->len;
        size_t len = stop - at;
        if (len > 0 && test->text[stop - 1] == '\r')
            len--;
        test->lines[test->count++] = (grade_line){.line = number, .at = at, .len = len};
        at = stop + 1;
    }
    return true;
}

bool grade_line_is_asked(const grade_test *test, const grade_line *line)
{
    size_t blank = 0;
    if (line->answer_len == 0)
        return false;
    const char *answer = test->answers + line->answer;
    while (blank < line->answer_len && strchr(" \t\n", answer[blank]) != NULL)
        blank++;
    return blank < line->answer_len && !(test->questions == GRADE_ASK_NARRATE && line->len >= 5 &&
                                         memcmp(test->text + line->at, "print", 5) == 0);
}

bool grade_lines_read(grade_test *test, fmt_error *error)
{
    grade_asker *asker = malloc(sizeof *asker);
    text_builder answers = {0};
    fmt_out out = text_out(&answers);
    bool started = asker != NULL && cut_lines(test) && grade_asker_start(asker, test), ok = started;
    for (size_t i = 0; ok && i < test->count; i++) {
        grade_line *line = &test->lines[i];
        line->answer = answers.len;
        ok = grade_asker_next(asker, &out, error);
        line->answer_len = answers.len - line->answer;
        if (!ok)
            error->line = line->line;
    }
    bool memory = started && !answers.failed;
    if (started)
        grade_asker_end(asker);
    if (!memory)
        fmt_error_set(error, 0, 0, "not enough memory");
    free(asker);
    test->answers = answers.at;
    test->answer_bytes = answers.len;
    for (size_t i = 0; ok && memory && i < test->count; i++)
        test->asked += grade_line_is_asked(test, &test->lines[i]);
    if (ok && memory && test->asked == 0)
        fmt_error_set(error, 1, 1, "there is no question in this test");
    return ok && memory && test->asked > 0;
}

/* ---- Lines ---- */

static void trim(const char **line, size_t *len)
{
    while (*len > 0 && strchr(" \t\r", (*line)[*len - 1]) != NULL && (*line)[*len - 1] != '\0')
        --*len;
    while (*len > 0 && (**line == ' ' || **line == '\t')) {
        ++*line;
        --*len;
    }
}

bool grade_line_expected(const grade_test *test, grade_line_cursor *cursor, const char **line,
                         size_t *len)
{
    while (cursor->question < test->count) {
        const grade_line *question = &test->lines[cursor->question];
        while (cursor->at < question->answer_len) {
            const char *start = test->answers + question->answer + cursor->at;
            const char *end = memchr(start, '\n', question->answer_len - cursor->at);
            *line = start;
            *len = end != NULL ? (size_t)(end - start) : question->answer_len - cursor->at;
            size_t whole = *len;
            trim(line, len);
            if (*len > 0)
                return true;
            cursor->at += whole + 1;
        }
        *cursor = (grade_line_cursor){.question = cursor->question + 1};
    }
    return false;
}

void grade_line_passed(const grade_test *test, grade_line_cursor *cursor)
{
    const grade_line *question = &test->lines[cursor->question];
    const char *start = test->answers + question->answer + cursor->at;
    const char *end = memchr(start, '\n', question->answer_len - cursor->at);
    cursor->at = end != NULL ? cursor->at + (size_t)(end - start) + 1 : question->answer_len;
    cursor->said++;
    if (cursor->at >= question->answer_len)
        *cursor = (grade_line_cursor){.question = cursor->question + 1};
}

static bool ignores_case(const grade_test *test, const char *expected, size_t len)
{
    return test->questions == GRADE_ASK_MOVES || (len == 4 && memcmp(expected, "true", 4) == 0) ||
           (len == 5 && memcmp(expected, "false", 5) == 0);
}

/* The next word, letters and digits; bytes of UTF-8 count as letters. */
static bool next_word(const char **text, const char *end, const char **word, size_t *len)
{
    const char *at = *text;
    while (at < end && (unsigned char)*at < 0x80 && !isalnum((unsigned char)*at))
        at++;
    *word = at;
    while (at < end && ((unsigned char)*at >= 0x80 || isalnum((unsigned char)*at)))
        at++;
    *len = (size_t)(at - *word);
    *text = at;
    return *len > 0;
}

static bool is_word(const char *word, size_t len, const char *text)
{
    return len == strlen(text) && strncasecmp(word, text, len) == 0;
}

static bool same_word(const char *expected, size_t expected_len, const char *word, size_t len)
{
    return (expected_len == len && strncasecmp(expected, word, len) == 0) ||
           (is_word(expected, expected_len, "rook") && is_word(word, len, "castle"));
}

static bool same_words(const char *expected, size_t expected_len, const char *line, size_t len)
{
    const char *expected_end = expected + expected_len, *end = line + len, *a, *b;
    bool may_go_on = expected_len > 0 && expected_end[-1] == '!';
    size_t a_len, b_len, words = 0;
    while (next_word(&expected, expected_end, &a, &a_len)) {
        if (!next_word(&line, end, &b, &b_len) || !same_word(a, a_len, b, b_len))
            return false;
        words++;
    }
    return words > 0 && (may_go_on || !next_word(&line, end, &b, &b_len));
}

bool grade_line_is(const grade_test *test, const char *expected, size_t expected_len,
                   const char *line, size_t len)
{
    trim(&line, &len);
    if (test->loose && same_words(expected, expected_len, line, len))
        return true;
    return len == expected_len &&
           (ignores_case(test, expected, len) ? strncasecmp(line, expected, len) == 0
                                              : memcmp(line, expected, len) == 0);
}

/* ---- Rulings, in whatever words ---- */

static bool has_one_of(const char *line, size_t len, const char *const *sentences)
{
    for (; *sentences != NULL; sentences++)
        for (size_t i = 0, size = strlen(*sentences); i + size <= len; i++)
            if (strncasecmp(line + i, *sentences, size) == 0)
                return true;
    return false;
}

static bool is_ruling(const char *line, size_t len)
{
    static const char *const sentences[] = {"moves from", "castles",   "is in check",
                                            "checkmate",  "stalemate", NULL};
    return has_one_of(line, len, sentences);
}

static bool announces(const char *expected, size_t len)
{
    static const char *const sentences[] = {"new chess game", NULL};
    return has_one_of(expected, len, sentences);
}

void grade_line_skip(const grade_test *test, grade_line_cursor *cursor)
{
    const char *expected;
    size_t len;
    while (test->rulings && grade_line_expected(test, cursor, &expected, &len) &&
           announces(expected, len))
        grade_line_passed(test, cursor);
}

grade_heard grade_line_hear(const grade_test *test, grade_line_cursor *cursor, const char *line,
                            size_t len)
{
    const char *expected;
    size_t expected_len;
    grade_line_skip(test, cursor);
    if (!grade_line_expected(test, cursor, &expected, &expected_len))
        return test->rulings && !is_ruling(line, len) ? GRADE_HEARD_NOISE : GRADE_HEARD_TOO_MUCH;
    if (grade_line_is(test, expected, expected_len, line, len)) {
        grade_line_passed(test, cursor);
        return GRADE_HEARD_RIGHT;
    }
    if (!test->rulings || is_ruling(line, len))
        return GRADE_HEARD_WRONG;
    if (expected[expected_len - 1] != '!')
        return GRADE_HEARD_NOISE;
    grade_line_passed(test, cursor);
    return GRADE_HEARD_RIGHT;
}

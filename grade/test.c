/* test.c: reads tests and answers them by the referee. Layer: grade. */
#include "grade/test.h"

#include "formats/board_text.h"
#include "grade/asker.h"

#include <stdlib.h>
#include <string.h>

bool grade_is_asked(fmt_lab_kind kind)
{
    return kind != FMT_LAB_DISPLAY;
}

bool grade_referee_start(grade_referee *referee, const grade_test *test)
{
    arb_faults faults;
    *referee = (grade_referee){.test = test};
    return fmt_lab_start(&referee->lab, test->rules, &test->setup.setup, test->mobility, &faults);
}

void grade_referee_end(grade_referee *referee)
{
    fmt_lab_end(&referee->lab);
    free(referee->items);
    referee->items = NULL;
}

/* Keeps only moves of the side to move. The course's own harness asked for no others, so that both
 * readings of isValidMove pass, with and without regard to the turn. */
static bool keep_side_to_move(grade_referee *referee)
{
    fmt_lab_answer *answer = &referee->answer;
    arb_size size = arb_position_size(&referee->before);
    fmt_lab_item *items = realloc(referee->items, (answer->count + 1) * sizeof *items);
    size_t kept = 0;
    if (items == NULL)
        return false;
    for (size_t i = 0; i < answer->count; i++) {
        const uint8_t *at = answer->items[i].at;
        arb_piece piece = arb_position_piece(&referee->before, fmt_square_at(size, at[0], at[1]));
        if (arb_piece_colour(piece) == arb_position_turn(&referee->before))
            items[kept++] = answer->items[i];
    }
    referee->items = items;
    answer->items = items;
    answer->count = kept;
    return true;
}

bool grade_referee_next(grade_referee *referee)
{
    const grade_test *test = referee->test;
    if (referee->next >= test->count)
        return false;
    const fmt_lab_action *action = &test->actions[referee->next];
    referee->before = referee->lab.position;
    if (!fmt_lab_run(&referee->lab, action, &referee->answer) ||
        (action->kind == FMT_LAB_VALID_SCAN && !keep_side_to_move(referee)))
        return false;
    referee->next++;
    return true;
}

static bool read_actions(grade_test *test, fmt_lab_reader *reader, fmt_error *error)
{
    size_t cap = 0;
    for (;;) {
        fmt_lab_action action;
        fmt_lab_read read = fmt_lab_read_action(reader, &action, error);
        if (read != FMT_LAB_ACTION)
            return read == FMT_LAB_END;
        if (test->count == cap) {
            cap = cap == 0 ? 64 : cap * 2;
            fmt_lab_action *actions = realloc(test->actions, cap * sizeof *actions);
            if (actions == NULL) {
                fmt_error_set(error, 0, 0, "not enough memory");
                return false;
            }
            test->actions = actions;
        }
        test->actions[test->count++] = action;
        test->asked += grade_is_asked(action.kind);
    }
}

static bool measure(grade_test *test, fmt_error *error)
{
    enum { BYTES_OF_LINE = 12 };
    grade_referee referee;
    bool ok = grade_referee_start(&referee, test);
    while (ok && grade_referee_next(&referee))
        test->answer_bytes += BYTES_OF_LINE * (1 + referee.answer.count);
    ok = ok && referee.next == test->count;
    grade_referee_end(&referee);
    if (!ok)
        fmt_error_set(error, 0, 0, "not enough memory");
    return ok;
}

/* Reads the set-up again, now with room for its piece lines. */
static bool keep_pieces(grade_test *test, size_t count)
{
    fmt_lab_reader reader = fmt_lab_reader_on(test->text, test->len);
    fmt_error error;
    test->pieces = calloc(count + 1, sizeof *test->pieces);
    if (test->pieces == NULL)
        return false;
    reader.pieces = test->pieces;
    reader.piece_cap = test->piece_count = count;
    return fmt_lab_read_setup(&reader, test->rules, &test->setup, &error);
}

bool grade_test_read(grade_test *test, grade_reading reading, const char *name, const char *text,
                     size_t len, fmt_error *error)
{
    fmt_lab_reader reader = fmt_lab_reader_on(text, len);
    arb_position position;

    *test = (grade_test){.questions = reading.questions,
                         .name = name,
                         .text = text,
                         .len = len,
                         .rules = reading.rules,
                         .mobility = reading.mobility,
                         .loose = reading.loose,
                         .part = -1};
    if (test->questions != GRADE_ASK_LAB) {
        test->points = 1;
        if (grade_lines_read(test, error))
            return true;
        grade_test_free(test);
        return false;
    }
    if (!fmt_lab_read_setup(&reader, test->rules, &test->setup, error))
        return false;
    test->points = test->setup.points;
    arb_faults faults =
        arb_position_set(&position, test->rules, &test->setup.setup, ARB_KERNEL_AUTO, 0);
    if (faults != 0) {
        fmt_error_set(error, reader.line, 1, "the rule set %s cannot play this board: %s",
                      test->rules->name, arb_fault_text(faults & (0u - faults)));
        return false;
    }
    if (!keep_pieces(test, reader.piece_count))
        fmt_error_set(error, 0, 0, "not enough memory");
    else if (read_actions(test, &reader, error) && measure(test, error))
        return true;
    grade_test_free(test);
    return false;
}

void grade_test_free(grade_test *test)
{
    free(test->pieces);
    free(test->actions);
    free(test->lines);
    free(test->answers);
    test->lines = NULL;
    test->answers = NULL;
    test->pieces = NULL;
    test->actions = NULL;
    test->count = 0;
}

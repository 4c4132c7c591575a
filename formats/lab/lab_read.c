/* lab_read.c: reads Lab 3's config files. Layer: formats. It knows how they are written, but not
 * what the actions mean. */
#include "formats/board_text.h"
#include "formats/lab/lab.h"

#include <string.h>

fmt_lab_reader fmt_lab_reader_on(const char *text, size_t len)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* some editors begin a file with it */
    size_t at = len >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    return (fmt_lab_reader){.text = text, .len = len, .at = at};
}

typedef enum { LINE_NONE, LINE_GIVEN, LINE_BAD } line_status;

/* Reads the next line that is neither a comment nor blank. */
static line_status next_line(fmt_lab_reader *reader, fmt_line *line, fmt_error *error)
{
    while (reader->at < reader->len) {
        const char *start = reader->text + reader->at;
        const char *end = memchr(start, '\n', reader->len - reader->at);
        size_t len = end ? (size_t)(end - start) : reader->len - reader->at;
        reader->at += len + (end != NULL);
        reader->line++;
        if (len > 0 && start[len - 1] == '\r')
            len--;
        size_t bad = fmt_bad_byte(start, len);
        if (bad < len) {
            fmt_error_set(error, reader->line, bad + 1, "a byte 0x%02x that is no text",
                          (unsigned)(unsigned char)start[bad]);
            return LINE_BAD;
        }
        fmt_word word;
        *line = fmt_line_of(start, len);
        if (fmt_line_word(line, &word) && !(word.len >= 2 && memcmp(word.text, "//", 2) == 0)) {
            line->at = 0;
            return LINE_GIVEN;
        }
    }
    return LINE_NONE;
}

static bool fail_word(const fmt_lab_reader *reader, const fmt_word *word, const char *expected,
                      fmt_error *error)
{
    if (word->len == 0)
        fmt_error_set(error, reader->line, word->column, "%s expected at the end of the line",
                      expected);
    else
        fmt_error_set(error, reader->line, word->column, "%s expected, not '%.*s'", expected,
                      fmt_word_shown(word), word->text);
    return false;
}

static bool need_line(fmt_lab_reader *reader, fmt_line *line, const char *expected,
                      fmt_error *error)
{
    line_status status = next_line(reader, line, error);
    if (status == LINE_NONE)
        fmt_error_set(error, reader->line + 1, 1, "the file ends where %s", expected);
    return status == LINE_GIVEN;
}

static bool need_number(const fmt_lab_reader *reader, fmt_line *line, const char *expected,
                        int *number, fmt_word *word, fmt_error *error)
{
    fmt_line_word(line, word);
    return fmt_word_number(word, number) || fail_word(reader, word, expected, error);
}

static bool need_range(const fmt_lab_reader *reader, fmt_line *line, const char *expected, int min,
                       int max, int *number, fmt_error *error)
{
    fmt_word word;
    if (!need_number(reader, line, expected, number, &word, error))
        return false;
    if (*number >= min && *number <= max)
        return true;
    fmt_error_set(error, reader->line, word.column, "%s must be from %d to %d, not %d", expected,
                  min, max, *number);
    return false;
}

static bool need_end(const fmt_lab_reader *reader, fmt_line *line, fmt_error *error)
{
    fmt_word word;
    if (!fmt_line_word(line, &word))
        return true;
    fmt_error_set(error, reader->line, word.column, "'%.*s' is one word too many",
                  fmt_word_shown(&word), word.text);
    return false;
}

static bool read_size(fmt_lab_reader *reader, const arb_rules *rules, arb_size *size,
                      fmt_error *error)
{
    fmt_line line;
    int rows, columns;
    if (!need_line(reader, &line, "the numbers of rows and columns should be", error) ||
        !need_range(reader, &line, "the number of rows", 1, ARB_SIDE_LIMIT, &rows, error) ||
        !need_range(reader, &line, "the number of columns", 1, ARB_SIDE_LIMIT, &columns, error) ||
        !need_end(reader, &line, error))
        return false;
    *size = (arb_size){(uint8_t)columns, (uint8_t)rows};
    arb_size own = rules->board.size;
    if (rules->board.any_size || (own.files == columns && own.ranks == rows))
        return true;
    fmt_error_set(error, reader->line, 1, "the rule set %s has boards of %d rows and %d columns",
                  rules->name, own.ranks, own.files);
    return false;
}

/* Reads a piece line such as "b k 0 4". */
static bool read_piece(fmt_lab_reader *reader, fmt_line *line, const arb_rules *rules,
                       arb_setup *setup, fmt_error *error)
{
    fmt_word word;
    int row, column;

    fmt_line_word(line, &word);
    bool black = fmt_word_is(&word, "b");
    if (!black && !fmt_word_is(&word, "w"))
        return fail_word(reader, &word, "a piece (b or w) or '~'", error);
    fmt_line_word(line, &word);
    char letter = word.len == 1 && word.text[0] >= 'a' && word.text[0] <= 'z' ? word.text[0] : 0;
    arb_kind kind = letter ? arb_rules_kind(rules, letter) : ARB_NO_KIND;
    if (kind == ARB_NO_KIND)
        return fail_word(reader, &word, "the letter of a piece", error);
    if (!need_range(reader, line, "the row", 0, setup->size.ranks - 1, &row, error) ||
        !need_range(reader, line, "the column", 0, setup->size.files - 1, &column, error) ||
        !need_end(reader, line, error))
        return false;
    arb_setup_put(setup, rules, fmt_square_at(setup->size, row, column),
                  arb_piece_of(black ? ARB_BLACK : ARB_WHITE, kind));
    if (reader->piece_count < reader->piece_cap)
        reader->pieces[reader->piece_count] =
            (fmt_lab_piece){reader->line, !black, letter, row, column};
    reader->piece_count++;
    return true;
}

/* Reads a piece line, or "~", which sets *done. */
static bool read_piece_or_end(fmt_lab_reader *reader, const arb_rules *rules, arb_setup *setup,
                              bool *done, fmt_error *error)
{
    fmt_line line;
    fmt_word word;
    if (!need_line(reader, &line, "a piece or '~' should be", error))
        return false;
    fmt_line_word(&line, &word);
    *done = fmt_word_is(&word, "~");
    if (*done)
        return need_end(reader, &line, error);
    line.at = 0;
    return read_piece(reader, &line, rules, setup, error);
}

bool fmt_lab_read_setup(fmt_lab_reader *reader, const arb_rules *rules, fmt_lab_setup *setup,
                        fmt_error *error)
{
    fmt_line line;
    arb_size size;
    bool done = false;

    if (!need_line(reader, &line, "the points should be", error) ||
        !need_range(reader, &line, "the points", 0, FMT_NUMBER_LIMIT, &setup->points, error) ||
        !need_end(reader, &line, error) || !read_size(reader, rules, &size, error))
        return false;
    arb_setup_clear(&setup->setup, size);
    while (!done)
        if (!read_piece_or_end(reader, rules, &setup->setup, &done, error))
            return false;
    arb_setup_home_rights(&setup->setup, rules);
    return true;
}

static const struct {
    const char *name;
    size_t numbers;
} kinds[] = {
    [FMT_LAB_MOVE_PIECE] = {"movePiece", 4},
    [FMT_LAB_VALID_SCAN] = {"isValidScan", 0},
    [FMT_LAB_THREAT_SCAN] = {"underThreatScan", 0},
    [FMT_LAB_VALID_MOVE] = {"isValidMove", 4},
    [FMT_LAB_UNDER_THREAT] = {"isPieceUnderThreat", 2},
    [FMT_LAB_SCORE] = {"scoreBoard", 0},
    [FMT_LAB_NEXT_SCORE] = {"getHighestNextScore", 0},
    [FMT_LAB_DISPLAY] = {"displayBoard", 0},
    [FMT_LAB_GET_PIECE] = {"getPiece", 2},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

const char *fmt_lab_kind_name(fmt_lab_kind kind)
{
    return kinds[kind].name;
}

size_t fmt_lab_kind_numbers(fmt_lab_kind kind)
{
    return kinds[kind].numbers;
}

static bool read_action(const fmt_lab_reader *reader, fmt_line *line, fmt_lab_action *action,
                        fmt_error *error)
{
    static const char *const expected[] = {"a row", "a column", "the target's row",
                                           "the target's column"};
    fmt_word word;
    size_t kind = 0;

    fmt_line_word(line, &word);
    while (kind < KIND_COUNT && !fmt_word_is(&word, kinds[kind].name))
        kind++;
    if (kind == KIND_COUNT)
        return fail_word(reader, &word, "an action such as movePiece or isValidScan", error);
    *action = (fmt_lab_action){.kind = (fmt_lab_kind)kind, .line = reader->line};
    for (size_t i = 0; i < kinds[kind].numbers; i++)
        if (!need_number(reader, line, expected[i], &action->at[i], &word, error))
            return false;
    return need_end(reader, line, error);
}

fmt_lab_read fmt_lab_read_action(fmt_lab_reader *reader, fmt_lab_action *action, fmt_error *error)
{
    fmt_line line;
    line_status status = next_line(reader, &line, error);
    if (status == LINE_NONE)
        return FMT_LAB_END;
    if (status == LINE_GIVEN && read_action(reader, &line, action, error))
        return FMT_LAB_ACTION;
    reader->at = reader->len;
    return FMT_LAB_MISTAKE;
}

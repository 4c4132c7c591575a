/* fields_values.c: reads and writes the simple values of a rule-set file: choices of words, counts,
 * rows and files. Layer: rules. The table in fields.c says which member of arb_rules each
 * key sets. */
#include <string.h>

#include "base/squares.h"
#include "rules/file/rule_file.h"

bool arb__read_choice(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb__span word;
    if (!arb__only_word(reader, field, value, &word))
        return false;
    uint32_t choice = 0;
    while (field->words[choice] != NULL && !arb__word_is(reader, word, field->words[choice]))
        choice++;
    if (field->words[choice] == NULL)
        return arb__mistake_value(reader, field, word);
    if (field->size == sizeof choice)
        memcpy(arb__member(reader, field->offset), &choice, sizeof choice);
    else
        *(uint8_t *)arb__member(reader, field->offset) = (uint8_t)choice;
    return true;
}

void arb__write_choice(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    uint32_t choice = *(const uint8_t *)arb__member_of(rules, field->offset), known = 0;
    if (field->size == sizeof choice)
        memcpy(&choice, arb__member_of(rules, field->offset), sizeof choice);
    while (known < choice && field->words[known + 1] != NULL)
        known++;
    arb__put_text(out, field->words[known]);
}

bool arb__read_count(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb__span word;
    unsigned number = 0;
    if (!arb__only_word(reader, field, value, &word))
        return false;
    if (!arb__word_is(reader, word, "no") &&
        (!arb__word_number(reader, word, UINT16_MAX, &number) || number == 0))
        return arb__mistake_value(reader, field, word);
    *(uint16_t *)arb__member(reader, field->offset) = (uint16_t)number;
    return true;
}

void arb__write_count(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    uint16_t number = *(const uint16_t *)arb__member_of(rules, field->offset);
    if (number == 0)
        arb__put_text(out, "no");
    else
        arb__put_number(out, number);
}

/* Rows are counted from 1: row 1 is bit 0. */
bool arb__read_rows(arb__reader *reader, const arb__field *field, arb__span value)
{
    unsigned most = reader->rules.board.any_size ? ARB_SIDE_LIMIT : reader->rules.board.size.ranks;
    uint32_t rows = 0;
    arb__span word;
    if (arb__word_is(reader, value, "all"))
        rows = UINT32_MAX;
    else if (!arb__word_is(reader, value, "no")) {
        while (arb__next_word(reader, &value, &word)) {
            unsigned row;
            if (!arb__word_number(reader, word, most, &row) || row == 0)
                return arb__mistake_value(reader, field, word);
            rows |= 1u << (row - 1);
        }
    }
    *(uint32_t *)arb__member(reader, field->offset) = rows;
    return true;
}

void arb__write_rows(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    uint32_t rows = *(const uint32_t *)arb__member_of(rules, field->offset);
    if (rows == 0 || rows == UINT32_MAX) {
        arb__put_text(out, rows == 0 ? "no" : "all");
        return;
    }
    size_t list = out->len;
    for (unsigned row = 1; row <= ARB_SIDE_LIMIT; row++) {
        if (!(rows >> (row - 1) & 1u))
            continue;
        arb__put_blank(out, list);
        arb__put_number(out, row);
    }
}

/* One row, counted from 1. */
bool arb__read_row(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb__span word;
    unsigned row;
    if (!arb__only_word(reader, field, value, &word))
        return false;
    if (!arb__word_number(reader, word, reader->rules.board.size.ranks, &row) || row == 0)
        return arb__mistake_value(reader, field, word);
    *(uint8_t *)arb__member(reader, field->offset) = (uint8_t)(row - 1);
    return true;
}

void arb__write_row(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    arb__put_number(out, *(const uint8_t *)arb__member_of(rules, field->offset) + 1u);
}

/* Reads a file, a to z or aa to af. Whether the board has it is checked in read_whole.c. */
static bool read_one_file(arb__reader *reader, const arb__field *field, arb__span word,
                          int8_t *file)
{
    int found = arb__file_of(reader->text + word.at, word.end - word.at, ARB_SIDE_LIMIT);
    *file = (int8_t)found;
    return found >= 0 || arb__mistake_value(reader, field, word);
}

/* Reads one file, or two: the king's side first, then the queen's side. */
bool arb__read_files(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb__span words[2], more;
    int8_t files[2];
    for (size_t i = 0; i < field->size; i++)
        if (!arb__next_word(reader, &value, &words[i]))
            return arb__mistake_value(reader, field, words[0]);
    if (arb__next_word(reader, &value, &more))
        return arb__mistake_value(reader, field, more);
    for (size_t i = 0; i < field->size; i++)
        if (!read_one_file(reader, field, words[i], &files[i]))
            return false;
    memcpy(arb__member(reader, field->offset), files, field->size);
    return true;
}

void arb__write_files(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    const int8_t *files = (const int8_t *)arb__member_of(rules, field->offset);
    for (size_t i = 0; i < field->size; i++) {
        arb__put_text(out, i > 0 ? " " : "");
        arb__put_file(out, files[i]);
    }
}

/* fields_rules.c: keys of a rule-set file for rules that chess does not have: forced captures,
 * places on the board, extinction and others. Layer: rules. */
#include <string.h>

#include "base/squares.h"
#include "rules/file/rule_file.h"

/* ---- squares ---- */

static void area_add(arb_area *area, int file, int rank)
{
    if (!arb_area_has(area, file, rank))
        area->count++;
    area->rows[rank] |= 1u << file;
}

static bool read_square(const arb__reader *reader, arb__span word, arb_area *area)
{
    arb_size size = reader->rules.board.size;
    arb_square square;
    size_t len = word.end - word.at;
    if (arb__scan_square(size, reader->text + word.at, len, &square) != len)
        return false;
    area_add(area, arb_square_file(size, square), arb_square_rank(size, square));
    return true;
}

/* Writes squares as a part of a list. */
static void write_squares(arb__writer *out, const arb_area *area, const arb_rules *rules,
                          size_t list)
{
    arb_size size = rules->board.size;
    for (int rank = 0; rank < size.ranks; rank++)
        for (int file = 0; file < size.files; file++)
            if (arb_area_has(area, file, rank)) {
                arb__put_blank(out, list);
                arb__put_square(out, size, arb_square_at(size, file, rank));
            }
}

/* Reads rows, as arb__read_rows does, and squares as White sees them. */
bool arb__read_places(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb_area area = {0, {0}};
    arb__span rest = value, word;
    arb__span rows = value;
    bool squares = false;
    while (arb__next_word(reader, &rest, &word)) {
        if (read_square(reader, word, &area))
            squares = true;
        else if (squares)
            return arb__mistake_value(reader, field, word);
        else
            rows.end = word.end;
    }
    memcpy(arb__member(reader, field->area), &area, sizeof area);
    if (!squares || rows.end != value.end)
        return arb__read_rows(reader, field, rows);
    *(uint32_t *)arb__member(reader, field->offset) = 0;
    return true;
}

void arb__write_places(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    const arb_area *area = (const arb_area *)arb__member_of(rules, field->area);
    size_t list = out->len;
    if (*(const uint32_t *)arb__member_of(rules, field->offset) != 0 || area->count == 0)
        arb__write_rows(out, field, rules);
    write_squares(out, area, rules, list);
}

bool arb__read_squares(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb_area area = {0, {0}};
    arb__span word;
    unsigned rank;
    if (!arb__word_is(reader, value, "no")) {
        while (arb__next_word(reader, &value, &word)) {
            if (arb__word_number(reader, word, reader->rules.board.size.ranks, &rank) && rank > 0) {
                for (int file = 0; file < reader->rules.board.size.files; file++)
                    area_add(&area, file, (int)rank - 1);
            } else if (!read_square(reader, word, &area))
                return arb__mistake_value(reader, field, word);
        }
    }
    memcpy(arb__member(reader, field->offset), &area, sizeof area);
    return true;
}

void arb__write_squares(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    const arb_area *area = (const arb_area *)arb__member_of(rules, field->offset);
    if (area->count == 0)
        arb__put_text(out, "no");
    write_squares(out, area, rules, out->len);
}

/* ---- en passant ---- */

bool arb__read_en_passant(arb__reader *reader, const arb__field *field, arb__span value)
{
    bool yes = arb__word_is(reader, value, "yes");
    reader->rules.pawn.en_passant_rows = 0;
    if (yes || arb__word_is(reader, value, "no")) {
        reader->rules.pawn.en_passant = yes;
        return true;
    }
    bool good = arb__read_rows(reader, field, value);
    reader->rules.pawn.en_passant = reader->rules.pawn.en_passant_rows != 0;
    return good;
}

void arb__write_en_passant(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    if (!rules->pawn.en_passant)
        arb__put_text(out, "no");
    else if (rules->pawn.en_passant_rows == 0)
        arb__put_text(out, "yes");
    else
        arb__write_rows(out, field, rules);
}

/* ---- extinction ---- */

/* "q": a side loses without queens; "k:2": it loses with two kings or fewer. */
bool arb__read_extinction(arb__reader *reader, const arb__field *field, arb__span value)
{
    uint16_t extinct[ARB_KIND_LIMIT] = {0};
    arb__span word;
    if (!arb__word_is(reader, value, "no")) {
        while (arb__next_word(reader, &value, &word)) {
            unsigned least = 0;
            arb__span letter = {word.at, word.at + 1};
            arb__span number = {word.at + 2, word.end};
            arb_kind kind = arb__word_kind(reader, letter);
            bool alone = word.end - word.at == 1;
            if (kind == ARB_NO_KIND || extinct[kind] != 0 ||
                (!alone && (reader->text[letter.end] != ':' ||
                            !arb__word_number(reader, number, ARB_SQUARE_LIMIT, &least))))
                return arb__mistake_value(reader, field, word);
            extinct[kind] = (uint16_t)(least + 1);
        }
    }
    memcpy(reader->rules.ending.extinct, extinct, sizeof extinct);
    return true;
}

void arb__write_extinction(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    size_t list = out->len;
    (void)field;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        if (rules->ending.extinct[kind] == 0)
            continue;
        arb__put_blank(out, list);
        arb__put_char(out, rules->kinds[kind].letter);
        if (rules->ending.extinct[kind] > 1) {
            arb__put_char(out, ':');
            arb__put_number(out, rules->ending.extinct[kind] - 1u);
        }
    }
    if (out->len == list)
        arb__put_text(out, "no");
}

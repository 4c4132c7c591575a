/* fields_board.c: the keys parent, name, title, aliases, board and faults of a rule-set file.
 * Layer: rules. */
#include <string.h>

#include "rules/file/rule_file.h"

bool arb__read_parent(arb__reader *reader, const arb__field *field, arb__span value)
{
    const arb_rules *parent = arb_rules_find(reader->text + value.at, value.end - value.at);
    arb__nearest nearest = {0};
    if (reader->from_file)
        return true;
    if (parent) {
        reader->rules = *parent;
        return true;
    }
    for (size_t i = 0; i < arb_rules_count(); i++)
        arb__nearest_try(&nearest, reader, value, arb_rules_at(i)->name);
    if (!nearest.best && !reader->may_be_file)
        return arb__mistake_value(reader, field, value);
    return arb__mistake_word(
        reader, reader->may_be_file ? "there is no rule set or file " : "there is no rule set ",
        value, "", nearest.best);
}

/* The writer does not know the parent of a rule set: it states every rule and always starts from
 * chess. */
void arb__write_parent(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    (void)field;
    (void)rules;
    arb__put_text(out, "chess");
}

/* Stores a text in the member of this field, if it is good. */
static bool keep_text(arb__reader *reader, const arb__field *field, arb__span span, bool good)
{
    char *to = (char *)arb__member(reader, field->offset);
    if (!good || span.end - span.at >= field->size)
        return arb__mistake_value(reader, field, span);
    memset(to, 0, field->size);
    memcpy(to, reader->text + span.at, span.end - span.at);
    return true;
}

bool arb__read_name(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb__span word;
    bool good = arb__only_word(reader, field, value, &word);
    if (!good)
        return false;
    for (size_t at = word.at; good && at < word.end; at++) {
        char c = reader->text[at];
        good = arb__is_letter(c) || arb__is_digit(c) || c == '-' || c == '_' || c == '.';
    }
    return keep_text(reader, field, word, good);
}

void arb__write_text(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    arb__put_text(out, (const char *)arb__member_of(rules, field->offset));
}

bool arb__read_title(arb__reader *reader, const arb__field *field, arb__span value)
{
    return keep_text(reader, field, value, true);
}

bool arb__read_aliases(arb__reader *reader, const arb__field *field, arb__span value)
{
    const char *at = reader->text + value.at, *end = reader->text + value.end;
    bool good = true;
    for (bool counted = false; good && at < end; at++) {
        bool last = at + 1 == end;
        counted = counted || (*at != ',' && *at != ' ' && *at != '-' && *at != '_');
        if (*at != ',' && !last)
            continue;
        good = counted && (*at != ',' || !last);
        counted = false;
    }
    return keep_text(reader, field, value, good);
}

/* Reads a size such as "10x8". */
static bool read_size(const arb__reader *reader, arb__span word, arb_size *size)
{
    const char *x = (const char *)memchr(reader->text + word.at, 'x', word.end - word.at);
    unsigned files, ranks;
    if (!x)
        return false;
    size_t middle = (size_t)(x - reader->text);
    if (!arb__word_number(reader, (arb__span){word.at, middle}, ARB_SIDE_LIMIT, &files) ||
        !arb__word_number(reader, (arb__span){middle + 1, word.end}, ARB_SIDE_LIMIT, &ranks) ||
        files == 0 || ranks == 0)
        return false;
    *size = (arb_size){(uint8_t)files, (uint8_t)ranks};
    return true;
}

bool arb__read_board(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb_size size = reader->rules.board.size;
    bool any = false;
    bool sized = false;
    arb__span word;
    while (arb__next_word(reader, &value, &word)) {
        if (!any && arb__word_is(reader, word, "any"))
            any = true;
        else if (!any && !sized && read_size(reader, word, &size))
            sized = true;
        else
            return arb__mistake_value(reader, field, word);
    }
    reader->rules.board.size = size;
    reader->rules.board.any_size = any;
    return true;
}

void arb__write_board(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    (void)field;
    arb__put_number(out, rules->board.size.files);
    arb__put_char(out, 'x');
    arb__put_number(out, rules->board.size.ranks);
    if (rules->board.any_size)
        arb__put_text(out, " any");
}

/* The fault with this name, or 0. */
static arb_faults find_fault(arb__reader *reader, arb__span word)
{
    arb__nearest nearest = {0};
    for (arb_faults bit = 1; bit & ARB_FAULT_ALL; bit <<= 1) {
        if (arb__word_is(reader, word, arb_fault_name(bit)))
            return bit;
        arb__nearest_try(&nearest, reader, word, arb_fault_name(bit));
    }
    arb__mistake_word(reader, "there is no fault ", word, "", nearest.best);
    return 0;
}

bool arb__read_faults(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb_faults faults = 0;
    arb__span word;
    (void)field;
    if (arb__word_is(reader, value, "all")) {
        faults = ARB_FAULT_ALL;
    } else if (!arb__word_is(reader, value, "none")) {
        while (arb__next_word(reader, &value, &word))
            faults |= find_fault(reader, word);
    }
    reader->rules.board.faults = faults;
    return true;
}

void arb__write_faults(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    size_t list = out->len;
    (void)field;
    if (rules->board.faults == 0 || rules->board.faults == ARB_FAULT_ALL) {
        arb__put_text(out, rules->board.faults == 0 ? "none" : "all");
        return;
    }
    for (arb_faults bit = 1; bit & ARB_FAULT_ALL; bit <<= 1) {
        if (!(rules->board.faults & bit))
            continue;
        arb__put_blank(out, list);
        arb__put_text(out, arb_fault_name(bit));
    }
}

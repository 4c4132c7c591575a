/* mistakes.c: stores the mistakes of a rule-set file until all are known, and reports them in the
 * order of the text. Layer: rules. */
#include <string.h>

#include "rules/file/rule_file.h"

/* Room for the text of one more mistake; none if there are too many. */
static arb__writer add(arb__reader *reader, size_t offset)
{
    if (reader->mistake_count++ >= ARB__MISTAKE_LIMIT)
        return arb__writer_on(NULL, 0);
    arb__mistake *mistake = &reader->mistakes[reader->mistake_count - 1];
    mistake->offset = offset;
    return arb__writer_on(mistake->text, sizeof mistake->text);
}

bool arb__mistake_at(arb__reader *reader, size_t offset, const char *sentence)
{
    arb__writer out = add(reader, offset);
    arb__put_text(&out, sentence);
    return false;
}

/* Writes the word in quotes. A long word is cut, and bytes that are not printable ASCII become
 * '?'. */
static void put_quoted(arb__writer *out, const arb__reader *reader, arb__span word)
{
    enum { LONGEST = 32 };
    if (word.at == word.end) {
        arb__put_text(out, "nothing");
        return;
    }
    bool cut = word.end - word.at > LONGEST;
    size_t end = cut ? word.at + LONGEST : word.end;
    arb__put_char(out, '\'');
    for (size_t at = word.at; at < end; at++) {
        char c = reader->text[at];
        arb__put_char(out, c >= ' ' && c <= '~' ? c : '?');
    }
    arb__put_text(out, cut ? "...'" : "'");
}

bool arb__mistake_word(arb__reader *reader, const char *before, arb__span word, const char *after,
                       const char *best)
{
    arb__writer out = add(reader, word.at);
    arb__put_text(&out, before);
    put_quoted(&out, reader, word);
    arb__put_text(&out, after);
    if (best) {
        arb__put_text(&out, "; did you mean '");
        arb__put_text(&out, best);
        arb__put_text(&out, "'?");
    }
    return false;
}

bool arb__mistake_value(arb__reader *reader, const arb__field *field, arb__span word)
{
    char after[128];
    arb__writer out = arb__writer_on(after, sizeof after);
    arb__put_text(&out, " does not fit here: '");
    arb__put_text(&out, field->key);
    arb__put_text(&out, "' takes ");
    arb__put_text(&out, field->form);
    return arb__mistake_word(reader, "", word, after, NULL);
}

size_t arb__where(const arb__reader *reader, arb__key key, arb__key otherwise)
{
    return reader->keys[key].stated         ? reader->keys[key].key.at
           : reader->keys[otherwise].stated ? reader->keys[otherwise].key.at
                                            : reader->len;
}

unsigned arb__line_of(const arb__reader *reader, size_t offset)
{
    unsigned line = 1;
    for (size_t at = 0; at < offset; at++)
        line += reader->text[at] == '\n';
    return line;
}

static void sort(arb__mistake *mistakes, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        arb__mistake moving = mistakes[i];
        size_t j = i;
        for (; j > 0 && mistakes[j - 1].offset > moving.offset; j--)
            mistakes[j] = mistakes[j - 1];
        mistakes[j] = moving;
    }
}

static void deliver(const arb__reader *reader, size_t offset, const char *text,
                    arb_rules_mistake_handler *handler, void *context)
{
    size_t line_start = offset;
    while (line_start > 0 && reader->text[line_start - 1] != '\n')
        line_start--;
    size_t mark = arb__byte_order_mark(reader->text, reader->len);
    if (line_start == 0 && offset >= mark)
        line_start = mark;
    arb_rules_mistake mistake = {.file = reader->file->name,
                                 .offset = offset,
                                 .line = arb__line_of(reader, offset),
                                 .column = (unsigned)(offset - line_start) + 1,
                                 .text = text};
    handler(context, &mistake);
}

void arb__mistakes_deliver(arb__reader *reader, arb_rules_mistake_handler *handler, void *context)
{
    bool more = reader->mistake_count > ARB__MISTAKE_LIMIT;
    size_t count = more ? ARB__MISTAKE_LIMIT : reader->mistake_count;
    sort(reader->mistakes, count);
    for (size_t i = 0; i < count; i++)
        deliver(reader, reader->mistakes[i].offset, reader->mistakes[i].text, handler, context);
    if (more)
        deliver(reader, reader->len, "there are more mistakes than these", handler, context);
}

/* read.c: reads a rule-set file: its lines, its statements, and the order in which they count.
 * Layer: rules. docs/rule-sets.md describes the format. */
#include <string.h>

#include "rules/file/rule_file.h"

static void add_piece(arb__reader *reader, arb__span key, arb__span value)
{
    if (reader->piece_count == ARB__PIECE_LIMIT)
        arb__mistake_at(reader, key.at, "there are too many pieces");
    else
        reader->pieces[reader->piece_count++] = (arb__statement){true, key, value};
}

static void stated_twice(arb__reader *reader, arb__span key, size_t before)
{
    char after[64];
    arb__writer out = arb__writer_on(after, sizeof after);
    arb__put_text(&out, " is stated on line ");
    arb__put_number(&out, arb__line_of(reader, before));
    arb__put_text(&out, " already");
    arb__mistake_word(reader, "", key, after, NULL);
}

static void add_statement(arb__reader *reader, arb__span key, arb__span value)
{
    arb__nearest nearest = {0};
    for (size_t i = 0; i < ARB__KEY_COUNT; i++) {
        if (!arb__word_is(reader, key, arb__fields[i].key)) {
            arb__nearest_try(&nearest, reader, key, arb__fields[i].key);
            continue;
        }
        if (reader->keys[i].stated)
            stated_twice(reader, key, reader->keys[i].key.at);
        else if (value.at == value.end)
            arb__mistake_word(reader, "", key, " has no value", NULL);
        else
            reader->keys[i] = (arb__statement){true, key, value};
        return;
    }
    arb__mistake_word(reader, "there is no key ", key, "", nearest.best);
}

static void read_statement(arb__reader *reader, const arb_statement *statement)
{
    arb__span key = {statement->key, statement->key + statement->key_len};
    arb__span value = {statement->value, statement->value + statement->value_len};
    arb__span rest = key;
    arb__span word;
    arb__next_word(reader, &rest, &word);
    if (arb__word_is(reader, word, "piece"))
        add_piece(reader, key, value);
    else
        add_statement(reader, key, value);
}

static void read_lines(arb__reader *reader)
{
    arb_statement statement;
    size_t at = 0;
    while (arb_statement_next(reader->text, reader->len, &at, &statement))
        if (statement.mistake != NULL)
            arb__mistake_at(reader, statement.key, statement.mistake);
        else
            read_statement(reader, &statement);
}

static void read_field(arb__reader *reader, size_t key)
{
    if (reader->keys[key].stated)
        arb__fields[key].read(reader, &arb__fields[key], reader->keys[key].value);
}

/* Reads the values, board and pieces first. If these are wrong, only the form of the others is
 * checked, because nobody can tell whether they fit the board. */
static void read_values(arb__reader *reader)
{
    size_t before = reader->mistake_count;
    for (size_t key = ARB__KEY_PARENT; key < ARB__KEY_ROYAL; key++)
        read_field(reader, key);
    arb__read_pieces(reader);
    bool sound = reader->mistake_count == before;
    for (size_t key = ARB__KEY_ROYAL; key < ARB__KEY_START; key++)
        read_field(reader, key);
    arb__settle(reader);
    if (!sound)
        return;
    arb__check_whole(reader);
    if (reader->keys[ARB__KEY_START].stated)
        read_field(reader, ARB__KEY_START);
    else
        arb__keep_start(reader);
}

/* Prepares the reader for a file and finds its statements. The rules read so far stay. */
static void begin_file(arb__reader *reader, const arb_rules_file *file)
{
    arb_rules before = reader->rules;
    bool may_be_file = reader->may_be_file;
    memset(reader, 0, sizeof *reader);
    reader->rules = before;
    reader->may_be_file = may_be_file;
    reader->file = file;
    reader->text = file->text;
    reader->len = file->len;
    if (file->len > ARB__FILE_LIMIT)
        arb__mistake_at(reader, ARB__FILE_LIMIT, "a rule-set file has at most 64 KB");
    else
        read_lines(reader);
}

/* Is the file among these? */
static bool is_among(const arb_rules_file *files, size_t count, const arb_rules_file *file)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(files[i].name, file->name) == 0)
            return true;
    return false;
}

/* Finds the ancestors of files[0]; each file's parent follows it. Returns the number of files, or 0
 * after reporting a mistake if the chain of parents does not end. */
static size_t find_parents(arb__reader *reader, arb_rules_file files[ARB_PARENT_LIMIT],
                           arb_rules_finder *finder, void *context)
{
    for (size_t count = 1;; count++) {
        begin_file(reader, &files[count - 1]);
        arb__span value = reader->keys[ARB__KEY_PARENT].value;
        const char *parent = reader->text + value.at;
        size_t len = value.end - value.at;
        arb_rules_file found;
        if (!finder || len == 0 || arb_rules_find(parent, len) ||
            !finder(context, reader->file, parent, len, &found))
            return count;
        bool circle = is_among(files, count, &found);
        if (circle || count == ARB_PARENT_LIMIT) {
            arb__mistake_word(reader, "the parent ", value,
                              circle ? " has this file among its own parents"
                                     : " is one file too many: a file has at most 7 above it",
                              NULL);
            return 0;
        }
        files[count] = found;
    }
}

bool arb_rules_read_file(arb_rules *rules, const arb_rules_file *file, arb_rules_finder *finder,
                         arb_rules_mistake_handler *handler, void *context)
{
    arb__reader reader;
    arb_rules_file files[ARB_PARENT_LIMIT] = {*file};
    memset(&reader, 0, sizeof reader);
    reader.rules = *arb_rules_at(0);
    reader.may_be_file = finder != NULL;
    size_t count = find_parents(&reader, files, finder, context);
    for (size_t i = count; i-- > 0 && (i + 1 == count || reader.mistake_count == 0);) {
        begin_file(&reader, &files[i]);
        reader.from_file = i + 1 < count;
        if (files[i].len <= ARB__FILE_LIMIT)
            read_values(&reader);
    }
    if (reader.mistake_count == 0)
        *rules = reader.rules;
    else if (handler)
        arb__mistakes_deliver(&reader, handler, context);
    return reader.mistake_count == 0;
}

bool arb_rules_read(arb_rules *rules, const char *text, size_t len,
                    arb_rules_mistake_handler *handler, void *context)
{
    arb_rules_file file = {.name = "", .text = text, .len = len};
    return arb_rules_read_file(rules, &file, NULL, handler, context);
}

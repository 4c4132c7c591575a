/* comment_commands.c: commands that programs write into comments, such as [%clk 0:05:00]. Layer:
 * tree. */
#include "base/text.h"
#include "tree/tree.h"

bool arb_command_next(const char *text, size_t len, size_t *at, arb_command *command)
{
    for (size_t i = *at; i + 1 < len; i++) {
        if (text[i] != '[' || text[i + 1] != '%')
            continue;
        const char *close = (const char *)memchr(text + i, ']', len - i);
        if (!close)
            break;
        size_t end = (size_t)(close - text), name = i + 2;
        while (name < end && !arb__is_space(text[name]))
            name++;
        size_t value = name, value_end = end;
        while (value < end && arb__is_space(text[value]))
            value++;
        while (value_end > value && arb__is_space(text[value_end - 1]))
            value_end--;
        *command = (arb_command){i, end + 1, i + 2, name, value, value_end};
        *at = end + 1;
        return true;
    }
    *at = len;
    return false;
}

/* ---- of a node ---- */

static bool find_in(const arb_note *note, const char *name, arb_command *command)
{
    size_t at = 0;
    while (note->kind <= ARB_NOTE_LINE_COMMENT &&
           arb_command_next(note->text, note->len, &at, command)) {
        size_t len = command->name_end - command->name_begin;
        if (strlen(name) == len && memcmp(note->text + command->name_begin, name, len) == 0)
            return true;
    }
    return false;
}

static arb_note_id find(const arb_tree *tree, arb_node node, const char *name, arb_note *note,
                        arb_command *command)
{
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
         id = arb_tree_note_next(tree, node, id)) {
        *note = arb_tree_note(tree, id);
        if (find_in(note, name, command))
            return id;
    }
    return 0;
}

bool arb_tree_command(const arb_tree *tree, arb_node node, const char *name, const char **text,
                      size_t *len)
{
    arb_note note;
    arb_command command;
    if (find(tree, node, name, &note, &command) == 0)
        return false;
    if (text)
        *text = note.text + command.value_begin;
    if (len)
        *len = command.value_end - command.value_begin;
    return true;
}

static arb_note_id first_comment(const arb_tree *tree, arb_node node)
{
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if (note.kind <= ARB_NOTE_LINE_COMMENT && note.side == ARB_NOTE_AFTER)
            return id;
    }
    return 0;
}

static bool is_command(const char *name, const char *value, size_t len)
{
    size_t n = 0;
    for (; name[n] != '\0'; n++)
        if (arb__is_space(name[n]) || name[n] == ']' || name[n] == '}')
            return false;
    return n > 0 &&
           (value == NULL || len == 0 || (!memchr(value, ']', len) && !memchr(value, '}', len)));
}

/* Replaces the command in the comment and keeps the text before and after it. */
static arb_status rewrite(arb_tree *tree, arb_node node, arb_note_id id, const arb_note *note,
                          const arb_command *command, const char *name, const char *value,
                          size_t len)
{
    const arb_allocator *own = &tree->allocator;
    size_t cap = note->len + strlen(name) + len + 8;
    char *text = (char *)own->resize(own->context, NULL, cap);
    if (!text)
        return ARB_NO_MEMORY;
    arb__writer out = arb__writer_on(text, cap);
    arb__put_bytes(&out, note->text, command->begin);
    if (value) {
        arb__put_text(&out, "[%");
        arb__put_text(&out, name);
        arb__put_char(&out, ' ');
        arb__put_bytes(&out, value, len);
        arb__put_char(&out, ']');
        if (command->begin == command->end && note->len > 0)
            arb__put_char(&out, ' ');
    }
    arb__put_bytes(&out, note->text + command->end, note->len - command->end);
    size_t blanks = 0;
    while (blanks < out.len && arb__is_space(text[blanks]))
        blanks++;
    arb_status status = ARB_OK;
    if (!value && blanks == out.len)
        arb_tree_delete_note(tree, node, id);
    else
        status = arb_tree_set_comment(tree, id, text, out.len);
    own->resize(own->context, text, 0);
    return status;
}

arb_status arb_tree_set_command(arb_tree *tree, arb_node node, const char *name, const char *value,
                                size_t len)
{
    arb_note note;
    arb_command command = {0};
    if (!arb__is_node(tree, node) || !is_command(name, value, len))
        return ARB_BAD_TEXT;
    arb_note_id id = find(tree, node, name, &note, &command);
    if (id == 0 && !value)
        return ARB_OK;
    if (id == 0) {
        command = (arb_command){0};
        id = first_comment(tree, node);
    }
    bool made = id == 0;
    if (made) {
        arb_status status = arb_tree_add_comment(tree, node, ARB_NOTE_AFTER, "", 0, &id);
        if (status != ARB_OK)
            return status;
    }
    note = arb_tree_note(tree, id);
    arb_status status = rewrite(tree, node, id, &note, &command, name, value, len);
    if (status != ARB_OK && made)
        arb_tree_delete_note(tree, node, id);
    return status;
}

/* ---- values ---- */

static bool read_number(const char *text, size_t len, size_t *at, int64_t *number)
{
    uint32_t value;
    size_t digits = arb__read_number(text + *at, len - *at, 100000000, &value);
    *at += digits;
    *number = value;
    return digits > 0 && value <= 100000000;
}

/* Reads the digits after a decimal point as a fraction of `unit`: with 1000 they are
 * thousandths. */
static int64_t read_fraction(const char *text, size_t len, size_t *at, int64_t unit)
{
    int64_t sum = 0;
    if (*at >= len || text[*at] != '.')
        return 0;
    for (++*at; *at < len && arb__is_digit(text[*at]); ++*at) {
        unit /= 10;
        sum += unit * (text[*at] - '0');
    }
    return sum;
}

bool arb_clock_read(const char *text, size_t len, int64_t *milliseconds)
{
    int64_t sum = 0, part;
    size_t at = 0, parts = 0;
    do {
        if (parts == 3 || !read_number(text, len, &at, &part))
            return false;
        sum = sum * 60 + part;
        parts++;
    } while (at < len && text[at] == ':' && ++at);
    sum = sum * 1000 + read_fraction(text, len, &at, 1000);
    if (at != len)
        return false;
    *milliseconds = sum;
    return true;
}

static void put_two(arb__writer *out, uint64_t number)
{
    arb__put_char(out, (char)('0' + number / 10));
    arb__put_char(out, (char)('0' + number % 10));
}

size_t arb_clock_write(int64_t milliseconds, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    uint64_t rest = milliseconds > 0 ? (uint64_t)milliseconds : 0;
    arb__put_number(&out, rest / 3600000);
    arb__put_char(&out, ':');
    put_two(&out, rest / 60000 % 60);
    arb__put_char(&out, ':');
    put_two(&out, rest / 1000 % 60);
    uint64_t part = rest % 1000;
    if (part > 0)
        arb__put_char(&out, '.');
    for (uint64_t unit = 100; part > 0; part %= unit, unit /= 10)
        arb__put_char(&out, (char)('0' + part / unit));
    return out.len;
}

bool arb_eval_read(const char *text, size_t len, arb_eval *eval)
{
    size_t at = 0;
    int64_t value, depth = 0;
    bool mate = len > 0 && text[0] == '#';
    at += mate;
    bool minus = at < len && text[at] == '-';
    at += minus || (at < len && text[at] == '+');
    if (!read_number(text, len, &at, &value))
        return false;
    if (!mate)
        value = value * 100 + read_fraction(text, len, &at, 100);
    if (at < len && text[at] == ',') {
        at++;
        if (!read_number(text, len, &at, &depth))
            return false;
    }
    if (at != len || value > 1000000000)
        return false;
    *eval = (arb_eval){mate, (int32_t)(minus ? -value : value), (uint32_t)depth};
    return true;
}

size_t arb_eval_write(const arb_eval *eval, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    uint64_t size = eval->value < 0 ? (uint64_t) - (int64_t)eval->value : (uint64_t)eval->value;
    if (eval->mate)
        arb__put_char(&out, '#');
    if (eval->value < 0)
        arb__put_char(&out, '-');
    arb__put_number(&out, eval->mate ? size : size / 100);
    if (!eval->mate) {
        arb__put_char(&out, '.');
        put_two(&out, size % 100);
    }
    if (eval->depth > 0) {
        arb__put_char(&out, ',');
        arb__put_number(&out, eval->depth);
    }
    return out.len;
}

bool arb_mark_next(arb_size size, const char *text, size_t len, size_t *at, arb_mark *mark)
{
    while (*at < len) {
        while (*at < len && (arb__is_space(text[*at]) || text[*at] == ','))
            ++*at;
        size_t end = *at;
        while (end < len && text[end] != ',' && !arb__is_space(text[end]))
            end++;
        const char *word = text + *at;
        size_t n = end - *at;
        *at = end;
        if (n < 2)
            continue;
        *mark = (arb_mark){word[0], ARB_NO_SQUARE, ARB_NO_SQUARE};
        size_t first = arb_square_read(size, word + 1, n - 1, &mark->from);
        if (first == 0)
            continue;
        if (1 + first == n ||
            arb_square_read(size, word + 1 + first, n - 1 - first, &mark->to) == n - 1 - first)
            return true;
    }
    return false;
}

size_t arb_mark_write(arb_size size, const arb_mark *mark, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    char square[8];
    arb__put_char(&out, mark->colour);
    arb_square_write(size, mark->from, square, sizeof square);
    arb__put_text(&out, square);
    if (mark->to != ARB_NO_SQUARE) {
        arb_square_write(size, mark->to, square, sizeof square);
        arb__put_text(&out, square);
    }
    return out.len;
}

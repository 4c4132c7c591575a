/* course.c: reads course files. Layer: grade. */
#include "grade/course.h"

#include "grade/drivers.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends with a NULL name. */
static const grade_format grade_formats[] = {
    {"lab3-class", GRADE_ASK_LAB, GRADE_HAND_CLASS, "lab"},
    {"lab3-library", GRADE_ASK_LAB, GRADE_HAND_LIBRARY, "lab"},
    {"lab3-program", GRADE_ASK_LAB, GRADE_HAND_PROGRAM, "lab"},
    {"moves", GRADE_ASK_MOVES, GRADE_HAND_PROGRAM, "basic"},
    {"narrate", GRADE_ASK_NARRATE, GRADE_HAND_PROGRAM, "basic"},
    {"narrate-class", GRADE_ASK_NARRATE, GRADE_HAND_CLASS, "basic"},
    {"game", GRADE_ASK_GAME, GRADE_HAND_PROGRAM, "king-capture"},
    {"comp250-java", GRADE_ASK_GAME, GRADE_HAND_CLASS, "king-capture"},
    {NULL, GRADE_ASK_LAB, GRADE_HAND_PROGRAM, NULL},
};

/* The topics of generated tests, for `about` of a part; the list ends with NULL. */
static const char *const *grade_topics(grade_questions questions)
{
    static const char *const lab[] = {"part-1",   "part-2",           "part-3",     "part-4",
                                      "bonus",    "knight-and-queen", "en-passant", "promotion",
                                      "castling", "scoring",          NULL};
    static const char *const moves[] = {"pieces", "blocks", "check", "pawns", NULL};
    static const char *const narrate[] = {"handout", "turns", "pieces", "check", "mate", NULL};
    static const char *const game[] = {"pieces", "moves", "check", "history", NULL};
    return questions == GRADE_ASK_LAB       ? lab
           : questions == GRADE_ASK_MOVES   ? moves
           : questions == GRADE_ASK_NARRATE ? narrate
                                            : game;
}

typedef struct {
    grade_course *course;
    const char *text; /* the original text; the course has a copy cut up by NULs */
    size_t len;
    grade_course_handler *handler;
    void *context;
    bool failed;
    bool stated[64]; /* by key: the file has stated it */
} reader;

/* ---- Mistakes ---- */

/* Line and column of an offset, from 1. */
static grade_place place_of(const reader *r, size_t at)
{
    bool marked = at >= 3 && memcmp(r->text, "\xEF\xBB\xBF", 3) == 0; /* byte order mark */
    size_t line = 1, start = marked ? 3 : 0;
    for (size_t i = start; i < at && i < r->len; i++)
        if (r->text[i] == '\n') {
            line++;
            start = i + 1;
        }
    return (grade_place){line, at - start + 1};
}

static void mistake(reader *r, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void mistake(reader *r, size_t at, const char *format, ...)
{
    char text[160];
    fmt_error error;
    grade_place place = place_of(r, at);
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fmt_error_set(&error, place.line, place.column, "%s", text);
    r->failed = true;
    r->handler(r->context, &error);
}

/* ---- Values ---- */

typedef struct {
    size_t at;  /* offset of the value */
    char *text; /* in the course's copy, with a NUL behind it */
    size_t len;
} value;

/* The next word of a value, with a NUL behind it; *at is its offset in the file. */
static char *next_word(value *v, size_t *at)
{
    size_t start = 0, end;
    while (start < v->len && (v->text[start] == ' ' || v->text[start] == '\t'))
        start++;
    for (end = start; end < v->len && v->text[end] != ' ' && v->text[end] != '\t';)
        end++;
    *at = v->at + start;
    if (start == end)
        return NULL;
    char *word = v->text + start;
    size_t used = end + (end < v->len);
    v->text[end] = '\0';
    v->text += used;
    v->at += used;
    v->len -= used;
    return word;
}

static bool to_number(const char *word, uint64_t most, uint64_t *number)
{
    char *end;
    if (word == NULL || word[0] < '0' || word[0] > '9' || strlen(word) > 19)
        return false;
    *number = strtoull(word, &end, 10);
    return *end == '\0' && *number <= most;
}

static void read_number(reader *r, value v, const char *key, unsigned least, unsigned most,
                        unsigned *number)
{
    uint64_t got;
    if (to_number(v.text, most, &got) && got >= least)
        *number = (unsigned)got;
    else
        mistake(r, v.at, "'%s' takes a whole number from %u to %u", key, least, most);
}

static void read_yes(reader *r, value v, const char *key, bool *yes)
{
    *yes = strcmp(v.text, "yes") == 0;
    if (!*yes && strcmp(v.text, "no") != 0)
        mistake(r, v.at, "'%s' takes yes or no", key);
}

static void check_format(reader *r, value v)
{
    if (r->course->format == NULL)
        mistake(r, v.at,
                "'format' takes lab3-class, lab3-library, lab3-program, moves, narrate, "
                "narrate-class, game or comp250-java");
}

static void read_forbidden(reader *r, value v)
{
    grade_course *course = r->course;
    size_t at;
    for (char *word; (word = next_word(&v, &at)) != NULL;) {
        if (course->forbidden_count == GRADE_FORBIDDEN) {
            mistake(r, at, "more than %d are forbidden", GRADE_FORBIDDEN);
            return;
        }
        course->forbidden[course->forbidden_count++] = word;
    }
}

/* ---- Parts: `part NAME = points 20 files a.txt b*.txt`, `... generate 10 about part-4` ---- */

static bool read_size(const char *word, arb_size *size)
{
    unsigned rows, columns;
    char more;
    *size = (arb_size){0, 0};
    if (word != NULL && strcmp(word, "any") == 0)
        return true;
    if (word == NULL || sscanf(word, "%2ux%2u%c", &rows, &columns, &more) != 2 || rows < 1 ||
        columns < 1 || rows > ARB_SIDE_LIMIT || columns > ARB_SIDE_LIMIT)
        return false;
    *size = (arb_size){(uint8_t)columns, (uint8_t)rows};
    return true;
}

static void read_topic(reader *r, grade_part *part, size_t at, const char *topic)
{
    const grade_format *format = r->course->format;
    if (format == NULL)
        return;
    const char *const *topics = grade_topics(format->questions);
    while (topics[part->about] != NULL && strcmp(topics[part->about], topic) != 0)
        part->about++;
    if (topics[part->about] == NULL)
        mistake(r, at, "tests of %s are not about '%.40s'", format->name, topic);
}

/* Reads a word of a part and its value. Returns false if a part has no such word. */
static bool read_part_word(reader *r, grade_part *part, const char *word, value *v)
{
    size_t at;
    uint64_t number = 0;
    if (strcmp(word, "points") == 0) {
        const char *text = next_word(v, &at);
        char *end = NULL;
        part->points = text != NULL ? strtod(text, &end) : -1;
        if (text == NULL || *end != '\0' || !(part->points >= 0 && part->points <= 1e6))
            mistake(r, at, "'points' takes a number from 0 to 1000000");
    } else if (strcmp(word, "generate") == 0) {
        if (!to_number(next_word(v, &at), 1000, &number) || number == 0)
            mistake(r, at, "'generate' takes a whole number from 1 to 1000");
        part->generate = (unsigned)number;
    } else if (strcmp(word, "seed") == 0) {
        if (!to_number(next_word(v, &at), UINT64_MAX, &part->seed))
            mistake(r, at, "'seed' takes a whole number");
        part->seeded = true;
    } else if (strcmp(word, "size") == 0) {
        if (!read_size(next_word(v, &at), &part->size))
            mistake(r, at, "'size' takes rows and columns, as in 8x8, each 1 to 32; or any");
    } else if (strcmp(word, "partial") == 0) {
        part->partial = true;
    } else if (strcmp(word, "rulings") == 0) {
        part->rulings = true;
        if (r->course->format != NULL && r->course->format->questions != GRADE_ASK_NARRATE)
            mistake(r, v->at, "'rulings' is of narrate and narrate-class");
    } else if (strcmp(word, "about") == 0) {
        const char *topic = next_word(v, &at);
        read_topic(r, part, at, topic != NULL ? topic : "nothing");
    } else
        return false;
    return true;
}

static void read_part(reader *r, size_t name_at, char *name, value v, bool hidden)
{
    grade_course *course = r->course;
    size_t at = v.at;
    bool files = false;
    for (size_t i = 0; i < course->part_count; i++)
        if (strcmp(course->parts[i].name, name) == 0)
            mistake(r, name_at, "there is a part '%.40s' already", name);
    if (course->part_count == GRADE_PARTS) {
        mistake(r, name_at, "there are more than %d parts", GRADE_PARTS);
        return;
    }
    grade_part *part = &course->parts[course->part_count++];
    *part = (grade_part){.name = name, .hidden = hidden, .points = -1, .size = {8, 8}};
    for (char *word; (word = next_word(&v, &at)) != NULL;) {
        if (strcmp(word, "files") == 0)
            files = true;
        else if (read_part_word(r, part, word, &v))
            files = false;
        else if (!files)
            mistake(r, at,
                    "'%.40s' is none of points, files, generate, about, seed, size, partial and "
                    "rulings",
                    word);
        else if (part->file_count == GRADE_FILES_OF_PART)
            mistake(r, at, "a part names at most %d files", GRADE_FILES_OF_PART);
        else {
            part->places[part->file_count] = place_of(r, at);
            part->files[part->file_count++] = word;
        }
    }
    if (part->file_count == 0 && part->generate == 0)
        mistake(r, name_at, "the part '%.40s' has no tests: neither files nor generate", name);
}

/* ---- Keys ---- */

typedef enum {
    KEY_TEXT,
    KEY_RULES,
    KEY_YES,
    KEY_NUMBER,
    KEY_FORMAT,
    KEY_FORBIDDEN,
    KEY_SEED
} key_kind;

static const struct {
    const char *key;
    key_kind kind;
    size_t offset;
    unsigned least, most; /* the range of a number */
} keys[] = {
    {.key = "name", .kind = KEY_TEXT, .offset = offsetof(grade_course, name)},
    {.key = "title", .kind = KEY_TEXT, .offset = offsetof(grade_course, title)},
    {.key = "format", .kind = KEY_FORMAT},
    {.key = "rules", .kind = KEY_RULES, .offset = offsetof(grade_course, rules)},
    {.key = "course-files", .kind = KEY_TEXT, .offset = offsetof(grade_course, course_files)},
    {.key = "roster", .kind = KEY_TEXT, .offset = offsetof(grade_course, roster)},
    {.key = "build", .kind = KEY_TEXT, .offset = offsetof(grade_course, build)},
    {.key = "run", .kind = KEY_TEXT, .offset = offsetof(grade_course, run)},
    {.key = "main", .kind = KEY_TEXT, .offset = offsetof(grade_course, main)},
    {.key = "forbidden", .kind = KEY_FORBIDDEN},
    {.key = "time",
     .kind = KEY_NUMBER,
     .offset = offsetof(grade_course, seconds),
     .least = 1,
     .most = 3600},
    {.key = "memory",
     .kind = KEY_NUMBER,
     .offset = offsetof(grade_course, memory),
     .least = 16,
     .most = 1 << 20},
    {.key = "processes",
     .kind = KEY_NUMBER,
     .offset = offsetof(grade_course, processes),
     .least = 1,
     .most = 4096},
    {.key = "partial", .kind = KEY_YES, .offset = offsetof(grade_course, partial)},
    {.key = "sanitize", .kind = KEY_YES, .offset = offsetof(grade_course, sanitize)},
    {.key = "leaks", .kind = KEY_YES, .offset = offsetof(grade_course, leaks)},
    {.key = "legal-only", .kind = KEY_YES, .offset = offsetof(grade_course, legal_only)},
    {.key = "loose", .kind = KEY_YES, .offset = offsetof(grade_course, loose)},
    {.key = "seed", .kind = KEY_SEED},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static void read_value(reader *r, size_t key, value v)
{
    char *field = (char *)r->course + keys[key].offset;
    switch (keys[key].kind) {
    case KEY_RULES: /* a file has a dot or a slash in its name, which no rule set has */
        if (strpbrk(v.text, "./") == NULL && arb_rules_find(v.text, strlen(v.text)) == NULL)
            mistake(r, v.at, "there is no rule set '%.40s'", v.text);
        *(const char **)(void *)field = v.text;
        break;
    case KEY_TEXT:
        *(const char **)(void *)field = v.text;
        break;
    case KEY_YES:
        read_yes(r, v, keys[key].key, (bool *)field);
        break;
    case KEY_NUMBER:
        read_number(r, v, keys[key].key, keys[key].least, keys[key].most,
                    (unsigned *)(void *)field);
        break;
    case KEY_FORMAT:
        check_format(r, v);
        break;
    case KEY_FORBIDDEN:
        read_forbidden(r, v);
        break;
    case KEY_SEED:
        if (!to_number(v.text, UINT64_MAX, &r->course->seed))
            mistake(r, v.at, "'seed' takes a whole number");
        break;
    }
}

static void read_key(reader *r, size_t key_at, const char *name, value v)
{
    size_t key = 0;
    while (key < KEY_COUNT && strcmp(keys[key].key, name) != 0)
        key++;
    if (key == KEY_COUNT)
        mistake(r, key_at, "there is no key '%.40s'", name);
    else if (r->stated[key])
        mistake(r, key_at, "'%s' is stated already", name);
    else {
        r->stated[key] = true;
        read_value(r, key, v);
    }
}

static void read_statement(reader *r, const arb_statement *s)
{
    char *copy = r->course->text;
    value key = {s->key, copy + s->key, s->key_len}, v = {s->value, copy + s->value, s->value_len};
    size_t at, name_at;
    if (s->mistake != NULL) {
        mistake(r, s->key, "%s", s->mistake);
        return;
    }
    copy[s->key + s->key_len] = '\0';
    copy[s->value + s->value_len] = '\0';
    const char *word = next_word(&key, &at);
    bool hidden = strcmp(word, "hidden") == 0;
    char *name = next_word(&key, &name_at);
    size_t more_at;
    const char *more = next_word(&key, &more_at);
    if (s->value_len == 0)
        mistake(r, s->key, "'%.40s' has no value", word);
    else if (!hidden && strcmp(word, "part") != 0 && name == NULL)
        read_key(r, at, word, v);
    else if (!hidden && strcmp(word, "part") != 0)
        mistake(r, name_at, "'%.40s': only part and hidden have a name behind them", name);
    else if (name == NULL)
        mistake(r, at, "a part has a name: '%s NAME = ...'", word);
    else if (more != NULL)
        mistake(r, more_at, "the name of a part is one word");
    else
        read_part(r, name_at, name, v, hidden);
}

/* The format decides how a part's topic is read and may be stated after the part, so it is found
 * first. */
static void find_format(reader *r)
{
    arb_statement s;
    size_t at = 0;
    while (arb_statement_next(r->text, r->len, &at, &s))
        for (const grade_format *f = grade_formats; f->name != NULL && s.mistake == NULL; f++)
            if (s.key_len == strlen("format") && s.value_len == strlen(f->name) &&
                memcmp(r->text + s.key, "format", s.key_len) == 0 &&
                memcmp(r->text + s.value, f->name, s.value_len) == 0)
                r->course->format = f;
}

bool grade_course_read(grade_course *course, const char *text, size_t len,
                       grade_course_handler *handler, void *context)
{
    reader r = {.course = course, .text = text, .len = len, .handler = handler, .context = context};
    arb_statement statement;
    size_t at = 0;
    *course = (grade_course){.text = malloc(len + 1)};
    if (course->text == NULL) {
        handler(context, &(fmt_error){.text = "not enough memory"});
        return false;
    }
    memcpy(course->text, text, len);
    course->text[len] = '\0';
    find_format(&r);
    while (arb_statement_next(text, len, &at, &statement))
        read_statement(&r, &statement);
    if (course->format == NULL && !r.failed)
        mistake(&r, len, "a course file states its 'format'");
    if (r.failed || course->format == NULL)
        grade_course_free(course);
    else {
        course->rules = course->rules != NULL ? course->rules : course->format->rules;
        course->name = course->name != NULL ? course->name : course->format->name;
    }
    return !r.failed;
}

void grade_course_free(grade_course *course)
{
    free(course->text);
    *course = (grade_course){.name = NULL};
}

/* ---- Shipped course files ---- */

const char *grade_course_name(size_t index)
{
    for (const grade_driver_file *file = grade_course_texts; file->name != NULL; file++)
        if (index-- == 0)
            return file->name;
    return NULL;
}

const char *grade_course_shipped(const char *name)
{
    for (const grade_driver_file *file = grade_course_texts; file->name != NULL; file++)
        if (strcmp(file->name, name) == 0)
            return file->text;
    return NULL;
}

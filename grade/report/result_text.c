/* result_text.c: writes a result as text for the store, and reads it again. Layer: grade. */
#include "common/number.h"
#include "grade/report/result.h"

#include <stdlib.h>
#include <string.h>

static void put_block(FILE *out, const char *name, const char *text, size_t len)
{
    fprintf(out, "%s %zu\n", name, len);
    if (len > 0)
        fwrite(text, 1, len, out);
    putc('\n', out);
}

bool grade_result_write(const grade_result *result, FILE *out)
{
    fprintf(out, "built %d\nspeaker %d\nruns %zu\n", result->built, (int)result->speaker,
            result->count);
    put_block(out, "log", result->log, strlen(result->log));
    put_block(out, "taken", result->taken, strlen(result->taken));
    for (size_t i = 0; i < result->count; i++) {
        const grade_run *run = &result->runs[i];
        fprintf(out, "run %d %d %zu %zu %d %u %lu %lu\n", (int)run->ending, run->code, run->placed,
                run->matched, run->whole, run->processes, run->leak_blocks, run->leak_bytes);
        put_block(out, "said", run->said != NULL ? run->said : "", run->said_len);
        put_block(out, "message", run->message, strlen(run->message));
        put_block(out, "call", run->call, strlen(run->call));
        put_block(out, "place", run->place, strlen(run->place));
        put_block(out, "leak", run->leak_place, strlen(run->leak_place));
    }
    fputs("end\n", out);
    return ferror(out) == 0;
}

typedef struct {
    const char *text;
    size_t len, at;
} cursor;

static bool get_word(cursor *c, const char *word)
{
    size_t len = strlen(word);
    if (c->len - c->at < len || memcmp(c->text + c->at, word, len) != 0)
        return false;
    c->at += len;
    return true;
}

/* Reads a number that is at most `max`, after a blank if there is one. */
static bool get_number(cursor *c, unsigned long max, unsigned long *number)
{
    uint64_t value = 0;
    c->at += c->at < c->len && c->text[c->at] == ' ';
    size_t digits = number_read(c->text + c->at, c->len - c->at, max, &value);
    c->at += digits;
    *number = value;
    return digits > 0;
}

static bool get_block(cursor *c, const char *name, char **text, size_t *len)
{
    unsigned long size;
    *text = NULL;
    if (!get_word(c, name) || !get_number(c, c->len, &size) || !get_word(c, "\n") ||
        c->len - c->at < size + 1 || (*text = malloc(size + 1)) == NULL)
        return false;
    memcpy(*text, c->text + c->at, size);
    (*text)[size] = '\0';
    *len = size;
    c->at += size;
    return get_word(c, "\n");
}

/* Reads a block into a field. Returns false if it does not fit. */
static bool get_field(cursor *c, const char *name, char *field, size_t cap)
{
    char *text = NULL;
    size_t len = 0;
    bool ok = get_block(c, name, &text, &len) && len < cap;
    if (ok)
        memcpy(field, text, len + 1);
    free(text);
    return ok;
}

static bool get_run(cursor *c, const grade_test *test, grade_run *run)
{
    enum { NUMBERS = 8 };
    unsigned long n[NUMBERS];
    const unsigned long max[NUMBERS] = {GRADE_STOPPED, 255, test->piece_count + test->answer_bytes,
                                        test->count,   1,   1000000,
                                        ~0ul,          ~0ul};
    bool ok = get_word(c, "run");
    for (int i = 0; i < NUMBERS; i++)
        ok = ok && get_number(c, max[i], &n[i]);
    if (!ok || !get_word(c, "\n"))
        return false;
    *run = (grade_run){.ending = (grade_ending)n[0],
                       .code = (int)n[1],
                       .placed = n[2],
                       .matched = n[3],
                       .whole = n[4] != 0,
                       .processes = (unsigned)n[5],
                       .leak_blocks = n[6],
                       .leak_bytes = n[7]};
    ok = get_block(c, "said", &run->said, &run->said_len) &&
         get_field(c, "message", run->message, sizeof run->message) &&
         get_field(c, "call", run->call, sizeof run->call) &&
         get_field(c, "place", run->place, sizeof run->place) &&
         get_field(c, "leak", run->leak_place, sizeof run->leak_place);
    if (!run->whole) {
        free(run->said);
        run->said = NULL;
    }
    return ok;
}

bool grade_result_read(grade_result *result, const grade_plan *plan, const char *text, size_t len)
{
    cursor c = {text, len, 0};
    unsigned long built, speaker, count;
    size_t log_len;
    *result = (grade_result){.ran = true};
    bool ok = get_word(&c, "built") && get_number(&c, 1, &built) && get_word(&c, "\nspeaker") &&
              get_number(&c, GRADE_DRIVER, &speaker) && get_word(&c, "\nruns") &&
              get_number(&c, plan->count, &count) && count == plan->count && get_word(&c, "\n") &&
              get_block(&c, "log", &result->log, &log_len) &&
              get_field(&c, "taken", result->taken, sizeof result->taken);
    result->runs = ok ? calloc(plan->count + 1, sizeof *result->runs) : NULL;
    ok = ok && result->runs != NULL;
    if (ok) {
        result->built = built != 0;
        result->speaker = (grade_speaker)speaker;
        result->count = plan->count;
    }
    for (size_t i = 0; ok && i < plan->count; i++)
        ok = get_run(&c, &plan->tests[i], &result->runs[i]);
    ok = ok && get_word(&c, "end\n") && c.at == c.len;
    if (!ok)
        grade_result_free(result);
    return ok;
}

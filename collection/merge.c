/* merge.c: joins the outputs of shards to the output of the whole. Layer: collection.
 *
 * Shards follow one another and number games and lines as in the whole files, so texts are copied
 * unchanged and only summaries are added up. */
#include "collection/merge.h"
#include "common/smaller_of.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_LINE = 8192 }; /* longer than any summary */

static const char head[] = "{\"summary\":true,";

static const char *const forms[] = {[REPORT_LINES] = "lines",
                                    [REPORT_JSON] = "json",
                                    [REPORT_LIST] = "list",
                                    [REPORT_NOTHING] = "stats"};

void merge_summary(const check_job *job, const check_result *result, FILE *to)
{
    char note[256];
    snprintf(note, sizeof note,
             ",\"shard\":{\"number\":%" PRIu64 ",\"of\":%" PRIu64
             ",\"form\":\"%s\",\"strict\":%s,\"text\":%s,\"whole\":%s}",
             job->shard.number, job->shard.count, forms[job->options.form],
             job->options.strict ? "true" : "false", result->has_text ? "true" : "false",
             result->unreadable || result->stopped || result->no_memory ? "false" : "true");
    check_summary_json(result, note, to);
}

typedef struct {
    const char *path;
    FILE *file;
    uint64_t text; /* bytes of the text before the summary */
    bool has_summary;
    shard shard; /* a count of 0: the summary does not say which shard it is */
    report_form form;
    bool strict;
    check_result result;
} merge_part;

/* ---- reading a summary ---- */

static uint64_t number_of(const char *line, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *found_at = strstr(line, key);
    return found_at ? strtoull(found_at + strlen(key), NULL, 10) : 0;
}

static bool says(const char *line, const char *text)
{
    return strstr(line, text) != NULL;
}

static void read_summary(merge_part *p, const char *line)
{
    check_result *result = &p->result;
    p->has_summary = true;
    p->form = REPORT_JSON;
    result->files = number_of(line, "files");
    result->counts.games = number_of(line, "games");
    result->counts.plies = number_of(line, "plies");
    result->counts.faulty = number_of(line, "faulty");
    for (int class = 0; class < FOUND_COUNT; class ++)
        result->counts.findings[class] = number_of(line, finding_name((finding) class));
    const char *note = strstr(line, "\"shard\":{");
    if (!note)
        return;
    p->shard = (shard){number_of(note, "number"), number_of(note, "of")};
    p->form = says(note, "\"form\":\"lines\"")   ? REPORT_LINES
              : says(note, "\"form\":\"stats\"") ? REPORT_NOTHING
                                                 : REPORT_JSON;
    p->strict = says(note, "\"strict\":true");
    result->has_text = says(note, "\"text\":true");
    result->unreadable = says(note, "\"whole\":false");
}

/* Reads the last line, and finds out whether it is a summary. */
static bool look_at_end(merge_part *p)
{
    char end[LAST_LINE + 1];
    if (fseeko(p->file, 0, SEEK_END) != 0)
        return false;
    off_t size = ftello(p->file);
    off_t from = size > LAST_LINE ? size - LAST_LINE : 0;
    if (size < 0 || fseeko(p->file, from, SEEK_SET) != 0)
        return false;
    size_t len = fread(end, 1, LAST_LINE, p->file);
    end[len] = '\0';
    p->text = (uint64_t)size;
    size_t line = len > 0 ? len - 1 : 0;
    while (line > 0 && end[line - 1] != '\n')
        line--;
    if (len > 0 && end[len - 1] == '\n' && strncmp(end + line, head, sizeof head - 1) == 0) {
        p->text = (uint64_t)from + line;
        read_summary(p, end + line);
    }
    return !ferror(p->file);
}

/* Is it a list, or the whole lines at the beginning of one? A row starts with a game's number. */
static bool is_list(const merge_part *p)
{
    char start[24];
    if (p->text == 0)
        return true;
    if (fseeko(p->file, 0, SEEK_SET) != 0)
        return false;
    size_t len = fread(start, 1, sizeof start, p->file), digits = 0;
    while (digits < len && start[digits] >= '0' && start[digits] <= '9')
        digits++;
    return digits > 0 && digits < len && start[digits] == '\t' &&
           fseeko(p->file, -1, SEEK_END) == 0 && getc(p->file) == '\n';
}

/* ---- all of them ---- */

static int compare_shards(const void *left, const void *right)
{
    const merge_part *a = left, *b = right;
    return a->shard.number < b->shard.number ? -1 : a->shard.number > b->shard.number;
}

static bool say(merge_problem *problem, const merge_part *p, const char *text)
{
    problem(p->path, text);
    return false;
}

static bool say_missing(merge_problem *problem, const merge_part *p, size_t number)
{
    char text[96];
    snprintf(text, sizeof text, "shard %zu/%" PRIu64 " is missing", number, p->shard.count);
    return say(problem, p, text);
}

/* Is each shard present once, and do all belong to one run? */
static bool fit_together(merge_part *parts, size_t count, merge_problem *problem)
{
    bool sharded = count > 0 && parts[0].shard.count > 0;
    for (size_t i = 0; i < count; i++) {
        const merge_part *p = &parts[i];
        if (p->has_summary != parts[0].has_summary)
            return say(problem, p, "some have a summary at their end, some do not");
        if (p->shard.count != parts[0].shard.count || p->form != parts[0].form ||
            p->strict != parts[0].strict)
            return say(problem, p, "this is a part of another run");
    }
    if (!sharded)
        return true;
    qsort(parts, count, sizeof *parts, compare_shards);
    for (size_t i = 0; i < count; i++) {
        if (parts[i].shard.number == i + 1)
            continue;
        if (i > 0 && parts[i].shard.number == parts[i - 1].shard.number)
            return say(problem, &parts[i], "this shard is there twice");
        return say_missing(problem, &parts[i], i + 1);
    }
    if (count < parts[0].shard.count)
        return say_missing(problem, &parts[count - 1], count + 1);
    return true;
}

static bool copy_text(const merge_part *p, FILE *to)
{
    char buf[65536];
    if (fseeko(p->file, 0, SEEK_SET) != 0)
        return false;
    for (uint64_t left = p->text; left > 0;) {
        size_t n = fread(buf, 1, (size_t)smaller_of(left, sizeof buf), p->file);
        if (n == 0)
            return false;
        fwrite(buf, 1, n, to);
        left -= n;
    }
    return true;
}

static void add_up(check_result *to, const check_result *from)
{
    to->files += from->files;
    to->has_text |= from->has_text;
    to->unreadable |= from->unreadable;
    to->counts.games += from->counts.games;
    to->counts.plies += from->counts.plies;
    to->counts.faulty += from->counts.faulty;
    for (int class = 0; class < FOUND_COUNT; class ++)
        to->counts.findings[class] += from->counts.findings[class];
}

static bool put_together(merge_part *parts, size_t count, FILE *to, check_result *result,
                         merge_problem *problem)
{
    if (!fit_together(parts, count, problem))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!copy_text(&parts[i], to))
            return say(problem, &parts[i], strerror(errno));
        add_up(result, &parts[i].result);
    }
    return true;
}

bool merge_files(const char *const *files, size_t count, FILE *to, check_options *options,
                 check_result *result, bool *summed, merge_problem *problem)
{
    merge_part *parts = calloc(count, sizeof *parts);
    *result = (check_result){.no_memory = parts == NULL};
    bool ok = parts != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        parts[i].path = files[i];
        parts[i].file = fopen(files[i], "r");
        ok = (parts[i].file && look_at_end(&parts[i])) || say(problem, &parts[i], strerror(errno));
    }
    bool of_stats = options->form == REPORT_NOTHING;
    for (size_t i = 0; ok && i < count; i++)
        if ((parts[i].form == REPORT_NOTHING) != of_stats)
            ok = say(problem, &parts[i],
                     of_stats ? "this is not what a whole `arbiter stats --shard` writes"
                              : "these are counts: `arbiter stats --merge` adds them up");
    for (size_t i = 0; ok && i < count && options->form == REPORT_LIST; i++)
        if (!parts[i].has_summary && !is_list(&parts[i]))
            ok = say(problem, &parts[i], "this is not what a whole `arbiter check --shard` writes");
    ok = ok && put_together(parts, count, to, result, problem);
    if (ok) {
        *summed = parts[0].has_summary;
        options->form = parts[0].form;
        options->strict = parts[0].strict;
    }
    for (size_t i = 0; parts && i < count; i++)
        if (parts[i].file)
            fclose(parts[i].file);
    free(parts);
    return ok;
}

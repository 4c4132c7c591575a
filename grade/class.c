/* class.c: grades a folder of submissions, several at a time. Layer: grade. */
#include "grade/class.h"

#include "grade/report/result_store.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const grade_entry *)a)->name, ((const grade_entry *)b)->name);
}

static bool add_entry(grade_class *class, size_t *cap, const char *folder, const char *name,
                      const grade_assignment *assignment)
{
    if (class->count == *cap) {
        size_t more = *cap == 0 ? 64 : *cap * 2;
        grade_entry *entries = realloc(class->entries, more * sizeof *entries);
        if (entries == NULL)
            return false;
        class->entries = entries;
        *cap = more;
    }
    grade_entry *entry = &class->entries[class->count];
    *entry = (grade_entry){.name = strdup(name)};
    size_t len = strlen(folder) + strlen(name) + 2;
    entry->path = malloc(len);
    class->count++;
    if (entry->name == NULL || entry->path == NULL)
        return false;
    snprintf(entry->path, len, "%s/%s", folder, name);
    if (grade_source_guess(entry->path, assignment, &entry->source.way))
        entry->source.what = entry->path;
    return true;
}

bool grade_class_read(grade_class *class, const char *folder, const grade_assignment *assignment)
{
    size_t cap = 0;
    bool ok = true;
    *class = (grade_class){.count = 0};
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return false;
    const struct dirent *item;
    while (ok && (item = readdir(dir)) != NULL)
        if (item->d_name[0] != '.')
            ok = add_entry(class, &cap, folder, item->d_name, assignment);
    closedir(dir);
    if (ok && class->count > 0)
        qsort(class->entries, class->count, sizeof *class->entries, compare_entries);
    if (!ok)
        grade_class_free(class);
    return ok;
}

static void free_entry(grade_entry *entry)
{
    grade_result_free(&entry->result);
    free(entry->name);
    free(entry->path);
}

bool grade_class_keep(grade_class *class, const char *name)
{
    size_t at = 0;
    while (at < class->count && strcmp(class->entries[at].name, name) != 0)
        at++;
    if (at == class->count)
        return false;
    for (size_t i = 0; i < class->count; i++)
        if (i != at)
            free_entry(&class->entries[i]);
    class->entries[0] = class->entries[at];
    class->count = 1;
    return true;
}

void grade_class_free(grade_class *class)
{
    for (size_t i = 0; i < class->count; i++)
        free_entry(&class->entries[i]);
    free(class->entries);
    *class = (grade_class){.count = 0};
}

/* ---- Several at a time ---- */

typedef struct {
    grade_class *class;
    const grade_plan *plan;
    const grade_class_options *options;
    pthread_mutex_t lock; /* guards the fields below and the caller's progress */
    size_t next;
    unsigned slots;
    int error; /* errno of the first failure */
} crew;

static void tell(void *context, size_t tests)
{
    crew *c = context;
    if (c->options->progress == NULL)
        return;
    pthread_mutex_lock(&c->lock);
    c->options->progress(c->options->context, tests);
    pthread_mutex_unlock(&c->lock);
}

static grade_entry *take_entry(crew *c)
{
    grade_entry *entry = NULL;
    pthread_mutex_lock(&c->lock);
    if (c->error == 0 && c->next < c->class->count && !(c->plan->stop != NULL && *c->plan->stop))
        entry = &c->class->entries[c->next++];
    pthread_mutex_unlock(&c->lock);
    return entry;
}

static bool grade_entry_now(crew *c, grade_entry *entry, unsigned slot)
{
    const char *state = c->options->state;
    if (entry->source.what == NULL) {
        entry->done = true;
        tell(c, c->plan->count);
        return true;
    }
    uint64_t key = state != NULL ? grade_key(c->plan, &entry->source) : 0;
    if (key != 0 && !c->options->anew &&
        grade_store_load(state, entry->name, key, c->plan, &entry->result)) {
        entry->reused = entry->done = true;
        tell(c, c->plan->count);
        return true;
    }
    if (!grade_result_make(&entry->result, c->plan, &entry->source, slot, tell, c)) {
        errno = ENOMEM;
        return false;
    }
    entry->done = entry->result.ran || !(c->plan->stop != NULL && *c->plan->stop);
    errno = EIO; /* unless a call says better why */
    return !entry->result.ran || key == 0 ||
           grade_store_save(state, entry->name, key, &entry->result);
}

static void *work(void *context)
{
    crew *c = context;
    grade_entry *entry;
    pthread_mutex_lock(&c->lock);
    unsigned slot = c->slots++;
    pthread_mutex_unlock(&c->lock);
    while ((entry = take_entry(c)) != NULL)
        if (!grade_entry_now(c, entry, slot)) {
            int error = errno;
            pthread_mutex_lock(&c->lock);
            c->error = c->error != 0 ? c->error : error;
            pthread_mutex_unlock(&c->lock);
        }
    return NULL;
}

bool grade_class_run(grade_class *class, const grade_plan *plan, const grade_class_options *options)
{
    crew c = {.class = class, .plan = plan, .options = options};
    pthread_t threads[GRADE_SLOT_LIMIT];
    unsigned started = 0;
    if (options->state != NULL && !grade_store_open(options->state))
        return false;
    pthread_mutex_init(&c.lock, NULL);
    int refused = 0;
    while (started < options->threads && started < GRADE_SLOT_LIMIT && refused == 0) {
        refused = pthread_create(&threads[started], NULL, work, &c);
        started += refused == 0;
    }
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&c.lock);
    errno = started > 0 ? c.error : refused;
    return errno == 0;
}

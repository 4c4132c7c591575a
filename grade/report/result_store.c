/* result_store.c: finished results on disk. Layer: grade. */
#include "grade/report/result_store.h"

#include "grade/sandbox/pipe.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool grade_store_open(const char *folder)
{
    struct stat status;
    if (mkdir(folder, 0755) == 0)
        return true;
    return errno == EEXIST && stat(folder, &status) == 0 && S_ISDIR(status.st_mode);
}

/* ---- The key: FNV-1a over everything that a result depends on ---- */

static uint64_t mix(uint64_t key, const void *bytes, size_t len)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < len; i++)
        key = (key ^ byte[i]) * UINT64_C(1099511628211);
    return key;
}

static uint64_t mix_text(uint64_t key, const char *text)
{
    return mix(key, text, strlen(text) + 1);
}

/* Hashes a file. Returns false if it cannot be read to its end. */
static bool key_of_file(const char *path, const char *name, uint64_t mode, uint64_t *key)
{
    char block[1 << 14];
    FILE *file = fopen(path, "rbe");
    size_t got;
    if (file == NULL)
        return false;
    *key = mix(mix_text(UINT64_C(14695981039346656037), name), &mode, sizeof mode);
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        *key = mix(*key, block, got);
    bool ok = !ferror(file);
    fclose(file);
    return ok;
}

/* Sums the keys of a folder's files, so that their order on disk does not matter. The folders to be
 * visited are a list of paths below `root`, each ended by a NUL. */
static bool key_of_tree(const char *root, uint64_t *key)
{
    uint64_t sum = 0;
    size_t visited = 0;
    grade_bytes list = {.len = 0};
    bool ok = strlen(root) < GRADE_PATH_LIMIT && grade_bytes_add(&list, "", 1);
    for (size_t at = 0; ok && at < list.len && visited < GRADE_COPY_FILES; visited++) {
        char folder[GRADE_PATH_LIMIT], path[GRADE_PATH_LIMIT];
        const char *name = path + strlen(root);
        const struct dirent *item;
        snprintf(folder, sizeof folder, "%s%s", root, list.text + at);
        at += strlen(list.text + at) + 1;
        DIR *dir = opendir(folder);
        ok = dir != NULL;
        while (ok && (item = readdir(dir)) != NULL) {
            struct stat status;
            if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0 ||
                strcmp(item->d_name, ".git") == 0 || !grade_path_join(path, folder, item->d_name) ||
                lstat(path, &status) != 0)
                continue;
            uint64_t one = 0;
            if (S_ISREG(status.st_mode))
                ok = key_of_file(path, name, status.st_mode & 0111, &one);
            sum +=
                one * one; /* a sum of the keys alone stays if two files change their last bytes */
            if (S_ISDIR(status.st_mode))
                ok = grade_bytes_add(&list, name, strlen(name) + 1);
        }
        if (dir != NULL)
            closedir(dir);
    }
    grade_bytes_free(&list);
    *key = sum;
    return ok;
}

uint64_t grade_key(const grade_plan *plan, const grade_source *source)
{
    static const char form[] = "arbiter-grade 4";
    enum { RULES_CAP = 1 << 16 };
    const grade_limits *limits = &plan->scheme.limits;
    uint64_t key = mix_text(mix_text(UINT64_C(14695981039346656037), form), arb_version());
    uint64_t numbers[] = {limits->seconds,
                          limits->memory,
                          limits->address,
                          limits->processes,
                          limits->file,
                          plan->sandbox.isolation,
                          source->way,
                          plan->count,
                          plan->assignment.sanitize,
                          plan->assignment.bonus,
                          plan->assignment.leaks};
    struct stat status;
    char *rules = malloc(RULES_CAP);
    bool ok = rules != NULL;
    key = mix(key, numbers, sizeof numbers);
    for (size_t i = 0; ok && i < plan->count; i++) {
        const grade_test *test = &plan->tests[i];
        key = mix(mix_text(key, test->name), test->text, test->len);
        key = mix(key, &test->mobility, sizeof test->mobility);
        key = mix(key, &test->questions, sizeof test->questions);
        key = mix(key, &test->loose, sizeof test->loose);
        key = mix(key, &test->rulings, sizeof test->rulings);
        if (i == 0) {
            arb_rules_write(test->rules, rules, RULES_CAP);
            key = mix_text(key, rules);
        }
    }
    free(rules);
    const grade_assignment *assignment = &plan->assignment;
    const char *const words[] = {assignment->format != NULL ? assignment->format->name : NULL,
                                 assignment->main, assignment->build, assignment->run};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        key = mix_text(key, words[i] != NULL ? words[i] : "");
    for (size_t i = 0; i < assignment->forbidden_count; i++)
        key = mix_text(key, assignment->forbidden[i]);
    uint64_t own = 0;
    if (plan->assignment.course != NULL) {
        ok = ok && key_of_tree(plan->assignment.course, &own);
        key = mix(key, &own, sizeof own);
    }
    if (stat(source->what, &status) == 0 && S_ISREG(status.st_mode))
        ok = ok && key_of_file(source->what, "", 0, &own);
    else
        ok = ok && key_of_tree(source->what, &own);
    return ok ? mix(key, &own, sizeof own) : 0;
}

/* ---- Files ---- */

static bool path_of(const char *folder, const char *name, const char *end, char *buf, size_t cap)
{
    int len = snprintf(buf, cap, "%s/%s.grade%s", folder, name, end);
    if ((size_t)len < cap)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

bool grade_store_save(const char *folder, const char *name, uint64_t key,
                      const grade_result *result)
{
    char path[GRADE_PATH_LIMIT], part[GRADE_PATH_LIMIT];
    if (grade_result_failed(result) > 0)
        return true; /* it is not stored, so that the next run tries it again */
    if (!path_of(folder, name, "", path, sizeof path) ||
        !path_of(folder, name, ".part", part, sizeof part))
        return false;
    FILE *out = fopen(part, "wbe");
    if (out == NULL)
        return false;
    fprintf(out, "arbiter-grade 2\nkey %016" PRIx64 "\n", key);
    bool ok = grade_result_write(result, out);
    ok = fclose(out) == 0 && ok && rename(part, path) == 0;
    int error = errno;
    if (!ok)
        unlink(part);
    errno = error;
    return ok;
}

bool grade_store_load(const char *folder, const char *name, uint64_t key, const grade_plan *plan,
                      grade_result *result)
{
    char path[GRADE_PATH_LIMIT], head[64];
    char *text = NULL;
    struct stat status;
    *result = (grade_result){.count = 0};
    FILE *in = path_of(folder, name, "", path, sizeof path) ? fopen(path, "rbe") : NULL;
    if (in == NULL)
        return false;
    int len = snprintf(head, sizeof head, "arbiter-grade 2\nkey %016" PRIx64 "\n", key);
    size_t size = fstat(fileno(in), &status) == 0 ? (size_t)status.st_size : 0;
    bool ok = size > (size_t)len && (text = malloc(size)) != NULL &&
              fread(text, 1, size, in) == size && memcmp(text, head, (size_t)len) == 0 &&
              grade_result_read(result, plan, text + len, size - (size_t)len);
    fclose(in);
    free(text);
    return ok;
}

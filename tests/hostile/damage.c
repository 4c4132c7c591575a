/* damage.c: gives a command archives of games that are cut off or have a bit flipped. Layer: tests.
 *
 *     damage ARBITER check|convert ARCHIVE TABLE FLIPS BUDGET [SEED]
 *
 * TABLE has a line "BYTES GAMES" for each length at which the archive is cut: the number of
 * complete games that another program unpacks from that many bytes. Whatever is damaged behind
 * them, these games must still be read. The command must report the damage with exit code 3 or give
 * the same result as for the intact archive; it must not crash and must stay below BUDGET KiB (0:
 * not measured). */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARCHIVE_CAP = 1 << 20, TEXT_CAP = 4 << 20, CUTS = 4096, MAGIC = 6 };

typedef struct {
    char *bytes;
    size_t len;
} text;

typedef struct {
    int code; /* the exit code, or 128 plus the signal that ended it */
    long kb;
    text out, err;
} run_result;

static const char *arbiter, *command;
static text archive;
static struct {
    size_t bytes;
    long games;
} cuts[CUTS];
static size_t cut_count;
static long budget, passed, failed;

static bool read_whole(const char *path, text *into, size_t cap)
{
    FILE *file = fopen(path, "r");
    if (into->bytes == NULL)
        into->bytes = malloc(cap);
    if (file == NULL || into->bytes == NULL)
        return false;
    into->len = fread(into->bytes, 1, cap - 1, file);
    into->bytes[into->len] = '\0';
    return fclose(file) == 0;
}

static bool write_archive(size_t len)
{
    FILE *file = fopen("damaged", "w");
    return file != NULL && fwrite(archive.bytes, 1, len, file) == len && fclose(file) == 0;
}

static bool run(run_result *result)
{
    int status = 0;
    struct rusage usage;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "r", stdin) == NULL || freopen("out", "w", stdout) == NULL ||
            freopen("err", "w", stderr) == NULL)
            _exit(126);
        if (strcmp(command, "check") == 0)
            execl(arbiter, "arbiter", command, "--json", "damaged", (char *)NULL);
        execl(arbiter, "arbiter", command, "damaged", (char *)NULL);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return false;
    result->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result->kb = usage.ru_maxrss;
    return read_whole("out", &result->out, TEXT_CAP) && read_whole("err", &result->err, TEXT_CAP);
}

static bool is_raw(const text *said)
{
    for (size_t i = 0; i < said->len; i++)
        if ((unsigned char)said->bytes[i] < ' ' && said->bytes[i] != '\n' && said->bytes[i] != '\t')
            return true;
    return false;
}

static bool same(const text *a, const text *b)
{
    return a->len == b->len && memcmp(a->bytes, b->bytes, a->len) == 0;
}

/* Returns the number of games that were read. `check` states it; the output of `convert` is
 * compared with that for the intact archive. */
static long games_of(const run_result *result, const run_result *whole)
{
    if (strcmp(command, "check") == 0) {
        const char *at = strstr(result->out.bytes, "\"games\":");
        return at != NULL ? strtol(at + 8, NULL, 10) : 0;
    }
    const char *out = result->out.bytes;
    for (long games = 0;; games++) {
        const char *end = out[0] != '\0' ? strstr(out + 1, "[Event ") : NULL;
        size_t len = end != NULL ? (size_t)(end - result->out.bytes) : result->out.len;
        if (len > whole->out.len || memcmp(result->out.bytes, whole->out.bytes, len) != 0)
            return games;
        if (end == NULL)
            return games + (out[0] != '\0');
        out = end;
    }
}

static const char *judge(const run_result *result, const run_result *whole, long games, bool packed)
{
    if (result->code >= 99 || strstr(result->err.bytes, "Sanitizer") != NULL ||
        strstr(result->err.bytes, "runtime error") != NULL)
        return "it crashes";
    if (budget > 0 && result->kb > budget)
        return "it takes too much memory";
    if (is_raw(&result->out) || is_raw(&result->err))
        return "control characters come out raw";
    if (games_of(result, whole) < games)
        return "games before the damage are lost";
    if (!packed) /* the damage hides that the file is an archive */
        return result->code == 0 || result->err.len > 0 || result->out.len > 0 ? NULL
                                                                               : "it says nothing";
    if (result->code == 3)
        return strstr(result->err.bytes, "damaged: ") != NULL ? NULL
                                                              : "it does not say what is wrong";
    bool unharmed = result->code == whole->code && same(&result->out, &whole->out);
    return unharmed ? NULL : "it does not say so";
}

static void give(const run_result *whole, size_t at, const char *how, size_t len, long games)
{
    static run_result result;
    bool ran = write_archive(len) && run(&result);
    const char *wrong = ran ? judge(&result, whole, games, at >= MAGIC) : "it does not run";
    if (wrong == NULL) {
        passed++;
        return;
    }
    failed++;
    printf("%s, %s at byte %zu: %s (exit code %d, %ld KiB, %ld of %ld games): %.300s\n", command,
           how, at, wrong, result.code, result.kb, games_of(&result, whole), games,
           result.err.bytes);
}

static void flip(const run_result *whole, uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    size_t bit = (size_t)(*seed % (8 * (uint64_t)archive.len));
    char mask = (char)(1 << bit % 8);
    long games = 0;
    for (size_t i = 0; i < cut_count && cuts[i].bytes <= bit / 8; i++)
        games = cuts[i].games;
    archive.bytes[bit / 8] ^= mask;
    give(whole, bit / 8, "a bit flipped", archive.len, games);
    archive.bytes[bit / 8] ^= mask;
}

int main(int argc, char **argv)
{
    static run_result whole;
    if (argc < 7)
        return 2;
    arbiter = argv[1];
    command = argv[2];
    budget = strtol(argv[6], NULL, 10);
    uint64_t seed = argc > 7 ? strtoull(argv[7], NULL, 10) : 1;
    FILE *table = fopen(argv[4], "r");
    if (table == NULL || !read_whole(argv[3], &archive, ARCHIVE_CAP))
        return 2;
    while (cut_count < CUTS &&
           fscanf(table, "%zu %ld", &cuts[cut_count].bytes, &cuts[cut_count].games) == 2)
        cut_count++;
    fclose(table);
    if (!write_archive(archive.len) || !run(&whole) || whole.code != 0)
        return 2;
    for (size_t i = 0; i < cut_count; i++)
        give(&whole, cuts[i].bytes, "cut off", cuts[i].bytes, cuts[i].games);
    for (long i = 0; i < strtol(argv[5], NULL, 10); i++)
        flip(&whole, &seed);
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed > 0;
}

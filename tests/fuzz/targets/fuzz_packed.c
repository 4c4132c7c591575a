/* fuzz_packed.c: opens a file as `check` does, which recognises gzip, zstd and bzip2 by the first
 * bytes, and checks it as a collection. Layer: tests. */
#define _GNU_SOURCE /* memfd_create */
#include "collection/check_files.h"
#include "collection/source.h"
#include "tests/fuzz/fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

enum { UNPACKED_LIMIT = 1 << 20 }; /* stops archive bombs, which tests/hostile tries */

static bool is_short(const char *path)
{
    static char bytes[65536];
    source *s = source_open(path, NULL);
    FUZZ_CHECK(s != NULL);
    size_t total = 0, n;
    while (total < UNPACKED_LIMIT && (n = source_read(s, bytes, sizeof bytes)) > 0) {
        FUZZ_CHECK(n <= sizeof bytes);
        total += n;
    }
    if (source_error(s) != NULL)
        fuzz_check_sentence(source_error(s));
    source_close(s);
    return total < UNPACKED_LIMIT;
}

static void problem(void *context, const char *file, const char *text)
{
    (void)file;
    ++*(int *)context;
    fuzz_check_sentence(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static check_job job;
    static check_result result;
    static atomic_int stop;
    char path[64];
    int problems = 0;
    int fd = memfd_create("packed", MFD_CLOEXEC);
    FUZZ_CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (is_short(path)) {
        char *text = NULL;
        size_t len = 0;
        const char *files[] = {path};
        job.options.rules = arb_rules_at(0);
        job.options.chess960 = arb_rules_find("chess960", 8);
        FUZZ_CHECK(check_options_start(&job.options));
        job.out = open_memstream(&text, &len);
        job.threads = 1;
        job.stop = &stop;
        job.problem = problem;
        job.context = &problems;
        FUZZ_CHECK(job.out != NULL);
        check_run(&job, files, 1, &result);
        fclose(job.out);
        FUZZ_CHECK(result.unreadable == (problems > 0) && !result.no_memory);
        fuzz_screen screen = {0};
        fuzz_screen_put(&screen, text, len);
        free(text);
    }
    close(fd);
    return 0;
}

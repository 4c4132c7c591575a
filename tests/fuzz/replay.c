/* replay.c: runs a fuzz target once on each named file and on each file of the named folders: on
 * the corpus in `make check`, and on a finding under a debugger. Layer: tests. */
#include "fuzz.h"

#include <dirent.h>
#include <sys/stat.h>

static unsigned replayed;

static void replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    FUZZ_CHECK(file != NULL && fstat(fileno(file), &status) == 0);
    size_t size = (size_t)status.st_size;
    uint8_t *data = malloc(size > 0 ? size : 1); /* no spare byte, so a sanitizer guards its end */
    FUZZ_CHECK(data != NULL && fread(data, 1, size, file) == size);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    replayed++;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (folder == NULL) {
            replay_file(argv[i]);
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.')
                replay_file(path);
        }
        closedir(folder);
    }
    printf("%u inputs\n", replayed);
    return replayed == 0; /* a run without any input proves nothing, so it fails */
}

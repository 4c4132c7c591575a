/* docgen_main.c: writes man pages (as scdoc) and completions into a folder. docgen FOLDER */
#include "docgen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static FILE *create(const char *folder, const char *name, const char *ending)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    return out;
}

static void finish(FILE *out)
{
    if (fclose(out) != 0) {
        perror("docgen");
        exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: docgen FOLDER\n");
        return 2;
    }
    FILE *out = create(argv[1], "arbiter", ".1.scd");
    docgen_overview(out);
    finish(out);
    for (const cli_command *const *command = cli_commands; *command != NULL; command++) {
        char name[64];
        snprintf(name, sizeof name, "arbiter-%s", (*command)->name);
        out = create(argv[1], name, ".1.scd");
        docgen_command(out, *command);
        finish(out);
    }
    static const struct {
        const char *name;
        void (*write)(FILE *out);
    } shells[] = {
        {"arbiter.bash", docgen_bash}, {"_arbiter", docgen_zsh}, {"arbiter.fish", docgen_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        out = create(argv[1], shells[i].name, "");
        shells[i].write(out);
        finish(out);
    }
    return 0;
}

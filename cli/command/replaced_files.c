/* replaced_files.c: refuses an output that would replace what is read, or another output. Layer:
 * cli. It knows nothing of what the files contain. */
#include "cli/command/command.h"
#include "cli/io/io.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char is_read[] = "is read, and the output would replace it: name another file";

/* Finds the regular file of a name, "-" being the standard stream. */
static bool find_file(const char *path, int stream, struct stat *found)
{
    bool known = strcmp(path, "-") == 0 ? fstat(stream, found) == 0 : stat(path, found) == 0;
    return known && S_ISREG(found->st_mode);
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

int cli_spares(const cli_command *command, const char *input, const char *output)
{
    struct stat written, read;
    if (output == NULL || strcmp(output, "-") == 0 || !find_file(output, STDOUT_FILENO, &written) ||
        !find_file(input, STDIN_FILENO, &read) || !is_same(&written, &read))
        return CLI_OK;
    return cli_usage(command, "%s %s", output, is_read);
}

/* ---- The words of a call ---- */

typedef struct {
    const char *dashes, *name, *path;
} output_of_call;

static bool is_written(const cli_args *args, size_t option)
{
    return cli_is_choice(args->command->writes, args->command->options[option].name);
}

static size_t find_outputs(const cli_args *args, output_of_call outputs[CLI_OPTION_LIMIT + 1])
{
    const cli_option *options = args->command->options;
    size_t count = 0;
    for (size_t i = 0; options[i].name != NULL; i++)
        if (args->values[i] != NULL && is_written(args, i))
            outputs[count++] =
                (output_of_call){cli_dashes(options[i].name), options[i].name, args->values[i]};
    if (args->command->writes_last)
        outputs[count++] = (output_of_call){"", "OUTPUT", args->words[args->count - 1]};
    return count;
}

/* Finds the folder of a path, and returns the name in it. */
static const char *folder_of(const char *path, struct stat *folder, bool *found)
{
    char name[4096];
    const char *slash = strrchr(path, '/');
    int len = slash != NULL ? (int)(slash - path) + 1 : 0;
    *found = snprintf(name, sizeof name, "%.*s.", len, path) < (int)sizeof name &&
             stat(name, folder) == 0;
    return path + len;
}

/* Do these paths, which lead nowhere yet, have one name in one folder? */
static bool is_one_new_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    bool a_found, b_found;
    const char *first = folder_of(a, &of_a, &a_found), *second = folder_of(b, &of_b, &b_found);
    return strcmp(first, second) == 0 && a_found && b_found && is_same(&of_a, &of_b);
}

/* May two outputs be the same file? The files need not be there yet. */
static bool is_one_file(const char *a, const char *b)
{
    struct stat first, second;
    if (strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
        return false;
    bool a_there = stat(a, &first) == 0, b_there = stat(b, &second) == 0;
    if (a_there && b_there)
        return S_ISREG(first.st_mode) && is_same(&first, &second);
    return !a_there && !b_there && is_one_new_file(a, b);
}

/* Checks an output against all inputs that the call names. */
static int spare_inputs(const cli_args *args, const char *output)
{
    const cli_option *options = args->command->options;
    size_t words = args->count - args->command->writes_last;
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < words; i++)
        code = cli_spares(args->command, args->words[i], output);
    for (size_t i = 0; code == CLI_OK && options[i].name != NULL; i++)
        if (args->values[i] != NULL && options[i].value != NULL && !is_written(args, i))
            code = cli_spares(args->command, args->values[i], output);
    return code;
}

/* Of two different values of such an option only the last would be written. */
static int keep_outputs(const cli_args *args)
{
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < args->given_count; i++)
        if (is_written(args, args->given[i].option))
            code = cli_once(args, i);
    return code;
}

int cli_spares_all(const cli_args *args)
{
    output_of_call outputs[CLI_OPTION_LIMIT + 1];
    size_t count = args->command->writes != NULL ? find_outputs(args, outputs) : 0;
    int code = args->command->writes != NULL ? keep_outputs(args) : CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < count; i++) {
        const output_of_call *a = &outputs[i];
        code = spare_inputs(args, a->path);
        for (const output_of_call *b = a + 1; code == CLI_OK && b < outputs + count; b++)
            if (is_one_file(a->path, b->path))
                code = cli_usage(args->command, "%s%s and %s%s need a file each", a->dashes,
                                 a->name, b->dashes, b->name);
    }
    return code;
}

/* ---- What was read ---- */

/* The files that were opened so far. They are kept for the whole program, because some are named by
 * other files: the tests of a course, the parents of a rule set. */
static struct {
    struct {
        dev_t device;
        ino_t number;
    } * files;
    size_t count, cap;
} opened;

bool cli_note_read(int file)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return true;
    if (opened.count == opened.cap) {
        size_t cap = opened.cap == 0 ? 16 : 2 * opened.cap;
        void *more = realloc(opened.files, cap * sizeof *opened.files);
        if (more == NULL)
            return false;
        opened.files = more;
        opened.cap = cap;
    }
    opened.files[opened.count].device = status.st_dev;
    opened.files[opened.count++].number = status.st_ino;
    return true;
}

bool cli_was_read(const char *path)
{
    struct stat written;
    if (strcmp(path, "-") == 0 || !find_file(path, STDOUT_FILENO, &written))
        return false;
    for (size_t i = 0; i < opened.count; i++)
        if (opened.files[i].device == written.st_dev && opened.files[i].number == written.st_ino) {
            cli_error_of(path, "%s", is_read);
            return true;
        }
    return false;
}

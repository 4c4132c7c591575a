/* main.c: finds the command and runs it. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/io.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void put_overview(FILE *out)
{
    fputs("Usage: arbiter COMMAND [OPTIONS] [ARGUMENTS]\n\n"
          "A chess referee: which moves are legal, why others are not, and when a game is over.\n\n"
          "Commands:\n",
          out);
    for (const cli_command *const *command = cli_commands; *command != NULL; command++)
        fprintf(out, "  %-9s %s\n", (*command)->name, (*command)->summary);
    fputs(
        "\nOptions:\n"
        "  --help    show this page; 'arbiter COMMAND --help' shows the command's own\n"
        "  --version show the version\n\n"
        "Examples:\n"
        "  arbiter why start e2e5\n"
        "  arbiter perft 5\n"
        "  arbiter show \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"\n\n"
        "A file may be '-' for standard input. Data goes to standard output, messages to standard\n"
        "error. Exit: 0 yes, 1 the answer is no, 2 usage, 3 bad input, 4 internal error.\n",
        out);
}

static int unknown_command(const char *word)
{
    const char *what = word[0] == '-' ? "option" : "command";
    cli_nearest nearest = cli_nearest_to(word);
    if (word[0] == '-') {
        cli_nearest_try(&nearest, "--help");
        cli_nearest_try(&nearest, "--version");
    } else {
        for (const cli_command *const *command = cli_commands; *command != NULL; command++)
            cli_nearest_try(&nearest, (*command)->name);
    }
    if (nearest.name != NULL)
        return cli_usage(NULL, "there is no %s '%s'; did you mean '%s'?", what, word, nearest.name);
    return cli_usage(NULL, "there is no %s '%s'", what, word);
}

/* `arbiter help perft` is `arbiter perft --help`. */
static int help(const char *name)
{
    if (name == NULL) {
        put_overview(stdout);
        return cli_finish(CLI_OK);
    }
    const cli_command *command = cli_command_find(name);
    if (command == NULL)
        return unknown_command(name);
    cli_help(stdout, command);
    return cli_finish(CLI_OK);
}

static bool is_one_of(const char *word, const char *a, const char *b)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* The name of the program without its folders. */
static const char *program_name(const char *path)
{
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    return slash != NULL ? slash + 1 : path != NULL ? path : "arbiter";
}

/* If the caller has closed a standard stream, the next file to be opened would get its number. So
 * the number is given to a file that fails like a closed stream. */
static void hold_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    static char buffer[1 << 16];

    hold_standard_files();
    signal(SIGPIPE, SIG_IGN); /* cli_finish notices a reader that goes away */
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);

    /* Under the name `chess` this is the program of the MSc exercise. */
    const cli_command *named = argc > 0 && strcmp(program_name(argv[0]), "chess") == 0
                                   ? cli_command_find("narrate")
                                   : NULL;
    if (named != NULL)
        return cli_run(named, argc - 1, argv + 1);

    if (argc < 2 || is_one_of(argv[1], "--help", "-h") || strcmp(argv[1], "help") == 0)
        return help(argc > 2 ? argv[2] : NULL);
    if (strcmp(argv[1], "--version") == 0) {
        printf("arbiter %s\n", arb_version());
        return cli_finish(CLI_OK);
    }
    const cli_command *command = cli_command_find(argv[1]);
    if (command == NULL)
        return unknown_command(argv[1]);
    return cli_run(command, argc - 2, argv + 2);
}

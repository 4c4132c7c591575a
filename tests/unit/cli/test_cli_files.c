/* test_cli_files.c: files that the command reads and writes: outputs that appear whole or not at
 * all, lines, folders. Layer: tests. */
#include "check.h"

#include "caught_output.h"
#include "cli/io/data_folder.h"
#include "cli/io/io.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>

static char folder[] = "/tmp/arbiter-files-XXXXXX", path[64], other[64];
static caught output;

static int mode_of(const char *name)
{
    struct stat file;
    return lstat(name, &file) == 0 ? (int)(file.st_mode & 07777) : -1;
}

static const char *content(const char *name)
{
    static char text[256];
    FILE *file = fopen(name, "r");
    text[0] = '\0';
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

static int files_in(const char *name)
{
    DIR *list = opendir(name);
    int count = -2; /* "." and ".." */
    while (list != NULL && readdir(list) != NULL)
        count++;
    closedir(list);
    return count;
}

static void put(const char *name, const char *text, size_t len)
{
    FILE *file = fopen(name, "w");
    fwrite(text, 1, len, file);
    fclose(file);
}

TEST(an_output_appears_when_it_is_whole)
{
    cli_output out;
    umask(027);
    CHECK(cli_output_open(&out, path));
    fputs("new", out.file);
    CHECK_EQ_INT(files_in(folder), 1);
    CHECK_EQ_INT(mode_of(path), -1);
    CHECK(cli_output_commit(&out));
    CHECK_EQ_TEXT(content(path), "new");
    CHECK_EQ_INT(mode_of(path), 0640);
    CHECK_EQ_INT(files_in(folder), 1);

    chmod(path, 0604); /* the rights of a file that is replaced stay, and a link stays a link */
    CHECK_EQ_INT(symlink(path, other), 0);
    CHECK(cli_output_open(&out, other));
    fputs("newer", out.file);
    CHECK_EQ_TEXT(content(path), "new");
    CHECK(cli_output_commit(&out));
    CHECK_EQ_TEXT(content(path), "newer");
    CHECK_EQ_INT(mode_of(path), 0604);
    CHECK_EQ_TEXT(content(other), "newer");

    CHECK(cli_output_open(&out, path));
    fputs("newest", out.file);
    cli_output_abandon(&out);
    CHECK(out.file == NULL && out.path == NULL && out.temporary == NULL);
    CHECK_EQ_TEXT(content(path), "newer");
    CHECK_EQ_INT(files_in(folder), 2);
    unlink(other);
    unlink(path);
}

TEST(an_output_that_cannot_be_written_is_told)
{
    cli_output out;
    catch_begin(&output, stderr);
    CHECK(!cli_output_open(&out, "/tmp/no such folder/x"));
    CHECK_EQ_TEXT(catch_end(&output),
                  "/tmp/no such folder/x: cannot be written: No such file or directory\n");
    CHECK(cli_output_open(&out, "/dev/full"));
    CHECK(out.temporary == NULL); /* a device is written to directly */
    fputs("x", out.file);
    catch_begin(&output, stderr);
    CHECK(!cli_output_commit(&out));
    CHECK_EQ_TEXT(catch_end(&output), "/dev/full: cannot be written: No space left on device\n");
    CHECK(cli_output_open(&out, "/dev/null"));
    CHECK(cli_output_commit(&out));
    CHECK(cli_output_open(&out, "-"));
    CHECK(out.file == stdout);
    catch_begin(&output, stdout);
    fputs("said", out.file);
    CHECK(cli_output_commit(&out));
    CHECK_EQ_TEXT(catch_end(&output), "said");
}

/* Runs in a child: opens an output, or two, and is interrupted. */
static int interrupted(int number, void (*handler)(int), int outputs)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        cli_output first, second;
        signal(number, handler);
        if (!cli_output_open(&first, path) || (outputs > 1 && !cli_output_open(&second, other)))
            _exit(9);
        if (outputs > 1 && !cli_output_commit(&second))
            _exit(9);
        if (outputs == 0 && !cli_output_commit(&first))
            _exit(9);
        raise(number);
        _exit(5);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 100 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void nothing(int number)
{
    (void)number;
}

TEST(an_interrupt_leaves_no_unfinished_file)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3; i++) {
        check_case("signal %d", numbers[i]);
        CHECK_EQ_INT(interrupted(numbers[i], SIG_DFL, 1), 100 + numbers[i]);
        CHECK_EQ_INT(files_in(folder), 0);
        CHECK_EQ_INT(interrupted(numbers[i], SIG_DFL, 0), 100 + numbers[i]);
        CHECK_EQ_INT(mode_of(path), 0640); /* it is finished */
        unlink(path);
        /* One that is ignored, or that the command handles, stays so; the file is left to it. */
        CHECK_EQ_INT(interrupted(numbers[i], SIG_IGN, 1), 5);
        CHECK_EQ_INT(files_in(folder), 1);
        CHECK_EQ_INT(interrupted(numbers[i], nothing, 1), 5);
        CHECK_EQ_INT(files_in(folder), 2);
        char command[128];
        snprintf(command, sizeof command, "rm %s/*", folder);
        CHECK_EQ_INT(system(command), 0);
    }
    /* The watch is for the file opened last; when that is done, it ends. */
    CHECK_EQ_INT(interrupted(SIGTERM, SIG_DFL, 2), 100 + SIGTERM);
    CHECK_EQ_INT(files_in(folder), 2);
    CHECK_EQ_INT(mode_of(other), 0640);
    char command[128];
    snprintf(command, sizeof command, "rm %s/*", folder);
    CHECK_EQ_INT(system(command), 0);
}

TEST(lines_of_every_kind_are_read)
{
    static char text[200000];
    static const size_t long_ones[] = {65533, 65534, 65535, 65536, 65537, 131071, 131072, 199980};
    cli_lines lines;
    put(path,
        "\xEF\xBB\xBF"
        "a\r\n\n\xEF\xBB\xBF"
        "b\r\r\nc\0d\nlast\r",
        23);
    CHECK(cli_lines_open(&lines, path));
    CHECK_EQ_INT(lines.size, 23);
    CHECK(cli_lines_next(&lines));
    CHECK_EQ_TEXT(lines.text, "a");
    CHECK_EQ_INT(lines.read, 6);
    CHECK(cli_lines_next(&lines));
    CHECK_EQ_INT(lines.len, 0);
    CHECK(cli_lines_next(&lines));
    CHECK_EQ_TEXT(lines.text, "\xEF\xBB\xBF"
                              "b\r");
    CHECK(cli_lines_next(&lines));
    CHECK_EQ_INT(lines.len, 3);
    CHECK_EQ_INT(memcmp(lines.text, "c\0d", 4), 0);
    CHECK(cli_lines_next(&lines));
    CHECK_EQ_TEXT(lines.text, "last\r");
    CHECK_EQ_INT(lines.number, 5);
    CHECK_EQ_INT(lines.read, 23);
    CHECK(!cli_lines_next(&lines) && !cli_lines_next(&lines) && !lines.failed);
    cli_lines_close(&lines);

    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) {
        size_t len = long_ones[i];
        check_case("%zu bytes", len);
        memset(text, 'x', sizeof text);
        memcpy(text, "short\n", 6);
        text[6 + len] = '\n';
        put(path, text, len + 12);
        CHECK(cli_lines_open(&lines, path));
        CHECK(cli_lines_next(&lines) && lines.len == 5);
        CHECK(cli_lines_next(&lines));
        CHECK_EQ_INT(lines.len, len);
        CHECK_EQ_INT(strspn(lines.text, "x"), len);
        CHECK(lines.end < lines.cap); /* a NUL has room behind the last byte that was read */
        CHECK(cli_lines_next(&lines));
        CHECK_EQ_TEXT(lines.text, "xxxxx");
        CHECK(!cli_lines_next(&lines));
        cli_lines_close(&lines);
        char *whole;
        size_t got;
        CHECK(cli_read_file(path, &whole, &got));
        CHECK(got == len + 12 && memcmp(whole, text, got) == 0 && whole[got] == '\0');
        free(whole);
    }
    unlink(path);
}

TEST(what_cannot_be_read_is_told)
{
    cli_lines lines;
    char *text;
    size_t len;
    catch_begin(&output, stderr);
    CHECK(!cli_lines_open(&lines, path));
    CHECK(lines.failed);
    catch_end(&output);
    CHECK(strstr(output.text, ": cannot be opened: No such file or directory\n") != NULL);
    catch_begin(&output, stderr);
    CHECK(!cli_read_file("/tmp", &text, &len));
    CHECK_EQ_TEXT(catch_end(&output), "/tmp: cannot be read: Is a directory\n");
    CHECK(cli_lines_open(&lines, "/tmp"));
    catch_begin(&output, stderr);
    CHECK(!cli_lines_next(&lines) && lines.failed && !cli_lines_next(&lines));
    cli_lines_close(&lines);
    CHECK_EQ_TEXT(catch_end(&output), "/tmp: cannot be read: Is a directory\n");
    CHECK(lines.failed);
}

TEST(blanks_are_cut_off_at_both_ends)
{
    static const struct {
        const char *text, *left;
        size_t before;
    } cases[] = {{"", "", 0},
                 {"a", "a", 0},
                 {" \t a b\t", "a b", 3},
                 {" \t ", " \t ", 0},
                 {"a \n ", "a \n", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        size_t len = strlen(text);
        check_case("%zu", i);
        CHECK_EQ_INT(cli_trim(&text, &len), cases[i].before);
        CHECK_EQ_INT(len, i == 3 ? 0 : strlen(cases[i].left));
        CHECK_EQ_INT(memcmp(text, cases[i].left, len), 0);
    }
    const char *text = &"\t \t "[1]; /* what stands before the text is not looked at */
    size_t len = 0;
    CHECK_EQ_INT(cli_trim(&text, &len), 0);
    CHECK_EQ_INT(len, 0);
}

static void set(const char *name, const char *value)
{
    if (value != NULL)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

TEST(the_folder_for_games_is_that_of_the_user)
{
    static const struct {
        const char *data, *home, *otherwise, *folder;
    } cases[] = {
        {"/data", "/home/me", NULL, "/data/arbiter"},
        {NULL, "/home/me", NULL, "/home/me/.local/share/arbiter"},
        {"", "/home/me", ".", "/home/me/.local/share/arbiter"},
        {"data", "/home/me", NULL, "/home/me/.local/share/arbiter"}, /* only whole paths count */
        {NULL, "me", ".", "./.local/share/arbiter"},
        {NULL, NULL, ".", "./.local/share/arbiter"},
        {NULL, "me", NULL, NULL},
        {NULL, NULL, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char found[64];
        check_case("%zu", i);
        set("XDG_DATA_HOME", cases[i].data);
        set("HOME", cases[i].home);
        CHECK_EQ_INT(cli_data_folder(found, sizeof found, cases[i].otherwise),
                     cases[i].folder != NULL);
        if (cases[i].folder == NULL)
            continue;
        CHECK_EQ_TEXT(found, cases[i].folder);
        CHECK(!cli_data_folder(found, strlen(cases[i].folder), cases[i].otherwise));
        CHECK(cli_data_folder(found, strlen(cases[i].folder) + 1, cases[i].otherwise));
    }
}

TEST(folders_are_made_down_to_the_last)
{
    char deep[96], store[CLI_STORE_PATH];
    snprintf(deep, sizeof deep, "%s/a/b/c", folder);
    CHECK(cli_make_folders(deep));
    CHECK_EQ_INT(mode_of(deep), 0700);
    CHECK(cli_make_folders(deep)); /* it is there */
    snprintf(deep, sizeof deep, "%s/a/b/c/x", folder);
    put(deep, "x", 1);
    snprintf(deep, sizeof deep, "%s/a/b/c/x/y", folder);
    CHECK(!cli_make_folders(deep));
    set("XDG_DATA_HOME", folder);
    CHECK(cli_default_store(store, false));
    snprintf(deep, sizeof deep, "%s/arbiter/games.db", folder);
    CHECK_EQ_TEXT(store, deep);
    snprintf(deep, sizeof deep, "%s/arbiter", folder);
    CHECK_EQ_INT(mode_of(deep), -1);
    CHECK(cli_default_store(store, true));
    CHECK_EQ_INT(mode_of(deep), 0700);
    CHECK_EQ_INT(files_in(deep), 0);
    set("XDG_DATA_HOME", "/dev/null");
    catch_begin(&output, stderr);
    CHECK(!cli_default_store(store, true));
    CHECK_EQ_TEXT(catch_end(&output), "arbiter: there is no folder for the games: Not a directory; "
                                      "name a file with --store\n");
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQ_INT(system(command), 0);
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/one", folder);
    snprintf(other, sizeof other, "%s/two", folder);
    RUN(an_output_appears_when_it_is_whole);
    RUN(an_output_that_cannot_be_written_is_told);
    RUN(an_interrupt_leaves_no_unfinished_file);
    RUN(lines_of_every_kind_are_read);
    RUN(what_cannot_be_read_is_told);
    RUN(blanks_are_cut_off_at_both_ends);
    RUN(the_folder_for_games_is_that_of_the_user);
    RUN(folders_are_made_down_to_the_last); /* and cleans up */
    return check_result();
}

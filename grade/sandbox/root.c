/* root.c: lists the parts of the system that a process in the sandbox sees. Layer: grade. */
#include "grade/sandbox/root.h"

#include <dirent.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_LIMIT = 512 };

static void add_word(grade_root *root, const char *word)
{
    text_put(&root->words, word, strlen(word) + 1);
    root->count++;
}

static void add_words(grade_root *root, const char *option, const char *from, const char *to)
{
    add_word(root, option);
    if (from != NULL)
        add_word(root, from);
    add_word(root, to);
}

/* Is this the name of a program or library that knows the rules of chess? */
static bool can_answer(const char *name)
{
    static const char *const patterns[] = {"*arbiter*", "*[Cc]hess*", "*stockfish*", "*shakmaty*",
                                           "crafty*",   "gnuchess*",  "*fruit*",     NULL};
    for (const char *const *p = patterns; *p != NULL; p++)
        if (fnmatch(*p, name, 0) == 0)
            return true;
    return false;
}

/* Hides the entries of a shown folder that could answer in the student's place. */
static void mask_answers(grade_root *root, const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        char path[PATH_LIMIT];
        struct stat status;
        if (!can_answer(entry->d_name) ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path ||
            lstat(path, &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode))
            add_words(root, "--tmpfs", NULL, path);
        else if (S_ISREG(status.st_mode)) /* links need no mask: they lead to files or folders */
            add_words(root, "--ro-bind", "/dev/null", path);
    }
    if (dir != NULL)
        closedir(dir);
}

/* Shows a file or folder, if it exists, under its own path. A link is replaced by what it leads to,
 * except into /usr/lib/jvm: Java finds its files by the path of its program. */
static void show(grade_root *root, const char *path)
{
    struct stat status;
    char target[PATH_MAX];
    if (stat(path, &status) != 0)
        return;
    if (S_ISREG(status.st_mode) && realpath(path, target) != NULL &&
        strncmp(target, "/usr/lib/jvm/", 13) == 0 && strcmp(path, target) != 0) {
        add_words(root, "--symlink", target, path);
        return;
    }
    add_words(root, "--ro-bind", path, path);
    if (S_ISDIR(status.st_mode))
        mask_answers(root, path);
}

static void show_all(grade_root *root, const char *folder, const char *const *names)
{
    for (; *names != NULL; names++) {
        char path[PATH_LIMIT];
        snprintf(path, sizeof path, "%s/%s", folder, *names);
        show(root, path);
    }
}

/* Shows the entries of a folder whose names fit a pattern; false if there are none. */
static bool show_matching(grade_root *root, const char *folder, const char *pattern)
{
    bool found = false;
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        char path[PATH_LIMIT];
        if (fnmatch(pattern, entry->d_name, FNM_PERIOD) != 0 || can_answer(entry->d_name) ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            continue;
        show(root, path);
        found = true;
    }
    if (dir != NULL)
        closedir(dir);
    return found;
}

/* /lib and the like are links into /usr, or folders of their own. */
static void show_old_place(grade_root *root, const char *name)
{
    char path[PATH_LIMIT], target[PATH_LIMIT];
    snprintf(path, sizeof path, "/%s", name);
    ssize_t len = readlink(path, target, sizeof target - 1);
    if (len > 0) {
        target[len] = '\0';
        add_words(root, "--symlink", target, path);
    } else if (strncmp(name, "lib", 3) == 0)
        show(root, path);
}

static void show_libraries(grade_root *root)
{
    static const char *const old[] = {"bin", "sbin", "lib", "lib32", "lib64", "libx32", NULL};
    if (!show_matching(root, "/usr/lib", "*-linux-*")) /* Debian has a folder by architecture */
        show(root, "/usr/lib");
    show(root, "/usr/lib64");
    for (const char *const *name = old; *name != NULL; name++)
        show_old_place(root, *name);
    show(root, "/etc/ld.so.cache");
    show(root, "/usr/bin/prlimit");
}

static void show_compilers(grade_root *root)
{
    static const char *const programs[] = {"sh", "g++",    "gcc",     "cc",        "c++", "as",
                                           "ld", "ld.bfd", "ld.gold", "addr2line", NULL};
    show_all(root, "/usr/bin", programs);
    show(root, "/usr/lib/gcc");
    show(root, "/usr/libexec/gcc");
    show(root, "/usr/include");
}

static void show_interpreters(grade_root *root)
{
    static const char *const programs[] = {
        "sh",     "bash",   "dash",   "env",      "cat",  "ls",      "cp",       "mv",
        "rm",     "mkdir",  "touch",  "echo",     "head", "tail",    "cut",      "tr",
        "sort",   "uniq",   "wc",     "seq",      "yes",  "sleep",   "test",     "[",
        "expr",   "true",   "false",  "printf",   "tee",  "dirname", "basename", "id",
        "kill",   "grep",   "sed",    "awk",      "gawk", "mawk",    "bc",       "find",
        "xargs",  "perl",   "ruby",   "lua",      "php",  "tclsh",   "python3",  "java",
        "node",   "nodejs", "stdbuf", "timeout",  "od",   "pwd",     "date",     "uname",
        "whoami", "df",     "du",     "stat",     "ln",   "chmod",   "readlink", "realpath",
        "mktemp", "mono",   "guile",  "ocamlrun", NULL};
    static const char *const folders[] = {
        "/usr/lib/jvm",      "/usr/lib/ruby",       "/usr/share/perl",   "/usr/share/perl5",
        "/usr/share/nodejs", "/usr/share/java",     "/usr/share/tcltk",  "/usr/lib/ocaml",
        "/usr/lib/mono",     "/usr/share/zoneinfo", "/etc/alternatives", NULL};
    show_all(root, "/usr/bin", programs);
    show_matching(root, "/usr/bin", "python3.*");
    show_matching(root, "/usr/lib", "python3.*");
    show_matching(root, "/usr/lib", "php*");
    show_matching(root, "/usr/share", "guile*");
    show_matching(root, "/etc", "java-*-openjdk");
    for (const char *const *folder = folders; *folder != NULL; folder++)
        show(root, *folder);
}

void grade_root_make(grade_root *root, grade_root_kind kind)
{
    *root = (grade_root){.count = 0};
    show_libraries(root);
    if (kind == GRADE_ROOT_BUILD || kind == GRADE_ROOT_WORKSHOP)
        show_compilers(root);
    if (kind == GRADE_ROOT_SHELL || kind == GRADE_ROOT_WORKSHOP)
        show_interpreters(root);
    if (kind == GRADE_ROOT_WORKSHOP)
        show_all(root, "/usr/bin", (const char *const[]){"make", "javac", "jar", "ar", NULL});
    add_words(root, "--proc", NULL, "/proc");
    add_words(root, "--dev", NULL, "/dev");
}

void grade_root_free(grade_root *root)
{
    text_free(&root->words);
    *root = (grade_root){.count = 0};
}

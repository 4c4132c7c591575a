/* test_grade_root.c: which parts of a system a submission sees. The system is a folder of this
 * test. */
#include "staged_system.h"

#include "grade/sandbox/root.h"

#include <limits.h>

int stat(const char *path, struct stat *status)
{
    char place[2048];
    return fstatat(AT_FDCWD, staged_path(path, place, sizeof place), status, 0);
}

int lstat(const char *path, struct stat *status)
{
    char place[2048];
    return fstatat(AT_FDCWD, staged_path(path, place, sizeof place), status, AT_SYMLINK_NOFOLLOW);
}

ssize_t readlink(const char *path, char *buf, size_t cap)
{
    char place[2048];
    return readlinkat(AT_FDCWD, staged_path(path, place, sizeof place), buf, cap);
}

/* Only links of one step, which are relative, are staged. */
char *realpath(const char *path, char *buf)
{
    char target[1024], whole[PATH_MAX];
    ssize_t len = readlink(path, target, sizeof target - 1);
    if (len < 0)
        return strcpy(buf, path);
    target[len] = '\0';
    snprintf(whole, sizeof whole, "%s", path);
    *strrchr(whole, '/') = '\0';
    const char *left = target;
    while (strncmp(left, "../", 3) == 0) {
        left += 3;
        *strrchr(whole, '/') = '\0';
    }
    snprintf(buf, PATH_MAX, "%.2000s/%.1000s", whole, left);
    return buf;
}

static void stage_link(const char *path, const char *target)
{
    char place[2048];
    snprintf(place, sizeof place, "%s%s", staged_folder, path);
    CHECK_EQ_INT(symlink(target, place), 0);
}

/* The words of a kind of job, in order, one space behind each; those of a folder are sorted,
 * because its entries come in any order. */
static const char *words_of(grade_root_kind kind)
{
    static char text[20000];
    grade_root root;
    size_t len = 0, seen = 0;
    text[0] = '\0';
    grade_root_make(&root, kind);
    CHECK(!root.words.failed);
    for (const char *word = root.words.at; seen < root.count; word += strlen(word) + 1, seen++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s ", word);
    grade_root_free(&root);
    CHECK(root.words.at == NULL && root.count == 0);
    return text;
}

#define DEVICES "--proc /proc --dev /dev "

TEST(a_system_of_debian)
{
    stage_begin();
    stage_file("/usr/lib/x86_64-linux-gnu/libc.so", "");
    stage_file("/usr/lib/x86_64-linux-gnu/libarbiter.so.0", "");
    stage_file("/usr/lib/other/x", "");
    stage_file("/usr/lib64/ld.so", "");
    stage_file("/usr/bin/prlimit", "");
    stage_file("/usr/bin/arbiter", "");
    stage_file("/bin/x", "");
    stage_file("/lib32/x", "");
    stage_link("/lib", "usr/lib");
    stage_link("/lib64", "usr/lib64");
    stage_link("/sbin", "usr/sbin");
    stage_file("/etc/ld.so.cache", "");
    stage_file("/opt/chess", "");
    staged_all = true;
#define LIBRARIES                                                                                  \
    "--ro-bind /usr/lib/x86_64-linux-gnu /usr/lib/x86_64-linux-gnu "                               \
    "--ro-bind /dev/null /usr/lib/x86_64-linux-gnu/libarbiter.so.0 "                               \
    "--ro-bind /usr/lib64 /usr/lib64 --symlink usr/sbin /sbin --symlink usr/lib /lib "             \
    "--ro-bind /lib32 /lib32 --symlink usr/lib64 /lib64 "                                          \
    "--ro-bind /etc/ld.so.cache /etc/ld.so.cache --ro-bind /usr/bin/prlimit /usr/bin/prlimit "
    CHECK_EQ_TEXT(words_of(GRADE_ROOT_RUN), LIBRARIES DEVICES);
    stage_file("/usr/bin/sh", "");
    stage_file("/usr/bin/make", "");
    stage_file("/usr/bin/ld.bfd", "");
    stage_file("/usr/bin/lua", "");
    stage_file("/usr/bin/nano", "");
#define SHELL "--ro-bind /usr/bin/sh /usr/bin/sh "
#define LINKER "--ro-bind /usr/bin/ld.bfd /usr/bin/ld.bfd "
#define LUA "--ro-bind /usr/bin/lua /usr/bin/lua "
    CHECK_EQ_TEXT(words_of(GRADE_ROOT_RUN), LIBRARIES DEVICES);
    CHECK_EQ_TEXT(words_of(GRADE_ROOT_BUILD), LIBRARIES SHELL LINKER DEVICES);
    CHECK_EQ_TEXT(words_of(GRADE_ROOT_SHELL), LIBRARIES SHELL LUA DEVICES);
    CHECK_EQ_TEXT(words_of(GRADE_ROOT_WORKSHOP), LIBRARIES SHELL LINKER SHELL LUA
                  "--ro-bind /usr/bin/make /usr/bin/make " DEVICES);
    staged_all = false;
    stage_end();
}

TEST(what_can_answer_is_hidden)
{
    static const struct {
        const char *name;
        bool hidden;
    } rows[] = {
        {"arbiter", true},  {"libarbiter.a", true}, {"chess", true},      {"Chess.pm", true},
        {"pychess", true},  {"stockfish", true},    {"Stockfish", false}, {"libstockfish-11", true},
        {"shakmaty", true}, {"crafty-23", true},    {"xcrafty", false},   {"gnuchess", true},
        {"gnuche", false},  {"toga-fruit", true},   {"CHESS", false},     {"x", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int folder = 0; folder < 2; folder++) {
            char path[128], expected[400];
            check_case("%s %d", rows[i].name, folder);
            stage_begin();
            snprintf(path, sizeof path, "/usr/include/%s%s", rows[i].name, folder ? "/x" : "");
            stage_file(path, "");
            stage_file("/usr/bin/sh", "");
            stage_link("/usr/include/arbiter.h", "x");
            staged_all = true;
            if (rows[i].hidden && folder)
                snprintf(expected, sizeof expected, "--tmpfs /usr/include/%s ", rows[i].name);
            else if (rows[i].hidden)
                snprintf(expected, sizeof expected, "--ro-bind /dev/null /usr/include/%s ",
                         rows[i].name);
            else
                expected[0] = '\0';
            char whole[600];
            snprintf(
                whole, sizeof whole,
                "--ro-bind /usr/bin/sh /usr/bin/sh --ro-bind /usr/include /usr/include %s" DEVICES,
                expected);
            CHECK_EQ_TEXT(words_of(GRADE_ROOT_BUILD), whole);
            staged_all = false;
            stage_end();
        }
    check_case("%s", "");
}

TEST(interpreters_and_where_they_look)
{
    stage_begin();
    stage_file("/usr/lib/libc.so", "");
    stage_file("/usr/lib/jvm/j/bin/java", "");
    stage_file("/usr/bin/python3.11", "");
    stage_file("/usr/bin/python3.11-chess", "");
    stage_file("/usr/share/guile-3/x", "");
    stage_file("/etc/java-17-openjdk/x", "");
    stage_link("/usr/bin/java", "../lib/jvm/j/bin/java");
    stage_link("/usr/bin/python3", "python3.11");
    stage_link("/usr/bin/perl", "nowhere");
    staged_all = true;
    CHECK_EQ_TEXT(words_of(GRADE_ROOT_SHELL),
                  "--ro-bind /usr/lib /usr/lib --ro-bind /usr/bin/python3 /usr/bin/python3 "
                  "--symlink /usr/lib/jvm/j/bin/java /usr/bin/java "
                  "--ro-bind /usr/bin/python3.11 /usr/bin/python3.11 "
                  "--ro-bind /usr/share/guile-3 /usr/share/guile-3 "
                  "--ro-bind /etc/java-17-openjdk /etc/java-17-openjdk "
                  "--ro-bind /usr/lib/jvm /usr/lib/jvm " DEVICES);
    staged_all = false;
    stage_end();
}

int main(void)
{
    RUN(a_system_of_debian);
    RUN(what_can_answer_is_hidden);
    RUN(interpreters_and_where_they_look);
    return check_result();
}

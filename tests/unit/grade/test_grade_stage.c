/* test_grade_stage.c: what is copied to the folder in which a submission is graded, and how much.
 */
#include "check.h"
#include "deep_path.h"
#include "grade/intake/stage.h"
#include "staged_text.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Calls to the system, as the tests want them ---- */

static bool in_pieces;  /* reads and writes come in pieces of 3 bytes, and are interrupted */
static int broken;      /* error of the next read or write; 0: none */
static unsigned calls_; /* while they come in pieces */

/* Does the call fail? If not, it may move so many bytes. */
static bool fails(size_t *size)
{
    if (broken != 0) {
        errno = broken;
        return true;
    }
    if (!in_pieces)
        return false;
    *size = *size < 3 ? *size : 3;
    errno = EINTR;
    return ++calls_ % 2 == 1;
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    return fails(&size) ? -1 : (ssize_t)syscall(SYS_write, fd, bytes, size);
}

ssize_t read(int fd, void *bytes, size_t size)
{
    return fails(&size) ? -1 : (ssize_t)syscall(SYS_read, fd, bytes, size);
}

static grade_stage stage;

TEST(the_stage_has_limits)
{
    char name[40];
    CHECK(grade_stage_open(&stage));
    for (unsigned i = 0; i < GRADE_COPY_FILES; i++)
        CHECK(grade_stage_count(&stage, "x"));
    CHECK(!grade_stage_count(&stage, "x") && stage.at_fault);
    stage.files = 0;
    stage.copied = ((uint64_t)GRADE_COPY_MEBIBYTES << 20) - 3;
    CHECK(grade_stage_write(&stage, "a", "", 0));
    CHECK(grade_stage_append(&stage, "a", "123", 3));
    CHECK(!grade_stage_append(&stage, "a", "4", 1) && stage.at_fault);
    stage.copied = 0;
    CHECK(grade_stage_append(&stage, "a", "56", 2));
    CHECK_EQ_INT(stage.copied, 2);
    struct stat status;
    char made[GRADE_PATH_LIMIT];
    CHECK(grade_stage_path(&stage, "a", made, sizeof made) && stat(made, &status) == 0);
    CHECK_EQ_INT(status.st_mode & 07777, 0755);

    /* A folder is copied with its folders; links, the stage itself and .git are left out. */
    CHECK(grade_stage_folder(&stage, "from") && grade_stage_folder(&stage, "from/.git"));
    for (int i = 0; i < 40; i++) { /* more than the list of folders has room for at first */
        snprintf(name, sizeof name, "from/f%d", i);
        CHECK(grade_stage_folder(&stage, name));
        snprintf(name, sizeof name, "from/f%d/file", i);
        CHECK(grade_stage_write(&stage, name, "text", 4));
    }
    char from[GRADE_PATH_LIMIT + 40], link[GRADE_PATH_LIMIT + 60];
    snprintf(from, sizeof from, "%s/from", stage.root);
    snprintf(link, sizeof link, "%s/link", from);
    CHECK(symlink("f0/file", link) == 0);
    stage.files = 0;
    stage.copied = 0;
    CHECK(grade_stage_copy(&stage, from, "in"));
    CHECK_EQ_INT(stage.files, 80);
    CHECK_EQ_INT(stage.copied, 160);
    CHECK_EQ_TEXT(staged_text(&stage, "f39/file"), "text");
    CHECK(staged_text(&stage, "link") == NULL && !grade_stage_has(&stage, "in/.git"));
    CHECK(grade_stage_has(&stage, "in/f39") && !grade_stage_has(&stage, "in/f39/file"));
    stage.files = GRADE_COPY_FILES - 79;
    CHECK(!grade_stage_copy(&stage, from, "in2") && stage.at_fault);
    stage.files = GRADE_COPY_FILES - 80;
    stage.copied = 0;
    CHECK(grade_stage_copy(&stage, from, "in3"));
    stage.files = 0;
    stage.copied = ((uint64_t)GRADE_COPY_MEBIBYTES << 20) - 159;
    CHECK(!grade_stage_copy(&stage, from, "in4") && stage.at_fault);
    stage.copied = 0;
    stage.at_fault = false;
    CHECK(!grade_stage_copy(&stage, "/nowhere", "in5") && !stage.at_fault);
    CHECK(!grade_stage_copy(&stage, from, "in") && !stage.at_fault); /* it is there */
    CHECK(!grade_stage_copy(&stage, "/dev/null", "in6") && stage.at_fault);
    CHECK(strstr(stage.error, "is no regular file") != NULL);
    char root[GRADE_PATH_LIMIT];
    snprintf(root, sizeof root, "%s", stage.root);
    grade_stage_close(&stage);
    CHECK(access(root, F_OK) != 0 && stage.root[0] == '\0');
    grade_stage_close(&stage);
}

TEST(the_stage_may_lie_in_what_is_copied)
{
    char outer[] = "/tmp/arbiter-outer-XXXXXX", file[60];
    CHECK(mkdtemp(outer) != NULL && chmod(outer, 0755) == 0);
    setenv("TMPDIR", outer, 1);
    CHECK(grade_stage_open(&stage));
    CHECK(strncmp(stage.root, outer, strlen(outer)) == 0);
    snprintf(file, sizeof file, "%s/file", outer);
    FILE *out = fopen(file, "w");
    CHECK(out != NULL && fputs("text", out) >= 0 && fclose(out) == 0);
    CHECK(grade_stage_copy(&stage, outer, "in"));
    CHECK_EQ_TEXT(staged_text(&stage, "file"), "text");
    CHECK_EQ_INT(stage.files, 1);
    grade_stage_close(&stage);
    remove(file);
    CHECK(rmdir(outer) == 0);
    CHECK(!grade_stage_open(&stage) || strncmp(stage.root, "/tmp/", 5) == 0);
    grade_stage_close(&stage);
    unsetenv("TMPDIR");
}

/* The message, with "STAGE" for the stage's folder. */
static const char *said(bool ok)
{
    static char text[GRADE_PATH_LIMIT + 200];
    size_t len = strlen(stage.root);
    CHECK(!ok);
    bool own = strncmp(stage.error, stage.root, len) == 0;
    snprintf(text, sizeof text, "%s%s", own ? "STAGE" : "", stage.error + (own ? len : 0));
    return text;
}

TEST(what_cannot_be_done_is_said)
{
    char file[GRADE_PATH_LIMIT + 20], folder[GRADE_PATH_LIMIT + 20];
    CHECK(grade_stage_open(&stage));
    CHECK_EQ_TEXT(said(grade_stage_folder(&stage, "no/where")),
                  "STAGE/no/where: No such file or directory");
    CHECK_EQ_TEXT(said(grade_stage_write(&stage, "no/where", "", 0)),
                  "STAGE/no/where: No such file or directory");
    CHECK(!stage.at_fault);
    CHECK_EQ_TEXT(said(grade_stage_append(&stage, "nowhere", "", 0)),
                  "STAGE/nowhere: No such file or directory");
    CHECK_EQ_TEXT(said(grade_stage_give(&stage, "nowhere", getuid())),
                  "nowhere: No such file or directory");
    CHECK(grade_stage_folder(&stage, "folder"));
    CHECK_EQ_TEXT(said(grade_stage_folder(&stage, "folder")), "STAGE/folder: File exists");
    CHECK(!stage.at_fault);
    CHECK_EQ_TEXT(said(grade_stage_write(&stage, "folder", "", 0)), "STAGE/folder: Is a directory");
    CHECK(stage.at_fault); /* it was handed in where a file of ours should be */
    snprintf(file, sizeof file, "%s/link", stage.root);
    CHECK(symlink("folder", file) == 0);
    CHECK_EQ_TEXT(said(grade_stage_append(&stage, "link", "", 0)),
                  "STAGE/link: Too many levels of symbolic links");
    snprintf(file, sizeof file, "%s/file", stage.root);
    snprintf(folder, sizeof folder, "%s/folder", stage.root);
    CHECK(grade_stage_write(&stage, "file", "text", 4));
    stage.at_fault = false;
    CHECK_EQ_TEXT(said(grade_stage_copy(&stage, file, "file")), "STAGE/file: File exists");
    CHECK_EQ_TEXT(said(grade_stage_copy(&stage, "/nowhere", "new")),
                  "/nowhere: No such file or directory");
    CHECK_EQ_TEXT(said(grade_stage_copy(&stage, folder, "no/where")),
                  "STAGE/no/where: No such file or directory");
    CHECK(!stage.at_fault);
    grade_stage_close(&stage);
    setenv("TMPDIR", "/proc/self", 1);
    CHECK(!grade_stage_open(&stage));
    CHECK(strncmp(stage.error, "/proc/self/arbiter-grade-", 25) == 0);
    CHECK_EQ_TEXT(stage.error + 31, ": No such file or directory");
    CHECK_EQ_TEXT(stage.root, "");
    unsetenv("TMPDIR");
}

/* The paths of a copy and of what is copied have the same limit, and each may be the longer one. */
TEST(what_is_copied_has_a_limit)
{
    static const char *const tops[] = {"/tmp/arbiter-s.XXXXXX",
                                       "/tmp/arbiter-a-source-with-a-longer-name.XXXXXX"};
    for (size_t i = 0; i < 2; i++)
        for (size_t more = 0; more < 2; more++) {
            char top[100], command[200];
            check_case("row %zu, %zu bytes more", i, more);
            CHECK(grade_stage_open(&stage));
            snprintf(top, sizeof top, "%s", tops[i]);
            CHECK(mkdtemp(top) != NULL && chmod(top, 0755) == 0);
            size_t own = strlen(stage.root) + strlen("/in"), len = GRADE_PATH_LIMIT - 1 + more;
            CHECK((own > strlen(top)) == (i == 0));
            if (i == 0)
                len -= own - strlen(top);
            put_deep_file(deep_path(top, len), "text");
            CHECK_EQ_INT(grade_stage_copy(&stage, top, "in"), more == 0);
            CHECK_EQ_INT(stage.at_fault, more == 1);
            if (more == 1)
                CHECK(strstr(stage.error, "nnn: a path too long") != NULL);
            else
                CHECK_EQ_TEXT(staged_text(&stage, deep_path(top, len) + strlen(top) + 1), "text");
            grade_stage_close(&stage);
            snprintf(command, sizeof command, "rm -r '%s'", top);
            CHECK_EQ_INT(system(command), 0);
        }
    check_case("%s", "");
}

TEST(files_come_in_pieces)
{
    char path[GRADE_PATH_LIMIT];
    CHECK(grade_stage_open(&stage) && grade_stage_folder(&stage, "in"));
    in_pieces = true;
    bool ok = grade_stage_write(&stage, "in/a", "0123456789", 10) &&
              grade_stage_append(&stage, "in/a", "abcd", 4) &&
              grade_stage_path(&stage, "in/a", path, sizeof path) &&
              grade_stage_copy(&stage, path, "in/b");
    in_pieces = false;
    CHECK(ok && calls_ > 20);
    CHECK_EQ_TEXT(staged_text(&stage, "a"), "0123456789abcd");
    CHECK_EQ_TEXT(staged_text(&stage, "b"), "0123456789abcd");
    broken = EIO;
    CHECK_EQ_TEXT(said(grade_stage_write(&stage, "in/c", "x", 1)),
                  "STAGE/in/c: Input/output error");
    CHECK_EQ_TEXT(said(grade_stage_append(&stage, "in/a", "x", 1)),
                  "STAGE/in/a: Input/output error");
    CHECK_EQ_TEXT(said(grade_stage_copy(&stage, path, "in/d")), "STAGE/in/a: Input/output error");
    broken = 0;
    CHECK(!stage.at_fault);
    grade_stage_close(&stage);
}

/* A name that leads to a path of so many bytes on the stage, with a file name of at most 200. */
static const char *name_of(size_t len)
{
    static char names[2][2 * GRADE_PATH_LIMIT];
    static int next;
    char *name = names[next++ % 2];
    size_t size = len - strlen(stage.root) - 1;
    for (size_t i = 0; i < size; i++)
        name[i] = i % 200 == 199 && i + 1 < size ? '/' : 'n';
    name[size] = '\0';
    return name;
}

TEST(a_path_is_joined)
{
    char path[GRADE_PATH_LIMIT + 1], name[GRADE_PATH_LIMIT];
    CHECK(grade_path_join(path, "a", "b/c"));
    CHECK_EQ_TEXT(path, "a/b/c");
    CHECK(grade_path_join(path, "", "b"));
    CHECK_EQ_TEXT(path, "b");
    memset(name, 'n', sizeof name);
    name[GRADE_PATH_LIMIT - 3] = '\0';
    CHECK(grade_path_join(path, "a", name));
    CHECK_EQ_INT(strlen(path), GRADE_PATH_LIMIT - 1);
    path[GRADE_PATH_LIMIT] = '!';
    CHECK(!grade_path_join(path, "ab", name) && path[GRADE_PATH_LIMIT] == '!');
}

TEST(paths_have_a_limit)
{
    enum { MOST = GRADE_PATH_LIMIT - 1 };
    char path[GRADE_PATH_LIMIT], file[GRADE_PATH_LIMIT + 20], nested[2 * GRADE_PATH_LIMIT];
    CHECK(grade_stage_open(&stage));
    CHECK(grade_stage_path(&stage, name_of(MOST), path, sizeof path));
    CHECK_EQ_INT(strlen(path), MOST);
    CHECK(!grade_stage_path(&stage, name_of(MOST + 1), path, sizeof path));
    for (size_t len = strlen(stage.root) + 1 + 199; len < MOST; len += 200)
        CHECK(grade_stage_folder(&stage, name_of(len)));
    snprintf(file, sizeof file, "%s/file", stage.root);
    CHECK(grade_stage_write(&stage, "file", "text", 4));
    CHECK(grade_stage_write(&stage, name_of(MOST), "", 0) &&
          grade_stage_append(&stage, name_of(MOST), "x", 1));
    CHECK(grade_stage_path(&stage, name_of(MOST), path, sizeof path) && unlink(path) == 0);
    CHECK(grade_stage_copy(&stage, file, name_of(MOST)));
    stage.at_fault = false;
    CHECK_EQ_TEXT(said(grade_stage_folder(&stage, name_of(MOST + 1))), "a path too long");
    CHECK_EQ_TEXT(said(grade_stage_write(&stage, name_of(MOST + 1), "", 0)), "a path too long");
    CHECK_EQ_TEXT(said(grade_stage_copy(&stage, file, name_of(MOST + 1))), "a path too long");
    CHECK(!stage.at_fault);
    CHECK(!grade_stage_append(&stage, name_of(MOST + 1), "", 0) && stage.at_fault);
    CHECK(!grade_stage_has(&stage, name_of(MOST + 1)));
    stage.at_fault = false;
    CHECK(!grade_stage_give(&stage, name_of(MOST + 1), getuid()) && !stage.at_fault);
    /* What is copied may lie deeper than a path may lead. */
    snprintf(nested, sizeof nested, "%s/%.199s", stage.root, name_of(MOST));
    CHECK(grade_stage_copy(&stage, nested, "copy"));
    CHECK_EQ_INT(stage.files, 1 + 3 + 1);
    grade_stage_close(&stage);
}

int main(void)
{
    RUN(the_stage_has_limits);
    RUN(the_stage_may_lie_in_what_is_copied);
    RUN(what_cannot_be_done_is_said);
    RUN(what_is_copied_has_a_limit);
    RUN(files_come_in_pieces);
    RUN(a_path_is_joined);
    RUN(paths_have_a_limit);
    return check_result();
}

/* test_grade_hold.c: the namespaces of a process that bubblewrap has started, in a /proc of this
 * test. */
#include "staged_system.h"

#include "grade/sandbox/nest.h"

#include <time.h>

/* ---- Time: at each pause the process comes nearer to its end ---- */

static unsigned pauses, needed; /* so many until it has given up its rights */

static void stage_rights(const char *line)
{
    char text[200];
    snprintf(text, sizeof text, "Name:\tbwrap\n%sCapBnd:\t0000000000000001\n", line);
    stage_file("/proc/77/status", text);
}

int nanosleep(const struct timespec *pause, struct timespec *left)
{
    (void)left;
    CHECK(pause->tv_sec == 0 && pause->tv_nsec == 200000);
    if (++pauses == needed)
        stage_rights("CapEff:\t0000000000000000\n");
    return 0;
}

static void stage_space(const char *name)
{
    char path[100], place[200], target[100];
    snprintf(path, sizeof path, "/proc/77/ns/%s", name);
    stage_file("/proc/77/ns/any", ""); /* makes the folder */
    snprintf(place, sizeof place, "%s%s", staged_folder, path);
    snprintf(target, sizeof target, "/proc/self/ns/%s", name);
    CHECK_EQ_INT(symlink(target, place), 0);
}

/* Lets the nest hold what it is told of. */
static bool hold(grade_nest *nest, const char *told)
{
    int ends[2];
    *nest = (grade_nest){.spaces = {-1, -1, -1, -1}};
    pauses = 0;
    CHECK(pipe(ends) == 0 && write(ends[1], told, strlen(told)) == (ssize_t)strlen(told));
    close(ends[1]);
    bool held = grade_nest_hold(nest, ends[0]);
    close(ends[0]);
    return held;
}

#define TOLD "{\n    \"child-pid\": 77,\n    \"net-namespace\": 4026532\n}\n"

static bool is_space(int fd, const char *name)
{
    struct stat held, own;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/ns/%s", name);
    return fd >= 0 && fstat(fd, &held) == 0 && stat(path, &own) == 0 && held.st_ino == own.st_ino;
}

TEST(the_rights_are_awaited)
{
    grade_nest nest;
    static const char *const some[] = {"CapEff:\t0000000000000001\n", "CapEff:\t8000000000000000\n",
                                       "CapEff:\t000001ffffffffff\n"};
    stage_begin();
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        for (needed = 1; needed < 4; needed += 2) {
            check_case("row %zu, %u pauses", i, needed);
            stage_rights(some[i]);
            CHECK(!hold(&nest, TOLD)); /* it has no spaces here */
            CHECK_EQ_INT(pauses, needed);
        }
    check_case("%s", "unknown");
    stage_rights("");
    CHECK(!hold(&nest, TOLD));
    CHECK_EQ_INT(pauses, 0);
    check_case("%s", "none from the start");
    stage_rights("CapEff:\t0000000000000000\n");
    CHECK(!hold(&nest, TOLD));
    CHECK_EQ_INT(pauses, 0);
    check_case("%s", "a number without a blank");
    stage_rights(some[0]);
    needed = 2;
    CHECK(!hold(&nest, "{\"child-pid\":77\n}"));
    CHECK_EQ_INT(pauses, 2);
    check_case("%s", "");
    stage_end();
}

TEST(the_spaces_are_held)
{
    static const char *const names[] = {"mnt", "net", "uts"};
    static const char *const bad[] = {"", "{\n    \"child-pid\": 77", "{\n    \"child-pid\": 78,\n",
                                      "{\n    \"child-pid\": -77,\n", "{\n    \"child\": 77,\n"};
    grade_nest nest;
    stage_begin();
    stage_rights("CapEff:\t0000000000000000\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_case("without %s", names[i]);
        CHECK(!hold(&nest, TOLD));
        CHECK_EQ_INT(nest.spaces[0], -1);
        for (int space = 1; space < GRADE_NEST_SPACES; space++) {
            CHECK_EQ_INT(nest.spaces[space] >= 0, (size_t)space <= i);
            if (nest.spaces[space] >= 0)
                close(nest.spaces[space]);
        }
        stage_space(names[i]);
    }
    check_case("%s", "all");
    if (hold(&nest, TOLD)) { /* where this program may ask for the owner of its mounts */
        CHECK(is_space(nest.spaces[0], "user"));
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            CHECK(is_space(nest.spaces[i + 1], names[i]));
        for (int i = 0; i < GRADE_NEST_SPACES; i++) {
            CHECK_EQ_INT(fcntl(nest.spaces[i], F_GETFD), FD_CLOEXEC);
            close(nest.spaces[i]);
        }
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        check_case("%s", bad[i]);
        CHECK(!hold(&nest, bad[i]));
        for (int space = 0; space < GRADE_NEST_SPACES; space++)
            CHECK_EQ_INT(nest.spaces[space], -1);
    }
    check_case("%s", "it never gives up its rights");
    needed = 0;
    stage_rights("CapEff:\t0000000000000001\n");
    CHECK(!hold(&nest, TOLD));
    CHECK_EQ_INT(pauses, 50000);
    for (int space = 0; space < GRADE_NEST_SPACES; space++)
        CHECK_EQ_INT(nest.spaces[space], -1);
    check_case("%s", "");
    stage_end();
}

int main(void)
{
    RUN(the_rights_are_awaited);
    RUN(the_spaces_are_held);
    return check_result();
}

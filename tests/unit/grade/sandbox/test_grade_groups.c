/* test_grade_groups.c: control groups in a tree of this test, whose files the kernel would make. */
#include "staged_system.h"

#include "grade/sandbox/control_group.h"

#include <errno.h>
#include <stdint.h>
#include <sys/xattr.h>
#include <time.h>

/* ---- The system, as the tests want it ---- */

static struct {
    bool writable;              /* may this program write the group it is in? */
    uid_t user;                 /* who it is */
    const char *mark;           /* the mark of a delegated group, or NULL */
    const char *const *made;    /* the files of a new folder; the list ends with NULL */
    bool parent_takes;          /* from then on the group above takes controllers */
    unsigned busy;              /* so often a folder cannot be removed yet */
    unsigned pauses;            /* how often the program has waited */
    char base[600], last[1100]; /* the group it is in; the last folder that it made */
} system_;

static const char *const usual[] = {"memory.swap.max", "memory.oom.group", "memory.max", "pids.max",
                                    "cgroup.procs",    "cgroup.kill",      NULL};

static void put(const char *folder, const char *name, const char *text)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder + strlen(staged_folder), name);
    stage_file(path, text);
}

static const char *got(const char *folder, const char *name)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder + strlen(staged_folder), name);
    return stage_text(path);
}

int mkdir(const char *path, mode_t mode)
{
    int done = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (done != 0 || staged_folder[0] == '\0')
        return done;
    CHECK_EQ_INT(mode, 0755);
    snprintf(system_.last, sizeof system_.last, "%s", path);
    for (const char *const *name = system_.made; *name != NULL; name++)
        put(path, *name, "");
    if (system_.parent_takes)
        put(system_.base, "cgroup.subtree_control", "");
    return 0;
}

int rmdir(const char *path)
{
    if (staged_folder[0] != '\0' && system_.busy > 0) {
        system_.busy--;
        errno = EBUSY;
        return -1;
    }
    for (const char *const *name = system_.made; staged_folder[0] != '\0' && *name != NULL;
         name++) {
        char file[1200];
        snprintf(file, sizeof file, "%s/%s", path, *name);
        unlink(file);
    }
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

int nanosleep(const struct timespec *pause, struct timespec *left)
{
    (void)left;
    CHECK_EQ_INT(pause->tv_sec, 0);
    CHECK_EQ_INT(pause->tv_nsec, 1000000);
    system_.pauses++;
    return 0;
}

ssize_t getxattr(const char *path, const char *name, void *value, size_t size)
{
    CHECK_EQ_TEXT(path, system_.base);
    if (system_.mark == NULL || strcmp(name, system_.mark) != 0) {
        errno = ENODATA;
        return -1;
    }
    CHECK(size >= 1);
    memcpy(value, "1", 1);
    return 1;
}

uid_t geteuid(void)
{
    return system_.user;
}

int access(const char *path, int mode)
{
    CHECK_EQ_TEXT(path, system_.base);
    CHECK_EQ_INT(mode, W_OK);
    return system_.writable ? 0 : -1;
}

/* ---- The tree ---- */

/* Stages a tree whose root is mounted at "/cg", with this program in the group `own`. */
static void begin(const char *own)
{
    char text[1000];
    stage_begin();
    memset(&system_, 0, sizeof system_);
    system_.writable = true;
    system_.user = 1000;
    system_.made = usual;
    snprintf(text, sizeof text,
             "24 29 0:22 / /proc rw - proc proc rw\n30 29 0:25 / /cgroup2 rw - tmpfs cgroup2 rw\n"
             "36 25 0:31 / %s/cg rw,nosuid shared:4 - cgroup2 cgroup2 rw\n37 25 0:32 / /later rw - "
             "cgroup2 cgroup2 rw\n",
             staged_folder);
    stage_file("/proc/self/mountinfo", text);
    snprintf(text, sizeof text, "2:cpu:/0::/no\n1:name=systemd:/x\n0::%s\n", own);
    stage_file("/proc/self/cgroup", text);
    snprintf(system_.base, sizeof system_.base, "%s/cg%s", staged_folder,
             strcmp(own, "/") == 0 ? "" : own);
    put(system_.base, "cgroup.controllers", "cpuset cpu io memory pids\n");
    put(system_.base, "cgroup.procs", "");
}

static const char *found(grade_group_tree *tree)
{
    memset(tree, 'x', sizeof *tree);
    tree->moved = true;
    grade_group_tree_find(tree);
    return tree->base;
}

TEST(a_group_that_shares_out_already_is_used_as_it_is)
{
    grade_group_tree tree;
    begin("/own");
    put(system_.base, "cgroup.subtree_control", "cpu memory pids\n");
    CHECK_EQ_TEXT(found(&tree), system_.base);
    CHECK(!tree.moved && system_.last[0] == '\0');
    grade_group_tree_leave(&tree);
    CHECK_EQ_TEXT(got(system_.base, "cgroup.subtree_control"), "cpu memory pids\n");
    CHECK_EQ_TEXT(got(system_.base, "cgroup.procs"), "");
    stage_end();
}

TEST(a_group_without_processes_begins_to_share_out)
{
    static const char *const before[] = {"", "cpu pids", "cpu memory"};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        grade_group_tree tree;
        check_case("%s", before[i]);
        begin("/");
        put(system_.base, "cgroup.subtree_control", before[i]);
        CHECK_EQ_TEXT(found(&tree), system_.base);
        CHECK(!tree.moved && system_.last[0] == '\0');
        CHECK_EQ_TEXT(got(system_.base, "cgroup.subtree_control"), "+memory +pids");
        stage_end();
    }
    check_case("%s", "");
}

TEST(a_group_with_processes_makes_room_first)
{
    grade_group_tree tree;
    char leaf[700], pid[24];
    begin("/a/own");
    system_.parent_takes = true;
    snprintf(leaf, sizeof leaf, "%s/arbiter-%ld", system_.base, (long)getpid());
    snprintf(pid, sizeof pid, "%ld", (long)getpid());
    CHECK_EQ_TEXT(found(&tree), system_.base);
    CHECK(tree.moved);
    CHECK_EQ_TEXT(system_.last, leaf);
    CHECK_EQ_TEXT(got(leaf, "cgroup.procs"), pid);
    CHECK_EQ_TEXT(got(system_.base, "cgroup.procs"), "");
    CHECK_EQ_TEXT(got(system_.base, "cgroup.subtree_control"), "+memory +pids");
    grade_group_tree_leave(&tree);
    CHECK(!tree.moved);
    CHECK_EQ_TEXT(got(system_.base, "cgroup.procs"), pid);
    CHECK_EQ_TEXT(got(system_.base, "cgroup.subtree_control"), "-memory -pids");
    CHECK_EQ_TEXT(got(leaf, "cgroup.procs"), NULL);
    stage_end();
}

TEST(a_group_that_cannot_share_out_is_left_as_it_was)
{
    static const char *const nothing[] = {NULL};
    grade_group_tree tree;
    char pid[24];
    snprintf(pid, sizeof pid, "%ld", (long)getpid());
    begin("/own");
    CHECK_EQ_TEXT(found(&tree), "");
    CHECK(!tree.moved && system_.last[0] != '\0');
    CHECK_EQ_INT(syscall(SYS_faccessat, AT_FDCWD, system_.last, F_OK), -1);
    CHECK_EQ_TEXT(got(system_.base, "cgroup.procs"), pid);
    stage_end();
    check_case("%s", "the new group takes no process");
    begin("/own");
    system_.made = nothing;
    system_.parent_takes = true;
    CHECK_EQ_TEXT(found(&tree), "");
    CHECK(!tree.moved);
    CHECK_EQ_INT(syscall(SYS_faccessat, AT_FDCWD, system_.last, F_OK), -1);
    CHECK_EQ_TEXT(got(system_.base, "cgroup.procs"), "");
    CHECK_EQ_TEXT(got(system_.base, "cgroup.subtree_control"), "");
    stage_end();
    check_case("%s", "the new group is there already");
    begin("/own");
    char leaf[64];
    snprintf(leaf, sizeof leaf, "arbiter-%ld/cgroup.procs", (long)getpid());
    put(system_.base, leaf, "");
    CHECK_EQ_TEXT(found(&tree), "");
    CHECK_EQ_TEXT(got(system_.base, leaf), "");
    stage_end();
    check_case("%s", "");
}

TEST(who_may_change_a_group)
{
    static const struct {
        const char *own;
        uid_t user;
        const char *mark;
        bool writable, may;
    } rows[] = {
        {"/own", 0, NULL, true, false},
        {"/own", 0, "user.delegate", true, true},
        {"/own", 0, "trusted.delegate", true, true},
        {"/own", 0, "user.other", true, false},
        {"/own", 1000, NULL, true, true},
        {"/own", 1000, NULL, false, false},
        {"/", 0, NULL, true, true},
        {"/", 0, NULL, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_group_tree tree;
        check_case("row %zu", i);
        begin(rows[i].own);
        system_.user = rows[i].user;
        system_.mark = rows[i].mark;
        system_.writable = rows[i].writable;
        put(system_.base, "cgroup.subtree_control", "memory pids");
        CHECK_EQ_TEXT(found(&tree), rows[i].may ? system_.base : "");
        CHECK(!tree.moved);
        stage_end();
    }
    check_case("%s", "");
}

TEST(systems_without_groups)
{
    grade_group_tree tree;
    static const struct {
        const char *file, *text;
    } rows[] = {
        {"/proc/self/mountinfo", "24 29 0:22 / /proc rw - proc proc rw\n"},
        {"/proc/self/mountinfo", ""},
        {"/proc/self/cgroup", "1:name=systemd:/x\n"},
        {"/proc/self/cgroup", "10::/own\n"},
        {"/proc/self/cgroup", ""},
        {"/cg/own/cgroup.controllers", "cpu memory\n"},
        {"/cg/own/cgroup.controllers", "cpu pids\n"},
        {"/cg/own/cgroup.controllers", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        begin("/own");
        put(system_.base, "cgroup.subtree_control", "memory pids");
        stage_file(rows[i].file, rows[i].text);
        CHECK_EQ_TEXT(found(&tree), "");
        CHECK_EQ_INT(grade_group_open(&(grade_group){.path = "x"}, &tree, 1, 1, 1), -1);
        stage_end();
    }
    check_case("%s", "no files at all");
    stage_begin();
    CHECK_EQ_TEXT(found(&tree), "");
    stage_end();
    check_case("%s", "the line is the first");
    begin("/own");
    put(system_.base, "cgroup.subtree_control", "memory pids");
    stage_file("/proc/self/cgroup", "0::/own\n1:name=systemd:/x\n");
    CHECK_EQ_TEXT(found(&tree), system_.base);
    stage_end();
    check_case("%s", "a path that is too long");
    begin("/own");
    put(system_.base, "cgroup.subtree_control", "memory pids");
    for (size_t len = GRADE_GROUP_PATH - 40; len < GRADE_GROUP_PATH + 4; len++) {
        char text[700];
        snprintf(text, sizeof text, "0::/%0*d\n", (int)len - 1, 1);
        stage_file("/proc/self/cgroup", text);
        snprintf(system_.base, sizeof system_.base, "%s/cg/%0*d", staged_folder, (int)len - 1, 1);
        CHECK_EQ_TEXT(found(&tree), "");
    }
    stage_end();
    check_case("%s", "");
}

/* ---- Groups ---- */

static grade_group_tree staged_tree(void)
{
    grade_group_tree tree = {.moved = false};
    begin("/own");
    snprintf(tree.base, sizeof tree.base, "%.500s", system_.base);
    return tree;
}

TEST(a_new_group_has_limits)
{
    grade_group_tree tree = staged_tree();
    grade_group group, other;
    char name[64];
    int fd = grade_group_open(&group, &tree, 7, 5000, 33);
    CHECK(fd >= 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC);
    snprintf(name, sizeof name, "/submission-%ld-7-", (long)getpid());
    CHECK(strncmp(group.path, tree.base, strlen(tree.base)) == 0);
    CHECK(strncmp(group.path + strlen(tree.base), name, strlen(name)) == 0);
    CHECK_EQ_TEXT(got(group.path, "memory.max"), "5242880000");
    CHECK_EQ_TEXT(got(group.path, "pids.max"), "33");
    CHECK_EQ_TEXT(got(group.path, "memory.swap.max"), "0");
    CHECK_EQ_TEXT(got(group.path, "memory.oom.group"), "1");
    CHECK_EQ_INT(write(fd, "0", 1), 1);
    CHECK_EQ_TEXT(got(group.path, "cgroup.procs"), "0");
    close(fd);
    fd = grade_group_open(&other, &tree, 8, 1, 1);
    CHECK(fd >= 0 && strcmp(group.path, other.path) != 0);
    close(fd);
    CHECK_EQ_TEXT(got(other.path, "memory.max"), "1048576");
    CHECK_EQ_TEXT(got(other.path, "cgroup.kill"), "");
    grade_group_kill(&other);
    CHECK_EQ_TEXT(got(other.path, "cgroup.kill"), "1");
    CHECK_EQ_TEXT(got(group.path, "cgroup.kill"), "");
    grade_group_close(&other);
    grade_group_close(&group);
    CHECK_EQ_INT(system_.pauses, 0);
    stage_end();
}

TEST(without_a_limit_there_is_no_group)
{
    static const char *const no_memory[] = {"pids.max", "cgroup.procs", NULL};
    static const char *const no_count[] = {"memory.max", "cgroup.procs", NULL};
    static const char *const no_entry[] = {"memory.max", "pids.max", NULL};
    static const char *const least[] = {"memory.max", "pids.max", "cgroup.procs", NULL};
    static const struct {
        const char *const *made;
        bool bounded;
    } rows[] = {{no_memory, false}, {no_count, false}, {no_entry, false}, {least, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_group_tree tree = staged_tree();
        grade_group group = {.path = "before"};
        check_case("row %zu", i);
        system_.made = rows[i].made;
        int fd = grade_group_open(&group, &tree, 1, 1, 1);
        CHECK((fd >= 0) == rows[i].bounded && (group.path[0] != '\0') == rows[i].bounded);
        CHECK_EQ_INT(syscall(SYS_faccessat, AT_FDCWD, system_.last, F_OK),
                     rows[i].bounded ? 0 : -1);
        if (fd >= 0)
            close(fd);
        stage_end();
    }
    check_case("%s", "the tree is gone");
    grade_group_tree tree = staged_tree();
    grade_group group = {.path = "before"};
    strcat(tree.base, "/gone");
    CHECK_EQ_INT(grade_group_open(&group, &tree, 1, 1, 1), -1);
    CHECK_EQ_TEXT(group.path, "");
    stage_end();
    check_case("%s", "");
}

TEST(what_a_group_has_used)
{
    static const struct {
        const char *file, *text;
        double seconds;
        bool out;
    } rows[] = {
        {"cpu.stat", "usage_usec 2500000\nuser_usec 7\n", 2.5, false},
        {"cpu.stat", "user_usec 7\nusage_usec 1000\n", 0.001, false},
        {"cpu.stat", "user_usec 7\nusage_usec 3000000", 3, false},
        {"cpu.stat", "usage_usec_all 7\nmy usage_usec 8\nuser_usec 7\n", 0, false},
        {"cpu.stat", "", 0, false},
        {"memory.events", "low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 0\n", 0, true},
        {"memory.events", "low 0\nhigh 0\nmax 9\noom 1\noom_kill 0\noom_group_kill 1\n", 0, false},
        {"memory.events", "oom_kill 2\n", 0, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_group group = {.path = ""};
        check_case("row %zu", i);
        begin("/own");
        snprintf(group.path, sizeof group.path, "%.500s", system_.base);
        put(group.path, rows[i].file, rows[i].text);
        CHECK(grade_group_seconds(&group) == rows[i].seconds);
        CHECK_EQ_INT(grade_group_out_of_memory(&group), rows[i].out);
        stage_end();
    }
    check_case("%s", "");
    CHECK(!grade_group_out_of_memory(&(grade_group){.path = ""}));
}

TEST(a_group_is_removed_when_its_processes_have_gone)
{
    static const unsigned times[] = {0, 1, 2, 99, 100, 101};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        unsigned busy = times[i];
        grade_group_tree tree = staged_tree();
        grade_group group;
        check_case("busy %u times", busy);
        close(grade_group_open(&group, &tree, 1, 1, 1));
        system_.busy = busy;
        grade_group_close(&group);
        CHECK_EQ_TEXT(group.path, "");
        CHECK_EQ_INT(syscall(SYS_faccessat, AT_FDCWD, system_.last, F_OK), busy < 100 ? -1 : 0);
        CHECK_EQ_INT(system_.pauses, busy < 100 ? busy : 100);
        grade_group_close(&group);
        CHECK_EQ_INT(system_.pauses, busy < 100 ? busy : 100);
        stage_end();
    }
    check_case("%s", "");
}

int main(void)
{
    RUN(a_group_that_shares_out_already_is_used_as_it_is);
    RUN(a_group_without_processes_begins_to_share_out);
    RUN(a_group_with_processes_makes_room_first);
    RUN(a_group_that_cannot_share_out_is_left_as_it_was);
    RUN(who_may_change_a_group);
    RUN(systems_without_groups);
    RUN(a_new_group_has_limits);
    RUN(without_a_limit_there_is_no_group);
    RUN(what_a_group_has_used);
    RUN(a_group_is_removed_when_its_processes_have_gone);
    return check_result();
}

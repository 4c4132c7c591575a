/* test_grade_account.c: what processes use together, added up from a /proc of this test. */
#include "staged_system.h"

#include "grade/sandbox/account.h"
#include "grade/sandbox/small_file.h"

/* Stages a process: `ticks` in each of the four fields of times. */
static void stage_process(const char *pid, const char *name, const char *parent, unsigned ticks,
                          unsigned pages)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    snprintf(text, sizeof text,
             "%s (%s) S %s 7 7 0 -1 4194304 900 901 902 903 %u %u %u %u 20 0 1 0 5000 6000 %u 7000 "
             "8000\n",
             pid, name, parent, ticks, ticks * 10, ticks * 100, ticks * 1000, pages);
    stage_file(path, text);
}

static void stage_socket(const char *path, const char *target)
{
    char place[256];
    snprintf(place, sizeof place, "%s%s", staged_folder, path);
    CHECK_EQ_INT(symlink(target, place), 0);
}

static double seconds_of(double ticks)
{
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

static uint64_t page(void)
{
    return (uint64_t)sysconf(_SC_PAGESIZE);
}

TEST(a_process_and_all_below_it)
{
    stage_begin();
    stage_process("100", "top", "50", 1, 1000000);
    stage_process("101", "a) S 1 (b", "100", 2, 3);
    stage_process("2", "low", "100", 0, 10);
    stage_process("102", "below", "2", 0, 100);
    stage_process("200", "other", "1", 4, 7);
    stage_process("1", "init", "0", 4, 7);
    stage_process("201", "orphan", "999", 4, 7);
    stage_process("300", "round", "301", 4, 7);
    stage_process("301", "about", "300", 4, 7);
    stage_process("10x", "no number", "100", 4, 7);
    stage_file("/proc/103/stat",
               "103 (cut) S 100 7 7 0 -1 4194304 900 901 902 903 1 1 1 1 20 0 1 0 5000 6000");
    stage_file("/proc/104/stat",
               "104 no name S 100 7 7 0 -1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1");
    stage_file("/proc/105/stat", "");
    stage_file("/proc/uptime", "1 1\n");
    grade_usage usage = grade_usage_below(100);
    CHECK_EQ_INT(usage.processes, 4);
    CHECK_EQ_INT(usage.memory, 113 * page());
    CHECK(usage.seconds == seconds_of(1111) + seconds_of(2222));
    CHECK_EQ_INT(grade_usage_below(2).memory, 100 * page());
    CHECK_EQ_INT(grade_usage_below(777).processes, 0);
    stage_end();
}

TEST(a_process_may_be_far_below)
{
    char pid[16], parent[16];
    stage_begin();
    stage_process("1000", "top", "1", 0, 0);
    for (int i = 1; i <= 70; i++) {
        snprintf(pid, sizeof pid, "%d", 1000 + i);
        snprintf(parent, sizeof parent, "%d", 1000 + i - 1);
        stage_process(pid, "chain", parent, 0, 1);
    }
    CHECK_EQ_INT(grade_usage_below(1000).processes, 65);
    CHECK_EQ_INT(grade_usage_below(1000).memory, 64 * page());
    stage_end();
}

/* Pages that are shared count for each process, or in parts if exactness is asked for. */
TEST(shared_pages_are_divided_where_that_is_known)
{
    stage_begin();
    stage_process("100", "top", "1", 0, 1000);
    stage_process("101", "known", "100", 0, 10);
    stage_process("102", "unknown", "100", 0, 20);
    stage_process("103", "without", "100", 0, 40);
    stage_file("/proc/101/smaps_rollup",
               "00400000-7ffe [rollup]\nRss:  900 kB\nPss:      17 kB\nPss_Dirty: 5 kB\n");
    stage_file("/proc/103/smaps_rollup", "00400000-7ffe [rollup]\nRss:  900 kB\nSwapPss: 5 kB\n");
    CHECK_EQ_INT(grade_memory_below(100), 17 * 1024 + 60 * page());
    CHECK_EQ_INT(grade_usage_below(100).memory, 70 * page());
    stage_end();
}

TEST(each_socket_counts_as_full)
{
    stage_begin();
    stage_process("100", "top", "1", 0, 1000);
    stage_process("101", "one", "100", 0, 1);
    stage_process("102", "two", "100", 0, 1);
    stage_file("/proc/100/fd/none", "");
    stage_file("/proc/101/fd/none", "");
    stage_file("/proc/102/fd/none", "");
    stage_socket("/proc/100/fd/3", "socket:[1]");
    stage_socket("/proc/101/fd/3", "socket:[12345678901234567890]");
    stage_socket("/proc/101/fd/4", "pipe:[123456]");
    stage_socket("/proc/101/fd/5", "socket:");
    stage_socket("/proc/102/fd/6", "socket:1");
    stage_socket("/proc/102/fd/7", "socket:[3]");
    CHECK_EQ_INT(grade_usage_below(100).memory, 2 * page() + 3 * 2 * 212992);
    stage_file("/proc/sys/net/core/wmem_max", "1000\n");
    CHECK_EQ_INT(grade_usage_below(100).memory, 2 * page() + 3 * 2 * 1000);
    CHECK_EQ_INT(grade_memory_below(100), 2 * page() + 3 * 2 * 1000);
    stage_end();
}

TEST(a_small_file_is_read_as_far_as_there_is_room)
{
    char text[8];
    stage_begin();
    stage_file("/proc/long", "123456789");
    stage_file("/proc/short", "x");
    stage_file("/proc/empty", "");
    memset(text, '!', sizeof text);
    CHECK(grade_small_file("/proc/long", text, 5));
    CHECK_EQ_TEXT(text, "1234");
    CHECK(text[5] == '!');
    CHECK(grade_small_file("/proc/short", text, 2));
    CHECK_EQ_TEXT(text, "x");
    CHECK(!grade_small_file("/proc/empty", text, 2));
    CHECK_EQ_TEXT(text, "");
    text[0] = '!';
    CHECK(!grade_small_file("/proc/none", text, 2));
    CHECK_EQ_TEXT(text, "");
    CHECK(!grade_small_file("/proc", text, 2)); /* a folder */
    stage_end();
}

int main(void)
{
    RUN(a_small_file_is_read_as_far_as_there_is_room);
    RUN(a_process_and_all_below_it);
    RUN(a_process_may_be_far_below);
    RUN(shared_pages_are_divided_where_that_is_known);
    RUN(each_socket_counts_as_full);
    return check_result();
}

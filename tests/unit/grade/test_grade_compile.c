/* test_grade_compile.c: how submissions are compiled and run. In place of bubblewrap stands a
 * script that writes down what it is told. */
#include "check.h"
#include "grade/intake/submission_parts.h"
#include "grade/report/result.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-compile.XXXXXX";

static const char *at(const char *name)
{
    static char paths[4][200];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const char *text)
{
    FILE *out = fopen(at(name), "w");
    if (CHECK(out != NULL)) {
        fputs(text, out);
        fclose(out);
    }
}

/* Puts the script in place; it goes on with the given commands. */
static void put_bubblewrap(const char *more)
{
    char text[400];
    snprintf(text, sizeof text, "#!/bin/sh\necho \"$@\" >>%s\n%s\n", at("told"), more);
    put("bwrap", text);
    CHECK_EQ_INT(chmod(at("bwrap"), 0755), 0);
}

/* What it was told since the last call, a line each; behind the environment, which is always the
 * same, and without the name of the stage. */
static const char *told(void)
{
    static char text[20000];
    static const char skipped[] = "LC_ALL C.UTF-8 ", stage[] = "/arbiter-grade-XXXXXX";
    char line[4000];
    size_t len = 0;
    FILE *in = fopen(at("told"), "r");
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        const char *from = strstr(line, skipped);
        for (from = from != NULL ? from + sizeof skipped - 1 : line; *from != '\0'; from++) {
            if (strncmp(from, at(stage + 1), strlen(folder) + 15) == 0)
                from += strlen(folder) + sizeof stage - 1;
            text[len++] = *from;
        }
    }
    if (in != NULL)
        fclose(in);
    text[len] = '\0';
    unlink(at("told"));
    return text;
}

/* A sandbox that shows each kind of job one word. */
static grade_sandbox sandbox_with_words(void)
{
    static const char *const words[GRADE_ROOT_COUNT] = {[GRADE_ROOT_RUN] = "RUN",
                                                        [GRADE_ROOT_SHELL] = "SHELL",
                                                        [GRADE_ROOT_BUILD] = "BUILD",
                                                        [GRADE_ROOT_WORKSHOP] = "WORKSHOP"};
    grade_sandbox sandbox = {.isolation = GRADE_ISOLATED};
    for (int kind = 0; kind < GRADE_ROOT_COUNT; kind++) {
        text_put(&sandbox.roots[kind].words, words[kind], strlen(words[kind]) + 1);
        sandbox.roots[kind].count = 1;
    }
    return sandbox;
}

static const grade_format lab_class = {"lab3-class", GRADE_ASK_LAB, GRADE_HAND_CLASS, "lab"};
static const grade_format narrate_class = {"narrate-class", GRADE_ASK_NARRATE, GRADE_HAND_CLASS,
                                           "basic"};
static const grade_format comp250 = {"comp250-java", GRADE_ASK_GAME, GRADE_HAND_CLASS,
                                     "king-capture"};
static const grade_format program = {"narrate", GRADE_ASK_NARRATE, GRADE_HAND_PROGRAM, "basic"};
static const grade_format moves = {"moves", GRADE_ASK_MOVES, GRADE_HAND_PROGRAM, "basic"};
static const grade_limits limits = {.seconds = 5, .memory = 100, .processes = 9, .file = 3};

/* What bubblewrap is told of a build: the root that it shows, the limit of addresses, and the
 * script. */
#define BUILD(root, address, script)                                                               \
    root " --seccomp 3 --size 268435456 --tmpfs /tmp --size 268435456 --tmpfs /dev/shm --dir "     \
         "/lab3/submission --ro-bind /submission /lab3/submission --bind /build /lab3/build "      \
         "--chdir /lab3/submission --remount-ro /dev --remount-ro / -- /usr/bin/prlimit "          \
         "--nproc=64 --as=" address " -- /bin/sh ../build/" script "\n"
#define COMPILER "4294967296"
#define ANY "1125899906842624"

TEST(each_kind_of_work_is_compiled_in_its_way)
{
    static const char *const forbidden[] = {"a*"};
    const struct {
        grade_assignment assignment;
        grade_way way;
        const char *what, *told, *argv, *root;
    } rows[] = {
        {{.format = NULL},
         GRADE_BY_CLASS,
         "class",
         BUILD("BUILD", COMPILER, "build_class ../build"),
         "../build/driver",
         "RUN"},
        {{.format = &lab_class, .sanitize = true, .leaks = true},
         GRADE_BY_CLASS,
         "class",
         BUILD("BUILD", COMPILER,
               "build_class ../build -fsanitize=address,undefined -DLAB3_SANITIZED"),
         "../build/driver leaks",
         "RUN"},
        {{.format = &lab_class, .forbidden = forbidden, .forbidden_count = 1},
         GRADE_BY_CLASS,
         "class",
         BUILD("WORKSHOP", ANY, "build_class ../build"),
         "../build/driver",
         "RUN"},
        {{.format = &narrate_class},
         GRADE_BY_CLASS,
         "narrate",
         BUILD("WORKSHOP", ANY, "build_narrate ../build"),
         "../build/driver",
         "RUN"},
        {{.format = &comp250},
         GRADE_BY_CLASS,
         "java",
         BUILD("WORKSHOP", ANY, "build_comp250 ../build"),
         "/bin/sh ../build/run",
         "SHELL"},
        {{.format = &program, .main = "main", .build = "make it", .run = "./it"},
         GRADE_BY_SOURCE,
         "source",
         BUILD("WORKSHOP", ANY, "build_program ../build main make it ./it"),
         "/bin/sh ../build/run",
         "SHELL"},
        {{.format = &moves},
         GRADE_BY_SOURCE,
         "source",
         BUILD("WORKSHOP", ANY, "build_program ../build   "),
         "/bin/sh ../build/ask_files",
         "SHELL"},
        {{.format = NULL},
         GRADE_BY_LIBRARY,
         "it.so",
         BUILD("BUILD", COMPILER, "build_library ../build"),
         "../build/driver ./submission.so",
         "RUN"},
    };
    static const char *const kinds[GRADE_ROOT_COUNT] = {
        [GRADE_ROOT_RUN] = "RUN", [GRADE_ROOT_SHELL] = "SHELL"};
    grade_sandbox sandbox = sandbox_with_words();
    put_bubblewrap("");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static grade_submission s;
        char argv[200] = "";
        check_case("row %zu", i);
        grade_source source = {rows[i].way, at(rows[i].what)};
        CHECK(grade_submission_open(&s, &sandbox, &source, &rows[i].assignment, limits, 2, NULL));
        CHECK(s.built);
        CHECK_EQ_TEXT(s.log, "");
        CHECK_EQ_TEXT(told(), rows[i].told);
        for (const char *const *word = s.actor.job.argv; *word != NULL; word++)
            snprintf(argv + strlen(argv), sizeof argv - strlen(argv), "%s%s",
                     word != s.actor.job.argv ? " " : "", *word);
        CHECK_EQ_TEXT(argv, rows[i].argv);
        CHECK_EQ_TEXT(kinds[s.actor.job.root], rows[i].root);
        bool driver = strncmp(argv, "../build/driver", 15) == 0;
        CHECK(s.driven == driver && (s.actor.speaker == GRADE_DRIVER) == driver);
        CHECK((s.actor.locate != NULL) == driver);
        CHECK(s.actor.job.bind_count == 2 && !s.binds[1].writable);
        char path[GRADE_PATH_LIMIT];
        CHECK(grade_stage_path(&s.stage, "submission/Chess.h", path, sizeof path));
        bool lab = s.actor.questions == GRADE_ASK_LAB;
        CHECK_EQ_INT(access(path, F_OK) == 0, lab);
        CHECK(grade_stage_path(&s.stage, "build/Chess.h", path, sizeof path));
        CHECK_EQ_INT(access(path, F_OK), -1);
        grade_submission_close(&s);
    }
    check_case("%s", "");
    grade_sandbox_free(&sandbox);
}

TEST(what_the_compiler_says_is_kept)
{
    static const struct {
        const char *script, *log, *taken;
        bool built;
    } rows[] = {
        {"exit 0", "", "", true},
        {"exit 7", "the compiler ended with code 7", "", false},
        {"echo no; exit 1", "no\n", "", false},
        {"echo a warning", "a warning\n", "", true},
        {"echo left out: a.cc b.cc", "", "all but a.cc b.cc, which does not compile", true},
        {"echo left out: a.cc; exit 1", "left out: a.cc\n", "", false},
        {"kill -KILL $$", "the compiler ended with code 137", "", false},
    };
    grade_sandbox sandbox = sandbox_with_words();
    const grade_assignment assignment = {.format = NULL};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static grade_submission s;
        check_case("%s", rows[i].script);
        put_bubblewrap(rows[i].script);
        grade_source source = {GRADE_BY_CLASS, at("class")};
        CHECK(grade_submission_open(&s, &sandbox, &source, &assignment, limits, 2, NULL));
        CHECK_EQ_INT(s.built, rows[i].built);
        CHECK_EQ_TEXT(s.log, rows[i].log);
        CHECK_EQ_TEXT(s.taken, rows[i].taken);
        grade_submission_close(&s);
    }
    check_case("%s", "the machine fails");
    static grade_submission s;
    grade_source source = {GRADE_BY_CLASS, at("class")};
    snprintf(sandbox.groups.base, sizeof sandbox.groups.base, "/nowhere");
    CHECK(!grade_submission_open(&s, &sandbox, &source, &assignment, limits, 2, NULL));
    CHECK(!s.built);
    grade_submission_close(&s);
    sandbox.groups.base[0] = '\0';
    check_case("%s", "");
    grade_sandbox_free(&sandbox);
}

/* What is handed in may be packed, or not be there; Java takes more addresses. */
TEST(what_is_handed_in)
{
    static const struct {
        const char *name;
        grade_way way;
        bool ok, built;
        const char *log, *taken;
    } rows[] = {
        {"class.tar", GRADE_BY_CLASS, true, true, "", "class.tar: sub"},
        {"half", GRADE_BY_CLASS, true, false, "there is no ChessBoard.hh in it", ""},
        {"java", GRADE_BY_CLASS, true, false, "there is no ChessBoard.hh in it", ""},
        {"none.so", GRADE_BY_LIBRARY, false, false, NULL, ""},
        {"none", GRADE_BY_FOLDER, false, false, NULL, ""},
        {"damaged.zip", GRADE_BY_CLASS, true, false, NULL, ""},
    };
    grade_sandbox sandbox = sandbox_with_words();
    static grade_submission s;
    const grade_assignment any = {.format = NULL};
    char command[300];
    snprintf(command, sizeof command,
             "mkdir %s/sub && cp %s/class/* %s/sub && tar -C %s -cf %s/class.tar sub", folder,
             folder, folder, folder, folder);
    CHECK_EQ_INT(system(command), 0);
    CHECK_EQ_INT(mkdir(at("half"), 0755), 0);
    put("half/ChessBoard.cc", "");
    put("damaged.zip", "no");
    put_bubblewrap("");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("%s", rows[i].name);
        const grade_source source = {rows[i].way, at(rows[i].name)};
        CHECK_EQ_INT(grade_submission_open(&s, &sandbox, &source, &any, limits, 2, NULL),
                     rows[i].ok);
        CHECK_EQ_INT(s.built, rows[i].built);
        CHECK(rows[i].built == (s.log[0] == '\0'));
        if (rows[i].log != NULL)
            CHECK_EQ_TEXT(s.log, rows[i].log);
        CHECK_EQ_TEXT(s.taken, rows[i].taken);
        grade_submission_close(&s);
    }
    check_case("%s", "a file of an archive is left out");
    put_bubblewrap("echo left out: a.cc");
    const grade_source packed = {GRADE_BY_CLASS, at("class.tar")};
    CHECK(grade_submission_open(&s, &sandbox, &packed, &any, limits, 2, NULL));
    CHECK_EQ_TEXT(s.taken, "class.tar: sub, without a.cc, which does not compile");
    grade_submission_close(&s);
    const grade_assignment in_java = {.format = &comp250};
    for (int compiled = 0; compiled < 2; compiled++) {
        check_case("Java, %d", compiled);
        put_bubblewrap(
            compiled == 1 ? "while [ \"$2\" != /lab3/build ]; do shift; done; mkdir $1/java" : "");
        const grade_source source = {GRADE_BY_CLASS, at("java")};
        CHECK(grade_submission_open(&s, &sandbox, &source, &in_java, limits, 2, NULL) && s.built);
        CHECK_EQ_INT(s.actor.job.limits.address, compiled == 1 ? GRADE_ANY_ADDRESS : 0);
        grade_submission_close(&s);
    }
    check_case("%s", "no stage");
    setenv("TMPDIR", "/proc/self", 1);
    const grade_source source = {GRADE_BY_CLASS, at("class")};
    CHECK(!grade_submission_open(&s, &sandbox, &source, &any, limits, 2, NULL));
    CHECK(strstr(s.log, ": No such file or directory") != NULL);
    grade_submission_close(&s);
    setenv("TMPDIR", folder, 1);
    check_case("%s", "");
    grade_sandbox_free(&sandbox);
}

/* Of several folders with work that of the main file is taken, and the bonus where it is asked
 * for. */
TEST(the_folder_is_chosen)
{
    static const struct {
        const char *main;
        bool bonus;
        const char *taken;
    } rows[] = {
        {NULL, false, "a, not bOnus2"},   {NULL, true, "bOnus2, not a"},
        {"main", false, "m, not bOnus2"}, {"main", true, "m, not bOnus2"},
        {"other", true, "bOnus2, not a"},
    };
    grade_sandbox sandbox = sandbox_with_words();
    put_bubblewrap("");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static grade_submission s;
        check_case("row %zu", i);
        const grade_assignment assignment = {
            .format = &program, .main = rows[i].main, .bonus = rows[i].bonus};
        grade_source source = {GRADE_BY_SOURCE, at("several")};
        CHECK(grade_submission_open(&s, &sandbox, &source, &assignment, limits, 2, NULL));
        CHECK_EQ_TEXT(s.taken, rows[i].taken);
        grade_submission_close(&s);
    }
    check_case("%s", "");
    grade_sandbox_free(&sandbox);
}

/* Namespaces are shared by the tests of a driver, if there are three or more. */
TEST(namespaces_are_shared_where_that_is_worth_it)
{
    enum { MOST = 4 };
    static const char config[] = "1\n8 8\nb k 0 4\nw k 7 4\n~\nisValidMove 7 4 6 4\n";
    static const struct {
        grade_way way;
        const char *script;
        size_t tests, calls, nests;
    } rows[] = {
        {GRADE_BY_CLASS, "", 2, 1 + 2, 0},     {GRADE_BY_CLASS, "", 3, 1 + 1 + 3, 1},
        {GRADE_BY_CLASS, "", 4, 1 + 1 + 4, 1}, {GRADE_BY_CLASS, "exit 1", 3, 1, 0},
        {GRADE_BY_PROGRAM, "", 3, 3, 0},
    };
    grade_test tests[MOST];
    fmt_error error;
    const grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    for (int i = 0; i < MOST; i++)
        CHECK(grade_test_read(&tests[i], reading, "test", config, sizeof config - 1, &error));
    grade_plan plan = {.tests = tests, .scheme.limits = limits, .sandbox = sandbox_with_words()};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_result result;
        size_t calls = 0, nests = 0;
        check_case("row %zu", i);
        put_bubblewrap(rows[i].script);
        told(); /* what came before */
        plan.count = rows[i].tests;
        const grade_source source = {rows[i].way,
                                     rows[i].way == GRADE_BY_PROGRAM ? "cat" : at("class")};
        CHECK(grade_result_make(&result, &plan, &source, 2, NULL, NULL));
        const char *text = told();
        for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1)
            calls++;
        for (const char *word = text; (word = strstr(word, "--info-fd 1 --block-fd 0")) != NULL;
             word++)
            nests++;
        CHECK_EQ_INT(calls, rows[i].calls);
        CHECK_EQ_INT(nests, rows[i].nests);
        CHECK(result.ran && result.count == rows[i].tests);
        for (size_t t = 0; t < result.count; t++)
            CHECK_EQ_INT(result.runs[t].ending,
                         rows[i].script[0] != '\0' ? GRADE_NOT_BUILT : GRADE_SILENT);
        grade_result_free(&result);
    }
    check_case("%s", "");
    for (int i = 0; i < MOST; i++)
        grade_test_free(&tests[i]);
    grade_sandbox_free(&plan.sandbox);
}

int main(void)
{
    static const char *const folders[] = {"class",   "narrate",        "java",      "source",
                                          "several", "several/bOnus2", "several/a", "several/m"};
    char path[4096];
    const char *before = getenv("PATH");
    if (mkdtemp(folder) == NULL || chmod(folder, 0755) != 0)
        return 1;
    signal(SIGPIPE, SIG_IGN); /* as the command: some programs end before they have read anything */
    snprintf(path, sizeof path, "%s:%s", folder, before != NULL ? before : "/usr/bin:/bin");
    setenv("PATH", path, 1);
    setenv("TMPDIR", folder, 1);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        CHECK_EQ_INT(mkdir(at(folders[i]), 0755), 0);
    put("class/ChessBoard.hh", "");
    put("narrate/ChessBoard.h", "");
    put("java/Game.java", "");
    put("source/main.sh", "");
    put("it.so", "");
    put("several/a/x.py", "");
    put("several/bOnus2/x.py", "");
    put("several/bOnus2/main.py", "");
    put("several/m/main.py", "");
    RUN(each_kind_of_work_is_compiled_in_its_way);
    RUN(what_the_compiler_says_is_kept);
    RUN(what_is_handed_in);
    RUN(the_folder_is_chosen);
    RUN(namespaces_are_shared_where_that_is_worth_it);
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0 ? 1 : check_result();
}

/* test_grade_submission.c: how what was handed in is made ready to be asked. Programs run without
 * isolation; what a sandbox would show is only looked at. */
#include "check.h"
#include "grade/intake/submission.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[200];

static const char *at(const char *name)
{
    static char paths[4][1200];
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

static const grade_sandbox isolated = {.isolation = GRADE_ISOLATED};
static const grade_sandbox open_sandbox = {.isolation = GRADE_OPEN};
static const grade_limits limits = {.seconds = 5, .memory = 100, .processes = 9, .file = 3};

static grade_submission submission;

static bool opened(const grade_sandbox *sandbox, const grade_assignment *assignment, grade_way way,
                   const char *what)
{
    grade_source source = {way, what};
    bool ok = grade_submission_open(&submission, sandbox, &source, assignment, limits, 3, NULL);
    CHECK(submission.actor.job.slot == 3 && submission.actor.job.limits.seconds == 5);
    return ok;
}

/* The text of a file on the stage, valid until the next call, or NULL. */
static const char *staged(const char *name)
{
    static char text[4096];
    char path[GRADE_PATH_LIMIT];
    FILE *in =
        grade_stage_path(&submission.stage, name, path, sizeof path) ? fopen(path, "r") : NULL;
    if (in == NULL)
        return NULL;
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

/* ---- Commands ---- */

/* What the command sees under which path, one space behind each. */
static const char *shown(void)
{
    static char text[8000];
    const grade_job *job = &submission.actor.job;
    size_t len = 0;
    text[0] = '\0';
    for (size_t i = 0; i < job->bind_count; i++) {
        const char *name = strrchr(job->binds[i].source, '/') + 1;
        CHECK(strncmp(job->binds[i].source, submission.stage.root, strlen(submission.stage.root)) ==
              0);
        CHECK(!job->binds[i].writable && access(job->binds[i].source, F_OK) == 0);
        len += (size_t)snprintf(text + len, sizeof text - len, "%s=%s ", name, job->binds[i].dest);
    }
    return text;
}

TEST(a_command_sees_the_files_that_it_names)
{
    static const struct {
        const char *command, *shown; /* "~" stands for the current folder */
    } rows[] = {
        {"./one", "0=~/one "},
        {"one two/three", "0=~/one 1=~/two/three "},
        {"two", "0=~/two "},
        {"two/../one two/.././two", "0=~/one 1=~/two "},
        {"cat<one>two/three;one|two&(one)'one'\"one\"=two",
         "0=~/one 1=~/two/three 2=~/one 3=~/two 4=~/one 5=~/one 6=~/one 7=~/two "},
        {"one\ttwo\nnone", "0=~/one 1=~/two "},
        {"none sh /bin/sh /usr/bin/env /etc /dev/null /proc/self /tmp / . .. ./", ""},
        {"  ", ""},
        {"", ""},
        {"~/one", "0=~/one "},
        {"~/two/../two", "0=~/two "},
        {"~", ""},
        {"~beside ~/../beside.d", "0=~beside 1=~/../beside.d "},
    };
    char expected[4000], command[2000];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const sides[2] = {rows[i].command, rows[i].shown};
        char *const texts[2] = {command, expected};
        check_case("row %zu: %s", i, rows[i].command);
        for (int side = 0; side < 2; side++) {
            char *to = texts[side];
            for (const char *c = sides[side]; *c != '\0'; c++)
                to += *c == '~' ? sprintf(to, "%s", folder) : sprintf(to, "%c", *c);
            *to = '\0';
        }
        if (i == sizeof rows / sizeof *rows - 1) { /* ".." leads out of the folder */
            char parent[300];
            snprintf(parent, sizeof parent, "%s", folder);
            *strrchr(parent, '/') = '\0';
            snprintf(expected, sizeof expected, "0=%sbeside 1=%s/beside.d ", folder, parent);
        }
        CHECK(opened(&isolated, &(grade_assignment){.main = NULL}, GRADE_BY_PROGRAM, command));
        CHECK(submission.built && !submission.driven);
        CHECK_EQ_TEXT(shown(), expected);
        CHECK_EQ_TEXT(submission.actor.job.folder, folder);
        CHECK_EQ_TEXT(submission.actor.job.open_folder, folder);
        CHECK_EQ_INT(submission.actor.job.root, GRADE_ROOT_SHELL);
        CHECK_EQ_TEXT(submission.argv[0], "/bin/sh");
        CHECK_EQ_TEXT(submission.argv[1], "-c");
        CHECK_EQ_TEXT(submission.argv[2], command);
        CHECK_EQ_TEXT(submission.argv[3], NULL);
        CHECK(submission.actor.job.limits.address == 0 && !submission.actor.job.copied);
        grade_submission_close(&submission);
    }
    check_case("%s", "without isolation it sees all");
    CHECK(opened(&open_sandbox, &(grade_assignment){.main = NULL}, GRADE_BY_PROGRAM, "java one"));
    CHECK_EQ_TEXT(shown(), "");
    CHECK_EQ_INT(submission.actor.job.limits.address, 1 << 30);
    grade_submission_close(&submission);
    check_case("%s", "files in place of pipes");
    static const grade_format moves = {"moves", GRADE_ASK_MOVES, GRADE_HAND_PROGRAM, "basic"};
    CHECK(opened(&isolated, &(grade_assignment){.format = &moves}, GRADE_BY_PROGRAM, "one x"));
    CHECK_EQ_TEXT(submission.argv[3], "sh");
    CHECK_EQ_TEXT(submission.argv[4], "sh");
    CHECK_EQ_TEXT(submission.argv[5], "-c");
    CHECK_EQ_TEXT(submission.argv[7], "sh");
    CHECK_EQ_TEXT(submission.argv[8], "one x");
    CHECK(strlen(submission.argv[2]) > 9 && strlen(submission.argv[6]) > 9);
    CHECK_EQ_INT(submission.actor.questions, GRADE_ASK_MOVES);
    grade_submission_close(&submission);
    check_case("%s", "");
}

TEST(a_command_names_so_many_files_at_most)
{
    char command[400] = "";
    for (int count = 1; count <= 24; count++) {
        strcat(command, " one");
        check_case("%d", count);
        bool ok = opened(&isolated, &(grade_assignment){.main = NULL}, GRADE_BY_PROGRAM, command);
        CHECK_EQ_INT(ok, count < 24);
        CHECK_EQ_INT(submission.actor.job.bind_count, count < 24 ? count : 23);
        CHECK_EQ_TEXT(submission.log, count < 24 ? "" : "the command names too many files");
        grade_submission_close(&submission);
    }
    check_case("%s", "a path that is too long");
    size_t room = GRADE_PATH_LIMIT - strlen(folder) - 1;
    for (size_t len = room - 6; len < room + 3; len++) {
        static char long_word[2000];
        size_t at_end = 0;
        while (at_end + 5 <= len) /* ./././one */
            at_end += (size_t)sprintf(long_word + at_end, "./");
        sprintf(long_word + at_end, "%s", (len - at_end) % 2 == 0 ? "./one" : ".//one");
        size_t whole = strlen(long_word);
        CHECK(opened(&isolated, &(grade_assignment){.main = NULL}, GRADE_BY_PROGRAM, long_word));
        CHECK_EQ_INT(submission.actor.job.bind_count,
                     strlen(folder) + 1 + whole < GRADE_PATH_LIMIT);
        grade_submission_close(&submission);
    }
    check_case("%s", "");
    CHECK(mkfifo(at("pipe"), 0600) == 0);
    CHECK(!opened(&isolated, &(grade_assignment){.main = NULL}, GRADE_BY_PROGRAM, "cat pipe"));
    CHECK(strstr(submission.log, "is no regular file") != NULL);
    grade_submission_close(&submission);
    unlink(at("pipe"));
}

/* ---- Folders and sources ---- */

TEST(a_folder_with_a_program)
{
    mkdir(at("work"), 0755);
    put("work/lab3", "#!/bin/sh\n");
    put("work/chess", "#!/bin/sh\n");
    chmod(at("work/chess"), 0755);
    static const grade_assignment any = {.main = NULL};
    char what[1200];
    snprintf(what, sizeof what, "%s", at("work"));
    CHECK(opened(&isolated, &any, GRADE_BY_FOLDER, what));
    CHECK_EQ_TEXT(submission.argv[0], "./chess");
    CHECK_EQ_TEXT(shown(), "submission=/lab3/submission ");
    CHECK_EQ_TEXT(submission.actor.job.folder, "/lab3/submission");
    CHECK_EQ_TEXT(submission.actor.job.open_folder, submission.binds[0].source);
    CHECK(submission.built && submission.actor.job.copied && submission.log[0] == '\0');
    CHECK_EQ_INT(submission.actor.job.root, GRADE_ROOT_SHELL);
    grade_submission_close(&submission);
    chmod(at("work/lab3"), 0755);
    CHECK(opened(&isolated, &any, GRADE_BY_FOLDER, what));
    CHECK_EQ_TEXT(submission.argv[0], "./lab3");
    grade_submission_close(&submission);
    chmod(at("work/lab3"), 0644);
    chmod(at("work/chess"), 0644);
    CHECK(opened(&isolated, &any, GRADE_BY_FOLDER, what));
    CHECK(!submission.built);
    CHECK_EQ_TEXT(submission.log, "there is no program lab3 or chess in it");
    grade_submission_close(&submission);
    snprintf(what, sizeof what, "%s", at("work/chess"));
    CHECK(opened(&isolated, &any, GRADE_BY_FOLDER, what)); /* a program alone, under another name */
    CHECK(submission.built);
    CHECK_EQ_TEXT(submission.argv[0], "./lab3");
    CHECK(access(at("work/none"), F_OK) != 0);
    grade_submission_close(&submission);
    snprintf(what, sizeof what, "%s", at("nowhere"));
    CHECK(!opened(&isolated, &any, GRADE_BY_FOLDER, what));
    CHECK(strstr(submission.log, "No such file") != NULL);
    grade_submission_close(&submission);
}

static const grade_format narrate = {"narrate", GRADE_ASK_NARRATE, GRADE_HAND_PROGRAM, "basic"};

TEST(files_of_the_course_replace_what_was_handed_in)
{
    static const char *const forbidden[] = {"stockfish", "*.exe"};
    char what[1200], course[1200];
    mkdir(at("source"), 0755);
    mkdir(at("course"), 0755);
    mkdir(at("course/sub"), 0755);
    put("source/main.sh", "echo handed in\n");
    put("source/other.txt", "theirs");
    put("course/other.txt", "ours");
    put("course/more.txt", "more");
    snprintf(what, sizeof what, "%s", at("source"));
    snprintf(course, sizeof course, "%s", at("course"));
    grade_assignment assignment = {.format = &narrate, .course = course};
    CHECK(opened(&open_sandbox, &assignment, GRADE_BY_SOURCE, what));
    if (!CHECK(submission.built))
        printf("%s\n", submission.log);
    CHECK_EQ_TEXT(staged("submission/main.sh"), "echo handed in\n");
    CHECK_EQ_TEXT(staged("submission/other.txt"), "ours");
    CHECK_EQ_TEXT(staged("submission/more.txt"), "more");
    CHECK(!grade_stage_has(&submission.stage, "submission/sub"));
    CHECK_EQ_TEXT(staged("build/forbidden"), NULL);
    CHECK_EQ_TEXT(staged("submission/Chess.h"), NULL);
    CHECK_EQ_TEXT(shown(), "submission=/lab3/submission build=/lab3/build ");
    CHECK_EQ_TEXT(submission.argv[0], "/bin/sh");
    CHECK_EQ_TEXT(submission.argv[1], "../build/run");
    CHECK_EQ_INT(submission.actor.job.root, GRADE_ROOT_SHELL);
    CHECK(submission.actor.job.limits.address == 0 && submission.actor.job.copied);
    grade_submission_close(&submission);
    check_case("%s", "with something forbidden");
    assignment.forbidden = forbidden;
    assignment.forbidden_count = 2;
    put("source/helper.py", "import stockfish\n");
    CHECK(opened(&open_sandbox, &assignment, GRADE_BY_SOURCE, what));
    CHECK_EQ_TEXT(staged("build/forbidden"), "stockfish\n*.exe\n");
    CHECK(!submission.built && strstr(submission.log, "stockfish") != NULL);
    grade_submission_close(&submission);
    check_case("%s", "that cannot be read");
    assignment.course = "/nowhere/at/all";
    CHECK(!opened(&open_sandbox, &assignment, GRADE_BY_SOURCE, what));
    CHECK_EQ_TEXT(submission.log, "/nowhere/at/all: the course's files cannot be read");
    grade_submission_close(&submission);
    check_case("%s", "a single file");
    put("main.sh", "echo alone\n");
    snprintf(what, sizeof what, "%s", at("main.sh"));
    CHECK(opened(&open_sandbox, &(grade_assignment){.format = &narrate}, GRADE_BY_SOURCE, what));
    CHECK_EQ_TEXT(submission.log, "");
    CHECK(submission.built);
    CHECK_EQ_TEXT(staged("submission/main.sh"), "echo alone\n");
    CHECK_EQ_TEXT(submission.taken, "");
    grade_submission_close(&submission);
    check_case("%s", "none");
    mkdir(at("nothing"), 0755);
    snprintf(what, sizeof what, "%s", at("nothing"));
    CHECK(opened(&open_sandbox, &(grade_assignment){.format = &narrate}, GRADE_BY_SOURCE, what));
    CHECK(!submission.built);
    CHECK_EQ_TEXT(submission.log, "there is no program in it");
    grade_submission_close(&submission);
    check_case("%s", "");
}

TEST(an_ending_alone_is_no_name)
{
    static const char *const names[] = {".so", "x.so", ".zip", "x.zip"};
    grade_way way;
    const grade_assignment any = {.format = NULL};
    for (size_t i = 0; i < 4; i++) {
        check_case("%s", names[i]);
        put(names[i], "");
        CHECK_EQ_INT(grade_source_guess(names[i], &any, &way), i % 2);
        CHECK(i % 2 == 0 || way == (i == 1 ? GRADE_BY_LIBRARY : GRADE_BY_CLASS));
    }
    check_case("%s", "");
}

TEST(the_folder_that_was_taken_is_named)
{
    char what[1200];
    mkdir(at("deep"), 0755);
    mkdir(at("deep/a"), 0755);
    put("deep/a/main.sh", "echo deep\n");
    snprintf(what, sizeof what, "%s", at("deep"));
    CHECK(opened(&open_sandbox, &(grade_assignment){.format = &narrate}, GRADE_BY_SOURCE, what));
    CHECK_EQ_TEXT(submission.taken, "a");
    CHECK_EQ_TEXT(staged("submission/main.sh"), "echo deep\n");
    grade_submission_close(&submission);
}

int main(void)
{
    char command[300], beside[300];
    char made[] = "/var/tmp/arbiter-submission.XXXXXX";
    signal(SIGPIPE, SIG_IGN); /* as the command */
    if (mkdtemp(made) == NULL)
        return 1;
    snprintf(folder, sizeof folder, "%s/here", made);
    if (mkdir(folder, 0755) != 0 || chdir(folder) != 0)
        return 1;
    put("one", "1");
    mkdir("two", 0755);
    put("two/three", "3");
    snprintf(beside, sizeof beside, "%sbeside", folder);
    mkdir(beside, 0755);
    snprintf(beside, sizeof beside, "%s/beside.d", made);
    mkdir(beside, 0755);
    RUN(a_command_sees_the_files_that_it_names);
    RUN(a_command_names_so_many_files_at_most);
    RUN(a_folder_with_a_program);
    RUN(files_of_the_course_replace_what_was_handed_in);
    RUN(an_ending_alone_is_no_name);
    RUN(the_folder_that_was_taken_is_named);
    snprintf(command, sizeof command, "rm -rf '%s'", made);
    return chdir("/") != 0 || system(command) != 0 ? 1 : check_result();
}

/* test_grade_stage.c: what is copied to the folder in which a submission is graded, and how much.
 */
#include "check.h"
#include "grade/intake/stage.h"
#include "staged_text.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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
}

int main(void)
{
    RUN(the_stage_has_limits);
    RUN(the_stage_may_lie_in_what_is_copied);
    return check_result();
}

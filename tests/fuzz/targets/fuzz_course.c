/* fuzz_course.c: a course file of the grader is either read, or every mistake in it is reported.
 * Layer: tests. */
#include "grade/course.h"
#include "tests/fuzz/fuzz.h"

static void count_mistake(void *context, const fmt_error *mistake)
{
    size_t *count = context;
    *count += 1;
    fuzz_check_sentence(mistake->text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_copy((fuzz_text){(const char *)data, size});
    grade_course course;
    size_t mistakes = 0;
    bool good = grade_course_read(&course, text, size, count_mistake, &mistakes);
    FUZZ_CHECK(good == (mistakes == 0));
    if (good)
        grade_course_free(&course);
    free(text);
    return 0;
}

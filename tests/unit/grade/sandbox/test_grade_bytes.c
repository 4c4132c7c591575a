/* test_grade_bytes.c: bytes that wait to be written or judged. */
#include "check.h"
#include "grade/sandbox/pipe.h"

TEST(bytes_are_kept_until_they_are_used)
{
    grade_bytes bytes = {.text = NULL};
    CHECK(grade_bytes_add(&bytes, "", 0));
    CHECK(bytes.text == NULL && bytes.len == 0 && bytes.cap == 0);
    CHECK(grade_bytes_add(&bytes, "abc", 3));
    CHECK(bytes.len == 3 && bytes.cap == 6 && memcmp(bytes.text, "abc", 3) == 0);
    CHECK(grade_bytes_add(&bytes, "def", 3));
    CHECK(bytes.len == 6 && bytes.cap == 6 && memcmp(bytes.text, "abcdef", 6) == 0);
    bytes.start = 4; /* there is room behind the bytes that are not used yet */
    CHECK(grade_bytes_add(&bytes, "gh", 2));
    CHECK(bytes.start == 0 && bytes.len == 4 && bytes.cap == 6);
    CHECK(memcmp(bytes.text, "efgh", 4) == 0);
    bytes.start = 1;
    CHECK(grade_bytes_add(&bytes, "ij", 2));
    CHECK(bytes.start == 1 && bytes.len == 6 && memcmp(bytes.text, "efghij", 6) == 0);
    CHECK(grade_bytes_add(&bytes, "klm", 3));
    CHECK(bytes.start == 0 && bytes.len == 8 && bytes.cap == 16);
    CHECK(memcmp(bytes.text, "fghijklm", 8) == 0);
    grade_bytes_free(&bytes);
    CHECK(bytes.text == NULL && bytes.len == 0 && bytes.cap == 0 && bytes.start == 0);
}

int main(void)
{
    RUN(bytes_are_kept_until_they_are_used);
    return check_result();
}

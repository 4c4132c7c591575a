/* test_square.c: square names on boards of every size. */
#include "arbiter.h"
#include "check.h"

static arb_size size_of(int files, int ranks)
{
    return (arb_size){(uint8_t)files, (uint8_t)ranks};
}

TEST(every_square_of_every_board_reads_back)
{
    for (int files = 1; files <= ARB_SIDE_LIMIT; files++)
        for (int ranks = 1; ranks <= ARB_SIDE_LIMIT; ranks++)
            for (int file = 0; file < files; file++)
                for (int rank = 0; rank < ranks; rank++) {
                    arb_size size = size_of(files, ranks);
                    arb_square square = arb_square_at(size, file, rank), read;
                    char name[8];
                    size_t n = arb_square_write(size, square, name, sizeof name);
                    if (!CHECK_EQ_INT(strlen(name), n) ||
                        !CHECK_EQ_INT(arb_square_read(size, name, n, &read), n) ||
                        !CHECK_EQ_INT(read, square))
                        return;
                }
}

TEST(names_are_as_people_write_them)
{
    char name[8];
    arb_square_write(size_of(8, 8), 0, name, sizeof name);
    CHECK_EQ_TEXT(name, "a1");
    arb_square_write(size_of(8, 8), 63, name, sizeof name);
    CHECK_EQ_TEXT(name, "h8");
    arb_square_write(size_of(10, 10), arb_square_at(size_of(10, 10), 9, 9), name, sizeof name);
    CHECK_EQ_TEXT(name, "j10");
    arb_square_write(size_of(32, 32), arb_square_at(size_of(32, 32), 26, 0), name, sizeof name);
    CHECK_EQ_TEXT(name, "aa1");
    arb_square_write(size_of(32, 32), arb_square_at(size_of(32, 32), 31, 31), name, sizeof name);
    CHECK_EQ_TEXT(name, "af32");
}

TEST(either_case_is_read)
{
    arb_square square = ARB_NO_SQUARE;
    CHECK_EQ_INT(arb_square_read(size_of(8, 8), "E4", 2, &square), 2);
    CHECK_EQ_INT(square, 28);
    CHECK_EQ_INT(arb_square_read(size_of(32, 32), "Ab32", 4, &square), 4);
    CHECK_EQ_INT(square, arb_square_at(size_of(32, 32), 27, 31));
}

TEST(only_the_square_is_read)
{
    arb_square square = ARB_NO_SQUARE;
    CHECK_EQ_INT(arb_square_read(size_of(8, 8), "e2e4", 4, &square), 2);
    CHECK_EQ_INT(square, 12);
    CHECK_EQ_INT(arb_square_read(size_of(8, 8), "e2e4", 2, &square), 2);
    CHECK_EQ_INT(arb_square_read(size_of(12, 12), "a10b11", 6, &square), 3);
}

TEST(what_is_no_square_is_refused)
{
    static const char *const bad[] = {"",    "e",  "4",   "i1",  "e9",   "e0",   "e04",     "e44",
                                      " e4", "-4", "aa1", "ae4", "aaa1", "e100", "\xc3\xa9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        arb_square square = 7;
        check_case("%s", bad[i]);
        CHECK_EQ_INT(arb_square_read(size_of(8, 8), bad[i], strlen(bad[i]), &square), 0);
        CHECK_EQ_INT(square, 7);
    }
}

TEST(no_square_has_no_name)
{
    char name[4] = "x";
    CHECK_EQ_INT(arb_square_write(size_of(8, 8), ARB_NO_SQUARE, name, sizeof name), 0);
    CHECK_EQ_TEXT(name, "");
    CHECK_EQ_INT(arb_square_write(size_of(5, 5), 5, name, sizeof name), 0);
}

TEST(a_short_buffer_cuts_and_says_so)
{
    char name[3] = "";
    arb_square last = arb_square_at(size_of(32, 32), 31, 31);
    CHECK_EQ_INT(arb_square_write(size_of(32, 32), last, name, sizeof name), 4);
    CHECK_EQ_TEXT(name, "af");
    CHECK_EQ_INT(arb_square_write(size_of(32, 32), last, NULL, 0), 4);
}

int main(void)
{
    RUN(every_square_of_every_board_reads_back);
    RUN(names_are_as_people_write_them);
    RUN(either_case_is_read);
    RUN(only_the_square_is_read);
    RUN(what_is_no_square_is_refused);
    RUN(no_square_has_no_name);
    RUN(a_short_buffer_cuts_and_says_so);
    return check_result();
}

/* test_key.c: positions that are the same by FIDE 9.2.3 have the same key, others have different
 * keys; and compared piece by piece positions differ even if their keys agree. */
#include "positions.h"

static const char crazyhouse[] = "examples/rules/crazyhouse.rules";
static const char three_check[] = "examples/rules/3check.rules";

typedef struct {
    const char *rules;
    const char *fens[12];
} group;

static size_t read_group(const group *g, arb_position *list, arb_rules *storage)
{
    const arb_rules *rules = test_rules(storage, g->rules);
    size_t count = 0;
    for (; count < 12 && g->fens[count] && rules; count++) {
        check_case("%s: %s", g->rules, g->fens[count]);
        if (!test_position_by(&list[count], rules, g->fens[count], ARB_KERNEL_AUTO))
            return 0;
        CHECK(arb_position_key(&list[count]) == arb_position_key_afresh(&list[count]));
    }
    return count;
}

TEST(positions_that_differ_have_keys_that_differ)
{
    static const group groups[] = {
        {"chess",
         {"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
          "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1",
          "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
          "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
          "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1", "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq - 0 1"}},
        {"chess960",
         {"3k4/8/8/8/8/8/8/RR1K2RR w BG - 0 1", "3k4/8/8/8/8/8/8/RR1K2RR w AG - 0 1",
          "3k4/8/8/8/8/8/8/RR1K2RR w BH - 0 1", "3k4/8/8/8/8/8/8/RR1K2RR w AH - 0 1",
          "3k4/8/8/8/8/8/8/RR1K2RR w A - 0 1", "3k4/8/8/8/8/8/8/RR1K2RR w H - 0 1"}},
        {crazyhouse,
         {"4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
          "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1",
          "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[NNN] w - - 0 1",
          "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1",
          "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1"}},
        {three_check,
         {"4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1",
          "4k3/8/8/8/8/8/8/R3K3 w - - 3+2 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 2+2 0 1",
          "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 3+1 0 1"}},
        {"lab",
         {"k7/8/8/8/8/8/8/K7 w - - 0 1", "k!k6/8/8/8/8/8/8/K7 w - - 0 1",
          "kk!6/8/8/8/8/8/8/K7 w - - 0 1", "1k6/8/8/8/8/8/8/K7 w - - 0 1"}},
    };
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        static arb_position list[12];
        static arb_rules storage;
        size_t count = read_group(&groups[g], list, &storage);
        CHECK(count > 1);
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < count; k++) {
                arb_position other = list[k];
                check_case("%s and %s", groups[g].fens[i], groups[g].fens[k]);
                if (g < 4) /* which of two kings is royal is not part of the key */
                    CHECK_EQ_INT(list[i].key == other.key, i == k);
                other.key = list[i].key;
                CHECK_EQ_INT(arb_position_same(&list[i], &other), i == k);
            }
    }
}

TEST(what_changes_no_move_changes_no_key)
{
    static const group groups[] = {
        {"chess", {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 12 34"}},
        /* The capture in passing would expose the king. */
        {"chess", {"8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1", "8/8/8/K2pP2q/8/8/8/4k3 w - - 0 1"}},
        {"chess960", {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w A - 0 1"}},
        {crazyhouse, {"4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[nN] w - - 5 9"}},
    };
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        static arb_position list[12];
        static arb_rules storage;
        if (!CHECK_EQ_INT(read_group(&groups[g], list, &storage), 2))
            continue;
        CHECK(arb_position_key(&list[0]) == arb_position_key(&list[1]));
        CHECK(arb_position_same(&list[0], &list[1]));
    }
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Adds one piece of every kind and colour on every square of the largest board. */
TEST(every_piece_on_every_square_has_a_key_of_its_own)
{
    static uint64_t keys[ARB_SQUARE_LIMIT * 12];
    static arb_setup setup;
    static arb_position position;
    const arb_rules *lab = arb_rules_find("lab", 3);
    const arb_size size = {ARB_SIDE_LIMIT, ARB_SIDE_LIMIT};
    size_t count = 0;
    for (arb_square square = 0; square < ARB_SQUARE_LIMIT; square += 3)
        for (unsigned piece = 0; piece < 12; piece++) {
            arb_setup_clear(&setup, size);
            arb_setup_put(&setup, lab, square,
                          arb_piece_of((arb_colour)(piece / 6), (arb_kind)(1 + piece % 6)));
            CHECK_EQ_INT(arb_position_set(&position, lab, &setup, ARB_KERNEL_AUTO, 0), 0);
            keys[count++] = arb_position_key(&position);
        }
    qsort(keys, count, sizeof keys[0], by_value);
    for (size_t i = 1; i < count; i++)
        CHECK(keys[i - 1] != keys[i]);
}

/* Both kernels give a position the same key, whether it was set up or played. */
TEST(both_kernels_give_one_key)
{
    static const char *const fens[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                       "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 1",
                                       "8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1"};
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        arb_position grid, bits;
        check_case("%s", fens[i]);
        if (test_position(&grid, "chess", fens[i], ARB_KERNEL_GRID) &&
            test_position(&bits, "chess", fens[i], ARB_KERNEL_BITS))
            CHECK(arb_position_key(&grid) == arb_position_key(&bits));
    }
}

int main(void)
{
    RUN(positions_that_differ_have_keys_that_differ);
    RUN(what_changes_no_move_changes_no_key);
    RUN(every_piece_on_every_square_has_a_key_of_its_own);
    RUN(both_kernels_give_one_key);
    return check_result();
}

/* test_moves.c: lists of moves that are cut if the room is too small, and the same moves passed one
 * by one to a callback, for either side. */
#include "positions.h"

enum { ROOM = 512 };
static const arb_move untouched = 0x7FFFFFFF;

static const struct {
    const char *rules, *fen;
} cases[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"chess", "r3k2r/1P4p1/8/3pP3/8/7p/p5P1/R3K2R w KQkq d6 0 2"},
    {"chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"},
    {"chess960", "4k3/8/8/8/8/8/8/RK5R w AH - 0 1"},
    {"lab", "kK6/8/8/8/8/8/8/8 w - - 0 1"},
    {"lab", "P7/8/8/8/8/8/8/p7 w - - 0 1"},
    {"king-capture", "4k3/3Q4/8/8/8/8/8/4K3 b - - 0 1"},
    {"examples/rules/crazyhouse.rules", "4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1"},
    {"examples/rules/antichess.rules", "8/8/8/3p4/4P3/8/8/N7 w - - 0 1"},
    {"examples/rules/shako.rules", "k9/10/10/10/4p5/10/4P5/10/4C5/4K5 w - - 0 1"},
};
enum { CASES = sizeof cases / sizeof cases[0] };

typedef struct {
    arb_move list[ROOM];
    size_t count;
} heard;

static bool hear(void *context, arb_move move)
{
    heard *h = context;
    if (h->count < ROOM)
        h->list[h->count] = move;
    h->count++;
    return true;
}

static bool set_case(arb_position *position, size_t i, int k)
{
    check_case("%s: %s", cases[i].rules, cases[i].fen);
    return test_position(position, cases[i].rules, cases[i].fen, test_kernels[k]);
}

/* However small the room is, the count must be the true one and nothing is written past the room.
 */
static void check_cut(const arb_move *list, size_t count, const arb_move *whole, size_t cap,
                      size_t told)
{
    unsigned wrong = told != count;
    for (size_t i = 0; i < ROOM; i++)
        wrong += list[i] != (i < cap && i < count ? whole[i] : untouched);
    CHECK_EQ_INT(wrong, 0);
}

static void clear_list(arb_move *list)
{
    for (size_t i = 0; i < ROOM; i++)
        list[i] = untouched;
}

TEST(lists_are_cut_where_the_room_ends)
{
    static arb_move whole[ROOM], list[ROOM], plenty[ARB_MOVES_8X8];
    for (size_t i = 0; i < CASES; i++)
        for (int k = 0; k < 2; k++) {
            arb_position position;
            if (!set_case(&position, i, k))
                continue;
            size_t count = arb_position_moves(&position, whole, ROOM);
            CHECK_EQ_INT(arb_position_moves(&position, NULL, 0), count);
            CHECK_EQ_INT(arb_position_moves(&position, plenty, ARB_MOVES_8X8), count);
            CHECK(memcmp(plenty, whole, count * sizeof whole[0]) == 0);
            for (size_t cap = 0; cap <= count + 1; cap++) {
                clear_list(list);
                check_cut(list, count, whole, cap, arb_position_moves(&position, list, cap));
            }
            for (unsigned colour = 0; colour < 2; colour++) {
                count = arb_position_moves_of(&position, (arb_colour)colour, whole, ROOM);
                for (size_t cap = 0; cap <= count + 1; cap++) {
                    clear_list(list);
                    check_cut(list, count, whole, cap,
                              arb_position_moves_of(&position, (arb_colour)colour, list, cap));
                }
            }
        }
}

/* The moves from each square, together with the drops, must be the whole list. */
TEST(the_moves_from_each_square_are_all_moves)
{
    static arb_move whole[ROOM], part[ROOM], list[ROOM];
    for (size_t i = 0; i < CASES; i++)
        for (int k = 0; k < 2; k++) {
            arb_position position;
            size_t sum = 0, drops = 0;
            unsigned wrong = 0;
            if (!set_case(&position, i, k))
                continue;
            size_t count = arb_position_moves(&position, whole, ROOM);
            for (size_t n = 0; n < count; n++)
                drops += arb_move_type_of(whole[n]) == ARB_DROP;
            for (arb_square from = 0; from < 256; from++) {
                size_t some = arb_position_moves_from(&position, from, part, ROOM);
                for (size_t n = 0; n < some; n++)
                    wrong += arb_move_from(part[n]) != from ||
                             !arb_position_is_legal(&position, part[n]);
                for (size_t cap = 0; cap <= some; cap++) {
                    clear_list(list);
                    check_cut(list, some, part, cap,
                              arb_position_moves_from(&position, from, list, cap));
                }
                sum += some;
            }
            CHECK_EQ_INT(sum + drops, count);
            CHECK_EQ_INT(wrong, 0);
        }
}

TEST(a_listener_hears_the_list_of_either_side)
{
    static arb_move list[ROOM];
    static heard h;
    for (size_t i = 0; i < CASES; i++)
        for (int k = 0; k < 2; k++) {
            arb_position position;
            if (!set_case(&position, i, k))
                continue;
            h.count = 0;
            size_t count = arb_position_moves(&position, list, ROOM);
            CHECK(arb_position_each_move(&position, hear, &h));
            CHECK_EQ_INT(h.count, count);
            CHECK(memcmp(h.list, list, count * sizeof list[0]) == 0);
            CHECK_EQ_INT(arb_position_has_move(&position), count > 0);
            for (unsigned colour = 0; colour < 2; colour++) {
                h.count = 0;
                count = arb_position_moves_of(&position, (arb_colour)colour, list, ROOM);
                CHECK(arb_position_each_move_of(&position, (arb_colour)colour, hear, &h));
                CHECK_EQ_INT(h.count, count);
                CHECK(memcmp(h.list, list, count * sizeof list[0]) == 0);
            }
        }
}

int main(void)
{
    RUN(lists_are_cut_where_the_room_ends);
    RUN(the_moves_from_each_square_are_all_moves);
    RUN(a_listener_hears_the_list_of_either_side);
    return check_result();
}

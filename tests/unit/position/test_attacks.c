/* test_attacks.c: which pieces attack a square, give check, are pinned or threatened; lists that
 * are cut if the room is too small. */
#include "positions.h"

enum { ROOM = 24 };
static const arb_square untouched = 0x7777;

/* Writes the squares as "a1 c3", in the order of the list. */
static const char *names_of(arb_size size, const arb_square *list, size_t count)
{
    static char text[ROOM * 4];
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && i < ROOM; i++) {
        if (i > 0)
            text[n++] = ' ';
        n += arb_square_write(size, list[i], text + n, sizeof text - n);
    }
    return text;
}

typedef struct {
    const char *rules, *fen, *square; /* "" stands for no square */
    arb_colour colour;
    const char *expected;
} attack_case;

typedef size_t finder(const arb_position *position, const attack_case *c, arb_square *list,
                      size_t cap);

static size_t find_attackers(const arb_position *position, const attack_case *c, arb_square *list,
                             size_t cap)
{
    return arb_position_attackers(position, test_square(position->size, c->square), c->colour, list,
                                  cap);
}

static size_t find_checkers(const arb_position *position, const attack_case *c, arb_square *list,
                            size_t cap)
{
    return arb_position_checkers(position, c->colour, list, cap);
}

/* Lists pins as pairs: the pinned piece and the piece that pins it. */
static size_t find_pins(const arb_position *position, const attack_case *c, arb_square *list,
                        size_t cap)
{
    arb_pin pins[ROOM];
    for (size_t i = 0; i < ROOM; i++)
        pins[i] = (arb_pin){untouched, untouched};
    size_t count = arb_position_pins(position, c->colour, pins, cap / 2);
    for (size_t i = 0; i < ROOM / 2; i++) {
        list[2 * i] = pins[i].pinned;
        list[2 * i + 1] = pins[i].by;
    }
    return 2 * count;
}

/* However small the room is, the count must be the true one and nothing is written past the room.
 */
static void check_list(const arb_position *position, const attack_case *c, finder *find,
                       size_t width)
{
    arb_square whole[ROOM];
    size_t count = find(position, c, whole, ROOM);
    CHECK_EQ_TEXT(names_of(position->size, whole, count), c->expected);
    for (size_t cap = 0; cap <= count + width; cap += width) {
        arb_square list[ROOM];
        for (size_t i = 0; i < ROOM; i++)
            list[i] = untouched;
        CHECK_EQ_INT(find(position, c, list, cap), count);
        for (size_t i = 0; i < ROOM; i++)
            CHECK_EQ_INT(list[i], i < cap && i < count ? whole[i] : untouched);
    }
}

static void check_cases(const attack_case *cases, size_t count, finder *find, size_t width)
{
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            arb_position position;
            check_case("%s %s", cases[i].fen, cases[i].square);
            if (test_position(&position, cases[i].rules, cases[i].fen, test_kernels[k]))
                check_list(&position, &cases[i], find, width);
        }
}

#define CHECK_CASES(cases, find, width)                                                            \
    check_cases(cases, sizeof(cases) / sizeof *(cases), find, width)

TEST(attackers_are_listed_in_the_order_of_squares_whatever_they_may_do)
{
    static const char *const every = "3qk3/b7/2n5/4p3/3K3r/8/4n3/8 w - - 0 1";
    static const attack_case cases[] = {
        {"lab", every, "d4", ARB_BLACK, "e2 h4 e5 c6 a7 d8"},
        {"lab", every, "d4", ARB_WHITE, ""}, /* a piece does not attack itself */
        {"lab", every, "e5", ARB_WHITE, "d4"},
        {"lab", every, "c6", ARB_BLACK, ""},
        {"lab", every, "e4", ARB_BLACK, "h4"},
        {"lab", every, "", ARB_BLACK, ""},
        {"lab", every, "i1", ARB_BLACK, ""},
        /* A pinned piece attacks, too (FIDE 3.1.3), and a defended piece counts as attacked. */
        {"chess", "4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1", "c4", ARB_WHITE, "e3"},
        {"chess", "4k3/8/8/8/8/2P5/3P4/4K3 w - - 0 1", "c3", ARB_WHITE, "d2"},
        {"chess", "4k3/8/8/8/8/2P5/3P4/4K3 w - - 0 1", "d2", ARB_WHITE, "e1"},
        /* Pawns attack diagonally forward only, and not across the edge of the board. */
        {"chess", "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", "b3", ARB_WHITE, "a2"},
        {"chess", "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", "a4", ARB_WHITE, ""},
        {"chess", "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", "g6", ARB_BLACK, "h7"},
        {"chess", "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", "a3", ARB_WHITE, ""},
        {"lab", "qqq/qKq/qqq w - - 0 1", "b2", ARB_BLACK, "a1 b1 c1 a2 c2 a3 b3 c3"},
    };
    CHECK_CASES(cases, find_attackers, 1);
}

TEST(checkers_are_those_who_attack_the_royal_piece)
{
    static const attack_case cases[] = {
        {"chess", "4k3/8/8/8/8/5n2/8/4K2r w - - 0 1", "", ARB_WHITE, "h1 f3"},
        {"chess", "4k3/8/8/8/8/5n2/8/4K2r w - - 0 1", "", ARB_BLACK, ""},
        {"chess", "4k3/8/8/8/8/8/4N3/4K2r w - - 0 1", "", ARB_WHITE, "h1"},
        {"lab", "8/8/8/8/8/8/8/r7 w - - 0 1", "", ARB_WHITE, ""}, /* without a king: no check */
    };
    CHECK_CASES(cases, find_checkers, 1);
}

TEST(pins_name_the_piece_and_who_pins_it)
{
    static const attack_case cases[] = {
        {"chess", "3rk3/8/8/b7/8/2N5/3P4/4K3 b - - 0 1", "", ARB_WHITE, ""},
        {"chess", "4k3/4r3/8/b7/8/2N1B3/8/4K3 w - - 0 1", "", ARB_WHITE, "c3 a5 e3 e7"},
        {"chess", "4k3/4r3/8/b7/8/2N1B3/8/4K3 w - - 0 1", "", ARB_BLACK, ""},
        {"chess", "4k3/4r3/8/8/8/4P3/4N3/4K3 w - - 0 1", "", ARB_WHITE, ""}, /* two in between */
        {"chess", "4k3/4r3/8/8/4p3/8/4N3/4K3 w - - 0 1", "", ARB_WHITE, ""},
        {"chess", "4k3/4b3/8/8/8/8/4N3/4K3 w - - 0 1", "", ARB_WHITE, ""}, /* a bishop on a file */
        {"chess", "k3r3/8/8/8/7b/6P1/3nN3/r2QK3 w - - 0 1", "", ARB_WHITE, "d1 a1 e2 e8 g3 h4"},
        {"chess", "R3n2k/8/8/8/8/8/8/4K3 b - - 0 1", "", ARB_BLACK, "e8 a8"},
        {"lab", "r3R3/8/8/8/8/8/8/8 w - - 0 1", "", ARB_WHITE, ""},
    };
    CHECK_CASES(cases, find_pins, 2);
}

TEST(check_is_told_for_either_side)
{
    for (int k = 0; k < 2; k++) {
        arb_position position;
        if (test_position(&position, "chess", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", test_kernels[k])) {
            CHECK(arb_position_in_check(&position, ARB_WHITE));
            CHECK(!arb_position_in_check(&position, ARB_BLACK));
        }
        if (test_position(&position, "lab", "8/8/8/8/8/8/8/r6R w - - 0 1", test_kernels[k])) {
            CHECK(!arb_position_in_check(&position, ARB_WHITE));
            CHECK(!arb_position_in_check(&position, ARB_BLACK));
        }
    }
}

TEST(threatened_is_a_piece_that_an_enemy_attacks)
{
    static const struct {
        const char *square;
        bool threatened;
    } cases[] = {
        {"a1", true},  {"a8", true}, /* rook against rook */
        {"b1", false},               /* only its own side attacks it */
        {"a4", false},               /* nothing stands there */
        {"d4", true},  {"e5", true}, {"e1", false}, {"", false}, {"a9", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int k = 0; k < 2; k++) {
            arb_position position;
            check_case("%s", cases[i].square);
            if (test_position(&position, "chess", "r3k3/8/8/4p3/3P4/8/8/RN2K3 w - - 0 1",
                              test_kernels[k]))
                CHECK_EQ_INT(
                    arb_position_threatened(&position, test_square(position.size, cases[i].square)),
                    cases[i].threatened);
        }
}

int main(void)
{
    RUN(attackers_are_listed_in_the_order_of_squares_whatever_they_may_do);
    RUN(checkers_are_those_who_attack_the_royal_piece);
    RUN(pins_name_the_piece_and_who_pins_it);
    RUN(check_is_told_for_either_side);
    RUN(threatened_is_a_piece_that_an_enemy_attacks);
    return check_result();
}

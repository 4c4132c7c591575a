/* test_machines.c: on boards full of pins, checks, promotions and castling every accelerator lists
 * the same moves of chess in the same order, counts the same number, and agrees whether there is a
 * move. */
#include "kernel/fast.h"
#include "machines.h"
#include "positions.h"

enum { BOARDS = 20000 };

static uint64_t state = 0x9E3779B97F4A7C15u;

static unsigned below(unsigned limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 33) % limit);
}

/* Scatters pieces: kings apart, at home or anywhere; pieces of all kinds, more of those that pin;
 * pawns on their rows, many of them one step from promotion or on their first row. */
static void scatter(arb_setup *setup, const arb_rules *chess)
{
    static const arb_kind kinds[8] = {ARB_PAWN, ARB_PAWN, ARB_PAWN,  ARB_KNIGHT,
                                      ARB_ROOK, ARB_ROOK, ARB_QUEEN, ARB_BISHOP};
    unsigned density = 1 + below(10), king = below(3) == 0 ? 4 : below(64), other;
    do
        other = below(3) == 0 ? 60 : below(64);
    while (other == king);
    arb_setup_clear(setup, (arb_size){8, 8});
    setup->turn = (uint8_t)below(2);
    for (unsigned at = 0; at < 64; at++) {
        arb_kind kind = kinds[below(8)];
        bool corner = (at & 7) == 0 || (at & 7) == 7;
        if ((at < 8 || at >= 56) && (kind == ARB_PAWN || corner))
            kind = ARB_ROOK;
        if (below(density) == 0)
            arb_setup_put(setup, chess, (arb_square)at,
                          arb_piece_of((arb_colour)(corner ? at >= 32 : below(2)), kind));
    }
    arb_setup_put(setup, chess, (arb_square)king, arb_piece_of(ARB_WHITE, ARB_KING));
    arb_setup_put(setup, chess, (arb_square)other, arb_piece_of(ARB_BLACK, ARB_KING));
    arb_setup_home_rights(setup, chess);
}

/* Plays a double step, so that the other side may capture en passant, sometimes against a pin. */
static void play_double_step(arb_position *pos)
{
    arb_move list[ARB_MOVES_8X8];
    arb_undo undo;
    size_t count = arb_position_moves(pos, list, ARB_MOVES_8X8);
    for (size_t i = 0; i < count; i++) {
        int from = arb_move_from(list[i]), to = arb_move_to(list[i]);
        bool pawn = arb_piece_kind(arb_position_piece(pos, arb_move_from(list[i]))) == ARB_PAWN;
        if (pawn && (to - from == 16 || from - to == 16)) {
            CHECK(arb_position_play(pos, list[i], &undo));
            return;
        }
    }
}

TEST(every_machine_finds_the_same_moves_on_any_board)
{
    const arb_rules *chess = arb_rules_find("chess", 5);
    unsigned wrong = 0, asked = 0;
    for (unsigned n = 0; n < BOARDS; n++) {
        arb_setup setup;
        arb_position pos;
        scatter(&setup, chess);
        if (arb_position_set(&pos, chess, &setup, ARB_KERNEL_BITS, ARB_FAULT_UNREACHABLE) != 0 ||
            pos.chess == 0)
            continue;
        asked++;
        wrong += test_machines_differ(&pos, ARB_WHITE) + test_machines_differ(&pos, ARB_BLACK);
        play_double_step(&pos);
        wrong += test_machines_differ(&pos, ARB_WHITE) + test_machines_differ(&pos, ARB_BLACK);
    }
    CHECK_EQ_INT(wrong, 0);
    CHECK(asked > BOARDS / 3);
}

/* No game has more than eight pawns for a side, but a set-up may. */
TEST(every_machine_moves_any_number_of_pawns)
{
    static const char *const boards[] = {
        "7k/8/PPPPPPPP/8/PPPPPPPP/8/PPPPPPPP/K7 w - - 0 1",         /* 24 steps */
        "7k/pppppppp/8/pppppppp/8/pppppppp/8/K7 b - - 0 1",         /* the same of Black */
        "7k/8/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/8/K7 w - - 0 1"}; /* 14 are taken either way */
    const arb_rules *chess = arb_rules_find("chess", 5);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        arb_setup setup;
        arb_position pos;
        check_case("%s", boards[i]);
        CHECK_EQ_INT(arb_fen_read(&setup, chess, boards[i], strlen(boards[i]), NULL), ARB_OK);
        CHECK_EQ_INT(arb_position_set(&pos, chess, &setup, ARB_KERNEL_BITS, ARB_FAULT_UNREACHABLE),
                     0);
        CHECK(pos.chess != 0);
        CHECK(arb_position_moves(&pos, NULL, 0) > 24);
        CHECK_EQ_INT(test_machines_differ(&pos, ARB_WHITE), 0);
        CHECK_EQ_INT(test_machines_differ(&pos, ARB_BLACK), 0);
    }
}

/* The only piece that could move is pinned. */
TEST(no_machine_moves_what_is_pinned)
{
    static const char *const stalemates[] = {
        "rr5k/8/8/8/8/8/N7/K7 w - - 0 1",     /* a knight on a file */
        "b7/k7/3b4/8/8/8/4n1P1/7K w - - 0 1", /* a pawn on a diagonal */
        "7k/4N1p1/8/8/8/3B4/K7/B7 b - - 0 1", /* the same of Black */
        "k7/n7/8/8/8/8/8/RR5K b - - 0 1"};    /* and the knight */
    for (size_t i = 0; i < sizeof stalemates / sizeof stalemates[0]; i++) {
        arb_position pos;
        check_case("%s", stalemates[i]);
        if (!CHECK(test_position(&pos, "chess", stalemates[i], ARB_KERNEL_BITS)))
            continue;
        arb_colour us = arb_position_turn(&pos);
        CHECK(!arb_position_has_move(&pos));
        CHECK_EQ_INT(test_machines_differ(&pos, us), 0);
    }
}

int main(void)
{
    if (!arb__fast.level || arb__fast.level() < ARB__FAST_LEVELS - 1)
        printf("not compared: AVX2 with PEXT, which this machine has not or not fast\n");
    RUN(every_machine_finds_the_same_moves_on_any_board);
    RUN(every_machine_moves_any_number_of_pawns);
    RUN(no_machine_moves_what_is_pinned);
    return check_result();
}

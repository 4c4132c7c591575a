/* test_bits.c: what is special to the bitboard kernel: which rule sets it serves, attacks of its
 * sliders, a single move's legality, and perft that does not make every move. The twin test shows
 * that it plays like the other kernel. */
#include "kernel/fast.h"
#if ARB__FAST
#include "fast/entries.h"
#include "fast/x86/slider_sets_pext.h"
#endif
#include "kernel/bits/slider_sets.h"
#include "machines.h"
#include "positions.h"

static uint64_t seed = 88172645463325252u;

static uint64_t draw(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 0x2545F4914F6CDD1Du;
}

static unsigned below(unsigned limit)
{
    return (unsigned)((draw() >> 33) % limit);
}

/* Draws a random set of few or many squares. */
static uint64_t draw_set(void)
{
    uint64_t set = draw();
    for (unsigned i = below(4); i > 0; i--)
        set &= draw();
    return set;
}

static const struct {
    const char *rules;
    const char *fen;
} cases[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    {"chess", "r3k2r/1P4p1/8/3pP3/8/7p/p5P1/R3K2R w KQkq d6 0 2"},
    {"chess", "4k3/8/8/8/8/8/Rb6/R3K3 b Q - 0 1"},
    {"chess", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"}, /* both pawns leave the row */
    {"chess", "4k3/8/8/8/4Pp2/8/1B6/3K3b b - e3 0 1"},
    {"chess", "3rk3/8/8/8/8/5n2/3P4/3K4 w - - 0 1"}, /* a double check */
    {"chess960", "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1"}, /* the rook shields the arriving king */
    {"chess960", "1k6/8/8/8/8/8/8/RK4R1 w AG - 0 1"},
    {"chess960", "6k1/8/8/8/8/8/8/r5KR w H - 0 1"},
    {"lab", "kK6/8/8/8/8/8/8/8 w - - 0 1"},
    {"lab", "r2qk3/8/4K3/3K4/8/8/8/3Q4 w - - 0 1"}, /* two kings, one of them pinned */
    {"lab", "P7/8/8/8/8/8/8/p7 w - - 0 1"},
    {"lab", "rk2/PP2/2p1/3K w - - 0 1"},
    {"lab-bonus", "k3p/P4/1p3/2P1K/5 w - - 0 1"},
    {"lab-bonus", "k1K/P1p/3/Pp1 w - - 0 1"},
    {"king-capture", "4k3/3Q4/8/8/8/8/8/4K3 b - - 0 1"},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static bool set_case(arb_position *pos, unsigned i)
{
    check_case("%s", cases[i].fen);
    return test_position(pos, cases[i].rules, cases[i].fen, ARB_KERNEL_BITS) &&
           CHECK_EQ_INT(arb_position_kernel(pos), ARB_KERNEL_BITS);
}

static bool contains(const arb_move *list, size_t count, arb_move move)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

TEST(a_move_is_legal_exactly_if_it_is_listed)
{
    for (unsigned i = 0; i < CASES; i++) {
        arb_position pos;
        arb_move list[ARB_MOVES_8X8];
        if (!set_case(&pos, i))
            continue;
        for (unsigned colour = 0; colour < 2; colour++) {
            size_t count = arb__bits_moves(&pos, (arb_colour)colour, list);
            unsigned wrong = 0;
            for (uint32_t from_to = 0; from_to < 64 * 64; from_to++)
                for (uint32_t rest = 0; rest < 4 * 8; rest++) {
                    arb_move move =
                        (from_to & 63) | from_to >> 6 << 10 | (rest & 7) << 20 | (rest >> 3) << 26;
                    wrong += arb__bits_is_legal(&pos, (arb_colour)colour, move) !=
                             contains(list, count, move);
                }
            for (unsigned n = 0; n < 2000; n++) {
                arb_move move = (arb_move)draw();
                if (count > 0 && below(2) != 0) /* a legal move with one bit flipped */
                    move = list[below((unsigned)count)] ^ 1u << below(32);
                wrong += arb__bits_is_legal(&pos, (arb_colour)colour, move) !=
                         contains(list, count, move);
            }
            CHECK_EQ_INT(wrong, 0);
            CHECK_EQ_INT(arb__bits_count(&pos, (arb_colour)colour), count);
            CHECK_EQ_INT(arb__bits_has_move(&pos, (arb_colour)colour), count > 0);
        }
    }
}

TEST(every_machine_says_the_same_of_one_move)
{
    for (unsigned i = 0; i < CASES; i++) {
        arb_position pos;
        arb_move list[ARB_MOVES_8X8];
        unsigned wrong = 0;
        if (!set_case(&pos, i))
            continue;
        size_t count = arb__bits_moves(&pos, (arb_colour)pos.turn, list);
        for (unsigned n = 0; n < 4000; n++) {
            arb_move move = n < count    ? list[n]
                            : count == 0 ? (arb_move)draw()
                                         : list[below((unsigned)count)] ^ 1u << below(28);
            arb_position other = pos;
            bool legal = arb__bits_is_legal(&pos, (arb_colour)pos.turn, move);
            wrong += legal != contains(list, count, move);
            for (other.fast = 0; other.fast < pos.fast; other.fast++)
                wrong += arb__bits_is_legal(&other, (arb_colour)pos.turn, move) != legal;
        }
        CHECK_EQ_INT(wrong, 0);
    }
}

/* Finds a ray step by step, up to the first blocker. */
static uint64_t slow_ray(unsigned from, int files, int ranks, uint64_t blockers)
{
    arb_size size = {8, 8};
    uint64_t set = 0;
    arb_square at = arb__step(size, (arb_square)from, files, ranks);
    for (; at != ARB_NO_SQUARE; at = arb__step(size, at, files, ranks)) {
        set |= arb__bit(at);
        if ((blockers >> at & 1) != 0)
            break;
    }
    return set;
}

static uint64_t slow_slider(unsigned from, bool straight, uint64_t blockers)
{
    uint64_t set = 0;
    for (int files = -1; files <= 1; files++)
        for (int ranks = -1; ranks <= 1; ranks++)
            if ((files != 0 || ranks != 0) && (files == 0 || ranks == 0) == straight)
                set |= slow_ray(from, files, ranks, blockers);
    return set;
}

TEST(sliders_see_up_to_the_first_blocker)
{
    unsigned wrong = 0;
    for (unsigned n = 0; n < 2000; n++) {
        uint64_t blockers = draw_set();
        unsigned from = below(64);
        wrong += arb__straight_attacks(from, blockers) != slow_slider(from, true, blockers);
        wrong += arb__diagonal_attacks(from, blockers) != slow_slider(from, false, blockers);
    }
    CHECK_EQ_INT(wrong, 0);
}

static unsigned wrong_sights(const arb__slider_ops *sight)
{
    unsigned wrong = 0;
    for (unsigned n = 0; n < 5000; n++) {
        uint64_t straights = draw_set() & draw_set();
        uint64_t diagonals = draw_set() & draw_set();
        uint64_t blockers = draw_set() | straights | diagonals;
        uint64_t targets = draw_set();
        if (n % 4 == 0) { /* the code treats one slider or none as a special case */
            straights = n % 8 == 0 ? straights & -straights : 0;
            diagonals = n % 8 == 0 ? 0 : diagonals & -diagonals;
        }
        uint64_t seen = 0;
        unsigned count = 0;
        for (unsigned from = 0; from < 64; from++)
            for (int straight = 0; straight < 2; straight++)
                if (((straight ? straights : diagonals) >> from & 1) != 0) {
                    uint64_t set = slow_slider(from, straight != 0, blockers);
                    seen |= set;
                    count += arb__count(set & targets);
                    wrong += (straight ? sight->straight : sight->diagonal)(from, blockers) != set;
                }
        wrong += sight->see(straights, diagonals, blockers) != seen;
        wrong += sight->count(straights, diagonals, blockers, targets) != count;
    }
    return wrong;
}

TEST(every_machine_sees_the_same)
{
    CHECK_EQ_INT(wrong_sights(&arb__portable_sliders), 0);
#if ARB__HAS_AVX2
    if (arb__has_fast_pext())
        CHECK_EQ_INT(wrong_sights(&arb__pext_sliders), 0);
#endif
}

/* Finds attackers by asking about every square of the board by the slow rule. */
static uint64_t slow_attackers(const arb_position *pos, arb_square square, arb_colour by)
{
    uint64_t set = 0;
    uint64_t blockers = 0;
    for (arb_square at = 0; at < 64; at++)
        if (!arb_square_on(pos->size, at) || arb_position_piece(pos, at) != ARB_NO_PIECE)
            blockers |= arb__bit(at);
    for (arb_square at = 0; at < 64; at++) {
        arb_piece piece = arb_square_on(pos->size, at) ? arb_position_piece(pos, at) : ARB_NO_PIECE;
        int files = abs((int)(at % 8) - (int)(square % 8));
        int ranks = (int)(square / 8) - (int)(at / 8);
        bool attacks = false;
        if (piece == ARB_NO_PIECE || arb_piece_colour(piece) != by || at == square)
            continue;
        switch (arb_piece_kind(piece)) {
        case ARB_PAWN:
            attacks = files == 1 && ranks == arb__forward(by);
            break;
        case ARB_KNIGHT:
            attacks = files * abs(ranks) == 2;
            break;
        case ARB_KING:
            attacks = files <= 1 && abs(ranks) <= 1;
            break;
        default:
            if (arb_piece_kind(piece) != ARB_ROOK)
                attacks = (slow_slider(at, false, blockers) >> square & 1) != 0;
            if (arb_piece_kind(piece) != ARB_BISHOP)
                attacks = attacks || (slow_slider(at, true, blockers) >> square & 1) != 0;
        }
        set |= attacks ? arb__bit(at) : 0;
    }
    return set;
}

TEST(attackers_are_those_of_each_pieces_own_rule)
{
    const arb_rules *lab = arb_rules_find("lab", 3);
    for (unsigned n = 0; n < 300; n++) {
        arb_setup setup;
        arb_position pos;
        arb_size size = {(uint8_t)(1 + below(8)), (uint8_t)(1 + below(8))};
        unsigned wrong = 0;
        arb_setup_clear(&setup, size);
        for (arb_square at = 0; at < 64; at++)
            if (arb_square_on(size, at) && below(3) == 0)
                arb_setup_put(&setup, lab, at,
                              arb_piece_of((arb_colour)below(2), (arb_kind)(1 + below(6))));
        if (!CHECK_EQ_INT(arb_position_set(&pos, lab, &setup, ARB_KERNEL_BITS, 0), 0))
            continue;
        for (arb_square at = 0; at < 64; at++)
            for (unsigned by = 0; by < 2 && arb_square_on(size, at); by++)
                wrong += arb__bits_attackers(&pos, NULL, at, (arb_colour)by) !=
                         slow_attackers(&pos, at, (arb_colour)by);
        CHECK_EQ_INT(wrong, 0);
    }
}

/* Does the list of attackers agree with their set, with nothing written past its room? */
static bool lists_attackers(const arb_position *pos, arb_square at, arb_colour by, size_t room)
{
    enum { UNTOUCHED = 999 };
    arb_square list[17];
    uint64_t set = arb__bits_attackers(pos, NULL, at, by);
    for (size_t i = 0; i < 17; i++)
        list[i] = UNTOUCHED;
    bool right = arb_position_attackers(pos, at, by, list, room) == arb__count(set);
    for (size_t i = 0; i < room && set != 0; i++, set &= set - 1)
        right = right && list[i] == arb__first(set);
    for (size_t i = room; i < 17; i++)
        right = right && list[i] == UNTOUCHED;
    return right;
}

TEST(attackers_are_listed_on_every_machine_and_in_any_room)
{
    const arb_rules *chess = arb_rules_find("chess", 5);
    unsigned wrong = 0, asked = 0;
    for (unsigned n = 0; n < 60; n++) {
        arb_setup setup;
        arb_position pos;
        arb_setup_clear(&setup, (arb_size){8, 8});
        for (arb_square at = 8; at < 56; at++)
            if (below(1 + n % 4) == 0)
                arb_setup_put(&setup, chess, at,
                              arb_piece_of((arb_colour)below(2), (arb_kind)(1 + below(5))));
        arb_setup_put(&setup, chess, 0, arb_piece_of(ARB_WHITE, ARB_KING));
        arb_setup_put(&setup, chess, 63, arb_piece_of(ARB_BLACK, ARB_KING));
        if (!CHECK_EQ_INT(arb_position_set(&pos, chess, &setup, ARB_KERNEL_BITS,
                                           ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK),
                          0))
            continue;
        for (int level = pos.fast; level >= 0; level--, asked++) {
            pos.fast = (uint8_t)level;
            for (arb_square at = 0; at < 64; at++)
                for (unsigned room = 0; room <= 16; room++)
                    wrong += lists_attackers(&pos, at, (arb_colour)(n / 4 % 2), room) ? 0 : 1;
        }
        CHECK_EQ_INT(arb_position_attackers(&pos, 64, ARB_WHITE, NULL, 0), 0);
    }
    CHECK(asked >= 60);
    CHECK_EQ_INT(wrong, 0);
}

/* Compares the machines along a random game from each position. */
TEST(every_machine_lists_the_same_moves_in_the_same_order)
{
    for (unsigned i = 0; i < CASES; i++) {
        arb_position pos;
        arb_undo undo;
        arb_move list[ARB_MOVES_8X8];
        unsigned wrong = 0;
        if (!set_case(&pos, i))
            continue;
        for (unsigned ply = 0; ply < 200; ply++) {
            wrong += test_machines_differ(&pos, ARB_WHITE) + test_machines_differ(&pos, ARB_BLACK);
            size_t count = arb_position_moves(&pos, list, ARB_MOVES_8X8);
            if (count == 0 || !arb_position_play(&pos, list[below((unsigned)count)], &undo))
                break;
        }
        CHECK_EQ_INT(wrong, 0);
    }
}

/* Counts by making every move, or, with the functions of a machine, every move but those of the
 * last two plies: bit 0 is for products, bit 1 for PEXT. */
enum { NO_MACHINE = -1 };
static uint64_t slow_perft(const arb_position *start, unsigned depth, int machine)
{
    arb_move list[ARB_MOVES_8X8];
    size_t count = arb_position_moves(start, list, ARB_MOVES_8X8);
    uint64_t total = 0;
    if (depth == 1)
        return count;
#if ARB__FAST
    arb_position copy = *start;
    if (depth == 2 && machine != NO_MACHINE)
        return arb__two_plies(&copy, machine & 1, machine & 2);
#endif
    for (size_t i = 0; i < count; i++) {
        arb_position pos = *start;
        arb_undo undo;
        CHECK(arb_position_play(&pos, list[i], &undo));
        total += slow_perft(&pos, depth - 1, machine);
    }
    return total;
}

static void check_perft(const arb_position *pos, unsigned depth, uint64_t expected)
{
#if ARB__FAST
    for (int machine = 0; depth >= 2 && pos->chess && machine < (arb__has_fast_pext() ? 4 : 2);
         machine++)
        CHECK_EQ_INT(slow_perft(pos, depth, machine), expected);
#endif
    for (unsigned how = ARB_COUNT_PRODUCT; how <= ARB_COUNT_LEAF; how++)
        CHECK_EQ_INT(arb_position_perft_by(pos, depth, (arb_count)how), expected);
}

TEST(perft_is_what_playing_every_move_gives)
{
    for (unsigned i = 0; i < CASES; i++) {
        arb_position pos;
        if (!set_case(&pos, i))
            continue;
        for (unsigned depth = 1; depth <= 3; depth++)
            check_perft(&pos, depth, slow_perft(&pos, depth, NO_MACHINE));
        check_perft(&pos, 0, 1);
    }
}

/* Perft of two plies multiplies moves that do not change the number of replies. This must hold in
 * positions of all kinds. */
TEST(perft_of_two_plies_holds_all_through_random_games)
{
    const arb_rules *chess = arb_rules_find("chess", 5);
    for (unsigned game = 0; game < 20; game++) {
        arb_position pos;
        arb_move list[ARB_MOVES_8X8];
        arb_undo undo;
        size_t count;
        arb_position_start(&pos, chess);
        for (unsigned ply = 0; ply < 150; ply++) {
            count = arb_position_moves(&pos, list, ARB_MOVES_8X8);
            if (count == 0)
                break;
            check_perft(&pos, 2, slow_perft(&pos, 2, NO_MACHINE));
            CHECK(arb_position_play(&pos, list[below((unsigned)count)], &undo));
        }
    }
}

TEST(perft_gives_the_known_numbers)
{
    static const struct {
        const char *fen;
        unsigned depth;
        uint64_t nodes;
    } known[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
        /* If a rook is captured in its corner, another one there does not castle. */
        {"4k3/8/8/8/8/8/Rb6/R3K3 b Q - 0 1", 4, 71194},
    };
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        arb_position pos;
        check_case("%s", known[i].fen);
        if (test_position(&pos, "chess", known[i].fen, ARB_KERNEL_BITS))
            check_perft(&pos, known[i].depth, known[i].nodes);
    }
}

TEST(only_the_pieces_of_chess_are_served)
{
    const arb_size board = {8, 8};
    arb_rules rules = *arb_rules_find("chess", 5);
    arb_kind_rule *knight = &rules.kinds[ARB_KNIGHT];
    CHECK(arb__bits_can_serve(&rules, board));
    CHECK(arb__bits_can_serve(&rules, (arb_size){1, 1}));
    CHECK(!arb__bits_can_serve(&rules, (arb_size){9, 8}));
    CHECK(!arb__bits_can_serve(&rules, (arb_size){8, 9}));

    arb_step first = knight->leaps[0];
    knight->leaps[0] = knight->leaps[7];
    knight->leaps[7] = first; /* with its leaps in another order it is the same piece */
    CHECK(arb__bits_can_serve(&rules, board));
    knight->leaps[0] = first; /* with one leap twice and one missing it is not */
    CHECK(!arb__bits_can_serve(&rules, board));

    rules = *arb_rules_find("chess", 5);
    rules.kinds[ARB_ROOK].slides[2].range = 3;
    CHECK(!arb__bits_can_serve(&rules, board));

    rules = *arb_rules_find("chess", 5);
    rules.kinds[ARB_QUEEN].slides[7] = rules.kinds[ARB_QUEEN].slides[6];
    CHECK(!arb__bits_can_serve(&rules, board));
    rules = *arb_rules_find("chess", 5);
    rules.kinds[ARB_QUEEN].slides[0] = rules.kinds[ARB_QUEEN].slides[1];
    CHECK(!arb__bits_can_serve(&rules, board));
    for (arb_kind kind = ARB_PAWN; kind <= ARB_KING; kind++) {
        rules = *arb_rules_find("chess", 5);
        rules.kinds[kind].leaps[rules.kinds[kind].leap_count++] = (arb_step){0, 3, 1, 0};
        CHECK(!arb__bits_can_serve(&rules, board)); /* a piece has one more leap */
        rules = *arb_rules_find("chess", 5);
        rules.kinds[kind].slides[rules.kinds[kind].slide_count++] = (arb_step){0, 3, 0, 0};
        CHECK(!arb__bits_can_serve(&rules, board)); /* a piece has one more slide */
    }

    /* The rook for castling to a side must stand on that side of the king. */
    static const int8_t homes[][3] = {{4, 7, 0}, {1, 2, 0}, {4, 0, 7}, {4, 3, 0},
                                      {4, 4, 0}, {4, 7, 4}, {4, 7, 5}};
    for (unsigned i = 0; i < sizeof homes / sizeof homes[0]; i++) {
        rules = *arb_rules_find("chess", 5);
        rules.castling.king_file = homes[i][0];
        rules.castling.rook_file[ARB_KING_SIDE] = homes[i][1];
        rules.castling.rook_file[ARB_QUEEN_SIDE] = homes[i][2];
        check_case("homes %u", i);
        CHECK_EQ_INT(arb__bits_can_serve(&rules, board), i < 2);
        rules.castling.allowed = false;
        CHECK(arb__bits_can_serve(&rules, board));
    }
    check_case("%s", "");

    rules = *arb_rules_find("chess", 5);
    rules.kinds[ARB_QUEEN].letter = 0; /* a kind that the rule set lacks may have any moves */
    rules.kinds[ARB_QUEEN].slide_count = 0;
    rules.pawn.promotion_kinds = 1u << ARB_ROOK;
    CHECK(arb__bits_can_serve(&rules, board));
    rules.pawn.promotion_kinds = 1u << ARB_KING;
    CHECK(!arb__bits_can_serve(&rules, board));

    rules = *arb_rules_find("chess", 5);
    rules.kinds[ARB_FIRST_CUSTOM_KIND] = *knight;
    rules.kinds[ARB_FIRST_CUSTOM_KIND].letter = 'c';
    CHECK(!arb__bits_can_serve(&rules, board));
    rules = *arb_rules_find("chess", 5);
    rules.royal.kind = ARB_QUEEN;
    CHECK(!arb__bits_can_serve(&rules, board));
}

int main(void)
{
    RUN(only_the_pieces_of_chess_are_served);
    RUN(sliders_see_up_to_the_first_blocker);
    RUN(every_machine_sees_the_same);
    RUN(attackers_are_those_of_each_pieces_own_rule);
    RUN(attackers_are_listed_on_every_machine_and_in_any_room);
    RUN(a_move_is_legal_exactly_if_it_is_listed);
    RUN(every_machine_says_the_same_of_one_move);
    RUN(every_machine_lists_the_same_moves_in_the_same_order);
    RUN(perft_is_what_playing_every_move_gives);
    RUN(perft_of_two_plies_holds_all_through_random_games);
    RUN(perft_gives_the_known_numbers);
    return check_result();
}

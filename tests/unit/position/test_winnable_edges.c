/* test_winnable_edges.c: the search for a win with little memory, little budget or too many moves.
 */
#include "position/winnable/winnable.h"
#include "positions.h"

static uint64_t memory[(1 << 20) / 8];

/* A wall that no king passes; Black has just made the double step c7-c5. */
static const char wall[] = "4k3/8/3p4/p1pPp1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
static const char open_wall[] = "4k3/8/3p4/p1pPp1p1/P1P1P1P1/8/8/4K3 w - c6 0 1";

TEST(a_wall_holds_unless_it_is_opened_en_passant)
{
    arb_position position;
    if (!test_position(&position, "chess", wall, ARB_KERNEL_AUTO))
        return;
    CHECK(arb__roaming_proves(&position, ARB_WHITE, memory, sizeof memory, 4000));
    CHECK(arb__roaming_proves(&position, ARB_BLACK, memory, sizeof memory, 4000));
    CHECK(!arb__roaming_proves(&position, ARB_WHITE, NULL, 0, 4000));
    CHECK(!arb__roaming_proves(&position, ARB_WHITE, memory, 1000, 4000));
    if (test_position(&position, "chess", open_wall, ARB_KERNEL_AUTO))
        CHECK(!arb__roaming_proves(&position, ARB_WHITE, memory, sizeof memory, 4000));
}

/* Proves that both sides, or one, cannot mate in a position that has thousands of successors. */
static bool sweeps(const char *fen, unsigned sides, size_t size, uint32_t limit)
{
    arb_position position;
    uint32_t left = limit;
    if (!test_position(&position, "chess", fen, ARB_KERNEL_AUTO))
        return false;
    bool proved = arb__sweep_proves(&position, sides, memory, size, &left);
    CHECK(left <= limit);
    return proved;
}

TEST(a_sweep_proves_within_its_memory_and_its_moves_or_not_at_all)
{
    enum { WHITE = 1, BLACK = 2, BOTH = 3, ENOUGH = 1000000 };
    static const char dead[] = "1k6/1P5p/BP3p2/1P6/8/6K1/5P1P/8 b - - 0 1";
    static const char turned[] = "8/5p1p/6k1/8/1p6/bp3P2/1p5P/1K6 w - - 0 1";
    static const char one_sided[] = "1k6/1P5p/BP1p1p2/1P6/8/8/3P1PKP/8 w - - 0 1";
    CHECK(sweeps(dead, BOTH, sizeof memory, ENOUGH));
    CHECK(sweeps(turned, BOTH, sizeof memory, ENOUGH));
    CHECK(!sweeps(dead, BOTH, sizeof memory, 1000));
    CHECK(!sweeps(dead, BOTH, 16 * 1024, ENOUGH));
    CHECK(!sweeps(dead, BOTH, 1000, ENOUGH));
    CHECK(sweeps(one_sided, BLACK, sizeof memory, ENOUGH));
    CHECK(!sweeps(one_sided, WHITE, sizeof memory, ENOUGH));
    CHECK(!sweeps(one_sided, BOTH, sizeof memory, ENOUGH));
    /* En passant opens the wall; a mate may be on the board already. */
    CHECK(sweeps(wall, BOTH, sizeof memory, ENOUGH));
    CHECK(!sweeps(open_wall, WHITE, sizeof memory, ENOUGH));
    CHECK(!sweeps("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", WHITE, sizeof memory, ENOUGH));
    CHECK(sweeps("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", BLACK, sizeof memory, ENOUGH));
}

/* A node has room for 32 pieces; boards that rules or callers allow hold up to 64. */
TEST(a_sweep_gives_up_where_more_pieces_can_move_than_a_node_holds)
{
    static const char fen[] =
        "NbnBnnnn/BNBNNpnn/BnNNbpBB/bBPnpNBN/bpbNpPbp/1pBBNN1P/bbbBBKBb/kBBBbBbn w - - 0 1";
    const arb_rules *chess = arb_rules_find("chess", 5);
    arb_setup setup;
    arb_position position;
    uint32_t left = 1000000;
    if (!CHECK_EQ_INT(arb_fen_read(&setup, chess, fen, sizeof fen - 1, NULL), ARB_OK) ||
        !CHECK_EQ_INT(
            arb_position_set(&position, chess, &setup, ARB_KERNEL_BITS, ARB_FAULT_UNREACHABLE), 0))
        return;
    CHECK(!arb__sweep_proves(&position, 1u << ARB_WHITE, memory, sizeof memory, &left));
    CHECK_EQ_INT(left, 1000000);
}

/* With whatever budget there is no wrong proof, and with enough of it the right one. */
TEST(a_small_budget_proves_nothing_wrong)
{
    static const char *const fens[] = {wall, open_wall};
    for (int open = 0; open < 2; open++) {
        unsigned proofs = 0;
        arb_position position;
        if (!test_position(&position, "chess", fens[open], ARB_KERNEL_AUTO))
            return;
        for (uint64_t work = 1; work < 1u << 24; work += work / 4 + 1) {
            arb_budget budget = {work};
            arb_position_set_budget(&position, &budget);
            proofs += arb__is_blocked(&position, ARB_WHITE);
        }
        CHECK(open ? proofs == 0 : proofs > 0);
        arb_budget spent = {0};
        arb__win_goal goals[ARB__GOALS];
        arb_position_set_budget(&position, &spent);
        CHECK_EQ_INT(arb__find_goals(&position, ARB_WHITE, goals), 0);
    }
}

TEST(without_a_mate_to_aim_at_there_is_no_search_for_it)
{
    arb_position position;
    arb__win_store store;
    arb__win_terms terms = {
        .limit = 1000, .plans = ARB__QUEUES, .goal = 0, .mate_wins = true, .fits = true};
    if (!test_position(&position, "chess", wall, ARB_KERNEL_AUTO) ||
        !CHECK(arb__store_lay_out(&store, memory, sizeof memory)))
        return;
    arb_winnable answer = arb__win_search(&position, ARB_WHITE, &terms, &store, NULL, 0);
    CHECK_EQ_INT(answer.answer, ARB_WIN_UNDETERMINED);
    CHECK_EQ_INT(answer.nodes, 0);
}

/* Whichever mates are aimed at, a line that is found mates, and a search that was cut short proves
 * nothing. */
TEST(a_search_for_chosen_mates_finds_one_or_proves_nothing)
{
    static const char *const fens[] = {
        "7k/6pp/8/6N1/8/8/8/K7 w - - 0 1",      "8/8/8/3k3p/8/8/2NN4/6K1 w - - 0 1",
        "k7/p1p5/8/8/3N4/8/8/6K1 b - - 0 1",    "8/8/4k2p/7P/8/2N5/3B4/6K1 w - - 0 1",
        "rnbqkbnr/8/8/8/8/8/8/4K1NN w - - 0 1", "4k1b1/8/8/p1p1p1p1/P1P1P1P1/8/8/4K1N1 w - - 0 1",
    };
    unsigned found = 0;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++)
        for (unsigned goal = 0; goal <= ARB__GOALS; goal++)
            for (int cut = 0; cut < 2; cut++) {
                arb_position position;
                arb__win_store store;
                arb_move line[600];
                arb_undo undo;
                arb__win_terms terms = {.limit = 2000,
                                        .plans = ARB__QUEUES,
                                        .goal = goal,
                                        .mate_wins = true,
                                        .fits = true};
                check_case("%s, mate %u%s", fens[i], goal, cut ? ", cut short" : "");
                if (!test_position(&position, "chess", fens[i], ARB_KERNEL_AUTO) ||
                    !CHECK(arb__store_lay_out(&store, memory, sizeof memory)))
                    continue;
                if (cut)
                    store.path_cap = 3;
                arb_winnable answer =
                    arb__win_search(&position, ARB_WHITE, &terms, &store, line, 600);
                CHECK(answer.answer != ARB_WIN_NO);
                if (answer.answer != ARB_WIN_YES)
                    continue;
                found++;
                CHECK(answer.length <= 600 && (!cut || answer.length <= 3));
                for (size_t ply = 0; ply < answer.length; ply++)
                    if (!CHECK(arb_position_play(&position, line[ply], &undo)))
                        break;
                CHECK_EQ_INT(arb_position_outcome(&position).reason, ARB_R_CHECKMATE);
                CHECK_EQ_INT(arb_position_outcome(&position).result, ARB_WHITE_WINS);
            }
    CHECK(found > 5);
}

/* Mates that only a search finds: with too little memory every search gives up, and the answer is
 * open. */
TEST(without_memory_for_a_search_the_answer_is_open)
{
    static const struct {
        const char *fen;
        arb_colour side;
    } cases[] = {{"5k2/4N3/1p6/1P1p2p1/3P1pP1/5P2/8/1K6 w - - 0 1", ARB_BLACK},
                 {"7K/4n3/1k6/6p1/p1p1p1P1/PpPpPp1p/1P1P1P1P/8 w - - 0 1", ARB_BLACK},
                 {"8/8/2p2p1p/p1Pp1P1P/P2PK3/8/1k3b2/8 w - - 0 1", ARB_WHITE},
                 {"K1B5/p6k/PB6/1p2p3/1P2P1p1/3p1pP1/3P1P2/8 b - - 0 1", ARB_BLACK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_position position;
        unsigned open = 0;
        if (!test_position(&position, "chess", cases[i].fen, ARB_KERNEL_AUTO))
            continue;
        for (size_t size = 1024; size < sizeof memory; size *= 2) {
            arb_winnable answer =
                arb_position_winnable(&position, cases[i].side, 200000, memory, size, NULL, 0);
            check_case("%s, %zu bytes", cases[i].fen, size);
            CHECK(answer.answer != ARB_WIN_NO);
            open += answer.answer == ARB_WIN_UNDETERMINED;
        }
        CHECK(open > 0);
        CHECK_EQ_INT(
            arb_position_winnable(&position, cases[i].side, 200000, memory, sizeof memory, NULL, 0)
                .answer,
            ARB_WIN_YES);
    }
}

/* More moves than a list of the search has room for: what is left out is never taken for a proof.
 */
TEST(too_many_moves_prove_nothing)
{
    static const char statements[] =
        "name = queens\nboard = 32x32\ncastling = no\nfaults = none\nmax-pieces = no\n";
    static arb_rules rules;
    char fen[1024] = "k31", text[2048]; /* a queen on every square of a diagonal but its ends */
    for (int i = 1; i < 31; i++)
        snprintf(fen + strlen(fen), sizeof fen - strlen(fen), "/%dQ%d", i, 31 - i);
    strcat(fen, "/30K1 w - - 0 1");
    int len = snprintf(text, sizeof text, "%sstart = %s\n", statements, fen);
    arb_position position;
    if (!CHECK(arb_rules_read(&rules, text, (size_t)len, NULL, NULL)) ||
        !test_position_by(&position, &rules, fen, ARB_KERNEL_AUTO))
        return;
    CHECK(arb_position_moves(&position, NULL, 0) > ARB_MOVES_8X8);
    for (int side = 0; side < 2; side++)
        CHECK(
            arb_position_winnable(&position, (arb_colour)side, 100, memory, sizeof memory, NULL, 0)
                .answer != ARB_WIN_NO);
}

/* Only sizes are computed: nothing is read or written. */
TEST(more_memory_than_a_search_can_use_is_left_alone)
{
    arb__win_store store;
    if (sizeof(size_t) < 8)
        return;
    CHECK(arb__store_lay_out(&store, memory, (size_t)UINT32_MAX * 16));
    CHECK_EQ_INT(store.cap, UINT32_MAX / 8);
    CHECK(store.table_cap >= 2 * store.cap);
}

int main(void)
{
    RUN(a_wall_holds_unless_it_is_opened_en_passant);
    RUN(a_sweep_proves_within_its_memory_and_its_moves_or_not_at_all);
    RUN(a_sweep_gives_up_where_more_pieces_can_move_than_a_node_holds);
    RUN(a_small_budget_proves_nothing_wrong);
    RUN(without_a_mate_to_aim_at_there_is_no_search_for_it);
    RUN(a_search_for_chosen_mates_finds_one_or_proves_nothing);
    RUN(without_memory_for_a_search_the_answer_is_open);
    RUN(too_many_moves_prove_nothing);
    RUN(more_memory_than_a_search_can_use_is_left_alone);
    return check_result();
}

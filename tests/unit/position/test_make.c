/* test_make.c: make and unmake do the same as play and undo, byte for byte, in every built-in rule
 * set; the null move; the list of captures. */
#include "positions.h"

#include <dirent.h>

/* Draws the same numbers in every run. */
static size_t below(uint64_t *random, size_t limit)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(*random >> 33) % limit;
}

static bool same_bytes(const arb_position *a, const arb_position *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Counts a clock, which stops at the largest number that FEN can hold. */
static uint32_t counted_on(uint32_t clock)
{
    return clock < 999999 ? clock + 1 : clock;
}

/* The null move is made exactly if nothing forbids it, changes only what it should, and can be
 * undone. */
static void check_null(arb_position *pos)
{
    static arb_position before;
    arb_undo undo;
    arb_colour us = arb_position_turn(pos);
    bool allowed = arb_position_outcome(pos).reason == ARB_R_NONE || arb_position_has_move(pos);
    allowed = allowed && !arb_position_in_check(pos, us);
    before = *pos;
    if (!arb_position_make_null(pos, &undo)) {
        CHECK(!allowed);
        CHECK(same_bytes(pos, &before));
        return;
    }
    CHECK(!arb_position_in_check(&before, us));
    CHECK_EQ_INT(arb_position_turn(pos), arb_other(us));
    CHECK_EQ_INT(undo.move, ARB_NO_MOVE);
    CHECK(arb_position_key(pos) == arb_position_key_afresh(pos));
    CHECK(arb_position_key(pos) != arb_position_key(&before));
    CHECK_EQ_INT(arb_position_halfmove(pos), counted_on(arb_position_halfmove(&before)));
    if (us == ARB_BLACK)
        CHECK_EQ_INT(arb_position_fullmove(pos), counted_on(arb_position_fullmove(&before)));
    else
        CHECK_EQ_INT(arb_position_fullmove(pos), arb_position_fullmove(&before));
    arb_position_unmake(pos, &undo);
    CHECK(same_bytes(pos, &before));
}

/* Without an accelerator the position is the same, and so is what the move reports. */
static void check_core(const arb_position *before, const arb_position *after, arb_move move,
                       const arb_undo *expected)
{
    static arb_position pos;
    arb_undo undo;
    pos = *before;
    pos.fast = 0;
    arb_position_make(&pos, move, &undo);
    CHECK_EQ_INT(undo.move, expected->move);
    CHECK_EQ_INT(undo.moved, expected->moved);
    CHECK_EQ_INT(undo.captured, expected->captured);
    pos.fast = after->fast;
    CHECK(same_bytes(&pos, after));
    pos.fast = 0;
    arb_position_unmake(&pos, expected);
    pos.fast = before->fast;
    CHECK(same_bytes(&pos, before));
}

static void check_make(arb_position *pos, arb_move move)
{
    static arb_position before, played;
    arb_undo by_play, by_make;
    before = played = *pos;
    if (!CHECK(arb_position_play(&played, move, &by_play)))
        return;
    arb_position_make(pos, move, &by_make);
    CHECK(same_bytes(pos, &played));
    CHECK(arb_position_key(pos) == arb_position_key_afresh(pos));
    arb_position_unmake(pos, &by_make);
    CHECK(same_bytes(pos, &before));
    check_core(&before, &played, move, &by_make);
    /* Unmake takes back what play did, and undo what make did. */
    arb_position_unmake(&played, &by_play);
    CHECK(same_bytes(&played, &before));
    arb_position_make(pos, move, &by_make);
    arb_position_undo(pos, &by_make);
    CHECK(same_bytes(pos, &before));
}

/* Is the move a capture? Then the other side has fewer pieces after it. */
static bool takes(const arb_position *pos, arb_move move)
{
    arb_square to = arb_move_to(move);
    return arb_move_type_of(move) == ARB_EN_PASSANT ||
           (arb_move_type_of(move) == ARB_NORMAL && arb_position_piece(pos, to) != ARB_NO_PIECE);
}

static void check_captures(const arb_position *pos, const arb_move *list, size_t count)
{
    static arb_move captures[ARB_MOVES_8X8], few[1];
    size_t expected = 0, got = arb_position_captures(pos, captures, ARB_MOVES_8X8);
    for (size_t i = 0; i < count; i++)
        if (takes(pos, list[i])) {
            bool found = false;
            for (size_t j = 0; j < got && !found; j++)
                found = captures[j] == list[i];
            CHECK(found);
            expected++;
        }
    CHECK_EQ_INT(got, expected);
    CHECK_EQ_INT(arb_position_captures(pos, NULL, 0), expected);
    CHECK_EQ_INT(arb_position_captures(pos, few, 1), expected);
    CHECK(expected == 0 || few[0] == captures[0]);
}

/* Given any 32 bits as a move, play accepts exactly the legal moves and otherwise changes nothing.
 */
static void check_any(const arb_position *before, uint64_t *random)
{
    static arb_position pos, core;
    arb_undo undo;
    for (int i = 0; i < 40; i++) {
        arb_move move = (arb_move)(below(random, 64) | below(random, 64) << 10);
        if (i % 10 == 0)
            move |= (arb_move)(below(random, 256) << 20); /* promotions and invalid types */
        pos = core = *before;
        core.fast = 0;
        bool legal = arb_position_is_legal(&core, move);
        CHECK_EQ_INT(arb_position_play(&pos, move, &undo), legal);
        CHECK_EQ_INT(arb_position_play(&core, move, &undo), legal);
        core.fast = pos.fast;
        CHECK(same_bytes(&core, &pos));
        CHECK(legal || same_bytes(&pos, before));
    }
}

static void play_game(const arb_position *start, uint64_t *random)
{
    static arb_move list[ARB_MOVES_8X8];
    static arb_position pos;
    arb_undo undo;
    pos = *start;
    for (int ply = 0; ply < 60; ply++) {
        size_t count = arb_position_moves(&pos, list, ARB_MOVES_8X8);
        check_null(&pos);
        if (!CHECK(count <= ARB_MOVES_8X8) || count == 0)
            return;
        check_captures(&pos, list, count);
        check_any(&pos, random);
        for (int i = 0; i < 4; i++)
            check_make(&pos, list[below(random, count)]);
        arb_position_make(&pos, list[below(random, count)], &undo);
    }
}

static void play_rules(const arb_rules *rules)
{
    uint64_t random = 7;
    check_case("%s", rules->name);
    for (int k = 0; k < 2; k++) {
        static arb_position start;
        arb_setup setup;
        memset(&start, 0, sizeof start);
        arb_setup_start(&setup, rules);
        if (CHECK_EQ_INT(arb_position_set(&start, rules, &setup, test_kernels[k], 0), 0))
            for (int game = 0; game < 12; game++)
                play_game(&start, &random);
    }
}

TEST(make_is_play_in_every_built_in_rule_set)
{
    for (size_t i = 0; i < arb_rules_count(); i++)
        play_rules(arb_rules_at(i));
}

TEST(make_is_play_in_every_example_rule_set)
{
    static arb_rules storage;
    DIR *folder = opendir("examples/rules");
    unsigned found = 0;
    if (!CHECK(folder != NULL))
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        size_t len = strlen(entry->d_name);
        if (len < 6 || strcmp(entry->d_name + len - 6, ".rules") != 0)
            continue;
        snprintf(path, sizeof path, "examples/rules/%s", entry->d_name);
        const arb_rules *rules = test_rules(&storage, path);
        found++;
        if (rules && rules->board.start[0] != '\0')
            play_rules(rules);
    }
    closedir(folder);
    CHECK(found > 20);
}

/* Positions with castling, en passant, promotion, rooks captured at home, a king that can be
 * captured, two kings. */
static const struct {
    const char *rules, *fen;
} cases[] = {
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 7 31"},
    {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    {"chess", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/Rb6/R3K3 b Q - 0 1"},
    {"chess", "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 98 999998"},
    {"chess", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 999998 50"},
    {"chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"},
    {"chess960", "1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1"},
    {"king-capture", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"lab", "r2qk3/8/4K3/3K4/8/8/8/3Q4 w - - 0 1"},
    {"lab-bonus", "r2qk3/8/4K3/3K4/8/8/8/3Q4 w - - 0 1"},
};

static void make_lines(arb_position *pos, unsigned depth)
{
    arb_move list[256];
    size_t count = arb_position_moves(pos, list, 256);
    check_null(pos);
    if (!CHECK(count <= 256))
        return;
    check_captures(pos, list, count);
    check_any(pos, &(uint64_t){list[0]});
    for (size_t i = 0; i < count; i++) {
        arb_undo undo;
        check_make(pos, list[i]);
        if (depth <= 1)
            continue;
        arb_position_make(pos, list[i], &undo);
        make_lines(pos, depth - 1);
        arb_position_unmake(pos, &undo);
    }
}

TEST(every_line_goes_there_and_back)
{
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        static arb_position pos;
        memset(&pos, 0, sizeof pos);
        check_case("%s %s", cases[i / 2].rules, cases[i / 2].fen);
        if (test_position(&pos, cases[i / 2].rules, cases[i / 2].fen, test_kernels[i % 2]))
            make_lines(&pos, 2);
    }
}

TEST(no_null_move_in_check_or_behind_the_end)
{
    static arb_position pos, before;
    arb_undo undo;
    for (int k = 0; k < 2; k++) {
        if (test_position(&pos, "chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", test_kernels[k])) {
            before = pos;
            CHECK(!arb_position_make_null(&pos, &undo));
            CHECK(same_bytes(&pos, &before));
        }
        if (test_position(&pos, "king-capture", "4k3/8/8/8/8/8/8/4KR2 b - - 0 1",
                          test_kernels[k])) {
            arb_verdict walk = arb_position_verdict(&pos, 60, 61, ARB_NO_KIND);
            arb_verdict take = arb_position_verdict_any_turn(&pos, 5, 61, ARB_NO_KIND);
            CHECK(arb_position_play(&pos, walk.move, &undo));
            take = arb_position_verdict(&pos, 5, 61, ARB_NO_KIND);
            CHECK(arb_position_play(&pos, take.move, &undo));
            CHECK(!arb_position_make_null(&pos, &undo));
        }
    }
}

TEST(a_null_move_takes_en_passant_away)
{
    static arb_position pos;
    arb_undo undo;
    arb_move list[64];
    char fen[128];
    for (int k = 0; k < 2; k++)
        if (test_position(&pos, "chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", test_kernels[k])) {
            CHECK_EQ_INT(arb_position_captures(&pos, list, 64), 1);
            CHECK(arb_position_make_null(&pos, &undo));
            arb_position_fen(&pos, ARB_X_FEN, ARB_EP_ALWAYS, fen, sizeof fen);
            CHECK_EQ_TEXT(fen, "4k3/8/8/8/3Pp3/8/8/4K3 w - - 1 2");
            arb_position_unmake(&pos, &undo);
            arb_position_fen(&pos, ARB_X_FEN, ARB_EP_ALWAYS, fen, sizeof fen);
            CHECK_EQ_TEXT(fen, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
        }
}

/* The four castling rights lie in one word of memory. Whatever the byte order, each rook or king
 * must remove its own rights. */
TEST(each_castling_right_goes_with_its_own_rook_and_king)
{
    static const struct {
        char turn;
        const char *move, *rights;
    } lost[] = {{'w', "h1g1", "Qkq"}, {'w', "a1b1", "Kkq"}, {'w', "e1e2", "kq"},
                {'b', "h8g8", "KQq"}, {'b', "a8b8", "KQk"}, {'b', "e8e7", "KQ"},
                {'w', "h1h8", "Qq"},  {'b', "a8a1", "Kk"},  {'w', "e1g1", "kq"}};
    static arb_position pos, afresh;
    for (size_t i = 0; i < 2 * sizeof lost / sizeof *lost; i++) {
        char fen[64], after[128];
        arb_setup setup;
        arb_verdict verdict;
        arb_undo undo;
        arb_error error;
        check_case("%s", lost[i / 2].move);
        snprintf(fen, sizeof fen, "r3k2r/8/8/8/8/8/8/R3K2R %c KQkq - 0 1", lost[i / 2].turn);
        if (!test_position(&pos, "chess", fen, test_kernels[i % 2]) ||
            !CHECK_EQ_INT(arb_uci_read(&pos, lost[i / 2].move, 4, &verdict, &error), ARB_OK) ||
            !CHECK(arb_position_play(&pos, verdict.move, &undo)))
            continue;
        arb_position_fen(&pos, ARB_X_FEN, ARB_EP_ALWAYS, after, sizeof after);
        char *rights = strchr(after, ' ') + 3;
        *strchr(rights, ' ') = '\0';
        CHECK_EQ_TEXT(rights, lost[i / 2].rights);
        arb_position_setup(&pos, ARB_EP_ALWAYS, &setup);
        if (CHECK_EQ_INT(arb_position_set(&afresh, pos.rules, &setup, test_kernels[(i + 1) % 2], 0),
                         0))
            CHECK(arb_position_key(&afresh) == arb_position_key(&pos));
    }
}

int main(void)
{
    RUN(each_castling_right_goes_with_its_own_rook_and_king);
    RUN(make_is_play_in_every_built_in_rule_set);
    RUN(make_is_play_in_every_example_rule_set);
    RUN(every_line_goes_there_and_back);
    RUN(no_null_move_in_check_or_behind_the_end);
    RUN(a_null_move_takes_en_passant_away);
    return check_result();
}

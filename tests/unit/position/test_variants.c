/* test_variants.c: checks other rule sets than chess by their known node counts; on the way every
 * move is undone, and keys equal those computed afresh. */
#include "positions.h"
#include "table.h"

static table t;

enum { MOVES = 1024, DEPTHS = 8 };

static unsigned wrong_plays;

static bool is_listed(const arb_move *list, size_t count, arb_move move)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* Plays all lines to the given depth. */
static uint64_t play_all(arb_position *position, unsigned depth)
{
    static arb_move lists[DEPTHS][MOVES];
    arb_move *list = lists[depth % DEPTHS];
    arb_position before;
    uint64_t total = 0;
    size_t count = arb_position_moves(position, list, MOVES);
    wrong_plays += arb_position_has_move(position) != (count > 0);
    if (depth == 1 || count > MOVES)
        return count;
    memcpy(&before, position, sizeof before);
    for (size_t i = 0; i < count; i++) {
        arb_undo undo;
        wrong_plays += !arb_position_play(position, list[i], &undo);
        wrong_plays += arb_position_key(position) != arb_position_key_afresh(position);
        total += play_all(position, depth - 1);
        arb_position_undo(position, &undo);
        wrong_plays += memcmp(&before, position, sizeof before) != 0;
        wrong_plays += i > 0 && is_listed(list, i, list[i]);
    }
    return total;
}

static bool set_line(arb_position *position)
{
    static arb_rules storage;
    const arb_rules *rules = test_rules(&storage, t.column[0]);
    memset(position, 0, sizeof *position); /* every byte is compared, used or not */
    if (!rules)
        return false;
    return strcmp(t.column[1], "start") == 0
               ? CHECK_EQ_INT(arb_position_start(position, rules), 0)
               : test_position_by(position, rules, t.column[1], ARB_KERNEL_AUTO);
}

TEST(node_counts_are_those_of_others)
{
    for (CHECK(table_open(&t, "tests/data/variants.tsv")); table_next(&t);) {
        arb_position position;
        unsigned depth = (unsigned)test_number(t.column[2]);
        const char *nodes = strchr(t.column[2], ':');
        if (!CHECK(nodes && depth > 0 && depth < DEPTHS) || !set_line(&position))
            continue;
        wrong_plays = 0;
        CHECK_EQ_INT(play_all(&position, depth), strtoll(nodes + 1, NULL, 10));
        CHECK_EQ_INT(wrong_plays, 0);
    }
}

static bool goes(const arb_move *list, size_t count, arb_square from, arb_square to)
{
    for (size_t i = 0; i < count; i++)
        if (arb_move_from(list[i]) == from && arb_move_to(list[i]) == to &&
            arb_move_type_of(list[i]) != ARB_CASTLING && arb_move_type_of(list[i]) != ARB_DROP)
            return true;
    return false;
}

TEST(a_verdict_is_ok_exactly_where_a_move_is_listed)
{
    for (CHECK(table_open(&t, "tests/data/variants.tsv")); table_next(&t);) {
        static arb_move list[MOVES];
        arb_position position;
        unsigned wrong = 0;
        if (!set_line(&position) || position.size.files > 8)
            continue;
        size_t count = arb_position_moves(&position, list, MOVES);
        for (arb_square from = 0; from < 8 * position.size.ranks; from++)
            for (arb_square to = 0; to < 8 * position.size.ranks; to++) {
                arb_verdict verdict = arb_position_verdict(&position, from, to, ARB_NO_KIND);
                for (arb_kind kind = ARB_KNIGHT;
                     verdict.code == ARB_V_PROMOTION_MISSING && kind <= ARB_KING; kind++) {
                    arb_verdict by = arb_position_verdict(&position, from, to, kind);
                    if (by.code != ARB_V_PROMOTION_NOT_ALLOWED)
                        verdict = by;
                }
                if (verdict.code != ARB_V_OK || arb_move_type_of(verdict.move) != ARB_CASTLING)
                    wrong += (verdict.code == ARB_V_OK) != goes(list, count, from, to);
            }
        CHECK_EQ_INT(wrong, 0);
    }
}

/* The texts of every listed move are read as the same move. */
TEST(uci_and_san_lead_back_to_each_move)
{
    for (CHECK(table_open(&t, "tests/data/variants.tsv")); table_next(&t);) {
        static arb_move list[MOVES];
        arb_position position;
        unsigned wrong = 0;
        if (!set_line(&position))
            continue;
        size_t count = arb_position_moves(&position, list, MOVES);
        for (size_t i = 0; i < count; i++) {
            char text[32];
            arb_verdict verdict;
            arb_san san;
            arb_uci_write(&position, list[i], ARB_UCI_RULES, text, sizeof text);
            wrong += arb_uci_read(&position, text, strlen(text), &verdict, NULL) != ARB_OK ||
                     verdict.move != list[i];
            arb_san_write(&position, list[i], text, sizeof text);
            wrong += arb_san_read(&position, text, strlen(text), &san) != ARB_OK ||
                     san.move != list[i] || san.tolerated != 0;
            wrong += !arb_position_is_legal(&position, list[i]);
        }
        CHECK_EQ_INT(wrong, 0);
    }
}

static uint64_t state = 88172645463325252u;

static unsigned below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 33) % limit);
}

/* Any bit pattern may be asked: listed moves with one or two bits flipped, and every drop. */
TEST(a_move_is_legal_exactly_if_it_is_listed)
{
    for (CHECK(table_open(&t, "tests/data/variants.tsv")); table_next(&t);) {
        static arb_move list[MOVES];
        arb_position position;
        unsigned wrong = 0;
        if (!set_line(&position))
            continue;
        size_t count = arb_position_moves(&position, list, MOVES);
        for (unsigned n = 0; n < 1000 && count > 0; n++) {
            arb_move move = list[below(count)] ^ (arb_move)1 << below(28);
            if (below(2) == 0)
                move ^= (arb_move)1 << below(28);
            wrong += arb_position_is_legal(&position, move) != is_listed(list, count, move);
        }
        for (arb_square to = 0; to < 16 * 16; to++)
            for (arb_kind kind = ARB_NO_KIND; kind <= ARB_FIRST_CUSTOM_KIND; kind++) {
                arb_move move = arb_move_of(to, to, kind, ARB_DROP);
                wrong += arb_position_is_legal(&position, move) != is_listed(list, count, move);
            }
        CHECK_EQ_INT(wrong, 0);
    }
}

/* The side to move gets its moves; the other side those that it would have, but no drops and no
 * captures in passing. */
TEST(the_moves_of_the_side_to_move_are_those_of_its_colour)
{
    for (CHECK(table_open(&t, "tests/data/variants.tsv")); table_next(&t);) {
        static arb_move list[MOVES], same[MOVES];
        arb_position position;
        unsigned wrong = 0;
        if (!set_line(&position))
            continue;
        arb_colour turn = arb_position_turn(&position);
        size_t count = arb_position_moves(&position, list, MOVES);
        CHECK_EQ_INT(arb_position_moves_of(&position, turn, same, MOVES), count);
        CHECK(memcmp(list, same, count * sizeof list[0]) == 0);
        count = arb_position_moves_of(&position, arb_other(turn), list, MOVES);
        for (size_t i = 0; i < count; i++)
            wrong +=
                arb_move_type_of(list[i]) == ARB_DROP ||
                arb_move_type_of(list[i]) == ARB_EN_PASSANT ||
                arb_piece_colour(arb_position_piece(&position, arb_move_from(list[i]))) == turn;
        CHECK_EQ_INT(wrong, 0);
    }
}

/* The rule set states the pawn of chess by its steps. */
TEST(pawns_with_steps_of_their_own_count_like_those_of_chess)
{
    static const char text[] =
        "name = a\npiece p pawn = double move leap +0,+1 capture leap -1,+1 +1,+1\n";
    static const struct {
        const char *fen;
        unsigned depth;
    } cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4},
        {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 2},
        {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 3},
        {"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", 3},
    };
    arb_rules rules;
    if (!CHECK(arb_rules_read(&rules, text, sizeof text - 1, NULL, NULL)))
        return;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_position chess, steps;
        check_case("%s", cases[i].fen);
        memset(&steps, 0, sizeof steps);
        if (!test_position(&chess, "chess", cases[i].fen, ARB_KERNEL_AUTO) ||
            !test_position_by(&steps, &rules, cases[i].fen, ARB_KERNEL_AUTO))
            continue;
        wrong_plays = 0;
        CHECK_EQ_INT(arb_position_kernel(&steps), ARB_KERNEL_GRID);
        CHECK_EQ_INT(play_all(&steps, cases[i].depth), arb_position_perft(&chess, cases[i].depth));
        CHECK_EQ_INT(wrong_plays, 0);
    }
}

int main(void)
{
    RUN(node_counts_are_those_of_others);
    RUN(a_verdict_is_ok_exactly_where_a_move_is_listed);
    RUN(a_move_is_legal_exactly_if_it_is_listed);
    RUN(the_moves_of_the_side_to_move_are_those_of_its_colour);
    RUN(pawns_with_steps_of_their_own_count_like_those_of_chess);
    RUN(uci_and_san_lead_back_to_each_move);
    return check_result();
}

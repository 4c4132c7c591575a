/* test_budget.c: a budget stops a call that costs too much, with a status and without a change; and
 * hundreds of royal pieces cost no more than the enemy's pieces do. */
#include "positions.h"

/* Every piece of the second kind is royal; pieces hop, slide and leap in odd ways. */
static const char many_royal[] = "name = many\nboard = 8x8\npieces = k p\nroyal = k a\n"
                                 "king-safety = yes\nfaults = empty\nmax-pieces = no\n"
                                 "max-pawns = no\nkings = any\ncastling = no\npromotion = no\n"
                                 "double-step = no\nen-passant = no\n"
                                 "piece a noble = leap 0,1\npiece c cannon = hop 0,1\n"
                                 "piece g rider = slide 1,2\npiece h hopper = hop 1,2 leap 1,3\n"
                                 "piece r rook = slide 0,1\nstart = k7/8/8/8/8/8/8/7K w\n";

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* Writes the FEN of random pieces, with a king for each side. */
static void random_fen(uint32_t *seed, char *fen)
{
    static const char letters[] = "AaCcGgHhRrPpAa";
    for (int rank = 0; rank < 8; rank++) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            char piece = next_random(seed) % 4 == 0 ? letters[next_random(seed) % 14] : '1';
            if ((rank == 0 || rank == 7) && (piece == 'P' || piece == 'p'))
                piece = '1';
            if (rank % 7 == 0 && file == rank)
                piece = rank == 0 ? 'k' : 'K';
            if (piece == '1') {
                empty++;
                continue;
            }
            if (empty > 0)
                *fen++ = (char)('0' + empty);
            *fen++ = piece;
            empty = 0;
        }
        if (empty > 0)
            *fen++ = (char)('0' + empty);
        *fen++ = rank < 7 ? '/' : ' ';
    }
    memcpy(fen, "w - - 0 1", 10);
}

static bool some_royal_attacked(const arb_position *position, arb_colour colour)
{
    for (int at = 0; at < 64; at++) {
        arb_square square = arb_square_at(arb_position_size(position), at % 8, at / 8);
        arb_piece piece = arb_position_piece(position, square);
        bool royal = square == arb_position_royal(position, colour) ||
                     (piece != ARB_NO_PIECE && arb_piece_colour(piece) == colour &&
                      (arb_position_rules(position)->royal.also >> arb_piece_kind(piece) & 1u));
        if (royal && arb_position_attackers(position, square, arb_other(colour), NULL, 0) > 0)
            return true;
    }
    return false;
}

TEST(many_royal_pieces_are_in_check_where_one_of_them_is_attacked)
{
    static arb_rules rules;
    uint32_t seed = 20261116;
    int safe = 0, attacked = 0;
    if (!CHECK(arb_rules_read(&rules, many_royal, sizeof many_royal - 1, NULL, NULL)))
        return;
    for (int i = 0; i < 4000; i++) {
        char fen[128];
        arb_setup setup;
        arb_position position;
        random_fen(&seed, fen);
        if (!CHECK_EQ_INT(arb_fen_read(&setup, &rules, fen, strlen(fen), NULL), ARB_OK) ||
            arb_position_set(&position, &rules, &setup, ARB_KERNEL_GRID,
                             ARB_FAULT_OPPOSITE_CHECK | ARB_FAULT_UNREACHABLE) != 0)
            continue;
        for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
            bool want = some_royal_attacked(&position, (arb_colour)colour);
            if (!CHECK_EQ_INT(arb_position_in_check(&position, (arb_colour)colour), want))
                printf("%s\n", fen);
            *(want ? &attacked : &safe) += 1;
        }
    }
    CHECK(safe > 100 && attacked > 1000);
}

/* Writes the most expensive rule set: 32x32 with 440 royal pieces and 25 kinds that hop and leap.
 */
static void put_hostile_rules(char *text, size_t cap, const char *steps)
{
    size_t len = (size_t)snprintf(
        text, cap,
        "name = evil\nboard = 32x32\npieces = k\nroyal = k a\nking-safety = yes\n"
        "faults = empty\nmax-pieces = no\nmax-pawns = no\nkings = any\ncastling = no\n"
        "promotion = no\ndouble-step = no\nen-passant = no\ndead-material = goes-on\n");
    for (char letter = 'a'; letter <= 'z'; letter++)
        if (letter != 'k')
            len += (size_t)snprintf(text + len, cap - len, "piece %c n%c = %s\n", letter, letter,
                                    steps);
    len += (size_t)snprintf(text + len, cap - len, "start = k31/32/32/32");
    for (int rank = 4; rank < 32; rank++) {
        len += (size_t)snprintf(text + len, cap - len, "/");
        for (int file = 0; file < 32; file++)
            len += (size_t)snprintf(text + len, cap - len, "%c",
                                    rank == 31 && file == 31 ? 'K'
                                    : (rank + file) % 2 == 0 ? 'A'
                                                             : '1');
    }
    snprintf(text + len, cap - len, " w\n");
}

static bool hostile_start(arb_position *position)
{
    static arb_rules rules;
    static char text[8192];
    put_hostile_rules(text, sizeof text, "hop 1,2 1,3 leap 1,4");
    return CHECK(arb_rules_read(&rules, text, strlen(text), NULL, NULL)) &&
           CHECK_EQ_INT(arb_position_start(position, &rules), 0);
}

static void keep_mistake(void *context, const arb_rules_mistake *mistake)
{
    snprintf(context, 160, "%u: %.140s", mistake->line, mistake->text);
}

TEST(a_rule_set_that_could_cost_more_than_the_bound_is_refused)
{
    static arb_rules rules;
    static char text[8192];
    char why[160] = "";
    put_hostile_rules(text, sizeof text, "hop 1,2 1,3 2,3 leap 1,4 3,4 2,5");
    CHECK(!arb_rules_read(&rules, text, strlen(text), keep_mistake, why));
    if (!CHECK(strncmp(why, "4: so many royal pieces", 23) == 0))
        printf("%s\n", why);
    /* The same steps if only one piece of the kind is royal, or if no king need be safe. */
    char *royal = strstr(text, "royal = k a");
    memcpy(royal, "royal = k  ", 11);
    CHECK(arb_rules_read(&rules, text, strlen(text), NULL, NULL));
    memcpy(royal, "royal = k a", 11);
    memcpy(strstr(text, "king-safety = yes"), "king-safety = no ", 17);
    CHECK(arb_rules_read(&rules, text, strlen(text), NULL, NULL));
}

/* Whether either side can still mate with locked pawns may take a search. It is the only question
 * about a chessboard whose cost needs a budget. */
TEST(a_chessboard_with_locked_pawns_pays)
{
    arb_position position;
    arb_budget budget = {UINT64_C(1) << 40};
    arb_error error;
    arb_verdict verdict;
    if (!test_position(&position, "chess", "8/1p4p1/1Pp3p1/k1P3p1/1pP3Pb/1P4p1/6P1/7K w - - 0 1",
                       ARB_KERNEL_BITS))
        return;
    arb_game *game = arb_game_new(&position, NULL);
    arb_game_set_budget(game, &budget);
    CHECK_EQ_INT(arb_game_outcome(game).result, ARB_ONGOING);
    uint64_t spent = (UINT64_C(1) << 40) - budget.left;
    CHECK(spent > 1000 && spent < 1000000);
    budget.left = 100;
    CHECK_EQ_INT(arb_uci_read(arb_game_position(game), "h1g1", 4, &verdict, &error), ARB_OK);
    CHECK_EQ_INT(arb_game_play(game, verdict.move), ARB_LIMIT);
    CHECK_EQ_INT(arb_game_ply(game), 0);
    budget.left = UINT64_C(1) << 40;
    CHECK_EQ_INT(arb_game_play(game, verdict.move), ARB_OK);
    arb_game_free(game);
}

TEST(hundreds_of_royal_pieces_cost_what_the_enemy_s_pieces_cost)
{
    arb_position position;
    arb_budget budget = {UINT64_C(1) << 40};
    if (!hostile_start(&position))
        return;
    arb_position_set_budget(&position, &budget);
    size_t moves = arb_position_moves(&position, NULL, 0);
    uint64_t spent = (UINT64_C(1) << 40) - budget.left;
    CHECK(moves > 5000);
    /* With one enemy piece nearly all the work is to scan the board for each move. */
    if (!CHECK(spent / moves < 2500))
        printf("%zu moves, %llu squares\n", moves, (unsigned long long)spent);
}

TEST(a_spent_budget_is_said_and_changes_nothing)
{
    arb_position position;
    arb_verdict verdict;
    arb_error error;
    arb_budget budget = {UINT64_MAX};
    if (!hostile_start(&position))
        return;
    arb_game *game = arb_game_new(&position, NULL);
    arb_game_set_budget(game, &budget);
    arb_move move = ARB_NO_MOVE;
    arb_position_moves(arb_game_position(game), &move, 1);
    CHECK_EQ_INT(arb_game_play(game, move), ARB_OK);
    CHECK(arb_game_undo(game));
    uint64_t key = arb_position_key(arb_game_position(game));
    char uci[16];
    arb_uci_write(arb_game_position(game), move, ARB_UCI_RULES, uci, sizeof uci);
    int refused = 0;
    uint64_t enough = 0;
    for (uint64_t left = 1; enough == 0; left *= 2) { /* the budget may end anywhere */
        budget.left = left;
        arb_status status = arb_game_play(game, move);
        if (status == ARB_OK) {
            enough = left;
            break;
        }
        refused++;
        CHECK_EQ_INT(status, ARB_LIMIT);
        CHECK_EQ_INT(arb_game_ply(game), 0);
        CHECK_EQ_INT(arb_game_length(game), 1);
        CHECK(arb_position_key(arb_game_position(game)) == key);
        CHECK_EQ_INT(arb_uci_read(arb_game_position(game), uci, strlen(uci), &verdict, &error),
                     ARB_LIMIT);
        CHECK_EQ_INT(budget.left, 0);
        budget.left = UINT64_MAX;
        CHECK(arb_game_redo(game) && arb_game_undo(game));
    }
    CHECK(refused > 3);
    arb_game_free(game);
}

TEST(a_list_of_moves_ends_with_its_budget)
{
    arb_position position;
    arb_budget budget = {100000};
    if (!hostile_start(&position))
        return;
    arb_position_set_budget(&position, &budget);
    arb_position_moves(&position, NULL, 0);
    CHECK_EQ_INT(budget.left, 0);
    arb_position_set_budget(&position, NULL);
    CHECK(arb_position_has_move(&position));
}

TEST(a_copy_of_a_game_goes_its_own_way)
{
    arb_position position;
    if (!test_position(&position, "chess",
                       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ARB_KERNEL_AUTO))
        return;
    arb_game *game = arb_game_new(&position, NULL);
    static const char *const moves[] = {"e2e4", "e7e5", "g1f3"};
    for (int i = 0; i < 3; i++) {
        arb_verdict verdict;
        CHECK_EQ_INT(arb_uci_read(arb_game_position(game), moves[i], 4, &verdict, NULL), ARB_OK);
        CHECK_EQ_INT(arb_game_play(game, verdict.move), ARB_OK);
    }
    CHECK(arb_game_undo(game) && arb_game_resign(game, ARB_WHITE));
    arb_game *copy = arb_game_copy(game, NULL);
    if (CHECK(copy != NULL)) {
        CHECK_EQ_INT(arb_game_ply(copy), 2);
        CHECK_EQ_INT(arb_game_length(copy), arb_game_length(game));
        CHECK_EQ_INT(arb_game_outcome(copy).result, ARB_BLACK_WINS);
        CHECK(arb_game_goto(copy, 0));
        CHECK_EQ_INT(arb_game_outcome(copy).result, ARB_ONGOING);
        CHECK_EQ_INT(arb_game_ply(game), 2);
    }
    arb_game_free(copy);
    arb_game_free(game);
}

TEST(a_copy_of_a_game_resigned_before_its_first_move_is_over)
{
    arb_position position;
    CHECK_EQ_INT(arb_position_start(&position, arb_rules_find("chess", 5)), 0);
    arb_game *game = arb_game_new(&position, NULL);
    CHECK(arb_game_resign(game, ARB_WHITE));
    arb_game *copy = arb_game_copy(game, NULL);
    CHECK_EQ_INT(arb_game_outcome(copy).result, ARB_BLACK_WINS);
    arb_game_free(copy);
    arb_game_free(game);
}

TEST(a_flag_falls_in_every_shipped_rule_set_within_the_budget_of_one_request)
{
    for (size_t i = 0; i < arb_rules_count(); i++) {
        arb_position start;
        if (arb_position_start(&start, arb_rules_at(i)) != ARB_OK)
            continue; /* Lab 3's rules have no start of their own */
        arb_game *game = arb_game_new(&start, NULL);
        for (int side = 0; side < 2; side++) {
            arb_game *copy = arb_game_copy(game, NULL);
            arb_budget budget = {16 << 20};
            arb_game_set_budget(copy, &budget);
            CHECK(arb_game_flag(copy, (arb_colour)side));
            CHECK_EQ_INT(arb_game_outcome(copy).reason, ARB_R_FLAG);
            CHECK(budget.left > 6 << 20);
            arb_game_free(copy);
        }
        arb_game_free(game);
    }
}

/* Composed positions in which the opponent cannot mate, which takes tens of thousands of positions
 * to prove. */
TEST(a_hard_flag_is_ruled_within_a_budget_as_without_one)
{
    static const struct {
        const char *fen;
        arb_colour who;
    } flags[] = {{"1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1", ARB_WHITE},
                 {"1k6/1P5p/BP1p1p2/1P6/8/8/3P1PKP/8 w - - 0 1", ARB_WHITE},
                 {"1k6/1P5p/BP1p4/1P3p2/8/8/3P1PKP/8 b - - 0 1", ARB_WHITE},
                 {"k7/p1p1p3/8/8/8/P3P1p1/2P3Pp/7K w - - 0 1", ARB_BLACK},
                 {"rnb1b3/pk1p4/p1pPp1p1/P1P1P1P1/RBP5/P7/8/4B2K b - - 0 1", ARB_WHITE}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        arb_position position;
        if (!test_position(&position, "chess", flags[i].fen, ARB_KERNEL_AUTO))
            continue;
        arb_game *game = arb_game_new(&position, NULL), *copy = arb_game_copy(game, NULL);
        arb_budget budget = {24 << 20};
        arb_game_set_budget(copy, &budget);
        CHECK(arb_game_flag(game, flags[i].who) && arb_game_flag(copy, flags[i].who));
        CHECK_EQ_INT(arb_game_outcome(game).result, ARB_DRAW);
        CHECK_EQ_INT(arb_game_outcome(copy).result, ARB_DRAW);
        CHECK(budget.left > 14 << 20);
        arb_game_free(copy);
        arb_game_free(game);
    }
}

/* The start of a rule set on 32x32 whose white king may be in check by the rook beside it. */
static bool large_start(arb_position *position, const char *rules, const char *first_row)
{
    static arb_rules storage;
    char text[2048];
    snprintf(text, sizeof text,
             "name = large\nboard = 32x32\npieces = p n r k\nfaults = empty\nmax-pieces = no\n"
             "max-pawns = no\ncastling = no\nen-passant = no\ndouble-step = no\n"
             "%sstart = k30n/32/32/32/32/32/32/32/32/32/32/32/32/32/32/32/32/32/32/32/32/32/32/32/"
             "32/32/32/32/32/32/32/%s w\n",
             rules, first_row);
    return CHECK(arb_rules_read(&storage, text, strlen(text), NULL, NULL)) &&
           CHECK_EQ_INT(arb_position_start(position, &storage), 0);
}

/* What a question about a large board costs. */
static uint64_t cost_of(const char *rules, const char *first_row, void (*ask)(arb_position *))
{
    enum { ENOUGH = 1 << 20 };
    arb_position position;
    arb_budget budget = {ENOUGH};
    if (!large_start(&position, rules, first_row))
        return 0;
    arb_position_set_budget(&position, &budget);
    ask(&position);
    return ENOUGH - budget.left;
}

static void ask_for_moves(arb_position *position)
{
    arb_position_moves(position, NULL, 0);
}

static void ask_for_check(arb_position *position)
{
    CHECK(arb_position_in_check(position, ARB_WHITE));
}

static void ask_for_outcome(arb_position *position)
{
    CHECK_EQ_INT(arb_position_outcome(position).result, ARB_ONGOING);
}

static void ask_to_play(arb_position *position)
{
    arb_move move = ARB_NO_MOVE;
    arb_undo undo;
    arb_budget *payer = position->budget;
    arb_position_set_budget(position, NULL);
    arb_position_moves(position, &move, 1);
    arb_position_set_budget(position, payer);
    CHECK(arb_position_play(position, move, &undo));
}

/* Each of these once cost next to nothing, however often a search asked it on a large board. */
TEST(a_look_at_the_whole_board_is_work)
{
    const char *plain = "promotion = no\ndead-material = goes-on\n";
    uint64_t list = cost_of(plain, "K30N", ask_for_moves);
    uint64_t end = cost_of(plain, "K30N", ask_for_outcome);
    uint64_t play = cost_of(plain, "K30N", ask_to_play);
    CHECK(list > 500 && list < 2000);
    CHECK(cost_of(plain, "Kr29N", ask_for_check) > 200);
    CHECK(cost_of("promotion = no\ndead-material = goes-on\nbare-king = loses\n", "K30N",
                  ask_for_outcome) > end + 500);
    CHECK(cost_of("promotion = no\ndead-material = goes-on\nextinction = n\n", "K30N",
                  ask_to_play) > play + 1000);
    CHECK(cost_of("promotion = no\ndead-material = goes-on\nno-pieces = loses\n", "K30N",
                  ask_to_play) > play + 1000);
    const char *missing = "promotion = n r\npromotion-rows = all\npromotion-of = missing\n"
                          "promotion-optional = all\ndead-material = goes-on\n";
    uint64_t choices = cost_of(missing, "KPPPP26N", ask_for_moves);
    /* One count for each arrival; once it was one for each kind, too. */
    if (!CHECK(choices > list + 1500 && choices < list + 4000))
        printf("%llu, %llu\n", (unsigned long long)list, (unsigned long long)choices);
}

/* A position of a search takes half a microsecond besides the looks at its board: where there are
 * few pieces that is most of it. */
TEST(each_position_of_a_search_is_work)
{
    enum { NODES = 20000 };
    arb_position position;
    arb_budget budget = {UINT64_C(1) << 40};
    size_t size = arb_winnable_memory(NODES);
    void *memory = malloc(size);
    if (CHECK(memory != NULL) &&
        test_position(&position, "crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_KERNEL_AUTO)) {
        arb_position_set_budget(&position, &budget);
        arb_winnable answer =
            arb_position_winnable(&position, ARB_WHITE, NODES, memory, size, NULL, 0);
        CHECK(answer.nodes > 3000);
        CHECK((UINT64_C(1) << 40) - budget.left > 256 * answer.nodes);
    }
    free(memory);
}

int main(void)
{
    RUN(many_royal_pieces_are_in_check_where_one_of_them_is_attacked);
    RUN(a_look_at_the_whole_board_is_work);
    RUN(each_position_of_a_search_is_work);
    RUN(a_rule_set_that_could_cost_more_than_the_bound_is_refused);
    RUN(a_chessboard_with_locked_pawns_pays);
    RUN(hundreds_of_royal_pieces_cost_what_the_enemy_s_pieces_cost);
    RUN(a_spent_budget_is_said_and_changes_nothing);
    RUN(a_list_of_moves_ends_with_its_budget);
    RUN(a_copy_of_a_game_goes_its_own_way);
    RUN(a_copy_of_a_game_resigned_before_its_first_move_is_over);
    RUN(a_flag_falls_in_every_shipped_rule_set_within_the_budget_of_one_request);
    RUN(a_hard_flag_is_ruled_within_a_budget_as_without_one);
    return check_result();
}

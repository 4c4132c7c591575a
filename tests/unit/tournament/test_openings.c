/* test_openings.c: where the games of a tournament begin, what their records say, and the numbers
 * of their rounds. Layer: tests. */
#include "fenced_text.h"
#include "tournament/openings.h"
#include "tournament/tour_table.h"
#include "tournament/tournament.h"

#include <stdlib.h>

static const char lines[] = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n"
                            "4k3/8/8/8/8/8/7P/4K3 w - - 0 1\n4k3/8/8/8/8/8/6P1/4K3 w - - 0 1\n"
                            "4k3/8/8/8/8/8/5P2/4K3 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";

TEST(a_random_order_has_every_opening_once)
{
    size_t orders = 0, last = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        openings o = {.form = OPENINGS_EPD,
                      .rules = arb_rules_find("chess", 5),
                      .text = lines,
                      .len = sizeof lines - 1,
                      .seed = seed};
        arb_error error;
        size_t order = 0;
        unsigned seen = 0;
        check_case("seed %u", (unsigned)seed);
        CHECK(openings_read(&o, true, &error));
        if (!CHECK_EQ_INT(o.count, 6))
            continue;
        for (size_t i = 0; i < o.count; i++) {
            size_t number = 0;
            for (size_t at = 0; at < o.at[i]; at++)
                number += lines[at] == '\n';
            seen |= 1u << number;
            order = order * 6 + number;
        }
        CHECK_EQ_INT(seen, 63);
        orders += order != last;
        last = order;
        openings_free(&o);
    }
    CHECK(orders > 15);
}

/* The first numbers of splitmix64 that others publish, too. */
TEST(lots_are_those_of_splitmix64)
{
    uint64_t state = 1234567;
    static const uint64_t numbers[] = {6457827717110365317u, 3203168211198807973u,
                                       9817491932198370423u, 4593380528125082431u,
                                       16408922859458223821u};
    for (size_t i = 0; i < 5; i++)
        CHECK(openings_random(&state) == numbers[i]);
}

TEST(the_ending_of_a_name_tells_the_form)
{
    static const struct {
        const char *name;
        openings_form form;
    } cases[] = {
        {"a.epd", OPENINGS_EPD},     {"a.b/c.fen", OPENINGS_EPD}, {"x.txt", OPENINGS_EPD},
        {"games.pgn", OPENINGS_PGN}, {"a.bin", OPENINGS_BOOK},    {"a.epd.doc", OPENINGS_NONE},
        {"epd", OPENINGS_NONE},      {"", OPENINGS_NONE},         {"a.pgn2", OPENINGS_NONE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].name);
        CHECK_EQ_INT(openings_form_of(cases[i].name), cases[i].form);
    }
}

static fenced_text fenced;

static bool take(openings *o, openings_form form, const char *text, size_t plies, arb_error *error)
{
    fenced = fence(text, strlen(text));
    *o = (openings){.form = form,
                    .rules = arb_rules_find("chess", 5),
                    .text = fenced.at,
                    .len = strlen(text),
                    .plies = plies};
    *error = (arb_error){ARB_OK, 0, NULL};
    return openings_read(o, false, error);
}

static void give_back(openings *o)
{
    openings_free(o);
    unfence(&fenced);
}

/* The board on which the game of the opening goes on, and the moves up to it. */
static const char *board_of(const openings *o, size_t number, size_t *plies)
{
    static char fen[100];
    arb_game *game = openings_game(o, number);
    if (!CHECK(game != NULL))
        return "";
    *plies = arb_game_ply(game);
    arb_position_fen(arb_game_position(game), ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    arb_game_free(game);
    fen[strcspn(fen, " ")] = '\0';
    return fen;
}

#define BLACK_KING "4k3/8/8/8/8/8/"

TEST(lines_are_openings)
{
    static const struct {
        const char *text;
        size_t count;
        const char *wrong; /* NULL: nothing */
        size_t offset;
    } cases[] = {
        {BLACK_KING "8/4K2R w - - 0 1", 1, NULL, 0},
        {"# " BLACK_KING "8/4K2R w - -\n\n \r\n" BLACK_KING "8/R3K3 w - - id \"a\"; \r\n", 1, NULL,
         0},
        {BLACK_KING "8/4K2R w - -  \r\n" BLACK_KING "8/R3K3 w - -\n", 2, NULL, 0},
        {"", 0, "there is no opening in it", 0},
        {"#\n", 0, "there is no opening in it", 0},
        {"#\n" BLACK_KING "4R3/4K3 w - -\n", 0, "this position cannot be played", 2},
        {BLACK_KING "4P3/4K3 w - -\n" BLACK_KING "8/4K3 w - -\n", 0,
         "the game is over in this position", 28},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        openings o;
        arb_error error;
        size_t plies;
        check_case("%zu", i);
        bool right = take(&o, OPENINGS_EPD, cases[i].text, 3, &error);
        CHECK(right == (cases[i].wrong == NULL));
        if (!right) {
            CHECK_EQ_TEXT(error.text, cases[i].wrong);
            CHECK_EQ_INT(error.offset, cases[i].offset);
        } else {
            CHECK_EQ_INT(o.count, cases[i].count);
            CHECK_EQ_TEXT(board_of(&o, cases[i].count - 1, &plies),
                          i == 0 ? BLACK_KING "8/4K2R" : BLACK_KING "8/R3K3");
            CHECK_EQ_TEXT(board_of(&o, 2 * cases[i].count - 1, &plies),
                          i == 0 ? BLACK_KING "8/4K2R" : BLACK_KING "8/R3K3");
            CHECK_EQ_INT(plies, 0);
        }
        give_back(&o);
    }
    openings o;
    arb_error error;
    CHECK(
        !take(&o, OPENINGS_EPD, BLACK_KING "8/4K2R w - -\n4k3/9/8/8/8/8/8/4K3 w - -\n", 3, &error));
    CHECK(error.offset > 29 && error.offset < 40 && error.text != NULL);
    give_back(&o);
}

TEST(more_openings_than_there_is_room_for_at_first)
{
    enum { MANY = 700 };
    static char text[MANY * 40];
    openings o;
    arb_error error;
    size_t len = 0, plies;
    for (size_t i = 0; i < MANY; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s",
                                i % 2 == 0 ? BLACK_KING "8/4K2R w - -\n"
                                           : BLACK_KING "8/R3K3 w - -\n");
    CHECK(take(&o, OPENINGS_EPD, text, 3, &error));
    CHECK_EQ_INT(o.count, MANY);
    for (size_t i = 250; i < 520; i++)
        CHECK_EQ_TEXT(board_of(&o, i, &plies),
                      i % 2 == 0 ? BLACK_KING "8/4K2R" : BLACK_KING "8/R3K3");
    give_back(&o);
}

/* A game is followed up to the number of plies, to its end, to a move that cannot be read, or to
 * the move before the one that ends it. */
TEST(games_are_openings)
{
    static const char text[] = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n1. d4 d5 2. Xx9 c5 *\n\n"
                               "1. f3 e5 2. g4 Qh4# 0-1\n\n";
    static const struct {
        size_t limit, plies[3];
    } cases[] = {{1, {1, 1, 1}}, {3, {3, 2, 3}}, {4, {4, 2, 3}}, {9, {5, 2, 3}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        openings o;
        arb_error error;
        size_t plies;
        check_case("%zu plies", cases[i].limit);
        CHECK(take(&o, OPENINGS_PGN, text, cases[i].limit, &error));
        CHECK_EQ_INT(o.count, 3);
        for (size_t n = 0; n < 6; n++) {
            board_of(&o, n, &plies);
            CHECK_EQ_INT(plies, cases[i].plies[n % 3]);
        }
        give_back(&o);
    }
    static const char *const ends[] = {"1. e4 *\n\n1. d4 d5", "1. e4 *\n\n1. d4 d5 {",
                                       "1. e4 *\n\n1. d4 d5 (", "1. e4 *\n\n1. d4 d5 2"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) { /* nothing behind the text is read */
        openings o;
        arb_error error;
        size_t plies;
        check_case("%s", ends[i]);
        CHECK(take(&o, OPENINGS_PGN, ends[i], 9, &error) && o.count == 2);
        board_of(&o, 1, &plies);
        CHECK_EQ_INT(plies, 2);
        give_back(&o);
    }
    static const struct {
        const char *text, *wrong;
        size_t offset;
    } wrong[] = {
        {" \n", "there is no opening in it", 0},
        {"1. e4 *\n\n[Variant \"crazyhouse\"]\n\n1. e4 *\n", "this game is of another rule set", 9},
        {"1. e4 *\n\n[FEN \"x\"]\n\n1. e4 *\n", "this game has no start position", 9},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        openings o;
        arb_error error;
        check_case("wrong %zu", i);
        CHECK(!take(&o, OPENINGS_PGN, wrong[i].text, 9, &error));
        CHECK_EQ_TEXT(error.text, wrong[i].wrong);
        CHECK_EQ_INT(error.offset, wrong[i].offset);
        give_back(&o);
    }
}

TEST(without_a_file_games_begin_at_the_start)
{
    openings o = {.rules = arb_rules_find("chess", 5), .seed = 5};
    arb_error error;
    size_t plies;
    CHECK(openings_read(&o, true, &error));
    CHECK_EQ_TEXT(board_of(&o, 3, &plies), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    o.rules = arb_rules_find("chess960", 8);
    uint64_t sets = 0;
    for (size_t n = 0; n < 8; n++) {
        char fen[100];
        snprintf(fen, sizeof fen, "%s", board_of(&o, n, &plies));
        CHECK_EQ_TEXT(board_of(&o, n, &plies), fen);
        uint64_t state = 5 + n * 0xD1B54A32D192ED03u;
        arb_setup setup;
        arb_position position;
        char wanted[100];
        CHECK(arb_setup_chess960(&setup, (unsigned)(openings_random(&state) % 960)));
        CHECK_EQ_INT(arb_position_set(&position, o.rules, &setup, ARB_KERNEL_AUTO, 0), 0);
        arb_position_fen(&position, ARB_X_FEN, ARB_EP_LEGAL, wanted, sizeof wanted);
        wanted[strcspn(wanted, " ")] = '\0';
        CHECK_EQ_TEXT(fen, wanted);
        sets += strcmp(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") != 0;
    }
    CHECK(sets > 6);
}

static void put_entry(char *entry, uint64_t key, unsigned move, unsigned weight)
{
    for (int i = 0; i < 8; i++)
        entry[i] = (char)(key >> (56 - 8 * i));
    entry[8] = (char)(move >> 8);
    entry[9] = (char)move;
    entry[10] = (char)(weight >> 8);
    entry[11] = (char)weight;
    memset(entry + 12, 0, 4);
}

static uint64_t key_after(const char *moves)
{
    arb_position position;
    arb_error error;
    arb_verdict verdict;
    arb_undo undo;
    arb_position_start(&position, arb_rules_find("chess", 5));
    for (; *moves != '\0'; moves += 4) {
        arb_uci_read(&position, moves, 4, &verdict, &error);
        arb_position_play(&position, verdict.move, &undo);
    }
    return arb_position_polyglot_key(&position);
}

enum { E2E4 = 12 << 6 | 28, D2D4 = 11 << 6 | 27, E7E5 = 52 << 6 | 36, G1F3 = 6 << 6 | 21 };

/* Weights have two bytes; moves that are not legal weigh nothing. */
TEST(a_book_chooses_by_weight)
{
    char book[5 * 16];
    arb_position position;
    arb_position_start(&position, arb_rules_find("chess", 5));
    uint64_t key = arb_position_polyglot_key(&position);
    put_entry(book, key - 1, E7E5, 7);
    put_entry(book + 16, key, E7E5, 7); /* it is not Black's turn */
    put_entry(book + 32, key, E2E4, 258);
    put_entry(book + 48, key, D2D4, 2);
    put_entry(book + 64, key + 1, G1F3, 7);
    static const struct {
        uint64_t random;
        const char *uci;
    } cases[] = {{0, "e2e4"},   {257, "e2e4"}, {258, "d2d4"},
                 {259, "d2d4"}, {260, "e2e4"}, {260 + 258, "d2d4"}};
    CHECK(book_valid(book, sizeof book));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[8];
        check_case("%u", (unsigned)cases[i].random);
        arb_move move = book_move(book, sizeof book, &position, cases[i].random);
        arb_uci_write(&position, move, ARB_UCI_RULES, text, sizeof text);
        CHECK_EQ_TEXT(text, cases[i].uci);
    }
    put_entry(book + 32, key, E2E4, 0);
    put_entry(book + 48, key, D2D4, 0);
    CHECK(book_move(book, sizeof book, &position, 0) == ARB_NO_MOVE);
}

/* Whatever their number, the first and the last entry of a position are found. */
TEST(a_book_is_searched_from_end_to_end)
{
    arb_position position;
    arb_position_start(&position, arb_rules_find("chess", 5));
    uint64_t key = arb_position_polyglot_key(&position);
    for (size_t count = 1; count <= 9; count++)
        for (size_t at = 0; at < count; at++) {
            char *book = malloc(count * 16);
            for (size_t i = 0; i < count; i++)
                put_entry(book + 16 * i, key + i - at, i == at ? E2E4 : D2D4, 1);
            check_case("%zu of %zu", at, count);
            arb_move move = book_move(book, count * 16, &position, 0);
            CHECK(move != ARB_NO_MOVE && arb_move_to(move) == 28);
            put_entry(book + 16 * at, key + (at + 1 == count), D2D4, 1);
            if (at + 1 == count)
                CHECK(book_move(book, count * 16, &position, 0) == ARB_NO_MOVE);
            free(book);
        }
}

/* Other boards have no key, which is written as 0: no entry is for them. */
TEST(a_book_is_for_chess)
{
    char book[16];
    arb_position position;
    arb_position_start(&position, arb_rules_find("capablanca", 10));
    CHECK(arb_position_polyglot_key(&position) == 0);
    arb_move moves[1];
    CHECK(arb_position_moves(&position, moves, 1) > 0);
    put_entry(book, 0, (unsigned)(arb_move_from(moves[0]) << 6 | arb_move_to(moves[0])), 1);
    CHECK(book_move(book, sizeof book, &position, 0) == ARB_NO_MOVE);
}

TEST(a_book_is_followed_to_its_end)
{
    struct {
        uint64_t key;
        unsigned move;
    } line[3] = {{key_after(""), E2E4}, {key_after("e2e4"), E7E5}, {key_after("e2e4e7e5"), G1F3}};
    char book[48];
    size_t plies;
    for (size_t i = 0; i < 3; i++) {
        size_t rank = 0;
        for (size_t k = 0; k < 3; k++)
            rank += line[k].key < line[i].key;
        put_entry(book + 16 * rank, line[i].key, line[i].move, 1);
    }
    openings o = {.form = OPENINGS_BOOK,
                  .rules = arb_rules_find("chess", 5),
                  .text = book,
                  .len = sizeof book};
    arb_error error;
    CHECK(openings_read(&o, true, &error));
    static const char *const boards[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
                                         "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
                                         "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"};
    for (o.plies = 0; o.plies < 6; o.plies++) {
        size_t wanted = o.plies < 3 ? o.plies : 3;
        check_case("%zu plies", o.plies);
        CHECK_EQ_TEXT(board_of(&o, 1, &plies), boards[wanted]);
        CHECK_EQ_INT(plies, wanted);
    }
    o.len = 40;
    CHECK(!openings_read(&o, true, &error));
    CHECK_EQ_TEXT(error.text, "this is no Polyglot book");
}

/* The moves of one position, in a book that has nothing else: the weight is the whole choice. */
TEST(a_book_names_promotions)
{
    static const struct {
        uint16_t written;
        const char *uci;
    } cases[] = {{0, ""},
                 {1 << 12 | 48 << 6 | 56, "a7a8n"},
                 {2 << 12 | 48 << 6 | 56, "a7a8b"},
                 {3 << 12 | 48 << 6 | 56, "a7a8r"},
                 {4 << 12 | 48 << 6 | 56, "a7a8q"},
                 {5 << 12 | 48 << 6 | 56, ""},
                 {48 << 6 | 56, ""},
                 {4 << 6 | 12, "e1e2"}};
    const char *fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    arb_position position;
    arb_error error;
    CHECK_EQ_INT(
        arb_position_read(&position, arb_rules_find("chess", 5), fen, strlen(fen), NULL, &error),
        ARB_OK);
    uint64_t key = arb_position_polyglot_key(&position);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char entry[16] = {0}, text[8] = "";
        for (int at = 0; at < 8; at++)
            entry[at] = (char)(key >> (56 - 8 * at));
        entry[8] = (char)(cases[i].written >> 8);
        entry[9] = (char)cases[i].written;
        entry[11] = 1;
        check_case("%s", cases[i].uci);
        arb_move move = book_move(entry, sizeof entry, &position, 7);
        if (move != ARB_NO_MOVE)
            arb_uci_write(&position, move, ARB_UCI_RULES, text, sizeof text);
        CHECK_EQ_TEXT(text, cases[i].uci);
    }
}

TEST(a_comment_has_the_evaluation_for_white_and_the_times)
{
    static const time_control with_clock = {.base_us = 60000000}, by_move = {.move_us = 1000000},
                              none = {.infinite = true};
    static const engine_opinion better = {.known = true, .score = 34, .depth = 12},
                                mates = {.known = true, .mate = true, .score = 3},
                                unknown = {.known = false};
    static const struct {
        const engine_opinion *opinion;
        arb_colour side;
        const time_control *tc;
        int64_t used_us;
        const char *text;
    } cases[] = {
        {&better, ARB_WHITE, &with_clock, 3599999000,
         "[%eval 0.34,12] [%clk 0:00:42.017] [%emt 0:59:59.999]"},
        {&better, ARB_BLACK, &by_move, 999, "[%eval -0.34,12] [%emt 0:00:00]"},
        {&mates, ARB_BLACK, &none, 1500000, "[%eval #-3] [%emt 0:00:01.5]"},
        {&unknown, ARB_WHITE, &none, 1000, "[%emt 0:00:00.001]"},
    };
    player_clock clock = {.left_us = 42017000};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        check_case("%zu", i);
        size_t len = table_comment(cases[i].opinion, cases[i].side, cases[i].tc, &clock,
                                   cases[i].used_us, text, sizeof text);
        CHECK_EQ_TEXT(text, cases[i].text);
        CHECK_EQ_INT(len, strlen(text));
    }
}

TEST(a_round_names_one_game)
{
    static tournament t = {.schedule = {.players = 3, .rounds = 2, .games = 2}};
    static const char *const wrong[] = {"",    "1",   "1.",  ".1",    "0.1",  "1.0",  "0.0",
                                        "2.0", "1.3", "7.1", "1.1.1", "1.1 ", "-1.1", "x.1"};
    size_t games = schedule_games(&t.schedule), number = 0;
    CHECK_EQ_INT(games, 12);
    for (size_t n = 0; n < games; n++) {
        char round[32];
        tournament_round(&t, n, round, sizeof round);
        check_case("%s", round);
        CHECK(tournament_number(&t, round, &number));
        CHECK_EQ_INT(number, n);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        check_case("'%s'", wrong[i]);
        CHECK(!tournament_number(&t, wrong[i], &number));
    }
}

int main(void)
{
    RUN(a_random_order_has_every_opening_once);
    RUN(lots_are_those_of_splitmix64);
    RUN(the_ending_of_a_name_tells_the_form);
    RUN(lines_are_openings);
    RUN(more_openings_than_there_is_room_for_at_first);
    RUN(games_are_openings);
    RUN(without_a_file_games_begin_at_the_start);
    RUN(a_book_chooses_by_weight);
    RUN(a_book_is_searched_from_end_to_end);
    RUN(a_book_is_for_chess);
    RUN(a_book_is_followed_to_its_end);
    RUN(a_book_names_promotions);
    RUN(a_comment_has_the_evaluation_for_white_and_the_times);
    RUN(a_round_names_one_game);
    return check_result();
}

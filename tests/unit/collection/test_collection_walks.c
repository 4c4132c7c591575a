/* test_collection_walks.c: queries about the end, the moves and the positions of a game. */
#include "asked_games.h"

/* ---- Ends and moves ---- */

TEST(ends_are_asked)
{
    static const game draw = {
        .result = ARB_DRAW, .reason = ARB_R_STALEMATE, .moves = "e4 e5 Nf3 Nc6"};
    static const game lost = {.result = ARB_BLACK_WINS, .moves = ""};
    static const game open_game = {.result = ARB_ONGOING, .moves = "d4"};
    static const struct {
        const char *query;
        const game *g;
        bool holds;
    } rows[] = {
        {"result = 1-0", &tagged, true},
        {"result = white", &tagged, true},
        {"result = decided", &tagged, true},
        {"result = black", &tagged, false},
        {"result = draw", &tagged, false},
        {"result = none", &tagged, false},
        {"result = 0-1", &lost, true},
        {"result = black", &lost, true},
        {"result = decided", &lost, true},
        {"result = white", &lost, false},
        {"result = draw", &draw, true},
        {"result = 1/2-1/2", &draw, true},
        {"result = decided", &draw, false},
        {"result != decided", &draw, true},
        {"result = none", &open_game, true},
        {"result = *", &open_game, true},
        {"result = decided", &open_game, false},
        {"ends = checkmate", &tagged, true},
        {"ends = stalemate", &tagged, false},
        {"ends = stalemate", &draw, true},
        {"ends = none", &draw, false},
        {"ends = none", &lost, true},
        {"plies = 4", &draw, true},
        {"plies < 4", &draw, false},
        {"plies <= 4", &draw, true},
        {"plies > 3", &draw, true},
        {"plies in 3..4", &draw, true},
        {"plies in 4..9", &draw, true},
        {"plies in 5..9", &draw, false},
        {"plies in 1..3", &draw, false},
        {"plies in 4", &draw, true},
        {"length = 2", &draw, true},
        {"length = 2", &tagged, true},
        {"length = 1", &open_game, true},
        {"length = 0", &lost, true},
        {"length > 2", &draw, false},
        {"final 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'", &draw, true},
        {"final r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R", &draw, true},
        {"final = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w'", &draw, true},
        {"final r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1", &draw, false},
        {"final r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKBNR", &draw, false},
        {"starts '1. e4 e5'", &draw, true},
        {"starts '1. e4 e5 2. Nf3 Nc6'", &draw, true},
        {"starts e4", &draw, true},
        {"starts ''", &draw, true},
        {"starts '1. e4 e5 2. Nc3'", &draw, false},
        {"starts '1. d4'", &draw, false},
        {"starts '1. e4 c5'", &draw, false},
        {"starts '1. d4 d5'", &open_game, false},
        {"starts '1. d4'", &open_game, true},
        {"starts '1. e4 e5 2. Nf3 Nc6 3. Bb5'", &draw, false},
        {"line '1. Nf3 Nc6 2. e4 e5'", &draw, true},
        {"line '1. Nf3 Nc6 2. e4'", &draw, false},
        {"line '1. e4'", &draw, true},
        {"line '1. d4'", &draw, false},
        {"opening ~ king", &draw, true},
        {"opening ~ ruy", &draw, false},
        {"opening in C00..C99", &draw, true},
        {"opening in D00..E99", &draw, false},
        {"opening >= C", &draw, true},
        {"opening < C", &draw, false},
        {"opening in A00..E99", &lost, false},
        {"opening < D", &open_game, true},
        {"polyglot 463b96181691fc9c", &draw, true},
        {"polyglot 0x823C9B50FD114196", &draw, true},
        {"polyglot 0x823C9B50FD114196", &open_game, false},
        {"polyglot 0x823C9B50FD114197", &draw, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_query(rows[i].query, rows[i].g, rows[i].holds);
}

TEST(what_happens_on_the_way)
{
    static const game shuffle = {.moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4"};
    static const game promoted = {.start = "8/P7/8/8/8/8/7p/K1k5 w - - 0 1", .moves = "a8=Q h1=Q"};
    static const game under = {.start = "8/P7/8/8/8/8/8/K1k5 w - - 0 1", .moves = "a8=N Kd2"};
    static const game late = {.start = "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", .moves = "Ra2 Ke7 Ra3"};
    static const struct {
        const char *query;
        const game *g;
        bool holds;
    } rows[] = {
        {"repetition", &shuffle, true},
        {"repetition = 3", &shuffle, true},
        {"repetition >= 4", &shuffle, false},
        {"repetition = 2", &shuffle, false},
        {"repetition", &tagged, false},
        {"repetition = 1", &tagged, true},
        {"quiet = 8", &shuffle, true},
        {"quiet >= 9", &shuffle, false},
        {"quiet", &shuffle, false},
        {"quiet", &late, true},
        {"quiet = 101", &late, true},
        {"quiet >= 102", &late, false},
        {"promotion", &promoted, true},
        {"underpromotion", &promoted, false},
        {"promotion", &under, true},
        {"underpromotion", &under, true},
        {"promotion", &shuffle, false},
        {"not promotion", &shuffle, true},
        {"promotion and line e4", &shuffle, false},
        {"material 'Q v '", &promoted, true},
        {"material 'Q v Q'", &promoted, true},
        {"material 'white Q v '", &promoted, true},
        {"material 'N v '", &under, true},
        {"material 'N v ' for 2", &under, true},
        {"material 'N v ' for 3", &under, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_query(rows[i].query, rows[i].g, rows[i].holds);
}

/* Of more positions without capture or pawn move than are kept, the last ones count. */
TEST(repetitions_are_counted_among_the_last_positions)
{
    enum { KEPT = 256, PLIES = 700 };
    static const char *const loops[] = {"Kd1 Kd8 Ke1 Ke8", "Ra2 Kd8 Ra3 Ke8 Ra4 Kd8 Ra1 Ke8"};
    static uint64_t keys[KEPT];
    for (int way = 0; way < 3; way++) {
        query_error error;
        arb_position position;
        arb_error why;
        const char fen[] = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        check_case("way %d", way);
        CHECK(parse("repetition > 0", &error));
        CHECK(arb_position_read(&position, arb_rules_find("chess", 5), fen, strlen(fen), NULL,
                                &why) == ARB_OK);
        facts_begin(&facts);
        facts_start(&q, &facts, &position);
        size_t count = 1;
        unsigned most = 1;
        keys[0] = arb_position_key(&position);
        for (int ply = 0; ply < PLIES; ply++) {
            /* Long ways first, then short ones, or the other way round. */
            const char *loop = loops[way == 0   ? 0
                                     : way == 1 ? ply / 8 * 8 < 304
                                                : ply / 8 * 8 >= 304];
            char words[60], *save = NULL;
            snprintf(words, sizeof words, "%s", loop);
            size_t length = loop == loops[0] ? 4 : 8;
            char *word = strtok_r(words, " ", &save);
            for (size_t i = (size_t)ply % length; i > 0; i--)
                word = strtok_r(NULL, " ", &save);
            arb_san san;
            arb_undo undo;
            if (!CHECK(arb_san_read(&position, word, strlen(word), &san) == ARB_OK))
                return;
            arb_position_play(&position, san.move, &undo);
            facts_moves(&q, &facts, &san.move, 1);
            if (count == KEPT) {
                memmove(keys, keys + KEPT / 2, KEPT / 2 * sizeof *keys);
                count = KEPT / 2;
            }
            unsigned times = 1;
            for (size_t i = 0; i < count; i++)
                times += keys[i] == arb_position_key(&position);
            keys[count++] = arb_position_key(&position);
            most = times > most ? times : most;
            CHECK_EQ_INT(facts.repetitions, most);
            CHECK_EQ_INT(facts.quiet, ply + 1);
        }
    }
    check_case("%s", "");
}

/* The last opening of a game is found, however its moves are told. */
TEST(an_opening_is_found_in_any_parts)
{
    static const char *const words[] = {"e4",   "c5",  "Nf3", "d6",  "d4",    "cxd4",
                                        "Nxd4", "Nf6", "Nc3", "a6",  "Bg5",   "e6",
                                        "f4",   "Be7", "Qf3", "Qc7", "O-O-O", "Nbd7"};
    enum { COUNT = sizeof words / sizeof *words };
    arb_position position, start;
    arb_move moves[COUNT];
    uint64_t keys[COUNT];
    arb_opening last[COUNT + 1] = {ARB_NO_OPENING};
    query_error error;
    arb_position_start(&position, arb_rules_find("chess", 5));
    arb_position_copy(&start, &position);
    for (size_t i = 0; i < COUNT; i++) {
        arb_san san;
        arb_undo undo;
        CHECK(arb_san_read(&position, words[i], strlen(words[i]), &san) == ARB_OK);
        arb_position_play(&position, san.move, &undo);
        moves[i] = san.move;
        keys[i] = arb_position_key(&position);
        arb_opening found = arb_opening_find(&position);
        last[i + 1] = found != ARB_NO_OPENING ? found : last[i];
    }
    for (size_t part = 1; part <= COUNT; part++)
        for (int by_keys = 0; by_keys < 2; by_keys++) {
            check_case("parts of %zu, by keys %d", part, by_keys);
            CHECK(parse("opening ~ najdorf", &error) && q.by_keys && q.settles_early);
            facts_begin(&facts);
            facts_start(&q, &facts, &start);
            for (size_t at = 0; at < COUNT; at += part) {
                size_t end = at + part < COUNT ? at + part : COUNT;
                if (by_keys > 0)
                    facts_keys(&q, &facts, moves, keys, at, end);
                else
                    facts_moves(&q, &facts, moves + at, end - at);
                CHECK_EQ_INT(facts.opening, last[end]);
                CHECK_EQ_INT(facts.ply, end);
            }
        }
    check_case("%s", "");
}

TEST(a_line_has_a_hundred_moves)
{
    for (int moves = 96; moves <= 104; moves++) {
        char text[1200] = "line '";
        query_error error;
        static const char *const knights[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
        for (int i = 0; i < moves; i++)
            strcat(text, knights[i % 4]);
        strcat(text, "'");
        check_case("%d moves", moves);
        CHECK_EQ_INT(parse(text, &error), moves <= 100);
        memcpy(text, "starts", 6);
        memmove(text + 8, text + 6, strlen(text + 6) + 1);
        memcpy(text, "starts '", 8);
        CHECK_EQ_INT(parse(text, &error), moves <= 100);
    }
    check_case("%s", "");
}

TEST(comments_are_searched)
{
    static const game said = {.moves = "e4", .comment = "A Novelty!"};
    static const char *const words[] = {"comment novelty", "comment 'a n'", "comment 'A NOVELTY!'",
                                        "comment ~ 'y!'"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        check_query(words[i], &said, true);
    check_query("comment novelties", &said, false);
    check_query("comment x", &tagged, false);
    /* A text may begin in one piece of a comment and end in the next, but not in the next comment.
     */
    query_error error;
    for (int ends = 0; ends < 2; ends++) {
        CHECK(parse("comment 'one two'", &error));
        facts_begin(&facts);
        facts_comment(&q, &facts, "x one t", 7, ends);
        facts_comment(&q, &facts, "wo y", 4, true);
        facts.known = ASKS_COMMENTS;
        CHECK_EQ_INT(query_ask(&q, &facts), ends ? ANSWER_NO : ANSWER_YES);
    }
    char longest[300];
    for (size_t len = 250; len < 258; len++) {
        char text[400];
        memset(longest, 'x', len);
        longest[len] = '\0';
        snprintf(text, sizeof text, "comment '%s'", longest);
        CHECK_EQ_INT(parse(text, &error), len < 256);
        if (len >= 256)
            continue;
        facts_begin(&facts);
        facts_comment(&q, &facts, longest, 1, false);
        CHECK_EQ_INT(query_ask(&q, &facts), ANSWER_OPEN);
        facts_comment(&q, &facts, longest + 1, len - 1, false);
        CHECK_EQ_INT(query_ask(&q, &facts), ANSWER_YES);
    }
}

/* ---- Boards ---- */

#define EIGHT "?\?\?\?\?\?\?\?"

TEST(patterns_of_squares)
{
    static const game g = {
        .start = "r1bq1rk1/pp3ppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1 b - - 0 10", .moves = ""};
    static const game mirrored = {
        .start = "r1bq1rk1/pp3ppp/2n2n2/2bp4/8/2N1PN2/PP3PPP/R1BQ1RK1 w - - 0 10", .moves = ""};
    static const struct {
        const char *query;
        bool holds, mirrored;
    } rows[] = {
        {"position 'r1bq1rk1/pp3ppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1'", true, false},
        {"position 'r1bq1rk1/pp3ppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1' either", true, true},
        {"position 'r1bq1rk1/pp3ppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1 b'", true, false},
        {"position 'r1bq1rk1/pp3ppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1  w '", false, false},
        {"position 'r1bq1rk1/pp3ppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1 b' either", true, true},
        {"position 'r1bq1rk1/pp3ppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1 b - - 0 1'", true, false},
        {"position 'r1bq1rk1/pp3ppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1 b - - 0 1' either", true,
         true},
        {"position 'r1bq1rk1/pp3ppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1 w - - 0 1'", false, false},
        {"position '*/*/*/*/*/*/*/*'", true, true},
        {"position '*/*/*/*/*P*/*/*/*'", true, false},
        {"position '*/*/*/*/*P*/*/*/*' either", true, true},
        {"position '*/*/*/*/P*/*/*/*'", false, false},
        {"position '*/*/*/*/*BP*/*/*/*'", true, false},
        {"position '*/*/*/*/*P4/*/*/*'", true, false},
        {"position '*/*/*/*/2BP*/*/*/*'", true, false},
        {"position '*/*/*/*/*P3/*/*/*'", false, false},
        {"position '" EIGHT "/8/*/*/*/*/*/*'", false, false},
        {"position '" EIGHT "/*/*/8/*/*/*/*'", true, false},
        {"position '*/*/*/8/*/*/*/*'", true, false},
        {"position '*/*/*/*/8/*/*/*'", false, true},
        {"position '!?!!?!!?/*/*/*/*/*/*/*'", true, true},
        {"position '!!!!?!!?/*/*/*/*/*/*/*'", false, false},
        {"position 'a?aa?aa?/*/*/*/*/*/*/*'", true, true},
        {"position 'A?AA?AA?/*/*/*/*/*/*/*'", false, false},
        {"position '*/*/*/*/*/*/*/A?AA?AA?'", true, true},
        {"position '*/*/*/*/*/*/*/[QR]*[K]*'", true, true},
        {"position '*/*/*/*/*/*/*/[QB]*[K]*'", false, false},
        {"position '*/*/*/*/*/*/*/[^QB]*[K]*'", true, true},
        {"position '*/*/*/*/*/*/*/[^QR]*[K]*'", false, false},
        {"position '[qr]*[k]?/*/*/*/*/*/*/*'", true, true},
        {"position '*k*k*/*/*/*/*/*/*/*'", false, false},
        {"position '*r*r*/*/*/*/*/*/*/*'", true, true},
        {"position '*r*b*q*r*k*/*/*/*/*/*/*/*'", true, true},
        {"position '*r*b*q*k*r*/*/*/*/*/*/*/*'", false, false},
        {"position '*/*/*/*/*/2N2N2/*/*'", true, false},
        {"position '*/pppppppp/*/*/*/*/*/*'", false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_query(rows[i].query, &g, rows[i].holds);
        check_query(rows[i].query, &mirrored, rows[i].mirrored);
    }
    /* En passant and castling are of a position, too. */
    static const game passed = {.moves = "e4 a6 e5 d5"};
    check_query("position 'rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3'", &passed,
                true);
    check_query("position 'rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3'", &passed,
                false);
    check_query("position 'rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQk d6 0 3'", &passed,
                false);
    check_query("position 'rnbqkbnr/pppp1ppp/8/8/3Pp3/P7/1PP1PPPP/RNBQKBNR b KQkq d3 0 3' either",
                &passed, true);
    static const game passed_by_white = {.moves = "a3 e5 h3 e4 d4"};
    check_query("position 'rnbqkbnr/1pp1ppp1/p6p/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3' either",
                &passed_by_white, true);
    check_query("position 'rnbqkbnr/1pp1ppp1/p6p/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3' either",
                &passed_by_white, false);
}

TEST(material_on_the_board)
{
    static const game g = {.start = "4k3/pp3b2/8/8/8/8/PP1B4/R3K3 w - - 0 1", .moves = ""};
    static const game same = {.start = "4k3/8/8/4b3/8/8/3B4/4K3 w - - 0 1", .moves = ""};
    static const struct {
        const char *query;
        bool holds;
    } rows[] = {
        {"material 'RB v B'", true},        {"material 'B v RB'", true},
        {"material 'white RB v B'", true},  {"material 'white B v RB'", false},
        {"material 'RBPP v BPP'", true},    {"material 'RBPP vs BPP'", true},
        {"material 'RBPP v BP'", false},    {"material 'RBP v BPP'", false},
        {"material 'RBP* v BP*'", true},    {"material 'RBP+ v BP+'", true},
        {"material 'RBPPP+ v BP+'", false}, {"material 'RBPPP* v BP*'", true},
        {"material 'RN*B v N*B'", true},    {"material 'RN+B v B'", false},
        {"material 'R v B'", false},        {"material 'RBB v B'", false},
        {"material 'RB v B' either", true}, {"material 'opposite bishops'", true},
        {"material 'same bishops'", false}, {"material ' RB  v  B '", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_query(rows[i].query, &g, rows[i].holds);
    check_query("material 'same bishops'", &same, true);
    check_query("material 'opposite bishops'", &same, false);
    check_query("material 'B v B'", &same, true);
    check_query("material 'same bishops'", &tagged, false);
    static const game taken = {.start = "4k3/8/8/8/8/8/3r4/R3K3 w - - 0 1",
                               .moves = "Kxd2 Ke7 Ra7 Ke6"};
    check_query("material 'R v R'", &taken, true);
    check_query("material 'R v R' for 2", &taken, false);
    check_query("material 'R v ' for 4", &taken, true);
    check_query("material 'R v ' for 5", &taken, false);
}

/* ---- Decided early ---- */

TEST(a_game_is_given_up_when_it_cannot_pass_any_more)
{
    static const game g = {.moves = "e4 e5 Nf3 Nc6 Bb5 a6"};
    static const struct {
        const char *query;
        int settled; /* after so many plies; 0: at the end */
    } rows[] = {
        {"starts '1. e4 e5'", 0},
        {"starts '1. d4'", 1},
        {"starts '1. e4 e5 2. Nc3'", 3},
        {"line '1. d4'", 1},
        {"line '1. e4'", 1},
        {"line '1. e4 e5 2. d4'", 6},
        {"line '1. Nf3 a5'", 1},
        {"line '1. e4 c5'", 2},
        {"not line '1. e4 c5'", 2},
        {"line '1. e4 c5' or line '1. e4 e5'", 2},
        {"plies > 3", 0},
        {"opening ~ ruy", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        query_error error;
        size_t settled;
        check_case("%s", rows[i].query);
        CHECK(parse(rows[i].query, &error));
        asked_of(&g, false, &settled);
        CHECK_EQ_INT(settled == SIZE_MAX ? 0 : settled, rows[i].settled);
    }
    check_case("%s", "");
}

int main(void)
{
    RUN(ends_are_asked);
    RUN(what_happens_on_the_way);
    RUN(repetitions_are_counted_among_the_last_positions);
    RUN(an_opening_is_found_in_any_parts);
    RUN(a_line_has_a_hundred_moves);
    RUN(comments_are_searched);
    RUN(patterns_of_squares);
    RUN(material_on_the_board);
    RUN(a_game_is_given_up_when_it_cannot_pass_any_more);
    return check_result();
}

/* test_server_state.c: a game and its positions as JSON, part by part. Layer: tests. */
#include "server/answers/position_json.h"
#include "server/answers/posted_move.h"
#include "server/uci_moves.h"
#include "staged_match.h"

/* What a function has written into `out`, which is emptied. */
static text_builder out;
static const char *written(void)
{
    static char text[1 << 15];
    CHECK(out.len < sizeof text && !out.failed);
    snprintf(text, sizeof text, "%.*s", (int)out.len, out.at);
    text_free(&out);
    return text;
}

static void read_position(arb_position *position, const char *rules, const char *fen)
{
    arb_error error;
    CHECK_EQ_INT(arb_position_read(position, arb_rules_find(rules, strlen(rules)), fen, strlen(fen),
                                   NULL, &error),
                 ARB_OK);
}

/* ---- the whole state ---- */

TEST(a_state_has_all_members)
{
    CHECK(begin((match_start){.fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}));
    m->updated = 5;
    CHECK_EQ_TEXT(
        state(NULL, 0),
        "{\"id\":\"77\",\"version\":0,\"rules\":{\"name\":\"chess\",\"title\":\"Chess by the FIDE "
        "Laws\","
        "\"own\":false},\"start\":{\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\",\"check\":[]},"
        "\"size\":{\"files\":8,\"ranks\":8},\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\","
        "\"pieces\":{\"e1\":\"K\",\"h1\":\"R\",\"e8\":\"k\"},\"turn\":\"white\",\"fullmove\":1,"
        "\"ply\":0,\"length\":0,\"view\":false,\"history\":[],\"last\":null,\"check\":[],"
        "\"royal\":{\"white\":\"e1\",\"black\":\"e8\"},\"outcome\":null,\"opening\":null,"
        "\"claims\":[],\"claimable\":[],\"score\":{\"white\":6.0},"
        "\"captured\":{\"white\":[],\"black\":[]},"
        "\"players\":{\"white\":{\"name\":\"Ann\",\"kind\":\"person\"},"
        "\"black\":{\"name\":\"Bob\",\"kind\":\"person\"}},\"clock\":null,"
        "\"offers\":{\"draw\":null,\"takeback\":null},\"challenger\":null,\"rematch\":null,"
        "\"next\":null,\"updated\":5}");
    end();
}

TEST(players_clocks_and_offers_are_shown)
{
    CHECK(begin((match_start){.engine = "deep",
                              .engine_side = ARB_BLACK,
                              .clock = true,
                              .initial_ms = 60000,
                              .increment_ms = 500}));
    CHECK_EQ_INT(
        steps("player white bot Deep;move e2e4;move e7e5;offer black;takeback white", 1000), 5);
    CHECK(strstr(state(NULL, 3000),
                 "\"players\":{\"white\":{\"name\":\"Ann\",\"kind\":\"bot\"},"
                 "\"black\":{\"name\":\"Bob\",\"kind\":\"engine\"}},"
                 "\"clock\":{\"white_ms\":58000,\"black_ms\":60000,\"running\":\"white\","
                 "\"increment_ms\":500},"
                 "\"offers\":{\"draw\":\"black\",\"takeback\":\"white\"},\"challenger\":null,"
                 "\"rematch\":null,\"next\":null,\"updated\":1000}") != NULL);
    CHECK_EQ_INT(steps("resign black;rematch white;next 12", 3000), 3);
    CHECK_STATE(",\"rematch\":\"white\",\"next\":\"12\",\"updated\":3000}");
    m->damaged = true;
    CHECK_STATE(",\"next\":\"12\",\"damaged\":true,\"updated\":3000}");
    end();
    CHECK(begin((match_start){.fen = NULL}));
    CHECK_EQ_INT(steps("challenge black", 1), 1);
    CHECK_STATE("\"challenger\":\"black\"");
    end();
}

TEST(a_state_can_be_of_an_earlier_ply)
{
    CHECK(begin((match_start){.moves = "e2e4 d7d5 e4d5 d8d5"}));
    CHECK_STATE(",\"ply\":4,\"length\":4,\"view\":false,");
    CHECK_STATE(",\"last\":{\"from\":\"d8\",\"to\":\"d5\"},");
    CHECK_STATE("\"captured\":{\"white\":[\"p\"],\"black\":[\"P\"]}");
    CHECK_STATE("\"opening\":{\"eco\":\"B01\",");
    CHECK_EQ_INT(steps("resign white", 5), 1);
    static const struct {
        size_t ply;
        const char *parts[4];
    } views[] = {
        {0,
         {",\"ply\":0,\"length\":4,\"view\":true,", ",\"last\":null,",
          "\"captured\":{\"white\":[],\"black\":[]}", ",\"outcome\":null,"}},
        {3,
         {",\"ply\":3,\"length\":4,\"view\":true,", ",\"last\":{\"from\":\"e4\",\"to\":\"d5\"},",
          "\"captured\":{\"white\":[\"p\"],\"black\":[]}", ",\"outcome\":null,"}},
        {4,
         {",\"ply\":4,\"length\":4,\"view\":true,", ",\"last\":{\"from\":\"d8\",\"to\":\"d5\"},",
          "\"captured\":{\"white\":[\"p\"],\"black\":[\"P\"]}",
          ",\"outcome\":{\"result\":\"0-1\",\"reason\":\"resignation\","}},
    };
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        arb_game *view = match_game_at(m, views[i].ply);
        check_case("ply %zu", views[i].ply);
        const char *text = state(view, 0);
        for (size_t part = 0; part < 4; part++)
            if (!CHECK(strstr(text, views[i].parts[part]) != NULL))
                printf("no %s in %s\n", views[i].parts[part], text);
        arb_game_free(view);
    }
    end();
}

/* In COMP 250's history the win is the last entry; while somebody looks at an earlier ply it is not
 * known yet. */
TEST(a_win_ends_the_history)
{
    CHECK(begin((match_start){.moves = "f2f3 e7e5 g2g4"}));
    CHECK_EQ_INT(steps("move d8h4", 5), 1);
    CHECK_STATE("\"text\":[\"BLACK♛ at 3, 0 to 7, 4\",\"WHITE is in check\",\"BLACK has won\"]}],"
                "\"last\":");
    CHECK_STATE(",\"outcome\":{\"result\":\"0-1\",\"reason\":\"checkmate\",");
    CHECK_STATE("\"article\":\"5.1.1\"}");
    CHECK_EQ_INT(steps("undo", 5), 1);
    CHECK_STATE("\"text\":[\"BLACK♛ at 3, 0 to 7, 4\",\"WHITE is in check\"]}],\"last\":");
    end();
    CHECK(begin((match_start){.moves = "e2e4"}));
    CHECK_EQ_INT(steps("resign black", 5), 1);
    CHECK_STATE("\"text\":[\"WHITE♙ at 4, 6 to 4, 4\",\"WHITE has won\"]}],\"last\":");
    end();
    CHECK(begin((match_start){.fen = NULL}));
    CHECK_EQ_INT(steps("resign black", 5), 1);
    CHECK_STATE(",\"history\":[],\"last\":null");
    end();
    CHECK(begin((match_start){.moves = "e2e4"}));
    CHECK_EQ_INT(steps("offer white;draw", 5), 2);
    CHECK_STATE("\"text\":[\"WHITE♙ at 4, 6 to 4, 4\"]}],\"last\":");
    end();
}

TEST(a_forfeit_says_why)
{
    CHECK(begin((match_start){.engine = "deep", .engine_side = ARB_BLACK}));
    CHECK_EQ_INT(steps("forfeit black it has ended", 5), 1);
    CHECK_STATE("{\"result\":\"1-0\",\"reason\":\"forfeit\",\"text\":"
                "\"White wins: the engine failed (it has ended)\",\"article\":\"\"}");
    end();
    CHECK(begin((match_start){.fen = NULL}));
    CHECK_EQ_INT(steps("forfeit white left the hall", 5), 1);
    CHECK_STATE("{\"result\":\"0-1\",\"reason\":\"forfeit\",\"text\":"
                "\"Black wins: left the hall\",\"article\":\"\"}");
    end();
}

TEST(games_that_come_to_nothing_say_why)
{
    static const struct {
        const char *why, *text;
    } cases[] = {{"declined later", "The challenge was declined (later)"},
                 {"canceled", "The challenge was taken back"},
                 {"expired", "Nobody answered the challenge"},
                 {"white", "The game was aborted before both sides had moved"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char list[100], part[200];
        CHECK(begin((match_start){.white = ""}));
        snprintf(list, sizeof list, "player white bot Deep;abort %s", cases[i].why);
        CHECK_EQ_INT(steps(list, 5), 2);
        snprintf(part, sizeof part,
                 ",\"outcome\":{\"result\":\"*\",\"reason\":\"aborted\",\"text\":\"%s\","
                 "\"article\":\"\"}",
                 cases[i].text);
        CHECK_STATE(part);
        end();
    }
}

/* What may be claimed with the next move is looked up only when a claim could be near. */
TEST(claims_are_shown_when_they_are_possible)
{
    static const struct {
        const char *fen, *moves, *part;
    } cases[] = {
        {NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
         "\"claims\":[],\"claimable\":[\"repetition\"]"},
        {NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6", "\"claims\":[],\"claimable\":[]"},
        {NULL, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
         "\"claims\":[\"repetition\"],\"claimable\":[\"repetition\"]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 98 80", "", "\"claims\":[],\"claimable\":[]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 99 80", "", "\"claims\":[],\"claimable\":[\"moves\"]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 100 80", "",
         "\"claims\":[\"moves\"],\"claimable\":[\"moves\"]"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 92 80", "h1h2 e8e7 h2h1 e7e8 h1h2 e8e7 h2h1 e7e8",
         "\"claims\":[\"repetition\",\"moves\"],\"claimable\":[\"repetition\",\"moves\"]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%zu", i);
        CHECK(begin((match_start){.fen = cases[i].fen, .moves = cases[i].moves}));
        CHECK_STATE(cases[i].part);
        end();
    }
}

TEST(other_rule_sets_are_shown)
{
    CHECK(begin(
        (match_start){.rules = "chess960", .fen = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", .moves = ""}));
    CHECK_STATE("\"start\":{\"fen\":\"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1\"");
    CHECK_STATE("},\"fen\":\"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1\"");
    end();
    CHECK(begin((match_start){.rules_text = "name = own\nparent = chess\n"}));
    CHECK_STATE("\"rules\":{\"name\":\"own\",");
    CHECK_STATE("\"own\":true}");
    end();
    CHECK(begin((match_start){.rules = "crazyhouse", .moves = "e2e4 d7d5 e4d5 d8d5"}));
    CHECK_STATE(",\"hands\":{\"white\":{\"P\":1},\"black\":{\"p\":1}},\"turn\":");
    end();
    CHECK(begin(
        (match_start){.rules = "capablanca", .fen = "r3k4r/10/10/10/10/10/10/A3K3CR w - - 0 1"}));
    CHECK_STATE("\"kinds\":{\"c\":\"chancellor\",\"a\":\"archbishop\"},\"own\"");
    CHECK_STATE("\"size\":{\"files\":10,\"ranks\":8}");
    end();
}

/* ---- parts ---- */

TEST(squares_and_letters)
{
    const arb_size size = {8, 8};
    state_put_square(&out, size, arb_square_at(size, 4, 3));
    CHECK_EQ_TEXT(written(), "\"e4\"");
    state_put_square(&out, size, ARB_NO_SQUARE);
    CHECK_EQ_TEXT(written(), "null");
    state_put_square_member(&out, "at", size, arb_square_at(size, 0, 0));
    CHECK_EQ_TEXT(written(), ",\"at\":\"a1\"");
    state_put_square_member(&out, "at", size, ARB_NO_SQUARE);
    CHECK_EQ_TEXT(written(), "");
    CHECK_EQ_INT(state_letter(arb_rules_at(0), arb_piece_of(ARB_WHITE, ARB_KNIGHT)), 'N');
    CHECK_EQ_INT(state_letter(arb_rules_at(0), arb_piece_of(ARB_BLACK, ARB_KNIGHT)), 'n');
}

TEST(claims_are_a_list)
{
    static const struct {
        uint32_t claims;
        const char *text;
    } cases[] = {{0, ":[]"},
                 {ARB_CLAIM_REPETITION, ":[\"repetition\"]"},
                 {ARB_CLAIM_MOVES, ":[\"moves\"]"},
                 {ARB_CLAIM_REPETITION | ARB_CLAIM_MOVES, ":[\"repetition\",\"moves\"]"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        state_put_claims(&out, ":", cases[i].claims);
        CHECK_EQ_TEXT(written(), cases[i].text);
    }
}

/* Many positions have no name of their own: then the last name counts, also after going back. */
TEST(a_game_keeps_the_name_of_its_opening)
{
    CHECK(begin((match_start){.moves = "e2e4 e7e6 d2d4 a7a5 h2h4 h7h5"}));
    for (size_t ply = 0; ply <= 6; ply++) {
        arb_game *view = match_game_at(m, ply);
        check_case("ply %zu", ply);
        CHECK_EQ_INT(match_opening(m, ply), arb_game_opening(view));
        arb_game_free(view);
    }
    CHECK(match_opening(m, 6) == match_opening(m, 3) && match_opening(m, 6) != match_opening(m, 1));
    CHECK_EQ_INT(steps("undo;undo;undo;undo;undo;move c7c5", 5), 6);
    CHECK_STATE("\"opening\":{\"eco\":\"B20\",");
    end();
}

TEST(openings_have_a_code_and_a_name)
{
    state_put_opening(&out, ARB_NO_OPENING);
    CHECK_EQ_TEXT(written(), ",\"opening\":null");
    CHECK(begin((match_start){.moves = "e2e4 c7c5"}));
    state_put_opening(&out, arb_game_opening(m->game));
    CHECK_EQ_TEXT(written(), ",\"opening\":{\"eco\":\"B20\",\"name\":\"Sicilian Defense\"}");
    end();
}

TEST(changes_are_the_squares_that_differ)
{
    arb_position before, after;
    read_position(&before, "chess", "8/8/k7/8/8/8/8/K6R w - - 0 1");
    read_position(&after, "chess", "7R/8/1k6/8/8/8/8/K7 w - - 0 1");
    state_put_changes(&out, &before, &after);
    CHECK_EQ_TEXT(written(), ",\"put\":{\"h1\":\"\",\"a6\":\"\",\"b6\":\"k\",\"h8\":\"R\"}");
    state_put_changes(&out, &before, &before);
    CHECK_EQ_TEXT(written(), ",\"put\":{}");
}

/* The board of every rule set has its squares, its hands and what counts towards the end. */
TEST(boards_of_other_rule_sets)
{
    arb_position position;
    read_position(&position, "3check", "4k3/8/8/8/8/8/8/4K2Q w - - 2+3 0 1");
    state_put_counts(&out, &position);
    CHECK_EQ_TEXT(written(), ",\"checks\":{\"white\":2,\"black\":3}");
    read_position(&position, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[QNNpp] w - - 0 1");
    state_put_counts(&out, &position);
    CHECK_EQ_TEXT(written(), ",\"hands\":{\"white\":{\"N\":2,\"Q\":1},\"black\":{\"p\":2}}");
    read_position(&position, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    state_put_counts(&out, &position);
    CHECK_EQ_TEXT(written(), "");
    state_put_kinds(&out, arb_rules_find("chess", 5));
    CHECK_EQ_TEXT(written(), "");
}

TEST(checks_are_shown_for_both_sides)
{
    arb_position position;
    read_position(&position, "chess", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1");
    state_put_check(&out, &position);
    CHECK_EQ_TEXT(written(), ",\"check\":[\"e1\"]");
    read_position(&position, "chess", "4k3/4Q3/8/8/8/8/8/4K3 b - - 0 1");
    state_put_royals(&out, &position);
    CHECK_EQ_TEXT(written(), ",\"check\":[\"e8\"],\"royal\":{\"white\":\"e1\",\"black\":\"e8\"}");
}

/* ---- moves ---- */

TEST(targets_of_a_piece)
{
    static const struct {
        const char *fen;
        int file, rank;
        const char *text;
    } cases[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 4, 1,
         "{\"from\":\"e2\",\"targets\":[{\"to\":\"e3\",\"capture\":false,\"promotions\":[],"
         "\"castling\":false,\"claims\":[]},{\"to\":\"e4\",\"capture\":false,\"promotions\":[],"
         "\"castling\":false,\"claims\":[]}]}"},
        {"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0, 6,
         "{\"from\":\"a7\",\"targets\":[{\"to\":\"a8\",\"capture\":false,"
         "\"promotions\":[\"n\",\"b\",\"r\",\"q\"],\"castling\":false,\"claims\":[]},"
         "{\"to\":\"b8\",\"capture\":true,\"promotions\":[\"n\",\"b\",\"r\",\"q\"],"
         "\"castling\":false,\"claims\":[]}]}"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 4, 4, "{\"from\":\"e5\",\"targets\":[]}"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 4, 0, "{\"from\":\"e1\",\"targets\":[]}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%zu", i);
        CHECK(begin((match_start){.fen = cases[i].fen}));
        state_put_targets(&out, m->game,
                          arb_square_at((arb_size){8, 8}, cases[i].file, cases[i].rank));
        CHECK_EQ_TEXT(written(), cases[i].text);
        end();
    }
}

/* In chess castling ends where the king arrives, in Chess960 on the rook. */
TEST(targets_of_castling)
{
    static const struct {
        const char *rules, *fen, *part;
    } cases[] = {
        {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
         "{\"to\":\"g1\",\"capture\":false,\"promotions\":[],\"castling\":true,\"claims\":[]}"},
        {"chess960", "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
         "{\"to\":\"h1\",\"capture\":false,\"promotions\":[],\"castling\":true,\"claims\":[]}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].rules);
        CHECK(begin((match_start){.rules = cases[i].rules, .fen = cases[i].fen}));
        state_put_targets(&out, m->game, arb_square_at((arb_size){8, 8}, 4, 0));
        const char *text = written();
        if (!CHECK(strstr(text, cases[i].part) != NULL))
            printf("%s\n", text);
        end();
    }
}

TEST(all_targets_are_those_of_the_side_to_move)
{
    CHECK(begin(
        (match_start){.rules = "crazyhouse", .fen = "7k/8/8/8/8/8/PPPPPPPP/K6R[Pp] b - - 0 1"}));
    state_put_all_targets(&out, m->game);
    const char *text = written();
    CHECK(strncmp(text, "{\"moves\":[{\"from\":\"h8\",\"targets\":[{\"to\":", 40) == 0);
    CHECK(strstr(text, "]},{\"from\":\"P@\",\"targets\":[{\"to\":") != NULL);
    CHECK(strstr(text, "\"from\":\"N@\"") == NULL && strstr(text, "\"from\":\"a1\"") == NULL);
    CHECK(strcmp(text + strlen(text) - 4, "]}]}") == 0);
    CHECK_EQ_INT(steps("resign white", 5), 1);
    state_put_all_targets(&out, m->game);
    CHECK_EQ_TEXT(written(), "{\"moves\":[{\"from\":\"h8\",\"targets\":[]},"
                             "{\"from\":\"P@\",\"targets\":[]}]}");
    end();
}

TEST(moves_are_listed_in_uci)
{
    CHECK(begin((match_start){.fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}));
    uci_put_moves(&out, m->game, ARB_UCI_RULES, 0);
    CHECK_EQ_TEXT(written(), "");
    CHECK_EQ_INT(steps("move e1g1;move e8d7;move f1f8", 5), 3);
    uci_put_moves(&out, m->game, ARB_UCI_RULES, 3);
    CHECK_EQ_TEXT(written(), "e1g1 e8d7 f1f8");
    uci_put_moves(&out, m->game, ARB_UCI_RULES, 1);
    CHECK_EQ_TEXT(written(), "e1g1");
    uci_put_last(&out, m->game, ARB_UCI_RULES);
    CHECK_EQ_TEXT(written(), "f1f8");
    end();
}

/* ---- moves that are sent ---- */

TEST(moves_are_judged_by_their_squares)
{
    static const struct {
        const char *from, *to, *promotion;
        bool readable, legal;
    } cases[] = {
        {"e2", "e4", "", true, true},     {"e2", "e5", "", true, false},
        {"E2", "E4", "", true, true},     {"e", "e4", "", false, false},
        {"2", "e4", "", false, false},    {"e2", "", "", false, false},
        {"", "e4", "", false, false},     {"e2 ", "e4", "", false, false},
        {"e2", "e4x", "", false, false},  {"e2", "e4", " ", false, false},
        {"e2", "e4", "q,", false, false}, {"e2", "e4", "q\t", false, false},
        {"N@", "e4", "", true, false},    {"N@@", "e4", "", false, false},
        {"@", "e4", "", false, false},    {"e2", "N@", "", false, false},
    };
    CHECK(begin((match_start){.fen = NULL}));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        judgement j;
        check_case("%s %s %s", cases[i].from, cases[i].to, cases[i].promotion);
        judge_squares(&j, m->game, ARB_COORDS_ALGEBRAIC, cases[i].from, cases[i].to,
                      cases[i].promotion);
        CHECK_EQ_INT(j.readable, cases[i].readable);
        CHECK_EQ_INT(j.readable && j.legal, cases[i].legal);
        if (!cases[i].readable)
            CHECK_EQ_TEXT(j.text, "from and to are squares, as in \"e2\"");
        else
            CHECK((j.move != ARB_NO_MOVE) == cases[i].legal);
    }
    CHECK(judge_is_hand("N@") && !judge_is_hand("") && !judge_is_hand("N") && !judge_is_hand("@N"));
    judgement j;
    judge_text(&j, m->game, ARB_COORDS_ALGEBRAIC, "?");
    CHECK(!j.readable && !j.legal && j.move == ARB_NO_MOVE && j.text[0] != '\0');
    end();
    CHECK(begin((match_start){.fen = "4k3/8/8/8/8/2N1N3/8/4K3 w - - 0 1"}));
    judge_text(&j, m->game, ARB_COORDS_ALGEBRAIC, "Nd5");
    CHECK(j.readable && !j.legal); /* two knights can go there */
    end();
}

int main(void)
{
    RUN(a_state_has_all_members);
    RUN(players_clocks_and_offers_are_shown);
    RUN(a_state_can_be_of_an_earlier_ply);
    RUN(a_win_ends_the_history);
    RUN(a_forfeit_says_why);
    RUN(games_that_come_to_nothing_say_why);
    RUN(claims_are_shown_when_they_are_possible);
    RUN(other_rule_sets_are_shown);
    RUN(squares_and_letters);
    RUN(claims_are_a_list);
    RUN(a_game_keeps_the_name_of_its_opening);
    RUN(openings_have_a_code_and_a_name);
    RUN(changes_are_the_squares_that_differ);
    RUN(boards_of_other_rule_sets);
    RUN(checks_are_shown_for_both_sides);
    RUN(targets_of_a_piece);
    RUN(targets_of_castling);
    RUN(all_targets_are_those_of_the_side_to_move);
    RUN(moves_are_listed_in_uci);
    RUN(moves_are_judged_by_their_squares);
    return check_result();
}

/* test_history.c: the history of a game as text. */
#include "games.h"
#include "table.h"

static table t;

/* Writes the entries, joined by " | ". */
static const char *history(const arb_game *game, arb_coords coords)
{
    static char text[1024];
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < arb_game_history_count(game); i++) {
        if (i > 0)
            n += (size_t)snprintf(text + n, sizeof text - n, " | ");
        n += arb_game_history_entry(game, i, coords, text + n, sizeof text - n);
    }
    return text;
}

TEST(each_line_of_the_history_table_holds)
{
    for (CHECK(table_open(&t, "tests/data/history.tsv")); table_next(&t);) {
        arb_game *game = game_from(t.column[0], t.column[1], NULL);
        play(game, t.column[2]);
        arb_coords coords = strcmp(t.column[3], "xy") == 0   ? ARB_COORDS_XY
                            : strcmp(t.column[3], "rc") == 0 ? ARB_COORDS_RC
                                                             : ARB_COORDS_ALGEBRAIC;
        CHECK_EQ_TEXT(history(game, coords), t.column[4]);
        arb_game_free(game);
    }
}

TEST(the_history_goes_back_and_forth_with_the_game)
{
    arb_game *game = game_from("king-capture", "4k3/8/8/8/8/8/8/R6K w - - 0 1", NULL);
    CHECK_EQ_INT(play(game, "Re1 Kd8 Rd1 Ke8 Re1 Kd8 Kh2 Kc8 Re8 Kd8 Rxd8"), 11);
    size_t all = arb_game_history_count(game);
    char last[64];
    arb_game_history_entry(game, all - 1, ARB_COORDS_XY, last, sizeof last);
    CHECK_EQ_TEXT(last, "WHITE has won");
    CHECK_EQ_INT(arb_game_history_entry(game, all, ARB_COORDS_XY, last, sizeof last), 0);
    arb_game_goto(game, 1);
    CHECK_EQ_TEXT(history(game, ARB_COORDS_ALGEBRAIC), "WHITE♖ at a1 to e1 | BLACK is in check");
    arb_game_goto(game, 0);
    CHECK_EQ_TEXT(history(game, ARB_COORDS_ALGEBRAIC), "");
    arb_game_goto(game, 11);
    CHECK_EQ_INT(arb_game_history_count(game), all);
    arb_game_free(game);
}

TEST(a_resignation_is_a_win_in_the_history)
{
    arb_game *game = game_from("chess", NULL, NULL);
    play(game, "e4");
    arb_game_resign(game, ARB_BLACK);
    CHECK_EQ_TEXT(history(game, ARB_COORDS_ALGEBRAIC), "WHITE♙ at e2 to e4 | WHITE has won");
    arb_game_undo(game);
    CHECK_EQ_TEXT(history(game, ARB_COORDS_ALGEBRAIC), "WHITE♙ at e2 to e4");
    arb_game_agree_draw(game);
    CHECK_EQ_TEXT(history(game, ARB_COORDS_ALGEBRAIC), "WHITE♙ at e2 to e4");
    arb_game_free(game);
}

TEST(a_custom_piece_is_its_letter)
{
    arb_rules rules = *arb_rules_find("lab", 3);
    rules.kinds[ARB_FIRST_CUSTOM_KIND] =
        (arb_kind_rule){.letter = 'z', .name = "zebra", .leap_count = 1, .leaps = {{2, 3, 1, 0}}};
    arb_position position;
    static const char fen[] = "7z/8/8/8/2z5/8/8/Z7 w - - 0 1";
    if (!CHECK_EQ_INT(arb_position_read(&position, &rules, fen, strlen(fen), NULL, NULL), ARB_OK))
        return;
    arb_game *game = arb_game_new(&position, NULL);
    CHECK_EQ_INT(play(game, "Zxc4 Zj5 h8f5"), 1);
    CHECK_EQ_TEXT(history(game, ARB_COORDS_ALGEBRAIC), "WHITEZ at a1 captures z at c4");
    arb_game_free(game);
}

/* The course's own tests consist of commands and, at the end of each test, its history. */
TEST(the_courses_own_histories_are_written_as_given)
{
    arb_game *game = NULL;
    size_t entry = 0;
    FILE *file = check_open("../shared/data/seeds/mcgill_exposed.tsv");
    if (!file)
        return;
    char line[256], text[128];
    const arb_size size = {8, 8};
    while (fgets(line, sizeof line, file)) {
        int x, y, to_x, to_y;
        line[strcspn(line, "\n")] = '\0';
        check_case("%s", line);
        if (strncmp(line, "# test", 6) == 0) {
            if (game && entry > 0)
                CHECK_EQ_INT(arb_game_history_count(game), entry);
            arb_game_free(game);
            game = game_from("king-capture", NULL, NULL);
            entry = 0;
        } else if (sscanf(line, "move %d %d %d %d", &x, &y, &to_x, &to_y) == 4) {
            arb_verdict verdict = arb_game_verdict(game, arb_square_at(size, x, 7 - y),
                                                   arb_square_at(size, to_x, 7 - to_y), 0);
            CHECK_EQ_INT(verdict.code == ARB_V_OK, strstr(line, "true") != NULL);
            if (verdict.code == ARB_V_OK)
                CHECK_EQ_INT(arb_game_play(game, verdict.move), ARB_OK);
        } else if (strncmp(line, "history\t", 8) == 0) {
            arb_game_history_entry(game, entry++, ARB_COORDS_XY, text, sizeof text);
            CHECK_EQ_TEXT(text, line + 8);
        }
    }
    fclose(file);
    arb_game_free(game);
}

int main(void)
{
    RUN(each_line_of_the_history_table_holds);
    RUN(the_history_goes_back_and_forth_with_the_game);
    RUN(a_resignation_is_a_win_in_the_history);
    RUN(a_custom_piece_is_its_letter);
    RUN(the_courses_own_histories_are_written_as_given);
    return check_result();
}

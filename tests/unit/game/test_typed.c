/* test_typed.c: moves as people type them, and the JSON of a verdict. The cases are in
 * tests/data/typed_moves.tsv. */
#include "arbiter.h"
#include "table.h"

static arb_game *game_of(const char *name, const char *fen)
{
    static arb_position position;
    const arb_rules *rules = arb_rules_find(name, strlen(name));
    if (!CHECK(rules != NULL))
        return NULL;
    if (strcmp(fen, "start") == 0)
        arb_position_start(&position, rules);
    else if (!CHECK_EQ_INT(arb_position_read(&position, rules, fen, strlen(fen), NULL, NULL),
                           ARB_OK))
        return NULL;
    return arb_game_new(&position, NULL);
}

TEST(a_typed_move_is_read_in_every_way_of_writing_it)
{
    static table t;
    if (!CHECK(table_open(&t, "tests/data/typed_moves.tsv")))
        return;
    while (table_next(&t)) {
        arb_game *game = game_of(t.column[0], t.column[1]);
        arb_coords coords = strcmp(t.column[2], "xy") == 0 ? ARB_COORDS_XY : ARB_COORDS_RC;
        const char *text = t.column[3];
        char json[1024];
        arb_typed typed;
        if (!CHECK(game != NULL))
            continue;
        arb_move_read(game, coords, text, strlen(text), &typed);
        size_t len = arb_typed_json(&typed, arb_game_position(game), json, sizeof json);
        CHECK_EQ_INT(len, strlen(json));
        arb_typed alone; /* a position knows no end of a game */
        arb_position_move_read(arb_game_position(game), coords, text, strlen(text), &alone);
        if (arb_game_outcome(game).result == ARB_ONGOING) {
            CHECK_EQ_INT(alone.status, typed.status);
            CHECK_EQ_INT(alone.verdict.move, typed.verdict.move);
        }
        char *sentence = strstr(json, ",\"text\":\"");
        if (CHECK(sentence != NULL && json[len - 1] == '}')) {
            CHECK(len > (size_t)(sentence - json) + 12);
            *sentence = '\0';
        }
        CHECK_EQ_TEXT(json, t.column[4]);
        arb_game_free(game);
    }
}

TEST(the_length_of_a_verdict_is_that_of_all_of_it)
{
    arb_game *game = game_of("chess", "start");
    arb_typed typed;
    char whole[512], cut[16];
    arb_move_read(game, ARB_COORDS_ALGEBRAIC, "c1g5", 4, &typed);
    const arb_position *position = arb_game_position(game);
    size_t len = arb_typed_json(&typed, position, whole, sizeof whole);
    CHECK_EQ_TEXT(whole,
                  "{\"legal\":false,\"verdict\":\"blocked\",\"at\":\"d2\",\"article\":\"3.5\","
                  "\"text\":\"The bishop on c1 cannot move to g5: the pawn on d2 is in the "
                  "way.\"}");
    CHECK_EQ_INT(arb_typed_json(&typed, position, cut, sizeof cut), len);
    CHECK_EQ_INT(arb_typed_json(&typed, position, NULL, 0), len);
    CHECK_EQ_TEXT(cut, "{\"legal\":false,");
    CHECK_EQ_INT(arb_verdict_json(&typed.verdict, position, ARB_COORDS_ALGEBRAIC, NULL, 0), len);
    arb_game_free(game);
}

TEST(king_safety_is_nearer_than_what_is_in_the_way_and_that_than_the_shape)
{
    CHECK(arb_verdict_rank(ARB_V_EXPOSES_KING) > arb_verdict_rank(ARB_V_NO_HURDLE));
    CHECK(arb_verdict_rank(ARB_V_KING_INTO_CHECK) > arb_verdict_rank(ARB_V_PAWN_BLOCKED));
    CHECK(arb_verdict_rank(ARB_V_BLOCKED) > arb_verdict_rank(ARB_V_NO_HURDLE));
    CHECK(arb_verdict_rank(ARB_V_BLOCKED) > arb_verdict_rank(ARB_V_WRONG_SHAPE));
    CHECK(arb_verdict_rank(ARB_V_DROP_OCCUPIED) > arb_verdict_rank(ARB_V_PAWN_NO_CAPTURE));
    for (int a = 0; a < ARB_V_COUNT; a++)
        for (int b = 0; b < a; b++)
            CHECK(arb_verdict_rank((arb_verdict_code)a) != arb_verdict_rank((arb_verdict_code)b));
}

int main(void)
{
    RUN(a_typed_move_is_read_in_every_way_of_writing_it);
    RUN(the_length_of_a_verdict_is_that_of_all_of_it);
    RUN(king_safety_is_nearer_than_what_is_in_the_way_and_that_than_the_shape);
    return check_result();
}

/* test_too_late.c: en passant is explained from the history of the game. */
#include "games.h"

#include <string.h>

/* FIDE 3.7.3.2, or 3.7.3 if no pawn has made a double step. */
TEST(en_passant_is_too_late_after_the_next_move)
{
    static const struct {
        const char *rules, *moves, *from, *to, *article;
    } cases[] = {
        {"chess", "e4 a6 e5 d5 Nf3 Nf6", "e5", "d6", "3.7.3.2"},
        {"chess", "a3 e5 a4 e4 d4 Nf6 Nf3", "e4", "d3", "3.7.3.2"},
        {"chess", "d4 d5 a3 a6 c4 e6 Nf3 Nf6", "d4", "e5", "3.7.3"}, /* no pawn stands beside it */
        {"chess", "e4 d6 e5 d5", "e5", "d6", "3.7.3"}, /* the pawn made two single steps */
        {"chess", "e4 a6 e5 f5 a3 d6 a4 d5", "e5", "d6", "3.7.3"},
        {"chess", "e4 a6 e5 f5 a3 d6 a4 d5", "e5", "f6", "3.7.3.2"},
        {"lab", "e4 a6 e5 d5 Nf3 Nf6", "e5", "d6", "3.7.3"}, /* lab does not follow the Laws */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_game *game = game_from(cases[i].rules, NULL, NULL);
        arb_square from, to;
        arb_size size = arb_position_size(arb_game_position(game));
        char text[128];
        check_case("%s %s", cases[i].rules, cases[i].moves);
        CHECK(play(game, cases[i].moves) >= 4);
        arb_square_read(size, cases[i].from, 2, &from);
        arb_square_read(size, cases[i].to, 2, &to);
        arb_verdict verdict = arb_game_verdict(game, from, to, ARB_NO_KIND);
        CHECK_EQ_INT(verdict.code, ARB_V_PAWN_NO_CAPTURE);
        CHECK_EQ_TEXT(arb_verdict_article(&verdict), cases[i].article);
        arb_verdict_text(&verdict, arb_game_position(game), text, sizeof text);
        CHECK((strstr(text, "only on the move after") != NULL) == verdict.too_late);
        CHECK((strstr(text, "nothing to capture") != NULL) == !verdict.too_late);
        arb_game_free(game);
    }
}

int main(void)
{
    RUN(en_passant_is_too_late_after_the_next_move);
    return check_result();
}

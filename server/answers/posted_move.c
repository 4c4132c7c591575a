/* posted_move.c: gives the verdict on a move that was sent. Layer: server. It asks the library. */
#include "server/answers/posted_move.h"

#include <stdio.h>
#include <string.h>

enum { JSON_LIMIT = 8192 };

bool judge_is_hand(const char *from)
{
    return from[0] != '\0' && from[1] == '@' && from[2] == '\0';
}

void judge_text(judgement *j, const arb_game *game, arb_coords coords, const char *text)
{
    arb_status status = arb_move_read(game, coords, text, strlen(text), &j->typed);
    j->legal = status == ARB_OK;
    j->readable = j->legal || status == ARB_ILLEGAL || status == ARB_AMBIGUOUS;
    j->move = j->legal ? j->typed.verdict.move : ARB_NO_MOVE;
    j->text[0] = '\0';
    if (!j->legal)
        arb_typed_text(&j->typed, arb_game_position(game), j->text, sizeof j->text);
}

/* Is this one word of a square's form? Other ways of writing a move are refused here. */
static bool is_square_word(const char *text)
{
    size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    size_t digits = strspn(text + letters, "0123456789");
    return letters > 0 && digits > 0 && text[letters + digits] == '\0';
}

void judge_squares(judgement *j, const arb_game *game, arb_coords coords, const char *from,
                   const char *to, const char *promotion)
{
    char text[64];
    if ((!judge_is_hand(from) && !is_square_word(from)) || !is_square_word(to) ||
        strpbrk(promotion, " \t,") != NULL) {
        *j = (judgement){.readable = false};
        snprintf(j->text, sizeof j->text, "from and to are squares, as in \"e2\"");
        return;
    }
    snprintf(text, sizeof text, "%s %s %s", from, to, promotion);
    judge_text(j, game, coords, text);
}

void judge_put(text_builder *out, const judgement *j, const arb_game *game)
{
    char json[JSON_LIMIT];
    arb_typed_json(&j->typed, arb_game_position(game), json, sizeof json);
    text_puts(out, json);
}

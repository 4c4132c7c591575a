/* play_look.c: the commands that look and change nothing. Layer: cli, command play. */
#include "cli/play/play_do.h"

#include "cli/terminal/terminal_text.h"
#include "common/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

size_t play_legal_moves(const arb_position *position, arb_square from, arb_move **list)
{
    bool all = from == ARB_NO_SQUARE;
    size_t count = all ? arb_position_moves(position, NULL, 0)
                       : arb_position_moves_from(position, from, NULL, 0);
    *list = malloc((count + 1) * sizeof **list);
    if (*list == NULL)
        return 0;
    return all ? arb_position_moves(position, *list, count)
               : arb_position_moves_from(position, from, *list, count);
}

/* Writes a move as the player types it: SAN, or numbers. */
static void put_move(FILE *out, const play_session *session, arb_move move)
{
    const arb_position *position = arb_game_position(session->game);
    arb_size size = arb_position_size(position);
    arb_kind promotion = arb_move_promotion(move);
    if (session->view.coords == ARB_COORDS_ALGEBRAIC) {
        char san[64];
        arb_san_write(position, move, san, sizeof san);
        fputs(san, out);
        return;
    }
    arb_square ends[2] = {arb_move_from(move), play_target(position, move)};
    bool drop = arb_move_type_of(move) == ARB_DROP;
    if (drop)
        fprintf(out, "%c@", toupper((unsigned char)session->rules->kinds[promotion].letter));
    for (size_t i = drop ? 1 : 0; i < 2; i++) {
        int column = arb_square_file(size, ends[i]);
        int row = size.ranks - 1 - arb_square_rank(size, ends[i]);
        bool xy = session->view.coords == ARB_COORDS_XY;
        fprintf(out, "%s%d %d", i > 0 ? " " : "", xy ? column : row, xy ? row : column);
    }
    if (promotion != ARB_NO_KIND && !drop)
        fprintf(out, " %c", session->rules->kinds[promotion].letter);
}

static void say_moves(const play_session *session, const arb_move *list, size_t count)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (out == NULL)
        return;
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "  " : "", out);
        put_move(out, session, list[i]);
    }
    fclose(out);
    play_say("%s", text);
    free(text);
}

/* Shows where a piece in hand may be dropped. */
static void hint_drop(play_session *session, arb_kind kind)
{
    const arb_position *position = arb_game_position(session->game);
    arb_move *list;
    size_t count = play_legal_moves(position, ARB_NO_SQUARE, &list), drops = 0;
    for (size_t i = 0; i < count; i++)
        if (arb_move_type_of(list[i]) == ARB_DROP && arb_move_promotion(list[i]) == kind)
            list[drops++] = list[i];
    if (drops > 0) {
        session->view.dropped = kind;
        play_show(session);
        say_moves(session, list, drops);
    } else if (arb_position_hand(position, arb_position_turn(position), kind) == 0) {
        play_say("%s has no such piece in hand.", play_colour_name(arb_position_turn(position)));
    } else {
        play_say("That piece has no legal move.");
    }
    free(list);
}

void play_do_hint(play_session *session, const char *rest)
{
    const arb_position *position = arb_game_position(session->game);
    arb_square square = ARB_NO_SQUARE;
    arb_kind kind;
    bool hand = play_read_hand(session, rest, &kind);
    if (!hand && rest[0] != '\0' && (square = play_read_square(session, rest)) == ARB_NO_SQUARE) {
        play_say("'%s' is no square of this board.", rest);
        return;
    }
    if (play_is_over(session)) {
        play_say_over(session);
        return;
    }
    if (hand) {
        hint_drop(session, kind);
        return;
    }
    arb_move *list;
    size_t count = play_legal_moves(position, square, &list);
    if (square != ARB_NO_SQUARE) {
        session->view.picked = square;
        play_show(session);
    }
    if (count > 0)
        say_moves(session, list, count);
    else if (square == ARB_NO_SQUARE)
        play_say("There is no legal move.");
    else if (arb_position_piece(position, square) == ARB_NO_PIECE)
        play_say("There is no piece on that square.");
    else if (arb_piece_colour(arb_position_piece(position, square)) != arb_position_turn(position))
        play_say("It is %s's turn.", play_colour_name(arb_position_turn(position)));
    else
        play_say("That piece has no legal move.");
    free(list);
}

void play_do_why(play_session *session, const char *rest)
{
    arb_move move;
    char why[512];
    const char *article;
    if (rest[0] == '\0')
        play_say("Which move? Try: why e2e5");
    else if (play_read_move(session, rest, strlen(rest), &move, why, sizeof why, &article))
        play_say("%s is legal.", rest);
    else if (article[0] != '\0')
        play_say("%s (Laws of Chess, %s)", why, article);
    else
        play_say("%s", why);
}

void play_do_history(play_session *session, const char *rest)
{
    (void)rest;
    play_show_moves(session);
}

void play_do_board(play_session *session, const char *rest)
{
    (void)rest;
    play_show(session);
}

void play_do_flip(play_session *session, const char *rest)
{
    (void)rest;
    session->view.flipped = !session->view.flipped;
    play_show(session);
}

void play_do_fen(play_session *session, const char *rest)
{
    (void)rest;
    char fen[4096];
    arb_position_fen(arb_game_position(session->game), ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    printf("%s\n", fen); /* not broken into lines, because people copy it */
}

void play_do_score(play_session *session, const char *rest)
{
    (void)rest;
    const arb_position *position = arb_game_position(session->game);
    arb_colour turn = arb_position_turn(position);
    char now[NUMBER_TENTHS], best[NUMBER_TENTHS];
    int32_t next;
    number_tenths(now, arb_position_score(position, turn, ARB_MOBILITY_VALID));
    if (arb_position_next_score(position, ARB_MOBILITY_VALID, &next))
        play_say("%s scores %s; the highest next score is %s.", play_colour_name(turn), now,
                 number_tenths(best, next));
    else
        play_say("%s scores %s and has no move.", play_colour_name(turn), now);
}

/* play_moves.c: reads moves and squares as people type them. Layer: cli, command play. It asks the
 * game and changes nothing. */
#include "cli/play/play_session.h"
#include "common/number.h"

#include <string.h>

enum { WORD_LIMIT = 6, WORD_SIZE = 16 };

/* Splits the text at blanks; returns 0 if the words are too many or too long for a move. */
static size_t split(const char *text, size_t len, char words[WORD_LIMIT][WORD_SIZE])
{
    size_t count = 0;
    for (size_t i = 0; i < len;) {
        size_t n = 0;
        while (i < len && (text[i] == ' ' || text[i] == '\t' || text[i] == ','))
            i++;
        if (i == len)
            break;
        if (count == WORD_LIMIT)
            return 0;
        while (i < len && text[i] != ' ' && text[i] != '\t' && text[i] != ',') {
            if (n + 1 == WORD_SIZE || text[i] == '\0')
                return 0;
            words[count][n++] = text[i++];
        }
        words[count++][n] = '\0';
    }
    return count;
}

/* Reads a whole number of up to four digits; it may be negative, which is off the board but still a
 * number. */
static bool read_number(const char *word, int *number)
{
    bool negative = word[0] == '-';
    uint64_t value;
    if (!number_whole(word + negative, 9999, &value))
        return false;
    *number = negative ? -(int)value : (int)value;
    return true;
}

/* Finds a square by numbers: row and column (Lab 3), unless the player asked for column and row
 * (COMP 250). */
static arb_square square_of(const play_session *session, int a, int b)
{
    arb_size size = arb_position_size(arb_game_position(session->game));
    int column = session->view.coords == ARB_COORDS_XY ? a : b;
    int row = session->view.coords == ARB_COORDS_XY ? b : a;
    return arb_square_at(size, column, size.ranks - 1 - row);
}

static bool read_square_word(const play_session *session, const char *word, arb_square *square)
{
    arb_size size = arb_position_size(arb_game_position(session->game));
    size_t len = strlen(word);
    return arb_square_read(size, word, len, square) == len && len > 0;
}

arb_square play_read_square(const play_session *session, const char *text)
{
    char words[WORD_LIMIT][WORD_SIZE];
    size_t count = split(text, strlen(text), words);
    int a, b;
    arb_square square;
    if (count == 1 && read_square_word(session, words[0], &square))
        return square;
    if (count == 2 && read_number(words[0], &a) && read_number(words[1], &b))
        return square_of(session, a, b);
    return ARB_NO_SQUARE;
}

bool play_read_hand(const play_session *session, const char *text, arb_kind *kind)
{
    *kind =
        strlen(text) == 2 && text[1] == '@' ? arb_rules_kind(session->rules, text[0]) : ARB_NO_KIND;
    return *kind != ARB_NO_KIND;
}

/* ---- moves ---- */

bool play_read_move(const play_session *session, const char *text, size_t len, arb_move *move,
                    char *why, size_t cap, const char **article)
{
    arb_typed typed;
    why[0] = '\0';
    *article = "";
    arb_coords spoken = arb_coords_in(session->view.coords, session->language);
    if (arb_move_read(session->game, spoken, text, len, &typed) == ARB_OK) {
        *move = typed.verdict.move;
        return true;
    }
    arb_typed_text(&typed, arb_game_position(session->game), why, cap);
    if (typed.status == ARB_ILLEGAL)
        *article = arb_verdict_article(&typed.verdict);
    return false;
}

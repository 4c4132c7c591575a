/* play_moves.c: moves and squares as people type them. Layer: cli, command play. Asks the game,
 * changes nothing. */
#include "cli/play.h"
#include "formats/castling.h"

#include <ctype.h>
#include <string.h>

enum { WORD_LIMIT = 6, WORD_SIZE = 16 };

/* The blank-separated words of the text; 0 if they are too many or too long to be a move. */
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

/* A whole number of up to four digits, perhaps negative (off the board, but a number). */
static bool read_number(const char *word, int *number)
{
    bool negative = word[0] == '-';
    size_t len = strlen(word + negative);
    *number = 0;
    for (const char *c = word + negative; *c != '\0'; c++) {
        if (*c < '0' || *c > '9')
            return false;
        *number = *number * 10 + (*c - '0');
        if (*number > 9999)
            return false;
    }
    *number = negative ? -*number : *number;
    return len > 0;
}

/* Numbers are rows and columns (Lab 3) unless the player asked for columns and rows (COMP 250). */
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

/* The square, or none for a word that names one of another board: "e9", "z1". */
static bool read_any_square(const play_session *session, const char *word, arb_square *square)
{
    if (read_square_word(session, word, square))
        return true;
    *square = ARB_NO_SQUARE;
    size_t digits = isalpha((unsigned char)word[0]) ? strspn(word + 1, "0123456789") : 0;
    return digits > 0 && digits < 4 && word[1 + digits] == '\0';
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

static bool read_promotion(const play_session *session, const char *word, arb_kind *kind)
{
    *kind = strlen(word) == 1 ? arb_rules_kind(session->rules, word[0]) : ARB_NO_KIND;
    return *kind != ARB_NO_KIND;
}

/* "6 4 4 4", "1 0 0 0 q", "e2 e4", "e7 e8 q". */
static bool read_attempt(const play_session *session, const char *text, size_t len,
                         arb_square *from, arb_square *to, arb_kind *promotion)
{
    char words[WORD_LIMIT][WORD_SIZE];
    size_t count = split(text, len, words);
    int n[4];
    *promotion = ARB_NO_KIND;
    if (count == 2 || count == 3) {
        if (!read_any_square(session, words[0], from) || !read_any_square(session, words[1], to))
            return false;
        *to = fmt_castling_square(arb_game_position(session->game), *from, *to);
        return count == 2 || read_promotion(session, words[2], promotion);
    }
    if (count != 4 && count != 5)
        return false;
    for (size_t i = 0; i < 4; i++) {
        if (!read_number(words[i], &n[i]))
            return false;
    }
    *from = square_of(session, n[0], n[1]);
    *to = square_of(session, n[2], n[3]);
    return count == 4 || read_promotion(session, words[4], promotion);
}

/* "N@ e4", "N@ 4 4". */
static bool read_drop(const play_session *session, const char *text, size_t len, arb_kind *kind,
                      arb_square *to)
{
    char words[WORD_LIMIT][WORD_SIZE];
    size_t count = split(text, len, words);
    int a, b;
    if ((count != 2 && count != 3) || !play_read_hand(session, words[0], kind))
        return false;
    if (count == 2)
        return read_square_word(session, words[1], to);
    if (!read_number(words[1], &a) || !read_number(words[2], &b))
        return false;
    *to = square_of(session, a, b);
    return true;
}

static bool judge(const play_session *session, arb_verdict verdict, arb_move *move, char *why,
                  size_t cap, const char **article)
{
    if (verdict.code == ARB_V_OK) {
        *move = verdict.move;
        return true;
    }
    arb_verdict_text_in(&verdict, arb_game_position(session->game), session->view.coords, why, cap);
    *article = arb_verdict_article(&verdict);
    return false;
}

bool play_read_move(const play_session *session, const char *text, size_t len, arb_move *move,
                    char *why, size_t cap, const char **article)
{
    const arb_position *position = arb_game_position(session->game);
    arb_square from, to;
    arb_kind promotion;
    arb_verdict verdict;
    arb_error error;
    *article = "";
    why[0] = '\0';
    if (read_attempt(session, text, len, &from, &to, &promotion))
        return judge(session, arb_game_verdict(session->game, from, to, promotion), move, why, cap,
                     article);
    if (read_drop(session, text, len, &promotion, &to))
        return judge(session, arb_game_verdict_drop(session->game, promotion, to), move, why, cap,
                     article);

    arb_status status = arb_uci_read(position, text, len, &verdict, &error);
    if (status == ARB_OK && !play_is_over(session)) {
        *move = verdict.move;
        return true;
    }
    if (status == ARB_OK || status == ARB_ILLEGAL) {
        bool drop = memchr(text, '@', len) != NULL;
        verdict =
            drop ? arb_game_verdict_drop(session->game, arb_piece_kind(verdict.piece), verdict.to)
                 : arb_game_verdict(session->game, verdict.from, verdict.to, verdict.promotion);
        return judge(session, verdict, move, why, cap, article);
    }

    arb_san san;
    status = arb_san_read(position, text, len, &san);
    if (status != ARB_BAD_TEXT && play_is_over(session))
        return judge(session,
                     arb_game_verdict(session->game, ARB_NO_SQUARE, ARB_NO_SQUARE, ARB_NO_KIND),
                     move, why, cap, article);
    if (status != ARB_OK) {
        arb_san_text(&san, position, why, cap);
        if (status == ARB_ILLEGAL && san.count == 1)
            *article = arb_verdict_article(&san.why[0]);
        return false;
    }
    *move = san.move;
    return true;
}

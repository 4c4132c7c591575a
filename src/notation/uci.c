/* uci.c: moves as the Universal Chess Interface writes them, on any board. Layer: notation.
 *
 * A square's name ends in digits, so "a10ab2q" has one reading only. */
#include "base/error.h"
#include "base/squares.h"
#include "notation/notation.h"
#include "position/position.h"

/* The target square that is written for castling: the king's, or the rook's if the rule set says so
 * or if the king's would be read as another move. */
static arb_square castling_target(const arb_position *pos, arb_move move, arb_uci_style style)
{
    arb_square king = arb_move_from(move);
    arb_square rook = arb_move_to(move);
    arb_colour colour = arb_piece_colour(arb_position_piece(pos, king));
    int side = rook > king ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    arb_square king_to = arb__castle_king_to(pos, colour, side);
    if (style == ARB_UCI_KING_TO)
        return king_to;
    if (style == ARB_UCI_ROOK || pos->rules->castling.any_home)
        return rook;
    arb_verdict read = arb_position_verdict_any_turn(pos, king, king_to, ARB_NO_KIND);
    return read.code == ARB_V_OK && read.move != move ? rook : king_to;
}

void arb__put_drop(arb__writer *out, const arb_position *pos, arb_move move)
{
    arb__put_char(out, arb__to_upper(pos->rules->kinds[arb_move_promotion(move)].letter));
    arb__put_char(out, '@');
    arb__put_square(out, pos->size, arb_move_to(move));
}

/* The fast path: two squares of an 8x8 board and an optional promotion. */
static size_t write_short(const arb_position *pos, arb_move move, char *buf)
{
    unsigned from = arb_move_from(move), to = arb_move_to(move);
    buf[0] = (char)('a' + (from & 7));
    buf[1] = (char)('1' + (from >> 3));
    buf[2] = (char)('a' + (to & 7));
    buf[3] = (char)('1' + (to >> 3));
    bool promotes = arb_move_promotion(move) != ARB_NO_KIND;
    if (promotes)
        buf[4] = pos->rules->kinds[arb_move_promotion(move)].letter;
    buf[4 + promotes] = '\0';
    return 4 + (size_t)promotes;
}

size_t arb_uci_write(const arb_position *pos, arb_move move, arb_uci_style style, char *buf,
                     size_t cap)
{
    enum { SHORT_CAP = 6 };
    arb_move_type type = arb_move_type_of(move);
    if (cap >= SHORT_CAP && type != ARB_CASTLING && type != ARB_DROP && pos->size.files == 8 &&
        pos->size.ranks == 8 && (arb_move_from(move) | arb_move_to(move)) < 64)
        return write_short(pos, move, buf);
    arb__writer out = arb__writer_on(buf, cap);
    arb_square to = arb_move_to(move);
    if (arb_move_type_of(move) == ARB_CASTLING) {
        to = castling_target(pos, move, style);
    } else if (arb_move_type_of(move) == ARB_DROP) {
        arb__put_drop(&out, pos, move);
        return out.len;
    }
    arb__put_square(&out, pos->size, arb_move_from(move));
    arb__put_square(&out, pos->size, to);
    if (arb_move_promotion(move) != ARB_NO_KIND)
        arb__put_char(&out, pos->rules->kinds[arb_move_promotion(move)].letter);
    return out.len;
}

static arb_status status_of(const arb_position *pos, const arb_verdict *verdict, arb_error *error)
{
    if (arb__is_spent(pos))
        return arb__fail(error, ARB_LIMIT, 0, "the move takes more work than is allowed");
    if (verdict->code == ARB_V_OK)
        return arb__no_error(error);
    return arb__fail(error, ARB_ILLEGAL, 0, "the move is not legal");
}

/* "P@e4". */
static arb_status read_drop(const arb_position *pos, const char *text, size_t len,
                            arb_verdict *verdict, arb_error *error)
{
    arb_kind kind = arb_rules_kind(pos->rules, text[0]);
    arb_square to;
    if (kind == ARB_NO_KIND)
        return arb__fail(error, ARB_BAD_TEXT, 0, "a drop starts with the letter of a piece");
    size_t n = arb_square_read(pos->size, text + 2, len - 2, &to);
    if (n == 0)
        return arb__fail(error, ARB_BAD_TEXT, 2, "a square of the board is expected here");
    if (2 + n < len)
        return arb__fail(error, ARB_BAD_TEXT, 2 + n, "nothing may follow the move");
    *verdict = arb_position_verdict_drop(pos, kind, to);
    return status_of(pos, verdict, error);
}

arb_status arb_uci_read(const arb_position *pos, const char *text, size_t len, arb_verdict *verdict,
                        arb_error *error)
{
    arb_square from, to;
    arb_kind promotion = ARB_NO_KIND;

    if (len == 0)
        return arb__fail(error, ARB_BAD_TEXT, 0, "there is no move");
    if (arb_pgn_is_null_move(text, len))
        return arb__fail(error, ARB_BAD_TEXT, 0, "a null move is no move of the game");
    if (pos->rules->capture.to_hand && len >= 2 && text[1] == '@')
        return read_drop(pos, text, len, verdict, error);
    size_t at = arb_square_read(pos->size, text, len, &from);
    if (at == 0)
        return arb__fail(error, ARB_BAD_TEXT, 0, "a move starts with a square of the board");
    size_t n = arb_square_read(pos->size, text + at, len - at, &to);
    if (n == 0)
        return arb__fail(error, ARB_BAD_TEXT, at, "a square of the board is expected here");
    at += n;
    if (at < len) {
        promotion = arb__is_letter(text[at]) ? arb_rules_kind(pos->rules, text[at]) : ARB_NO_KIND;
        if (promotion == ARB_NO_KIND)
            return arb__fail(error, ARB_BAD_TEXT, at,
                             "only the letter of a piece may follow the squares");
        at++;
    }
    if (at < len)
        return arb__fail(error, ARB_BAD_TEXT, at, "nothing may follow the move");

    *verdict = arb__squares_verdict(pos, from, to, promotion);
    return status_of(pos, verdict, error);
}

/* board_play.c: finds, reads, plays and takes back single moves; writes the history. */
#include "board.h"

/* Finds the legal move between two squares (for castling, the king's); 0 if there is none. */
arb_move EXPORT(board_find)(const board *b, int from, int to, unsigned promotion)
{
    arb_move moves[64];
    size_t count = arb_position_moves_from(&b->position, (arb_square)from, moves, 64);
    for (size_t i = 0; i < count && i < 64; i++) {
        arb_kind kind = arb_move_promotion(moves[i]);
        if (board_arrival(moves[i]) == to && (!kind || kind == promotion))
            return moves[i];
    }
    return ARB_NO_MOVE;
}

/* What chess.js forgives, and what it forgives in its strict mode. */
enum {
    STRICT = ARB_SAN_NO_CHECK_MARK | ARB_SAN_FALSE_CHECK_MARK | ARB_SAN_PLUS_FOR_MATE |
             ARB_SAN_HASH_FOR_CHECK | ARB_SAN_PROMOTION_FORM | ARB_SAN_ANNOTATION,
    LENIENT = STRICT | ARB_SAN_EXCESS_ORIGIN | ARB_SAN_CAPTURE_MARK | ARB_SAN_CASTLING_FORM,
    LONG_FORM = LENIENT | ARB_SAN_LONG_FORM | ARB_SAN_PAWN_LETTER | ARB_SAN_LETTER_CASE
};

arb_move board_read_san(const arb_position *position, const char *text, size_t len, bool strict)
{
    arb_san san;
    if (arb_san_read(position, text, len, &san) != ARB_OK)
        return ARB_NO_MOVE;
    uint32_t allowed = strict ? STRICT : (san.tolerated & ARB_SAN_LONG_FORM) ? LONG_FORM : LENIENT;
    return (san.tolerated & ~allowed) ? ARB_NO_MOVE : san.move;
}

/* Reads the move that the shared text names; 0 if there is none. */
arb_move EXPORT(board_read)(const board *b, size_t len, int strict)
{
    return board_read_san(&b->position, shared_text, len, strict);
}

/* Plays the move and describes it; -1 for a null move in check, or if memory runs out. */
int EXPORT(board_play)(board *b, arb_move move)
{
    answer to = {0};
    if (!move && arb_position_in_check(&b->position, arb_position_turn(&b->position)))
        return -1;
    board_describe_head(&to, b, move);
    if (!board_make(b, move))
        return -1;
    size_t fen = to.len;
    board_write_new_fen(&to, b, false);
    if (!to.failed)
        board_keep_fen(shared_text + fen, to.len - fen);
    return answer_end(&to);
}

/* Takes the last move back; there must be one. */
void EXPORT(board_back)(board *b)
{
    board_unmake(b);
}

/* Takes the last move back and describes it; 0 if there was none. */
int EXPORT(board_undo)(board *b)
{
    if (!b->count)
        return 0;
    answer to = {0};
    board_unmake(b);
    board_describe(&to, b, b->steps[b->count].move);
    return answer_end(&to);
}

/* Writes all that was played: the FEN of the start, then SAN or a record of each move, or with
 * `verbose` 2 the SAN of each move and the FEN after it. */
int EXPORT(board_history)(board *b, int verbose)
{
    answer to = {0};
    uint32_t count = b->count;
    board_step *steps = b->steps;
    arb_position now;
    arb_position_copy(&now, &b->position);
    while (b->count)
        board_unmake(b);
    board_write_fen(&to, b, false);
    for (uint32_t i = 0; i < count; i++) {
        arb_move move = steps[i].move;
        answer_char(&to, RECORD);
        if (verbose == 1) {
            /* board_describe overwrites the step after the last; making the move restores it. */
            board_describe(&to, b, move);
        } else if (!move) {
            answer_text(&to, "--");
        } else {
            char san[16];
            answer_bytes(&to, san, arb_san_write(&b->position, move, san, sizeof san));
        }
        board_make(b, move);
        if (verbose == 2) {
            answer_char(&to, FIELD);
            board_write_fen(&to, b, false);
        }
    }
    arb_position_copy(&b->position, &now);
    return answer_end(&to);
}

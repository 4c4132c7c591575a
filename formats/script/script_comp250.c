/* script_comp250.c: the calls of COMP 250's Game and Piece. Layer: formats. */
#include "formats/board_text.h"
#include "formats/script/script_call.h"

static const char *colour_word(arb_colour colour)
{
    return colour == ARB_WHITE ? "WHITE" : "BLACK";
}

/* The verdict on a move for the piece's own side. If only the promotion is missing, any kind will
 * do, because the question is where the piece can go. */
static arb_verdict ask(arb_coords coords, const arb_position *position, const fmt_attempt *a)
{
    arb_verdict verdict =
        coords == ARB_COORDS_ALGEBRAIC
            ? arb_squares_verdict_any_turn(position, a->from, a->to, a->promotion)
            : arb_position_verdict_any_turn(position, a->from, a->to, a->promotion);
    uint32_t kinds = arb_position_rules(position)->pawn.promotion_kinds;
    for (arb_kind kind = 1; verdict.code == ARB_V_PROMOTION_MISSING && kind < ARB_KIND_LIMIT;
         kind++)
        if ((kinds >> kind) & 1u)
            verdict = arb_position_verdict_any_turn(position, a->from, a->to, kind);
    return verdict;
}

bool fmt_call_can_move(fmt_call *call)
{
    fmt_attempt a;
    arb_colour colour;
    if (!fmt_call_squares(call, &a) || !fmt_call_colour(call, &colour) ||
        !fmt_call_promotion(call, &a) || !fmt_call_end(call))
        return false;
    arb_verdict verdict = ask(call->script->coords, arb_game_position(call->script->game), &a);
    call->script->judged = true;
    call->script->verdict = verdict;
    return fmt_call_answer(call, !fmt_script_is_over(call->script) && verdict.code == ARB_V_OK &&
                                     arb_piece_colour(verdict.piece) == colour);
}

/* Piece.canMove does not reject the piece's own square: with no difference in row and column, the
 * conditions for rook, bishop, queen and king hold, and those for leapers and pawns do not. */
static bool stays_by_its_rule(const fmt_script *script, arb_kind kind)
{
    return kind != ARB_NO_KIND && (kind == ARB_KING || script->rules->kinds[kind].slide_count > 0);
}

/* Judges the piece's own rule on an otherwise empty board; only a pawn's capture keeps the piece
 * that it captures. */
static bool piece_can_move(const fmt_script *script, const fmt_attempt *a)
{
    const arb_position *position = arb_game_position(script->game);
    arb_size size = arb_position_size(position);
    arb_position lone;
    arb_setup setup;

    if (a->from == ARB_NO_SQUARE || a->to == ARB_NO_SQUARE)
        return false;
    arb_piece piece = arb_position_piece(position, a->from);
    if (a->from == a->to)
        return stays_by_its_rule(script, arb_piece_kind(piece));
    arb_setup_clear(&setup, size);
    arb_setup_put(&setup, &script->lone, a->from, piece);
    if (arb_piece_kind(piece) == ARB_PAWN &&
        arb_square_file(size, a->from) != arb_square_file(size, a->to)) {
        arb_verdict real = ask(script->coords, position, a);
        if (real.code == ARB_V_OK && arb_move_type_of(real.move) == ARB_EN_PASSANT)
            return true;
        arb_setup_put(&setup, &script->lone, a->to, arb_position_piece(position, a->to));
    }
    return arb_position_set(&lone, &script->lone, &setup, ARB_KERNEL_GRID, 0) == 0 &&
           ask(script->coords, &lone, a).code == ARB_V_OK;
}

bool fmt_call_piece_can_move(fmt_call *call)
{
    fmt_attempt a;
    if (!fmt_call_squares(call, &a) || !fmt_call_end(call))
        return false;
    return fmt_call_answer(call, piece_can_move(call->script, &a));
}

bool fmt_call_is_in_check(fmt_call *call)
{
    arb_colour colour;
    if (!fmt_call_colour(call, &colour) || !fmt_call_end(call))
        return false;
    return fmt_call_answer(call,
                           arb_position_in_check(arb_game_position(call->script->game), colour));
}

bool fmt_call_turn(fmt_call *call)
{
    return fmt_call_end(call) &&
           fmt_call_answer_text(
               call, colour_word(arb_position_turn(arb_game_position(call->script->game))));
}

bool fmt_call_symbol(fmt_call *call)
{
    const arb_position *position = arb_game_position(call->script->game);
    arb_square square;
    if (!fmt_call_square(call, &square) || !fmt_call_end(call))
        return false;
    arb_piece piece = square == ARB_NO_SQUARE ? ARB_NO_PIECE : arb_position_piece(position, square);
    fmt_put_symbol(call->out, call->script->rules, piece, ".");
    return fmt_call_answer_text(call, "");
}

void fmt_script_history(const fmt_script *script, bool latest_first, const fmt_out *out)
{
    char entry[128];
    size_t count = arb_game_history_count(script->game);
    for (size_t i = 0; i < count; i++) {
        arb_game_history_entry(script->game, latest_first ? count - 1 - i : i, script->coords,
                               entry, sizeof entry);
        fmt_putf(out, "%s\n", entry);
    }
}

bool fmt_call_history(fmt_call *call)
{
    fmt_word word;
    bool latest_first = fmt_line_word(&call->words, &word);
    if (latest_first && !fmt_word_is(&word, "--latest-first"))
        return fmt_call_fail(call, &word, "--latest-first");
    if (!fmt_call_end(call))
        return false;
    fmt_script_history(call->script, latest_first, call->out);
    return true;
}

static bool start_over(fmt_call *call, const arb_position *start)
{
    arb_game *game = arb_game_new(start, NULL);
    if (game == NULL) {
        fmt_error_set(call->error, 0, 1, "not enough memory");
        return false;
    }
    arb_game_free(call->script->game);
    call->script->game = game;
    fmt_script_regulate(call->script, call->script->regulations);
    return fmt_call_answer(call, true);
}

/* Reads `new`, or `new FEN`. */
bool fmt_call_new(fmt_call *call)
{
    arb_position start;
    arb_error error;
    fmt_line ahead = call->words;
    fmt_word word;
    if (!fmt_line_word(&ahead, &word)) {
        arb_position_start(&start, call->script->rules);
        return start_over(call, &start);
    }
    size_t len = call->words.len - (word.column - 1);
    while (word.text[len - 1] == ' ' || word.text[len - 1] == '\t')
        len--;
    if (arb_position_read(&start, call->script->rules, word.text, len, NULL, &error) != ARB_OK) {
        fmt_error_set(call->error, 0, word.column + error.offset, "%s", error.text);
        return false;
    }
    return start_over(call, &start);
}

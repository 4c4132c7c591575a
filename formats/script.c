/* script.c: a scripted referee session. Layer: formats. Each call reads its words to the end before
 * it does anything. */
#include "formats/script.h"

#include "formats/board_text.h"
#include "formats/script_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- the session ---- */

bool fmt_script_start(fmt_script *script, const arb_rules *rules, arb_coords coords)
{
    arb_position start;
    arb_position_start(&start, rules);
    *script = (fmt_script){.rules = rules, .coords = coords, .lone = *rules};
    script->lone.board.faults = 0;
    script->lone.castling.allowed = false;
    script->lone.royal.kind = ARB_NO_KIND;
    script->lone.royal.safe = false;
    script->lone.ending.captured = ARB_GOES_ON;
    script->game = arb_game_new(&start, NULL);
    return script->game != NULL;
}

void fmt_script_end(fmt_script *script)
{
    arb_game_free(script->game);
    script->game = NULL;
}

static bool is_over(const fmt_script *script)
{
    return arb_game_outcome(script->game).result != ARB_ONGOING;
}

/* ---- answers ---- */

static bool answer_text(fmt_call *call, const char *text)
{
    fmt_put_text(call->out, text);
    fmt_put(call->out, "\n", 1);
    return true;
}

static bool answer(fmt_call *call, bool yes)
{
    return answer_text(call, yes ? "true" : "false");
}

static const char *colour_word(arb_colour colour)
{
    return colour == ARB_WHITE ? "WHITE" : "BLACK";
}

/* ---- COMP 250's calls ---- */

static bool call_move(fmt_call *call)
{
    arb_game *game = call->script->game;
    fmt_attempt a;
    if (!fmt_call_squares(call, &a) || !fmt_call_promotion(call, &a) || !fmt_call_end(call))
        return false;
    arb_verdict verdict = arb_game_verdict(game, a.from, a.to, a.promotion);
    return answer(call, verdict.code == ARB_V_OK && arb_game_play(game, verdict.move) == ARB_OK);
}

/* The verdict on a move of the piece's own side; where only the promotion is missing, any will do:
 * the question is where the piece can go. */
static arb_verdict ask(const arb_position *position, const fmt_attempt *a)
{
    arb_verdict verdict = arb_position_verdict_any_turn(position, a->from, a->to, a->promotion);
    uint32_t kinds = arb_position_rules(position)->pawn.promotion_kinds;
    for (arb_kind kind = 1; verdict.code == ARB_V_PROMOTION_MISSING && kind < ARB_KIND_LIMIT;
         kind++)
        if ((kinds >> kind) & 1u)
            verdict = arb_position_verdict_any_turn(position, a->from, a->to, kind);
    return verdict;
}

static bool call_can_move(fmt_call *call)
{
    fmt_attempt a;
    arb_colour colour;
    if (!fmt_call_squares(call, &a) || !fmt_call_colour(call, &colour) ||
        !fmt_call_promotion(call, &a) || !fmt_call_end(call))
        return false;
    arb_verdict verdict = ask(arb_game_position(call->script->game), &a);
    return answer(call, !is_over(call->script) && verdict.code == ARB_V_OK &&
                            arb_piece_colour(verdict.piece) == colour);
}

/* The piece's own rule on an otherwise empty board; only a pawn's captures need what they take. */
static bool piece_can_move(const fmt_script *script, const fmt_attempt *a)
{
    const arb_position *position = arb_game_position(script->game);
    arb_size size = arb_position_size(position);
    arb_position lone;
    arb_setup setup;

    if (a->from == ARB_NO_SQUARE || a->to == ARB_NO_SQUARE)
        return false;
    arb_piece piece = arb_position_piece(position, a->from);
    arb_setup_clear(&setup, size);
    arb_setup_put(&setup, &script->lone, a->from, piece);
    if (arb_piece_kind(piece) == ARB_PAWN &&
        arb_square_file(size, a->from) != arb_square_file(size, a->to)) {
        arb_verdict real = ask(position, a);
        if (real.code == ARB_V_OK && arb_move_type_of(real.move) == ARB_EN_PASSANT)
            return true;
        arb_setup_put(&setup, &script->lone, a->to, arb_position_piece(position, a->to));
    }
    return arb_position_set(&lone, &script->lone, &setup, ARB_KERNEL_GRID, 0) == 0 &&
           ask(&lone, a).code == ARB_V_OK;
}

static bool call_piece_can_move(fmt_call *call)
{
    fmt_attempt a;
    if (!fmt_call_squares(call, &a) || !fmt_call_end(call))
        return false;
    return answer(call, piece_can_move(call->script, &a));
}

static bool call_is_in_check(fmt_call *call)
{
    arb_colour colour;
    if (!fmt_call_colour(call, &colour) || !fmt_call_end(call))
        return false;
    return answer(call, arb_position_in_check(arb_game_position(call->script->game), colour));
}

static bool call_turn(fmt_call *call)
{
    return fmt_call_end(call) &&
           answer_text(call, colour_word(arb_position_turn(arb_game_position(call->script->game))));
}

static bool call_symbol(fmt_call *call)
{
    const arb_position *position = arb_game_position(call->script->game);
    arb_square square;
    if (!fmt_call_square(call, &square) || !fmt_call_end(call))
        return false;
    arb_piece piece = square == ARB_NO_SQUARE ? ARB_NO_PIECE : arb_position_piece(position, square);
    fmt_put_symbol(call->out, call->script->rules, piece, ".");
    return answer_text(call, "");
}

static bool call_history(fmt_call *call)
{
    const fmt_script *script = call->script;
    char entry[128];
    fmt_word word;
    bool latest_first = fmt_line_word(&call->words, &word);
    if (latest_first && !fmt_word_is(&word, "--latest-first"))
        return fmt_call_fail(call, &word, "--latest-first");
    if (!fmt_call_end(call))
        return false;
    size_t count = arb_game_history_count(script->game);
    for (size_t i = 0; i < count; i++) {
        arb_game_history_entry(script->game, latest_first ? count - 1 - i : i, script->coords,
                               entry, sizeof entry);
        answer_text(call, entry);
    }
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
    return answer(call, true);
}

/* `new`, or `new FEN` */
static bool call_new(fmt_call *call)
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

/* ---- more calls ---- */

/* A square in the session's coordinates as two numbers, in the order they are shown. */
typedef struct {
    int first, second;
} shown;

static shown shown_of(const fmt_script *script, arb_size size, arb_square square)
{
    int column = fmt_square_column(size, square), row = fmt_square_row(size, square);
    switch (script->coords) {
    case ARB_COORDS_XY:
        return (shown){column, row};
    case ARB_COORDS_RC:
        return (shown){row, column};
    case ARB_COORDS_ALGEBRAIC:
        break;
    }
    return (shown){column, arb_square_rank(size, square)};
}

static int compare_shown(const void *a, const void *b)
{
    const shown *x = a, *y = b;
    return x->first != y->first ? x->first - y->first : x->second - y->second;
}

/* Where the piece goes, as the rule set lets it be asked: castling is the king's arrival, or the
 * rook's square where that could be taken for another move (Chess960). */
static arb_square target_of(const arb_position *position, arb_move move)
{
    const arb_rules *rules = arb_position_rules(position);
    arb_size size = arb_position_size(position);
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    if (arb_move_type_of(move) != ARB_CASTLING || rules->castling.any_home)
        return to;
    return arb_square_at(size, rules->castling.king_to[to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE],
                         arb_square_rank(size, from));
}

static void put_shown(fmt_call *call, arb_size size, shown s)
{
    char name[8];
    if (call->script->coords != ARB_COORDS_ALGEBRAIC) {
        fmt_putf(call->out, "%d,%d", s.first, s.second);
        return;
    }
    arb_square_write(size, arb_square_at(size, s.first, s.second), name, sizeof name);
    fmt_put_text(call->out, name);
}

static bool call_legal(fmt_call *call)
{
    arb_move moves[ARB_SQUARE_LIMIT]; /* more targets no piece has */
    shown targets[ARB_SQUARE_LIMIT];
    const arb_position *position = arb_game_position(call->script->game);
    arb_size size = arb_position_size(position);
    arb_square from;
    if (!fmt_call_square(call, &from) || !fmt_call_end(call))
        return false;

    size_t count = 0;
    if (from != ARB_NO_SQUARE && !is_over(call->script))
        count = arb_position_moves_from(position, from, moves, ARB_SQUARE_LIMIT);
    for (size_t i = 0; i < count; i++)
        targets[i] = shown_of(call->script, size, target_of(position, moves[i]));
    if (count > 0)
        qsort(targets, count, sizeof targets[0], compare_shown);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_shown(&targets[i - 1], &targets[i]) == 0)
            continue; /* another promotion */
        if (i > 0)
            fmt_put(call->out, " ", 1);
        put_shown(call, size, targets[i]);
    }
    return answer_text(call, "");
}

static bool call_why(fmt_call *call)
{
    const arb_game *game = call->script->game;
    char sentence[FMT_LINE_LIMIT];
    fmt_attempt a;
    if (!fmt_call_squares(call, &a) || !fmt_call_promotion(call, &a) || !fmt_call_end(call))
        return false;
    arb_verdict verdict = arb_game_verdict(game, a.from, a.to, a.promotion);
    arb_verdict_text(&verdict, arb_game_position(game), sentence, sizeof sentence);
    fmt_putf(call->out, "%s: %s\n", arb_verdict_name(verdict.code), sentence);
    return true;
}

static bool call_undo(fmt_call *call)
{
    return fmt_call_end(call) && answer(call, arb_game_undo(call->script->game));
}

static bool call_redo(fmt_call *call)
{
    return fmt_call_end(call) && answer(call, arb_game_redo(call->script->game));
}

static bool call_goto(fmt_call *call)
{
    int ply;
    if (!fmt_call_number(call, "a number of moves", &ply) || !fmt_call_end(call))
        return false;
    return answer(call, ply >= 0 && arb_game_goto(call->script->game, (size_t)ply));
}

static bool call_fen(fmt_call *call)
{
    char fen[2 * ARB_START_LIMIT];
    if (!fmt_call_end(call))
        return false;
    arb_position_fen(arb_game_position(call->script->game), ARB_X_FEN, ARB_EP_LEGAL, fen,
                     sizeof fen);
    return answer_text(call, fen);
}

static bool call_board(fmt_call *call)
{
    const arb_position *position = arb_game_position(call->script->game);
    if (!fmt_call_end(call))
        return false;
    if (call->script->coords != ARB_COORDS_ALGEBRAIC) {
        fmt_put_display(call->out, position);
        return true;
    }
    fmt_put_diagram(call->out, position, (fmt_diagram){.unicode = true});
    return answer_text(call, "");
}

static bool call_score(fmt_call *call)
{
    const arb_position *position = arb_game_position(call->script->game);
    if (!fmt_call_end(call))
        return false;
    fmt_put_tenths(call->out,
                   arb_position_score(position, arb_position_turn(position), ARB_MOBILITY_VALID));
    return answer_text(call, "");
}

static bool call_outcome(fmt_call *call)
{
    if (!fmt_call_end(call))
        return false;
    arb_outcome outcome = arb_game_outcome(call->script->game);
    fmt_put_text(call->out, arb_result_text(outcome.result));
    if (outcome.result != ARB_ONGOING)
        fmt_putf(call->out, " %s", arb_reason_name(outcome.reason));
    return answer_text(call, "");
}

/* `claim`, or `claim` with the move that the player intends (FIDE 9.2.1, 9.3.1). */
static bool call_claim(fmt_call *call)
{
    arb_game *game = call->script->game;
    fmt_attempt a;
    if (!fmt_call_more(call))
        return answer(call, arb_game_claim(game, ARB_NO_MOVE));
    if (!fmt_call_squares(call, &a) || !fmt_call_promotion(call, &a) || !fmt_call_end(call))
        return false;
    arb_verdict verdict = arb_game_verdict(game, a.from, a.to, a.promotion);
    return answer(call, verdict.code == ARB_V_OK && arb_game_claim(game, verdict.move));
}

/* `resign` is for the side to move, `resign BLACK` for any. */
static bool call_resign(fmt_call *call)
{
    arb_game *game = call->script->game;
    arb_colour colour = arb_position_turn(arb_game_position(game));
    if (fmt_call_more(call) && !fmt_call_colour(call, &colour))
        return false;
    return fmt_call_end(call) && answer(call, arb_game_resign(game, colour));
}

static bool call_draw(fmt_call *call)
{
    return fmt_call_end(call) && answer(call, arb_game_agree_draw(call->script->game));
}

/* ---- the table ---- */

static const struct {
    const char *name;
    bool (*run)(fmt_call *call);
} calls[] = {
    {"move", call_move},
    {"canMove", call_can_move},
    {"pieceCanMove", call_piece_can_move},
    {"isInCheck", call_is_in_check},
    {"turn", call_turn},
    {"symbol", call_symbol},
    {"history", call_history},
    {"new", call_new},
    {"legal", call_legal},
    {"why", call_why},
    {"undo", call_undo},
    {"redo", call_redo},
    {"goto", call_goto},
    {"fen", call_fen},
    {"board", call_board},
    {"score", call_score},
    {"outcome", call_outcome},
    {"claim", call_claim},
    {"resign", call_resign},
    {"draw", call_draw},
};

bool fmt_script_call(fmt_script *script, const char *line, size_t len, const fmt_out *out,
                     fmt_error *error)
{
    fmt_call call = {script, fmt_line_of(line, len), out, error};
    fmt_word name;

    size_t bad = fmt_bad_byte(line, len);
    if (bad < len) {
        fmt_error_set(error, 0, bad + 1, "a byte 0x%02x that is no text",
                      (unsigned)(unsigned char)line[bad]);
        return false;
    }
    if (!fmt_line_word(&call.words, &name) || name.text[0] == '#')
        return true;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (fmt_word_is(&name, calls[i].name))
            return calls[i].run(&call);
    return fmt_call_fail(&call, &name, "a call such as move or canMove");
}

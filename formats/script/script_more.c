/* script_more.c: the calls of a session beyond COMP 250's. Layer: formats. */
#include "formats/board_text.h"
#include "formats/script/script_call.h"

#include <stdlib.h>

/* A square as two numbers in the session's coordinates, in the order in which they are shown. */
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
    case ARB_COORDS_FROM_ONE:
        break;
    }
    return (shown){column, arb_square_rank(size, square)};
}

static int compare_shown(const void *a, const void *b)
{
    const shown *x = a, *y = b;
    return x->first != y->first ? x->first - y->first : x->second - y->second;
}

/* The target by which the rule set lets the move be asked for: for castling the square where the
 * king arrives, or the rook's square if the other could be taken for a different move
 * (Chess960). */
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

bool fmt_call_legal(fmt_call *call)
{
    arb_move moves[ARB_SQUARE_LIMIT]; /* no piece has more targets than that */
    shown targets[ARB_SQUARE_LIMIT];
    const arb_position *position = arb_game_position(call->script->game);
    arb_size size = arb_position_size(position);
    arb_square from;
    if (!fmt_call_square(call, &from) || !fmt_call_end(call))
        return false;

    size_t count = 0;
    if (from != ARB_NO_SQUARE && !fmt_script_is_over(call->script))
        count = arb_position_moves_from(position, from, moves, ARB_SQUARE_LIMIT);
    for (size_t i = 0; i < count; i++)
        targets[i] = shown_of(call->script, size, target_of(position, moves[i]));
    if (count > 0)
        qsort(targets, count, sizeof targets[0], compare_shown);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_shown(&targets[i - 1], &targets[i]) == 0)
            continue; /* the same target with another promotion */
        if (i > 0)
            fmt_put(call->out, " ", 1);
        put_shown(call, size, targets[i]);
    }
    return fmt_call_answer_text(call, "");
}

bool fmt_call_why(fmt_call *call)
{
    const arb_game *game = call->script->game;
    char sentence[FMT_LINE_LIMIT];
    arb_typed typed;
    if (!fmt_call_verdict(call, &typed))
        return false;
    if (call->script->json) {
        arb_typed_json(&typed, arb_game_position(game), sentence, sizeof sentence);
        fmt_putf(call->out, "%s\n", sentence);
        return true;
    }
    arb_typed_text(&typed, arb_game_position(game), sentence, sizeof sentence);
    fmt_putf(call->out, "%s: %s\n", arb_verdict_name(typed.verdict.code), sentence);
    return true;
}

/* May a move be taken back? Under the Laws a move that has been made stands (4.7). */
static bool may_go_back(const fmt_call *call)
{
    return call->script->regulations == ARB_CASUAL;
}

bool fmt_call_undo(fmt_call *call)
{
    return fmt_call_end(call) &&
           fmt_call_answer(call, may_go_back(call) && arb_game_undo(call->script->game));
}

bool fmt_call_redo(fmt_call *call)
{
    return fmt_call_end(call) &&
           fmt_call_answer(call, may_go_back(call) && arb_game_redo(call->script->game));
}

bool fmt_call_goto(fmt_call *call)
{
    int ply;
    if (!fmt_call_number(call, "a number of moves", &ply) || !fmt_call_end(call))
        return false;
    return fmt_call_answer(call, ply >= 0 && may_go_back(call) &&
                                     arb_game_goto(call->script->game, (size_t)ply));
}

bool fmt_call_fen(fmt_call *call)
{
    char fen[2 * ARB_START_LIMIT];
    if (!fmt_call_end(call))
        return false;
    arb_position_fen(arb_game_position(call->script->game), ARB_X_FEN, ARB_EP_LEGAL, fen,
                     sizeof fen);
    return fmt_call_answer_text(call, fen);
}

bool fmt_call_board(fmt_call *call)
{
    const arb_position *position = arb_game_position(call->script->game);
    if (!fmt_call_end(call))
        return false;
    if (call->script->coords != ARB_COORDS_ALGEBRAIC) {
        fmt_put_display(call->out, position);
        return true;
    }
    fmt_put_diagram(call->out, position, (fmt_diagram){.unicode = true});
    return fmt_call_answer_text(call, "");
}

bool fmt_call_score(fmt_call *call)
{
    const arb_position *position = arb_game_position(call->script->game);
    if (!fmt_call_end(call))
        return false;
    fmt_put_tenths(call->out,
                   arb_position_score(position, arb_position_turn(position), ARB_MOBILITY_VALID));
    return fmt_call_answer_text(call, "");
}

bool fmt_call_outcome(fmt_call *call)
{
    if (!fmt_call_end(call))
        return false;
    arb_outcome outcome = arb_game_outcome(call->script->game);
    fmt_put_text(call->out, arb_result_text(outcome.result));
    if (outcome.result != ARB_ONGOING)
        fmt_putf(call->out, " %s", arb_reason_name(outcome.reason));
    return fmt_call_answer_text(call, "");
}

/* script.c: a scripted referee session: its state and its table of calls. Layer: formats. */
#include "formats/script/script.h"

#include "formats/script/script_call.h"

bool fmt_script_start(fmt_script *script, const arb_rules *rules, arb_coords coords)
{
    arb_position start;
    script->game = NULL;
    if (arb_position_start(&start, rules) != 0)
        return false;
    *script = (fmt_script){.rules = rules, .coords = coords, .lone = *rules};
    script->lone.board.faults = 0;
    script->lone.castling.allowed = false;
    script->lone.royal.kind = ARB_NO_KIND;
    script->lone.royal.safe = false;
    script->lone.ending.captured = ARB_GOES_ON;
    script->game = arb_game_new(&start, NULL);
    return script->game != NULL && fmt_script_regulate(script, ARB_CASUAL);
}

bool fmt_script_regulate(fmt_script *script, arb_regulations regulations)
{
    script->regulations = regulations;
    return arb_log_start(&script->log, regulations, script->rules);
}

void fmt_script_end(fmt_script *script)
{
    arb_game_free(script->game);
    script->game = NULL;
}

bool fmt_script_is_over(const fmt_script *script)
{
    return arb_game_outcome(script->game).result != ARB_ONGOING;
}

static const struct {
    const char *name;
    bool (*run)(fmt_call *call);
} calls[] = {
    {"move", fmt_call_move},
    {"canMove", fmt_call_can_move},
    {"pieceCanMove", fmt_call_piece_can_move},
    {"isInCheck", fmt_call_is_in_check},
    {"turn", fmt_call_turn},
    {"symbol", fmt_call_symbol},
    {"history", fmt_call_history},
    {"new", fmt_call_new},
    {"legal", fmt_call_legal},
    {"why", fmt_call_why},
    {"undo", fmt_call_undo},
    {"redo", fmt_call_redo},
    {"goto", fmt_call_goto},
    {"fen", fmt_call_fen},
    {"board", fmt_call_board},
    {"score", fmt_call_score},
    {"outcome", fmt_call_outcome},
    {"claim", fmt_call_claim},
    {"draw", fmt_call_draw},
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
    arb_event_kind kind;
    if (arb_event_find(name.text, name.len, &kind))
        return fmt_call_event(&call, kind);
    return fmt_call_fail(&call, &name, "a call such as move or canMove");
}

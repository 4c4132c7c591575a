/* lab_text.c: writes an answer of Lab 3's actions as a line for people. Layer: formats. */
#include "formats/board_text.h"
#include "formats/lab/lab.h"

static const char *kind_name(const arb_position *position, arb_kind kind)
{
    return arb_position_rules(position)->kinds[kind].name;
}

static void put_piece(const fmt_out *out, const arb_position *position, arb_piece piece)
{
    fmt_putf(out, "%s's %s", fmt_colour_name(arb_piece_colour(piece)),
             kind_name(position, arb_piece_kind(piece)));
}

static void put_place(const fmt_out *out, const char *word, arb_size size, arb_square square)
{
    if (square != ARB_NO_SQUARE)
        fmt_putf(out, " %s %d %d", word, fmt_square_row(size, square),
                 fmt_square_column(size, square));
}

/* Writes the verdict's code with its squares, and its sentence. */
static void put_refusal(const fmt_out *out, const char *word, const fmt_lab_answer *answer,
                        const arb_position *position)
{
    char sentence[FMT_LINE_LIMIT];
    arb_size size = arb_position_size(position);
    const arb_verdict *verdict = &answer->verdict;

    fmt_putf(out, "%s (%s", word, arb_verdict_name(verdict->code));
    put_place(out, "at", size, verdict->at);
    put_place(out, "by", size, verdict->by);
    arb_verdict_text_in(verdict, position, ARB_COORDS_RC, sentence, sizeof sentence);
    fmt_putf(out, "). %s", sentence);
}

static void put_move(const fmt_out *out, const fmt_lab_answer *answer, const arb_position *position)
{
    const arb_verdict *verdict = &answer->verdict;
    const int *at = answer->action.at;
    arb_kind promotion = arb_move_promotion(verdict->move);

    put_piece(out, position, verdict->piece);
    fmt_putf(out, " %s from %d %d to %d %d",
             arb_move_type_of(verdict->move) == ARB_CASTLING ? "castles" : "moves", at[0], at[1],
             at[2], at[3]);
    if (answer->captured != ARB_NO_PIECE) {
        fmt_put_text(out, ", taking ");
        put_piece(out, position, answer->captured);
        if (arb_move_type_of(verdict->move) == ARB_EN_PASSANT)
            fmt_put_text(out, " in passing");
    }
    if (promotion != ARB_NO_KIND)
        fmt_putf(out, ", and becomes a %s", kind_name(position, promotion));
    fmt_put_text(out, ".");
}

/* Writes moves: "19 moves: 1 1 to 0 1, 2 1; 1 3 to 0 2." */
static void put_moves(const fmt_out *out, const fmt_lab_answer *answer)
{
    fmt_putf(out, "%zu move%s", answer->count, answer->count == 1 ? "" : "s");
    for (size_t i = 0; i < answer->count; i++) {
        const uint8_t *at = answer->items[i].at;
        const uint8_t *last = i > 0 ? answer->items[i - 1].at : NULL;
        if (last && last[0] == at[0] && last[1] == at[1])
            fmt_putf(out, ", %d %d", at[2], at[3]);
        else
            fmt_putf(out, "%s %d %d to %d %d", last ? ";" : ":", at[0], at[1], at[2], at[3]);
    }
    fmt_put_text(out, ".");
}

static void put_threats(const fmt_out *out, const fmt_lab_answer *answer)
{
    fmt_putf(out, "%zu piece%s under threat", answer->count, answer->count == 1 ? "" : "s");
    for (size_t i = 0; i < answer->count; i++)
        fmt_putf(out, "%s %d %d", i > 0 ? "," : ":", answer->items[i].at[0],
                 answer->items[i].at[1]);
    fmt_put_text(out, ".");
}

static void put_threat(const fmt_out *out, const fmt_lab_answer *answer,
                       const arb_position *position)
{
    enum { SHOWN = 16 };
    arb_square list[SHOWN];
    arb_size size = arb_position_size(position);
    arb_square square = fmt_square_at(size, answer->action.at[0], answer->action.at[1]);

    if (!answer->yes) {
        fmt_put_text(out, "not under threat.");
        return;
    }
    arb_colour by = arb_other(arb_piece_colour(arb_position_piece(position, square)));
    size_t count = arb_position_attackers(position, square, by, list, SHOWN);
    fmt_put_text(out, "under threat");
    for (size_t i = 0; i < count && i < SHOWN; i++)
        put_place(out, i == 0 ? "from" : "and from", size, list[i]);
    fmt_put_text(out, ".");
}

static void put_score(const fmt_out *out, const fmt_lab_answer *answer,
                      const arb_position *position)
{
    if (!answer->yes) {
        fmt_put_text(out, "there is no move.");
        return;
    }
    fmt_put_tenths(out, answer->tenths);
    fmt_putf(out, " for %s.", fmt_colour_name(arb_position_turn(position)));
}

void fmt_lab_text(const fmt_out *out, const fmt_lab_answer *answer, const arb_position *position)
{
    const fmt_lab_action *action = &answer->action;

    fmt_putf(out, "%zu: %s", action->line, fmt_lab_kind_name(action->kind));
    for (size_t i = 0; i < fmt_lab_kind_numbers(action->kind); i++)
        fmt_putf(out, " %d", action->at[i]);
    fmt_put_text(out, action->kind == FMT_LAB_DISPLAY ? ":" : ": ");
    switch (action->kind) {
    case FMT_LAB_MOVE_PIECE:
        if (answer->yes)
            put_move(out, answer, position);
        else
            put_refusal(out, "refused", answer, position);
        break;
    case FMT_LAB_VALID_MOVE:
        if (answer->yes)
            fmt_put_text(out, "valid.");
        else
            put_refusal(out, "not valid", answer, position);
        break;
    case FMT_LAB_VALID_SCAN:
        put_moves(out, answer);
        break;
    case FMT_LAB_THREAT_SCAN:
        put_threats(out, answer);
        break;
    case FMT_LAB_UNDER_THREAT:
        put_threat(out, answer, position);
        break;
    case FMT_LAB_SCORE:
    case FMT_LAB_NEXT_SCORE:
        put_score(out, answer, position);
        break;
    case FMT_LAB_GET_PIECE:
        if (answer->yes)
            put_piece(out, position, answer->piece);
        else
            fmt_put_text(out, "empty");
        fmt_put_text(out, ".");
        break;
    case FMT_LAB_DISPLAY:
        fmt_put_text(out, "\n");
        fmt_put_display(out, position);
        return;
    }
    fmt_put_text(out, "\n");
}

/* lab_json.c: writes an answer of Lab 3's actions as a JSON object. Layer: formats. */
#include "formats/board_text.h"
#include "formats/lab/lab.h"

#include <ctype.h>
#include <string.h>

static void put_coordinates(const fmt_out *out, const char *name, const fmt_lab_action *action)
{
    size_t numbers = fmt_lab_kind_numbers(action->kind);
    fmt_putf(out, ",\"%s\":[", name);
    for (size_t i = 0; i < numbers; i++)
        fmt_putf(out, i > 0 ? ",%d" : "%d", action->at[i]);
    fmt_put_text(out, "]");
}

static void put_verdict(const fmt_out *out, const fmt_lab_answer *answer)
{
    put_coordinates(out, "move", &answer->action);
    fmt_putf(out, ",\"ok\":%s,\"verdict\":\"%s\"", answer->yes ? "true" : "false",
             arb_verdict_name(answer->verdict.code));
}

static void put_board(const fmt_out *out, const arb_position *position)
{
    fmt_put_text(out, ",\"board\":\"");
    fmt_put_rows(out, position);
    fmt_put_text(out, "\"");
}

static void put_items(const fmt_out *out, const char *name, const fmt_lab_answer *answer,
                      int numbers)
{
    fmt_putf(out, ",\"%s\":[", name);
    for (size_t i = 0; i < answer->count; i++) {
        const uint8_t *at = answer->items[i].at;
        fmt_put_text(out, i > 0 ? ",[" : "[");
        for (int n = 0; n < numbers; n++)
            fmt_putf(out, n > 0 ? ",%d" : "%d", at[n]);
        fmt_put_text(out, "]");
    }
    fmt_put_text(out, "]");
}

static void put_score(const fmt_out *out, const fmt_lab_answer *answer)
{
    fmt_put_text(out, ",\"score\":");
    if (answer->yes)
        fmt_put_tenths(out, answer->tenths);
    else
        fmt_put_text(out, "null");
}

/* Writes a piece as on a board, by its letter, a capital for White; null if the square is empty. */
static void put_piece(const fmt_out *out, const fmt_lab_answer *answer,
                      const arb_position *position)
{
    char letter = arb_position_rules(position)->kinds[arb_piece_kind(answer->piece)].letter;
    if (!answer->yes)
        fmt_put_text(out, ",\"piece\":null");
    else
        fmt_putf(out, ",\"piece\":\"%c\"",
                 arb_piece_colour(answer->piece) == ARB_WHITE ? toupper((unsigned char)letter)
                                                              : letter);
}

void fmt_lab_json(const fmt_out *out, const char *file, const fmt_lab_answer *answer,
                  const arb_position *position)
{
    const fmt_lab_action *action = &answer->action;

    fmt_put_text(out, "{\"file\":");
    fmt_put_json(out, file, strlen(file));
    fmt_putf(out, ",\"line\":%zu,\"action\":\"%s\"", action->line, fmt_lab_kind_name(action->kind));
    switch (action->kind) {
    case FMT_LAB_MOVE_PIECE:
        put_verdict(out, answer);
        put_board(out, position);
        break;
    case FMT_LAB_VALID_MOVE:
        put_verdict(out, answer);
        break;
    case FMT_LAB_VALID_SCAN:
        put_items(out, "valid", answer, 4);
        break;
    case FMT_LAB_THREAT_SCAN:
        put_items(out, "threatened", answer, 2);
        break;
    case FMT_LAB_UNDER_THREAT:
        put_coordinates(out, "square", action);
        fmt_putf(out, ",\"threatened\":%s", answer->yes ? "true" : "false");
        break;
    case FMT_LAB_SCORE:
    case FMT_LAB_NEXT_SCORE:
        put_score(out, answer);
        break;
    case FMT_LAB_DISPLAY:
        put_board(out, position);
        break;
    case FMT_LAB_GET_PIECE:
        put_coordinates(out, "square", action);
        put_piece(out, answer, position);
        break;
    }
    fmt_put_text(out, "}\n");
}

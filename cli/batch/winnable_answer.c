/* winnable_answer.c: reads one line of the command winnable, asks about it, and answers in JSON or
 * in sentences. Layer: cli. */
#include "cli/batch/winnable_answer.h"

#include <stdlib.h>
#include <string.h>

bool winnable_room_open(winnable_room *room, const winnable_terms *terms)
{
    room->size = arb_winnable_memory(terms->nodes);
    room->memory = malloc(room->size);
    room->line = malloc(ARB_WIN_LINE * sizeof *room->line);
    if (room->memory != NULL && room->line != NULL)
        return true;
    winnable_room_close(room);
    return false;
}

void winnable_room_close(winnable_room *room)
{
    free(room->memory);
    free(room->line);
}

/* Writes the moves in UCI; each is written in the position where it is played. */
static void put_line(FILE *out, const arb_position *start, const arb_move *line, size_t length)
{
    arb_position position = *start;
    arb_undo undo;
    char uci[16];
    for (size_t i = 0; i < length; i++) {
        arb_uci_write(&position, line[i], ARB_UCI_RULES, uci, sizeof uci);
        fprintf(out, "%s%s", i > 0 ? " " : "", uci);
        if (!arb_position_play(&position, line[i], &undo))
            return;
    }
}

static const char *const names[2] = {"white", "black"};
static const char *const titles[2] = {"White", "Black"};

static void put_json(FILE *out, const arb_position *position, int side, const arb_winnable *answer,
                     const arb_move *line)
{
    fprintf(out, ",\"%s\":\"%s\"", names[side], arb_win_answer_name(answer->answer));
    if (answer->answer == ARB_WIN_YES) {
        fprintf(out, ",\"%s_line\":\"", names[side]);
        put_line(out, position, line, answer->length);
        fputc('"', out);
    } else if (answer->answer == ARB_WIN_NO) {
        fprintf(out, ",\"%s_proof\":\"%s\"", names[side], arb_win_proof_name(answer->proof));
    }
}

static void put_sentence(FILE *out, const arb_position *position, int side,
                         const arb_winnable *answer, const arb_move *line)
{
    static const char *const proofs[] = {
        [ARB_PROOF_NONE] = "",
        [ARB_PROOF_MATERIAL] = "the pieces that are left cannot mate (material)",
        [ARB_PROOF_BLOCKED] = "the pieces are locked so that no mate can come about (blocked)",
        [ARB_PROOF_SEARCH] = "no line of play ends in mate (search)",
    };
    fprintf(out, "  %s: ", titles[side]);
    if (answer->answer == ARB_WIN_NO) {
        fprintf(out, "no, %s\n", proofs[answer->proof]);
    } else if (answer->answer == ARB_WIN_UNDETERMINED) {
        fprintf(out, "undetermined after %llu positions; --nodes sets how many are looked at\n",
                (unsigned long long)answer->nodes);
    } else if (answer->length == 0) {
        fputs("yes, the game is won\n", out);
    } else {
        fputs("yes, ", out);
        put_line(out, position, line, answer->length);
        fputc('\n', out);
    }
}

/* Adds "-" for castling rights and en-passant square if they are missing. Returns the length. */
static size_t complete(char *fen, size_t len)
{
    unsigned fields = 0;
    for (size_t i = 0; i < len; i++)
        fields += fen[i] != ' ' && (i == 0 || fen[i - 1] == ' ');
    for (; fields == 2 || fields == 3; fields++) {
        memcpy(fen + len, " -", 2);
        len += 2;
    }
    return len;
}

/* Writes all faults that keep a setup from being a position. */
static void put_faults(FILE *out, winnable_item *item, const winnable_terms *terms,
                       arb_faults faults)
{
    size_t len = 0;
    bool first = true;
    if (terms->json)
        fputs(",\"ok\":false,\"why\":[", out);
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1) {
        if ((faults & bit) == 0)
            continue;
        if (terms->json)
            fprintf(out, "%s\"%s\"", first ? "" : ",", arb_fault_name(bit));
        if (len < sizeof item->error)
            len += (size_t)snprintf(item->error + len, sizeof item->error - len, "%s%s",
                                    first ? "" : "; ", arb_fault_text(bit));
        first = false;
    }
    if (terms->json)
        fputs("]}\n", out);
    item->code = CLI_NO;
}

static bool read_position(FILE *out, winnable_item *item, const winnable_terms *terms,
                          const char *fen, size_t len, size_t cut, arb_position *position)
{
    arb_setup setup;
    arb_error error;
    char text[2048];
    if (len < sizeof text - 8) {
        memcpy(text, fen, len);
        fen = text;
        len = complete(text, len);
    }
    if (arb_fen_read(&setup, terms->rules, fen, len, &error) != ARB_OK) {
        item->column = cut + error.offset + 1;
        snprintf(item->error, sizeof item->error, "%s", error.text);
        item->code = CLI_BAD_INPUT;
        if (terms->json) {
            fprintf(out, ",\"ok\":false,\"why\":[\"syntax\"],\"offset\":%zu,\"text\":",
                    cut + error.offset);
            cli_json_text(out, error.text, strlen(error.text));
            fputs("}\n", out);
        }
        return false;
    }
    arb_faults faults =
        arb_position_set(position, terms->rules, &setup, ARB_KERNEL_AUTO, ARB_FAULT_UNREACHABLE);
    if (faults != 0)
        put_faults(out, item, terms, faults);
    return faults == 0;
}

static void ask_sides(FILE *out, winnable_item *item, const winnable_terms *terms,
                      winnable_room *room, const arb_position *position)
{
    unsigned noes = 0;
    for (int side = 0; side < 2; side++) {
        if (!terms->asked[side])
            continue;
        arb_winnable answer =
            arb_position_winnable(position, (arb_colour)side, terms->nodes, room->memory,
                                  room->size, room->line, ARB_WIN_LINE);
        noes += answer.answer == ARB_WIN_NO;
        if (answer.answer == ARB_WIN_UNDETERMINED)
            item->code = CLI_NO;
        (terms->json ? put_json : put_sentence)(out, position, side, &answer, room->line);
    }
    if (terms->json)
        fputs("}\n", out);
    else if (noes == 2 && arb_position_has_move(position))
        fputs("  The position is dead: drawn (FIDE 5.2.2).\n", out);
}

void winnable_ask(winnable_item *item, const winnable_terms *terms, winnable_room *room)
{
    const char *fen = item->line;
    size_t len = item->len;
    size_t cut = cli_trim(&fen, &len);
    arb_position position;
    if (len == 0 || fen[0] == '#')
        return;
    FILE *out = open_memstream(&item->text, &item->text_len);
    if (out == NULL) {
        item->code = CLI_INTERNAL;
        return;
    }
    if (terms->json) {
        fputs("{\"fen\":", out);
        cli_json_text(out, item->line, item->len);
    }
    if (read_position(out, item, terms, fen, len, cut, &position)) {
        if (!terms->json) {
            cli_safe_text(out, fen, len);
            fputc('\n', out);
        }
        ask_sides(out, item, terms, room, &position);
    }
    if (fclose(out) != 0)
        item->code = CLI_INTERNAL;
}

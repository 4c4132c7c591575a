/* step_log.c: writes and reads every change of a game as a line of words. Layer: common. */
#include "common/step_log.h"

#include "common/game_clock.h"
#include "common/number.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *word, *refusal;
} kinds[STEP_NONE] = {
    [STEP_MOVE] = {"move", "the game was over before this move"},
    [STEP_UNDO] = {"undo", "there is nothing to undo"},
    [STEP_REDO] = {"redo", "there is nothing to redo"},
    [STEP_GOTO] = {"goto", "there is no such move"},
    [STEP_CLAIM] = {"claim", "no draw can be claimed here"},
    [STEP_RESIGN] = {"resign", "nobody can resign here"},
    [STEP_FLAG] = {"flag", "no flag can fall here"},
    [STEP_DRAW] = {"draw", "no draw can be agreed here"},
    [STEP_FORFEIT] = {"forfeit", "nobody can forfeit here"},
    [STEP_RESULT] = {"result", "the game was over before this result"},
};

const char *step_refusal(step_kind kind)
{
    return kinds[kind].refusal;
}

bool step_takes_result(arb_outcome outcome)
{
    return outcome.result != ARB_ONGOING &&
           (outcome.reason == ARB_R_NONE || outcome.reason == ARB_R_FLAG ||
            outcome.reason == ARB_R_MISCONDUCT);
}

const char *colour_name(int colour)
{
    return colour == ARB_WHITE ? "white" : "black";
}

int colour_read(const char *text)
{
    if (strcmp(text, "white") == 0)
        return ARB_WHITE;
    return strcmp(text, "black") == 0 ? ARB_BLACK : NOBODY;
}

static bool fail(step_fault *fault, size_t at, const char *text)
{
    fault->at = at;
    snprintf(fault->text, sizeof fault->text, "%s", text);
    return false;
}

static step_kind kind_of(const char *word, size_t len)
{
    int kind = 0;
    while (kind < STEP_NONE &&
           (strlen(kinds[kind].word) != len || memcmp(kinds[kind].word, word, len) != 0))
        kind++;
    return (step_kind)kind;
}

static bool read_move(game_step *s, const arb_game *game, const char *line, size_t at,
                      step_fault *fault)
{
    const arb_position *position = arb_game_position(game);
    const char *text = line + at;
    size_t len = strcspn(text, " ");
    arb_verdict verdict;
    arb_error error;
    arb_status status = arb_uci_read(position, text, len, &verdict, &error);
    if (status == ARB_BAD_TEXT)
        return fail(fault, at + error.offset, error.text);
    if (status != ARB_OK) {
        fault->at = at;
        arb_verdict_text(&verdict, position, fault->text, sizeof fault->text);
        return false;
    }
    s->move = verdict.move;
    s->rest = text + len + (text[len] == ' ');
    return true;
}

/* Reads "white" or "black", followed by a blank or the end. */
static int read_side(const char **text)
{
    size_t len = strcspn(*text, " ");
    char word[8] = "";
    if (len < sizeof word)
        memcpy(word, *text, len);
    int side = colour_read(word);
    if (side != NOBODY)
        *text += len + ((*text)[len] == ' ');
    return side;
}

/* Reads "1-0", and the name of a reason if one is given. */
static bool read_outcome(arb_outcome *outcome, const char *text)
{
    size_t len = strcspn(text, " ");
    int result = ARB_WHITE_WINS, reason = ARB_R_NONE;
    while (result <= ARB_BOTH_LOSE && (strlen(arb_result_text((arb_result)result)) != len ||
                                       memcmp(arb_result_text((arb_result)result), text, len) != 0))
        result++;
    if (text[len] == ' ')
        while (reason < ARB_R_COUNT &&
               strcmp(arb_reason_name((arb_reason)reason), text + len + 1) != 0)
            reason++;
    *outcome = (arb_outcome){.result = (arb_result)result, .reason = (arb_reason)reason};
    return result <= ARB_BOTH_LOSE && reason < ARB_R_COUNT;
}

bool step_read(game_step *s, const arb_game *game, const char *line, step_fault *fault)
{
    size_t len = strcspn(line, " "), at = len + (line[len] == ' ');
    uint64_t ply = 0;
    *s = (game_step){
        .kind = kind_of(line, len), .move = ARB_NO_MOVE, .side = NOBODY, .rest = line + at};
    switch (s->kind) {
    case STEP_MOVE:
        return read_move(s, game, line, at, fault);
    case STEP_CLAIM:
        return line[at] == '\0' || read_move(s, game, line, at, fault);
    case STEP_GOTO:
        if (!number_whole(line + at, arb_game_length(game), &ply))
            return fail(fault, at, step_refusal(STEP_GOTO));
        s->ply = (size_t)ply;
        return true;
    case STEP_RESIGN:
    case STEP_FLAG:
        s->side = read_side(&s->rest);
        return s->side != NOBODY || fail(fault, at, "white or black is expected here");
    case STEP_FORFEIT:
        s->side = read_side(&s->rest);
        return true;
    case STEP_RESULT:
        return read_outcome(&s->outcome, line + at) ||
               fail(fault, at, "a result is expected here, and a reason if there is one");
    case STEP_NONE:
        return fail(fault, 0, "this is no step of a game");
    default:
        return true;
    }
}

bool step_play(arb_game *game, const game_step *s)
{
    arb_outcome lost = {.result = s->side == ARB_WHITE ? ARB_BLACK_WINS : ARB_WHITE_WINS,
                        .reason = ARB_R_RESIGNATION};
    switch (s->kind) {
    case STEP_MOVE:
        return arb_game_play(game, s->move) == ARB_OK;
    case STEP_UNDO:
        return arb_game_undo(game);
    case STEP_REDO:
        return arb_game_redo(game);
    case STEP_GOTO:
        return arb_game_goto(game, s->ply);
    case STEP_CLAIM:
        return arb_game_claim(game, s->move);
    case STEP_RESIGN:
        return arb_game_resign(game, (arb_colour)s->side);
    case STEP_FLAG:
        return arb_game_flag(game, (arb_colour)s->side);
    case STEP_DRAW:
        return arb_game_declare(game, (arb_outcome){.result = ARB_DRAW, .reason = ARB_R_AGREEMENT});
    case STEP_FORFEIT:
        return s->side != NOBODY && arb_game_declare(game, lost);
    case STEP_RESULT:
        return arb_game_declare(game, s->outcome);
    default:
        return false;
    }
}

void step_write(const game_step *s, const arb_game *game, char *line, size_t cap)
{
    const char *word = kinds[s->kind].word;
    char uci[32];
    switch (s->kind) {
    case STEP_MOVE:
    case STEP_CLAIM:
        if (s->move == ARB_NO_MOVE) {
            snprintf(line, cap, "%s", word);
            break;
        }
        arb_uci_write(arb_game_position(game), s->move, ARB_UCI_RULES, uci, sizeof uci);
        snprintf(line, cap, "%s %s", word, uci);
        break;
    case STEP_GOTO:
        snprintf(line, cap, "%s %zu", word, s->ply);
        break;
    case STEP_RESIGN:
    case STEP_FLAG:
        snprintf(line, cap, "%s %s", word, colour_name(s->side));
        break;
    case STEP_FORFEIT:
        snprintf(line, cap, "%s %s %s", word, colour_name(s->side), s->rest);
        break;
    case STEP_RESULT:
        snprintf(line, cap, "%s %s", word, arb_result_text(s->outcome.result));
        if (s->outcome.reason != ARB_R_NONE)
            snprintf(line, cap, "%s %s %s", word, arb_result_text(s->outcome.result),
                     arb_reason_name(s->outcome.reason));
        break;
    default:
        snprintf(line, cap, "%s", word);
    }
}

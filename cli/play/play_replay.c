/* play_replay.c: plays a journal's lines again. Layer: cli, command play. Knows no files;
 * play_record.c describes the lines. */
#include "cli/play/play_session.h"

#include "cli/terminal/terminal_text.h"
#include "common/step_log.h"
#include "common/text_builder.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 16, LINE_LIMIT = 4200 };

typedef struct {
    play_session *session;
    size_t line;            /* number of the line, from 1 */
    const arb_rules *rules; /* rules of the game that begins here; NULL: by rule_text */
    char *rule_text;        /* has TEXT_LIMIT bytes */
    size_t rule_len;
    text_builder pgn; /* the file that the game was opened from */
    game_clock clock;
} reading;

static bool complain(const reading *in, size_t column, const char *what)
{
    cli_error_at(in->session->journal.path, in->line, column, "%s", what);
    return false;
}

static bool begin_header(reading *in)
{
    in->rules = NULL;
    in->rule_len = in->pgn.len = 0;
    in->clock = (game_clock){.used = false};
    return true;
}

static bool read_rules(reading *in, const char *name)
{
    in->rules = arb_rules_find(name, strlen(name));
    return in->rules != NULL || complain(in, 7, "there is no such rule set");
}

static bool read_rule_line(reading *in, const char *text)
{
    size_t len = strlen(text);
    if (in->rule_len + len + 1 > TEXT_LIMIT)
        return complain(in, 1, "the rule set is too long");
    memcpy(in->rule_text + in->rule_len, text, len);
    in->rule_text[in->rule_len + len] = '\n';
    in->rule_len += len + 1;
    return true;
}

/* Adds text to the PGN that the game was opened from. */
static bool add_pgn(reading *in, const char *text, size_t len)
{
    text_put(&in->pgn, text, len);
    return !in->pgn.failed || complain(in, 1, "there is no memory for the game");
}

static bool read_pgn_piece(reading *in, const char *text)
{
    return add_pgn(in, text, strlen(text));
}

static bool read_pgn_line(reading *in, const char *text)
{
    return add_pgn(in, text, strlen(text)) && add_pgn(in, "\n", 1);
}

/* The tree of the opened file. NULL if there is none or if it can no longer be read; the game
 * itself does not need it. */
static arb_tree *opened_tree(const reading *in)
{
    arb_tree *tree = in->pgn.len > 0 ? arb_tree_new(NULL) : NULL;
    if (tree != NULL && arb_tree_read(tree, in->rules, in->pgn.at, in->pgn.len, NULL) != ARB_OK) {
        arb_tree_free(tree);
        tree = NULL;
    }
    return tree;
}

static bool read_clock(reading *in, const char *text)
{
    long long start, increment;
    if (sscanf(text, "%lld %lld", &start, &increment) != 2 || start <= 0 || increment < 0)
        return complain(in, 7, "this is no clock");
    in->clock = (game_clock){.used = true, .start = start, .increment = increment};
    return true;
}

/* Reads which side the engine played. A file never starts a program: the player has to name the
 * engine again. */
static bool read_engine(reading *in, const char *text)
{
    play_session *session = in->session;
    int side = strncmp(text, "white", 5) == 0   ? ARB_WHITE
               : strncmp(text, "black", 5) == 0 ? ARB_BLACK
                                                : NOBODY;
    if (side == NOBODY)
        return complain(in, 8, "white or black is expected here");
    if (session->engine_program == NULL)
        play_say("An engine played in this game (%s); --engine brings it back.", text);
    else if (!session->engine_side_given)
        session->engine_side = (arb_colour)side;
    return true;
}

static bool read_fen(reading *in, const char *fen)
{
    play_session *session = in->session;
    arb_position position;
    arb_error error;
    if (in->rules == NULL) {
        arb_game_free(session->game); /* it may use the rules that are overwritten next */
        session->game = NULL;
        if (!arb_rules_read(&session->storage, in->rule_text, in->rule_len, NULL, NULL))
            return complain(in, 1, "the rule set of this game cannot be read");
        in->rules = &session->storage;
    }
    if (arb_position_read(&position, in->rules, fen, strlen(fen), NULL, &error) != ARB_OK)
        return complain(in, 5 + error.offset, error.text);
    arb_game *game = arb_game_new(&position, NULL);
    if (game == NULL)
        return complain(in, 1, "there is no memory for the game");
    session->clock = in->clock;
    play_begin(session, game, opened_tree(in));
    return true;
}

/* Plays one of the steps of step_log.h. After a move the line may have the clocks. */
static bool replay_step(reading *in, const char *line)
{
    play_session *session = in->session;
    game_step step;
    step_fault fault;
    long long left[2];
    if (!step_read(&step, session->game, line, &fault))
        return complain(in, fault.at + 1,
                        step.kind == STEP_NONE ? "this is no line of a journal" : fault.text);
    if (!step_play(session->game, &step)) {
        size_t word = strcspn(line, " ");
        return complain(in, line[word] == ' ' ? word + 2 : 1, step_refusal(step.kind));
    }
    if (step.kind == STEP_MOVE &&
        sscanf(step.rest, "%lld %lld", &left[ARB_WHITE], &left[ARB_BLACK]) == 2) {
        session->clock.left[ARB_WHITE] = left[ARB_WHITE];
        session->clock.left[ARB_BLACK] = left[ARB_BLACK];
    }
    if (step.kind == STEP_FLAG)
        session->clock.left[step.side] = 0;
    if (step.kind == STEP_MOVE || step.kind == STEP_UNDO || step.kind == STEP_GOTO)
        session->forfeit[0] = '\0';
    if (step.kind == STEP_FORFEIT)
        snprintf(session->forfeit, sizeof session->forfeit, "%.*s",
                 (int)sizeof session->forfeit - 1, step.rest);
    return true;
}

/* The lines with which a game begins. */
static const struct {
    const char *word;
    bool (*read)(reading *in, const char *text);
} headers[] = {
    {"rules", read_rules}, {"|", read_rule_line},   {"clock", read_clock}, {">", read_pgn_line},
    {"+", read_pgn_piece}, {"engine", read_engine}, {"fen", read_fen},
};

static bool read_line(reading *in, const char *line)
{
    if (strcmp(line, "arbiter-journal 1") == 0)
        return begin_header(in);
    if (in->line == 1)
        return complain(in, 1, "this is no journal of a game");
    size_t len = strcspn(line, " ");
    const char *rest = line + len + (line[len] == ' ');
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (strlen(headers[i].word) == len && memcmp(headers[i].word, line, len) == 0)
            return headers[i].read(in, rest);
    return in->session->game != NULL ? replay_step(in, line)
                                     : complain(in, 1, "no game has begun here");
}

bool play_replay(play_session *session, const char *text, size_t len)
{
    reading in = {.session = session, .rule_text = malloc(TEXT_LIMIT)};
    char line[LINE_LIMIT];
    bool good = in.rule_text != NULL;
    for (size_t at = 0; good && at < len;) {
        const char *newline = memchr(text + at, '\n', len - at);
        size_t n = (size_t)(newline - (text + at)); /* every line is whole */
        in.line++;
        if (n >= sizeof line || memchr(text + at, '\0', n) != NULL) {
            good = complain(&in, 1, "this is no line of a journal");
            break;
        }
        memcpy(line, text + at, n);
        line[n] = '\0';
        good = read_line(&in, line);
        at += n + 1;
    }
    free(in.rule_text);
    text_free(&in.pgn);
    if (good && session->game == NULL)
        good = complain(&in, 0, "there is no game in this journal");
    if (good) {
        size_t ply = arb_game_ply(session->game);
        session->view.last = ply > 0 ? arb_game_move(session->game, ply - 1) : ARB_NO_MOVE;
        session->played = true;
    }
    return good;
}

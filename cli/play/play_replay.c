/* play_replay.c: a journal's lines, played again. Layer: cli, command play. Knows no files; what
 * the lines are is said in play_record.c. */
#include "cli/play/play_session.h"

#include "cli/terminal/terminal_text.h"
#include "common/number.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 16, LINE_LIMIT = 4200 };

typedef struct {
    play_session *session;
    size_t line;            /* number, from 1 */
    const arb_rules *rules; /* of the beginning that is being read; NULL: by rule_text */
    char *rule_text;        /* TEXT_LIMIT bytes */
    size_t rule_len;
    char *pgn; /* that it was opened from */
    size_t pgn_len, pgn_cap;
    play_clock clock;
} reading;

static bool complain(const reading *in, size_t column, const char *what)
{
    cli_error_at(in->session->journal.path, in->line, column, "%s", what);
    return false;
}

static bool begin_header(reading *in)
{
    in->rules = NULL;
    in->rule_len = in->pgn_len = 0;
    in->clock = (play_clock){.used = false};
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
    if (in->pgn_len + len > in->pgn_cap) {
        size_t cap = 2 * (in->pgn_len + len) + LINE_LIMIT;
        char *grown = realloc(in->pgn, cap);
        if (grown == NULL)
            return complain(in, 1, "there is no memory for the game");
        in->pgn = grown;
        in->pgn_cap = cap;
    }
    memcpy(in->pgn + in->pgn_len, text, len);
    in->pgn_len += len;
    return true;
}

static bool read_pgn_piece(reading *in, const char *text)
{
    return add_pgn(in, text, strlen(text));
}

static bool read_pgn_line(reading *in, const char *text)
{
    return add_pgn(in, text, strlen(text)) && add_pgn(in, "\n", 1);
}

/* NULL: there is none, or it cannot be read any more; the game itself does not need it. */
static arb_tree *opened_tree(const reading *in)
{
    arb_tree *tree = in->pgn_len > 0 ? arb_tree_new(NULL) : NULL;
    if (tree != NULL && arb_tree_read(tree, in->rules, in->pgn, in->pgn_len, NULL) != ARB_OK) {
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
    in->clock = (play_clock){.used = true, .start = start, .increment = increment};
    return true;
}

static bool read_colour(const char *text, arb_colour *colour)
{
    *colour = strncmp(text, "black", 5) == 0 ? ARB_BLACK : ARB_WHITE;
    return *colour == ARB_BLACK || strncmp(text, "white", 5) == 0;
}

/* The program is the player's to name again: a file does not start one. */
static bool read_engine(reading *in, const char *text)
{
    play_session *session = in->session;
    arb_colour side;
    if (!read_colour(text, &side))
        return complain(in, 8, "white or black is expected here");
    if (session->engine_program == NULL)
        play_say("An engine played in this game (%s); --engine brings it back.", text);
    else if (!session->engine_side_given)
        session->engine_side = side;
    return true;
}

static bool read_fen(reading *in, const char *fen)
{
    play_session *session = in->session;
    arb_position position;
    arb_error error;
    if (in->rules == NULL) {
        arb_game_free(session->game); /* it may play by what is overwritten now */
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

static bool read_move(reading *in, const char *text)
{
    play_session *session = in->session;
    const arb_position *position = arb_game_position(session->game);
    arb_verdict verdict;
    arb_error error;
    size_t len = strcspn(text, " ");
    long long left[2];
    arb_status status = arb_uci_read(position, text, len, &verdict, &error);
    if (status == ARB_BAD_TEXT)
        return complain(in, 6 + error.offset, error.text);
    if (status != ARB_OK) {
        char why[400];
        arb_verdict_text(&verdict, position, why, sizeof why);
        return complain(in, 6, why);
    }
    if (arb_game_play(session->game, verdict.move) != ARB_OK) {
        char late[400];
        arb_outcome_late(arb_game_outcome(session->game), text, len, late, sizeof late);
        return complain(in, 6, late);
    }
    if (sscanf(text + len, "%lld %lld", &left[ARB_WHITE], &left[ARB_BLACK]) == 2) {
        session->clock.left[ARB_WHITE] = left[ARB_WHITE];
        session->clock.left[ARB_BLACK] = left[ARB_BLACK];
    }
    session->forfeit[0] = '\0';
    return true;
}

static bool read_goto(reading *in, const char *text)
{
    uint64_t ply;
    if (!number_whole(text, SIZE_MAX, &ply) || !arb_game_goto(in->session->game, (size_t)ply))
        return complain(in, 6, "there is no such move");
    in->session->forfeit[0] = '\0';
    return true;
}

static bool read_undo(reading *in, const char *text)
{
    (void)text;
    in->session->forfeit[0] = '\0';
    return arb_game_undo(in->session->game) || complain(in, 1, "there is nothing to undo");
}

static bool read_redo(reading *in, const char *text)
{
    (void)text;
    return arb_game_redo(in->session->game) || complain(in, 1, "there is nothing to redo");
}

static bool read_resign(reading *in, const char *text)
{
    arb_colour who;
    if (!read_colour(text, &who) || !arb_game_resign(in->session->game, who))
        return complain(in, 8, "nobody can resign here");
    return true;
}

static bool read_forfeit(reading *in, const char *text)
{
    arb_colour who;
    if (!read_colour(text, &who) ||
        !arb_game_declare(
            in->session->game,
            (arb_outcome){who == ARB_WHITE ? ARB_BLACK_WINS : ARB_WHITE_WINS, ARB_R_RESIGNATION}))
        return complain(in, 9, "nobody can forfeit here");
    snprintf(in->session->forfeit, sizeof in->session->forfeit, "%.*s",
             (int)sizeof in->session->forfeit - 1, text + 5 + (text[5] == ' '));
    return true;
}

static bool read_flag(reading *in, const char *text)
{
    arb_colour who;
    if (!read_colour(text, &who) || !arb_game_flag(in->session->game, who))
        return complain(in, 6, "no flag can fall here");
    in->session->clock.left[who] = 0;
    return true;
}

static bool read_draw(reading *in, const char *text)
{
    (void)text;
    return arb_game_declare(in->session->game, (arb_outcome){ARB_DRAW, ARB_R_AGREEMENT}) ||
           complain(in, 1, "no draw can be agreed here");
}

static bool read_claim(reading *in, const char *text)
{
    arb_verdict verdict = {.move = ARB_NO_MOVE};
    arb_error error;
    if (text[0] != '\0' && arb_uci_read(arb_game_position(in->session->game), text, strlen(text),
                                        &verdict, &error) != ARB_OK)
        return complain(in, 7, "this move cannot be claimed with");
    return arb_game_claim(in->session->game, verdict.move) ||
           complain(in, 1, "no draw can be claimed here");
}

static const struct {
    const char *word;
    bool needs_game;
    bool (*read)(reading *in, const char *text);
} kinds[] = {
    {"rules", false, read_rules},  {"|", false, read_rule_line}, {"clock", false, read_clock},
    {">", false, read_pgn_line},   {"+", false, read_pgn_piece}, {"engine", false, read_engine},
    {"fen", false, read_fen},      {"move", true, read_move},    {"undo", true, read_undo},
    {"redo", true, read_redo},     {"goto", true, read_goto},    {"claim", true, read_claim},
    {"resign", true, read_resign}, {"flag", true, read_flag},    {"forfeit", true, read_forfeit},
    {"draw", true, read_draw},
};

static bool read_line(reading *in, const char *line)
{
    if (strcmp(line, "arbiter-journal 1") == 0)
        return begin_header(in);
    if (in->line == 1)
        return complain(in, 1, "this is no journal of a game");
    size_t len = strcspn(line, " ");
    const char *rest = line + len + (line[len] == ' ');
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strlen(kinds[i].word) != len || memcmp(kinds[i].word, line, len) != 0)
            continue;
        if (kinds[i].needs_game && in->session->game == NULL)
            return complain(in, 1, "no game has begun here");
        return kinds[i].read(in, rest);
    }
    return complain(in, 1, "this is no line of a journal");
}

bool play_replay(play_session *session, const char *text, size_t len)
{
    reading in = {.session = session, .rule_text = malloc(TEXT_LIMIT)};
    char line[LINE_LIMIT];
    bool good = in.rule_text != NULL;
    for (size_t at = 0; good && at < len;) {
        const char *newline = memchr(text + at, '\n', len - at);
        size_t n = (size_t)(newline - (text + at)); /* every line is a whole one */
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
    free(in.pgn);
    if (good && session->game == NULL)
        good = complain(&in, 0, "there is no game in this journal");
    if (good) {
        size_t ply = arb_game_ply(session->game);
        session->view.last = ply > 0 ? arb_game_move(session->game, ply - 1) : ARB_NO_MOVE;
        session->played = true;
    }
    return good;
}

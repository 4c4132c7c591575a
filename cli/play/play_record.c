/* play_record.c: writes the journal's lines (play_replay.c reads them). Layer: cli, command play.
 * Knows no files.
 *
 *   arbiter-journal 1       a game begins (the last one of a journal counts)
 *   rules chess             a rule set by name, or
 *   | castling = no         the text of one, a line a line
 *   clock 300000 3000       milliseconds a side, and added a move
 *   engine black stockfish  a note for people: no program is ever run because a file names it
 *   > [Event "?"]           the PGN that the game was opened from, a line a line
 *   + 1. e4 {very …         a line of it that goes on in the next
 *   fen …                   the start position; here the game begins
 *   move e2e4 [white black] with the clocks after it
 *   undo · redo · goto 3 · claim [e2e4] · resign white · flag white · draw · forfeit white why ·
 *   result 1-0 [flag] */
#include "cli/play/play_session.h"

#include <stdlib.h>
#include <string.h>

enum { FEN_LIMIT = 4096 };

void play_record(play_session *session, const char *format, ...)
{
    char line[FEN_LIMIT + 16];
    va_list list;
    va_start(list, format);
    int len = vsnprintf(line, sizeof line - 1, format, list);
    va_end(list);
    if (len < 0 || (size_t)len >= sizeof line - 1)
        len = (int)sizeof line - 2;
    for (int i = 0; i < len; i++) {
        if ((unsigned char)line[i] < 32)
            line[i] = ' '; /* a step must stay one line */
    }
    line[len] = '\n';
    play_journal_add(&session->journal, line, (size_t)len + 1);
}

void play_record_move(play_session *session, const char *line)
{
    const game_clock *clock = &session->clock;
    if (clock->used)
        play_record(session, "%s %lld %lld", line, (long long)clock->left[ARB_WHITE],
                    (long long)clock->left[ARB_BLACK]);
    else
        play_record(session, "%s", line);
}

static bool put_rule_text(FILE *out, const arb_rules *rules)
{
    size_t cap = arb_rules_write(rules, NULL, 0) + 1;
    char *text = malloc(cap);
    if (text == NULL)
        return false;
    arb_rules_write(rules, text, cap);
    for (const char *line = text; *line != '\0';) {
        int len = (int)strcspn(line, "\n");
        fprintf(out, "| %.*s\n", len, line);
        line += len + (line[len] == '\n');
    }
    free(text);
    return true;
}

/* A line of PGN, written as one or more lines of a journal, whose length is limited. */
typedef struct {
    FILE *out;
    size_t len;
    char line[4000];
} pgn_lines;

static void put_pgn_line(pgn_lines *lines, char mark)
{
    fprintf(lines->out, "%c ", mark);
    fwrite(lines->line, 1, lines->len, lines->out);
    fputc('\n', lines->out);
    lines->len = 0;
}

static void put_pgn(void *context, const char *bytes, size_t len)
{
    pgn_lines *lines = context;
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] == '\n') {
            put_pgn_line(lines, '>');
            continue;
        }
        if (lines->len == sizeof lines->line)
            put_pgn_line(lines, '+');
        lines->line[lines->len++] = bytes[i] != '\0' ? bytes[i] : ' ';
    }
}

/* Writes the beginning of a journal in one piece, so that a journal never holds an incomplete
 * one. */
void play_record_start(play_session *session)
{
    char *text = NULL, fen[FEN_LIMIT];
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (out == NULL) {
        play_journal_lose(&session->journal, "not enough memory");
        return;
    }
    bool whole = true;
    fprintf(out, "arbiter-journal 1\n");
    if (session->rules == arb_rules_find(session->rules->name, strlen(session->rules->name)))
        fprintf(out, "rules %s\n", session->rules->name);
    else
        whole = put_rule_text(out, session->rules);
    if (session->clock.used)
        fprintf(out, "clock %lld %lld\n", (long long)session->clock.start,
                (long long)session->clock.increment);
    if (session->engine_program != NULL)
        fprintf(out, "engine %s %s\n", session->engine_side == ARB_WHITE ? "white" : "black",
                session->engine_program);
    if (session->tree != NULL) {
        arb_pgn_options options = {.style = ARB_PGN_KEEP};
        pgn_lines lines = {.out = out};
        arb_tree_write_to(session->tree, &options, put_pgn, &lines);
    }
    arb_position_fen(arb_game_start(session->game), ARB_X_FEN, ARB_EP_ALWAYS, fen, sizeof fen);
    fprintf(out, "fen %s\n", fen);

    const arb_game *game = session->game;
    arb_position position = *arb_game_start(game);
    for (size_t ply = 0; ply < arb_game_ply(game); ply++) {
        char uci[32];
        arb_undo undo;
        arb_uci_write(&position, arb_game_move(game, ply), ARB_UCI_RULES, uci, sizeof uci);
        arb_position_play(&position, arb_game_move(game, ply), &undo);
        fprintf(out, "move %s\n", uci);
    }
    /* The result of a loaded game is a step of its own if its moves do not end it. */
    game_step end = {.kind = STEP_RESULT, .outcome = arb_game_outcome(game)};
    if (step_takes_result(end.outcome)) {
        char line[STEP_LIMIT];
        step_write(&end, game, line, sizeof line);
        fprintf(out, "%s\n", line);
    }
    if (fclose(out) == 0 && whole)
        play_journal_add(&session->journal, text, len);
    else
        play_journal_lose(&session->journal, "not enough memory");
    free(text);
}

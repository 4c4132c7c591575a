/* play_files.c: saves and loads games and positions. Layer: cli, command play. */
#include "cli/play/play_session.h"

#include "cli/io/format_out.h"
#include "cli/terminal/terminal_text.h"
#include "formats/lab/lab.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool ends_with(const char *path, const char *ending)
{
    size_t len = strlen(path), n = strlen(ending);
    return len >= n && strcmp(path + len - n, ending) == 0;
}

/* ---- save ---- */

/* Fills in the tags that the session knows and the game does not. */
static void fill_tags(play_session *session)
{
    fmt_pgn_tags *tags = &session->tags;
    if (tags->date[0] == '\0') {
        time_t now = time(NULL);
        struct tm local;
        localtime_r(&now, &local);
        strftime(tags->date, sizeof tags->date, "%Y.%m.%d", &local);
    }
    char *name = session->engine_side == ARB_WHITE ? tags->white : tags->black;
    if (session->engine_program != NULL && name[0] == '\0')
        snprintf(name, FMT_PGN_VALUE_LIMIT, "%s", session->engine.name);
}

void play_save(play_session *session, const char *path)
{
    cli_output output;
    bool fen = ends_with(path, ".fen");
    if (!cli_output_replace(&output, path))
        return;
    if (fen) {
        char text[4096];
        arb_position_fen(arb_game_position(session->game), ARB_X_FEN, ARB_EP_LEGAL, text,
                         sizeof text);
        fprintf(output.file, "%s\n", text);
    } else if (session->tree != NULL) { /* the file that was opened is saved again with its comments
                                           and variations */
        fmt_out out = cli_format_out(output.file);
        if (!fmt_pgn_update(session->tree, session->game))
            cli_error("there is no memory for the game");
        fmt_pgn_write_tree(&out, session->tree);
    } else {
        fill_tags(session);
        fmt_out out = cli_format_out(output.file);
        fmt_pgn_write(&out, session->game, &session->tags);
    }
    if (!cli_output_commit(&output))
        return;
    size_t ply = arb_game_ply(session->game), length = arb_game_length(session->game);
    const char *are = ply == 1 ? " is" : "s are";
    if (fen)
        play_say("The position is in %s.", path);
    else if (session->tree != NULL)
        play_say("%zu half-move%s in %s, with all that the opened file had.", ply, are, path);
    else if (ply < length)
        play_say("%zu half-move%s in %s; what was taken back is not.", ply, are, path);
    else
        play_say("%zu half-move%s in %s.", ply, are, path);
}

/* ---- load ---- */

static arb_game *game_from(const arb_position *position)
{
    arb_game *game = arb_game_new(position, NULL);
    if (game == NULL)
        cli_error("there is no memory for the game");
    return game;
}

static void report_faults(const char *path, size_t line, arb_faults faults)
{
    for (arb_faults bit = 1; bit <= ARB_FAULT_ALL; bit <<= 1) {
        if (faults & bit)
            cli_error_at(path, line, 0, "%s", arb_fault_text(bit));
    }
}

/* Returns the length of the empty lines at the beginning, and adds their number to `line`. */
static size_t empty_lines(const char *text, size_t len, size_t *line)
{
    size_t n = 0;
    while (n < len && (text[n] == '\n' || text[n] == '\r'))
        *line += text[n++] == '\n';
    return n;
}

/* Loads a position from the first line that is not empty. */
static arb_game *load_fen(const arb_rules *rules, const char *path, const char *text, size_t len)
{
    size_t n = 0, line = 1, start = empty_lines(text, len, &line);
    while (start + n < len && text[start + n] != '\n' && text[start + n] != '\r')
        n++;
    const char *fen = text + start;
    size_t cut = cli_trim(&fen, &n);
    arb_position position;
    arb_faults faults = 0;
    arb_error error;
    arb_status status = arb_position_read(&position, rules, fen, n, &faults, &error);
    if (status == ARB_OK)
        return game_from(&position);
    if (status == ARB_BAD_POSITION)
        report_faults(path, line, faults);
    else
        cli_error_at(path, line, cut + error.offset + 1, "%s", error.text);
    return NULL;
}

/* Is the text a Lab 3 set-up? It begins with points and board size, numbers alone on their lines;
 * no other form does. */
static bool is_lab(const char *text, size_t len)
{
    fmt_lab_reader reader = fmt_lab_reader_on(text, len);
    fmt_lab_setup setup;
    fmt_error error;
    size_t line = 1;
    empty_lines(text, len, &line);
    return fmt_lab_read_setup(&reader, arb_rules_find("lab", 3), &setup, &error) ||
           error.line > line + 1;
}

/* Loads a Lab 3 set-up, under the given rules if they allow its board size, else under Lab 3's. */
static arb_game *load_lab(const arb_rules *given, const char *path, const char *text, size_t len)
{
    const arb_rules *rules = given->board.any_size ? given : arb_rules_find("lab", 3);
    fmt_lab_reader reader = fmt_lab_reader_on(text, len);
    fmt_lab_setup config;
    fmt_error error;
    arb_position position;
    if (!fmt_lab_read_setup(&reader, rules, &config, &error)) {
        cli_error_at(path, error.line, error.column, "%s", error.text);
        return NULL;
    }
    arb_faults faults = arb_position_set(&position, rules, &config.setup, ARB_KERNEL_AUTO, 0);
    if (faults != 0) {
        report_faults(path, 0, faults);
        return NULL;
    }
    return game_from(&position);
}

static bool looks_like_pgn(const char *path, const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && (text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r')))
        i++;
    if (ends_with(path, ".pgn") || (i < len && strchr("[{;%(*", text[i]) != NULL))
        return true;
    size_t digits = i;
    while (digits < len && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return digits > i && digits < len && text[digits] == '.';
}

arb_game *play_load(const arb_rules *rules, const char *path, fmt_pgn_tags *tags, arb_tree **tree)
{
    char *text;
    size_t len;
    arb_game *game;
    memset(tags, 0, sizeof *tags);
    *tree = NULL;
    if (!cli_read_file(path, &text, &len))
        return NULL;
    if (looks_like_pgn(path, text, len)) {
        fmt_error error = {.text = ""};
        game = fmt_pgn_open(rules, text, len, tree, tags, &error);
        if (error.text[0] != '\0')
            cli_error_at(path, error.line, error.column, "%s", error.text);
        if (game != NULL && error.text[0] != '\0')
            play_say("The game is opened up to there; what follows is kept when it is saved.");
        if (game != NULL && (tags->white[0] != '\0' || tags->black[0] != '\0'))
            play_say("%s - %s", tags->white, tags->black);
    } else if (!ends_with(path, ".fen") && is_lab(text, len)) {
        game = load_lab(rules, path, text, len);
    } else {
        game = load_fen(rules, path, text, len);
    }
    free(text);
    return game;
}

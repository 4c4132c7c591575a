/* why_lines.c: what was expected of a line, and by which rule, in words. Layer: grade. */
#include "grade/report/why_lines.h"

#include "common/utf8.h"
#include "formats/board_text.h"
#include "formats/line_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_nowhere(void *context, const char *text, size_t len)
{
    (void)context, (void)text, (void)len;
}

/* Quotes a line: valid UTF-8 is kept, bytes that could harm a terminal are replaced, and a long
 * line is cut. */
static void quote(char *buf, size_t cap, const char *text, size_t len)
{
    size_t used = 0;
    for (size_t i = 0, size; i < len; i += size) {
        uint32_t character = 0;
        size = utf8_read(text + i, len - i, &character);
        bool plain = size > 0 && !utf8_is_harmful(character);
        size = size > 0 ? size : 1;
        if (used + size + 5 > cap) {
            memcpy(buf + used, "...", 3);
            used += 3;
            break;
        }
        if (plain)
            memcpy(buf + used, text + i, size);
        else
            buf[used] = '?';
        used += plain ? size : 1;
    }
    buf[used] = '\0';
}

static void say_verdict(const arb_verdict *verdict, const arb_position *before, arb_coords coords,
                        grade_finding *finding)
{
    finding->verdict = verdict->code;
    finding->about_move = true;
    arb_verdict_text_in(verdict, before, coords, finding->why, sizeof finding->why);
}

/* Says which piece gives check, if one does. */
static void say_check(const arb_position *position, arb_colour colour, arb_coords coords,
                      grade_finding *finding)
{
    arb_square by;
    char name[16];
    arb_size size = arb_position_size(position);
    size_t len = strlen(finding->why);
    char *text = finding->why + len;
    size_t room = sizeof finding->why - len;
    const char *gap = len > 0 ? " " : "";
    if (arb_position_checkers(position, colour, &by, 1) == 0) {
        snprintf(text, room, "%s%s's king is not attacked.", gap, fmt_colour_name(colour));
        return;
    }
    if (coords == ARB_COORDS_XY)
        snprintf(name, sizeof name, "%d, %d", fmt_square_column(size, by),
                 fmt_square_row(size, by));
    else
        arb_square_write(size, by, name, sizeof name);
    const arb_rules *rules = arb_position_rules(position);
    snprintf(text, room, "%sThe %s on %s attacks %s's king%s.", gap,
             rules->kinds[arb_piece_kind(arb_position_piece(position, by))].name, name,
             fmt_colour_name(colour),
             arb_position_is_checkmate(position) ? ", and no move helps" : "");
}

/* ---- moves: a line of its own ---- */

typedef struct {
    const int *given;    /* the move that the submission calls illegal; NULL if there is none */
    arb_position before; /* the position before the next move */
    bool found;
    grade_finding *finding;
    grade_boards *boards;
} listening;

static arb_square square_of(arb_size size, int column, int row)
{
    return column < 1 || row < 1 || column > size.files || row > size.ranks
               ? ARB_NO_SQUARE
               : arb_square_at(size, column - 1, row - 1);
}

static void listen_to(void *context, const fmt_moves *moves, const int move[4], bool legal)
{
    listening *l = context;
    bool named = l->given != NULL && memcmp(l->given, move, 4 * sizeof *move) == 0;
    if (!l->found && (named || !legal)) {
        arb_size size = arb_position_size(&l->before);
        arb_verdict verdict = arb_position_verdict(&l->before, square_of(size, move[0], move[1]),
                                                   square_of(size, move[2], move[3]), ARB_NO_KIND);
        say_verdict(&verdict, &l->before, ARB_COORDS_FROM_ONE, l->finding);
        l->boards->before = l->before;
        l->found = true;
    }
    l->before = moves->position;
}

/* Reads the move of "1 1 3 3 illegal". */
static bool read_given(const char *given, size_t len, int move[4])
{
    fmt_line words = fmt_line_of(given, len);
    fmt_word word;
    for (int i = 0; i < 4; i++)
        if (!fmt_line_word(&words, &word) || !fmt_word_number(&word, &move[i]))
            return false;
    return true;
}

/* The boards outlive the asker that holds their rules. So they get rules that allow any set-up and
 * live as long as the program. */
static void outlive(arb_position *position)
{
    const arb_rules *rules = arb_rules_find("lab-bonus", strlen("lab-bonus"));
    arb_setup setup;
    arb_position drawn;
    arb_position_setup(position, ARB_EP_LEGAL, &setup);
    if (arb_position_set(&drawn, rules, &setup, ARB_KERNEL_AUTO, 0) != 0)
        arb_position_start(&drawn, rules);
    *position = drawn;
}

static void why_moves(grade_asker *asker, const grade_line *question, const char *given, size_t len,
                      grade_finding *finding, grade_boards *boards)
{
    const char *line = asker->test->text + question->at;
    const char *colon = memchr(line, ':', question->len);
    int move[4];
    listening l = {.finding = finding, .boards = boards};
    if (given != NULL && read_given(given, len, move))
        l.given = move;
    /* Runs once up to the colon, for the board before the first move. */
    size_t board = colon != NULL ? (size_t)(colon - line) + 1 : question->len;
    fmt_moves_judge(&asker->moves, line, board, NULL, NULL);
    l.before = boards->start = boards->before = asker->moves.position;
    fmt_moves_judge(&asker->moves, line, question->len, listen_to, &l);
    boards->after = asker->moves.position;
    if (!l.found)
        snprintf(finding->why, sizeof finding->why, "No rule forbids any of the moves.");
    outlive(&boards->start);
    outlive(&boards->before);
    outlive(&boards->after);
}

/* Compares the given lines with the answers to this question and those below it, one by one. */
size_t grade_lines_right(const grade_test *test, size_t question, const char *given, size_t len)
{
    size_t right = 0, at = 0;
    for (; question < test->count && at <= len; question++) {
        const char *end = memchr(given + at, '\n', len - at);
        size_t size = end != NULL ? (size_t)(end - given) - at : len - at;
        grade_line_cursor cursor = {.question = question};
        const char *expected;
        size_t expected_len;
        right += grade_line_expected(test, &cursor, &expected, &expected_len) &&
                 grade_line_is(test, expected, expected_len, given + at, size);
        at += size + 1;
    }
    return right;
}

/* ---- narrate and game: a question of a session ---- */

/* canMove names a side, so a possible move is refused to the other side and after the end of the
 * game. */
static void say_refused(const arb_verdict *verdict, const arb_position *before, arb_coords coords,
                        grade_finding *finding)
{
    arb_colour owner = arb_piece_colour(verdict->piece);
    arb_colour asked = strstr(finding->call, "BLACK") != NULL ? ARB_BLACK : ARB_WHITE;
    arb_verdict other = *verdict;
    other.code = owner != asked ? ARB_V_NOT_YOUR_TURN : ARB_V_GAME_OVER;
    say_verdict(&other, before, coords, finding);
    if (owner != asked)
        snprintf(finding->why, sizeof finding->why, "The %s there is %s's: %s cannot move it.",
                 arb_position_rules(before)->kinds[arb_piece_kind(verdict->piece)].name,
                 fmt_colour_name(owner), fmt_colour_name(asked));
}

static void why_session(const grade_asker *asker, const grade_boards *boards, const char *expected,
                        grade_finding *finding)
{
    bool game = asker->test->questions == GRADE_ASK_GAME;
    const arb_verdict *verdict = game ? &asker->script.verdict : &asker->narrator.verdict;
    bool judged = game ? asker->script.judged : asker->narrator.judged;
    arb_coords coords = game ? ARB_COORDS_XY : ARB_COORDS_ALGEBRAIC;
    arb_colour colour = arb_position_turn(&boards->after);
    bool refused = game && strcmp(expected, "false") == 0 && verdict->code == ARB_V_OK;
    if (judged && refused)
        say_refused(verdict, &boards->before, coords, finding);
    else if (judged)
        say_verdict(verdict, &boards->before, coords, finding);
    if (strstr(finding->call, "isInCheck") != NULL)
        say_check(&boards->after, strstr(finding->call, "BLACK") ? ARB_BLACK : ARB_WHITE, coords,
                  finding);
    else if (strstr(expected, " is in ") != NULL)
        say_check(&boards->after,
                  game && strncmp(expected, "WHITE", 5) == 0 ? ARB_WHITE
                  : game                                     ? ARB_BLACK
                                                             : colour,
                  coords, finding);
}

/* An entry of the history tells what a move led to: goes back to the position after that move. The
 * lines of the answer before it are entries, too; those that name a square are moves. */
static void go_to_entry(grade_asker *asker, size_t question, size_t said, grade_boards *boards)
{
    grade_line_cursor cursor = {.question = question};
    const char *entry;
    size_t len, moves = 0;
    while (cursor.said < said && grade_line_expected(asker->test, &cursor, &entry, &len)) {
        for (size_t i = 0; i + 4 <= len; i++)
            if (memcmp(entry + i, " at ", 4) == 0) {
                moves++;
                break;
            }
        grade_line_passed(asker->test, &cursor);
    }
    if (moves <= arb_game_length(asker->script.game) && arb_game_goto(asker->script.game, moves))
        boards->after = *arb_game_position(asker->script.game);
}

static bool run_to(grade_asker *asker, size_t question, grade_boards *boards)
{
    fmt_out out = {put_nowhere, NULL};
    fmt_error error;
    bool ok = grade_asker_start(asker, asker->test);
    if (asker->test->questions == GRADE_ASK_MOVES)
        return ok;
    arb_position_start(&boards->start, asker->test->rules);
    boards->before = boards->after = boards->start;
    for (size_t i = 0; ok && i <= question; i++) {
        boards->before = boards->after;
        asker->script.judged = asker->narrator.judged = false;
        ok = grade_asker_next(asker, &out, &error);
        if (asker->test->questions == GRADE_ASK_GAME || asker->narrator.started)
            boards->after = *grade_asker_position(asker);
    }
    return ok;
}

bool grade_why_line(const grade_test *test, size_t question, size_t said, const char *given,
                    size_t len, grade_finding *finding, grade_boards *boards)
{
    grade_asker *asker = malloc(sizeof *asker);
    grade_line_cursor cursor = {.question = question};
    const char *expected = "", *stop;
    size_t expected_len = 0;
    *finding = (grade_finding){.call = ""};
    if (asker == NULL)
        return false;
    while (grade_line_expected(test, &cursor, &expected, &expected_len) && cursor.said < said)
        grade_line_passed(test, &cursor);
    asker->test = test;
    bool ok = run_to(asker, question, boards);
    const grade_line *line = &test->lines[question];
    quote(finding->call, sizeof finding->call, test->text + line->at, line->len);
    quote(finding->expected, sizeof finding->expected, expected, expected_len);
    if (given != NULL) {
        stop = memchr(given, '\n', len);
        size_t first = stop != NULL ? (size_t)(stop - given) : len;
        quote(finding->given, sizeof finding->given, first > 0 ? given : "an empty line",
              first > 0 ? first : strlen("an empty line"));
        if (test->questions == GRADE_ASK_MOVES) {
            size_t right = grade_lines_right(test, question, given, len);
            finding->more = test->count - question - right - 1;
        }
        len = first;
    }
    if (ok && test->questions == GRADE_ASK_MOVES)
        why_moves(asker, line, given, len, finding, boards);
    else if (ok) {
        if (strcmp(finding->call, "history") == 0)
            go_to_entry(asker, question, said, boards);
        why_session(asker, boards, finding->expected, finding);
    }
    grade_asker_end(asker);
    free(asker);
    return ok;
}

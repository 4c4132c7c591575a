/* why_expected.c: what was expected and by which rule, in words. Layer: grade. Knows nothing of
 * submissions. */
#include "grade/report/why_expected.h"

#include "common/number.h"
#include "common/text_out.h"
#include "formats/board_text.h"
#include "grade/theme.h"

#include <stdio.h>
#include <string.h>

void grade_call_text(const fmt_lab_action *action, char *buf, size_t cap)
{
    int len = snprintf(buf, cap, "%s", fmt_lab_kind_name(action->kind));
    for (size_t i = 0; i < fmt_lab_kind_numbers(action->kind) && (size_t)len < cap; i++)
        len += snprintf(buf + len, cap - (size_t)len, " %d", action->at[i]);
}

static int put_place(char *buf, size_t cap, const char *word, arb_size size, arb_square square)
{
    if (square == ARB_NO_SQUARE || cap == 0)
        return 0;
    int len = snprintf(buf, cap, " %s %d %d", word, fmt_square_row(size, square),
                       fmt_square_column(size, square));
    return (size_t)len < cap ? len : (int)cap - 1;
}

/* Writes "false (blocked at 1 3)", and the sentence that explains it. */
static void say_verdict(const arb_position *before, const arb_verdict *verdict,
                        grade_finding *finding)
{
    arb_size size = arb_position_size(before);
    bool yes = verdict->code == ARB_V_OK;
    char places[40] = "";
    int len = put_place(places, sizeof places, "at", size, verdict->at);
    put_place(places + len, sizeof places - (size_t)len, "by", size, verdict->by);

    finding->verdict = verdict->code;
    finding->about_move = true;
    finding->rule = grade_theme_of_attempt(before, verdict);
    if (yes)
        snprintf(finding->expected, sizeof finding->expected, "true");
    else
        snprintf(finding->expected, sizeof finding->expected, "false (%s%s)",
                 arb_verdict_name(verdict->code), places);
    if (!yes) {
        arb_verdict_text_in(verdict, before, ARB_COORDS_RC, finding->why, sizeof finding->why);
        return;
    }
    const char *name = arb_position_rules(before)->kinds[arb_piece_kind(verdict->piece)].name;
    bool castles = arb_move_type_of(verdict->move) == ARB_CASTLING;
    bool passing = arb_move_type_of(verdict->move) == ARB_EN_PASSANT;
    snprintf(finding->why, sizeof finding->why,
             "The %s on %d, %d may %s to %d, %d%s: no rule forbids it.", name,
             fmt_square_row(size, verdict->from), fmt_square_column(size, verdict->from),
             castles ? "castle" : "move", fmt_square_row(size, verdict->to),
             fmt_square_column(size, verdict->to), passing ? ", taking in passing" : "");
}

static void say_threat(const arb_position *position, int row, int column, grade_finding *finding)
{
    enum { SHOWN = 4 };
    arb_square list[SHOWN];
    arb_size size = arb_position_size(position);
    arb_square square = fmt_square_at(size, row, column);
    arb_piece piece = square == ARB_NO_SQUARE ? ARB_NO_PIECE : arb_position_piece(position, square);
    finding->rule = grade_theme_name(GRADE_T_THREAT);
    bool yes = piece != ARB_NO_PIECE && arb_position_threatened(position, square);

    snprintf(finding->expected, sizeof finding->expected, "%s", yes ? "true" : "false");
    if (piece == ARB_NO_PIECE) {
        snprintf(finding->why, sizeof finding->why, "There is no piece at %d %d.", row, column);
        return;
    }
    const arb_rules *rules = arb_position_rules(position);
    arb_colour by = arb_other(arb_piece_colour(piece));
    if (!yes) {
        snprintf(finding->why, sizeof finding->why, "No %s piece attacks %d %d.",
                 by == ARB_WHITE ? "white" : "black", row, column);
        return;
    }
    size_t count = arb_position_attackers(position, square, by, list, SHOWN);
    arb_square first = list[0];
    int len = snprintf(finding->why, sizeof finding->why,
                       "It stands in the line of attack of the %s at %d %d",
                       rules->kinds[arb_piece_kind(arb_position_piece(position, first))].name,
                       fmt_square_row(size, first), fmt_square_column(size, first));
    for (size_t i = 1; i < count && i < SHOWN; i++)
        len +=
            put_place(finding->why + len, sizeof finding->why - (size_t)len, "and", size, list[i]);
    snprintf(finding->why + len, sizeof finding->why - (size_t)len, ".");
}

static void say_score(const grade_referee *referee, grade_finding *finding)
{
    const fmt_lab_answer *answer = &referee->answer;
    int32_t tenths = answer->tenths;
    const char *side = fmt_colour_name(arb_position_turn(&referee->before));
    finding->rule =
        grade_theme_name(answer->action.kind == FMT_LAB_SCORE ? GRADE_T_SCORE : GRADE_T_NEXT_SCORE);
    if (!answer->yes) {
        snprintf(finding->expected, sizeof finding->expected, "a number");
        return;
    }
    char text[NUMBER_TENTHS];
    snprintf(finding->expected, sizeof finding->expected, "%s", number_tenths(text, tenths));
    snprintf(finding->why, sizeof finding->why,
             answer->action.kind == FMT_LAB_SCORE
                 ? "%s's pieces and a tenth for each of its valid moves, less the same for the "
                   "other side."
                 : "The best score that %s can have after one move.",
             side);
}

void grade_expect(const grade_referee *referee, grade_finding *finding)
{
    const fmt_lab_answer *answer = &referee->answer;
    *finding = (grade_finding){.call = ""};
    grade_call_text(&answer->action, finding->call, sizeof finding->call);
    switch (answer->action.kind) {
    case FMT_LAB_MOVE_PIECE:
    case FMT_LAB_VALID_MOVE:
        say_verdict(&referee->before, &answer->verdict, finding);
        break;
    case FMT_LAB_UNDER_THREAT:
        say_threat(&referee->before, answer->action.at[0], answer->action.at[1], finding);
        break;
    case FMT_LAB_VALID_SCAN:
        snprintf(finding->expected, sizeof finding->expected, "%zu valid move%s of %s",
                 answer->count, answer->count == 1 ? "" : "s",
                 fmt_colour_name(arb_position_turn(&referee->before)));
        break;
    case FMT_LAB_THREAT_SCAN:
        snprintf(finding->expected, sizeof finding->expected, "%zu piece%s under threat",
                 answer->count, answer->count == 1 ? "" : "s");
        break;
    case FMT_LAB_SCORE:
    case FMT_LAB_NEXT_SCORE:
        say_score(referee, finding);
        break;
    case FMT_LAB_GET_PIECE:
        snprintf(finding->expected, sizeof finding->expected, "%s", answer->yes ? "true" : "false");
        snprintf(finding->why, sizeof finding->why,
                 answer->yes ? "A piece stands at %d %d." : "There is no piece at %d %d.",
                 answer->action.at[0], answer->action.at[1]);
        break;
    case FMT_LAB_DISPLAY:
        break;
    }
}

void grade_why_item(const grade_referee *referee, const fmt_lab_item *item, bool expected,
                    grade_finding *finding)
{
    const arb_position *before = &referee->before;
    arb_size size = arb_position_size(before);
    const uint8_t *at = item->at;

    *finding = (grade_finding){.call = ""};
    if (referee->answer.action.kind == FMT_LAB_VALID_SCAN) {
        arb_verdict verdict =
            arb_position_verdict_any_turn(before, fmt_square_at(size, at[0], at[1]),
                                          fmt_square_at(size, at[2], at[3]), ARB_NO_KIND);
        snprintf(finding->call, sizeof finding->call, "isValidMove %d %d %d %d", at[0], at[1],
                 at[2], at[3]);
        say_verdict(before, &verdict, finding);
    } else {
        snprintf(finding->call, sizeof finding->call, "isPieceUnderThreat %d %d", at[0], at[1]);
        say_threat(before, at[0], at[1], finding);
    }
    snprintf(finding->given, sizeof finding->given, "%s", expected ? "false" : "true");
}

static const char *piece_words(const arb_rules *rules, char letter, char *buf, size_t cap)
{
    arb_kind kind = arb_rules_kind(rules, letter);
    if (kind == ARB_NO_KIND)
        return letter == '.' ? "nothing" : "something unknown";
    snprintf(buf, cap, "a %s %s", letter >= 'a' ? "black" : "white", rules->kinds[kind].name);
    return buf;
}

/* Is it the wanted board? If not, the finding describes the first square that differs. */
static bool compare_boards(const arb_rules *rules, int columns, const char *rows, size_t len,
                           grade_finding *finding)
{
    const char *wanted = finding->wanted;
    size_t at = 0, cut = len < sizeof finding->board ? len : sizeof finding->board - 1;
    char is[48], should[48];
    while (at < len && wanted[at] != '\0' && wanted[at] == rows[at])
        at++;
    if (at == len && wanted[at] == '\0')
        return true;
    finding->about_board = true;
    memcpy(finding->board, rows, cut);
    finding->board[cut] = '\0';
    if (len != strlen(wanted)) {
        snprintf(finding->given, sizeof finding->given, "a board of another size");
        return false;
    }
    snprintf(finding->why, sizeof finding->why, "At %d %d expected: %s; your board has %s.",
             (int)at / (columns + 1), (int)at % (columns + 1),
             piece_words(rules, wanted[at], should, sizeof should),
             piece_words(rules, rows[at], is, sizeof is));
    return false;
}

bool grade_why_board(const grade_referee *referee, const char *rows, size_t len,
                     grade_finding *finding)
{
    const arb_position *after = &referee->lab.position;
    fmt_lab_kind kind = referee->answer.action.kind;
    bool says_yes = fmt_lab_kind_numbers(kind) > 0;
    grade_expect(referee, finding);
    snprintf(finding->given, sizeof finding->given, "%s, but the wrong board",
             !says_yes             ? "the right answer"
             : referee->answer.yes ? "true"
                                   : "false");
    finding->rule = "the board after a right answer";
    fmt_rows_text(after, finding->wanted);
    return compare_boards(arb_position_rules(after), arb_position_size(after).files, rows, len,
                          finding);
}

/* ---- The set-up ---- */

static void wanted_rows(const grade_test *test, size_t count, char *rows)
{
    arb_size size = test->setup.setup.size;
    size_t wide = (size_t)size.files + 1;
    for (int row = 0; row < size.ranks; row++) {
        memset(rows + (size_t)row * wide, '.', size.files);
        rows[(size_t)row * wide + size.files] = row + 1 < size.ranks ? '/' : '\0';
    }
    for (size_t i = 0; i < count; i++) {
        const fmt_lab_piece *piece = &test->pieces[i];
        rows[(size_t)piece->row * wide + (size_t)piece->column] =
            piece->white ? (char)(piece->letter - 'a' + 'A') : piece->letter;
    }
}

/* Does the piece come to a square on which another was created before? */
static bool replaces_another(const grade_test *test, size_t index)
{
    const fmt_lab_piece *piece = &test->pieces[index];
    for (size_t i = 0; i < index; i++)
        if (test->pieces[i].row == piece->row && test->pieces[i].column == piece->column)
            return true;
    return false;
}

void grade_expect_piece(const grade_test *test, size_t index, grade_finding *finding)
{
    const fmt_lab_piece *piece = &test->pieces[index];
    const char *name = test->rules->kinds[arb_rules_kind(test->rules, piece->letter)].name;
    *finding = (grade_finding){.call = ""};
    snprintf(finding->call, sizeof finding->call, "createChessPiece %s %c%s %d %d",
             piece->white ? "White" : "Black", name[0] - 'a' + 'A', name + 1, piece->row,
             piece->column);
    snprintf(finding->expected, sizeof finding->expected, "a %s %s at %d %d",
             piece->white ? "white" : "black", name, piece->row, piece->column);
    finding->rule = "creating pieces";
    if (replaces_another(test, index))
        snprintf(finding->why, sizeof finding->why,
                 "It replaces the piece that was created there before.");
}

bool grade_why_pieces(const grade_test *test, size_t count, const char *rows, size_t len,
                      grade_finding *finding)
{
    grade_expect_piece(test, count - 1, finding);
    snprintf(finding->given, sizeof finding->given, "the wrong board");
    wanted_rows(test, count, finding->wanted);
    return compare_boards(test->rules, test->setup.setup.size.files, rows, len, finding);
}

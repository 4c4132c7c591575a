/* test_fmt_lab.c: Lab 3's reader, runner and views. The course's own files are compared if the
 * folder ../shared/data exists. */
#include "check.h"
#include "fmt_buffer.h"
#include "formats/lab/lab.h"

#include <stdlib.h>

static const arb_rules *rules_of(const char *name)
{
    return arb_rules_find(name, strlen(name));
}

/* ---- malformed configs ---- */

static void check_mistake(const char *text, size_t len, size_t line, size_t column,
                          const char *expected)
{
    fmt_lab_reader reader = fmt_lab_reader_on(text, len);
    fmt_lab_setup setup;
    fmt_lab_action action;
    fmt_error error = {0, 0, ""};
    bool mistake = !fmt_lab_read_setup(&reader, rules_of("lab"), &setup, &error);
    fmt_lab_read read = FMT_LAB_ACTION;
    while (!mistake && read == FMT_LAB_ACTION)
        read = fmt_lab_read_action(&reader, &action, &error);
    check_case("%s", expected);
    CHECK(mistake || read == FMT_LAB_MISTAKE);
    CHECK_EQ_INT(error.line, line);
    CHECK_EQ_INT(error.column, column);
    CHECK_EQ_TEXT(error.text, expected);
}

TEST(every_mistake_in_a_config_has_its_line_and_column)
{
    static const struct {
        const char *text;
        size_t line, column;
        const char *expected;
    } cases[] = {
        {"", 1, 1, "the file ends where the points should be"},
        {"// only a comment\n\n", 3, 1, "the file ends where the points should be"},
        {"x\n", 1, 1, "the points expected, not 'x'"},
        {"-1\n", 1, 1, "the points must be from 0 to 999999999, not -1"},
        {"9999999999\n", 1, 1, "the points expected, not '9999999999'"},
        {"0 1\n", 1, 3, "'1' is one word too many"},
        {"0\n", 2, 1, "the file ends where the numbers of rows and columns should be"},
        {"0\n0 0\n", 2, 1, "the number of rows must be from 1 to 32, not 0"},
        {"0\n33 1\n", 2, 1, "the number of rows must be from 1 to 32, not 33"},
        {"0\n1 33\n", 2, 3, "the number of columns must be from 1 to 32, not 33"},
        {"0\n-1 4\n", 2, 1, "the number of rows must be from 1 to 32, not -1"},
        {"0\n8\n", 2, 2, "the number of columns expected at the end of the line"},
        {"0\n8 8 8\n", 2, 5, "'8' is one word too many"},
        {"0\n8 8\n", 3, 1, "the file ends where a piece or '~' should be"},
        {"0\n8 8\nisValidScan\n", 3, 1, "a piece (b or w) or '~' expected, not 'isValidScan'"},
        {"0\n8 8\nw\n", 3, 2, "the letter of a piece expected at the end of the line"},
        {"0\n8 8\nw x 0 0\n", 3, 3, "the letter of a piece expected, not 'x'"},
        {"0\n8 8\nw K 0 0\n", 3, 3, "the letter of a piece expected, not 'K'"},
        {"0\n8 8\nw k zero 0\n", 3, 5, "the row expected, not 'zero'"},
        {"0\n8 8\nw k 8 0\n", 3, 5, "the row must be from 0 to 7, not 8"},
        {"0\n8 8\nw k 0 -1\n", 3, 7, "the column must be from 0 to 7, not -1"},
        {"0\n8 8\nw k 0\n", 3, 6, "the column expected at the end of the line"},
        {"0\n8 8\nw k 0 0 0\n", 3, 9, "'0' is one word too many"},
        {"0\n8 8\n~ ~\n", 3, 3, "'~' is one word too many"},
        {"0\n8 8\n~\nmove 0 0 0 0\n", 4, 1,
         "an action such as movePiece or isValidScan expected, not 'move'"},
        {"0\n8 8\n~\nmovePiece 0 0 0\n", 4, 16,
         "the target's column expected at the end of the line"},
        {"0\n8 8\n~\nmovePiece 0 a 0 0\n", 4, 13, "a column expected, not 'a'"},
        {"0\n8 8\n~\nisValidScan now\n", 4, 13, "'now' is one word too many"},
        {"0\n8 8\n~\r\n\tisValidMove 1.5 0 0 0\r\n", 4, 14, "a row expected, not '1.5'"},
        {"0\n8 8\n~\n// \xff\n", 4, 4, "a byte 0xff that is no text"},
        {"0\n8\r8\n", 2, 2, "a byte 0x0d that is no text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_mistake(cases[i].text, strlen(cases[i].text), cases[i].line, cases[i].column,
                      cases[i].expected);
    check_mistake("0\n8 8\n\0~\n", 9, 3, 1, "a byte 0x00 that is no text");
}

TEST(a_line_of_ten_megabytes_is_a_mistake_like_any_other)
{
    size_t len = 10u << 20;
    char *text = malloc(len);
    if (!CHECK(text != NULL))
        return;
    memset(text, 'x', len);
    check_mistake(text, len, 1, 1,
                  "the points expected, not 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'");
    free(text);
}

/* ---- running ---- */

/* Runs a valid config and gives its lines of JSON. */
static void run_config(const char *rules, const char *text, buffer *out)
{
    fmt_lab_reader reader = fmt_lab_reader_on(text, strlen(text));
    fmt_out to = buffer_out(out);
    fmt_lab_setup setup;
    fmt_lab_action action;
    fmt_lab_answer answer;
    fmt_error error;
    fmt_lab lab;
    arb_faults faults;

    if (!CHECK(fmt_lab_read_setup(&reader, rules_of(rules), &setup, &error)) ||
        !CHECK(fmt_lab_start(&lab, rules_of(rules), &setup.setup, ARB_MOBILITY_VALID, &faults)))
        return;
    while (fmt_lab_read_action(&reader, &action, &error) == FMT_LAB_ACTION)
        if (CHECK(fmt_lab_run(&lab, &action, &answer)))
            fmt_lab_json(&to, "f", &answer, &lab.position);
    fmt_lab_end(&lab);
}

TEST(byte_order_mark_crlf_comments_and_blank_lines_are_skipped)
{
    static buffer out;
    run_config("lab",
               "\xEF\xBB\xBF"
               "0\r\n\r\n  // sizes\r\n2 2\r\nw\tk 1 0 \r\n~\r\n//x\r\n movePiece 1 0 0 0",
               &out);
    CHECK_EQ_TEXT(out.text,
                  "{\"file\":\"f\",\"line\":8,\"action\":\"movePiece\",\"move\":[1,0,0,0],"
                  "\"ok\":true,\"verdict\":\"ok\",\"board\":\"K./..\"}\n");
}

TEST(a_later_piece_on_the_same_square_replaces_the_earlier_one)
{
    static buffer out;
    run_config("lab", "0\n1 3\nw r 0 1\nb k 0 1\n~\ndisplayBoard\n", &out);
    CHECK_EQ_TEXT(out.text,
                  "{\"file\":\"f\",\"line\":6,\"action\":\"displayBoard\",\"board\":\".k.\"}\n");
}

TEST(coordinates_off_the_board_are_an_answer)
{
    static buffer out;
    run_config("lab",
               "0\n1 1\nw k 0 0\n~\nmovePiece 0 0 -1 0\nisValidMove 5 5 0 0\n"
               "isPieceUnderThreat 9 9\n",
               &out);
    CHECK(strstr(out.text, "\"move\":[0,0,-1,0],\"ok\":false,\"verdict\":\"off-board\"") != NULL);
    CHECK(strstr(out.text, "\"move\":[5,5,0,0],\"ok\":false,\"verdict\":\"off-board\"") != NULL);
    CHECK(strstr(out.text, "\"square\":[9,9],\"threatened\":false") != NULL);
}

/* Sets up the largest board with 500 pieces, of which the last two may be kings. */
static void start_large(fmt_lab *lab, bool kings)
{
    static buffer text;
    fmt_out to = buffer_out(&text);
    fmt_lab_setup setup;
    fmt_error error;
    arb_faults faults;
    unsigned seed = 1;

    fmt_put_text(&to, "0\n32 32\n");
    for (int i = 0; i < 500; i++) {
        unsigned r[4];
        for (int n = 0; n < 4; n++)
            r[n] = (seed = seed * 1103515245u + 12345u) >> 16;
        fmt_putf(&to, "%c %c %u %u\n", i % 2 ? 'w' : 'b',
                 "qrbnpk"[kings && i >= 498 ? 5 : r[1] % 5], r[2] % 32, r[3] % 32);
    }
    fmt_put_text(&to, "~\n");
    fmt_lab_reader reader = fmt_lab_reader_on(text.text, text.len);
    CHECK(fmt_lab_read_setup(&reader, rules_of("lab-bonus"), &setup, &error));
    CHECK(fmt_lab_start(lab, rules_of("lab-bonus"), &setup.setup, ARB_MOBILITY_VALID, &faults));
}

static void check_scan(bool kings)
{
    fmt_lab lab;
    fmt_lab_action scan = {.kind = FMT_LAB_VALID_SCAN};
    fmt_lab_answer answer, one;
    size_t next = 0;

    start_large(&lab, kings);
    CHECK(fmt_lab_run(&lab, &scan, &answer));
    CHECK(kings ? answer.count > 0 : answer.count > 2000);
    for (int from = 0; from < 1024; from++)
        for (int target = 0; target < 1024; target++) {
            int at[4] = {from / 32, from % 32, target / 32, target % 32};
            const uint8_t *item = next < answer.count ? answer.items[next].at : NULL;
            bool listed = item && item[0] == at[0] && item[1] == at[1] && item[2] == at[2] &&
                          item[3] == at[3];
            fmt_lab_action ask = {FMT_LAB_VALID_MOVE, 0, {at[0], at[1], at[2], at[3]}};
            fmt_lab_run(&lab, &ask, &one);
            if (one.yes != listed) {
                check_case("%d %d %d %d", at[0], at[1], at[2], at[3]);
                CHECK_EQ_INT(one.yes, listed);
            }
            next += listed;
        }
    CHECK_EQ_INT(next, answer.count);
    fmt_lab_end(&lab);
}

TEST(a_scan_lists_exactly_the_moves_that_are_valid)
{
    check_scan(false);
    check_scan(true);
}

/* ---- the course's own files ---- */

static uint32_t crc32(uint32_t crc, const char *text, size_t len)
{
    crc = ~crc;
    for (size_t i = 0; i < len; i++) {
        crc ^= (unsigned char)text[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ ((crc & 1u) ? 0xEDB88320u : 0u);
    }
    return ~crc;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Writes "19 db14c7a0": the length of the list and the CRC-32 of its entries, sorted as text and
 * joined by blanks. */
static void digest(const fmt_lab_answer *answer, char *buf, size_t cap)
{
    enum { WORD = 16, WORDS = 4096 };
    static char words[WORDS][WORD];
    bool moves = answer->action.kind == FMT_LAB_VALID_SCAN;
    uint32_t crc = 0;

    for (size_t i = 0; i < answer->count && i < WORDS; i++) {
        const uint8_t *at = answer->items[i].at;
        if (moves)
            snprintf(words[i], WORD, "%d,%d,%d,%d", at[0], at[1], at[2], at[3]);
        else
            snprintf(words[i], WORD, "%d,%d", at[0], at[1]);
    }
    qsort(words, answer->count, WORD, compare_words);
    for (size_t i = 0; i < answer->count; i++) {
        crc = i > 0 ? crc32(crc, " ", 1) : crc;
        crc = crc32(crc, words[i], strlen(words[i]));
    }
    snprintf(buf, cap, "%zu %08x", answer->count, crc);
}

typedef struct {
    fmt_lab_reader reader;
    fmt_lab lab;
    char name[64];
} course_file;

static bool open_course_file(course_file *file, const char *name)
{
    char path[160];
    static char text[1 << 16];
    fmt_lab_setup setup;
    fmt_error error;
    arb_faults faults;

    snprintf(path, sizeof path, "../shared/data/seeds/purdue/%.100s", name);
    FILE *in = check_open(path);
    if (!CHECK(in != NULL))
        return false;
    size_t len = fread(text, 1, sizeof text, in);
    fclose(in);
    snprintf(file->name, sizeof file->name, "%.63s", name);
    file->reader = fmt_lab_reader_on(text, len);
    return CHECK(fmt_lab_read_setup(&file->reader, rules_of("lab"), &setup, &error)) &&
           CHECK(fmt_lab_start(&file->lab, rules_of("lab"), &setup.setup, ARB_MOBILITY_VALID,
                               &faults));
}

/* Compares board and turn only, because the table's castling field is always "-". */
static void check_final(const course_file *file, const char *expected)
{
    char fen[256];
    arb_position_fen(&file->lab.position, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    char *turn = strchr(fen, ' ');
    if (CHECK(turn != NULL))
        turn[2] = '\0';
    CHECK(strncmp(fen, expected, strlen(fen)) == 0);
}

static void check_row(course_file *file, const char *line, const char *expected)
{
    fmt_lab_action action;
    fmt_lab_answer answer;
    fmt_error error;
    char got[32];

    if (strcmp(line, "-") == 0) {
        CHECK(fmt_lab_read_action(&file->reader, &action, &error) == FMT_LAB_END);
        check_final(file, expected);
        fmt_lab_end(&file->lab);
        file->name[0] = '\0';
        return;
    }
    if (!CHECK(fmt_lab_read_action(&file->reader, &action, &error) == FMT_LAB_ACTION))
        return;
    CHECK(fmt_lab_run(&file->lab, &action, &answer));
    CHECK_EQ_INT(action.line, strtol(line, NULL, 10));
    if (action.kind == FMT_LAB_MOVE_PIECE)
        snprintf(got, sizeof got, "%d", answer.yes);
    else
        digest(&answer, got, sizeof got);
    CHECK_EQ_TEXT(got, expected);
}

TEST(the_course_files_give_what_the_course_expects)
{
    static course_file file;
    char row[256];
    FILE *table = check_open("../shared/data/seeds/purdue_expected.tsv");
    if (table == NULL)
        return;
    unsigned rows = 0;
    while (fgets(row, sizeof row, table)) {
        row[strcspn(row, "\n")] = '\0';
        if (row[0] == '#')
            continue;
        char *field[4] = {row, NULL, NULL, NULL};
        for (int i = 1; i < 4 && field[i - 1] != NULL; i++)
            if ((field[i] = strchr(field[i - 1], '\t')) != NULL)
                *field[i]++ = '\0';
        check_case("%s:%s", field[0], field[1] ? field[1] : "?");
        if (!CHECK(field[3] != NULL))
            break;
        if (strcmp(file.name, field[0]) != 0 && !open_course_file(&file, field[0]))
            break;
        check_row(&file, field[1], field[3]);
        rows++;
    }
    fclose(table);
    CHECK(rows > 3000);
}

int main(void)
{
    RUN(every_mistake_in_a_config_has_its_line_and_column);
    RUN(a_line_of_ten_megabytes_is_a_mistake_like_any_other);
    RUN(byte_order_mark_crlf_comments_and_blank_lines_are_skipped);
    RUN(a_later_piece_on_the_same_square_replaces_the_earlier_one);
    RUN(coordinates_off_the_board_are_an_answer);
    RUN(a_scan_lists_exactly_the_moves_that_are_valid);
    RUN(the_course_files_give_what_the_course_expects);
    return check_result();
}

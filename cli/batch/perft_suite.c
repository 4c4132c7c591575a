/* perft_suite.c: files of positions with known counts, "FEN ;D1 20 ;D2 400". Layer: cli. */
#include "cli/batch/perft_suite.h"
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "common/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The results of a file's lines. */
typedef struct {
    size_t right, wrong, skipped;
    uint64_t nodes;
} tally;

static bool at_blank(const cli_lines *lines, size_t at)
{
    return at < lines->len && (lines->text[at] == ' ' || lines->text[at] == '\t');
}

static int bad_line(const cli_lines *lines, size_t at, const char *text)
{
    cli_error_at(lines->name, lines->number, at + 1, "%s", text);
    return CLI_BAD_INPUT;
}

static bool read_digits(const cli_lines *lines, size_t *at, uint64_t max, uint64_t *number)
{
    size_t n = number_read(lines->text + *at, lines->len - *at, max, number);
    *at += n;
    return n > 0;
}

/* Reads ";D3 8902" at *at into depth and count, and moves *at past it. */
static int read_count(const cli_lines *lines, size_t *at, unsigned *depth, uint64_t *count)
{
    uint64_t number = 0;
    if (lines->text[*at] != ';')
        return bad_line(lines, *at, "';' expected");
    ++*at;
    while (at_blank(lines, *at))
        ++*at;
    if (*at >= lines->len || lines->text[*at] != 'D')
        return bad_line(lines, *at, "a depth expected, as in D3");
    ++*at;
    if (!read_digits(lines, at, CLI_PERFT_DEPTH_LIMIT, &number))
        return bad_line(lines, *at, "a depth is a number up to 64");
    *depth = (unsigned)number;
    if (!at_blank(lines, *at))
        return bad_line(lines, *at, "a blank expected between depth and count");
    while (at_blank(lines, *at))
        ++*at;
    if (!read_digits(lines, at, UINT64_MAX, count))
        return bad_line(lines, *at, "a count expected");
    while (at_blank(lines, *at))
        ++*at;
    return CLI_OK;
}

static void put_head(const char *word, const cli_lines *lines, size_t fen_len)
{
    printf("%-5s  ", word);
    cli_safe_text(stdout, lines->text, fen_len);
}

static void put_refusal(const cli_lines *lines, size_t fen_len, arb_faults faults)
{
    put_head("WRONG", lines, fen_len);
    fputs("  refused:", stdout);
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1)
        if (faults & bit)
            printf(" %s", arb_fault_name(bit));
    putchar('\n');
}

/* Counts the depths of one line up to the first wrong one. */
static int count_line(const cli_suite *suite, const cli_lines *lines, size_t fen_len, size_t at,
                      const arb_position *position, tally *sum)
{
    uint64_t line_nodes = 0;
    size_t counted = 0, skipped = 0;
    bool wrong = false;
    if (at == lines->len)
        return bad_line(lines, at, "a count expected, as in ;D1 20");
    while (at < lines->len) {
        cli_perft perft = suite->perft;
        uint64_t expected = 0, nodes = 0;
        int code = read_count(lines, &at, &perft.depth, &expected);
        if (code != CLI_OK)
            return code;
        if (wrong)
            continue;
        if (expected > suite->max_nodes) {
            skipped++;
            continue;
        }
        if (!cli_perft_total(&perft, position, &nodes))
            return CLI_INTERNAL;
        counted++;
        line_nodes += nodes;
        if (nodes != expected) {
            put_head("WRONG", lines, fen_len);
            printf("  D%u: counted %" PRIu64 ", expected %" PRIu64 "\n", perft.depth, nodes,
                   expected);
            wrong = true;
        }
    }
    sum->nodes += line_nodes;
    sum->skipped += skipped;
    sum->wrong += wrong;
    if (wrong)
        return CLI_NO;
    sum->right++;
    put_head("ok", lines, fen_len);
    printf("  %zu count%s, %" PRIu64 " nodes", counted, counted == 1 ? "" : "s", line_nodes);
    if (skipped > 0)
        printf(", %zu skipped", skipped);
    putchar('\n');
    return CLI_OK;
}

static int run_line(const cli_suite *suite, const cli_lines *lines, tally *sum)
{
    arb_setup setup;
    arb_position position;
    arb_error error;
    const char *semicolon = memchr(lines->text, ';', lines->len);
    size_t at = semicolon != NULL ? (size_t)(semicolon - lines->text) : lines->len;
    size_t fen_len = at;
    while (fen_len > 0 && at_blank(lines, fen_len - 1))
        fen_len--;
    if (arb_fen_read(&setup, suite->rules, lines->text, fen_len, &error) != ARB_OK)
        return bad_line(lines, error.offset, error.text);
    arb_faults faults =
        arb_position_set(&position, suite->rules, &setup, suite->kernel, suite->accept);
    if (faults != 0) {
        put_refusal(lines, fen_len, faults);
        sum->wrong++;
        return CLI_NO;
    }
    return count_line(suite, lines, fen_len, at, &position, sum);
}

int cli_suite_run(const cli_suite *suite, const char *path)
{
    cli_lines lines;
    tally sum = {.right = 0};
    int code = CLI_OK; /* the worst result of all lines */
    if (!cli_lines_open(&lines, path))
        return CLI_BAD_INPUT;
    while (code != CLI_INTERNAL && !ferror(stdout) && cli_lines_next(&lines)) {
        if (lines.len == 0 || lines.text[0] == '#')
            continue;
        int one = run_line(suite, &lines, &sum);
        code = one > code ? one : code;
    }
    if (lines.failed)
        code = CLI_BAD_INPUT;
    cli_lines_close(&lines);
    printf("%zu ok, %zu wrong; %zu counts skipped; %" PRIu64 " nodes\n", sum.right, sum.wrong,
           sum.skipped, sum.nodes);
    return code;
}

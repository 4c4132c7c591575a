/* epd.c: Extended Position Description: the first four fields of a FEN and operations such as `bm
 * Nf3; id "mate 1";`. Layer: setup. Operations are stored as text; what they mean is up to the
 * caller. */
#include "base/error.h"
#include "base/text.h"
#include "setup/setup.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool begins_name(char c)
{
    return arb__is_letter(c) || c == '_';
}

static size_t skip_blanks(const char *text, size_t len, size_t at)
{
    while (at < len && is_blank(text[at]))
        at++;
    return at;
}

/* The end of the operand that begins at `at`; a string ends behind its closing quote. */
static size_t operand_end(const char *text, size_t len, size_t at)
{
    if (text[at] == '"') {
        const char *close = (const char *)memchr(text + at + 1, '"', len - at - 1);
        return close ? (size_t)(close - text) + 1 : len;
    }
    while (at < len && !is_blank(text[at]) && text[at] != ';')
        at++;
    return at;
}

/* Reads the next operation; at the end of the text its opcode is empty. Returns NULL, or a sentence
 * that says what is wrong at *at. */
static const char *read_operation(const char *text, size_t len, size_t *at, arb_epd_operation *op)
{
    size_t i = *at;
    while (i < len && (is_blank(text[i]) || text[i] == ';'))
        i++;
    op->opcode = op->opcode_end = op->operands = op->operands_end = *at = i;
    if (i == len)
        return NULL;
    if (!begins_name(text[i]))
        return "the name of an operation starts with a letter";
    while (i < len && (begins_name(text[i]) || arb__is_digit(text[i])))
        i++;
    op->opcode_end = i;
    op->operands = op->operands_end = skip_blanks(text, len, i);
    for (i = op->operands; i < len && text[i] != ';'; i = skip_blanks(text, len, i)) {
        *at = i;
        if (text[i] == '"' && memchr(text + i + 1, '"', len - i - 1) == NULL)
            return "this text in quotes does not end";
        i = op->operands_end = operand_end(text, len, i);
    }
    *at = i < len ? i + 1 : i;
    return NULL;
}

bool arb_epd_next(const char *text, size_t len, size_t *at, arb_epd_operation *operation)
{
    return read_operation(text, len, at, operation) == NULL &&
           operation->opcode != operation->opcode_end;
}

bool arb_epd_operand(const char *text, const arb_epd_operation *operation, size_t *at,
                     size_t *begin, size_t *end)
{
    size_t last = operation->operands_end;
    size_t i = *at < operation->operands ? operation->operands : *at;
    i = skip_blanks(text, last, i);
    if (i >= last)
        return false;
    *at = operand_end(text, last, i);
    bool quoted = text[i] == '"' && *at > i + 1;
    *begin = quoted ? i + 1 : i;
    *end = quoted ? *at - 1 : *at;
    return true;
}

/* Sets *clock to the operand of the operation `name`, if it is a number that FEN allows. */
static void take_clock(const char *text, const arb_epd_operation *op, const char *name,
                       uint32_t least, uint32_t *clock)
{
    size_t len = op->opcode_end - op->opcode, at = 0, begin, end;
    uint32_t number;
    if (len != strlen(name) || memcmp(text + op->opcode, name, len) != 0 ||
        !arb_epd_operand(text, op, &at, &begin, &end))
        return;
    if (arb__read_digits(text + begin, end - begin, 6, &number) == end - begin && number >= least)
        *clock = number;
}

/* The end of the first `count` fields, which are separated by single blanks. */
static size_t fields_end(const char *text, size_t len, unsigned count)
{
    size_t at = 0;
    for (; at < len; at++)
        if (is_blank(text[at]) && --count == 0)
            break;
    return at;
}

/* Are there two clocks behind the fourth field, as in many files? */
static bool clocks_follow(const char *text, size_t len, size_t at)
{
    for (int field = 0; field < 2; field++) {
        if (at + 1 >= len || text[at] != ' ' || !arb__is_digit(text[at + 1]))
            return false;
        for (at++; at < len && arb__is_digit(text[at]); at++)
            ;
    }
    return at == len || is_blank(text[at]) || text[at] == ';';
}

arb_status arb_epd_read(arb_setup *setup, const arb_rules *rules, const char *text, size_t len,
                        size_t *operations, arb_error *error)
{
    arb_epd_operation op;
    arb_setup read;
    unsigned fields = 4;
    size_t at = fields_end(text, len, fields);
    size_t fifth = fields_end(text, len, 5);
    if (rules->ending.checks != 0 && memchr(text + at, '+', fifth - at) != NULL)
        at = fields_end(text, len, ++fields);
    if (clocks_follow(text, len, at)) {
        at = fields_end(text, len, fields + 2);
        if (at > 0 && text[at - 1] == ';')
            at--;
    }
    arb_status status = arb_fen_read(&read, rules, text, at, error);
    if (status != ARB_OK)
        return status;
    size_t first = skip_blanks(text, len, at);
    for (at = first;;) {
        const char *wrong = read_operation(text, len, &at, &op);
        if (wrong)
            return arb__fail(error, ARB_BAD_TEXT, at, wrong);
        if (op.opcode == op.opcode_end)
            break;
        take_clock(text, &op, "hmvc", 0, &read.halfmove);
        take_clock(text, &op, "fmvn", 1, &read.fullmove);
    }
    *setup = read;
    if (operations)
        *operations = first;
    return arb__no_error(error);
}

size_t arb_epd_write(const arb_setup *setup, const arb_rules *rules, const char *operations,
                     size_t len, char *buf, size_t cap)
{
    arb_epd_operation op;
    size_t fen = arb_fen_write(setup, rules, ARB_X_FEN, buf, cap);
    arb__writer clocks = {NULL, 0, 0}; /* EPD has no clocks: their length is only counted */
    arb__put_text(&clocks, " ");
    arb__put_number(&clocks, setup->halfmove);
    arb__put_text(&clocks, " ");
    arb__put_number(&clocks, setup->fullmove);
    arb__writer out = {buf, cap, fen - clocks.len};
    if (out.len < cap)
        buf[out.len] = '\0';
    for (size_t at = 0; arb_epd_next(operations, len, &at, &op);) {
        size_t operand = 0, begin, end;
        arb__put_char(&out, ' ');
        arb__put_bytes(&out, operations + op.opcode, op.opcode_end - op.opcode);
        while (arb_epd_operand(operations, &op, &operand, &begin, &end)) {
            bool quoted = operand > end;
            arb__put_char(&out, ' ');
            arb__put_bytes(&out, operations + begin - quoted, end + quoted - (begin - quoted));
        }
        arb__put_char(&out, ';');
    }
    return out.len;
}

/* pgn_token.c: takes the text of game scores apart, token by token. Layer: notation.
 *
 * Nothing is copied and nothing fails: every byte belongs to a token or is blank. Knows neither
 * moves nor games. */
#include "notation/pgn_chars.h"

#include <string.h>

static char peek(const arb_pgn_reader *in, size_t at)
{
    return at < in->len ? in->text[at] : '\n';
}

static size_t line_end(const arb_pgn_reader *in, size_t from)
{
    const char *found = (const char *)memchr(in->text + from, '\n', in->len - from);
    return found ? (size_t)(found - in->text) : in->len;
}

/* Skips blanks. Returns true if they contain an empty line. */
static bool skip_blanks(arb_pgn_reader *in)
{
    bool empty = in->line_start;
    bool blank_line = false;
    for (; in->at < in->len && arb__is_blank(in->text[in->at]); in->at++) {
        if (in->text[in->at] != '\n')
            continue;
        blank_line |= empty;
        empty = true;
        in->line_start = true;
        in->after_tag = false;
    }
    return blank_line;
}

static bool is_name(char c)
{
    return arb__is_letter(c) || arb__is_digit(c) || c == '_';
}

/* Is there a tag's head, `[Name "`? */
static bool tag_head(const arb_pgn_reader *in, arb_pgn_token *token)
{
    size_t at = token->begin + 1;
    while (peek(in, at) == ' ' || peek(in, at) == '\t')
        at++;
    token->name_begin = at;
    while (is_name(peek(in, at)))
        at++;
    token->name_end = at;
    while (peek(in, at) == ' ' || peek(in, at) == '\t')
        at++;
    token->value_begin = at + 1;
    return token->name_end > token->name_begin && peek(in, at) == '"';
}

/* The next quote, backslash or line end, eight bytes at a time. */
static size_t find_mark(const arb_pgn_reader *in, size_t at)
{
    for (; at + 8 <= in->len; at += 8) {
        uint64_t bytes = arb__load_eight(in->text + at);
        uint64_t marks = arb__zero_bytes(bytes ^ arb__each_byte('"')) |
                         arb__zero_bytes(bytes ^ arb__each_byte('\\')) |
                         arb__zero_bytes(bytes ^ arb__each_byte('\n'));
        if (marks != 0)
            return at + (size_t)__builtin_ctzll(marks) / 8;
    }
    while (at < in->len && in->text[at] != '"' && in->text[at] != '\\' && in->text[at] != '\n')
        at++;
    return at;
}

/* Finds the end of the value: the quote before "]", else the end of the line. So an unescaped quote
 * inside the value does no harm. */
static void tag_tail(const arb_pgn_reader *in, arb_pgn_token *token)
{
    size_t at = token->value_begin;
    /* Nearly always the first quote closes the tag. */
    while ((at = find_mark(in, at)) < in->len && in->text[at] != '\n') {
        char c = in->text[at++];
        if (c == '\\') {
            at += at < in->len && in->text[at] != '\n';
            continue;
        }
        size_t behind = at;
        while (behind < in->len && in->text[behind] != '\n' && arb__is_blank(in->text[behind]))
            behind++;
        if (behind < in->len && in->text[behind] == ']') {
            token->value_end = at - 1;
            token->end = behind + 1;
            token->closed = true;
            return;
        }
    }
    size_t end = at;
    while (end > token->value_begin && arb__is_blank(in->text[end - 1]))
        end--;
    /* A backslash before the closing quote may be part of the value, as in "C:\"]. */
    token->closed =
        end >= token->value_begin + 2 && in->text[end - 1] == ']' && in->text[end - 2] == '"';
    token->value_end = token->closed ? end - 2 : end;
    token->end = end;
}

static void read_comment(arb_pgn_reader *in, arb_pgn_token *token, size_t from)
{
    const char *found =
        from < in->len ? (const char *)memchr(in->text + from, '}', in->len - from) : NULL;
    token->kind = ARB_PGN_COMMENT;
    token->closed = found != NULL;
    token->end = found ? (size_t)(found - in->text) + 1 : in->len;
    in->comment = false;
}

/* The length of the result that the text begins with; 0 if it begins with none. */
static size_t result_length(const char *text, size_t len, arb_result *result)
{
    if (len < 3)
        return 0;
    if (memcmp(text, "1-0", 3) == 0 || memcmp(text, "0-1", 3) == 0) {
        *result = text[0] == '1' ? ARB_WHITE_WINS : ARB_BLACK_WINS;
        return 3;
    }
    *result = ARB_DRAW;
    return len >= 7 && memcmp(text, "1/2-1/2", 7) == 0 ? 7 : 0;
}

/* Reads a result that is followed by a blank, or at once by the first tag of the next game, as in
 * files that were joined without a line end between them. */
static bool read_result(const arb_pgn_reader *in, arb_pgn_token *token)
{
    size_t len = result_length(in->text + token->begin, in->len - token->begin, &token->result);
    arb_pgn_token next = {.begin = token->begin + len};
    if (len == 0 || (!arb__is_blank(peek(in, next.begin)) &&
                     (peek(in, next.begin) != '[' || !tag_head(in, &next))))
        return false;
    token->kind = ARB_PGN_RESULT;
    token->end = token->begin + len;
    return true;
}

/* Reads a move number: digits, dots, or both. */
static bool read_number(const arb_pgn_reader *in, arb_pgn_token *token)
{
    uint32_t number;
    size_t digits =
        arb__read_number(in->text + token->begin, in->len - token->begin, 99999999, &number);
    size_t at = token->begin + digits;
    while (peek(in, at) == '.')
        at++;
    size_t dots = at - token->begin - digits;
    if (dots == 0 ? !arb__ends_word(peek(in, at)) : digits == 0 && !arb__ends_word(peek(in, at)))
        return false;
    token->kind = ARB_PGN_NUMBER;
    token->number = number;
    token->end = at;
    return true;
}

/* Is the parenthesis at `at` part of a promotion, as in "e8(Q)"? Then it belongs to the move. */
static bool promotes(const arb_pgn_reader *in, size_t begin, size_t at)
{
    if (peek(in, at) == ')')
        return at >= begin + 4 && promotes(in, begin, at - 2);
    char rank = at > begin ? in->text[at - 1] : ' ';
    return peek(in, at) == '(' && (rank == '1' || rank == '8') && peek(in, at + 2) == ')' &&
           strchr("QRBNqrbn", peek(in, at + 1)) != NULL && peek(in, at + 1) != '\0';
}

static void read_word(const arb_pgn_reader *in, arb_pgn_token *token)
{
    size_t at = token->begin;
    while (!arb__ends_word(peek(in, at)) || promotes(in, token->begin, at))
        at++;
    size_t len = at - token->begin;
    bool result = len > 0 && result_length(in->text + token->begin, len, &token->result) == len;
    token->kind = result ? ARB_PGN_RESULT : ARB_PGN_WORD;
    token->end = at;
}

static void read_nag(const arb_pgn_reader *in, arb_pgn_token *token)
{
    size_t at = token->begin;
    token->kind = ARB_PGN_NAG;
    if (in->text[at] == '$') {
        do
            at++;
        while (arb__is_digit(peek(in, at)));
    } else {
        while (peek(in, at) == '!' || peek(in, at) == '?')
            at++;
    }
    token->end = at;
}

static void read_one(arb_pgn_token *token, arb_pgn_kind kind)
{
    token->kind = kind;
    token->end = token->begin + 1;
}

static void read_other(arb_pgn_reader *in, arb_pgn_token *token)
{
    char c = in->text[token->begin];
    switch (c) {
    case '{':
        read_comment(in, token, token->begin + 1);
        return;
    case ';':
        token->kind = ARB_PGN_LINE_COMMENT;
        token->end = line_end(in, token->begin);
        return;
    case '(':
        read_one(token, ARB_PGN_OPEN);
        return;
    case ')':
        read_one(token, ARB_PGN_CLOSE);
        return;
    case '}':
        read_one(token, ARB_PGN_STRAY);
        return;
    case '*':
        read_one(token, ARB_PGN_RESULT);
        token->result = ARB_ONGOING;
        return;
    case '$':
    case '!':
    case '?':
        read_nag(in, token);
        return;
    default:
        if ((arb__is_digit(c) || c == '.') && (read_result(in, token) || read_number(in, token)))
            return;
        read_word(in, token);
    }
}

arb_pgn_reader arb_pgn_reader_on(const char *text, size_t len)
{
    return (arb_pgn_reader){.text = text, .len = len, .line_start = true};
}

arb_pgn_token arb_pgn_next(arb_pgn_reader *in)
{
    arb_pgn_token token = {.kind = ARB_PGN_END, .begin = in->at, .end = in->at};
    if (in->comment) {
        read_comment(in, &token, in->at);
    } else {
        token.blank_before = skip_blanks(in);
        token.begin = token.end = in->at;
        token.line_start = in->line_start;
        if (in->at == in->len)
            return token;
        char c = in->text[in->at];
        /* A % escapes its line in the first column only. */
        bool first = in->at == 0 || in->text[in->at - 1] == '\n';
        if (c == '%' && in->line_start && first) {
            token.kind = ARB_PGN_ESCAPE;
            token.end = line_end(in, in->at);
        } else if (c == '[' && (in->line_start || in->after_tag) && tag_head(in, &token)) {
            token.kind = ARB_PGN_TAG;
            tag_tail(in, &token);
        } else {
            read_other(in, &token);
        }
    }
    in->at = token.end;
    in->line_start = false;
    in->after_tag = token.kind == ARB_PGN_TAG || token.kind == ARB_PGN_RESULT;
    return token;
}

bool arb_pgn_is_both_lose(const char *text, size_t len, const arb_pgn_token *token)
{
    if (token->kind != ARB_PGN_WORD || token->end - token->begin != 3 ||
        memcmp(text + token->begin, "0-0", 3) != 0)
        return false;
    size_t at = token->end;
    for (unsigned lines = 0; at < len && lines < 2; at++) {
        if (!arb__is_blank(text[at]))
            return lines == 1 && text[at] == '[';
        lines += text[at] == '\n';
    }
    return true;
}

bool arb_pgn_is_null_move(const char *word, size_t len)
{
    static const char *const words[] = {"--", "Z0", "@@@@", "0000", "null", "pass"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == len && memcmp(words[i], word, len) == 0)
            return true;
    return false;
}

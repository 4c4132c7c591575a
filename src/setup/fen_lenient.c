/* fen_lenient.c: FEN as people write and paste it. Layer: setup.
 *
 * This file rewrites the text as a correct FEN, notes what it had to change, and passes the result
 * to arb_fen_read, which alone knows what a FEN means. */
#include "base/error.h"
#include "base/text.h"
#include "rules/placement.h"
#include "setup/setup.h"

#include <string.h>

enum { LENIENT_LIMIT = 8192 };

typedef struct {
    const char *text;
    size_t len;
    size_t at;
    uint32_t forgiven;
    size_t fen_len;
    char fen[LENIENT_LIMIT];
    uint16_t from[LENIENT_LIMIT + 1]; /* the place in `text` of each byte of `fen` */
} rewriting;

/* ---- the text ---- */

/* The length of the blank at `at`, 0 if there is none: a blank of ASCII, the no-break space, or '_'
 * as in web addresses. */
static size_t blank_at(const rewriting *r, size_t at)
{
    if (at >= r->len)
        return 0;
    char c = r->text[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '_')
        return 1;
    return at + 1 < r->len && memcmp(r->text + at, "\xC2\xA0", 2) == 0 ? 2 : 0;
}

static void skip_blanks(rewriting *r)
{
    for (size_t n = blank_at(r, r->at); n != 0; n = blank_at(r, r->at))
        r->at += n;
}

/* Removes what surrounds the FEN: a byte order mark, blanks, quotes. */
static void trim(rewriting *r)
{
    r->at = arb__byte_order_mark(r->text, r->len);
    if (r->at > 0)
        r->forgiven |= ARB_FEN_BYTE_ORDER_MARK;
    size_t begin = r->at;
    skip_blanks(r);
    if (r->at > begin)
        r->forgiven |= ARB_FEN_BLANKS;
    while (r->len > r->at && (blank_at(r, r->len - 1) == 1 ||
                              (r->len - r->at >= 2 && blank_at(r, r->len - 2) == 2))) {
        r->len -= blank_at(r, r->len - 1) == 1 ? 1 : 2;
        r->forgiven |= ARB_FEN_BLANKS;
    }
    if (r->len - r->at >= 2 && (r->text[r->at] == '"' || r->text[r->at] == '\'') &&
        r->text[r->len - 1] == r->text[r->at]) {
        r->at++;
        r->len--;
        r->forgiven |= ARB_FEN_QUOTES;
    }
}

static bool same_word(const char *text, size_t len, const char *word)
{
    if (strlen(word) != len)
        return false;
    for (size_t i = 0; i < len; i++)
        if ((text[i] | 0x20) != word[i])
            return false;
    return true;
}

/* ---- the fields ---- */

static void put(rewriting *r, char c, size_t from)
{
    if (r->fen_len < LENIENT_LIMIT) {
        r->fen[r->fen_len] = c;
        r->from[r->fen_len++] = (uint16_t)from;
    }
    r->from[r->fen_len] = (uint16_t)(from + 1);
}

static void put_field(rewriting *r, const char *text, size_t len, size_t from)
{
    if (r->fen_len > 0)
        put(r, ' ', from > 0 ? from - 1 : 0);
    for (size_t i = 0; i < len; i++)
        put(r, text[i], from + i);
}

/* The length of the word at `at`, up to a blank. */
static size_t word_length(const rewriting *r)
{
    size_t n = 0;
    while (r->at + n < r->len && blank_at(r, r->at + n) == 0)
        n++;
    return n;
}

/* Skips a word of `len` bytes and the one blank that should follow it. */
static void pass(rewriting *r, size_t len)
{
    size_t begin = r->at += len;
    skip_blanks(r);
    if (r->at > begin + 1 || (r->at > begin && r->text[begin] != ' '))
        r->forgiven |= ARB_FEN_BLANKS;
}

static bool is_dash(const rewriting *r, size_t len)
{
    const char *text = r->text + r->at;
    return (len == 1 && *text == '-') || (len == 3 && (memcmp(text, "\xE2\x80\x93", 3) == 0 ||
                                                       memcmp(text, "\xE2\x80\x94", 3) == 0));
}

/* Takes the next word as an empty field, if it is a dash of any length. */
static bool take_dash(rewriting *r, size_t len)
{
    if (!is_dash(r, len))
        return false;
    if (len > 1)
        r->forgiven |= ARB_FEN_LONG_DASH;
    put_field(r, "-", 1, r->at);
    pass(r, len);
    return true;
}

static void take_turn(rewriting *r)
{
    const char *word = r->text + r->at;
    size_t len = word_length(r);
    bool white = same_word(word, len, "w") || same_word(word, len, "white");
    bool black = same_word(word, len, "b") || same_word(word, len, "black");
    if (!white && !black) {
        r->forgiven |= ARB_FEN_NO_TURN;
        put_field(r, "w", 1, r->at);
        return;
    }
    if (len > 1 || *word < 'a')
        r->forgiven |= ARB_FEN_TURN_FORM;
    put_field(r, white ? "w" : "b", 1, r->at);
    pass(r, len);
}

static void take_castling(rewriting *r)
{
    const char *word = r->text + r->at;
    size_t len = word_length(r);
    bool letters = len > 0;
    for (size_t i = 0; i < len; i++)
        letters &= (word[i] | 0x20) >= 'a' && (word[i] | 0x20) <= 'z';
    if (take_dash(r, len))
        return;
    if (!letters) {
        r->forgiven |= ARB_FEN_NO_CASTLING;
        put_field(r, "-", 1, r->at);
        return;
    }
    put_field(r, word, len, r->at);
    pass(r, len);
}

static void take_en_passant(rewriting *r)
{
    const char *word = r->text + r->at;
    size_t len = word_length(r);
    if (take_dash(r, len))
        return;
    if (len < 2 || (word[0] | 0x20) < 'a' || (word[0] | 0x20) > 'z' || word[len - 1] < '0' ||
        word[len - 1] > '9') {
        r->forgiven |= ARB_FEN_NO_EN_PASSANT;
        put_field(r, "-", 1, r->at);
        return;
    }
    put_field(r, word, len, r->at);
    pass(r, len);
}

/* Is the next word a number or, with `plus`, two numbers joined by '+' (checks)? */
static bool is_number(const rewriting *r, size_t len, bool plus)
{
    bool has_plus = false;
    for (size_t i = 0; i < len; i++) {
        char c = r->text[r->at + i];
        if ((c < '0' || c > '9') && c != '+')
            return false;
        has_plus |= c == '+';
    }
    return len > 0 && has_plus == plus;
}

static void take_clock(rewriting *r, const char *least)
{
    size_t len = word_length(r), zeros = 0;
    if (!is_number(r, len, false)) {
        r->forgiven |= ARB_FEN_NO_CLOCKS;
        put_field(r, least, 1, r->at);
        return;
    }
    while (zeros + 1 < len && r->text[r->at + zeros] == '0')
        zeros++;
    const char *number = r->text + r->at + zeros;
    if (zeros > 0 || (*number == '0' && *least != '0'))
        r->forgiven |= ARB_FEN_CLOCK_FORM;
    if (*number == '0')
        number = least;
    put_field(r, number, len - zeros, r->at + zeros);
    pass(r, len);
}

static void take_checks(rewriting *r)
{
    size_t len = word_length(r);
    if (!is_number(r, len, true))
        return;
    put_field(r, r->text + r->at, len, r->at);
    pass(r, len);
}

/* May the rest be text that belongs to no field? After a complete FEN it may, and after the first
 * four fields it may be EPD operations. Elsewhere it is a field with a mistake. */
static bool may_follow(const rewriting *r)
{
    if (r->forgiven & (ARB_FEN_NO_TURN | ARB_FEN_NO_CASTLING | ARB_FEN_NO_EN_PASSANT))
        return false;
    return !(r->forgiven & ARB_FEN_NO_CLOCKS) ||
           memchr(r->text + r->at, ';', r->len - r->at) != NULL;
}

/* ---- the whole ---- */

arb_status arb_fen_read_lenient(arb_setup *setup, const arb_rules *rules, const char *text,
                                size_t len, uint32_t *forgiven, arb_error *error)
{
    rewriting r = {.text = text, .len = len};
    if (forgiven)
        *forgiven = 0;
    arb_status strict = arb_fen_read(setup, rules, text, len, error);
    if (strict == ARB_OK || len >= LENIENT_LIMIT / 2)
        return strict;
    trim(&r);
    size_t word = word_length(&r);
    if (word == 0)
        return strict;
    if (same_word(text + r.at, r.len - r.at, "startpos") ||
        same_word(text + r.at, r.len - r.at, "start")) {
        arb_setup_start(setup, rules);
        if (forgiven)
            *forgiven = r.forgiven | ARB_FEN_START_WORD;
        return arb__no_error(error);
    }
    put_field(&r, text + r.at, word, r.at);
    pass(&r, word);
    take_turn(&r);
    take_castling(&r);
    take_en_passant(&r);
    take_checks(&r);
    take_clock(&r, "0");
    take_clock(&r, "1");
    take_checks(&r);
    if (r.at < r.len) {
        if (!may_follow(&r))
            return arb_fen_read(setup, rules, text, len, error);
        r.forgiven |= ARB_FEN_TEXT_BEHIND;
    }
    arb_error wrong;
    arb_status status = arb_fen_read(setup, rules, r.fen, r.fen_len, &wrong);
    if (status != ARB_OK)
        return arb__fail(error, status, r.from[wrong.offset], wrong.text);
    if (forgiven)
        *forgiven = r.forgiven;
    return arb__no_error(error);
}

const char *arb_fen_forgiven_text(uint32_t bit)
{
    static const char *const texts[] = {
        "the byte order mark in front of the FEN is passed over",
        "fields are separated by exactly one blank",
        "the quotes around the FEN are passed over",
        "the rule set's start position is taken",
        "the side to move is missing: White is taken",
        "the side to move is written w or b",
        "the castling rights are missing: none are taken",
        "the en-passant square is missing: none is taken",
        "'-' is a short dash",
        "the clocks are missing: 0 and 1 are taken",
        "the clocks are numbers without leading zeros, the second from 1",
        "the text behind the FEN is passed over",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (bit == 1u << i)
            return texts[i];
    return NULL;
}

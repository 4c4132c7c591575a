/* fuzz.h: what the fuzz targets share. Layer: tests.
 *
 * A target is a file with LLVMFuzzerTestOneInput. libFuzzer and AFL++ bring a main of their own;
 * replay.c has ours. For every input nothing may crash and every FUZZ_CHECK must hold. */
#ifndef ARB_TESTS_FUZZ_H
#define ARB_TESTS_FUZZ_H

#include "arbiter.h"
#include "common/text_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* A part of the input. */
typedef struct {
    const char *text;
    size_t len;
} fuzz_text;

/* Takes the first line off what is left and returns it without its line end. Callers copy it into a
 * block of its own if a reader might look past the end: see fuzz_copy. */
static inline fuzz_text fuzz_line(fuzz_text *left)
{
    const char *end = left->len > 0 ? memchr(left->text, '\n', left->len) : NULL;
    size_t len = end != NULL ? (size_t)(end - left->text) : left->len;
    fuzz_text line = {left->text, len};
    left->text += len + (end != NULL);
    left->len -= len + (end != NULL);
    return line;
}

/* Copies text into a block of exactly its size, so that a sanitizer sees a read past its end. */
static inline char *fuzz_copy(fuzz_text text)
{
    char *copy = malloc(text.len > 0 ? text.len : 1);
    FUZZ_CHECK(copy != NULL);
    if (text.len > 0)
        memcpy(copy, text.text, text.len);
    return copy;
}

/* A text that grows as it is written; fuzz_grow is an arb_text_listener. */
typedef struct {
    char *text;
    size_t len, cap;
} fuzz_grown;

static inline void fuzz_grow(void *context, const char *text, size_t len)
{
    fuzz_grown *g = context;
    if (g->cap - g->len < len) {
        g->cap = 2 * g->cap + len + 4096;
        g->text = realloc(g->text, g->cap);
        FUZZ_CHECK(g->text != NULL);
    }
    memcpy(g->text + g->len, text, len);
    g->len += len;
}

/* One of the built-in rule sets. */
static inline const arb_rules *fuzz_rules(unsigned choice)
{
    return arb_rules_at(choice % ARB_BUILT_IN);
}

/* The place that formats write to: no control characters that a terminal obeys may come out. */
typedef struct {
    unsigned char last;
    size_t total;
} fuzz_screen;

static inline void fuzz_screen_put(void *context, const char *text, size_t len)
{
    fuzz_screen *screen = context;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        FUZZ_CHECK(c >= ' ' || c == '\n' || c == '\t');
        FUZZ_CHECK(c != 127);
        FUZZ_CHECK(!(screen->last == 0xC2 && c < 0xA0)); /* the second set of control characters */
        screen->last = c;
    }
    screen->total += len;
}

static inline void fuzz_check_sentence(const char *text)
{
    fuzz_screen screen = {0};
    FUZZ_CHECK(text[0] != '\0');
    fuzz_screen_put(&screen, text, strlen(text));
}

/* Reads "N FEN", where N is the number of a built-in rule set, into a position. Returns false if
 * the text is no position. */
static inline bool fuzz_position(fuzz_text line, arb_position *position, arb_kernel kernel)
{
    arb_setup setup;
    arb_error error;
    if (line.len < 2)
        return false;
    const arb_rules *rules = fuzz_rules((unsigned char)line.text[0]);
    return arb_fen_read(&setup, rules, line.text + 2, line.len - 2, &error) == ARB_OK &&
           arb_position_set(position, rules, &setup, kernel, ARB_FAULT_UNREACHABLE) == 0;
}

#endif

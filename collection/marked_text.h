/* marked_text.h: output about a block of games, made before the place of the block is known. Layer:
 * collection.
 *
 * Blocks are checked in parallel, and only when a block's turn comes is it known how many games
 * and lines precede it. So these two numbers are marks in the text, filled in when the text is
 * passed on. */
#ifndef ARB_COLLECTION_MARKED_TEXT_H
#define ARB_COLLECTION_MARKED_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { OUT_MARK = 1 }; /* the byte that a mark starts with */
typedef enum {
    OUT_GAME = 'g',
    OUT_LINE = 'l',
    OUT_BYTE = 'o',
    OUT_LOW = 'd', /* the two halves of a fingerprint, with which the head of a game begins */
    OUT_HIGH = 'D',
    OUT_BODY = 'b', /* stands before and after the game's key; then the game's own text begins */
} out_mark;

typedef struct out out;
struct out {
    char *text;
    size_t len, cap;
    /* Called when the text is full; it must make the text empty. */
    void (*full)(void *context);
    void *context;
};

void out_bytes(out *o, const char *text, size_t len);
void out_text(out *o, const char *text);
void out_number(out *o, uint64_t number);
/* Writes a number that counts from the start of the block: games, lines or bytes. */
void out_relative(out *o, out_mark mark, int64_t number);
/* Write text that comes from a file: for people, with control characters made visible; or for JSON,
 * in quotes. Bytes that are not UTF-8 are read as Windows-1252, which contains Latin-1. */
void out_safe(out *o, const char *text, size_t len);
void out_json(out *o, const char *text, size_t len);
/* Writes a piece of a JSON text, without the quotes. */
void out_json_part(out *o, const char *text, size_t len);
/* Writes text unchanged, except for bytes that are not UTF-8 and the byte with which marks begin.
 */
void out_kept(out *o, const char *text, size_t len);
/* Writes text without quotes and escapes; control characters become blanks. */
void out_utf8(out *o, const char *text, size_t len);
/* The same for a field of a list, in which a NUL stays, because it does no harm to a terminal. */
void out_field(out *o, const char *text, size_t len);

/* Writes the head of a game: its fingerprint, and the key by which it is sorted into files. The
 * game's text follows; the sink decides where it goes. */
void out_head(out *o, uint64_t low, uint64_t high, const char *key, size_t len);

enum { OUT_KEY = 512 }; /* bytes of a key that count */

/* A target that receives texts one after another and knows the numbers for which their marks stand.
 * `game` is given the heads; it may be NULL if no heads are written. */
typedef struct {
    void (*text)(void *context, const char *text, size_t len);
    void (*game)(void *context, uint64_t low, uint64_t high, const char *key, size_t len);
    void *context;
    uint64_t games, lines, bytes; /* games, lines and bytes before the block */
    uint64_t low, high;           /* the fingerprint of the current head */
    bool in_head;
    size_t key_len;
    char key[OUT_KEY];
} out_target;

/* Passes the text on with the marks filled in. */
void out_resolve(const out *o, out_target *to);

#endif

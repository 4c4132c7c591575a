/*
 * shared_text.h: the one block of memory through which JavaScript and the library exchange text.
 * JavaScript writes arguments at its start; functions that answer with text write it there, too,
 * and return its length.
 */
#ifndef ARBITER_JS_SHARED_TEXT_H
#define ARBITER_JS_SHARED_TEXT_H

#include "arbiter.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* The fields of a record and the records of an answer are separated by these. */
#define FIELD '\x1f'
#define RECORD '\x1e'

extern char *shared_text;
extern size_t shared_size;

/* Makes room for `size` bytes and keeps the contents. Returns false if memory runs out. */
bool shared_room(size_t size);

/* An answer that is being written. */
typedef struct {
    size_t len;
    bool failed; /* memory ran out */
} answer;

void answer_bytes(answer *to, const char *bytes, size_t len);
void answer_text(answer *to, const char *text);
void answer_char(answer *to, char c);
void answer_number(answer *to, long long number);
/* Ends the answer and returns its length, or -1 if it failed. */
int answer_end(const answer *to);

#endif

/* caught_output.h: catches what a function writes on stdout or stderr, as text. */
#ifndef ARB_TESTS_CAUGHT_OUTPUT_H
#define ARB_TESTS_CAUGHT_OUTPUT_H

#include <stdio.h>
#include <unistd.h>

typedef struct {
    FILE *stream, *kept;
    int before;
    char text[1 << 16];
} caught;

static inline void catch_begin(caught *c, FILE *stream)
{
    fflush(stream);
    c->stream = stream;
    c->before = dup(fileno(stream));
    c->kept = tmpfile();
    dup2(fileno(c->kept), fileno(stream));
}

/* Returns what was written since catch_begin; the stream leads where it led before. */
static inline const char *catch_end(caught *c)
{
    fflush(c->stream);
    dup2(c->before, fileno(c->stream));
    close(c->before);
    rewind(c->kept);
    c->text[fread(c->text, 1, sizeof c->text - 1, c->kept)] = '\0';
    fclose(c->kept);
    return c->text;
}

#endif

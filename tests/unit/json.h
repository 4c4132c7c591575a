/* json.h: picks a field out of a line of JSON, as far as the test data needs it. */
#ifndef ARB_TESTS_JSON_H
#define ARB_TESTS_JSON_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Copies the field's text or, of a list, all between its brackets. Returns false if there is no
 * such field. */
static inline bool json_field(const char *line, const char *name, char *out, size_t cap)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", name);
    const char *at = strstr(line, quoted);
    out[0] = '\0';
    if (!at)
        return false;
    at += strlen(quoted);
    char end = *at == '"' ? '"' : *at == '[' ? ']' : ',';
    if (end != ',')
        at++;
    size_t n = 0;
    for (; *at != '\0' && *at != end && *at != '}' && n + 1 < cap; at++) {
        bool newline = *at == '\\' && at[1] == 'n';
        out[n++] = newline ? '\n' : *at;
        at += newline;
    }
    out[n] = '\0';
    return true;
}

#endif

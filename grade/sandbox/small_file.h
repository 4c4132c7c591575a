/* small_file.h: small files of the system as text. Layer: grade. */
#ifndef ARB_GRADE_SMALL_FILE_H
#define ARB_GRADE_SMALL_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Reads as much of a file as there is room for, with a NUL behind it. False, and an empty text, if
 * there is nothing to read. */
bool grade_small_file(const char *path, char *text, size_t cap);

#endif

/* self_files.h: the files that this program runs from. Layer: grade. Knows nothing of grading. */
#ifndef ARB_GRADE_SELF_FILES_H
#define ARB_GRADE_SELF_FILES_H

#include <stdbool.h>

typedef enum {
    GRADE_SELF_PROGRAM,
    GRADE_SELF_LOADER, /* the loader that starts it: ld-linux.so */
    GRADE_SELF_LIBRARY
} grade_self;

/* Called for each file; `path` can be opened. Return false to stop. */
typedef bool grade_self_handler(void *context, grade_self kind, const char *path);
bool grade_self_files(grade_self_handler *handler, void *context);

#endif

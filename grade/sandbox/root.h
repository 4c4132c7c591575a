/* root.h: the part of the system that a process in the sandbox sees. Layer: grade.
 *
 * It is a list of what is needed, because a referee, an engine or a chess library that is installed
 * on the grading machine must not be visible. /usr/local, /opt, /home, /usr/games, /usr/share and
 * other people's Python packages are never shown. */
#ifndef ARB_GRADE_ROOT_H
#define ARB_GRADE_ROOT_H

#include "common/text_builder.h"

typedef enum {
    GRADE_ROOT_RUN,      /* shared libraries, for compiled programs */
    GRADE_ROOT_BUILD,    /* shared libraries and the C and C++ compilers */
    GRADE_ROOT_SHELL,    /* shared libraries, a shell with the usual tools, and interpreters */
    GRADE_ROOT_WORKSHOP, /* all of these, make and the Java compiler */
    GRADE_ROOT_COUNT
} grade_root_kind;

/* Arguments of bubblewrap. */
typedef struct {
    text_builder words; /* each ended by a NUL */
    size_t count;
} grade_root;

void grade_root_make(grade_root *root, grade_root_kind kind);
void grade_root_free(grade_root *root);

#endif

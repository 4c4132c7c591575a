/* submission.h: what a student has handed in, made ready to be asked. Layer: grade. Knows no tests.
 */
#ifndef ARB_GRADE_SUBMISSION_H
#define ARB_GRADE_SUBMISSION_H

#include "grade/course.h"
#include "grade/intake/stage.h"
#include "grade/run_test.h"

typedef enum {
    GRADE_BY_PROGRAM, /* a command */
    GRADE_BY_LIBRARY, /* a shared library with lab3.h's functions */
    GRADE_BY_CLASS,   /* a folder with the course's C++ classes */
    GRADE_BY_FOLDER,  /* a program, or a folder with a program called lab3 or chess */
    GRADE_BY_SOURCE   /* a folder, archive or file with a program's source, in any language */
} grade_way;

typedef struct {
    grade_way way;
    const char *what; /* the command, file or folder */
} grade_source;

/* How submissions of an assignment are built. */
typedef struct {
    const grade_format *format;     /* NULL: any format of Lab 3 */
    const char *main, *build, *run; /* for programs, as in grade_course; may be NULL */
    const char *const *forbidden;
    size_t forbidden_count;
    const char *course; /* a folder whose files win over handed-in ones of the same name; may be
                           NULL. Chess.h is ours if it is not there. */
    bool bonus;         /* of two classes, take the one whose folder has "bonus" in its name */
    bool sanitize;      /* compile with the sanitizers for addresses and undefined behaviour */
    bool leaks;         /* count what C++ classes allocate and do not free */
} grade_assignment;

/* Guesses in which way an entry of a folder is to be graded; returns false if it cannot be. */
bool grade_source_guess(const char *path, const grade_assignment *assignment, grade_way *way);

enum { GRADE_LOG_LIMIT = 8192, GRADE_TAKEN_LIMIT = 512 };

typedef struct {
    grade_stage stage;
    grade_actor actor;
    grade_bind binds[GRADE_BIND_LIMIT];
    char paths[2 * GRADE_BIND_LIMIT][GRADE_PATH_LIMIT];
    size_t path_count;
    const char *argv[10];
    const char *locate[6];
    const grade_assignment *assignment;
    bool built;
    bool driven;                   /* tests run our driver */
    char log[GRADE_LOG_LIMIT];     /* why it was not built */
    char taken[GRADE_TAKEN_LIMIT]; /* the folder that was taken; "" if there was no choice */
} grade_submission;

/* Copies and compiles the submission. Returns false if the machine failed; `log` says how. For a
 * submission that cannot be built it returns true, and `built` is false. */
bool grade_submission_open(grade_submission *submission, const grade_sandbox *sandbox,
                           const grade_source *source, const grade_assignment *assignment,
                           grade_limits limits, unsigned slot, const atomic_int *stop);
void grade_submission_close(grade_submission *submission);

#endif

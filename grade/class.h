/* class.h: grades a folder of submissions, several at a time. Layer: grade. Knows no reports. */
#ifndef ARB_GRADE_CLASS_H
#define ARB_GRADE_CLASS_H

#include "grade/report/result.h"

typedef struct {
    char *name;          /* the submission's file or folder */
    grade_source source; /* `what` is NULL if nothing in it can be graded */
    char *path;
    bool reused; /* the result is that of an earlier run */
    bool done;   /* false if the run was stopped before this submission was graded */
    grade_result result;
} grade_entry;

typedef struct {
    grade_entry *entries; /* ordered by name, in bytes */
    size_t count;
} grade_class;

/* Lists the folder's entries except those that start with a dot. Returns false, with errno set, if
 * it cannot be read. */
bool grade_class_read(grade_class *class, const char *folder, const grade_assignment *assignment);
void grade_class_free(grade_class *class);
/* Keeps only the submission of this name. Returns false and changes nothing if there is none. */
bool grade_class_keep(grade_class *class, const char *name);

typedef struct {
    unsigned threads;
    const char *state;        /* folder where finished results are kept for reuse; NULL: none */
    bool anew;                /* replace kept results instead of reusing them */
    grade_progress *progress; /* called after each test, by one thread at a time; may be NULL */
    void *context;
} grade_class_options;

/* Returns false, with errno set, if memory or threads run out or results cannot be stored. */
bool grade_class_run(grade_class *class, const grade_plan *plan,
                     const grade_class_options *options);

#endif

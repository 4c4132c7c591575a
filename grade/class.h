/* class.h: a folder of submissions, several at a time. Layer: grade. Knows no reports. */
#ifndef ARB_GRADE_CLASS_H
#define ARB_GRADE_CLASS_H

#include "grade/report/result.h"

typedef struct {
    char *name;          /* of the submission: its file or folder */
    grade_source source; /* `what` is NULL if there is nothing in it that can be graded */
    char *path;
    bool reused; /* the result is that of an earlier run */
    bool done;   /* false if the run was stopped before */
    grade_result result;
} grade_entry;

typedef struct {
    grade_entry *entries; /* ordered by name, in bytes */
    size_t count;
} grade_class;

/* The folder's entries but those that start with a dot. False, errno says why, if it cannot be
 * read. */
bool grade_class_read(grade_class *class, const char *folder, const grade_assignment *assignment);
void grade_class_free(grade_class *class);
/* Forgets all but the submission of this name; false, nothing changed, if there is none. */
bool grade_class_keep(grade_class *class, const char *name);

typedef struct {
    unsigned threads;
    const char *state;        /* a folder with finished results, kept and reused; NULL: none */
    bool anew;                /* kept results are replaced, not reused */
    grade_progress *progress; /* behind each test, one caller at a time; may be NULL */
    void *context;
} grade_class_options;

/* False, errno says why, without memory or threads, or if results cannot be kept. */
bool grade_class_run(grade_class *class, const grade_plan *plan,
                     const grade_class_options *options);

#endif

/* intake.h: where in what was handed in the work is. Layer: grade. */
#ifndef ARB_GRADE_INTAKE_H
#define ARB_GRADE_INTAKE_H

#include "grade/intake/stage.h"

/* Students hand in a folder in a folder, or a whole course's repository. */
typedef struct {
    char folder[GRADE_PATH_LIMIT]; /* relative to where the search began; "" for that itself */
    char other[GRADE_PATH_LIMIT];  /* another one that was found and not taken; "" if none */
} grade_found;

bool grade_is_file_in(const char *folder, const char *name, bool executable);

/* The folder with a file that fits one of the patterns (ends with NULL; case does not matter): the
 * least deep one; of those at the same depth the one whose name says "bonus", or not, as wanted;
 * then the first by name. */
bool grade_find_work(const char *folder, const char *const *patterns, bool bonus,
                     grade_found *found);
/* The first archive in a folder, by name. */
bool grade_find_archive(const char *folder, char *path, size_t cap);

#endif

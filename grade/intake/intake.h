/* intake.h: finds the work inside what was handed in. Layer: grade. */
#ifndef ARB_GRADE_INTAKE_H
#define ARB_GRADE_INTAKE_H

#include "grade/intake/stage.h"

/* Where the work was found: students may hand in nested folders, or a whole repository. */
typedef struct {
    char folder[GRADE_PATH_LIMIT]; /* relative to where the search began; "" for that folder */
    char other[GRADE_PATH_LIMIT];  /* another folder that was found and not taken; "" if none */
} grade_found;

bool grade_is_file_in(const char *folder, const char *name, bool executable);

/* Finds the folder with a file that matches one of the patterns (the list ends with NULL; case does
 * not matter). Of several the least deep is taken, then the one whose name does or does not contain
 * "bonus", as wanted, then the first by name. */
bool grade_find_work(const char *folder, const char *const *patterns, bool bonus,
                     grade_found *found);
/* Finds the archive in a folder whose name comes first. */
bool grade_find_archive(const char *folder, char path[GRADE_PATH_LIMIT]);

#endif

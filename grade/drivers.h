/* drivers.h: the sources of the drivers and the shipped course files, embedded as text: drivers are
 * compiled on the machine where a submission is graded. CMake makes the text from the folders
 * drivers and courses. Layer: grade. */
#ifndef ARB_GRADE_DRIVERS_H
#define ARB_GRADE_DRIVERS_H

#include <stddef.h>

typedef struct {
    const char *name; /* the name of the file */
    const char *text;
    size_t len;
} grade_driver_file;

/* Each list ends with a NULL name; each text ends with a NUL. */
extern const grade_driver_file grade_driver_files[];
extern const grade_driver_file grade_bundle_files[]; /* scripts, from the folder bundle */
/* The text of a driver by its name; NULL if there is none. */
const char *grade_driver_text(const char *name);
extern const grade_driver_file grade_course_texts[]; /* course files, named without a folder */

#endif

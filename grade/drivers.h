/* drivers.h: the drivers' sources, as text in the program: they are compiled where a submission is
 * graded. Made by CMake from the folder drivers. Layer: grade. */
#ifndef ARB_GRADE_DRIVERS_H
#define ARB_GRADE_DRIVERS_H

#include <stddef.h>

typedef struct {
    const char *name; /* the file's */
    const char *text;
    size_t len;
} grade_driver_file;

/* Ends with a NULL name. */
extern const grade_driver_file grade_driver_files[];

#endif

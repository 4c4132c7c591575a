/* archive.h: unpacks .zip, .tar and .tar.gz files as handed in onto the stage. Layer: grade.
 *
 * An archive comes from a stranger: sizes that it states are not believed, entries count against
 * the stage's limits, names that lead elsewhere and links are refused or left out. */
#ifndef ARB_GRADE_ARCHIVE_H
#define ARB_GRADE_ARCHIVE_H

#include "grade/intake/stage.h"

/* Judges by the name alone. */
bool grade_is_archive(const char *path);
/* Unpacks into a new folder `name` of the stage. Returns false if it cannot; stage->error says
 * why. */
bool grade_archive_unpack(grade_stage *stage, const char *path, const char *name);

#endif

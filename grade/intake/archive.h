/* archive.h: .zip, .tar and .tar.gz files as handed in, unpacked onto the stage. Layer: grade.
 *
 * An archive comes from a stranger: sizes that it states are not believed, entries count against
 * the stage's limits, names that lead elsewhere and links are refused or left out. */
#ifndef ARB_GRADE_ARCHIVE_H
#define ARB_GRADE_ARCHIVE_H

#include "grade/intake/stage.h"

/* By its name. */
bool grade_is_archive(const char *path);
/* Into the folder `name` of the stage, which is made. False, stage->error says why. */
bool grade_archive_unpack(grade_stage *stage, const char *path, const char *name);

#endif

/* result_store.h: finished results on disk, so that a stopped class run goes on where it was.
 * Layer: grade.
 *
 * A result is reused only for the same submission, tests, rules and limits: the key covers them
 * byte for byte. */
#ifndef ARB_GRADE_RESULT_STORE_H
#define ARB_GRADE_RESULT_STORE_H

#include "grade/report/result.h"

/* Makes the folder if it does not exist. Returns false if it cannot; errno says why. */
bool grade_store_open(const char *folder);
/* Returns a hash of everything that a result depends on, or 0 if that cannot be read. */
uint64_t grade_key(const grade_plan *plan, const grade_source *source);
bool grade_store_load(const char *folder, const char *name, uint64_t key, const grade_plan *plan,
                      grade_result *result);
/* Returns false if it fails, with errno set. The file appears whole or not at all. */
bool grade_store_save(const char *folder, const char *name, uint64_t key,
                      const grade_result *result);

#endif

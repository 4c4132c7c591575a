/* submission_parts.h: what the files that make submissions ready share. Layer: grade; private to
 * submission.c, shell_command.c. */
#ifndef ARB_GRADE_SUBMISSION_PARTS_H
#define ARB_GRADE_SUBMISSION_PARTS_H

#include "grade/intake/submission.h"

/* The address space in MiB for Java, which reserves more than it uses: so in effect only the memory
 * that all processes use together is limited. */
enum { GRADE_ANY_ADDRESS = 1 << 30 };

/* Gives room for one more path, which lives as long as the submission. */
char *grade_new_path(grade_submission *s);
/* Adds a bind, which shows something from the stage in the sandbox. There are at most
 * GRADE_BIND_LIMIT. */
bool grade_add_bind(grade_submission *s, const char *staged, const char *dest, bool writable);
/* Notes that the machine is at fault; `log` says how. Returns false. */
bool grade_not_copied(grade_submission *s);

/* `files`: the command takes an input and an output file. */
bool grade_open_command(grade_submission *s, const grade_sandbox *sandbox, const char *command,
                        bool files);

#endif

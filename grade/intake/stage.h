/* stage.h: a temporary folder with copies of what a submission may see. Layer: grade.
 *
 * The files are copied because a process without root's rights must be able to read them whatever
 * the modes of the originals, and because nobody may change them while they are graded. Symbolic
 * links inside a submission are not followed, since they may lead anywhere. */
#ifndef ARB_GRADE_STAGE_H
#define ARB_GRADE_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GRADE_PATH_LIMIT = 1024, GRADE_COPY_FILES = 4096, GRADE_COPY_MEBIBYTES = 256 };

/* "folder/name", or the name alone if the folder is "". Returns false if that is too long. */
bool grade_path_join(char path[GRADE_PATH_LIMIT], const char *folder, const char *name);

typedef struct {
    char root[GRADE_PATH_LIMIT];
    uint64_t copied; /* in bytes */
    unsigned files;
    bool at_fault;                      /* the last failure was caused by what was handed in */
    char error[GRADE_PATH_LIMIT + 128]; /* message of the last failure */
} grade_stage;

bool grade_stage_open(grade_stage *stage);
void grade_stage_close(grade_stage *stage);

/* Makes the path of something on the stage; returns false if the path is too long. */
bool grade_stage_path(const grade_stage *stage, const char *name, char *buf, size_t cap);
bool grade_stage_folder(grade_stage *stage, const char *name);
bool grade_stage_write(grade_stage *stage, const char *name, const char *text, size_t len);
/* Appends to a file; the bytes count as copied. */
bool grade_stage_append(grade_stage *stage, const char *name, const char *text, size_t len);
/* Counts one more file or folder; returns false if that is too many. */
bool grade_stage_count(grade_stage *stage, const char *name);
bool grade_stage_has(const grade_stage *stage, const char *name);
/* Copies a file or a whole folder to the stage, under a new name. */
bool grade_stage_copy(grade_stage *stage, const char *source, const char *name);
/* Lets a user write to a file or folder of the stage. */
bool grade_stage_give(grade_stage *stage, const char *name, uint32_t user);

#endif

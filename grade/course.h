/* course.h: an assignment of a course: what is handed in, what it is asked, what that is worth.
 * Layer: grade. Reads the text of a course file (docs/grading.md); opens no files. */
#ifndef ARB_GRADE_COURSE_H
#define ARB_GRADE_COURSE_H

#include "arbiter.h"
#include "common/text_out.h"

/* What a test file is written in, and its answers. */
typedef enum {
    GRADE_ASK_LAB,     /* arbiter lab */
    GRADE_ASK_MOVES,   /* arbiter moves: an input file, an output file */
    GRADE_ASK_NARRATE, /* arbiter narrate */
    GRADE_ASK_GAME     /* arbiter game */
} grade_questions;

/* What students hand in. */
typedef enum {
    GRADE_HAND_PROGRAM, /* a program in any language, or its source */
    GRADE_HAND_LIBRARY, /* a shared library with the functions of lab3.h */
    GRADE_HAND_CLASS    /* classes that a driver of ours asks */
} grade_hand;

/* "lab3-class": the two in one word. */
typedef struct {
    const char *name;
    grade_questions questions;
    grade_hand hand;
    const char *rules; /* the rule set, if the course file names none */
} grade_format;

/* Ends with a NULL name. */
extern const grade_format grade_formats[];

/* The names of what generated tests can be about, for a part's `about`; ends with NULL. */
const char *const *grade_topics(grade_questions questions);

enum { GRADE_PARTS = 32, GRADE_FILES_OF_PART = 64, GRADE_FORBIDDEN = 64 };

/* Some tests that are worth something together: files, or made afresh. */
typedef struct {
    const char *name;
    bool hidden;   /* students are told whether they pass, not what was asked */
    double points; /* of all its tests together; negative: as the files say, or 1 each */
    const char *files[GRADE_FILES_OF_PART]; /* patterns as of the shell; relative to the course
                                               file's folder */
    size_t file_count;
    unsigned generate; /* so many fresh tests; 0: none */
    unsigned about;    /* index in grade_topics */
    bool seeded;       /* `seed` was stated; else the course's counts */
    uint64_t seed;
    arb_size size; /* of lab boards; 0 by 0: of several sizes */
} grade_part;

/* Strings live as long as the course; those that were not stated are NULL, numbers 0. */
typedef struct {
    const char *name;
    const char *title;
    const grade_format *format;
    const char *rules;        /* a rule set's name or file */
    const char *course_files; /* a folder: files that students do not hand in */
    const char *roster;       /* a file: one student a line */
    const char *build;        /* commands of the shell, in the submission's folder */
    const char *run;
    const char *main;                       /* Java's class with `main` */
    const char *forbidden[GRADE_FORBIDDEN]; /* includes and imports, as patterns of the shell */
    size_t forbidden_count;
    unsigned seconds, memory, processes;
    bool partial, sanitize, legal_only;
    bool loose; /* lines are compared by their words: case and punctuation do not count */
    uint64_t seed;
    grade_part parts[GRADE_PARTS];
    size_t part_count;
    char *text; /* holds the strings */
} grade_course;

typedef void grade_course_handler(void *context, const fmt_error *mistake);

/* Every mistake goes to the handler, in the order of the text. True if there was none; else, and
 * without memory (an error at line 0), *course is empty. */
bool grade_course_read(grade_course *course, const char *text, size_t len,
                       grade_course_handler *handler, void *context);
void grade_course_free(grade_course *course);

/* The text of a shipped course file, or NULL; their names by index, NULL past the end. */
const char *grade_course_shipped(const char *name);
const char *grade_course_name(size_t index);

#endif

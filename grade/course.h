/* course.h: an assignment of a course: what students hand in, its tests and their points. Layer:
 * grade. Reads the text of a course file (docs/grading.md); opens no files. */
#ifndef ARB_GRADE_COURSE_H
#define ARB_GRADE_COURSE_H

#include "arbiter.h"
#include "common/text_out.h"

/* The format of a test file and of its answers. */
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
    GRADE_HAND_CLASS    /* classes that our driver calls */
} grade_hand;

/* A format, for example "lab3-class": what is asked and what is handed in, in one word. */
typedef struct {
    const char *name;
    grade_questions questions;
    grade_hand hand;
    const char *rules; /* the rule set, if the course file names none */
} grade_format;

enum { GRADE_PARTS = 32, GRADE_FILES_OF_PART = 64, GRADE_FORBIDDEN = 64 };

/* A place in the course file; line and column count from 1. */
typedef struct {
    size_t line, column;
} grade_place;

/* A part of the course: tests that share points, from files or generated. */
typedef struct {
    const char *name;
    bool hidden;   /* students learn whether they pass, not the questions */
    double points; /* of all its tests together; negative: each file states its own, or has 1 */
    const char *files[GRADE_FILES_OF_PART]; /* shell patterns, relative to the course file's
                                               folder */
    grade_place places[GRADE_FILES_OF_PART];
    size_t file_count;
    unsigned generate; /* number of generated tests; 0: none */
    unsigned about;    /* index of the topic (course.c) */
    bool seeded;       /* the part states `seed`; else the course's seed is used */
    uint64_t seed;
    arb_size size; /* size of lab boards; 0 by 0: several sizes */
    bool partial;  /* points in proportion to what is right */
    bool rulings;  /* narrate: a refusal may be in any words */
} grade_part;

/* Strings live as long as the course. What the file does not state is NULL if it is a string and 0
 * if it is a number. */
typedef struct {
    const char *name;
    const char *title;
    const grade_format *format;
    const char *rules;        /* a rule set's name or file */
    const char *course_files; /* a folder: files that students do not hand in */
    const char *roster;       /* a file: one student a line */
    const char *build;        /* shell commands, run in the submission's folder */
    const char *run;
    const char *main;                       /* Java's class with `main` */
    const char *forbidden[GRADE_FORBIDDEN]; /* includes and imports, as shell patterns */
    size_t forbidden_count;
    unsigned seconds, memory, processes;
    bool partial, sanitize, leaks, legal_only;
    bool loose; /* lines are compared by their words: case and punctuation do not count */
    uint64_t seed;
    grade_part parts[GRADE_PARTS];
    size_t part_count;
    char *text; /* holds the strings */
} grade_course;

typedef void grade_course_handler(void *context, const fmt_error *mistake);

/* Reports every mistake to the handler, in the order of the text. Returns true if there was none;
 * else *course is empty. If memory runs out, the mistake is at line 0. */
bool grade_course_read(grade_course *course, const char *text, size_t len,
                       grade_course_handler *handler, void *context);
void grade_course_free(grade_course *course);

/* The text of a shipped course file, or NULL; the names of these files by index, NULL past the
 * end. */
const char *grade_course_shipped(const char *name);
const char *grade_course_name(size_t index);

#endif

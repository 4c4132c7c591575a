/* driver.h: asks a submission's code what the grader wants to know. C and C++.
 *
 * A driver is compiled on the grading machine, inside the sandbox, with the submission's code.
 * It reads the lines "board R C" and "piece w k R C", then one action at a time. It answers every
 * piece and every action, and ends each answer with a line "=" that shows the whole board. Answers
 * go to the descriptor that was standard output; what the submission prints is discarded. When the
 * submission crashes, the driver says in which call. It knows no rules. */
#ifndef LAB3_DRIVER_H
#define LAB3_DRIVER_H

#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The functions of a submission; null if it lacks one. piece gives "." or the piece's letter. */
typedef struct {
    void (*make)(int rows, int columns);
    void (*put)(int white, char letter, int row, int column);
    void (*end)(void);
    int (*valid)(int row, int column, int to_row, int to_column);
    int (*move)(int row, int column, int to_row, int to_column);
    int (*threat)(int row, int column);
    char (*piece)(int row, int column);
    double (*score)(void);
    double (*next_score)(void);
} lab3_calls;

enum { LAB3_LINE = 1 << 15, LAB3_NUMBERS = 2048, LAB3_FRAMES = 48 };

typedef struct {
    const lab3_calls *calls;
    FILE *out;
    int rows, columns;
    int at[LAB3_NUMBERS];
    int count;
} lab3_driver;

/* ---- Crashes ---- */

/* The call that is being made: its name and its numbers. */
static const char *volatile lab3_call_name = "";
static volatile int lab3_call_at[4], lab3_call_count;
static int lab3_error_output;

static void lab3_calling(const char *name, int count, int a, int b, int c, int d)
{
    lab3_call_name = name;
    lab3_call_at[0] = a;
    lab3_call_at[1] = b;
    lab3_call_at[2] = c;
    lab3_call_at[3] = d;
    lab3_call_count = count;
}

/* Reports a crash and dies of it. It calls functions that are unsafe in a signal handler, because
 * the process is lost anyway; if they fail, only the report is missing. */
static void lab3_crashed(int number)
{
    void *frames[LAB3_FRAMES];
    char text[1400];
    int i, len, count = backtrace(frames, LAB3_FRAMES);
    len = snprintf(text, sizeof text, "\narbiter-call: %s", lab3_call_name);
    for (i = 0; i < lab3_call_count; i++)
        len += snprintf(text + len, sizeof text - (size_t)len, " %d", lab3_call_at[i]);
    len += snprintf(text + len, sizeof text - (size_t)len, "\narbiter-stack:");
    for (i = 0; i < count; i++)
        len += snprintf(text + len, sizeof text - (size_t)len, " %p", frames[i]);
    len += snprintf(text + len, sizeof text - (size_t)len, "\n");
    if (write(lab3_error_output, text, (size_t)len) != len)
        _exit(125);
    signal(number, SIG_DFL);
    raise(number);
}

/* Catches crashes, unless a sanitizer is compiled in, which reports them itself. */
static void lab3_watch(void)
{
#ifndef LAB3_SANITIZED
    static const int numbers[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL};
    static char stack[1 << 16]; /* the normal stack may be what overflowed */
    stack_t other;
    struct sigaction action;
    void *frames[1];
    size_t i;
    memset(&other, 0, sizeof other);
    memset(&action, 0, sizeof action);
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, 0);
    action.sa_handler = lab3_crashed;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    backtrace(frames, 1); /* loads its library now, while memory is intact */
    lab3_error_output = dup(2);
    for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, 0);
#else
    (void)lab3_crashed;
#endif
}

/* ---- Answers ---- */

static void lab3_missing(lab3_driver *driver, const char *name)
{
    fprintf(driver->out, "(there is no %s)\n", name);
}

static void lab3_bool(lab3_driver *driver, int yes)
{
    fprintf(driver->out, "%s\n", yes ? "true" : "false");
}

static void lab3_score(lab3_driver *driver, double (*score)(void), const char *name)
{
    lab3_calling(name, 0, 0, 0, 0, 0);
    if (score)
        fprintf(driver->out, "%.6f\n", score());
    else
        lab3_missing(driver, name);
}

static int lab3_valid(lab3_driver *driver, int row, int column, int to_row, int to_column)
{
    lab3_calling("isValidMove", 4, row, column, to_row, to_column);
    return driver->calls->valid(row, column, to_row, to_column);
}

static int lab3_threatened(lab3_driver *driver, int row, int column)
{
    lab3_calling("isPieceUnderThreat", 2, row, column, 0, 0);
    return driver->calls->threat(row, column);
}

static int lab3_moved(lab3_driver *driver, const int *at)
{
    lab3_calling("movePiece", 4, at[0], at[1], at[2], at[3]);
    return driver->calls->move(at[0], at[1], at[2], at[3]);
}

static char lab3_piece_at(lab3_driver *driver, int row, int column)
{
    lab3_calling("getPiece", 2, row, column, 0, 0);
    return driver->calls->piece(row, column);
}

/* Tests moves from the squares that the line names, which are those of the side to move. */
static void lab3_valid_scan(lab3_driver *driver)
{
    int i, row, column;
    for (i = 0; i + 1 < driver->count; i += 2)
        for (row = 0; row < driver->rows; row++)
            for (column = 0; column < driver->columns; column++)
                if (lab3_valid(driver, driver->at[i], driver->at[i + 1], row, column))
                    fprintf(driver->out, "%d %d %d %d\n", driver->at[i], driver->at[i + 1], row,
                            column);
    fprintf(driver->out, ".\n");
}

/* Asks about every square, empty ones too. */
static void lab3_threat_scan(lab3_driver *driver)
{
    int row, column;
    for (row = 0; row < driver->rows; row++)
        for (column = 0; column < driver->columns; column++)
            if (lab3_threatened(driver, row, column))
                fprintf(driver->out, "%d %d\n", row, column);
    fprintf(driver->out, ".\n");
}

/* "= ..../..k./..../R..K", or "=" alone if there is no getPiece. */
static void lab3_board_line(lab3_driver *driver)
{
    int row, column;
    fprintf(driver->out, "=%s", driver->calls->piece ? " " : "");
    for (row = 0; driver->calls->piece && row < driver->rows; row++) {
        if (row > 0)
            fprintf(driver->out, "/");
        for (column = 0; column < driver->columns; column++)
            fprintf(driver->out, "%c", lab3_piece_at(driver, row, column));
    }
    fprintf(driver->out, "\n");
}

static void lab3_act(lab3_driver *driver, const char *name)
{
    const lab3_calls *calls = driver->calls;
    int *at = driver->at;
    if (strcmp(name, "isValidScan") == 0)
        lab3_valid_scan(driver);
    else if (strcmp(name, "isValidMove") == 0)
        lab3_bool(driver, lab3_valid(driver, at[0], at[1], at[2], at[3]));
    else if (strcmp(name, "movePiece") == 0)
        if (calls->move)
            lab3_bool(driver, lab3_moved(driver, at));
        else
            lab3_missing(driver, name);
    else if (strcmp(name, "underThreatScan") == 0 || strcmp(name, "isPieceUnderThreat") == 0)
        if (!calls->threat)
            lab3_missing(driver, "isPieceUnderThreat");
        else if (strcmp(name, "underThreatScan") == 0)
            lab3_threat_scan(driver);
        else
            lab3_bool(driver, lab3_threatened(driver, at[0], at[1]));
    else if (strcmp(name, "getPiece") == 0)
        if (calls->piece)
            lab3_bool(driver, lab3_piece_at(driver, at[0], at[1]) != '.');
        else
            lab3_missing(driver, name);
    else if (strcmp(name, "scoreBoard") == 0)
        lab3_score(driver, calls->score, "scoreBoard");
    else
        lab3_score(driver, calls->next_score, "getHighestNextScore");
}

static void lab3_line(lab3_driver *driver, char *line)
{
    char *save = 0, colour = 0, letter = 0;
    char *name = strtok_r(line, " \n", &save), *word;
    int *at = driver->at;
    if (!name)
        return;
    if (strcmp(name, "piece") == 0) {
        colour = *strtok_r(0, " \n", &save);
        letter = *strtok_r(0, " \n", &save);
    }
    driver->count = 0;
    while (driver->count < LAB3_NUMBERS && (word = strtok_r(0, " \n", &save)) != 0)
        at[driver->count++] = (int)strtol(word, 0, 10);
    if (strcmp(name, "board") == 0) {
        driver->rows = at[0];
        driver->columns = at[1];
        lab3_calling("ChessBoard", 2, at[0], at[1], 0, 0);
        driver->calls->make(driver->rows, driver->columns);
        return;
    }
    if (letter) {
        lab3_calling("createChessPiece", 2, at[0], at[1], 0, 0);
        driver->calls->put(colour == 'w', letter, at[0], at[1]);
    } else
        lab3_act(driver, name);
    lab3_board_line(driver);
    fflush(driver->out);
}

static int lab3_drive(const lab3_calls *calls)
{
    static lab3_driver driver;
    static char line[LAB3_LINE];
    FILE *in = fdopen(dup(0), "r");
    int nowhere = open("/dev/null", O_RDWR);
    driver.out = fdopen(dup(1), "w");
    if (!in || !driver.out || nowhere < 0)
        return 125;
    driver.calls = calls;
    lab3_watch();
    dup2(nowhere, 0);
    dup2(nowhere, 1);
    while (fgets(line, sizeof line, in))
        lab3_line(&driver, line);
    lab3_calling("~ChessBoard", 0, 0, 0, 0, 0);
    if (calls->end)
        calls->end();
    driver.calls = 0;
    return 0;
}

#endif

/* driver.h: asks a submission's code what the grader wants to know. C and C++.
 *
 * A driver is compiled on the grading machine, inside the sandbox, with the submission's code.
 * Lines in: "board R C", "piece w k R C", then one action at a time. Answers go to the descriptor
 * that was standard output; what the submission prints itself goes nowhere. It knows no rules. */
#ifndef LAB3_DRIVER_H
#define LAB3_DRIVER_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a submission can do; a null pointer where it cannot. piece: "." or the piece's letter. */
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

enum { LAB3_LINE = 1 << 15, LAB3_NUMBERS = 2048 };

typedef struct {
    const lab3_calls *calls;
    FILE *out;
    int rows, columns;
    int at[LAB3_NUMBERS];
    int count;
} lab3_driver;

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
    if (score)
        fprintf(driver->out, "%.6f\n", score());
    else
        lab3_missing(driver, name);
}

static void lab3_valid_scan(lab3_driver *driver)
{
    int i, row, column;
    for (i = 0; i + 1 < driver->count; i += 2)
        for (row = 0; row < driver->rows; row++)
            for (column = 0; column < driver->columns; column++)
                if (driver->calls->valid(driver->at[i], driver->at[i + 1], row, column))
                    fprintf(driver->out, "%d %d %d %d\n", driver->at[i], driver->at[i + 1], row,
                            column);
    fprintf(driver->out, ".\n");
}

static void lab3_threat_scan(lab3_driver *driver)
{
    int i;
    for (i = 0; i + 1 < driver->count; i += 2)
        if (driver->calls->threat(driver->at[i], driver->at[i + 1]))
            fprintf(driver->out, "%d %d\n", driver->at[i], driver->at[i + 1]);
    fprintf(driver->out, ".\n");
}

/* The answer and the board behind it. */
static void lab3_move(lab3_driver *driver)
{
    int *at = driver->at;
    int row, column;
    fprintf(driver->out, "%s", driver->calls->move(at[0], at[1], at[2], at[3]) ? "true" : "false");
    if (driver->calls->piece) {
        fprintf(driver->out, " ");
        for (row = 0; row < driver->rows; row++) {
            if (row > 0)
                fprintf(driver->out, "/");
            for (column = 0; column < driver->columns; column++)
                fprintf(driver->out, "%c", driver->calls->piece(row, column));
        }
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
        lab3_bool(driver, calls->valid(at[0], at[1], at[2], at[3]));
    else if (strcmp(name, "movePiece") == 0)
        if (calls->move)
            lab3_move(driver);
        else
            lab3_missing(driver, name);
    else if (strcmp(name, "underThreatScan") == 0 || strcmp(name, "isPieceUnderThreat") == 0)
        if (!calls->threat)
            lab3_missing(driver, "isPieceUnderThreat");
        else if (strcmp(name, "underThreatScan") == 0)
            lab3_threat_scan(driver);
        else
            lab3_bool(driver, calls->threat(at[0], at[1]));
    else if (strcmp(name, "getPiece") == 0)
        if (calls->piece)
            lab3_bool(driver, calls->piece(at[0], at[1]) != '.');
        else
            lab3_missing(driver, name);
    else if (strcmp(name, "scoreBoard") == 0)
        lab3_score(driver, calls->score, name);
    else
        lab3_score(driver, calls->next_score, name);
    fflush(driver->out);
}

static void lab3_line(lab3_driver *driver, char *line)
{
    char *save = 0, colour = 0, letter = 0;
    char *name = strtok_r(line, " \n", &save), *word;
    if (!name)
        return;
    if (strcmp(name, "piece") == 0) {
        colour = *strtok_r(0, " \n", &save);
        letter = *strtok_r(0, " \n", &save);
    }
    driver->count = 0;
    while (driver->count < LAB3_NUMBERS && (word = strtok_r(0, " \n", &save)) != 0)
        driver->at[driver->count++] = (int)strtol(word, 0, 10);
    if (strcmp(name, "board") == 0) {
        driver->rows = driver->at[0];
        driver->columns = driver->at[1];
        driver->calls->make(driver->rows, driver->columns);
    } else if (letter)
        driver->calls->put(colour == 'w', letter, driver->at[0], driver->at[1]);
    else
        lab3_act(driver, name);
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
    dup2(nowhere, 0);
    dup2(nowhere, 1);
    while (fgets(line, sizeof line, in))
        lab3_line(&driver, line);
    if (calls->end)
        calls->end();
    driver.calls = 0;
    return 0;
}

#endif

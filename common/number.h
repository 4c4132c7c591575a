/* number.h: reads whole numbers from digits and writes them as digits. Layer: common. */
#ifndef ARB_COMMON_NUMBER_H
#define ARB_COMMON_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the digits that `text` begins with and returns how many there are. Returns 0 if there is
 * none or if the number is larger than `max`; *number is unchanged then. */
size_t number_read(const char *text, size_t len, uint64_t max, uint64_t *number);

/* Reads a text that consists only of digits and is at most `max`. */
bool number_whole(const char *text, uint64_t max, uint64_t *number);

/* Reads a size of at most `max` bytes: digits, and then K, M or G for a thousand, a million or a
 * billion bytes, perhaps with a B. Digits alone count as so many times `unit`. */
bool number_of_bytes(const char *text, uint64_t unit, uint64_t max, uint64_t *bytes);

/* Writes the digits into the end of the array and returns where they begin. */
enum { NUMBER_DIGITS = 20 };
size_t number_write(char digits[NUMBER_DIGITS], uint64_t number);

/* The same with a minus sign in front if the number is negative. */
enum { NUMBER_SIGNED = NUMBER_DIGITS + 1 };
size_t number_write_signed(char text[NUMBER_SIGNED], int64_t number);

/* Writes tenths as a decimal fraction, -3 as "-0.3", and returns the text. */
enum { NUMBER_TENTHS = 16 };
const char *number_tenths(char text[NUMBER_TENTHS], int32_t tenths);

#endif

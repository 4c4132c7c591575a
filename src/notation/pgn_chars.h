/* pgn_chars.h: classes of characters that the readers of game scores share. Layer: notation. */
#ifndef ARB_NOTATION_PGN_CHARS_H
#define ARB_NOTATION_PGN_CHARS_H

#include "notation/notation.h"

/* A word ends at a blank, or at a character that may follow a move without one. The byte 0x1A is a
 * blank: old systems put it at the end of a file. */
static inline bool arb__is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x1A;
}

static inline bool arb__ends_word(char c)
{
    const uint64_t low = UINT64_C(0x3E00) | 1u << 0x1A | UINT64_C(1) << ' ' | UINT64_C(1) << '!' |
                         UINT64_C(1) << '$' | UINT64_C(1) << '(' | UINT64_C(1) << ')' |
                         UINT64_C(1) << '*' | UINT64_C(1) << ';' | UINT64_C(1) << '?';
    unsigned char byte = (unsigned char)c;
    return byte < 64 ? (low >> byte & 1) != 0 : byte == '{' || byte == '}';
}

#endif

/* polyglot.h: the table of Polyglot's random numbers. Layer: position. */
#ifndef ARB_POSITION_POLYGLOT_H
#define ARB_POSITION_POLYGLOT_H

#include "arbiter.h"
#include "base/inline.h"

/* 64 for each of twelve pieces, then 4 castling rights, 8 en-passant files, White to move. */
ARB__TABLE uint64_t arb__polyglot[781];

#endif

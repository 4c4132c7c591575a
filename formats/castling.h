/* castling.h: castling by two squares. Layer: formats. Knows neither rights nor legality. */
#ifndef ARB_FORMATS_CASTLING_H
#define ARB_FORMATS_CASTLING_H

#include "arbiter.h"

/* Castling is asked as the king's arrival where the rule set has it so (e1 g1), but "e1 h1", the
 * king onto its own rook, is said too, as in UCI: the arrival square if these are a king and a rook
 * on their home squares and nothing stands where the king arrives, else `to` as it is. Either may
 * be ARB_NO_SQUARE. */
arb_square fmt_castling_square(const arb_position *position, arb_square from, arb_square to);

#endif

/* notation.h: what the files of this layer share. Layer: notation. Knows neither games nor files.
 */
#ifndef ARB_NOTATION_NOTATION_H
#define ARB_NOTATION_NOTATION_H

#include "arbiter.h"
#include "base/text.h"

/* ---- castling (castling_dialects.c) ---- */

/* The verdict on castling to one side. There must be a royal piece. */
arb_verdict arb__castle_verdict(const arb_position *pos, arb_colour us, int side);

/* The verdict on a move from square to square. Castling may be given by the king's target square or
 * by the rook's square. */
arb_verdict arb__squares_verdict(const arb_position *pos, arb_square from, arb_square to,
                                 arb_kind promotion);

/* Writes a drop, "P@e4", as UCI and SAN have it. */
void arb__put_drop(arb__writer *out, const arb_position *pos, arb_move move);

/* ---- SAN ---- */

/* How much of the origin a move needs to be the only one that its text can mean. */
typedef enum { ARB__ORIGIN_NONE, ARB__ORIGIN_FILE, ARB__ORIGIN_RANK, ARB__ORIGIN_BOTH } arb__origin;

arb__origin arb__san_origin(const arb_position *pos, arb_move move);
/* Can a game be won in another way than by mate or the capture of a king? */
static inline bool arb__won_otherwise(const arb_position *pos)
{
    arb_effect stalemate = pos->rules->ending.stalemate, bare = pos->rules->ending.bare;
    return pos->special != 0 || stalemate == ARB_WINS || stalemate == ARB_LOSES ||
           bare == ARB_WINS || bare == ARB_LOSES;
}
/* The mark behind the move: '+', '#', or 0. A mate that does not end the game in this rule set is
 * only a check. */
char arb__san_mark(const arb_position *pos, arb_move move);

/* Reads any text of a move by the core alone, without an accelerator (san_read.c). */
arb_status arb__san_read_any(const arb_position *pos, const char *text, size_t len, arb_san *san);

/* What the text of a move says, before any piece is looked for. */
typedef struct {
    bool castling;
    bool drop;     /* "P@e4": `kind` onto `to` */
    int side;      /* castling: ARB_KING_SIDE, ARB_QUEEN_SIDE */
    arb_kind kind; /* ARB_NO_KIND: no letter, a pawn or, with a whole origin, any piece */
    int from_file; /* or -1 */
    int from_rank; /* or -1 */
    arb_square to;
    arb_kind promotion;
    bool capture;       /* an 'x' */
    char mark;          /* '+', '#', or 0 */
    uint32_t tolerated; /* ARB_SAN_* bits that the text alone shows */
    /* "bb5": read as a bishop here, but it may be a pawn on the b-file that steps ahead. */
    bool or_pawn;
    uint32_t pawn_tolerated;
} arb__san_parts;

/* Takes the text apart. Returns NULL, or a sentence that says what is wrong at the byte *offset. */
const char *arb__san_parse(const arb_position *pos, const char *text, size_t len,
                           arb__san_parts *parts, size_t *offset);

/* The letters in front of a rank, "gxf" of "Ngxf3": origin file, 'x', target file. */
typedef struct {
    int from_file; /* or -1 */
    bool capture;
    int to_file;
} arb__san_letters;

/* Splits letters, all of lower case. Returns -1, or the index of the letter that is wrong. The last
 * letters are the target as far as they name a file: "ab5" is ab5 on a board that has it, else a
 * pawn from a to b5. An 'x' in front of the target is a capture, also where there is a file x. */
int arb__san_split(arb_size size, const char *letters, size_t len, arb__san_letters *split);

#endif

/* entries.h: the functions of the table of accelerators (kernel/fast.h). Layer: fast. */
#ifndef ARB_FAST_ENTRIES_H
#define ARB_FAST_ENTRIES_H

#include "fast/x86/slider_sets_pext.h"

/* x86/: for a position that plays chess, on a processor with AVX2 and fast PEXT. */
#if ARB__HAS_AVX2
size_t arb__pext_list(const arb_position *pos, arb_colour us, arb_move *list);
size_t arb__pext_count(const arb_position *pos, arb_colour us);
bool arb__avx2_is_legal(const arb_position *pos, arb_colour us, arb_move move);
bool arb__avx2_play(arb_position *pos, arb_move move, arb_undo *undo);
void arb__avx2_make(arb_position *pos, arb_move move, arb_undo *undo);
void arb__avx2_unmake(arb_position *pos, const arb_undo *undo);
#endif

/* perft/. It answers for exactly two plies by the rules of chess, and for one ply by other rules.
 * For any other number of plies, and for counts by leaf, it passes. */
uint64_t arb__fast_perft(arb_position *pos, unsigned depth, arb_count how);
/* Counts lines of two plies by the rules of chess, with PEXT or portably. With `products` a first
 * move that cannot change the replies is multiplied instead of visited; the number is the same. */
uint64_t arb__two_plies(arb_position *pos, bool products, bool pext);

/* score/. The second is what the first does on processors without AVX2 and fast PEXT. */
arb__run_player arb__fast_run_score, arb__portable_run_score;

/* text/. If the reader of FEN passes, the position may be half filled. The reader of SAN passes for
 * promotions, castling and moves that name their origin. */
bool arb__fast_fen_read(arb_position *pos, const char *text, size_t len);
size_t arb__fast_fen_write(const arb_position *pos, arb_square en_passant, char *buf, size_t cap);
arb_move arb__fast_san_read(const arb_position *pos, const char *text, size_t len);

#endif

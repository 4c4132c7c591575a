/* winnable_text.c: whether a side can still win, as a sentence. Layer: position. */
#include "base/text.h"
#include "position/position.h"

static const char *const proofs[] = {
    [ARB_PROOF_NONE] = ".",
    [ARB_PROOF_MATERIAL] = ": the pieces that are left do not suffice.",
    [ARB_PROOF_BLOCKED] = ": the pawns are locked, and nothing gets through to a mate.",
    [ARB_PROOF_SEARCH] = ": every position that play can reach has been looked at.",
};

size_t arb_winnable_text(const arb_winnable *winnable, arb_colour side, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    if (winnable->answer == ARB_WIN_UNDETERMINED)
        arb__put_text(&out, "It is not known whether ");
    arb__put_text(&out, side == ARB_WHITE ? "White" : "Black");
    if (winnable->answer == ARB_WIN_UNDETERMINED)
        arb__put_text(&out, " can still win.");
    else if (winnable->answer == ARB_WIN_YES)
        arb__put_text(&out, " can still win, if both sides play along: the line shows how.");
    else
        arb__put_text(&out, " cannot win by any series of legal moves");
    if (winnable->answer == ARB_WIN_NO)
        arb__put_text(&out, proofs[winnable->proof <= ARB_PROOF_SEARCH ? winnable->proof : 0]);
    return out.len;
}

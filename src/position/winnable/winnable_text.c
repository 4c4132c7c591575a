/* winnable_text.c: whether a side can still win, as a sentence. Layer: position. */
#include "base/language.h"
#include "position/position.h"

/* By side, then by proof. */
static const char *const unwinnable[2][ARB_PROOF_SEARCH + 1] = {
    {"White cannot win by any series of legal moves.",
     "White cannot win by any series of legal moves: the pieces that are left do not suffice.",
     "White cannot win by any series of legal moves: the pawns are locked, and nothing gets "
     "through "
     "to a mate.",
     "White cannot win by any series of legal moves: every position that play can reach has been "
     "looked at."},
    {"Black cannot win by any series of legal moves.",
     "Black cannot win by any series of legal moves: the pieces that are left do not suffice.",
     "Black cannot win by any series of legal moves: the pawns are locked, and nothing gets "
     "through "
     "to a mate.",
     "Black cannot win by any series of legal moves: every position that play can reach has been "
     "looked at."},
};

size_t arb_winnable_text_in(const arb_winnable *winnable, arb_colour side, arb_language language,
                            char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    bool white = side == ARB_WHITE;
    const char *text =
        unwinnable[white ? 0 : 1][winnable->proof <= ARB_PROOF_SEARCH ? winnable->proof : 0];
    if (winnable->answer == ARB_WIN_UNDETERMINED)
        text = white ? "It is not known whether White can still win."
                     : "It is not known whether Black can still win.";
    else if (winnable->answer == ARB_WIN_YES)
        text = white ? "White can still win, if both sides play along: the line shows how."
                     : "Black can still win, if both sides play along: the line shows how.";
    arb__put_text(&out, arb_text_in(language, text));
    return out.len;
}

size_t arb_winnable_text(const arb_winnable *winnable, arb_colour side, char *buf, size_t cap)
{
    return arb_winnable_text_in(winnable, side, ARB_ENGLISH, buf, cap);
}

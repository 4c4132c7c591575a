/* outcome_text.c: results and reasons in words. Layer: position. */
#include "arbiter.h"
#include "base/text.h"

static const struct {
    const char *name;
    const char *text; /* follows "White wins" or "Draw" */
} reasons[ARB_R_COUNT] = {
    [ARB_R_NONE] = {"none", ""},
    [ARB_R_CHECKMATE] = {"checkmate", " by checkmate"},
    [ARB_R_STALEMATE] = {"stalemate", " by stalemate"},
    [ARB_R_KING_CAPTURED] = {"king-captured", " by the capture of the king"},
    [ARB_R_BARE_KING] = {"bare-king", " by a bare king"},
    [ARB_R_DEAD_POSITION] = {"dead-position", " by insufficient material"},
    [ARB_R_REPETITION] = {"fivefold", " by fivefold repetition"},
    [ARB_R_MOVE_LIMIT] = {"75-moves", " by the 75-move rule"},
    [ARB_R_REPETITION_CLAIM] = {"threefold", " by threefold repetition"},
    [ARB_R_MOVE_LIMIT_CLAIM] = {"50-moves", " by the 50-move rule"},
    [ARB_R_AGREEMENT] = {"agreement", " by agreement"},
    [ARB_R_RESIGNATION] = {"resignation", " by resignation"},
    [ARB_R_FLAG] = {"flag", " on time"},
    [ARB_R_GOAL] = {"goal", " by reaching the goal"},
    [ARB_R_CHECKS] = {"checks", " by giving enough checks"},
    [ARB_R_EXTINCTION] = {"extinction", " by extinction"},
    [ARB_R_BEREFT] = {"bereft", " since nothing is left"},
};

const char *arb_result_text(arb_result result)
{
    switch (result) {
    case ARB_WHITE_WINS:
        return "1-0";
    case ARB_BLACK_WINS:
        return "0-1";
    case ARB_DRAW:
        return "1/2-1/2";
    case ARB_ONGOING:
        break;
    }
    return "*";
}

const char *arb_reason_name(arb_reason reason)
{
    return (unsigned)reason < ARB_R_COUNT ? reasons[reason].name : "";
}

static const char *head(arb_outcome outcome)
{
    switch (outcome.result) {
    case ARB_WHITE_WINS:
        return "White wins";
    case ARB_BLACK_WINS:
        return "Black wins";
    case ARB_DRAW:
        return "Draw";
    case ARB_ONGOING:
        break;
    }
    return "The game goes on";
}

size_t arb_outcome_text(arb_outcome outcome, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    arb__put_text(&out, head(outcome));
    /* FIDE 6.9: the flag fell, but nobody could have mated. */
    if (outcome.result == ARB_DRAW && outcome.reason == ARB_R_FLAG)
        arb__put_text(&out, " on time against insufficient material");
    else if (outcome.result != ARB_ONGOING && (unsigned)outcome.reason < ARB_R_COUNT)
        arb__put_text(&out, reasons[outcome.reason].text);
    return out.len;
}

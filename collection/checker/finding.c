/* finding.c: the names of the classes of findings. Layer: collection. */
#include "collection/checker/finding.h"

const char *finding_name(finding class)
{
    static const char *const names[FOUND_COUNT] = {
        [FOUND_ILLEGAL] = "illegal",
        [FOUND_AMBIGUOUS] = "ambiguous",
        [FOUND_BAD_TOKEN] = "bad-token",
        [FOUND_BAD_FEN] = "bad-fen",
        [FOUND_UNKNOWN_VARIANT] = "unknown-variant",
        [FOUND_BAD_TAG] = "bad-tag",
        [FOUND_UNCLOSED_COMMENT] = "unclosed-comment",
        [FOUND_UNCLOSED_PAREN] = "unclosed-paren",
        [FOUND_STRAY_CLOSE_PAREN] = "stray-close-paren",
        [FOUND_NO_MARKER] = "no-termination-marker",
        [FOUND_TAG_MARKER] = "tag-marker-mismatch",
        [FOUND_RESULT_CHECKMATE] = "result-vs-checkmate",
        [FOUND_RESULT_STALEMATE] = "result-vs-stalemate",
        [FOUND_RESULT_INSUFFICIENT] = "result-vs-insufficient",
        [FOUND_RESULT_FIVEFOLD] = "result-vs-fivefold",
        [FOUND_RESULT_75_MOVES] = "result-vs-75-moves",
        [FOUND_RESULT_VARIANT_END] = "result-vs-variant-end",
        [FOUND_UNWINNABLE] = "unwinnable-winner",
        [FOUND_AFTER_END] = "moves-after-end",
        [FOUND_NONCANONICAL] = "noncanonical-san",
        [FOUND_MISSING_MARK] = "missing-check-mark",
        [FOUND_FALSE_MARK] = "false-check-mark",
        [FOUND_PLUS_FOR_MATE] = "plus-for-mate",
        [FOUND_HASH_FOR_CHECK] = "hash-for-check",
        [FOUND_MOVE_NUMBER] = "move-number",
        [FOUND_NO_RESULT_TAG] = "no-result-tag",
        [FOUND_NO_MOVES] = "no-moves",
        [FOUND_BLANK_LINE] = "blank-line-in-movetext",
        [FOUND_TEXT_AFTER] = "text-after-result",
        [FOUND_STRAY_CHAR] = "stray-char",
        [FOUND_NULL_MOVE] = "null-move",
        [FOUND_TOO_DEEP] = "too-deep",
        [FOUND_EARLY_DRAW] = "early-draw",
        [FOUND_BOTH_LOSE] = "both-lose",
        [FOUND_CLAIM_REPETITION] = "claim-repetition",
        [FOUND_CLAIM_MOVES] = "claim-moves",
    };
    return names[class];
}

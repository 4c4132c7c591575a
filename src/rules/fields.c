/* fields.c: the table of all keys of a rule-set file except `piece`. Layer: rules. */
#include <stddef.h>

#include "rules/file.h"

#define EFFECT "loses, draws, wins or goes-on"
#define FILES "two files, the king's side first, such as 'h a'"

#define ENTRY(form_text, form_name)                                                                \
    .form = (form_text), .read = arb__read_##form_name, .write = arb__write_##form_name
#define AT(member) .offset = offsetof(arb_rules, member)
#define QUIET .quiet = true

/* clang-format off */
const arb__field arb__fields[ARB__KEY_COUNT] = {
    [ARB__KEY_PARENT] = {"parent", ENTRY("the name of a rule set, or a file", parent)},
    [ARB__KEY_NAME] = {"name", ENTRY("one word of at most 31 letters, digits, '-', '_', '.'", name)},
    [ARB__KEY_TITLE] = {"title", ENTRY("at most 95 bytes", title)},
    [ARB__KEY_ALIASES] = {"aliases", ENTRY("names separated by commas, at most 159 bytes", aliases)},
    [ARB__KEY_BOARD] = {"board", ENTRY("files x ranks up to 32x32, such as 10x8, or any", board)},
    [ARB__KEY_PIECES] = {"pieces", ENTRY("letters of the parent's pieces, or none", kept)},
    [ARB__KEY_ROYAL] = {"royal", ENTRY("letters of pieces, or none", royal)},
    [ARB__KEY_KING_SAFETY] = {"king-safety", ENTRY("yes or no", yes_no), AT(royal.safe)},
    [ARB__KEY_KINGS] = {"kings", ENTRY("a number, a range such as 0..1 or 1..any, or any", kings)},
    [ARB__KEY_GIVE_CHECK] = {"give-check",
        ENTRY("allowed or forbidden", allowed), AT(royal.no_checks), QUIET},
    [ARB__KEY_DOUBLE_STEP] = {"double-step",
        ENTRY("no, all, rows of the board counted from the pawn's side, or squares", places),
        AT(pawn.double_rows), .area = offsetof(arb_rules, pawn.double_area)},
    [ARB__KEY_EN_PASSANT] = {"en-passant",
        ENTRY("yes, no, or rows of double steps counted from the pawn's side", en_passant),
        AT(pawn.en_passant_rows)},
    [ARB__KEY_PAWN_NOT_ON] = {"pawn-not-on",
        ENTRY("no, or rows of the board counted from the pawn's side", rows), AT(pawn.barred_rows), QUIET},
    [ARB__KEY_PROMOTION] = {"promotion", ENTRY("no, or letters of pieces", promotion)},
    [ARB__KEY_PROMOTION_ROWS] = {"promotion-rows",
        ENTRY("no, all, rows of the board counted from the far edge, or squares", places),
        AT(pawn.promotion_rows), .area = offsetof(arb_rules, pawn.promotion_area)},
    [ARB__KEY_PROMOTION_OPTIONAL] = {"promotion-optional",
        ENTRY("no, all, or rows of the board counted from the far edge", rows), AT(pawn.optional_rows), QUIET},
    [ARB__KEY_PROMOTION_OF] = {"promotion-of", ENTRY("any, start or missing", promotion_of), QUIET},
    [ARB__KEY_CAPTURE] = {"capture", ENTRY("free or forced", capture), AT(capture.forced), QUIET},
    [ARB__KEY_EXPLOSIONS] = {"explosions", ENTRY("yes or no", yes_no), AT(capture.explodes), QUIET},
    [ARB__KEY_HANDS] = {"hands", ENTRY("yes or no", yes_no), AT(capture.to_hand), QUIET},
    [ARB__KEY_CASTLING] = {"castling", ENTRY("yes, no or any-home", castling)},
    [ARB__KEY_CASTLING_ROW] = {"castling-row",
        ENTRY("a row of the board counted from one's own side", row), AT(castling.row), QUIET},
    [ARB__KEY_CASTLING_KING] = {"castling-king",
        ENTRY("a file, such as 'e'", file), AT(castling.king_file)},
    [ARB__KEY_CASTLING_ROOKS] = {"castling-rooks", ENTRY(FILES, files), AT(castling.rook_file)},
    [ARB__KEY_CASTLING_KING_TO] = {"castling-king-to", ENTRY(FILES, files), AT(castling.king_to)},
    [ARB__KEY_CASTLING_ROOKS_TO] = {"castling-rooks-to", ENTRY(FILES, files), AT(castling.rook_to)},
    [ARB__KEY_CHECKMATE] = {"checkmate", ENTRY(EFFECT, effect), AT(ending.checkmate)},
    [ARB__KEY_STALEMATE] = {"stalemate", ENTRY(EFFECT, effect), AT(ending.stalemate)},
    [ARB__KEY_KING_CAPTURED] = {"king-captured", ENTRY(EFFECT, effect), AT(ending.captured)},
    [ARB__KEY_BARE_KING] = {"bare-king", ENTRY(EFFECT, effect), AT(ending.bare)},
    [ARB__KEY_NO_PIECES] = {"no-pieces", ENTRY(EFFECT, effect), AT(ending.bereft), QUIET},
    [ARB__KEY_EXTINCTION] = {"extinction",
        ENTRY("no, or letters of pieces, such as 'q' or 'k:2'", extinction), QUIET},
    [ARB__KEY_GOAL] = {"goal", ENTRY("no, or squares and ranks of the board", squares), AT(ending.goal), QUIET},
    [ARB__KEY_GOAL_ANSWER] = {"goal-answer", ENTRY("yes or no", yes_no), AT(ending.goal_answer), QUIET},
    [ARB__KEY_CHECKS_WIN] = {"checks-win", ENTRY("a number up to 99, or no", count), AT(ending.checks), QUIET},
    [ARB__KEY_DEAD_MATERIAL] = {"dead-material",
        ENTRY("draws, goes-on, bare-kings, split-bishops or few-pieces", dead), AT(ending.dead_material)},
    [ARB__KEY_CLAIM_REPETITIONS] = {"claim-repetitions",
        ENTRY("a number from 2 on, or no", count), AT(ending.claim_repetitions)},
    [ARB__KEY_AUTO_REPETITIONS] = {"auto-repetitions",
        ENTRY("a number from 2 on, or no", count), AT(ending.auto_repetitions)},
    [ARB__KEY_CLAIM_MOVES] = {"claim-moves",
        ENTRY("a number up to 65535, or no", count), AT(ending.claim_moves)},
    [ARB__KEY_AUTO_MOVES] = {"auto-moves",
        ENTRY("a number up to 65535, or no", count), AT(ending.auto_moves)},
    [ARB__KEY_FIDE_LAWS] = {"fide-laws", ENTRY("yes or no", yes_no), AT(ending.laws), QUIET},
    [ARB__KEY_FAULTS] = {"faults", ENTRY("all, none, or names of faults", faults)},
    [ARB__KEY_MAX_PIECES] = {"max-pieces",
        ENTRY("a number up to 65535, or no", count), AT(board.max_pieces)},
    [ARB__KEY_MAX_PAWNS] = {"max-pawns",
        ENTRY("a number up to 65535, or no", count), AT(board.max_pawns)},
    [ARB__KEY_START] = {"start", ENTRY("a FEN", start)},
};
/* clang-format on */

/* fields.c: the table of all keys of a rule-set file except `piece`. Layer: rules. */
#include <stddef.h>

#include "rules/file/rule_file.h"

#define FILES "two files, the king's side first, such as 'h a'"

#define ENTRY(form_text, form_name)                                                                \
    .form = (form_text), .read = arb__read_##form_name, .write = arb__write_##form_name
#define AT(member) .offset = offsetof(arb_rules, member)
#define SIZED(member) AT(member), .size = sizeof(((arb_rules *)0)->member)
#define TEXT(form_text, reader, member)                                                            \
    .form = (form_text), .read = arb__read_##reader, .write = arb__write_text, SIZED(member)
#define CHOICE(form_text, list, member) ENTRY(form_text, choice), .words = (list), SIZED(member)
#define YES_NO(member) CHOICE("yes or no", no_yes_words, member)
#define QUIET .quiet = true

/* The words for the values of a member, from 0 on. */
static const char *const no_yes_words[] = {"no", "yes", NULL};
static const char *const effect_words[] = {"goes-on", "loses", "draws", "wins", NULL};
static const char *const dead_words[] = {"goes-on",       "draws",      "bare-kings",
                                         "split-bishops", "few-pieces", NULL};
static const char *const promotion_words[] = {"any", "start", "missing", NULL};
static const char *const check_words[] = {"allowed", "forbidden", NULL};
static const char *const capture_words[] = {"free", "forced", NULL};
#define EFFECT(member) CHOICE("loses, draws, wins or goes-on", effect_words, member)

/* clang-format off */
const arb__field arb__fields[ARB__KEY_COUNT] = {
    [ARB__KEY_PARENT] = {"parent", ENTRY("the name of a rule set, or a file", parent)},
    [ARB__KEY_NAME] = {"name", TEXT("one word of at most 31 letters, digits, '-', '_', '.'", name, name)},
    [ARB__KEY_TITLE] = {"title", TEXT("at most 95 bytes", title, title)},
    [ARB__KEY_ALIASES] = {"aliases", TEXT("names separated by commas, at most 159 bytes", aliases, aliases)},
    [ARB__KEY_BOARD] = {"board", ENTRY("files x ranks up to 32x32, such as 10x8, or any", board)},
    [ARB__KEY_PIECES] = {"pieces", ENTRY("letters of the parent's pieces, or none", kept)},
    [ARB__KEY_ROYAL] = {"royal", ENTRY("letters of pieces, or none", royal)},
    [ARB__KEY_KING_SAFETY] = {"king-safety", YES_NO(royal.safe)},
    [ARB__KEY_KINGS] = {"kings", ENTRY("a number, a range such as 0..1 or 1..any, or any", kings)},
    [ARB__KEY_GIVE_CHECK] = {"give-check",
        CHOICE("allowed or forbidden", check_words, royal.no_checks), QUIET},
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
    [ARB__KEY_PROMOTION_OF] = {"promotion-of", CHOICE("any, start or missing", promotion_words, pawn.promotion_of), QUIET},
    [ARB__KEY_CAPTURE] = {"capture", CHOICE("free or forced", capture_words, capture.forced), QUIET},
    [ARB__KEY_EXPLOSIONS] = {"explosions", YES_NO(capture.explodes), QUIET},
    [ARB__KEY_HANDS] = {"hands", YES_NO(capture.to_hand), QUIET},
    [ARB__KEY_CASTLING] = {"castling", ENTRY("yes, no or any-home", castling)},
    [ARB__KEY_CASTLING_ROW] = {"castling-row",
        ENTRY("a row of the board counted from one's own side", row), AT(castling.row), QUIET},
    [ARB__KEY_CASTLING_KING] = {"castling-king",
        ENTRY("a file, such as 'e'", files), SIZED(castling.king_file)},
    [ARB__KEY_CASTLING_ROOKS] = {"castling-rooks", ENTRY(FILES, files), SIZED(castling.rook_file)},
    [ARB__KEY_CASTLING_KING_TO] = {"castling-king-to", ENTRY(FILES, files), SIZED(castling.king_to)},
    [ARB__KEY_CASTLING_ROOKS_TO] = {"castling-rooks-to", ENTRY(FILES, files), SIZED(castling.rook_to)},
    [ARB__KEY_CHECKMATE] = {"checkmate", EFFECT(ending.checkmate)},
    [ARB__KEY_STALEMATE] = {"stalemate", EFFECT(ending.stalemate)},
    [ARB__KEY_KING_CAPTURED] = {"king-captured", EFFECT(ending.captured)},
    [ARB__KEY_BARE_KING] = {"bare-king", EFFECT(ending.bare)},
    [ARB__KEY_NO_PIECES] = {"no-pieces", EFFECT(ending.bereft), QUIET},
    [ARB__KEY_EXTINCTION] = {"extinction",
        ENTRY("no, or letters of pieces, such as 'q' or 'k:2'", extinction), QUIET},
    [ARB__KEY_GOAL] = {"goal", ENTRY("no, or squares and ranks of the board", squares), AT(ending.goal), QUIET},
    [ARB__KEY_GOAL_ANSWER] = {"goal-answer", YES_NO(ending.goal_answer), QUIET},
    [ARB__KEY_CHECKS_WIN] = {"checks-win", ENTRY("a number up to 99, or no", count), AT(ending.checks), QUIET},
    [ARB__KEY_DEAD_MATERIAL] = {"dead-material",
        CHOICE("draws, goes-on, bare-kings, split-bishops or few-pieces", dead_words, ending.dead_material)},
    [ARB__KEY_CLAIM_REPETITIONS] = {"claim-repetitions",
        ENTRY("a number from 2 on, or no", count), AT(ending.claim_repetitions)},
    [ARB__KEY_AUTO_REPETITIONS] = {"auto-repetitions",
        ENTRY("a number from 2 on, or no", count), AT(ending.auto_repetitions)},
    [ARB__KEY_CLAIM_MOVES] = {"claim-moves",
        ENTRY("a number up to 65535, or no", count), AT(ending.claim_moves)},
    [ARB__KEY_AUTO_MOVES] = {"auto-moves",
        ENTRY("a number up to 65535, or no", count), AT(ending.auto_moves)},
    [ARB__KEY_FIDE_LAWS] = {"fide-laws", YES_NO(ending.laws), QUIET},
    [ARB__KEY_FAULTS] = {"faults", ENTRY("all, none, or names of faults", faults)},
    [ARB__KEY_MAX_PIECES] = {"max-pieces",
        ENTRY("a number up to 65535, or no", count), AT(board.max_pieces)},
    [ARB__KEY_MAX_PAWNS] = {"max-pawns",
        ENTRY("a number up to 65535, or no", count), AT(board.max_pawns)},
    [ARB__KEY_START] = {"start", TEXT("a FEN", start, board.start)},
};
/* clang-format on */

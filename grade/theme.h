/* theme.h: the rules that a test can exercise, by name. Layer: grade. Knows positions and verdicts,
 * not files. */
#ifndef ARB_GRADE_THEME_H
#define ARB_GRADE_THEME_H

#include "arbiter.h"

/* In the order of the parts that they belong to. */
typedef enum {
    /* part 1 */
    GRADE_T_BLOCKED_SLIDER,
    GRADE_T_OWN_PIECE,
    GRADE_T_CAPTURE,
    GRADE_T_PAWN_STEP,
    GRADE_T_PAWN_BLOCKED,
    GRADE_T_DOUBLE_STEP,
    GRADE_T_DOUBLE_STEP_OVER,
    GRADE_T_DOUBLE_STEP_ONTO,
    GRADE_T_DOUBLE_STEP_LATE,
    GRADE_T_PAWN_CAPTURE,
    GRADE_T_PAWN_NO_CAPTURE,
    GRADE_T_WRONG_SHAPE,
    /* part 2 */
    GRADE_T_OUT_OF_TURN,
    GRADE_T_NO_PIECE,
    GRADE_T_OFF_BOARD,
    GRADE_T_SAME_SQUARE,
    GRADE_T_THREAT,
    /* part 3 */
    GRADE_T_PIN,
    GRADE_T_ALONG_PIN,
    GRADE_T_KING_INTO_CHECK,
    GRADE_T_KING_TAKES_GUARDED,
    GRADE_T_CHECK_IGNORED,
    GRADE_T_CHECK_BLOCKED,
    GRADE_T_CHECKER_TAKEN,
    GRADE_T_KING_ESCAPES,
    GRADE_T_DISCOVERED_CHECK,
    /* part 4 */
    GRADE_T_CASTLE_KING_SIDE,
    GRADE_T_CASTLE_QUEEN_SIDE,
    GRADE_T_CASTLE_ROOK_PASSES_ATTACK,
    GRADE_T_CASTLE_KING_MOVED,
    GRADE_T_CASTLE_ROOK_MOVED,
    GRADE_T_CASTLE_NO_ROOK,
    GRADE_T_CASTLE_BLOCKED,
    GRADE_T_CASTLE_IN_CHECK,
    GRADE_T_CASTLE_THROUGH_CHECK,
    GRADE_T_CASTLE_INTO_CHECK,
    /* bonus */
    GRADE_T_KNIGHT,
    GRADE_T_QUEEN,
    GRADE_T_EN_PASSANT,
    GRADE_T_EN_PASSANT_LATE,
    GRADE_T_PROMOTION,
    GRADE_T_PROMOTION_BY_CAPTURE,
    GRADE_T_SCORE,
    GRADE_T_NEXT_SCORE,
    GRADE_T_COUNT
} grade_theme;

/* A set of themes: bit n is theme n. */
typedef uint64_t grade_themes;

static inline grade_themes grade_theme_bit(grade_theme theme)
{
    return (grade_themes)1 << theme;
}

/* "double step over a piece" */
const char *grade_theme_name(grade_theme theme);
/* The first part of the lab that has the theme. */
int grade_theme_part(grade_theme theme);

enum { GRADE_PART_BONUS = 5, GRADE_PASSED_LIMIT = 64 };

/* The parts of the bonus. Students need the first; the others they may do in any order or not at
 * all. */
typedef enum {
    GRADE_BONUS_ALL, /* all of them in each test */
    GRADE_BONUS_KNIGHT_AND_QUEEN,
    GRADE_BONUS_EN_PASSANT,
    GRADE_BONUS_PROMOTION,
    GRADE_BONUS_CASTLING,
    GRADE_BONUS_SCORING
} grade_bonus;

/* The themes that a test of this part of the lab, or of the bonus, must not depend on. Parts of the
 * bonus but the first may be left out; on the other hand a class with the whole bonus may be handed
 * in for the lab, and is right there too. */
grade_themes grade_themes_of_others(int part, grade_bonus bonus);

/* The themes that tests of a part can have on a board of this size: its own and those of the parts
 * before. Calls that leave the board belong to their own part alone. */
grade_themes grade_themes_of_part(int part, arb_size size);

/* A position and the squares that double steps passed before the last move, which tell an
 * en-passant capture that comes too late. */
typedef struct {
    arb_position position;
    arb_square passed[GRADE_PASSED_LIMIT];
    size_t passed_count;
} grade_scene;

/* The themes of the attempt that the verdict is about. */
grade_themes grade_themes_of(const grade_scene *scene, const arb_verdict *verdict);
/* The name of the most telling theme, which is the one of the latest part; "plain move" if there is
 * none. */
const char *grade_theme_of_attempt(const arb_position *before, const arb_verdict *verdict);

#endif

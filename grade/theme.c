/* theme.c: the rules that a test can exercise. Layer: grade. */
#include "grade/theme.h"

#include "formats/board_text.h"

#include <stdlib.h>

static const struct {
    const char *name;
    int part;
} themes[GRADE_T_COUNT] = {
    [GRADE_T_BLOCKED_SLIDER] = {"blocked slider", 1},
    [GRADE_T_OWN_PIECE] = {"own piece on the target", 1},
    [GRADE_T_CAPTURE] = {"capture", 1},
    [GRADE_T_PAWN_STEP] = {"pawn step", 1},
    [GRADE_T_PAWN_BLOCKED] = {"pawn step onto a piece", 1},
    [GRADE_T_DOUBLE_STEP] = {"double step", 1},
    [GRADE_T_DOUBLE_STEP_OVER] = {"double step over a piece", 1},
    [GRADE_T_DOUBLE_STEP_ONTO] = {"double step onto a piece", 1},
    [GRADE_T_DOUBLE_STEP_LATE] = {"double step from another row", 1},
    [GRADE_T_PAWN_CAPTURE] = {"pawn capture", 1},
    [GRADE_T_PAWN_NO_CAPTURE] = {"pawn capture of nothing", 1},
    [GRADE_T_WRONG_SHAPE] = {"a way the piece does not go", 1},
    [GRADE_T_OUT_OF_TURN] = {"out of turn", 2},
    [GRADE_T_NO_PIECE] = {"from an empty square", 2},
    [GRADE_T_OFF_BOARD] = {"off the board", 2},
    [GRADE_T_SAME_SQUARE] = {"to the same square", 2},
    [GRADE_T_THREAT] = {"piece under threat", 2},
    [GRADE_T_PIN] = {"pinned piece leaves its line", 3},
    [GRADE_T_ALONG_PIN] = {"pinned piece along its line", 3},
    [GRADE_T_KING_INTO_CHECK] = {"king into check", 3},
    [GRADE_T_KING_TAKES_GUARDED] = {"king takes a guarded piece", 3},
    [GRADE_T_CHECK_IGNORED] = {"check not answered", 3},
    [GRADE_T_CHECK_BLOCKED] = {"check answered by a block", 3},
    [GRADE_T_CHECKER_TAKEN] = {"check answered by a capture", 3},
    [GRADE_T_KING_ESCAPES] = {"check answered by the king", 3},
    [GRADE_T_DISCOVERED_CHECK] = {"discovered check", 3},
    [GRADE_T_CASTLE_KING_SIDE] = {"castling kingside", 4},
    [GRADE_T_CASTLE_QUEEN_SIDE] = {"castling queenside", 4},
    [GRADE_T_CASTLE_ROOK_PASSES_ATTACK] = {"castling with the rook's way attacked", 4},
    [GRADE_T_CASTLE_KING_MOVED] = {"castling after the king moved", 4},
    [GRADE_T_CASTLE_ROOK_MOVED] = {"castling after the rook moved", 4},
    [GRADE_T_CASTLE_NO_ROOK] = {"castling without a rook", 4},
    [GRADE_T_CASTLE_BLOCKED] = {"castling with the way blocked", 4},
    [GRADE_T_CASTLE_IN_CHECK] = {"castling out of check", 4},
    [GRADE_T_CASTLE_THROUGH_CHECK] = {"castling through check", 4},
    [GRADE_T_CASTLE_INTO_CHECK] = {"castling into check", 4},
    [GRADE_T_KNIGHT] = {"knight jump", 5},
    [GRADE_T_QUEEN] = {"queen move", 5},
    [GRADE_T_EN_PASSANT] = {"en passant in time", 5},
    [GRADE_T_EN_PASSANT_LATE] = {"en passant too late", 5},
    [GRADE_T_PROMOTION] = {"promotion", 5},
    [GRADE_T_PROMOTION_BY_CAPTURE] = {"promotion by capture", 5},
    [GRADE_T_SCORE] = {"score", 5},
    [GRADE_T_NEXT_SCORE] = {"highest next score", 5},
};

const char *grade_theme_name(grade_theme theme)
{
    return themes[theme].name;
}

int grade_theme_part(grade_theme theme)
{
    return themes[theme].part;
}

/* The handout castles and scores on 8x8 only. */
static bool needs_8x8(grade_theme theme)
{
    return themes[theme].part == 4 || theme == GRADE_T_SCORE || theme == GRADE_T_NEXT_SCORE;
}

grade_themes grade_themes_of_part(int part, arb_size size)
{
    grade_themes set = 0;
    bool usual = size.files == 8 && size.ranks == 8;
    for (int i = 0; i < GRADE_T_COUNT; i++)
        if (themes[i].part <= part && (usual || !needs_8x8((grade_theme)i)) &&
            (i != GRADE_T_OFF_BOARD || themes[i].part == part))
            set |= grade_theme_bit((grade_theme)i);
    return set;
}

/* The part of the bonus that has the theme; the first, if none of the others needs it. */
static grade_bonus bonus_of(grade_theme theme)
{
    return theme >= GRADE_T_CASTLE_KING_SIDE && theme <= GRADE_T_CASTLE_INTO_CHECK
               ? GRADE_BONUS_CASTLING
           : theme >= GRADE_T_EN_PASSANT && theme <= GRADE_T_EN_PASSANT_LATE
               ? GRADE_BONUS_EN_PASSANT
           : theme >= GRADE_T_PROMOTION && theme <= GRADE_T_PROMOTION_BY_CAPTURE
               ? GRADE_BONUS_PROMOTION
           : theme >= GRADE_T_SCORE ? GRADE_BONUS_SCORING
                                    : GRADE_BONUS_KNIGHT_AND_QUEEN;
}

grade_themes grade_themes_of_others(int part, grade_bonus bonus)
{
    grade_themes set = 0;
    if (part < GRADE_PART_BONUS)
        return grade_themes_of_others(GRADE_PART_BONUS, GRADE_BONUS_CASTLING);
    for (int i = 0; i < GRADE_T_COUNT && bonus != GRADE_BONUS_ALL; i++)
        if (bonus_of((grade_theme)i) != bonus &&
            bonus_of((grade_theme)i) != GRADE_BONUS_KNIGHT_AND_QUEEN)
            set |= grade_theme_bit((grade_theme)i);
    return set;
}

/* The themes of refusals that follow from the verdict alone. */
static const grade_theme refusals[ARB_V_COUNT] = {
    [ARB_V_GAME_OVER] = GRADE_T_COUNT,
    [ARB_V_OK] = GRADE_T_COUNT,
    [ARB_V_OFF_BOARD] = GRADE_T_OFF_BOARD,
    [ARB_V_NO_PIECE] = GRADE_T_NO_PIECE,
    [ARB_V_NOT_YOUR_TURN] = GRADE_T_OUT_OF_TURN,
    [ARB_V_SAME_SQUARE] = GRADE_T_SAME_SQUARE,
    [ARB_V_OWN_PIECE] = GRADE_T_OWN_PIECE,
    [ARB_V_WRONG_SHAPE] = GRADE_T_WRONG_SHAPE,
    [ARB_V_BLOCKED] = GRADE_T_BLOCKED_SLIDER,
    [ARB_V_PAWN_BLOCKED] = GRADE_T_PAWN_BLOCKED,
    [ARB_V_PAWN_NO_CAPTURE] = GRADE_T_PAWN_NO_CAPTURE,
    [ARB_V_PAWN_DOUBLE_STEP] = GRADE_T_DOUBLE_STEP_LATE,
    [ARB_V_PROMOTION_MISSING] = GRADE_T_COUNT,
    [ARB_V_PROMOTION_NOT_ALLOWED] = GRADE_T_COUNT,
    [ARB_V_CASTLE_KING_MOVED] = GRADE_T_CASTLE_KING_MOVED,
    [ARB_V_CASTLE_ROOK_MOVED] = GRADE_T_CASTLE_ROOK_MOVED,
    [ARB_V_CASTLE_NO_ROOK] = GRADE_T_CASTLE_NO_ROOK,
    [ARB_V_CASTLE_BLOCKED] = GRADE_T_CASTLE_BLOCKED,
    [ARB_V_CASTLE_IN_CHECK] = GRADE_T_CASTLE_IN_CHECK,
    [ARB_V_CASTLE_THROUGH_CHECK] = GRADE_T_CASTLE_THROUGH_CHECK,
    [ARB_V_CASTLE_INTO_CHECK] = GRADE_T_CASTLE_INTO_CHECK,
    [ARB_V_KING_INTO_CHECK] = GRADE_T_KING_INTO_CHECK,
    [ARB_V_EXPOSES_KING] = GRADE_T_PIN,
    [ARB_V_STILL_IN_CHECK] = GRADE_T_CHECK_IGNORED,
};

static bool is_pinned(const arb_position *position, arb_square square)
{
    enum { PINS = 16 };
    arb_pin pins[PINS];
    size_t count = arb_position_pins(position, arb_position_turn(position), pins, PINS);
    for (size_t i = 0; i < count && i < PINS; i++)
        if (pins[i].pinned == square)
            return true;
    return false;
}

static grade_themes of_refusal(const grade_scene *scene, const arb_verdict *verdict)
{
    const arb_position *position = &scene->position;
    arb_size size = arb_position_size(position);
    grade_theme theme = refusals[verdict->code];

    if (theme == GRADE_T_PAWN_BLOCKED &&
        abs(arb_square_rank(size, verdict->to) - arb_square_rank(size, verdict->from)) == 2)
        theme = verdict->at == verdict->to ? GRADE_T_DOUBLE_STEP_ONTO : GRADE_T_DOUBLE_STEP_OVER;
    if (theme == GRADE_T_PIN && !is_pinned(position, verdict->from))
        return 0;
    grade_themes set = theme < GRADE_T_COUNT ? grade_theme_bit(theme) : 0;
    if (theme == GRADE_T_KING_INTO_CHECK &&
        arb_position_piece(position, verdict->to) != ARB_NO_PIECE)
        set |= grade_theme_bit(GRADE_T_KING_TAKES_GUARDED);
    for (size_t i = 0; theme == GRADE_T_PAWN_NO_CAPTURE && i < scene->passed_count; i++) {
        arb_square beside = arb_square_at(size, arb_square_file(size, verdict->to),
                                          arb_square_rank(size, verdict->from));
        if (scene->passed[i] == verdict->to &&
            arb_position_piece(position, beside) ==
                arb_piece_of(arb_other(arb_position_turn(position)), ARB_PAWN))
            set |= grade_theme_bit(GRADE_T_EN_PASSANT_LATE);
    }
    return set;
}

/* On the queen's side the rook passes the square beside its corner. */
static grade_themes of_castling(const arb_position *position, const arb_verdict *verdict)
{
    arb_size size = arb_position_size(position);
    arb_square rook = arb_move_to(verdict->move);
    if (rook > verdict->from)
        return grade_theme_bit(GRADE_T_CASTLE_KING_SIDE);
    grade_themes set = grade_theme_bit(GRADE_T_CASTLE_QUEEN_SIDE);
    arb_square beside = arb_square_at(size, 1, arb_square_rank(size, rook));
    if (arb_position_attackers(position, beside, arb_other(arb_position_turn(position)), NULL, 0) >
        0)
        set |= grade_theme_bit(GRADE_T_CASTLE_ROOK_PASSES_ATTACK);
    return set;
}

static grade_themes of_pawn(const arb_position *position, const arb_verdict *verdict, bool captures)
{
    arb_size size = arb_position_size(position);
    int rows = abs(arb_square_rank(size, verdict->to) - arb_square_rank(size, verdict->from));
    grade_themes set = grade_theme_bit(captures    ? GRADE_T_PAWN_CAPTURE
                                       : rows == 2 ? GRADE_T_DOUBLE_STEP
                                                   : GRADE_T_PAWN_STEP);
    if (arb_move_promotion(verdict->move) != ARB_NO_KIND)
        set |= grade_theme_bit(captures ? GRADE_T_PROMOTION_BY_CAPTURE : GRADE_T_PROMOTION);
    if (arb_move_type_of(verdict->move) == ARB_EN_PASSANT)
        set = grade_theme_bit(GRADE_T_EN_PASSANT);
    return set;
}

static bool discovers_check(const arb_position *position, const arb_verdict *verdict)
{
    enum { CHECKERS = 8 };
    arb_square checkers[CHECKERS];
    arb_position after = *position;
    arb_undo undo;
    if (arb_move_type_of(verdict->move) == ARB_CASTLING ||
        !arb_position_play(&after, verdict->move, &undo))
        return false;
    size_t count = arb_position_checkers(&after, arb_position_turn(&after), checkers, CHECKERS);
    for (size_t i = 0; i < count && i < CHECKERS; i++)
        if (checkers[i] != verdict->to)
            return true;
    return false;
}

static grade_themes of_move(const grade_scene *scene, const arb_verdict *verdict)
{
    const arb_position *position = &scene->position;
    arb_kind kind = arb_piece_kind(verdict->piece);
    bool castles = arb_move_type_of(verdict->move) == ARB_CASTLING;
    bool captures = !castles && (arb_position_piece(position, verdict->to) != ARB_NO_PIECE ||
                                 arb_move_type_of(verdict->move) == ARB_EN_PASSANT);
    grade_themes set = castles            ? of_castling(position, verdict)
                       : kind == ARB_PAWN ? of_pawn(position, verdict, captures)
                       : captures         ? grade_theme_bit(GRADE_T_CAPTURE)
                                          : 0;
    if (kind == ARB_KNIGHT || kind == ARB_QUEEN)
        set |= grade_theme_bit(kind == ARB_KNIGHT ? GRADE_T_KNIGHT : GRADE_T_QUEEN);
    if (arb_position_in_check(position, arb_position_turn(position)))
        set |= grade_theme_bit(kind == ARB_KING ? GRADE_T_KING_ESCAPES
                               : captures       ? GRADE_T_CHECKER_TAKEN
                                                : GRADE_T_CHECK_BLOCKED);
    else if (is_pinned(position, verdict->from))
        set |= grade_theme_bit(GRADE_T_ALONG_PIN);
    if (discovers_check(position, verdict))
        set |= grade_theme_bit(GRADE_T_DISCOVERED_CHECK);
    return set;
}

grade_themes grade_themes_of(const grade_scene *scene, const arb_verdict *verdict)
{
    return verdict->code == ARB_V_OK ? of_move(scene, verdict) : of_refusal(scene, verdict);
}

const char *grade_theme_of_attempt(const arb_position *before, const arb_verdict *verdict)
{
    grade_scene scene = {.position = *before};
    /* Lab 3 asks about either side's moves; only those of the side to move can be played. */
    bool playable =
        verdict->code != ARB_V_OK || arb_piece_colour(verdict->piece) == arb_position_turn(before);
    grade_themes set = playable ? grade_themes_of(&scene, verdict) : 0;
    for (int i = GRADE_T_COUNT - 1; i >= 0; i--)
        if ((set & grade_theme_bit((grade_theme)i)) != 0)
            return themes[i].name;
    return "plain move";
}

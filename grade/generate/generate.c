/* generate.c: generates tests that exercise named rules. Layer: grade.
 *
 * A test is a random board and a few moves on it. At each turn it tries one attempt that the rules
 * refuse and plays one legal move, both chosen for the rarest rule that they exercise. Of many such
 * tests the one that adds most coverage is taken. */
#include "grade/generate/generate.h"

#include "formats/board_text.h"
#include "grade/generate/generate_lab.h"

#include <string.h>

enum { TURNS = 8, TRIES = 48 };

/* The rule set that the tests of a part are written for. */
static const arb_rules *grade_part_rules(int part)
{
    return part == GRADE_PART_BONUS ? arb_rules_find("lab-bonus", 9) : arb_rules_find("lab", 3);
}

/* ---- Attempts ---- */

typedef struct {
    int at[4];
    arb_verdict verdict;
    grade_themes themes;
    double worth;
} attempt;

/* The value of an attempt: rare themes, and themes of the part itself, count more. */
static double worth_of(const maker *m, grade_themes themes)
{
    double worth = 0;
    for (int i = 0; i < GRADE_T_COUNT; i++)
        if ((themes & m->wanted & grade_theme_bit((grade_theme)i)) != 0)
            worth += (grade_theme_part((grade_theme)i) == m->recipe->part ? 1.0 : 0.4) /
                     (1 + m->so_far->files[i] / 4.0 + 4 * m->d.tried[i]);
    return worth;
}

static attempt make_attempt(const maker *m, int row, int column, int to_row, int to_column)
{
    arb_size size = m->recipe->size;
    attempt a = {.at = {row, column, to_row, to_column}};
    a.verdict = arb_position_verdict(&m->scene.position, fmt_square_at(size, row, column),
                                     fmt_square_at(size, to_row, to_column), ARB_NO_KIND);
    a.themes = grade_themes_of(&m->scene, &a.verdict);
    a.worth = worth_of(m, a.themes);
    return a;
}

/* Does a pawn step past another, which may take it in passing? */
static bool may_be_taken_in_passing(const maker *m, const attempt *a)
{
    const arb_position *position = &m->scene.position;
    if ((a->themes & grade_theme_bit(GRADE_T_DOUBLE_STEP)) == 0)
        return false;
    for (int side = -1; side <= 1; side += 2) {
        arb_square beside = fmt_square_at(m->recipe->size, a->at[2], a->at[3] + side);
        if (beside != ARB_NO_SQUARE &&
            arb_position_piece(position, beside) ==
                arb_piece_of(arb_other(arb_position_turn(position)), ARB_PAWN))
            return true;
    }
    return false;
}

static bool takes_in_passing(const attempt *a)
{
    return (a->themes & grade_theme_bit(GRADE_T_EN_PASSANT)) != 0;
}

static bool reaches_last_row(const maker *m, const attempt *a)
{
    bool white = arb_piece_colour(a->verdict.piece) == ARB_WHITE;
    return a->verdict.code == ARB_V_OK && arb_piece_kind(a->verdict.piece) == ARB_PAWN &&
           a->at[2] == (white ? 0 : m->recipe->size.ranks - 1);
}

/* Does the move, or the answer to it, need a part of the bonus that the test is not about? */
static bool needs_others(const maker *m, const attempt *a)
{
    return (a->themes & m->others) != 0 ||
           ((m->others & grade_theme_bit(GRADE_T_PROMOTION)) != 0 && reaches_last_row(m, a)) ||
           ((m->others & grade_theme_bit(GRADE_T_EN_PASSANT)) != 0 &&
            may_be_taken_in_passing(m, a));
}

/* The extra value of moves that prepare later refusals: a king or rook that moves and returns
 * (castling), a pawn that steps past another (en passant). */
static double leads_on(maker *m, const attempt *a)
{
    arb_kind kind = arb_piece_kind(a->verdict.piece);
    const arb_position *position = &m->scene.position;
    if (grade_has_castling(m) && (kind == ARB_KING || kind == ARB_ROOK)) {
        int home = arb_position_turn(position) == ARB_WHITE ? 7 : 0;
        bool back = a->at[2] == home && a->at[3] == (kind == ARB_KING ? 4 : a->at[3] > 3 ? 7 : 0);
        return back ? 0.4 : a->at[0] == home ? 0.1 : 0;
    }
    return m->recipe->part == GRADE_PART_BONUS && may_be_taken_in_passing(m, a) ? 0.6 : 0;
}

static void take_better(maker *m, attempt *best, const attempt *a, double extra)
{
    double worth = a->worth + extra + 0.2 * (double)grade_below(m, 1000) / 1000;
    if (worth > best->worth) {
        *best = *a;
        best->worth = worth;
    }
}

/* Tries attempts that do not start on a piece of the side to move. */
static void try_others(maker *m, attempt *refused)
{
    arb_size size = m->recipe->size;
    int beyond = (m->wanted & grade_theme_bit(GRADE_T_OFF_BOARD)) != 0 ? 1 : 0;
    for (int i = 0; i < 8; i++) {
        int row = (int)grade_below(m, size.ranks), column = (int)grade_below(m, size.files);
        int to_row = (int)grade_below(m, size.ranks + 2u * (unsigned)beyond) - beyond;
        int to_column = (int)grade_below(m, size.files);
        attempt a = i == 0 ? make_attempt(m, row, column, row, column)
                           : make_attempt(m, row, column, to_row, to_column);
        if (a.verdict.code != ARB_V_OK && !needs_others(m, &a))
            take_better(m, refused, &a, 0);
    }
}

static void look_round(maker *m, attempt *refused, attempt *move)
{
    arb_size size = m->recipe->size;
    *refused = *move = (attempt){.worth = 0};
    for (int row = 0; row < size.ranks; row++)
        for (int column = 0; column < size.files; column++) {
            arb_piece piece =
                arb_position_piece(&m->scene.position, fmt_square_at(size, row, column));
            if (piece == ARB_NO_PIECE ||
                arb_piece_colour(piece) != arb_position_turn(&m->scene.position))
                continue;
            for (int to = 0; to < size.ranks * size.files; to++) {
                attempt a = make_attempt(m, row, column, to / size.files, to % size.files);
                if (needs_others(m, &a) || (m->declines && takes_in_passing(&a)))
                    continue;
                if (a.verdict.code == ARB_V_OK)
                    take_better(m, move, &a, leads_on(m, &a));
                else if (a.worth > 0)
                    take_better(m, refused, &a, 0);
            }
        }
    try_others(m, refused);
}

/* ---- Actions ---- */

static void count_themes(maker *m, grade_themes themes)
{
    m->d.themes |= themes & m->wanted;
    for (int i = 0; i < GRADE_T_COUNT; i++)
        m->d.coverage.calls[i] += (themes & m->wanted & grade_theme_bit((grade_theme)i)) != 0;
}

static void add_action(maker *m, fmt_lab_kind kind, const int at[4], grade_themes shown)
{
    if (m->d.count == ACTION_LIMIT)
        return;
    fmt_lab_action *action = &m->d.actions[m->d.count];
    *action = (fmt_lab_action){.kind = kind};
    if (at != NULL)
        memcpy(action->at, at, sizeof action->at);
    m->d.shown[m->d.count++] = shown & m->wanted;
}

static void add_move(maker *m, const attempt *a)
{
    add_action(m, FMT_LAB_MOVE_PIECE, a->at, a->themes);
    count_themes(m, a->themes);
    for (int i = 0; i < GRADE_T_COUNT; i++)
        m->d.tried[i] += (a->themes & grade_theme_bit((grade_theme)i)) != 0;
    m->d.coverage.moves[a->verdict.code]++;
}

/* A scan asks for every piece of the side to move; only the rules that it exercises are counted.
 * That a pawn may step to the last row does not depend on what becomes of it there. */
static void add_valid_scan(maker *m)
{
    static const grade_themes promotions =
        (grade_themes)1 << GRADE_T_PROMOTION | (grade_themes)1 << GRADE_T_PROMOTION_BY_CAPTURE;
    arb_size size = m->recipe->size;
    add_action(m, FMT_LAB_VALID_SCAN, NULL, 0);
    for (int from = 0; from < size.ranks * size.files; from++) {
        arb_square square = fmt_square_at(size, from / size.files, from % size.files);
        arb_piece piece = arb_position_piece(&m->scene.position, square);
        if (piece == ARB_NO_PIECE ||
            arb_piece_colour(piece) != arb_position_turn(&m->scene.position))
            continue;
        for (int to = 0; to < size.ranks * size.files; to++) {
            attempt a = make_attempt(m, from / size.files, from % size.files, to / size.files,
                                     to % size.files);
            count_themes(m, a.themes & ~grade_theme_bit(GRADE_T_SAME_SQUARE));
            m->d.spoiled |= (a.themes & m->others & ~promotions) != 0;
            m->d.coverage.scanned[a.verdict.code]++;
        }
    }
}

static void add_threat_scan(maker *m)
{
    arb_size size = m->recipe->size;
    bool threat = false;
    add_action(m, FMT_LAB_THREAT_SCAN, NULL, 0);
    for (int i = 0; i < size.ranks * size.files; i++)
        threat =
            threat || arb_position_threatened(&m->scene.position,
                                              fmt_square_at(size, i / size.files, i % size.files));
    if (threat)
        count_themes(m, grade_theme_bit(GRADE_T_THREAT));
}

static void add_scores(maker *m)
{
    add_action(m, FMT_LAB_SCORE, NULL, 0);
    count_themes(m, grade_theme_bit(GRADE_T_SCORE));
    if (!arb_position_has_move(&m->scene.position))
        return;
    add_action(m, FMT_LAB_NEXT_SCORE, NULL, 0);
    count_themes(m, grade_theme_bit(GRADE_T_NEXT_SCORE));
}

/* Asks about a capture in passing that is not played now and comes too late next time. */
static void ask_in_passing(maker *m)
{
    arb_size size = m->recipe->size;
    for (int from = 0; from < size.ranks * size.files; from++)
        for (int to = 0; to < size.ranks * size.files; to++) {
            attempt a = make_attempt(m, from / size.files, from % size.files, to / size.files,
                                     to % size.files);
            if (!takes_in_passing(&a))
                continue;
            add_action(m, FMT_LAB_VALID_MOVE, a.at, a.themes);
            count_themes(m, a.themes);
        }
}

/* Is the score the same by both readings of the handout (does taking the king count as a move?),
 * for a class without en passant and without promotion? */
static bool is_plainly_scored(const maker *m)
{
    const arb_position *position = &m->scene.position;
    arb_colour turn = arb_position_turn(position);
    arb_size size = m->recipe->size;
    int32_t all = 0, legal = 0;
    arb_position_next_score(position, ARB_MOBILITY_VALID, &all);
    arb_position_next_score(position, ARB_MOBILITY_LEGAL_ONLY, &legal);
    if (all != legal || arb_position_score(position, turn, ARB_MOBILITY_VALID) !=
                            arb_position_score(position, turn, ARB_MOBILITY_LEGAL_ONLY))
        return false;
    for (int from = 0; from < size.ranks * size.files; from++)
        for (int to = 0; to < size.ranks * size.files; to++) {
            attempt a = make_attempt(m, from / size.files, from % size.files, to / size.files,
                                     to % size.files);
            if (a.verdict.code == ARB_V_OK && needs_others(m, &a))
                return false;
        }
    return true;
}

/* Are scores asked for now? In a test about scoring they are, wherever the handout is clear. */
static bool scores_now(maker *m)
{
    if (m->recipe->part != GRADE_PART_BONUS || !grade_is_8x8(m->recipe->size) ||
        (m->others & grade_theme_bit(GRADE_T_SCORE)) != 0)
        return false;
    return m->recipe->bonus == GRADE_BONUS_SCORING ? is_plainly_scored(m) : grade_percent(m, 25);
}

static void play(maker *m, const attempt *move)
{
    arb_size size = m->recipe->size;
    arb_undo undo;
    int from = move->at[0], to = move->at[2];
    arb_position_play(&m->scene.position, move->verdict.move, &undo);
    if (arb_piece_kind(move->verdict.piece) == ARB_PAWN && (from - to == 2 || to - from == 2) &&
        m->scene.passed_count < GRADE_PASSED_LIMIT)
        m->scene.passed[m->scene.passed_count++] =
            fmt_square_at(size, (from + to) / 2, move->at[3]);
}

static void make_turn(maker *m, bool scan)
{
    attempt refused, move;
    if (scan)
        add_valid_scan(m);
    if (scan || grade_percent(m, 30))
        add_threat_scan(m);
    if (m->declines)
        ask_in_passing(m);
    look_round(m, &refused, &move);
    if (refused.worth > 0)
        add_move(m, &refused);
    if (scores_now(m))
        add_scores(m);
    if (move.worth > 0) {
        add_move(m, &move);
        play(m, &move);
    }
}

static void make_draft(maker *m)
{
    m->d = (draft){.count = 0};
    m->scene.passed_count = 0;
    grade_set_up(m);
    arb_faults faults =
        arb_position_set(&m->scene.position, m->rules, &m->d.setup, ARB_KERNEL_AUTO, 0);
    if (faults != 0)
        return;
    if (m->recipe->part == 1) {
        add_valid_scan(m);
        return;
    }
    bool scans = m->recipe->bonus != GRADE_BONUS_SCORING;
    for (int turn = 0; turn < TURNS; turn++)
        make_turn(m, scans && turn % 3 == 0);
    if (scans)
        add_valid_scan(m);
}

/* ---- The text ---- */

static void put_themes(const fmt_out *out, grade_themes set)
{
    bool first = true;
    for (int i = 0; i < GRADE_T_COUNT; i++)
        if ((set & grade_theme_bit((grade_theme)i)) != 0) {
            fmt_putf(out, "%s%s", first ? "// " : ", ", grade_theme_name((grade_theme)i));
            first = false;
        }
    if (!first)
        fmt_put_text(out, "\n");
}

static void put_draft(const fmt_out *out, const maker *m)
{
    const draft *d = &m->d;
    arb_size size = d->setup.size;
    fmt_putf(out, "1\n%d %d\n", size.ranks, size.files);
    for (int row = 0; row < size.ranks; row++)
        for (int column = 0; column < size.files; column++) {
            arb_piece piece = d->setup.board[fmt_square_at(size, row, column)];
            if (piece != ARB_NO_PIECE)
                fmt_putf(out, "%c %c %d %d\n", arb_piece_colour(piece) == ARB_WHITE ? 'w' : 'b',
                         m->rules->kinds[arb_piece_kind(piece)].letter, row, column);
        }
    fmt_put_text(out, "~\n");
    for (size_t i = 0; i < d->count; i++) {
        const fmt_lab_action *action = &d->actions[i];
        put_themes(out, d->shown[i]);
        fmt_put_text(out, fmt_lab_kind_name(action->kind));
        for (size_t n = 0; n < fmt_lab_kind_numbers(action->kind); n++)
            fmt_putf(out, " %d", action->at[n]);
        fmt_put_text(out, "\n");
    }
}

static void add_up(grade_coverage *sum, const draft *d)
{
    for (int i = 0; i < GRADE_T_COUNT; i++) {
        sum->files[i] += (d->themes & grade_theme_bit((grade_theme)i)) != 0;
        sum->calls[i] += d->coverage.calls[i];
    }
    for (int i = 0; i < ARB_V_COUNT; i++) {
        sum->moves[i] += d->coverage.moves[i];
        sum->scanned[i] += d->coverage.scanned[i];
    }
}

/* A class that reads beyond its board crashes on the first call that leaves the board. So few files
 * have such calls, and the student loses few tests. */
static grade_themes themes_wanted(const grade_recipe *recipe, unsigned number)
{
    enum { FILES_FOR_ONE_OFF_BOARD = 10, THE_ONE = 2 };
    grade_themes set = grade_themes_of_part(recipe->part, recipe->size) &
                       ~grade_themes_of_others(recipe->part, recipe->bonus);
    return number % FILES_FOR_ONE_OFF_BOARD == THE_ONE ? set
                                                       : set & ~grade_theme_bit(GRADE_T_OFF_BOARD);
}

/* Does a class without castling (part 4), or without this part of the bonus, fail a test with this
 * theme? A refusal alone proves nothing, because such a class refuses everything. */
static bool is_telling(grade_theme theme, const grade_recipe *recipe)
{
    static const grade_themes telling[] = {
        [GRADE_BONUS_ALL] = ~(grade_themes)0,
        [GRADE_BONUS_KNIGHT_AND_QUEEN] = (grade_themes)1 << GRADE_T_KNIGHT | (grade_themes)1
                                                                                 << GRADE_T_QUEEN,
        [GRADE_BONUS_EN_PASSANT] = (grade_themes)1 << GRADE_T_EN_PASSANT,
        [GRADE_BONUS_PROMOTION] =
            (grade_themes)1 << GRADE_T_PROMOTION | (grade_themes)1 << GRADE_T_PROMOTION_BY_CAPTURE,
        [GRADE_BONUS_CASTLING] = (grade_themes)1 << GRADE_T_CASTLE_KING_SIDE |
                                 (grade_themes)1 << GRADE_T_CASTLE_QUEEN_SIDE,
        [GRADE_BONUS_SCORING] = (grade_themes)1 << GRADE_T_NEXT_SCORE,
    };
    grade_bonus about = recipe->part == 4 ? GRADE_BONUS_CASTLING : recipe->bonus;
    return (telling[about] & grade_theme_bit(theme)) != 0;
}

/* The value of what a test adds. Above all a test must tell classes that have the part of the bonus
 * from classes that do not. */
enum { TELLING = 100, SPOILED = -1 };
static double worth_of_draft(const maker *m)
{
    bool tells = false;
    double worth = 0;
    for (int i = 0; i < GRADE_T_COUNT; i++)
        if ((m->d.themes & grade_theme_bit((grade_theme)i)) != 0) {
            worth += 1.0 / (1 + 3 * m->so_far->files[i]);
            tells = tells || is_telling((grade_theme)i, m->recipe);
        }
    return m->d.spoiled ? SPOILED : tells ? TELLING + worth : worth;
}

grade_themes grade_generate(const grade_recipe *recipe, unsigned number, grade_coverage *coverage,
                            const fmt_out *out)
{
    unsigned squares = (unsigned)recipe->size.files * recipe->size.ranks;
    unsigned tries = squares <= 64 ? TRIES : TRIES * 64 / squares + 2;
    maker m = {.recipe = recipe,
               .rules = grade_part_rules(recipe->part),
               .wanted = themes_wanted(recipe, number),
               .others = grade_themes_of_others(recipe->part, recipe->bonus),
               .declines = recipe->bonus == GRADE_BONUS_EN_PASSANT && number % 2 == 0,
               .so_far = coverage};
    uint64_t start = recipe->seed * UINT64_C(0x2545F4914F6CDD1D) + number;
    uint64_t best = start;
    double most = SPOILED - 1;
    /* On some boards a part of the bonus can hardly ever happen, so they get more attempts. */
    for (unsigned i = 0; i < tries || (i < 16 * tries && most < TELLING); i++) {
        uint64_t seed = start + ((uint64_t)i << 32);
        m.random = seed;
        make_draft(&m);
        if (worth_of_draft(&m) > most) {
            most = worth_of_draft(&m);
            best = seed;
        }
    }
    m.random = best; /* makes the best test again, which is simpler than keeping all */
    make_draft(&m);
    put_draft(out, &m);
    add_up(coverage, &m.d);
    return m.d.themes;
}

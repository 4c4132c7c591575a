/* generate.c: generates tests that exercise named rules. Layer: grade.
 *
 * A test is a random board and a few moves on it. At each turn it tries one attempt that the rules
 * refuse and plays one legal move, both chosen for the rarest rule that they exercise. Of many such
 * tests the one that adds most coverage is taken. */
#include "grade/generate.h"

#include "formats/board_text.h"
#include "formats/lab/lab.h"

#include <string.h>

enum { ACTION_LIMIT = 64, TURNS = 8, TRIES = 48, SIDE_PIECES = 20 };

typedef struct {
    arb_setup setup;
    fmt_lab_action actions[ACTION_LIMIT];
    grade_themes shown[ACTION_LIMIT]; /* by the action, for its comment */
    size_t count;
    grade_coverage coverage;       /* of this test alone */
    unsigned tried[GRADE_T_COUNT]; /* by movePiece, of this test */
    grade_themes themes;
} draft;

typedef struct {
    const grade_recipe *recipe;
    const arb_rules *rules;
    grade_themes wanted;
    const grade_coverage *so_far;
    uint64_t random;
    grade_scene scene;
    draft d;
} maker;

/* splitmix64 */
static uint64_t draw(maker *m)
{
    uint64_t z = m->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static unsigned below(maker *m, unsigned limit)
{
    return limit > 0 ? (unsigned)(draw(m) % limit) : 0;
}

static bool chance(maker *m, unsigned percent)
{
    return below(m, 100) < percent;
}

/* The rule set that the tests of a part are written for. */
static const arb_rules *grade_part_rules(int part)
{
    return part == GRADE_PART_BONUS ? arb_rules_find("lab-bonus", 9) : arb_rules_find("lab", 3);
}

/* ---- Boards ---- */

static void put(maker *m, int row, int column, arb_colour colour, arb_kind kind)
{
    arb_setup_put(&m->d.setup, m->rules, fmt_square_at(m->recipe->size, row, column),
                  arb_piece_of(colour, kind));
}

static void put_somewhere(maker *m, arb_colour colour, arb_kind kind)
{
    arb_size size = m->recipe->size;
    for (int tries = 0; tries < 16; tries++) {
        int row = (int)below(m, size.ranks), column = (int)below(m, size.files);
        bool end_row = row == 0 || row == size.ranks - 1;
        if (kind == ARB_PAWN && size.ranks > 2) { /* often on a row from which double steps start */
            int home = colour == ARB_WHITE ? size.ranks - 2 : 1;
            row = chance(m, 40) ? home : row;
            end_row = row == 0 || row == size.ranks - 1;
        }
        if (m->d.setup.board[fmt_square_at(size, row, column)] != ARB_NO_PIECE ||
            (kind == ARB_PAWN && end_row && !chance(m, 10)))
            continue;
        put(m, row, column, colour, kind);
        return;
    }
}

static arb_kind any_kind(maker *m)
{
    static const arb_kind plain[] = {ARB_PAWN, ARB_PAWN, ARB_ROOK, ARB_BISHOP};
    static const arb_kind all[] = {ARB_PAWN,   ARB_PAWN,   ARB_PAWN,  ARB_ROOK,
                                   ARB_BISHOP, ARB_KNIGHT, ARB_QUEEN, ARB_KNIGHT};
    return m->recipe->part == GRADE_PART_BONUS ? all[below(m, 8)] : plain[below(m, 4)];
}

/* The handout castles from part 4 on, and on 8x8 only. */
static bool has_castling(const grade_recipe *recipe)
{
    return recipe->part >= 4 && recipe->size.files == 8 && recipe->size.ranks == 8;
}

/* Does a king stand on its first row with a rook of its own in a corner of that row? */
static bool looks_like_castling(const maker *m)
{
    arb_size size = m->recipe->size;
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        int home = colour == ARB_WHITE ? size.ranks - 1 : 0;
        arb_piece rook = arb_piece_of((arb_colour)colour, ARB_ROOK);
        arb_piece king = arb_piece_of((arb_colour)colour, ARB_KING);
        const arb_piece *board = m->d.setup.board;
        bool corner = board[fmt_square_at(size, home, 0)] == rook ||
                      board[fmt_square_at(size, home, size.files - 1)] == rook;
        for (int column = 0; corner && column < size.files; column++)
            if (board[fmt_square_at(size, home, column)] == king)
                return true;
    }
    return false;
}

static void set_up(maker *m)
{
    arb_size size = m->recipe->size;
    unsigned squares = (unsigned)size.files * size.ranks;
    bool castling = has_castling(m->recipe);
    unsigned most = squares / (m->recipe->part == 4 ? 11 : 6);

    arb_setup_clear(&m->d.setup, size);
    for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        int home = colour == ARB_WHITE ? size.ranks - 1 : 0;
        bool at_home = castling && (m->recipe->part == 4 || chance(m, 40));
        for (int corner = 0; at_home && corner < 8; corner += 7)
            if (chance(m, 85))
                put(m, home, corner, (arb_colour)colour, ARB_ROOK);
        if (at_home)
            put(m, home, 4, (arb_colour)colour, ARB_KING);
        else if (m->recipe->part >= 3)
            put_somewhere(m, (arb_colour)colour, ARB_KING);
        unsigned pieces = 1 + below(m, most < SIDE_PIECES ? most + 1 : SIDE_PIECES);
        for (unsigned i = 0; i < pieces; i++)
            put_somewhere(m, (arb_colour)colour, any_kind(m));
    }
    arb_setup_home_rights(&m->d.setup, m->rules);
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

/* The extra value of moves that prepare later refusals: a king or rook that moves and returns
 * (castling), a pawn that steps past another (en passant). */
static double leads_on(maker *m, const attempt *a)
{
    arb_kind kind = arb_piece_kind(a->verdict.piece);
    const arb_position *position = &m->scene.position;
    arb_size size = m->recipe->size;
    if (has_castling(m->recipe) && (kind == ARB_KING || kind == ARB_ROOK)) {
        int home = arb_position_turn(position) == ARB_WHITE ? 7 : 0;
        bool back = a->at[2] == home && a->at[3] == (kind == ARB_KING ? 4 : a->at[3] > 3 ? 7 : 0);
        return back ? 0.4 : a->at[0] == home ? 0.1 : 0;
    }
    if (m->recipe->part == GRADE_PART_BONUS &&
        (a->themes & grade_theme_bit(GRADE_T_DOUBLE_STEP)) != 0)
        for (int side = -1; side <= 1; side += 2) {
            arb_square beside = fmt_square_at(size, a->at[2], a->at[3] + side);
            if (beside != ARB_NO_SQUARE &&
                arb_position_piece(position, beside) ==
                    arb_piece_of(arb_other(arb_position_turn(position)), ARB_PAWN))
                return 0.6;
        }
    return 0;
}

static void take_better(maker *m, attempt *best, const attempt *a, double extra)
{
    double worth = a->worth + extra + 0.2 * (double)below(m, 1000) / 1000;
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
        int row = (int)below(m, size.ranks), column = (int)below(m, size.files);
        int to_row = (int)below(m, size.ranks + 2u * (unsigned)beyond) - beyond;
        int to_column = (int)below(m, size.files);
        attempt a = i == 0 ? make_attempt(m, row, column, row, column)
                           : make_attempt(m, row, column, to_row, to_column);
        if (a.verdict.code != ARB_V_OK)
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

/* A scan asks for every piece of the side to move; only the rules that it exercises are counted. */
static void add_valid_scan(maker *m)
{
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
    if (scan || chance(m, 30))
        add_threat_scan(m);
    look_round(m, &refused, &move);
    if (refused.worth > 0)
        add_move(m, &refused);
    if (m->recipe->part == GRADE_PART_BONUS && m->recipe->size.files == 8 &&
        m->recipe->size.ranks == 8 && chance(m, 25))
        add_scores(m);
    if (move.worth > 0) {
        add_move(m, &move);
        play(m, &move);
    }
}

static void make_draft(maker *m)
{
    enum { SET_UPS = 8 };
    m->d = (draft){.count = 0};
    m->scene.passed_count = 0;
    set_up(m);
    /* A class that castles too early, or on any board, is not wrong by the handout. */
    for (int i = 1; i < SET_UPS && !has_castling(m->recipe) && looks_like_castling(m); i++)
        set_up(m);
    arb_faults faults =
        arb_position_set(&m->scene.position, m->rules, &m->d.setup, ARB_KERNEL_AUTO, 0);
    if (faults != 0)
        return;
    if (m->recipe->part == 1) {
        add_valid_scan(m);
        return;
    }
    for (int turn = 0; turn < TURNS; turn++)
        make_turn(m, turn % 3 == 0);
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

/* A class that reads beyond its board crashes on the first call that leaves the board. Such calls
 * are in few files, so that the student loses few tests. */
static grade_themes themes_wanted(const grade_recipe *recipe, unsigned number)
{
    enum { FILES_FOR_ONE_OFF_BOARD = 10, THE_ONE = 2 };
    grade_themes set = grade_themes_of_part(recipe->part, recipe->size);
    return number % FILES_FOR_ONE_OFF_BOARD == THE_ONE ? set
                                                       : set & ~grade_theme_bit(GRADE_T_OFF_BOARD);
}

static double worth_of_draft(const maker *m)
{
    double worth = 0;
    for (int i = 0; i < GRADE_T_COUNT; i++)
        if ((m->d.themes & grade_theme_bit((grade_theme)i)) != 0)
            worth += 1.0 / (1 + 3 * m->so_far->files[i]);
    return worth;
}

grade_themes grade_generate(const grade_recipe *recipe, unsigned number, grade_coverage *coverage,
                            const fmt_out *out)
{
    unsigned squares = (unsigned)recipe->size.files * recipe->size.ranks;
    unsigned tries = squares <= 64 ? TRIES : TRIES * 64 / squares + 2;
    maker m = {.recipe = recipe,
               .rules = grade_part_rules(recipe->part),
               .wanted = themes_wanted(recipe, number),
               .so_far = coverage};
    uint64_t start = recipe->seed * UINT64_C(0x2545F4914F6CDD1D) + number;
    uint64_t best = start;
    double most = -1;
    for (unsigned i = 0; i < tries; i++) {
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

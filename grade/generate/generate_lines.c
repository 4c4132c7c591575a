/* generate_lines.c: generates tests in the formats of narrate and game. Layer: grade.
 *
 * A test is a random game from the start position with attempts that the rules refuse in between;
 * which moves and attempts are taken depends on what the test is about. */
#include "grade/generate/generate_lines.h"

#include "formats/board_text.h"
#include "grade/generate/generate_parts.h"

#include <ctype.h>
#include <string.h>

enum { GAME_TRIES = 400, MOVE_LIMIT = 256 };

unsigned grade_draw(line_maker *m, unsigned limit)
{
    uint64_t z = m->random += UINT64_C(0x9E3779B97F4A7C15); /* splitmix64 */
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return limit > 0 ? (unsigned)((z ^ (z >> 31)) % limit) : 0;
}

bool grade_chance(line_maker *m, unsigned percent)
{
    return grade_draw(m, 100) < percent;
}

/* ---- Attempts and moves ---- */

/* Does the attempt depend on castling, promotion or en passant? The handout does not require them,
 * but some submissions have them. */
static bool is_left_open(const arb_position *position, const arb_verdict *verdict)
{
    arb_size size = arb_position_size(position);
    int files = arb_square_file(size, verdict->to) - arb_square_file(size, verdict->from);
    int to_rank = arb_square_rank(size, verdict->to);
    switch (arb_piece_kind(verdict->piece)) {
    case ARB_KING:
        return files < -1 || files > 1;
    case ARB_PAWN:
        return to_rank == 0 || to_rank == size.ranks - 1 ||
               (files != 0 && (to_rank == 2 || to_rank == size.ranks - 3) &&
                arb_position_piece(position, verdict->to) == ARB_NO_PIECE);
    default:
        return false;
    }
}

bool grade_attempt(line_maker *m, verdict_set wanted, line_attempt *attempt)
{
    arb_size size = arb_position_size(&m->position);
    enum { PAWN_BEFORE_ENEMY = ARB_V_COUNT, KINDS };
    unsigned squares = (unsigned)size.files * size.ranks, counts[KINDS] = {0}, kinds = 0;
    line_attempt found[KINDS];
    for (unsigned from = 0; from < squares; from++)
        for (unsigned to = 0; to < squares; to++) {
            arb_verdict verdict =
                arb_position_verdict(&m->position, (arb_square)from, (arb_square)to, ARB_NO_KIND);
            if ((wanted & verdict_bit(verdict.code)) == 0 || from == to ||
                (verdict.piece != ARB_NO_PIECE && is_left_open(&m->position, &verdict)) ||
                (verdict.code == ARB_V_NOT_YOUR_TURN &&
                 arb_position_verdict_any_turn(&m->position, (arb_square)from, (arb_square)to,
                                               ARB_NO_KIND)
                         .code != ARB_V_OK)) /* only the turn may forbid it */
                continue;
            arb_piece target = arb_position_piece(&m->position, (arb_square)to);
            int kind = verdict.code == ARB_V_PAWN_BLOCKED && target != ARB_NO_PIECE &&
                               arb_piece_colour(target) != arb_piece_colour(verdict.piece)
                           ? (int)PAWN_BEFORE_ENEMY
                           : (int)verdict.code;
            kinds += counts[kind]++ == 0;
            if (grade_draw(m, counts[kind]) == 0)
                found[kind] = (line_attempt){(arb_square)from, (arb_square)to, verdict};
        }
    if (counts[PAWN_BEFORE_ENEMY] > 0 && grade_chance(m, 50)) { /* rare, and often forgotten */
        *attempt = found[PAWN_BEFORE_ENEMY];
        return true;
    }
    unsigned chosen = grade_draw(m, kinds);
    for (int kind = 0; kind < KINDS; kind++)
        if (counts[kind] > 0 && chosen-- == 0) {
            *attempt = found[kind];
            return true;
        }
    return false;
}

bool grade_pick_move(line_maker *m, line_test *fits, arb_move *move)
{
    arb_move moves[MOVE_LIMIT];
    size_t count = arb_position_moves(&m->position, moves, MOVE_LIMIT);
    unsigned fitting = 0;
    for (size_t i = 0; i < count && i < MOVE_LIMIT; i++) {
        arb_position after = m->position;
        arb_undo undo;
        arb_verdict verdict = arb_position_verdict(&m->position, arb_move_from(moves[i]),
                                                   arb_move_to(moves[i]), ARB_NO_KIND);
        if (verdict.code != ARB_V_OK || is_left_open(&m->position, &verdict))
            continue;
        arb_position_play(&after, moves[i], &undo);
        if ((fits == NULL || fits(&m->position, &after, moves[i])) && grade_draw(m, ++fitting) == 0)
            *move = moves[i];
    }
    return fitting > 0;
}

void grade_make_move(line_maker *m, arb_move move)
{
    arb_undo undo;
    arb_position_play(&m->position, move, &undo);
}

static bool gives_check(const arb_position *before, const arb_position *after, arb_move move)
{
    (void)before, (void)move;
    return arb_position_in_check(after, arb_position_turn(after));
}

static bool gives_mate(const arb_position *before, const arb_position *after, arb_move move)
{
    (void)before, (void)move;
    return arb_position_is_checkmate(after);
}

static bool is_capture(const arb_position *before, const arb_position *after, arb_move move)
{
    (void)after;
    return arb_position_piece(before, arb_move_to(move)) != ARB_NO_PIECE;
}

/* ---- narrate ---- */

static const verdict_set of_turns = (verdict_set)1 << ARB_V_NO_PIECE | (verdict_set)1
                                                                           << ARB_V_NOT_YOUR_TURN;
static const verdict_set of_pieces =
    (verdict_set)1 << ARB_V_OWN_PIECE | (verdict_set)1 << ARB_V_WRONG_SHAPE |
    (verdict_set)1 << ARB_V_BLOCKED | (verdict_set)1 << ARB_V_PAWN_BLOCKED |
    (verdict_set)1 << ARB_V_PAWN_DOUBLE_STEP;
static const verdict_set of_check = (verdict_set)1 << ARB_V_KING_INTO_CHECK |
                                    (verdict_set)1 << ARB_V_EXPOSES_KING |
                                    (verdict_set)1 << ARB_V_STILL_IN_CHECK;

static void put_narrated(const line_maker *m, arb_square from, arb_square to)
{
    char names[2][8];
    arb_size size = arb_position_size(&m->position);
    arb_square_write(size, from, names[0], sizeof names[0]);
    arb_square_write(size, to, names[1], sizeof names[1]);
    fmt_putf(m->out, "%c%s %c%s\n", toupper((unsigned char)names[0][0]), names[0] + 1,
             toupper((unsigned char)names[1][0]), names[1] + 1);
}

/* Writes a refused attempt under a comment that names its rule. */
static void put_refused(line_maker *m, verdict_set wanted)
{
    line_attempt attempt;
    if (!grade_attempt(m, wanted, &attempt))
        return;
    fmt_putf(m->out, "# %s\n", arb_verdict_name(attempt.verdict.code));
    put_narrated(m, attempt.from, attempt.to);
}

static bool is_over(const line_maker *m)
{
    return arb_position_outcome(&m->position).result != ARB_ONGOING;
}

/* Plays a game; false if it does not end as it should. It is written if `m->out` is set. */
static bool narrate_game(line_maker *m, const grade_line_recipe *recipe)
{
    enum { TURNS, PIECES, CHECK, MATE };
    unsigned about = recipe->about - 1;
    unsigned plies = about == MATE ? 70 : 24, checks = 0;
    arb_position_start(&m->position, recipe->rules);
    if (m->out != NULL)
        fmt_put_text(m->out, "new\n");
    for (unsigned ply = 0; ply < plies && !is_over(m); ply++) {
        arb_move move;
        bool check = arb_position_in_check(&m->position, arb_position_turn(&m->position));
        checks += check;
        verdict_set wanted = about == TURNS    ? of_turns
                             : about == PIECES ? of_pieces
                             : about == CHECK  ? of_check
                                               : of_turns | of_pieces | of_check;
        if (m->out != NULL && (check || about != MATE) && ply > 0)
            put_refused(m, check ? of_check : wanted);
        else
            grade_draw(m, 1);
        if (!(about == MATE && grade_pick_move(m, gives_mate, &move)) &&
            !(about >= CHECK && grade_pick_move(m, gives_check, &move)) &&
            !(grade_chance(m, 50) && grade_pick_move(m, is_capture, &move)) &&
            !grade_pick_move(m, NULL, &move))
            break;
        if (m->out != NULL)
            put_narrated(m, arb_move_from(move), arb_move_to(move));
        grade_make_move(m, move);
    }
    return about == MATE    ? arb_position_is_checkmate(&m->position)
           : about == CHECK ? checks >= 4 && !is_over(m)
                            : !is_over(m);
}

/* Writes the session that the handout's main plays. */
static void put_handout(const fmt_out *out)
{
    static const char attempts[] = "print ===========================\n"
                                   "print Testing the Chess Engine\n"
                                   "print ===========================\n\nnew\n\n"
                                   "D7 D6\n\nD4 H6\n\nD2 D4\n\nF8 B4\n\n"
                                   "print ===========================\n"
                                   "print Alekhine vs. Vasic (1931)\n"
                                   "print ===========================\n\nnew\n";
    static const char moves[] = "E2E4E7E6D2D4D7D5B1C3F8B4F1D3B4C3B2C3H7H6C1A3B8D7D1E2D5E4D3E4G8F6"
                                "E4D3B7B6E2E6F7E6D3G6";
    fmt_put_text(out, attempts);
    for (size_t i = 0; i + 4 < sizeof moves; i += 4)
        fmt_putf(out, "%s%.2s %.2s\n", i % 8 == 0 ? "\n" : "", moves + i, moves + i + 2);
}

/* A try must draw the same random numbers as the final run, and attempts are drawn only while
 * writing, so each try writes to this sink. */
static void put_nowhere(void *context, const char *text, size_t len)
{
    (void)context, (void)text, (void)len;
}

static void narrate(line_maker *m, const grade_line_recipe *recipe, const fmt_out *out)
{
    fmt_out nowhere = {put_nowhere, NULL};
    uint64_t start = m->random;
    if (recipe->about == 0) {
        put_handout(out);
        return;
    }
    m->out = &nowhere;
    for (unsigned tries = 0; tries < GAME_TRIES; tries++) {
        m->random = start += UINT64_C(0x632BE59BD9B4E019);
        if (narrate_game(m, recipe))
            break;
    }
    m->random = start;
    m->out = out;
    narrate_game(m, recipe);
}

/* ---- game ---- */

static void put_call(const line_maker *m, const char *name, arb_square from, arb_square to,
                     const char *more)
{
    arb_size size = arb_position_size(&m->position);
    fmt_putf(m->out, "%s %d %d %d %d%s\n", name, fmt_square_column(size, from),
             fmt_square_row(size, from), fmt_square_column(size, to), fmt_square_row(size, to),
             more);
}

static bool leaves_one_in_check(const arb_position *before, const arb_position *after,
                                arb_move move)
{
    (void)move;
    arb_piece taken = arb_position_piece(before, arb_move_to(move));
    if (arb_piece_kind(taken) == ARB_KING)
        return false;
    return !(arb_position_in_check(after, ARB_WHITE) && arb_position_in_check(after, ARB_BLACK));
}

static bool checks_alone(const arb_position *before, const arb_position *after, arb_move move)
{
    return leaves_one_in_check(before, after, move) &&
           (arb_position_in_check(after, ARB_WHITE) || arb_position_in_check(after, ARB_BLACK));
}

static bool takes_alone(const arb_position *before, const arb_position *after, arb_move move)
{
    return leaves_one_in_check(before, after, move) && is_capture(before, after, move);
}

static bool takes_king(const arb_position *before, const arb_position *after, arb_move move)
{
    return arb_piece_kind(arb_position_piece(before, arb_move_to(move))) == ARB_KING &&
           !arb_position_in_check(after, arb_position_turn(before));
}

static const char *side_word(arb_colour colour)
{
    return colour == ARB_WHITE ? " WHITE" : " BLACK";
}

/* Asks Piece.canMove of pieces that have left their first square, and of others. Of a pawn it asks
 * only what the pawn's own rule decides: no straight step onto or over a piece. */
static void ask_piece(line_maker *m)
{
    arb_size size = arb_position_size(&m->position);
    for (int tries = 0; tries < 60; tries++) {
        arb_square from = (arb_square)grade_draw(m, 64), to = (arb_square)grade_draw(m, 64);
        arb_piece piece = arb_position_piece(&m->position, from);
        int files = arb_square_file(size, to) - arb_square_file(size, from);
        if (piece == ARB_NO_PIECE || from == to)
            continue;
        bool pawn = arb_piece_kind(piece) == ARB_PAWN;
        arb_verdict verdict = arb_position_verdict_any_turn(&m->position, from, to, ARB_NO_KIND);
        bool goes = verdict.code != ARB_V_WRONG_SHAPE;
        if ((!goes && grade_chance(m, 75)) ||
            (pawn &&
             (files == 0 ? verdict.code != ARB_V_OK && verdict.code != ARB_V_WRONG_SHAPE : !goes)))
            continue;
        put_call(m, "pieceCanMove", from, to, "");
        if (grade_chance(m, 20))
            fmt_putf(m->out, "symbol %d %d\n", fmt_square_column(size, from),
                     fmt_square_row(size, from));
        return;
    }
}

static void ask_refused(line_maker *m, const char *name)
{
    line_attempt attempt;
    bool is_move = strcmp(name, "move") == 0;
    verdict_set wanted = of_pieces | of_turns | verdict_bit(ARB_V_PAWN_NO_CAPTURE);
    if (!grade_attempt(m, wanted, &attempt))
        return;
    fmt_putf(m->out, "# %s\n", arb_verdict_name(attempt.verdict.code));
    put_call(m, name, attempt.from, attempt.to,
             is_move ? "" : side_word(arb_position_turn(&m->position)));
}

static void play_call(line_maker *m, arb_move move)
{
    put_call(m, "move", arb_move_from(move), arb_move_to(move), "");
    grade_make_move(m, move);
}

static void game(line_maker *m, const grade_line_recipe *recipe, const fmt_out *out,
                 unsigned number)
{
    enum { PIECES, MOVES, CHECK, HISTORY };
    unsigned about = recipe->about;
    arb_move move = 0;
    m->out = out;
    arb_position_start(&m->position, recipe->rules);
    for (unsigned ply = 0; ply < 28; ply++) {
        if (about == HISTORY && ply > 12 && number % 2 == 1 &&
            grade_pick_move(m, takes_king, &move)) {
            play_call(m, move);
            break;
        }
        if (!(about >= CHECK && grade_pick_move(m, checks_alone, &move)) &&
            !(grade_chance(m, 60) && grade_pick_move(m, takes_alone, &move)) &&
            !grade_pick_move(m, leaves_one_in_check, &move))
            break;
        if (about == PIECES)
            ask_piece(m);
        if (about == PIECES && number % 3 != 0)
            continue; /* possible in the start position, so it needs no game */
        if (about == MOVES) {
            put_call(m, "canMove", arb_move_from(move), arb_move_to(move),
                     side_word(number % 3 != 0 || grade_chance(m, 70)
                                   ? arb_position_turn(&m->position)
                                   : arb_other(arb_position_turn(&m->position))));
            ask_refused(m, grade_chance(m, 50) ? "move" : "canMove");
        }
        play_call(m, move);
        if (about == CHECK || (about == MOVES && grade_chance(m, 20)))
            fmt_put_text(out, about == CHECK ? "isInCheck WHITE\nisInCheck BLACK\n" : "turn\n");
        if (about == HISTORY && ply % 9 == 8)
            fmt_put_text(out, "history\nturn\n");
    }
    if (about == MOVES &&
        number % 10 == 2) /* in few files: a program that reads off its board throws */
        fmt_put_text(out, "# off-board\ncanMove 0 0 0 -1 BLACK\ncanMove 7 7 8 7 WHITE\n");
    if (about == HISTORY)
        fmt_put_text(out, "history\n");
}

void grade_generate_lines(const grade_line_recipe *recipe, unsigned number, const fmt_out *out)
{
    line_maker m = {.random = recipe->seed * UINT64_C(0x2545F4914F6CDD1D) +
                              number * UINT64_C(0xD1342543DE82EF95) + recipe->about};
    if (recipe->questions == GRADE_ASK_NARRATE)
        narrate(&m, recipe, out);
    else if (recipe->questions == GRADE_ASK_GAME)
        game(&m, recipe, out, number);
    else {
        m.out = out;
        grade_generate_boards(&m, recipe->about);
    }
}

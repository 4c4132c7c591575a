/* winnable_walk.c: compares the answers to "can this side still win?" with a walk over every
 * position that play can reach.
 *
 *     winnable_walk [POSITIONS] [SEED]
 *
 * The positions are random: with blocked pawns, with few pieces, with a king shut into a corner, on
 * chessboards and smaller boards. The walk uses no plans and no proofs: it lists legal moves, keeps
 * every position by its whole FEN, and looks for mates. If it visits all positions, the library
 * must give the same answer; and every yes is replayed. */
#include "position/winnable/winnable.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>

enum { WALK_LIMIT = 20000, TABLE = 1 << 17, FEN_SIZE = 128, NODES = 60000 };

typedef struct {
    arb_position pos[WALK_LIMIT];
    char fen[WALK_LIMIT][FEN_SIZE];
    uint32_t table[TABLE];
    size_t count;
    bool mated[2]; /* by colour: has the walk found a position where it has mated? */
    bool whole;
} walk;

static walk w;
static arb_rules rules_of[2];
static arb_move line[ARB_WIN_LINE];
static unsigned long asked, ended, roamed, swept, sprinted, found[3], by_proof[4];

static void fail(const char *fen, const char *what, int side)
{
    printf("%s: side %d: %s\n0 passed, 1 failed\n", fen, side, what);
    exit(1);
}

/* Writes the FEN without its clocks. */
static void describe(const arb_position *pos, char *fen)
{
    arb_position_fen(pos, ARB_X_FEN, ARB_EP_LEGAL, fen, FEN_SIZE);
    for (int field = 0; *fen != '\0'; fen++)
        if (*fen == ' ' && ++field == 4)
            *fen = '\0', fen--;
}

static void note(const arb_position *pos)
{
    char fen[FEN_SIZE];
    uint64_t hash = 14695981039346656037u;
    describe(pos, fen);
    for (const char *c = fen; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t at = (size_t)(hash >> 32) % TABLE;
    while (w.table[at] != 0 && strcmp(w.fen[w.table[at] - 1], fen) != 0)
        at = (at + 1) % TABLE;
    if (w.table[at] != 0)
        return;
    if (w.count == WALK_LIMIT) {
        w.whole = false;
        return;
    }
    arb_position_copy(&w.pos[w.count], pos);
    memcpy(w.fen[w.count], fen, FEN_SIZE);
    w.table[at] = (uint32_t)++w.count;
}

static void walk_all(const arb_position *start)
{
    static arb_move moves[ARB_MOVES_8X8];
    w.count = 0;
    w.whole = true;
    w.mated[0] = w.mated[1] = false;
    memset(w.table, 0, sizeof w.table);
    note(start);
    for (size_t i = 0; i < w.count && w.whole && !(w.mated[0] && w.mated[1]); i++) {
        size_t count = arb_position_moves(&w.pos[i], moves, ARB_MOVES_8X8);
        arb_colour turn = arb_position_turn(&w.pos[i]);
        if (count == 0 && arb_position_in_check(&w.pos[i], turn))
            w.mated[arb_other(turn)] = true;
        for (size_t k = 0; k < count; k++) {
            arb_position next;
            arb_undo undo;
            arb_position_copy(&next, &w.pos[i]);
            arb_position_play(&next, moves[k], &undo);
            note(&next);
        }
    }
}

static void replay(const arb_position *start, arb_colour side, size_t length, const char *fen)
{
    arb_position pos;
    arb_undo undo;
    arb_position_copy(&pos, start);
    for (size_t i = 0; i < length; i++)
        if (length > ARB_WIN_LINE || !arb_position_play(&pos, line[i], &undo))
            fail(fen, "a move of the line is not legal", (int)side);
    if (!arb_position_is_checkmate(&pos) || arb_position_turn(&pos) == side)
        fail(fen, "the line does not end in mate", (int)side);
}

/* Also checks the sprint on its own: what it finds must be a legal line to mate, and it must find
 * none if the walk sees no mate. */
static void sprint_is_a_line(const arb_position *start, arb_colour side, const char *fen)
{
    if (!start->chess || arb_position_is_checkmate(start))
        return;
    size_t length = arb__win_sprint(start, side, line);
    if (length > 0)
        replay(start, side, length, fen);
    sprinted += length > 0;
}

/* Asks for the answer. It must be the same if no line is asked for and, if there is an answer, also
 * without memory. */
static arb_winnable ask(const arb_position *start, arb_colour side, void *memory, size_t size,
                        const char *fen)
{
    sprint_is_a_line(start, side, fen);
    arb_winnable word = arb_position_winnable(start, side, NODES, memory, size, NULL, 0);
    arb_winnable quick = arb_position_winnable(start, side, 0, NULL, 0, NULL, 0);
    arb_winnable answer =
        arb_position_winnable(start, side, NODES, memory, size, line, ARB_WIN_LINE);
    if (answer.answer == ARB_WIN_YES)
        replay(start, side, answer.length, fen);
    if (word.answer != answer.answer)
        fail(fen, "the word alone is another one", (int)side);
    if (quick.answer != ARB_WIN_UNDETERMINED && quick.answer != answer.answer)
        fail(fen, "without memory it is another one", (int)side);
    asked++;
    found[answer.answer]++;
    by_proof[answer.proof]++;
    return answer;
}

/* Tries the proof for roaming pieces alone, which the library tries last. */
static bool is_roamed(const arb_position *start, arb_colour side, void *memory, size_t size)
{
    bool proved = arb__reach_fits(start) && !arb__is_won(start, side, true) &&
                  arb__roaming_proves(start, side, memory, size, 20000);
    roamed += proved;
    return proved;
}

/* Tries the proof by a sweep alone: for one side, and for both at once. */
static bool is_swept(const arb_position *start, unsigned sides, void *memory, size_t size)
{
    uint32_t limit = 100000;
    bool proved = arb__reach_fits(start) && arb__sweep_proves(start, sides, memory, size, &limit);
    swept += proved;
    return proved;
}

/* Compares the answer with the walk. A yes is proved by its line; only a no needs the walk. */
static void compare(const arb_position *start, void *memory, size_t size)
{
    char fen[FEN_SIZE];
    arb_winnable answer[2];
    describe(start, fen);
    bool dead[2], still[3];
    for (unsigned sides = 1; sides <= 3; sides++)
        still[sides - 1] = is_swept(start, sides, memory, size);
    if (still[2] && !(still[0] && still[1]))
        fail(fen, "a sweep proves for both sides what it does not prove for one", 0);
    for (int side = 0; side < 2; side++) {
        answer[side] = ask(start, (arb_colour)side, memory, size, fen);
        dead[side] = is_roamed(start, (arb_colour)side, memory, size);
        if (still[side] && answer[side].answer == ARB_WIN_YES)
            fail(fen, "proved to be unable to win by a sweep, but there is a line", side);
        if (dead[side] && answer[side].answer == ARB_WIN_YES)
            fail(fen, "proved to be unable to win by roaming pieces, but there is a line", side);
    }
    if (arb_position_outcome(start).reason == ARB_R_DEAD_POSITION &&
        (answer[0].answer == ARB_WIN_YES || answer[1].answer == ARB_WIN_YES))
        fail(fen, "called dead, but there is a line", 0);
    if (answer[0].answer == ARB_WIN_YES && answer[1].answer == ARB_WIN_YES)
        return;
    walk_all(start);
    for (int side = 0; side < 2; side++) {
        ended += w.whole && answer[side].answer == ARB_WIN_NO;
        if (w.mated[side] && answer[side].answer == ARB_WIN_NO)
            fail(fen, "said to be unable to win, but there is a mate", side);
        if (w.mated[side] && still[side])
            fail(fen, "proved to be unable to win by a sweep, but there is a mate", side);
        if (w.whole && w.count < 2000 && !w.mated[side] && !still[side] && arb__reach_fits(start))
            fail(fen, "a sweep gave up on a small set", side);
        if (w.mated[side] && dead[side])
            fail(fen, "proved to be unable to win by roaming pieces, but there is a mate", side);
        if (w.whole && answer[side].answer == ARB_WIN_UNDETERMINED)
            fail(fen, "the search gave up on a small set", side);
    }
}

/* ---- positions ---- */

static void put(arb_setup *setup, const arb_rules *rules, arb_square square, arb_colour colour,
                arb_kind kind)
{
    if (square != ARB_NO_SQUARE && setup->board[square] == ARB_NO_PIECE)
        arb_setup_put(setup, rules, square, arb_piece_of(colour, kind));
}

/* Builds a wall of pawns that block each other, now and then with a gap. On neighbouring files the
 * pairs stand one row higher or lower, so that no pawn can take another. */
static void put_wall(random_source *source, arb_setup *setup, const arb_rules *rules)
{
    arb_size size = setup->size;
    int most = size.ranks - 3, rank = 1 + (int)random_below(source, (unsigned)most);
    for (int file = 0; file < size.files; file++) {
        rank += random_chance(source, 50) ? 1 : -1;
        rank = rank < 1 ? 2 : rank > most ? most - 1 : rank;
        int gap = random_chance(source, 4) ? 2 : 1;
        if (random_chance(source, 15) || rank < 1 || rank + gap > size.ranks - 2)
            continue;
        put(setup, rules, arb_square_at(size, file, rank), ARB_WHITE, ARB_PAWN);
        put(setup, rules, arb_square_at(size, file, rank + gap), ARB_BLACK, ARB_PAWN);
    }
}

static bool make_position(random_source *source, arb_position *pos)
{
    static const arb_kind kinds[] = {ARB_BISHOP, ARB_BISHOP, ARB_KNIGHT,
                                     ARB_PAWN,   ARB_ROOK,   ARB_QUEEN};
    const arb_rules *rules = &rules_of[random_below(source, 2)];
    arb_setup setup;
    arb_size size = rules->board.size;
    arb_setup_clear(&setup, size);
    setup.turn = (uint8_t)random_below(source, 2);
    for (int colour = 0; colour < 2; colour++) {
        bool corner = random_chance(source, 30);
        arb_square at = corner ? arb_square_at(size, random_chance(source, 50) ? 0 : size.files - 1,
                                               random_chance(source, 50) ? 0 : size.ranks - 1)
                               : random_square(source, size);
        put(&setup, rules, at, (arb_colour)colour, ARB_KING);
    }
    if (size.ranks > 4 && (size.files == 8 || random_chance(source, 50)))
        put_wall(source, &setup, rules);
    unsigned others = random_below(source, size.files == 8 ? 3 : 4);
    for (unsigned i = 0; i < others; i++) {
        arb_kind kind = kinds[random_below(source, size.files == 8 ? 4 : 6)];
        arb_square at = random_square(source, size);
        int rank = arb_square_rank(size, at);
        if (kind != ARB_PAWN || (rank > 0 && rank < size.ranks - 1))
            put(&setup, rules, at, (arb_colour)random_below(source, 2), kind);
    }
    return arb_position_set(pos, rules, &setup, ARB_KERNEL_AUTO, ARB_FAULT_UNREACHABLE) == 0;
}

int main(int argc, char **argv)
{
    unsigned long positions = argc > 1 ? strtoul(argv[1], NULL, 10) : 3000;
    random_source source = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    size_t size = arb_winnable_memory(NODES);
    void *memory = malloc(size);
    static arb_position pos;
    if (memory == NULL)
        return 1;
    for (unsigned long i = 0; i < positions;) {
        rules_of[0] = *arb_rules_find("chess", 5);
        rules_of[1] = rules_of[0];
        rules_of[1].castling.allowed = false;
        rules_of[1].board.size.files = (uint8_t)(3 + random_below(&source, 4));
        rules_of[1].board.size.ranks = (uint8_t)(3 + random_below(&source, 4));
        if (!make_position(&source, &pos))
            continue;
        i++;
        compare(&pos, memory, size);
    }
    free(memory);
    printf("%lu questions: %lu yes, %lu no (%lu material, %lu blocked, %lu search), %lu open; %lu "
           "noes walked to the end, %lu by roaming pieces, %lu by sweeps, %lu sprints\n1 passed, 0 "
           "failed\n",
           asked, found[ARB_WIN_YES], found[ARB_WIN_NO], by_proof[ARB_PROOF_MATERIAL],
           by_proof[ARB_PROOF_BLOCKED], by_proof[ARB_PROOF_SEARCH], found[ARB_WIN_UNDETERMINED],
           ended, roamed, swept, sprinted);
    return 0;
}

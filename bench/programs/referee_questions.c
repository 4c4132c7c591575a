/* referee_questions.c: asks a referee's questions, one kind after another, through the public
 * functions, on 2,000 shuffled positions from games.
 *
 *     referee_questions [SECONDS]    a line for each: its name, operations, CPU seconds
 *     referee_questions data         the game and the positions, for
 * bench/programs/referee_peer.cpp
 *
 * The games are made here, the same on every run: each side takes what it can win and otherwise
 * plays a random move, so that pieces come off as they do among people. With 0 seconds every
 * question is asked one round, for an instruction counter: each has a function of its own, named
 * run_*. */
#include "arbiter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POSITIONS = 2000, ASKED = 32, NAME = 32, FEN = 128, PLIES = 160 };

/* The questions that are asked about a position. */
typedef struct {
    arb_setup setup;
    arb_move legal;            /* one of its moves */
    arb_move asked[ASKED];     /* half of them legal */
    arb_square from[4], to[4]; /* illegal attempts */
    char san[NAME], fen[FEN];  /* of `legal`, and of the position */
    size_t san_len, fen_len;
} sample;

/* A whole game, for the questions about games. */
typedef struct {
    arb_move moves[PLIES];
    size_t plies;
    char score[PLIES * NAME]; /* its moves in SAN, numbered */
    size_t len;
} record;

typedef struct {
    arb_position *pos;
    record game;
    sample *with; /* the same number of samples */
    size_t count;
    uint64_t sum; /* keeps the compiler from leaving anything out */
} world;

/* ---- positions ---- */

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static size_t below(uint64_t *state, size_t limit)
{
    return (size_t)((next_random(state) >> 33) % limit);
}

static int value_at(const arb_position *pos, arb_square square)
{
    return arb_position_rules(pos)->kinds[arb_piece_kind(arb_position_piece(pos, square))].value;
}

/* The material that a move wins at first sight, in tenths of a pawn. */
static int gain(const arb_position *pos, arb_move move)
{
    arb_colour us = arb_position_turn(pos);
    arb_square from = arb_move_from(move), to = arb_move_to(move), by[1];
    int won = arb_move_type_of(move) == ARB_NORMAL ? value_at(pos, to) : 0;
    bool guarded = arb_position_attackers(pos, to, arb_other(us), by, 1) > 0;
    bool fled = arb_position_attackers(pos, from, arb_other(us), by, 1) > 0;
    return won + (fled ? value_at(pos, from) / 2 : 0) - (guarded ? value_at(pos, from) : 0);
}

/* Picks the best of a few random moves, so that games are sensible and differ. */
static arb_move choose(const arb_position *pos, const arb_move *list, size_t count,
                       uint64_t *random)
{
    arb_move best = list[below(random, count)];
    for (int i = 0; i < 6; i++) {
        arb_move other = list[below(random, count)];
        if (gain(pos, other) > gain(pos, best))
            best = other;
    }
    return best;
}

/* Some legal moves and as many others: most of those by a piece that could go there if it were not
 * for its king, or for what stands in its way. */
static void fill_asked(const arb_position *pos, sample *s, const arb_move *list, size_t count,
                       uint64_t *random)
{
    arb_position free;
    arb_move loose[ARB_MOVES_8X8];
    static arb_rules unsafe;
    unsafe = *arb_position_rules(pos);
    unsafe.royal.safe = false;
    unsafe.board.faults = 0;
    arb_position_set(&free, &unsafe, &s->setup, ARB_KERNEL_AUTO, 0);
    size_t all = arb_position_moves(&free, loose, ARB_MOVES_8X8);
    for (int i = 0; i < ASKED; i++) {
        arb_move move = list[below(random, count)];
        for (int tries = 0; i % 2 == 1 && (tries == 0 || arb_position_is_legal(pos, move));
             tries++) {
            move = loose[below(random, all)];
            if (tries >= 8) { /* all such are legal here: takes another piece's move */
                arb_square from = arb_move_from(list[below(random, count)]);
                arb_square to = arb_move_to(list[below(random, count)]);
                move = arb_move_of(from, to, ARB_NO_KIND, ARB_NORMAL);
            }
            if (tries >= 64)
                move = arb_move_of(arb_move_from(move), (arb_square)below(random, 64), ARB_NO_KIND,
                                   ARB_NORMAL);
        }
        s->asked[i] = move;
    }
    for (int i = 0; i < 4; i++) {
        s->from[i] = arb_move_from(s->asked[2 * i + 1]);
        s->to[i] = arb_move_to(s->asked[2 * i + 1]);
    }
}

static void keep(world *w, const arb_position *pos, const arb_move *list, size_t count,
                 uint64_t *random)
{
    sample *s = &w->with[w->count];
    w->pos[w->count++] = *pos;
    arb_position_setup(pos, ARB_EP_ALWAYS, &s->setup);
    s->legal = list[below(random, count)];
    s->san_len = arb_san_write(pos, s->legal, s->san, sizeof s->san);
    s->fen_len = arb_position_fen(pos, ARB_X_FEN, ARB_EP_LEGAL, s->fen, sizeof s->fen);
    fill_asked(pos, s, list, count, random);
}

static void write_down(record *game, const arb_position *pos, arb_move move)
{
    char *to = game->score + game->len;
    size_t room = sizeof game->score - game->len;
    if (game->plies % 2 == 0)
        game->len += (size_t)snprintf(to, room, "%zu. ", game->plies / 2 + 1);
    game->len += arb_san_write(pos, move, game->score + game->len, NAME);
    game->score[game->len++] = game->plies % 2 == 0 ? ' ' : '\n';
    game->moves[game->plies++] = move;
}

static void play_game(world *w, record *game, uint64_t *random)
{
    arb_position pos;
    arb_undo undo;
    arb_move list[ARB_MOVES_8X8];
    arb_position_start(&pos, arb_rules_find("chess", strlen("chess")));
    *game = (record){.plies = 0};
    for (int ply = 0; ply < PLIES && arb_position_outcome(&pos).result == ARB_ONGOING; ply++) {
        size_t count = arb_position_moves(&pos, list, ARB_MOVES_8X8);
        if (ply >= 4 && below(random, 8) == 0 && w->count < POSITIONS)
            keep(w, &pos, list, count, random);
        arb_move move = choose(&pos, list, count, random);
        write_down(game, &pos, move);
        arb_position_play(&pos, move, &undo);
    }
}

static bool make_world(world *w)
{
    uint64_t random = 0x2545F4914F6CDD1Du;
    *w = (world){.pos = malloc(POSITIONS * sizeof *w->pos),
                 .with = malloc(POSITIONS * sizeof *w->with)};
    if (w->pos == NULL || w->with == NULL)
        return false;
    while (w->count < POSITIONS)
        play_game(w, &w->game, &random); /* the last one is kept */
    for (size_t i = w->count; i > 1; i--) {
        size_t j = below(&random, i);
        sample other = w->with[i - 1];
        arb_position pos = w->pos[i - 1];
        w->with[i - 1] = w->with[j];
        w->pos[i - 1] = w->pos[j];
        w->with[j] = other;
        w->pos[j] = pos;
    }
    return true;
}

/* ---- the questions: each a round over all positions ---- */

#define ROUND(name) static __attribute__((noinline)) void run_##name(world *w)
#define EACH(i) for (size_t i = 0; i < w->count; i++)
/* Forbids unrolling, because some compilers would unroll these loops and others would not, which
 * would be measured. */
#define FOUR(i) _Pragma("GCC unroll 1") for (int i = 0; i < 4; i++)

ROUND(list)
{
    arb_move list[ARB_MOVES_8X8];
    EACH(n)
    w->sum += arb_position_moves(&w->pos[n], list, ARB_MOVES_8X8) + list[0];
}

ROUND(count)
{
    EACH(n)
    w->sum += arb_position_moves(&w->pos[n], NULL, 0);
}

ROUND(has_move)
{
    EACH(n)
    w->sum += arb_position_has_move(&w->pos[n]);
}

ROUND(checkmate)
{
    EACH(n)
    w->sum += arb_position_is_checkmate(&w->pos[n]);
}

ROUND(stalemate)
{
    EACH(n)
    w->sum += arb_position_is_stalemate(&w->pos[n]);
}

ROUND(is_legal)
{
    EACH(n)
    for (int i = 0; i < ASKED; i++)
        w->sum += arb_position_is_legal(&w->pos[n], w->with[n].asked[i]);
}

ROUND(verdict)
{
    EACH(n)
    FOUR(i)
    w->sum +=
        arb_position_verdict(&w->pos[n], w->with[n].from[i], w->with[n].to[i], ARB_NO_KIND).code;
}

ROUND(in_check)
{
    EACH(n)
    w->sum += arb_position_in_check(&w->pos[n], arb_position_turn(&w->pos[n]));
}

ROUND(attackers)
{
    arb_square list[16];
    EACH(n)
    FOUR(i)
    w->sum += arb_position_attackers(&w->pos[n], w->with[n].to[i], ARB_WHITE, list, 16);
}

ROUND(outcome)
{
    EACH(n)
    w->sum += arb_position_outcome(&w->pos[n]).reason;
}

ROUND(play_undo)
{
    arb_undo undo;
    EACH(n)
    {
        arb_position_play(&w->pos[n], w->with[n].legal, &undo);
        w->sum += arb_position_key(&w->pos[n]);
        arb_position_undo(&w->pos[n], &undo);
    }
}

/* What a searching program does: lists the moves, makes each and takes it back. */
ROUND(make_unmake)
{
    arb_undo undo;
    arb_move list[ARB_MOVES_8X8];
    EACH(n)
    {
        size_t count = arb_position_moves(&w->pos[n], list, ARB_MOVES_8X8);
        for (size_t i = 0, at = 0; i < ASKED; i++, at = at + 1 < count ? at + 1 : 0) {
            arb_position_make(&w->pos[n], list[at], &undo);
            w->sum += arb_position_key(&w->pos[n]);
            arb_position_unmake(&w->pos[n], &undo);
        }
    }
}

ROUND(play_all)
{
    arb_undo undo;
    arb_move list[ARB_MOVES_8X8];
    EACH(n)
    {
        size_t count = arb_position_moves(&w->pos[n], list, ARB_MOVES_8X8);
        for (size_t i = 0, at = 0; i < ASKED; i++, at = at + 1 < count ? at + 1 : 0) {
            arb_position_play(&w->pos[n], list[at], &undo);
            w->sum += arb_position_key(&w->pos[n]);
            arb_position_undo(&w->pos[n], &undo);
        }
    }
}

/* Plays the game from its start, again and again. */
ROUND(game_play)
{
    arb_position start;
    arb_position_start(&start, arb_position_rules(&w->pos[0]));
    arb_game *game = arb_game_new(&start, NULL);
    if (game == NULL)
        return;
    EACH(n)
    {
        if (n % w->game.plies == 0)
            arb_game_goto(game, 0);
        w->sum += arb_game_play(game, w->game.moves[n % w->game.plies]);
    }
    arb_game_free(game);
}

/* Reads the game's score by tokens and SAN. */
ROUND(read_score)
{
    arb_position pos;
    arb_undo undo;
    arb_san san;
    arb_pgn_reader reader = arb_pgn_reader_on("", 0);
    for (size_t n = 0; n < w->count;) {
        arb_pgn_token token = arb_pgn_next(&reader);
        if (token.kind == ARB_PGN_END) {
            arb_position_start(&pos, arb_position_rules(&w->pos[0]));
            reader = arb_pgn_reader_on(w->game.score, w->game.len);
        }
        if (token.kind != ARB_PGN_WORD)
            continue;
        arb_san_read(&pos, reader.text + token.begin, token.end - token.begin, &san);
        w->sum += arb_position_play(&pos, san.move, &undo);
        n++;
    }
}

/* The same score by a run, which hands out its moves. */
ROUND(run_score)
{
    arb_position start, pos;
    arb_move moves[PLIES];
    arb_run run;
    uint64_t plies;
    arb_position_start(&start, arb_position_rules(&w->pos[0]));
    for (size_t n = 0; n < w->count; n += (size_t)plies) {
        arb_position_copy(&pos, &start);
        arb_run_start(&run, &pos, NULL);
        run.moves = moves;
        run.cap = PLIES;
        w->sum += arb_run_score(&run, &pos, w->game.score, w->game.len, &plies);
        if (plies == 0)
            return;
    }
}

ROUND(san_write)
{
    char san[NAME];
    EACH(n)
    w->sum += arb_san_write(&w->pos[n], w->with[n].legal, san, sizeof san);
}

ROUND(san_read)
{
    arb_san san;
    EACH(n)
    w->sum += arb_san_read(&w->pos[n], w->with[n].san, w->with[n].san_len, &san) + san.move;
}

ROUND(fen_write)
{
    char fen[FEN];
    EACH(n)
    w->sum += arb_position_fen(&w->pos[n], ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
}

ROUND(fen_read)
{
    arb_position pos;
    EACH(n)
    w->sum += arb_position_read(&pos, arb_position_rules(&w->pos[n]), w->with[n].fen,
                                w->with[n].fen_len, NULL, NULL);
}

ROUND(set_up)
{
    arb_position pos;
    EACH(n)
    w->sum += arb_position_set(&pos, arb_position_rules(&w->pos[n]), &w->with[n].setup,
                               ARB_KERNEL_AUTO, 0);
}

static const struct {
    const char *name;
    void (*run)(world *w);
    unsigned each; /* number of questions about each position */
} rounds[] = {
    {"list", run_list, 1},
    {"count", run_count, 1},
    {"has_move", run_has_move, 1},
    {"checkmate", run_checkmate, 1},
    {"stalemate", run_stalemate, 1},
    {"is_legal", run_is_legal, ASKED},
    {"verdict", run_verdict, 4},
    {"in_check", run_in_check, 1},
    {"attackers", run_attackers, 4},
    {"outcome", run_outcome, 1},
    {"play_undo", run_play_undo, 1},
    {"make_unmake", run_make_unmake, ASKED},
    {"play_all", run_play_all, ASKED},
    {"game_play", run_game_play, 1},
    {"read_score", run_read_score, 1},
    {"run_score", run_run_score, 1},
    {"san_write", run_san_write, 1},
    {"san_read", run_san_read, 1},
    {"fen_write", run_fen_write, 1},
    {"fen_read", run_fen_read, 1},
    {"set_up", run_set_up, 1},
};

static double cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Prints the moves of the game as UCI in one line, then a position and one of its moves in SAN on
 * each line. */
static void print_data(const world *w)
{
    arb_position pos;
    arb_undo undo;
    char uci[NAME];
    arb_position_start(&pos, arb_position_rules(&w->pos[0]));
    for (size_t i = 0; i < w->game.plies; i++) {
        arb_uci_write(&pos, w->game.moves[i], ARB_UCI_KING_TO, uci, sizeof uci);
        printf("%s ", uci);
        arb_position_play(&pos, w->game.moves[i], &undo);
    }
    printf("\n");
    for (size_t n = 0; n < w->count; n++)
        printf("%s\t%s\n", w->with[n].fen, w->with[n].san);
}

static void ask_all(world *w, double seconds)
{
    for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        uint64_t count = 0;
        double began = cpu_seconds(), spent;
        do {
            rounds[i].run(w);
            count += w->count * rounds[i].each;
            spent = cpu_seconds() - began;
        } while (spent < seconds);
        printf("%s %llu %.6f\n", rounds[i].name, (unsigned long long)count, spent);
    }
    fprintf(stderr, "sum %llx\n", (unsigned long long)w->sum);
}

int main(int argc, char **argv)
{
    world w;
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 0.2;
    if (!make_world(&w)) {
        free(w.pos);
        free(w.with);
        return 4;
    }
    if (argc > 1 && strcmp(argv[1], "data") == 0)
        print_data(&w);
    else
        ask_all(&w, seconds);
    free(w.pos);
    free(w.with);
    return 0;
}

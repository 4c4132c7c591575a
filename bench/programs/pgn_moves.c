/* pgn_moves.c: the smallest program that checks the moves of a collection and nothing else. It
 * shows what a check costs without its other checks.
 *
 *     pgn_moves FILE
 *
 * It reads the file in blocks and cuts them in front of [Event lines, as a check does. Of the tags
 * it reads FEN, from which the game then starts, and Variant: only chess is played.
 * It plays the main line to its end: strict text by arb_run_score, the rest word by word. It knows
 * no results, repetitions, claims, other tags, variations, places, names or findings, and no games
 * without an [Event tag or larger than a block. Prints the number of plies and of games that had an
 * illegal or unreadable move or were left out. */
#include "arbiter.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK_SIZE = 512 << 10 };

typedef struct {
    arb_position start;
    arb_run start_run;
    const arb_rules *chess960;
    uint64_t plies, refused, left_out;
    char block[BLOCK_SIZE + ARB_RUN_ROOM];
} checker;

/* Returns the text after the tags, or NULL if there is none or the game is not chess. Sets *fen to
 * the value of that tag. */
static const char *moves_of(checker *c, const char *at, const char *end, const char **fen)
{
    *fen = NULL;
    for (;;) {
        if (end - at > 20 && memcmp(at, "[Variant \"", 10) == 0 &&
            memcmp(at + 10, "Standard\"", 9) != 0 && memcmp(at + 10, "normal\"", 7) != 0) {
            c->left_out++;
            return NULL;
        }
        if (end - at > 6 && memcmp(at, "[FEN \"", 6) == 0)
            *fen = at + 6;
        at = memchr(at, '\n', (size_t)(end - at));
        if (!at || ++at == end)
            return NULL;
        if (*at != '[')
            return at;
    }
}

static bool set_up(arb_position *pos, const arb_rules *rules, const char *fen, const char *end)
{
    arb_setup setup;
    arb_error error;
    const char *quote = memchr(fen, '"', (size_t)(end - fen));
    return quote && arb_fen_read(&setup, rules, fen, (size_t)(quote - fen), &error) == ARB_OK &&
           arb_position_set(pos, rules, &setup, ARB_KERNEL_AUTO, ARB_FAULT_UNREACHABLE) == 0;
}

/* Plays word by word what a run does not read, until a run can go on. */
static void play_rest(checker *c, arb_run *run, arb_position *pos, const char *text, size_t len)
{
    arb_pgn_reader in = arb_pgn_reader_on(text, len);
    size_t depth = 0;
    for (;;) {
        arb_pgn_token token = arb_pgn_next(&in);
        arb_san san;
        arb_undo undo;
        uint64_t plies;
        if (token.kind == ARB_PGN_END || (token.kind == ARB_PGN_RESULT && depth == 0))
            return;
        depth += token.kind == ARB_PGN_OPEN;
        depth -= token.kind == ARB_PGN_CLOSE && depth > 0;
        if (token.kind != ARB_PGN_WORD || depth > 0)
            continue;
        if (arb_san_read(pos, text + token.begin, token.end - token.begin, &san) != ARB_OK) {
            c->refused++;
            return;
        }
        arb_position_play(pos, san.move, &undo);
        in.at += arb_run_score(run, pos, text + in.at, len - in.at, &plies);
        c->plies += plies + 1;
    }
}

static void play_game(checker *c, const char *at, const char *end)
{
    arb_position pos;
    arb_run run = c->start_run;
    const char *fen;
    uint64_t plies;
    arb_position_copy(&pos, &c->start);
    at = moves_of(c, at, end, &fen);
    if (!at)
        return;
    if (fen) {
        if (!set_up(&pos, c->start.rules, fen, end) && !set_up(&pos, c->chess960, fen, end)) {
            c->left_out++;
            return;
        }
        arb_run_start(&run, &pos, NULL);
    }
    run.room = ARB_RUN_ROOM;
    while (at < end && (*at == '\n' || *at == '\r'))
        at++;
    at += arb_run_score(&run, &pos, at, (size_t)(end - at), &plies);
    c->plies += plies;
    play_rest(c, &run, &pos, at, (size_t)(end - at));
}

static bool is_event(const char *at, const char *end)
{
    return end - at >= 7 && memcmp(at, "[Event ", 7) == 0;
}

/* The next line that begins a game; NULL if there is none. */
static const char *next_event(const char *at, const char *end)
{
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL)
        if (is_event(++at, end))
            return at;
    return NULL;
}

/* Plays the games of a block; the last one only if it `ends` with the block. Returns the number of
 * bytes read. */
static size_t play_block(checker *c, size_t len, bool ends)
{
    const char *end = c->block + len;
    const char *at = is_event(c->block, end) ? c->block : next_event(c->block, end);
    while (at) {
        const char *next = next_event(at, end);
        if (!next && !ends)
            return (size_t)(at - c->block);
        play_game(c, at, next ? next : end);
        at = next;
    }
    return len;
}

static bool play_file(checker *c, int file)
{
    size_t len = 0;
    for (;;) {
        ssize_t n = read(file, c->block + len, BLOCK_SIZE - len);
        if (n < 0)
            return false;
        len += (size_t)n;
        if (n > 0 && len < BLOCK_SIZE)
            continue;
        size_t played = play_block(c, len, n == 0);
        if (n == 0)
            return true;
        played = played > 0 ? played : len;
        len -= played;
        memmove(c->block, c->block + played, len);
    }
}

int main(int argc, char **argv)
{
    int file = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    checker *c = calloc(1, sizeof *c);
    if (file < 0 || !c || arb_position_start(&c->start, arb_rules_find("chess", 5)) != 0)
        return 1;
    arb_run_start(&c->start_run, &c->start, NULL);
    c->chess960 = arb_rules_find("chess960", 8);
    bool read_it = play_file(c, file);
    printf("%" PRIu64 " plies, %" PRIu64 " games refused, %" PRIu64 " left out\n", c->plies,
           c->refused, c->left_out);
    free(c);
    close(file);
    return !read_it;
}

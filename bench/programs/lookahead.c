/* lookahead.c: lists, makes and unmakes moves through the public header, as searching programs do.
 *
 *     lookahead make|play DEPTH ROUNDS FEN    moves made, CPU seconds
 *
 * "make" trusts the list (arb_position_make), "play" has every move checked (arb_position_play).
 * bench/programs/lookahead_peer.cpp does the same with chess-library. */
#include "arbiter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t make_all(arb_position *pos, int depth)
{
    arb_move list[ARB_MOVES_8X8];
    _Alignas(32) arb_undo undo;
    uint64_t made = 0;
    size_t count = arb_position_moves(pos, list, ARB_MOVES_8X8);
    for (size_t i = 0; i < count; i++) {
        arb_position_make(pos, list[i], &undo);
        made += depth > 1 ? make_all(pos, depth - 1) : 1;
        arb_position_unmake(pos, &undo);
    }
    return made;
}

static uint64_t play_all(arb_position *pos, int depth)
{
    arb_move list[ARB_MOVES_8X8];
    _Alignas(32) arb_undo undo;
    uint64_t made = 0;
    size_t count = arb_position_moves(pos, list, ARB_MOVES_8X8);
    for (size_t i = 0; i < count; i++) {
        if (!arb_position_play(pos, list[i], &undo))
            return 0;
        made += depth > 1 ? play_all(pos, depth - 1) : 1;
        arb_position_undo(pos, &undo);
    }
    return made;
}

static double cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    static arb_position pos;
    uint64_t made = 0;
    if (argc != 5 || arb_position_read(&pos, arb_rules_find("chess", strlen("chess")), argv[4],
                                       strlen(argv[4]), NULL, NULL) != ARB_OK) {
        fprintf(stderr, "usage: lookahead make|play DEPTH ROUNDS FEN\n");
        return 2;
    }
    int depth = atoi(argv[2]), rounds = atoi(argv[3]);
    bool trusted = strcmp(argv[1], "make") == 0;
    double began = cpu_seconds();
    for (int i = 0; i < rounds; i++)
        made += trusted ? make_all(&pos, depth) : play_all(&pos, depth);
    printf("%llu %.6f\n", (unsigned long long)made, cpu_seconds() - began);
    return 0;
}

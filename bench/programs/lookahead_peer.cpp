// lookahead_peer.cpp: what lookahead.c does, with chess-library's public calls.
//
//     lookahead_peer DEPTH ROUNDS FEN    moves made, CPU seconds
//
// bench/lookahead.sh builds it if that library's header is given; no part of the project needs it.
#include "chess.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>

static uint64_t make_all(chess::Board &board, int depth)
{
    chess::Movelist list;
    uint64_t made = 0;
    chess::movegen::legalmoves(list, board);
    for (const auto &move : list) {
        board.makeMove(move);
        made += depth > 1 ? make_all(board, depth - 1) : 1;
        board.unmakeMove(move);
    }
    return made;
}

static double cpu_seconds()
{
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    chess::Board board(argv[3]);
    uint64_t made = 0;
    double began = cpu_seconds();
    for (int i = 0; i < atoi(argv[2]); i++)
        made += make_all(board, atoi(argv[1]));
    printf("%llu %.6f\n", (unsigned long long)made, cpu_seconds() - began);
}

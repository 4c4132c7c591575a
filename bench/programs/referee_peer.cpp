// referee_peer.cpp: asks chess-library the questions of referee_questions.c, on the same positions and the same game.
//
//     referee_questions data | referee_peer SECONDS    a line for each: its name, operations, CPU seconds
//
// bench/referee.sh builds it if that library's header is given; no part of the project needs it.
#include "chess.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

static std::vector<chess::Board> boards;
static std::vector<std::string> sans;
static std::vector<chess::Move> game;
static uint64_t sum;

// Reads the moves of the game from the first line, then a FEN and a move in SAN from each line.
static void read_data()
{
    std::string line;
    chess::Board board;
    std::getline(std::cin, line);
    for (size_t at = 0; at < line.size();) {
        size_t end = line.find(' ', at);
        game.push_back(chess::uci::uciToMove(board, line.substr(at, end - at)));
        board.makeMove(game.back());
        at = end + 1;
    }
    while (std::getline(std::cin, line)) {
        size_t tab = line.find('\t');
        boards.emplace_back(line.substr(0, tab));
        sans.push_back(line.substr(tab + 1));
    }
}

static void san_read()
{
    for (size_t n = 0; n < boards.size(); n++)
        sum += chess::uci::parseSan(boards[n], sans[n]).move();
}

// What arb_game_play asks: is the game over, is the move legal? Then the move is made and kept.
static void game_play()
{
    chess::Board board;
    for (size_t n = 0; n < boards.size(); n++) {
        if (n % game.size() == 0)
            board = chess::Board();
        chess::Move move = game[n % game.size()];
        if (board.isGameOver().second == chess::GameResult::NONE && board.isLegal(move))
            sum++;
        board.makeMove(move);
    }
}

// Asks less: the move is made without a test, and repetitions are counted.
static void game_trusted()
{
    chess::Board board;
    for (size_t n = 0; n < boards.size(); n++) {
        if (n % game.size() == 0)
            board = chess::Board();
        board.makeMove(game[n % game.size()]);
        sum += board.isRepetition();
    }
}

static double cpu_seconds()
{
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        void (*run)();
    } rounds[] = {{"game_play", game_play}, {"game_trusted", game_trusted}, {"san_read", san_read}};
    double seconds = argc > 1 ? atof(argv[1]) : 0.2;
    read_data();
    if (game.empty() || boards.empty())
        return 2;
    for (const auto &round : rounds) {
        uint64_t count = 0;
        double began = cpu_seconds(), spent;
        do {
            round.run();
            count += boards.size();
            spent = cpu_seconds() - began;
        } while (spent < seconds);
        printf("%s %llu %.6f\n", round.name, (unsigned long long)count, spent);
    }
    fprintf(stderr, "sum %llx\n", (unsigned long long)sum);
}

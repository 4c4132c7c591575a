// consumer.cpp: what a user of the installed library writes in C++17. Prints what is wrong, or "good".
#include <arbiter.hpp>

#include <cstdio>

static int failures = 0;

static void check(bool holds, const char *what)
{
    if (!holds)
        std::printf("does not hold: %s\n", what);
    failures += !holds;
}
#define CHECK(condition) check((condition), #condition)

static void positions()
{
    arbiter::position start;
    int count = 0;
    for (arb_move move : start.moves())
        count += start.is_legal(move);
    CHECK(count == 20);
    arbiter::position copy = start;
    copy.play(copy.read("e4"));
    CHECK(copy.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(start.key() != copy.key());
    CHECK(start.uci(start.read("Nf3")) == "g1f3" && start.san(start.read("g1f3")) == "Nf3");
    arbiter::position large("k30K/32/32 w - - 0 1", arbiter::rules("lab"));
    CHECK(!large.moves().empty());
    try {
        start.read("Ke3");
        CHECK(false);
    } catch (const arbiter::error &e) {
        CHECK(e.status == ARB_ILLEGAL && std::string(e.what()).find("king") != std::string::npos);
    }
    try {
        arbiter::position bad("8/8 w - - 0 1");
        CHECK(false);
    } catch (const arbiter::error &e) {
        CHECK(e.status == ARB_BAD_TEXT && e.offset > 0);
    }
}

static void games()
{
    arbiter::game game;
    for (const char *move : {"f3", "e7 e5", "g2g4", "Qh4"})
        game.play(move);
    CHECK(game.outcome().reason == ARB_R_CHECKMATE && game.ply() == 4);
    try {
        game.play("a3");
        CHECK(false);
    } catch (const arbiter::error &) {
    }
    CHECK(game.undo() && game.now().turn() == ARB_BLACK && game.redo());
    arbiter::game moved = std::move(game);
    CHECK(moved.ply() == 4);
}

static void trees()
{
    std::string text = "[White \"Ann\"]\n\n1. e4 {good} (1. d4) e5 *\n\n[White \"Bob\"]\n\n1. c4 *\n";
    std::string_view rest = text;
    arbiter::tree tree;
    std::string names;
    while (auto behind = tree.read(rest)) {
        names += tree.tag("White");
        rest = *behind;
    }
    CHECK(names == "AnnBob");
    tree.read(text);
    CHECK(tree.main_line().size() == 2);
    CHECK(tree.write().find("{good} (1. d4)") != std::string::npos);
    CHECK(tree.board(arb_tree_child(tree.get(), ARB_ROOT)).turn() == ARB_BLACK);
}

static void other_languages()
{
    CHECK(arb_sizeof_position() == sizeof(arb_position) && arb_sizeof_undo() == sizeof(arb_undo));
    CHECK(arb_abi_square_at(8, 8, 4, 3) == 28 && arb_abi_square_file(8, 8, 28) == 4);
    CHECK(arb_abi_move_to(arb_abi_move_of(12, 28, 0, ARB_NORMAL)) == 28);
}

int main()
{
    positions();
    games();
    trees();
    other_languages();
    std::puts(failures == 0 ? "good" : "bad");
    return failures != 0;
}

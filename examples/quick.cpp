#include <arbiter.hpp>
#include <iostream>

int main()
{
    arbiter::game game;
    for (const char *move : {"e4", "e5", "Qh5", "Ke7", "Qxe5#"})
        game.play(move);
    std::cout << game.now().fen() << "\n" << game.now().moves().size() << " moves, ";
    std::cout << arb_result_text(game.outcome().result) << "\n";
}

/* games.h: games for tests, made from a FEN and played by moves in text. */
#ifndef ARB_TESTS_GAMES_H
#define ARB_TESTS_GAMES_H

#include "positions.h"

/* Begins at the rule set's start position if `fen` is NULL. A rule set from a file lives until the
 * next one is read. */
static inline arb_game *game_from(const char *rules_name, const char *fen,
                                  const arb_allocator *allocator)
{
    static arb_rules storage;
    arb_position position;
    const arb_rules *rules = test_rules(&storage, rules_name);
    memset(&position, 0, sizeof position); /* tests compare every byte, used or not */
    if (!fen)
        fen = rules->board.start;
    if (!CHECK_EQ_INT(arb_position_read(&position, rules, fen, strlen(fen), NULL, NULL), ARB_OK))
        exit(1);
    return arb_game_new(&position, allocator);
}

static inline arb_move move_of(const arb_game *game, const char *text)
{
    arb_verdict verdict;
    arb_san san;
    if (arb_uci_read(arb_game_position(game), text, strlen(text), &verdict, NULL) == ARB_OK)
        return verdict.move;
    arb_san_read(arb_game_position(game), text, strlen(text), &san);
    return san.status == ARB_OK ? san.move : ARB_NO_MOVE;
}

/* Plays moves separated by blanks, commas or quotes, and returns the number that were played. */
static inline size_t play(arb_game *game, const char *moves)
{
    size_t played = 0;
    while (*(moves += strspn(moves, " ,\"")) != '\0') {
        char text[16] = "";
        size_t n = strcspn(moves, " ,\"");
        memcpy(text, moves, n < 15 ? n : 15);
        if (arb_game_play(game, move_of(game, text)) != ARB_OK)
            break;
        played++;
        moves += n;
    }
    return played;
}

#endif

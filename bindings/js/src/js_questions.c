/* js_questions.c: questions about the position of a game. */
#include "shared_text.h"

#include <stdlib.h>

/* Writes the rows from the top, a letter for each square, '.' for an empty one. */
int EXPORT(game_board)(const arb_game *game)
{
    const arb_position *position = arb_game_position(game);
    const arb_rules *rules = arb_position_rules(position);
    arb_size size = arb_position_size(position);
    answer to = {0};
    for (int rank = size.ranks - 1; rank >= 0; rank--) {
        if (to.len)
            answer_char(&to, '/');
        for (int file = 0; file < size.files; file++) {
            arb_piece piece = arb_position_piece(position, arb_square_at(size, file, rank));
            char letter = piece ? rules->kinds[arb_piece_kind(piece)].letter : '.';
            bool capital = piece && arb_piece_colour(piece) == ARB_WHITE && letter >= 'a';
            answer_char(&to, capital ? (char)(letter - 32) : letter);
        }
    }
    return answer_end(&to);
}

/* Writes the squares from which `by` attacks the one in the shared text; -2 if that is none. */
int EXPORT(game_attackers)(const arb_game *game, size_t len, int by)
{
    const arb_position *position = arb_game_position(game);
    arb_size size = arb_position_size(position);
    arb_square square, list[ARB_SQUARE_LIMIT];
    if (arb_square_read(size, shared_text, len, &square) != len || !len)
        return -2;
    size_t count = arb_position_attackers(position, square, (arb_colour)by, list, ARB_SQUARE_LIMIT);
    answer to = {0};
    for (size_t i = 0; i < count; i++) {
        char text[8];
        if (i)
            answer_char(&to, RECORD);
        answer_bytes(&to, text, arb_square_write(size, list[i], text, sizeof text));
    }
    return answer_end(&to);
}

int EXPORT(game_in_check)(const arb_game *game)
{
    const arb_position *position = arb_game_position(game);
    return arb_position_in_check(position, arb_position_turn(position));
}

double EXPORT(game_perft)(const arb_game *game, unsigned depth)
{
    return (double)arb_position_perft(arb_game_position(game), depth);
}

/* Writes the key as sixteen hexadecimal digits. */
int EXPORT(game_key)(const arb_game *game)
{
    uint64_t key = arb_position_key(arb_game_position(game));
    answer to = {0};
    for (int shift = 60; shift >= 0; shift -= 4)
        answer_char(&to, "0123456789abcdef"[key >> shift & 15]);
    return answer_end(&to);
}

/* Can a side still win by any series of moves? Writes the answer, the proof, and the line in UCI.
 */
int EXPORT(game_winnable)(const arb_game *game, int side, unsigned nodes)
{
    size_t size = arb_winnable_memory(nodes);
    void *memory = malloc(size);
    static arb_move line[ARB_WIN_LINE];
    arb_winnable found = arb_position_winnable(arb_game_position(game), (arb_colour)side, nodes,
                                               memory, memory ? size : 0, line, ARB_WIN_LINE);
    free(memory);
    answer to = {0};
    answer_text(&to, arb_win_answer_name(found.answer));
    answer_char(&to, FIELD);
    answer_text(&to, arb_win_proof_name(found.proof));
    answer_char(&to, FIELD);
    arb_position position;
    arb_undo undo;
    arb_position_copy(&position, arb_game_position(game));
    for (size_t i = 0; i < found.length && i < ARB_WIN_LINE; i++) {
        if (i)
            answer_char(&to, ' ');
        {
            char text[32];
            answer_bytes(&to, text,
                         arb_uci_write(&position, line[i], ARB_UCI_RULES, text, sizeof text));
        }
        arb_position_play(&position, line[i], &undo);
    }
    return answer_end(&to);
}

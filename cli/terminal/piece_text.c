/* piece_text.c: writes pieces, hands and counted checks as text. Layer: cli. Knows no board and no
 * terminal. */
#include "cli/terminal/piece_text.h"

#include <ctype.h>

void cli_piece_text(const arb_rules *rules, arb_piece piece, bool unicode, char *buf, size_t cap)
{
    static const char *const figurines[2][ARB_FIRST_CUSTOM_KIND] = {
        {"", "♙", "♘", "♗", "♖", "♕", "♔"}, {"", "♟", "♞", "♝", "♜", "♛", "♚"}};
    arb_kind kind = arb_piece_kind(piece);
    arb_colour colour = arb_piece_colour(piece);
    unsigned char letter = (unsigned char)rules->kinds[kind].letter;
    if (unicode && kind < ARB_FIRST_CUSTOM_KIND)
        snprintf(buf, cap, "%s", figurines[colour][kind]);
    else
        snprintf(buf, cap, "%c", colour == ARB_WHITE ? toupper(letter) : letter);
}

bool cli_is_hole(const arb_rules *rules, arb_size size, arb_square square)
{
    return arb_area_has(&rules->board.holes, arb_square_file(size, square),
                        arb_square_rank(size, square));
}

const char *cli_hole_text(bool unicode)
{
    return unicode ? "▒" : "*"; /* FEN writes the star, too */
}

void cli_put_hand(FILE *out, const arb_rules *rules, const arb_setup *setup, arb_colour colour,
                  bool unicode)
{
    bool any = false;
    for (arb_kind kind = 1; kind < ARB_KIND_LIMIT; kind++) {
        char text[8];
        unsigned count = setup->hand[colour][kind];
        if (count == 0)
            continue;
        cli_piece_text(rules, arb_piece_of(colour, kind), unicode, text, sizeof text);
        fprintf(out, "%s%s", any ? " " : "", text);
        if (count > 1)
            fprintf(out, "%u", count);
        any = true;
    }
    fputs(any ? "" : "nothing", out);
}

void cli_put_checks(FILE *out, const arb_rules *rules, const arb_setup *setup)
{
    if (rules->ending.checks != 0)
        fprintf(out, "Checks to give: White %u, Black %u\n",
                arb_rules_checks_left(rules, setup->checks[ARB_WHITE]),
                arb_rules_checks_left(rules, setup->checks[ARB_BLACK]));
}

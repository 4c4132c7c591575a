/* test_cli_board.c: the board that is drawn at a terminal: colours, marks, labels, and how it fits
 * the window. Layer: tests. */
#include "check.h"

#include "caught_output.h"
#include "cli/terminal/terminal_board.h"

static caught output;
static arb_rules own;

static arb_position position_of(const arb_rules *rules, const char *fen)
{
    arb_position position;
    arb_error error = {.text = ""};
    arb_faults faults;
    arb_status status = arb_position_read(&position, rules, fen, strlen(fen), &faults, &error);
    CHECK_EQ_TEXT(error.text, "");
    CHECK_EQ_INT(status, ARB_OK);
    return position;
}

static const char *drawn(const arb_position *position, const play_view *view, int width)
{
    catch_begin(&output, stdout);
    play_board_draw(position, view, width);
    return catch_end(&output);
}

/* The king is in check, and the pawn, which was picked up, can capture the knight. */
TEST(a_board_in_colours_has_every_mark)
{
    static const char text[] = "name = own\nboard = 4x4\nstart = *k2/4/2*1/K2R w\n"
                               "castling = no\ndouble-step = no\nen-passant = no\n";
    CHECK(arb_rules_read(&own, text, sizeof text - 1, NULL, NULL));
    arb_position position = position_of(&own, "*k2/1n2/P1*1/K3 w - - 0 1");
    play_view view = {.style = {.colour = true, .unicode = true},
                      .picked = arb_square_at(arb_position_size(&position), 0, 1)};
    CHECK_EQ_TEXT(drawn(&position, &view, 0),
                  " 4    \x1b[48;5;66;38;5;16m ♚ \x1b[0m\x1b[48;5;109;1;38;5;231m   "
                  "\x1b[0m\x1b[48;5;66;1;38;5;231m   \x1b[0m\n"
                  " 3 \x1b[48;5;66;1;38;5;231m   \x1b[0m\x1b[48;5;114;38;5;16m ♞ "
                  "\x1b[0m\x1b[48;5;66;1;38;5;231m   \x1b[0m\x1b[48;5;109;1;38;5;231m   \x1b[0m\n"
                  " 2 \x1b[48;5;75;1;38;5;231m ♙ \x1b[0m\x1b[48;5;66;1;38;5;231m   \x1b[0m   "
                  "\x1b[48;5;66;1;38;5;231m   \x1b[0m\n"
                  " 1 \x1b[48;5;160;1;38;5;231m ♔ \x1b[0m\x1b[48;5;109;1;38;5;231m   "
                  "\x1b[0m\x1b[48;5;66;1;38;5;231m   \x1b[0m\x1b[48;5;109;1;38;5;231m   \x1b[0m\n"
                  "    a  b  c  d \n");
    view.style.unicode = false;
    view.flipped = true;
    view.picked = ARB_NO_SQUARE;
    arb_move moves[64];
    size_t count = arb_position_moves(&position, moves, 64);
    CHECK(count > 0);
    view.last = moves[0];
    CHECK_EQ_TEXT(drawn(&position, &view, 12),
                  " 1 \x1b[48;5;109;1;38;5;231m  \x1b[0m\x1b[48;5;66;1;38;5;231m  "
                  "\x1b[0m\x1b[48;5;179;1;38;5;231m  \x1b[0m\x1b[48;5;160;1;38;5;231m K\x1b[0m\n"
                  " 2 \x1b[48;5;66;1;38;5;231m  \x1b[0m  \x1b[48;5;66;1;38;5;231m  "
                  "\x1b[0m\x1b[48;5;109;1;38;5;231m P\x1b[0m\n"
                  " 3 \x1b[48;5;109;1;38;5;231m  \x1b[0m\x1b[48;5;66;1;38;5;231m  "
                  "\x1b[0m\x1b[48;5;109;38;5;16m n\x1b[0m\x1b[48;5;66;1;38;5;231m  \x1b[0m\n"
                  " 4 \x1b[48;5;66;1;38;5;231m  \x1b[0m\x1b[48;5;109;1;38;5;231m  "
                  "\x1b[0m\x1b[48;5;66;38;5;16m k\x1b[0m  \n"
                  "    d c b a\n");
    /* The same marks on squares of the other colour. */
    position = position_of(&own, "*k2/3R/2*n/1K2 w - - 0 1");
    arb_size size = arb_position_size(&position);
    view = (play_view){.style = {.colour = true},
                       .picked = arb_square_at(size, 3, 2),
                       .last = arb_move_of(arb_square_at(size, 1, 0), arb_square_at(size, 0, 0),
                                           ARB_NO_KIND, ARB_NORMAL)};
    CHECK_EQ_TEXT(drawn(&position, &view, 8),
                  " 4  \x1b[48;5;66;38;5;16mk\x1b[0m\x1b[48;5;109;1;38;5;231m "
                  "\x1b[0m\x1b[48;5;66;1;38;5;231m \x1b[0m\n"
                  " 3 \x1b[48;5;66;1;38;5;231m \x1b[0m\x1b[48;5;109;1;38;5;231m "
                  "\x1b[0m\x1b[48;5;66;1;38;5;231m \x1b[0m\x1b[48;5;75;1;38;5;231mR\x1b[0m\n"
                  " 2 \x1b[48;5;109;1;38;5;231m \x1b[0m\x1b[48;5;66;1;38;5;231m \x1b[0m "
                  "\x1b[48;5;71;38;5;16mn\x1b[0m\n"
                  " 1 \x1b[48;5;136;1;38;5;231m "
                  "\x1b[0m\x1b[48;5;167;1;38;5;231mK\x1b[0m\x1b[48;5;66;1;38;5;231m "
                  "\x1b[0m\x1b[48;5;109;1;38;5;231m \x1b[0m\n"
                  "   abcd\n");
    view.picked = arb_square_at(size, 2, 0);
    CHECK_EQ_TEXT(drawn(&position, &view, 8),
                  " 4  \x1b[48;5;66;38;5;16mk\x1b[0m\x1b[48;5;109;1;38;5;231m "
                  "\x1b[0m\x1b[48;5;66;1;38;5;231m \x1b[0m\n"
                  " 3 \x1b[48;5;66;1;38;5;231m \x1b[0m\x1b[48;5;109;1;38;5;231m "
                  "\x1b[0m\x1b[48;5;66;1;38;5;231m \x1b[0m\x1b[48;5;109;1;38;5;231mR\x1b[0m\n"
                  " 2 \x1b[48;5;109;1;38;5;231m \x1b[0m\x1b[48;5;66;1;38;5;231m \x1b[0m "
                  "\x1b[48;5;66;38;5;16mn\x1b[0m\n"
                  " 1 \x1b[48;5;136;1;38;5;231m "
                  "\x1b[0m\x1b[48;5;167;1;38;5;231mK\x1b[0m\x1b[48;5;32;1;38;5;231m "
                  "\x1b[0m\x1b[48;5;109;1;38;5;231m \x1b[0m\n"
                  "   abcd\n");
}

TEST(cells_are_as_wide_as_the_window_lets_them)
{
    static const int widths[] = {0, 16, 15, 12, 11, 8, 7, 1};
    arb_position position = position_of(arb_rules_find("anyboard", 8), "k1q1/1P2/4/K1n1 w - - 0 1");
    play_view view = {.picked = ARB_NO_SQUARE, .coords = ARB_COORDS_XY};
    catch_begin(&output, stdout);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        play_board_draw(&position, &view, widths[i]);
    CHECK_EQ_TEXT(catch_end(&output), " 0 !k! .  q  . \n"
                                      " 1  .  P  .  . \n"
                                      " 2  .  .  .  . \n"
                                      " 3  K  .  n  . \n"
                                      "    0  1  2  3 \n"
                                      " 0 !k! .  q  . \n"
                                      " 1  .  P  .  . \n"
                                      " 2  .  .  .  . \n"
                                      " 3  K  .  n  . \n"
                                      "    0  1  2  3 \n"
                                      " 0 !k . q .\n"
                                      " 1  . P . .\n"
                                      " 2  . . . .\n"
                                      " 3  K . n .\n"
                                      "    0 1 2 3\n"
                                      " 0 !k . q .\n"
                                      " 1  . P . .\n"
                                      " 2  . . . .\n"
                                      " 3  K . n .\n"
                                      "    0 1 2 3\n"
                                      " 0 k.q.\n"
                                      " 1 .P..\n"
                                      " 2 ....\n"
                                      " 3 K.n.\n"
                                      "   0123\n"
                                      " 0 k.q.\n"
                                      " 1 .P..\n"
                                      " 2 ....\n"
                                      " 3 K.n.\n"
                                      "   0123\n"
                                      "(too narrow)\n"
                                      "(too narrow)\n");
}

TEST(labels_of_wide_boards_fit_their_cells)
{
    arb_position position =
        position_of(arb_rules_find("anyboard", 8), "k29/30/30/30/30/30/30/30/30/30/29K w - - 0 1");
    play_view view = {.picked = ARB_NO_SQUARE};
    static const arb_coords coords[] = {ARB_COORDS_ALGEBRAIC, ARB_COORDS_RC};
    catch_begin(&output, stdout);
    for (size_t i = 0; i < 2; i++)
        for (int cell = 3; cell > 0; cell--) {
            view.coords = coords[i];
            view.flipped = cell == 2;
            play_board_draw(&position, &view, 30 * cell + 4);
        }
    catch_end(&output);
    /* The rows without a piece tell nothing more. */
    static char text[1 << 14];
    size_t len = 0;
    for (const char *at = output.text; *at != '\0'; at += strcspn(at, "\n") + 1)
        if (strncmp(at + 3, " . ", 3) != 0 && strncmp(at + 3, "...", 3) != 0 &&
            strncmp(at + 3, " . .", 4) != 0)
            len += (size_t)snprintf(text + len, sizeof text - len, "%.*s\n", (int)strcspn(at, "\n"),
                                    at);
    CHECK_EQ_TEXT(text, "11  k  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  "
                        ".  .  .  .  .  .  . \n"
                        "    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  "
                        "x  y  z aa ab ac ad \n"
                        " 1  K . . . . . . . . . . . . . . . . . . . . . . . . . . . . .\n"
                        "   adacabaa z y x w v u t s r q p o n m l k j i h g f e d c b a\n"
                        "11 k.............................\n"
                        "   abcdefghijklmnopqrstuvwxyzabcd\n"
                        " 0  k  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  "
                        ".  .  .  .  .  .  . \n"
                        "    0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 "
                        "23 24 25 26 27 28 29 \n"
                        "10  K . . . . . . . . . . . . . . . . . . . . . . . . . . . . .\n"
                        "   2928272625242322212019181716151413121110 9 8 7 6 5 4 3 2 1 0\n"
                        " 0 k.............................\n"
                        "   012345678901234567890123456789\n");
}

/* The squares that castling, a drop and the last move are shown by. */
TEST(moves_are_marked_where_they_lead)
{
    arb_move moves[256];
    arb_position position =
        position_of(arb_rules_find("chess", 5), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    play_view view = {.picked = ARB_NO_SQUARE};
    size_t count = arb_position_moves(&position, moves, 256), castlings = 0;
    catch_begin(&output, stdout);
    for (size_t i = 0; i < count; i++)
        if (arb_move_type_of(moves[i]) == ARB_CASTLING) {
            char name[8];
            arb_square_write(arb_position_size(&position), play_target(&position, moves[i]), name,
                             sizeof name);
            puts(name);
            castlings++;
            view.last = moves[i];
            play_board_draw(&position, &view, 0);
        }
    view.last = ARB_NO_MOVE;
    view.picked = arb_square_at(arb_position_size(&position), 4, 0);
    play_board_draw(&position, &view, 0);
    CHECK_EQ_TEXT(catch_end(&output), "c1\n"
                                      " 8  .  .  .  .  k  .  .  . \n"
                                      " 7  .  .  .  .  .  .  .  . \n"
                                      " 6  .  .  .  .  .  .  .  . \n"
                                      " 5  .  .  .  .  .  .  .  . \n"
                                      " 4  .  .  .  .  .  .  .  . \n"
                                      " 3  .  .  .  .  .  .  .  . \n"
                                      " 2  .  .  .  .  .  .  .  . \n"
                                      " 1  R  . (.) . (K) .  .  R \n"
                                      "    a  b  c  d  e  f  g  h \n"
                                      "g1\n"
                                      " 8  .  .  .  .  k  .  .  . \n"
                                      " 7  .  .  .  .  .  .  .  . \n"
                                      " 6  .  .  .  .  .  .  .  . \n"
                                      " 5  .  .  .  .  .  .  .  . \n"
                                      " 4  .  .  .  .  .  .  .  . \n"
                                      " 3  .  .  .  .  .  .  .  . \n"
                                      " 2  .  .  .  .  .  .  .  . \n"
                                      " 1  R  .  .  . (K) . (.) R \n"
                                      "    a  b  c  d  e  f  g  h \n"
                                      " 8  .  .  .  .  k  .  .  . \n"
                                      " 7  .  .  .  .  .  .  .  . \n"
                                      " 6  .  .  .  .  .  .  .  . \n"
                                      " 5  .  .  .  .  .  .  .  . \n"
                                      " 4  .  .  .  .  .  .  .  . \n"
                                      " 3  .  .  .  .  .  .  .  . \n"
                                      " 2  .  .  . >.<>.<>.< .  . \n"
                                      " 1  R  . >.<>.<[K]>.<>.< R \n"
                                      "    a  b  c  d  e  f  g  h \n");
    CHECK_EQ_INT(castlings, 2);
}

int main(void)
{
    RUN(a_board_in_colours_has_every_mark);
    RUN(cells_are_as_wide_as_the_window_lets_them);
    RUN(labels_of_wide_boards_fit_their_cells);
    RUN(moves_are_marked_where_they_lead);
    return check_result();
}

/* game_film.c: writes a game as an animated GIF. Layer: formats. It plays through the game; the
 * files beside it draw and pack the pictures. */
#include "formats/picture/game_film.h"

enum { LAST_TIMES = 4 };

/* Marks the squares of the move that led here, and a king in check. */
static picture_marks marks_of(const arb_game *game)
{
    picture_marks marks = picture_no_marks;
    const arb_position *position = arb_game_position(game);
    arb_colour turn = arb_position_turn(position);
    if (arb_game_ply(game) > 0) {
        arb_move move = arb_game_move(game, arb_game_ply(game) - 1);
        marks.from = arb_move_from(move);
        marks.to = arb_move_to(move);
    }
    if (arb_position_in_check(position, turn))
        marks.check = arb_position_royal(position, turn);
    return marks;
}

static bool put_frame(gif_writer *gif, board_picture *picture, const arb_game *game,
                      unsigned delay_ms)
{
    arb_setup setup;
    gif_box changed;
    picture_marks marks = marks_of(game);
    arb_position_setup(arb_game_position(game), ARB_EP_LEGAL, &setup);
    if (!picture_draw(picture, &setup, &marks, &changed))
        return false;
    gif_frame(gif, picture_rgb(picture), changed, delay_ms / 10);
    return true;
}

bool film_write(text_builder *out, arb_game *game, const film_options *options)
{
    uint32_t colours[GIF_COLOURS];
    size_t count = picture_colours(colours), ply = arb_game_ply(game);
    const arb_position *start = arb_game_start(game);
    board_picture *picture =
        picture_new(arb_position_rules(start), arb_position_size(start), &options->look);
    gif_writer *gif = picture == NULL ? NULL
                                      : gif_begin(out, picture_width(picture),
                                                  picture_height(picture), colours, count);
    bool good = gif != NULL;
    for (size_t at = options->from; good && at <= options->to && arb_game_goto(game, at); at++)
        good = put_frame(gif, picture, game,
                         at == options->to ? LAST_TIMES * options->delay_ms : options->delay_ms);
    arb_game_goto(game, ply);
    if (gif != NULL)
        good = gif_end(gif) && good;
    picture_free(picture);
    return good;
}

uint64_t film_pixels(const arb_game *game, const film_options *options)
{
    arb_size size = arb_position_size(arb_game_start(game));
    uint64_t cell = (uint64_t)options->look.cell;
    return (options->to - options->from + 1) * (cell * (size.files + 1)) *
           (cell * (size.ranks + 2));
}

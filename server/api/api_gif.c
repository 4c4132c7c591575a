/* api_gif.c: draws a game that is sent with the request as an animated picture. Layer: server.
 * Nothing is stored. */
#include "server/api/api.h"

#include "formats/picture/game_film.h"

#include <stdio.h>

enum {
    BOARD_SIDE = 384,        /* pixels of a whole board; a square has at most 48 of them */
    PIXELS_LIMIT = 32 << 20, /* of all frames; packing a pixel takes about a nanosecond */
    PIXELS_A_WORK = 8,       /* pixels that count as one written byte */
    DELAY_MIN = 100,
    DELAY_MAX = 10000,
    DELAY = 1000
};

static film_options wish_of(const arb_game *game, bool flipped, int64_t delay)
{
    arb_size size = arb_position_size(arb_game_start(game));
    int side = size.files > size.ranks ? size.files : size.ranks;
    int cell = BOARD_SIDE / (side > 8 ? side : 8);
    return (film_options){.look = {cell > PICTURE_CELL_MIN ? cell : PICTURE_CELL_MIN, flipped},
                          .delay_ms = (unsigned)delay,
                          .to = arb_game_ply(game)};
}

static void answer(call *c, posted_game *posted, int64_t delay)
{
    text_builder film = {0};
    film_options wish =
        wish_of(posted->game, json_is_true(json_object_get(posted->json, "flip")), delay);
    uint64_t pixels = film_pixels(posted->game, &wish);
    if (pixels > PIXELS_LIMIT) {
        app_problem(c->a, c->conn, 422,
                    "the game is too long for a picture here; arbiter gif writes one", NULL);
        return;
    }
    http_peer_works(http_conn_peer(c->conn), (size_t)(pixels / PIXELS_A_WORK), http_now());
    if (film_write(&film, posted->game, &wish)) {
        app_reply(c->a, c->conn, 200, "image/gif", "Cache-Control: no-store\r\n", &film);
        return;
    }
    text_free(&film);
    app_problem(c->a, c->conn, 503, "there is no memory for the picture", NULL);
}

void api_gif(call *c)
{
    posted_game posted;
    int64_t delay;
    if (call_posted_game(c, &posted) &&
        call_number(c, posted.json, "delay_ms", DELAY_MIN, DELAY_MAX, DELAY, &delay))
        answer(c, &posted, delay);
    call_posted_free(&posted);
}

/* game_sink.c: writes each game to where it belongs. Layer: collection. It is called in the order
 * of the text, whatever the number of threads. */
#include "collection/convert/game_sink.h"

bool sink_is_full(const game_sink *s)
{
    return s->first > 0 && s->written >= s->first && !s->random && !s->duplicates;
}

/* Is this game one of those that were asked for? */
static bool is_chosen(game_sink *s)
{
    s->games++;
    if (s->every > 0 && s->games % s->every != 0)
        return false;
    if (s->first > 0 && s->written >= s->first)
        return false;
    s->written++;
    return true;
}

static void begin_game(void *context, uint64_t low, uint64_t high, const char *key, size_t len)
{
    game_sink *s = context;
    s->to[0] = s->to[1] = NULL;
    s->to_random = false;
    if (s->stats) {
        stats_add(s->stats, key, len);
        return;
    }
    if (s->index) {
        index_game(s->index, (uint32_t)low, key, len);
        return;
    }
    if (s->dedupe && dedupe_seen(s->dedupe, low, high)) {
        s->to[0] = s->duplicates;
        return;
    }
    if (s->reference || !is_chosen(s))
        return;
    if (s->random)
        s->to_random = random_takes(s->random, s->written);
    else if (s->split)
        split_game(s->split, key, len, s->to);
    else
        s->to[0] = s->file;
}

static void put_text(void *context, const char *text, size_t len)
{
    game_sink *s = context;
    if (s->index)
        index_text(s->index, text, len);
    if (s->to_random)
        random_text(s->random, text, len);
    for (int i = 0; i < 2; i++)
        if (s->to[i])
            fwrite(text, 1, len, s->to[i]);
    if (s->split && s->to[0] && s->to[0] != s->duplicates)
        split_wrote(s->split, len);
}

out_target sink_target(game_sink *s)
{
    s->to[0] = s->file;
    s->to[1] = NULL;
    return (out_target){.text = put_text, .game = begin_game, .context = s};
}

bool sink_end(game_sink *s)
{
    if (s->random && !random_write(s->random, s->file, &s->written))
        s->failed = true;
    return !s->failed;
}

/* match_players.c: players who have an account here, challenges, and games that come to nothing.
 * Layer: server. */
#include "server/match/match_players.h"

#include <stdio.h>
#include <string.h>

static const char *after(const char *what, const char *word)
{
    size_t len = strlen(word);
    return strncmp(what, word, len) == 0 ? what + len : NULL;
}

bool match_is_player_step(const char *what)
{
    return after(what, "player ") != NULL || after(what, "challenge ") != NULL ||
           strcmp(what, "accept") == 0 || after(what, "abort ") != NULL;
}

/* Reads the words of a step such as "white bot Deep". */
static bool seat_account(match *m, const char *words)
{
    char side[6], kind[7], name[MATCH_ACCOUNT_LIMIT];
    if (sscanf(words, "%5s %6s %30s", side, kind, name) != 3)
        return false;
    int colour = colour_read(side);
    if (colour == NOBODY || colour == m->engine_side || arb_game_ply(m->game) > 0)
        return false;
    snprintf(m->account[colour], sizeof m->account[colour], "%s", name);
    m->bot[colour] = strcmp(kind, "bot") == 0;
    return true;
}

bool match_may_abort(const match *m)
{
    bool has_account = m->account[ARB_WHITE][0] != '\0' || m->account[ARB_BLACK][0] != '\0';
    return has_account && !match_over(m) && arb_game_ply(m->game) < 2;
}

bool match_apply_player(match *m, const char *what)
{
    const char *words;
    if ((words = after(what, "player ")) != NULL)
        return seat_account(m, words);
    if ((words = after(what, "challenge ")) != NULL) {
        int side = colour_read(words);
        if (side == NOBODY || arb_game_ply(m->game) > 0 || match_over(m))
            return false;
        m->challenger = side;
        return true;
    }
    if (strcmp(what, "accept") == 0) {
        bool waits = m->challenger != NOBODY && !match_over(m);
        m->challenger = NOBODY;
        return waits;
    }
    words = after(what, "abort ");
    if (!match_may_abort(m) || words[0] == '\0')
        return false;
    snprintf(m->aborted, sizeof m->aborted, "%s", words);
    return true;
}

size_t match_untimed_plies(const match *m)
{
    return m->account[ARB_WHITE][0] != '\0' || m->account[ARB_BLACK][0] != '\0' ? 2 : 1;
}

void match_put_abortion(text_builder *out, const match *m)
{
    char text[160];
    const char *declined = after(m->aborted, "declined ");
    if (declined != NULL)
        snprintf(text, sizeof text, "The challenge was declined (%s)", declined);
    else if (strcmp(m->aborted, "canceled") == 0)
        snprintf(text, sizeof text, "The challenge was taken back");
    else if (strcmp(m->aborted, "expired") == 0)
        snprintf(text, sizeof text, "Nobody answered the challenge");
    else
        snprintf(text, sizeof text, "The game was aborted before both sides had moved");
    text_put_json(out, text);
}

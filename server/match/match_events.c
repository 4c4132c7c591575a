/* match_events.c: a game under an arbiter's regulations: its steps are events for the log, and the
 * rulings on them are kept. Layer: server. The library rules. */
#include "server/match/match_events.h"

#include <stdio.h>
#include <string.h>

enum { RULING_LIMIT = 2048, RULINGS_KEPT = 100 };

bool match_regulated(const match *m)
{
    return m->log.regulations != ARB_CASUAL;
}

bool match_regulate(match *m, const char *name)
{
    arb_regulations found;
    return m->version == 0 && arb_regulations_find(name, strlen(name), &found) &&
           arb_log_start(&m->log, found, m->rules);
}

/* Drops the oldest ruling of a full list, up to its closing brace, which no sentence contains. */
static void drop_oldest(text_builder *rulings)
{
    const char *end = memchr(rulings->at, '}', rulings->len);
    size_t gone = end != NULL ? (size_t)(end - rulings->at) + 2 : 0;
    memmove(rulings->at, rulings->at + gone, rulings->len - gone);
    rulings->len -= gone;
}

/* Keeps the last rulings as JSON objects, one in every language, because the position that a
 * sentence needs is gone later. Moves that were only made and completed are in the history. */
static void keep_ruling(match *m, const arb_ruling *ruling)
{
    char json[RULING_LIMIT];
    const arb_position *position = arb_game_position(m->game);
    bool listed = ruling->code != ARB_RULE_MADE && ruling->code != ARB_RULE_COMPLETED;
    for (int i = 0; i < ARB_LANGUAGE_COUNT; i++) {
        arb_coords coords = arb_coords_in(ARB_COORDS_ALGEBRAIC, (arb_language)i);
        arb_ruling_json(ruling, position, coords, json, sizeof json);
        m->ruling[i].len = 0;
        text_puts(&m->ruling[i], json);
        m->starved |= m->ruling[i].failed;
        if (!listed)
            continue;
        if (m->ruling_count == RULINGS_KEPT)
            drop_oldest(&m->rulings[i]);
        text_puts(&m->rulings[i], m->ruling_count > 0 ? "," : "");
        text_puts(&m->rulings[i], json);
        m->starved |= m->rulings[i].failed;
    }
    m->ruling_count += listed && m->ruling_count < RULINGS_KEPT;
}

static bool hear(match *m, const arb_event *event)
{
    arb_position before;
    size_t entries = arb_game_history_count(m->game);
    if (!match_room(m))
        return false;
    arb_position_copy(&before, arb_game_position(m->game));
    if (event->kind == ARB_E_CLAIM)
        m->claimed = arb_game_claims(m->game) == 0 ? event->attempt.move : ARB_NO_MOVE;
    arb_ruling ruling = arb_log_event(&m->log, m->game, event);
    m->starved = ruling.status == ARB_NO_MEMORY;
    bool refused = ruling.code == ARB_RULE_OVER ||
                   (ruling.code == ARB_RULE_NEW_GAME && ruling.status != ARB_OK);
    if (refused || ruling.status == ARB_NO_MEMORY || ruling.status == ARB_LIMIT)
        return false;
    m->outcome = ruling.outcome;
    m->draw_offer = arb_log_offer(&m->log);
    m->bonus_side = arb_other(event->by);
    m->bonus_ms = (int64_t)ruling.seconds * 1000;
    keep_ruling(m, &ruling);
    if (ruling.move != ARB_NO_MOVE && !match_note_ply(m, &before, ruling.move, entries))
        return false;
    return !m->starved;
}

/* Reads the move that was made or that the player intends. */
static bool read_attempt(const match *m, const char *text, arb_event *event)
{
    arb_typed typed;
    arb_status status = arb_move_read(m->game, ARB_COORDS_ALGEBRAIC, text, strlen(text), &typed);
    event->attempt = typed.verdict;
    event->intended = event->kind == ARB_E_CLAIM;
    return status == ARB_OK || status == ARB_ILLEGAL;
}

/* Tells the log of an event in words: "touch e2", "press", "both-flags last", "claim e2e4". */
static bool hear_words(match *m, arb_event event, const char *words)
{
    size_t len = strcspn(words, " ");
    const char *rest = words + len + (words[len] == ' ');
    arb_size size = arb_position_size(arb_game_position(m->game));
    event.square = ARB_NO_SQUARE;
    if (!arb_event_find(words, len, &event.kind))
        return false;
    if (event.kind == ARB_E_MOVE || (event.kind == ARB_E_CLAIM && rest[0] != '\0')) {
        if (!read_attempt(m, rest, &event))
            return false;
    } else if (event.kind == ARB_E_TOUCH || event.kind == ARB_E_ADJUST) {
        arb_square_read(size, rest, strlen(rest), &event.square);
    }
    event.last_period = strcmp(rest, "last") == 0;
    return hear(m, &event);
}

bool match_apply_event(match *m, const char *what)
{
    char word[16], words[STEP_LIMIT];
    size_t len = strcspn(what, " ");
    const char *rest = what + len + (what[len] == ' ');
    if (len >= sizeof word)
        return false;
    memcpy(word, what, len);
    word[len] = '\0';
    if (strcmp(word, "event") == 0) { /* for example "event white touch e2" */
        bool white = strncmp(rest, "white ", 6) == 0;
        if (!white && strncmp(rest, "black ", 6) != 0)
            return false;
        return hear_words(m, (arb_event){.by = white ? ARB_WHITE : ARB_BLACK}, rest + 6);
    }
    /* These steps also exist in games without an arbiter. */
    const char *name = strcmp(word, "draw") == 0 ? "accept" : word;
    int side = colour_read(rest);
    arb_event event = {.by = ARB_WHITE};
    if (!arb_event_find(name, strlen(name), &event.kind))
        return false; /* no other step is allowed: moves are not taken back under an arbiter */
    event.by = side != NOBODY ? (arb_colour)side : arb_log_player(&m->log, m->game, event.kind);
    snprintf(words, sizeof words, "%s %s", name, side == NOBODY ? rest : "");
    return hear_words(m, event, words);
}

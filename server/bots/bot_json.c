/* bot_json.c: a match in the words of lichess's API. Layer: server. It asks the match and decides
 * nothing. */
#include "server/bots/bot_json.h"

#include "server/answers/position_json.h"
#include "server/uci_moves.h"

#include <string.h>

/* ---- names ---- */

static const bot_variant variants[] = {
    {"standard", "Standard", "Std", "chess"},
    {"chess960", "Chess960", "960", "chess960"},
    {"fromPosition", "From Position", "FEN", "chess"},
    {"kingOfTheHill", "King of the Hill", "KotH", "kingofthehill"},
    {"threeCheck", "Three-check", "3check", "3check"},
    {"antichess", "Antichess", "Anti", "antichess"},
    {"atomic", "Atomic", "Atom", "atomic"},
    {"horde", "Horde", "Horde", "horde"},
    {"racingKings", "Racing Kings", "Racing", "racingkings"},
    {"crazyhouse", "Crazyhouse", "ZH", "crazyhouse"},
};

const bot_variant *bot_variant_by_key(const char *key)
{
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        if (strcmp(variants[i].key, key) == 0)
            return &variants[i];
    return NULL;
}

static void put_start_fen(const match *m, char *fen, size_t cap)
{
    arb_position_fen(arb_game_start(m->game), ARB_X_FEN, ARB_EP_LEGAL, fen, cap);
}

static bool starts_as_usual(const match *m)
{
    arb_position usual;
    arb_error error;
    char fen[STATE_FEN_LIMIT], start[STATE_FEN_LIMIT];
    const char *text = m->rules->board.start;
    put_start_fen(m, fen, sizeof fen);
    if (arb_position_read(&usual, m->rules, text, strlen(text), NULL, &error) != ARB_OK)
        return false;
    arb_position_fen(&usual, ARB_X_FEN, ARB_EP_LEGAL, start, sizeof start);
    return strcmp(fen, start) == 0;
}

/* Returns lichess's name for the rule set, or NULL if lichess does not have it. */
static const bot_variant *variant_of(const match *m)
{
    if (strcmp(m->rules->name, "chess") == 0)
        return &variants[starts_as_usual(m) ? 0 : 2];
    for (size_t i = 1; i < sizeof variants / sizeof variants[0]; i++)
        if (m->own_rules == NULL && strcmp(variants[i].rules, m->rules->name) == 0)
            return &variants[i];
    return NULL;
}

/* Writes the variant: {"key":"standard","name":"Standard","short":"Std"}. */
static void put_variant(text_builder *out, const match *m)
{
    const bot_variant *v = variant_of(m);
    text_puts(out, "{\"key\":");
    text_put_json(out, v != NULL ? v->key : m->rules->name);
    text_puts(out, ",\"name\":");
    text_put_json(out, v != NULL ? v->name : m->rules->title);
    text_puts(out, ",\"short\":");
    text_put_json(out, v != NULL ? v->brief : m->rules->name);
    text_puts(out, "}");
}

/* Estimates the length of a game in seconds: one is taken to last 40 moves. */
static int64_t seconds_of(const match *m)
{
    return (m->clock.start + 40 * m->clock.increment) / 1000;
}

static const struct {
    int64_t below;
    const char *key, *name;
} speeds[] = {{30, "ultraBullet", "UltraBullet"},
              {180, "bullet", "Bullet"},
              {480, "blitz", "Blitz"},
              {1500, "rapid", "Rapid"},
              {INT64_MAX, "classical", "Classical"}};

static size_t speed_number(const match *m)
{
    size_t i = 0;
    while (seconds_of(m) >= speeds[i].below)
        i++;
    return i;
}

/* The speed by the clock: "bullet", "blitz", … */
static const char *speed_of(const match *m)
{
    return m->clock.used ? speeds[speed_number(m)].key : "correspondence";
}

static bool is_chess(const match *m)
{
    return strcmp(m->rules->name, "chess") == 0;
}

const char *bot_perf(const match *m)
{
    const bot_variant *v = variant_of(m);
    return is_chess(m) ? speed_of(m) : v != NULL ? v->key : m->rules->name;
}

static const char *perf_name(const match *m)
{
    const bot_variant *v = variant_of(m);
    if (!is_chess(m))
        return v != NULL ? v->name : m->rules->title;
    return m->clock.used ? speeds[speed_number(m)].name : "Correspondence";
}

/* ---- how it stands ---- */

int bot_winner(const match *m)
{
    return m->outcome.result == ARB_WHITE_WINS   ? ARB_WHITE
           : m->outcome.result == ARB_BLACK_WINS ? ARB_BLACK
                                                 : NOBODY;
}

static const char *status_of_end(const match *m)
{
    switch (m->outcome.reason) {
    case ARB_R_CHECKMATE:
        return "mate";
    case ARB_R_STALEMATE:
        return m->outcome.result == ARB_DRAW ? "stalemate" : "variantEnd";
    case ARB_R_DEAD_POSITION:
    case ARB_R_REPETITION:
    case ARB_R_MOVE_LIMIT:
    case ARB_R_REPETITION_CLAIM:
    case ARB_R_MOVE_LIMIT_CLAIM:
    case ARB_R_AGREEMENT:
        return "draw";
    case ARB_R_RESIGNATION:
        return "resign";
    case ARB_R_FLAG:
        return "outoftime";
    case ARB_R_KING_CAPTURED:
    case ARB_R_BARE_KING:
    case ARB_R_GOAL:
    case ARB_R_CHECKS:
    case ARB_R_EXTINCTION:
    case ARB_R_BEREFT:
        return "variantEnd";
    default:
        return "unknownFinish";
    }
}

const char *bot_status(const match *m, int *number)
{
    static const struct {
        const char *name;
        int number;
    } numbers[] = {{"created", 10},   {"started", 20},    {"aborted", 25},      {"mate", 30},
                   {"resign", 31},    {"stalemate", 32},  {"timeout", 33},      {"draw", 34},
                   {"outoftime", 35}, {"variantEnd", 60}, {"unknownFinish", 38}};
    const char *name = m->aborted[0] != '\0' || arb_log_cancelled(&m->log) ? "aborted"
                       : !match_over(m)        ? m->challenger != NOBODY ? "created" : "started"
                       : m->forfeit[0] != '\0' ? "timeout"
                                               : status_of_end(m);
    for (size_t i = 0; number != NULL && i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(name, numbers[i].name) == 0)
            *number = numbers[i].number;
    return name;
}

static void put_winner(text_builder *out, const match *m)
{
    int winner = bot_winner(m);
    if (winner != NOBODY)
        text_putf(out, ",\"winner\":\"%s\"", colour_name(winner));
}

/* The time left; in a game without a clock lichess gives the largest number of 32 bits. */
static int64_t left_of(const match *m, arb_colour side)
{
    return m->clock.used ? game_clock_left(&m->clock, side, http_now()) : INT32_MAX;
}

/* lichess writes castling as king takes rook only in Chess960. */
static arb_uci_style castling_of(const match *m)
{
    return strcmp(m->rules->name, "chess960") == 0 ? ARB_UCI_ROOK : ARB_UCI_KING_TO;
}

void bot_put_state(text_builder *out, const match *m)
{
    text_puts(out, "{\"type\":\"gameState\",\"moves\":\"");
    uci_put_moves(out, m->game, castling_of(m), arb_game_ply(m->game));
    text_putf(out, "\",\"wtime\":%lld,\"btime\":%lld,\"winc\":%lld,\"binc\":%lld,\"status\":\"%s\"",
              (long long)left_of(m, ARB_WHITE), (long long)left_of(m, ARB_BLACK),
              (long long)m->clock.increment, (long long)m->clock.increment, bot_status(m, NULL));
    put_winner(out, m);
    static const char *const offers[][2] = {{",\"wdraw\":true", ",\"bdraw\":true"},
                                            {",\"wtakeback\":true", ",\"btakeback\":true"}};
    if (m->draw_offer != NOBODY)
        text_puts(out, offers[0][m->draw_offer]);
    if (m->takeback != NOBODY)
        text_puts(out, offers[1][m->takeback]);
    text_puts(out, "}");
}

/* ---- who plays ---- */

static const char *name_of(const match *m, int side)
{
    return m->account[side][0] != '\0' ? m->account[side]
           : m->name[side][0] != '\0'  ? m->name[side]
                                       : "Anonymous";
}

static void put_id(text_builder *out, const match *m, int side)
{
    char id[BOT_NAME_LIMIT];
    bot_id_of(m->account[side], id);
    if (id[0] != '\0')
        text_put_json(out, id);
    else
        text_puts(out, "null");
}

static void put_player(text_builder *out, const match *m, int side)
{
    text_puts(out, "{\"id\":");
    put_id(out, m, side);
    text_puts(out, ",\"name\":");
    text_put_json(out, name_of(m, side));
    text_puts(out, m->bot[side] ? ",\"title\":\"BOT\"" : ",\"title\":null");
    text_puts(out, ",\"rating\":1500,\"provisional\":true}");
}

static void put_initial_fen(text_builder *out, const match *m)
{
    char fen[STATE_FEN_LIMIT];
    put_start_fen(m, fen, sizeof fen);
    text_put_json(out,
                  starts_as_usual(m) && strcmp(m->rules->name, "chess960") != 0 ? "startpos" : fen);
}

void bot_put_full(text_builder *out, const bot_game *game, const match *m)
{
    text_putf(out, "{\"type\":\"gameFull\",\"id\":\"%lld\",\"variant\":", (long long)m->id);
    put_variant(out, m);
    text_putf(out, ",\"speed\":\"%s\",\"perf\":{\"name\":", speed_of(m));
    text_put_json(out, perf_name(m));
    text_putf(out, "},\"rated\":false,\"createdAt\":%lld,\"white\":", (long long)game->made);
    put_player(out, m, ARB_WHITE);
    text_puts(out, ",\"black\":");
    put_player(out, m, ARB_BLACK);
    text_puts(out, ",\"initialFen\":");
    put_initial_fen(out, m);
    if (m->clock.used)
        text_putf(out, ",\"clock\":{\"initial\":%lld,\"increment\":%lld}",
                  (long long)m->clock.start, (long long)m->clock.increment);
    text_puts(out, ",\"state\":");
    bot_put_state(out, m);
    text_puts(out, "}");
}

void bot_put_game(text_builder *out, const match *m, int side)
{
    char fen[STATE_FEN_LIMIT];
    size_t ply = arb_game_ply(m->game);
    arb_colour turn = arb_position_turn(arb_game_position(m->game));
    int number = 20, other = 1 - side;
    const char *status = bot_status(m, &number);
    arb_position_fen(arb_game_position(m->game), ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    text_putf(out,
              "{\"fullId\":\"%lld\",\"gameId\":\"%lld\",\"id\":\"%lld\",\"fen\":", (long long)m->id,
              (long long)m->id, (long long)m->id);
    text_put_json(out, fen);
    text_putf(out, ",\"color\":\"%s\",\"lastMove\":\"", colour_name(side));
    if (ply > 0)
        uci_put_last(out, m->game, castling_of(m));
    text_putf(out, "\",\"source\":\"friend\",\"status\":{\"id\":%d,\"name\":\"%s\"},\"variant\":",
              number, status);
    put_variant(out, m);
    text_putf(out, ",\"speed\":\"%s\",\"perf\":", speed_of(m));
    text_put_json(out, bot_perf(m));
    text_putf(out, ",\"rated\":false,\"hasMoved\":%s,\"opponent\":{\"id\":",
              ply > 1 || (ply == 1 && (int)turn != side) ? "true" : "false");
    put_id(out, m, other);
    text_puts(out, ",\"username\":");
    text_put_json(out, name_of(m, other));
    text_putf(out, ",\"rating\":1500},\"isMyTurn\":%s",
              !match_over(m) && (int)turn == side ? "true" : "false");
    if (m->clock.used)
        text_putf(out, ",\"secondsLeft\":%lld", (long long)(left_of(m, (arb_colour)side) / 1000));
    put_winner(out, m);
    text_puts(out, ",\"compat\":{\"bot\":true,\"board\":true}}");
}

/* ---- challenges ---- */

static const char *challenge_status(const match *m)
{
    return m->aborted[0] == '\0' ? m->challenger != NOBODY ? "created" : "accepted"
           : strncmp(m->aborted, "declined", 8) == 0 ? "declined"
                                                     : "canceled";
}

static void put_decline(text_builder *out, const match *m)
{
    static const struct {
        const char *key, *text;
    } reasons[] = {{"generic", "I'm not accepting challenges at the moment."},
                   {"later", "This is not the right time for me, please ask again later."},
                   {"toofast", "This time control is too fast for me."},
                   {"tooslow", "This time control is too slow for me."},
                   {"timecontrol", "I'm not accepting challenges with this time control."},
                   {"rated", "Please send me a rated challenge instead."},
                   {"casual", "Please send me a casual challenge instead."},
                   {"standard", "I'm not accepting variant challenges right now."},
                   {"variant", "I'm not willing to play this variant right now."},
                   {"nobot", "I'm not accepting challenges from bots."},
                   {"onlybot", "I'm only accepting challenges from bots."}};
    const char *key = m->aborted + 9;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(key, reasons[i].key) == 0)
            text_putf(out, ",\"declineReason\":\"%s\",\"declineReasonKey\":\"%s\"", reasons[i].text,
                      key);
}

void bot_put_challenge(text_builder *out, const match *m, const char *direction)
{
    int from = m->challenger != NOBODY ? m->challenger : ARB_WHITE, to = 1 - from;
    text_putf(out, "{\"id\":\"%lld\",\"url\":\"/#/game/%lld\",\"status\":\"%s\",\"challenger\":",
              (long long)m->id, (long long)m->id, challenge_status(m));
    put_player(out, m, from);
    text_puts(out, ",\"destUser\":");
    put_player(out, m, to);
    text_puts(out, ",\"variant\":");
    put_variant(out, m);
    text_putf(out, ",\"rated\":false,\"speed\":\"%s\",\"timeControl\":", speed_of(m));
    if (m->clock.used) {
        text_putf(out,
                  "{\"type\":\"clock\",\"limit\":%lld,\"increment\":%lld,\"show\":\"%g+%lld\"}",
                  (long long)(m->clock.start / 1000), (long long)(m->clock.increment / 1000),
                  (double)m->clock.start / 60000, (long long)(m->clock.increment / 1000));
    } else {
        text_puts(out, "{\"type\":\"unlimited\"}");
    }
    text_putf(out, ",\"color\":\"%s\",\"finalColor\":\"%s\",\"perf\":{\"icon\":\"\",\"name\":",
              colour_name(from), colour_name(from));
    text_put_json(out, perf_name(m));
    text_puts(out, "}");
    if (direction[0] != '\0')
        text_putf(out, ",\"direction\":\"%s\"", direction);
    if (!starts_as_usual(m) || strcmp(m->rules->name, "chess960") == 0) {
        text_puts(out, ",\"initialFen\":");
        put_initial_fen(out, m);
    }
    if (strncmp(m->aborted, "declined ", 9) == 0)
        put_decline(out, m);
    text_puts(out, "}");
}

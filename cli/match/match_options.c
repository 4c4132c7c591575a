/* match_options.c: reads a call of match into a tournament. Layer: cli. */
#include "cli/match/match_call.h"

#include "cli/io/io.h"
#include "common/number.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts of "key=value" words ---- */

typedef struct {
    const char *key;
    uint64_t max;
    uint64_t *number; /* takes a whole number; or */
    double *real;     /* takes any number; or */
    bool *yes;        /* takes "true" or "false"; or */
    bool *normalized; /* takes the model of a test */
} spec_key;

static bool take_key(const spec_key *key, const char *value)
{
    char *end;
    if (key->number != NULL)
        return number_whole(value, key->max, key->number);
    if (key->real != NULL) {
        *key->real = strtod(value, &end);
        return end != value && *end == '\0';
    }
    bool *flag = key->yes != NULL ? key->yes : key->normalized;
    const char *no = key->yes != NULL ? "false" : "logistic";
    *flag = strcmp(value, key->yes != NULL ? "true" : "normalized") == 0;
    return *flag || strcmp(value, no) == 0;
}

/* Reads an option whose value consists of such words. Returns false, with a message on stderr, if
 * it is wrong. */
static bool read_spec(const cli_args *args, const char *option, const spec_key *keys, size_t count)
{
    char text[WORDS_LIMIT];
    size_t at = 0;
    const char *value = cli_value(args, option);
    if (value == NULL)
        return true;
    if ((size_t)snprintf(text, sizeof text, "%s", value) >= sizeof text) {
        cli_usage(args->command, "--%s is too long", option);
        return false;
    }
    for (spec_word word; spec_next(text, &at, &word);) {
        size_t i = 0;
        while (i < count && strcmp(keys[i].key, word.key) != 0)
            i++;
        if (i == count || !take_key(&keys[i], word.value)) {
            cli_usage(args->command, "--%s, byte %zu: '%s' with the value '%s' is not known here",
                      option, word.offset + 1, word.key, word.value);
            return false;
        }
    }
    return true;
}

static bool read_adjudication(const cli_args *args, tour_adjudication *a)
{
    uint64_t number = 0, draws = 8, draw_score = 10, resigns = 3, score = 400;
    const spec_key draw[] = {{"movenumber", 10000, .number = &number},
                             {"movecount", 10000, .number = &draws},
                             {"score", 100000, .number = &draw_score}};
    const spec_key resign[] = {{"movecount", 10000, .number = &resigns},
                               {"score", 100000, .number = &score},
                               {"twosided", .yes = &a->resign_two_sided}};
    long max_moves, margin;
    if (!read_spec(args, "draw", draw, 3) || !read_spec(args, "resign", resign, 3) ||
        !cli_number(args, "maxmoves", 0, 100000, 0, &max_moves) ||
        !cli_number(args, "timemargin", 0, 60000, 0, &margin))
        return false;
    a->draw_number = (unsigned)number;
    a->draw_count = cli_given(args, "draw") ? (unsigned)draws : 0;
    a->draw_score = (int32_t)draw_score;
    a->resign_count = cli_given(args, "resign") ? (unsigned)resigns : 0;
    a->resign_score = (int32_t)score;
    a->max_moves = (unsigned)max_moves;
    a->margin_us = (int64_t)margin * 1000;
    return true;
}

static bool read_test(const cli_args *args, match_call *call)
{
    sprt *test = &call->test;
    *test = (sprt){.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    const spec_key keys[] = {{"elo0", .real = &test->elo0},
                             {"elo1", .real = &test->elo1},
                             {"alpha", .real = &test->alpha},
                             {"beta", .real = &test->beta},
                             {"model", .normalized = &test->normalized}};
    if (!read_spec(args, "sprt", keys, 5))
        return false;
    if (!cli_given(args, "sprt"))
        return true;
    if (!(test->elo0 < test->elo1) || !(test->alpha > 0 && test->alpha < 0.5) ||
        !(test->beta > 0 && test->beta < 0.5) || test->elo0 < -1000 || test->elo1 > 1000) {
        cli_usage(args->command, "--sprt needs elo0 below elo1, and alpha and beta between 0 and "
                                 "0.5");
        return false;
    }
    call->t.test = test;
    return true;
}

/* ---- players ---- */

/* Reads the time control and the options of all players, written as for a single player. */
static bool read_common(const cli_args *args, tour_player *common)
{
    static const char *const keys[] = {"tc", "st", "depth", "nodes"};
    arb_error error;
    bool limited = false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *value = cli_value(args, keys[i]);
        char word[256];
        tour_player read;
        if (value == NULL)
            continue;
        snprintf(word, sizeof word, "cmd=x \"%s=%s\"", keys[i], value);
        if (!tour_player_read(&read, word, common, &error)) {
            cli_usage(args->command, "--%s %s: %s", keys[i], value, error.text);
            return false;
        }
        common->tc = read.tc;
        limited = true;
    }
    /* A limit of another kind replaces the usual clock. */
    if (!limited)
        time_control_read(&common->tc, "10+0.1", &error);
    else if (!cli_given(args, "tc"))
        common->tc.infinite = true;
    const char *option;
    for (size_t i = 0; (option = cli_value_at(args, "option", i)) != NULL; i++)
        if (!tour_player_option(common, option)) {
            cli_usage(args->command, "there are too many options");
            return false;
        }
    return true;
}

static bool read_players(const cli_args *args, tournament *t)
{
    tour_player common = {.name = ""};
    arb_error error;
    if (args->count > PLAYER_LIMIT) {
        cli_usage(args->command, "at most %d engines can take part", PLAYER_LIMIT);
        return false;
    }
    if (!read_common(args, &common))
        return false;
    for (size_t i = 0; i < args->count; i++) {
        tour_player *player = &t->players[i];
        if (!tour_player_read(player, args->words[i], &common, &error)) {
            cli_usage(args->command, "engine %zu, byte %zu: %s", i + 1, error.offset + 1,
                      error.text);
            return false;
        }
        char path[4096];
        if (!engine_find(player->program, path, sizeof path)) {
            cli_error("engine %zu: there is no program '%s'", i + 1, player->program);
            return false;
        }
        /* Results are reported by names, so a second player of the same name gets a number. */
        for (size_t j = 0, copy = 2; j < i; j++)
            if (strcmp(t->players[j].name, player->name) == 0) {
                size_t len = strcspn(player->name, "#");
                len = len < PLAYER_NAME - 8 ? len : PLAYER_NAME - 8;
                snprintf(player->name + len, PLAYER_NAME - len, "#%zu", copy++);
                j = (size_t)-1; /* compares with the first player again */
            }
    }
    return true;
}

/* ---- the rest ---- */

static int read_openings(const cli_args *args, match_call *call, long plies, long seed)
{
    openings *o = &call->t.openings;
    const char *path = cli_value(args, "openings"), *order = cli_value(args, "order");
    arb_error error;
    *o = (openings){.rules = call->t.rules, .plies = (size_t)plies, .seed = (uint64_t)seed};
    if (path == NULL)
        return CLI_OK;
    o->form = openings_form_of(path);
    if (o->form == OPENINGS_NONE)
        return cli_usage(args->command, "--openings takes a file whose name ends in .epd, .fen, "
                                        ".txt, .pgn or .bin");
    if (!cli_read_file(path, &call->openings_text, &o->len))
        return CLI_BAD_INPUT;
    o->text = call->openings_text;
    if (openings_read(o, order != NULL && strcmp(order, "random") == 0, &error))
        return CLI_OK;
    size_t line = 0, column = 0;
    if (o->form != OPENINGS_BOOK)
        arb_text_place(o->text, o->len, error.offset, &line, &column);
    cli_error_at(path, line, column, "%s", error.text);
    return error.status == ARB_NO_MEMORY ? CLI_INTERNAL : CLI_BAD_INPUT;
}

int match_options(const cli_args *args, match_call *call)
{
    tournament *t = &call->t;
    const char *rules = cli_value(args, "rules"), *form = cli_value(args, "tournament");
    long rounds, games, tables, plies, seed;
    if (rules == NULL)
        rules = cli_value(args, "variant");
    t->rules = cli_rules(rules != NULL ? rules : "chess", &call->rules_storage);
    if (t->rules == NULL)
        return CLI_BAD_INPUT;
    if (!cli_number(args, "rounds", 1, ROUND_LIMIT, 1, &rounds) ||
        !cli_number(args, "games", 1, GAMES_LIMIT, 2, &games) ||
        !cli_number(args, "concurrency", 1, TABLE_LIMIT, 1, &tables) ||
        !cli_number(args, "plies", 1, 1000, 16, &plies) ||
        !cli_number(args, "srand", 0, 1000000000, 0, &seed) ||
        !cli_number(args, "ratinginterval", 0, 1000000000, 0, &call->interval) ||
        !read_adjudication(args, &t->adjudication) || !read_test(args, call))
        return CLI_USAGE;
    if (!read_players(args, t))
        return CLI_USAGE;
    t->schedule = (tour_schedule){.players = args->count,
                                  .rounds = (size_t)rounds,
                                  .games = (size_t)games,
                                  .gauntlet = form != NULL && strcmp(form, "gauntlet") == 0};
    if (schedule_games(&t->schedule) > 100000000)
        return cli_usage(args->command, "these are more than 100 million games");
    if (t->test != NULL && args->count > 2 && !t->schedule.gauntlet)
        return cli_usage(args->command, "--sprt is for two engines, or for a gauntlet");
    if (cli_given(args, "resume") && !cli_given(args, "pgnout"))
        return cli_usage(args->command, "--resume goes with --pgnout");
    t->tables = (size_t)tables;
    call->event = cli_value(args, "event");
    call->site = cli_value(args, "site");
    call->json = cli_given(args, "json");
    call->pgnout = cli_value(args, "pgnout");
    if (!standings_new(&t->standings, &t->schedule)) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    return read_openings(args, call, plies, seed);
}

void match_options_free(match_call *call)
{
    openings_free(&call->t.openings);
    standings_free(&call->t.standings);
    free(call->openings_text);
}

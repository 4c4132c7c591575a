/* match_show.c: shows a match on a server's page. Layer: cli. */
#include "cli/match/match_call.h"

#include "cli/io/io.h"
#include "common/steady_clock.h"
#include "common/text_builder.h"
#include "server/server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY_MS = 500, SHOWN_GAMES = 24 };

int match_show_open(const cli_args *args, match_call *call)
{
    const char *url = cli_value(args, "server"), *token = cli_value(args, "token");
    if (url == NULL)
        return CLI_OK;
    if (token == NULL)
        token = getenv("ARBITER_TOKEN");
    if (token == NULL)
        return cli_usage(args->command, "--server needs a token: --token, or ARBITER_TOKEN in the "
                                        "environment");
    if (arb_rules_find(call->t.rules->name, strlen(call->t.rules->name)) != call->t.rules)
        return cli_usage(args->command, "--server shows rule sets that it knows by name");
    call->report = server_report_open(url, token);
    if (call->report == NULL)
        return cli_usage(args->command, "--server takes an address like http://127.0.0.1:8377/");
    return CLI_OK;
}

static void put_real(text_builder *out, const char *key, double number)
{
    if (isfinite(number))
        text_putf(out, ",\"%s\":%.2f", key, number);
    else
        text_putf(out, ",\"%s\":null", key);
}

static void put_words(text_builder *out, const char *key, const char *words)
{
    char cut[65];
    snprintf(cut, sizeof cut, "%s", words);
    text_putf(out, "\"%s\":", key);
    text_put_json(out, cut);
}

static void put_player(text_builder *out, const tournament *t, size_t player)
{
    const player_score *score = &t->standings.score[player];
    elo_estimate e = standings_elo(&t->standings, player);
    text_puts(out, "{");
    put_words(out, "name", t->players[player].name);
    text_putf(out, ",\"games\":%llu,\"won\":%llu,\"drawn\":%llu,\"lost\":%llu",
              (unsigned long long)player_games(score), (unsigned long long)score->results[2],
              (unsigned long long)score->results[1], (unsigned long long)score->results[0]);
    put_real(out, "points", player_points(score));
    put_real(out, "elo", e.elo);
    put_real(out, "error", e.error);
    text_puts(out, "}");
}

static void put_clocks(text_builder *out, const tour_table *table, const tournament *t)
{
    arb_colour turn = arb_position_turn(arb_game_position(table->game));
    const size_t players[2] = {table->pairing.white, table->pairing.black};
    static const char *const keys[2] = {"white_ms", "black_ms"};
    for (int colour = 0; colour < 2; colour++) {
        const time_control *tc = &t->players[players[colour]].tc;
        if (tc->infinite || tc->move_us > 0)
            return;
    }
    for (int colour = 0; colour < 2; colour++) {
        int64_t us =
            table->clocks[colour].left_us - ((int)turn == colour && table->state == TABLE_PLAYING
                                                 ? steady_us() - table->since_us
                                                 : 0);
        text_putf(out, ",\"%s\":%lld", keys[colour], us > 0 ? (long long)(us / 1000) : 0);
    }
}

static void put_game(text_builder *out, const tournament *t, const tour_table *table)
{
    char fen[ARB_START_LIMIT + 128], round[64];
    tournament_round(t, table->number, round, sizeof round);
    arb_position_fen(arb_game_position(table->game), ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    text_puts(out, "{");
    put_words(out, "white", t->players[table->pairing.white].name);
    text_puts(out, ",");
    put_words(out, "black", t->players[table->pairing.black].name);
    text_puts(out, ",");
    put_words(out, "round", round);
    text_puts(out, ",\"fen\":");
    text_put_json(out, fen);
    text_putf(out, ",\"ply\":%zu", arb_game_ply(table->game));
    put_clocks(out, table, t);
    text_puts(out, "}");
}

static void put_test(text_builder *out, const tournament *t)
{
    static const char *const names[] = {"undecided", "H0", "H1"};
    if (t->test == NULL)
        return;
    double llr = standings_llr(&t->standings, 0, t->test);
    text_putf(out, ",\"sprt\":{\"result\":\"%s\"", names[sprt_judge(t->test, llr)]);
    put_real(out, "llr", llr);
    put_real(out, "lower", sprt_lower(t->test));
    put_real(out, "upper", sprt_upper(t->test));
    text_puts(out, "}");
}

static void report(const match_call *call, const tour_table *tables, size_t count, bool over)
{
    const tournament *t = &call->t;
    size_t order[PLAYER_LIMIT], shown = 0;
    text_builder out = {0};
    text_puts(&out, "{");
    put_words(&out, "title", call->event != NULL ? call->event : "Match");
    text_puts(&out, ",");
    put_words(&out, "rules", t->rules->name);
    text_putf(&out, ",\"over\":%s,\"played\":%zu,\"total\":%zu,\"standings\":[",
              over ? "true" : "false", t->standings.played, t->standings.total);
    standings_order(&t->standings, order);
    for (size_t i = 0; i < t->schedule.players; i++) {
        text_puts(&out, i > 0 ? "," : "");
        put_player(&out, t, order[i]);
    }
    text_puts(&out, "],\"games\":[");
    for (size_t i = 0; i < count && shown < SHOWN_GAMES; i++)
        if (tables[i].game != NULL && tables[i].state != TABLE_FREE) {
            text_puts(&out, shown++ > 0 ? "," : "");
            put_game(&out, t, &tables[i]);
        }
    text_puts(&out, "]");
    put_test(&out, t);
    text_puts(&out, "}");
    if (!out.failed)
        server_report_send(call->report, out.at, out.len, over);
    text_free(&out);
}

void match_show(match_call *call, const tour_table *tables, size_t count, int64_t now)
{
    if (call->report == NULL || now < call->shown + EVERY_MS)
        return;
    call->shown = now;
    report(call, tables, count, false);
}

void match_show_close(match_call *call)
{
    if (call->report == NULL)
        return;
    report(call, NULL, 0, true);
    server_report_close(call->report);
}

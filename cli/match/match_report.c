/* match_report.c: writes the games and standings of a match, for people and as JSON. Layer: cli. */
#include "cli/match/match_call.h"

#include "cli/io/io.h"

#include <math.h>
#include <string.h>

static void json_text(const char *key, const char *text)
{
    printf("\"%s\":", key);
    cli_json_text(stdout, text, strlen(text));
}

/* Writes a number; JSON has no infinity. */
static void json_number(const char *key, double number)
{
    if (isfinite(number))
        printf("\"%s\":%.2f", key, number);
    else
        printf("\"%s\":null", key);
}

void match_say_game(const match_call *call, const tour_table *table)
{
    const tournament *t = &call->t;
    const char *white = t->players[table->pairing.white].name;
    const char *black = t->players[table->pairing.black].name;
    const char *result = arb_result_text(table->result);
    char round[64];
    tournament_round(t, table->number, round, sizeof round);
    if (!call->json) {
        printf("%zu/%zu  %s  ", t->standings.played, t->standings.total, round);
        cli_safe_text(stdout, white, strlen(white));
        fputs(" - ", stdout);
        cli_safe_text(stdout, black, strlen(black));
        printf("  %s  ", result);
        cli_safe_text(stdout, table->text, strlen(table->text));
        putchar('\n');
    } else {
        printf("{\"game\":%zu,", table->number + 1);
        json_text("round", round);
        putchar(',');
        json_text("white", white);
        putchar(',');
        json_text("black", black);
        printf(",\"result\":\"%s\",\"termination\":\"%s\",\"plies\":%zu,", result,
               table->termination, arb_game_ply(table->game));
        json_text("text", table->text);
        puts("}");
    }
    fflush(stdout);
}

/* ---- the test ---- */

static const char *verdict_of(const match_call *call, double llr)
{
    static const char *const names[] = {"undecided", "H0", "H1"};
    return names[sprt_judge(call->t.test, llr)];
}

static void say_test(const match_call *call)
{
    const sprt *test = call->t.test;
    if (test == NULL)
        return;
    double llr = standings_llr(&call->t.standings, 0, test);
    printf("SPRT of %s Elo %g against %g: LLR %.2f (%.2f, %.2f), %s\n",
           test->normalized ? "normalized" : "logistic", test->elo0, test->elo1, llr,
           sprt_lower(test), sprt_upper(test), verdict_of(call, llr));
}

static void json_test(const match_call *call)
{
    const sprt *test = call->t.test;
    if (test == NULL)
        return;
    double llr = standings_llr(&call->t.standings, 0, test);
    printf(",\"sprt\":{\"elo0\":%g,\"elo1\":%g,", test->elo0, test->elo1);
    json_number("llr", llr);
    putchar(',');
    json_number("lower", sprt_lower(test));
    putchar(',');
    json_number("upper", sprt_upper(test));
    printf(",\"result\":\"%s\"}", verdict_of(call, llr));
}

/* ---- standings ---- */

/* Writes Elo as "+12.3", or "inf" if all games were won. */
static void elo_text(double elo, char *buf, size_t cap)
{
    if (isfinite(elo))
        snprintf(buf, cap, "%+.1f", elo);
    else
        snprintf(buf, cap, "%s", elo > 0 ? "inf" : "-inf");
}

static void say_row(const match_call *call, size_t place, size_t player)
{
    const standings *s = &call->t.standings;
    const player_score *score = &s->score[player];
    const char *name = call->t.players[player].name;
    elo_estimate e = standings_elo(s, player);
    char elo[32], error[32] = "?";
    elo_text(e.elo, elo, sizeof elo);
    if (isfinite(e.error))
        snprintf(error, sizeof error, "%.1f", e.error);
    printf("%3zu  %-24.24s %7s %7s %7llu %9.1f %6.1f%% %6llu %6llu %6llu %6.1f%%\n", place, name,
           elo, error, (unsigned long long)player_games(score), player_points(score),
           player_games(score) > 0 ? 100 * player_points(score) / (double)player_games(score) : 0.0,
           (unsigned long long)score->results[2], (unsigned long long)score->results[1],
           (unsigned long long)score->results[0], 100 * e.los);
}

static void say_pairs(const match_call *call)
{
    const uint64_t *pairs = call->t.standings.score[0].pairs;
    if (call->t.schedule.games % 2 != 0 || call->t.schedule.players != 2)
        return;
    printf("Pairs of games by points of %s (0, 0.5, 1, 1.5, 2): %llu %llu %llu %llu %llu\n",
           call->t.players[0].name, (unsigned long long)pairs[0], (unsigned long long)pairs[1],
           (unsigned long long)pairs[2], (unsigned long long)pairs[3],
           (unsigned long long)pairs[4]);
}

static void json_row(const match_call *call, size_t player)
{
    const standings *s = &call->t.standings;
    const player_score *score = &s->score[player];
    elo_estimate e = standings_elo(s, player);
    putchar('{');
    json_text("name", call->t.players[player].name);
    printf(",\"games\":%llu,\"points\":%.1f,\"won\":%llu,\"drawn\":%llu,\"lost\":%llu,",
           (unsigned long long)player_games(score), player_points(score),
           (unsigned long long)score->results[2], (unsigned long long)score->results[1],
           (unsigned long long)score->results[0]);
    printf("\"pairs\":[%llu,%llu,%llu,%llu,%llu],", (unsigned long long)score->pairs[0],
           (unsigned long long)score->pairs[1], (unsigned long long)score->pairs[2],
           (unsigned long long)score->pairs[3], (unsigned long long)score->pairs[4]);
    json_number("elo", e.elo);
    putchar(',');
    json_number("error", e.error);
    putchar(',');
    json_number("nelo", e.nelo);
    putchar(',');
    json_number("nelo_error", e.nerror);
    printf(",\"los\":%.4f}", e.los);
}

void match_say_standings(const match_call *call)
{
    const standings *s = &call->t.standings;
    size_t order[PLAYER_LIMIT];
    standings_order(s, order);
    if (call->json) {
        printf("{\"summary\":true,\"games\":%zu,\"total\":%zu,\"players\":[", s->played, s->total);
        for (size_t i = 0; i < call->t.schedule.players; i++) {
            if (i > 0)
                putchar(',');
            json_row(call, order[i]);
        }
        putchar(']');
        json_test(call);
        puts("}");
    } else {
        printf("     %-24s %7s %7s %7s %9s %7s %6s %6s %6s %7s\n", "name", "Elo", "+/-", "games",
               "points", "score", "won", "drawn", "lost", "LOS");
        for (size_t i = 0; i < call->t.schedule.players; i++)
            say_row(call, i + 1, order[i]);
        say_pairs(call);
        say_test(call);
    }
    fflush(stdout);
}

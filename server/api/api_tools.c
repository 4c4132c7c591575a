/* api_tools.c: rule sets, set-ups, engines, health and metrics. Layer: server. */
#include "common/steady_clock.h"
#include "server/api/api.h"

#include "server/answers/position_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- rule sets ---- */

static bool is_built_in(const arb_rules *rules)
{
    for (size_t i = 0; i < ARB_BUILT_IN; i++)
        if (rules == arb_rules_at(i))
            return true;
    return false;
}

/* Writes names that are separated by commas as JSON strings. */
static void put_aliases(text_builder *out, const char *names)
{
    while (*names != '\0') {
        size_t len = strcspn(names, ",");
        text_put_json_bytes(out, names, len);
        names += len;
        if (*names == ',')
            text_puts(out, ",");
        names += strspn(names, ", ");
    }
}

/* Writes what is special about the rule set, one sentence for each rule. */
static void put_told(text_builder *out, const arb_rules *rules, arb_language language)
{
    char text[512];
    text_puts(out, ",\"told\":[");
    for (size_t i = 0; arb_rules_told_in(rules, i, language, text, sizeof text) > 0; i++) {
        text_puts(out, i > 0 ? "," : "");
        text_put_json(out, text);
    }
    text_puts(out, "]");
}

static void put_rules(text_builder *out, const arb_rules *rules, arb_language language)
{
    const char *comma = "";
    text_puts(out, "{\"name\":");
    text_put_json(out, rules->name);
    text_puts(out, ",\"title\":");
    text_put_json(out, rules->title);
    text_putf(out, ",\"built_in\":%s,\"aliases\":[", is_built_in(rules) ? "true" : "false");
    put_aliases(out, rules->aliases);
    text_puts(out, "]");
    text_putf(out, ",\"files\":%d,\"ranks\":%d,\"any_size\":%s,\"start\":", rules->board.size.files,
              rules->board.size.ranks, rules->board.any_size ? "true" : "false");
    text_put_json(out, rules->board.start);
    text_putf(out, ",\"hands\":%s,\"checks\":%u,\"castles\":%s",
              rules->capture.to_hand ? "true" : "false", rules->ending.checks,
              rules->castling.allowed && !rules->castling.any_home ? "true" : "false");
    put_told(out, rules, language);
    text_puts(out, ",\"kinds\":[");
    for (int kind = 1; kind < ARB_KIND_LIMIT; kind++) {
        if (rules->kinds[kind].letter == '\0')
            continue;
        text_putf(out, "%s{\"letter\":\"%c\",\"name\":", comma, rules->kinds[kind].letter);
        text_put_json(out, rules->kinds[kind].name);
        text_puts(out, "}");
        comma = ",";
    }
    text_puts(out, "]}");
}

void api_put_rules_text(text_builder *out, const arb_rules *rules, arb_language language,
                        const char *text, size_t len)
{
    text_puts(out, "{\"rules\":");
    put_rules(out, rules, language);
    text_puts(out, ",\"text\":");
    text_put_json_bytes(out, text, len);
    text_puts(out, "}");
}

void api_rules(call *c)
{
    text_builder body = {0};
    text_puts(&body, "[");
    for (size_t i = 0; i < arb_rules_count(); i++) {
        text_puts(&body, i > 0 ? "," : "");
        put_rules(&body, arb_rules_at(i), call_language(c));
    }
    text_puts(&body, "]");
    app_json(c->a, c->conn, 200, &body);
}

/* The library tells no more than 65. */
static void put_mistake(void *context, const arb_rules_mistake *mistake)
{
    text_builder *out = context;
    text_putf(out, "%s{\"line\":%u,\"column\":%u,\"text\":", out->len > 0 ? "," : "", mistake->line,
              mistake->column);
    text_put_json(out, mistake->text);
    text_puts(out, "}");
}

void api_rules_check(call *c)
{
    const char *text;
    json_t *json = call_json(c);
    arb_rules *rules = malloc(sizeof *rules);
    if (json != NULL && rules != NULL && call_text(c, json, "text", 64 << 10, "", &text)) {
        text_builder found = {0}, body = {0};
        bool good = arb_rules_read(rules, text, strlen(text), put_mistake, &found);
        text_puts(&body, good ? "{\"ok\":true,\"mistakes\":[" : "{\"ok\":false,\"mistakes\":[");
        text_put(&body, found.at, found.len);
        body.failed |= found.failed;
        text_puts(&body, "]");
        if (good) {
            text_puts(&body, ",\"rules\":");
            put_rules(&body, rules, call_language(c));
        }
        text_puts(&body, "}");
        text_free(&found);
        app_json(c->a, c->conn, 200, &body);
    } else if (json != NULL && rules == NULL) {
        app_problem(c->a, c->conn, 503, "there is no memory for a rule set", NULL);
    }
    free(rules);
    json_decref(json);
}

/* ---- set-ups ---- */

static void put_fault_squares(text_builder *out, const arb_rules *rules, const char *fen,
                              arb_faults fault)
{
    enum { MOST = 64 };
    arb_setup setup;
    arb_error error;
    arb_square squares[MOST];
    size_t count = 0;
    if (arb_fen_read(&setup, rules, fen, strlen(fen), &error) == ARB_OK)
        count = arb_setup_fault_squares(&setup, rules, fault, squares, MOST);
    text_puts(out, ",\"squares\":[");
    for (size_t i = 0; i < count && i < MOST; i++) {
        text_puts(out, i > 0 ? "," : "");
        state_put_square(out, setup.size, squares[i]);
    }
    text_puts(out, "]}");
}

static void put_faults(text_builder *out, const arb_rules *rules, const char *fen,
                       arb_faults faults, arb_language language)
{
    const char *comma = "";
    text_puts(out, ",\"faults\":[");
    for (arb_faults bit = 1; bit < ARB_FAULT_ALL; bit <<= 1)
        if (faults & bit) {
            text_putf(out, "%s{\"code\":\"%s\",\"text\":", comma, arb_fault_name(bit));
            text_put_json(out, arb_text_in(language, arb_fault_text(bit)));
            put_fault_squares(out, rules, fen, bit);
            comma = ",";
        }
    text_puts(out, "]");
}

static void answer_check(call *c, const arb_rules *rules, const char *fen)
{
    arb_position position;
    arb_faults faults = 0;
    arb_error error;
    arb_status status = arb_position_read(&position, rules, fen, strlen(fen), &faults, &error);
    text_builder body = {0};
    text_puts(&body, status == ARB_OK ? "{\"ok\":true" : "{\"ok\":false");
    if (status == ARB_OK) {
        char canonical[STATE_FEN_LIMIT];
        arb_fen_style style = rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
        arb_position_fen(&position, style, ARB_EP_LEGAL, canonical, sizeof canonical);
        text_puts(&body, ",\"canonical\":");
        text_put_json(&body, canonical);
    }
    put_faults(&body, rules, fen, status == ARB_BAD_POSITION ? faults : 0, call_language(c));
    if (status != ARB_OK && status != ARB_BAD_POSITION) {
        text_putf(&body, ",\"error\":{\"offset\":%zu,\"text\":", error.offset);
        text_put_json(&body, arb_text_in(call_language(c), error.text));
        text_puts(&body, "}");
    }
    text_puts(&body, "}");
    app_json(c->a, c->conn, 200, &body);
}

void api_setup_check(call *c)
{
    const char *fen, *text;
    json_t *json = call_json(c);
    arb_rules *storage = malloc(sizeof *storage);
    if (json != NULL && storage != NULL && call_text(c, json, "fen", 4096, "", &fen)) {
        const arb_rules *rules = call_rules(c, json, storage, &text);
        if (rules != NULL)
            answer_check(c, rules, fen);
    } else if (json != NULL && storage == NULL) {
        app_problem(c->a, c->conn, 503, "there is no memory for a rule set", NULL);
    }
    free(storage);
    json_decref(json);
}

/* ---- the server itself ---- */

/* Writes the rule sets that the engine plays, as far as it has announced them by now. */
static void put_played(text_builder *out, const app *a, const char *engine)
{
    const char *comma = "";
    text_puts(out, ",\"rules\":[");
    for (size_t i = 0; i < arb_rules_count(); i++) {
        if (!shelf_plays(a, engine, arb_rules_at(i)))
            continue;
        text_puts(out, comma);
        text_put_json(out, arb_rules_at(i)->name);
        comma = ",";
    }
    text_puts(out, "]}");
}

void api_engines(call *c)
{
    text_builder body = {0};
    const server_options *options = c->a->options;
    text_puts(&body, "[");
    for (size_t i = 0; i < options->engine_count; i++) {
        text_puts(&body, i > 0 ? ",{\"name\":" : "{\"name\":");
        text_put_json(&body, options->engines[i]);
        text_puts(&body, ",\"title\":");
        text_put_json(&body, shelf_title(c->a, i));
        put_played(&body, c->a, options->engines[i]);
    }
    text_puts(&body, "]");
    app_json(c->a, c->conn, 200, &body);
}

void api_health(call *c)
{
    text_builder body = {0};
    /* That an SQLite file fails is known only after a failed write; a database is watched all the
     * time. */
    bool failing =
        store_is_shared(c->a->store) ? !store_is_writable(c->a->store) : c->a->store_is_failing;
    const char *state = c->a->draining ? "draining"
                        : failing      ? "the store cannot be written"
                                       : "ok";
    text_putf(&body, "{\"status\":\"%s\",\"version\":\"" ARB_VERSION "\",\"damaged_games\":%zu}",
              state, store_damaged(c->a->store));
    app_json(c->a, c->conn, strcmp(state, "ok") == 0 ? 200 : 503, &body);
}

static void put_metric(text_builder *out, const char *name, const char *type, const char *help,
                       double value)
{
    text_putf(out, "# HELP arbiter_%s %s\n# TYPE arbiter_%s %s\narbiter_%s %.9g\n", name, help,
              name, type, name, value);
}

static double resident_bytes(void)
{
    char line[128] = "";
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return 0;
    const char *got = fgets(line, sizeof line, file);
    fclose(file);
    const char *second = got != NULL ? strchr(line, ' ') : NULL;
    return second != NULL ? strtod(second, NULL) * (double)sysconf(_SC_PAGESIZE) : 0;
}

void api_metrics(call *c)
{
    const app *a = c->a;
    const app_metrics *m = &a->metrics;
    text_builder body = {0};
    text_puts(&body, "# HELP arbiter_requests_total Requests answered, by class of status.\n"
                     "# TYPE arbiter_requests_total counter\n");
    for (int i = 2; i < 6; i++)
        text_putf(&body, "arbiter_requests_total{status=\"%dxx\"} %llu\n", i,
                  (unsigned long long)m->requests[i]);
    put_metric(&body, "games_total", "counter", "Games created.", (double)m->games);
    put_metric(&body, "steps_total", "counter", "Moves and actions taken.", (double)m->steps);
    put_metric(&body, "refused_total", "counter", "Moves and actions refused.", (double)m->refused);
    put_metric(&body, "commits_total", "counter", "Commits to the store.", (double)m->commits);
    put_metric(&body, "commit_seconds_total", "counter", "Time spent in commits.",
               (double)m->commit_us / 1e6);
    put_metric(&body, "loads_total", "counter", "Games read from the store.", (double)m->loads);
    put_metric(&body, "events_total", "counter", "Events sent to streams.", (double)m->events);
    put_metric(&body, "connections", "gauge", "Open connections.",
               (double)http_server_connections(a->http));
    put_metric(&body, "streams", "gauge", "Open event streams.", (double)a->streams);
    put_metric(&body, "games_in_memory", "gauge", "Games in memory.", (double)a->match_count);
    put_metric(&body, "engines", "gauge", "Engines that run.", (double)opponents_running(a));
    put_metric(&body, "cpu_seconds_total", "counter", "Processor time of the process.",
               (double)clock_ns(CLOCK_PROCESS_CPUTIME_ID) / 1e9);
    put_metric(&body, "request_cpu_seconds_max", "gauge",
               "Processor time of the costliest request so far.",
               (double)http_server_longest_us(a->http) / 1e6);
    put_metric(&body, "request_work_max", "gauge",
               "Most squares that the library looked at for one request.", (double)m->most_work);
    put_metric(&body, "long_requests", "gauge", "Long requests that run or wait beside the loop.",
               (double)worker_count(a));
    put_metric(&body, "long_request_cpu_seconds_max", "gauge",
               "Processor time of the costliest long request so far.",
               (double)worker_longest_us(a) / 1e6);
    put_metric(&body, "resident_bytes", "gauge", "Memory of the process.", resident_bytes());
    app_reply(c->a, c->conn, 200, "text/plain; version=0.0.4; charset=utf-8",
              "Cache-Control: no-store\r\n", &body);
}

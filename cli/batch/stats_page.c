/* stats_page.c: the counts of a collection as one page with plots in SVG. Layer: cli. */
#include "cli/batch/stats_output.h"
#include "cli/io/io.h"
#include "common/utf8.h"

#include <inttypes.h>
#include <string.h>

enum { BARS = 64 };

typedef struct {
    size_t count;
    char labels[BARS][STATS_LABEL];
    uint64_t values[BARS];
} bars;

/* Writes text from a file: invalid UTF-8 is read as Windows-1252, and harmful characters become
 * blanks. */
static void put(const char *text, FILE *to)
{
    for (size_t len = strlen(text); len > 0;) {
        uint32_t character;
        char bytes[4];
        size_t n = utf8_read_old(text, len, &character);
        text += n;
        len -= n;
        if (utf8_is_harmful(character) || character == 0xFFFE || character == 0xFFFF)
            character = ' '; /* XML does not allow the last two */
        n = utf8_write(character, bytes);
        for (size_t i = 0; i < n; i++)
            cli_html_char(to, bytes[i]);
    }
}

static void add_bar(bars *b, const char *label, uint64_t value)
{
    if (b->count == BARS)
        return;
    snprintf(b->labels[b->count], STATS_LABEL, "%s", label);
    b->values[b->count++] = value;
}

/* Draws vertical bars, each with its number as a tooltip; numbers and labels are written where
 * there is room. */
static void plot(const char *title, const bars *b, FILE *to)
{
    enum { ROOM_FOR_NUMBER = 30 };
    uint64_t most = 1;
    size_t step = b->count / 12 + 1;
    double width = b->count > 0 ? 640.0 / (double)(b->count < 8 ? 8 : b->count) : 0;
    if (b->count == 0)
        return;
    for (size_t i = 0; i < b->count; i++)
        if (b->values[i] > most)
            most = b->values[i];
    fprintf(to, "<h2>%s</h2>\n<svg viewBox=\"0 0 660 200\" role=\"img\" aria-label=\"%s\">\n",
            title, title);
    for (size_t i = 0; i < b->count; i++) {
        double height = 150.0 * (double)b->values[i] / (double)most;
        double x = 10 + (double)i * width;
        fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>", x,
                170 - height, width * 0.85, height);
        put(b->labels[i], to);
        fprintf(to, ": %" PRIu64 "</title></rect>\n", b->values[i]);
        if (i % step == 0 || width >= ROOM_FOR_NUMBER)
            fprintf(to, "<text x=\"%.1f\" y=\"%.1f\">%" PRIu64 "</text>\n", x + width * 0.42,
                    166 - height, b->values[i]);
        if (i % step != 0)
            continue;
        fprintf(to, "<text x=\"%.1f\" y=\"186\">", x + width * 0.42);
        put(b->labels[i], to);
        fputs("</text>\n", to);
    }
    fputs("</svg>\n", to);
}

/* Draws the range from the first to the last count that is not 0. Adjacent classes are added up if
 * there are too many. */
static void plot_range(const char *title, const uint64_t *counts, int count, int first, int span,
                       bool open, FILE *to)
{
    bars b = {.count = 0};
    int begin = 0, end = count;
    while (begin < end && counts[begin] == 0)
        begin++;
    while (end > begin && counts[end - 1] == 0)
        end--;
    int join = (end - begin + BARS - 1) / BARS;
    for (int i = begin; i < end; i += join) {
        char label[STATS_LABEL];
        uint64_t sum = 0;
        for (int k = i; k < i + join && k < end; k++)
            sum += counts[k];
        stats_label(label, first + i * span, join * span, open && i + join >= count);
        add_bar(&b, label, sum);
    }
    plot(title, &b, to);
}

static void plots(const stats *s, FILE *to)
{
    bars results = {.count = 0}, ends = {.count = 0};
    add_bar(&results, "1-0", s->results.white);
    add_bar(&results, "1/2-1/2", s->results.draw);
    add_bar(&results, "0-1", s->results.black);
    add_bar(&results, "*", s->results.none);
    if (s->results.both_lose > 0)
        add_bar(&results, "0-0", s->results.both_lose);
    plot("Results", &results, to);
    for (int i = ARB_R_NONE + 1; i < ARB_R_COUNT; i++)
        if (s->ends[i] > 0)
            add_bar(&ends, arb_reason_name((arb_reason)i), s->ends[i]);
    plot("Ends on the board", &ends, to);
    plot_range("Lengths in moves", s->lengths, STATS_LENGTHS, 0, 10, true, to);
    plot_range("Years", s->years, STATS_YEARS, STATS_FIRST_YEAR, 1, false, to);
    plot_range("Ratings of players", s->ratings, STATS_RATINGS, 0, 100, false, to);
}

static void openings(const stats *s, FILE *to)
{
    size_t list[STATS_SHOWN], count = stats_top_openings(s, list);
    fputs("<h2>Openings</h2>\n<table>\n<tr><th>Code</th><th>Name</th><th>Games</th><th>1-0</th>"
          "<th>1/2-1/2</th><th>0-1</th></tr>\n",
          to);
    for (size_t i = 0; i < count; i++) {
        char eco[8], name[ARB_OPENING_NAME];
        const stats_results *r = &s->openings[list[i]];
        uint64_t games = stats_sum(r);
        arb_opening_eco((arb_opening)list[i], eco, sizeof eco);
        arb_opening_name((arb_opening)list[i], name, sizeof name);
        fprintf(to, "<tr><td>%s</td><td>", eco);
        put(name, to);
        fprintf(to,
                "</td><td>%" PRIu64 "</td><td>%.1f %%</td><td>%.1f %%</td><td>%.1f %%</td></tr>\n",
                games, stats_share(r->white, games), stats_share(r->draw, games),
                stats_share(r->black, games));
    }
    fputs("</table>\n", to);
}

static void players(const stats *s, FILE *to)
{
    size_t list[STATS_SHOWN], count = stats_top_players(s, list);
    fputs("<h2>Players</h2>\n<table>\n<tr><th>Name</th><th>Games</th><th>Score</th></tr>\n", to);
    for (size_t i = 0; i < count; i++) {
        const stats_player *p = &s->players[list[i]];
        fputs("<tr><td>", to);
        put(p->name, to);
        char score[STATS_LABEL];
        stats_score(score, p);
        fprintf(to, "</td><td>%" PRIu64 "</td><td>%s</td></tr>\n", p->games, score);
    }
    fputs("</table>\n", to);
    if (s->more_players > 0)
        fprintf(to, "<p>%" PRIu64 " more, by players past the first %d.</p>\n", s->more_players,
                STATS_PLAYERS);
}

void stats_page(const stats *s, uint64_t faulty, const char *title, FILE *to)
{
    static const char head[] =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width\"/>\n<style>\n"
        "body { font: 16px/1.5 system-ui, sans-serif; max-width: 44em; margin: 2em auto;\n"
        "       padding: 0 1em; color: #222; background: #fff }\n"
        "svg { width: 100% } rect { fill: #46a }\n"
        "text { font-size: 9px; text-anchor: middle; fill: #555 }\n"
        "table { border-collapse: collapse }\n"
        "td, th { padding: .1em .8em .1em 0; text-align: left; white-space: nowrap }\n"
        "td:nth-child(2) { white-space: normal }\n"
        "@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 }\n"
        "  rect { fill: #7ad } text { fill: #aaa } }\n</style>\n<title>";
    fputs(head, to);
    put(title, to);
    fputs("</title>\n</head>\n<body>\n<h1>", to);
    put(title, to);
    fprintf(to,
            "</h1>\n<p>%" PRIu64 " game%s, %" PRIu64 " pl%s, %.1f moves a game, %" PRIu64
            " faulty, %zu player%s.</p>\n",
            s->games, s->games == 1 ? "" : "s", s->plies, s->plies == 1 ? "y" : "ies",
            stats_moves(s), faulty, s->player_count, s->player_count == 1 ? "" : "s");
    plots(s, to);
    openings(s, to);
    players(s, to);
    fputs("</body>\n</html>\n", to);
}

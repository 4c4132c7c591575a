/* summary.c: writes the counts over all games. Layer: collection. */
#include "collection/check_files.h"

#include <inttypes.h>

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

void check_summary(const check_result *result, bool strict, FILE *to)
{
    const check_counts *counts = &result->counts;
    fprintf(to, "%" PRIu64 " file%s, %" PRIu64 " game%s, %" PRIu64 " %s: ", result->files,
            plural(result->files), counts->games, plural(counts->games), counts->plies,
            counts->plies == 1 ? "ply" : "plies");
    if (result->unreadable && counts->games == 0)
        fputs("nothing could be checked\n", to);
    else if (counts->faulty == 0)
        fputs(result->unreadable ? "no faults in what could be read\n" : "no faults\n", to);
    else
        fprintf(to, "%" PRIu64 " faulty game%s (%.3g %%)\n", counts->faulty, plural(counts->faulty),
                100.0 * (double)counts->faulty / (double)counts->games);
    for (int class = 0; class < FOUND_COUNT; class ++) {
        if (counts->findings[class] == 0)
            continue;
        const char *kind = class >= FOUND_FIRST_NOTE                 ? " (note)"
                           : class >= FOUND_FIRST_WARNING && !strict ? " (warning)"
                                                                     : "";
        fprintf(to, "%9" PRIu64 "  %s%s\n", counts->findings[class], finding_name((finding) class),
                kind);
    }
}

void check_summary_json(const check_result *result, const char *more, FILE *to)
{
    const check_counts *counts = &result->counts;
    const char *comma = "";
    fprintf(to,
            "{\"summary\":true,\"files\":%" PRIu64 ",\"games\":%" PRIu64 ",\"plies\":%" PRIu64
            ",\"faulty\":%" PRIu64 ",\"findings\":{",
            result->files, counts->games, counts->plies, counts->faulty);
    for (int class = 0; class < FOUND_COUNT; class ++) {
        if (counts->findings[class] == 0)
            continue;
        fprintf(to, "%s\"%s\":%" PRIu64, comma, finding_name((finding) class),
                counts->findings[class]);
        comma = ",";
    }
    fprintf(to, "}%s}\n", more);
}

static void add_counts(check_counts *to, const check_counts *from)
{
    to->games += from->games;
    to->plies += from->plies;
    to->faulty += from->faulty;
    for (size_t i = 0; i < FOUND_COUNT; i++)
        to->findings[i] += from->findings[i];
}

/* Adds up the record's counts, which begin again at 0. */
static void add_converted(check_result *to, record *from)
{
    to->converted.games += from->counts.games;
    to->converted.faulty += from->counts.faulty;
    to->converted.written += from->counts.written;
    to->converted.too_large += from->counts.too_large;
    to->no_memory |= from->failed;
    from->counts = (convert_counts){.games = 0};
}

void check_result_add(check_result *to, const checker *c)
{
    add_counts(&to->counts, &c->counts);
    if (c->record)
        add_converted(to, c->record);
}

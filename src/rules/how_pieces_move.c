/* how_pieces_move.c: how a kind of piece moves, in a sentence for beginners. Layer: rules. */
#include "arbiter.h"
#include "base/text.h"

static int size_of(int step)
{
    return step < 0 ? -step : step;
}

/* Which of the eight directions of the queen a list of steps has: bit 0 straight, bit 1 diagonal;
 * both only where all four of each are there with one range. Bit 2: other steps are there, too. */
static unsigned directions(const arb_step *steps, unsigned count, unsigned *range)
{
    unsigned straight = 0, diagonal = 0, other = 0;
    for (unsigned i = 0; i < count; i++) {
        int files = size_of(steps[i].files), ranks = size_of(steps[i].ranks);
        bool plain = steps[i].how == 0 && (i == 0 || steps[i].range == *range);
        if (i == 0)
            *range = steps[i].range;
        straight += plain && files + ranks == 1;
        diagonal += plain && files == 1 && ranks == 1;
        other += !plain || files > 1 || ranks > 1;
    }
    bool whole = (straight == 0 || straight == 4) && (diagonal == 0 || diagonal == 4);
    return (straight == 4 ? 1u : 0u) | (diagonal == 4 ? 2u : 0u) | (other || !whole ? 4u : 0u);
}

static const char *const way_names[] = {"", "along its row or column", "diagonally",
                                        "in any direction"};

static void put_comma(arb__writer *out, bool *first)
{
    arb__put_text(out, *first ? "" : ", or ");
    *first = false;
}

static void put_slides(arb__writer *out, const arb_kind_rule *rule, bool *first)
{
    unsigned range = 0;
    unsigned found = directions(rule->slides, rule->slide_count, &range);
    if (rule->slide_count == 0)
        return;
    put_comma(out, first);
    if (rule->slides[0].how & ARB_STEP_HOPS) {
        arb__put_text(out, "in straight lines over exactly one piece");
        return;
    }
    if (found & 4u) {
        arb__put_text(out, "in lines of its own until something is in the way");
        return;
    }
    if (range == 0) {
        arb__put_text(out, "any number of squares ");
    } else {
        arb__put_text(out, "up to ");
        arb__put_number(out, range);
        arb__put_text(out, " squares ");
    }
    arb__put_text(out, way_names[found & 3u]);
}

/* "2 by 1" for each size of leap that is not a step to a neighbour. */
static void put_leaps(arb__writer *out, const arb_kind_rule *rule, bool *first)
{
    unsigned range = 0, seen = 0;
    arb_step steps[ARB_STEP_LIMIT];
    unsigned step_count = 0;
    for (unsigned i = 0; i < rule->leap_count; i++)
        if (size_of(rule->leaps[i].files) <= 1 && size_of(rule->leaps[i].ranks) <= 1)
            steps[step_count++] = rule->leaps[i];
    if (step_count > 0) {
        unsigned found = directions(steps, step_count, &range);
        put_comma(out, first);
        arb__put_text(out, "one square ");
        arb__put_text(out, found & 4u ? "in directions of its own" : way_names[found & 3u]);
    }
    for (unsigned i = 0; i < rule->leap_count; i++) {
        unsigned files = (unsigned)size_of(rule->leaps[i].files);
        unsigned ranks = (unsigned)size_of(rule->leaps[i].ranks);
        unsigned longer = files > ranks ? files : ranks, shorter = files > ranks ? ranks : files;
        unsigned bit = longer < 5 && shorter < 5 ? longer * 5 + shorter : 31;
        if (longer <= 1 || (seen >> bit & 1u))
            continue;
        seen |= 1u << bit;
        put_comma(out, first);
        if (longer == 2 && shorter == 1) {
            arb__put_text(out, "two squares straight and one to the side, over anything");
            continue;
        }
        arb__put_number(out, longer);
        arb__put_text(out, shorter == 0        ? " squares straight"
                           : shorter == longer ? " squares diagonally"
                                               : " squares straight and ");
        if (shorter != 0 && shorter != longer) {
            arb__put_number(out, shorter);
            arb__put_text(out, " to the side");
        }
        arb__put_text(out, ", over anything");
    }
}

size_t arb_piece_moves_text(const arb_rules *rules, arb_kind kind, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    if (kind == ARB_NO_KIND || kind >= ARB_KIND_LIMIT || rules->kinds[kind].letter == '\0')
        return 0;
    const arb_kind_rule *rule = &rules->kinds[kind];
    bool first = true;
    char letter = rule->name[0];
    bool vowel = letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o';
    arb__put_text(&out, vowel ? "An " : "A ");
    arb__put_text(&out, rule->name[0] != '\0' ? rule->name : "piece");
    arb__put_text(&out, " goes ");
    if (kind == ARB_PAWN && rule->leap_count + rule->slide_count == 0) {
        arb__put_text(&out, rules->pawn.double_rows != 0
                                ? "one square straight ahead, or two from its start row, and takes "
                                  "one square diagonally ahead"
                                : "one square straight ahead, and takes one square diagonally "
                                  "ahead");
    } else {
        put_slides(&out, rule, &first);
        put_leaps(&out, rule, &first);
        if (first)
            arb__put_text(&out, "nowhere");
    }
    arb__put_text(&out, ".");
    return out.len;
}

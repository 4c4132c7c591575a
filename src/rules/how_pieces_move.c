/* how_pieces_move.c: how a kind of piece moves, in a sentence for beginners. Layer: rules. */
#include "base/language.h"

static int size_of(int step)
{
    return step < 0 ? -step : step;
}

/* Which directions of the queen a list of steps has: bit 0 straight, bit 1 diagonal. Each bit is
 * set only if all four directions are there with one range. Bit 2: there are other steps. */
static unsigned directions(const arb_step *steps, unsigned count, unsigned *range)
{
    unsigned straight = 0, diagonal = 0, other = 0;
    for (unsigned i = 0; i < count; i++) {
        int files = size_of(steps[i].files), ranks = size_of(steps[i].ranks);
        bool of_queen = steps[i].how == 0 && (i == 0 || steps[i].range == *range);
        if (i == 0)
            *range = steps[i].range;
        straight += of_queen && files + ranks == 1;
        diagonal += of_queen && files == 1 && ranks == 1;
        other += !of_queen || files > 1 || ranks > 1;
    }
    bool whole = (straight == 0 || straight == 4) && (diagonal == 0 || diagonal == 4);
    return (straight == 4 ? 1u : 0u) | (diagonal == 4 ? 2u : 0u) | (other || !whole ? 4u : 0u);
}

static const char *const way_names[] = {"", "along its row or column", "diagonally",
                                        "in any direction"};

typedef struct {
    arb__speech speech;
    const arb_rules *rules;
    arb_kind kind;
    bool begun;       /* a way to move has been written */
    const char *ways; /* for %d */
    unsigned number, aside;
} mover;

static const char *noun_of(const arb__speech *speech, char place)
{
    const mover *m = (const mover *)speech;
    (void)place;
    return m->rules->kinds[m->kind].name;
}

static void put_way(mover *m, const char *text)
{
    if (m->begun)
        arb__say(&m->speech, ", or ");
    m->begun = true;
    arb__say(&m->speech, text);
}

static void put_slides(mover *m)
{
    const arb_kind_rule *rule = &m->rules->kinds[m->kind];
    unsigned found = directions(rule->slides, rule->slide_count, &m->number);
    if (rule->slide_count == 0)
        return;
    m->ways = way_names[found & 3u];
    if (rule->slides[0].how & ARB_STEP_HOPS)
        put_way(m, "in straight lines over exactly one piece");
    else if (found & 4u)
        put_way(m, "in lines of its own until something is in the way");
    else
        put_way(m, m->number == 0 ? "any number of squares %d" : "up to %n squares %d");
}

/* Writes "2 by 1" for each size of leap that is not a step to a neighbouring square. */
static void put_leaps(mover *m)
{
    const arb_kind_rule *rule = &m->rules->kinds[m->kind];
    unsigned range = 0, seen = 0;
    arb_step steps[ARB_STEP_LIMIT];
    unsigned step_count = 0;
    for (unsigned i = 0; i < rule->leap_count; i++)
        if (size_of(rule->leaps[i].files) <= 1 && size_of(rule->leaps[i].ranks) <= 1)
            steps[step_count++] = rule->leaps[i];
    if (step_count > 0) {
        unsigned found = directions(steps, step_count, &range);
        m->ways = found & 4u ? "in directions of its own" : way_names[found & 3u];
        put_way(m, "one square %d");
    }
    for (unsigned i = 0; i < rule->leap_count; i++) {
        unsigned files = (unsigned)size_of(rule->leaps[i].files);
        unsigned ranks = (unsigned)size_of(rule->leaps[i].ranks);
        m->number = files > ranks ? files : ranks;
        m->aside = files > ranks ? ranks : files;
        unsigned bit = m->number < 5 ? m->number * 5 + m->aside : 31;
        if (m->number <= 1 || (seen >> bit & 1u))
            continue;
        seen |= 1u << bit;
        if (m->number == 2 && m->aside == 1)
            put_way(m, "two squares straight and one to the side, over anything");
        else
            put_way(m, m->aside == 0           ? "%n squares straight, over anything"
                       : m->aside == m->number ? "%n squares diagonally, over anything"
                                               : "%n squares straight and %s to the side, over "
                                                 "anything");
    }
}

static void put_ways(mover *m)
{
    const arb_kind_rule *rule = &m->rules->kinds[m->kind];
    if (m->kind == ARB_PAWN && rule->leap_count + rule->slide_count == 0) {
        put_way(m, m->rules->pawn.double_rows != 0
                       ? "one square straight ahead, or two from its start row, and takes one "
                         "square diagonally ahead"
                       : "one square straight ahead, and takes one square diagonally ahead");
        return;
    }
    put_slides(m);
    put_leaps(m);
    if (!m->begun)
        put_way(m, "nowhere");
}

/* %k the kind, %w its ways, %d directions, %n and %s numbers of squares. */
static void put_part(arb__speech *speech, char place)
{
    mover *m = (mover *)speech;
    switch (place) {
    case 'k':
        arb__put_noun(&speech->out, speech->language, noun_of(speech, place), speech->oblique);
        break;
    case 'w':
        put_ways(m);
        break;
    case 'd':
        arb__say(speech, m->ways);
        break;
    default:
        arb__put_number(&speech->out, place == 's' ? m->aside : m->number);
    }
}

size_t arb_piece_moves_text_in(const arb_rules *rules, arb_kind kind, arb_language language,
                               char *buf, size_t cap)
{
    mover m = {.speech = {arb__writer_on(buf, cap), language, false, put_part, noun_of},
               .rules = rules,
               .kind = kind,
               .ways = ""};
    if (kind == ARB_NO_KIND || kind >= ARB_KIND_LIMIT || rules->kinds[kind].letter == '\0')
        return 0;
    arb__say(&m.speech, "%[A]k goes %w.");
    return m.speech.out.len;
}

size_t arb_piece_moves_text(const arb_rules *rules, arb_kind kind, char *buf, size_t cap)
{
    return arb_piece_moves_text_in(rules, kind, ARB_ENGLISH, buf, cap);
}

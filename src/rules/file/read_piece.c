/* read_piece.c: the statements `piece LETTER NAME = leap 1,2 slide 1,1 max 3 value 8.5`. Layer:
 * rules.
 *
 * `move`, `capture` and `double` in front of leap, slide or hop say what these steps are for. A
 * piece with the name of one of chess's six changes that one; any other name is a new piece. */
#include <string.h>

#include "rules/file/rule_file.h"

size_t arb__step_family(arb_step like, arb_step steps[8])
{
    int files = like.files, ranks = like.ranks;
    int most = files > ranks ? files : ranks;
    int least = files > ranks ? ranks : files;
    const int all[8][2] = {{most, least},   {least, most},   {-least, most}, {-most, least},
                           {-most, -least}, {-least, -most}, {least, -most}, {most, -least}};
    size_t count = 0;
    for (size_t i = 0; i < 8; i++) {
        arb_step step = {(int8_t)all[i][0], (int8_t)all[i][1], like.range, like.how};
        size_t j = 0;
        while (j < count && (steps[j].files != step.files || steps[j].ranks != step.ranks))
            j++;
        if (j == count)
            steps[count++] = step;
    }
    return count;
}

/* The value of a piece while its words are read. */
typedef struct {
    arb__reader *reader;
    arb_kind_rule *rule;
    arb__span rest;
    bool replaced; /* the steps inherited from the parent have been dropped */
} maker;

/* "1", "+1", "-1": at most 31. */
static bool read_side(const arb__reader *reader, arb__span part, int *number, bool *is_signed)
{
    char sign = part.at < part.end ? reader->text[part.at] : '\0';
    unsigned size;
    if (sign == '+' || sign == '-') {
        *is_signed = true;
        part.at++;
    }
    if (!arb__word_number(reader, part, ARB_SIDE_LIMIT - 1, &size))
        return false;
    *number = sign == '-' ? -(int)size : (int)size;
    return true;
}

/* The steps that "1,2" or "+1,-2" stands for; 0 if the word is no pair. */
static size_t read_pair(const arb__reader *reader, arb__span word, unsigned range, unsigned how,
                        arb_step steps[8])
{
    const char *comma = (const char *)memchr(reader->text + word.at, ',', word.end - word.at);
    int files, ranks;
    bool is_signed = false;
    if (!comma)
        return 0;
    size_t middle = (size_t)(comma - reader->text);
    if (!read_side(reader, (arb__span){word.at, middle}, &files, &is_signed) ||
        !read_side(reader, (arb__span){middle + 1, word.end}, &ranks, &is_signed) ||
        (files == 0 && ranks == 0))
        return 0;
    if (is_signed && files != 0)
        how |= ARB_STEP_SIDED;
    steps[0] = (arb_step){(int8_t)files, (int8_t)ranks, (uint8_t)range, (uint8_t)how};
    return is_signed ? 1 : arb__step_family(steps[0], steps);
}

/* Do both steps lead to one square of an empty board? Then a move would be listed twice. */
static bool steps_meet(arb_step a, arb_step b)
{
    bool hops[2] = {(a.how & ARB_STEP_HOPS) != 0, (b.how & ARB_STEP_HOPS) != 0};
    if (a.files * b.ranks != a.ranks * b.files || a.files * b.files + a.ranks * b.ranks <= 0)
        return false;
    /* They do not if one only moves and the other only captures, or if one needs a piece on its way
     * and the other needs none. */
    if (((a.how | b.how) & (ARB_STEP_MOVES | ARB_STEP_CAPTURES)) ==
            (ARB_STEP_MOVES | ARB_STEP_CAPTURES) &&
        (a.how & (ARB_STEP_MOVES | ARB_STEP_CAPTURES)) != 0 &&
        (b.how & (ARB_STEP_MOVES | ARB_STEP_CAPTURES)) != 0)
        return false;
    if (hops[0] != hops[1] && a.files == b.files && a.ranks == b.ranks)
        return false;
    int a_most = a.range && !hops[0] ? a.range : ARB_SIDE_LIMIT;
    int b_most = b.range && !hops[1] ? b.range : ARB_SIDE_LIMIT;
    for (int i = 1; i <= a_most; i++) {
        for (int j = 1; j <= b_most; j++) {
            bool on_a_board = i * a.files < ARB_SIDE_LIMIT && -i * a.files < ARB_SIDE_LIMIT &&
                              i * a.ranks < ARB_SIDE_LIMIT && -i * a.ranks < ARB_SIDE_LIMIT;
            if (on_a_board && i * a.files == j * b.files && i * a.ranks == j * b.ranks)
                return true;
        }
    }
    return false;
}

/* The same, including leaps that are made twice. */
static bool ways_meet(arb_step a, arb_step b)
{
    for (int i = 1; i <= (a.how & ARB_STEP_DOUBLES ? 2 : 1); i++)
        for (int j = 1; j <= (b.how & ARB_STEP_DOUBLES ? 2 : 1); j++) {
            arb_step c = {(int8_t)(a.files * i), (int8_t)(a.ranks * i), a.range, a.how};
            arb_step d = {(int8_t)(b.files * j), (int8_t)(b.ranks * j), b.range, b.how};
            c.how |= i == 2 ? ARB_STEP_MOVES : 0;
            d.how |= j == 2 ? ARB_STEP_MOVES : 0;
            if (steps_meet(c, d))
                return true;
        }
    return false;
}

static bool meets_another(const arb_kind_rule *rule, arb_step step)
{
    for (unsigned i = 0; i < rule->leap_count; i++) {
        if (ways_meet(rule->leaps[i], step))
            return true;
    }
    for (unsigned i = 0; i < rule->slide_count; i++) {
        if (ways_meet(rule->slides[i], step))
            return true;
    }
    return false;
}

/* Reads a limit after the next word: "max 3". Returns false, after reporting it, if it is wrong. */
static bool read_range(maker *m, unsigned *range)
{
    arb__span rest = m->rest;
    arb__span word;
    *range = 0;
    if (!arb__next_word(m->reader, &rest, &word) || !arb__word_is(m->reader, word, "max"))
        return true;
    arb__next_word(m->reader, &rest, &word);
    m->rest = rest;
    if (arb__word_number(m->reader, word, ARB_SIDE_LIMIT - 1, range) && *range > 0)
        return true;
    return arb__mistake_word(m->reader, "'max' takes a number of steps from 1 to 31, not ", word,
                             "", NULL);
}

static bool add_steps(maker *m, arb__span word, bool slide, unsigned how)
{
    arb_kind_rule *rule = m->rule;
    uint8_t *count = slide ? &rule->slide_count : &rule->leap_count;
    arb_step *list = slide ? rule->slides : rule->leaps;
    unsigned range = 1;
    arb_step steps[8];

    if (slide && !read_range(m, &range))
        return false;
    size_t added = read_pair(m->reader, word, range, how, steps);
    if (added == 0)
        return arb__mistake_word(m->reader, "", word,
                                 " is no step: write files,ranks up to 31, such as 1,2 or +0,-1",
                                 NULL);
    for (size_t i = 0; i < added; i++) {
        if ((how & ARB_STEP_DOUBLES) && (steps[i].ranks != 1 || slide))
            return arb__mistake_word(
                m->reader, "a leap that can be doubled goes one row forward, not ", word, "", NULL);
        if (*count == ARB_STEP_LIMIT)
            return arb__mistake_word(m->reader, "a piece has at most 24 leaps and 24 slides; ",
                                     word, " is too much", NULL);
        if (meets_another(rule, steps[i]))
            return arb__mistake_word(m->reader, "the step ", word,
                                     " leads where another step of this piece leads too", NULL);
        list[(*count)++] = steps[i];
    }
    return true;
}

/* Reads a value such as "8.5", in tenths. */
static bool read_value(maker *m)
{
    arb__span word;
    unsigned whole, tenths = 0;
    arb__next_word(m->reader, &m->rest, &word);
    const char *point = (const char *)memchr(m->reader->text + word.at, '.', word.end - word.at);
    size_t middle = point ? (size_t)(point - m->reader->text) : word.end;
    bool good = arb__word_number(m->reader, (arb__span){word.at, middle}, 3000, &whole);
    if (good && point)
        good = arb__word_number(m->reader, (arb__span){middle + 1, word.end}, 9, &tenths) &&
               word.end - middle == 2;
    if (!good)
        return arb__mistake_word(m->reader, "a value is a number up to 3000 with one decimal, not ",
                                 word, "", NULL);
    m->rule->value = (int16_t)(whole * 10 + tenths);
    return true;
}

static void forget_steps(maker *m)
{
    if (m->replaced)
        return;
    m->replaced = true;
    m->rule->leap_count = m->rule->slide_count = 0;
    memset(m->rule->leaps, 0, sizeof m->rule->leaps);
    memset(m->rule->slides, 0, sizeof m->rule->slides);
}

/* What the words that follow describe. */
typedef enum { NOTHING, LEAP, SLIDE, HOP, BECOMES } mode;

static const struct {
    const char *word;
    mode begins;
    unsigned how; /* a word in front of leap, slide or hop */
} step_words[] = {
    {"leap", LEAP, 0},
    {"slide", SLIDE, 0},
    {"hop", HOP, 0},
    {"becomes", BECOMES, 0},
    {"move", NOTHING, ARB_STEP_MOVES},
    {"capture", NOTHING, ARB_STEP_CAPTURES},
    {"double", NOTHING, ARB_STEP_DOUBLES},
};

/* Is it one of these words? *how collects the words before leap, slide or hop. */
static bool read_step_word(const arb__reader *reader, arb__span word, mode *now, unsigned *how)
{
    for (size_t i = 0; i < sizeof step_words / sizeof *step_words; i++) {
        if (!arb__word_is(reader, word, step_words[i].word))
            continue;
        if (*now != NOTHING)
            *how = 0;
        *how |= step_words[i].how | (step_words[i].begins == HOP ? ARB_STEP_HOPS : 0);
        *now = step_words[i].begins;
        return true;
    }
    return false;
}

/* Returns false after reporting a mistake. */
static bool read_steps(maker *m)
{
    enum { NEITHER = ARB_STEP_MOVES | ARB_STEP_CAPTURES };
    mode now = NOTHING;
    unsigned how = 0;
    arb__span word;
    while (arb__next_word(m->reader, &m->rest, &word)) {
        if (arb__word_is(m->reader, word, "value")) {
            now = NOTHING;
            how = 0;
            if (!read_value(m))
                return false;
        } else if (read_step_word(m->reader, word, &now, &how)) {
            if ((how & NEITHER) == NEITHER)
                return arb__mistake_word(m->reader, "steps that neither move nor capture: ", word,
                                         "", NULL);
        } else if (now == NOTHING) {
            return arb__mistake_word(m->reader, "expected leap, slide or value, not ", word, "",
                                     NULL);
        } else if (now != BECOMES) {
            forget_steps(m);
            if (!add_steps(m, word, now != LEAP, how))
                return false;
        }
    }
    return true;
}

/* Reads the letters after `becomes`, once all pieces are known. */
static void read_becomes(arb__reader *reader, const arb__statement *statement, arb_kind kind)
{
    mode now = NOTHING;
    unsigned how = 0;
    arb__span rest = statement->value, word;
    while (arb__next_word(reader, &rest, &word)) {
        if (arb__word_is(reader, word, "value"))
            now = NOTHING;
        else if (!read_step_word(reader, word, &now, &how) && now == BECOMES) {
            arb_kind other = arb__word_kind(reader, word);
            if (other == ARB_NO_KIND || other == kind || other == ARB_PAWN) {
                arb__mistake_word(reader, "a piece becomes another one and no pawn, not ", word, "",
                                  NULL);
                return;
            }
            reader->rules.kinds[kind].becomes |= 1u << other;
        }
    }
    if (kind == ARB_PAWN && reader->rules.kinds[kind].becomes != 0)
        arb__mistake_at(reader, statement->key.at, "what a pawn becomes is stated by 'promotion'");
}

/* The kind of chess with this name, else an unused one; ARB_NO_KIND if none is left. */
static arb_kind kind_for(const arb__reader *reader, arb__span name)
{
    const arb_rules *chess = arb_rules_at(0);
    for (arb_kind kind = ARB_PAWN; kind < ARB_FIRST_CUSTOM_KIND; kind++) {
        if (arb__word_is(reader, name, chess->kinds[kind].name))
            return kind;
    }
    for (arb_kind kind = ARB_FIRST_CUSTOM_KIND; kind < ARB_KIND_LIMIT; kind++) {
        if (reader->rules.kinds[kind].letter == 0)
            return kind;
    }
    return ARB_NO_KIND;
}

/* Reads `piece c chancellor`. Returns false after reporting a mistake. */
static bool read_heading(arb__reader *reader, arb__span key, arb__span *letter, arb__span *name)
{
    arb__span word;
    arb__next_word(reader, &key, &word);
    bool whole = arb__next_word(reader, &key, letter) && arb__next_word(reader, &key, name) &&
                 !arb__next_word(reader, &key, &word);
    if (!whole)
        return arb__mistake_at(reader, word.at, "write: piece LETTER NAME = leap 1,2 slide 1,0");
    char c = reader->text[letter->at];
    if (letter->end - letter->at != 1 || c < 'a' || c > 'z')
        return arb__mistake_word(reader, "a piece has one letter from a to z, not ", *letter, "",
                                 NULL);
    bool good = name->end - name->at < ARB_NAME_LIMIT;
    for (size_t at = name->at; good && at < name->end; at++) {
        c = reader->text[at];
        good = (c >= 'a' && c <= 'z') || arb__is_digit(c) || c == '-';
    }
    return good || arb__mistake_word(
                       reader, "a piece's name has at most 31 of a to z, 0 to 9 and '-', not ",
                       *name, "", NULL);
}

/* The kind that the statement makes, or ARB_NO_KIND. */
static arb_kind read_piece(arb__reader *reader, const arb__statement *statement)
{
    arb__span letter, name;
    if (!read_heading(reader, statement->key, &letter, &name))
        return ARB_NO_KIND;
    arb_kind kind = kind_for(reader, name);
    if (kind == ARB_NO_KIND) {
        arb__mistake_at(reader, statement->key.at, "there are at most 25 pieces besides chess's");
        return ARB_NO_KIND;
    }

    arb_kind_rule *rule = &reader->rules.kinds[kind];
    if (kind < ARB_FIRST_CUSTOM_KIND)
        *rule = arb_rules_at(0)->kinds[kind];
    memset(rule->name, 0, sizeof rule->name);
    memcpy(rule->name, reader->text + name.at, name.end - name.at);
    rule->letter = reader->text[letter.at];
    maker m = {.reader = reader, .rule = rule, .rest = statement->value};
    if (!read_steps(&m))
        return kind;
    if (kind != ARB_PAWN && rule->leap_count + rule->slide_count == 0)
        arb__mistake_word(reader, "the piece ", name, " has no step: state a leap or a slide",
                          NULL);
    return kind;
}

/* Is the kind stated by a statement after this one? */
static bool stated_later(const arb__reader *reader, size_t index, arb_kind kind)
{
    for (size_t i = index + 1; i < reader->piece_count; i++) {
        if (reader->piece_kinds[i] == kind)
            return true;
    }
    return false;
}

/* Called at the end, because a later statement may have freed the letter. */
static void check_letter(arb__reader *reader, size_t index)
{
    const arb_rules *rules = &reader->rules;
    arb_kind own = reader->piece_kinds[index];
    arb__span letter, name;
    char after[64];
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        if (kind == own || rules->kinds[kind].letter != rules->kinds[own].letter ||
            stated_later(reader, index, kind))
            continue;
        read_heading(reader, reader->pieces[index].key, &letter, &name);
        arb__writer out = arb__writer_on(after, sizeof after);
        arb__put_text(&out, " is taken by the ");
        arb__put_text(&out, rules->kinds[kind].name);
        arb__mistake_word(reader, "the letter ", letter, after, NULL);
    }
}

void arb__read_pieces(arb__reader *reader)
{
    for (size_t i = 0; i < reader->piece_count; i++) {
        arb_kind kind = read_piece(reader, &reader->pieces[i]);
        for (size_t j = 0; kind != ARB_NO_KIND && j < i; j++) {
            if (reader->piece_kinds[j] == kind)
                arb__mistake_word(reader, "", reader->pieces[i].key, " is stated twice", NULL);
        }
        reader->piece_kinds[i] = kind;
    }
    for (size_t i = 0; i < reader->piece_count; i++) {
        if (reader->piece_kinds[i] == ARB_NO_KIND)
            continue;
        check_letter(reader, i);
        read_becomes(reader, &reader->pieces[i], reader->piece_kinds[i]);
    }
}

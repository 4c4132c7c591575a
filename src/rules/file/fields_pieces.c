/* fields_pieces.c: the keys pieces, royal, kings, promotion and castling of a rule-set file. Layer:
 * rules. The pieces of a rule set's own are in read_piece.c. */
#include <string.h>

#include "rules/file/rule_file.h"

/* Reads letters of kinds. Returns false, after reporting it, if a letter belongs to no kind. */
static bool read_kinds(arb__reader *reader, const arb__field *field, arb__span value,
                       uint32_t *kinds)
{
    arb__span word;
    *kinds = 0;
    while (arb__next_word(reader, &value, &word)) {
        arb_kind kind = arb__word_kind(reader, word);
        if (kind == ARB_NO_KIND)
            return arb__mistake_value(reader, field, word);
        if (*kinds >> kind & 1u)
            return arb__mistake_word(reader, "the piece ", word, " is named twice", NULL);
        *kinds |= 1u << kind;
    }
    return true;
}

void arb__write_kinds(arb__writer *out, uint32_t kinds, const arb_rules *letters)
{
    size_t list = out->len;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        if (!(kinds >> kind & 1u))
            continue;
        arb__put_blank(out, list);
        arb__put_char(out, letters->kinds[kind].letter);
    }
}

bool arb__read_kept(arb__reader *reader, const arb__field *field, arb__span value)
{
    uint32_t kinds = 0;
    if (!arb__word_is(reader, value, "none") && !read_kinds(reader, field, value, &kinds))
        return false;
    for (arb_kind kind = ARB_PAWN; kind < ARB_KIND_LIMIT; kind++) {
        if (!(kinds >> kind & 1u))
            memset(&reader->rules.kinds[kind], 0, sizeof reader->rules.kinds[kind]);
    }
    return true;
}

/* Writes the letters of the kinds of chess that are kept. A `piece` line follows for each kind that
 * differs from chess. */
void arb__write_kept(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    uint32_t kinds = 0;
    (void)field;
    for (arb_kind kind = ARB_PAWN; kind < ARB_FIRST_CUSTOM_KIND; kind++) {
        if (rules->kinds[kind].letter != 0)
            kinds |= 1u << kind;
    }
    if (kinds == 0)
        arb__put_text(out, "none");
    arb__write_kinds(out, kinds, arb_rules_at(0));
}

/* The first royal kind is the one that castles and whose number is limited; the pieces of the
 * others must be kept safe too. */
bool arb__read_royal(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb__span rest = value, word;
    uint32_t kinds;
    if (arb__word_is(reader, value, "none")) {
        reader->rules.royal.kind = ARB_NO_KIND;
        reader->rules.royal.also = 0;
        return true;
    }
    if (!read_kinds(reader, field, value, &kinds))
        return false;
    arb__next_word(reader, &rest, &word);
    if (kinds >> ARB_PAWN & 1u)
        return arb__mistake_at(reader, value.at, "the pawn cannot be the royal piece");
    reader->rules.royal.kind = arb__word_kind(reader, word);
    reader->rules.royal.also = kinds & ~(1u << reader->rules.royal.kind);
    return true;
}

void arb__write_royal(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    (void)field;
    if (rules->royal.kind == ARB_NO_KIND)
        arb__put_text(out, "none");
    else
        arb__put_char(out, rules->kinds[rules->royal.kind].letter);
    if (rules->royal.also != 0)
        arb__put_char(out, ' ');
    arb__write_kinds(out, rules->royal.also, rules);
}

/* "1", "0..1", "0..any", "any". */
bool arb__read_kings(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb__span word;
    if (!arb__only_word(reader, field, value, &word))
        return false;
    arb__span least = word;
    arb__span most = word;
    for (size_t at = word.at; at + 2 < word.end; at++) {
        if (memcmp(reader->text + at, "..", 2) == 0) {
            least.end = at;
            most.at = at + 2;
            break;
        }
    }
    unsigned min = 0, max = 255;
    bool any = arb__word_is(reader, word, "any");
    if ((!any && !arb__word_number(reader, least, 254, &min)) ||
        (!arb__word_is(reader, most, "any") && !arb__word_number(reader, most, 254, &max)) ||
        min > max)
        return arb__mistake_value(reader, field, word);
    reader->rules.royal.min = (uint8_t)min;
    reader->rules.royal.max = (uint8_t)max;
    return true;
}

void arb__write_kings(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    (void)field;
    arb__put_number(out, rules->royal.min);
    if (rules->royal.min == rules->royal.max)
        return;
    arb__put_text(out, "..");
    if (rules->royal.max == 255)
        arb__put_text(out, "any");
    else
        arb__put_number(out, rules->royal.max);
}

bool arb__read_promotion(arb__reader *reader, const arb__field *field, arb__span value)
{
    uint32_t kinds = 0;
    if (!arb__word_is(reader, value, "no") && !read_kinds(reader, field, value, &kinds))
        return false;
    reader->rules.pawn.promotion_kinds = kinds;
    if (kinds == 0) {
        reader->rules.pawn.promotion_rows = 0;
        reader->rules.pawn.promotion_area.count = 0;
    } else if (reader->rules.pawn.promotion_rows == 0)
        reader->rules.pawn.promotion_rows = 1u << 0;
    return true;
}

void arb__write_promotion(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    (void)field;
    if (rules->pawn.promotion_kinds == 0)
        arb__put_text(out, "no");
    arb__write_kinds(out, rules->pawn.promotion_kinds, rules);
}

bool arb__read_castling(arb__reader *reader, const arb__field *field, arb__span value)
{
    arb__span word;
    if (!arb__only_word(reader, field, value, &word))
        return false;
    bool any_home = arb__word_is(reader, word, "any-home");
    bool yes = arb__word_is(reader, word, "yes");
    if (!any_home && !yes && !arb__word_is(reader, word, "no"))
        return arb__mistake_value(reader, field, word);
    reader->rules.castling.allowed = yes || any_home;
    reader->rules.castling.any_home = any_home;
    return true;
}

void arb__write_castling(arb__writer *out, const arb__field *field, const arb_rules *rules)
{
    (void)field;
    arb__put_text(out, !rules->castling.allowed   ? "no"
                       : rules->castling.any_home ? "any-home"
                                                  : "yes");
}

/* garbage.c: gives damaged text to every function of the library that reads text.
 *
 *     garbage [TEXTS] [SEED]
 *
 * The texts are valid ones with a few bytes changed, cut or doubled, and plain noise, each in a
 * block of exactly its size, so that a sanitizer sees a read past its end. A reader that refuses
 * must give a place within the text and change nothing; one that accepts must give something
 * playable. */
#include "random_rules.h"

#include <inttypes.h>
#include <stdlib.h>

static uint64_t texts, refused, accepted;

static void fail(const char *entry, const char *what, const char *text, size_t len)
{
    printf("%s: %s: \"", entry, what);
    for (size_t i = 0; i < len; i++)
        printf(text[i] >= ' ' && text[i] < 127 ? "%c" : "\\x%02x", (unsigned char)text[i]);
    printf("\"\n0 passed, 1 failed\n");
    exit(1);
}

static void check_error(const char *entry, const arb_error *error, const char *text, size_t len)
{
    if (error->status == ARB_OK || !error->text || error->text[0] == '\0')
        fail(entry, "refused without a word", text, len);
    if (error->offset > len)
        fail(entry, "the offset is past the text", text, len);
}

/* Makes a few random edits to a valid text, or returns noise, in a block of exactly its size. */
static char *spoil(random_source *source, const char *right, size_t *len)
{
    size_t n = strlen(right);
    char *text = malloc(n + 64);
    if (!text)
        exit(1);
    memcpy(text, right, n);
    if (random_chance(source, 5)) {
        n = random_below(source, 64);
        for (size_t i = 0; i < n; i++)
            text[i] = (char)random_next(source);
    }
    for (unsigned edits = random_below(source, 4); edits > 0 && n > 0; edits--) {
        size_t at = random_below(source, (unsigned)n);
        switch (random_below(source, 5)) {
        case 0:
            text[at] = (char)random_next(source);
            break;
        case 1:
            text[at] = right[random_below(source, (unsigned)strlen(right))];
            break;
        case 2:
            n = at;
            break;
        case 3:
            memmove(text + at, text + at + 1, --n - at);
            break;
        default:
            if (n < strlen(right) + 60) {
                memmove(text + at + 1, text + at, n++ - at);
                break;
            }
        }
    }
    char *block = malloc(n ? n : 1);
    if (!block)
        exit(1);
    memcpy(block, text, n);
    free(text);
    *len = n;
    return block;
}

static void try_fen(const arb_rules *rules, const char *text, size_t len)
{
    static arb_setup setup, before;
    static arb_position pos;
    arb_error error = {ARB_OK, 0, NULL};
    arb_setup_start(&setup, rules);
    before = setup;
    if (arb_fen_read(&setup, rules, text, len, &error) == ARB_OK) {
        accepted++;
        if (arb_position_set(&pos, rules, &setup, ARB_KERNEL_AUTO, ARB_FAULT_ALL) == 0)
            arb_position_moves(&pos, NULL, 0);
        return;
    }
    refused++;
    check_error("FEN", &error, text, len);
    if (memcmp(&before, &setup, sizeof setup) != 0)
        fail("FEN", "the setup changed", text, len);
}

static void try_uci(const arb_position *pos, const char *text, size_t len)
{
    arb_verdict verdict, before;
    arb_error error = {ARB_OK, 0, NULL};
    memset(&verdict, 0x55, sizeof verdict);
    memcpy(&before, &verdict, sizeof verdict);
    arb_status status = arb_uci_read(pos, text, len, &verdict, &error);
    if (status == ARB_OK) {
        accepted++;
        if (verdict.code != ARB_V_OK || !arb_position_is_legal(pos, verdict.move))
            fail("UCI", "an illegal move accepted", text, len);
        return;
    }
    refused++;
    if (status == ARB_BAD_TEXT) {
        check_error("UCI", &error, text, len);
        if (memcmp(&before, &verdict, sizeof verdict) != 0)
            fail("UCI", "the verdict changed", text, len);
    } else if (verdict.code == ARB_V_OK) {
        fail("UCI", "refused without a reason", text, len);
    }
}

static void try_san(const arb_position *pos, const char *text, size_t len)
{
    arb_san san;
    char sentence[2048];
    if (arb_san_read(pos, text, len, &san) == ARB_OK) {
        accepted++;
        if (!arb_position_is_legal(pos, san.move))
            fail("SAN", "an illegal move accepted", text, len);
        return;
    }
    refused++;
    if (san.status == ARB_BAD_TEXT && (san.offset > len || san.text[0] == '\0'))
        fail("SAN", "malformed, but where?", text, len);
    if (arb_san_text(&san, pos, sentence, sizeof sentence) == 0)
        fail("SAN", "refused without a sentence", text, len);
}

typedef struct {
    size_t len;
    unsigned count;
} mistakes;

static void note_mistake(void *context, const arb_rules_mistake *mistake)
{
    mistakes *m = context;
    m->count++;
    if (mistake->offset > m->len || mistake->line == 0 || mistake->column == 0 ||
        mistake->text[0] == '\0') {
        printf("rules: a mistake without a place\n");
        exit(1);
    }
}

static void try_rules(const char *text, size_t len)
{
    static arb_rules rules, before;
    static arb_position pos;
    mistakes m = {len, 0};
    rules = before = *arb_rules_at(0);
    if (arb_rules_read(&rules, text, len, note_mistake, &m)) {
        accepted++;
        if (m.count > 0)
            fail("rules", "accepted with mistakes", text, len);
        if (arb_position_start(&pos, &rules) == 0)
            arb_position_moves(&pos, NULL, 0);
        return;
    }
    refused++;
    if (m.count == 0)
        fail("rules", "refused without a mistake", text, len);
    if (memcmp(&before, &rules, sizeof rules) != 0)
        fail("rules", "the rule set changed", text, len);
}

static const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq e6 0 2",
    "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
    "12/k!3k7/12/11K b - - 3 40"};
static const char *const moves[] = {"e2e4", "e7e8q", "e1g1", "a10b11", "aa1ab2"};
static const char *const sans[] = {"e4",       "Nf3", "O-O-O+", "exd8=Q#", "R1a3",
                                   "Qh4xe1!?", "0-0", "e8(Q)",  "bxc3e.p."};
#define PICK(source, table) table[random_below(source, sizeof(table) / sizeof(table)[0])]

static void one_round(random_source *source)
{
    static rule_text file;
    static arb_position pos;
    const arb_rules *rules = arb_rules_at(random_below(source, (unsigned)arb_rules_count()));
    arb_square square;
    size_t len;

    char *text = spoil(source, PICK(source, fens), &len);
    try_fen(rules, text, len);
    free(text);

    arb_position_start(&pos, rules);
    text = spoil(source, PICK(source, moves), &len);
    try_uci(&pos, text, len);
    if (arb_square_read(pos.size, text, len, &square) > len)
        fail("square", "read past the text", text, len);
    free(text);

    text = spoil(source, PICK(source, sans), &len);
    try_san(&pos, text, len);
    free(text);

    random_rule_text(source, &file, (arb_size){8, 8});
    text = spoil(source, file.text, &len);
    try_rules(text, len);
    free(text);
    texts += 4;
}

int main(int argc, char **argv)
{
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 200000;
    random_source source = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    while (texts < wanted)
        one_round(&source);
    printf("%" PRIu64 " texts: %" PRIu64 " refused with their place, %" PRIu64 " accepted\n", texts,
           refused, accepted);
    bool both = refused > 0 && accepted > 0;
    printf("%d passed, %d failed\n", both, !both);
    return !both;
}

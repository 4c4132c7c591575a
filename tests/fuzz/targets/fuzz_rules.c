/* fuzz_rules.c: a rule-set file. A rule set that is accepted reads back from its own text, and a
 * few moves from its start position can be played and taken back. Layer: tests. */
#include "tests/fuzz/fuzz.h"

typedef struct {
    size_t len, last;
    unsigned count;
} mistakes;

static void note(void *context, const arb_rules_mistake *mistake)
{
    mistakes *m = context;
    FUZZ_CHECK(mistake->offset <= m->len && mistake->offset >= m->last);
    FUZZ_CHECK(mistake->line > 0 && mistake->column > 0);
    fuzz_check_sentence(mistake->text);
    m->last = mistake->offset;
    m->count++;
}

static void play_some(const arb_rules *rules)
{
    static arb_position position, before;
    if (arb_position_start(&position, rules) != 0)
        return;
    for (unsigned i = 0; i < 8; i++) {
        static arb_move list[4096];
        arb_undo undo;
        size_t count = arb_position_moves(&position, list, 4096);
        size_t shown = count < 4096 ? count : 4096;
        if (shown == 0)
            return;
        before = position;
        FUZZ_CHECK(arb_position_play(&position, list[i * 7 % shown], &undo));
        FUZZ_CHECK(arb_position_key(&position) == arb_position_key_afresh(&position));
        arb_position_undo(&position, &undo);
        FUZZ_CHECK(memcmp(&position, &before, sizeof position) == 0);
        arb_position_play(&position, list[i * 5 % shown], &undo);
        arb_position_outcome(&position);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static arb_rules rules, before, again;
    static char text[1 << 16];
    mistakes m = {size, 0, 0};
    memset(&rules, 0, sizeof rules);
    before = rules;
    char *copy = fuzz_copy((fuzz_text){(const char *)data, size});
    if (!arb_rules_read(&rules, copy, size, note, &m)) {
        FUZZ_CHECK(m.count > 0);
        FUZZ_CHECK(memcmp(&rules, &before, sizeof rules) == 0);
    } else {
        FUZZ_CHECK(m.count == 0);
        size_t len = arb_rules_write(&rules, text, sizeof text);
        FUZZ_CHECK(len < sizeof text);
        memset(&again, 0, sizeof again);
        m.len = len;
        FUZZ_CHECK(arb_rules_read(&again, text, len, note, &m));
        FUZZ_CHECK(memcmp(&again, &rules, sizeof rules) == 0);
        play_some(&rules);
    }
    free(copy);
    return 0;
}

/* fuzz_fen.c: the number of a rule set, a blank, and a FEN. A refusal names the place of the fault;
 * an accepted position reads back from every form in which it can be written. Layer: tests. */
#include "tests/fuzz/fuzz.h"

static void check_position(const arb_rules *rules, const arb_setup *setup)
{
    static arb_position position, back;
    char fen[ARB_START_LIMIT + 128], again[ARB_START_LIMIT + 128];
    arb_setup other;
    arb_error error;
    if (arb_position_set(&position, rules, setup, ARB_KERNEL_AUTO,
                         ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK) != 0)
        return;
    arb_position_moves(&position, NULL, 0);
    arb_position_outcome(&position);
    FUZZ_CHECK(arb_position_key(&position) == arb_position_key_afresh(&position));
    for (int style = ARB_X_FEN; style <= ARB_SHREDDER_FEN; style++) {
        size_t len =
            arb_position_fen(&position, (arb_fen_style)style, ARB_EP_LEGAL, fen, sizeof fen);
        FUZZ_CHECK(len < sizeof fen);
        FUZZ_CHECK(arb_fen_read(&other, rules, fen, len, &error) == ARB_OK);
        FUZZ_CHECK(arb_position_set(&back, rules, &other, ARB_KERNEL_AUTO,
                                    ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK) == 0);
        arb_position_fen(&back, (arb_fen_style)style, ARB_EP_LEGAL, again, sizeof again);
        FUZZ_CHECK(strcmp(fen, again) == 0);
        FUZZ_CHECK(arb_position_same(&position, &back));
    }
}

/* The lenient reader accepts all that the strict one accepts, and more with something forgiven. */
static void check_lenient(const arb_rules *rules, const char *text, size_t len, bool strict)
{
    static arb_setup setup;
    arb_error error = {ARB_OK, 0, NULL};
    uint32_t forgiven;
    if (arb_fen_read_lenient(&setup, rules, text, len, &forgiven, &error) == ARB_OK) {
        FUZZ_CHECK((forgiven == 0) == strict);
        arb_setup_repair(&setup, rules);
        FUZZ_CHECK(arb_setup_repair(&setup, rules) == 0);
    } else {
        FUZZ_CHECK(!strict && error.offset <= len && error.text[0] != '\0');
    }
}

/* An EPD that was read is written and read again with all its operations. */
static void check_epd(const arb_rules *rules, const char *text, size_t len)
{
    static arb_setup setup;
    static char epd[1 << 16], again[1 << 16];
    arb_error error = {ARB_OK, 0, NULL};
    size_t operations;
    if (arb_epd_read(&setup, rules, text, len, &operations, &error) != ARB_OK) {
        FUZZ_CHECK(error.offset <= len && error.text[0] != '\0');
        return;
    }
    size_t n = arb_epd_write(&setup, rules, text + operations, len - operations, epd, sizeof epd);
    if (n >= sizeof epd)
        return;
    FUZZ_CHECK(arb_epd_read(&setup, rules, epd, n, &operations, &error) == ARB_OK);
    FUZZ_CHECK(
        arb_epd_write(&setup, rules, epd + operations, n - operations, again, sizeof again) == n);
    FUZZ_CHECK(memcmp(epd, again, n) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static arb_setup setup, before, back;
    arb_error error = {ARB_OK, 0, NULL};
    if (size < 2)
        return 0;
    const arb_rules *rules = fuzz_rules(data[0]);
    size_t len = size - 2;
    char *text = fuzz_copy((fuzz_text){(const char *)data + 2, len});
    arb_setup_start(&setup, rules);
    before = setup;
    arb_status status = arb_fen_read(&setup, rules, text, len, &error);
    check_lenient(rules, text, len, status == ARB_OK);
    check_epd(rules, text, len);
    if (status != ARB_OK) {
        FUZZ_CHECK(error.offset <= len && error.text != NULL && error.text[0] != '\0');
        FUZZ_CHECK(memcmp(&setup, &before, sizeof setup) == 0);
    } else {
        char fen[ARB_START_LIMIT + 128], again[ARB_START_LIMIT + 128];
        size_t n = arb_fen_write(&setup, rules, ARB_SHREDDER_FEN, fen, sizeof fen);
        FUZZ_CHECK(n < sizeof fen);
        FUZZ_CHECK(arb_fen_read(&back, rules, fen, n, &error) == ARB_OK);
        arb_fen_write(&back, rules, ARB_SHREDDER_FEN, again, sizeof again);
        FUZZ_CHECK(strcmp(fen, again) == 0);
        check_position(rules, &setup);
    }
    free(text);
    return 0;
}

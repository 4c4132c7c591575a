/* fuzz_epd.c: lines of EPD. A line that is read can be written, and reads the same again. Layer:
 * tests. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    fuzz_text all = {(const char *)data + 1, size - 1};
    const arb_rules *rules = fuzz_rules(data[0]);
    char *text = fuzz_copy(all);
    arb_setup setup, again;
    arb_error error;
    size_t operations = 0, at, count = 0;
    if (arb_epd_read(&setup, rules, text, all.len, &operations, &error) != ARB_OK) {
        FUZZ_CHECK(error.offset <= all.len);
        fuzz_check_sentence(error.text);
        free(text);
        return 0;
    }
    FUZZ_CHECK(operations <= all.len);
    arb_epd_operation operation;
    for (at = operations; arb_epd_next(text, all.len, &at, &operation); count++) {
        size_t inside = 0, begin, end;
        FUZZ_CHECK(operation.opcode < operation.opcode_end && operation.operands_end <= all.len);
        while (arb_epd_operand(text, &operation, &inside, &begin, &end))
            FUZZ_CHECK(begin <= end && end <= operation.operands_end);
    }
    FUZZ_CHECK(count <= all.len);
    size_t need = arb_epd_write(&setup, rules, text + operations, all.len - operations, NULL, 0);
    char *written = malloc(need + 1);
    FUZZ_CHECK(written != NULL);
    FUZZ_CHECK(arb_epd_write(&setup, rules, text + operations, all.len - operations, written,
                             need + 1) == need);
    FUZZ_CHECK(arb_epd_read(&again, rules, written, need, NULL, &error) == ARB_OK);
    free(written);
    free(text);
    return 0;
}

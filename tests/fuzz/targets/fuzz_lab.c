/* fuzz_lab.c: runs a Lab 3 config file to its end or its first mistake, as text and as JSON. Layer:
 * tests. */
#include "formats/lab/lab.h"
#include "tests/fuzz/fuzz.h"

#include "formats/board_text.h"

static void run_actions(fmt_lab *lab, fmt_lab_reader *reader)
{
    fuzz_screen screen = {0};
    fmt_out out = {fuzz_screen_put, &screen};
    fmt_lab_action action;
    fmt_lab_answer answer;
    fmt_error error;
    fmt_lab_read read = FMT_LAB_ACTION;
    for (int actions = 0; actions < 40; actions++) {
        read = fmt_lab_read_action(reader, &action, &error);
        if (read != FMT_LAB_ACTION)
            break;
        FUZZ_CHECK(fmt_lab_run(lab, &action, &answer));
        fmt_lab_text(&out, &answer, &lab->position);
        fmt_lab_json(&out, "a \x1b file \xff", &answer, &lab->position);
    }
    if (read == FMT_LAB_MISTAKE) {
        FUZZ_CHECK(error.line > 0);
        fuzz_check_sentence(error.text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fmt_lab_setup setup;
    static fmt_lab lab;
    fmt_error error;
    arb_faults faults;
    if (size == 0)
        return 0;
    const arb_rules *rules =
        arb_rules_find(data[0] == '+' ? "lab-bonus" : "lab", data[0] == '+' ? 9 : 3);
    char *text = fuzz_copy((fuzz_text){(const char *)data + 1, size - 1});
    fmt_lab_reader reader = fmt_lab_reader_on(text, size - 1);
    if (!fmt_lab_read_setup(&reader, rules, &setup, &error)) {
        FUZZ_CHECK(error.line > 0);
        fuzz_check_sentence(error.text);
    } else if (fmt_lab_start(&lab, rules, &setup.setup, ARB_MOBILITY_VALID, &faults)) {
        run_actions(&lab, &reader);
        fmt_lab_end(&lab);
    }
    free(text);
    return 0;
}

/* fuzz_answers.c: the answers of a submission to a Lab 3 test; the first byte says whether a
 * program or a driver writes them. Where an answer ends must not depend on the pieces in which the
 * text arrives, and a report on a wrong answer must hold no control characters. Layer: tests. */
#include "grade/compare_answer.h"
#include "tests/fuzz/fuzz.h"

static const char config[] =
    "10\n8 8\nb r 0 0\nb k 0 4\nw k 7 4\nw r 7 7\nw p 6 0\n~\nisValidScan\n"
    "movePiece 6 0 4 0\nunderThreatScan\nisValidMove 0 0 1 0\n"
    "isPieceUnderThreat 0 0\nscoreBoard\ngetHighestNextScore\n";

static void check_finding(const grade_finding *finding)
{
    fuzz_screen screen = {0};
    const char *texts[] = {finding->call, finding->expected, finding->given, finding->why,
                           finding->board};
    for (size_t i = 0; i < 5; i++)
        fuzz_screen_put(&screen, texts[i], strlen(texts[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static grade_referee referee;
    static grade_test test;
    static grade_finding finding;
    fmt_error error;
    if (size < 1)
        return 0;
    grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    FUZZ_CHECK(grade_test_read(&test, reading, "test", config, sizeof config - 1, &error));
    FUZZ_CHECK(grade_referee_start(&referee, &test));
    grade_speaker speaker = data[0] % 2 ? GRADE_DRIVER : GRADE_PROGRAM;
    char *text = fuzz_copy((fuzz_text){(const char *)data + 1, size - 1});
    size_t at = 0, len = size - 1, used = 0;
    while (grade_referee_next(&referee)) {
        fmt_lab_kind kind = referee.answer.action.kind;
        bool early = grade_answer_cut(speaker, kind, text + at, len - at, false, &used);
        size_t before = used;
        if (!grade_answer_cut(speaker, kind, text + at, len - at, true, &used))
            break;
        FUZZ_CHECK(used <= len - at && (!early || used == before));
        memset(&finding, 0, sizeof finding);
        if (grade_judge(&referee, speaker, text + at, used, &finding) == GRADE_WRONG) {
            check_finding(&finding);
            break;
        }
        at += used;
    }
    free(text);
    grade_referee_end(&referee);
    grade_test_free(&test);
    return 0;
}

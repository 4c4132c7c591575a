/* fuzz_moves12b.c: a line of CMPS 12B, judged with and without its explanation. Layer: tests. */
#include "formats/moves12b.h"
#include "tests/fuzz/fuzz.h"

typedef struct {
    const fmt_out *out;
    int moves;
} told;

static void tell(void *context, const fmt_moves *moves, const int move[4], bool legal)
{
    told *t = context;
    if (t->moves++ < 20)
        fmt_moves_explain(t->out, moves, move, legal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fmt_moves moves;
    fuzz_screen screen = {0};
    fmt_out out = {fuzz_screen_put, &screen};
    told t = {&out, 0};
    char *line = fuzz_copy((fuzz_text){(const char *)data, size});
    fmt_moves_start(&moves, size % 2 == 0);
    fmt_moves_answer answer = fmt_moves_judge(&moves, line, size, NULL, NULL);
    fmt_moves_answer again = fmt_moves_judge(&moves, line, size, tell, &t);
    FUZZ_CHECK(answer.status == again.status && answer.column == again.column);
    FUZZ_CHECK(answer.status != FMT_MOVES_ILLEGAL ||
               memcmp(answer.move, again.move, sizeof answer.move) == 0);
    if (answer.status == FMT_MOVES_MALFORMED)
        FUZZ_CHECK(answer.column > 0 && answer.column <= size + 1 && answer.text[0] != '\0');
    fmt_moves_text(&out, &answer, "Legal");
    FUZZ_CHECK(screen.total > 0);
    free(line);
    return 0;
}

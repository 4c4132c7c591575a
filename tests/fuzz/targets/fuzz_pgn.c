/* fuzz_pgn.c: PGN text, read by its three readers: tokens, one game, a collection. Tokens follow
 * one another within the text; a game that was read reads back from its own text; a collection gets
 * the same verdict in one block and in two, and none of its control characters reach the screen.
 * Layer: tests. */
#include "collection/checker/checker.h"
#include "collection/convert/game_sink.h"
#include "formats/pgn.h"
#include "tests/fuzz/fuzz.h"

static void check_tokens(const char *text, size_t len)
{
    arb_pgn_reader reader = arb_pgn_reader_on(text, len);
    size_t at = 0;
    for (;;) {
        arb_pgn_token token = arb_pgn_next(&reader);
        FUZZ_CHECK(token.begin >= at && token.end >= token.begin && token.end <= len);
        if (token.kind == ARB_PGN_END)
            return;
        FUZZ_CHECK(token.end > token.begin);
        if (token.kind == ARB_PGN_TAG)
            FUZZ_CHECK(token.name_begin <= token.name_end && token.value_begin <= token.value_end &&
                       token.name_end <= token.end && token.value_end <= token.end);
        at = token.end;
    }
}

/* An empty tag is written as "?". */
static void check_tag(const char *value, const char *again)
{
    FUZZ_CHECK(strcmp(value[0] != '\0' ? value : "?", again) == 0);
}

static void check_game(const char *text, size_t len)
{
    static fmt_pgn_tags tags, again;
    fmt_error error;
    fuzz_grown written = {0};
    fmt_out to = {fuzz_grow, &written};
    arb_tree *tree;
    arb_game *game = fmt_pgn_open(arb_rules_at(0), text, len, &tree, &tags, &error);
    arb_tree_free(tree);
    if (game == NULL) {
        fuzz_check_sentence(error.text);
        return;
    }
    fmt_pgn_write(&to, game, &tags);
    arb_game *back =
        fmt_pgn_open(arb_rules_at(0), written.text, written.len, &tree, &again, &error);
    arb_tree_free(tree);
    FUZZ_CHECK(back != NULL);
    FUZZ_CHECK(arb_game_ply(back) == arb_game_ply(game));
    FUZZ_CHECK(arb_position_same(arb_game_position(back), arb_game_position(game)));
    FUZZ_CHECK(arb_game_outcome(back).result == arb_game_outcome(game).result);
    check_tag(tags.white, again.white);
    check_tag(tags.event, again.event);
    arb_game_free(back);
    arb_game_free(game);
    free(written.text);
}

static void flush(void *context)
{
    static fuzz_screen screen;
    out *o = context;
    char *text = NULL;
    size_t len = 0;
    FILE *file = open_memstream(&text, &len);
    FUZZ_CHECK(file != NULL);
    game_sink to = {.file = file};
    out_target target = sink_target(&to);
    out_resolve(o, &target);
    fclose(file);
    for (size_t i = 0; i < len; i++) /* terminals ignore a NUL, so lists print it unchanged */
        text[i] = text[i] == '\0' ? ' ' : text[i];
    fuzz_screen_put(&screen, text, len);
    free(text);
    o->len = 0;
}

/* Checks the text as a collection, in two blocks if `cut` is not 0. */
static check_counts check_collection(const check_options *options, const char *text, size_t len,
                                     size_t cut)
{
    static checker c;
    static char buffer[65536];
    out o = {buffer, 0, sizeof buffer, flush, &o};
    checker_init(&c, options, "file", &o);
    if (cut > 0) {
        checker_block(&c, text, cut, false);
        check_counts first = c.counts;
        checker_block(&c, text + cut, len - cut, true);
        FUZZ_CHECK(c.counts.games >= first.games && c.counts.plies >= first.plies);
    } else {
        checker_block(&c, text, len, true);
    }
    flush(&o);
    return c.counts;
}

/* blocks.c cuts before an [Event line. If there is none, this finds another place where it might
 * cut: between a line that is not blank and a line that begins with neither a tag nor a blank. */
static size_t find_cut(const char *text, size_t len)
{
    if (find_event(text, len, 1) < len)
        return 0; /* between two games a cut changes nothing */
    for (size_t at = len / 2 + 3; at + 1 < len; at++)
        if (text[at - 1] == '\n' && text[at] != '[' && (unsigned char)text[at] > ' ' &&
            text[at - 2] != '\n' && !(text[at - 2] == '\r' && text[at - 3] == '\n'))
            return at;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static check_options options;
    if (size < 1)
        return 0;
    char *text = fuzz_copy((fuzz_text){(const char *)data + 1, size - 1});
    size_t len = size - 1;
    options.form = (report_form)(data[0] % 3);
    options.warnings = (data[0] & 8) != 0;
    options.strict = (data[0] & 16) != 0;
    options.rules = arb_rules_at(0);
    options.chess960 = arb_rules_find("chess960", 8);
    FUZZ_CHECK(check_options_start(&options));
    check_tokens(text, len);
    check_game(text, len);
    check_counts whole = check_collection(&options, text, len, 0);
    size_t cut = find_cut(text, len);
    if (cut > 0) {
        check_counts parts = check_collection(&options, text, len, cut);
        FUZZ_CHECK(parts.games == whole.games && parts.plies == whole.plies);
        FUZZ_CHECK(parts.faulty == whole.faulty);
        FUZZ_CHECK(memcmp(parts.findings, whole.findings, sizeof whole.findings) == 0);
    }
    free(text);
    return 0;
}

/* test_collection_blocks.c: where a text is cut into blocks: before an [Event line, and within a
 * game only where its reader does not notice. */
#include "check.h"
#include "collection/blocks.h"

#include <stdlib.h>
#include <unistd.h>

enum { LONG = 2 * BLOCK_SIZE + 5000 };

static char path[] = "/tmp/arbiter-blocks.XXXXXX";
static char text[LONG];
static blocks b;
static block got;
static source *from;

/* Begins to read the first `len` bytes of the text. */
static void begin(size_t len, atomic_int *stop)
{
    FILE *to = fopen(path, "wb");
    CHECK(to != NULL && fwrite(text, 1, len, to) == len && fclose(to) == 0);
    from = source_open(path, stop);
    CHECK(from != NULL);
    memset(&b, 0x55, sizeof b);
    blocks_begin(&b, from);
}

/* Is the next block this part of the text? */
static bool next_is(size_t at, size_t len)
{
    return blocks_next(&b, &got) && got.offset == at && got.len == len &&
           memcmp(got.text, text + at, len) == 0;
}

static void fill(char c)
{
    memset(text, c, sizeof text);
}

static void put(size_t at, const char *words)
{
    memcpy(text + at, words, strlen(words));
}

TEST(a_small_text_is_one_block)
{
    fill('x');
    for (size_t len = 0; len < 12; len++) {
        check_case("%zu bytes", len);
        begin(len, NULL);
        if (len > 0) {
            CHECK(next_is(0, len));
            CHECK(got.begins && got.ends && !got.event_follows);
        }
        CHECK(!blocks_next(&b, &got) && b.offset == len);
        source_close(from);
    }
    check_case("%s", "a byte order mark");
    put(0, "\xEF\xBB\xBF");
    begin(10, NULL);
    CHECK(next_is(3, 7) && got.begins && got.ends);
    CHECK(!blocks_next(&b, &got));
    source_close(from);
    begin(3, NULL);
    CHECK(!blocks_next(&b, &got));
    source_close(from);
    begin(2, NULL);
    CHECK(next_is(0, 2));
    source_close(from);
    put(0, "\xEF\xBB\xBE");
    begin(10, NULL);
    CHECK(next_is(0, 10));
    source_close(from);
    put(4, "\xEF\xBB\xBF"); /* not at the beginning */
    begin(10, NULL);
    CHECK(blocks_range(&b, 4, 10, false) && next_is(4, 6));
    source_close(from);
    check_case("%s", "");
}

TEST(a_block_ends_before_the_last_event_line)
{
    static const struct {
        size_t places[3]; /* of [Event lines, from the start; 0: none */
        size_t cut;
    } rows[] = {
        {{100, 200, BLOCK_SIZE - 7}, BLOCK_SIZE - 7}, /* the last place where all of it is seen */
        {{100, 200, BLOCK_SIZE - 6}, 200},
        {{100, 200, BLOCK_SIZE}, 200},
        {{100, 0, 0}, 100},
        {{1, 0, 0}, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        fill('x');
        put(0, "[");
        for (int k = 0; k < 3; k++)
            if (rows[i].places[k] > 0)
                put(rows[i].places[k] - 1, "\n[Event \"e\"]");
        put(BLOCK_SIZE - 60, "\n[Even \"e\"] [Event \n[event ");
        size_t cut = rows[i].cut, len = BLOCK_SIZE + (cut < 50 ? cut - 1 : 50);
        begin(len, NULL);
        CHECK(next_is(0, cut));
        CHECK(got.begins && got.ends && got.event_follows);
        CHECK(next_is(cut, len - cut));
        CHECK(got.begins && got.ends && !got.event_follows);
        CHECK(!blocks_next(&b, &got));
        source_close(from);
    }
    check_case("%s", "a block that is just full");
    fill('x');
    begin(BLOCK_SIZE, NULL);
    CHECK(blocks_next(&b, &got) && got.len == BLOCK_SIZE);
    CHECK(!blocks_next(&b, &got));
    source_close(from);
    check_case("%s", "");
}

/* A game that fills a block: the end of the block's text, with a bar where it is cut. */
TEST(a_game_that_fills_a_block_is_cut_between_lines)
{
    static const char *const rows[] = {
        "x\n|y z",
        "x\n|y",
        "x\n|y\n",
        "x y\n|a\n\nb",
        "x\n|y\r\n\r\nb c",
        "x\n|y\n \n",
        "x\n|y\n\tb",
        "x\n|y\n b",
        "x\n|y\n[T \"v\"]\n[U \"v\"]",
        "x\n|{\n\n",
        "x\n[T \"v\"]\n|[U \"v w\"]\n\n",
        "x\n[\n|[U \"v w\"]",
        "x\n[T \"v\"]\r\n|[U \"v w\"]",
        "x\n\v [T \"v\"]\n|[U \"v w\"]",
        "x |y\n[U \"v w\"]\n\n",
        "x |y\n\n[U \"v w\"]\n\nz",
        "x y |\n\n[U \"v w\"]",
        "x y |\n[U \"v w\"]",
        "x y |z",
        "x y |",
        "x\n\nz |a",
        "x |y\n\nz",
        "x |y\n\n  [z a",
        "xyz|",
        "x\n\n\n|",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char end[80];
        size_t bar = strcspn(rows[i], "|"), len = strlen(rows[i]) - 1;
        check_case("row %zu: %s", i, rows[i]);
        snprintf(end, sizeof end, "%.*s%s", (int)bar, rows[i], rows[i] + bar + 1);
        fill('x');
        put(BLOCK_SIZE - len, end);
        size_t cut = BLOCK_SIZE - len + bar;
        begin(BLOCK_SIZE + 1000, NULL);
        CHECK(next_is(0, cut));
        CHECK_EQ_INT(got.len, cut);
        CHECK(got.begins && !got.ends && !got.event_follows);
        CHECK(next_is(cut, BLOCK_SIZE + 1000 - cut));
        CHECK(!got.begins && got.ends && !got.event_follows);
        CHECK(!blocks_next(&b, &got));
        source_close(from);
    }
    check_case("%s", "a line that begins with a tag, and nothing else");
    fill('x');
    put(0, "[ ");
    begin(BLOCK_SIZE + 1, NULL);
    CHECK(next_is(0, BLOCK_SIZE) && next_is(BLOCK_SIZE, 1));
    source_close(from);
    check_case("%s", "the first byte of a line is the second of the text");
    fill('x');
    put(0, "x\n");
    begin(BLOCK_SIZE + 1, NULL);
    CHECK(next_is(0, 2));
    source_close(from);
    check_case("%s", "");
}

TEST(a_long_text_is_many_blocks)
{
    for (size_t each = 700; each < LONG; each = 3 * each + 1) {
        check_case("%zu bytes in a game", each);
        for (size_t i = 0; i < LONG; i++)
            text[i] = i % 61 == 60 ? '\n' : i % 5 == 4 ? ' ' : 'y';
        for (size_t at = 0; at + 20 < LONG; at += each)
            put(at > 0 ? at - 1 : 0, at > 0 ? "\n[Event \"\"]\n" : "[Event \"\"]\n");
        begin(LONG, NULL);
        size_t done = 0;
        bool ended = true;
        while (blocks_next(&b, &got)) {
            CHECK(got.offset == done && memcmp(text + done, got.text, got.len) == 0);
            CHECK(got.begins == ended && (!got.begins || got.text[0] == '['));
            done += got.len;
            CHECK(got.event_follows == (got.ends && done < LONG));
            ended = got.ends;
        }
        CHECK(done == LONG && ended);
        source_close(from);
    }
    check_case("%s", "");
}

TEST(what_is_skipped_is_counted)
{
    static const char lines[] = "[Event \"a\"]\n[[Event \"b\"]\n\n[Event [Event \"c\"]\n[Even\n"
                                "x[Event \"d\"]\n[Event \"e\"] \n\n\n[Event\t\n[Event ";
    fill('x');
    put(0, lines);
    for (size_t bytes = 0; bytes < sizeof lines + 20; bytes++) {
        uint64_t line_count = 99, game_count = 99, line_ends = 0, events = 0;
        check_case("%zu bytes", bytes);
        for (size_t i = 0; i < bytes; i++) {
            line_ends += text[i] == '\n';
            events += (i == 0 || text[i - 1] == '\n') && i + 7 <= bytes &&
                      memcmp(text + i, "[Event ", 7) == 0;
        }
        begin(1000, NULL);
        blocks_skip(&b, bytes, &line_count, &game_count);
        CHECK_EQ_INT(line_count, line_ends);
        CHECK_EQ_INT(game_count, events);
        CHECK(next_is(bytes, 1000 - bytes));
        source_close(from);
    }
    check_case("%s", "more than a block, and more than there is");
    uint64_t line_count, game_count;
    put(BLOCK_SIZE - 4, "\n[Event \"\"]");
    begin(LONG, NULL);
    blocks_skip(&b, BLOCK_SIZE + 4, &line_count, &game_count);
    CHECK(line_count == 11 && game_count == 5 && next_is(BLOCK_SIZE + 4, BLOCK_SIZE));
    source_close(from);
    begin(100, NULL);
    blocks_skip(&b, 200, &line_count, &game_count);
    CHECK(b.offset == 100 && !blocks_next(&b, &got));
    source_close(from);
    check_case("%s", "");
}

TEST(reading_goes_on_elsewhere)
{
    fill('x');
    put(500, "\n[Event \"e\"]\n");
    begin(1000, NULL);
    CHECK(blocks_seek(&b, 100) && next_is(100, 900));
    CHECK(!got.begins && got.ends && !got.event_follows);
    source_close(from);
    begin(1000, NULL);
    CHECK(blocks_range(&b, 501, 700, true) && next_is(501, 199));
    CHECK(got.begins && got.ends && got.event_follows);
    CHECK(!blocks_next(&b, &got));
    CHECK(blocks_range(&b, 200, 201, false) && next_is(200, 1));
    CHECK(got.begins && got.ends && !got.event_follows);
    CHECK(blocks_range(&b, 990, 2000, true) && next_is(990, 10) && got.ends);
    source_close(from);
    check_case("%s", "a range of a block and more");
    begin(LONG, NULL);
    CHECK(blocks_range(&b, 10, 10 + BLOCK_SIZE, true) && blocks_next(&b, &got));
    CHECK(got.offset == 10 && got.len == BLOCK_SIZE && got.ends && got.event_follows);
    CHECK(!blocks_next(&b, &got));
    CHECK(blocks_range(&b, 1000, 1001 + BLOCK_SIZE, false) && next_is(1000, BLOCK_SIZE) &&
          !got.ends);
    CHECK(next_is(1000 + BLOCK_SIZE, 1) && !got.begins && got.ends && !blocks_next(&b, &got));
    source_close(from);
    check_case("%s", "a pipe");
    int ends[2];
    CHECK(pipe(ends) == 0 && write(ends[1], "0123456789", 10) == 10 && close(ends[1]) == 0);
    char name[40];
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    from = source_open(name, NULL);
    blocks_begin(&b, from);
    CHECK(!blocks_seek(&b, 1) && !blocks_range(&b, 1, 5, false));
    source_close(from);
    close(ends[0]);
    check_case("%s", "");
}

/* Of a text that is read while somebody stops it only whole games are given. */
TEST(a_stop_leaves_whole_games)
{
    for (int events = 0; events < 2; events++) {
        atomic_int stop = 0;
        fill('x');
        if (events > 0)
            put(9999, "\n[Event \"e\"]\n");
        begin(BLOCK_SIZE / 2, &stop);
        stop = 1;
        CHECK_EQ_INT(blocks_next(&b, &got), events);
        CHECK(source_stopped(from) && b.offset == (events > 0 ? 10000 : 0));
        if (events > 0)
            CHECK(got.len == 10000 && got.ends && got.event_follows);
        source_close(from);
    }
}

int main(void)
{
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    RUN(a_small_text_is_one_block);
    RUN(a_block_ends_before_the_last_event_line);
    RUN(a_game_that_fills_a_block_is_cut_between_lines);
    RUN(a_long_text_is_many_blocks);
    RUN(what_is_skipped_is_counted);
    RUN(reading_goes_on_elsewhere);
    RUN(a_stop_leaves_whole_games);
    unlink(path);
    return check_result();
}

/* test_collection_merge.c: which part of the work a shard does, and how what the shards wrote
 * becomes what one run would have written. */
#include "checked_files.h"
#include "collection/merge.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-merge.XXXXXX";
static char paths[5][60];

static const char *put(int number, const char *text)
{
    snprintf(paths[number], sizeof paths[number], "%s/%d", folder, number);
    FILE *to = fopen(paths[number], "w");
    fputs(text, to);
    fclose(to);
    return paths[number];
}

/* ---- Shards ---- */

TEST(a_shard_is_read)
{
    static const struct {
        const char *text;
        uint64_t number, count; /* 0: refused */
    } rows[] = {
        {"1/1", 1, 1},
        {"1/2", 1, 2},
        {"2/2", 2, 2},
        {"3/2", 0, 0},
        {"0/2", 0, 0},
        {"1/0", 0, 0},
        {"1/", 0, 0},
        {"/2", 0, 0},
        {"1", 0, 0},
        {"1/2/3", 0, 0},
        {"1/2 ", 0, 0},
        {" 1/2", 0, 0},
        {"1:2", 0, 0},
        {"-1/2", 0, 0},
        {"", 0, 0},
        {"1/1000000", 1, 1000000},
        {"1/1000001", 0, 0},
        {"1000000/1000000", 1000000, 1000000},
        {"1000001/1000001", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        shard s = {0, 0};
        bool ok = shard_read(&s, rows[i].text);
        check_case("%s", rows[i].text);
        CHECK_EQ_INT(ok, rows[i].count > 0);
        if (ok)
            CHECK(s.number == rows[i].number && s.count == rows[i].count);
    }
    check_case("%s", "");
    CHECK(!shard_is_part(&(shard){0, 0}) && !shard_is_part(&(shard){1, 1}));
    CHECK(shard_is_part(&(shard){1, 2}));
}

/* Three files of 10, 0 and 25 bytes, and one that has no size. */
TEST(every_byte_belongs_to_one_shard)
{
    put(0, "0123456789");
    put(1, "");
    put(2, "0123456789012345678901234");
    const char *const files[] = {paths[0], paths[1], "-", paths[2], "/dev/null"};
    static const size_t sizes[] = {10, 0, 0, 25, 0};
    for (uint64_t count = 1; count <= 40; count++) {
        uint64_t done[5] = {0}, owners[5] = {0};
        for (uint64_t number = 1; number <= count; number++) {
            shard s = {number, count};
            shard_part *part = shard_part_new(&s, files, 5, NULL);
            check_case("shard %d of %d", (int)number, (int)count);
            CHECK(part != NULL && part->checker == NULL);
            uint64_t first = 35 * (number - 1) / count, end = 35 * number / count, at = 0;
            for (int i = 0; i < 5; i++) {
                bool some = shard_next_file(part, files[i]);
                CHECK_EQ_INT(part->size, sizes[i]);
                owners[i] += part->owned;
                CHECK(!part->owned || some);
                CHECK_EQ_INT(part->reached, first <= at);
                CHECK_EQ_INT(part->begin, first > at ? first - at : 0);
                if (number < count)
                    CHECK_EQ_INT(part->end, end > at ? end - at : 0);
                else
                    CHECK(part->end == UINT64_MAX);
                if (part->begin < sizes[i] && part->end > part->begin) {
                    CHECK(some && part->begin == done[i]);
                    done[i] = part->end < sizes[i] ? part->end : sizes[i];
                } else if (!part->owned && first < end)
                    CHECK(!some);
                CHECK(part->lines == 0 && part->games == 0);
                at += sizes[i];
            }
            shard_part_free(part);
        }
        for (int i = 0; i < 5; i++)
            CHECK(done[i] == sizes[i] && owners[i] == 1);
    }
    check_case("%s", "");
    shard_part_free(NULL);
    for (int i = 0; i < 3; i++)
        unlink(paths[i]);
}

static const char games[] =
    "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 {\n[Event \"c\"]\n\n1. d4 "
    "*\n\n[White \"x\"]\n\n1. c4 *\n\n[Event \"d\"]\n\n1. e4 e5\n*\n[Event "
    "\"e\"]\n\n*\n[White \"last\"]\n";

/* A block is cut to the games that begin within the shard, and those before are counted. */
TEST(a_block_is_cut_to_the_games_of_a_shard)
{
    static block b;
    check_options options = {.rules = arb_rules_find("chess", 5),
                             .chess960 = arb_rules_find("chess960", 8),
                             .form = REPORT_NOTHING};
    size_t len = sizeof games - 1;
    CHECK(check_options_start(&options));
    put(0, games);
    const char *const files[] = {paths[0]};
    for (int counts = 0; counts < 2; counts++)
        for (size_t begin = 0; begin <= len; begin++)
            for (size_t end = begin; end <= len; end += end % 3 == 1 ? 1 : 5) {
                check_case("from %zu to %zu, %d", begin, end, counts);
                shard_part *part =
                    shard_part_new(&(shard){1, 1}, files, 1, counts > 0 ? &options : NULL);
                shard_next_file(part, files[0]);
                part->begin = begin;
                part->end = end;
                part->reached = begin == 0;
                b = (block){.len = len, .offset = 0, .begins = true, .ends = true};
                memcpy(b.text, games, len);
                shard_where where = shard_cut(part, &b);
                size_t first = find_event(games, len, begin), last = find_event(games, len, end);
                uint64_t lines = 0, before = 0;
                for (size_t i = 0; i < first; i++) {
                    lines += games[i] == '\n';
                    before += is_event(games, len, i) || strncmp(games + i, "\n[White", 7) == 0;
                }
                if (begin > 0) {
                    CHECK_EQ_INT(part->lines, counts > 0 ? lines : 0);
                    CHECK_EQ_INT(part->games, counts > 0 ? before : 0);
                }
                if (begin > 0 && first == len) {
                    CHECK_EQ_INT(where, SHARD_BEFORE);
                    shard_part_free(part);
                    continue;
                }
                first = begin > 0 ? first : 0;
                CHECK(part->reached && b.offset == first && b.begins);
                CHECK_EQ_INT(where, last == len    ? SHARD_WITHIN
                                    : last > first ? SHARD_LAST
                                                   : SHARD_BEHIND);
                CHECK(b.len == last - first && memcmp(b.text, games + first, b.len) == 0);
                CHECK(b.ends && b.event_follows == (last < len));
                shard_part_free(part);
            }
    check_case("%s", "a block that goes on with a game");
    shard_part *part = shard_part_new(&(shard){1, 1}, files, 1, &options);
    for (size_t at = 100; at < 140; at += 20) {
        shard_next_file(part, files[0]);
        part->begin = at;
        part->reached = false;
        b = (block){.len = len, .offset = 110, .begins = false, .ends = true};
        memcpy(b.text, games, len);
        CHECK_EQ_INT(shard_cut(part, &b), SHARD_WITHIN);
        CHECK_EQ_INT(b.offset, 110 + find_event(games, len, at == 100 ? 1 : 10));
        CHECK(b.begins);
    }
    /* Games are counted in two blocks as in one. */
    uint64_t all_lines = 0;
    for (size_t i = 0; i < len; i++)
        all_lines += games[i] == '\n';
    for (size_t at = 8; at + 1 < len; at++) {
        bool between =
            games[at - 1] == '\n' && games[at] != '[' && games[at] != '\n' && games[at - 2] != '\n';
        bool within = games[at - 1] == ' ' && games[at] != '"';
        if (!between && !within)
            continue;
        check_case("cut at %zu", at);
        shard_next_file(part, files[0]);
        part->begin = len - 3;
        part->reached = false;
        b = (block){.len = at, .offset = 0, .begins = true, .ends = false};
        memcpy(b.text, games, at);
        CHECK_EQ_INT(shard_cut(part, &b), SHARD_BEFORE);
        b = (block){.len = len - at, .offset = at, .begins = false, .ends = true};
        memcpy(b.text, games + at, len - at);
        CHECK_EQ_INT(shard_cut(part, &b), SHARD_BEFORE);
        CHECK_EQ_INT(part->games, 7);
        CHECK_EQ_INT(part->lines, all_lines);
    }
    shard_part_free(part);
    unlink(paths[0]);
    check_case("%s", "");
}

/* ---- Merging ---- */

static char problem_text[200], merged[3000];

static void problem(const char *file, const char *text)
{
    snprintf(problem_text, sizeof problem_text, "%s: %s", strrchr(file, '/') + 1, text);
}

static check_options options;
static check_result *sum;
static bool summed;

static bool merge(size_t count, report_form form)
{
    const char *files[5];
    for (size_t i = 0; i < count; i++)
        files[i] = paths[i];
    problem_text[0] = '\0';
    memset(merged, 0, sizeof merged);
    options = (check_options){.form = form};
    FILE *to = fmemopen(merged, sizeof merged, "w");
    bool ok = merge_files(files, count, to, &options, sum, &summed, problem);
    fclose(to);
    return ok;
}

/* What a shard writes: some text, and its summary. */
static void put_part(int number, shard s, report_form form, const char *text, uint64_t factor)
{
    char all[3000];
    check_job job = {.shard = s, .options = {.form = form, .strict = factor == 2}};
    check_result t = {.files = factor,
                      .has_text = s.number == 2,
                      .counts = {.games = 10 * factor, .plies = 1000 * factor, .faulty = factor}};
    t.counts.findings[FOUND_ILLEGAL] = factor;
    t.counts.findings[FOUND_COUNT - 1] = 7 * factor;
    t.unreadable = factor == 3;
    t.stopped = factor == 4;
    t.no_memory = factor == 5;
    strcpy(all, text);
    FILE *to = fmemopen(all + strlen(text), sizeof all - strlen(text), "w");
    merge_summary(&job, &t, to);
    fclose(to);
    put(number, all);
}

TEST(a_summary_says_which_part_it_is_of)
{
    static const struct {
        report_form form;
        const char *name;
    } rows[] = {{REPORT_LINES, "lines"},
                {REPORT_JSON, "json"},
                {REPORT_LIST, "list"},
                {REPORT_NOTHING, "stats"}};
    for (size_t i = 0; i < 4; i++)
        for (uint64_t factor = 1; factor <= 5; factor++) {
            char expected[600], line[600];
            put_part(0, (shard){2, 3}, rows[i].form, "", factor);
            FILE *from = fopen(paths[0], "r");
            CHECK(fgets(line, sizeof line, from) != NULL && getc(from) == EOF);
            fclose(from);
            snprintf(expected, sizeof expected,
                     "{\"summary\":true,\"files\":%d,\"games\":%d0,\"plies\":%d000,\"faulty\":%d,"
                     "\"findings\":{\"illegal\":%d,\"claim-moves\":%d},\"shard\":{\"number\":2,"
                     "\"of\":3,\"form\":\"%s\",\"strict\":%s,\"text\":true,\"whole\":%s}}\n",
                     (int)factor, (int)factor, (int)factor, (int)factor, (int)factor,
                     7 * (int)factor, rows[i].name, factor == 2 ? "true" : "false",
                     factor >= 3 ? "false" : "true");
            CHECK_EQ_TEXT(line, expected);
        }
    unlink(paths[0]);
}

TEST(parts_are_put_in_order_and_added_up)
{
    for (int form = 0; form < 3; form++) {
        static const report_form forms[] = {REPORT_LINES, REPORT_JSON, REPORT_NOTHING};
        check_case("form %d", form);
        put_part(0, (shard){3, 3}, forms[form], "three\n", 1);
        put_part(1, (shard){1, 3}, forms[form], "one\n{\"summary\":true,\n", 1);
        put_part(2, (shard){2, 3}, forms[form], "", 1);
        CHECK(merge(3, forms[form] == REPORT_NOTHING ? REPORT_NOTHING : REPORT_LIST));
        CHECK_EQ_TEXT(problem_text, "");
        CHECK_EQ_TEXT(merged, "one\n{\"summary\":true,\nthree\n");
        CHECK(summed && options.form == forms[form] && !options.strict);
        CHECK(sum->files == 3 && sum->counts.games == 30 && sum->counts.plies == 3000);
        CHECK(sum->counts.faulty == 3 && sum->counts.findings[FOUND_ILLEGAL] == 3 &&
              sum->counts.findings[FOUND_COUNT - 1] == 21 &&
              sum->counts.findings[FOUND_AMBIGUOUS] == 0);
        CHECK(sum->has_text && !sum->unreadable && !sum->no_memory);
    }
    check_case("%s", "strict, and one could not be read");
    put_part(0, (shard){1, 1}, REPORT_LINES, "", 2);
    CHECK(merge(1, REPORT_LIST) && options.strict && !sum->has_text && !sum->unreadable);
    put_part(0, (shard){1, 1}, REPORT_LINES, "", 3);
    CHECK(merge(1, REPORT_LIST) && !options.strict && sum->unreadable);
    check_case("%s", "a text of more than a buffer");
    static char longest[70000];
    memset(longest, 'x', sizeof longest - 1);
    longest[69998] = '\n';
    put(0, longest);
    FILE *to = tmpfile();
    CHECK(merge_files((const char *const[]){paths[0]}, 1, to,
                      &(check_options){.form = REPORT_LINES}, sum, &summed, problem));
    CHECK(ftell(to) == 69999 && !summed);
    fclose(to);
    check_case("%s", "whole runs");
    static const char whole[] =
        "{\"summary\":true,\"files\":1,\"games\":4,\"plies\":5,\"faulty\":0,"
        "\"findings\":{\"null-move\":2}}\n";
    put(0, whole);
    put(1, whole);
    CHECK(merge(2, REPORT_LIST) && summed && options.form == REPORT_JSON);
    CHECK(sum->counts.games == 8 && sum->counts.findings[FOUND_NULL_MOVE] == 4);
    check_case("%s", "games and lists in the order given");
    put(0, "some games\n");
    put(1, "");
    put(2, "without a line end");
    CHECK(merge(3, REPORT_LINES) && !summed);
    CHECK_EQ_TEXT(merged, "some games\nwithout a line end");
    put(0, "12\t1\tok\n13\tstop\n");
    put(2, "4\t\n");
    CHECK(merge(3, REPORT_LIST) && !summed);
    CHECK_EQ_TEXT(merged, "12\t1\tok\n13\tstop\n4\t\n");
    check_case("%s", "");
    for (int i = 0; i < 3; i++)
        unlink(paths[i]);
}

TEST(parts_that_do_not_fit_are_refused)
{
    static const char counts[] = "these are counts: `arbiter stats --merge` adds them up",
                      other[] = "this is a part of another run",
                      no_list[] = "this is not what a whole `arbiter check --shard` writes";
    static const struct {
        shard shards[3];
        report_form form[3];
        uint64_t factor[3];
        const char *problem;
    } rows[] = {
        {{{1, 2}, {2, 2}}, {REPORT_JSON, REPORT_JSON}, {1, 1}, ""},
        {{{1, 2}, {1, 2}}, {REPORT_JSON, REPORT_JSON}, {1, 1}, "this shard is there twice"},
        {{{1, 3}, {2, 3}}, {REPORT_JSON, REPORT_JSON}, {1, 1}, "shard 3/3 is missing"},
        {{{1, 3}, {3, 3}}, {REPORT_JSON, REPORT_JSON}, {1, 1}, "shard 2/3 is missing"},
        {{{2, 3}, {3, 3}}, {REPORT_JSON, REPORT_JSON}, {1, 1}, "shard 1/3 is missing"},
        {{{2, 3}, {3, 3}, {3, 3}},
         {REPORT_JSON, REPORT_JSON, REPORT_JSON},
         {1, 1, 1},
         "shard 1/3 is missing"},
        {{{1, 3}, {3, 3}, {3, 3}},
         {REPORT_JSON, REPORT_JSON, REPORT_JSON},
         {1, 1, 1},
         "shard 2/3 is missing"},
        {{{1, 3}, {2, 3}, {2, 3}},
         {REPORT_JSON, REPORT_JSON, REPORT_JSON},
         {1, 1, 1},
         "this shard is there twice"},
        {{{1, 2}, {2, 3}}, {REPORT_JSON, REPORT_JSON}, {1, 1}, other},
        {{{1, 2}, {2, 2}}, {REPORT_JSON, REPORT_LINES}, {1, 1}, other},
        {{{1, 2}, {2, 2}}, {REPORT_JSON, REPORT_JSON}, {1, 2}, other},
        {{{1, 2}, {2, 2}}, {REPORT_JSON, REPORT_NOTHING}, {1, 1}, counts},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t count = 0;
        for (; count < 3 && rows[i].factor[count] > 0; count++)
            put_part((int)count, rows[i].shards[count], rows[i].form[count], "x\n",
                     rows[i].factor[count]);
        check_case("row %zu", i);
        CHECK_EQ_INT(merge(count, REPORT_LIST), rows[i].problem[0] == '\0');
        CHECK_EQ_TEXT(problem_text[0] != '\0' ? problem_text + 3 : "", rows[i].problem);
    }
    check_case("%s", "some with a summary");
    put_part(0, (shard){1, 2}, REPORT_JSON, "", 1);
    put(1, "1\tx\n");
    CHECK(!merge(2, REPORT_LIST));
    CHECK_EQ_TEXT(problem_text, "1: some have a summary at their end, some do not");
    check_case("%s", "what no shard writes");
    static const char *const no_lists[] = {"x\t1\n", "1 \n", "12\t", "\t\n",
                                           "1234",   "12\n", "1\tx"};
    for (size_t i = 0; i < sizeof no_lists / sizeof *no_lists; i++) {
        put(0, no_lists[i]);
        CHECK(!merge(1, REPORT_LIST));
        CHECK_EQ_TEXT(problem_text + 3, no_list);
    }
    put(0, "x\n");
    CHECK(!merge(1, REPORT_NOTHING));
    CHECK_EQ_TEXT(problem_text, "0: this is not what a whole `arbiter stats --shard` writes");
    put(0, "{\"summary\":true,\"games\":1}"); /* cut before its line end */
    CHECK(!merge(1, REPORT_LIST));
    CHECK_EQ_TEXT(problem_text + 3, no_list);
    check_case("%s", "");
    unlink(paths[0]);
    CHECK(!merge(2, REPORT_LIST));
    CHECK_EQ_TEXT(problem_text, "0: No such file or directory");
    for (int i = 1; i < 3; i++)
        unlink(paths[i]);
    snprintf(paths[0], sizeof paths[0], "%s", folder);
    CHECK(!merge(1, REPORT_LIST));
    CHECK_EQ_TEXT(strrchr(problem_text, ':'), ": Is a directory");
    int ends[2];
    CHECK(pipe(ends) == 0 && write(ends[1], "1\tx\n", 4) == 4 && close(ends[1]) == 0);
    snprintf(paths[0], sizeof paths[0], "/dev/fd/%d", ends[0]);
    CHECK(!merge(1, REPORT_LIST));
    CHECK_EQ_TEXT(strrchr(problem_text, ':'), ": Illegal seek");
    close(ends[0]);
}

int main(void)
{
    if (mkdtemp(folder) == NULL || (sum = calloc(1, sizeof *sum)) == NULL)
        return 1;
    RUN(a_shard_is_read);
    RUN(every_byte_belongs_to_one_shard);
    RUN(a_block_is_cut_to_the_games_of_a_shard);
    RUN(a_summary_says_which_part_it_is_of);
    RUN(parts_are_put_in_order_and_added_up);
    RUN(parts_that_do_not_fit_are_refused);
    free(sum);
    if (rmdir(folder) != 0) /* all files are gone */
        return 1;
    return tests_result();
}

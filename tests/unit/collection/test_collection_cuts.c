/* test_collection_cuts.c: what is written of a game does not depend on where its text is cut into
 * blocks, nor on the room for the output. What is written itself the golden tests of convert and
 * check say. */
#include "check.h"
#include "collection/checker/checker.h"

#include <stdlib.h>

static const char games[] =
    "[Event \"one\"]\n[Site \"?\"]\n[Date \"2001.02.03\"]\n[White \"M\xFCller\"]\n[Black \"B "
    "\\\"x\\\"\"]\n"
    "[Result \"1-0\"]\n[Remark \"caf\xC3\xA9\"]\n\n"
    "{first [%clk 0:10:00]} 1. e4 {[%eval 0.3] [%clk 0:09:58] good} e5 $1 2. Nf3 ; to the end } \n"
    "2... Nc6 (2... d6 3. d4 (3. Bc4 {in it [%clk 1:00]} -- 4. O-O) 3... exd4!?) (2... Nf6) 3. "
    "Bb5\n"
    "{a long comment that fills more than a line of the output, so that it is broken "
    "somewhere[%clk 0:09:01] and\ngoes on} 3... a6 4. 0-0 {castles} Nf6 5. Re1 Be7 6. Bf1 d6 7. d4 "
    "exd4 8.\n"
    "Nxd4 Nxd4 9. Qxd4 O-O 10. Nc3 c5 11. Qd1 Be6 12. Nd5 ?! Nxd5 13. exd5 Bf5 14. c4 b5 15. b3 "
    "bxc4 16. bxc4 1-0\n\n"
    "[Event \"two\"]\n[Result \"*\"]\n[FEN \"4k3/P7/8/8/8/8/p7/4K2R b K - 3 20\"]\n[SetUp "
    "\"1\"]\n\n"
    "20... a1=Q+ 21. Ke2 Qa2+ 22. Kf1 Qxa7 23. Kg2 (23. Rh8+ Kd7) 23... Qb7+ *\n\n"
    "[Event \"three\"]\n[White \"W\"]\n\n1. e4 e5 2. Ke3 Ke7 3. d4 {never} (3. c4 x) 1/2-1/2\n\n"
    "1. d4 d5 2. c4 {open\n\n"
    "[Event \"four\"]\n[Variant \"Atomic\"]\n[Result \"0-1\"]\n\n1. Nf3 f6 2. Nd4 ( 2. e4 $10) "
    "2... e5 {} 3. Nf5 a6 4. Nxg7+ 1-0 text\n\n"
    "[White \"untitled\"]\n[Result \"1/2-1/2\"]\n\n1. f3 e5 2. g4 Qh4 1/2-1/2\n{and} more\ntext "
    ")\n\n"
    "[Event \"one ply\"]\n[Result \"0-1\"]\n\n1. e4 e4 0-1\n\n[Event \"none\"]\n[Result "
    "\"*\"]\n\n1. e5 *\n\n"
    "[Event \"clocks\"]\n[Result \"*\"]\n\n1. e4 {[%clk 1:02:03.5] [%clk 9]} e5 {[%clk x] "
    "[%eval #-3,12]} 2. Nf3 {x[%clk 7:x] [%eval -1.25 ]} Nc6 ({[%clk 3]} 2... d6) 3. Bc4 {[%eval "
    "1e7] [%clk 0:00] } *\n\n"
    "[Event \"bare king\"]\n[Result \"1-0\"]\n[FEN \"4k3/4p3/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp "
    "\"1\"]\n\n1. Kd2 Kd7 {ok} 1-0\n\n[Event \"last\"]\n[TimeControl \"time\"]\n[Result "
    "\"1/2-1/2\"]\n\n1/2-1/2\n\n"
    "[Event \"usual start\"]\n[Result \"0-1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR "
    "w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 e5 0-1 (1... c5) 2. Nf3\n";

typedef struct {
    out out;
    char room[40000];
} desk;

static desk d;
static out_target target;
static char *to;
static size_t to_len;
static char text_of[2][60000], sorted[2][2][4000];
static size_t sorted_len[2][2];

static void put(void *context, const char *text, size_t len)
{
    (void)context;
    memcpy(to + to_len, text, len);
    to_len += len;
}

static void put_game(void *context, uint64_t low, uint64_t high, const char *key, size_t len)
{
    (void)context;
    to_len += (size_t)sprintf(to + to_len, "<%llx %llx %.*s>", (unsigned long long)low,
                              (unsigned long long)high, (int)len, key);
}

static void pour(void *context)
{
    (void)context;
    CHECK(d.out.len <= d.out.cap);
    out_resolve(&d.out, &target);
    d.out.len = 0;
}

static size_t piece_begin;
static char *piece_to;
static size_t *piece_len;
static char piece[4000];

/* The games' own bytes: gathered until it is known whether the game is good. */
static void sort(void *context, size_t begin, size_t len, bool last, bool faulty)
{
    const checker *c = context;
    memcpy(piece + piece_begin, c->text + begin, len);
    piece_begin += len;
    if (!last)
        return;
    memcpy(piece_to + 4000 * (size_t)faulty + piece_len[faulty], piece, piece_begin);
    piece_len[faulty] += piece_begin;
    piece_begin = 0;
}

static check_options options;
static checker c;

/* Gives the checker a part of the text, in a place of its own that does not stay. */
static void give(const char *text, size_t len, bool ends, bool event_follows)
{
    static char room[sizeof games + 100];
    memset(room, '#', sizeof room);
    memcpy(room, text, len);
    c.event_follows = event_follows;
    checker_block(&c, room, len, ends);
    pour(NULL);
    target.games += (uint64_t)c.games;
    target.lines += c.block_lines;
    target.bytes += len;
    memset(room, '#', sizeof room);
}

static void begin(int slot, size_t cap)
{
    to = text_of[slot];
    to_len = 0;
    target = (out_target){.text = put, .game = put_game};
    d.out = (out){d.room, 0, cap, pour, NULL};
    piece_to = sorted[slot][0];
    piece_len = sorted_len[slot];
    piece_begin = piece_len[0] = piece_len[1] = 0;
    c.sort = sort;
    c.sort_context = &c;
    checker_init(&c, &options, "file.pgn", &d.out);
}

/* Adds the counts of a checker to the text, where they are compared, too. */
static void end(const check_counts *before)
{
    to_len += (size_t)sprintf(
        to + to_len, "%d games, %d plies, %d faulty:", (int)(c.counts.games + before->games),
        (int)(c.counts.plies + before->plies), (int)(c.counts.faulty + before->faulty));
    for (int i = 0; i < FOUND_COUNT; i++)
        to_len +=
            (size_t)sprintf(to + to_len, " %d", (int)(c.counts.findings[i] + before->findings[i]));
    to[to_len] = '\0';
}

/* May a block end there, and how? At an [Event line the game is over; elsewhere it goes on. */
typedef enum { NO_CUT, CUT_GAMES, CUT_GAME } cut;

static cut cut_at(size_t at)
{
    const char *line = games + at - 1, *text = games + at;
    if (is_event(games, sizeof games - 1, at))
        return CUT_GAMES;
    bool line_begins = text[-1] == '\n';
    while (line > games && line[-1] != '\n')
        line--;
    if (line_begins && *text != '[')
        return (unsigned char)*text > ' ' && *line != '\n' ? CUT_GAME : NO_CUT;
    if (line_begins)
        return *line == '[' ? CUT_GAME : NO_CUT;
    /* A block is cut within a line only where it has no other; then a comment that it cuts is laid
     * out by what the block has of it. */
    bool brace = *text == '{', rest = false;
    for (const char *at_byte = line; at_byte < text; at_byte++) {
        rest |= *at_byte == ';';
        brace = *at_byte == '{' || (brace && *at_byte != '}');
    }
    return text[-1] == ' ' && *text > ' ' && *line != '[' && !brace && !rest ? CUT_GAME : NO_CUT;
}

/* Compares the text cut at every place with the whole one. */
static void compare_cuts(void)
{
    static const size_t caps[] = {30, 61, 100, 513, sizeof d.room};
    static const check_counts none;
    begin(0, sizeof d.room);
    give(games, sizeof games - 1, true, false);
    end(&none);
    CHECK(to_len > 80);
    size_t whole = to_len;
    for (size_t at = 1; at < sizeof games - 1; at++) {
        cut how = cut_at(at);
        check_counts before = {0};
        if (how == NO_CUT)
            continue;
        begin(1, caps[at % 5]);
        give(games, at, how == CUT_GAMES, how == CUT_GAMES);
        if (how == CUT_GAMES) {
            before = c.counts;
            checker_init(&c, &options, "file.pgn", &d.out);
        }
        give(games + at, sizeof games - 1 - at, true, false);
        end(&before);
        bool same = to_len == whole && memcmp(text_of[0], text_of[1], whole) == 0;
        CHECK(same);
        if (!same) {
            size_t i = 0;
            while (text_of[0][i] == text_of[1][i])
                i++;
            i = i > 30 ? i - 30 : 0;
            printf("cut at %zu, before %.20s\n-- whole: %.200s\n-- cut: %.200s\n", at, games + at,
                   text_of[0] + i, text_of[1] + i);
            return;
        }
        for (int k = 0; k < 2; k++)
            CHECK(sorted_len[0][k] == sorted_len[1][k] &&
                  memcmp(sorted[0][k], sorted[1][k], sorted_len[0][k]) == 0);
    }
}

static void set(check_options these)
{
    options = these;
    options.rules = arb_rules_find("chess", 5);
    options.chess960 = arb_rules_find("chess960", 8);
    CHECK(check_options_start(&options));
}

TEST(games_in_another_form_do_not_depend_on_cuts)
{
    static query asks_nothing, asks_openings, asks_moves, asks_comments;
    static const struct {
        const char *name;
        convert_options options;
        const char *where;
    } rows[] = {
        {"pgn", {.form = TO_PGN, .keep = true}, NULL},
        {"pgn folded", {.form = TO_PGN, .keep = true, .fold = true}, NULL},
        {"pgn bare",
         {.form = TO_PGN, .no_comments = true, .no_nags = true, .no_variations = true},
         NULL},
        {"pgn with the roster",
         {.form = TO_PGN, .tags = TAGS_ROSTER, .add_plies = true, .mend_results = true},
         NULL},
        {"pgn with chosen tags",
         {.form = TO_PGN,
          .tags = TAGS_CHOSEN,
          .chosen_tags = "White,Remark,HashCode",
          .fingerprint = true,
          .add_hash = true,
          .add_plies = true},
         NULL},
        {"lines apart", {.form = TO_PGN, .lines_apart = true, .keep = true}, NULL},
        {"sorted",
         {.form = TO_PGN, .head = true, .key = KEY_PLAYER, .keep = true, .fingerprint = true},
         NULL},
        {"uci", {.form = TO_UCI, .keep = true}, NULL},
        {"lan", {.form = TO_LAN, .keep = true}, NULL},
        {"fen", {.form = TO_FEN, .keep = true}, NULL},
        {"epd", {.form = TO_EPD}, NULL},
        {"ndjson", {.form = TO_NDJSON, .keep = true, .fingerprint = true}, NULL},
        {"ndjson bare", {.form = TO_NDJSON, .keep = true, .no_variations = true}, NULL},
        {"csv", {.form = TO_CSV, .keep = true}, NULL},
        {"keys", {.form = TO_KEYS, .keep = true}, NULL},
        {"nothing", {.form = TO_NOTHING, .keep = true}, NULL},
        {"eco", {.form = TO_PGN, .add_eco = true, .keep = true}, NULL},
        {"a query of moves", {.form = TO_UCI, .keep = true}, "moves"},
        {"a query of comments", {.form = TO_UCI, .keep = true}, "comments"},
        {"statistics",
         {.form = TO_NOTHING, .key = KEY_STATS, .keep = true, .walk_openings = true},
         NULL},
    };
    unsigned node;
    query_error error;
    query_prepare(&asks_nothing);
    query_prepare(&asks_openings);
    query_walk_openings(&asks_openings);
    CHECK(query_parse(&asks_moves,
                      "line '1. e4 e5 2. Nf3 Nc6 3. Bb5' or material 'white R v Q' or promotion",
                      &node, &error));
    query_require(&asks_moves, node);
    query_prepare(&asks_moves);
    CHECK(query_parse(&asks_comments, "comment 'somewhere'", &node, &error));
    query_require(&asks_comments, node);
    query_prepare(&asks_comments);
    set((check_options){.form = REPORT_NOTHING});
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        convert_options o = rows[i].options;
        check_case("%s", rows[i].name);
        o.query = rows[i].where == NULL
                      ? o.add_eco || o.walk_openings ? &asks_openings : &asks_nothing
                  : rows[i].where[0] == 'm' ? &asks_moves
                                            : &asks_comments;
        c.record = record_new(&o);
        CHECK(c.record != NULL);
        compare_cuts();
        record_free(c.record);
        c.record = NULL;
    }
    check_case("%s", "");
}

TEST(findings_do_not_depend_on_cuts)
{
    static const report_form forms[] = {REPORT_LINES, REPORT_JSON, REPORT_LIST, REPORT_ROWS,
                                        REPORT_NOTHING};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (int way = 0; way < 3; way++) {
            check_case("form %zu, way %d", i, way);
            set((check_options){.form = forms[i], .warnings = way > 0, .strict = way == 2});
            compare_cuts();
        }
    check_case("%s", "");
}

/* Of a long name only the beginning sorts a game. */
TEST(a_key_has_its_length)
{
    static query asks_nothing;
    convert_options o = {
        .form = TO_NOTHING, .head = true, .key = KEY_PLAYER, .query = &asks_nothing};
    set((check_options){.form = REPORT_NOTHING});
    query_prepare(&asks_nothing);
    c.record = record_new(&o);
    for (size_t len = 250; len < 260; len++) {
        char game[600], name[300];
        memset(name, 'n', len);
        name[len] = '\0';
        check_case("a name of %zu bytes", len);
        size_t size = (size_t)snprintf(
            game, sizeof game, "[Event \"e\"]\n[White \"%s\"]\n[Black \"b\"]\n\n1. e4 *\n", name);
        begin(0, sizeof d.room);
        give(game, size, true, false);
        to[to_len] = '\0';
        const char *key = strchr(to, 'n'), *tab = strchr(to, '\t');
        CHECK(key != NULL && tab != NULL && tab - key == (long)(len < 255 ? len : 255));
        CHECK_EQ_TEXT(tab, "\tb>");
    }
    record_free(c.record);
    c.record = NULL;
    check_case("%s", "");
}

int main(void)
{
    RUN(a_key_has_its_length);
    RUN(games_in_another_form_do_not_depend_on_cuts);
    RUN(findings_do_not_depend_on_cuts);
    return check_result();
}

/* test_collection_search.c: an index that is built and asked: exactly the games that can pass are
 * found. A search that finds too many, or that gives the index up, has the same result in the end,
 * so only this test notices. */
#include "check.h"
#include "collection/index/index_build.h"
#include "collection/index/index_search.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { GAMES = 300, BYTES = 100, UNKNOWN = 77 };

static const char *const lines[] = {"1. e4", "1. e4 e5", "1. d4", "1. d4 d5", "1. Nf3"};

static char folder[] = "/tmp/arbiter-search.XXXXXX", collection[64], beside[80];

/* ---- The games ---- */

static uint64_t key_of(const char *line)
{
    const arb_rules *rules = arb_rules_find("chess", 5);
    arb_position position;
    char text[100], *save = NULL;
    arb_position_start(&position, rules);
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok_r(text, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        arb_san san;
        arb_undo undo;
        if (word[0] >= '0' && word[0] <= '9')
            continue;
        CHECK(arb_san_read(&position, word, strlen(word), &san) == ARB_OK);
        arb_position_play(&position, san.move, &undo);
    }
    return arb_position_key(&position);
}

static void white_of(uint64_t game, char *name)
{
    sprintf(name, "Player %d of %0*d", (int)(game % 7), 600, 1);
}

static void black_of(uint64_t game, char *name)
{
    name[0] = '\0';
    if (game % 10 != 0)
        sprintf(name, "Opponent %d", (int)(game % 11));
}

static void put_name(index_builder *b, const char *name)
{
    for (; *name != '\0'; name++) {
        unsigned char byte = (unsigned char)*name;
        char halves[2] = {(char)(KEYS_HALF | byte >> 4), (char)(KEYS_HALF | (byte & 15))};
        index_text(b, halves, 2);
    }
    index_text(b, &(char){(char)KEYS_NAME_ENDS}, 1);
}

static void put_key_of(index_builder *b, uint64_t key)
{
    char digits[KEYS_DIGITS];
    for (int i = 0; i < KEYS_DIGITS; i++, key >>= 7)
        digits[i] = (char)(KEYS_DIGIT | (key & 0x7F));
    index_text(b, digits, 3);
    index_text(b, digits + 3, sizeof digits - 3);
}

static index_stamp stamp_of_collection(void)
{
    index_stamp stamp = {.size = 0};
    int file = open(collection, O_RDONLY);
    CHECK(file >= 0 && index_stamp_of(file, &stamp) && index_hash_of(file, &stamp.hash));
    close(file);
    return stamp;
}

/* Builds the index of the collection; each game has the start, one of the lines, and `more` other
 * positions. */
static void build(index_stamp stamp, size_t more, bool unknown)
{
    index_builder *b = index_builder_new(1 << 20);
    uint64_t start = key_of(""), state = 1;
    for (uint64_t game = 0; game < GAMES; game++) {
        char place[60], name[700];
        int len =
            snprintf(place, sizeof place, "%d\t%d", (int)(10 * game + 3), (int)(BYTES * game));
        index_game(b,
                   (game % 3 == 0 ? INDEX_EVENT_LINE : 0) |
                       (unknown && game == UNKNOWN ? INDEX_UNKNOWN_TAGS : 0),
                   place, (size_t)len);
        white_of(game, name);
        put_name(b, name);
        black_of(game, name);
        put_name(b, name);
        put_key_of(b, start);
        for (size_t i = 0; i < more; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            put_key_of(b, state ^ state >> 29);
        }
        put_key_of(b, key_of(lines[game % 5]));
        put_key_of(b, start);
    }
    CHECK_EQ_TEXT(index_builder_problem(b), NULL);
    CHECK_EQ_INT(index_builder_games(b), GAMES);
    FILE *to = fopen(beside, "w+b");
    CHECK(to != NULL && index_builder_write(b, &stamp, to));
    fclose(to);
    index_builder_free(b);
}

/* ---- Asking ---- */

static query q;

static bool parse(const char *text)
{
    query_error error;
    unsigned node = 0;
    memset(&q, 0, sizeof q);
    bool ok = CHECK(query_parse(&q, text, &node, &error));
    if (ok) {
        query_require(&q, node);
        query_prepare(&q);
    }
    return ok;
}

static index_search *ask(const char *text, index_problem *problem)
{
    int file = open(collection, O_RDONLY);
    index_search *s =
        CHECK(file >= 0) && parse(text) ? index_ask(collection, file, &q, problem) : NULL;
    close(file);
    return s;
}

/* Is a game among those that a query may want, as far as an index knows? */
typedef bool wanted_game(uint64_t game);

static bool every(uint64_t game)
{
    (void)game;
    return true;
}

static bool none(uint64_t game)
{
    (void)game;
    return false;
}

static bool has_e4(uint64_t game)
{
    return game % 5 == 0;
}

static bool has_e4_or_d4(uint64_t game)
{
    return game % 5 == 0 || game % 5 == 2;
}

static bool has_player_3(uint64_t game)
{
    return game % 7 == 3;
}

static bool has_player_3_and_e4(uint64_t game)
{
    return game % 7 == 3 && game % 5 == 0;
}

static bool has_opponent_10(uint64_t game)
{
    return game % 11 == 10 && game % 10 != 0;
}

static bool has_opponent_1(uint64_t game)
{
    return game % 11 == 1 && game % 10 != 0;
}

static bool has_opponent_1_or_10(uint64_t game)
{
    return (game % 11 == 10 || game % 11 == 1) && game % 10 != 0;
}

static void check_ranges(index_search *s, wanted_game *wanted, bool unknown, const char *text)
{
    index_range range;
    bool ok = false;
    uint64_t next = 0;
    check_case("%s", text);
    while (index_next(s, &range, &ok)) {
        for (; next < range.first; next++)
            CHECK(!wanted(next) && !(unknown && next == UNKNOWN));
        for (; next < range.first + range.count; next++)
            CHECK(wanted(next) || (unknown && next == UNKNOWN));
        CHECK_EQ_INT(range.begin, BYTES * range.first);
        CHECK_EQ_INT(range.end, BYTES * (range.first + range.count));
        CHECK_EQ_INT(range.lines, 10 * range.first + 2);
        CHECK_EQ_INT(range.event_follows, next < GAMES && next % 3 == 0);
        CHECK(ok);
    }
    CHECK(ok);
    for (; next < GAMES; next++)
        CHECK(!wanted(next) && !(unknown && next == UNKNOWN));
    check_case("%s", "");
}

TEST(the_games_that_can_pass_are_found)
{
    static const struct {
        const char *text;
        wanted_game *wanted; /* NULL: the index cannot help */
    } rows[] = {
        {"line '1. e4'", has_e4},
        {"line '1. e4' or line '1. d4'", has_e4_or_d4},
        {"line '1. e4' and line '1. d4'", none},
        {"line '1. e4' and plies > 3", has_e4},
        {"plies > 3 and line '1. e4'", has_e4},
        {"plies > 3 or line '1. e4'", NULL},
        {"not line '1. e4'", NULL},
        {"not line '1. e4' and line '1. d4' or line '1. e4'", has_e4_or_d4},
        {"line '1. c4'", none},
        {"line ''", every},
        {"plies > 3", NULL},
        {"white ~ 'player 3'", has_player_3},
        {"white ~ 'PLAYER 3 OF'", has_player_3},
        {"player ~ 'player 3 '", has_player_3},
        {"black ~ 'player 3 '", none},
        {"black = 'Opponent 10'", has_opponent_10},
        {"black = 'Opponent 1'", has_opponent_1},
        {"black ~ 'Opponent 1'", has_opponent_1_or_10},
        {"white = 'Opponent 10'", none},
        {"player = 'opponent 10'", none},
        {"white ~ 'player 3' and line '1. e4'", has_player_3_and_e4},
        {"white ~ ''", NULL},
        {"white = ''", NULL},
        {"white != 'x'", NULL},
        {"white > 'P'", NULL},
        {"event ~ 'player 3'", NULL},
        {"position 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'", has_e4},
        {"position 'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' either", has_e4},
        {"position 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR'", NULL},
    };
    static const size_t more[] = {0, 120};
    for (size_t way = 0; way < 3; way++) {
        bool unknown = way == 2;
        build(stamp_of_collection(), more[way % 2], unknown);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            index_problem problem;
            index_search *s = ask(rows[i].text, &problem);
            check_case("%s", rows[i].text);
            CHECK_EQ_TEXT(problem.text, NULL);
            CHECK_EQ_INT(s != NULL, rows[i].wanted != NULL);
            if (s != NULL && rows[i].wanted != NULL) {
                CHECK_EQ_INT(index_games(s), GAMES);
                CHECK(index_is_sound(s));
                check_ranges(s, rows[i].wanted, unknown, rows[i].text);
                CHECK(index_find(s, &q)); /* the same search again */
                check_ranges(s, rows[i].wanted, unknown, rows[i].text);
            }
            index_close(s);
            check_case("%s", "");
        }
    }
}

/* The directory has an entry for about two hundred postings. */
TEST(a_directory_grows_with_the_postings)
{
    static const struct {
        uint64_t postings;
        uint32_t bits;
    } rows[] = {{0, 0}, {1, 0}, {256, 0}, {257, 1}, {513, 1}, {514, 2}, {1028, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char bytes[INDEX_HEAD];
        index_head head;
        const char *why;
        index_stamp stamp = {.size = 1};
        index_builder *b = index_builder_new(1 << 20);
        check_case("%llu postings", (unsigned long long)rows[i].postings);
        index_game(b, 0, "1\t0", 3);
        put_name(b, "");
        put_name(b, "");
        for (uint64_t k = 0; k < rows[i].postings; k++)
            put_key_of(b, k << 50);
        FILE *to = tmpfile();
        CHECK(to != NULL && index_builder_write(b, &stamp, to));
        CHECK(fseek(to, 0, SEEK_SET) == 0 && fread(bytes, 1, sizeof bytes, to) == sizeof bytes);
        CHECK(index_head_get(&head, bytes, 1000, &why));
        CHECK_EQ_INT(head.key_bits, rows[i].bits);
        CHECK_EQ_INT(head.postings, rows[i].postings);
        /* Each entry says how many postings have smaller highest bits. */
        paged_in *pages = malloc(sizeof *pages);
        fflush(to);
        paged_open(pages, fileno(to), (uint64_t)lseek(fileno(to), 0, SEEK_END));
        for (uint64_t k = 0; k <= UINT64_C(1) << head.key_bits; k++) {
            unsigned char entry[8];
            uint64_t smaller = 0;
            for (uint64_t n = 0; n < rows[i].postings; n++)
                smaller += head.key_bits > 0 ? n << 50 >> (64 - head.key_bits) < k : k > 0;
            CHECK(paged_read(pages, head.directory_at + 8 * k, entry, 8));
            CHECK_EQ_INT(get_u64(entry), smaller);
        }
        free(pages);
        fclose(to);
        index_builder_free(b);
    }
    check_case("%s", "");
}

TEST(an_index_is_of_one_collection)
{
    static const struct timespec early[2] = {{1000000000, 5}, {1000000000, 5}};
    index_problem problem;
    char why[] = "is not of this collection, which has changed: 'arbiter index' makes it anew";
    build(stamp_of_collection(), 0, false);
    CHECK(utimensat(AT_FDCWD, collection, early, 0) == 0); /* the same bytes, at another time */
    index_search *s = ask("line ''", &problem);
    CHECK(s != NULL && problem.text == NULL);
    index_close(s);
    index_stamp stamp = stamp_of_collection();
    stamp.hash++;
    build(stamp, 0, false); /* the times tell, and the bytes are not read */
    s = ask("line ''", &problem);
    CHECK(s != NULL && problem.text == NULL);
    index_close(s);
    stamp.hurried = true;
    build(stamp, 0, false);
    CHECK(ask("line ''", &problem) == NULL);
    CHECK_EQ_TEXT(problem.text, why);
    CHECK(!problem.of_system);
    stamp.hurried = false;
    stamp.modified.nanoseconds++;
    build(stamp, 0, false);
    CHECK(ask("line ''", &problem) == NULL);
    CHECK_EQ_TEXT(problem.text, why);
    stamp = stamp_of_collection();
    stamp.changed.seconds++;
    stamp.hash++;
    build(stamp, 0, false);
    CHECK(ask("line ''", &problem) == NULL);
    stamp = stamp_of_collection();
    stamp.size++;
    build(stamp, 0, false);
    CHECK(ask("line ''", &problem) == NULL);
    CHECK_EQ_TEXT(problem.text, why);
    unlink(beside);
    CHECK(ask("line ''", &problem) == NULL && problem.text == NULL);
    CHECK(mkdir(beside, 0700) == 0);
    CHECK(ask("line ''", &problem) == NULL);
    CHECK(problem.text != NULL);
    rmdir(beside);
    FILE *to = fopen(beside, "wb");
    fputs("ARBINDEX", to);
    fclose(to);
    CHECK(ask("line ''", &problem) == NULL);
    CHECK_EQ_TEXT(problem.text, "is no index of a collection, or damaged");
    unlink(beside);
}

TEST(a_damaged_index_is_not_used)
{
    index_problem problem;
    build(stamp_of_collection(), 120, false);
    struct stat status;
    CHECK(stat(beside, &status) == 0);
    int file = open(beside, O_RDWR);
    for (off_t at = 0; at < status.st_size; at += 4096 * 7 + 11) {
        unsigned char byte;
        check_case("byte %ld", (long)at);
        CHECK(pread(file, &byte, 1, at) == 1);
        byte ^= 0x10;
        CHECK(pwrite(file, &byte, 1, at) == 1);
        index_search *s = ask("line ''", &problem);
        CHECK(s != NULL ? !index_is_sound(s) : problem.text != NULL);
        index_close(s);
        byte ^= 0x10;
        CHECK(pwrite(file, &byte, 1, at) == 1);
    }
    check_case("%s", "");
    close(file);
    unlink(beside);
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(collection, sizeof collection, "%s/games.pgn", folder);
    snprintf(beside, sizeof beside, "%s%s", collection, INDEX_ENDING);
    FILE *to = fopen(collection, "wb");
    for (int i = 0; to != NULL && i < GAMES * BYTES; i++)
        fputc('a' + i % 23, to);
    if (to == NULL || fclose(to) != 0)
        return 1;
    RUN(the_games_that_can_pass_are_found);
    RUN(a_directory_grows_with_the_postings);
    RUN(an_index_is_of_one_collection);
    RUN(a_damaged_index_is_not_used);
    unlink(collection);
    unlink(beside);
    rmdir(folder);
    return check_result();
}

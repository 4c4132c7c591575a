/* test_collection_false_index.c: an index whose pages are sound and whose numbers are not: it is
 * found out before any game is read by it. And what cannot become an index. */
#include "check.h"
#include "collection/index/index_build.h"
#include "collection/index/index_search.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { GAMES = 3, BYTES = 100, WINDOW = 128 << 10 /* the names that are looked at together */ };

static char folder[] = "/tmp/arbiter-false.XXXXXX", collection[64], beside[80];

/* What an index holds. */
typedef struct {
    uint64_t bytes[GAMES];
    uint32_t lines[GAMES];
    uint32_t postings[4]; /* the games of postings with the key of the start */
    uint64_t directory[2];
    const char *names;
} parts;

static const parts right = {
    .bytes = {0, 30, 60},
    .lines = {1, 4, 9},
    .postings = {0, 1, 2, 2},
    .directory = {0, 4},
    .names = "Ada\nBo\nCy\nDi\nEd\nFay\n",
};

static uint64_t start_key(void)
{
    arb_position position;
    arb_position_start(&position, arb_rules_find("chess", 5));
    return arb_position_key(&position);
}

static void write_index(const parts *p)
{
    index_head head = {.games = GAMES, .games_at = PAGE_TEXT, .postings = 4};
    unsigned char bytes[INDEX_HEAD] = {0};
    paged_out pages;
    int file = open(collection, O_RDONLY);
    CHECK(file >= 0 && index_stamp_of(file, &head.stamp) && index_hash_of(file, &head.stamp.hash));
    close(file);
    FILE *to = fopen(beside, "w+b");
    CHECK(to != NULL);
    for (int pass = 0; pass < 2; pass++) { /* the head is known when all is written */
        CHECK(fseek(to, 0, SEEK_SET) == 0);
        index_head_put(&head, bytes);
        paged_begin(&pages, to, 0);
        paged_put(&pages, bytes, INDEX_HEAD);
        paged_end(&pages);
        paged_begin(&pages, to, 1);
        for (int i = 0; i < GAMES; i++) {
            unsigned char entry[INDEX_GAME] = {0};
            put_u64(entry, p->bytes[i]);
            put_u32(entry + 8, p->lines[i]);
            paged_put(&pages, entry, sizeof entry);
        }
        head.names_at = paged_place(&pages);
        head.names = strlen(p->names);
        paged_put(&pages, p->names, strlen(p->names));
        head.postings_at = paged_place(&pages);
        for (int i = 0; i < 4; i++) {
            unsigned char entry[INDEX_POSTING];
            put_u32(entry, (uint32_t)(start_key() >> 32));
            put_u32(entry + 4, p->postings[i]);
            paged_put(&pages, entry, sizeof entry);
        }
        head.directory_at = paged_place(&pages);
        for (int i = 0; i < 2; i++) {
            unsigned char entry[8];
            put_u64(entry, p->directory[i]);
            paged_put(&pages, entry, sizeof entry);
        }
        paged_end(&pages);
    }
    CHECK(fclose(to) == 0);
}

/* Asks for the games of a query; returns how many the index names, or -1 if it is of no use. */
static int games_for(const char *text)
{
    static query q;
    query_error error;
    unsigned node;
    index_problem problem;
    memset(&q, 0, sizeof q);
    CHECK(query_parse(&q, text, &node, &error));
    query_require(&q, node);
    query_prepare(&q);
    int file = open(collection, O_RDONLY), count = 0;
    index_search *s = index_ask(collection, file, &q, &problem);
    close(file);
    if (s == NULL) {
        CHECK_EQ_TEXT(problem.text, "is damaged");
        CHECK(!problem.of_system);
        return -1;
    }
    CHECK_EQ_TEXT(problem.text, NULL);
    bool ok = true;
    for (index_range range; index_next(s, &range, &ok); count += (int)range.count)
        ;
    CHECK(ok);
    index_close(s);
    return count;
}

TEST(numbers_that_are_right_are_used)
{
    write_index(&right);
    CHECK_EQ_INT(games_for("line ''"), 3);
    CHECK_EQ_INT(games_for("line '1. e4'"), 0);
    CHECK_EQ_INT(games_for("player = 'Fay'"), 1);
    CHECK_EQ_INT(games_for("player ~ 'd'"), 3);
    CHECK_EQ_INT(games_for("white ~ 'd'"), 2);
    CHECK_EQ_INT(games_for("black ~ 'o' and line ''"), 1);
    parts p = right;
    p.postings[3] = p.postings[2] = 1;
    write_index(&p);
    CHECK_EQ_INT(games_for("line ''"), 2);
    p.directory[0] = 2;
    write_index(&p);
    CHECK_EQ_INT(games_for("line ''"), 1);
    p.directory[1] = 2;
    write_index(&p);
    CHECK_EQ_INT(games_for("line ''"), 0);
    p.bytes[2] = BYTES - 1;
    write_index(&p);
    CHECK_EQ_INT(games_for("player ~ ed"), 1);
}

TEST(numbers_that_are_wrong_are_found_out)
{
    for (int row = 0; row < 9; row++) {
        parts p = right;
        const char *asked = "line ''";
        check_case("row %d", row);
        switch (row) {
        case 0:
            p.directory[0] = 4, p.directory[1] = 3;
            break;
        case 1:
            p.directory[1] = 5;
            break;
        case 2:
            p.postings[3] = 3;
            break;
        case 3:
            p.bytes[1] = 0, p.postings[1] = p.postings[2] = p.postings[3] = 0;
            break;
        case 4:
            p.bytes[1] = 101, p.postings[1] = p.postings[2] = p.postings[3] = 0;
            break;
        case 5:
            p.bytes[2] = BYTES;
            asked = "player = Ed";
            break;
        case 6:
            p.lines[0] = 0;
            break;
        case 7:
            p.names = "Ada\nBo\nCy\nDi\nEd\nFay\nGil\n";
            asked = "player = Gil";
            break;
        default:
            p.names = "Ada\nBo\nCy\nDi\nEd\nFay\nGil\nHal\n";
            asked = "white = Hal";
            break;
        }
        write_index(&p);
        CHECK_EQ_INT(games_for(asked), -1);
    }
    check_case("%s", "");
}

TEST(names_are_looked_at_part_by_part)
{
    static char names[3 * WINDOW];
    for (size_t len = WINDOW - 12; len <= WINDOW + 2; len++) {
        parts p = right;
        check_case("a name of %zu bytes", len);
        memset(names, 'x', len);
        sprintf(names + len, "\nBo\nCy\nDi\nEd\nFay\n");
        p.names = names;
        write_index(&p);
        CHECK_EQ_INT(games_for("white ~ xxx"), len < WINDOW ? 1 : -1);
        CHECK_EQ_INT(games_for("player = Fay"), len < WINDOW ? 1 : -1);
        CHECK_EQ_INT(games_for("black = Di"), len < WINDOW ? 1 : -1);
    }
    check_case("%s", "");
}

/* ---- Building ---- */

TEST(there_are_numbers_that_no_index_holds)
{
    static const struct {
        const char *place;
        bool fits;
    } rows[] = {
        {"1\t0", true},
        {"4294967295\t18446744073709551615", true},
        {"4294967296\t0", false},
        {"1\t18446744073709551616", false},
        {"x\t1", false},
        {"1\tx", false},
        {"1", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        index_builder *b = index_builder_new(1 << 16);
        check_case("%s", rows[i].place);
        char place[60];
        snprintf(place, sizeof place, "%s", rows[i].place);
        index_text(b, "\x90\x90", 2); /* before the first game: nothing */
        index_game(b, 0, place, strlen(place));
        CHECK_EQ_TEXT(index_builder_problem(b),
                      rows[i].fits ? NULL : "it has more lines or games than an index can count");
        CHECK_EQ_INT(index_builder_games(b), rows[i].fits);
        index_game(b, 0, "2\t5", 3); /* after a problem nothing more is taken */
        CHECK_EQ_INT(index_builder_games(b), rows[i].fits ? 2 : 0);
        FILE *to = tmpfile();
        index_stamp stamp = {.size = 1};
        CHECK_EQ_INT(index_builder_write(b, &stamp, to), rows[i].fits);
        fclose(to);
        index_builder_free(b);
    }
    check_case("%s", "too little memory");
    index_builder *b = index_builder_new(2 * 16);
    index_game(b, 0, "1\t0", 3);
    index_text(b, "\x90\x90", 2);
    for (int i = 0; i < 1026; i++)
        index_text(b, "0123456789", 10);
    CHECK_EQ_TEXT(index_builder_problem(b),
                  "there is no room for temporary files, or --memory is too small");
    index_builder_free(b);
    index_builder_free(NULL);
    check_case("%s", "a file that cannot be written");
    b = index_builder_new(1 << 16);
    index_game(b, 0, "1\t0", 3);
    FILE *to = fopen("/dev/full", "w");
    index_stamp stamp = {.size = 1};
    CHECK(!index_builder_write(b, &stamp, to));
    fclose(to);
    index_builder_free(b);
    check_case("%s", "");
}

/* Names that were not ended are ended when the next game comes. */
TEST(every_game_has_two_names)
{
    index_builder *b = index_builder_new(1 << 16);
    int file = open(collection, O_RDONLY);
    index_stamp stamp;
    CHECK(index_stamp_of(file, &stamp) && index_hash_of(file, &stamp.hash));
    close(file);
    stamp.hurried = false;
    index_game(b, 0, "1\t0", 3);
    index_game(b, 0, "2\t10", 4);
    index_text(b, "\x84\x81\x90", 3);
    index_game(b, 0, "3\t20", 4);
    index_text(b, "\x90\x84\x82", 3);
    FILE *to = fopen(beside, "w+b");
    CHECK(index_builder_write(b, &stamp, to));
    fclose(to);
    index_builder_free(b);
    CHECK_EQ_INT(games_for("white = A"), 1);
    CHECK_EQ_INT(games_for("black = A"), 0);
    CHECK_EQ_INT(games_for("black = B"), 1);
    CHECK_EQ_INT(games_for("player = C"), 0);
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(collection, sizeof collection, "%s/games.pgn", folder);
    snprintf(beside, sizeof beside, "%s%s", collection, INDEX_ENDING);
    FILE *to = fopen(collection, "wb");
    for (int i = 0; to != NULL && i < BYTES; i++)
        fputc('a' + i % 23, to);
    if (to == NULL || fclose(to) != 0)
        return 1;
    RUN(numbers_that_are_right_are_used);
    RUN(numbers_that_are_wrong_are_found_out);
    RUN(names_are_looked_at_part_by_part);
    RUN(there_are_numbers_that_no_index_holds);
    RUN(every_game_has_two_names);
    unlink(beside);
    unlink(collection);
    rmdir(folder);
    return check_result();
}

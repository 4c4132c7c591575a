/* test_collection_index.c: the parts of an index: its pages, its head and its hashes, which other
 * versions of this program must find as they are, and the postings that it sorts. */
#include "check.h"
#include "collection/index/index_format.h"
#include "collection/index/paged_file.h"
#include "collection/index/postings.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Numbers and hashes: the format of the file ---- */

TEST(numbers_are_little_endian)
{
    unsigned char bytes[10] = {0};
    static const unsigned char four[] = {0x04, 0x83, 0x02, 0x81, 0},
                               eight[] = {0x88, 7, 6, 5, 4, 0x83, 2, 0x81, 0};
    put_u32(bytes, 0x81028304);
    CHECK(memcmp(bytes, four, sizeof four) == 0);
    CHECK(get_u32(four) == 0x81028304);
    put_u64(bytes, 0x8102830405060788);
    CHECK(memcmp(bytes, eight, sizeof eight) == 0);
    CHECK(get_u64(eight) == 0x8102830405060788);
}

TEST(a_hash_is_of_the_format)
{
    static unsigned char bytes[100];
    static const struct {
        size_t len;
        uint64_t seed, hash;
    } rows[] = {
        {0, 0, UINT64_C(0xd66fbd30f06ed07c)},  {1, 0, UINT64_C(0xf131755e02189f8b)},
        {31, 1, UINT64_C(0xa1ec35183280b292)}, {32, 1, UINT64_C(0x728a6f8928a65bbc)},
        {33, 1, UINT64_C(0xece198c7b6e5567e)}, {100, 7, UINT64_C(0x193fb5dd5436043d)},
    };
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37 + 11);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t hash = bytes_hash(bytes, rows[i].len, rows[i].seed);
        check_case("%zu bytes: 0x%016llx", rows[i].len, (unsigned long long)hash);
        CHECK(hash == rows[i].hash);
    }
    check_case("%s", "");
}

/* ---- Pages ---- */

static unsigned char content_at(uint64_t place)
{
    return (unsigned char)(place * 7 + place / 251);
}

/* Writes so many bytes from page 1 on, behind an empty page. */
static FILE *written(uint64_t count)
{
    static paged_out out;
    FILE *file = tmpfile();
    unsigned char first[PAGE_BYTES] = {0}, part[700];
    CHECK(file != NULL && fwrite(first, 1, sizeof first, file) == sizeof first);
    paged_begin(&out, file, 1);
    CHECK(paged_place(&out) == PAGE_TEXT);
    for (uint64_t done = 0; done < count;) {
        size_t len = count - done < sizeof part ? (size_t)(count - done) : sizeof part;
        for (size_t i = 0; i < len; i++)
            part[i] = content_at(done + i);
        paged_put(&out, part, len);
        done += len;
        CHECK(paged_place(&out) == PAGE_TEXT + done);
    }
    paged_end(&out);
    fflush(file);
    return file;
}

static bool reads(paged_in *in, uint64_t place, size_t len)
{
    static unsigned char got[300000];
    bool ok = paged_read(in, PAGE_TEXT + place, got, len);
    for (size_t i = 0; ok && i < len; i++)
        ok = CHECK(got[i] == content_at(place + i));
    return ok;
}

TEST(pages_are_read_at_any_place)
{
    static const uint64_t sizes[] = {
        0, 1, PAGE_TEXT - 1, PAGE_TEXT, PAGE_TEXT + 1, 20 * PAGE_TEXT + 5};
    static paged_in in;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_case("%llu bytes", (unsigned long long)sizes[i]);
        FILE *file = written(sizes[i]);
        fseek(file, 0, SEEK_END);
        uint64_t size = (uint64_t)ftell(file), pages = 1 + (sizes[i] + PAGE_TEXT - 1) / PAGE_TEXT;
        CHECK_EQ_INT(size, pages * PAGE_BYTES);
        paged_open(&in, fileno(file), size + 100);
        CHECK_EQ_INT(in.pages, pages);
        CHECK(reads(&in, 0, (size_t)sizes[i]));
        CHECK(reads(&in, 0, 0));
        CHECK(!paged_read(&in, pages * PAGE_TEXT, &(char){0}, 1));
        CHECK(!paged_read(&in, pages * PAGE_TEXT - 1, &(char[2]){0}, 2));
        for (uint64_t at = sizes[i]; at > 0; at = at > 5000 ? at - 5000 : 0)
            CHECK(reads(&in, at - 1, 1));
        fclose(file);
    }
    check_case("%s", "");
}

TEST(damage_is_noticed)
{
    static paged_in in;
    FILE *file = written(20 * PAGE_TEXT);
    uint64_t size = 21 * PAGE_BYTES;
    for (uint64_t page = 1; page <= 20; page += 19)
        for (uint64_t at = 0; at < PAGE_BYTES; at += PAGE_BYTES / 4 - 1) {
            unsigned char byte;
            off_t place = (off_t)(page * PAGE_BYTES + at);
            check_case("page %llu, byte %llu", (unsigned long long)page, (unsigned long long)at);
            CHECK(pread(fileno(file), &byte, 1, place) == 1);
            byte ^= 1;
            CHECK(pwrite(fileno(file), &byte, 1, place) == 1);
            paged_open(&in, fileno(file), size);
            CHECK(!reads(&in, (page - 1) * PAGE_TEXT, 1));
            byte ^= 1;
            CHECK(pwrite(fileno(file), &byte, 1, place) == 1);
            CHECK(reads(&in, (page - 1) * PAGE_TEXT, 1));
        }
    check_case("%s", "a page in the place of another");
    unsigned char page[PAGE_BYTES];
    CHECK(pread(fileno(file), page, sizeof page, 3 * PAGE_BYTES) == PAGE_BYTES);
    CHECK(pwrite(fileno(file), page, sizeof page, 2 * PAGE_BYTES) == PAGE_BYTES);
    paged_open(&in, fileno(file), size);
    CHECK(!reads(&in, PAGE_TEXT, 1));
    check_case("%s", "a file that is cut");
    CHECK(ftruncate(fileno(file), 20 * PAGE_BYTES) == 0);
    paged_open(&in, fileno(file), size);
    CHECK(!reads(&in, 19 * PAGE_TEXT, 1) && !reads(&in, 18 * PAGE_TEXT, 1));
    check_case("%s", "");
    fclose(file);
}

/* ---- The head ---- */

enum { PAGES = 100 };

static index_head sample(void)
{
    return (index_head){
        .stamp = {.size = 1, .modified = {-2, 3}, .changed = {4, 5}, .hash = 6, .hurried = true},
        .key_bits = 7,
        .games = 8,
        .names = 9,
        .postings = 10,
        .games_at = PAGE_TEXT,
        .names_at = PAGE_TEXT + 200,
        .postings_at = PAGE_TEXT + 300,
        .directory_at = PAGE_TEXT + 400,
        .unknown_tags = true};
}

static bool fits(const index_head *head)
{
    unsigned char bytes[INDEX_HEAD];
    const char *why = "";
    index_head again;
    index_head_put(head, bytes);
    bool ok = index_head_get(&again, bytes, PAGES, &why);
    CHECK(ok || strcmp(why, "is damaged") == 0);
    return ok;
}

TEST(a_head_comes_back_as_it_was)
{
    unsigned char bytes[INDEX_HEAD];
    const char *why;
    index_head head = sample(), again;
    index_head_put(&head, bytes);
    CHECK(memcmp(bytes, "ARBINDEX\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\xFE\xFF", 26) == 0);
    CHECK(get_u64(bytes + 16 + 8 * 15) == 1 && get_u64(bytes + 16 + 8 * 7) == 7);
    CHECK(index_head_get(&again, bytes, PAGES, &why));
    CHECK(again.stamp.size == 1 && again.stamp.modified.seconds == -2 &&
          again.stamp.modified.nanoseconds == 3);
    CHECK(again.stamp.changed.seconds == 4 && again.stamp.changed.nanoseconds == 5);
    CHECK(again.stamp.hash == 6 && again.stamp.hurried && again.unknown_tags);
    CHECK(again.key_bits == 7 && again.games == 8 && again.names == 9 && again.postings == 10);
    CHECK(again.games_at == head.games_at && again.names_at == head.names_at);
    CHECK(again.postings_at == head.postings_at && again.directory_at == head.directory_at);
    head.stamp.hurried = head.unknown_tags = false;
    index_head_put(&head, bytes);
    CHECK(index_head_get(&again, bytes, PAGES, &why) && !again.stamp.hurried &&
          !again.unknown_tags);
    bytes[8] = 2;
    CHECK(!index_head_get(&again, bytes, PAGES, &why));
    CHECK_EQ_TEXT(why, "is an index of another version");
    bytes[7] = 'x';
    CHECK(!index_head_get(&again, bytes, PAGES, &why));
    CHECK_EQ_TEXT(why, "is no index of a collection");
}

TEST(the_numbers_of_a_head_must_fit_the_file)
{
    enum { END = PAGES * PAGE_TEXT };
    index_head head = sample();
    head.key_bits = INDEX_KEY_BITS;
    CHECK(!fits(&head)); /* its directory is larger than the file */
    head = sample();
    head.key_bits = INDEX_KEY_BITS + 1;
    CHECK(!fits(&head));
    static const uint64_t item[] = {INDEX_GAME, 1, INDEX_POSTING};
    for (size_t i = 0; i < 3; i++)
        for (uint64_t room = 0; room < 4; room++) {
            head = sample();
            uint64_t *at = i == 0 ? &head.games_at : i == 1 ? &head.names_at : &head.postings_at;
            uint64_t *count = i == 0 ? &head.games : i == 1 ? &head.names : &head.postings;
            check_case("%zu: %llu", i, (unsigned long long)room);
            *at = END - room * item[i];
            *count = room;
            CHECK(fits(&head));
            *count = room + 1;
            CHECK(!fits(&head));
            *count = 0;
            *at = END + 1;
            CHECK(!fits(&head));
            *at = PAGE_TEXT - 1;
            CHECK(!fits(&head));
        }
    check_case("%s", "the directory");
    head = sample();
    head.key_bits = 3;
    head.directory_at = END - 9 * 8;
    CHECK(fits(&head));
    head.directory_at++;
    CHECK(!fits(&head));
    head = sample();
    head.games = (uint64_t)UINT32_MAX + 1;
    CHECK(!fits(&head));
    check_case("%s", "");
}

TEST(a_collection_is_recognised)
{
    char name[] = "/tmp/arbiter-index.XXXXXX";
    int file = mkstemp(name);
    index_stamp stamp;
    uint64_t hash, whole;
    static unsigned char bytes[(1 << 18) + 1];
    char *path = index_path("games.pgn");
    CHECK_EQ_TEXT(path, "games.pgn" INDEX_ENDING);
    free(path);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = content_at(i);
    CHECK(index_hash_of(file, &hash));
    CHECK(hash == INDEX_VERSION);
    CHECK(write(file, bytes, sizeof bytes - 1) == sizeof bytes - 1);
    CHECK(index_hash_of(file, &hash));
    whole = bytes_hash(bytes, sizeof bytes - 1, INDEX_VERSION);
    CHECK(hash == whole);
    CHECK(write(file, bytes + sizeof bytes - 1, 1) == 1);
    CHECK(index_hash_of(file, &hash));
    CHECK(hash == bytes_hash(bytes + sizeof bytes - 1, 1, whole));
    struct timespec times[2] = {{1, 0}, {12345, 678}};
    CHECK(utimensat(AT_FDCWD, name, times, 0) == 0 && index_stamp_of(file, &stamp));
    CHECK(stamp.size == sizeof bytes && stamp.modified.seconds == 12345 &&
          stamp.modified.nanoseconds == 678);
    CHECK(stamp.changed.seconds > 12345 && stamp.hash == 0 && !stamp.hurried);
    close(file);
    unlink(name);
    CHECK(!index_stamp_of(-1, &stamp) && !index_hash_of(-1, &hash));
}

/* ---- Postings ---- */

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

/* Sorts `count` postings in room for `cap`; each key has several games. */
static void sorted(size_t count, size_t cap, size_t runs)
{
    static postings p;
    uint64_t state = count, sum = 0, got = 0;
    check_case("%zu postings in room for %zu", count, cap);
    CHECK(postings_begin(&p, cap * 2 * sizeof(posting)));
    CHECK_EQ_INT(p.cap, cap);
    for (size_t i = 0; i < count; i++) {
        uint64_t key = next_random(&state) >> (i % 3 == 0 ? 60 : i % 3 == 1 ? 30 : 0);
        sum += key * 31 + i;
        CHECK(postings_add(&p, key, (uint32_t)i));
    }
    CHECK(postings_sort(&p));
    CHECK_EQ_INT(p.run_count, runs);
    posting before = {0, 0}, next;
    size_t given = 0;
    for (; postings_next(&p, &next); given++) {
        CHECK(given == 0 || before.key < next.key ||
              (before.key == next.key && before.game < next.game));
        got += next.key * 31 + next.game;
        before = next;
    }
    CHECK(given == count && got == sum && p.total == count);
    CHECK(!postings_next(&p, &next) && !postings_failed(&p));
    postings_free(&p);
    check_case("%s", "");
}

TEST(postings_come_out_sorted)
{
    sorted(0, 4, 0);
    sorted(1, 4, 0);
    sorted(4, 4, 0);
    sorted(5, 4, 2);
    sorted(8, 4, 2);
    sorted(9, 4, 3);
    sorted(16, 4, 4);
    sorted(1000, 40, 25);
    sorted(1601, 41, 40);
    sorted(5000, 6000, 0);
}

TEST(there_are_not_more_runs_than_can_be_merged)
{
    static postings p;
    CHECK(postings_begin(&p, 2 * 2 * sizeof(posting)));
    for (uint32_t i = 0; i < 2 * 3; i++)
        CHECK(postings_add(&p, i, i));
    CHECK(!postings_sort(&p)); /* three runs in room for two postings */
    postings_free(&p);
    CHECK(postings_begin(&p, 2 * sizeof(posting)));
    uint32_t added = 0;
    while (added < 2 * POSTING_RUNS && postings_add(&p, added, added))
        added++;
    CHECK_EQ_INT(added, POSTING_RUNS + 1);
    postings_free(&p);
}

int main(void)
{
    RUN(numbers_are_little_endian);
    RUN(a_hash_is_of_the_format);
    RUN(pages_are_read_at_any_place);
    RUN(damage_is_noticed);
    RUN(a_head_comes_back_as_it_was);
    RUN(the_numbers_of_a_head_must_fit_the_file);
    RUN(a_collection_is_recognised);
    RUN(postings_come_out_sorted);
    RUN(there_are_not_more_runs_than_can_be_merged);
    return check_result();
}

/* test_collection_source.c: bytes of a file, packed or not: all of them, in their order, and how
 * far it has come. */
#include "check.h"
#include "collection/source.h"

#include <bzlib.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

enum { LONG = 300000 };

static char path[] = "/tmp/arbiter-source.XXXXXX";
static char content[LONG], got[2 * LONG + 10];

static void put(const void *bytes, size_t len)
{
    FILE *to = fopen(path, "wb");
    CHECK(to != NULL && fwrite(bytes, 1, len, to) == len && fclose(to) == 0);
}

/* Reads all in pieces of at most `cap` bytes; returns how many there were. */
static size_t read_all(source *s, size_t cap)
{
    size_t len = 0, n;
    while (len < sizeof got &&
           (n = source_read(s, got + len, cap < sizeof got - len ? cap : sizeof got - len)) > 0)
        len += n;
    CHECK_EQ_INT(source_read(s, got + len, 1), 0);
    return len;
}

TEST(a_file_is_read_to_its_end)
{
    static const size_t sizes[] = {0, 1, 5, 6, 7, 131071, 131072, 131073, LONG},
                        caps[] = {1000, 131072, 2 * LONG};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < 3; k++) {
            check_case("%zu bytes in pieces of %zu", sizes[i], caps[k]);
            put(content, sizes[i]);
            source *s = source_open(path, NULL);
            CHECK(!source_packed(s) && source_size(s) == sizes[i]);
            CHECK(source_taken(s) <= sizes[i] && (sizes[i] == 0 || source_taken(s) > 0));
            CHECK_EQ_INT(fcntl(source_file(s), F_GETFD), FD_CLOEXEC);
            CHECK(read_all(s, caps[k]) == sizes[i] && memcmp(got, content, sizes[i]) == 0);
            CHECK(source_taken(s) == sizes[i] && source_error(s) == NULL && !source_stopped(s));
            int file = source_file(s);
            source_close(s);
            CHECK_EQ_INT(fcntl(file, F_GETFD), -1);
        }
    check_case("%s", "from another place");
    put(content, 1000);
    source *s = source_open(path, NULL);
    CHECK_EQ_INT(source_read(s, got, 10), 10);
    CHECK(source_seek(s, 900) && source_taken(s) == 900);
    CHECK(read_all(s, 1000) == 100 && memcmp(got, content + 900, 100) == 0);
    CHECK(source_seek(s, 999) && read_all(s, 7) == 1 && source_taken(s) == 1000);
    CHECK(source_seek(s, 5000) && read_all(s, 7) == 0);
    source_close(s);
    unlink(path);
    CHECK(source_open(path, NULL) == NULL);
    check_case("%s", "a folder");
    s = source_open("/", NULL);
    CHECK(s != NULL && read_all(s, 10) == 0 && source_error(s) != NULL);
    source_close(s);
    check_case("%s", "");
}

TEST(a_packed_file_is_known_by_its_first_bytes)
{
    static const struct {
        const char *bytes;
        size_t len;
        bool packed;
    } rows[] = {
        {"\x1F\x8B\x08", 3, true},
        {"\x1F\x8B", 2, false},
        {"\x1F\x8B\x07", 3, false},
        {"\x1E\x8B\x08", 3, false},
        {"\x1F\x8A\x08", 3, false},
        {"\x28\xB5\x2F\xFD", 4, true},
        {"\x28\xB5\x2F", 3, false},
        {"\x28\xB5\x2F\xFC", 4, false},
        {"\x50\x2A\x4D\x18", 4, true},
        {"\x5F\x2A\x4D\x18", 4, true},
        {"\x60\x2A\x4D\x18", 4, false},
        {"\x4F\x2A\x4D\x18", 4, false},
        {"\x50\x2A\x4D\x19", 4, false},
        {"\x50\x2A\x4D", 3, false},
        {"BZh1", 4, true},
        {"BZh9", 4, true},
        {"BZh0", 4, false},
        {"BZh:", 4, false},
        {"BZh", 3, false},
        {"BZi1", 4, false},
        {"", 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        put(rows[i].bytes, rows[i].len);
        source *s = source_open(path, NULL);
        CHECK_EQ_INT(source_packed(s), rows[i].packed);
        if (rows[i].packed) {
            CHECK(!source_seek(s, 0));
            CHECK(read_all(s, 100) == 0 && source_error(s) != NULL); /* there is nothing behind */
        } else
            CHECK(read_all(s, 100) == rows[i].len && source_error(s) == NULL);
        source_close(s);
    }
    check_case("%s", "");
}

/* Writes the content as so many streams behind one another; returns the size of the file. */
static size_t put_gzip(size_t len, int streams)
{
    size_t done = 0;
    put("", 0);
    for (int i = 1; i <= streams; i++) {
        gzFile to = gzopen(path, "ab");
        size_t end = len * (size_t)i / (size_t)streams;
        CHECK(to != NULL &&
              gzwrite(to, content + done, (unsigned)(end - done)) == (int)(end - done));
        done = end;
        CHECK(gzclose(to) == Z_OK);
    }
    FILE *in = fopen(path, "rb");
    fseek(in, 0, SEEK_END);
    size_t size = (size_t)ftell(in);
    fclose(in);
    return size;
}

TEST(gzip_is_unpacked)
{
    static const size_t sizes[] = {1, 100, LONG}, caps[] = {1, 999, 2 * LONG};
    for (size_t i = 0; i < 3; i++)
        for (int streams = 1; streams <= 3; streams++)
            for (size_t k = i == 2 ? 1 : 0; k < 3; k++) {
                check_case("%zu bytes in %d streams and pieces of %zu", sizes[i], streams, caps[k]);
                size_t size = put_gzip(sizes[i], streams);
                source *s = source_open(path, NULL);
                CHECK(source_packed(s) && source_size(s) == size);
                CHECK(read_all(s, caps[k]) == sizes[i] && memcmp(got, content, sizes[i]) == 0);
                CHECK(source_taken(s) == size && source_error(s) == NULL);
                source_close(s);
            }
    static char whole[LONG], cut[LONG];
    size_t size = put_gzip(5000, 2);
    FILE *in = fopen(path, "rb");
    CHECK(fread(whole, 1, sizeof whole, in) == size);
    fclose(in);
    check_case("%s", "cut");
    for (size_t len = 3; len < size; len += 7) {
        put(whole, len);
        source *s = source_open(path, NULL);
        size_t n = read_all(s, 600);
        CHECK(n <= 5000 && memcmp(got, content, n) == 0);
        bool between = n == 2500 && source_error(s) == NULL; /* the cut is between the streams */
        CHECK(between || strcmp(source_error(s), "the packed data ends too early") == 0);
        source_close(s);
    }
    check_case("%s", "damaged");
    memcpy(cut, whole, size);
    cut[size / 4] ^= 0x55;
    cut[size / 4 + 1] ^= 0x55;
    put(cut, size);
    source *s = source_open(path, NULL);
    read_all(s, 600);
    CHECK_EQ_TEXT(source_error(s), "the gzip data is damaged");
    source_close(s);
    check_case("%s", "");
}

/* Packs the content in so many streams behind one another; returns the size of the file. Bytes that
 * follow no rule make it long. */
static char packed[2 * LONG];

static size_t put_packed(bool zstd, const char *text, size_t len, int streams)
{
    size_t size = 0, done = 0;
    for (int i = 1; i <= streams; i++) {
        size_t end = len * (size_t)i / (size_t)streams;
        if (zstd)
            size += ZSTD_compress(packed + size, sizeof packed - size, text + done, end - done, 1);
        else {
            unsigned room = (unsigned)(sizeof packed - size);
            static char copy[LONG];
            memcpy(copy, text, len);
            CHECK(BZ2_bzBuffToBuffCompress(packed + size, &room, copy + done,
                                           (unsigned)(end - done), 1, 0, 0) == BZ_OK);
            size += room;
        }
        done = end;
    }
    put(packed, size);
    return size;
}

static char noise[LONG];

TEST(zstandard_and_bzip2_are_unpacked)
{
    static const size_t sizes[] = {1, 100, 140000, LONG}, caps[] = {1, 999, 131072, 2 * LONG};
    uint64_t state = 1;
    for (size_t i = 0; i < sizeof noise; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        noise[i] = (char)(state >> 56);
    }
    for (int zstd = 0; zstd < 2; zstd++)
        for (int noisy = 0; noisy < 2; noisy++)
            for (size_t i = 0; i < 4; i++)
                for (int streams = 1; streams <= 3; streams++) {
                    const char *text = noisy > 0 ? noise : content;
                    size_t size = put_packed(zstd > 0, text, sizes[i], streams);
                    for (size_t k = i >= 2 ? 1 : 0; k < 4; k++) {
                        check_case("zstd %d, noise %d, %zu bytes in %d streams and pieces of %zu",
                                   zstd, noisy, sizes[i], streams, caps[k]);
                        source *s = source_open(path, NULL);
                        CHECK(source_packed(s) && source_size(s) == size);
                        CHECK(read_all(s, caps[k]) == sizes[i] && memcmp(got, text, sizes[i]) == 0);
                        CHECK(source_taken(s) == size && source_error(s) == NULL);
                        source_close(s);
                    }
                }
    for (int zstd = 0; zstd < 2; zstd++) {
        size_t size = put_packed(zstd > 0, content, 5000, 1);
        for (size_t len = 4; len < size; len += 3) {
            check_case("zstd %d, cut after %zu", zstd, len);
            put(packed, len);
            source *s = source_open(path, NULL);
            size_t n = read_all(s, 600);
            CHECK(n <= 5000 && memcmp(got, content, n) == 0);
            CHECK_EQ_TEXT(source_error(s), "the packed data ends too early");
            source_close(s);
        }
        check_case("zstd %d, damaged", zstd);
        size = put_packed(zstd > 0, zstd > 0 ? content : noise, LONG, 1);
        memset(packed + size / 2, 0xFF, 8);
        put(packed, size);
        source *s = source_open(path, NULL);
        size_t n = read_all(s, 600);
        CHECK(n < LONG);
        CHECK(source_error(s) != NULL &&
              (zstd > 0 || strcmp(source_error(s), "the bzip2 data is damaged") == 0));
        source_close(s);
    }
    check_case("%s", "what follows a stream is no stream");
    for (int zstd = 0; zstd < 2; zstd++) {
        size_t size = put_packed(zstd > 0, content, 1000, 1);
        memcpy(packed + size, "rubbish and more", 16);
        put(packed, size + 16);
        source *s = source_open(path, NULL);
        CHECK(read_all(s, 600) == 1000 && memcmp(got, content, 1000) == 0);
        CHECK(source_error(s) != NULL);
        source_close(s);
    }
    check_case("%s", "");
}

TEST(reading_is_stopped)
{
    atomic_int stop = 0;
    put(content, LONG);
    source *s = source_open(path, &stop);
    CHECK_EQ_INT(source_read(s, got, 10), 10);
    stop = 1;
    while (source_read(s, got, 100000) > 0) /* what has been read is handed out */
        ;
    CHECK(source_stopped(s) && source_taken(s) < LONG && source_error(s) == NULL);
    source_close(s);
    s = source_open(path, &stop);
    CHECK(source_read(s, got, 10) == 0 && source_stopped(s) && source_taken(s) == 0);
    source_close(s);
}

int main(void)
{
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    for (size_t i = 0; i < sizeof content; i++)
        content[i] = (char)('a' + (i * 7 + i / 26 + i / 1999) % 26);
    RUN(a_file_is_read_to_its_end);
    RUN(a_packed_file_is_known_by_its_first_bytes);
    RUN(gzip_is_unpacked);
    RUN(zstandard_and_bzip2_are_unpacked);
    RUN(reading_is_stopped);
    unlink(path);
    return check_result();
}

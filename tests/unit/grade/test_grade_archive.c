/* test_grade_archive.c: archives as handed in: what is unpacked of them, and what is refused. The
 * archives are made here, byte by byte. */
#include "check.h"
#include "grade/intake/archive.h"
#include "staged_text.h"

#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>

typedef struct {
    unsigned char bytes[400000];
    size_t len;
} blob;

static blob made;

static void put(const void *bytes, size_t len)
{
    memcpy(made.bytes + made.len, bytes, len);
    made.len += len;
}

static void put_number(uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        made.bytes[made.len++] = i < 4 ? (unsigned char)(number >> 8 * i) : 0;
}

/* Unpacks what was made, from a file of this name. Returns the error without the file's name, or
 * "". What was unpacked stays on the stage. */
static grade_stage stage;

static const char *unpack(const char *suffix)
{
    static char error[GRADE_PATH_LIMIT + 200];
    char path[GRADE_PATH_LIMIT + 50];
    if (stage.root[0] != '\0')
        grade_stage_close(&stage);
    CHECK(grade_stage_open(&stage));
    snprintf(path, sizeof path, "%s/handed-in%s", stage.root, suffix);
    FILE *out = fopen(path, "wb");
    CHECK(out != NULL && fwrite(made.bytes, 1, made.len, out) == made.len);
    fclose(out);
    bool ok = grade_archive_unpack(&stage, path, "in");
    if (ok)
        return "";
    const char *colon = strstr(stage.error, ": ");
    snprintf(error, sizeof error, "%s%s", colon != NULL ? colon + 2 : stage.error,
             stage.at_fault ? "" : " (ours)");
    return error;
}

/* ---- zip ---- */

typedef struct {
    const char *name, *text;
    bool stored;
    unsigned extra;  /* bytes behind the names */
    uint32_t flags;  /* 1: encrypted */
    uint32_t method; /* if it is neither stored nor deflated */
    uint32_t more;   /* states a packed size that is larger by so much */
    bool cut;        /* the packed bytes end early */
} zip_entry;

static size_t deflated(const char *text, unsigned char *out, size_t cap)
{
    z_stream stream = {.next_in = (const unsigned char *)text, .avail_in = (unsigned)strlen(text)};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    stream.next_out = out;
    stream.avail_out = (unsigned)cap;
    deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return cap - stream.avail_out;
}

static void make_zip(const zip_entry *entries, size_t count, unsigned comment)
{
    static unsigned char packed[200000];
    static const char filler[70000];
    size_t places[8], sizes[8];
    made.len = 0;
    for (size_t i = 0; i < count; i++) {
        const zip_entry *e = &entries[i];
        places[i] = made.len;
        sizes[i] = e->stored ? strlen(e->text) : deflated(e->text, packed, sizeof packed);
        if (e->stored)
            memcpy(packed, e->text, sizes[i]);
        put_number(0x04034b50, 4);
        put_number(0, 22);
        put_number((uint32_t)strlen(e->name), 2);
        put_number(e->extra, 2);
        put(e->name, strlen(e->name));
        put(filler, e->extra);
        put(packed, e->cut ? sizes[i] / 2 : sizes[i]);
    }
    size_t directory = made.len;
    for (size_t i = 0; i < count; i++) {
        const zip_entry *e = &entries[i];
        size_t start = made.len;
        put_number(0x02014b50, 4);
        put_number(0, 4);
        put_number(e->flags, 2);
        put_number(e->method != 0 ? e->method : e->stored ? 0 : 8, 2);
        put_number(0, 8);
        put_number((uint32_t)(e->cut ? sizes[i] / 2 : sizes[i]) + e->more, 4);
        put_number((uint32_t)strlen(e->text), 4);
        put_number((uint32_t)strlen(e->name), 2);
        put_number(e->extra, 2);
        put_number(i == 0 ? 3 : 0, 2); /* a comment */
        put_number(0, 8);
        put_number((uint32_t)places[i], 4);
        CHECK_EQ_INT(made.len - start, 46);
        put(e->name, strlen(e->name));
        put(filler, e->extra);
        put(filler, i == 0 ? 3 : 0);
    }
    size_t size = made.len - directory;
    put_number(0x06054b50, 4);
    put_number(0, 4);
    put_number((uint32_t)count, 2);
    put_number((uint32_t)count, 2);
    put_number((uint32_t)size, 4);
    put_number((uint32_t)directory, 4);
    put_number(comment, 2);
    put(filler, comment);
}

static const char *zipped(zip_entry entry)
{
    make_zip(&entry, 1, 0);
    return unpack(".zip");
}

TEST(a_zip_is_unpacked)
{
    static char large[100000];
    for (size_t i = 0; i < sizeof large - 1; i++)
        large[i] = (char)('a' + (i * i / 7 + i) % 26);
    const zip_entry entries[] = {
        {.name = "src/", .text = ""},
        {.name = "src/a.cc", .text = "int a;\n", .extra = 9},
        {.name = "src\\deep\\b.cc", .text = "int b;\n", .stored = true, .extra = 28},
        {.name = "large.txt", .text = large},
        {.name = "empty", .text = ""},
        {.name = "__MACOSX/src/a.cc", .text = "x"},
        {.name = "src/._a.cc", .text = "x"},
        {.name = "src/.git/config", .text = "x"},
    };
    static const unsigned comments[] = {0, 1, 65535};
    for (size_t i = 0; i < 3; i++) {
        check_case("a comment of %u bytes", comments[i]);
        make_zip(entries, 8, comments[i]);
        CHECK_EQ_TEXT(unpack(".ZIP"), "");
        CHECK_EQ_TEXT(staged_text(&stage, "src/a.cc"), "int a;\n");
        CHECK_EQ_TEXT(staged_text(&stage, "src/deep/b.cc"), "int b;\n");
        CHECK_EQ_TEXT(staged_text(&stage, "large.txt"), large);
        CHECK_EQ_TEXT(staged_text(&stage, "empty"), "");
        CHECK(staged_text(&stage, "src/._a.cc") == NULL &&
              staged_text(&stage, "__MACOSX/src/a.cc") == NULL);
        CHECK(staged_text(&stage, "src/.git/config") == NULL);
    }
    check_case("%s", "");
    /* Files that macOS adds are left out; others whose names only look so are not. */
    const zip_entry similar[] = {{.name = ".DS_Store", .text = "x"},
                                 {.name = "x.DS_Store", .text = "y"},
                                 {.name = "._", .text = "x"},
                                 {.name = ".a", .text = "z"},
                                 {.name = "...", .text = "dots"}};
    make_zip(similar, 5, 0);
    CHECK_EQ_TEXT(unpack(".zip"), "");
    CHECK(staged_text(&stage, ".DS_Store") == NULL && staged_text(&stage, "._") == NULL);
    CHECK_EQ_TEXT(staged_text(&stage, "x.DS_Store"), "y");
    CHECK_EQ_TEXT(staged_text(&stage, ".a"), "z");
    CHECK_EQ_TEXT(staged_text(&stage, "..."), "dots");
}

TEST(a_zip_is_refused)
{
    static const struct {
        zip_entry entry;
        const char *told;
    } rows[] = {
        {{.name = "a", .text = "x", .flags = 1}, "the archive is encrypted"},
        {{.name = "a", .text = "x", .method = 12},
         "the archive is damaged, or packed in an unusual way"},
        {{.name = "a", .text = "x", .stored = true, .more = 1000000},
         "the archive is damaged, or packed in an unusual way"},
        {{.name = "a", .text = "some words, more words, some words", .cut = true},
         "the archive is damaged"},
        {{.name = "../a", .text = "x"}, "a name in the archive leads out of it"},
        {{.name = "a/../b", .text = "x"}, "a name in the archive leads out of it"},
        {{.name = "a\\..\\b", .text = "x"}, "a name in the archive leads out of it"},
        {{.name = "/a", .text = "x"}, "a name in the archive leads out of it"},
        {{.name = "\\a", .text = "x"}, "a name in the archive leads out of it"},
        {{.name = "a/..", .text = "x"}, "a name in the archive leads out of it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu: %s", i, rows[i].entry.name);
        CHECK_EQ_TEXT(zipped(rows[i].entry), rows[i].told);
    }
    check_case("%s", "");
    CHECK_EQ_TEXT(zipped((zip_entry){.name = "a..b", .text = "x"}), "");
    const zip_entry both[] = {{.name = "a", .text = "x"}, {.name = "a/b", .text = "x"}};
    make_zip(both, 2, 0);
    CHECK_EQ_TEXT(unpack(".zip"), "a name in the archive is both a file and a folder");
    made.len = 0;
    CHECK_EQ_TEXT(unpack(".zip"), "the archive is damaged");
    make_zip(NULL, 0, 0);
    CHECK_EQ_INT(made.len, 22);
    CHECK_EQ_TEXT(unpack(".zip"), "");
    made.len = 21;
    CHECK_EQ_TEXT(unpack(".zip"), "the archive is damaged");
    check_case("%s", "an entry behind the end");
    const zip_entry one = {.name = "a", .text = "x", .stored = true};
    make_zip(&one, 1, 0);
    size_t entry = 0, whole = made.len;
    while (entry + 4 < whole && memcmp(made.bytes + entry, "PK\1\2", 4) != 0)
        entry++;
    for (size_t behind = whole - 30; behind < whole - 28; behind++) {
        memcpy(made.bytes + entry + 42, (unsigned char[]){(unsigned char)behind, 0, 0, 0}, 4);
        CHECK(whole < 256);
        CHECK_EQ_TEXT(unpack(".zip"), behind == whole - 30
                                          ? "the archive is damaged, or packed in an unusual way"
                                          : "the archive is damaged");
    }
    check_case("%s", "");
}

TEST(an_archive_of_many_bytes)
{
    char path[] = "/tmp/arbiter-large.XXXXXX.zip";
    int fd = mkstemps(path, 4);
    for (int more = 0; more < 2; more++) {
        check_case("%d more", more);
        CHECK(grade_stage_open(&stage) && ftruncate(fd, ((off_t)64 << 20) + more) == 0);
        CHECK(!grade_archive_unpack(&stage, path, "in") && stage.at_fault);
        CHECK_EQ_TEXT(strstr(stage.error, ": ") + 2,
                      more == 0 ? "the archive is damaged" : "the archive is larger than 64 MiB");
        grade_stage_close(&stage);
    }
    check_case("%s", "");
    close(fd);
    unlink(path);
    CHECK(grade_stage_open(&stage));
    CHECK(!grade_archive_unpack(&stage, path, "in") && stage.at_fault);
    CHECK_EQ_TEXT(strstr(stage.error, ": ") + 2, "cannot be read");
    CHECK(!grade_archive_unpack(&stage, "/nowhere.tar", "in2") && stage.at_fault);
    CHECK_EQ_TEXT(stage.error, "/nowhere.tar: cannot be read");
    CHECK(!grade_archive_unpack(&stage, "/nowhere.rar", "in3"));
    grade_stage_close(&stage);
}

/* Each byte that a zip lacks at its end or its start is noticed, and no read leaves the archive. */
TEST(a_zip_is_cut_anywhere)
{
    const zip_entry entry = {.name = "dir/a.cc", .text = "int a = 1;\n"};
    make_zip(&entry, 1, 0);
    blob *whole = malloc(sizeof *whole);
    *whole = made;
    for (size_t len = 0; len < whole->len; len++) {
        check_case("%zu of %zu bytes", len, whole->len);
        made = *whole;
        made.len = len;
        CHECK(unpack(".zip")[0] != '\0' && stage.at_fault);
        memcpy(made.bytes, whole->bytes + whole->len - len, len);
        CHECK(unpack(".zip")[0] != '\0' && stage.at_fault);
    }
    check_case("%s", "");
    free(whole);
}

TEST(names_have_limits)
{
    char name[1200];
    size_t most = 0;
    for (size_t len = 970; len < 1030; len++) {
        for (size_t i = 0; i < len; i++)
            name[i] = i % 100 == 99 ? '/' : 'x';
        name[len - 1] = 'y';
        name[len] = '\0';
        const char *told = zipped((zip_entry){.name = name, .text = "x"});
        if (told[0] == '\0') {
            CHECK(most == 0 || len == most + 1);
            CHECK_EQ_TEXT(staged_text(&stage, name), "x");
            most = len;
            continue;
        }
        check_case("%zu bytes", len);
        CHECK(strstr(told, "too long") != NULL);
    }
    check_case("%s", "");
    memset(name, 'x', 300);
    name[255] = '\0';
    CHECK_EQ_TEXT(zipped((zip_entry){.name = name, .text = "x"}), "");
    CHECK_EQ_TEXT(staged_text(&stage, name), "x");
    name[255] = 'x';
    name[256] = '\0';
    CHECK_EQ_TEXT(zipped((zip_entry){.name = name, .text = "x"}),
                  "a name in the archive is too long");
    name[0] = 'a';
    name[1] = '/';
    CHECK_EQ_TEXT(zipped((zip_entry){.name = name, .text = "x"}), "");
    name[256] = '/';
    name[257] = 'b';
    name[258] = '\0';
    CHECK_EQ_TEXT(zipped((zip_entry){.name = name, .text = "x"}), "");
    CHECK_EQ_INT(most + strlen(stage.root) + strlen("/in/") + 1, GRADE_PATH_LIMIT);
}

/* ---- tar ---- */

static const char *magic = "ustar"; /* of heads that are written */

static void put_entry(char type, const char *name, const char *prefix, const char *text,
                      size_t size)
{
    char head[512] = "", block[512] = "";
    unsigned sum = 0;
    snprintf(head, 101, "%s", name);
    snprintf(head + 124, 12, "%011o", (unsigned)size);
    head[156] = type;
    memcpy(head + 257, magic, strlen(magic));
    memcpy(head + 345, prefix, strlen(prefix));
    memset(head + 148, ' ', 8);
    for (size_t i = 0; i < sizeof head; i++)
        sum += (unsigned char)head[i];
    snprintf(head + 148, 8, "%06o", sum);
    put(head, sizeof head);
    for (size_t at = 0; at < size; at += sizeof block) {
        size_t len = size - at < sizeof block ? size - at : sizeof block;
        memset(block, 0, sizeof block);
        memcpy(block, text + at, len);
        put(block, sizeof block);
    }
}

static void end_tar(void)
{
    static const char nothing[1024];
    put(nothing, sizeof nothing);
}

TEST(a_tar_is_unpacked)
{
    static char longer[300], text[1100];
    memset(longer, 'n', sizeof longer - 1);
    longer[100] = '/';
    longer[200] = '/';
    memset(text, 't', sizeof text - 1);
    made.len = 0;
    put_entry('5', "src/", "", "", 0);
    put_entry('0', "src/a.cc", "", "int a;\n", 7);
    put_entry('\0', "./b.cc", "", "int b;\n", 7);
    put_entry('0', "c.cc", "some/where", "int c;\n", 7);
    put_entry('2', "link", "", "", 0);
    put_entry('0', "._d", "", "x", 1);
    put_entry('L', "long", "", longer, sizeof longer);
    put_entry('0', "short", "", "long\n", 5);
    put_entry('x', "pax", "", "19 mtime=1\n27 path=pax/name.cc\n9 uid=1\n", 39);
    put_entry('0', "short", "", "pax\n", 4);
    put_entry('g', "global", "", "13 path=wrong\n", 14);
    put_entry('0', "b512", "", text, 512);
    put_entry('0', "b513", "", text, 513);
    put_entry('0', "b1024", "", text, 1024);
    put_entry('0', "b0", "", text, 0);
    put_entry('0', "last", "", "last\n", 5);
    end_tar();
    for (int packed = 0; packed < 2; packed++) {
        check_case("packed %d", packed);
        CHECK_EQ_TEXT(unpack(".tar"), "");
        CHECK_EQ_TEXT(staged_text(&stage, "src/a.cc"), "int a;\n");
        CHECK_EQ_TEXT(staged_text(&stage, "b.cc"), "int b;\n");
        CHECK_EQ_TEXT(staged_text(&stage, "some/where/c.cc"), "int c;\n");
        CHECK(staged_text(&stage, "link") == NULL && staged_text(&stage, "._d") == NULL &&
              staged_text(&stage, "short") == NULL);
        CHECK_EQ_TEXT(staged_text(&stage, longer), "long\n");
        CHECK_EQ_TEXT(staged_text(&stage, "pax/name.cc"), "pax\n");
        CHECK(staged_text(&stage, "wrong") == NULL);
        CHECK_EQ_INT(strlen(staged_text(&stage, "b512")), 512);
        CHECK_EQ_INT(strlen(staged_text(&stage, "b513")), 513);
        CHECK_EQ_INT(strlen(staged_text(&stage, "b1024")), 1024);
        CHECK_EQ_TEXT(staged_text(&stage, "b0"), "");
        CHECK_EQ_TEXT(staged_text(&stage, "last"), "last\n");
        if (packed == 1)
            break;
        char path[GRADE_PATH_LIMIT + 20]; /* the same, compressed */
        snprintf(path, sizeof path, "%s/packed", stage.root);
        gzFile out = gzopen(path, "wb");
        CHECK(gzwrite(out, made.bytes, (unsigned)made.len) == (int)made.len);
        gzclose(out);
        FILE *in = fopen(path, "rb");
        made.len = fread(made.bytes, 1, sizeof made.bytes, in);
        fclose(in);
    }
    check_case("%s", "");
}

/* Of a pax header so many bytes are read; a name that ends there is whole. */
TEST(a_pax_header_is_read_so_far)
{
    enum { READ = 2 * GRADE_PATH_LIMIT - 1 };
    char text[READ + 20];
    memset(text, 'x', sizeof text);
    memcpy(text + READ - 12, " path=ab.txt", 12);
    for (size_t more = 0; more < 2; more++) {
        made.len = 0;
        put_entry('x', "pax", "", text + more, READ);
        put_entry('0', "short", "", "pax\n", 4);
        put_entry('x', "pax", "", text, READ + more);
        put_entry('0', "second", "", "second\n", 7);
        end_tar();
        CHECK_EQ_TEXT(unpack(".tar"), "");
        CHECK_EQ_TEXT(staged_text(&stage, "ab.txt"), "second\n");
        if (more == 1)
            CHECK_EQ_TEXT(staged_text(&stage, "ab.txtx"), "pax\n");
    }
}

/* Old heads, and those of GNU tar, have other things where the first part of a name may stand. */
TEST(heads_of_other_forms)
{
    static const struct {
        const char *magic, *name;
    } rows[] = {{"ustar", "other/a"}, {"ustar  ", "a"}, {"", "a"}, {"usta", "a"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("%s", rows[i].magic);
        magic = rows[i].magic;
        made.len = 0;
        put_entry('0', "a", "other", "text", 4);
        end_tar();
        CHECK_EQ_TEXT(unpack(".tar"), "");
        CHECK_EQ_TEXT(staged_text(&stage, rows[i].name), "text");
        memset(made.bytes + 148, i % 2 == 0 ? ' ' : 0, 8); /* without the sum of its bytes */
        CHECK_EQ_TEXT(unpack(".tar"), "the archive is damaged");
    }
    magic = "ustar";
    check_case("%s", "");
}

TEST(a_tar_is_refused)
{
    static const struct {
        char type;
        const char *name;
        size_t size;
        const char *told;
    } rows[] = {
        {'0', "../a", 1, "a name in the archive leads out of it"},
        {'0', "/a", 1, "a name in the archive leads out of it"},
        {'0', "a", 1, ""},
        {'0', "a/", 1, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("%s", rows[i].name);
        made.len = 0;
        put_entry(rows[i].type, rows[i].name, "", "x", rows[i].size);
        CHECK_EQ_TEXT(unpack(".tgz"), rows[i].told);
    }
    check_case("%s", "");
    made.len = 0;
    put_entry('0', "a", "", "0123456789", 10);
    made.len -= 1; /* its block is not whole */
    CHECK_EQ_TEXT(unpack(".tar"), "the archive is damaged");
    made.len = 512;
    CHECK_EQ_TEXT(unpack(".tar"), "the archive is damaged");
    made.len = 511; /* not even a head */
    CHECK_EQ_TEXT(unpack(".tar"), "");
    made.len = 0;
    put_entry('L', "a", "", "0123456789", 10);
    made.len = 512;
    CHECK_EQ_TEXT(unpack(".tar"), "the archive is damaged");
    memset(made.bytes, 'x', 1024);
    made.len = 1024;
    CHECK_EQ_TEXT(unpack(".tar"), "the archive is damaged");
    CHECK(!grade_is_archive("a.rar") && !grade_is_archive(".zip") && grade_is_archive("a.TAR.gz"));
    grade_stage_close(&stage);
    CHECK(grade_stage_open(&stage));
    CHECK(!grade_archive_unpack(&stage, "/nowhere/a.zip", "in") && stage.at_fault);
    CHECK(!grade_archive_unpack(&stage, "/nowhere/a.tar", "in2") && stage.at_fault);
    CHECK_EQ_TEXT(stage.error, "/nowhere/a.tar: cannot be read");
}

int main(void)
{
    RUN(a_zip_is_unpacked);
    RUN(a_zip_is_refused);
    RUN(an_archive_of_many_bytes);
    RUN(a_zip_is_cut_anywhere);
    RUN(names_have_limits);
    RUN(a_tar_is_unpacked);
    RUN(a_pax_header_is_read_so_far);
    RUN(heads_of_other_forms);
    RUN(a_tar_is_refused);
    grade_stage_close(&stage);
    return check_result();
}

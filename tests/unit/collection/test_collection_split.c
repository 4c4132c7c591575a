/* test_collection_split.c: games sorted into many files: which file a game goes to, what the files
 * are named, and that none is lost when few are open at a time. */
#include "check.h"
#include "collection/convert/game_sink.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/arbiter-sinks.XXXXXX";

static const char *path_of(const char *name)
{
    static char path[5000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* What is in a file of the folder; NULL if it is not there. */
static const char *content(const char *name)
{
    static char text[60000];
    FILE *from = fopen(path_of(name), "r");
    if (from == NULL)
        return NULL;
    size_t len = fread(text, 1, sizeof text - 1, from);
    fclose(from);
    text[len] = '\0';
    return text;
}

/* Removes the files of the folder; returns how many there were. */
static unsigned clear(void)
{
    unsigned count = 0;
    DIR *list = opendir(folder);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;)
        count += unlink(path_of(entry->d_name)) == 0;
    closedir(list);
    return count;
}

static void put(split_files *s, const char *key, const char *text)
{
    FILE *to[2] = {NULL, NULL};
    split_game(s, key, strlen(key), to);
    for (int i = 0; i < 2; i++)
        if (to[i] != NULL)
            fputs(text, to[i]);
    if (to[0] != NULL)
        split_wrote(s, strlen(text));
}

TEST(a_file_has_so_many_games_or_bytes)
{
    for (int kind = 0; kind < 2; kind++) {
        check_case("kind %d", kind);
        split_files *s =
            split_new(folder, ".txt", kind == 0 ? SPLIT_NUMBER : SPLIT_SIZE, kind == 0 ? 2 : 4);
        static const char *const texts[] = {"one ", "two ", "three ", "4", "fi", "six ", "seven "};
        for (size_t i = 0; i < 7; i++)
            put(s, "a\tb", texts[i]);
        CHECK_EQ_INT(split_count(s), kind == 0 ? 4 : 5);
        split_close(s);
        CHECK_EQ_TEXT(split_problem(s), NULL);
        split_free(s);
        CHECK_EQ_TEXT(content("000001.txt"), kind == 0 ? "one two " : "one ");
        CHECK_EQ_TEXT(content("000002.txt"), kind == 0 ? "three 4" : "two ");
        CHECK_EQ_TEXT(content("000003.txt"), kind == 0 ? "fisix " : "three ");
        CHECK_EQ_TEXT(content("000004.txt"), kind == 0 ? "seven " : "4fisix ");
        CHECK_EQ_TEXT(content("000005.txt"), kind == 0 ? NULL : "seven ");
        CHECK_EQ_INT(clear(), kind == 0 ? 4 : 5);
    }
    check_case("%s", "");
    split_free(NULL);
}

TEST(a_file_is_named_after_its_key)
{
    char longest[200], cut[200];
    memset(longest, 'x', sizeof longest);
    static const struct {
        const char *key, *name;
    } rows[] = {
        {"Kasparov, G.", "Kasparov,_G."},
        {"azAZ09", "azAZ09"},
        {"@[`{/:", "______"},
        {"-a-b.c,d", "_a-b.c,d"},
        {".hidden", "_hidden"},
        {",", "unknown"},
        {"", "unknown"},
        {"_", "unknown"},
        {"?", "unknown"},
        {"??", "__"},
        {"M\xC3\xBCller", "M\xC3\xBCller"},
        {"\x80\xFF", "\x80\xFF"},
        {"a b\nc", "a_b_c"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("key %s", rows[i].key);
        split_files *s = split_new(folder, "", SPLIT_KEY, 0);
        put(s, rows[i].key, "text");
        split_close(s);
        CHECK_EQ_TEXT(split_problem(s), NULL);
        CHECK_EQ_TEXT(content(rows[i].name), "text");
        CHECK_EQ_INT(clear(), 1);
        split_free(s);
    }
    /* A long name is cut, but not within a character. */
    for (size_t len = 118; len <= 122; len++)
        for (size_t at = 116; at < 121; at++) {
            check_case("%zu bytes, a character of two at %zu", len, at);
            longest[len] = '\0';
            longest[at] = '\xC3';
            longest[at + 1] = at + 1 < len ? '\xBC' : '\0';
            split_files *s = split_new(folder, "", SPLIT_KEY, 0);
            put(s, longest, "text");
            split_close(s);
            split_free(s);
            snprintf(cut, sizeof cut, "%.*s", at == 119 && len > 120 ? 119 : 120, longest);
            CHECK_EQ_TEXT(content(cut), "text");
            CHECK_EQ_INT(clear(), 1);
            memset(longest, 'x', sizeof longest);
        }
    check_case("%s", "");
}

TEST(a_game_of_two_keys_goes_to_two_files)
{
    split_files *s = split_new(folder, ".pgn", SPLIT_KEY, 0);
    put(s, "a\tb", "1");
    put(s, "b\ta", "2");
    put(s, "a\ta", "3");
    put(s, "\tb", "4");
    put(s, "c", "5");
    put(s, "a\tb\tc", "6");
    CHECK_EQ_INT(split_count(s), 5);
    split_close(s);
    CHECK_EQ_TEXT(content("a.pgn"), "1236");
    CHECK_EQ_TEXT(content("b.pgn"), "124");
    CHECK_EQ_TEXT(content("unknown.pgn"), "4");
    CHECK_EQ_TEXT(content("c.pgn"), "5");
    CHECK_EQ_TEXT(content("b_c.pgn"), "6");
    CHECK_EQ_INT(clear(), 5);
    split_free(s);
}

/* Few files are open at a time, and files that were closed are gone on with. */
TEST(there_may_be_any_number_of_files)
{
    for (int files = 31; files <= 700; files += files < 34 ? 1 : 222) {
        check_case("%d files", files);
        split_files *s = split_new(folder, "", SPLIT_KEY, 0);
        char name[20], text[20];
        for (int round = 0; round < 3; round++)
            for (int i = 0; i < files; i++) {
                snprintf(name, sizeof name, "n%d", round == 1 ? files - 1 - i : i);
                put(s, name, round == 0 ? "a" : round == 1 ? "b" : "c");
            }
        CHECK_EQ_INT(split_count(s), files);
        split_close(s);
        CHECK_EQ_TEXT(split_problem(s), NULL);
        for (int i = 0; i < files; i++) {
            snprintf(text, sizeof text, "n%d", i);
            CHECK_EQ_TEXT(content(text), "abc");
        }
        CHECK_EQ_INT(clear(), files);
        split_free(s);
    }
    check_case("%s", "");
}

/* The file that was used longest ago is closed first, so the others need no opening. */
TEST(the_last_files_stay_open)
{
    split_files *s = split_new(folder, "", SPLIT_KEY, 0);
    FILE *to[2], *first[2], *second[2];
    char name[20];
    split_game(s, "n0", 2, first);
    split_game(s, "n1", 2, second);
    for (int i = 2; i < 32; i++) {
        snprintf(name, sizeof name, "n%d", i);
        split_game(s, name, strlen(name), to);
    }
    split_game(s, "n0", 2, to);
    CHECK(to[0] == first[0]);
    fputs("kept", first[0]);
    unlink(path_of("n0"));
    unlink(path_of("n1"));
    split_game(s, "more", 4, to); /* closes n1 */
    split_game(s, "n0", 2, to);
    CHECK_EQ_INT(access(path_of("n0"), F_OK), -1);
    split_game(s, "n1", 2, to);
    CHECK_EQ_INT(access(path_of("n1"), F_OK), 0);
    split_close(s);
    CHECK_EQ_TEXT(split_problem(s), NULL);
    split_free(s);
    CHECK_EQ_INT(clear(), 32);
}

TEST(a_file_that_cannot_be_written_is_a_problem)
{
    char text[6000], deep[5000];
    split_files *s = split_new(path_of("missing"), ".pgn", SPLIT_KEY, 0);
    put(s, "a", "text");
    put(s, "b", "text");
    snprintf(text, sizeof text, "%s/missing/a.pgn: No such file or directory", folder);
    CHECK_EQ_TEXT(split_problem(s), text); /* the first one */
    split_free(s);

    memset(deep, 'd', sizeof deep);
    for (size_t len = 4090; len <= 4096; len++) {
        check_case("a folder of %zu bytes", len);
        deep[len] = '\0';
        s = split_new(deep, ".p", SPLIT_KEY, 0);
        deep[0] = '/';
        put(s, "a", "text");
        CHECK(split_problem(s) != NULL && strstr(split_problem(s), "name too long") != NULL);
        CHECK_EQ_INT(split_count(s), len + 4 < 4096);
        deep[len] = 'd';
        split_free(s);
    }
    check_case("%s", "what is read is not replaced");
    FILE *own = fopen(path_of("read.pgn"), "w");
    fputs("own", own);
    fclose(own);
    char before[5000], again[5000];
    snprintf(before, sizeof before, "%s", path_of("other.pgn"));
    snprintf(again, sizeof again, "%s/./read.pgn", folder);
    char *spares[] = {before, again};
    s = split_new(folder, ".pgn", SPLIT_KEY, 0);
    split_spares(s, spares, 2);
    put(s, "free", "text");
    CHECK_EQ_TEXT(split_problem(s), NULL);
    put(s, "read", "text");
    snprintf(text, sizeof text,
             "%s/read.pgn: is read, and a part would replace it: name another folder", folder);
    CHECK_EQ_TEXT(split_problem(s), text);
    CHECK_EQ_TEXT(content("read.pgn"), "own");
    split_close(s);
    CHECK_EQ_TEXT(content("free.pgn"), "text");
    split_free(s);
    /* A file that is not read may be replaced. */
    s = split_new(folder, ".pgn", SPLIT_KEY, 0);
    split_spares(s, spares, 1);
    put(s, "read", "new");
    CHECK_EQ_TEXT(split_problem(s), NULL);
    split_free(s);
    CHECK_EQ_TEXT(content("read.pgn"), "new");
    check_case("%s", "a full disk");
    s = split_new("/dev", "", SPLIT_KEY, 0);
    put(s, "full", "text");
    CHECK_EQ_TEXT(split_problem(s), NULL);
    split_close(s);
    CHECK_EQ_TEXT(split_problem(s), "/dev: No space left on device");
    split_free(s);
    clear();
    check_case("%s", "");
}

int main(void)
{
    if (mkdtemp(folder) == NULL)
        return 1;
    RUN(a_file_has_so_many_games_or_bytes);
    RUN(a_file_is_named_after_its_key);
    RUN(a_game_of_two_keys_goes_to_two_files);
    RUN(there_may_be_any_number_of_files);
    RUN(the_last_files_stay_open);
    RUN(a_file_that_cannot_be_written_is_a_problem);
    rmdir(folder);
    return check_result();
}

/* index_build.c: games, names and postings gathered, and written as an index. Layer: collection. */
#include "collection/index/index_build.h"
#include "collection/index/postings.h"
#include "common/number.h"

#include <stdlib.h>
#include <string.h>

struct index_builder {
    const char *problem;
    uint64_t games, names; /* games so far, and bytes of their names */
    bool unknown_tags;
    FILE *game_file, *name_file;
    postings postings;
    /* ---- the body of the current game ---- */
    unsigned names_ended;
    int half; /* the first half of a byte of a name; -1: none */
    unsigned digits;
    uint64_t key;
};

static const char no_room[] = "there is no room for temporary files";

index_builder *index_builder_new(size_t memory)
{
    index_builder *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    if (!postings_begin(&b->postings, memory)) {
        index_builder_free(b);
        return NULL;
    }
    b->game_file = tmpfile();
    b->name_file = tmpfile();
    b->half = -1;
    if (!b->game_file || !b->name_file)
        b->problem = no_room;
    return b;
}

void index_builder_free(index_builder *b)
{
    if (!b)
        return;
    postings_free(&b->postings);
    if (b->game_file)
        fclose(b->game_file);
    if (b->name_file)
        fclose(b->name_file);
    free(b);
}

const char *index_builder_problem(const index_builder *b)
{
    return b->problem;
}

uint64_t index_builder_games(const index_builder *b)
{
    return b->games;
}

static void put_name_byte(index_builder *b, char byte)
{
    putc(byte, b->name_file);
    b->names++;
}

/* Each name is a line, so that the games of names are found by counting lines. */
static void end_names(index_builder *b)
{
    for (; b->games > 0 && b->names_ended < 2; b->names_ended++)
        put_name_byte(b, '\n');
}

void index_game(index_builder *b, uint32_t flags, const char *place, size_t len)
{
    unsigned char entry[INDEX_GAME];
    uint64_t line = 0, byte = 0;
    if (b->problem)
        return;
    size_t n = number_read(place, len, UINT32_MAX, &line);
    if (n == 0 || number_read(place + n + 1, len - n - 1, UINT64_MAX, &byte) == 0 ||
        b->games == UINT32_MAX) {
        b->problem = "it has more lines or games than an index can count";
        return;
    }
    end_names(b);
    put_u64(entry, byte);
    put_u32(entry + 8, (uint32_t)line);
    put_u32(entry + 12, flags);
    if (fwrite(entry, 1, sizeof entry, b->game_file) != sizeof entry)
        b->problem = no_room;
    b->games++;
    b->unknown_tags |= (flags & INDEX_UNKNOWN_TAGS) != 0;
    b->names_ended = b->digits = 0;
    b->half = -1;
    b->key = 0;
}

/* Takes a byte of a name; returns true if the byte belongs to one. */
static bool take_name(index_builder *b, unsigned char byte)
{
    if (b->names_ended == 2)
        return false;
    if (byte == KEYS_NAME_ENDS) {
        put_name_byte(b, '\n');
        b->names_ended++;
    } else if (b->half < 0) {
        b->half = byte & 15;
    } else {
        put_name_byte(b, (char)(b->half << 4 | (byte & 15)));
        b->half = -1;
    }
    return true;
}

void index_text(index_builder *b, const char *text, size_t len)
{
    for (size_t i = 0; i < len && !b->problem && b->games > 0; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (take_name(b, byte))
            continue;
        b->key |= (uint64_t)(byte & 0x7F) << 7 * b->digits;
        if (++b->digits < KEYS_DIGITS)
            continue;
        if (!postings_add(&b->postings, b->key, (uint32_t)(b->games - 1)))
            b->problem = "there is no room for temporary files, or --memory is too small";
        b->digits = 0;
        b->key = 0;
    }
}

/* ---- writing ---- */

static bool copy_file(FILE *from, paged_out *to)
{
    char bytes[1 << 14];
    bool ok = fflush(from) == 0 && !ferror(from) && fseeko(from, 0, SEEK_SET) == 0;
    for (size_t n; ok && (n = fread(bytes, 1, sizeof bytes, from)) > 0;)
        paged_put(to, bytes, n);
    return ok && !ferror(from);
}

/* Chooses the size of the directory: about two hundred postings for each entry. */
static uint32_t directory_bits(uint64_t count)
{
    uint32_t bits = 0;
    while (bits < INDEX_KEY_BITS && count >> bits > 256)
        bits++;
    return bits;
}

/* Writes the postings. A key's highest `bits` are its place in the directory; the posting has the
 * next 32. */
static bool write_postings(index_builder *b, index_head *head, paged_out *to, uint64_t *directory)
{
    const uint64_t entries = UINT64_C(1) << head->key_bits;
    uint64_t filled = 0;
    posting p, last = {0, UINT32_MAX};
    if (!postings_sort(&b->postings))
        return false;
    while (postings_next(&b->postings, &p)) {
        unsigned char bytes[INDEX_POSTING];
        uint64_t entry = head->key_bits == 0 ? 0 : p.key >> (64 - head->key_bits);
        if (p.key == last.key && p.game == last.game)
            continue; /* the position occurred before in its game */
        last = p;
        while (filled <= entry)
            directory[filled++] = head->postings;
        put_u32(bytes, (uint32_t)(p.key << head->key_bits >> 32));
        put_u32(bytes + 4, p.game);
        paged_put(to, bytes, sizeof bytes);
        head->postings++;
    }
    while (filled <= entries)
        directory[filled++] = head->postings;
    return !postings_failed(&b->postings);
}

static void write_directory(const index_head *head, const uint64_t *directory, paged_out *to)
{
    for (uint64_t i = 0; i <= UINT64_C(1) << head->key_bits; i++) {
        unsigned char bytes[8];
        put_u64(bytes, directory[i]);
        paged_put(to, bytes, sizeof bytes);
    }
}

static void write_head(const index_head *head, FILE *to)
{
    unsigned char bytes[INDEX_HEAD];
    paged_out out;
    index_head_put(head, bytes);
    paged_begin(&out, to, 0);
    paged_put(&out, bytes, sizeof bytes);
    paged_end(&out);
}

bool index_builder_write(index_builder *b, const index_stamp *stamp, FILE *to)
{
    index_head head = {.stamp = *stamp,
                       .key_bits = directory_bits(b->postings.total),
                       .games = b->games,
                       .games_at = PAGE_TEXT};
    paged_out out;
    end_names(b);
    head.names = b->names;
    head.unknown_tags = b->unknown_tags;
    uint64_t *directory = malloc(((UINT64_C(1) << head.key_bits) + 1) * sizeof *directory);
    if (b->problem || !directory) {
        free(directory);
        if (!b->problem)
            b->problem = "there is not enough memory";
        return false;
    }
    write_head(&head, to); /* the head is written again at the end, with all numbers */
    paged_begin(&out, to, 1);
    bool ok = copy_file(b->game_file, &out);
    head.names_at = paged_place(&out);
    ok = ok && copy_file(b->name_file, &out);
    head.postings_at = paged_place(&out);
    ok = ok && write_postings(b, &head, &out, directory);
    head.directory_at = paged_place(&out);
    if (ok)
        write_directory(&head, directory, &out);
    paged_end(&out);
    free(directory);
    if (!ok)
        b->problem = no_room;
    if (!ok || fseeko(to, 0, SEEK_SET) != 0)
        return false;
    write_head(&head, to);
    return !ferror(to);
}

/* paged_file.c: pages with check values, written and read. Layer: collection. */
#include "collection/index/paged_file.h"
#include "common/smaller_of.h"

#include <string.h>
#include <unistd.h>

void put_u32(unsigned char *to, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(number >> 8 * i);
}

void put_u64(unsigned char *to, uint64_t number)
{
    put_u32(to, (uint32_t)number);
    put_u32(to + 4, (uint32_t)(number >> 32));
}

uint32_t get_u32(const unsigned char *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

uint64_t get_u64(const unsigned char *from)
{
    return get_u32(from) | (uint64_t)get_u32(from + 4) << 32;
}

static uint64_t mix(uint64_t state, uint64_t value)
{
    state = (state ^ value) * 0x9E3779B97F4A7C15u;
    return state ^ state >> 32;
}

/* The hash has four parts that are computed side by side, because each step has to wait for a
 * multiplication. */
uint64_t bytes_hash(const void *bytes, size_t len, uint64_t seed)
{
    const unsigned char *at = bytes;
    uint64_t lanes[4] = {seed, seed ^ 0xD6E8FEB86659FD93u, ~seed, len};
    for (; len >= 32; at += 32, len -= 32)
        for (int i = 0; i < 4; i++)
            lanes[i] = mix(lanes[i], get_u64(at + 8 * i));
    for (; len > 0; at++, len--)
        lanes[0] = mix(lanes[0], *at);
    return mix(mix(lanes[0], lanes[1]), mix(lanes[2], lanes[3]));
}

void paged_begin(paged_out *p, FILE *file, uint64_t number)
{
    p->file = file;
    p->number = number;
    p->used = 0;
}

static void write_page(paged_out *p)
{
    put_u64(p->page + PAGE_TEXT, bytes_hash(p->page, PAGE_TEXT, p->number));
    fwrite(p->page, 1, PAGE_BYTES, p->file);
    p->number++;
    p->used = 0;
}

void paged_put(paged_out *p, const void *bytes, size_t len)
{
    const unsigned char *from = bytes;
    while (len > 0) {
        size_t part = (size_t)smaller_of(PAGE_TEXT - p->used, len);
        memcpy(p->page + p->used, from, part);
        p->used += part;
        from += part;
        len -= part;
        if (p->used == PAGE_TEXT)
            write_page(p);
    }
}

uint64_t paged_place(const paged_out *p)
{
    return p->number * PAGE_TEXT + p->used;
}

void paged_end(paged_out *p)
{
    if (p->used == 0)
        return;
    memset(p->page + p->used, 0, PAGE_TEXT - p->used);
    write_page(p);
}

void paged_open(paged_in *p, int file, uint64_t size)
{
    p->file = file;
    p->pages = size / PAGE_BYTES;
    p->first = p->loaded = 0;
}

/* Reads some pages from this one on and checks them. */
static bool load(paged_in *p, uint64_t number)
{
    uint64_t count = smaller_of(p->pages - number, PAGES_AT_ONCE);
    size_t wanted = (size_t)count * PAGE_BYTES, got = 0;
    p->loaded = 0;
    while (got < wanted) {
        ssize_t n =
            pread(p->file, p->window + got, wanted - got, (off_t)(number * PAGE_BYTES + got));
        if (n <= 0)
            return false;
        got += (size_t)n;
    }
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *page = p->window + i * PAGE_BYTES;
        if (get_u64(page + PAGE_TEXT) != bytes_hash(page, PAGE_TEXT, number + i))
            return false;
    }
    p->first = number;
    p->loaded = count;
    return true;
}

bool paged_read(paged_in *p, uint64_t place, void *to, size_t len)
{
    unsigned char *bytes = to;
    while (len > 0) {
        uint64_t number = place / PAGE_TEXT;
        size_t within = (size_t)(place % PAGE_TEXT);
        size_t part = (size_t)smaller_of(PAGE_TEXT - within, len);
        if (number >= p->pages)
            return false;
        if ((number < p->first || number >= p->first + p->loaded) && !load(p, number))
            return false;
        memcpy(bytes, p->window + (number - p->first) * PAGE_BYTES + within, part);
        bytes += part;
        place += part;
        len -= part;
    }
    return true;
}

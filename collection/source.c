/* source.c: bytes from a file, unpacked on the way. Layer: collection.
 *
 * One buffer of input, and what the unpacking library keeps. Several packed streams behind one
 * another, as parallel packers write them, are one file. */
#include "collection/source.h"
#include "common/smaller_of.h"

#include <bzlib.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

typedef enum { NOT_PACKED, GZIP, ZSTANDARD, BZIP2 } packing;

enum { INPUT_SIZE = 128 << 10, ZSTD_BEGIN = 6 /* bytes that tell how long the head is */ };

struct source {
    int file;
    packing packing;
    uint64_t taken, size;
    const char *error;
    atomic_int *stop;
    bool stopped;   /* stopped before the end */
    bool waits;     /* a read may wait, for a pipe or a person */
    bool at_end;    /* the file has ended */
    bool in_stream; /* a packed stream has begun and not ended */
    size_t at, len; /* the part of `input` that is not used yet */
    z_stream gzip;
    ZSTD_DStream *zstd;
    size_t
        zstd_wants; /* bytes of the next block; 0: part of the last block has not been handed out */
    bz_stream bzip2;
    char input[INPUT_SIZE];
};

/* Waits until there is something to read. A signal that comes before the wait begins does not end
 * it, so `stop` is looked at several times a second. */
static bool wait_for_input(const source *s)
{
    enum { LOOK_UP = 200 /* milliseconds between two looks at `stop` */ };
    struct pollfd input = {.fd = s->file, .events = POLLIN};
    while (!*s->stop) {
        int ready = s->waits ? poll(&input, 1, LOOK_UP) : 1;
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
    }
    return false;
}

/* Reads bytes of the file. Returns 0 if there are no more, or if reading was stopped. */
static size_t take(source *s, char *buf, size_t cap)
{
    while (!s->at_end && !s->stopped) {
        if (s->stop && !wait_for_input(s)) {
            s->stopped = true;
            break;
        }
        ssize_t n = read(s->file, buf, cap);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            s->error = strerror(errno);
        if (n <= 0)
            s->at_end = true;
        s->taken += n > 0 ? (uint64_t)n : 0;
        return n > 0 ? (size_t)n : 0;
    }
    return 0;
}

static bool fill(source *s)
{
    if (s->at == s->len) {
        s->at = 0;
        s->len = take(s, s->input, sizeof s->input);
    }
    return s->at < s->len;
}

/* Reads the first bytes into the buffer, to look at them. */
static void peek(source *s)
{
    for (size_t n = 1; s->len < 6 && n > 0; s->len += n)
        n = take(s, s->input + s->len, sizeof s->input - s->len);
}

static packing packing_of(const source *s)
{
    const unsigned char *byte = (const unsigned char *)s->input;
    if (s->len >= 3 && byte[0] == 0x1F && byte[1] == 0x8B && byte[2] == 8)
        return GZIP;
    if (s->len >= 4 && memcmp(byte, "\x28\xB5\x2F\xFD", 4) == 0)
        return ZSTANDARD;
    /* A frame that is to be skipped may come first. */
    if (s->len >= 4 && (byte[0] & 0xF0) == 0x50 && memcmp(byte + 1, "\x2A\x4D\x18", 3) == 0)
        return ZSTANDARD;
    if (s->len >= 4 && memcmp(byte, "BZh", 3) == 0 && byte[3] >= '1' && byte[3] <= '9')
        return BZIP2;
    return NOT_PACKED;
}

static bool begin(source *s)
{
    switch (s->packing) {
    case GZIP:
        return inflateInit2(&s->gzip, 15 + 16) == Z_OK;
    case ZSTANDARD:
        s->zstd = ZSTD_createDStream();
        s->zstd_wants = ZSTD_BEGIN;
        return s->zstd != NULL;
    case BZIP2:
    case NOT_PACKED:
        break;
    }
    return true;
}

source *source_open(const char *path, atomic_int *stop)
{
    source *s = calloc(1, sizeof *s);
    struct stat status;
    if (!s)
        return NULL;
    s->file = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (s->file < 0) {
        free(s);
        return NULL;
    }
    s->stop = stop;
    s->waits = fstat(s->file, &status) != 0 || !S_ISREG(status.st_mode);
    if (!s->waits)
        s->size = (uint64_t)status.st_size;
#ifdef POSIX_FADV_SEQUENTIAL
    posix_fadvise(s->file, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
    peek(s);
    s->packing = packing_of(s);
    if (!begin(s)) {
        s->packing = NOT_PACKED;
        source_close(s);
        errno = ENOMEM;
        return NULL;
    }
    return s;
}

void source_close(source *s)
{
    if (s->packing == GZIP)
        inflateEnd(&s->gzip);
    if (s->packing == ZSTANDARD)
        ZSTD_freeDStream(s->zstd);
    if (s->packing == BZIP2 && s->in_stream)
        BZ2_bzDecompressEnd(&s->bzip2);
    if (s->file != STDIN_FILENO)
        close(s->file);
    free(s);
}

static size_t read_plain(source *s, char *buf, size_t cap)
{
    if (s->at < s->len) {
        size_t n = (size_t)smaller_of(s->len - s->at, cap);
        memcpy(buf, s->input + s->at, n);
        s->at += n;
        return n;
    }
    return take(s, buf, cap);
}

/* Each of these unpacks some of the input into `buf`, and returns the number of bytes written. */

static size_t step_gzip(source *s, char *buf, size_t cap)
{
    s->gzip.next_in = (unsigned char *)s->input + s->at;
    s->gzip.avail_in = (unsigned)(s->len - s->at);
    s->gzip.next_out = (unsigned char *)buf;
    s->gzip.avail_out = (unsigned)cap;
    s->in_stream = true;
    int status = inflate(&s->gzip, Z_NO_FLUSH);
    s->at = s->len - s->gzip.avail_in;
    if (status == Z_STREAM_END) {
        s->in_stream = false;
        inflateReset(&s->gzip);
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
        s->error = "the gzip data is damaged";
    }
    return cap - s->gzip.avail_out;
}

/* Unpacks one block at a time, and none before the last one was handed out: a call that fails hands
 * out nothing, so a damaged block would take intact ones with it. */
static size_t step_zstd(source *s, char *buf, size_t cap)
{
    size_t given = (size_t)smaller_of(s->len - s->at, s->zstd_wants);
    ZSTD_inBuffer in = {s->input, s->at + given, s->at};
    ZSTD_outBuffer to = {buf, cap, 0};
    size_t status = ZSTD_decompressStream(s->zstd, &to, &in);
    s->at = in.pos;
    if (ZSTD_isError(status)) {
        s->error = ZSTD_getErrorName(status);
        return 0;
    }
    s->in_stream = status != 0;
    if (status == 0)
        s->zstd_wants = ZSTD_BEGIN;
    else
        s->zstd_wants = to.pos == cap ? 0 : status;
    return to.pos;
}

static size_t step_bzip2(source *s, char *buf, size_t cap)
{
    if (!s->in_stream) {
        memset(&s->bzip2, 0, sizeof s->bzip2);
        if (BZ2_bzDecompressInit(&s->bzip2, 0, 0) != BZ_OK) {
            s->error = "no memory to unpack bzip2 data";
            return 0;
        }
        s->in_stream = true;
    }
    s->bzip2.next_in = s->input + s->at;
    s->bzip2.avail_in = (unsigned)(s->len - s->at);
    s->bzip2.next_out = buf;
    s->bzip2.avail_out = (unsigned)cap;
    int status = BZ2_bzDecompress(&s->bzip2);
    s->at = s->len - s->bzip2.avail_in;
    size_t written = cap - s->bzip2.avail_out;
    if (status != BZ_OK) {
        s->in_stream = false;
        BZ2_bzDecompressEnd(&s->bzip2);
        if (status != BZ_STREAM_END)
            s->error = "the bzip2 data is damaged";
    }
    return written;
}

static size_t step(source *s, char *buf, size_t cap)
{
    switch (s->packing) {
    case GZIP:
        return step_gzip(s, buf, cap);
    case ZSTANDARD:
        return step_zstd(s, buf, cap);
    case BZIP2:
        return step_bzip2(s, buf, cap);
    case NOT_PACKED:
        break;
    }
    return 0;
}

size_t source_read(source *s, char *buf, size_t cap)
{
    if (s->packing == NOT_PACKED)
        return read_plain(s, buf, cap);
    while (!s->error) {
        bool more = fill(s);
        if (!more && (s->stopped || !s->in_stream))
            return 0;
        size_t at = s->at;
        size_t n = step(s, buf, cap);
        if (n > 0)
            return n;
        if (!more && s->at == at && !s->error)
            s->error = "the packed data ends too early";
    }
    return 0;
}

bool source_seek(source *s, uint64_t offset)
{
    if (s->packing != NOT_PACKED || lseek(s->file, (off_t)offset, SEEK_SET) < 0)
        return false;
    s->at = s->len = 0;
    s->at_end = false;
    s->taken = offset;
    return true;
}

bool source_stopped(const source *s)
{
    return s->stopped;
}

const char *source_error(const source *s)
{
    return s->error;
}

uint64_t source_taken(const source *s)
{
    return s->taken;
}

uint64_t source_size(const source *s)
{
    return s->size;
}

bool source_packed(const source *s)
{
    return s->packing != NOT_PACKED;
}

int source_file(const source *s)
{
    return s->file;
}

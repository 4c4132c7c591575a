/* archive.c: unpacks .zip, .tar and .tar.gz files. Layer: grade. Knows nothing of submissions. */
#include "grade/intake/archive.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#define ZLIB_CONST /* zlib then takes its input as const */
#include <zlib.h>

enum { ARCHIVE_MEBIBYTES = 64, BLOCK = 512 };

static const char *ending_of(const char *path)
{
    static const char *const endings[] = {".zip", ".tar.gz", ".tgz", ".tar", NULL};
    size_t len = strlen(path);
    for (const char *const *e = endings; *e != NULL; e++)
        if (len > strlen(*e) && strcasecmp(path + len - strlen(*e), *e) == 0)
            return *e;
    return NULL;
}

bool grade_is_archive(const char *path)
{
    return ending_of(path) != NULL;
}

/* ---- Entries ---- */

/* Replaces the backslashes of Windows. Returns false if the name leads out of the folder. */
static bool clean_name(char *name)
{
    for (char *c = name; *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
    if (name[0] == '/' || name[0] == '\0')
        return false;
    for (const char *part = name; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        size_t len = strcspn(part, "/");
        if (len == 2 && memcmp(part, "..", 2) == 0)
            return false;
    }
    return true;
}

/* Is a part of the name longer than a name of a file may be? */
static bool has_long_part(const char *name)
{
    for (const char *part = name; *part != '\0'; part += *part == '/') {
        size_t len = strcspn(part, "/");
        if (len > NAME_MAX)
            return true;
        part += len;
    }
    return false;
}

/* Is this a file that macOS adds to archives? */
static bool is_noise(const char *name)
{
    const char *base = strrchr(name, '/');
    base = base != NULL ? base + 1 : name;
    return strncmp(name, "__MACOSX", 8) == 0 || strncmp(base, "._", 2) == 0 ||
           strcmp(base, ".DS_Store") == 0 || strstr(name, ".git/") != NULL;
}

typedef struct {
    grade_stage *stage;
    const char *folder;
    const char *path; /* the archive's path */
} target;

static bool refuse(const target *t, const char *why)
{
    t->stage->at_fault = true;
    snprintf(t->stage->error, sizeof t->stage->error, "%.400s: %s", t->path, why);
    return false;
}

static bool lack_memory(const target *t)
{
    snprintf(t->stage->error, sizeof t->stage->error, "not enough memory");
    return false;
}

/* Finds a file's path on the stage and makes its folders. */
static bool place_entry(const target *t, char *name, char path[GRADE_PATH_LIMIT])
{
    if (!clean_name(name))
        return refuse(t, "a name in the archive leads out of it");
    char whole[GRADE_PATH_LIMIT];
    if (!grade_path_join(path, t->folder, name) ||
        !grade_stage_path(t->stage, path, whole, sizeof whole) || has_long_part(name))
        return refuse(t, "a name in the archive is too long");
    for (char *slash = path + strlen(t->folder) + 1; (slash = strchr(slash, '/')) != NULL;
         slash++) {
        *slash = '\0';
        bool ok = grade_stage_has(t->stage, path) ||
                  (grade_stage_count(t->stage, path) && grade_stage_folder(t->stage, path));
        *slash = '/';
        if (t->stage->at_fault)
            return false;
        if (!ok)
            return refuse(t, "a name in the archive is both a file and a folder");
    }
    return grade_stage_count(t->stage, path);
}

/* ---- zip ---- */

static uint32_t number_at(const unsigned char *at, int bytes)
{
    uint32_t value = 0;
    for (int i = bytes - 1; i >= 0; i--)
        value = value << 8 | at[i];
    return value;
}

static bool inflate_entry(const target *t, const char *path, const unsigned char *data, size_t len)
{
    unsigned char block[1 << 15];
    z_stream stream = {.next_in = data, .avail_in = (unsigned)len};
    int state = Z_OK;
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return lack_memory(t);
    bool ok = grade_stage_write(t->stage, path, "", 0);
    while (ok && state == Z_OK) {
        stream.next_out = block;
        stream.avail_out = sizeof block;
        state = inflate(&stream, Z_NO_FLUSH);
        ok = state == Z_OK || state == Z_STREAM_END;
        if (!ok)
            refuse(t, "the archive is damaged");
        ok = ok &&
             grade_stage_append(t->stage, path, (char *)block, sizeof block - stream.avail_out);
    }
    inflateEnd(&stream);
    return ok;
}

static bool unpack_zip_entry(const target *t, const unsigned char *zip, size_t size,
                             const unsigned char *entry, char *name)
{
    enum { LOCAL_HEADER = 30, STORED = 0, DEFLATED = 8 };
    char path[GRADE_PATH_LIMIT];
    uint32_t method = number_at(entry + 10, 2), packed = number_at(entry + 20, 4);
    size_t local = number_at(entry + 42, 4);
    size_t len = strlen(name);
    if (len == 0 || name[len - 1] == '/' || name[len - 1] == '\\' || is_noise(name))
        return true;
    if (number_at(entry + 8, 2) & 1)
        return refuse(t, "the archive is encrypted");
    if (local + LOCAL_HEADER > size)
        return refuse(t, "the archive is damaged");
    size_t start =
        local + LOCAL_HEADER + number_at(zip + local + 26, 2) + number_at(zip + local + 28, 2);
    if (start > size || packed > size - start || (method != STORED && method != DEFLATED))
        return refuse(t, "the archive is damaged, or packed in an unusual way");
    if (!place_entry(t, name, path))
        return false;
    return method == DEFLATED
               ? inflate_entry(t, path, zip + start, packed)
               : grade_stage_write(t->stage, path, "", 0) &&
                     grade_stage_append(t->stage, path, (const char *)zip + start, packed);
}

static bool unpack_zip(const target *t, const unsigned char *zip, size_t size)
{
    enum { END_RECORD = 22, ENTRY = 46, COMMENT = 65535 };
    if (size < END_RECORD)
        return refuse(t, "the archive is damaged");
    size_t end = size - END_RECORD;
    while (number_at(zip + end, 4) != 0x06054b50) {
        if (end == 0 || size - end > END_RECORD + COMMENT)
            return refuse(t, "the archive is damaged");
        end--;
    }
    size_t at = number_at(zip + end + 16, 4), count = number_at(zip + end + 10, 2);
    for (size_t i = 0; i < count; i++) {
        char name[GRADE_PATH_LIMIT];
        if (at + ENTRY > size || number_at(zip + at, 4) != 0x02014b50)
            return refuse(t, "the archive is damaged");
        size_t len = number_at(zip + at + 28, 2);
        if (at + ENTRY + len > size || len >= sizeof name)
            return refuse(t, "a name in the archive is too long");
        memcpy(name, zip + at + ENTRY, len);
        name[len] = '\0';
        if (!unpack_zip_entry(t, zip, size, zip + at, name))
            return false;
        at += ENTRY + len + number_at(zip + at + 30, 2) + number_at(zip + at + 32, 2);
    }
    return true;
}

/* ---- tar, plain or compressed by gzip: zlib reads both ---- */

static bool read_block(gzFile in, char *block)
{
    return gzread(in, block, BLOCK) == BLOCK;
}

static uint64_t octal(const char *text, size_t len)
{
    uint64_t value = 0;
    for (size_t i = 0; i < len && text[i] != '\0'; i++)
        if (text[i] >= '0' && text[i] <= '7')
            value = value * 8 + (uint64_t)(text[i] - '0');
    return value;
}

/* Reads the bytes of an entry into a file, into `text` (a long name), or skips them. */
static bool read_entry(const target *t, gzFile in, uint64_t size, const char *path, char *text,
                       size_t cap)
{
    char block[BLOCK];
    size_t have = 0;
    if (path != NULL && !grade_stage_write(t->stage, path, "", 0))
        return false;
    for (uint64_t left = size; left > 0;) {
        size_t take = left < BLOCK ? (size_t)left : BLOCK;
        if (!read_block(in, block))
            return refuse(t, "the archive is damaged");
        if (path != NULL && !grade_stage_append(t->stage, path, block, take))
            return false;
        for (size_t i = 0; text != NULL && i < take && have + 1 < cap; i++)
            text[have++] = block[i];
        left -= take;
    }
    if (text != NULL)
        text[have] = '\0';
    return true;
}

static void entry_name(const char *head, char *name, size_t cap)
{
    bool prefixed = memcmp(head + 257, "ustar", 5) == 0 && head[345] != '\0' && head[262] == '\0';
    snprintf(name, cap, "%.*s%s%.100s", prefixed ? 155 : 0, head + 345, prefixed ? "/" : "", head);
    if (strncmp(name, "./", 2) == 0)
        memmove(name, name + 2, strlen(name + 2) + 1);
}

/* Takes the path from a pax header, "27 path=...". */
static void pax_name(const char *text, char *name, size_t cap)
{
    const char *at = strstr(text, " path=");
    if (at != NULL)
        snprintf(name, cap, "%.*s", (int)strcspn(at + 6, "\n"), at + 6);
}

static bool unpack_tar(const target *t, gzFile in)
{
    char head[BLOCK], name[GRADE_PATH_LIMIT], longer[GRADE_PATH_LIMIT] = "";
    char path[GRADE_PATH_LIMIT];
    while (read_block(in, head) && head[0] != '\0') {
        uint64_t size = octal(head + 124, 12);
        char type = head[156];
        bool ok = true;
        if (octal(head + 148, 8) == 0) /* every head has a sum of its bytes */
            return refuse(t, "the archive is damaged");
        if (longer[0] != '\0')
            snprintf(name, sizeof name, "%s", longer);
        else
            entry_name(head, name, sizeof name);
        longer[0] = '\0';
        if (type == 'L')
            ok = read_entry(t, in, size, NULL, longer, sizeof longer);
        else if (type == 'x') {
            char text[2 * GRADE_PATH_LIMIT];
            ok = read_entry(t, in, size, NULL, text, sizeof text);
            pax_name(text, longer, sizeof longer);
        } else if ((type == '0' || type == '\0') && !is_noise(name) && name[0] != '\0' &&
                   name[strlen(name) - 1] != '/')
            ok = place_entry(t, name, path) && read_entry(t, in, size, path, NULL, 0);
        else
            ok = read_entry(t, in, size, NULL, NULL, 0);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- Files ---- */

static bool unpack_zip_file(const target *t)
{
    FILE *in = fopen(t->path, "rbe");
    struct stat status;
    bool ok = false;
    if (in == NULL)
        return refuse(t, "cannot be read");
    bool known = fstat(fileno(in), &status) == 0;
    size_t size = known ? (size_t)status.st_size : 0;
    unsigned char *zip = NULL;
    if (size > (size_t)ARCHIVE_MEBIBYTES << 20)
        refuse(t, "the archive is larger than 64 MiB");
    else if ((zip = malloc(size + 1)) == NULL)
        lack_memory(t);
    else if (!known || fread(zip, 1, size, in) != size)
        refuse(t, "cannot be read");
    else
        ok = unpack_zip(t, zip, size);
    free(zip);
    fclose(in);
    return ok;
}

bool grade_archive_unpack(grade_stage *stage, const char *path, const char *name)
{
    target t = {stage, name, path};
    const char *ending = ending_of(path);
    if (ending == NULL || !grade_stage_folder(stage, name))
        return false;
    if (strcmp(ending, ".zip") == 0)
        return unpack_zip_file(&t);
    gzFile in = gzopen(path, "rbe");
    if (in == NULL)
        return refuse(&t, "cannot be read");
    bool ok = unpack_tar(&t, in);
    gzclose(in);
    return ok;
}

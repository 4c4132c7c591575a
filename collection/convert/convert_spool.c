/* convert_spool.c: text that is kept until its game ends. Layer: collection. */
#include "collection/convert/convert.h"
#include "common/smaller_of.h"

#include <string.h>
#include <unistd.h>

/* Moves a full buffer to a temporary file. Few games need one, so the same file serves all. */
static void file_text(void *context)
{
    spool *s = context;
    if (!s->file)
        s->file = tmpfile();
    if (!s->file || fwrite(s->out.text, 1, s->out.len, s->file) != s->out.len)
        s->failed = true;
    s->filed += s->out.len;
    s->out.len = 0;
}

void spool_init(spool *s)
{
    s->out = (out){s->text, 0, sizeof s->text, file_text, s};
    s->file = NULL;
    s->filed = 0;
    s->failed = false;
}

void spool_clear(spool *s)
{
    s->out.len = 0;
    if (s->filed == 0)
        return;
    s->filed = 0;
    if (s->file) {
        rewind(s->file);
        if (ftruncate(fileno(s->file), 0) != 0)
            s->failed = true;
    }
}

void spool_pour(spool *s, out *to)
{
    char buf[4096];
    if (s->filed > 0 && s->file) {
        rewind(s->file);
        for (uint64_t left = s->filed; left > 0;) {
            size_t n = fread(buf, 1, (size_t)smaller_of(left, sizeof buf), s->file);
            if (n == 0) {
                s->failed = true;
                break;
            }
            out_bytes(to, buf, n);
            left -= n;
        }
    }
    out_bytes(to, s->out.text, s->out.len);
}

void spool_free(spool *s)
{
    if (s->file)
        fclose(s->file);
}

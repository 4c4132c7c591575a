/* own_bytes.c: copies pieces of games to the file where they belong. Layer: collection. */
#include "collection/own_bytes.h"

static void copy_spool(FILE *from, FILE *to)
{
    char buf[8192];
    rewind(from);
    for (size_t n; (n = fread(buf, 1, sizeof buf, from)) > 0;)
        fwrite(buf, 1, n, to);
}

bool own_bytes_put(own_bytes *o, const char *text, const piece *p)
{
    FILE *to = p->faulty ? o->bad : o->good;
    if (!p->last) {
        if (!o->spool)
            o->spool = tmpfile();
        if (o->spool)
            fwrite(text + p->begin, 1, p->len, o->spool);
        return o->spool != NULL;
    }
    if (o->spool) {
        if (to)
            copy_spool(o->spool, to);
        own_bytes_free(o);
    }
    if (to)
        fwrite(text + p->begin, 1, p->len, to);
    return true;
}

void own_bytes_free(own_bytes *o)
{
    if (o->spool)
        fclose(o->spool);
    o->spool = NULL;
}

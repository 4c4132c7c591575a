/* new_checker.c: a checker for a job, with a record where games are converted. Layer: collection.
 */
#include "collection/check_files.h"

#include <stdlib.h>

void free_checker(checker *c)
{
    if (c)
        record_free(c->record);
    free(c);
}

checker *new_checker(const check_job *job)
{
    checker *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    c->record = job->convert ? record_new(job->convert) : NULL;
    if (job->convert && !c->record) {
        free(c);
        return NULL;
    }
    return c;
}

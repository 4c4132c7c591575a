/* merge.h: joins the outputs of shards to what a single run would have written. Layer: collection.
 */
#ifndef ARB_COLLECTION_MERGE_H
#define ARB_COLLECTION_MERGE_H

#include "collection/check_files.h"

/* Writes the last line of a shard's output: the counts, and what else the merge must know. */
void merge_summary(const check_job *job, const check_result *result, FILE *to);

/* `options->form` says at first what wrote the files: stats (REPORT_NOTHING), check (REPORT_LIST)
 * or convert (another). Writes the texts of the files one behind another, in the order of their
 * shards, and adds up their summaries: *result, and form and strictness in *options, are then those
 * of the whole. Files without summaries (lists, converted games) are taken in the order given:
 * *summed is false. False: they do not fit together, cannot be read, or are not what check writes;
 * `problem` was told. */
typedef void merge_problem(const char *file, const char *text);
bool merge_files(const char *const *files, size_t count, FILE *to, check_options *options,
                 check_result *result, bool *summed, merge_problem *problem);

#endif

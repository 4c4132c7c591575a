/* collections_shard.c: decides which part of the work to do, and merges the parts. Layer: cli.
 *
 * Launchers tell each process its number and how many processes there are, in environment
 * variables. */
#include "cli/batch/collections.h"
#include "cli/io/io.h"
#include "collection/merge.h"
#include "common/number.h"

#include <inttypes.h>
#include <stdlib.h>

/* Reads a variable; sets nothing if it is missing or is not a number. */
static bool read_variable(const char *name, uint64_t *number)
{
    const char *text = getenv(name);
    uint64_t value;
    if (!text || !number_whole(text, SHARD_LIMIT, &value))
        return false;
    *number = value;
    return true;
}

/* Is this the shell script of a job, and not a task that srun started? Slurm sets the number of
 * tasks there, too. */
static bool in_batch_script(void)
{
    return getenv("SLURM_JOB_ID") && !getenv("SLURM_STEP_ID");
}

typedef struct {
    const char *rank, *size;
} launcher;

/* Reads the number of this process among those of an MPI or Slurm launch; 0 of 1 if it is alone.
 * Returns the variable's name. */
static const char *read_rank(uint64_t *rank, uint64_t *size)
{
    static const launcher launchers[] = {{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
                                         {"SLURM_PROCID", "SLURM_NTASKS"},
                                         {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                         {"PMI_RANK", "PMI_SIZE"}};
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        const launcher *l = &launchers[i];
        if (i < 2 && in_batch_script())
            continue;
        if (read_variable(l->rank, rank) && read_variable(l->size, size) &&
            *rank<*size && * size> 1)
            return l->rank;
    }
    *rank = 0;
    *size = 1;
    return NULL;
}

/* Reads the number of this job in a job array. Returns false if the array's numbers are not evenly
 * spaced, because then they do not tell which part this job is. */
static bool read_array(uint64_t *rank, uint64_t *size, const char **name)
{
    uint64_t id, count, min = 0, step = 1;
    *rank = 0;
    *size = 1;
    *name = NULL;
    if (!read_variable("SLURM_ARRAY_TASK_ID", &id) ||
        !read_variable("SLURM_ARRAY_TASK_COUNT", &count) || count < 2)
        return true;
    read_variable("SLURM_ARRAY_TASK_MIN", &min);
    read_variable("SLURM_ARRAY_TASK_STEP", &step);
    *name = "SLURM_ARRAY_TASK_ID";
    if (step == 0 || id < min || (id - min) % step != 0 || (id - min) / step >= count)
        return false;
    *rank = (id - min) / step;
    *size = count;
    return true;
}

/* If the jobs of an array have several tasks each, every task does a part of its job's part. */
static int read_environment(const cli_args *args, shard *s)
{
    uint64_t rank, size, job, jobs;
    const char *by_job, *by_rank = read_rank(&rank, &size);
    if (!read_array(&job, &jobs, &by_job))
        return cli_usage(args->command, "SLURM_ARRAY_TASK_ID does not say which part this is: "
                                        "--shard does, and --no-shard does all");
    *s = (shard){job * size + rank + 1, jobs * size};
    if (by_rank || by_job)
        cli_error("shard %" PRIu64 "/%" PRIu64 ", by %s%s%s; --no-shard does all", s->number,
                  s->count, by_job ? by_job : "", by_job && by_rank ? " and " : "",
                  by_rank ? by_rank : "");
    return CLI_OK;
}

int collections_shard(const cli_args *args, shard *s)
{
    const char *text = cli_value(args, "shard");
    *s = (shard){1, 1};
    if (cli_given(args, "no-shard"))
        return CLI_OK;
    if (!text)
        return read_environment(args, s);
    if (!shard_read(s, text))
        return cli_usage(args->command,
                         "--shard takes a part and their number, as in 2/8, not '%s'", text);
    return CLI_OK;
}

static void say_problem(const char *file, const char *text)
{
    cli_error_of(file, "%s", text);
}

int collections_merge(const cli_args *args, FILE *to, check_options *options, check_result *result,
                      bool *summed)
{
    if (args->count == 0)
        return cli_usage(args->command, "--merge needs the files that the shards wrote");
    if (merge_files((const char *const *)args->words, args->count, to, options, result, summed,
                    say_problem))
        return CLI_OK;
    if (!result->no_memory)
        return CLI_BAD_INPUT;
    cli_error("not enough memory");
    return CLI_INTERNAL;
}

/* match_pgn.c: keeps the games of a match in a file. Layer: cli. */
#include "cli/match/match_call.h"

#include "cli/io/io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool put(int file, const char *text, size_t len)
{
    for (size_t done = 0; done < len;) {
        ssize_t n = write(file, text + done, len - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

/* Counts the games in the file, and cuts off one that was still being written. */
static int take_up(match_call *call)
{
    char *text;
    size_t len, whole;
    arb_error error;
    if (!cli_read_file(call->pgnout, &text, &len))
        return CLI_BAD_INPUT;
    int code = CLI_OK;
    if (!tournament_resume(&call->t, text, len, &whole, &error)) {
        size_t line, column;
        arb_text_place(text, len, error.offset, &line, &column);
        cli_error_at(call->pgnout, line, column, "%s", error.text);
        code = CLI_BAD_INPUT;
    } else if (ftruncate(call->pgn, (off_t)whole) != 0 ||
               (whole > 0 && text[whole - 1] != '\n' && !put(call->pgn, "\n\n", 2))) {
        cli_error_of(call->pgnout, "%s", strerror(errno));
        code = CLI_INTERNAL;
    }
    free(text);
    return code;
}

int match_pgn_open(const cli_args *args, match_call *call)
{
    struct stat there;
    call->pgn = -1;
    if (call->pgnout == NULL)
        return CLI_OK;
    bool resume = cli_given(args, "resume");
    if (!resume && stat(call->pgnout, &there) == 0 && S_ISREG(there.st_mode) && there.st_size > 0) {
        cli_error_of(call->pgnout, "is there already: --resume goes on with it");
        return CLI_BAD_INPUT;
    }
    call->pgn = open(call->pgnout, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (call->pgn < 0) {
        cli_error_of(call->pgnout, "%s", strerror(errno));
        return CLI_BAD_INPUT;
    }
    /* Two matches in one file would count each other's games, so the file is locked. The lock ends
     * with the process. */
    if (fstat(call->pgn, &there) == 0 && S_ISREG(there.st_mode) &&
        flock(call->pgn, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        cli_error_of(call->pgnout, "another match is writing this file");
        return CLI_BAD_INPUT;
    }
    return resume ? take_up(call) : CLI_OK;
}

bool match_pgn_add(const match_call *call, const tour_table *table)
{
    char date[16] = "????.??.??";
    struct tm day;
    size_t len;
    if (call->pgn < 0)
        return true;
    if (localtime_r(&call->began, &day) != NULL)
        strftime(date, sizeof date, "%Y.%m.%d", &day);
    char *pgn = tournament_pgn(&call->t, table, call->event != NULL ? call->event : "Match",
                               call->site != NULL ? call->site : "?", date, &len);
    bool kept = pgn != NULL && put(call->pgn, pgn, len);
    if (!kept)
        cli_error_of(call->pgnout, "%s", strerror(pgn != NULL ? errno : ENOMEM));
    free(pgn);
    return kept;
}

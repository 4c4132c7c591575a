/* play_journal.c: the file that keeps a game while it is played. Layer: cli, command play. It knows
 * nothing of what the lines mean. */
#include "cli/play/play_journal.h"

#include "cli/io/data_folder.h"
#include "cli/io/io.h"
#include "cli/terminal/terminal_text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FOLDER_LIMIT = 4000 };

/* ---- where ---- */

static bool data_folder(char folder[FOLDER_LIMIT])
{
    if (cli_data_folder(folder, FOLDER_LIMIT, NULL))
        return true;
    cli_error("there is no data folder: set HOME or XDG_DATA_HOME, or name a --journal");
    return false;
}

static bool new_path(char *path, size_t cap)
{
    char folder[FOLDER_LIMIT], when[32];
    if (!data_folder(folder))
        return false;
    if (!cli_make_folders(folder)) {
        cli_error("%s: %s", folder, strerror(errno));
        return false;
    }
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &local);
    snprintf(path, cap, "%s/play-%s-%ld.journal", folder, when, (long)getpid());
    return true;
}

static bool is_journal_name(const char *name)
{
    size_t len = strlen(name);
    return strncmp(name, "play-", 5) == 0 && len > 13 && strcmp(name + len - 8, ".journal") == 0;
}

static bool newest_path(char *path, size_t cap)
{
    char folder[FOLDER_LIMIT];
    if (!data_folder(folder))
        return false;
    struct timespec newest = {0, 0};
    path[0] = '\0';
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        struct stat info;
        if (!is_journal_name(entry->d_name) ||
            fstatat(dirfd(entries), entry->d_name, &info, 0) != 0)
            continue;
        if (info.st_mtim.tv_sec > newest.tv_sec ||
            (info.st_mtim.tv_sec == newest.tv_sec && info.st_mtim.tv_nsec > newest.tv_nsec)) {
            newest = info.st_mtim;
            snprintf(path, cap, "%s/%.90s", folder, entry->d_name);
        }
    }
    if (entries != NULL)
        closedir(entries);
    if (path[0] == '\0')
        cli_error("there is no game to resume in %s", folder);
    return path[0] != '\0';
}

/* ---- the file ---- */

static bool give_up(play_journal *journal, const char *what)
{
    fflush(stdout);
    cli_error("%s: %s", journal->path, what);
    if (journal->fd >= 0)
        close(journal->fd);
    journal->fd = -1;
    return false;
}

/* Opens the journal and locks it, because two programs that write to it would spoil both games. */
static bool open_file(play_journal *journal, int flags)
{
    journal->fd = open(journal->path, flags | O_APPEND | O_CLOEXEC, 0600);
    if (journal->fd < 0)
        return give_up(journal, strerror(errno));
    struct stat info;
    bool regular = fstat(journal->fd, &info) == 0 && S_ISREG(info.st_mode);
    if (regular && flock(journal->fd, LOCK_EX | LOCK_NB) != 0)
        return give_up(journal, "another game is using this journal");
    journal->size = regular ? info.st_size : 0; /* a device such as /dev/null has no size */
    return true;
}

/* A new file is safe on disk only after its folder has been synced. */
static void sync_folder(const char *path)
{
    char folder[FOLDER_LIMIT + 96];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[slash == folder] = '\0';
    int fd = open(slash != NULL ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

bool play_journal_create(play_journal *journal, const char *path)
{
    *journal = (play_journal){.fd = -1, .named_by_us = path == NULL};
    if (path != NULL)
        snprintf(journal->path, sizeof journal->path, "%s", path);
    else if (!new_path(journal->path, sizeof journal->path))
        return false;
    if (!open_file(journal, O_RDWR | O_CREAT))
        return false;
    if (journal->size > 0)
        return give_up(journal, "there is something in this file; --resume goes on with its game");
    sync_folder(journal->path);
    return true;
}

bool play_journal_open(play_journal *journal, const char *path, char **text, size_t *len)
{
    *journal = (play_journal){.fd = -1, .named_by_us = path == NULL};
    if (path != NULL)
        snprintf(journal->path, sizeof journal->path, "%s", path);
    else if (!newest_path(journal->path, sizeof journal->path))
        return false;
    if (!open_file(journal, O_RDWR))
        return false;
    if (!cli_read_file(journal->path, text, len)) {
        play_journal_close(journal, false);
        return false;
    }
    size_t whole = *len;
    while (whole > 0 && (*text)[whole - 1] != '\n')
        whole--;
    if (whole < *len)
        play_say("The journal's last line was cut short; it is left out.");
    *len = whole;
    journal->size = (off_t)whole; /* the next line overwrites the rest */
    return true;
}

static bool write_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, text, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        len -= (size_t)n;
    }
    return true;
}

void play_journal_lose(play_journal *journal, const char *what)
{
    if (journal->fd < 0)
        return;
    give_up(journal, what);
    play_say("The game is no longer kept on disk; 'save FILE' can still keep it elsewhere.");
}

bool play_journal_add(play_journal *journal, const char *text, size_t len)
{
    if (journal->fd < 0 || len == 0)
        return true;
    struct stat info;
    bool cut = fstat(journal->fd, &info) == 0 && S_ISREG(info.st_mode) &&
               info.st_size != journal->size && ftruncate(journal->fd, journal->size) != 0;
    if (cut || !write_all(journal->fd, text, len) ||
        (fsync(journal->fd) != 0 && errno != EINVAL && errno != EROFS)) {
        const char *what = strerror(errno);
        if (ftruncate(journal->fd, journal->size) != 0)
            play_say("Half a step may be left at the journal's end."); /* readers skip it */
        play_journal_lose(journal, what);
        return false;
    }
    journal->size += (off_t)len;
    return true;
}

void play_journal_close(play_journal *journal, bool worthless)
{
    if (journal->fd < 0)
        return;
    if (worthless && journal->named_by_us)
        unlink(journal->path);
    close(journal->fd);
    journal->fd = -1;
}

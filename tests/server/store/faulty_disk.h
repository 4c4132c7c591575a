/* faulty_disk.h: an SQLite VFS between a program and its files, which makes the K-th call fail or
 * records what was written and when it was synced; and memory that fails once. */
#ifndef ARB_TESTS_FAULTY_DISK_H
#define ARB_TESTS_FAULTY_DISK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- a layer below SQLite ---- */

typedef struct {
    sqlite3_file base;
    bool wal;
    _Alignas(8) char room[]; /* the file object of the VFS below */
} shim_file;

typedef struct {
    bool wal, sync, truncate;
    sqlite3_int64 at;
    int len;
    char *bytes;
    int acked; /* number of commits acknowledged before this event */
} write_event;

static sqlite3_vfs *system_vfs;
static sqlite3_vfs shim_vfs;
static long fail_at, calls; /* the K-th call fails; 0: none does */
static bool recording;
static int commits;
static write_event *events;
static size_t event_count, event_cap;

static bool fails(void)
{
    calls++;
    return fail_at != 0 && calls == fail_at;
}

static sqlite3_file *below(sqlite3_file *file)
{
    return (sqlite3_file *)(void *)((shim_file *)(void *)file)->room;
}

static void note(const shim_file *file, write_event event, const void *bytes)
{
    if (!recording)
        return;
    if (event_count == event_cap) {
        event_cap = event_cap == 0 ? 1024 : 2 * event_cap;
        events = realloc(events, event_cap * sizeof *events);
    }
    event.wal = file->wal;
    event.acked = commits;
    event.bytes = NULL;
    if (bytes != NULL) {
        event.bytes = malloc((size_t)event.len);
        memcpy(event.bytes, bytes, (size_t)event.len);
    }
    events[event_count++] = event;
}

static int shim_close(sqlite3_file *file)
{
    return below(file)->pMethods->xClose(below(file));
}
static int shim_read(sqlite3_file *file, void *to, int len, sqlite3_int64 at)
{
    return fails() ? SQLITE_IOERR_READ : below(file)->pMethods->xRead(below(file), to, len, at);
}
static int shim_write(sqlite3_file *file, const void *from, int len, sqlite3_int64 at)
{
    if (fails())
        return SQLITE_IOERR_WRITE;
    note((shim_file *)(void *)file, (write_event){.at = at, .len = len}, from);
    return below(file)->pMethods->xWrite(below(file), from, len, at);
}
static int shim_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (fails())
        return SQLITE_IOERR_TRUNCATE;
    note((shim_file *)(void *)file, (write_event){.truncate = true, .at = size}, NULL);
    return below(file)->pMethods->xTruncate(below(file), size);
}
static int shim_sync(sqlite3_file *file, int flags)
{
    if (fails())
        return SQLITE_IOERR_FSYNC;
    note((shim_file *)(void *)file, (write_event){.sync = true}, NULL);
    return below(file)->pMethods->xSync(below(file), flags);
}
static int shim_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return fails() ? SQLITE_IOERR_FSTAT : below(file)->pMethods->xFileSize(below(file), size);
}
static int shim_lock(sqlite3_file *file, int level)
{
    return fails() ? SQLITE_BUSY : below(file)->pMethods->xLock(below(file), level);
}
static int shim_unlock(sqlite3_file *file, int level)
{
    return below(file)->pMethods->xUnlock(below(file), level);
}
static int shim_reserved(sqlite3_file *file, int *result)
{
    return below(file)->pMethods->xCheckReservedLock(below(file), result);
}
static int shim_control(sqlite3_file *file, int what, void *argument)
{
    return below(file)->pMethods->xFileControl(below(file), what, argument);
}
static int shim_sector(sqlite3_file *file)
{
    return below(file)->pMethods->xSectorSize(below(file));
}
static int shim_traits(sqlite3_file *file)
{
    return below(file)->pMethods->xDeviceCharacteristics(below(file));
}
static int shim_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **where)
{
    return fails() ? SQLITE_IOERR_SHMMAP
                   : below(file)->pMethods->xShmMap(below(file), page, size, extend, where);
}
static int shim_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return below(file)->pMethods->xShmLock(below(file), offset, n, flags);
}
static void shim_shm_barrier(sqlite3_file *file)
{
    below(file)->pMethods->xShmBarrier(below(file));
}
static int shim_shm_unmap(sqlite3_file *file, int remove_it)
{
    return below(file)->pMethods->xShmUnmap(below(file), remove_it);
}

static int shim_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *got)
{
    static const sqlite3_io_methods methods = {
        2,           shim_close,   shim_read,     shim_write,       shim_truncate,  shim_sync,
        shim_size,   shim_lock,    shim_unlock,   shim_reserved,    shim_control,   shim_sector,
        shim_traits, shim_shm_map, shim_shm_lock, shim_shm_barrier, shim_shm_unmap, NULL,
        NULL};
    shim_file *shim = (shim_file *)(void *)file;
    (void)vfs;
    file->pMethods = NULL;
    if (fails())
        return SQLITE_CANTOPEN;
    shim->wal = (flags & SQLITE_OPEN_WAL) != 0;
    int code = system_vfs->xOpen(system_vfs, name, below(file), flags, got);
    if (code == SQLITE_OK)
        file->pMethods = &methods;
    return code;
}

static void put_shim(void)
{
    system_vfs = sqlite3_vfs_find(NULL);
    shim_vfs = *system_vfs;
    shim_vfs.zName = "shim";
    shim_vfs.szOsFile = (int)sizeof(shim_file) + system_vfs->szOsFile;
    shim_vfs.xOpen = shim_open;
    sqlite3_vfs_register(&shim_vfs, 1);
}

/* ---- memory that fails ---- */

static sqlite3_mem_methods libc;
static long starve_at, asked;

static void *starving_malloc(int size)
{
    return starve_at != 0 && ++asked == starve_at ? NULL : libc.xMalloc(size);
}
static void *starving_realloc(void *block, int size)
{
    return starve_at != 0 && ++asked == starve_at ? NULL : libc.xRealloc(block, size);
}

static void put_memory(void)
{
    sqlite3_mem_methods mine;
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &libc);
    if (libc.xMalloc == NULL) {
        sqlite3_initialize();
        sqlite3_shutdown();
        sqlite3_config(SQLITE_CONFIG_GETMALLOC, &libc);
    }
    mine = libc;
    mine.xMalloc = starving_malloc;
    mine.xRealloc = starving_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &mine);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

#endif

/* store_test.c: the store survives what a disk can do to it: bytes that change, calls that fail
 * when it is opened after a crash, and power loss. usage: store_test FOLDER ROUNDS [SEED]
 *
 * faulty_disk.h stands between the store and its files: it makes the K-th call fail, or records
 * what was written and when it was synced. */
#include "server/store/store.h"
#include "tests/server/store/faulty_disk.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES = 12, STEPS = 10, NOW = 1000000 };

static char folder[512];
static int failures;

#define CHECK(x)                                                                                   \
    do {                                                                                           \
        if (!(x)) {                                                                                \
            failures++;                                                                            \
            printf("%s:%d: does not hold: %s\n", __FILE__, __LINE__, #x);                          \
        }                                                                                          \
    } while (0)

/* ---- files ---- */

typedef struct {
    char *bytes;
    size_t len;
} file_copy;

static const char *name_of(const char *name)
{
    static char paths[4][600];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, 600, "%s/%s", folder, name);
    return path;
}

static file_copy read_all(const char *path)
{
    file_copy copy = {NULL, 0};
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return copy;
    if (fstat(fileno(file), &about) == 0 && about.st_size > 0) {
        copy.bytes = malloc((size_t)about.st_size);
        copy.len = fread(copy.bytes, 1, (size_t)about.st_size, file);
    }
    fclose(file);
    return copy;
}

static void write_all(const char *path, const char *bytes, size_t len)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, len, file) != len || fclose(file) != 0) {
        printf("cannot write %s\n", path);
        exit(1);
    }
}

/* Writes the store's file and its log to the folder and removes everything else. */
static void lay_out(const file_copy *store_file, const file_copy *wal)
{
    write_all(name_of("s.db"), store_file->bytes, store_file->len);
    remove(name_of("s.db-wal"));
    remove(name_of("s.db-shm"));
    if (wal->len > 0)
        write_all(name_of("s.db-wal"), wal->bytes, wal->len);
}

/* ---- games ---- */

static const char *const moves[4] = {"move g1f3", "move g8f6", "move f3g1", "move f6g8"};
static int64_t ids[GAMES];
static int acknowledged[GAMES]; /* number of acknowledged steps of each game */

static match *make_game(store *s, int number)
{
    char name[16];
    snprintf(name, sizeof name, "Game %d", number);
    match_start start = {.rules = "chess",
                         .rules_text = "",
                         .fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                         .moves = "",
                         .white = name,
                         .black = "Black",
                         .engine = ""};
    match *m = match_new(store_next_id(s), &start);
    snprintf(m->token[0], sizeof m->token[0], "token-of-game-%02d-white---", number);
    CHECK(store_add_game(s, m, &start, NOW, ""));
    m->updated = NOW;
    return m;
}

static bool take_step(store *s, match *m)
{
    const char *what = moves[m->version % 4];
    return match_step(m, what, NOW + m->version) && store_add_step(s, m, what, "");
}

/* Makes a store of games in play, with a commit for each step, and leaves it open. With `mark` the
 * summaries cover all games. */
static store *make_store(match *games[GAMES], bool mark)
{
    char why[512];
    remove(name_of("s.db"));
    remove(name_of("s.db-wal"));
    remove(name_of("s.db-shm"));
    store *s = store_open(name_of("s.db"), why, sizeof why);
    if (s == NULL) {
        printf("no store: %s\n", why);
        exit(1);
    }
    CHECK(store_begin(s));
    for (int i = 0; i < GAMES; i++) {
        games[i] = make_game(s, i);
        ids[i] = games[i]->id;
        acknowledged[i] = 0;
    }
    CHECK(store_commit(s));
    return (void)mark, s;
}

static void play_on(store *s, match *games[GAMES], bool summaries)
{
    for (int step = 0; step < STEPS; step++)
        for (int i = 0; i < GAMES; i++) {
            CHECK(store_begin(s) && take_step(s, games[i]) && store_commit(s));
            acknowledged[i]++;
        }
    if (!summaries)
        return;
    CHECK(store_begin(s));
    for (int i = 0; i < GAMES; i++)
        CHECK(store_put_summary(s, games[i]));
    CHECK(store_put_mark(s, store_last_step(s)) && store_commit(s));
}

static void free_games(match *games[GAMES])
{
    for (int i = 0; i < GAMES; i++)
        match_free(games[i]);
}

/* Is it the game that was played, unless it says that it is incomplete? */
static bool is_right(const match *m, int number)
{
    char name[16];
    size_t ply = arb_game_ply(m->game);
    snprintf(name, sizeof name, "Game %d", number);
    if (strcmp(m->name[0], name) != 0 || strncmp(m->token[0], "token-of-game-", 14) != 0 ||
        (int64_t)ply != m->version || (int)ply > acknowledged[number])
        return false;
    for (size_t i = 0; i < ply; i++) {
        char uci[16];
        arb_uci_write(arb_game_start(m->game), arb_game_move(m->game, i), ARB_UCI_RULES, uci,
                      sizeof uci);
        if (strcmp(uci, moves[i % 4] + 5) != 0)
            return false;
    }
    return m->damaged || (int)ply == acknowledged[number];
}

/* ---- damage ---- */

static uint32_t seed = 20261116;

static uint32_t lot(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % below;
}

static void damage(file_copy *copy)
{
    enum { PAGE = 4096 };
    size_t pages = copy->len / PAGE;
    switch (lot(5)) {
    case 0: /* flip a bit, or a few */
    case 1:
        for (uint32_t i = 0, n = 1 + lot(3); i < n; i++)
            copy->bytes[lot((uint32_t)copy->len)] ^= (char)(1u << lot(8));
        break;
    case 3: /* replace a move by another legal one */
        for (size_t at = lot((uint32_t)copy->len); at + 9 < copy->len; at++)
            if (memcmp(copy->bytes + at, "move g1f3", 9) == 0) {
                copy->bytes[at + 7] = 'h';
                break;
            }
        break;
    case 2: /* cut the file off */
        copy->len = lot((uint32_t)copy->len);
        break;
    default: { /* two pages change places */
        size_t a = lot((uint32_t)pages), b = lot((uint32_t)pages);
        char kept[PAGE];
        memcpy(kept, copy->bytes + a * PAGE, PAGE);
        memcpy(copy->bytes + a * PAGE, copy->bytes + b * PAGE, PAGE);
        memcpy(copy->bytes + b * PAGE, kept, PAGE);
    }
    }
}

static void test_damage(int rounds)
{
    match *games[GAMES];
    store *s = make_store(games, true);
    int refused = 0, whole = 0, part = 0, gone = 0;
    char why[512];
    play_on(s, games, true);
    store_close(s);
    free_games(games);
    file_copy sound = read_all(name_of("s.db")), none = {NULL, 0};
    for (int round = 0; round < rounds; round++) {
        file_copy copy = {malloc(sound.len), sound.len};
        memcpy(copy.bytes, sound.bytes, sound.len);
        damage(&copy);
        lay_out(&copy, &none);
        free(copy.bytes);
        s = store_open(name_of("s.db"), why, sizeof why);
        if (s == NULL) {
            CHECK(why[0] != '\0');
            refused++;
            continue;
        }
        for (int i = 0; i < GAMES; i++) {
            match *m = store_load(s, ids[i], 0, 0, INT64_MAX, NULL);
            if (m == NULL) {
                gone++;
                continue;
            }
            if (!is_right(m, i)) {
                failures++;
                printf("round %d: game %d is shown wrong: %lld steps%s\n", round, i,
                       (long long)m->version, m->damaged ? ", damaged" : "");
            }
            *(m->damaged ? &part : &whole) += 1;
            match_free(m);
        }
        store_close(s);
    }
    printf("%d damages: %d refused; games %d whole, %d in part, %d not shown\n", rounds, refused,
           whole, part, gone);
    CHECK(whole > rounds && part > 0 && refused < rounds);
    free(sound.bytes);
}

/* ---- after a crash ---- */

static int count_whole(const char *what, long at)
{
    char why[512];
    int whole = 0;
    store *s = store_open(name_of("s.db"), why, sizeof why);
    if (s == NULL) {
        failures++;
        printf("%s %ld: the store does not open any more: %s\n", what, at, why);
        return -1;
    }
    for (int i = 0; i < GAMES; i++) {
        match *m = store_load(s, ids[i], 0, 0, INT64_MAX, NULL);
        whole += m != NULL && !m->damaged && is_right(m, i);
        if (m != NULL)
            match_free(m);
    }
    store_close(s);
    return whole;
}

/* One call fails while the store is opened; the next start finds every step that was answered. */
static void test_start_after_crash(int stride)
{
    match *games[GAMES];
    char why[512];
    store *s = make_store(games, false);
    play_on(s, games, false);
    file_copy store_file = read_all(name_of("s.db")), wal = read_all(name_of("s.db-wal"));
    store_close(s);
    free_games(games);
    CHECK(wal.len > 0);
    long lives = 0;
    for (int kind = 0; kind < 2; kind++) {
        bool done = false;
        for (long at = 1; !done; at += stride) {
            lay_out(&store_file, &wal);
            calls = asked = 0;
            *(kind == 0 ? &fail_at : &starve_at) = at;
            s = store_open(name_of("s.db"), why, sizeof why);
            done = (kind == 0 ? calls : asked) < at;
            fail_at = starve_at = 0;
            if (s != NULL)
                store_close(s);
            if (count_whole(kind == 0 ? "call" : "allocation", at) != GAMES) {
                failures++;
                printf("%s %ld: steps that were answered are gone\n",
                       kind == 0 ? "call" : "allocation", at);
            }
            lives++;
        }
    }
    printf("%ld starts after a crash with one fault each\n", lives);
    CHECK(lives > 20);
    free(store_file.bytes);
    free(wal.bytes);
}

/* ---- power loss ---- */

typedef struct {
    char *bytes;
    size_t len, cap;
} disk_file;

static void apply(disk_file *disk, const write_event *event)
{
    if (event->sync)
        return;
    size_t end = event->truncate ? (size_t)event->at : (size_t)event->at + (size_t)event->len;
    if (end > disk->cap) {
        disk->bytes = realloc(disk->bytes, end);
        memset(disk->bytes + disk->cap, 0, end - disk->cap);
        disk->cap = end;
    }
    if (event->truncate) {
        disk->len = end;
        return;
    }
    if ((size_t)event->at > disk->len)
        memset(disk->bytes + disk->len, 0, (size_t)event->at - disk->len);
    memcpy(disk->bytes + event->at, event->bytes, (size_t)event->len);
    disk->len = disk->len > end ? disk->len : end;
}

/* Cuts the power before event `cut`: any write that was not synced may have happened or not. */
static void lose_power(size_t cut, int way)
{
    disk_file disks[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    size_t synced[2] = {0, 0};
    for (size_t i = 0; i < cut; i++)
        if (events[i].sync)
            synced[events[i].wal] = i;
    for (size_t i = 0; i < cut; i++) {
        bool safe = i < synced[events[i].wal];
        if (safe || way == 0 || (way > 1 && lot(2) == 0))
            apply(&disks[events[i].wal], &events[i]);
    }
    file_copy store_file = {disks[0].bytes, disks[0].len}, wal = {disks[1].bytes, disks[1].len};
    lay_out(&store_file, &wal);
    free(disks[0].bytes);
    free(disks[1].bytes);
}

static void test_power_loss(int ways)
{
    match *games[GAMES];
    char why[512];
    recording = true;
    store *s = make_store(games, false);
    commits = 1;
    for (int step = 0; step < 2 * STEPS; step++) {
        match *m = games[step % 3];
        CHECK(store_begin(s) && take_step(s, m) && store_commit(s));
        commits++;
    }
    CHECK(store_begin(s) && store_put_summary(s, games[0]) && store_commit(s));
    store_close(s);
    recording = false;
    free_games(games);
    int lost = 0, lives = 0;
    for (size_t cut = 1; cut <= event_count; cut++)
        for (int way = 0; way < ways; way++) {
            int acked = cut < event_count ? events[cut].acked : commits, steps = 0;
            if (acked < 1)
                continue; /* the games themselves were not yet acknowledged */
            lose_power(cut, way);
            lives++;
            s = store_open(name_of("s.db"), why, sizeof why);
            for (int i = 0; s != NULL && i < 3; i++) {
                match *m = store_load(s, ids[i], 0, 0, INT64_MAX, NULL);
                steps += m != NULL && !m->damaged ? (int)m->version : -1000;
                if (m != NULL)
                    match_free(m);
            }
            if (s != NULL)
                store_close(s);
            if (s == NULL || steps < acked - 1) {
                lost++;
                printf("power lost before event %zu, way %d: %d of %d steps: %s\n", cut, way, steps,
                       acked - 1, s == NULL ? why : "");
            }
        }
    CHECK(lost == 0);
    printf("%d losses of power in %zu writes and syncs\n", lives, event_count);
    CHECK(lives > 50);
    for (size_t i = 0; i < event_count; i++)
        free(events[i].bytes);
    free(events);
}

int main(int argc, char **argv)
{
    int rounds = argc > 2 ? atoi(argv[2]) : 300;
    if (argc > 3)
        seed = (uint32_t)strtoul(argv[3], NULL, 10) | 1u; /* the seed 0 would give only zeros */
    snprintf(folder, sizeof folder, "%s/store_test.%ld", argc > 1 ? argv[1] : "/tmp",
             (long)getpid());
    if (mkdir(folder, 0700) != 0)
        return 1;
    if (freopen("/dev/null", "w", stderr) == NULL) /* the store reports damage thousands of times */
        return 1;
    alarm(rounds > 1000 ? 3000 : 300); /* ends the test if anything hangs */
    put_memory();
    sqlite3_initialize();
    put_shim();
    test_damage(rounds);
    test_start_after_crash(rounds > 1000 ? 1 : 7);
    test_power_loss(rounds > 1000 ? 12 : 3);
    static const char *const left[] = {"s.db", "s.db-wal", "s.db-shm", "s.db.lock"};
    for (int i = 0; i < 4; i++)
        remove(name_of(left[i]));
    rmdir(folder);
    printf("%s\n", failures == 0 ? "passed" : "failed");
    return failures == 0 ? 0 : 1;
}

/* test_server_sqlite_file.c: the file of an SQLite store: which files are taken, what a crash left
 * undone, copies and backups, records. Layer: tests. */
#include "staged_sqlite.h"

#include "server/store/store_copy.h"

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    CHECK(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
}

/* The words with a name in place of each "@", and the store's in place of "^". */
static const char *with(const char *words, const char *name)
{
    static char text[6000];
    size_t len = 0;
    for (text[0] = '\0'; *words != '\0'; words++) {
        const char letter[2] = {*words, '\0'};
        len += (size_t)snprintf(text + len, sizeof text - len, "%s",
                                *words == '@'   ? name
                                : *words == '^' ? file
                                                : letter);
    }
    return text;
}

/* Fails unless the file is refused with these words. */
static void check_refused(const char *path, const char *words)
{
    check_case("%s", path);
    CHECK(store_open(path, why, sizeof why) == NULL);
    CHECK_EQ_TEXT(why, with(words, path));
    check_case("%s", "");
}

TEST(files_that_are_no_store)
{
    char name[300];
    check_refused("", "the store has no name");
    check_refused(folder, "the store @ cannot be used: it is no file");
    write_file(file, "this is a text, and no database at all, so SQLite does not take it for one");
    check_refused(file, "the store @ cannot be used: file is not a database");
    remove(file);
    sql("CREATE TABLE other(x)");
    chmod(file, 0600);
    check_refused(file, "@ is no store of games, or one of another version");
    remove(file);
    CHECK(open_store());
    close_store();
    sql("PRAGMA user_version=3");
    check_refused(file, "@ is no store of games, or one of another version");
    sql("PRAGMA user_version=2;PRAGMA application_id=5");
    check_refused(file, "@ is no store of games, or one of another version");
    sql("PRAGMA application_id=1095909961");
    CHECK(open_store());
    check_refused(file, "the store @ is in use by another server");
    close_store();
    CHECK(link(file, in_folder("second")) == 0);
    check_refused(file, "the store @ cannot be used: the file has a second name (a hard link); "
                        "copy it, or remove that name");
    check_refused(in_folder("none/games.db"),
                  "the store @ cannot be used: unable to open database file");
    for (size_t more = 0; more < 2; more++) { /* the longest name, and one that is longer */
        char longest[5000];
        size_t len = 4200 - sizeof ".lock" + more;
        memset(longest, '/', len);
        memcpy(longest + len - 2, "/x", 3);
        memcpy(longest, "/nowhere", 8);
        CHECK(store_open(longest, why, sizeof why) == NULL);
        CHECK((strcmp(why, "the name of the store is too long") == 0) == (more == 1));
    }
    snprintf(name, sizeof name, "%s", in_folder("link"));
    remove(in_folder("second"));
    CHECK(symlink(file, name) == 0 && open_store()); /* a link is locked as its file */
    check_refused(name, "the store @ is in use by another server");
    close_store();
}

TEST(a_store_is_its_owners)
{
    struct stat place;
    mode_t before = umask(0);
    CHECK(open_store());
    CHECK(stat(file, &place) == 0 && (place.st_mode & 0777) == 0600);
    CHECK(umask(0) == 0); /* it is as it was */
    close_store();
    umask(before);
    FILE *told = freopen(in_folder("told"), "w", stderr);
    CHECK(told != NULL && chmod(file, 0640) == 0 && open_store());
    CHECK(stat(file, &place) == 0 && (place.st_mode & 0777) == 0600);
    close_store();
    fflush(stderr);
    char text[400] = "", expected[400];
    FILE *in = fopen(in_folder("told"), "r");
    CHECK(in != NULL && fread(text, 1, sizeof text - 1, in) > 0 && fclose(in) == 0);
    snprintf(
        expected, sizeof expected,
        "arbiter: others could read the store %s; now its owner alone can. Whoever read it may "
        "hold its seats\n",
        file);
    CHECK_EQ_TEXT(text, expected);
    CHECK(freopen("/dev/null", "w", stderr) != NULL);
}

/* Steps that the summaries lack are added when the store is opened. */
TEST(what_a_crash_left_undone_is_completed)
{
    static const char *const marks[] = {"", "UPDATE meta SET mark=1", "UPDATE meta SET sum=5"};
    for (size_t i = 0; i < 3; i++) {
        check_case("%zu", i);
        CHECK(open_store() && add((match_start){.fen = NULL}, ""));
        CHECK(play("move e2e4", 1000, "") && summarize());
        CHECK(play("move e7e5", 2000, "") && play("resign white", 3000, ""));
        int64_t id = m->id;
        end();
        close_store();
        sql(marks[i]);
        CHECK_EQ_TEXT(sql("SELECT head,version,plies,result,updated FROM games"), "1|1|1|*|1000");
        CHECK(open_store());
        CHECK_EQ_TEXT(sql("SELECT head,version,plies,result,updated FROM games"), "3|3|2|0-1|3000");
        CHECK_EQ_TEXT(sql("SELECT mark FROM meta"), "3");
        CHECK(store_last_step(s) == 3 && ((sqlite_store *)s)->next_row == 2);
        m = store_load(s, id, 0, 0, 5000, NULL);
        CHECK(m != NULL && m->version == 3 && !m->damaged);
        end();
        sql("UPDATE log SET sum=0 WHERE seq=2;UPDATE meta SET mark=0,sum=0");
        close_store();
        CHECK(open_store()); /* a damaged one keeps its head, and is found damaged each time */
        CHECK_EQ_TEXT(sql("SELECT head,version FROM games"), "3|1");
        m = store_load(s, id, 0, 0, 5000, NULL);
        CHECK(m != NULL && m->damaged && m->version == 1);
        end();
        close_store();
        sql("UPDATE games SET head=9;DELETE FROM log");
        CHECK(open_store() && store_last_step(s) == 9); /* no number is used twice */
        close_store();
        drop_folder();
        make_folder();
    }
    check_case("%s", "");
}

/* ---- backups ---- */

static bool backs_up(const char *to)
{
    return server_backup(file, to, why, sizeof why);
}

static void check_no_backup(const char *to, const char *words)
{
    check_case("%s", to);
    CHECK(!backs_up(to));
    CHECK_EQ_TEXT(why, with(words, to));
    check_case("%s", "");
}

TEST(a_backup_takes_a_free_place)
{
    char to[300], part[300];
    CHECK(open_store() && add((match_start){.fen = NULL}, ""));
    end();
    snprintf(to, sizeof to, "%s", in_folder("copy.db"));
    snprintf(part, sizeof part, "%s", in_folder("copy.db.part"));
    write_file(part, "left by an earlier one");
    CHECK(backs_up(to) && why[0] == '\0' && access(part, F_OK) != 0);
    struct stat place;
    CHECK(stat(to, &place) == 0 && (place.st_mode & 0777) == 0600);
    CHECK_EQ_TEXT(sql_on(to, "SELECT count(*) FROM games"), "1");
    CHECK(backs_up(to)); /* a copy is replaced */
    check_no_backup(file, "@ is the store itself");
    check_no_backup(folder, "@ cannot be written: it is no file");
    static const char *const beside[] = {"games.db-wal", "games.db-shm", "games.db-journal",
                                         "games.db.lock"};
    for (size_t i = 0; i < 4; i++)
        check_no_backup(in_folder(beside[i]), "@ is the name of a file that a store has beside it");
    CHECK(backs_up(in_folder("other.db-wal"))); /* there is no such store */
    store *other = store_open(to, why, sizeof why);
    CHECK(other != NULL);
    check_no_backup(to, "@ is in use by a server");
    store_close(other);
    write_file(in_folder("log.db-wal"), "");
    CHECK(backs_up(in_folder("log.db")));
    write_file(in_folder("log.db-wal"), "x");
    CHECK(!backs_up(in_folder("log.db")) &&
          strstr(why, "log.db-wal is the log of a store that was not closed: it does not fit a "
                      "copy") != NULL);
    check_no_backup(in_folder("none/copy.db"),
                    "^ cannot be copied to @: unable to open database file");
    close_store();
    sql_on(in_folder("plain.db"), "CREATE TABLE x(y)");
    snprintf(file, sizeof file, "%s", in_folder("plain.db"));
    check_no_backup(to, "^ is no store of games");
    CHECK(access(part, F_OK) != 0);
    snprintf(file, sizeof file, "%s", in_folder("missing.db"));
    CHECK(!backs_up(to) && strstr(why, "missing.db cannot be copied to") != NULL);
}

/* ---- one side of a copy ---- */

TEST(a_side_reads_what_is_whole)
{
    static const char *const changes[] = {
        "",
        "UPDATE games SET white='Eve'",
        "UPDATE games SET sum=sum+1",
        "UPDATE games SET updated=updated+1",
        "UPDATE imports SET sum=sum+1",
        "UPDATE log SET what='move d2d4' WHERE seq=1",
        "UPDATE log SET sum=sum+1 WHERE seq=2",
        "DELETE FROM log WHERE seq=1",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        copied_game g;
        check_case("%s", changes[i]);
        CHECK(open_store() && add((match_start){.pgn = "1. e4 *"}, "key"));
        CHECK(play("move e2e4", 1000, "r1") && play("move e7e5", 2000, "") && summarize());
        end();
        close_store();
        sql(changes[i]);
        copy_side *side = sqlite_side(file, why, sizeof why);
        if (!CHECK(side != NULL))
            break;
        CHECK_EQ_INT(side->count(side), 1);
        CHECK_EQ_INT(side->next_game(side, 0, &g), 1);
        CHECK(g.row == 1 && g.damaged == (i > 0));
        if (i == 0) {
            CHECK(g.version == 2 && g.plies == 2 && g.updated == 2000 && g.count == 2);
            CHECK_EQ_TEXT(g.texts[4], "Ann");
            CHECK_EQ_TEXT(g.texts[7], "BB");
            CHECK_EQ_TEXT(g.result, "*");
            CHECK_EQ_TEXT(g.pgn, "1. e4 *");
            CHECK(g.steps[0].at == 1000 && g.steps[1].at == 2000);
            CHECK_EQ_TEXT(g.steps[0].what, "move e2e4");
            CHECK_EQ_TEXT(g.steps[0].request, "r1");
            CHECK_EQ_TEXT(g.steps[1].request, "");
        }
        copied_game_free(&g);
        CHECK_EQ_INT(side->next_game(side, 1, &g), 0);
        side->close(side);
        drop_folder();
        make_folder();
    }
    check_case("%s", "");
}

TEST(a_side_says_why_it_cannot_read)
{
    copied_game g;
    copied_request r;
    copied_record last = {0}, record;
    CHECK(open_store() && add((match_start){.fen = NULL}, "key") && play("move e2e4", 1, ""));
    end();
    CHECK(store_record_put(s, "token", "a", "b") || sqlite_records_ready(s));
    close_store();
    copy_side *side = sqlite_side(file, why, sizeof why);
    CHECK(side != NULL && side->next_request(side, true, &r) == 1);
    CHECK(r.len == 3 && memcmp(r.key, "key", 3) == 0 && r.row == 1 && !r.damaged);
    free(r.key);
    CHECK_EQ_INT(side->next_request(side, false, &r), 0);
    CHECK(side->next_request(side, true, &r) == 1 && !r.damaged);
    free(r.key);
    CHECK_EQ_INT(side->next_request(side, false, &r), 0);
    CHECK_EQ_INT(side->next_record(side, &last, &record), 0);
    sql("DROP TABLE records;DROP TABLE games");
    CHECK_EQ_INT(side->next_game(side, 0, &g), -1);
    CHECK_EQ_TEXT(side->why, "no such table: games");
    CHECK_EQ_INT(side->count(side), -1);
    CHECK_EQ_INT(side->next_record(side, &last, &record), -1);
    CHECK_EQ_TEXT(side->why, "no such table: records");
    CHECK(!side->put_game(side, &(copied_game){.result = why, .texts = {why}}));
    CHECK(strstr(side->why, "no such table") != NULL);
    CHECK(!side->put_record(side, &(copied_record){.room = why, .key = why, .value = why}));
    side->close(side);
    CHECK(sqlite_side(folder, why, sizeof why) == NULL && strstr(why, "it is no file") != NULL);
}

/* ---- records ---- */

static char records[200];
static void note(void *context, const char *key, const char *value)
{
    size_t len = strlen(records);
    CHECK(context == records);
    snprintf(records + len, sizeof records - len, "%s=%s|", key, value);
}

TEST(records_are_kept_beside_the_games)
{
    text_builder value = {0};
    CHECK(!store_is_there(file, why, sizeof why));
    store *made = store_open_records(file, why, sizeof why); /* it is made */
    CHECK(made != NULL && store_is_there(file, why, sizeof why));
    CHECK(store_record_put(made, "token", "b", "2") && store_record_put(made, "token", "a", "1") &&
          store_record_put(made, "account", "c", "3") && store_record_put(made, "token", "b", "4"));
    store_record_list(made, "token", note, records);
    CHECK_EQ_TEXT(records, "a=1|b=4|");
    CHECK(store_record_get(made, "token", "b", &value) && value.len == 2);
    CHECK_EQ_TEXT(value.at, "4");
    CHECK(!store_record_get(made, "token", "c", &value) && value.len == 0);
    CHECK(store_record_drop(made, "token", "a") && store_record_drop(made, "token", "none"));
    CHECK(!store_records_pending(made) && store_records_refresh(made) == STORE_YES);
    char expected[60];
    snprintf(expected, sizeof expected, "account|c|3|%" PRId64,
             (int64_t)record_sum("account", "c", "3"));
    CHECK_EQ_TEXT(sql("SELECT * FROM records WHERE room='account'"), expected);
    sql("UPDATE records SET value='5' WHERE key='b'"); /* not what was written */
    CHECK(!store_record_get(made, "token", "b", &value));
    records[0] = '\0';
    store_record_list(made, "token", note, records);
    CHECK_EQ_TEXT(records, "");
    store_close(made);
    CHECK(open_store());
    store *beside = store_open_records(file, why, sizeof why); /* while a server uses it */
    CHECK(beside != NULL && store_record_put(beside, "token", "d", "6"));
    CHECK(store_records_ready(s) && store_record_get(s, "token", "d", &value));
    store_close(beside);
    close_store();
    sql_on(in_folder("plain.db"), "CREATE TABLE x(y)");
    CHECK(store_open_records(in_folder("plain.db"), why, sizeof why) == NULL);
    CHECK(strstr(why, "plain.db cannot be used, or is no store of games: no such table: meta"));
    sql("DELETE FROM meta");
    CHECK(store_open_records(file, why, sizeof why) == NULL);
    CHECK(store_open_records(in_folder("none/x.db"), why, sizeof why) == NULL);
    text_free(&value);
}

int main(void)
{
    CHECK(freopen("/dev/null", "w", stderr) != NULL); /* damage is told there */
    RUN_IN_FOLDER(files_that_are_no_store);
    RUN_IN_FOLDER(a_store_is_its_owners);
    RUN_IN_FOLDER(what_a_crash_left_undone_is_completed);
    RUN_IN_FOLDER(a_backup_takes_a_free_place);
    RUN_IN_FOLDER(a_side_reads_what_is_whole);
    RUN_IN_FOLDER(a_side_says_why_it_cannot_read);
    RUN_IN_FOLDER(records_are_kept_beside_the_games);
    return check_result();
}

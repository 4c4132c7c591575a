/* test_server_cache.c: which games stay in memory, and whose flags fall although they left it. The
 * server runs in this process, without its listening loop. Layer: tests. */
#include "staged_games.h"

#include <poll.h>

/* The games in memory, by their places in `ids`, the one that was used last first. */
static const char *kept(const int64_t *ids, size_t count)
{
    static char text[64];
    size_t len = 0;
    text[0] = '\0';
    for (const match *m = s.a.newest; m != NULL; m = m->record->lru_next)
        for (size_t i = 0; i < count; i++)
            if (ids[i] == m->id)
                len += (size_t)snprintf(text + len, sizeof text - len, "%zu", i);
    return text;
}

TEST(the_games_that_were_used_last_stay)
{
    int64_t ids[7];
    set_up();
    app_forget(&s.a, s.a.newest); /* the one that is there from the start */
    CHECK(s.a.match_count == 0 && s.a.match_bytes == 0 && s.a.oldest == NULL);
    for (size_t i = 0; i < 5; i++)
        ids[i] = add(0)->id;
    CHECK_EQ_TEXT(kept(ids, 5), "43210");
    CHECK(use(ids[0]) != NULL && use(ids[2]) != NULL);
    CHECK_EQ_TEXT(kept(ids, 5), "20431");
    CHECK(app_find(&s.a, ids[1]) != NULL && app_find(&s.a, ids[1])->id == ids[1]);
    CHECK_EQ_TEXT(kept(ids, 5), "20431"); /* looking changes nothing */
    CHECK_EQ_INT(s.a.match_count, 5);
    size_t each = s.a.newest->record->bytes;
    CHECK(each >= sizeof(match) && s.a.match_bytes == 5 * each);
    /* Room for all but the two that were used longest ago, and the new one. */
    s.a.match_bytes += CACHE_BYTES - 4 * each;
    ids[5] = add(0)->id;
    CHECK_EQ_TEXT(kept(ids, 6), "5204");
    CHECK(s.a.match_count == 4 && s.a.match_bytes == CACHE_BYTES);
    CHECK(app_find(&s.a, ids[1]) == NULL && app_find(&s.a, ids[3]) == NULL);
    uint64_t loads = s.a.metrics.loads;
    s.a.match_bytes -= 2 * each;
    CHECK(use(ids[3]) != NULL && s.a.metrics.loads == loads + 1);
    CHECK_EQ_TEXT(kept(ids, 6), "35204");
    CHECK(use(ids[3]) != NULL && s.a.metrics.loads == loads + 1);
    /* One whose summary is not on disk may not leave. */
    match *lags = use(ids[4]);
    step(lags, "move e2e4");
    CHECK(!app_may_forget(lags));
    for (int i = 0; i < 4; i++)
        use(ids[(int[]){0, 2, 5, 3}[i]]);
    CHECK_EQ_TEXT(kept(ids, 6), "35204");
    s.a.match_bytes += 3 * each;
    ids[6] = add(0)->id;
    CHECK_EQ_TEXT(kept(ids, 7), "64");
    CHECK(use(12345) == NULL && use(ids[0]) != NULL);
    leave();
}

/* The flag falls whether the game is in memory or has left it. */
TEST(flags_fall_for_those_who_watch)
{
    for (int forgotten = 0; forgotten < 2; forgotten++) {
        check_case("%s", forgotten ? "left memory" : "in memory");
        set_up();
        match *m = add(1500);
        int64_t id = m->id;
        step(m, "move e2e4");
        app_flush(&s.a, true);
        CHECK(m->clock.running == ARB_BLACK && m->record->flag_timer != NULL);
        CHECK(evtimer_pending(m->record->flag_timer, NULL));
        int client = watch(id);
        CHECK(strstr(s.reply, "\r\n\r\nretry: 1000\n\nid: 1\nevent: state\ndata: {\"id\":") !=
              NULL);
        CHECK(strstr(s.reply, "\"running\":\"black\"") != NULL && s.a.streams == 1);
        if (forgotten)
            app_forget(&s.a, m);
        s.reply_len = 0;
        while (strstr(s.reply, "\"reason\":\"flag\"") == NULL) { /* however busy the machine is */
            poll(NULL, 0, 10);
            turn();
            served_take(&s, client);
        }
        CHECK(strstr(s.reply, "id: 2\nevent: state\ndata: ") != NULL);
        CHECK(use(id)->outcome.result == ARB_WHITE_WINS);
        close(client);
        for (int i = 0; i < 5; i++)
            turn();
        CHECK(s.a.streams == 0 && s.a.watched == NULL);
        leave();
    }
}

TEST(a_game_that_nobody_watches_leaves_with_its_clock)
{
    set_up();
    match *m = add(1);
    int64_t id = m->id;
    step(m, "move e2e4");
    app_flush(&s.a, true);
    app_forget(&s.a, m);
    int64_t end = http_now() + 2;
    while (http_now() <= end)
        poll(NULL, 0, 1);
    m = use(id); /* when it is read, its flag has fallen */
    CHECK(m != NULL && m->outcome.reason == ARB_R_FLAG);
    leave();
    set_up();
    m = add(3600000);
    step(m, "move e2e4");
    step(m, "resign white");
    CHECK(!evtimer_pending(m->record->flag_timer, NULL));
    leave();
}

TEST(streams_are_told_what_is_new)
{
    set_up();
    match *m = add(0), *other = add(0);
    int first = watch(m->id), second = watch(m->id), third = watch(other->id);
    CHECK_EQ_INT(s.a.streams, 3);
    step(m, "move e2e4");
    for (int i = 0; i < 3; i++) {
        s.reply_len = 0;
        s.reply[0] = '\0';
        served_take(&s, (int[]){first, second, third}[i]);
        CHECK((strstr(s.reply, "id: 1\nevent: state\ndata: {\"id\":") != NULL) == (i < 2));
    }
    stream_ping(&s.a);
    for (int i = 0; i < 3; i++) {
        s.reply_len = 0;
        served_take(&s, (int[]){first, second, third}[i]);
        CHECK_EQ_TEXT(s.reply, ":\n\n");
    }
    stream_end_all(&s.a, m->id);
    CHECK(s.a.streams == 1 && s.a.watched != NULL);
    char byte;
    CHECK(recv(first, &byte, 1, MSG_PEEK) == 0 && recv(second, &byte, 1, MSG_PEEK) == 0);
    CHECK(recv(third, &byte, 1, MSG_PEEK) < 0);
    stream_end_every(&s.a);
    CHECK(s.a.streams == 0 && recv(third, &byte, 1, MSG_PEEK) == 0);
    close(first);
    close(second);
    close(third);
    leave();
}

int main(void)
{
    RUN(the_games_that_were_used_last_stay);
    RUN(flags_fall_for_those_who_watch);
    RUN(a_game_that_nobody_watches_leaves_with_its_clock);
    RUN(streams_are_told_what_is_new);
    return check_result();
}

/* bot_accounts.c: accounts and their tokens, in the store's records. Layer: server.
 *
 * Room "token": the key is the SHA-256 of a token, the value the name that it belongs to. Room
 * "account": the key is an id, the value {"name":…,"bot":true,"made":…}. Room "score": the key is
 * an id, the value what the account has played: {"blitz":{"win":1,"draw":0,"loss":2}}; older stores
 * have that as "perfs" of the account. Only the server writes scores, so that a program that makes
 * tokens at the same time loses none. A token has at least 128 random bits, so a plain hash
 * protects it. */
#include "server/bots/bots.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

bool bot_name_is_good(const char *name)
{
    size_t len = strlen(name);
    return len >= 2 && len < BOT_NAME_LIMIT &&
           name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")] ==
               '\0';
}

void bot_id_of(const char *name, char id[BOT_NAME_LIMIT])
{
    size_t i = 0;
    for (; name[i] != '\0' && i + 1 < BOT_NAME_LIMIT; i++)
        id[i] = (char)tolower((unsigned char)name[i]);
    id[i] = '\0';
}

/* Returns a record, which the caller decrefs, or NULL. */
static json_t *read_record(bots *b, const char *room, const char *id)
{
    text_builder value = {0};
    json_t *record = NULL;
    if (store_record_get(b->a->store, room, id, &value))
        record = json_loads(value.at, 0, NULL);
    text_free(&value);
    return record;
}

static json_t *read_account(bots *b, const char *id)
{
    return read_record(b, "account", id);
}

/* Returns what the account of that record has played. */
static json_t *read_score(bots *b, const char *id, const json_t *account)
{
    json_t *score = read_record(b, "score", id);
    return score != NULL ? score : json_incref(json_object_get(account, "perfs"));
}

static bool write_record(bots *b, const char *room, const char *id, const json_t *record)
{
    char *text = json_dumps(record, JSON_COMPACT);
    bool written =
        text != NULL && app_open_batch(b->a) && store_record_put(b->a->store, room, id, text);
    free(text);
    return written;
}

bot_account *bots_account(bots *b, const char *name)
{
    char id[BOT_NAME_LIMIT];
    if (!bot_name_is_good(name))
        return NULL;
    bot_id_of(name, id);
    for (bot_account *account = b->accounts; account != NULL; account = account->next)
        if (strcmp(account->id, id) == 0)
            return account;
    json_t *record = read_account(b, id);
    const char *written = json_string_value(json_object_get(record, "name"));
    bot_account *account = written != NULL ? calloc(1, sizeof *account) : NULL;
    if (account != NULL) {
        memcpy(account->id, id, sizeof id);
        strncpy(account->name, written, sizeof account->name - 1);
        account->bot = json_is_true(json_object_get(record, "bot"));
        account->next = b->accounts;
        b->accounts = account;
    }
    json_decref(record);
    return account;
}

bool bots_token_holds(bots *b, const char *hash)
{
    text_builder name = {0};
    bool holds = store_record_get(b->a->store, "token", hash, &name);
    text_free(&name);
    return holds;
}

bot_account *bots_by_token(bots *b, const char *token, char hash[SHA256_HEX])
{
    text_builder value = {0};
    sha256_hex(token, strlen(token), hash);
    json_t *record =
        store_record_get(b->a->store, "token", hash, &value) ? json_loads(value.at, 0, NULL) : NULL;
    const char *name = json_string_value(json_object_get(record, "name"));
    bot_account *account = name != NULL ? bots_account(b, name) : NULL;
    json_decref(record);
    text_free(&value);
    return account;
}

bool bots_upgrade(bots *b, bot_account *account)
{
    json_t *record = read_account(b, account->id);
    bool written = record != NULL && json_object_set_new(record, "bot", json_true()) == 0 &&
                   write_record(b, "account", account->id, record);
    json_decref(record);
    account->bot |= written;
    b->a->saw = STORE_HOME; /* the answer waits for the commit */
    return written;
}

void bots_reread_accounts(app *a)
{
    bot_account *account = a->bots != NULL ? a->bots->accounts : NULL;
    for (; account != NULL; account = account->next) {
        json_t *record = read_account(a->bots, account->id);
        if (record != NULL)
            account->bot = json_is_true(json_object_get(record, "bot"));
        json_decref(record);
    }
}

void bots_count_result(bots *b, const bot_account *account, const char *perf, const char *result)
{
    json_t *record = read_account(b, account->id);
    json_t *score = read_score(b, account->id, record);
    if (score == NULL)
        score = json_object();
    json_t *one = json_object_get(score, perf);
    if (one == NULL) {
        one = json_object();
        json_object_set_new(score, perf, one);
    }
    json_int_t count = json_integer_value(json_object_get(one, result));
    json_object_set_new(one, result, json_integer(count + 1));
    write_record(b, "score", account->id, score);
    json_decref(score);
    json_decref(record);
}

/* Games are counted, but strength is not rated, so every rating is the provisional 1500. */
static void put_perfs(text_builder *out, const json_t *perfs)
{
    const char *perf, *comma = "";
    json_t *one;
    text_puts(out, "{");
    json_object_foreach((json_t *)perfs, perf, one)
    {
        json_int_t games = json_integer_value(json_object_get(one, "win")) +
                           json_integer_value(json_object_get(one, "draw")) +
                           json_integer_value(json_object_get(one, "loss"));
        text_putf(out,
                  "%s\"%.30s\":{\"games\":%lld,\"rating\":1500,\"rd\":500,\"prog\":0,"
                  "\"prov\":true}",
                  comma, perf, (long long)games);
        comma = ",";
    }
    text_puts(out, "}");
}

static json_int_t count_of(const json_t *perfs, const char *result)
{
    const char *perf;
    json_t *one;
    json_int_t count = 0;
    json_object_foreach((json_t *)perfs, perf, one) count +=
        json_integer_value(json_object_get(one, result));
    return count;
}

void bots_put_account(bots *b, text_builder *out, const bot_account *account)
{
    json_t *record = read_account(b, account->id);
    json_t *perfs = read_score(b, account->id, record);
    json_int_t win = count_of(perfs, "win"), draw = count_of(perfs, "draw"),
               loss = count_of(perfs, "loss");
    text_putf(out, "{\"id\":\"%s\",\"username\":\"%s\",", account->id, account->name);
    text_puts(out, account->bot ? "\"title\":\"BOT\",\"perfs\":" : "\"perfs\":");
    put_perfs(out, perfs);
    text_putf(out,
              ",\"createdAt\":%lld,\"seenAt\":%lld,\"count\":{\"all\":%lld,\"rated\":0,"
              "\"win\":%lld,\"draw\":%lld,\"loss\":%lld,\"playing\":%zu},\"online\":%s,"
              "\"playing\":%zu,\"blocking\":false}",
              (long long)json_integer_value(json_object_get(record, "made")), (long long)http_now(),
              (long long)(win + draw + loss), (long long)win, (long long)draw, (long long)loss,
              account->open, bots_is_online(account) ? "true" : "false", account->open);
    json_decref(perfs);
    json_decref(record);
}

typedef struct {
    bots *b;
    text_builder *out;
} standings;

static void put_standing(void *context, const char *key, const char *value)
{
    const standings *all = context;
    text_builder *out = all->out;
    json_t *record = json_loads(value, 0, NULL);
    json_t *perfs = read_score(all->b, key, record);
    const char *name = json_string_value(json_object_get(record, "name"));
    json_int_t win = count_of(perfs, "win"), draw = count_of(perfs, "draw"),
               loss = count_of(perfs, "loss");
    if (name != NULL && json_is_true(json_object_get(record, "bot")) && win + draw + loss > 0)
        text_putf(out,
                  "%s{\"name\":\"%.30s\",\"games\":%lld,\"win\":%lld,\"draw\":%lld,"
                  "\"loss\":%lld}",
                  out->at[out->len - 1] == '}' ? "," : "", name, (long long)(win + draw + loss),
                  (long long)win, (long long)draw, (long long)loss);
    json_decref(perfs);
    json_decref(record);
}

void bots_put_standings(bots *b, text_builder *out)
{
    store_record_list(b->a->store, "account", put_standing, &(standings){b, out});
}

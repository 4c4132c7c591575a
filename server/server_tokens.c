/* server_tokens.c: makes, lists and revokes tokens, even while a server runs. Layer: server. The
 * store keeps only the SHA-256 of a token (bots/bot_accounts.c). */
#include "server/bots/bots.h"
#include "server/secret.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_ID = 8 }; /* digits of the hash that identify a token */

static bool put_object(store *s, const char *room, const char *key, json_t *object)
{
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    bool written = text != NULL && store_record_put(s, room, key, text);
    free(text);
    json_decref(object);
    return written;
}

/* Makes sure that the account of that name exists. */
static bool need_account(store *s, const char *name, bool bot)
{
    char id[BOT_NAME_LIMIT];
    text_builder value = {0};
    bot_id_of(name, id);
    json_t *object = store_record_get(s, "account", id, &value)
                         ? json_loads(value.at, 0, NULL)
                         : json_pack("{s:s,s:I}", "name", name, "made", (json_int_t)http_now());
    text_free(&value);
    if (bot || json_object_get(object, "bot") == NULL)
        json_object_set_new(object, "bot", json_boolean(bot));
    return put_object(s, "account", id, object);
}

bool server_token_add(const char *path, const char *name, bool bot, char token[SERVER_TOKEN_LIMIT],
                      char *why, size_t cap)
{
    char hash[SHA256_HEX], secret[SECRET_LIMIT];
    if (!bot_name_is_good(name)) {
        snprintf(why, cap, "a name has 2 to 30 letters, digits, '-' and '_'");
        return false;
    }
    store *s = store_open_records(path, why, cap);
    if (s == NULL)
        return false;
    bool good = secret_make(secret);
    snprintf(token, SERVER_TOKEN_LIMIT, "arb_%s", secret);
    sha256_hex(token, strlen(token), hash);
    good = good && need_account(s, name, bot) &&
           put_object(s, "token", hash,
                      json_pack("{s:s,s:I}", "name", name, "made", (json_int_t)http_now()));
    if (!good)
        snprintf(why, cap, "the store %s cannot be written", path);
    store_close(s);
    return good;
}

typedef struct {
    store *s;
    server_token_listener *listener;
    void *context;
    const char *which;
    char (*hashes)[SHA256_HEX];
    size_t count;
} token_walk;

static void list_one(void *context, const char *key, const char *value)
{
    token_walk *walk = context;
    char id[TOKEN_ID + 1], account[BOT_NAME_LIMIT];
    text_builder record = {0};
    json_t *object = json_loads(value, 0, NULL), *owner = NULL;
    const char *name = json_string_value(json_object_get(object, "name"));
    snprintf(id, sizeof id, "%.8s", key);
    bot_id_of(name != NULL ? name : "", account);
    if (store_record_get(walk->s, "account", account, &record))
        owner = json_loads(record.at, 0, NULL);
    walk->listener(walk->context, id, name != NULL ? name : "",
                   json_is_true(json_object_get(owner, "bot")),
                   json_integer_value(json_object_get(object, "made")));
    json_decref(owner);
    json_decref(object);
    text_free(&record);
}

bool server_token_list(const char *path, server_token_listener *listener, void *context, char *why,
                       size_t cap)
{
    store *s = store_is_there(path, why, cap) ? store_open_records(path, why, cap) : NULL;
    token_walk walk = {.s = s, .listener = listener, .context = context};
    if (s == NULL)
        return false;
    store_record_list(s, "token", list_one, &walk);
    store_close(s);
    return true;
}

static void find_one(void *context, const char *key, const char *value)
{
    token_walk *walk = context;
    char wanted[BOT_NAME_LIMIT], got[BOT_NAME_LIMIT];
    json_t *object = json_loads(value, 0, NULL);
    const char *name = json_string_value(json_object_get(object, "name"));
    bot_id_of(walk->which, wanted);
    bot_id_of(name != NULL ? name : "", got);
    bool named = strcmp(wanted, got) == 0 ||
                 (strlen(walk->which) == TOKEN_ID && strncmp(key, walk->which, TOKEN_ID) == 0);
    json_decref(object);
    char(*hashes)[SHA256_HEX] =
        named ? realloc(walk->hashes, (walk->count + 1) * sizeof *hashes) : NULL;
    if (hashes == NULL)
        return;
    walk->hashes = hashes;
    snprintf(hashes[walk->count++], SHA256_HEX, "%s", key);
}

int server_token_revoke(const char *path, const char *which, char *why, size_t cap)
{
    store *s = store_is_there(path, why, cap) ? store_open_records(path, why, cap) : NULL;
    token_walk walk = {.s = s, .which = which};
    if (s == NULL)
        return -1;
    store_record_list(s, "token", find_one, &walk);
    bool good = true;
    for (size_t i = 0; i < walk.count; i++)
        good &= store_record_drop(s, "token", walk.hashes[i]);
    free(walk.hashes);
    store_close(s);
    if (good)
        return (int)walk.count;
    snprintf(why, cap, "the store %s cannot be written", path);
    return -1;
}

/* record_list.c: records in memory, ordered by room and key. Layer: server. */
#include "server/store/record_list.h"

#include <stdlib.h>
#include <string.h>

/* The place where the record is, or would be. */
static size_t place_of(const record_list *list, const char *room, const char *key, bool *there)
{
    size_t from = 0, to = list->count;
    *there = false;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = strcmp(list->at[middle].room, room);
        if (order == 0)
            order = strcmp(list->at[middle].key, key);
        if (order == 0) {
            *there = true;
            return middle;
        }
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static bool make(stored_record *r, const char *room, const char *key, const char *value)
{
    size_t rooms = strlen(room) + 1, keys = strlen(key) + 1, values = strlen(value) + 1;
    r->room = malloc(rooms + keys + values);
    if (r->room == NULL)
        return false;
    r->key = r->room + rooms;
    r->value = r->key + keys;
    memcpy(r->room, room, rooms);
    memcpy(r->key, key, keys);
    memcpy(r->value, value, values);
    return true;
}

bool record_list_put(record_list *list, const char *room, const char *key, const char *value)
{
    bool there;
    size_t place = place_of(list, room, key, &there);
    stored_record made;
    if (!make(&made, room, key, value))
        return false;
    if (there) {
        free(list->at[place].room);
        list->at[place] = made;
        return true;
    }
    if (list->count == list->cap) {
        size_t cap = list->cap == 0 ? 64 : 2 * list->cap;
        stored_record *at = realloc(list->at, cap * sizeof *at);
        if (at == NULL) {
            free(made.room);
            return false;
        }
        list->at = at;
        list->cap = cap;
    }
    memmove(&list->at[place + 1], &list->at[place], (list->count - place) * sizeof *list->at);
    list->at[place] = made;
    list->count++;
    return true;
}

void record_list_drop(record_list *list, const char *room, const char *key)
{
    bool there;
    size_t place = place_of(list, room, key, &there);
    if (!there)
        return;
    free(list->at[place].room);
    list->count--;
    memmove(&list->at[place], &list->at[place + 1], (list->count - place) * sizeof *list->at);
}

const char *record_list_get(const record_list *list, const char *room, const char *key)
{
    bool there;
    size_t place = place_of(list, room, key, &there);
    return there ? list->at[place].value : NULL;
}

size_t record_list_room(const record_list *list, const char *room)
{
    bool there;
    return place_of(list, room, "", &there);
}

void record_list_clear(record_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i].room);
    free(list->at);
    *list = (record_list){0};
}

/* record_list.h: records in memory, in the order of room and key. Layer: server. */
#ifndef ARB_SERVER_RECORD_LIST_H
#define ARB_SERVER_RECORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *room, *key, *value; /* one allocation */
} stored_record;

typedef struct {
    stored_record *at;
    size_t count, cap;
} record_list;

/* Adds a record, or gives it another value. False: no memory. */
bool record_list_put(record_list *list, const char *room, const char *key, const char *value);
void record_list_drop(record_list *list, const char *room, const char *key);
/* NULL: there is none. */
const char *record_list_get(const record_list *list, const char *room, const char *key);
/* The first record of a room; the room ends with its last one, or with the list. */
size_t record_list_room(const record_list *list, const char *room);
void record_list_clear(record_list *list);

#endif

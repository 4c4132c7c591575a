/* record_list.h: records in memory, ordered by room and key. Layer: server. */
#ifndef ARB_SERVER_RECORD_LIST_H
#define ARB_SERVER_RECORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *room, *key, *value; /* share one allocation */
} stored_record;

typedef struct {
    stored_record *at;
    size_t count, cap;
} record_list;

/* Adds a record, or gives it another value. Returns false if there is no memory. */
bool record_list_put(record_list *list, const char *room, const char *key, const char *value);
void record_list_drop(record_list *list, const char *room, const char *key);
/* Returns the value of a record; NULL if there is none. */
const char *record_list_get(const record_list *list, const char *room, const char *key);
/* The first record of a room; the room ends with its last one, or with the list. */
size_t record_list_room(const record_list *list, const char *room);
void record_list_clear(record_list *list);

#endif

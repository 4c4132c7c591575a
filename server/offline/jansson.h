/* jansson.h: replaces the JSON library where the server's answers are compiled for the browser (see
 * referee.mk): the page has parsed the JSON and hands its values over, one by one. Layer:
 * server. */
#ifndef ARB_SERVER_OFFLINE_JANSSON_H
#define ARB_SERVER_OFFLINE_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

struct json_error {
    char text[160];
};

/* Names of the JSON library; they keep its ending _t. */
#define json_t struct json_value
#define json_int_t long long
#define json_error_t struct json_error

enum { JSON_REJECT_DUPLICATES = 1, JSON_ALLOW_NUL = 8 };

/* Returns the object that the page has handed over; NULL if there is none. */
json_t *json_loadb(const char *text, size_t len, size_t flags, json_error_t *error);
/* Frees every value of the request. */
void json_decref(json_t *value);
static inline void json_set_alloc_funcs(void *(*room)(size_t), void (*give_back)(void *))
{
    (void)room;
    (void)give_back;
}

bool json_is_object(const json_t *value);
bool json_is_string(const json_t *value);
bool json_is_integer(const json_t *value);
bool json_is_null(const json_t *value);
const char *json_string_value(const json_t *value);
size_t json_string_length(const json_t *value);
json_int_t json_integer_value(const json_t *value);
json_t *json_object_get(const json_t *object, const char *key);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);

#define json_array_foreach(array, index, value)                                                    \
    for ((index) = 0; ((value) = json_array_get(array, index)) != NULL; (index)++)

#endif

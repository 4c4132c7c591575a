/* json_values.c: the values of one request, as the page hands them over: see jansson.h. One request
 * is answered at a time, so all values belong to it. Layer: server, in the browser. */
#include "server/offline/offline.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The kinds, in the order in which the page numbers them. */
typedef enum { VALUE_NULL, VALUE_TEXT, VALUE_NUMBER, VALUE_LIST, VALUE_OBJECT } value_kind;

struct json_value {
    value_kind kind;
    double number;
    size_t len;
    char *text;                   /* ended by a NUL that is not counted */
    char *key;                    /* its name in the object that holds it */
    json_t *first, *last, *after; /* its first and last member; the next member of its holder */
    json_t *older;                /* links all values of a request, to free them */
};

static json_t *newest, *root;

static char *copy(const char *bytes, size_t len)
{
    char *text = malloc(len + 1);
    if (text != NULL) {
        memcpy(text, bytes, len);
        text[len] = '\0';
    }
    return text;
}

/* Adds a value. The buffer that the page writes to holds the key and, directly after it, the text.
 * Returns NULL if there is no memory. */
json_t *EXPORT(json_put)(json_t *holder, int kind, size_t key_len, size_t len, double number)
{
    json_t *value = calloc(1, sizeof *value);
    if (value == NULL)
        return NULL;
    value->older = newest;
    newest = value;
    value->kind = (value_kind)kind;
    value->number = number;
    value->len = len;
    value->key = copy(text_given(), key_len);
    value->text = copy(text_given() + key_len, len);
    if (value->key == NULL || value->text == NULL)
        return NULL;
    if (holder == NULL)
        root = value;
    else if (holder->last == NULL)
        holder->first = holder->last = value;
    else
        holder->last = holder->last->after = value;
    return value;
}

json_t *json_loadb(const char *text, size_t len, size_t flags, json_error_t *error)
{
    (void)text;
    (void)len;
    (void)flags;
    error->text[0] = '\0';
    return root;
}

void json_decref(json_t *value)
{
    (void)value;
    while (newest != NULL) {
        json_t *one = newest;
        newest = one->older;
        free(one->text);
        free(one->key);
        free(one);
    }
    root = NULL;
}

static bool is(const json_t *value, value_kind kind)
{
    return value != NULL && value->kind == kind;
}

bool json_is_object(const json_t *value)
{
    return is(value, VALUE_OBJECT);
}

bool json_is_string(const json_t *value)
{
    return is(value, VALUE_TEXT);
}

bool json_is_integer(const json_t *value)
{
    return is(value, VALUE_NUMBER) && value->number > -1e15 && value->number < 1e15 &&
           (double)(json_int_t)value->number == value->number;
}

bool json_is_null(const json_t *value)
{
    return is(value, VALUE_NULL);
}

const char *json_string_value(const json_t *value)
{
    return is(value, VALUE_TEXT) ? value->text : NULL;
}

size_t json_string_length(const json_t *value)
{
    return is(value, VALUE_TEXT) ? value->len : 0;
}

json_int_t json_integer_value(const json_t *value)
{
    return json_is_integer(value) ? (json_int_t)value->number : 0;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    json_t *value = is(object, VALUE_OBJECT) ? object->first : NULL;
    while (value != NULL && strcmp(value->key, key) != 0)
        value = value->after;
    return value;
}

size_t json_array_size(const json_t *array)
{
    size_t count = 0;
    for (const json_t *at = is(array, VALUE_LIST) ? array->first : NULL; at != NULL; at = at->after)
        count++;
    return count;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    json_t *value = is(array, VALUE_LIST) ? array->first : NULL;
    while (value != NULL && index-- > 0)
        value = value->after;
    return value;
}

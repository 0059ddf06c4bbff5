/* Reads JSON that was checked before: a line becomes a tree in memory that the next line takes over. */
#ifndef ADAPTER_JSON_H
#define ADAPTER_JSON_H
#include <stddef.h>

enum Kind { NOTHING, NUMBER, TEXT, LIST, TABLE };

typedef struct Json {
    enum Kind kind;
    const char *key, *text; /* the key in a table, the letters of a text */
    long long number;       /* true and false are 1 and 0 */
    size_t length;          /* of a list or a table */
    const struct Json *first, *next;
} Json;

/* The tree of a line, which is written over; NULL where memory ends. It lives until the next call. */
const Json *json_read(char *line);
/* The value of a key; NULL without one. */
const Json *json_get(const Json *table, const char *key);
/* Item i of a list; NULL behind the last. */
const Json *json_at(const Json *list, size_t i);
long long json_number(const Json *value, long long otherwise);
const char *json_text(const Json *value);

#endif

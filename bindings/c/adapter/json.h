/* Reads JSON that was checked before. A line becomes a tree, whose memory the next line reuses. */
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

/* Returns the tree of a line and overwrites the line; NULL if there is not enough memory. The tree
 * is valid until the next call. */
const Json *json_read(char *line);
/* Returns the value of a key; NULL if there is no such key. */
const Json *json_get(const Json *table, const char *key);
/* Returns item i of a list; NULL after the last one. */
const Json *json_at(const Json *list, size_t i);
long long json_number(const Json *value, long long otherwise);
const char *json_text(const Json *value);

#endif

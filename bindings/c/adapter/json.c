#include "json.h"
#include <stdlib.h>
#include <string.h>

static Json *nodes;
static size_t used, room;
static char *at;

static void space(void) { while (*at == ' ' || *at == '\t' || *at == ',' || *at == ':' || *at == '\r' || *at == '\n') at++; }

static unsigned hex4(const char *digits) {
    char four[5] = {0};
    memcpy(four, digits, 4);
    return (unsigned)strtoul(four, NULL, 16);
}

/* Decodes a string in its own memory. The decoded string is never longer than the encoded one. */
static const char *letters(void) {
    char *start = ++at, *to = start;
    while (*at && *at != '"') {
        if (*at != '\\') { *to++ = *at++; continue; }
        unsigned code = (unsigned char)*++at;
        static const char from[] = "bfnrt", plain[] = "\b\f\n\r\t";
        const char *known = strchr(from, (int)code);
        at++;
        if (code != 'u') { *to++ = known && *known ? plain[known - from] : (char)code; continue; }
        code = hex4(at), at += 4;
        if (code >= 0xd800 && code < 0xdc00 && at[0] == '\\' && at[1] == 'u')
            code = 0x10000 + ((code - 0xd800) << 10) + (hex4(at + 2) - 0xdc00), at += 6;
        if (code < 0x80) *to++ = (char)code;
        else {
            int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
            *to++ = (char)((0xf00 >> more & 0xff) | code >> (6 * more));
            while (more--) *to++ = (char)(0x80 | (code >> (6 * more) & 0x3f));
        }
    }
    if (*at) at++;
    *to = 0;
    return start;
}

static Json *value(void) {
    if (used == room) return NULL;
    Json *node = &nodes[used++], *last = NULL;
    memset(node, 0, sizeof *node);
    space();
    if (*at == '"') { node->kind = TEXT, node->text = letters(); return node; }
    if (*at == '[' || *at == '{') {
        char end = *at == '[' ? ']' : '}';
        node->kind = *at++ == '[' ? LIST : TABLE;
        for (space(); *at && *at != end; space()) {
            const char *key = node->kind == TABLE ? letters() : NULL;
            Json *item = value();
            if (!item) return NULL;
            item->key = key;
            if (last) last->next = item; else node->first = item;
            last = item, node->length++;
        }
        if (*at) at++;
        return node;
    }
    if (!strncmp(at, "true", 4) || !strncmp(at, "false", 5)) {
        node->kind = NUMBER, node->number = *at == 't', at += *at == 't' ? 4 : 5;
        return node;
    }
    if (!strncmp(at, "null", 4)) { at += 4; return node; }
    char *end;
    node->kind = NUMBER, node->number = strtoll(at, &end, 10);
    at = end == at ? at + 1 : end;
    return node;
}

const Json *json_read(char *line) {
    /* Each value takes at least two bytes of text: one character, and a separator before the next
     * value. */
    size_t most = strlen(line) / 2 + 2;
    if (most > room) {
        free(nodes);
        nodes = malloc(most * sizeof *nodes), room = nodes ? most : 0;
    }
    used = 0, at = line;
    return value();
}

const Json *json_get(const Json *table, const char *key) {
    if (!table || table->kind != TABLE) return NULL;
    for (const Json *item = table->first; item; item = item->next)
        if (!strcmp(item->key, key)) return item->kind == NOTHING ? NULL : item;
    return NULL;
}

const Json *json_at(const Json *list, size_t i) {
    const Json *item = list ? list->first : NULL;
    while (item && i--) item = item->next;
    return item;
}

long long json_number(const Json *value, long long otherwise) {
    return value && value->kind == NUMBER ? value->number : otherwise;
}

const char *json_text(const Json *value) { return value && value->kind == TEXT ? value->text : NULL; }

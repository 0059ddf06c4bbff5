/* Plays scenes of the conformance kit in a pipe: an adapter to copy. It needs only a C compiler.
 *
 *     cc -O2 -o adapter adapters/adapter.c
 *     wardrobe scene check --against-pipe ./adapter --level picture 01-cels
 *
 * It plays scenes without visible actors, on a background of one colour. It skips all other scenes
 * and prints the reason. Add the drawing code of your engine. The requests are valid JSON, so this
 * reader does not check them. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 200 };

static const char *space(const char *at) {
    while (isspace((unsigned char)*at) || *at == ',' || *at == ':') at++;
    return at;
}

/* Returns the position after a value. */
static const char *behind(const char *at) {
    at = space(at);
    if (*at == '"') {
        for (at++; *at && *at != '"'; at++)
            if (*at == '\\' && at[1]) at++;
        return *at ? at + 1 : at;
    }
    if (*at == '{' || *at == '[') {
        int depth = 0;
        do {
            if (*at == '"') { at = behind(at); continue; }
            if (*at == '{' || *at == '[') depth++;
            if (*at == '}' || *at == ']') depth--;
            at++;
        } while (depth && *at);
        return at;
    }
    while (*at && !strchr(",:]} \t", *at)) at++;
    return at;
}

/* Returns the value of a key of the table at `at`, or NULL if the table does not have the key. */
static const char *value(const char *at, const char *key) {
    size_t length = strlen(key);
    if (!at || *at != '{') return NULL;
    for (at = space(at + 1); *at == '"'; at = space(at)) {
        const char *name = at + 1, *found = space(behind(at));
        if (!strncmp(name, key, length) && name[length] == '"') return found;
        at = behind(found);
    }
    return NULL;
}

static long number(const char *at, long otherwise) {
    return at && (isdigit((unsigned char)*at) || *at == '-') ? strtol(at, NULL, 10) : otherwise;
}

/* Returns the CRC-32, as zlib computes it, of `count` bytes of the same value. */
static uint32_t crc32_of(uint8_t byte, size_t count) {
    uint32_t crc = 0xffffffffu;
    while (count--) {
        crc ^= byte;
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

/* Plays a scene. Prints `skip` at the first key or step that it does not support. */
static void play(const char *scene) {
    static const char *const unknown[] = {"costumes", "data", "lines", "trace_ticks", "screens", NULL};
    const char *room = value(scene, "room"), *background = value(room, "background"), *steps = value(scene, "steps");
    for (const char *const *key = unknown; *key; key++)
        if (value(scene, *key)) { printf("{\"skip\":\"key %s\"}\n", *key); return; }
    if (number(value(scene, "version"), 5) != 5 || value(scene, "he")) { puts("{\"skip\":\"other versions\"}"); return; }
    if (value(room, "resource") || value(room, "width") || (background && *background == '"')) {
        puts("{\"skip\":\"rooms with pictures\"}");
        return;
    }
    uint32_t crc = crc32_of((uint8_t)number(background, 0), WIDTH * HEIGHT);
    printf("{\"step\":-1,\"op\":\"setup\",\"crc\":\"%08x\"}\n", (unsigned)crc);
    if (!steps) return;
    long index = 0;
    for (const char *step = space(steps + 1); *step == '['; step = space(behind(step)), index++) {
        const char *op = space(step + 1), *end = behind(op), *operand = space(end);
        int length = (int)(end - op) - 2;
        if (!strncmp(op, "\"tick\"", 6)) {
            for (long n = 0, frames = number(operand, 0); n < frames; n++)
                printf("{\"step\":%ld,\"op\":\"tick\",\"n\":%ld,\"crc\":\"%08x\"}\n", index, n, (unsigned)crc);
        } else if (!strncmp(op, "\"state\"", 7) || !strncmp(op, "\"expect", 7)) {
            printf("{\"step\":%ld,\"op\":\"%.*s\",\"crc\":\"%08x\"}\n", index, length, op + 1, (unsigned)crc);
        } else {
            printf("{\"skip\":\"step %.*s\"}\n", length, op + 1);
            return;
        }
    }
}

int main(void) {
    size_t room = 1 << 16, length = 0;
    char *line = malloc(room);
    int byte;
    while (line && (byte = getchar()) != EOF) {
        if (length + 1 >= room && !(line = realloc(line, room *= 2))) break;
        if (byte != '\n') {
            line[length++] = (char)byte;
            continue;
        }
        line[length] = 0;
        length = 0;
        const char *request = space(line);
        play(value(request, "scene"));
        printf("{\"id\":%ld,\"end\":true}\n", number(value(request, "id"), 0));
        fflush(stdout);
    }
    free(line);
    return 0;
}

/* The state of a scene that is being played. */
#ifndef ADAPTER_SCENE_H
#define ADAPTER_SCENE_H
#include "json.h"
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <wardrobe.h>

enum { MOST_SOUNDS = 256, MOST_ACTOR = 255, MOST_COSTUMES = 256 };

typedef struct {
    const Json *json;
    const char *folder;
    WardrobeDialect *dialect;
    WardrobeDialectInfo info;
    WardrobeGame *game;
    WardrobeStage *stage;
    /* The costumes that the scene names. They are kept to write their pictures. */
    struct { uint16_t number; WardrobeCostume *costume; } costumes[MOST_COSTUMES];
    size_t costume_count;
    WardrobeWorld world;
    uint64_t seed, saved_seed;
    uint16_t running[MOST_SOUNDS], saved_running[MOST_SOUNDS];
    size_t running_count, saved_count;
    WardrobeBytes *saved;
    uint16_t cycle;
    int every_tick, all_limbs, actors, frames_only;
    long state_every, frames;
    /* The values that a step adds to its line. */
    int hit, found, closed, has_hit, has_found, has_closed, has_adjust, has_palette, has_state;
    long state;
    int16_t adjust[3];
    uint32_t palette_crc;
    const WardrobeCostume *cels;
} Scene;

extern WardrobeError error;

/* Ends the scene with an error, or with a reason to skip the rest. */
void fail(const char *text);
void skip(const char *reason);
void must(WardrobeCode code);

typedef struct {
    uint8_t *data;
    size_t len;
} File;

/* Reads a file that the scene names. The caller frees it. */
File read_file(const Scene *scene, const char *name);
WardrobeRoom *room_of_file(const Scene *scene, const char *name, const Json *parts);

void set_up(Scene *scene);
/* Stores a field of an actor by its name in scenes. */
void store_field(Scene *scene, uint16_t actor, const char *name, const Json *value);
/* Stores a script variable or a field of the camera. */
void store_variable(Scene *scene, const char *name, int64_t value);
void run_step(Scene *scene, const char *op, const Json *step);
void print_line(Scene *scene, long step, const char *op, long n);
void print_cels(const WardrobeCostume *costume);
void print_text(const char *text);
uint32_t crc32_more(uint32_t crc, const uint8_t *bytes, size_t count);
int64_t actor_value(const Scene *scene, uint16_t actor, uint32_t field);
int64_t stage_value(const Scene *scene, uint32_t field);

#endif

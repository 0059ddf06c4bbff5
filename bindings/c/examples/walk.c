/* Opens a game, lets an actor walk and writes the picture: walk GAME OUT.ppm
 *     cc walk.c $(pkg-config --cflags --libs wardrobe) -o walk
 *     ./walk data/demo/built walk.ppm */
#include <stdio.h>
#include <stdlib.h>
#include <wardrobe.h>

static WardrobeError error;

static void must(WardrobeCode code) {
    if (code == WARDROBE_CODE_OK) return;
    fprintf(stderr, "walk: %s\n", error.text);
    exit(2);
}

/* Random numbers come from the library's generator. The program keeps its state. */
static int32_t chance(void *state, int32_t min, int32_t max) { return wardrobe_random(state, min, max); }

static void write_picture(const char *name, WardrobeStage *stage) {
    WardrobeView view = WARDROBE_INIT(WardrobeView);
    uint8_t rgb[768];
    FILE *out = fopen(name, "wb");
    must(wardrobe_stage_view(stage, 0, &view, &error));
    must(wardrobe_stage_palette(stage, 1, &rgb, &error));
    if (!out) { perror(name); exit(2); }
    fprintf(out, "P6 %u %u 255\n", (unsigned)view.width, (unsigned)view.height);
    for (uint32_t y = 0; y < view.height; y++)
        for (uint32_t x = 0; x < view.width; x++) fwrite(rgb + 3 * view.pixels[y * view.pitch + x], 3, 1, out);
    fclose(out);
}

int main(int argc, char **argv) {
    if (argc != 3) { fprintf(stderr, "walk GAME OUT.ppm\n"); return 2; }
    WardrobeGame *game;
    WardrobeStage *stage;
    uint64_t seed = 1;
    WardrobeWorld world = {sizeof world, &seed, chance, NULL};
    WardrobeEvent event = WARDROBE_INIT(WardrobeEvent);
    int64_t x, y;
    must(wardrobe_game_open(argv[1], &game, &error));
    must(wardrobe_stage_of_game(game, 1, &stage, &error));
    wardrobe_game_free(game); /* the stage keeps what it needs */
    must(wardrobe_actor_set_costume(stage, 1, 1, &error));
    must(wardrobe_actor_put(stage, 1, 60, 120, 1, &error));
    must(wardrobe_actor_walk(stage, 1, 200, 125, -1, &error));
    for (int frame = 0; frame < 12; frame++) {
        must(wardrobe_stage_tick(stage, 0, &world, &error));
        do must(wardrobe_stage_event(stage, &event, &error));
        while (event.kind != WARDROBE_EVENT_KIND_NONE);
    }
    must(wardrobe_actor_get(stage, 1, WARDROBE_ACTOR_FIELD_X, &x, &error));
    must(wardrobe_actor_get(stage, 1, WARDROBE_ACTOR_FIELD_Y, &y, &error));
    printf("%ld %ld\n", (long)x, (long)y);
    write_picture(argv[2], stage);
    wardrobe_stage_free(stage);
    return 0;
}

/* Plays clips, and looks at rooms, casts and traces: clips GAME OUT.gif OUT.png OUT.json */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wardrobe.h>

static WardrobeError error;

static void must(WardrobeCode code) {
    if (code == WARDROBE_CODE_OK) return;
    fprintf(stderr, "clips: %s\n", error.text);
    exit(2);
}

static void check(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "clips: %s\n", what);
    exit(3);
}

static void save(const char *name, WardrobeBytes *bytes) {
    FILE *out = fopen(name, "wb");
    check(out != NULL, name);
    fwrite(wardrobe_bytes_data(bytes), 1, wardrobe_bytes_len(bytes), out);
    fclose(out);
    wardrobe_bytes_free(bytes);
}

static void plays(WardrobeGame *game, char **names) {
    WardrobeCostume *costume;
    WardrobeRoom *room;
    WardrobeDialect *dialect;
    WardrobeClip *clip, *other;
    WardrobeBytes *bytes, *json;
    WardrobeClipInfo info = WARDROBE_INIT(WardrobeClipInfo);
    WardrobeClipFrame frame = WARDROBE_INIT(WardrobeClipFrame);
    WardrobeClipSetup setup = WARDROBE_INIT(WardrobeClipSetup);
    WardrobeShownCel cels[16];
    uint8_t palette[768], *rgba;
    uint16_t home, walk;
    size_t count;
    uint64_t duration = 0;
    must(wardrobe_game_costume(game, 1, &costume, &error));
    must(wardrobe_game_home(game, 1, &home, &error));
    must(wardrobe_game_room(game, home, &room, &error));
    must(wardrobe_room_palette(room, 0, &palette, &error));
    must(wardrobe_game_dialect(game, &dialect, &error));
    must(wardrobe_dialect_chore(dialect, "walk", &walk, &error));
    check(walk == 2, "the number of the walk");
    check(wardrobe_dialect_chore(dialect, "jump", &walk, &error) == WARDROBE_CODE_MISUSE, "no jump");
    setup.palette = palette;
    must(wardrobe_costume_play(costume, walk, 180, &setup, &clip, &error));
    must(wardrobe_clip_info(clip, &info, &error));
    check(!strcmp(info.name, "walk-south") && info.chore == 2 && info.facing == 180 && info.complete, "the clip");
    check(info.loop_from >= 0 && info.frames > 1 && info.origin_y > 0, "its loop and origin");
    rgba = malloc((size_t)4 * info.width * info.height);
    for (uint32_t i = 0; i < info.frames; i++) {
        size_t opaque = 0;
        must(wardrobe_clip_frame(clip, i, &frame, &error));
        must(wardrobe_clip_rgba(clip, i, rgba, (size_t)4 * info.width * info.height, &error));
        for (size_t at = 0; at < (size_t)info.width * info.height; at++) opaque += rgba[4 * at + 3] == 255;
        check(opaque > 100 && opaque < (size_t)info.width * info.height, "the pixels");
        must(wardrobe_clip_cels(clip, i, cels, 16, &count, &error));
        check(count == frame.cels && count == 2 && cels[0].limb == 0 && cels[1].limb == 1, "a body and a head");
        duration += frame.duration;
    }
    check(duration == info.duration && duration % 100 == 0, "the duration");
    check(wardrobe_clip_rgba(clip, 0, rgba, 3, &error) == WARDROBE_CODE_SIZE, "a wrong size");
    check(wardrobe_clip_frame(clip, info.frames, &frame, &error) == WARDROBE_CODE_NOT_FOUND, "no such frame");
    check(wardrobe_costume_play(costume, 99, 0, NULL, &other, &error) == WARDROBE_CODE_MISUSE, "no such chore");
    must(wardrobe_clip_file(clip, WARDROBE_CLIP_FORMAT_GIF, 1, &bytes, &error));
    save(names[0], bytes);
    must(wardrobe_costume_play(costume, 2, 0, &setup, &other, &error));
    const WardrobeClip *both[] = {clip, other};
    must(wardrobe_clip_sheet(both, 2, 1, "sheet.png", &bytes, &json, &error));
    save(names[1], bytes);
    save(names[2], json);
    free(rgba);
    wardrobe_clip_free(other);
    wardrobe_clip_free(clip);
    wardrobe_dialect_free(dialect);
    wardrobe_room_free(room);
    wardrobe_costume_free(costume);
}

static void looks(WardrobeGame *game) {
    WardrobeRoom *room;
    WardrobeRoomInfo info = WARDROBE_INIT(WardrobeRoomInfo);
    WardrobeRoomObject object = WARDROBE_INIT(WardrobeRoomObject);
    WardrobeBox walkbox;
    WardrobeBytes *json;
    size_t hidden = 0;
    must(wardrobe_game_room(game, 1, &room, &error));
    must(wardrobe_room_info(room, &info, &error));
    size_t size = (size_t)info.width * info.height;
    uint8_t *pixels = malloc(size), *plane = malloc(size);
    must(wardrobe_room_pixels(room, pixels, size, &error));
    must(wardrobe_room_plane(room, 1, plane, size, &error));
    for (size_t at = 0; at < size; at++) hidden += plane[at] != 0;
    check(hidden > 0 && hidden < size, "the plane");
    check(wardrobe_room_plane(room, 9, plane, size, &error) == WARDROBE_CODE_NOT_FOUND, "no such plane");
    must(wardrobe_room_box(room, 1, &walkbox, &error));
    check(walkbox.corners[0][0] <= walkbox.corners[1][0], "the corners of a box");
    must(wardrobe_room_object_info(room, 0, &object, &error));
    check(object.number && object.width && object.states == 1 && object.state[0] == 1, "the object");
    must(wardrobe_game_cast(game, &json, &error));
    check(wardrobe_bytes_len(json) > 100 && wardrobe_bytes_data(json)[0] == '{', "the cast");
    wardrobe_bytes_free(json);
    free(plane);
    free(pixels);
    wardrobe_room_free(room);
}

/* The scripts of the demo put no actor into a room. */
static void furnishes(WardrobeGame *game) {
    WardrobeStage *stage;
    uint16_t left_out[8];
    size_t count = 99;
    must(wardrobe_stage_of_game(game, 1, &stage, &error));
    check(wardrobe_game_furnish(game, stage, NULL, 8, &count, &error) == WARDROBE_CODE_NULL && count == 99, "no array");
    check(wardrobe_game_furnish(game, stage, left_out, 8, NULL, &error) == WARDROBE_CODE_NULL, "no number");
    check(wardrobe_game_furnish(game, NULL, left_out, 8, &count, &error) == WARDROBE_CODE_NULL, "no stage");
    must(wardrobe_game_furnish(game, stage, left_out, 8, &count, &error));
    check(count == 0, "the actors that are left out");
    wardrobe_stage_free(stage);
}

static void traces(WardrobeGame *game) {
    WardrobeStage *stage;
    WardrobeWrite writes[16];
    WardrobeShownCel cels[16];
    WardrobeBytes *trace;
    WardrobeView view = WARDROBE_INIT(WardrobeView);
    size_t count, seen = 0, shown;
    must(wardrobe_stage_of_game(game, 1, &stage, &error));
    must(wardrobe_actor_set_costume(stage, 1, 1, &error));
    must(wardrobe_actor_put(stage, 1, 60, 120, 1, &error));
    check(wardrobe_stage_writes(stage, 0, 0, writes, 16, &count, &error) == WARDROBE_CODE_MISUSE, "no trace yet");
    must(wardrobe_stage_start_trace(stage, &error));
    must(wardrobe_stage_tick(stage, WARDROBE_TICK_WHOLE, NULL, &error));
    check(wardrobe_stage_tick(stage, 1, NULL, &error) == WARDROBE_CODE_MISUSE, "there is no part 1 of a frame");
    check(wardrobe_stage_tick(stage, 7, NULL, &error) == WARDROBE_CODE_MISUSE, "there is no part 7 of a frame");
    must(wardrobe_stage_view(stage, 0, &view, &error));
    must(wardrobe_stage_trace(stage, &trace, &error));
    must(wardrobe_actor_shown_cels(stage, 1, cels, 16, &shown, &error));
    check(wardrobe_bytes_len(trace) == (size_t)12 * view.width * view.height, "the size of the trace");
    for (uint32_t y = 0; y < view.height; y++)
        for (uint32_t x = 0; x < view.width; x++) {
            const uint8_t *pixel = wardrobe_bytes_data(trace) + 12 * ((size_t)y * view.width + x);
            must(wardrobe_stage_writes(stage, x, y, writes, 16, &count, &error));
            if (pixel[2] == 255) continue;
            const WardrobeWrite *last = &writes[count - 1];
            while (last->hidden) last--;
            check(last->actor == 1 && last->limb == pixel[2] && last->cel == (pixel[4] | pixel[5] << 8), "a write");
            check(view.pixels[y * view.pitch + x] == last->result, "the pixel of the stage");
            check(last->limb < shown && cels[last->limb].cel == last->cel, "the cel that the limb shows");
            seen++;
        }
    check(seen > 100, "the actor");
    must(wardrobe_stage_stop_trace(stage, &error));
    wardrobe_bytes_free(trace);
    wardrobe_stage_free(stage);
}

int main(int argc, char **argv) {
    WardrobeGame *game;
    char version[32];
    if (argc != 5) return 2;
    snprintf(version, sizeof version, "%d.%d.%d", WARDROBE_VERSION_MAJOR, WARDROBE_VERSION_MINOR, WARDROBE_VERSION_PATCH);
    check(!strcmp(version, wardrobe_version()), "the version of the header is that of the library");
    must(wardrobe_game_open(argv[1], &game, &error));
    plays(game, argv + 2);
    looks(game);
    furnishes(game);
    traces(game);
    wardrobe_game_free(game);
    return 0;
}

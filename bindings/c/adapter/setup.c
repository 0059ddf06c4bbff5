/* Creates the stage of a scene. */
#include "scene.h"
#include <stdlib.h>
#include <string.h>

File read_file(const Scene *scene, const char *name) {
    char path[4096];
    File file = {NULL, 0};
    if (!name) fail("a file has no name");
    snprintf(path, sizeof path, "%s/%s", scene->folder, name);
    FILE *in = fopen(path, "rb");
    if (!in) fail(path);
    fseek(in, 0, SEEK_END);
    long size = ftell(in);
    rewind(in);
    file.data = malloc(size > 0 ? (size_t)size : 1);
    file.len = file.data ? fread(file.data, 1, size > 0 ? (size_t)size : 0, in) : 0;
    fclose(in);
    return file;
}

static long long of(const Json *json, const char *key, long long otherwise) { return json_number(json_get(json, key), otherwise); }

static void make_dialect(Scene *scene) {
    const Json *json = scene->json;
    WardrobeDialectSetup setup = WARDROBE_INIT(WardrobeDialectSetup);
    setup.version = (uint8_t)of(json, "version", json_get(json, "he") ? 6 : 5), setup.he = (uint8_t)of(json, "he", 0);
    setup.old256 = (uint8_t)of(json, "old256", 0), setup.ega = (uint8_t)of(json, "ega", 0);
    setup.demo = (uint8_t)of(json, "demo", 0);
    setup.platform = json_text(json_get(json, "platform")), setup.render = json_text(json_get(json, "render"));
    setup.game = json_text(json_get(json, "game"));
    setup.enhancement_classes = (uint32_t)of(json, "enhancements", 0);
    must(wardrobe_dialect_new(&setup, &scene->dialect, &error));
}

static void open_game(Scene *scene, const Json *data) {
    char path[4096];
    const char *name = json_text(json_get(data, "path"));
    if (*name == '$') {
        const char *below = strchr(name, '/');
        char variable[200];
        snprintf(variable, sizeof variable, "%.*s", (int)(below ? below - name - 1 : (long)strlen(name + 1)), name + 1);
        const char *place = getenv(variable);
        if (!place) skip("a game that is not here");
        snprintf(path, sizeof path, "%s%s", place, below ? below : "");
    } else {
        snprintf(path, sizeof path, "%s/%s", scene->folder, name);
    }
    WardrobeGame *found = NULL;
    must(wardrobe_game_open(path, &found, &error));
    if (json_get(scene->json, "version") || json_get(scene->json, "he")) {
        must(wardrobe_game_with_dialect(found, scene->dialect, &scene->game, &error));
        wardrobe_game_free(found);
    } else {
        scene->game = found;
        wardrobe_dialect_free(scene->dialect), scene->dialect = NULL;
        must(wardrobe_game_dialect(found, &scene->dialect, &error));
    }
}

WardrobeRoom *room_of_file(const Scene *scene, const char *name, const Json *json) {
    WardrobeRoomParts parts = WARDROBE_INIT(WardrobeRoomParts);
    File room = read_file(scene, name), image = {NULL, 0}, scripts = {NULL, 0};
    const char *names[1000];
    uint16_t numbers[1000];
    const Json *objects = json_get(json, "object_names");
    WardrobeRoom *made = NULL;
    if (json_get(json, "image")) image = read_file(scene, json_text(json_get(json, "image")));
    if (json_get(json, "scripts")) scripts = read_file(scene, json_text(json_get(json, "scripts")));
    for (const Json *object = objects ? objects->first : NULL; object && parts.objects < 1000; object = object->next) {
        names[parts.objects] = object->key;
        numbers[parts.objects++] = (uint16_t)json_number(object, 0);
    }
    parts.room = (WardrobeTable){room.data, room.len}, parts.image = (WardrobeTable){image.data, image.len};
    parts.scripts = (WardrobeTable){scripts.data, scripts.len};
    parts.object_names = names, parts.object_numbers = numbers;
    parts.number = (uint16_t)of(json, "resource_number", of(json, "number", 0));
    WardrobeCode code = wardrobe_room_parse(&parts, scene->dialect, &made, &error);
    free(room.data), free(image.data), free(scripts.data);
    must(code);
    return made;
}

static void make_picture(Scene *scene, const Json *room, uint16_t top, uint16_t bottom) {
    WardrobePicture picture = WARDROBE_INIT(WardrobePicture);
    const Json *background = json_get(room, "background"), *planes = json_get(room, "zplanes");
    WardrobeTable tables[8];
    File pixels = {NULL, 0};
    picture.width = (uint32_t)of(room, "width", scene->info.screen_width);
    picture.height = (uint32_t)of(room, "height", scene->info.screen_height);
    if (json_text(background)) pixels = read_file(scene, json_text(background));
    else {
        pixels.len = (size_t)picture.width * picture.height;
        pixels.data = malloc(pixels.len);
        memset(pixels.data, (int)json_number(background, 0), pixels.len);
    }
    for (const Json *plane = planes ? planes->first : NULL; plane && picture.planes_len < 8; plane = plane->next) {
        File file = read_file(scene, json_text(plane));
        tables[picture.planes_len++] = (WardrobeTable){file.data, file.len};
    }
    picture.plane_count = (uint32_t)of(room, "num_z", scene->info.planes);
    picture.pixels = (WardrobeTable){pixels.data, pixels.len}, picture.planes = tables;
    WardrobeCode code = wardrobe_stage_of_picture(scene->dialect, &picture, top, bottom, &scene->stage, &error);
    free(pixels.data);
    for (size_t i = 0; i < picture.planes_len; i++) free((void *)tables[i].data);
    must(code);
}

static void make_stage(Scene *scene) {
    const Json *room = json_get(scene->json, "room"), *data = json_get(scene->json, "data");
    const Json *number = json_get(data, "room"), *screens = json_get(scene->json, "screens");
    uint16_t top = 0, bottom = scene->info.screen_height;
    WardrobeRoom *parsed = NULL;
    WardrobeRoomInfo info = WARDROBE_INIT(WardrobeRoomInfo);
    if (scene->game && number && json_number(number, 0) == 0) {
        must(wardrobe_stage_of_game(scene->game, 0, &scene->stage, &error));
        return;
    }
    if (json_text(json_get(room, "resource"))) parsed = room_of_file(scene, json_text(json_get(room, "resource")), room);
    else if (scene->game && number) must(wardrobe_game_room(scene->game, (uint16_t)json_number(number, 0), &parsed, &error));
    const char *platform = json_text(json_get(scene->json, "platform"));
    if (platform && !strcmp(platform, "nes")) bottom = 128;
    if (parsed && number) {
        must(wardrobe_room_info(parsed, &info, &error));
        bottom = (uint16_t)(info.height < 1 ? 1 : info.height > scene->info.screen_height ? scene->info.screen_height : info.height);
    }
    if (screens) top = (uint16_t)json_number(json_at(screens, 0), 0), bottom = (uint16_t)json_number(json_at(screens, 1), 0);
    if (!parsed) make_picture(scene, room, top, bottom);
    else {
        WardrobeCode code = wardrobe_stage_of_room(scene->dialect, parsed, top, bottom, &scene->stage, &error);
        wardrobe_room_free(parsed);
        must(code);
    }
}

static void corner(const Json *box, const char *key, int16_t at[2]) {
    at[0] = (int16_t)json_number(json_at(json_get(box, key), 0), 0);
    at[1] = (int16_t)json_number(json_at(json_get(box, key), 1), 0);
}

static void set_boxes(Scene *scene, const Json *room) {
    static WardrobeBox boxes[256];
    const Json *list = json_get(room, "boxes"), *matrix = json_get(room, "boxmatrix");
    size_t count = 0;
    File ways = {NULL, 0};
    if (!list && !matrix) return;
    for (const Json *box = list ? list->first : NULL; box && count < 255; box = box->next) {
        WardrobeBox *to = &boxes[count++];
        corner(box, "ul", to->corners[0]), corner(box, "ur", to->corners[1]);
        corner(box, "lr", to->corners[2]), corner(box, "ll", to->corners[3]);
        to->mask = (uint8_t)of(box, "mask", 0), to->flags = (uint8_t)of(box, "flags", 0);
        to->scale = (uint16_t)of(box, "scale", 255), to->slot = (uint8_t)of(box, "slot", 0);
    }
    if (json_text(matrix)) ways = read_file(scene, json_text(matrix));
    else if (matrix) {
        ways.data = malloc(matrix->length + 1);
        for (const Json *byte = matrix->first; byte; byte = byte->next) ways.data[ways.len++] = (uint8_t)json_number(byte, 0);
    }
    WardrobeCode code = wardrobe_stage_set_boxes(scene->stage, list ? boxes : NULL, count, ways.data, ways.len, &error);
    free(ways.data);
    must(code);
}

static void set_up_room(Scene *scene) {
    const Json *room = json_get(scene->json, "room"), *list;
    if (json_get(room, "number"))
        must(wardrobe_stage_set_entry(scene->stage, WARDROBE_STAGE_ENTRY_ROOM_NUMBER, 0, (uint16_t)of(room, "number", 0), &error));
    if (json_get(room, "resource_number"))
        must(wardrobe_stage_set_entry(scene->stage, WARDROBE_STAGE_ENTRY_ROOM_RESOURCE, (uint16_t)of(room, "number", 1),
                                      (uint16_t)of(room, "resource_number", 0), &error));
    set_boxes(scene, room);
    if ((list = json_get(room, "scale_slots")))
        for (const Json *slot = list->first; slot; slot = slot->next) {
            must(wardrobe_stage_set_scale_slot(
                scene->stage, (uint16_t)of(slot, "slot", 0), (int32_t)of(slot, "x1", 0), (int32_t)of(slot, "y1", 0),
                (int32_t)of(slot, "s1", 0), (int32_t)of(slot, "x2", 0), (int32_t)of(slot, "y2", 0), (int32_t)of(slot, "s2", 0), &error));
        }
    if ((list = json_get(room, "object_classes")))
        for (const Json *object = list->first; object; object = object->next)
            must(wardrobe_stage_set_object_class(scene->stage, (uint16_t)atoi(object->key), (uint8_t)json_number(object, 0), 1, &error));
    if ((list = json_get(room, "objects")))
        for (const Json *object = list->first; object; object = object->next)
            must(wardrobe_stage_set_object_state(scene->stage, (uint16_t)atoi(object->key), (uint8_t)json_number(object, 0), &error));
}

static void table_of_file(Scene *scene, const char *key, uint32_t kind) {
    const char *name = json_text(json_get(scene->json, key));
    if (!name) return;
    File file = read_file(scene, name);
    WardrobeCode code = wardrobe_stage_set_table(scene->stage, kind, 0, file.data, file.len, &error);
    free(file.data);
    must(code);
}

static void image_of_game(Scene *scene, const Json *image) {
    char key[20];
    WardrobeBytes *table;
    long long number = json_number(image, 0);
    snprintf(key, sizeof key, "%lld", number);
    if (!number || !scene->game || json_get(json_get(scene->json, "images"), key)) return;
    must(wardrobe_game_blend_table(scene->game, (uint16_t)number, &table, &error));
    WardrobeCode code = wardrobe_stage_set_table(scene->stage, WARDROBE_STAGE_TABLE_XMAP, (uint16_t)number,
                                                 wardrobe_bytes_data(table), wardrobe_bytes_len(table), &error);
    wardrobe_bytes_free(table);
    must(code);
}

static void load_images(Scene *scene) {
    const Json *images = json_get(scene->json, "images"), *list;
    for (const Json *image = images ? images->first : NULL; image; image = image->next) {
        File file = read_file(scene, json_text(image));
        WardrobeBytes *table = NULL;
        WardrobeCode code = wardrobe_blend_table(file.data, file.len, &table, &error);
        free(file.data);
        must(code);
        code = wardrobe_stage_set_table(scene->stage, WARDROBE_STAGE_TABLE_XMAP, (uint16_t)atoi(image->key),
                                        wardrobe_bytes_data(table), wardrobe_bytes_len(table), &error);
        wardrobe_bytes_free(table);
        must(code);
    }
    if ((list = json_get(scene->json, "actors")))
        for (const Json *actor = list->first; actor; actor = actor->next) {
            image_of_game(scene, json_get(actor, "he_xmap"));
            image_of_game(scene, json_get(json_get(actor, "post"), "he_xmap"));
        }
    if ((list = json_get(scene->json, "steps")))
        for (const Json *step = list->first; step; step = step->next)
            if (!strcmp(json_text(step->first), "set") && !strcmp(json_text(json_at(step, 2)), "he_xmap"))
                image_of_game(scene, json_at(step, 3));
}

static void load_tables(Scene *scene) {
    uint32_t start = !of(scene->json, "default_palette", 0) ? WARDROBE_PALETTE_DISTINCT
                     : of(scene->json, "nes_classic", 0)    ? WARDROBE_PALETTE_NES_CLASSIC
                                                            : WARDROBE_PALETTE_INITIAL;
    if (json_get(scene->json, "palette")) table_of_file(scene, "palette", WARDROBE_STAGE_TABLE_PALETTE);
    else must(wardrobe_stage_start_palette(scene->stage, start, &error));
    if (scene->info.shadow_len) table_of_file(scene, "shadow_palette", WARDROBE_STAGE_TABLE_SHADOW);
    table_of_file(scene, "room_palette", WARDROBE_STAGE_TABLE_ROOM_PALETTE);
    table_of_file(scene, "remp", WARDROBE_STAGE_TABLE_REMP);
    table_of_file(scene, "he_palettes", WARDROBE_STAGE_TABLE_PALETTE_SLOTS);
    load_images(scene);
}

static void load_costumes(Scene *scene) {
    const Json *costumes = json_get(scene->json, "costumes");
    const char *platform = json_text(json_get(scene->json, "platform"));
    int is_nes = platform && !strcmp(platform, "nes");
    for (const Json *item = costumes ? costumes->first : NULL; item; item = item->next) {
        uint16_t number = (uint16_t)atoi(item->key);
        WardrobeCostume *costume = NULL;
        WardrobeCode code;
        if (item->kind == NUMBER) {
            if (!scene->game || (is_nes && number > 24)) continue;
            must(wardrobe_game_costume(scene->game, (uint16_t)json_number(item, 0), &costume, &error));
        } else {
            File file = read_file(scene, json_text(item));
            if (is_nes && number > 24)
                code = wardrobe_stage_set_table(scene->stage, WARDROBE_STAGE_TABLE_BLOCK, number, file.data, file.len, &error);
            else code = wardrobe_costume_parse(file.data, file.len, scene->dialect, 0, &costume, &error);
            free(file.data);
            must(code);
            if (!costume) continue;
        }
        if (scene->costume_count >= MOST_COSTUMES) wardrobe_costume_free(costume), skip("more costumes than fit");
        scene->costumes[scene->costume_count].number = number;
        scene->costumes[scene->costume_count++].costume = costume;
        must(wardrobe_stage_insert_costume(scene->stage, number, costume, &error));
    }
    if (is_nes)
        must(wardrobe_stage_set_entry(scene->stage, WARDROBE_STAGE_ENTRY_START_TABLES, 0,
                                      (uint16_t)of(scene->json, "costume_set", 0), &error));
}

#define FIELD(name) WARDROBE_ACTOR_FIELD_##name

/* Returns whether a key of an actor is one of its fields. */
static int is_field(const char *key) {
    static const char *const others[] = {"id", "costume", "x", "y", "facing", "visible", "room", "palette", "anim_vars", "post"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(key, others[i])) return 0;
    return 1;
}

static void place_actor(Scene *scene, const Json *json, WardrobeView *view) {
    WardrobeStage *stage = scene->stage;
    uint16_t id = (uint16_t)of(json, "id", 0), room = (uint16_t)of(json, "room", view->room);
    int32_t x = (int32_t)of(json, "x", 0), y = (int32_t)of(json, "y", 0), facing = (int32_t)of(json, "facing", 180);
    int64_t worn;
    long long costume = of(json, "costume", scene->info.version == 0 ? id : 0);
    const Json *list;
    must(wardrobe_actor_init(stage, id, 0, &error));
    worn = actor_value(scene, id, FIELD(COSTUME));
    must(wardrobe_actor_set(stage, id, FIELD(COSTUME), 0, &error));
    if (scene->info.version <= 1) must(wardrobe_actor_set(stage, id, FIELD(FACING), facing & 0xffff, &error));
    else must(wardrobe_actor_set_direction(stage, id, facing, &error));
    must(wardrobe_actor_set(stage, id, FIELD(COSTUME), worn, &error));
    must(wardrobe_actor_set(stage, id, FIELD(TARGET_FACING), actor_value(scene, id, FIELD(FACING)), &error));
    if (!view->boxes && view->room && !json_get(json, "ignore_boxes"))
        must(wardrobe_actor_set(stage, id, FIELD(IGNORE_BOXES), 1, &error));
    for (const Json *field = json->first; field; field = field->next)
        if (is_field(field->key)) store_field(scene, id, field->key, field);
    if (scene->info.version == 0) must(wardrobe_actor_set(stage, id, FIELD(COSTUME), costume, &error));
    else if (costume) must(wardrobe_actor_set_costume(stage, id, (uint16_t)costume, &error));
    if ((list = json_get(json, "palette")))
        for (const Json *slot = list->first; slot; slot = slot->next)
            must(wardrobe_actor_set_colour(stage, id, (uint16_t)atoi(slot->key), (uint8_t)slot->number, &error));
    if (of(json, "visible", 1)) must(wardrobe_actor_put(stage, id, x, y, room, &error));
    else {
        must(wardrobe_actor_set(stage, id, FIELD(X), (int16_t)x, &error));
        must(wardrobe_actor_set(stage, id, FIELD(Y), (int16_t)y, &error));
        must(wardrobe_actor_set(stage, id, FIELD(ROOM), room, &error));
    }
    if ((list = json_get(json, "anim_vars")))
        for (const Json *var = list->first; var; var = var->next)
            must(wardrobe_actor_set_anim_var(stage, id, (uint8_t)atoi(var->key), (int16_t)var->number, &error));
    if ((list = json_get(json, "post")))
        for (const Json *field = list->first; field; field = field->next) store_field(scene, id, field->key, field);
}

/* Version 0: actors that the scene does not name have no costume. */
static void dismiss_others(Scene *scene) {
    const Json *actors = json_get(scene->json, "actors");
    for (uint16_t id = 1; id <= scene->info.own_costumes; id++) {
        const Json *actor = actors ? actors->first : NULL;
        while (actor && of(actor, "id", 0) != id) actor = actor->next;
        if (!actor) must(wardrobe_actor_set(scene->stage, id, FIELD(COSTUME), 0, &error));
    }
}

void set_up(Scene *scene) {
    const Json *json = scene->json, *data = json_get(json, "data"), *camera = json_get(json, "camera"), *list;
    const char *lines = json_text(json_get(json, "lines"));
    WardrobeView view = WARDROBE_INIT(WardrobeView);
    scene->every_tick = (int)of(json, "trace_ticks", 1), scene->all_limbs = (int)of(json, "all_limbs", 0);
    scene->actors = !of(json, "no_state", 0), scene->frames_only = lines && !strcmp(lines, "ticks");
    scene->state_every = (long)of(json, "state_every", 1), scene->cycle = (uint16_t)of(json, "cycle_jiffies", 0);
    make_dialect(scene);
    if (data) open_game(scene, data);
    scene->info.size = sizeof scene->info;
    must(wardrobe_dialect_info(scene->dialect, &scene->info, &error));
    make_stage(scene);
    set_up_room(scene);
    load_tables(scene);
    load_costumes(scene);
    must(wardrobe_stage_set(scene->stage, WARDROBE_STAGE_FIELD_GAMMA, of(json, "gamma", 0), &error));
    must(wardrobe_stage_set_entry(scene->stage, WARDROBE_STAGE_ENTRY_LIGHTS, 0, (uint16_t)of(json, "lights", 11), &error));
    if (camera)
        must(wardrobe_stage_place_camera(scene->stage, (int32_t)json_number(json_at(camera, 0), 0),
                                         (int32_t)json_number(json_at(camera, 1), 0), &error));
    table_of_file(scene, "custom_scale_table", WARDROBE_STAGE_TABLE_SCALE);
    if ((list = json_get(json, "vars")))
        for (const Json *var = list->first; var; var = var->next) store_variable(scene, var->key, var->number);
    if (scene->info.version == 0) dismiss_others(scene);
    must(wardrobe_stage_draw_background(scene->stage, &error));
    must(wardrobe_stage_view(scene->stage, 0, &view, &error));
    if ((list = json_get(json, "actors")))
        for (const Json *actor = list->first; actor; actor = actor->next) place_actor(scene, actor, &view);
}

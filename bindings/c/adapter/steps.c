/* The steps of a scene. */
#include "scene.h"
#include <stdlib.h>
#include <string.h>

static const Json *operands;
static Scene *now;

/* Operand i, from 1 on. */
static long long n(size_t i) { return json_number(json_at(operands, i), 0); }
static int is_given(size_t i) { return json_at(operands, i) != NULL; }

int64_t stage_value(const Scene *scene, uint32_t field) {
    int64_t value = 0;
    must(wardrobe_stage_get(scene->stage, field, &value, &error));
    return value;
}

static void set(uint32_t field, int64_t value) { must(wardrobe_stage_set(now->stage, field, value, &error)); }
static void entry(uint32_t what, long long index, long long value) {
    must(wardrobe_stage_set_entry(now->stage, what, (uint16_t)index, (uint16_t)value, &error));
}
static void set_state(long long object, long long state) {
    must(wardrobe_stage_set_object_state(now->stage, (uint16_t)object, (uint8_t)state, &error));
}

#define FIELD(name) WARDROBE_STAGE_FIELD_##name

void store_variable(const Scene *scene, const char *name, int64_t value) {
    static const struct { const char *name; uint32_t field; enum { PLAIN, FLAG, WORD, ACTOR, MODE } kind; } known[] = {
        {"ego", FIELD(EGO), ACTOR}, {"have_msg", FIELD(HAVE_MSG), PLAIN}, {"custom_scale_table", FIELD(OWN_SCALE_TABLE), FLAG},
        {"camera_min_x", FIELD(CAMERA_MIN_X), PLAIN}, {"camera_max_x", FIELD(CAMERA_MAX_X), PLAIN},
        {"camera_fast_x", FIELD(CAMERA_FAST), FLAG}, {"camera_min_y", FIELD(CAMERA_MIN_Y), PLAIN},
        {"camera_max_y", FIELD(CAMERA_MAX_Y), PLAIN}, {"camera_threshold_x", FIELD(CAMERA_THRESHOLD_X), PLAIN},
        {"camera_threshold_y", FIELD(CAMERA_THRESHOLD_Y), PLAIN}, {"camera_speed_x", FIELD(CAMERA_SPEED_X), PLAIN},
        {"camera_speed_y", FIELD(CAMERA_SPEED_Y), PLAIN}, {"camera_accel_x", FIELD(CAMERA_ACCELERATION_X), PLAIN},
        {"camera_accel_y", FIELD(CAMERA_ACCELERATION_Y), PLAIN},
        {"cur_x", FIELD(CAMERA_X), WORD}, {"cur_y", FIELD(CAMERA_Y), WORD}, {"dest_x", FIELD(CAMERA_DEST_X), WORD},
        {"dest_y", FIELD(CAMERA_DEST_Y), WORD}, {"mode", FIELD(CAMERA_MODE), MODE}, {"follows", FIELD(CAMERA_FOLLOWS), ACTOR},
        {"moving_to_actor", FIELD(CAMERA_MOVING_TO_ACTOR), FLAG}, {"left_trigger", FIELD(CAMERA_LEFT_TRIGGER), PLAIN},
        {"right_trigger", FIELD(CAMERA_RIGHT_TRIGGER), PLAIN}, {"last_x", FIELD(CAMERA_LAST_X), WORD},
        {"last_y", FIELD(CAMERA_LAST_Y), WORD}};
    if (!strcmp(name, "charinc") || !strcmp(name, "timer_next")) return; /* a scene counts frames */
    if (!strcmp(name, "talk_actor")) {
        uint16_t actor = value < 0 || value > UINT16_MAX ? 0 : (uint16_t)value;
        must(wardrobe_stage_set_entry(scene->stage, WARDROBE_STAGE_ENTRY_TALKING_ACTOR, 0, actor, &error));
        return;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i].name)) continue;
        if (known[i].kind == FLAG) value = value != 0;
        if (known[i].kind == WORD) value = (int16_t)value;
        if (known[i].kind == ACTOR && (value < 0 || value > UINT16_MAX)) value = 0;
        if (known[i].kind == MODE && (value < 1 || value > 3)) value = 0;
        must(wardrobe_stage_set(scene->stage, known[i].field, value, &error));
        return;
    }
    skip(name);
}

/* Bytes written as two digits each. They are freed by the caller. */
static File hex(const char *digits) {
    size_t length = strlen(digits) / 2;
    File file = {malloc(length + 1), 0};
    for (; file.len < length; file.len++) {
        char two[3] = {digits[2 * file.len], digits[2 * file.len + 1], 0};
        file.data[file.len] = (uint8_t)strtoul(two, NULL, 16);
    }
    return file;
}

static void table(uint32_t kind) {
    File file = hex(json_text(json_at(operands, 1)));
    WardrobeCode code = wardrobe_stage_set_table(now->stage, kind, 0, file.data, file.len, &error);
    free(file.data);
    must(code);
}

static void print_pixels(void) {
    const char *buffers = json_text(json_at(operands, 1));
    uint32_t into = !strcmp(buffers, "front") ? 1 : !strcmp(buffers, "back") ? 2 : 3;
    File pixels = hex(json_text(json_at(operands, 6)));
    WardrobeCode code = WARDROBE_CODE_SIZE;
    if ((long long)pixels.len == n(4) * n(5))
        code = wardrobe_stage_print(now->stage, into, (int32_t)n(2), (int32_t)n(3), (size_t)n(4), pixels.data, pixels.len, &error);
    free(pixels.data);
    must(code);
}

static void frame(void) {
    must(wardrobe_stage_tick(now->stage, 0, &now->world, &error));
    if (now->cycle) entry(WARDROBE_STAGE_ENTRY_CYCLE, 0, now->cycle);
    now->frames++;
}

static void half_frame(void) {
    must(wardrobe_stage_tick(now->stage, 2, &now->world, &error));
    if (now->cycle) entry(WARDROBE_STAGE_ENTRY_CYCLE, 0, now->cycle);
    now->frames++;
}

static void save(void) {
    wardrobe_bytes_free(now->saved), now->saved = NULL;
    must(wardrobe_stage_save(now->stage, &now->saved, &error));
    now->saved_seed = now->seed, now->saved_count = now->running_count;
    memcpy(now->saved_running, now->running, sizeof now->running);
}

static void restore(void) {
    must(wardrobe_stage_restore(now->stage, wardrobe_bytes_data(now->saved), wardrobe_bytes_len(now->saved), &error));
    now->seed = now->saved_seed, now->running_count = now->saved_count;
    memcpy(now->running, now->saved_running, sizeof now->running);
}

static void enter(void) {
    const Json *states = json_at(operands, 2);
    WardrobeRoomInfo info = {sizeof info};
    WardrobeRoom *room = room_of_file(now, json_text(json_at(operands, 1)), NULL);
    must(wardrobe_room_info(room, &info, &error));
    must(wardrobe_stage_replace_room(now->stage, room, &error));
    for (uint32_t i = 0; i < info.objects; i++) {
        char key[20];
        uint16_t id;
        must(wardrobe_room_object(room, i, &id, &error));
        snprintf(key, sizeof key, "%d", id);
        int16_t state = (int16_t)json_number(json_get(states, key), 0);
        set_state(id, state);
    }
    wardrobe_room_free(room);
    must(wardrobe_stage_place_camera(now->stage, 128, (int32_t)stage_value(now, FIELD(CAMERA_Y)), &error));
}

static void mouth_sync(void) {
    const Json *times = json_at(operands, 1);
    uint16_t *list = calloc(times->length + 1, sizeof *list);
    size_t count = 0;
    uint8_t closed = 0;
    for (const Json *time = times->first; time; time = time->next) list[count++] = (uint16_t)time->number;
    WardrobeCode code = wardrobe_mouth_closed(now->dialect, list, count, (uint32_t)n(2), &closed, &error);
    free(list);
    must(code);
    now->closed = closed, now->has_closed = 1;
}

static void set_shadow(void) {
    const Json *values = json_at(operands, 2);
    if (values->kind == NUMBER) { entry(WARDROBE_STAGE_ENTRY_SHADOW, n(1), values->number); return; }
    long long index = n(1);
    for (const Json *value = values->first; value; value = value->next) entry(WARDROBE_STAGE_ENTRY_SHADOW, index++, value->number);
}

/* What scripts do to an actor; 0 where it is no step of these. */
static int actor_step(const char *op) {
    WardrobeStage *stage = now->stage;
    uint16_t a = (uint16_t)n(1);
#define IS(name) else if (!strcmp(op, name))
    if (!strcmp(op, "costume")) {
        if (n(2) < 0) must(wardrobe_actor_set_skip_limbs(stage, a, n(2) == -1, &error));
        else must(wardrobe_actor_set_costume(stage, a, (uint16_t)n(2), &error));
    }
    IS("start_anim") must(wardrobe_actor_start_anim(stage, a, (uint16_t)n(2), &error));
    IS("animate") {
        if (is_given(3)) must(wardrobe_actor_animate_rounds(stage, a, (uint8_t)n(2), (int8_t)n(3), &error));
        else must(wardrobe_actor_animate(stage, a, (uint16_t)n(2), &error));
    }
    IS("set_direction") must(wardrobe_actor_set_direction(stage, a, (int32_t)n(2), &error));
    IS("turn") must(wardrobe_actor_turn(stage, a, (int32_t)n(2), &error));
    IS("put") must(wardrobe_actor_put(stage, a, (int32_t)n(2), (int32_t)n(3), is_given(4) ? (int32_t)n(4) : -1, &error));
    IS("walk") must(wardrobe_actor_walk(stage, a, (int32_t)n(2), (int32_t)n(3), (int32_t)n(4), &error));
    IS("stop") must(wardrobe_actor_stop(stage, a, &error));
    IS("init") must(wardrobe_actor_init(stage, a, (int32_t)n(2), &error));
    IS("hide") must(wardrobe_actor_hide(stage, a, &error));
    IS("show") must(wardrobe_actor_show(stage, a, &error));
    IS("kill") must(wardrobe_actor_kill(stage, a, &error));
    IS("class") must(wardrobe_actor_set_class(stage, a, (uint8_t)n(2), (uint8_t)n(3), &error));
    IS("ignore_boxes") must(wardrobe_actor_set_ignore_boxes(stage, a, (uint8_t)n(2), &error));
    IS("set") store_field(now, a, json_text(json_at(operands, 2)), json_at(operands, 3));
    IS("palette") must(wardrobe_actor_set_colour(stage, a, (uint16_t)n(2), (uint8_t)n(3), &error));
    IS("scale") must(wardrobe_actor_set_scale(stage, a, n(2) < 0 ? -1 : (int32_t)n(2), n(3) < 0 ? -1 : (int32_t)n(3), &error));
    IS("anim_speed") must(wardrobe_actor_set_anim_speed(stage, a, (uint8_t)n(2), &error));
    IS("elevation") must(wardrobe_actor_set_elevation(stage, a, (int32_t)n(2), &error));
    IS("anim_var") must(wardrobe_actor_set_anim_var(stage, a, (uint8_t)n(2), (int16_t)n(3), &error));
    IS("limb_anim") must(wardrobe_actor_limb_anim(stage, a, (uint32_t)n(2), (uint32_t)n(3), &now->world, &error));
    IS("talk_start") must(wardrobe_actor_talk_start(stage, a, &error));
    IS("talk_stop") must(wardrobe_actor_talk_stop(stage, a, &error));
    IS("remap_palette")
        must(wardrobe_actor_remap_palette(stage, a, (int32_t)n(2), (int32_t)n(3), (int32_t)n(4), (int32_t)n(5), &error));
    IS("hit") {
        uint8_t hit;
        must(wardrobe_actor_hit(stage, a, (int32_t)n(2), (int32_t)n(3), &hit, &error));
        now->hit = hit, now->has_hit = 1;
    }
    IS("draw_to_back") must(wardrobe_actor_draw_to_back(stage, a, (int32_t)n(2), (int32_t)n(3), &error));
    IS("cond") must(wardrobe_actor_set_condition(stage, a, (uint32_t)n(2), (uint8_t)n(3), &error));
    IS("user_cond") must(wardrobe_actor_set_user_condition(stage, a, (uint32_t)n(2), (uint8_t)n(3), &error));
    IS("talk_cond") must(wardrobe_actor_set_talk_condition(stage, a, (uint32_t)n(2), 0, &error));
    IS("misc_flags") must(wardrobe_actor_set_misc_flags(stage, a, (uint8_t)n(2), (uint8_t)n(3), &error));
    IS("walk_speed") must(wardrobe_actor_set_walk_speed(stage, a, (uint16_t)n(2), (uint16_t)n(3), &error));
    IS("camera_follow") must(wardrobe_stage_follow_with_camera(stage, a, n(2) != 0, &error));
    IS("bench") must(wardrobe_actor_draw_alone(stage, a, &error));
    else return 0;
    return 1;
}

static int object_step(const char *op) {
    WardrobeStage *stage = now->stage;
    uint16_t object = (uint16_t)n(1);
    if (!strcmp(op, "obj_state")) set_state(object, n(2)), set(FIELD(REDRAW_FULL), 1);
    IS("object_state") set_state(object, n(2));
    IS("object_dirty") must(wardrobe_stage_redraw_object(stage, object, &error));
    IS("object_draw") must(wardrobe_stage_draw_object(stage, object, &error));
    IS("object_undraw") must(wardrobe_stage_undraw_object(stage, object, &error));
    IS("object_at") must(wardrobe_stage_move_object(stage, object, (int16_t)n(2), (int16_t)n(3), &error));
    IS("draw_queue_clear") must(wardrobe_stage_clear_object_queue(stage, &error));
    IS("skip_objects") must(wardrobe_stage_skip_objects(stage, n(1) != 0, &error));
    IS("blast")
        must(wardrobe_stage_blast_object(stage, object, (int32_t)n(2), (int32_t)n(3), (int32_t)n(4), (int32_t)n(5), (uint8_t)n(6),
                                         (uint8_t)n(7), (uint8_t)n(8), (uint8_t)n(9), &error));
    IS("blast_draw") must(wardrobe_stage_draw_blasts(stage, &error));
    IS("blast_remove") must(wardrobe_stage_remove_blasts(stage, &error));
    else return 0;
    return 1;
}

static int camera_step(const char *op) {
    WardrobeStage *stage = now->stage;
    int32_t x = (int32_t)n(1), y = (int32_t)(is_given(2) ? n(2) : stage_value(now, FIELD(CAMERA_Y)));
    if (!strcmp(op, "camera")) must(wardrobe_stage_place_camera(stage, x, y, &error));
    IS("camera_set") must(wardrobe_stage_stand_camera(stage, (int16_t)x, &error));
    IS("camera_to") must(wardrobe_stage_send_camera(stage, (int16_t)x, (int16_t)y, &error));
    IS("camera_pan") must(wardrobe_stage_pan_camera(stage, (int16_t)x, (int16_t)y, &error));
    IS("set_camera") store_variable(now, json_text(json_at(operands, 1)), n(2));
    IS("var") store_variable(now, json_text(json_at(operands, 1)), n(2));
    IS("mouse") must(wardrobe_stage_set_pointer(now->stage, (int32_t)n(1), (int32_t)n(2), &error));
    IS("flashlight") {
        must(wardrobe_stage_set_flashlight(now->stage, (uint8_t)n(1), (uint8_t)n(2), &error));
        must(wardrobe_stage_set_pointer(now->stage, (int32_t)n(3), (int32_t)n(4), &error));
    }
    else return 0;
    return 1;
}

/* Boxes and colours. */
static int room_step(const char *op) {
    if (!strcmp(op, "box_flags")) entry(WARDROBE_STAGE_ENTRY_BOX_FLAGS, n(1), n(2));
    IS("extra_flags") entry(WARDROBE_STAGE_ENTRY_BOX_EXTRA_FLAGS, n(1), n(2));
    IS("box_scale") entry(WARDROBE_STAGE_ENTRY_BOX_SCALE, n(1), n(2));
    IS("box_matrix") must(wardrobe_stage_compute_box_matrix(now->stage, &error));
    IS("scale_slot")
        must(wardrobe_stage_set_scale_slot(now->stage, (uint16_t)n(1), (int32_t)n(2), (int32_t)n(3), (int32_t)n(4), (int32_t)n(5),
                                           (int32_t)n(6), (int32_t)n(7), &error));
    IS("shadow_set") set_shadow();
    IS("room_palette") entry(WARDROBE_STAGE_ENTRY_ROOM_PALETTE, n(1), n(2));
    IS("room_palette_index") entry(WARDROBE_STAGE_ENTRY_USE_PALETTE, 0, n(1));
    IS("pal_color")
        must(wardrobe_stage_set_colour(now->stage, (uint8_t)n(1), (uint8_t)n(2), (uint8_t)n(3), (uint8_t)n(4), &error));
    IS("display_palette") {
        uint8_t rgb[768];
        must(wardrobe_stage_palette(now->stage, 1, &rgb, &error));
        now->palette_crc = crc32_more(0, rgb, sizeof rgb), now->has_palette = 1;
    }
    IS("lights") entry(WARDROBE_STAGE_ENTRY_LIGHTS, 0, n(1));
    IS("costume_set") entry(WARDROBE_STAGE_ENTRY_USE_COSTUME_SET, 0, n(1));
    IS("default_clip") {
        set(FIELD(DEFAULT_CLIP_LEFT), n(1)), set(FIELD(DEFAULT_CLIP_TOP), n(2));
        set(FIELD(DEFAULT_CLIP_RIGHT), n(3) - 1), set(FIELD(DEFAULT_CLIP_BOTTOM), n(4) - 1);
    }
    IS("shadow_table") table(WARDROBE_STAGE_TABLE_SHADOW);
    IS("room_table") table(WARDROBE_STAGE_TABLE_ROOM_PALETTE);
    else return 0;
    return 1;
}

static void choose_cels(void) {
    for (size_t i = 0; i < now->costume_count; i++)
        if (now->costumes[i].number == n(1)) now->cels = now->costumes[i].costume;
    if (!now->cels) fail("the scene has no such costume");
}

/* The stage as a whole. */
static int stage_step(const char *op) {
    WardrobeStage *stage = now->stage;
    if (!strcmp(op, "tick")) frame();
    IS("tick_walk") must(wardrobe_stage_tick_walk(stage, &error));
    IS("tick_draw") half_frame();
    IS("draw_now") must(wardrobe_stage_tick(stage, 3, &now->world, &error));
    IS("bench_tick") for (long long i = 0; i < n(1); i++) frame();
    IS("talking_actor") entry(WARDROBE_STAGE_ENTRY_TALKING_ACTOR, 0, n(1));
    IS("sound_running") {
        const Json *sounds = json_at(operands, 1);
        now->running_count = 0;
        for (const Json *sound = sounds->first; sound && now->running_count < MOST_SOUNDS; sound = sound->next)
            now->running[now->running_count++] = (uint16_t)sound->number;
    }
    IS("seed") now->seed = (uint64_t)n(1);
    IS("mouth_sync") mouth_sync();
    IS("actor_from_pos") {
        uint16_t found;
        must(wardrobe_stage_actor_from_pos(stage, (int32_t)n(1), (int32_t)n(2), &found, &error));
        now->found = found, now->has_found = 1;
    }
    IS("adjust") {
        must(wardrobe_stage_adjust_v0(stage, (int16_t)n(2), (int16_t)n(3), &now->adjust, &error));
        now->has_adjust = 1;
    }
    IS("full_redraw") set(FIELD(REDRAW_FULL), 1);
    IS("redraw") must(wardrobe_stage_redraw_all_actors(stage, &error));
    IS("room") must(wardrobe_stage_enter_room(stage, (uint16_t)n(1), &error));
    IS("enter") enter();
    IS("show_actors") must(wardrobe_stage_show_actors(stage, &error));
    IS("screens") must(wardrobe_stage_set_band(stage, (uint16_t)n(1), (uint16_t)n(2), &error));
    IS("fade_out") must(wardrobe_stage_fade_out(stage, (uint16_t)n(1), &error));
    IS("fade_in") must(wardrobe_stage_fade_in(stage, &error));
    IS("screen_shown") set(FIELD(REDRAW_SHOWN), n(1));
    IS("bg_redraw") set(FIELD(REDRAW_BACKGROUND), n(1));
    IS("mark") must(wardrobe_stage_mark_restored(stage, (int32_t)n(1), (int32_t)n(2), &error));
    IS("restore_strips") must(wardrobe_stage_restore_strips(stage, (int32_t)n(1), (int32_t)n(2), (int32_t)n(3), (int32_t)n(4), &error));
    IS("erase") must(wardrobe_stage_erase(stage, (int32_t)n(1), (int32_t)n(2), (int32_t)n(3), (int32_t)n(4), &error));
    IS("pixels") print_pixels();
    IS("cels") choose_cels();
    IS("save") save();
    IS("restore") restore();
    else return 0;
    return 1;
}

void run_step(Scene *scene, const char *op, const Json *step) {
    char reason[80];
    operands = step, now = scene;
    if (!strcmp(op, "state") || !strncmp(op, "expect", 6)) return;
    if (actor_step(op) || object_step(op) || camera_step(op) || room_step(op) || stage_step(op)) return;
    snprintf(reason, sizeof reason, "step %s", op);
    skip(reason);
}

/* The steps of a scene: operations of the library, and steps that only scenes have. */
#include "scene.h"
#include <stdlib.h>
#include <string.h>

/* Greater than the number of operands of any operation. */
enum { MOST_NUMBERS = 64 };

/* The arguments of an operation. */
typedef struct {
    int64_t numbers[MOST_NUMBERS];
    size_t count;
    File bytes;
} Operands;

int64_t stage_value(const Scene *scene, uint32_t field) {
    int64_t value = 0;
    must(wardrobe_stage_get(scene->stage, field, &value, &error));
    return value;
}

static void add_number(Operands *to, int64_t number) {
    if (to->count == MOST_NUMBERS) fail("a step has too many numbers");
    to->numbers[to->count++] = number;
}

/* Reads bytes from a text with two hexadecimal digits for each byte. */
static File bytes_of_digits(const char *digits) {
    size_t length = strlen(digits) / 2;
    File file = {malloc(length + 1), 0};
    for (; file.len < length; file.len++) {
        char two[3] = {digits[2 * file.len], digits[2 * file.len + 1], 0};
        file.data[file.len] = (uint8_t)strtoul(two, NULL, 16);
    }
    return file;
}

static File bytes_of_list(const Json *list) {
    File file = {malloc(list->length + 1), 0};
    for (const Json *item = list->first; item; item = item->next) file.data[file.len++] = (uint8_t)item->number;
    return file;
}

/* Adds an operand that is a string: the name of a field or of buffers, or bytes as digits. */
static void add_text(Operands *to, const char *op, const char *text) {
    static const char *const buffers[] = {"front", "back", "both"};
    uint32_t field;
    if (!strcmp(op, "set")) {
        must(wardrobe_actor_field(text, &field, &error));
        add_number(to, field);
        return;
    }
    if (!strcmp(op, "set_camera") || !strcmp(op, "set_stage")) {
        must(wardrobe_stage_field(text, &field, &error));
        add_number(to, field);
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, buffers[i])) continue;
        add_number(to, i);
        return;
    }
    to->bytes = bytes_of_digits(text);
}

/* Adds an operand that is a list: the value of a field, or bytes. */
static void add_list(Operands *to, const char *op, const Json *list) {
    if (strcmp(op, "set")) {
        to->bytes = bytes_of_list(list);
        return;
    }
    for (const Json *item = list->first; item; item = item->next) add_number(to, item->number);
}

static void answer_with(Scene *scene, const WardrobeReply *reply) {
    if (reply->kind == WARDROBE_REPLY_KIND_FLAG) {
        scene->hit = (int)reply->value;
        scene->has_hit = 1;
    } else if (reply->kind == WARDROBE_REPLY_KIND_NUMBER) {
        scene->state = (long)reply->value;
        scene->has_state = 1;
    } else if (reply->kind == WARDROBE_REPLY_KIND_ACTOR) {
        scene->found = (int)reply->value;
        scene->has_found = 1;
    } else if (reply->kind == WARDROBE_REPLY_KIND_PLACE) {
        scene->adjust[0] = (int16_t)reply->x;
        scene->adjust[1] = (int16_t)reply->y;
        scene->adjust[2] = (int16_t)reply->value;
        scene->has_adjust = 1;
    }
}

static void apply_operands(Scene *scene, const char *op, Operands *operands) {
    WardrobeReply reply = WARDROBE_INIT(WardrobeReply);
    WardrobeCode code = wardrobe_stage_apply(scene->stage, op, operands->numbers, operands->count, operands->bytes.data,
                                             operands->bytes.len, &scene->world, &reply, &error);
    free(operands->bytes.data);
    must(code);
    answer_with(scene, &reply);
}

/* Applies an operation. Its operands are the items of the list from `first` on. */
static void apply(Scene *scene, const char *op, const Json *first) {
    Operands operands = {{0}, 0, {NULL, 0}};
    for (const Json *item = first; item; item = item->next) {
        if (item->kind == NUMBER) add_number(&operands, item->number);
        else if (item->kind == TEXT) add_text(&operands, op, item->text);
        else if (item->kind == LIST) add_list(&operands, op, item);
    }
    apply_operands(scene, op, &operands);
}

void store_field(Scene *scene, uint16_t actor, const char *name, const Json *value) {
    Operands operands = {{0}, 0, {NULL, 0}};
    uint32_t field;
    if (wardrobe_actor_field(name, &field, &error) != WARDROBE_CODE_OK) skip(name);
    add_number(&operands, actor);
    add_number(&operands, field);
    if (value->kind == LIST) add_list(&operands, "set", value);
    else add_number(&operands, value->number);
    apply_operands(scene, "set", &operands);
}

void store_variable(Scene *scene, const char *name, int64_t value) {
    uint32_t field;
    if (!strcmp(name, "charinc") || !strcmp(name, "timer_next")) return; /* a scene counts frames */
    if (wardrobe_stage_field(name, &field, &error) != WARDROBE_CODE_OK) skip(name);
    if (field == WARDROBE_STAGE_FIELD_OWN_SCALE_TABLE || field == WARDROBE_STAGE_FIELD_CAMERA_FAST) value = value != 0;
    must(wardrobe_stage_set(scene->stage, field, value, &error));
}

/* Plays a frame, or its second half if `half` is 2. */
static void play_frame(Scene *scene, uint32_t half) {
    must(wardrobe_stage_tick(scene->stage, half, &scene->world, &error));
    if (scene->cycle) must(wardrobe_stage_set_entry(scene->stage, WARDROBE_STAGE_ENTRY_CYCLE, 0, scene->cycle, &error));
    scene->frames++;
}

/* The steps that only scenes have. `step` is the whole list: its name, then its operands. */

static void step_tick(Scene *scene, const Json *step) {
    (void)step; /* the caller counts the frames */
    play_frame(scene, 0);
}

static void step_tick_draw(Scene *scene, const Json *step) {
    (void)step;
    play_frame(scene, 2);
}

static void step_bench(Scene *scene, const Json *step) {
    Operands operands = {{json_number(json_at(step, 1), 0)}, 1, {NULL, 0}};
    apply_operands(scene, "draw_alone", &operands);
}

static void step_bench_tick(Scene *scene, const Json *step) {
    long long count = json_number(json_at(step, 1), 0);
    for (long long i = 0; i < count; i++) play_frame(scene, 0);
}

static void step_seed(Scene *scene, const Json *step) { scene->seed = (uint64_t)json_number(json_at(step, 1), 0); }

static void step_var(Scene *scene, const Json *step) {
    store_variable(scene, json_text(json_at(step, 1)), json_number(json_at(step, 2), 0));
}

static void step_sound_running(Scene *scene, const Json *step) {
    const Json *sounds = json_at(step, 1);
    scene->running_count = 0;
    for (const Json *sound = sounds->first; sound && scene->running_count < MOST_SOUNDS; sound = sound->next)
        scene->running[scene->running_count++] = (uint16_t)sound->number;
}

static void step_mouth_sync(Scene *scene, const Json *step) {
    const Json *times = json_at(step, 1);
    uint16_t *list = calloc(times->length + 1, sizeof *list);
    size_t count = 0;
    uint8_t closed = 0;
    uint32_t jiffies = (uint32_t)json_number(json_at(step, 2), 0);
    for (const Json *time = times->first; time; time = time->next) list[count++] = (uint16_t)time->number;
    WardrobeCode code = wardrobe_mouth_closed(scene->dialect, list, count, jiffies, &closed, &error);
    free(list);
    must(code);
    scene->closed = closed;
    scene->has_closed = 1;
}

static void step_display_palette(Scene *scene, const Json *step) {
    uint8_t rgb[768];
    (void)step;
    must(wardrobe_stage_palette(scene->stage, 1, &rgb, &error));
    scene->palette_crc = crc32_more(0, rgb, sizeof rgb);
    scene->has_palette = 1;
}

static void step_enter(Scene *scene, const Json *step) {
    const Json *states = json_at(step, 2);
    WardrobeRoomInfo info = WARDROBE_INIT(WardrobeRoomInfo);
    WardrobeRoom *room = room_of_file(scene, json_text(json_at(step, 1)), NULL);
    must(wardrobe_room_info(room, &info, &error));
    must(wardrobe_stage_replace_room(scene->stage, room, &error));
    for (uint32_t i = 0; i < info.objects; i++) {
        char key[20];
        uint16_t id;
        must(wardrobe_room_object(room, i, &id, &error));
        snprintf(key, sizeof key, "%d", id);
        uint8_t state = (uint8_t)json_number(json_get(states, key), 0);
        must(wardrobe_stage_set_object_state(scene->stage, id, state, &error));
    }
    wardrobe_room_free(room);
    int32_t y = (int32_t)stage_value(scene, WARDROBE_STAGE_FIELD_CAMERA_Y);
    must(wardrobe_stage_place_camera(scene->stage, 128, y, &error));
}

static void step_cels(Scene *scene, const Json *step) {
    long long number = json_number(json_at(step, 1), 0);
    for (size_t i = 0; i < scene->costume_count; i++)
        if (scene->costumes[i].number == number) scene->cels = scene->costumes[i].costume;
    if (!scene->cels) fail("the scene has no such costume");
}

static void step_save(Scene *scene, const Json *step) {
    (void)step;
    wardrobe_bytes_free(scene->saved);
    scene->saved = NULL;
    must(wardrobe_stage_save(scene->stage, 0, &scene->saved, &error));
    scene->saved_seed = scene->seed;
    scene->saved_count = scene->running_count;
    memcpy(scene->saved_running, scene->running, sizeof scene->running);
}

static void step_restore(Scene *scene, const Json *step) {
    const uint8_t *data = wardrobe_bytes_data(scene->saved);
    (void)step;
    must(wardrobe_stage_restore(scene->stage, data, wardrobe_bytes_len(scene->saved), &error));
    scene->seed = scene->saved_seed;
    scene->running_count = scene->saved_count;
    memcpy(scene->running, scene->saved_running, sizeof scene->running);
}

static const struct {
    const char *name;
    void (*play)(Scene *scene, const Json *step);
} of_scenes[] = {
    {"tick", step_tick},
    {"tick_draw", step_tick_draw},
    {"bench", step_bench},
    {"bench_tick", step_bench_tick},
    {"seed", step_seed},
    {"var", step_var},
    {"sound_running", step_sound_running},
    {"mouth_sync", step_mouth_sync},
    {"display_palette", step_display_palette},
    {"enter", step_enter},
    {"cels", step_cels},
    {"save", step_save},
    {"restore", step_restore},
};

void run_step(Scene *scene, const char *op, const Json *step) {
    char reason[80];
    if (!strcmp(op, "state") || !strncmp(op, "expect", 6)) return;
    for (size_t i = 0; i < sizeof of_scenes / sizeof *of_scenes; i++) {
        if (strcmp(op, of_scenes[i].name)) continue;
        of_scenes[i].play(scene, step);
        return;
    }
    if (wardrobe_operation_operands(op) >= 0) {
        apply(scene, op, json_at(step, 1));
        return;
    }
    snprintf(reason, sizeof reason, "step %s", op);
    skip(reason);
}

/* The lines of a scene: the picture, and the state of all actors that take part. */
#include "scene.h"
#include <stdlib.h>
#include <string.h>

/* Tables for adding eight bytes at a time to a sum. Entry t[n][b] is the effect of byte b on the
 * sum after n more bytes. */
uint32_t crc32_more(uint32_t crc, const uint8_t *bytes, size_t count) {
    static uint32_t t[8][256];
    if (!t[0][1])
        for (uint32_t i = 0; i < 256; i++) {
            t[0][i] = i;
            for (int bit = 0; bit < 8; bit++) t[0][i] = t[0][i] >> 1 ^ (t[0][i] & 1 ? 0xedb88320u : 0);
        }
    if (!t[7][1])
        for (uint32_t i = 0; i < 7 * 256; i++) t[1 + i / 256][i % 256] = t[i / 256][i % 256] >> 8 ^ t[0][t[i / 256][i % 256] & 0xff];
    crc = ~crc;
    for (; count >= 8; count -= 8, bytes += 8) {
        crc ^= (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
        crc = t[7][crc & 0xff] ^ t[6][crc >> 8 & 0xff] ^ t[5][crc >> 16 & 0xff] ^ t[4][crc >> 24] ^ t[3][bytes[4]] ^ t[2][bytes[5]]
              ^ t[1][bytes[6]] ^ t[0][bytes[7]];
    }
    for (; count--; bytes++) crc = crc >> 8 ^ t[0][(crc ^ *bytes) & 0xff];
    return ~crc;
}

/* Returns the sum of rows of bytes. Most rows equal the rows of the last frame, whose sums are
 * kept. To append a row, the sum of the earlier rows is advanced by as many zero bytes as the row
 * has, and combined with the sum of the row. Advancing a sum is a combination of table entries, one
 * for each of its bytes: entry zeros[k][b] is the result for the value b of byte k. */
static uint32_t crc32_rows(const uint8_t *bytes, size_t width, size_t height, size_t pitch) {
    static uint8_t *rows;
    static uint32_t *sums, zeros[4][256];
    static size_t kept_width, kept_height;
    if (width != kept_width || height != kept_height) {
        free(rows);
        free(sums);
        rows = calloc(height, width);
        sums = malloc(height * sizeof *sums);
        if (!rows || !sums) abort();
        for (size_t y = 0; y < height; y++) sums[y] = crc32_more(0, rows, width);
        for (int bit = 0; bit < 32; bit++) {
            uint32_t *power = &zeros[bit / 8][1 << bit % 8];
            *power = ~crc32_more(~(1u << bit), rows, width);
            for (int low = 1; low < 1 << bit % 8; low++) power[low] = power[0] ^ zeros[bit / 8][low];
        }
        kept_width = width;
        kept_height = height;
    }
    uint32_t crc = 0;
    for (size_t y = 0; y < height; y++, bytes += pitch) {
        if (memcmp(rows + y * width, bytes, width)) {
            memcpy(rows + y * width, bytes, width);
            sums[y] = crc32_more(0, bytes, width);
        }
        crc = zeros[0][crc & 0xff] ^ zeros[1][crc >> 8 & 0xff] ^ zeros[2][crc >> 16 & 0xff] ^ zeros[3][crc >> 24] ^ sums[y];
    }
    return crc;
}

int64_t actor_value(const Scene *scene, uint16_t actor, uint32_t field) {
    int64_t value = 0;
    must(wardrobe_actor_get(scene->stage, actor, field, &value, &error));
    return value;
}

static void number(const Scene *scene, uint16_t actor, const char *key, uint32_t field) {
    printf(",\"%s\":%lld", key, (long long)actor_value(scene, actor, field));
}

static void pair(const Scene *scene, uint16_t actor, const char *key, uint32_t first, uint32_t second) {
    printf(",\"%s\":[%lld,%lld]", key, (long long)actor_value(scene, actor, first), (long long)actor_value(scene, actor, second));
}

#define FIELD(name) WARDROBE_ACTOR_FIELD_##name

static void print_limb(const Scene *scene, int i, const WardrobeLimb *limb) {
    int is_v0 = scene->info.version == 0, akos = scene->info.has_akos;
    int active = akos ? limb->mode != 0 : limb->curpos != WARDROBE_NONE;
    printf("{\"i\":%d,\"active\":%d,\"curpos\":%d,\"start\":%d,\"end\":%d,\"frame\":%d", i, active, limb->curpos, limb->start,
           limb->end, limb->frame);
    if (akos || is_v0) printf(",\"type\":%d", limb->mode);
    if (is_v0) printf(",\"flip\":%d,\"repeat\":%d", limb->flip, limb->repeat);
    if (scene->info.he)
        printf(",\"condOff\":%lu,\"jumpOff\":%d,\"jumpCnt\":%d", (unsigned long)limb->condition_offset, limb->jump_offset,
               limb->jump_count);
    printf("}");
}

static void print_limbs(const Scene *scene, WardrobeLimbStates *states) {
    int is_v0 = scene->info.version == 0;
    const char *comma = "";
    printf(",\"limbs\":[");
    for (int i = 0; i < (is_v0 ? 8 : WARDROBE_LIMBS); i++) {
        WardrobeLimb *limb = &states->limbs[i];
        /* Before the first operation on the limbs they have their initial state. */
        if (is_v0 && !states->is_v0)
            *limb = (WardrobeLimb){WARDROBE_NONE, WARDROBE_NONE, WARDROBE_NONE, WARDROBE_NONE, 0, 0, 0, 0, 0, 0, 0};
        if (!scene->all_limbs && limb->frame == WARDROBE_NONE && (!is_v0 || limb->curpos == WARDROBE_NONE)) continue;
        printf("%s", comma);
        print_limb(scene, i, limb);
        comma = ",";
    }
    printf("]");
}

static void print_strips(const Scene *scene, uint16_t actor) {
    uint8_t strips[WARDROBE_STRIP_BYTES];
    const char *comma = "";
    must(wardrobe_actor_strips(scene->stage, actor, &strips, &error));
    printf(",\"strips\":[");
    for (int strip = 0; strip < 8 * WARDROBE_STRIP_BYTES; strip++) {
        if (!(strips[strip / 8] >> strip % 8 & 1)) continue;
        printf("%s%d", comma, strip);
        comma = ",";
    }
    printf("]");
}

static void print_akos(const Scene *scene, uint16_t actor, const WardrobeLimbStates *states) {
    const char *comma = "";
    printf(",\"flip\":%d,\"animVars\":{", states->flip);
    for (int var = 0; var < WARDROBE_VARS; var++) {
        if (!states->vars[var]) continue;
        printf("%s\"%d\":%d", comma, var, states->vars[var]);
        comma = ",";
    }
    printf("}");
    if (!scene->info.he) return;
    printf(",\"heCondMask\":%lu", (unsigned long)states->condition_mask);
    pair(scene, actor, "heOffs", FIELD(OFFSET_X), FIELD(OFFSET_Y));
    number(scene, actor, "heTalking", FIELD(TALKING));
    number(scene, actor, "heSkipLimbs", FIELD(SKIP_LIMBS));
}

static void print_actor(const Scene *scene, uint16_t actor) {
    static const struct { const char *key; uint32_t field; } keys[] = {
        {"x", FIELD(X)}, {"y", FIELD(Y)}, {"room", FIELD(ROOM)}, {"facing", FIELD(FACING)},
        {"targetFacing", FIELD(TARGET_FACING)}, {"moving", FIELD(MOVING)}, {"walkbox", FIELD(WALKBOX)},
        {"costume", FIELD(COSTUME)}, {"frame", FIELD(FRAME)}, {"needRedraw", FIELD(NEED_REDRAW)},
        {"needBgReset", FIELD(NEED_BG_RESET)}, {"visible", FIELD(VISIBLE)}, {"top", FIELD(TOP)}, {"bottom", FIELD(BOTTOM)},
        {"animProgress", FIELD(ANIM_PROGRESS)}, {"soundPos", FIELD(SOUND_POS)}};
    WardrobeLimbStates states = WARDROBE_INIT(WardrobeLimbStates);
    must(wardrobe_actor_limbs(scene->stage, actor, &states, &error));
    printf("{\"id\":%d", actor);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) number(scene, actor, keys[i].key, keys[i].field);
    pair(scene, actor, "scale", FIELD(SCALE_X), FIELD(SCALE_Y));
    printf(",\"animCounter\":%d,\"soundCounter\":%d,\"stopped\":%d", states.anim_counter, states.sound_counter, states.stopped);
    if (scene->info.version == 0) {
        printf(",\"command\":%d,\"animRepeat\":%d", states.v0_command, states.v0_rounds);
        number(scene, actor, "speaking", FIELD(V0_SPEAKING));
        number(scene, actor, "miscFlags", FIELD(V0_MISC_FLAGS));
        pair(scene, actor, "walkTo", FIELD(V0_WALK_TO_X), FIELD(V0_WALK_TO_Y));
        number(scene, actor, "nextBox", FIELD(WALK_CUR_BOX));
    }
    if (scene->info.has_akos) print_akos(scene, actor, &states);
    print_strips(scene, actor);
    print_limbs(scene, &states);
    printf("}");
}

static void print_actors(const Scene *scene) {
    const char *comma = "";
    int64_t costume;
    printf(",\"actors\":[");
    for (uint16_t actor = 1; actor <= MOST_ACTOR; actor++) {
        if (wardrobe_actor_get(scene->stage, actor, FIELD(COSTUME), &costume, NULL) != WARDROBE_CODE_OK) break;
        if (!costume && !actor_value(scene, actor, FIELD(VISIBLE)) && !actor_value(scene, actor, FIELD(ROOM))) continue;
        printf("%s", comma);
        print_actor(scene, actor);
        comma = ",";
    }
    printf("]");
}

/* Writes two lists, in the order of the events: the sounds, and the commands of the queue. */
static void print_events(Scene *scene) {
    static char sounds[1 << 16], queue[1 << 16];
    size_t sound_len = 0, queue_len = 0;
    for (;;) {
        WardrobeEvent event = WARDROBE_INIT(WardrobeEvent);
        must(wardrobe_stage_event(scene->stage, &event, &error));
        if (event.kind == WARDROBE_EVENT_KIND_NONE) break;
        if (event.kind == WARDROBE_EVENT_KIND_SOUND && sound_len < sizeof sounds - 200)
            sound_len += (size_t)sprintf(sounds + sound_len, "%s{\"via\":\"%s\",\"id\":%ld,\"channel\":%ld,\"flags\":%ld}",
                                         sound_len ? "," : "", event.second_queue ? "queue2" : "queue", (long)event.id,
                                         (long)event.p1, (long)event.p2);
        if (event.kind == WARDROBE_EVENT_KIND_AKOS_COMMAND && queue_len < sizeof queue - 200)
            queue_len += (size_t)sprintf(queue + queue_len, "%s{\"cmd\":%d,\"actor\":%d,\"p1\":%ld,\"p2\":%ld}",
                                         queue_len ? "," : "", event.command, event.actor, (long)event.p1, (long)event.p2);
    }
    if (sound_len) printf(",\"sounds\":[%s]", sounds);
    if (queue_len) printf(",\"akosQueue\":[%s]", queue);
}

void print_line(Scene *scene, long step, const char *op, long n) {
    WardrobeView view = WARDROBE_INIT(WardrobeView);
    must(wardrobe_stage_view(scene->stage, 0, &view, &error));
    uint32_t crc = crc32_rows(view.pixels, view.width, view.height, view.pitch);
    printf("{\"step\":%ld,\"op\":\"%s\"", step, op);
    if (n >= 0) printf(",\"n\":%ld", n);
    printf(",\"crc\":\"%08lx\"", (unsigned long)crc);
    if (scene->has_hit) printf(",\"hit\":%d", scene->hit);
    if (scene->has_found) printf(",\"actorFromPos\":%d", scene->found);
    if (scene->has_adjust) printf(",\"adjust\":[%d,%d,%d]", scene->adjust[0], scene->adjust[1], scene->adjust[2]);
    if (scene->has_state) printf(",\"state\":%ld", scene->state);
    if (scene->has_closed) printf(",\"closed\":%d", scene->closed);
    if (scene->has_palette) printf(",\"displayPalette\":\"%08lx\"", (unsigned long)scene->palette_crc);
    if (scene->cels) print_cels(scene->cels);
    scene->cels = NULL;
    scene->has_hit = scene->has_found = scene->has_adjust = scene->has_closed = scene->has_palette = scene->has_state = 0;
    long last = scene->frames > 0 ? scene->frames - 1 : 0;
    if (scene->actors && (scene->state_every == 1 || (n >= 0 && last % scene->state_every == 0))) print_actors(scene);
    print_events(scene);
    puts("}");
}

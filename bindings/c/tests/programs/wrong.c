/* Makes all mistakes that the library can detect: wrong COSTUME GAME. Prints each claim that does
 * not hold. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wardrobe.h>

static int failures;
static WardrobeError error;

#define CLAIM(what) ((what) ? (void)0 : (void)(failures++, printf("line %d: %s (%s)\n", __LINE__, #what, error.text)))
#define GIVES(call, wanted) do { WardrobeCode got_ = (call); if (got_ != (wanted)) { failures++; \
    printf("line %d: %s: %d, not %d (%s)\n", __LINE__, #call, got_, wanted, error.text); } } while (0)
#define IS(call, wanted) GIVES(call, WARDROBE_CODE_##wanted)

enum { WIDTH = 320, HEIGHT = 144, ROOM = 1 << 16 };

static uint8_t *data;
static size_t length;
static WardrobeDialect *dialect;
static WardrobeCostume *costume;
static WardrobeLimbs *limbs;
static WardrobeRenderer *renderer;
static WardrobeStage *stage;

static void missing(void) {
    WardrobeStage *no_stage = NULL;
    uint8_t byte;
    int64_t value;
    IS(wardrobe_dialect_new(NULL, &dialect, &error), NULL);
    CLAIM(error.code == WARDROBE_CODE_NULL && strstr(error.text, "null") && error.offset == UINT64_MAX);
    IS(wardrobe_dialect_new(NULL, NULL, NULL), NULL);
    IS(wardrobe_costume_parse(NULL, 10, dialect, 0, &costume, &error), NULL);
    IS(wardrobe_costume_parse(data, length, NULL, 0, &costume, &error), NULL);
    IS(wardrobe_costume_parse(data, length, dialect, 0, NULL, &error), NULL);
    IS(wardrobe_limbs_new(NULL, &error), NULL);
    IS(wardrobe_costume_start(NULL, limbs, 180, 1, 0xffff, &error), NULL);
    IS(wardrobe_costume_start(costume, NULL, 180, 1, 0xffff, &error), NULL);
    IS(wardrobe_costume_advance(costume, NULL, NULL, NULL, &error), NULL);
    IS(wardrobe_costume_draw(costume, limbs, NULL, renderer, NULL, NULL, &error), NULL);
    IS(wardrobe_game_open(NULL, NULL, &error), NULL);
    IS(wardrobe_game_open("/nowhere", (WardrobeGame **)&no_stage, &error), IO);
    IS(wardrobe_game_open("\xff", (WardrobeGame **)&no_stage, &error), MISUSE);
    IS(wardrobe_stage_tick(NULL, 0, NULL, &error), NULL);
    IS(wardrobe_actor_put(NULL, 1, 0, 0, 0, &error), NULL);
    IS(wardrobe_actor_get(stage, 1, WARDROBE_ACTOR_FIELD_X, NULL, &error), NULL);
    IS(wardrobe_actor_get(stage, 0, WARDROBE_ACTOR_FIELD_X, &value, &error), MISUSE);
    IS(wardrobe_actor_get(stage, 1, 9999, &value, &error), MISUSE);
    IS(wardrobe_actor_set(stage, 1, WARDROBE_ACTOR_FIELD_SCALE_X, 256, &error), MISUSE);
    IS(wardrobe_stage_enter_room(stage, 999, &error), NOT_FOUND);
    IS(wardrobe_stage_view(stage, 0, NULL, &error), NULL);
    IS(wardrobe_stage_set_boxes(stage, NULL, 3, NULL, 0, &error), SIZE);
    IS(wardrobe_actor_hit(stage, 1, 0, 0, NULL, &error), NULL);
    IS(wardrobe_actor_put(stage, 1, 0, 0, -2, &error), MISUSE);
    IS(wardrobe_actor_put(stage, 1, 0, 0, 65536, &error), MISUSE);
    IS(wardrobe_actor_set_scale(stage, 1, 256, -1, &error), MISUSE);
    IS(wardrobe_stage_set_table(stage, 0, 0, &byte, 1, &error), SIZE);
    IS(wardrobe_stage_print(stage, 1, 0, 0, 7, data, 10, &error), SIZE);
    IS(wardrobe_stage_restore(stage, data, length, &error), MALFORMED);
    IS(wardrobe_limbs_restore(limbs, (const uint8_t *)"{}", 2, &error), MALFORMED);
    wardrobe_dialect_free(NULL);
    wardrobe_costume_free(NULL);
    wardrobe_stage_free(NULL);
    wardrobe_bytes_free(NULL);
    CLAIM(wardrobe_bytes_len(NULL) == 0 && wardrobe_bytes_data(NULL) == NULL);
}

/* Checks all errors of a target. */
static void bad_targets(const WardrobeLook *look, WardrobeTarget good, WardrobeDrawn *drawn) {
    WardrobeTarget bad;
#define BAD(change, wanted) do { bad = good; change; \
    GIVES(wardrobe_costume_draw(costume, limbs, look, renderer, &bad, drawn, &error), WARDROBE_CODE_##wanted); } while (0)
    BAD(bad.pitch = WIDTH - 1, SIZE);
    BAD(bad.pixels_len -= 1, SIZE);
    BAD(bad.pixels_len = 0, SIZE);
    BAD(bad.pixels_len = SIZE_MAX, SIZE);
    BAD(bad.width = 0, SIZE);
    BAD(bad.height = 0, SIZE);
    BAD(bad.height = UINT32_MAX, SIZE);
    BAD(bad.pitch = SIZE_MAX, SIZE);
    BAD(bad.pixels = NULL, NULL);
    BAD(bad.mask = NULL, NULL);
    BAD(bad.mask_pitch = 39, SIZE);
    BAD(bad.mask_kind = 9, MISUSE);
    BAD(bad.size = 0, SIZE);
    BAD(bad.view_start = UINT32_MAX, OK);
    BAD((bad.height = 1, bad.pixels_len = WIDTH), OK);
#undef BAD
}

/* Compares a draw of this program with one of a program with a shorter, older report. Pixels and
 * report must be equal. */
static void ways(void) {
    uint8_t *pixels[2], *mask = calloc(HEIGHT, WIDTH), shadow[256];
    uint16_t palette[256];
    WardrobeLook look = WARDROBE_INIT(WardrobeLook);
    WardrobeDrawn drawn[2] = {{.size = sizeof drawn[0]}, {.size = sizeof drawn[0] - 1}}, other = {.size = sizeof other};
    for (int i = 0; i < 256; i++) palette[i] = 255 - i, shadow[i] = i ^ 85;
    memset(mask, 1, 90 * WIDTH);
    IS(wardrobe_look_init(&look, &error), OK);
    look.palette = palette, look.palette_len = 256, look.shadow.data = shadow, look.shadow.len = 256;
    for (int kind = WARDROBE_MASK_NONE; kind <= WARDROBE_MASK_BYTES; kind++)
        for (int x = -20; x < WIDTH + 20; x += 15) {
            look.x = x, look.y = 100, look.scale_x = 255 - (x & 64), look.facing = x & 1 ? 90 : 270;
            look.palette_len = x & 2 ? 256 : 32, look.shadow.len = x & 4 ? 256 : 0;
            const size_t line = kind == WARDROBE_MASK_BITS ? WIDTH / 8 : WIDTH;
            for (int way = 0; way < 2; way++) {
                pixels[way] = malloc(WIDTH * HEIGHT);
                memset(pixels[way], 7, WIDTH * HEIGHT);
                WardrobeTarget target = {sizeof target, kind, pixels[way], WIDTH * HEIGHT, WIDTH, HEIGHT, WIDTH, 0,
                                         mask, line * HEIGHT, line, 1};
                IS(wardrobe_costume_draw(costume, limbs, &look, renderer, &target, &drawn[way], &error), OK);
                if (kind && !way && x == 100) bad_targets(&look, target, &other);
            }
            CLAIM(!memcmp(pixels[0], pixels[1], WIDTH * HEIGHT));
            CLAIM(!memcmp(&drawn[0].top, &drawn[1].top, offsetof(WardrobeDrawn, lines) - offsetof(WardrobeDrawn, top)));
            free(pixels[0]);
            free(pixels[1]);
        }
    free(mask);
}

/* The buffers have exactly the required size, so that valgrind detects an access beyond them. */
static void sizes(void) {
    uint8_t *pixels = malloc((HEIGHT - 1) * 640 + WIDTH), *mask = malloc((HEIGHT - 1) * 41 + 40);
    uint16_t palette[32];
    WardrobeLook look = WARDROBE_INIT(WardrobeLook);
    WardrobeDrawn drawn = WARDROBE_INIT(WardrobeDrawn);
    WardrobeTarget good = {sizeof good, WARDROBE_MASK_BITS, pixels, (HEIGHT - 1) * 640 + WIDTH, WIDTH, HEIGHT, 640, 0,
                           mask, (HEIGHT - 1) * 41 + 40, 41, 0};
    memset(pixels, 7, (HEIGHT - 1) * 640 + WIDTH);
    memset(mask, 0, (HEIGHT - 1) * 41 + 40);
    memset(palette, 0xff, sizeof palette);
    IS(wardrobe_look_init(&look, &error), OK);
    look.x = 315, look.y = 143;
    look.palette = palette, look.palette_len = 32;
    for (int i = 0; i < 32; i++) palette[i] = 255;
    IS(wardrobe_costume_draw(costume, limbs, &look, renderer, &good, &drawn, &error), OK);
    CLAIM(drawn.bottom > drawn.top && drawn.size == sizeof drawn);
    for (int y = 0; y < HEIGHT - 1; y++)
        for (int x = WIDTH; x < 640; x++) CLAIM(pixels[y * 640 + x] == 7);
    bad_targets(&look, good, NULL);
    look.palette_len = 257;
    IS(wardrobe_costume_draw(costume, limbs, &look, renderer, &good, NULL, &error), SIZE);
    look.palette_len = 32, look.palette = NULL;
    IS(wardrobe_costume_draw(costume, limbs, &look, renderer, &good, NULL, &error), NULL);
    look.palette_len = 0, look.shadow.data = data, look.shadow.len = 3;
    IS(wardrobe_costume_draw(costume, limbs, &look, renderer, &good, NULL, &error), SIZE);
    look.shadow.len = 0, look.x = INT32_MIN, look.y = INT32_MAX;
    IS(wardrobe_costume_draw(costume, limbs, &look, renderer, &good, NULL, &error), OK);
    /* An older program knows only the first fields. */
    WardrobeDrawn old = {.size = 12};
    memset(&old.cut, 0x55, sizeof old - 12);
    look.x = 160, look.y = 100;
    IS(wardrobe_costume_draw(costume, limbs, &look, renderer, &good, &old, &error), OK);
    CLAIM(old.size == 12 && old.bottom > old.top && old.cut == 0x55);
    free(pixels);
    free(mask);
}

/* Damages each byte of a costume in turn. Every result that parses is played and drawn. */
static void damage(void) {
    uint8_t *copy = malloc(length), *pixels = malloc(WIDTH * HEIGHT);
    WardrobeLook look = WARDROBE_INIT(WardrobeLook);
    WardrobeTarget target = {sizeof target, 0, pixels, WIDTH * HEIGHT, WIDTH, HEIGHT, WIDTH, 0, NULL, 0, 0, 0};
    WardrobeLimbStates states = WARDROBE_INIT(WardrobeLimbStates);
    IS(wardrobe_look_init(&look, &error), OK);
    look.x = 160, look.y = 100;
    memset(pixels, 0, WIDTH * HEIGHT);
    for (size_t i = 0; i < length; i += 1 + length / 40) {
        WardrobeCostume *damaged;
        WardrobeError finding;
        memcpy(copy, data, length);
        copy[i] ^= 0xff;
        if (wardrobe_costume_parse(copy, length - i % 7, dialect, 0, &damaged, &error) != WARDROBE_CODE_OK) continue;
        for (size_t n = 0; wardrobe_costume_damage(damaged, n, &finding) == WARDROBE_CODE_OK; n++) CLAIM(finding.text[0]);
        IS(wardrobe_costume_start(damaged, limbs, 90, (uint16_t)(i % 9), 0xffff, &error), OK);
        for (int step = 0; step < 5; step++) {
            IS(wardrobe_costume_advance(damaged, limbs, NULL, NULL, &error), OK);
            IS(wardrobe_costume_draw(damaged, limbs, &look, renderer, &target, NULL, &error), OK);
        }
        wardrobe_costume_free(damaged);
    }
    memset(&states.limbs, 0x7f, sizeof states - 4);
    IS(wardrobe_limbs_set(limbs, &states, &error), OK);
    IS(wardrobe_costume_advance(costume, limbs, NULL, NULL, &error), OK);
    IS(wardrobe_costume_draw(costume, limbs, &look, renderer, &target, NULL, &error), OK);
    IS(wardrobe_limbs_reset(limbs, &error), OK);
    free(copy);
    free(pixels);
}

static int came_back;

static void comes_back(void *user, uint8_t limb, const char *text) {
    WardrobeLimbStates states = WARDROBE_INIT(WardrobeLimbStates);
    (void)user, (void)limb, (void)text;
    came_back++;
    IS(wardrobe_limbs_get(limbs, &states, &error), BUSY);
    CLAIM(strstr(error.text, "in use") != NULL);
}

static int32_t asks_the_stage(void *user, int32_t min, int32_t max) {
    (void)max;
    IS(wardrobe_actor_put(user, 1, 0, 0, 0, &error), BUSY);
    came_back++;
    return min;
}

static void callbacks(void) {
    WardrobeHost host = {.size = sizeof host, .actor = 1};
    WardrobeLimbStates states = WARDROBE_INIT(WardrobeLimbStates);
    host.fault = comes_back;
    /* A sequence that ends with a counting command shows nothing and never ends. */
    IS(wardrobe_limbs_get(limbs, &states, &error), OK);
    for (uint16_t at = 0; at < length && !came_back; at++) {
        states.limbs[0].curpos = at | 0x8000, states.limbs[0].start = at, states.limbs[0].end = at + 1;
        IS(wardrobe_limbs_set(limbs, &states, &error), OK);
        IS(wardrobe_costume_advance(costume, limbs, &host, NULL, &error), OK);
    }
    CLAIM(came_back > 0);
    host.size = 2;
    IS(wardrobe_costume_advance(costume, limbs, &host, NULL, &error), SIZE);
    /* From HE80 on random numbers move the mouth of the talking actor. */
    WardrobeDialectSetup setup = {.size = sizeof setup, .version = 6, .he = 80};
    WardrobeDialect *humongous;
    WardrobeStage *talks;
    WardrobeView view = WARDROBE_INIT(WardrobeView);
    uint8_t *pixels = calloc(320, 200);
    WardrobePicture picture = {sizeof picture, 320, 200, 0, {pixels, 320 * 200}, NULL, 0};
    IS(wardrobe_dialect_new(&setup, &humongous, &error), OK);
    picture.width = 321;
    IS(wardrobe_stage_of_picture(humongous, &picture, 0, 200, &talks, &error), MISUSE);
    picture.width = 320;
    IS(wardrobe_stage_of_picture(humongous, &picture, 0, 200, &talks, &error), OK);
    WardrobeWorld world = {sizeof world, talks, asks_the_stage, NULL};
    came_back = 0;
    IS(wardrobe_actor_set_costume(talks, 1, 1, &error), OK);
    IS(wardrobe_stage_view(talks, 0, &view, &error), OK);
    WardrobeBytes *rows;
    IS(wardrobe_stage_plane(talks, (uint8_t)view.planes, &rows, &error), NOT_FOUND);
    IS(wardrobe_stage_plane(talks, 200, &rows, &error), NOT_FOUND);
    IS(wardrobe_actor_put(talks, 1, 100, 100, view.room, &error), OK);
    IS(wardrobe_stage_set_entry(talks, WARDROBE_STAGE_ENTRY_TALKING_ACTOR, 0, 1, &error), OK);
    IS(wardrobe_stage_tick(talks, 0, &world, &error), OK);
    CLAIM(came_back > 0);
    wardrobe_stage_free(talks);
    wardrobe_dialect_free(humongous);
    free(pixels);
}

static void *plays(void *path) {
    WardrobeGame *game;
    WardrobeStage *own;
    WardrobeBytes *saved;
    int64_t x = -1;
    if (wardrobe_game_open(path, &game, NULL) || wardrobe_stage_of_game(game, 1, &own, NULL)) return "opening";
    wardrobe_game_free(game);
    wardrobe_actor_set_costume(own, 1, 1, NULL);
    wardrobe_actor_put(own, 1, 60, 120, 1, NULL);
    wardrobe_actor_walk(own, 1, 100, 120, -1, NULL);
    if (wardrobe_stage_save(own, 1, &saved, NULL)) return "saving";
    for (int i = 0; i < 10; i++)
        if (wardrobe_stage_tick(own, 0, NULL, NULL)) return "ticking";
    if (wardrobe_stage_restore(own, wardrobe_bytes_data(saved), wardrobe_bytes_len(saved), NULL)) return "restoring";
    if (wardrobe_actor_get(own, 1, WARDROBE_ACTOR_FIELD_X, &x, NULL) || x < 0) return "reading";
    wardrobe_bytes_free(saved);
    wardrobe_stage_free(own);
    return NULL;
}

static void *draws(void *unused) {
    uint8_t *pixels = calloc(HEIGHT, WIDTH);
    WardrobeLook look = WARDROBE_INIT(WardrobeLook);
    WardrobeTarget target = {sizeof target, 0, pixels, WIDTH * HEIGHT, WIDTH, HEIGHT, WIDTH, 0, NULL, 0, 0, 0};
    (void)unused;
    wardrobe_look_init(&look, NULL);
    for (int i = 0; i < 40; i++) {
        WardrobeCode code = wardrobe_costume_draw(costume, limbs, &look, renderer, &target, NULL, NULL);
        if (code != WARDROBE_CODE_OK && code != WARDROBE_CODE_BUSY) return "drawing";
    }
    free(pixels);
    return NULL;
}

static void threads(const char *game) {
    pthread_t all[4];
    void *(*const bodies[])(void *) = {plays, plays, draws, draws};
    for (int i = 0; i < 4; i++) CLAIM(pthread_create(&all[i], NULL, bodies[i], (void *)game) == 0);
    for (int i = 0; i < 4; i++) {
        void *trouble;
        CLAIM(pthread_join(all[i], &trouble) == 0);
        if (trouble) failures++, printf("a thread failed in %s\n", (char *)trouble);
    }
}

int main(int argc, char **argv) {
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!in) return 2;
    data = malloc(ROOM);
    length = fread(data, 1, ROOM, in);
    data = realloc(data, length); /* exactly as long as it says */
    fclose(in);
    WardrobeDialectSetup setup = {.size = sizeof setup, .version = 5};
    WardrobeGame *game;
    IS(wardrobe_dialect_new(&setup, &dialect, &error), OK);
    setup.version = 9;
    IS(wardrobe_dialect_new(&setup, &dialect, &error), MISUSE);
    setup.version = 5, setup.platform = "toaster";
    IS(wardrobe_dialect_new(&setup, &dialect, &error), MISUSE);
    IS(wardrobe_costume_parse(data, length, dialect, 0, &costume, &error), OK);
    IS(wardrobe_limbs_new(&limbs, &error), OK);
    IS(wardrobe_renderer_new(&renderer, &error), OK);
    IS(wardrobe_game_open(argv[2], &game, &error), OK);
    IS(wardrobe_stage_of_game(game, 1, &stage, &error), OK);
    wardrobe_game_free(game);
    IS(wardrobe_costume_start(costume, limbs, 180, 1, 0xffff, &error), OK);
    missing();
    sizes();
    ways();
    callbacks();
    damage();
    threads(argv[2]);
    wardrobe_stage_free(stage);
    wardrobe_renderer_free(renderer);
    wardrobe_limbs_free(limbs);
    wardrobe_limbs_free(limbs); /* twice: noticed in debug builds, which is what the tests link */
    wardrobe_costume_free(costume);
    wardrobe_dialect_free(dialect);
    free(data);
    return failures != 0;
}

/* What an engine with costume code of its own relies on:
 *     client COST-V5 AKOS COST-V0
 * The costumes are of version 5, of version 7 or a Humongous game, and of version 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wardrobe.h>

enum { WIDTH = 320, HEIGHT = 200, BACKGROUND = 7 };

static WardrobeError error;
static int checks;

static void check(int is_right, int line) {
    checks++;
    if (is_right) return;
    printf("line %d: wrong (%s)\n", line, error.text);
    exit(1);
}
#define CHECK(condition) check(condition, __LINE__)

typedef struct File { uint8_t *data; size_t len; } File;

static File read_file(const char *name) {
    File file = {NULL, 0};
    FILE *in = fopen(name, "rb");
    if (!in) { printf("%s is not there\n", name); exit(2); }
    file.data = malloc(1 << 17);
    file.len = fread(file.data, 1, 1 << 17, in);
    fclose(in);
    return file;
}

/* A costume with everything that drawing needs. */
typedef struct Actor {
    WardrobeDialect *dialect;
    WardrobeCostume *costume;
    WardrobeLimbs *limbs;
    WardrobeRenderer *renderer;
    WardrobeLook look;
} Actor;

static Actor new_actor(uint8_t version, uint8_t he, const File *file, uint16_t frame) {
    Actor actor;
    WardrobeDialectSetup setup = WARDROBE_INIT(WardrobeDialectSetup);
    setup.version = version;
    setup.he = he;
    CHECK(!wardrobe_dialect_new(&setup, &actor.dialect, &error));
    CHECK(!wardrobe_costume_parse(file->data, file->len, actor.dialect, 0, &actor.costume, &error));
    CHECK(!wardrobe_limbs_new(&actor.limbs, &error));
    CHECK(!wardrobe_renderer_new(&actor.renderer, &error));
    CHECK(!wardrobe_costume_start(actor.costume, actor.limbs, 180, frame, 0xFFFF, &error));
    actor.look.size = sizeof actor.look;
    CHECK(!wardrobe_look_init(&actor.look, &error));
    actor.look.x = 160;
    actor.look.y = 120;
    return actor;
}

static void free_actor(Actor *actor) {
    wardrobe_renderer_free(actor->renderer);
    wardrobe_limbs_free(actor->limbs);
    wardrobe_costume_free(actor->costume);
    wardrobe_dialect_free(actor->dialect);
}

/* Draws behind a plane of bits, of which `len` bytes are there. */
static WardrobeDrawn draw(Actor *actor, uint8_t *pixels, const uint8_t *plane, size_t len) {
    WardrobeTarget target = WARDROBE_INIT(WardrobeTarget);
    WardrobeDrawn drawn = WARDROBE_INIT(WardrobeDrawn);
    memset(pixels, BACKGROUND, WIDTH * HEIGHT);
    target.pixels = pixels;
    target.pixels_len = WIDTH * HEIGHT;
    target.width = target.pitch = WIDTH;
    target.height = HEIGHT;
    if (plane) {
        target.mask_kind = WARDROBE_MASK_BITS;
        target.mask = plane;
        target.mask_len = len;
        target.mask_pitch = WIDTH / 8;
    }
    CHECK(!wardrobe_costume_draw(actor->costume, actor->limbs, &actor->look, actor->renderer, &target, &drawn, &error));
    return drawn;
}

static int count(const uint8_t *pixels, int first_row, int end_row) {
    int found = 0;
    for (int i = first_row * WIDTH; i < end_row * WIDTH; i++) found += pixels[i] != BACKGROUND;
    return found;
}

/* Rows that a plane does not have hide nothing (M4). */
static void planes_may_be_short(const File *cost) {
    static uint8_t whole[WIDTH * HEIGHT], seen[WIDTH * HEIGHT], bytes[WIDTH * HEIGHT], plane[WIDTH / 8 * HEIGHT];
    Actor actor = new_actor(5, 0, cost, 1);
    WardrobeTarget target = WARDROBE_INIT(WardrobeTarget);
    draw(&actor, whole, NULL, 0);
    memset(plane, 0xFF, sizeof plane);
    draw(&actor, seen, plane, sizeof plane);
    CHECK(count(seen, 0, HEIGHT) == 0);
    for (int rows = 0; rows <= HEIGHT; rows += 20) {
        draw(&actor, seen, plane, (size_t)rows * WIDTH / 8);
        CHECK(count(seen, 0, rows) == 0 && count(seen, rows, HEIGHT) == count(whole, rows, HEIGHT));
    }
    /* The same for a plane of bytes, which is used as it is. */
    memset(seen, BACKGROUND, sizeof seen);
    memset(bytes, 1, sizeof bytes);
    target.pixels = seen;
    target.pixels_len = sizeof seen;
    target.width = target.pitch = target.mask_pitch = WIDTH;
    target.height = HEIGHT;
    target.mask_kind = WARDROBE_MASK_BYTES;
    target.mask = bytes;
    target.mask_len = 100 * WIDTH;
    CHECK(!wardrobe_costume_draw(actor.costume, actor.limbs, &actor.look, actor.renderer, &target, NULL, &error));
    CHECK(count(seen, 0, 100) == 0 && count(seen, 100, HEIGHT) == count(whole, 100, HEIGHT));
    /* A row that is too short is a mistake of the caller. */
    target.mask_pitch = WIDTH - 1;
    CHECK(wardrobe_costume_draw(actor.costume, actor.limbs, &actor.look, actor.renderer, &target, NULL, &error) == WARDROBE_CODE_SIZE);
    free_actor(&actor);
}

/* A fault of a colour is reported where a pixel of this colour is drawn. */
static void faults_are_seen(const File *akos) {
    static uint8_t pixels[WIDTH * HEIGHT], plane[WIDTH / 8 * HEIGHT];
    static uint16_t colours[256];
    Actor actor = new_actor(6, 71, akos, 1);
    for (int i = 0; i < 256; i++) colours[i] = 13;
    actor.look.palette = colours;
    actor.look.palette_len = 256;
    CHECK(!draw(&actor, pixels, NULL, 0).fault);
    actor.look.shadow_mode = 1;
    WardrobeDrawn drawn = draw(&actor, pixels, NULL, 0);
    CHECK(drawn.fault && strstr(drawn.fault_text, "without a shadow table"));
    memset(plane, 0xFF, sizeof plane);
    CHECK(!draw(&actor, pixels, plane, sizeof plane).fault);
    actor.look.y = -40000;
    drawn = draw(&actor, pixels, NULL, 0);
    CHECK(!drawn.fault && !drawn.fault_text[0]);
    actor.look.y = 120;
    actor.look.x = 5000;
    CHECK(!draw(&actor, pixels, NULL, 0).fault);
    free_actor(&actor);
}

static uint32_t damage_of(const WardrobeCostume *costume) {
    WardrobeCostumeInfo info = WARDROBE_INIT(WardrobeCostumeInfo);
    CHECK(!wardrobe_costume_info(costume, &info, &error));
    return info.damage;
}

/* A block that is cut is parsed as far as it goes; with `strict` it is refused. */
static void damage_is_left_out(const File *file, uint8_t version, size_t least) {
    static uint8_t pixels[WIDTH * HEIGHT];
    for (size_t len = 0; len <= file->len; len++) {
        WardrobeDialectSetup setup = WARDROBE_INIT(WardrobeDialectSetup);
        WardrobeDialect *dialect;
        WardrobeCostume *costume = NULL;
        const File cut = {file->data, len};
        setup.version = version;
        CHECK(!wardrobe_dialect_new(&setup, &dialect, &error));
        const WardrobeCode code = wardrobe_costume_parse(cut.data, cut.len, dialect, 0, &costume, &error);
        if (len >= least) CHECK(code == WARDROBE_CODE_OK);
        if (code == WARDROBE_CODE_OK) {
            CHECK((len < file->len) == (damage_of(costume) > 0));
            wardrobe_costume_free(costume);
            Actor actor = new_actor(version, 0, &cut, 1);
            draw(&actor, pixels, NULL, 0);
            free_actor(&actor);
        }
        if (len < file->len) CHECK(wardrobe_costume_parse(cut.data, cut.len, dialect, 1, &costume, &error));
        wardrobe_dialect_free(dialect);
    }
}

/* Offsets that lead outside the block are left out, too: of the animations, the commands, the limbs' tables. */
static void offsets_are_left_out(const File *cost) {
    static uint8_t pixels[WIDTH * HEIGHT];
    const size_t colours = (cost->data[9] & 0x7F) == 0x59 ? 32 : 16, commands = 10 + colours, tables = commands + 2;
    const size_t animations = tables + 32, last = cost->data[8];
    const size_t places[] = {commands, tables, tables + 30, animations + 8, animations + 2 * last};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        uint8_t *copy = malloc(cost->len);
        const File file = {copy, cost->len};
        memcpy(copy, cost->data, cost->len);
        copy[places[i]] = 0xF0, copy[places[i] + 1] = 0xFF;
        Actor actor = new_actor(5, 0, &file, 1);
        draw(&actor, pixels, NULL, 0);
        free_actor(&actor);
        free(copy);
    }
}

/* Version 0: a command plays the rounds of the state (V34). */
static void commands_have_rounds(const File *file) {
    for (int8_t rounds = -1; rounds < 4; rounds++) {
        Actor actor = new_actor(0, 0, file, 1);
        WardrobeLimbStates states = WARDROBE_INIT(WardrobeLimbStates);
        CHECK(!wardrobe_limbs_get(actor.limbs, &states, &error));
        CHECK(states.is_v0 && states.v0_rounds == -1);
        states.v0_command = states.v0_next = 255;
        states.v0_rounds = rounds;
        for (int i = 0; i < 8; i++) states.limbs[i].new_repeat = 99, states.limbs[i].frame = WARDROBE_NONE;
        CHECK(!wardrobe_limbs_set(actor.limbs, &states, &error));
        CHECK(!wardrobe_costume_start(actor.costume, actor.limbs, 270, 1, 0xFFFF, &error));
        CHECK(!wardrobe_limbs_get(actor.limbs, &states, &error));
        CHECK(states.v0_rounds == rounds && states.v0_next == 4 && states.v0_command == 4);
        int changed = 0;
        for (int i = 0; i < 8; i++) {
            CHECK(states.limbs[i].new_repeat == (states.limbs[i].frame == WARDROBE_NONE ? 99 : rounds));
            changed += states.limbs[i].frame != WARDROBE_NONE;
        }
        CHECK(changed > 0);
        CHECK(!wardrobe_limbs_reset(actor.limbs, &error));
        CHECK(!wardrobe_limbs_get(actor.limbs, &states, &error));
        CHECK(states.v0_rounds == rounds && states.v0_next == 255);
        free_actor(&actor);
    }
}

/* The first and the last strip of a drawing. */
static void strips_have_ends(const File *cost) {
    static uint8_t pixels[WIDTH * HEIGHT];
    Actor actor = new_actor(5, 0, cost, 1);
    for (actor.look.x = -100; actor.look.x < 500; actor.look.x += 13) {
        const WardrobeDrawn drawn = draw(&actor, pixels, NULL, 0);
        int first = -1, end = 0;
        for (int strip = 0; strip < 8 * WARDROBE_STRIP_BYTES; strip++) {
            if (!(drawn.strips[strip / 8] >> strip % 8 & 1)) continue;
            if (first < 0) first = strip;
            end = strip + 1;
        }
        CHECK(drawn.first_strip == (first < 0 ? 0 : first) && drawn.strip_end == end);
    }
    free_actor(&actor);
}

/* Games that are not supported are refused; ids of games are those of ScummVM. */
static void games_have_names(void) {
    WardrobeDialectSetup setup = {.size = sizeof setup, .version = 6, .he = 99};
    WardrobeDialect *dialect = NULL;
    setup.sixteen_bit = 1;
    CHECK(wardrobe_dialect_new(&setup, &dialect, &error) == WARDROBE_CODE_UNSUPPORTED);
    setup.sixteen_bit = 0;
    setup.game = "a game that no rule names";
    CHECK(!wardrobe_dialect_new(&setup, &dialect, &error));
    wardrobe_dialect_free(dialect);
    setup.platform = "a machine that is not there";
    CHECK(wardrobe_dialect_new(&setup, &dialect, &error) == WARDROBE_CODE_MISUSE);
}

/* A correction of an engine, which it counts. */
typedef struct Correction { int limb, dx, dy, mirror, calls; } Correction;

static void correct(void *user, uint8_t limb, uint16_t cel, int32_t *dx, int32_t *dy, uint8_t *mirror) {
    Correction *correction = user;
    (void)cel;
    CHECK(*dx == 0 && *dy == 0);
    correction->calls++;
    if (correction->limb >= 0 && limb != correction->limb) return;
    *dx = correction->dx;
    *dy = correction->dy;
    if (correction->mirror) *mirror = !*mirror;
}

/* A callback may move and mirror pictures, in drawings and in hit tests. */
static void pictures_can_be_moved(uint8_t version, uint8_t he, const File *file) {
    static uint8_t plain[WIDTH * HEIGHT], moved[WIDTH * HEIGHT], west[WIDTH * HEIGHT];
    Actor actor = new_actor(version, he, file, 1);
    /* Version 0 shows a sequence after the first step (V35). */
    if (version == 0) CHECK(!wardrobe_costume_advance(actor.costume, actor.limbs, NULL, NULL, &error));
    Correction correction = {-1, 0, 0, 0, 0};
    draw(&actor, plain, NULL, 0);
    CHECK(count(plain, 0, HEIGHT) > 50);
    actor.look.user = &correction;
    actor.look.place = correct;
    draw(&actor, moved, NULL, 0);
    const int pictures = correction.calls;
    CHECK(pictures > 0 && !memcmp(plain, moved, sizeof plain));
    /* All pictures: the same as another position. */
    correction.dx = 16, correction.dy = -9;
    draw(&actor, moved, NULL, 0);
    for (int y = 20; y < HEIGHT - 20; y++)
        for (int x = 20; x < WIDTH - 20; x++) CHECK(moved[(y - 9) * WIDTH + x + 16] == plain[y * WIDTH + x]);
    /* All pictures mirrored: the same as facing the other way. */
    correction.dx = correction.dy = 0;
    correction.mirror = 1;
    draw(&actor, moved, NULL, 0);
    CHECK(memcmp(plain, moved, sizeof plain));
    if (version) {
        actor.look.place = NULL;
        actor.look.facing = 270;
        draw(&actor, west, NULL, 0);
        CHECK(!memcmp(west, moved, sizeof west));
        actor.look.facing = 180;
        actor.look.place = correct;
    }
    /* One limb. */
    correction.mirror = 0;
    correction.limb = 15;
    correction.dx = 40;
    draw(&actor, moved, NULL, 0);
    CHECK(!memcmp(plain, moved, sizeof plain));
    correction.limb = -1;
    correction.dx = 100;
    correction.calls = 0;
    int hits = 0;
    for (int y = 60; y < 120; y++)
        for (int x = 230; x < 290; x++) {
            uint8_t hit = 0;
            CHECK(!wardrobe_costume_hit(actor.costume, actor.limbs, &actor.look, actor.renderer, WIDTH, HEIGHT, x, y, &hit, NULL, &error));
            hits += hit;
        }
    CHECK(hits > 20 && correction.calls > 0);
    free_actor(&actor);
}

/* A hit test tells whether a drawing would cut a picture at this place (D11). */
static void a_hit_test_tells_of_a_cut(uint8_t version, const File *file) {
    static const int columns[] = {160, 1, 319};
    Actor actor = new_actor(version, 0, file, 1);
    for (int i = 0; i < 3; i++) {
        int cuts = 0, hits = 0;
        actor.look.x = columns[i];
        for (int y = 60; y < 130; y++)
            for (int x = columns[i] - 20; x < columns[i] + 20; x++) {
                uint8_t hit = 2, cut = 2;
                CHECK(!wardrobe_costume_hit(actor.costume, actor.limbs, &actor.look, actor.renderer, WIDTH, HEIGHT, x, y, &hit, &cut,
                                            &error));
                CHECK(hit < 2 && cut < 2);
                hits += hit;
                cuts += cut;
            }
        CHECK(hits > 20 && (cuts > 0) == (i > 0));
    }
    free_actor(&actor);
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    File cost = read_file(argv[1]), akos = read_file(argv[2]), v0 = read_file(argv[3]);
    planes_may_be_short(&cost);
    faults_are_seen(&akos);
    damage_is_left_out(&cost, 5, 160);
    damage_is_left_out(&v0, 0, 20);
    damage_is_left_out(&akos, 7, akos.len - 1);
    offsets_are_left_out(&cost);
    commands_have_rounds(&v0);
    strips_have_ends(&cost);
    games_have_names();
    pictures_can_be_moved(5, 0, &cost);
    pictures_can_be_moved(7, 0, &akos);
    pictures_can_be_moved(6, 71, &akos);
    pictures_can_be_moved(0, 0, &v0);
    a_hit_test_tells_of_a_cut(5, &cost);
    a_hit_test_tells_of_a_cut(7, &akos);
    printf("%d checks\n", checks);
    free(cost.data), free(akos.data), free(v0.data);
    return 0;
}

/* Draws a single costume into its own buffer, behind a mask: costume FILE.cost OUT.pgm
 *     cc costume.c $(pkg-config --cflags --libs wardrobe) -o costume
 *     ./costume data/scene-costumes/doll-v5.cost doll.pgm */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wardrobe.h>

enum { WIDTH = 320, HEIGHT = 144, COLUMNS = 640 }; /* the buffer has more columns than the screen */
static uint8_t buffer[HEIGHT][COLUMNS], file[1 << 16], mask[HEIGHT][WIDTH / 8];
static WardrobeError error;

static void must(WardrobeCode code) {
    if (code == WARDROBE_CODE_OK) return;
    fprintf(stderr, "costume: %s\n", error.text);
    exit(2);
}

int main(int argc, char **argv) {
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL, *out = argc == 3 ? fopen(argv[2], "wb") : NULL;
    if (!in || !out) { fprintf(stderr, "costume FILE.cost OUT.pgm\n"); return 2; }
    size_t length = fread(file, 1, sizeof file, in);
    fclose(in);
    WardrobeDialectSetup setup = {.size = sizeof setup, .version = 5};
    WardrobeDialect *dialect;
    WardrobeCostume *costume;
    WardrobeLimbs *limbs;
    WardrobeRenderer *renderer;
    must(wardrobe_dialect_new(&setup, &dialect, &error));
    must(wardrobe_costume_parse(file, length, dialect, 0, &costume, &error));
    must(wardrobe_limbs_new(&limbs, &error));
    must(wardrobe_renderer_new(&renderer, &error));
    must(wardrobe_costume_start(costume, limbs, 180, 1, 0xffff, &error)); /* the init frame, facing south */
    memset(buffer, 7, sizeof buffer);
    memset(mask[100], 0xf0, WIDTH / 8 * 10); /* a fence: ten lines, four columns of eight */
    WardrobeLook look = WARDROBE_INIT(WardrobeLook);
    must(wardrobe_look_init(&look, &error));
    WardrobeTarget target = {.size = sizeof target, .mask_kind = WARDROBE_MASK_BITS, .pixels = buffer[0],
                             .pixels_len = sizeof buffer, .width = WIDTH, .height = HEIGHT, .pitch = COLUMNS,
                             .mask = mask[0], .mask_len = sizeof mask, .mask_pitch = WIDTH / 8};
    WardrobeDrawn drawn = WARDROBE_INIT(WardrobeDrawn);
    look.y = 120;
    for (look.x = 30; look.x < WIDTH; look.x += 40) {
        must(wardrobe_costume_advance(costume, limbs, NULL, NULL, &error));
        must(wardrobe_costume_draw(costume, limbs, &look, renderer, &target, &drawn, &error));
        printf("lines %d to %d, strips", (int)drawn.top, (int)drawn.bottom);
        for (int strip = 0; strip < COLUMNS / 8; strip++)
            if (drawn.strips[strip / 8] >> strip % 8 & 1) printf(" %d", strip);
        printf("\n");
    }
    fprintf(out, "P5 %d %d 255\n", COLUMNS, HEIGHT);
    fwrite(buffer, 1, sizeof buffer, out);
    fclose(out);
    wardrobe_renderer_free(renderer);
    wardrobe_limbs_free(limbs);
    wardrobe_costume_free(costume);
    wardrobe_dialect_free(dialect);
    return 0;
}

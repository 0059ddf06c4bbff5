/* Writes the pictures of a costume as text: two digits for each pixel, dots for gaps. */
#include "scene.h"
#include <stdlib.h>

enum { MOST_NAMES = 1 << 14, OF_AKOS = -1 };

/* Writes a picture, and the names by which the limbs of the costume refer to the picture. */
typedef struct {
    int limb, picture;
    size_t index;
} Name;

static Name names[MOST_NAMES];

static int by_name(const void *left, const void *right) {
    const Name *a = left, *b = right;
    return a->limb != b->limb ? a->limb - b->limb : a->picture - b->picture;
}

static WardrobeCel cel_at(const WardrobeCostume *costume, size_t index) {
    WardrobeCel cel = WARDROBE_INIT(WardrobeCel);
    must(wardrobe_costume_cel(costume, index, &cel, &error));
    return cel;
}

static size_t list_names(const WardrobeCostume *costume, const WardrobeCostumeInfo *info) {
    size_t count = 0;
    for (size_t index = 0; index < info->cels; index++) {
        WardrobeBytes *stored = NULL;
        if (info->is_akos) {
            if (count < MOST_NAMES) names[count++] = (Name){OF_AKOS, cel_at(costume, index).number, index};
            continue;
        }
        must(wardrobe_costume_cel_names(costume, index, &stored, &error));
        const uint8_t *pairs = wardrobe_bytes_data(stored);
        for (size_t i = 0; i + 1 < wardrobe_bytes_len(stored) && count < MOST_NAMES; i += 2)
            names[count++] = (Name){pairs[i], pairs[i + 1], index};
        wardrobe_bytes_free(stored);
    }
    qsort(names, count, sizeof *names, by_name);
    return count;
}

static void print_rows(const WardrobeCel *cel, const WardrobeBytes *pixels, const WardrobeBytes *gaps) {
    const uint8_t *pixel = wardrobe_bytes_data(pixels), *gap = wardrobe_bytes_data(gaps);
    size_t count = wardrobe_bytes_len(pixels), known = wardrobe_bytes_len(gaps);
    printf(",\"rows\":[");
    for (size_t at = 0; at < count; at++) {
        if (at % cel->width == 0) printf(at ? "\",\"" : "\"");
        if (at < known && gap[at]) printf("..");
        else printf("%02x", pixel[at]);
    }
    printf(count ? "\"]" : "]");
}

void print_cels(const WardrobeCostume *costume) {
    WardrobeCostumeInfo info = WARDROBE_INIT(WardrobeCostumeInfo);
    const char *comma = "";
    must(wardrobe_costume_info(costume, &info, &error));
    size_t count = list_names(costume, &info);
    printf(",\"cels\":[");
    for (size_t i = 0; i < count; i++) {
        WardrobeCel cel = cel_at(costume, names[i].index);
        WardrobeBytes *pixels = NULL, *gaps = NULL;
        WardrobeCode code = wardrobe_costume_cel_pixels(costume, cel.number, &pixels, &error);
        if (code == WARDROBE_CODE_NOT_FOUND) continue;
        must(code);
        must(wardrobe_costume_cel_gaps(costume, cel.number, &gaps, &error));
        printf("%s{", comma);
        if (names[i].limb != OF_AKOS) printf("\"limb\":%d,", names[i].limb);
        printf("\"picture\":%d,\"width\":%d,\"height\":%d,\"rel\":[%d,%d],\"move\":[%d,%d]", names[i].picture, cel.width, cel.height,
               cel.rel[0], cel.rel[1], cel.step[0], cel.step[1]);
        print_rows(&cel, pixels, gaps);
        printf("}");
        comma = ",";
        wardrobe_bytes_free(pixels);
        wardrobe_bytes_free(gaps);
    }
    printf("]");
}

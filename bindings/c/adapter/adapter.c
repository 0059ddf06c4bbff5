/* Plays all scenes of the conformance kit with the library, as an engine that uses it would do.
 *
 *     cc -O2 *.c $(pkg-config --cflags --libs wardrobe) -o adapter
 *     wardrobe scene check --against-pipe ./adapter KIT
 *
 * setup.c sets a scene up, steps.c performs its steps, lines.c writes its lines, and cels.c its
 * pictures. */
#include "scene.h"
#include <stdlib.h>
#include <string.h>

WardrobeError error;
static jmp_buf gives_up;
static enum { PLAYED, FAILED, SKIPPED } why;
static char skip_reason[200];

void fail(const char *text) {
    if (text != error.text) snprintf(error.text, sizeof error.text, "%s", text);
    why = FAILED;
    longjmp(gives_up, 1);
}

void skip(const char *reason) {
    snprintf(skip_reason, sizeof skip_reason, "%s", reason);
    why = SKIPPED;
    longjmp(gives_up, 1);
}

void must(WardrobeCode code) {
    if (code != WARDROBE_CODE_OK) fail(error.text);
}

void print_text(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') printf("\\%c", *text);
        else if ((unsigned char)*text < ' ') putchar(' ');
        else putchar(*text);
    }
    putchar('"');
}

static int32_t chance(void *state, int32_t min, int32_t max) { return wardrobe_random(state, min, max); }

static uint8_t runs(void *scene, uint16_t sound) {
    for (size_t i = 0; i < ((Scene *)scene)->running_count; i++)
        if (((Scene *)scene)->running[i] == sound) return 1;
    return 0;
}

/* The callbacks of the world receive the scene, which stores the state of the random numbers. */
static int32_t chance_of_scene(void *scene, int32_t min, int32_t max) { return chance(&((Scene *)scene)->seed, min, max); }

static void play(Scene *scene) {
    const Json *json = scene->json, *steps = json_get(json, "steps");
    scene->seed = (uint64_t)json_number(json_get(json, "seed"), 1);
    scene->world = (WardrobeWorld){sizeof scene->world, scene, chance_of_scene, runs};
    set_up(scene);
    if (!scene->frames_only) print_line(scene, -1, "setup", -1);
    long index = 0;
    for (const Json *step = steps ? steps->first : NULL; step; step = step->next, index++) {
        const char *op = json_text(json_at(step, 0));
        int ticks = !strcmp(op, "tick"), draws = ticks || !strcmp(op, "tick_draw");
        long long repeats = ticks ? json_number(json_at(step, 1), 0) : 1;
        for (long long n = 0; n < repeats; n++) {
            run_step(scene, op, step);
            if (n + 1 < repeats && !scene->every_tick) continue;
            if (draws || !scene->frames_only) print_line(scene, index, op, draws ? (long)n : -1);
        }
    }
}

static void clear(Scene *scene) {
    for (size_t i = 0; i < scene->costume_count; i++) wardrobe_costume_free(scene->costumes[i].costume);
    wardrobe_stage_free(scene->stage);
    wardrobe_game_free(scene->game);
    wardrobe_dialect_free(scene->dialect);
    wardrobe_bytes_free(scene->saved);
}

/* Plays the scene of a request, writes the reply, and frees the resources of the scene. */
static void answer(const Json *request) {
    static Scene scene;
    memset(&scene, 0, sizeof scene);
    scene.json = json_get(request, "scene"), scene.folder = json_text(json_get(request, "dir"));
    why = PLAYED;
    if (!setjmp(gives_up)) play(&scene);
    if (why == SKIPPED) {
        printf("{\"skip\":");
        print_text(skip_reason);
        puts("}");
    }
    printf("{\"id\":%lld,\"end\":true", json_number(json_get(request, "id"), 0));
    if (why == FAILED) printf(",\"error\":"), print_text(error.text);
    puts("}");
    fflush(stdout);
    clear(&scene);
}

int main(void) {
    size_t size = 1 << 20, length = 0;
    char *line = malloc(size);
    for (int byte; line && (byte = getchar()) != EOF;) {
        if (length + 1 >= size && !(line = realloc(line, size *= 2))) break;
        if (byte != '\n') {
            line[length++] = (char)byte;
            continue;
        }
        line[length] = 0, length = 0;
        answer(json_read(line));
    }
    free(line);
    return 0;
}

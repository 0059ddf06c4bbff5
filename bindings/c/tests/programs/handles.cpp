// Uses the C++ header: handles GAME COSTUME
#include <cstdio>
#include <cstring>
#include <wardrobe.hpp>

static void check(bool holds, const char *what) {
    if (holds) return;
    std::fprintf(stderr, "handles: %s\n", what);
    std::exit(3);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const wardrobe::Game game(argv[1]);
    const auto palette = game.room(game.home(1)).palette();
    const auto clip = game.costume(1).play(2, 180, palette.data());
    check(clip.info().frames > 1 && clip.rgba(0).size() == std::size_t(4) * clip.info().width * clip.info().height,
          "the clip");
    check(clip.file(WARDROBE_CLIP_FORMAT_GIF).string().compare(0, 6, "GIF89a") == 0, "the file");

    wardrobe::Stage stage = game.stage(1);
    wardrobe::call(wardrobe_actor_set_costume, stage.get(), 1, 1);
    wardrobe::call(wardrobe_actor_put, stage.get(), 1, 60, 120, 1);
    wardrobe::call(wardrobe_actor_walk, stage.get(), 1, 200, 125, -1);
    const auto before = stage.clone();
    const auto saved = stage.save();
    for (int i = 0; i < 12; i++) stage.tick();
    const auto x = stage.actor(1, WARDROBE_ACTOR_FIELD_X);
    check(x > 60 && before.actor(1, WARDROBE_ACTOR_FIELD_X) == 60, "the walk and the copy");
    stage.restore(saved.data(), saved.size());
    check(stage.actor(1, WARDROBE_ACTOR_FIELD_X) == 60 && stage.view().width == 320, "the restored stage");
    wardrobe::Stage moved = std::move(stage);
    check(!stage.get() && moved.get(), "a handle is moved");

    const auto before_cast = before.save().string();
    game.furnish(before);
    check(before.save().string() == before_cast, "the scripts of the demo put no actor into the room");

    try {
        game.costume(99);
        check(false, "costume 99");
    } catch (const wardrobe::Error &error) {
        check(error.code == WARDROBE_CODE_NOT_FOUND && std::strlen(error.what()) > 0, "the exception");
    }
    FILE *file = std::fopen(argv[2], "rb");
    static std::uint8_t data[1 << 16];
    const auto length = std::fread(data, 1, sizeof data, file);
    std::fclose(file);
    const wardrobe::Costume costume(data, length, wardrobe::Dialect::version(5));
    const wardrobe::Limbs limbs;
    costume.start(limbs, 180, 1);
    costume.advance(limbs);
    static std::uint8_t pixels[144 * 320];
    WardrobeLook look = WARDROBE_INIT(WardrobeLook);
    wardrobe::call(wardrobe_look_init, &look);
    look.x = 160;
    look.y = 120;
    WardrobeTarget target = WARDROBE_INIT(WardrobeTarget);
    target.pixels = pixels;
    target.pixels_len = sizeof pixels;
    target.width = 320;
    target.height = 144;
    target.pitch = 320;
    check(costume.draw(limbs, look, wardrobe::Renderer(), target).bottom > 0, "the drawing");
    std::printf("%d\n", int(x));
    return 0;
}

// Wardrobe for C++11 and later: the handles of wardrobe.h as objects that free themselves, and
// failures as exceptions. It is a thin layer: `get()` returns the handle for every function of
// wardrobe.h that has no method here.
#ifndef WARDROBE_HPP
#define WARDROBE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "wardrobe.h"

namespace wardrobe {

// A call failed: its code, message, and the place in a file.
class Error : public std::runtime_error {
public:
    explicit Error(const WardrobeError &error)
        : std::runtime_error(error.text), code(error.code), place(error.place), offset(error.offset) {}

    WardrobeCode code;
    std::string place;
    std::uint64_t offset;
};

// Calls a function of wardrobe.h, whose last parameter is the error, and throws its failure:
// `call(wardrobe_stage_tick, stage.get(), WARDROBE_TICK_WHOLE, nullptr)`.
template <typename Function, typename... Arguments>
void call(Function function, Arguments... arguments) {
    WardrobeError error;
    if (function(arguments..., &error) != WARDROBE_CODE_OK) throw Error(error);
}

// Frees a handle.
template <typename T, void (*Free)(T *)> struct Deleter {
    void operator()(T *handle) const { Free(handle); }
};

// A handle that frees itself. It can be moved, but not copied.
template <typename T, void (*Free)(T *)> class Handle {
public:
    explicit Handle(T *handle = nullptr) : _handle(handle) {}
    T *get() const { return _handle.get(); }

protected:
    // Calls a function that creates a handle: its last parameters are the handle and the error.
    template <typename Function, typename... Arguments>
    static T *made(Function function, Arguments... arguments) {
        T *handle = nullptr;
        call(function, arguments..., &handle);
        return handle;
    }

private:
    std::unique_ptr<T, Deleter<T, Free>> _handle;
};

// Bytes that a call returned.
class Bytes : public Handle<WardrobeBytes, wardrobe_bytes_free> {
public:
    using Handle::Handle;
    const std::uint8_t *data() const { return wardrobe_bytes_data(get()); }
    std::size_t size() const { return wardrobe_bytes_len(get()); }
    std::vector<std::uint8_t> vector() const { return {data(), data() + size()}; }
    std::string string() const { return {reinterpret_cast<const char *>(data()), size()}; }
};

// A variant of SCUMM.
class Dialect : public Handle<WardrobeDialect, wardrobe_dialect_free> {
public:
    explicit Dialect(WardrobeDialect *handle) : Handle(handle) {}
    explicit Dialect(const WardrobeDialectSetup &setup) : Handle(made(wardrobe_dialect_new, &setup)) {}
    // A version of SCUMM, 0 to 8, without further differences.
    static Dialect version(std::uint8_t number) {
        WardrobeDialectSetup setup = WARDROBE_INIT(WardrobeDialectSetup);
        setup.version = number;
        return Dialect(setup);
    }
};

// The animation state of an actor.
class Limbs : public Handle<WardrobeLimbs, wardrobe_limbs_free> {
public:
    Limbs() : Handle(made(wardrobe_limbs_new)) {}
};

// The drawing state that the original engine carries from one actor to the next.
class Renderer : public Handle<WardrobeRenderer, wardrobe_renderer_free> {
public:
    Renderer() : Handle(made(wardrobe_renderer_new)) {}
};

// An animation of a costume, played and drawn.
class Clip : public Handle<WardrobeClip, wardrobe_clip_free> {
public:
    explicit Clip(WardrobeClip *handle) : Handle(handle) {}
    WardrobeClipInfo info() const {
        WardrobeClipInfo info = WARDROBE_INIT(WardrobeClipInfo);
        call(wardrobe_clip_info, get(), &info);
        return info;
    }
    WardrobeClipFrame frame(std::size_t index) const {
        WardrobeClipFrame frame = WARDROBE_INIT(WardrobeClipFrame);
        call(wardrobe_clip_frame, get(), index, &frame);
        return frame;
    }
    // The pixels of a frame: red, green, blue and opacity.
    std::vector<std::uint8_t> rgba(std::size_t index) const {
        const WardrobeClipInfo size = info();
        std::vector<std::uint8_t> pixels(std::size_t(4) * size.width * size.height);
        call(wardrobe_clip_rgba, get(), index, pixels.data(), pixels.size());
        return pixels;
    }
    // The bytes of a file; `format` is a WardrobeClipFormat.
    Bytes file(WardrobeClipFormat format, std::uint8_t zoom = 1) const {
        WardrobeBytes *bytes = nullptr;
        call(wardrobe_clip_file, get(), std::uint32_t(format), zoom, &bytes);
        return Bytes(bytes);
    }
};

// A parsed costume.
class Costume : public Handle<WardrobeCostume, wardrobe_costume_free> {
public:
    explicit Costume(WardrobeCostume *handle) : Handle(handle) {}
    Costume(const std::uint8_t *data, std::size_t length, const Dialect &dialect, bool strict = false)
        : Handle(made(wardrobe_costume_parse, data, length, dialect.get(), std::uint8_t(strict))) {}
    // Plays a chore, from the init frame on.
    Clip play(std::uint16_t chore, std::uint16_t facing, const std::uint8_t *palette = nullptr) const {
        WardrobeClipSetup setup = WARDROBE_INIT(WardrobeClipSetup);
        setup.palette = palette;
        WardrobeClip *clip = nullptr;
        call(wardrobe_costume_play, get(), chore, facing, &setup, &clip);
        return Clip(clip);
    }
    void start(const Limbs &limbs, std::uint16_t facing, std::uint16_t frame, std::uint16_t mask = 0xFFFF) const {
        call(wardrobe_costume_start, get(), limbs.get(), facing, frame, mask);
    }
    // Advances all limbs by one step. Returns whether the actor must be redrawn.
    bool advance(const Limbs &limbs, const WardrobeHost *host = nullptr) const {
        std::uint8_t redraw = 0;
        call(wardrobe_costume_advance, get(), limbs.get(), host, &redraw);
        return redraw != 0;
    }
    WardrobeDrawn draw(const Limbs &limbs, const WardrobeLook &look, const Renderer &renderer,
                       const WardrobeTarget &target) const {
        WardrobeDrawn drawn = WARDROBE_INIT(WardrobeDrawn);
        call(wardrobe_costume_draw, get(), limbs.get(), &look, renderer.get(), &target, &drawn);
        return drawn;
    }
};

// A parsed room.
class Room : public Handle<WardrobeRoom, wardrobe_room_free> {
public:
    explicit Room(WardrobeRoom *handle) : Handle(handle) {}
    WardrobeRoomInfo info() const {
        WardrobeRoomInfo info = WARDROBE_INIT(WardrobeRoomInfo);
        call(wardrobe_room_info, get(), &info);
        return info;
    }
    // The background without objects, as palette indices.
    std::vector<std::uint8_t> pixels() const {
        const WardrobeRoomInfo size = info();
        std::vector<std::uint8_t> pixels(std::size_t(size.width) * size.height);
        call(wardrobe_room_pixels, get(), pixels.data(), pixels.size());
        return pixels;
    }
    // 256 RGB triples.
    std::vector<std::uint8_t> palette(std::uint32_t number = 0) const {
        std::uint8_t rgb[768];
        call(wardrobe_room_palette, get(), number, &rgb);
        return {rgb, rgb + sizeof rgb};
    }
};

// A room with its actors.
class Stage : public Handle<WardrobeStage, wardrobe_stage_free> {
public:
    explicit Stage(WardrobeStage *handle) : Handle(handle) {}
    // Plays a frame, or a part of it.
    void tick(const WardrobeWorld *world = nullptr, WardrobeTick part = WARDROBE_TICK_WHOLE) const {
        call(wardrobe_stage_tick, get(), std::uint32_t(part), world);
    }
    // The picture of the stage. The pixels are valid until the next call on the stage.
    WardrobeView view() const {
        WardrobeView view = WARDROBE_INIT(WardrobeView);
        call(wardrobe_stage_view, get(), 0, &view);
        return view;
    }
    // A copy for undoing steps, which takes microseconds.
    Stage clone() const {
        WardrobeStage *copy = nullptr;
        call(wardrobe_stage_clone, get(), &copy);
        return Stage(copy);
    }
    // The state for a file.
    Bytes save(bool readable = false) const {
        WardrobeBytes *saved = nullptr;
        call(wardrobe_stage_save, get(), std::uint8_t(readable), &saved);
        return Bytes(saved);
    }
    void restore(const std::uint8_t *data, std::size_t length) const {
        call(wardrobe_stage_restore, get(), data, length);
    }
    std::int64_t actor(std::uint16_t number, WardrobeActorField field) const {
        std::int64_t value = 0;
        call(wardrobe_actor_get, get(), number, std::uint32_t(field), &value);
        return value;
    }
};

// A game.
class Game : public Handle<WardrobeGame, wardrobe_game_free> {
public:
    // Opens a folder or an index file.
    explicit Game(const std::string &path) : Handle(made(wardrobe_game_open, path.c_str())) {}
    explicit Game(WardrobeGame *handle) : Handle(handle) {}
    Costume costume(std::uint16_t number) const { return Costume(made_of<WardrobeCostume>(wardrobe_game_costume, number)); }
    Room room(std::uint16_t number) const { return Room(made_of<WardrobeRoom>(wardrobe_game_room, number)); }
    Stage stage(std::uint16_t room) const { return Stage(made_of<WardrobeStage>(wardrobe_stage_of_game, room)); }
    // Puts the actors that the scripts show in the room of a stage onto the stage.
    void furnish(const Stage &stage) const {
        std::size_t left_out = 0;
        call(wardrobe_game_furnish, get(), stage.get(), nullptr, std::size_t(0), &left_out);
    }
    // The room in whose colours a costume is shown; 0 for none.
    std::uint16_t home(std::uint16_t costume) const {
        std::uint16_t room = 0;
        call(wardrobe_game_home, get(), costume, &room);
        return room;
    }

private:
    template <typename T, typename Function> T *made_of(Function function, std::uint16_t number) const {
        T *handle = nullptr;
        call(function, get(), number, &handle);
        return handle;
    }
};

} // namespace wardrobe

#endif

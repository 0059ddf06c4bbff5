// An engine with its own actors, buffers and planes, which uses the code of docs/engine-client.md:
//     engine wide|linear VERSION HE DETAILS FRAMES SEED COSTUME...
// DETAILS are "-", or some of these, separated by commas: old256, ega, platform=NAME, render=NAME,
// game=NAME, sprites=FILE: the blocks of a set of sprites of the Nintendo; short: the engine's planes end above the lower edge of the stage; damaged: bytes of
// the costumes are damaged. A stage of the library only supplies the positions of the actors. The
// engine animates and draws them, and its state is compared with the stage after every frame.
#include "guide.hpp"
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace {

enum { ACTORS = 5, NO_TOP = 0x7fffffff, NES_BLACK = 0x1d };

typedef std::bitset<8 * WARDROBE_STRIP_BYTES> Strips;

struct Actor : Body {
    int room, layer, boxMask, forceClip, initFrame, standFrame, talkStopFrame;
    int offsetX, offsetY;                // Humongous: the draw offset
    unsigned stageFrame;                 // the last frame that the stage has started
    uint8_t speed, progress, slot;       // slot: Humongous, the palette slot
    uint16_t sounds[32];
    bool needBgReset, needsInit, visible, moved, blends, talks, asked;
    Strips strips;
};

struct Queued { unsigned actor, command; int16_t p1, p2; };

WardrobeError error;
unsigned frameNumber;

void must(WardrobeCode code) {
    if (code == WARDROBE_CODE_OK) return;
    std::printf("frame %u: %s\n", frameNumber, error.text);
    std::exit(1);
}

void same(long long ours, long long theirs, const char *what, unsigned actor, int place = -1) {
    if (ours == theirs) return;
    std::printf("frame %u, actor %u, %s %d: %lld, the stage has %lld\n", frameNumber, actor, what, place, ours, theirs);
    std::exit(1);
}

std::vector<uint8_t> file(const char *name) {
    std::vector<uint8_t> bytes(1 << 17);
    std::FILE *in = std::fopen(name, "rb");
    if (!in) { std::printf("%s is not there\n", name); std::exit(2); }
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), in));
    std::fclose(in);
    return bytes;
}

class Engine {
public:
    Engine(bool wide, bool isShort, bool damaged, const char *sprites, const WardrobeDialectSetup &game, unsigned seed, int costumes, char **names)
        : _game(game), _costumes(game), _isDamaged(damaged), _chance(seed) {
        WardrobeDialectInfo info = {};
        info.size = sizeof info;
        must(wardrobe_dialect_new(&game, &_dialect, &error));
        must(wardrobe_dialect_info(_dialect, &info, &error));
        _akos = info.has_akos;
        _byPixels = game.version >= 7;
        _planes = info.planes ? info.planes : 3;
        _screen.width = info.screen_width;
        _screen.height = _byPixels ? 240 : 144;
        _planeHeight = isShort ? 100 : _screen.height;
        _screen.xstart = 0;
        _strips = info.screen_width / 8 + _byPixels;
        _roomWidth = 2 * info.screen_width;
        _shadow.resize(info.shadow_len);
        for (size_t i = 0; i < _shadow.size(); i++) _shadow[i] = _byPixels ? 0 : uint8_t(i);

        // The buffer is either a little wider than the room, or linear: the pixels to the right of
        // a row are the first pixels of the next row (G2).
        _screen.pitch = wide ? _roomWidth + 24 : 8 * _strips;
        _front.resize(_screen.pitch * (_screen.height + 10) + _roomWidth);
        _back = _front;
        _screen.pixels = _front.data();
        _screen.size = _front.size();
        _screen.planePitch = _screen.pitch / 8;
        _screen.planeSize = _screen.planePitch * (_screen.height + 10) + _roomWidth / 8;
        // Lines that a plane does not have hide nothing (M4).
        if (isShort) _screen.planeSize = _screen.planePitch * (_planeHeight - 1) + _roomWidth / 8;
        makeRoom();
        makeTables();
        if (sprites) takeSprites(file(sprites));
        for (int i = 0; i < costumes; i++) {
            std::vector<uint8_t> block = file(names[i]);
            if (damaged) damage(block);
            load(uint16_t(i + 1), block);
        }
        for (unsigned id = 1; id <= ACTORS; id++) enter(id, costumes);
    }
    ~Engine() {
        wardrobe_stage_free(_stage);
        wardrobe_sprites_free(_sprites);
        wardrobe_dialect_free(_dialect);
    }

    void play(unsigned frames) {
        for (frameNumber = 0; frameNumber < frames; frameNumber++) {
            // The effects of the queue on actors at the end of the frame.
            for (unsigned id = 1; id <= ACTORS; id++) observe(id);
            if (frameNumber) for (int i = 0; i < 2; i++) act();
            if (_scrollFrames) scroll();
            if (_full) must(wardrobe_stage_set(_stage, WARDROBE_STAGE_FIELD_REDRAW_FULL, 1, &error));
            must(wardrobe_stage_tick_walk(_stage, &error));
            for (unsigned id = 1; id <= ACTORS; id++) observe(id);
            const WardrobeWorld world = {sizeof world, this, worldRandom, worldSounds};
            must(wardrobe_stage_tick(_stage, 2, &world, &error));
            draw();
            compare();
        }
        std::printf("%u drawings, %u pixels of actors, %u cut, %u commands, %u sounds, %u hits, %u faults, %u evictions, %u cut hits\n",
                    _drawings, _pixels, _cut, _commands, _sounds, _hits, _faultCount, _evictions, _cutHits);
    }

private:
    long long get(unsigned actor, uint32_t field) {
        int64_t value = 0;
        must(wardrobe_actor_get(_stage, uint16_t(actor), field, &value, &error));
        return value;
    }
    unsigned chance(unsigned below) {
        _chance = _chance * 1103515245 + 12345;
        return (_chance >> 16) % below;
    }

    uint8_t background(unsigned x, unsigned y) const { return uint8_t(160 + (x / 5 + y / 3) % 60); }

    void makeRoom() {
        std::vector<uint8_t> pixels(size_t(_roomWidth) * _screen.height);
        for (size_t i = 0; i < pixels.size(); i++) pixels[i] = background(unsigned(i % _roomWidth), unsigned(i / _roomWidth));
        // Planes with pillars and a fence.
        for (unsigned y = 0; y < _screen.height; y++)
            for (unsigned strip = 0; strip < _roomWidth / 8; strip++) {
                const bool isThere = y < _planeHeight;
                _rows[1].push_back(isThere && strip % 8 < 3 ? 0xff : 0);
                _rows[2].push_back(!isThere ? 0 : y % 4 < 2 ? 0xe4 : 0x01);
            }
        WardrobePicture picture = {};
        WardrobeTable tables[2];
        picture.size = sizeof picture;
        picture.width = _roomWidth;
        picture.height = _screen.height;
        picture.plane_count = _planes;
        picture.pixels.data = pixels.data();
        picture.pixels.len = pixels.size();
        picture.planes = tables;
        picture.planes_len = _planes - 1;
        for (unsigned i = 0; i + 1 < _planes; i++) tables[i].data = _rows[i + 1].data(), tables[i].len = _rows[i + 1].size();
        must(wardrobe_stage_of_picture(_dialect, &picture, 0, uint16_t(_screen.height), &_stage, &error));
        for (unsigned i = 0; i < _planes; i++) {
            _memory[i].resize(_screen.planeSize);
            _screen.planes[i] = _memory[i].data();
        }
        WardrobeBox boxes[2] = {};
        const int16_t right = int16_t(_roomWidth - 1), low = int16_t(_screen.height - 1);
        const int16_t corners[4][2] = {{0, 60}, {right, 60}, {right, low}, {0, low}};
        const bool old = _game.version <= 2;
        for (int i = 0; i < 4; i++) {
            boxes[1].corners[i][0] = int16_t(old ? corners[i][0] / 8 : corners[i][0]);
            boxes[1].corners[i][1] = int16_t(old ? corners[i][1] / 2 : corners[i][1]);
        }
        boxes[0].mask = 1, boxes[1].mask = 2;
        boxes[0].scale = boxes[1].scale = 255;
        if (!old) boxes[1].scale = 0x8000, boxes[1].slot = 1;
        must(wardrobe_stage_set_boxes(_stage, boxes, 2, nullptr, 0, &error));
        if (!old) must(wardrobe_stage_set_scale_slot(_stage, 1, 0, 60, 100, 0, low, 255, &error));
        must(wardrobe_stage_set_entry(_stage, WARDROBE_STAGE_ENTRY_TALKING_ACTOR, 0, 0, &error));
    }

    std::vector<uint8_t> table(uint32_t kind, uint16_t number, size_t length) {
        std::vector<uint8_t> bytes(length);
        for (uint8_t &byte : bytes) byte = uint8_t(chance(256));
        must(wardrobe_stage_set_table(_stage, kind, number, bytes.data(), length, &error));
        return bytes;
    }

    // Sets tables that differ from the initial ones.
    void makeTables() {
        if (_game.he == 70) _remp = table(WARDROBE_STAGE_TABLE_REMP, 0, 256);
        if (_game.he >= 90) _xmap = table(WARDROBE_STAGE_TABLE_XMAP, 1, 65536);
        if (_game.he >= 99) _slots = table(WARDROBE_STAGE_TABLE_PALETTE_SLOTS, 0, 17 * 1024);
        if (_byPixels) _scales = table(WARDROBE_STAGE_TABLE_SCALE, 0, 768), _ownScales = true;
        if (_game.version == 5) _roomPalette = table(WARDROBE_STAGE_TABLE_ROOM_PALETTE, 0, 256);
    }

    // The Nintendo: gives the same sprites to the costumes of the engine and of the stage. Each
    // block begins with its size.
    void takeSprites(const std::vector<uint8_t> &bytes) {
        WardrobeTable blocks[WARDROBE_SPRITE_BLOCKS];
        size_t from = 0;
        for (WardrobeTable &block : blocks) {
            block.data = &bytes.at(from);
            block.len = size_t(bytes.at(from) | bytes.at(from + 1) << 8);
            from += block.len;
        }
        must(wardrobe_sprites_new(&_sprites, &error));
        must(wardrobe_sprites_take(_sprites, blocks, &error));
        if (!_costumes.takeSprites(blocks, &error)) must(error.code);
    }

    // Changes some bytes, so that the block is still a costume.
    void damage(std::vector<uint8_t> &block) {
        const std::vector<uint8_t> sound = block;
        for (int i = 0; i < 12; i++) {
            const std::vector<uint8_t> before = block;
            WardrobeCostume *costume = nullptr;
            WardrobeCostumeInfo info = {};
            bool isUsed = false;
            info.size = sizeof info;
            block[8 + chance(unsigned(block.size()) - 8)] = uint8_t(chance(256));
            if (i % 4 == 3) block.pop_back();
            if (!wardrobe_costume_parse(block.data(), block.size(), _dialect, 0, &costume, nullptr)) {
                must(wardrobe_costume_info(costume, &info, &error));
                isUsed = info.animations > 1;
            }
            wardrobe_costume_free(costume);
            if (!isUsed) block = before;
        }
    }

    void load(uint16_t number, const std::vector<uint8_t> &block) {
        WardrobeCostume *shared = nullptr;
        must(wardrobe_costume_parse(block.data(), block.size(), _dialect, 0, &shared, &error));
        if (_sprites) {
            WardrobeCostume *animated = shared;
            must(wardrobe_costume_with_sprites(animated, number, _sprites, &shared, &error));
            wardrobe_costume_free(animated);
        }
        must(wardrobe_stage_insert_costume(_stage, number, shared, &error));
        WardrobeCostumeInfo info = {};
        info.size = sizeof info;
        must(wardrobe_costume_info(shared, &info, &error));
        for (uint32_t i = 0; i < info.animations; i++) {
            WardrobeAnimation animation = {};
            animation.size = sizeof animation;
            must(wardrobe_costume_animation(shared, i, &animation, &error));
            if (animation.facing == 180) _frames.push_back(animation.frame);
        }
        wardrobe_costume_free(shared);
        _blocks.push_back(block);
        need(number);
    }

    // Loads a costume unless it is there.
    void need(uint16_t number) {
        if (number == 0 || _costumes.isLoaded(number)) return;
        const std::vector<uint8_t> &block = _blocks[number - 1];
        if (!_costumes.load(number, block.data(), block.size(), &error)) must(error.code);
    }

    // Throws a costume out. The call that needs it next loads it again.
    void evict(uint16_t number) {
        if (!_costumes.isLoaded(number)) return;
        _costumes.unload(number);
        _evictions++;
    }

    // Starts an animation. A fault is one of the stage, too (A9).
    void start(Actor &actor, unsigned frame, unsigned mask) {
        WardrobeError fault;
        need(actor.costume);
        if (!_costumes.start(actor, uint16_t(frame), uint16_t(mask), &fault)) _faults.push_back(fault.text);
    }

    // Version 0: starts a command (V33, V34).
    void command(Actor &actor, unsigned number, int rounds) {
        static const uint16_t ways[4] = {270, 90, 180, 0};
        const uint16_t facing = actor.facing;
        actor.limbs.v0Rounds = int8_t(rounds);
        actor.facing = ways[number % 4];
        if (actor.room == int(_room)) start(actor, number / 4, 0xffff);
        if (number > 7) actor.facing = facing;
    }
    static unsigned way(unsigned facing) { return facing == 270 ? 0 : facing == 90 ? 1 : facing == 180 ? 2 : 3; }
    void stand(Actor &actor, unsigned facing) { command(actor, 4 + way(facing), -1); }

    // Version 0: shows an actor (V44).
    void appearV0(Actor &actor) {
        stand(actor, actor.facing);
        _costumes.reset(actor);
        actor.limbs.v0Rounds = 1;
        stand(actor, actor.facing);
    }

    // Applies an operation for which the library has no separate function.
    void apply(const char *name, std::initializer_list<int64_t> operands) {
        must(wardrobe_stage_apply(_stage, name, operands.begin(), operands.size(), nullptr, 0, nullptr, nullptr, &error));
    }

    void enter(unsigned id, int costumes) {
        Actor &actor = _actors[id];
        actor.number = uint16_t(id);
        actor.limbs.v0Command = actor.limbs.v0Next = 255;
        for (int limb = 0; limb < 16; limb++)
            actor.limbs.curpos[limb] = actor.limbs.start[limb] = actor.limbs.end[limb] = actor.limbs.frame[limb] = WARDROBE_NONE;
        WardrobeView view = {};
        view.size = sizeof view;
        must(wardrobe_stage_view(_stage, 0, &view, &error));
        _room = view.room;
        actor.top = int(get(id, WARDROBE_ACTOR_FIELD_TOP)), actor.bottom = int(get(id, WARDROBE_ACTOR_FIELD_BOTTOM));
        if (id > 1) must(wardrobe_actor_set_ignore_boxes(_stage, uint16_t(id), 1, &error));
        for (uint16_t slot = 0; slot < 32; slot++) {
            actor.sounds[slot] = uint16_t(100 * id + slot);
            apply("set_sound", {id, slot, actor.sounds[slot]});
        }
        observe(id);
        dress(actor, uint16_t(1 + (id - 1) % costumes));
        const bool old = _game.version <= 2;
        const int x = int(id) * 60 + 20, y = 90 + 8 * int(id);
        put(actor, old ? x / 8 : x, old ? y / 2 : y);
    }

    // T21, T22.
    void dress(Actor &actor, uint16_t costume) {
        _full |= _game.he != 0; // the remains of aux frames (A98)
        const bool visible = actor.visible;
        if (_game.version == 0 && visible) stand(actor, actor.facing); // the actor is hidden (T21)
        must(wardrobe_actor_set_costume(_stage, actor.number, costume, &error));
        actor.costume = costume;
        if (_game.version == 0) {
            if (visible) appearV0(actor);
            return observe(actor.number);
        }
        actor.needsInit = true;
        _costumes.reset(actor);
        if (_akos) std::memset(actor.vars, 0, sizeof actor.vars);
        for (int i = 0; i < (_akos ? 256 : 32); i++) {
            const bool old = _game.version == 2 || (_game.version == 3 && !_game.old256);
            if (_game.version > 1) actor.palette[i] = !old ? 255 : uint16_t(i < 16 ? i : actor.palette[i]);
        }
        if (_game.render && !std::strcmp(_game.render, "cga") && (_game.version == 3 || _game.version == 4))
            actor.palette[6] = 5, actor.palette[7] = 15; // T21a
        if (((_game.he >= 71 && _game.he <= 95) || _game.he >= 98) && _talking == actor.number) _talking = 0;
        if (visible) appear(actor);
        observe(actor.number);
    }

    // T24.
    void appear(Actor &actor) {
        if (_game.version == 0) return appearV0(actor);
        if (_game.version <= 2) {
            _costumes.reset(actor);
            begin(actor, unsigned(actor.standFrame));
            begin(actor, unsigned(actor.initFrame));
            begin(actor, unsigned(actor.talkStopFrame));
        } else if (actor.needsInit) {
            begin(actor, unsigned(actor.initFrame));
        }
        // An AKOS actor with a new costume starts its init frame when it is shown (T22).
        actor.needsInit = _akos && actor.visible;
    }

    void put(Actor &actor, int x, int y) {
        const bool appears = !actor.visible;
        must(wardrobe_actor_put(_stage, actor.number, x, y, int(_room), &error));
        actor.room = int(_room);
        if (appears) {
            appear(actor);
        } else if (_game.version == 0) {
            stand(actor, actor.facing);
        }
        if (_game.version == 0) stand(actor, 180); // V45
        observe(actor.number);
    }

    // T30, T31.
    void begin(Actor &actor, unsigned frame) {
        actor.needBgReset |= _game.he >= 62;
        if (!_byPixels && actor.room != int(_room)) return;
        actor.progress = 0;
        if (_game.version < 7) actor.limbs.animCounter = 0;
        if (frame == unsigned(actor.initFrame) && _game.version > 2) _costumes.reset(actor);
        start(actor, frame, 0xffff);
        actor.stageFrame = frame & 0xff;
        actor.needRedraw = true;
    }

    // From HE62 on the background of every actor that is drawn again is restored (D10).
    void redraw(Actor &actor) { actor.needRedraw = true, actor.needBgReset |= _game.he >= 62; }

    // T40: the limbs restart in the new direction.
    void redirect(Actor &actor) {
        static const unsigned ways[4] = {3, 1, 2, 0}; // north, east, south, west
        for (int limb = 0; limb < 16; limb++) {
            const unsigned frame = actor.limbs.frame[limb];
            if (frame == WARDROBE_NONE) continue;
            if (_akos) {
                start(actor, frame, 0x8000u >> limb);
                continue;
            }
            const bool old = _game.version <= 2;
            if ((frame & 3) == ways[actor.facing / 90] && !(old && frame >> 2 != actor.stageFrame)) continue;
            if (old) actor.stageFrame = frame >> 2;
            start(actor, frame >> 2, old ? 0xffff : 0x8000u >> limb);
        }
    }

    // Copies the position of an actor and its redraw requests from the stage. Walking is not tested
    // here.
    void observe(unsigned id) {
        Actor &actor = _actors[id];
        const uint16_t facing = uint16_t(get(id, WARDROBE_ACTOR_FIELD_FACING));
        const bool turned = actor.facing != facing;
        const bool old = _game.version <= 2;
        actor.facing = facing;
        actor.x = int(get(id, WARDROBE_ACTOR_FIELD_X)), actor.y = int(get(id, WARDROBE_ACTOR_FIELD_Y));
        actor.elevation = int(get(id, WARDROBE_ACTOR_FIELD_ELEVATION));
        actor.room = int(get(id, WARDROBE_ACTOR_FIELD_ROOM)), actor.layer = int(get(id, WARDROBE_ACTOR_FIELD_LAYER));
        actor.offsetX = int(get(id, WARDROBE_ACTOR_FIELD_OFFSET_X)), actor.offsetY = int(get(id, WARDROBE_ACTOR_FIELD_OFFSET_Y));
        actor.shadowMode = uint16_t(get(id, WARDROBE_ACTOR_FIELD_SHADOW_MODE));
        actor.forceClip = int(get(id, WARDROBE_ACTOR_FIELD_FORCE_CLIP));
        actor.visible = get(id, WARDROBE_ACTOR_FIELD_VISIBLE) != 0;
        actor.initFrame = int(get(id, WARDROBE_ACTOR_FIELD_INIT_FRAME));
        actor.standFrame = int(get(id, WARDROBE_ACTOR_FIELD_STAND_FRAME));
        actor.talkStopFrame = int(get(id, WARDROBE_ACTOR_FIELD_TALK_STOP_FRAME));
        if (frameNumber == 0) actor.conditions = uint32_t(get(id, WARDROBE_ACTOR_FIELD_CONDITION_MASK));
        actor.blends = get(id, WARDROBE_ACTOR_FIELD_XMAP) != 0, actor.slot = uint8_t(get(id, WARDROBE_ACTOR_FIELD_PALETTE_SLOT));
        actor.talks = get(id, WARDROBE_ACTOR_FIELD_TALKING) != 0;
        const long long box = get(id, WARDROBE_ACTOR_FIELD_WALKBOX);
        uint8_t neverClips = 0;
        must(wardrobe_actor_is_in_class(_stage, uint16_t(id), 20, &neverClips, &error));
        actor.boxMask = neverClips && !_byPixels ? 0 : box == 255 ? _game.version <= 3 : box + 1 > 2 ? 0 : int(box) + 1;
        if (_game.version == 0 && actor.boxMask) actor.boxMask = 1; // V38
        if (!actor.costume) return;
        if (_game.version == 0) return observeV0(actor);
        if (turned && (old || _byPixels || actor.room == int(_room))) redirect(actor);
        const unsigned frame = unsigned(get(id, WARDROBE_ACTOR_FIELD_FRAME));
        if (frame != actor.stageFrame) begin(actor, frame);
        actor.needRedraw = get(id, WARDROBE_ACTOR_FIELD_NEED_REDRAW) != 0;
        actor.needBgReset = get(id, WARDROBE_ACTOR_FIELD_NEED_BG_RESET) != 0;
        if (!old) return;
        actor.x = 8 * actor.x + leftColumns(facing);
        actor.y *= 2, actor.elevation *= 2;
    }

    // G4: the columns that are added to the position. The Nintendo has a case of its own.
    int leftColumns(unsigned facing) const {
        if (_sprites) return facing == 90 ? -8 : 0;
        if (facing == 270) return 16;
        return _game.version == 2 ? 8 : 0;
    }

    void observeV0(Actor &actor) {
        actor.needRedraw = get(actor.number, WARDROBE_ACTOR_FIELD_NEED_REDRAW) != 0;
        actor.needBgReset = get(actor.number, WARDROBE_ACTOR_FIELD_NEED_BG_RESET) != 0;
        actor.x = 8 * actor.x + 12; // V37
        actor.y *= 2, actor.elevation *= 2;
    }

    // Scrolls the view a little in each frame.
    void scroll() {
        _scrollFrames--;
        _camera += _scrollStep;
        must(wardrobe_stage_place_camera(_stage, _camera, 0, &error));
        _full = true;
    }

    int far() { return int(chance(65536)) - 32768; }

    // Performs a random operation of scripts.
    void act() {
        const unsigned id = 2 + chance(ACTORS - 1);
        Actor &actor = _actors[id];
        const uint16_t n = uint16_t(id);
        const bool old = _game.version <= 2;
        switch (chance(27)) {
        case 0: case 1: case 2: {
            if (_game.version == 0) {
                const unsigned number = chance(20);
                const int rounds = int(chance(4)) - 1;
                apply("animate", {n, number, uint8_t(rounds)});
                command(actor, number, rounds);
                break;
            }
            const uint16_t frame = uint16_t(_frames[chance(unsigned(_frames.size()))]);
            must(wardrobe_actor_start_anim(_stage, n, frame, &error));
            begin(actor, frame);
            break;
        }
        case 3: {
            const unsigned facing = _byPixels ? 45 * chance(8) : 90 * chance(4);
            must(wardrobe_actor_set_direction(_stage, n, int(facing), &error));
            if (_game.version == 0) stand(actor, facing);
            break;
        }
        case 4: {
            const int x = int(chance(_roomWidth + 60)) - 30, y = 40 + int(chance(120));
            if (chance(8) == 0) put(actor, far(), far());
            else put(actor, old ? x / 8 : x, old ? y / 2 : y);
            break;
        }
        case 5:
            if (_game.version > 3) must(wardrobe_actor_set_scale(_stage, n, int(1 + chance(255)), int(1 + chance(255)), &error));
            break;
        case 6: {
            if (_game.version == 0) break;
            const uint16_t slot = uint16_t(chance(_game.version < 4 ? 16 : 32)), colour = uint16_t(chance(16));
            must(wardrobe_actor_set_colour(_stage, n, slot, uint8_t(colour), &error));
            actor.palette[slot] = colour;
            break;
        }
        case 7: {
            static const int before[] = {0, 0x20, 1}, after[] = {0, 1, 5};
            // From HE71 on there is no table: a fault for colours that are seen.
            if (_game.he ? _game.he < 71 : _shadow.empty()) break;
            must(wardrobe_actor_set(_stage, n, WARDROBE_ACTOR_FIELD_SHADOW_MODE, (_byPixels ? after : before)[chance(3)], &error));
            must(wardrobe_actor_set(_stage, n, WARDROBE_ACTOR_FIELD_NEED_REDRAW, 1, &error));
            break;
        }
        case 8: must(wardrobe_actor_set_elevation(_stage, n, chance(8) ? int(chance(30)) - 10 : far(), &error)); break;
        case 9:
            if (_game.version == 0) break;
            actor.speed = uint8_t(chance(4)), actor.progress = 0;
            must(wardrobe_actor_set_anim_speed(_stage, n, actor.speed, &error));
            break;
        case 10: apply("set_force_clip", {n, chance(4)}); break;
        case 11: {
            if (_shadow.empty()) break;
            const uint16_t index = uint16_t(chance(unsigned(_shadow.size()))), value = uint16_t(chance(256));
            must(wardrobe_stage_set_entry(_stage, WARDROBE_STAGE_ENTRY_SHADOW, index, value, &error));
            _shadow[index] = uint8_t(value);
            break;
        }
        case 12:
            _camera = int(chance(_roomWidth));
            must(wardrobe_stage_place_camera(_stage, _camera, 0, &error));
            _full = true;
            break;
        case 13: dress(actor, uint16_t(1 + chance(unsigned(_blocks.size())))); break;
        case 14:
            if (actor.visible) {
                if (_game.version == 0) stand(actor, actor.facing);
                must(wardrobe_actor_hide(_stage, n, &error));
                actor.limbs.soundCounter = 0;
            } else {
                must(wardrobe_actor_show(_stage, n, &error));
                appear(actor); // in any room (T24)
            }
            break;
        case 15:
            if (_game.version > 5 || _game.version == 0) break;
            // The Nintendo draws rooms and actors dark by the same bit (R13, Q48).
            _dark = chance(2) == 0, _full = true;
            must(wardrobe_stage_set_entry(_stage, WARDROBE_STAGE_ENTRY_LIGHTS, 0, !_dark ? 11 : _sprites ? 0 : 3, &error));
            break;
        case 16: must(wardrobe_actor_set(_stage, n, WARDROBE_ACTOR_FIELD_LAYER, int(chance(4)) - 1, &error)); break;
        case 17: {
            const int left = int(chance(200)), top = int(chance(100));
            const uint32_t sides[4] = {WARDROBE_ACTOR_FIELD_CLIP_LEFT, WARDROBE_ACTOR_FIELD_CLIP_TOP, WARDROBE_ACTOR_FIELD_CLIP_RIGHT,
                                       WARDROBE_ACTOR_FIELD_CLIP_BOTTOM};
            const int whole[4] = {0, 0, 640, 480}, part[4] = {left, top, left + int(chance(400)), top + int(chance(100))};
            const bool all = chance(2) == 0;
            for (int i = 0; i < 4 && _game.he; i++) must(wardrobe_actor_set(_stage, n, sides[i], (all ? whole : part)[i], &error));
            break;
        }
        case 18: {
            if (!_akos) break;
            const unsigned var = chance(27);
            actor.vars[var] = int16_t(int(chance(9)) - 2);
            must(wardrobe_actor_set_anim_var(_stage, n, var, actor.vars[var], &error));
            break;
        }
        case 19: {
            if (_game.version == 0) break;
            const unsigned limb = chance(4), times = chance(4);
            const WardrobeWorld world = {sizeof world, this, worldRandom, worldSounds};
            must(wardrobe_actor_limb_anim(_stage, n, limb, times, &world, &error));
            if (!times || ++actor.progress < actor.speed) break; // T51
            actor.progress = 0;
            need(actor.costume);
            const WardrobeHost host = hostOf(actor);
            _costumes.advanceLimb(actor, limb, times, &host);
            break;
        }
        case 20: {
            if (!_game.he) break;
            const bool on = chance(2) == 0;
            const unsigned kind = chance(3), number = 1 + chance(kind == 2 ? 10 : 16);
            const char *const names[] = {"set_condition", "set_user_condition", "set_talk_condition"};
            apply(names[kind], {n, number, on});
            if (kind == 2) actor.asked |= on;
            _costumes.setCondition(actor, WardrobeCondition(kind), number, on);
            break;
        }
        case 21:
            _talking = chance(2) ? 0 : _game.he ? id : 255;
            must(wardrobe_stage_set_entry(_stage, WARDROBE_STAGE_ENTRY_TALKING_ACTOR, 0, uint16_t(_talking), &error));
            must(wardrobe_actor_set(_stage, n, WARDROBE_ACTOR_FIELD_TALKING, chance(2), &error));
            break;
        case 22:
            // Every second time the actor stands at a side of the view, where pictures are cut.
            if (chance(2) && !old) put(actor, int(_screen.xstart + (chance(2) ? _screen.width : 0) + chance(20)) - 10, 60 + int(chance(60)));
            ask(actor);
            break;
        case 23:
            if (_game.version < 7) must(wardrobe_actor_set_class(_stage, n, 20, chance(2) == 0, &error));
            else must(wardrobe_stage_set(_stage, WARDROBE_STAGE_FIELD_OWN_SCALE_TABLE, _ownScales = chance(2), &error));
            if (_game.he >= 90) must(wardrobe_actor_set(_stage, n, WARDROBE_ACTOR_FIELD_XMAP, chance(2), &error));
            if (_game.he >= 99) must(wardrobe_actor_set(_stage, n, WARDROBE_ACTOR_FIELD_PALETTE_SLOT, chance(3), &error));
            break;
        case 24: evict(uint16_t(1 + chance(unsigned(_blocks.size())))); break;
        case 25:
            _scrollStep = int(_byPixels ? 1 + chance(11) : 8) * (chance(2) ? 1 : -1);
            _scrollFrames = 12;
            break;
        default:
            // Only the walks of sound costumes can be observed.
            if (_game.version == 0 || _isDamaged || get(1, WARDROBE_ACTOR_FIELD_MOVING)) break;
            const int x = int(chance(_roomWidth)), y = 60 + int(chance(80));
            must(wardrobe_actor_walk(_stage, 1, old ? x / 8 : x, old ? y / 2 : y, -1, &error));
        }
        observe(id), observe(1);
    }

    // The hit test (D11), which begins in the same way as a drawing. The stage that answers is a
    // copy, because a test marks cut pictures as a drawing does. The last test is one of the stage
    // itself.
    void ask(Actor &actor) {
        need(actor.costume);
        if (!_akos) return drawForHit(actor);
        WardrobeStage *copy = nullptr;
        must(wardrobe_stage_clone(_stage, &copy, &error));
        const Actor before = actor;
        WardrobeView view = {};
        view.size = sizeof view;
        must(wardrobe_stage_view(copy, 0, &view, &error));
        _screen.xstart = view.view_start;
        if (_game.he >= 80) chooseMouth(actor, false);
        const WardrobeLook look = lookOf(actor);
        for (int point = 0; point < 50; point++) {
            const int x = actor.x - int(_screen.xstart / 8 * 8) + int(chance(30)) - 15;
            const int y = actor.y - actor.elevation + int(chance(40)) - 40;
            uint8_t theirs = 0;
            bool cut = false;
            wardrobe_actor_hit(copy, actor.number, x, y, &theirs, nullptr);
            same(_costumes.hit(actor, look, _screen, x, y, cut), theirs, "hit", actor.number);
            _hits += theirs;
            _cutHits += cut;
        }
        actor = before;
        wardrobe_stage_free(copy);
        hitOnce(actor);
    }
    void hitOnce(Actor &actor) {
        const int x = actor.x - int(_screen.xstart / 8 * 8) + int(chance(30)) - 15, y = actor.y - actor.elevation - int(chance(40));
        uint8_t theirs = 0;
        bool cut = false;
        if (_game.he >= 80) chooseMouth(actor, false);
        const WardrobeLook look = lookOf(actor);
        for (int16_t (&lines)[2] : actor.lines) lines[0] = 0x7fff, lines[1] = 0;
        wardrobe_actor_hit(_stage, actor.number, x, y, &theirs, nullptr);
        same(_costumes.hit(actor, look, _screen, x, y, cut), theirs, "hit", actor.number);
        if (cut && _game.he) redraw(actor);
        same(actor.needRedraw, get(actor.number, WARDROBE_ACTOR_FIELD_NEED_REDRAW), "redraw after a hit test", actor.number);
        same(actor.needBgReset, get(actor.number, WARDROBE_ACTOR_FIELD_NEED_BG_RESET), "background after a hit test", actor.number);
    }

    // On COST the reference draws instead of testing, keeps the top and bottom, and answers 0.
    void drawForHit(Actor &actor) {
        uint8_t theirs = 0;
        const int top = actor.top, bottom = actor.bottom;
        const bool needed = actor.needRedraw;
        WardrobeView view = {};
        view.size = sizeof view;
        must(wardrobe_stage_view(_stage, 0, &view, &error));
        _screen.xstart = view.view_start;
        must(wardrobe_actor_hit(_stage, actor.number, 100, 80, &theirs, &error));
        same(0, theirs, "hit", actor.number);
        drawOnce(actor);
        actor.top = top, actor.bottom = bottom;
        actor.needRedraw |= needed;
    }

    void drawOnce(Actor &actor) {
        const int unforced = _byPixels ? 100 : 0;
        int plane = actor.forceClip != unforced ? actor.forceClip : actor.boxMask;
        if (plane >= int(_planes)) plane = int(_planes) - 1; // M4, M5
        const WardrobeLook look = lookOf(actor);
        need(actor.costume);
        if (!_costumes.draw(actor, look, _screen, plane, [&](unsigned strip) { actor.strips.set(strip); }, &error)) must(error.code);
    }

    void drawBackground() {
        const bool isBlack = _sprites && _dark;
        _screen.stamp++;
        for (uint32_t strip = _screen.xstart / 8; strip < _screen.xstart / 8 + _strips && strip < _roomWidth / 8; strip++)
            for (uint32_t y = 0; y < _screen.height; y++) {
                for (uint32_t x = 8 * strip; x < 8 * strip + 8; x++)
                    _front[y * _screen.pitch + x] = _back[y * _screen.pitch + x] = isBlack ? uint8_t(NES_BLACK) : background(x, y);
                const size_t place = y * _screen.planePitch + strip;
                for (unsigned plane = 1; plane < _planes && place < _screen.planeSize; plane++)
                    _memory[plane][place] = _rows[plane][y * _roomWidth / 8 + strip];
            }
    }

    // The second half of a frame: D2 to D5.
    void draw() {
        WardrobeView view = {};
        view.size = sizeof view;
        must(wardrobe_stage_view(_stage, 0, &view, &error));
        Strips visible;
        _screen.xstart = view.view_start;
        for (uint32_t strip = 0; strip < _strips; strip++) visible.set(_screen.xstart / 8 + strip);
        if (_full) drawBackground(), _dirty |= visible;
        if (_game.he >= 70) spread(visible);
        else mark(visible, _full || _game.version == 8);
        restore(visible);
        unsigned order[ACTORS];
        int present = 0;
        for (unsigned id = 1; id <= ACTORS; id++)
            if (_actors[id].room == int(_room) && !(_game.version == 8 && _actors[id].layer < 0)) order[present++] = id;
        for (int j = 0; j < present; j++)
            for (int i = 0; i < present; i++)
                if (isBehind(_actors[order[j]], _actors[order[i]])) std::swap(order[i], order[j]);
        for (int i = 0; i < present; i++) {
            process(_actors[order[i]]);
            if (_game.he >= 62) mark(visible, false); // D2a
        }
        _full = false;
        workOff();
        for (Actor &actor : _actors) // D7
            if (_game.version == 8 && actor.room == int(_room) && actor.layer < 0) process(actor);
        if (_game.version <= 5) playCounted();
    }

    // D6, by the positions of the actors when the frame was drawn.
    bool isBehind(const Actor &one, const Actor &other) const {
        if (_game.he >= 90) return one.layer != other.layer ? one.layer < other.layer : one.y < other.y;
        if (_game.game && !std::strcmp(_game.game, "samnmax"))
            return one.y != other.y ? one.y < other.y : one.number < other.number;
        return int16_t(one.y) - 2000 * one.layer < int16_t(other.y) - 2000 * other.layer; // G4
    }

    // D2, D2a: actors that share a strip with another actor or with another drawing.
    void mark(const Strips &visible, bool all) {
        Strips owned, shared = _dirty;
        for (Actor &actor : _actors) shared |= owned & actor.strips, owned |= actor.strips;
        shared &= visible;
        for (Actor &actor : _actors) actor.needRedraw |= all || (actor.strips & shared).any();
    }

    // D2b: from HE70 on marks spread over drawings that overlap.
    void spread(const Strips &visible) {
        for (Actor &actor : _actors)
            if ((actor.strips & _dirty & visible).any() || (_game.he >= 90 && actor.costume && actor.blends)) actor.needRedraw = actor.needBgReset = true;
        for (bool again = true; again;) {
            again = false;
            for (Actor &one : _actors)
                for (Actor &other : _actors)
                    if (&one != &other && !(one.needRedraw && one.needBgReset) && overlap(one, other, visible) &&
                        (one.needRedraw || one.needBgReset || other.needRedraw || other.needBgReset))
                        again = one.needRedraw = one.needBgReset = true;
        }
    }
    bool overlap(const Actor &one, const Actor &other, const Strips &visible) const {
        const Strips both = one.strips & other.strips & visible;
        for (size_t strip = 0; strip < both.size() && _game.he >= 71; strip++) {
            if (!both[strip]) continue;
            const int16_t *ones = one.lines[strip - _screen.xstart / 8], *others = other.lines[strip - _screen.xstart / 8];
            if (others[1] >= ones[0] && others[0] >= ones[1]) return true;
        }
        return false;
    }

    // D4, and D4a for HE70 and later.
    void restore(const Strips &visible) {
        bool any = false;
        for (Actor &actor : _actors) any |= actor.needBgReset;
        if (_game.he >= 95 && !any) return;
        _dirty &= ~visible;
        for (Actor &actor : _actors) {
            if (actor.needBgReset || (_game.he < 70 && actor.top != NO_TOP && actor.needRedraw)) restore(actor, visible);
            actor.needBgReset = false;
        }
    }
    void restore(Actor &actor, const Strips &visible) {
        for (uint32_t strip = 0; strip < visible.size(); strip++) {
            if (!visible[strip] || !actor.strips[strip]) continue;
            actor.strips.reset(strip);
            int first = actor.top, end = actor.bottom;
            if (_game.he >= 71) {
                const int16_t *lines = actor.lines[strip - _screen.xstart / 8];
                first = lines[0], end = lines[1] - lines[0] < (_game.he < 99) ? 0 : lines[1] + 1;
            }
            end = end < int(_screen.height) ? end : int(_screen.height);
            for (int y = first > 0 ? first : 0; y < end; y++)
                std::memcpy(&_front[size_t(y) * _screen.pitch + 8 * strip], &_back[size_t(y) * _screen.pitch + 8 * strip], 8);
        }
    }

    void process(Actor &actor) {
        need(actor.costume);
        if (_game.version == 0) { // V42, V60: the head moves and the limbs advance before the drawing
            command(actor, 16 + way(actor.facing), -1);
            if (_costumes.advance(actor, nullptr)) redraw(actor);
        }
        if (actor.needRedraw) {
            if (_game.he >= 80) chooseMouth(actor, true);
            drawOnce(actor);
            if (!_costumes.fault().empty()) _faults.push_back(_costumes.fault());
            _drawings++;
            _cut += actor.needRedraw;
            if (actor.needRedraw) redraw(actor);
        }
        if (_game.version == 0 || ++actor.progress < actor.speed) return; // T50
        actor.progress = 0;
        const WardrobeHost host = hostOf(actor);
        if (_costumes.advance(actor, &host)) redraw(actor);
    }

    // T84: from HE80 on a drawing moves the mouth of the talking actor. The hit test only closes
    // the mouths of other actors.
    void chooseMouth(Actor &actor, bool draws) {
        const bool due = !actor.asked && actor.progress == 0, talks = _talking == actor.number;
        actor.asked = false;
        if (!due || (talks && !draws)) return;
        _costumes.setCondition(actor, WARDROBE_CONDITION_TALK, talks ? unsigned(hostRandom(this, 1, 10)) : 1, true);
    }

    WardrobeLook lookOf(Actor &actor) {
        // T62: the box has given the scale.
        actor.scaleX = uint8_t(get(actor.number, WARDROBE_ACTOR_FIELD_SCALE_X));
        actor.scaleY = uint8_t(get(actor.number, WARDROBE_ACTOR_FIELD_SCALE_Y));
        WardrobeLook look = _costumes.look(actor, _screen);
        look.x += actor.offsetX, look.y += actor.offsetY;
        look.dark = _dark;
        look.shadow = tableOf(_shadow), look.room_palette = tableOf(_roomPalette), look.remp = tableOf(_remp);
        look.palette_slots = tableOf(_slots), look.palette_slot = actor.slot;
        if (actor.blends) look.xmap = tableOf(_xmap);
        if (_ownScales) look.scale_table = tableOf(_scales);
        if (_game.he) {
            static const uint32_t sides[4] = {WARDROBE_ACTOR_FIELD_CLIP_LEFT, WARDROBE_ACTOR_FIELD_CLIP_TOP,
                                              WARDROBE_ACTOR_FIELD_CLIP_RIGHT, WARDROBE_ACTOR_FIELD_CLIP_BOTTOM};
            for (int side = 0; side < 4; side++) look.clip[side] = int32_t(get(actor.number, sides[side]));
            look.has_clip = look.clip[2] > look.clip[0] && look.clip[3] > look.clip[1];
        }
        return look;
    }
    static WardrobeTable tableOf(const std::vector<uint8_t> &bytes) { return WardrobeTable{bytes.data(), bytes.size()}; }

    WardrobeHost hostOf(const Actor &actor) {
        WardrobeHost host = {};
        host.size = sizeof host;
        host.actor = _now = actor.number;
        host.user = this;
        host.random = hostRandom;
        host.sound = [](void *user, size_t slot) { return me(user)->_actors[me(user)->_now].sounds[slot]; };
        host.sound_running = worldSounds;
        host.any_actor_talks = [](void *user) { return uint8_t(me(user)->_talking != 0); };
        host.talkie_running = [](void *user) { return uint8_t(me(user)->_actors[me(user)->_now].talks); };
        host.set_actor_var = [](void *user, uint16_t other, uint8_t var, int16_t value) -> uint8_t {
            if (other < 1 || other > ACTORS) return 1;
            me(user)->_actors[other].vars[var] = value;
            return 1;
        };
        host.play_sound = [](void *user, uint8_t slot) {
            Engine *engine = me(user);
            engine->_said.push_back(engine->_actors[engine->_now].sounds[slot]);
        };
        host.fault = [](void *user, uint8_t, const char *text) { me(user)->_faults.push_back(text); };
        host.queue = [](void *user, uint16_t who, uint8_t command, int32_t p1, int32_t p2) {
            if (me(user)->_queue.size() < 31) me(user)->_queue.push_back(Queued{who, command, int16_t(p1), int16_t(p2)});
        };
        return host;
    }

    // A33: last in, first out, after all actors.
    void workOff() {
        for (; !_queue.empty(); _queue.pop_back()) {
            const Queued &entry = _queue.back();
            _done.push_back(entry);
            _commands++;
            if (entry.actor > ACTORS) continue;
            Actor &actor = _actors[entry.actor];
            if (entry.command == 1) {
                if (_game.he && actor.visible && _talking == entry.actor) _talking = 0; // T25, T82
                actor.room = 0, actor.visible = false;
            }
            if (entry.command == 4) begin(actor, unsigned(entry.p1));
            if (entry.command == 5) actor.forceClip = uint8_t(entry.p1);
            if (entry.command == 6) actor.offsetX = entry.p1, actor.offsetY = entry.p2;
            actor.moved |= entry.command == 1;
            // The remains of aux frames and of actors that leave (A98) are drawn over.
            _hasAux |= entry.command == 7 && _game.he;
            _full |= _game.he && (entry.command == 7 || entry.command == 1);
        }
    }

    // C26: one sound of an actor in each frame.
    void playCounted() {
        unsigned id = 1;
        while (id <= ACTORS && !(_actors[id].limbs.soundCounter && _actors[id].room == int(_room))) id++;
        if (id > ACTORS) return;
        _said.push_back(_actors[id].sounds[0]);
        for (Actor &actor : _actors) actor.limbs.soundCounter = 0;
    }

    void compare() {
        WardrobeView view = {};
        view.size = sizeof view;
        must(wardrobe_stage_view(_stage, 0, &view, &error));
        size_t sound = 0, command = 0, fault = 0;
        WardrobeEvent event = {};
        event.size = sizeof event;
        for (;;) {
            must(wardrobe_stage_event(_stage, &event, &error));
            if (event.kind == WARDROBE_EVENT_KIND_NONE) break;
            if (event.kind == WARDROBE_EVENT_KIND_AKOS_COMMAND) {
                same(command < _done.size() ? _done[command].command : -1, event.command, "command", event.actor, event.p1);
                same(_done[command].p1, event.p1, "its first operand", event.actor);
                command++;
            } else if (event.kind == WARDROBE_EVENT_KIND_SOUND && !_akos) {
                same(sound < _said.size() ? _said[sound] : -1, event.id, "sound", event.actor);
                sound++;
            } else if (event.kind == WARDROBE_EVENT_KIND_FAULT) {
                if (!std::strncmp(event.text, "no aux frame", 12)) continue; // a part of the engine (A98)
                same(fault < _faults.size() && _faults[fault] == event.text, true, event.text, event.actor);
                fault++;
            }
        }
        same((long long)_faults.size(), (long long)fault, "faults", 0);
        same((long long)_said.size(), (long long)sound, "sounds", 0);
        same((long long)_done.size(), (long long)command, "commands", 0);
        _sounds += unsigned(sound);
        _faultCount += unsigned(fault);
        _done.clear(), _said.clear(), _faults.clear();
        const bool hasAux = _hasAux; // aux frames are a part of the engine (A98)
        _hasAux = false;
        for (unsigned id = 1; id <= ACTORS; id++) compareActor(id);
        for (uint32_t y = 0; y < view.height && !hasAux; y++)
            for (uint32_t x = 0; x < view.width; x++) {
                const uint8_t ours = _front[y * _screen.pitch + _screen.xstart + x];
                if (ours != view.pixels[y * view.pitch + x]) same(ours, view.pixels[y * view.pitch + x], "pixel", x, int(y));
                _pixels += ours != background(_screen.xstart + x, y);
            }
    }

    void compareActor(unsigned id) {
        Actor &actor = _actors[id];
        WardrobeLimbStates states = {};
        uint8_t strips[WARDROBE_STRIP_BYTES];
        states.size = sizeof states;
        must(wardrobe_actor_limbs(_stage, uint16_t(id), &states, &error));
        must(wardrobe_actor_strips(_stage, uint16_t(id), &strips, &error));
        const bool isV0 = _game.version == 0;
        same(states.is_v0, isV0, "a state of version 0", id);
        for (int i = 0; i < (isV0 ? 8 : 16); i++) {
            same(actor.limbs.active[i], states.limbs[i].mode, "mode of limb", id, i);
            same(actor.limbs.curpos[i], states.limbs[i].curpos, "curpos of limb", id, i);
            same(actor.limbs.start[i], states.limbs[i].start, "start of limb", id, i);
            if (!isV0) same(actor.limbs.end[i], states.limbs[i].end, "end of limb", id, i);
            same(actor.limbs.frame[i], states.limbs[i].frame, "frame of limb", id, i);
            if (!isV0) continue;
            same(actor.limbs.v0Flip[i], states.limbs[i].flip, "flip of limb", id, i);
            same(actor.limbs.v0Repeat[i], states.limbs[i].repeat, "repeat of limb", id, i);
            same(actor.limbs.v0NewRepeat[i], states.limbs[i].new_repeat, "new repeat of limb", id, i);
        }
        if (isV0) {
            same(actor.limbs.v0Command, states.v0_command, "command", id);
            same(actor.limbs.v0Next, states.v0_next, "next command", id);
            same(actor.limbs.v0Rounds, states.v0_rounds, "rounds", id);
        }
        for (int i = 0; i < 27; i++) same(actor.vars[i], states.vars[i], "variable", id, i);
        same(actor.limbs.stopped, states.stopped, "stopped limbs", id);
        same(actor.limbs.animCounter, states.anim_counter, "counter of animations", id);
        same(actor.limbs.soundCounter, states.sound_counter, "counter of sounds", id);
        same(actor.flip, states.flip, "flip", id);
        same(actor.conditions, states.condition_mask, "conditions", id);
        same(actor.top, get(id, WARDROBE_ACTOR_FIELD_TOP), "top", id);
        same(actor.bottom, get(id, WARDROBE_ACTOR_FIELD_BOTTOM), "bottom", id);
        for (int i = 0; i < 8 * WARDROBE_STRIP_BYTES; i++) same(actor.strips[i], strips[i / 8] >> i % 8 & 1, "strip", id, i);
        if (!actor.moved) same(actor.needRedraw, get(id, WARDROBE_ACTOR_FIELD_NEED_REDRAW), "redraw", id);
        if (!actor.moved) same(actor.needBgReset, get(id, WARDROBE_ACTOR_FIELD_NEED_BG_RESET), "background", id);
        actor.moved = false;
    }

    static Engine *me(void *user) { return static_cast<Engine *>(user); }
    static int32_t worldRandom(void *user, int32_t min, int32_t max) { return wardrobe_random(&me(user)->_theirChance, min, max); }
    // While an animation advances, another costume may be thrown out and loaded.
    static int32_t hostRandom(void *user, int32_t min, int32_t max) {
        Engine *engine = me(user);
        const uint16_t other = uint16_t(engine->_actors[engine->_now].costume % engine->_blocks.size() + 1);
        if (other != engine->_actors[engine->_now].costume) engine->evict(other), engine->need(other);
        return wardrobe_random(&engine->_ourChance, min, max);
    }
    static uint8_t worldSounds(void *, uint16_t sound) { return sound % 2; }

    WardrobeDialectSetup _game;
    Costumes _costumes;
    const bool _isDamaged;
    WardrobeDialect *_dialect = nullptr;
    WardrobeSprites *_sprites = nullptr;
    WardrobeStage *_stage = nullptr;
    bool _akos = false, _byPixels = false, _full = true, _hasAux = false;
    bool _dark = false, _ownScales = false;
    unsigned _planes = 0, _room = 0, _now = 0, _talking = 0, _chance;
    uint32_t _strips = 0, _roomWidth = 0, _planeHeight = 0;
    int _camera = 0, _scrollStep = 0, _scrollFrames = 0;
    uint64_t _ourChance = 7, _theirChance = 7;
    Screen _screen = {};
    Strips _dirty;
    std::vector<uint8_t> _front, _back, _shadow, _roomPalette, _remp, _slots, _xmap, _scales, _rows[8], _memory[8];
    std::vector<std::vector<uint8_t>> _blocks;
    std::vector<uint16_t> _frames;
    std::vector<int> _said;
    std::vector<std::string> _faults;
    std::vector<Queued> _queue, _done;
    Actor _actors[ACTORS + 1] = {};
    unsigned _drawings = 0, _pixels = 0, _cut = 0, _commands = 0, _sounds = 0, _hits = 0, _faultCount = 0, _evictions = 0, _cutHits = 0;
};

} // namespace

int main(int argc, char **argv) {
    if (argc < 8) return 2;
    WardrobeDialectSetup game = {};
    game.size = sizeof game;
    game.version = uint8_t(std::atoi(argv[2]));
    game.he = uint8_t(std::atoi(argv[3]));
    bool isShort = false, damaged = false;
    const char *sprites = nullptr;
    for (char *detail = std::strtok(argv[4], ","); detail; detail = std::strtok(nullptr, ",")) {
        game.old256 |= !std::strcmp(detail, "old256");
        game.ega |= !std::strcmp(detail, "ega");
        isShort |= !std::strcmp(detail, "short");
        damaged |= !std::strcmp(detail, "damaged");
        if (!std::strncmp(detail, "platform=", 9)) game.platform = detail + 9;
        if (!std::strncmp(detail, "render=", 7)) game.render = detail + 7;
        if (!std::strncmp(detail, "sprites=", 8)) sprites = detail + 8;
        if (!std::strncmp(detail, "game=", 5)) game.game = detail + 5;
    }
    Engine engine(!std::strcmp(argv[1], "wide"), isShort, damaged, sprites, game, unsigned(std::atoi(argv[6])), argc - 7, argv + 7);
    engine.play(unsigned(std::atoi(argv[5])));
    return 0;
}

/* Wardrobe: the costumes and stages of SCUMM games. Made by cbindgen; do not edit.
 *
 * - Every call but the smallest returns a WardrobeCode: 0 is good. With the address of a WardrobeError it says why it failed; null will do.
 * - What a call fails at leaves its outputs as they were.
 * - A handle comes from a function that takes its address and is freed by the _free of its type, once; null is nothing to free.
 * - Handles of what never changes (dialect, costume, room, game, bytes) may be shared by threads. Of what changes (limbs, renderer,
 *   stage, talk) each may be used by one thread at a time; a second one, or a callback that comes back, gets WARDROBE_CODE_BUSY.
 * - A structure whose first field is `size` wants sizeof of itself there. It may grow.
 * - Memory that is passed is borrowed during the call, memory that is returned lives as long as it says. Texts are UTF-8.
 * - Callbacks get their `user` and must return: no exception, no longjmp.
 * - What cannot be noticed: a handle that was freed, of another type or made up; a length that is more than there is.
 */

#ifndef WARDROBE_H
#define WARDROBE_H

#include <stddef.h>
#include <stdint.h>

// Bytes of an error's text, its closing zero counted.
#define WARDROBE_TEXT 512

// Limbs of every costume; version 0 uses the first eight.
#define WARDROBE_LIMBS 16

// Animation variables of an actor.
#define WARDROBE_VARS 27

// "No such thing" in `curpos`, `start`, `end` and `frame`.
#define WARDROBE_NONE 65535

// Bytes of a set of strips: strip s is bit s % 8 of byte s / 8, strips 0 to 409.
#define WARDROBE_STRIP_BYTES 52

// Strips of the widest view, for the lines that a drawing reaches in each.
#define WARDROBE_VIEW_STRIPS 80

// What a call came to. All but `WARDROBE_CODE_OK` leave the outputs as they were.
typedef enum {
  // It is done.
  WARDROBE_CODE_OK = 0,
  // A pointer that has to be there is null.
  WARDROBE_CODE_NULL = 1,
  // The handle is in use: by another thread, or by the call whose callback came back.
  WARDROBE_CODE_BUSY = 2,
  // A size, a pitch or a length does not fit.
  WARDROBE_CODE_SIZE = 3,
  // A value that is impossible, or that contradicts another.
  WARDROBE_CODE_MISUSE = 4,
  // What was asked for is not there.
  WARDROBE_CODE_NOT_FOUND = 5,
  // The system could not read a file.
  WARDROBE_CODE_IO = 6,
  // The data is damaged, or of another kind.
  WARDROBE_CODE_MALFORMED = 7,
  // The data is sound, and of a kind that the library leaves out.
  WARDROBE_CODE_UNSUPPORTED = 8,
  // A limit of the library would be exceeded.
  WARDROBE_CODE_LIMIT = 9,
  // The original would have stopped here.
  WARDROBE_CODE_FAULT = 10,
  // The library failed; the handles of the call can only be freed.
  WARDROBE_CODE_PANIC = 11,
} WardrobeCode;

// How a plane hides pixels.
typedef enum {
  // Nothing is hidden.
  WARDROBE_MASK_NONE = 0,
  // A bit a pixel, the leftmost is bit 7; 1 hides. Lines begin with a byte.
  WARDROBE_MASK_BITS = 1,
  // A byte a pixel; other than 0 hides.
  WARDROBE_MASK_BYTES = 2,
} WardrobeMask;

// Humongous: which conditions `wardrobe_limbs_condition` sets.
typedef enum {
  // A condition 1 to 32.
  WARDROBE_CONDITION_ANY = 0,
  // A user condition 1 to 16.
  WARDROBE_CONDITION_USER = 1,
  // The talk condition 1 to 32, which ends any other.
  WARDROBE_CONDITION_TALK = 2,
} WardrobeCondition;

// A plain value of an actor. A store requests no redraw. It has no other effect, except that during a
// walk a new walk speed plans the leg again (T26).
typedef enum {
  // Column of the anchor in the room.
  WARDROBE_ACTOR_FIELD_X,
  // Row of the anchor in the room.
  WARDROBE_ACTOR_FIELD_Y,
  // Number of the actor's room, 0 for none.
  WARDROBE_ACTOR_FIELD_ROOM,
  // Number of the costume, 0 for none. `set_costume` changes it.
  WARDROBE_ACTOR_FIELD_COSTUME,
  // Facing of the actor, in degrees clockwise from north.
  WARDROBE_ACTOR_FIELD_FACING,
  // Facing at the end of the current turn (T41).
  WARDROBE_ACTOR_FIELD_TARGET_FACING,
  // Whether the actor is visible (T23, T24).
  WARDROBE_ACTOR_FIELD_VISIBLE,
  // Whether the next frame draws the actor (D10).
  WARDROBE_ACTOR_FIELD_NEED_REDRAW,
  // Whether the next frame restores the background behind the actor (D10).
  WARDROBE_ACTOR_FIELD_NEED_BG_RESET,
  // Whether the next show starts the init frame (T21, T24).
  WARDROBE_ACTOR_FIELD_COSTUME_NEEDS_INIT,
  // Height of the actor above the ground, in rows.
  WARDROBE_ACTOR_FIELD_ELEVATION,
  // Distance in pixels that the actor's speech keeps from the borders (T45).
  WARDROBE_ACTOR_FIELD_WIDTH,
  // Colour of the actor's speech.
  WARDROBE_ACTOR_FIELD_TALK_COLOUR,
  // Column of the actor's speech, relative to the anchor.
  WARDROBE_ACTOR_FIELD_TALK_X,
  // Row of the actor's speech, relative to the anchor.
  WARDROBE_ACTOR_FIELD_TALK_Y,
  // Layer, which decides the drawing order together with the row (D6). A larger layer is further
  // back, in HE90 and later further in front.
  WARDROBE_ACTOR_FIELD_LAYER,
  // Horizontal and vertical scale, 255 for full size; boxes overwrite it at the next draw (T62).
  WARDROBE_ACTOR_FIELD_SCALE,
  // Horizontal scale, 255 for full size.
  WARDROBE_ACTOR_FIELD_SCALE_X,
  // Vertical scale, 255 for full size.
  WARDROBE_ACTOR_FIELD_SCALE_Y,
  // Raw scale word (T62, T63).
  WARDROBE_ACTOR_FIELD_BOXSCALE,
  // Mode in which pixels are mapped through shadow tables (C55).
  WARDROBE_ACTOR_FIELD_SHADOW_MODE,
  // Plane that hides the actor, instead of the plane of its box (M5, M6). 0, from version 7 on
  // 100, selects the plane of the box.
  WARDROBE_ACTOR_FIELD_FORCE_CLIP,
  // Whether the actor ignores walk boxes.
  WARDROBE_ACTOR_FIELD_IGNORE_BOXES,
  // Whether the actor never turns.
  WARDROBE_ACTOR_FIELD_IGNORE_TURNS,
  // Number of the init frame, which a new costume starts.
  WARDROBE_ACTOR_FIELD_INIT_FRAME,
  // Number of the walk frame.
  WARDROBE_ACTOR_FIELD_WALK_FRAME,
  // Number of the stand frame.
  WARDROBE_ACTOR_FIELD_STAND_FRAME,
  // Number of the frame that starts talking.
  WARDROBE_ACTOR_FIELD_TALK_START_FRAME,
  // Number of the frame that stops talking.
  WARDROBE_ACTOR_FIELD_TALK_STOP_FRAME,
  // Last frame that was started (T30).
  WARDROBE_ACTOR_FIELD_FRAME,
  // Number of engine frames for each animation step (T50).
  WARDROBE_ACTOR_FIELD_ANIM_SPEED,
  // Number of engine frames since the last animation step (T50).
  WARDROBE_ACTOR_FIELD_ANIM_PROGRESS,
  // Sound numbers, beginning with the first one; the others are kept.
  WARDROBE_ACTOR_FIELD_SOUNDS,
  // Position in a sound.
  WARDROBE_ACTOR_FIELD_SOUND_POS,
  // Horizontal and vertical walking speed in pixels per frame (T26).
  WARDROBE_ACTOR_FIELD_WALK_SPEED,
  // Horizontal walking speed in pixels per frame at full scale.
  WARDROBE_ACTOR_FIELD_SPEED_X,
  // Vertical walking speed in pixels per frame at full scale.
  WARDROBE_ACTOR_FIELD_SPEED_Y,
  // Number of the box in which the actor stands.
  WARDROBE_ACTOR_FIELD_WALKBOX,
  // Bits of the walk: 1 a leg has to be planned, 2 on a leg, 4 turning, 8 the last leg, 0x80
  // frozen (T70).
  WARDROBE_ACTOR_FIELD_MOVING,
  // Column of the walk's destination.
  WARDROBE_ACTOR_FIELD_WALK_DEST_X,
  // Row of the walk's destination.
  WARDROBE_ACTOR_FIELD_WALK_DEST_Y,
  // Number of the box of the walk's destination.
  WARDROBE_ACTOR_FIELD_WALK_DEST_BOX,
  // Number of the box that the current leg leads to.
  WARDROBE_ACTOR_FIELD_WALK_CUR_BOX,
  // Script that runs instead of the walk animation, 0 for none (T74).
  WARDROBE_ACTOR_FIELD_WALK_SCRIPT,
  // Script that runs instead of the talk animation, 0 for none (T81).
  WARDROBE_ACTOR_FIELD_TALK_SCRIPT,
  // First row of the last drawing; 0x7FFFFFFF if nothing was drawn (C48).
  WARDROBE_ACTOR_FIELD_TOP,
  // Row after the last row of the last drawing (C46).
  WARDROBE_ACTOR_FIELD_BOTTOM,
  // Classes of the actor, bit n-1 for class n (T26).
  WARDROBE_ACTOR_FIELD_CLASSES,
  // Whether the actor is drawn mirrored (A26).
  WARDROBE_ACTOR_FIELD_FLIP,
  // Humongous games: conditions, one bit each (T85).
  WARDROBE_ACTOR_FIELD_CONDITION_MASK,
  // Humongous games: horizontal and vertical draw offset (queue command 6).
  WARDROBE_ACTOR_FIELD_DRAW_OFFSET,
  // Humongous games: horizontal draw offset.
  WARDROBE_ACTOR_FIELD_OFFSET_X,
  // Humongous games: vertical draw offset.
  WARDROBE_ACTOR_FIELD_OFFSET_Y,
  // Humongous games: whether the actor is talking, which animations can test (A29).
  WARDROBE_ACTOR_FIELD_TALKING,
  // Humongous games: whether the limbs are not drawn (X9).
  WARDROBE_ACTOR_FIELD_SKIP_LIMBS,
  // HE99 and later: palette slot of the actor, 0 for none (A50, H7).
  WARDROBE_ACTOR_FIELD_PALETTE_SLOT,
  // HE90 and later: number of the image with the blend table, 0 for none (A61, H6).
  WARDROBE_ACTOR_FIELD_XMAP,
  // Humongous games: left, top, right, bottom of the clip rectangle; right and bottom are
  // exclusive (A62).
  WARDROBE_ACTOR_FIELD_CLIP,
  // Humongous games: first column of the clip rectangle (A62).
  WARDROBE_ACTOR_FIELD_CLIP_LEFT,
  // Humongous games: first row of the clip rectangle (A62).
  WARDROBE_ACTOR_FIELD_CLIP_TOP,
  // Humongous games: last column of the clip rectangle, included (A62).
  WARDROBE_ACTOR_FIELD_CLIP_RIGHT,
  // Humongous games: last row of the clip rectangle, included (A62).
  WARDROBE_ACTOR_FIELD_CLIP_BOTTOM,
  // Humongous games: flags; bit 0 keeps the background (X8).
  WARDROBE_ACTOR_FIELD_HUMONGOUS_FLAGS,
  // Version 0: flags that scripts set (V47).
  WARDROBE_ACTOR_FIELD_V0_MISC_FLAGS,
  // Version 0: whether the actor speaks, and whether its mouth is open (V42a).
  WARDROBE_ACTOR_FIELD_V0_SPEAKING,
  // Version 0: column of the current point of the walk.
  WARDROBE_ACTOR_FIELD_V0_WALK_TO_X,
  // Version 0: row of the current point of the walk.
  WARDROBE_ACTOR_FIELD_V0_WALK_TO_Y,
} WardrobeActorField;

// A plain value of a stage. A store has no other effect, except for `talk_actor`.
typedef enum {
  // Column of the camera position (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_X,
  // Row of the camera position (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_Y,
  // Column of the camera's destination (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_DEST_X,
  // Row of the camera's destination (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_DEST_Y,
  // Column of the camera position in the last frame (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_LAST_X,
  // Row of the camera position in the last frame (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_LAST_Y,
  // Movement of the camera: 0 no room was entered, 1 stands still, 2 follows an actor, 3 moves
  // to its destination (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_MODE,
  // Number of the actor that the camera follows, 0 for none (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_FOLLOWS,
  // Whether the camera is moving to the followed actor (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_MOVING_TO_ACTOR,
  // First strip of the view in which the followed actor does not move the camera (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_LEFT_TRIGGER,
  // Last strip of the view in which the followed actor does not move the camera (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_RIGHT_TRIGGER,
  // Smallest column of the camera position (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_MIN_X,
  // Smallest row of the camera position (Y33).
  WARDROBE_STAGE_FIELD_CAMERA_MIN_Y,
  // Largest column of the camera position (Y30).
  WARDROBE_STAGE_FIELD_CAMERA_MAX_X,
  // Largest row of the camera position (Y33).
  WARDROBE_STAGE_FIELD_CAMERA_MAX_Y,
  // Whether the camera jumps to its destination (Y31).
  WARDROBE_STAGE_FIELD_CAMERA_FAST,
  // Number of columns that the followed actor may be away from the centre of the view (Y33).
  WARDROBE_STAGE_FIELD_CAMERA_THRESHOLD_X,
  // Number of rows that the followed actor may be away from the centre of the view (Y33).
  WARDROBE_STAGE_FIELD_CAMERA_THRESHOLD_Y,
  // Number of columns that the camera moves in a frame (Y33).
  WARDROBE_STAGE_FIELD_CAMERA_SPEED_X,
  // Number of rows that the camera moves in a frame (Y33).
  WARDROBE_STAGE_FIELD_CAMERA_SPEED_Y,
  // Value that each frame adds to the growth of the horizontal speed (Y33).
  WARDROBE_STAGE_FIELD_CAMERA_ACCELERATION_X,
  // Value that each frame adds to the growth of the vertical speed (Y33).
  WARDROBE_STAGE_FIELD_CAMERA_ACCELERATION_Y,
  // Number of the actor that the player controls (T61).
  WARDROBE_STAGE_FIELD_EGO,
  // Number of the first actor of the player (T7Cf).
  WARDROBE_STAGE_FIELD_PLAYERS_FIRST,
  // Number of the last actor of the player (T7Cf).
  WARDROBE_STAGE_FIELD_PLAYERS_LAST,
  // Version 8: with a value of 2 no talk animation starts (T81).
  WARDROBE_STAGE_FIELD_HAVE_MSG,
  // Whether the game's own scale table replaces the big one (A63).
  WARDROBE_STAGE_FIELD_OWN_SCALE_TABLE,
  // Humongous games: first column of the clip rectangle for actors that are initialised later
  // (H8).
  WARDROBE_STAGE_FIELD_DEFAULT_CLIP_LEFT,
  // Humongous games: first row of that clip rectangle (H8).
  WARDROBE_STAGE_FIELD_DEFAULT_CLIP_TOP,
  // Humongous games: last column of that clip rectangle, included (H8).
  WARDROBE_STAGE_FIELD_DEFAULT_CLIP_RIGHT,
  // Humongous games: last row of that clip rectangle, included (H8).
  WARDROBE_STAGE_FIELD_DEFAULT_CLIP_BOTTOM,
  // Whether the next frame is a full redraw (D2).
  WARDROBE_STAGE_FIELD_REDRAW_FULL,
  // Whether the next frame draws the dirty strips of the background (Y41).
  WARDROBE_STAGE_FIELD_REDRAW_BACKGROUND,
  // Whether a transition has shown the room (Y50).
  WARDROBE_STAGE_FIELD_REDRAW_SHOWN,
  // HE80 and later: whether every frame draws all actors (D2b).
  WARDROBE_STAGE_FIELD_REDRAW_ALWAYS,
  // Number of the talking actor (T81).
  WARDROBE_STAGE_FIELD_TALKING_ACTOR,
  // Macintosh: whether the display has a gamma table (P12).
  WARDROBE_STAGE_FIELD_GAMMA,
  // Sam & Max: whether the film noir mode is on.
  WARDROBE_STAGE_FIELD_NOIR,
} WardrobeStageField;

// A table or a block that a stage takes.
typedef enum {
  // 768 bytes, RGB: the palette at the start; what the room takes over lies upon it.
  WARDROBE_STAGE_TABLE_PALETTE = 0,
  // The shadow table: 256 bytes, from version 7 on 2048.
  WARDROBE_STAGE_TABLE_SHADOW = 1,
  // The room's colour remap, 256 bytes.
  WARDROBE_STAGE_TABLE_ROOM_PALETTE = 2,
  // Humongous, from 7.0 on: REMP, 256 bytes.
  WARDROBE_STAGE_TABLE_REMP = 3,
  // Humongous, from 9.9 on: the palette slots, 1024 bytes each.
  WARDROBE_STAGE_TABLE_PALETTE_SLOTS = 4,
  // Versions 7 and 8: what replaces the scale table, 768 bytes.
  WARDROBE_STAGE_TABLE_SCALE = 5,
  // Humongous, from 9.0 on: the blend table of image `number`, 65536 bytes.
  WARDROBE_STAGE_TABLE_XMAP = 6,
  // The Nintendo: the block `number` that stands among costumes.
  WARDROBE_STAGE_TABLE_BLOCK = 7,
  // Humongous, from 9.9 on: the colours of slot `number`, 768 bytes.
  WARDROBE_STAGE_TABLE_SLOT_COLOURS = 8,
} WardrobeStageTable;

// What the palette starts as where no file brings one.
typedef enum {
  // 256 different colours.
  WARDROBE_PALETTE_DISTINCT = 0,
  // The game's own.
  WARDROBE_PALETTE_INITIAL = 1,
  // The Nintendo: the older choice of its colours.
  WARDROBE_PALETTE_NES_CLASSIC = 2,
} WardrobePalette;

// A number of a table of colours or of the room that scripts change.
typedef enum {
  // Entry `index` of the shadow table.
  WARDROBE_STAGE_ENTRY_SHADOW = 0,
  // Entry `index` of the room's colour remap.
  WARDROBE_STAGE_ENTRY_ROOM_PALETTE = 1,
  // The flags of box `index`; with bit 15 its extra flag word.
  WARDROBE_STAGE_ENTRY_BOX_FLAGS = 2,
  // The extra flag word of box `index`: a plain store.
  WARDROBE_STAGE_ENTRY_BOX_EXTRA_FLAGS = 3,
  // The scale of box `index`: a number, or with bit 15 a slot.
  WARDROBE_STAGE_ENTRY_BOX_SCALE = 4,
  // The room's palette `value` is taken over; `index` is nothing.
  WARDROBE_STAGE_ENTRY_USE_PALETTE = 5,
  // The room's set `value` of boxes is taken over; `index` is nothing.
  WARDROBE_STAGE_ENTRY_USE_BOX_SET = 6,
  // The Nintendo: begins with the machine's tables and costume set `value`.
  WARDROBE_STAGE_ENTRY_START_TABLES = 7,
  // The Nintendo: takes costume set `value`.
  WARDROBE_STAGE_ENTRY_USE_COSTUME_SET = 8,
  // The lights variable.
  WARDROBE_STAGE_ENTRY_LIGHTS = 9,
  // The number of the room, nothing more.
  WARDROBE_STAGE_ENTRY_ROOM_NUMBER = 10,
  // The variable of the talking actor.
  WARDROBE_STAGE_ENTRY_TALKING_ACTOR = 11,
  // Jiffies that pass for the room's colour cycles.
  WARDROBE_STAGE_ENTRY_CYCLE = 12,
  // Humongous, from 9.9 on: slot `value` becomes as slot `index`.
  WARDROBE_STAGE_ENTRY_COPY_SLOT = 13,
  // The memory for finished pictures in KiB; nothing that is seen changes.
  WARDROBE_STAGE_ENTRY_CEL_MEMORY = 14,
} WardrobeStageEntry;

// What a stage tells.
typedef enum {
  // There is no event.
  WARDROBE_EVENT_KIND_NONE = 0,
  // Sound `id` was asked for.
  WARDROBE_EVENT_KIND_SOUND = 1,
  // An entry of the AKOS queue was worked off: `command`, `actor`, `p1`, `p2`.
  WARDROBE_EVENT_KIND_AKOS_COMMAND = 2,
  // Script `id` is due for a walk: `command` 1 start, 2 turn, 3 stop; `p1` is the angle.
  WARDROBE_EVENT_KIND_WALK_SCRIPT = 3,
  // Script `id` is due for a talk; `p1` is the frame that would have been started.
  WARDROBE_EVENT_KIND_TALK_SCRIPT = 4,
  // Something that stopped the original, or that the stage can't do: `text`.
  WARDROBE_EVENT_KIND_FAULT = 5,
} WardrobeEventKind;

// What an operation returned.
typedef enum {
  // Nothing.
  WARDROBE_REPLY_KIND_NOTHING = 0,
  // `value` is 0 or 1.
  WARDROBE_REPLY_KIND_FLAG = 1,
  // `value` is a number.
  WARDROBE_REPLY_KIND_NUMBER = 2,
  // `value` is the number of an actor, 0 for none.
  WARDROBE_REPLY_KIND_ACTOR = 3,
  // `x` and `y` are a place, `value` is the number of the box there.
  WARDROBE_REPLY_KIND_PLACE = 4,
} WardrobeReplyKind;

// Bytes that a call made: a saved state, a resource. The caller frees them.
typedef struct WardrobeBytes WardrobeBytes;

// A parsed costume. It never changes; threads and actors may share it.
typedef struct WardrobeCostume WardrobeCostume;

// Which SCUMM it is. It never changes; threads may share it.
typedef struct WardrobeDialect WardrobeDialect;

// An opened game. It never changes; its files are read when something is loaded.
typedef struct WardrobeGame WardrobeGame;

// The state of one actor's animation. One thread at a time may use it; a second one gets `WARDROBE_CODE_BUSY`.
typedef struct WardrobeLimbs WardrobeLimbs;

// What the original keeps from one actor to the next while it draws. Make one for an engine that draws costumes itself; a
// stage needs none.
typedef struct WardrobeRenderer WardrobeRenderer;

// A parsed room. It never changes; stages may share it.
typedef struct WardrobeRoom WardrobeRoom;

// A room with actors in it. One thread at a time may use it; several stages never touch each other.
typedef struct WardrobeStage WardrobeStage;

// Which SCUMM it is: the version and what differs within it. Zeros and nulls are what most games are.
typedef struct {
  // sizeof(WardrobeDialectSetup).
  uint32_t size;
  // 0 to 8; 6 for Humongous games.
  uint8_t version;
  // The Humongous sub-version 60 to 100; 0 for other games.
  uint8_t he;
  // 1: version 3 with 256 colours.
  uint8_t old256;
  // 1: version 4 with 16 colours.
  uint8_t ega;
  // 1: the demo of version 0.
  uint8_t demo;
  // `dos`, `amiga`, `fmtowns`, `mac`, `c64`, `windows`, `atarist`, `segacd`, `nes`, `apple2`; null: what the version is best
  // known for.
  const char *platform;
  // `ega`, `cga`, `cga_bw`, `cga_composite`, `hercules_green`, `hercules_amber`, `amiga`; null: none of them.
  const char *render;
  // The game's id where a rule names it (`samnmax`, `loom`, `indy3` …); null: what the version is best known for.
  const char *game;
  // The accidents of the original that are switched off: a bit each, as the book numbers them. 0: all are kept.
  uint32_t quirks_off;
  // ScummVM's changes to the originals that are switched on, one bit each with the numbers of the
  // book. 0 switches on none.
  uint32_t enhancements;
} WardrobeDialectSetup;

// What a dialect says of the machine's memory.
typedef struct {
  // sizeof(WardrobeDialectInfo).
  uint32_t size;
  // The version, 0 to 8.
  uint8_t version;
  // The Humongous sub-version, 0 for other games.
  uint8_t he;
  // 1: costumes are AKOS.
  uint8_t has_akos;
  // Planes that every room has, plane 0 counted; 0 where the room says it.
  uint8_t planes;
  // Columns of the screen.
  uint16_t screen_width;
  // Lines of the screen.
  uint16_t screen_height;
  // Bytes of the shadow table, 0 without one.
  uint32_t shadow_len;
  // Actors that wear the costume of their own number, from actor 1 on.
  uint16_t own_costumes;
} WardrobeDialectInfo;

// One limb. It is active where `curpos` is not `WARDROBE_NONE` (COST, version 0) or `mode` is not 0 (AKOS).
typedef struct {
  // Position in the commands. COST: with bit 15 the sequence does not loop. AKOS: a byte in AKSQ.
  uint16_t curpos;
  // First position of the sequence.
  uint16_t start;
  // Last position of the sequence.
  uint16_t end;
  // The animation that set it. COST: its number, direction included; AKOS: the frame.
  uint16_t frame;
  // AKOS: the mode. Version 0: where the sequence begins.
  uint8_t mode;
  // Version 0: pictures are mirrored.
  uint8_t flip;
  // Version 0: rounds that are left; -1 without end.
  int8_t repeat;
  // Version 0: rounds of the sequence that is wanted.
  int8_t new_repeat;
  // Humongous: the limb's conditions in AKCT.
  uint32_t condition_offset;
  // Humongous: the limb's jump table in AKFO.
  uint16_t jump_offset;
  // Humongous: entries of that table.
  uint16_t jump_count;
} WardrobeLimb;

// The whole state of an actor's animation as plain numbers: for an engine that keeps them itself.
typedef struct {
  // sizeof(WardrobeLimbStates).
  uint32_t size;
  // The limbs; limb 0 is drawn first.
  WardrobeLimb limbs[WARDROBE_LIMBS];
  // Bit i: limb i is not drawn, though it advances.
  uint16_t stopped;
  // Raised by the animation's counting command.
  uint16_t anim_counter;
  // Raised by the sound commands of versions 1 to 5.
  uint8_t sound_counter;
  // AKOS: draw the other way round.
  uint8_t flip;
  // Version 0: the state is that of eight limbs with commands.
  uint8_t is_v0;
  // Version 0: the command that was decoded last; 255 none.
  uint8_t v0_command;
  // Version 0: the command that is wanted; 255 none.
  uint8_t v0_next;
  // Version 0: rounds that commands play.
  int8_t v0_rounds;
  // AKOS animation variables.
  int16_t vars[WARDROBE_VARS];
  // Humongous: the condition mask.
  uint32_t condition_mask;
} WardrobeLimbStates;

// The arrays in which an engine keeps the state of one actor's animation: 16 elements of each array of limbs, 27 of `vars`,
// one of every other pointer. The handle keeps the numbers whose pointer is null. Version 0 keeps its limbs in the handle.
typedef struct {
  // sizeof(WardrobeLimbArrays).
  uint32_t size;
  // Bytes from a limb to the next one in every array of limbs, for an array of structures; 0 where each array has its
  // elements one behind the other.
  uint32_t pitch;
  // Position in the commands of each limb.
  uint16_t *curpos;
  // First position of each limb's sequence.
  uint16_t *start;
  // Last position of each limb's sequence.
  uint16_t *end;
  // The animation that set each limb.
  uint16_t *frame;
  // AKOS: the mode of each limb.
  uint8_t *mode;
  // Humongous: each limb's conditions in AKCT.
  uint32_t *condition_offset;
  // Humongous: each limb's jump table in AKFO.
  uint16_t *jump_offset;
  // Humongous: entries of that table.
  uint16_t *jump_count;
  // AKOS: the animation variables.
  int16_t *vars;
  // Bit i: limb i is not drawn, though it advances.
  uint16_t *stopped;
  // Raised by the animation's counting command.
  uint16_t *anim_counter;
  // Raised by the sound commands of versions 1 to 5.
  uint8_t *sound_counter;
  // AKOS: other than 0 draws the other way round.
  uint8_t *flip;
  // Humongous: the condition mask.
  uint32_t *condition_mask;
} WardrobeLimbArrays;

// Why a call failed. The caller owns it and passes its address, or null; a call that succeeds leaves it alone.
typedef struct {
  // What the call returned.
  WardrobeCode code;
  // The byte in the file or the resource; `UINT64_MAX` where the error has no place.
  uint64_t offset;
  // The file and the blocks around the place, in UTF-8; empty where the error has no place.
  char place[WARDROBE_TEXT];
  // A sentence in UTF-8.
  char text[WARDROBE_TEXT];
} WardrobeError;

// What a costume is and holds.
typedef struct {
  // sizeof(WardrobeCostumeInfo).
  uint32_t size;
  // 1: AKOS, 0: the older kinds.
  uint8_t is_akos;
  // 1: eight directions, 0: four.
  uint8_t has_eight_directions;
  // Animations that are stored, each direction counted.
  uint32_t animations;
  // Pictures.
  uint32_t cels;
  // Parts that are damaged.
  uint32_t damage;
} WardrobeCostumeInfo;

// What an animation does to a limb.
typedef struct {
  // The limb.
  uint8_t limb;
  // The mode in the numbers of AKOS. COST has three: 1 switches the limb off, 2 loops, 3 stays on the last command.
  uint8_t mode;
  // 1: `first` and `last` are positions in the commands.
  uint8_t has_range;
  // The first position.
  uint16_t first;
  // The last position.
  uint16_t last;
} WardrobeAnimationLimb;

// An animation in one direction.
typedef struct {
  // sizeof(WardrobeAnimation).
  uint32_t size;
  // Its number in the costume.
  uint16_t number;
  // The frame that `wardrobe_costume_start` takes.
  uint16_t frame;
  // The direction in degrees clockwise from north.
  uint16_t facing;
  // How many limbs it changes.
  uint16_t limb_count;
  // What it does to them, by ascending limb.
  WardrobeAnimationLimb limbs[WARDROBE_LIMBS];
} WardrobeAnimation;

// A picture of a costume.
typedef struct {
  // sizeof(WardrobeCel).
  uint32_t size;
  // Its number, which `wardrobe_costume_cel_pixels` takes.
  uint16_t number;
  // Pixels in a row.
  uint16_t width;
  // Rows.
  uint16_t height;
  // Its left edge and top relative to the limb's place, as seen facing east.
  int16_t rel[2];
  // How far it moves later limbs: to the right and up.
  int16_t step[2];
} WardrobeCel;

// What an animation asks of the engine and tells it. A function that is null is an engine with one actor, where nothing
// sounds and nobody talks. A callback must not throw, and gets `WARDROBE_CODE_BUSY` for the handles of the call it is in.
typedef struct {
  // sizeof(WardrobeHost).
  uint32_t size;
  // The number of the actor that is animated.
  uint16_t actor;
  // Handed to each callback.
  void *user;
  // A random number from `min` to `max`.
  int32_t (*random)(void *user, int32_t min, int32_t max);
  // Entry `slot` of the actor's sound list.
  uint16_t (*sound)(void *user, size_t slot);
  // Whether a sound is playing.
  uint8_t (*sound_running)(void *user, uint16_t sound);
  // Sets a variable of another actor; 0 if there is no such actor.
  uint8_t (*set_actor_var)(void *user, uint16_t actor, uint8_t var, int16_t value);
  // Whether anybody talks.
  uint8_t (*any_actor_talks)(void *user);
  // Humongous: whether this actor's talkie is playing.
  uint8_t (*talkie_running)(void *user);
  // COST of version 6: the actor's sound number `slot` is due.
  void (*play_sound)(void *user, uint8_t slot);
  // AKOS: an entry of the command queue.
  void (*queue)(void *user, uint16_t actor, uint8_t command, int32_t p1, int32_t p2);
  // Something that stopped the original: the limb stands still. The text lives until the callback returns.
  void (*fault)(void *user, uint8_t limb, const char *text);
} WardrobeHost;

// A table of the caller's: borrowed during the call.
typedef struct {
  // Its bytes; null where there is none.
  const uint8_t *data;
  // How many there are.
  size_t len;
} WardrobeTable;

// What drawing has to know of an actor. Begin with `wardrobe_look_init`; the tables are borrowed during a call.
typedef struct {
  // sizeof(WardrobeLook).
  uint32_t size;
  // The actor's number (colours of version 1, messages).
  uint16_t actor;
  // The direction in degrees clockwise from north.
  uint16_t facing;
  // Column of the anchor relative to the left edge of the view.
  int32_t x;
  // Line of the anchor relative to the stage's top, elevation taken off.
  int32_t y;
  // Horizontal scale, 255 is full size.
  uint8_t scale_x;
  // Vertical scale.
  uint8_t scale_y;
  // 1: the lights are off for actors.
  uint8_t dark;
  // Version 0: 1 where the flashlight is on.
  uint8_t flashlight;
  // The actor's own colours, from entry 0 on: 255 is the costume's. In games of 16 colours they are the colours themselves.
  const uint16_t *palette;
  // Entries of `palette`, 0 to 256; 32 will do for COST.
  size_t palette_len;
  // How pixels go through the shadow table.
  uint16_t shadow_mode;
  // The Nintendo: the number of the costume.
  uint16_t costume;
  // The shadow table: 256 bytes in versions 5 and 6, 8 times 256 from version 7 on.
  WardrobeTable shadow;
  // The room's colour remap, 256 bytes.
  WardrobeTable room_palette;
  // Humongous, from 7.0 on: the room's REMP table, 256 bytes.
  WardrobeTable remp;
  // Humongous, from 9.9 on: all palette slots, 1024 bytes each.
  WardrobeTable palette_slots;
  // Humongous, from 9.0 on: the actor's blend table, 65536 bytes.
  WardrobeTable xmap;
  // Versions 7 and 8: a table of 768 bytes that replaces the scale table.
  WardrobeTable scale_table;
  // The actor's palette slot, 0 none.
  uint8_t palette_slot;
  // Humongous: 1 where `clip` replaces the screen's edges.
  uint8_t has_clip;
  // Left, top, right, bottom, the last two included.
  int32_t clip[4];
  // Top and bottom of the actor's last drawing: `top` and `bottom` of `WardrobeDrawn`.
  int32_t reach[2];
} WardrobeLook;

// The memory that is drawn into, and the plane that hides. Both begin with the view: the first byte is line 0, column 0 of it,
// wherever it lies in a larger buffer. From version 7 on, where the view may begin inside a strip of 8 pixels, column 0 is the
// first one of that strip, and the width is one strip more.
typedef struct {
  // sizeof(WardrobeTarget).
  uint32_t size;
  // A `WardrobeMask`.
  uint32_t mask_kind;
  // The pixels, a byte each; changed during a draw only.
  uint8_t *pixels;
  // Bytes from there to the end of the buffer, at least (height - 1) * pitch + width.
  size_t pixels_len;
  // Columns that are drawn into: 320, 328 in version 7, 648 in version 8.
  uint32_t width;
  // Lines.
  uint32_t height;
  // Bytes from one line to the next, at least `width`.
  size_t pitch;
  // The column of the room at which the view begins.
  uint32_t view_start;
  // The plane; null where there is none.
  const uint8_t *mask;
  // Its bytes, at least (height - 1) * mask_pitch and a line.
  size_t mask_len;
  // Bytes from one line of the plane to the next.
  size_t mask_pitch;
  // Change this number whenever you change the bytes of the plane. A plane with the address, layout and number of a plane of
  // an earlier draw with this renderer is not read again. 0: the bytes are compared each time.
  uint32_t mask_stamp;
} WardrobeTarget;

// What a draw reports to the rules of redrawing.
typedef struct {
  // sizeof(WardrobeDrawn).
  uint32_t size;
  // Highest line reached; 0x7FFFFFFF if no picture was placed.
  int32_t top;
  // The line behind the lowest one; 0 if none.
  int32_t bottom;
  // 1: a picture lost columns at the screen's edges.
  uint8_t cut;
  // 1: a picture kept all its columns, or counts as complete (C46, C47).
  uint8_t whole;
  // 1: the original would have stopped; `fault_text` says why.
  uint8_t fault;
  // 0.
  uint8_t reserved;
  // The strips of 8 pixels that the pictures claim, counted in the room.
  uint8_t strips[WARDROBE_STRIP_BYTES];
  // What stopped the original, in UTF-8; empty where nothing did.
  char fault_text[96];
  // Humongous, from 7.1 on: the first and the last line in each strip of the view. In other games nothing is written here.
  int16_t lines[WARDROBE_VIEW_STRIPS][2];
} WardrobeDrawn;

// A file of a game that lies in memory.
typedef struct {
  // Its name, as on disk.
  const char *name;
  // Its bytes.
  const uint8_t *data;
  // How many there are.
  size_t len;
} WardrobeFile;

// The resources that make up a room, each a raw block with its header.
typedef struct {
  // sizeof(WardrobeRoomParts).
  uint32_t size;
  // The room's number, 0 where it is not known.
  uint16_t number;
  // ROOM, RO, or the start of an old room file.
  WardrobeTable room;
  // Humongous, from 7.0 on: RMIM.
  WardrobeTable image;
  // Version 8: RMSC.
  WardrobeTable scripts;
  // Version 8: the names of objects; null where there are none.
  const char *const *object_names;
  // Version 8: their numbers.
  const uint16_t *object_numbers;
  // How many there are.
  size_t objects;
} WardrobeRoomParts;

// What a room is.
typedef struct {
  // sizeof(WardrobeRoomInfo).
  uint32_t size;
  // Pixels in a row.
  uint32_t width;
  // Rows.
  uint32_t height;
  // Objects.
  uint32_t objects;
  // Walk boxes.
  uint32_t boxes;
  // Planes, plane 0 not counted.
  uint32_t planes;
  // Stored palettes.
  uint32_t palettes;
} WardrobeRoomInfo;

// A room of the caller's own: pixels and planes. All is copied.
typedef struct {
  // sizeof(WardrobePicture).
  uint32_t size;
  // Columns, a multiple of 8.
  uint32_t width;
  // Lines.
  uint32_t height;
  // Planes, plane 0 counted; 0: one more than there are in `planes`.
  uint32_t plane_count;
  // width * height indices.
  WardrobeTable pixels;
  // Planes 1 and on: a bit a pixel, the leftmost is bit 7, width / 8 bytes a line.
  const WardrobeTable *planes;
  // How many they are.
  size_t planes_len;
} WardrobePicture;

// What stands outside a stage: chance, and the sounds that play. A function that is null answers `min`, or no.
typedef struct {
  // sizeof(WardrobeWorld).
  uint32_t size;
  // Handed to each callback.
  void *user;
  // A random number from `min` to `max`.
  int32_t (*random)(void *user, int32_t min, int32_t max);
  // Whether a sound is playing.
  uint8_t (*sound_running)(void *user, uint16_t sound);
} WardrobeWorld;

// A walk box.
typedef struct {
  // Upper left, upper right, lower right, lower left corner: x and y of each. Version 0 has two corners, the first and third.
  int16_t corners[4][2];
  // The plane that hides who stands in it.
  uint8_t mask;
  // Its flags.
  uint8_t flags;
  // Its scale, or bit 15 and the number of a slot less 1.
  uint16_t scale;
  // Version 8: its scale slot, 0 none.
  uint8_t slot;
} WardrobeBox;

// An event.
typedef struct {
  // sizeof(WardrobeEvent).
  uint32_t size;
  // A `WardrobeEventKind`.
  uint32_t kind;
  // The actor, 0 where there is none.
  uint16_t actor;
  // The number of a command.
  uint8_t command;
  // A sound: 1 where it goes through the second queue, that of COST in version 6.
  uint8_t second_queue;
  // The number of the sound or the script.
  int32_t id;
  // A sound's channel; the first operand, the angle, the frame.
  int32_t p1;
  // A sound's flags; the second operand.
  int32_t p2;
  // What happened, in UTF-8.
  char text[128];
} WardrobeEvent;

// What is seen of a buffer, and where.
typedef struct {
  // sizeof(WardrobeView).
  uint32_t size;
  // Pixels in a row.
  uint32_t width;
  // Rows.
  uint32_t height;
  // The line of the screen at which the first row is shown.
  uint32_t band_top;
  // The column of the room at which the view begins.
  uint32_t view_start;
  // Planes, plane 0 counted.
  uint32_t planes;
  // The number of the room.
  uint16_t room;
  // The talking actor, 0 nobody.
  uint16_t talking_actor;
  // 1 where the room is dark.
  uint8_t is_dark;
  // Walk boxes.
  uint32_t boxes;
  // The pixels, from the upper left on: until the next call with the stage.
  const uint8_t *pixels;
  // Bytes from one row to the next.
  size_t pitch;
} WardrobeView;

// What an operation returned.
typedef struct {
  // sizeof(WardrobeReply).
  uint32_t size;
  // A `WardrobeReplyKind`.
  uint32_t kind;
  // A flag, a number, the number of an actor or of a box.
  int64_t value;
  // The column of a place.
  int32_t x;
  // The line of a place.
  int32_t y;
} WardrobeReply;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The bytes, which live as long as the handle; null for null.
const uint8_t *wardrobe_bytes_data(const WardrobeBytes *bytes);

// How many bytes there are.
size_t wardrobe_bytes_len(const WardrobeBytes *bytes);

// Frees the bytes.
// The handle came from this library and is not used any more.
void wardrobe_bytes_free(WardrobeBytes *bytes);

// Makes a dialect. `dialect` is freed with `wardrobe_dialect_free`.
// `setup` leads to as many bytes as it says; its texts are null or end with a zero.
WardrobeCode wardrobe_dialect_new(const WardrobeDialectSetup *setup, WardrobeDialect **dialect, WardrobeError *error);

// Frees a dialect; null is nothing.
// The handle came from this library and is not used any more.
void wardrobe_dialect_free(WardrobeDialect *dialect);

// Tells what a dialect says.
// `info` leads to as many bytes as it says.
WardrobeCode wardrobe_dialect_info(const WardrobeDialect *dialect, WardrobeDialectInfo *info, WardrobeError *error);

// Makes a state in which nothing plays.
WardrobeCode wardrobe_limbs_new(WardrobeLimbs **limbs, WardrobeError *error);

// Makes a copy of the numbers, with no arrays attached.
WardrobeCode wardrobe_limbs_clone(WardrobeLimbs *limbs, WardrobeLimbs **copy, WardrobeError *error);

// Frees a state; null is nothing.
// The handle came from this library and is not used any more.
void wardrobe_limbs_free(WardrobeLimbs *limbs);

// Resets the limbs: nothing plays, nothing is stopped; the counters stay.
WardrobeCode wardrobe_limbs_reset(WardrobeLimbs *limbs, WardrobeError *error);

// Copies the state into an engine's own numbers.
// `out` leads to as many bytes as it says.
WardrobeCode wardrobe_limbs_get(WardrobeLimbs *limbs, WardrobeLimbStates *out, WardrobeError *error);

// Takes the state over from an engine's own numbers. Positions that the costume does not have are harmless.
// `from` leads to as many bytes as it says.
WardrobeCode wardrobe_limbs_set(WardrobeLimbs *limbs, const WardrobeLimbStates *from, WardrobeError *error);

// Attaches an engine's own arrays to a handle: from now on every call on the handle reads the numbers from the arrays when it
// begins, and calls that change the limbs write them back before they return. One handle can be attached to the arrays of
// one actor after the other; attaching costs nothing but a copy of the pointers. Null detaches, and the handle keeps the
// numbers of the last call.
// `arrays` is null or leads to as many bytes as it says. The arrays stay where they are until the handle is attached to
// others, detached or freed, and nothing else uses them during a call on the handle.
WardrobeCode wardrobe_limbs_attach(WardrobeLimbs *limbs, const WardrobeLimbArrays *arrays, WardrobeError *error);

// Writes the state into bytes, to be kept in a file. They are freed with `wardrobe_bytes_free`.
WardrobeCode wardrobe_limbs_save(WardrobeLimbs *limbs, WardrobeBytes **saved, WardrobeError *error);

// Takes a state back that `wardrobe_limbs_save` wrote.
// `data` leads to `len` bytes.
WardrobeCode wardrobe_limbs_restore(WardrobeLimbs *limbs, const uint8_t *data, size_t len, WardrobeError *error);

// Humongous: sets a condition; `kind` is a `WardrobeCondition`, `on` 0 or 1 (the talk condition is always set).
WardrobeCode wardrobe_limbs_condition(WardrobeLimbs *limbs,
                                      const WardrobeDialect *dialect,
                                      uint32_t kind,
                                      uint32_t number,
                                      uint8_t on,
                                      WardrobeError *error);

// Parses a raw resource with its header. Parts that are damaged are left out, and listed (`wardrobe_costume_damage`); with
// `strict` 1 the first of them is an error. The bytes are not needed any more when the call returns.
// `data` leads to `len` bytes.
WardrobeCode wardrobe_costume_parse(const uint8_t *data,
                                    size_t len,
                                    const WardrobeDialect *dialect,
                                    uint8_t strict,
                                    WardrobeCostume **costume,
                                    WardrobeError *error);

// Makes another handle on the same costume; nothing is copied.
WardrobeCode wardrobe_costume_share(const WardrobeCostume *costume, WardrobeCostume **shared, WardrobeError *error);

// Frees a handle on a costume; null is nothing. Stages and other handles keep the costume.
// The handle came from this library and is not used any more.
void wardrobe_costume_free(WardrobeCostume *costume);

// What is damaged in a costume, as an error: number `index` from 0 on. `WARDROBE_CODE_NOT_FOUND` behind the last.
WardrobeCode wardrobe_costume_damage(const WardrobeCostume *costume, size_t index, WardrobeError *finding);

// Tells what a costume is and holds.
// `info` leads to as many bytes as it says.
WardrobeCode wardrobe_costume_info(const WardrobeCostume *costume, WardrobeCostumeInfo *info, WardrobeError *error);

// The animation at `index`, from 0 to `animations` of `wardrobe_costume_info`.
// `animation` leads to as many bytes as it says.
WardrobeCode wardrobe_costume_animation(const WardrobeCostume *costume,
                                        size_t index,
                                        WardrobeAnimation *animation,
                                        WardrobeError *error);

// The picture at `index`, from 0 to `cels` of `wardrobe_costume_info`.
// `cel` leads to as many bytes as it says.
WardrobeCode wardrobe_costume_cel(const WardrobeCostume *costume, size_t index, WardrobeCel *cel, WardrobeError *error);

// Decodes a cel by its number, as seen facing east: rows of `width` indices, one behind the other. They are freed with
// `wardrobe_bytes_free`.
WardrobeCode wardrobe_costume_cel_pixels(const WardrobeCostume *costume,
                                         uint16_t number,
                                         WardrobeBytes **pixels,
                                         WardrobeError *error);

// AKOS of codec 32: for each pixel of a cel 0xFF where the data has none, else 0; empty for all others, in which a colour stands
// for gaps. They are freed with `wardrobe_bytes_free`.
WardrobeCode wardrobe_costume_cel_gaps(const WardrobeCostume *costume,
                                       uint16_t number,
                                       WardrobeBytes **gaps,
                                       WardrobeError *error);

// The older kinds: the limbs and the picture numbers that show the cel at `index`, two bytes each, ascending. They are freed with
// `wardrobe_bytes_free`.
WardrobeCode wardrobe_costume_cel_names(const WardrobeCostume *costume, size_t index, WardrobeBytes **names, WardrobeError *error);

// AKOS: the screen colours of its own colours, and its RGB triples; both are empty where it has none.
WardrobeCode wardrobe_costume_colours(const WardrobeCostume *costume,
                                      WardrobeBytes **palette,
                                      WardrobeBytes **rgb,
                                      WardrobeError *error);

// Starts animation `frame` in a direction (degrees clockwise from north) on the limbs in `limb_mask` (bit 15 is limb 0;
// 0xFFFF all). An animation that does not exist changes nothing.
WardrobeCode wardrobe_costume_start(const WardrobeCostume *costume,
                                    WardrobeLimbs *limbs,
                                    uint16_t facing,
                                    uint16_t frame,
                                    uint16_t limb_mask,
                                    WardrobeError *error);

// One animation step of all limbs, stopped or not. `redraw` becomes 1 where the actor has to be drawn again; it may be null.
// `host` is null or leads to as many bytes as it says.
WardrobeCode wardrobe_costume_advance(const WardrobeCostume *costume,
                                      WardrobeLimbs *limbs,
                                      const WardrobeHost *host,
                                      uint8_t *redraw,
                                      WardrobeError *error);

// `times` steps of one limb.
// `host` is null or leads to as many bytes as it says.
WardrobeCode wardrobe_costume_advance_limb(const WardrobeCostume *costume,
                                           WardrobeLimbs *limbs,
                                           uint32_t limb,
                                           uint32_t times,
                                           const WardrobeHost *host,
                                           WardrobeError *error);

// A look to start from: actor 1, facing south in the upper left corner, at full size, in the costume's own colours. `size` has
// to be set before.
// `look` leads to as many bytes as it says.
WardrobeCode wardrobe_look_init(WardrobeLook *look, WardrobeError *error);

// Makes a renderer.
WardrobeCode wardrobe_renderer_new(WardrobeRenderer **renderer, WardrobeError *error);

// Frees a renderer; null is nothing.
// The handle came from this library and is not used any more.
void wardrobe_renderer_free(WardrobeRenderer *renderer);

// Copies what another renderer keeps from one actor to the next. This renderer keeps its own finished pictures.
WardrobeCode wardrobe_renderer_copy_state(WardrobeRenderer *renderer, WardrobeRenderer *source, WardrobeError *error);

// Limits the memory for finished pictures; 0 keeps none. What is drawn is the same.
WardrobeCode wardrobe_renderer_limit(WardrobeRenderer *renderer, size_t limit, WardrobeError *error);

// Draws all limbs in order into the caller's memory and reports what was touched. `drawn` may be null.
// `look`, `target` and `drawn` lead to as many bytes as they say, and the buffers that they name are as long as they say.
WardrobeCode wardrobe_costume_draw(const WardrobeCostume *costume,
                                   WardrobeLimbs *limbs,
                                   const WardrobeLook *look,
                                   WardrobeRenderer *renderer,
                                   const WardrobeTarget *target,
                                   WardrobeDrawn *drawn,
                                   WardrobeError *error);

// Finds out whether an opaque pixel is on view column `x`, line `y`, placed as drawing places it: `hit` becomes 0 or 1.
// `look` leads to as many bytes as it says, and its tables are as long as they say.
WardrobeCode wardrobe_costume_hit(const WardrobeCostume *costume,
                                  WardrobeLimbs *limbs,
                                  const WardrobeLook *look,
                                  WardrobeRenderer *renderer,
                                  int32_t x,
                                  int32_t y,
                                  uint8_t *hit,
                                  WardrobeError *error);

// Opens the folder of a game, or a game by its index file.
// `path` ends with a zero.
WardrobeCode wardrobe_game_open(const char *path, WardrobeGame **game, WardrobeError *error);

// Opens a game whose files are in memory: index and data files. They are copied.
// `files` leads to `count` of them, each as long as it says.
WardrobeCode wardrobe_game_of_files(const WardrobeFile *files, size_t count, WardrobeGame **game, WardrobeError *error);

// Frees a game; null is nothing. Stages keep what they need of it.
// The handle came from this library and is not used any more.
void wardrobe_game_free(WardrobeGame *game);

// Which SCUMM a game is.
WardrobeCode wardrobe_game_dialect(const WardrobeGame *game, WardrobeDialect **dialect, WardrobeError *error);

// The same game, played as another dialect: for what its files do not tell.
WardrobeCode wardrobe_game_with_dialect(const WardrobeGame *game,
                                        const WardrobeDialect *dialect,
                                        WardrobeGame **other,
                                        WardrobeError *error);

// What was found, in a line of UTF-8 without a closing zero.
WardrobeCode wardrobe_game_describe(const WardrobeGame *game, WardrobeBytes **line, WardrobeError *error);

// A room's name in UTF-8 without a closing zero; empty where the index has none.
WardrobeCode wardrobe_game_room_name(const WardrobeGame *game, uint16_t room, WardrobeBytes **name, WardrobeError *error);

// The numbers of all rooms of the index, ascending: as many as `room` allows; `count` becomes how many there are.
// `ids` is null or has room for `room` numbers.
WardrobeCode wardrobe_game_rooms(const WardrobeGame *game, uint16_t *ids, size_t room, size_t *count, WardrobeError *error);

// The numbers of all costumes of the index, as `wardrobe_game_rooms`.
// `ids` is null or has room for `room` numbers.
WardrobeCode wardrobe_game_costumes(const WardrobeGame *game, uint16_t *ids, size_t room, size_t *count, WardrobeError *error);

// Loads and parses a costume.
WardrobeCode wardrobe_game_costume(const WardrobeGame *game, uint16_t number, WardrobeCostume **costume, WardrobeError *error);

// Loads a costume as it is stored, with its header: what `wardrobe_costume_parse` takes.
WardrobeCode wardrobe_game_costume_data(const WardrobeGame *game, uint16_t number, WardrobeBytes **data, WardrobeError *error);

// Loads a room as it is stored, with its header: what `wardrobe_room_parse` takes.
WardrobeCode wardrobe_game_room_data(const WardrobeGame *game, uint16_t number, WardrobeBytes **data, WardrobeError *error);

// Humongous, from 9.0 on: the blend table of an image.
WardrobeCode wardrobe_game_blend_table(const WardrobeGame *game, uint16_t image, WardrobeBytes **table, WardrobeError *error);

// The blend table in an image resource: what `wardrobe_stage_insert_xmap` takes.
// `data` leads to `len` bytes.
WardrobeCode wardrobe_blend_table(const uint8_t *data, size_t len, WardrobeBytes **table, WardrobeError *error);

// Parses a room.
// `parts` leads to as many bytes as it says, and what it names is as long as it says.
WardrobeCode wardrobe_room_parse(const WardrobeRoomParts *parts,
                                 const WardrobeDialect *dialect,
                                 WardrobeRoom **room,
                                 WardrobeError *error);

// Loads and parses a room of a game.
WardrobeCode wardrobe_game_room(const WardrobeGame *game, uint16_t number, WardrobeRoom **room, WardrobeError *error);

// Tells what a room is.
// `info` leads to as many bytes as it says.
WardrobeCode wardrobe_room_info(const WardrobeRoom *room, WardrobeRoomInfo *info, WardrobeError *error);

// The number of a room's object at `index`, from 0 to `objects` of `wardrobe_room_info`.
WardrobeCode wardrobe_room_object(const WardrobeRoom *room, size_t index, uint16_t *object, WardrobeError *error);

// Frees a handle on a room; null is nothing. Stages keep the room.
// The handle came from this library and is not used any more.
void wardrobe_room_free(WardrobeRoom *room);

// A number from `min` to `max` of the library's own generator, SplitMix64. `state` is the seed, and moves on.
int32_t wardrobe_random(uint64_t *state, int32_t min, int32_t max);

// Whether sync times of a voice close the mouth so many jiffies after it began: 1 or 0.
// `times` leads to `count` numbers.
WardrobeCode wardrobe_mouth_closed(const WardrobeDialect *dialect,
                                   const uint16_t *times,
                                   size_t count,
                                   uint32_t jiffies,
                                   uint8_t *closed,
                                   WardrobeError *error);

// Makes a stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen show it, `bottom` not
// included.
WardrobeCode wardrobe_stage_of_room(const WardrobeDialect *dialect,
                                    const WardrobeRoom *room,
                                    uint16_t top,
                                    uint16_t bottom,
                                    WardrobeStage **stage,
                                    WardrobeError *error);

// Makes a stage before a picture of the caller's.
// `picture` leads to as many bytes as it says, and what it names is as long as it says.
WardrobeCode wardrobe_stage_of_picture(const WardrobeDialect *dialect,
                                       const WardrobePicture *picture,
                                       uint16_t top,
                                       uint16_t bottom,
                                       WardrobeStage **stage,
                                       WardrobeError *error);

// Makes the stage of a game: in a room of it, or with room 0 before the first. It loads rooms and costumes as it needs them.
WardrobeCode wardrobe_stage_of_game(const WardrobeGame *game, uint16_t room, WardrobeStage **stage, WardrobeError *error);

// Makes a copy, which plays on by itself. Rooms and costumes are shared.
WardrobeCode wardrobe_stage_clone(WardrobeStage *stage, WardrobeStage **copy, WardrobeError *error);

// Frees a stage; null is nothing.
// The handle came from this library and is not used any more.
void wardrobe_stage_free(WardrobeStage *stage);

// Makes a costume known by number.
WardrobeCode wardrobe_stage_insert_costume(WardrobeStage *stage,
                                           uint16_t number,
                                           const WardrobeCostume *costume,
                                           WardrobeError *error);

// Makes a room known by number.
WardrobeCode wardrobe_stage_insert_room(WardrobeStage *stage,
                                        uint16_t number,
                                        const WardrobeRoom *room,
                                        WardrobeError *error);

// The Nintendo: puts another room in the place of the present one, as if it were the same.
WardrobeCode wardrobe_stage_replace_room(WardrobeStage *stage, const WardrobeRoom *room, WardrobeError *error);

// Plays a frame; with `half` 2 the second half only, with 3 a picture in the middle of a script. `world` may be null.
// `world` is null or leads to as many bytes as it says.
WardrobeCode wardrobe_stage_tick(WardrobeStage *stage, uint32_t half, const WardrobeWorld *world, WardrobeError *error);

// Writes all that moves into bytes, to be kept in a file. They are freed with `wardrobe_bytes_free`.
WardrobeCode wardrobe_stage_save(WardrobeStage *stage, WardrobeBytes **saved, WardrobeError *error);

// Takes back what `wardrobe_stage_save` wrote; rooms and costumes have to be there. Events that wait are dropped.
// `data` leads to `len` bytes.
WardrobeCode wardrobe_stage_restore(WardrobeStage *stage, const uint8_t *data, size_t len, WardrobeError *error);

// Writes pixels that stay, rows of `width` behind each other, into the front buffer (1), the back (2) or both (3).
// `pixels` leads to `len` bytes.
WardrobeCode wardrobe_stage_print(WardrobeStage *stage,
                                  uint32_t buffers,
                                  int32_t x,
                                  int32_t y,
                                  size_t width,
                                  const uint8_t *pixels,
                                  size_t len,
                                  WardrobeError *error);

// Gives a stage a table; `kind` is a `WardrobeStageTable`.
// `data` leads to `len` bytes.
WardrobeCode wardrobe_stage_set_table(WardrobeStage *stage,
                                      uint32_t kind,
                                      uint16_t number,
                                      const uint8_t *data,
                                      size_t len,
                                      WardrobeError *error);

// Starts the palette; `kind` is a `WardrobePalette`.
WardrobeCode wardrobe_stage_start_palette(WardrobeStage *stage, uint32_t kind, WardrobeError *error);

// Stores a number of the stage; `entry` is a `WardrobeStageEntry`.
WardrobeCode wardrobe_stage_set_entry(WardrobeStage *stage,
                                      uint32_t entry,
                                      uint16_t index,
                                      uint16_t value,
                                      WardrobeError *error);

// Replaces the walk boxes; with `boxes` null those that are there stay. `matrix` has the stored ways between them; with none they
// are found.
// `boxes` leads to `count` of them, `matrix` to `matrix_len` bytes.
WardrobeCode wardrobe_stage_set_boxes(WardrobeStage *stage,
                                      const WardrobeBox *boxes,
                                      size_t count,
                                      const uint8_t *matrix,
                                      size_t matrix_len,
                                      WardrobeError *error);

// Takes the next event; its kind is 0 where there is none.
// `event` leads to as many bytes as it says.
WardrobeCode wardrobe_stage_event(WardrobeStage *stage, WardrobeEvent *event, WardrobeError *error);

// Shows the front buffer, or with `back` 1 what stands behind the actors. Nothing is copied.
// `view` leads to as many bytes as it says.
WardrobeCode wardrobe_stage_view(WardrobeStage *stage, uint8_t back, WardrobeView *view, WardrobeError *error);

// Copies what a plane has in the view: rows of bytes, one behind the other, 0 where it hides nothing. They are freed with
// `wardrobe_bytes_free`.
WardrobeCode wardrobe_stage_plane(WardrobeStage *stage, uint8_t plane, WardrobeBytes **rows, WardrobeError *error);

// The palette in force as RGB; with `displayed` 1 as the display shows it.
WardrobeCode wardrobe_stage_palette(WardrobeStage *stage, uint8_t displayed, uint8_t (*rgb)[768], WardrobeError *error);

// The shadow table in force; it is freed with `wardrobe_bytes_free`.
WardrobeCode wardrobe_stage_shadow_table(WardrobeStage *stage, WardrobeBytes **table, WardrobeError *error);

// The actor at a place of the view; 0: none.
WardrobeCode wardrobe_stage_actor_from_pos(WardrobeStage *stage,
                                           int32_t x,
                                           int32_t y,
                                           uint16_t *answer,
                                           WardrobeError *error);

// The state of an object.
WardrobeCode wardrobe_stage_object_state(WardrobeStage *stage, uint16_t object, uint8_t *answer, WardrobeError *error);

// Version 0: where an actor is put that should stand at a place, and the box there: column, line, box.
WardrobeCode wardrobe_stage_adjust_v0(WardrobeStage *stage, int16_t x, int16_t y, int16_t (*found)[3], WardrobeError *error);

// Advances one limb so many times. `world` may be null.
// `world` is null or leads to as many bytes as it says.
WardrobeCode wardrobe_actor_limb_anim(WardrobeStage *stage,
                                      uint16_t actor,
                                      uint32_t limb,
                                      uint32_t times,
                                      const WardrobeWorld *world,
                                      WardrobeError *error);

// Whether the actor has an opaque pixel at a place of the view: `answer` becomes 0 or 1.
WardrobeCode wardrobe_actor_hit(WardrobeStage *stage,
                                uint16_t actor,
                                int32_t x,
                                int32_t y,
                                uint8_t *answer,
                                WardrobeError *error);

// Whether the actor is in a class: `is` becomes 0 or 1.
WardrobeCode wardrobe_actor_is_in_class(WardrobeStage *stage,
                                        uint16_t actor,
                                        uint8_t class_,
                                        uint8_t *is,
                                        WardrobeError *error);

// The limbs of an actor as plain numbers.
// `out` leads to as many bytes as it says.
WardrobeCode wardrobe_actor_limbs(WardrobeStage *stage, uint16_t actor, WardrobeLimbStates *out, WardrobeError *error);

// Stores the limbs of an actor.
// `from` leads to as many bytes as it says.
WardrobeCode wardrobe_actor_set_limbs(WardrobeStage *stage,
                                      uint16_t actor,
                                      const WardrobeLimbStates *from,
                                      WardrobeError *error);

// The strips that the actor's drawings claim, counted in the room: strip s is bit s % 8 of byte s
// / 8.
WardrobeCode wardrobe_actor_strips(WardrobeStage *stage,
                                   uint16_t actor,
                                   uint8_t (*strips)[WARDROBE_STRIP_BYTES],
                                   WardrobeError *error);

// Reads a plain value of an actor; `field` is a `WardrobeActorField`.
WardrobeCode wardrobe_actor_get(WardrobeStage *stage, uint16_t actor, uint32_t field, int64_t *value, WardrobeError *error);

// Stores a plain value of an actor; `field` is a `WardrobeActorField`.
WardrobeCode wardrobe_actor_set(WardrobeStage *stage, uint16_t actor, uint32_t field, int64_t value, WardrobeError *error);

// Reads a plain value of a stage; `field` is a `WardrobeStageField`.
WardrobeCode wardrobe_stage_get(WardrobeStage *stage, uint32_t field, int64_t *value, WardrobeError *error);

// Stores a plain value of a stage; `field` is a `WardrobeStageField`.
WardrobeCode wardrobe_stage_set(WardrobeStage *stage, uint32_t field, int64_t value, WardrobeError *error);

// Finds the `WardrobeActorField` of a name: that in scenes, or `talk_colour` for
// `WARDROBE_ACTOR_FIELD_TALK_COLOUR`.
// `name` is null or ends with a zero.
WardrobeCode wardrobe_actor_field(const char *name, uint32_t *field, WardrobeError *error);

// Finds the `WardrobeStageField` of a name: that in scenes, or `camera_x` for
// `WARDROBE_STAGE_FIELD_CAMERA_X`.
// `name` is null or ends with a zero.
WardrobeCode wardrobe_stage_field(const char *name, uint32_t *field, WardrobeError *error);

// Resets an actor (T20). `mode` is -1 for everything, 0 for the settings, 1 to leave the room too,
// 2 to face south too.
WardrobeCode wardrobe_actor_init(WardrobeStage *stage, uint16_t actor, int32_t mode, WardrobeError *error);

// Puts a costume on (T21, T22).
WardrobeCode wardrobe_actor_set_costume(WardrobeStage *stage, uint16_t actor, uint16_t costume, WardrobeError *error);

// Puts an actor at a place (T25). With room -1 the actor stays in its own room.
WardrobeCode wardrobe_actor_put(WardrobeStage *stage,
                                uint16_t actor,
                                int32_t x,
                                int32_t y,
                                int32_t room,
                                WardrobeError *error);

// Hides an actor and ends its walk (T23).
WardrobeCode wardrobe_actor_hide(WardrobeStage *stage, uint16_t actor, WardrobeError *error);

// Shows an actor if the stage has a room (T24).
WardrobeCode wardrobe_actor_show(WardrobeStage *stage, uint16_t actor, WardrobeError *error);

// Puts an actor into room 0 (T25).
WardrobeCode wardrobe_actor_kill(WardrobeStage *stage, uint16_t actor, WardrobeError *error);

// Adds an actor to a class 1 to 32 or removes it (T26). `on` is 0 or 1.
WardrobeCode wardrobe_actor_set_class(WardrobeStage *stage,
                                      uint16_t actor,
                                      uint8_t class_,
                                      uint8_t on,
                                      WardrobeError *error);

// Starts a walk to a place (T75). `angle` is the angle that the actor faces at the end, -1 for
// none.
WardrobeCode wardrobe_actor_walk(WardrobeStage *stage,
                                 uint16_t actor,
                                 int32_t x,
                                 int32_t y,
                                 int32_t angle,
                                 WardrobeError *error);

// Ends a walk or a turn where the actor is.
WardrobeCode wardrobe_actor_stop(WardrobeStage *stage, uint16_t actor, WardrobeError *error);

// Freezes the walk of an actor or lets it go on (X5). `frozen` is 0 or 1.
WardrobeCode wardrobe_actor_set_frozen(WardrobeStage *stage, uint16_t actor, uint8_t frozen, WardrobeError *error);

// Lets an actor ignore the boxes or follow them (T26). `ignore` is 0 or 1.
WardrobeCode wardrobe_actor_set_ignore_boxes(WardrobeStage *stage, uint16_t actor, uint8_t ignore, WardrobeError *error);

// Sets the pixels of a walking step. During a walk the leg is planned again (T26).
WardrobeCode wardrobe_actor_set_walk_speed(WardrobeStage *stage,
                                           uint16_t actor,
                                           uint16_t x,
                                           uint16_t y,
                                           WardrobeError *error);

// Turns an actor to an angle at once (T40).
WardrobeCode wardrobe_actor_set_direction(WardrobeStage *stage, uint16_t actor, int32_t angle, WardrobeError *error);

// Turns an actor to an angle at once and ends a turn under way (X5, X7).
WardrobeCode wardrobe_actor_face(WardrobeStage *stage, uint16_t actor, int32_t angle, WardrobeError *error);

// Turns an actor step by step (T41).
WardrobeCode wardrobe_actor_turn(WardrobeStage *stage, uint16_t actor, int32_t angle, WardrobeError *error);

// Turns an actor step by step towards a place (T41).
WardrobeCode wardrobe_actor_turn_towards(WardrobeStage *stage, uint16_t actor, int32_t x, int32_t y, WardrobeError *error);

// Starts the animation of a frame in the direction that the actor faces (T30, T31).
WardrobeCode wardrobe_actor_start_anim(WardrobeStage *stage, uint16_t actor, uint16_t frame, WardrobeError *error);

// Starts an animation, turns or stops by the operand of a script (T33, T34).
WardrobeCode wardrobe_actor_animate(WardrobeStage *stage, uint16_t actor, uint16_t operand, WardrobeError *error);

// Sets how many frames each step of the limbs takes (T26).
WardrobeCode wardrobe_actor_set_anim_speed(WardrobeStage *stage, uint16_t actor, uint8_t frames, WardrobeError *error);

// Sets a variable of AKSQ programs (A25).
WardrobeCode wardrobe_actor_set_anim_var(WardrobeStage *stage,
                                         uint16_t actor,
                                         size_t variable,
                                         int16_t value,
                                         WardrobeError *error);

// Sets the scale of each axis, 255 for full size; -1 leaves an axis as it is (X3).
WardrobeCode wardrobe_actor_set_scale(WardrobeStage *stage, uint16_t actor, int32_t x, int32_t y, WardrobeError *error);

// Sets how many lines an actor is above its place (X2).
WardrobeCode wardrobe_actor_set_elevation(WardrobeStage *stage, uint16_t actor, int32_t lines, WardrobeError *error);

// Humongous games: sets the layer and requests a redraw (X8).
WardrobeCode wardrobe_actor_set_layer(WardrobeStage *stage, uint16_t actor, int32_t layer, WardrobeError *error);

// Overrides a colour of the costume; 255 ends that (A97).
WardrobeCode wardrobe_actor_set_colour(WardrobeStage *stage,
                                       uint16_t actor,
                                       size_t slot,
                                       uint8_t value,
                                       WardrobeError *error);

// Begins a line of speech that no clock times: ends the talk before it and opens the mouth (T80).
WardrobeCode wardrobe_actor_talk(WardrobeStage *stage, uint16_t actor, WardrobeError *error);

// Makes an actor the talking one and opens its mouth (T80, T81).
WardrobeCode wardrobe_actor_talk_start(WardrobeStage *stage, uint16_t actor, WardrobeError *error);

// Closes the mouth of an actor; then no actor talks (T81, T82).
WardrobeCode wardrobe_actor_talk_stop(WardrobeStage *stage, uint16_t actor, WardrobeError *error);

// Leaves the room and enters another room of the game (Y10 to Y16); 0 is none.
WardrobeCode wardrobe_stage_enter_room(WardrobeStage *stage, uint16_t room, WardrobeError *error);

// Shows every actor of the room (Y17).
WardrobeCode wardrobe_stage_show_actors(WardrobeStage *stage, WardrobeError *error);

// Sets the lines of the screen that show the stage; `bottom` is not included (Y18).
WardrobeCode wardrobe_stage_set_band(WardrobeStage *stage, uint16_t top, uint16_t bottom, WardrobeError *error);

// Plays the first half of a frame: walking, camera, objects (Y20).
WardrobeCode wardrobe_stage_tick_walk(WardrobeStage *stage, WardrobeError *error);

// Draws the background into the buffers.
WardrobeCode wardrobe_stage_draw_background(WardrobeStage *stage, WardrobeError *error);

// Restores and draws every actor again in the next frame (D10).
WardrobeCode wardrobe_stage_redraw_all_actors(WardrobeStage *stage, WardrobeError *error);

// Ends the talk (T82).
WardrobeCode wardrobe_stage_end_talk(WardrobeStage *stage, WardrobeError *error);

// Sets the centre of the view directly.
WardrobeCode wardrobe_stage_place_camera(WardrobeStage *stage, int32_t x, int32_t y, WardrobeError *error);

// Sets the column of the camera at once (Y32).
WardrobeCode wardrobe_stage_stand_camera(WardrobeStage *stage, int16_t x, WardrobeError *error);

// Sends the camera to a place (Y32, Y33).
WardrobeCode wardrobe_stage_send_camera(WardrobeStage *stage, int16_t x, int16_t y, WardrobeError *error);

// Moves the camera to a place step by step (Y32, Y33).
WardrobeCode wardrobe_stage_pan_camera(WardrobeStage *stage, int16_t x, int16_t y, WardrobeError *error);

// Lets the camera follow an actor; with `jump` 1 it is there at once (Y32, Y33).
WardrobeCode wardrobe_stage_follow_with_camera(WardrobeStage *stage, uint16_t actor, uint8_t jump, WardrobeError *error);

// Sets the two points of a scale slot 1 to 20: column, line and scale of each (T64).
WardrobeCode wardrobe_stage_set_scale_slot(WardrobeStage *stage,
                                           uint16_t slot,
                                           int32_t x1,
                                           int32_t y1,
                                           int32_t s1,
                                           int32_t x2,
                                           int32_t y2,
                                           int32_t s2,
                                           WardrobeError *error);

// Sets a colour of the palette, as scripts do (H3, P10).
WardrobeCode wardrobe_stage_set_colour(WardrobeStage *stage,
                                       uint8_t index,
                                       uint8_t red,
                                       uint8_t green,
                                       uint8_t blue,
                                       WardrobeError *error);

// Stores the state of an object; nothing is drawn (Y40).
WardrobeCode wardrobe_stage_set_object_state(WardrobeStage *stage, uint16_t object, uint8_t state, WardrobeError *error);

// Adds an object to a class or removes it (O6). `on` is 0 or 1.
WardrobeCode wardrobe_stage_set_object_class(WardrobeStage *stage,
                                             uint16_t object,
                                             uint8_t class_,
                                             uint8_t on,
                                             WardrobeError *error);

// Marks the strips of an object as dirty (Y41).
WardrobeCode wardrobe_stage_redraw_object(WardrobeStage *stage, uint16_t object, WardrobeError *error);

// Queues an object: the next frame draws it over what is there (Y43).
WardrobeCode wardrobe_stage_draw_object(WardrobeStage *stage, uint16_t object, WardrobeError *error);

// Removes an object from the draw queue (Y43).
WardrobeCode wardrobe_stage_undraw_object(WardrobeStage *stage, uint16_t object, WardrobeError *error);

// Moves an object (Y44).
WardrobeCode wardrobe_stage_move_object(WardrobeStage *stage, uint16_t object, int16_t x, int16_t y, WardrobeError *error);

// Applies an operation. `name` is its name in scenes or that of the method in Rust (`costume`,
// `set_costume`); the operands are those of a scene. An operand that may be left out is left out
// at the end.
//
// - A field (`set`, `set_camera`) is its enumerator. Behind a field that is a list come all items
//   of the list.
// - The buffers of `pixels` are 0 front, 1 back, 2 both.
// - Pixels, tables and lists of bytes (`pixels`, `shadow_table`, `room_table`, `shadow_set`) are
//   `bytes`; else `bytes` is null.
//
// `world` answers what `draw_now` and `limb_anim` ask; it may be null, and so may `reply`.
// `name` is null or ends with a zero, `operands` leads to `count` numbers, `bytes` to `len` bytes,
// and `world` and `reply` are null or lead to as many bytes as they say.
WardrobeCode wardrobe_stage_apply(WardrobeStage *stage,
                                  const char *name,
                                  const int64_t *operands,
                                  size_t count,
                                  const uint8_t *bytes,
                                  size_t len,
                                  const WardrobeWorld *world,
                                  WardrobeReply *reply,
                                  WardrobeError *error);

// Returns the greatest number of operands that an operation takes, or -1 if there is no operation
// of this name.
// `name` is null or ends with a zero.
int32_t wardrobe_operation_operands(const char *name);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* WARDROBE_H */

# Made by tests/stubs.py.
import os
from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Union, final

from typing_extensions import Buffer

from ._values import (
    AkosCommand, Animation, Cel, Drawn, Error, Fault, Host, Look, Sound, TalkScript, Target, WalkScript, World,
)

@final
class Actor:
    """An actor of a stage: what scripts do to it, and what it shows.

    Plain values are attributes, to be read and stored: `x`, `y`, `facing`, `costume`, `visible`,
    `layer` ...; `fields()` lists them. A store has no other effect and asks for no redraw."""
    def animate(self, operand: int) -> None:
        """Starts an animation, turns or stops by the operand of a script (T33, T34)."""
        ...
    def face(self, angle: int) -> None:
        """Turns an actor to an angle at once and ends a turn under way (X5, X7)."""
        ...
    def hide(self) -> None:
        """Hides an actor and ends its walk (T23)."""
        ...
    def hit(self, x: int, y: int) -> bool:
        """Whether the actor has an opaque pixel at a place (D11)."""
        ...
    @property
    def id(self) -> int:
        """Its number."""
        ...
    def init(self, mode: int = 0) -> None:
        """Resets an actor (T20). `mode` is -1 for everything, 0 for the settings, 1 to leave the room
        too, 2 to face south too."""
        ...
    def is_in_class(self, class_: int) -> bool:
        """Whether it is in a class."""
        ...
    def kill(self) -> None:
        """Puts an actor into room 0 (T25)."""
        ...
    def limb_anim(self, limb: int, times: int = 1, world: Optional[World] = None) -> None:
        """Advances one limb so many times."""
        ...
    @property
    def limb_numbers(self) -> List[int]:
        """All numbers of the state of its limbs one behind the other, which are there quicker:
        `stopped`, `anim_counter`, `sound_counter`, `flip`, `condition_mask`, the 27 `vars`; from 32
        on eight of each limb: `curpos`, `start`, `end`, `frame`, `mode`, `condition_offset`,
        `jump_offset`, `jump_count`. From 160 on those of version 0, where there are some:
        `command`, `next`, `rounds`, and seven of each limb: `frame`, `start`, `kind`, `curpos`,
        `flip`, `repeat`, `new_repeat`."""
        ...
    @property
    def limbs(self) -> Dict[str, Any]:
        """The state of its limbs, as `Limbs.state`; a changed one can be stored."""
        ...
    @limbs.setter
    def limbs(self, value: Dict[str, Any]) -> None: ...
    def put(self, x: int, y: int, room: Optional[int] = None) -> None:
        """Puts an actor at a place (T25). Without a room the actor stays in its own."""
        ...
    def set_anim_speed(self, frames: int) -> None:
        """Sets how many frames each step of the limbs takes (T26)."""
        ...
    def set_anim_var(self, variable: int, value: int) -> None:
        """Sets a variable of AKSQ programs (A25)."""
        ...
    def set_class(self, class_: int, on: bool = True) -> None:
        """Adds an actor to a class 1 to 32 or removes it (T26)."""
        ...
    def set_colour(self, slot: int, value: int) -> None:
        """Overrides a colour of the costume; 255 ends that (A97)."""
        ...
    def set_costume(self, costume: int) -> None:
        """Puts a costume on (T21, T22)."""
        ...
    def set_direction(self, angle: int) -> None:
        """Turns an actor to an angle at once (T40)."""
        ...
    def set_elevation(self, lines: int) -> None:
        """Sets how many lines an actor is above its place (X2)."""
        ...
    def set_frozen(self, frozen: bool = True) -> None:
        """Freezes the walk of an actor or lets it go on (X5)."""
        ...
    def set_ignore_boxes(self, ignore: bool = True) -> None:
        """Lets an actor ignore the boxes or follow them (T26)."""
        ...
    def set_layer(self, layer: int) -> None:
        """Humongous games: sets the layer and requests a redraw (X8)."""
        ...
    def set_scale(self, x: Optional[int] = None, y: Optional[int] = None) -> None:
        """Sets the scale of each axis, 255 for full size; without a value an axis stays as it is (X3)."""
        ...
    def set_walk_speed(self, x: int, y: int) -> None:
        """Sets the pixels of a walking step. During a walk the leg is planned again (T26)."""
        ...
    def show(self) -> None:
        """Shows an actor if the stage has a room (T24)."""
        ...
    def start_anim(self, frame: int) -> None:
        """Starts the animation of a frame in the direction that the actor faces (T30, T31)."""
        ...
    def stop(self) -> None:
        """Ends a walk or a turn where the actor is."""
        ...
    @property
    def strips(self) -> List[int]:
        """The strips of 8 pixels that its drawings claim, counted in the room."""
        ...
    def talk(self) -> None:
        """Begins a line of speech that no clock times: ends the talk before it and opens the mouth
        (T80)."""
        ...
    def talk_start(self) -> None:
        """Makes an actor the talking one and opens its mouth (T80, T81)."""
        ...
    def talk_stop(self) -> None:
        """Closes the mouth of an actor; then no actor talks (T81, T82)."""
        ...
    def turn(self, angle: int) -> None:
        """Turns an actor step by step (T41)."""
        ...
    def turn_towards(self, x: int, y: int) -> None:
        """Turns an actor step by step towards a place (T41)."""
        ...
    def walk(self, x: int, y: int, angle: Optional[int] = None) -> None:
        """Starts a walk to a place (T75). `angle` is the angle that the actor faces at the end."""
        ...
    x: int
    y: int
    room: int
    costume: int
    facing: int
    target_facing: int
    visible: bool
    need_redraw: bool
    need_bg_reset: bool
    costume_needs_init: bool
    elevation: int
    width: int
    talk_colour: int
    talk_x: int
    talk_y: int
    layer: int
    scale_x: int
    scale_y: int
    boxscale: int
    shadow_mode: int
    force_clip: int
    ignore_boxes: bool
    ignore_turns: bool
    init_frame: int
    walk_frame: int
    stand_frame: int
    talk_start_frame: int
    talk_stop_frame: int
    frame: int
    anim_speed: int
    anim_progress: int
    sound_pos: int
    speed_x: int
    speed_y: int
    walkbox: int
    moving: int
    walk_dest_x: int
    walk_dest_y: int
    walk_dest_box: int
    walk_cur_box: int
    walk_script: int
    talk_script: int
    top: int
    bottom: int
    classes: int
    flip: bool
    condition_mask: int
    offset_x: int
    offset_y: int
    talking: bool
    skip_limbs: bool
    palette_slot: int
    xmap: int
    clip_left: int
    clip_top: int
    clip_right: int
    clip_bottom: int
    humongous_flags: int
    v0_misc_flags: int
    v0_speaking: int
    v0_walk_to_x: int
    v0_walk_to_y: int

@final
class Costume:
    """A costume: its raw resource with its header, parsed for a dialect. It never changes.

    Parts that are damaged are left out, and listed in `damage`; with `strict` the first of them is raised."""
    def __new__(cls, data: Buffer, dialect: Dialect, *, strict: bool = False) -> Costume: ...
    def advance(self, limbs: Limbs, host: Optional[Host] = None) -> bool:
        """One animation step of all limbs; whether the actor has to be drawn again. `host` is a `Host`."""
        ...
    def advance_limb(self, limbs: Limbs, limb: int, times: int = 1, host: Optional[Host] = None) -> None:
        """`times` steps of one limb."""
        ...
    @property
    def animations(self) -> List[Animation]:
        """The animations that are stored, each direction counted."""
        ...
    def cel_gaps(self, number: int) -> Optional[bytes]:
        """AKOS of codec 32: for each pixel of a cel 255 where the data has none, else 0. Nothing for all others, in which a
        colour stands for gaps."""
        ...
    def cel_pixels(self, number: int) -> Frame:
        """Decodes a cel by its number, as seen facing east."""
        ...
    @property
    def cels(self) -> List[Cel]:
        """The pictures."""
        ...
    @property
    def colours(self) -> Tuple[bytes, bytes]:
        """AKOS: the screen colours of its own colours, and its RGB triples; both are empty where it has none."""
        ...
    @property
    def damage(self) -> List[Error]:
        """What is damaged: a list of exceptions that were not raised."""
        ...
    def draw(self, limbs: Limbs, look: Look, renderer: Renderer, target: Target) -> Drawn:
        """Draws all limbs in order and says what was touched (`Drawn`). `look` is a `Look`, `target` a `Target`."""
        ...
    @property
    def has_eight_directions(self) -> bool:
        """Whether it has eight directions, or four."""
        ...
    def hit(self, limbs: Limbs, look: Look, renderer: Renderer, x: int, y: int) -> bool:
        """Whether an opaque pixel is on view column `x`, line `y`, placed as drawing places it."""
        ...
    @property
    def is_akos(self) -> bool:
        """Whether it is an AKOS, or one of the older kinds."""
        ...
    def start(self, limbs: Limbs, facing: int, frame: int, limb_mask: int = 65535) -> None:
        """Starts animation `frame` in a direction (degrees clockwise from north) on the limbs of a mask, in which bit 15 is
        limb 0. An animation that does not exist changes nothing."""
        ...

@final
class Dialect:
    """Which SCUMM it is: the version, and what differs within it.

    `version` is 0 to 8, `he` the Humongous sub-version 60 to 100 (the version is 6 then). `platform` is one of dos, amiga, fmtowns,
    mac, c64, windows, atarist, segacd, nes, apple2; `render` one of ega, cga, cga_bw, cga_composite, hercules_green, hercules_amber,
    amiga; `game` the game's id where a rule names it (samnmax, loom, indy3 ...). `old256` is version 3 with 256 colours, `ega`
    version 4 with 16, `demo` the demo of version 0. `quirks_off` has a bit for each accident of the original that is switched off."""
    def __new__(cls, version: int = 5, *, he: int = 0, old256: bool = False, ega: bool = False, demo: bool = False, platform: Optional[str] = None, render: Optional[str] = None, game: Optional[str] = None, quirks_off: int = 0) -> Dialect: ...
    @property
    def has_akos(self) -> bool:
        """Whether costumes are AKOS."""
        ...
    @property
    def he(self) -> int:
        """The Humongous sub-version, 0 for other games."""
        ...
    @property
    def own_costumes(self) -> int:
        """Actors that wear the costume of their own number, from actor 1 on."""
        ...
    @property
    def planes(self) -> int:
        """Planes that every room has, plane 0 counted; 0 where the room says it."""
        ...
    @property
    def screen_height(self) -> int:
        """Lines of the screen."""
        ...
    @property
    def screen_size(self) -> Tuple[int, int]:
        """Columns and lines of the screen."""
        ...
    @property
    def screen_width(self) -> int:
        """Columns of the screen."""
        ...
    @property
    def shadow_len(self) -> int:
        """Bytes of the shadow table, 0 without one."""
        ...
    @property
    def version(self) -> int:
        """The version, 0 to 8."""
        ...

@final
class Frame:
    """A picture: rows of palette indices, to be read.

    It has the buffer protocol: `memoryview(frame)`, `numpy.asarray(frame)` and, where `pitch` is `width`,
    `PIL.Image.frombuffer` take it without copying. It never changes, whatever becomes of the stage."""
    @property
    def height(self) -> int:
        """Rows."""
        ...
    @property
    def memory(self) -> Frame:
        """The memory of the rows as one long row, what lies between them included: for who takes a pitch, as
        `PIL.Image.frombuffer("P", frame.size, frame.memory, "raw", "P", frame.pitch, 1)`."""
        ...
    @property
    def pitch(self) -> int:
        """Bytes from one row to the next."""
        ...
    @property
    def size(self) -> Tuple[int, int]:
        """Width and height."""
        ...
    @property
    def width(self) -> int:
        """Pixels in a row."""
        ...
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int) -> memoryview: ...

@final
class Game:
    """A game: a folder, an index file in it, or files in memory (a dictionary of names and bytes).

    It never changes; its files are read when something is loaded. `with Game(path) as game:` closes it at the end."""
    def __new__(cls, source: Union[str, os.PathLike[str], Mapping[str, Buffer]]) -> Game: ...
    def blend_table(self, image: int) -> bytes:
        """Humongous, from 9.0 on: the blend table of an image."""
        ...
    def close(self) -> None:
        """Lets the files go. Stages keep what they need."""
        ...
    def costume(self, number: int) -> Costume:
        """Loads and parses a costume."""
        ...
    def costume_data(self, number: int) -> bytes:
        """A costume as it is stored, with its header: what `Costume` takes."""
        ...
    @property
    def costumes(self) -> List[int]:
        """The numbers of all costumes, ascending."""
        ...
    @property
    def description(self) -> str:
        """What was found, in a line."""
        ...
    @property
    def dialect(self) -> Dialect:
        """Which SCUMM it is."""
        ...
    def room(self, number: int) -> Room:
        """Loads and parses a room."""
        ...
    def room_data(self, number: int) -> bytes:
        """A room as it is stored, with its header: what `Room` takes."""
        ...
    def room_name(self, room: int) -> Optional[str]:
        """The name of a room, if it has one."""
        ...
    @property
    def rooms(self) -> List[int]:
        """The numbers of all rooms, ascending."""
        ...
    def stage(self, room: int = 0) -> Stage:
        """A stage in a room, or with room 0 before the first. It loads rooms and costumes as it needs them."""
        ...
    def with_dialect(self, dialect: Dialect) -> Game:
        """The same game, played as another dialect: for what its files do not tell."""
        ...
    def __enter__(self) -> Game: ...
    def __exit__(self, *args: object) -> None: ...

@final
class Limbs:
    """The state of one actor's animation: sixteen limbs, counters, variables. A new one plays nothing."""
    def __new__(cls) -> Limbs: ...
    def copy(self) -> Limbs:
        """A copy."""
        ...
    def reset(self) -> None:
        """Resets the limbs: nothing plays, nothing is stopped; the counters stay."""
        ...
    def restore(self, data: Buffer) -> None:
        """Takes a state back that `save` wrote."""
        ...
    def save(self) -> bytes:
        """The state as bytes, to be kept in a file."""
        ...
    def set_condition(self, dialect: Dialect, number: int, on: bool = True, *, user: bool = False) -> None:
        """Humongous: sets a condition 1 to 32, or with `user` a user condition 1 to 16."""
        ...
    def set_talk_condition(self, dialect: Dialect, number: int) -> None:
        """Humongous: sets the talk condition 1 to 32, which ends any other."""
        ...
    @property
    def state(self) -> Dict[str, Any]:
        """All of it as numbers, lists and dictionaries: `limbs` (each with `curpos`, `start`, `end`, `frame`, `mode`; 65535 is none),
        `stopped`, `anim_counter`, `sound_counter`, `vars`, `flip`, `condition_mask`, and `v0` for version 0. A changed one can be
        stored. Positions that a costume does not have are harmless."""
        ...
    @state.setter
    def state(self, value: Dict[str, Any]) -> None: ...
    def __copy__(self) -> Limbs: ...

@final
class Random:
    """The library's own generator of random numbers, SplitMix64."""
    def __new__(cls, seed: int = 1) -> Random: ...
    def random(self, min: int, max: int) -> int:
        """A number from `min` to `max`, both included."""
        ...
    @property
    def state(self) -> int:
        """Where it stands: the seed of one that goes on from here."""
        ...

@final
class Renderer:
    """What the original carries over from one actor to the next while it draws: an engine has one for all actors."""
    def __new__(cls) -> Renderer: ...
    def copy_state(self, source: Renderer) -> None:
        """Takes over what another renderer carries; finished pictures stay."""
        ...
    def limit(self, bytes: int) -> None:
        """Limits the bytes for finished pictures; 0 keeps none. What is drawn is the same."""
        ...

@final
class Room:
    """A parsed room. It never changes; stages may share it.

    `data` is ROOM, RO, or the start of an old room file, with its header. Humongous games from 7.0 on have RMIM as `image`, version
    8 has RMSC as `scripts` and the numbers of objects by their names."""
    def __new__(cls, data: Buffer, dialect: Dialect, *, image: Optional[Buffer] = None, scripts: Optional[Buffer] = None, object_names: Optional[Mapping[str, int]] = None, number: int = 0) -> Room: ...
    @property
    def boxes(self) -> int:
        """How many walk boxes it has."""
        ...
    @property
    def height(self) -> int:
        """Rows."""
        ...
    @property
    def objects(self) -> List[int]:
        """The numbers of its objects."""
        ...
    @property
    def palettes(self) -> int:
        """How many palettes are stored."""
        ...
    @property
    def planes(self) -> int:
        """How many planes it has, plane 0 not counted."""
        ...
    @property
    def width(self) -> int:
        """Pixels in a row."""
        ...

@final
class Stage:
    """A room with actors in it. `Game.stage`, `Stage.of_room` and `Stage.of_picture` make one.

    Plain values are attributes: `camera_x`, `ego`, `redraw_full` ...; `fields()` lists them. One
    thread at a time may use a stage; a callback that comes back to the stage that asks gets a
    `BusyError`."""
    def actor(self, number: int) -> Actor:
        """Actor `number`."""
        ...
    def actor_from_pos(self, x: int, y: int) -> Optional[int]:
        """Returns the actor at a place of the view, or none (D11)."""
        ...
    @property
    def actors(self) -> List[Actor]:
        """All actors, those that are in no room among them."""
        ...
    def adjust_v0(self, x: int, y: int) -> Tuple[int, int, int]:
        """Version 0: where an actor is put that should stand at a place: column, line, box."""
        ...
    def apply(self, name: str, *operands: Union[int, str, Sequence[int], Buffer], world: Optional[World] = None) -> Union[None, bool, int, Tuple[int, int, int]]:
        """Applies an operation by its name in scenes or that of its method (`costume`, `set_costume`),
        with the operands that scenes give it: numbers, flags, names, lists; pixels and tables are
        bytes. `world` answers what `draw_now` and `limb_anim` ask. Returns what the operation
        answers: `None`, a bool, a number, the number of an actor, or column, line and box of a
        place."""
        ...
    def back(self) -> Frame:
        """What stands behind the actors."""
        ...
    @property
    def band_top(self) -> int:
        """The line of the screen at which the first row of the view is shown."""
        ...
    @property
    def box_count(self) -> int:
        """How many walk boxes there are."""
        ...
    def close(self) -> None:
        """Gives the memory back. Frames that were taken stay."""
        ...
    def copy(self) -> Stage:
        """A copy, which plays on by itself. Rooms and costumes are shared."""
        ...
    @property
    def dialect(self) -> Dialect:
        """Which SCUMM it plays."""
        ...
    def draw_background(self) -> None:
        """Draws the background into the buffers."""
        ...
    def draw_now(self, world: Optional[World] = None) -> None:
        """A picture in the middle of a script."""
        ...
    def draw_object(self, object: int) -> None:
        """Queues an object: the next frame draws it over what is there (Y43)."""
        ...
    def end_talk(self) -> None:
        """Ends the talk (T82)."""
        ...
    def enter_room(self, room: int) -> None:
        """Leaves the room and enters another room of the game (Y10 to Y16); 0 is none."""
        ...
    def events(self) -> Iterator[Union[Sound, AkosCommand, WalkScript, TalkScript, Fault]]:
        """What the stage has told since it was asked last, one by one: `Sound`, `AkosCommand`,
        `WalkScript`, `TalkScript`, `Fault`."""
        ...
    def follow_with_camera(self, actor: int, jump: bool = False) -> None:
        """Lets the camera follow an actor; with `jump` it is there at once (Y32, Y33)."""
        ...
    def front(self) -> Frame:
        """What is seen: the front buffer from the camera's left edge on."""
        ...
    def insert_costume(self, number: int, costume: Costume) -> None:
        """Makes a costume known by number."""
        ...
    def insert_room(self, number: int, room: Room) -> None:
        """Makes a room known by number."""
        ...
    @property
    def is_dark(self) -> bool:
        """Whether the room is dark."""
        ...
    def move_object(self, object: int, x: int, y: int) -> None:
        """Moves an object (Y44)."""
        ...
    def object_state(self, object: int) -> int:
        """Returns the state of an object (Y40)."""
        ...
    @staticmethod
    def of_picture(dialect: Dialect, pixels: Buffer, width: int, height: int, planes: Sequence[Buffer] = ..., plane_count: int = 0, top: int = 0, bottom: Optional[int] = None) -> Stage:
        """A stage before a picture of the caller's: rows of `width` indices, and planes with a bit a
        pixel from plane 1 on."""
        ...
    @staticmethod
    def of_room(dialect: Dialect, room: Room, top: int = 0, bottom: Optional[int] = None) -> Stage:
        """A stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen
        show it, `bottom` not included."""
        ...
    def palette(self, displayed: bool = True) -> bytes:
        """The palette as 768 bytes, RGB: as the display shows it, or with `displayed` false as it is in force."""
        ...
    def pan_camera(self, x: int, y: int) -> None:
        """Moves the camera to a place step by step (Y32, Y33)."""
        ...
    def place_camera(self, x: int, y: int) -> None:
        """Sets the centre of the view directly."""
        ...
    def plane(self, number: int) -> Optional[Frame]:
        """What a plane has in the view, a byte a pixel, 0 where it hides nothing, if there is such a plane."""
        ...
    @property
    def plane_count(self) -> int:
        """How many planes there are, plane 0 counted."""
        ...
    def print_pixels(self, buffers: Literal["front", "back", "both"], x: int, y: int, width: int, pixels: Buffer) -> None:
        """Writes pixels that stay, rows of `width` behind each other, into the buffers: front, back, both."""
        ...
    def redraw_all_actors(self) -> None:
        """Restores and draws every actor again in the next frame (D10)."""
        ...
    def redraw_object(self, object: int) -> None:
        """Marks the strips of an object as dirty (Y41)."""
        ...
    def replace_room(self, room: Room) -> None:
        """The Nintendo: puts another room in the place of the present one, as if it were the same."""
        ...
    def restore(self, data: Buffer) -> None:
        """Takes back what `save` wrote; rooms and costumes have to be there. Events that wait are dropped."""
        ...
    @property
    def room(self) -> int:
        """The number of the room, 0 none."""
        ...
    def save(self) -> bytes:
        """All that moves as bytes, to be kept in a file."""
        ...
    def send_camera(self, x: int, y: int) -> None:
        """Sends the camera to a place (Y32, Y33)."""
        ...
    def set_band(self, top: int, bottom: int) -> None:
        """Sets the lines of the screen that show the stage; `bottom` is not included (Y18)."""
        ...
    def set_boxes(self, boxes: Optional[Sequence[Mapping[str, Any]]] = None, matrix: Optional[Buffer] = None) -> None:
        """Replaces the walk boxes: dictionaries with `ul`, `ur`, `lr`, `ll`, `mask`, `flags`, `scale`,
        `slot`. Without boxes those that are there stay. `matrix` has the stored ways between them;
        without it they are found."""
        ...
    def set_colour(self, index: int, red: int, green: int, blue: int) -> None:
        """Sets a colour of the palette, as scripts do (H3, P10)."""
        ...
    def set_entry(self, entry: str, value: int, index: Optional[int] = None) -> None:
        """Stores a number that scripts change, at `index` where there are several: shadow, room_palette, box_flags,
        box_extra_flags, box_scale, use_palette, use_box_set, start_tables, use_costume_set, lights, room_number,
        talking_actor, cycle (jiffies that pass), copy_slot (from `index`), cel_memory (KiB)."""
        ...
    def set_object_class(self, object: int, class_: int, on: bool = True) -> None:
        """Adds an object to a class or removes it (O6)."""
        ...
    def set_object_state(self, object: int, state: int) -> None:
        """Stores the state of an object; nothing is drawn (Y40)."""
        ...
    def set_scale_slot(self, slot: int, x1: int, y1: int, s1: int, x2: int, y2: int, s2: int) -> None:
        """Sets the two points of a scale slot 1 to 20: column, line and scale of each (T64)."""
        ...
    def set_table(self, kind: str, data: Buffer, number: int = 0) -> None:
        """Gives the stage a table: palette (768 bytes), shadow, room_palette, remp, palette_slots, scale, xmap (of image
        `number`), block (the Nintendo's `number`), slot_colours (of slot `number`)."""
        ...
    @property
    def shadow_table(self) -> bytes:
        """The shadow table in force."""
        ...
    def show_actors(self) -> None:
        """Shows every actor of the room (Y17)."""
        ...
    def stand_camera(self, x: int) -> None:
        """Sets the column of the camera at once (Y32)."""
        ...
    def start_palette(self, kind: str) -> None:
        """Starts the palette: distinct (256 different colours), initial (the game's own), nes_classic."""
        ...
    @property
    def talking_actor(self) -> Optional[int]:
        """The talking actor, or none."""
        ...
    def tick(self, world: Optional[World] = None) -> None:
        """Plays a frame: walking, drawing, animating. `world` is asked for chance and sounds (`World`); without one it is quiet."""
        ...
    def tick_draw(self, world: Optional[World] = None) -> None:
        """The second half of a frame: drawing and animating."""
        ...
    def tick_walk(self) -> None:
        """Plays the first half of a frame: walking, camera, objects (Y20)."""
        ...
    def undraw_object(self, object: int) -> None:
        """Removes an object from the draw queue (Y43)."""
        ...
    @property
    def view_start(self) -> int:
        """The column of the room at which the view begins."""
        ...
    camera_x: int
    camera_y: int
    camera_dest_x: int
    camera_dest_y: int
    camera_last_x: int
    camera_last_y: int
    camera_mode: int
    camera_follows: int
    camera_moving_to_actor: bool
    camera_left_trigger: int
    camera_right_trigger: int
    camera_min_x: int
    camera_min_y: int
    camera_max_x: int
    camera_max_y: int
    camera_fast: bool
    camera_threshold_x: int
    camera_threshold_y: int
    camera_speed_x: int
    camera_speed_y: int
    camera_acceleration_x: int
    camera_acceleration_y: int
    ego: int
    players_first: int
    players_last: int
    have_msg: int
    own_scale_table: bool
    default_clip_left: int
    default_clip_top: int
    default_clip_right: int
    default_clip_bottom: int
    redraw_full: bool
    redraw_background: bool
    redraw_shown: bool
    redraw_always: bool
    def __enter__(self) -> Stage: ...
    def __exit__(self, *args: object) -> None: ...
    def __copy__(self) -> Stage: ...

def blend_table(image: Buffer) -> bytes:
    """The blend table in an image resource: what `Stage.set_table("xmap", ...)` takes."""
    ...

def fields() -> Tuple[List[str], List[str]]:
    """The names of an actor's plain values, and of a stage's."""
    ...

def mouth_closed(dialect: Dialect, times: Sequence[int], jiffies: int) -> bool:
    """Whether sync times of a voice close the mouth so many jiffies (60ths of a second) after it began."""
    ...

def operations() -> List[str]:
    """The names of all operations of `Stage.apply`. An operation may have several."""
    ...

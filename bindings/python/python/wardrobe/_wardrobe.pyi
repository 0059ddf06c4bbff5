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

    Plain values are attributes, to be read and stored: `x`, `y`, `facing`, `costume`, `visible`, `layer` ...; `fields()` lists them.
    A store has no other effect and asks for no redraw."""
    def animate(self, operand: int) -> None:
        """Starts an animation, turns or stops by the operand of a script."""
        ...
    def animate_rounds(self, command: int, rounds: int) -> None:
        """Version 0: starts a command that is repeated; -1 rounds are without end."""
        ...
    def draw_alone(self) -> None:
        """Draws its picture without any rule of redrawing."""
        ...
    def draw_to_back(self, x: int, y: int) -> None:
        """Humongous: moves it and draws it at once into the back buffer and the front."""
        ...
    def face(self, angle: int) -> None:
        """Lets it face an angle at once and drops a turn under way."""
        ...
    def freeze(self, frozen: bool = True) -> None:
        """Freezes its walk, or lets it go."""
        ...
    def hide(self) -> None:
        """Hides it and ends its walk."""
        ...
    def hit(self, x: int, y: int) -> bool:
        """Whether it has an opaque pixel at a place."""
        ...
    @property
    def id(self) -> int:
        """Its number."""
        ...
    def init(self, mode: int = 0) -> None:
        """Resets it: mode -1 everything, 0 the settings, 1 and it leaves its room, 2 and it faces south."""
        ...
    def is_in_class(self, class_: int) -> bool:
        """Whether it is in a class."""
        ...
    def keep_background(self, keep: bool = True) -> None:
        """Humongous: keeps the background behind it from being restored."""
        ...
    def kill(self) -> None:
        """Puts it into room 0."""
        ...
    def limb_anim(self, limb: int, times: int = 1, world: Optional[World] = None) -> None:
        """Advances one limb so many times."""
        ...
    @property
    def limb_numbers(self) -> List[int]:
        """All numbers of the state of its limbs one behind the other, which are there quicker: `stopped`, `anim_counter`,
        `sound_counter`, `flip`, `condition_mask`, the 27 `vars`; from 32 on eight of each limb: `curpos`, `start`, `end`, `frame`,
        `mode`, `condition_offset`, `jump_offset`, `jump_count`. From 160 on those of version 0, where there are some: `command`,
        `next`, `rounds`, and seven of each limb: `frame`, `start`, `kind`, `curpos`, `flip`, `repeat`, `new_repeat`."""
        ...
    @property
    def limbs(self) -> Dict[str, Any]:
        """The state of its limbs, as `Limbs.state`; a changed one can be stored."""
        ...
    @limbs.setter
    def limbs(self, value: Dict[str, Any]) -> None: ...
    def put(self, x: int, y: int, room: Optional[int] = None) -> None:
        """Puts it at a place, in another room if one is given."""
        ...
    def remap_colour(self, colour: int, value: int) -> None:
        """Humongous: overrides the slots of a colour."""
        ...
    def remap_palette(self, red: int, green: int, blue: int, threshold: int) -> None:
        """Tints the colours of an AKOS by factors of 256ths."""
        ...
    def set_anim_speed(self, frames: int) -> None:
        """Sets how many frames each step of the limbs takes."""
        ...
    def set_anim_var(self, var: int, value: int) -> None:
        """Sets an animation variable."""
        ...
    def set_class(self, class_: int, on: bool = True) -> None:
        """Puts it into a class, or takes it out."""
        ...
    def set_colour(self, slot: int, value: int) -> None:
        """Overrides a colour of the costume; 255 ends that."""
        ...
    def set_condition(self, number: int, on: bool = True) -> None:
        """Humongous: sets a condition 1 to 32."""
        ...
    def set_costume(self, costume: int) -> None:
        """Puts a costume on."""
        ...
    def set_default_frames(self) -> None:
        """Sets the frames to 1, 2, 3, 4, 5 for init, walk, stand, talk start, talk stop."""
        ...
    def set_direction(self, angle: int) -> None:
        """Lets it face an angle, as scripts do."""
        ...
    def set_elevation(self, lines: int) -> None:
        """Sets how many lines it is above its place."""
        ...
    def set_force_clip(self, plane: int) -> None:
        """Sets the plane that hides it, as scripts do."""
        ...
    def set_ignore_boxes(self, ignore: bool = True) -> None:
        """Lets it ignore the boxes or follow them; in the room it is put again."""
        ...
    def set_layer(self, layer: int) -> None:
        """Sets the layer and asks for a redraw, as Humongous scripts do."""
        ...
    def set_misc_flags(self, bits: int, on: bool = True) -> None:
        """Version 0: sets or clears bits of its flags."""
        ...
    def set_scale(self, x: Optional[int] = None, y: Optional[int] = None) -> None:
        """Sets the scale of one axis or both."""
        ...
    def set_script_scale(self, x: int, y: int) -> None:
        """Sets the scale and the scale word, as scripts do."""
        ...
    def set_skip_limbs(self, skip: bool) -> None:
        """Humongous: leaves the limbs out of the picture, or draws them again."""
        ...
    def set_sound(self, slot: int, sound: int) -> None:
        """Sets one of its 32 sounds."""
        ...
    def set_talk_condition(self, number: int, asked: bool = False) -> None:
        """Humongous: sets the talk condition; with `asked` the next draw leaves it alone."""
        ...
    def set_user_condition(self, number: int, on: bool = True) -> None:
        """Humongous: sets a user condition 1 to 16."""
        ...
    def set_walk_speed(self, x: int, y: int) -> None:
        """Sets the pixels of a walking step; in a walk the leg is planned anew."""
        ...
    def show(self) -> None:
        """Shows it where the stage has a room, in whatever room it is itself."""
        ...
    def start_anim(self, frame: int) -> None:
        """Starts the animation of a frame in the direction that it faces."""
        ...
    def stop(self) -> None:
        """Ends a walk or a turn where it is."""
        ...
    @property
    def strips(self) -> List[int]:
        """The strips of 8 pixels that its drawings claim, counted in the room."""
        ...
    def talk(self) -> None:
        """A line of speech begins that nobody times: the talk before it ends, the mouth opens."""
        ...
    def talk_start(self) -> None:
        """It becomes the talking one and opens its mouth."""
        ...
    def talk_stop(self) -> None:
        """The mouth closes; nobody talks."""
        ...
    def turn(self, angle: int) -> None:
        """Lets it turn step by step."""
        ...
    def turn_towards(self, x: int, y: int) -> None:
        """Lets it turn towards a place."""
        ...
    def walk(self, x: int, y: int, angle: Optional[int] = None) -> None:
        """Lets it walk to a place and then face an angle."""
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

    Plain values are attributes: `camera_x`, `ego`, `redraw_full` ...; `fields()` lists them. One thread at a time may use a stage;
    a callback that comes back to the stage that asks gets a `BusyError`."""
    def actor(self, number: int) -> Actor:
        """Actor `number`."""
        ...
    def actor_from_pos(self, x: int, y: int) -> Optional[int]:
        """The actor at a place of the view, or none."""
        ...
    @property
    def actors(self) -> List[Actor]:
        """All actors, those that are in no room among them."""
        ...
    def adjust_v0(self, x: int, y: int) -> Tuple[int, int, int]:
        """Version 0: where an actor is put that should stand at a place: column, line, box."""
        ...
    def apply(self, name: str, *operands: Union[int, str, Sequence[int], Buffer], world: Optional[World] = None) -> Union[None, bool, int, Tuple[int, int, int]]:
        """Applies an operation by its name in scenes or that of its method (`costume`, `set_costume`), with the operands that scenes
        give it: numbers, flags, names, lists; pixels and tables are bytes. `world` answers what `draw_now` and `limb_anim` ask.
        Returns what the operation answers: `None`, a bool, a number, the number of an actor, or column, line and box of a place."""
        ...
    def back(self) -> Frame:
        """What stands behind the actors."""
        ...
    @property
    def band_top(self) -> int:
        """The line of the screen at which the first row of the view is shown."""
        ...
    def blast_object(self, object: int, x: int, y: int, width: int, height: int, scale_x: int = 255, scale_y: int = 255, image: int = 0, mode: int = 0) -> None:
        """Has an object's picture drawn over everything, in a rectangle and at a scale of each axis."""
        ...
    @property
    def box_count(self) -> int:
        """How many walk boxes there are."""
        ...
    def clear_object_queue(self) -> None:
        """Empties the queue of objects to draw."""
        ...
    def clear_plane_0(self) -> None:
        """Clears plane 0."""
        ...
    def close(self) -> None:
        """Gives the memory back. Frames that were taken stay."""
        ...
    def compute_box_matrix(self) -> None:
        """Computes the ways between the boxes anew."""
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
    def draw_blasts(self) -> None:
        """Draws the blast objects that wait."""
        ...
    def draw_now(self, world: Optional[World] = None) -> None:
        """A picture in the middle of a script."""
        ...
    def draw_object(self, object: int) -> None:
        """The next frame draws an object over what is there."""
        ...
    def end_talk(self) -> None:
        """Ends the talk."""
        ...
    def enter_room(self, room: int) -> None:
        """Leaves the room and enters another; 0 is none."""
        ...
    def erase(self, left: int, top: int, right: int, bottom: int) -> None:
        """Takes away what was printed in a rectangle, in lines of the screen."""
        ...
    def events(self) -> Iterator[Union[Sound, AkosCommand, WalkScript, TalkScript, Fault]]:
        """What the stage has told since it was asked last, one by one: `Sound`, `AkosCommand`, `WalkScript`, `TalkScript`, `Fault`."""
        ...
    def fade_in(self) -> None:
        """Plays the effect that shows a room."""
        ...
    def fade_out(self, effect: int) -> None:
        """Does what an effect that leaves a room does to the buffers."""
        ...
    def follow_with_camera(self, actor: int, jump: bool = False) -> None:
        """The camera follows an actor, and jumps there first with `jump`."""
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
    def mark_restored(self, left: int, right: int) -> None:
        """Columns `left` to `right` were restored; `right` is not included."""
        ...
    def move_object(self, object: int, x: int, y: int) -> None:
        """Moves an object."""
        ...
    def object_state(self, object: int) -> int:
        """The state of an object."""
        ...
    @staticmethod
    def of_picture(dialect: Dialect, pixels: Buffer, width: int, height: int, planes: Sequence[Buffer] = ..., plane_count: int = 0, top: int = 0, bottom: Optional[int] = None) -> Stage:
        """A stage before a picture of the caller's: rows of `width` indices, and planes with a bit a pixel from plane 1 on."""
        ...
    @staticmethod
    def of_room(dialect: Dialect, room: Room, top: int = 0, bottom: Optional[int] = None) -> Stage:
        """A stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen show it, `bottom` not included."""
        ...
    def palette(self, displayed: bool = True) -> bytes:
        """The palette as 768 bytes, RGB: as the display shows it, or with `displayed` false as it is in force."""
        ...
    def pan_camera(self, x: int, y: int) -> None:
        """Moves the camera there step by step."""
        ...
    def place_camera(self, x: int, y: int) -> None:
        """The camera stands there, as a caller says that leads it itself."""
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
        """Restores and draws every actor again in the next frame."""
        ...
    def redraw_object(self, object: int) -> None:
        """Has an object's strips drawn again."""
        ...
    def remove_blasts(self) -> None:
        """Takes the blast objects away."""
        ...
    def replace_room(self, room: Room) -> None:
        """The Nintendo: puts another room in the place of the present one, as if it were the same."""
        ...
    def restore(self, data: Buffer) -> None:
        """Takes back what `save` wrote; rooms and costumes have to be there. Events that wait are dropped."""
        ...
    def restore_strips(self, left: int, top: int, right: int, bottom: int) -> None:
        """Restores the strips of a rectangle: left, top, right, bottom, the last two not included."""
        ...
    @property
    def room(self) -> int:
        """The number of the room, 0 none."""
        ...
    def save(self) -> bytes:
        """All that moves as bytes, to be kept in a file."""
        ...
    def send_camera(self, x: int, y: int) -> None:
        """Sends the camera there."""
        ...
    def set_band(self, top: int, bottom: int) -> None:
        """Sets the lines of the screen that show the stage; `bottom` is not included."""
        ...
    def set_boxes(self, boxes: Optional[Sequence[Mapping[str, Any]]] = None, matrix: Optional[Buffer] = None) -> None:
        """Replaces the walk boxes: dictionaries with `ul`, `ur`, `lr`, `ll`, `mask`, `flags`, `scale`, `slot`. Without boxes those that
        are there stay. `matrix` has the stored ways between them; without it they are found."""
        ...
    def set_colour(self, index: int, r: int, g: int, b: int) -> None:
        """Sets a colour of the palette, as scripts do."""
        ...
    def set_entry(self, entry: str, value: int, index: Optional[int] = None) -> None:
        """Stores a number that scripts change, at `index` where there are several: shadow, room_palette, box_flags,
        box_extra_flags, box_scale, use_palette, use_box_set, start_tables, use_costume_set, lights, room_number,
        talking_actor, cycle (jiffies that pass), copy_slot (from `index`), cel_memory (KiB)."""
        ...
    def set_flashlight(self, width: int, height: int) -> None:
        """The size of the flashlight's beam in strips."""
        ...
    def set_object_class(self, object: int, class_: int, on: bool = True) -> None:
        """Puts an object into a class, or takes it out."""
        ...
    def set_object_state(self, object: int, state: int) -> None:
        """Stores the state of an object; nothing is drawn."""
        ...
    def set_pointer(self, x: int, y: int) -> None:
        """Puts the pointer to a place: of the screen in version 0, of the view on the Nintendo."""
        ...
    def set_scale_slot(self, slot: int, x1: int, y1: int, s1: int, x2: int, y2: int, s2: int) -> None:
        """Sets the two points of a scale slot 1 to 20: column, line and scale of each."""
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
        """Shows every actor of the room."""
        ...
    def skip_objects(self, skip: bool) -> None:
        """Leaves the room's objects out, or draws them again."""
        ...
    def stand_camera(self, x: int) -> None:
        """The camera stands at a column, whomever it followed."""
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
        """The first half of a frame: walking, camera, objects."""
        ...
    def undraw_object(self, object: int) -> None:
        """Takes an object out of the queue of those to draw."""
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

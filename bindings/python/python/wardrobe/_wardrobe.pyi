# Made by tests/stubs.py.
import os
from typing import (
    Any, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Union, final,
)

from typing_extensions import Buffer

from ._values import (
    AkosCommand, Animation, Cel, Drawn, Error, Fault, Host, Look, Sound, TalkScript, Target,
    WalkScript, World,
)

@final
class Actor:
    """An actor of a stage: operations and fields.

    The fields are attributes that can be read and stored: `x`, `y`, `facing`, `costume`, `visible`,
    `layer` and others; `fields()` lists them. A store requests no redraw. It has no other effect,
    except that during a walk a new walk speed plans the leg again (T26)."""
    def animate(self, operand: int) -> None:
        """Performs the animation operand of a script: starts an animation, turns or stops the actor
        (T33, T34).

        - Up to version 6, `operand / 4` selects the action and `operand % 4` the direction (0 west,
          1 east, 2 south, 3 north): 0x3F stops, 0x3E sets the facing like `face`, and 0x3D turns.
          Any other operand is a frame to start; versions 1 and 2 start the frame `operand / 4`.
        - From version 7 on, `operand / 1000` selects the action and `operand % 1000` is the angle
          in degrees: 2 stops, 3 sets the facing, 4 turns. Any other operand is a frame to start.
        - In version 0 the operand is a command (V48).

        Raises `MisuseError` if the frame does not exist."""
        ...
    def face(self, angle: int) -> None:
        """Sets the facing immediately, in degrees clockwise from north, and ends a turn in progress
        (X5, X7)."""
        ...
    def hide(self) -> None:
        """Hides an actor and ends its walk (T23). The actor stays in its room; `kill` removes it
        from there."""
        ...
    def hit(self, x: int, y: int) -> bool:
        """Returns whether an opaque pixel of the actor's costume lies at column `x`, row `y` of the
        view, even if the pixel is hidden (D11). Raises `MisuseError` if the original cannot test
        the picture: codecs 5, 16 and 32."""
        ...
    @property
    def id(self) -> int:
        """Number of the actor."""
        ...
    def init(self, mode: int = 0) -> None:
        """Resets an actor (T20). `mode` is -1 to reset everything, 0 to reset the settings, 1 to
        also remove the actor from its room, 2 to also make it face south. The default is 0. Raises
        `MisuseError` if `mode` is another number."""
        ...
    def is_in_class(self, class_: int) -> bool:
        """Returns whether the actor is in a class, 1 to 32 (T26)."""
        ...
    def kill(self) -> None:
        """Removes an actor from its room: puts it into room 0 (T25)."""
        ...
    def limb_anim(self, limb: int, times: int = 1, world: Optional[World] = None) -> None:
        """Advances one limb, 0 to 15, by `times` animation steps if the animation is due (T51).
        Requests no redraw. Fails if the limb does not exist."""
        ...
    @property
    def limb_numbers(self) -> List[int]:
        """All numbers of the animation state, which are read faster than `limbs`: `stopped`,
        `anim_counter`, `sound_counter`, `flip`, `condition_mask` and the 27 `vars`; from index 32
        on eight numbers for each limb: `curpos`, `start`, `end`, `frame`, `mode`,
        `condition_offset`, `jump_offset`, `jump_count`. In version 0, `command`, `next` and
        `rounds` follow from index 160 on, and seven numbers for each of its limbs: `frame`,
        `start`, `kind`, `curpos`, `flip`, `repeat`, `new_repeat`."""
        ...
    @property
    def limbs(self) -> Dict[str, Any]:
        """The animation state, as in `Limbs.state`. A changed state can be stored."""
        ...
    @limbs.setter
    def limbs(self, value: Dict[str, Any]) -> None: ...
    def put(self, x: int, y: int, room: Optional[int] = None) -> None:
        """Puts an actor at column `x`, row `y` of a room (T25). Without `room` the actor stays in
        its own. In the current room the actor is shown. Up to version 2, columns count in units of
        8 pixels and rows in units of 2 (G4). Positions are cut to 16 bits."""
        ...
    def set_anim_speed(self, frames: int) -> None:
        """Sets the number of engine frames for each animation step, and restarts the count (T26). 0
        counts as 1."""
        ...
    def set_anim_var(self, variable: int, value: int) -> None:
        """Sets an animation variable, 0 to 26, which AKSQ programs read (A25). Raises `MisuseError`
        if the variable does not exist."""
        ...
    def set_class(self, class_: int, on: bool = True) -> None:
        """Adds an actor to a class, 1 to 32, or removes it if `on` is false (T26). Classes 21 and
        22 take effect immediately. Raises `MisuseError` if the class does not exist."""
        ...
    def set_colour(self, slot: int, value: int) -> None:
        """Overrides colour `slot`, 0 to 255, of the costume with the colour `value` of the palette;
        255 removes the override (A97). Raises `MisuseError` if the slot does not exist."""
        ...
    def set_costume(self, costume: int) -> None:
        """Sets the costume of an actor (T21, T22); 0 takes the costume off. A number without a
        costume is kept: the actor is not drawn, and showing it causes a fault event (T21b). The
        call fails if the costume cannot be loaded."""
        ...
    def set_direction(self, angle: int) -> None:
        """Sets the facing immediately, in degrees clockwise from north (T40). A turn or walk in
        progress continues. `face` also ends a turn, `turn` turns the actor step by step."""
        ...
    def set_elevation(self, lines: int) -> None:
        """Sets the height of an actor above the ground, in rows; up to version 2 in units of two
        rows (X2, G4)."""
        ...
    def set_frozen(self, frozen: bool = True) -> None:
        """Freezes or releases an actor (X5). From version 7 on, a frozen actor turns but does not
        walk."""
        ...
    def set_ignore_boxes(self, ignore: bool = True) -> None:
        """Sets whether an actor ignores the walk boxes. In the current room the actor is put again
        (T26)."""
        ...
    def set_layer(self, layer: int) -> None:
        """Humongous games: sets the layer and requests a redraw (X8). A larger layer is further
        back, in HE90 and later further in front (D6)."""
        ...
    def set_scale(self, x: Optional[int] = None, y: Optional[int] = None) -> None:
        """Sets the horizontal and vertical scale, 0 to 255; 255 is full size. An axis without a
        value keeps its scale (X3). Walk boxes overwrite the scale at the next draw (T62)."""
        ...
    def set_walk_speed(self, x: int, y: int) -> None:
        """Sets the horizontal and vertical walking speed in pixels per frame at full scale. During
        a walk the leg is planned again (T26)."""
        ...
    def show(self) -> None:
        """Shows an actor if the stage has a room (T24): moves the actor into a walk box and starts
        the init frame of a new costume."""
        ...
    def start_anim(self, frame: int) -> None:
        """Starts the animation of a frame in the actor's direction (T30, T31). The frames 0x38 to
        0x3C, from version 7 on 1001 to 1005, stand for the actor's own init, walk, stand, talk
        start and talk stop frame. Raises `MisuseError` if the frame is 0x3E before version 7."""
        ...
    def stop(self) -> None:
        """Ends a walk or a turn at the current position. The stand animation does not start;
        `animate` with the operand that stops does both (T33, T34)."""
        ...
    @property
    def strips(self) -> List[int]:
        """The strips of 8 pixels that the actor's drawings claim, counted from the left edge of the
        room."""
        ...
    def talk(self) -> None:
        """Starts a line of speech without a time limit: ends the talk before it and opens the mouth
        (T80)."""
        ...
    def talk_start(self) -> None:
        """Makes an actor the talking actor and opens its mouth (T80, T81)."""
        ...
    def talk_stop(self) -> None:
        """Closes the mouth of an actor. Afterwards no actor talks (T81, T82)."""
        ...
    def turn(self, angle: int) -> None:
        """Turns an actor step by step, in the next frames, to an angle in degrees clockwise from
        north (T41)."""
        ...
    def turn_towards(self, x: int, y: int) -> None:
        """Turns an actor step by step, in the next frames, towards column `x`, row `y` of the room,
        in the units of `put` (T41)."""
        ...
    def walk(self, x: int, y: int, angle: Optional[int] = None) -> None:
        """Starts a walk to column `x`, row `y` of the room, in the units of `put` (T75). `angle` is
        the facing at the end, in degrees clockwise from north; without it the actor keeps the
        facing in which it arrives. The steps happen in the next frames."""
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
    """A costume, parsed from its raw block with header for a dialect. It is immutable.

    Damaged parts are left out and listed in `damage`; with `strict` the first of them is raised.
    Raises `MalformedError` or `UnsupportedError` if the bytes are not a costume of the dialect."""
    def __new__(cls, data: Buffer, dialect: Dialect, *, strict: bool = False) -> Costume: ...
    def advance(self, limbs: Limbs, host: Optional[Host] = None) -> bool:
        """Advances all limbs by one animation step, including stopped limbs. Returns whether the
        actor must be drawn again. `host` is a `Host`."""
        ...
    def advance_limb(self, limbs: Limbs, limb: int, times: int = 1, host: Optional[Host] = None) -> None:
        """Advances one limb, 0 to 15, by `times` animation steps. Fails if the limb does not
        exist."""
        ...
    @property
    def animations(self) -> List[Animation]:
        """The stored animations, one for each direction."""
        ...
    def cel_gaps(self, number: int) -> Optional[bytes]:
        """AKOS with codec 32: returns a byte for each pixel of a cel, 255 if the data skips the
        pixel, else 0. Returns nothing for all other costumes, in which a colour marks transparent
        pixels."""
        ...
    def cel_pixels(self, number: int) -> Frame:
        """Decodes a cel by its number, facing east. Fails if the cel does not exist or cannot be
        decoded."""
        ...
    @property
    def cels(self) -> List[Cel]:
        """The pictures of the costume."""
        ...
    @property
    def colours(self) -> Tuple[bytes, bytes]:
        """AKOS: the palette of the costume, a screen colour for each of its colours, and the RGB
        triples of its colours. Both are empty if the costume does not have them."""
        ...
    @property
    def damage(self) -> List[Error]:
        """The damaged parts: a list of exceptions that were not raised."""
        ...
    def draw(self, limbs: Limbs, look: Look, renderer: Renderer, target: Target) -> Drawn:
        """Draws all limbs in order and returns a report (`Drawn`). `look` is a `Look`, `target` a
        `Target`. Raises `MisuseError` if the pixels, the plane or a table have a size that does not
        fit."""
        ...
    @property
    def has_eight_directions(self) -> bool:
        """Whether the costume has eight directions, and not four."""
        ...
    def hit(self, limbs: Limbs, look: Look, renderer: Renderer, x: int, y: int) -> bool:
        """Returns whether an opaque pixel lies at column `x`, row `y` of the view. The limbs are
        placed as for a draw; planes are ignored. Raises `FaultError` if the original cannot test
        the picture."""
        ...
    @property
    def is_akos(self) -> bool:
        """Whether the costume is an AKOS, and not one of the older kinds."""
        ...
    def start(self, limbs: Limbs, facing: int, frame: int, limb_mask: int = 65535) -> None:
        """Starts animation `frame` in a direction, in degrees clockwise from north, on the limbs of
        a mask: bit 15 is limb 0, 0xFFFF all limbs. An animation that does not exist changes no
        limb. Fails if the original would have stopped."""
        ...

@final
class Dialect:
    """A variant of SCUMM: the version and its differences.

    `version` is 0 to 8. `he` is the Humongous sub-version, 60 to 100; the version is 6 then.
    `platform` is dos, amiga, fmtowns, mac, c64, windows, atarist, segacd, nes or apple2; without it
    the usual platform of the version. `render` is ega, cga, cga_bw, cga_composite, hercules_green,
    hercules_amber or amiga. `game` is the id of the game if a rule depends on it (samnmax, loom,
    indy3 and others). `old256` is version 3 with 256 colours, `ega` version 4 with 16, `demo` the
    demo of version 0. `quirks_off` has a bit for each accident of the original that is switched
    off. Raises `MisuseError` if the version, the platform or the display does not exist."""
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
        """Number of actors that wear the costume of their own number, from actor 1 on."""
        ...
    @property
    def planes(self) -> int:
        """Number of planes of every room, plane 0 included; 0 if rooms have different numbers."""
        ...
    @property
    def screen_height(self) -> int:
        """Height of the screen in pixels."""
        ...
    @property
    def screen_size(self) -> Tuple[int, int]:
        """Width and height of the screen in pixels."""
        ...
    @property
    def screen_width(self) -> int:
        """Width of the screen in pixels."""
        ...
    @property
    def shadow_len(self) -> int:
        """Size of the shadow table in bytes, 0 if there is none."""
        ...
    @property
    def version(self) -> int:
        """The version, 0 to 8."""
        ...

@final
class Frame:
    """A picture: rows of palette indices, read-only.

    The frame has the buffer protocol: `memoryview(frame)`, `numpy.asarray(frame)` and, if `pitch`
    equals `width`, `PIL.Image.frombuffer` read it without a copy. The frame is immutable, also if
    the stage changes."""
    @property
    def height(self) -> int:
        """Height in pixels."""
        ...
    @property
    def memory(self) -> Frame:
        """The memory of the rows as one long row, including the bytes between the rows, for
        functions that take a pitch: `PIL.Image.frombuffer("P", frame.size, frame.memory, "raw",
        "P", frame.pitch, 1)`."""
        ...
    @property
    def pitch(self) -> int:
        """Number of bytes from one row to the next."""
        ...
    @property
    def size(self) -> Tuple[int, int]:
        """Width and height in pixels."""
        ...
    @property
    def width(self) -> int:
        """Width in pixels."""
        ...
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int) -> memoryview: ...

@final
class Game:
    """A game: a folder, an index file in it, or files in memory (a dictionary of names and bytes).

    The game is immutable. Files are read when a resource is loaded. `with Game(path) as game:`
    closes it at the end. Raises `NotFoundError` if the files are not a known game."""
    def __new__(cls, source: Union[str, os.PathLike[str], Mapping[str, Buffer]]) -> Game: ...
    def blend_table(self, image: int) -> bytes:
        """HE90 and later: loads the blend table of an image, 65536 bytes. Fails if the game does
        not have the image, or the image has no table."""
        ...
    def close(self) -> None:
        """Closes the files. Stages keep the parts that they need."""
        ...
    def costume(self, number: int) -> Costume:
        """Loads and parses a costume. Fails if the game does not have the costume."""
        ...
    def costume_data(self, number: int) -> bytes:
        """Loads the raw block of a costume with its header, as `Costume` takes it."""
        ...
    @property
    def costumes(self) -> List[int]:
        """The numbers of all costumes, in ascending order."""
        ...
    @property
    def description(self) -> str:
        """A description of the game, in one line."""
        ...
    @property
    def dialect(self) -> Dialect:
        """The dialect of the game."""
        ...
    def room(self, number: int) -> Room:
        """Loads and parses a room. Fails if the game does not have the room."""
        ...
    def room_data(self, number: int) -> bytes:
        """Loads the raw block of a room with its header, as `Room` takes it."""
        ...
    def room_name(self, room: int) -> Optional[str]:
        """Returns the name of a room, or nothing if the index has none."""
        ...
    @property
    def rooms(self) -> List[int]:
        """The numbers of all rooms, in ascending order."""
        ...
    def stage(self, room: int = 0) -> Stage:
        """Creates a stage in a room; with room 0 before the first room. The stage loads rooms and
        costumes when it needs them."""
        ...
    def with_dialect(self, dialect: Dialect) -> Game:
        """Returns the same game with another dialect, for properties that its files do not
        contain."""
        ...
    def __enter__(self) -> Game: ...
    def __exit__(self, *args: object) -> None: ...

@final
class Limbs:
    """The animation state of one actor: sixteen limbs, counters and variables. No limb of a new
    state plays."""
    def __new__(cls) -> Limbs: ...
    def copy(self) -> Limbs:
        """Returns a copy."""
        ...
    def reset(self) -> None:
        """Resets the limbs: no limb plays, none is stopped. The counters do not change."""
        ...
    def restore(self, data: Buffer) -> None:
        """Restores a state that `save` has returned. Fails if the bytes are not such a state."""
        ...
    def save(self) -> bytes:
        """Returns the state as bytes that can be stored in a file."""
        ...
    def set_condition(self, dialect: Dialect, number: int, on: bool = True, *, user: bool = False) -> None:
        """Humongous games: sets or clears a condition, 1 to 32, or with `user` a user condition, 1
        to 16. Fails if the condition does not exist."""
        ...
    def set_talk_condition(self, dialect: Dialect, number: int) -> None:
        """Humongous games: sets the talk condition, 1 to 32, and clears the other talk conditions.
        Fails if the condition does not exist."""
        ...
    @property
    def state(self) -> Dict[str, Any]:
        """The whole state as numbers, lists and dictionaries: `limbs` (each with `curpos`, `start`,
        `end`, `frame`, `mode` and others; 65535 is none), `stopped`, `anim_counter`,
        `sound_counter`, `vars`, `flip`, `condition_mask`, and `v0` for version 0. A changed state
        can be stored. Positions that a costume does not have are harmless."""
        ...
    @state.setter
    def state(self, value: Dict[str, Any]) -> None: ...
    def __copy__(self) -> Limbs: ...

@final
class Random:
    """The library's own generator of random numbers, SplitMix64. The default seed is 1."""
    def __new__(cls, seed: int = 1) -> Random: ...
    def random(self, min: int, max: int) -> int:
        """Returns a random number from `min` to `max`, both included."""
        ...
    @property
    def state(self) -> int:
        """The state of the generator: a generator with this seed continues the sequence."""
        ...

@final
class Renderer:
    """The state that the original keeps from one actor to the next while it draws. An engine
    creates one renderer for all actors."""
    def __new__(cls) -> Renderer: ...
    def copy_state(self, source: Renderer) -> None:
        """Copies the state that another renderer keeps from one actor to the next. This renderer
        keeps its own cache of decoded pictures."""
        ...
    def limit(self, bytes: int) -> None:
        """Limits the cache of decoded pictures to `bytes` and clears it; 0 disables it. The cache
        does not change what is drawn."""
        ...

@final
class Room:
    """A parsed room. It is immutable; stages may share it.

    `data` is the block ROOM or RO, or the start of an old room file, with its header. HE70 and
    later games have the block RMIM as `image`; version 8 has the block RMSC as `scripts`, and
    `object_names` contains the numbers of objects by their names. Raises `MalformedError` if the
    bytes are not a room of the dialect."""
    def __new__(cls, data: Buffer, dialect: Dialect, *, image: Optional[Buffer] = None, scripts: Optional[Buffer] = None, object_names: Optional[Mapping[str, int]] = None, number: int = 0) -> Room: ...
    @property
    def boxes(self) -> int:
        """Number of walk boxes."""
        ...
    @property
    def height(self) -> int:
        """Height in pixels."""
        ...
    @property
    def objects(self) -> List[int]:
        """The numbers of the room's objects."""
        ...
    @property
    def palettes(self) -> int:
        """Number of stored palettes."""
        ...
    @property
    def planes(self) -> int:
        """Number of planes, without plane 0."""
        ...
    @property
    def width(self) -> int:
        """Width in pixels."""
        ...

@final
class Stage:
    """A room with actors in it. `Game.stage`, `Stage.of_room` and `Stage.of_picture` create stages.

    The fields of the stage are attributes: `camera_x`, `ego`, `redraw_full` and others; `fields()`
    lists them. One thread at a time may use a stage. A callback that uses the stage of its own call
    gets a `BusyError`.

    Positions are columns from the left and rows from the top, in the room unless a method says
    otherwise. Angles are degrees clockwise from north. Actors are numbered 1 to 80."""
    def actor(self, number: int) -> Actor:
        """Returns actor `number`, 1 to 80. Fails for another number."""
        ...
    def actor_from_pos(self, x: int, y: int) -> Optional[int]:
        """Returns the number of the actor at column `x`, row `y` of the room, or `None` (D11). Of
        several actors, the one with the lowest number is found, in HE70 and later the one that
        stands lowest."""
        ...
    @property
    def actors(self) -> List[Actor]:
        """All actors, including those in no room."""
        ...
    def adjust_v0(self, x: int, y: int) -> Tuple[int, int, int]:
        """Version 0: returns where an actor ends that is sent to a position: column and row of the
        nearest point in a box, and the number of that box (V55). Units are those of `Actor.put`."""
        ...
    def apply(self, name: str, *operands: Union[int, str, Sequence[int], Buffer], world: Optional[World] = None) -> Union[None, bool, int, Tuple[int, int, int]]:
        """Applies an operation by its name in scenes or that of its method (`costume`,
        `set_costume`), with the operands of the scene, in its units: numbers, flags, names, lists;
        pixels and tables are bytes. The plane of `set_force_clip` is the number of the plane that
        hides the actor, beginning with 1; 0, from version 7 on 100, selects the plane of the
        actor's walk box. `world` answers the questions of `draw_now` and `limb_anim`. Returns the
        reply of the operation: `None`, a bool, a number, the number of an actor, or column, row and
        box of a position. Raises `NotFoundError` if there is no such operation, and `MisuseError`
        if an operand is missing or out of range."""
        ...
    def back(self) -> Frame:
        """Returns the visible part of the back buffer: the background without the actors."""
        ...
    @property
    def band_top(self) -> int:
        """Row of the screen that shows the first row of the view."""
        ...
    @property
    def box_count(self) -> int:
        """Number of walk boxes."""
        ...
    def close(self) -> None:
        """Frees the stage. Frames that were taken stay valid."""
        ...
    def copy(self) -> Stage:
        """Returns a copy of the stage. The copy is independent; rooms and costumes are shared."""
        ...
    @property
    def dialect(self) -> Dialect:
        """The dialect of the stage."""
        ...
    def draw_background(self) -> None:
        """Draws the background of the view, with its objects, into both buffers. Plays no frame."""
        ...
    def draw_now(self, world: Optional[World] = None) -> None:
        """Draws a frame in the middle of a script (Y21): a full redraw, in which actors are drawn
        and animated but do not walk."""
        ...
    def draw_object(self, object: int) -> None:
        """Queues an object, which the next frame draws over the existing pixels (Y43). The queue
        holds 200 objects; more are dropped. Raises `NotFoundError` if the object does not exist."""
        ...
    def end_talk(self) -> None:
        """Ends the talk and starts the talk stop animation of the talking actor (T82)."""
        ...
    def enter_room(self, room: int) -> None:
        """Leaves the room and enters another room of the game (Y10 to Y16); 0 is no room. Actors
        keep their state except visibility and walks; `show_actors` shows the actors of the new
        room. Raises `NotFoundError` if the game does not have the room; the stage does not change
        then."""
        ...
    def events(self) -> Iterator[Union[Sound, AkosCommand, WalkScript, TalkScript, Fault]]:
        """Returns an iterator that removes the events from the queue one by one: `Sound`,
        `AkosCommand`, `WalkScript`, `TalkScript`, `Fault`."""
        ...
    def follow_with_camera(self, actor: int, jump: bool = False) -> None:
        """Makes the camera follow an actor (Y32, Y33). The camera jumps to an actor that is too far
        from the centre of the view. With `jump` it always jumps, in versions 1 to 6."""
        ...
    def front(self) -> Frame:
        """Returns the visible part of the front buffer: the picture of the stage."""
        ...
    def insert_costume(self, number: int, costume: Costume) -> None:
        """Adds a costume under a number, for actors that wear it. Replaces an earlier costume of
        that number. Fails if the costume was parsed for another dialect."""
        ...
    def insert_room(self, number: int, room: Room) -> None:
        """Adds a room under a number, which the stage can enter. Replaces an earlier room of that
        number."""
        ...
    @property
    def is_dark(self) -> bool:
        """Whether the room is dark."""
        ...
    def move_object(self, object: int, x: int, y: int) -> None:
        """Moves an object of the room to column `x`, row `y` of the room without drawing it (Y44).
        Raises `NotFoundError` if the room does not have the object."""
        ...
    def object_state(self, object: int) -> int:
        """Returns the state of an object (Y40). Raises `NotFoundError` if the object does not
        exist."""
        ...
    @staticmethod
    def of_picture(dialect: Dialect, pixels: Buffer, width: int, height: int, planes: Sequence[Buffer] = ..., plane_count: int = 0, top: int = 0, bottom: Optional[int] = None) -> Stage:
        """Creates a stage in front of a picture of the caller: rows of `width` palette indices, and
        planes from plane 1 on with one bit for each pixel, bit 7 the leftmost. `plane_count`
        includes plane 0; 0 stands for one more than `planes` has. Raises `MisuseError` if the sizes
        do not fit."""
        ...
    @staticmethod
    def of_room(dialect: Dialect, room: Room, top: int = 0, bottom: Optional[int] = None) -> Stage:
        """Creates a stage in a room. It is as wide as the screen, and the rows `top` to `bottom` of
        the screen show it; `bottom` is exclusive, and the lower edge of the screen by default."""
        ...
    def palette(self, displayed: bool = True) -> bytes:
        """Returns the palette as 256 RGB triples: as the display shows it, or with `displayed`
        false the palette of the game."""
        ...
    def pan_camera(self, x: int, y: int) -> None:
        """Moves the camera to a position of the room step by step, in the next frames (Y32, Y33).
        Versions 1 to 6 use `x` only."""
        ...
    def place_camera(self, x: int, y: int) -> None:
        """Sets the centre of the view directly, in room pixels, for callers that move the camera
        themselves. The view never leaves the room. The next frame is a full redraw."""
        ...
    def plane(self, number: int) -> Optional[Frame]:
        """Returns the visible part of a plane, one byte for each pixel, 0 where the plane hides
        nothing. Returns nothing if there is no such plane. Plane 0 is the mask of texts, the planes
        of the room begin with 1."""
        ...
    @property
    def plane_count(self) -> int:
        """Number of planes, plane 0 included."""
        ...
    def print_pixels(self, buffers: Literal["front", "back", "both"], x: int, y: int, width: int, pixels: Buffer) -> None:
        """Writes pixels permanently into the buffers front, back or both. `pixels` has rows of
        `width` palette indices; the first pixel goes to column `x`, row `y` of the view. Fails if
        the pixels are not whole rows."""
        ...
    def redraw_all_actors(self) -> None:
        """Restores and draws every actor again in the next frame (D10)."""
        ...
    def redraw_object(self, object: int) -> None:
        """Marks the strips of an object as dirty: the next frame draws them again, with all objects
        over them (Y41). An object outside the room changes nothing. Raises `NotFoundError` if the
        object does not exist."""
        ...
    def replace_room(self, room: Room) -> None:
        """Nintendo: replaces the current room. Actors keep their strips and the numbers of their
        boxes. The next frame is a full redraw."""
        ...
    def restore(self, data: Buffer) -> None:
        """Restores a state that `save` has returned. Pending events are dropped. Fails if the bytes
        are not such a state, if the state belongs to another game, or if the stage lacks its rooms
        and costumes."""
        ...
    @property
    def room(self) -> int:
        """Number of the room, 0 for none."""
        ...
    def save(self) -> bytes:
        """Returns the state of the stage as bytes that can be stored in a file. Rooms and costumes
        are not included."""
        ...
    def send_camera(self, x: int, y: int) -> None:
        """Sets the camera position as scripts do, in room pixels (Y32, Y33). From version 7 on the
        camera jumps to the position. Before, it jumps to column `x`, unless it follows an actor and
        the column is at most half a view away; `y` is not used."""
        ...
    def set_band(self, top: int, bottom: int) -> None:
        """Sets the rows of the screen that show the stage; `bottom` is exclusive (Y18). Both
        buffers are filled with 0. The band is cut at the lower edge of the screen."""
        ...
    def set_boxes(self, boxes: Optional[Sequence[Mapping[str, Any]]] = None, matrix: Optional[Buffer] = None) -> None:
        """Replaces the walk boxes with dictionaries of `ul`, `ur`, `lr`, `ll` (corners: column and
        row), `mask`, `flags`, `scale` and `slot`. Without `boxes` the current boxes stay. `matrix`
        contains the stored routes between the boxes; without it the routes are computed. Raises
        `MisuseError` if there are more boxes than a room can have."""
        ...
    def set_colour(self, index: int, red: int, green: int, blue: int) -> None:
        """Sets colour `index` of the palette, as scripts do (H3, P10). The components are 0 to
        255."""
        ...
    def set_entry(self, entry: str, value: int, index: Optional[int] = None) -> None:
        """Stores a number that scripts change, at `index` if there are several: shadow,
        room_palette, box_flags, box_extra_flags, box_scale, use_palette, use_box_set, start_tables,
        use_costume_set, lights, room_number, talking_actor, cycle (advances the colour cycles by
        jiffies of 1/60 s), copy_slot (from `index`) or cel_memory (limit of the cache of decoded
        pictures in KiB). Fails if a number is out of range."""
        ...
    def set_object_class(self, object: int, class_: int, on: bool = True) -> None:
        """Adds an object to a class, 1 to 32, or removes it if `on` is false, without drawing the
        object (O6). Raises `NotFoundError` if the object does not exist."""
        ...
    def set_object_state(self, object: int, state: int) -> None:
        """Stores the state of an object without drawing it (Y40). `redraw_object` makes the change
        visible. Raises `NotFoundError` if neither the game nor the room has the object."""
        ...
    def set_scale_slot(self, slot: int, x1: int, y1: int, s1: int, x2: int, y2: int, s2: int) -> None:
        """Sets the two points of a scale slot, 1 to 20: column, row and scale of each, in room
        pixels (T64). Raises `MisuseError` if the slot does not exist, or both points are the
        same."""
        ...
    def set_table(self, kind: str, data: Buffer, number: int = 0) -> None:
        """Sets a table of the stage: palette (768 bytes), shadow, room_palette, remp,
        palette_slots, scale, xmap (of image `number`), block (`number` of the Nintendo) or
        slot_colours (of palette slot `number`). Fails if the length is wrong."""
        ...
    @property
    def shadow_table(self) -> bytes:
        """The current shadow table."""
        ...
    def show_actors(self) -> None:
        """Shows every actor of the room, in the order of their numbers (Y17)."""
        ...
    def stand_camera(self, x: int) -> None:
        """Versions 1 to 6: moves the camera to column `x` of the room immediately and stops
        following an actor (Y32)."""
        ...
    def start_palette(self, kind: str) -> None:
        """Sets the initial palette, and applies the palette of the room on top: distinct (256
        different colours), initial (of the dialect's games) or nes_classic."""
        ...
    @property
    def talking_actor(self) -> Optional[int]:
        """Number of the talking actor, or nothing."""
        ...
    def tick(self, world: Optional[World] = None) -> None:
        """Plays a frame: walking, drawing, animating. A frame usually lasts six jiffies of 1/60 s,
        unless the scripts of the game set another duration; the library does not wait. `world` is a
        `World`, which supplies random numbers and the state of sounds. Without it random numbers
        are the smallest ones, and no sound plays."""
        ...
    def tick_draw(self, world: Optional[World] = None) -> None:
        """Plays the second half of a frame: drawing and animating."""
        ...
    def tick_walk(self) -> None:
        """Plays the first half of a frame: walking, camera, objects (Y20). `tick_draw` plays the
        second half."""
        ...
    def undraw_object(self, object: int) -> None:
        """Removes an object from the draw queue (Y43). Raises `NotFoundError` if the object does
        not exist."""
        ...
    @property
    def view_start(self) -> int:
        """Room column of the left edge of the view."""
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
    """HE90 and later: reads the blend table from an image resource: 65536 bytes, as
    `Stage.set_table("xmap", ...)` takes them. Raises `MalformedError` if the image has no table."""
    ...

def fields() -> Tuple[List[str], List[str]]:
    """Returns the names of the fields of actors, and of stages."""
    ...

def mouth_closed(dialect: Dialect, times: Sequence[int], jiffies: int) -> bool:
    """Returns whether the mouth is closed `jiffies` (1/60 s each) after a voice began. `times` are
    the sync times of the voice in ascending order, in jiffies, in The Dig in milliseconds."""
    ...

def operations() -> List[str]:
    """Returns the names of all operations of `Stage.apply`. An operation may have several names."""
    ...

"""Exceptions, and the plain values that the library returns and accepts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from errno import ENOENT
from typing import Any, Dict, List, NamedTuple, Optional, Protocol, Sequence, Tuple, TypedDict

__all__ = [
    "Error", "BusyError", "CancelledError", "FaultError", "FileError", "MissingFileError",
    "LimitError", "MalformedError", "MisuseError", "NotFoundError", "UnsupportedError",
    "AnimationLimb", "Animation", "LimbState", "LimbsState", "V0LimbState", "V0State", "Cel",
    "ShownCel", "Drawn", "Write", "TRACE_FIELDS", "Cue", "WalkBox", "RoomObject", "Finding",
    "Source", "Sound", "AkosCommand", "WalkScript", "TalkScript", "Fault", "Look", "Target",
    "World", "Host", "WorldLike", "HostLike",
]


class Error(Exception):
    """The reason why a call failed.

    `code` is a word for the kind of error. `place` names the file and the blocks that contain the
    place, `offset` is the offset of the byte. Both are None if the error has no place.
    """

    code: str
    place: Optional[str]
    offset: Optional[int]

    def __init__(
        self,
        text: str,
        code: str = "misuse",
        place: Optional[str] = None,
        offset: Optional[int] = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.place = place
        self.offset = offset

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.code, self.place, self.offset)


class BusyError(Error):
    """The object is in use: by another thread, or by the call during which this callback runs."""


class FaultError(Error):
    """The original engine would have stopped with an error at this point."""


class CancelledError(Error):
    """The work ended early because its progress function returned False."""


class FileError(Error, OSError):
    """The system could not read or write a file.

    `errno`, `strerror` and `filename` are those of `OSError`.
    """

    def __init__(
        self,
        text: str,
        code: str = "io",
        place: Optional[str] = None,
        offset: Optional[int] = None,
        filename: Optional[str] = None,
        errno: Optional[int] = None,
    ) -> None:
        super().__init__(text, code, place, offset)
        self.filename = filename
        self.errno = errno
        self.strerror = None if errno is None else os.strerror(errno)

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (
            str(self), self.code, self.place, self.offset, self.filename, self.errno,
        )


class MissingFileError(FileError, FileNotFoundError):
    """A file or folder does not exist."""


class LimitError(Error):
    """A limit of the library would be exceeded."""


class MalformedError(Error):
    """The data is damaged, or is of another type than the call expects."""


class MisuseError(Error, ValueError):
    """An argument has an invalid value or contradicts another one, or a size does not fit."""


class NotFoundError(Error, LookupError):
    """The requested object, resource or name does not exist."""


class UnsupportedError(Error):
    """The data is valid, but the library does not support it."""


_KINDS = {
    "busy": BusyError,
    "cancelled": CancelledError,
    "fault": FaultError,
    "io": FileError,
    "limit": LimitError,
    "malformed": MalformedError,
    "misuse": MisuseError,
    "not_found": NotFoundError,
    "size": MisuseError,
    "unsupported": UnsupportedError,
}


def _errno_of(number: Optional[int]) -> Optional[int]:
    """Returns the `errno` for an error number of the system. On Windows these numbers differ."""
    if number is None or os.name != "nt":
        return number
    return OSError(0, "", None, number).errno


def error(
    code: str,
    text: str,
    place: Optional[str],
    offset: Optional[int],
    filename: Optional[str],
    number: Optional[int],
) -> Error:
    """Creates the exception of a code. `number` is the error number of the system."""
    if code == "io":
        errno = _errno_of(number)
        kind = MissingFileError if errno == ENOENT else FileError
        return kind(text, code, place, offset, filename, errno)
    return _KINDS.get(code, Error)(text, code, place, offset)


class AnimationLimb(NamedTuple):
    """The effect of an animation on a limb, 0 to 15.

    `mode` has the numbers of AKOS. `range` is the first and the last position in the commands, or
    None.
    """

    limb: int
    mode: int
    range: Optional[Tuple[int, int]]


class Animation(NamedTuple):
    """An animation in one direction.

    `number` is its number in the costume, which includes the direction. `frame` is the frame that
    `Costume.start` takes, `facing` the direction in degrees clockwise from north.
    """

    number: int
    frame: int
    facing: int
    limbs: Tuple[AnimationLimb, ...]


class LimbState(TypedDict):
    """The state of a limb, in `Limbs.state` and `Actor.limbs`.

    `curpos` is the position in the commands; 65535 if the limb does not play. In a COST bit 15 is
    set if the animation does not repeat. `start` and `end` are the first and the last position of
    the animation, and `frame` is the animation that started the limb; 65535 for none. `mode` is the
    mode of an AKOS, 0 for off. Humongous games: `condition_offset` and `jump_offset` are the
    offsets of the limb's conditions and of its jump table, which has `jump_count` entries.
    """

    curpos: int
    start: int
    end: int
    frame: int
    mode: int
    condition_offset: int
    jump_offset: int
    jump_count: int


class V0LimbState(TypedDict):
    """The state of a limb of version 0.

    `frame` is the requested sequence; 65535 for none. `start` is the sequence that is playing,
    `kind` its position in the limb table, and `curpos` the position in it; 65535 if the limb is
    off. `flip` mirrors the pictures. `repeat` is the number of remaining rounds, -1 for endless
    repetition, `new_repeat` that of the requested sequence.
    """

    frame: int
    start: int
    kind: int
    curpos: int
    flip: bool
    repeat: int
    new_repeat: int


class V0State(TypedDict):
    """The animation state of version 0: its eight limbs.

    `command` is the last decoded command, `next` the requested one; 255 for none. `rounds` is the
    number of rounds that commands play.
    """

    limbs: List[V0LimbState]
    command: int
    next: int
    rounds: int


class LimbsState(TypedDict):
    """The animation state of an actor: `Limbs.state` and `Actor.limbs`.

    `limbs` are the sixteen limbs; limb 0 is drawn first. `stopped` has a bit for each stopped limb,
    which advances but is not drawn; bit 0 is limb 0. `anim_counter` and `sound_counter` count the
    commands that count animations, and up to version 5 the sound commands. `vars` are the 27
    animation variables of AKOS, and `flip` is whether an AKOS is drawn mirrored. `condition_mask`
    is that of Humongous games. `v0` is the state of version 0, or None.
    """

    limbs: List[LimbState]
    stopped: int
    anim_counter: int
    sound_counter: int
    vars: List[int]
    flip: bool
    condition_mask: int
    v0: Optional[V0State]


class Cel(NamedTuple):
    """A picture of a costume.

    `rel` is the position of the cel's left and top edge relative to the position of the limb,
    facing east. `step` is the number of pixels by which the cel moves the limbs that are drawn
    after it: to the right, and up. `names` lists the limbs and picture numbers that show the cel,
    in the older kinds of costumes.
    """

    number: int
    width: int
    height: int
    rel: Tuple[int, int]
    step: Tuple[int, int]
    names: Tuple[Tuple[int, int], ...]


class ShownCel(NamedTuple):
    """A cel that a limb shows.

    `cel` is the number of the cel in the costume, `number` the number with which the limb shows it.
    They differ in the older kinds of costumes, where each limb has a table of pictures.
    """

    limb: int
    number: int
    cel: int


class Write(NamedTuple):
    """A pixel of a cel that was drawn, or hidden by a plane, at a pixel of the target.

    `limb` is None for a picture that a Humongous costume paints into the room. `place` is the
    column and row in the cel as it is stored, `colour` the colour of the cel there,
    `screen_colour` the colour after the palette of the costume, and `result` the pixel of the
    target after the write. `table` is the table that mapped the pixel: `all` for the shadow of
    every colour, `colour13`, `below8` for the shadows of the colours below 8, or `blend`; None for
    no table. If `hidden` is true, the plane hid the pixel, and it was not drawn.
    """

    actor: int
    limb: Optional[int]
    cel: int
    place: Tuple[int, int]
    colour: int
    screen_colour: int
    result: int
    table: Optional[str]
    plane: int
    hidden: bool


# The fields of a pixel of `Stage.trace`, for NumPy: `numpy.dtype(TRACE_FIELDS)`. The limb is 255 if
# no actor drew the pixel.
TRACE_FIELDS: List[Tuple[str, str]] = [
    ("actor", "<u2"), ("limb", "u1"), ("plane", "u1"), ("cel", "<u2"), ("column", "<u2"),
    ("row", "<u2"), ("colour", "u1"), ("screen_colour", "u1"),
]


class Cue(NamedTuple):
    """A request of an animation in tick `tick`.

    `kind` is `slot` (sound `number` of the actor's list), `sound` (sound `number`), `counter` (the
    animation counter increases) or `command` (command `number` of the queue, with `p1` and `p2`).
    """

    tick: int
    kind: str
    number: int
    p1: int
    p2: int


class WalkBox(NamedTuple):
    """A walk box of a room.

    `ul`, `ur`, `lr` and `ll` are the corners: column and row in the units of actors. `mask` is the
    number of the plane that hides actors in the box. `flags` has the bits 8 (left and right are
    exchanged), 16 (back and front are exchanged), 32 (for the player only), 64 (locked) and 128
    (invisible). `scale` is 255 for full size; if bit 15 is set, the other bits are the number of a
    scale slot minus 1. `slot` is a scale slot of version 8, which takes precedence; 0 is none.
    """

    ul: Tuple[int, int]
    ur: Tuple[int, int]
    lr: Tuple[int, int]
    ll: Tuple[int, int]
    mask: int = 0
    flags: int = 0
    scale: int = 255
    slot: int = 0

    @property
    def corners(self) -> Tuple[Tuple[int, int], ...]:
        """The corners, clockwise from the upper left one."""
        return self.ul, self.ur, self.lr, self.ll


class RoomObject(NamedTuple):
    """An object of a room.

    `number` is the number in the game. `name` is the name that the game displays, with `\\x81` for a
    byte that is not ASCII; in version 8 the name that the index maps to the number. It is None if
    there is no name, and for versions up to 4. `rectangle` is left, top, width and height in pixels
    of the room. `states` lists the states that have a picture; up to
    version 4 one picture serves all states and is listed as state 1. The object exists only if
    object `parent` has the state `parent_state`; 0 is none. Actors stand at `walk` to use it.
    """

    number: int
    name: Optional[str]
    rectangle: Tuple[int, int, int, int]
    states: Tuple[int, ...]
    parent: int
    parent_state: int
    walk: Tuple[int, int]


class Finding(NamedTuple):
    """Odd or dangerous data in a costume.

    `costume` is the number in the game, None for a costume of the caller. `at` is the offset of the
    byte in the block of the costume. `severity` is `error` if the original engines stop, hang or
    are confused, `warning` if something is shown wrongly or never, `note` if it has no effect.
    `rule` is the number of the rule in the book.
    """

    costume: Optional[int]
    at: int
    severity: str
    rule: str
    what: str


class Source(NamedTuple):
    """The source of a costume, which `build` reads.

    `files` has the bytes of each file by its name; `differences` lists where the costume that is
    built from the source differs from the original.
    """

    files: Dict[str, bytes]
    differences: Tuple[str, ...]


class Drawn(NamedTuple):
    """The report of a draw.

    `top` is the first row that was drawn (0x7FFFFFFF if nothing was drawn), `bottom` the row after
    the last one. `cut` is true if a picture lost columns at the edges of the screen, `whole` if a
    picture kept all its columns. `strips` lists the strips of 8 pixels that the pictures claim,
    counted from the left edge of the room. `lines` contains the first and the last row in each
    strip of the view, in HE71 and later. `fault` is the reason why the original would have stopped,
    or None.
    """

    top: int
    bottom: int
    cut: bool
    whole: bool
    strips: Tuple[int, ...]
    lines: Tuple[Tuple[int, int], ...]
    fault: Optional[str]


class Sound(NamedTuple):
    """A costume requests sound `id`. `queue` is 2 for a COST of version 6, otherwise 1."""

    id: int
    channel: int
    flags: int
    queue: int


class AkosCommand(NamedTuple):
    """A command of the AKOS queue was processed."""

    command: int
    actor: int
    p1: int
    p2: int


class WalkScript(NamedTuple):
    """A walk script has to run: `command` is 1 for start, 2 for turn, 3 for stop.

    `angle` is in degrees clockwise from north.
    """

    script: int
    actor: int
    command: int
    angle: int


class TalkScript(NamedTuple):
    """A talk script has to run in place of the animation frame `frame`."""

    script: int
    actor: int
    frame: int


class Fault(NamedTuple):
    """A condition that stops the original engine, or that the stage does not support.

    `actor` is 0 if the condition does not belong to an actor.
    """

    actor: int
    text: str


@dataclass
class Look:
    """The properties of an actor that drawing needs.

    - `x` is the column of the anchor relative to the left edge of the view, `y` its row relative to
      the top of the stage, after subtracting the elevation.
    - `facing` is in degrees clockwise from north, 180 is south. `actor` is the actor's number.
    - `scale_x` and `scale_y` are 0 to 255; 255 is full size.
    - `palette` has the actor's own colours, at most 256; 255 is the costume's colour. In games with
      16 colours the entries are the colours themselves.
    - `dark`: the lights are off for actors. `flashlight`: the flashlight of version 0 is on.
    - `shadow_mode` is the mode in which pixels are mapped through the table `shadow`: 256 bytes in
      versions 5 and 6, 2048 from version 7 on.
    - `room_palette` is the room's colour remap, 256 bytes. `scale_table` replaces the scale table
      of versions 7 and 8, 768 bytes.
    - Humongous games: `remp` (256 bytes), `palette_slots` (1024 bytes each), `palette_slot` (0 is
      none), `xmap` (65536 bytes). `clip` replaces the edges of the screen: left, top, right,
      bottom; right and bottom are included.
    - `costume` is the number of the costume, on the Nintendo.
    - `reach` is `top` and `bottom` of the actor's last drawing.

    A table is any object with the buffer protocol, or None.
    """

    x: int = 0
    y: int = 0
    facing: int = 180
    actor: int = 1
    scale_x: int = 255
    scale_y: int = 255
    palette: Optional[Sequence[int]] = None
    dark: bool = False
    flashlight: bool = False
    shadow_mode: int = 0
    shadow: Any = None
    room_palette: Any = None
    remp: Any = None
    palette_slots: Any = None
    palette_slot: int = 0
    xmap: Any = None
    scale_table: Any = None
    costume: int = 0
    clip: Optional[Tuple[int, int, int, int]] = None
    reach: Tuple[int, int] = (0x7FFFFFFF, 0)


@dataclass
class Target:
    """The memory that receives a drawing, and the plane that hides pixels.

    - `pixels` is any writable object with the buffer protocol. An array of two dimensions has its
      own size. Bytes in one dimension need `width` and `height`, and `pitch` if there are gaps
      between the rows.
    - `mask` is the plane: one byte for each pixel, and any value but 0 hides the pixel. With
      `mask_bits` it has one bit for each pixel, bit 7 is the leftmost. `mask_pitch` is the number
      of bytes from one row of the plane to the next; the default is the size of a row.
    - `view_start` is the room column of the left edge of the view.

    Pixels and plane begin with the view. From version 7 on the view may begin inside a strip of 8
    pixels. In this case column 0 is the first column of this strip, and the width is one strip
    greater than the width of the view.
    """

    pixels: Any
    width: Optional[int] = None
    height: Optional[int] = None
    pitch: Optional[int] = None
    mask: Any = None
    mask_bits: bool = False
    mask_pitch: Optional[int] = None
    view_start: int = 0


class WorldLike(Protocol):
    """An object that a stage can use as its world: `World`, `Random` or an object of your own.

    A method that the object lacks (`sound_running`) counts as one that returns False or 0.
    """

    def random(self, min: int, max: int) -> int:
        """Returns a random number from `min` to `max`, both included."""
        ...


class HostLike(Protocol):
    """An object that `Costume.advance` can use as its host: `Host`, `Random` or your own object.

    A method that the object lacks counts as one that returns False or 0.
    """

    def random(self, min: int, max: int) -> int:
        """Returns a random number from `min` to `max`, both included."""
        ...


class World:
    """The callbacks of a stage. This class supplies random numbers and reports that no sound plays.

    To supply other values, derive a class from it.
    """

    def __init__(self, seed: int = 1) -> None:
        from ._wardrobe import Random

        self.chance = Random(seed)

    def random(self, min: int, max: int) -> int:
        """Returns a random number from `min` to `max`, both included."""
        return self.chance.random(min, max)

    def sound_running(self, sound: int) -> bool:
        """Returns whether a sound is playing."""
        return False


class Host(World):
    """The callbacks of an animation, for `Costume.advance`.

    To return other values, derive a class from it.

    `actor` is the number of the animated actor.
    """

    def __init__(self, actor: int = 1, seed: int = 1) -> None:
        super().__init__(seed)
        self.actor = actor

    def sound(self, slot: int) -> int:
        """Returns entry `slot` of the actor's sound list."""
        return 0

    def set_actor_var(self, actor: int, var: int, value: int) -> bool:
        """Sets an animation variable of another actor. Returns False if there is no such actor."""
        return False

    def any_actor_talks(self) -> bool:
        """Returns whether any actor talks."""
        return False

    def talkie_running(self) -> bool:
        """Humongous games: returns whether the speech of this actor is playing."""
        return False

    def play_sound(self, slot: int) -> None:
        """COST of version 6: requests the actor's sound number `slot`."""

    def queue(self, actor: int, command: int, p1: int, p2: int) -> None:
        """AKOS: adds an entry to the command queue of the engine."""

    def fault(self, limb: int, text: str) -> None:
        """Reports a condition that stops the original engine. The limb does not advance further."""


def make_dialect(values: Dict[str, Any]) -> Any:
    """Creates the dialect that `pickle` has stored."""
    from ._wardrobe import Dialect

    return Dialect(**values)

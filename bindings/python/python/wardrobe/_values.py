"""Exceptions and plain values: what the library makes, and what it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Optional, Sequence, Tuple

__all__ = [
    "Error", "BusyError", "FaultError", "FileError", "LimitError", "MalformedError", "MisuseError", "NotFoundError",
    "UnsupportedError", "AnimationLimb", "Animation", "Cel", "Drawn", "Sound", "AkosCommand", "WalkScript",
    "TalkScript", "Fault", "Look", "Target", "World", "Host",
]


class Error(Exception):
    """Why a call failed.

    `code` is a word for its kind, `place` the file and the blocks around the place, `offset` the byte there; both are None where the
    error has no place.
    """

    code: str
    place: Optional[str]
    offset: Optional[int]

    def __init__(self, text: str, code: str = "misuse", place: Optional[str] = None, offset: Optional[int] = None) -> None:
        super().__init__(text)
        self.code, self.place, self.offset = code, place, offset

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.code, self.place, self.offset)


class BusyError(Error):
    """The object is in use: by another thread, or by the call whose callback came back."""


class FaultError(Error):
    """The original would have stopped here."""


class FileError(Error, OSError):
    """The system could not read a file."""


class LimitError(Error):
    """A limit of the library would be exceeded."""


class MalformedError(Error):
    """The data is damaged, or of another kind."""


class MisuseError(Error, ValueError):
    """A value that is impossible or contradicts another, or a size that does not fit."""


class NotFoundError(Error, LookupError):
    """What was asked for is not there."""


class UnsupportedError(Error):
    """The data is sound, and of a kind that the library leaves out."""


_KINDS = {
    "busy": BusyError,
    "fault": FaultError,
    "io": FileError,
    "limit": LimitError,
    "malformed": MalformedError,
    "misuse": MisuseError,
    "not_found": NotFoundError,
    "size": MisuseError,
    "unsupported": UnsupportedError,
}


def error(code: str, text: str, place: Optional[str], offset: Optional[int]) -> Error:
    return _KINDS.get(code, Error)(text, code, place, offset)


class AnimationLimb(NamedTuple):
    """What an animation does to a limb: the mode in the numbers of AKOS, first and last position in the commands or None."""

    limb: int
    mode: int
    range: Optional[Tuple[int, int]]


class Animation(NamedTuple):
    """An animation in one direction: its number in the costume, the frame that `Costume.start` takes, degrees from north."""

    number: int
    frame: int
    facing: int
    limbs: Tuple[AnimationLimb, ...]


class Cel(NamedTuple):
    """A picture of a costume.

    `rel` is its left edge and top relative to the limb's place, `step` how far it moves later limbs to the right and up. `names` are
    the limbs and picture numbers that show it, in the older kinds of costumes.
    """

    number: int
    width: int
    height: int
    rel: Tuple[int, int]
    step: Tuple[int, int]
    names: Tuple[Tuple[int, int], ...]


class Drawn(NamedTuple):
    """What a draw touched.

    Lines `top` to `bottom`, the last not included; the strips of 8 pixels that the pictures claim, counted in the room. `cut` where a
    picture lost columns at the screen's edges, `whole` where one kept all. `fault` is why the original would have stopped, or None.
    `lines` has the first and the last line in each strip of the view, for Humongous games from 7.1 on.
    """

    top: int
    bottom: int
    cut: bool
    whole: bool
    strips: Tuple[int, ...]
    lines: Tuple[Tuple[int, int], ...]
    fault: Optional[str]


class Sound(NamedTuple):
    """A sound was asked for, through queue 1 or 2."""

    id: int
    channel: int
    flags: int
    queue: int


class AkosCommand(NamedTuple):
    """An entry of the AKOS queue was worked off."""

    command: int
    actor: int
    p1: int
    p2: int


class WalkScript(NamedTuple):
    """A script is due for a walk: `command` 1 start, 2 turn, 3 stop."""

    script: int
    actor: int
    command: int
    angle: int


class TalkScript(NamedTuple):
    """A script is due for a talk; `frame` would have been started."""

    script: int
    actor: int
    frame: int


class Fault(NamedTuple):
    """Something that stopped the original, or that the stage can't do."""

    actor: int
    text: str


@dataclass
class Look:
    """What drawing has to know of an actor.

    `x` is the column of the anchor relative to the left edge of the view, `y` the line relative to the stage's top, elevation taken
    off; `facing` is in degrees clockwise from north. `palette` has the actor's own colours, 255 for the costume's; in games of 16
    colours they are the colours themselves. The tables are anything with the buffer protocol. `reach` is `top` and `bottom` of the
    actor's last drawing; `clip` replaces the screen's edges: left, top, right, bottom, all included.
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
    """The memory that is drawn into, and the plane that hides.

    `pixels` is anything with the buffer protocol that can be written to: an array of two dimensions says its size itself, bytes in a
    row need `width` and `height`, and `pitch` where a line is longer. `mask` has a byte a pixel, other than 0 hides; with `mask_bits`
    a bit a pixel, the leftmost is bit 7. Both begin with the view. From version 7 on, where the view may begin inside a strip of 8
    pixels, column 0 is the first one of that strip, and the width is one strip more. `view_start` is the room's column at which the
    view begins.
    """

    pixels: Any
    width: Optional[int] = None
    height: Optional[int] = None
    pitch: Optional[int] = None
    mask: Any = None
    mask_bits: bool = False
    mask_pitch: Optional[int] = None
    view_start: int = 0


class World:
    """What stands outside a stage: chance, and the sounds that play. Take it as it is, or make a class of it."""

    def __init__(self, seed: int = 1) -> None:
        from ._wardrobe import Random

        self.chance = Random(seed)

    def random(self, min: int, max: int) -> int:
        """A random number from `min` to `max`, both included."""
        return self.chance.random(min, max)

    def sound_running(self, sound: int) -> bool:
        """Whether a sound is playing."""
        return False


class Host(World):
    """What an animation asks and tells, for `Costume.advance`. Make a class of it and replace what you need."""

    def __init__(self, actor: int = 1, seed: int = 1) -> None:
        super().__init__(seed)
        self.actor = actor

    def sound(self, slot: int) -> int:
        """Entry `slot` of the actor's sound list."""
        return 0

    def set_actor_var(self, actor: int, var: int, value: int) -> bool:
        """Sets a variable of another actor; False if there is no such actor."""
        return False

    def any_actor_talks(self) -> bool:
        """Whether anybody talks."""
        return False

    def talkie_running(self) -> bool:
        """Humongous: whether this actor's talkie is playing."""
        return False

    def play_sound(self, slot: int) -> None:
        """COST of version 6: the actor's sound number `slot` is due."""

    def queue(self, actor: int, command: int, p1: int, p2: int) -> None:
        """AKOS: an entry of the command queue."""

    def fault(self, limb: int, text: str) -> None:
        """Something that stopped the original: the limb stands still."""

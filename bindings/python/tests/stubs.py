"""Writes the type stubs of the part that is written in Rust:

    python stubs.py > ../python/scumm_wardrobe/_wardrobe.pyi

Names, defaults and documentation come from the library, the comments of fields from the sources of
the engine. The types stand here. A test compares the result with the file.
"""

import inspect
import os
import re
import textwrap

from scumm_wardrobe import _wardrobe

# The folder with the fields of actors and stages.
FIELDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../engine/src/operation")

# The types of parameters by their names, in all functions.
PARAMETERS = {
    "angle": "int", "asked": "bool", "boxes": "Optional[Sequence[Mapping[str, Any]]]",
    "buffers": 'Literal["front", "back", "both"]',
    "allow_outside": "bool", "code": "bool", "costume": "int", "data": "Buffer",
    "dialect": "Dialect", "displayed": "bool", "entry": "str",
    "format": "Literal[\"gif\", \"apng\"]", "frozen": "bool", "host": "Optional[HostLike]", "ignore": "bool", "image": "int", "jump": "bool",
    "keep": "bool", "kind": "str", "limbs": "Limbs", "look": "Look", "matrix": "Optional[Buffer]",
    "nearest": "bool", "on": "bool", "path": "Union[str, os.PathLike[str]]", "pixels": "Buffer",
    "planes": "Sequence[Buffer]", "readable": "bool", "renderer": "Renderer", "separate": "bool",
    "skip": "bool", "stage": "Stage", "target": "Target", "times": "int", "user": "bool",
    "world": "Optional[WorldLike]", "bottom": "int",
}
# Parameters with another type in one function, the types of results, and the types of attributes.
SPECIAL = {
    "Costume.play": {"chore": "Union[int, str, Animation]", "facing": "Optional[int]",
                     "palette": "Optional[Buffer]", "shadow_mode": "Optional[int]",
                     "limbs": "int"},
    "Dialect.replace": {"**changes": "Any"}, "Dialect.without_quirks": {"*names": "str"},
    "Game.export": {"out": "Union[str, os.PathLike[str]]", "costumes": "Optional[Sequence[int]]",
                    "only": 'Sequence[Literal["cels", "apng", "gif", "sheet", "aseprite"]]',
                    "chores": "Sequence[int]", "facings": "Sequence[str]",
                    "scale": "Optional[Tuple[int, int]]", "shadow": "Optional[int]",
                    "z_clip": "Optional[Tuple[int, int]]", "zoom": "Optional[int]",
                    "room": "Optional[int]", "palette": "Optional[Union[str, os.PathLike[str]]]",
                    "progress": "Optional[Callable[[float], Any]]"},
    "Game.import_costumes": {"costumes": "Dict[int, Buffer]",
                             "out": "Union[str, os.PathLike[str]]"},
    "Game.lint": {"costume": "Optional[int]"},
    "build": {"source": "Union[str, os.PathLike[str], Dict[str, bytes]]",
              "dialect": "Optional[Dialect]"},
    "import_in_place": {"costumes": "Dict[int, Buffer]"},
    "save_sheet": {"clips": "Iterable[Clip]"},
    "Actor.set_scale": {"x": "Optional[int]", "y": "Optional[int]"},
    "Actor.put": {"room": "Optional[int]"},
    "Actor.walk": {"angle": "Optional[int]"}, "Stage.set_entry": {"index": "Optional[int]"},
    "Renderer.copy_state": {"source": "Renderer"},
    "Stage.insert_costume": {"costume": "Costume"}, "Stage.insert_room": {"room": "Room"},
    "Stage.replace_room": {"room": "Room"},
    "Stage.of_room": {"room": "Room", "bottom": "Optional[int]"},
    "Stage.of_picture": {"bottom": "Optional[int]"},
    "Stage.apply": {"name": "str", "*operands": "Union[int, str, Sequence[int], Buffer]"},
    "mouth_closed": {"times": "Sequence[int]"}, "blend_table": {"image": "Buffer"},
}
RETURNS = {
    "Actor.hit": "bool", "Actor.is_in_class": "bool", "Costume.advance": "bool",
    "Clip.encode": "bytes", "ClipFrame.to_pil": "Any",
    "Costume.cel_gaps": "Optional[bytes]", "Costume.info": "Dict[str, Any]",
    "Costume.play": "Clip", "Costume.shown_cels": "Tuple[ShownCel, ...]",
    "Dialect.replace": "Dialect", "Dialect.without_quirks": "Dialect",
    "Game.cast": "Dict[str, Any]", "Game.disassemble": "Source", "Game.export": "bool",
    "Game.furnish": "List[int]", "Game.home": "Optional[int]", "Game.import_costumes": "List[str]",
    "Game.info": "Dict[str, Any]", "Game.lint": "List[Finding]", "Game.list": "Dict[str, Any]",
    "Renderer.writes": "List[Write]", "Room.palette": "bytes", "Room.plane": "Frame",
    "Room.to_pil": "Any", "Stage.to_pil": "Any", "Stage.trace": "bytes",
    "Stage.writes": "List[Write]", "build": "Union[bytes, Dict[str, bytes]]",
    "import_in_place": "List[str]", "lint": "List[Finding]",
    "Costume.cel_pixels": "Frame", "Costume.draw": "Drawn", "Costume.hit": "bool",
    "Game.blend_table": "bytes",
    "Game.costume": "Costume", "Game.costume_data": "bytes", "Game.room": "Room",
    "Game.room_data": "bytes",
    "Game.room_name": "Optional[str]", "Game.stage": "Stage", "Game.with_dialect": "Game",
    "Limbs.copy": "Limbs",
    "Limbs.save": "bytes", "Random.random": "int", "Stage.actor": "Actor",
    "Stage.actor_from_pos": "Optional[int]",
    "Stage.adjust_v0": "Tuple[int, int, int]", "Stage.back": "Frame", "Stage.copy": "Stage",
    "Stage.events": "Iterator[Union[Sound, AkosCommand, WalkScript, TalkScript, Fault]]",
    "Stage.front": "Frame",
    "Stage.object_state": "int", "Stage.of_picture": "Stage", "Stage.of_room": "Stage",
    "Stage.palette": "bytes",
    "Stage.plane": "Optional[Frame]", "Stage.save": "bytes", "mouth_closed": "bool",
    "blend_table": "bytes",
    "fields": "Tuple[List[str], List[str]]", "operations": "List[str]",
    "Stage.apply": "Union[None, bool, int, Tuple[int, int, int]]",
}
ATTRIBUTES = {
    "Actor.limbs": "LimbsState", "Actor.limb_numbers": "List[int]", "Actor.strips": "List[int]",
    "Actor.shown_cels": "Tuple[ShownCel, ...]",
    "Clip.complete": "bool", "Clip.cues": "List[Cue]", "Clip.faults": "List[str]",
    "Clip.frames": "List[ClipFrame]", "Clip.loop_from": "Optional[int]", "Clip.name": "str",
    "Clip.origin": "Tuple[int, int]", "Clip.palette": "bytes", "Clip.size": "Tuple[int, int]",
    "ClipFrame.cels": "Tuple[ShownCel, ...]", "ClipFrame.pixels": "Frame",
    "ClipFrame.rgba": "bytes", "ClipFrame.size": "Tuple[int, int]",
    "Dialect.demo": "bool", "Dialect.ega": "bool", "Dialect.game": "str", "Dialect.old256": "bool",
    "Dialect.platform": "Optional[str]", "Dialect.quirks": "List[str]",
    "Dialect.render": "Optional[str]",
    "Costume.animations": "List[Animation]", "Costume.cels": "List[Cel]",
    "Costume.colours": "Tuple[bytes, bytes]", "Costume.damage": "List[Error]",
    "Costume.has_eight_directions": "bool",
    "Costume.is_akos": "bool", "Dialect.has_akos": "bool", "Dialect.screen_size": "Tuple[int, int]",
    "Frame.memory": "Frame",
    "Frame.size": "Tuple[int, int]", "Game.costumes": "List[int]", "Game.description": "str",
    "Game.dialect": "Dialect",
    "Game.rooms": "List[int]", "Limbs.state": "LimbsState", "Room.boxes": "List[WalkBox]",
    "Room.objects": "List[RoomObject]", "Room.pixels": "Frame",
    "Stage.actors": "List[Actor]", "Stage.dialect": "Dialect", "Stage.is_dark": "bool",
    "Stage.shadow_table": "bytes",
    "Stage.talking_actor": "Optional[int]",
}
# The parameters of constructors, which the library does not describe.
NEW = {
    "Costume": "data: Buffer, dialect: Dialect, *, strict: bool = False",
    "Dialect": "version: Optional[int] = None, *, he: int = 0, old256: bool = False, ega: bool = False, "
               "demo: bool = False, platform: Optional[str] = None, render: Optional[str] = None, "
               "game: Optional[str] = None, quirks_off: int = 0, enhancements: int = 0, "
               "enhancement_classes: int = 0, sixteen_bit: bool = False",
    "Game": "source: Union[str, os.PathLike[str], Mapping[str, Buffer]]",
    "Limbs": "",
    "Random": "seed: int = 1",
    "Renderer": "",
    "Room": "data: Buffer, dialect: Dialect, *, image: Optional[Buffer] = None, "
            "scripts: Optional[Buffer] = None, "
            "object_names: Optional[Mapping[str, int]] = None, number: int = 0",
}
EXIT = "    def __exit__(self, _kind: object, _error: object, _trace: object) -> None: ...\n"
PNG = "    def _repr_png_(self) -> Optional[bytes]: ...\n"
COPIES = ("    def __copy__(self) -> {0}: ...\n"
          "    def __deepcopy__(self, memo: Any) -> {0}: ...\n")
# The special methods of classes.
OWN = {
    "Clip": "    def __len__(self) -> int: ...\n"
            "    def __getitem__(self, index: int, /) -> ClipFrame: ...\n"
            "    def __iter__(self) -> Iterator[ClipFrame]: ...\n"
            + COPIES.format("Clip") + PNG,
    "ClipFrame": PNG,
    "Costume": COPIES.format("Costume"),
    "Dialect": "    def __eq__(self, other: object, /) -> bool: ...\n"
               "    def __hash__(self) -> int: ...\n",
    "Frame": "    def __len__(self) -> int: ...\n"
             "    @overload\n    def __getitem__(self, row: int, /) -> bytes: ...\n"
             "    @overload\n    def __getitem__(self, place: Tuple[int, int], /) -> int: ...\n"
             "    def __iter__(self) -> Iterator[bytes]: ...\n"
             "    def __buffer__(self, flags: int) -> memoryview: ...\n",
    "Game": "    def __enter__(self) -> Game: ...\n"
            + EXIT + COPIES.format("Game"),
    "Limbs": "    def __eq__(self, other: object, /) -> bool: ...\n" + COPIES.format("Limbs"),
    "Random": COPIES.format("Random"),
    "Room": COPIES.format("Room") + PNG,
    "Stage": "    def __enter__(self) -> Stage: ...\n"
             + EXIT + COPIES.format("Stage") + PNG,
}
HEAD = '''# Generated by tests/stubs.py.
import os
from typing import (
    Any, Callable, Dict, Iterable, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple,
    Union, final, overload,
)

from typing_extensions import Buffer

from ._values import (
    AkosCommand, Animation, Cel, Cue, Drawn, Error, Fault, Finding, HostLike, LimbsState, Look,
    RoomObject, ShownCel, Sound, Source, TalkScript, Target, WalkBox, WalkScript, WorldLike, Write,
)

__version__: str
# The bits of the accidents of the original engine, by their names, for `Dialect`.
QUIRKS: Dict[str, int]
# The bits of ScummVM's changes to the original engine, by their names, for `Dialect`.
ENHANCEMENTS: Dict[str, int]
'''
FLAGS = {"visible", "need_redraw", "need_bg_reset", "costume_needs_init", "ignore_boxes",
         "ignore_turns", "flip", "talking",
         "skip_limbs", "camera_moving_to_actor", "camera_fast", "own_scale_table", "redraw_full",
         "redraw_background",
         "redraw_shown", "redraw_always", "gamma", "noir"}


def wrapped(text, width):
    """Returns the lines of a text with at most `width` characters. A list item begins a line."""
    lines = []
    for paragraph in text.split("\n\n"):
        for item in re.split(r"\n(?=- )", paragraph):
            indent = "  " if item.startswith("- ") else ""
            item = " ".join(item.split())
            lines += textwrap.wrap(item, width, subsequent_indent=indent, break_long_words=False,
                                   break_on_hyphens=False)
        lines.append("")
    return lines[:-1]


def quoted(text, indent):
    lines = wrapped(f'"""{text}"""', 100 - len(indent))
    return textwrap.indent("\n".join(lines), indent) + "\n"


def documentation(thing, indent):
    text = inspect.cleandoc(thing.__doc__ or "")
    return quoted(text, indent) if text else ""


def field_comments(kind):
    """Returns the comments of the fields of actors or stages, by the names of the fields."""
    with open(os.path.join(FIELDS, f"{kind}_field.rs"), encoding="utf-8") as file:
        source = file.read()
    comments = {}
    lines = []
    for line in source[source.index("pub enum"):source.index("\n}\n")].splitlines():
        comment = re.fullmatch(r"    /// (.*)", line)
        variant = re.fullmatch(r"    ([A-Z]\w*) = \d+,", line)
        if comment:
            lines.append(comment[1])
        elif variant:
            field = re.sub(r"(?<!^)([A-Z])", r"_\1", variant[1]).lower()
            comments[field] = " ".join(lines)
            lines = []
    return comments


def parameter(name, place):
    if name.lstrip("*") == "self":
        return name
    plain, _, default = name.partition("=")
    kind = SPECIAL.get(place, {}).get(plain) or PARAMETERS.get(plain, "int")
    return name if plain == "*" else f"{plain}: {kind}" + (f" = {default}" if default else "")


def function(name, thing, place, indent=""):
    signature = getattr(thing, "__func__", thing).__text_signature__
    inner = signature.strip("()").replace("$self", "self").replace("=...", "=_")
    parts = [part.strip() for part in inner.split(",") if part.strip()]
    inner = ", ".join(parameter(part, place) for part in parts).replace("= _", "= ...")
    static = f"{indent}@staticmethod\n" if isinstance(thing, staticmethod) else ""
    text = documentation(thing if not static else thing.__func__, indent + "    ")
    result = RETURNS.get(place, "None")
    return f"{static}{indent}def {name}({inner}) -> {result}:\n{text}{indent}    ...\n"


def of_class(name, thing, fields):
    lines = [f"@final\nclass {name}:\n", documentation(thing, "    ")]
    if name in NEW:
        lines.append(f"    def __new__(cls{', ' if NEW[name] else ''}{NEW[name]}) -> {name}: ...\n")
    for base in reversed(thing.__mro__[:-1]):
        for member, value in sorted(vars(base).items()):
            place = f"{name}.{member}"
            if member.startswith("_") or member in fields:
                continue  # Fields, which can be stored, are written at the end.
            if inspect.isgetsetdescriptor(value):
                result = ATTRIBUTES.get(place, "int")
                lines += [f"    @property\n    def {member}(self) -> {result}:\n",
                          documentation(value, "        "), "        ...\n"]
                if place in ("Limbs.state", "Actor.limbs"):
                    lines.append(f"    @{member}.setter\n"
                                 f"    def {member}(self, value: LimbsState) -> None: ...\n")
            else:
                lines.append(function(member, value, place, "    "))
    if fields:
        comments = field_comments(name.lower())
        for field in fields:
            lines.append(f"    {field}: {'bool' if field in FLAGS else 'int'}\n")
            lines.append(quoted(comments[field], "    "))
    return "".join(lines) + OWN.get(name, "")


def stubs():
    actor, stage = _wardrobe.fields()
    parts = [HEAD]
    for name, thing in sorted(vars(_wardrobe).items()):
        if isinstance(thing, type):
            parts.append(of_class(name, thing, {"Actor": actor, "Stage": stage}.get(name, [])))
        elif inspect.isbuiltin(thing):
            parts.append(function(name, thing, name))
    text = "\n".join(parts)
    return re.sub(r" +\n", "\n", text)


if __name__ == "__main__":
    print(stubs(), end="")

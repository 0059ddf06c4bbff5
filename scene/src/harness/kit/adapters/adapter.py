#!/usr/bin/env python3
"""Plays scenes of the conformance kit: an adapter to copy.

It decodes pictures of COST and AKOS and prints them for the step "cels", which is level 0 and needs
no stage. It draws COST costumes of version 5 (also of the Amiga) with 16 or 32 colours, unscaled and
in front of everything, and prints the keys of the level "picture". It passes chapter 1 of the kit
and fails chapter 2, which has scaled actors. Replace the class Actor by your engine.

    wardrobe scene check --against 'python3 adapters/adapter.py' --level cels 00-cels
    wardrobe scene check --against 'python3 adapters/adapter.py' --level picture 01-cels
"""

import json
import os
import sys
import zlib

WIDTH, HEIGHT = 320, 200
# The number of each direction in costumes, by its angle in degrees clockwise from north.
DIRECTIONS = {270: 0, 90: 1, 180: 2, 0: 3}


def word(data, at):
    return int.from_bytes(data[at:at + 2], "little")


def signed(data, at):
    return int.from_bytes(data[at:at + 2], "little", signed=True)


class Costume:
    """COST of version 5: every offset in it is counted from its byte 2."""

    def __init__(self, block, by_rows=False):
        self.data = block[2:]
        kind = self.data[7] & 0x7F
        if kind not in (0x58, 0x59, 0x60, 0x61):
            skip(f"costume format {kind:#x}")
        self.colours = 32 if kind & 1 else 16
        self.borrows = kind >= 0x60
        self.by_rows = by_rows
        self.mirrors = not self.data[7] & 0x80
        self.last = self.data[6]
        self.palette = self.data[8:8 + self.colours]
        tables = 8 + self.colours
        self.commands = word(self.data, tables)
        self.limbs = [word(self.data, tables + 2 + 2 * limb) for limb in range(16)]
        self.animations = tables + 34

    def record(self, number):
        """The limbs that an animation starts: limb, first command or None, last command, loops."""
        at = word(self.data, self.animations + 2 * number) if number <= self.last else 0
        if not at:
            return
        mask, at = word(self.data, at), at + 2
        for limb in range(16):
            if mask & 0x8000 >> limb:
                start, at = word(self.data, at), at + 2
                if start == 0xFFFF:
                    yield limb, None, None, False
                else:
                    length, at = self.data[at], at + 1
                    yield limb, start, start + (length & 0x7F), not length & 0x80

    def cel(self, limb, code):
        """Width, height, place, move, and the pixels column by column."""
        at = word(self.data, self.limbs[limb] + 2 * code)
        width, height = word(self.data, at), word(self.data, at + 2)
        place = signed(self.data, at + 4), signed(self.data, at + 6)
        move = signed(self.data, at + 8), signed(self.data, at + 10)
        at += 12
        if self.borrows:  # C33: limb and number of the picture with the pixels, or 255 and 255
            limb, code = self.data[at:at + 2]
            at = at + 2 if (limb, code) == (255, 255) else word(self.data, self.limbs[limb] + 2 * code) + 14
        pixels = runs(self.data[at:], 4 if self.colours == 16 else 3, width * height)
        if self.by_rows:  # C39
            pixels = [pixels[row * width + column] for column in range(width) for row in range(height)]
        return width, height, place, move, pixels

    def cels(self):
        """The lines of the step "cels": each picture that an animation reaches (C8, C30)."""
        reached = set()
        for number in range(self.last + 1):
            for limb, start, end, _ in self.record(number):
                if start is None or self.data[self.commands + start] in (0x79, 0x7A):
                    continue
                for position in range(start, end + 1):
                    command = self.data[self.commands + position]
                    if command & 0x7F != 0x7B and (position == start or command not in (0x78, 0x7C)):
                        reached.add((limb, command & 0x7F))
        for limb, code in sorted(reached):
            width, height, place, move, pixels = self.cel(limb, code)
            rows = ["".join(f"{colour:02x}" for colour in pixels[row:width * height:height]) for row in range(height)]
            yield {"limb": limb, "picture": code, "width": width, "height": height, "rel": place, "move": move, "rows": rows}


class Akos:
    """The pictures of an AKOS (A1 to A4, A60, A70, A80, A90)."""

    def __init__(self, block):
        self.chunks, at = {}, 8
        while at + 8 <= len(block):
            size = int.from_bytes(block[at + 4:at + 8], "big")
            self.chunks.setdefault(block[at:at + 4], block[at + 8:at + size])
            at += max(size, 8)
        self.codec = word(self.chunks[b"AKHD"], 8)

    def cels(self):
        places, info, data = self.chunks[b"AKOF"], self.chunks[b"AKCI"], self.chunks[b"AKCD"]
        for number in range(len(places) // 6):
            pixels_at, at = int.from_bytes(places[6 * number:6 * number + 4], "little"), word(places, 6 * number + 4)
            width, height = word(info, at), word(info, at + 2)
            place, move = [[signed(info, at + k), signed(info, at + k + 2)] for k in (4, 8)]
            rows = self.rows(data[pixels_at:], width, height)
            rows = ["".join(".." if colour is None else f"{colour:02x}" for colour in row) for row in rows]
            yield {"picture": number, "width": width, "height": height, "rel": place, "move": move, "rows": rows}

    def rows(self, data, width, height):
        """The pixels of a cel row by row; None where there is none (codec 32)."""
        if self.codec == 1:
            bits = {32: 3, 64: 2}.get(len(self.chunks.get(b"AKPL", b"")), 4)
            pixels = runs(data, bits, width * height)
            return [pixels[row:width * height:height] for row in range(height)]
        if self.codec == 16:
            pixels = bits_of_codec_16(data, width * height)
            return [pixels[row * width:(row + 1) * width] for row in range(height)]
        if self.codec not in (5, 32):
            skip(f"codec {self.codec}")
        rows, at = [], 0
        for _ in range(height):
            length = word(data, at)
            rows.append((row_of_codec_5 if self.codec == 5 else row_of_codec_32)(data, at + 2, length, width))
            at += 2 + length
        return rows


def runs(data, bits, count):
    """The runs of COST and of codec 1, column by column (C36)."""
    pixels, at = [], 0
    while len(pixels) < count:
        run, at = data[at], at + 1
        length = run & (1 << bits) - 1
        if not length:
            length, at = data[at] or 256, at + 1
        pixels += [run >> bits] * length
    return pixels[:count]


def row_of_codec_5(data, at, length, width):
    """A70; what the codes do not fill is 255."""
    row, end = [], at + length
    while len(row) < width and at < end:
        code, at = data[at], at + 1
        count = (code >> 1) + 1
        row += [data[at]] * count if code & 1 else list(data[at:at + count])
        at += 1 if code & 1 else count
    return (row + [255] * width)[:width]


def row_of_codec_32(data, at, length, width):
    """A90; an empty row has gaps only."""
    row = [None] * (0 if length else width)
    while len(row) < width:
        code, at = data[at], at + 1
        count = code >> 1 if code & 1 else (code >> 2) + 1
        if code & 1:
            row += [None] * count
        elif code & 2:
            row, at = row + [data[at]] * count, at + 1
        else:
            row, at = row + list(data[at:at + count]), at + count
    return row[:width]


def bits_of_codec_16(data, count):
    """A80, A81: one stream of bits, the lowest of each byte first."""
    shift, colour = data[0], data[1]
    stream = int.from_bytes(data[2:], "little")

    def take(number):
        nonlocal stream
        value, stream = stream & (1 << number) - 1, stream >> number
        return value

    pixels, repeat = [], 0
    while len(pixels) < count:
        pixels.append(colour)
        if repeat:
            repeat -= 1
        elif take(1):
            if not take(1):
                colour = take(shift)
            else:
                delta = take(3)
                if delta == 4:
                    repeat = (take(8) - 1) % 256 or 256 * count
                else:
                    colour = (colour + delta - 4) % 256
    return pixels


class Actor:
    def __init__(self, said, costume):
        self.id, self.x, self.y = said["id"], said.get("x", 0), said.get("y", 0)
        self.elevation = said.get("elevation", 0)
        self.direction = DIRECTIONS.get(said.get("facing", 180))
        if self.direction is None:
            skip("slanting directions")
        self.visible = said.get("visible", 1)
        self.costume = costume
        self.playing = {}  # by limb: position, first command, last command, whether it loops
        if costume:
            self.start(said.get("init_frame", 1))

    def start(self, frame):
        for limb, start, end, loops in self.costume.record(self.direction + 4 * frame):
            if start is None:
                self.playing.pop(limb, None)
            else:
                self.playing[limb] = [start, start, end, loops]

    def command(self, position):
        return self.costume.data[self.costume.commands + position]

    def draw(self, screen, height):
        if not (self.costume and self.visible):
            return
        mirrored = self.direction == 0 and self.costume.mirrors
        move_x = move_y = 0
        for limb, (position, *_) in sorted(self.playing.items()):
            code = self.command(position) & 0x7F
            if code == 0x7B:
                continue
            columns, rows, place, move, pixels = self.costume.cel(limb, code)
            left, top = move_x + place[0], self.y - self.elevation + move_y + place[1]
            move_x, move_y = move_x + move[0], move_y - move[1]
            if max(0, top) + rows >= 256:  # C46
                continue
            cut = self.x - left - WIDTH if mirrored else 0  # C45: one column too few is cut off at the right edge
            for i in range(columns * rows):
                column, row = divmod(i, rows)
                x = self.x - left - column if mirrored else self.x + left + column
                if cut > 0:
                    x = WIDTH - 1 - (column - cut) if column >= cut else WIDTH
                if pixels[i] and 0 <= x < WIDTH and 0 <= top + row < height:
                    screen[(top + row) * WIDTH + x] = self.costume.palette[pixels[i]]

    def animate(self):
        for state in self.playing.values():
            position, start, end, loops = state
            while True:
                position = (start if loops and position >= end else position + 1) if loops or position != end else end
                if self.command(position) not in (0x78, 0x7C) or start == end:
                    break
            state[0] = position


def say(line):
    print(json.dumps(line), flush=True)


def skip(why):
    """Leaves the rest of the scene out."""
    say({"skip": why})
    sys.exit(0)


def decode(scene, read):
    """Level 0: no stage, so that the lines have no "crc"."""
    say({"step": -1, "op": "setup"})
    for index, (op, number) in enumerate(scene["steps"]):
        block = read(scene["costumes"][str(number)])
        costume = Akos(block) if block[:4] == b"AKOS" else Costume(block)
        say({"step": index, "op": op, "cels": list(costume.cels())})


def main():
    path = sys.argv[-1]
    with open(path, encoding="utf-8") as file:
        scene = json.load(file)
    folder = os.path.dirname(path)

    def read(name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    if all(step[0] == "cels" for step in scene.get("steps", [])):
        return decode(scene, read)
    if scene.get("version", 5) != 5 or "he" in scene or "data" in scene:
        skip(f"version {scene.get('version', 'of a game')}")
    if scene.get("platform", "dos") not in ("dos", "amiga"):
        skip(f"platform {scene['platform']}")
    for key in ("lines", "trace_ticks"):
        if key in scene:
            skip(f"key {key}")
    room = scene.get("room", {})
    if "resource" in room:
        skip("room resources")
    top, bottom = scene.get("screens", [0, HEIGHT])
    height = bottom - top
    background = room.get("background", 0)
    if room.get("width", WIDTH) != WIDTH:
        skip("wide rooms")
    background = read(background) if isinstance(background, str) else bytes([background]) * (WIDTH * height)
    costumes = {int(number): Costume(read(name), scene.get("platform") == "amiga") for number, name in scene.get("costumes", {}).items()}
    actors = [Actor(said, costumes.get(said.get("costume", 0))) for said in scene.get("actors", [])]

    screen = bytearray(background[:WIDTH * height])
    crc = lambda: f"{zlib.crc32(screen):08x}"
    say({"step": -1, "op": "setup", "crc": crc()})
    for index, (op, *operands) in enumerate(scene.get("steps", [])):
        if op == "tick":
            for n in range(operands[0]):
                screen[:] = background[:WIDTH * height]
                for actor in sorted(actors, key=lambda actor: actor.y):
                    actor.draw(screen, height)
                    actor.animate()
                say({"step": index, "op": op, "n": n, "crc": crc()})
        elif op == "elevation":
            for actor in actors:
                if actor.id == operands[0]:
                    actor.elevation = operands[1]
            say({"step": index, "op": op, "crc": crc()})
        elif op in ("state", "mouth_sync") or op.startswith("expect"):
            say({"step": index, "op": op, "crc": crc()})
        else:
            skip(f"step {op}")


if __name__ == "__main__":
    main()

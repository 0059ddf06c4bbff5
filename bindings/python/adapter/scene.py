"""The state of a scene that is being played."""

import os

import scumm_wardrobe as wardrobe


class Skip(Exception):
    """A step that the library does not support. The rest of the scene is skipped."""


class World(wardrobe.World):
    """Random numbers and sounds, which a scene sets and saves."""

    def __init__(self, seed):
        self.seed(seed)
        self.running = set()

    def seed(self, seed):
        self.chance = wardrobe.Random(seed & 0xFFFFFFFFFFFFFFFF)
        self.random = self.chance.random  # a direct call, without a method of Python

    def sound_running(self, sound):
        return sound in self.running


class Scene:
    def __init__(self, json, folder):
        self.json, self.folder = json, folder
        self.world = World(json.get("seed", 1))
        self.every_tick = bool(json.get("trace_ticks", 1))
        self.all_limbs = bool(json.get("all_limbs", 0))
        self.tells_actors = not json.get("no_state", 0)
        self.frames_only = json.get("lines") == "ticks"
        self.state_every = json.get("state_every", 1)
        self.cycle = json.get("cycle_jiffies", 0)
        self.is_nes = json.get("platform") == "nes"
        self.frames = 0
        self.costumes = {}
        self.saved = None
        self.answers = {}  # the values that a step adds to its line
        self.cast = []
        self.kept = {}
        self.game = self.dialect = self.stage = None

    def read(self, name):
        """Reads a file that the scene names."""
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def room_of(self, name, parts):
        """Reads the room in a file. `parts` names the other files of the room."""
        more = {key: self.read(parts[key]) for key in ("image", "scripts") if parts.get(key)}
        number = parts.get("resource_number", parts.get("number", 0))
        names = parts.get("object_names")
        return wardrobe.Room(self.read(name), self.dialect, object_names=names, number=number, **more)

    def actor(self, number):
        return self.stage.actor(number)

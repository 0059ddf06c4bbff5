"""Creates the stage of a scene."""

import os

import scumm_wardrobe as wardrobe

from scene import Skip

# The keys of an actor in a scene that are not stored as fields.
OTHERS = {"id", "costume", "x", "y", "facing", "visible", "room", "palette", "anim_vars", "post"}
# Variables that are flags: every number but 0 sets them.
FLAGS = {"custom_scale_table", "camera_fast_x"}


def int16(value):
    return (value & 0xFFFF ^ 0x8000) - 0x8000


def store_field(scene, actor, name, value):
    """Stores a field of an actor by its name in scenes, with a value as in scenes."""
    scene.stage.apply("set", actor, name, value)


def store_variable(stage, name, value):
    """Stores a script variable or a field of the camera."""
    if name in ("charinc", "timer_next"):
        return  # a scene counts frames and no time
    if name in FLAGS:
        value = int(value != 0)
    stage.apply("set_camera", name, value)


def make_dialect(scene):
    json = scene.json
    flags = {key: bool(json.get(key, 0)) for key in ("old256", "ega", "demo")}
    words = {key: json.get(key) for key in ("platform", "render", "game")}
    numbers = {"he": json.get("he", 0), "enhancement_classes": json.get("enhancements", 0)}
    return wardrobe.Dialect(json.get("version"), **numbers, **flags, **words)


def open_game(scene, data):
    path = data["path"]
    if path.startswith("$"):
        variable, _, below = path[1:].partition("/")
        if variable not in os.environ:
            raise Skip("a game that is not here")
        path = os.path.join(os.environ[variable], below)
    game = wardrobe.Game(os.path.join(scene.folder, path))
    if "version" in scene.json or "he" in scene.json:
        scene.game = game.with_dialect(scene.dialect)
    else:
        scene.game, scene.dialect = game, game.dialect


def picture(scene, room, top, bottom):
    """Creates a stage whose background is a picture that the scene defines."""
    width, height = room.get("width", scene.dialect.screen_size[0]), room.get("height", scene.dialect.screen_size[1])
    background = room.get("background", 0)
    pixels = scene.read(background) if isinstance(background, str) else bytes([background & 0xFF]) * (width * height)
    planes = [scene.read(name) for name in room.get("zplanes", [])]
    count = room.get("num_z", scene.dialect.planes)
    return wardrobe.Stage.of_picture(scene.dialect, pixels, width, height, planes, count, top, bottom)


def make_stage(scene):
    room, number = scene.json.get("room", {}), scene.json.get("data", {}).get("room")
    if scene.game and number == 0:
        return scene.game.stage()
    parsed = None
    if room.get("resource"):
        parsed = scene.room_of(room["resource"], room)
    elif scene.game and number is not None:
        parsed = scene.game.room(number)
    screen = scene.dialect.screen_size[1]
    top, bottom = 0, 128 if scene.is_nes else screen
    if parsed and number is not None:
        bottom = max(1, min(parsed.height, screen))
    top, bottom = scene.json.get("screens", (top, bottom))
    if parsed:
        return wardrobe.Stage.of_room(scene.dialect, parsed, top, bottom)
    return picture(scene, room, top, bottom)


def set_up_room(scene):
    stage, room = scene.stage, scene.json.get("room", {})
    if "number" in room:
        stage.set_entry("room_number", room["number"])
    if "resource_number" in room:
        stage.set_entry("room_resource", room["resource_number"], stage.room)
    boxes, matrix = room.get("boxes"), room.get("boxmatrix")
    if boxes is not None or matrix is not None:
        known = ("ul", "ur", "lr", "ll", "mask", "flags", "scale", "slot")
        boxes = boxes and [{"scale": 255, **{key: box[key] for key in known if key in box}} for box in boxes]
        stage.set_boxes(boxes, scene.read(matrix) if isinstance(matrix, str) else bytes(matrix or []))
    for slot in room.get("scale_slots", []):
        stage.set_scale_slot(slot["slot"], *(slot.get(key, 0) for key in ("x1", "y1", "s1", "x2", "y2", "s2")))
    for number, of in room.get("object_classes", {}).items():
        stage.set_object_class(int(number), of, True)
    for number, state in room.get("objects", {}).items():
        stage.set_object_state(int(number), state)


def load_tables(scene):
    json, stage = scene.json, scene.stage
    if json.get("palette"):
        stage.set_table("palette", scene.read(json["palette"]))
    elif not json.get("default_palette", 0):
        stage.start_palette("distinct")
    else:
        stage.start_palette("nes_classic" if json.get("nes_classic", 0) else "initial")
    tables = [("room_palette", "room_palette"), ("remp", "remp"), ("he_palettes", "palette_slots")]
    if scene.dialect.shadow_len:
        tables.insert(0, ("shadow_palette", "shadow"))
    for key, kind in tables:
        if json.get(key):
            stage.set_table(kind, scene.read(json[key]))
    load_images(scene)


def load_images(scene):
    """Sets blend tables: first those that the scene reads from files, then tables of the game.

    The tables of the game are those whose numbers an actor or a step names.
    """
    json, stage = scene.json, scene.stage
    own = json.get("images", {})
    for number, name in own.items():
        stage.set_table("xmap", wardrobe.blend_table(scene.read(name)), int(number))
    named = [table.get("he_xmap") for actor in json.get("actors", []) for table in (actor, actor.get("post", {}))]
    named += [step[3] for step in json.get("steps", []) if step[0] == "set" and step[2] == "he_xmap"]
    for number in named:
        if number and scene.game and str(number) not in own:
            stage.set_table("xmap", scene.game.blend_table(number), number)


def load_costumes(scene):
    stage = scene.stage
    for key, named in scene.json.get("costumes", {}).items():
        number, is_block = int(key), scene.is_nes and int(key) > 24
        if isinstance(named, int):
            if scene.game is None or is_block:
                continue
            costume = scene.game.costume(named)
        elif is_block:
            stage.set_table("block", scene.read(named), number)
            continue
        else:
            costume = wardrobe.Costume(scene.read(named), scene.dialect)
        scene.costumes[number] = costume
        stage.insert_costume(number, costume)
    if scene.is_nes:
        stage.set_entry("start_tables", scene.json.get("costume_set", 0))


def place_actor(scene, json):
    stage, version = scene.stage, scene.dialect.version
    actor, facing = stage.actor(json["id"]), json.get("facing", 180)
    x, y, room = json.get("x", 0), json.get("y", 0), json.get("room", stage.room)
    actor.init(0)
    # The facing is set while the actor has no costume, because a costume could turn the actor.
    worn, actor.costume = actor.costume, 0
    if version <= 1:
        actor.facing = facing & 0xFFFF
    else:
        actor.set_direction(facing)
    actor.costume = worn
    actor.target_facing = actor.facing
    if not stage.box_count and stage.room and "ignore_boxes" not in json:
        actor.ignore_boxes = True
    for name, value in json.items():
        if name not in OTHERS:
            store_field(scene, json["id"], name, value)
    costume = json.get("costume", json["id"] if version == 0 else 0)
    if version == 0:
        actor.costume = costume
    elif costume:
        actor.set_costume(costume)
    for slot, value in json.get("palette", {}).items():
        actor.set_colour(int(slot), value)
    if json.get("visible", 1):
        actor.put(x, y, room)
    else:
        actor.x, actor.y, actor.room = int16(x), int16(y), room
    for var, value in json.get("anim_vars", {}).items():
        actor.set_anim_var(int(var), int16(value))
    for name, value in json.get("post", {}).items():
        store_field(scene, json["id"], name, value)


def set_up(scene):
    json = scene.json
    scene.dialect = make_dialect(scene)
    if "data" in json:
        open_game(scene, json["data"])
    stage = scene.stage = make_stage(scene)
    set_up_room(scene)
    load_tables(scene)
    load_costumes(scene)
    stage.gamma = bool(json.get("gamma", 0))
    stage.set_entry("lights", json.get("lights", 11))
    if "camera" in json:
        x, y = (json["camera"] + [0])[:2]
        stage.place_camera(x, y)
    if json.get("custom_scale_table"):
        stage.set_table("scale", scene.read(json["custom_scale_table"]))
    for name, value in json.get("vars", {}).items():
        store_variable(stage, name, value)
    actors = json.get("actors", [])
    # Version 0: actors that the scene does not name have no costume.
    if scene.dialect.version == 0:
        for number in set(range(1, scene.dialect.own_costumes + 1)) - {actor["id"] for actor in actors}:
            stage.actor(number).costume = 0
    stage.draw_background()
    for actor in actors:
        place_actor(scene, actor)

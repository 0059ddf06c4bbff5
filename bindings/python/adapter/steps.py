"""The steps of a scene: operations of the library, and steps that only scenes have."""

import zlib

import scumm_wardrobe as wardrobe

from furnish import store_variable

# The replies of operations, by their names in lines.
ANSWERS = {"hit": "hit", "actor_from_pos": "actorFromPos", "adjust": "adjust", "get_object_state": "state"}
OPERATIONS = set(wardrobe.operations())
# The steps that only scenes have.
STEPS = {}


def step(function):
    """Registers a function as the step with the function's name."""
    STEPS[function.__name__] = function
    return function


def is_known(op):
    return op in STEPS or op in OPERATIONS


def run(scene, op, operands):
    """Runs a step."""
    if op in STEPS:
        STEPS[op](scene, *operands)
        return
    answer = scene.stage.apply(op, *operands, world=scene.world)
    if op in ANSWERS:
        # In lines, flags are numbers, and no actor is a number as well.
        scene.answers[ANSWERS[op]] = answer if isinstance(answer, tuple) else int(answer or 0)


def frame_has_passed(scene):
    if scene.cycle:
        scene.stage.set_entry("cycle", scene.cycle)
    scene.frames += 1


@step
def tick(scene, _):
    scene.stage.tick(scene.world)
    frame_has_passed(scene)


@step
def tick_draw(scene):
    scene.stage.tick_draw(scene.world)
    frame_has_passed(scene)


@step
def bench(scene, actor, *_):
    scene.stage.apply("draw_alone", actor)


@step
def bench_tick(scene, count, *_):
    for _ in range(count):
        tick(scene, 1)


@step
def var(scene, name, value):
    store_variable(scene.stage, name, value)


@step
def mouth_sync(scene, times, jiffies):
    scene.answers["closed"] = int(wardrobe.mouth_closed(scene.dialect, times, jiffies))


@step
def display_palette(scene):
    scene.answers["displayPalette"] = f"{zlib.crc32(scene.stage.palette()):08x}"


@step
def cels(scene, number):
    """Returns the pictures of a costume as text: two digits for each pixel, dots for gaps."""
    found, costume = [], scene.costumes[number]
    for cel in costume.cels:
        try:
            pixels = bytes(memoryview(costume.cel_pixels(cel.number)).cast("B"))
        except wardrobe.NotFoundError:
            continue
        gaps = costume.cel_gaps(cel.number) or bytes(len(pixels))
        texts = [".." if gap else f"{pixel:02x}" for pixel, gap in zip(pixels, gaps)]
        line = {"width": cel.width, "height": cel.height, "rel": cel.rel, "move": cel.step,
                "rows": ["".join(texts[at:at + cel.width]) for at in range(0, len(texts), cel.width)]}
        names = [{"picture": cel.number}] if costume.is_akos else [{"limb": limb, "picture": n} for limb, n in cel.names]
        found += [{**name, **line} for name in names]
    scene.answers["cels"] = sorted(found, key=lambda cel: (cel.get("limb", -1), cel["picture"]))


@step
def sound_running(scene, sounds):
    scene.world.running = set(sounds)


@step
def seed(scene, number):
    scene.world.seed(number)


@step
def enter(scene, name, states=None):
    room = scene.room_of(name, {})
    scene.stage.replace_room(room)
    for thing in room.objects:
        number = thing.number
        scene.stage.set_object_state(number, (states or {}).get(str(number), 0))
    scene.stage.place_camera(128, scene.stage.camera_y)


@step
def save(scene):
    scene.saved = scene.stage.save(), scene.world.chance.state, set(scene.world.running)


@step
def restore(scene):
    data, seed, running = scene.saved
    scene.stage.restore(data)
    scene.world.seed(seed)
    scene.world.running = set(running)

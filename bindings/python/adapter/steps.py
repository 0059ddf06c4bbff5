"""The steps of a scene: what each does, by its name."""

import zlib

import wardrobe

from furnish import int16, store_field, store_variable

STEPS = {}


def step(function):
    """A step that is called as its function."""
    STEPS[function.__name__.rstrip("_")] = function
    return function


def by_actor(**methods):
    """Steps that are methods of an actor, with the same operands."""
    for name, method in methods.items():
        STEPS[name] = lambda scene, actor, *rest, method=method: getattr(scene.actor(actor), method)(*rest)


def by_stage(**methods):
    """Steps that are methods of the stage, with the same operands."""
    for name, method in methods.items():
        STEPS[name] = lambda scene, *rest, method=method: getattr(scene.stage, method)(*rest)


def by_entry(**entries):
    """Steps that store a number of the stage: its index, if there are several, and the number."""
    for name, entry in entries.items():
        STEPS[name] = lambda scene, *rest, entry=entry: scene.stage.set_entry(entry, *reversed(rest))


by_actor(
    start_anim="start_anim", set_direction="set_direction", turn="turn", put="put", stop="stop", init="init", hide="hide",
    show="show", kill="kill", palette="set_colour", anim_speed="set_anim_speed", elevation="set_elevation",
    talk_start="talk_start", talk_stop="talk_stop", draw_to_back="draw_to_back", cond="set_condition",
    user_cond="set_user_condition", talk_cond="set_talk_condition", misc_flags="set_misc_flags", walk_speed="set_walk_speed",
    bench="draw_alone", remap_palette="remap_palette", ignore_boxes="set_ignore_boxes",
)
by_stage(
    object_state="set_object_state", object_dirty="redraw_object", object_draw="draw_object", object_undraw="undraw_object",
    object_at="move_object", draw_queue_clear="clear_object_queue", blast_draw="draw_blasts", blast_remove="remove_blasts",
    camera_set="stand_camera", mouse="set_pointer", box_matrix="compute_box_matrix", pal_color="set_colour",
    tick_walk="tick_walk", redraw="redraw_all_actors", room="enter_room", show_actors="show_actors", screens="set_band",
    fade_out="fade_out", mark="mark_restored", blast="blast_object", scale_slot="set_scale_slot",
    restore_strips="restore_strips", erase="erase",
)
by_entry(
    box_flags="box_flags", extra_flags="box_extra_flags", box_scale="box_scale", room_palette="room_palette",
    room_palette_index="use_palette", lights="lights", costume_set="use_costume_set", talking_actor="talking_actor",
)


def passes(scene):
    """What a frame is followed by."""
    if scene.cycle:
        scene.stage.set_entry("cycle", scene.cycle)
    scene.frames += 1


@step
def tick(scene, _):
    scene.stage.tick(scene.world)
    passes(scene)


@step
def tick_draw(scene):
    scene.stage.tick_draw(scene.world)
    passes(scene)


@step
def bench_tick(scene, count):
    for _ in range(count):
        tick(scene, 1)


@step
def draw_now(scene):
    scene.stage.draw_now(scene.world)


@step
def costume(scene, actor, number):
    if number < 0:
        scene.actor(actor).set_skip_limbs(number == -1)
    else:
        scene.actor(actor).set_costume(number)


@step
def animate(scene, actor, operand, rounds=None):
    if rounds is None:
        scene.actor(actor).animate(operand)
    else:
        scene.actor(actor).animate_rounds(operand, (rounds & 0xFF ^ 0x80) - 0x80)


@step
def walk(scene, actor, x, y, angle=-1):
    scene.actor(actor).walk(x, y, None if angle == -1 else angle)


@step
def class_(scene, actor, number, on):
    scene.actor(actor).set_class(number, bool(on))


for name in ("cond", "user_cond", "misc_flags", "ignore_boxes"):
    # Scenes write 0 and 1 for what is on or off.
    STEPS[name] = lambda scene, *rest, plain=STEPS[name]: plain(scene, *rest[:-1], bool(rest[-1]))


@step
def set_(scene, actor, field, value):
    store_field(scene.actor(actor), field, value)


@step
def scale(scene, actor, x, y):
    scene.actor(actor).set_scale(None if x < 0 else x, None if y < 0 else y)


@step
def anim_var(scene, actor, var, value):
    scene.actor(actor).set_anim_var(var, int16(value))


@step
def limb_anim(scene, actor, limb, times):
    scene.actor(actor).limb_anim(limb, times, scene.world)


@step
def hit(scene, actor, x, y):
    scene.answers["hit"] = int(scene.actor(actor).hit(x, y))


@step
def actor_from_pos(scene, x, y):
    scene.answers["actorFromPos"] = scene.stage.actor_from_pos(x, y) or 0


@step
def adjust(scene, _, x, y):
    scene.answers["adjust"] = scene.stage.adjust_v0(x, y)


@step
def mouth_sync(scene, times, jiffies):
    scene.answers["closed"] = int(wardrobe.mouth_closed(scene.dialect, times, jiffies))


@step
def display_palette(scene):
    scene.answers["displayPalette"] = f"{zlib.crc32(scene.stage.palette()):08x}"


@step
def cels(scene, number):
    """The pictures of a costume as text: two digits a pixel, dots where the data has none."""
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
def obj_state(scene, number, state):
    scene.stage.set_object_state(number, state)
    scene.stage.redraw_full = True


@step
def skip_objects(scene, skip):
    scene.stage.skip_objects(bool(skip))


@step
def camera(scene, x, y=None):
    scene.stage.place_camera(x, scene.stage.camera_y if y is None else y)


@step
def camera_to(scene, x, y=None):
    scene.stage.send_camera(x, scene.stage.camera_y if y is None else y)


@step
def camera_pan(scene, x, y=None):
    scene.stage.pan_camera(x, scene.stage.camera_y if y is None else y)


@step
def camera_follow(scene, actor, jump):
    scene.stage.follow_with_camera(actor, bool(jump))


@step
def var(scene, name, value):
    store_variable(scene.stage, name, value)


STEPS["set_camera"] = var


@step
def flashlight(scene, width, height, x, y):
    scene.stage.set_flashlight(width, height)
    scene.stage.set_pointer(x, y)


@step
def shadow_set(scene, index, values):
    for i, value in enumerate(values if isinstance(values, list) else [values]):
        scene.stage.set_entry("shadow", value, index + i)


@step
def shadow_table(scene, digits):
    scene.stage.set_table("shadow", bytes.fromhex(digits))


@step
def room_table(scene, digits):
    scene.stage.set_table("room_palette", bytes.fromhex(digits))


@step
def default_clip(scene, left, top, right, bottom):
    stage = scene.stage
    stage.default_clip_left, stage.default_clip_top = left, top
    stage.default_clip_right, stage.default_clip_bottom = right - 1, bottom - 1


@step
def sound_running(scene, sounds):
    scene.world.running = set(sounds)


@step
def seed(scene, number):
    scene.world.seed(number)


@step
def full_redraw(scene):
    scene.stage.redraw_full = True


@step
def fade_in(scene, _effect=None):
    scene.stage.fade_in()


@step
def screen_shown(scene, shown):
    scene.stage.redraw_shown = shown


@step
def bg_redraw(scene, dirty):
    scene.stage.redraw_background = dirty


@step
def pixels(scene, buffers, x, y, width, height, digits):
    data = bytes.fromhex(digits)
    if len(data) != width * height:
        raise ValueError(f"{len(data)} pixels do not fill {width}x{height}")
    scene.stage.print_pixels(buffers, x, y, width, data)


@step
def enter(scene, name, states=None):
    room = scene.room_of(name, {})
    scene.stage.replace_room(room)
    for number in room.objects:
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

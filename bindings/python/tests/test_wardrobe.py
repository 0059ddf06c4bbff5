"""Tests of the installed package: pytest tests, or python test_wardrobe.py without pytest.

Without pytest, this file also runs the tests of the other files.
"""

import ast
import contextlib
import copy
import gc
import json
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import zlib

import scumm_wardrobe as wardrobe

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
DEMO = os.path.join(ROOT, "data", "demo", "built")
DOLL = os.path.join(ROOT, "data", "scene-costumes", "doll-v5.cost")


@contextlib.contextmanager
def raises(kind, **fields):
    """Checks that the body raises an exception with these fields."""
    try:
        yield
    except kind as error:
        for name, value in fields.items():
            assert getattr(error, name) == value, (name, getattr(error, name))
    else:
        raise AssertionError(f"{kind.__name__} was not raised")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def walking(ticks=0):
    stage = wardrobe.Game(DEMO).stage(1)
    actor, world = stage.actor(1), wardrobe.World()
    actor.set_costume(1)
    actor.put(60, 120, 1)
    actor.walk(200, 125)
    for _ in range(ticks):
        stage.tick(world)
    return stage, actor, world


def doll():
    costume, limbs = wardrobe.Costume(read(DOLL), wardrobe.Dialect(5)), wardrobe.Limbs()
    costume.start(limbs, 180, 1)
    return costume, limbs


def drawn(target, **look):
    costume, limbs = doll()
    return costume.draw(limbs, wardrobe.Look(x=60, y=120, **look), wardrobe.Renderer(), target)


def test_a_game_tells_what_it_is():
    with wardrobe.Game(DEMO) as game:
        assert game.rooms == [1, 2] and game.costumes == [1, 2, 3] and game.dialect.version == 5
        assert "v5" in game.description
        assert game.room(1).height <= 200 and game.costume(1).cels
    with raises(wardrobe.MisuseError, code="misuse"):
        game.rooms


def test_a_game_is_opened_from_memory():
    files = {name: read(os.path.join(DEMO, name)) for name in os.listdir(DEMO)}
    assert wardrobe.Game(files).rooms == [1, 2]


def test_a_room_and_a_costume_are_parsed_of_what_is_stored():
    game = wardrobe.Game(DEMO)
    room = wardrobe.Room(game.room_data(1), game.dialect, number=1)
    assert room.width == game.room(1).width and room.objects == game.room(1).objects
    costume = wardrobe.Costume(game.costume_data(1), game.dialect, strict=True)
    assert costume.cels == game.costume(1).cels and not costume.is_akos
    stage = wardrobe.Stage.of_room(game.dialect, room)
    assert stage.front().size == (320, 200)


def test_a_frame_is_a_view_that_never_changes():
    stage, _, world = walking(3)
    frame = stage.front()
    view = memoryview(frame)
    assert (view.shape, view.strides, view.format, view.readonly) == ((200, 320), (320, 1), "B", True)
    before = view.tobytes()
    stage.tick(world)
    assert view.tobytes() == before != memoryview(stage.front()).tobytes()
    del frame, stage
    gc.collect()
    assert view.tobytes() == before


def test_a_frame_refuses_what_it_cannot_give():
    frame = walking(1)[0].front()
    with raises(BufferError):
        drawn(wardrobe.Target(frame))
    with raises(TypeError):
        memoryview(frame)[0, 0] = 1
    with raises(TypeError):
        wardrobe.Frame(3)
    assert memoryview(wardrobe.Frame(frame)) == memoryview(frame)


def test_what_is_closed_is_gone_for_those_who_share_it():
    with walking(1)[0] as stage:
        actor, frame, events = stage.actor(1), stage.front(), stage.events()
        twin = stage.copy()
    for gone in (lambda: actor.x, actor.stop, stage.front, lambda: stage.room, stage.save, lambda: next(events)):
        with raises(wardrobe.MisuseError, code="misuse"):
            gone()
    assert memoryview(twin.front()) == memoryview(frame)


def test_a_frame_has_rows_and_pixels():
    # From version 7 on the rows of a stage are 8 bytes longer than the view is wide.
    wide = wardrobe.Stage.of_picture(wardrobe.Dialect(7), bytes(range(256)) * 250, 320, 200)
    wide.draw_background()
    for frame in (walking(3)[0].front(), wide.front(), wardrobe.Game(DEMO).costume(1).cel_pixels(0)):
        view = memoryview(frame)
        height, width = view.shape
        rows = [bytes(row) for row in view.tolist()]
        assert list(frame) == rows == [frame[y] for y in range(height)] and len(frame) == height
        assert (frame[-1], frame[-height]) == (rows[-1], rows[0])
        for y, x in ((0, 0), (height - 1, width - 1), (-1, -width), (height // 2, width // 3)):
            assert frame[y, x] == rows[y][x]
        for wrong in (height, -height - 1, (0, width), (0, -width - 1), (height, 0)):
            with raises(IndexError):
                frame[wrong]
        for wrong in ("x", 1.5, (1, 2, 3), slice(0, 1)):
            with raises(TypeError):
                frame[wrong]


def test_a_wide_frame_has_a_pitch_g2():
    # From version 7 on the buffers are one strip wider than the view.
    stage = wardrobe.Stage.of_picture(wardrobe.Dialect(7), bytes(range(256)) * 250, 320, 200)
    stage.draw_background()
    frame = stage.front()
    assert frame.pitch == 328 and memoryview(frame).strides == (328, 1)
    with raises(BufferError):
        zlib.crc32(frame)
    rows, memory = memoryview(frame).tolist(), memoryview(frame.memory).cast("B")
    assert bytes(rows[3]) == bytes(memory[3 * 328:3 * 328 + 320])


def test_numpy_and_pillow_take_a_frame_without_copying():
    try:
        import numpy
        from PIL import Image
    except ImportError:
        print("left out: no NumPy or Pillow")
        return
    stage = walking(3)[0]
    frame = stage.front()
    array = numpy.asarray(frame)
    assert array.shape == (200, 320) and not array.flags.owndata and not array.flags.writeable
    again = numpy.asarray(frame)
    assert array.__array_interface__["data"] == again.__array_interface__["data"]
    image = Image.frombuffer("P", frame.size, frame.memory, "raw", "P", frame.pitch, 1)
    assert image.tobytes() == array.tobytes() and image.readonly
    wide = wardrobe.Stage.of_picture(wardrobe.Dialect(7), bytes(range(256)) * 250, 320, 200)
    wide.draw_background()
    frame = wide.front()
    image = Image.frombuffer("P", frame.size, frame.memory, "raw", "P", frame.pitch, 1)
    assert image.tobytes() == numpy.asarray(frame).tobytes()
    canvas = numpy.zeros((144, 640), numpy.uint8)
    report = drawn(wardrobe.Target(canvas[:, 160:480]))
    assert report.whole and canvas.any() and not canvas[:, :160].any() and not canvas[:, 480:].any()
    with raises(wardrobe.MisuseError, code="size"):
        drawn(wardrobe.Target(canvas[:, ::2]))
    with raises(wardrobe.MisuseError, code="size"):
        drawn(wardrobe.Target(canvas[::-1]))
    with raises(wardrobe.MisuseError, code="size"):
        drawn(wardrobe.Target(numpy.zeros((144, 320), numpy.uint16)))


def test_a_costume_is_drawn_into_bytes():
    buffer = bytearray(320 * 144)
    report = drawn(wardrobe.Target(buffer, 320, 144))
    assert report.bottom == 120 and report.whole and not report.cut and report.fault is None
    lines = [y for y in range(144) if any(buffer[y * 320:y * 320 + 320])]
    assert (lines[0], lines[-1] + 1) == (report.top, report.bottom)


def test_a_mask_hides_m1():
    plain, bits, bytes_ = (bytearray(320 * 144) for _ in range(3))
    drawn(wardrobe.Target(plain, 320, 144))
    drawn(wardrobe.Target(bits, 320, 144, mask=b"\xf0" * (40 * 144), mask_bits=True))
    drawn(wardrobe.Target(bytes_, 320, 144, mask=b"\1\1\1\1\0\0\0\0" * (40 * 144)))
    assert bits == bytes_ and any(bits)
    assert all(not bits[i] if i % 8 < 4 else bits[i] == plain[i] for i in range(len(plain)))


def test_a_mask_may_end_before_the_last_row_m4():
    plain, masked = bytearray(320 * 144), bytearray(320 * 144)
    drawn(wardrobe.Target(plain, 320, 144))
    drawn(wardrobe.Target(masked, 320, 144, mask=bytes(10)))
    assert masked == plain and any(plain)


def test_wrong_targets_are_told():
    target = wardrobe.Target
    for wrong in (
        target(bytearray(10), 320, 144), target(bytearray(320 * 144)), target(bytearray(320 * 144), 320, 144, 319),
        target(bytearray(320 * 144), 0, 144),
    ):
        with raises(wardrobe.MisuseError, code="size"):
            drawn(wrong)
    buffer = bytearray(320 * 144)
    with raises(wardrobe.MisuseError, code="misuse"):
        drawn(target(buffer, 320, 144, mask=buffer))
    with raises(BufferError):
        drawn(target(bytes(320 * 144), 320, 144))
    with raises(TypeError):
        drawn(target(None, 320, 144))
    with raises(wardrobe.MisuseError, code="size"):
        drawn(target(buffer, 320, 144), shadow=b"123")
    buffer.append(0)  # no object holds the buffer any more


def test_damage_has_a_place():
    with raises(wardrobe.MalformedError, code="malformed", offset=0):
        wardrobe.Costume(b"xx", wardrobe.Dialect(5))
    data = read(DOLL)
    with raises(wardrobe.Error):
        wardrobe.Costume(data[:len(data) // 2], wardrobe.Dialect(5), strict=True)


def test_limbs_are_plain_values():
    costume, limbs = doll()
    state = limbs.state
    assert len(state["limbs"]) == 16 and state["stopped"] == 0
    state["stopped"] = 3
    limbs.state = state
    assert limbs.state["stopped"] == 3 and limbs.copy().state == limbs.state
    other = wardrobe.Limbs()
    other.restore(limbs.save())
    assert other.state == limbs.state
    limbs.reset()
    assert limbs.state["stopped"] == 0
    with raises(wardrobe.MisuseError):
        limbs.state = {"limbs": 3}
    with raises(wardrobe.MalformedError):
        limbs.restore(b"{")


def test_the_types_of_a_state_have_its_keys():
    data = read(os.path.join(ROOT, "data", "scene-costumes", "man-v0.cost"))
    limbs = wardrobe.Limbs()
    states = [limbs.state]
    wardrobe.Costume(data, wardrobe.Dialect(0)).start(limbs, 180, 1)
    states.append(limbs.state)
    assert states[0]["v0"] is None and states[1]["v0"], "version 0 has a state of its own"
    for state in states:
        assert set(state) == set(wardrobe.LimbsState.__annotations__)
        assert set(state["limbs"][0]) == set(wardrobe.LimbState.__annotations__)
    assert set(states[1]["v0"]) == set(wardrobe.V0State.__annotations__)
    assert set(states[1]["v0"]["limbs"][0]) == set(wardrobe.V0LimbState.__annotations__)


def test_animations_and_cels_are_listed():
    costume, limbs = doll()
    animation = costume.animations[0]
    assert animation.limbs and animation.facing in (0, 90, 180, 270)
    for cel in costume.cels:
        assert costume.cel_pixels(cel.number).size == (cel.width, cel.height)
    with raises(wardrobe.NotFoundError, code="not_found"):
        costume.cel_pixels(9999)
    with raises(wardrobe.MisuseError):
        costume.advance_limb(limbs, 16)


def test_values_are_attributes():
    stage, actor, _ = walking(2)
    assert isinstance(actor.visible, bool) and actor.x > 60
    actor.layer = 3
    assert actor.layer == 3
    stage.camera_x = 160
    assert stage.camera_x == 160
    with raises(wardrobe.MisuseError, code="misuse"):
        actor.x = 1 << 40
    for wrong in ("nonsense", "_x"):
        with raises(AttributeError):
            getattr(actor, wrong)
        with raises(AttributeError):
            setattr(stage, wrong, 1)
    assert {"x", "walk"} <= set(dir(actor)) and {"camera_x", "tick"} <= set(dir(stage))
    for of, names in zip((actor, stage), wardrobe.fields()):
        missing = [name for name in names if not hasattr(of, name)]
        # Some fields exist in version 0 only.
        assert all(name.startswith("v0_") for name in missing), missing


def operations():
    """Returns the operations that the tests of C use as well."""
    rows = json.loads(read(os.path.join(HERE, "..", "..", "common", "operations.json")))
    table = bytes([7] * 256)
    return [[table if operand == "TABLE" else operand for operand in row] for row in rows]


def test_every_operation_can_be_applied():
    rows = operations()
    refused = []
    for name, *operands in rows:
        stage, _, world = walking(2)
        try:
            stage.apply(name, *operands, world=world)
        except wardrobe.MisuseError:
            refused.append([name, *operands])
    # Operations that do not exist in the version of the demo.
    assert refused == [
        ["costume", 1, -1], ["set_skip_limbs", 1, 1], ["animate", 1, 3, 2], ["costume_set", 0],
    ], refused
    written = {name for name, *_ in rows}
    assert written <= set(wardrobe.operations()) and len(written) > 90, len(written)


def test_an_applied_operation_is_the_method():
    calls = [
        (("walk", 1, 100, 120), lambda stage: stage.actor(1).walk(100, 120)),
        (("set_walk_speed", 1, 6, 3), lambda stage: stage.actor(1).set_walk_speed(6, 3)),
        (("set", 1, "layer", 4), lambda stage: setattr(stage.actor(1), "layer", 4)),
        (("class", 1, 20, True), lambda stage: stage.actor(1).set_class(20)),
        (("pixels", "both", 8, 10, 1, 2, b"\1\2"), lambda stage: stage.print_pixels("both", 8, 10, 1, b"\1\2")),
        (("room_table", bytes(256)), lambda stage: stage.set_table("room_palette", bytes(256))),
    ]
    for applied, method in calls:
        stage, _, _ = walking(2)
        other = stage.copy()
        assert stage.apply(*applied) is None
        method(other)
        assert stage.save() == other.save() != walking(2)[0].save(), applied


def test_an_operation_answers():
    stage, _, _ = walking(2)
    assert stage.apply("hit", 1, 0, 0) is False
    assert stage.apply("actor_from_pos", 0, 0) is None
    assert stage.apply("get_object_state", 40) == stage.object_state(40)
    assert wardrobe.Stage.apply.__doc__
    with raises(wardrobe.NotFoundError, code="not_found"):
        stage.apply("dance", 1)
    with raises(wardrobe.MisuseError, code="misuse"):
        stage.apply("walk", 1, 100)
    with raises(TypeError):
        stage.apply("walk", 1, 100, 1.5)


def test_a_stage_is_saved_and_copied():
    stage, actor, world = walking(3)
    saved, twin = stage.save(), copy.copy(stage)
    for _ in range(4):
        stage.tick(world)
    later = memoryview(stage.front()).tobytes()
    stage.restore(saved)
    assert memoryview(stage.front()).tobytes() != later
    for of in (stage, twin):
        for _ in range(4):
            of.tick(world)
        assert memoryview(of.front()).tobytes() == later
    with raises(wardrobe.MalformedError):
        stage.restore(b"nonsense")


def test_a_plane_that_does_not_exist_is_none():
    plane = bytearray(40 * 200)
    plane[1] = 1
    dialect = wardrobe.Dialect(5)
    stage = wardrobe.Stage.of_picture(dialect, bytes(320 * 200), 320, 200, [plane])
    stage.draw_background()
    assert stage.plane_count == 2
    found = [memoryview(stage.plane(number)).tobytes() for number in range(2)]
    assert [[i for i, byte in enumerate(rows) if byte] for rows in found] == [[], [15]]
    assert [stage.plane(number) for number in (2, 200)] == [None, None]


def test_events_come_one_by_one_c26():
    dialect = wardrobe.Dialect(6)
    stage = wardrobe.Stage.of_picture(dialect, bytes(320 * 200), 320, 200)
    costume = wardrobe.Costume(read(os.path.join(ROOT, "data", "scene-costumes", "doll-v6.cost")), dialect)
    stage.insert_costume(1, costume)
    actor = stage.actor(1)
    actor.set_costume(1)
    actor.put(160, 120, stage.room)
    actor.visible = True
    for slot in range(32):
        stage.apply("set_sound", 1, slot, 100 + slot)
    sounds = []
    for frame in sorted({animation.frame for animation in costume.animations}):
        actor.start_anim(frame)
        for _ in range(20):
            stage.tick()
            sounds += [event for event in stage.events() if isinstance(event, wardrobe.Sound)]
    assert sounds and all(100 <= sound.id < 132 and sound.queue == 2 for sound in sounds), sounds
    assert next(stage.events(), None) is None


def test_a_callback_that_comes_back_is_told():
    class Curious(wardrobe.Host):
        def play_sound(self, slot):
            limbs.reset()

    data = read(os.path.join(ROOT, "data", "scene-costumes", "doll-v6.cost"))
    costume, limbs, told = wardrobe.Costume(data, wardrobe.Dialect(6)), wardrobe.Limbs(), 0
    for animation in costume.animations:
        costume.start(limbs, animation.facing, animation.frame)
        for _ in range(20):
            try:
                costume.advance(limbs, Curious())
            except wardrobe.BusyError as error:
                told += error.code == "busy"
    assert told
    # The exception of a host ends the call, and the limbs can be used again.
    host = type("Host", (), {"actor": property(lambda self: 1 // 0)})()
    with raises(ZeroDivisionError):
        costume.advance(limbs, host)
    limbs.reset()


def test_two_threads_have_their_own_stages():
    pictures = []

    def run():
        stage, _, world = walking(30)
        pictures.append(memoryview(stage.front()).tobytes())

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pictures) == 4 and len(set(pictures)) == 1


def test_chance_goes_on_from_where_it_stands():
    chance = wardrobe.Random(5)
    chance.random(0, 99)
    twin = wardrobe.Random(chance.state)
    assert [chance.random(0, 9) for _ in range(20)] == [twin.random(0, 9) for _ in range(20)]


def test_wrong_values_are_told():
    game = wardrobe.Game(DEMO)
    stage = game.stage(1)
    for wrong in (
        lambda: wardrobe.Dialect(9), lambda: wardrobe.Dialect(5, platform="abacus"), lambda: stage.actor(999),
        lambda: stage.set_table("nonsense", b""), lambda: stage.set_entry("nonsense", 1), lambda: stage.start_palette("nonsense"),
        lambda: stage.set_table("shadow", b"1"), lambda: stage.set_boxes([{"nonsense": 1}]), lambda: stage.set_boxes([{}] * 5000),
        lambda: stage.actor(1).init(7), lambda: stage.print_pixels("nowhere", 0, 0, 1, b"1"),
        lambda: stage.print_pixels("back", 0, 0, 0, b"1"), lambda: wardrobe.Stage.of_picture(game.dialect, b"1", 320, 200),
    ):
        with raises(wardrobe.Error):
            wrong()
    for wrong in (lambda: wardrobe.Dialect(5, foo=1), lambda: stage.actor("one"), lambda: stage.tick(1, 2), wardrobe.Stage):
        with raises(TypeError):
            wrong()
    with raises(OSError, code="io"):
        wardrobe.Game(os.path.join(DEMO, "nowhere"))


def test_an_exception_is_copied_with_its_fields():
    error = wardrobe.MalformedError("text", "malformed", "place", 3)
    other = pickle.loads(pickle.dumps(error))
    assert (str(other), other.code, other.place, other.offset) == ("text", "malformed", "place", 3)


def test_everything_is_documented():
    for name in wardrobe.__all__:
        assert getattr(wardrobe, name).__doc__, name
    for kind in (wardrobe.Stage, wardrobe.Actor, wardrobe.Costume, wardrobe.Game, wardrobe.Limbs, wardrobe.Room):
        for name, member in vars(kind).items():
            assert name.startswith("_") or getattr(member, "__doc__", None) or isinstance(member, staticmethod), (kind, name)


def test_the_stubs_are_those_of_the_library():
    from stubs import stubs

    folder = os.path.dirname(os.path.abspath(wardrobe.__file__))
    assert os.path.exists(os.path.join(folder, "py.typed"))
    ast.parse(stubs())
    assert read(os.path.join(folder, "_wardrobe.pyi")).decode() == stubs(), "python stubs.py > _wardrobe.pyi"


def test_the_examples_run():
    folder = os.path.join(HERE, "..", "examples")
    with tempfile.TemporaryDirectory() as out:
        for name, source in (("walk", DEMO), ("costume", DOLL)):
            path = os.path.join(folder, name + ".py")
            assert len(read(path).splitlines()) <= 60
            picture = os.path.join(out, name)
            said = subprocess.run([sys.executable, path, source, picture], check=True, stdout=subprocess.PIPE, cwd=out).stdout
            if name == "walk":
                stage, actor, _ = walking(12)
                assert said.split() == [b"%d" % actor.x, b"%d" % actor.y]
                frame, rgb = memoryview(stage.front()).tobytes(), stage.palette()
                assert read(picture) == b"P6 320 200 255\n" + b"".join(rgb[3 * i:3 * i + 3] for i in frame)
            else:
                rows = read(picture)[len(b"P5 640 144 255\n"):]
                assert len(said.splitlines()) == 8 and len(rows) == 640 * 144
                fence = [rows[y * 640 + x] for y in range(100, 110) for x in range(320) if x % 8 < 4]
                assert set(fence) == {7} and len(set(rows)) > 2


def test_the_first_programs_of_the_documents_run_as_they_are_written():
    try:
        import numpy  # noqa: F401
        from PIL import Image  # noqa: F401
    except ImportError:
        print("left out: no NumPy or Pillow")
        return
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(ROOT, "data"), os.path.join(folder, "data"))
        document = read(os.path.join(ROOT, "docs", "python.md")).decode()
        code = document.split("```python\n")[1].split("```")[0]
        subprocess.run([sys.executable, "-c", code], check=True, cwd=folder, stdout=subprocess.DEVNULL)
        assert os.path.getsize(os.path.join(folder, "walk.png")) > 1000


def test_the_adapter_plays_the_projects_scenes():
    try:
        import tomllib
    except ImportError:
        print("left out: this Python cannot read scenes")
        return
    folder = os.path.join(ROOT, "data", "scenes")
    names = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".toml"))
    names = [name for name in names if os.path.exists(os.path.join(folder, name + ".expected.jsonl"))]
    requests = []
    for number, name in enumerate(names):
        scene = tomllib.loads(read(os.path.join(folder, name + ".toml")).decode())
        requests.append(json.dumps({"id": number, "dir": folder, "name": name, "scene": scene}))
    adapter = [sys.executable, os.path.join(HERE, "..", "adapter", "adapter.py")]
    said = subprocess.run(adapter, input="\n".join(requests).encode() + b"\n", check=True, stdout=subprocess.PIPE,
                          env={**os.environ, "DEMO": DEMO}).stdout
    said = iter(said.splitlines())
    for number, name in enumerate(names):
        for wanted in read(os.path.join(folder, name + ".expected.jsonl")).splitlines():
            found = json.loads(next(said))
            assert found == json.loads(wanted), (name, found)
        assert json.loads(next(said)) == {"id": number, "end": True}, name
    assert len(names) > 100, len(names)


if __name__ == "__main__":
    import test_clips
    import test_cookbook
    import test_tools

    tests = []
    for module in (sys.modules[__name__], test_clips, test_tools, test_cookbook):
        tests += [(name, test) for name, test in vars(module).items() if name.startswith("test_")]
    for name, test in tests:
        if callable(test):
            test()
            print("ok", name)
    print(len(tests), "passed")

"""Tests of clips, traces, rooms and casts of the installed package."""

import copy
import json
import os
import pickle
import struct
import tempfile

import scumm_wardrobe as wardrobe
from test_wardrobe import DEMO, ROOT, raises, read, walking


def played(chore="walk", facing=180):
    game = wardrobe.Game(DEMO)
    return game.costume(1).play(chore, facing, game.room(game.home(1)).palette())


def test_a_clip_is_the_animation_in_the_colours_of_its_room():
    clip = played()
    assert clip.name == "walk-south" and (clip.chore, clip.facing) == (2, 180)
    assert clip.size == (clip.width, clip.height) == clip[0].size
    assert len(clip) == len(clip.frames) == len(list(clip)) and clip.complete
    assert clip.duration == sum(frame.duration for frame in clip) == 100 * sum(f.ticks for f in clip)
    assert clip.loop_from is not None and clip.loop_from < len(clip)
    left, top = clip.origin
    assert 0 <= left < clip.width and 0 < top <= clip.height, "the actor stands at the lower edge"
    assert clip[-1].first_tick == clip.frames[-1].first_tick
    with raises(IndexError):
        clip[len(clip)]
    game = wardrobe.Game(DEMO)
    assert clip.palette == game.room(game.home(1)).palette()


def test_the_pixels_of_a_clip_are_transparent_where_nothing_was_drawn():
    clip = played()
    for frame in clip:
        colours = bytes(frame.pixels)
        assert len(frame.rgba) == 4 * len(colours) == 4 * clip.width * clip.height
        for at, colour in enumerate(colours):
            rgb, opacity = frame.rgba[4 * at:4 * at + 3], frame.rgba[4 * at + 3]
            if colour == clip.transparent:
                assert opacity == 0
            else:
                assert (rgb, opacity) == (clip.palette[3 * colour:3 * colour + 3], 255)
        assert any(frame.rgba[3::4])


def test_a_clip_begins_with_the_init_frame_and_names_the_cels_of_each_limb():
    game = wardrobe.Game(DEMO)
    costume = game.costume(1)
    limbs = wardrobe.Limbs()
    costume.start(limbs, 180, 1)
    costume.start(limbs, 180, 2)
    clip = costume.play(2, 180)
    assert clip[0].cels == costume.shown_cels(limbs) and len(clip[0].cels) == 2
    numbers = {cel.number for cel in costume.cels}
    shown = {cel.cel for frame in clip for cel in frame.cels}
    assert shown <= numbers and len(shown) > 2
    by_animation = next(a for a in costume.animations if (a.frame, a.facing) == (2, 90))
    assert costume.play(by_animation).facing == 90
    hidden = costume.play(2, 180, limbs=1)
    assert {cel.limb for frame in hidden for cel in frame.cels} == {0}


def test_a_clip_is_saved_as_gif_apng_and_sheet():
    clip = played()
    game = wardrobe.Game(DEMO)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "walk")
        clip.save(path + ".gif")
        clip.save(path + ".png", zoom=3)
        assert read(path + ".gif") == clip.encode("gif")
        assert read(path + ".gif")[:10] == b"GIF89a" + struct.pack("<HH", *clip.size)
        png = read(path + ".png")
        assert png == clip.encode("apng", 3) and b"acTL" in png
        assert struct.unpack(">II", png[16:24]) == (3 * clip.width, 3 * clip.height)
        costume = game.costume(1)
        clips = [costume.play("walk", facing) for facing in (0, 90, 180, 270)]
        wardrobe.save_sheet(path + "-sheet.png", clips)
        sheet = json.loads(read(path + "-sheet.json"))
        assert sheet["meta"]["image"] == "walk-sheet.png"
        assert len(sheet["frames"]) == sum(map(len, clips))
        assert {tag["name"] for tag in sheet["meta"]["frameTags"]} >= {"walk-north", "walk-west"}
        with raises(wardrobe.MisuseError, code="misuse"):
            clip.save(path + ".bmp")
        with raises(FileNotFoundError, code="io"):
            clip.save(os.path.join(folder, "nowhere", "a.gif"))
    with raises(wardrobe.MisuseError):
        wardrobe.save_sheet("a.png", [clip, clips[0]])
    with raises(wardrobe.MisuseError):
        wardrobe.save_sheet("a.png", [])


def test_a_clip_that_does_not_exist_is_explained():
    costume = wardrobe.Game(DEMO).costume(1)
    for wrong, text in (
        (lambda: costume.play(99), "no chore 99"), (lambda: costume.play("jump"), '"jump"'),
        (lambda: costume.play(2, 45), "does not face 45"), (lambda: costume.play(2, 0, bytes(5)), "768"),
        (lambda: costume.play(2, 0, ticks=0), "ticks"), (lambda: costume.play(2).encode("gif", 9), "9 times"),
    ):
        try:
            wrong()
        except wardrobe.MisuseError as error:
            assert text in str(error), error
        else:
            raise AssertionError(text)
    with raises(TypeError):
        costume.play(2.5)


def test_an_akos_shows_its_cels():
    path = os.path.join(ROOT, "data", "scene-costumes", "puppet.akos")
    costume, limbs = wardrobe.Costume(read(path), wardrobe.Dialect(7)), wardrobe.Limbs()
    first = costume.animations[0]
    assert costume.shown_cels(limbs) == ()
    costume.start(limbs, first.facing, first.frame)
    shown = costume.shown_cels(limbs)
    assert shown and {cel.cel for cel in shown} <= {cel.number for cel in costume.cels}
    assert len(costume.play(first)) > 0


def test_a_trace_names_the_limb_and_cel_of_each_pixel():
    stage, actor, world = walking()
    with raises(wardrobe.MisuseError):
        stage.trace()
    stage.start_trace()
    stage.tick(world)
    width, height = stage.front().size
    trace = stage.trace()
    record = struct.Struct("<HBBHHHBB")
    assert len(trace) == width * height * record.size
    seen = 0
    costume = wardrobe.Game(DEMO).costume(1)
    for at, (number, limb, plane, cel, column, row, colour, screen) in enumerate(record.iter_unpack(trace)):
        if limb == 255:
            assert (number, cel) == (0, 0)
            continue
        seen += 1
        last = [write for write in stage.writes(at % width, at // width) if not write.hidden][-1]
        assert last == (number, limb, cel, (column, row), colour, screen, last.result, None, plane, False)
        pixels = costume.cel_pixels(cel)
        assert bytes(pixels)[row * pixels.width + column] == colour
    assert seen > 100 and number in (0, 1)
    assert [name for name, _ in wardrobe.TRACE_FIELDS][:3] == ["actor", "limb", "plane"]
    assert stage.writes(9999, 0) == []
    assert {cel.limb for cel in actor.shown_cels} == {0, 1}
    stage.stop_trace()
    with raises(wardrobe.MisuseError):
        stage.writes(0, 0)


def test_a_renderer_traces_a_single_costume():
    costume, limbs, renderer = wardrobe.Game(DEMO).costume(1), wardrobe.Limbs(), wardrobe.Renderer()
    costume.start(limbs, 180, 1)
    renderer.start_trace()
    target = wardrobe.Target(bytearray(64 * 80), 64, 80)
    costume.draw(limbs, wardrobe.Look(x=32, y=70, actor=5), renderer, target)
    writes = [write for y in range(80) for x in range(64) for write in renderer.writes(x, y)]
    assert {write.actor for write in writes} == {5}
    assert {write.limb for write in writes} == {cel.limb for cel in costume.shown_cels(limbs)}
    renderer.stop_trace()
    with raises(wardrobe.MisuseError):
        renderer.writes(0, 0)


def test_a_room_shows_its_parts():
    game = wardrobe.Game(DEMO)
    room = game.room(1)
    assert room.pixels.size == (room.width, room.height) == room.plane(1).size
    assert 0 < sum(map(bool, bytes(room.plane(1)))) < room.width * room.height
    assert len(room.palette()) == 768 and room.palette() == room.palette(0)
    for wrong in (lambda: room.palette(9), lambda: room.plane(0), lambda: room.plane(room.plane_count + 1)):
        with raises(wardrobe.NotFoundError, code="not_found"):
            wrong()
    box = room.boxes[1]
    assert box.corners == (box.ul, box.ur, box.lr, box.ll) and box.ul[0] <= box.ur[0]
    stage = game.stage(1)
    stage.set_boxes(room.boxes)
    assert stage.box_count == len(room.boxes)
    thing = room.objects[0]
    assert thing.number and thing.states and thing.rectangle[2] > 0


def test_a_cast_tells_who_wears_what_and_where():
    game = wardrobe.Game(DEMO)
    cast = game.cast()
    assert [entry["costume"] for entry in cast["costumes"]] == game.costumes
    for entry in cast["costumes"]:
        assert game.home(entry["costume"]) == entry["colours_of"]
    with raises(wardrobe.NotFoundError):
        game.home(99)


def test_a_game_whose_scripts_name_no_actor_furnishes_no_room():
    game = wardrobe.Game(DEMO)
    for stage in (game.stage(1), game.stage()):
        before = stage.save()
        assert game.furnish(stage) == [] == game.cast()["rooms"] and stage.save() == before
        stage.close()
        with raises(wardrobe.MisuseError):
            game.furnish(stage)
    with raises(TypeError):
        game.furnish(game)


def test_pictures_are_shown_in_notebooks_and_as_images():
    stage, _, _ = walking(1)
    clip = played()
    room = wardrobe.Game(DEMO).room(1)
    for shown in (stage, clip, clip[0], room):
        assert shown._repr_png_().startswith(b"\x89PNG")
    try:
        from PIL import Image
    except ImportError:
        print("left out: no Pillow")
        return
    assert stage.to_pil().size == stage.front().size and stage.to_pil().mode == "P"
    assert clip[0].to_pil().tobytes() == clip[0].rgba
    assert room.to_pil().tobytes() == bytes(room.pixels)
    assert isinstance(room.to_pil(0), Image.Image)


def test_objects_are_described_compared_copied_and_pickled():
    game = wardrobe.Game(DEMO)
    costume, dialect, clip = game.costume(1), game.dialect, played()
    stage, _, _ = walking(1)
    limbs, chance = wardrobe.Limbs(), wardrobe.Random(7)
    costume.start(limbs, 180, 2)
    texts = [repr(thing) for thing in (game, costume, game.room(1), dialect, clip, clip[0], limbs, chance, stage)]
    assert all("object at 0x" not in text for text in texts), texts
    assert dialect == wardrobe.Game(DEMO).dialect and dialect != wardrobe.Dialect(6)
    for dialect in (dialect, wardrobe.Dialect(he=72), wardrobe.Dialect(3, platform="fmtowns", old256=True)):
        again = pickle.loads(pickle.dumps(dialect))
        assert again == dialect == copy.deepcopy(dialect) and hash(again) == hash(dialect)
    assert pickle.loads(pickle.dumps(limbs)) == limbs == copy.deepcopy(limbs) != wardrobe.Limbs()
    assert pickle.loads(pickle.dumps(chance)).random(0, 99) == copy.copy(chance).random(0, 99)
    look = wardrobe.Look(x=3)
    assert pickle.loads(pickle.dumps(look)) == look
    for thing in (costume, clip, game, game.room(1)):
        assert copy.copy(thing) is thing is copy.deepcopy(thing)
    other = copy.deepcopy(stage)
    other.tick()
    assert other.save() != stage.save()


def test_a_dialect_has_readable_values_and_named_quirks():
    dialect = wardrobe.Dialect(5, platform="amiga")
    assert (dialect.version, dialect.he, dialect.platform, dialect.game) == (5, 0, "amiga", "monkey2")
    assert dialect.replace(platform="dos") == wardrobe.Dialect(5)
    assert set(dialect.quirks) == set(wardrobe.QUIRKS)
    tidy = dialect.without_quirks("tall_cel_vanishes")
    assert tidy.quirks_off == wardrobe.QUIRKS["tall_cel_vanishes"]
    assert "tall_cel_vanishes" not in tidy.quirks and dialect.without_quirks().quirks == []
    assert wardrobe.Dialect(3, enhancements=wardrobe.ENHANCEMENTS["indy3_hitler_path"]).enhancements
    for wrong in (lambda: wardrobe.Dialect(6, he=65), lambda: wardrobe.Dialect(5, he=90),
                  lambda: dialect.without_quirks("nonsense"), lambda: dialect.replace(platform="toaster")):
        with raises(wardrobe.MisuseError, code="misuse"):
            wrong()
    with raises(TypeError):
        dialect.replace(colour=3)


def test_saves_are_compact_or_readable_and_damage_is_named():
    stage, _, world = walking(2)
    compact, readable = stage.save(), stage.save(readable=True)
    assert json.loads(readable) and len(compact) * 4 < len(readable)
    stage.tick(world)
    after = stage.save()
    for state in (compact, readable):
        stage.restore(state)
        assert stage.save() == compact != after
    for damaged in (compact[:len(compact) // 2], readable[:100], compact[:50] + b"\0" + compact[51:], b""):
        try:
            stage.restore(damaged)
        except wardrobe.MalformedError as error:
            assert "the saved state is" in str(error), error
        else:
            raise AssertionError(damaged[:10])

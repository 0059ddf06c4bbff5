"""Tests of what the program does, as functions of the installed package."""

import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import scumm_wardrobe as wardrobe
from test_wardrobe import DEMO, DOLL, ROOT, raises, read, walking


def test_a_game_lists_and_describes_its_costumes():
    game = wardrobe.Game(DEMO)
    listing = game.list()
    assert [room["id"] for room in listing["rooms"]] == game.rooms and not listing["errors"]
    info = game.info(1, code=True)
    assert len(info["cels"]) == len(game.costume(1).cels) and info["code"]
    alone = wardrobe.Costume(read(DOLL), wardrobe.Dialect(5)).info()
    assert alone["kind"] == "COST" and "code" not in alone
    with raises(wardrobe.NotFoundError):
        game.info(99)


def test_lint_returns_findings():
    game = wardrobe.Game(DEMO)
    assert game.lint() == [] == game.lint(1)
    unreadable = game.lint(99)[0]
    assert (unreadable.costume, unreadable.severity, unreadable.rule) == (99, "error", "F4")
    data = bytearray(read(DOLL))
    found = wardrobe.lint(data[:len(data) // 2], wardrobe.Dialect(5))
    assert found and all(finding.costume is None and finding.what for finding in found)
    assert {finding.severity for finding in found} <= {"error", "warning", "note"}


def test_a_source_is_built_again():
    game = wardrobe.Game(DEMO)
    source = game.disassemble(1)
    assert source.differences == () and "costume.toml" in source.files
    assert wardrobe.build(source.files) == game.costume_data(1)
    akos = wardrobe.build(source.files, wardrobe.Dialect(7))
    assert wardrobe.Costume(akos, wardrobe.Dialect(7)).is_akos
    demo = os.path.join(ROOT, "data", "demo")
    files = wardrobe.build(os.path.join(demo, "game.toml"))
    assert wardrobe.Game(files).costumes == [1, 2, 3]
    cost = wardrobe.build(os.path.join(demo, "mara.toml"), wardrobe.Dialect(6))
    assert wardrobe.Costume(cost, wardrobe.Dialect(6)).cels
    for wrong in (lambda: wardrobe.build({}), lambda: wardrobe.build({"costume.toml": b"x = ["})):
        with raises(wardrobe.MisuseError):
            wrong()
    with raises(wardrobe.FileError):
        wardrobe.build(os.path.join(demo, "nowhere.toml"))


def test_costumes_are_imported():
    game = wardrobe.Game(DEMO)
    other = game.costume_data(2)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "new")
        assert game.import_costumes({1: other}, out) == []
        new = wardrobe.Game(out)
        assert new.costume_data(1) == other and new.costume_data(3) == game.costume_data(3)
        copy = os.path.join(folder, "copy")
        shutil.copytree(DEMO, copy)
        assert wardrobe.import_in_place(copy, {1: other}) == []
        assert wardrobe.Game(copy).costume_data(1) == other
        assert any(name.endswith(".bak") for name in os.listdir(copy))
        with raises(wardrobe.MalformedError):
            game.import_costumes({1: b"nonsense"}, os.path.join(folder, "bad"))
        with raises(wardrobe.MisuseError):
            wardrobe.Game(copy).import_costumes({1: other}, copy)


def test_an_export_reports_its_progress_and_can_be_cancelled():
    game = wardrobe.Game(DEMO)
    with tempfile.TemporaryDirectory() as folder:
        shares = []
        assert game.export(folder, only=["gif"], facings=["south"], progress=shares.append)
        assert shares == sorted(shares) and shares[-1] == 1 and len(shares) >= 3
        path = os.path.join(folder, "costume-001", "chore-002-south.gif")
        assert read(path) == game.costume(1).play(2, 180, game.room(game.home(1)).palette()).encode("gif")
        assert not os.path.exists(path.replace("south", "north"))
        one = os.path.join(folder, "one")
        assert game.export(one, [2], only=["cels"]) and not os.path.exists(os.path.join(one, "costume-001"))
    with tempfile.TemporaryDirectory() as folder:
        with raises(wardrobe.CancelledError, code="cancelled"):
            game.export(folder, progress=lambda share: False)

        def fails(share):
            raise KeyError(share)

        with raises(KeyError):
            game.export(folder, progress=fails)
        for wrong in (lambda: game.export(folder, only=["bmp"]), lambda: game.export(folder, facings=["up"]),
                      lambda: game.export(folder, zoom=9), lambda: game.export(folder, chores=[99])):
            with raises(wardrobe.MisuseError):
                wrong()


def test_a_game_of_bytes_is_exported_as_the_game_of_a_folder():
    files = {name: read(os.path.join(DEMO, name)) for name in os.listdir(DEMO)}
    pictures = []
    for game in (wardrobe.Game(files), wardrobe.Game(DEMO)):
        with tempfile.TemporaryDirectory() as folder:
            assert game.export(folder, [1], only=["gif"])
            pictures.append(read(os.path.join(folder, "chore-002-south.gif")))
    assert pictures[0] == pictures[1]


def test_a_costume_is_exported_for_aseprite_and_built_again():
    game = wardrobe.Game(DEMO)
    with tempfile.TemporaryDirectory() as folder:
        assert game.export(folder, [1], only=["aseprite"])
        path = os.path.join(folder, "costume.aseprite")
        assert wardrobe.build(path, game.dialect) == game.costume_data(1)
        for wrong in ("bmp", "Gif", ""):
            with raises(wardrobe.MisuseError, args=(
                f'only: there is no part "{wrong}": cels, apng, gif, sheet, aseprite',
            )):
                game.export(folder, [1], only=[wrong])


def test_ctrl_c_interrupts_an_export():
    received = threading.Event()

    def handle(number, frame):
        received.set()
        signal.default_int_handler(number, frame)

    shares = []

    def interrupt(share):
        shares.append(share)
        if len(shares) == 1:
            signal.raise_signal(signal.SIGINT)
            # Python handles signals in the main thread, which waits inside the call of `export`.
            assert received.wait(600), "the export does not look for signals"

    old = signal.signal(signal.SIGINT, handle)
    try:
        with tempfile.TemporaryDirectory() as folder:
            with raises(KeyboardInterrupt):
                wardrobe.Game(DEMO).export(folder, progress=interrupt)
            assert shares[-1] < 1, "the export went on to its end"
            # The folder is not locked, and the export can be continued.
            assert wardrobe.Game(DEMO).export(folder, only=["gif"], facings=["south"])
    finally:
        signal.signal(signal.SIGINT, old)


def test_other_threads_run_while_the_library_works():
    stage, _, _ = walking()
    costume, data, dialect = wardrobe.Game(DEMO).costume(1), read(DOLL), wardrobe.Dialect(5)
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    interval = sys.getswitchinterval()
    # A thread that holds the interpreter keeps it for this time, which is never over here.
    sys.setswitchinterval(1000)
    try:
        for work in (stage.tick, lambda: costume.play(2, 180), lambda: wardrobe.Costume(data, dialect)):
            before = counted[0]
            for _ in range(1_000_000):
                work()
                if counted[0] > before:
                    break
            assert counted[0] > before, work
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        thread.join()


def test_a_missing_file_is_a_file_not_found_error():
    try:
        wardrobe.Game(os.path.join(DEMO, "nowhere"))
    except FileNotFoundError as error:
        assert isinstance(error, wardrobe.FileError) and error.filename.endswith("nowhere") and error.errno == 2
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.errno, again.filename) == (str(error), 2, error.filename)
    else:
        raise AssertionError("nowhere is a game")


def test_type_checkers_accept_objects_of_your_own():
    try:
        import mypy  # noqa: F401
    except ImportError:
        print("left out: no mypy")
        return
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "typed.py")
    with tempfile.TemporaryDirectory() as folder:
        checked = subprocess.run([sys.executable, "-m", "mypy", "--strict", path], cwd=folder, stdout=subprocess.PIPE)
        assert checked.returncode == 0, checked.stdout.decode()


def test_a_number_out_of_range_is_an_error_that_names_its_argument():
    game = wardrobe.Game(DEMO)
    stage, actor, _ = walking()
    limbs = wardrobe.Limbs()
    for wrong, text in (
        (lambda: stage.actor(-1), "number is -1, but it has to be 0 to 65535"),
        (lambda: stage.actor(70000), "number is 70000, but it has to be 0 to 65535"),
        (lambda: game.costume(-1), "number is -1, but it has to be 0 to 65535"),
        (lambda: game.stage(65537), "room is 65537, but it has to be 0 to 65535"),
        (lambda: actor.set_costume(70000), "costume is 70000, but it has to be 0 to 65535"),
        (lambda: actor.put(0, 1 << 40), "y is 1099511627776, but it has to be -2147483648 to 2147483647"),
        (lambda: actor.put(0, 0, -1), "room is -1, but it has to be 0 to 65535"),
        (lambda: game.costume(1).start(limbs, 180, 70000), "frame is 70000, but it has to be 0 to 65535"),
        (lambda: game.costume(1).play(2, -90), "facing is -90, but it has to be 0 to 65535"),
        (lambda: wardrobe.Dialect(-5), "version is -5, but it has to be 0 to 255"),
    ):
        try:
            wrong()
        except wardrobe.MisuseError as error:
            assert str(error) == text, error
        else:
            raise AssertionError(text)
    with raises(TypeError):
        stage.actor("one")

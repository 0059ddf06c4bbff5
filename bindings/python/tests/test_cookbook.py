"""Runs the examples of docs/python.md as they are written."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

from test_wardrobe import ROOT, read


def blocks():
    """Returns the programs of the document by the headings in front of them."""
    text = read(os.path.join(ROOT, "docs", "python.md")).decode()
    found = {}
    for heading, body in re.findall(r"^##+ ([^\n]+)\n(.*?)(?=^##+ |\Z)", text, re.MULTILINE | re.DOTALL):
        for code in re.findall(r"^```python\n(.*?)^```", body, re.MULTILINE | re.DOTALL):
            found[heading] = code
    return found


def run(code):
    """Runs a program with the project's data in a new folder. Returns the files and the output."""
    data = os.path.abspath(os.path.join(ROOT, "data")).replace(os.sep, "/")
    code = code.replace('"data/', f'"{data}/')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "recipe.py")
        with open(path, "w") as file:
            file.write("import scumm_wardrobe as wardrobe\n" + code)
        said = subprocess.run([sys.executable, path], check=True, cwd=folder, stdout=subprocess.PIPE).stdout
        files = {}
        for place, _, names in os.walk(folder):
            for name in names:
                whole = os.path.join(place, name)
                files[os.path.relpath(whole, folder)] = os.path.getsize(whole)
        return files, said.decode()


def lines(code):
    return [line for line in code.splitlines() if line.strip() and not line.startswith(("import ", "from "))]


def has(module):
    try:
        __import__(module)
    except ImportError:
        print("left out: no", module)
        return False
    return True


def test_each_recipe_is_at_most_ten_lines_long():
    recipes = [heading for heading in blocks() if heading in (
        "A costume alone", "Export all animations of a game", "A contact sheet", "A stage as a video",
        "A bare costume file", "Check a folder of costumes", "Several processes")]
    assert len(recipes) == 7
    for heading in recipes:
        assert len(lines(blocks()[heading])) <= 10, heading


def test_a_costume_alone():
    files, said = run(blocks()["A costume alone"])
    assert files["walk.gif"] > 1000 and "limb 1 shows cel" in said


def test_all_animations_of_a_game():
    files, said = run(blocks()["Export all animations of a game"])
    assert said.split()[-1] == "100%" and files[os.path.join("animations", "costume-001", "chore-002-south.gif")]
    assert os.path.join("animations", "costume-003", "sheet.json") in files


def test_a_contact_sheet():
    if has("PIL"):
        files, _ = run(blocks()["A contact sheet"])
        assert files["contact.png"] > 1000


def test_a_stage_as_a_video():
    if shutil.which("ffmpeg") and has("PIL"):
        files, _ = run(blocks()["A stage as a video"])
        assert files["walk.mp4"] > 1000


def test_a_bare_costume_file():
    files, said = run(blocks()["A bare costume file"])
    assert "AKOS" in said and sum(name.endswith(".png") for name in files) > 3


def test_a_folder_of_costumes():
    _, said = run(blocks()["Check a folder of costumes"])
    assert all(re.match(r"doll-v5[-a-z0-9]*.cost: (error|warning|note) at byte", line) for line in said.splitlines())


def test_several_processes():
    _, said = run(blocks()["Several processes"])
    frames = eval(said)
    assert sorted(frames) == [1, 2, 3] and min(frames.values()) > 10


def test_who_drew_this_pixel():
    if has("numpy"):
        first = blocks()["A first program"].split("    for _ in")[0]
        rest = "".join("    " + line + "\n" for line in blocks()["Who drew this pixel"].splitlines())
        _, said = run(first + rest)
        assert "Write(" in said or "[]" in said

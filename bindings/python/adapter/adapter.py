#!/usr/bin/env python3
"""Plays all scenes of the conformance kit with the library, as an engine that uses it would do.

    pip install scumm-wardrobe
    wardrobe scene check --against-pipe 'python3 adapter.py' KIT

The set-up of a scene is in furnish.py, its steps are in steps.py, its lines in lines.py.
"""

import json
import sys

import scumm_wardrobe as wardrobe

from furnish import set_up
from lines import dumps, line
from scene import Scene, Skip
from steps import is_known, run


def play(scene, tell):
    """Plays a scene and passes each of its lines on."""
    set_up(scene)
    if not scene.frames_only:
        tell(line(scene, -1, "setup", None))
    for index, (op, *operands) in enumerate(scene.json.get("steps", [])):
        is_silent = op == "state" or op.startswith("expect")
        if not is_silent and not is_known(op):
            raise Skip(f"step {op}")
        draws, repeats = op in ("tick", "tick_draw"), operands[0] if op == "tick" else 1
        for n in range(repeats):
            if not is_silent:
                run(scene, op, operands)
            if n + 1 < repeats and not scene.every_tick:
                continue
            if draws or not scene.frames_only:
                tell(line(scene, index, op, n if draws else None))


def answer(request, tell):
    """Plays the scene of a request and writes the reply."""
    end = {"id": request["id"], "end": True}
    try:
        play(Scene(request["scene"], request["dir"]), tell)
    except Skip as skip:
        tell(dumps({"skip": str(skip)}))
    except (wardrobe.Error, OSError, ValueError, TypeError, KeyError) as error:
        end["error"] = f"{type(error).__name__}: {error}"
    tell(dumps(end))


def main():
    def tell(line):
        sys.stdout.write(line + "\n")

    for request in sys.stdin:
        answer(json.loads(request), tell)
        sys.stdout.flush()


if __name__ == "__main__":
    main()

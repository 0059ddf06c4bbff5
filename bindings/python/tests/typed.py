"""A program with the types of the package, which mypy checks. It is not run."""

import scumm_wardrobe as wardrobe


class Own:
    def random(self, min: int, max: int) -> int:
        return min

    def sound_running(self, sound: int) -> bool:
        return False


game = wardrobe.Game("data/demo/built")
stage = game.stage(1)
stage.tick(Own())
stage.tick(wardrobe.Random(1))
stage.tick(wardrobe.World(1))
costume = game.costume(1)
costume.advance(wardrobe.Limbs(), Own())
clip = costume.play("walk", 90, game.room(1).palette())
for frame in clip:
    print(frame.cels[0].cel, frame.rgba[:4])
clip.save("x.gif")
state: wardrobe.LimbsState = stage.actor(1).limbs
state["stopped"] |= 1 << state["limbs"][0]["mode"]
stage.actor(1).limbs = state
row, pixel = stage.front()[3], stage.front()[3, 5]
print(row.hex(), pixel + 1, [len(row) for row in stage.front()])
box = game.room(1).boxes[0].corners
stage.set_boxes([box._asdict() for box in game.room(1).boxes])
print(wardrobe.__version__, wardrobe.QUIRKS["cut_redraws"], game.lint()[0].what)

"""Opens a game, lets an actor walk and writes the picture: python walk.py GAME OUT.ppm"""

import sys

import scumm_wardrobe as wardrobe


def picture(stage):
    """Returns the picture of the stage with three bytes for each pixel."""
    frame, rgb = stage.front(), stage.palette()
    colours = [rgb[i:i + 3] for i in range(0, 768, 3)]
    # The rows are the stage's own memory. With NumPy this line is palette[numpy.asarray(frame)].
    pixels = b"".join(colours[pixel] for pixel in memoryview(frame).tobytes())
    return b"P6 %d %d 255\n%b" % (frame.width, frame.height, pixels)


def main(path, out):
    # The world supplies random numbers and the state of sounds.
    world = wardrobe.World(seed=1)
    with wardrobe.Game(path) as game, game.stage(1) as stage:
        actor = stage.actor(1)
        actor.set_costume(1)
        actor.put(60, 120, 1)
        actor.walk(200, 125)
        for _ in range(12):
            stage.tick(world)
            for event in stage.events():
                if isinstance(event, wardrobe.Sound):
                    print("sound", event.id)
        print(actor.x, actor.y)
        with open(out, "wb") as file:
            file.write(picture(stage))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except wardrobe.Error as error:
        sys.exit(f"walk: {error.code}: {error}")

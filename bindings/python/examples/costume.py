"""Draws a single costume into its own buffer, behind a mask: costume.py FILE.cost OUT.pgm"""

import sys

import scumm_wardrobe as wardrobe

WIDTH, HEIGHT = 320, 144
COLUMNS = 640  # the buffer has more columns than the screen


def main(path, out):
    with open(path, "rb") as file:
        costume = wardrobe.Costume(file.read(), wardrobe.Dialect(5))
    limbs, renderer = wardrobe.Limbs(), wardrobe.Renderer()
    costume.start(limbs, facing=180, frame=1)  # the init frame, facing south
    # `pixels` can also be a NumPy array of bytes with two dimensions. Then `width` and `height` are
    # not needed.
    buffer = bytearray(b"\7" * (HEIGHT * COLUMNS))
    # The mask is a fence: ten rows, in which four of every eight columns hide pixels.
    mask = bytearray(HEIGHT * WIDTH // 8)
    mask[100 * WIDTH // 8:110 * WIDTH // 8] = b"\xf0" * (10 * WIDTH // 8)
    target = wardrobe.Target(buffer, WIDTH, HEIGHT, COLUMNS, mask=mask, mask_bits=True)
    look = wardrobe.Look(y=120)
    for look.x in range(30, WIDTH, 40):
        costume.advance(limbs)
        drawn = costume.draw(limbs, look, renderer, target)
        print(f"lines {drawn.top} to {drawn.bottom}, strips", *drawn.strips)
    with open(out, "wb") as file:
        file.write(b"P5 %d %d 255\n%b" % (COLUMNS, HEIGHT, buffer))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except wardrobe.Error as error:
        sys.exit(f"costume: {error.code}: {error}")

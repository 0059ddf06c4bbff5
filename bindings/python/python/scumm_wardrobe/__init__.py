"""The costumes and stages of SCUMM games, exactly as the original engines show them.

The package has three levels: `Costume.play` gives clips, which are animations as pictures and
files; `Costume`, `Limbs` and `Renderer` are for programs with their own actors; `Game`, `Stage` and
`Actor` provide everything that the project's scenes can express. `Game.export`, `build`, `lint` and
others do what the program `wardrobe` does. A call that fails raises an `Error` with `code`, `place`
and `offset`.
"""

from . import _values, _wardrobe
from ._values import *
from ._wardrobe import *
from ._wardrobe import __version__ as __version__

__all__ = sorted(_values.__all__ + [name for name in vars(_wardrobe) if not name.startswith("_")])

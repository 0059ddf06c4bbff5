"""The costumes and stages of SCUMM games, exactly as the original engines show them.

Two levels: `Costume`, `Limbs` and `Renderer` for who has actors of his own, and `Game`, `Stage` and `Actor`, which is all that
the project's scenes can say. Everything that fails raises an `Error` with `code`, `place` and `offset`.
"""

from . import _values, _wardrobe
from ._values import *
from ._wardrobe import *

__all__ = sorted(_values.__all__ + [name for name in vars(_wardrobe) if not name.startswith("_")])

"""The small conformance kit of Wardrobe: scenes for SCUMM engines, with their expected lines."""

from pathlib import Path


def folder() -> Path:
    """Returns the folder of the kit."""
    return Path(__file__).parent / "kit"

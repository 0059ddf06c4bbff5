"""The lines of a scene: the picture, and the state of all actors that take part."""

import json
import zlib
from operator import attrgetter

import scumm_wardrobe as wardrobe

NONE = 0xFFFF
# The format of an actor's text. Formatting all values at once is faster than using dictionaries.
VALUES = attrgetter(
    "id", "x", "y", "room", "facing", "target_facing", "moving", "walkbox", "costume", "frame", "need_redraw", "need_bg_reset",
    "visible", "top", "bottom", "anim_progress", "sound_pos", "scale_x", "scale_y")
ACTOR = (
    '{"id":%d,"x":%d,"y":%d,"room":%d,"facing":%d,"targetFacing":%d,"moving":%d,"walkbox":%d,"costume":%d,"frame":%d,'
    '"needRedraw":%d,"needBgReset":%d,"visible":%d,"top":%d,"bottom":%d,"animProgress":%d,"soundPos":%d,"scale":[%d,%d],'
    '"animCounter":%d,"soundCounter":%d,"stopped":%d')
VALUES_V0 = attrgetter("v0_speaking", "v0_misc_flags", "v0_walk_to_x", "v0_walk_to_y", "walk_cur_box")
ACTOR_V0 = ',"command":%d,"animRepeat":%d,"speaking":%d,"miscFlags":%d,"walkTo":[%d,%d],"nextBox":%d'
VALUES_HE = attrgetter("offset_x", "offset_y", "talking", "skip_limbs")
ACTOR_HE = ',"heCondMask":%d,"heOffs":[%d,%d],"heTalking":%d,"heSkipLimbs":%d'
LIMB = '{"i":%d,"active":%d,"curpos":%d,"start":%d,"end":%d,"frame":%d'
# The numbers of a limb of version 0 that plays nothing.
REST = [NONE, NONE, 0, NONE, 0, 0, 0]
# The kept state and text of an actor before its first line.
NOTHING = (None, "")

dumps = json.JSONEncoder(separators=(",", ":")).encode


def crc_of(frame):
    """Returns the checksum of a frame's pixels."""
    return zlib.crc32(frame if frame.pitch == frame.width else memoryview(frame).tobytes())


def limb_lines(dialect, numbers, every):
    """Returns the limbs that play, or all limbs."""
    _, akos, he = dialect
    frames = numbers[35:160:8]
    for i in range(16) if every else [i for i, frame in enumerate(frames) if frame != NONE]:
        curpos, start, end, frame, mode, *conditions = numbers[32 + 8 * i:40 + 8 * i]
        line = LIMB % (i, mode != 0 if akos else curpos != NONE, curpos, start, end, frame)
        if akos:
            line += ',"type":%d' % mode
        if he:
            line += ',"condOff":%d,"jumpOff":%d,"jumpCnt":%d' % tuple(conditions)
        yield line + "}"


def limb_lines_v0(numbers, every):
    """Returns the eight limbs of version 0, in the form of `limb_lines`."""
    for i in range(8):
        frame, start, kind, curpos, flip, repeat, _ = numbers[163 + 7 * i:170 + 7 * i] or REST
        if every or frame != NONE or curpos != NONE:
            line = LIMB % (i, curpos != NONE, curpos, start, NONE, frame)
            yield line + ',"type":%d,"flip":%d,"repeat":%d}' % (kind, flip, repeat)


def actor_line(scene, dialect, actor):
    """Returns the text of an actor. The text is kept until the state of the actor changes."""
    version, _, he = dialect
    own = VALUES_V0(actor) if version == 0 else VALUES_HE(actor) if he else ()
    state = (VALUES(actor), own, actor.limb_numbers, actor.strips)
    if scene.kept.get(actor.id, NOTHING)[0] != state:
        scene.kept[actor.id] = state, text_of(dialect, *state, scene.all_limbs)
    return scene.kept[actor.id][1]


def text_of(dialect, values, own, numbers, strips, every):
    version, akos, he = dialect
    stopped, anim_counter, sound_counter, flip, condition_mask, *variables = numbers[:32]
    line = ACTOR % (*values, anim_counter, sound_counter, stopped)
    if version == 0:
        command, _, rounds = numbers[160:163] or (255, 0, 0)
        line += ACTOR_V0 % (command, rounds, *own)
    if akos:
        set_ones = ",".join(['"%d":%d' % (var, value) for var, value in enumerate(variables) if value])
        line += ',"flip":%d,"animVars":{%s}' % (flip, set_ones)
        if he:
            line += ACTOR_HE % (condition_mask, *own)
    limbs = limb_lines(dialect, numbers, every) if version else limb_lines_v0(numbers, every)
    return '%s,"strips":%s,"limbs":[%s]}' % (line, strips, ",".join(limbs))


def line(scene, step, op, n):
    """Returns the picture after a step and the state of the actors that take part, as text."""
    line = {"step": step, "op": op}
    if n is not None:
        line["n"] = n
    line["crc"] = f"{crc_of(scene.stage.front()):08x}"
    line.update(scene.answers)
    scene.answers = {}
    last, actors = max(scene.frames - 1, 0), ""
    if scene.tells_actors and (scene.state_every == 1 or n is not None and last % scene.state_every == 0):
        # The list of a stage's actors never changes.
        scene.cast = scene.cast or [actor for actor in scene.stage.actors if actor.id]
        dialect = (scene.dialect.version, scene.dialect.has_akos, scene.dialect.he)
        seen = [actor_line(scene, dialect, actor) for actor in scene.cast
                if actor.costume or actor.visible or actor.room]
        actors = ',"actors":[%s]' % ",".join(seen)
    sounds, queue = [], []
    for event in scene.stage.events():
        if isinstance(event, wardrobe.Sound):
            via = "queue2" if event.queue == 2 else "queue"
            sounds.append({"via": via, "id": event.id, "channel": event.channel, "flags": event.flags})
        elif isinstance(event, wardrobe.AkosCommand):
            queue.append({"cmd": event.command, "actor": event.actor, "p1": event.p1, "p2": event.p2})
    if sounds:
        line["sounds"] = sounds
    if queue:
        line["akosQueue"] = queue
    return dumps(line)[:-1] + actors + "}"

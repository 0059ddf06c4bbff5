"""The lines of a scene: what is seen, and the state of all actors that matter."""

import zlib
from operator import attrgetter

import wardrobe

NONE = 0xFFFF
# The keys of an actor, and the attributes that have them.
KEYS = ("x", "y", "room", "facing", "targetFacing", "moving", "walkbox", "costume", "frame", "needRedraw", "needBgReset", "visible",
        "top", "bottom", "animProgress", "soundPos")
VALUES = attrgetter(
    "x", "y", "room", "facing", "target_facing", "moving", "walkbox", "costume", "frame", "need_redraw", "need_bg_reset", "visible",
    "top", "bottom", "anim_progress", "sound_pos")


def crc_of(frame):
    """The checksum of what a frame shows."""
    return zlib.crc32(frame if frame.pitch == frame.width else memoryview(frame).tobytes())


def limbs_of(scene, states):
    """Limbs that play, or all; version 0 has eight of its own."""
    version, akos, he = scene.dialect.version, scene.dialect.has_akos, scene.dialect.he
    own = states["v0"]
    limbs = states["limbs"] if version else own["limbs"] if own else [None] * 8
    lines = []
    for i, limb in enumerate(limbs):
        if limb is None:
            limb = {"curpos": NONE, "start": NONE, "end": NONE, "frame": NONE, "kind": 0, "flip": False, "repeat": 0}
        elif version == 0:
            limb["end"] = NONE
        if not scene.all_limbs and limb["frame"] == NONE and (version or limb["curpos"] == NONE):
            continue
        active = limb["mode"] != 0 if akos else limb["curpos"] != NONE
        line = {"i": i, "active": int(active), "curpos": limb["curpos"], "start": limb["start"], "end": limb["end"],
                "frame": limb["frame"]}
        if akos:
            line["type"] = limb["mode"]
        if version == 0:
            line.update(type=limb["kind"], flip=int(limb["flip"]), repeat=limb["repeat"])
        if he:
            line.update(condOff=limb["condition_offset"], jumpOff=limb["jump_offset"], jumpCnt=limb["jump_count"])
        lines.append(line)
    return lines


def actor_line(scene, actor):
    states = actor.limbs
    line = dict(zip(KEYS, map(int, VALUES(actor))))
    line.update(id=actor.id, scale=[actor.scale_x, actor.scale_y], animCounter=states["anim_counter"],
                soundCounter=states["sound_counter"], stopped=states["stopped"])
    if scene.dialect.version == 0:
        own = states["v0"] or {"command": 255, "rounds": 0}
        line.update(command=own["command"], animRepeat=own["rounds"], speaking=actor.v0_speaking,
                    miscFlags=actor.v0_misc_flags, walkTo=[actor.v0_walk_to_x, actor.v0_walk_to_y], nextBox=actor.walk_cur_box)
    if scene.dialect.has_akos:
        line["flip"] = int(states["flip"])
        line["animVars"] = {str(var): value for var, value in enumerate(states["vars"]) if value}
        if scene.dialect.he:
            line.update(heCondMask=states["condition_mask"], heOffs=[actor.offset_x, actor.offset_y],
                        heTalking=int(actor.talking), heSkipLimbs=int(actor.skip_limbs))
    line["strips"] = actor.strips
    line["limbs"] = limbs_of(scene, states)
    return line


def line(scene, step, op, n):
    """What is seen after a step, and the state of the actors that matter."""
    line = {"step": step, "op": op}
    if n is not None:
        line["n"] = n
    line["crc"] = f"{crc_of(scene.stage.front()):08x}"
    line.update(scene.answers)
    scene.answers = {}
    last = max(scene.frames - 1, 0)
    if scene.tells_actors and (scene.state_every == 1 or n is not None and last % scene.state_every == 0):
        # The stage has the same actors all the time.
        scene.cast = scene.cast or [actor for actor in scene.stage.actors if actor.id]
        line["actors"] = [actor_line(scene, actor) for actor in scene.cast if actor.costume or actor.visible or actor.room]
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
    return line

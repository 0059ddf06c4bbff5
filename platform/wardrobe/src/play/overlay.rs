//! What F1 shows: walk boxes, the actor's bounds, its limbs.

use glam::IVec2;
use scumm_costume::anim::NONE;
use scumm_engine::{Actor, Stage};
use scumm_room::WalkBox;

use super::screen::Placement;
use crate::boxes;
use crate::paint::{Inks, LETTER, Paint};

/// Box flags (B2).
const LOCKED: u8 = 0x40;
const INVISIBLE: u8 = 0x80;

/// Draws all of it over the screen.
pub fn draw(paint: &mut Paint<'_>, inks: &Inks, stage: &Stage, actor: &Actor, costume: u16) {
    let place = Placement::of(stage);
    let colour = |number: usize, walkbox: &WalkBox| colour(number, walkbox, actor, inks);
    boxes::draw(paint, stage.boxes().as_slice(), stage.dialect(), |p| place.on_screen(p), colour, inks.black);
    bounds(paint, actor, &place, inks);
    let lines = lines(stage, actor, costume);
    // Below the stage, where there is room for it.
    let below = i32::try_from(stage.front().height).unwrap_or(i32::MAX);
    let top = if below.saturating_add(lines.len() as i32 * LETTER) <= paint.size().y { below } else { 0 };
    for (line, text) in lines.iter().enumerate() {
        paint.text(IVec2::new(0, top + line as i32 * LETTER), text, inks.white, inks.black);
    }
}

/// The actor's own box, locked, unusable and ordinary ones in different colours.
fn colour(number: usize, walkbox: &WalkBox, actor: &Actor, inks: &Inks) -> u8 {
    match walkbox.flags {
        _ if number == usize::from(actor.walkbox) && !actor.ignore_boxes => inks.yellow,
        flags if flags & INVISIBLE != 0 => inks.blue,
        flags if flags & LOCKED != 0 => inks.red,
        _ => inks.green,
    }
}

/// The strips and lines that the actor has claimed, and a cross on its anchor.
fn bounds(paint: &mut Paint<'_>, actor: &Actor, place: &Placement, inks: &Inks) {
    let anchor = place.on_screen(actor.pos.as_ivec2());
    paint.line(anchor - IVec2::new(3, 0), anchor + IVec2::new(3, 0), inks.white);
    paint.line(anchor - IVec2::new(0, 3), anchor + IVec2::new(0, 3), inks.white);
    let strips = (actor.strips.iter().min(), actor.strips.iter().max());
    if let ((Some(first), Some(last)), true) = (strips, actor.top < actor.bottom) {
        let [left, right] = [first * 8, last * 8 + 7].map(|x| x as i32);
        let (from, to) = (place.pixel_on_screen(left, actor.top), place.pixel_on_screen(right, actor.bottom - 1));
        paint.outline(&[from, IVec2::new(to.x, from.y), to, IVec2::new(from.x, to.y)], inks.white);
    }
}

/// Where the actor is, and what its limbs are doing.
fn lines(stage: &Stage, actor: &Actor, costume: u16) -> Vec<String> {
    let mut lines = vec![
        format!("room {} costume {costume} frame {}", stage.room_number(), actor.frame),
        format!("at {},{} box {} facing {}", actor.pos.x, actor.pos.y, actor.walkbox, actor.facing),
        format!("scale {},{} moving {:#x}", actor.scale_x, actor.scale_y, actor.walk.moving),
    ];
    let akos = stage.costume(costume).is_some_and(|c| c.is_akos());
    for (i, limb) in actor.anim.limbs.iter().enumerate() {
        let idle = if akos { limb.kind == 0 } else { limb.curpos == NONE };
        if idle || limb.frame == NONE {
            continue;
        }
        // In a COST bit 15 says that the sequence does not loop.
        let (position, once) = if akos {
            (limb.curpos, "")
        } else {
            (limb.curpos & 0x7fff, if limb.curpos > 0x7fff { " once" } else { "" })
        };
        let stopped = if actor.anim.is_stopped(i) { " stopped" } else { "" };
        lines.push(format!("limb {i}: {position} of {}-{}{once}{stopped}", limb.start, limb.end));
    }
    lines
}

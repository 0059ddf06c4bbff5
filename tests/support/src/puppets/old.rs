//! The test character as COST of version 2 and of version 3 with 16 colours, and a flag of version
//! 1.

use scumm_costume::edit::cost::CostDraft;
use scumm_room::Point;

use super::cost;

/// The origin of the pictures of version 2 (G5).
const ORIGIN: Point = Point::new(72, 100);
/// The costume's own colour, which the badge has (C6).
const OWN_COLOUR: u8 = 7;

/// Returns the test character. In animation 9 it stands still, and bit 7 of a command requests a
/// sound in every second step (C21, C25).
#[must_use]
pub fn doll() -> CostDraft {
    let mut draft = cost::doll_with_sound(&[0, 0x80]);
    draft.palette = vec![OWN_COLOUR];
    for picture in draft.limbs.iter_mut().flatten().flatten() {
        picture.rel += ORIGIN;
    }
    draft
}

/// Returns a flag of 24 by 3 pixels with 24 animations, which are the frames 0 to 5 in four
/// directions. Its colours are transparent, skin, suit and outline in turn. The flag begins 16
/// pixels left of the actor, and its last row is the row above the actor's line (C34, C71). With
/// `has_sound` every animation has a second command, which counts a sound (C21).
#[must_use]
pub fn flag(has_sound: bool) -> Vec<u8> {
    const ANIMATIONS: u8 = 24;
    // Offsets are relative to the end of the header of four bytes (C2).
    let tables = 4;
    let records = tables + 2 * 8;
    let record = records + 2 * u16::from(ANIMATIONS);
    let commands = record + 4;
    // Bit 7 of a command counts a sound.
    let steps: &[u8] = if has_sound { &[0, 0x80] } else { &[0] };
    let last = steps.len() as u8 - 1;
    let pictures = commands + steps.len() as u16;
    let picture = pictures + 2;
    let mut body = vec![ANIMATIONS - 1, 0x57];
    body.extend(commands.to_le_bytes());
    body.extend([pictures; 8].map(u16::to_le_bytes).concat());
    body.extend([record; ANIMATIONS as usize].map(u16::to_le_bytes).concat());
    // Limb 0 repeats the commands; limb 1 is off (C11).
    body.extend([0xc0, 0, last, 0xff]);
    body.extend(steps);
    body.extend(picture.to_le_bytes());
    // Three columns of eight pixels and three rows; two columns left and three rows up; no step
    // (C34).
    body.extend([3, 3, 0xfe, 3, 0, 0]);
    // A column of one repeated byte, then two columns of literal bytes (C71).
    body.extend([
        0x83,
        0b00_01_10_11,
        6,
        0b11_10_01_00,
        0b11_10_01_00,
        0,
        0b01_01_01_01,
        0b10_10_10_10,
        0b11_11_11_11,
    ]);
    let size = u16::try_from(body.len() + 4).unwrap_or(u16::MAX);
    [size.to_le_bytes().as_slice(), &[0, 0], &body].concat()
}

//! The test character as COST of version 2 and of version 3 with 16 colours, a flag of version 1,
//! and a man of version 0.

use scumm_costume::V0_LIMBS;
use scumm_costume::edit::cost::CostDraft;
use scumm_costume::edit::{V0Draft, V0DraftPicture, V0Part};
use scumm_room::{Point, Result, Surface};

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

/// Returns a man of version 0: legs (limb 0) that walk, a body (limb 1), and a head (limb 2) that
/// opens its mouth. The commands are those of the frames 0 (walk), 1 (stand), 2 (walk on the spot),
/// 3 (mouth) and 4 (head) in four directions (V22, V23). In direction 0 the pictures are mirrored.
///
/// # Errors
/// Returns an error if the costume does not fit into its format.
pub fn man() -> Result<Vec<u8>> {
    // The first frame value after the table of pictures.
    const FIRST: u8 = 2 + 2 * PICTURES;
    const PICTURES: u8 = 6;
    const MIRRORED: u8 = 0x80;
    const NO_CHANGE: u8 = 255;
    const END: u8 = 255;
    let sequences: [&[u8]; 5] = [
        &[FIRST],
        &[FIRST, FIRST + 1, FIRST + 2, FIRST + 1],
        &[FIRST + 3],
        &[FIRST + 4],
        &[FIRST + 4, FIRST + 5],
    ];
    // All limbs have the same list of sequences, which follows the limbs' positions.
    let list = V0_LIMBS as u8;
    let mut limbs = vec![list; V0_LIMBS];
    let mut start = list + sequences.len() as u8;
    for sequence in sequences {
        limbs.push(start);
        start += sequence.len() as u8 + 1;
    }
    for sequence in sequences {
        limbs.extend(sequence);
        limbs.push(END);
    }
    // The sequences of the first three limbs in each frame.
    let frames: [[Option<u8>; 3]; 5] = [
        [Some(1), Some(2), None],
        [Some(0), Some(2), None],
        [Some(1), None, None],
        [None, None, Some(4)],
        [None, None, Some(3)],
    ];
    let mut commands = Vec::new();
    for frame in frames {
        for flip in [MIRRORED, 0, 0, 0] {
            let of_limb = |sequence: Option<u8>| sequence.map_or(NO_CHANGE, |number| number | flip);
            commands.extend(frame.map(of_limb));
            commands.extend([NO_CHANGE; V0_LIMBS - 3]);
        }
    }
    let sizes = [(24, 12), (24, 11), (16, 12), (24, 20), (16, 10), (16, 11)];
    let ups = [12, 12, 12, 31, 41, 42];
    let mut pictures = Vec::new();
    for (number, ((width, height), up)) in sizes.into_iter().zip(ups).enumerate() {
        let mut pixels = Surface::filled(width, height, 0);
        for (index, pair) in pixels.pixels_mut().chunks_exact_mut(2).enumerate() {
            // Every fourth pair of pixels is transparent.
            pair.fill(((index + index / width + number) % 4) as u8);
        }
        let step = if number < 3 { (0, 1) } else { (0, 0) };
        pictures.push(V0DraftPicture::Own {
            pixels,
            rel: (0, up),
            step,
        });
    }
    let mut order: Vec<V0Part> = (0..PICTURES).map(V0Part::Picture).collect();
    order.extend([V0Part::Limbs, V0Part::Commands]);
    let draft = V0Draft {
        frames: (0..PICTURES).collect(),
        pictures,
        limbs,
        commands,
        order,
        ..V0Draft::default()
    };
    draft.encode()
}

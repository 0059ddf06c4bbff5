//! Costumes of v0: Maniac Mansion for the Commodore 64 and the Apple II (C73, V20..V25), and the
//! playing of their commands (V33..V35).
//!
//! A costume has commands instead of animations. For each of eight limbs, a command selects a
//! sequence of the limb and whether its pictures are mirrored. [`V0Limbs`] is the state of the
//! limbs and a part of [`crate::LimbStates`].

mod draw;

use std::collections::BTreeMap;

use scumm_room::{Dialect, Error, Reader, Result, Surface};

use crate::cost::v1::values;
use crate::damage::Damage;
use crate::draw::renderer::digest;
use crate::{Facing, NONE};

/// The number of limbs of a costume of v0.
pub const V0_LIMBS: usize = 8;
/// In a sequence: the end. In a command: the limb does not change.
const END: u8 = 255;
/// The position from which all offsets count: after the header.
pub(crate) const BASE: usize = 9;
/// The most commands that are listed. Costumes of the games have 20.
const MOST_COMMANDS: usize = 64;
/// The most bytes of a row in a picture of v0 that is listed and decoded. A byte has eight pixels,
/// so 40 bytes are the width of the screen. A wider picture counts as damaged, and only its visible
/// part is drawn.
pub(crate) const MOST_WIDTH: u8 = 40;
/// The most rows of a picture of v0 that is listed and decoded: the height of the screen.
pub(crate) const MOST_ROWS: u8 = 200;

/// A parsed costume of v0.
#[derive(Clone, Debug)]
pub struct V0 {
    pub(crate) dialect: Dialect,
    digest: u64,
    /// The bytes of the block from the base on.
    pub(crate) data: Box<[u8]>,
    /// The word of the header that no game reads.
    #[cfg(feature = "edit")]
    pub(crate) unused: u16,
    /// Number of pictures plus two. This is also the offset of the table with the high bytes of the
    /// pictures' offsets.
    pub(crate) high: u8,
    /// The offset of the limb table.
    pub(crate) limbs: usize,
    /// The offset of the commands.
    pub(crate) commands: usize,
    /// The numbers of the pictures that commands show, each with the limbs and frame values that
    /// show it, in ascending order; without pictures larger than the screen.
    shown: BTreeMap<u8, Vec<(u8, u8)>>,
}

/// The set of frame values in the sequences of a limb's commands.
type Frames = [bool; 256];

/// The entry of one limb in a command (V23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct V0Command {
    /// The sequence of the limb.
    pub sequence: u8,
    /// True if the pictures are mirrored.
    pub flip: bool,
}

/// A picture (V24): its header and its bytes row by row, four double pixels each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct V0Picture<'a> {
    /// The number.
    pub number: u8,
    /// Offset of the header, counted from the base.
    pub at: usize,
    /// Number of bytes in a row, eight pixels each.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// The position relative to the limb's: to the right in units of eight pixels, up in pixels.
    pub rel: (u8, u8),
    /// The distance by which the picture moves later limbs, in the same units.
    pub step: (i8, i8),
    /// The bytes of the rows; fewer if the block ends inside them.
    pub rows: &'a [u8],
}

impl V0 {
    /// Parses a raw block with its header. Parts outside the block show nothing.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`](scumm_room::Error::Malformed) if the header is missing.
    pub fn parse_with(data: &[u8], dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        let block = damage.read_block(data, dialect.header())?;
        let mut head = block.from_start().at(2, "the costume's head")?;
        let _unused = head.u16_le("an unused word")?;
        let high = head.u8("the number of pictures")?;
        let limbs = head.u16_le("the offset of the limbs")?;
        let commands = head.u16_le("the offset of the commands")?;
        let limbs = usize::from(limbs);
        let commands = usize::from(commands);
        let tables = block.from_start().at(BASE, "the costume's tables")?;
        let limb_table = tables.at(limbs, "the limbs");
        damage.accept(limb_table.and_then(|mut table| table.bytes(V0_LIMBS, "the limbs")))?;
        damage.accept(tables.at(commands, "the commands"))?;
        let mut costume = Self {
            dialect: *dialect,
            digest: digest(tables.all()),
            data: tables.all().into(),
            #[cfg(feature = "edit")]
            unused: _unused,
            high,
            limbs,
            commands,
            shown: BTreeMap::new(),
        };
        costume.resolve(tables, damage)?;
        Ok(costume)
    }

    /// Finds the pictures that commands show. Reports the sequences and pictures that commands name
    /// but the block does not contain, and pictures larger than the screen, each once for a limb.
    fn resolve(&mut self, tables: Reader<'_>, damage: &mut Damage) -> Result<()> {
        for (limb, name) in (0..V0_LIMBS).zip(0_u8..) {
            let frames = self.frames_of(limb, tables, damage)?;
            for (frame, is_shown) in (0..=u8::MAX).zip(frames) {
                if !is_shown {
                    continue;
                }
                let Some(picture) = self.picture_of(frame) else {
                    damage.report(missing_picture(tables, frame, limb))?;
                    continue;
                };
                if let Some(error) = picture.over_limit(tables) {
                    damage.report(error)?;
                    continue;
                }
                if picture.is_cut() {
                    damage.report(missing_picture(tables, frame, limb))?;
                }
                let number = picture.number;
                self.shown.entry(number).or_default().push((name, frame));
            }
        }
        Ok(())
    }

    /// Returns the frame values of the sequences that commands play on a limb, and reports the
    /// sequences outside the block.
    fn frames_of(&self, limb: usize, tables: Reader<'_>, damage: &mut Damage) -> Result<Frames> {
        let mut frames = [false; 256];
        let mut looked_at = [false; 256];
        for (_, command) in self.commands() {
            let Some(command) = command.get(limb).copied().flatten() else {
                continue;
            };
            let Some(is_known) = looked_at.get_mut(usize::from(command.sequence)) else {
                continue;
            };
            if *is_known {
                continue;
            }
            *is_known = true;
            let Some(start) = self.sequence_start(limb, command.sequence) else {
                let what = format!("sequence {} of limb {limb}", command.sequence);
                let limbs = tables.at(self.limbs, "the limbs").unwrap_or(tables);
                damage.report(limbs.malformed(what, "the end of the block"))?;
                continue;
            };
            for frame in self.sequence(start) {
                if let Some(is_shown) = frames.get_mut(usize::from(frame)) {
                    *is_shown = true;
                }
            }
        }
        Ok(frames)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.data.get(at).copied()
    }

    /// Returns a byte of the limb table; 0 after the end of the block.
    pub(crate) fn limb_byte(&self, at: usize) -> u8 {
        self.byte(self.limbs.saturating_add(at)).unwrap_or(0)
    }

    /// Returns the stored commands with their numbers. The number of commands is not stored; the
    /// commands end with the block (V23).
    pub fn commands(&self) -> impl Iterator<Item = (u16, [Option<V0Command>; V0_LIMBS])> + '_ {
        let stored = self.data.get(self.commands..).unwrap_or_default();
        (0..)
            .zip(stored.chunks_exact(V0_LIMBS).take(MOST_COMMANDS))
            .map(|(number, bytes)| {
                let of_limb = |limb: usize| command_of(bytes.get(limb).copied()?);
                (number, std::array::from_fn(of_limb))
            })
    }

    /// Returns the entry of a limb in command `number`; `None` if the command does not change the
    /// limb.
    fn command(&self, number: u8, limb: usize) -> Option<V0Command> {
        let place = usize::from(number)
            .saturating_mul(V0_LIMBS)
            .saturating_add(limb);
        command_of(self.byte(self.commands.saturating_add(place))?)
    }

    /// Returns the position in the limb table at which a limb's sequence begins (V22).
    #[must_use]
    pub fn sequence_start(&self, limb: usize, sequence: u8) -> Option<u8> {
        let table = self.byte(self.limbs.saturating_add(limb.min(V0_LIMBS)))?;
        self.byte(
            self.limbs
                .saturating_add(table.into())
                .saturating_add(sequence.into()),
        )
    }

    /// Returns the frame values of a sequence from its start to its end (V22).
    pub fn sequence(&self, start: u8) -> impl Iterator<Item = u8> + '_ {
        let from = self.limbs.saturating_add(start.into());
        let frames = self.data.get(from..).unwrap_or_default().iter().copied();
        // The index in a sequence is a byte, so a sequence has at most 255 values.
        frames
            .take(usize::from(END))
            .take_while(|&frame| frame != END)
    }

    /// Returns the picture that a frame value shows, regardless of its size; `None` if its header
    /// is not in the block (V21).
    #[must_use]
    pub fn picture_of(&self, frame: u8) -> Option<V0Picture<'_>> {
        self.numbered_picture(self.byte(frame.into())?)
    }

    /// Returns the picture with this number, regardless of its size.
    fn numbered_picture(&self, number: u8) -> Option<V0Picture<'_>> {
        let low = self.byte(usize::from(number).saturating_add(2))?;
        let high = self.byte(number.wrapping_add(self.high).into())?;
        self.picture_at(number, usize::from(u16::from_le_bytes([low, high])))
    }

    /// Returns the picture with this number if commands show it.
    pub(crate) fn shown_picture(&self, number: u16) -> Option<V0Picture<'_>> {
        let number = u8::try_from(number).ok()?;
        if !self.shown.contains_key(&number) {
            return None;
        }
        self.numbered_picture(number)
    }

    /// Returns the picture whose header is at an offset from the base.
    pub(crate) fn picture_at(&self, number: u8, at: usize) -> Option<V0Picture<'_>> {
        let mut data = Reader::new(self.data.get(at..)?);
        let [width, height, x, y, move_x, move_y] = data.array("a picture").ok()?;
        let rows = data.rest();
        let rows = rows
            .get(..usize::from(width).saturating_mul(height.into()))
            .unwrap_or(rows);
        let step = (move_x as i8, move_y as i8);
        Some(V0Picture {
            number,
            at,
            width,
            height,
            rel: (x, y),
            step,
            rows,
        })
    }

    /// Returns the pictures that commands show, ordered by number, each with the limbs and frame
    /// values that show it; without pictures larger than the screen.
    #[must_use]
    pub fn pictures(&self) -> Vec<(V0Picture<'_>, Vec<(u8, u8)>)> {
        let mut pictures = Vec::new();
        for (&number, names) in &self.shown {
            if let Some(picture) = self.numbered_picture(number) {
                pictures.push((picture, names.clone()));
            }
        }
        pictures
    }
}

/// Returns the finding that the picture of a frame value is not in the block.
fn missing_picture(tables: Reader<'_>, frame: u8, limb: usize) -> Error {
    let what = format!("picture {frame} of limb {limb} inside the block");
    tables.malformed(what, "its end")
}

fn command_of(byte: u8) -> Option<V0Command> {
    (byte != END).then_some(V0Command {
        sequence: byte & 0x7f,
        flip: byte & 0x80 != 0,
    })
}

impl V0Picture<'_> {
    /// Returns whether the block ends inside the rows.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.rows.len() < usize::from(self.width).saturating_mul(self.height.into())
    }

    /// Returns whether the picture is larger than the screen.
    pub(crate) fn is_too_large(&self) -> bool {
        self.width > MOST_WIDTH || self.height > MOST_ROWS
    }

    /// Returns the error of a picture that is larger than the screen.
    fn over_limit(&self, tables: Reader<'_>) -> Option<Error> {
        if !self.is_too_large() {
            return None;
        }
        let head = tables.at(self.at, "a picture").unwrap_or(tables);
        if self.width > MOST_WIDTH {
            let found = self.width.into();
            let limit = MOST_WIDTH.into();
            return Some(head.over_limit("a picture's width in bytes", found, limit));
        }
        let found = self.height.into();
        let limit = MOST_ROWS.into();
        Some(head.over_limit("a picture's number of rows", found, limit))
    }

    /// Returns the pixels as stored: each value is two pixels wide.
    pub fn surface(&self) -> Surface {
        let width = usize::from(self.width).saturating_mul(8);
        let mut surface = Surface::filled(width, self.height.into(), 0);
        for (eight, &byte) in surface.pixels_mut().chunks_exact_mut(8).zip(self.rows) {
            for (pair, value) in eight.chunks_exact_mut(2).zip(values(byte)) {
                pair.fill(value);
            }
        }
        surface
    }
}

/// The state of a limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct V0Limb {
    /// The requested sequence; 0xFFFF if no sequence is requested.
    pub frame: u16,
    /// The sequence that is playing.
    pub start: u16,
    /// The position of the sequence in the limb table.
    pub kind: u8,
    /// Position in the sequence; 0xFFFF if the limb is off.
    pub curpos: u16,
    /// True if the pictures are mirrored.
    pub flip: bool,
    /// Number of remaining rounds; -1 for endless repetition.
    pub repeat: i8,
    /// Number of rounds of the requested sequence.
    pub new_repeat: i8,
}

impl Default for V0Limb {
    fn default() -> Self {
        Self {
            frame: NONE,
            start: NONE,
            kind: 0,
            curpos: NONE,
            flip: false,
            repeat: 0,
            new_repeat: 0,
        }
    }
}

/// The state of an actor's costume of v0 (V25).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct V0Limbs {
    /// The limbs.
    pub limbs: [V0Limb; V0_LIMBS],
    /// The last decoded command; 255 if no command was decoded.
    pub command: u8,
    /// The requested command; 255 if no command is requested.
    pub next: u8,
    /// Number of rounds that commands play.
    pub rounds: i8,
}

impl Default for V0Limbs {
    fn default() -> Self {
        Self {
            limbs: [V0Limb::default(); V0_LIMBS],
            command: END,
            next: END,
            rounds: 0,
        }
    }
}

impl V0Limbs {
    /// Resets the limbs when an actor is shown (V44): no sequence plays or is requested. Mirroring
    /// is kept.
    pub fn reset(&mut self) {
        for limb in &mut self.limbs {
            *limb = V0Limb {
                flip: limb.flip,
                ..V0Limb::default()
            };
        }
        self.command = END;
        self.next = END;
        self.rounds = 1;
    }
}

impl V0 {
    /// Starts the command of a frame in a direction, which plays the rounds of the state. Frames 0
    /// and 1 are walking and standing, frames 3 and 4 the mouth and the head (V23).
    pub(crate) fn start(&self, limbs: &mut V0Limbs, facing: Facing, frame: u16) {
        let [number, high] = frame
            .wrapping_mul(4)
            .wrapping_add(facing.old().into())
            .to_le_bytes();
        if high == 0 {
            limbs.next = number;
            self.decode(limbs);
        }
    }

    /// Decodes the requested command, if it differs from the last decoded command (V34).
    pub fn decode(&self, limbs: &mut V0Limbs) {
        if limbs.next == END || limbs.next == limbs.command {
            return;
        }
        limbs.command = limbs.next;
        for (number, limb) in limbs.limbs.iter_mut().enumerate() {
            let Some(wanted) = self.command(limbs.command, number) else {
                continue;
            };
            limb.frame = wanted.sequence.into();
            if limb.flip != wanted.flip {
                limb.start = NONE;
                limb.flip = wanted.flip;
            }
            limb.new_repeat = limbs.rounds;
        }
    }

    /// Executes one step of a limb (V35). Returns whether the limb shows another picture.
    pub(crate) fn step(&self, limbs: &mut V0Limbs, number: usize) -> bool {
        let Some(limb) = limbs.limbs.get_mut(number) else {
            return false;
        };
        let mut changed = false;
        if limb.frame != NONE && limb.start != limb.frame {
            let [sequence, _] = limb.frame.to_le_bytes();
            limb.kind = self.sequence_start(number, sequence).unwrap_or(0);
            limb.start = limb.frame;
            limb.repeat = limb.new_repeat;
            limb.curpos = 0;
            changed = true;
        }
        let before = limb.curpos;
        limb.curpos = limb.curpos.wrapping_add(1);
        if self.limb_byte(usize::from(limb.kind).saturating_add(limb.curpos.into())) == END {
            if limb.repeat == 0 {
                limb.curpos = limb.curpos.wrapping_sub(1);
                limb.frame = NONE;
                limb.start = NONE;
                // The same command may start again.
                limbs.next = END;
                limbs.command = END;
            } else {
                if limb.repeat != -1 {
                    limb.repeat = limb.repeat.wrapping_sub(1);
                }
                limb.curpos = 0;
            }
        }
        changed
            | limbs
                .limbs
                .get(number)
                .is_some_and(|limb| limb.curpos != before)
    }
}

#[cfg(test)]
mod tests;

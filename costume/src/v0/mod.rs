//! Costumes of v0: Maniac Mansion for the Commodore 64 and the Apple II (C73, V20..V25).
//!
//! A costume has commands instead of animations: a command says for each of eight limbs which of the limb's sequences it
//! plays and whether its pictures are mirrored. What plays is [`V0Limbs`], which [`crate::LimbStates`] carries.

mod draw;
mod play;
#[cfg(test)]
mod tests;

use scumm_room::{Dialect, Reader, Result, Surface, block};

use crate::cost::v1::values;
use crate::damage::Damage;
pub use play::{V0Limb, V0Limbs};

/// Limbs of a costume.
pub const V0_LIMBS: usize = 8;
/// The end of a sequence; in a command: leave the limb alone.
const END: u8 = 255;
/// Where all offsets count from: behind the header.
pub(crate) const BASE: usize = 9;
/// The most commands that are listed: real costumes have 20.
const MOST_COMMANDS: usize = 64;

/// A parsed costume of v0.
#[derive(Clone, Debug)]
pub struct V0 {
    pub(crate) dialect: Dialect,
    /// The block from the base on.
    pub(crate) data: Box<[u8]>,
    /// The word of the head that no game reads.
    #[cfg(feature = "edit")]
    pub(crate) unused: u16,
    /// Number of pictures and two more: where the high bytes of their offsets stand.
    pub(crate) high: u8,
    /// Where the limb table stands.
    pub(crate) limbs: usize,
    /// Where the commands stand.
    pub(crate) commands: usize,
}

/// What a command does to a limb (V23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct V0Command {
    /// The limb's sequence.
    pub sequence: u8,
    /// Its pictures are mirrored.
    pub flip: bool,
}

/// A picture (V24): its head, and its bytes row by row, four double pixels each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct V0Picture<'a> {
    /// Its number.
    pub number: u8,
    /// Where its head stands, counted from the base.
    pub at: usize,
    /// Bytes in a row: eight pixels each.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Its place from the limb's: to the right in eights, up in single pixels.
    pub rel: (u8, u8),
    /// How far it moves later limbs, likewise.
    pub step: (i8, i8),
    /// The rows; fewer where the block ends inside them.
    pub rows: &'a [u8],
}

impl V0 {
    /// Parses a raw block with its header. What its tables lead to outside the block shows nothing.
    ///
    /// # Errors
    /// [`Error::Malformed`](scumm_room::Error::Malformed) where the header or a table is not there.
    pub fn parse_with(data: &[u8], dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        let block = block::read(&mut Reader::new(data), dialect.header())?;
        let mut head = block.from_start().at(2, "the costume's head")?;
        let _unused = head.u16_le("an unused word")?;
        let high = head.u8("the number of pictures")?;
        let (limbs, commands) = (
            head.u16_le("the offset of the limbs")?,
            head.u16_le("the offset of the commands")?,
        );
        let (limbs, commands) = (usize::from(limbs), usize::from(commands));
        let tables = block.from_start().at(BASE, "the costume's tables")?;
        tables
            .at(limbs, "the limbs")?
            .bytes(V0_LIMBS, "the limbs")?;
        tables.at(commands, "the commands")?;
        let costume = Self {
            dialect: *dialect,
            data: tables.all().into(),
            #[cfg(feature = "edit")]
            unused: _unused,
            high,
            limbs,
            commands,
        };
        costume.check(tables, damage)?;
        Ok(costume)
    }

    /// Reports what commands lead to and is not there.
    fn check(&self, tables: Reader<'_>, damage: &mut Damage) -> Result<()> {
        for limb in 0..V0_LIMBS {
            for (_, command) in self.commands() {
                let Some(command) = command.get(limb).copied().flatten() else {
                    continue;
                };
                let Some(start) = self.sequence_start(limb, command.sequence) else {
                    let what = format!("sequence {} of limb {limb}", command.sequence);
                    damage.report(
                        tables
                            .at(self.limbs, "the limbs")?
                            .malformed(what, "the end of the block"),
                    )?;
                    continue;
                };
                for frame in self.sequence(start) {
                    if self
                        .picture_of(frame)
                        .is_none_or(|picture| picture.is_cut())
                    {
                        let what = format!("picture {frame} of limb {limb} inside the block");
                        damage.report(tables.malformed(what, "its end"))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.data.get(at).copied()
    }

    /// A byte of the limb table; 0 behind the end of the block.
    pub(crate) fn limb_byte(&self, at: usize) -> u8 {
        self.byte(self.limbs.saturating_add(at)).unwrap_or(0)
    }

    /// The stored commands with their numbers: their count is not stored, they end with the block (V23).
    pub fn commands(&self) -> impl Iterator<Item = (u16, [Option<V0Command>; V0_LIMBS])> + '_ {
        let stored = self.data.get(self.commands..).unwrap_or_default();
        (0..)
            .zip(stored.chunks_exact(V0_LIMBS).take(MOST_COMMANDS))
            .map(|(number, bytes)| {
                let of_limb = |limb: usize| command_of(bytes.get(limb).copied()?);
                (number, std::array::from_fn(of_limb))
            })
    }

    /// What command `number` does to a limb; `None` where it leaves it alone.
    fn command(&self, number: u8, limb: usize) -> Option<V0Command> {
        let place = usize::from(number)
            .saturating_mul(V0_LIMBS)
            .saturating_add(limb);
        command_of(self.byte(self.commands.saturating_add(place))?)
    }

    /// Where in the limb table a sequence of a limb begins (V22).
    #[must_use]
    pub fn sequence_start(&self, limb: usize, sequence: u8) -> Option<u8> {
        let table = self.byte(self.limbs.saturating_add(limb.min(V0_LIMBS)))?;
        self.byte(
            self.limbs
                .saturating_add(table.into())
                .saturating_add(sequence.into()),
        )
    }

    /// The frame values of a sequence from its start to its end (V22).
    pub fn sequence(&self, start: u8) -> impl Iterator<Item = u8> + '_ {
        let from = self.limbs.saturating_add(start.into());
        let frames = self.data.get(from..).unwrap_or_default().iter().copied();
        // A sequence is counted by a byte of the table at most.
        frames
            .take(usize::from(END))
            .take_while(|&frame| frame != END)
    }

    /// The picture that a frame value shows; `None` where its head is not in the block (V21).
    #[must_use]
    pub fn picture_of(&self, frame: u8) -> Option<V0Picture<'_>> {
        let number = self.byte(frame.into())?;
        let low = self.byte(usize::from(number).saturating_add(2))?;
        let high = self.byte(number.wrapping_add(self.high).into())?;
        self.picture_at(number, usize::from(u16::from_le_bytes([low, high])))
    }

    /// The picture whose head stands at a place behind the base.
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

    /// The pictures that commands show, by their numbers, each with the limbs and frame values that show it.
    #[must_use]
    pub fn pictures(&self) -> Vec<(V0Picture<'_>, Vec<(u8, u8)>)> {
        let mut found = std::collections::BTreeMap::new();
        for (limb, name) in (0..V0_LIMBS).zip(0_u8..) {
            let sequences = self
                .commands()
                .filter_map(|(_, command)| command.get(limb).copied().flatten());
            let starts =
                sequences.filter_map(|command| self.sequence_start(limb, command.sequence));
            for frame in starts.flat_map(|start| self.sequence(start)) {
                if let Some(picture) = self.picture_of(frame) {
                    let (_, names) = found
                        .entry(picture.number)
                        .or_insert_with(|| (picture, Vec::new()));
                    names.push((name, frame));
                }
            }
        }
        found.values_mut().for_each(|(_, names): &mut (_, Vec<_>)| {
            names.sort_unstable();
            names.dedup();
        });
        found.into_values().collect()
    }
}

fn command_of(byte: u8) -> Option<V0Command> {
    (byte != END).then_some(V0Command {
        sequence: byte & 0x7f,
        flip: byte & 0x80 != 0,
    })
}

impl V0Picture<'_> {
    /// Whether the block ends inside its rows.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.rows.len() < usize::from(self.width).saturating_mul(self.height.into())
    }

    /// Its pixels, as stored: each value is two pixels wide.
    pub fn surface(&self) -> Surface {
        let (width, height) = (
            usize::from(self.width).saturating_mul(8),
            usize::from(self.height),
        );
        let pixels = self
            .rows
            .iter()
            .flat_map(|&byte| values(byte))
            .flat_map(|value| [value; 2]);
        let pixels = pixels
            .chain(std::iter::repeat(0))
            .take(width.saturating_mul(height));
        Surface::from_pixels(width, height, pixels)
    }
}

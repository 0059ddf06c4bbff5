//! The parsed room: background, planes, palette, boxes, scale slots, cycles and objects (R1–R14,
//! O1–O7).
//!
//! Parsing reads every table once and checks every strip; a strip or chunk that is damaged is left
//! out and listed in [`Room::problems`]. Drawing has no failure path.

mod build;
mod draw;
mod large;
mod object;
mod old;
mod small;
mod v0;
mod v8;

use std::collections::BTreeMap;

pub use object::{ObjectNow, RoomObject};

use crate::cycle::Cycle;
use crate::image::picture::Picture;
use crate::palette::StoredPalette;
use crate::{Dialect, Error, Matrix, Palette, Result, ScaleSlot, WalkBox};
use build::Builder;
use object::States;

/// The resources that make up one room, each a raw block with its header.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoomParts<'a> {
    /// ROOM (HE70+: RMDA too), RO, or the start of an old room file.
    pub room: &'a [u8],
    /// HE70+: RMIM, the pictures' own resource.
    pub image: Option<&'a [u8]>,
    /// v8: RMSC, which holds the objects' code headers.
    pub scripts: Option<&'a [u8]>,
    /// v8: the numbers of objects by name, from the index; without them objects and pictures are
    /// paired in file order.
    pub object_names: Option<&'a BTreeMap<String, u16>>,
    /// The room's number, 0 where it is not known; some rules name rooms.
    pub number: u16,
    /// Where `room` begins in its file, for errors.
    pub base: u64,
    /// Where `image` begins in its file, for errors.
    pub image_base: u64,
    /// Where `scripts` begins in its file, for errors.
    pub scripts_base: u64,
}

impl<'a> RoomParts<'a> {
    /// A room that is one resource.
    #[must_use]
    pub fn new(room: &'a [u8]) -> Self {
        Self {
            room,
            ..Self::default()
        }
    }

    /// The bytes of the resources that hold pictures.
    fn size(&self) -> usize {
        self.room
            .len()
            .saturating_add(self.image.map_or(0, <[u8]>::len))
    }
}

/// A room as its resources describe it. It owns its data and never changes: the states of objects,
/// the palette in force and the buffers belong to the caller.
#[derive(Debug)]
pub struct Room {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Number of objects as the header says it (its low byte).
    pub object_count: u8,
    /// Number of z-planes without plane 0 (R5).
    pub plane_count: usize,
    /// The colour that transparent strips leave out (R2).
    pub transparent: u8,
    /// The stored palettes; more than one only with PALS. Empty for games of 16 colours.
    pub palettes: Vec<StoredPalette>,
    /// Two EGA colours for each colour, for showing the room in 16 colours (R12); empty where there
    /// is no EPAL or SP.
    pub ega_colours: Vec<u8>,
    /// HE70: what each colour is drawn as (H5); `None` where the room has no whole REMP.
    pub remap: Option<[u8; 256]>,
    /// Walk boxes; in v5 and later box 0 is the invalid one.
    pub boxes: Vec<WalkBox>,
    /// The stored box matrix (B3); `None` where there is none, or an empty one.
    pub matrix: Option<Matrix>,
    /// v6 and later: further sets of boxes, each with its matrix, from the second on (Y35).
    pub further_boxes: Vec<(Vec<WalkBox>, Option<Matrix>)>,
    /// What the room sets scale slots 1.. to; `None` leaves a slot as it is (B6).
    pub scale_slots: Vec<Option<ScaleSlot>>,
    /// Colour cycles (R11).
    pub cycles: Vec<Cycle>,
    /// Objects in slot order: object number 1 is the first (O1).
    pub objects: Vec<RoomObject>,
    /// The pictures of each object.
    pictures: Vec<States>,
    background: Picture,
    /// The Nintendo: what it is instead (Q22).
    pub(crate) tiles: Option<crate::nes::TileRoom>,
    problems: Vec<Error>,
    dialect: Dialect,
}

impl Room {
    /// Parses a room. Damage that leaves the rest usable is listed in [`Self::problems`] and warned
    /// of once.
    ///
    /// # Errors
    /// [`Error::Malformed`] where the header or a table cannot be read at all, [`Error::Limit`] for
    /// a picture above the size that real rooms have.
    pub fn parse(parts: &RoomParts<'_>, dialect: &Dialect) -> Result<Self> {
        let mut builder = Builder::new(parts, dialect);
        match dialect.version() {
            8 => v8::read(&mut builder)?,
            5.. => large::read(&mut builder)?,
            _ if dialect.is_old_bundle() => old::read(&mut builder)?,
            _ => small::read(&mut builder)?,
        }
        Ok(builder.finish())
    }

    /// Parses a room that must be without damage.
    ///
    /// # Errors
    /// What [`Self::parse`] gives, and the first of [`Self::problems`].
    pub fn parse_strict(parts: &RoomParts<'_>, dialect: &Dialect) -> Result<Self> {
        let mut room = Self::parse(parts, dialect)?;
        if room.problems.is_empty() {
            Ok(room)
        } else {
            Err(room.problems.swap_remove(0))
        }
    }

    fn empty(dialect: Dialect) -> Self {
        Self {
            width: 0,
            height: 0,
            object_count: 0,
            plane_count: 0,
            transparent: 255,
            palettes: Vec::new(),
            ega_colours: Vec::new(),
            remap: None,
            boxes: Vec::new(),
            matrix: None,
            further_boxes: Vec::new(),
            scale_slots: Vec::new(),
            cycles: Vec::new(),
            objects: Vec::new(),
            pictures: Vec::new(),
            background: Picture::default(),
            tiles: None,
            problems: Vec::new(),
            dialect,
        }
    }

    /// The same room, its problems naming the file where it stands.
    #[must_use]
    pub fn in_file(mut self, name: impl std::fmt::Display) -> Self {
        self.problems = self
            .problems
            .into_iter()
            .map(|problem| problem.in_file(&name))
            .collect();
        self
    }

    /// The damage that was found; the room can be played all the same.
    pub fn problems(&self) -> &[Error] {
        &self.problems
    }

    /// Sets what palette 0 of the room takes of the palette in force (R3): v5, v6 and Humongous
    /// rooms leave some entries as they are.
    pub fn apply_palette(&self, palette: &mut Palette) {
        self.apply_palette_number(0, palette);
    }

    /// Sets what palette `number` of the room takes, or nothing where there is no such palette.
    pub fn apply_palette_number(&self, number: usize, palette: &mut Palette) {
        if let Some(stored) = self.palettes.get(number) {
            palette.take(stored, &self.dialect);
        }
    }
}

#[cfg(test)]
mod tests;

//! The parsed room: background, planes, palette, boxes, scale slots, cycles and objects (R1–R14,
//! O1–O7).
//!
//! Parsing reads every table once and checks every strip. A damaged strip or chunk is skipped and
//! listed in [`Room::problems`]. Drawing cannot fail.

mod build;
mod draw;
mod large;
mod old;
mod small;
mod v8;

use std::collections::{BTreeMap, BTreeSet};

use crate::cycle::Cycle;
use crate::image::picture::Picture;
use crate::palette::StoredPalette;
use crate::{BoxMatrix, Dialect, Error, Palette, Point, Result, ScaleSlot, WalkBox};
use build::Builder;
#[cfg(feature = "edit")]
pub(crate) use large::state_of;

/// The resources of one room, each a raw block with its header.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoomParts<'a> {
    /// ROOM (HE70+: RMDA too), RO, or the start of an old room file.
    pub room: &'a [u8],
    /// HE70+: RMIM, the separate resource of the pictures.
    pub image: Option<&'a [u8]>,
    /// v8: RMSC, which contains the code headers of the objects.
    pub scripts: Option<&'a [u8]>,
    /// v8: the numbers of objects by name, from the index. Without them, objects and pictures are
    /// paired in file order.
    pub object_names: Option<&'a BTreeMap<String, u16>>,
    /// The number of the room, 0 if it is not known. Some rules apply only to rooms with certain
    /// numbers.
    pub number: u16,
    /// Offset of `room` in its file, for errors.
    pub base: u64,
    /// Offset of `image` in its file, for errors.
    pub image_base: u64,
    /// Offset of `scripts` in its file, for errors.
    pub scripts_base: u64,
}

impl<'a> RoomParts<'a> {
    /// Creates the parts of a room that is one resource.
    #[must_use]
    pub fn new(room: &'a [u8]) -> Self {
        Self {
            room,
            ..Self::default()
        }
    }

    /// Returns the length in bytes of the resources that contain pictures.
    fn size(&self) -> usize {
        self.room
            .len()
            .saturating_add(self.image.map_or(0, <[u8]>::len))
    }
}

/// A room as its resources describe it. A `Room` owns its data and never changes. The caller owns
/// the states of objects, the current palette and the buffers.
#[derive(Debug)]
pub struct Room {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Number of objects in the header (the low byte).
    pub object_count: u8,
    /// Number of z-planes without plane 0 (R5).
    pub plane_count: usize,
    /// The colour that is not drawn in transparent strips (R2).
    pub transparent: u8,
    /// The stored palettes; only PALS has more than one. Empty for games of 16 colours.
    pub palettes: Vec<StoredPalette>,
    /// Two EGA colours for each colour, for displays with 16 colours (R12); empty if there is no
    /// EPAL or SP.
    pub ega_colours: Vec<u8>,
    /// HE70: the colour to which each colour is mapped (H5); `None` if the room has no complete
    /// REMP.
    pub remap: Option<[u8; 256]>,
    /// v3 and v4 with small headers: the size in bytes that the background's picture stores; 0 in
    /// other versions.
    pub picture_size: usize,
    /// Walk boxes; in v5 and later box 0 is the invalid box.
    pub boxes: Vec<WalkBox>,
    /// The stored box matrix (B3); `None` if it is missing or empty.
    pub matrix: Option<BoxMatrix>,
    /// v6 and later: further sets of boxes with their matrices, from the second set on (Y35).
    pub further_boxes: Vec<(Vec<WalkBox>, Option<BoxMatrix>)>,
    /// The values that the room sets for the scale slots from 1 on; `None` keeps the previous value
    /// of a slot (B6).
    pub scale_slots: Vec<Option<ScaleSlot>>,
    /// Colour cycles (R11).
    pub cycles: Vec<Cycle>,
    /// Objects in slot order; object number 1 is the first (O1).
    pub objects: Vec<RoomObject>,
    /// The pictures of each object.
    pictures: Vec<States>,
    /// v5 to v7: the names that the game displays.
    titles: Vec<Option<Vec<u8>>>,
    background: Picture,
    /// The Nintendo: the tiles, which replace the background (Q22).
    pub(crate) tiles: Option<crate::nes::TileRoom>,
    problems: Vec<Error>,
    dialect: Dialect,
}

impl Room {
    /// Parses a room. Damage that leaves the rest usable is listed in [`Self::problems`] and logged
    /// once as a warning.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the header or a table cannot be read, or [`Error::Limit`] if
    /// a picture is larger than the limits, which no picture of the games reaches.
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

    /// Parses a room that must not be damaged.
    ///
    /// # Errors
    /// Returns the errors of [`Self::parse`], and the first of [`Self::problems`].
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
            picture_size: 0,
            boxes: Vec::new(),
            matrix: None,
            further_boxes: Vec::new(),
            scale_slots: Vec::new(),
            cycles: Vec::new(),
            objects: Vec::new(),
            pictures: Vec::new(),
            titles: Vec::new(),
            background: Picture::default(),
            tiles: None,
            problems: Vec::new(),
            dialect,
        }
    }

    /// Adds the name of the room's file to its problems.
    #[must_use]
    pub fn in_file(mut self, name: impl std::fmt::Display) -> Self {
        self.problems = self
            .problems
            .into_iter()
            .map(|problem| problem.in_file(&name))
            .collect();
        self
    }

    /// Returns the damage that was found. The room can still be used.
    pub fn problems(&self) -> &[Error] {
        &self.problems
    }

    /// Returns the version and quirks that the room was parsed for.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Returns the name that the game displays for an object, in the bytes of the game. `index`
    /// counts the objects from 0. Returns `None` if the object has no name, and for games up to v4
    /// and of v8, whose names are not read.
    #[must_use]
    pub fn object_title(&self, index: usize) -> Option<&[u8]> {
        self.titles.get(index)?.as_deref()
    }

    /// Returns the states of an object that have a picture, ascending. `index` counts the objects
    /// from 0. Up to v4, one picture serves all states; it is listed as state 1.
    #[must_use]
    pub fn object_states(&self, index: usize) -> Vec<u8> {
        let mut states = BTreeSet::new();
        for (state, _) in self.pictures.get(index).into_iter().flat_map(|all| &all.0) {
            states.insert(state.unwrap_or(1));
        }
        states.into_iter().collect()
    }

    /// Applies palette 0 of the room to the current palette (R3). v5, v6 and Humongous rooms do not
    /// change some entries.
    pub fn apply_palette(&self, palette: &mut Palette) {
        self.apply_palette_number(0, palette);
    }

    /// Applies palette `number` of the room to the current palette, if it exists.
    pub fn apply_palette_number(&self, number: usize, palette: &mut Palette) {
        if let Some(stored) = self.palettes.get(number) {
            palette.take(stored, &self.dialect);
        }
    }
}

// Objects: their positions, their parents, and their pictures by state (O1–O3).

/// An object of a room; [`Room::draw_object`] draws its pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RoomObject {
    /// The number in the game.
    pub id: u16,
    /// v8: the name, which the index maps to the number.
    pub name: Option<String>,
    /// Upper left corner in room pixels.
    pub position: Point,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Number (from 1) of the parent object in [`Room::objects`]; 0 for none.
    pub parent: u8,
    /// The state that the parent must have for this object to exist (O4).
    pub parent_state: u8,
    /// The point at which actors stand to use the object, in room pixels.
    pub walk: Point,
    /// The direction to which actors turn to use the object, as stored: a number, in v8 an angle.
    pub direction: u16,
    /// True if strips may add to the planes and not replace them (O6).
    pub ors_planes: bool,
}

/// The properties of an object that change in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectNow {
    /// The state, which selects the picture (O3).
    pub state: u8,
    /// The upper left corner in room pixels (Y44).
    pub position: Point,
    /// The classes: bit n - 1 for class n (O6).
    pub classes: u32,
}

/// v0: the lowest number of objects that belong to the background.
const BACKGROUND_V0: u16 = 256;

impl RoomObject {
    /// v0: returns whether the object belongs to the background. Such an object has no state and is
    /// never drawn (V15).
    pub(crate) fn is_stateless(&self, dialect: &Dialect) -> bool {
        dialect.is_v0() && self.id >= BACKGROUND_V0
    }

    /// Returns the number of drawn lines, which is a multiple of eight before v7 (O5).
    pub(crate) fn drawn_height(&self, dialect: &Dialect) -> usize {
        let height = usize::from(self.height);
        if dialect.is_v7_plus() {
            height
        } else {
            height & !7
        }
    }

    /// Returns the width in strips.
    pub(crate) fn strips(&self) -> usize {
        usize::from(self.width >> 3)
    }
}

/// The pictures of an object with their states; up to v4, one picture for all states.
#[derive(Clone, Debug, Default)]
pub(crate) struct States(pub(crate) Vec<(Option<u8>, Picture)>);

impl States {
    /// Returns the picture of a state.
    pub(crate) fn get(&self, state: u8) -> Option<&Picture> {
        self.0
            .iter()
            .find(|(of, _)| of.is_none_or(|of| of == state))
            .map(|(_, picture)| picture)
    }
}

#[cfg(test)]
mod tests;

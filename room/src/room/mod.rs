//! The parsed room: background, planes, palette, boxes, scale slots, cycles and objects (R1–R14, O1–O7).
//!
//! Parsing reads every table once and checks every strip; a strip or chunk that is damaged becomes an explicit nothing
//! and is listed in [`Room::problems`]. Drawing has no failure path.

mod object;

use std::collections::BTreeMap;
use std::ops::Range;

pub use object::Object;

use crate::cycle::Cycle;
use crate::{Canvas, Dialect, Error, Palette, Planes, Result, ScaleSlot, Surface, WalkBox};

/// The resources that make up one room, each a raw block with its header.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoomParts<'a> {
    /// ROOM (HE70+: RMDA too), RO, or the start of an old room file.
    pub room: &'a [u8],
    /// HE70+: RMIM, the pictures' own resource.
    pub image: Option<&'a [u8]>,
    /// v8: RMSC, which holds the objects' code headers.
    pub scripts: Option<&'a [u8]>,
    /// v8: the numbers of objects by name, from the index; without them objects and pictures are paired in file order.
    pub object_names: Option<&'a BTreeMap<String, u16>>,
    /// The room's number, 0 where it is not known; some rules name rooms.
    pub number: u16,
    /// Where `room` begins in its file, for errors.
    pub base: u64,
    /// Where `image` begins in its file, for errors.
    pub image_base: u64,
}

impl<'a> RoomParts<'a> {
    /// A room that is one resource.
    #[must_use]
    pub fn new(room: &'a [u8]) -> Self {
        Self { room, ..Self::default() }
    }
}

/// A room as its resources describe it. It owns its data and never changes; states of objects, the palette in force
/// and the buffers belong to whoever plays it.
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
    pub palettes: Vec<Vec<[u8; 3]>>,
    /// Walk boxes; in v5 and later box 0 is the invalid one.
    pub boxes: Vec<WalkBox>,
    /// The stored box matrix (B3), `None` where there is none.
    pub matrix: Option<Vec<u8>>,
    /// What the room sets scale slots 1.. to; `None` leaves a slot as it is (B6).
    pub scale_slots: Vec<Option<ScaleSlot>>,
    /// Colour cycles (R11).
    pub cycles: Vec<Cycle>,
    /// Objects in slot order: object number 1 is the first (O1).
    pub objects: Vec<Object>,
    problems: Vec<Error>,
    dialect: Dialect,
}

/// What drawing an object touched, for whoever copies it to the front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Strips in room columns.
    pub strips: Range<usize>,
    /// First line, may lie above the stage.
    pub top: i32,
    /// Lines.
    pub height: usize,
}

/// Where a room is drawn: the engine's linear memory and the colours in force.
#[derive(Debug)]
pub struct Target<'a> {
    /// The buffer of pixels.
    pub canvas: &'a mut Canvas,
    /// The planes that hide actors.
    pub planes: &'a mut Planes,
    /// The room palette that every colour goes through (S9); the identity after a room change.
    pub room_palette: &'a [u8; 256],
}

impl Room {
    /// Parses a room. Damage that leaves the rest usable is listed in [`Self::problems`] and warned of once.
    ///
    /// # Errors
    /// [`Error::Malformed`] where the header or a table cannot be read at all, [`Error::Limit`] for a picture above
    /// the size that real rooms have.
    pub fn parse(parts: &RoomParts<'_>, dialect: &Dialect) -> Result<Self> {
        let _ = dialect;
        Err(crate::Reader::new(parts.room).with_base(parts.base).unsupported("a room of this version"))
    }

    /// What is damaged in the room but does not keep it from being played.
    #[must_use]
    pub fn problems(&self) -> &[Error] {
        &self.problems
    }

    /// Sets what palette 0 of the room takes of the palette in force (R3): v5, v6 and Humongous rooms leave some entries
    /// as they are.
    pub fn apply_palette(&self, palette: &mut Palette) {
        self.apply_palette_number(0, palette);
    }

    /// Sets what palette `number` of the room takes, or nothing where there is no such palette.
    pub fn apply_palette_number(&self, number: usize, palette: &mut Palette) {
        if let Some(stored) = self.palettes.get(number) {
            palette.take(stored, &self.dialect);
        }
    }

    /// Draws these strips of the background, and their planes 1.. over what was there (Z4). Strips that the room does not
    /// have are passed over.
    pub fn draw_background(&self, strips: Range<usize>, target: &mut Target<'_>) {
        let _ = (strips, target);
    }

    /// The objects that are drawn, as indices into [`Self::objects`], first the one that is drawn first (O4);
    /// `state` gives the state of each by its index.
    pub fn objects_to_draw(&self, state: impl Fn(usize) -> u8) -> Vec<usize> {
        let _ = state;
        Vec::new()
    }

    /// Draws one object in `state` into those of its strips that lie in `visible` (O3, O5, O6), and returns what
    /// it touched; `None` where it has no picture for that state or lies outside.
    pub fn draw_object(
        &self,
        index: usize,
        state: u8,
        visible: Range<usize>,
        target: &mut Target<'_>,
    ) -> Option<Touched> {
        let _ = (index, state, visible, target);
        None
    }

    /// The whole background, without objects, transparent parts 0.
    #[must_use]
    pub fn picture(&self) -> Surface {
        Surface::filled(self.width, self.height, 0)
    }
}

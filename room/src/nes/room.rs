//! What a room writes into the machine's tables, and what its objects change there (Q21..Q24, Q30..Q32).

use std::ops::Range;
use std::sync::Arc;

use super::runs;
use super::tables::{Stored, TileTables};
use super::tiles::TileBlock;
use super::{NARROWEST, ROWS};
use crate::image::target::Target;
use crate::room::RoomObject;
use crate::{Error, Reader, Result};

/// Rooms of this width store half of the table of palettes (Q23).
const HALF_STORED: usize = 28;
/// Bytes of the table of palettes.
const ATTRIBUTES: usize = 64;

/// The pictures of a room: where its block has them. What is missing at their ends is left out.
#[derive(Clone, Debug)]
pub struct TileRoom {
    block: Arc<[u8]>,
    /// Its width in tiles as stored.
    width: usize,
    /// The number of its tiles among the sets; 0: the base tiles.
    pub set: u8,
    /// Four palettes of four colours.
    pub colours: [u8; 16],
    names: usize,
    attributes: usize,
    masks: usize,
    pub has_masks: bool,
    /// Where each object's picture begins.
    objects: Vec<usize>,
    /// The tables of a machine that knows this room alone.
    own: Box<TileTables>,
}

impl TileRoom {
    /// Finds the pictures in a room's block, and puts what is damaged there into `problems`.
    pub fn read(block: Reader<'_>, bytes: &Arc<[u8]>, width: usize, problems: &mut Vec<Error>) -> Result<Self> {
        let part = |at: usize, what: &str| -> Result<usize> {
            let offset = usize::from(block.at(at, what)?.u16_le(what)?);
            block.at(offset, what).map(|_| offset)
        };
        let names = part(0x0a, "the picture")?;
        let mut picture = block.at(names, "the picture")?;
        let (set, colours) = (picture.u8("the number of the tiles")?, picture.array("the room's colours")?);
        let masks = part(0x0e, "the masks")?;
        let has_masks = block.at(masks, "the masks")?.u8("whether there are masks")? != 0;
        let made = Self {
            block: Arc::clone(bytes),
            width,
            set,
            colours,
            names: names.saturating_add(17),
            attributes: part(0x0c, "the palettes of tiles")?,
            masks: masks.saturating_add(1),
            has_masks,
            objects: Vec::new(),
            own: Box::default(),
        };
        if let Some(what) = made.write(&mut TileTables::new(None).shown()) {
            problems.push(block.malformed(what, "the end of the data"));
        }
        Ok(made)
    }

    /// Adds the next object's picture, at an offset of the block.
    pub fn push_object(&mut self, picture: u16) {
        self.objects.push(picture.into());
    }

    /// Makes the tables of a machine that knows this room alone.
    pub fn furnish(&mut self, base: Option<&TileBlock>, tiles: Option<&TileBlock>) {
        let mut own = TileTables::new(base);
        self.enter(&mut own, tiles);
        *self.own = own;
    }

    /// Writes the room into a machine's tables; what it does not write stays (Q11, Q27).
    fn enter(&self, tables: &mut TileTables, tiles: Option<&TileBlock>) {
        tables.take(self.colours, self.has_masks, |stored| _ = self.write(stored), tiles);
    }

    fn part(&self, at: usize) -> Reader<'_> {
        Reader::new(self.block.get(at..).unwrap_or_default())
    }

    /// Writes the tables of the room; the name of what is cut, if anything is.
    pub fn write(&self, tables: &mut Stored<'_>) -> Option<&'static str> {
        let mut cut = None;
        let (mut names, width) = (self.part(self.names), i32::try_from(self.width).unwrap_or(0));
        for row in 0..ROWS {
            if !runs::unpack(&mut names, self.width, |place, tile| tables.put_tile(row, column(place), tile)) {
                cut = Some("16 rows of tiles");
            }
            for column in [-2, -1, width, width.saturating_add(1)] {
                tables.put_tile(row, column, 0);
            }
        }
        let mut attributes = self.part(self.attributes);
        let mut place = 0_usize;
        while place < ATTRIBUTES {
            let Some(run) = runs::read(&mut attributes) else {
                cut = Some("the palettes of tiles");
                break;
            };
            run.bytes().enumerate().for_each(|(i, byte)| tables.put_attributes(place.saturating_add(i), byte));
            place = place.saturating_add(run.len());
            if self.width == HALF_STORED && place % 8 == 0 {
                place = place.saturating_add(8);
            }
        }
        if self.has_masks {
            let mut masks = self.part(self.masks);
            let bytes = usize::from(masks.u8("the bytes of a row of masks").unwrap_or(0));
            for row in 0..ROWS {
                if !runs::unpack(&mut masks, bytes, |place, byte| tables.put_mask(row, place, |_| byte)) {
                    cut = Some("16 rows of masks");
                }
            }
        }
        cut
    }

    /// Draws strips of the room, by the tables that the target brings or else its own.
    pub fn draw(&self, strips: Range<usize>, target: &mut Target<'_>) {
        let tables = target.tiles.take();
        tables.as_deref().unwrap_or(&self.own).draw_room(strips, target);
        target.tiles = tables;
    }

    /// Has an object change the tables, and draws those of its strips that are in `strips`.
    pub fn draw_object(&self, index: usize, object: &RoomObject, strips: Range<usize>, target: &mut Target<'_>) {
        let top = tile(object.position.y);
        let rows = top..top.saturating_add(usize::from(object.height >> 3));
        if let Some(tables) = target.tiles.take() {
            self.change(index, object, tables);
            tables.draw_objects(strips, rows, target);
            target.tiles = Some(tables);
        } else {
            let mut tables = self.own.as_ref().clone();
            self.change(index, object, &mut tables);
            tables.draw_objects(strips, rows, target);
        }
    }

    /// Puts an object's picture into the tables (Q30..Q32).
    fn change(&self, index: usize, object: &RoomObject, tables: &mut TileTables) {
        let mut data = self.part(self.objects.get(index).copied().unwrap_or(usize::MAX));
        let (x, y) = (tile(object.position.x), tile(object.position.y));
        let (width, height) = (usize::from(object.width >> 3), usize::from(object.height >> 3));
        let has_masks = tables.has_masks();
        let mut shown = tables.shown();
        for row in 0..height {
            let row = y.saturating_add(row);
            runs::unpack(&mut data, width, |place, tile| shown.put_tile(row, column(x.saturating_add(place)), tile));
        }
        for row in 0..height >> 1 {
            let mut palettes = 0;
            for column in 0..width >> 1 {
                if column % 4 == 0 {
                    palettes = data.u8("palettes").unwrap_or(0);
                }
                let place = |start: usize, pair: usize| start.saturating_add(pair.saturating_mul(2));
                shown.put_palette(place(y, row), place(x, column), palettes & 3);
                palettes >>= 2;
            }
        }
        if !has_masks {
            return;
        }
        let Ok([first, bytes, left, right]) = data.array("an object's masks") else { return };
        for row in 0..height {
            let row = y.saturating_add(row);
            for place in 0..usize::from(bytes) {
                // These bytes stand as they are.
                let Ok(byte) = data.u8("an object's masks") else { return };
                let kept = match place {
                    0 => left,
                    _ if place.saturating_add(1) == usize::from(bytes) => right,
                    _ => 0,
                };
                shown.put_mask(row, usize::from(first).saturating_add(place), |old| old & kept | byte);
            }
        }
    }
}

impl TileTables {
    /// Takes a room's tables and its tiles; what it does not write stays (Q11, Q27).
    pub fn enter(&mut self, room: &crate::Room, tiles: Option<&TileBlock>) {
        if let Some(room) = &room.tiles {
            room.enter(self, tiles);
        }
    }
}

/// The place of a tile as a column of the room.
fn column(place: usize) -> i32 {
    i32::try_from(place).unwrap_or(i32::MAX)
}

/// Pixels as tiles; nothing lies left of the room or above it.
fn tile(pixels: i16) -> usize {
    usize::try_from(pixels >> 3).unwrap_or(0)
}

/// The width of a room in pixels (Q21).
pub fn pixel_width(tiles: u16) -> u32 {
    u32::from(tiles).max(NARROWEST as u32).saturating_mul(8)
}

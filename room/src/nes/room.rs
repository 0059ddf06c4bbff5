//! The values that a room writes to the machine's tables, and the changes that its objects make
//! there (Q21..Q24, Q30..Q32).

use std::ops::Range;
use std::sync::Arc;

use super::tables::{Layer, TileBlock, TileTables, next_run, unpack};
use super::{BASE_TILES, ROWS};
use crate::image::strip::RoomTarget;
use crate::image::table::Notes;
use crate::room::{Room, RoomObject};
use crate::{Reader, Result};

/// The width of rooms that store half of the table of palettes (Q23).
const HALF_STORED: usize = 28;
/// Length of the table of palettes in bytes.
const ATTRIBUTES: usize = 64;

/// The positions of a room's pictures in its block. Missing data at their ends is ignored.
#[derive(Clone, Debug)]
pub struct TileRoom {
    block: Arc<[u8]>,
    /// The width in tiles as stored.
    width: usize,
    /// The number of the room's tiles among the sets; 0 for the base tiles.
    pub set: u8,
    /// Four palettes of four colours.
    pub colours: [u8; 16],
    names: usize,
    attributes: usize,
    masks: usize,
    pub has_masks: bool,
    /// The position of each object's picture.
    pub objects: Vec<usize>,
    /// The tables of a machine in which no other room was entered.
    own: Box<TileTables>,
}

impl TileRoom {
    /// Finds the pictures in a room's block, and records damage there.
    pub fn read(block: Reader<'_>, bytes: &Arc<[u8]>, notes: &mut Notes) -> Result<Self> {
        let width = block
            .at(4, "the room's width")?
            .u16_le("the room's width")?
            .into();
        let mut picture = block.follow(0x0a, "the picture")?;
        let set = picture.u8("the number of the tiles")?;
        let colours = picture.array("the room's colours")?;
        let mut masks = block.follow(0x0e, "the masks")?;
        let has_masks = masks.u8("whether there are masks")? != 0;
        let mut made = Self {
            block: Arc::clone(bytes),
            width,
            set,
            colours,
            names: picture.position_in(block),
            attributes: block
                .follow(0x0c, "the palettes of tiles")?
                .position_in(block),
            masks: masks.position_in(block),
            has_masks,
            objects: Vec::new(),
            own: Box::default(),
        };
        if let Some(what) = made.furnish(None, None) {
            notes.push(block.malformed(what, "the end of the data"));
        }
        Ok(made)
    }

    /// Creates the tables of a machine in which no other room was entered. Returns the name of a
    /// part that is cut off, if there is such a part.
    fn furnish(
        &mut self,
        base: Option<&TileBlock>,
        tiles: Option<&TileBlock>,
    ) -> Option<&'static str> {
        let mut own = TileTables::new(base);
        let cut = self.enter(&mut own, tiles);
        *self.own = own;
        cut
    }

    /// Writes the room to a machine's tables. Other values in the tables are kept (Q11, Q27).
    fn enter(&self, tables: &mut TileTables, tiles: Option<&TileBlock>) -> Option<&'static str> {
        let cut = self.write(&mut tables.stored);
        tables.take(self.colours, self.has_masks, tiles);
        cut
    }

    fn part(&self, at: usize) -> Reader<'_> {
        Reader::new(self.block.get(at..).unwrap_or_default())
    }

    /// Writes the tables of the room. Returns the name of a part that is cut off, if there is such
    /// a part.
    fn write(&self, tables: &mut Layer) -> Option<&'static str> {
        let mut cut = None;
        let mut names = self.part(self.names);
        let width = i32::try_from(self.width).unwrap_or(0);
        for row in 0..ROWS {
            if !unpack(&mut names, self.width, |place, tile| {
                tables.put_tile(row, column(place), tile)
            }) {
                cut = Some("16 rows of tiles");
            }
            for column in [-2, -1, width, width.saturating_add(1)] {
                tables.put_tile(row, column, 0);
            }
        }
        let mut attributes = self.part(self.attributes);
        let mut place = 0_usize;
        while place < ATTRIBUTES {
            let Some(run) = next_run(&mut attributes) else {
                cut = Some("the palettes of tiles");
                break;
            };
            run.colours()
                .enumerate()
                .for_each(|(i, byte)| tables.put_attributes(place.saturating_add(i), byte));
            place = place.saturating_add(run.count());
            if self.width == HALF_STORED && place % 8 == 0 {
                place = place.saturating_add(8);
            }
        }
        if self.has_masks {
            let mut masks = self.part(self.masks);
            let bytes = usize::from(masks.u8("the bytes of a row of masks").unwrap_or(0));
            for row in 0..ROWS {
                if !unpack(&mut masks, bytes, |place, byte| {
                    tables.put_mask(row, place, |_| byte)
                }) {
                    cut = Some("16 rows of masks");
                }
            }
        }
        cut
    }

    /// Draws strips of the room with the tables of the target, or with the room's own tables if the
    /// target has none (Q24, Q25).
    pub fn draw(&self, strips: Range<usize>, target: &mut RoomTarget<'_>) {
        let brought = target.tiles.take();
        let tables = brought.as_deref().unwrap_or(&self.own);
        tables.draw(&tables.stored, strips, 0..ROWS, target);
        target.tiles = brought;
    }

    /// Changes the tables for an object, and draws the strips of the object that are in `strips`
    /// (Q30).
    pub fn draw_object(
        &self,
        index: usize,
        object: &RoomObject,
        strips: Range<usize>,
        target: &mut RoomTarget<'_>,
    ) {
        let top = tile(object.position.y);
        let rows = top..top.saturating_add(usize::from(object.height >> 3));
        let mut brought = target.tiles.take();
        let mut own = brought.is_none().then(|| self.own.as_ref().clone());
        let Some(tables) = brought.as_deref_mut().or(own.as_mut()) else {
            return;
        };
        self.change(index, object, tables);
        tables.draw(&tables.shown, strips, rows, target);
        target.tiles = brought;
    }

    /// Writes an object's picture to the tables (Q30..Q32).
    fn change(&self, index: usize, object: &RoomObject, tables: &mut TileTables) {
        let mut data = self.part(self.objects.get(index).copied().unwrap_or(usize::MAX));
        let x = tile(object.position.x);
        let y = tile(object.position.y);
        let width = usize::from(object.width >> 3);
        let height = usize::from(object.height >> 3);
        let shown = &mut tables.shown;
        for row in 0..height {
            let row = y.saturating_add(row);
            unpack(&mut data, width, |place, tile| {
                shown.put_tile(row, column(x.saturating_add(place)), tile)
            });
        }
        for row in 0..height >> 1 {
            let mut palettes = 0;
            for column in 0..width >> 1 {
                if column % 4 == 0 {
                    palettes = data.u8("palettes").unwrap_or(0);
                }
                let place =
                    |start: usize, pair: usize| start.saturating_add(pair.saturating_mul(2));
                shown.put_palette(place(y, row), place(x, column), palettes & 3);
                palettes >>= 2;
            }
        }
        if !tables.has_masks {
            return;
        }
        let Ok([first, bytes, left, right]) = data.array("an object's masks") else {
            return;
        };
        for row in 0..height {
            let row = y.saturating_add(row);
            for place in 0..usize::from(bytes) {
                // These bytes are not packed.
                let Ok(byte) = data.u8("an object's masks") else {
                    return;
                };
                let kept = match place {
                    0 => left,
                    _ if place.saturating_add(1) == usize::from(bytes) => right,
                    _ => 0,
                };
                shown.put_mask(row, usize::from(first).saturating_add(place), |old| {
                    old & kept | byte
                });
            }
        }
    }
}

impl Room {
    /// The Nintendo: returns the number of the room's tiles among costumes (Q6, Q22); `None` for
    /// other rooms.
    #[must_use]
    pub fn tile_set(&self) -> Option<u16> {
        self.tiles
            .as_ref()
            .map(|tiles| BASE_TILES.saturating_add(tiles.set.into()))
    }

    /// The Nintendo: sets the tiles of which the room's picture is made, the base tiles and the
    /// room's own tiles. A stage has its own tables and does not need this method. Without tiles,
    /// the room has one colour.
    pub fn set_tiles(&mut self, base: Option<&TileBlock>, own: Option<&TileBlock>) {
        if let Some(tiles) = &mut self.tiles {
            tiles.furnish(base, own);
        }
    }
}

impl TileTables {
    /// Writes a room's tables and tiles. Other values are kept (Q11, Q27).
    pub fn enter(&mut self, room: &Room, tiles: Option<&TileBlock>) {
        if let Some(room) = &room.tiles {
            room.enter(self, tiles);
        }
    }
}

/// Converts the position of a tile to a column of the room.
fn column(place: usize) -> i32 {
    i32::try_from(place).unwrap_or(i32::MAX)
}

/// Converts pixels to tiles; negative positions become 0.
fn tile(pixels: i16) -> usize {
    usize::try_from(pixels >> 3).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::nes::{TileBlock, TileTables};
    use crate::{Canvas, Dialect, Planes, Platform, Result, Room, RoomParts, RoomTarget};

    /// Creates a room of two tiles with masks: tile 1, then tile 2; and an object of tile 3 at the
    /// second position.
    fn room() -> Vec<u8> {
        let mut bytes = vec![0; 0x20];
        bytes[4..8].copy_from_slice(&[2, 0, 16, 0]);
        bytes[0x14] = 1;
        let put = |bytes: &mut Vec<u8>, at: usize, part: &[u8]| {
            let start = u16::try_from(bytes.len()).unwrap().to_le_bytes();
            bytes[at..at + 2].copy_from_slice(&start);
            bytes.extend(part);
        };
        let colours: [u8; 16] = std::array::from_fn(|i| i as u8);
        put(
            &mut bytes,
            0x0a,
            &[&[5], &colours[..], &[0x82, 1, 2].repeat(16)].concat(),
        );
        // Columns 0..4 of the table with palette 1, except the second tile of the room, which has
        // palette 2.
        put(&mut bytes, 0x0c, &[1, 0b10_01_10_01, 63, 0]);
        put(
            &mut bytes,
            0x0e,
            &[&[1, 1][..], &[1, 2].repeat(16)].concat(),
        );
        bytes[0x15] = u8::try_from(bytes.len()).unwrap();
        bytes.extend([1, 10, 60, 0, 31, 0, 31, 1, 0, 0, 0]);
        put(&mut bytes, 0x1c, &[0x81, 3, 0, 1, 0xf0, 0, 0]);
        put(
            &mut bytes,
            0x1e,
            &[0, 0, 0, 0, 13, 0, 0, 1, 0, 1, 0, 5, 6, 0x08],
        );
        let size = u16::try_from(bytes.len()).unwrap().to_le_bytes();
        bytes[..2].copy_from_slice(&size);
        bytes
    }

    /// Creates four tiles: each pixel of tile n has the value n.
    fn tiles() -> TileBlock {
        let plane = |set: bool| [if set { 0xff } else { 0 }; 8];
        let tile = |n: u8| [plane(n & 1 != 0), plane(n & 2 != 0)].concat();
        TileBlock {
            count: 0,
            bytes: (0..4).flat_map(tile).collect(),
        }
    }

    fn parse(bytes: &[u8]) -> Result<Room> {
        Room::parse(
            &RoomParts::new(bytes),
            &Dialect::new(1).with_platform(Platform::Nes),
        )
    }

    #[test]
    fn a_room_is_drawn_with_the_tiles_that_it_is_given_q22_q25() {
        let mut room = parse(&room()).unwrap();
        assert!(room.problems().is_empty(), "{:?}", room.problems());
        assert_eq!(
            (room.width, room.height, room.tile_set()),
            (256, 128, Some(42))
        );
        room.set_tiles(None, Some(&tiles()));
        let picture = room.picture();
        assert_eq!(
            [0, 8, 16].map(|x| picture.pixels()[x]),
            [9, 10, 0],
            "palette 2, tiles 1 and 2"
        );
        // Only the second tile is masked.
        let (_, planes) = room.picture_and_planes();
        let plane = planes.get(1).unwrap();
        assert_eq!([plane[0], plane[8], plane[16]], [0, 0xff, 0]);
        assert_eq!(
            (
                room.boxes.len(),
                room.objects[0].id,
                room.objects[0].position.x
            ),
            (1, 13, 8)
        );
    }

    #[test]
    fn objects_change_tables_of_their_own_until_the_next_room_q30() {
        let room = parse(&room()).unwrap();
        let mut tables = TileTables::new(None);
        tables.enter(&room, Some(&tiles()));
        let draw = |tables: &mut TileTables, object: bool| {
            let mut canvas = Canvas::new(256, 128, 256);
            let mut planes = Planes::new(256, 128, 256, 2);
            let identity = std::array::from_fn(|i| i as u8);
            let canvas_mut = &mut canvas;
            let planes_mut = &mut planes;
            let mut target = RoomTarget {
                canvas: canvas_mut,
                planes: planes_mut,
                room_palette: &identity,
                tiles: Some(tables),
            };
            if object {
                assert!(room.draw_object(0, 8, 0..32, &mut target).is_some());
            } else {
                room.draw_background(0..32, &mut target);
            }
            let plane = planes.picture(1).unwrap();
            [0, 8].map(|x| (canvas.pixels()[x], plane.pixels()[x]))
        };
        assert_eq!(draw(&mut tables, false), [(9, 0), (10, 0xff)]);
        assert_eq!(
            draw(&mut tables, true),
            [(0, 0), (11, 0)],
            "the object's masks replace the masks of the background"
        );
        assert_eq!(
            draw(&mut tables, false),
            [(9, 0), (10, 0xff)],
            "the background is drawn from the room, without the object"
        );
        let second = tables.clone();
        assert_eq!(draw(&mut tables, true), [(0, 0), (11, 0)]);
        assert_eq!(tables, second, "the object's changes remain in the tables");
        tables.in_light(false);
        assert_eq!(
            draw(&mut tables, false).map(|(colour, _)| colour),
            [0x1d, 0x3d]
        );
        tables.in_light(true);
        tables.enter(&room, None);
        assert_eq!(
            draw(&mut tables, false),
            [(9, 0), (10, 0xff)],
            "a room without tiles keeps the tiles of the last room"
        );
    }

    #[test]
    fn every_prefix_of_a_room_is_read_or_an_error() {
        let whole = room();
        for len in 0..whole.len() {
            if let Ok(mut room) = parse(&whole[..len]) {
                room.set_tiles(Some(&tiles()), Some(&tiles()));
                let _ = room.picture();
            }
        }
    }
}

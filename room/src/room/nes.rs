//! Rooms of the Nintendo (Q21): the head, boxes and objects of v2 around tiles.

use super::build::Builder;
use super::object::{RoomObject, States};
use super::old;
use super::small::read_code;
use crate::nes::{TileBlock, TileRoom, room::pixel_width};
use crate::{Reader, Result};

use super::Room;

/// Reads the room; offsets count from the start of its block.
pub(super) fn read(b: &mut Builder<'_>) -> Result<()> {
    let file = b.room.reader;
    let mut size = file.at(4, "the room's size")?;
    let place = size;
    let (width, height) = (size.u16_le("the room's width")?, size.u16_le("the room's height")?);
    b.set_size(pixel_width(width), u32::from(height).saturating_mul(8), place)?;
    let mut head = file.at(old::OBJECTS, "the number of objects")?;
    b.made.object_count = head.u8("the number of objects")?;
    let boxes = head.u8("the boxes' offset")?;
    head.skip(6, "numbers of scripts and sounds")?;

    b.attempt(|b| old::read_boxes(b, file, boxes.into(), false));
    b.made.plane_count = 1;
    let mut problems = Vec::new();
    let bytes = b.room.bytes.clone();
    b.made.tiles = b.attempt(|_| TileRoom::read(file, &bytes, width.into(), &mut problems));
    problems.into_iter().for_each(|problem| b.notes.push(problem));
    b.attempt(|b| read_objects(b, head)).unwrap_or_default();
    if let Some(tiles) = &mut b.made.tiles {
        tiles.furnish(None, None);
    }
    Ok(())
}

/// As many offsets of pictures as objects, then as many of code blocks.
fn read_objects(b: &mut Builder<'_>, mut tables: Reader<'_>) -> Result<()> {
    let count = usize::from(b.made.object_count);
    let mut pictures = tables.sub(count.saturating_mul(2), "the objects' pictures")?;
    for _ in 0..count {
        let picture = pictures.u16_le("an object's picture")?;
        let code = tables.u16_le("an object's code")?;
        if let Some(tiles) = &mut b.made.tiles {
            tiles.push_object(picture);
        }
        b.push_object(|b| read_object(b, code));
    }
    Ok(())
}

fn read_object(b: &Builder<'_>, code: u16) -> Result<(RoomObject, States)> {
    let code = b.room.reader.at(usize::from(code), "an object's code")?;
    Ok((read_code(code, b.dialect)?, States::default()))
}

impl Room {
    /// The Nintendo: the number of the room's tiles among costumes (Q6, Q22); `None` for other rooms.
    #[must_use]
    pub fn tile_set(&self) -> Option<u16> {
        self.tiles.as_ref().map(|tiles| crate::nes::BASE_TILES.saturating_add(tiles.set.into()))
    }

    /// The Nintendo: gives the room the tiles of which its picture is made, the base tiles and its own. A stage has tables of
    /// its own and needs none here; without either the room is one colour.
    pub fn set_tiles(&mut self, base: Option<&TileBlock>, own: Option<&TileBlock>) {
        if let Some(tiles) = &mut self.tiles {
            tiles.furnish(base, own);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::nes::{TileBlock, TileTables};
    use crate::{Canvas, Dialect, Planes, Platform, Result, Room, RoomParts, Target};

    /// A room of two tiles with masks: tile 1, then tile 2; an object of tile 3 in the second place.
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
        put(&mut bytes, 0x0a, &[&[5], &colours[..], &[0x82, 1, 2].repeat(16)].concat());
        // Columns 0..4 of the table on palette 1 but for the second tile of the room, which is on palette 2.
        put(&mut bytes, 0x0c, &[1, 0b10_01_10_01, 63, 0]);
        put(&mut bytes, 0x0e, &[&[1, 1][..], &[1, 2].repeat(16)].concat());
        bytes[0x15] = u8::try_from(bytes.len()).unwrap();
        bytes.extend([1, 10, 60, 0, 31, 0, 31, 1, 0, 0, 0]);
        put(&mut bytes, 0x1c, &[0x81, 3, 0, 1, 0xf0, 0, 0]);
        put(&mut bytes, 0x1e, &[0, 0, 0, 0, 13, 0, 0, 1, 0, 1, 0, 5, 6, 0x08]);
        let size = u16::try_from(bytes.len()).unwrap().to_le_bytes();
        bytes[..2].copy_from_slice(&size);
        bytes
    }

    /// Four tiles: each pixel of tile n has the value n.
    fn tiles() -> TileBlock {
        let plane = |set: bool| [if set { 0xff } else { 0 }; 8];
        let tile = |n: u8| [plane(n & 1 != 0), plane(n & 2 != 0)].concat();
        TileBlock { count: 0, bytes: (0..4).flat_map(tile).collect() }
    }

    fn parse(bytes: &[u8]) -> Result<Room> {
        Room::parse(&RoomParts::new(bytes), &Dialect::new(1).with_platform(Platform::Nes))
    }

    #[test]
    fn a_room_is_drawn_with_the_tiles_that_it_is_given_q22_q25() {
        let mut room = parse(&room()).unwrap();
        assert!(room.problems().is_empty(), "{:?}", room.problems());
        assert_eq!((room.width, room.height, room.tile_set()), (256, 128, Some(42)));
        room.set_tiles(None, Some(&tiles()));
        let picture = room.picture();
        assert_eq!([0, 8, 16].map(|x| picture.pixels()[x]), [9, 10, 0], "palette 2, tiles 1 and 2");
        // Only the second tile is masked.
        let (_, planes) = room.picture_and_planes();
        let plane = planes.iter().nth(1).unwrap();
        assert_eq!([plane[0], plane[8], plane[16]], [0, 0xff, 0]);
        assert_eq!((room.boxes.len(), room.objects[0].id, room.objects[0].position.x), (1, 13, 8));
    }

    #[test]
    fn objects_change_tables_of_their_own_until_the_next_room_q30() {
        let room = parse(&room()).unwrap();
        let mut tables = TileTables::new(None);
        tables.enter(&room, Some(&tiles()));
        let draw = |tables: &mut TileTables, object: bool| {
            let (mut canvas, mut planes) = (Canvas::new(256, 128, 256), Planes::new(256, 128, 256, 2));
            let identity = std::array::from_fn(|i| i as u8);
            let (canvas_mut, planes_mut) = (&mut canvas, &mut planes);
            let mut target =
                Target { canvas: canvas_mut, planes: planes_mut, room_palette: &identity, tiles: Some(tables) };
            if object {
                room.draw_object(0, 8, 0..32, &mut target).unwrap();
            } else {
                room.draw_background(0..32, &mut target);
            }
            [0, 8].map(|x| (canvas.pixels()[x], planes.iter().nth(1).unwrap()[x]))
        };
        assert_eq!(draw(&mut tables, false), [(9, 0), (10, 0xff)]);
        assert_eq!(draw(&mut tables, true), [(0, 0), (11, 0)], "its masks take away what was hidden");
        assert_eq!(draw(&mut tables, false), [(9, 0), (10, 0xff)], "the background is drawn as the room has it");
        let second = tables.clone();
        assert_eq!(draw(&mut tables, true), [(0, 0), (11, 0)]);
        assert_eq!(tables, second, "the tables keep what it changed");
        tables.in_light(false);
        assert_eq!(draw(&mut tables, false).map(|(colour, _)| colour), [0x1d, 0x3d]);
        tables.in_light(true);
        tables.enter(&room, None);
        assert_eq!(draw(&mut tables, false), [(9, 0), (10, 0xff)], "the tiles are still there");
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

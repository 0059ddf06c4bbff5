//! Stages for tests: actors 1 to 4 in the room, costume 1 a single picture of 8x10 pixels above its anchor.

use std::sync::Arc;

use scumm_costume::Costume;
use scumm_costume::edit::encode::cost::{Draft, DraftPicture, encode};
use scumm_costume::{Entry, Record, Sequence};
use scumm_room::{Dialect, Palette, Point, Room, RoomParts, Surface};

use crate::{Backdrop, Band, Environment, Picture, Stage};

/// Nothing sounds; chance always gives the greatest.
pub(crate) struct Loud;

impl Environment for Loud {
    fn random(&mut self, _min: i32, max: i32) -> i32 {
        max
    }

    fn sound_running(&self, _sound: u16) -> bool {
        false
    }
}

/// A stage with a backdrop of colour 7, as large as the screen, and actors 1..=4 in the room that ignore boxes.
pub(crate) fn stage(dialect: Dialect) -> Stage {
    let (width, height) = dialect.screen_size();
    wide_stage(dialect, usize::from(width), usize::from(height))
}

/// The same with a room of another size.
pub(crate) fn wide_stage(dialect: Dialect, width: usize, height: usize) -> Stage {
    let picture = Picture::new(Surface::filled(width, height, 7), Vec::new(), 1).unwrap();
    let mut stage = Stage::new(dialect, Backdrop::Picture(Arc::new(picture)), Band::new(0, 200));
    stage.draw_background();
    for id in 1..=4 {
        let mut actor = stage.actor_mut(id).unwrap();
        (actor.ignore_boxes, actor.room) = (true, 1);
    }
    stage
}

/// A costume whose animations `frames` times 4 all loop over `commands` on limb 0; command 0 shows a box of 8x10
/// pixels whose lowest line is the anchor's.
pub(crate) fn costume(dialect: &Dialect, frames: usize, commands: &[u8]) -> Arc<Costume> {
    let cel = Arc::new(Surface::filled(8, 10, 1));
    let picture = DraftPicture { rel: Point::new(0, -9), step: Point::new(0, 0), cel };
    let extra = u8::try_from(commands.len() - 1).unwrap();
    let entries = vec![Entry { limb: 0, sequence: Some(Sequence { start: 0, extra, loops: true }) }];
    let mut draft = Draft { palette: vec![40; 16], commands: commands.to_vec(), ..Draft::default() };
    draft.records = vec![Some(Record { entries }); frames * 4];
    draft.limbs[0] = vec![Some(picture)];
    // v7 and later have no COST, and the old bundle has none with 16 colours: the costume is made for another version and
    // then played by the rules of this one.
    let made_for = match dialect {
        _ if dialect.is_old_bundle() => Dialect::new(3).with_old256(true),
        _ if dialect.has_akos() => Dialect::new(6),
        _ => *dialect,
    };
    let costume = Costume::parse(&encode(&draft, &made_for).unwrap(), &made_for).unwrap();
    Arc::new(costume.with_dialect(*dialect))
}

/// A stage with costume 1, worn by actor 1 at (100, 100).
pub(crate) fn dressed(dialect: Dialect) -> Stage {
    let mut stage = stage(dialect);
    stage.insert_costume(1, costume(&dialect, 6, &[0])).unwrap();
    stage.actor_mut(1).unwrap().set_costume(1).unwrap();
    stage.actor_mut(1).unwrap().put(100, 100, Some(1));
    stage
}

/// A room of one colour, with objects and one walk box as large as the room (v5 and later).
pub(crate) struct TestRoom<'a> {
    pub width: u16,
    pub height: u16,
    pub colour: u8,
    pub objects: &'a [TestObject],
}

/// An object; in state n all of it has the nth colour.
#[derive(Clone, Copy)]
pub(crate) struct TestObject {
    pub id: u16,
    pub at: (i16, i16),
    pub width: u16,
    pub height: u16,
    pub colours: &'static [u8],
}

/// A chunk of v5 and later: tag, size, data.
fn chunk(tag: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let data = parts.concat();
    let size = u32::try_from(data.len() + 8).unwrap();
    [&tag[..], &size.to_be_bytes(), &data].concat()
}

/// A picture of one colour: a table of strips, then strips of code 1, pixels row by row.
fn picture(width: u16, height: u16, colour: u8) -> Vec<u8> {
    let strips = u32::from(width / 8);
    let length = 1 + 8 * u32::from(height);
    let table: Vec<u8> = (0..strips).flat_map(|i| (8 + 4 * strips + i * length).to_le_bytes()).collect();
    let strip = [&[1][..], &vec![colour; usize::from(height) * 8]].concat();
    chunk(b"SMAP", &[&table, &strip.repeat(usize::try_from(strips).unwrap())])
}

impl TestObject {
    fn chunks(&self, dialect: &Dialect) -> Vec<u8> {
        let id = self.id.to_le_bytes();
        let place = [self.at.0.to_le_bytes(), self.at.1.to_le_bytes()].concat();
        let size = [self.width.to_le_bytes(), self.height.to_le_bytes()].concat();
        let version: &[u8] = if dialect.is_v7_plus() { &[0xda, 2, 0, 0] } else { &[] };
        let count = u16::try_from(self.colours.len()).unwrap().to_le_bytes();
        let image_header = match dialect.is_v7_plus() {
            true => [version, &id, &count, &place, &size, &[0; 6]].concat(),
            false => [&id[..], &count, &[0; 8], &size, &[0; 2]].concat(),
        };
        let units = |n: i16| u8::try_from(n / 8).unwrap();
        let code_header = match dialect.version() {
            7 => [version, &id, &[0, 0]].concat(),
            6 => [&id[..], &place, &size, &[0; 7]].concat(),
            _ => {
                let size = [self.width as i16, self.height as i16].map(units);
                [&id[..], &[units(self.at.0), units(self.at.1)], &size, &[0; 7]].concat()
            }
        };
        let mut image = chunk(b"IMHD", &[&image_header]);
        for (state, colour) in (1..).zip(self.colours) {
            let tag = format!("IM{state:02X}").into_bytes();
            image.extend(chunk(&[tag[0], tag[1], tag[2], tag[3]], &[&picture(self.width, self.height, *colour)]));
        }
        [chunk(b"OBIM", &[&image]), chunk(b"OBCD", &[&chunk(b"CDHD", &[&code_header])])].concat()
    }
}

impl TestRoom<'_> {
    /// The room as it is parsed.
    pub fn parse(&self, dialect: &Dialect) -> Arc<Room> {
        let version: &[u8] = if dialect.is_v7_plus() { &[0xda, 2, 0, 0] } else { &[] };
        let count = u16::try_from(self.objects.len()).unwrap();
        let sizes = [self.width, self.height, count].map(u16::to_le_bytes).concat();
        let corner = |x: u16, y: u16| [x.to_le_bytes(), y.to_le_bytes()].concat();
        let (right, bottom) = (self.width - 1, self.height - 1);
        let corners = [corner(0, 0), corner(right, 0), corner(right, bottom), corner(0, bottom)].concat();
        let settings = [0, 0, 255, 0]; // mask, flags, scale
        let boxes = [&[2, 0][..], &[0; 16], &settings, &corners, &settings].concat();
        let matrix = [0xff, 0xff, 1, 1, 1, 0xff]; // box 0 leads nowhere, box 1 to itself
        let objects: Vec<u8> = self.objects.iter().flat_map(|object| object.chunks(dialect)).collect();
        let image = chunk(b"IM00", &[&picture(self.width, self.height, self.colour)]);
        let bytes = chunk(
            b"ROOM",
            &[
                &chunk(b"RMHD", &[version, &sizes]),
                &chunk(b"BOXD", &[&boxes]),
                &chunk(b"BOXM", &[&matrix]),
                &chunk(b"RMIM", &[&chunk(b"RMIH", &[&[0, 0]]), &image]),
                &objects,
            ],
        );
        Arc::new(Room::parse(&RoomParts::new(&bytes), dialect).unwrap())
    }
}

/// An object of 16x16 pixels at (32, 16) that has two states.
pub(crate) const DOOR: TestObject = TestObject { id: 10, at: (32, 16), width: 16, height: 16, colours: &[50, 51] };
/// One of 8x8 pixels inside of it.
pub(crate) const KNOB: TestObject = TestObject { id: 11, at: (40, 24), width: 8, height: 8, colours: &[60] };

/// A stage before its first room, all of the screen; it has rooms 2 (of 320 pixels, with [`DOOR`] and [`KNOB`]), 3 (640
/// pixels) and 4 (8 pixels) of colours 12, 13, 14. Actors 1 and 2 wear costume 1.
pub(crate) fn touring(dialect: Dialect) -> Stage {
    let mut stage = Stage::empty(dialect);
    stage.set_band(Band::new(0, 200));
    let rooms: [(u16, u16, &[TestObject]); 3] = [(2, 320, &[DOOR, KNOB]), (3, 640, &[]), (4, 8, &[])];
    for (number, width, objects) in rooms {
        let room = TestRoom { width, height: 200, colour: 10 + number as u8, objects };
        stage.insert_room(number, room.parse(&dialect));
    }
    stage.insert_costume(1, costume(&dialect, 6, &[0])).unwrap();
    for id in [1, 2] {
        stage.actor_mut(id).unwrap().set_costume(1).unwrap();
    }
    stage
}

/// The same in a room that is shown, after its first frame, with actor 1 at (100, 100).
pub(crate) fn in_room(dialect: Dialect, number: u16) -> Stage {
    let mut stage = touring(dialect);
    stage.enter_room(number).unwrap();
    stage.actor_mut(1).unwrap().put(100, 100, Some(number));
    stage.show_actors();
    stage.tick(&mut Loud);
    stage.fade_in();
    stage.tick(&mut Loud);
    stage
}

/// A palette in which only a few colours are not far from everything.
pub(crate) fn palette(colours: &[(u8, [u8; 3])]) -> Palette {
    let mut palette = Palette([[0, 252, 0]; 256]);
    for (i, rgb) in colours {
        palette.0[usize::from(*i)] = *rgb;
    }
    palette
}

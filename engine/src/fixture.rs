//! Stages for tests: actors 1 to 4 are in the room; costume 1 is a single picture of 8x10 pixels
//! above its anchor.

use std::sync::Arc;

use scumm_costume::Costume;
use scumm_costume::edit::cost::{CostDraft, DraftPicture, encode};
use scumm_costume::{CostEntry, CostRecord, CostSequence};
use scumm_room::edit::{ObjectPicture, ObjectPlan, RoomPlan, encode_room, invalid_box};
use scumm_room::{Dialect, Palette, Point, Room, RoomObject, RoomParts, Surface, WalkBox};

use crate::{Backdrop, Environment, Picture, Stage};

/// An environment in which no sound plays and every random number is the largest possible number.
pub(crate) struct Loud;

impl Environment for Loud {
    fn random(&mut self, _min: i32, max: i32) -> i32 {
        max
    }

    fn sound_running(&self, _sound: u16) -> bool {
        false
    }
}

/// Creates a stage with a backdrop of colour 7 in the size of the screen, and actors 1..=4 in the
/// room, which ignore boxes.
pub(crate) fn stage(dialect: Dialect) -> Stage {
    let (width, height) = dialect.screen_size();
    wide_stage(dialect, usize::from(width), usize::from(height))
}

/// Creates the stage of [`stage`] with a room of another size.
pub(crate) fn wide_stage(dialect: Dialect, width: usize, height: usize) -> Stage {
    let picture = Picture::new(Surface::filled(width, height, 7), Vec::new(), 1).unwrap();
    let mut stage = Stage::new(dialect, Backdrop::Picture(Arc::new(picture)), 0..200);
    stage.draw_background();
    for id in 1..=4 {
        let mut actor = stage.actor_mut(id).unwrap();
        actor.ignore_boxes = true;
        actor.room = 1;
    }
    stage
}

/// Creates a costume whose animations all loop over `commands` on limb 0, 4 for each of `frames`.
/// Command 0 shows a picture of 8x10 pixels whose lowest row is the row of the anchor.
pub(crate) fn costume(dialect: &Dialect, frames: usize, commands: &[u8]) -> Arc<Costume> {
    let cel = Arc::new(Surface::filled(8, 10, 1));
    let picture = DraftPicture {
        rel: Point::new(0, -9),
        step: Point::new(0, 0),
        cel,
    };
    let extra = u8::try_from(commands.len() - 1).unwrap();
    let entries = vec![CostEntry {
        limb: 0,
        sequence: Some(CostSequence {
            start: 0,
            extra,
            loops: true,
        }),
    }];
    let mut draft = CostDraft {
        palette: vec![40; 16],
        commands: commands.to_vec(),
        ..CostDraft::default()
    };
    draft.records = vec![Some(CostRecord { entries }); frames * 4];
    draft.limbs[0] = vec![Some(picture)];
    // v7 and later have no COST, and the old bundle has no COST with 16 colours. For these versions
    // the costume is made for another version and then played by the rules of the requested
    // version.
    let made_for = match dialect {
        _ if dialect.is_old_bundle() => Dialect::new(3).with_old256(true),
        _ if dialect.has_akos() => Dialect::new(6),
        _ => *dialect,
    };
    let costume = Costume::parse(&encode(&draft, &made_for).unwrap(), &made_for).unwrap();
    Arc::new(costume.with_dialect(*dialect))
}

/// Creates a stage with costume 1, worn by actor 1 at (100, 100).
pub(crate) fn dressed(dialect: Dialect) -> Stage {
    let mut stage = stage(dialect);
    stage.insert_costume(1, costume(&dialect, 6, &[0])).unwrap();
    stage.actor_mut(1).unwrap().set_costume(1).unwrap();
    stage.actor_mut(1).unwrap().put(100, 100, Some(1));
    stage
}

/// Creates a room of one colour, with objects and one walk box of the room's size (v5 to v7).
pub(crate) fn plain_room(
    dialect: &Dialect,
    (width, height): (usize, usize),
    colour: u8,
    objects: Vec<ObjectPlan>,
) -> Arc<Room> {
    let right = i16::try_from(width).unwrap() - 1;
    let bottom = i16::try_from(height).unwrap() - 1;
    let boxes = vec![invalid_box(), WalkBox::rect(0, 0, right, bottom)];
    let plan = RoomPlan {
        picture: Surface::filled(width, height, colour),
        boxes,
        objects,
        ..RoomPlan::default()
    };
    Arc::new(
        Room::parse(
            &RoomParts::new(&encode_room(&plan, dialect).unwrap()),
            dialect,
        )
        .unwrap(),
    )
}

/// Creates a square object; in state n it is filled with the nth colour.
fn object(id: u16, position: (i16, i16), side: u16, colours: &[u8]) -> ObjectPlan {
    let pixels = |colour| Surface::filled(side.into(), side.into(), colour);
    let picture = |(state, &colour)| ObjectPicture {
        state,
        pixels: pixels(colour),
        planes: Vec::new(),
    };
    ObjectPlan {
        object: RoomObject {
            id,
            position: position.into(),
            width: side,
            height: side,
            ..RoomObject::default()
        },
        pictures: (1..).zip(colours).map(picture).collect(),
    }
}

/// Creates a stage before its first room that fills the screen. The stage has rooms 2 (320 pixels
/// wide), 3 (640 pixels) and 4 (8 pixels) of colours 12, 13, 14. Room 2 has object 10 of 16x16
/// pixels at (32, 16) with two states, and inside of it object 11 of 8x8 pixels with one state.
/// Actors 1 and 2 wear costume 1.
pub(crate) fn touring(dialect: Dialect) -> Stage {
    let mut stage = Stage::empty(dialect);
    stage.set_band(0..200);
    let door = object(10, (32, 16), 16, &[50, 51]);
    let knob = object(11, (40, 24), 8, &[60]);
    for (number, width, colour, objects) in [
        (2, 320, 12, vec![door, knob]),
        (3, 640, 13, vec![]),
        (4, 8, 14, vec![]),
    ] {
        stage.insert_room(number, plain_room(&dialect, (width, 200), colour, objects));
    }
    stage.insert_costume(1, costume(&dialect, 6, &[0])).unwrap();
    for id in [1, 2] {
        stage.actor_mut(id).unwrap().set_costume(1).unwrap();
    }
    stage
}

/// Creates the stage of [`touring`] in a visible room after its first frame, with actor 1 at (100,
/// 100).
pub(crate) fn in_room(dialect: Dialect, number: u16) -> Stage {
    let mut stage = touring(dialect);
    stage.enter_room(number).unwrap();
    stage.actor_mut(1).unwrap().put(100, 100, Some(number));
    stage.show_actors();
    stage.tick(&mut Loud);
    stage.overlay().fade_in();
    stage.tick(&mut Loud);
    stage
}

/// Creates a palette in which all colours except the given ones are far from any other colour.
pub(crate) fn palette(colours: &[(u8, [u8; 3])]) -> Palette {
    let mut palette = Palette::new([[0, 252, 0]; 256]);
    for (i, rgb) in colours {
        palette[*i] = *rgb;
    }
    palette
}

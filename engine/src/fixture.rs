//! Stages for tests: actors 1 to 4 in the room, costume 1 a single picture of 8x10 pixels above its anchor.

use std::sync::Arc;

use scumm_costume::Costume;
use scumm_costume::cost::{Entry, Record, Sequence};
use scumm_costume::edit::encode::cost::{Draft, DraftPicture, encode};
use scumm_room::{Dialect, Palette, Point, Surface};

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
    // There is no COST of v7 and later, and none with 16 colours in the old bundle; once parsed it plays by other rules.
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

/// A palette in which only a few colours are not far from everything.
pub(crate) fn palette(colours: &[(u8, [u8; 3])]) -> Palette {
    let mut palette = Palette([[0, 252, 0]; 256]);
    for (i, rgb) in colours {
        palette.0[usize::from(*i)] = *rgb;
    }
    palette
}

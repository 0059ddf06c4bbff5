//! The whole screen as the original shows it: the view of the stage on black, and the mapping
//! between pixels of the screen and of the room.

use glam::IVec2;
use scumm_engine::{Actor, Stage};

use scumm_media::paint::nearest;
use scumm_tools::boxes;

/// The width at which letters have their original size; they are larger on wider screens.
const USUAL_WIDTH: usize = 320;

/// The placement of the room on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The room's pixel in the top left corner.
    corner: IVec2,
    /// The pixels of a unit of the actors' positions (G4).
    unit: IVec2,
}

impl Placement {
    /// Returns the present placement. Only stages that are higher than the screen are scrolled
    /// vertically.
    pub fn of(stage: &Stage) -> Self {
        let (_, height) = screen_size(stage);
        let column = i32::try_from(stage.camera().view_start()).unwrap_or(i32::MAX);
        let spare = stage.front().height.saturating_sub(height);
        let line = (i32::from(stage.camera().cur.y) - height as i32 / 2)
            .clamp(0, i32::try_from(spare).unwrap_or(i32::MAX));
        Self {
            corner: IVec2::new(column, line),
            unit: boxes::unit(stage.dialect()),
        }
    }

    /// Converts a position of the room, in actors' units, to a pixel of the screen.
    pub fn on_screen(&self, position: IVec2) -> IVec2 {
        position * self.unit - self.corner
    }

    /// Returns the position of an actor's speech on the screen: its anchor with its talk position,
    /// scaled like the actor.
    pub fn speech(&self, actor: &Actor) -> IVec2 {
        // The talk position may have any value; no screen is as large as this limit.
        let far = IVec2::splat(4096);
        let above = IVec2::from(actor.talk_pos).clamp(-far, far)
            * IVec2::new(actor.scale_x.into(), actor.scale_y.into())
            / 255;
        self.on_screen(actor.pos.as_ivec2()) + above
    }

    /// Converts a pixel of the room to a pixel of the screen.
    pub fn pixel_on_screen(&self, x: i32, y: i32) -> IVec2 {
        IVec2::new(x, y) - self.corner
    }

    /// Converts a pixel of the screen to a pixel of the room.
    pub fn pixel_in_room(&self, pixel: IVec2) -> IVec2 {
        pixel + self.corner
    }

    /// Converts a pixel of the screen to a position in the room, in actors' units.
    pub fn in_room(&self, pixel: IVec2) -> IVec2 {
        self.pixel_in_room(pixel) / self.unit
    }
}

/// Returns the width and height of the screen in pixels.
pub fn screen_size(stage: &Stage) -> (usize, usize) {
    let (width, height) = stage.dialect().screen_size();
    (usize::from(width), usize::from(height))
}

/// Returns the factor by which letters are enlarged.
pub fn zoom(stage: &Stage) -> i32 {
    let (width, _) = screen_size(stage);
    i32::try_from(width / USUAL_WIDTH).unwrap_or(1).max(1)
}

/// Copies the visible part of rows, which are the stage's own or replace them, into a screen's
/// pixels. The rest of the screen becomes black.
pub fn copy<'a>(stage: &Stage, rows: impl Iterator<Item = &'a [u8]>, pixels: &mut Vec<u8>) {
    let (width, height) = screen_size(stage);
    pixels.clear();
    pixels.resize(
        width * height,
        nearest(&stage.colours().displayed().0, [0; 3]),
    );
    let first = usize::try_from(Placement::of(stage).corner.y).unwrap_or(0);
    // A room may be narrower than the screen. The contents of its buffer beside the room are not
    // part of the picture.
    let columns = stage
        .backdrop()
        .width()
        .saturating_sub(stage.camera().view_start());
    for (to, from) in pixels.chunks_exact_mut(width).zip(rows.skip(first)) {
        let shown = columns.min(width).min(from.len());
        to[..shown].copy_from_slice(&from[..shown]);
    }
}

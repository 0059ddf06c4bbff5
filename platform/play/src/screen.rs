//! The whole screen as the original engine shows it, with the view of the stage in the middle of a
//! black background. Converts between pixels of the screen and of the room. Draws layers over the
//! picture: walk boxes, z-planes, the actor's bounds and limbs, all colours.

use glam::IVec2;
use scumm_costume::NONE;
use scumm_engine::{Actor, Stage};
use scumm_media::paint::{Inks, Paint, nearest};
use scumm_room::WalkBox;
use scumm_tools::boxes;
use scumm_tools::casting::standing;
use scumm_tools::layers::frames;
use serde::{Deserialize, Serialize};

/// The width at which letters have their original size; they are larger on wider screens.
const USUAL_WIDTH: usize = 320;

/// The placement of the room on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The room's pixel in the top left corner of the screen. Its row is negative if the stage is
    /// lower than the screen.
    corner: IVec2,
    /// The pixels of a unit of the actors' positions (G4).
    unit: IVec2,
}

impl Placement {
    /// Returns the present placement. A stage that is higher than the screen is scrolled
    /// vertically, and a lower one lies in the middle.
    pub fn from_stage(stage: &Stage) -> Self {
        let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let (_, screen_height) = screen_size(stage);
        let (height, stage_height) = (side(screen_height), side(stage.front().height));
        let column = side(stage.camera().view_start());
        let line = if stage_height < height {
            -((height - stage_height) / 2)
        } else {
            (i32::from(stage.camera().cur.y) - height / 2).clamp(0, stage_height - height)
        };
        Self {
            corner: IVec2::new(column, line),
            unit: standing::unit(stage.dialect()),
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

/// Copies the visible part of `rows` into the pixels of a screen. The rows are those of the stage,
/// or rows of the same size that replace them. The rest of the screen becomes black.
pub fn copy<'a>(stage: &Stage, rows: impl Iterator<Item = &'a [u8]>, pixels: &mut Vec<u8>) {
    let (width, height) = screen_size(stage);
    pixels.clear();
    pixels.resize(
        width * height,
        nearest(stage.colours().displayed().colours(), [0; 3]),
    );
    let top = Placement::from_stage(stage).corner.y;
    let hidden = usize::try_from(top).unwrap_or(0);
    let above = usize::try_from(-top).unwrap_or(0);
    // A room may be narrower than the screen. The contents of its buffer beside the room are not
    // part of the picture.
    let columns = stage
        .backdrop()
        .width()
        .saturating_sub(stage.camera().view_start());
    let lines = pixels.chunks_exact_mut(width).skip(above);
    for (to, from) in lines.zip(rows.skip(hidden)) {
        let shown = columns.min(width).min(from.len());
        to[..shown].copy_from_slice(&from[..shown]);
    }
}

bitflags::bitflags! {
    /// The visible layers.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Layers: u8 {
        /// The walk boxes with their numbers.
        const BOXES = 1;
        /// The areas where z-planes hide actors.
        const PLANES = 1 << 1;
        /// The actor's position and the state of its limbs, as text.
        const LIMBS = 1 << 2;
        /// The actor's bounds on the screen and its anchor.
        const BOUNDS = 1 << 3;
        /// All colours.
        const PALETTE = 1 << 4;
        /// Boxes, limbs and bounds: the layers that describe the actor.
        const OF_ACTOR = Self::BOXES.bits() | Self::LIMBS.bits() | Self::BOUNDS.bits();
    }
}

/// The side of a palette colour in pixels, on a screen that is 320 pixels wide.
const SWATCH: i32 = 5;

/// Draws the visible layers over the screen. Some layers describe the given actor.
pub fn draw(
    paint: &mut Paint<'_>,
    inks: &Inks,
    layers: Layers,
    stage: &Stage,
    actor: Option<(&Actor, u16)>,
) {
    let place = Placement::from_stage(stage);
    if layers.contains(Layers::PLANES) {
        planes(paint, &place, inks, stage);
    }
    if layers.contains(Layers::BOXES) {
        let own = actor
            .filter(|(actor, _)| !actor.ignore_boxes)
            .map(|(actor, _)| usize::from(actor.walkbox));
        // The actor's own box, locked, unusable and ordinary boxes have different colours.
        let colour = |number: usize, walkbox: &WalkBox| match walkbox {
            _ if own == Some(number) => inks.yellow,
            unusable if unusable.is_invisible() => inks.blue,
            locked if locked.flags & WalkBox::LOCKED != 0 => inks.red,
            _ => inks.green,
        };
        boxes::draw(
            paint,
            stage.boxes().as_slice(),
            stage.dialect(),
            |p| place.on_screen(p),
            colour,
            inks.black,
        );
    }
    let Some((actor, costume)) = actor else {
        return;
    };
    if layers.contains(Layers::BOUNDS) {
        bounds(paint, actor, &place, inks);
    }
    if layers.contains(Layers::LIMBS) {
        let lines = lines(stage, actor, costume);
        // The lines stand below the stage if there is space.
        let stage_height = i32::try_from(stage.front().height).unwrap_or(i32::MAX);
        let below = stage_height.saturating_sub(place.corner.y);
        let letter = paint.letter();
        let top = if below.saturating_add(lines.len() as i32 * letter) <= paint.size().y {
            below
        } else {
            0
        };
        for (line, text) in lines.iter().enumerate() {
            paint.text(
                IVec2::new(0, top + line as i32 * letter),
                text,
                inks.white,
                inks.black,
            );
        }
    }
}

/// Draws every other pixel where a plane would hide an actor, with a colour for each plane except
/// plane 0, which hides nothing by itself.
fn planes(paint: &mut Paint<'_>, place: &Placement, inks: &Inks, stage: &Stage) {
    let colours = [inks.red, inks.green, inks.blue, inks.yellow];
    let left = i32::try_from(stage.camera().view_start()).unwrap_or(i32::MAX);
    for (plane, &ink) in (1..stage.front().plane_count()).zip(colours.iter().cycle()) {
        let rows = u8::try_from(plane)
            .ok()
            .and_then(|plane| stage.front().plane(plane));
        for (y, row) in (0..).zip(rows.into_iter().flatten()) {
            let hidden = (0..)
                .zip(row)
                .filter(|&(x, &hides)| hides != 0 && (x + y) % 2 == 0);
            for (x, _) in hidden {
                paint.dot(place.pixel_on_screen(left.saturating_add(x), y), ink);
            }
        }
    }
}

/// Draws all colours, sixteen on a row, in the top right corner. Call this function before the inks
/// are mixed, because mixing inks may change unused colours of the palette.
pub fn palette(paint: &mut Paint<'_>, zoom: i32) {
    let side = SWATCH * zoom;
    let corner = IVec2::new(paint.size().x - 16 * side, 0);
    for colour in 0..=255u8 {
        let from = corner + IVec2::from((i32::from(colour % 16), i32::from(colour / 16))) * side;
        paint.fill(from, from + side, colour);
    }
}

/// Draws the strips and rows that the actor covers, and a cross at its anchor.
fn bounds(paint: &mut Paint<'_>, actor: &Actor, place: &Placement, inks: &Inks) {
    let anchor = place.on_screen(actor.pos.as_ivec2());
    paint.line(
        anchor - IVec2::new(3, 0),
        anchor + IVec2::new(3, 0),
        inks.white,
    );
    paint.line(
        anchor - IVec2::new(0, 3),
        anchor + IVec2::new(0, 3),
        inks.white,
    );
    let strips = (actor.strips.iter().min(), actor.strips.iter().max());
    if let ((Some(first), Some(last)), true) = (strips, actor.top < actor.bottom) {
        let [left, right] = [first * 8, last * 8 + 7].map(|x| x as i32);
        let (from, to) = (
            place.pixel_on_screen(left, actor.top),
            place.pixel_on_screen(right, actor.bottom - 1),
        );
        paint.frame(from, to, inks.white);
    }
}

/// Describes the actor's position, and the cels and the state of its limbs: `limb 1: cel 1:6 (2 of
/// 2-4)`, where the numbers in parentheses are positions in the commands.
fn lines(stage: &Stage, actor: &Actor, costume: u16) -> Vec<String> {
    let mut lines = vec![
        format!(
            "room {} costume {costume} frame {}",
            stage.room_number(),
            actor.frame
        ),
        format!(
            "at {},{} box {} facing {}",
            actor.pos.x, actor.pos.y, actor.walkbox, actor.facing
        ),
        format!(
            "scale {},{} moving {:#x}",
            actor.scale_x, actor.scale_y, actor.walk.moving
        ),
    ];
    let worn = stage.costume(costume);
    let akos = worn.is_some_and(|c| c.is_akos());
    let shown = worn.map(|costume| (costume, costume.shown_cels(&actor.anim)));
    for (i, limb) in actor.anim.limbs.iter().enumerate() {
        let idle = if akos {
            limb.mode == 0
        } else {
            limb.curpos == NONE
        };
        if idle || limb.frame == NONE {
            continue;
        }
        // In a COST, bit 15 means that the sequence does not loop.
        let once = if !akos && limb.curpos > 0x7fff {
            " once"
        } else {
            ""
        };
        let position = if akos {
            limb.curpos
        } else {
            limb.curpos & 0x7fff
        };
        let stopped = if actor.anim.is_stopped(i) {
            " stopped"
        } else {
            ""
        };
        let mut cels = Vec::new();
        if let Some((costume, shown)) = &shown {
            let of_limb = shown.iter().filter(|cel| usize::from(cel.limb) == i);
            cels.extend(
                of_limb.map(|cel| frames::name_of(costume, cel.limb, cel.number).to_string()),
            );
        }
        let cels = match cels.as_slice() {
            [] => String::new(),
            [cel] => format!("cel {cel} "),
            several => format!("cels {} ", several.join(", ")),
        };
        lines.push(format!(
            "limb {i}: {cels}({position} of {}-{}{once}{stopped})",
            limb.start, limb.end
        ));
    }
    lines
}

//! Writer of rooms of v5, v6 and v7: converts plain values and pictures to a ROOM block (R4).

mod object;
mod picture_change;
mod rebuild;
mod tables;

pub use object::{ObjectPicture, ObjectPlan};
pub use rebuild::{can_rebuild_rooms, rebuild_room};

use picture_change::encode_picture;

use crate::boxes::{Boxes, MAX_BOXES};
use crate::cycle::Cycle;
use crate::image::table::check_size;
use crate::palette::StoredPalette;
use crate::room::Room;
use crate::{
    BoxMatrix, Dialect, Error, Misuse, Point, Reader, Result, ScaleSlot, Surface, Tag, WalkBox,
    block,
};

/// Returns the most planes of a room (R5).
fn most_planes(dialect: &Dialect) -> usize {
    if dialect.version() == 8 { 7 } else { 4 }
}

/// A room as plain values.
///
/// ```
/// use scumm_room::edit::{RoomPlan, encode_room};
/// use scumm_room::{Dialect, Room, RoomParts, Surface};
///
/// let plan = RoomPlan { picture: Surface::filled(320, 144, 7), ..Default::default() };
/// let bytes = encode_room(&plan, &Dialect::new(5))?;
/// let room = Room::parse_strict(&RoomParts::new(&bytes), &Dialect::new(5))?;
/// assert_eq!(room.picture(), plan.picture);
/// # Ok::<(), scumm_room::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPlan {
    /// The background. Its width must be a multiple of 8; its height is the height of the stage.
    pub picture: Surface,
    /// Z-planes 1.., at most four, with the size of the picture; pixels other than 0 hide actors.
    pub planes: Vec<Surface>,
    /// The colour that is transparent in objects' pictures (R2).
    pub transparent: u8,
    /// The palettes; in v5 at most one. In v5 and v6, an entry whose components are all 252 or more
    /// does not change the current colour (R3); missing entries are stored with this meaning. In v7
    /// missing entries are stored as black.
    pub palettes: Vec<StoredPalette>,
    /// Walk boxes, at most 255; box 0 is the invalid box ([`invalid_box`]).
    pub boxes: Vec<WalkBox>,
    /// The stored matrix; `None` computes the matrix from the boxes (B10).
    pub matrix: Option<BoxMatrix>,
    /// The values of scale slots 1..=4 (B6). A slot stores lines only, so its columns must be 0.
    pub scale_slots: Vec<Option<ScaleSlot>>,
    /// Colour cycles (R11). The delay of a cycle must be 16384 divided by a whole number, rounded
    /// down.
    pub cycles: Vec<Cycle>,
    /// Objects in slot order (O1).
    pub objects: Vec<ObjectPlan>,
    /// The code that runs when the room is entered; empty for no code.
    pub entry_code: Vec<u8>,
    /// The code that runs when the room is left; empty for no code.
    pub exit_code: Vec<u8>,
}

impl Default for RoomPlan {
    /// Returns an empty black room with the size of one screen.
    fn default() -> Self {
        Self {
            picture: Surface::filled(320, 200, 0),
            planes: Vec::new(),
            transparent: 255,
            palettes: Vec::new(),
            boxes: Vec::new(),
            matrix: None,
            scale_slots: Vec::new(),
            cycles: Vec::new(),
            objects: Vec::new(),
            entry_code: Vec::new(),
            exit_code: Vec::new(),
        }
    }
}

/// Returns box 0 of v5 and later, which means "none" (B4): its corners lie far outside the room.
pub fn invalid_box() -> WalkBox {
    let corner = Point::splat(-32000);
    WalkBox {
        ul: corner,
        ur: corner,
        lr: corner,
        ll: corner,
        ..WalkBox::default()
    }
}

impl Room {
    /// Returns the number of pixels of all pictures and planes in [`Self::plan`], each of which
    /// takes a byte. A damaged room may claim many large pictures, so that a caller should compare
    /// the number with a limit first.
    #[must_use]
    pub fn plan_pixels(&self) -> u64 {
        let area = |width: usize, height: usize| (width as u64).saturating_mul(height as u64);
        let planes = (self.plane_count as u64).saturating_add(1);
        let mut pixels = area(self.width, self.height).saturating_mul(planes);
        for (index, object) in self.objects.iter().enumerate() {
            let width = object.strips().saturating_mul(8);
            let size = area(width, object.drawn_height(self.dialect()));
            for pictures in self.picture_counts(index) {
                pixels = pixels.saturating_add(size.saturating_mul(pictures as u64));
            }
        }
        pixels
    }

    /// Returns the plain values of the room, without scripts, further sets of boxes, objects'
    /// pictures that are not strips, and the transparency of the background, whose transparent
    /// parts become 0.
    #[must_use]
    pub fn plan(&self) -> RoomPlan {
        let (picture, planes) = self.picture_and_planes();
        RoomPlan {
            planes: (1..planes.count())
                .filter_map(|number| planes.picture(number))
                .collect(),
            transparent: self.transparent,
            palettes: self.palettes.clone(),
            boxes: self.boxes.clone(),
            matrix: self.matrix.clone(),
            scale_slots: self.scale_slots.clone(),
            cycles: self.cycles.clone(),
            objects: self.object_plans(),
            entry_code: Vec::new(),
            exit_code: Vec::new(),
            picture,
        }
    }
}

/// Returns the ROOM block of a plan. [`Room::parse_strict`] parses it to the same values.
///
/// # Errors
/// Returns [`Error::Misuse`] if the version is not supported or the plan does not fit it, or
/// [`Error::Limit`] if a picture is too large to be read again.
pub fn encode_room(plan: &RoomPlan, dialect: &Dialect) -> Result<Vec<u8>> {
    if !matches!(dialect.version(), 5..=7) || dialect.is_humongous() {
        return Err(Error::misuse(
            Misuse::WrongVersion,
            "rooms can be written for versions 5, 6 and 7",
        ));
    }
    let (width, height) = check_sizes(plan, dialect)?;
    let mut header = header_version(dialect);
    let objects = u16::try_from(plan.objects.len());
    let objects = objects.map_err(|_| {
        Error::misuse(
            Misuse::OutOfRange,
            format!(
                "expected at most 65535 objects, found {}",
                plan.objects.len()
            ),
        )
    })?;
    [width, height, objects]
        .iter()
        .for_each(|n| header.extend(n.to_le_bytes()));

    if plan.boxes.len() > MAX_BOXES {
        return Err(Error::misuse(
            Misuse::OutOfRange,
            format!(
                "expected at most {MAX_BOXES} walk boxes, found {}",
                plan.boxes.len()
            ),
        ));
    }
    let boxes = Boxes::with_matrix(dialect, plan.boxes.clone(), plan.matrix.clone());
    let mut chunks = vec![
        block::write(Tag(*b"RMHD"), &header)?,
        block::write(Tag(*b"CYCL"), &tables::cycl(&plan.cycles)?)?,
        block::write(Tag(*b"TRNS"), &u16::from(plan.transparent).to_le_bytes())?,
        tables::palettes(&plan.palettes, dialect)?,
        block::write(Tag(*b"BOXD"), &tables::boxd(&plan.boxes))?,
        block::write(Tag(*b"BOXM"), &boxes.matrix().to_bytes())?,
    ];
    if !plan.scale_slots.is_empty() {
        chunks.push(block::write(
            Tag(*b"SCAL"),
            &tables::scal(&plan.scale_slots, dialect)?,
        )?);
    }
    chunks.push(image(plan, dialect)?);
    chunks.extend(object::blocks(&plan.objects, plan.transparent, dialect)?);
    // Code that ends immediately: the operation that stops a script.
    let no_code: &[u8] = if dialect.version() < 6 { &[0] } else { &[0x65] };
    for (tag, code) in [
        (Tag(*b"EXCD"), &plan.exit_code),
        (Tag(*b"ENCD"), &plan.entry_code),
    ] {
        chunks.push(block::write(
            tag,
            if code.is_empty() { no_code } else { code },
        )?);
    }
    block::write(Tag(*b"ROOM"), &chunks.concat())
}

/// Returns the version at the start of v7's headers; empty in other versions.
fn header_version(dialect: &Dialect) -> Vec<u8> {
    if dialect.is_v7_plus() {
        730_u32.to_le_bytes().to_vec()
    } else {
        Vec::new()
    }
}

/// Checks the sizes of a plan, and returns the size as a header stores it.
fn check_sizes(plan: &RoomPlan, dialect: &Dialect) -> Result<(u16, u16)> {
    let width = plan.picture.width();
    let height = plan.picture.height();
    let most = most_planes(dialect);
    if plan.planes.len() > most {
        return Err(Error::misuse(
            Misuse::OutOfRange,
            format!(
                "expected at most {most} z-planes, found {}",
                plan.planes.len()
            ),
        ));
    }
    let images = plan.objects.iter().flat_map(|object| &object.pictures);
    if images
        .into_iter()
        .any(|image| image.planes.len() > plan.planes.len())
    {
        return Err(Error::misuse(
            Misuse::OutOfRange,
            format!(
                "expected at most as many z-planes in an object as in the room, which has {}",
                plan.planes.len()
            ),
        ));
    }
    for (number, surface) in std::iter::once(&plan.picture)
        .chain(&plan.planes)
        .enumerate()
    {
        if (surface.width(), surface.height()) != (width, height) {
            return Err(Error::misuse(
                Misuse::WrongSize,
                format!(
                    "expected plane {number} to have the size of the picture, {width}x{height}"
                ),
            ));
        }
    }
    check_size(width, height, Reader::new(&[]))?;
    match (u16::try_from(width), u16::try_from(height)) {
        (Ok(w), Ok(h)) if w % 8 == 0 && w > 0 && h > 0 => Ok((w, h)),
        _ => Err(Error::misuse(
            Misuse::WrongSize,
            format!("expected a room whose width is a multiple of 8, found {width}x{height}"),
        )),
    }
}

/// Returns RMIM with the background and its planes (R4).
fn image(plan: &RoomPlan, dialect: &Dialect) -> Result<Vec<u8>> {
    let planes = plan.planes.iter().map(Some);
    let chunks = encode_picture(&plan.picture, planes, None, dialect)?;
    let count = u16::try_from(plan.planes.len()).unwrap_or(u16::MAX);
    let header = block::write(Tag(*b"RMIH"), &count.to_le_bytes())?;
    block::write(
        Tag(*b"RMIM"),
        &[header, block::write(Tag(*b"IM00"), &chunks)?].concat(),
    )
}

#[cfg(test)]
mod tests;

//! Objects of a room as plain values, with a picture for each state (O1–O6).

use super::header_version;
use super::picture_change::encode_picture;
use crate::room::{Room, RoomObject};
use crate::{Dialect, Error, Misuse, Result, Surface, Tag, block};

/// An object of a room as plain values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectPlan {
    /// Number, position and parent. v5 stores position and size in units of eight pixels; v6 and v7
    /// do not store where actors stand to use the object.
    pub object: RoomObject,
    /// The pictures of the object's states.
    pub pictures: Vec<ObjectPicture>,
}

/// The picture of an object in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectPicture {
    /// The state, from 1 on. An object in state 0 has no picture.
    pub state: u8,
    /// The pixels. The width is the width of the object's whole strips, the height is the number of
    /// drawn lines (O5). Pixels of the room's transparent colour are not drawn.
    pub pixels: Surface,
    /// Z-planes 1.. of the same size; `None` does not change the plane. If a strip of `pixels` has
    /// no transparent pixels, its plane replaces the room's plane; otherwise its plane is added to
    /// the room's plane (O6).
    pub planes: Vec<Option<Surface>>,
}

impl ObjectPlan {
    /// Returns the picture of a state.
    #[must_use]
    pub fn picture(&self, state: u8) -> Option<&ObjectPicture> {
        self.pictures.iter().find(|picture| picture.state == state)
    }
}

impl Room {
    /// Returns the plain values of the objects, without their code and without pictures that are
    /// not strips.
    pub(super) fn object_plans(&self) -> Vec<ObjectPlan> {
        let picture = |(state, pixels, planes)| ObjectPicture {
            state,
            pixels,
            planes,
        };
        let plan = |(index, object): (usize, &RoomObject)| {
            let pictures = self.object_pictures(index, object).map(picture).collect();
            ObjectPlan {
                object: object.clone(),
                pictures,
            }
        };
        self.objects.iter().enumerate().map(plan).collect()
    }
}

/// Returns the tag of the picture of a state: IM01, IM02 … with hexadecimal digits (O3).
pub(super) fn tag_of_state(state: u8) -> Tag {
    let digits = format!("IM{state:02X}");
    Tag(digits.as_bytes().try_into().unwrap_or(*b"IM01"))
}

/// Returns OBIM: the header, and the pictures IM01 ….
fn images(plan: &ObjectPlan, transparent: u8, dialect: &Dialect) -> Result<Vec<u8>> {
    let RoomObject {
        id,
        position,
        width,
        height,
        direction,
        ..
    } = plan.object;
    let count = u16::try_from(plan.pictures.len()).unwrap_or(u16::MAX);
    let mut header = header_version(dialect);
    if dialect.is_v7_plus() {
        let words = [
            id,
            count,
            position.x as u16,
            position.y as u16,
            width,
            height,
        ];
        words.iter().for_each(|n| header.extend(n.to_le_bytes()));
        header.extend([0, 0, 0, byte(direction, "a direction")?, 0, 0]);
    } else {
        // The size follows the numbers and flags. The number of hotspots is 0.
        [id, count, 0, 0, 0, 0, width, height, 0]
            .iter()
            .for_each(|n| header.extend(n.to_le_bytes()));
    }
    let mut chunks = block::write(Tag(*b"IMHD"), &header)?;
    let size = (
        plan.object.strips().saturating_mul(8),
        plan.object.drawn_height(dialect),
    );
    for (
        place,
        ObjectPicture {
            state,
            pixels,
            planes,
        },
    ) in plan.pictures.iter().enumerate()
    {
        let seen = plan
            .pictures
            .iter()
            .take(place)
            .any(|other| other.state == *state);
        if *state == 0 || seen {
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!("object {id}: a picture for state {state}"),
            ));
        }
        let mut surfaces = std::iter::once(pixels).chain(planes.iter().flatten());
        if surfaces.any(|surface| (surface.width(), surface.height()) != size) {
            let (width, height) = size;
            return Err(Error::misuse(
                Misuse::WrongSize,
                format!(
                    "object {id}: expected {width}x{height} pixels in the picture of state {state}"
                ),
            ));
        }
        let tag = tag_of_state(*state);
        let planes = planes.iter().map(Option::as_ref);
        chunks.extend(block::write(
            tag,
            &encode_picture(pixels, planes, Some(transparent), dialect)?,
        )?);
    }
    block::write(Tag(*b"OBIM"), &chunks)
}

/// Returns OBCD: the header, without verbs and name.
fn code(object: &RoomObject, dialect: &Dialect) -> Result<Vec<u8>> {
    let RoomObject {
        id,
        position,
        width,
        height,
        parent,
        parent_state,
        walk,
        direction,
        ..
    } = *object;
    let direction = byte(direction, "a direction")?;
    let mut header = header_version(dialect);
    header.extend(id.to_le_bytes());
    match dialect.version() {
        5 => {
            let x = i32::from(position.x);
            let y = i32::from(position.y);
            for (n, what) in [
                (x, "column"),
                (y, "line"),
                (width.into(), "width"),
                (height.into(), "height"),
            ] {
                let units = u8::try_from(n / 8).ok().filter(|_| n % 8 == 0);
                let wrong = || {
                    Error::misuse(
                        Misuse::OutOfRange,
                        format!("object {id}: version 5 cannot store the {what} {n}"),
                    )
                };
                header.push(units.ok_or_else(wrong)?);
            }
            header.extend([parent_state, parent]);
            [walk.x, walk.y]
                .iter()
                .for_each(|n| header.extend(n.to_le_bytes()));
            header.push(direction);
        }
        6 => {
            [position.x, position.y]
                .iter()
                .for_each(|n| header.extend(n.to_le_bytes()));
            [width, height]
                .iter()
                .for_each(|n| header.extend(n.to_le_bytes()));
            header.extend([parent_state, parent, 0, 0, 0, 0, direction]);
        }
        _ => header.extend([parent, parent_state]),
    }
    let chunks = [
        (Tag(*b"CDHD"), &header[..]),
        (Tag(*b"VERB"), &[0]),
        (Tag(*b"OBNA"), &[0]),
    ];
    let chunks = chunks
        .into_iter()
        .map(|(tag, data)| block::write(tag, data))
        .collect::<Result<Vec<_>>>()?;
    block::write(Tag(*b"OBCD"), &chunks.concat())
}

fn byte(n: u16, what: &str) -> Result<u8> {
    u8::try_from(n).map_err(|_| Error::misuse(Misuse::OutOfRange, format!("{what} of {n}")))
}

/// Returns the blocks of all objects: first the pictures, then the code, as in rooms of the games.
pub(super) fn blocks(
    plans: &[ObjectPlan],
    transparent: u8,
    dialect: &Dialect,
) -> Result<Vec<Vec<u8>>> {
    let has_images = |plan: &&ObjectPlan| plan.object.ors_planes || !plan.pictures.is_empty();
    let images = plans
        .iter()
        .filter(has_images)
        .map(|plan| images(plan, transparent, dialect));
    let codes = plans.iter().map(|plan| code(&plan.object, dialect));
    images.chain(codes).collect()
}

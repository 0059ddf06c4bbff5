//! Rebuilds a stored room with changed values (R1–R6, O1–O6): v5 to v8.
//!
//! A block keeps its bytes if its values did not change, and so does each strip of a changed
//! picture whose pixels did not change. Scripts and unknown blocks are never changed.

use std::collections::HashSet;

use super::object::{ObjectPicture, tag_of_state};
use super::picture_change::{PictureChange, PlanePair, encode_picture};
use super::{ObjectPlan, RoomPlan, check_sizes, tables};
use crate::block::{self, Block, Header};
use crate::boxes::Boxes;
use crate::room::{Room, RoomObject, RoomParts};
use crate::{Dialect, Error, Misuse, Reader, Result, Surface, Tag};

/// Returns whether rooms of a version can be rebuilt ([`rebuild_room`]): v5 to v8, without
/// Humongous games.
#[must_use]
pub fn can_rebuild_rooms(dialect: &Dialect) -> bool {
    matches!(dialect.version(), 5..=8) && !dialect.is_humongous()
}

/// Returns the ROOM block of a stored room with the values of a plan, which is usually a changed
/// [`Room::plan`]. Everything that the plan does not change keeps its bytes, so that an unchanged
/// plan gives the same block. If the plan has no matrix, the matrix is computed from the boxes
/// (B10). Code in the plan is ignored.
///
/// ```
/// use scumm_room::edit::{RoomPlan, encode_room, rebuild_room};
/// use scumm_room::{Dialect, Room, RoomParts, Surface};
///
/// let dialect = Dialect::new(6);
/// let plan = RoomPlan { picture: Surface::filled(320, 144, 7), ..Default::default() };
/// let stored = encode_room(&plan, &dialect)?;
/// let parts = RoomParts::new(&stored);
/// let mut plan = Room::parse(&parts, &dialect)?.plan();
/// assert_eq!(rebuild_room(&parts, &plan, &dialect)?, stored);
/// plan.picture.pixels_mut()[0] = 9;
/// let changed = rebuild_room(&parts, &plan, &dialect)?;
/// assert_eq!(Room::parse(&RoomParts::new(&changed), &dialect)?.picture(), plan.picture);
/// # Ok::<(), scumm_room::Error>(())
/// ```
///
/// The pictures of the stored room, of the plan and of the new room are in memory at the same time
/// ([`Room::plan_pixels`]).
///
/// # Errors
/// Returns [`Error::Malformed`] if the stored room cannot be read, and [`Error::Misuse`] if the
/// version is not 5 to 8, for a Humongous game, or if the format or the stored room has no place
/// for a changed value.
pub fn rebuild_room(parts: &RoomParts<'_>, plan: &RoomPlan, dialect: &Dialect) -> Result<Vec<u8>> {
    if !can_rebuild_rooms(dialect) {
        return Err(Error::misuse(
            Misuse::WrongVersion,
            "rooms can be rebuilt for versions 5, 6, 7 and 8",
        ));
    }
    let old = Room::parse(parts, dialect)?.plan();
    let wanted = complete(plan, &old, dialect);
    if wanted == old {
        return Ok(parts.room.to_vec());
    }
    check_sizes(&wanted, dialect)?;
    check_objects(&old, &wanted)?;

    let mut reader = Reader::new(parts.room).with_base(parts.base);
    let outer = block::read(&mut reader, Header::Large)?;
    let mut rebuilder = Rebuilder {
        old: &old,
        new: &wanted,
        dialect,
        seen: HashSet::new(),
    };
    let (children, rest) = block::whole_children(outer.data);
    let mut payload = Vec::new();
    for child in &children {
        payload.extend(rebuilder.block(child)?);
    }
    payload.extend(rest);
    let mut rebuilt = block::write(outer.tag, &payload)?;
    rebuilt.extend(reader.rest());

    let stored = RoomParts {
        room: &rebuilt,
        ..*parts
    };
    let found = Room::parse(&stored, dialect)?.plan();
    match first_difference(&found, &wanted) {
        None => Ok(rebuilt),
        Some(part) => Err(Error::misuse(
            Misuse::Invalid,
            format!("the room has no place for the changed {part}"),
        )),
    }
}

/// Returns the plan with its matrix, without code, and with planes as [`Room::plan`] returns them:
/// pixels are 0 or 0xFF, and a picture of an object has as many planes as the room. A stored room
/// without a matrix gets none if its boxes do not change.
fn complete(plan: &RoomPlan, old: &RoomPlan, dialect: &Dialect) -> RoomPlan {
    let mut plan = plan.clone();
    plan.planes.iter_mut().for_each(fill_pixels);
    let count = plan.planes.len();
    for object in &mut plan.objects {
        for picture in &mut object.pictures {
            picture.planes.iter_mut().flatten().for_each(fill_pixels);
            picture.planes.resize(count.max(picture.planes.len()), None);
        }
    }
    let has_no_matrix = old.matrix.is_none() && old.boxes == plan.boxes;
    if plan.matrix.is_none() && !plan.boxes.is_empty() && !has_no_matrix {
        let boxes = Boxes::with_matrix(dialect, plan.boxes.clone(), None);
        plan.matrix = Some(boxes.matrix().clone());
    }
    plan.entry_code = Vec::new();
    plan.exit_code = Vec::new();
    plan
}

/// Sets the pixels of a plane that hide actors to 0xFF.
fn fill_pixels(plane: &mut Surface) {
    for pixel in plane.pixels_mut() {
        if *pixel != 0 {
            *pixel = u8::MAX;
        }
    }
}

/// Checks that a plan has the objects of the stored room, with at least their pictures.
fn check_objects(old: &RoomPlan, new: &RoomPlan) -> Result<()> {
    let numbers =
        |plan: &RoomPlan| -> Vec<u16> { plan.objects.iter().map(|plan| plan.object.id).collect() };
    if numbers(old) != numbers(new) {
        return Err(Error::misuse(
            Misuse::Contradiction,
            "objects cannot be added to a stored room, removed from it or moved to another slot",
        ));
    }
    for (old, new) in old.objects.iter().zip(&new.objects) {
        for picture in &old.pictures {
            if new.picture(picture.state).is_none() {
                return Err(Error::misuse(
                    Misuse::Missing,
                    format!(
                        "object {}: expected a picture of state {}",
                        old.object.id, picture.state
                    ),
                ));
            }
        }
    }
    Ok(())
}

/// Returns the name of the first part in which two plans differ.
fn first_difference(found: &RoomPlan, wanted: &RoomPlan) -> Option<String> {
    let parts = [
        ("picture", found.picture == wanted.picture),
        ("z-planes", found.planes == wanted.planes),
        (
            "transparent colour",
            found.transparent == wanted.transparent,
        ),
        ("palettes", found.palettes == wanted.palettes),
        ("walk boxes", found.boxes == wanted.boxes),
        ("matrix of boxes", found.matrix == wanted.matrix),
        ("scale slots", found.scale_slots == wanted.scale_slots),
        ("colour cycles", found.cycles == wanted.cycles),
    ];
    for (name, is_same) in parts {
        if !is_same {
            return Some(name.to_owned());
        }
    }
    for (found, wanted) in found.objects.iter().zip(&wanted.objects) {
        if found != wanted {
            return Some(format!("object {}", wanted.object.id));
        }
    }
    None
}

/// Writes the blocks of a room with the values of a plan.
struct Rebuilder<'p> {
    old: &'p RoomPlan,
    new: &'p RoomPlan,
    dialect: &'p Dialect,
    /// The tags and objects whose first block was already written. A room uses only the first
    /// block.
    seen: HashSet<(Tag, u16)>,
}

impl Rebuilder<'_> {
    /// Returns a child of ROOM with the values of the plan.
    fn block(&mut self, child: &Block<'_>) -> Result<Vec<u8>> {
        let number = match &child.tag.0 {
            b"OBIM" => self.slot_of_images(child),
            b"OBCD" => self.slot_of_code(child),
            _ => Some(0),
        };
        let is_first = number.is_some_and(|number| self.seen.insert((child.tag, number)));
        let (true, Some(slot)) = (is_first, number) else {
            return Ok(child.whole.to_vec());
        };
        let changed = match &child.tag.0 {
            b"RMHD" => self.header(child)?,
            b"CYCL" if self.old.cycles != self.new.cycles => tables::cycl(&self.new.cycles)?,
            b"TRNS" => self.transparent(child),
            b"CLUT" | b"PALS" if self.old.palettes != self.new.palettes => {
                return tables::palettes(&self.new.palettes, self.dialect);
            }
            b"BOXD" if self.old.boxes != self.new.boxes => self.boxes(child),
            b"BOXM" if self.old.matrix != self.new.matrix => self.matrix(),
            b"SCAL" if self.old.scale_slots != self.new.scale_slots => {
                tables::scal(&self.new.scale_slots, self.dialect)?
            }
            b"RMIM" => self.images(child)?,
            b"IMAG" => self.background_change().imag(child.data, 0)?,
            b"OBIM" => self.object_images(child, usize::from(slot))?,
            b"OBCD" => self.object_code(child, usize::from(slot))?,
            _ => return Ok(child.whole.to_vec()),
        };
        block::write(child.tag, &changed)
    }

    /// Returns the payload of RMHD with the size of the picture.
    fn header(&self, child: &Block<'_>) -> Result<Vec<u8>> {
        let mut bytes = child.data.rest().to_vec();
        let width = self.new.picture.width();
        let height = self.new.picture.height();
        if self.dialect.version() == 8 {
            if self.old.planes.len() != self.new.planes.len() {
                return Err(Error::misuse(
                    Misuse::OutOfRange,
                    format!(
                        "expected {} z-planes as in the stored room, found {}",
                        self.old.planes.len(),
                        self.new.planes.len()
                    ),
                ));
            }
            put_u32(&mut bytes, 4, width);
            put_u32(&mut bytes, 8, height);
            if self.old.transparent != self.new.transparent {
                put_u32(&mut bytes, 20, self.new.transparent.into());
            }
        } else {
            let at = header_start(self.dialect);
            put_u16(&mut bytes, at, width);
            put_u16(&mut bytes, at.saturating_add(2), height);
        }
        Ok(bytes)
    }

    /// Returns the payload of TRNS.
    fn transparent(&self, child: &Block<'_>) -> Vec<u8> {
        let mut bytes = child.data.rest().to_vec();
        if self.old.transparent != self.new.transparent {
            put(&mut bytes, 0, &[self.new.transparent]);
        }
        bytes
    }

    /// Returns the payload of BOXD. Bytes after the boxes stay.
    fn boxes(&self, child: &Block<'_>) -> Vec<u8> {
        let stored = child.data.rest();
        if self.dialect.version() == 8 {
            return tables::boxd8(&self.new.boxes, stored);
        }
        let mut bytes = tables::boxd(&self.new.boxes);
        let end = tables::boxd(&self.old.boxes).len();
        bytes.extend(stored.get(end..).unwrap_or_default());
        bytes
    }

    /// Returns the payload of BOXM.
    fn matrix(&self) -> Vec<u8> {
        let matrix = self.new.matrix.as_ref();
        matrix.map_or_else(Vec::new, crate::BoxMatrix::to_bytes)
    }

    fn background_change(&self) -> PictureChange<'_> {
        let mut planes = Vec::new();
        for number in 0..self.old.planes.len().max(self.new.planes.len()) {
            planes.push(PlanePair {
                old: self.old.planes.get(number),
                new: self.new.planes.get(number),
            });
        }
        PictureChange {
            old: Some(&self.old.picture),
            new: &self.new.picture,
            planes,
            see_through: None,
            dialect: self.dialect,
        }
    }

    /// Returns the payload of RMIM: the number of planes in RMIH, and the background in IM00.
    fn images(&self, rmim: &Block<'_>) -> Result<Vec<u8>> {
        let (children, rest) = block::whole_children(rmim.data);
        let mut out = Vec::new();
        let mut is_first = true;
        for child in &children {
            match &child.tag.0 {
                b"RMIH" if self.old.planes.len() != self.new.planes.len() => {
                    let mut header = child.data.rest().to_vec();
                    put_u16(&mut header, 0, self.new.planes.len());
                    out.extend(block::write(child.tag, &header)?);
                }
                b"IM00" if is_first => {
                    is_first = false;
                    out.extend(self.background_change().image(child)?);
                }
                _ => out.extend(child.whole),
            }
        }
        out.extend(rest);
        Ok(out)
    }

    // Objects.

    /// Returns the slot of the object to which OBIM belongs. The first block with an object's
    /// number or name belongs to it.
    fn slot_of_images(&self, obim: &Block<'_>) -> Option<u16> {
        let header = block::need(obim.data, Header::Large, Tag(*b"IMHD")).ok()?;
        let mut data = header.data;
        let slot = if self.dialect.version() == 8 {
            let name = crate::reader::text(data.bytes(32, "an object's name").ok()?);
            let has_name = |plan: &ObjectPlan| plan.object.name.as_ref() == Some(&name);
            self.old.objects.iter().position(has_name)?
        } else {
            data.skip(header_start(self.dialect), "the header's version")
                .ok()?;
            self.slot_of(data.u16_le("an object's number").ok()?)?
        };
        u16::try_from(slot).ok()
    }

    /// Returns the slot of the object to which OBCD belongs.
    fn slot_of_code(&self, obcd: &Block<'_>) -> Option<u16> {
        let header = block::need(obcd.data, Header::Large, Tag(*b"CDHD")).ok()?;
        let mut data = header.data;
        data.skip(header_start(self.dialect), "the header's version")
            .ok()?;
        let slot = self.slot_of(data.u16_le("an object's number").ok()?)?;
        u16::try_from(slot).ok()
    }

    fn slot_of(&self, number: u16) -> Option<usize> {
        let has_number = |plan: &ObjectPlan| plan.object.id == number;
        self.old.objects.iter().position(has_number)
    }

    /// Returns the object in a slot before and after the change.
    fn object(&self, slot: usize) -> Result<(&ObjectPlan, &ObjectPlan)> {
        let old = self.old.objects.get(slot);
        let new = self.new.objects.get(slot);
        old.zip(new)
            .ok_or_else(|| Error::misuse(Misuse::Missing, format!("no object in slot {slot}")))
    }

    /// Returns the payload of OBIM: the header, and the pictures of the states.
    fn object_images(&self, obim: &Block<'_>, slot: usize) -> Result<Vec<u8>> {
        let (old, new) = self.object(slot)?;
        let (children, rest) = block::whole_children(obim.data);
        let mut out = Vec::new();
        let mut written = HashSet::new();
        for child in &children {
            if child.tag == Tag(*b"IMHD") && written.insert(0) {
                let more = new.pictures.len().saturating_sub(old.pictures.len());
                let header = image_header(child, old, new, more, self.dialect);
                out.extend(block::write(child.tag, &header)?);
                continue;
            }
            if child.tag == Tag(*b"IMAG") {
                out.extend(block::write(
                    child.tag,
                    &self.object_imag(child, old, new)?,
                )?);
                continue;
            }
            let state = crate::room::state_of(child.tag);
            let state = state.filter(|state| *state > 0 && written.insert(*state));
            let change = state.and_then(|state| self.object_change(old, new, state));
            match change {
                Some(change) if change.old.is_some() => out.extend(change.image(child)?),
                _ => out.extend(child.whole),
            }
        }
        for ObjectPicture {
            state,
            pixels,
            planes,
        } in &new.pictures
        {
            if self.dialect.version() < 8 && written.insert(*state) {
                let planes = planes.iter().map(Option::as_ref);
                let see_through = Some(self.new.transparent);
                let picture = encode_picture(pixels, planes, see_through, self.dialect)?;
                out.extend(block::write(tag_of_state(*state), &picture)?);
            }
        }
        out.extend(rest);
        Ok(out)
    }

    /// Returns the payload of an object's IMAG (v8).
    fn object_imag(&self, imag: &Block<'_>, old: &ObjectPlan, new: &ObjectPlan) -> Result<Vec<u8>> {
        let mut bytes = imag.data.rest().to_vec();
        for picture in &new.pictures {
            let Some(change) = self.object_change(old, new, picture.state) else {
                continue;
            };
            if change.is_unchanged() {
                continue;
            }
            let number = usize::from(picture.state).saturating_sub(1);
            bytes = change.imag(Reader::new(&bytes), number)?;
        }
        Ok(bytes)
    }

    /// Returns the change of an object's picture; `None` if the picture is not made of strips.
    fn object_change<'c>(
        &'c self,
        old: &'c ObjectPlan,
        new: &'c ObjectPlan,
        state: u8,
    ) -> Option<PictureChange<'c>> {
        let ObjectPicture { pixels, planes, .. } = new.picture(state)?;
        let stored = old.picture(state);
        let mut pairs = Vec::new();
        let count = stored.map_or(0, |stored| stored.planes.len());
        for number in 0..count.max(planes.len()) {
            let of = |planes: &'c [Option<_>]| planes.get(number).and_then(Option::as_ref);
            pairs.push(PlanePair {
                old: stored.and_then(|stored| of(&stored.planes)),
                new: of(planes),
            });
        }
        Some(PictureChange {
            old: stored.map(|stored| &stored.pixels),
            new: pixels,
            planes: pairs,
            see_through: Some(self.new.transparent),
            dialect: self.dialect,
        })
    }

    /// Returns the payload of OBCD with the changed geometry.
    fn object_code(&self, obcd: &Block<'_>, slot: usize) -> Result<Vec<u8>> {
        let (old, new) = self.object(slot)?;
        let (children, rest) = block::whole_children(obcd.data);
        let mut out = Vec::new();
        for child in &children {
            if child.tag == Tag(*b"CDHD") {
                let header = code_header(child, &old.object, &new.object, self.dialect)?;
                out.extend(block::write(child.tag, &header)?);
            } else {
                out.extend(child.whole);
            }
        }
        out.extend(rest);
        Ok(out)
    }
}

/// Returns the length of the version at the start of v7's headers.
fn header_start(dialect: &Dialect) -> usize {
    if dialect.version() == 7 { 4 } else { 0 }
}

/// Returns the payload of IMHD with the changed geometry and `more` pictures.
fn image_header(
    child: &Block<'_>,
    ObjectPlan { object: old, .. }: &ObjectPlan,
    ObjectPlan { object: new, .. }: &ObjectPlan,
    more: usize,
    dialect: &Dialect,
) -> Vec<u8> {
    let mut bytes = child.data.rest().to_vec();
    let size = [usize::from(new.width), usize::from(new.height)];
    let is_resized = (old.width, old.height) != (new.width, new.height);
    let is_moved = old.position != new.position;
    if dialect.version() == 8 {
        if is_moved {
            put(&mut bytes, 48, &i32::from(new.position.x).to_le_bytes());
            put(&mut bytes, 52, &i32::from(new.position.y).to_le_bytes());
        }
        if is_resized {
            put_u32(&mut bytes, 56, size[0]);
            put_u32(&mut bytes, 60, size[1]);
        }
        if old.direction != new.direction {
            put_u32(&mut bytes, 64, new.direction.into());
        }
        if let Some(count) = bytes.get(44..).and_then(<[u8]>::first_chunk) {
            let count = crate::reader::to_usize(u32::from_le_bytes(*count));
            put_u32(&mut bytes, 44, count.saturating_add(more));
        }
        return bytes;
    }
    let start = header_start(dialect);
    if let Some(count) = bytes
        .get(start.saturating_add(2)..)
        .and_then(<[u8]>::first_chunk)
    {
        let count = usize::from(u16::from_le_bytes(*count)).saturating_add(more);
        put_u16(&mut bytes, start.saturating_add(2), count);
    }
    if is_resized {
        put_u16(&mut bytes, 12, size[0]);
        put_u16(&mut bytes, 14, size[1]);
    }
    if dialect.version() == 7 {
        if is_moved {
            put(&mut bytes, 8, &new.position.x.to_le_bytes());
            put(&mut bytes, 10, &new.position.y.to_le_bytes());
        }
        if old.direction != new.direction {
            let [low, _] = new.direction.to_le_bytes();
            put(&mut bytes, 19, &[low]);
        }
    }
    bytes
}

/// Returns the payload of CDHD with the changed geometry. In v7 it contains only the parent.
fn code_header(
    child: &Block<'_>,
    old: &RoomObject,
    new: &RoomObject,
    dialect: &Dialect,
) -> Result<Vec<u8>> {
    let mut bytes = child.data.rest().to_vec();
    let [direction, _] = new.direction.to_le_bytes();
    let has_new_state = old.parent_state != new.parent_state;
    match dialect.version() {
        5 => {
            let units = [
                (2, old.position.x, new.position.x),
                (3, old.position.y, new.position.y),
                (4, old.width as i16, new.width as i16),
                (5, old.height as i16, new.height as i16),
            ];
            for (at, old, new_value) in units {
                if old == new_value {
                    continue;
                }
                let unit = u8::try_from(new_value / 8).ok();
                let Some(unit) = unit.filter(|_| new_value % 8 == 0) else {
                    return Err(Error::misuse(
                        Misuse::OutOfRange,
                        format!(
                            "object {}: version 5 cannot store {new_value}, which is not a \
                             multiple of 8 from 0 to 2040",
                            new.id
                        ),
                    ));
                };
                put(&mut bytes, at, &[unit]);
            }
            if has_new_state {
                put(&mut bytes, 6, &[new.parent_state]);
            }
            put(&mut bytes, 7, &[new.parent]);
            put(&mut bytes, 8, &new.walk.x.to_le_bytes());
            put(&mut bytes, 10, &new.walk.y.to_le_bytes());
            put(&mut bytes, 12, &[direction]);
        }
        6 => {
            put(&mut bytes, 2, &new.position.x.to_le_bytes());
            put(&mut bytes, 4, &new.position.y.to_le_bytes());
            put_u16(&mut bytes, 6, new.width.into());
            put_u16(&mut bytes, 8, new.height.into());
            if has_new_state {
                put(&mut bytes, 10, &[new.parent_state]);
            }
            put(&mut bytes, 11, &[new.parent]);
            put(&mut bytes, 16, &[direction]);
        }
        _ => put(&mut bytes, 6, &[new.parent, new.parent_state]),
    }
    Ok(bytes)
}

/// Overwrites bytes of a header. Bytes beyond its end are left out: the room is read again after
/// it is written, and shows that the value is missing.
fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    let end = at.saturating_add(value.len());
    if let Some(place) = bytes.get_mut(at..end) {
        place.copy_from_slice(value);
    }
}

fn put_u16(bytes: &mut [u8], at: usize, value: usize) {
    let value = u16::try_from(value).unwrap_or(u16::MAX);
    put(bytes, at, &value.to_le_bytes());
}

fn put_u32(bytes: &mut [u8], at: usize, value: usize) {
    let value = u32::try_from(value).unwrap_or(u32::MAX);
    put(bytes, at, &value.to_le_bytes());
}

//! Builds a room from the source that `disassemble` writes: the stored blocks, with the values and
//! pictures of the source. Blocks and strips without a change keep their bytes.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result, bail};
use scumm_room::edit::{ObjectPicture, ObjectPlan, RoomPlan, can_rebuild_rooms, rebuild_room};
use scumm_room::{
    Cycle, Dialect, Palette, Point, Room, RoomParts, SCALE_SLOT, ScaleSlot, StoredPalette, Surface,
    Tag, WalkBox, block,
};

use super::aseprite::Aseprite;
use super::colours::ColourNumbers;
use super::companions::CompanionFiles;
use super::room_text::{
    BoxText, CycleText, MatrixText, ObjectText, PictureText, RoomFile, SlotText, slot_of_parent,
};
use super::sheet::{self, SavedPicture, sized};
use crate::{layers, load, palette_file};

/// The least value of a component that counts as white in a plane of colours.
const WHITE: u16 = u16::MAX / 2;

/// The most bytes of all blocks of a room. The largest rooms of the games have less than a quarter
/// of them.
const MOST_BLOCKS: usize = 8 << 20;

/// The pixels of a room's pictures and planes together, as a multiple of the most pixels of the
/// pictures of a source. Planes and the pictures of objects count, too.
const MOST_ROOM_PICTURES: u64 = 4;

/// Returns the values of a room.
///
/// # Errors
/// Returns an error if the pictures have more than [`MOST_ROOM_PICTURES`] times `most` pixels
/// together.
pub(crate) fn bounded_plan(room: &Room, most: u64) -> Result<RoomPlan> {
    let limit = most.saturating_mul(MOST_ROOM_PICTURES);
    let pixels = room.plan_pixels();
    if pixels > limit {
        bail!("the pictures of the room have {pixels} pixels together, the limit is {limit}");
    }
    Ok(room.plan())
}

/// Builds the block ROOM. Returns it with warnings.
///
/// # Errors
/// Returns an error if the source is invalid, or if the format has no place for a changed value.
pub(super) fn build(
    file: &RoomFile,
    beside: &CompanionFiles,
    dialect: &Dialect,
) -> Result<(Vec<u8>, Vec<String>)> {
    if !can_rebuild_rooms(dialect) {
        bail!("rooms of this version can be disassembled but not built: expected v5, v6, v7 or v8");
    }
    let mut payload = Vec::new();
    for name in &file.blocks {
        payload.extend(beside.bytes(name)?);
        if payload.len() > MOST_BLOCKS {
            bail!("{name}: the blocks of the room have more than {MOST_BLOCKS} bytes together");
        }
    }
    let stored = block::write(Tag(*b"ROOM"), &payload)?;
    let scripts = file.scripts.as_ref();
    let scripts = scripts.map(|name| beside.bytes(name)).transpose()?;
    let names = object_names(file);
    let parts = RoomParts {
        scripts: scripts.as_deref(),
        object_names: Some(&names),
        ..RoomParts::new(&stored)
    };
    let room = Room::parse(&parts, dialect)?;
    let old = bounded_plan(&room, beside.most_pixels())?;
    let mut plan = old.clone();
    plan.transparent = file.transparent.unwrap_or(old.transparent);
    plan.palettes = palettes(&file.palettes, &old.palettes, beside)?;
    if let Some(slots) = &file.scale_slot {
        plan.scale_slots = scale_slots(slots, &old.scale_slots)?;
    }
    if let Some(boxes) = &file.boxes {
        plan.boxes = walk_boxes(boxes, &old.boxes, dialect)?;
    }
    plan.matrix = matrix(file.matrix, &old, &plan.boxes);
    if let Some(cycles) = &file.cycle {
        plan.cycles = cycles.iter().map(cycle).collect();
    }
    let pictures = Pictures::new(beside, &room, dialect, &plan)?;
    // A room without a picture has an empty name.
    if !file.picture.is_empty() {
        let (picture, planes) = pictures.background_and_planes(file, &old)?;
        plan.picture = picture;
        plan.planes = planes;
    }
    pictures.objects(file, &mut plan)?;
    let warnings = outside(&old, &plan);
    Ok((rebuild_room(&parts, &plan, dialect)?, warnings))
}

/// Returns the numbers of objects by name (v8).
fn object_names(file: &RoomFile) -> BTreeMap<String, u16> {
    let mut names = BTreeMap::new();
    for object in &file.object {
        if let Some(name) = &object.name {
            names.insert(name.clone(), object.id);
        }
    }
    names
}

/// Reads the palettes. A palette without a change keeps its number of colours.
fn palettes(
    names: &[String],
    old: &[StoredPalette],
    beside: &CompanionFiles,
) -> Result<Vec<StoredPalette>> {
    if names.is_empty() {
        return Ok(old.to_vec());
    }
    let mut palettes = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let read = palette_file::read(&beside.bytes(name)?).with_context(|| name.clone())?;
        let old = old.get(number);
        let is_same = |old: &&StoredPalette| padded(old) == read;
        match old.filter(is_same) {
            Some(old) => palettes.push(old.clone()),
            None => palettes.push(read.colours().to_vec()),
        }
    }
    Ok(palettes)
}

/// Returns a stored palette with black for the colours that it does not have.
pub(crate) fn padded(stored: &StoredPalette) -> Palette {
    let mut palette = Palette::default();
    for (number, colour) in (0..=u8::MAX).zip(stored) {
        palette[number] = *colour;
    }
    palette
}

/// Returns the scale slots: those of the source, and as many as the room has.
fn scale_slots(texts: &[SlotText], old: &[Option<ScaleSlot>]) -> Result<Vec<Option<ScaleSlot>>> {
    let mut slots = vec![None; old.len()];
    for text in texts {
        let slot = text.slot.checked_sub(1).and_then(|i| slots.get_mut(i));
        let slot = slot.with_context(|| {
            format!("scale slot {}: the room has {} slots", text.slot, old.len())
        })?;
        *slot = Some(text.value());
    }
    Ok(slots)
}

/// Returns the boxes: the stored box 0, and those of the source.
fn walk_boxes(texts: &[BoxText], old: &[WalkBox], dialect: &Dialect) -> Result<Vec<WalkBox>> {
    let mut boxes = Vec::new();
    boxes.extend(old.first().cloned());
    for (number, text) in (1..).zip(texts) {
        let (scale, slot) =
            scale_and_slot(text, dialect).with_context(|| format!("box {number}"))?;
        boxes.push(WalkBox {
            ul: text.ul.into(),
            ur: text.ur.into(),
            lr: text.lr.into(),
            ll: text.ll.into(),
            mask: text.mask,
            flags: text.flags,
            scale,
            slot,
        });
    }
    Ok(boxes)
}

/// Returns the stored scale and the stored slot of a box. Before v8, the scale word names the slot
/// (B6).
fn scale_and_slot(text: &BoxText, dialect: &Dialect) -> Result<(u16, u8)> {
    let scale = text.scale.unwrap_or(255);
    if dialect.version() == 8 {
        let slot = text.slot.unwrap_or_default();
        let slot =
            u8::try_from(slot).with_context(|| format!("slot: expected 0 to 255, found {slot}"))?;
        return Ok((scale, slot));
    }
    match text.slot {
        Some(_) if text.scale.is_some() => bail!("expected `scale` or `slot`, found both"),
        Some(slot) if (1..=SCALE_SLOT).contains(&slot) => Ok((SCALE_SLOT | (slot - 1), 0)),
        Some(slot) => bail!("slot: expected 1 to {SCALE_SLOT}, found {slot}"),
        None if scale < SCALE_SLOT => Ok((scale, 0)),
        None => bail!("scale: expected less than {SCALE_SLOT}, found {scale}"),
    }
}

/// Returns the stored matrix, or `None` for a matrix that is computed from the boxes.
fn matrix(
    asked: Option<MatrixText>,
    old: &RoomPlan,
    new: &[WalkBox],
) -> Option<scumm_room::BoxMatrix> {
    let corners = |boxes: &[WalkBox]| -> Vec<[Point; 4]> {
        boxes.iter().map(|b| [b.ul, b.ur, b.lr, b.ll]).collect()
    };
    let has_moved = corners(&old.boxes) != corners(new);
    let is_computed = match asked {
        Some(asked) => asked == MatrixText::Computed,
        None => has_moved,
    };
    old.matrix.clone().filter(|_| !is_computed)
}

fn cycle(text: &CycleText) -> Cycle {
    Cycle {
        index: text.index,
        delay: text.delay,
        flags: text.flags(),
        first: text.first,
        last: text.last,
    }
}

/// Returns a warning for each changed box that has a corner outside the picture.
fn outside(old: &RoomPlan, new: &RoomPlan) -> Vec<String> {
    let width = new.picture.width();
    let height = new.picture.height();
    let is_inside = |n: i16, side: usize| usize::try_from(n).is_ok_and(|n| n <= side);
    let mut warnings = Vec::new();
    for (number, changed) in new.boxes.iter().enumerate().skip(1) {
        if old.boxes.get(number) == Some(changed) {
            continue;
        }
        for corner in [changed.ul, changed.ur, changed.lr, changed.ll] {
            if !is_inside(corner.x, width) || !is_inside(corner.y, height) {
                warnings.push(format!(
                    "box {number}: the corner {},{} is outside the room of {width}x{height}",
                    corner.x, corner.y
                ));
            }
        }
    }
    warnings
}

/// Reads the pictures of a source in the colours of its room.
struct Pictures<'b> {
    beside: &'b CompanionFiles,
    /// The colours before and after a change of the palettes.
    palettes: [Palette; 2],
    numbers: ColourNumbers<'b>,
    transparent: u8,
}

impl<'b> Pictures<'b> {
    fn new(
        beside: &'b CompanionFiles,
        room: &Room,
        dialect: &Dialect,
        plan: &RoomPlan,
    ) -> Result<Self> {
        let old = load::palette(room, dialect);
        let mut new = old.clone();
        if plan.palettes != room.palettes {
            if let Some(first) = plan.palettes.first() {
                new.take(first, dialect);
            }
        }
        let colours = new.iter().map(|&[r, g, b]| Some([r, g, b, u8::MAX]));
        Ok(Self {
            beside,
            numbers: ColourNumbers::from_known(colours.collect(), beside),
            palettes: [old, new],
            transparent: plan.transparent,
        })
    }

    /// Reads a picture in the room's colour indices. `old` is the stored picture: a pixel that has
    /// its colour keeps its index, in case several indices have the colour.
    fn read(&self, saved: SavedPicture, name: &str, old: Option<&Surface>) -> Result<Surface> {
        if let SavedPicture::Indexed(picture) = &saved {
            let colours = picture.colours();
            let is_room = |palette: &Palette| palette.colours().starts_with(colours);
            if self.palettes.iter().any(is_room) {
                return Ok(picture.surface.clone());
            }
        }
        let mut surface = self.numbers.numbered(saved, name, self.transparent)?;
        let Some(old) = old else {
            return Ok(surface);
        };
        if (old.width(), old.height()) == (surface.width(), surface.height()) {
            let [_, palette] = &self.palettes;
            for (pixel, old) in surface.pixels_mut().iter_mut().zip(old.pixels()) {
                if palette[*pixel] == palette[*old] {
                    *pixel = *old;
                }
            }
        }
        Ok(surface)
    }

    fn picture(&self, name: &str, old: Option<&Surface>) -> Result<Surface> {
        self.read(self.beside.saved(name)?, name, old)
            .with_context(|| name.to_owned())
    }

    /// Reads the background and the planes. A missing list of planes keeps the stored planes.
    fn background_and_planes(
        &self,
        file: &RoomFile,
        old: &RoomPlan,
    ) -> Result<(Surface, Vec<Surface>)> {
        let name = &file.picture;
        let bytes = self.beside.bytes(name)?;
        if Aseprite::is_one(&bytes) {
            return self.layers(&bytes, name, old).with_context(|| name.clone());
        }
        let picture = self.read(self.beside.decode(bytes, name)?, name, Some(&old.picture));
        let picture = picture.with_context(|| name.clone())?;
        let size = (picture.width(), picture.height());
        if file.planes.is_empty() {
            return Ok((picture, old.planes.clone()));
        }
        let mut planes = Vec::new();
        for name in &file.planes {
            planes.push(self.plane(name, size)?);
        }
        Ok((picture, planes))
    }

    /// Reads the background and the planes from the layers of a file of Aseprite.
    fn layers(&self, bytes: &[u8], name: &str, old: &RoomPlan) -> Result<(Surface, Vec<Surface>)> {
        let sprite = Aseprite::read(bytes)?;
        let saved = self.layer(&sprite, layers::room::BACKGROUND)?;
        let saved =
            saved.with_context(|| format!("expected a layer `{}`", layers::room::BACKGROUND))?;
        let picture = self.read(saved, name, Some(&old.picture))?;
        let size = (picture.width(), picture.height());
        let mut planes = Vec::new();
        for number in 1..=old.planes.len() {
            let name = layers::room::plane(number);
            let plane = match self.layer(&sprite, &name)? {
                Some(saved) => sized(hiding(saved)?, size, &name)?,
                None => Surface::filled(size.0, size.1, 0),
            };
            planes.push(plane);
        }
        Ok((picture, planes))
    }

    /// Returns the picture of a layer; `None` if there is no such layer, or if it is empty.
    fn layer(&self, sprite: &Aseprite<'_>, name: &str) -> Result<Option<SavedPicture>> {
        let layer = sprite.layer_names().position(|other| other == Some(name));
        let Some(layer) = layer else {
            return Ok(None);
        };
        let spend = |pixels| self.beside.spend(pixels);
        let cel = sprite.layer_cel(0, u16::try_from(layer)?, spend)?;
        Ok(cel.map(|cel| cel.picture))
    }

    /// Reads a plane, in which bright pixels hide actors.
    fn plane(&self, name: &str, size: (usize, usize)) -> Result<Surface> {
        let plane = self.beside.saved(name).and_then(hiding);
        sized(plane.with_context(|| name.to_owned())?, size, name)
    }

    /// Sets the values and pictures of the objects that the source lists. Several objects with one
    /// number are meant in their order.
    fn objects(&self, file: &RoomFile, plan: &mut RoomPlan) -> Result<()> {
        let numbers: Vec<u16> = plan.objects.iter().map(|plan| plan.object.id).collect();
        let mut seen: HashMap<u16, usize> = HashMap::new();
        for text in &file.object {
            let count = seen.entry(text.id).or_default();
            let mut own = plan
                .objects
                .iter_mut()
                .filter(|plan| plan.object.id == text.id);
            let object = own.nth(*count);
            let object = object.with_context(|| {
                format!("object {}: the stored room has no such object", text.id)
            })?;
            *count += 1;
            self.object(text, object, &numbers)
                .with_context(|| format!("object {}", text.id))?;
        }
        Ok(())
    }

    fn object(&self, text: &ObjectText, plan: &mut ObjectPlan, numbers: &[u16]) -> Result<()> {
        let object = &mut plan.object;
        if let Some(at) = text.at {
            object.position = at.into();
        }
        if let Some((width, height)) = text.size {
            object.width = width;
            object.height = height;
        }
        if let Some(walk) = text.walk {
            object.walk = walk.into();
        }
        if let Some(direction) = text.direction {
            object.direction = direction;
        }
        if let Some(parent) = text.parent {
            // 0 means no parent, unless an object has the number 0.
            object.parent = match parent {
                0 if !numbers.contains(&0) => 0,
                id => slot_of_parent(id, numbers.iter().copied())?,
            };
        }
        if let Some(state) = text.parent_state {
            object.parent_state = state;
        }
        for picture in &text.picture {
            self.object_picture(picture, plan)?;
        }
        Ok(())
    }

    fn object_picture(&self, text: &PictureText, plan: &mut ObjectPlan) -> Result<()> {
        let old = plan.picture(text.state);
        let pixels = self.picture(&text.file, old.map(|old| &old.pixels))?;
        let size = (pixels.width(), pixels.height());
        let mut planes = Vec::new();
        for name in &text.planes {
            let plane = match name.as_str() {
                "" => None,
                name => Some(self.plane(name, size)?),
            };
            planes.push(plane);
        }
        let is_resized = old.is_some_and(|old| (old.pixels.width(), old.pixels.height()) != size);
        if is_resized {
            plan.object.width = u16::try_from(size.0)?;
            plan.object.height = u16::try_from(size.1)?;
        }
        let new = ObjectPicture {
            state: text.state,
            pixels,
            planes,
        };
        let place = plan.pictures.iter_mut().find(|old| old.state == text.state);
        match place {
            Some(old) => {
                let count = old.planes.len();
                *old = new;
                old.planes.resize(count.max(old.planes.len()), None);
            }
            None => plan.pictures.push(new),
        }
        Ok(())
    }
}

/// Returns a plane of 0 and 0xFF. In an indexed picture, index 0 hides nothing; in a picture of
/// colours, dark and transparent pixels hide nothing.
fn hiding(saved: SavedPicture) -> Result<Surface> {
    match saved {
        SavedPicture::Indexed(picture) => {
            let sheet::SourcePicture { mut surface, .. } = *picture;
            for pixel in surface.pixels_mut() {
                *pixel = if *pixel == 0 { 0 } else { u8::MAX };
            }
            Ok(surface)
        }
        SavedPicture::Colours(picture) => {
            let (width, height) = picture.size;
            let mut pixels = Vec::new();
            picture.each(|[red, green, blue, opacity]| {
                let is_bright = red.max(green).max(blue) > WHITE && opacity > WHITE;
                pixels.push(if is_bright { u8::MAX } else { 0 });
            })?;
            Ok(Surface::from_pixels(width, height, pixels))
        }
    }
}

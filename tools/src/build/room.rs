//! Reads a room's source: a TOML text beside its picture and planes.

use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_room::edit::{ObjectPicture, ObjectPlan, RoomPlan, encode_room, invalid_box};
use scumm_room::{Cycle, Dialect, RoomObject, SCALE_SLOT, ScaleSlot, Surface, WalkBox};

use super::colours::ColourNumbers;
use super::companions::CompanionFiles;
use super::room_text::{BoxText, CycleText, ObjectText, RoomFile, slot_of_parent};
use super::sheet::{self, sized};
use super::stored_room;

/// The transparent colour index of an object's picture.
const LEFT_OUT: u8 = 255;

/// The parsed source of a room.
pub struct RoomSource {
    /// The plan of the room to encode.
    pub plan: RoomPlan,
    /// The number and the initial state of each object.
    pub states: Vec<(u16, u8)>,
}

/// Reads a room's source and the files that it names.
///
/// # Errors
/// Returns an error with the file's name if the source or one of the files is invalid.
pub fn read(path: &Path, beside: &CompanionFiles) -> Result<RoomSource> {
    read_text(&beside.text(path)?, beside).with_context(|| path.display().to_string())
}

/// Builds the block of a room from its source, for `dialect`. The default is the version that the
/// source names, else v5. Returns the block, and warnings.
///
/// # Errors
/// Returns an error if the source is invalid or does not fit into the version.
pub fn build(
    text: &str,
    beside: &CompanionFiles,
    dialect: Option<Dialect>,
) -> Result<(Vec<u8>, Vec<String>)> {
    let file: RoomFile = toml::from_str(text)?;
    let dialect = file.dialect(dialect)?;
    if file.blocks.is_empty() {
        let block = encode_room(&read_file(&file, beside)?.plan, &dialect)?;
        return Ok((block, Vec::new()));
    }
    stored_room::build(&file, beside, &dialect)
}

/// Reads the text of a room's source and the files that it names.
fn read_text(text: &str, beside: &CompanionFiles) -> Result<RoomSource> {
    let file: RoomFile = toml::from_str(text)?;
    if !file.blocks.is_empty() {
        bail!(
            "the source is a disassembled room; build it alone, and put it into a game with \
             `import --room`"
        );
    }
    read_file(&file, beside)
}

/// Reads the files that the source of a new room names.
fn read_file(file: &RoomFile, beside: &CompanionFiles) -> Result<RoomSource> {
    file.refuse_alone()?;
    let picture = beside.indexed(&file.picture)?;
    let size = (picture.surface.width(), picture.surface.height());
    let plane = |name: &String| sized(beside.picture(name)?, size, name);
    let planes = file.planes.iter().map(plane).collect::<Result<_>>()?;
    let numbers = ColourNumbers::from_room(&picture, beside);
    let object =
        |text| object(text, &file.object, &numbers).with_context(|| format!("object {}", text.id));
    let objects = file.object.iter().map(object).collect::<Result<_>>()?;
    let plan = plan(file, picture, planes)?;
    let states = file
        .object
        .iter()
        .map(|object| (object.id, object.state))
        .collect();
    Ok(RoomSource {
        plan: RoomPlan { objects, ..plan },
        states,
    })
}

fn plan(file: &RoomFile, picture: sheet::SourcePicture, planes: Vec<Surface>) -> Result<RoomPlan> {
    let width = picture.surface.width();
    let height = picture.surface.height();
    if width == 0 || width % 8 != 0 || height == 0 {
        bail!("expected a width that is a multiple of 8, found {width}x{height}");
    }
    if planes.len() > 4 {
        bail!("expected at most 4 planes, found {}", planes.len());
    }
    let mut scale_slots = [None; 4];
    for text in file.scale_slot.iter().flatten() {
        let slot = text
            .slot
            .checked_sub(1)
            .and_then(|i| scale_slots.get_mut(i));
        let slot = slot.with_context(|| format!("scale slot {}: expected 1..4", text.slot))?;
        if text.y1 == text.y2 {
            bail!("scale slot {}: y1 and y2 are both {}", text.slot, text.y1);
        }
        *slot = Some(text.value());
    }
    let mut boxes = vec![invalid_box()];
    for (text, number) in file.boxes.iter().flatten().zip(1..) {
        boxes.push(walk_box(text, &scale_slots).with_context(|| format!("box {number}"))?);
    }
    Ok(RoomPlan {
        picture: picture.surface,
        planes,
        palettes: vec![picture.palette.colours().to_vec()],
        boxes,
        scale_slots: scale_slots.to_vec(),
        cycles: file
            .cycle
            .iter()
            .flatten()
            .map(cycle)
            .collect::<Result<_>>()?,
        ..RoomPlan::default()
    })
}

/// Reads an object; `all` are the objects of its room.
fn object(
    text: &ObjectText,
    all: &[ObjectText],
    numbers: &ColourNumbers<'_>,
) -> Result<ObjectPlan> {
    let mut pictures = Vec::new();
    let mut size = text
        .size
        .map(|(width, height)| (usize::from(width), usize::from(height)));
    for picture in &text.picture {
        let pixels = numbers.picture(&picture.file, LEFT_OUT)?;
        let size = *size.get_or_insert((pixels.width(), pixels.height()));
        let plane = |name: &String| {
            let named =
                (!name.is_empty()).then(|| sized(numbers.beside.picture(name)?, size, name));
            named.transpose()
        };
        let planes = picture.planes.iter().map(plane).collect::<Result<_>>()?;
        pictures.push(ObjectPicture {
            state: picture.state,
            pixels: sized(pixels, size, &picture.file)?,
            planes,
        });
    }
    let (width, height) = size.context("expected a `picture` or a `size`")?;
    let parent = match text.parent {
        None => 0,
        Some(id) => slot_of_parent(id, all.iter().map(|object| object.id))?,
    };
    let at = text.at.context("expected `at`")?;
    let object = RoomObject {
        id: text.id,
        position: at.into(),
        width: u16::try_from(width)?,
        height: u16::try_from(height)?,
        parent,
        parent_state: text.parent_state.unwrap_or_default(),
        walk: text.walk.unwrap_or_default().into(),
        direction: text.direction.unwrap_or_default(),
        ors_planes: true,
        ..RoomObject::default()
    };
    Ok(ObjectPlan { object, pictures })
}

fn walk_box(text: &BoxText, slots: &[Option<ScaleSlot>; 4]) -> Result<WalkBox> {
    let &BoxText {
        ul,
        ur,
        lr,
        ll,
        mask,
        flags,
        scale,
        slot,
    } = text;
    let scale = match (scale, slot) {
        (Some(_), Some(_)) => bail!("expected `scale` or `slot`, found both"),
        (Some(scale), None) if scale <= 255 => scale,
        (Some(scale), None) => bail!("scale: expected 0 to 255, found {scale}"),
        (None, None) => 255,
        (None, Some(slot)) => {
            let index = slot
                .checked_sub(1)
                .filter(|&i| slots.get(usize::from(i)).is_some_and(Option::is_some));
            SCALE_SLOT | index.with_context(|| format!("there is no scale slot {slot}"))?
        }
    };
    Ok(WalkBox {
        ul: ul.into(),
        ur: ur.into(),
        lr: lr.into(),
        ll: ll.into(),
        mask,
        flags,
        scale,
        slot: 0,
    })
}

fn cycle(text: &CycleText) -> Result<Cycle> {
    if !(1..=16).contains(&text.index) {
        bail!("cycle {}: expected 1..16", text.index);
    }
    if text.delay == 0 || text.first > text.last {
        bail!(
            "cycle {}: expected a delay above 0, and a first colour that is not after the last",
            text.index
        );
    }
    let flags = text.flags();
    Ok(Cycle {
        index: text.index,
        delay: text.delay,
        flags,
        first: text.first,
        last: text.last,
    })
}

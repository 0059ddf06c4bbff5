//! Builds a costume from whole pictures with animations, as Aseprite and `wardrobe export` write
//! them. Each frame becomes a picture and each tag an animation.
//!
//! The input is the `sheet.json` and `sheet.png` of an export, or a file of Aseprite with tags of
//! the same names (`walk-west`, `chore-6-south`) and a slice `anchor` at the actor's position. The
//! limbs of an exported costume are not restored: each frame stays a whole picture.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::iter;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use scumm_costume::edit::cost::{CostDraft, DraftPicture};
use scumm_costume::{CostEntry, CostRecord, CostSequence, LIMBS};
use scumm_media::paint::rgb_of;
use scumm_media::text::plural;
use scumm_room::{Dialect, Point, Surface};

use super::aseprite::Aseprite;
use super::colours::{ColourNumbers, TRANSPARENT};
use super::companions::CompanionFiles;
use super::tags::{
    ANCHOR, FRAME, LOOP, MOST_CHORES, MOST_COMMANDS, MOST_PICTURES, chore, colours_or_room,
    warn_of_tags,
};
use super::{costume, sheet};
use crate::chores::FOUR_DIRECTIONS;
use crate::layers::read;
use crate::sheet_file::{FrameTag, SheetFile, SheetRect};

/// The most milliseconds of a frame of a sheet. The longest animation of an export lasts a
/// fifteenth of this limit.
const MOST_DURATION: u64 = 4_294_967_295;

/// The numbers of west and east among [`FOUR_DIRECTIONS`] (C9).
const WEST: u16 = 0;
const EAST: u16 = 1;

/// A frame in the screen's colour indices.
#[derive(Clone)]
struct Frame {
    /// The visible pixels.
    picture: Surface,
    /// The offset of the picture's top left corner from the actor's position.
    place: (i16, i16),
    /// The duration in milliseconds.
    duration: u64,
}

/// Returns whether a source is an animated picture, by its file name's extension.
pub fn is_one(source: &Path) -> bool {
    let ending = source
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default()
        .to_ascii_lowercase();
    matches!(ending.as_str(), "json" | "aseprite" | "ase")
}

/// Builds the block of a costume from animated pictures. The version is that of the costume from
/// which the file was made, unless `dialect` names another; else it is v5.
///
/// # Errors
/// Returns an error if the file is damaged, has no animations or no anchor, or has more colours or
/// pictures than a costume can have.
pub fn build(bytes: &[u8], beside: &CompanionFiles, dialect: Option<Dialect>) -> Result<Vec<u8>> {
    let (mut frames, mut tags) = if Aseprite::is_one(bytes) {
        let file = Aseprite::read(bytes)?;
        if read::is_one(&file) {
            return read::build(&file, beside, dialect);
        }
        of_aseprite(&file, beside)?
    } else {
        of_sheet(bytes, beside)?
    };
    let dialect = &dialect.unwrap_or(Dialect::new(5));
    add_mirrored(&mut frames, &mut tags, beside, dialect)?;
    costume::encode(&draft(&frames, &tags, beside, dialect)?, dialect)
}

/// Returns the numbers of the chores that have an east but no west. Their west is the mirrored
/// east.
fn without_west(chores: &Tags<'_>) -> Vec<u16> {
    let mut numbers = Vec::new();
    for &(chore, direction) in chores.keys() {
        if direction == EAST && !chores.contains_key(&(chore, WEST)) {
            numbers.push(chore);
        }
    }
    numbers
}

/// Adds mirrored pictures for chores without a west, if other chores have pictures of the west.
/// Such a costume draws the pictures of the west as they are stored (C4).
fn add_mirrored(
    frames: &mut Vec<Frame>,
    tags: &mut Vec<FrameTag>,
    beside: &CompanionFiles,
    dialect: &Dialect,
) -> Result<()> {
    let mut new = Vec::new();
    {
        let chores = chores(tags, frames.len(), dialect)?;
        if !chores.keys().any(|&(_, direction)| direction == WEST) {
            return Ok(());
        }
        for chore in without_west(&chores) {
            let east = chores[&(chore, EAST)];
            new.push((east.name.replace("-east", "-west"), east.clone()));
        }
    }
    for (name, east) in new {
        let from = frames.len();
        for number in east.from..=east.to {
            let pixels = frames[number].picture.pixels().len().max(1);
            beside.spend(pixels as u64)?;
            let mirrored = frames[number].mirrored()?;
            frames.push(mirrored);
        }
        tags.push(FrameTag::new(&name, from..=frames.len() - 1, east.loops()));
    }
    Ok(())
}

impl Frame {
    /// Returns the frame mirrored about the actor's position.
    fn mirrored(&self) -> Result<Self> {
        let width = self.picture.width();
        let mut pixels = self.picture.pixels().to_vec();
        for row in pixels.chunks_exact_mut(width.max(1)) {
            row.reverse();
        }
        let right = i32::from(self.place.0) + i32::try_from(width)? - 1;
        let left = i16::try_from(-right).context("the picture is too far from the anchor")?;
        Ok(Self {
            picture: Surface::from_pixels(width, self.picture.height(), pixels),
            place: (left, self.place.1),
            duration: self.duration,
        })
    }
}

/// Reads the frames and tags of a file of Aseprite.
fn of_aseprite(
    file: &Aseprite<'_>,
    beside: &CompanionFiles,
) -> Result<(Vec<Frame>, Vec<FrameTag>)> {
    let (x, y) = file.slice(ANCHOR).context(
        "expected a slice `anchor` whose upper left corner is the actor's position, between the \
         feet; found no such slice",
    )?;
    let numbers = ColourNumbers::from_known(colours_or_room(file.colours(), beside), beside);
    let mut frames = Vec::new();
    for (number, duration) in file.durations().enumerate() {
        let shown = format!("frame {number}");
        let saved = file.frame(number, |pixels| beside.spend(pixels))?;
        let whole = numbers
            .numbered(saved, &shown, TRANSPARENT)
            .with_context(|| shown.clone())?;
        let (picture, (left, top)) = sheet::cut(&whole, (whole.width(), whole.height()), 0, 0);
        frames.push(Frame {
            picture,
            place: place((left, top), (x, y))?,
            duration,
        });
    }
    Ok((frames, file.tags().to_vec()))
}

/// Returns the offset of a picture's top left corner from the anchor.
fn place((left, top): (usize, usize), (x, y): (i32, i32)) -> Result<(i16, i16)> {
    let from = |at: usize, anchor: i32| {
        Ok::<_, anyhow::Error>(i16::try_from(i32::try_from(at)?.saturating_sub(anchor))?)
    };
    Ok((
        from(left, x).context("the picture is too far from the anchor")?,
        from(top, y)?,
    ))
}

/// Reads the frames and tags of a sheet with its JSON.
fn of_sheet(bytes: &[u8], beside: &CompanionFiles) -> Result<(Vec<Frame>, Vec<FrameTag>)> {
    let SheetFile { frames, meta } = serde_json::from_slice(bytes)
        .context("expected the JSON of a sheet, its frames as an array")?;
    let slice = meta
        .slices
        .iter()
        .find(|slice| slice.name == ANCHOR)
        .and_then(|slice| slice.keys.first());
    let anchor = slice
        .map(|key| (key.bounds.x, key.bounds.y))
        .context("expected a slice `anchor`, found none")?;
    let mut known = vec![None; 256];
    for (&number, text) in &meta.colours {
        let [red, green, blue] =
            rgb_of(text).with_context(|| format!("colours: `{text}` is no colour"))?;
        known[usize::from(number)] = Some([red, green, blue, u8::MAX]);
    }
    let known = colours_or_room(known, beside);
    let numbers = if known.iter().all(Option::is_none) {
        ColourNumbers::new(&[], beside)?
    } else {
        ColourNumbers::from_known(known, beside).preferring(&meta.used_colours)
    };
    let (sheet, transparent) = whole(&meta.image, &numbers)?;
    let mut read = Vec::new();
    for (number, text) in frames.iter().enumerate() {
        let SheetRect { x, y, w, h } = text.frame;
        let fits = |at: usize, size: usize, whole: usize| {
            at.checked_add(size).is_some_and(|end| end <= whole)
        };
        if !fits(x, w, sheet.width()) || !fits(y, h, sheet.height()) || text.rotated {
            bail!(
                "frame {number}: expected an upright rectangle inside {}x{} pixels",
                sheet.width(),
                sheet.height()
            );
        }
        if text.duration > MOST_DURATION {
            bail!(
                "frame {number}: expected a duration of at most {MOST_DURATION} ms, found {}",
                text.duration
            );
        }
        // A frame without pixels counts as at least one pixel for each row or column, because
        // reading its rows takes time, too.
        beside.spend((w.max(1) as u64).saturating_mul(h.max(1) as u64))?;
        let pixels = (y..y + h).flat_map(|y| (x..x + w).map(move |x| (x, y)));
        let pixels = pixels.map(|(x, y)| match sheet.get(x, y) {
            Some(pixel) if pixel != transparent => pixel,
            _ => TRANSPARENT,
        });
        let picture = Surface::from_pixels(w, h, pixels);
        let source = &text.sprite_source_size;
        read.push(Frame {
            picture,
            place: place((source.x, source.y), anchor)?,
            duration: text.duration,
        });
    }
    Ok((read, meta.frame_tags))
}

/// Reads the sheet in the screen's colour indices. Returns the pixels and the index that stands for
/// transparent pixels.
fn whole(name: &str, numbers: &ColourNumbers<'_>) -> Result<(Surface, u8)> {
    let saved = numbers.beside.saved(name)?;
    // Index 0 of the screen may be a colour of the costume. Therefore an unused index stands for
    // transparent pixels.
    let transparent = match &saved {
        sheet::SavedPicture::Indexed(picture) => {
            picture.opacities.iter().position(|&opacity| opacity == 0)
        }
        sheet::SavedPicture::Colours(_) => None,
    };
    let transparent = transparent
        .and_then(|number| u8::try_from(number).ok())
        .unwrap_or(TRANSPARENT);
    Ok((numbers.numbered(saved, name, transparent)?, transparent))
}

/// Returns the draft of a costume with these frames and tags.
fn draft(
    frames: &[Frame],
    tags: &[FrameTag],
    beside: &CompanionFiles,
    dialect: &Dialect,
) -> Result<CostDraft> {
    let chores = chores(tags, frames.len(), dialect)?;
    let used: BTreeSet<u8> = frames
        .iter()
        .flat_map(|frame| frame.picture.pixels())
        .copied()
        .collect();
    let used: Vec<u8> = used
        .into_iter()
        .filter(|&colour| colour != TRANSPARENT)
        .collect();
    let count = match used.len() {
        ..=15 => 16,
        16..=31 => 32,
        more => {
            bail!("expected at most 31 colours, found {more}")
        }
    };
    let mut palette = vec![0];
    palette.extend(&used);
    palette.resize(count, 0);
    let number = |colour: u8| {
        used.binary_search(&colour)
            .map_or(0, |index| u8::try_from(index + 1).unwrap_or(0))
    };
    // Without pictures of the west, the engine mirrors those of the east.
    let mirrored = without_west(&chores);
    let mut draft = CostDraft {
        keeps_west: mirrored.is_empty(),
        palette,
        ..CostDraft::default()
    };
    let pictures = pictures(frames);
    let mut limbs = Limbs::new(frames, number);
    let mut sequences = Vec::new();
    for (chore, tag) in &chores {
        let shown = frames.get(tag.from..=tag.to).unwrap_or_default();
        let pictures = pictures.get(tag.from..=tag.to).unwrap_or_default();
        // The frames are counted for each tag, because many tags may show the same frames.
        beside.spend(shown.len() as u64)?;
        let (limb, codes) = limbs
            .add(pictures, &mut draft)
            .with_context(|| format!("tag {:?}", tag.name))?;
        let sequence = sequence(&codes, shown, tag, &mut draft)?;
        sequences.push((chore.0 * 4 + chore.1, limb, sequence));
        if chore.1 == EAST && mirrored.contains(&chore.0) {
            sequences.push((chore.0 * 4 + WEST, limb, sequence));
        }
    }
    let highest = sequences
        .iter()
        .map(|(number, ..)| usize::from(*number))
        .max()
        .unwrap_or(0);
    draft.records = vec![None; highest + 1];
    for (number, own, sequence) in sequences {
        let entry = |limb: u8| CostEntry {
            limb,
            sequence: (limb == own).then_some(sequence),
        };
        draft.records[usize::from(number)] = Some(CostRecord {
            entries: (0..=limbs.last).map(entry).collect(),
        });
    }
    Ok(draft)
}

/// The tag of each animation, by chore and direction.
type Tags<'t> = BTreeMap<(u16, u16), &'t FrameTag>;

/// Returns the tag of each animation, by the names of the tags (T20).
fn chores<'t>(tags: &'t [FrameTag], frames: usize, dialect: &Dialect) -> Result<Tags<'t>> {
    let mut chores = Tags::new();
    let mut left_out = Vec::new();
    let names: HashSet<&str> = tags.iter().map(|tag| tag.name.as_str()).collect();
    let is_part = |tag: &FrameTag| {
        let whole = tag.name.strip_suffix(LOOP);
        whole.is_some_and(|whole| names.contains(whole))
    };
    for tag in tags.iter().filter(|tag| !is_part(tag)) {
        let FrameTag { name, from, to, .. } = tag;
        if from > to || *to >= frames {
            bail!(
                "tag {name:?}: expected frames 0 to {}, found {from} to {to}",
                frames.saturating_sub(1)
            );
        }
        let Some(key) = chore(name, dialect, &FOUR_DIRECTIONS, MOST_CHORES) else {
            left_out.push(name.as_str());
            continue;
        };
        if chores.insert(key, tag).is_some() {
            bail!("tag {name:?} is listed twice");
        }
    }
    warn_of_tags(&left_out);
    if chores.is_empty() {
        bail!(
            "expected tags that name animations, such as `walk-west` or `chore-6-south`, found none"
        );
    }
    Ok(chores)
}

/// Returns for each frame the number of the first frame with the same pixels at the same position.
fn pictures(frames: &[Frame]) -> Vec<usize> {
    let mut firsts = HashMap::new();
    let mut pictures = Vec::with_capacity(frames.len());
    for (number, frame) in frames.iter().enumerate() {
        let first = firsts
            .entry((&frame.picture, frame.place))
            .or_insert(number);
        pictures.push(*first);
    }
    pictures
}

/// Distributes pictures over limbs. A limb gets as many pictures as there are picture numbers.
struct Limbs<'f, N> {
    frames: &'f [Frame],
    /// Converts a screen colour to the costume's colour index.
    number: N,
    /// The limb that receives pictures at present.
    last: u8,
    /// The picture numbers in that limb, by frame.
    codes: HashMap<usize, u8>,
}

impl<'f, N: Fn(u8) -> u8> Limbs<'f, N> {
    fn new(frames: &'f [Frame], number: N) -> Self {
        Self {
            frames,
            number,
            last: 0,
            codes: HashMap::new(),
        }
    }

    /// Adds the pictures of an animation, given by the numbers of their frames, to a limb. Returns
    /// the limb and the number of each picture.
    ///
    /// # Errors
    /// Returns an error if the animation, or all animations together, have more pictures than a
    /// costume can have.
    fn add(&mut self, pictures: &[usize], draft: &mut CostDraft) -> Result<(u8, Vec<u8>)> {
        let fresh: HashSet<&usize> = pictures
            .iter()
            .filter(|picture| !self.codes.contains_key(*picture))
            .collect();
        if self.codes.len() + fresh.len() > MOST_PICTURES {
            self.last += 1;
            self.codes.clear();
        }
        if usize::from(self.last) >= LIMBS {
            bail!(
                "expected at most {} pictures, found more",
                LIMBS * MOST_PICTURES
            );
        }
        let mut codes = Vec::new();
        for &picture in pictures {
            let code = match self.codes.get(&picture) {
                Some(&code) => code,
                None => self.add_picture(picture, draft)?,
            };
            codes.push(code);
        }
        Ok((self.last, codes))
    }

    /// Adds the picture of a frame to the last limb and returns its number in the limb.
    fn add_picture(&mut self, picture: usize, draft: &mut CostDraft) -> Result<u8> {
        let pictures = &mut draft.limbs[usize::from(self.last)];
        if pictures.len() == MOST_PICTURES {
            bail!("expected at most {MOST_PICTURES} pictures in an animation, found more");
        }
        let code = u8::try_from(pictures.len())?;
        let Frame {
            picture: shown,
            place,
            ..
        } = &self.frames[picture];
        let pixels = shown.pixels().iter().map(|&colour| (self.number)(colour));
        let cel = Surface::from_pixels(shown.width(), shown.height(), pixels);
        pictures.push(Some(DraftPicture {
            rel: (*place).into(),
            step: Point::ZERO,
            cel: Arc::new(cel),
        }));
        self.codes.insert(picture, code);
        Ok(code)
    }
}

/// Adds the commands of an animation: each picture is repeated for as many engine frames as it
/// lasts.
fn sequence(
    codes: &[u8],
    frames: &[Frame],
    tag: &FrameTag,
    draft: &mut CostDraft,
) -> Result<CostSequence> {
    let ticks = |frame: &Frame| {
        usize::try_from((frame.duration + FRAME / 2) / FRAME)
            .unwrap_or(usize::MAX)
            .clamp(1, MOST_COMMANDS)
    };
    let mut commands = Vec::new();
    let mut all = 0_usize;
    for (&code, frame) in codes.iter().zip(frames) {
        let ticks = ticks(frame);
        let left = MOST_COMMANDS - commands.len();
        commands.extend(iter::repeat_n(code, ticks.min(left)));
        all += ticks;
    }
    if let Some(more @ 1..) = all.checked_sub(MOST_COMMANDS) {
        let name = &tag.name;
        let more = plural(more, "frame");
        log::warn!(
            "tag {name:?}: the last {more} of {FRAME} ms are left out, because a costume plays at \
             most {MOST_COMMANDS}"
        );
    }
    costume::part(&mut draft.commands, &commands, tag.loops())
}

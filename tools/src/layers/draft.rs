//! The pictures and sequences of a costume, with pictures in screen colours.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use glam::I16Vec2;
use scumm_costume::edit::akos::{self, AkosArrangement, AkosDraft, DraftCel, mode};
use scumm_costume::edit::codec::{BOMP_TRANSPARENT, MAJMIN_TRANSPARENT};
use scumm_costume::edit::cost::{self, CostArrangement, CostDraft, DraftPicture};
use scumm_costume::{Akhd, Chore, ChoreLimb, Codec, CostEntry, CostRecord, Costume};
use scumm_room::{Dialect, Surface};

use super::CelName;
use crate::build::costume as cost_source;
use crate::build::tags::{MOST_COMMANDS, MOST_PICTURES};

/// The command of a COST that shows nothing (C22).
const NOTHING: u8 = 0x7b;
/// The code of an AKOS that shows nothing (A20).
const EMPTY: u16 = 0xc001;
/// The flag of an AKOS code of two bytes (A11).
const WORD: u16 = 0x8000;
/// The most cels of an AKOS that codes can name (A11).
const MOST_CELS: usize = 0x1000;

/// A picture in screen colours. Transparent pixels are `None`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LayerPicture {
    /// The width in pixels; at least 1.
    pub width: usize,
    /// The pixels, row by row.
    pub pixels: Vec<Option<u8>>,
    /// The position of the top left pixel relative to the limb's position.
    pub rel: (i32, i32),
}

impl LayerPicture {
    /// Returns a picture without a visible pixel.
    pub fn blank() -> Self {
        Self {
            width: 1,
            pixels: vec![None],
            rel: (0, 0),
        }
    }

    /// Returns whether the picture has no visible pixel.
    pub fn is_blank(&self) -> bool {
        self.pixels.iter().all(Option::is_none)
    }

    /// Returns the height in rows.
    pub fn height(&self) -> usize {
        self.pixels.len() / self.width.max(1)
    }

    /// Returns the index of the pixel at a position relative to the limb's position, if the picture
    /// has a pixel there.
    fn index_at(&self, x: i32, y: i32) -> Option<usize> {
        let column = usize::try_from(x - self.rel.0).ok()?;
        let row = usize::try_from(y - self.rel.1).ok()?;
        let index = row * self.width + column;
        (column < self.width && index < self.pixels.len()).then_some(index)
    }

    /// Returns the picture with another left upper corner and another size. Returns the position
    /// of a visible pixel that has no place in it, if there is one.
    pub fn on_canvas(
        &self,
        rel: (i32, i32),
        (width, height): (usize, usize),
    ) -> Result<Self, (i32, i32)> {
        let mut canvas = Self {
            width,
            pixels: vec![None; width * height],
            rel,
        };
        for (index, pixel) in self.pixels.iter().enumerate() {
            if pixel.is_none() {
                continue;
            }
            let x = self.rel.0 + (index % self.width) as i32;
            let y = self.rel.1 + (index / self.width) as i32;
            let place = canvas.index_at(x, y).ok_or((x, y))?;
            canvas.pixels[place] = *pixel;
        }
        Ok(canvas)
    }

    /// Returns the picture without transparent rows and columns at its sides. A picture without a
    /// visible pixel becomes one transparent pixel at the limb's position.
    pub fn trimmed(&self) -> Self {
        let height = self.height();
        let row = |y: usize| self.pixels[y * self.width..(y + 1) * self.width].iter();
        let is_row = |y: &usize| row(*y).any(Option::is_some);
        let is_column = |x: &usize| (0..height).any(|y| self.pixels[y * self.width + x].is_some());
        let (Some(top), Some(left)) = ((0..height).find(is_row), (0..self.width).find(is_column))
        else {
            return Self::blank();
        };
        let bottom = (0..height).rev().find(is_row).unwrap_or(top);
        let right = (0..self.width).rev().find(is_column).unwrap_or(left);
        let mut pixels = Vec::new();
        for y in top..=bottom {
            pixels.extend_from_slice(&self.pixels[y * self.width + left..=y * self.width + right]);
        }
        Self {
            width: right - left + 1,
            pixels,
            rel: (self.rel.0 + left as i32, self.rel.1 + top as i32),
        }
    }
}

/// A costume that can be changed.
pub struct LayeredDraft {
    parts: DraftParts,
    /// The pixel values that have got a colour since the costume was taken apart.
    claimed: BTreeSet<u8>,
}

/// The parts of a costume.
enum DraftParts {
    /// A COST with its layout.
    Cost(Box<CostDraft>, Box<CostArrangement>),
    /// An AKOS with its layout.
    Akos(Box<AkosDraft>, Box<AkosArrangement>),
}

impl LayeredDraft {
    /// Takes a costume apart.
    ///
    /// # Errors
    /// Returns an error for costumes of v0, v1, the Nintendo and of unknown codecs.
    pub fn new(data: &[u8], costume: &Costume) -> Result<Self> {
        let parts = match costume {
            Costume::Cost(cost) => {
                let (draft, arrangement) = cost::take_apart(cost)?;
                DraftParts::Cost(draft.into(), arrangement.into())
            }
            Costume::Akos(akos) => {
                let (draft, arrangement) = akos::take_apart(data, akos)?;
                DraftParts::Akos(draft.into(), arrangement.into())
            }
            Costume::V0(_) | Costume::Nes(_) => {
                bail!("costumes of version 0 and of the Nintendo have no layers for Aseprite")
            }
        };
        Ok(Self {
            parts,
            claimed: BTreeSet::new(),
        })
    }

    /// Creates a COST without pictures and animations. Its colours are assigned when pictures need
    /// them.
    pub fn empty() -> Self {
        let draft = CostDraft {
            palette: vec![0; 32],
            ..CostDraft::default()
        };
        Self {
            parts: DraftParts::Cost(Box::new(draft), Box::default()),
            claimed: BTreeSet::new(),
        }
    }

    /// Returns whether the engine mirrors pictures for the west (C4, A45).
    pub fn mirrors_west(&self) -> bool {
        match &self.parts {
            DraftParts::Cost(draft, _) => !draft.keeps_west,
            DraftParts::Akos(draft, _) => draft.flags & Akhd::NO_MIRROR == 0,
        }
    }

    /// Returns the number of directions.
    pub fn has_eight_directions(&self, dialect: &Dialect) -> bool {
        match &self.parts {
            DraftParts::Cost(..) => false,
            DraftParts::Akos(draft, _) => {
                draft.flags & Akhd::EIGHT_DIRECTIONS != 0 && dialect.has_eight_directions()
            }
        }
    }

    /// Encodes the costume for a version.
    ///
    /// # Errors
    /// Returns an error if the costume does not fit into the version.
    pub fn encode(&self, dialect: &Dialect) -> Result<Vec<u8>> {
        match &self.parts {
            DraftParts::Cost(draft, arrangement) => {
                cost_source::encode_as(draft, arrangement, dialect)
            }
            DraftParts::Akos(..) if !dialect.has_akos() => bail!(
                "the costume is an AKOS and cannot be built for v{}",
                dialect.version()
            ),
            DraftParts::Akos(draft, arrangement) => Ok(akos::encode_as(draft, arrangement)?),
        }
    }
}

/// Pictures.
impl LayeredDraft {
    /// Returns the names of all cels.
    pub fn names(&self) -> Vec<CelName> {
        let mut names = Vec::new();
        match &self.parts {
            DraftParts::Cost(draft, _) => {
                for (limb, pictures) in (0u8..).zip(&draft.limbs) {
                    for (number, picture) in (0u16..).zip(pictures) {
                        if picture.is_some() {
                            let limb = Some(limb);
                            names.push(CelName { limb, number });
                        }
                    }
                }
            }
            DraftParts::Akos(draft, _) => {
                let numbers = (0u16..).zip(&draft.cels).map(|(number, _)| number);
                names.extend(numbers.map(|number| CelName { limb: None, number }));
            }
        }
        names
    }

    /// Returns the pixels and the place of a cel. A cel without pixels becomes one transparent
    /// pixel.
    pub fn picture(&self, name: CelName) -> LayerPicture {
        self.stored_picture(name)
            .unwrap_or_else(LayerPicture::blank)
    }

    /// Returns the pixels and the place of a cel; `None` without pixels.
    fn stored_picture(&self, name: CelName) -> Option<LayerPicture> {
        let number = usize::from(name.number);
        let (surface, rel, gaps): (&Surface, I16Vec2, &[u8]) = match &self.parts {
            DraftParts::Cost(draft, _) => {
                let limb = draft.limbs.get(usize::from(name.limb?))?;
                let picture = limb.get(number)?.as_ref()?;
                (&picture.cel, picture.rel, &[])
            }
            DraftParts::Akos(draft, _) => {
                let cel = draft.cels.get(number).filter(|_| name.limb.is_none())?;
                (&cel.cel, cel.rel, &cel.gaps)
            }
        };
        if surface.pixels().is_empty() {
            return None;
        }
        let transparent = self.transparent();
        let is_gap = |index: usize| gaps.get(index).is_some_and(|&gap| gap != 0);
        let mut pixels = Vec::with_capacity(surface.pixels().len());
        for (index, &pixel) in surface.pixels().iter().enumerate() {
            let is_clear = Some(pixel) == transparent || is_gap(index);
            pixels.push((!is_clear).then(|| self.screen(pixel)));
        }
        Some(LayerPicture {
            width: surface.width(),
            pixels,
            rel: (rel.x.into(), rel.y.into()),
        })
    }

    /// Returns the place of a cel relative to its limb's position.
    pub fn rel(&self, name: CelName) -> (i32, i32) {
        let (rel, _) = self.rel_and_step(name);
        (rel.x.into(), rel.y.into())
    }

    /// Returns the distance by which a cel moves later limbs, to the right and down.
    pub fn step(&self, name: CelName) -> (i32, i32) {
        let (_, step) = self.rel_and_step(name);
        (step.x.into(), -i32::from(step.y))
    }

    /// Returns the stored place of a cel and the stored distance by which it moves later limbs, or
    /// zero if there is no such cel.
    fn rel_and_step(&self, name: CelName) -> (I16Vec2, I16Vec2) {
        let number = usize::from(name.number);
        let stored = match &self.parts {
            DraftParts::Cost(draft, _) => {
                let limb = draft.limbs.get(usize::from(name.limb.unwrap_or(0)));
                let picture = limb.and_then(|limb| limb.get(number)?.as_ref());
                picture.map(|picture| (picture.rel, picture.step))
            }
            DraftParts::Akos(draft, _) => draft.cels.get(number).map(|cel| (cel.rel, cel.step)),
        };
        stored.unwrap_or_default()
    }

    /// Returns the pixel value that is transparent; `None` if gaps are stored apart.
    fn transparent(&self) -> Option<u8> {
        match &self.parts {
            DraftParts::Cost(..) => Some(0),
            DraftParts::Akos(draft, _) => match draft.codec {
                Codec::Bomp => Some(BOMP_TRANSPARENT),
                Codec::Majmin => Some(MAJMIN_TRANSPARENT),
                Codec::Rle | Codec::Unknown(_) => Some(0),
                Codec::Trle => None,
            },
        }
    }

    /// Returns the list of screen colours by which the pixels count; `None` if pixels are screen
    /// colours.
    fn palette(&self) -> Option<&Vec<u8>> {
        match &self.parts {
            // A costume of 16 fixed colours has a palette of one entry.
            DraftParts::Cost(draft, _) => Some(&draft.palette).filter(|palette| palette.len() > 1),
            DraftParts::Akos(draft, _) => {
                Some(&draft.palette).filter(|_| draft.codec == Codec::Rle)
            }
        }
    }

    /// Returns the screen colour of a pixel value.
    fn screen(&self, pixel: u8) -> u8 {
        let palette = self.palette();
        let colour = palette.and_then(|palette| palette.get(usize::from(pixel)));
        colour.copied().unwrap_or(pixel)
    }

    /// Replaces the pixels and the place of a cel.
    ///
    /// # Errors
    /// Returns an error if the costume has no number for a colour, or if the cel is too far from
    /// the limb.
    pub fn set_picture(&mut self, name: CelName, picture: &LayerPicture) -> Result<()> {
        let old = self.stored_picture(name);
        let (surface, gaps) = self.surface(picture, old.as_ref().map(|old| (old, name)))?;
        let rel = rel_of(picture)?;
        let number = usize::from(name.number);
        match &mut self.parts {
            DraftParts::Cost(draft, _) => {
                let limb = &mut draft.limbs[usize::from(name.limb.unwrap_or(0))];
                let stored = limb.get_mut(number).and_then(Option::as_mut);
                let stored = stored.with_context(|| format!("there is no cel {name}"))?;
                stored.cel = Arc::new(surface);
                stored.rel = rel;
            }
            DraftParts::Akos(draft, _) => {
                let stored = draft.cels.get_mut(number);
                let stored = stored.with_context(|| format!("there is no cel {name}"))?;
                stored.cel = Arc::new(surface);
                stored.rel = rel;
                stored.gaps = gaps;
            }
        }
        Ok(())
    }

    /// Adds a cel to a limb and returns its name.
    ///
    /// # Errors
    /// Returns an error as [`Self::set_picture`] does, and if the limb or the costume has too many
    /// cels.
    pub fn add_picture(&mut self, limb: u8, picture: &LayerPicture) -> Result<CelName> {
        let (surface, gaps) = self.surface(picture, None)?;
        let rel = rel_of(picture)?;
        match &mut self.parts {
            DraftParts::Cost(draft, _) => {
                let pictures = &mut draft.limbs[usize::from(limb)];
                ensure!(
                    pictures.len() < MOST_PICTURES,
                    "limb {limb} has more than {MOST_PICTURES} cels"
                );
                let number = u16::try_from(pictures.len())?;
                pictures.push(Some(DraftPicture {
                    rel,
                    step: I16Vec2::ZERO,
                    cel: Arc::new(surface),
                }));
                Ok(CelName {
                    limb: Some(limb),
                    number,
                })
            }
            DraftParts::Akos(draft, _) => {
                ensure!(
                    draft.cels.len() < MOST_CELS,
                    "the costume has more than {MOST_CELS} cels"
                );
                let number = u16::try_from(draft.cels.len())?;
                draft.cels.push(DraftCel {
                    rel,
                    step: I16Vec2::ZERO,
                    cel: Arc::new(surface),
                    gaps,
                });
                Ok(CelName { limb: None, number })
            }
        }
    }

    /// Returns the pixel values and the gaps of a picture. Where a cel had the same screen colour,
    /// its pixel value is kept.
    fn surface(
        &mut self,
        picture: &LayerPicture,
        old: Option<(&LayerPicture, CelName)>,
    ) -> Result<(Surface, Vec<u8>)> {
        let stored = old.and_then(|(_, name)| self.stored(name).cloned());
        let transparent = self.transparent();
        let has_gaps = transparent.is_none();
        let mut pixels = Vec::with_capacity(picture.pixels.len());
        let mut gaps = Vec::new();
        for (index, pixel) in picture.pixels.iter().enumerate() {
            let Some(screen) = *pixel else {
                pixels.push(transparent.unwrap_or(0));
                gaps.push(0xff);
                continue;
            };
            gaps.push(0);
            let x = picture.rel.0 + (index % picture.width) as i32;
            let y = picture.rel.1 + (index / picture.width) as i32;
            let kept = old.and_then(|(old, _)| {
                let index = old.index_at(x, y)?;
                let is_same = old.pixels[index] == Some(screen);
                stored
                    .as_ref()?
                    .pixels()
                    .get(index)
                    .filter(|_| is_same)
                    .copied()
            });
            let value = match kept {
                Some(value) => value,
                None => self.value_of(screen)?,
            };
            pixels.push(value);
        }
        if !has_gaps {
            gaps.clear();
        }
        let surface = Surface::from_pixels(picture.width, picture.height(), pixels);
        Ok((surface, gaps))
    }

    /// Returns the stored pixel values of a cel.
    fn stored(&self, name: CelName) -> Option<&Arc<Surface>> {
        let number = usize::from(name.number);
        match &self.parts {
            DraftParts::Cost(draft, _) => {
                let limb = draft.limbs.get(usize::from(name.limb?))?;
                Some(&limb.get(number)?.as_ref()?.cel)
            }
            DraftParts::Akos(draft, _) => Some(&draft.cels.get(number)?.cel),
        }
    }

    /// Returns the pixel value of a screen colour. If the costume does not have the colour, a value
    /// that no cel uses gets it.
    fn value_of(&mut self, screen: u8) -> Result<u8> {
        let transparent = self.transparent();
        let Some(palette) = self.palette() else {
            ensure!(
                Some(screen) != transparent,
                "colour {screen} is transparent in this costume and cannot be a colour of a cel"
            );
            return Ok(screen);
        };
        let count = palette.len();
        let mut entries = (0u8..=u8::MAX).zip(palette).skip(1);
        if let Some((value, _)) = entries.find(|(_, colour)| **colour == screen) {
            // An entry that no cel uses may have the colour by chance.
            self.claimed.insert(value);
            return Ok(value);
        }
        let used = self.used_values();
        let free = (1..count).filter_map(|value| u8::try_from(value).ok());
        let free = free.filter(|value| !used.contains(value)).min();
        let Some(free) = free else {
            bail!(
                "a new cel has screen colour {screen}, but the {count} colours of the costume are \
                 in use"
            );
        };
        log::info!("colour {free} of the costume becomes screen colour {screen}");
        let palette = match &mut self.parts {
            DraftParts::Cost(draft, _) => &mut draft.palette,
            DraftParts::Akos(draft, _) => &mut draft.palette,
        };
        if let Some(entry) = palette.get_mut(usize::from(free)) {
            *entry = screen;
        }
        self.claimed.insert(free);
        Ok(free)
    }

    /// Returns the pixel values that cels use, and those that have got a colour.
    fn used_values(&self) -> BTreeSet<u8> {
        let mut used = self.claimed.clone();
        match &self.parts {
            DraftParts::Cost(draft, _) => {
                for picture in draft.limbs.iter().flatten().flatten() {
                    used.extend(picture.cel.pixels());
                }
            }
            DraftParts::Akos(draft, _) => {
                for cel in &draft.cels {
                    used.extend(cel.cel.pixels());
                }
            }
        }
        used
    }
}

/// Sequences.
impl LayeredDraft {
    /// Makes a limb show cels in an animation, one for each engine frame.
    ///
    /// # Errors
    /// Returns an error if the animation has too many frames, or if the costume has no room for the
    /// sequence.
    pub fn set_sequence(
        &mut self,
        animation: u16,
        limb: u8,
        ticks: &[Option<CelName>],
        loops: bool,
    ) -> Result<()> {
        let is_off = ticks.iter().all(Option::is_none);
        match &mut self.parts {
            DraftParts::Cost(draft, _) => {
                let mut codes = Vec::new();
                for name in ticks {
                    codes.push(match name {
                        Some(name) => u8::try_from(name.number)?,
                        None => NOTHING,
                    });
                }
                ensure!(
                    codes.len() <= MOST_COMMANDS,
                    "limb {limb} shows {} engine frames, and a costume plays at most \
                     {MOST_COMMANDS}",
                    codes.len()
                );
                let mut sequence = None;
                if !is_off {
                    sequence = Some(cost_source::part(&mut draft.commands, &codes, loops)?);
                }
                let record = entry_at(&mut draft.records, animation);
                record.entries.retain(|entry| entry.limb != limb);
                let place = record.entries.partition_point(|entry| entry.limb < limb);
                record.entries.insert(place, CostEntry { limb, sequence });
            }
            DraftParts::Akos(draft, _) => {
                let mut bytes: Vec<u8> = Vec::new();
                let mut last = 0;
                for name in ticks {
                    last = bytes.len();
                    match name {
                        Some(name) if name.number < 0x80 => bytes.push(u8::try_from(name.number)?),
                        Some(name) => bytes.extend((name.number | WORD).to_be_bytes()),
                        None => bytes.extend(EMPTY.to_be_bytes()),
                    }
                }
                let mut part = ChoreLimb {
                    limb,
                    mode: mode::KILL,
                    start: 0,
                    length: 0,
                };
                if !is_off {
                    let start = draft.sequence.len();
                    draft.sequence.extend(bytes);
                    let what = "the costume has more than 65536 bytes of commands";
                    part.mode = if loops { mode::LOOP } else { mode::RUN };
                    part.start = u16::try_from(start).context(what)?;
                    u16::try_from(start + last).context(what)?;
                    part.length = u16::try_from(last)?;
                }
                let chore: &mut Chore = entry_at(&mut draft.chores, animation);
                chore.limbs.retain(|entry| entry.limb != limb);
                let place = chore.limbs.partition_point(|entry| entry.limb < limb);
                chore.limbs.insert(place, part);
            }
        }
        Ok(())
    }

    /// Copies an animation to another number.
    pub fn copy_animation(&mut self, from: u16, to: u16) {
        match &mut self.parts {
            DraftParts::Cost(draft, _) => {
                let record: CostRecord = entry_at(&mut draft.records, from).clone();
                *entry_at(&mut draft.records, to) = record;
            }
            DraftParts::Akos(draft, _) => {
                let chore: Chore = entry_at(&mut draft.chores, from).clone();
                *entry_at(&mut draft.chores, to) = chore;
            }
        }
    }

    /// Shortens the palette of a new costume to 16 colours if it has no more.
    pub fn shorten_palette(&mut self) {
        let most = self.used_values().into_iter().max().unwrap_or(0);
        if let DraftParts::Cost(draft, _) = &mut self.parts {
            if most < 16 {
                draft.palette.truncate(16);
            }
        }
    }
}

/// Returns an entry of a list, which becomes longer if necessary.
fn entry_at<T: Default>(list: &mut Vec<Option<T>>, number: u16) -> &mut T {
    let number = usize::from(number);
    while list.len() <= number {
        list.push(None);
    }
    list[number].get_or_insert_default()
}

fn rel_of(picture: &LayerPicture) -> Result<I16Vec2> {
    let far = "a cel is too far from the actor's position";
    let x = i16::try_from(picture.rel.0).context(far)?;
    let y = i16::try_from(picture.rel.1).context(far)?;
    Ok(I16Vec2::new(x, y))
}

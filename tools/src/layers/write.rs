//! Writes a costume as a file of Aseprite.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context, Result, bail};
use scumm_costume::{Costume, PlacedCel};
use scumm_room::Rect;

use super::draft::{LayerPicture, LayeredDraft};
use super::file::{FrameChunks, Sprite};
use super::frames::{self, CelAnimation, CelFrame};
use super::{CelName, CelText, LAYERED_COSTUME, LimbLayer, Origin};
use crate::build::aseprite::MOST_FRAMES;
use crate::build::tags::{ANCHOR, FRAME};
use crate::colours::ColouredCostume;
use crate::costume_input::LoadedCostume;
use crate::disassemble::platform_name;

/// A file of Aseprite, and the block of the costume that lies beside it.
pub struct LayeredFile {
    /// The name of the file.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// The name of the file with the block.
    pub block_name: String,
    /// The block.
    pub block: Vec<u8>,
}

impl LayeredFile {
    /// Writes a costume with its colours.
    ///
    /// # Errors
    /// Returns an error for costumes of v0, v1, the Nintendo and of unknown codecs, for costumes
    /// that use all 256 colours, and for pictures that are too far from each other.
    pub fn new(coloured: &ColouredCostume) -> Result<Self> {
        let loaded = &coloured.loaded;
        let ending = if loaded.costume.is_akos() {
            "akos"
        } else {
            "cost"
        };
        let block_name = format!("costume.{ending}");
        let sprite = Layers::new(loaded)?.sprite(coloured, &block_name);
        let bytes = sprite.with_context(|| loaded.name.clone())?.encode()?;
        Ok(Self {
            name: LAYERED_COSTUME.to_owned(),
            bytes,
            block_name,
            block: loaded.data.clone(),
        })
    }
}

/// The contents of the file.
struct Layers<'c> {
    costume: &'c Costume,
    animations: Vec<CelAnimation>,
    /// Frames behind the animations, which show the cels that no animation shows.
    others: Vec<CelFrame>,
    pictures: BTreeMap<CelName, LayerPicture>,
}

impl<'c> Layers<'c> {
    fn new(loaded: &'c LoadedCostume) -> Result<Self> {
        let costume = &*loaded.costume;
        let draft = LayeredDraft::new(&loaded.data, costume)?;
        let mut animations = frames::animations(costume, draft.mirrors_west());
        let mut count = 0;
        let mut kept = 0;
        for animation in &animations {
            count += animation.frames.len();
            kept += usize::from(count <= MOST_FRAMES);
        }
        if kept < animations.len() {
            log::warn!(
                "{}: the last {} animations are left out, because the file has more than \
                 {MOST_FRAMES} frames",
                loaded.name,
                animations.len() - kept
            );
            animations.truncate(kept);
        }
        let mut pictures = BTreeMap::new();
        for name in draft.names() {
            pictures.insert(name, draft.picture(name));
        }
        let mut layers = Self {
            costume,
            animations,
            others: Vec::new(),
            pictures,
        };
        layers.others = layers.other_frames();
        Ok(layers)
    }

    fn all_frames(&self) -> impl Iterator<Item = &CelFrame> {
        let animated = self.animations.iter().flat_map(|one| &one.frames);
        animated.chain(&self.others)
    }

    /// Returns frames with the cels that no animation shows, one cel of each limb in a frame.
    fn other_frames(&self) -> Vec<CelFrame> {
        let mut shown = BTreeSet::new();
        for cel in self.all_frames().flat_map(|frame| &frame.cels) {
            shown.insert(frames::name_of(self.costume, cel.limb, cel.number));
        }
        let mut frames: Vec<CelFrame> = Vec::new();
        let mut next: BTreeMap<u8, usize> = BTreeMap::new();
        for (name, picture) in &self.pictures {
            if shown.contains(name) || picture.is_blank() {
                continue;
            }
            let limb = name.limb.unwrap_or(0);
            let number = next.entry(limb).or_default();
            while frames.len() <= *number {
                frames.push(CelFrame {
                    cels: Vec::new(),
                    item_limbs: Vec::new(),
                    ticks: 1,
                });
            }
            frames[*number].cels.push(PlacedCel {
                limb,
                number: name.number,
                x: picture.rel.0,
                y: picture.rel.1,
            });
            *number += 1;
        }
        frames
    }

    /// Returns the box around all cels and the actor's position.
    fn bounds(&self) -> Rect {
        let mut bounds = Rect::new(0, 0, 1, 1);
        for cel in self.all_frames().flat_map(|frame| &frame.cels) {
            let name = frames::name_of(self.costume, cel.limb, cel.number);
            if let Some(picture) = self.pictures.get(&name) {
                let right = cel.x + picture.width as i32;
                let bottom = cel.y + picture.height() as i32;
                bounds = bounds.union(&Rect::new(cel.x, cel.y, right, bottom));
            }
        }
        bounds
    }

    /// Returns the layers, back to front.
    fn limb_layers(&self) -> Vec<LimbLayer> {
        let mut layers = BTreeSet::new();
        for frame in self.all_frames() {
            for (layer, _) in placed(frame) {
                layers.insert(layer);
            }
        }
        layers.into_iter().collect()
    }

    /// Returns a colour number that no picture uses.
    fn unused_colour(&self) -> Result<u8> {
        let mut used = [false; 256];
        for picture in self.pictures.values() {
            for pixel in picture.pixels.iter().flatten() {
                used[usize::from(*pixel)] = true;
            }
        }
        let free = (0..=u8::MAX).find(|&colour| !used[usize::from(colour)]);
        free.context("the costume uses all 256 colours, so that none can be transparent")
    }

    fn sprite(&self, coloured: &ColouredCostume, block_name: &str) -> Result<Sprite> {
        let loaded = &coloured.loaded;
        let bounds = self.bounds();
        let (width, height) = bounds.size();
        let transparent = self.unused_colour()?;
        let size = (u16::try_from(width), u16::try_from(height));
        let (Ok(width), Ok(height)) = size else {
            bail!("the pictures need a canvas of {width}x{height} pixels");
        };
        let layers = self.limb_layers();
        let mut head = FrameChunks::default();
        head.palette(&coloured.colours.palette)?;
        let dialect = &loaded.dialect;
        let he = Some(dialect.he()).filter(|&he| he > 0);
        let origin = Origin {
            block: block_name.to_owned(),
            version: he.is_none().then(|| dialect.version()),
            he,
            old256: dialect.is_v3_256(),
            platform: platform_name(dialect).map(str::to_owned),
        };
        head.user_data(&toml::to_string(&origin)?)?;
        for layer in &layers {
            head.layer(&layer.to_string())?;
        }
        let mut tags = Vec::new();
        let mut from = 0;
        for animation in &self.animations {
            let to = from + animation.frames.len();
            let name = animation.chore.directed_name(dialect);
            let last = u16::try_from(to - 1)?;
            tags.push((name, u16::try_from(from)?, last, animation.loops));
            from = to;
        }
        head.tags(&tags)?;
        head.point(ANCHOR, (-bounds.left, -bounds.top))?;
        let mut written = HashMap::new();
        let mut frames = Vec::new();
        for (number, frame) in self.all_frames().enumerate() {
            let number = u16::try_from(number)?;
            let mut chunks = std::mem::take(&mut head);
            for (layer, cel) in placed(frame) {
                let name = frames::name_of(self.costume, cel.limb, cel.number);
                let Some(picture) = self.pictures.get(&name) else {
                    continue;
                };
                let index = layers.binary_search(&layer).unwrap_or_default();
                let index = u16::try_from(index)?;
                let x = i16::try_from(cel.x - bounds.left)?;
                let y = i16::try_from(cel.y - bounds.top)?;
                let is_item = frame.item_limbs.contains(&cel.limb);
                // Linked cels share the place and the user data, too.
                if let Some(&earlier) = written.get(&(layer, name, is_item, x, y)) {
                    chunks.linked_cel(index, (x, y), earlier)?;
                    continue;
                }
                written.insert((layer, name, is_item, x, y), number);
                let size = (
                    u16::try_from(picture.width)?,
                    u16::try_from(picture.height())?,
                );
                let pixels = picture.pixels.iter();
                let pixels: Vec<u8> = pixels.map(|pixel| pixel.unwrap_or(transparent)).collect();
                chunks.cel(index, (x, y), size, &pixels)?;
                let place = is_item.then_some((cel.x, cel.y));
                chunks.user_data(&CelText { name, place }.to_string())?;
            }
            let duration = frame.ticks as u64 * FRAME;
            frames.push((chunks, u16::try_from(duration).unwrap_or(u16::MAX)));
        }
        if frames.is_empty() {
            frames.push((head, u16::try_from(FRAME)?));
        }
        Ok(Sprite {
            size: (width, height),
            transparent,
            frames,
        })
    }
}

/// Returns the cels of a frame with their layers.
fn placed(frame: &CelFrame) -> Vec<(LimbLayer, &PlacedCel)> {
    let mut counts = [0; 256];
    let mut placed = Vec::new();
    for cel in &frame.cels {
        let part = &mut counts[usize::from(cel.limb)];
        let layer = LimbLayer {
            limb: cel.limb,
            part: *part,
        };
        *part += 1;
        placed.push((layer, cel));
    }
    placed
}

//! What of a costume is exported, and how it is shown.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Result, bail};
use scumm_costume::{ALL_LIMBS, Costume};
use scumm_platform::text::joined;
use serde::Serialize;

use super::renderer::RenderOptions;
use crate::chores::{self, Chore};

/// What there is to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ExportPart {
    /// Each cel as a PNG.
    Cels,
    /// Each animation as an animated PNG.
    Apng,
    /// Each animation as a GIF.
    Gif,
    /// A sprite sheet with JSON as Aseprite exports it.
    Sheet,
}

/// What of a costume is exported, and how it is shown. What was exported with other options is made
/// anew: the fields, in this order, are part of the check sum by which that is told.
#[derive(Clone, Debug, Serialize)]
pub struct ExportOptions {
    /// Only these parts; all where none is named.
    pub only: Vec<ExportPart>,
    /// Only these chores; all where none is named.
    pub chores: Vec<u16>,
    /// Only these directions by their names; all where none is named.
    pub facings: Vec<String>,
    /// The shadow mode, with shadow tables that are dusk.
    pub shadow: Option<u16>,
    /// Horizontal and vertical scale from 1 to 255, which is full size.
    pub scale: Option<(u8, u8)>,
    /// What the z-planes of the room hide of an actor at this place is left out.
    pub z_clip: Option<(i32, i32)>,
    /// Engine frames that an animation step takes.
    pub anim_speed: u8,
    /// Jiffies that an engine frame takes.
    pub jiffies: u16,
    /// The most engine frames of an animation that does not end.
    pub frames: u16,
    /// How many times as long the sides of pictures are, 2 to 8; without it they have the game's
    /// pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zoom: Option<u8>,
}

/// The most pixels of a picture that is enlarged: more than the largest screen's with what reaches
/// beyond it, 8 times as large.
const MOST_PIXELS: usize = 1 << 27;
/// What is said of a picture that has more.
pub const TOO_LARGE: &str = "enlarged it would have more than 134217728 pixels";

/// Whether a picture of so many pixels is not too large with each side `zoom` times as long.
pub fn fits(pixels: usize, zoom: u8) -> bool {
    zoom <= 1 || pixels.saturating_mul(usize::from(zoom).pow(2)) <= MOST_PIXELS
}

impl ExportOptions {
    /// Whether a part is asked for.
    pub fn has(&self, part: ExportPart) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    /// How actors are drawn.
    pub fn rendering(&self) -> RenderOptions {
        let &Self {
            scale,
            shadow,
            anim_speed,
            frames,
            ..
        } = self;
        RenderOptions {
            scale,
            shadow,
            anim_speed,
            limit: frames.into(),
            limbs: ALL_LIMBS,
        }
    }

    /// Refuses a chore that none of these costumes has.
    ///
    /// # Errors
    /// There is one.
    pub fn check_chores(
        &self,
        of: &str,
        costumes: impl IntoIterator<Item = Arc<Costume>>,
    ) -> Result<()> {
        if self.chores.is_empty() {
            return Ok(());
        }
        let known: BTreeSet<u16> = costumes
            .into_iter()
            .flat_map(|costume| chores::frames(&costume))
            .collect();
        match self.chores.iter().find(|chore| !known.contains(chore)) {
            Some(unknown) => bail!(
                "{of}: there is no chore {unknown}; there are {}",
                runs(&known)
            ),
            None => Ok(()),
        }
    }

    /// The chores that are asked for, of those that a costume has.
    pub fn chores(&self, costume: &Costume) -> Vec<Chore> {
        let mut chores = chores::of(costume);
        chores.retain(|chore| {
            (self.chores.is_empty() || self.chores.contains(&chore.number))
                && (self.facings.is_empty()
                    || self.facings.iter().any(|name| name == chore.direction))
        });
        chores
    }
}

/// Numbers in words: `1 to 3, 7`.
fn runs(numbers: &BTreeSet<u16>) -> String {
    let numbers: Vec<u16> = numbers.iter().copied().collect();
    let words = numbers
        .chunk_by(|before, number| before.checked_add(1) == Some(*number))
        .map(|run| match run {
            [first, .., last] => format!("{first} to {last}"),
            _ => run.iter().map(ToString::to_string).collect(),
        });
    if numbers.is_empty() {
        "none".to_owned()
    } else {
        joined(words, ", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enlarged_pictures_have_a_limit() {
        assert!(fits(1408 * 1088, 8) && fits(usize::MAX, 1));
        assert!(!fits((MOST_PIXELS >> 2) + 1, 2) && fits(MOST_PIXELS >> 2, 2));
        assert!(TOO_LARGE.contains(&MOST_PIXELS.to_string()));
    }

    #[test]
    fn numbers_are_told_in_runs() {
        assert_eq!(runs(&[1, 2, 3, 7, 9, 10].into()), "1 to 3, 7, 9 to 10");
        assert_eq!(runs(&BTreeSet::new()), "none");
    }
}

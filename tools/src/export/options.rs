//! Options that select the parts of a costume to export, and how to draw them.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Result, bail};
use scumm_costume::{ALL_LIMBS, Costume};
use scumm_media::text::joined;
use serde::Serialize;

use super::renderer::RenderOptions;
use crate::chores::{self, DirectedChore};

/// A part of a costume that can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ExportPart {
    /// Each cel as a PNG.
    Cels,
    /// Each animation as an animated PNG.
    Apng,
    /// Each animation as a GIF.
    Gif,
    /// A sprite sheet with JSON in the format of Aseprite.
    Sheet,
    /// A file of Aseprite with a layer for each limb, and the block of the costume, from which
    /// `build` makes the costume again. It is written only if it is named.
    Aseprite,
}

impl ExportPart {
    /// All parts.
    pub const ALL: [Self; 5] = [
        Self::Cels,
        Self::Apng,
        Self::Gif,
        Self::Sheet,
        Self::Aseprite,
    ];

    /// Returns the name of the part in commands and in calls.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cels => "cels",
            Self::Apng => "apng",
            Self::Gif => "gif",
            Self::Sheet => "sheet",
            Self::Aseprite => "aseprite",
        }
    }

    /// Returns the part with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }
}

/// The parts of a costume to export, and how to draw them. If an option changes, all files are made
/// again. The change is detected by a checksum of the fields in this order.
#[derive(Clone, Debug, Serialize)]
pub struct ExportOptions {
    /// The parts to export; empty means all except [`ExportPart::Aseprite`].
    pub only: Vec<ExportPart>,
    /// The chores to export; empty means all.
    pub chores: Vec<u16>,
    /// The names of the directions to export; empty means all.
    pub facings: Vec<String>,
    /// The shadow mode. The shadow tables are those of [`crate::shade::DUSK`].
    pub shadow: Option<u16>,
    /// The horizontal and vertical scale, 1 to 255; 255 is full size.
    pub scale: Option<(u8, u8)>,
    /// The position of the actor in the room, in actors' units. Pixels that the room's z-planes
    /// hide there are left out.
    pub z_clip: Option<(i32, i32)>,
    /// The number of engine frames for each animation step.
    pub anim_speed: u8,
    /// The number of jiffies for each engine frame.
    pub jiffies: u16,
    /// The most engine frames of an animation that does not end.
    pub frames: u16,
    /// The factor by which the pictures are enlarged, 2 to 8; `None` means the size in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zoom: Option<u8>,
}

impl Default for ExportOptions {
    /// Returns the options with which `wardrobe export` draws if none is given.
    fn default() -> Self {
        Self {
            only: Vec::new(),
            chores: Vec::new(),
            facings: Vec::new(),
            shadow: None,
            scale: None,
            z_clip: None,
            anim_speed: 1,
            jiffies: 6,
            frames: 200,
            zoom: None,
        }
    }
}

/// The most pixels of an enlarged picture. The limit is above the largest screen with its margins
/// when each side is enlarged 8 times.
const MOST_PIXELS: usize = 1 << 27;
/// The message for a picture that exceeds the limit.
pub const TOO_LARGE: &str = "the enlarged picture would have more than 134217728 pixels";

/// Returns whether a picture with this number of pixels stays within the limit when each side is
/// enlarged `zoom` times.
pub fn fits(pixels: usize, zoom: u8) -> bool {
    zoom <= 1 || pixels.saturating_mul(usize::from(zoom).pow(2)) <= MOST_PIXELS
}

impl ExportOptions {
    /// Returns whether a part is to be exported.
    pub fn has(&self, part: ExportPart) -> bool {
        let is_usual = part != ExportPart::Aseprite;
        self.only.is_empty() && is_usual || self.only.contains(&part)
    }

    /// Returns the options for drawing actors.
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

    /// Checks that each requested chore exists in at least one of these costumes.
    ///
    /// # Errors
    /// Returns an error that names the first unknown chore.
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

    /// Returns the requested chores of a costume.
    pub fn chores(&self, costume: &Costume) -> Vec<DirectedChore> {
        let mut chores = chores::in_costume(costume);
        chores.retain(|chore| {
            (self.chores.is_empty() || self.chores.contains(&chore.number))
                && (self.facings.is_empty()
                    || self.facings.iter().any(|name| name == chore.direction))
        });
        chores
    }
}

/// Formats a set of numbers in words: `1 to 3, 7`.
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
    fn each_part_is_found_by_its_name() {
        for part in ExportPart::ALL {
            assert_eq!(ExportPart::from_name(part.name()), Some(part));
        }
        assert_eq!(ExportPart::from_name("Cels"), None);
    }

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

//! What of a costume is exported, and how it is shown.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;
use scumm_costume::{ALL_LIMBS, Costume};
use scumm_room::Dialect;
use serde::Serialize;

use super::renderer::RenderOptions;
use crate::chores::{self, Chore};
use crate::directions::EIGHT;

/// What there is to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
pub enum ExportPart {
    /// Each cel as a PNG
    Cels,
    /// Each animation as an animated PNG
    Apng,
    /// Each animation as a GIF
    Gif,
    /// A sprite sheet with JSON as Aseprite exports it
    Sheet,
}

/// What of a costume is exported, and how it is shown.
#[derive(Debug, Serialize, clap::Args)]
pub struct ExportOptions {
    /// Write only these; all without it
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    only: Vec<ExportPart>,

    /// Only this chore; may be given several times
    #[arg(long = "chore", value_name = "N")]
    chores: Vec<u16>,

    /// Only this direction; may be given several times
    #[arg(long = "facing", value_name = "DIRECTION", value_parser = PossibleValuesParser::new(EIGHT))]
    facings: Vec<String>,

    /// Draw actors in this shadow mode, with shadow tables that are dusk (SCUMM v5 and later); shadows fall on black, with --z-clip on
    /// the room
    #[arg(long, value_name = "MODE", help_heading = "How it is shown")]
    shadow: Option<u16>,

    /// Draw actors smaller: 1 to 255, which is full size; X,Y for two different scales
    #[arg(long, value_name = "N|X,Y", value_parser = scale, help_heading = "How it is shown")]
    scale: Option<(u8, u8)>,

    /// Leave out what the z-planes of the room hide of an actor at this place; without --scale it has the size that it has there
    #[arg(long, value_name = "X,Y", value_parser = pair::<i32>, allow_hyphen_values = true, help_heading = "How it is shown")]
    pub z_clip: Option<(i32, i32)>,

    /// Engine frames that an animation step takes
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "How it is shown")]
    anim_speed: u8,

    /// Jiffies (sixtieths of a second) that an engine frame takes; scripts set 6 in nearly every room
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=255),
          help_heading = "How it is shown")]
    jiffies: u16,

    /// The most engine frames of an animation that does not end
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..),
          help_heading = "How it is shown")]
    frames: u16,
}

impl ExportOptions {
    /// Whether a part is asked for.
    pub fn has(&self, part: ExportPart) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    /// How actors are drawn.
    pub fn rendering(&self) -> RenderOptions {
        let &Self { scale, shadow, anim_speed, frames, .. } = self;
        RenderOptions { scale, shadow, anim_speed, limit: frames.into(), limbs: ALL_LIMBS }
    }

    /// How long an engine frame takes.
    pub fn frame(&self, dialect: &Dialect) -> Duration {
        dialect.frame_duration(self.jiffies)
    }

    /// Refuses a chore that none of these costumes has.
    ///
    /// # Errors
    /// There is one.
    pub fn check_chores(&self, of: &str, costumes: impl IntoIterator<Item = Arc<Costume>>) -> Result<()> {
        if self.chores.is_empty() {
            return Ok(());
        }
        let known: BTreeSet<u16> = costumes.into_iter().flat_map(|costume| chores::frames(&costume)).collect();
        match self.chores.iter().find(|chore| !known.contains(chore)) {
            Some(unknown) => bail!("{of}: there is no chore {unknown}; there are {}", runs(&known)),
            None => Ok(()),
        }
    }

    /// The chores that are asked for, of those that a costume has.
    pub fn chores(&self, costume: &Costume) -> Vec<Chore> {
        let mut chores = chores::of(costume);
        chores.retain(|chore| {
            (self.chores.is_empty() || self.chores.contains(&chore.number))
                && (self.facings.is_empty() || self.facings.iter().any(|name| name == chore.direction))
        });
        chores
    }
}

/// Numbers in words: `1 to 3, 7`.
fn runs(numbers: &BTreeSet<u16>) -> String {
    let mut runs: Vec<(u16, u16)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words = runs.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first} to {last}"),
    });
    if runs.is_empty() { "none".to_owned() } else { words.collect::<Vec<_>>().join(", ") }
}

fn scale(text: &str) -> Result<(u8, u8), String> {
    let (x, y) = match text.split_once(',') {
        None => number(text).map(|n| (n, n))?,
        Some(_) => pair(text)?,
    };
    if x == 0 || y == 0 { Err("expected 1 to 255, found 0".to_owned()) } else { Ok((x, y)) }
}

fn pair<T: FromStr<Err: Display>>(text: &str) -> Result<(T, T), String> {
    let (x, y) =
        text.split_once(',').ok_or_else(|| format!("expected two numbers with a comma between, found {text:?}"))?;
    Ok((number(x)?, number(y)?))
}

fn number<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|error: T::Err| format!("{text:?}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_in_runs() {
        assert_eq!(runs(&[1, 2, 3, 7, 9, 10].into()), "1 to 3, 7, 9 to 10");
        assert_eq!(runs(&BTreeSet::new()), "none");
    }

    #[test]
    fn scales_are_one_number_or_two() {
        assert_eq!((scale("128"), scale("255,64")), (Ok((128, 128)), Ok((255, 64))));
        for bad in ["0", "1,0", "256", "x", "1,2,3", ""] {
            assert!(scale(bad).is_err(), "{bad}");
        }
    }
}

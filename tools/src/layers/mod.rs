//! Costumes as files of Aseprite: a layer for each limb and a tag for each chore and direction.
//!
//! Beside the file lies the block of the costume ([`LayeredFile`]). `build` compares the file with
//! the block and changes only the parts that differ, so that commands, sounds and the layout of the
//! original stay ([`read::build`]). Cels are recognised by their user data, which is the name of
//! the cel ([`CelName`]).

pub mod draft;
mod file;
pub mod frames;
pub mod read;
pub mod room;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use write::LayeredFile;

/// The name of the file that [`LayeredFile`] writes.
pub const LAYERED_COSTUME: &str = "costume.aseprite";

/// The name of a cel: `1:6` is picture 6 of limb 1 in a COST, `6` is cel 6 of an AKOS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CelName {
    /// The limb; `None` in an AKOS, whose limbs share the cels.
    pub limb: Option<u8>,
    /// The number.
    pub number: u16,
}

impl CelName {
    /// Returns the names of a cel: a name for each limb and number as which animations show it, or
    /// the cel's number if the costume's limbs share the cels.
    pub fn all(number: u16, shown_as: &[(u8, u8)]) -> Vec<Self> {
        if shown_as.is_empty() {
            return vec![Self { limb: None, number }];
        }
        shown_as.iter().copied().map(Self::of_limb).collect()
    }

    /// Returns the first of the names of a cel.
    pub fn first(number: u16, shown_as: &[(u8, u8)]) -> Self {
        let shown = shown_as.first().copied();
        shown.map_or(Self { limb: None, number }, Self::of_limb)
    }

    /// Returns the name of a picture of a limb.
    fn of_limb((limb, number): (u8, u8)) -> Self {
        Self {
            limb: Some(limb),
            number: number.into(),
        }
    }

    /// Parses a name.
    pub fn parse(text: &str) -> Option<Self> {
        let (limb, number) = match text.trim().split_once(':') {
            Some((limb, number)) => (Some(limb.parse().ok()?), number),
            None => (None, text.trim()),
        };
        let number = number.parse().ok()?;
        Some(Self { limb, number })
    }
}

impl fmt::Display for CelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limb {
            Some(limb) => write!(f, "{limb}:{}", self.number),
            None => write!(f, "{}", self.number),
        }
    }
}

/// The user data of a cel: its name, and its place if an animation stores the place (A42). `6 at
/// -3,-40` is cel 6 with its top left corner at this position relative to the actor's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CelText {
    /// The name.
    pub name: CelName,
    /// The place, if a draw-many command decides it.
    pub place: Option<(i32, i32)>,
}

impl CelText {
    /// Parses the user data of a cel.
    pub fn parse(text: &str) -> Option<Self> {
        let Some((name, place)) = text.split_once(" at ") else {
            let name = CelName::parse(text)?;
            return Some(Self { name, place: None });
        };
        let name = CelName::parse(name)?;
        let (x, y) = place.trim().split_once(',')?;
        // The numbers are those of a file, and sums of them stay small.
        let x: i16 = x.parse().ok()?;
        let y: i16 = y.parse().ok()?;
        let place = Some((x.into(), y.into()));
        Some(Self { name, place })
    }
}

impl fmt::Display for CelText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if let Some((x, y)) = self.place {
            write!(f, " at {x},{y}")?;
        }
        Ok(())
    }
}

/// The user data of the sprite, as TOML: the costume from which the file was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Origin {
    /// The file with the block of the costume.
    pub block: String,
    /// The version of the costume.
    pub version: Option<u8>,
    /// The Humongous sub-version.
    pub he: Option<u8>,
    /// v3: a game of 256 colours.
    pub old256: bool,
    /// The platform, if the format depends on it.
    pub platform: Option<String>,
}

/// A layer of a limb. A limb that shows several cels at once has several layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LimbLayer {
    /// The limb.
    pub limb: u8,
    /// The number of the layer among those of the limb.
    pub part: usize,
}

impl LimbLayer {
    /// Parses the name of a layer: `limb3`, or `limb3 part 2` for the second layer of a limb.
    pub fn parse(name: &str) -> Option<Self> {
        let rest = name.trim().to_ascii_lowercase();
        let rest = rest.strip_prefix("limb")?;
        let (limb, part) = match rest.split_once(" part ") {
            Some((limb, part)) => (limb, part.trim().parse::<usize>().ok()?.checked_sub(1)?),
            None => (rest, 0),
        };
        let limb: u8 = limb.trim().parse().ok()?;
        (limb < 16).then_some(Self { limb, part })
    }
}

impl fmt::Display for LimbLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            0 => write!(f, "limb{}", self.limb),
            part => write!(f, "limb{} part {}", self.limb, part + 1),
        }
    }
}

//! A cast: the actors of a game, the objects that they use, and what each does while the user does
//! not lead it. A text in TOML, as data/demo/cast.toml.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::objects::UsableObject;
use super::timetable::TimetableEntry;
use scumm_tools::inputs;
use scumm_tools::shade::Shade;

/// The most actors of a cast: one for each of the keys 1 to 9.
pub const MOST: usize = 9;

/// A cast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    /// Lines that tell the user what to do.
    #[serde(default)]
    pub help: Vec<String>,
    /// The number of the room that the play begins in.
    pub room: u16,
    /// Jiffies a frame (E1).
    pub timer_next: Option<u16>,
    /// What the shadow table is made of.
    pub shadow: Option<Shade>,
    /// What the actors use: doors, and what opens.
    #[serde(default, rename = "object")]
    pub objects: Vec<UsableObject>,
    /// The actors, the first led by the user.
    #[serde(rename = "actor")]
    pub members: Vec<CastMember>,
}

/// One actor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastMember {
    /// Its number on the stage.
    pub id: u16,
    /// Its name.
    pub name: String,
    /// The number of its costume.
    pub costume: u16,
    /// Where it stands at first.
    pub at: (i32, i32),
    /// Where it looks, in degrees clockwise from north.
    pub facing: i32,
    /// Its steps, across and along.
    pub speed: Option<(u16, u16)>,
    /// The colour of what it says.
    pub talk_color: Option<u8>,
    /// Where what it says stands, from between its feet.
    pub talk_pos: Option<(i32, i32)>,
    /// The chore of its gesture.
    pub gesture: Option<u16>,
    /// The shadow mode in which it is drawn (C55).
    #[serde(default)]
    pub shadow_mode: u16,
    /// What it says when the user lets it talk, in turn.
    #[serde(default)]
    pub lines: Vec<String>,
    /// What it does by itself, over and over.
    #[serde(default)]
    pub timetable: Vec<TimetableEntry>,
}

impl Cast {
    /// Reads a cast's file.
    ///
    /// # Errors
    /// What is wrong, with the file's name.
    pub fn read(path: &Path) -> Result<Self> {
        let text = inputs::text(path)?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    /// Reads a cast's text.
    ///
    /// # Errors
    /// What is wrong.
    pub fn parse(text: &str) -> Result<Self> {
        let cast: Self = toml::from_str(text)?;
        let count = cast.members.len();
        ensure!(
            (1..=MOST).contains(&count),
            "expected 1 to {MOST} actors, found {count}"
        );
        let mut ids = BTreeSet::new();
        if let Some(twice) = cast.members.iter().find(|member| !ids.insert(member.id)) {
            bail!("actor {} comes twice", twice.id);
        }
        Ok(cast)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str =
        "room = 1\n[[actor]]\nid = 1\nname = \"x\"\ncostume = 1\nat = [1, 2]\nfacing = 90\n";

    #[test]
    fn what_is_wrong_with_a_cast_is_told() {
        let told = |text: &str| format!("{:#}", Cast::parse(text).unwrap_err());
        assert!(Cast::parse(ONE).is_ok());
        assert!(
            told(&format!("{ONE}{}", &ONE["room = 1\n".len()..])).contains("actor 1 comes twice")
        );
        assert!(told("room = 1\nactor = []").contains("1 to 9 actors"));
        assert!(told(&format!("{ONE}hat = 3")).contains("hat"));
        assert!(told(&format!("{ONE}timetable = [{{ dance = 3 }}]")).contains("dance"));
    }

    #[test]
    fn the_demos_cast_is_sound() {
        let cast = Cast::parse(scumm_tools::demo::CAST).unwrap();
        assert!(
            cast.members
                .iter()
                .all(|member| !member.timetable.is_empty())
        );
        assert!(
            cast.help.iter().all(|line| line.len() <= 40),
            "a line of the screen has forty letters"
        );
    }
}

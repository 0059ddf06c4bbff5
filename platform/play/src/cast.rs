//! A cast: the actors of a game, the objects that they use, and the actions that each performs
//! without the user's control. The file format is TOML; data/demo/cast.toml is an example.

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
    /// Lines of help for the user.
    #[serde(default)]
    pub help: Vec<String>,
    /// The number of the first room.
    pub room: u16,
    /// The jiffies between two frames (E1).
    pub timer_next: Option<u16>,
    /// The definition of the shadow table.
    pub shadow: Option<Shade>,
    /// The objects that the actors use: doors and things that open.
    #[serde(default, rename = "object")]
    pub objects: Vec<UsableObject>,
    /// The actors. The user controls the first one at the start.
    #[serde(rename = "actor")]
    pub members: Vec<CastMember>,
}

/// An actor of a cast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastMember {
    /// The actor's number on the stage.
    pub id: u16,
    /// The actor's name.
    pub name: String,
    /// The number of the actor's costume.
    pub costume: u16,
    /// The initial position in actors' units.
    pub at: (i32, i32),
    /// The initial direction in degrees clockwise from north.
    pub facing: i32,
    /// The length of the actor's steps, horizontal and vertical.
    pub speed: Option<(u16, u16)>,
    /// The colour of the actor's speech.
    pub talk_color: Option<u8>,
    /// The position of the actor's speech relative to its feet.
    pub talk_pos: Option<(i32, i32)>,
    /// The chore of the actor's gesture.
    pub gesture: Option<u16>,
    /// The shadow mode in which the actor is drawn (C55).
    #[serde(default)]
    pub shadow_mode: u16,
    /// The lines that the actor says in turn when the user makes it talk.
    #[serde(default)]
    pub lines: Vec<String>,
    /// The actions that the actor repeats without the user's control.
    #[serde(default)]
    pub timetable: Vec<TimetableEntry>,
}

impl Cast {
    /// Reads the file of a cast.
    ///
    /// # Errors
    /// Returns an error with the file's name if the file cannot be read or is invalid.
    pub fn read(path: &Path) -> Result<Self> {
        let text = inputs::text(path)?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    /// Parses the text of a cast.
    ///
    /// # Errors
    /// Returns an error if the text is invalid.
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

//! Describes the results of casting in words.

use std::fmt;

use scumm_platform::text::joined;

use crate::casting::{CostumeCast, Level, Member, Name, ShownIn, Standing};

impl Level {
    /// Returns a description of the level.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Put => "a script puts its actor there",
            Self::Present => "a script has its actor at work there",
            Self::Called => "inferred: a script that is started there puts it on",
            Self::Outside => "inferred: some script puts its actor there",
            Self::Home => "a guess: no script says it",
        }
    }
}

impl Standing {
    /// Returns a sentence of caution for the user; `None` if the scripts are read with confirmed
    /// tables.
    #[must_use]
    pub fn note(self) -> Option<&'static str> {
        match self {
            Self::Proven => None,
            Self::Unproven => {
                Some("The tables by which scripts of version 8 are read are proven by no game.")
            }
            Self::Left => {
                Some("Scripts of this version are not read: who wears which costume is not known.")
            }
        }
    }
}

impl CostumeCast {
    /// Returns a sentence about the wearers of the costume and its rooms; empty if nothing is
    /// known.
    #[must_use]
    pub fn sentence(&self) -> String {
        let said = [
            (self.actors.len(), "worn by actor", listed(&self.actors)),
            (
                self.names.len().min(1),
                "named",
                listed(self.names.iter().map(quoted)),
            ),
            (
                self.talk_colours.len(),
                "talks in colour",
                listed(&self.talk_colours),
            ),
            (self.rooms.len(), "shown in room", listed(&self.rooms)),
        ];
        let parts = said.into_iter().filter(|(count, ..)| *count > 0);
        joined(
            parts.map(|(count, what, of)| {
                format!("{what}{} {of}", if count == 1 { "" } else { "s" })
            }),
            "; ",
        )
    }
}

/// Formats a list as `1, 2 and 3`.
#[must_use]
pub fn listed<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    let mut things: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    let last = things.pop().unwrap_or_default();
    if things.is_empty() {
        last
    } else {
        format!("{} and {last}", things.join(", "))
    }
}

/// Formats a name between quotation marks.
#[must_use]
pub fn quoted(name: &Name) -> String {
    format!("\"{name}\"")
}

impl fmt::Display for ShownIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (level {})", self.room, u8::from(self.level))
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "actor {}", self.actor)?;
        if let Some(name) = &self.look.name {
            write!(f, " {}", quoted(name))?;
        }
        write!(f, " in costume {}", self.costume)?;
        match self.place {
            Some(place) => write!(f, " at {},{}", place.x, place.y)?,
            None => f.write_str(" somewhere")?,
        }
        write!(f, " (level {})", u8::from(self.level))
    }
}

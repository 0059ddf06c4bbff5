//! What an actor is told that stays: name, colours, size (J26).

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::values::Values;

/// What an actor is told beside its costume; what no script says is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Look {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// The palette entry of its speech.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub talk_colour: Option<u8>,
    /// Its size, 255 being the full one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<u16>,
    /// How broad it is to others that walk, in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u16>,
    /// Whether it stands and walks where no box is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignores_boxes: Option<bool>,
    /// Entries of the costume's palette that are changed, and to which entry of the screen's.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub palette: BTreeMap<u8, u8>,
    /// Whether it is all, the actor having been made anew before.
    #[serde(skip)]
    pub(super) is_whole: bool,
}

impl Look {
    /// What the instruction of this name tells an actor, if it is one of those; to be as new is
    /// whole.
    pub(super) fn said(instruction: &str, values: &Values, text: &[u8]) -> Option<Self> {
        let mut look = Self::default();
        let byte = |name| {
            values
                .number(name)
                .and_then(|number| u8::try_from(number).ok())
        };
        let word = |name| {
            values
                .number(name)
                .and_then(|number| u16::try_from(number).ok())
        };
        match instruction {
            "actorName" => look.name = Some(Name(text.into())),
            "talkColor" => look.talk_colour = byte("color"),
            "scale" => look.scale = word("scale"),
            "width" => look.width = word("width"),
            "ignoreBoxes" | "followBoxes" => {
                look.ignores_boxes = Some(instruction == "ignoreBoxes")
            }
            "palette" => look.palette.extend(byte("slot").zip(byte("color"))),
            "default" | "actorNew" => look.is_whole = true,
            _ => return None,
        }
        Some(look)
    }

    /// Takes what is missing from another one.
    pub(super) fn fill(&mut self, other: &Self) {
        self.name = self.name.take().or_else(|| other.name.clone());
        self.talk_colour = self.talk_colour.or(other.talk_colour);
        self.scale = self.scale.or(other.scale);
        self.width = self.width.or(other.width);
        self.ignores_boxes = self.ignores_boxes.or(other.ignores_boxes);
        for (&slot, &colour) in &other.palette {
            self.palette.entry(slot).or_insert(colour);
        }
        self.is_whole |= other.is_whole;
    }

    /// What is the same in all of these that say it; changes of the palette are not, since a
    /// costume that is put on takes them back.
    pub(super) fn always(looks: &[Self]) -> Self {
        Self {
            name: always(looks, |look| look.name.clone()),
            talk_colour: always(looks, |look| look.talk_colour),
            scale: always(looks, |look| look.scale),
            width: always(looks, |look| look.width),
            ignores_boxes: always(looks, |look| look.ignores_boxes),
            ..Self::default()
        }
    }
}

fn always<T: PartialEq>(looks: &[Look], said: impl Fn(&Look) -> Option<T>) -> Option<T> {
    let mut all = looks.iter().filter_map(said);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// A name as a script has it. It is shown as ASCII, all other bytes as `\x81`: which letters they
/// are, a game's font says alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(Arc<[u8]>);

impl Name {
    /// Its bytes, codes of the game's texts among them.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&byte| match byte {
            b' '..=b'[' | b']'..=b'~' => f.write_char(byte.into()),
            _ => write!(f, "\\x{byte:02x}"),
        })
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

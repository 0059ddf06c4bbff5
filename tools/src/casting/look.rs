//! What an actor is told that stays: name, colours, size (J26).

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write};
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::deeds::Setting;

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
    pub(super) fn set(&mut self, setting: &Setting) {
        match setting {
            Setting::Name(name) => self.name = Some(name.clone()),
            Setting::TalkColour(colour) => self.talk_colour = u8::try_from(*colour).ok(),
            Setting::Scale(scale) => self.scale = u16::try_from(*scale).ok(),
            Setting::Width(width) => self.width = u16::try_from(*width).ok(),
            Setting::IgnoresBoxes(ignores) => self.ignores_boxes = Some(*ignores),
            Setting::Palette(slot, colour) => {
                if let (Ok(slot), Ok(colour)) = (u8::try_from(*slot), u8::try_from(*colour)) {
                    self.palette.insert(slot, colour);
                }
            }
        }
    }

    /// Takes what is missing from what the actor is told outside rooms.
    pub(super) fn fill(&mut self, told: &Told) {
        for setting in told.0.values().flatten() {
            if !self.says(setting) {
                self.set(setting);
            }
        }
    }

    fn says(&self, setting: &Setting) -> bool {
        match setting {
            Setting::Name(_) => self.name.is_some(),
            Setting::TalkColour(_) => self.talk_colour.is_some(),
            Setting::Scale(_) => self.scale.is_some(),
            Setting::Width(_) => self.width.is_some(),
            Setting::IgnoresBoxes(_) => self.ignores_boxes.is_some(),
            // A costume that is put on takes them back.
            Setting::Palette(..) => true,
        }
    }
}

/// What an actor is told outside rooms, of each kind; `None` where it is not always the same (J26).
#[derive(Debug, Default)]
pub(super) struct Told(HashMap<Discriminant<Setting>, Option<Setting>>);

impl Told {
    pub fn add(&mut self, setting: &Setting) {
        let told = self.0.entry(discriminant(setting)).or_insert_with(|| Some(setting.clone()));
        if told.as_ref() != Some(setting) {
            *told = None;
        }
    }
}

/// A name as a script has it. It is shown as ASCII, all other bytes as `\x81`: which letters they are, a game's font says alone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(Arc<[u8]>);

impl Name {
    pub(super) fn new(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }

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

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

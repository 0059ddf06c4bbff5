//! The lasting settings that scripts give to an actor: name, colours, size (J26).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::code_page::CodePage;
use crate::sweep::Values;

/// The settings of an actor apart from its costume. A setting is `None` or empty if no script gives
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ActorLook {
    /// The actor's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<ActorName>,
    /// The palette entry of the actor's speech.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub talk_colour: Option<u8>,
    /// The actor's size; 255 is full size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<u16>,
    /// The width that other walking actors keep free around the actor, in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u16>,
    /// Whether the actor stands and walks outside boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignores_boxes: Option<bool>,
    /// The changed entries of the costume's palette, each with an entry of the screen's palette.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub palette: BTreeMap<u8, u8>,
    /// Whether the look is complete: the script has reset the actor before, so that no older
    /// setting remains.
    #[serde(skip)]
    pub(crate) is_whole: bool,
}

impl ActorLook {
    /// Returns the setting that an instruction gives to an actor; `None` for other instructions. A
    /// reset yields a complete look.
    pub(crate) fn from_instruction(
        instruction: &str,
        values: &Values,
        text: &[u8],
        page: CodePage,
    ) -> Option<Self> {
        let mut look = Self::default();
        let byte = |operand| {
            values
                .number(operand)
                .and_then(|number| u8::try_from(number).ok())
        };
        let word = |operand| {
            values
                .number(operand)
                .and_then(|number| u16::try_from(number).ok())
        };
        match instruction {
            // In later Humongous games the text can be in an array, which is unknown.
            "actorName" if text.is_empty() && values.get("string").is_some() => {}
            "actorName" => look.name = Some(ActorName::new(text, page)),
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

    /// Fills missing settings from another look.
    pub(crate) fn fill(&mut self, other: &Self) {
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

    /// Returns the settings that are the same in all looks that have them. Palette changes are
    /// excluded, because putting on a costume undoes them.
    pub(crate) fn always(looks: &[Self]) -> Self {
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

fn always<T: PartialEq>(looks: &[ActorLook], said: impl Fn(&ActorLook) -> Option<T>) -> Option<T> {
    let mut all = looks.iter().filter_map(said);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// An actor's name: the bytes of the script, and the name as text in the code page of the game
/// (J37). Bytes without a known letter are displayed as `\x81`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActorName {
    bytes: Arc<[u8]>,
    text: Arc<str>,
}

impl ActorName {
    pub(crate) fn new(bytes: &[u8], page: CodePage) -> Self {
        Self {
            bytes: bytes.into(),
            text: page.decode(bytes).into(),
        }
    }

    /// Returns the bytes, which may include codes of the game's texts.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Display for ActorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for ActorName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

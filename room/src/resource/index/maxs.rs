//! `MAXS`: the counts of v5 and later; its size depends on the version (I3, F2, N3..N6).

use crate::error::Result;
use crate::reader::Reader;

use super::super::kind::Kind;

/// The forms of `MAXS`, known by the block's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 26 bytes.
    V5,
    /// 38 bytes: v6, HE60..71.
    V6,
    /// 40 bytes: HE72..85.
    He72,
    /// 46 bytes: HE90..98.
    He90,
    /// 52 bytes: HE99 and later.
    He99,
    /// 138 bytes.
    V7,
    /// 176 bytes.
    V8,
}

impl Form {
    /// The form of a block whose data (without the header) has this length.
    #[must_use]
    pub fn of_len(len: usize) -> Option<Self> {
        Some(match len.saturating_add(8) {
            26 => Self::V5,
            38 => Self::V6,
            40 => Self::He72,
            46 => Self::He90,
            52 => Self::He99,
            138 => Self::V7,
            176 => Self::V8,
            _ => return None,
        })
    }

    /// Bytes of version text in front of the counts.
    fn text(self) -> usize {
        if matches!(self, Self::V7 | Self::V8) { 100 } else { 0 }
    }

    /// Which count, by position, is the number of resources of a kind.
    fn count_of(self, kind: Kind) -> Option<usize> {
        match self {
            // The counts of v5 are taken from the directories themselves (F2).
            Self::V5 => None,
            Self::V6 | Self::He72 | Self::He90 | Self::He99 => match kind {
                Kind::Room => Some(9),
                Kind::Script => Some(10),
                Kind::Sound => Some(11),
                Kind::Charset => Some(12),
                Kind::Costume => Some(13),
                Kind::Image if self != Self::V6 => Some(15),
                _ => None,
            },
            Self::V7 => match kind {
                Kind::Room => Some(10),
                Kind::Script => Some(11),
                Kind::Sound => Some(12),
                Kind::Charset => Some(13),
                Kind::Costume => Some(14),
                _ => None,
            },
            Self::V8 => match kind {
                Kind::Script => Some(3),
                Kind::Sound => Some(4),
                Kind::Charset => Some(5),
                Kind::Costume => Some(6),
                Kind::Room => Some(7),
                _ => None,
            },
        }
    }

    /// Which count, by position, is the number of global objects.
    fn object_count(self) -> Option<usize> {
        match self {
            Self::V5 => None,
            Self::V6 | Self::He72 | Self::He90 | Self::He99 => Some(14),
            Self::V7 => Some(3),
            Self::V8 => Some(9),
        }
    }
}

/// The counts as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maxs {
    form: Form,
    words: Vec<u32>,
}

impl Maxs {
    /// Reads the block's data.
    pub(super) fn read(mut data: Reader<'_>, form: Form) -> Result<Self> {
        data.skip(form.text(), "the version's text")?;
        let mut words = Vec::new();
        while data.remaining() > 0 {
            words.push(match form {
                Form::V8 => data.u32_le("a count")?,
                _ => u32::from(data.u16_le("a count")?),
            });
        }
        Ok(Self { form, words })
    }

    /// All counts in their order, which differs from version to version.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// How many resources of a kind there are, number 0 included; `None` where `MAXS` does not say.
    #[must_use]
    pub fn count(&self, kind: Kind) -> Option<u32> {
        self.words.get(self.form.count_of(kind)?).copied()
    }

    /// How many global objects there are, where `MAXS` says.
    #[must_use]
    pub fn objects(&self) -> Option<u32> {
        self.words.get(self.form.object_count()?).copied()
    }

    /// How many palette slots scripts can name, in HE99 and later (H1).
    #[must_use]
    pub fn palettes(&self) -> Option<u32> {
        self.words.get(19).copied().filter(|_| self.form == Form::He99)
    }
}

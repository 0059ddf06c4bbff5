//! `MAXS`: the counts of v5 and later; its size depends on the version (I3, F2, N3..N6).

use super::super::directory::le_number;
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
        let order = [Kind::Script, Kind::Sound, Kind::Charset, Kind::Costume];
        let (first, room) = match self {
            // The counts of v5 are taken from the directories themselves (F2).
            Self::V5 => return None,
            Self::V6 | Self::He72 | Self::He90 | Self::He99 => (10, 9),
            Self::V7 => (11, 10),
            Self::V8 => (3, 7),
        };
        match kind {
            Kind::Room => Some(room),
            Kind::Image if matches!(self, Self::He72 | Self::He90 | Self::He99) => Some(15),
            _ => order.into_iter().position(|other| other == kind)?.checked_add(first),
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
    /// Reads the block's data; `None` where their length is that of no version.
    pub(super) fn read(data: &[u8]) -> Option<Self> {
        let form = Form::of_len(data.len())?;
        let size = if form == Form::V8 { 4 } else { 2 };
        Some(Self { form, words: data.get(form.text()..)?.chunks_exact(size).map(le_number).collect() })
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

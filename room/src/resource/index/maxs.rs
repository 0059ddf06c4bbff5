//! `MAXS`: the counts of v5 and later, whose size depends on the version (I3, F2, N3..N6).

use super::super::directory::le_number;
use super::super::kind::Kind;

/// The forms of `MAXS`, which differ in the block's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 26 bytes.
    V5,
    /// 38 bytes: v6, HE60..71.
    V6,
    /// 40 bytes: HE72..85; 46 bytes: HE90..98; 52 bytes: HE99 and later. The value is the lowest
    /// sub-version.
    Humongous(u8),
    /// 138 bytes.
    V7,
    /// 176 bytes.
    V8,
}

/// Each form with the length of its block, and the positions of three counts: the number of rooms;
/// the number of scripts, which is followed by those of sounds, character sets and costumes; and
/// the number of global objects.
const FORMS: [(Form, usize, Option<[usize; 3]>); 7] = [
    // The counts of v5 are taken from the directories (F2).
    (Form::V5, 26, None),
    (Form::V6, 38, Some([9, 10, 14])),
    (Form::Humongous(72), 40, Some([9, 10, 14])),
    (Form::Humongous(90), 46, Some([9, 10, 14])),
    (Form::Humongous(99), 52, Some([9, 10, 14])),
    (Form::V7, 138, Some([10, 11, 3])),
    (Form::V8, 176, Some([7, 3, 9])),
];

impl Form {
    /// Returns the form of a block whose data (without the header) has this length.
    #[must_use]
    pub fn of_len(len: usize) -> Option<Self> {
        FORMS
            .into_iter()
            .find(|(_, bytes, _)| *bytes == len.saturating_add(8))
            .map(|(form, ..)| form)
    }

    /// Returns the number of bytes of version text before the counts.
    fn text(self) -> usize {
        if matches!(self, Self::V7 | Self::V8) {
            100
        } else {
            0
        }
    }

    /// Returns the positions of the numbers of rooms, of scripts and of global objects among the
    /// counts.
    fn places(self) -> Option<[usize; 3]> {
        FORMS
            .into_iter()
            .find(|(form, ..)| *form == self)
            .and_then(|(.., places)| places)
    }

    /// Returns the position of the number of resources of a kind among the counts.
    fn count_of(self, kind: Kind) -> Option<usize> {
        let [rooms, scripts, _] = self.places()?;
        match kind {
            Kind::Room => Some(rooms),
            Kind::Image if matches!(self, Self::Humongous(_)) => Some(15),
            _ => {
                let order = [Kind::Script, Kind::Sound, Kind::Charset, Kind::Costume];
                order
                    .into_iter()
                    .position(|other| other == kind)?
                    .checked_add(scripts)
            }
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
    /// Reads the block's data; `None` if no version has this length.
    pub(super) fn read(data: &[u8]) -> Option<Self> {
        let form = Form::of_len(data.len())?;
        let size = if form == Form::V8 { 4 } else { 2 };
        Some(Self {
            form,
            words: data
                .get(form.text()..)?
                .chunks_exact(size)
                .map(le_number)
                .collect(),
        })
    }

    /// Returns the number of resources of a kind, including number 0; `None` if `MAXS` does not
    /// contain it.
    #[must_use]
    pub fn count(&self, kind: Kind) -> Option<u32> {
        self.words.get(self.form.count_of(kind)?).copied()
    }

    /// Returns the number of global objects, if `MAXS` contains it.
    #[must_use]
    pub fn objects(&self) -> Option<u32> {
        let [.., objects] = self.form.places()?;
        self.words.get(objects).copied()
    }

    /// HE99 and later: returns the number of palette slots that scripts can name (H1).
    #[must_use]
    pub fn palettes(&self) -> Option<u32> {
        self.words
            .get(19)
            .copied()
            .filter(|_| self.form == Form::Humongous(99))
    }
}

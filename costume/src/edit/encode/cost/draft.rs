//! A COST as plain values.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::I16Vec2;
use scumm_room::{Dialect, Error, Result, Surface};

use crate::anim::LIMBS;
use crate::cost::commands::{NO_LOOP, NOTHING};
use crate::cost::header::Header;
use crate::cost::parts::CostParts;
use crate::cost::{Cost, Format, Picture, Record};
use crate::edit::encode::rle;

/// A COST as plain values: what the encoder takes, and what a parsed costume can be turned back into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// Facing west is drawn as stored instead of mirrored (C4).
    pub keeps_west: bool,
    /// The screen colours of the costume's colours: 16 or 32 of them, which decides the format (C5).
    pub palette: Vec<u8>,
    /// Pictures borrow equal data from each other: formats 0x60 and 0x61 (C33).
    pub redirects: bool,
    /// The animations by number (direction + 4 * frame, C9), 1..=256 of them.
    pub records: Vec<Option<Record>>,
    /// The command stream.
    pub commands: Vec<u8>,
    /// Per limb the pictures by number, at most 128.
    pub limbs: [Vec<Option<DraftPicture>>; LIMBS],
}

/// A picture as plain values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DraftPicture {
    /// First column and row relative to where the moves have led, facing east.
    pub rel: I16Vec2,
    /// What it adds to the moves: to the right and upwards (0.c).
    pub step: I16Vec2,
    /// The pixels: colour numbers, 0 transparent. Sizes up to 65535.
    pub cel: Arc<Surface>,
}

impl DraftPicture {
    /// The twelve bytes of its header (C31); its size is checked with its data.
    pub(super) fn header(&self) -> Vec<u8> {
        let [width, height] = [self.cel.width(), self.cel.height()].map(|n| u16::try_from(n).unwrap_or(u16::MAX));
        Picture::write(width, height, self.rel, self.step)
    }

    /// Its data, checked (C36, C39).
    pub(super) fn data_bytes(&self, name: (u8, u8), format: Format, dialect: &Dialect) -> Result<Vec<u8>> {
        let Some(packing) = format.packing() else { return Ok(Vec::new()) };
        let cel = &*self.cel;
        let what = |of: String| Error::Misuse(format!("picture {} of limb {}: {of}", name.1, name.0));
        let most = usize::from(u16::MAX);
        if cel.width() > most || cel.height() > most {
            return Err(what(format!("{}x{} pixels: a side has {most} at most", cel.width(), cel.height())));
        }
        if let Some(colour) = cel.pixels().iter().find(|&&colour| usize::from(colour) >= packing.colours()) {
            return Err(what(format!("colour {colour} of {}", packing.colours())));
        }
        Ok(match dialect.has_row_costumes() {
            true => rle::encode(cel.pixels().iter().copied(), packing),
            false => rle::encode_columns(cel, packing),
        })
    }
}

/// A place in the block as an offset.
pub(super) fn offset_of(place: usize, dialect: &Dialect) -> Result<u16> {
    u16::try_from(place.saturating_sub(dialect.costume_base()))
        .map_err(|_| Error::Misuse("the costume is larger than the 64 KiB that offsets reach".into()))
}

/// Versions whose costumes can be made.
pub(super) fn check_dialect(dialect: &Dialect) -> Result<()> {
    if dialect.costume_mask_is_byte() || dialect.has_akos() {
        let version = dialect.version();
        return Err(Error::Misuse(format!("COST is made for v2 to v6 and HE60, not for v{version}")));
    }
    Ok(())
}

/// Pixels of all distinct pictures together beyond which a costume is not taken apart. The 64 KiB that offsets reach make
/// at most 8 Mi pixels unless pictures overlap or borrow.
const MOST_PIXELS: usize = 1 << 24;

impl Draft {
    /// A picture by limb and number.
    #[must_use]
    pub fn picture(&self, (limb, code): (u8, u8)) -> Option<&DraftPicture> {
        self.limbs.get(usize::from(limb))?.get(usize::from(code))?.as_ref()
    }

    /// The format that it is written in (C5).
    pub(super) fn format(&self, dialect: &Dialect) -> Result<Format> {
        let misuse = |what| Err(Error::Misuse(what));
        match (self.palette.len(), self.redirects) {
            // One byte whatever the format; of these only the one with 16 colours occurs (C6).
            (1, false) if dialect.is_old_bundle() => Ok(Format::Colours16),
            (len, _) if dialect.is_old_bundle() => {
                misuse(format!("a costume of v2 and of v3 with 16 colours has one colour of its own, not {len}"))
            }
            (16, false) => Ok(Format::Colours16),
            (32, false) => Ok(Format::Colours32),
            (16, true) => Ok(Format::Redirected16),
            (32, true) => Ok(Format::Redirected32),
            (len, _) => misuse(format!("a costume has 16 or 32 colours, not {len}")),
        }
    }

    /// The header of a draft without offsets. With `counts` the number of animations counts them
    /// (C3, [`Cost::stored_animations`](crate::cost::Cost::stored_animations)).
    pub(super) fn header(&self, dialect: &Dialect, counts: bool) -> Result<Header> {
        let counts = counts && dialect.costume_has_size_field();
        let last = self.records.len().checked_sub(usize::from(!counts)).and_then(|last| u8::try_from(last).ok());
        let last =
            last.ok_or_else(|| Error::Misuse(format!("a costume has 1..=256 animations, not {}", self.records.len())))?;
        Ok(Header {
            last,
            last_is_stored: !counts,
            format: self.format(dialect)?,
            keeps_west: self.keeps_west,
            palette: self.palette.clone(),
            commands: 0,
            tables: [0; LIMBS],
            records: vec![0; self.records.len()],
        })
    }

    /// One animation, checked (C11). With `anywhere` its sequences may leave the stream, as those of damaged costumes do.
    pub(super) fn record_bytes(
        &self,
        number: usize,
        record: &Record,
        dialect: &Dialect,
        anywhere: bool,
    ) -> Result<Vec<u8>> {
        let mut below = None;
        for entry in &record.entries {
            let what = |of: &str| Error::Misuse(format!("animation {number}, limb {}: {of}", entry.limb));
            if entry.limb > 15 || below.is_some_and(|below| below >= entry.limb) {
                return Err(what("limbs are 0..=15, ascending"));
            }
            below = Some(entry.limb);
            let Some(sequence) = entry.sequence else { continue };
            if dialect.costume_starts_are_bytes() && sequence.start >= 0xff {
                return Err(what("the start of a sequence has one byte, up to 254"));
            }
            let end = usize::from(sequence.start) + usize::from(sequence.extra);
            let leaves = end >= self.commands.len().min(usize::from(NO_LOOP));
            if sequence.extra > 0x7f || (leaves && !anywhere) {
                return Err(what("the sequence is longer than 128 commands, or leaves the first 32768 of the stream"));
            }
        }
        Ok(record.write(dialect))
    }

    /// All pictures with limb and number.
    pub fn pictures(&self) -> impl Iterator<Item = ((u8, u8), &DraftPicture)> {
        let limbs = (0..=u8::MAX).zip(&self.limbs);
        limbs.flat_map(|(limb, pictures)| {
            (0..=u8::MAX).zip(pictures).filter_map(move |(code, picture)| Some(((limb, code), picture.as_ref()?)))
        })
    }

    /// The plain values of a parsed costume: what its animations can reach. Table entries that nothing reaches are
    /// left out, and so are the commands after the last one that is played.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for v1, [`Error::Limit`] for pictures of a senseless size.
    pub fn of(cost: &Cost) -> Result<Self> {
        check_dialect(cost.dialect())?;
        let mut draft = Self::of_pictures(cost, cost.reach().map(|(name, _, picture)| (name, picture)))?;
        // Commands that are played beyond the end of the data show nothing.
        let used = used_commands(cost);
        draft.commands.resize(used, NOTHING);
        Ok(draft)
    }

    /// The plain values of everything in the block. Commands beyond its end are left out.
    pub(super) fn whole(cost: &Cost, parts: &CostParts) -> Result<Self> {
        let entries = (0..=u8::MAX).zip(&parts.tables).flat_map(|(limb, table)| {
            let entries = (0..=u8::MAX).zip(&table.entries);
            entries.filter_map(move |(code, entry)| Some(((limb, code), &parts.pictures.get(entry.picture?)?.picture)))
        });
        let mut draft = Self::of_pictures(cost, entries)?;
        for (limb, table) in draft.limbs.iter_mut().zip(&parts.tables) {
            limb.resize(table.entries.len(), None);
        }
        Ok(draft)
    }

    fn of_pictures<'a>(cost: &Cost, pictures: impl Iterator<Item = ((u8, u8), &'a Picture)>) -> Result<Self> {
        let mut cels = BTreeMap::new();
        let mut left = MOST_PIXELS;
        let mut limbs: [Vec<Option<DraftPicture>>; LIMBS] = Default::default();
        for ((limb, code), picture) in pictures {
            if let std::collections::btree_map::Entry::Vacant(vacant) = cels.entry(picture.offset) {
                let area = usize::from(picture.width) * usize::from(picture.height);
                left = left.checked_sub(area).ok_or_else(|| too_many(area))?;
                vacant.insert(Arc::new(cost.cel(picture)?));
            }
            let (Some(cel), Some(limb)) = (cels.get(&picture.offset), limbs.get_mut(usize::from(limb))) else {
                continue;
            };
            limb.resize(usize::from(code), None);
            limb.push(Some(DraftPicture { rel: picture.rel, step: picture.step, cel: cel.clone() }));
        }
        let stored = usize::from(cost.stored_animations());
        let records: Vec<_> = (0..=u16::MAX).take(stored).map(|number| cost.record(number).cloned()).collect();
        let commands = cost.commands().bytes().iter().copied().take(used_commands(cost)).collect();
        Ok(Self {
            keeps_west: cost.keeps_west(),
            palette: cost.palette().to_vec(),
            redirects: cost.format().redirects(),
            records,
            commands,
            limbs,
        })
    }
}

/// The number of commands up to the last one that an animation plays, even if the data ends before it.
fn used_commands(cost: &Cost) -> usize {
    let entries = cost.stored_records().flat_map(|(_, record)| &record.entries);
    let sequences = entries.filter_map(|entry| entry.sequence);
    sequences.map(|sequence| usize::from(sequence.end()) + 1).max().unwrap_or(0)
}

fn too_many(pixels: usize) -> Error {
    Error::Misuse(format!("the costume's pictures have more than {MOST_PIXELS} pixels together ({pixels} in one)"))
}

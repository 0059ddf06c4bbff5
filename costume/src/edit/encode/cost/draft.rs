//! A COST as plain values, and its arrangement: the layout of the block, which the plain values do
//! not contain.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use glam::I16Vec2;
use scumm_room::{Dialect, Error, Misuse, Result, Surface};

use crate::anim::LIMBS;
use crate::cost::header::{self, Header};
use crate::cost::parts::{CostParts, PicturePart};
use crate::cost::play::{NO_LOOP, NOTHING};
use crate::cost::{Cost, CostPicture, CostRecord, Format};
use crate::edit::encode::{PlacedPart, encode_columns, encode_surface, order_of_parts};

/// A COST as plain values: the input of the encoder, and the result of taking a parsed costume
/// apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CostDraft {
    /// True if facing west is drawn as stored, not mirrored (C4).
    pub keeps_west: bool,
    /// The screen colours of the costume's colours. The number of colours, 16 or 32, decides the
    /// format (C5).
    pub palette: Vec<u8>,
    /// True if pictures borrow equal data from each other: formats 0x60 and 0x61 (C33).
    pub redirects: bool,
    /// The animations, indexed by number (direction + 4 * frame, C9); at least 1 and at most 256.
    pub records: Vec<Option<CostRecord>>,
    /// The command stream.
    pub commands: Vec<u8>,
    /// The pictures of each limb, indexed by number; at most 128.
    pub limbs: [Vec<Option<DraftPicture>>; LIMBS],
}

/// A picture as plain values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DraftPicture {
    /// The first column and row relative to the sum of the moves so far, in a costume that faces
    /// east.
    pub rel: I16Vec2,
    /// The distance that is added to the moves: to the right and upwards (0.c).
    pub step: I16Vec2,
    /// The pixels as colour numbers; 0 is transparent. Width and height are at most 65535.
    pub cel: Arc<Surface>,
}

impl DraftPicture {
    /// Returns the twelve bytes of the header (C31). The size is checked together with the data.
    pub(super) fn header(&self) -> Vec<u8> {
        let [width, height] =
            [self.cel.width(), self.cel.height()].map(|n| u16::try_from(n).unwrap_or(u16::MAX));
        CostPicture::write(width, height, self.rel, self.step)
    }

    /// Returns the data after checking the size and the colours (C36, C39).
    pub(super) fn data_bytes(
        &self,
        name: (u8, u8),
        format: Format,
        dialect: &Dialect,
    ) -> Result<Vec<u8>> {
        let Some(packing) = format.packing() else {
            return Ok(Vec::new());
        };
        let cel = &*self.cel;
        let what = |of: String| {
            Error::misuse(
                Misuse::Invalid,
                format!("picture {} of limb {}: {of}", name.1, name.0),
            )
        };
        let most = usize::from(u16::MAX);
        if cel.width() > most || cel.height() > most {
            return Err(what(format!(
                "{}x{} pixels exceed the limit of {most} on a side",
                cel.width(),
                cel.height()
            )));
        }
        if let Some(colour) = cel
            .pixels()
            .iter()
            .find(|&&colour| usize::from(colour) >= packing.colours())
        {
            return Err(what(format!("colour {colour} of {}", packing.colours())));
        }
        Ok(if dialect.has_row_costumes() {
            encode_columns(cel.pixels().iter().copied(), packing)
        } else {
            encode_surface(cel, packing)
        })
    }
}

/// Checks that costumes of a version can be encoded.
pub(super) fn check_dialect(dialect: &Dialect) -> Result<()> {
    if dialect.costume_mask_is_byte() || dialect.has_akos() {
        let version = dialect.version();
        return Err(Error::misuse(
            Misuse::WrongVersion,
            format!("expected version 2 to 6 or HE60 for a COST, found version {version}"),
        ));
    }
    Ok(())
}

/// The most pixels of all distinct pictures in a costume that is taken apart. The 64 KiB that
/// offsets reach decode to at most 8 Mi pixels, unless pictures overlap or borrow data.
const MOST_PIXELS: usize = 1 << 24;

impl CostDraft {
    /// Returns a picture by limb and number.
    #[must_use]
    pub fn picture(&self, (limb, code): (u8, u8)) -> Option<&DraftPicture> {
        self.limbs
            .get(usize::from(limb))?
            .get(usize::from(code))?
            .as_ref()
    }

    /// Returns the format in which the draft is written (C5).
    pub(super) fn format(&self, dialect: &Dialect) -> Result<Format> {
        let misuse = |what| Err(Error::misuse(Misuse::WrongSize, what));
        match (self.palette.len(), self.redirects) {
            // The old bundle has one colour byte in every format; only the format with 16 colours
            // occurs (C6).
            (1, false) if dialect.is_old_bundle() => Ok(Format::Colours16),
            (len, _) if dialect.is_old_bundle() => misuse(format!(
                "expected one colour in a costume of version 2 or of version 3 with 16 colours, \
                 found {len}"
            )),
            (16, false) => Ok(Format::Colours16),
            (32, false) => Ok(Format::Colours32),
            (16, true) => Ok(Format::Redirected16),
            (32, true) => Ok(Format::Redirected32),
            (len, _) => misuse(format!("expected 16 or 32 colours, found {len}")),
        }
    }

    /// Returns the header of a draft without offsets. With `counts`, the header states the number
    /// of animations, otherwise the number of the last animation (C3,
    /// [`Cost::stored_animations`](crate::cost::Cost::stored_animations)).
    pub(super) fn header(&self, dialect: &Dialect, counts: bool) -> Result<Header> {
        let counts = counts && dialect.costume_has_size_field();
        let last = self
            .records
            .len()
            .checked_sub(usize::from(!counts))
            .and_then(|last| u8::try_from(last).ok());
        let wrong = || {
            Error::misuse(
                Misuse::OutOfRange,
                format!("expected 1 to 256 animations, found {}", self.records.len()),
            )
        };
        let last = last.ok_or_else(wrong)?;
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

    /// Returns the checked bytes of one animation (C11). With `anywhere`, the sequences of the
    /// animation may lie outside the stream, as in damaged costumes.
    pub(super) fn record(
        &self,
        number: u16,
        record: &CostRecord,
        dialect: &Dialect,
        anywhere: bool,
    ) -> Result<Vec<u8>> {
        let mut below = None;
        for entry in &record.entries {
            let what = |of: &str| {
                Error::misuse(
                    Misuse::Invalid,
                    format!("animation {number}, limb {}: {of}", entry.limb),
                )
            };
            if entry.limb > 15 || below.is_some_and(|below| below >= entry.limb) {
                return Err(what("expected limbs 0..=15 in ascending order"));
            }
            below = Some(entry.limb);
            let Some(sequence) = entry.sequence else {
                continue;
            };
            if dialect.costume_starts_are_bytes() && sequence.start >= 0xff {
                return Err(what("expected a start of a sequence up to 254"));
            }
            let end = usize::from(sequence.start) + usize::from(sequence.extra);
            let leaves = end >= self.commands.len().min(usize::from(NO_LOOP));
            if sequence.extra > 0x7f || (leaves && !anywhere) {
                return Err(what(
                    "the sequence is longer than 128 commands, or is outside the first 32768 \
                     commands of the stream",
                ));
            }
        }
        Ok(record.write(dialect))
    }

    /// Returns all pictures with their limbs and numbers.
    pub fn pictures(&self) -> impl Iterator<Item = ((u8, u8), &DraftPicture)> {
        let limbs = (0..=u8::MAX).zip(&self.limbs);
        limbs.flat_map(|(limb, pictures)| {
            (0..=u8::MAX)
                .zip(pictures)
                .filter_map(move |(code, picture)| Some(((limb, code), picture.as_ref()?)))
        })
    }

    /// Returns the plain values of a parsed costume: the parts that its animations can reach.
    /// Unreachable table entries and the commands after the last played one are omitted.
    ///
    /// # Errors
    /// Returns [`Error::Unsupported`] for v1, or [`Error::Limit`] if the pictures have too many
    /// pixels.
    pub fn from_cost(cost: &Cost) -> Result<Self> {
        check_dialect(cost.dialect())?;
        let mut draft =
            Self::from_pictures(cost, cost.reach().map(|(name, _, picture)| (name, picture)))?;
        // Commands beyond the end of the data are included as commands that show nothing, if an
        // animation plays them.
        let used = used_commands(cost);
        draft.commands.resize(used, NOTHING);
        Ok(draft)
    }

    /// Returns the plain values of everything in the block. Commands beyond the end of the block
    /// are omitted.
    pub(super) fn whole(cost: &Cost, parts: &CostParts) -> Result<Self> {
        let entries = (0..=u8::MAX).zip(&parts.tables).flat_map(|(limb, table)| {
            let entries = (0..=u8::MAX).zip(&table.entries);
            entries.filter_map(move |(code, entry)| {
                Some(((limb, code), &parts.pictures.get(entry.picture?)?.picture))
            })
        });
        let mut draft = Self::from_pictures(cost, entries)?;
        for (limb, table) in draft.limbs.iter_mut().zip(&parts.tables) {
            limb.resize(table.entries.len(), None);
        }
        Ok(draft)
    }

    fn from_pictures<'a>(
        cost: &Cost,
        pictures: impl Iterator<Item = ((u8, u8), &'a CostPicture)>,
    ) -> Result<Self> {
        let mut cels = BTreeMap::new();
        let mut left = MOST_PIXELS;
        let mut limbs: [Vec<Option<DraftPicture>>; LIMBS] = Default::default();
        for ((limb, code), picture) in pictures {
            if let std::collections::btree_map::Entry::Vacant(vacant) = cels.entry(picture.offset) {
                let area = usize::from(picture.width) * usize::from(picture.height);
                let too_many = || {
                    Error::misuse(
                        Misuse::OutOfRange,
                        format!(
                            "the costume's pictures have more than {MOST_PIXELS} pixels in total \
                             ({area} in one picture)"
                        ),
                    )
                };
                left = left.checked_sub(area).ok_or_else(too_many)?;
                vacant.insert(Arc::new(cost.cel(picture)?));
            }
            let (Some(cel), Some(limb)) =
                (cels.get(&picture.offset), limbs.get_mut(usize::from(limb)))
            else {
                continue;
            };
            limb.resize(usize::from(code), None);
            limb.push(Some(DraftPicture {
                rel: picture.rel,
                step: picture.step,
                cel: cel.clone(),
            }));
        }
        let stored = usize::from(cost.stored_animations());
        let records: Vec<_> = (0..=u16::MAX)
            .take(stored)
            .map(|number| cost.record(number).cloned())
            .collect();
        let commands = cost
            .commands()
            .bytes()
            .iter()
            .copied()
            .take(used_commands(cost))
            .collect();
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

/// Returns the number of commands up to the last command that an animation plays, even if the data
/// ends before this command.
fn used_commands(cost: &Cost) -> usize {
    let entries = cost
        .stored_records()
        .flat_map(|(_, record)| &record.entries);
    let sequences = entries.filter_map(|entry| entry.sequence);
    sequences
        .map(|sequence| usize::from(sequence.end()) + 1)
        .max()
        .unwrap_or(0)
}

/// The name of a part of the block after the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartName {
    /// An animation's record.
    Animation(u16),
    /// The command stream.
    Commands,
    /// The table of a limb.
    Table(u8),
    /// A picture, with its limb and number.
    Picture(u8, u8),
}

/// The differences between the layout of a block and the encoder's own layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CostArrangement {
    /// The parts in their order; empty for the encoder's own order.
    pub order: Vec<PlacedPart<PartName>>,
    /// v6: true if the size is 0 and the number of animations is a count (C3, see
    /// [`Cost::stored_animations`]).
    pub counts: bool,
    /// The bytes of the header that no engine reads: the tag of v3 and v4, a word of v2, size and
    /// tag of v6. Empty for the usual values.
    pub lead: Vec<u8>,
    /// Coded pixels of pictures that differ from the encoder's result. The encoder uses them as
    /// long as they decode to the picture's pixels.
    pub coded: BTreeMap<(u8, u8), Vec<u8>>,
    /// Pictures that borrow data from a specific other picture (C33).
    pub borrows: BTreeMap<(u8, u8), (u8, u8)>,
    /// The values of table entries that refer to no picture.
    pub loose: BTreeMap<(u8, u8), u16>,
    /// The offsets of tables outside the block, by limb; such limbs have no pictures.
    pub outside: BTreeMap<u8, u16>,
}

/// Returns the plain values and arrangement of a parsed costume. [`encode_as`](super::encode_as)
/// makes a block from them.
///
/// # Errors
/// Returns the errors of [`CostDraft::from_cost`].
pub fn take_apart(cost: &Cost) -> Result<(CostDraft, CostArrangement)> {
    let dialect = cost.dialect();
    check_dialect(dialect)?;
    let mut parts = cost.parts();
    let stored = usize::from(cost.stored_animations());
    let fixed = parts.header.records.start + 2 * stored;
    drop_accidents(cost, &mut parts, fixed);
    let draft = CostDraft::whole(cost, &parts)?;
    let mut arrangement = CostArrangement {
        counts: stored == usize::from(cost.last_animation()),
        lead: lead(cost),
        order: order(cost, &parts, &draft, fixed),
        ..CostArrangement::default()
    };
    for (limb, table) in (0..=u8::MAX).zip(&parts.tables) {
        let inside = table.start.is_some_and(|start| start >= fixed);
        if table.entries.is_empty() && !inside {
            arrangement.outside.insert(limb, table.offset);
        }
        let loose = (0..=u8::MAX)
            .zip(&table.entries)
            .filter(|(_, entry)| entry.picture.is_none());
        arrangement
            .loose
            .extend(loose.map(|(code, entry)| ((limb, code), entry.offset)));
    }
    let format = draft.format(dialect)?;
    if format != cost.format() {
        let byte = cost.format().byte();
        return Err(Error::misuse(
            Misuse::WrongVersion,
            format!("costumes of format {byte:#04x} cannot be written for this version"),
        ));
    }
    for part in &parts.pictures {
        for &name in &part.names {
            let Some(picture) = draft.picture(name) else {
                continue;
            };
            if let Some(lender) = part.picture.redirect {
                arrangement.borrows.insert(name, lender);
                continue;
            }
            let data = cost.block().get(part.data.clone()).unwrap_or_default();
            if picture.data_bytes(name, format, dialect)? != data {
                arrangement.coded.insert(name, data.to_vec());
            }
        }
    }
    Ok((draft, arrangement))
}

/// Removes table entries that cannot be pictures, although an animation reaches them. The reason
/// may be damage, or the additional animation of C3. An entry cannot be a picture if it lies in the
/// header, if it is larger than its data allows, if it extends over other pictures to the end of
/// the block, or if it borrows from a picture that has no data of its own. The entry is then kept
/// as a number.
fn drop_accidents(cost: &Cost, parts: &mut CostParts, fixed: usize) {
    let last = parts.pictures.iter().map(|part| part.header.start).max();
    let lends = |name: (u8, u8)| {
        let lender = parts
            .pictures
            .iter()
            .find(|part| part.names.contains(&name));
        lender.is_some_and(|part| part.picture.redirect.is_none())
    };
    let is_accident = |part: &PicturePart| {
        let start = part.header.start;
        let through = part.cut && part.picture.redirect.is_none() && last != Some(start);
        let astray = part.picture.redirect.is_some_and(|lender| !lends(lender));
        start < fixed || through || astray || cost.cel(&part.picture).is_err()
    };
    let accidents: Vec<bool> = parts.pictures.iter().map(is_accident).collect();
    for table in &mut parts.tables {
        for entry in &mut table.entries {
            entry.picture = entry
                .picture
                .filter(|&picture| accidents.get(picture) == Some(&false));
        }
        // A table ends with its last picture.
        let length = table
            .entries
            .iter()
            .rposition(|entry| entry.picture.is_some())
            .map_or(0, |last| last + 1);
        table.entries.truncate(length);
    }
}

/// Returns the bytes that no engine reads; empty if they have the usual values.
fn lead(cost: &Cost) -> Vec<u8> {
    let unread = header::unread(cost.dialect());
    let mut usual = cost.block().to_vec();
    usual[unread.clone()].fill(0);
    header::finish_block(
        &mut usual,
        cost.dialect(),
        cost.stored_animations() == u16::from(cost.last_animation()),
    );
    let there = cost.block().get(unread.clone()).unwrap_or_default();
    if usual.get(unread) == Some(there) {
        Vec::new()
    } else {
        there.to_vec()
    }
}

/// Returns the parts by position, with the gaps between them.
fn order(
    cost: &Cost,
    parts: &CostParts,
    draft: &CostDraft,
    fixed: usize,
) -> Vec<PlacedPart<PartName>> {
    let mut found: Vec<(Range<usize>, Vec<PartName>)> = Vec::new();
    for (bytes, numbers) in &parts.records {
        let stored = numbers
            .iter()
            .filter(|&&number| number < cost.stored_animations());
        found.push((
            bytes.clone(),
            stored.map(|&number| PartName::Animation(number)).collect(),
        ));
    }
    found.push((
        parts.commands..parts.commands + draft.commands.len(),
        vec![PartName::Commands],
    ));
    for (limb, table) in (0..=u8::MAX).zip(&parts.tables) {
        if let Some(start) = table.start {
            found.push((
                start..start + 2 * table.entries.len(),
                vec![PartName::Table(limb)],
            ));
        }
    }
    for part in &parts.pictures {
        let names = part
            .names
            .iter()
            .filter(|&&name| draft.picture(name).is_some());
        let names = names
            .map(|&(limb, code)| PartName::Picture(limb, code))
            .collect();
        found.push((part.header.start..part.data.end, names));
    }
    order_of_parts(cost.block(), fixed..cost.block().len(), found)
}

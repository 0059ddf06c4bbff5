//! An AKOS as plain values, its arrangement (the layout of the block, which the plain values do not
//! contain), and the conversion of a COST costume: the same pictures, sequences and directions in
//! the newer format.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::I16Vec2;
use scumm_room::{Error, Misuse, Result, Surface, Tag};

use crate::akos::akch::mode;
use crate::akos::cel::decode;
use crate::akos::tables::condition_words;
use crate::akos::{Akhd, Akos, Chore, ChoreLimb, Codec, JumpTable};
use crate::anim::LIMBS;
use crate::cost::play::{COUNT, GO, LAST_SOUND, NOTHING, STOP};
use crate::cost::{CostRecord, CostSequence};
use crate::edit::encode::{PlacedPart, cost};

/// An AKOS as plain values: the input of the encoder, and the result of taking a parsed costume
/// apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AkosDraft {
    /// A version number, which nothing reads; 1 in the games.
    pub version: u16,
    /// The flags of [`crate::akos::tables::Akhd`].
    pub flags: u16,
    /// A number of layers, which nothing reads; 16 in the games.
    pub layers: u16,
    /// The codec of the pictures.
    pub codec: Codec,
    /// A screen colour for each of the costume's colours, at most 256. Codec 1 has 32 or 64 colours
    /// if the list has this length, otherwise 16 (A3).
    pub palette: Vec<u8>,
    /// The costume's own colours in red, green and blue (A95). If the list is empty, the chunk is
    /// omitted.
    pub colours: Vec<[u8; 3]>,
    /// The stream of codes and commands.
    pub sequence: Vec<u8>,
    /// The chores, indexed by number.
    pub chores: Vec<Option<Chore>>,
    /// The cels, indexed by number.
    pub cels: Vec<DraftCel>,
    /// The words of the jump table (A32).
    pub jump_table: Vec<u16>,
    /// The parts of the jump table (A9).
    pub jump_parts: Vec<JumpTable>,
    /// The condition words of AKCT (A44).
    pub condition_words: Vec<u32>,
    /// The starts of sequences and the offsets of their condition words (A9).
    pub condition_parts: Vec<(u32, u32)>,
    /// The data of AKAX (A98).
    pub aux: Vec<u8>,
}

impl Default for AkosDraft {
    /// Returns a costume of codec 1 with 16 black colours and no animations.
    fn default() -> Self {
        Self {
            version: 1,
            flags: 0,
            layers: 16,
            codec: Codec::Rle,
            palette: vec![0; 16],
            colours: Vec::new(),
            sequence: Vec::new(),
            chores: Vec::new(),
            cels: Vec::new(),
            jump_table: Vec::new(),
            jump_parts: Vec::new(),
            condition_words: Vec::new(),
            condition_parts: Vec::new(),
            aux: Vec::new(),
        }
    }
}

/// A cel as plain values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DraftCel {
    /// The left and top edge relative to the limb's position, in a costume that faces east.
    pub rel: I16Vec2,
    /// The distance by which later limbs move: to the right and up (A41).
    pub step: I16Vec2,
    /// The pixels. Codec 1: indices of the costume's colours, 0 is transparent. Codecs 5 and 16:
    /// screen colours, 255 is transparent (A82 for codec 16 in Humongous games). Codec 32: screen
    /// colours.
    pub cel: Arc<Surface>,
    /// Codec 32: a byte for each pixel, 0xFF for a gap, else 0. Empty in other codecs.
    pub gaps: Vec<u8>,
}

/// The most pixels of all cels in a costume that is taken apart: twice the decoded cels of the
/// largest known costumes.
const MOST_PIXELS: usize = 1 << 25;

impl AkosDraft {
    /// Returns the plain values of a parsed costume. Damaged cels become empty.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the codec can't be decoded, or if the cels have too many
    /// pixels.
    pub fn from_akos(akos: &Akos) -> Result<Self> {
        let header = akos.header();
        let mut left = MOST_PIXELS;
        let cels = akos.cels().iter().map(|cel| {
            let Some(cel) = cel else {
                return Ok(DraftCel::default());
            };
            let width = usize::from(cel.width);
            let height = usize::from(cel.height);
            let too_many = || {
                Error::misuse(
                    Misuse::OutOfRange,
                    format!("the cels have more than {MOST_PIXELS} pixels in total"),
                )
            };
            left = left.checked_sub(width * height).ok_or_else(too_many)?;
            let decoded = decode(
                header.codec,
                akos.packing(),
                akos.cel_data(cel),
                (width, height),
            );
            let unknown = || {
                Error::misuse(
                    Misuse::Invalid,
                    format!("codec {} cannot be read", header.codec.number()),
                )
            };
            let (surface, gaps) = decoded.ok_or_else(unknown)?;
            Ok(DraftCel {
                rel: cel.rel,
                step: cel.step,
                cel: Arc::new(surface),
                gaps,
            })
        });
        Ok(Self {
            version: header.version,
            flags: header.flags,
            layers: header.layers,
            codec: header.codec,
            palette: akos.palette().to_vec(),
            colours: akos.colours().to_vec(),
            sequence: akos.sequence().as_bytes().to_vec(),
            chores: akos.chores().to_vec(),
            cels: cels.collect::<Result<_>>()?,
            jump_table: akos.jump_table().to_vec(),
            jump_parts: akos.jump_parts.to_vec(),
            condition_words: condition_words(akos.condition_words()).collect(),
            condition_parts: akos.condition_parts.to_vec(),
            aux: akos.aux().data().to_vec(),
        })
    }
}

/// A chunk and its position in the order of chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkPlan {
    /// A chunk that is made from the plain values.
    Known(Tag),
    /// A chunk that no engine reads, with its data.
    Raw(Tag, Vec<u8>),
}

/// The layout of a block, as far as it differs from the encoder's own layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AkosArrangement {
    /// The chunks in their order; empty for the encoder's own order.
    pub chunks: Vec<ChunkPlan>,
    /// Bytes after the last chunk.
    pub tail: Vec<u8>,
    /// The order of the chores' records in AKCH.
    pub chores: Vec<PlacedPart<u16>>,
    /// The order of the cels' sizes and positions in AKCI.
    pub sizes: Vec<PlacedPart<u16>>,
    /// The order of the cels' pixels in AKCD.
    pub pixels: Vec<PlacedPart<u16>>,
    /// Coded pixels of cels that differ from the encoder's result. The encoder uses them as long as
    /// they decode to the cel's pixels.
    pub coded: BTreeMap<u16, Vec<u8>>,
    /// Bytes of a chunk after the bytes that are made from the plain values.
    pub behind: BTreeMap<Tag, Vec<u8>>,
    /// The number of cels in AKHD, if it differs from the number of entries in AKOF (A99).
    pub cels_said: Option<u16>,
    /// The length of AKHD in bytes, rounded down to whole words, if AKHD has fewer than six words
    /// (A2).
    pub header_len: Option<u16>,
}

/// AKOS: shows nothing (A20).
const EMPTY: u16 = 0xc001;
/// AKOS: adds 1 to variable 0 (A25).
const ADD_ONE: u16 = 0xc060;
/// AKOS: queues the actor's first sound (A27).
const FIRST_SOUND: u16 = 0xc061;
/// AKOS: flag of a cel whose code is a word; without it, the code is a byte (A11).
const WORD: u16 = 0x8000;
/// The most cels that a code can name (A11, A41).
const CELS: usize = 0x1000;

/// For each limb, the cels by picture number.
type CelNumbers = [Vec<Option<u16>>; LIMBS];

impl AkosDraft {
    /// Converts the draft of a COST to the draft of an AKOS of codec 1. At full size, the new
    /// costume draws the same pixels in each step. The animation counter becomes variable 0.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if there are more cels or codes than AKOS can name, if a sequence
    /// shows a missing picture, or if a command has no counterpart.
    pub fn from_cost(source: &cost::CostDraft) -> Result<Self> {
        let mut draft = Self {
            flags: if source.keeps_west {
                Akhd::NO_MIRROR
            } else {
                0
            },
            codec: Codec::Rle,
            palette: source.palette.clone(),
            ..Self::default()
        };
        let mut numbers: CelNumbers = Default::default();
        for (limb, numbers) in source.limbs.iter().zip(&mut numbers) {
            for picture in limb {
                let number = u16::try_from(draft.cels.len())
                    .ok()
                    .filter(|&n| usize::from(n) < CELS);
                let number = number.ok_or_else(|| {
                    Error::misuse(Misuse::OutOfRange, format!("more than {CELS} cels"))
                })?;
                numbers.push(picture.as_ref().map(|_| number));
                draft.cels.extend(picture.as_ref().map(|picture| DraftCel {
                    rel: picture.rel,
                    step: picture.step,
                    cel: picture.cel.clone(),
                    gaps: Vec::new(),
                }));
            }
        }
        for record in &source.records {
            let chore = record
                .as_ref()
                .map(|record| draft.chore(record, &source.commands, &numbers))
                .transpose()?;
            draft.chores.push(chore);
        }
        Ok(draft)
    }

    fn chore(
        &mut self,
        record: &CostRecord,
        commands: &[u8],
        numbers: &CelNumbers,
    ) -> Result<Chore> {
        let mut chore = Chore::default();
        for entry in &record.entries {
            let bare = |mode| ChoreLimb {
                limb: entry.limb,
                mode,
                start: 0,
                length: 0,
            };
            let Some(part) = entry.sequence else {
                chore.limbs.push(bare(mode::KILL));
                continue;
            };
            let start = usize::from(part.start);
            let codes = commands
                .get(start..=start.saturating_add(part.extra.into()))
                .unwrap_or_default();
            chore.limbs.push(match codes.first() {
                // A command at the start replaces the sequence; the rest of the sequence is never
                // read (C13).
                Some(&STOP) => bare(mode::HIDE),
                Some(&GO) => bare(mode::SHOW),
                _ => self.sequence(entry.limb, part, codes, numbers)?,
            });
        }
        Ok(chore)
    }

    fn sequence(
        &mut self,
        limb: u8,
        part: CostSequence,
        codes: &[u8],
        numbers: &CelNumbers,
    ) -> Result<ChoreLimb> {
        let mut bytes = Vec::new();
        let mut last = 0;
        for &code in codes {
            last = bytes.len();
            let word = match code {
                LAST_SOUND => FIRST_SOUND,
                NOTHING => EMPTY,
                COUNT => ADD_ONE,
                _ => {
                    let pictures = numbers
                        .get(usize::from(limb))
                        .map_or(&[][..], Vec::as_slice);
                    let number = pictures.get(usize::from(code)).copied().flatten();
                    let number = number.ok_or_else(|| {
                        Error::misuse(
                            Misuse::Missing,
                            format!("limb {limb} has no picture {code}"),
                        )
                    })?;
                    if number < 0x80 { number } else { number | WORD }
                }
            };
            let [high, low] = word.to_be_bytes();
            bytes.extend((word >= WORD).then_some(high));
            bytes.push(low);
        }
        let found = self
            .sequence
            .windows(bytes.len().max(1))
            .position(|window| window == bytes);
        let start = found.unwrap_or_else(|| {
            let end = self.sequence.len();
            self.sequence.extend(bytes);
            end
        });
        let place = |n: usize| {
            u16::try_from(n)
                .map_err(|_| Error::misuse(Misuse::OutOfRange, "more than 65536 bytes of codes"))
        };
        place(start.saturating_add(last))?;
        let mode = if part.loops { mode::LOOP } else { mode::RUN };
        Ok(ChoreLimb {
            limb,
            mode,
            start: place(start)?,
            length: place(last)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::I16Vec2;
    use scumm_room::{Dialect, Surface};

    use super::*;
    use crate::akos::Akos;
    use crate::cost::CostEntry;
    use crate::edit::encode::cost::DraftPicture;

    /// Creates a draft in which limb 1 loops over two pictures with a counter between them, and
    /// stops in another record.
    fn source() -> cost::CostDraft {
        let picture = |colour| {
            Some(DraftPicture {
                rel: I16Vec2::ZERO,
                step: I16Vec2::ZERO,
                cel: Arc::new(Surface::filled(2, 1, colour)),
            })
        };
        let mut draft = cost::CostDraft {
            palette: vec![7; 16],
            commands: vec![0, COUNT, 1, STOP],
            ..Default::default()
        };
        draft.limbs[1] = vec![picture(1), picture(2)];
        let record = |start, extra, loops| {
            let entry = CostEntry {
                limb: 1,
                sequence: Some(CostSequence {
                    start,
                    extra,
                    loops,
                }),
            };
            Some(CostRecord {
                entries: vec![entry],
            })
        };
        draft.records = vec![record(0, 2, true), None, record(3, 0, false)];
        draft
    }

    #[test]
    fn sequences_become_layers_and_their_commands_words() {
        let draft = AkosDraft::from_cost(&source()).unwrap();
        assert_eq!(draft.sequence, [0, 0xc0, 0x60, 1]);
        let limb = |mode, length| {
            Some(Chore {
                limbs: vec![ChoreLimb {
                    limb: 1,
                    mode,
                    start: 0,
                    length,
                }],
            })
        };
        assert_eq!(
            draft.chores,
            [limb(mode::LOOP, 3), None, limb(mode::HIDE, 0)]
        );
        let bytes = crate::edit::encode::akos::encode(&draft).unwrap();
        assert_eq!(
            AkosDraft::from_akos(&Akos::parse(&bytes, &Dialect::new(7)).unwrap()).unwrap(),
            draft
        );
    }

    #[test]
    fn what_has_no_counterpart_is_refused() {
        let mut draft = source();
        draft.commands[1] = 9;
        assert_eq!(
            AkosDraft::from_cost(&draft).unwrap_err().to_string(),
            "limb 1 has no picture 9"
        );
    }
}

//! Conversion of a COST costume to an AKOS: the same pictures, sequences and directions in the
//! newer format.

use scumm_room::{Error, Result};

use super::{AkosDraft, DraftCel};
use crate::akos::akch::mode;
use crate::akos::{Akhd, Chore, ChoreLimb, Codec};
use crate::anim::LIMBS;
use crate::cost::{Record, Sequence, commands};
use crate::edit::encode::cost;

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
    /// Converts the draft of a COST to the draft of an AKOS of codec 1. At full size, it draws the
    /// same pixels in each step. The animation counter becomes variable 0.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if there are more cels or codes than AKOS can name, if a sequence
    /// shows a missing picture, or if a command has no counterpart.
    pub fn of_cost(source: &cost::Draft) -> Result<Self> {
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
                let number =
                    number.ok_or_else(|| Error::Misuse(format!("more than {CELS} cels")))?;
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

    fn chore(&mut self, record: &Record, commands: &[u8], numbers: &CelNumbers) -> Result<Chore> {
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
                Some(&commands::STOP) => bare(mode::HIDE),
                Some(&commands::GO) => bare(mode::SHOW),
                _ => self.sequence(entry.limb, part, codes, numbers)?,
            });
        }
        Ok(chore)
    }

    fn sequence(
        &mut self,
        limb: u8,
        part: Sequence,
        codes: &[u8],
        numbers: &CelNumbers,
    ) -> Result<ChoreLimb> {
        let mut bytes = Vec::new();
        let mut last = 0;
        for &code in codes {
            last = bytes.len();
            let word = match code {
                commands::LAST_SOUND => FIRST_SOUND,
                commands::NOTHING => EMPTY,
                commands::COUNT => ADD_ONE,
                _ => {
                    let pictures = numbers
                        .get(usize::from(limb))
                        .map_or(&[][..], Vec::as_slice);
                    let number = pictures.get(usize::from(code)).copied().flatten();
                    let number = number.ok_or_else(|| {
                        Error::Misuse(format!("limb {limb} has no picture {code}"))
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
            u16::try_from(n).map_err(|_| Error::Misuse("more than 65536 bytes of codes".to_owned()))
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
    use crate::cost::Entry;
    use crate::edit::encode::cost::DraftPicture;

    /// Creates a draft in which limb 1 loops over two pictures with a counter between them, and
    /// stops in another record.
    fn source() -> cost::Draft {
        let picture = |colour| {
            Some(DraftPicture {
                rel: I16Vec2::ZERO,
                step: I16Vec2::ZERO,
                cel: Arc::new(Surface::filled(2, 1, colour)),
            })
        };
        let mut draft = cost::Draft {
            palette: vec![7; 16],
            commands: vec![0, commands::COUNT, 1, commands::STOP],
            ..Default::default()
        };
        draft.limbs[1] = vec![picture(1), picture(2)];
        let record = |start, extra, loops| {
            let entry = Entry {
                limb: 1,
                sequence: Some(Sequence {
                    start,
                    extra,
                    loops,
                }),
            };
            Some(Record {
                entries: vec![entry],
            })
        };
        draft.records = vec![record(0, 2, true), None, record(3, 0, false)];
        draft
    }

    #[test]
    fn sequences_become_layers_and_their_commands_words() {
        let draft = AkosDraft::of_cost(&source()).unwrap();
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
        let bytes = super::super::encode(&draft).unwrap();
        assert_eq!(
            AkosDraft::of(&Akos::parse(&bytes, &Dialect::new(7)).unwrap()).unwrap(),
            draft
        );
    }

    #[test]
    fn what_has_no_counterpart_is_refused() {
        let mut draft = source();
        draft.commands[1] = 9;
        assert_eq!(
            AkosDraft::of_cost(&draft).unwrap_err().to_string(),
            "limb 1 has no picture 9"
        );
    }
}

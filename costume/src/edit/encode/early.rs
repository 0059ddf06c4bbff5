//! Costumes of v0 (V20..V24) and of the Nintendo (Q40) as plain values, and their encoders. The
//! sprites of the Nintendo are stored elsewhere (Q41).

use scumm_room::{Error, Misuse, Result, Surface};

use super::offset;
use crate::nes::{self, NES_ANIMATIONS, Nes};
use crate::v0::{self, MOST_ROWS, MOST_WIDTH, V0};

/// Length of a picture's header in bytes.
const PICTURE: usize = 6;
/// The most pictures of a costume. The number of pictures plus two is stored in a byte.
const MOST_PICTURES: usize = 253;

/// A costume as plain values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct V0Draft {
    /// The word of the header that no game reads.
    pub unused: u16,
    /// The word of the header that usually repeats the offset of the limbs. `None` if the word has
    /// this usual value.
    pub copy: Option<u16>,
    /// The picture of each frame value, beginning with the first frame value after the table of
    /// pictures.
    pub frames: Vec<u8>,
    /// The pictures, indexed by number. A picture that shares its bytes with an earlier picture
    /// refers to that picture.
    pub pictures: Vec<V0DraftPicture>,
    /// The limb table: for each limb the position of its list of sequences, then the lists, then
    /// the sequences, each ended by 255.
    pub limbs: Vec<u8>,
    /// The commands, eight bytes each.
    pub commands: Vec<u8>,
    /// The parts after the frames, in their order.
    pub order: Vec<V0Part>,
}

/// A picture, or a reference to another picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum V0DraftPicture {
    /// A picture that shares the bytes of the picture with this number.
    Same(u8),
    /// A picture with its own pixels and positions.
    Own {
        /// The pixels: colours 0 to 3, each two pixels wide. The width is a multiple of eight
        /// pixels.
        pixels: Surface,
        /// The position relative to the limb's: to the right in units of eight pixels, up in
        /// pixels.
        rel: (u8, u8),
        /// The distance by which the picture moves later limbs, in the same units.
        step: (i8, i8),
    },
}

/// A part of a costume after its frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum V0Part {
    /// The picture with this number.
    Picture(u8),
    /// The limb table.
    Limbs,
    /// The commands.
    Commands,
    /// Bytes to which no offset points.
    Gap(Vec<u8>),
}

impl V0Draft {
    /// Converts a costume to plain values. Returns `None` if its parts overlap or lie outside the
    /// block, so that no order of parts gives the block, or if a picture is larger than the screen.
    #[must_use]
    pub fn from_v0(costume: &V0) -> Option<Self> {
        let data = &costume.data;
        let count = usize::from(costume.high).checked_sub(2)?;
        let tables = 2 + 2 * count;
        let copy = u16::from_le_bytes(*data.first_chunk()?);
        let copy = Some(copy).filter(|&copy| usize::from(copy) != costume.limbs);
        let mut draft = Self {
            unused: costume.unused,
            copy,
            ..Self::default()
        };
        let mut spans = vec![
            (costume.limbs, None, V0Part::Limbs),
            (costume.commands, None, V0Part::Commands),
        ];
        let mut starts: Vec<usize> = Vec::new();
        let mut left = data.len();
        for (number, index) in (0_u8..).zip(0..count) {
            let at = usize::from(u16::from_le_bytes([
                *data.get(2 + index)?,
                *data.get(2 + count + index)?,
            ]));
            starts.push(at);
            if let Some(first) = starts
                .iter()
                .position(|&start| start == at)
                .filter(|&first| first < index)
            {
                draft
                    .pictures
                    .push(V0DraftPicture::Same(u8::try_from(first).ok()?));
                continue;
            }
            let picture = costume
                .picture_at(number, at)
                .filter(|picture| !picture.is_cut() && !picture.is_too_large())?;
            // If the pictures together have more bytes than the block, some of them overlap, and no
            // picture is decoded.
            left = left.checked_sub(picture.rows.len())?;
            spans.push((
                at,
                Some(at + PICTURE + picture.rows.len()),
                V0Part::Picture(number),
            ));
            let pixels = picture.surface();
            let rel = picture.rel;
            let step = picture.step;
            draft
                .pictures
                .push(V0DraftPicture::Own { pixels, rel, step });
        }
        spans.sort_by_key(|(start, ..)| *start);
        let first = spans
            .first()
            .map(|(start, ..)| *start)
            .filter(|&first| first >= tables)?;
        draft.frames = data.get(tables..first)?.to_vec();
        let nexts: Vec<usize> = spans
            .iter()
            .map(|(start, ..)| *start)
            .skip(1)
            .chain([data.len()])
            .collect();
        for ((start, end, part), next) in spans.into_iter().zip(nexts) {
            let end = end.unwrap_or(next);
            match part {
                V0Part::Limbs => draft.limbs = data.get(start..end)?.to_vec(),
                V0Part::Commands => draft.commands = data.get(start..end)?.to_vec(),
                _ => {}
            }
            draft.order.push(part);
            let gap = data.get(end..next)?;
            draft
                .order
                .extend((!gap.is_empty()).then(|| V0Part::Gap(gap.to_vec())));
        }
        Some(draft)
    }

    /// Returns the block of a costume.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if there are more than 253 pictures, if pixels do not fit the
    /// format, or if the costume has more bytes than offsets reach.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let count = self.pictures.len();
        if count > MOST_PICTURES {
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!(
                    "expected at most {MOST_PICTURES} pictures in a costume of version 0, found \
                     {count}"
                ),
            ));
        }
        let mut base = vec![0; 2 + 2 * count];
        base.extend(&self.frames);
        let mut places = vec![None; count];
        let mut limbs = 0;
        let mut commands = 0;
        for part in &self.order {
            let at = offset(base.len())?;
            match part {
                V0Part::Picture(number) => {
                    let picture = self.pictures.get(usize::from(*number));
                    let Some(V0DraftPicture::Own { pixels, rel, step }) = picture else {
                        return Err(Error::misuse(
                            Misuse::Missing,
                            format!("picture {number} has no pixels of its own"),
                        ));
                    };
                    places[usize::from(*number)] = Some(at);
                    let named = |what: String| {
                        Error::misuse(Misuse::Invalid, format!("picture {number}: {what}"))
                    };
                    base.extend(encode_picture(pixels, *rel, *step).map_err(named)?);
                }
                V0Part::Limbs => {
                    limbs = at;
                    base.extend(&self.limbs);
                }
                V0Part::Commands => {
                    commands = at;
                    base.extend(&self.commands);
                }
                V0Part::Gap(bytes) => base.extend(bytes),
            }
        }
        for (number, picture) in self.pictures.iter().enumerate() {
            let owner = match picture {
                V0DraftPicture::Same(other) => usize::from(*other),
                V0DraftPicture::Own { .. } => number,
            };
            let missing = || {
                Error::misuse(
                    Misuse::Missing,
                    format!("picture {number} is missing in the order of parts"),
                )
            };
            let place = places.get(owner).copied().flatten().ok_or_else(missing)?;
            [base[2 + number], base[2 + count + number]] = place.to_le_bytes();
        }
        base[..2].copy_from_slice(&self.copy.unwrap_or(limbs).to_le_bytes());
        let size = offset(v0::BASE + base.len())?;
        let head = [size, self.unused].map(u16::to_le_bytes).concat();
        let offsets = [limbs, commands].map(u16::to_le_bytes).concat();
        Ok([head, vec![(count + 2) as u8], offsets, base].concat())
    }
}

/// Returns the header and rows of a picture.
fn encode_picture(
    pixels: &Surface,
    (right, up): (u8, u8),
    (x, y): (i8, i8),
) -> Result<Vec<u8>, String> {
    let width = pixels.width() / 8;
    let height = pixels.height();
    let (Ok(columns @ ..=MOST_WIDTH), Ok(rows @ ..=MOST_ROWS), 0) = (
        u8::try_from(width),
        u8::try_from(height),
        pixels.width() % 8,
    ) else {
        let widest = 8 * usize::from(MOST_WIDTH);
        return Err(format!(
            "expected a width of 8, 16 .. {widest} and a height up to {MOST_ROWS}, found {} x {}",
            pixels.width(),
            pixels.height()
        ));
    };
    let mut bytes = vec![columns, rows, right, up, x as u8, y as u8];
    for (index, eight) in pixels.pixels().chunks_exact(8).enumerate() {
        let mut byte = 0;
        for pair in eight.chunks_exact(2) {
            if pair[0] != pair[1] || pair[0] > 3 {
                let x = index % width * 8;
                let y = index / width;
                let what = "expected colours 0 to 3, each two pixels wide";
                return Err(format!(
                    "{what}, found {} and {} in the eight pixels at ({x}, {y})",
                    pair[0], pair[1]
                ));
            }
            byte = byte << 2 | pair[0];
        }
        bytes.push(byte);
    }
    Ok(bytes)
}

/// A costume as plain values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NesDraft {
    /// For each animation, the start of its list, counted from the table's first byte, and the
    /// number of its pictures.
    pub animations: Vec<(u8, u8)>,
    /// The bytes after the table: the picture numbers of the lists.
    pub pictures: Vec<u8>,
}

impl NesDraft {
    /// Converts a costume to plain values.
    #[must_use]
    pub fn from_nes(costume: &Nes) -> Self {
        let animations: Vec<_> = (0..NES_ANIMATIONS)
            .filter_map(|number| costume.entry(number))
            .collect();
        let pictures = costume
            .data
            .get(2 * animations.len()..)
            .unwrap_or_default()
            .to_vec();
        Self {
            animations,
            pictures,
        }
    }

    /// Returns the block of a costume.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the number of animations is not 24, or if the costume does not
    /// fit into a block.
    pub fn encode(&self) -> Result<Vec<u8>> {
        if self.animations.len() != usize::from(NES_ANIMATIONS) {
            let found = self.animations.len();
            let what = format!(
                "expected {NES_ANIMATIONS} animations in a costume of the Nintendo, found {found}"
            );
            return Err(Error::misuse(Misuse::WrongSize, what));
        }
        let size = nes::BASE + 2 * self.animations.len() + self.pictures.len();
        let size = u16::try_from(size)
            .map_err(|_| Error::misuse(Misuse::OutOfRange, "the costume is larger than 64 KiB"))?;
        let table = self
            .animations
            .iter()
            .flat_map(|&(from, count)| [from, count]);
        Ok(size
            .to_le_bytes()
            .into_iter()
            .chain(table)
            .chain(self.pictures.iter().copied())
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scumm_room::{Dialect, Platform};

    use super::*;

    fn parse(block: &[u8]) -> V0 {
        let dialect = Dialect::new(0).with_platform(Platform::C64);
        V0::parse_with(block, &dialect, &mut crate::damage::Damage::default()).unwrap()
    }

    prop_compose! {
        fn picture()(width in 0_usize..4, height in 0_usize..9)(
            pairs in proptest::collection::vec(0_u8..4, width * height * 4), width in Just(width), height in Just(height),
            rel in any::<(u8, u8)>(), step in any::<(i8, i8)>(),
        ) -> V0DraftPicture {
            let pixels = pairs.into_iter().flat_map(|value| [value; 2]);
            V0DraftPicture::Own { pixels: Surface::from_pixels(width * 8, height, pixels), rel, step }
        }
    }

    prop_compose! {
        fn draft()(pictures in proptest::collection::vec(picture(), 0..9))(
            order in Just((0..pictures.len() as u8).map(V0Part::Picture).chain([V0Part::Limbs, V0Part::Commands])
                .collect::<Vec<_>>()).prop_shuffle(),
            pictures in Just(pictures),
            unused in any::<u16>(),
            copy in proptest::option::of(0xf000_u16..),
            frames in proptest::collection::vec(any::<u8>(), 0..30),
            limbs in proptest::collection::vec(any::<u8>(), 8..40),
            commands in proptest::collection::vec(any::<u8>(), 8..60),
            gap in proptest::collection::vec(any::<u8>(), 1..5),
        ) -> V0Draft {
            let mut order = order;
            // After the limb table or the commands, every byte belongs to them.
            if let Some(at) = order.iter().position(|part| matches!(part, V0Part::Picture(_))) {
                order.insert(at + 1, V0Part::Gap(gap));
            }
            V0Draft { unused, copy, frames, pictures, limbs, commands, order }
        }
    }

    proptest! {
        #[test]
        fn a_costume_is_taken_apart_and_made_again_byte_for_byte_v20_v24(draft in draft()) {
            let block = draft.encode().unwrap();
            let found = V0Draft::from_v0(&parse(&block)).unwrap();
            prop_assert_eq!(found.encode().unwrap(), block);
            prop_assert_eq!(&found.pictures, &draft.pictures);
        }

        #[test]
        fn whatever_is_taken_apart_becomes_the_same_bytes_v20(bytes in proptest::collection::vec(any::<u8>(), 20..200)) {
            let mut block = bytes;
            let size = (block.len() as u16).to_le_bytes();
            block[..2].copy_from_slice(&size);
            block[4] = 2 + block[4] % 4;
            block[6] = 0;
            block[8] = 0;
            let dialect = Dialect::new(0).with_platform(Platform::C64);
            if let Ok(costume) = V0::parse_with(&block, &dialect, &mut crate::damage::Damage::default()) {
                if let Some(draft) = V0Draft::from_v0(&costume) {
                    prop_assert_eq!(draft.encode().unwrap(), block);
                }
            }
        }
    }

    #[test]
    fn pixels_that_the_format_does_not_have_are_refused_v24() {
        let picture = |width, pixels: Vec<u8>| V0Draft {
            pictures: vec![V0DraftPicture::Own {
                pixels: Surface::from_pixels(width, 1, pixels),
                rel: (0, 0),
                step: (0, 0),
            }],
            order: vec![V0Part::Picture(0), V0Part::Limbs, V0Part::Commands],
            ..V0Draft::default()
        };
        let error = |draft: V0Draft| draft.encode().unwrap_err().to_string();
        assert!(
            error(picture(8, vec![0, 0, 1, 1, 2, 2, 3, 1]))
                .contains("found 3 and 1 in the eight pixels at (0, 0)")
        );
        assert!(error(picture(8, vec![4; 8])).contains("expected colours 0 to 3"));
        assert!(error(picture(7, vec![0; 7])).contains("expected a width of 8, 16"));
        assert!(
            picture(8, vec![0, 0, 1, 1, 2, 2, 3, 3])
                .encode()
                .unwrap()
                .contains(&0b0001_1011)
        );
    }

    proptest! {
        #[test]
        fn a_costume_is_taken_apart_and_made_again_byte_for_byte_q40(
            animations in proptest::collection::vec(any::<(u8, u8)>(), 24),
            pictures in proptest::collection::vec(any::<u8>(), 0..200),
        ) {
            let draft = NesDraft { animations, pictures };
            let block = draft.encode().unwrap();
            let dialect = Dialect::new(1).with_platform(Platform::Nes);
            let mut damage = crate::damage::Damage::default();
            prop_assert_eq!(NesDraft::from_nes(&Nes::parse_with(&block, &dialect, &mut damage).unwrap()), draft);
        }
    }

    #[test]
    fn there_are_24_animations_q40() {
        let error = NesDraft::default().encode().unwrap_err().to_string();
        assert_eq!(
            error,
            "expected 24 animations in a costume of the Nintendo, found 0"
        );
    }
}

//! AKAX: aux frames. An aux frame is a picture that Humongous games draw after all actors,
//! separately from the limbs (A98).

use std::ops::Range;

use scumm_room::block::{self, Header};
use scumm_room::codec::take_byte;
use scumm_room::{Reader, Result, Tag};

use super::codecs::Rows;
use super::codecs::trle::TrleCode;
use crate::damage::Damage;

/// Length of a rectangle in bytes.
const AREA_LEN: usize = 8;

/// An aux frame: a picture and the rectangles that belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuxFrame {
    /// The picture; `None` if the frame has no picture.
    pub picture: Option<AuxPicture>,
    /// The rectangle that the engine restores when the actor leaves: left, top, right, bottom in
    /// pixels relative to the actor. `None` unless the frame also has a list of rectangles to
    /// refresh.
    pub restore: Option<[i16; 4]>,
    /// The position of the rectangles to refresh in the data of the chunk: x1, y1, x2, y2 of each.
    refresh: Range<usize>,
}

/// The picture of an aux frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuxPicture {
    /// Column of the left edge relative to the actor.
    pub x: i16,
    /// Line of the top edge relative to the actor.
    pub y: i16,
    /// Width in pixels.
    pub width: u16,
    /// Height in rows.
    pub height: u16,
    rows: Range<usize>,
}

/// The visible part of a picture after clipping at the edges of the stage, and its position in
/// memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuxPlace {
    /// Index of the first pixel to draw.
    pub start: usize,
    /// Distance in pixels from the start of a line to the start of the next one.
    pub pitch: usize,
    /// Number of columns that are skipped at the left of the picture.
    pub left: usize,
    /// Number of rows that are skipped at the top of the picture.
    pub top: usize,
    /// Number of pixels to draw in each line.
    pub width: usize,
    /// Number of lines to draw.
    pub height: usize,
}

/// AKAX, the aux frames of an AKOS: the data of the chunk and the frames parsed from it.
#[derive(Clone, Debug, Default)]
pub struct Akax {
    data: Vec<u8>,
    frames: Vec<Option<AuxFrame>>,
}

impl Akax {
    /// The chunk's tag.
    pub const TAG: Tag = super::tables::AKAX;

    /// Parses the data of the chunk. A frame that is damaged or of an unknown kind becomes `None`.
    ///
    /// A frame stores ranges of the data, not copies, because any number of entries of four bytes
    /// may name the same frame.
    pub(super) fn parse(data: Reader<'_>, damage: &mut Damage) -> Result<Self> {
        let mut frames = Vec::new();
        if let Some((wrap, mut table)) = damage.accept(offsets(data))? {
            let table_start = table.offset().saturating_sub(wrap.offset());
            while table.remaining() >= 4 {
                let offset = u64::from(table.u32_le("the offset of an aux frame")?)
                    .saturating_add(table_start);
                frames.push(damage.accept(parse_frame(data, wrap, offset, frames.len()))?);
            }
        }
        Ok(Self {
            data: data.all().to_vec(),
            frames,
        })
    }

    /// Returns the frame with this number, or `None` if it does not exist or is damaged.
    #[must_use]
    pub fn frame(&self, number: u16) -> Option<&AuxFrame> {
        self.frames.get(usize::from(number))?.as_ref()
    }

    /// Returns all frames, indexed by number.
    #[must_use]
    pub fn frames(&self) -> &[Option<AuxFrame>] {
        &self.frames
    }

    /// Returns the data of the chunk.
    #[must_use]
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Returns the coded rows of a picture.
    #[must_use]
    pub fn rows(&self, picture: &AuxPicture) -> &[u8] {
        self.data.get(picture.rows.clone()).unwrap_or_default()
    }

    /// Draws a part of a picture into `front`. Some codes copy pixels from `back`. Calls `seen` for
    /// each run of drawn pixels with the indices of the pixels and their colour. The colour is
    /// `None` for pixels that were copied from `back`.
    pub fn draw(
        &self,
        picture: &AuxPicture,
        place: AuxPlace,
        (front, back): (&mut [u8], &[u8]),
        mut seen: impl FnMut(Range<usize>, Option<u8>),
    ) {
        let width = place
            .width
            .min(usize::from(picture.width).saturating_sub(place.left));
        let height = place
            .height
            .min(usize::from(picture.height).saturating_sub(place.top));
        let starts =
            (0..height).map(|row| row.saturating_mul(place.pitch).saturating_add(place.start));
        // If the codes of a row do not fill its width, the row is continued with the bytes after
        // the picture.
        let data = self.data.get(picture.rows.start..).unwrap_or_default();
        for (start, row) in starts.zip(Rows::new(data).skip(place.top)) {
            let line = start..start.saturating_add(width);
            let (Some(front), Some(back)) = (front.get_mut(line.clone()), back.get(line)) else {
                continue;
            };
            let codes = if row.length == 0 { &[] } else { row.codes };
            draw_row((front, back), place.left, codes, |columns, colour| {
                seen(
                    start.saturating_add(columns.start)..start.saturating_add(columns.end),
                    colour,
                );
            });
        }
    }

    /// Returns the rectangles of the screen that a frame asks to refresh: left, top, right, bottom
    /// in pixels relative to the actor.
    pub fn refresh(&self, frame: &AuxFrame) -> impl Iterator<Item = [i16; 4]> {
        let mut areas = Reader::new(self.data.get(frame.refresh.clone()).unwrap_or_default());
        std::iter::from_fn(move || rectangle(&mut areas, "an area to refresh").ok())
    }
}

/// Draws a row without its first `left` pixels. At most `front.len()` pixels are drawn; `back` has
/// the same length.
fn draw_row(
    (front, back): (&mut [u8], &[u8]),
    left: usize,
    mut codes: &[u8],
    mut seen: impl FnMut(Range<usize>, Option<u8>),
) {
    let mut x = 0_usize;
    let end = left.saturating_add(front.len());
    while x < end {
        let Some(code) = take_byte(&mut codes) else {
            return;
        };
        let code = TrleCode::from(code);
        let (TrleCode::Skip(count) | TrleCode::Run(count) | TrleCode::Copy(count)) = code;
        let next = x.saturating_add(count).min(end);
        let columns = x.saturating_sub(left)..next.saturating_sub(left);
        let hidden = left.min(next).saturating_sub(x);
        x = next;
        let (Some(pixels), Some(under)) =
            (front.get_mut(columns.clone()), back.get(columns.clone()))
        else {
            return;
        };
        match code {
            TrleCode::Skip(_) => {}
            TrleCode::Run(_) => {
                let Some(colour) = take_byte(&mut codes) else {
                    return;
                };
                pixels.fill(colour);
                seen(columns, Some(colour));
            }
            TrleCode::Copy(_) => {
                // A code that copies the background has no pixels in the data. Nevertheless, the
                // reference skips one byte of the data for each clipped pixel.
                codes = codes.get(hidden..).unwrap_or_default();
                pixels.copy_from_slice(under);
                seen(columns, None);
            }
        }
    }
}

/// Returns the block WRAP and its table of offsets.
fn offsets(data: Reader<'_>) -> Result<(Reader<'_>, Reader<'_>)> {
    let wrap = block::need(data, Header::Large, Tag(*b"WRAP"))?.data;
    Ok((wrap, block::need(wrap, Header::Large, Tag(*b"OFFS"))?.data))
}

fn parse_frame(
    whole: Reader<'_>,
    wrap: Reader<'_>,
    offset: u64,
    number: usize,
) -> Result<AuxFrame> {
    let start = usize::try_from(offset)
        .unwrap_or(usize::MAX)
        .saturating_sub(Header::Large.size());
    let mut at = wrap.at(start, format_args!("aux frame {number}"))?;
    let auxd = block::read(&mut at, Header::Large)?;
    if auxd.tag != Tag(*b"AUXD") {
        return Err(auxd
            .data
            .malformed(format_args!("aux frame {number} (AUXD)"), auxd.tag));
    }
    for fatal in [b"FREL", b"DISP"] {
        if let Some(part) = block::find(auxd.data, Header::Large, Tag(*fatal))? {
            return Err(part
                .data
                .unsupported(format_args!("{} in an aux frame", part.tag)));
        }
    }
    let mut frame = AuxFrame {
        picture: parse_picture(whole, auxd.data)?,
        ..AuxFrame::default()
    };
    if let Some(mut areas) =
        block::find(auxd.data, Header::Large, Tag(*b"AXUR"))?.map(|part| part.data)
    {
        // A frame whose list of rectangles is cut short is not damaged.
        let count = areas.u16_le("a number of areas").unwrap_or(0);
        let bytes = usize::from(count)
            .saturating_mul(AREA_LEN)
            .min(areas.remaining());
        frame.refresh = range(whole, areas.sub(bytes, "areas to refresh")?);
        if let Some(mut area) =
            block::find(auxd.data, Header::Large, Tag(*b"AXER"))?.map(|part| part.data)
        {
            frame.restore = Some(rectangle(&mut area, "a rectangle to restore")?);
        }
    }
    Ok(frame)
}

/// Reads a rectangle: left, top, right, bottom.
fn rectangle(data: &mut Reader<'_>, what: &str) -> Result<[i16; 4]> {
    let mut side = || data.i16_le(what);
    Ok([side()?, side()?, side()?, side()?])
}

fn parse_picture(whole: Reader<'_>, auxd: Reader<'_>) -> Result<Option<AuxPicture>> {
    let mut data = block::need(auxd, Header::Large, Tag(*b"AXFD"))?.data;
    match data.u16_le("the kind of an aux picture")? {
        0 => Ok(None),
        1 => Ok(Some(AuxPicture {
            x: data.i16_le("an aux picture's column")?,
            y: data.i16_le("an aux picture's line")?,
            width: data.u16_le("an aux picture's width")?,
            height: data.u16_le("an aux picture's height")?,
            rows: range(whole, data.at(data.position(), "rows")?),
        })),
        kind => Err(data.unsupported(format_args!("aux picture of kind {kind}"))),
    }
}

/// Returns the range of a part in the data of the chunk.
fn range(whole: Reader<'_>, part: Reader<'_>) -> Range<usize> {
    let start = usize::try_from(part.offset().saturating_sub(whole.offset())).unwrap_or(usize::MAX);
    start..start.saturating_add(part.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::akos::tests::{akax, chunk};

    #[test]
    fn a_frame_has_a_picture_areas_and_a_rectangle_a98() {
        let picture = [1, 0, 0xff, 0xff, 2, 0, 5, 0, 1, 0, 2, 0, 0x12, 9];
        let areas = [1, 0, 1, 0, 2, 0, 3, 0, 4, 0];
        let rectangle = [0xfe, 0xff, 0, 0, 3, 0, 4, 0];
        let full = [
            chunk(b"AXUR", &areas),
            chunk(b"AXER", &rectangle),
            chunk(b"AXFD", &picture),
        ]
        .concat();
        let data = akax(&[chunk(b"AXFD", &[0, 0]), full]);
        let akax = Akax::parse(Reader::new(&data), &mut Damage::strict()).unwrap();
        assert_eq!(akax.frame(0), Some(&AuxFrame::default()));
        let frame = akax.frame(1).unwrap();
        let shown = frame.picture.as_ref().unwrap();
        assert_eq!((shown.x, shown.y, shown.width, shown.height), (-1, 2, 5, 1));
        assert_eq!(akax.rows(shown), [2, 0, 0x12, 9]);
        assert_eq!(akax.refresh(frame).collect::<Vec<_>>(), [[1, 2, 3, 4]]);
        assert_eq!(frame.restore, Some([-2, 0, 3, 4]));
        assert_eq!(akax.frame(2), None);
    }

    #[test]
    fn a_cut_list_of_areas_keeps_the_frame_a98() {
        let areas = [
            2, 0, // two areas
            1, 0, 2, 0, 3, 0, 4, 0, // the first
            5, 0, // part of the second
        ];
        let data = akax(
            &[areas.as_slice(), &[], &[9]]
                .map(|areas| [chunk(b"AXFD", &[0, 0]), chunk(b"AXUR", areas)].concat()),
        );
        let akax = Akax::parse(Reader::new(&data), &mut Damage::strict()).unwrap();
        let seen = [0, 1, 2].map(|n| akax.refresh(akax.frame(n).unwrap()).collect::<Vec<_>>());
        assert_eq!(seen, [vec![[1, 2, 3, 4]], vec![], vec![]]);
    }

    #[test]
    fn what_is_fatal_in_an_aux_frame_makes_it_nothing_a98() {
        let sound = chunk(b"AXFD", &[0, 0]);
        let frames = [
            [sound.clone(), chunk(b"FREL", &[])].concat(),
            [sound.clone(), chunk(b"DISP", &[])].concat(),
            chunk(b"AXFD", &[2, 0]),
            chunk(b"AXUR", &[0, 0]),
            sound,
        ];
        let mut damage = Damage::lenient();
        let data = akax(&frames);
        let akax = Akax::parse(Reader::new(&data), &mut damage).unwrap();
        assert_eq!(
            akax.frames()
                .iter()
                .map(Option::is_some)
                .collect::<Vec<_>>(),
            [false, false, false, false, true]
        );
        assert_eq!(damage.findings().len(), 4);
    }

    #[test]
    fn codes_skip_repeat_and_show_the_background_a98() {
        let mut to = [1; 10];
        let from = [7; 10];
        let codes = [
            2 << 1 | 1, // skip 2
            2 << 2 | 2,
            9,      // three times colour 9
            1 << 2, // two background pixels
            3 << 2 | 2,
            5, // four times 5, of which three fit
        ];
        draw_row((&mut to, &from), 0, &codes, |_, _| {});
        assert_eq!(to, [1, 1, 9, 9, 9, 7, 7, 5, 5, 5]);
    }

    #[test]
    fn a_row_that_ends_early_stops_a98() {
        let mut to = [1; 4];
        draw_row((&mut to, &[7; 4]), 0, &[0b10], |_, _| {});
        draw_row((&mut to, &[7; 4]), 0, &[], |_, _| {});
        assert_eq!(to, [1; 4]);
        // A skip of no pixels does not loop forever.
        draw_row((&mut to, &[7; 4]), 0, &[1, 1, 1], |_, _| {});
        assert_eq!(to, [1; 4]);
    }

    #[test]
    fn columns_that_are_left_out_show_nothing_but_background_runs_take_bytes_along_a98() {
        let cut = |left, codes: &[u8]| {
            let mut to = [1; 3];
            draw_row((&mut to, &[7; 3]), left, codes, |_, _| {});
            to
        };
        let run = [1 << 2 | 2, 9, 2 << 2 | 2, 5];
        assert_eq!(
            [0, 1, 2].map(|left| cut(left, &run)),
            [[9, 9, 5], [9, 5, 5], [5, 5, 5]]
        );
        // Three pixels of the background, then three times 5.
        let background = [2 << 2, 2 << 2 | 2, 5, 2 << 2 | 2, 6];
        assert_eq!(cut(0, &background), [7; 3]);
        assert_eq!(
            cut(1, &background),
            [7, 7, 1],
            "the clipped pixel skips the byte 2 << 2 | 2; the next byte, 5, skips two pixels"
        );
        assert_eq!(
            cut(2, &background),
            [7, 6, 6],
            "the second clipped pixel skips the byte 5"
        );
    }

    #[test]
    fn a_rectangle_counts_only_beside_a_list_a98() {
        let rectangle = chunk(b"AXER", &[1, 0, 2, 0, 3, 0, 4, 0]);
        let alone = [chunk(b"AXFD", &[0, 0]), rectangle.clone()].concat();
        let beside = [alone.clone(), chunk(b"AXUR", &[0, 0])].concat();
        let akax = akax(&[alone, beside]);
        let akax = Akax::parse(Reader::new(&akax), &mut Damage::strict()).unwrap();
        assert_eq!(
            [0, 1].map(|n| akax.frame(n).unwrap().restore),
            [None, Some([1, 2, 3, 4])]
        );
    }

    #[test]
    fn a_picture_is_cut_on_all_sides_a98() {
        #[rustfmt::skip]
        let picture = [
            1, 0, 0, 0, 0, 0, 3, 0, 3, 0, // kind, x, y, width 3, height 3
            2, 0, 2 << 2 | 2, 8, // three times 8
            0, 0, // an empty row
            4, 0, 1 << 2 | 2, 9, 2, 6, // twice 9, once 6
        ];
        let data = akax(&[chunk(b"AXFD", &picture)]);
        let akax = Akax::parse(Reader::new(&data), &mut Damage::strict()).unwrap();
        let shown = akax.frame(0).unwrap().picture.as_ref().unwrap();
        let drawn = |left, top| {
            let mut front = [0; 12];
            let back = [7; 12];
            let mut told = Vec::new();
            let place = AuxPlace {
                start: 1,
                pitch: 4,
                left,
                top,
                width: 2,
                height: 9,
            };
            akax.draw(shown, place, (&mut front, &back), |pixels, colour| {
                told.push((pixels, colour))
            });
            (front, told)
        };
        let (front, told) = drawn(0, 0);
        assert_eq!(front, [0, 8, 8, 0, 0, 0, 0, 0, 0, 9, 9, 0]);
        assert_eq!(told, [(1..3, Some(8)), (9..11, Some(9))]);
        assert_eq!(drawn(1, 2).0, [0, 9, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn a_chunk_without_wrap_has_no_frames() {
        let mut damage = Damage::lenient();
        assert!(
            Akax::parse(Reader::new(&[1, 2, 3]), &mut damage)
                .unwrap()
                .frames()
                .is_empty()
        );
        assert_eq!(damage.findings().len(), 1);
    }
}

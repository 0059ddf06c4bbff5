use proptest::prelude::*;
use scumm_book::says;

use super::*;
use crate::draw::Shadow;
use crate::draw::tests::{Screen, bytes, shadow_table};
use crate::trace::Trace;

fn decoded(data: &[u8], width: usize, height: usize, order: Order) -> Vec<u8> {
    let mut pixels = vec![0; width * height];
    decode_bomp(data, width, order, &mut pixels);
    pixels
}

#[test]
fn odd_codes_are_runs_even_ones_literals_a70() {
    let data = [5, 0, 3 << 1 | 1, 7, 1 << 1, 8, 9, 2, 0, 5 << 1 | 1, 4];
    assert_eq!(
        decoded(&data, 6, 2, Order::Stored),
        [7, 7, 7, 7, 8, 9, 4, 4, 4, 4, 4, 4]
    );
}

#[test]
fn the_examples_of_a70_and_a73_decode() {
    let data = [5, 0, 6, 1, 2, 3, 4, 2, 0, 7, 9];
    assert!(says("A70", &data).unwrap());
    assert_eq!(
        decoded(&data, 4, 2, Order::Stored),
        [1, 2, 3, 4, 9, 9, 9, 9]
    );
    let data = [5, 0, 2, 1, 2, 3, 9];
    assert!(says("A73", &data[2..5]).unwrap());
    assert_eq!(decoded(&data, 4, 1, Order::Stored), [1, 2, 9, 9]);
    assert_eq!(decoded(&data, 4, 1, Order::MirroredRuns), [9, 9, 1, 2]);
}

#[test]
fn mirrored_runs_keep_the_order_of_literals_a73() {
    let data = [6, 0, 1 << 1 | 1, 7, 2 << 1, 1, 2, 3];
    assert_eq!(decoded(&data, 5, 1, Order::MirroredRuns), [1, 2, 3, 7, 7]);
    assert_eq!(decoded(&data, 5, 1, Order::Mirrored), [3, 2, 1, 7, 7]);
}

#[test]
fn a_literal_cut_by_the_width_keeps_its_first_bytes_a73() {
    let data = [4, 0, 2 << 1, 1, 2, 3];
    assert_eq!(decoded(&data, 2, 1, Order::Stored), [1, 2]);
    assert_eq!(decoded(&data, 2, 1, Order::MirroredRuns), [1, 2]);
}

#[test]
fn what_is_missing_is_transparent() {
    assert_eq!(
        decoded(&[9, 0, 0, 5], 3, 2, Order::Stored),
        [5, 255, 255, 255, 255, 255]
    );
    assert_eq!(decoded(&[9, 0, 1], 2, 1, Order::Stored), [255, 255]);
    assert_eq!(decoded(&[], 0, 0, Order::Stored), [0; 0]);
}

/// Packs (value, bits) pairs, the lowest bit first.
fn pack(fields: &[(u32, u32)]) -> Vec<u8> {
    let bits: Vec<u32> = fields
        .iter()
        .flat_map(|&(value, bits)| (0..bits).map(move |i| value >> i & 1))
        .collect();
    bits.chunks(8)
        .map(|byte| byte.iter().rev().fold(0, |all, &bit| all << 1 | bit as u8))
        .collect()
}

fn decoded_majmin(shift: u8, first: u8, fields: &[(u32, u32)], size: usize) -> Vec<u8> {
    let mut pixels = vec![0; size];
    decode_majmin(&[vec![shift, first], pack(fields)].concat(), &mut pixels);
    pixels
}

#[test]
fn same_new_and_changed_colours_a81() {
    let fields = [
        (0, 1),
        (1, 1),
        (0, 1),
        (0b1011, 4),
        (0b11, 2),
        (7, 3),
        (0b11, 2),
        (0, 3),
    ];
    assert_eq!(decoded_majmin(4, 9, &fields, 6), [9, 9, 11, 14, 10, 10]);
}

#[test]
fn the_example_of_a81_decodes() {
    let data = [4, 5, 0xca, 0x0b];
    assert!(says("A81", &data).unwrap());
    let mut pixels = [0; 4];
    decode_majmin(&data, &mut pixels);
    assert_eq!(pixels, [5, 5, 9, 10]);
}

#[test]
fn colours_wrap_a81() {
    assert_eq!(
        decoded_majmin(4, 1, &[(0b11, 2), (0, 3), (0b11, 2), (7, 3)], 3),
        [1, 253, 0]
    );
}

#[test]
fn a_repeat_of_n_reads_bits_again_after_the_nth_pixel_a81() {
    let fields = [(0b11, 2), (4, 3), (3, 8), (0b11, 2), (5, 3)];
    assert_eq!(decoded_majmin(4, 9, &fields, 6), [9, 9, 9, 9, 10, 10]);
}

#[test]
fn a_repeat_of_0_or_1_lasts_for_ever_a81() {
    for count in [0, 1] {
        let fields = [
            (0b11, 2),
            (4, 3),
            (count, 8),
            (0b11, 2),
            (5, 3),
            (0b11, 2),
            (5, 3),
        ];
        assert_eq!(decoded_majmin(4, 9, &fields, 300), [9; 300]);
    }
}

#[test]
fn new_colours_have_as_many_bits_as_the_first_byte_says_a80() {
    for shift in 1..=8u32 {
        let colour = (1u32 << shift) - 1;
        let fields = [(1, 1), (0, 1), (colour, shift), (0b11, 2), (5, 3)];
        let expected = [7, colour as u8, (colour as u8).wrapping_add(1)];
        assert_eq!(decoded_majmin(shift as u8, 7, &fields, 3), expected);
    }
    assert_eq!(
        decoded_majmin(
            20,
            7,
            &[(1, 1), (0, 1), (0x7_ff21, 20), (0b11, 2), (5, 3)],
            3
        ),
        [7, 0x21, 0x22]
    );
}

#[test]
fn encoding_takes_the_shortest_of_the_four_codes() {
    let fields = [
        (0, 1),
        (0b11, 2),
        (5, 3),
        (0b01, 2),
        (31, 5),
        (0b11, 2),
        (4, 3),
        (20, 8),
        (0b11, 2),
        (3, 3),
    ];
    let pixels = [vec![9, 9, 10], vec![31; 21], vec![30]].concat();
    assert_eq!(encode_majmin(&pixels), [vec![5, 9], pack(&fields)].concat());
}

proptest::proptest! {
    #[test]
    fn decoding_gives_back_what_was_encoded(
        runs in proptest::collection::vec((any::<u8>(), 1usize..300), 1..20),
        mask in 1u8..,
    ) {
        let pixels: Vec<u8> = runs.iter().flat_map(|&(colour, n)| vec![colour & mask; n % (n % 7 + 1) + n % 300]).collect();
        let mut back = vec![0; pixels.len()];
        decode_majmin(&encode_majmin(&pixels), &mut back);
        proptest::prop_assert_eq!(back, pixels);
    }
}

#[test]
fn cut_data_end_in_one_colour_and_none_in_nothing() {
    let mut pixels = [0; 5];
    decode_majmin(&[4, 9], &mut pixels);
    assert_eq!(pixels, [9; 5]);
    decode_majmin(&[4], &mut pixels);
    assert_eq!(pixels, [255; 5]);
}

fn drawn(mut lines: Lines<'_>, width: usize, rows: usize) -> String {
    let mut pixels = vec![1; width];
    let mut gaps = vec![1; width];
    let mut text = String::new();
    for _ in 0..rows {
        lines.next_row(&mut pixels, &mut gaps);
        text.extend(pixels.iter().zip(&gaps).map(|(&p, &g)| {
            if g == 0 {
                char::from(b'0'.wrapping_add(p))
            } else {
                '.'
            }
        }));
    }
    text
}

#[test]
fn rows_come_from_the_top_and_end_in_gaps() {
    let bomp = [4, 0, 2 << 1, 1, 255, 3];
    assert_eq!(
        drawn(Lines::Bomp(Rows::new(&bomp), Order::Stored), 3, 2),
        "1.3..."
    );
    assert_eq!(
        drawn(Lines::Bomp(Rows::new(&bomp), Order::Mirrored), 3, 1),
        "3.1"
    );
    assert_eq!(
        drawn(Lines::Trle(Rows::new(&[4, 0, 2 << 2, 1, 2, 3])), 4, 2),
        "123....."
    );
}

#[test]
fn codec_16_goes_on_over_the_ends_of_rows_a81() {
    let data = encode_majmin(&[1, 2, 3, 4, 5, 6]);
    assert_eq!(drawn(Lines::majmin(&data, 3, false), 3, 2), "12.456");
    assert_eq!(drawn(Lines::majmin(&data, 255, true), 3, 2), "321654");
    assert_eq!(drawn(Lines::majmin(&[], 255, false), 2, 2), "....");
}

#[derive(Clone, Debug)]
struct Case {
    codec: u8,
    order: u8,
    seed: u64,
    length: usize,
    at: (i32, i32),
    size: (i32, i32),
    clip: Option<Rect>,
    masked: bool,
    mapped: bool,
    shadow: u8,
}

prop_compose! {
    fn cases()(
        codec in prop::sample::select(&[5u8, 16, 32]), order in 0u8..3,
        (seed, length) in (any::<u64>(), 0usize..400),
        at in (-40i32..70, -30i32..50), size in (0i32..50, 0i32..40),
        clip in prop::option::of((0i32..64, 0i32..48, 0i32..64, 0i32..48)),
        masked: bool, mapped: bool, shadow in 0u8..5,
    ) -> Case {
        let clip = clip.map(|(left, top, right, bottom)| Rect { left, top, right, bottom });
        Case { codec, order, seed, length, at, size, clip, masked, mapped, shadow }
    }
}

/// Creates rows with their lengths and short codes, without bytes after them.
fn rows(seed: u64, length: usize) -> Vec<u8> {
    let noise = bytes(seed, length);
    let rows = noise.chunks(1 + (seed % 13) as usize).map(|row| {
        let codes = row
            .iter()
            .map(|byte| if byte % 3 == 0 { *byte } else { byte & 0x1f });
        (row.len() as u16)
            .to_le_bytes()
            .into_iter()
            .chain(codes)
            .collect::<Vec<u8>>()
    });
    rows.flatten().collect()
}

impl Case {
    fn transparent(&self) -> u8 {
        match self.codec {
            5 => BOMP_TRANSPARENT,
            _ if self.seed % 2 == 0 => MAJMIN_TRANSPARENT,
            _ => self.seed.to_le_bytes()[1] & 7,
        }
    }

    fn lines<'d>(&self, data: &'d [u8]) -> Lines<'d> {
        match self.codec {
            5 => Lines::Bomp(
                Rows::new(data),
                [Order::Stored, Order::Mirrored, Order::MirroredRuns][usize::from(self.order)],
            ),
            16 => Lines::majmin(data, self.transparent(), self.order != 0),
            _ => Lines::Trle(Rows::new(data)),
        }
    }

    fn data(&self) -> Vec<u8> {
        match self.codec {
            16 => {
                let mut data = bytes(self.seed, self.length);
                data.iter_mut()
                    .take(1)
                    .for_each(|shift| *shift = 1 + *shift % 8);
                data
            }
            _ => rows(self.seed, self.length),
        }
    }

    /// Draws the picture, with a trace if `traced` is true.
    fn draw(&self, data: &[u8], renderer: &mut Renderer, traced: bool) -> (Screen, bool) {
        let map: [u8; 256] = std::array::from_fn(|i| (i as u8).wrapping_mul(7).wrapping_add(3));
        let table = shadow_table();
        let ink = Ink {
            map: self.mapped.then_some(&map),
            never: self.mapped.then_some(255),
            shadow: match self.shadow {
                0 | 1 => Shadow::None,
                2 => Shadow::Colour13(table),
                3 => Shadow::Below8(table),
                _ => Shadow::Blend(table),
            },
        };
        let (left, top) = self.at;
        let rect = Rect {
            left,
            top,
            right: left + self.size.0,
            bottom: top + self.size.1,
        };
        let key = CacheKey::row(1, 2, self.size, self.order, self.transparent());
        let bitmap = Bitmap {
            key,
            rect,
            mirrored: self.order != 0,
            lines: self.lines(data),
        };
        let mut screen = Screen::new(self.masked.then_some(self.seed));
        renderer.trace = traced.then(|| Trace::new(screen.size()));
        let mut target = screen.target();
        let clip = self.clip.unwrap_or_else(|| target.rect());
        bitmap.draw(&clip, &ink, renderer, &mut target);
        let row = &mut renderer.row;
        let has = bitmap.draws_colour(&clip, row, &mut target, |pixel| pixel % 16 == 3);
        (screen, has)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100_000))]
    #[test]
    fn finished_pictures_are_those_of_the_plain_painter(case in cases()) {
        let data = case.data();
        let plain = case.draw(&data, &mut Renderer { sprites: Cache::with_limit(0), ..Renderer::default() }, false);
        let mut renderer = Renderer::default();
        prop_assert!(case.draw(&data, &mut renderer, false) == plain, "a miss");
        prop_assert!(case.draw(&data, &mut renderer, false) == plain, "a hit");
        if case.seed % 16 == 0 {
            prop_assert!(case.draw(&data, &mut renderer, true) == plain, "with a trace");
        }
    }
}

/// Returns the screen pixel after a picture of one pixel was drawn over `screen`.
fn mix(ink: &Ink<'_>, pixel: u8, screen: u8) -> u8 {
    let mut picture = Builder::new(1, 1).unwrap();
    picture.put_column(0, 0, 1, pixel);
    let mut pixels = [screen];
    let mut target = Target::new(&mut pixels, 1, 1);
    let clip = target.rect();
    ink.draw(&picture.finish().unwrap(), (0, 0), clip, &mut target);
    pixels[0]
}

#[test]
fn colours_are_mapped_left_out_and_then_shadowed_a75() {
    let map = std::array::from_fn(|i| (i as u8).wrapping_add(1));
    let table = [9; COLOURS];
    let ink = Ink {
        map: Some(&map),
        never: Some(8),
        shadow: Shadow::Colour13(&table),
    };
    assert_eq!(
        [6, 7, 12].map(|pixel| (ink.colour(pixel), mix(&ink, pixel, 3))),
        [(Some(7), 7), (None, 3), (Some(13), 9)]
    );
    let plain = Ink {
        map: None,
        never: None,
        shadow: Shadow::None,
    };
    assert_eq!(
        (plain.is_plain(), ink.is_plain(), mix(&plain, 7, 3)),
        (true, false, 7)
    );
}

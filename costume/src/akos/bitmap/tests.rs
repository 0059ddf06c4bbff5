//! Compares the fast painter of row-major pictures with the plain one.

use proptest::prelude::*;

use super::*;
use crate::akos::codec::bomp::Order;
use crate::akos::codec::{Rows, bomp, majmin};
use crate::draw::Shadow;
use crate::draw::sample::{Screen, bytes, shadow_table};
use crate::trace::Trace;

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
        masked: bool, mapped: bool, shadow in 0u8..4,
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
            5 => bomp::TRANSPARENT,
            _ if self.seed % 2 == 0 => majmin::TRANSPARENT,
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
                2 => Shadow::Below8(table),
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
        let key = Key::row(1, 2, self.size, self.order, self.transparent());
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
        let has = bitmap.has(renderer, |pixel| pixel % 16 == 3);
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
        [6, 7, 12].map(|pixel| (ink.colour(pixel), ink.mix(pixel, 3))),
        [(Some(7), 7), (None, 3), (Some(13), 9)]
    );
    let plain = Ink {
        map: None,
        never: None,
        shadow: Shadow::None,
    };
    assert_eq!(
        (plain.is_plain(), ink.is_plain(), plain.mix(7, 3)),
        (true, false, 7)
    );
}

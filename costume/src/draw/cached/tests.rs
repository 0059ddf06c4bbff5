//! Compares the fast painter with the plain one.

use proptest::prelude::*;
use scumm_room::Dialect;

use super::*;
use crate::draw::Rect;
use crate::draw::painter::PaintRules;
use crate::draw::place::Stand;
use crate::draw::sample::{Screen, bytes, shadow_table};
use crate::draw::scale::{SMALL, Scaling};
use crate::draw::shade::Shadow;

#[derive(Clone, Debug)]
struct Case {
    picture: Extent,
    seed: u64,
    length: usize,
    packing: Packing,
    at: (i32, i32),
    flip: bool,
    scale: (u8, u8),
    table: ScaleTable<'static>,
    akos: bool,
    clip: Option<Rect>,
    shadow: u8,
    masked: bool,
}

prop_compose! {
    fn cases()(
        (x, y, width, height) in (-40i32..40, -60i32..20, 0i32..40, 0i32..50),
        (seed, length) in (any::<u64>(), 0usize..600),
        packing in prop::sample::select(&[Packing::Colours16, Packing::Colours32, Packing::Colours64]),
        at in (-40i32..110, -30i32..90), flip: bool,
        scale in prop_oneof![Just((255, 255)), (1u8..=255, 1u8..=255), Just((255, 100))],
        table in prop::sample::select(&[
            ScaleTable::Small, ScaleTable::Small, ScaleTable::Big, ScaleTable::Custom(&SMALL),
        ]),
        akos: bool,
        clip in prop::option::of((0i32..64, 0i32..48, 0i32..64, 0i32..48)),
        (shadow, masked) in (0u8..5, any::<bool>()),
    ) -> Case {
        let clip = clip.map(|(left, top, right, bottom)| Rect { left, top, right, bottom });
        let picture = Extent { x, y, width, height };
        Case { picture, seed, length, packing, at, flip, scale, table, akos, clip, shadow, masked }
    }
}

fn draw(case: &Case, data: &[u8], palette: &[u16], cache: Option<&mut Cache>) -> (Screen, Drawn) {
    let dialect = Dialect::new(6);
    let table = shadow_table();
    let painter = Painter {
        dialect: &dialect,
        rules: if case.akos {
            PaintRules::akos()
        } else {
            PaintRules::cost(&dialect)
        },
        stand: Stand {
            x: case.at.0,
            y: case.at.1,
            flip: case.flip,
            scaling: Scaling {
                table: case.table,
                x: case.scale.0,
                y: case.scale.1,
            },
        },
        clip: case.clip,
        palette,
        shadow: match case.shadow {
            0 => Shadow::None,
            1 => Shadow::All(table),
            2 => Shadow::Colour13(table),
            3 => Shadow::Below8(table),
            _ => Shadow::Blend(table),
        },
    };
    let mut screen = Screen::new(case.masked.then_some(case.seed));
    let mut target = screen.target();
    let mut drawn = Drawn::default();
    match cache {
        None => painter.draw_columns(
            case.picture,
            Runs::new(data, case.packing),
            &mut target,
            &mut drawn,
            None,
        ),
        Some(cache) => {
            let cel = CelData {
                offset: 0,
                bytes: data,
                packing: case.packing,
                extent: case.picture,
            };
            let colours = painter.sprite_colours(1, case.packing, cache);
            painter.draw_cached(cel, colours, cache, &mut target, &mut drawn, None);
        }
    }
    (screen, drawn)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100_000))]
    #[test]
    fn the_cache_draws_what_the_plain_painter_draws(case in cases()) {
        let data = bytes(case.seed, case.length);
        // Colours 0 to 15 and 13 occur more often, since shadows use them.
        let colour = |c: u8| match c % 8 { 0 => 13, 1 => u16::from(c / 8 % 16), _ => u16::from(c) };
        let palette: Vec<u16> = bytes(case.seed ^ 1, 64).into_iter().map(colour).collect();
        let plain = draw(&case, &data, &palette, None);
        let mut cache = Cache::default();
        prop_assert!(draw(&case, &data, &palette, Some(&mut cache)) == plain, "a miss");
        prop_assert!(draw(&case, &data, &palette, Some(&mut cache)) == plain, "a hit");
        prop_assert!(draw(&case, &data, &palette, Some(&mut Cache::with_limit(0))) == plain, "without a cache");
    }
}

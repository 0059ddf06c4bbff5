//! Tests of the cels that limbs show, and of how each codec draws them, with hand-made costumes on
//! a stage of 24x6 pixels.

use scumm_room::Dialect;

use super::super::tests::Parts;
use super::*;
use crate::draw::StripSet;
use crate::{Facing, Limb, Visibility};

const PITCH: usize = 24;
const HEIGHT: usize = 6;
const OWN: [u16; 256] = [255; 256];

/// A stage of colour 0 with one actor on it.
struct Stage {
    pixels: Vec<u8>,
    mask: Option<Vec<u8>>,
    x_start: usize,
    anim: LimbStates,
    dialect: Dialect,
    look: Look<'static>,
    renderer: Renderer,
}

fn leak<T: ?Sized>(value: Box<T>) -> &'static T {
    Box::leak(value)
}

impl Stage {
    /// Creates a stage with an actor at (8, 2) that faces east. Its limb 0 is at the first byte of
    /// the costume's stream.
    fn new(dialect: Dialect) -> Self {
        let mut anim = LimbStates::default();
        anim.reset();
        anim.limbs[0] = Limb {
            curpos: 0,
            mode: 7,
            ..Limb::RESET
        };
        let look = Look {
            x: 8,
            y: 2,
            facing: Facing::EAST,
            room_palette: &[0; 256],
            ..Look::default()
        };
        let pixels = vec![0; PITCH * (HEIGHT + 1)];
        Self {
            pixels,
            mask: None,
            x_start: 0,
            anim,
            dialect,
            look,
            renderer: Renderer::default(),
        }
    }

    fn v7() -> Self {
        Self::new(Dialect::new(7))
    }

    fn he(he: u8) -> Self {
        Self::new(Dialect::humongous(he))
    }

    fn draw(&mut self, parts: &Parts) -> Drawn {
        let target = Target::new(&mut self.pixels, PITCH, HEIGHT);
        let mut target = target
            .hidden_by(self.mask.as_deref())
            .starting_at(self.x_start);
        parts
            .akos_of(&self.dialect)
            .draw(&self.anim, &self.look, &mut self.renderer, &mut target)
    }

    /// Draws on a stage of zeros. Returns one line as digits, with dots for 0 and without dots at
    /// the end.
    fn line(&mut self, parts: &Parts, y: usize) -> String {
        self.pixels.fill(0);
        self.draw(parts);
        self.row(y)
    }

    fn row(&self, y: usize) -> String {
        let start = y * PITCH + self.x_start / 8 * 8;
        let row = &self.pixels[start..start + PITCH];
        let text: String = row
            .iter()
            .map(|&p| if p == 0 { '.' } else { char::from(b'0' + p) })
            .collect();
        text.trim_end_matches('.').to_owned()
    }

    fn fault(&mut self, parts: &Parts) -> Option<Fault> {
        self.draw(parts).fault
    }
}

fn cel(size: (i16, i16), rel: (i16, i16), moved: (i16, i16), data: &[u8]) -> ([i16; 6], Vec<u8>) {
    (
        [size.0, size.1, rel.0, rel.1, moved.0, moved.1],
        data.to_vec(),
    )
}

/// Creates a codec 5 cel of one row: a literal of these pixels.
fn literal(rel: (i16, i16), moved: (i16, i16), pixels: &[u8]) -> ([i16; 6], Vec<u8>) {
    let n = pixels.len() as u8;
    cel(
        (n.into(), 1),
        rel,
        moved,
        &[&[n + 1, 0, (n - 1) << 1], pixels].concat(),
    )
}

fn costume(codec: u16, aksq: &[u8], cels: Vec<([i16; 6], Vec<u8>)>) -> Parts {
    Parts {
        codec,
        aksq: aksq.to_vec(),
        cels,
        ..Parts::default()
    }
}

/// Creates a costume with a codec 5 cel of the pixels 1, 2, 3, whose left edge is two columns left
/// of the actor.
fn one_two_three() -> Parts {
    costume(5, &[0], vec![literal((-2, 0), (0, 0), &[1, 2, 3])])
}

/// Creates the data of a codec 16 cel with one row.
fn majmin_row(first: u8, changes: &[u8]) -> Vec<u8> {
    // Each change is the code 1 1 d: five bits, the lowest first.
    let bits: Vec<u8> = changes
        .iter()
        .flat_map(|&d| [1, 1, d & 1, d >> 1 & 1, d >> 2 & 1])
        .collect();
    let bytes = bits
        .chunks(8)
        .map(|byte| byte.iter().rev().fold(0, |all, &bit| all << 1 | bit));
    [8, first].into_iter().chain(bytes).collect()
}

fn majmin() -> Parts {
    costume(
        16,
        &[0],
        vec![cel((3, 1), (-2, 0), (0, 0), &majmin_row(1, &[5, 5, 5]))],
    )
}

/// Creates a costume of codec 32: a gap between 1 and 3, drawn at (-2, 0).
fn trle() -> Parts {
    let cels = vec![cel((3, 1), (0, 0), (0, 0), &[5, 0, 0, 1, 3, 0, 3])];
    costume(32, &[0xc0, 0x20, 1, 0xfe, 0xff, 0, 0, 0], cels)
}

#[test]
fn cels_and_limbs_add_up_their_moves_a41() {
    let cels = vec![
        literal((-2, 0), (4, -1), &[1]),
        literal((0, 0), (0, 0), &[2]),
    ];
    let parts = costume(5, &[0, 1], cels);
    let mut stage = Stage::v7();
    stage.anim.limbs[3] = Limb {
        curpos: 1,
        mode: 2,
        ..Limb::RESET
    };
    stage.draw(&parts);
    assert_eq!([2, 3].map(|y| stage.row(y)), ["......1", "............2"]);
}

#[test]
fn later_limbs_are_drawn_on_top_a45() {
    let parts = costume(
        5,
        &[0, 1],
        vec![literal((0, 0), (0, 0), &[1]), literal((0, 0), (0, 0), &[2])],
    );
    let mut stage = Stage::v7();
    stage.anim.limbs[15] = Limb {
        curpos: 1,
        mode: 2,
        ..Limb::RESET
    };
    assert_eq!(stage.line(&parts, 2), "........2");
}

#[test]
fn limbs_that_are_off_or_stopped_draw_nothing_a40() {
    let mut stage = Stage::v7();
    stage.anim.stopped = 1;
    assert_eq!(stage.line(&one_two_three(), 2), "");
    stage.anim.stopped = 0;
    stage.anim.limbs[0].mode = 0;
    assert_eq!(stage.line(&one_two_three(), 2), "");
}

#[test]
fn mode_8_is_not_drawn_from_he70_on_a40() {
    for (he, shown) in [(61, "......123"), (70, "")] {
        let mut stage = Stage::he(he);
        stage.anim.limbs[0].mode = 8;
        assert_eq!(stage.line(&one_two_three(), 2), shown);
    }
}

#[test]
fn c001_and_c0ff_draw_nothing_a40() {
    for code in [0x01, 0xff] {
        let parts = Parts {
            aksq: vec![0xc0, code],
            ..one_two_three()
        };
        assert_eq!(
            (Stage::v7().line(&parts, 2), Stage::v7().fault(&parts)),
            (String::new(), None)
        );
    }
}

#[test]
fn nothing_else_may_be_stood_on_a20_a40() {
    for code in [0x8e, 0x60, 0x10] {
        let parts = Parts {
            aksq: vec![0xc0, code, 0, 0],
            ..one_two_three()
        };
        assert_eq!(
            Stage::v7().fault(&parts),
            Some(Fault::UndefinedCommand(0xc000 | code as u16))
        );
    }
}

#[test]
fn cels_that_do_not_exist_are_faults_a41() {
    let parts = Parts {
        aksq: vec![0x80, 1],
        ..one_two_three()
    };
    assert_eq!(Stage::v7().fault(&parts), Some(Fault::NoCel(1)));
    for top in [0x90, 0xa0, 0xb0] {
        let parts = Parts {
            aksq: vec![top, 0],
            ..one_two_three()
        };
        assert_eq!(
            Stage::v7().fault(&parts),
            Some(Fault::UndefinedCommand(u16::from(top) << 8))
        );
    }
    let parts = Parts {
        aksq: vec![0xc0, 0x20, 2, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0],
        ..one_two_three()
    };
    let mut stage = Stage::v7();
    assert_eq!(stage.fault(&parts), Some(Fault::NoCel(9)));
    assert_eq!(stage.row(2), "........123");
}

#[test]
fn a_fault_leaves_other_limbs_alone() {
    let mut stage = Stage::v7();
    stage.anim.limbs[1] = Limb {
        curpos: 99,
        mode: 2,
        ..Limb::RESET
    };
    stage.anim.limbs[2] = stage.anim.limbs[0];
    stage.anim.limbs[0].mode = 0;
    assert_eq!(stage.fault(&one_two_three()), Some(Fault::StreamEnd(99)));
    assert_eq!(stage.row(2), "......123");
}

#[test]
fn an_actor_has_no_more_than_64_mi_pixels() {
    let item = [0xfe, 0xff, 0, 0, 0];
    let large = cel((1024, 1024), (0, 0), (0, 0), &[]);
    let many = |count: u8| {
        costume(
            16,
            &[vec![0xc0, 0x20, count], item.repeat(count.into())].concat(),
            vec![large.clone()],
        )
    };
    assert_eq!(Stage::v7().fault(&many(64)), None);
    assert!(matches!(
        Stage::v7().fault(&many(65)),
        Some(Fault::Undrawable(_))
    ));
}

#[test]
fn draw_many_ignores_the_places_of_its_cels_a42() {
    let cels = vec![
        literal((-9, 9), (7, 7), &[1]),
        literal((5, 5), (0, 0), &[2]),
    ];
    let code = [0xc0, 0x20, 2, 1, 0, 0, 0, 0x80, 0, 0xff, 0xff, 1, 0, 1, 0];
    let mut stage = Stage::v7();
    stage.anim.limbs[1] = Limb {
        curpos: 14,
        mode: 2,
        ..Limb::RESET
    };
    stage.draw(&costume(5, &code, cels));
    assert_eq!([2, 3].map(|y| stage.row(y)), [".........1", ".......2"]);
}

#[test]
fn c025_moves_later_limbs_by_its_own_move_a43() {
    let cels = vec![literal((0, 0), (0, 0), &[1])];
    let code = [0xc0, 0x25, 4, 0, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0];
    let mut stage = Stage::v7();
    stage.anim.limbs[1] = Limb {
        curpos: 12,
        mode: 2,
        ..Limb::RESET
    };
    let parts = costume(5, &code, cels);
    stage.draw(&parts);
    assert_eq!([2, 3].map(|y| stage.row(y)), ["........1", "............1"]);
    // Without items, no limb moves.
    let empty = Parts {
        aksq: vec![0xc0, 0x25, 4, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0],
        ..parts
    };
    assert_eq!(stage.line(&empty, 2), "........1");
}

/// Creates a conditional draw-many of three one-pixel items in columns 8, 9, 10, with conditions
/// `indices`, followed by limb 1, which C022 moves by (6, 0).
fn conditional(code: u8, indices: &[u8], words: &[u32]) -> Parts {
    let cels = vec![
        literal((0, 0), (0, 0), &[1]),
        literal((0, 0), (0, 0), &[2]),
        literal((0, 0), (0, 0), &[3]),
    ];
    let moves: &[u8] = if code == 0x22 { &[6, 0, 0, 0] } else { &[] };
    let items = [3, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 2];
    let length = 4 + indices.len() + moves.len() + items.len();
    let aksq = [
        &[0xc0, code, length as u8, indices.len() as u8],
        indices,
        moves,
        &items,
        &[0],
    ]
    .concat();
    Parts {
        akct: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        ..costume(5, &aksq, cels)
    }
}

#[test]
fn items_are_shown_by_their_conditions_a44() {
    // Items 0 and 1 use words 2 and 0; item 2 has no index and uses word 2 as well.
    let parts = conditional(0x21, &[2, 0], &[0x4000_0002, 0, 0x8000_0002]);
    for (mask, shown) in [(0, "........1.3"), (2, ".........2")] {
        let mut stage = Stage::he(72);
        stage.anim.condition_mask = mask;
        assert_eq!(stage.line(&parts, 2), shown);
    }
}

#[test]
fn a_limb_has_its_own_part_of_the_condition_words_a44() {
    let parts = conditional(0x21, &[], &[2, 2, 0, 2, 0]);
    let mut stage = Stage::he(72);
    stage.anim.limbs[0].condition_offset = 8;
    assert_eq!(stage.line(&parts, 2), "........1.3");
}

#[test]
fn c022_moves_even_if_its_last_item_is_hidden_a44() {
    let parts = conditional(0x22, &[], &[0, 2, 2]);
    let mut stage = Stage::he(72);
    let last = parts.aksq.len() as u16 - 1;
    stage.anim.limbs[1] = Limb {
        curpos: last,
        mode: 2,
        ..Limb::RESET
    };
    assert_eq!(stage.line(&parts, 2), "........1.....1");
}

#[test]
fn without_akct_all_items_are_shown_in_every_version_a44() {
    for mut stage in [Stage::v7(), Stage::he(61), Stage::he(99)] {
        assert_eq!(stage.line(&conditional(0x21, &[7], &[]), 2), "........123");
    }
}

#[test]
fn conditions_other_than_0_are_a_fault_in_v7_and_v8_a29() {
    let parts = conditional(0x21, &[], &[0, 0x4000_0000, 0]);
    let mut stage = Stage::v7();
    assert!(matches!(stage.fault(&parts), Some(Fault::Undrawable(_))));
    assert_eq!(stage.row(2), "........1.3");
}

#[test]
fn a_condition_outside_akct_is_a_fault() {
    let mut stage = Stage::he(72);
    assert!(matches!(
        stage.fault(&conditional(0x21, &[9], &[0, 0, 0])),
        Some(Fault::Undrawable(_))
    ));
    assert_eq!(stage.row(2), ".........23");
}

#[test]
fn at_most_32_conditions_a44() {
    let mut stage = Stage::he(72);
    assert_eq!(stage.fault(&conditional(0x21, &[0; 32], &[0])), None);
    assert!(matches!(
        stage.fault(&conditional(0x21, &[0; 33], &[0])),
        Some(Fault::Undrawable(_))
    ));
}

/// Returns a blend table in which every colour becomes 9.
fn blend_table() -> &'static [u8] {
    leak(vec![9; 65536].into_boxed_slice())
}

#[test]
fn blending_stays_on_in_he90_to_98_and_is_decided_per_item_from_he99_on_a44() {
    let parts = conditional(0x21, &[], &[0, 0x8000, 0]);
    for (he, shown) in [
        (80, "........1.3"),
        (90, "........199"),
        (98, "........199"),
        (99, "........193"),
    ] {
        let mut stage = Stage::he(he);
        stage.look.xmap = Some(blend_table());
        assert_eq!(stage.line(&parts, 2), shown, "HE{he}");
        stage.look.xmap = None;
        assert_eq!(
            stage.line(&parts, 2),
            if he < 90 {
                "........1.3"
            } else {
                "........123"
            }
        );
    }
}

#[test]
fn a_blend_table_that_is_too_short_is_not_applied_a44() {
    let parts = conditional(0x21, &[], &[0, 0x8000, 0]);
    let mut stage = Stage::he(90);
    stage.look.xmap = Some(&blend_table()[1..]);
    assert_eq!(stage.line(&parts, 2), "........123");
}

#[test]
fn west_is_mirrored_about_the_anchor_a45_a71() {
    let mut stage = Stage::v7();
    stage.look.facing = Facing::WEST;
    assert_eq!(stage.line(&majmin(), 2), "........321");
    let unmirrored = Parts {
        flags: 1,
        ..majmin()
    };
    assert_eq!(stage.line(&unmirrored, 2), "......123");
    stage.anim.flip = true;
    assert_eq!(stage.line(&majmin(), 2), "......123");
    assert_eq!(stage.line(&unmirrored, 2), "........321");
    stage.look.facing = Facing::EAST;
    assert_eq!(stage.line(&majmin(), 2), "........321");
}

#[test]
fn codec_5_mirrors_runs_but_not_literals_a73() {
    let mut stage = Stage::v7();
    stage.look.facing = Facing::WEST;
    assert_eq!(stage.line(&one_two_three(), 2), "........123");
    let mut fixed =
        Stage::new(Dialect::new(7).with_quirks(Quirks::all() - Quirks::BOMP_LITERAL_ORDER));
    fixed.look.facing = Facing::WEST;
    assert_eq!(fixed.line(&one_two_three(), 2), "........321");
}

#[test]
fn codecs_5_16_and_32_are_not_scaled_a74_a83_a91() {
    for parts in [one_two_three(), majmin(), trle()] {
        let mut stage = Stage::he(72);
        let full = stage.line(&parts, 2);
        stage.look.scale_x = 60;
        stage.look.scale_y = 100;
        assert_eq!(stage.line(&parts, 2), full);
    }
}

#[test]
fn codec_5_is_reported_one_pixel_too_far_left_a72() {
    let mut stage = Stage::v7();
    stage.look.x = 1;
    assert_eq!(stage.line(&one_two_three(), 2), "23");
    // Only the last pixel of the cel is on the stage, in column 0. The reported rectangle is
    // outside, so nothing is drawn.
    stage.look.x = 0;
    assert_eq!(stage.line(&one_two_three(), 2), "");
    stage.look.facing = Facing::WEST;
    stage.look.x = -2;
    assert_eq!(stage.line(&one_two_three(), 2), "3");
    let mut fixed =
        Stage::new(Dialect::new(7).with_quirks(Quirks::all() - Quirks::BOMP_RECT_SHIFT));
    fixed.look.x = 0;
    assert_eq!(fixed.line(&one_two_three(), 2), "3");
}

#[test]
fn strips_are_claimed_before_clipping_and_lines_after_it_d3_a72() {
    let strips = |set: StripSet| set.iter().collect::<Vec<_>>();
    let mut stage = Stage::v7();
    stage.look.x = 18;
    let drawn = stage.draw(&one_two_three());
    // Reported from 15 to 18.
    assert_eq!(
        (strips(drawn.strips), drawn.top, drawn.bottom),
        (vec![1, 2], 2, 3)
    );
    assert_eq!(drawn.visibility, Visibility::None);
    stage.look.x = 200;
    let drawn = stage.draw(&one_two_three());
    assert_eq!(
        (strips(drawn.strips), drawn.top, drawn.bottom),
        (vec![24, 25], 0x7fff_ffff, 0)
    );
    stage.look.x = 18;
    assert_eq!(strips(stage.draw(&majmin()).strips), [2]);
}

#[test]
fn masked_pixels_stay_a75() {
    for parts in [one_two_three(), majmin()] {
        let mut stage = Stage::v7();
        let mut mask = vec![0; PITCH * HEIGHT];
        mask[2 * PITCH + 7] = 0xff;
        stage.mask = Some(mask);
        assert_eq!(stage.line(&parts, 2), "......1.3");
    }
    let mut stage = Stage::he(72);
    stage.mask = Some(vec![0xff; PITCH * HEIGHT]);
    assert_eq!(stage.line(&trle(), 2), "......1.3");
}

#[test]
fn codec_16_reads_its_mask_one_strip_too_far_right_m1() {
    let mut stage = Stage::v7();
    let mut mask = vec![0; PITCH * (HEIGHT + 1)];
    mask[2 * PITCH + 8 + 15] = 0xff;
    stage.mask = Some(mask);
    // The view begins 3 pixels inside a strip. Column 7: 7 + 3 > 7, the plane is read 8 pixels
    // further right.
    stage.x_start = 11;
    stage.look.x = 9;
    assert_eq!(stage.line(&majmin(), 2), "........23");
    // Column 3: 3 + 3 <= 7, the plane is read correctly; codec 5 always reads it correctly.
    stage.look.x = 5;
    assert_eq!(stage.line(&majmin(), 2), "...123");
    stage.look.x = 9;
    assert_eq!(stage.line(&one_two_three(), 2), ".......123");
    let mut fixed =
        Stage::new(Dialect::new(7).with_quirks(Quirks::all() - Quirks::MAJMIN_MASK_SHIFT));
    fixed.mask = stage.mask;
    fixed.x_start = 11;
    fixed.look.x = 9;
    assert_eq!(fixed.line(&majmin(), 2), ".......123");
}

#[test]
fn codec_5_maps_one_cel_while_the_flag_is_set_a53() {
    let mut palette = [255; 256];
    palette[0] = 7;
    palette[1] = 8;
    palette[2] = 255;
    let akpl: Vec<u8> = (0..=255).collect();
    let parts = Parts {
        akpl,
        ..costume(
            5,
            &[0xc0, 0x20, 2, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0],
            one_two_three().cels,
        )
    };
    let mut stage = Stage::v7();
    stage.look.palette = leak(Box::new(palette));
    assert_eq!(stage.line(&parts, 2), "........823.123");
    assert!(!stage.renderer.bomp_palette);
    assert_eq!(stage.renderer.palette[255], 255);
    let mut fixed =
        Stage::new(Dialect::new(7).with_quirks(Quirks::all() - Quirks::BOMP_PALETTE_LEAK));
    fixed.look.palette = stage.look.palette;
    assert_eq!(fixed.line(&parts, 2), "........823.823");
}

#[test]
fn the_flag_leaks_to_the_next_actor_and_so_do_colours_a50_a52() {
    let mut palette = [3; 256];
    palette[0] = 7;
    let first = Parts {
        akpl: vec![9; 256],
        ..one_two_three()
    };
    let second = Parts {
        akpl: vec![5, 6],
        ..one_two_three()
    };
    let mut stage = Stage::v7();
    stage.look.palette = leak(Box::new(palette));
    stage.look.x = -50;
    stage.draw(&first);
    assert!(stage.renderer.bomp_palette);
    stage.look.palette = &OWN;
    stage.look.x = 8;
    // Colour 1 belongs to the second costume; colours 2 and 3 are left from the first actor.
    assert_eq!(stage.line(&second, 2), "......633");
    assert_eq!(stage.line(&second, 2), "......123");
}

#[test]
fn colour_0_of_256_is_255_unless_it_is_overridden_a51() {
    let parts = Parts {
        akpl: vec![9; 256],
        ..one_two_three()
    };
    let mut stage = Stage::v7();
    stage.look.x = -50;
    stage.draw(&parts);
    assert_eq!(
        (stage.renderer.palette[0], stage.renderer.bomp_palette),
        (255, false)
    );
    assert_eq!(stage.renderer.palette[1], 9);
}

#[test]
fn a_costume_without_akpl_takes_the_colours_that_are_there_a3() {
    // Codec 1: three columns of one pixel, colours 1, 2, 3.
    let parts = Parts {
        akpl: vec![],
        ..costume(
            1,
            &[0],
            vec![cel((3, 1), (0, 0), (0, 0), &[0x11, 0x21, 0x31])],
        )
    };
    let mut stage = Stage::v7();
    stage.renderer.palette[1..4].copy_from_slice(&[4, 5, 6]);
    assert_eq!(stage.line(&parts, 2), "........456");
    let mut fixed = Stage::new(Dialect::new(7).with_quirks(Quirks::all() - Quirks::STALE_PALETTE));
    fixed.renderer.palette[1..4].copy_from_slice(&[4, 5, 6]);
    assert_eq!(fixed.line(&parts, 2), "........123");
}

#[test]
fn akpl_decides_how_codec_1_is_packed_a3() {
    for (colours, byte) in [
        (16, 3 << 4 | 2),
        (32, 3 << 3 | 2),
        (64, 3 << 2 | 2),
        (20, 3 << 4 | 2),
        (256, 3 << 4 | 2),
    ] {
        let akpl = (0..colours).map(|i| i as u8).collect();
        let parts = Parts {
            akpl,
            ..costume(1, &[0], vec![cel((2, 1), (0, 0), (0, 0), &[byte])])
        };
        assert_eq!(
            Stage::v7().line(&parts, 2),
            "........33",
            "{colours} colours"
        );
    }
}

/// Returns eight tables: table c maps every colour to c.
fn tables() -> &'static [u8] {
    leak(
        (0..2048)
            .map(|i| (i / 256) as u8 + 1)
            .collect::<Vec<_>>()
            .into_boxed_slice(),
    )
}

/// Returns costumes with codec 1 and codec 5 that draw the colours 12, 13 and 3, shown as '<', '='
/// and '3'.
fn shadow_colours() -> [Parts; 2] {
    let rle = Parts {
        akpl: vec![0, 12, 13, 3],
        ..costume(
            1,
            &[0],
            vec![cel((3, 1), (0, 0), (0, 0), &[0x11, 0x21, 0x31])],
        )
    };
    let bomp = costume(5, &[0], vec![literal((0, 0), (0, 0), &[12, 13, 3])]);
    [rle, bomp]
}

#[test]
fn shadow_modes_of_codecs_1_5_and_16_a61_a75() {
    for parts in shadow_colours() {
        for (mode, shown) in [(0, "<=3"), (1, "<13"), (3, "<=4")] {
            let mut stage = Stage::v7();
            stage.look.shadow = tables();
            stage.look.shadow_mode = mode;
            assert_eq!(
                stage.line(&parts, 2),
                format!("........{shown}"),
                "mode {mode}"
            );
        }
    }
    let majmin = costume(
        16,
        &[0],
        vec![cel((2, 1), (0, 0), (0, 0), &majmin_row(13, &[3]))],
    );
    for (mode, shown) in [(0, "=<"), (1, "1<"), (3, "=<")] {
        let mut stage = Stage::v7();
        stage.look.shadow = tables();
        stage.look.shadow_mode = mode;
        assert_eq!(
            stage.line(&majmin, 2),
            format!("........{shown}"),
            "mode {mode}"
        );
    }
}

#[test]
fn shadow_mode_2_is_a_fault_and_draws_as_mode_0_a61_a75() {
    let rle = Parts {
        akpl: vec![0, 1, 2, 3],
        ..costume(
            1,
            &[0],
            vec![cel((3, 1), (-2, 0), (0, 0), &[0x11, 0x21, 0x31])],
        )
    };
    for parts in [rle, one_two_three(), majmin()] {
        let mut stage = Stage::v7();
        stage.look.shadow_mode = 2;
        assert_eq!(
            stage.fault(&parts),
            Some(Fault::Undrawable("shadow mode 2"))
        );
        assert_eq!(stage.row(2), "......123");
    }
}

#[test]
fn a_shadow_without_a_table_is_a_fault_where_its_colour_is_seen_a61() {
    let missing = Fault::Undrawable("a shadow mode without a shadow table");
    for parts in shadow_colours() {
        for (mode, fault) in [(0, None), (1, Some(missing)), (3, Some(missing))] {
            let mut stage = Stage::v7();
            stage.look.shadow_mode = mode;
            assert_eq!(stage.fault(&parts), fault, "mode {mode}");
            // Far away, nothing of the picture is seen.
            stage.look.y = -40_000;
            assert_eq!(stage.fault(&parts), None, "mode {mode}");
        }
    }
}

#[test]
fn higher_shadow_modes_are_0_for_codec_1_and_faults_for_others_a61_a75() {
    let rle = Parts {
        akpl: vec![0, 13],
        ..costume(1, &[0], vec![cel((1, 1), (0, 0), (0, 0), &[0x11])])
    };
    let mut stage = Stage::v7();
    stage.look.shadow = tables();
    stage.look.shadow_mode = 5;
    assert_eq!(stage.fault(&rle), None);
    assert_eq!(stage.row(2), "........=");
    assert!(matches!(
        stage.fault(&one_two_three()),
        Some(Fault::Undrawable(_))
    ));
}

#[test]
fn a_shadow_mode_without_a_table_is_a_fault_where_it_would_be_read_a61() {
    let thirteen = costume(
        16,
        &[0],
        vec![cel((2, 1), (0, 0), (0, 0), &majmin_row(13, &[3]))],
    );
    for he in [61, 71, 80] {
        let mut stage = Stage::he(he);
        stage.look.shadow_mode = 1;
        assert!(
            matches!(stage.fault(&thirteen), Some(Fault::Undrawable(_))),
            "HE{he}"
        );
        assert_eq!(stage.fault(&majmin()), None);
        stage.look.shadow_mode = 3;
        assert!(
            matches!(stage.fault(&majmin()), Some(Fault::Undrawable(_))),
            "HE{he}"
        );
    }
    // Codec 5 uses the engine's table up to HE70.
    let bomp = costume(5, &[0], vec![literal((0, 0), (0, 0), &[13])]);
    for (he, faults) in [(61, false), (70, false), (71, true)] {
        let mut stage = Stage::he(he);
        stage.look.shadow_mode = 1;
        stage.look.shadow = leak(Box::new([5; 256]));
        assert_eq!(stage.fault(&bomp).is_some(), faults, "HE{he}");
    }
}

#[test]
fn he90_ignores_the_actors_shadow_mode_a61() {
    let mut stage = Stage::he(90);
    stage.look.shadow_mode = 1;
    stage.look.shadow = tables();
    let thirteen = costume(16, &[0], vec![cel((1, 1), (0, 0), (0, 0), &[8, 13])]);
    assert_eq!(
        (stage.fault(&thirteen), stage.row(2)),
        (None, "........=".into())
    );
}

#[test]
fn he70_takes_remp_for_colours_and_shadow_a50_a61_a83() {
    let mut remp = [0; 256];
    for (i, entry) in remp.iter_mut().enumerate() {
        *entry = (i as u8).wrapping_add(1);
    }
    let mut stage = Stage::he(70);
    stage.look.remp = Some(leak(Box::new(remp)));
    let rle = Parts {
        akpl: vec![0, 3],
        ..costume(1, &[0], vec![cel((1, 1), (0, 0), (0, 0), &[0x11])])
    };
    assert_eq!(stage.line(&rle, 2), "........4");
    // Codec 16 remaps pixels instead of palette entries. The screen colour 200 of colour 0 becomes
    // 201, which is transparent. Codec 5 remaps nothing.
    let majmin = Parts {
        akpl: vec![200; 16],
        ..majmin()
    };
    assert_eq!(stage.line(&majmin, 2), "......234");
    assert_eq!(stage.line(&one_two_three(), 2), "......123");
    // Mode 1: 13 becomes REMP[screen]; other colours are not changed.
    stage.look.shadow_mode = 1;
    let thirteen = costume(
        16,
        &[0],
        vec![cel((2, 1), (0, 0), (0, 0), &majmin_row(13, &[3]))],
    );
    assert_eq!(stage.line(&thirteen, 2), "........1<");
}

#[test]
fn codec_16_has_another_transparent_colour_in_humongous_games_a82() {
    let parts = Parts {
        akpl: vec![2; 16],
        ..majmin()
    };
    assert_eq!(Stage::he(61).line(&parts, 2), "......1.3");
    assert_eq!(Stage::v7().line(&parts, 2), "......123");
    let edge = costume(
        16,
        &[0],
        vec![cel((2, 1), (0, 0), (0, 0), &majmin_row(255, &[3]))],
    );
    let mut v7 = Stage::v7();
    v7.draw(&edge);
    assert_eq!(v7.pixels[2 * PITCH + 8..][..2], [0, 254]);
}

#[test]
fn clip_overrides_cut_codecs_1_and_16_from_he71_on_a62_a84() {
    let rle = Parts {
        akpl: (0..16).collect(),
        ..costume(
            1,
            &[0],
            vec![cel((3, 1), (-2, 0), (0, 0), &[0x11, 0x21, 0x31])],
        )
    };
    for (he, shown) in [
        (70, ["......123", "......123"]),
        (71, ["......12", "......1"]),
    ] {
        // Codec 16 ends one column and one line early.
        for (parts, shown) in [&rle, &majmin()].into_iter().zip(shown) {
            let mut stage = Stage::he(he);
            stage.look.clip = Some(Rect::new(0, 0, 7, 5));
            assert_eq!(stage.line(parts, 2), shown, "HE{he}");
            // An empty rectangle does not override the clip.
            stage.look.clip = Some(Rect::new(0, 0, -1, 5));
            assert_eq!(stage.line(parts, 2), "......123");
        }
        // Codec 5 ignores the override.
        let mut stage = Stage::he(he);
        stage.look.clip = Some(Rect::new(0, 0, 7, 5));
        assert_eq!(stage.line(&one_two_three(), 2), "......123");
    }
}

#[test]
fn an_override_cuts_codec_1_on_both_sides_a62() {
    let rle = Parts {
        akpl: (0..16).collect(),
        ..costume(
            1,
            &[0],
            vec![cel((3, 1), (-2, 0), (0, 0), &[0x11, 0x21, 0x31])],
        )
    };
    let mut stage = Stage::he(71);
    stage.look.clip = Some(Rect::new(9, 0, 10, 5));
    stage.look.facing = Facing::WEST;
    assert_eq!(stage.line(&rle, 2), ".........21");
    stage.look.clip = Some(Rect::new(7, 0, 8, 5));
    stage.look.facing = Facing::EAST;
    assert_eq!(stage.line(&rle, 2), ".......23");
}

#[test]
fn codec_16_counts_skipped_columns_from_0_a84() {
    let mut stage = Stage::he(71);
    stage.look.clip = Some(Rect::new(2, 0, 24, 6));
    stage.look.x = 2;
    // Left edge at 0, override at 2: the cel is cut at 0.
    assert_eq!(stage.line(&majmin(), 2), "123");
    // Left edge between 0 and the override: a plain clip. The reference overruns its memory here.
    stage.look.x = 3;
    assert_eq!(stage.line(&majmin(), 2), "..23");
    let mut fixed =
        Stage::new(Dialect::humongous(71).with_quirks(Quirks::all() - Quirks::MAJMIN_CLIP_ORIGIN));
    fixed.look.clip = stage.look.clip;
    fixed.look.x = 2;
    assert_eq!(fixed.line(&majmin(), 2), "..3");
}

#[test]
fn codec_32_is_drawn_by_draw_many_only_a46() {
    let parts = Parts {
        aksq: vec![0],
        ..trle()
    };
    assert!(matches!(
        Stage::he(72).fault(&parts),
        Some(Fault::Undrawable(_))
    ));
}

#[test]
fn codec_32_is_never_mirrored_and_from_he71_on_not_placed_mirrored_a91() {
    let cels = vec![cel((4, 1), (0, 0), (0, 0), &[6, 0, 0, 1, 3, 4, 2, 3])];
    let parts = Parts { cels, ..trle() };
    for (he, west) in [(70, ".......1.23"), (71, "......1.23")] {
        let mut stage = Stage::he(he);
        assert_eq!(stage.line(&parts, 2), "......1.23");
        stage.look.facing = Facing::WEST;
        assert_eq!(stage.line(&parts, 2), west, "HE{he}");
    }
}

#[test]
fn codec_32_reports_its_clipped_rectangle_even_if_it_is_empty_a91() {
    let strips = |set: StripSet| set.iter().collect::<Vec<_>>();
    let mut stage = Stage::he(72);
    stage.look.clip = Some(Rect::new(0, 0, 7, 6));
    assert_eq!(stage.line(&trle(), 2), "......1");
    let drawn = stage.draw(&trle());
    assert_eq!(
        (strips(drawn.strips), drawn.top, drawn.bottom),
        (vec![0], 2, 3)
    );
    // Left and right edge are equal.
    stage.look.clip = Some(Rect::new(0, 0, 6, 6));
    let drawn = stage.draw(&trle());
    assert_eq!(
        (strips(drawn.strips), drawn.top, drawn.bottom),
        (vec![0], 2, 3)
    );
    stage.look.clip = Some(Rect::new(0, 0, 5, 6));
    let drawn = stage.draw(&trle());
    assert_eq!(
        (drawn.strips.is_empty(), drawn.top, drawn.bottom),
        (true, 0x7fff_ffff, 0)
    );
}

#[test]
fn codec_32_measures_with_16_bits_how_far_it_lies_beyond_the_clip_a91() {
    let mut stage = Stage::he(72);
    stage.look.clip = Some(Rect::new(0, 0, 23, 5));
    let mut lines = |y| {
        stage.look.y = y;
        stage.look.reach = (i32::MAX, 0);
        let drawn = stage.draw(&trle());
        (drawn.top, drawn.bottom, drawn.strips.is_empty())
    };
    // Line 5 is the last line of the clip. Its distance to a line above about -32,764 does not fit
    // into 16 bits with a sign.
    assert_eq!(
        [lines(-40_000), lines(-32_765)],
        [(0x7fff_ffff, 0, true), (0, 6, false)]
    );
    assert_eq!([lines(-32_763), lines(7)], [(0x7fff_ffff, 0, true); 2]);
}

#[test]
fn codec_32_reverses_a_single_visible_column_or_row_from_he100_on_a91() {
    // Three rows of 1, 2, 3, and of 4, 5, 6, and of 7, 8, 9.
    let rows = [1, 4, 7].map(|first| vec![4, 0, 8, first, first + 1, first + 2]);
    let cels = vec![cel((3, 3), (0, 0), (0, 0), &rows.concat())];
    let parts = Parts { cels, ..trle() };
    let first_line = |he, x, y| {
        let mut stage = Stage::he(he);
        stage.look.x = x;
        stage.look.y = y;
        stage.line(&parts, 0)
    };
    // The cel begins two columns left of the anchor.
    assert_eq!([99, 100].map(|he| first_line(he, 1, 0)), ["23", "23"]);
    assert_eq!([99, 100].map(|he| first_line(he, 0, 0)), ["3", "1"]);
    assert_eq!([99, 100].map(|he| first_line(he, 2, -2)), ["789", "123"]);
    assert_eq!([99, 100].map(|he| first_line(he, 0, -2)), ["9", "1"]);
}

#[test]
fn codec_32_shows_the_column_behind_the_last_one_in_the_next_line_up_to_he99_a91() {
    let cels = vec![cel((3, 1), (0, 0), (0, 0), &[5, 0, 8, 1, 2, 3, 0])];
    let parts = Parts { cels, ..trle() };
    for (he, next) in [(99, "2"), (100, "")] {
        let mut stage = Stage::he(he);
        let edge = PITCH as i32;
        stage.look.x = edge + 1;
        stage.look.clip = Some(Rect::new(0, 0, edge, HEIGHT as i32));
        assert!(stage.line(&parts, 2).ends_with('1'));
        assert_eq!(stage.row(3), next, "HE{he}");
        assert!(
            stage.draw(&parts).strips.contains(PITCH / 8),
            "the column is claimed in HE{he}"
        );
    }
}

#[test]
fn rows_of_codec_32_read_on_behind_the_pixels_of_the_costume_a90() {
    // The codes cover one pixel of three. Zeros follow the block: a literal 0, then no more codes.
    let cels = vec![cel((3, 1), (0, 0), (0, 0), &[2, 0, 0, 5])];
    let short = Parts {
        cels,
        akpl: Vec::new(),
        ..trle()
    };
    let mut stage = Stage::he(72);
    stage.pixels.fill(9);
    stage.draw(&short);
    assert_eq!(&stage.row(2)[6..9], "5.9");
    // Here the next chunk follows the codes. The first letter of its tag, A, skips 32 pixels.
    stage.pixels.fill(9);
    stage.draw(&Parts {
        akfo: vec![0; 2],
        ..short
    });
    assert_eq!(&stage.row(2)[6..9], "599");
}

#[test]
fn codec_32_keeps_its_colours_whatever_the_palette_slots_say_a92() {
    for he in [98, 99] {
        let mut stage = Stage::he(he);
        stage.look.palette_slots = leak(vec![7; 17 * 1024].into_boxed_slice());
        stage.look.palette_slot = 5;
        assert_eq!(stage.line(&trle(), 2), "......1.3");
    }
}

#[test]
fn he99_palette_slots_replace_overrides_a50_h7() {
    let mut slots = vec![0; 17 * 1024];
    slots[3 * 1024 + 768 + 5] = 9;
    let rle = Parts {
        akpl: vec![0, 5],
        ..costume(1, &[0], vec![cel((1, 1), (0, 0), (0, 0), &[0x11])])
    };
    let mut stage = Stage::he(99);
    stage.look.palette_slots = leak(slots.into_boxed_slice());
    stage.look.palette = &[4; 256];
    assert_eq!(stage.line(&rle, 2), "........4");
    stage.look.palette_slot = 3;
    assert_eq!(stage.line(&rle, 2), "........9");
}

#[test]
fn codec_32_blends_without_a_palette_step_a92() {
    let mut parts = conditional(0x21, &[], &[0x8000, 0, 0]);
    parts.codec = 32;
    parts.cels = (1..=3)
        .map(|colour| cel((1, 1), (0, 0), (0, 0), &[2, 0, 0, colour]))
        .collect();
    let mut xmap = vec![0; 65536];
    xmap[256] = 9;
    let mut stage = Stage::he(99);
    stage.look.xmap = Some(leak(xmap.into_boxed_slice()));
    let mut slots = vec![0; 17 * 1024];
    slots[1024 + 768..][..4].copy_from_slice(&[0, 5, 2, 3]);
    stage.look.palette_slots = leak(slots.into_boxed_slice());
    assert_eq!(stage.line(&parts, 2), "........923");
}

#[test]
fn an_unknown_codec_draws_nothing() {
    let mut stage = Stage::v7();
    let parts = Parts {
        codec: 7,
        ..one_two_three()
    };
    let akos = Akos::parse(&parts.bytes(), &stage.dialect).unwrap();
    let mut target = Target::new(&mut stage.pixels, PITCH, HEIGHT);
    let drawn = akos.draw(&stage.anim, &stage.look, &mut stage.renderer, &mut target);
    assert_eq!(drawn.fault, Some(Fault::Undrawable("an unknown codec")));
}

#[test]
fn the_hit_test_finds_opaque_pixels_of_codec_1_d11() {
    let rle = costume(
        1,
        &[0],
        vec![cel((3, 1), (0, 0), (0, 0), &[0x11, 0x01, 0x31])],
    )
    .akos();
    let mut stage = Stage::v7();
    let mut hit = |x, y| rle.hit(&stage.anim, &stage.look, &mut stage.renderer, x, y);
    assert_eq!(
        [7, 8, 9, 10, 11].map(|x| hit(x, 2).unwrap()),
        [false, true, false, true, false]
    );
    assert_eq!(hit(8, 1), Ok(false));
}

#[test]
fn the_hit_test_of_other_codecs_is_a_fault_d11() {
    let mut stage = Stage::he(72);
    for parts in [one_two_three(), majmin(), trle()] {
        let hit =
            parts
                .akos_of(&stage.dialect)
                .hit(&stage.anim, &stage.look, &mut stage.renderer, 8, 2);
        assert!(matches!(hit, Err(Fault::Undrawable(_))));
    }
    stage.anim.limbs[0].mode = 0;
    assert_eq!(
        majmin()
            .akos_of(&stage.dialect)
            .hit(&stage.anim, &stage.look, &mut stage.renderer, 8, 2),
        Ok(false)
    );
}

//! Costumes: parsed, looked at as tools do, played and drawn.

use std::sync::Arc;

use scumm_costume::Akos;
use scumm_costume::Cost;
use scumm_costume::edit::akos::JumpTable;
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::akos::{AkosDraft, DraftCel, encode};
use scumm_costume::edit::akos::{condition_words, jump_words};
use scumm_costume::edit::cost;
use scumm_costume::{Chore, ChoreLimb};
use scumm_costume::{Costume, Damage, SpriteSet};
use scumm_room::{Dialect, Platform, Reader, Surface};

use super::input::FuzzInput;
use super::play;

/// Frames that are played; enough for a start, a change of animation and a loop.
const FRAMES: u32 = 8;
/// Cels that are looked at; there may be thousands.
const CELS: usize = 20;
/// Limbs of the costume made around a stream.
const STREAM_LIMBS: u8 = 4;

/// The dialect of the input, or for a kind of costume that it has not, one that has it.
fn dialect(input: &mut FuzzInput<'_>, akos: bool) -> Dialect {
    let dialect = input.dialect();
    // Costumes of v0 and of the Nintendo have bodies of their own.
    let dialect = if dialect.is_v0() || dialect.is_nes() {
        Dialect::new(2)
    } else {
        dialect
    };
    match (dialect.has_akos() == akos, akos) {
        (true, _) => dialect,
        (false, true) => Dialect::new(7),
        (false, false) => Dialect::new(5),
    }
}

/// A COST of v1..v6: parsed, taken apart, written anew, played.
pub fn cost(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let dialect = dialect(&mut input, false);
    let mut random = input.random();
    let Ok(costume) = Cost::parse(input.rest(), &dialect) else {
        return;
    };
    for picture in costume.pictures().iter().take(CELS) {
        // Pictures of a senseless size are refused.
        let _ = costume.cel(picture);
    }
    if let Ok(draft) = cost::CostDraft::from_cost(&costume) {
        // What reaches further than offsets do can't be written. Damaged parts were replaced, and
        // may not read back.
        let is_sound = Cost::parse_with(input.rest(), &dialect, &mut Damage::strict()).is_ok();
        if let (Ok(written), true) = (cost::encode(&draft, &dialect), is_sound) {
            let again = Cost::parse(&written, &dialect)
                .ok()
                .and_then(|c| cost::CostDraft::from_cost(&c).ok());
            assert!(
                again == Some(draft),
                "a sound costume that reads back otherwise"
            );
        }
    }
    play(&Costume::Cost(costume), &dialect, &mut random, FRAMES);
}

/// An AKOS of v7, v8 or a Humongous game: parsed, listed, decoded, played.
pub fn akos(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let dialect = dialect(&mut input, true);
    let mut random = input.random();
    let Ok(costume) = Akos::parse(input.rest(), &dialect) else {
        return;
    };
    look_at(&costume);
    play(&Costume::Akos(costume), &dialect, &mut random, FRAMES);
}

/// A costume of v0: parsed, listed, played.
pub fn v0(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let dialect = Dialect::new(0).with_demo(input.byte() % 2 == 1);
    let mut random = input.random();
    let Ok(costume) = Costume::parse(input.rest(), &dialect) else {
        return;
    };
    look_at_any(&costume);
    play(&costume, &dialect, &mut random, FRAMES);
}

/// A costume of the Nintendo, with a set of sprites made of the same bytes: parsed, listed, played.
pub fn nes(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let number = input.byte() % 32;
    let dialect = Dialect::new(1).with_platform(Platform::Nes);
    let mut random = input.random();
    let data = input.rest();
    let Ok(Costume::Nes(costume)) = Costume::parse(data, &dialect) else {
        return;
    };
    let from = |start: usize| data.get(start % data.len().max(1)..).unwrap_or_default();
    let Ok(sprites) = SpriteSet::new([0, 3, 7, 11, 17, 23].map(from)) else {
        return;
    };
    let costume = Costume::Nes(costume.with_sprites(number.into(), Arc::new(sprites)));
    look_at_any(&costume);
    play(&costume, &dialect, &mut random, FRAMES);
}

/// Lists what a costume holds.
fn look_at_any(costume: &Costume) {
    assert!(costume.animations().count() <= 64);
    for cel in costume.cels().iter().take(CELS) {
        let pixels = costume
            .cel_pixels(cel.number)
            .map_or(0, |surface| surface.pixels().len());
        assert_eq!(pixels, usize::from(cel.width) * usize::from(cel.height));
    }
}

fn look_at(akos: &Akos) {
    let listing = akos.disassemble();
    let covered: usize = listing.lines.iter().map(|line| line.length as usize).sum();
    assert_eq!(
        covered,
        akos.sequence().as_bytes().len(),
        "a listing that leaves bytes out"
    );
    for cel in akos.cels().iter().flatten().take(CELS) {
        let size = usize::from(cel.width) * usize::from(cel.height);
        let image = akos.image(cel);
        assert!(
            image.is_none_or(
                |image| image.surface.pixels().len() == size && image.gaps.len() == size
            )
        );
    }
}

/// A stream of codes and commands in a costume that is otherwise sound, with conditions and jump
/// tables.
pub fn aksq(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let dialect = dialect(&mut input, true);
    let mut random = input.random();
    let limbs = (0..STREAM_LIMBS).map(|limb| {
        let kind = 1 + input.byte() % 9;
        let (start, length) = if mode::is_bare(kind) {
            (0, 0)
        } else {
            (input.byte().into(), input.byte().into())
        };
        ChoreLimb {
            limb: limb * 5,
            mode: kind,
            start,
            length,
        }
    });
    let chore = Chore {
        limbs: limbs.collect(),
    };
    let jump_table = jump_words(Reader::new(input.bytes(16)));
    let condition_words = condition_words(input.bytes(16)).collect();
    let cel = |n: u8| DraftCel {
        cel: Surface::filled(n.into(), 4, n).into(),
        ..DraftCel::default()
    };
    let draft = AkosDraft {
        flags: input.byte().into(),
        chores: vec![Some(chore); 24],
        cels: (1..8).map(cel).collect(),
        jump_parts: vec![JumpTable {
            start: 0,
            offset: 0,
            count: 4,
        }],
        condition_parts: vec![(0, 0), (1, 4)],
        jump_table,
        condition_words,
        sequence: input.rest().to_vec(),
        ..AkosDraft::default()
    };
    // A stream that is longer than positions reach can't be written.
    let Ok(written) = encode(&draft) else { return };
    let costume = Akos::parse(&written, &dialect);
    let Ok(costume) = costume else { return };
    look_at(&costume);
    play(&Costume::Akos(costume), &dialect, &mut random, 2 * FRAMES);
}

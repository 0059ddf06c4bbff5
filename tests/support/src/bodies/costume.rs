//! Parses costumes, lists and decodes their contents as tools do, plays them and draws them.

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

/// The number of frames to play: enough for a start, a change of animation and a loop.
const FRAMES: u32 = 8;
/// The number of cels to decode. A costume may have thousands.
const CELS: usize = 20;
/// The number of limbs of the costume that [`aksq`] builds around a stream.
const STREAM_LIMBS: u8 = 4;

/// Takes a dialect from the input. If the dialect does not use the wanted kind of costume, v7 (for
/// AKOS) or v5 (for COST) replaces it.
fn dialect(input: &mut FuzzInput<'_>, akos: bool) -> Dialect {
    let dialect = input.dialect();
    // The bodies `v0` and `nes` handle the costumes of v0 and of the Nintendo.
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

/// Parses a COST of v1 to v6, takes it apart, encodes it again and plays it.
pub fn cost(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let dialect = dialect(&mut input, false);
    let mut random = input.random();
    let Ok(costume) = Cost::parse(input.rest(), &dialect) else {
        return;
    };
    for picture in costume.pictures().iter().take(CELS) {
        // An error is correct for a picture with an impossible size.
        let _ = costume.cel(picture);
    }
    if let Ok(draft) = cost::CostDraft::from_cost(&costume) {
        // Encoding fails if offsets cannot reach all of the costume. A damaged costume is not
        // compared: parsing replaces the damaged parts, so the encoded costume may differ.
        let is_sound = Cost::parse_with(input.rest(), &dialect, &mut Damage::strict()).is_ok();
        if let (Ok(written), true) = (cost::encode(&draft, &dialect), is_sound) {
            let again = Cost::parse(&written, &dialect)
                .ok()
                .and_then(|c| cost::CostDraft::from_cost(&c).ok());
            assert!(
                again == Some(draft),
                "reading an undamaged costume that was written gives another costume"
            );
        }
    }
    play(&Costume::Cost(costume), &dialect, &mut random, FRAMES);
}

/// Parses an AKOS of v7, v8 or a Humongous game, lists its stream, decodes its cels and plays it.
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

/// Parses a costume of v0, lists its animations, decodes its cels and plays it.
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

/// Parses a costume of the Nintendo with a set of sprites made of the same bytes, lists its
/// animations, decodes its cels and plays it.
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

/// Lists the animations of a costume and decodes its first cels.
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
        "the listing does not cover all bytes"
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

/// Plays a stream of codes and commands in an otherwise sound costume, which has conditions and
/// jump tables.
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
    // Encoding fails if the stream is too long for its positions.
    let Ok(written) = encode(&draft) else { return };
    let costume = Akos::parse(&written, &dialect);
    let Ok(costume) = costume else { return };
    look_at(&costume);
    play(&Costume::Akos(costume), &dialect, &mut random, 2 * FRAMES);
}

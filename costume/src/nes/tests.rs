use scumm_room::Platform;
use scumm_room::nes::BLACK;

use super::*;
use crate::Costume;
use crate::draw::{Look, Renderer, Target};

fn dialect() -> Dialect {
    Dialect::new(1).with_platform(Platform::Nes)
}

/// Creates a costume whose animation 0 (walking west) shows the pictures 0 and 1, and whose
/// animation 5 (standing east) shows picture 0.
fn block() -> Vec<u8> {
    let mut table = vec![0; 48];
    table[..2].copy_from_slice(&[48, 2]);
    table[10..12].copy_from_slice(&[48, 1]);
    let size = u16::try_from(table.len() + 4).unwrap().to_le_bytes();
    [&size[..], &table, &[0, 1]].concat()
}

/// Creates a set. Picture 0: tile 1 at (4, -8) with palette 1; picture 1: the same, and tile 0
/// below it.
fn set() -> SpriteSet {
    let sized = |bytes: &[u8]| {
        [
            &u16::try_from(bytes.len() + 2).unwrap().to_le_bytes()[..],
            bytes,
        ]
        .concat()
    };
    let tile = |plane: u8| [[plane; 8], [0; 8]].concat();
    let tiles = [&[2_u8, 0xa0][..], &tile(0xff), &tile(0x80)].concat();
    let descriptors: Vec<u8> = vec![0; 50];
    let colours: Vec<u8> = (0..16).collect();
    let blocks = [
        sized(&descriptors),
        sized(&[0, 1]),
        sized(&[0, 0, 0, 0]),
        sized(&[0x78, 1, 4 << 2 | 1, 0, 0, 0]),
        sized(&tiles),
        sized(&colours),
    ];
    SpriteSet::new(blocks.each_ref().map(Vec::as_slice)).unwrap()
}

fn parse(data: &[u8]) -> Result<Nes> {
    Nes::parse_with(data, &dialect(), &mut Damage::strict())
}

fn draw(costume: &Nes, anim: &LimbStates, look: &Look<'_>) -> (Vec<u8>, crate::Drawn) {
    let mut pixels = vec![99; 256 * 128];
    let drawn = costume.draw(
        anim,
        look,
        &mut Renderer::default(),
        &mut Target::new(&mut pixels, 256, 128),
    );
    (pixels, drawn)
}

#[test]
fn a_frame_in_a_direction_is_a_list_of_pictures_q40_q42() {
    let costume = parse(&block()).unwrap();
    assert_eq!(
        (costume.pictures(0), costume.pictures(5)),
        (Some(&[0, 1][..]), Some(&[0][..]))
    );
    let mut anim = LimbStates::default();
    anim.reset();
    costume.start(&mut anim, Facing::WEST, 6, 0xffff);
    assert_eq!(anim.limbs[0], Limb::RESET, "there is no animation 24");
    costume.start(&mut anim, Facing::WEST, 0, 0xffff);
    assert_eq!(
        (anim.limbs[0].curpos, anim.limbs[0].end, anim.limbs[0].frame),
        (0, 2, 0)
    );
    assert!(Nes::step(&mut anim, 0) && anim.limbs[0].curpos == 1);
    assert!(Nes::step(&mut anim, 0) && anim.limbs[0].curpos == 0);
    costume.start(&mut anim, Facing::EAST, 1, 0xffff);
    assert!(
        !Nes::step(&mut anim, 0) && !Nes::step(&mut anim, 1),
        "a single picture stays"
    );
}

#[test]
fn sprites_stand_around_the_actor_and_turn_east_q45() {
    let costume = parse(&block()).unwrap();
    let set = set();
    let mut anim = LimbStates::default();
    costume.start(&mut anim, Facing::WEST, 0, 0xffff);
    let look = Look {
        x: 100,
        y: 50,
        facing: Facing::WEST,
        sprites: Some(&set),
        ..Look::default()
    };
    let (pixels, drawn) = draw(&costume, &anim, &look);
    assert_eq!(
        pixels[42 * 256 + 103..42 * 256 + 106],
        [99, 5, 99],
        "the sprite's left column in palette 1"
    );
    assert_eq!((drawn.top, drawn.bottom), (42, 50));
    assert_eq!(drawn.strips.iter().collect::<Vec<_>>(), [13, 14]);
    let (pixels, _) = draw(
        &costume,
        &anim,
        &Look {
            facing: Facing::EAST,
            ..look
        },
    );
    assert_eq!(
        pixels[42 * 256 + 102..42 * 256 + 105],
        [99, 5, 99],
        "the sprite is mirrored: the column is at -4 + 7"
    );
    let (pixels, _) = draw(&costume, &anim, &Look { dark: true, ..look });
    assert_eq!(pixels[42 * 256 + 104], BLACK);
    assert!(costume.hit(&anim, &look, 104, 42) && !costume.hit(&anim, &look, 105, 42));
}

#[test]
fn sprites_at_the_edges_are_left_out_and_count_q46_q49() {
    let costume = parse(&block()).unwrap();
    let set = set();
    let mut anim = LimbStates::default();
    costume.start(&mut anim, Facing::WEST, 0, 0xffff);
    Nes::step(&mut anim, 0);
    let at = |x, y| {
        let look = Look {
            x,
            y,
            facing: Facing::WEST,
            sprites: Some(&set),
            ..Look::default()
        };
        let (pixels, drawn) = draw(&costume, &anim, &look);
        (
            pixels.iter().filter(|&&pixel| pixel != 99).count(),
            drawn.top,
            drawn.bottom,
        )
    };
    assert_eq!(at(100, 50), (64 + 8, 42, 58));
    assert_eq!(
        at(248, 50),
        (0, 42, 58),
        "one sprite touches the right edge, the other is outside"
    );
    assert_eq!(
        at(100, 120),
        (8, 112, 128),
        "the lower sprite touches the bottom"
    );
    assert_eq!(at(100, 4), (64, -4, 12), "the top may be negative");
}

#[test]
fn pictures_are_those_of_the_set_as_seen_facing_west_q43_q45() {
    let bare = parse(&block()).unwrap();
    assert_eq!(
        (
            bare.drawn_pictures(),
            bare.picture_pixels(0),
            bare.colours()
        ),
        (Vec::new(), None, None)
    );
    let costume = Costume::Nes(bare.with_sprites(2, Arc::new(set())));
    let cels = costume.cels();
    let facts: Vec<_> = cels
        .iter()
        .map(|c| {
            (
                c.number,
                (c.width, c.height),
                (c.rel.x, c.rel.y),
                &c.names[..],
            )
        })
        .collect();
    assert_eq!(
        facts,
        [
            (0, (8, 8), (4, -8), &[(0, 0)][..]),
            (1, (12, 16), (0, -8), &[(0, 1)][..])
        ]
    );
    let pixels = costume.cel_pixels(1).unwrap();
    assert_eq!(
        pixels.rows().next(),
        Some(&[0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0][..]),
        "tile 1 in palette 1"
    );
    assert_eq!(
        pixels.rows().nth(8),
        Some(&[1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0][..]),
        "tile 0 in palette 0"
    );
    assert_eq!(costume.cel_pixels(2), None);
    let Costume::Nes(costume) = costume else {
        unreachable!()
    };
    assert_eq!(costume.colours().unwrap()[..6], [0, 1, 2, 3, 4, 5]);
}

#[test]
fn every_prefix_is_an_error_or_plays() {
    let whole = block();
    for len in 0..whole.len() {
        assert!(parse(&whole[..len]).is_err(), "{len}");
    }
    let mut wild = block();
    wild[2] = 255;
    assert!(parse(&wild).is_err());
    let lenient = Nes::parse_with(&wild, &dialect(), &mut Damage::silent()).unwrap();
    let mut anim = LimbStates::default();
    lenient.start(&mut anim, Facing::WEST, 0, 0xffff);
    let set = set();
    let look = Look {
        sprites: Some(&set),
        ..Look::default()
    };
    assert_eq!(draw(&lenient, &anim, &look).1.top, 0x7fff_ffff);
}

#[test]
fn costumes_have_descriptors_of_their_own_q41() {
    let all: Vec<_> = (0..25).filter_map(descriptor).collect();
    assert_eq!(
        all,
        [
            0, 3, 1, 6, 8, 2, 0, 7, 12, 4, 9, 10, 18, 11, 20, 13, 17, 15, 14, 16, 23, 0, 1, 5, 22
        ]
    );
    assert_eq!(descriptor(25), None);
}

#[test]
fn a_sprite_is_three_bytes_q45() {
    let sprite = NesSprite::from_bytes([0xc0, 7, 0xfd]);
    assert_eq!(
        sprite,
        NesSprite {
            at: (-1, -64),
            tile: 7,
            mirrored: true,
            palette: 1
        }
    );
    assert_eq!(NesSprite::from_bytes([0x3f, 0, 0x7c]).at, (31, 63));
}

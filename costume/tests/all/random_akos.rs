//! Random streams, random costumes and random damage. The tests assert that no call panics, that
//! every step ends, and that the number of effects is limited.

use std::sync::Arc;

use crate::common::{Chance, World};
use glam::I16Vec2;
use scumm_costume::Akos;
use scumm_costume::Codec;
use scumm_costume::edit::akos::COMMANDS;
use scumm_costume::edit::akos::JumpTable;
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::akos::{AkosDraft, DraftCel, encode};
use scumm_costume::edit::akos::{condition_words, jump_words};
use scumm_costume::{Chore, ChoreLimb};
use scumm_costume::{Costume, Facing, LimbStates, Look, Rect, Renderer, Target};
use scumm_room::{Dialect, Reader, Surface};

/// The most effects of one limb in one step: 31 queue entries and a fault (A33).
const EFFECTS_PER_STEP: usize = 32;
const PITCH: usize = 64;
const HEIGHT: usize = 40;

impl Chance {
    /// Returns a stream of bytes, about half of which belong to existing commands.
    fn stream(&mut self) -> Vec<u8> {
        let mut stream = Vec::new();
        let length = 1 + self.below(200);
        while stream.len() < length {
            match self.below(4) {
                0 => stream.push(self.byte() & 0x0f),
                1 => stream.push(self.byte()),
                _ => {
                    stream.extend(COMMANDS[self.below(COMMANDS.len())].code.to_be_bytes());
                    // Operands are often small, so that many are valid variables, counts and
                    // positions inside the stream.
                    for _ in 0..self.below(9) {
                        let byte = self.byte();
                        stream.push(if byte & 3 == 0 { byte } else { byte & 0x1f });
                    }
                }
            }
        }
        stream
    }

    fn chore(&mut self, stream: usize) -> Chore {
        let mut limbs = Vec::new();
        for limb in 0..16 {
            if self.below(4) == 0 {
                let mode = [1, 2, 2, 3, 4, 5, 6, 6, 6, 7, 8, 9][self.below(12)];
                let bare = mode::is_bare(mode);
                let mut position = |most| if bare { 0 } else { self.below(most) as u16 };
                let (start, length) = (position(stream + 3), position(stream));
                limbs.push(ChoreLimb {
                    limb,
                    mode,
                    start,
                    length,
                });
            }
        }
        Chore { limbs }
    }

    fn cel(&mut self, codec: Codec) -> DraftCel {
        let (width, height) = (self.below(20), self.below(20));
        let highest = if codec == Codec::Rle { 16 } else { 256 };
        let pixels: Vec<u8> = (0..width * height)
            .map(|_| self.below(highest) as u8)
            .collect();
        let gaps = match codec {
            Codec::Trle => pixels
                .iter()
                .map(|&pixel| if pixel % 3 == 0 { 0xff } else { 0 })
                .collect(),
            _ => Vec::new(),
        };
        let (rel, step) = (
            I16Vec2::new(self.small(30), self.small(30)),
            I16Vec2::new(self.small(9), self.small(9)),
        );
        DraftCel {
            rel,
            step,
            cel: Arc::new(Surface::new(width, height, pixels).unwrap()),
            gaps,
        }
    }

    fn costume(&mut self) -> Vec<u8> {
        let codec = [Codec::Rle, Codec::Bomp, Codec::Majmin, Codec::Trle][self.below(4)];
        let sequence = self.stream();
        let colours = [0, 16, 32, 64, 256][self.below(5)];
        let jump_part = |chance: &mut Self| {
            let mut word = |most| chance.below(most) as u16;
            JumpTable {
                start: word(8),
                offset: word(20),
                count: word(9),
            }
        };
        let draft = AkosDraft {
            codec,
            flags: self.below(4) as u16,
            palette: (0..colours).map(|_| self.byte()).collect(),
            chores: (0..self.below(24))
                .map(|_| Some(self.chore(sequence.len())))
                .collect(),
            cels: (0..self.below(12)).map(|_| self.cel(codec)).collect(),
            jump_table: jump_words(Reader::new(&self.bytes(40))),
            jump_parts: if self.below(3) == 0 {
                vec![jump_part(self), jump_part(self)]
            } else {
                Vec::new()
            },
            condition_words: condition_words(&self.bytes(64)).collect(),
            sequence,
            ..AkosDraft::default()
        };
        encode(&draft).unwrap_or_default()
    }

    fn dialect(&mut self) -> Dialect {
        match self.below(10) {
            0 | 1 => Dialect::new(7),
            2 | 3 => Dialect::new(8),
            _ => Dialect::humongous([61, 70, 71, 72, 80, 90, 98, 99][self.below(8)]),
        }
    }
}

/// Plays and draws a costume for some frames, and examines its stream and its cels.
fn play(bytes: &[u8], chance: &mut Chance) {
    let dialect = chance.dialect();
    let Ok(costume) = Costume::parse(bytes, &dialect) else {
        return;
    };
    let Costume::Akos(akos) = &costume else {
        return;
    };
    look_at(akos);
    let (shadow, slots, xmap) = (vec![7; 2048], vec![1; 17 * 1024], vec![3; 65536]);
    let mut palette = [255; 256];
    palette
        .iter_mut()
        .step_by(1 + chance.below(9))
        .for_each(|colour| *colour = 9);
    let mut renderer = Renderer::default();
    let mut pixels = vec![0; PITCH * (HEIGHT + 1)];
    let mask: Vec<u8> = (0..pixels.len())
        .map(|i| if i % 5 == 0 { 0xff } else { 0 })
        .collect();
    let mut anim = LimbStates::default();
    anim.reset();
    for _ in 0..12 {
        let facing = Facing::from_degrees(chance.below(8) as u16 * 45);
        if chance.below(3) == 0 {
            let _ = costume.start(
                &mut anim,
                facing,
                chance.below(6) as u16,
                chance.next() as u16,
            );
        }
        let mut world = World {
            chance: &mut *chance,
            effects: 0,
        };
        costume.advance(&mut anim, &mut world);
        assert!(world.effects <= 16 * EFFECTS_PER_STEP);
        let clip = [0, 0, chance.below(70) as i32, chance.below(50) as i32];
        let look = Look {
            actor: 1,
            x: chance.below(100) as i32 - 20,
            y: chance.below(80) as i32 - 20,
            facing,
            scale_x: if chance.below(2) == 0 {
                255
            } else {
                chance.byte()
            },
            scale_y: if chance.below(2) == 0 {
                255
            } else {
                chance.byte()
            },
            palette: &palette,
            shadow_mode: chance.below(5) as u16,
            shadow: if chance.below(3) == 0 { &[] } else { &shadow },
            room_palette: &[0; 256],
            clip: Some(Rect::from(clip)).filter(|_| chance.below(2) == 0),
            remp: Some(&shadow[..256]).filter(|_| chance.below(2) == 0),
            palette_slots: &slots,
            palette_slot: chance.below(20) as u8,
            xmap: Some(&xmap[..]).filter(|_| chance.below(2) == 0),
            scale_table: Some(&shadow[..768]).filter(|_| chance.below(4) == 0),
            ..Look::default()
        };
        let x_start = if dialect.is_v7_plus() {
            chance.below(16)
        } else {
            8 * chance.below(3)
        };
        let mask = Some(&mask[..]).filter(|_| chance.below(2) == 0);
        let mut target = Target::new(&mut pixels, PITCH, HEIGHT)
            .hidden_by(mask)
            .starting_at(x_start);
        let drawn = costume.draw(&anim, &look, &mut renderer, &mut target);
        assert!(drawn.top >= 0 && drawn.bottom >= 0);
        let _ = costume.hit(&anim, &look, &mut renderer, look.x, look.y);
    }
}

fn look_at(akos: &Akos) {
    let listing = akos.disassemble();
    let covered: u32 = listing.lines.iter().map(|line| line.length).sum();
    assert_eq!(covered as usize, akos.sequence().as_bytes().len());
    for cel in akos.cels().iter().flatten().take(20) {
        let image = akos.image(cel);
        assert!(image.is_none_or(
            |i| i.surface.pixels().len() == usize::from(cel.width) * usize::from(cel.height)
        ));
    }
}

fn play_many(seed: u64, count: usize) {
    let mut chance = Chance(seed);
    for _ in 0..count {
        let bytes = chance.costume();
        assert!(!bytes.is_empty(), "a costume that can't be written");
        play(&bytes, &mut chance);
        let mut damaged = bytes;
        for _ in 0..=chance.below(6) {
            let place = chance.below(damaged.len() - 8) + 8;
            damaged[place] = chance.byte();
        }
        play(&damaged, &mut chance);
    }
}

#[test]
fn hundreds_of_random_costumes_play_to_the_end() {
    play_many(1, 300);
}

/// Takes ten seconds without optimisation.
#[test]
#[ignore = "takes ten seconds"]
fn ten_thousand_random_costumes_play_to_the_end() {
    play_many(2, 10_000);
}

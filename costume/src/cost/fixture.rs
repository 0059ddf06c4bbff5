//! Costumes and stages for tests, built byte by byte from the rules.

use scumm_room::{Dialect, block::Header};

use super::Cost;
use crate::draw::{Drawn, Look, Renderer, Target};
use crate::{Effect, Facing, Fault, Host, LimbStates, NONE};

/// The parts of a costume as bytes; [`Parts::block`] joins them as in C1..C7.
pub struct Parts {
    pub dialect: Dialect,
    pub format: u8,
    pub palette: Vec<u8>,
    /// Animation records; an empty record does not exist.
    pub records: Vec<Vec<u8>>,
    pub commands: Vec<u8>,
    /// Pairs of a limb and its pictures.
    pub limbs: Vec<(usize, Vec<Vec<u8>>)>,
}

impl Parts {
    /// Creates a costume of 16 colours with the palette 100, 101, …. Its only animation, to the
    /// west, plays `commands` on limb 0.
    pub fn new(dialect: Dialect, commands: &[u8], loops: bool, pictures: Vec<Vec<u8>>) -> Self {
        let extra = u8::try_from(commands.len() - 1).unwrap() | if loops { 0 } else { 0x80 };
        let record = match (
            dialect.costume_mask_is_byte(),
            dialect.costume_starts_are_bytes(),
        ) {
            (true, _) => vec![0x80, 0, extra],
            (_, true) => vec![0, 0x80, 0, extra],
            _ => vec![0, 0x80, 0, 0, extra],
        };
        let old = dialect.is_old_bundle();
        Self {
            dialect,
            format: if dialect.costume_mask_is_byte() {
                0x57
            } else {
                0x58
            },
            palette: if !old {
                (100..116).collect()
            } else if dialect.costume_mask_is_byte() {
                Vec::new()
            } else {
                vec![9]
            },
            records: vec![record],
            commands: commands.to_vec(),
            limbs: vec![(0, pictures)],
        }
    }

    /// Returns the block with its header.
    pub fn block(&self) -> Vec<u8> {
        let base = self.dialect.costume_base();
        let mut block = vec![0; self.dialect.costume_fields()];
        if self.dialect.costume_has_size_field() {
            block[base] = 1;
        }
        block.push(u8::try_from(self.records.len() - 1).unwrap());
        block.push(self.format);
        block.extend(&self.palette);
        let tables = if self.format & 0x7f == 0x57 { 8 } else { 16 };
        let fixed = block.len();
        block.resize(fixed + 2 + 2 * tables + 2 * self.records.len(), 0);
        let put = |block: &mut Vec<u8>, at: usize, position: usize| {
            let offset = u16::try_from(position - base).unwrap();
            block[at..at + 2].copy_from_slice(&offset.to_le_bytes());
        };
        for (i, record) in self
            .records
            .iter()
            .enumerate()
            .filter(|(_, r)| !r.is_empty())
        {
            let here = block.len();
            put(&mut block, fixed + 2 + 2 * tables + 2 * i, here);
            block.extend(record);
        }
        let here = block.len();
        put(&mut block, fixed, here);
        block.extend(&self.commands);
        for (limb, pictures) in &self.limbs {
            let table = block.len();
            put(&mut block, fixed + 2 + 2 * limb, table);
            block.resize(table + 2 * pictures.len(), 0);
            for (i, picture) in pictures.iter().enumerate() {
                let here = block.len();
                put(&mut block, table + 2 * i, here);
                block.extend(picture);
            }
        }
        finish(&mut block, &self.dialect);
        block
    }

    pub fn cost(&self) -> Cost {
        Cost::parse(&self.block(), &self.dialect).unwrap()
    }
}

/// Writes the header of the block: tag and size (C1).
pub fn finish(block: &mut [u8], dialect: &Dialect) {
    let size = u32::try_from(block.len()).unwrap();
    match dialect.header() {
        Header::Large => {
            block[..4].copy_from_slice(b"COST");
            block[4..8].copy_from_slice(&size.to_be_bytes());
        }
        Header::Small => {
            block[..4].copy_from_slice(&size.to_le_bytes());
            block[4..6].copy_from_slice(b"CO");
        }
        Header::Old => block[..2].copy_from_slice(&u16::try_from(size).unwrap().to_le_bytes()),
    }
}

/// Returns the bytes of a picture of v2 and later: width, height, rel, move, then data.
pub fn picture(size: (u16, u16), rel: (i16, i16), step: (i16, i16), data: &[u8]) -> Vec<u8> {
    let mut bytes = [size.0.to_le_bytes(), size.1.to_le_bytes()].concat();
    for value in [rel.0, rel.1, step.0, step.1] {
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend(data);
    bytes
}

/// Returns a picture of one colour at the anchor, in 16 colours.
pub fn plain(width: u16, height: u16, colour: u8) -> Vec<u8> {
    let mut left = width * height;
    let mut data = Vec::new();
    while left > 0 {
        let run = left.min(15);
        data.push(colour << 4 | u8::try_from(run).unwrap());
        left -= run;
    }
    picture((width, height), (0, 0), (0, 0), &data)
}

/// A host that records the effects.
#[derive(Default)]
pub struct Heard(pub Vec<Effect>);

impl Heard {
    /// Returns the slots of the queued sounds.
    pub fn sounds(&self) -> Vec<u8> {
        self.0
            .iter()
            .filter_map(|e| {
                if let Effect::Sound { slot } = e {
                    Some(*slot)
                } else {
                    None
                }
            })
            .collect()
    }

    /// Returns the faults with their limbs.
    pub fn faults(&self) -> Vec<(u8, Fault)> {
        self.0
            .iter()
            .filter_map(|e| {
                if let Effect::Fault { limb, fault } = e {
                    Some((*limb, *fault))
                } else {
                    None
                }
            })
            .collect()
    }
}

impl Host for Heard {
    fn emit(&mut self, effect: Effect) {
        self.0.push(effect);
    }
}

/// Returns the state of an actor after its costume was set: nothing plays (C16).
pub fn still() -> LimbStates {
    let mut anim = LimbStates::default();
    anim.reset();
    anim
}

/// Returns a state in which some limbs are at a position of the commands.
pub fn standing(limbs: &[(usize, u16)]) -> LimbStates {
    let mut anim = still();
    for &(limb, position) in limbs {
        anim.limbs[limb].curpos = position;
    }
    assert!(anim.limbs.iter().any(|limb| limb.curpos != NONE));
    anim
}

/// A stage of 320x200 pixels with one actor.
pub struct Fixture {
    pub x: i32,
    pub y: i32,
    pub facing: Facing,
    pub scale: (u8, u8),
    pub colours: [u16; 256],
    pub shadow_mode: u16,
    pub shadow: Vec<u8>,
    pub dark: bool,
    pub room_palette: [u8; 256],
    pub actor: u16,
    pub renderer: Renderer,
    pub pixels: Vec<u8>,
    pub mask: Option<Vec<u8>>,
}

impl Fixture {
    /// Creates a scene with an actor that faces east at (100, 100) on a black stage, and an
    /// identity shadow table.
    pub fn new() -> Self {
        Self {
            x: 100,
            y: 100,
            facing: Facing::EAST,
            scale: (255, 255),
            colours: [255; 256],
            shadow_mode: 0,
            shadow: (0..=255).collect(),
            dark: false,
            room_palette: std::array::from_fn(|i| i as u8),
            actor: 1,
            renderer: Renderer::default(),
            pixels: vec![0; 320 * 200],
            mask: None,
        }
    }

    pub fn look(&self) -> Look<'_> {
        Look {
            actor: self.actor,
            x: self.x,
            y: self.y,
            facing: self.facing,
            scale_x: self.scale.0,
            scale_y: self.scale.1,
            palette: &self.colours,
            shadow_mode: self.shadow_mode,
            shadow: &self.shadow,
            dark: self.dark,
            room_palette: &self.room_palette,
            ..Look::default()
        }
    }

    pub fn draw(&mut self, cost: &Cost, anim: &LimbStates) -> Drawn {
        let mut pixels = std::mem::take(&mut self.pixels);
        let mut renderer = std::mem::take(&mut self.renderer);
        let mut target = Target::new(&mut pixels, 320, 200).hidden_by(self.mask.as_deref());
        let drawn = cost.draw(anim, &self.look(), &mut renderer, &mut target);
        self.pixels = pixels;
        self.renderer = renderer;
        drawn
    }

    pub fn pixel(&self, x: usize, y: usize) -> u8 {
        self.pixels[y * 320 + x]
    }

    /// Returns `count` pixels of a line from column `x` on.
    pub fn line(&self, x: usize, y: usize, count: usize) -> &[u8] {
        &self.pixels[y * 320 + x..][..count]
    }

    /// Returns the first column, first line, last column and last line with a pixel that is not 0.
    pub fn box_of_pixels(&self) -> Option<(usize, usize, usize, usize)> {
        let set = || (0..self.pixels.len()).filter(|&i| self.pixels[i] != 0);
        Some((
            set().map(|i| i % 320).min()?,
            set().map(|i| i / 320).min()?,
            set().map(|i| i % 320).max()?,
            set().map(|i| i / 320).max()?,
        ))
    }
}

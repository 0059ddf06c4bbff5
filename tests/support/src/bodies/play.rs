//! Plays a costume as an engine does. Random numbers replace all decisions of the engine.

use scumm_costume::{Costume, Effect, Facing, Host, LimbStates, Look, Rect, Renderer, Target};
use scumm_engine::SplitMix64;
use scumm_room::Dialect;

/// The size of the stage. It is small, so that pictures are clipped at all of its edges.
const PITCH: usize = 64;
const HEIGHT: usize = 40;
/// The most effects of one step: for each of the 16 limbs, 31 queue entries and a fault (A33).
const EFFECTS: usize = 16 * 32;

/// A host that answers with random or fixed values and counts the effects.
struct RandomHost<'a> {
    random: &'a mut SplitMix64,
    effects: usize,
}

impl Host for RandomHost<'_> {
    fn actor(&self) -> u16 {
        1
    }

    fn sound(&self, slot: usize) -> u16 {
        slot as u16
    }

    fn emit(&mut self, _: Effect) {
        self.effects += 1;
    }

    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.random.in_range(min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        sound % 2 == 0
    }

    fn set_actor_var(&mut self, actor: u16, _: u8, _: i16) -> bool {
        (1..9).contains(&actor)
    }

    fn any_actor_talks(&self) -> bool {
        true
    }

    fn talkie_running(&self) -> bool {
        self.effects % 2 == 0
    }
}

/// The tables and the mask that a game passes to a draw.
struct LookTables {
    shadow: Vec<u8>,
    slots: Vec<u8>,
    xmap: Vec<u8>,
    palette: [u16; 256],
    mask: Vec<u8>,
}

impl LookTables {
    fn new(random: &mut SplitMix64) -> Self {
        let mut palette = [255; 256];
        let step = random.in_range(1, 9) as usize;
        palette
            .iter_mut()
            .step_by(step)
            .for_each(|colour| *colour = 9);
        let pixels = PITCH * (HEIGHT + 1);
        Self {
            shadow: vec![7; 2048],
            slots: vec![1; 17 * 1024],
            xmap: vec![3; 65536],
            palette,
            mask: (0..pixels)
                .map(|i| if i % 5 == 0 { 0xff } else { 0 })
                .collect(),
        }
    }
}

/// Starts, steps, draws and hit-tests a costume for `frames` frames.
///
/// # Panics
/// Panics if a step has more effects than the command queue holds, or if a picture is drawn above
/// the stage. Both are bugs.
pub fn play(costume: &Costume, dialect: &Dialect, random: &mut SplitMix64, frames: u32) {
    let tables = LookTables::new(random);
    let mut renderer = Renderer::default();
    let mut pixels = vec![0; PITCH * (HEIGHT + 1)];
    let mut anim = LimbStates::default();
    anim.reset();
    for frame in 0..frames {
        let facing = Facing::from_degrees(random.in_range(0, 7) as u16 * 45);
        if frame == 0 || random.in_range(0, 2) == 0 {
            let limbs = if frame == 0 {
                0xffff
            } else {
                random.next_u64() as u16
            };
            // If the costume lacks the frame, `start` reports a fault, which is ignored.
            let _ = costume.start(&mut anim, facing, random.in_range(0, 12) as u16, limbs);
        }
        let mut world = RandomHost { random, effects: 0 };
        costume.advance(&mut anim, &mut world);
        assert!(world.effects <= EFFECTS, "{} effects", world.effects);
        let mut one_in = |n| random.in_range(1, n) == 1;
        let [
            plain_x,
            plain_y,
            shadowed,
            clipped,
            remp,
            xmap,
            table,
            masked,
        ] = [2, 2, 3, 2, 2, 2, 4, 2].map(&mut one_in);
        let mut up_to = |n| random.in_range(0, n);
        let look = Look {
            x: up_to(100) - 20,
            y: up_to(80) - 20,
            facing,
            scale_x: if plain_x { 255 } else { up_to(255) as u8 },
            scale_y: if plain_y { 255 } else { up_to(255) as u8 },
            palette: &tables.palette,
            shadow_mode: up_to(4) as u16,
            shadow: if shadowed { &tables.shadow } else { &[] },
            clip: clipped.then(|| Rect::new(0, 0, up_to(70), up_to(50))),
            remp: remp.then_some(&tables.shadow[..256]),
            palette_slots: &tables.slots,
            palette_slot: up_to(20) as u8,
            xmap: xmap.then_some(&tables.xmap[..]),
            scale_table: table.then_some(&tables.shadow[..768]),
            ..costume.look()
        };
        let x_start = if dialect.is_v7_plus() {
            up_to(15)
        } else {
            8 * up_to(2)
        } as usize;
        let mask = masked.then_some(&tables.mask[..]);
        let mut target = Target::new(&mut pixels, PITCH, HEIGHT)
            .hidden_by(mask)
            .starting_at(x_start);
        let drawn = costume.draw(&anim, &look, &mut renderer, &mut target);
        // For v0 and the Nintendo, the drawn lines may begin above the stage (V39, Q49).
        let limited = !dialect.is_v0() && !dialect.is_nes();
        assert!(
            !limited || (drawn.top >= 0 && drawn.bottom >= 0),
            "{drawn:?}"
        );
        // An error is correct for a codec that does not support hit tests.
        let _ = costume.hit(&anim, &look, &mut renderer, look.x, look.y);
    }
}

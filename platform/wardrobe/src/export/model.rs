//! A costume standing for its portrait: animated and drawn as on a stage, on an empty canvas large enough for any.

use scumm_costume::draw::Target;
use scumm_costume::{Animation, Costume, Effect, Environment, Host, Look, Renderer};
use scumm_engine::Actor;
use scumm_room::{Dialect, Palette, Quirks};

use super::own_colours;
use crate::chance::Chance;
use crate::loose::Loaded;

/// The number of the only actor.
const ACTOR: u16 = 1;
/// Side of the canvas in pixels: twice the largest screen's and to spare, for the anchor stands in the middle.
const SIDE: usize = 1536;
/// All limbs (C11).
const ALL_LIMBS: u16 = 0xffff;

/// The part of the canvas that a drawing has touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub left: usize,
    pub top: usize,
    /// Behind the last column.
    pub right: usize,
    /// Behind the last line.
    pub bottom: usize,
}

impl Bounds {
    /// Both together.
    pub fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// A drawing: screen colours where something was drawn, `None` elsewhere; cut to its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Where it lies on the canvas.
    pub bounds: Bounds,
    /// Its pixels, row by row.
    pub pixels: Vec<Option<u8>>,
}

/// A costume with what it takes to draw it.
pub struct Model<'a> {
    costume: &'a Costume,
    dialect: Dialect,
    /// The frame that a new costume starts with (T20).
    init_frame: u16,
    /// The screen's colours.
    pub screen: Palette,
    renderer: Renderer,
    /// Two canvases of different colours: where they agree after drawing, something was drawn.
    canvases: [Vec<u8>; 2],
    host: Silence,
}

/// The colours of the empty canvases.
const EMPTY: [u8; 2] = [0, 255];

impl<'a> Model<'a> {
    /// A costume in a room's colours, or its own.
    pub fn new(loaded: &'a Loaded, screen: Option<Palette>) -> Self {
        // That tall pictures vanish (C46) is true of screens.
        let dialect = loaded.dialect.with_quirks(loaded.dialect.quirks() - Quirks::TALL_CEL_VANISHES);
        let init_frame = Actor::new(ACTOR, &dialect).init_frame.into();
        Self {
            costume: &loaded.costume,
            dialect,
            init_frame,
            screen: screen.unwrap_or_else(|| own_colours(loaded)),
            renderer: Renderer::default(),
            canvases: EMPTY.map(|colour| vec![colour; SIDE * SIDE]),
            host: Silence(Chance::default()),
        }
    }

    /// The screen colour of each of the costume's colour numbers.
    pub fn colour_table(&mut self) -> Vec<u16> {
        let anim = self.start(self.init_frame, 180);
        self.draw(&anim, 180);
        self.renderer.palette.clone()
    }

    /// An animation at its start: the init frame, then `frame` over it.
    pub fn start(&mut self, frame: u16, facing: u16) -> Animation {
        let mut anim = Animation::default();
        anim.reset();
        for frame in [self.init_frame, frame] {
            if let Err(fault) = self.costume.start(&self.dialect, &mut anim, facing, frame, ALL_LIMBS) {
                log::warn!("frame {frame}: {fault}");
            }
        }
        anim
    }

    /// Moves an animation on by one step.
    pub fn advance(&mut self, anim: &mut Animation) {
        self.costume.advance(&self.dialect, anim, &mut self.host);
    }

    /// Draws an animation as it stands; `None` where nothing is to be seen.
    pub fn draw(&mut self, anim: &Animation, facing: u16) -> Option<Drawing> {
        let middle = (SIDE / 2) as i32;
        let look = Look { actor: ACTOR, x: middle, y: middle, facing, ..Look::new(&self.dialect) };
        for pixels in &mut self.canvases {
            let mut target = Target { pixels, mask: None, pitch: SIDE, height: SIDE, x_start: 0 };
            let drawn = self.costume.draw(anim, &look, &mut self.renderer, &mut target);
            if let Some(fault) = drawn.fault {
                log::warn!("{fault}");
            }
        }
        self.take()
    }

    /// Cuts out what was drawn, and clears the canvases for the next time.
    fn take(&mut self) -> Option<Drawing> {
        let [first, second] = &mut self.canvases;
        let mut bounds: Option<Bounds> = None;
        let blank = EMPTY.map(|colour| [colour; SIDE]);
        for (y, (a, b)) in first.chunks_exact(SIDE).zip(second.chunks_exact(SIDE)).enumerate() {
            // Nearly all lines are empty, and whole lines are compared fast.
            if a == blank[0] && b == blank[1] {
                continue;
            }
            let same = |x: &usize| a[*x] == b[*x];
            if let Some(left) = (0..SIDE).find(same) {
                let right = (0..SIDE).rev().find(same).unwrap_or(left) + 1;
                let line = Bounds { left, top: y, right, bottom: y + 1 };
                bounds = Some(bounds.map_or(line, |b| b.union(line)));
            }
        }
        let bounds = bounds?;
        let mut pixels = Vec::with_capacity((bounds.right - bounds.left) * (bounds.bottom - bounds.top));
        for y in bounds.top..bounds.bottom {
            let line = y * SIDE + bounds.left..y * SIDE + bounds.right;
            let (a, b) = (&mut first[line.clone()], &mut second[line]);
            pixels.extend(a.iter().zip(b.iter()).map(|(a, b)| (a == b).then_some(*a)));
            a.fill(EMPTY[0]);
            b.fill(EMPTY[1]);
        }
        Some(Drawing { bounds, pixels })
    }
}

/// A world without sound, in which chance is the same each time.
struct Silence(Chance);

impl Host for Silence {
    fn actor(&self) -> u16 {
        ACTOR
    }

    fn sound(&self, _: usize) -> u16 {
        0
    }

    fn emit(&mut self, effect: Effect) {
        if let Effect::Fault { limb, fault } = effect {
            log::warn!("limb {limb}: {fault}");
        }
    }

    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.0.random(min, max)
    }

    fn sound_running(&self, _: u16) -> bool {
        false
    }

    fn set_actor_var(&mut self, _: u16, _: u8, _: i16) -> bool {
        false
    }

    fn talking_actor(&self) -> u16 {
        0
    }

    fn talkie_running(&self) -> bool {
        false
    }
}

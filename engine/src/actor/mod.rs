//! One actor's state, and the handle that carries what scripts do to it.

mod anim;
mod direction;
mod handle;
mod humongous;
mod life;
mod ops;
pub(crate) mod palette;

use glam::I16Vec2;
use scumm_costume::{LimbStates, StripLines, StripSet};
use scumm_room::Dialect;

pub use handle::ActorMut;
pub use life::InitMode;
pub use ops::v5_operation;

use crate::{Table, V0Actor};

/// "No line": the top of an actor whose last drawing placed no picture (C48).
pub const NO_TOP: i32 = 0x7fff_ffff;
/// Number of sounds that an actor can be given.
pub const SOUNDS: usize = 32;
/// The clip override that actors of Humongous games start with, right and bottom included: the whole screen (T20).
pub const DEFAULT_CLIP: [i32; 4] = [0, 0, 640, 480];

/// Bits of [`Walk::moving`].
pub mod moving {
    /// A leg has to be planned.
    pub const NEW: u8 = 1;
    /// In a leg.
    pub const LEG: u8 = 2;
    /// Turning.
    pub const TURN: u8 = 4;
    /// This leg ends the walk.
    pub const LAST: u8 = 8;
    /// v7+: frozen.
    pub const FROZEN: u8 = 0x80;
    /// v0: at rest; its values are no bits (V46, V70).
    pub const AT_REST_V0: u8 = 2;
}

/// The walk state of an actor; kept after a walk, because T44 and T75 look at the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Walk {
    /// Bits of [`moving`].
    pub moving: u8,
    /// Where the walk goes.
    pub dest: I16Vec2,
    /// The box of `dest`.
    pub dest_box: u8,
    /// Facing at the end; with `None` the actor keeps the facing in which it arrives.
    pub dest_dir: Option<i16>,
    /// The box that the present leg leads to.
    pub cur_box: u8,
    /// Start of the leg.
    pub from: I16Vec2,
    /// End of the leg.
    pub next: I16Vec2,
    /// Step to the right, 16.16 (T70); v3: in pixels (T78).
    pub dx16: i32,
    /// Step downwards.
    pub dy16: i32,
    /// Fraction of the column.
    pub x_frac: u16,
    /// Fraction of the line.
    pub y_frac: u16,
    /// v3: step per frame.
    pub step_x: i32,
    /// v3: steps of the longer side.
    pub threshold: u16,
    /// v3: added to `x_frac` a frame.
    pub x_add: u16,
    /// v3: added to `y_frac` a frame.
    pub y_add: u16,
    /// v3: the second gate point of a leg.
    pub gate3: Option<I16Vec2>,
    /// Which way the leg leads: v1, v2: a quarter (T7Cd); v7+: degrees (T70).
    pub way: i16,
}

/// What only Humongous games have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HumongousState {
    /// Draw offset (queue command 6).
    pub offset: (i32, i32),
    /// It talks; animations can ask for that (A29).
    pub talking: bool,
    /// The limbs are not drawn (X9).
    pub skip_limbs: bool,
    /// Palette slot (HE99+), 0 none (H7).
    pub palette_slot: u8,
    /// Number of the blend table's image (HE90+), 0 none (H6).
    pub xmap: u16,
    /// Clip override: left, top, right, bottom, the last two included (A62).
    pub clip: [i32; 4],
    /// Flags (X8: bit 0 = background is not restored).
    pub flags: u32,
    /// A script asked for the talk condition: the next draw leaves it alone (T84).
    pub condition_asked: bool,
    /// The lines of its last drawing, by the strips of the view (D4).
    #[cfg_attr(feature = "serde", serde(default))]
    pub lines: StripLines,
    /// What an aux frame has left on the stage: left, top, right, bottom in room pixels, the last two included (A98).
    pub aux_rect: Option<[i32; 4]>,
}

/// One actor. Fields are plain values in the original's units; 16-bit and 8-bit widths are the original's, and wrap as there.
/// [`Actor::new`] has the values of engine start; in the default every field is 0 or empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Actor {
    /// Its number, from 1.
    pub id: u16,
    /// Position of the anchor in the room (v1, v2: units of 8x2, G4).
    pub pos: I16Vec2,
    /// The room it is in, 0 none.
    pub room: u16,
    /// Number of its costume, 0 none.
    pub costume: u16,
    /// Degrees clockwise from north.
    pub facing: u16,
    /// Where a turn leads.
    pub target_facing: u16,
    /// Shown by `show`, hidden by `hide`; the frame does not ask it (T23).
    pub visible: bool,
    /// Draw it in the next frame.
    pub need_redraw: bool,
    /// Restore its strips in the next frame.
    pub need_bg_reset: bool,
    /// The init frame has to be started at the next show (T21, T24).
    pub costume_needs_init: bool,
    /// Pixels above the ground.
    pub elevation: i32,
    /// v3, v4: the point in a box that was found for it last (T61).
    pub last_point: I16Vec2,
    /// Width in pixels, for scripts (T45).
    pub width: u16,
    /// Colour of its speech.
    pub talk_colour: u8,
    /// Where its speech stands, from its anchor.
    pub talk_pos: (i32, i32),
    /// Order in the stage (D6).
    pub layer: i32,
    /// Horizontal scale.
    pub scale_x: u8,
    /// Vertical scale.
    pub scale_y: u8,
    /// The raw scale word (T62, T63).
    pub boxscale: u16,
    /// Shadow mode (C55).
    pub shadow_mode: u16,
    /// Forced z-plane (M5, M6).
    pub force_clip: u8,
    /// Walks and stands anywhere.
    pub ignore_boxes: bool,
    /// Never turns.
    pub ignore_turns: bool,
    /// Number of the init frame.
    pub init_frame: u8,
    /// Number of the walk frame.
    pub walk_frame: u8,
    /// Number of the stand frame.
    pub stand_frame: u8,
    /// Number of the frame that starts talking.
    pub talk_start_frame: u8,
    /// Number of the frame that stops talking.
    pub talk_stop_frame: u8,
    /// The frame started last (T30).
    pub frame: u8,
    /// Engine frames that an animation step takes; 0 and 1: one (T50).
    pub anim_speed: u8,
    /// Frames since the last animation step (T50).
    pub anim_progress: u8,
    /// Sound numbers.
    pub sounds: [u16; SOUNDS],
    /// Position in a sound.
    pub sound_pos: u8,
    /// Walking speed in pixels a frame at full scale.
    pub speed: (u16, u16),
    /// The box it stands in.
    pub walkbox: u8,
    /// The walk.
    pub walk: Walk,
    /// Script instead of the walk animation, 0 none (T74).
    pub walk_script: u16,
    /// Script instead of the talk animation, 0 none (T81).
    pub talk_script: u16,
    /// Colour overrides, 255 = the costume's (A97).
    pub palette: Table<u16>,
    /// First line of its last drawing; 0x7FFF_FFFF if nothing was drawn (C48).
    pub top: i32,
    /// Line behind its last drawing.
    pub bottom: i32,
    /// Strips it has claimed (D3).
    pub strips: StripSet,
    /// Bit n-1: it is in class n (1..=32).
    pub classes: u32,
    /// Limbs, counters, variables.
    pub anim: LimbStates,
    /// Humongous only.
    pub he: HumongousState,
    /// It was said that its costume is not there (T21b).
    pub(crate) told_missing: bool,
    /// v0 only; `None` in later versions.
    #[cfg_attr(feature = "serde", serde(default))]
    pub v0: Option<Box<V0Actor>>,
}

/// Classes that the rules name (T26, X4), by their numbers in v5 and later.
pub mod class {
    /// Hidden by plane 0 only, unless a plane is forced (M5).
    pub const NEVER_CLIP: u8 = 20;
    /// Switches the forced z-plane when it changes (T26).
    pub const ALWAYS_CLIP: u8 = 21;
    /// Switches the boxes off when it changes (T26).
    pub const IGNORE_BOXES: u8 = 22;
    /// Mirrors vertical facings (T44).
    pub const Y_FLIP: u8 = 29;
    /// Mirrors horizontal facings (T44).
    pub const X_FLIP: u8 = 30;
    /// The player's own (B2).
    pub const PLAYER: u8 = 31;
    /// Not found at a place (D11).
    pub const UNTOUCHABLE: u8 = 32;
}

impl Actor {
    /// An actor at engine start (T20, mode -1): nothing is set, its limbs are all zero.
    #[must_use]
    pub fn new(id: u16, dialect: &Dialect) -> Self {
        let walk = Walk {
            dest_dir: Some(0),
            ..Walk::default()
        };
        let mut actor = Self {
            id,
            facing: 180,
            walk,
            ..Self::default()
        };
        actor.reset_settings(dialect);
        actor.reset_humongous();
        actor.v0 = dialect.is_v0().then(Box::default);
        actor
    }

    /// Where it stands in room pixels. Up to v2, whose positions count 8x2 pixels (G4), 16 bits of these are left.
    #[must_use]
    pub fn place(&self, dialect: &Dialect) -> (i32, i32) {
        let (columns, lines) = dialect.position_unit();
        let in_pixels = |n: i16, unit: u8| i32::from(n.wrapping_mul(unit.into()));
        (in_pixels(self.pos.x, columns), in_pixels(self.pos.y, lines))
    }

    /// Whether it is in class `n`, 1..=32 (T26); other numbers are no classes.
    #[must_use]
    pub fn is_in_class(&self, dialect: &Dialect, n: u8) -> bool {
        self.classes & class_bit(dialect, n) != 0
    }
}

/// The bit of class `n`; small-header games keep four classes under other numbers (X4).
fn class_bit(dialect: &Dialect, n: u8) -> u32 {
    let n = match n {
        class::UNTOUCHABLE if dialect.is_small_header() => 24,
        class::PLAYER if dialect.is_small_header() => 23,
        class::X_FLIP if dialect.is_small_header() => 19,
        class::Y_FLIP if dialect.is_small_header() => 18,
        n => n,
    };
    n.checked_sub(1)
        .and_then(|shift| 1_u32.checked_shl(u32::from(shift)))
        .unwrap_or(0)
}

//! The state of one actor, and the handle whose methods are the script operations on it.

mod anim;
mod handle;
mod life;

use glam::I16Vec2;
use scumm_costume::{LimbStates, StripLines, StripSet};
use scumm_room::Dialect;

pub(crate) use handle::signed_angle;
pub use handle::{ActorMut, v5_operation};
pub use life::InitMode;

use crate::{ColourTable, V0Actor};

/// The value of [`Actor::top`] if the last drawing placed no picture (C48).
pub const NO_TOP: i32 = 0x7fff_ffff;
/// The number of sounds that an actor can have.
pub const SOUNDS: usize = 32;
/// The initial clip rectangle of the actors of Humongous games, right and bottom included: the
/// whole screen (T20).
pub const DEFAULT_CLIP: [i32; 4] = [0, 0, 640, 480];

/// Bits of [`Walk::moving`].
pub mod moving {
    /// The next leg has to be planned.
    pub const NEW: u8 = 1;
    /// The actor is on a leg of its route.
    pub const LEG: u8 = 2;
    /// The actor is turning.
    pub const TURN: u8 = 4;
    /// The current leg is the last one of the walk.
    pub const LAST: u8 = 8;
    /// v7+: the actor is frozen.
    pub const FROZEN: u8 = 0x80;
    /// v0: the actor stands still. The values of v0 are not bits (V46, V70).
    pub const AT_REST_V0: u8 = 2;
}

/// The walk state of an actor. The state is kept after a walk, because T44 and T75 read the state
/// of the last walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Walk {
    /// Bits of [`moving`].
    pub moving: u8,
    /// The destination of the walk, in the units of [`Actor::pos`].
    pub dest: I16Vec2,
    /// The box of `dest`.
    pub dest_box: u8,
    /// The facing at the end of the walk, in degrees. With `None` the actor keeps the facing in
    /// which it arrives.
    pub dest_dir: Option<i16>,
    /// The box that the current leg leads to.
    pub cur_box: u8,
    /// The start of the leg.
    pub from: I16Vec2,
    /// The end of the leg.
    pub next: I16Vec2,
    /// The horizontal step of a frame, positive to the right, in 16.16 fixed point (T70); v3: in
    /// pixels (T78).
    pub dx16: i32,
    /// The vertical step of a frame, positive downwards, in 16.16 fixed point.
    pub dy16: i32,
    /// The fraction of the actor's column, in 1/65536 of a pixel (T71). v3: a counter; at
    /// `threshold` the actor takes a horizontal step (T79).
    pub x_frac: u16,
    /// The fraction of the row.
    pub y_frac: u16,
    /// v3: the size of a horizontal step in pixels, without a sign (T78).
    pub step_x: i32,
    /// v3: the number of steps of the leg, on the axis that needs more steps (T78).
    pub threshold: u16,
    /// v3: the value that each frame adds to `x_frac`.
    pub x_add: u16,
    /// v3: the value that each frame adds to `y_frac`.
    pub y_add: u16,
    /// v3: the second of the two points at which the walk crosses into the next box (B13), kept
    /// while the actor walks to the first point.
    pub gate3: Option<I16Vec2>,
    /// The direction of the leg. v1, v2: the quadrant, 0..=3 (T7Cd); v7+: degrees (T70).
    pub way: i16,
}

/// The state that only actors of Humongous games have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct HumongousState {
    /// The draw offset in pixels (queue command 6).
    pub offset: (i32, i32),
    /// The actor is talking. Animations can test this (A29).
    pub talking: bool,
    /// The limbs are not drawn (X9).
    pub skip_limbs: bool,
    /// The palette slot (HE99+); [0 for no slot](Actor#values-of-the-original) (H7).
    pub palette_slot: u8,
    /// The number of the image with the blend table (HE90+); [0 for no
    /// blending](Actor#values-of-the-original) (H6).
    pub xmap: u16,
    /// The clip rectangle: left, top, right and bottom in pixels, the last two included (A62).
    pub clip: [i32; 4],
    /// Flags (X8: with bit 0 the background is not restored).
    pub flags: u32,
    /// A script has set the talk condition: the next draw does not change it (T84).
    pub condition_asked: bool,
    /// The first and the last row of the last drawing in each strip of the view (D4).
    #[cfg_attr(feature = "serde", serde(default))]
    pub lines: StripLines,
    /// The rectangle that an aux frame has left on the stage: left, top, right and bottom in room
    /// pixels, the last two included (A98).
    pub aux_rect: Option<[i32; 4]>,
}

/// An actor of a stage.
///
/// Fields are plain values in the original's units. 16-bit and 8-bit fields have the original's
/// widths and wrap in the same way. [`Actor::new`] returns the values of engine start; in the
/// `Default` value every field is 0 or empty.
///
/// An actor does not store its own number, which is its place on the stage: [`ActorMut::id`]
/// returns the number, and [`Stage::actors`](crate::Stage::actors) returns each actor with its
/// number. Storing a whole `Actor` through [`ActorMut`] therefore does not change the number.
///
/// # Values of the original
///
/// Some fields have a value that stands for "none". Such fields are plain numbers and not
/// `Option`s, because scripts, snapshots and scenes store and read the numbers of the original:
///
/// | field | value for none |
/// |---|---|
/// | [`room`](Self::room) | 0: the actor is in no room |
/// | [`costume`](Self::costume) | 0: the actor wears no costume |
/// | [`force_clip`](Self::force_clip) | 0, in v7 and later 100: the plane of the walk box hides the actor ([`Dialect::unforced_clip`]) |
/// | [`sounds`](Self::sounds) | 0: no sound |
/// | [`walkbox`](Self::walkbox), [`Walk::dest_box`], [`Walk::cur_box`] | 255 in small-header games, else 0: no box ([`Dialect::invalid_box`]) |
/// | [`walk_script`](Self::walk_script), [`talk_script`](Self::talk_script) | 0: no script; the animation starts |
/// | [`palette`](Self::palette) | 255 in an entry: the colour of the costume |
/// | [`top`](Self::top) | 0x7FFF_FFFF: the last drawing placed no picture |
/// | [`HumongousState::palette_slot`] | 0: no palette slot |
/// | [`HumongousState::xmap`] | 0: no blend table |
///
/// The same holds outside of actors: [`Camera::follows`](crate::Camera::follows) is 0 if the
/// camera follows no actor, and room 0 in [`Stage::enter_room`](crate::Stage::enter_room),
/// [`Stage::room_number`](crate::Stage::room_number) and [`ActorMut::put`] is no room. Operands
/// and results that do not stand for a number of the original are `Option`s.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Actor {
    /// The position of the anchor in room pixels (v1, v2: in units of 8x2 pixels, G4).
    pub pos: I16Vec2,
    /// The number of the actor's room; [0 for no room](Self#values-of-the-original).
    pub room: u16,
    /// The number of the actor's costume; [0 for no costume](Self#values-of-the-original).
    pub costume: u16,
    /// The facing in degrees clockwise from north.
    pub facing: u16,
    /// The facing at the end of the current turn, in degrees.
    pub target_facing: u16,
    /// Whether the actor is visible. `show` sets the field and `hide` clears it. Drawing does not
    /// test it: a hidden actor is drawn again if a redraw is requested (T23).
    pub visible: bool,
    /// Whether the next frame draws the actor.
    pub need_redraw: bool,
    /// Whether the next frame restores the actor's strips.
    pub need_bg_reset: bool,
    /// Whether the next show has to start the init frame (T21, T24).
    pub costume_needs_init: bool,
    /// The height above the ground in pixels.
    pub elevation: i32,
    /// v3, v4: the last valid point, inside a box, that was found for the actor (T61).
    pub last_point: I16Vec2,
    /// The width in pixels, which only scripts use (T45).
    pub width: u16,
    /// The colour of the actor's speech.
    pub talk_colour: u8,
    /// The position of the actor's speech relative to the anchor, in pixels.
    pub talk_pos: (i32, i32),
    /// The layer, which decides the drawing order (D6). An actor with a larger layer stands further
    /// back, in HE90+ further in front. Sam & Max ignores layers. In v8, actors with a negative
    /// layer are drawn after all others.
    pub layer: i32,
    /// The horizontal scale; 255 is full size.
    pub scale_x: u8,
    /// The vertical scale; 255 is full size.
    pub scale_y: u8,
    /// The raw scale word (T62, T63).
    pub boxscale: u16,
    /// The shadow mode (C55).
    pub shadow_mode: u16,
    /// The number of the z-plane that hides the actor instead of the plane of its box (M5, M6). The
    /// value of [`Dialect::unforced_clip`] (100 in v7+, else 0) [selects the plane of the
    /// box](Self#values-of-the-original). In v8
    /// [`ActorMut::set_force_clip`] stores 255 as 100, as scripts do (M8); storing 255 directly in
    /// the field leaves it 255.
    pub force_clip: u8,
    /// Whether the actor walks and stands anywhere, without regard to walk boxes.
    pub ignore_boxes: bool,
    /// Whether the actor never turns.
    pub ignore_turns: bool,
    /// The number of the init frame.
    pub init_frame: u8,
    /// The number of the walk frame.
    pub walk_frame: u8,
    /// The number of the stand frame.
    pub stand_frame: u8,
    /// The number of the frame that starts talking.
    pub talk_start_frame: u8,
    /// The number of the frame that stops talking.
    pub talk_stop_frame: u8,
    /// The last frame that was started (T30).
    pub frame: u8,
    /// The number of engine frames for each animation step; 0 counts as 1 (T50).
    pub anim_speed: u8,
    /// The number of engine frames since the last animation step (T50).
    pub anim_progress: u8,
    /// The numbers of the actor's sounds; [0 for no sound](Self#values-of-the-original).
    pub sounds: [u16; SOUNDS],
    /// v0: the frame within a sound of steps, 0..=2 (V43). Other versions only reset it.
    pub sound_pos: u8,
    /// The walking speed in pixels per frame at full scale, horizontal and vertical.
    pub speed: (u16, u16),
    /// The walk box in which the actor stands; [255 or 0 for no box](Self#values-of-the-original).
    pub walkbox: u8,
    /// The state of the walk.
    pub walk: Walk,
    /// The script that runs instead of the walk animation; [0 for no
    /// script](Self#values-of-the-original) (T74).
    pub walk_script: u16,
    /// The script that runs instead of the talk animation; [0 for no
    /// script](Self#values-of-the-original) (T81).
    pub talk_script: u16,
    /// The colour overrides; [255 keeps the colour of the costume](Self#values-of-the-original)
    /// (A97).
    pub palette: ColourTable<u16>,
    /// The first row of the last drawing; [0x7FFF_FFFF if nothing was
    /// drawn](Self#values-of-the-original) (C48).
    pub top: i32,
    /// The row after the last row of the last drawing.
    pub bottom: i32,
    /// The strips that the actor has claimed (D3).
    pub strips: StripSet,
    /// The classes: bit n-1 is set if the actor is in class n (1..=32).
    pub classes: u32,
    /// The state of the limbs, with animation counters and variables.
    pub anim: LimbStates,
    /// The state that only Humongous games use.
    pub he: HumongousState,
    /// Whether the fault of a missing costume has been reported (T21b).
    pub(crate) told_missing: bool,
    /// v0 only; `None` in later versions.
    #[cfg_attr(feature = "serde", serde(default))]
    pub v0: Option<Box<V0Actor>>,
}

/// The classes that the rules name (T26, X4), by their numbers in v5 and later.
pub mod class {
    /// The actor is hidden by plane 0 only, unless a plane is forced (M5).
    pub const NEVER_CLIP: u8 = 20;
    /// A change of this class changes the forced z-plane (T26).
    pub const ALWAYS_CLIP: u8 = 21;
    /// A change of this class switches the walk boxes off or on for the actor (T26).
    pub const IGNORE_BOXES: u8 = 22;
    /// Vertical facings are mirrored (T44).
    pub const Y_FLIP: u8 = 29;
    /// Horizontal facings are mirrored (T44).
    pub const X_FLIP: u8 = 30;
    /// The actor of the player (B2).
    pub const PLAYER: u8 = 31;
    /// The actor is not found by position (D11).
    pub const UNTOUCHABLE: u8 = 32;
}

impl Actor {
    /// Creates an actor with the values of engine start (T20, mode -1). All limbs are zero.
    #[must_use]
    pub fn new(dialect: &Dialect) -> Self {
        let walk = Walk {
            dest_dir: Some(0),
            ..Walk::default()
        };
        let mut actor = Self {
            facing: 180,
            walk,
            ..Self::default()
        };
        actor.reset_settings(dialect);
        actor.reset_humongous();
        actor.v0 = dialect.is_v0().then(Box::default);
        actor
    }

    /// Returns the position in room pixels. Up to v2, whose positions count in units of 8x2 pixels
    /// (G4), the result is cut to 16 bits.
    #[must_use]
    pub fn place(&self, dialect: &Dialect) -> (i32, i32) {
        let (columns, lines) = dialect.position_unit();
        let in_pixels = |n: i16, unit: u8| i32::from(n.wrapping_mul(unit.into()));
        (in_pixels(self.pos.x, columns), in_pixels(self.pos.y, lines))
    }

    /// Returns whether the actor is in class `n`, 1..=32 (T26). For other numbers the result is
    /// `false`.
    #[must_use]
    pub fn is_in_class(&self, dialect: &Dialect, n: u8) -> bool {
        self.classes & class_bit(dialect, n) != 0
    }
}

/// Returns the bit of class `n`. Small-header games use other numbers for four of the classes (X4).
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

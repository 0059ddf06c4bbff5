//! The camera: set by the caller, or led by scripts, limits and the actor it follows (Y30–Y34).

use glam::{I16Vec2, IVec2};
use scumm_room::{Dialect, Result};

use super::Stage;
use super::view::to_i32;

/// How the camera of v1..v6 moves (Y30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CameraMode {
    /// No room was entered yet.
    #[default]
    None,
    /// It stands still unless it is sent somewhere.
    Normal,
    /// It follows an actor.
    Follow,
    /// It moves to its destination.
    Pan,
}

/// Where the camera looks, where it goes, and what leads it (Y30): state, and the script variables that limit it.
///
/// Positions are centres of the view in room pixels. Only v7 and later scroll vertically, and only when they present the
/// stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Camera {
    /// Where it looks.
    pub cur: I16Vec2,
    /// Where it goes.
    pub dest: I16Vec2,
    /// Where it looked in the last frame.
    pub last: I16Vec2,
    /// v1..v6: how it moves.
    pub mode: CameraMode,
    /// The actor it follows, 0 nobody.
    pub follows: u16,
    /// It is on its way to that actor.
    pub moving_to_actor: bool,
    /// v1..v6: the first strip of the view in which the followed actor does not move it.
    pub left_trigger: i32,
    /// v1..v6: the last such strip.
    pub right_trigger: i32,
    /// v7+: what the speeds grow by, in hundredths of a pixel.
    pub growth: IVec2,
    /// Variables `camera_min_x`, `camera_min_y`: it looks no further left or up.
    pub min: IVec2,
    /// Variables `camera_max_x`, `camera_max_y`.
    pub max: IVec2,
    /// v1..v6, variable `camera_fast_x`: it is at its destination at once.
    pub fast: bool,
    /// v7+, variables `camera_threshold_x`, `_y`: how far the actor may be from `cur`.
    pub threshold: IVec2,
    /// v7+, variables `camera_speed_x`, `_y`: pixels a frame.
    pub speed: IVec2,
    /// v7+, variables `camera_accel_x`, `_y`: added to `growth` in every frame on the way.
    pub acceleration: IVec2,
}

/// Most pixels that the camera of v7 and later moves in a frame (Y33).
const MAX_SPEED: i32 = 8;
/// Columns and lines that the camera of v1..v6 looks at after a room was entered (Y16).
const ENTERED: I16Vec2 = I16Vec2::new(160, 100);

impl Camera {
    /// The camera before the first room (Y1).
    pub(super) fn new(dialect: &Dialect) -> Self {
        let right_trigger = if dialect.he_at_least(71) { 70 } else { 30 };
        let (threshold, acceleration) = match dialect.is_v7_plus() {
            true => (IVec2::new(100, 70), IVec2::new(100, 100)),
            false => (IVec2::ZERO, IVec2::ZERO),
        };
        Self { left_trigger: 10, right_trigger, threshold, acceleration, ..Self::default() }
    }

    /// `at` within the limits, the upper one last.
    fn limited(&self, at: IVec2) -> IVec2 {
        at.max(self.min).min(self.max)
    }

    /// `at` within the horizontal limits.
    fn limited_x(&self, at: i32) -> i32 {
        at.max(self.min.x).min(self.max.x)
    }
}

impl Stage {
    /// The camera.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.state.camera
    }

    /// The camera, for plain stores: of what it is, and of the script variables that limit it.
    pub fn camera_mut(&mut self) -> &mut Camera {
        &mut self.state.camera
    }

    /// Puts the camera's centre at `x`, `y` in room pixels at once; the next frame is a full one (D2, S17).
    /// The view never leaves the room.
    pub fn set_camera(&mut self, x: i32, y: i32) {
        let at = IVec2::new(x, y).clamp(IVec2::splat(i16::MIN.into()), IVec2::splat(i16::MAX.into())).as_i16vec2();
        let camera = &mut self.state.camera;
        (camera.cur, camera.dest, camera.last) = (at, at, at);
        // A camera that stands where the caller put it is compared with the place drawn last.
        self.state.full_redraw |= self.state.camera_steps;
        self.move_view();
    }

    /// Sends the camera to a place (Y32, Y33): at once unless it follows an actor near there. v1..v6 look at `x` only. The
    /// view moves in the next frame.
    pub fn camera_to(&mut self, x: i16, y: i16) {
        let v7 = self.dialect.is_v7_plus();
        let half = to_i32(self.view_width() / 2);
        let camera = self.lead_camera();
        if v7 {
            camera.cur = camera.limited(IVec2::new(x.into(), y.into())).as_i16vec2();
            camera.dest = camera.cur;
            return;
        }
        let far = (i32::from(x) - i32::from(camera.cur.x)).abs() > half;
        if camera.mode != CameraMode::Follow || far {
            camera.cur.x = x;
        }
        camera.dest.x = x;
        camera.cur.x = camera.limited_x(camera.cur.x.into()) as i16;
    }

    /// Lets the camera of v1..v6 stand at column `x`, whomever it followed (Y32).
    pub fn camera_set(&mut self, x: i16) {
        let camera = self.lead_camera();
        camera.mode = CameraMode::Normal;
        camera.cur.x = x;
        let y = camera.cur.y;
        self.camera_to(x, y);
        self.state.camera.moving_to_actor = false;
    }

    /// Lets the camera move to a place, step by step (Y32, Y33). v1..v6 look at `x` only.
    pub fn camera_pan(&mut self, x: i16, y: i16) {
        let v7 = self.dialect.is_v7_plus();
        let camera = self.lead_camera();
        if v7 {
            (camera.follows, camera.dest) = (0, I16Vec2::new(x, y));
        } else {
            (camera.mode, camera.dest.x, camera.moving_to_actor) = (CameraMode::Pan, x, false);
        }
    }

    /// Lets the camera follow an actor (Y32, Y33). It jumps to an actor outside its triggers (v7+: further away than the
    /// thresholds), before v7 with `force` in any case.
    ///
    /// # Errors
    /// No such actor.
    pub fn camera_follow(&mut self, id: u16, force: bool) -> Result<()> {
        self.check_actor(id)?;
        let at = self.followed_place(id);
        let first = to_i32(self.x_start() / 8);
        let half = IVec2::new(to_i32(self.view_width() / 2), to_i32(usize::from(self.dialect.screen_size().1) / 2));
        let v7 = self.dialect.is_v7_plus();
        let camera = self.lead_camera();
        camera.follows = id;
        if v7 {
            let away = (at - camera.cur.as_ivec2()).abs();
            if away.cmpgt(camera.threshold.min(half)).any() {
                self.camera_to(at.x as i16, at.y as i16);
            }
            return Ok(());
        }
        camera.mode = CameraMode::Follow;
        let strip = at.x / 8 - first;
        if strip < camera.left_trigger || strip > camera.right_trigger || force {
            self.camera_to(at.x as i16, at.y as i16);
        }
        let room = self.state.room;
        for actor in self.state.actors.iter_mut().filter(|actor| actor.room == room) {
            actor.need_redraw = true;
        }
        Ok(())
    }

    /// The camera as somebody who leads it gets it: from now on it takes its steps.
    fn lead_camera(&mut self) -> &mut Camera {
        self.state.camera_steps = true;
        &mut self.state.camera
    }

    /// Where the camera looks after a room was entered (Y16).
    pub(super) fn camera_enters(&mut self) {
        let (view, screen) = (to_i32(self.view_width()), i32::from(self.dialect.screen_size().1));
        let (width, height) = (to_i32(self.backdrop.width()), to_i32(self.backdrop.height()));
        let v7 = self.dialect.is_v7_plus();
        let old = self.dialect.is_v1_or_v2();
        let camera = self.lead_camera();
        (camera.min.x, camera.max.x) = (view / 2, width - view / 2);
        if v7 {
            (camera.min.y, camera.max.y) = (screen / 2, height - screen / 2);
            return self.camera_to(ENTERED.x, ENTERED.y);
        }
        camera.mode = CameraMode::Normal;
        (camera.cur.y, camera.dest.y) = (ENTERED.y, ENTERED.y);
        if !old {
            (camera.cur.x, camera.dest.x) = (ENTERED.x, ENTERED.x);
        }
    }

    /// The camera's step, once a frame (Y31, Y33).
    pub(super) fn step_camera(&mut self) {
        if !self.state.camera_steps {
            return;
        }
        if self.dialect.is_v7_plus() {
            self.step_camera_v7()
        } else {
            self.step_camera_by_strips()
        }
        self.move_view();
    }

    /// Y31: strip by strip, in v1..v6.
    fn step_camera_by_strips(&mut self) {
        let (first, half) = (to_i32(self.x_start() / 8), to_i32(self.view_width() / 2));
        let at = self.followed_place(self.state.camera.follows).x;
        let camera = &mut self.state.camera;
        let mut cur = i32::from(camera.cur.x & !7);
        if cur < camera.min.x {
            camera.cur.x = if camera.fast { camera.min.x } else { cur + 8 } as i16;
            return;
        }
        if cur > camera.max.x {
            camera.cur.x = if camera.fast { camera.max.x } else { cur - 8 } as i16;
            return;
        }
        let strip = at / 8 - first;
        if camera.mode == CameraMode::Follow && (strip < camera.left_trigger || strip > camera.right_trigger) {
            match camera.fast {
                true if strip > 35 => camera.dest.x = (at + half / 2) as i16,
                true if strip < 5 => camera.dest.x = (at - half / 2) as i16,
                true => {}
                false => camera.moving_to_actor = true,
            }
        }
        if camera.moving_to_actor {
            camera.dest.x = at as i16;
        }
        camera.dest.x = camera.limited_x(camera.dest.x.into()) as i16;
        let dest = i32::from(camera.dest.x);
        if camera.fast {
            cur = dest;
        } else {
            // Upward first: a destination that is no multiple of 8 is stepped over and back.
            cur += if cur < dest { 8 } else { 0 };
            cur -= if cur > dest { 8 } else { 0 };
        }
        camera.cur.x = cur as i16;
        camera.moving_to_actor &= cur / 8 != at / 8;
    }

    /// Y33: pixel by pixel and ever faster, in v7 and later.
    fn step_camera_v7(&mut self) {
        let at = self.followed_place(self.state.camera.follows);
        let camera = &mut self.state.camera;
        let mut cur = camera.cur.as_ivec2();
        if camera.follows == 0 {
            camera.moving_to_actor = false;
        } else if (at - cur).abs().cmpgt(camera.threshold).any() {
            camera.moving_to_actor = true;
            cur = IVec2::select(camera.threshold.cmpeq(IVec2::ZERO), at, cur);
            cur = camera.limited(cur);
        }
        let dest = if camera.moving_to_actor { at } else { camera.dest.as_ivec2() };
        let dest = camera.limited(dest);
        let way = dest - cur;
        cur += way.signum() * way.abs().min(camera.speed.max(IVec2::ZERO));
        (camera.cur, camera.dest) = (cur.as_i16vec2(), dest.as_i16vec2());
        if cur == dest {
            (camera.moving_to_actor, camera.growth, camera.speed) = (false, IVec2::ZERO, IVec2::ZERO);
        } else {
            camera.growth = camera.growth.wrapping_add(camera.acceleration);
            camera.speed = camera.speed.wrapping_add(camera.growth / 100).min(IVec2::splat(MAX_SPEED));
        }
    }

    /// Where an actor is in room pixels, for the camera; v1 and v2 count in units of 8x2 (G4).
    fn followed_place(&self, id: u16) -> IVec2 {
        let (x, y) = self.dialect.position_unit();
        self.state.actors[id].pos.as_ivec2() * IVec2::new(x.into(), y.into())
    }

    /// Moves the view to where the camera looks (Y30). A led camera is itself kept inside the room by it.
    pub(super) fn move_view(&mut self) {
        let (view, room) = (to_i32(self.view_width()), to_i32(self.backdrop.width()));
        let by_pixels = self.dialect.scrolls_by_pixels();
        let camera = &mut self.state.camera;
        if self.state.camera_steps {
            if by_pixels {
                camera.cur = camera.limited(camera.cur.as_ivec2()).as_i16vec2();
            } else {
                let inside = i32::from(camera.cur.x).min(room - view / 2).max(view / 2);
                camera.cur.x = inside as i16;
            }
        }
        let x = i32::from(camera.cur.x);
        let start = if by_pixels { x - view / 2 } else { (x / 8 - view / 16) * 8 };
        self.state.x_start = usize::try_from(start.min(room - view)).unwrap_or(0);
    }
}

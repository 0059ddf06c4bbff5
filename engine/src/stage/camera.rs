//! The camera: set by the caller, or led by scripts, limits and the actor it follows (Y30–Y34).

use glam::{I16Vec2, IVec2};
use scumm_room::{Dialect, Result};

use super::{Stage, to_i32, to_index};

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
#[non_exhaustive]
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
    /// It takes a step in every frame; else it stands where [`Stage::place_camera`] put it.
    pub(super) steps: bool,
    /// The room column of the view's left edge (Y30).
    pub(super) view_start: usize,
    /// v7+: the view scrolls by pixels, and vertically too.
    by_pixels: bool,
    /// Columns of the view.
    view: i32,
    /// Columns of the room.
    room: i32,
}

/// Most pixels that the camera of v7 and later moves in a frame (Y33).
const MAX_SPEED: i32 = 8;
/// Columns and lines that the camera of v1..v6 looks at after a room was entered (Y16).
const ENTERED: I16Vec2 = I16Vec2::new(160, 100);

impl Camera {
    /// The camera before the first room (Y1), with a view of so many columns.
    pub(super) fn new(dialect: &Dialect, view_width: usize) -> Self {
        // The Nintendo's screen is narrower (Q20).
        let (left_trigger, right_trigger) = if dialect.he_at_least(71) {
            (10, 70)
        } else if dialect.is_nes() {
            (6, 21)
        } else {
            (10, 30)
        };
        let (threshold, acceleration) = if dialect.is_v7_plus() {
            (IVec2::new(100, 70), IVec2::new(100, 100))
        } else {
            (IVec2::ZERO, IVec2::ZERO)
        };
        let by_pixels = dialect.scrolls_by_pixels();
        let view = to_i32(view_width);
        Self {
            left_trigger,
            right_trigger,
            threshold,
            acceleration,
            by_pixels,
            view,
            ..Self::default()
        }
    }

    /// Whether another can take the place of this one.
    pub(super) fn can_become(&self, other: &Self, room_width: usize) -> bool {
        (self.by_pixels, self.view, to_i32(room_width)) == (other.by_pixels, other.view, other.room)
    }

    /// The room column of the view's left edge (G3): a multiple of 8 in v1..v6.
    #[must_use]
    pub fn view_start(&self) -> usize {
        self.view_start
    }

    /// Sends the camera to a place (Y32, Y33): at once unless it follows an actor near there. v1..v6 look at `x` only. The
    /// view moves in the next frame.
    pub fn send_to(&mut self, x: i16, y: i16) {
        self.steps = true;
        if self.by_pixels {
            self.cur = self.limited(IVec2::new(x.into(), y.into())).as_i16vec2();
            self.dest = self.cur;
            return;
        }
        let far = (i32::from(x) - i32::from(self.cur.x)).abs() > self.view / 2;
        if self.mode != CameraMode::Follow || far {
            self.cur.x = x;
        }
        self.dest.x = x;
        self.cur.x = self.limited_x(self.cur.x.into()) as i16;
    }

    /// Lets the camera of v1..v6 stand at column `x`, whomever it followed (Y32).
    pub fn stand_at(&mut self, x: i16) {
        self.mode = CameraMode::Normal;
        self.cur.x = x;
        self.send_to(x, self.cur.y);
        self.moving_to_actor = false;
    }

    /// Lets the camera move to a place, step by step (Y32, Y33). v1..v6 look at `x` only.
    pub fn pan_to(&mut self, x: i16, y: i16) {
        self.steps = true;
        if self.by_pixels {
            self.follows = 0;
            self.dest = I16Vec2::new(x, y);
        } else {
            self.mode = CameraMode::Pan;
            self.dest.x = x;
            self.moving_to_actor = false;
        }
    }

    /// The camera's step, once a frame (Y31, Y33); `at` is where the actor is that it follows.
    fn step(&mut self, at: IVec2) {
        if self.by_pixels {
            self.step_by_pixels(at)
        } else {
            self.step_by_strips(at.x)
        }
        self.move_view();
    }

    /// `at` within the limits, the upper one last; positions have 16 bits.
    fn limited(&self, at: IVec2) -> IVec2 {
        at.max(self.min)
            .min(self.max)
            .clamp(IVec2::splat(i16::MIN.into()), IVec2::splat(i16::MAX.into()))
    }

    /// Takes over the width of a room.
    pub(crate) fn enter_room(&mut self, width: usize) {
        self.room = to_i32(width);
    }

    /// `at` within the horizontal limits.
    fn limited_x(&self, at: i32) -> i32 {
        self.limited(IVec2::new(at, 0)).x
    }

    /// Y31: strip by strip, in v1..v6.
    fn step_by_strips(&mut self, at: i32) {
        let first = to_i32(self.view_start / 8);
        let half = self.view / 2;
        let mut cur = i32::from(self.cur.x & !7);
        if cur < self.min.x {
            self.cur.x = if self.fast { self.min.x } else { cur + 8 } as i16;
            return;
        }
        if cur > self.max.x {
            self.cur.x = if self.fast { self.max.x } else { cur - 8 } as i16;
            return;
        }
        let strip = at / 8 - first;
        if self.mode == CameraMode::Follow
            && (strip < self.left_trigger || strip > self.right_trigger)
        {
            match self.fast {
                true if strip > 35 => self.dest.x = (at + half / 2) as i16,
                true if strip < 5 => self.dest.x = (at - half / 2) as i16,
                true => {}
                false => self.moving_to_actor = true,
            }
        }
        if self.moving_to_actor {
            self.dest.x = at as i16;
        }
        self.dest.x = self.limited_x(self.dest.x.into()) as i16;
        let dest = i32::from(self.dest.x);
        if self.fast {
            cur = dest;
        } else {
            // Upward first: a destination that is no multiple of 8 is stepped over and back.
            cur += if cur < dest { 8 } else { 0 };
            cur -= if cur > dest { 8 } else { 0 };
        }
        self.cur.x = cur as i16;
        self.moving_to_actor &= cur / 8 != at / 8;
    }

    /// Y33: pixel by pixel and ever faster, in v7 and later.
    fn step_by_pixels(&mut self, at: IVec2) {
        let mut cur = self.cur.as_ivec2();
        if self.follows == 0 {
            self.moving_to_actor = false;
        } else if (at - cur).abs().cmpgt(self.threshold).any() {
            self.moving_to_actor = true;
            cur = IVec2::select(self.threshold.cmpeq(IVec2::ZERO), at, cur);
            cur = self.limited(cur);
        }
        let dest = if self.moving_to_actor {
            at
        } else {
            self.dest.as_ivec2()
        };
        let dest = self.limited(dest);
        let way = dest - cur;
        cur += way.signum() * way.abs().min(self.speed.max(IVec2::ZERO));
        self.cur = cur.as_i16vec2();
        self.dest = dest.as_i16vec2();
        if cur == dest {
            self.moving_to_actor = false;
            self.growth = IVec2::ZERO;
            self.speed = IVec2::ZERO;
        } else {
            self.growth = self.growth.wrapping_add(self.acceleration);
            self.speed = self
                .speed
                .wrapping_add(self.growth / 100)
                .min(IVec2::splat(MAX_SPEED));
        }
    }

    /// Moves the view to where the camera looks (Y30). A camera that takes steps is itself kept inside the room by it.
    fn move_view(&mut self) {
        if self.steps {
            if self.by_pixels {
                self.cur = self.limited(self.cur.as_ivec2()).as_i16vec2();
            } else {
                self.cur.x = i32::from(self.cur.x)
                    .min(self.room - self.view / 2)
                    .max(self.view / 2) as i16;
            }
        }
        let x = i32::from(self.cur.x);
        let start = if self.by_pixels {
            x - self.view / 2
        } else {
            (x / 8 - self.view / 16) * 8
        };
        self.view_start = to_index(start.min(self.room - self.view));
    }
}

impl Stage {
    /// The camera.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.state.camera
    }

    /// The camera, to send it somewhere, and for plain stores: of what it is, and of the script variables that limit it.
    pub fn camera_mut(&mut self) -> &mut Camera {
        &mut self.state.camera
    }

    /// Puts the camera's centre at `x`, `y` in room pixels at once; the next frame is a full one (D2, S17).
    /// The view never leaves the room.
    pub fn place_camera(&mut self, x: i32, y: i32) {
        let at = IVec2::new(x, y)
            .clamp(IVec2::splat(i16::MIN.into()), IVec2::splat(i16::MAX.into()))
            .as_i16vec2();
        let camera = &mut self.state.camera;
        camera.cur = at;
        camera.dest = at;
        camera.last = at;
        self.state.redraw.full = true;
        camera.move_view();
    }

    /// Lets the camera follow an actor (Y32, Y33). It jumps to an actor outside its triggers (v7+: further away than the
    /// thresholds), before v7 with `force` in any case.
    ///
    /// # Errors
    /// No such actor.
    pub fn follow_with_camera(&mut self, id: u16, force: bool) -> Result<()> {
        self.check_actor(id)?;
        let at = self.followed_place(id);
        let half_screen = i32::from(self.dialect.screen_size().1) / 2;
        let camera = &mut self.state.camera;
        camera.steps = true;
        camera.follows = id;
        if camera.by_pixels {
            let away = (at - camera.cur.as_ivec2()).abs();
            if away
                .cmpgt(
                    camera
                        .threshold
                        .min(IVec2::new(camera.view / 2, half_screen)),
                )
                .any()
            {
                camera.send_to(at.x as i16, at.y as i16);
            }
            return Ok(());
        }
        camera.mode = CameraMode::Follow;
        let strip = at.x / 8 - to_i32(camera.view_start / 8);
        if strip < camera.left_trigger || strip > camera.right_trigger || force {
            camera.send_to(at.x as i16, at.y as i16);
        }
        self.for_actors_of_room(|mut actor| actor.need_redraw = true);
        Ok(())
    }

    /// Where the camera looks after a room was entered (Y16).
    pub(super) fn camera_enters(&mut self) {
        let screen = i32::from(self.dialect.screen_size().1);
        let height = to_i32(self.backdrop.height());
        let camera = &mut self.state.camera;
        camera.steps = true;
        camera.min.x = camera.view / 2;
        camera.max.x = camera.room - camera.view / 2;
        if camera.by_pixels {
            camera.min.y = screen / 2;
            camera.max.y = height - screen / 2;
            return camera.send_to(ENTERED.x, ENTERED.y);
        }
        camera.mode = CameraMode::Normal;
        camera.cur.y = ENTERED.y;
        camera.dest.y = ENTERED.y;
        if !self.dialect.is_v1_or_v2() {
            camera.cur.x = ENTERED.x;
            camera.dest.x = ENTERED.x;
        }
    }

    /// Y62, v4 to v6: the view is elsewhere than in the last frame, so texts over the room are gone.
    pub(crate) fn camera_has_scrolled(&self) -> bool {
        let Camera { cur, last, .. } = &self.state.camera;
        scrolls_text_away(&self.dialect) && cur.x != last.x
    }

    /// Y62, v4 to v6: no talk begins or ends in the middle of a frame while the camera is on its way.
    pub(crate) fn camera_delays_talk(&self) -> bool {
        let Camera {
            cur, dest, last, ..
        } = &self.state.camera;
        scrolls_text_away(&self.dialect) && (dest.x / 8 != cur.x / 8 || cur != last)
    }

    /// The camera's step, once a frame, if it takes any (Y31, Y33).
    pub(super) fn step_camera(&mut self) {
        if self.state.camera.steps {
            let at = self.followed_place(self.state.camera.follows);
            self.state.camera.step(at);
        }
    }

    /// Where an actor is in room pixels, for the camera; v1 and v2 count in units of 8x2 (G4).
    fn followed_place(&self, id: u16) -> IVec2 {
        self.state.actors[id].place(&self.dialect).into()
    }
}

/// v4 to v6: a view that scrolls takes the text away and ends the talk, and talk waits while the camera is on its way (Y62).
fn scrolls_text_away(dialect: &Dialect) -> bool {
    (4..=6).contains(&dialect.version()) && !dialect.is_humongous()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Loud, in_room};

    /// Where the camera is in each of the next frames.
    fn frames(stage: &mut Stage, count: usize) -> Vec<i16> {
        let mut frame = || {
            stage.tick(&mut Loud);
            stage.camera().cur.x
        };
        (0..count).map(|_| frame()).collect()
    }

    fn place(stage: &mut Stage, x: i32) {
        stage.actor_mut(1).unwrap().put(x, 100, None);
    }

    #[test]
    fn a_pan_takes_a_strip_a_frame_and_ends_on_one_y31() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.camera_mut().pan_to(180, 0);
        assert_eq!(stage.camera().mode, CameraMode::Pan);
        assert_eq!(
            frames(&mut stage, 4),
            [168, 176, 176, 176],
            "180 is reached at 184 and left again"
        );
        assert_eq!(stage.camera().view_start(), 16);
    }

    #[test]
    fn the_fast_camera_is_there_at_once_y31() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.camera_mut().fast = true;
        stage.camera_mut().pan_to(400, 0);
        assert_eq!(frames(&mut stage, 1), [400]);
        // An actor 36 strips from the left edge: 80 pixels before it; 4 strips: 80 behind it.
        stage.camera_mut().stand_at(160);
        stage.tick(&mut Loud);
        place(&mut stage, 36 * 8);
        stage.follow_with_camera(1, false).unwrap();
        assert_eq!(frames(&mut stage, 1), [36 * 8 + 80]);
        place(&mut stage, 26 * 8 + 32);
        assert_eq!(frames(&mut stage, 1), [26 * 8 + 32 - 80]);
    }

    #[test]
    fn limits_that_close_in_push_the_camera_by_strips_y31() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.camera_mut().stand_at(320);
        stage.tick(&mut Loud);
        stage.camera_mut().max.x = 300;
        assert_eq!(frames(&mut stage, 4), [312, 304, 296, 296]);
        stage.camera_mut().max.x = 480;
        stage.camera_mut().min.x = 312;
        assert_eq!(frames(&mut stage, 3), [304, 312, 312]);
        stage.camera_mut().min.x = 400;
        stage.camera_mut().fast = true;
        assert_eq!(frames(&mut stage, 1), [400]);
    }

    #[test]
    fn an_actor_beyond_the_triggers_is_followed_until_it_is_in_the_middle_y31() {
        let mut stage = in_room(Dialect::new(6), 3);
        place(&mut stage, 200);
        stage.follow_with_camera(1, false).unwrap();
        stage.camera_mut().moving_to_actor = false;
        place(&mut stage, 30 * 8);
        assert_eq!(
            frames(&mut stage, 2),
            [160, 160],
            "strip 30 is the last one that does not matter"
        );
        place(&mut stage, 31 * 8);
        assert_eq!(frames(&mut stage, 2), [168, 176]);
        assert!(stage.camera().moving_to_actor);
        assert_eq!(frames(&mut stage, 10).last(), Some(&248));
        assert!(!stage.camera().moving_to_actor);
    }

    #[test]
    fn camera_to_jumps_unless_it_follows_somebody_near_y32() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.camera_mut().send_to(300, 0);
        assert_eq!(
            (stage.camera().cur.x, stage.camera().view_start()),
            (300, 0),
            "the view moves in the next frame"
        );
        stage.camera_mut().mode = CameraMode::Follow;
        stage.camera_mut().send_to(460, 0);
        assert_eq!(
            (stage.camera().cur.x, stage.camera().dest.x),
            (300, 460),
            "160 away is near"
        );
        stage.camera_mut().send_to(139, 0);
        assert_eq!(
            (stage.camera().cur.x, stage.camera().dest.x),
            (160, 139),
            "only cur is limited"
        );
    }

    #[test]
    fn following_jumps_to_an_actor_out_of_sight_and_draws_the_room_again_y32() {
        for (x, force, cur) in [(300, false, 160), (300, true, 300), (320, false, 320)] {
            let mut stage = in_room(Dialect::new(6), 3);
            place(&mut stage, x);
            stage.actor_mut(1).unwrap().need_redraw = false;
            stage.follow_with_camera(1, force).unwrap();
            // In mode 2 a jump of at most 160 pixels leaves cur where it is, and the camera walks there.
            let jumped = stage.camera().cur.x == cur || stage.camera().dest.x == cur;
            assert!(
                jumped && stage.actor(1).unwrap().need_redraw,
                "{x}, {force}"
            );
        }
        assert!(
            in_room(Dialect::new(6), 3)
                .follow_with_camera(99, true)
                .is_err()
        );
    }

    #[test]
    fn camera_set_forgets_whom_it_followed_y32() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.follow_with_camera(1, true).unwrap();
        stage.camera_mut().moving_to_actor = true;
        stage.camera_mut().stand_at(440);
        let camera = stage.camera();
        assert_eq!(
            (
                camera.mode,
                camera.cur.x,
                camera.dest.x,
                camera.moving_to_actor
            ),
            (CameraMode::Normal, 440, 440, false)
        );
    }

    #[test]
    fn v7_gains_speed_up_to_eight_pixels_y33() {
        let mut stage = in_room(Dialect::new(7), 3);
        stage.camera_mut().pan_to(400, 100);
        // Growth 100, 200, 300 ... makes speeds 1, 3, 6, 8, each used in the frame after.
        assert_eq!(frames(&mut stage, 6), [160, 161, 164, 170, 178, 186]);
        let last = frames(&mut stage, 40);
        assert_eq!(last.last(), Some(&400));
        assert_eq!(
            (stage.camera().speed, stage.camera().growth),
            (IVec2::ZERO, IVec2::ZERO)
        );
        assert_eq!(stage.camera().view_start(), 240);
    }

    #[test]
    fn v7_follows_an_actor_beyond_its_threshold_y33() {
        let mut stage = in_room(Dialect::new(7), 3);
        place(&mut stage, 260);
        stage.follow_with_camera(1, false).unwrap();
        assert_eq!(
            frames(&mut stage, 2),
            [160, 160],
            "100 away is not far enough"
        );
        place(&mut stage, 261);
        frames(&mut stage, 3);
        assert!(stage.camera().moving_to_actor && stage.camera().dest.x == 261);
        assert_eq!(frames(&mut stage, 30).last(), Some(&261));
        stage.camera_mut().threshold = IVec2::ZERO;
        place(&mut stage, 300);
        assert_eq!(
            frames(&mut stage, 1),
            [300],
            "without a threshold it is there at once"
        );
    }

    #[test]
    fn v7_jumps_to_whom_it_is_told_to_follow_y33() {
        let mut stage = in_room(Dialect::new(7), 3);
        place(&mut stage, 500);
        stage.follow_with_camera(1, false).unwrap();
        assert_eq!(
            (stage.camera().cur.x, stage.camera().dest.x),
            (480, 480),
            "within the room"
        );
        stage.camera_mut().pan_to(200, 100);
        assert_eq!(stage.camera().follows, 0);
    }

    #[test]
    fn nothing_of_it_asks_for_a_full_frame_y34() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.follow_with_camera(1, true).unwrap();
        stage.camera_mut().stand_at(300);
        stage.camera_mut().pan_to(400, 0);
        stage.tick_walk();
        assert!(!stage.state.redraw.full);
    }

    #[test]
    fn a_camera_that_was_put_somewhere_takes_no_steps() {
        let mut stage = crate::fixture::wide_stage(Dialect::new(5), 640, 200);
        stage.place_camera(165, 100);
        (0..3).for_each(|_| stage.tick(&mut Loud));
        assert_eq!(stage.camera().cur.x, 165);
        stage.camera_mut().pan_to(200, 100);
        stage.camera_mut().max.x = 480;
        assert_eq!(frames(&mut stage, 1), [168], "from now on it does");
    }

    #[test]
    fn hostile_numbers_do_no_harm() {
        for version in [2, 6, 7] {
            let mut stage = in_room(Dialect::new(version.max(5)), 3);
            for value in [i32::MIN, -1, 0, i32::MAX] {
                let camera = stage.camera_mut();
                camera.min = IVec2::splat(value);
                camera.max = IVec2::splat(value.wrapping_neg());
                camera.speed = IVec2::splat(value);
                camera.acceleration = IVec2::splat(value);
                camera.growth = IVec2::splat(value);
                camera.left_trigger = value;
                camera.threshold = IVec2::splat(value);
                camera.cur = I16Vec2::splat(value as i16);
                stage.follow_with_camera(1, true).unwrap();
                stage.tick(&mut Loud);
            }
        }
    }
}

//! The camera: placed by the caller, or moved by scripts, limits and the followed actor (Y30–Y34).

use glam::{I16Vec2, IVec2};
use scumm_room::{Dialect, Result};

use super::{Stage, to_i32, to_index};

/// The movement of the camera in v1..v6 (Y30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CameraMode {
    /// No room was entered yet.
    #[default]
    None,
    /// The camera stands still unless a script moves it.
    Normal,
    /// The camera follows an actor.
    Follow,
    /// The camera moves to its destination.
    Pan,
}

/// The camera (Y30): its state, and the script variables that limit it.
///
/// Positions are the centre of the view in room pixels. Only v7 and later scroll vertically, and
/// only when they present the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Camera {
    /// The current position.
    pub cur: I16Vec2,
    /// The destination.
    pub dest: I16Vec2,
    /// The position in the last frame.
    pub last: I16Vec2,
    /// v1..v6: the movement mode.
    pub mode: CameraMode,
    /// The followed actor; [0 for no actor](crate::Actor#values-of-the-original).
    pub follows: u16,
    /// Whether the camera is moving to the followed actor.
    pub moving_to_actor: bool,
    /// v1..v6: the first strip of the view in which the followed actor does not move the camera.
    pub left_trigger: i32,
    /// v1..v6: the last strip of the view in which the followed actor does not move the camera.
    pub right_trigger: i32,
    /// v7+: the growth of the speeds, in hundredths of a pixel.
    pub growth: IVec2,
    /// Variables `camera_min_x`, `camera_min_y`: the lower limits of the position.
    pub min: IVec2,
    /// Variables `camera_max_x`, `camera_max_y`: the upper limits of the position.
    pub max: IVec2,
    /// v1..v6, variable `camera_fast_x`: whether the camera jumps to its destination.
    pub fast: bool,
    /// v7+, variables `camera_threshold_x`, `_y`: the distance from `cur` within which the followed
    /// actor does not move the camera.
    pub threshold: IVec2,
    /// v7+, variables `camera_speed_x`, `_y`: the speed in pixels per frame.
    pub speed: IVec2,
    /// v7+, variables `camera_accel_x`, `_y`: the value that each frame of a movement adds to
    /// `growth`.
    pub acceleration: IVec2,
    /// Whether the camera takes a step in every frame. Otherwise it stays at the position that
    /// [`Stage::place_camera`] has set.
    pub(super) steps: bool,
    /// The room column of the view's left edge (Y30).
    pub(super) view_start: usize,
    /// v7+: the view scrolls by pixels, horizontally and vertically.
    by_pixels: bool,
    /// The width of the view in columns.
    view: i32,
    /// The width of the room in columns.
    room: i32,
}

/// The most pixels that the camera of v7 and later moves in a frame (Y33).
const MAX_SPEED: i32 = 8;
/// The position of the camera in v1..v6 after a room was entered (Y16).
const ENTERED: I16Vec2 = I16Vec2::new(160, 100);

impl Camera {
    /// Creates the camera before the first room (Y1), with a view of `view_width` columns.
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

    /// Returns whether `other` can replace this camera.
    pub(super) fn can_become(&self, other: &Self, room_width: usize) -> bool {
        (self.by_pixels, self.view, to_i32(room_width)) == (other.by_pixels, other.view, other.room)
    }

    /// Returns the room column of the view's left edge (G3): a multiple of 8 in v1..v6.
    #[must_use]
    pub fn view_start(&self) -> usize {
        self.view_start
    }

    /// Sets the camera position as scripts do (Y32, Y33). In v7 and later the camera jumps
    /// to the position, limited by `min` and `max`. In v1..v6 it jumps to column `x`, unless it
    /// follows an actor and the column is at most half a view away; `y` is not used. The view moves
    /// in the next frame.
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

    /// Moves the camera of v1..v6 to column `x` and stops following an actor (Y32).
    pub fn stand_at(&mut self, x: i16) {
        self.mode = CameraMode::Normal;
        self.cur.x = x;
        self.send_to(x, self.cur.y);
        self.moving_to_actor = false;
    }

    /// Starts a movement of the camera to a position, step by step (Y32, Y33). v1..v6 use `x` only.
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

    /// Takes the camera's step of a frame (Y31, Y33). `at` is the position of the followed actor.
    fn step(&mut self, at: IVec2) {
        if self.by_pixels {
            self.step_by_pixels(at)
        } else {
            self.step_by_strips(at.x)
        }
        self.move_view();
    }

    /// Returns `at` within the limits; the upper limit has priority. Positions have 16 bits.
    fn limited(&self, at: IVec2) -> IVec2 {
        at.max(self.min)
            .min(self.max)
            .clamp(IVec2::splat(i16::MIN.into()), IVec2::splat(i16::MAX.into()))
    }

    /// Stores the width of the entered room.
    pub(crate) fn enter_room(&mut self, width: usize) {
        self.room = to_i32(width);
    }

    /// Returns `at` within the horizontal limits.
    fn limited_x(&self, at: i32) -> i32 {
        self.limited(IVec2::new(at, 0)).x
    }

    /// Takes a step by strips, in v1..v6 (Y31).
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
            if !self.fast {
                self.moving_to_actor = true;
            } else if strip > 35 {
                self.dest.x = (at + half / 2) as i16;
            } else if strip < 5 {
                self.dest.x = (at - half / 2) as i16;
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
            // First the step to the right, then the step to the left. If the step to the right
            // passes the destination, the camera also makes the step to the left and stands where
            // it was.
            cur += if cur < dest { 8 } else { 0 };
            cur -= if cur > dest { 8 } else { 0 };
        }
        self.cur.x = cur as i16;
        self.moving_to_actor &= cur / 8 != at / 8;
    }

    /// Takes a step by pixels with growing speed, in v7 and later (Y33).
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

    /// Moves the view to the camera position (Y30). A camera that takes steps is also kept inside
    /// the room.
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
    /// Returns the camera.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.state.camera
    }

    /// Returns the camera for movements and for plain stores to its state and to the script
    /// variables that limit it.
    pub fn camera_mut(&mut self) -> &mut Camera {
        &mut self.state.camera
    }

    /// Sets the camera position directly, in room pixels. For callers that move the camera
    /// themselves. The next frame is a full redraw (D2, S17). The view never leaves the room.
    pub fn place_camera(&mut self, x: i32, y: i32) {
        // Positions have 16 bits (Y32).
        let at = I16Vec2::new(x as i16, y as i16);
        let camera = &mut self.state.camera;
        camera.cur = at;
        camera.dest = at;
        camera.last = at;
        self.state.redraw.full = true;
        camera.move_view();
    }

    /// Makes the camera follow an actor (Y32, Y33). The camera jumps to an actor outside its
    /// triggers (v7+: farther away than the thresholds). Before v7 it always jumps if `force` is
    /// set.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`](scumm_room::Error::Misuse) if `id` is outside 1..=80.
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

    /// Sets the camera for a room that was entered (Y16).
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

    /// Returns whether the view has moved since the last frame in v4 to v6, which removes the texts
    /// over the room (Y62).
    pub(crate) fn camera_has_scrolled(&self) -> bool {
        let Camera { cur, last, .. } = &self.state.camera;
        scrolls_text_away(&self.dialect) && cur.x != last.x
    }

    /// Returns whether the camera is moving in v4 to v6: no talk begins or ends in the middle of a
    /// frame then (Y62).
    pub(crate) fn camera_delays_talk(&self) -> bool {
        let Camera {
            cur, dest, last, ..
        } = &self.state.camera;
        scrolls_text_away(&self.dialect) && (dest.x / 8 != cur.x / 8 || cur != last)
    }

    /// Takes the camera's step of a frame, if the camera takes steps (Y31, Y33).
    pub(super) fn step_camera(&mut self) {
        if self.state.camera.steps {
            let at = self.followed_place(self.state.camera.follows);
            self.state.camera.step(at);
        }
    }

    /// Returns the position of an actor in room pixels; v1 and v2 count in units of 8x2 pixels
    /// (G4).
    fn followed_place(&self, id: u16) -> IVec2 {
        self.state.actors[id].place(&self.dialect).into()
    }
}

/// Returns whether scrolling removes the text and ends the talk (Y62). In these versions, v4 to v6,
/// a talk also does not begin or end while the camera moves.
fn scrolls_text_away(dialect: &Dialect) -> bool {
    (4..=6).contains(&dialect.version()) && !dialect.is_humongous()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Loud, in_room};

    /// Returns the camera positions in the next frames.
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
            "the step to 184 passes 180 and is taken back"
        );
        assert_eq!(stage.camera().view_start(), 16);
    }

    #[test]
    fn the_fast_camera_is_there_at_once_y31() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.camera_mut().fast = true;
        stage.camera_mut().pan_to(400, 0);
        assert_eq!(frames(&mut stage, 1), [400]);
        // The camera stands 80 columns to the right of an actor near the right edge of the view,
        // and 80 columns to the left of an actor near the left edge.
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
            "strip 30 is the last strip that does not move the camera"
        );
        place(&mut stage, 31 * 8);
        assert_eq!(frames(&mut stage, 2), [168, 176]);
        assert!(stage.camera().moving_to_actor);
        assert_eq!(frames(&mut stage, 10).last(), Some(&248));
        assert!(!stage.camera().moving_to_actor);
    }

    #[test]
    fn a_place_of_the_camera_has_16_bits_before_it_is_limited_y32() {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.place_camera(65_536 + 200, 100);
        assert_eq!(stage.camera().cur.x, 200);
        stage.place_camera(40_000, 100);
        assert_eq!(
            stage.camera().cur.x,
            160,
            "40000 is negative in 16 bits, so the lower limit applies"
        );
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
            "at a distance of 160 the camera does not jump"
        );
        stage.camera_mut().send_to(139, 0);
        assert_eq!(
            (stage.camera().cur.x, stage.camera().dest.x),
            (160, 139),
            "the limits change only `cur`"
        );
    }

    #[test]
    fn following_jumps_to_an_actor_out_of_sight_and_draws_the_room_again_y32() {
        for (x, force, cur) in [(300, false, 160), (300, true, 300), (320, false, 320)] {
            let mut stage = in_room(Dialect::new(6), 3);
            place(&mut stage, x);
            stage.actor_mut(1).unwrap().need_redraw = false;
            stage.follow_with_camera(1, force).unwrap();
            // In mode 2 a jump of at most 160 pixels does not change cur, and the camera moves
            // there step by step.
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
        // Growths of 100, 200, 300 ... give speeds of 1, 3, 6, 8, each used in the next frame.
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
            "at a distance of 100 the camera does not move"
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
            "without a threshold the camera jumps to the actor"
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
        assert_eq!(
            frames(&mut stage, 1),
            [168],
            "after `pan_to` the camera takes steps"
        );
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

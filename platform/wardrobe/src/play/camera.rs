//! A camera that follows an actor through a room wider, or higher, than the screen.

use glam::{BVec2, IVec2};
use serde::{Deserialize, Serialize};

/// How far the actor goes from the middle of the screen before the camera follows, as a part of the screen's side.
const LEASH: i32 = 4;
/// The camera's speed in pixels a frame; a multiple of 8 because v1..v6 scroll by whole strips (G3).
const SPEED: i32 = 8;

/// The middle of the view, in room pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Follower {
    /// Where it looks.
    pub at: IVec2,
    following: BVec2,
    room: IVec2,
    screen: IVec2,
}

impl Follower {
    /// A camera that looks at `actor` at once.
    pub fn new(actor: IVec2, room: IVec2, screen: IVec2) -> Self {
        let mut new = Self { at: actor, following: BVec2::FALSE, room, screen };
        new.at = new.inside(actor);
        new
    }

    /// This camera, come from a file, in a room and on a screen of these sizes.
    pub fn within(self, room: IVec2, screen: IVec2) -> Self {
        let mut new = Self { room, screen, ..self };
        new.at = new.inside(self.at);
        new
    }

    /// Moves on by one frame. Once the actor has left the middle, the camera follows until it has it in the middle again;
    /// an actor that is off the screen is found at once.
    pub fn follow(&mut self, actor: IVec2) {
        let goal = self.inside(actor);
        let away = (actor - self.at).abs();
        if away.cmpgt(self.screen).any() {
            self.at = goal;
        }
        self.following |= away.cmpgt(self.screen / LEASH);
        let step = (goal - self.at).clamp(IVec2::splat(-SPEED), IVec2::splat(SPEED));
        self.at += IVec2::select(self.following, step, IVec2::ZERO);
        self.following &= self.at.cmpne(goal);
    }

    /// The place nearest to `point` from which the view does not leave the room.
    fn inside(&self, point: IVec2) -> IVec2 {
        let half = self.screen / 2;
        point.max(half).min((self.room - half).max(half))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: IVec2 = IVec2::new(320, 200);

    #[test]
    fn a_room_as_large_as_the_screen_does_not_scroll() {
        let mut camera = Follower::new(IVec2::new(10, 10), SCREEN, SCREEN);
        for x in 0..400 {
            camera.follow(IVec2::new(x, 199));
            assert_eq!(camera.at, SCREEN / 2);
        }
    }

    #[test]
    fn it_follows_from_the_leash_until_the_actor_is_in_the_middle() {
        let mut camera = Follower::new(IVec2::new(320, 100), IVec2::new(960, 200), SCREEN);
        camera.follow(IVec2::new(400, 100));
        assert_eq!(camera.at.x, 320);
        let mut frames = 0;
        while camera.at.x != 401 {
            camera.follow(IVec2::new(401, 100));
            frames += 1;
        }
        assert_eq!(frames, 11, "81 pixels, 8 a frame");
        camera.follow(IVec2::new(470, 100));
        assert_eq!(camera.at.x, 401);
    }

    #[test]
    fn a_camera_from_a_file_stays_in_the_room() {
        let far = Follower { at: IVec2::new(i32::MIN, i32::MAX), ..Follower::new(IVec2::ZERO, SCREEN, SCREEN) };
        let mut camera = far.within(IVec2::new(640, 200), SCREEN);
        assert_eq!(camera.at, SCREEN / 2);
        camera.follow(IVec2::new(600, 0));
    }

    #[test]
    fn it_never_shows_what_lies_outside() {
        let room = IVec2::new(640, 144);
        for x in [-50, 0, 159, 600, 700] {
            let camera = Follower::new(IVec2::new(x, 500), room, SCREEN);
            assert!((160..=480).contains(&camera.at.x), "{x}");
        }
    }

    #[test]
    fn an_actor_off_the_screen_is_found_at_once() {
        let mut camera = Follower::new(IVec2::new(160, 100), IVec2::new(1280, 200), SCREEN);
        camera.follow(IVec2::new(1000, 100));
        assert_eq!(camera.at.x, 1000);
    }
}

//! The placement of an actor for drawing: the anchor of its costume, its scale, and the plane that
//! hides it (C40, G4, M5, M6). A frame computes the placement before it draws the actor.

use scumm_room::Dialect;

use super::{Stage, to_i32};
use crate::{Actor, class};

/// The position and scale of an actor's drawing, and the plane that hides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The view column of the costume's anchor (C40, G3).
    pub x: i32,
    /// The stage row of the costume's anchor, with the elevation subtracted.
    pub y: i32,
    /// The horizontal and vertical scale; 255 is full size (T63).
    pub scale: (u8, u8),
    /// The plane that hides the actor (M5, M6).
    pub plane: u8,
}

impl Stage {
    /// Updates the actor's scale from its box, as every draw does first (T62), and returns the
    /// placement of the actor.
    pub(super) fn place_for_drawing(&mut self, id: u16) -> Placement {
        // The warning about a box without a scale was logged when the actor entered the box.
        let _ = self.handle(id).take_scale();
        let actor = &self.state.actors[id];
        let (x, y) = anchor(actor, &self.dialect);
        let view = to_i32(self.state.camera.view_start() & !7);
        Placement {
            x: x.wrapping_sub(view),
            y,
            scale: self.drawn_scale(actor),
            plane: self.z_plane(id),
        }
    }

    /// Returns the plane that hides an actor (M5, M6).
    pub(crate) fn z_plane(&self, id: u16) -> u8 {
        let actor = &self.state.actors[id];
        if actor.force_clip != self.dialect.unforced_clip() {
            return actor.force_clip;
        }
        if !self.dialect.is_v7_plus() && actor.is_in_class(&self.dialect, class::NEVER_CLIP) {
            return 0;
        }
        if self.dialect.is_v0() {
            return self.box_plane_v0(actor.walkbox);
        }
        let last = self.buffers.planes.count().saturating_sub(1);
        self.state
            .boxes
            .mask(actor.walkbox)
            .min(u8::try_from(last).unwrap_or(u8::MAX))
    }
}

/// Returns the anchor of an actor's costume in room columns and stage rows (C40, G4). Up to v2 the
/// elevation has the unit of positions. Humongous games add the draw offset.
fn anchor(actor: &Actor, dialect: &Dialect) -> (i32, i32) {
    let x = i32::from(actor.pos.x);
    let y = i32::from(actor.pos.y);
    if dialect.version() <= 2 {
        let (columns, lines) = dialect.position_unit();
        let aside = old_costume_shift(dialect, actor.facing);
        return (
            x * i32::from(columns) + aside,
            y.wrapping_sub(actor.elevation).wrapping_mul(lines.into()),
        );
    }
    let (dx, dy) = if dialect.is_humongous() {
        actor.he.offset
    } else {
        (0, 0)
    };
    (
        x.wrapping_add(dx),
        y.wrapping_add(dy).wrapping_sub(actor.elevation),
    )
}

/// Returns the number of pixels by which v0..v2 move costumes to the right, for a facing in
/// degrees. Only the exact values of west and east differ (G4, V37, Q44).
fn old_costume_shift(dialect: &Dialect, facing: u16) -> i32 {
    match (dialect.version(), facing) {
        (0, _) => 12,
        (_, 90) if dialect.is_nes() => -8,
        _ if dialect.is_nes() => 0,
        (_, 270) => 16,
        (2, _) => 8,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use glam::I16Vec2;
    use scumm_room::{Boxes, Dialect, Planes, WalkBox};

    use super::*;
    use crate::fixture::{Loud, dressed, stage};

    /// Returns the plane that hides an actor in a box of mask 2. There are four planes, plane 0
    /// included.
    fn plane(version: u8, force_clip: u8, never_clipped: bool) -> u8 {
        let dialect = Dialect::new(version);
        let mut stage = stage(dialect);
        stage.buffers.planes = Planes::new(320, 200, 320, 4);
        let boxes = vec![
            WalkBox::default(),
            WalkBox {
                mask: 2,
                ..WalkBox::default()
            },
        ];
        stage.state.boxes = Boxes::new(&dialect, boxes);
        let mut actor = stage.actor_mut(1).unwrap();
        actor.set_class(class::NEVER_CLIP, never_clipped).unwrap();
        actor.walkbox = 1;
        actor.force_clip = force_clip;
        stage.z_plane(1)
    }

    #[test]
    fn a_forced_plane_wins_before_v7_m5() {
        assert_eq!(
            [plane(5, 0, false), plane(5, 1, false), plane(5, 9, false)],
            [2, 1, 9]
        );
        assert_eq!(
            [plane(5, 0, true), plane(5, 3, true)],
            [0, 3],
            "class 20 is asked only without one"
        );
    }

    #[test]
    fn a_hundred_means_the_walk_box_from_v7_on_m6() {
        assert_eq!(
            [plane(7, 100, false), plane(7, 0, false), plane(8, 9, false)],
            [2, 0, 9]
        );
        assert_eq!(plane(7, 100, true), 2, "class 20 is not asked");
    }

    #[test]
    fn the_box_is_limited_to_the_planes_m5() {
        let dialect = Dialect::new(5);
        let mut stage = stage(dialect);
        stage.state.boxes = Boxes::new(
            &dialect,
            vec![WalkBox {
                mask: 7,
                ..WalkBox::default()
            }],
        );
        stage.actor_mut(1).unwrap().walkbox = 0;
        assert_eq!(stage.z_plane(1), 0, "there is only plane 0");
    }

    #[test]
    fn old_positions_count_eight_by_two_pixels_g4() {
        let at = |version, facing| {
            let mut actor = Actor::new(1, &Dialect::new(version));
            actor.pos = I16Vec2::new(10, 60);
            actor.facing = facing;
            actor.elevation = 5;
            anchor(&actor, &Dialect::new(version))
        };
        assert_eq!(
            [at(1, 90), at(2, 90), at(1, 270), at(2, 270)],
            [(80, 110), (88, 110), (96, 110), (96, 110)]
        );
        assert_eq!(at(2, 269), (88, 110), "270 exactly");
        assert_eq!(at(3, 270), (10, 55));
    }

    #[test]
    fn elevation_counts_two_lines_up_to_v2_g4() {
        for version in [1, 2] {
            let mut actor = Actor::new(1, &Dialect::new(version));
            actor.pos = I16Vec2::new(10, 60);
            actor.elevation = -7;
            assert_eq!(anchor(&actor, &Dialect::new(version)).1, 134, "v{version}");
        }
    }

    #[test]
    fn only_humongous_actors_have_a_draw_offset() {
        for (dialect, place) in [
            (Dialect::new(7), (10, 60)),
            (Dialect::humongous(72), (13, 56)),
        ] {
            let mut actor = Actor::new(1, &dialect);
            actor.pos = I16Vec2::new(10, 60);
            actor.he.offset = (3, -4);
            assert_eq!(anchor(&actor, &dialect), place);
        }
    }

    #[test]
    fn plane_0_hides_like_any_other_until_it_is_cleared_m2_x6() {
        let mut stage = dressed(Dialect::new(5));
        stage
            .actor_mut(1)
            .unwrap()
            .set_class(class::NEVER_CLIP, true)
            .unwrap();
        stage.buffers.planes.get_mut(0).unwrap().fill(0xff);
        let mut shown = || {
            stage.actor_mut(1).unwrap().need_redraw = true;
            stage.tick(&mut Loud);
            let pixel = stage.front().row(95)[103];
            stage.overlay().clear_plane_0();
            pixel
        };
        assert_eq!([shown(), shown()], [7, 40]);
    }
}

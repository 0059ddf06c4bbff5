//! Drawing an actor: where it stands on the stage, which plane hides it, what it reports back (D8, C40, M5, M6).

use scumm_costume::{Costume, Drawn, Environment, LimbStates, Look, Renderer, Target};
use scumm_room::Quirks;

use super::camera::to_i32;
use super::{Stage, State, Tables};
use crate::Actor;
use crate::actor::class;

/// Light in which actors have their colours (C54).
const ACTOR_LIGHT: u16 = 8;

impl Stage {
    /// D8: draws an actor and notes what the redraw rules want to know of it.
    pub(super) fn draw_actor(&mut self, id: u16, env: &mut dyn Environment) {
        self.state.actors[id].need_redraw = false;
        self.choose_mouth(id, env);
        self.setup_actor_scale(id);
        self.trace_actor(id);
        let skips = self.state.actors[id].he.skip_limbs;
        let drawn =
            self.with_look(
                id,
                |costume, anim, look, renderer, target| {
                    if skips { Drawn::default() } else { costume.draw(anim, look, renderer, target) }
                },
            );
        let Some(drawn) = drawn else { return };
        let redraws = drawn.result & 1 != 0 && self.dialect.redraws_cut_actors();
        let actor = &mut self.state.actors[id];
        actor.need_redraw = redraws && self.dialect.has_quirk(Quirks::CUT_REDRAWS);
        (actor.top, actor.bottom) = (drawn.top, drawn.bottom);
        actor.strips.union(&drawn.strips);
        if let Some(fault) = drawn.fault {
            self.emit_fault(id, fault);
        }
    }

    /// Draws an actor's picture without the background being restored and without any of the redraw rules: what a
    /// measurement of drawing needs.
    ///
    /// # Errors
    /// No such actor, or it has no costume.
    pub fn draw_alone(&mut self, id: u16) -> scumm_room::Result<()> {
        self.check_actor(id)?;
        self.setup_actor_scale(id);
        self.trace_actor(id);
        let drawn = self.with_look(id, Costume::draw);
        drawn.map(drop).ok_or_else(|| scumm_room::Error::Misuse(format!("actor {id} has no costume")))
    }

    /// T84: HE80+ moves the mouth of who talks at random, unless a script has just asked for a talk condition.
    fn choose_mouth(&mut self, id: u16, env: &mut dyn Environment) {
        if !self.dialect.moves_mouths() {
            return;
        }
        let asked = std::mem::take(&mut self.state.actors[id].he.condition_asked);
        if asked || self.state.actors[id].anim_progress != 0 {
            return;
        }
        let talks = self.state.talking == id;
        let condition = if talks { u32::try_from(env.random(1, 10)).unwrap_or(1).clamp(1, 10) } else { 1 };
        self.choose_talk_condition(id, condition);
    }

    /// Hands an actor's costume and look, the renderer and the stage's memory to `f`; `None` where there is no costume.
    pub(super) fn with_look<T>(
        &mut self,
        id: u16,
        f: impl FnOnce(&Costume, &LimbStates, &Look<'_>, &mut Renderer, &mut Target<'_>) -> T,
    ) -> Option<T> {
        let x_start = self.x_start();
        let own_scale_table = self.state.own_scale_table;
        let (scale_x, scale_y) = self.drawn_scale(id);
        let plane = self.z_plane(id);
        let dark = self.dialect.has_lights() && self.state.lights & ACTOR_LIGHT == 0;
        let State { actors, front, planes, shadow, room_palette, renderer, .. } = &mut self.state;
        let actor = &actors[id];
        let costume = self.costumes.get(&actor.costume)?;
        let Tables { remp, slots, xmaps, scale } = &self.tables;
        let (x, y) = anchor(actor, &self.dialect);
        let look = Look {
            dialect: &self.dialect,
            actor: id,
            x: x.wrapping_sub(to_i32(x_start & !7)),
            y,
            facing: actor.facing,
            scale_x,
            scale_y,
            palette: &actor.palette,
            shadow_mode: actor.shadow_mode,
            shadow: if self.dialect.draws_with_shadow_table() { shadow } else { &[] },
            dark,
            room_palette,
            clip: Some(actor.he.clip).filter(|[l, t, r, b]| self.dialect.is_humongous() && r > l && b > t),
            remp: remp.as_deref(),
            palette_slots: slots.as_deref().unwrap_or(&[]),
            palette_slot: actor.he.palette_slot,
            xmap: xmaps.get(&actor.he.xmap).map(|x| &**x),
            scale_table: scale.as_deref().filter(|_| own_scale_table),
        };
        let mut target = Target {
            pitch: front.pitch,
            height: front.height,
            x_start,
            mask: planes.plane(plane),
            pixels: &mut front.pixels,
        };
        Some(f(costume, &actor.anim, &look, renderer, &mut target))
    }

    /// The plane that hides an actor (M5, M6).
    pub(crate) fn z_plane(&self, id: u16) -> u8 {
        let actor = &self.state.actors[id];
        if actor.force_clip != self.dialect.unforced_clip() {
            return actor.force_clip;
        }
        if !self.dialect.is_v7_plus() && actor.is_in_class(&self.dialect, class::NEVER_CLIP) {
            return 0;
        }
        let last = self.state.planes.planes.len().saturating_sub(1);
        self.box_mask(id).min(u8::try_from(last).unwrap_or(u8::MAX))
    }
}

/// The pixel that an actor's costume hangs on, in room columns and stage lines (C40, G4); Humongous games move it by
/// the draw offset.
fn anchor(actor: &Actor, dialect: &scumm_room::Dialect) -> (i32, i32) {
    let (x, y) = (i32::from(actor.pos.x), i32::from(actor.pos.y));
    if dialect.is_v1_or_v2() {
        let aside = if actor.facing == 270 { 16 } else { dialect.old_costume_shift() };
        return (x * 8 + aside, (y * 2).wrapping_sub(actor.elevation));
    }
    let (dx, dy) = if dialect.is_humongous() { actor.he.offset } else { (0, 0) };
    (x.wrapping_add(dx), y.wrapping_add(dy).wrapping_sub(actor.elevation))
}

#[cfg(test)]
mod tests {
    use glam::I16Vec2;
    use scumm_room::{Boxes, Dialect, Planes, WalkBox};

    use super::*;
    use crate::fixture::{Loud, dressed, stage};

    /// The plane that hides an actor in a box of mask 2, of four planes with plane 0.
    fn plane(version: u8, force_clip: u8, never_clipped: bool) -> u8 {
        let dialect = Dialect::new(version);
        let mut stage = stage(dialect);
        stage.state.planes = Planes::new(320, 200, 320, 4);
        let boxes = vec![WalkBox::default(), WalkBox { mask: 2, ..WalkBox::default() }];
        stage.state.boxes = Boxes::new(&dialect, boxes);
        stage.set_class(1, class::NEVER_CLIP, never_clipped).unwrap();
        let actor = stage.actor_mut(1).unwrap();
        (actor.walkbox, actor.force_clip) = (1, force_clip);
        stage.z_plane(1)
    }

    #[test]
    fn a_forced_plane_wins_before_v7_m5() {
        assert_eq!([plane(5, 0, false), plane(5, 1, false), plane(5, 9, false)], [2, 1, 9]);
        assert_eq!([plane(5, 0, true), plane(5, 3, true)], [0, 3], "class 20 is asked only without one");
    }

    #[test]
    fn a_hundred_means_the_walk_box_from_v7_on_m6() {
        assert_eq!([plane(7, 100, false), plane(7, 0, false), plane(8, 9, false)], [2, 0, 9]);
        assert_eq!(plane(7, 100, true), 2, "class 20 is not asked");
    }

    #[test]
    fn the_box_is_limited_to_the_planes_m5() {
        let dialect = Dialect::new(5);
        let mut stage = stage(dialect);
        stage.state.boxes = Boxes::new(&dialect, vec![WalkBox { mask: 7, ..WalkBox::default() }]);
        stage.actor_mut(1).unwrap().walkbox = 0;
        assert_eq!(stage.z_plane(1), 0, "there is only plane 0");
    }

    #[test]
    fn old_positions_count_eight_by_two_pixels_g4() {
        let at = |version, facing| {
            let mut actor = Actor::new(1, &Dialect::new(version));
            (actor.pos, actor.facing, actor.elevation) = (I16Vec2::new(10, 60), facing, 5);
            anchor(&actor, &Dialect::new(version))
        };
        assert_eq!([at(1, 90), at(2, 90), at(1, 270), at(2, 270)], [(80, 115), (88, 115), (96, 115), (96, 115)]);
        assert_eq!(at(2, 269), (88, 115), "270 exactly");
        assert_eq!(at(3, 270), (10, 55));
    }

    #[test]
    fn only_humongous_actors_have_a_draw_offset() {
        for (dialect, place) in [(Dialect::new(7), (10, 60)), (Dialect::humongous(72), (13, 56))] {
            let mut actor = Actor::new(1, &dialect);
            (actor.pos, actor.he.offset) = (I16Vec2::new(10, 60), (3, -4));
            assert_eq!(anchor(&actor, &dialect), place);
        }
    }

    #[test]
    fn who_talks_moves_the_mouth_at_random_from_he80_on_t84() {
        let mask = |he, talks, asked| {
            let mut stage = stage(Dialect::humongous(he));
            stage.set_talking_actor(if talks { 1 } else { 2 });
            if asked {
                stage.ask_talk_condition(1, 3).unwrap();
            }
            stage.choose_mouth(1, &mut Loud);
            stage.actor(1).unwrap().anim.condition_mask
        };
        // Chance gives 10: bit 9.
        assert_eq!([mask(80, true, false), mask(80, false, false), mask(80, true, true)], [0x200, 1, 4]);
        assert_eq!(mask(74, true, false), 1);
    }

    #[test]
    fn a_request_lasts_for_one_draw_and_chance_waits_for_the_animation_t84() {
        let mut stage = stage(Dialect::humongous(80));
        stage.ask_talk_condition(1, 3).unwrap();
        stage.actor_mut(1).unwrap().anim_progress = 1;
        stage.choose_mouth(1, &mut Loud);
        stage.choose_mouth(1, &mut Loud);
        assert_eq!(stage.actor(1).unwrap().anim.condition_mask, 4);
        stage.actor_mut(1).unwrap().anim_progress = 0;
        stage.choose_mouth(1, &mut Loud);
        assert_eq!(stage.actor(1).unwrap().anim.condition_mask, 1);
    }

    #[test]
    fn actors_are_dark_without_their_light_before_v6_c54() {
        for (version, colour) in [(5, 8), (6, 40)] {
            let mut stage = dressed(Dialect::new(version));
            stage.set_lights(3);
            stage.tick(&mut Loud);
            assert_eq!(stage.front().row(95)[103], colour, "v{version}");
        }
    }

    #[test]
    fn a_drawn_actor_knows_where_it_was_drawn_d8_d3() {
        let mut stage = dressed(Dialect::new(5));
        stage.tick(&mut Loud);
        let actor = stage.actor(1).unwrap();
        assert_eq!((actor.need_redraw, actor.top, actor.bottom), (false, 91, 101));
        // Columns 100..108, one more to the right in COST.
        assert_eq!(actor.strips.iter().collect::<Vec<_>>(), [12, 13]);
    }

    #[test]
    fn skipped_limbs_leave_no_trace_x9() {
        let mut stage = dressed(Dialect::humongous(61));
        stage.set_costume(1, -1).unwrap();
        stage.tick(&mut Loud);
        let actor = stage.actor(1).unwrap();
        assert_eq!((stage.front().row(95)[103], actor.top, actor.strips.is_empty()), (7, 0x7fff_ffff, true));
    }

    #[test]
    fn drawing_alone_changes_no_redraw_state() {
        let mut stage = dressed(Dialect::new(5));
        let before = stage.actor(1).unwrap().clone();
        stage.draw_alone(1).unwrap();
        assert_eq!((stage.front().row(95)[103], stage.actor(1).unwrap()), (40, &before));
        assert!(stage.draw_alone(2).is_err() && stage.draw_alone(0).is_err());
    }
}

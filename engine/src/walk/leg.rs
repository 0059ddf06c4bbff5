//! What the legs of all versions share: the walk animation, walk scripts, the box ahead (T71, T74, T79).

use glam::I16Vec2;
use scumm_room::WalkRules;

use crate::actor::moving;
use crate::{Event, Stage};

/// Whether a leg has still to be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leg {
    /// It goes on in the next frame.
    GoesOn,
    /// Its end is reached, or there was nothing to walk.
    Over,
}

/// What a walk script is told (T74).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalkCommand {
    /// Walk on, facing the angle.
    Start = 1,
    /// Stand, facing the angle.
    Stop = 3,
}

impl Stage {
    /// Plans a leg to `next` and takes its first step (T70, T78). Where the actor is there already nothing changes.
    pub(super) fn begin_leg(&mut self, id: u16, next: I16Vec2) -> Leg {
        if self.state.actors[id].pos == next {
            return Leg::Over;
        }
        match self.dialect.walk_rules() {
            WalkRules::Cells => self.begin_leg_cells(id, next),
            WalkRules::TwoGates => self.begin_leg_v3(id, next),
            WalkRules::Slopes => self.begin_slope(id, next),
        }
    }

    /// Takes one step of a leg (T71, T79).
    pub(super) fn leg_step(&mut self, id: u16) -> Leg {
        self.state.actors[id].need_redraw = true;
        let starts = self.animate_leg(id);
        match self.dialect.walk_rules() {
            WalkRules::Cells if self.is_moving(id, moving::TURN) => Leg::GoesOn,
            WalkRules::Cells => self.cell_step(id),
            // The frame that turns or starts the walk animation does not move.
            WalkRules::TwoGates if starts => Leg::GoesOn,
            WalkRules::TwoGates => self.whole_step(id),
            WalkRules::Slopes => self.slope_step(id),
        }
    }

    /// Starts the walk animation where a leg begins or the facing has to change (T71b); whether that was so.
    fn animate_leg(&mut self, id: u16) -> bool {
        let facing = self.dir_step(id, true);
        let actor = &self.state.actors[id];
        let turns = actor.facing != facing;
        if actor.walk.moving & moving::LEG != 0 && !turns {
            return false;
        }
        if turns || actor.walk_frame != actor.frame {
            let frame = actor.walk_frame;
            self.run_walk_animation(id, WalkCommand::Start, facing, |stage| {
                stage.set_direction_of(id, i32::from(facing));
                stage.start_frame(id, u16::from(frame));
            });
        }
        self.state.actors[id].walk.moving |= moving::LEG;
        true
    }

    /// Calls the walk script, if there is one, or else does what would be done without it (T74).
    pub(super) fn run_walk_animation(
        &mut self,
        id: u16,
        command: WalkCommand,
        angle: u16,
        without_script: impl FnOnce(&mut Self),
    ) {
        match self.state.actors[id].walk_script {
            script if script != 0 && self.dialect.has_walk_scripts() => {
                self.emit(Event::WalkScript { script, actor: id, command: command as u8, angle });
            }
            _ => without_script(self),
        }
    }

    /// Notes the box that the leg leads to as soon as the actor is in it (T71c).
    pub(super) fn enter_next_box(&mut self, id: u16) {
        let actor = &self.state.actors[id];
        let next = actor.walk.cur_box;
        if actor.walkbox != next && self.state.boxes.contains(next, actor.pos) {
            self.set_box(id, next);
        }
    }
}

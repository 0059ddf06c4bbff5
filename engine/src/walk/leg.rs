//! The common part of the legs of all versions: the walk animation, walk scripts, the next box
//! (T71, T74, T79).

use glam::I16Vec2;
use scumm_costume::Facing;

use super::WalkRules;
use crate::{ActorMut, Event, moving};

/// The state of a leg after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leg {
    /// The leg continues in the next frame.
    GoesOn,
    /// The actor has reached the end of the leg, or the leg was empty.
    Over,
}

/// The phase of a walk that is passed to a walk script (T74).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalkCommand {
    /// The actor walks and faces the angle.
    Start = 1,
    /// The actor walks on in another direction.
    Turn = 2,
    /// The actor stands and faces the angle.
    Stop = 3,
}

impl ActorMut<'_> {
    /// Plans a leg to `next` and takes its first step (T70, T78). Does nothing if the actor is
    /// already there.
    pub(super) fn begin_leg(&mut self, next: I16Vec2) -> Leg {
        match WalkRules::of(&self.stage.dialect) {
            WalkRules::Cells => self.begin_leg_cells(next),
            _ if self.pos == next => Leg::Over,
            WalkRules::TwoGates => self.begin_leg_v3(next),
            WalkRules::Slopes => self.begin_slope(next),
        }
    }

    /// Takes one step of a leg (T71, T79).
    pub(super) fn leg_step(&mut self) -> Leg {
        self.ask_redraw();
        match WalkRules::of(&self.stage.dialect) {
            WalkRules::Cells => self.cell_step(),
            // A frame that turns the actor or starts the walk animation does not move it.
            WalkRules::TwoGates if self.animate_leg() => Leg::GoesOn,
            WalkRules::TwoGates => self.whole_step(),
            WalkRules::Slopes => {
                if !self.stage.dialect.is_v7_plus() {
                    self.animate_leg();
                }
                self.slope_step()
            }
        }
    }

    /// Starts the walk animation if a leg begins or the facing has to change (T71b). Returns
    /// whether it was started.
    fn animate_leg(&mut self) -> bool {
        let facing = self.dir_step(true);
        let actor = &**self;
        let turns = actor.facing != facing;
        if actor.walk.moving & moving::LEG != 0 && !turns {
            return false;
        }
        if turns || actor.walk_frame != actor.frame {
            self.run_walk_animation(WalkCommand::Start, facing, |actor| {
                actor.set_direction(i32::from(facing));
                actor.begin_anim(u16::from(actor.walk_frame));
            });
        }
        self.walk.moving |= moving::LEG;
        true
    }

    /// Starts the animation for the beginning of a leg or the end of a walk in v7 and later (T74):
    /// the actor turns step by step to `angle`, or with `None` to the direction of its last leg,
    /// and walks or stands.
    pub(super) fn walk_animation_v7(&mut self, command: WalkCommand, angle: Option<i16>) {
        let angle = i32::from(angle.unwrap_or(self.walk.way));
        let angle = self
            .remap_direction(self.steps().nearest(Facing::turned(angle)), false)
            .angle;
        self.run_walk_animation(command, angle as u16, |actor| {
            actor.turn(angle);
            match command {
                WalkCommand::Start => actor.begin_anim(u16::from(actor.walk_frame)),
                WalkCommand::Turn => {}
                WalkCommand::Stop => actor.start_stand_frame(),
            }
        });
    }

    /// Requests the walk script of the actor, or calls `otherwise` if the actor has no walk script
    /// (T74).
    pub(super) fn run_walk_animation(
        &mut self,
        command: WalkCommand,
        angle: u16,
        otherwise: impl FnOnce(&mut Self),
    ) {
        match self.walk_script {
            // v6+: a script may replace the walk animation (T74).
            script if script != 0 && self.stage.dialect.version() >= 6 => {
                self.stage.emit(Event::WalkScript {
                    script,
                    actor: self.id,
                    command: command as u8,
                    angle,
                });
            }
            _ => otherwise(self),
        }
    }

    /// Stores the box that the leg leads to once the actor is in it (T71c).
    pub(super) fn enter_next_box(&mut self) {
        let next = self.walk.cur_box;
        if self.walkbox != next && self.stage.state.boxes.contains(next, self.pos) {
            self.set_box(next);
        }
    }
}

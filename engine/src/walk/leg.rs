//! What the legs of all versions share: the walk animation, walk scripts, the box ahead (T71, T74, T79).

use glam::I16Vec2;
use scumm_costume::Facing;

use super::WalkRules;
use crate::{ActorMut, Event, moving};

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
    /// Walk on in another direction.
    Turn = 2,
    /// Stand, facing the angle.
    Stop = 3,
}

impl ActorMut<'_> {
    /// Plans a leg to `next` and takes its first step (T70, T78). Where the actor is there already nothing changes.
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
            // The frame that turns or starts the walk animation does not move.
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

    /// Starts the walk animation where a leg begins or the facing has to change (T71b). Returns whether it did.
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

    /// What v7 and later do where a leg begins and where a walk ends (T74): the actor turns to `angle` in its own steps, without
    /// one the way of its last leg, and walks or stands.
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

    /// Calls the walk script, if there is one; else does what the engine does without a script (T74).
    pub(super) fn run_walk_animation(
        &mut self,
        command: WalkCommand,
        angle: u16,
        otherwise: impl FnOnce(&mut Self),
    ) {
        match self.walk_script {
            // v6+: a script may take the place of the walk animation (T74).
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

    /// Notes the box that the leg leads to as soon as the actor is in it (T71c).
    pub(super) fn enter_next_box(&mut self) {
        let next = self.walk.cur_box;
        if self.walkbox != next && self.stage.state.boxes.contains(next, self.pos) {
            self.set_box(next);
        }
    }
}

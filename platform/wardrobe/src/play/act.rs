//! What the user asks for, done.

use anyhow::Result;
use glam::{IVec2, UVec2};
use scumm_costume::facing::normalize;
use scumm_platform::Request;

use super::controls::Action;
use super::help::Help;
use super::menu::Menu;
use super::player::{Panel, Player};
use super::screen::Placement;
use super::set::Set;
use super::timetable::Deed;
use crate::facts;
use crate::outcome::line;

impl Player {
    /// Does what the user asks for, and remembers what time has to repeat.
    ///
    /// # Errors
    /// It can't be done.
    pub(super) fn act(&mut self, action: Action) -> Result<()> {
        if action.is_of_the_play() {
            self.history.note(action);
            return self.perform(action);
        }
        match action {
            Action::Room(by) => self.change_room(by),
            Action::Pause => {
                self.paused = !self.paused;
                self.retitle();
            }
            Action::Step(by) => {
                self.paused = true;
                self.retitle();
                if by < 0 { self.step_back()? } else { self.step()? }
            }
            Action::Slower(by) => {
                self.slowness = self.slowness.step(by);
                self.caption(format!("speed {}", self.slowness.name()));
            }
            Action::Layer(layer) => self.layers.toggle(layer),
            Action::Screenshot => self.screenshot()?,
            Action::Record => self.record()?,
            Action::Menu => {
                let menu = matches!(self.panel, Some(Panel::Menu(_)));
                self.open((!menu).then(|| Panel::Menu(Menu::default())));
            }
            Action::Help => {
                let help = matches!(self.panel, Some(Panel::Help(_)));
                self.open((!help).then(|| Panel::Help(Help::default())));
            }
            Action::Scale => {
                self.settings.scale = self.settings.scale.next();
                self.requests.push_back(Request::Scale(self.settings.scale));
            }
            Action::Fullscreen => {
                self.settings.fullscreen = !self.settings.fullscreen;
                self.requests.push_back(Request::ToggleFullscreen);
            }
            Action::Buttons => {
                self.settings.buttons = self.settings.buttons.next();
                self.requests.push_back(Request::PadLayout(self.settings.buttons));
            }
            _ => self.done = true,
        }
        Ok(())
    }

    /// Does something in the play.
    ///
    /// # Errors
    /// It can't be done.
    pub(super) fn perform(&mut self, action: Action) -> Result<()> {
        match action {
            Action::WalkTo(pixel) => {
                let goal = Placement::of(&self.set.stage).in_room(pixel.as_ivec2());
                self.lead(Deed::Walk(goal))?;
            }
            Action::FaceTo(pixel) => self.face(pixel)?,
            Action::Steer { direction, held } => {
                self.steer += if held { direction } else { -direction };
                if self.steer == IVec2::ZERO {
                    self.set.stage.stop(self.part().number)?;
                }
            }
            Action::Turn(by) => {
                let step = if self.set.stage.dialect().is_v7_plus() { 45 } else { 90 };
                let facing = self.actor().map_or(0, |a| i32::from(a.facing));
                self.lead(Deed::Face((facing + by * step).rem_euclid(360)))?;
            }
            Action::Talk => self.talk()?,
            Action::Gesture => self.gesture()?,
            Action::Shadow => {
                self.set.need_shadow()?;
                let Set { stage, parts, .. } = &mut self.set;
                parts[self.led].toggle_shadow(stage)?;
            }
            Action::Lead(number) => self.lead_other(number)?,
            Action::LeadNext(by) => {
                let count = i64::try_from(self.set.parts.len()).unwrap_or(1);
                let next = (self.led as i64 + i64::from(by)).rem_euclid(count);
                self.lead_other(usize::try_from(next).unwrap_or(0))?;
            }
            Action::Animation(by) => self.animate(by)?,
            Action::Costume(by) => self.change_costume(by),
            _ => {}
        }
        Ok(())
    }

    /// Lets the led actor do something.
    fn lead(&mut self, deed: Deed) -> scumm_room::Result<()> {
        let Set { stage, parts, .. } = &mut self.set;
        parts[self.led].act(stage, deed)
    }

    /// Turns the actor to the eighth of the compass in which a pixel of the screen lies.
    fn face(&mut self, pixel: UVec2) -> scumm_room::Result<()> {
        let Some(actor) = self.actor() else { return Ok(()) };
        let there = pixel.as_ivec2() - Placement::of(&self.set.stage).on_screen(actor.pos.as_ivec2());
        let degrees = f64::from(there.x).atan2(f64::from(-there.y)).to_degrees().round() as i32;
        self.lead(Deed::Face(normalize(degrees).into()))
    }

    fn talk(&mut self) -> scumm_room::Result<()> {
        let stops = self.part().is_talking();
        self.hush_all()?;
        if stops {
            return Ok(());
        }
        let Set { stage, parts, .. } = &mut self.set;
        parts[self.led].talk(stage)
    }

    fn gesture(&mut self) -> scumm_room::Result<()> {
        let Set { stage, parts, .. } = &mut self.set;
        if !parts[self.led].gesture(stage)? {
            self.caption("no gesture; A shows what there is".to_owned());
        }
        Ok(())
    }

    /// Leads another actor of the cast from now on.
    fn lead_other(&mut self, number: usize) -> scumm_room::Result<()> {
        if number == self.led || number >= self.set.parts.len() {
            return Ok(());
        }
        (self.led, self.steer) = (number, IVec2::ZERO);
        let Set { stage, parts, .. } = &mut self.set;
        parts[number].take_over(stage)?;
        self.caption(self.part().name.to_string());
        Ok(())
    }

    /// Starts the next animation of the costume.
    fn animate(&mut self, by: i32) -> scumm_room::Result<()> {
        let Some(costume) = self.set.stage.costume(self.part().costume) else { return Ok(()) };
        let numbers = facts::frames(costume, self.set.stage.dialect());
        let Some(next) = step_in(&numbers, self.part().animation, by) else { return Ok(()) };
        self.set.parts[self.led].animation = next;
        self.caption(format!("animation {next}"));
        self.lead(Deed::Play(next))
    }

    /// The next costume that can be worn.
    fn change_costume(&mut self, by: i32) {
        let all: Vec<u16> = self.game.costumes().map(|c| c.id).collect();
        let mut next = self.part().costume;
        for _ in 0..all.len() {
            next = step_in(&all, next, by).unwrap_or(next);
            let Set { stage, parts, .. } = &mut self.set;
            match parts[self.led].put_on(&self.game, stage, next) {
                Ok(()) => return self.caption(format!("costume {next}")),
                Err(error) => log::warn!("costume {next} is passed over: {}", line(&error)),
            }
        }
    }

    /// The next room that can be shown, with one actor in the same costume.
    fn change_room(&mut self, by: i32) {
        let all: Vec<u16> = self.game.rooms().collect();
        let mut next = self.set.room;
        for _ in 0..all.len() {
            next = step_in(&all, next, by).unwrap_or(next);
            if next == self.set.room {
                return;
            }
            match Set::choose(&self.game, Some(next), Some(self.part().costume)) {
                Ok(set) => {
                    self.change_set(set);
                    return self.caption(format!("room {next}"));
                }
                Err(error) => log::warn!("room {next} is passed over: {}", line(&error)),
            }
        }
    }
}

/// The number that stands `by` places behind `now` in a list, round and round; the first where `now` is not in it.
fn step_in(all: &[u16], now: u16, by: i32) -> Option<u16> {
    let at = all.iter().position(|&n| n == now).and_then(|i| i64::try_from(i).ok());
    let count = i64::try_from(all.len()).ok().filter(|&n| n > 0)?;
    let next = at.map_or(0, |at| (at + i64::from(by)).rem_euclid(count));
    all.get(usize::try_from(next).ok()?).copied()
}

//! The game that is played: one actor on a stage, steered by the user or on its tour.

use std::collections::VecDeque;
use std::time::Duration;

use anyhow::Result;
use glam::{IVec2, UVec2};
use scumm_engine::actor::moving;
use scumm_engine::game::Game;
use scumm_engine::{Actor, Event};
use scumm_platform::{App, Frame, Input, Request};
use scumm_room::Palette;

use super::camera::Follower;
use super::controls::{Action, action};
use super::overlay;
use super::screen::{self, Placement};
use super::set::{ACTOR, Set};
use super::tour::Tour;
use crate::chance::Chance;
use crate::facts;
use crate::outcome::line;
use crate::paint::{Inks, LETTER, Paint};

/// Jiffies that a frame takes (E1): what scripts set in nearly every room.
const JIFFIES: u16 = 6;
/// How many steps ahead a held arrow lets the actor walk.
const AHEAD: i32 = 3;
/// Frames for which a caption stays.
const CAPTION: u32 = 20;

/// A game with one actor in one room of it.
pub struct Player {
    game: Game,
    set: Set,
    camera: Follower,
    chance: Chance,
    tour: Option<Tour>,
    steer: IVec2,
    paused: bool,
    overlay: bool,
    talking: bool,
    /// The animation that was started last by hand.
    animation: u16,
    caption: Option<(String, u32)>,
    requests: VecDeque<Request>,
    done: bool,
    pixels: Vec<u8>,
    palette: Palette,
    digest: crc32fast::Hasher,
}

impl Player {
    /// Begins to play; with `tour` the actor goes around by itself.
    pub fn new(game: Game, set: Set, tour: bool) -> Self {
        let mut player = Self {
            camera: Follower::new(IVec2::ZERO, IVec2::ONE, IVec2::ONE),
            chance: Chance::default(),
            tour: tour.then(|| Tour::of(&set.stage)),
            steer: IVec2::ZERO,
            paused: false,
            overlay: false,
            talking: false,
            animation: 0,
            caption: None,
            requests: VecDeque::new(),
            done: false,
            pixels: Vec::new(),
            palette: Palette::default(),
            digest: crc32fast::Hasher::new(),
            game,
            set,
        };
        player.enter();
        player
    }

    /// Shows or hides boxes, bounds and limbs.
    pub fn with_overlay(mut self, on: bool) -> Self {
        self.overlay = on;
        self
    }

    /// A CRC-32 of the stage after each tick so far, whatever was shown of it.
    pub fn digest(&self) -> u32 {
        self.digest.clone().finalize()
    }

    fn actor(&self) -> Option<&Actor> {
        self.set.stage.actor(ACTOR).ok()
    }

    /// Where the actor is, in pixels of the room.
    fn place(&self) -> IVec2 {
        let (x, y) = self.set.stage.dialect().position_unit();
        self.actor().map_or(IVec2::ZERO, |a| a.pos.as_ivec2() * IVec2::new(x.into(), y.into()))
    }

    /// Sets up what belongs to the room that was entered.
    fn enter(&mut self) {
        let stage = &self.set.stage;
        let (width, height) = screen::screen_size(stage);
        let size = screen::room_size(stage);
        if self.tour.is_some() {
            self.tour = Some(Tour::of(stage));
        }
        self.camera = Follower::new(self.place(), size, IVec2::new(width as i32, height as i32));
        self.look();
        self.retitle();
    }

    fn look(&mut self) {
        self.set.stage.set_camera(self.camera.at.x, self.camera.at.y);
    }

    fn retitle(&mut self) {
        let (room, costume) = (self.set.room, self.set.costume);
        let pause = if self.paused { " (paused)" } else { "" };
        self.requests.push_back(Request::Title(format!("wardrobe: room {room}, costume {costume}{pause}")));
    }

    fn caption(&mut self, text: String) {
        self.caption = Some((text, CAPTION));
        self.retitle();
    }

    /// One engine frame.
    fn step(&mut self) -> scumm_room::Result<()> {
        let moving = self.actor().is_some_and(|a| a.walk.moving & !moving::FROZEN != 0);
        if let Some(goal) = self.tour.as_mut().and_then(|tour| tour.step(moving)) {
            self.walk(goal)?;
        }
        self.walk_on()?;
        let stage = &mut self.set.stage;
        stage.tick(&mut self.chance);
        stage.front().rows().for_each(|row| self.digest.update(row));
        for event in stage.take_events() {
            report(&event);
        }
        stage.cycle_colours(JIFFIES);
        self.camera.follow(self.place());
        self.look();
        self.caption = self.caption.take().and_then(|(text, left)| Some((text, left.checked_sub(1)?)));
        Ok(())
    }

    fn walk(&mut self, goal: IVec2) -> scumm_room::Result<()> {
        self.set.stage.walk(ACTOR, goal.x, goal.y, -1)
    }

    /// Walks on in the direction of the arrows that are held.
    fn walk_on(&mut self) -> scumm_room::Result<()> {
        if self.steer == IVec2::ZERO {
            return Ok(());
        }
        let Some(actor) = self.actor() else { return Ok(()) };
        let stride = IVec2::new(i32::from(actor.speed.0), i32::from(actor.speed.1)).max(IVec2::ONE) * AHEAD;
        let goal = actor.pos.as_ivec2() + self.steer.signum() * stride;
        self.walk(goal)
    }

    fn act(&mut self, action: Action) -> Result<()> {
        let stage = &mut self.set.stage;
        match action {
            Action::WalkTo(pixel) => {
                let goal = Placement::of(stage).in_room(pixel.as_ivec2());
                self.walk(goal)?;
            }
            Action::FaceTo(pixel) => self.face(pixel)?,
            Action::Steer { direction, held } => {
                self.steer += if held { direction } else { -direction };
                if self.steer == IVec2::ZERO {
                    stage.stop(ACTOR)?;
                }
            }
            Action::Turn(by) => {
                let step = if stage.dialect().is_v7_plus() { 45 } else { 90 };
                let facing = self.actor().map_or(0, |a| i32::from(a.facing));
                self.set.stage.turn(ACTOR, (facing + by * step).rem_euclid(360))?;
            }
            Action::Talk => {
                self.talking = !self.talking;
                if self.talking { stage.talk_start(ACTOR)? } else { stage.talk_stop(ACTOR)? }
            }
            Action::Animation(by) => self.animate(by)?,
            Action::Costume(by) => self.change_costume(by),
            Action::Room(by) => self.change_room(by),
            Action::Pause => {
                self.paused = !self.paused;
                self.retitle();
            }
            Action::Step => {
                self.paused = true;
                self.step()?;
                self.retitle();
            }
            Action::Overlay => self.overlay = !self.overlay,
            Action::Scale => self.requests.push_back(Request::NextScale),
            Action::Fullscreen => self.requests.push_back(Request::ToggleFullscreen),
            Action::Quit => self.done = true,
        }
        Ok(())
    }

    /// Turns the actor to the eighth of the compass in which a pixel of the screen lies.
    fn face(&mut self, pixel: UVec2) -> scumm_room::Result<()> {
        let Some(actor) = self.actor() else { return Ok(()) };
        let there = pixel.as_ivec2() - Placement::of(&self.set.stage).on_screen(actor.pos.as_ivec2());
        let degrees = f64::from(there.x).atan2(f64::from(-there.y)).to_degrees().round() as i32;
        let angle = scumm_costume::facing::normalize(degrees);
        self.set.stage.turn(ACTOR, angle.into())
    }

    /// Starts the next animation of the costume.
    fn animate(&mut self, by: i32) -> scumm_room::Result<()> {
        let Some(costume) = self.set.stage.costume(self.set.costume) else { return Ok(()) };
        let numbers = facts::frames(costume, self.set.stage.dialect());
        let Some(next) = step_in(&numbers, self.animation, by) else { return Ok(()) };
        self.animation = next;
        self.caption(format!("animation {next}"));
        self.set.stage.start_anim(ACTOR, next)
    }

    /// The next costume that can be worn.
    fn change_costume(&mut self, by: i32) {
        let all: Vec<u16> = self.game.costumes().map(|c| c.id).collect();
        let mut next = self.set.costume;
        for _ in 0..all.len() {
            next = step_in(&all, next, by).unwrap_or(next);
            match self.set.put_on(&self.game, next) {
                Ok(()) => {
                    self.animation = 0;
                    return self.caption(format!("costume {next}"));
                }
                Err(error) => log::warn!("costume {next} is passed over: {}", line(&error)),
            }
        }
    }

    /// The next room that can be shown, with the same costume.
    fn change_room(&mut self, by: i32) {
        let all: Vec<u16> = self.game.rooms().collect();
        let mut next = self.set.room;
        for _ in 0..all.len() {
            next = step_in(&all, next, by).unwrap_or(next);
            match Set::choose(&self.game, Some(next), Some(self.set.costume)) {
                Ok(set) => {
                    self.set = set;
                    self.talking = false;
                    self.enter();
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

/// Nothing here makes sounds or runs scripts: what they are asked for is told.
fn report(event: &Event) {
    match event {
        Event::Fault { actor, fault } => log::warn!("actor {actor}: {fault}"),
        other => log::debug!("{other:?}"),
    }
}

impl App for Player {
    fn input(&mut self, input: Input) {
        if let Some(action) = action(input) {
            if let Err(error) = self.act(action) {
                log::warn!("{action:?}: {}", line(&error));
            }
        }
    }

    fn tick(&mut self) {
        if self.paused {
            return;
        }
        if let Err(error) = self.step() {
            log::warn!("{error}");
        }
    }

    fn frame(&mut self) -> scumm_platform::Result<Frame<'_>> {
        let stage = &self.set.stage;
        let (width, height) = screen::screen_size(stage);
        screen::copy(stage, &mut self.pixels);
        self.palette.clone_from(stage.palette());
        if self.overlay || self.caption.is_some() {
            let inks = Inks::mix(&mut self.palette, &self.pixels);
            let mut paint = Paint::new(&mut self.pixels, width);
            if let (true, Ok(actor)) = (self.overlay, stage.actor(ACTOR)) {
                overlay::draw(&mut paint, &inks, stage, actor, self.set.costume);
            }
            if let Some((text, _)) = &self.caption {
                paint.text(IVec2::new(0, height as i32 - LETTER), text, inks.white, inks.black);
            }
        }
        Frame::new(width, height, &self.pixels, &self.palette.0)
    }

    fn tick_interval(&self) -> Duration {
        self.set.stage.dialect().frame_duration(JIFFIES)
    }

    fn finished(&self) -> bool {
        self.done
    }

    fn next_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use scumm_platform::{Button, Key};

    use super::*;

    /// A player in room 1 of a made-up game, with the folder it is read from.
    fn player(version: &str) -> (tempfile::TempDir, Player) {
        let folder = scumm_tests::unpack("game-files").unwrap();
        let game = Game::open(folder.path().join("game-files").join(version)).unwrap();
        let set = Set::choose(&game, Some(1), Some(1)).unwrap();
        (folder, Player::new(game, set, false))
    }

    fn press(player: &mut Player, key: Key) {
        player.input(Input::press(key));
    }

    fn ticks(player: &mut Player, count: u32) {
        (0..count).for_each(|_| player.tick());
    }

    fn pixels(player: &mut Player) -> Vec<u8> {
        player.frame().unwrap().pixels().to_vec()
    }

    #[test]
    fn a_click_is_walked_to() {
        let (_folder, mut player) = player("v6");
        let start = player.place();
        player.input(Input::click(start.x as u32 + 40, start.y as u32));
        ticks(&mut player, 30);
        assert_eq!(player.place(), start + IVec2::new(40, 0));
    }

    #[test]
    fn clicks_are_in_units_of_the_actor_g4() {
        let (_folder, mut player) = player("v2-zak");
        let start = player.place();
        player.input(Input::click(start.x as u32 + 33, start.y as u32));
        ticks(&mut player, 60);
        assert_eq!(player.place(), (start + IVec2::new(33, 0)) / IVec2::new(8, 2) * IVec2::new(8, 2));
    }

    #[test]
    fn arrows_walk_while_held_and_stop_when_released() {
        let (_folder, mut player) = player("v5");
        let start = player.place();
        press(&mut player, Key::Right);
        ticks(&mut player, 6);
        let there = player.place();
        assert!(there.x > start.x + 10, "{start} {there}");
        player.input(Input::Key { key: Key::Right, pressed: false, repeat: false, shift: false });
        ticks(&mut player, 1);
        let stopped = player.place();
        ticks(&mut player, 10);
        assert_eq!(player.place(), stopped);
    }

    #[test]
    fn paused_time_stands_still_but_for_single_steps() {
        let (_folder, mut player) = player("v6");
        let start = player.place();
        press(&mut player, Key::Char(' '));
        player.input(Input::click(start.x as u32 + 40, start.y as u32));
        ticks(&mut player, 20);
        assert_eq!(player.place(), start);
        press(&mut player, Key::Char('.'));
        press(&mut player, Key::Char('.'));
        assert!((1..=20).contains(&(player.place().x - start.x)), "two steps");
        press(&mut player, Key::Char(' '));
        ticks(&mut player, 20);
        assert_eq!(player.place().x, start.x + 40);
    }

    #[test]
    fn turning_goes_round_by_quarters_and_from_v7_on_by_eighths() {
        for (version, facings) in [("v6", [270, 0, 90, 180]), ("v7", [225, 270, 315, 0])] {
            let (_folder, mut player) = player(version);
            let turned = facings.map(|_| {
                press(&mut player, Key::Char('f'));
                ticks(&mut player, 6);
                player.actor().unwrap().facing
            });
            assert_eq!(turned, facings, "{version}");
        }
    }

    #[test]
    fn a_right_click_turns_towards_it() {
        let (_folder, mut player) = player("v6");
        let at = player.place().as_uvec2() + UVec2::new(30, 2);
        player.input(Input::PointerButton { button: Button::Right, pressed: true, at: Some(at) });
        ticks(&mut player, 6);
        assert_eq!(player.actor().unwrap().facing, 90);
    }

    #[test]
    fn costumes_and_rooms_go_round() {
        let (_folder, mut player) = player("v5");
        let mut seen = Vec::new();
        for key in ['c', 'c', 'c', 'r', 'r', 'r'] {
            press(&mut player, Key::Char(key));
            ticks(&mut player, 1);
            seen.push((player.set.room, player.set.costume));
        }
        assert_eq!(seen, [(1, 2), (1, 3), (1, 1), (2, 1), (3, 1), (1, 1)]);
        let titles: Vec<Request> = std::iter::from_fn(|| player.next_request()).collect();
        assert_eq!(titles.last(), Some(&Request::Title("wardrobe: room 1, costume 1".to_owned())));
    }

    #[test]
    fn the_overlay_is_drawn_over_the_stage_and_goes_without_trace() {
        let (_folder, mut player) = player("v6");
        ticks(&mut player, 1);
        let bare = pixels(&mut player);
        press(&mut player, Key::F(1));
        assert_ne!(pixels(&mut player), bare);
        press(&mut player, Key::F(1));
        assert_eq!(pixels(&mut player), bare);
    }

    #[test]
    fn talking_starts_and_stops_the_frames_for_it_t81() {
        let (_folder, mut player) = player("v6");
        let frame = |player: &Player| player.actor().unwrap().frame;
        press(&mut player, Key::Char('t'));
        assert_eq!(frame(&player), 4);
        press(&mut player, Key::Char('t'));
        assert_eq!(frame(&player), 5);
    }

    #[test]
    fn window_wishes_are_passed_on_and_escape_ends() {
        let (_folder, mut player) = player("v8");
        while player.next_request().is_some() {}
        press(&mut player, Key::F(10));
        press(&mut player, Key::F(11));
        assert_eq!(player.next_request(), Some(Request::NextScale));
        assert_eq!(player.next_request(), Some(Request::ToggleFullscreen));
        assert!(!player.finished());
        press(&mut player, Key::Escape);
        assert!(player.finished());
    }
}

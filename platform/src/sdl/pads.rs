//! Game controllers through SDL. They can be plugged in and out at any time, and are named and
//! mapped by SDL's database and SDL_GAMECONTROLLERCONFIG.

use std::time::Duration;

use glam::{UVec2, Vec2};
use sdl2::GameControllerSubsystem;
use sdl2::controller::{Axis, Button, GameController};
use sdl2::event::Event;

use crate::{Input, Pad, PadButton};

/// All connected controllers, which together act as one [`Pad`].
pub struct Pads {
    /// The controller subsystem; `None` if SDL does not support controllers.
    subsystem: Option<GameControllerSubsystem>,
    open: Vec<GameController>,
    /// The position of the stick.
    stick: Vec2,
    last: Duration,
    /// The pointer that the controllers move.
    pub pad: Pad,
}

impl Pads {
    /// Starts to receive events. Controllers that are already connected are reported by events,
    /// too.
    pub fn new(sdl: &sdl2::Sdl) -> Self {
        let subsystem = sdl
            .game_controller()
            .inspect_err(|reason| log::warn!("no game controllers: {reason}"))
            .ok();
        Self {
            subsystem,
            open: Vec::new(),
            stick: Vec2::ZERO,
            last: Duration::ZERO,
            pad: Pad::default(),
        }
    }

    /// Handles an event. `frame` is the size of the shown frame.
    pub fn take(&mut self, event: &Event, frame: UVec2, inputs: &mut Vec<Input>) {
        match *event {
            Event::ControllerDeviceAdded { which, .. } => self.plug_in(which),
            Event::ControllerDeviceRemoved { which, .. } => {
                self.open.retain(|pad| pad.instance_id() != which);
                self.stick = Vec2::ZERO;
                self.pad.release();
                inputs.push(Input::Released);
                log::info!("game controller {which} is gone");
            }
            Event::ControllerButtonDown { button, .. } => self.button(button, true, frame, inputs),
            Event::ControllerButtonUp { button, .. } => self.button(button, false, frame, inputs),
            Event::ControllerAxisMotion { axis, value, .. } => {
                let value = f32::from(value) / f32::from(i16::MAX);
                match axis {
                    Axis::LeftX => self.stick.x = value,
                    Axis::LeftY => self.stick.y = value,
                    _ => return,
                }
                self.pad.stick(self.stick);
            }
            _ => {}
        }
    }

    /// Advances the time to `now`.
    pub fn advance(&mut self, now: Duration, frame: UVec2) -> Option<Input> {
        let elapsed = now.saturating_sub(self.last);
        self.last = now;
        self.pad.advance(elapsed, frame)
    }

    fn plug_in(&mut self, index: u32) {
        let Some(subsystem) = &self.subsystem else {
            return;
        };
        match subsystem.open(index) {
            Ok(pad)
                if self
                    .open
                    .iter()
                    .any(|open| open.instance_id() == pad.instance_id()) => {}
            Ok(pad) => {
                log::info!("game controller {}: {}", pad.instance_id(), pad.name());
                self.open.push(pad);
            }
            Err(reason) => log::warn!("a game controller can't be used: {reason}"),
        }
    }

    fn button(&mut self, button: Button, pressed: bool, frame: UVec2, inputs: &mut Vec<Input>) {
        let button = match button {
            Button::DPadLeft => PadButton::Left,
            Button::DPadRight => PadButton::Right,
            Button::DPadUp => PadButton::Up,
            Button::DPadDown => PadButton::Down,
            Button::A => PadButton::A,
            Button::B => PadButton::B,
            Button::X => PadButton::X,
            Button::Y => PadButton::Y,
            Button::Start => PadButton::Start,
            Button::Back => PadButton::Select,
            Button::LeftShoulder => PadButton::LeftShoulder,
            Button::RightShoulder => PadButton::RightShoulder,
            _ => return,
        };
        inputs.extend(self.pad.button(button, pressed, frame));
    }
}

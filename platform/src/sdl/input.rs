//! Translates SDL's events to neutral input: keys and mouse, game controllers, fingers.
//!
//! Game controllers can be plugged in and out at any time. They are named and mapped by SDL's
//! database and SDL_GAMECONTROLLERCONFIG.

use std::time::Duration;

use glam::{UVec2, Vec2};
use sdl2::GameControllerSubsystem;
use sdl2::controller::{self, Axis, GameController};
use sdl2::event::Event;
use sdl2::keyboard::{Keycode, Mod};
use sdl2::mouse::MouseButton;

use crate::{Button, Input, Key, Pad, PadButton};

/// The position of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointerPlace {
    /// The pixel of the frame; `None` beside the frame.
    pub frame: Option<UVec2>,
    /// The pixel of the overlay.
    pub overlay: Option<UVec2>,
}

impl PointerPlace {
    fn moved(self) -> Input {
        Input::PointerMoved {
            at: self.frame,
            overlay: self.overlay,
        }
    }

    fn button(self, button: Button, pressed: bool) -> Input {
        Input::PointerButton {
            button,
            pressed,
            at: self.frame,
            overlay: self.overlay,
        }
    }
}

/// Returns the input of an event. `place` maps a point of the window to the pointer's position.
pub fn translate(event: &Event, place: impl Fn(i32, i32) -> PointerPlace) -> Option<Input> {
    let button = |button, pressed, x, y| Some(place(x, y).button(button_of(button)?, pressed));
    match *event {
        Event::Quit { .. } => Some(Input::Quit),
        Event::KeyDown {
            keycode,
            keymod,
            repeat,
            ..
        } => key(keycode?, keymod, true, repeat),
        Event::KeyUp {
            keycode, keymod, ..
        } => key(keycode?, keymod, false, false),
        Event::MouseMotion { x, y, .. } => Some(place(x, y).moved()),
        Event::MouseButtonDown {
            mouse_btn, x, y, ..
        } => button(mouse_btn, true, x, y),
        Event::MouseButtonUp {
            mouse_btn, x, y, ..
        } => button(mouse_btn, false, x, y),
        _ => None,
    }
}

/// Translates a key. Alt with Enter becomes F11, because it toggles full screen in most programs.
fn key(code: Keycode, modifiers: Mod, pressed: bool, repeat: bool) -> Option<Input> {
    let alt = modifiers.intersects(Mod::LALTMOD | Mod::RALTMOD);
    let key = match key_of(code)? {
        Key::Enter if alt => Key::F(11),
        key => key,
    };
    let shift = modifiers.intersects(Mod::LSHIFTMOD | Mod::RSHIFTMOD);
    Some(Input::Key {
        key,
        pressed,
        repeat,
        shift,
    })
}

fn key_of(code: Keycode) -> Option<Key> {
    Some(match code {
        Keycode::LEFT => Key::Left,
        Keycode::RIGHT => Key::Right,
        Keycode::UP => Key::Up,
        Keycode::DOWN => Key::Down,
        Keycode::ESCAPE | Keycode::AC_BACK => Key::Escape,
        Keycode::RETURN | Keycode::KP_ENTER => Key::Enter,
        Keycode::TAB => Key::Tab,
        Keycode::BACKSPACE => Key::Backspace,
        Keycode::PAGEUP => Key::PageUp,
        Keycode::PAGEDOWN => Key::PageDown,
        Keycode::HOME => Key::Home,
        Keycode::END => Key::End,
        Keycode::KP_PLUS => Key::Char('+'),
        Keycode::KP_MINUS => Key::Char('-'),
        other => function_key(other).or_else(|| character(other))?,
    })
}

/// Translates F1 to F12, whose codes are consecutive.
fn function_key(code: Keycode) -> Option<Key> {
    let number = code
        .into_i32()
        .saturating_sub(Keycode::F1.into_i32())
        .saturating_add(1);
    u8::try_from(number)
        .ok()
        .filter(|number| (1..=12).contains(number))
        .map(Key::F)
}

/// Translates a key that writes a character. Its code in SDL is that character.
fn character(code: Keycode) -> Option<Key> {
    u32::try_from(code.into_i32())
        .ok()
        .and_then(char::from_u32)
        .filter(|c| !c.is_control())
        .map(Key::Char)
}

fn button_of(button: MouseButton) -> Option<Button> {
    match button {
        MouseButton::Left => Some(Button::Left),
        MouseButton::Right => Some(Button::Right),
        MouseButton::Middle => Some(Button::Middle),
        _ => None,
    }
}

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
    /// Starts to receive events. SDL sends events for controllers that are already connected, too.
    pub fn new(sdl: &sdl2::Sdl) -> Self {
        let subsystem = sdl
            .game_controller()
            .inspect_err(|reason| log::warn!("game controllers are not available: {reason}"))
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
                log::info!("game controller {which} was disconnected");
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
            Err(reason) => log::warn!("cannot use a game controller: {reason}"),
        }
    }

    fn button(
        &mut self,
        button: controller::Button,
        pressed: bool,
        frame: UVec2,
        inputs: &mut Vec<Input>,
    ) {
        let button = match button {
            controller::Button::DPadLeft => PadButton::Left,
            controller::Button::DPadRight => PadButton::Right,
            controller::Button::DPadUp => PadButton::Up,
            controller::Button::DPadDown => PadButton::Down,
            controller::Button::A => PadButton::A,
            controller::Button::B => PadButton::B,
            controller::Button::X => PadButton::X,
            controller::Button::Y => PadButton::Y,
            controller::Button::Start => PadButton::Start,
            controller::Button::Back => PadButton::Select,
            controller::Button::LeftShoulder => PadButton::LeftShoulder,
            controller::Button::RightShoulder => PadButton::RightShoulder,
            _ => return,
        };
        inputs.extend(self.pad.button(button, pressed, frame));
    }
}

/// A movement of a finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FingerMove {
    /// The finger touches the screen.
    Down,
    /// The finger slides.
    Slide,
    /// The finger leaves the screen.
    Up,
}

/// The fingers on the screen, in the order in which they touched it.
#[derive(Debug, Default)]
pub struct Touch {
    fingers: Vec<i64>,
}

impl Touch {
    /// Handles a finger's movement at a position.
    pub fn take(
        &mut self,
        finger: i64,
        what: FingerMove,
        at: PointerPlace,
        inputs: &mut Vec<Input>,
    ) {
        let place = self.fingers.iter().position(|&f| f == finger);
        let click = |button, pressed| at.button(button, pressed);
        match (what, place) {
            (FingerMove::Down, None) => {
                self.fingers.push(finger);
                match self.fingers.len() {
                    1 => inputs.extend([at.moved(), click(Button::Left, true)]),
                    2 => inputs.extend([click(Button::Right, true), click(Button::Right, false)]),
                    3 => inputs.extend([true, false].map(|pressed| Input::Pad {
                        button: PadButton::Start,
                        pressed,
                    })),
                    _ => {}
                }
            }
            (FingerMove::Slide, Some(0)) => inputs.push(at.moved()),
            (FingerMove::Up, Some(place)) => {
                self.fingers.remove(place);
                if place == 0 {
                    inputs.push(click(Button::Left, false));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn down(keycode: Keycode, keymod: Mod) -> Option<Input> {
        let event = Event::KeyDown {
            timestamp: 0,
            window_id: 0,
            keycode: Some(keycode),
            scancode: None,
            keymod,
            repeat: false,
        };
        translate(&event, |_, _| PointerPlace::default())
    }

    #[test]
    fn keys_are_named_or_characters() {
        let none = Mod::NOMOD;
        assert_eq!(down(Keycode::LEFT, none), Some(Input::press(Key::Left)));
        assert_eq!(down(Keycode::A, none), Some(Input::press(Key::Char('a'))));
        assert_eq!(
            down(Keycode::SPACE, none),
            Some(Input::press(Key::Char(' ')))
        );
        assert_eq!(down(Keycode::F1, none), Some(Input::press(Key::F(1))));
        assert_eq!(down(Keycode::F12, none), Some(Input::press(Key::F(12))));
        assert_eq!(
            down(Keycode::KP_ENTER, none),
            Some(Input::press(Key::Enter))
        );
        assert_eq!(down(Keycode::LSHIFT, none), None);
        assert_eq!(down(Keycode::DELETE, none), None);
    }

    #[test]
    fn shift_is_told_and_alt_enter_is_f11() {
        let shifted = Input::Key {
            key: Key::Tab,
            pressed: true,
            repeat: false,
            shift: true,
        };
        assert_eq!(
            down(Keycode::TAB, Mod::RSHIFTMOD | Mod::NUMMOD),
            Some(shifted)
        );
        assert_eq!(
            down(Keycode::RETURN, Mod::LALTMOD),
            Some(Input::press(Key::F(11)))
        );
    }

    #[test]
    fn clicks_carry_the_pixel_under_them() {
        let event = Event::MouseButtonDown {
            timestamp: 0,
            window_id: 0,
            which: 0,
            mouse_btn: MouseButton::Left,
            clicks: 1,
            x: 30,
            y: 8,
        };
        let half = |x: i32, y: i32| PointerPlace {
            frame: Some(UVec2::new(x as u32 / 2, y as u32 / 2)),
            overlay: None,
        };
        assert_eq!(translate(&event, half), Some(Input::click(15, 4)));
    }

    #[test]
    fn one_finger_is_the_left_button_two_the_right_three_start() {
        let (mut touch, mut inputs) = (Touch::default(), Vec::new());
        let at = |x| PointerPlace {
            frame: Some(UVec2::new(x, 5)),
            overlay: Some(UVec2::new(x, 7)),
        };
        let click = |button, pressed, x| at(x).button(button, pressed);
        touch.take(70, FingerMove::Down, at(1), &mut inputs);
        touch.take(70, FingerMove::Slide, at(2), &mut inputs);
        touch.take(71, FingerMove::Slide, at(9), &mut inputs);
        assert_eq!(
            inputs,
            [at(1).moved(), click(Button::Left, true, 1), at(2).moved()]
        );
        inputs.clear();
        touch.take(80, FingerMove::Down, at(7), &mut inputs);
        assert_eq!(
            inputs,
            [
                click(Button::Right, true, 7),
                click(Button::Right, false, 7)
            ]
        );
        inputs.clear();
        touch.take(81, FingerMove::Down, at(7), &mut inputs);
        assert_eq!(
            inputs[0],
            Input::Pad {
                button: PadButton::Start,
                pressed: true
            }
        );
        inputs.clear();
        touch.take(80, FingerMove::Up, at(7), &mut inputs);
        assert_eq!(inputs, []);
        touch.take(70, FingerMove::Up, at(3), &mut inputs);
        assert_eq!(inputs, [click(Button::Left, false, 3)]);
    }
}

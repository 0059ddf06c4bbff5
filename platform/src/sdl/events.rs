//! Translates SDL's events to neutral input.

use glam::UVec2;
use sdl2::event::Event;
use sdl2::keyboard::{Keycode, Mod};
use sdl2::mouse::MouseButton;

use crate::{Button, Input, Key};

/// Returns the input of an event. `place` maps a point of the window to a pixel of the frame.
pub fn translate(event: &Event, place: impl Fn(i32, i32) -> Option<UVec2>) -> Option<Input> {
    let button = |button, pressed, x, y| {
        Some(Input::PointerButton {
            button: button_of(button)?,
            pressed,
            at: place(x, y),
        })
    };
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
        Event::MouseMotion { x, y, .. } => Some(Input::PointerMoved { at: place(x, y) }),
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
        translate(&event, |_, _| None)
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
        let half = |x: i32, y: i32| Some(UVec2::new(x as u32 / 2, y as u32 / 2));
        assert_eq!(translate(&event, half), Some(Input::click(15, 4)));
    }
}

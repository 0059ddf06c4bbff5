//! Tests a game controller in a window. The controller is a virtual joystick of SDL, which the
//! tests move.

use std::time::Duration;

use glam::UVec2;
use libtest_mimic::Trial;
use scumm_platform::sdl::{Window, WindowOptions, with_window};
use scumm_platform::{
    Button, FrontEnd, IndexedFrame, Input, InputDevice, Key, PadButton, PadLayout, PadMode,
    PlatformError, WindowSettings,
};
use sdl2::keyboard::Keycode;
use sdl2::sys;

use crate::Outcome;
use crate::basics::{key_down, push};

const MIDDLE: UVec2 = UVec2::new(160, 100);
/// The longest time that a test waits for the pointer.
const PATIENCE: Duration = Duration::from_secs(120);

/// The tests of this file.
pub fn trials() -> Vec<Trial> {
    let trials = [
        (
            "buttons_click_where_the_pointer_is",
            buttons_click_where_the_pointer_is as fn() -> Outcome,
        ),
        ("the_d_pad_moves_the_pointer", the_d_pad_moves_the_pointer),
        (
            "the_stick_moves_the_pointer_and_stops",
            the_stick_moves_the_pointer_and_stops,
        ),
        ("in_menus_it_is_arrow_keys", in_menus_it_is_arrow_keys),
        ("layouts_change_places", layouts_change_places),
        ("it_is_plugged_in_and_out", it_is_plugged_in_and_out),
        (
            "the_device_that_is_used_is_told",
            the_device_that_is_used_is_told,
        ),
        (
            "mappings_come_from_the_environment",
            mappings_come_from_the_environment,
        ),
    ];
    trials
        .into_iter()
        .map(|(name, test)| Trial::test(name, test))
        .collect()
}

/// A virtual controller.
struct Virtual {
    index: i32,
    joystick: *mut sys::SDL_Joystick,
}

impl Virtual {
    /// Connects a virtual controller.
    fn plug_in() -> Self {
        // SAFETY: SDL's joysticks are running, because a window is open.
        unsafe {
            let kind = sys::SDL_JoystickType::SDL_JOYSTICK_TYPE_GAMECONTROLLER;
            let index = sys::SDL_JoystickAttachVirtual(kind, 6, 15, 0);
            assert!(index >= 0, "{}", sdl2::get_error());
            let joystick = sys::SDL_JoystickOpen(index);
            assert!(!joystick.is_null(), "{}", sdl2::get_error());
            Self { index, joystick }
        }
    }

    /// Presses or releases a button with SDL's number: A B X Y are 0 to 3, Back 4, Start 6, D-pad
    /// up, down, left, right 11 to 14.
    fn button(&self, button: i32, pressed: bool) {
        // SAFETY: the joystick is open.
        unsafe {
            assert_eq!(
                sys::SDL_JoystickSetVirtualButton(self.joystick, button, pressed.into()),
                0
            )
        };
    }

    fn axis(&self, axis: i32, value: i16) {
        // SAFETY: the joystick is open.
        unsafe {
            assert_eq!(
                sys::SDL_JoystickSetVirtualAxis(self.joystick, axis, value),
                0
            )
        };
    }

    fn plug_out(self) {
        // SAFETY: the joystick is open, and is not used afterwards.
        unsafe {
            sys::SDL_JoystickClose(self.joystick);
            assert_eq!(
                sys::SDL_JoystickDetachVirtual(self.index),
                0,
                "{}",
                sdl2::get_error()
            );
        }
    }

    /// Returns the identifier by which mappings name the controller.
    fn guid(&self) -> String {
        let mut text = [0_u8; 33];
        // SAFETY: the joystick is open, and the text has room for 32 digits and a zero.
        unsafe {
            let guid = sys::SDL_JoystickGetGUID(self.joystick);
            sys::SDL_JoystickGetGUIDString(guid, text.as_mut_ptr().cast(), 33);
        }
        String::from_utf8_lossy(&text[..32]).into_owned()
    }
}

fn wishes(pad_layout: PadLayout, pad_mode: PadMode) -> WindowSettings {
    WindowSettings {
        pad_layout,
        pad_mode,
        ..WindowSettings::default()
    }
}

fn options(layout: PadLayout) -> WindowOptions {
    WindowOptions {
        size: Some(UVec2::new(640, 400)),
        unpaced: true,
        software: true,
        driver: Some("dummy".to_owned()),
        wishes: wishes(layout, PadMode::Pointer),
        ..WindowOptions::default()
    }
}

/// Opens a window with a controller in it.
fn with_pad(
    layout: PadLayout,
    body: impl FnOnce(&mut Window<'_>, Virtual) -> Result<(), PlatformError>,
) -> Outcome {
    with_window(&options(layout), |window| {
        let frame = vec![0; 320 * 200];
        window.present(&IndexedFrame::new(320, 200, &frame, &[[0; 3]; 256])?, true)?;
        let pad = Virtual::plug_in();
        heard(window)?;
        body(window, pad)
    })?;
    Ok(())
}

/// Returns the inputs that the window reports now.
fn heard(window: &mut Window<'_>) -> Result<Vec<Input>, PlatformError> {
    let mut inputs = Vec::new();
    // SDL turns the changes of the joystick into events when it is polled. The first poll does
    // this.
    window.poll(&mut inputs)?;
    window.poll(&mut inputs)?;
    Ok(inputs)
}

/// Returns the inputs of some time.
fn heard_for(window: &mut Window<'_>, time: Duration) -> Result<Vec<Input>, PlatformError> {
    let end = window.now() + time;
    let mut inputs = Vec::new();
    while window.now() < end {
        window.poll(&mut inputs)?;
        window.wait(Duration::from_millis(5));
    }
    Ok(inputs)
}

/// Returns the last position of the pointer in some inputs.
fn last_position(inputs: &[Input]) -> Option<UVec2> {
    inputs.iter().rev().find_map(|input| match input {
        Input::PointerMoved { at, .. } => *at,
        _ => None,
    })
}

/// Waits until the pointer is at a position that `is_there` accepts.
///
/// # Panics
/// Panics if the pointer does not reach such a position within [`PATIENCE`].
fn wait_for_pointer(
    window: &mut Window<'_>,
    is_there: impl Fn(UVec2) -> bool,
) -> Result<UVec2, PlatformError> {
    let end = window.now() + PATIENCE;
    let mut last = None;
    while window.now() < end {
        let inputs = heard_for(window, Duration::from_millis(20))?;
        last = last_position(&inputs).or(last);
        if let Some(at) = last.filter(|at| is_there(*at)) {
            return Ok(at);
        }
    }
    panic!("the pointer stays at {last:?}");
}

fn click(button: Button, pressed: bool) -> Input {
    Input::PointerButton {
        button,
        pressed,
        at: Some(MIDDLE),
        overlay: None,
    }
}

fn buttons_click_where_the_pointer_is() -> Outcome {
    with_pad(PadLayout::Xbox, |window, pad| {
        pad.button(0, true);
        assert_eq!(heard(window)?, [click(Button::Left, true)]);
        pad.button(0, false);
        assert_eq!(heard(window)?, [click(Button::Left, false)]);
        pad.button(1, true);
        assert_eq!(heard(window)?, [click(Button::Right, true)]);
        pad.button(6, true);
        assert_eq!(
            heard(window)?,
            [Input::Pad {
                button: PadButton::Start,
                pressed: true
            }]
        );
        Ok(())
    })
}

fn the_d_pad_moves_the_pointer() -> Outcome {
    with_pad(PadLayout::Xbox, |window, pad| {
        pad.button(14, true);
        let mut inputs = heard(window)?;
        pad.button(14, false);
        inputs.extend(heard(window)?);
        // After the first pixel, the distance of the pointer's movement depends on the time between
        // press and release.
        assert_eq!(
            inputs.first(),
            Some(&Input::PointerMoved {
                at: Some(MIDDLE + UVec2::X),
                overlay: None,
            })
        );
        let tapped = last_position(&inputs).unwrap_or(MIDDLE);
        assert_eq!(tapped.y, MIDDLE.y);
        assert!(
            window.wants_present(),
            "the pointer must be drawn at its new place"
        );
        let inputs = heard_for(window, Duration::from_millis(40))?;
        assert_eq!(inputs, [], "the pointer stops");
        pad.button(14, true);
        wait_for_pointer(window, |at| at.x > tapped.x + 15)?;
        Ok(())
    })
}

fn the_stick_moves_the_pointer_and_stops() -> Outcome {
    with_pad(PadLayout::Xbox, |window, pad| {
        pad.axis(1, i16::MIN);
        let there = wait_for_pointer(window, |at| at.y < MIDDLE.y - 5)?;
        assert_eq!(there.x, MIDDLE.x);
        pad.axis(1, 0);
        heard(window)?;
        let inputs = heard_for(window, Duration::from_millis(100))?;
        assert_eq!(inputs, []);
        Ok(())
    })
}

fn in_menus_it_is_arrow_keys() -> Outcome {
    with_pad(PadLayout::Xbox, |window, pad| {
        window.grant(&wishes(PadLayout::Xbox, PadMode::Menu));
        pad.button(12, true);
        assert_eq!(heard(window)?, [Input::press(Key::Down)]);
        pad.button(12, false);
        pad.button(0, true);
        assert_eq!(heard(window)?, [Input::press(Key::Enter)]);
        pad.button(1, true);
        assert_eq!(heard(window)?, [Input::press(Key::Escape)]);
        Ok(())
    })
}

fn layouts_change_places() -> Outcome {
    with_pad(PadLayout::Nintendo, |window, pad| {
        pad.button(1, true);
        assert_eq!(heard(window)?, [click(Button::Left, true)]);
        window.grant(&wishes(PadLayout::Xbox, PadMode::Pointer));
        pad.button(0, true);
        assert_eq!(heard(window)?, [click(Button::Left, true)]);
        Ok(())
    })
}

fn it_is_plugged_in_and_out() -> Outcome {
    with_pad(PadLayout::Xbox, |window, pad| {
        pad.axis(0, i16::MAX);
        wait_for_pointer(window, |at| at.x > MIDDLE.x)?;
        pad.plug_out();
        assert!(heard(window)?.contains(&Input::Released));
        let inputs = heard_for(window, Duration::from_millis(100))?;
        assert_eq!(inputs, [], "unplugging releases all buttons and axes");
        let again = Virtual::plug_in();
        heard(window)?;
        again.button(4, true);
        assert_eq!(
            heard(window)?,
            [Input::Pad {
                button: PadButton::Select,
                pressed: true
            }]
        );
        Ok(())
    })
}

fn the_device_that_is_used_is_told() -> Outcome {
    let to = |device| Input::Device(device);
    with_window(&options(PadLayout::Xbox), |window| {
        heard(window)?;
        let pad = Virtual::plug_in();
        let inputs = heard(window)?;
        assert_eq!(
            inputs,
            [to(InputDevice::Pad)],
            "a handheld has no keyboard to begin with"
        );
        push(key_down(Keycode::RIGHT))?;
        let inputs = heard(window)?;
        assert_eq!(
            inputs,
            [to(InputDevice::Keyboard), Input::press(Key::Right)]
        );
        push(key_down(Keycode::RIGHT))?;
        assert_eq!(heard(window)?, [Input::press(Key::Right)], "told once");
        pad.button(4, true);
        assert_eq!(heard(window)?.first(), Some(&to(InputDevice::Pad)));
        push(key_down(Keycode::RIGHT))?;
        heard(window)?;
        pad.axis(0, 3000);
        let inputs = heard(window)?;
        assert!(
            !inputs.contains(&to(InputDevice::Pad)),
            "a worn stick is not used"
        );
        pad.axis(0, i16::MAX);
        assert_eq!(heard(window)?.first(), Some(&to(InputDevice::Pad)));
        pad.plug_out();
        assert!(heard(window)?.contains(&to(InputDevice::Keyboard)));
        Ok(())
    })?;
    Ok(())
}

fn mappings_come_from_the_environment() -> Outcome {
    let mut guid = String::new();
    with_pad(PadLayout::Xbox, |_, pad| {
        guid = pad.guid();
        Ok(())
    })?;
    // Button 9 is A.
    // A mapping leaves out the sum of the name that is in the identifier.
    guid.replace_range(4..8, "0000");
    let mapping = format!("{guid},a test's,a:b9,platform:Linux,");
    // SAFETY: this is the only thread.
    unsafe { std::env::set_var("SDL_GAMECONTROLLERCONFIG", mapping) };
    let outcome = with_pad(PadLayout::Xbox, |window, pad| {
        pad.button(9, true);
        assert_eq!(heard(window)?, [click(Button::Left, true)]);
        Ok(())
    });
    // SAFETY: this is the only thread.
    unsafe { std::env::remove_var("SDL_GAMECONTROLLERCONFIG") };
    outcome
}

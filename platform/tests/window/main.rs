//! Tests the SDL2 window without a display, and on an invisible display.
//!
//! SDL requires that all windows are used on one thread, so the tests run one after another on the
//! main thread.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test without the harness"
)]

mod basics;
mod controller;
mod scaling;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed};
use scumm_test_support::screen::VirtualScreen;

type Outcome = Result<(), Failed>;

fn main() -> ExitCode {
    let mut args = Arguments::from_args();
    args.test_threads = Some(1);
    // The dummy driver's window has no focus. SDL forgets hints when it ends, but not the
    // environment. SAFETY: no other thread runs yet.
    unsafe { std::env::set_var("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1") };
    let screen = VirtualScreen::start(1920, 1080).unwrap_or_default();
    let mut drivers = vec!["dummy"];
    match &screen {
        Some(screen) => {
            // SAFETY: no other thread runs yet.
            unsafe { std::env::set_var("DISPLAY", &screen.display) };
            drivers.push("x11");
        }
        None => eprintln!("skipped: windows on a real screen; Xvfb is missing"),
    }
    let trials = basics::trials()
        .into_iter()
        .chain(controller::trials())
        .chain(scaling::trials(&drivers))
        .collect();
    libtest_mimic::run(&args, trials).exit_code()
}

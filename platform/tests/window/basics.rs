//! Tests the picture and the input of a window. With the dummy driver and the software renderer,
//! the pixels are exact.

use std::time::Duration;

use glam::{UVec2, Vec2};
use libtest_mimic::Trial;
use scumm_media::file::AtomicFiles;
use scumm_platform::sdl::{WindowOptions, with_window};
use scumm_platform::{
    App, Button, FrontEnd, Headless, IndexedFrame, Input, Key, PlatformError, RgbPalette,
    RunStatistics, ScaleMode, TexturePalette, WindowOverlay, WindowSettings, Zoom, run,
};
use sdl2::event::Event;
use sdl2::keyboard::{Keycode, Mod};
use sdl2::mouse::MouseButton;

use crate::Outcome;

/// The tests of this file.
pub fn trials() -> Vec<Trial> {
    let trials = [
        (
            "whole_multiples_are_exact",
            whole_multiples_are_exact as fn() -> Outcome,
        ),
        ("the_border_is_black", the_border_is_black),
        (
            "window_and_headless_run_the_same",
            window_and_headless_run_the_same,
        ),
        (
            "a_frame_of_another_size_gets_another_place",
            a_frame_of_another_size_gets_another_place,
        ),
        (
            "a_click_names_the_pixel_under_it",
            a_click_names_the_pixel_under_it,
        ),
        (
            "an_overlay_covers_the_window_at_its_own_scale",
            an_overlay_covers_the_window_at_its_own_scale,
        ),
        ("waiting_ends_with_an_event", waiting_ends_with_an_event),
        ("closing_ends_the_run", closing_ends_the_run),
    ];
    trials
        .into_iter()
        .map(|(name, test)| Trial::test(name, test))
        .collect()
}

fn wishes(scale: ScaleMode) -> WindowSettings {
    WindowSettings {
        scale,
        ..WindowSettings::default()
    }
}

fn options(width: u32, height: u32, scale: ScaleMode) -> WindowOptions {
    WindowOptions {
        size: Some(UVec2::new(width, height)),
        wishes: wishes(scale),
        unpaced: true,
        software: true,
        driver: Some("dummy".to_owned()),
        ..WindowOptions::default()
    }
}

fn palette() -> RgbPalette {
    std::array::from_fn(|i| [i as u8, (i * 7) as u8, 255 - i as u8])
}

/// An app whose picture moves with each tick. Adjacent pixels of the picture always have different
/// colours.
struct Moving {
    ticks: usize,
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    palette: RgbPalette,
    heard: Vec<Input>,
    /// The CRC of the picture of each tick.
    crcs: Vec<u32>,
}

impl Moving {
    fn new(width: usize, height: usize) -> Self {
        let (heard, crcs) = (Vec::new(), Vec::new());
        let mut new = Self {
            ticks: 0,
            width,
            height,
            pixels: Vec::new(),
            palette: palette(),
            heard,
            crcs,
        };
        new.paint();
        new
    }

    fn paint(&mut self) {
        let (w, t) = (self.width, self.ticks);
        self.pixels = (0..w * self.height)
            .map(|i| (i % w * 3 + i / w * 5 + t * 11) as u8)
            .collect();
    }
}

impl App for Moving {
    fn input(&mut self, input: Input) {
        self.heard.push(input);
    }

    fn tick(&mut self) {
        self.ticks += 1;
        self.paint();
        self.crcs.push(crc32fast::hash(&self.pixels));
    }

    fn frame(&mut self) -> Result<IndexedFrame<'_>, PlatformError> {
        Ok(IndexedFrame::new(
            self.width,
            self.height,
            &self.pixels,
            &self.palette,
        )?)
    }

    fn tick_interval(&self) -> Duration {
        Duration::from_millis(2)
    }
}

fn whole_multiples_are_exact() -> Outcome {
    for multiple in [1, 2, 3] {
        with_window(
            &options(320 * multiple, 200 * multiple, ScaleMode::Integer),
            |window| {
                let mut app = Moving::new(320, 200);
                let frame = app.frame()?;
                window.present(&frame, true)?;
                let (size, words) = window.read_back()?;
                assert_eq!(size, UVec2::new(320, 200) * multiple);
                let table = TexturePalette::argb(frame.palette());
                for (i, &word) in words.iter().enumerate() {
                    let (x, y) = (i as u32 % size.x / multiple, i as u32 / size.x / multiple);
                    assert_eq!(
                        word,
                        table[usize::from(frame.pixels()[(y * 320 + x) as usize])],
                        "at {x},{y}"
                    );
                }
                Ok(())
            },
        )?;
    }
    Ok(())
}

fn the_border_is_black() -> Outcome {
    with_window(&options(650, 480, ScaleMode::Integer), |window| {
        let white = [[255; 3]; 256];
        window.present(&IndexedFrame::new(320, 200, &[0; 320 * 200], &white)?, true)?;
        let (size, words) = window.read_back()?;
        for (i, &word) in words.iter().enumerate() {
            let (x, y) = (i as u32 % size.x, i as u32 / size.x);
            let inside = (5..645).contains(&x) && (40..440).contains(&y);
            assert_eq!(
                word & 0xff_ffff,
                if inside { 0xff_ffff } else { 0 },
                "at {x},{y}"
            );
        }
        Ok(())
    })?;
    Ok(())
}

fn window_and_headless_run_the_same() -> Outcome {
    let (mut seen, mut unseen) = (Moving::new(320, 200), Moving::new(320, 200));
    let limits = Some(25);
    with_window(&options(320, 200, ScaleMode::Integer), |window| {
        assert_eq!(run(&mut seen, window, limits)?.ticks, 25);
        let table = TexturePalette::argb(&seen.palette);
        let last: Vec<u32> = seen.pixels.iter().map(|&i| table[usize::from(i)]).collect();
        assert_eq!(
            window.read_back()?.1,
            last,
            "the window shows the picture of the last tick"
        );
        Ok(())
    })?;
    assert_eq!(
        run(
            &mut unseen,
            &mut Headless::new(AtomicFiles::default(), None, Zoom::new(1)),
            limits
        )?,
        RunStatistics {
            ticks: 25,
            presents: 25
        }
    );
    assert_eq!(seen.crcs, unseen.crcs);
    Ok(())
}

fn a_frame_of_another_size_gets_another_place() -> Outcome {
    with_window(&options(640, 480, ScaleMode::Integer), |window| {
        window.present(&Moving::new(320, 200).frame()?, true)?;
        assert_eq!(window.viewport()?.size, UVec2::new(640, 400));
        window.present(&Moving::new(640, 480).frame()?, true)?;
        assert_eq!(window.viewport()?.size, UVec2::new(640, 480));
        window.grant(&wishes(ScaleMode::Aspect));
        assert!(window.wants_present());
        window.present(&Moving::new(320, 200).frame()?, true)?;
        assert_eq!(window.viewport()?.size, UVec2::new(640, 480));
        Ok(())
    })?;
    Ok(())
}

/// Puts an event into SDL's queue, like an action of the user.
pub fn push(event: Event) -> Result<(), PlatformError> {
    sdl2::init()
        .and_then(|sdl| sdl.event()?.push_event(event))
        .map_err(PlatformError::Window)
}

fn button(x: i32, y: i32) -> Event {
    Event::MouseButtonDown {
        timestamp: 0,
        window_id: 1,
        which: 0,
        mouse_btn: MouseButton::Right,
        clicks: 1,
        x,
        y,
    }
}

fn an_overlay_covers_the_window_at_its_own_scale() -> Outcome {
    let (word, clear) = (0xff12_3456, 0);
    with_window(&options(646, 481, ScaleMode::Integer), |window| {
        let size = window.overlay_size().unwrap_or_default();
        assert_eq!(
            size,
            UVec2::new(323, 241),
            "each pixel covers 2x2 of the window"
        );
        let mut pixels = vec![clear; (size.x * size.y) as usize];
        let last = pixels.len() - 1;
        (pixels[0], pixels[last]) = (word, word);
        let mut app = Moving::new(320, 200);
        window.present(&app.frame()?, true)?;
        let (_, bare) = window.read_back()?;
        window.set_overlay(WindowOverlay::new(size, &pixels).as_ref())?;
        assert!(window.wants_present());
        window.present(&app.frame()?, false)?;
        let (output, shown) = window.read_back()?;
        let width = output.x as usize;
        for (place, (shown, bare)) in shown.iter().zip(&bare).enumerate() {
            let (x, y) = (place % width, place / width);
            let is_covered = (x < 2 && y < 2) || (x >= 644 && y >= 480);
            assert_eq!(*shown, if is_covered { word } else { *bare }, "{x}, {y}");
        }
        window.set_overlay(None)?;
        window.present(&app.frame()?, false)?;
        assert!(window.read_back()?.1 == bare);
        Ok(())
    })?;
    Ok(())
}

fn a_click_names_the_pixel_under_it() -> Outcome {
    with_window(&options(1024, 768, ScaleMode::Integer), |window| {
        window.present(&Moving::new(320, 200).frame()?, true)?;
        let viewport = window.viewport()?;
        let mut inputs = Vec::new();
        window.poll(&mut inputs)?;
        for at in [UVec2::new(0, 0), UVec2::new(319, 199), UVec2::new(17, 101)] {
            let Vec2 { x, y } = viewport.to_window(at.as_vec2() + 0.5);
            push(button(x as i32, y as i32))?;
            inputs.clear();
            window.poll(&mut inputs)?;
            assert_eq!(
                inputs,
                [Input::PointerButton {
                    button: Button::Right,
                    pressed: true,
                    at: Some(at),
                    overlay: Some(UVec2::new(x as u32 / 2, y as u32 / 2)),
                }]
            );
        }
        push(button(31, 400))?;
        inputs.clear();
        window.poll(&mut inputs)?;
        assert_eq!(
            inputs,
            [Input::PointerButton {
                button: Button::Right,
                pressed: true,
                at: None,
                overlay: Some(UVec2::new(15, 200)),
            }]
        );
        Ok(())
    })?;
    Ok(())
}

pub fn key_down(keycode: Keycode) -> Event {
    Event::KeyDown {
        timestamp: 0,
        window_id: 1,
        keycode: Some(keycode),
        scancode: None,
        keymod: Mod::NOMOD,
        repeat: false,
    }
}

fn waiting_ends_with_an_event() -> Outcome {
    with_window(&options(320, 200, ScaleMode::Integer), |window| {
        let mut inputs = Vec::new();
        window.poll(&mut inputs)?;
        inputs.clear();
        push(key_down(Keycode::RIGHT))?;
        let before = window.now();
        window.wait(Duration::from_secs(300));
        assert!(window.now() - before < Duration::from_secs(200));
        window.poll(&mut inputs)?;
        assert_eq!(
            inputs,
            [Input::press(Key::Right)],
            "the event that ended the wait is not lost"
        );
        Ok(())
    })?;
    Ok(())
}

fn closing_ends_the_run() -> Outcome {
    let mut app = Moving::new(320, 200);
    with_window(&options(320, 200, ScaleMode::Integer), |window| {
        push(Event::Quit { timestamp: 0 })?;
        run(&mut app, window, None)
    })?;
    assert!(app.heard.contains(&Input::Quit));
    Ok(())
}

//! The test card: a picture that needs no game, to test a machine's screen, input and timing.

use std::time::Duration;

use glam::IVec2;
use scumm_media::paint::Paint;
use scumm_platform::{
    App, IndexedFrame, Input, Key, PadMode, PlatformError, RgbPalette, WindowSettings,
};

use crate::Settings;

const WIDTH: usize = 320;
const HEIGHT: usize = 200;
/// The ticks per second. The bar moves 16 pixels in a tick, and crosses the screen in a second.
const RATE: u32 = 20;

const BLACK: u8 = 0;
const WHITE: u8 = 1;
/// The first of the 240 colours of the rainbow.
const RAINBOW: u8 = 16;

/// The test card.
pub struct Card {
    background: Vec<u8>,
    pixels: Vec<u8>,
    palette: RgbPalette,
    ticks: u32,
    cross: IVec2,
    done: bool,
    /// The window's settings, which keys change.
    pub(crate) settings: Settings,
    pad_mode: PadMode,
}

impl Card {
    /// Creates a card with this function of controllers.
    pub fn new(settings: Settings, pad_mode: PadMode) -> Self {
        let mut palette = [[0; 3]; 256];
        palette[usize::from(WHITE)] = [255; 3];
        for (hue, colour) in palette[usize::from(RAINBOW)..].iter_mut().enumerate() {
            *colour = rainbow(hue);
        }
        let background: Vec<u8> = (0..HEIGHT)
            .flat_map(|y| (0..WIDTH).map(move |x| colour_at(x, y)))
            .collect();
        Self {
            pixels: background.clone(),
            background,
            palette,
            ticks: 0,
            cross: IVec2::new(WIDTH as i32 / 2, HEIGHT as i32 / 2),
            done: false,
            settings,
            pad_mode,
        }
    }
}

impl App for Card {
    fn input(&mut self, input: Input) {
        match input {
            Input::Key {
                key, pressed: true, ..
            } => match key {
                Key::Left => self.cross.x -= 1,
                Key::Right => self.cross.x += 1,
                Key::Up => self.cross.y -= 1,
                Key::Down => self.cross.y += 1,
                Key::Escape => self.done = true,
                Key::F(10) => self.settings.scale = self.settings.scale.next(),
                Key::F(11) => self.settings.fullscreen = !self.settings.fullscreen,
                _ => {}
            },
            Input::PointerMoved { at: Some(at), .. }
            | Input::PointerButton { at: Some(at), .. } => self.cross = at.as_ivec2(),
            _ => {}
        }
    }

    fn tick(&mut self) {
        self.ticks += 1;
    }

    fn frame(&mut self) -> Result<IndexedFrame<'_>, PlatformError> {
        self.pixels.copy_from_slice(&self.background);
        let mut paint = Paint::new(&mut self.pixels, WIDTH);
        let bar = IVec2::new((self.ticks % RATE) as i32 * 16, 180);
        paint.fill(bar, bar + IVec2::new(16, 10), WHITE);
        for arm in [IVec2::X * 6, IVec2::Y * 6] {
            paint.line(self.cross - arm, self.cross + arm, WHITE);
        }
        Ok(IndexedFrame::new(
            WIDTH,
            HEIGHT,
            &self.pixels,
            &self.palette,
        )?)
    }

    fn tick_interval(&self) -> Duration {
        Duration::from_secs(1) / RATE
    }

    fn finished(&self) -> bool {
        self.done
    }

    fn wishes(&self) -> WindowSettings {
        self.settings
            .wishes("wardrobe: test card".to_owned(), self.pad_mode)
    }
}

/// Returns the colour of a pixel: a closed line at the edge, a circle, a rainbow.
fn colour_at(x: usize, y: usize) -> u8 {
    let (dx, dy) = (x.abs_diff(WIDTH / 2), y.abs_diff(90));
    let square = dx * dx + dy * dy;
    match (x, y) {
        (0, _) | (_, 0) => WHITE,
        _ if x == WIDTH - 1 || y == HEIGHT - 1 => WHITE,
        _ if (70 * 70..72 * 72).contains(&square) => WHITE,
        (40..280, 70..110) => RAINBOW + (x - 40) as u8,
        _ => BLACK,
    }
}

/// Returns colour `hue`, 0 to 239, of a colour wheel that goes from red through green and blue back
/// to red.
fn rainbow(hue: usize) -> [u8; 3] {
    let part = (hue % 40 * 255 / 39) as u8;
    match hue / 40 {
        0 => [255, part, 0],
        1 => [255 - part, 255, 0],
        2 => [0, 255, part],
        3 => [0, 255 - part, 255],
        4 => [part, 0, 255],
        _ => [255, 0, 255 - part],
    }
}

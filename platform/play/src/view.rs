//! The view of the game: the stage, the layers over it, speech; and the overlay with texts and the
//! menu.

use glam::{IVec2, UVec2};
use scumm_media::paint::{Inks, Paint};
use scumm_media::{IndexedFrame, MediaError};
use scumm_platform::{Input, InputDevice, WindowOverlay};
use scumm_room::Palette;

use crate::controls::UserAction;
use crate::menu::{Help, Menu, Status};
use crate::overlay::{self, BLACK, COLUMN, LINE, TextOverlay, WHITE, YELLOW};
use crate::screen::{self, Layers, Placement};
use crate::settings::PlayOptions;
use crate::world::RoomSession;

/// The number of frames for which a caption stays. The caption at the start stays for
/// `FIRST_CAPTION` frames.
pub const CAPTION: u32 = 20;
pub const FIRST_CAPTION: u32 = 60;
/// The most rows of a notice.
const NOTICE: usize = 8;
/// The number of frames for which the help lines stay, unless a key is pressed.
const HELP: u32 = 120;

/// A panel that receives the keys while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The menu.
    Menu(Menu),
    /// The list of controls.
    Help(Help),
}

/// The lines at the bottom.
#[derive(Clone, Debug)]
struct Caption {
    text: String,
    /// The number of frames for which the caption still stays.
    left: u32,
    /// Whether this is the caption at the start, which names keys or buttons.
    is_greeting: bool,
}

/// The parts of the view over the stage, and the pixels of the view.
#[derive(Debug)]
pub struct PlayView {
    /// The visible layers.
    pub layers: Layers,
    /// The open panel.
    pub panel: Option<Panel>,
    /// The device that the user operated last. Hints name its keys or buttons.
    pub device: InputDevice,
    caption: Option<Caption>,
    /// The text at the top, which stays until it is replaced.
    notice: Option<String>,
    /// The number of frames for which the help lines are still shown.
    pub help: u32,
    pixels: Vec<u8>,
    palette: Palette,
    overlay: TextOverlay,
}

impl PlayView {
    /// Creates the initial view, which shows the help lines for the first seconds if the user
    /// controls an actor.
    pub fn from_options(options: &PlayOptions) -> Self {
        let layers = if options.overlay {
            Layers::OF_ACTOR
        } else {
            Layers::default()
        };
        Self {
            layers,
            panel: None,
            device: InputDevice::Keyboard,
            caption: None,
            notice: None,
            help: if options.unled { 0 } else { HELP },
            pixels: Vec::new(),
            palette: Palette::default(),
            overlay: TextOverlay::default(),
        }
    }

    /// Shows a text for a number of frames.
    pub fn show_caption(&mut self, text: &str, frames: u32) {
        self.caption = Some(Caption {
            text: text.to_owned(),
            left: frames,
            is_greeting: false,
        });
    }

    /// Shows the caption at the start.
    pub fn show_greeting(&mut self, text: String) {
        self.caption = Some(Caption {
            text,
            left: FIRST_CAPTION,
            is_greeting: true,
        });
    }

    /// Changes the text of the caption at the start if it is still shown.
    pub fn change_greeting(&mut self, text: String) {
        if let Some(caption) = self.caption.as_mut().filter(|caption| caption.is_greeting) {
            caption.text = text;
        }
    }

    /// Returns whether a caption is shown, which disappears by itself.
    pub fn has_caption(&self) -> bool {
        self.caption.is_some()
    }

    /// Shows a text at the top until it is replaced, or no text.
    pub fn set_notice(&mut self, text: Option<&str>) {
        self.notice = text.map(str::to_owned);
    }

    /// Advances by a frame. While time is `paused`, the help lines stay.
    pub fn tick(&mut self, paused: bool) {
        self.caption = self.caption.take().and_then(|caption| {
            let left = caption.left.checked_sub(1)?;
            Some(Caption { left, ..caption })
        });
        if !paused {
            self.help = self.help.saturating_sub(1);
        }
    }

    /// Passes an input to the open panel. Returns `None` if no panel is open or the panel does not
    /// use the input, and otherwise `Some` with the action, if the input causes one.
    pub fn input(&mut self, input: Input) -> Option<Option<UserAction>> {
        match self.panel.as_mut()? {
            Panel::Menu(menu) => menu.input(input),
            Panel::Help(help) => help.input(input),
        }
    }
}

/// The picture.
impl PlayView {
    /// Draws the present picture.
    ///
    /// # Errors
    /// Returns an error if the screen has no size.
    pub fn draw(&mut self, world: &RoomSession) -> Result<IndexedFrame<'_>, MediaError> {
        let stage = &world.stage;
        let (width, height) = screen::screen_size(stage);
        screen::copy(stage, stage.front().rows(), &mut self.pixels);
        self.palette = stage.colours().displayed();
        self.annotate(world, width);
        IndexedFrame::new(width, height, &self.pixels, self.palette.colours())
    }

    /// Draws speech and layers over the stage.
    fn annotate(&mut self, world: &RoomSession, width: usize) {
        let RoomSession { stage, now, .. } = world;
        let zoom = screen::zoom(stage);
        let speaks = now
            .characters
            .iter()
            .any(|character| character.speech.is_some());
        if self.layers.is_empty() && !speaks {
            return;
        }
        if self.layers.contains(Layers::PALETTE) {
            screen::palette(&mut Paint::new(&mut self.pixels, width), zoom);
        }
        let inks = Inks::mix(self.palette.colours_mut(), &self.pixels);
        let mut paint = Paint::new(&mut self.pixels, width).zoomed(zoom);
        let place = Placement::from_stage(stage);
        for character in &now.characters {
            if let (Some(speech), Some(actor)) = (&character.speech, character.actor(stage)) {
                speech.draw(
                    &mut paint,
                    place.speech(actor),
                    actor.talk_colour,
                    inks.black,
                );
            }
        }
        if let Some(actor) = world.actor() {
            let costume = world.character().costume;
            screen::draw(
                &mut paint,
                &inks,
                self.layers,
                stage,
                Some((actor, costume)),
            );
        }
    }
}

/// The overlay.
impl PlayView {
    /// Draws captions, help and the open panel as an overlay of a size. Returns `None` if there is
    /// no text at the moment.
    pub fn overlay(&mut self, status: &Status<'_>, size: UVec2) -> Option<WindowOverlay<'_>> {
        self.overlay.begin(size);
        let next = self.write_notice();
        if self.help > 0 && self.panel.is_none() {
            let help = status.world.help_for(self.device);
            self.write_help(help, next);
        }
        match &mut self.panel {
            Some(Panel::Menu(menu)) => menu.draw(&mut self.overlay, status),
            Some(Panel::Help(help)) => help.draw(&mut self.overlay, self.device),
            None => {}
        }
        self.write_caption();
        self.write_marks(status.marks());
        self.overlay.finish()
    }

    /// Writes the notice at the top. Returns the row of pixels below it.
    fn write_notice(&mut self) -> i32 {
        let mut top = 0;
        let notice = self.notice.as_deref().unwrap_or_default();
        let rows = overlay::wrap(notice, self.overlay.columns());
        for row in rows.iter().take(NOTICE) {
            self.overlay.write(IVec2::new(0, top), row, YELLOW, BLACK);
            top += LINE;
        }
        top
    }

    /// Writes the help lines from a row of pixels on.
    fn write_help(&mut self, help: &[String], top: i32) {
        let mut top = top;
        for line in help {
            for row in overlay::wrap(line, self.overlay.columns()) {
                self.overlay.write(IVec2::new(0, top), &row, WHITE, BLACK);
                top += LINE;
            }
        }
    }

    /// Writes the caption at the bottom.
    fn write_caption(&mut self) {
        let Some(caption) = &self.caption else {
            return;
        };
        let rows = overlay::wrap(&caption.text, self.overlay.columns());
        let bottom = self.overlay.size().y;
        for (line, row) in (1..).zip(rows.iter().rev()) {
            let at = IVec2::new(0, bottom - line * LINE);
            self.overlay.write(at, row, WHITE, BLACK);
        }
    }

    /// Writes the marks in the top right corner.
    fn write_marks(&mut self, marks: [Option<&str>; 2]) {
        let mut right = self.overlay.size().x;
        for mark in marks.into_iter().flatten() {
            right -= (mark.len() as i32 + 1) * COLUMN;
            self.overlay
                .write(IVec2::new(right, 0), mark, YELLOW, BLACK);
        }
    }
}

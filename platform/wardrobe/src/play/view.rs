//! What is seen: the stage, the layers over it, words, the menu.

use glam::IVec2;
use scumm_platform::{Frame, Input};
use scumm_room::Palette;

use super::controls::Action;
use super::help::Help;
use super::layers::{Layer, Layers};
use super::menu::{Menu, Status, rows};
use super::overlay;
use super::screen::{self, Placement};
use super::world::World;
use crate::paint::{Inks, Paint};

/// The width for which letters have their own size; wider screens get larger ones.
const USUAL_WIDTH: usize = 320;
/// Frames for which a caption stays.
const CAPTION: u32 = 20;
/// Frames for which the lines of help stay, unless a key is pressed.
const HELP: u32 = 120;

/// What takes the keys while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The menu.
    Menu(Menu),
    /// The list of controls.
    Help(Help),
}

/// What is shown over the stage, and the pixels that come of it.
#[derive(Debug, Default)]
pub struct View {
    /// The layers that are shown.
    pub layers: Layers,
    /// What takes the keys.
    pub panel: Option<Panel>,
    /// A line at the bottom, and the frames that it still stays.
    caption: Option<(String, u32)>,
    /// Frames for which the lines of help are still shown.
    help: u32,
    pixels: Vec<u8>,
    palette: Palette,
}

impl View {
    /// Shows the lines of help for a while.
    pub fn show_help(&mut self) {
        self.help = HELP;
    }

    /// Hides the lines of help.
    pub fn hide_help(&mut self) {
        self.help = 0;
    }

    /// Shows a line for a while.
    pub fn show_caption(&mut self, text: String) {
        self.caption = Some((text, CAPTION));
    }

    /// A frame passes; in `paused` time the lines of help stay.
    pub fn tick(&mut self, paused: bool) {
        self.caption = self.caption.take().and_then(|(text, left)| Some((text, left.checked_sub(1)?)));
        if !paused {
            self.help = self.help.saturating_sub(1);
        }
    }

    /// What the open panel makes of an input: an action, or nothing. `None` where no panel is open, or it does not use the input.
    pub fn input(&mut self, input: Input, world: &World) -> Option<Option<Action>> {
        match self.panel.as_mut()? {
            Panel::Menu(menu) => menu.input(input, zoom(world)),
            Panel::Help(help) => help.input(input),
        }
    }

    /// Draws what is seen now; with `words` also the captions, the help and the open panel.
    ///
    /// # Errors
    /// The screen has no size.
    pub fn draw(&mut self, status: &Status<'_>, words: bool) -> scumm_platform::Result<Frame<'_>> {
        let stage = &status.world.stage;
        let (width, height) = screen::screen_size(stage);
        screen::copy(stage, &mut self.pixels);
        self.palette = stage.displayed_palette();
        self.annotate(status, width, words);
        Frame::new(width, height, &self.pixels, &self.palette.0)
    }

    /// Draws speech and layers over the stage, and with `words` what the program has to say.
    fn annotate(&mut self, status: &Status<'_>, width: usize, words: bool) {
        let World { stage, characters, led, help, .. } = status.world;
        let zoom = zoom(status.world);
        let help = if words && self.help > 0 && self.panel.is_none() { help.as_slice() } else { &[] };
        let caption = self.caption.as_ref().filter(|_| words).map(|(text, _)| text.as_str());
        let panel = self.panel.filter(|_| words);
        let speaks = characters.iter().any(|character| character.speech().is_some());
        if !(self.layers.any() || speaks || caption.is_some() || !help.is_empty() || panel.is_some()) {
            return;
        }
        if self.layers.has(Layer::Palette) {
            overlay::palette(&mut Paint::new(&mut self.pixels, width), zoom);
        }
        let inks = Inks::mix(&mut self.palette, &self.pixels);
        let mut paint = Paint::new(&mut self.pixels, width).zoomed(zoom);
        let (letter, size) = (paint.letter(), paint.size());
        let place = Placement::of(stage);
        for character in characters {
            if let (Some(speech), Some(actor)) = (character.speech(), character.actor(stage)) {
                speech.draw(&mut paint, place.speech(actor), actor.talk_colour, inks.black);
            }
        }
        if let Some((character, actor)) = characters.get(*led).and_then(|c| Some((c, c.actor(stage)?))) {
            overlay::draw(&mut paint, &inks, self.layers, stage, Some((actor, character.costume)));
        }
        for (line, text) in (0..).zip(help) {
            paint.outlined(IVec2::new(1, 1 + line * (letter + 1)), text, inks.white, inks.black);
        }
        match panel {
            Some(Panel::Menu(menu)) => menu.draw(&mut paint, &inks, &rows(status)),
            Some(Panel::Help(help)) => help.draw(&mut paint, &inks),
            None => {}
        }
        if let Some(text) = caption {
            paint.text(IVec2::new(0, size.y - letter), text, inks.white, inks.black);
        }
    }
}

/// How many times as large as usual letters are written.
fn zoom(world: &World) -> i32 {
    let (width, _) = screen::screen_size(&world.stage);
    i32::try_from(width / USUAL_WIDTH).unwrap_or(1).max(1)
}

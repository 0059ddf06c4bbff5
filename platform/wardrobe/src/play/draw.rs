//! What is seen: the stage, what lies over it, words, the menu.

use glam::IVec2;
use scumm_platform::Frame;

use super::menu;
use super::overlay;
use super::player::{Panel, Player};
use super::screen::{self, Placement};
use super::set::Set;
use super::view::Layer;
use crate::paint::{Inks, Paint};

/// The width for which letters have their own size; wider screens get larger ones.
const USUAL_WIDTH: usize = 320;

impl Player {
    /// How many times as large as usual letters are written.
    pub(super) fn zoom(&self) -> i32 {
        let (width, _) = screen::screen_size(&self.set.stage);
        i32::try_from(width / USUAL_WIDTH).unwrap_or(1).max(1)
    }

    /// The stage with what lies over it.
    pub(super) fn picture(&mut self) -> scumm_platform::Result<Frame<'_>> {
        self.compose(false);
        self.composed()
    }

    /// What is seen now.
    pub(super) fn seen(&mut self) -> scumm_platform::Result<Frame<'_>> {
        self.compose(true);
        self.composed()
    }

    fn composed(&self) -> scumm_platform::Result<Frame<'_>> {
        let (width, height) = screen::screen_size(&self.set.stage);
        Frame::new(width, height, &self.pixels, &self.palette.0)
    }

    fn compose(&mut self, words: bool) {
        let (width, _) = screen::screen_size(&self.set.stage);
        screen::copy(&self.set.stage, &mut self.pixels);
        self.palette.clone_from(self.set.stage.palette());
        self.annotate(width, words);
    }

    /// What lies over the stage: speech and layers, and with `words` what the program has to say.
    fn annotate(&mut self, width: usize, words: bool) {
        let zoom = self.zoom();
        let Set { parts, help, .. } = &self.set;
        let help = if words && self.help > 0 && self.panel.is_none() { help.as_slice() } else { &[] };
        let caption = self.caption.as_ref().filter(|_| words).map(|(text, _)| text.as_str());
        let panel = self.panel.filter(|_| words);
        let speaks = parts.iter().any(|part| part.speech().is_some());
        if !(self.layers.any() || speaks || caption.is_some() || !help.is_empty() || panel.is_some()) {
            return;
        }
        if self.layers.has(Layer::Palette) {
            overlay::palette(&mut Paint::new(&mut self.pixels, width), zoom);
        }
        let inks = Inks::mix(&mut self.palette, &self.pixels);
        let rows = if matches!(panel, Some(Panel::Menu(_))) { menu::rows(self) } else { Vec::new() };
        let Set { stage, parts, .. } = &self.set;
        let mut paint = Paint::new(&mut self.pixels, width).zoomed(zoom);
        let (letter, size) = (paint.letter(), paint.size());
        let place = Placement::of(stage);
        for part in parts {
            if let (Some(speech), Some(actor)) = (part.speech(), part.actor(stage)) {
                speech.draw(&mut paint, place.speech(actor), actor.talk_color, inks.black);
            }
        }
        if let Some((part, actor)) = parts.get(self.led).and_then(|part| Some((part, part.actor(stage)?))) {
            overlay::draw(&mut paint, &inks, self.layers, stage, actor, part.costume);
        }
        for (line, text) in (0..).zip(help) {
            paint.outlined(IVec2::new(1, 1 + line * (letter + 1)), text, inks.white, inks.black);
        }
        match panel {
            Some(Panel::Menu(menu)) => menu.draw(&mut paint, &inks, &rows),
            Some(Panel::Help(help)) => help.draw(&mut paint, &inks),
            None => {}
        }
        if let Some(text) = caption {
            paint.text(IVec2::new(0, size.y - letter), text, inks.white, inks.black);
        }
    }
}

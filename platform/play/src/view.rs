//! The view of the game: the stage, the layers over it, texts, the menu.

use glam::IVec2;
use scumm_media::paint::{Inks, Paint, wrap};
use scumm_media::{IndexedFrame, MediaError};
use scumm_platform::Input;
use scumm_room::Palette;

use crate::controls::UserAction;
use crate::menu::{Help, Menu, Status};
use crate::screen::{self, Layers, Placement};
use crate::settings::PlayOptions;
use crate::world::RoomSession;

/// The number of frames for which a caption stays. The caption at the start stays for
/// `FIRST_CAPTION` frames.
pub const CAPTION: u32 = 20;
pub const FIRST_CAPTION: u32 = 60;
/// The number of letters on a row of the screen.
const ROW: usize = 40;
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

/// The parts of the view over the stage, and the pixels of the view.
#[derive(Debug, Default)]
pub struct PlayView {
    /// The visible layers.
    pub layers: Layers,
    /// The open panel.
    pub panel: Option<Panel>,
    /// The lines at the bottom, and the number of frames for which they still stay.
    caption: Option<(Vec<String>, u32)>,
    /// The lines at the top, which stay until they are replaced.
    notice: Vec<String>,
    /// The number of frames for which the help lines are still shown.
    pub help: u32,
    pixels: Vec<u8>,
    palette: Palette,
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
            help: if options.unled { 0 } else { HELP },
            ..Self::default()
        }
    }

    /// Shows a text for a number of frames.
    pub fn show_caption(&mut self, text: &str, frames: u32) {
        self.caption = Some((rows_of(text), frames));
    }

    /// Returns whether a caption is shown, which disappears by itself.
    pub fn has_caption(&self) -> bool {
        self.caption.is_some()
    }

    /// Shows a text at the top until it is replaced, or no text.
    pub fn set_notice(&mut self, text: Option<&str>) {
        self.notice = text.map(rows_of).unwrap_or_default();
        self.notice.truncate(NOTICE);
    }

    /// Advances by a frame. While time is `paused`, the help lines stay.
    pub fn tick(&mut self, paused: bool) {
        self.caption = self
            .caption
            .take()
            .and_then(|(rows, left)| Some((rows, left.checked_sub(1)?)));
        if !paused {
            self.help = self.help.saturating_sub(1);
        }
    }

    /// Passes an input to the open panel. Returns `None` if no panel is open or the panel does not
    /// use the input, and otherwise `Some` with the action, if the input causes one.
    pub fn input(&mut self, input: Input, world: &RoomSession) -> Option<Option<UserAction>> {
        match self.panel.as_mut()? {
            Panel::Menu(menu) => menu.input(input, screen::zoom(&world.stage)),
            Panel::Help(help) => help.input(input),
        }
    }

    /// Draws the present picture; with `words` including captions, help and the open panel.
    ///
    /// # Errors
    /// Returns an error if the screen has no size.
    pub fn draw(
        &mut self,
        status: &Status<'_>,
        words: bool,
    ) -> Result<IndexedFrame<'_>, MediaError> {
        let stage = &status.world.stage;
        let (width, height) = screen::screen_size(stage);
        screen::copy(stage, stage.front().rows(), &mut self.pixels);
        self.palette = stage.colours().displayed();
        self.annotate(status, width, words);
        IndexedFrame::new(width, height, &self.pixels, self.palette.colours())
    }

    /// Draws speech and layers over the stage, and with `words` the program's texts.
    fn annotate(&mut self, status: &Status<'_>, width: usize, words: bool) {
        let RoomSession {
            stage, now, help, ..
        } = status.world;
        let zoom = screen::zoom(stage);
        let help = if words && self.help > 0 && self.panel.is_none() {
            help.as_slice()
        } else {
            &[]
        };
        let caption = self
            .caption
            .as_ref()
            .filter(|_| words)
            .map_or(&[][..], |(rows, _)| rows);
        let notice = if words { self.notice.as_slice() } else { &[] };
        let marks = if words { status.marks() } else { [None; 2] };
        let panel = self.panel.filter(|_| words);
        let speaks = now
            .characters
            .iter()
            .any(|character| character.speech.is_some());
        let says = !caption.is_empty()
            || !help.is_empty()
            || !notice.is_empty()
            || marks != [None; 2]
            || panel.is_some();
        if !(!self.layers.is_empty() || speaks || says) {
            return;
        }
        if self.layers.contains(Layers::PALETTE) {
            screen::palette(&mut Paint::new(&mut self.pixels, width), zoom);
        }
        let inks = Inks::mix(self.palette.colours_mut(), &self.pixels);
        let mut paint = Paint::new(&mut self.pixels, width).zoomed(zoom);
        let (letter, size) = (paint.letter(), paint.size());
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
        if let Some(actor) = status.world.actor() {
            let costume = status.world.character().costume;
            screen::draw(
                &mut paint,
                &inks,
                self.layers,
                stage,
                Some((actor, costume)),
            );
        }
        for (line, text) in (0..).zip(notice) {
            paint.text(IVec2::new(0, line * letter), text, inks.yellow, inks.black);
        }
        for (line, text) in (notice.len() as i32..).zip(help) {
            paint.outlined(
                IVec2::new(1, 1 + line * (letter + 1)),
                text,
                inks.white,
                inks.black,
            );
        }
        match panel {
            Some(Panel::Menu(menu)) => menu.draw(&mut paint, &inks, status),
            Some(Panel::Help(help)) => help.draw(&mut paint, &inks),
            None => {}
        }
        for (line, text) in (1..).zip(caption.iter().rev()) {
            paint.text(
                IVec2::new(0, size.y - line * letter),
                text,
                inks.white,
                inks.black,
            );
        }
        let mut right = size.x;
        for text in marks.into_iter().flatten() {
            right -= (text.len() as i32 + 1) * letter;
            paint.text(IVec2::new(right, 0), text, inks.yellow, inks.black);
        }
    }
}

/// Breaks a text into rows of the screen, between words. A word that is longer than a row, such as
/// a path, is broken as well.
fn rows_of(text: &str) -> Vec<String> {
    let mut rows = Vec::new();
    for row in text.lines().flat_map(|line| wrap(line, ROW)) {
        let letters: Vec<char> = row.chars().collect();
        rows.extend(letters.chunks(ROW).map(String::from_iter));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_is_broken_between_words_and_within_long_ones() {
        assert_eq!(rows_of("a b\nc"), ["a b", "c"]);
        let path = "/x".repeat(30);
        assert_eq!(
            rows_of(&format!("in {path}")),
            ["in", &path[..ROW], &path[ROW..]]
        );
    }
}

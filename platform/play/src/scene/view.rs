//! What is seen of a scene: what is drawn, what is expected beside it, the layers, the line of
//! frames below.

use glam::{IVec2, UVec2};
use scumm_engine::{Actor, Palette, Stage};
use scumm_platform::Frame;
use scumm_platform::paint::{Inks, LETTER, Paint, nearest, wrap};
use scumm_scene::harness::pictures;
use scumm_scene::harness::screenshots::Screenshot;
use scumm_scene::harness::timeline::{Finding, Timeline};

use crate::help::Help;
use crate::overlay::{self, Layers};
use crate::screen;

/// Pixels between two pictures.
const GAP: usize = 4;
/// Rows of words below the pictures: the frame, and what is known of it.
const ROWS: i32 = 4;
/// Height of the bar and of the space around it, in pixels of a screen 320 wide.
const BAR: i32 = 4;
const MARGIN: i32 = 2;
/// What stands below the three pictures.
const TITLES: [&str; 3] = ["drawn", "expected", "difference"];

/// What is shown, and the pixels that come of it.
#[derive(Debug, Default)]
pub struct SceneView {
    /// The layers that are shown.
    pub layers: Layers,
    /// What is expected, and the difference, stand beside what is drawn.
    pub beside: bool,
    /// The actor that the layers are about; 0 for the player's, or the first that is seen.
    pub actor: u16,
    /// One picture.
    panel: Vec<u8>,
    pixels: Vec<u8>,
    palette: Palette,
}

/// What the program has to say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Words<'a> {
    /// How time passes.
    pub state: &'a str,
    /// In place of what is known of the frame.
    pub caption: Option<&'a str>,
    /// Over everything.
    pub help: Option<Help>,
}

/// The actor that the layers are about: the chosen one where it is seen, else the player's, else
/// the first.
pub fn actor(stage: &Stage, chosen: u16) -> Option<&Actor> {
    let of = |id: u16| actors(stage).find(|actor| actor.id == id);
    of(chosen)
        .or_else(|| of(stage.variables().ego))
        .or_else(|| actors(stage).next())
}

/// The actors that are seen.
pub fn actors(stage: &Stage) -> impl Iterator<Item = &Actor> {
    stage
        .actors()
        .filter(|actor| actor.visible && actor.costume != 0 && actor.room == stage.room_number())
}

impl SceneView {
    /// Shows these layers, and with `beside` what is expected and the difference.
    pub fn new(layers: Layers, beside: bool) -> Self {
        Self {
            layers,
            beside,
            ..Self::default()
        }
    }

    /// Draws a frame, its stored picture, and below the pictures words and the line of frames;
    /// without `words` none of that.
    ///
    /// # Errors
    /// The screen has no size.
    pub fn draw(
        &mut self,
        timeline: &Timeline,
        expected: Option<&Screenshot>,
        words: Option<Words<'_>>,
    ) -> scumm_platform::Result<Frame<'_>> {
        let stage = timeline.stage();
        let expected = expected.filter(|_| self.beside);
        let layout = Layout::of(stage, self.beside, words.is_some());
        self.palette.clone_from(&stage.colours().palette);
        self.pixels.clear();
        self.pixels.resize(
            layout.width * layout.height,
            nearest(&self.palette.0, [0; 3]),
        );

        if let Some(expected) = expected {
            self.show(stage, expected);
            layout.put(&self.panel, 1, &mut self.pixels);
        }
        screen::copy(stage, stage.front().rows(), &mut self.panel);
        if self.layers.contains(Layers::PALETTE) {
            overlay::palette(
                &mut Paint::new(&mut self.panel, layout.screen.0),
                layout.zoom,
            );
        }
        layout.put(&self.panel, 0, &mut self.pixels);
        if self.layers.is_empty() && words.is_none() {
            return Frame::new(layout.width, layout.height, &self.pixels, &self.palette.0);
        }

        let inks = Inks::mix(&mut self.palette.0, &self.pixels);
        let mut paint = Paint::new(&mut self.panel, layout.screen.0).zoomed(layout.zoom);
        let about = actor(stage, self.actor).map(|actor| (actor, actor.costume));
        overlay::draw(&mut paint, &inks, self.layers, stage, about);
        layout.put(&self.panel, 0, &mut self.pixels);
        if let Some(expected) = expected {
            self.show(stage, &pictures::marked(expected, &Screenshot::of(stage)));
            layout.put(&self.panel, 2, &mut self.pixels);
        }
        if let Some(words) = words {
            let mut paint = Paint::new(&mut self.pixels, layout.width).zoomed(layout.zoom);
            layout.write(&mut paint, &inks, timeline, words);
        }
        Frame::new(layout.width, layout.height, &self.pixels, &self.palette.0)
    }

    /// Brings another picture of the stage's view into the panel, in the nearest of the colours
    /// that there are.
    fn show(
        &mut self,
        stage: &Stage,
        Screenshot {
            picture,
            palette: colours,
        }: &Screenshot,
    ) {
        let near: Vec<u8> = if *colours == self.palette {
            (0..=u8::MAX).collect()
        } else {
            colours
                .0
                .iter()
                .map(|rgb| nearest(&self.palette.0, *rgb))
                .collect()
        };
        let near = |pixel: &u8| near.get(usize::from(*pixel)).copied().unwrap_or_default();
        let pixels: Vec<u8> = picture.pixels().iter().map(near).collect();
        screen::copy(
            stage,
            pixels.chunks(picture.width().max(1)),
            &mut self.panel,
        );
    }
}

/// Where what lies in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Width and height of one picture.
    screen: (usize, usize),
    /// Width and height of all.
    width: usize,
    height: usize,
    /// How many times as large as usual letters are.
    zoom: i32,
    beside: bool,
}

impl Layout {
    pub fn of(stage: &Stage, beside: bool, words: bool) -> Self {
        let screen = screen::screen_size(stage);
        let zoom = screen::zoom(stage);
        let rows = ROWS + i32::from(beside);
        let below = if words {
            (rows * LETTER + BAR + 2 * MARGIN) * zoom
        } else {
            0
        };
        let width = if beside {
            TITLES.len() * (screen.0 + GAP) - GAP
        } else {
            screen.0
        };
        Self {
            screen,
            width,
            height: screen.1 + usize::try_from(below).unwrap_or(0),
            zoom,
            beside,
        }
    }

    /// Copies a picture to its place.
    fn put(&self, panel: &[u8], place: usize, pixels: &mut [u8]) {
        let left = place * (self.screen.0 + GAP);
        for (from, to) in panel
            .chunks(self.screen.0)
            .zip(pixels.chunks_mut(self.width))
        {
            if let Some(to) = to.get_mut(left..left + from.len()) {
                to.copy_from_slice(from);
            }
        }
    }

    /// The bar's first column, its first line, its width.
    fn bar(&self) -> (i32, i32, i32) {
        let margin = MARGIN * self.zoom;
        let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        (
            margin,
            side(self.height) - margin - BAR * self.zoom,
            side(self.width) - 2 * margin,
        )
    }

    /// The frame at a pixel of the bar, of `last` + 1 frames; `None` where that is not on it.
    pub fn frame_at(&self, pixel: UVec2, last: usize) -> Option<usize> {
        let (left, top, width) = self.bar();
        let at = pixel.as_ivec2();
        let along = usize::try_from(at.x - left)
            .ok()
            .filter(|x| *x < width.max(0) as usize)?;
        let inside = (top - MARGIN * self.zoom..top + (BAR + MARGIN) * self.zoom).contains(&at.y);
        inside.then(|| along.saturating_mul(last) / (width.max(2) as usize - 1))
    }

    /// The column of a frame on the bar.
    fn column(&self, frame: usize, last: usize) -> i32 {
        let (left, _, width) = self.bar();
        let along = frame.saturating_mul(width.max(1) as usize - 1) / last.max(1);
        left + i32::try_from(along).unwrap_or(0).min(width - 1)
    }

    /// Writes what is to be said below the pictures, and draws the bar.
    fn write(&self, paint: &mut Paint<'_>, inks: &Inks, timeline: &Timeline, words: Words<'_>) {
        let letter = paint.letter();
        let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        paint.fill(IVec2::new(0, side(self.screen.1)), paint.size(), inks.black);
        let mut row = side(self.screen.1) + MARGIN * self.zoom / 2;
        let mut write = |column: usize, text: &str, ink, next: bool| {
            paint.text(IVec2::new(side(column), row), text, ink, inks.black);
            row += if next { letter } else { 0 };
        };
        if self.beside {
            for (place, title) in TITLES.iter().enumerate() {
                write(
                    place * (self.screen.0 + GAP),
                    title,
                    inks.yellow,
                    place + 1 == TITLES.len(),
                );
            }
        }
        write(0, &status(timeline, words.state), inks.white, true);
        let (text, ink) = match (words.caption, timeline.finding()) {
            (Some(caption), _) => (caption.to_owned(), inks.white),
            (None, Finding::Unknown) => (known(timeline), inks.white),
            (None, Finding::Same) => (known(timeline), inks.green),
            (None, _) => (known(timeline), inks.red),
        };
        let letters = self.width / usize::try_from(letter).unwrap_or(1).max(1);
        for line in wrap(&text, letters)
            .iter()
            .take(usize::try_from(ROWS).unwrap_or(1) - 1)
        {
            write(0, line, ink, true);
        }
        self.draw_bar(paint, inks, timeline);
        if let Some(help) = words.help {
            help.draw(paint, inks);
        }
    }

    /// The frames as a line: those that were compared, the first that differs, the present one.
    fn draw_bar(&self, paint: &mut Paint<'_>, inks: &Inks, timeline: &Timeline) {
        let (left, top, width) = self.bar();
        // Red stands out over the others.
        let mut mark = |from: i32, to: i32, ink| {
            let above = if ink == inks.red {
                MARGIN * self.zoom
            } else {
                0
            };
            paint.fill(
                IVec2::new(from, top - above),
                IVec2::new(to.min(left + width), top + BAR * self.zoom),
                ink,
            );
        };
        let column = |frame| self.column(frame, timeline.last());
        let thick = 2 * self.zoom;
        mark(left, left + width, inks.blue);
        if timeline.is_compared() {
            mark(left, column(timeline.newest()) + 1, inks.green);
        }
        if let Some(first) = timeline.first_difference() {
            mark(column(first), column(first) + thick, inks.red);
        }
        let present = column(timeline.frame());
        mark(present - thick / 2, present + thick / 2, inks.white);
    }
}

/// Which frame it is, and where.
fn status(timeline: &Timeline, state: &str) -> String {
    let room = timeline
        .room()
        .map_or_else(String::new, |room| format!(", room {room}"));
    format!(
        "frame {} of {}{room} {state}",
        timeline.frame(),
        timeline.last()
    )
}

/// What is known of the present frame, in words.
pub fn known(timeline: &Timeline) -> String {
    match timeline.finding() {
        Finding::Unknown if timeline.is_compared() => "no line is stored for this frame".to_owned(),
        Finding::Unknown => "no lines are stored for this scene".to_owned(),
        Finding::Same => "as stored".to_owned(),
        Finding::Failed(message) => format!("fails: {message}"),
        Finding::Differs {
            difference,
            picture,
        } => {
            let values = difference.values();
            match (difference.key.as_str(), picture) {
                ("crc", _) => format!(
                    "CRC differs: {}",
                    values.trim_start_matches("crc: ").replace('"', "")
                ),
                (_, true) => format!("{values}; CRC differs"),
                (_, false) => values,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use scumm_scene::DEMO;
    use scumm_scene::harness::sources::GamePlaces;

    use super::*;

    #[test]
    fn the_room_that_is_shown_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.toml");
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/demo/built");
        let shown = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let places = GamePlaces::from([(DEMO.to_owned(), demo.clone())]);
            status(&Timeline::open(&path, &places).unwrap(), "paused")
        };
        let of_a_game = shown("data = {path = '$DEMO', room = 2}\nsteps = [['tick', 1]]");
        assert!(
            of_a_game.starts_with("frame 0 of ") && of_a_game.ends_with(", room 2 paused"),
            "{of_a_game}"
        );
        assert!(!shown("steps = [['tick', 1]]\nroom = {background = 7}").contains("room"));
    }
}

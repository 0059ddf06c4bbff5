//! The view of a scene: the drawn picture, the expected picture beside it, the layers, and the bar
//! of frames below the pictures.

use glam::{IVec2, UVec2};
use scumm_engine::{Actor, Palette, Stage};
use scumm_media::paint::{Inks, LETTER, Paint, nearest, wrap};
use scumm_media::{IndexedFrame, MediaError};
use scumm_scene::harness::pictures;
use scumm_scene::harness::screenshots::Screenshot;
use scumm_scene::harness::timeline::{FrameResult, Timeline};

use crate::screen::{self, Layers};

/// The pixels between two pictures.
const GAP: usize = 4;
/// The rows of text below the pictures: the frame and its comparison.
const ROWS: i32 = 4;
/// The height of the bar and of the space around it, in pixels of a screen that is 320 pixels wide.
const BAR: i32 = 4;
const MARGIN: i32 = 2;
/// The titles below the three pictures.
const TITLES: [&str; 3] = ["drawn", "expected", "difference"];

/// The visible parts, and the pixels of the view.
#[derive(Debug, Default)]
pub struct SceneView {
    /// The visible layers.
    pub layers: Layers,
    /// Whether the expected picture and the difference are shown beside the drawn picture.
    pub beside: bool,
    /// The actor that the layers describe; 0 stands for the player's actor or the first visible
    /// one.
    pub actor: u16,
    /// The pixels of one picture.
    panel: Vec<u8>,
    pixels: Vec<u8>,
    palette: Palette,
}

/// The texts that the program shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct ViewLabels<'a> {
    /// Whether the scene plays or pauses, and its speed.
    pub state: &'a str,
    /// A caption that replaces the comparison of the frame.
    pub caption: Option<&'a str>,
}

/// Returns the actor that the layers describe: the chosen one if it is visible, else the player's,
/// else the first visible one.
pub fn actor(stage: &Stage, chosen: u16) -> Option<(u16, &Actor)> {
    let of = |number: u16| actors(stage).find(|(id, _)| *id == number);
    of(chosen)
        .or_else(|| of(stage.variables().ego))
        .or_else(|| actors(stage).next())
}

/// Returns the visible actors.
pub fn actors(stage: &Stage) -> impl Iterator<Item = (u16, &Actor)> {
    let room = stage.room_number();
    stage
        .actors()
        .filter(move |(_, actor)| actor.visible && actor.costume != 0 && actor.room == room)
}

impl SceneView {
    /// Creates a view with these layers, and with `beside` also with the expected picture and the
    /// difference.
    pub fn new(layers: Layers, beside: bool) -> Self {
        Self {
            layers,
            beside,
            ..Self::default()
        }
    }

    /// Draws a frame and its stored picture, and below them the texts and the bar of frames.
    /// Without `words` there are no texts and no bar.
    ///
    /// # Errors
    /// Returns an error if the screen has no size.
    pub fn draw(
        &mut self,
        timeline: &Timeline,
        expected: Option<&Screenshot>,
        words: Option<ViewLabels<'_>>,
    ) -> Result<IndexedFrame<'_>, MediaError> {
        let stage = timeline.stage();
        let expected = expected.filter(|_| self.beside);
        let layout = ViewLayout::new(stage, self.beside, words.is_some());
        self.palette.clone_from(&stage.colours().palette);
        self.pixels.clear();
        self.pixels.resize(
            layout.width * layout.height,
            nearest(self.palette.colours(), [0; 3]),
        );

        if let Some(expected) = expected {
            self.show(stage, expected);
            layout.put(&self.panel, 1, &mut self.pixels);
        }
        screen::copy(stage, stage.front().rows(), &mut self.panel);
        if self.layers.contains(Layers::PALETTE) {
            screen::palette(
                &mut Paint::new(&mut self.panel, layout.screen.0),
                layout.zoom,
            );
        }
        layout.put(&self.panel, 0, &mut self.pixels);
        if self.layers.is_empty() && words.is_none() {
            return IndexedFrame::new(
                layout.width,
                layout.height,
                &self.pixels,
                self.palette.colours(),
            );
        }

        let inks = Inks::mix(self.palette.colours_mut(), &self.pixels);
        let mut paint = Paint::new(&mut self.panel, layout.screen.0).zoomed(layout.zoom);
        let about = actor(stage, self.actor).map(|(_, actor)| (actor, actor.costume));
        screen::draw(&mut paint, &inks, self.layers, stage, about);
        layout.put(&self.panel, 0, &mut self.pixels);
        if let Some(expected) = expected {
            self.show(
                stage,
                &pictures::marked(expected, &Screenshot::from_stage(stage)),
            );
            layout.put(&self.panel, 2, &mut self.pixels);
        }
        if let Some(words) = words {
            let mut paint = Paint::new(&mut self.pixels, layout.width).zoomed(layout.zoom);
            layout.write(&mut paint, &inks, timeline, words);
        }
        IndexedFrame::new(
            layout.width,
            layout.height,
            &self.pixels,
            self.palette.colours(),
        )
    }

    /// Draws a picture other than the stage's own into the panel, in the colours of the present
    /// palette that are nearest to the colours of the picture.
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
                .iter()
                .map(|rgb| nearest(self.palette.colours(), *rgb))
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

/// The layout of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewLayout {
    /// The width and height of one picture.
    screen: (usize, usize),
    /// The width and height of the whole view.
    width: usize,
    height: usize,
    /// The factor by which letters are enlarged.
    zoom: i32,
    beside: bool,
}

impl ViewLayout {
    pub fn new(stage: &Stage, beside: bool, words: bool) -> Self {
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

    /// Copies a picture to its position.
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

    /// Returns the bar's left column, its top row and its width.
    fn bar(&self) -> (i32, i32, i32) {
        let margin = MARGIN * self.zoom;
        let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        (
            margin,
            side(self.height) - margin - BAR * self.zoom,
            side(self.width) - 2 * margin,
        )
    }

    /// Returns the frame at a pixel of the bar, of `last` + 1 frames; `None` if the pixel is not on
    /// the bar.
    pub fn frame_at(&self, pixel: UVec2, last: usize) -> Option<usize> {
        let (left, top, width) = self.bar();
        let at = pixel.as_ivec2();
        let along = usize::try_from(at.x - left)
            .ok()
            .filter(|x| *x < width.max(0) as usize)?;
        let inside = (top - MARGIN * self.zoom..top + (BAR + MARGIN) * self.zoom).contains(&at.y);
        inside.then(|| along.saturating_mul(last) / (width.max(2) as usize - 1))
    }

    /// Returns the column of a frame on the bar.
    fn column(&self, frame: usize, last: usize) -> i32 {
        let (left, _, width) = self.bar();
        let along = frame.saturating_mul(width.max(1) as usize - 1) / last.max(1);
        left + i32::try_from(along).unwrap_or(0).min(width - 1)
    }

    /// Writes the texts below the pictures, and draws the bar.
    fn write(
        &self,
        paint: &mut Paint<'_>,
        inks: &Inks,
        timeline: &Timeline,
        words: ViewLabels<'_>,
    ) {
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
            (None, FrameResult::Unknown) => (known(timeline), inks.white),
            (None, FrameResult::Same) => (known(timeline), inks.green),
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
    }

    /// Draws the bar of frames: the compared frames, the first difference, the present frame.
    fn draw_bar(&self, paint: &mut Paint<'_>, inks: &Inks, timeline: &Timeline) {
        let (left, top, width) = self.bar();
        // Red marks are taller than the other marks.
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

/// Returns the number of the frame and its room as text.
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

/// Describes the comparison of the present frame.
pub fn known(timeline: &Timeline) -> String {
    match timeline.finding() {
        FrameResult::Unknown if timeline.is_compared() => {
            "no line is stored for this frame".to_owned()
        }
        FrameResult::Unknown => "no lines are stored for this scene".to_owned(),
        FrameResult::Same => "as stored".to_owned(),
        FrameResult::Failed(message) => format!("fails: {message}"),
        FrameResult::Differs {
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
    use scumm_scene::harness::sources::GameFolders;

    use super::*;

    #[test]
    fn the_room_that_is_shown_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.toml");
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/demo/built");
        let shown = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let places = GameFolders::from([(DEMO.to_owned(), demo.clone())]);
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

//! Writes the frames of a scene without a window, as PNGs or as one film.

use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use scumm_media::film::{Film, FilmFormat, FilmPlan};
use scumm_media::paint::nearest;
use scumm_media::progress::{Progress, ProgressPart};
use scumm_media::{IndexedFrame, Zoom};
use scumm_room::Palette;
use scumm_scene::harness::expected::ExpectedPictures;
use scumm_scene::harness::screenshots::{Screenshot, frame_file};
use scumm_scene::harness::timeline::{Destination, Timeline};
use scumm_tools::run_files::RunFiles;

use super::view::{SceneView, ViewLabels};
use crate::screen::Layers;

/// The longest duration of a picture in milliseconds that the file formats support.
const LONGEST_MS: u128 = 65_535;

/// Writes the frames of a scene.
pub struct Writer {
    timeline: Timeline,
    /// The view that draws frames; `None` if only the picture of the stage is written.
    view: Option<SceneView>,
    /// Whether the program's texts are drawn below.
    words: bool,
    expected: Option<ExpectedPictures>,
    /// The most frames that are written.
    count: usize,
    /// The factor by which frames are enlarged.
    zoom: u8,
}

/// Properties of all written frames.
#[derive(Debug, Default)]
struct Survey {
    /// The range of the frames.
    frames: std::ops::Range<usize>,
    /// The number of frames that show each picture, in order.
    held: Vec<u32>,
    /// The largest width and height.
    size: (usize, usize),
    /// The checksum of the last picture.
    last: Option<u32>,
    /// The palette of the first picture.
    palette: Palette,
    /// Whether the frames have different palettes.
    recoloured: bool,
}

impl Writer {
    /// Creates a writer of `count` frames of a scene, starting with its present frame. The frames
    /// have these layers and are enlarged `zoom` times. With `whole`, the frames look the same as
    /// in the window.
    ///
    /// # Errors
    /// Returns an error if the stored pictures cannot be read.
    pub fn new(
        timeline: Timeline,
        layers: Layers,
        whole: bool,
        count: usize,
        zoom: u8,
    ) -> Result<Self> {
        let expected = if whole {
            ExpectedPictures::open(timeline.scene())?
        } else {
            None
        };
        let view =
            (whole || !layers.is_empty()).then(|| SceneView::new(layers, expected.is_some()));
        Ok(Self {
            timeline,
            view,
            words: whole,
            expected,
            count,
            zoom,
        })
    }

    /// Returns the scene at its present position.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Writes the frames as PNGs into a folder, with the numbers of `scene run --save-frames`.
    /// Returns the number of frames.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or if a stored picture cannot be read.
    pub fn pictures(
        &mut self,
        files: &RunFiles,
        folder: &Path,
        progress: &dyn Progress,
    ) -> Result<usize> {
        let _lock = files.lock(folder)?;
        progress.begin(1);
        let mut zoom = Zoom::new(self.zoom);
        let survey = self.each(progress, |frame, number| {
            files.write_png(&frame_file(folder, number), &zoom.apply(frame)?)
        })?;
        Ok(survey.frames.len())
    }

    /// Writes the frames as a film that repeats for ever. Consecutive equal frames become one
    /// picture. Returns the number of frames.
    ///
    /// # Errors
    /// Returns an error as [`Self::pictures`] does.
    pub fn film(
        &mut self,
        format: FilmFormat,
        out: &mut dyn io::Write,
        progress: &dyn Progress,
    ) -> Result<usize> {
        // A film begins with its size and the number of its pictures. Therefore the scene is played
        // twice: first to find these numbers, then to write the pictures.
        progress.begin(2);
        let survey = self.each(progress, |_, _| Ok(()))?;
        let (width, height) = survey.size;
        let (pictures, tick) = (
            u32::try_from(survey.held.len())?,
            self.timeline.frame_duration(),
        );
        let plan = FilmPlan::new(survey.size, survey.palette.colours(), pictures, tick);
        let plan = FilmPlan {
            zoom: self.zoom,
            indexed: !survey.recoloured,
            ..plan
        };
        let mut film = Film::begin(format, &plan, out)?;
        self.timeline
            .approach(Destination::Frame(survey.frames.start), |_| true)?;
        let mut held = survey.held.iter();
        let mut left = 0;
        self.each(progress, |frame, _| {
            if left == 0 {
                left = *held
                    .next()
                    .context("expected the same pictures when the scene is played again")?;
                film.add(
                    &IndexedFrame::new(
                        width,
                        height,
                        &on_ground(frame, survey.size),
                        frame.palette(),
                    )?,
                    left,
                )?;
            }
            left -= 1;
            Ok(())
        })?;
        film.finish()?;
        Ok(survey.frames.len())
    }

    /// Calls `act` for `count` frames, beginning with the present frame, or for fewer frames if the
    /// scene ends before.
    fn each(
        &mut self,
        told: &dyn Progress,
        mut act: impl FnMut(&IndexedFrame<'_>, usize) -> Result<()>,
    ) -> Result<Survey> {
        let mut part = ProgressPart::new(told);
        let first = self.timeline.frame();
        let most = u32::try_from(LONGEST_MS / self.timeline.frame_duration().as_millis().max(1))
            .unwrap_or(1)
            .max(1);
        let mut survey = Survey {
            frames: first..first,
            ..Survey::default()
        };
        while survey.frames.len() < self.count {
            let number = self.timeline.frame();
            self.show(|frame| {
                survey.add(frame, most);
                act(frame, number)
            })?;
            survey.frames.end = number + 1;
            part.reach(share(survey.frames.len(), self.count));
            // Steps after the last frame may fail.
            let goes_on = survey.frames.len() < self.count || number == self.timeline.last();
            if goes_on && !self.timeline.forward()? {
                break;
            }
        }
        Ok(survey)
    }

    /// Draws the present frame.
    fn show(&mut self, act: impl FnOnce(&IndexedFrame<'_>) -> Result<()>) -> Result<()> {
        let stage = self.timeline.stage();
        let Some(view) = &mut self.view else {
            return act(&Screenshot::from_stage(stage).frame()?);
        };
        let expected = match (&mut self.expected, self.timeline.line()) {
            (Some(expected), Some(line)) => expected.at(line)?,
            _ => None,
        };
        let words = self.words.then(ViewLabels::default);
        act(&view.draw(&self.timeline, expected, words)?)
    }
}

impl Survey {
    /// Adds a frame to the survey. At most `most` equal frames become one picture.
    fn add(&mut self, frame: &IndexedFrame<'_>, most: u32) {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&frame.width().to_le_bytes());
        hasher.update(frame.pixels());
        hasher.update(frame.palette().as_flattened());
        let sum = Some(hasher.finalize());
        if self.held.is_empty() {
            self.palette = Palette::new(*frame.palette());
        }
        self.recoloured |= self.palette.colours() != frame.palette();
        match self
            .held
            .last_mut()
            .filter(|held| self.last == sum && **held < most)
        {
            Some(held) => *held += 1,
            None => self.held.push(1),
        }
        self.last = sum;
        self.size = (
            self.size.0.max(frame.width()),
            self.size.1.max(frame.height()),
        );
    }
}

/// Returns a picture in the top left corner of a larger black one.
fn on_ground(frame: &IndexedFrame<'_>, (width, height): (usize, usize)) -> Vec<u8> {
    let mut whole = vec![nearest(frame.palette(), [0; 3]); width * height];
    for (to, from) in whole
        .chunks_mut(width.max(1))
        .zip(frame.pixels().chunks(frame.width()))
    {
        to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    }
    whole
}

/// Returns the share of completed work.
fn share(done: usize, all: usize) -> f32 {
    done as f32 / all.max(1) as f32
}

/// Goes to a frame.
///
/// # Errors
/// Returns an error if a stored line cannot be read.
pub fn approach(
    timeline: &mut Timeline,
    target: Destination,
    progress: &dyn Progress,
) -> Result<()> {
    progress.begin(1);
    let mut part = ProgressPart::new(progress);
    timeline.approach(target, |timeline| {
        part.reach(match target {
            Destination::Frame(frame) => share(timeline.frame(), frame),
            Destination::Difference => timeline.share_played(),
        });
        true
    })?;
    Ok(())
}

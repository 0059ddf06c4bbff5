//! The last seconds of a room, which the page saves as a film.

use std::collections::VecDeque;
use std::time::Duration;

use anyhow::{Result, ensure};
use scumm_media::IndexedFrame;
use scumm_media::film::{Film, FilmFormat, FilmPlan};
use scumm_room::Palette;
use scumm_tools::export::animations::{AnimationStep, SharedBytes};

/// A view of the room with the number of engine frames for which it was visible.
#[derive(Clone)]
struct RecentView {
    pixels: Vec<u8>,
    palette: Palette,
    ticks: u32,
}

/// The views of the last engine frames.
pub struct RecentViews {
    views: VecDeque<RecentView>,
    /// The engine frames of all views together.
    ticks: u32,
    /// The most engine frames that are kept.
    most: u32,
    /// The pixels of a view that is no longer kept, so that their memory is used again.
    spare: Vec<u8>,
}

impl RecentViews {
    /// Creates an empty list that keeps the last `most` engine frames.
    pub fn new(most: u32) -> Self {
        Self {
            views: VecDeque::new(),
            ticks: 0,
            most,
            spare: Vec::new(),
        }
    }

    /// Returns the number of engine frames that are kept.
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Adds the view of an engine frame and removes the oldest one if there are too many.
    pub fn add<'r>(&mut self, rows: impl Iterator<Item = &'r [u8]>, palette: &Palette) {
        let mut pixels = std::mem::take(&mut self.spare);
        pixels.clear();
        rows.for_each(|row| pixels.extend_from_slice(row));
        self.ticks += 1;
        match self.views.back_mut() {
            Some(last) if last.pixels == pixels && last.palette == *palette => {
                last.ticks += 1;
                self.spare = pixels;
            }
            _ => self.views.push_back(RecentView {
                pixels,
                palette: palette.clone(),
                ticks: 1,
            }),
        }
        if self.ticks > self.most {
            self.remove_oldest();
        }
    }

    /// Removes the oldest engine frame.
    fn remove_oldest(&mut self) {
        let Some(oldest) = self.views.front_mut() else {
            return;
        };
        self.ticks -= 1;
        oldest.ticks -= 1;
        if oldest.ticks == 0 {
            let removed = self.views.pop_front();
            self.spare = removed.map(|view| view.pixels).unwrap_or_default();
        }
    }

    /// Returns the views of the last `ticks` engine frames, the oldest first.
    fn last(&self, ticks: u32) -> VecDeque<RecentView> {
        let mut missing = ticks;
        let mut last = VecDeque::new();
        for view in self.views.iter().rev() {
            if missing == 0 {
                break;
            }
            let mut view = view.clone();
            view.ticks = view.ticks.min(missing);
            missing -= view.ticks;
            last.push_front(view);
        }
        last
    }

    /// Starts to encode the last `ticks` engine frames as a film of this size. `tick` is the
    /// duration of an engine frame.
    ///
    /// # Errors
    /// Returns an error if no view is kept.
    pub fn film(
        &self,
        format: FilmFormat,
        (width, height): (usize, usize),
        ticks: u32,
        tick: Duration,
    ) -> Result<SceneFilm> {
        let views = self.last(ticks);
        ensure!(!views.is_empty(), "the room has not moved yet");
        let first = &views[0].palette;
        let plan = FilmPlan {
            indexed: views.iter().all(|view| view.palette == *first),
            ..FilmPlan::new(
                (width, height),
                first.colours(),
                u32::try_from(views.len()).unwrap_or(u32::MAX),
                tick,
            )
        };
        let bytes = SharedBytes::default();
        Ok(SceneFilm {
            film: Some(Film::begin(format, &plan, bytes.clone())?),
            views,
            width,
            height,
            bytes,
        })
    }
}

/// A film of a room that is encoded view by view.
pub struct SceneFilm {
    /// The film; `None` if it is complete.
    film: Option<Film<SharedBytes>>,
    /// The views that are still to be encoded.
    views: VecDeque<RecentView>,
    width: usize,
    height: usize,
    bytes: SharedBytes,
}

impl SceneFilm {
    /// Encodes the next view. Returns the bytes of the file at the end.
    ///
    /// # Errors
    /// Passes on the errors of the encoder.
    pub fn step(&mut self) -> Result<AnimationStep<Vec<u8>>> {
        let Some(film) = &mut self.film else {
            return Ok(AnimationStep::Done(self.bytes.take()));
        };
        if let Some(view) = self.views.pop_front() {
            let palette = view.palette.colours();
            let frame = IndexedFrame::new(self.width, self.height, &view.pixels, palette)?;
            film.add(&frame, view.ticks)?;
        } else if let Some(film) = self.film.take() {
            film.finish()?;
        }
        Ok(AnimationStep::More)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette(red: u8) -> Palette {
        let mut palette = Palette::default();
        palette[1] = [red, 0, 0];
        palette
    }

    #[test]
    fn the_last_views_are_kept_with_their_durations() {
        let mut recent = RecentViews::new(4);
        for colour in [1, 2, 2, 3, 3, 3] {
            recent.add([&[colour, 0][..]].into_iter(), &palette(9));
        }
        let kept = |ticks| {
            let views = recent.last(ticks).into_iter();
            views
                .map(|view| (view.pixels[0], view.ticks))
                .collect::<Vec<_>>()
        };
        assert_eq!(recent.ticks(), 4);
        assert_eq!(kept(9), [(2, 1), (3, 3)]);
        assert_eq!(kept(2), [(3, 2)]);
        assert_eq!(kept(0), []);
    }

    #[test]
    fn a_film_has_each_view_with_its_colours_and_duration() {
        let mut recent = RecentViews::new(9);
        for (colour, red) in [(1, 9), (1, 9), (0, 9), (1, 200)] {
            recent.add([&[colour, 0][..]].into_iter(), &palette(red));
        }
        let tick = Duration::from_millis(100);
        let mut film = recent.film(FilmFormat::Gif, (2, 1), 3, tick).unwrap();
        let bytes = loop {
            if let AnimationStep::Done(bytes) = film.step().unwrap() {
                break bytes;
            }
        };
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(bytes.as_slice()).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = reader.read_next_frame().unwrap() {
            frames.push((frame.buffer[0], frame.delay));
        }
        assert_eq!(frames, [(9, 10), (0, 10), (200, 10)]);
        let none = RecentViews::new(9);
        assert!(none.film(FilmFormat::Gif, (2, 1), 3, tick).is_err());
    }
}

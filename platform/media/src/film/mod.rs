//! Writes films: frames in one file. Each frame is written immediately, so that the length of a
//! film needs no memory.

pub(crate) mod plan;
mod y4m;

use std::io::Write;
use std::time::Duration;

use crate::{Error, Frame, Result, Zoom, indexed_gif, indexed_png};
pub use plan::{FilmFormat, FilmPlan};
use y4m::Y4m;

/// A film that is being written.
pub struct Film<W: Write> {
    encoder: Encoder<W>,
    format: FilmFormat,
    size: (usize, usize),
    zoom: Zoom,
    tick: Duration,
    ticks: u64,
}

enum Encoder<W: Write> {
    Apng(indexed_png::Animation<W>),
    Gif(Box<indexed_gif::Animation<W>>),
    Y4m(Box<Y4m<W>>),
}

impl<W: Write> Film<W> {
    /// Starts a film.
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails, or if the format does not support the size.
    pub fn begin(format: FilmFormat, plan: &FilmPlan<'_>, out: W) -> Result<Self> {
        let zoom = Zoom::new(plan.zoom);
        let larger = |side: usize| side.saturating_mul(zoom.factor());
        let size = (larger(plan.width), larger(plan.height));
        let encoder = match format {
            FilmFormat::Apng => Encoder::Apng(indexed_png::Animation::begin(plan, size, out)?),
            FilmFormat::Gif => {
                Encoder::Gif(Box::new(indexed_gif::Animation::begin(plan, size, out)?))
            }
            FilmFormat::Y4m => Encoder::Y4m(Box::new(
                Y4m::begin(size.0, size.1, plan.tick, out).map_err(Error::Film)?,
            )),
        };
        Ok(Self {
            encoder,
            format,
            size,
            zoom,
            tick: plan.tick,
            ticks: 0,
        })
    }

    /// Adds a frame with a duration in ticks. The part of the duration that the format cannot
    /// represent is added to later frames, so that the film lasts as long as its ticks.
    ///
    /// # Errors
    /// Returns an error if the output fails, if the frame has another size, or if more frames are
    /// added than were planned.
    pub fn add(&mut self, frame: &Frame<'_>, ticks: u32) -> Result<()> {
        let frame = self.zoom.apply(frame)?;
        let (width, height, pixels) = (frame.width(), frame.height(), frame.pixels().len());
        if (width, height) != self.size {
            return Err(Error::FrameSize {
                width,
                height,
                pixels,
            });
        }
        let delay = time_shown(self.tick, self.ticks, ticks.into(), self.format.unit());
        self.ticks = self.ticks.saturating_add(ticks.into());
        match &mut self.encoder {
            Encoder::Apng(animation) => animation.add(&frame, delay),
            Encoder::Gif(animation) => animation.add(&frame, delay),
            Encoder::Y4m(film) => film.add(&frame, ticks).map_err(Error::Film),
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    /// Returns an error if the output fails, or if planned pictures are missing.
    pub fn finish(self) -> Result<()> {
        match self.encoder {
            Encoder::Apng(animation) => animation.finish(),
            Encoder::Gif(animation) => animation.finish(),
            Encoder::Y4m(film) => film.finish().map_err(Error::Film),
        }
    }
}

/// Returns the duration of `ticks` ticks from the tick `first` on, rounded to multiples of `unit`
/// milliseconds. The remainder is carried over to later calls.
#[must_use]
pub fn time_shown(tick: Duration, first: u64, ticks: u64, unit: u32) -> Duration {
    let unit_ns = u128::from(unit.max(1)) * 1_000_000;
    let at = |ticks: u64| (tick.as_nanos() * u128::from(ticks) + unit_ns / 2) / unit_ns;
    let units = at(first.saturating_add(ticks)).saturating_sub(at(first));
    Duration::from_millis(
        u64::try_from(units)
            .unwrap_or(u64::MAX)
            .saturating_mul(unit.into()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_made_up_for() {
        let times = |unit| -> Vec<u128> {
            let tick = Duration::from_micros(101_683);
            (0..100)
                .map(|first| time_shown(tick, first, 1, unit).as_millis())
                .collect()
        };
        assert_eq!(
            (
                times(1).iter().sum::<u128>(),
                times(10).iter().sum::<u128>()
            ),
            (10_168, 10_170)
        );
        assert!(times(10).iter().all(|t| [100, 110].contains(t)));
    }

    #[test]
    fn frames_of_another_size_are_refused_by_every_format() {
        let palette = [[0; 3]; 256];
        for (_, format) in FilmFormat::ALL {
            let tick = Duration::from_millis(100);
            let plan = FilmPlan {
                zoom: 2,
                ..FilmPlan::of((2, 1), &palette, 1, tick)
            };
            let mut out = Vec::new();
            let mut film = Film::begin(format, &plan, &mut out).unwrap();
            let wrong = Frame::new(1, 2, &[0, 0], &palette).unwrap();
            assert!(
                matches!(film.add(&wrong, 1), Err(Error::FrameSize { .. })),
                "{format:?}"
            );
            film.add(&Frame::new(2, 1, &[0, 0], &palette).unwrap(), 1)
                .unwrap();
            film.finish().unwrap();
            assert!(!out.is_empty());
        }
    }
}

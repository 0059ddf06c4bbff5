//! Films: frames one after the other in one file, which is written as they come, so that its length
//! takes no memory.

pub(crate) mod plan;
mod y4m;

use std::io::Write;
use std::time::Duration;

use crate::{Error, Frame, Result, Zoom, indexed_gif, indexed_png};
pub use plan::{FilmFormat, FilmPlan};
use y4m::Y4m;

/// A film that is written.
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
    /// Begins a film.
    ///
    /// # Errors
    /// `out` fails, or the format can't have that size.
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

    /// Adds a frame that is seen for so many ticks. What the format can't say of its time is added
    /// to later ones, so that the film takes as long as its ticks.
    ///
    /// # Errors
    /// The output fails, or the frame has another size or is one too many.
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

    /// Ends the file.
    ///
    /// # Errors
    /// The output fails, or pictures are missing that were planned.
    pub fn finish(self) -> Result<()> {
        match self.encoder {
            Encoder::Apng(animation) => animation.finish(),
            Encoder::Gif(animation) => animation.finish(),
            Encoder::Y4m(film) => film.finish().map_err(Error::Film),
        }
    }
}

/// How long `ticks` ticks from the tick `first` on are shown, in whole units of so many
/// milliseconds: what is left over is added to later ones.
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

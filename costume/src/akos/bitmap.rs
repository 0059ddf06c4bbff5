//! Drawing of row-major pictures (codecs 5, 16 and 32): as a finished sprite from the cache, or row
//! by row from the coded data.

use super::akpl::COLOURS;
use super::codec::lines::Lines;
use crate::draw::sprite::{Builder, Sprite};
use crate::draw::{Cache, Key, Rect, Renderer, Row, Shadow, Target};
use crate::trace::{Mark, Trace};

/// The colour changes between a picture and the stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink<'a> {
    /// The map that is applied to colours first.
    pub map: Option<&'a [u8; COLOURS]>,
    /// A mapped colour that is never drawn.
    pub never: Option<u8>,
    /// The shadow table that is applied to mapped colours.
    pub shadow: Shadow<'a>,
}

impl Ink<'_> {
    /// Returns whether no colour is changed.
    pub(super) fn is_plain(&self) -> bool {
        self.map.is_none() && self.never.is_none() && self.shadow == Shadow::None
    }

    /// Returns the mapped colour before the shadow; `None` if it is not drawn.
    pub(super) fn colour(&self, pixel: u8) -> Option<u8> {
        let colour = self
            .map
            .and_then(|map| map.get(usize::from(pixel)).copied())
            .unwrap_or(pixel);
        (self.never != Some(colour)).then_some(colour)
    }

    /// Returns the new pixel of the screen for a colour of the picture and the old pixel.
    pub(super) fn mix(&self, pixel: u8, screen: u8) -> u8 {
        self.colour(pixel).map_or(screen, |colour| {
            self.shadow.through(colour, screen).unwrap_or(colour)
        })
    }
}

/// A row-major picture and its position.
#[derive(Clone, Debug)]
pub(super) struct Bitmap<'a> {
    /// The key of the finished sprite in the cache.
    pub key: Key,
    /// The rectangle of the picture in the view.
    pub rect: Rect,
    /// True if the rows are mirrored.
    pub mirrored: bool,
    /// The rows, with pixels in the order of the stage.
    pub lines: Lines<'a>,
}

impl Bitmap<'_> {
    /// Draws the part of the picture inside `clip` and the stage. It is drawn as a finished sprite
    /// if the cache has room for it and no trace is recorded.
    pub(super) fn draw(
        &self,
        clip: &Rect,
        ink: &Ink<'_>,
        renderer: &mut Renderer,
        target: &mut Target<'_>,
    ) {
        let Renderer {
            sprites,
            row,
            trace,
            ..
        } = renderer;
        let visible = self.rect.intersection(clip).intersection(&target.rect());
        let sprite = if trace.is_none() {
            self.sprite(sprites)
        } else {
            None
        };
        let at = (self.rect.left, self.rect.top);
        match sprite {
            Some(sprite) if ink.is_plain() => sprite.draw(at, visible, None, target),
            Some(sprite) => {
                sprite.draw_through(at, visible, target, |pixel, screen| ink.mix(pixel, screen))
            }
            None => self.paint(visible, ink, row, target, trace),
        }
    }

    /// Returns whether the picture has a colour for which `wanted` is true.
    pub(super) fn has(&self, renderer: &mut Renderer, mut wanted: impl FnMut(u8) -> bool) -> bool {
        if let Some(sprite) = self.sprite(&mut renderer.sprites) {
            return sprite.colours().any(wanted);
        }
        let (width, height) = self.rect.size();
        let (pixels, gaps) = renderer.row.of(width);
        let mut lines = self.lines.clone();
        (0..height).any(|_| {
            lines.next_row(pixels, gaps);
            pixels
                .iter()
                .zip(&*gaps)
                .any(|(&pixel, &gap)| gap == 0 && wanted(pixel))
        })
    }

    fn sprite<'c>(&self, cache: &'c mut Cache) -> Option<&'c Sprite> {
        let (width, height) = self.rect.size();
        if !cache.fits(width, height) {
            return None;
        }
        cache.get(&self.key, || {
            let mut sprite = Builder::new(width, height)?;
            let mut lines = self.lines.clone();
            let mut pixels = vec![0; width];
            let mut gaps = vec![0; width];
            for y in 0..height {
                lines.next_row(&mut pixels, &mut gaps);
                sprite.put_row(y, &pixels, &gaps);
            }
            sprite.finish()
        })
    }

    /// Draws every pixel of every visible row. This painter needs no memory except `row`.
    fn paint(
        &self,
        visible: Rect,
        ink: &Ink<'_>,
        row: &mut Row,
        target: &mut Target<'_>,
        trace: &mut Option<Trace>,
    ) {
        let (width, _) = self.rect.size();
        let (pixels, gaps) = row.of(width);
        let mut lines = self.lines.clone();
        for y in self.rect.top..visible.bottom {
            lines.next_row(pixels, gaps);
            if y < visible.top {
                continue;
            }
            for (x, (&pixel, &gap)) in
                (self.rect.left..visible.right).zip(pixels.iter().zip(&*gaps))
            {
                let colour = ink.colour(pixel).filter(|_| gap == 0 && x >= visible.left);
                if let Some(colour) = colour {
                    let mark = Mark {
                        source: self.source(x, y),
                        entry: pixel,
                        colour,
                    };
                    target.put((x, y), mark, &ink.shadow, trace.as_mut());
                }
            }
        }
    }

    /// Returns the column and row of the cel that are drawn at a position.
    fn source(&self, x: i32, y: i32) -> (i32, i32) {
        let column = if self.mirrored {
            self.rect.right.saturating_sub(1).saturating_sub(x)
        } else {
            x.saturating_sub(self.rect.left)
        };
        (column, y.saturating_sub(self.rect.top))
    }
}

#[cfg(test)]
mod tests;

//! Blast objects: pictures of objects that are drawn over everything for one frame (X10–X12).

use scumm_costume::BIG_SCALE_TABLE;
use scumm_room::{Result, Surface};

use super::{Colours, Objects, Overlay, Stage, State, to_i32};

/// The most blast objects in the queue (X10).
const QUEUE: usize = 200;

/// The transparent colour of a blast object's picture (S16).
const TRANSPARENT: u8 = 255;

/// The scale of full size.
const WHOLE: u8 = 255;

/// A queued picture of an object that is drawn over everything (X10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Blast {
    object: u16,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    scale: [u8; 2],
    image: u8,
    mode: u8,
}

impl Objects {
    /// Queues an object of the room for the next [`Overlay::draw_blasts`] (X10).
    ///
    /// `rect` is the first column and row in the view, then the width and height that
    /// [`Overlay::remove_blasts`] restores; 0 stands for the object's own size. `scale` is the
    /// horizontal and vertical scale; 255 is full size. `image` selects one of the object's
    /// pictures. In `mode` 3 colours below 8 shade the pixels below them (A75), if the picture is
    /// not scaled. The queue holds 200 objects; more are dropped.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`](scumm_room::Error::NotFound) if the room has no such object.
    pub fn queue_blast(
        &mut self,
        object: u16,
        rect: [i32; 4],
        scale: [u8; 2],
        image: u8,
        mode: u8,
    ) -> Result<()> {
        let [x, y, width, height] = rect;
        self.need_place(object)?;
        if self.blasts.len() < QUEUE {
            self.blasts.push(Blast {
                object,
                x,
                y,
                width,
                height,
                scale,
                image,
                mode,
            });
        }
        Ok(())
    }
}

impl Overlay<'_> {
    /// Draws all queued blast objects into the front buffer, in the order of the calls (X10, X11).
    /// Before v8 an engine calls this after the actors of a frame.
    ///
    /// # Errors
    /// Returns an error if an object does not have the requested picture. The objects after it are
    /// not drawn.
    pub fn draw_blasts(&mut self) -> Result<()> {
        for blast in self.stage.state.objects.blasts.clone() {
            let place = self.stage.state.objects.need_place(blast.object)?;
            let Some(room) = self.stage.backdrop.room() else {
                continue;
            };
            let picture = room.blast_picture(place, blast.image)?;
            self.stage.draw_blast(&blast, &picture);
        }
        Ok(())
    }

    /// Removes all blast objects from the front buffer and from the queue (X12): restores the
    /// rectangles of the calls from the back buffer, whatever the sizes of the pictures are.
    pub fn remove_blasts(&mut self) {
        for blast in std::mem::take(&mut self.stage.state.objects.blasts) {
            let place = self.stage.state.objects.place(blast.object);
            let object = place.and_then(|place| self.stage.backdrop.room()?.objects.get(place));
            let (own_width, own_height) =
                object.map_or((0, 0), |object| (object.width.into(), object.height.into()));
            let width = if blast.width == 0 {
                own_width
            } else {
                blast.width
            };
            let height = if blast.height == 0 {
                own_height
            } else {
                blast.height
            };
            let top = blast.y.saturating_add(self.stage.top_line());
            self.restore_strips([
                blast.x,
                top,
                blast.x.saturating_add(width),
                top.saturating_add(height),
            ]);
        }
    }
}

impl Stage {
    /// Returns the first visible row of the stage. Stages that are as high as their room scroll
    /// (G3) and show no row outside the room.
    fn top_line(&self) -> i32 {
        if !self.dialect.has_room_high_stage() {
            return 0;
        }
        let (_, lines) = self.dialect.screen_size();
        let last = to_i32(self.backdrop.height()).saturating_sub(lines.into());
        i32::from(self.state.camera.cur.y)
            .saturating_sub(i32::from(lines / 2))
            .min(last)
            .max(0)
    }

    fn draw_blast(&mut self, blast: &Blast, picture: &Surface) {
        let [scale_x, scale_y] = blast.scale;
        let columns = Kept::new(picture.width(), scale_x);
        let lines = Kept::new(picture.height(), scale_y);
        let shades = blast.mode == 3 && blast.scale == [WHOLE; 2];
        let view = to_i32(self.view_width());
        let start = self.state.camera.view_start();
        let top = blast.y.saturating_add(self.top_line());
        let State {
            colours: Colours { shadow, .. },
            renderer,
            ..
        } = &mut self.state;
        let front = &mut self.buffers.front;
        let kept = picture
            .pixels()
            .chunks_exact(picture.width().max(1))
            .zip(&lines.kept)
            .filter(|(_, kept)| **kept);
        let mut scaled = Vec::with_capacity(picture.width());
        for ((line, _), y) in kept.zip(top..) {
            let Some(y) = usize::try_from(y).ok().filter(|y| *y < front.height()) else {
                continue;
            };
            columns.scale(line, &mut scaled);
            for (&colour, x) in scaled
                .iter()
                .zip(blast.x..)
                .filter(|(colour, _)| **colour != TRANSPARENT)
            {
                let Some(x) = usize::try_from(x).ok().filter(|_| x < view) else {
                    continue;
                };
                let index = front.index(start.saturating_add(x), y);
                let Some(pixel) = front.pixels_mut().get_mut(index) else {
                    continue;
                };
                let shaded = shadow
                    .get(usize::from(colour) * 256 + usize::from(*pixel))
                    .filter(|_| shades && colour < 8);
                *pixel = shaded.copied().unwrap_or(colour);
                if let Some(trace) = &mut renderer.trace {
                    trace.clear(index..index + 1);
                }
            }
        }
    }
}

/// The columns or rows of a picture that remain at a scale (X11).
struct Kept {
    /// Whether each column or row remains.
    kept: Vec<bool>,
    /// The number of columns or rows that remain, including those of the padding up to a multiple
    /// of eight.
    count: usize,
}

impl Kept {
    fn new(size: usize, scale: u8) -> Self {
        if scale == WHOLE {
            return Self {
                kept: vec![true; size],
                count: size,
            };
        }
        let base = 256 - to_i32(size / 2);
        let keeps = |q: usize| {
            let index = base + 8 * to_i32(q / 8) + [3, 2, 1, 0, 7, 6, 5, 4][q % 8];
            // For an index outside its table the reference reads the neighbouring memory.
            scale
                >= usize::try_from(index)
                    .ok()
                    .and_then(|i| BIG_SCALE_TABLE.get(i).copied())
                    .unwrap_or(0)
        };
        let padded = (0..size.next_multiple_of(8)).filter(|q| keeps(*q)).count();
        let behind = size % 8 != 0 && keeps(size);
        Self {
            kept: (0..size).map(keeps).collect(),
            count: padded - usize::from(behind),
        }
    }

    /// Returns the remaining columns of a row, moved to the left. Columns that are only counted
    /// show the pixels of the unscaled row.
    fn scale(&self, line: &[u8], scaled: &mut Vec<u8>) {
        scaled.clear();
        scaled.extend(
            line.iter()
                .zip(&self.kept)
                .filter(|(_, kept)| **kept)
                .map(|(colour, _)| *colour),
        );
        scaled.extend(
            line.get(scaled.len()..self.count.min(line.len()))
                .unwrap_or_default(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_scale_keeps_every_second_column_x11() {
        let kept = Kept::new(16, 127);
        assert_eq!(
            (kept.count, kept.kept.iter().filter(|kept| **kept).count()),
            (8, 8)
        );
        let mut scaled = Vec::new();
        kept.scale(&(0..16).collect::<Vec<_>>(), &mut scaled);
        assert_eq!(scaled.len(), 8);
        assert!(scaled.is_sorted());
    }

    #[test]
    fn the_whole_scale_keeps_all_x11() {
        let kept = Kept::new(5, WHOLE);
        assert_eq!((kept.count, kept.kept), (5, vec![true; 5]));
    }

    #[test]
    fn columns_that_only_count_show_the_whole_line_x11() {
        let kept = Kept {
            kept: vec![true, false, false, true],
            count: 3,
        };
        let mut scaled = Vec::new();
        kept.scale(&[5, 6, 7, 8], &mut scaled);
        assert_eq!(scaled, [5, 8, 7]);
    }

    #[test]
    fn objects_of_other_rooms_are_no_blast_objects_x10() {
        let mut stage = crate::fixture::in_room(scumm_room::Dialect::new(6), 2);
        let mut queue = |object| {
            stage
                .objects_mut()
                .queue_blast(object, [0; 4], [WHOLE; 2], 1, 0)
        };
        assert!(queue(999).is_err());
        queue(10).unwrap();
        assert!(
            stage.overlay().draw_blasts().is_err(),
            "its picture is no BOMP"
        );
        stage.overlay().remove_blasts();
        assert!(stage.state.objects.blasts.is_empty());
    }
}

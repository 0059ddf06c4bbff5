//! The backdrop behind the actors: a parsed room, or a plain picture with planes.

use std::ops::Range;
use std::sync::Arc;

use scumm_room::{Canvas, Error, Planes, Result, Room, Surface, Target};

/// The background and the planes of a stage.
#[derive(Clone, Debug)]
pub enum Backdrop {
    /// No backdrop: no room was entered (Y1).
    Nothing,
    /// A picture and planes, given as plain pixels.
    Picture(Arc<Picture>),
    /// A room resource.
    Room(Arc<Room>),
}

/// A background without a room resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    background: Surface,
    planes: Vec<Vec<u8>>,
    plane_count: usize,
}

/// The most planes, plane 0 included (M4).
pub(super) const MAX_PLANES: usize = 8;

impl Picture {
    /// The most pixels of a picture: four screens of v8 in both directions, which is more than any
    /// room has.
    pub const MAX_PIXELS: usize = 4 * 640 * 4 * 480;

    /// Creates a picture from a background and the planes from 1 on.
    ///
    /// A plane consists of rows of bytes with one bit for each pixel; bit 7 is the leftmost pixel,
    /// and 1 hides the actor. `plane_count` includes plane 0 and may differ from the number of
    /// given planes. Plane 0 and missing planes hide nothing.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the width is not a multiple of 8, the size is 0 or above
    /// [`Self::MAX_PIXELS`], a plane has another size than the background, or `plane_count` is
    /// outside 1 to 8.
    pub fn new(background: Surface, planes: Vec<Vec<u8>>, plane_count: usize) -> Result<Self> {
        let width = background.width();
        let height = background.height();
        let misuse = |text: String| Err(Error::Misuse(text));
        if width == 0
            || width % 8 != 0
            || height == 0
            || width.saturating_mul(height) > Self::MAX_PIXELS
        {
            return misuse(format!(
                "a background of {width}x{height} pixels: its width has to be a multiple of 8"
            ));
        }
        if background.pixels().len() != width * height {
            return misuse(format!(
                "{} pixels do not make {width}x{height}",
                background.pixels().len()
            ));
        }
        let needed = width / 8 * height;
        if let Some(found) = planes.iter().map(Vec::len).find(|found| *found != needed) {
            return misuse(format!(
                "a z-plane of {found} bytes; {width}x{height} pixels need {needed}"
            ));
        }
        if plane_count == 0 || plane_count > MAX_PLANES {
            return misuse(format!(
                "{plane_count} z-planes: there are 1 to {MAX_PLANES}, plane 0 included"
            ));
        }
        Ok(Self {
            background,
            planes,
            plane_count,
        })
    }

    /// Draws strips of the picture. Strips after the right edge are empty.
    fn draw(&self, strips: Range<usize>, canvas: &mut Canvas, planes: &mut Planes) {
        let columns = self.background.width() / 8;
        for strip in strips {
            let inside = strip < columns;
            for y in 0..canvas.height().min(self.background.height()) {
                let from = y * self.background.width() + strip * 8;
                let to = canvas.index(strip * 8, y);
                let pixels = self
                    .background
                    .pixels()
                    .get(from..from + 8)
                    .filter(|_| inside)
                    .unwrap_or(&[0; 8]);
                if let Some(target) = canvas.pixels_mut().get_mut(to..to + 8) {
                    target.copy_from_slice(pixels);
                }
                for (i, plane) in self.planes.iter().enumerate() {
                    let bits = plane
                        .get(y * columns + strip)
                        .copied()
                        .filter(|_| inside)
                        .unwrap_or(0);
                    planes.put(i + 1, strip, y, bits, false);
                }
            }
        }
    }
}

impl Backdrop {
    /// Returns the width and height in pixels, and the number of z-planes, plane 0 included (M3).
    fn shape(&self) -> (usize, usize, usize) {
        match self {
            Self::Nothing => (0, 0, 0),
            Self::Picture(picture) => (
                picture.background.width(),
                picture.background.height(),
                picture.plane_count,
            ),
            Self::Room(room) => (room.width, room.height, room.plane_count + 1),
        }
    }

    /// Returns the width in pixels.
    #[must_use]
    pub fn width(&self) -> usize {
        self.shape().0
    }

    /// Returns the height in pixels.
    #[must_use]
    pub fn height(&self) -> usize {
        self.shape().1
    }

    /// Returns the end of the strips that can be drawn. A view that scrolls by pixels has one strip
    /// more than fits: a plain picture is empty there, and a room keeps the previous pixels (S17).
    pub(super) fn strips_end(&self, scrolls_by_pixels: bool) -> usize {
        let hidden = scrolls_by_pixels && self.room().is_none();
        self.width() / 8 + usize::from(hidden)
    }

    /// Returns the number of z-planes, plane 0 included (M3).
    #[must_use]
    pub fn plane_count(&self) -> usize {
        self.shape().2
    }

    /// Returns whether there is no backdrop.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// Returns the room resource, unless the backdrop is a plain picture or missing.
    #[must_use]
    pub fn room(&self) -> Option<&Arc<Room>> {
        if let Self::Room(room) = self {
            Some(room)
        } else {
            None
        }
    }

    /// Draws strips of the background and of its planes.
    pub(super) fn draw(&self, strips: Range<usize>, target: &mut Target<'_>) {
        match self {
            Self::Nothing => {}
            Self::Picture(picture) => picture.draw(strips, target.canvas, target.planes),
            Self::Room(room) => room.draw_background(strips, target),
        }
    }
}

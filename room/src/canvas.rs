//! The stage's memory as the original lays it out (G2, M1): one long row of bytes, in which pixel (x, y)
//! of the *room* stands at `y * pitch + x`. Scrolling moves the first column of the view, not the pixels;
//! what lies beyond one pitch is the next line's left part.

use std::ops::{Deref, DerefMut};

/// A linear frame buffer in room columns (G2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Canvas {
    /// Bytes from one line to the next: 320, in v7 328, in v8 648; 640 for Humongous on 640x480.
    pub pitch: usize,
    /// Lines.
    pub height: usize,
    /// `pitch * height` bytes and a tail as long as the room is wide.
    pub pixels: Vec<u8>,
}

impl Canvas {
    /// A canvas of zeros for a room of `room_width` pixels.
    #[must_use]
    pub fn new(pitch: usize, height: usize, room_width: usize) -> Self {
        Self { pitch, height, pixels: vec![0; pitch.saturating_mul(height).saturating_add(room_width)] }
    }

    /// Gives the canvas another height and a tail for a room of `room_width` pixels; what is there stays in its place, what
    /// is new is 0.
    pub fn resize(&mut self, height: usize, room_width: usize) {
        self.height = height;
        self.pixels.resize(self.pitch.saturating_mul(height).saturating_add(room_width), 0);
    }

    /// Sets all pixels to 0.
    pub fn clear(&mut self) {
        self.pixels.fill(0);
    }

    /// The linear index of a room pixel.
    #[must_use]
    pub fn index(&self, x: usize, y: usize) -> usize {
        y.saturating_mul(self.pitch).saturating_add(x)
    }
}

/// The z-planes in the same linear layout, a byte a pixel: 0 shows the actor, 0xFF hides it.
///
/// The original keeps a bit a pixel, eight to a byte; the address of that byte is the same sum, so that reading
/// beyond a row meets the same strip here as there (M1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Planes {
    /// Bytes (pixels) from one line to the next: eight times the original's stride in strips.
    pub pitch: usize,
    /// Lines.
    pub height: usize,
    /// Plane 0 and the room's own planes (M3); each `pitch * height` bytes and the tail.
    pub planes: Vec<Plane>,
}

/// The bytes of a z-plane, and whether one was ever changed: a plane that hides nothing need not be asked, and plane 0,
/// which most actors are tested against, hides nothing in most rooms (M2).
#[derive(Debug, Default)]
pub struct Plane {
    bytes: Vec<u8>,
    changed: bool,
}

impl Plane {
    /// Whether every byte is known to be 0.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        !self.changed
    }

    /// Sets all bytes to 0.
    pub fn clear(&mut self) {
        self.bytes.fill(0);
        self.changed = false;
    }
}

impl Clone for Plane {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), changed: self.changed }
    }

    /// Without new memory: states are saved again and again.
    fn clone_from(&mut self, source: &Self) {
        self.bytes.clone_from(&source.bytes);
        self.changed = source.changed;
    }
}

impl From<Vec<u8>> for Plane {
    fn from(bytes: Vec<u8>) -> Self {
        let changed = bytes.iter().any(|&byte| byte != 0);
        Self { bytes, changed }
    }
}

impl Deref for Plane {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Whoever may write a plane is taken to have changed it.
impl DerefMut for Plane {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.changed = true;
        &mut self.bytes
    }
}

impl PartialEq for Plane {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Plane {}

#[cfg(feature = "serde")]
mod saved {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Plane;

    impl Serialize for Plane {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.bytes.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Plane {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Vec::deserialize(deserializer).map(Self::from)
        }
    }
}

impl Planes {
    /// `count` clear planes, plane 0 included.
    #[must_use]
    pub fn new(pitch: usize, height: usize, room_width: usize, count: usize) -> Self {
        let len = pitch.saturating_mul(height).saturating_add(room_width);
        Self { pitch, height, planes: vec![Plane::from(vec![0; len]); count] }
    }

    /// Becomes `count` clear planes of another height and room, in the memory that is there as far as it reaches.
    pub fn reset(&mut self, height: usize, room_width: usize, count: usize) {
        self.planes.truncate(count);
        for plane in &mut self.planes {
            plane.bytes.clear();
            plane.changed = false;
        }
        self.planes.resize(count, Plane::default());
        self.grow(height, room_width);
    }

    /// Gives the planes another height and a tail for a room of `room_width` pixels; what is there stays in its place, what
    /// is new hides nothing.
    pub fn grow(&mut self, height: usize, room_width: usize) {
        self.height = height;
        let length = self.pitch.saturating_mul(height).saturating_add(room_width);
        for plane in &mut self.planes {
            plane.bytes.resize(length, 0);
        }
    }

    /// The plane that an actor with z-buffer `z` is tested against; numbers above the last are the last (M4). `None` where
    /// that hides nothing.
    #[must_use]
    pub fn plane(&self, z: u8) -> Option<&[u8]> {
        let last = self.planes.len().checked_sub(1)?;
        let plane = self.planes.get(usize::from(z).min(last))?;
        (!plane.is_clear()).then_some(plane)
    }

    /// Writes the eight pixels of one strip's line: bit 7 of `bits` is the leftmost pixel. `or` keeps what is set (O6).
    /// A line outside the planes is passed over.
    pub fn put(&mut self, plane: usize, strip: usize, y: usize, bits: u8, or: bool) {
        let start = y.saturating_mul(self.pitch).saturating_add(strip.saturating_mul(8));
        let plane = self.planes.get_mut(plane).filter(|plane| bits != 0 || !plane.is_clear());
        let pixels = plane.and_then(|p| p.get_mut(start..start.saturating_add(8)));
        for (i, pixel) in pixels.into_iter().flatten().enumerate() {
            let hidden = if bits & (0x80 >> i) != 0 { 0xff } else { 0 };
            *pixel = if or { *pixel | hidden } else { hidden };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_that_hides_nothing_is_not_asked() {
        let mut planes = Planes::new(8, 2, 0, 2);
        planes.put(1, 0, 0, 0, false);
        assert_eq!([planes.plane(0), planes.plane(1), planes.plane(9)], [None; 3]);
        planes.put(1, 0, 1, 0x80, false);
        assert_eq!(planes.plane(9).map(|plane| (plane[0], plane[8])), Some((0, 0xff)));
        planes.planes[1].clear();
        assert_eq!(planes, Planes::new(8, 2, 0, 2));
        assert!(planes.plane(1).is_none());
        planes.planes[1][3] = 1;
        assert!(planes.plane(1).is_some());
    }
}

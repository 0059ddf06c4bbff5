//! The stage's memory in the layout of the original (G2, M1): one long row of bytes, in which pixel
//! (x, y) of the *room* is at `y * pitch + x`. Scrolling moves the first column of the view, not
//! the pixels. Columns beyond the pitch are the left part of the next line.

use crate::Surface;

/// A linear frame buffer with room columns (G2).
#[derive(Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Canvas {
    pitch: usize,
    height: usize,
    #[cfg_attr(feature = "serde", serde(with = "saved::text"))]
    pixels: Vec<u8>,
}

impl Canvas {
    /// Creates a canvas of zeros for a room that is `room_width` pixels wide. `pitch` is the
    /// distance in bytes from one line to the next: 320, in v7 328, in v8 648; 640 for Humongous
    /// games on 640x480.
    #[must_use]
    pub fn new(pitch: usize, height: usize, room_width: usize) -> Self {
        Self {
            pitch,
            height,
            pixels: vec![0; memory_size(pitch, height).saturating_add(room_width)],
        }
    }

    /// Sets the height, and the length of the tail to a room that is `room_width` pixels wide.
    /// Existing bytes are kept; new bytes are 0.
    pub fn resize(&mut self, height: usize, room_width: usize) {
        self.height = height;
        resize(
            &mut self.pixels,
            memory_size(self.pitch, height).saturating_add(room_width),
        );
    }

    /// Sets all pixels to 0.
    pub fn clear(&mut self) {
        self.pixels.fill(0);
    }

    /// Returns the distance in bytes from one line to the next.
    #[must_use]
    pub fn pitch(&self) -> usize {
        self.pitch
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns `pitch * height` bytes and a tail with the length of the room's width.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns the bytes of [`Canvas::pixels`] as a mutable slice.
    #[must_use]
    pub fn pixels_mut(&mut self) -> &mut [u8] {
        &mut self.pixels
    }

    /// Returns the linear index of a room pixel.
    #[must_use]
    pub fn index(&self, x: usize, y: usize) -> usize {
        y.saturating_mul(self.pitch).saturating_add(x)
    }
}

impl Clone for Canvas {
    fn clone(&self) -> Self {
        Self {
            pixels: self.pixels.clone(),
            ..*self
        }
    }

    /// Copies the bytes without a new allocation, because states are saved often.
    fn clone_from(&mut self, source: &Self) {
        self.pitch = source.pitch;
        self.height = source.height;
        self.pixels.clone_from(&source.pixels);
    }
}

/// Resizes a buffer; new bytes are 0. Allocates no spare capacity, because the widths of rooms
/// differ so much that spare capacity would rarely be enough for the next room.
fn resize(bytes: &mut Vec<u8>, length: usize) {
    bytes.reserve_exact(length.saturating_sub(bytes.len()));
    bytes.resize(length, 0);
}

/// Returns the number of bytes of the lines, without the tail.
fn memory_size(pitch: usize, height: usize) -> usize {
    pitch.saturating_mul(height)
}

/// The z-planes in the same linear layout, a byte for each pixel: 0 shows the actor, every other
/// value hides it. A saved plane has a bit for each pixel and is restored with 0 and 0xFF.
///
/// The original keeps a bit for each pixel, eight in a byte. The index of that byte is computed in
/// the same way, so a read beyond the end of a row reaches the same strip in both layouts (M1).
///
/// A plane that hides nothing has no bytes, because in most rooms only some of the planes hide
/// anything, and most actors are tested against plane 0, which nothing changes (M2).
#[derive(Debug, Default)]
pub struct Planes {
    pitch: usize,
    height: usize,
    /// The number of bytes of a plane: `pitch * height` and the tail.
    length: usize,
    /// The bytes of each plane; empty if the plane hides nothing.
    planes: Vec<Vec<u8>>,
}

impl PartialEq for Planes {
    fn eq(&self, other: &Self) -> bool {
        let same_size = (self.pitch, self.height, self.length, self.count())
            == (other.pitch, other.height, other.length, other.count());
        same_size
            && self
                .planes
                .iter()
                .zip(&other.planes)
                .all(|(plane, other)| are_equal(plane, other))
    }
}

impl Eq for Planes {}

/// Returns whether two planes of one size have the same bytes. A plane without bytes is equal to a
/// plane of zeros.
fn are_equal(plane: &[u8], other: &[u8]) -> bool {
    if plane.len() == other.len() {
        return plane == other;
    }
    plane.iter().chain(other).all(|&byte| byte == 0)
}

impl Clone for Planes {
    fn clone(&self) -> Self {
        Self {
            planes: self.planes.clone(),
            ..*self
        }
    }

    /// Copies the bytes without a new allocation, because states are saved often.
    fn clone_from(&mut self, source: &Self) {
        self.pitch = source.pitch;
        self.height = source.height;
        self.length = source.length;
        self.planes.clone_from(&source.planes);
    }
}

impl Planes {
    /// Creates `count` planes that hide nothing, including plane 0.
    #[must_use]
    pub fn new(pitch: usize, height: usize, room_width: usize, count: usize) -> Self {
        Self {
            pitch,
            height,
            length: memory_size(pitch, height).saturating_add(room_width),
            planes: vec![Vec::new(); count],
        }
    }

    /// Resets the planes to `count` planes that hide nothing, for another height and room.
    /// Allocated memory is reused.
    pub fn reset(&mut self, height: usize, room_width: usize, count: usize) {
        for plane in &mut self.planes {
            plane.clear();
        }
        self.planes.resize(count, Vec::new());
        self.grow(height, room_width);
    }

    /// Sets the height, and the length of the tail to a room that is `room_width` pixels wide.
    /// Existing bytes are kept; new bytes hide nothing.
    pub fn grow(&mut self, height: usize, room_width: usize) {
        self.height = height;
        self.length = memory_size(self.pitch, height).saturating_add(room_width);
        for plane in &mut self.planes {
            if !plane.is_empty() {
                resize(plane, self.length);
            }
        }
    }

    /// Returns the distance in bytes (pixels) from one line to the next: eight times the original's
    /// stride in strips.
    #[must_use]
    pub fn pitch(&self) -> usize {
        self.pitch
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of bytes of a plane: `pitch * height` and a tail with the length of the
    /// room's width.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the number of planes, including plane 0 (M3).
    #[must_use]
    pub fn count(&self) -> usize {
        self.planes.len()
    }

    /// Returns the bytes of plane `number`, [`Planes::length`] of them. Returns `None` if there is
    /// no such plane, and for a plane that hides nothing.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&[u8]> {
        let plane = self.planes.get(number)?;
        (!plane.is_empty()).then_some(&**plane)
    }

    /// Returns plane `number` as a picture of `pitch` columns without the tail, also if it hides
    /// nothing. Returns `None` if there is no such plane.
    #[must_use]
    pub fn picture(&self, number: usize) -> Option<Surface> {
        let plane = self.planes.get(number)?;
        let pixels = plane.iter().copied();
        Some(Surface::from_pixels(self.pitch, self.height, pixels))
    }

    /// Returns the bytes of plane `number` as a mutable slice, or `None` if there is no such plane.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut [u8]> {
        let plane = self.planes.get_mut(number)?;
        resize(plane, self.length);
        Some(plane)
    }

    /// Clears plane `number`, so that it hides nothing.
    pub fn clear(&mut self, number: usize) {
        if let Some(plane) = self.planes.get_mut(number) {
            plane.clear();
        }
    }

    /// Returns the plane that an actor with z-buffer `z` is tested against. Numbers above the last
    /// plane mean the last plane (M4). `None` if the plane hides nothing.
    #[must_use]
    pub fn plane(&self, z: u8) -> Option<&[u8]> {
        let last = self.planes.len().checked_sub(1)?;
        self.get(usize::from(z).min(last))
    }

    /// Writes the eight pixels of one line of a strip: bit 7 of `bits` is the leftmost pixel. With
    /// `or`, pixels that are already set stay set (O6). A line outside the planes is ignored.
    pub fn put(&mut self, plane: usize, strip: usize, y: usize, bits: u8, or: bool) {
        if bits == 0 && self.get(plane).is_none() {
            return;
        }
        let start = y
            .saturating_mul(self.pitch)
            .saturating_add(strip.saturating_mul(8));
        let plane = self.get_mut(plane);
        let pixels = plane.and_then(|plane| plane.get_mut(start..start.saturating_add(8)));
        for (i, pixel) in pixels.into_iter().flatten().enumerate() {
            let hidden = if bits & (0x80 >> i) != 0 { 0xff } else { 0 };
            *pixel = if or { *pixel | hidden } else { hidden };
        }
    }
}

/// Saved canvases and planes. Sizes that contradict the data are errors.
#[cfg(feature = "serde")]
mod saved {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Bytes as Base64 in formats that people can read, such as JSON. Base64 is a third longer than
    /// the bytes; a list of numbers would be about three times as long as the bytes.
    pub mod text {
        use std::fmt;

        use base64::Engine as _;
        use base64::engine::general_purpose::STANDARD;
        use serde::de::{Error, Visitor};
        use serde::{Deserializer, Serializer};

        pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
            if serializer.is_human_readable() {
                serializer.serialize_str(&STANDARD.encode(bytes))
            } else {
                serializer.serialize_bytes(bytes)
            }
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Vec<u8>, D::Error> {
            if deserializer.is_human_readable() {
                deserializer.deserialize_str(Bytes)
            } else {
                deserializer.deserialize_byte_buf(Bytes)
            }
        }

        struct Bytes;

        impl<'de> Visitor<'de> for Bytes {
            type Value = Vec<u8>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("bytes in Base64")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Vec<u8>, E> {
                STANDARD.decode(text).map_err(E::custom)
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
                Ok(bytes.to_vec())
            }

            fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
                Ok(bytes)
            }
        }
    }

    use super::{Canvas, Planes, memory_size};

    #[derive(Deserialize)]
    struct SavedCanvas {
        pitch: usize,
        height: usize,
        #[serde(with = "text")]
        pixels: Vec<u8>,
    }

    impl<'de> Deserialize<'de> for Canvas {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let SavedCanvas {
                pitch,
                height,
                pixels,
            } = SavedCanvas::deserialize(deserializer)?;
            if pixels.len() < memory_size(pitch, height) {
                return Err(D::Error::custom("a canvas has too few pixels for its size"));
            }
            Ok(Self {
                pitch,
                height,
                pixels,
            })
        }
    }

    #[derive(Serialize, Deserialize)]
    struct SavedPlanes {
        pitch: usize,
        height: usize,
        /// The number of pixels of a plane.
        length: usize,
        planes: Vec<SavedPlane>,
    }

    /// A plane with a bit for each pixel, because planes of bytes would be as long as the pictures.
    /// Bit 7 of the first byte is the first pixel. Bits behind the last pixel are 0. A plane that
    /// hides nothing has no bytes.
    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct SavedPlane {
        #[serde(with = "text")]
        bits: Vec<u8>,
    }

    impl SavedPlane {
        fn of(plane: &[u8]) -> Self {
            let mut bits = Vec::with_capacity(plane.len().div_ceil(8));
            for pixels in plane.chunks(8) {
                let mut byte = 0_u8;
                for (i, &pixel) in pixels.iter().enumerate() {
                    if pixel != 0 {
                        byte |= 0x80 >> i;
                    }
                }
                bits.push(byte);
            }
            Self { bits }
        }

        /// Returns the bytes of a plane of `length` pixels, or `None` if the number of bits is
        /// another one.
        fn plane(&self, length: usize) -> Option<Vec<u8>> {
            if self.bits.is_empty() {
                return Some(Vec::new());
            }
            if self.bits.len() != length.div_ceil(8) {
                return None;
            }
            let mut plane = vec![0; length];
            for (pixels, bits) in plane.chunks_mut(8).zip(&self.bits) {
                for (i, pixel) in pixels.iter_mut().enumerate() {
                    if bits & (0x80 >> i) != 0 {
                        *pixel = 0xff;
                    }
                }
            }
            Some(plane)
        }
    }

    impl Serialize for Planes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let saved = SavedPlanes {
                pitch: self.pitch,
                height: self.height,
                length: self.length,
                planes: self
                    .planes
                    .iter()
                    .map(|plane| SavedPlane::of(plane))
                    .collect(),
            };
            saved.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Planes {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let SavedPlanes {
                pitch,
                height,
                length,
                planes,
            } = SavedPlanes::deserialize(deserializer)?;
            if length < memory_size(pitch, height) {
                return Err(D::Error::custom(
                    "z-planes have too few pixels for their size",
                ));
            }
            let mut restored = Vec::with_capacity(planes.len());
            for saved in planes {
                let plane = saved.plane(length).ok_or_else(|| {
                    D::Error::custom("a z-plane has another number of bits than of pixels")
                })?;
                restored.push(plane);
            }
            Ok(Self {
                pitch,
                height,
                length,
                planes: restored,
            })
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
        assert_eq!(
            [planes.plane(0), planes.plane(1), planes.plane(9)],
            [None; 3]
        );
        planes.put(1, 0, 1, 0x80, false);
        assert_eq!(
            planes.plane(9).map(|plane| (plane[0], plane[8])),
            Some((0, 0xff))
        );
        planes.clear(1);
        assert_eq!(planes, Planes::new(8, 2, 0, 2));
        assert!(planes.plane(1).is_none());
        planes.get_mut(1).unwrap()[3] = 1;
        assert!(planes.plane(1).is_some());
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_saved_plane_has_a_bit_for_each_pixel() {
        let mut planes = Planes::new(16, 2, 5, 2);
        planes.put(1, 1, 1, 0x81, false);
        let last = planes.get_mut(1).unwrap().last_mut().unwrap();
        *last = 0xff;
        let saved = serde_json::to_value(&planes).unwrap();
        // 37 pixels are 5 bytes; pixels 24, 31 and 36 hide the actor.
        assert_eq!(saved["length"], 37);
        assert_eq!(saved["planes"], serde_json::json!(["", "AAAAgQg="]));
        let restored: Planes = serde_json::from_value(saved).unwrap();
        assert_eq!(restored, planes);
        assert!(restored.plane(0).is_none());
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_saved_plane_of_another_length_is_an_error() {
        let mut planes = Planes::new(16, 2, 5, 1);
        planes.put(0, 0, 0, 1, false);
        let error = |key: &str, number: usize| {
            let mut saved = serde_json::to_value(&planes).unwrap();
            saved[key] = number.into();
            let error = serde_json::from_value::<Planes>(saved).unwrap_err();
            error.to_string()
        };
        for length in [32, 41, usize::MAX] {
            assert_eq!(
                error("length", length),
                "a z-plane has another number of bits than of pixels"
            );
        }
        let too_few = "z-planes have too few pixels for their size";
        assert_eq!(error("length", 31), too_few);
        assert_eq!(error("height", 3), too_few);
    }
}

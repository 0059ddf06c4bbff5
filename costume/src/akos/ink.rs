//! How the colours of a row-major picture change on their way to the stage.

use super::akpl::COLOURS;
use crate::draw::shade::Shadow;

/// How colours change on their way to the stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink<'a> {
    /// The map that colours go through first.
    pub map: Option<&'a [u8; COLOURS]>,
    /// The mapped colour that is never drawn.
    pub never: Option<u8>,
    /// The table that mapped colours go through.
    pub shadow: Shadow<'a>,
}

impl Ink<'_> {
    /// Whether all colours stay as they are.
    pub(super) fn is_plain(&self) -> bool {
        self.map.is_none() && self.never.is_none() && self.shadow == Shadow::None
    }

    /// The mapped colour, before the shadow; `None` if it is not drawn.
    pub(super) fn colour(&self, pixel: u8) -> Option<u8> {
        let colour = self.map.and_then(|map| map.get(usize::from(pixel)).copied()).unwrap_or(pixel);
        (self.never != Some(colour)).then_some(colour)
    }

    /// The new pixel of the screen, from a colour of the picture and the old pixel.
    pub(super) fn mix(&self, pixel: u8, screen: u8) -> u8 {
        self.colour(pixel).map_or(screen, |colour| self.shadow.through(colour, screen).unwrap_or(colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_mapped_left_out_and_then_shadowed_a75() {
        let (map, table) = (std::array::from_fn(|i| (i as u8).wrapping_add(1)), [9; COLOURS]);
        let ink = Ink { map: Some(&map), never: Some(8), shadow: Shadow::Colour13(&table) };
        assert_eq!(
            [6, 7, 12].map(|pixel| (ink.colour(pixel), ink.mix(pixel, 3))),
            [(Some(7), 7), (None, 3), (Some(13), 9)]
        );
        let plain = Ink { map: None, never: None, shadow: Shadow::None };
        assert_eq!((plain.is_plain(), ink.is_plain(), plain.mix(7, 3)), (true, false, 7));
    }
}

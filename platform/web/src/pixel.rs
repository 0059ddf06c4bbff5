//! The limb and the cel that drew a pixel.

use anyhow::Result;
use scumm_costume::{AUX_FRAME, Costume, Write};
use serde::Serialize;

/// Returns the write that is visible: the last one that no plane hid.
pub fn visible_writer(writes: &[Write]) -> Option<&Write> {
    writes.iter().rfind(|write| !write.hidden)
}

/// The origin of a pixel.
#[derive(Debug, Serialize)]
pub struct PixelWriter {
    /// Number of the actor.
    actor: u16,
    /// The limb; `None` for a picture that a Humongous costume paints into the room.
    limb: Option<u8>,
    /// COST: number of the picture in the limb's table; otherwise number of the cel.
    number: u16,
    /// Number of the cel in the costume.
    cel: u16,
    /// Column and row in the cel as it is stored.
    column: u16,
    row: u16,
    /// Colour of the cel, before the palette of the costume.
    colour: u8,
    /// Screen colour after the palette of the costume.
    screen_colour: u8,
    /// The table that mapped the pixel, in words.
    table: Option<String>,
    /// The plane that the actor was tested against.
    plane: u8,
    /// The name of the costume's kind, which determines the meaning of `number`.
    is_akos: bool,
}

impl PixelWriter {
    /// Creates the origin of a pixel that a costume drew.
    pub fn new(write: &Write, costume: &Costume) -> Self {
        Self {
            actor: write.actor,
            limb: Some(write.limb).filter(|limb| *limb != AUX_FRAME),
            number: write.cel,
            cel: write.costume_cel,
            column: write.source.0,
            row: write.source.1,
            colour: write.entry,
            screen_colour: write.colour,
            table: write.shade.map(|kind| format!("{kind:?}").to_lowercase()),
            plane: write.plane,
            is_akos: costume.is_akos(),
        }
    }

    /// Returns the values as JSON.
    ///
    /// # Errors
    /// Does not fail because of a costume.
    pub fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}

//! Draws of languages that have plain values: what a look and a target are told by, and what a draw says of itself.

use scumm_costume::{Costume, Facing, LimbStates, Look, Renderer, StripLines, Target};
use scumm_room::Rect;
use serde::{Deserialize, Serialize};

use crate::{Area, Failure, Mask, PlaneMemory, Result, Tables};

/// Passes the list of the fields of a look to a macro.
///
/// A macro, because the structure here and the reader of Python's attributes need one list of fields, which no function can
/// return.
#[macro_export]
macro_rules! look_values {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)* LookValues;
            /// Column of the anchor relative to the left edge of the view.
            x: i32,
            /// Line of the anchor relative to the stage's top, elevation taken off.
            y: i32,
            /// Degrees clockwise from north; none: south.
            facing: Option<u16>,
            /// The actor's number; none: 1.
            actor: Option<u16>,
            /// Horizontal scale; none: 255, full size.
            scale_x: Option<u8>,
            /// Vertical scale.
            scale_y: Option<u8>,
            /// The actor's own colours, at most 256.
            palette: Option<Vec<u16>>,
            /// The lights are off for actors.
            dark: bool,
            /// Version 0: the flashlight is on.
            flashlight: bool,
            /// How pixels go through the shadow table.
            shadow_mode: u16,
            /// The shadow table.
            shadow: Option<T>,
            /// The room's colour remap.
            room_palette: Option<T>,
            /// Humongous: REMP.
            remp: Option<T>,
            /// Humongous: all palette slots.
            palette_slots: Option<T>,
            /// The actor's palette slot, 0 none.
            palette_slot: u8,
            /// Humongous: the actor's blend table.
            xmap: Option<T>,
            /// Versions 7 and 8: what replaces the scale table.
            scale_table: Option<T>,
            /// The Nintendo: the number of the costume.
            costume: u16,
            /// What replaces the screen's edges: left, top, right, bottom, all included.
            clip: Option<[i32; 4]>,
            /// Top and bottom of the actor's last drawing.
            reach: Option<(i32, i32)>,
        }
    };
}

/// Passes the list of the fields of a target to a macro. It is a macro for the reason of [`look_values`].
#[macro_export]
macro_rules! target_values {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)* TargetValues;
            /// Columns.
            width: Option<usize>,
            /// Lines.
            height: Option<usize>,
            /// Bytes from one line to the next; none: the width.
            pitch: Option<usize>,
            /// The plane that hides.
            mask: Option<T>,
            /// It has a bit a pixel, else a byte.
            mask_bits: bool,
            /// Bytes from one line of it to the next; none: what a line takes.
            mask_pitch: Option<usize>,
            /// The room's column at which the view begins.
            view_start: usize,
        }
    };
}

/// Declares a structure with a list of fields. Only a macro can declare types.
macro_rules! structure {
    ($(#[$about:meta])* $name:ident; $($(#[$doc:meta])* $field:ident: $type:ty,)*) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, Deserialize)]
        #[serde(default, rename_all = "camelCase", deny_unknown_fields)]
        pub struct $name<T> {
            $(
                $(#[$doc])*
                pub $field: $type,
            )*
        }
    };
}

look_values! { structure #[doc = "What a caller says of an actor that is drawn; `T` are bytes."] }
target_values! { structure #[doc = "What a caller says of pixels, and the plane that hides; `T` are bytes."] }

impl<T: AsRef<[u8]>> LookValues<T> {
    /// The bytes of all tables, by the order in which they stand here.
    pub fn tables(&self) -> [&[u8]; 6] {
        let tables = [
            &self.shadow,
            &self.room_palette,
            &self.remp,
            &self.palette_slots,
            &self.xmap,
            &self.scale_table,
        ];
        tables.map(|table| table.as_ref().map_or(&[][..], T::as_ref))
    }

    /// The look; `own` is for colours of the costume and the caller.
    fn look<'a>(&'a self, own: &'a mut Option<[u16; 256]>, costume: &Costume) -> Result<Look<'a>> {
        let plain = costume.look();
        let mut look = Look {
            actor: self.actor.unwrap_or(plain.actor),
            x: self.x,
            y: self.y,
            facing: self.facing.map_or(plain.facing, Facing::from_degrees),
            scale_x: self.scale_x.unwrap_or(plain.scale_x),
            scale_y: self.scale_y.unwrap_or(plain.scale_y),
            shadow_mode: self.shadow_mode,
            dark: self.dark,
            flashlight: self.flashlight,
            costume: self.costume,
            clip: self.clip.map(Rect::from),
            reach: self.reach.unwrap_or(plain.reach),
            palette_slot: self.palette_slot,
            ..plain
        };
        let palette = self.palette.as_deref().unwrap_or_default();
        let [shadow, room_palette, remp, palette_slots, xmap, scale_table] = self.tables();
        let tables = Tables {
            palette,
            shadow,
            room_palette,
            remp,
            palette_slots,
            xmap,
            scale_table,
        };
        tables.put_on(&mut look, own, costume.dialect())?;
        Ok(look)
    }
}

impl<T> TargetValues<T> {
    /// The columns, lines and pitch that are said, or that the pixels have themselves.
    ///
    /// # Errors
    /// Neither says them.
    pub fn area(&self, own: Option<Area>) -> Result<Area> {
        let missing = || Failure::size("bytes in a row need a width and a height");
        let width = self
            .width
            .or(own.map(|own| own.width))
            .ok_or_else(missing)?;
        let height = self
            .height
            .or(own.map(|own| own.height))
            .ok_or_else(missing)?;
        Ok(Area {
            width,
            height,
            pitch: self.pitch.or(own.map(|own| own.pitch)).unwrap_or(width),
        })
    }
}

/// What a draw reports.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnValues {
    /// First line that was drawn; 0x7FFFFFFF if nothing was drawn.
    pub top: i32,
    /// The line behind the last.
    pub bottom: i32,
    /// Something was cut off.
    pub cut: bool,
    /// All was drawn.
    pub whole: bool,
    /// The strips that the pictures claim, counted in the room.
    pub strips: Vec<usize>,
    /// What would have stopped the original.
    pub fault: Option<String>,
    /// First and last line of each strip of the view where a rule asks for them, else nothing.
    #[serde(skip)]
    pub lines: Vec<(i16, i16)>,
}

/// Strips of the widest view.
const VIEW_STRIPS: usize = 80;

/// A renderer, and the planes that were made for its draws.
#[derive(Default)]
pub struct Drawing {
    /// The renderer.
    pub renderer: Renderer,
    /// The planes of the last draws.
    pub plane: PlaneMemory,
}

impl Drawing {
    /// Draws all limbs in order into pixels that lie as `area` says.
    ///
    /// # Errors
    /// A size does not fit.
    pub fn draw<T: AsRef<[u8]>>(
        &mut self,
        (costume, limbs): (&Costume, &LimbStates),
        look: &LookValues<T>,
        target: &TargetValues<T>,
        area: Area,
        pixels: &mut [u8],
    ) -> Result<DrawnValues> {
        area.checked(pixels.len())?;
        let kind = if target.mask_bits {
            Mask::Bits
        } else {
            Mask::Bytes
        };
        let mut own = None;
        let look = look.look(&mut own, costume)?;
        let pitch = target.mask_pitch.unwrap_or_else(|| area.mask_line(kind));
        let mask = target.mask.as_ref().map(T::as_ref);
        let plane = mask
            .map(|mask| area.plane(kind, mask, pitch, 0, &mut self.plane))
            .transpose()?;
        let memory = Target::new(pixels, area.pitch, area.height)
            .narrowed(area.width)
            .hidden_by(plane);
        let mut memory = memory.viewed_from(target.view_start);
        let mut lines = costume
            .dialect()
            .restores_lines_of_strips()
            .then_some(StripLines::NONE);
        let mut memory = memory.noting(lines.as_mut());
        let report = costume.draw(limbs, &look, &mut self.renderer, &mut memory);
        Ok(DrawnValues {
            top: report.top,
            bottom: report.bottom,
            cut: report.cut,
            whole: report.whole,
            strips: report.strips.iter().collect(),
            fault: report.fault.map(|fault| fault.to_string()),
            lines: lines
                .iter()
                .flat_map(|lines| (0..VIEW_STRIPS).map(|strip| lines.of(strip)))
                .collect(),
        })
    }

    /// Whether an opaque pixel is on a column and a line of the view, placed as drawing places it.
    ///
    /// # Errors
    /// A table has a length that does not fit, or the original would have stopped.
    pub fn hit<T: AsRef<[u8]>>(
        &mut self,
        (costume, limbs): (&Costume, &LimbStates),
        look: &LookValues<T>,
        (x, y): (i32, i32),
    ) -> Result<bool> {
        let mut own = None;
        Ok(costume.hit(
            limbs,
            &look.look(&mut own, costume)?,
            &mut self.renderer,
            x,
            y,
        )?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_target_says_goes_before_what_its_pixels_have() {
        let own = Some(Area {
            width: 20,
            height: 10,
            pitch: 32,
        });
        let target = TargetValues::<Vec<u8>> {
            height: Some(5),
            ..TargetValues::default()
        };
        assert_eq!(
            target.area(own).unwrap(),
            Area {
                width: 20,
                height: 5,
                pitch: 32
            }
        );
        assert_eq!(target.area(None).unwrap_err().code, crate::Code::Size);
        let target = TargetValues {
            width: Some(8),
            ..target
        };
        assert_eq!(
            target.area(None).unwrap(),
            Area {
                width: 8,
                height: 5,
                pitch: 8
            }
        );
    }
}

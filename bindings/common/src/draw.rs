//! Draws limbs into the memory of callers. Contains the looks and targets of draws, the planes that
//! hide pixels, and the tables for colours.

use std::ops::Range;

use scumm_costume::{
    Costume, Dialect, Facing, LimbStates, Look, PlaneRows, Renderer, StripLines, Target,
};
use scumm_room::Rect;
use serde::{Deserialize, Serialize};

use crate::{Failure, RendererTrace, Result, shadow_len};

/// Largest width and height of a target. Screens and rooms are not larger.
const MOST_SIDE: usize = 1 << 15;
/// Most bytes from the last column of a row to the next row. The limit prevents an overflow of the
/// size of a buffer.
const MOST_GAP: usize = 1 << 30;

/// Returns the number of bytes of `height` rows that begin `pitch` bytes apart. The last row has
/// only `line` bytes. Returns `None` on overflow.
fn buffer_len(height: usize, pitch: usize, line: usize) -> Option<usize> {
    height
        .saturating_sub(1)
        .checked_mul(pitch)?
        .checked_add(line)
}

/// The size of a target in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetArea {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Number of bytes from one row to the next.
    pub pitch: usize,
}

/// The format of a plane that hides pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskFormat {
    /// One bit for each pixel, bit 7 is the leftmost; 1 hides the pixel. A row begins with a byte.
    Bits,
    /// One byte for each pixel; any value but 0 hides the pixel.
    Bytes,
}

impl TargetArea {
    /// Returns the area if its sizes are in range and the area fits in a buffer of `len` bytes.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` otherwise.
    pub fn checked(self, len: usize) -> Result<Self> {
        let Self {
            width,
            height,
            pitch,
        } = self;
        let sides = 1..=MOST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(Failure::size(format!(
                "the target has {width} by {height} pixels, each side must be 1 to {MOST_SIDE}"
            )));
        }
        if pitch < width || pitch - width > MOST_GAP {
            return Err(Failure::size(format!(
                "the pitch {pitch} does not fit the width {width}"
            )));
        }
        let least = buffer_len(height, pitch, width).unwrap_or(usize::MAX);
        if len < least || len > isize::MAX as usize {
            return Err(Failure::size(format!(
                "the pixels have {len} bytes, at least {least} are buffer_len"
            )));
        }
        Ok(self)
    }

    /// Returns the number of bytes in a row of a plane.
    #[must_use]
    pub fn mask_line(self, kind: MaskFormat) -> usize {
        if kind == MaskFormat::Bits {
            self.width.div_ceil(8)
        } else {
            self.width
        }
    }

    /// Checks that a row of a plane covers the columns.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if it does not.
    fn check_mask(self, kind: MaskFormat, pitch: usize) -> Result<()> {
        let line = self.mask_line(kind);
        if pitch < line {
            return Err(Failure::size(format!(
                "the mask has rows of {pitch} bytes, at least {line} are needed"
            )));
        }
        Ok(())
    }

    /// Returns a plane for a draw, which needs one byte for each pixel and the pitch of the pixels.
    /// A plane in another format is kept in `memory`, and the rows of pictures are converted when
    /// they are drawn. If the plane has the same address, length, layout and `stamp` as a kept
    /// plane, the kept plane is returned and the caller's bytes are not read. With a stamp of 0 the
    /// bytes are compared with those of the kept planes. Rows and pixels that the plane does not
    /// have hide nothing (M4).
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if a row of the plane does not cover the columns.
    pub fn plane<'a>(
        self,
        kind: MaskFormat,
        stored: &'a [u8],
        pitch: usize,
        stamp: u32,
        memory: &'a mut PlaneMemory,
    ) -> Result<DrawPlane<'a>> {
        self.check_mask(kind, pitch)?;
        if kind == MaskFormat::Bytes && pitch == self.pitch {
            return Ok(DrawPlane::Stored(stored));
        }
        let layout = PlaneLayout {
            area: self,
            kind,
            pitch,
        };
        let name = identity_of(stored.as_ptr(), stored.len(), stamp);
        let place = if let Some(place) = memory.named(layout, name) {
            place
        } else {
            memory.find(layout, stored, name)?
        };
        Ok(memory
            .made
            .get_mut(place)
            .map_or(DrawPlane::Stored(&[]), DrawPlane::Converted))
    }
}

/// A plane for a draw.
#[derive(Debug)]
pub enum DrawPlane<'a> {
    /// The caller's plane, which has the format that draws need.
    Stored(&'a [u8]),
    /// A kept plane whose rows are converted when they are drawn.
    Converted(&'a mut KeptPlane),
}

impl<'a> DrawPlane<'a> {
    /// Sets the plane as the plane that hides pixels of a target.
    pub fn hide(self, target: Target<'a>) -> Target<'a> {
        match self {
            Self::Stored(bytes) => target.hidden_by(Some(bytes)),
            Self::Converted(plane) => target.hidden_by_rows(plane),
        }
    }
}

/// Number of converted planes that are kept.
const KEPT: usize = 4;

/// The planes of the last draws that had another format. Keeping them saves time, because an engine
/// has few planes and rarely changes them between draws.
#[derive(Clone, Debug, Default)]
pub struct PlaneMemory {
    made: Vec<KeptPlane>,
    oldest: usize,
}

/// The layout of a plane, and the size of the target that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlaneLayout {
    area: TargetArea,
    kind: MaskFormat,
    pitch: usize,
}

/// The address, length and stamp of a caller's plane; `None` for a plane without a stamp.
type PlaneIdentity = Option<(usize, usize, u32)>;

/// Returns the identity of a plane; `None` if the stamp is 0.
fn identity_of(data: *const u8, len: usize, stamp: u32) -> PlaneIdentity {
    (stamp != 0).then_some((data as usize, len, stamp))
}

/// A plane in another format than draws need, and its converted rows.
#[derive(Clone, Debug)]
pub struct KeptPlane {
    layout: PlaneLayout,
    name: PlaneIdentity,
    stored: Vec<u8>,
    /// One byte for each pixel, with the pitch of the target's pixels.
    pixels: Vec<u8>,
    /// The rows that are converted. The other rows of `pixels` may be those of an earlier plane.
    converted: Range<usize>,
}

impl PlaneRows for KeptPlane {
    fn with_rows(&mut self, rows: Range<usize>) -> &[u8] {
        let end = rows.end.min(self.layout.area.height);
        let start = rows.start.min(end);
        if start < self.converted.start || end > self.converted.end {
            self.convert_rows(start..end);
        }
        &self.pixels
    }
}

impl KeptPlane {
    /// Converts rows that are not converted yet. This happens once for each row, while
    /// [`PlaneRows::with_rows`] is called for each picture.
    #[cold]
    fn convert_rows(&mut self, rows: Range<usize>) {
        if self.converted.is_empty() {
            self.converted = rows.start..rows.start;
        }
        // The converted rows stay one range, so rows between are converted, too.
        while self.converted.start > rows.start {
            self.converted.start -= 1;
            self.convert(self.converted.start);
        }
        while self.converted.end < rows.end {
            self.convert(self.converted.end);
            self.converted.end += 1;
        }
    }

    /// Converts a row.
    fn convert(&mut self, row: usize) {
        let PlaneLayout { area, kind, pitch } = self.layout;
        let mut rows = self.stored.chunks(pitch).skip(row);
        let to = row * area.pitch;
        let Some(to) = self.pixels.get_mut(to..to + area.pitch) else {
            return;
        };
        let (line, rest) = to.split_at_mut(area.width);
        convert_row(kind, line, rows.next().unwrap_or_default());
        // Codec 16 also reads the strip after the last strip of a row. In the original this is the
        // first strip of the next row (M1).
        let strip = rest.len().min(8);
        convert_row(kind, &mut rest[..strip], rows.next().unwrap_or_default());
    }
}

/// Converts a row of a plane. Pixels that the row lacks hide nothing.
fn convert_row(kind: MaskFormat, to: &mut [u8], from: &[u8]) {
    match kind {
        MaskFormat::Bytes => {
            let len = to.len().min(from.len());
            to[..len].copy_from_slice(&from[..len]);
            to[len..].fill(0);
        }
        MaskFormat::Bits => expand_bits(to, from),
    }
}

impl PlaneMemory {
    /// Returns the index of the kept plane with this layout and identity.
    fn named(&self, layout: PlaneLayout, name: PlaneIdentity) -> Option<usize> {
        self.made
            .iter()
            .position(|made| name.is_some() && made.name == name && made.layout == layout)
    }

    /// Returns the index of the kept plane with this layout and these bytes. Converts the plane if
    /// there is no such kept plane.
    fn find(&mut self, layout: PlaneLayout, stored: &[u8], name: PlaneIdentity) -> Result<usize> {
        let stored = &stored[..stored
            .len()
            .min(layout.area.height.saturating_mul(layout.pitch))];
        let known = self
            .made
            .iter()
            .position(|made| made.layout == layout && made.stored == stored);
        let place = known.map_or_else(|| self.make(layout, stored), Ok)?;
        if let Some(made) = self.made.get_mut(place) {
            made.name = name;
        }
        Ok(place)
    }

    /// Keeps a plane and returns its index. The plane replaces the oldest kept plane if [`KEPT`]
    /// planes are kept already.
    fn make(&mut self, layout: PlaneLayout, stored: &[u8]) -> Result<usize> {
        let area = layout.area;
        let too_large = || Failure::size("the buffer is too large");
        let size = buffer_len(area.height, area.pitch, area.pitch).ok_or_else(too_large)?;
        let place = self.oldest.min(self.made.len());
        self.oldest = (place + 1) % KEPT;
        if place == self.made.len() {
            self.made.push(KeptPlane {
                layout,
                name: None,
                stored: Vec::new(),
                pixels: Vec::new(),
                converted: 0..0,
            });
        }
        let kept = &mut self.made[place];
        if kept.layout != layout {
            kept.pixels.clear();
        }
        kept.layout = layout;
        kept.name = None;
        kept.stored.clear();
        kept.stored.extend_from_slice(stored);
        // Columns beyond the strip after the width are never converted and hide nothing.
        kept.pixels.resize(size, 0);
        kept.converted = 0..0;
        Ok(place)
    }
}

/// For each value of a byte of bits the eight bytes that the bits become; bit 7 becomes the first
/// byte.
static BYTES: [[u8; 8]; 256] = {
    let mut bytes = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        bytes[i / 8][i % 8] = ((i / 8) >> (7 - i % 8) & 1) as u8;
        i += 1;
    }
    bytes
};

/// Converts bits to bytes. Pixels that the row lacks hide nothing.
fn expand_bits(to: &mut [u8], from: &[u8]) {
    let known = to.len().min(from.len().saturating_mul(8));
    let (known, lacking) = to.split_at_mut(known);
    let (whole, rest) = known.split_at_mut(known.len() / 8 * 8);
    for (pixels, &bits) in whole.chunks_exact_mut(8).zip(from) {
        pixels.copy_from_slice(&BYTES[usize::from(bits)]);
    }
    if let Some(&bits) = from.get(whole.len() / 8) {
        rest.copy_from_slice(&BYTES[usize::from(bits)][..rest.len()]);
    }
    lacking.fill(0);
}

/// Returns a table, or `None` if it is empty. `what` names it in messages.
///
/// # Errors
/// Returns `ResultCode::Size` if the table has another length than `length`.
fn fitting<'a>(table: &'a [u8], length: usize, what: &str) -> Result<Option<&'a [u8]>> {
    if table.is_empty() {
        return Ok(None);
    }
    if table.len() != length {
        return Err(Failure::size(format!(
            "{what} has {} bytes, not {length}",
            table.len()
        )));
    }
    Ok(Some(table))
}

/// Returns 256 colours: the colours of the caller, followed by the costume's colours. If the caller
/// passes fewer than 256 colours, both are merged in `own`.
///
/// # Errors
/// Returns `ResultCode::Size` if there are more than 256.
fn whole_palette<'a>(
    given: &'a [u16],
    plain: &[u16; 256],
    own: &'a mut Option<[u16; 256]>,
) -> Result<&'a [u16; 256]> {
    if let Ok(whole) = given.try_into() {
        return Ok(whole);
    }
    let own = own.insert(*plain);
    let Some(first) = own.get_mut(..given.len()) else {
        let count = given.len();
        return Err(Failure::size(format!(
            "the palette has {count} entries, at most 256 are allowed"
        )));
    };
    first.copy_from_slice(given);
    Ok(own)
}

/// The tables of a look. An empty table is absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct LookTables<'a> {
    /// The actor's own colours, at most 256; 255 is the costume's colour.
    pub palette: &'a [u16],
    /// The shadow table: 256 bytes in versions 5 and 6, 2048 from version 7 on.
    pub shadow: &'a [u8],
    /// The room's colour remap, 256 bytes.
    pub room_palette: &'a [u8],
    /// HE70 and later: the REMP table, 256 bytes.
    pub remp: &'a [u8],
    /// HE99 and later: all palette slots, 1024 bytes each.
    pub palette_slots: &'a [u8],
    /// HE90 and later: the actor's blend table, 65536 bytes.
    pub xmap: &'a [u8],
    /// Versions 7 and 8: the table that replaces the scale table, 768 bytes.
    pub scale_table: &'a [u8],
}

impl<'a> LookTables<'a> {
    /// Stores the tables in a look whose colours are still the defaults. `own` is the place for
    /// merged colours.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if a table has the wrong length.
    pub fn store_in(
        self,
        look: &mut Look<'a>,
        own: &'a mut Option<[u16; 256]>,
        dialect: &Dialect,
    ) -> Result<()> {
        if !self.palette.is_empty() {
            look.palette = whole_palette(self.palette, look.palette, own)?;
        }
        if !self.shadow.is_empty() {
            look.shadow =
                fitting(self.shadow, shadow_len(dialect), "the shadow table")?.unwrap_or_default();
        }
        if let Some(table) = fitting(self.room_palette, 256, "the room's palette")? {
            look.room_palette = table.try_into().unwrap_or(look.room_palette);
        }
        look.palette_slots = self.palette_slots;
        look.remp = fitting(self.remp, 256, "the room's remap")?;
        look.xmap = fitting(self.xmap, 65536, "the blend table")?;
        look.scale_table = fitting(self.scale_table, 768, "the scale table")?;
        Ok(())
    }
}

/// Passes the list of the fields of a look to a macro.
///
/// This is a macro because the structure here and the reader of Python's attributes need the same
/// list of fields, which a function cannot return.
#[macro_export]
macro_rules! look_values {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)* LookValues;
            /// Column of the anchor relative to the left edge of the view.
            x: i32,
            /// Row of the anchor relative to the top of the stage, after subtracting the elevation.
            y: i32,
            /// Facing in degrees clockwise from north. The default is 180, south.
            facing: Option<u16>,
            /// Number of the actor. The default is 1.
            actor: Option<u16>,
            /// Horizontal scale. The default is 255, full size.
            scale_x: Option<u8>,
            /// Vertical scale. The default is 255, full size.
            scale_y: Option<u8>,
            /// The actor's own colours, at most 256; 255 is the costume's colour.
            palette: Option<Vec<u16>>,
            /// Whether the lights are off for actors.
            dark: bool,
            /// Version 0: whether the flashlight is on.
            flashlight: bool,
            /// Mode in which pixels are mapped through the shadow table; 0 for none.
            shadow_mode: u16,
            /// The shadow table: 256 bytes in versions 5 and 6, 2048 from version 7 on.
            shadow: Option<T>,
            /// The room's colour remap, 256 bytes.
            room_palette: Option<T>,
            /// HE70 and later: the REMP table, 256 bytes.
            remp: Option<T>,
            /// HE99 and later: all palette slots, 1024 bytes each.
            palette_slots: Option<T>,
            /// HE99 and later: palette slot of the actor, 0 for none.
            palette_slot: u8,
            /// HE90 and later: the actor's blend table, 65536 bytes.
            xmap: Option<T>,
            /// Versions 7 and 8: the table that replaces the scale table, 768 bytes.
            scale_table: Option<T>,
            /// Nintendo: number of the costume.
            costume: u16,
            /// Humongous games: the rectangle that replaces the edges of the screen: left, top,
            /// right, bottom; right and bottom are included.
            clip: Option<[i32; 4]>,
            /// `top` and `bottom` of the actor's last drawing.
            reach: Option<(i32, i32)>,
        }
    };
}

/// Passes the list of the fields of a target to a macro. See [`look_values`] for the reason.
#[macro_export]
macro_rules! target_values {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)* TargetValues;
            /// Number of columns.
            width: Option<usize>,
            /// Number of rows.
            height: Option<usize>,
            /// Number of bytes from one row to the next. The default is the width.
            pitch: Option<usize>,
            /// The plane that hides pixels.
            mask: Option<T>,
            /// Whether the plane has one bit for each pixel instead of a byte.
            mask_bits: bool,
            /// Number of bytes from one row of the plane to the next. The default is the size of a
            /// row.
            mask_pitch: Option<usize>,
            /// Room column of the left edge of the view. The default is 0.
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

look_values! { structure
#[doc = "The properties of an actor that drawing needs. `T` holds bytes."] }
target_values! { structure
#[doc = "The layout of the pixels, and the plane that hides them. `T` holds bytes."] }

impl<T: AsRef<[u8]>> LookValues<T> {
    /// Returns the bytes of all tables, in the order of the fields.
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

    /// Converts the values to a look. `own` is the place for merged colours of the costume and the
    /// caller.
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
        let tables = LookTables {
            palette,
            shadow,
            room_palette,
            remp,
            palette_slots,
            xmap,
            scale_table,
        };
        tables.store_in(&mut look, own, costume.dialect())?;
        Ok(look)
    }
}

impl<T> TargetValues<T> {
    /// Returns the size and pitch: the values of the target, or else those of the pixels
    /// themselves.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if neither has a size.
    pub fn area(&self, own: Option<TargetArea>) -> Result<TargetArea> {
        let missing = || Failure::size("pixels in one dimension need a width and a height");
        let width = self
            .width
            .or(own.map(|own| own.width))
            .ok_or_else(missing)?;
        let height = self
            .height
            .or(own.map(|own| own.height))
            .ok_or_else(missing)?;
        Ok(TargetArea {
            width,
            height,
            pitch: self.pitch.or(own.map(|own| own.pitch)).unwrap_or(width),
        })
    }
}

/// The report of a draw.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnValues {
    /// First row that was drawn; 0x7FFFFFFF if nothing was drawn.
    pub top: i32,
    /// Row after the last row that was drawn.
    pub bottom: i32,
    /// Whether a picture lost columns at the edges of the screen.
    pub cut: bool,
    /// Whether a picture kept all its columns.
    pub whole: bool,
    /// The strips of 8 pixels that the pictures claim, counted from the left edge of the room.
    pub strips: Vec<usize>,
    /// The reason why the original would have stopped.
    pub fault: Option<String>,
    /// HE71 and later: first and last row in each strip of the view; else empty.
    pub lines: Vec<(i16, i16)>,
}

/// Number of strips of the widest view.
const VIEW_STRIPS: usize = 80;

/// A renderer, and the planes that were converted for its draws.
#[derive(Default)]
pub struct RendererAndPlanes {
    /// The renderer.
    pub renderer: Renderer,
    /// The planes of the last draws.
    pub plane: PlaneMemory,
    /// The recording of draws.
    pub trace: RendererTrace,
}

impl RendererAndPlanes {
    /// Draws all limbs in order into pixels with the size and pitch of `area`.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if a size does not fit.
    pub fn draw<T: AsRef<[u8]>>(
        &mut self,
        (costume, limbs): (&Costume, &LimbStates),
        look: &LookValues<T>,
        target: &TargetValues<T>,
        area: TargetArea,
        pixels: &mut [u8],
    ) -> Result<DrawnValues> {
        area.checked(pixels.len())?;
        let kind = if target.mask_bits {
            MaskFormat::Bits
        } else {
            MaskFormat::Bytes
        };
        let mut own = None;
        let look = look.look(&mut own, costume)?;
        self.prepare_trace(area, look.actor);
        let pitch = target.mask_pitch.unwrap_or_else(|| area.mask_line(kind));
        let mask = target.mask.as_ref().map(T::as_ref);
        let plane = mask
            .map(|mask| area.plane(kind, mask, pitch, 0, &mut self.plane))
            .transpose()?;
        let mut memory = Target::new(pixels, area.pitch, area.height)
            .narrowed(area.width)
            .viewed_from(target.view_start);
        if let Some(plane) = plane {
            memory = plane.hide(memory);
        }
        let mut lines = costume
            .dialect()
            .restores_lines_of_strips()
            .then_some(StripLines::NONE);
        let mut memory = memory.noting(lines.as_mut());
        let report = costume.draw(limbs, &look, &mut self.renderer, &mut memory);
        Ok(DrawnValues {
            top: report.top,
            bottom: report.bottom,
            cut: report.visibility.is_cut(),
            whole: report.visibility.has_whole(),
            strips: report.strips.iter().collect(),
            fault: report.fault.map(|fault| fault.to_string()),
            lines: lines
                .iter()
                .flat_map(|lines| (0..VIEW_STRIPS).map(|strip| lines.get(strip)))
                .collect(),
        })
    }

    /// Returns whether an opaque pixel lies at a column and row of the view. The limbs are placed
    /// as for a draw.
    ///
    /// # Errors
    /// Returns `ResultCode::Size` if a table has the wrong length, and `ResultCode::Fault` if the
    /// original would have stopped.
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
    fn an_area_has_sides_a_pitch_and_bytes_enough() {
        let checked = |width, height, pitch, len| {
            let area = TargetArea {
                width,
                height,
                pitch,
            };
            let checked = area.checked(len);
            if let Ok(same) = &checked {
                assert_eq!(*same, area);
            }
            checked.map(drop).map_err(|failure| failure.text.clone())
        };
        let most = isize::MAX as usize;
        assert_eq!(checked(1, 1, 1, 1), Ok(()));
        assert_eq!(checked(320, 200, 328, 199 * 328 + 320), Ok(()));
        assert_eq!(
            checked(320, 200, 328, 199 * 328 + 319),
            Err("the pixels have 65591 bytes, at least 65592 are buffer_len".to_owned())
        );
        assert_eq!(
            checked(MOST_SIDE, MOST_SIDE, MOST_SIDE, MOST_SIDE * MOST_SIDE),
            Ok(())
        );
        for (width, height) in [
            (0, 1),
            (1, 0),
            (MOST_SIDE + 1, 1),
            (1, MOST_SIDE + 1),
            (usize::MAX, 1),
            (1, usize::MAX),
        ] {
            let expected = format!(
                "the target has {width} by {height} pixels, each side must be 1 to {MOST_SIDE}"
            );
            assert_eq!(checked(width, height, MOST_SIDE, most), Err(expected));
        }
        for pitch in [0, 7, 8 + MOST_GAP + 1, usize::MAX] {
            assert_eq!(
                checked(8, 2, pitch, most),
                Err(format!("the pitch {pitch} does not fit the width 8"))
            );
        }
        assert!(
            checked(8, 2, 8, most + 1).is_err(),
            "no buffer has this length"
        );
    }

    /// Returns all bytes of a plane.
    fn whole(plane: DrawPlane<'_>) -> Vec<u8> {
        match plane {
            DrawPlane::Stored(bytes) => bytes.to_vec(),
            DrawPlane::Converted(plane) => plane.with_rows(0..usize::MAX).to_vec(),
        }
    }

    #[test]
    fn rows_are_converted_when_they_are_drawn() {
        let area = TargetArea {
            width: 8,
            height: 9,
            pitch: 8,
        };
        let stored = [0xff; 9];
        let mut memory = PlaneMemory::default();
        let converted = |memory: &mut PlaneMemory, rows: Range<usize>| {
            let plane = area.plane(MaskFormat::Bits, &stored, 1, 0, memory).unwrap();
            let DrawPlane::Converted(plane) = plane else {
                panic!("bits need a conversion");
            };
            let bytes = plane.with_rows(rows).chunks(8);
            let row = |row: &[u8]| row.iter().all(|&byte| byte != 0);
            bytes.map(row).collect::<Vec<bool>>()
        };
        let rows = |rows: Range<usize>| (0..9).map(|row| rows.contains(&row)).collect::<Vec<_>>();
        assert_eq!(converted(&mut memory, 4..6), rows(4..6));
        assert_eq!(converted(&mut memory, 5..5), rows(4..6));
        assert_eq!(converted(&mut memory, 2..3), rows(2..6));
        assert_eq!(converted(&mut memory, 7..100), rows(2..9));
        // Another plane in its place begins without rows.
        for bits in 0..4 {
            let other = [bits; 9];
            let plane = area.plane(MaskFormat::Bits, &other, 1, 0, &mut memory);
            assert_eq!(whole(plane.unwrap())[..8], BYTES[usize::from(bits)]);
        }
        converted(&mut memory, 3..5);
        assert_eq!(memory.made.len(), KEPT);
        let kept = memory.made.iter().find(|made| made.stored == stored);
        assert_eq!(kept.unwrap().converted, 3..5);
    }

    #[test]
    fn behind_a_line_of_a_plane_lies_the_first_strip_of_the_next_m1() {
        let area = TargetArea {
            width: 16,
            height: 2,
            pitch: 40,
        };
        let mut memory = PlaneMemory::default();
        let plane = area
            .plane(
                MaskFormat::Bits,
                &[0x80, 0x01, 0xff, 0x0f, 0, 0xff],
                3,
                0,
                &mut memory,
            )
            .unwrap();
        let plane = whole(plane);
        let hidden: Vec<_> = (0..80).filter(|&i| plane[i] != 0).collect();
        // The third byte of each row does not belong to the view.
        assert_eq!(
            hidden,
            [
                0,
                15,
                16 + 4,
                16 + 5,
                16 + 6,
                16 + 7,
                40 + 4,
                40 + 5,
                40 + 6,
                40 + 7
            ]
        );
        let bytes: Vec<u8> = (0..34).map(|i| u8::from(i == 17)).collect();
        let plane = area
            .plane(MaskFormat::Bytes, &bytes, 17, 0, &mut memory)
            .unwrap();
        let plane = whole(plane);
        assert_eq!(
            (0..80).filter(|&i| plane[i] != 0).collect::<Vec<_>>(),
            [16, 40]
        );
    }

    #[test]
    fn rows_that_a_plane_does_not_have_hide_nothing_m4() {
        let area = TargetArea {
            width: 16,
            height: 3,
            pitch: 16,
        };
        let mut memory = PlaneMemory::default();
        for len in 0..=6 {
            let stored = vec![0xff; len];
            let plane = area
                .plane(MaskFormat::Bits, &stored, 2, 0, &mut memory)
                .unwrap();
            let plane = whole(plane);
            assert_eq!(plane.len(), 48);
            assert_eq!(
                plane.iter().position(|&byte| byte == 0).unwrap_or(48),
                8 * len
            );
            let bytes = vec![1; 8 * len];
            let same = area
                .plane(MaskFormat::Bytes, &bytes, 16, 0, &mut memory)
                .unwrap();
            assert_eq!(whole(same), bytes);
        }
        let short = area.plane(MaskFormat::Bits, &[0; 6], 1, 0, &mut memory);
        assert_eq!(short.unwrap_err().code, crate::ResultCode::Size);
    }

    #[test]
    fn planes_that_changed_are_made_anew_and_few_are_kept() {
        let area = TargetArea {
            width: 12,
            height: 1,
            pitch: 16,
        };
        let mut memory = PlaneMemory::default();
        for round in 0..3_u8 {
            for bits in 0..9 {
                let stored = [bits, round << 4];
                let plane = area
                    .plane(MaskFormat::Bits, &stored, 2, 0, &mut memory)
                    .unwrap();
                let expected: Vec<u8> = (0..8)
                    .rev()
                    .map(|bit| bits >> bit & 1)
                    .chain((0..4).rev().map(|bit| round >> bit & 1))
                    .collect();
                assert_eq!(whole(plane)[..12], expected, "{bits} in round {round}");
                let again = area
                    .plane(MaskFormat::Bits, &stored, 2, 0, &mut memory)
                    .unwrap();
                let again = whole(again);
                assert_eq!(again[..12], expected);
            }
        }
        assert_eq!(memory.made.len(), KEPT);
    }

    #[test]
    fn a_stamp_says_that_a_plane_is_the_same() {
        let area = TargetArea {
            width: 8,
            height: 1,
            pitch: 8,
        };
        let mut memory = PlaneMemory::default();
        let mut stored = [0x80];
        let mut first = |stored: &[u8; 1], stamp| {
            let plane = area.plane(MaskFormat::Bits, stored, 1, stamp, &mut memory);
            whole(plane.unwrap())[0]
        };
        assert_eq!(
            (first(&stored, 7), first(&[0], 7)),
            (1, 0),
            "a plane at another address is another plane"
        );
        stored[0] = 0;
        assert_eq!(
            (first(&stored, 7), first(&stored, 8), first(&stored, 0)),
            (1, 0, 0)
        );
        // The new plane replaced the old one.
        assert_eq!(first(&stored, 8), 0);
    }

    #[test]
    fn what_a_target_says_goes_before_what_its_pixels_have() {
        let own = Some(TargetArea {
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
            TargetArea {
                width: 20,
                height: 5,
                pitch: 32
            }
        );
        assert_eq!(target.area(None).unwrap_err().code, crate::ResultCode::Size);
        let target = TargetValues {
            width: Some(8),
            ..target
        };
        assert_eq!(
            target.area(None).unwrap(),
            TargetArea {
                width: 8,
                height: 5,
                pitch: 8
            }
        );
    }
}

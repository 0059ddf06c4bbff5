//! Clips: animations of costumes as pictures and as files.

use std::sync::Arc;

use scumm_costume::{ALL_LIMBS, ShownCel};
use scumm_media::film::FilmFormat;
use scumm_room::{Dialect, Palette};
use scumm_tools::clip::{Clip, ClipFrame, ClipOptions, chore_of_name};
use scumm_tools::export::rendered::ChoreEvent;
use serde::{Deserialize, Serialize};

use crate::{Failure, NamedValues, ParsedCostume, Result, SharedPicture};

/// A chore that a clip plays: the frame number that scripts start, or the name of its use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoreName {
    /// The frame number.
    Number(u16),
    /// `init`, `walk`, `stand`, `talk` or `hush`, the frames that the engine starts by default.
    Use(String),
}

impl ChoreName {
    /// Returns the frame number of the chore.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if there is no such use.
    pub fn number(&self, dialect: &Dialect) -> Result<u16> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Use(name) => Ok(chore_of_name(name, dialect)?),
        }
    }
}

/// How a clip is played and drawn.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ClipSetup {
    /// The horizontal scale, 1 to 255; 255 is full size.
    pub scale_x: u8,
    /// The vertical scale, 1 to 255; 255 is full size.
    pub scale_y: u8,
    /// The mode in which pixels are mapped through shadow tables that show dusk; `None` for no
    /// shadow.
    pub shadow_mode: Option<u16>,
    /// The visible limbs as bits, limb 0 in the lowest bit.
    pub limbs: u16,
    /// The number of ticks for each animation step, at least 1.
    pub anim_speed: u8,
    /// The number of jiffies of 1/60 s for each tick, at least 1.
    pub jiffies: u16,
    /// The most ticks of an animation that does not end, 1 to 10,000.
    pub ticks: u16,
}

/// The most ticks of a clip. Animations of games repeat after a few hundred ticks.
const MOST_TICKS: u16 = 10_000;

impl Default for ClipSetup {
    fn default() -> Self {
        let ClipOptions {
            scale: (scale_x, scale_y),
            shadow,
            anim_speed,
            jiffies,
            frames,
            ..
        } = ClipOptions::default();
        Self {
            scale_x,
            scale_y,
            shadow_mode: shadow,
            limbs: ALL_LIMBS,
            anim_speed,
            jiffies,
            ticks: frames,
        }
    }
}

impl ClipSetup {
    /// Returns the options of the tools.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if a value is out of range.
    fn options(&self) -> Result<ClipOptions> {
        let positive = [
            (u16::from(self.scale_x), "scale_x"),
            (self.scale_y.into(), "scale_y"),
            (self.anim_speed.into(), "anim_speed"),
            (self.jiffies, "jiffies"),
            (self.ticks, "ticks"),
        ];
        for (value, name) in positive {
            if value == 0 {
                return Err(Failure::misuse(format!("{name} is at least 1")));
            }
        }
        if self.ticks > MOST_TICKS {
            return Err(Failure::misuse(format!(
                "ticks is at most {MOST_TICKS}, not {}",
                self.ticks
            )));
        }
        Ok(ClipOptions {
            scale: (self.scale_x, self.scale_y),
            shadow: self.shadow_mode,
            limbs: self.limbs,
            anim_speed: self.anim_speed,
            jiffies: self.jiffies,
            frames: self.ticks,
        })
    }
}

/// The file formats of a clip.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipFormat {
    /// Animated PNG.
    Apng = 0,
    /// GIF.
    Gif = 1,
}

impl NamedValues for ClipFormat {
    const ALL: &'static [Self] = &[Self::Apng, Self::Gif];
    const WHAT: &'static str = "format of clips";
}

impl ClipFormat {
    /// Returns the format for the extension of a file name: `.gif`, `.png` or `.apng`.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if the name has another extension.
    pub fn from_file_name(name: &str) -> Result<Self> {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension.to_ascii_lowercase().as_str() {
            "gif" => Ok(Self::Gif),
            "png" | "apng" => Ok(Self::Apng),
            _ => Err(Failure::misuse(format!(
                "{name:?}: the name of a clip's file ends in .gif, .png or .apng"
            ))),
        }
    }
}

/// The properties of a clip.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClipValues {
    /// The name of the chore's use and the direction, such as `walk-south` or `chore-6-west`.
    pub name: String,
    /// The frame number of the chore.
    pub chore: u16,
    /// The direction in degrees clockwise from north.
    pub facing: u16,
    /// Width of every picture in pixels; 0 if nothing is ever visible.
    pub width: usize,
    /// Height of every picture in pixels; 0 if nothing is ever visible.
    pub height: usize,
    /// Column of the actor's position in the pictures. It may lie outside them.
    pub origin_x: i32,
    /// Row of the actor's position in the pictures. It may lie outside them.
    pub origin_y: i32,
    /// Number of the frame from which the game repeats the animation; `None` if it does not repeat.
    pub loop_from: Option<usize>,
    /// Whether the clip contains the whole animation: it repeats, or stands still at its end.
    pub complete: bool,
    /// The palette index that stands for transparent pixels.
    pub transparent: u8,
    /// The frames.
    pub frames: Vec<ClipFrameValues>,
    /// The requests of the animation, such as sounds.
    pub cues: Vec<ClipCue>,
    /// The reasons why the original would have stopped. The limb stands still then.
    pub faults: Vec<String>,
}

/// The properties of a frame of a clip.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClipFrameValues {
    /// The first tick.
    pub first_tick: usize,
    /// The number of ticks for which the picture is visible.
    pub ticks: usize,
    /// The duration in milliseconds.
    pub duration: u64,
    /// The cels that the limbs show, in drawing order.
    pub cels: Vec<ShownCel>,
}

/// A request of an animation: `kind` is `slot` (a sound of the actor's list), `sound`, `counter` or
/// `command`.
#[derive(Clone, Debug, Serialize)]
pub struct ClipCue {
    /// The tick in which the request is made.
    pub tick: usize,
    /// The request.
    #[serde(flatten)]
    pub event: ChoreEvent,
}

/// A clip, which is immutable and may be shared.
#[derive(Clone)]
pub struct SharedClip(Arc<Clip>);

impl SharedClip {
    /// Plays a chore of a costume in a direction, in degrees clockwise from north. `palette`
    /// contains 256 RGB triples; without it the clip gets the costume's own colours, the colours of
    /// the machine, or greys.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if the costume does not have the chore in this direction or a
    /// value is out of range, `ResultCode::Size` if the palette does not have 768 bytes, and
    /// `ResultCode::Limit` if the animation has too many pixels.
    pub fn play(
        costume: &ParsedCostume,
        chore: &ChoreName,
        facing: u16,
        palette: Option<&[u8]>,
        setup: &ClipSetup,
    ) -> Result<Self> {
        let palette = palette.map(palette_of).transpose()?;
        let chore = chore.number(costume.costume.dialect())?;
        let clip = Clip::play(
            &costume.costume,
            costume.number,
            chore,
            facing,
            palette,
            &setup.options()?,
        )?;
        Ok(Self(Arc::new(clip)))
    }

    /// Returns the properties of the clip.
    #[must_use]
    pub fn values(&self) -> ClipValues {
        let clip = &self.0;
        let bounds = clip.bounds();
        let (width, height) = bounds.size();
        let frame = |frame: &ClipFrame| ClipFrameValues {
            first_tick: frame.first_tick(),
            ticks: frame.ticks(),
            duration: u64::try_from(frame.duration.as_millis()).unwrap_or(u64::MAX),
            cels: frame.cels.clone(),
        };
        ClipValues {
            name: clip.name(),
            chore: clip.chore().number,
            facing: clip.chore().facing,
            width,
            height,
            origin_x: bounds.left.saturating_neg(),
            origin_y: bounds.top.saturating_neg(),
            loop_from: clip.loop_from(),
            complete: clip.is_complete(),
            transparent: clip.transparent(),
            frames: clip.frames().iter().map(frame).collect(),
            cues: clip
                .events()
                .map(|(tick, event)| ClipCue { tick, event })
                .collect(),
            faults: clip.faults().iter().map(ToString::to_string).collect(),
        }
    }

    /// Returns the palette as 256 RGB triples.
    #[must_use]
    pub fn palette(&self) -> Vec<u8> {
        self.0.palette().to_bytes()
    }

    /// Returns the pixels of a frame as palette indices.
    ///
    /// # Errors
    /// Returns `ResultCode::NotFound` if there is no such frame.
    pub fn pixels(&self, frame: usize) -> Result<SharedPicture> {
        let pixels = self.0.pixels(frame).ok_or_else(|| missing(frame))?;
        Ok(SharedPicture::from_rows(pixels, self.0.bounds().size().0))
    }

    /// Returns the pixels of a frame as red, green, blue and opacity, row by row. The opacity is
    /// 255 where the costume drew a pixel, else 0.
    ///
    /// # Errors
    /// Returns `ResultCode::NotFound` if there is no such frame.
    pub fn rgba(&self, frame: usize) -> Result<Vec<u8>> {
        self.0.rgba(frame).ok_or_else(|| missing(frame))
    }

    /// Encodes a frame as a PNG with transparent pixels.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if there is no such frame, or if nothing is visible.
    pub fn frame_png(&self, frame: usize) -> Result<Vec<u8>> {
        Ok(self.0.frame_png(frame)?)
    }

    /// Encodes the clip as a file, with pictures that are enlarged `zoom` times, 1 to 8. The file
    /// repeats as a whole if the animation repeats, because the formats cannot repeat a part.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if nothing is visible, or if `zoom` is out of range.
    pub fn file(&self, format: ClipFormat, zoom: u8) -> Result<Vec<u8>> {
        let format = match format {
            ClipFormat::Apng => FilmFormat::Apng,
            ClipFormat::Gif => FilmFormat::Gif,
        };
        Ok(self.0.film(format, zoom)?)
    }

    /// Arranges the pictures of clips of one costume on a sheet, enlarged `zoom` times. Returns the
    /// bytes of the PNG, and JSON in the format of Aseprite that names the PNG as `image`.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if there are no clips, if they belong to different costumes or
    /// palettes, if nothing is visible, or if `zoom` is out of range, and `ResultCode::Limit` if
    /// the pictures are too large together.
    pub fn sheet(clips: &[Self], zoom: u8, image: &str) -> Result<(Vec<u8>, String)> {
        let clips: Vec<&Clip> = clips.iter().map(|clip| clip.0.as_ref()).collect();
        Ok(Clip::sheet(&clips, zoom, image)?)
    }
}

fn missing(frame: usize) -> Failure {
    Failure::not_found(format!("the clip has no frame {frame}"))
}

/// Reads a palette of 256 RGB triples.
///
/// # Errors
/// Returns `ResultCode::Size` if there are not 768 bytes.
pub(crate) fn palette_of(bytes: &[u8]) -> Result<Palette> {
    Palette::from_bytes(bytes).ok_or_else(|| {
        let length = bytes.len();
        Failure::size(format!("the palette has {length} bytes, not 768"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ResultCode;

    #[test]
    fn values_of_a_setup_are_in_range() {
        assert!(ClipSetup::default().options().is_ok());
        let refused = |setup: ClipSetup| setup.options().unwrap_err();
        let still = ClipSetup {
            anim_speed: 0,
            ..ClipSetup::default()
        };
        assert_eq!(refused(still).text, "anim_speed is at least 1");
        let long = ClipSetup {
            ticks: MOST_TICKS + 1,
            ..ClipSetup::default()
        };
        assert_eq!(refused(long).code, ResultCode::Misuse);
        assert_eq!(palette_of(&[0; 5]).unwrap_err().code, ResultCode::Size);
    }

    #[test]
    fn the_extension_of_a_file_is_its_format() {
        assert_eq!(
            ClipFormat::from_file_name("a.GIF").unwrap(),
            ClipFormat::Gif
        );
        assert_eq!(
            ClipFormat::from_file_name("a.b.png").unwrap(),
            ClipFormat::Apng
        );
        assert!(ClipFormat::from_file_name("gif").is_err());
    }
}

//! Clips: animations of costumes as pictures and as files.

use scumm_bindings::{
    ChoreName, ClipFormat, ClipSetup, ClipValues, Failure, NamedValues as _, SharedClip,
};
use wasm_bindgen::Clamped;
use wasm_bindgen::prelude::*;

use crate::costume::Costume;
use crate::failure::{Result, from_description, to_js_values};
use crate::stage::Frame;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "number | ChoreName")]
    pub type JsChore;
    #[wasm_bindgen(typescript_type = "ClipOptions")]
    pub type JsClipOptions;
    #[wasm_bindgen(typescript_type = "ClipFrame[]")]
    pub type JsClipFrames;
    #[wasm_bindgen(typescript_type = "ClipCue[]")]
    pub type JsClipCues;
}

#[wasm_bindgen]
impl Costume {
    /// Plays a chore of the costume in a direction, in degrees clockwise from north, as an actor
    /// plays it that has just entered a room: the init frame first, then the chore until it repeats
    /// or stands still. Tall cels do not vanish (C46). `chore` is the frame number or the name of
    /// its use: `init`, `walk`, `stand`, `talk` or `hush`. `palette` contains 256 RGB triples, for
    /// example those of `Room.palette`; without it the clip gets the costume's own colours, the
    /// colours of the machine, or greys. Throws `misuse` if the costume does not have the chore in
    /// this direction, and `limit` if the animation has too many pixels.
    pub fn play(
        &self,
        chore: JsChore,
        facing: u16,
        palette: Option<Vec<u8>>,
        options: Option<JsClipOptions>,
    ) -> Result<Clip> {
        let chore = JsValue::from(chore);
        let chore = match chore.as_string() {
            Some(name) => ChoreName::Use(name),
            None => ChoreName::Number(chore.as_f64().unwrap_or(-1.0) as u16),
        };
        let options = options.map_or(JsValue::UNDEFINED, Into::into);
        let setup: ClipSetup = from_description(options)?;
        let clip = SharedClip::play(&self.0, &chore, facing, palette.as_deref(), &setup)?;
        Ok(Clip {
            values: clip.values(),
            clip,
        })
    }
}

/// An animation of a costume in one direction, played and drawn. All pictures have the same size.
/// It is immutable.
#[wasm_bindgen]
pub struct Clip {
    clip: SharedClip,
    values: ClipValues,
}

#[wasm_bindgen]
impl Clip {
    /// The name of the chore's use and the direction, such as `walk-south` or `chore-6-west`.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.values.name.clone()
    }

    /// The frame number of the chore.
    #[wasm_bindgen(getter)]
    pub fn chore(&self) -> u16 {
        self.values.chore
    }

    /// The direction in degrees clockwise from north.
    #[wasm_bindgen(getter)]
    pub fn facing(&self) -> u16 {
        self.values.facing
    }

    /// Width of every picture in pixels; 0 if nothing is ever visible.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.values.width
    }

    /// Height of every picture in pixels; 0 if nothing is ever visible.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> usize {
        self.values.height
    }

    /// Column of the actor's position in the pictures. It may lie outside them.
    #[wasm_bindgen(getter, js_name = originX)]
    pub fn origin_x(&self) -> i32 {
        self.values.origin_x
    }

    /// Row of the actor's position in the pictures. It may lie outside them.
    #[wasm_bindgen(getter, js_name = originY)]
    pub fn origin_y(&self) -> i32 {
        self.values.origin_y
    }

    /// Number of the frame from which the game repeats the animation; `undefined` if the animation
    /// does not repeat.
    #[wasm_bindgen(getter, js_name = loopFrom)]
    pub fn loop_from(&self) -> Option<usize> {
        self.values.loop_from
    }

    /// Whether the clip contains the whole animation: it repeats, or stands still at its end.
    #[wasm_bindgen(getter)]
    pub fn complete(&self) -> bool {
        self.values.complete
    }

    /// The palette index that stands for transparent pixels.
    #[wasm_bindgen(getter)]
    pub fn transparent(&self) -> u8 {
        self.values.transparent
    }

    /// The palette as 256 RGB triples.
    #[wasm_bindgen(getter)]
    pub fn palette(&self) -> Vec<u8> {
        self.clip.palette()
    }

    /// The properties of the frames.
    #[wasm_bindgen(getter)]
    pub fn frames(&self) -> Result<JsClipFrames> {
        Ok(to_js_values(&self.values.frames)?.unchecked_into())
    }

    /// The requests of the animation, such as sounds.
    #[wasm_bindgen(getter)]
    pub fn cues(&self) -> Result<JsClipCues> {
        Ok(to_js_values(&self.values.cues)?.unchecked_into())
    }

    /// The reasons why the original would have stopped. The limb stands still then.
    #[wasm_bindgen(getter)]
    pub fn faults(&self) -> Vec<String> {
        self.values.faults.clone()
    }

    /// Returns the picture of a frame as palette indices. Throws `not_found` if there is no such
    /// frame.
    pub fn pixels(&self, frame: usize) -> Result<Frame> {
        Ok(Frame(self.clip.pixels(frame)?))
    }

    /// Returns the picture of a frame as red, green, blue and alpha, row by row, as `ImageData`
    /// takes them. Alpha is 255 where the costume drew a pixel, else 0. Throws `not_found` if there
    /// is no such frame.
    pub fn rgba(&self, frame: usize) -> Result<Clamped<Vec<u8>>> {
        Ok(Clamped(self.clip.rgba(frame)?))
    }

    /// Encodes the clip as a file, `apng` or `gif`, with pictures that are enlarged `zoom` times, 1
    /// to 8. The default is 1. The file repeats as a whole if the animation repeats, because the
    /// formats cannot repeat a part. Throws `misuse` if nothing is visible.
    pub fn encode(&self, format: &str, zoom: Option<u8>) -> Result<Vec<u8>> {
        let format = ClipFormat::from_word(format)?;
        Ok(self.clip.file(format, zoom.unwrap_or(1))?)
    }

    /// Returns a second handle to the clip.
    #[wasm_bindgen(skip_typescript)]
    pub fn share(&self) -> Clip {
        Self {
            clip: self.clip.clone(),
            values: self.values.clone(),
        }
    }
}

/// Arranges the pictures of clips of one costume on a sheet. Returns the bytes of the PNG, and JSON
/// that names the PNG as `image`. The package makes the arguments and the result.
#[wasm_bindgen(skip_typescript, js_name = sheetOf)]
pub fn sheet_of(clips: Vec<Clip>, zoom: u8, image: &str) -> Result<js_sys::Array> {
    let mut shared = Vec::new();
    for clip in clips {
        shared.push(clip.clip);
    }
    let (png, json) = SharedClip::sheet(&shared, zoom, image)?;
    Ok(js_sys::Array::of2(
        &js_sys::Uint8Array::from(png.as_slice()).into(),
        &json.into(),
    ))
}

/// Returns the format for the extension of a file name: `.gif`, `.png` or `.apng`.
#[wasm_bindgen(skip_typescript, js_name = clipFormatOf)]
pub fn clip_format_of(name: &str) -> Result<String, crate::failure::JsFailure> {
    let format: Result<ClipFormat, Failure> = ClipFormat::from_file_name(name);
    Ok(format?.word())
}

//! A game that was dropped onto the page.

use js_sys::Uint8Array;
use scumm_tools::pages::{FilmFormat, Frames, Pages, Playing};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::thrown;
use crate::walk::RoomWalk;

type Result<T> = std::result::Result<T, JsError>;

/// A game whose files are in memory.
#[wasm_bindgen]
pub struct OpenedGame(Pages);

#[wasm_bindgen]
impl OpenedGame {
    /// The demo that the page carries.
    ///
    /// # Errors
    /// None with the files that are carried.
    pub fn demo() -> Result<Self> {
        Ok(Self(Pages::demo().map_err(thrown)?))
    }

    /// Opens a game: the names of its files, and as many `Uint8Array`s.
    ///
    /// # Errors
    /// There is no game among the files, or it is damaged.
    pub fn open(title: String, names: Vec<String>, files: Vec<JsValue>) -> Result<Self> {
        let bytes = files.iter().map(|file| file.dyn_ref().map(Uint8Array::to_vec).unwrap_or_default());
        let pages = Pages::open(title, names.into_iter().zip(bytes).collect());
        Ok(Self(pages.map_err(thrown)?))
    }

    /// The list of rooms and costumes, as JSON.
    ///
    /// # Errors
    /// None that a game can cause.
    pub fn list(&self) -> Result<String> {
        self.0.list().map_err(thrown)
    }

    /// The pictures of a room as PNGs: the background, then its z-planes.
    ///
    /// # Errors
    /// The room can't be read.
    #[wasm_bindgen(js_name = roomPictures)]
    pub fn room_pictures(&self, id: u16) -> Result<Vec<Uint8Array>> {
        let pictures = self.0.room_pictures(id).map_err(thrown)?;
        Ok(pictures.iter().map(|png| Uint8Array::from(png.as_slice())).collect())
    }

    /// What the page shows of a costume, as JSON.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn costume(&self, id: u16) -> Result<String> {
        self.0.costume(id).map_err(thrown)
    }

    /// The picture of a costume in the list, an APNG.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn portrait(&self, id: u16) -> Result<Option<Vec<u8>>> {
        self.0.portrait(id).map_err(thrown)
    }

    /// An animation, frame by frame. `scale` is 1..=255, `limbs` has a bit for each limb that is shown.
    ///
    /// # Errors
    /// The costume can't be read, or has no such chore.
    pub fn frames(&self, id: u16, chore: u16, facing: u16, scale: u8, limbs: u16) -> Result<Option<PlayedFrames>> {
        let playing = Playing { chore, facing, scale: (scale < 255).then_some(scale), limbs };
        Ok(self.0.frames(id, playing).map_err(thrown)?.map(PlayedFrames::from))
    }

    /// An animation as a file (`png` or `gif`) in the colours of a room.
    ///
    /// # Errors
    /// As [`Self::frames`]; the room can't be read.
    #[wasm_bindgen(js_name = animationFile)]
    #[expect(clippy::too_many_arguments, reason = "a script calls it with what the page has chosen")]
    pub fn animation_file(
        &self,
        id: u16,
        chore: u16,
        facing: u16,
        scale: u8,
        limbs: u16,
        room: Option<u16>,
        ending: &str,
    ) -> Result<Option<Vec<u8>>> {
        let playing = Playing { chore, facing, scale: (scale < 255).then_some(scale), limbs };
        let format = if ending == "gif" { FilmFormat::Gif } else { FilmFormat::Apng };
        self.0.animation_file(id, playing, room, format).map_err(thrown)
    }

    /// All pictures of a costume on a sheet, a PNG.
    ///
    /// # Errors
    /// The costume or the room can't be read.
    pub fn sheet(&self, id: u16, room: Option<u16>) -> Result<Vec<u8>> {
        self.0.sheet(id, room).map_err(thrown)
    }

    /// A costume's bytes with what each is for, as a page in HTML.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn bytes(&self, id: u16) -> Result<String> {
        self.0.bytes(id).map_err(thrown)
    }

    /// What is odd in a costume, as a JSON list.
    ///
    /// # Errors
    /// None that a game can cause.
    pub fn findings(&self, id: u16) -> Result<String> {
        self.0.findings(id).map_err(thrown)
    }

    /// Enters a room with its people.
    ///
    /// # Errors
    /// The room can't be read.
    pub fn walk(&self, room: u16) -> Result<RoomWalk> {
        RoomWalk::enter(self.0.game(), room, self.0.cast()).map_err(thrown)
    }

    /// Puts a costume into a room that was entered, at a place where one can stand; returns the actor's number.
    ///
    /// # Errors
    /// The costume can't be read, or the room is full.
    #[wasm_bindgen(js_name = putInto)]
    pub fn put_into(&self, walk: &mut RoomWalk, costume: u16) -> Result<u16> {
        walk.put(self.0.game(), costume).map_err(thrown)
    }
}

/// An animation as screen colours.
#[wasm_bindgen(getter_with_clone)]
pub struct PlayedFrames {
    /// Where the left edge lies, in pixels from the actor's position.
    pub left: i32,
    /// Where the upper edge lies.
    pub top: i32,
    /// The width of every picture.
    pub width: usize,
    /// The height of every picture.
    pub height: usize,
    /// The engine frames that each picture is seen.
    pub ticks: Vec<u32>,
    /// The picture from which it repeats, where it does.
    #[wasm_bindgen(js_name = loopFrom)]
    pub loop_from: Option<usize>,
    /// The colour that shows the background.
    pub transparent: u8,
    /// The pictures one after the other, row by row, a byte a pixel.
    pub pixels: Vec<u8>,
}

impl From<Frames> for PlayedFrames {
    fn from(frames: Frames) -> Self {
        let Frames { left, top, width, height, ticks, loop_from, transparent, pixels } = frames;
        Self { left, top, width, height, ticks, loop_from, transparent, pixels }
    }
}

//! Clips: animations of costumes as pictures in colours, and as files.

use std::fs;
use std::path::PathBuf;

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use scumm_bindings::{
    ChoreName, ClipFormat, ClipFrameValues, ClipSetup, ClipValues, Failure, SharedClip,
};
use scumm_costume::ShownCel;
use scumm_tools::export::rendered::ChoreEvent;

use crate::argument::read;
use crate::costume::Costume;
use crate::failure::{PyFailure, Result, value, written};
use crate::memory::{Frame, Memory, image, index_of};

/// An animation of a costume in one direction, played and drawn. `Costume.play` creates clips.
///
/// A clip is a sequence of `ClipFrame`: `len(clip)`, `clip[0]`, `for frame in clip`. All pictures
/// have the same size. It is immutable.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Clip {
    clip: SharedClip,
    values: ClipValues,
}

/// Reads the chore of a clip: a frame number, the name of a use, or an `Animation`.
pub fn chore_of(chore: &Bound<'_, PyAny>) -> Result<(ChoreName, Option<u16>)> {
    if let Ok(name) = chore.extract::<String>() {
        return Ok((ChoreName::Use(name), None));
    }
    if let Some(frame) = chore.getattr_opt("frame")? {
        let facing = chore.getattr("facing")?.extract()?;
        return Ok((ChoreName::Number(frame.extract()?), Some(facing)));
    }
    let number = chore.extract::<u16>().map_err(|_| {
        let text = "chore: a frame number, the name of a use or an Animation is needed";
        PyTypeError::new_err(text)
    })?;
    Ok((ChoreName::Number(number), None))
}

impl Clip {
    /// Plays a chore. Other Python threads can run meanwhile.
    pub fn play(
        py: Python<'_>,
        costume: &Costume,
        chore: &ChoreName,
        facing: u16,
        palette: Option<Vec<u8>>,
        setup: &ClipSetup,
    ) -> Result<Self> {
        let clip =
            py.detach(|| SharedClip::play(&costume.0, chore, facing, palette.as_deref(), setup))?;
        Ok(Self {
            values: clip.values(),
            clip,
        })
    }

    fn frame(&self, number: usize) -> Option<ClipFrame> {
        let values = self.values.frames.get(number)?;
        Some(ClipFrame {
            clip: self.clip.clone(),
            number,
            size: (self.values.width, self.values.height),
            values: values.clone(),
        })
    }
}

/// Returns cels that limbs show as values of Python.
pub fn shown_cels<'py>(py: Python<'py>, cels: &[ShownCel]) -> Result<Bound<'py, PyTuple>> {
    let mut values = Vec::new();
    for cel in cels {
        values.push(value(py, "ShownCel", (cel.limb, cel.number, cel.cel))?);
    }
    Ok(PyTuple::new(py, values)?)
}

#[pymethods]
impl Clip {
    /// The name of the chore's use and the direction, such as `walk-south` or `chore-6-west`.
    #[getter]
    fn name(&self) -> &str {
        &self.values.name
    }

    /// The frame number of the chore.
    #[getter]
    fn chore(&self) -> u16 {
        self.values.chore
    }

    /// The direction in degrees clockwise from north.
    #[getter]
    fn facing(&self) -> u16 {
        self.values.facing
    }

    /// Width of every picture in pixels; 0 if nothing is ever visible.
    #[getter]
    fn width(&self) -> usize {
        self.values.width
    }

    /// Height of every picture in pixels; 0 if nothing is ever visible.
    #[getter]
    fn height(&self) -> usize {
        self.values.height
    }

    /// Width and height of every picture in pixels.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.values.width, self.values.height)
    }

    /// Column and row of the actor's position in the pictures. It may lie outside them.
    #[getter]
    fn origin(&self) -> (i32, i32) {
        (self.values.origin_x, self.values.origin_y)
    }

    /// Number of the frame from which the game repeats the animation; None if it does not repeat.
    #[getter]
    fn loop_from(&self) -> Option<usize> {
        self.values.loop_from
    }

    /// Whether the clip contains the whole animation: it repeats, or stands still at its end.
    #[getter]
    fn complete(&self) -> bool {
        self.values.complete
    }

    /// The palette index that stands for transparent pixels in `ClipFrame.pixels`.
    #[getter]
    fn transparent(&self) -> u8 {
        self.values.transparent
    }

    /// The palette as 256 RGB triples.
    #[getter]
    fn palette<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.clip.palette())
    }

    /// The duration of all frames together in milliseconds.
    #[getter]
    fn duration(&self) -> u64 {
        self.values.frames.iter().map(|frame| frame.duration).sum()
    }

    /// The frames.
    #[getter]
    fn frames(&self) -> Vec<ClipFrame> {
        (0..self.values.frames.len())
            .filter_map(|number| self.frame(number))
            .collect()
    }

    /// The requests of the animation, such as sounds (`Cue`).
    #[getter]
    fn cues<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyAny>>> {
        let mut cues = Vec::new();
        for cue in &self.values.cues {
            let (kind, numbers) = match cue.event {
                ChoreEvent::Slot { slot } => ("slot", (slot, 0, 0)),
                ChoreEvent::Sound { sound } => ("sound", (sound, 0, 0)),
                ChoreEvent::Counter => ("counter", (0, 0, 0)),
                ChoreEvent::Command { command, p1, p2 } => ("command", (command.into(), p1, p2)),
            };
            let (number, p1, p2) = numbers;
            cues.push(value(py, "Cue", (cue.tick, kind, number, p1, p2))?);
        }
        Ok(cues)
    }

    /// The reasons why the original would have stopped. The limb stands still then.
    #[getter]
    fn faults(&self) -> Vec<String> {
        self.values.faults.clone()
    }

    /// Returns the bytes of a file: `format` is gif or apng. The pictures are enlarged `zoom`
    /// times, 1 to 8. The file repeats as a whole if the animation repeats, because the formats
    /// cannot repeat a part. Raises `MisuseError` if nothing is visible.
    #[pyo3(signature = (format, zoom=1))]
    fn encode<'py>(&self, py: Python<'py>, format: &str, zoom: i64) -> Result<Bound<'py, PyBytes>> {
        let zoom: u8 = read(zoom, "zoom")?;
        let format = <ClipFormat as scumm_bindings::NamedValues>::from_word(format)?;
        let bytes = py.detach(|| self.clip.file(format, zoom))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes a file: an animated PNG if the name ends in `.png` or `.apng`, a GIF if it ends in
    /// `.gif`. The pictures are enlarged `zoom` times, 1 to 8. Raises `MisuseError` if nothing is
    /// visible, and `FileError` if the file cannot be written.
    #[pyo3(signature = (path, zoom=1))]
    fn save(&self, py: Python<'_>, path: PathBuf, zoom: i64) -> Result<()> {
        let zoom: u8 = read(zoom, "zoom")?;
        let format = ClipFormat::from_file_name(&path.to_string_lossy())?;
        Ok(py.detach(|| {
            let bytes = self.clip.file(format, zoom)?;
            written(&path, fs::write(&path, bytes))
        })?)
    }

    /// The clip as an animated PNG, for notebooks; None if nothing is visible.
    fn _repr_png_<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyBytes>>> {
        if self.values.width == 0 {
            return Ok(None);
        }
        let bytes = py.detach(|| self.clip.file(ClipFormat::Apng, 1))?;
        Ok(Some(PyBytes::new(py, &bytes)))
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __len__(&self) -> usize {
        self.values.frames.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<ClipFrame> {
        let number = index_of(index, self.values.frames.len());
        let frame = number.and_then(|number| self.frame(number));
        frame.ok_or_else(|| PyIndexError::new_err(format!("the clip has no frame {index}")))
    }

    fn __repr__(&self) -> String {
        let ClipValues {
            name,
            width,
            height,
            frames,
            ..
        } = &self.values;
        let count = frames.len();
        format!(
            "<Clip {name}: {count} frames of {width} by {height}, {} ms>",
            self.duration()
        )
    }
}

/// A frame of a clip: a picture, its duration and the cels in it.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct ClipFrame {
    clip: SharedClip,
    number: usize,
    size: (usize, usize),
    values: ClipFrameValues,
}

#[pymethods]
impl ClipFrame {
    /// The first tick (engine frame) in which the picture is visible.
    #[getter]
    fn first_tick(&self) -> usize {
        self.values.first_tick
    }

    /// The number of ticks for which the picture is visible.
    #[getter]
    fn ticks(&self) -> usize {
        self.values.ticks
    }

    /// The duration in milliseconds.
    #[getter]
    fn duration(&self) -> u64 {
        self.values.duration
    }

    /// The cels that the limbs show, in drawing order (`ShownCel`).
    #[getter]
    fn cels<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        shown_cels(py, &self.values.cels)
    }

    /// Width and height in pixels.
    #[getter]
    fn size(&self) -> (usize, usize) {
        self.size
    }

    /// The pixels as red, green, blue and opacity, row by row. The opacity is 255 where the costume
    /// drew a pixel, else 0.
    #[getter]
    fn rgba<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.clip.rgba(self.number)?))
    }

    /// The pixels as palette indices (`Frame`). `Clip.transparent` stands for transparent pixels.
    #[getter]
    fn pixels(&self) -> Result<Frame> {
        Ok(Frame(self.clip.pixels(self.number)?))
    }

    /// Returns the picture as an RGBA image of Pillow.
    fn to_pil<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        image(py, "RGBA", self.size, &self.clip.rgba(self.number)?)
    }

    /// The picture as a PNG, for notebooks; None if nothing is visible.
    fn _repr_png_<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyBytes>>> {
        if self.size.0 == 0 {
            return Ok(None);
        }
        let png = self.clip.frame_png(self.number)?;
        Ok(Some(PyBytes::new(py, &png)))
    }

    fn __repr__(&self) -> String {
        let ticks = self.values.ticks;
        format!("<ClipFrame {} of {} ticks>", self.number, ticks)
    }
}

/// Writes the pictures of clips of one costume as a sheet: a PNG, and beside it a file with the
/// extension .json in the format of Aseprite. The pictures are enlarged `zoom` times, 1 to 8.
/// Raises `MisuseError` if the clips belong to different costumes or have different palettes, or if
/// nothing is visible.
#[pyfunction]
#[pyo3(signature = (path, clips, zoom=1))]
pub fn save_sheet(py: Python<'_>, path: PathBuf, clips: &Bound<'_, PyAny>, zoom: u8) -> Result<()> {
    let mut shared = Vec::new();
    for clip in PyList::new(py, clips.try_iter()?.collect::<PyResult<Vec<_>>>()?)? {
        let clip = clip.cast::<Clip>().map_err(PyErr::from)?;
        shared.push(clip.get().clip.clone());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_png = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if !is_png {
        let text = format!("path: the name of a sheet ends in .png, not {name:?}");
        return Err(PyFailure::Library(Failure::misuse(text)));
    }
    Ok(py.detach(|| {
        let (png, json) = SharedClip::sheet(&shared, zoom, &name)?;
        written(&path, fs::write(&path, png))?;
        let beside = path.with_extension("json");
        written(&beside, fs::write(&beside, json))
    })?)
}

/// Reads a palette that a caller passes; None stays None.
pub fn palette_bytes(palette: Option<Memory<'_>>) -> Option<Vec<u8>> {
    palette.map(|palette| palette.as_ref().to_vec())
}

//! Costumes: parsing, animations, cels, playing, drawing into Python's memory.

use std::sync::{Arc, Mutex};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use scumm_bindings::{Code, Drawing, Failure, Frame as Pixels, LookValues, TargetValues, World};
use scumm_costume::{Animation, CostumeCel, Damage, Facing, LIMBS};

use crate::failure::{Result, exception, lock, value};
use crate::frame::Frame;
use crate::game::Dialect;
use crate::limbs::Limbs;
use crate::memory::Memory;
use crate::world::Object;

/// A costume: its raw resource with its header, parsed for a dialect. It never changes.
///
/// Parts that are damaged are left out, and listed in `damage`; with `strict` the first of them is raised.
#[pyclass(frozen, module = "wardrobe")]
pub struct Costume {
    pub costume: Arc<scumm_costume::Costume>,
    damage: Vec<Failure>,
}

impl Costume {
    pub fn whole(costume: scumm_costume::Costume) -> Self {
        Self { costume: Arc::new(costume), damage: Vec::new() }
    }
}

fn animation<'py>(py: Python<'py>, found: &Animation) -> Result<Bound<'py, PyAny>> {
    let limbs = found.limbs.iter().map(|limb| value(py, "AnimationLimb", (limb.limb, limb.mode, limb.range)));
    let limbs = PyList::new(py, limbs.collect::<Result<Vec<_>>>()?)?.to_tuple();
    value(py, "Animation", (found.number, found.frame, found.facing.degrees(), limbs))
}

fn cel<'py>(py: Python<'py>, found: &CostumeCel) -> Result<Bound<'py, PyAny>> {
    let (rel, step) = (found.rel.to_array(), found.step.to_array());
    let names = PyList::new(py, &found.names)?.to_tuple();
    value(py, "Cel", (found.number, found.width, found.height, (rel[0], rel[1]), (step[0], step[1]), names))
}

#[pymethods]
impl Costume {
    #[new]
    #[pyo3(signature = (data, dialect, *, strict=false))]
    fn new(data: Memory<'_>, dialect: &Dialect, strict: bool) -> Result<Self> {
        let mut damage = if strict { Damage::strict() } else { Damage::silent() };
        let costume = scumm_costume::Costume::parse_with(data.as_ref(), &dialect.0, &mut damage)?;
        let damage = damage.findings().iter().map(|found| Failure { code: Code::Malformed, ..found.into() }).collect();
        Ok(Self { costume: Arc::new(costume), damage })
    }

    /// What is damaged: a list of exceptions that were not raised.
    #[getter]
    fn damage<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyAny>>> {
        Ok(self.damage.iter().map(|failure| exception(py, failure)).collect::<PyResult<_>>()?)
    }

    /// The animations that are stored, each direction counted.
    #[getter]
    fn animations<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyAny>>> {
        self.costume.animations().map(|found| animation(py, &found)).collect()
    }

    /// The pictures.
    #[getter]
    fn cels<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyAny>>> {
        self.costume.cels().iter().map(|found| cel(py, found)).collect()
    }

    /// AKOS: the screen colours of its own colours, and its RGB triples; both are empty where it has none.
    #[getter]
    fn colours(&self) -> (&[u8], &[u8]) {
        let (own, rgb) = self.costume.colours().unwrap_or_default();
        (own, rgb.as_flattened())
    }

    /// Decodes a cel by its number, as seen facing east.
    fn cel_pixels<'py>(&self, py: Python<'py>, number: u16) -> Result<Bound<'py, PyAny>> {
        Ok(Frame::new(Pixels::of_cel(&self.costume, number)?).hand_out(py)?)
    }

    /// AKOS of codec 32: for each pixel of a cel 255 where the data has none, else 0. None for all others, in which a colour stands
    /// for gaps.
    fn cel_gaps(&self, number: u16) -> Option<Vec<u8>> {
        self.costume.cel_gaps(number)
    }

    /// Starts animation `frame` in a direction (degrees clockwise from north) on the limbs in `limb_mask` (bit 15 is limb 0). An
    /// animation that does not exist changes nothing.
    #[pyo3(signature = (limbs, facing, frame, limb_mask=0xffff))]
    fn start(&self, limbs: &Limbs, facing: u16, frame: u16, limb_mask: u16) -> Result<()> {
        Ok(self.costume.start(&mut *limbs.get()?, Facing::from_degrees(facing), frame, limb_mask)?)
    }

    /// One animation step of all limbs; whether the actor has to be drawn again. `host` is a `Host`.
    #[pyo3(signature = (limbs, host=None))]
    fn advance(&self, limbs: &Limbs, host: Option<&Bound<'_, PyAny>>) -> Result<bool> {
        let mut world = World(Object::of_actor(host)?);
        let again = self.costume.advance(&mut *limbs.get()?, &mut world);
        world.0.done(again)
    }

    /// `times` steps of one limb.
    #[pyo3(signature = (limbs, limb, times=1, host=None))]
    fn advance_limb(&self, limbs: &Limbs, limb: usize, times: u32, host: Option<&Bound<'_, PyAny>>) -> Result<()> {
        if limb >= LIMBS {
            return Err(Failure::misuse("limbs are numbered 0 to 15").into());
        }
        let mut world = World(Object::of_actor(host)?);
        self.costume.advance_limb(&mut *limbs.get()?, limb, times, &mut world);
        world.0.done(())
    }

    /// Draws all limbs in order and says what was touched (`Drawn`). `look` is a `Look`, `target` a `Target`.
    fn draw<'py>(
        &self,
        limbs: &Limbs,
        look: &Bound<'py, PyAny>,
        renderer: &Renderer,
        target: &Bound<'py, PyAny>,
    ) -> Result<Bound<'py, PyAny>> {
        let py = look.py();
        let mut pixels = Memory::writable(&target.getattr("pixels")?)?;
        let (look, target) = (look_of(look)?, target_of(target)?);
        let area = target.area(pixels.area()?)?;
        let others: Vec<&[u8]> = target.mask.iter().map(Memory::as_ref).chain(look.tables()).collect();
        let drawing = &mut *lock(&renderer.0, "the renderer")?;
        let report = drawing.draw((&self.costume, &*limbs.get()?), &look, &target, area, pixels.bytes_mut(&others)?)?;
        let (strips, lines) = (PyTuple::new(py, report.strips)?, PyTuple::new(py, report.lines)?);
        value(py, "Drawn", (report.top, report.bottom, report.cut, report.whole, strips, lines, report.fault))
    }

    /// Whether an opaque pixel is on view column `x`, line `y`, placed as drawing places it.
    fn hit(&self, limbs: &Limbs, look: &Bound<'_, PyAny>, renderer: &Renderer, x: i32, y: i32) -> Result<bool> {
        let look = look_of(look)?;
        Ok(lock(&renderer.0, "the renderer")?.hit((&self.costume, &*limbs.get()?), &look, (x, y))?)
    }
}

/// Makes values of the attributes of an object.
macro_rules! attributes {
    ($of:ident $values:ident; $($(#[$doc:meta])* $field:ident: $type:ty,)*) => {
        Ok($values { $($field: $of.getattr(intern!($of.py(), stringify!($field)))?.extract()?,)* })
    };
}

/// What a `Look` of Python's says, its tables borrowed.
fn look_of<'py>(look: &Bound<'py, PyAny>) -> Result<LookValues<Memory<'py>>> {
    scumm_bindings::look_values! { attributes look }
}

/// What a `Target` of Python's says, but for the pixels.
fn target_of<'py>(target: &Bound<'py, PyAny>) -> Result<TargetValues<Memory<'py>>> {
    scumm_bindings::target_values! { attributes target }
}

/// What the original carries over from one actor to the next while it draws: an engine has one for all actors.
#[pyclass(frozen, module = "wardrobe")]
pub struct Renderer(Mutex<Drawing>);

#[pymethods]
impl Renderer {
    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// Takes over what another renderer carries; finished pictures stay.
    fn copy_state(&self, source: &Self) -> Result<()> {
        let source = lock(&source.0, "the source")?.renderer.clone();
        Ok(lock(&self.0, "the renderer")?.renderer.copy_state(&source))
    }

    /// Limits the bytes for finished pictures; 0 keeps none. What is drawn is the same.
    fn limit(&self, bytes: usize) -> Result<()> {
        lock(&self.0, "the renderer")?.renderer.sprites = scumm_costume::Cache::with_limit(bytes);
        Ok(())
    }
}

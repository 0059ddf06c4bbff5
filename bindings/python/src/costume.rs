//! Costumes: parsing, animations, cels, playing, drawing into Python's memory.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use scumm_bindings::{Area, Code, Failure, Frame as Pixels, Mask, PlaneMemory, Tables};
use scumm_costume::{Animation, CostumeCel, Damage, Drawn, Facing, LIMBS, Look, StripLines, Target};
use scumm_room::Rect;

use crate::failure::{Result, exception, lock, value};
use crate::frame::Frame;
use crate::game::Dialect;
use crate::limbs::Limbs;
use crate::memory::Memory;
use crate::world::World;

/// A costume: its raw resource with its header, parsed for a dialect. It never changes.
///
/// Parts that are damaged are left out, and listed in `damage`; with `strict` the first of them is raised.
#[pyclass(frozen, module = "wardrobe")]
pub struct Costume {
    pub costume: Arc<scumm_costume::Costume>,
    damage: Vec<Failure>,
}

impl Costume {
    pub fn see<T>(&self, look: impl FnOnce(&scumm_costume::Costume) -> Result<T>) -> Result<T> {
        look(&self.costume)
    }

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
    fn new(data: &Bound<'_, PyAny>, dialect: &Dialect, strict: bool) -> Result<Self> {
        let data = Memory::readable(data)?;
        if strict {
            let parsed = scumm_costume::Costume::parse_with(data.bytes(), &dialect.0, &mut Damage::strict())?;
            return Ok(Self::whole(parsed));
        }
        let mut damage = Damage::silent();
        let costume = scumm_costume::Costume::parse_with(data.bytes(), &dialect.0, &mut damage)?;
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
    fn colours<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let (own, rgb) = self.costume.colours().unwrap_or_default();
        (PyBytes::new(py, own), PyBytes::new(py, rgb.as_flattened()))
    }

    /// Decodes a cel by its number, as seen facing east.
    fn cel_pixels<'py>(&self, py: Python<'py>, number: u16) -> Result<Bound<'py, PyAny>> {
        let surface = self.costume.cel_pixels(number);
        let surface = surface.ok_or_else(|| Failure::not_found(format!("there is no cel {number} to decode")))?;
        Ok(Frame::new(Pixels::of_rows(surface.pixels().to_vec(), surface.width())).hand_out(py)?)
    }

    /// AKOS of codec 32: for each pixel of a cel 255 where the data has none, else 0. None for all others, in which a colour stands
    /// for gaps.
    fn cel_gaps<'py>(&self, py: Python<'py>, number: u16) -> Option<Bound<'py, PyBytes>> {
        self.costume.cel_gaps(number).map(|gaps| PyBytes::new(py, &gaps))
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
        let mut world = World::of_actor(host)?;
        let again = self.costume.advance(&mut *limbs.get()?, &mut world);
        world.done(again)
    }

    /// `times` steps of one limb.
    #[pyo3(signature = (limbs, limb, times=1, host=None))]
    fn advance_limb(&self, limbs: &Limbs, limb: usize, times: u32, host: Option<&Bound<'_, PyAny>>) -> Result<()> {
        if limb >= LIMBS {
            return Err(Failure::misuse("limbs are numbered 0 to 15").into());
        }
        let mut world = World::of_actor(host)?;
        self.costume.advance_limb(&mut *limbs.get()?, limb, times, &mut world);
        world.done(())
    }

    /// Draws all limbs in order and says what was touched (`Drawn`). `look` is a `Look`, `target` a `Target`.
    fn draw<'py>(
        &self,
        limbs: &Limbs,
        look: &Bound<'py, PyAny>,
        renderer: &Renderer,
        target: &Bound<'py, PyAny>,
    ) -> Result<Bound<'py, PyAny>> {
        let (py, seen) = (look.py(), Seen::of(look)?);
        let mut pixels = Memory::writable(&target.getattr("pixels")?)?;
        let area = area_of(target, &pixels)?;
        area.check(pixels.len()?)?;
        let mask = Memory::optional(Some(&target.getattr("mask")?))?;
        let kind = if target.getattr("mask_bits")?.extract()? { Mask::Bits } else { Mask::Bytes };
        let pitch = target.getattr("mask_pitch")?.extract::<Option<usize>>()?;
        let view_start = target.getattr("view_start")?.extract()?;
        let (mut own, tables, mut look) = (None, seen.tables(), seen.look(&self.costume)?);
        tables.put_on(&mut look, &mut own, self.costume.dialect())?;
        let drawing = &mut *lock(&renderer.0, "the renderer")?;
        let stored = mask.as_ref().map(Memory::bytes);
        let pitch = pitch.unwrap_or_else(|| area.mask_line(kind));
        let plane = stored.map(|stored| area.plane(kind, stored, pitch, 0, &mut drawing.plane)).transpose()?;
        let others = [stored.unwrap_or_default(), tables.shadow, tables.room_palette, tables.remp];
        let more = [tables.palette_slots, tables.xmap, tables.scale_table];
        let pixels = pixels.bytes_mut(&[&others[..], &more[..]].concat())?;
        let memory = Target::new(pixels, area.pitch, area.height).narrowed(area.width).hidden_by(plane);
        let mut memory = memory.viewed_from(view_start);
        let mut lines = self.costume.dialect().restores_lines_of_strips().then_some(StripLines::NONE);
        let mut memory = memory.noting(lines.as_mut());
        let report = self.costume.draw(&*limbs.get()?, &look, &mut drawing.renderer, &mut memory);
        drawn(py, &report, lines.as_ref())
    }

    /// Whether an opaque pixel is on view column `x`, line `y`, placed as drawing places it.
    fn hit(&self, limbs: &Limbs, look: &Bound<'_, PyAny>, renderer: &Renderer, x: i32, y: i32) -> Result<bool> {
        let seen = Seen::of(look)?;
        let (mut own, mut look) = (None, seen.look(&self.costume)?);
        seen.tables().put_on(&mut look, &mut own, self.costume.dialect())?;
        let drawing = &mut *lock(&renderer.0, "the renderer")?;
        Ok(self.costume.hit(&*limbs.get()?, &look, &mut drawing.renderer, x, y)?)
    }
}

/// The columns, lines and pitch that a target says, or that its pixels have.
fn area_of(target: &Bound<'_, PyAny>, pixels: &Memory<'_>) -> Result<Area> {
    let said = |name| target.getattr(name)?.extract::<Option<usize>>();
    let own = pixels.area()?;
    let missing = || Failure::size("bytes in a row need a width and a height");
    let width = said("width")?.or(own.map(|own| own.width)).ok_or_else(missing)?;
    let height = said("height")?.or(own.map(|own| own.height)).ok_or_else(missing)?;
    Ok(Area { width, height, pitch: said("pitch")?.or(own.map(|own| own.pitch)).unwrap_or(width) })
}

/// Strips of the widest view.
const VIEW_STRIPS: usize = 80;

/// What a draw reports; the lines of each strip where a rule asks for them.
fn drawn<'py>(py: Python<'py>, report: &Drawn, lines: Option<&StripLines>) -> Result<Bound<'py, PyAny>> {
    let strips: Vec<usize> = report.strips.iter().collect();
    let strips = PyList::new(py, strips)?.to_tuple();
    let fault = report.fault.map(|fault| fault.to_string());
    let lines: Vec<(i16, i16)> = lines.into_iter().flat_map(|lines| (0..VIEW_STRIPS).map(|strip| lines.of(strip))).collect();
    let lines = PyList::new(py, lines)?.to_tuple();
    value(py, "Drawn", (report.top, report.bottom, report.cut, report.whole, strips, lines, fault))
}

/// A `Look` of Python's, whose tables are borrowed.
struct Seen<'a, 'py> {
    look: &'a Bound<'py, PyAny>,
    palette: Vec<u16>,
    tables: [Option<Memory<'py>>; 6],
}

impl<'a, 'py> Seen<'a, 'py> {
    fn of(look: &'a Bound<'py, PyAny>) -> Result<Self> {
        let table = |name| Memory::optional(Some(&look.getattr(name)?));
        let palette = look.getattr("palette")?.extract::<Option<Vec<u16>>>()?.unwrap_or_default();
        let tables = [
            table("shadow")?,
            table("room_palette")?,
            table("remp")?,
            table("palette_slots")?,
            table("xmap")?,
            table("scale_table")?,
        ];
        Ok(Self { look, palette, tables })
    }

    fn tables(&self) -> Tables<'_> {
        let bytes = self.tables.each_ref().map(|table| table.as_ref().map_or(&[][..], Memory::bytes));
        let [shadow, room_palette, remp, palette_slots, xmap, scale_table] = bytes;
        Tables { palette: &self.palette, shadow, room_palette, remp, palette_slots, xmap, scale_table }
    }

    fn look<'b>(&self, costume: &scumm_costume::Costume) -> PyResult<Look<'b>> {
        fn of<'py, T: for<'b> FromPyObject<'b, 'py, Error = PyErr>>(look: &Bound<'py, PyAny>, name: &str) -> PyResult<T> {
            look.getattr(name)?.extract()
        }
        let look = self.look;
        Ok(Look {
            actor: of(look, "actor")?,
            x: of(look, "x")?,
            y: of(look, "y")?,
            facing: Facing::from_degrees(of(look, "facing")?),
            scale_x: of(look, "scale_x")?,
            scale_y: of(look, "scale_y")?,
            shadow_mode: of(look, "shadow_mode")?,
            dark: of(look, "dark")?,
            flashlight: of(look, "flashlight")?,
            costume: of(look, "costume")?,
            clip: of::<Option<[i32; 4]>>(look, "clip")?.map(Rect::from),
            reach: of(look, "reach")?,
            palette_slot: of(look, "palette_slot")?,
            ..costume.look()
        })
    }
}

/// What the original carries over from one actor to the next while it draws: an engine has one for all actors.
#[pyclass(frozen, module = "wardrobe")]
pub struct Renderer(Mutex<Drawing>);

#[derive(Default)]
struct Drawing {
    renderer: scumm_costume::Renderer,
    plane: PlaneMemory,
}

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

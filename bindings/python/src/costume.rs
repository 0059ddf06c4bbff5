//! Costumes: parsing, animations, cels, playing and drawing into Python's memory; and the animation
//! state of actors.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use scumm_bindings::{
    ClipSetup, Closable, LookValues, ParsedCostume, RendererAndPlanes, TargetValues, limbs,
};
use scumm_costume::{Animation, CostumeCel, Limb, LimbStates, V0Limb, V0Limbs};

use crate::argument::read;
use crate::clip::{self, Clip};
use crate::failure::{Result, exception, from_description, value};
use crate::game::Dialect;
use crate::memory::Memory;
use crate::stage;

/// A costume, parsed from its raw block with header for a dialect. It is immutable.
///
/// Damaged parts are left out and listed in `damage`; with `strict` the first of them is raised.
/// Raises `MalformedError` or `UnsupportedError` if the bytes are not a costume of the dialect.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Costume(pub ParsedCostume);

fn animation<'py>(py: Python<'py>, found: &Animation) -> Result<Bound<'py, PyAny>> {
    let limbs = found
        .limbs
        .iter()
        .map(|limb| value(py, "AnimationLimb", (limb.limb, limb.mode, limb.range)));
    let limbs = PyList::new(py, limbs.collect::<Result<Vec<_>>>()?)?.to_tuple();
    value(
        py,
        "Animation",
        (found.number, found.frame, found.facing.degrees(), limbs),
    )
}

fn cel<'py>(py: Python<'py>, found: &CostumeCel) -> Result<Bound<'py, PyAny>> {
    let (rel, step) = (found.rel.to_array(), found.step.to_array());
    let names = PyList::new(py, &found.names)?.to_tuple();
    value(
        py,
        "Cel",
        (
            found.number,
            found.width,
            found.height,
            (rel[0], rel[1]),
            (step[0], step[1]),
            names,
        ),
    )
}

#[pymethods]
impl Costume {
    #[new]
    #[pyo3(signature = (data, dialect, *, strict=false))]
    fn new(py: Python<'_>, data: Memory<'_>, dialect: &Dialect, strict: bool) -> Result<Self> {
        let data = data.as_ref().to_vec();
        Ok(Self(py.detach(|| {
            ParsedCostume::parse(&data, &dialect.0, strict)
        })?))
    }

    /// The damaged parts: a list of exceptions that were not raised.
    #[getter]
    fn damage<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyAny>>> {
        Ok(self
            .0
            .damage
            .iter()
            .map(|failure| exception(py, failure))
            .collect::<PyResult<_>>()?)
    }

    /// The stored animations, one for each direction.
    #[getter]
    fn animations<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyAny>>> {
        self.0
            .costume
            .animations()
            .map(|found| animation(py, &found))
            .collect()
    }

    /// The pictures of the costume.
    #[getter]
    fn cels<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyAny>>> {
        self.0
            .costume
            .cels()
            .iter()
            .map(|found| cel(py, found))
            .collect()
    }

    /// AKOS: the palette of the costume, a screen colour for each of its colours, and the RGB
    /// triples of its colours. Both are empty if the costume does not have them.
    #[getter]
    fn colours(&self) -> (&[u8], &[u8]) {
        let (own, rgb) = self.0.costume.colours().unwrap_or_default();
        (own, rgb.as_flattened())
    }

    /// Plays an animation and returns a `Clip`: the init frame first, then `chore`, a frame number,
    /// one of the names init, walk, stand, talk and hush, or an `Animation` of the costume.
    /// `facing` is in degrees clockwise from north; the default is the direction of the
    /// `Animation`, else 180, south. `palette` contains 256 RGB triples, such as
    /// `room.palette()`; without it the clip gets the costume's own colours, the colours of the
    /// machine, or greys.
    ///
    /// `scale_x` and `scale_y` are 1 to 255, where 255 is full size. `limbs` has a bit for each
    /// visible limb, limb 0 in the lowest bit. `shadow_mode` draws with shadow tables that show
    /// dusk. A tick lasts `jiffies` of 1/60 s, and an animation step `anim_speed` ticks. An
    /// animation that does not end is cut after `ticks`. Raises `MisuseError` if the costume does
    /// not have the chore in this direction.
    #[pyo3(signature = (chore, facing=None, palette=None, *, scale_x=255, scale_y=255,
        shadow_mode=None, limbs=0xffff, anim_speed=1, jiffies=6, ticks=200))]
    fn play(
        &self,
        py: Python<'_>,
        chore: &Bound<'_, PyAny>,
        facing: Option<i64>,
        palette: Option<Memory<'_>>,
        scale_x: i64,
        scale_y: i64,
        shadow_mode: Option<i64>,
        limbs: i64,
        anim_speed: i64,
        jiffies: i64,
        ticks: i64,
    ) -> Result<Clip> {
        let facing: Option<u16> = read(facing, "facing")?;
        let scale_x: u8 = read(scale_x, "scale_x")?;
        let scale_y: u8 = read(scale_y, "scale_y")?;
        let shadow_mode: Option<u16> = read(shadow_mode, "shadow_mode")?;
        let limbs: u16 = read(limbs, "limbs")?;
        let anim_speed: u8 = read(anim_speed, "anim_speed")?;
        let jiffies: u16 = read(jiffies, "jiffies")?;
        let ticks: u16 = read(ticks, "ticks")?;
        let (chore, own_facing) = clip::chore_of(chore)?;
        let facing = facing.or(own_facing).unwrap_or(180);
        let setup = ClipSetup {
            scale_x,
            scale_y,
            shadow_mode,
            limbs,
            anim_speed,
            jiffies,
            ticks,
        };
        Clip::play(
            py,
            self,
            &chore,
            facing,
            clip::palette_bytes(palette),
            &setup,
        )
    }

    /// Returns the cels that limbs show now, in drawing order (`ShownCel`). A limb of an AKOS may
    /// show several.
    fn shown_cels<'py>(&self, py: Python<'py>, limbs: &Limbs) -> Result<Bound<'py, PyTuple>> {
        let cels = limbs.0.with(|limbs| Ok(self.0.costume.shown_cels(limbs)))?;
        clip::shown_cels(py, &cels)
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __repr__(&self) -> String {
        let kind = if self.0.costume.is_akos() {
            "AKOS"
        } else {
            "costume"
        };
        let number = self
            .0
            .number
            .map_or_else(String::new, |number| format!(" {number}"));
        let animations = self.0.costume.animations().count();
        let cels = self.0.costume.cels().len();
        format!("<Costume {kind}{number}: {animations} animations, {cels} cels>")
    }

    /// Draws all limbs in order and returns a report (`Drawn`). `look` is a `Look`, `target` a
    /// `Target`. Raises `MisuseError` if the pixels, the plane or a table have a size that does not
    /// fit.
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
        let others: Vec<&[u8]> = target
            .mask
            .iter()
            .map(Memory::as_ref)
            .chain(look.tables())
            .collect();
        let pixels = pixels.bytes_mut(&others)?;
        let draw = |drawing: &mut RendererAndPlanes| {
            limbs
                .0
                .with(|limbs| drawing.draw((&self.0.costume, limbs), &look, &target, area, pixels))
        };
        let report = renderer.0.with(draw)?;
        let (strips, lines) = (
            PyTuple::new(py, report.strips)?,
            PyTuple::new(py, report.lines)?,
        );
        value(
            py,
            "Drawn",
            (
                report.top,
                report.bottom,
                report.cut,
                report.whole,
                strips,
                lines,
                report.fault,
            ),
        )
    }

    /// Returns whether an opaque pixel lies at column `x`, row `y` of the view. The limbs have the
    /// same positions as in a draw. Planes are ignored. Raises `FaultError` if the original cannot
    /// test the picture.
    fn hit(
        &self,
        limbs: &Limbs,
        look: &Bound<'_, PyAny>,
        renderer: &Renderer,
        x: i64,
        y: i64,
    ) -> Result<bool> {
        let x: i32 = read(x, "x")?;
        let y: i32 = read(y, "y")?;
        let look = look_of(look)?;
        let hit = |drawing: &mut RendererAndPlanes| {
            limbs
                .0
                .with(|limbs| drawing.hit((&self.0.costume, limbs), &look, (x, y)))
        };
        Ok(renderer.0.with(hit)?)
    }
}

/// Reads the fields of a structure from the attributes of an object. This is a macro because a
/// function cannot iterate over the names of fields.
macro_rules! attributes {
    ($of:ident $values:ident; $($(#[$doc:meta])* $field:ident: $type:ty,)*) => {
        Ok($values { $($field: $of.getattr(intern!($of.py(), stringify!($field)))?.extract()?,)* })
    };
}

/// Reads a `Look` of Python, and borrows its tables.
fn look_of<'py>(look: &Bound<'py, PyAny>) -> Result<LookValues<Memory<'py>>> {
    scumm_bindings::look_values! { attributes look }
}

/// Reads a `Target` of Python, except for its pixels.
fn target_of<'py>(target: &Bound<'py, PyAny>) -> Result<TargetValues<Memory<'py>>> {
    scumm_bindings::target_values! { attributes target }
}

/// The drawing state that the original engine carries from one actor to the next. An engine creates
/// one renderer and uses it for all actors.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Renderer(pub Closable<RendererAndPlanes>);

#[pymethods]
impl Renderer {
    #[new]
    fn new() -> Self {
        Self(RendererAndPlanes::default().into())
    }

    /// Returns the writes to the pixel at column `x`, row `y` of the target since `start_trace`,
    /// oldest first (`Write`), at most 16. Raises `MisuseError` if no trace is recorded.
    fn writes<'py>(&self, py: Python<'py>, x: i64, y: i64) -> Result<Vec<Bound<'py, PyAny>>> {
        let x: usize = read(x, "x")?;
        let y: usize = read(y, "y")?;
        let writes = self.0.with(|drawing| drawing.writes(x, y))?;
        stage::write_list(py, &writes)
    }

    /// Limits the cache of decoded pictures to `bytes` and clears it; 0 disables it. The cache does
    /// not change what is drawn.
    fn limit(&self, bytes: i64) -> Result<()> {
        let bytes: usize = read(bytes, "bytes")?;
        Ok(self.0.with(|drawing| {
            Ok(drawing.renderer.sprites = scumm_costume::Cache::with_limit(bytes))
        })?)
    }
}

/// The animation state of one actor: sixteen limbs, counters and variables. No limb of a new state
/// plays.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Limbs(pub Closable<LimbStates>);

/// Returns a state as dictionaries, lists and numbers, which [`from_description`] reads.
pub fn to_py_values<'py>(py: Python<'py>, states: &LimbStates) -> PyResult<Bound<'py, PyDict>> {
    let mut limbs = Vec::new();
    for limb in &states.limbs {
        limbs.push(plain_limb(py, limb)?);
    }
    let state = PyDict::new(py);
    state.set_item(intern!(py, "stopped"), states.stopped)?;
    state.set_item(intern!(py, "anim_counter"), states.anim_counter)?;
    state.set_item(intern!(py, "sound_counter"), states.sound_counter)?;
    state.set_item(intern!(py, "flip"), states.flip)?;
    state.set_item(intern!(py, "condition_mask"), states.condition_mask)?;
    state.set_item(intern!(py, "limbs"), limbs)?;
    state.set_item(intern!(py, "vars"), states.vars.to_vec())?;
    let v0 = match states.v0.as_deref() {
        Some(v0) => Some(plain_v0(py, v0)?),
        None => None,
    };
    state.set_item(intern!(py, "v0"), v0)?;
    Ok(state)
}

fn plain_limb<'py>(py: Python<'py>, limb: &Limb) -> PyResult<Bound<'py, PyDict>> {
    let plain = PyDict::new(py);
    plain.set_item(intern!(py, "curpos"), limb.curpos)?;
    plain.set_item(intern!(py, "start"), limb.start)?;
    plain.set_item(intern!(py, "end"), limb.end)?;
    plain.set_item(intern!(py, "frame"), limb.frame)?;
    plain.set_item(intern!(py, "mode"), limb.mode)?;
    plain.set_item(intern!(py, "condition_offset"), limb.condition_offset)?;
    plain.set_item(intern!(py, "jump_offset"), limb.jump_offset)?;
    plain.set_item(intern!(py, "jump_count"), limb.jump_count)?;
    Ok(plain)
}

fn plain_v0<'py>(py: Python<'py>, v0: &V0Limbs) -> PyResult<Bound<'py, PyDict>> {
    let mut limbs = Vec::new();
    for limb in &v0.limbs {
        limbs.push(plain_v0_limb(py, limb)?);
    }
    let plain = PyDict::new(py);
    plain.set_item(intern!(py, "command"), v0.command)?;
    plain.set_item(intern!(py, "next"), v0.next)?;
    plain.set_item(intern!(py, "rounds"), v0.rounds)?;
    plain.set_item(intern!(py, "limbs"), limbs)?;
    Ok(plain)
}

fn plain_v0_limb<'py>(py: Python<'py>, limb: &V0Limb) -> PyResult<Bound<'py, PyDict>> {
    let plain = PyDict::new(py);
    plain.set_item(intern!(py, "frame"), limb.frame)?;
    plain.set_item(intern!(py, "start"), limb.start)?;
    plain.set_item(intern!(py, "kind"), limb.kind)?;
    plain.set_item(intern!(py, "curpos"), limb.curpos)?;
    plain.set_item(intern!(py, "flip"), limb.flip)?;
    plain.set_item(intern!(py, "repeat"), limb.repeat)?;
    plain.set_item(intern!(py, "new_repeat"), limb.new_repeat)?;
    Ok(plain)
}

#[pymethods]
impl Limbs {
    #[new]
    fn new() -> Self {
        Self(limbs::new().into())
    }

    fn __copy__(&self) -> Result<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Result<Self> {
        self.copy()
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.save(false)?))
    }

    fn __setstate__(&self, state: Memory<'_>) -> Result<()> {
        self.restore(state)
    }

    fn __eq__(&self, other: &Self) -> Result<bool> {
        let other = other.0.get()?;
        Ok(self.0.with(|limbs| Ok(*limbs == other))?)
    }

    fn __repr__(&self) -> Result<String> {
        let playing = self.0.with(|limbs| {
            let playing = limbs
                .limbs
                .iter()
                .filter(|limb| limb.curpos != scumm_costume::NONE);
            Ok(playing.count())
        })?;
        Ok(format!("<Limbs: {playing} play>"))
    }

    /// The whole state as numbers, lists and dictionaries: `limbs` (each with `curpos`, `start`,
    /// `end`, `frame`, `mode` and others; 65535 is none), `stopped`, `anim_counter`,
    /// `sound_counter`, `vars`, `flip`, `condition_mask`, and `v0` for version 0. Assign a
    /// dictionary to replace the state. Positions that a costume does not have are harmless.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        Ok(self.0.with(|limbs| Ok(to_py_values(py, limbs)))??)
    }

    #[setter]
    fn set_state(&self, state: &Bound<'_, PyAny>) -> Result<()> {
        let state = from_description(state)?;
        Ok(self.0.with(|limbs| Ok(*limbs = state))?)
    }
}

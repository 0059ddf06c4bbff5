//! What moves of an actor's costume.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scumm_bindings::{Held, limbs};
use scumm_costume::{Limb, LimbStates, V0Limb, V0Limbs};

use crate::failure::{Result, described};

/// The state of one actor's animation: sixteen limbs, counters, variables. A new one plays nothing.
#[pyclass(frozen, module = "wardrobe")]
pub struct Limbs(pub Held<LimbStates>);

/// Returns the state of limbs as Python has it, which [`described`] takes back.
pub fn plain<'py>(py: Python<'py>, states: &LimbStates) -> PyResult<Bound<'py, PyDict>> {
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

    /// All of it as numbers, lists and dictionaries: `limbs` (each with `curpos`, `start`, `end`, `frame`, `mode`; 65535 is none),
    /// `stopped`, `anim_counter`, `sound_counter`, `vars`, `flip`, `condition_mask`, and `v0` for version 0. A changed one can be
    /// stored. Positions that a costume does not have are harmless.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        Ok(self.0.on(|limbs| Ok(plain(py, limbs)))??)
    }

    #[setter]
    fn set_state(&self, state: &Bound<'_, PyAny>) -> Result<()> {
        let state = described(state)?;
        Ok(self.0.on(|limbs| Ok(*limbs = state))?)
    }
}

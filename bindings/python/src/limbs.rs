//! What moves of an actor's costume.

use std::sync::Mutex;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scumm_bindings::{limbs, restore, save};
use scumm_costume::{Limb, LimbStates, V0Limb, V0Limbs};

use crate::failure::{Result, described, lock};
use crate::game::Dialect;
use crate::memory::Memory;

/// The state of one actor's animation: sixteen limbs, counters, variables. A new one plays nothing.
#[pyclass(frozen, module = "wardrobe")]
pub struct Limbs(pub Mutex<LimbStates>);

impl Limbs {
    pub fn get(&self) -> Result<std::sync::MutexGuard<'_, LimbStates>> {
        Ok(lock(&self.0, "the limbs")?)
    }
}

/// Puts fields of a structure into a dictionary, those behind `;` as `plain` gives them.
macro_rules! dictionary {
    ($py:ident, $of:expr; $($field:ident)*; $($inner:ident $value:expr;)*) => {{
        let (of, dictionary) = ($of, PyDict::new($py));
        $(dictionary.set_item(intern!($py, stringify!($field)), of.$field)?;)*
        $(dictionary.set_item(intern!($py, stringify!($inner)), $value)?;)*
        Ok::<_, PyErr>(dictionary)
    }};
}

/// The state of limbs as Python has it: what [`described`] takes back.
pub fn plain<'py>(py: Python<'py>, states: &LimbStates) -> PyResult<Bound<'py, PyDict>> {
    let limb = |limb: &Limb| dictionary!(py, limb; curpos start end frame mode condition_offset jump_offset jump_count;);
    let v0_limb = |limb: &V0Limb| dictionary!(py, limb; frame start kind curpos flip repeat new_repeat;);
    let all = |own: &V0Limbs| own.limbs.iter().map(v0_limb).collect::<PyResult<Vec<_>>>();
    let v0 = |own: &V0Limbs| dictionary!(py, own; command next rounds; limbs all(own)?;);
    dictionary!(py, states; stopped anim_counter sound_counter flip condition_mask;
        limbs states.limbs.iter().map(limb).collect::<PyResult<Vec<_>>>()?;
        vars states.vars.to_vec();
        v0 states.v0.as_deref().map(v0).transpose()?;)
}

#[pymethods]
impl Limbs {
    #[new]
    fn new() -> Self {
        Self(Mutex::new(limbs::new()))
    }

    /// Resets the limbs: nothing plays, nothing is stopped; the counters stay.
    fn reset(&self) -> Result<()> {
        Ok(limbs::reset(&mut *self.get()?))
    }

    /// A copy.
    fn copy(&self) -> Result<Self> {
        Ok(Self(Mutex::new(self.get()?.clone())))
    }

    fn __copy__(&self) -> Result<Self> {
        self.copy()
    }

    /// All of it as numbers, lists and dictionaries: `limbs` (each with `curpos`, `start`, `end`, `frame`, `mode`; 65535 is none),
    /// `stopped`, `anim_counter`, `sound_counter`, `vars`, `flip`, `condition_mask`, and `v0` for version 0. A changed one can be
    /// stored. Positions that a costume does not have are harmless.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        Ok(plain(py, &self.get()?.clone())?)
    }

    #[setter]
    fn set_state(&self, state: &Bound<'_, PyAny>) -> Result<()> {
        let state = described(state)?;
        *self.get()? = state;
        Ok(())
    }

    /// The state as bytes, to be kept in a file.
    fn save(&self) -> Result<Vec<u8>> {
        Ok(save(&*self.get()?)?)
    }

    /// Takes a state back that `save` wrote.
    fn restore(&self, data: Memory<'_>) -> Result<()> {
        *self.get()? = restore(data.as_ref())?;
        Ok(())
    }

    /// Humongous: sets a condition 1 to 32, or with `user` a user condition 1 to 16.
    #[pyo3(signature = (dialect, number, on=true, *, user=false))]
    fn set_condition(&self, dialect: &Dialect, number: u32, on: bool, user: bool) -> Result<()> {
        Ok(limbs::set_condition(&mut *self.get()?, &dialect.0, number, on, user)?)
    }

    /// Humongous: sets the talk condition 1 to 32, which ends any other.
    fn set_talk_condition(&self, dialect: &Dialect, number: u32) -> Result<()> {
        Ok(limbs::set_talk_condition(&mut *self.get()?, &dialect.0, number)?)
    }
}

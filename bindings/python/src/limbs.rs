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
    let v0_limb =
        |limb: &V0Limb| dictionary!(py, limb; frame start kind curpos flip repeat new_repeat;);
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

//! The Python interface. It contains no knowledge of formats: it checks the arguments, calls the
//! libraries and converts the results. The comments of this crate are the documentation in Python.
// Some methods pass the value `()` of a call to `Ok`. Methods may have many arguments, because
// Python can pass them by name.
#![allow(clippy::unit_arg, clippy::too_many_arguments)]

mod argument;
mod clip;
mod costume;
mod failure;
mod game;
mod memory;
mod methods;
mod operations;
mod stage;
mod tools;
mod world;

use std::collections::BTreeMap;

use pyo3::prelude::*;
use scumm_bindings::{enhancement_names, quirk_names};

/// The part of the package `scumm_wardrobe` that is written in Rust.
#[pymodule]
fn _wardrobe(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<stage::Actor>()?;
    module.add_class::<clip::Clip>()?;
    module.add_class::<clip::ClipFrame>()?;
    module.add_class::<costume::Costume>()?;
    module.add_class::<costume::Renderer>()?;
    module.add_class::<game::Dialect>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Room>()?;
    module.add_class::<costume::Limbs>()?;
    module.add_class::<stage::Stage>()?;
    module.add_class::<world::Random>()?;
    stage::add_actor_fields(module.py())?;
    stage::add_stage_fields(module.py())?;
    module.add("Frame", memory::frame_class(module.py())?)?;
    module.add_function(wrap_pyfunction!(world::mouth_closed, module)?)?;
    module.add_function(wrap_pyfunction!(game::blend_table, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add(
        "QUIRKS",
        quirk_names().into_iter().collect::<BTreeMap<_, _>>(),
    )?;
    module.add(
        "ENHANCEMENTS",
        enhancement_names().into_iter().collect::<BTreeMap<_, _>>(),
    )?;
    module.add_function(wrap_pyfunction!(clip::save_sheet, module)?)?;
    module.add_function(wrap_pyfunction!(tools::build, module)?)?;
    module.add_function(wrap_pyfunction!(tools::import_in_place, module)?)?;
    module.add_function(wrap_pyfunction!(tools::lint, module)?)?;
    module.add_function(wrap_pyfunction!(stage::fields, module)?)?;
    module.add_function(wrap_pyfunction!(stage::operations, module)?)
}

//! The border to Python. It holds no knowledge of formats; it checks what Python passes, calls the libraries and says what came
//! of it. What Python shows as documentation are the comments of this crate.
// Methods that return nothing stand as the value of `Ok`: a line an operation. Python names its arguments.
#![allow(clippy::unit_arg, clippy::too_many_arguments)]

mod costume;
mod failure;
mod game;
mod memory;
mod methods;
mod operations;
mod stage;
mod world;

use pyo3::prelude::*;

/// The part of the package `wardrobe` that is made of the library.
#[pymodule]
fn _wardrobe(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<stage::Actor>()?;
    module.add_class::<costume::Costume>()?;
    module.add_class::<costume::Renderer>()?;
    module.add_class::<game::Dialect>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Room>()?;
    module.add_class::<costume::Limbs>()?;
    module.add_class::<stage::Events>()?;
    module.add_class::<stage::Stage>()?;
    module.add_class::<world::Random>()?;
    stage::add_actor_fields(module.py())?;
    stage::add_stage_fields(module.py())?;
    module.add("Frame", memory::class(module.py())?)?;
    module.add_function(wrap_pyfunction!(world::mouth_closed, module)?)?;
    module.add_function(wrap_pyfunction!(game::blend_table, module)?)?;
    module.add_function(wrap_pyfunction!(stage::fields, module)?)?;
    module.add_function(wrap_pyfunction!(stage::operations, module)?)
}

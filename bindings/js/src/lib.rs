//! The border to JavaScript. It holds no knowledge of formats; it checks what JavaScript passes, calls the libraries and says what
//! came of it. What TypeScript shows as documentation are the comments of this crate.
// Methods that return nothing stand as the value of `Ok`: a line an operation. JavaScript passes their arguments.
#![allow(clippy::unit_arg, clippy::too_many_arguments)]

mod costume;
mod failure;
mod game;
mod methods;
mod operations;
mod stage;
mod world;

/// The values that go in and out, as TypeScript has them.
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const VALUES: &str = include_str!("values.d.ts");

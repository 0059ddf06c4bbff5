//! The JavaScript interface. It contains no knowledge of formats: it checks the arguments, calls
//! the libraries and converts the results. The comments of this crate are the documentation in
//! TypeScript.
// Methods without a result return `Ok(())` by the value of a call. JavaScript passes the arguments.
#![allow(clippy::unit_arg, clippy::too_many_arguments)]

mod costume;
mod failure;
mod game;
mod methods;
mod operations;
mod stage;
mod world;

/// The types of arguments and results in TypeScript.
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const VALUES: &str = include_str!("values.d.ts");

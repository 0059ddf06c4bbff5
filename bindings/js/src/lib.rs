//! The JavaScript interface. It contains no knowledge of formats: it checks the arguments, calls
//! the libraries and converts the results. The comments of this crate are the documentation in
//! TypeScript.
// Some methods pass the value `()` of a call to `Ok`. The number of a method's arguments follows
// from its interface in JavaScript.
#![allow(clippy::unit_arg, clippy::too_many_arguments)]

mod clip;
mod contents;
mod costume;
mod failure;
mod game;
mod methods;
mod operations;
mod room;
mod stage;
mod world;

/// The types of arguments and results in TypeScript.
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const VALUES: &str = include_str!("values.d.ts");
/// The types of casts, lists and contents.
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const DOCUMENTS: &str = include_str!("documents.d.ts");

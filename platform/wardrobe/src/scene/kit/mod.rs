//! The conformance kit: scenes that any engine can play, in the order in which an engine grows.

pub mod chapter;

//! Tools for costumes (feature `edit`): writing them, taking them apart, saying what each byte is for, finding faults.

pub mod akos;
pub mod encode;
pub mod inspect;
pub mod lint;
pub(crate) mod numbered;
pub mod words;

/// COST in full: what the crate's page leaves out.
pub mod cost {
    pub use crate::cost::*;
}

/// Drawing in full: what the crate's page leaves out.
pub mod draw {
    pub use crate::draw::*;
}

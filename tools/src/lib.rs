//! Tools.
pub mod casting;

//! The stage: placeholder until the frame loop lands.

/// The stage.
#[derive(Debug, Default)]
pub struct Stage;

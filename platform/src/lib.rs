//! Showing an indexed frame.

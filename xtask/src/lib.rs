//! What the chores and the tests share: the archives, the package for handhelds.

pub mod archive;
pub mod portmaster;

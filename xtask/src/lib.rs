//! Code that the commands of `cargo xtask` and the tests share: archives, the package for
//! handhelds, the table of mutations.

pub mod archive;
pub mod mutations;
pub mod portmaster;

//! What the chores and the tests share: the book of rules (`docs/book`), archives, the package for handhelds.

pub mod archive;
pub mod portmaster;
pub mod rules;

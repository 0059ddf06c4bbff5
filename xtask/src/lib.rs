//! What the chores and the tests know of the book of rules (`docs/book`).

pub mod rules;

//! All subcommands except `scene`. They define the command-line arguments of the tools and print
//! the results. A subcommand that can report findings returns `true` if there are no findings.

pub mod compare;
pub mod inspect;
pub mod list;
pub mod pictures;
pub mod program;
pub mod sources;
pub mod verify;

//! The subcommands except `scene`: the arguments of the tools and the output of their results. A
//! subcommand that may have findings returns `true` if it has found nothing.

pub mod compare;
pub mod inspect;
pub mod list;
pub mod pictures;
pub mod program;
pub mod sources;

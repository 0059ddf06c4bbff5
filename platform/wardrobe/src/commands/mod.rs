//! The subcommands except `play`, `scene` and `testcard`: the arguments of the tools and the output
//! of their results. A subcommand that may have findings returns `true` if it has found nothing.

pub mod build;
pub mod cast;
pub mod compare;
pub mod demo;
pub mod disassemble;
pub mod export;
pub mod extract;
pub mod gallery;
pub mod import;
pub mod info;
pub mod lint;
pub mod list;
pub mod manual;
pub mod map;
pub mod play;
pub mod room;
pub mod sheet;
pub mod testcard;

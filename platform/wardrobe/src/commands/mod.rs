//! The subcommands but `play`, `scene` and `testcard`: arguments of what the tools do, and how
//! their results are told. What may have findings gives whether all is well.

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

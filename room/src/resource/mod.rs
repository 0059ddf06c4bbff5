//! Game files: which files make a game, what its index says, and where in the data files a resource lies.
//!
//! [`find::games`] looks for games in a folder, [`GameFiles::open`] opens one and decides its [`crate::Dialect`]
//! from what the files hold (I3), [`GameFiles::from_memory`] one whose files are in memory, and [`GameFiles::load`] seeks and reads one resource. Nothing but the index is kept
//! in memory; the encryption (F1) is taken off what was read.
//!
//! Rules: I1..I8, N1..N6, F1..F4.

mod directory;
mod files;
pub mod find;
mod folder;
mod identify;
pub mod index;
mod kind;
mod naming;
mod position;
mod refine;
mod replace;
mod source;
mod stored;
pub mod write;
mod xor;

pub use directory::{Directory, Entry};
pub use files::{GameFiles, RawRoom};
pub use find::FoundGame;
pub use index::{Index, Object};
pub use kind::Kind;
pub use replace::ChangedFile;
pub use source::{Location, RawResource};
pub use xor::Xor;

//! Game files: the files of a game, the contents of its index, and the positions of resources in
//! the data files.
//!
//! [`games`] searches for games in a folder. [`GameFiles::open`] opens a game and determines its
//! [`crate::Dialect`] from the contents of the files (I3, I23), [`GameFiles::open_as`] opens a game
//! with properties that the caller specifies, [`GameFiles::from_memory`] opens a game whose files
//! are in memory, and [`GameFiles::from_partial`] opens a game whose files the caller reads in
//! parts. [`GameFiles::load`] finds and reads one resource. Only the index is kept in
//! memory; data is decrypted (F1) after it was read.
//!
//! Rules: I1..I8, I20..I38, N1a..N6, F1..F4, V1..V9, Q1..Q6.

#[cfg(feature = "archives")]
mod archive;
mod container;
mod disk;
mod files;
mod find;
mod folder;
mod identify;
mod index;
mod kind;
mod lpak;
mod naming;
mod on_disk;
mod open;
mod partial;
mod parts;
mod refused;
#[cfg(feature = "edit")]
mod replace;
mod source;
mod stored;

pub use files::{GameFiles, IMPORT_JOURNAL, IndexStamp, RawRoom};
pub use find::{ContainedFile, FoundGame, games, outermost};
pub use identify::{Given, Identity};
pub use index::{GlobalObject, Index};
pub use kind::{Directory, DirectoryEntry, ResourceKind};
pub use naming::{INDEX_NAMES, belongs, is_data};
pub use partial::{PartRequest, PartialFiles};
pub use refused::REFUSALS;
#[cfg(feature = "edit")]
pub use replace::ChangedFile;
#[cfg(feature = "edit")]
pub(crate) use source::Xor;
pub use source::{Location, RawResource};
pub use stored::{folder_of, open_file, read_file};

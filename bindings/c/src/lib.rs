//! The C interface. cbindgen generates `wardrobe.h` from this crate. The crate contains no
//! knowledge of formats: it checks the arguments, calls the libraries and converts the results.

mod actor;
mod apply;
mod border;
mod clip;
mod contents;
mod costume;
mod dialect;
mod draw;
mod game;
mod limbs;
mod operations;
mod seen;
mod sprites;
mod stage;

pub use actor::*;
pub use apply::*;
pub use border::*;
pub use clip::*;
pub use contents::*;
pub use costume::*;
pub use dialect::*;
pub use draw::*;
pub use game::*;
pub use limbs::*;
pub use operations::*;
pub use seen::*;
pub use sprites::*;
pub use stage::*;

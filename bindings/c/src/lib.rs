//! The border to C: `wardrobe.h` is made of it by cbindgen. It holds no knowledge of formats; it checks what C passes, calls the
//! libraries and says what came of it.

mod actor;
mod apply;
mod border;
mod costume;
mod dialect;
mod draw;
mod game;
mod limbs;
mod operations;
mod seen;
mod stage;

pub use actor::*;
pub use apply::*;
pub use border::*;
pub use costume::*;
pub use dialect::*;
pub use draw::*;
pub use game::*;
pub use limbs::*;
pub use operations::*;
pub use seen::*;
pub use stage::*;

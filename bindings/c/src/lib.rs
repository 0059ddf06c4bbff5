//! The border to C: `wardrobe.h` is made of it by cbindgen. It holds no knowledge of formats; it checks what C passes, calls the
//! libraries and says what came of it.
// Methods that return nothing stand as the value of `Ok`: a line an operation.
#![allow(clippy::unit_arg)]

/// A structure with the fields of another that have the same names.
macro_rules! same {
    ($from:expr => $kind:ident { $($field:ident)* } $($more:tt)*) => { $kind { $($field: $from.$field,)* $($more)* } };
}

mod actor;
mod border;
mod costume;
mod dialect;
mod draw;
mod game;
mod limbs;
pub mod operations;
mod seen;
mod stage;

pub use actor::*;
pub use border::*;
pub use costume::*;
pub use dialect::*;
pub use draw::*;
pub use game::*;
pub use limbs::*;
pub use seen::*;
pub use stage::*;

macro_rules! sized {
    ($($structure:ty)*) => {
        // SAFETY: each is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null.
        $(unsafe impl border::Sized32 for $structure {})*
    };
}

sized! { CAnimation CCel CCostumeInfo CDialectInfo CDialectSetup CDrawn CEvent CHost CLimbStates CLook CPicture CRoomInfo CRoomParts CTarget CView CWorld MaybeUninit<CDrawn> }

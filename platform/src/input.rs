//! What the user does, in words that no windowing library owns.

use glam::UVec2;

/// A key by its meaning in the user's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Key {
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Escape.
    Escape,
    /// Return or the keypad's Enter.
    Enter,
    /// Tabulator.
    Tab,
    /// Backspace.
    Backspace,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
    /// A function key, from 1.
    F(u8),
    /// A key that writes a character, unshifted and in lower case; the space bar is `' '`.
    Char(char),
}

/// A button of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Button {
    /// The left one, or a touch.
    Left,
    /// The right one.
    Right,
    /// The middle one.
    Middle,
}

/// Something the user did. Positions are pixels of the frame that was shown last; `None` is the border around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Input {
    /// The window was closed or the system asks to stop. [`run`](crate::run()) ends after handing it on.
    Quit,
    /// A key went down or up.
    Key {
        /// Which.
        key: Key,
        /// Down, else up.
        pressed: bool,
        /// It was down already: the system repeats it.
        repeat: bool,
        /// Shift was held.
        shift: bool,
    },
    /// The pointer was moved.
    PointerMoved {
        /// Where it is now.
        at: Option<UVec2>,
    },
    /// A button of the pointer went down or up.
    PointerButton {
        /// Which.
        button: Button,
        /// Down, else up.
        pressed: bool,
        /// Where.
        at: Option<UVec2>,
    },
}

impl Input {
    /// A key that went down, without shift: what most tests and scripts send.
    #[must_use]
    pub fn press(key: Key) -> Self {
        Self::Key { key, pressed: true, repeat: false, shift: false }
    }

    /// A left click that went down on a pixel.
    #[must_use]
    pub fn click(x: u32, y: u32) -> Self {
        Self::PointerButton { button: Button::Left, pressed: true, at: Some(UVec2::new(x, y)) }
    }
}

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

/// A button of a game controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PadButton {
    /// D-pad left.
    Left,
    /// D-pad right.
    Right,
    /// D-pad up.
    Up,
    /// D-pad down.
    Down,
    /// A: below on an Xbox controller.
    A,
    /// B: to the right on an Xbox controller.
    B,
    /// X: to the left on an Xbox controller.
    X,
    /// Y: above on an Xbox controller.
    Y,
    /// Start.
    Start,
    /// Select, or Back.
    Select,
    /// The left shoulder.
    LeftShoulder,
    /// The right shoulder.
    RightShoulder,
}

/// Something the user did. Positions are pixels of the frame that was shown last; `None` is the
/// border around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Input {
    /// The window was closed or the system asks to stop. [`run`](crate::run()) ends after handing
    /// it on.
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
    /// A button of a game controller that is neither pointer nor key went down or up.
    Pad {
        /// Which, by its letter.
        button: PadButton,
        /// Down, else up.
        pressed: bool,
    },
    /// Nothing is held any more: the window lost the focus, so that no key is heard to go up.
    Released,
    /// The window can't be seen, or the system is about to stop the program: what should last is to
    /// be saved.
    Suspended,
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
        Self::Key {
            key,
            pressed: true,
            repeat: false,
            shift: false,
        }
    }

    /// A left click that went down on a pixel.
    #[must_use]
    pub fn click(x: u32, y: u32) -> Self {
        Self::PointerButton {
            button: Button::Left,
            pressed: true,
            at: Some(UVec2::new(x, y)),
        }
    }
}

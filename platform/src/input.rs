//! Input of the user, independent of any windowing library.

use glam::UVec2;

/// A key, by its meaning in the user's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Key {
    /// The left arrow.
    Left,
    /// The right arrow.
    Right,
    /// The up arrow.
    Up,
    /// The down arrow.
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
    /// A function key, counted from 1.
    F(u8),
    /// A key that writes a character, unshifted and in lower case. The space bar is `' '`.
    Char(char),
}

/// A button of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Button {
    /// The left button, or a touch.
    Left,
    /// The right button.
    Right,
    /// The middle button.
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
    /// The left shoulder button.
    LeftShoulder,
    /// The right shoulder button.
    RightShoulder,
}

/// An action of the user. Positions are pixels of the frame that was shown last; `None` is the
/// border around the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Input {
    /// The window was closed, or the system asks the program to stop. [`run`](crate::run()) ends
    /// after passing it on.
    Quit,
    /// A key went down or up.
    Key {
        /// The key.
        key: Key,
        /// True if the key went down, false if it went up.
        pressed: bool,
        /// Whether the system repeats a key that is held.
        repeat: bool,
        /// Whether Shift was held.
        shift: bool,
    },
    /// A button of a game controller that does not act as pointer or key went down or up.
    Pad {
        /// The button, by its letter.
        button: PadButton,
        /// True if the button went down, false if it went up.
        pressed: bool,
    },
    /// All keys and buttons count as released, because the window has lost the focus and the system
    /// no longer reports releases.
    Released,
    /// The window became invisible, or the system is about to stop the program. The program should
    /// save its state.
    Suspended,
    /// The user changed the size of the window, which is neither maximised nor fills the screen.
    Resized {
        /// The new size, in the units of [`WindowSettings::size`](crate::WindowSettings).
        size: UVec2,
    },
    /// The next inputs come from another device than those before.
    Device(InputDevice),
    /// The pointer was moved.
    PointerMoved {
        /// The new position on the frame; `None` beside the frame.
        at: Option<UVec2>,
        /// The new position on the overlay, whether the app has an overlay at the moment or not.
        overlay: Option<UVec2>,
    },
    /// A button of the pointer went down or up.
    PointerButton {
        /// The button.
        button: Button,
        /// True if the button went down, false if it went up.
        pressed: bool,
        /// The position of the pointer on the frame; `None` beside the frame.
        at: Option<UVec2>,
        /// The position of the pointer on the overlay.
        overlay: Option<UVec2>,
    },
}

/// A kind of device that the user operates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputDevice {
    /// The keyboard or the mouse.
    Keyboard,
    /// A game controller.
    Pad,
}

impl Input {
    /// Creates the input of a key that went down without Shift. Most tests and scripts send this.
    #[must_use]
    pub fn press(key: Key) -> Self {
        Self::Key {
            key,
            pressed: true,
            repeat: false,
            shift: false,
        }
    }

    /// Creates the input of the left button going down on a pixel.
    #[must_use]
    pub fn click(x: u32, y: u32) -> Self {
        Self::PointerButton {
            button: Button::Left,
            pressed: true,
            at: Some(UVec2::new(x, y)),
            overlay: None,
        }
    }
}

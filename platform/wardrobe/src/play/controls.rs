//! What keys and buttons do while something is played: one table for playing, for the help and for the manual.

use glam::{IVec2, UVec2};
use scumm_platform::{Button, Input, Key};

/// Something the player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Walk to a pixel of the screen.
    WalkTo(UVec2),
    /// Turn towards a pixel of the screen.
    FaceTo(UVec2),
    /// Walk in a direction for as long as it is held.
    Steer {
        /// One of the four unit vectors.
        direction: IVec2,
        /// Begin, else end.
        held: bool,
    },
    /// Turn by one facing, clockwise where positive.
    Turn(i32),
    /// Start or stop talking.
    Talk,
    /// Begin the actor's gesture, or end it.
    Gesture,
    /// Draw the actor through the shadow table, or as it is.
    Shadow,
    /// Lead this actor of the cast, from 0.
    Lead(usize),
    /// Start the next animation, or the one before.
    Animation(i32),
    /// Wear the next costume, or the one before.
    Costume(i32),
    /// Go to the next room, or the one before.
    Room(i32),
    /// Stop time, or let it run on.
    Pause,
    /// One frame, then stop.
    Step,
    /// Show or hide boxes, bounds and limbs.
    Overlay,
    /// The next way to fill the window.
    Scale,
    /// The whole screen, or back.
    Fullscreen,
    /// End.
    Quit,
}

/// A key with what it does, alone and with Shift.
pub struct Binding {
    /// The key.
    key: Key,
    /// Its name for people.
    name: &'static str,
    /// What it does.
    plain: Action,
    /// What it does with Shift.
    shifted: Action,
    /// What it does, in words.
    what: &'static str,
}

const fn key(key: Key, name: &'static str, action: Action, what: &'static str) -> Binding {
    Binding { key, name, plain: action, shifted: action, what }
}

const fn pair(letter: char, name: &'static str, plain: Action, shifted: Action, what: &'static str) -> Binding {
    Binding { key: Key::Char(letter), name, plain, shifted, what }
}

/// The keys that act once when they go down. The arrows and the pointer are apart.
pub const BINDINGS: [Binding; 14] = [
    pair('f', "F", Action::Turn(1), Action::Turn(-1), "turn clockwise (Shift: the other way)"),
    key(Key::Char('t'), "T", Action::Talk, "talk, stop talking"),
    key(Key::Char('g'), "G", Action::Gesture, "the actor's gesture, where the cast has one"),
    key(Key::Char('s'), "S", Action::Shadow, "draw the actor as a shadow, or as it is (v5, v6)"),
    pair('a', "A", Action::Animation(1), Action::Animation(-1), "next animation of the costume (Shift: previous)"),
    pair('c', "C", Action::Costume(1), Action::Costume(-1), "next costume (Shift: previous)"),
    pair('r', "R", Action::Room(1), Action::Room(-1), "next room (Shift: previous)"),
    key(Key::Char(' '), "Space", Action::Pause, "pause, go on"),
    key(Key::Char('.'), ".", Action::Step, "one frame, then pause"),
    key(Key::F(1), "F1", Action::Overlay, "show walk boxes, bounds and limb states"),
    key(Key::F(10), "F10", Action::Scale, "next way to fill the window"),
    key(Key::F(11), "F11", Action::Fullscreen, "whole screen, window (also Alt+Enter)"),
    key(Key::Escape, "Esc", Action::Quit, "quit"),
    key(Key::Char('q'), "Q", Action::Quit, "quit"),
];

/// What pointer and arrows do, in the same form as the table.
const OTHERS: [(&str, &str); 4] = [
    ("Left click", "walk there"),
    ("Right click", "turn towards there"),
    ("Arrows", "walk that way while held"),
    ("1 to 9", "lead this actor of the cast"),
];

/// All controls with what they do, for people to read.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    OTHERS.into_iter().chain(BINDINGS.iter().map(|b| (b.name, b.what)))
}

/// The help's list of controls.
pub fn help() -> String {
    let lines: Vec<String> = all().map(|(name, what)| format!("  {name:<12} {what}")).collect();
    format!("Controls:\n{}", lines.join("\n"))
}

/// What an input asks for.
pub fn action(input: Input) -> Option<Action> {
    match input {
        Input::Quit => Some(Action::Quit),
        Input::PointerButton { button: Button::Left, pressed: true, at: Some(at) } => Some(Action::WalkTo(at)),
        Input::PointerButton { button: Button::Right, pressed: true, at: Some(at) } => Some(Action::FaceTo(at)),
        Input::Key { repeat: true, .. } => None,
        Input::Key { key, pressed, shift, .. } => match arrow(key) {
            Some(direction) => Some(Action::Steer { direction, held: pressed }),
            None if pressed => match number(key) {
                Some(number) => Some(Action::Lead(number)),
                None => {
                    let binding = BINDINGS.iter().find(|b| b.key == key)?;
                    Some(if shift { binding.shifted } else { binding.plain })
                }
            },
            None => None,
        },
        _ => None,
    }
}

/// The keys 1 to 9, from 0.
fn number(key: Key) -> Option<usize> {
    let Key::Char(letter) = key else { return None };
    let digit = letter.to_digit(10)?.checked_sub(1)?;
    usize::try_from(digit).ok()
}

fn arrow(key: Key) -> Option<IVec2> {
    match key {
        Key::Left => Some(IVec2::NEG_X),
        Key::Right => Some(IVec2::X),
        Key::Up => Some(IVec2::NEG_Y),
        Key::Down => Some(IVec2::Y),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_bound_once() {
        for (i, a) in BINDINGS.iter().enumerate() {
            assert!(BINDINGS.iter().skip(i + 1).all(|b| b.key != a.key), "{} is bound twice", a.name);
            assert_eq!(action(Input::press(a.key)), Some(a.plain));
        }
    }

    #[test]
    fn shift_turns_the_meaning_round() {
        let shifted = Input::Key { key: Key::Char('c'), pressed: true, repeat: false, shift: true };
        assert_eq!(action(shifted), Some(Action::Costume(-1)));
    }

    #[test]
    fn a_held_key_acts_once_and_an_arrow_until_it_is_released() {
        let right = |pressed, repeat| Input::Key { key: Key::Right, pressed, repeat, shift: false };
        assert_eq!(action(right(true, false)), Some(Action::Steer { direction: IVec2::X, held: true }));
        assert_eq!(action(right(true, true)), None);
        assert_eq!(action(right(false, false)), Some(Action::Steer { direction: IVec2::X, held: false }));
        let released = Input::Key { key: Key::Char(' '), pressed: false, repeat: false, shift: false };
        assert_eq!(action(released), None);
    }

    #[test]
    fn numbers_name_actors_from_one() {
        assert_eq!(action(Input::press(Key::Char('1'))), Some(Action::Lead(0)));
        assert_eq!(action(Input::press(Key::Char('9'))), Some(Action::Lead(8)));
        assert_eq!(action(Input::press(Key::Char('0'))), None);
    }

    #[test]
    fn clicks_on_the_border_do_nothing() {
        let click = Input::PointerButton { button: Button::Left, pressed: true, at: None };
        assert_eq!(action(click), None);
        assert_eq!(action(Input::click(3, 4)), Some(Action::WalkTo(UVec2::new(3, 4))));
    }

    #[test]
    fn the_help_names_every_key() {
        let help = help();
        assert!(all().all(|(name, what)| help.contains(name) && help.contains(what)));
    }

    #[test]
    fn the_manual_lists_the_same_controls() {
        let manual = include_str!("../../../../docs/cli.md");
        for (name, what) in all().filter(|(name, _)| !["Esc", "Q"].contains(name)) {
            assert!(manual.contains(&format!("| {name} | {what} |")), "{name}: {what}");
        }
        assert!(manual.contains("| Esc, Q | quit |"));
    }
}

//! What keys and buttons do while something is played: one table for playing, for the help and for the manual.

use glam::{IVec2, UVec2};
use scumm_platform::{Button, Input, Key, PadButton};

use super::layers::Layer;

/// Something the player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Walk to a pixel of the screen, and use the object there.
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
    /// Lead the next actor of the cast, or the one before.
    LeadNext(i32),
    /// Start the next animation, or the one before.
    Animation(i32),
    /// Wear the next costume, or the one before.
    Costume(i32),
    /// Go to the next room, or the one before.
    Room(i32),
    /// Stop time, or let it run on.
    Pause,
    /// One frame forward, or back where negative; then stop.
    Step(i32),
    /// Let time go slower, or faster where negative.
    Slower(i32),
    /// Show something over the picture, or hide it.
    Layer(Layer),
    /// Keep the picture as a file.
    Screenshot,
    /// Begin to record a scene, or end and keep it.
    Record,
    /// Open the menu, or close it.
    Menu,
    /// Open the help, or close it.
    Help,
    /// The next way to fill the window.
    Scale,
    /// The whole screen, or back.
    Fullscreen,
    /// The letters of game controllers change places.
    Buttons,
    /// End.
    Quit,
}

impl Action {
    /// Whether it is done in the play, so that it belongs to the past that is gone back over.
    pub fn is_of_the_play(self) -> bool {
        matches!(
            self,
            Self::WalkTo(_)
                | Self::FaceTo(_)
                | Self::Steer { .. }
                | Self::Turn(_)
                | Self::Talk
                | Self::Gesture
                | Self::Shadow
                | Self::Lead(_)
                | Self::LeadNext(_)
                | Self::Animation(_)
                | Self::Costume(_)
                | Self::Room(_)
        )
    }
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
pub const BINDINGS: [Binding; 25] = [
    pair('f', "F", Action::Turn(1), Action::Turn(-1), "turn clockwise (Shift: the other way)"),
    key(Key::Char('t'), "T", Action::Talk, "talk, stop talking"),
    key(Key::Char('g'), "G", Action::Gesture, "the actor's gesture, where the cast has one"),
    key(Key::Char('s'), "S", Action::Shadow, "draw the actor as a shadow, or as it is (v5, v6)"),
    pair('a', "A", Action::Animation(1), Action::Animation(-1), "next animation of the costume (Shift: previous)"),
    pair('c', "C", Action::Costume(1), Action::Costume(-1), "next costume (Shift: previous)"),
    pair('r', "R", Action::Room(1), Action::Room(-1), "next room (Shift: previous)"),
    key(Key::Char(' '), "Space", Action::Pause, "pause, go on"),
    key(Key::Char('.'), ".", Action::Step(1), "one frame forward, then pause"),
    key(Key::Char(','), ",", Action::Step(-1), "one frame back, then pause"),
    key(Key::Char('-'), "-", Action::Slower(1), "slower: a half, a quarter, an eighth"),
    key(Key::Char('+'), "+", Action::Slower(-1), "faster again (also =)"),
    key(Key::F(1), "F1", Action::Layer(Layer::Boxes), "show walk boxes"),
    key(Key::F(2), "F2", Action::Layer(Layer::Planes), "show z-planes"),
    key(Key::F(3), "F3", Action::Layer(Layer::Limbs), "show limb states"),
    key(Key::F(4), "F4", Action::Layer(Layer::Bounds), "show the actor's bounds"),
    key(Key::F(5), "F5", Action::Layer(Layer::Palette), "show the palette"),
    key(Key::F(9), "F9", Action::Record, "record a scene from the play's beginning, end and keep it"),
    key(Key::F(10), "F10", Action::Scale, "next way to fill the window"),
    key(Key::F(11), "F11", Action::Fullscreen, "whole screen, window (also Alt+Enter)"),
    key(Key::F(12), "F12", Action::Screenshot, "keep the picture as an indexed PNG"),
    key(Key::Tab, "Tab", Action::Menu, "menu: all of this and the settings"),
    key(Key::Char('h'), "H", Action::Help, "help"),
    key(Key::Escape, "Esc", Action::Quit, "quit; close the menu or the help"),
    key(Key::Char('q'), "Q", Action::Quit, "quit"),
];

/// Keys that mean the same as another.
const SAME: [(Key, Key); 2] = [(Key::Char('='), Key::Char('+')), (Key::Char('m'), Key::Tab)];

/// The buttons of a game controller that act once when they go down. The D-pad and the stick move the pointer, A and B click.
const PAD: [(PadButton, Action); 4] = [
    (PadButton::Start, Action::Menu),
    (PadButton::Select, Action::Pause),
    (PadButton::Y, Action::Talk),
    (PadButton::RightShoulder, Action::Animation(1)),
];

/// What pointer and arrows do, in the same form as the table.
const OTHERS: [(&str, &str); 11] = [
    ("Left click", "walk there, use what is there (also a touch)"),
    ("Right click", "turn towards there (also a second finger)"),
    ("Arrows", "walk that way while held"),
    ("1 to 9", "lead this actor of the cast"),
    ("Pad D-pad, stick", "move the pointer, ever faster"),
    ("Pad A, B", "left click, right click"),
    ("Pad X, L1", "slow pointer while held"),
    ("Pad Start", "menu: the D-pad chooses, A does it, B closes (also three fingers)"),
    ("Pad Select", "pause, go on"),
    ("Pad Y", "talk, stop talking"),
    ("Pad R1", "next animation of the costume"),
];

/// All controls with what they do, for people to read.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    OTHERS.into_iter().chain(BINDINGS.iter().map(|b| (b.name, b.what)))
}

/// The help's list of controls.
pub fn help() -> String {
    let lines: Vec<String> = all().map(|(name, what)| format!("  {name:<17} {what}")).collect();
    format!("Controls:\n{}", lines.join("\n"))
}

/// What an input asks for.
pub fn action(input: Input) -> Option<Action> {
    match input {
        Input::Quit => Some(Action::Quit),
        Input::PointerButton { button: Button::Left, pressed: true, at: Some(at) } => Some(Action::WalkTo(at)),
        Input::PointerButton { button: Button::Right, pressed: true, at: Some(at) } => Some(Action::FaceTo(at)),
        Input::Pad { button, pressed: true } => PAD.iter().find(|(b, _)| *b == button).map(|(_, action)| *action),
        Input::Key { repeat: true, .. } => None,
        Input::Key { key, pressed, shift, .. } => match arrow(key) {
            Some(direction) => Some(Action::Steer { direction, held: pressed }),
            None if pressed => match number(key) {
                Some(number) => Some(Action::Lead(number)),
                None => {
                    let key = SAME.iter().find(|(same, _)| *same == key).map_or(key, |(_, key)| *key);
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
    fn a_controllers_start_opens_the_menu() {
        let start = |pressed| Input::Pad { button: PadButton::Start, pressed };
        assert_eq!((action(start(true)), action(start(false))), (Some(Action::Menu), None));
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
        for (name, what) in all() {
            assert!(manual.contains(&format!("| {name} | {what} |")), "{name}: {what}");
        }
    }
}

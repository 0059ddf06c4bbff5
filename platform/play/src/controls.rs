//! What keys and buttons do while something is played or a scene is watched: one table for doing
//! it, for the help and for the manual.

use glam::{IVec2, UVec2};
use scumm_platform::{Button, Input, Key, PadButton};

use super::overlay::Layers;

/// What is controlled. A key means the same in both, or counts in one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// A room that is played in.
    #[default]
    Play,
    /// A scene that is watched.
    Scene,
}

/// Something the player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Something that is done in the play.
    Do(WorldCommand),
    /// Stop time, or let it run on.
    Pause,
    /// One frame forward, or back where negative; then stop.
    Step(i32),
    /// Let time go slower, or faster where negative.
    Slower(i32),
    /// Show something over the picture, or hide it.
    Layer(Layers),
    /// Keep the picture as a file.
    Screenshot,
    /// Begin to record a scene, or end and keep it.
    Record,
    /// Begin the play anew, as if there were no session.
    Anew,
    /// Choose another game.
    Games,
    /// Show the test card.
    TestCard,
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
    /// Something that only a scene has that is watched.
    Watch(Watch),
    /// End.
    Quit,
}

/// What is done in the play, so that it belongs to the past that is gone back over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldCommand {
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
}

/// What else is asked for while a scene is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// So many frames forward, or back where negative.
    Skip(i32),
    /// Go to the first frame.
    First,
    /// Go to the last frame.
    Last,
    /// Go to the first difference.
    Difference,
    /// Show what is expected beside what is drawn, or hide it.
    Beside,
    /// Show the layers of the next actor, or the one before.
    Actor(i32),
    /// Another digit of a frame's number.
    Digit(u8),
    /// Take the last digit away.
    Erase,
    /// Go to the frame whose number was typed.
    Go,
    /// Go to the frame under a pixel of the screen, where that is on the bar.
    Point(UVec2),
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
    /// Where it counts.
    scopes: &'static [Scope],
}

const PLAY: &[Scope] = &[Scope::Play];
const SCENE: &[Scope] = &[Scope::Scene];
const BOTH: &[Scope] = &[Scope::Play, Scope::Scene];

const fn key(
    key: Key,
    name: &'static str,
    action: Action,
    what: &'static str,
    scopes: &'static [Scope],
) -> Binding {
    Binding {
        key,
        name,
        plain: action,
        shifted: action,
        what,
        scopes,
    }
}

const fn pair(
    letter: char,
    name: &'static str,
    plain: WorldCommand,
    shifted: WorldCommand,
    what: &'static str,
) -> Binding {
    Binding {
        key: Key::Char(letter),
        name,
        plain: Action::Do(plain),
        shifted: Action::Do(shifted),
        what,
        scopes: PLAY,
    }
}

const fn watch(
    key: Key,
    name: &'static str,
    plain: Watch,
    shifted: Watch,
    what: &'static str,
) -> Binding {
    Binding {
        key,
        name,
        plain: Action::Watch(plain),
        shifted: Action::Watch(shifted),
        what,
        scopes: SCENE,
    }
}

/// The keys that act when they go down. Playing has the arrows and the pointer besides.
const BINDINGS: [Binding; 37] = [
    pair(
        'r',
        "R",
        WorldCommand::Room(1),
        WorldCommand::Room(-1),
        "next room (Shift: previous)",
    ),
    pair(
        'c',
        "C",
        WorldCommand::Costume(1),
        WorldCommand::Costume(-1),
        "next costume (Shift: previous)",
    ),
    pair(
        'a',
        "A",
        WorldCommand::Animation(1),
        WorldCommand::Animation(-1),
        "next animation (Shift: previous)",
    ),
    pair(
        'f',
        "F",
        WorldCommand::Turn(1),
        WorldCommand::Turn(-1),
        "turn (Shift: the other way)",
    ),
    key(
        Key::Char('t'),
        "T",
        Action::Do(WorldCommand::Talk),
        "talk, stop talking",
        PLAY,
    ),
    key(
        Key::Char('g'),
        "G",
        Action::Do(WorldCommand::Gesture),
        "gesture, where there is one",
        PLAY,
    ),
    key(
        Key::Char('s'),
        "S",
        Action::Do(WorldCommand::Shadow),
        "shadow on, off (v5, v6)",
        PLAY,
    ),
    key(Key::Char(' '), "Space", Action::Pause, "pause, go on", BOTH),
    key(
        Key::Char('.'),
        ".",
        Action::Step(1),
        "a frame on, then pause",
        BOTH,
    ),
    key(
        Key::Char(','),
        ",",
        Action::Step(-1),
        "a frame back, then pause",
        BOTH,
    ),
    watch(
        Key::Right,
        "Right",
        Watch::Skip(1),
        Watch::Skip(10),
        "one frame forward (Shift: ten)",
    ),
    watch(
        Key::Left,
        "Left",
        Watch::Skip(-1),
        Watch::Skip(-10),
        "one frame back (Shift: ten)",
    ),
    watch(
        Key::PageDown,
        "Page down",
        Watch::Skip(100),
        Watch::Skip(1000),
        "100 frames forward (Shift: 1000)",
    ),
    watch(
        Key::PageUp,
        "Page up",
        Watch::Skip(-100),
        Watch::Skip(-1000),
        "100 frames back (Shift: 1000)",
    ),
    watch(
        Key::Home,
        "Home",
        Watch::First,
        Watch::First,
        "the first frame",
    ),
    watch(Key::End, "End", Watch::Last, Watch::Last, "the last frame"),
    watch(
        Key::Enter,
        "Enter",
        Watch::Go,
        Watch::Go,
        "the frame whose number was typed",
    ),
    watch(
        Key::Backspace,
        "Backspace",
        Watch::Erase,
        Watch::Erase,
        "take the last digit away",
    ),
    watch(
        Key::Char('d'),
        "D",
        Watch::Difference,
        Watch::Difference,
        "the first difference from what is stored",
    ),
    watch(
        Key::Char('e'),
        "E",
        Watch::Beside,
        Watch::Beside,
        "expected picture beside the drawn one, or not",
    ),
    watch(
        Key::Char('n'),
        "N",
        Watch::Actor(1),
        Watch::Actor(-1),
        "layers of the next actor (Shift: previous)",
    ),
    key(
        Key::Char('-'),
        "-",
        Action::Slower(1),
        "slower: 1/2, 1/4, 1/8",
        BOTH,
    ),
    key(
        Key::Char('+'),
        "+",
        Action::Slower(-1),
        "faster again (also =)",
        PLAY,
    ),
    key(
        Key::Char('+'),
        "+",
        Action::Slower(-1),
        "faster: up to 16 times (=)",
        SCENE,
    ),
    key(
        Key::F(1),
        "F1",
        Action::Layer(Layers::BOXES),
        "show walk boxes",
        BOTH,
    ),
    key(
        Key::F(2),
        "F2",
        Action::Layer(Layers::PLANES),
        "show z-planes",
        BOTH,
    ),
    key(
        Key::F(3),
        "F3",
        Action::Layer(Layers::LIMBS),
        "show limb states",
        BOTH,
    ),
    key(
        Key::F(4),
        "F4",
        Action::Layer(Layers::BOUNDS),
        "show the actor's bounds",
        BOTH,
    ),
    key(
        Key::F(5),
        "F5",
        Action::Layer(Layers::PALETTE),
        "show the palette",
        BOTH,
    ),
    key(
        Key::F(9),
        "F9",
        Action::Record,
        "record a scene; keep it",
        PLAY,
    ),
    key(
        Key::F(10),
        "F10",
        Action::Scale,
        "next way to fill the window",
        BOTH,
    ),
    key(
        Key::F(11),
        "F11",
        Action::Fullscreen,
        "whole screen (Alt+Enter)",
        BOTH,
    ),
    key(
        Key::F(12),
        "F12",
        Action::Screenshot,
        "keep the picture as a PNG",
        BOTH,
    ),
    key(
        Key::Tab,
        "Tab",
        Action::Menu,
        "menu: settings and all keys",
        PLAY,
    ),
    key(Key::Char('h'), "H", Action::Help, "help", BOTH),
    key(
        Key::Escape,
        "Esc",
        Action::Quit,
        "quit; close menu, help",
        BOTH,
    ),
    key(Key::Char('q'), "Q", Action::Quit, "quit", BOTH),
];

/// How many of them people are told of before all else: those for rooms and costumes.
const FIRST: usize = 3;

/// Keys that mean the same as another.
const SAME: [(Key, Key); 2] = [(Key::Char('='), Key::Char('+')), (Key::Char('m'), Key::Tab)];

/// The buttons of a game controller that act once when they go down, with their names and what they
/// do in words. The D-pad and the stick move the pointer, A and B click; while a scene is watched,
/// they are the arrows, Enter and Escape.
const PAD: [(PadButton, Action, &[Scope], &str, &str); 6] = [
    (
        PadButton::Start,
        Action::Menu,
        PLAY,
        "Pad Start",
        "menu (also three fingers)",
    ),
    (PadButton::Start, Action::Help, SCENE, "Pad Start", "help"),
    (
        PadButton::Select,
        Action::Pause,
        BOTH,
        "Pad Select",
        "pause, go on",
    ),
    (
        PadButton::Y,
        Action::Do(WorldCommand::Talk),
        PLAY,
        "Pad Y",
        "talk, stop talking",
    ),
    (
        PadButton::Y,
        Action::Watch(Watch::Difference),
        SCENE,
        "Pad Y",
        "the first difference from what is stored",
    ),
    (
        PadButton::RightShoulder,
        Action::Do(WorldCommand::Animation(1)),
        PLAY,
        "Pad R1",
        "next animation",
    ),
];

/// What pointer and arrows do while one plays, in the same form as the table.
const OTHERS: [(&str, &str); 7] = [
    ("Left click", "walk there, use it (touch)"),
    ("Right click", "turn there (second finger)"),
    ("Arrows", "walk that way while held"),
    ("1 to 9", "lead this actor of the cast"),
    ("Pad D-pad, stick", "move the pointer, ever faster"),
    ("Pad A, B", "left click, right click"),
    ("Pad X, L1", "slow pointer while held"),
];

/// The same while a scene is watched.
const OTHERS_OF_SCENES: [(&str, &str); 3] = [
    ("0 to 9", "type a frame's number, then Enter"),
    ("Left click", "on the bar: that frame"),
    ("Pad D-pad", "one frame forward, back"),
];

/// All controls with what they do, for people to read.
pub fn all(scope: Scope) -> impl Iterator<Item = (&'static str, &'static str)> {
    let others = if scope == Scope::Play {
        OTHERS.as_slice()
    } else {
        &OTHERS_OF_SCENES
    };
    let keys = move |bindings: &'static [Binding]| {
        bindings
            .iter()
            .filter(move |b| b.scopes.contains(&scope))
            .map(|b| (b.name, b.what))
    };
    let (first, more) = BINDINGS.split_at(FIRST);
    let pads = PAD
        .iter()
        .filter(move |(_, _, scopes, ..)| scopes.contains(&scope))
        .map(|(.., name, what)| (*name, *what));
    keys(first)
        .chain(others.iter().copied())
        .chain(pads)
        .chain(keys(more))
}

/// The help's list of controls.
pub fn help(scope: Scope) -> String {
    let lines: Vec<String> = all(scope)
        .map(|(name, what)| format!("  {name:<17} {what}"))
        .collect();
    format!("Controls:\n{}", lines.join("\n"))
}

/// What an input asks for.
pub fn action(scope: Scope, input: Input) -> Option<Action> {
    let click = |at| {
        if scope == Scope::Play {
            Action::Do(WorldCommand::WalkTo(at))
        } else {
            Action::Watch(Watch::Point(at))
        }
    };
    match input {
        Input::Quit => Some(Action::Quit),
        Input::PointerButton {
            button: Button::Left,
            pressed: true,
            at: Some(at),
        } => Some(click(at)),
        Input::PointerButton {
            button: Button::Right,
            pressed: true,
            at: Some(at),
        } if scope == Scope::Play => Some(Action::Do(WorldCommand::FaceTo(at))),
        Input::Pad {
            button,
            pressed: true,
        } => PAD
            .iter()
            .find(|(b, _, scopes, ..)| *b == button && scopes.contains(&scope))
            .map(|(_, action, ..)| *action),
        Input::Key {
            key,
            pressed,
            repeat,
            shift,
        } => match (scope, arrow(key), digit(key)) {
            (Scope::Play, Some(direction), _) if !repeat => Some(Action::Do(WorldCommand::Steer {
                direction,
                held: pressed,
            })),
            (Scope::Play, Some(_), _) => None,
            _ if !pressed => None,
            (Scope::Play, _, Some(digit @ 1..)) if !repeat => {
                Some(Action::Do(WorldCommand::Lead(usize::from(digit - 1))))
            }
            (Scope::Scene, _, Some(digit)) => Some(Action::Watch(Watch::Digit(digit))),
            // A held key goes on skipping and erasing.
            _ => bound(scope, key, shift).filter(|action| {
                !repeat || matches!(action, Action::Watch(Watch::Skip(_) | Watch::Erase))
            }),
        },
        _ => None,
    }
}

/// What a key of the table does.
fn bound(scope: Scope, key: Key, shift: bool) -> Option<Action> {
    let key = SAME
        .iter()
        .find(|(same, _)| *same == key)
        .map_or(key, |(_, key)| *key);
    let binding = BINDINGS
        .iter()
        .find(|b| b.key == key && b.scopes.contains(&scope))?;
    Some(if shift {
        binding.shifted
    } else {
        binding.plain
    })
}

/// The keys 0 to 9.
fn digit(key: Key) -> Option<u8> {
    let Key::Char(letter) = key else { return None };
    u8::try_from(letter.to_digit(10)?).ok()
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
        for scope in [Scope::Play, Scope::Scene] {
            let bindings: Vec<&Binding> = BINDINGS
                .iter()
                .filter(|b| b.scopes.contains(&scope))
                .collect();
            for (i, a) in bindings.iter().enumerate() {
                assert!(
                    bindings.iter().skip(i + 1).all(|b| b.key != a.key),
                    "{} is bound twice",
                    a.name
                );
                assert_eq!(action(scope, Input::press(a.key)), Some(a.plain));
            }
        }
    }

    #[test]
    fn shift_turns_the_meaning_round() {
        let shifted = Input::Key {
            key: Key::Char('c'),
            pressed: true,
            repeat: false,
            shift: true,
        };
        assert_eq!(
            action(Scope::Play, shifted),
            Some(Action::Do(WorldCommand::Costume(-1)))
        );
    }

    #[test]
    fn a_held_key_acts_once_and_an_arrow_until_it_is_released() {
        let right = |pressed, repeat| Input::Key {
            key: Key::Right,
            pressed,
            repeat,
            shift: false,
        };
        assert_eq!(
            action(Scope::Play, right(true, false)),
            Some(Action::Do(WorldCommand::Steer {
                direction: IVec2::X,
                held: true
            }))
        );
        assert_eq!(action(Scope::Play, right(true, true)), None);
        assert_eq!(
            action(Scope::Play, right(false, false)),
            Some(Action::Do(WorldCommand::Steer {
                direction: IVec2::X,
                held: false
            }))
        );
        let released = Input::Key {
            key: Key::Char(' '),
            pressed: false,
            repeat: false,
            shift: false,
        };
        assert_eq!(action(Scope::Play, released), None);
    }

    #[test]
    fn numbers_name_actors_from_one() {
        assert_eq!(
            action(Scope::Play, Input::press(Key::Char('1'))),
            Some(Action::Do(WorldCommand::Lead(0)))
        );
        assert_eq!(
            action(Scope::Play, Input::press(Key::Char('9'))),
            Some(Action::Do(WorldCommand::Lead(8)))
        );
        assert_eq!(action(Scope::Play, Input::press(Key::Char('0'))), None);
    }

    #[test]
    fn a_controllers_start_opens_the_menu() {
        let start = |pressed| Input::Pad {
            button: PadButton::Start,
            pressed,
        };
        assert_eq!(
            (
                action(Scope::Play, start(true)),
                action(Scope::Play, start(false))
            ),
            (Some(Action::Menu), None)
        );
    }

    #[test]
    fn clicks_on_the_border_do_nothing() {
        let click = Input::PointerButton {
            button: Button::Left,
            pressed: true,
            at: None,
        };
        assert_eq!(action(Scope::Play, click), None);
        assert_eq!(
            action(Scope::Play, Input::click(3, 4)),
            Some(Action::Do(WorldCommand::WalkTo(UVec2::new(3, 4))))
        );
    }

    #[test]
    fn a_scene_is_gone_through_with_held_keys_and_typed_numbers() {
        let action = |input| action(Scope::Scene, input);
        let right = |repeat, shift| Input::Key {
            key: Key::Right,
            pressed: true,
            repeat,
            shift,
        };
        assert_eq!(
            action(right(true, false)),
            Some(Action::Watch(Watch::Skip(1)))
        );
        assert_eq!(
            action(right(false, true)),
            Some(Action::Watch(Watch::Skip(10)))
        );
        assert_eq!(
            action(Input::press(Key::Char('0'))),
            Some(Action::Watch(Watch::Digit(0)))
        );
        assert_eq!(action(Input::press(Key::Char('t'))), None, "nobody talks");
        let space = Input::Key {
            key: Key::Char(' '),
            pressed: true,
            repeat: true,
            shift: false,
        };
        assert_eq!(action(space), None);
        assert_eq!(
            action(Input::click(3, 4)),
            Some(Action::Watch(Watch::Point(UVec2::new(3, 4))))
        );
    }

    #[test]
    fn the_help_names_every_key() {
        for scope in [Scope::Play, Scope::Scene] {
            let help = help(scope);
            assert!(all(scope).all(|(name, what)| help.contains(name) && help.contains(what)));
        }
    }

    #[test]
    fn the_manual_lists_the_same_controls() {
        let (cli, scenes) = (
            include_str!("../../../docs/cli.md"),
            include_str!("../../../docs/scenes.md"),
        );
        for (scope, manual) in [(Scope::Play, cli), (Scope::Scene, scenes)] {
            for (name, what) in all(scope) {
                assert!(
                    manual.contains(&format!("| {name} | {what} |")),
                    "{name}: {what}"
                );
            }
        }
    }
}

//! The keys and buttons of the player and of the scene viewer: one table for the actions, the help
//! and the manual.

use glam::{IVec2, UVec2};
use scumm_platform::{Button, Input, InputDevice, Key, PadButton};

use crate::screen::Layers;

/// The part of the program that the keys control. A key has the same meaning in both parts, or
/// applies to only one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Playing in a room.
    #[default]
    Play,
    /// Watching a scene.
    Scene,
}

/// An action that the user requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserAction {
    /// Perform a command in the game world.
    Do(WorldCommand),
    /// Pause time, or let it continue.
    Pause,
    /// Pause, and go this number of frames forward, or back if negative.
    Step(i32),
    /// Slow time down, or speed it up if negative.
    Slower(i32),
    /// Show or hide a layer over the picture.
    Layer(Layers),
    /// Select the next limb, or the previous one if negative.
    Limb(i32),
    /// Hide or show the selected limb.
    HideLimb,
    /// Show all limbs.
    ShowLimbs,
    /// Save the picture as a file.
    Screenshot,
    /// Save the frames of the last seconds as an animation.
    LastSeconds,
    /// Start to record a scene, or stop and save it.
    Record,
    /// Restart without the saved session.
    Anew,
    /// Choose another game.
    Games,
    /// Show the test card.
    TestCard,
    /// Open or close the menu.
    Menu,
    /// Open or close the help.
    Help,
    /// Change to the next scale mode.
    Scale,
    /// Switch full screen on or off.
    Fullscreen,
    /// Change which buttons of a game controller are called A, B, X and Y.
    Buttons,
    /// An action that exists only for a scene.
    Watch(Watch),
    /// End the program.
    Quit,
}

/// A command in the game world. It is part of the history that can be rewound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldCommand {
    /// Walk to a pixel of the screen, and use the object there.
    WalkTo(UVec2),
    /// Turn towards a pixel of the screen.
    FaceTo(UVec2),
    /// Walk in a direction while the user holds its arrow key.
    Steer {
        /// One of the four unit vectors.
        direction: IVec2,
        /// Whether to start or to stop.
        held: bool,
    },
    /// Turn by one direction, clockwise if positive.
    Turn(i32),
    /// Start or stop talking.
    Talk,
    /// Start or stop the actor's gesture.
    Gesture,
    /// Switch between drawing the actor through the shadow table and normal drawing.
    Shadow,
    /// Control this actor of the cast, counted from 0.
    Lead(usize),
    /// Control the next actor of the cast, or the previous one if negative.
    LeadNext(i32),
    /// Start the next animation, or the previous one if negative.
    Animation(i32),
    /// Wear the next costume, or the previous one if negative.
    Costume(i32),
    /// Go to the next room, or the previous one if negative.
    Room(i32),
}

/// Actions that exist only for a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Go this number of frames forward, or back if negative.
    Skip(i32),
    /// Go to the first frame.
    First,
    /// Go to the last frame.
    Last,
    /// Go to the first difference.
    Difference,
    /// Show or hide the expected picture beside the drawn one.
    Beside,
    /// Show the layers of the next actor, or of the previous one if negative.
    Actor(i32),
    /// Append a digit to the typed frame number.
    Digit(u8),
    /// Delete the last typed digit.
    Erase,
    /// Go to the frame with the typed number.
    Go,
    /// Go to the frame at a pixel of the screen, if the pixel lies on the bar of frames.
    Point(UVec2),
}

/// A key with its actions, alone and with Shift.
pub struct Binding {
    /// The key.
    key: Key,
    /// The key's name for users.
    name: &'static str,
    /// The action.
    plain: UserAction,
    /// The action with Shift.
    shifted: UserAction,
    /// A description of the action.
    what: &'static str,
    /// The scopes in which the key applies.
    scopes: &'static [Scope],
}

const PLAY: &[Scope] = &[Scope::Play];
const SCENE: &[Scope] = &[Scope::Scene];
const BOTH: &[Scope] = &[Scope::Play, Scope::Scene];

const fn key(
    key: Key,
    name: &'static str,
    action: UserAction,
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
        plain: UserAction::Do(plain),
        shifted: UserAction::Do(shifted),
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
        plain: UserAction::Watch(plain),
        shifted: UserAction::Watch(shifted),
        what,
        scopes: SCENE,
    }
}

/// The keys that perform an action when they go down. While a game is played, the arrows and the
/// pointer are used as well.
const BINDINGS: [Binding; 40] = [
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
        "turn right (Shift: left)",
    ),
    Binding {
        key: Key::Char('l'),
        name: "L",
        plain: UserAction::Limb(1),
        shifted: UserAction::Limb(-1),
        what: "select a limb (Shift: previous)",
        scopes: PLAY,
    },
    Binding {
        key: Key::Char('x'),
        name: "X",
        plain: UserAction::HideLimb,
        shifted: UserAction::ShowLimbs,
        what: "hide or show the limb (Shift: show all)",
        scopes: PLAY,
    },
    key(
        Key::Char('t'),
        "T",
        UserAction::Do(WorldCommand::Talk),
        "start or stop talking",
        PLAY,
    ),
    key(
        Key::Char('g'),
        "G",
        UserAction::Do(WorldCommand::Gesture),
        "gesture, if there is one",
        PLAY,
    ),
    key(
        Key::Char('s'),
        "S",
        UserAction::Do(WorldCommand::Shadow),
        "shadow on or off (v5, v6)",
        PLAY,
    ),
    key(
        Key::Char(' '),
        "Space",
        UserAction::Pause,
        "pause or continue",
        BOTH,
    ),
    key(
        Key::Char('.'),
        ".",
        UserAction::Step(1),
        "next frame, then pause",
        BOTH,
    ),
    key(
        Key::Char(','),
        ",",
        UserAction::Step(-1),
        "previous frame, then pause",
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
    watch(Key::Home, "Home", Watch::First, Watch::First, "first frame"),
    watch(Key::End, "End", Watch::Last, Watch::Last, "last frame"),
    watch(
        Key::Enter,
        "Enter",
        Watch::Go,
        Watch::Go,
        "go to the typed frame",
    ),
    watch(
        Key::Backspace,
        "Backspace",
        Watch::Erase,
        Watch::Erase,
        "delete the last digit",
    ),
    watch(
        Key::Char('d'),
        "D",
        Watch::Difference,
        Watch::Difference,
        "first difference",
    ),
    watch(
        Key::Char('e'),
        "E",
        Watch::Beside,
        Watch::Beside,
        "show the expected picture",
    ),
    watch(
        Key::Char('n'),
        "N",
        Watch::Actor(1),
        Watch::Actor(-1),
        "overlays of the next actor (Shift: previous)",
    ),
    key(
        Key::Char('-'),
        "-",
        UserAction::Slower(1),
        "slower: 1/2, 1/4, 1/8",
        BOTH,
    ),
    key(
        Key::Char('+'),
        "+",
        UserAction::Slower(-1),
        "faster again (also =)",
        PLAY,
    ),
    key(
        Key::Char('+'),
        "+",
        UserAction::Slower(-1),
        "faster: up to 16 times (=)",
        SCENE,
    ),
    key(
        Key::F(1),
        "F1",
        UserAction::Layer(Layers::BOXES),
        "show walk boxes",
        BOTH,
    ),
    key(
        Key::F(2),
        "F2",
        UserAction::Layer(Layers::PLANES),
        "show z-planes",
        BOTH,
    ),
    key(
        Key::F(3),
        "F3",
        UserAction::Layer(Layers::LIMBS),
        "show limb states",
        BOTH,
    ),
    key(
        Key::F(4),
        "F4",
        UserAction::Layer(Layers::BOUNDS),
        "show the actor's bounds",
        BOTH,
    ),
    key(
        Key::F(5),
        "F5",
        UserAction::Layer(Layers::PALETTE),
        "show the palette",
        BOTH,
    ),
    key(
        Key::F(8),
        "F8",
        UserAction::LastSeconds,
        "save last seconds as GIF",
        PLAY,
    ),
    key(
        Key::F(9),
        "F9",
        UserAction::Record,
        "start or save a recording",
        PLAY,
    ),
    key(
        Key::F(10),
        "F10",
        UserAction::Scale,
        "next scale mode",
        BOTH,
    ),
    key(
        Key::F(11),
        "F11",
        UserAction::Fullscreen,
        "full screen (Alt+Enter)",
        BOTH,
    ),
    key(
        Key::F(12),
        "F12",
        UserAction::Screenshot,
        "save the picture as PNG",
        BOTH,
    ),
    key(
        Key::Tab,
        "Tab",
        UserAction::Menu,
        "menu: settings and all keys",
        PLAY,
    ),
    key(Key::Char('h'), "H", UserAction::Help, "help", BOTH),
    key(
        Key::Escape,
        "Esc",
        UserAction::Quit,
        "quit; close menu, help",
        BOTH,
    ),
    key(Key::Char('q'), "Q", UserAction::Quit, "quit", BOTH),
];

/// The number of bindings that lists of controls show first: those for rooms and costumes.
const FIRST: usize = 3;

/// Keys that have the same meaning as another key.
const SAME: [(Key, Key); 2] = [(Key::Char('='), Key::Char('+')), (Key::Char('m'), Key::Tab)];

/// The buttons of a game controller that act once when they go down, with their names and
/// descriptions. The D-pad and the stick are not in this list: they move the pointer, and A and B
/// click. While a scene is watched, the D-pad and the stick act as the arrow keys, A as Enter and B
/// as Escape.
const PAD: [(PadButton, UserAction, &[Scope], &str, &str); 6] = [
    (
        PadButton::Start,
        UserAction::Menu,
        PLAY,
        "Pad Start",
        "menu (also three fingers)",
    ),
    (
        PadButton::Start,
        UserAction::Help,
        SCENE,
        "Pad Start",
        "help",
    ),
    (
        PadButton::Select,
        UserAction::Pause,
        BOTH,
        "Pad Select",
        "pause or continue",
    ),
    (
        PadButton::Y,
        UserAction::Do(WorldCommand::Talk),
        PLAY,
        "Pad Y",
        "start or stop talking",
    ),
    (
        PadButton::Y,
        UserAction::Watch(Watch::Difference),
        SCENE,
        "Pad Y",
        "first difference",
    ),
    (
        PadButton::RightShoulder,
        UserAction::Do(WorldCommand::Animation(1)),
        PLAY,
        "Pad R1",
        "next animation",
    ),
];

/// The actions of the pointer and of the arrows while a game is played: the names of the controls
/// and their descriptions, as in [`BINDINGS`].
const OTHERS: [(&str, &str); 7] = [
    ("Left click", "walk, use an object (touch)"),
    ("Right click", "turn there (second finger)"),
    ("Arrows", "walk while held"),
    ("1 to 9", "control this actor"),
    ("Pad D-pad, stick", "move the pointer, accelerating"),
    ("Pad A, B", "left click, right click"),
    ("Pad X, L1", "slow the pointer while held"),
];

/// The pointer's and the digits' actions while watching a scene.
const OTHERS_OF_SCENES: [(&str, &str); 3] = [
    ("0 to 9", "digits of a frame number"),
    ("Left click", "on the bar: go to the frame"),
    ("Pad D-pad", "one frame forward or back"),
];

/// Returns all controls with their descriptions.
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

/// Returns all controls with their descriptions, those of a game controller first if it was used
/// last.
pub fn all_for(scope: Scope, device: InputDevice) -> Vec<(&'static str, &'static str)> {
    let mut controls: Vec<(&str, &str)> = all(scope).collect();
    if device == InputDevice::Pad {
        controls.sort_by_key(|(name, _)| !name.starts_with("Pad"));
    }
    controls
}

/// Returns the list of controls for the help.
pub fn help(scope: Scope) -> String {
    let lines: Vec<String> = all(scope)
        .map(|(name, what)| format!("  {name:<17} {what}"))
        .collect();
    format!("Controls:\n{}", lines.join("\n"))
}

/// Returns the action of an input.
pub fn action(scope: Scope, input: Input) -> Option<UserAction> {
    let click = |at| {
        if scope == Scope::Play {
            UserAction::Do(WorldCommand::WalkTo(at))
        } else {
            UserAction::Watch(Watch::Point(at))
        }
    };
    match input {
        Input::Quit => Some(UserAction::Quit),
        Input::PointerButton {
            button: Button::Left,
            pressed: true,
            at: Some(at),
            ..
        } => Some(click(at)),
        Input::PointerButton {
            button: Button::Right,
            pressed: true,
            at: Some(at),
            ..
        } if scope == Scope::Play => Some(UserAction::Do(WorldCommand::FaceTo(at))),
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
            (Scope::Play, Some(direction), _) if !repeat => {
                Some(UserAction::Do(WorldCommand::Steer {
                    direction,
                    held: pressed,
                }))
            }
            (Scope::Play, Some(_), _) => None,
            _ if !pressed => None,
            (Scope::Play, _, Some(digit @ 1..)) if !repeat => {
                Some(UserAction::Do(WorldCommand::Lead(usize::from(digit - 1))))
            }
            (Scope::Scene, _, Some(digit)) => Some(UserAction::Watch(Watch::Digit(digit))),
            // Only skipping and erasing repeat while a key is held.
            _ => bound(scope, key, shift).filter(|action| {
                !repeat || matches!(action, UserAction::Watch(Watch::Skip(_) | Watch::Erase))
            }),
        },
        _ => None,
    }
}

/// Returns the action of a key in the table.
fn bound(scope: Scope, key: Key, shift: bool) -> Option<UserAction> {
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

/// Returns the digit of the keys 0 to 9.
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
            Some(UserAction::Do(WorldCommand::Costume(-1)))
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
            Some(UserAction::Do(WorldCommand::Steer {
                direction: IVec2::X,
                held: true
            }))
        );
        assert_eq!(action(Scope::Play, right(true, true)), None);
        assert_eq!(
            action(Scope::Play, right(false, false)),
            Some(UserAction::Do(WorldCommand::Steer {
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
            Some(UserAction::Do(WorldCommand::Lead(0)))
        );
        assert_eq!(
            action(Scope::Play, Input::press(Key::Char('9'))),
            Some(UserAction::Do(WorldCommand::Lead(8)))
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
            (Some(UserAction::Menu), None)
        );
    }

    #[test]
    fn clicks_on_the_border_do_nothing() {
        let click = Input::PointerButton {
            button: Button::Left,
            pressed: true,
            at: None,
            overlay: None,
        };
        assert_eq!(action(Scope::Play, click), None);
        assert_eq!(
            action(Scope::Play, Input::click(3, 4)),
            Some(UserAction::Do(WorldCommand::WalkTo(UVec2::new(3, 4))))
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
            Some(UserAction::Watch(Watch::Skip(1)))
        );
        assert_eq!(
            action(right(false, true)),
            Some(UserAction::Watch(Watch::Skip(10)))
        );
        assert_eq!(
            action(Input::press(Key::Char('0'))),
            Some(UserAction::Watch(Watch::Digit(0)))
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
            Some(UserAction::Watch(Watch::Point(UVec2::new(3, 4))))
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

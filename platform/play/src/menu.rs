//! The menu with all actions, for four directions and two buttons.

use glam::IVec2;
use scumm_platform::Input;

use super::clock::Clock;
use super::controls::{Action, WorldCommand};
use super::list::{List, ListPlace, Pick};
use super::overlay::Layers;
use super::settings::PlayOptions;
use super::world::World;
use scumm_media::paint::{Inks, Paint};

/// The position of the menu. The number of rows fits on the smallest screen above two lines of a
/// caption.
const PLACE: ListPlace = ListPlace {
    corner: IVec2::new(8, 4),
    width: 32,
    seen: 22,
};

/// The state that the rows show.
pub struct Status<'a> {
    /// The game world.
    pub world: &'a World,
    /// The state of time.
    pub clock: Clock,
    /// The visible layers.
    pub layers: Layers,
    /// The user's options.
    pub options: &'a PlayOptions,
    /// The number of frames since the start.
    pub frame: u64,
}

impl Status<'_> {
    /// Returns the texts that are always visible while a scene is recorded or time does not run as
    /// usual.
    pub fn marks(&self) -> [Option<&'static str>; 2] {
        let records = self.world.stage.is_recording().then_some("REC");
        if self.options.unled {
            [None; 2]
        } else {
            [self.clock.mark(), records]
        }
    }
}

/// A row of the menu.
struct Item {
    label: &'static str,
    /// The action of the left direction; `None` for a row without values.
    less: Option<Action>,
    /// The action of the right direction and of Enter.
    more: Action,
    /// Returns the present value.
    value: fn(&Status<'_>) -> String,
}

const fn choice(
    label: &'static str,
    less: Action,
    more: Action,
    value: fn(&Status<'_>) -> String,
) -> Item {
    Item {
        label,
        less: Some(less),
        more,
        value,
    }
}

const fn pair(
    label: &'static str,
    less: WorldCommand,
    more: WorldCommand,
    value: fn(&Status<'_>) -> String,
) -> Item {
    choice(label, Action::Do(less), Action::Do(more), value)
}

const fn switch(label: &'static str, action: Action, value: fn(&Status<'_>) -> String) -> Item {
    Item {
        label,
        less: Some(action),
        more: action,
        value,
    }
}

const fn command(label: &'static str, action: Action) -> Item {
    Item {
        label,
        less: None,
        more: action,
        value: |_| String::new(),
    }
}

const ITEMS: [Item; 27] = [
    command("Back to the play", Action::Menu),
    pair("Room", WorldCommand::Room(-1), WorldCommand::Room(1), |s| {
        s.world.room().to_string()
    }),
    pair(
        "Costume",
        WorldCommand::Costume(-1),
        WorldCommand::Costume(1),
        |s| s.world.character().costume.to_string(),
    ),
    pair(
        "Animation",
        WorldCommand::Animation(-1),
        WorldCommand::Animation(1),
        |s| s.world.character().animation.to_string(),
    ),
    pair(
        "Direction",
        WorldCommand::Turn(-1),
        WorldCommand::Turn(1),
        |s| s.world.actor().map_or(0, |a| a.facing).to_string(),
    ),
    pair(
        "Actor",
        WorldCommand::LeadNext(-1),
        WorldCommand::LeadNext(1),
        |s| s.world.character().title(),
    ),
    command("Talk, stop talking", Action::Do(WorldCommand::Talk)),
    command("Gesture", Action::Do(WorldCommand::Gesture)),
    command("Shadow", Action::Do(WorldCommand::Shadow)),
    switch("Time", Action::Pause, |s| {
        (if s.clock.paused { "paused" } else { "runs" }).to_owned()
    }),
    choice("Frame", Action::Step(-1), Action::Step(1), |s| {
        s.frame.to_string()
    }),
    choice("Speed", Action::Slower(1), Action::Slower(-1), |s| {
        s.clock.speed().to_owned()
    }),
    switch("Walk boxes", Action::Layer(Layers::BOXES), |s| {
        on(s.layers.contains(Layers::BOXES))
    }),
    switch("Z-planes", Action::Layer(Layers::PLANES), |s| {
        on(s.layers.contains(Layers::PLANES))
    }),
    switch("Limbs", Action::Layer(Layers::LIMBS), |s| {
        on(s.layers.contains(Layers::LIMBS))
    }),
    switch("Bounds", Action::Layer(Layers::BOUNDS), |s| {
        on(s.layers.contains(Layers::BOUNDS))
    }),
    switch("Palette", Action::Layer(Layers::PALETTE), |s| {
        on(s.layers.contains(Layers::PALETTE))
    }),
    switch("Picture", Action::Scale, |s| {
        s.options.settings.scale.name().to_owned()
    }),
    switch("Whole screen", Action::Fullscreen, |s| {
        on(s.options.settings.fullscreen)
    }),
    switch("Buttons", Action::Buttons, |s| {
        s.options.settings.buttons.name().to_owned()
    }),
    command("Keep the picture", Action::Screenshot),
    switch("Record a scene", Action::Record, |s| {
        on(s.world.stage.is_recording())
    }),
    command("Begin anew", Action::Anew),
    command("Another game", Action::Games),
    command("Test card", Action::TestCard),
    command("Help", Action::Help),
    command("Quit", Action::Quit),
];

fn on(is: bool) -> String {
    (if is { "on" } else { "off" }).to_owned()
}

/// The open menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Menu(List);

impl Menu {
    /// Creates a menu whose first row is selected.
    pub fn new() -> Self {
        Self(List::new(PLACE, ITEMS.len()))
    }

    /// Handles an input. Returns the action, if any, or `None` if the menu does not use the input.
    pub fn input(&mut self, input: Input, zoom: i32) -> Option<Option<Action>> {
        let pick = self.0.input(input, zoom)?;
        let item = ITEMS.get(self.0.row())?;
        Some(match pick {
            Pick::Value(..=-1) => item.less,
            Pick::Value(_) => item.less.map(|_| item.more),
            Pick::Take => Some(item.more),
            // A click beside the menu closes it.
            Pick::Leave | Pick::Click(_, Some(_)) => Some(Action::Menu),
            Pick::Page(_) => return None,
            _ => None,
        })
    }

    /// Draws the menu.
    pub fn draw(self, paint: &mut Paint<'_>, inks: &Inks, status: &Status<'_>) {
        let row = |item: &Item| {
            let value = (item.value)(status);
            let value = if value.is_empty() {
                value
            } else {
                format!("< {value} >")
            };
            (format!("{:<17}{value}", item.label), inks.white)
        };
        self.0.draw(paint, inks, ITEMS.iter().map(row));
    }
}

#[cfg(test)]
mod tests {
    use glam::UVec2;
    use scumm_platform::{Button, Key};

    use super::*;

    fn press(menu: &mut Menu, key: Key) -> Option<Action> {
        menu.input(Input::press(key), 1).unwrap()
    }

    #[test]
    fn directions_walk_round_and_choose() {
        let mut menu = Menu::new();
        assert_eq!(press(&mut menu, Key::Up), None);
        assert_eq!(press(&mut menu, Key::Enter), Some(Action::Quit));
        assert_eq!(press(&mut menu, Key::Right), None, "nothing to choose");
        press(&mut menu, Key::Down);
        press(&mut menu, Key::Down);
        assert_eq!(
            press(&mut menu, Key::Left),
            Some(Action::Do(WorldCommand::Room(-1)))
        );
        assert_eq!(
            press(&mut menu, Key::Right),
            Some(Action::Do(WorldCommand::Room(1)))
        );
        assert_eq!(press(&mut menu, Key::Escape), Some(Action::Menu));
        assert_eq!(
            menu.input(Input::press(Key::Char('t')), 1),
            None,
            "other keys do what they do"
        );
    }

    #[test]
    fn a_pointer_chooses_what_it_is_on() {
        let mut menu = Menu::new();
        let click = |button, x, y| Input::PointerButton {
            button,
            pressed: true,
            at: Some(UVec2::new(x, y)),
        };
        assert_eq!(
            menu.input(click(Button::Left, 20, 14), 1),
            Some(Some(Action::Do(WorldCommand::Room(1))))
        );
        assert_eq!(
            menu.input(click(Button::Right, 20, 14), 1),
            Some(Some(Action::Do(WorldCommand::Room(-1))))
        );
        assert_eq!(
            menu.input(click(Button::Right, 40, 28), 2),
            Some(Some(Action::Do(WorldCommand::Room(-1))))
        );
        assert_eq!(
            menu.input(click(Button::Left, 300, 14), 1),
            Some(Some(Action::Menu))
        );
        assert_eq!(
            menu.input(
                Input::PointerMoved {
                    at: Some(UVec2::new(20, 22))
                },
                1
            ),
            Some(None)
        );
        assert_eq!(menu.0.row(), 2);
    }

    #[test]
    fn what_is_seen_fits_on_the_smallest_screen_and_the_rest_is_reached() {
        const { assert!(PLACE.seen * 8 + 4 <= 200 - 2 * 8) };
        let mut menu = Menu::new();
        press(&mut menu, Key::Up);
        let top = ITEMS.len() - PLACE.seen;
        assert_eq!(menu.0.row(), ITEMS.len() - 1);
        let click = Input::PointerButton {
            button: Button::Left,
            pressed: true,
            at: Some(UVec2::new(20, 14)),
        };
        assert_eq!(
            menu.input(click, 1),
            Some(ITEMS.get(top + 1).map(|item| item.more))
        );
        for _ in 0..menu.0.row() {
            press(&mut menu, Key::Up);
        }
        assert_eq!(menu, Menu::new());
        assert!(ITEMS.iter().all(|item| item.label.len() <= 18));
    }
}

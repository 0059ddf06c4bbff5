//! The menu and the help. The menu contains all actions and can be used with four directions and
//! two buttons. The help lists all controls on pages.

use glam::IVec2;
use scumm_media::paint::{Inks, Paint, wrap};
use scumm_platform::Input;

use crate::controls::{self, Scope, UserAction, WorldCommand};
use crate::list::{List, ListPlace, Pick, around};
use crate::screen::Layers;
use crate::settings::PlayOptions;
use crate::time::FrameClock;
use crate::world::RoomSession;

/// The position and size of the menu. On the smallest screen, two lines below the rows are free for
/// a caption.
const PLACE: ListPlace = ListPlace {
    corner: IVec2::new(8, 4),
    width: 32,
    seen: 22,
};

/// The state that the rows show.
pub struct Status<'a> {
    /// The game world.
    pub world: &'a RoomSession,
    /// The state of time.
    pub clock: FrameClock,
    /// The visible layers.
    pub layers: Layers,
    /// The user's options.
    pub options: &'a PlayOptions,
    /// The number of frames since the start.
    pub frame: u64,
}

impl Status<'_> {
    /// Returns the marks on the screen: one while time is paused or its speed is changed, and one
    /// while a scene is recorded. There are no marks if no user controls the game (`unled`).
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
    less: Option<UserAction>,
    /// The action of the right direction and of Enter.
    more: UserAction,
    /// Returns the present value.
    value: fn(&Status<'_>) -> String,
}

const fn choice(
    label: &'static str,
    less: UserAction,
    more: UserAction,
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
    choice(label, UserAction::Do(less), UserAction::Do(more), value)
}

const fn switch(label: &'static str, action: UserAction, value: fn(&Status<'_>) -> String) -> Item {
    Item {
        label,
        less: Some(action),
        more: action,
        value,
    }
}

const fn command(label: &'static str, action: UserAction) -> Item {
    Item {
        label,
        less: None,
        more: action,
        value: |_| String::new(),
    }
}

const ITEMS: [Item; 28] = [
    command("Continue", UserAction::Menu),
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
    command("Talk on or off", UserAction::Do(WorldCommand::Talk)),
    command("Gesture", UserAction::Do(WorldCommand::Gesture)),
    command("Shadow", UserAction::Do(WorldCommand::Shadow)),
    switch("Time", UserAction::Pause, |s| {
        (if s.clock.paused { "paused" } else { "running" }).to_owned()
    }),
    choice("Frame", UserAction::Step(-1), UserAction::Step(1), |s| {
        s.frame.to_string()
    }),
    choice(
        "Speed",
        UserAction::Slower(1),
        UserAction::Slower(-1),
        |s| s.clock.speed().to_owned(),
    ),
    switch("Walk boxes", UserAction::Layer(Layers::BOXES), |s| {
        on(s.layers.contains(Layers::BOXES))
    }),
    switch("Z-planes", UserAction::Layer(Layers::PLANES), |s| {
        on(s.layers.contains(Layers::PLANES))
    }),
    switch("Limbs", UserAction::Layer(Layers::LIMBS), |s| {
        on(s.layers.contains(Layers::LIMBS))
    }),
    switch("Bounds", UserAction::Layer(Layers::BOUNDS), |s| {
        on(s.layers.contains(Layers::BOUNDS))
    }),
    switch("Palette", UserAction::Layer(Layers::PALETTE), |s| {
        on(s.layers.contains(Layers::PALETTE))
    }),
    switch("Scale mode", UserAction::Scale, |s| {
        s.options.settings.scale.name().to_owned()
    }),
    switch("Full screen", UserAction::Fullscreen, |s| {
        on(s.options.settings.fullscreen)
    }),
    switch("Buttons", UserAction::Buttons, |s| {
        s.options.settings.buttons.name().to_owned()
    }),
    command("Save the picture", UserAction::Screenshot),
    command("Save last seconds", UserAction::LastSeconds),
    switch("Record a scene", UserAction::Record, |s| {
        on(s.world.stage.is_recording())
    }),
    command("Restart", UserAction::Anew),
    command("Another game", UserAction::Games),
    command("Test card", UserAction::TestCard),
    command("Help", UserAction::Help),
    command("Quit", UserAction::Quit),
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

    /// Handles an input. Returns `None` if the menu does not use the input, and otherwise `Some`
    /// with the action, if the input causes one.
    pub fn input(&mut self, input: Input, zoom: i32) -> Option<Option<UserAction>> {
        let pick = self.0.input(input, zoom)?;
        let item = ITEMS.get(self.0.row())?;
        Some(match pick {
            Pick::Value(..=-1) => item.less,
            Pick::Value(_) => item.less.map(|_| item.more),
            Pick::Take => Some(item.more),
            // A click beside the menu closes it.
            Pick::Leave | Pick::Click(_, Some(_)) => Some(UserAction::Menu),
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

/// The number of letters in a row of the help.
const WIDTH: usize = 39;
/// The number of letters in the first column of the help, which contains the names of the controls.
const NAMES: usize = 12;
/// The number of rows on a page.
const ROWS: usize = 22;

/// The open help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    scope: Scope,
    page: usize,
}

impl Help {
    /// Opens the first page of the controls of a scope.
    pub fn new(scope: Scope) -> Self {
        Self { scope, page: 0 }
    }

    /// Handles an input. Returns `None` if the help does not use the input, and otherwise `Some`
    /// with the action, if the input causes one.
    pub fn input(&mut self, input: Input) -> Option<Option<UserAction>> {
        let count = pages(self.scope).len();
        match Pick::from_input(input)? {
            Pick::Row(by) | Pick::Value(by) | Pick::Page(by) => {
                self.page = around(self.page, by, count)
            }
            // Enter and a click turn the page, and close the help on the last page.
            Pick::Take | Pick::Click(..) if self.page + 1 < count => self.page += 1,
            Pick::Take | Pick::Click(..) | Pick::Leave => return Some(Some(UserAction::Help)),
            Pick::Point(_) | Pick::Nothing => {}
        }
        Some(None)
    }

    /// Draws the page.
    pub fn draw(self, paint: &mut Paint<'_>, inks: &Inks) {
        let letter = paint.letter();
        let pages = pages(self.scope);
        let size = paint.size();
        paint.fill(IVec2::ZERO, size, inks.black);
        let mut write = |column: usize, row: usize, text: &str, ink| {
            let at = IVec2::new(column as i32, row as i32) * letter + letter / 2;
            paint.text(at, text, ink, inks.black);
        };
        for (row, (name, what)) in pages.get(self.page).into_iter().flatten().enumerate() {
            write(0, row, name, inks.yellow);
            write(NAMES, row, what, inks.white);
        }
        let foot = format!(
            "page {} of {}: arrows turn, Esc/B close",
            self.page + 1,
            pages.len()
        );
        write(0, ROWS + 1, &foot, inks.green);
    }
}

/// Returns the controls as rows of a name and a description, split into pages. The rows of a
/// control stay on one page.
fn pages(scope: Scope) -> Vec<Vec<(String, String)>> {
    let mut pages: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (name, what) in controls::all(scope) {
        let (names, words) = (wrap(name, NAMES), wrap(what, WIDTH - NAMES + 1));
        let height = names.len().max(words.len());
        if pages.last().is_some_and(|page| page.len() + height > ROWS) {
            pages.push(Vec::new());
        }
        let cell = |rows: &[String], row: usize| rows.get(row).cloned().unwrap_or_default();
        let rows = (0..height).map(|row| (cell(&names, row), cell(&words, row)));
        pages
            .last_mut()
            .into_iter()
            .for_each(|page| page.extend(rows.clone()));
    }
    pages
}

#[cfg(test)]
mod tests {
    use glam::UVec2;
    use scumm_platform::{Button, Key};

    use super::*;

    fn press(menu: &mut Menu, key: Key) -> Option<UserAction> {
        menu.input(Input::press(key), 1).unwrap()
    }

    #[test]
    fn directions_walk_round_and_choose() {
        let mut menu = Menu::new();
        assert_eq!(press(&mut menu, Key::Up), None);
        assert_eq!(press(&mut menu, Key::Enter), Some(UserAction::Quit));
        assert_eq!(press(&mut menu, Key::Right), None, "nothing to choose");
        press(&mut menu, Key::Down);
        press(&mut menu, Key::Down);
        assert_eq!(
            press(&mut menu, Key::Left),
            Some(UserAction::Do(WorldCommand::Room(-1)))
        );
        assert_eq!(
            press(&mut menu, Key::Right),
            Some(UserAction::Do(WorldCommand::Room(1)))
        );
        assert_eq!(press(&mut menu, Key::Escape), Some(UserAction::Menu));
        assert_eq!(
            menu.input(Input::press(Key::Char('t')), 1),
            None,
            "the menu does not use other keys"
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
            Some(Some(UserAction::Do(WorldCommand::Room(1))))
        );
        assert_eq!(
            menu.input(click(Button::Right, 20, 14), 1),
            Some(Some(UserAction::Do(WorldCommand::Room(-1))))
        );
        assert_eq!(
            menu.input(click(Button::Right, 40, 28), 2),
            Some(Some(UserAction::Do(WorldCommand::Room(-1))))
        );
        assert_eq!(
            menu.input(click(Button::Left, 300, 14), 1),
            Some(Some(UserAction::Menu))
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

    #[test]
    fn every_control_is_on_some_page_and_fits() {
        for scope in [Scope::Play, Scope::Scene] {
            every_control_fits(scope);
            assert!(
                pages(scope).len() <= 2,
                "{scope:?} has {} pages",
                pages(scope).len()
            );
        }
        let first: Vec<String> = pages(Scope::Play)
            .concat()
            .into_iter()
            .map(|(name, _)| name)
            .take(5)
            .collect();
        assert_eq!(
            first,
            ["R", "C", "", "A", ""],
            "rooms and costumes come first"
        );
    }

    fn every_control_fits(scope: Scope) {
        let rows: Vec<(String, String)> = pages(scope).concat();
        let text = |part: fn(&(String, String)) -> &String| {
            rows.iter().map(part).cloned().collect::<Vec<_>>().join(" ")
        };
        let (names, words) = (text(|row| &row.0), text(|row| &row.1));
        let words: Vec<&str> = words.split_whitespace().collect();
        for (name, what) in controls::all(scope) {
            assert!(names.contains(name.split(' ').next().unwrap()), "{name}");
            let what: Vec<&str> = what.split_whitespace().collect();
            assert!(
                words.windows(what.len()).any(|part| part == what),
                "{what:?}"
            );
        }
        assert!(
            rows.iter()
                .all(|(name, what)| name.len() < NAMES && what.len() <= WIDTH - NAMES),
            "{rows:?}"
        );
        assert!(pages(scope).iter().all(|page| page.len() <= ROWS));
    }

    #[test]
    fn pages_are_turned_and_the_last_one_closed() {
        let (mut help, last) = (Help::new(Scope::Play), pages(Scope::Play).len() - 1);
        assert!(last > 0);
        help.input(Input::press(Key::Left));
        assert_eq!(help.page, last);
        help.input(Input::press(Key::Right));
        assert_eq!(help.page, 0);
        for _ in 0..last {
            assert_eq!(help.input(Input::press(Key::Enter)), Some(None));
        }
        assert_eq!(help.input(Input::click(1, 1)), Some(Some(UserAction::Help)));
        assert_eq!(
            help.input(Input::press(Key::Escape)),
            Some(Some(UserAction::Help))
        );
    }
}

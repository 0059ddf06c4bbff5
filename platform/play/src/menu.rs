//! The menu and the help. The menu contains all actions and can be used with four directions and
//! two buttons. The help lists all controls on pages.

use glam::IVec2;
use scumm_platform::{Input, InputDevice};

use crate::controls::{self, Scope, UserAction, WorldCommand};
use crate::list::{List, ListPlace, Pick, around};
use crate::overlay::{BLACK, COLUMN, GREEN, LINE, TextOverlay, WHITE, YELLOW, wrap};
use crate::screen::Layers;
use crate::settings::PlayOptions;
use crate::time::FrameClock;
use crate::world::RoomSession;

/// The top left pixel of the menu.
const CORNER: IVec2 = IVec2::new(COLUMN, LINE / 2);
/// The number of columns of the menu.
const MENU_COLUMNS: usize = 35;
/// The number of columns of a row's label.
const LABEL: usize = 18;
/// The number of lines below the menu that are free for a caption.
const CAPTION_LINES: usize = 3;

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
        Self(List::new(ITEMS.len()))
    }

    /// Handles an input. Returns `None` if the menu does not use the input, and otherwise `Some`
    /// with the action, if the input causes one.
    pub fn input(&mut self, input: Input) -> Option<Option<UserAction>> {
        let pick = self.0.input(input)?;
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
    pub fn draw(&mut self, overlay: &mut TextOverlay, status: &Status<'_>) {
        self.0.lay_out(ListPlace {
            corner: CORNER,
            width: MENU_COLUMNS.min(overlay.columns().saturating_sub(2)),
            seen: overlay
                .lines()
                .saturating_sub(CAPTION_LINES)
                .min(ITEMS.len()),
        });
        let row = |item: &Item| {
            let value = (item.value)(status);
            let value = if value.is_empty() {
                value
            } else {
                format!("< {value} >")
            };
            (format!("{:<LABEL$}{value}", item.label), WHITE)
        };
        self.0.draw(overlay, ITEMS.iter().map(row));
    }
}

/// The layout of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HelpLayout {
    /// The number of columns of the first column, which contains the names of the controls.
    names: usize,
    /// The number of columns of the descriptions.
    words: usize,
    /// The number of lines on a page, without the line at the foot.
    lines: usize,
}

impl HelpLayout {
    /// Returns the layout on an overlay of this size. On a wide overlay every name fits on a line.
    fn new(columns: usize, lines: usize) -> Self {
        let names = if columns >= 60 { 19 } else { 12 };
        Self {
            names,
            words: columns.saturating_sub(names + 1).max(8),
            lines: lines.saturating_sub(2).max(4),
        }
    }
}

/// The open help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Help {
    scope: Scope,
    page: usize,
    /// The number of pages when the help was last drawn.
    count: usize,
}

impl Help {
    /// Opens the first page of the controls of a scope.
    pub fn new(scope: Scope) -> Self {
        Self {
            scope,
            page: 0,
            count: 1,
        }
    }

    /// Handles an input. Returns `None` if the help does not use the input, and otherwise `Some`
    /// with the action, if the input causes one.
    pub fn input(&mut self, input: Input) -> Option<Option<UserAction>> {
        match Pick::from_input(input)? {
            Pick::Row(by) | Pick::Value(by) | Pick::Page(by) => {
                self.page = around(self.page, by, self.count);
            }
            // Enter and a click turn the page, and close the help on the last page.
            Pick::Take | Pick::Click(..) if self.page + 1 < self.count => self.page += 1,
            Pick::Take | Pick::Click(..) | Pick::Leave => return Some(Some(UserAction::Help)),
            Pick::Point(_) | Pick::Nothing => {}
        }
        Some(None)
    }

    /// Draws the page, with the controls of the device first that was used last.
    pub fn draw(&mut self, overlay: &mut TextOverlay, device: InputDevice) {
        let layout = HelpLayout::new(overlay.columns(), overlay.lines());
        let pages = pages(self.scope, layout, device);
        // In a larger window there are fewer pages.
        self.count = pages.len();
        self.page = self.page.min(self.count - 1);
        overlay.fill(IVec2::ZERO, overlay.size(), BLACK);
        let mut write = |column: usize, line: usize, text: &str, ink| {
            let at = IVec2::new(column as i32 * COLUMN, line as i32 * LINE);
            overlay.write(at + IVec2::splat(COLUMN / 2), text, ink, BLACK);
        };
        for (line, (name, what)) in pages.get(self.page).into_iter().flatten().enumerate() {
            write(0, line, name, YELLOW);
            write(layout.names, line, what, WHITE);
        }
        let keys = match device {
            InputDevice::Keyboard => "arrows turn, Esc closes",
            InputDevice::Pad => "D-pad turns, B closes",
        };
        let foot = format!("page {} of {}: {keys}", self.page + 1, self.count);
        write(0, layout.lines + 1, &foot, GREEN);
    }
}

/// Returns the controls as rows of a name and a description, split into pages. The rows of a
/// control stay on one page. There is at least one page.
fn pages(scope: Scope, layout: HelpLayout, device: InputDevice) -> Vec<Vec<(String, String)>> {
    let mut pages: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (name, what) in controls::all_for(scope, device) {
        let names = wrap(name, layout.names - 1);
        let words = wrap(what, layout.words);
        let height = names.len().max(words.len());
        let is_full = |page: &Vec<(String, String)>| page.len() + height > layout.lines;
        if pages.last().is_some_and(is_full) {
            pages.push(Vec::new());
        }
        let cell = |rows: &[String], row: usize| rows.get(row).cloned().unwrap_or_default();
        if let Some(page) = pages.last_mut() {
            page.extend((0..height).map(|row| (cell(&names, row), cell(&words, row))));
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use glam::UVec2;
    use scumm_platform::{Button, Key};

    use super::*;
    use crate::list::tests::click;

    /// The sizes of the overlays of common windows: 640x480, 480x320 and 1920x1080.
    const SIZES: [UVec2; 3] = [
        UVec2::new(320, 240),
        UVec2::new(480, 320),
        UVec2::new(640, 360),
    ];

    /// Returns the menu as on an overlay of 320x240.
    fn menu() -> Menu {
        let mut menu = Menu::new();
        menu.0.lay_out(ListPlace {
            corner: CORNER,
            width: MENU_COLUMNS,
            seen: 10,
        });
        menu
    }

    fn press(menu: &mut Menu, key: Key) -> Option<UserAction> {
        menu.input(Input::press(key)).unwrap()
    }

    #[test]
    fn directions_walk_round_and_choose() {
        let mut menu = menu();
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
            menu.input(Input::press(Key::Char('t'))),
            None,
            "the menu does not use other keys"
        );
    }

    #[test]
    fn a_pointer_chooses_what_it_is_on() {
        let mut menu = menu();
        assert_eq!(
            menu.input(click(Button::Left, 20, 30)),
            Some(Some(UserAction::Do(WorldCommand::Room(1))))
        );
        assert_eq!(
            menu.input(click(Button::Right, 20, 30)),
            Some(Some(UserAction::Do(WorldCommand::Room(-1))))
        );
        assert_eq!(
            menu.input(click(Button::Left, 319, 30)),
            Some(Some(UserAction::Menu)),
            "a click beside the menu closes it"
        );
        let moved = Input::PointerMoved {
            at: None,
            overlay: Some(UVec2::new(20, 50)),
        };
        assert_eq!(menu.input(moved), Some(None));
        assert_eq!(menu.0.row(), 2);
    }

    #[test]
    fn rows_that_do_not_fit_are_reached() {
        let mut menu = menu();
        press(&mut menu, Key::Up);
        let top = ITEMS.len() - 10;
        assert_eq!(menu.0.row(), ITEMS.len() - 1);
        assert_eq!(
            menu.input(click(Button::Left, 20, 30)),
            Some(ITEMS.get(top + 1).map(|item| item.more))
        );
        for _ in 0..menu.0.row() {
            press(&mut menu, Key::Up);
        }
        assert_eq!(menu.0.row(), 0);
        assert!(ITEMS.iter().all(|item| item.label.len() < LABEL));
    }

    /// Returns the pages of a scope on an overlay of a size.
    fn pages_on(scope: Scope, size: UVec2) -> (HelpLayout, Vec<Vec<(String, String)>>) {
        let mut overlay = TextOverlay::default();
        overlay.begin(size);
        let layout = HelpLayout::new(overlay.columns(), overlay.lines());
        (layout, pages(scope, layout, InputDevice::Keyboard))
    }

    #[test]
    fn every_control_is_on_some_page_and_fits() {
        for size in SIZES {
            for scope in [Scope::Play, Scope::Scene] {
                every_control_fits(scope, size);
            }
        }
        let (_, pages) = pages_on(Scope::Play, SIZES[0]);
        let first: Vec<String> = pages.concat().into_iter().map(|(name, _)| name).collect();
        assert_eq!(
            first[..5],
            ["R", "C", "", "A", ""],
            "rooms and costumes come first"
        );
        assert!(pages_on(Scope::Play, SIZES[2]).1.len() < pages.len());
    }

    fn every_control_fits(scope: Scope, size: UVec2) {
        let (layout, pages) = pages_on(scope, size);
        let rows: Vec<(String, String)> = pages.concat();
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
        let columns = size.x as usize / 8;
        assert!(
            rows.iter().all(
                |(name, what)| name.len() < layout.names && layout.names + what.len() < columns
            ),
            "{rows:?}"
        );
        assert!(pages.iter().all(|page| page.len() <= layout.lines));
        assert!(
            (layout.lines + 2) * 18 <= size.y as usize,
            "the foot is seen"
        );
    }

    #[test]
    fn the_controls_of_the_pad_come_first_after_it_was_used() {
        let layout = HelpLayout::new(80, 20);
        let pages = pages(Scope::Play, layout, InputDevice::Pad);
        assert_eq!(pages[0][0].0, "Pad D-pad, stick");
    }

    #[test]
    fn pages_are_turned_and_the_last_one_closed() {
        let mut help = Help::new(Scope::Play);
        let mut overlay = TextOverlay::default();
        overlay.begin(SIZES[0]);
        help.draw(&mut overlay, InputDevice::Keyboard);
        let last = help.count - 1;
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

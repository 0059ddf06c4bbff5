//! The menu: everything that can be done, reached with four directions and two buttons.

use glam::IVec2;
use scumm_platform::{Button, Input, Key};

use super::clock::Clock;
use super::controls::{Action, Deed};
use super::layers::{Layer, Layers};
use super::world::World;
use crate::settings::Settings;
use scumm_platform::paint::{Inks, Paint};

/// Letters of a row.
const WIDTH: i32 = 32;
/// Rows that are seen at once: what fits on the smallest screen above two lines of a caption.
const SEEN: usize = 22;

/// What the rows show.
pub struct Status<'a> {
    /// The world.
    pub world: &'a World,
    /// How time passes.
    pub clock: Clock,
    /// The layers that are shown.
    pub layers: Layers,
    /// How the window is set.
    pub settings: &'a Settings,
    /// Whether a scene is recorded.
    pub is_recording: bool,
    /// Frames since the beginning.
    pub frame: u64,
    /// Nobody leads, so that there is nobody to be told anything.
    pub is_alone: bool,
}

impl Status<'_> {
    /// What is to be seen of it all the time: that a scene is recorded, and that time does not run as usual.
    pub fn marks(&self) -> [Option<&'static str>; 2] {
        if self.is_alone { [None; 2] } else { [self.clock.mark(), self.is_recording.then_some("REC")] }
    }
}

/// A row of the menu.
struct Item {
    label: &'static str,
    /// What left does; without it there is nothing to choose.
    less: Option<Action>,
    /// What right and Enter do.
    more: Action,
    /// What is chosen at present.
    value: fn(&Status<'_>) -> String,
}

const fn choice(label: &'static str, less: Action, more: Action, value: fn(&Status<'_>) -> String) -> Item {
    Item { label, less: Some(less), more, value }
}

const fn deed(label: &'static str, less: Deed, more: Deed, value: fn(&Status<'_>) -> String) -> Item {
    choice(label, Action::Do(less), Action::Do(more), value)
}

const fn switch(label: &'static str, action: Action, value: fn(&Status<'_>) -> String) -> Item {
    Item { label, less: Some(action), more: action, value }
}

const fn command(label: &'static str, action: Action) -> Item {
    Item { label, less: None, more: action, value: |_| String::new() }
}

const fn layer(label: &'static str, layer: Layer, value: fn(&Status<'_>) -> String) -> Item {
    switch(label, Action::Layer(layer), value)
}

const ITEMS: [Item; 27] = [
    command("Back to the play", Action::Menu),
    deed("Room", Deed::Room(-1), Deed::Room(1), |s| s.world.room().to_string()),
    deed("Costume", Deed::Costume(-1), Deed::Costume(1), |s| s.world.character().costume.to_string()),
    deed("Animation", Deed::Animation(-1), Deed::Animation(1), |s| s.world.character().animation.to_string()),
    deed("Direction", Deed::Turn(-1), Deed::Turn(1), |s| s.world.actor().map_or(0, |a| a.facing).to_string()),
    deed("Actor", Deed::LeadNext(-1), Deed::LeadNext(1), |s| s.world.character().title()),
    command("Talk, stop talking", Action::Do(Deed::Talk)),
    command("Gesture", Action::Do(Deed::Gesture)),
    command("Shadow", Action::Do(Deed::Shadow)),
    switch("Time", Action::Pause, |s| (if s.clock.paused { "paused" } else { "runs" }).to_owned()),
    choice("Frame", Action::Step(-1), Action::Step(1), |s| s.frame.to_string()),
    choice("Speed", Action::Slower(1), Action::Slower(-1), |s| s.clock.speed().to_owned()),
    layer("Walk boxes", Layer::Boxes, |s| on(s.layers.has(Layer::Boxes))),
    layer("Z-planes", Layer::Planes, |s| on(s.layers.has(Layer::Planes))),
    layer("Limbs", Layer::Limbs, |s| on(s.layers.has(Layer::Limbs))),
    layer("Bounds", Layer::Bounds, |s| on(s.layers.has(Layer::Bounds))),
    layer("Palette", Layer::Palette, |s| on(s.layers.has(Layer::Palette))),
    switch("Picture", Action::Scale, |s| s.settings.scale.to_string()),
    switch("Whole screen", Action::Fullscreen, |s| on(s.settings.fullscreen)),
    switch("Buttons", Action::Buttons, |s| s.settings.buttons.to_string()),
    command("Keep the picture", Action::Screenshot),
    switch("Record a scene", Action::Record, |s| on(s.is_recording)),
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    row: usize,
    /// The first row that is seen.
    top: usize,
}

impl Menu {
    /// Chooses a row, which is seen from then on.
    fn choose(&mut self, row: usize) {
        self.row = row;
        self.top = self.top.clamp(row.saturating_sub(SEEN - 1), row);
    }

    /// The row under a pixel of the screen.
    fn row_at(self, at: IVec2, zoom: i32) -> Option<usize> {
        let letter = scumm_platform::paint::LETTER * zoom;
        let place = at - IVec2::new(letter, letter / 2);
        let row = usize::try_from(place.y.div_euclid(letter)).ok().filter(|row| *row < SEEN)? + self.top;
        ((0..WIDTH * letter).contains(&place.x) && row < ITEMS.len()).then_some(row)
    }

    /// Takes an input: what is to be done, or nothing. `None` where it is none of the menu's.
    pub fn input(&mut self, input: Input, zoom: i32) -> Option<Option<Action>> {
        let count = ITEMS.len();
        let item = ITEMS.get(self.row)?;
        Some(match input {
            Input::Key { key: Key::Up, pressed: true, .. } => {
                self.choose((self.row + count - 1) % count);
                None
            }
            Input::Key { key: Key::Down, pressed: true, .. } => {
                self.choose((self.row + 1) % count);
                None
            }
            Input::Key { key: Key::Left, pressed: true, .. } => item.less,
            Input::Key { key: Key::Right, pressed: true, .. } => item.less.map(|_| item.more),
            Input::Key { key: Key::Enter, pressed: true, repeat: false, .. } => Some(item.more),
            Input::Key { key: Key::Escape, pressed: true, .. } => Some(Action::Menu),
            Input::Key { key: Key::Up | Key::Down | Key::Left | Key::Right | Key::Enter | Key::Escape, .. } => None,
            Input::PointerMoved { at: Some(at) } => {
                self.row = self.row_at(at.as_ivec2(), zoom).unwrap_or(self.row);
                None
            }
            Input::PointerButton { button, pressed: true, at: Some(at) } => {
                match (self.row_at(at.as_ivec2(), zoom), button) {
                    // A click beside the menu closes it.
                    (None, _) => Some(Action::Menu),
                    (Some(row), button) => {
                        self.row = row;
                        let item = ITEMS.get(row)?;
                        if button == Button::Right { item.less } else { Some(item.more) }
                    }
                }
            }
            Input::PointerButton { .. } | Input::PointerMoved { .. } => None,
            _ => return None,
        })
    }

    /// Draws it with these [`rows`].
    pub fn draw(self, paint: &mut Paint<'_>, inks: &Inks, rows: &[String]) {
        let letter = paint.letter();
        let place = |column: i32, line: i32| IVec2::new(column * letter, line * letter + letter / 2);
        for ((line, row), text) in (0..).zip(self.top..).zip(rows.iter().skip(self.top).take(SEEN)) {
            let (ink, ground) = if row == self.row { (inks.black, inks.yellow) } else { (inks.white, inks.black) };
            paint.text(place(1, line), text, ink, ground);
        }
        // Where there are more rows.
        if self.top > 0 {
            paint.text(place(WIDTH, 0), "^", inks.yellow, inks.black);
        }
        if self.top + SEEN < rows.len() {
            paint.text(place(WIDTH, SEEN as i32 - 1), "v", inks.yellow, inks.black);
        }
    }
}

/// The rows as they are written.
pub fn rows(status: &Status<'_>) -> Vec<String> {
    let width = WIDTH as usize;
    let row = |item: &Item| {
        let value = (item.value)(status);
        let value = if value.is_empty() { value } else { format!("< {value} >") };
        format!("{:width$}", format!(" {:<17}{value}", item.label))
    };
    ITEMS.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use glam::UVec2;

    use super::*;

    fn press(menu: &mut Menu, key: Key) -> Option<Action> {
        menu.input(Input::press(key), 1).unwrap()
    }

    #[test]
    fn directions_walk_round_and_choose() {
        let mut menu = Menu::default();
        assert_eq!(press(&mut menu, Key::Up), None);
        assert_eq!(press(&mut menu, Key::Enter), Some(Action::Quit));
        assert_eq!(press(&mut menu, Key::Right), None, "nothing to choose");
        press(&mut menu, Key::Down);
        press(&mut menu, Key::Down);
        assert_eq!(press(&mut menu, Key::Left), Some(Action::Do(Deed::Room(-1))));
        assert_eq!(press(&mut menu, Key::Right), Some(Action::Do(Deed::Room(1))));
        assert_eq!(press(&mut menu, Key::Escape), Some(Action::Menu));
        assert_eq!(menu.input(Input::press(Key::Char('t')), 1), None, "other keys do what they do");
    }

    #[test]
    fn a_pointer_chooses_what_it_is_on() {
        let mut menu = Menu::default();
        let click = |button, x, y| Input::PointerButton { button, pressed: true, at: Some(UVec2::new(x, y)) };
        assert_eq!(menu.input(click(Button::Left, 20, 14), 1), Some(Some(Action::Do(Deed::Room(1)))));
        assert_eq!(menu.input(click(Button::Right, 20, 14), 1), Some(Some(Action::Do(Deed::Room(-1)))));
        assert_eq!(menu.input(click(Button::Right, 40, 28), 2), Some(Some(Action::Do(Deed::Room(-1)))));
        assert_eq!(menu.input(click(Button::Left, 300, 14), 1), Some(Some(Action::Menu)));
        assert_eq!(menu.input(Input::PointerMoved { at: Some(UVec2::new(20, 22)) }, 1), Some(None));
        assert_eq!(menu.row, 2);
    }

    #[test]
    fn what_is_seen_fits_on_the_smallest_screen_and_the_rest_is_reached() {
        assert!(SEEN as i32 * 8 + 4 <= 200 - 2 * 8);
        let mut menu = Menu::default();
        press(&mut menu, Key::Up);
        assert_eq!((menu.row, menu.top), (ITEMS.len() - 1, ITEMS.len() - SEEN));
        let click = Input::PointerButton { button: Button::Left, pressed: true, at: Some(UVec2::new(20, 14)) };
        assert_eq!(menu.input(click, 1), Some(ITEMS.get(menu.top + 1).map(|item| item.more)));
        for _ in 0..menu.row {
            press(&mut menu, Key::Up);
        }
        assert_eq!((menu.row, menu.top), (0, 0));
        assert!(ITEMS.iter().all(|item| item.label.len() <= 18));
    }
}

//! The help on the screen: all controls, page by page.

use glam::IVec2;
use scumm_platform::Input;

use super::controls::{self, Action, Scope};
use super::list::{Pick, around};
use scumm_media::paint::{Inks, Paint, wrap};

/// The number of letters on a row, and of its first column with the control's name.
const WIDTH: usize = 39;
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
    pub fn of(scope: Scope) -> Self {
        Self { scope, page: 0 }
    }

    /// Handles an input. Returns the action, if any, or `None` if the help does not use the input.
    pub fn input(&mut self, input: Input) -> Option<Option<Action>> {
        let count = pages(self.scope).len();
        match Pick::of(input)? {
            Pick::Row(by) | Pick::Value(by) | Pick::Page(by) => {
                self.page = around(self.page, by, count)
            }
            // Enter and a click turn the page, and close the help on the last page.
            Pick::Take | Pick::Click(..) if self.page + 1 < count => self.page += 1,
            Pick::Take | Pick::Click(..) | Pick::Leave => return Some(Some(Action::Help)),
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
            "page {} of {}: arrows turn, Esc, B end",
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
    use scumm_platform::Key;

    use super::*;

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
        let (mut help, last) = (Help::of(Scope::Play), pages(Scope::Play).len() - 1);
        assert!(last > 0);
        help.input(Input::press(Key::Left));
        assert_eq!(help.page, last);
        help.input(Input::press(Key::Right));
        assert_eq!(help.page, 0);
        for _ in 0..last {
            assert_eq!(help.input(Input::press(Key::Enter)), Some(None));
        }
        assert_eq!(help.input(Input::click(1, 1)), Some(Some(Action::Help)));
        assert_eq!(
            help.input(Input::press(Key::Escape)),
            Some(Some(Action::Help))
        );
    }
}

//! A list of rows, in which the user selects with keys, the pointer or a controller's D-pad.

use glam::{IVec2, UVec2};
use scumm_platform::{Button, Input, Key};

use crate::overlay::{self, BLACK, COLUMN, LINE, TextOverlay, YELLOW};

/// A request to a list or to pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Move down by a number of rows, or up if negative.
    Row(i32),
    /// Change to the next value of the row, or to the previous one if negative.
    Value(i32),
    /// Turn to the next page, or to the previous one if negative.
    Page(i32),
    /// Perform the action of the row.
    Take,
    /// Close the list.
    Leave,
    /// The pointer is over a pixel of the overlay.
    Point(UVec2),
    /// A button goes down over a pixel of the overlay, or outside it.
    Click(Button, Option<UVec2>),
    /// No request, for example for a released key.
    Nothing,
}

impl Pick {
    /// Returns the request of an input; `None` if lists do not use the input.
    pub fn from_input(input: Input) -> Option<Self> {
        Some(match input {
            Input::Key {
                key,
                pressed,
                repeat,
                ..
            } => {
                let pick = match key {
                    Key::Up => Self::Row(-1),
                    Key::Down => Self::Row(1),
                    Key::Left => Self::Value(-1),
                    Key::Right => Self::Value(1),
                    Key::PageUp => Self::Page(-1),
                    Key::PageDown => Self::Page(1),
                    Key::Enter if !repeat => Self::Take,
                    Key::Enter => Self::Nothing,
                    Key::Escape => Self::Leave,
                    _ => return None,
                };
                if pressed { pick } else { Self::Nothing }
            }
            Input::PointerMoved {
                overlay: Some(at), ..
            } => Self::Point(at),
            Input::PointerButton {
                button,
                pressed: true,
                overlay,
                ..
            } => Self::Click(button, overlay),
            Input::PointerMoved { .. } | Input::PointerButton { .. } => Self::Nothing,
            _ => return None,
        })
    }
}

/// Returns the index `by` places after `at` in a cycle of `count`.
pub fn around(at: usize, by: i32, count: usize) -> usize {
    (at as i64 + i64::from(by)).rem_euclid(count.max(1) as i64) as usize
}

/// The position and size of a list on the overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListPlace {
    /// The top left pixel.
    pub corner: IVec2,
    /// The number of columns.
    pub width: usize,
    /// The number of visible rows.
    pub seen: usize,
}

/// A list with its selected row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    place: ListPlace,
    count: usize,
    row: usize,
    /// The first visible row.
    top: usize,
}

impl List {
    /// Creates a list with this number of rows, of which the first is selected.
    pub fn new(count: usize) -> Self {
        Self {
            place: ListPlace {
                corner: IVec2::ZERO,
                width: 1,
                seen: 1,
            },
            count,
            row: 0,
            top: 0,
        }
    }

    /// Sets the place of the list. It is known when the list is drawn, because it depends on the
    /// size of the window. The selected row stays visible.
    pub fn lay_out(&mut self, place: ListPlace) {
        self.place = ListPlace {
            seen: place.seen.max(1),
            ..place
        };
        // A larger window has no empty rows below the last row.
        self.top = self.top.min(self.count.saturating_sub(self.place.seen));
        self.go_to(self.row);
    }

    /// Returns the selected row.
    pub fn row(&self) -> usize {
        self.row
    }

    /// Selects a row and makes it visible.
    pub fn go_to(&mut self, row: usize) {
        self.row = row;
        self.top = self.top.clamp(row.saturating_sub(self.place.seen - 1), row);
    }

    /// Returns the row at a pixel of the overlay.
    fn row_at(&self, at: UVec2) -> Option<usize> {
        let place = (at.as_ivec2() - self.place.corner).div_euclid(IVec2::new(COLUMN, LINE));
        let column = usize::try_from(place.x).ok()?;
        let line = usize::try_from(place.y).ok()?;
        let row = self.top + line;
        (column < self.place.width && line < self.place.seen && row < self.count).then_some(row)
    }

    /// Handles an input. Selects a row if the input requests this, and returns every other request
    /// to the caller. A click beside the rows is returned as a click. Returns `None` if lists do
    /// not use the input.
    pub fn input(&mut self, input: Input) -> Option<Pick> {
        let pick = Pick::from_input(input)?;
        Some(match pick {
            Pick::Row(by) => {
                self.go_to(around(self.row, by, self.count));
                Pick::Nothing
            }
            Pick::Point(at) => {
                self.row = self.row_at(at).unwrap_or(self.row);
                Pick::Nothing
            }
            Pick::Click(button, at) => match at.and_then(|at| self.row_at(at)) {
                Some(row) => {
                    self.row = row;
                    if button == Button::Right {
                        Pick::Value(-1)
                    } else {
                        Pick::Take
                    }
                }
                None => pick,
            },
            other => other,
        })
    }

    /// Draws the visible rows, each a text with its colour, and marks further rows above and below.
    pub fn draw<T: AsRef<str>>(
        &self,
        overlay: &mut TextOverlay,
        rows: impl Iterator<Item = (T, u32)>,
    ) {
        let ListPlace {
            corner,
            width,
            seen,
        } = self.place;
        let at = |column: usize, line: usize| {
            corner + IVec2::new(column as i32 * COLUMN, line as i32 * LINE)
        };
        for (line, (text, ink)) in rows.skip(self.top).take(seen).enumerate() {
            let is_chosen = self.top + line == self.row;
            let (ink, ground) = if is_chosen {
                (BLACK, YELLOW)
            } else {
                (ink, BLACK)
            };
            overlay.fill(at(0, line), at(width, line + 1), ground);
            let text = overlay::cut(text.as_ref(), width.saturating_sub(2));
            overlay.write(at(1, line), text, ink, ground);
        }
        let last_column = width.saturating_sub(1);
        if self.top > 0 {
            overlay.write(at(last_column, 0), "^", YELLOW, BLACK);
        }
        if self.top + seen < self.count {
            overlay.write(at(last_column, seen - 1), "v", YELLOW, BLACK);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::overlay::WHITE;

    /// Returns the input of a button that goes down on a pixel of the overlay.
    pub fn click(button: Button, x: u32, y: u32) -> Input {
        Input::PointerButton {
            button,
            pressed: true,
            at: None,
            overlay: Some(UVec2::new(x, y)),
        }
    }

    const PLACE: ListPlace = ListPlace {
        corner: IVec2::new(8, 4),
        width: 10,
        seen: 3,
    };

    fn list(count: usize) -> List {
        let mut list = List::new(count);
        list.lay_out(PLACE);
        list
    }

    fn input(list: &mut List, input: Input) -> Pick {
        list.input(input).unwrap()
    }

    #[test]
    fn keys_walk_round_and_the_chosen_row_is_always_seen() {
        let mut list = list(5);
        assert_eq!(input(&mut list, Input::press(Key::Up)), Pick::Nothing);
        assert_eq!((list.row, list.top), (4, 2));
        input(&mut list, Input::press(Key::Down));
        assert_eq!((list.row, list.top), (0, 0));
        assert_eq!(input(&mut list, Input::press(Key::Left)), Pick::Value(-1));
        assert_eq!(input(&mut list, Input::press(Key::Enter)), Pick::Take);
        let held = Input::Key {
            key: Key::Enter,
            pressed: true,
            repeat: true,
            shift: false,
        };
        assert_eq!(input(&mut list, held), Pick::Nothing);
        assert_eq!(list.input(Input::press(Key::Char('t'))), None);
    }

    #[test]
    fn a_pointer_chooses_what_it_is_on() {
        let mut list = list(5);
        list.go_to(4);
        let pick = input(&mut list, click(Button::Left, 8, 4 + 18));
        assert_eq!((pick, list.row), (Pick::Take, 3));
        let pick = input(&mut list, click(Button::Right, 20, 21));
        assert_eq!((pick, list.row), (Pick::Value(-1), 2));
        for (x, y) in [(7, 12), (88, 12), (8, 3), (8, 4 + 3 * 18)] {
            let pick = input(&mut list, click(Button::Left, x, y));
            assert!(matches!(pick, Pick::Click(..)), "{x}, {y}");
        }
        let moved = Input::PointerMoved {
            at: None,
            overlay: Some(UVec2::new(87, 3 + 3 * 18)),
        };
        assert_eq!(input(&mut list, moved), Pick::Nothing);
        assert_eq!(list.row, 4);
    }

    #[test]
    fn a_window_of_another_size_shows_the_chosen_row_and_no_empty_rows() {
        let mut list = list(5);
        list.go_to(4);
        list.lay_out(ListPlace { seen: 2, ..PLACE });
        assert_eq!((list.row, list.top), (4, 3));
        list.lay_out(ListPlace { seen: 4, ..PLACE });
        assert_eq!(list.top, 1);
        list.lay_out(ListPlace { seen: 0, ..PLACE });
        assert_eq!(list.top, 4, "at least one row is visible");
    }

    #[test]
    fn rows_are_as_wide_as_the_list_and_more_of_them_are_marked() {
        let mut list = list(5);
        (list.top, list.row) = (1, 2);
        let mut overlay = TextOverlay::default();
        overlay.begin(UVec2::new(96, 64));
        list.draw(
            &mut overlay,
            (0..5).map(|row| (row.to_string().repeat(30), WHITE)),
        );
        let shown = overlay.finish().unwrap();
        let has = |x: usize, y: usize, ink| {
            let mut rows = y..y + 18;
            rows.any(|y| shown.pixels()[y * 96 + x..y * 96 + x + 8].contains(&ink))
        };
        assert!(has(80, 4, YELLOW) && has(80, 40, YELLOW), "the marks");
        assert!(
            has(8, 22, YELLOW) && !has(8, 4, WHITE),
            "the ground of the chosen row"
        );
        assert!(
            !has(88, 4, WHITE) && !has(88, 22, YELLOW),
            "nothing beside the list"
        );
    }

    #[test]
    fn places_close_on_themselves() {
        assert_eq!(
            [
                around(4, 1, 5),
                around(0, -1, 5),
                around(3, -9, 5),
                around(0, 1, 0)
            ],
            [0, 4, 4, 0]
        );
    }
}

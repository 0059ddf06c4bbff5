//! A list of rows, in which the user selects with keys, the pointer or a controller's D-pad.

use glam::{IVec2, UVec2};
use scumm_platform::{Button, Input, Key};

use scumm_media::paint::{Inks, LETTER, Paint};

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
    /// The pointer is over a pixel of the screen.
    Point(UVec2),
    /// A button goes down over a pixel of the screen, or outside it.
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
            Input::PointerMoved { at: Some(at) } => Self::Point(at),
            Input::PointerButton {
                button,
                pressed: true,
                at,
            } => Self::Click(button, at),
            Input::PointerMoved { .. } | Input::PointerButton { .. } => Self::Nothing,
            _ => return None,
        })
    }
}

/// Returns the index `by` places after `at` in a cycle of `count`.
pub fn around(at: usize, by: i32, count: usize) -> usize {
    (at as i64 + i64::from(by)).rem_euclid(count.max(1) as i64) as usize
}

/// The position and size of a list. All values refer to a screen that is 320 pixels wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListPlace {
    /// The top left pixel.
    pub corner: IVec2,
    /// The number of letters on a row.
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
    pub fn new(place: ListPlace, count: usize) -> Self {
        Self {
            place,
            count,
            row: 0,
            top: 0,
        }
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

    /// Returns the row at a pixel of a screen whose letters are enlarged by `zoom`.
    fn row_at(&self, at: UVec2, zoom: i32) -> Option<usize> {
        let place =
            (at.as_ivec2() - self.place.corner * zoom).div_euclid(IVec2::splat(LETTER * zoom));
        let column = usize::try_from(place.x).ok()?;
        let line = usize::try_from(place.y).ok()?;
        let row = self.top + line;
        (column < self.place.width && line < self.place.seen && row < self.count).then_some(row)
    }

    /// Handles an input. Selects a row if the input requests this, and returns every other request
    /// to the caller. A click beside the rows is returned as a click. Returns `None` if lists do
    /// not use the input.
    pub fn input(&mut self, input: Input, zoom: i32) -> Option<Pick> {
        let pick = Pick::from_input(input)?;
        Some(match pick {
            Pick::Row(by) => {
                self.go_to(around(self.row, by, self.count));
                Pick::Nothing
            }
            Pick::Point(at) => {
                self.row = self.row_at(at, zoom).unwrap_or(self.row);
                Pick::Nothing
            }
            Pick::Click(button, at) => match at.and_then(|at| self.row_at(at, zoom)) {
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
        paint: &mut Paint<'_>,
        inks: &Inks,
        rows: impl Iterator<Item = (T, u8)>,
    ) {
        let ListPlace {
            corner,
            width,
            seen,
        } = self.place;
        let letter = paint.letter();
        let at = |column: usize, line: usize| {
            corner * (letter / LETTER) + IVec2::new(column as i32, line as i32) * letter
        };
        for (line, (text, ink)) in rows.skip(self.top).take(seen).enumerate() {
            let is_chosen = self.top + line == self.row;
            let (ink, ground) = if is_chosen {
                (inks.black, inks.yellow)
            } else {
                (ink, inks.black)
            };
            let text: String = format!(" {:width$}", text.as_ref())
                .chars()
                .take(width)
                .collect();
            paint.text(at(0, line), &text, ink, ground);
        }
        if self.top > 0 {
            paint.text(at(width - 1, 0), "^", inks.yellow, inks.black);
        }
        if self.top + seen < self.count {
            paint.text(at(width - 1, seen - 1), "v", inks.yellow, inks.black);
        }
    }
}

#[cfg(test)]
mod tests {
    use scumm_media::RgbPalette;

    use super::*;

    const PLACE: ListPlace = ListPlace {
        corner: IVec2::new(8, 4),
        width: 10,
        seen: 3,
    };

    fn input(list: &mut List, input: Input) -> Pick {
        list.input(input, 1).unwrap()
    }

    #[test]
    fn keys_walk_round_and_the_chosen_row_is_always_seen() {
        let mut list = List::new(PLACE, 5);
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
        assert_eq!(list.input(Input::press(Key::Char('t')), 1), None);
    }

    #[test]
    fn a_pointer_chooses_what_it_is_on() {
        let mut list = List::new(PLACE, 5);
        list.go_to(4);
        let click = |button, x, y| Input::PointerButton {
            button,
            pressed: true,
            at: Some(UVec2::new(x, y)),
        };
        assert_eq!(input(&mut list, click(Button::Left, 8, 12)), Pick::Take);
        assert_eq!(list.row, 3);
        assert_eq!(
            list.input(click(Button::Right, 20, 10), 2),
            Some(Pick::Value(-1))
        );
        assert_eq!(list.row, 2);
        for (x, y) in [(7, 12), (88, 12), (8, 3), (8, 28)] {
            assert!(
                matches!(input(&mut list, click(Button::Left, x, y)), Pick::Click(..)),
                "{x}, {y}"
            );
        }
        assert_eq!(
            input(
                &mut list,
                Input::PointerMoved {
                    at: Some(UVec2::new(87, 27))
                }
            ),
            Pick::Nothing
        );
        assert_eq!(list.row, 4);
    }

    #[test]
    fn rows_are_as_wide_as_the_list_and_more_of_them_are_marked() {
        let mut pixels = vec![0; 96 * 32];
        let mut palette: RgbPalette = [[0; 3]; 256];
        let inks = Inks::mix(&mut palette, &[]);
        let list = List {
            top: 1,
            row: 2,
            ..List::new(PLACE, 5)
        };
        let mut paint = Paint::new(&mut pixels, 96);
        list.draw(
            &mut paint,
            &inks,
            (0..5).map(|row| (row.to_string().repeat(30), inks.white)),
        );
        let has = |x: usize, y: usize, ink| {
            (y..y + 8).any(|y| pixels[y * 96 + x..y * 96 + x + 8].contains(&ink))
        };
        assert!(
            has(80, 4, inks.yellow) && has(80, 20, inks.yellow),
            "the marks"
        );
        assert!(
            has(8, 12, inks.yellow) && !has(8, 4, inks.white),
            "the ground of the chosen row"
        );
        assert!(
            !has(88, 4, inks.white) && !has(88, 12, inks.yellow),
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

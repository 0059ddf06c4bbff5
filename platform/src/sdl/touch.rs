//! Fingers on a touch screen: the first finger is the pointer and its left button, a second finger
//! clicks right, a third finger is Start.

use glam::UVec2;

use crate::{Button, Input, PadButton};

/// A movement of a finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The finger touches the screen.
    Down,
    /// The finger slides.
    Slide,
    /// The finger leaves the screen.
    Up,
}

/// The fingers on the screen, in the order in which they touched it.
#[derive(Debug, Default)]
pub struct Touch {
    fingers: Vec<i64>,
}

impl Touch {
    /// Handles a finger's movement at a pixel of the frame.
    pub fn take(&mut self, finger: i64, what: Move, at: Option<UVec2>, inputs: &mut Vec<Input>) {
        let place = self.fingers.iter().position(|&f| f == finger);
        let click = |button, pressed| Input::PointerButton {
            button,
            pressed,
            at,
        };
        match (what, place) {
            (Move::Down, None) => {
                self.fingers.push(finger);
                match self.fingers.len() {
                    1 => inputs.extend([Input::PointerMoved { at }, click(Button::Left, true)]),
                    2 => inputs.extend([click(Button::Right, true), click(Button::Right, false)]),
                    3 => inputs.extend([true, false].map(|pressed| Input::Pad {
                        button: PadButton::Start,
                        pressed,
                    })),
                    _ => {}
                }
            }
            (Move::Slide, Some(0)) => inputs.push(Input::PointerMoved { at }),
            (Move::Up, Some(place)) => {
                self.fingers.remove(place);
                if place == 0 {
                    inputs.push(click(Button::Left, false));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_finger_is_the_left_button_two_the_right_three_start() {
        let (mut touch, mut inputs) = (Touch::default(), Vec::new());
        let at = |x| Some(UVec2::new(x, 5));
        let click = |button, pressed, x| Input::PointerButton {
            button,
            pressed,
            at: at(x),
        };
        touch.take(70, Move::Down, at(1), &mut inputs);
        touch.take(70, Move::Slide, at(2), &mut inputs);
        touch.take(71, Move::Slide, at(9), &mut inputs);
        assert_eq!(
            inputs,
            [
                Input::PointerMoved { at: at(1) },
                click(Button::Left, true, 1),
                Input::PointerMoved { at: at(2) }
            ]
        );
        inputs.clear();
        touch.take(80, Move::Down, at(7), &mut inputs);
        assert_eq!(
            inputs,
            [
                click(Button::Right, true, 7),
                click(Button::Right, false, 7)
            ]
        );
        inputs.clear();
        touch.take(81, Move::Down, at(7), &mut inputs);
        assert_eq!(
            inputs[0],
            Input::Pad {
                button: PadButton::Start,
                pressed: true
            }
        );
        inputs.clear();
        touch.take(80, Move::Up, at(7), &mut inputs);
        assert_eq!(inputs, []);
        touch.take(70, Move::Up, at(3), &mut inputs);
        assert_eq!(inputs, [click(Button::Left, false, 3)]);
    }
}

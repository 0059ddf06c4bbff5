//! Translates the input of a game controller to that of a pointer and of keys. The directions of
//! the controller move the pointer, or act as arrow keys in a menu.

use std::time::Duration;

use glam::{IVec2, UVec2, Vec2};

use crate::{Button, Input, Key, PadButton};

/// Speeds of the pointer in pixels a second on a frame that is 320 pixels wide. On a wider frame
/// the pointer is faster, so that it crosses the frame in the same time.
const SLOWEST: f32 = 40.0;
const FASTEST: f32 = 240.0;
/// The speed while the precision button is held.
const PRECISE: f32 = 30.0;
/// The seconds until a held direction reaches the fastest speed.
const RAMP: f32 = 0.7;
/// The deflection of a stick, as a part of its range, up to which the stick counts as released,
/// because worn sticks do not return exactly to the middle.
const DEAD: f32 = 0.2;
/// The deflection of a stick, as a part of its range, from which it counts as a direction in a
/// menu.
const CHOOSES: f32 = 0.6;
/// The time until a held direction in a menu repeats, and the time between further repeats.
const REPEAT: (Duration, Duration) = (Duration::from_millis(400), Duration::from_millis(110));

/// The positions of the lettered buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum PadLayout {
    /// A is at the bottom and B on the right. The bottom button clicks.
    #[default]
    Xbox,
    /// B is at the bottom and A on the right. The right button clicks.
    Nintendo,
}

impl PadLayout {
    /// All layouts with their names on the command line and in settings.
    pub const ALL: [(&str, Self); 2] = [("xbox", Self::Xbox), ("nintendo", Self::Nintendo)];

    /// Returns the name of the layout.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Returns the other layout.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()].1
    }

    /// Returns the button whose letter stands at the position of `button`: A and B change places,
    /// as do X and Y.
    #[must_use]
    pub fn letter(self, button: PadButton) -> PadButton {
        match (self, button) {
            (Self::Nintendo, PadButton::A) => PadButton::B,
            (Self::Nintendo, PadButton::B) => PadButton::A,
            (Self::Nintendo, PadButton::X) => PadButton::Y,
            (Self::Nintendo, PadButton::Y) => PadButton::X,
            _ => button,
        }
    }
}

/// The present function of the controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PadMode {
    /// The D-pad and the stick move the pointer. A is the left button, B the right button, X and
    /// the left shoulder slow the pointer down.
    #[default]
    Pointer,
    /// The D-pad and the stick are arrow keys, A is Enter, B is Escape.
    Menu,
}

/// A controller and the pointer that it moves. All connected controllers act as one.
#[derive(Clone, Debug, Default)]
pub struct Pad {
    /// The positions of the lettered buttons.
    pub layout: PadLayout,
    mode: PadMode,
    /// The held directions of the D-pad: left, right, up, down.
    held: [bool; 4],
    stick: Vec2,
    precise: bool,
    /// The time for which the pointer has been moving without a pause.
    moving: Duration,
    /// The position of the pointer in pixels of the frame, with fractions.
    at: Option<Vec2>,
    /// In a menu: the held direction and the time until it repeats.
    choice: Option<(Key, Duration)>,
}

impl Pad {
    /// Sets the function of the controller. A change releases all held directions.
    pub fn set_mode(&mut self, mode: PadMode) {
        if mode != self.mode {
            self.mode = mode;
            self.moving = Duration::ZERO;
            self.choice = None;
        }
    }

    /// Releases everything, because the controller was unplugged or the window lost the focus.
    pub fn release(&mut self) {
        self.held = [false; 4];
        self.stick = Vec2::ZERO;
        self.precise = false;
        self.choice = None;
    }

    /// Sets the position of the pointer, for example to that of the mouse.
    pub fn place(&mut self, at: Option<UVec2>) {
        self.at = at.map(|pixel| pixel.as_vec2() + 0.5);
    }

    /// Sets the position of the stick: both components from -1 to 1, positive to the right and
    /// downwards.
    pub fn stick(&mut self, to: Vec2) {
        self.stick = to.clamp(Vec2::NEG_ONE, Vec2::ONE);
    }

    /// Handles a button, named by its position on an Xbox controller. `frame` is the size of the
    /// shown frame.
    pub fn button(&mut self, button: PadButton, pressed: bool, frame: UVec2) -> Option<Input> {
        let directions = [
            PadButton::Left,
            PadButton::Right,
            PadButton::Up,
            PadButton::Down,
        ];
        if let Some(direction) = directions.iter().position(|&d| d == button) {
            self.held[direction] = pressed;
            // Even the shortest press moves the pointer by a pixel.
            return if pressed && self.mode == PadMode::Pointer {
                self.shift(self.dpad(), frame)
            } else {
                None
            };
        }
        let letter = self.layout.letter(button);
        let click = |button| {
            let at = self.at.unwrap_or(frame.as_vec2() / 2.0).as_uvec2();
            Input::PointerButton {
                button,
                pressed,
                at: Some(at),
                overlay: None,
            }
        };
        let key = |key| Input::Key {
            key,
            pressed,
            repeat: false,
            shift: false,
        };
        Some(match (self.mode, letter) {
            (PadMode::Pointer, PadButton::A) => click(Button::Left),
            (PadMode::Pointer, PadButton::B) => click(Button::Right),
            (PadMode::Pointer, PadButton::X | PadButton::LeftShoulder) => {
                self.precise = pressed;
                return None;
            }
            (PadMode::Menu, PadButton::A) => key(Key::Enter),
            (PadMode::Menu, PadButton::B) => key(Key::Escape),
            (_, letter) => Input::Pad {
                button: letter,
                pressed,
            },
        })
    }

    /// Returns whether the passing of time moves the pointer or repeats a direction.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.direction() != Vec2::ZERO
    }

    /// Advances the time. Returns a movement or a repeated direction.
    pub fn advance(&mut self, elapsed: Duration, frame: UVec2) -> Option<Input> {
        match self.mode {
            PadMode::Pointer => self.glide(elapsed, frame),
            PadMode::Menu => self.choose(elapsed),
        }
    }

    /// Returns the position of the pointer in pixels of the frame.
    #[must_use]
    pub fn pointer(&self) -> Option<Vec2> {
        self.at
    }

    fn dpad(&self) -> Vec2 {
        let [left, right, up, down] = self.held.map(i32::from);
        IVec2::new(right - left, down - up).as_vec2()
    }

    /// Returns the direction; its length is the strength, at most 1.
    fn direction(&self) -> Vec2 {
        let dpad = self.dpad();
        if dpad != Vec2::ZERO {
            return dpad.normalize();
        }
        let length = self.stick.length();
        if length <= DEAD {
            return Vec2::ZERO;
        }
        // The strength is 0 at the edge of the rest area and 1 at full deflection. It is squared,
        // so that the pointer can be moved slowly with small deflections.
        let strength = ((length - DEAD) / (1.0 - DEAD)).min(1.0);
        self.stick / length * strength * strength
    }

    fn glide(&mut self, elapsed: Duration, frame: UVec2) -> Option<Input> {
        let direction = self.direction();
        if direction == Vec2::ZERO {
            self.moving = Duration::ZERO;
            return None;
        }
        // A pause of the machine does not count as a long press.
        let elapsed = elapsed.min(Duration::from_millis(100));
        self.moving = self.moving.saturating_add(elapsed);
        let ramp = (self.moving.as_secs_f32() / RAMP).min(1.0);
        let speed = if self.precise {
            PRECISE
        } else {
            SLOWEST + (FASTEST - SLOWEST) * ramp * ramp
        };
        self.shift(
            direction * speed * elapsed.as_secs_f32() * (frame.x as f32 / 320.0),
            frame,
        )
    }

    /// Moves the pointer. Returns the position of the pointer if it has reached another pixel.
    fn shift(&mut self, by: Vec2, frame: UVec2) -> Option<Input> {
        let last = frame.max(UVec2::ONE).as_vec2() - 0.5;
        let from = self.at.unwrap_or(frame.as_vec2() / 2.0);
        let to = (from + by).clamp(Vec2::splat(0.5), last);
        let new = self.at.is_none() || to.as_uvec2() != from.as_uvec2();
        self.at = Some(to);
        new.then(|| Input::PointerMoved {
            at: Some(to.as_uvec2()),
            overlay: None,
        })
    }

    fn choose(&mut self, elapsed: Duration) -> Option<Input> {
        let dpad = self.dpad();
        let to = if dpad == Vec2::ZERO { self.stick } else { dpad };
        let key = match to {
            Vec2 { x, y } if y.abs() >= x.abs() && y <= -CHOOSES => Some(Key::Up),
            Vec2 { x, y } if y.abs() >= x.abs() && y >= CHOOSES => Some(Key::Down),
            Vec2 { x, .. } if x <= -CHOOSES => Some(Key::Left),
            Vec2 { x, .. } if x >= CHOOSES => Some(Key::Right),
            _ => None,
        };
        let before = self.choice.take();
        let key = key?;
        let held = before.filter(|(before, _)| *before == key);
        let left = held.map_or(Duration::ZERO, |(_, left)| left.saturating_sub(elapsed));
        if !left.is_zero() {
            self.choice = Some((key, left));
            return None;
        }
        let repeat = held.is_some();
        self.choice = Some((key, if repeat { REPEAT.1 } else { REPEAT.0 }));
        Some(Input::Key {
            key,
            pressed: true,
            repeat,
            shift: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: UVec2 = UVec2::new(320, 200);
    const STEP: Duration = Duration::from_millis(10);

    fn advance(pad: &mut Pad, steps: u32) -> Vec<Input> {
        (0..steps)
            .filter_map(|_| pad.advance(STEP, FRAME))
            .collect()
    }

    #[test]
    fn a_tap_moves_by_one_pixel_and_a_held_direction_ever_faster() {
        let mut pad = Pad::default();
        pad.place(Some(UVec2::new(10, 100)));
        let moved = pad.button(PadButton::Right, true, FRAME);
        assert_eq!(
            moved,
            Some(Input::PointerMoved {
                at: Some(UVec2::new(11, 100)),
                overlay: None,
            })
        );
        let x = |pad: &Pad| pad.pointer().unwrap().x;
        let mut places = vec![x(&pad)];
        for _ in 0..8 {
            advance(&mut pad, 10);
            places.push(x(&pad));
        }
        let ways: Vec<f32> = places.windows(2).map(|w| w[1] - w[0]).collect();
        assert!(ways[0] < 6.0, "{ways:?}");
        assert!(ways[..7].is_sorted_by(|a, b| a < b), "{ways:?}");
        assert!(
            (ways[7] - 24.0).abs() < 0.1,
            "the fastest is 240 pixels a second: {ways:?}"
        );
        assert_eq!(pad.button(PadButton::Right, false, FRAME), None);
        assert!(!pad.is_active() && advance(&mut pad, 5).is_empty());
    }

    #[test]
    fn precision_is_slow_from_first_to_last() {
        let mut pad = Pad::default();
        pad.place(Some(UVec2::new(10, 100)));
        assert_eq!(pad.button(PadButton::X, true, FRAME), None);
        pad.stick(Vec2::X);
        advance(&mut pad, 200);
        assert!((pad.pointer().unwrap().x - 10.5 - 60.0).abs() < 0.1);
    }

    #[test]
    fn a_worn_stick_rests_and_a_light_touch_aims() {
        let mut pad = Pad::default();
        pad.stick(Vec2::new(0.15, -0.1));
        assert!(!pad.is_active());
        pad.stick(Vec2::new(0.6, 0.0));
        let half = pad.direction().x;
        assert!(
            (half - 0.25).abs() < 1e-6,
            "the middle between the dead zone and the end is half, which is squared: {half}"
        );
        pad.stick(Vec2::new(1.0, 1.0));
        assert!((pad.direction().length() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_pointer_stays_on_the_frame() {
        let mut pad = Pad::default();
        pad.stick(Vec2::NEG_ONE);
        advance(&mut pad, 500);
        assert_eq!(pad.pointer().unwrap().as_uvec2(), UVec2::ZERO);
        pad.stick(Vec2::ONE);
        advance(&mut pad, 500);
        assert_eq!(pad.pointer().unwrap().as_uvec2(), UVec2::new(319, 199));
    }

    #[test]
    fn wide_frames_are_crossed_in_the_same_time() {
        let cross = |frame: UVec2| {
            let mut pad = Pad::default();
            pad.place(Some(UVec2::ZERO));
            pad.stick(Vec2::X);
            (0..1000)
                .take_while(|_| {
                    pad.advance(STEP, frame)
                        .is_none_or(|_| pad.at.unwrap().x < frame.x as f32 - 1.0)
                })
                .count()
        };
        assert!(cross(FRAME).abs_diff(cross(UVec2::new(640, 480))) <= 1);
    }

    #[test]
    fn letters_click_and_layouts_change_their_places() {
        for (layout, left, right) in [
            (PadLayout::Xbox, PadButton::A, PadButton::B),
            (PadLayout::Nintendo, PadButton::B, PadButton::A),
        ] {
            let mut pad = Pad {
                layout,
                ..Pad::default()
            };
            pad.place(Some(UVec2::new(3, 4)));
            let click = |button, pressed| {
                Some(Input::PointerButton {
                    button,
                    pressed,
                    at: Some(UVec2::new(3, 4)),
                    overlay: None,
                })
            };
            assert_eq!(pad.button(left, true, FRAME), click(Button::Left, true));
            assert_eq!(pad.button(left, false, FRAME), click(Button::Left, false));
            assert_eq!(pad.button(right, true, FRAME), click(Button::Right, true));
        }
        assert!(
            PadLayout::ALL
                .iter()
                .all(|(name, layout)| layout.name() == *name)
        );
    }

    #[test]
    fn what_is_no_pointer_is_told_by_its_letter() {
        let mut pad = Pad {
            layout: PadLayout::Nintendo,
            ..Pad::default()
        };
        let told = pad.button(PadButton::X, true, FRAME);
        assert_eq!(
            told,
            Some(Input::Pad {
                button: PadButton::Y,
                pressed: true
            })
        );
        let start = pad.button(PadButton::Start, true, FRAME);
        assert_eq!(
            start,
            Some(Input::Pad {
                button: PadButton::Start,
                pressed: true
            })
        );
    }

    #[test]
    fn in_a_menu_directions_are_keys_that_repeat() {
        let mut pad = Pad::default();
        pad.set_mode(PadMode::Menu);
        assert_eq!(pad.button(PadButton::Down, true, FRAME), None);
        let down = |repeat| Input::Key {
            key: Key::Down,
            pressed: true,
            repeat,
            shift: false,
        };
        assert_eq!(advance(&mut pad, 40), [down(false)]);
        assert_eq!(advance(&mut pad, 23), [down(true), down(true), down(true)]);
        pad.button(PadButton::Down, false, FRAME);
        assert!(advance(&mut pad, 50).is_empty());
        pad.stick(Vec2::new(-0.9, 0.1));
        assert_eq!(advance(&mut pad, 1), [Input::press(Key::Left)]);
        assert_eq!(
            pad.button(PadButton::A, true, FRAME),
            Some(Input::press(Key::Enter))
        );
        assert_eq!(
            pad.button(PadButton::B, true, FRAME),
            Some(Input::press(Key::Escape))
        );
        assert_eq!(pad.pointer(), None, "the pointer stays where it is");
    }

    #[test]
    fn what_is_let_go_moves_no_more() {
        let mut pad = Pad::default();
        pad.button(PadButton::Left, true, FRAME);
        pad.stick(Vec2::Y);
        pad.release();
        assert!(!pad.is_active() && advance(&mut pad, 10).is_empty());
    }
}

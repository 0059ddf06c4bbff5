//! How the play is looked at: what lies over the picture, and how fast time goes.

use serde::{Deserialize, Serialize};

/// Something that can be shown over the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The walk boxes with their numbers.
    Boxes,
    /// Where z-planes hide actors.
    Planes,
    /// Where the actor is and what its limbs do, in words.
    Limbs,
    /// What the actor claims of the screen, and its anchor.
    Bounds,
    /// All colours.
    Palette,
}

/// What is shown over the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    boxes: bool,
    planes: bool,
    limbs: bool,
    bounds: bool,
    palette: bool,
}

impl Layers {
    /// Boxes, limbs and bounds: what belongs to the actor.
    pub fn of_actor() -> Self {
        Self { boxes: true, limbs: true, bounds: true, ..Self::default() }
    }

    /// Whether a layer is shown.
    pub fn has(self, layer: Layer) -> bool {
        match layer {
            Layer::Boxes => self.boxes,
            Layer::Planes => self.planes,
            Layer::Limbs => self.limbs,
            Layer::Bounds => self.bounds,
            Layer::Palette => self.palette,
        }
    }

    /// Whether any is shown.
    pub fn any(self) -> bool {
        self != Self::default()
    }

    /// Shows a layer, or hides it.
    pub fn toggle(&mut self, layer: Layer) {
        let shown = match layer {
            Layer::Boxes => &mut self.boxes,
            Layer::Planes => &mut self.planes,
            Layer::Limbs => &mut self.limbs,
            Layer::Bounds => &mut self.bounds,
            Layer::Palette => &mut self.palette,
        };
        *shown = !*shown;
    }
}

/// How much slower than usual time goes: 2 to this power times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub struct Slowness(u8);

/// An eighth of the usual speed.
const SLOWEST: u8 = 3;

impl Slowness {
    /// Slower, or faster where negative.
    pub fn step(self, by: i32) -> Self {
        let to = i32::from(self.0).saturating_add(by).clamp(0, SLOWEST.into());
        u8::try_from(to).map_or(self, Self)
    }

    /// How many times as long a frame takes.
    pub fn factor(self) -> u32 {
        1 << self.0
    }

    /// In words.
    pub fn name(self) -> &'static str {
        ["full", "1/2", "1/4", "1/8"].get(usize::from(self.0)).copied().unwrap_or_default()
    }
}

impl From<u8> for Slowness {
    fn from(power: u8) -> Self {
        Self(power.min(SLOWEST))
    }
}

impl From<Slowness> for u8 {
    fn from(slowness: Slowness) -> Self {
        slowness.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_shown_one_by_one() {
        let all = [Layer::Boxes, Layer::Planes, Layer::Limbs, Layer::Bounds, Layer::Palette];
        for layer in all {
            let mut layers = Layers::default();
            layers.toggle(layer);
            assert!(layers.any() && all.iter().all(|&other| layers.has(other) == (other == layer)));
            layers.toggle(layer);
            assert!(!layers.any());
        }
    }

    #[test]
    fn time_goes_at_full_speed_down_to_an_eighth() {
        let slow = Slowness::default().step(1);
        assert_eq!((slow.factor(), slow.name()), (2, "1/2"));
        assert_eq!(slow.step(9).factor(), 8);
        assert_eq!(slow.step(i32::MIN), Slowness::default());
        assert_eq!(Slowness::from(200).name(), "1/8");
    }
}

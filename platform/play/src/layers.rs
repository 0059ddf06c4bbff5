//! The layers: what can be shown over the picture.

use serde::{Deserialize, Serialize};

/// A layer.
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
    pub fn has(mut self, layer: Layer) -> bool {
        *self.shown(layer)
    }

    /// Whether any is shown.
    pub fn any(self) -> bool {
        self != Self::default()
    }

    /// Shows a layer, or hides it.
    pub fn toggle(&mut self, layer: Layer) {
        let shown = self.shown(layer);
        *shown = !*shown;
    }

    fn shown(&mut self, layer: Layer) -> &mut bool {
        match layer {
            Layer::Boxes => &mut self.boxes,
            Layer::Planes => &mut self.planes,
            Layer::Limbs => &mut self.limbs,
            Layer::Bounds => &mut self.bounds,
            Layer::Palette => &mut self.palette,
        }
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
}

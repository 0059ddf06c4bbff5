//! Draws walk boxes over a picture.

use glam::IVec2;
use scumm_room::{Dialect, WalkBox};

use scumm_media::paint::Paint;

/// Returns the width and height in pixels of one unit of an actor's position (G4).
pub fn unit(dialect: &Dialect) -> IVec2 {
    let (x, y) = dialect.position_unit();
    IVec2::new(x.into(), y.into())
}

/// Draws the outline of each box except the invalid box, and writes the number of the box inside.
/// `place` converts a room position in actors' units to a pixel of the picture. `colour` returns
/// the colour index of a box.
pub fn draw(
    paint: &mut Paint<'_>,
    boxes: &[WalkBox],
    dialect: &Dialect,
    place: impl Fn(IVec2) -> IVec2,
    colour: impl Fn(usize, &WalkBox) -> u8,
    ground: u8,
) {
    let none = usize::from(dialect.invalid_box());
    let placed = || {
        boxes
            .iter()
            .enumerate()
            .filter(|&(number, _)| number != none)
            .map(|(number, b)| {
                let corners = b.corners().map(|corner| place(corner.as_ivec2()));
                (number, corners, colour(number, b))
            })
    };
    for (_, corners, ink) in placed() {
        paint.outline(&corners, ink);
    }
    for (number, corners, ink) in placed() {
        let middle = corners.iter().sum::<IVec2>() / 4;
        paint.text(
            middle - paint.letter() / 2,
            &number.to_string(),
            ink,
            ground,
        );
    }
}

#[cfg(test)]
mod tests {
    use glam::I16Vec2;

    use super::*;

    #[test]
    fn all_boxes_but_the_invalid_one_are_outlined_b4() {
        let corner = |x, y| I16Vec2::new(x, y);
        let walkbox = WalkBox {
            ul: corner(2, 1),
            ur: corner(28, 1),
            lr: corner(28, 18),
            ll: corner(2, 18),
            ..WalkBox::default()
        };
        let drawn = |dialect: Dialect, count: usize| {
            let mut pixels = vec![0; 32 * 20];
            let colour = |number: usize, _: &WalkBox| number as u8 + 1;
            draw(
                &mut Paint::new(&mut pixels, 32),
                &vec![walkbox; count],
                &dialect,
                |p| p,
                colour,
                9,
            );
            pixels
        };
        assert!(drawn(Dialect::new(5), 1).iter().all(|&p| p == 0));
        let second = drawn(Dialect::new(5), 2);
        assert_eq!((second[32 + 2], second[18 * 32 + 28], second[0]), (2, 2, 0));
        assert!(second.contains(&9), "the number has a ground");
        assert_eq!(drawn(Dialect::new(4), 1)[32 + 2], 1);
    }
}

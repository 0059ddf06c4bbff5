//! Finds the starting position and the pose of an actor in a room.

use scumm_costume::{Animation, Costume, Facing};
use scumm_engine::{Actor, IVec2, Stage};
use scumm_room::{Boxes, Dialect, Planes, WalkBox};

/// The number of parts into which a box's sides are divided. The points between the parts are
/// tested as positions for the actor.
const PARTS: i32 = 8;
/// The offsets beside and above the actor's feet at which the actor has to be visible, in pixels.
const BESIDE: [i32; 3] = [-10, 0, 10];
const ABOVE: [i32; 3] = [1, 8, 24];

/// The least area in pixels of a floor on which actors can walk. Rooms in which no actor walks have
/// boxes of a few pixels.
pub const LEAST_FLOOR: i64 = 64;

/// A position on which an actor can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingPlace {
    /// The position in actors' units.
    pub at: IVec2,
    /// The approximate area of the box's floor inside the view, in pixels.
    pub floor: i64,
}

/// Returns the width and height in pixels of one unit of an actor's position (G4).
pub fn unit(dialect: &Dialect) -> IVec2 {
    let (x, y) = dialect.position_unit();
    IVec2::new(x.into(), y.into())
}

/// Returns a pose over the init frame in which the actor is visible: the direction to which it has
/// to turn first, and the frame to start. If the costume draws neither its init frame nor its stand
/// frame in the present direction, the pose is a visible stand frame in another direction, else the
/// first visible animation. Returns `None` if no animation is visible.
pub fn pose(actor: &Actor, costume: &Costume) -> Option<(Option<Facing>, u16)> {
    let stand = u16::from(actor.stand_frame);
    let own = [u16::from(actor.init_frame), stand];
    let draws = |animation: &Animation| animation.limbs.iter().any(|limb| limb.range.is_some());
    let all: Vec<Animation> = costume.animations().filter(draws).collect();
    // The stand frame is drawn over the init frame, which may be empty.
    if all.iter().any(|animation| {
        animation.facing.degrees() == actor.facing && own.contains(&animation.frame)
    }) {
        return Some((None, stand));
    }
    let other = all
        .iter()
        .find(|animation| animation.frame == stand)
        .or(all.first())?;
    Some((Some(other.facing), other.frame))
}

/// Returns a position in the box with the largest floor inside a picture of this size and inside
/// the view, near the middle of the visible part of the box. A box from which other boxes can be
/// reached is preferred to an isolated box. If `planes` is given, the actor must not be hidden at
/// the position. Returns `None` if no box has such a position.
pub fn in_room(
    size: IVec2,
    boxes: &Boxes,
    dialect: &Dialect,
    planes: Option<&Planes>,
) -> Option<StandingPlace> {
    let (_, lines) = dialect.screen_size();
    let unit = unit(dialect);
    let last = IVec2::new(size.x, size.y.min(lines.into())) / unit - 1;
    let numbered = (0..)
        .zip(boxes.as_slice())
        .filter(|(number, walkbox)| *number != boxes.invalid() && !walkbox.is_invisible());
    let places = numbered.filter_map(|(number, walkbox)| {
        let is_free = |at: IVec2| {
            boxes.contains(number, at.as_i16vec2())
                && !planes.is_some_and(|planes| {
                    body(at * unit, &ABOVE).any(|pixel| hides(planes, boxes.mask(number), pixel))
                })
        };
        let place = in_box(walkbox, last, is_free)?;
        Some((
            number,
            StandingPlace {
                floor: place.floor * i64::from(unit.element_product()),
                ..place
            },
        ))
    });
    // The best box is the box from which the largest floor can be reached. So an isolated box is
    // chosen only if there is no better box.
    let found: Vec<(u8, StandingPlace)> = places.collect();
    let reached = |from: u8| {
        let others = found
            .iter()
            .filter(|(to, _)| *to == from || boxes.next(from, *to).is_some());
        others.map(|(_, place)| place.floor).sum::<i64>()
    };
    // If several boxes are equally good, the first is chosen.
    found
        .iter()
        .min_by_key(|(number, place)| (-reached(*number), -place.floor))
        .map(|(_, place)| *place)
}

/// Returns the top left and the bottom right corner of a box's bounding rectangle.
fn extent(walkbox: &WalkBox) -> (IVec2, IVec2) {
    let [first, others @ ..] = walkbox.corners().map(|corner| corner.as_ivec2());
    (
        others.into_iter().fold(first, IVec2::min),
        others.into_iter().fold(first, IVec2::max),
    )
}

/// Returns the free position in a box that is nearest to the middle of the box's part between (0,
/// 0) and `last`, all in actors' units.
fn in_box(
    walkbox: &WalkBox,
    last: IVec2,
    is_free: impl Fn(IVec2) -> bool,
) -> Option<StandingPlace> {
    let (from, to) = extent(walkbox);
    let from = from.max(IVec2::ZERO);
    let to = to.min(last);
    if from.cmpgt(to).any() {
        return None;
    }
    let size = to - from;
    let middle = (from + to) / 2;
    let points =
        (0..=PARTS).flat_map(|y| (0..=PARTS).map(move |x| from + size * IVec2::new(x, y) / PARTS));
    let free: Vec<IVec2> = points.filter(|at| is_free(*at)).collect();
    let at = free
        .iter()
        .copied()
        .min_by_key(|at| (*at - middle).length_squared())?;
    let all = i64::from(PARTS + 1) * i64::from(PARTS + 1);
    let area = (i64::from(size.x) + 1) * (i64::from(size.y) + 1);
    Some(StandingPlace {
        at,
        floor: area * free.len() as i64 / all,
    })
}

/// Returns pixels of an actor whose feet are at a pixel of the room.
fn body(feet: IVec2, above: &[i32]) -> impl Iterator<Item = IVec2> {
    BESIDE
        .iter()
        .flat_map(move |x| above.iter().map(move |y| feet + IVec2::new(*x, -y)))
}

/// Returns whether a plane hides a pixel of the room (M5).
fn hides(planes: &Planes, plane: u8, pixel: IVec2) -> bool {
    let Some(bits) = planes.get(plane.into()).filter(|_| plane > 0) else {
        return false;
    };
    let (Ok(x), Ok(y)) = (usize::try_from(pixel.x), usize::try_from(pixel.y)) else {
        return false;
    };
    let at = y
        .checked_mul(planes.pitch())
        .and_then(|at| at.checked_add(x));
    at.and_then(|at| bits.get(at))
        .is_some_and(|hides| *hides != 0)
}

/// Returns whether any part of an actor from its knees upwards is visible in the stage's room: the
/// part lies inside the picture, and the plane of the actor's box does not hide it (M5).
pub fn is_seen(stage: &Stage, actor: u16) -> bool {
    let (Ok(actor), Some(room)) = (stage.actor(actor), stage.backdrop().room()) else {
        return false;
    };
    let feet = actor.pos.as_ivec2() * unit(stage.dialect());
    let size = room_size(stage);
    let plane = stage.boxes().mask(actor.walkbox);
    let planes = if plane == 0 {
        Planes::default()
    } else {
        room.picture_and_planes().1
    };
    body(feet, &ABOVE[1..]).any(|pixel| {
        pixel.cmpge(IVec2::ZERO).all() && pixel.cmplt(size).all() && !hides(&planes, plane, pixel)
    })
}

/// Returns whether the stage's room has any floor to walk on.
pub fn has_floor(stage: &Stage) -> bool {
    let boxes = stage.boxes();
    let pixels = i64::from(unit(stage.dialect()).element_product());
    (0..).zip(boxes.as_slice()).any(|(number, walkbox)| {
        let (from, to) = extent(walkbox);
        let size = to - from + 1;
        let floor = i64::from(size.x) * i64::from(size.y) * pixels;
        number != boxes.invalid() && !walkbox.is_invisible() && floor >= LEAST_FLOOR
    })
}

/// Returns the starting position of an actor in the stage's room, in actors' units. Without a
/// floor, it is the middle of the last visible row, so that the whole actor is visible.
pub fn in_stage(stage: &Stage) -> IVec2 {
    if !has_floor(stage) {
        return bottom(stage);
    }
    let room = stage.backdrop().room();
    let visible = room.and_then(|room| floor(stage, Some(&room.picture_and_planes().1)));
    visible
        .or_else(|| floor(stage, None))
        .map_or_else(|| bottom(stage), |place| place.at)
}

/// Calls [`in_room`] for the stage's room.
fn floor(stage: &Stage, planes: Option<&Planes>) -> Option<StandingPlace> {
    in_room(room_size(stage), stage.boxes(), stage.dialect(), planes)
}

/// Returns the width and height of the stage's room in pixels.
pub fn room_size(stage: &Stage) -> IVec2 {
    size_of(stage.backdrop().width(), stage.backdrop().height())
}

/// Converts the width and height of a room in pixels to signed coordinates.
pub fn size_of(width: usize, height: usize) -> IVec2 {
    let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    IVec2::new(side(width), side(height))
}

/// Returns the middle of the last visible row of a room, in actors' units.
fn bottom(stage: &Stage) -> IVec2 {
    let (_, lines) = stage.dialect().screen_size();
    let size = room_size(stage);
    (IVec2::new(size.x / 2, size.y.min(lines.into()) - 1) / unit(stage.dialect())).max(IVec2::ZERO)
}

#[cfg(test)]
mod tests {
    use scumm_engine::Game;
    use scumm_room::Surface;
    use scumm_room::edit::{NewGame, RoomPlan, encode_room};

    use super::*;

    /// Returns the stage of a room with this size and these boxes, preceded by the invalid box.
    fn stage(version: u8, size: (usize, usize), boxes: &[WalkBox]) -> Stage {
        let dialect = Dialect::new(version);
        let boxes = [&[scumm_room::edit::invalid_box()], boxes].concat();
        let picture = Surface::filled(size.0, size.1, 1);
        let mut game = NewGame::default();
        game.add_room(
            1,
            "",
            encode_room(
                &RoomPlan {
                    picture,
                    boxes,
                    ..RoomPlan::default()
                },
                &dialect,
            )
            .unwrap(),
        );
        let files = game.files(dialect, "floor").unwrap().into_iter();
        let game = Game::from_files(files.map(|file| (file.name, file.bytes.into()))).unwrap();
        Stage::for_room(&game, 1).unwrap()
    }

    #[test]
    fn without_floor_an_actor_begins_in_the_middle_of_the_last_line_that_is_seen() {
        // Compilers of games write such boxes into rooms in which no actor walks.
        let corner = WalkBox::rect(2, 2, 4, 4);
        for boxes in [&[][..], &[corner]] {
            let stage = stage(6, (480, 144), boxes);
            assert!(!has_floor(&stage));
            assert_eq!(in_stage(&stage), IVec2::new(240, 143));
        }
        assert_eq!(
            in_stage(&stage(7, (320, 240), &[corner])),
            IVec2::new(160, 199),
            "higher than the screen"
        );
        let floor = stage(6, (320, 144), &[corner, WalkBox::rect(10, 100, 200, 140)]);
        assert!(has_floor(&floor) && in_stage(&floor).y < 143);
    }

    /// Returns the starting position in a room with this size and these boxes, preceded by the
    /// invalid box.
    fn place(version: u8, size: (i32, i32), boxes: &[WalkBox]) -> Option<StandingPlace> {
        let dialect = Dialect::new(version);
        let all = [&[WalkBox::default()], boxes].concat();
        in_room(
            IVec2::new(size.0, size.1),
            &Boxes::new(&dialect, all),
            &dialect,
            None,
        )
    }

    #[test]
    fn the_largest_box_inside_the_picture_is_stood_in_b1_b5() {
        let small = WalkBox::rect(10, 100, 60, 120);
        let large = WalkBox::rect(100, 100, 300, 140);
        // This box is larger, but most of it lies outside the room.
        let outside = WalkBox::rect(-2000, 100, 20, 140);
        assert_eq!(
            place(6, (320, 144), &[small, large, outside]).unwrap().at,
            IVec2::new(200, 120)
        );
        let invisible = WalkBox {
            flags: WalkBox::INVISIBLE,
            ..large
        };
        assert_eq!(
            place(6, (320, 144), &[small, invisible]).unwrap().at,
            IVec2::new(35, 110)
        );
        assert_eq!(
            place(6, (320, 144), &[WalkBox::rect(400, 0, 500, 20)]),
            None
        );
        assert_eq!(place(6, (320, 144), &[]), None);
    }

    #[test]
    fn a_place_is_inside_a_box_whose_middle_is_not_b5() {
        // A triangle: the middle of its bounding rectangle lies on its long side or outside.
        let at = |x, y| scumm_engine::I16Vec2::new(x, y);
        let triangle = WalkBox {
            ul: at(0, 0),
            ur: at(0, 0),
            lr: at(200, 140),
            ll: at(0, 140),
            ..WalkBox::default()
        };
        let dialect = Dialect::new(6);
        let boxes = Boxes::new(&dialect, vec![WalkBox::default(), triangle]);
        let found = place(6, (320, 144), &[triangle]).unwrap();
        assert!(boxes.contains(1, found.at.as_i16vec2()), "{found:?}");
        assert!(
            (8000..20_000).contains(&found.floor),
            "the area is half the rectangle around the triangle: {found:?}"
        );
    }

    #[test]
    fn nobody_begins_where_the_boxs_plane_hides_them_m5() {
        let dialect = Dialect::new(6);
        let floor = WalkBox {
            mask: 1,
            ..WalkBox::rect(0, 100, 319, 140)
        };
        let boxes = Boxes::new(&dialect, vec![WalkBox::default(), floor]);
        let mut planes = Planes::new(320, 144, 0, 2);
        let pitch = planes.pitch();
        // A bush covers the middle.
        for row in planes.get_mut(1).unwrap().chunks_mut(pitch) {
            row[100..220].fill(1);
        }
        let at = |planes| {
            in_room(IVec2::new(320, 144), &boxes, &dialect, planes)
                .unwrap()
                .at
        };
        assert_eq!(at(None), IVec2::new(159, 120));
        assert!(
            !(100..220).contains(&at(Some(&planes)).x),
            "{}",
            at(Some(&planes))
        );
    }

    #[test]
    fn a_point_is_hardly_a_floor_and_a_line_is_more() {
        let floor = |walkbox| place(6, (320, 144), &[walkbox]).map_or(0, |place| place.floor);
        assert!(floor(WalkBox::rect(0, 0, 0, 0)) <= 1);
        assert!(floor(WalkBox::rect(10, 100, 200, 100)) > 100);
    }
}

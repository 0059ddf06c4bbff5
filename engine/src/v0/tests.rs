//! Tests with numbers that were calculated by hand from the rules.

use scumm_room::{BoxMatrix, Boxes, Dialect, Point, WalkBox};

use crate::fixture::{Loud, stage};
use crate::{Stage, moving};

/// Creates a stage with actor 1 at (20, 60) in one box of columns 0..39, rows 40..67.
fn standing() -> Stage {
    let dialect = Dialect::new(0);
    let mut stage = stage(dialect);
    stage.boxes_mut().replace(
        vec![WalkBox::from_v0(0, 40, 39, 67, 0)],
        Some(BoxMatrix::Lists(vec![0, 0, 0, 0, 255])),
    );
    stage.actor_mut(1).unwrap().put(20, 60, Some(1));
    stage
}

/// Returns the state of the actor after each of `count` frames: column, row, facing, moving.
fn frames(stage: &mut Stage, count: usize) -> Vec<(i16, i16, u16, u8)> {
    let frame = |_| {
        stage.tick(&mut Loud);
        let actor = stage.actor(1).unwrap();
        (actor.pos.x, actor.pos.y, actor.facing, actor.walk.moving)
    };
    (0..count).map(frame).collect()
}

#[test]
fn a_walk_to_the_right_arrives_a_frame_before_it_rests_v77() {
    let mut stage = standing();
    stage.actor_mut(1).unwrap().walk(24, 61, None);
    let walked = frames(&mut stage, 5);
    let columns: Vec<_> = walked
        .iter()
        .map(|frame| (frame.0, frame.2, frame.3))
        .collect();
    assert_eq!(
        columns,
        [
            (21, 90, 0),
            (22, 90, 0),
            (23, 90, 0),
            (24, 90, 1),
            (24, 90, moving::AT_REST_V0)
        ]
    );
    assert_eq!(
        walked.iter().map(|frame| frame.1).collect::<Vec<_>>(),
        [60, 60, 61, 61, 61]
    );
}

#[test]
fn a_walk_up_and_left_takes_the_longer_way_in_steps_v73() {
    let mut stage = standing();
    stage.actor_mut(1).unwrap().put(24, 61, None);
    stage.actor_mut(1).unwrap().walk(20, 50, None);
    let walked: Vec<_> = frames(&mut stage, 12)
        .into_iter()
        .map(|frame| (frame.0, frame.1))
        .collect();
    // The actor faces south; north is two steps of a turn away.
    let moved: Vec<_> = walked
        .into_iter()
        .filter(|at| *at != (24, 61))
        .take(11)
        .collect();
    assert_eq!(moved.first(), Some(&(24, 60)));
    assert!(moved.contains(&(22, 54)) && moved.contains(&(20, 50)));
}

#[test]
fn every_put_turns_the_actor_south_v45() {
    let mut stage = standing();
    for room in [1, 9] {
        let mut actor = stage.actor_mut(1).unwrap();
        actor.set_angle(90);
        assert_eq!(actor.facing, 90);
        actor.put(10, 50, Some(room));
        assert_eq!(stage.actor(1).unwrap().facing, 180, "room {room}");
    }
}

#[test]
fn who_is_on_the_way_is_hidden_in_mid_walk_v46() {
    let mut stage = standing();
    stage.actor_mut(1).unwrap().walk(30, 60, None);
    frames(&mut stage, 2);
    stage.actor_mut(1).unwrap().hide();
    let actor = stage.actor(1).unwrap();
    assert_eq!(
        (actor.visible, actor.walk.moving, actor.need_bg_reset),
        (false, 0, true)
    );
}

#[test]
fn speaking_opens_the_mouth_in_every_second_frame_v42a() {
    let mut stage = standing();
    stage.actor_mut(1).unwrap().talk_start();
    let speaking = |stage: &Stage| stage.actor(1).unwrap().v0.as_ref().unwrap().speaking;
    assert_eq!(speaking(&stage), 1);
    let open: Vec<u8> = (0..3)
        .map(|_| {
            stage.tick(&mut Loud);
            speaking(&stage)
        })
        .collect();
    assert_eq!(open, [255, 1, 255]);
    stage.actor_mut(1).unwrap().talk_stop();
    assert_eq!(speaking(&stage), 0);
}

#[test]
fn corners_are_walked_along_their_slanted_side_v56() {
    let dialect = Dialect::new(0);
    let mut stage = stage(dialect);
    stage.boxes_mut().replace(
        vec![
            WalkBox::from_v0(0, 48, 9, 66, 0x88),
            WalkBox::from_v0(31, 48, 39, 66, 0x8c),
        ],
        None,
    );
    let at = |x, y| stage.boxes().adjust_v0(Point::new(x, y)).0.to_array();
    assert_eq!(
        [at(0, 57), at(0, 62), at(6, 52), at(9, 48)],
        [[4, 57], [1, 62], [0, 52], [0, 48]]
    );
    assert_eq!(
        [at(38, 52), at(38, 57), at(38, 62)],
        [[33, 52], [35, 57], [37, 62]]
    );
}

#[test]
fn the_way_reads_the_bytes_in_front_as_box_0s_v52() {
    let boxes = |bytes: &[u8]| {
        let dialect = Dialect::new(0);
        Boxes::with_matrix(
            &dialect,
            vec![WalkBox::default(); 3],
            BoxMatrix::stored(&dialect, 3, bytes),
        )
    };
    let lists = boxes(&[0, 0, 0, 0, 1, 255, 0, 2, 255, 1, 255]);
    assert_eq!(
        lists.matrix().neighbours(0, true).collect::<Vec<_>>(),
        [0, 0, 0, 0, 1]
    );
    assert_eq!(
        lists.matrix().neighbours(1, true).collect::<Vec<_>>(),
        [0, 2]
    );
}

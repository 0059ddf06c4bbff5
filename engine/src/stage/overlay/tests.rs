use scumm_room::Dialect;

use super::*;
use crate::fixture::{Loud, in_room};

fn smeared(version: u8) -> Stage {
    let mut stage = in_room(Dialect::new(version), 3);
    stage.camera_mut().stand_at(200);
    stage.tick(&mut Loud);
    assert_eq!(stage.camera().view_start(), 40);
    stage.buffers.front.pixels_mut().fill(99);
    stage
}

/// Returns the first and last column and row of the view that show the background, if the area
/// is a rectangle.
fn restored(stage: &Stage) -> Option<([usize; 2], [usize; 2])> {
    let rows = stage.front().rows().enumerate();
    let clean = rows.flat_map(|(y, row)| {
        row.iter()
            .enumerate()
            .filter(|(_, p)| **p != 99)
            .map(move |(x, _)| (x, y))
    });
    let clean: Vec<_> = clean.collect();
    let ends = |f: fn(&(usize, usize)) -> usize| {
        Some([clean.iter().map(f).min()?, clean.iter().map(f).max()?])
    };
    let columns = ends(|p| p.0)?;
    let lines = ends(|p| p.1)?;
    assert_eq!(
        clean.len(),
        (columns[1] - columns[0] + 1) * (lines[1] - lines[0] + 1),
        "the restored pixels must be a rectangle"
    );
    Some((columns, lines))
}

#[test]
fn a_screen_that_was_shown_goes_dark_y50() {
    for (version, shown, effect, dark) in [
        (6, true, 5, true),
        (6, true, 0, false),
        (6, false, 5, false),
        (7, false, 5, true),
        (7, true, 0, false),
    ] {
        let mut stage = in_room(Dialect::new(version), 3);
        stage.state.redraw.shown = shown;
        stage.overlay().fade_out(effect);
        let black = stage.front().rows().flatten().all(|&pixel| pixel == 0);
        assert_eq!(
            (black, stage.state.redraw.shown),
            (dark, false),
            "v{version} {shown} {effect}"
        );
    }
}

#[test]
fn a_screen_that_counts_as_shown_goes_dark_y50() {
    for shown in [true, false] {
        let mut stage = in_room(Dialect::new(6), 3);
        stage.redraw_mut().shown = shown;
        stage.overlay().fade_out(1);
        assert_eq!(
            stage.front().rows().flatten().all(|&pixel| pixel == 0),
            shown
        );
    }
}

#[test]
fn a_scroll_that_was_not_drawn_is_lost_y50() {
    for (version, last) in [(6, 300), (7, 160)] {
        let mut stage = in_room(Dialect::new(version), 3);
        stage.camera_mut().send_to(300, 100);
        stage.overlay().fade_out(0);
        assert_eq!(stage.camera().last.x, last, "v{version}");
    }
}

#[test]
fn fading_in_changes_no_buffer_y51() {
    let mut stage = smeared(6);
    let before = stage.buffers.front.clone();
    stage.overlay().fade_in();
    assert_eq!(
        (stage.state.redraw.shown, &stage.buffers.front),
        (true, &before)
    );
}

#[test]
fn marked_strips_draw_their_actors_again_y53() {
    let mut stage = in_room(Dialect::new(6), 3);
    stage.overlay().mark_restored(0, 90);
    assert_eq!(
        stage.state.redraw.restored.iter().collect::<Vec<_>>(),
        (0..=11).collect::<Vec<_>>()
    );
    stage.set_redraw_flags();
    assert!(
        !stage.actor(1).unwrap().need_redraw,
        "the actor has only strips 12 and 13"
    );
    stage.overlay().mark_restored(96, 100);
    stage.set_redraw_flags();
    assert!(stage.actor(1).unwrap().need_redraw);
    stage.tick(&mut Loud);
    assert!(
        stage.state.redraw.restored.is_empty(),
        "the frame removes the marks"
    );
    stage.overlay().mark_restored(-99, i32::MAX);
    assert_eq!(stage.state.redraw.restored.iter().last(), Some(200));
    stage.overlay().mark_restored(5, -9999);
}

#[test]
fn marks_count_from_the_views_first_strip_y53() {
    let mut stage = smeared(6);
    stage.overlay().mark_restored(16, 23);
    assert_eq!(stage.state.redraw.restored.iter().collect::<Vec<_>>(), [7]);
}

#[test]
fn whole_strips_come_back_below_a_blast_object_y54() {
    let mut stage = smeared(6);
    stage.overlay().restore_strips([10, 20, 30, 40]);
    // Strips 1 to 3: column 30 is still in the third strip.
    assert_eq!(restored(&stage), Some(([8, 31], [20, 39])));
    assert!(stage.state.redraw.restored.contains(6) && stage.state.redraw.restored.contains(8));
    let mut stage = smeared(6);
    stage.overlay().restore_strips([300, 190, 999, 999]);
    assert_eq!(
        restored(&stage),
        Some(([296, 319], [190, 199])),
        "clipped to the stage"
    );
}

#[test]
fn a_rectangle_that_ends_at_the_first_line_marks_nothing_x12() {
    let mut stage = smeared(6);
    stage.overlay().restore_strips([10, -16, 30, 0]);
    stage.overlay().restore_strips([-30, 20, 0, 40]);
    assert_eq!(
        (restored(&stage), stage.state.redraw.restored.iter().next()),
        (None, None)
    );
}

#[test]
fn v7_restores_the_part_of_a_strip_at_the_right_edge_x12() {
    let mut stage = crate::fixture::wide_stage(Dialect::new(7), 640, 200);
    stage.place_camera(251, 100);
    stage.tick(&mut Loud);
    assert_eq!(stage.camera().view_start() % 8, 3);
    stage.buffers.front.pixels_mut().fill(99);
    stage.overlay().restore_strips([304, 20, 365, 40]);
    // Strip 38 begins at column 301 of the view; the edge cuts strip 40.
    assert_eq!(restored(&stage), Some(([301, 319], [20, 39])));
}

#[test]
fn an_erased_text_shows_the_background_in_its_rectangle_y55() {
    let mut stage = smeared(6);
    stage.overlay().erase([10, 20, 30, 40]);
    assert_eq!(restored(&stage), Some(([10, 29], [20, 39])));
    assert!(stage.state.redraw.restored.contains(6) && stage.state.redraw.restored.contains(8));
    let mut stage = smeared(6);
    stage.overlay().erase([10, 20, 30, 20]);
    assert_eq!(
        restored(&stage),
        None,
        "a rectangle without lines only marks its strips"
    );
    assert!(stage.state.redraw.restored.contains(6));
    let mut stage = smeared(6);
    stage.overlay().erase([50, 20, 40, 40]);
    stage
        .overlay()
        .erase([i32::MIN, i32::MIN, i32::MAX, i32::MAX]);
    assert_eq!(restored(&stage), Some(([0, 319], [0, 199])));
}

#[test]
fn an_erased_rectangle_counts_lines_of_the_screen_y55() {
    let mut stage = in_room(Dialect::new(6), 3);
    stage.set_band(16..144);
    stage.buffers.front.pixels_mut().fill(99);
    stage.overlay().erase([8, 20, 16, 30]);
    assert_eq!(restored(&stage), Some(([8, 15], [4, 13])));
}

#[test]
fn printed_pixels_stay_until_their_strip_is_drawn_y56() {
    let mut stage = in_room(Dialect::new(6), 3);
    stage
        .overlay()
        .print_pixels(PrintTarget::Both, 200, 50, 2, &[1, 2, 3, 4])
        .unwrap();
    stage.tick(&mut Loud);
    assert_eq!(
        (
            &stage.front().row(50)[199..203],
            &stage.front().row(51)[200..202]
        ),
        (&[13, 1, 2, 13][..], &[3, 4][..])
    );
    stage
        .overlay()
        .print_pixels(PrintTarget::Front, 300, 50, 1, &[9])
        .unwrap();
    stage
        .overlay()
        .print_pixels(PrintTarget::Back, 301, 50, 1, &[9])
        .unwrap();
    assert_eq!(stage.front().row(50)[300..302], [9, 13]);
    assert_eq!(stage.back().row(50)[300..302], [13, 9]);
    stage.redraw_mut().full = true;
    stage.tick(&mut Loud);
    assert_eq!(stage.front().row(50)[200..202], [13, 13]);
}

#[test]
fn printed_pixels_are_clipped_and_have_to_be_lines_y56() {
    let mut stage = in_room(Dialect::new(6), 3);
    stage
        .overlay()
        .print_pixels(PrintTarget::Both, -1, -1, 2, &[1, 2, 3, 4])
        .unwrap();
    assert_eq!(stage.front().row(0)[..2], [4, 13]);
    stage
        .overlay()
        .print_pixels(PrintTarget::Both, 319, 199, 2, &[5, 6, 7, 8])
        .unwrap();
    assert_eq!(stage.front().row(199)[319], 5);
    stage
        .overlay()
        .print_pixels(PrintTarget::Both, i32::MAX, i32::MIN, 1, &[1])
        .unwrap();
    assert!(
        stage
            .overlay()
            .print_pixels(PrintTarget::Both, 0, 0, 2, &[1, 2, 3])
            .is_err()
    );
    assert!(
        stage
            .overlay()
            .print_pixels(PrintTarget::Both, 0, 0, 0, &[])
            .is_err()
    );
}

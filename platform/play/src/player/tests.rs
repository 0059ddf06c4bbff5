//! Tests the effects of keys, pointer and time on the game.

use glam::UVec2;
use scumm_costume::Akhd;
use scumm_platform::{Button, FrontEnd, Key, PadButton, ScaleMode, run};
use scumm_room::edit::NewFile;
use scumm_test_support::memory::{CountingAllocator, peak};

use super::*;
use crate::cast::PlayCast;
use crate::opening;
use crate::screen::{self, Placement};

/// Returns a player in room 1 of a synthetic game, with the folder that contains the game.
fn player(version: &str) -> (tempfile::TempDir, Player) {
    let folder = scumm_test_support::unpack("game-files").unwrap();
    let game = Game::open(folder.path().join("game-files").join(version)).unwrap();
    let origin = Origin {
        room: Some(1),
        costume: Some(1),
        ..Origin::default()
    };
    (
        folder,
        Player::new(game, origin, PlayOptions::default()).unwrap(),
    )
}

fn press(player: &mut Player, key: Key) {
    player.input(Input::press(key));
}

fn ticks(player: &mut Player, count: u32) {
    (0..count).for_each(|_| player.tick());
}

fn pixels(player: &mut Player) -> Vec<u8> {
    player.frame().unwrap().pixels().to_vec()
}

#[test]
fn a_click_is_walked_to() {
    let (_folder, mut player) = player("v6");
    let start = player.world.place();
    let click = click_at(&player, start + IVec2::new(40, 0));
    player.input(click);
    ticks(&mut player, 30);
    assert_eq!(player.world.place(), start + IVec2::new(40, 0));
}

/// Returns a player of a game without a requested room or costume.
fn unguided(options: PlayOptions) -> Player {
    Player::new(opening::tests::game(), Origin::default(), options).unwrap()
}

#[test]
fn an_actor_begins_in_a_box_inside_the_view_with_the_rooms_scale_b5_t62() {
    let mut player = unguided(PlayOptions::default());
    ticks(&mut player, 1);
    let (stage, actor) = (&player.world.stage, player.world.actor().unwrap());
    assert_eq!(
        (stage.room_number(), player.world.character().costume),
        (3, 1)
    );
    assert!(
        actor.visible && stage.boxes().contains(actor.walkbox, actor.pos),
        "{:?}",
        actor.pos
    );
    let x = usize::try_from(actor.pos.x).unwrap();
    assert!(
        (stage.camera().view_start()..stage.camera().view_start() + 320).contains(&x)
            && (1..200).contains(&actor.pos.y)
    );
    assert_eq!(
        (actor.scale_x, actor.scale_y),
        (opening::tests::SCALE, opening::tests::SCALE)
    );
}

#[test]
fn rooms_without_a_picture_are_passed_over() {
    let mut player = unguided(PlayOptions::default());
    let mut next = |key| {
        press(&mut player, key);
        ticks(&mut player, 1);
        player.world.room()
    };
    assert_eq!([next(Key::Char('r')), next(Key::Char('r'))], [4, 3]);
    // A requested room is shown.
    let origin = Origin {
        room: Some(1),
        ..Origin::default()
    };
    let mut player = Player::new(opening::tests::game(), origin, PlayOptions::default()).unwrap();
    assert_eq!(player.world.room(), 1);
    press(&mut player, Key::Char('r'));
    assert_eq!(player.world.room(), 3);
}

#[test]
fn a_costume_whose_home_has_no_picture_is_shown_where_there_is_one() {
    let origin = Origin {
        costume: Some(2),
        ..Origin::default()
    };
    let player = Player::new(opening::tests::game(), origin, PlayOptions::default()).unwrap();
    assert_eq!(
        (player.world.room(), player.world.character().costume),
        (3, 2)
    );
}

#[test]
fn a_costume_without_a_stand_frame_plays_an_animation() {
    let seen = |player: &mut Player| {
        ticks(player, 2);
        let actor = player.world.actor().unwrap();
        actor.top < actor.bottom
    };
    let origin = Origin {
        room: Some(3),
        costume: Some(3),
        ..Origin::default()
    };
    let mut player = Player::new(opening::tests::game(), origin, PlayOptions::default()).unwrap();
    assert!(seen(&mut player), "from the beginning");
    let mut player = unguided(PlayOptions::default());
    press(&mut player, Key::Char('c'));
    press(&mut player, Key::Char('c'));
    assert_eq!(player.world.character().costume, 3);
    assert!(
        seen(&mut player),
        "the costume that was chosen later is drawn"
    );
}

/// Returns for each line of an overlay of 320x240 whether the program shows a text there. The lines
/// are counted from the top or from the bottom.
fn lines_with_text(player: &mut Player, from_bottom: bool) -> Vec<bool> {
    let size = UVec2::new(320, 240);
    let Some(overlay) = player.overlay(size).unwrap() else {
        return vec![false; 13];
    };
    let mut rows: Vec<&[u32]> = overlay.pixels().chunks_exact(320).collect();
    if from_bottom {
        rows.reverse();
    }
    let lines = rows.chunks_exact(18);
    lines
        .map(|rows| rows.concat().iter().any(|pixel| *pixel != 0))
        .collect()
}

/// Returns whether the program shows a text on a line, counted from the bottom.
fn says_below(player: &mut Player, line: usize) -> bool {
    lines_with_text(player, true)[line]
}

/// Returns whether the program shows a text on a line, counted from the top.
fn says_above(player: &mut Player, line: usize) -> bool {
    lines_with_text(player, false)[line]
}

/// Returns whether the program shows a text.
fn says(player: &mut Player) -> bool {
    lines_with_text(player, false).contains(&true)
}

/// Returns the click on a pixel of the room.
fn click_at(player: &Player, pixel: IVec2) -> Input {
    let on_screen = Placement::from_stage(&player.world.stage).pixel_on_screen(pixel.x, pixel.y);
    let on_screen = on_screen.as_uvec2();
    Input::click(on_screen.x, on_screen.y)
}

#[test]
fn the_first_seconds_of_every_game_name_room_costume_and_keys() {
    let mut player = unguided(PlayOptions::default());
    assert_eq!(player.greeting(), "room 3, costume 1\nTab: menu, H: help");
    for (frames, says) in [(1, true), (40, true), (40, false)] {
        ticks(&mut player, frames);
        assert_eq!(says_below(&mut player, 0), says);
    }
    let mut unled = unguided(PlayOptions {
        unled: true,
        ..PlayOptions::default()
    });
    assert!(!says(&mut unled), "without a user no message is shown");
}

#[test]
fn a_resumed_session_says_so_and_is_begun_anew_by_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session.json");
    let options = PlayOptions {
        session: Some(path.clone()),
        ..PlayOptions::default()
    };
    let mut player = unguided(options.clone());
    let start = player.world.place();
    let click = click_at(&player, IVec2::new(20, start.y));
    player.input(click);
    ticks(&mut player, 30);
    let left = player.world.place();
    assert_ne!(left, start);
    player.keep_session();
    let mut player = Player::resume(&path, &opening::tests::game(), &options).unwrap();
    assert_eq!(player.world.place(), left);
    assert!(
        says_below(&mut player, 2) && says_below(&mut player, 0),
        "three lines"
    );
    // Chooses the fifth row from the end of the menu.
    press(&mut player, Key::Tab);
    (0..5).for_each(|_| press(&mut player, Key::Up));
    press(&mut player, Key::Enter);
    press(&mut player, Key::Escape);
    assert_eq!((player.world.place(), player.history.frame()), (start, 0));
    assert!(
        !says_below(&mut player, 2),
        "after a restart the message of the resumed session is not shown"
    );
}

#[test]
fn recording_pause_and_slow_motion_have_a_mark_that_stays() {
    let keys = [Key::Char(' '), Key::Char('-'), Key::F(9)];
    for key in keys {
        let mut player = unguided(PlayOptions::default());
        ticks(&mut player, 100);
        assert!(!says(&mut player));
        press(&mut player, key);
        ticks(&mut player, 100);
        assert!(
            says_above(&mut player, 0) && !lines_with_text(&mut player, false)[1..].contains(&true),
            "{key:?}"
        );
        if key != Key::F(9) {
            press(
                &mut player,
                if key == Key::Char('-') {
                    Key::Char('+')
                } else {
                    key
                },
            );
            assert!(!says_above(&mut player, 0), "{key:?}");
        }
    }
}

#[test]
fn captures_say_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let captures = Some(folder.path().to_owned());
    let mut player = unguided(PlayOptions {
        captures,
        ..PlayOptions::default()
    });
    ticks(&mut player, 100);
    press(&mut player, Key::F(12));
    assert!(folder.path().join("demo-room-003-0001.png").exists());
    assert!(
        says_below(&mut player, 1) && says_below(&mut player, 0),
        "the message has two lines: the name and the folder"
    );
}

#[test]
fn clicks_are_in_units_of_the_actor_g4() {
    let (_folder, mut player) = player("v2-zak");
    let start = player.world.place();
    let click = click_at(&player, start + IVec2::new(33, 0));
    player.input(click);
    ticks(&mut player, 60);
    assert_eq!(
        player.world.place(),
        (start + IVec2::new(33, 0)) / IVec2::new(8, 2) * IVec2::new(8, 2)
    );
}

#[test]
fn arrows_walk_while_held_and_stop_when_released() {
    let (_folder, mut player) = player("v5");
    let start = player.world.place();
    press(&mut player, Key::Right);
    ticks(&mut player, 6);
    let there = player.world.place();
    assert!(there.x > start.x + 10, "{start} {there}");
    player.input(Input::Key {
        key: Key::Right,
        pressed: false,
        repeat: false,
        shift: false,
    });
    ticks(&mut player, 1);
    let stopped = player.world.place();
    ticks(&mut player, 10);
    assert_eq!(player.world.place(), stopped);
}

#[test]
fn paused_time_stands_still_but_for_single_steps() {
    let (_folder, mut player) = player("v6");
    let start = player.world.place();
    press(&mut player, Key::Char(' '));
    let click = click_at(&player, start + IVec2::new(40, 0));
    player.input(click);
    ticks(&mut player, 20);
    assert_eq!(player.world.place(), start);
    press(&mut player, Key::Char('.'));
    press(&mut player, Key::Char('.'));
    assert!(
        (1..=20).contains(&(player.world.place().x - start.x)),
        "two steps"
    );
    press(&mut player, Key::Char(' '));
    ticks(&mut player, 20);
    assert_eq!(player.world.place().x, start.x + 40);
}

#[test]
fn turning_goes_round_by_quarters_and_by_eighths_where_the_costume_has_them_t42() {
    let eight = |files: &mut Vec<NewFile>| {
        let flags = Akhd::TAG.0.len() + 4 + Akhd::FIELD_LEN;
        for file in files {
            let heads: Vec<usize> = (0..file.bytes.len())
                .filter(|&at| file.bytes[at..].starts_with(&Akhd::TAG.0))
                .collect();
            heads
                .into_iter()
                .for_each(|at| file.bytes[at + flags] |= Akhd::EIGHT_DIRECTIONS as u8);
        }
    };
    let quarters = [270, 0, 90, 180];
    let turned = |player: &mut Player, count: usize| -> Vec<u16> {
        let turn = |_| {
            press(player, Key::Char('f'));
            ticks(player, 6);
            player.world.actor().unwrap().facing
        };
        (0..count).map(turn).collect()
    };
    for version in [6, 7] {
        assert_eq!(turned(&mut edition(version), 4), quarters, "v{version}");
    }
    let eighths = [225, 270, 315, 0, 45, 90, 135, 180];
    assert_eq!(turned(&mut edition_with(7, eight), 8), eighths);
}

#[test]
fn a_right_click_turns_towards_it() {
    let (_folder, mut player) = player("v6");
    let there = player.world.place() + IVec2::new(30, 2);
    let at = Placement::from_stage(&player.world.stage).pixel_on_screen(there.x, there.y);
    player.input(Input::PointerButton {
        button: Button::Right,
        pressed: true,
        at: Some(at.as_uvec2()),
        overlay: None,
    });
    ticks(&mut player, 6);
    assert_eq!(player.world.actor().unwrap().facing, 90);
}

#[test]
fn costumes_and_rooms_go_round() {
    let (_folder, mut player) = player("v5");
    let mut seen = Vec::new();
    for key in ['c', 'c', 'c', 'r', 'r', 'r'] {
        press(&mut player, Key::Char(key));
        ticks(&mut player, 1);
        seen.push((player.world.room(), player.world.character().costume));
    }
    assert_eq!(seen, [(1, 2), (1, 3), (1, 1), (2, 1), (3, 1), (1, 1)]);
    assert_eq!(player.wishes().title, "wardrobe: room 1, costume 1");
}

#[test]
fn the_overlay_is_drawn_over_the_stage_and_goes_without_trace() {
    let (_folder, mut player) = player("v6");
    ticks(&mut player, 1);
    let bare = pixels(&mut player);
    press(&mut player, Key::F(1));
    assert_ne!(pixels(&mut player), bare);
    press(&mut player, Key::F(1));
    assert_eq!(pixels(&mut player), bare);
}

#[test]
fn talking_starts_and_stops_the_frames_for_it_t81() {
    let (_folder, mut player) = player("v6");
    let frame = |player: &Player| player.world.actor().unwrap().frame;
    press(&mut player, Key::Char('t'));
    assert_eq!(frame(&player), 4);
    press(&mut player, Key::Char('t'));
    assert_eq!(frame(&player), 5);
}

fn demo(unled: bool) -> Player {
    demo_with(PlayOptions {
        unled,
        ..PlayOptions::default()
    })
}

fn demo_with(options: PlayOptions) -> Player {
    let origin = Origin {
        cast: Some(PlayCast::parse(scumm_tools::demo::CAST).unwrap()),
        ..Origin::default()
    };
    Player::new(scumm_tools::demo::game().unwrap(), origin, options).unwrap()
}

/// The frames of the demo without control: a CRC-32 of the indices and the palette of each frame.
const GOLDEN: &str = include_str!("../../../../data/demo/frames.crc");

#[test]
fn the_demo_shows_its_golden_frames() {
    let mut player = demo(true);
    let mut crcs = String::new();
    for _ in 0..GOLDEN.lines().count() {
        player.tick();
        let frame = player.frame().unwrap();
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(frame.pixels());
        hasher.update(frame.palette().as_flattened());
        crcs += &format!("{:08x}\n", hasher.finalize());
    }
    let differs = crcs
        .lines()
        .zip(GOLDEN.lines())
        .position(|(shown, golden)| shown != golden);
    if let Some(first) = differs {
        let path = std::env::temp_dir().join("frames.crc");
        std::fs::write(&path, crcs).unwrap();
        panic!(
            "frame {first} differs; if that is meant, data/demo/frames.crc is now {}",
            path.display()
        );
    }
}

#[test]
fn who_is_led_waits_and_the_others_go_about_their_business() {
    let mut player = demo(false);
    let places = |player: &Player| -> Vec<IVec2> {
        player
            .world
            .now
            .characters
            .iter()
            .map(|c| c.actor(&player.world.stage).unwrap().pos.as_ivec2())
            .collect()
    };
    let start = places(&player);
    ticks(&mut player, 200);
    let later = places(&player);
    assert_eq!(start[0], later[0]);
    assert!(start[1] != later[1] && start[2] != later[2], "{later:?}");
    // Another character is controlled now: it stops at once, and Mara walks away.
    press(&mut player, Key::Char('3'));
    let ghost = places(&player)[2];
    ticks(&mut player, 300);
    assert_eq!(places(&player)[2], ghost);
    assert_ne!(places(&player)[0], later[0]);
    press(&mut player, Key::Char('8'));
    assert_eq!(
        player.world.now.led, 2,
        "the key 8 has no effect, because there are three actors"
    );
}

#[test]
fn a_line_is_said_for_a_while_and_ends_the_talk_of_others_t80() {
    let mut player = demo(false);
    press(&mut player, Key::Char('t'));
    assert!(player.world.character().talking && player.world.character().speech.is_some());
    press(&mut player, Key::Char('2'));
    press(&mut player, Key::Char('t'));
    assert!(player.world.character().talking && !player.world.now.characters[0].talking);
    player.world.now.characters.truncate(2);
    press(&mut player, Key::Char('1'));
    ticks(&mut player, 1);
    press(&mut player, Key::Char('t'));
    press(&mut player, Key::Char('t'));
    assert!(!player.world.character().talking);
}

#[test]
fn gestures_and_shadows_are_put_on_and_off() {
    let mut player = demo(false);
    let frame = |player: &Player| player.world.actor().unwrap().frame;
    press(&mut player, Key::Char('g'));
    assert_eq!(frame(&player), 6);
    press(&mut player, Key::Char('g'));
    assert_eq!(frame(&player), 3);
    ticks(&mut player, 1);
    let opaque = pixels(&mut player);
    press(&mut player, Key::Char('s'));
    ticks(&mut player, 1);
    assert_eq!(player.world.actor().unwrap().shadow_mode, 32);
    assert_ne!(pixels(&mut player), opaque);
    press(&mut player, Key::Char('s'));
    assert_eq!(player.world.actor().unwrap().shadow_mode, 0);
}

#[test]
fn the_help_stays_until_something_is_done() {
    let mut player = demo(false);
    ticks(&mut player, 100);
    assert_eq!(
        lines_with_text(&mut player, false)[..5],
        [true, true, true, true, false]
    );
    press(&mut player, Key::Char('f'));
    assert!(!says(&mut player));
}

#[test]
fn the_windows_settings_are_changed_by_keys_and_escape_ends() {
    let (_folder, mut player) = player("v8");
    let before = player.wishes();
    press(&mut player, Key::F(10));
    press(&mut player, Key::F(11));
    assert_eq!(
        player.wishes(),
        WindowSettings {
            scale: ScaleMode::Integer,
            fullscreen: true,
            ..before
        }
    );
    assert!(!player.finished());
    press(&mut player, Key::Escape);
    assert!(player.finished());
}

/// Returns the demo in a version, at its first frame.
fn edition(version: u8) -> Player {
    edition_with(version, |_| {})
}

/// Returns the demo in a version after a change of its files.
fn edition_with(version: u8, change: impl FnOnce(&mut Vec<NewFile>)) -> Player {
    let v5 = scumm_tools::demo::game().unwrap();
    let mut files =
        scumm_tools::build::game::edition(&v5, scumm_room::Dialect::new(version), "wardrobe")
            .unwrap();
    change(&mut files);
    let game =
        Game::from_files(files.into_iter().map(|file| (file.name, file.bytes.into()))).unwrap();
    let origin = Origin {
        cast: Some(PlayCast::parse(scumm_tools::demo::CAST).unwrap()),
        ..Origin::default()
    };
    Player::new(game, origin, PlayOptions::default()).unwrap()
}

/// Clicks on a pixel of the room and waits for the result.
fn click_in_room(player: &mut Player, x: usize, y: u32, frames: u32) {
    let click = click_at(player, IVec2::new(x as i32, y as i32));
    player.input(click);
    ticks(player, frames);
}

/// Plays until a room is shown.
fn until_room(player: &mut Player, room: u16) {
    let frames = (0..200).take_while(|_| {
        player.tick();
        player.world.room() != room
    });
    assert!(frames.count() < 200, "room {room} is not reached");
}

#[test]
fn a_door_leads_to_the_next_room_and_back_with_the_same_actors_y10_y17() {
    for version in [5, 6, 7] {
        let mut player = edition(version);
        ticks(&mut player, 1);
        click_in_room(&mut player, 440, 184, 60);
        press(&mut player, Key::Char('s'));
        let ghost = |player: &Player| player.world.stage.actor(3).unwrap().anim.clone();
        click_in_room(&mut player, 470, 120, 0);
        until_room(&mut player, 2);
        let mara = player.world.actor().unwrap();
        assert_eq!(
            (mara.room, mara.visible, mara.shadow_mode, mara.pos.y),
            (2, true, 32, 152),
            "v{version}"
        );
        assert_eq!(
            player.world.stage.objects().state(41).unwrap(),
            1,
            "the door is still open"
        );
        let left = ghost(&player);
        ticks(&mut player, 30);
        assert_eq!(
            ghost(&player),
            left,
            "v{version}: an actor in another room keeps its limbs (Y12)"
        );
        assert_eq!(
            player.world.stage.objects().state(41).unwrap(),
            0,
            "v{version}: it has shut"
        );
        // The room is wider than the screen, so that the camera follows.
        assert_eq!(player.world.stage.camera().view_start(), 0);
        click_in_room(&mut player, 310, 100, 70);
        assert_eq!(
            player.world.stage.objects().state(42).unwrap(),
            1,
            "v{version}: the wardrobe is open"
        );
        assert!(
            player.world.stage.camera().view_start() > 60,
            "v{version}: {}",
            player.world.stage.camera().view_start()
        );
        click_in_room(&mut player, 320, 100, 10);
        assert_eq!(
            player.world.stage.objects().state(42).unwrap(),
            0,
            "v{version}: and shut again"
        );
        click_in_room(&mut player, 180, 184, 60);
        click_in_room(&mut player, 90, 184, 60);
        click_in_room(&mut player, 60, 100, 0);
        until_room(&mut player, 1);
        ticks(&mut player, 5);
        assert!(
            player.world.stage.actor(3).unwrap().visible && ghost(&player) != left,
            "v{version}: and goes on"
        );
    }
}

#[test]
fn who_walks_onto_a_doors_step_goes_through_it() {
    let mut player = edition(6);
    ticks(&mut player, 1);
    click_in_room(&mut player, 440, 184, 60);
    click_in_room(&mut player, 466, 152, 30);
    assert_eq!(player.world.room(), 1);
    press(&mut player, Key::Up);
    until_room(&mut player, 2);
    // The actor has arrived beside the threshold, and does not go back through the door.
    player.input(Input::Key {
        key: Key::Up,
        pressed: false,
        repeat: false,
        shift: false,
    });
    ticks(&mut player, 30);
    assert_eq!(player.world.room(), 2);
}

#[test]
fn the_next_room_is_entered_with_the_same_actor() {
    let mut player = edition(5);
    ticks(&mut player, 20);
    press(&mut player, Key::Char('s'));
    press(&mut player, Key::Char('r'));
    ticks(&mut player, 1);
    let mara = player.world.actor().unwrap();
    assert_eq!(
        (
            player.world.room(),
            mara.room,
            mara.visible,
            mara.shadow_mode
        ),
        (2, 2, true, 32)
    );
    assert!(
        !player.world.stage.actor(2).unwrap().visible,
        "the others stay"
    );
    // Controlling another character shows that character's room.
    press(&mut player, Key::Char('2'));
    ticks(&mut player, 1);
    assert_eq!(
        (
            player.world.room(),
            player.world.stage.actor(2).unwrap().visible
        ),
        (1, true)
    );
    assert_eq!(player.world.stage.actor(1).unwrap().room, 2);
}

#[test]
fn time_goes_back_through_a_door() {
    let mut player = edition(5);
    ticks(&mut player, 1);
    click_in_room(&mut player, 440, 184, 60);
    click_in_room(&mut player, 470, 120, 0);
    let mut seen = Vec::new();
    while player.world.room() == 1 && seen.len() < 200 {
        seen.extend(watch(&mut player, 1));
    }
    assert_eq!(player.world.room(), 2);
    seen.extend(watch(&mut player, 5));
    press(&mut player, Key::Char(' '));
    for back in 1..12 {
        press(&mut player, Key::Char(','));
        assert_eq!(sum(&mut player), seen[seen.len() - 1 - back], "{back} back");
    }
    assert_eq!(player.world.room(), 1);
    for forth in (0..11).rev() {
        press(&mut player, Key::Char('.'));
        assert_eq!(
            sum(&mut player),
            seen[seen.len() - 1 - forth],
            "{forth} before the end"
        );
    }
}

/// Returns a checksum of the picture.
fn sum(player: &mut Player) -> u32 {
    crc32fast::hash(player.draw().unwrap().pixels())
}

/// Returns the checksums after each of a number of frames.
fn watch(player: &mut Player, frames: u32) -> Vec<u32> {
    let tick = |_| {
        player.tick();
        sum(player)
    };
    (0..frames).map(tick).collect()
}

#[test]
fn time_goes_back_and_forth_over_the_same_frames() {
    let mut player = demo(false);
    press(&mut player, Key::Char('f'));
    let mut seen = watch(&mut player, 20);
    player.input(Input::click(300, 170));
    seen.extend(watch(&mut player, 30));
    press(&mut player, Key::Char('2'));
    press(&mut player, Key::Char('g'));
    player.input(Input::click(40, 180));
    seen.extend(watch(&mut player, 30));
    press(&mut player, Key::Char(' '));
    let now = player.world.save(None);
    for back in 1..=60 {
        press(&mut player, Key::Char(','));
        assert_eq!(sum(&mut player), seen[seen.len() - 1 - back], "{back} back");
    }
    for forth in (0..60).rev() {
        press(&mut player, Key::Char('.'));
        assert_eq!(
            sum(&mut player),
            seen[seen.len() - 1 - forth],
            "{forth} before the end"
        );
    }
    assert!(player.world.save(None) == now);
}

#[test]
fn another_command_in_the_past_makes_another_future() {
    let mut player = demo(false);
    ticks(&mut player, 30);
    player.input(Input::click(300, 170));
    ticks(&mut player, 20);
    let end = player.world.place();
    for _ in 0..15 {
        press(&mut player, Key::Char(','));
    }
    assert_eq!(player.history.frame(), 35);
    let there = player.world.place();
    player.input(Input::click(there.x as u32, there.y as u32));
    press(&mut player, Key::Char(' '));
    ticks(&mut player, 15);
    assert_eq!(player.history.frame(), 50);
    assert_ne!(player.world.place(), end);
}

#[test]
fn time_does_not_go_back_before_what_is_kept() {
    let mut player = demo(false);
    ticks(&mut player, 3);
    for _ in 0..10 {
        press(&mut player, Key::Char(','));
    }
    assert_eq!(player.history.frame(), 0);
    ticks(&mut player, 1);
    press(&mut player, Key::Char('r'));
    press(&mut player, Key::Char(','));
    assert!(player.history.frame() <= 1);
}

#[test]
fn slow_motion_makes_frames_longer() {
    let mut player = demo(false);
    let usual = player.tick_interval();
    press(&mut player, Key::Char('-'));
    press(&mut player, Key::Char('-'));
    assert_eq!(player.tick_interval(), usual * 4);
    press(&mut player, Key::Char('='));
    assert_eq!(player.tick_interval(), usual * 2);
}

#[test]
fn each_layer_is_seen_by_itself_and_goes_without_trace() {
    let mut player = demo(true);
    ticks(&mut player, 1);
    let bare = pixels(&mut player);
    let mut seen = vec![bare.clone()];
    for key in 1..=5 {
        press(&mut player, Key::F(key));
        seen.push(pixels(&mut player));
        press(&mut player, Key::F(key));
        assert!(pixels(&mut player) == bare, "F{key}");
    }
    for (i, one) in seen.iter().enumerate() {
        assert!(
            seen.iter().skip(i + 1).all(|other| other != one),
            "layer {i} looks like another layer"
        );
    }
}

#[test]
fn the_menu_is_led_by_a_controller() {
    let mut player = demo(false);
    let pad = |player: &mut Player, button| {
        player.input(Input::Pad {
            button,
            pressed: true,
        })
    };
    pad(&mut player, PadButton::Start);
    assert_eq!(player.wishes().pad_mode, PadMode::Menu);
    // The D-pad sends arrow keys: down to the row of the animation, and to the next animation.
    for _ in 0..3 {
        press(&mut player, Key::Down);
    }
    let animation = player.world.character().animation;
    press(&mut player, Key::Right);
    assert_ne!(player.world.character().animation, animation);
    press(&mut player, Key::Left);
    assert_eq!(
        player.world.now.steer,
        IVec2::ZERO,
        "while the menu is open, the arrow keys do not steer the actor"
    );
    press(&mut player, Key::Escape);
    assert_eq!(player.wishes().pad_mode, PadMode::Pointer);
    assert!(!player.finished());
    pad(&mut player, PadButton::Select);
    assert!(player.clock.paused);
}

#[test]
fn nothing_stays_held_when_the_keys_are_heard_elsewhere() {
    for input in [Input::Released, Input::press(Key::Tab), Input::Suspended] {
        let mut player = demo(false);
        press(&mut player, Key::Right);
        ticks(&mut player, 2);
        player.input(input);
        assert_eq!(player.world.now.steer, IVec2::ZERO, "{input:?}");
    }
}

#[test]
fn a_screenshot_has_what_lies_over_the_picture_but_no_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = demo_with(PlayOptions {
        unled: true,
        captures: Some(folder.path().to_owned()),
        ..PlayOptions::default()
    });
    ticks(&mut player, 1);
    press(&mut player, Key::F(1));
    let shown = pixels(&mut player);
    press(&mut player, Key::Tab);
    press(&mut player, Key::F(12));
    let file = std::fs::File::open(folder.path().join("demo-room-001-0001.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::BufReader::new(file))
        .read_info()
        .unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Indexed);
    let mut kept = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut kept).unwrap();
    assert!(kept == shown);
}

#[test]
fn the_last_seconds_are_saved_and_the_game_goes_on_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let captures = Some(folder.path().to_owned());
    let mut player = demo_with(PlayOptions {
        unled: true,
        captures,
        ..PlayOptions::default()
    });
    let mut other = demo(true);
    ticks(&mut player, 100);
    ticks(&mut other, 100);
    press(&mut player, Key::F(8));
    assert_eq!(player.history.frame(), 100);
    let file = std::fs::File::open(folder.path().join("demo-room-001-0001.gif")).unwrap();
    let mut reader = gif::DecodeOptions::new().read_info(file).unwrap();
    let mut pictures = 0;
    while reader.read_next_frame().unwrap().is_some() {
        pictures += 1;
    }
    assert!(pictures >= 20, "{pictures}");
    ticks(&mut player, 30);
    ticks(&mut other, 30);
    assert_eq!(player.digest(), other.digest());
}

#[test]
fn the_open_menu_stops_time_and_nothing_wakes_the_program() {
    let mut player = demo(true);
    ticks(&mut player, 5);
    let usual = player.tick_interval();
    press(&mut player, Key::Tab);
    ticks(&mut player, 3);
    assert_eq!(player.history.frame(), 5);
    assert_eq!(player.tick_interval(), STILL);
    press(&mut player, Key::Tab);
    assert_eq!(player.tick_interval(), usual);
    // A caption goes by itself, so time goes on for it.
    press(&mut player, Key::Char(' '));
    player.caption("a caption");
    assert_eq!(player.tick_interval(), usual);
    ticks(&mut player, CAPTION + 1);
    assert_eq!(player.tick_interval(), STILL);
    ticks(&mut player, 3);
    assert_eq!(player.history.frame(), 5);
}

/// A host without a window whose clock advances only by its waits.
#[derive(Default)]
struct Idle {
    clock: Duration,
    waits: u32,
    /// The time at which the user closes the window.
    end: Duration,
}

impl FrontEnd for Idle {
    fn now(&mut self) -> Duration {
        self.clock
    }

    fn poll(&mut self, inputs: &mut Vec<Input>) -> Result<(), PlatformError> {
        if self.clock >= self.end {
            inputs.push(Input::Quit);
        }
        Ok(())
    }

    fn wants_present(&self) -> bool {
        false
    }

    fn present(&mut self, _: &IndexedFrame<'_>, _: bool) -> Result<(), PlatformError> {
        Ok(())
    }

    fn wait(&mut self, limit: Duration) {
        self.waits += 1;
        self.clock += limit.min(self.end - self.clock);
    }
}

#[test]
fn a_paused_game_wakes_once_a_second() {
    let waits = |player: &mut Player| {
        let mut host = Idle {
            end: Duration::from_secs(20),
            ..Idle::default()
        };
        run(player, &mut host, None).unwrap();
        host.waits
    };
    let mut paused = demo(true);
    ticks(&mut paused, 5);
    press(&mut paused, Key::Char(' '));
    assert_eq!(waits(&mut paused), 20);
    let mut in_menu = demo(true);
    press(&mut in_menu, Key::Tab);
    assert_eq!(waits(&mut in_menu), 20);
    assert!(waits(&mut demo(true)) > 200, "twelve frames a second");
}

#[test]
fn a_room_that_is_lower_than_the_screen_lies_in_the_middle() {
    let folder = tempfile::tempdir().unwrap();
    let (_game, mut player) = player("v6");
    player.options.captures = Some(folder.path().to_owned());
    ticks(&mut player, 1);
    let (_, height) = screen::screen_size(&player.world.stage);
    let stage_height = player.world.stage.front().height;
    let above = (height - stage_height) / 2;
    assert!(above > 0, "the room has {stage_height} lines");
    let stage: Vec<Vec<u8>> = player
        .world
        .stage
        .front()
        .rows()
        .map(|row| row[..320].to_vec())
        .collect();
    let shown = pixels(&mut player);
    let lines: Vec<&[u8]> = shown.chunks_exact(320).collect();
    assert!(lines[above..above + stage_height] == stage);
    let black = lines[0][0];
    let beside = lines[..above].iter().chain(&lines[above + stage_height..]);
    assert!(beside.copied().flatten().all(|pixel| *pixel == black));
    press(&mut player, Key::F(12));
    let kept = std::fs::read_dir(folder.path()).unwrap().next().unwrap();
    let file = std::fs::File::open(kept.unwrap().path()).unwrap();
    let mut reader = png::Decoder::new(std::io::BufReader::new(file))
        .read_info()
        .unwrap();
    let mut saved = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut saved).unwrap();
    assert!(
        saved == shown,
        "the screenshot is the picture in the window"
    );
}

#[test]
fn hints_name_the_buttons_of_the_pad_after_it_was_used() {
    let mut player = unguided(PlayOptions::default());
    player.input(Input::Device(InputDevice::Pad));
    assert_eq!(
        player.greeting(),
        "room 3, costume 1\nStart: menu, with help"
    );
    let picture = |player: &mut Player| {
        let overlay = player.overlay(UVec2::new(320, 240)).unwrap();
        overlay.unwrap().pixels().to_vec()
    };
    let of_pad = picture(&mut player);
    player.input(Input::Device(InputDevice::Keyboard));
    assert!(
        player.greeting().contains("Tab: menu, H: help"),
        "the keyboard was used last"
    );
    assert!(picture(&mut player) != of_pad, "the caption has changed");
    ticks(&mut player, 100);
    player.input(Input::Device(InputDevice::Pad));
    assert!(!says(&mut player), "the caption does not come again");

    let mut demo = demo(false);
    let with_keys = picture(&mut demo);
    demo.input(Input::Device(InputDevice::Pad));
    assert!(
        picture(&mut demo) != with_keys,
        "the cast has lines for pads"
    );
    assert!(demo.world.help_for(InputDevice::Pad)[3].contains("Start"));
}

#[test]
fn the_record_key_records_from_now_on_and_keeps_a_scene() {
    let folder = tempfile::tempdir().unwrap();
    let captures = Some(folder.path().to_owned());
    let mut player = demo_with(PlayOptions {
        captures,
        ..PlayOptions::default()
    });
    player.input(Input::click(40, 170));
    ticks(&mut player, 20);
    let place = player.world.place();
    press(&mut player, Key::F(9));
    assert!(player.world.stage.is_recording());
    assert_eq!(
        player.world.place(),
        place,
        "the recording begins with the present"
    );
    ticks(&mut player, 3);
    assert_ne!(player.world.place(), place, "the walk goes on");
    player.input(Input::click(300, 170));
    ticks(&mut player, 10);
    press(&mut player, Key::Char(','));
    assert_eq!(
        player.history.frame(),
        13,
        "cannot go back while a scene is recorded"
    );
    press(&mut player, Key::F(9));
    assert!(!player.world.stage.is_recording());
    let text = std::fs::read_to_string(folder.path().join("demo-room-001-0001.toml")).unwrap();
    assert!(text.contains("walk"), "{text}");
}

#[test]
fn a_recording_begins_in_the_middle_of_a_game_of_every_version() {
    let packed = scumm_test_support::unpack("game-files").unwrap();
    let games = std::fs::read_dir(packed.path().join("game-files")).unwrap();
    let mut tried = 0;
    for folder in games {
        let folder = folder.unwrap().path();
        let Ok(game) = Game::open(&folder) else {
            continue;
        };
        let captures = tempfile::tempdir().unwrap();
        let options = PlayOptions {
            captures: Some(captures.path().to_owned()),
            game_path: Some(folder.clone()),
            ..PlayOptions::default()
        };
        let Ok(mut player) = Player::new(game, Origin::default(), options) else {
            continue;
        };
        tried += 1;
        press(&mut player, Key::Right);
        ticks(&mut player, 4);
        let look = |player: &Player| {
            let actor = player.world.actor().unwrap();
            (
                actor.pos,
                actor.costume,
                actor.facing,
                actor.scale_x,
                actor.palette,
            )
        };
        let before = look(&player);
        press(&mut player, Key::F(9));
        assert_eq!(look(&player), before, "{}", folder.display());
        ticks(&mut player, 10);
        press(&mut player, Key::F(9));
        // The scene is written only if it plays the same frames again.
        let files = std::fs::read_dir(captures.path()).unwrap();
        let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        let is_scene = |name: &std::ffi::OsString| name.to_string_lossy().ends_with(".toml");
        assert!(
            names.iter().any(is_scene),
            "{}: {names:?}",
            folder.display()
        );
    }
    assert!(tried >= 8, "{tried} games");
}

#[test]
fn a_recording_that_begins_behind_a_door_has_the_room_and_its_people() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = edition(5);
    player.options.captures = Some(folder.path().to_owned());
    ticks(&mut player, 1);
    press(&mut player, Key::Char('s'));
    click_in_room(&mut player, 440, 184, 60);
    click_in_room(&mut player, 470, 120, 0);
    until_room(&mut player, 2);
    ticks(&mut player, 3);
    let states = |player: &Player| {
        [40, 41, 42].map(|object| player.world.stage.objects().state(object).unwrap())
    };
    let before = states(&player);
    press(&mut player, Key::F(9));
    let mara = player.world.actor().unwrap();
    assert_eq!((mara.room, mara.visible, mara.shadow_mode), (2, true, 32));
    assert_eq!(states(&player), before);
    assert_eq!(player.world.stage.actor(3).unwrap().room, 1);
    ticks(&mut player, 30);
    press(&mut player, Key::F(9));
    assert!(folder.path().join("demo-room-002-0001.toml").exists());
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Returns the most bytes that a frame allocates beyond the memory before it, over a number of
/// frames.
fn most_of_a_frame(player: &mut Player, frames: u32) -> usize {
    let mut frame = || {
        player.tick();
        player.frame().unwrap().pixels().len()
    };
    (0..frames).map(|_| peak(&mut frame).1).max().unwrap()
}

#[test]
fn frames_take_no_memory_of_their_own() {
    let mut player = demo(false);
    player.world.now.characters.truncate(1);
    press(&mut player, Key::Char('g'));
    // After this number of frames, the caches of pictures are full and all states are allocated.
    ticks(&mut player, 300);
    pixels(&mut player);
    assert_eq!(most_of_a_frame(&mut player, 200), 0, "she gestures");
    press(&mut player, Key::Char('g'));
    ticks(&mut player, 20);
    assert_eq!(most_of_a_frame(&mut player, 200), 0, "she stands");
    press(&mut player, Key::Char(' '));
    assert_eq!(most_of_a_frame(&mut player, 20), 0, "paused");
}

//! `cargo xtask bench` measures the time of each speed case, of growing numbers of actors and
//! limbs, and of the parts of a draw. `cargo xtask bench count` counts the instructions of the
//! cases instead.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "benches fail by panicking; criterion's macros document nothing"
)]

mod count;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group};
use scumm_costume::DEFAULT_LIMIT;
use scumm_costume::{Cache, Costume};
use scumm_engine::{Game, Stage};
use scumm_room::{Canvas, Dialect, Planes, RoomTarget};
use scumm_scene::Comparison;
use scumm_test_support::cases::{self, RectangleCopies};
use scumm_test_support::repository;
use scumm_test_support::sample::{SilentEnvironment, costume, stage};
use scumm_test_support::vectors::Vectors;

/// The size of a cel in measurements that do not vary the size.
const SIZE: (usize, usize) = (24, 40);

fn decode(c: &mut Criterion) {
    let (dialect, data) = (Dialect::new(5), costume(8, (64, 100)).unwrap());
    c.bench_function("decode/costume", |b| {
        b.iter(|| Costume::parse(black_box(&data), &dialect).unwrap())
    });
    let Costume::Cost(cost) = Costume::parse(&data, &dialect).unwrap() else {
        return;
    };
    let picture = cost.picture(0, 0).unwrap();
    c.bench_function("decode/cel", |b| {
        b.iter(|| cost.cel(black_box(picture)).unwrap())
    });
}

/// Measures each case in four ways: with cached cels, a first draw that fills the cache, without
/// the cache, and as a copy of the cels' rectangles row by row.
fn draw(c: &mut Criterion) {
    for case in cases::all().unwrap() {
        let name = |how: &str| format!("draw/{}/{how}", case.name);
        let draw = |stage: &mut Stage| stage.actor_mut(case.actor).unwrap().draw_alone().unwrap();
        let mut stage = case.stage.clone();
        c.bench_function(&name("finished"), |b| b.iter(|| draw(&mut stage)));
        tell(&name("finished"), &mut stage);
        c.bench_function(&name("first"), |b| {
            b.iter(|| {
                // A new cache contains no cels.
                *stage.cels_mut() = Cache::with_limit(DEFAULT_LIMIT);
                draw(&mut stage);
            });
        });
        *stage.cels_mut() = Cache::with_limit(0);
        c.bench_function(&name("plain"), |b| b.iter(|| draw(&mut stage)));
        let mut copies = RectangleCopies::new(&case.rectangles().unwrap());
        c.bench_function(&name("copy"), |b| b.iter(|| copies.copy()));
    }
}

/// Prints the memory that cached cels take, and the share of lookups that found a cel.
fn tell(name: &str, stage: &mut Stage) {
    let counted = stage.cels_mut().statistics();
    let found = 100.0 * counted.hits as f64 / (counted.hits + counted.misses).max(1) as f64;
    eprintln!(
        "{name}: {:.1} KiB of finished cels, {found:.0} % found",
        counted.bytes as f64 / 1024.0
    );
}

/// Measures frames with a growing number of actors and a shrinking cache, and draws with a growing
/// number of limbs and growing cels.
fn growth(c: &mut Criterion) {
    let mut frames = |name: String, actors: u16, limit: usize| {
        let mut stage = stage(actors, 1, SIZE).unwrap();
        *stage.cels_mut() = Cache::with_limit(limit);
        c.bench_function(&name, |b| {
            b.iter(|| {
                stage.redraw_all_actors();
                stage.tick(&mut SilentEnvironment);
            });
        });
        tell(&name, &mut stage);
    };
    for actors in [1, 2, 4, 8, 16, 32, 64] {
        frames(format!("growth/{actors} actors"), actors, DEFAULT_LIMIT);
    }
    for limit in [DEFAULT_LIMIT, 128 << 10, 96 << 10, 64 << 10, 0] {
        frames(
            format!("growth/32 actors, room for {} KiB", limit >> 10),
            32,
            limit,
        );
    }
    let mut draws = |name: String, limbs: u8, size: (usize, usize)| {
        let mut stage = stage(1, limbs, size).unwrap();
        c.bench_function(&name, |b| {
            b.iter(|| stage.actor_mut(1).unwrap().draw_alone().unwrap())
        });
        tell(&name, &mut stage);
    };
    for limbs in [1, 2, 4, 8, 16] {
        draws(format!("growth/{limbs} limbs"), limbs, SIZE);
    }
    for size in [
        (8, 8),
        (16, 16),
        (24, 40),
        (32, 64),
        (64, 100),
        (128, 128),
        (192, 160),
    ] {
        draws(format!("growth/a cel of {}x{}", size.0, size.1), 1, size);
    }
}

fn tick(c: &mut Criterion) {
    for actors in [1, 8, 64] {
        let mut stage = stage(actors, 4, (24, 40)).unwrap();
        c.bench_function(&format!("tick/{actors} actors"), |b| {
            b.iter(|| stage.tick(&mut SilentEnvironment))
        });
        c.bench_function(&format!("tick/{actors} actors, all drawn"), |b| {
            b.iter(|| {
                stage.redraw_all_actors();
                stage.tick(&mut SilentEnvironment);
            });
        });
    }
}

fn demo() -> std::path::PathBuf {
    repository().join("data/demo/built")
}

fn room(c: &mut Criterion) {
    let game = Game::open(demo()).unwrap();
    let id = game.rooms().next().unwrap();
    c.bench_function("room/parse", |b| {
        b.iter(|| game.room(black_box(id)).unwrap())
    });
    let (room, dialect) = (game.room(id).unwrap(), game.dialect());
    let mut canvas = Canvas::new(320, room.height, room.width);
    let mut planes = Planes::new(320, room.height, room.width, room.plane_count + 1);
    let room_palette = std::array::from_fn(|i| i as u8);
    c.bench_function("room/decode", |b| {
        b.iter(|| {
            let mut target = RoomTarget {
                canvas: &mut canvas,
                planes: &mut planes,
                room_palette: &room_palette,
                tiles: None,
            };
            room.draw_background(dialect.visible_strips(0), &mut target);
        });
    });
}

fn scene(c: &mut Criterion) {
    let vectors = Vectors::load(["cost-v5"]).unwrap();
    let scene = vectors.scenes().next().unwrap();
    let compare = || Comparison::new(vectors.open(scene).unwrap(), vectors.stored(scene).unwrap());
    c.bench_function("scene/check", |b| {
        b.iter(|| assert!(compare().first_difference().unwrap().is_none()));
    });
}

fn game(c: &mut Criterion) {
    c.bench_function("game/open", |b| {
        b.iter(|| Game::open(black_box(demo())).unwrap())
    });
}

criterion_group! {
    name = parts;
    // There are about 250 measurements. Each is short, so that compared measurements are close
    // together in time.
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(1000))
        .sample_size(30)
        .configure_from_args();
    targets = draw, growth, decode, tick, room, scene, game
}

fn main() {
    // Cargo adds the argument `--bench`.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["count"] => count::all(""),
        ["count", part] => count::all(part),
        ["draw", part] => count::draw(part),
        _ => {
            parts();
            Criterion::default().configure_from_args().final_summary();
        }
    }
}

//! Times of the parts: decoding, drawing, ticking, checking, opening. `cargo bench --package scumm-tests`.
#![allow(missing_docs, clippy::unwrap_used, reason = "benches fail by panicking; criterion's macros document nothing")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use scumm_costume::Costume;
use scumm_engine::Game;
use scumm_engine::scene::Comparison;
use scumm_room::{Canvas, Dialect, Planes, Target};
use scumm_tests::repository;
use scumm_tests::speed::cases;
use scumm_tests::speed::sample::{Quiet, costume, stage};
use scumm_tests::vectors::Vectors;

/// One case of each kind.
const CASES: [&str; 6] = [
    "cost5_plain_nomask_255",
    "cost5_plain_mask_255",
    "cost5_plain_nomask_180",
    "akos1_plain_nomask_255",
    "akos5_plain_nomask_255",
    "akos16_plain_nomask_255",
];

fn decode(c: &mut Criterion) {
    let (dialect, data) = (Dialect::new(5), costume(8, (64, 100)).unwrap());
    c.bench_function("decode/costume", |b| b.iter(|| Costume::parse(black_box(&data), &dialect).unwrap()));
    let Costume::Cost(cost) = Costume::parse(&data, &dialect).unwrap() else { return };
    let picture = cost.picture(0, 0).unwrap();
    c.bench_function("decode/cel", |b| b.iter(|| cost.cel(black_box(picture)).unwrap()));
}

fn draw(c: &mut Criterion) {
    for case in cases::all().unwrap().into_iter().filter(|case| CASES.contains(&case.name.as_str())) {
        for (how, limit) in [("finished", 1 << 20), ("plain", 0)] {
            let mut stage = case.stage.clone();
            stage.limit_cels(limit);
            let name = format!("draw/{how}/{}", case.name);
            c.bench_function(&name, |b| b.iter(|| stage.actor_mut(case.actor).unwrap().draw_alone().unwrap()));
        }
    }
}

fn tick(c: &mut Criterion) {
    for actors in [1, 8, 64] {
        let mut stage = stage(actors, 4, (24, 40)).unwrap();
        c.bench_function(&format!("tick/{actors} actors"), |b| b.iter(|| stage.tick(&mut Quiet)));
        c.bench_function(&format!("tick/{actors} actors, all drawn"), |b| {
            b.iter(|| {
                stage.redraw_all_actors();
                stage.tick(&mut Quiet);
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
    c.bench_function("room/parse", |b| b.iter(|| game.room(black_box(id)).unwrap()));
    let (room, dialect) = (game.room(id).unwrap(), game.dialect());
    let mut canvas = Canvas::new(320, room.height, room.width);
    let mut planes = Planes::new(320, room.height, room.width, room.plane_count + 1);
    let room_palette = std::array::from_fn(|i| i as u8);
    c.bench_function("room/decode", |b| {
        b.iter(|| {
            let mut target = Target { canvas: &mut canvas, planes: &mut planes, room_palette: &room_palette };
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
    c.bench_function("game/open", |b| b.iter(|| Game::open(black_box(demo())).unwrap()));
}

criterion_group!(parts, decode, draw, tick, room, scene, game);
criterion_main!(parts);

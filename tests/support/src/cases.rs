//! The speed cases: one actor is drawn repeatedly over the same screen.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use scumm_costume::Cache;
use scumm_engine::Stage;
use serde_json::Value;

use crate::sample::SilentEnvironment;
use crate::vectors::{BENCH, Vectors};

/// A speed case.
#[derive(Clone, Debug)]
pub struct SpeedCase {
    /// The name, which consists of costume, direction, plane and scale.
    pub name: String,
    /// The actor that is drawn.
    pub actor: u16,
    /// The stage before the first draw.
    pub stage: Stage,
}

/// Returns all cases, sorted by name.
///
/// # Errors
/// Returns an error if the archive is damaged.
pub fn all() -> Result<Vec<SpeedCase>> {
    let vectors = Vectors::load([BENCH])?;
    let is_case = |name: &&str| name.starts_with(BENCH) && name.ends_with(".json");
    vectors
        .names()
        .filter(is_case)
        .map(|name| case(&vectors, name).with_context(|| name.to_owned()))
        .collect()
}

fn case(vectors: &Vectors, file: &str) -> Result<SpeedCase> {
    let scene: Value = serde_json::from_str(vectors.text(file)?)?;
    let actor = scene["steps"][0][1].as_u64().context("no bench step")?;
    let name = scene["steps"][0][3].as_str().context("no name")?.to_owned();
    let mut runner = vectors
        .open(file)
        .map_err(|error| anyhow::anyhow!("{error}"))?;
    runner.next_line()?;
    Ok(SpeedCase {
        name,
        actor: u16::try_from(actor)?,
        stage: runner.stage().clone(),
    })
}

/// A speed case that is made from a scene of the vectors.
struct SceneCase {
    name: &'static str,
    /// The archive of the scene, and its file there.
    scene: (&'static str, &'static str),
    actor: u16,
    /// Changes the stage after the scene was set up.
    change: fn(&mut Stage, u16) -> Result<()>,
}

/// The kinds of pictures that the cases of [`all`] do not contain.
const OTHERS: [SceneCase; 19] = [
    of_scene("v0", ("v0-cost", "000"), 22),
    of_scene("v1", ("gap-v1-colours", "C71-maniac-dos"), 1),
    of_scene("amiga", ("gap-amiga", "S9-mi2-0"), 1),
    of_scene("amiga_remap", ("gap-amiga", "P10-indy4-first128"), 1),
    SceneCase {
        change: at_half_scale,
        ..of_scene("amiga_scaled", ("gap-amiga", "S9-mi2-0"), 1)
    },
    SceneCase {
        change: with_shadow_of_all,
        ..of_scene("shadow_all", (BENCH, "cost5_plain_nomask_255"), 1)
    },
    SceneCase {
        change: with_shadow_of_all,
        ..of_scene("shadow_all_mask", (BENCH, "cost5_plain_mask_255"), 1)
    },
    SceneCase {
        change: with_shadow_of_all,
        ..of_scene("shadow_all_scaled", (BENCH, "cost5_plain_nomask_180"), 1)
    },
    of_scene(
        "codec1_mode1",
        ("codec-v7", "A61_codec1_16col_shadow_mode_1"),
        1,
    ),
    of_scene(
        "codec1_mode3",
        ("codec-v7", "A61_codec1_16col_shadow_mode_3"),
        1,
    ),
    of_scene("codec5_mode1", ("codec-v7", "A75_codec5_shadow_mode_1"), 1),
    of_scene("codec5_mode3", ("codec-v7", "A75_codec5_shadow_mode_3"), 1),
    of_scene(
        "codec16_mode3",
        ("codec-v7", "A75_codec16_shadow_mode_3"),
        1,
    ),
    of_scene(
        "codec32_blend",
        (
            "codec-he",
            "A61_A92_codec32_shadow_mode_3_through_xmap_he90",
        ),
        1,
    ),
    of_scene(
        "codec32_he72",
        ("codec-he", "A91_codec32_directions_and_flip_he72"),
        1,
    ),
    of_scene(
        "codec32_he99",
        ("codec-he", "A91_codec32_directions_and_flip_he99"),
        1,
    ),
    of_scene(
        "codec32_tiny_he72",
        ("codec-he", "A91_codec32_tiny_he72"),
        1,
    ),
    of_scene(
        "codec32_tiny_he80",
        ("codec-he", "A91_codec32_tiny_he80"),
        1,
    ),
    of_scene(
        "codec32_tiny_he99",
        ("codec-he", "A91_codec32_tiny_he99"),
        1,
    ),
];

const fn of_scene(
    name: &'static str,
    scene: (&'static str, &'static str),
    actor: u16,
) -> SceneCase {
    SceneCase {
        name,
        scene,
        actor,
        change: |_, _| Ok(()),
    }
}

fn at_half_scale(stage: &mut Stage, actor: u16) -> Result<()> {
    stage.actor_mut(actor)?.set_scale(Some(128), Some(128));
    Ok(())
}

/// Applies the shadow table to every pixel (C50).
fn with_shadow_of_all(stage: &mut Stage, actor: u16) -> Result<()> {
    let table: Vec<u8> = (0..=255_u8).map(|colour| colour.wrapping_add(1)).collect();
    stage.colours_mut().set_shadow_table(&table)?;
    stage.actor_mut(actor)?.shadow_mode = 0x20;
    Ok(())
}

/// Returns the cases of other kinds of pictures: those of v0, v1 and v5 on the Amiga, shadow modes,
/// blend tables, and small pictures of codec 32.
///
/// # Errors
/// Returns an error if an archive is missing or damaged.
pub fn others() -> Result<Vec<SpeedCase>> {
    let groups: BTreeSet<&str> = OTHERS.iter().map(|case| case.scene.0).collect();
    let vectors = Vectors::load(groups)?;
    let mut cases = Vec::new();
    for case in OTHERS {
        let (group, scene) = case.scene;
        let mut runner = vectors
            .open(&format!("{group}/{scene}.json"))
            .map_err(|error| anyhow::anyhow!("{}: {error}", case.name))?;
        runner.next_line()?;
        if group != BENCH {
            // The first step of these scenes shows the actors.
            runner.next_line()?;
        }
        let mut stage = runner.stage().clone();
        (case.change)(&mut stage, case.actor)?;
        cases.push(SpeedCase {
            name: case.name.to_owned(),
            actor: case.actor,
            stage,
        });
    }
    Ok(cases)
}

/// Returns the checksum of the visible picture.
#[must_use]
pub fn checksum(stage: &Stage) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    stage.front().rows().for_each(|row| sum.update(row));
    sum.finalize()
}

impl SpeedCase {
    /// Draws the actor `draws` times and does nothing else, so that the instructions can be
    /// counted. If `plain` is true, the actor is drawn without the cache.
    ///
    /// # Errors
    /// Returns an error if the actor cannot be drawn.
    pub fn draw(&self, draws: u32, plain: bool) -> Result<()> {
        let mut stage = self.stage.clone();
        if plain {
            *stage.cels_mut() = Cache::with_limit(0);
        }
        let mut actor = stage.actor_mut(self.actor)?;
        (0..draws)
            .try_for_each(|_| actor.draw_alone())
            .map_err(Into::into)
    }

    /// Returns width and height of each cel as drawn, in pixels of the screen.
    ///
    /// # Errors
    /// Returns an error if the actor has no costume.
    pub fn rectangles(&self) -> Result<Vec<(usize, usize)>> {
        let actor = self.stage.actor(self.actor)?;
        self.stage.costume(actor.costume).context("no costume")?;
        let mut stage = self.stage.clone();
        stage.start_trace();
        stage.actor_mut(self.actor)?.need_redraw = true;
        stage.draw_now(&mut SilentEnvironment);
        // The first and last column and row of each cel.
        let mut seen: BTreeMap<(u8, u16), [usize; 4]> = BTreeMap::new();
        let view = stage.front();
        for (x, y) in (0..view.height).flat_map(|y| (0..view.width).map(move |x| (x, y))) {
            for write in view
                .writes(x, y)
                .iter()
                .filter(|write| write.actor == self.actor)
            {
                let [left, top, right, bottom] =
                    seen.entry((write.limb, write.cel)).or_insert([x, y, x, y]);
                (*left, *top) = ((*left).min(x), (*top).min(y));
                (*right, *bottom) = ((*right).max(x), (*bottom).max(y));
            }
        }
        Ok(seen
            .into_values()
            .map(|[left, top, right, bottom]| (right - left + 1, bottom - top + 1))
            .collect())
    }
}

/// Rectangles that are copied to a screen row by row. The time of a copy is compared with the time
/// of a draw.
#[derive(Clone, Debug)]
pub struct RectangleCopies {
    /// The width and the pixels of each rectangle.
    from: Vec<(usize, Vec<u8>)>,
    screen: Vec<u8>,
}

/// The number of bytes in a row of the screen.
const PITCH: usize = 320;
/// The offset in the screen to which rectangles are copied. Like the actors of the cases, it is not
/// aligned.
const PLACE: usize = 40 * PITCH + 101;

impl RectangleCopies {
    /// Creates rectangles with these widths and heights.
    #[must_use]
    pub fn new(sizes: &[(usize, usize)]) -> Self {
        let filled = |&(width, height): &(usize, usize)| (width, vec![7; width * height]);
        Self {
            from: sizes.iter().map(filled).collect(),
            screen: vec![0; PITCH * 200],
        }
    }

    /// Copies each rectangle once.
    pub fn copy(&mut self) {
        let Self { from, screen } = self;
        for (width, pixels) in std::hint::black_box(from) {
            let lines = screen[PLACE..].chunks_mut(PITCH);
            for (row, line) in pixels.chunks_exact((*width).max(1)).zip(lines) {
                line[..*width].copy_from_slice(row);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use scumm_costume::DEFAULT_LIMIT;

    use super::*;

    #[test]
    fn every_case_draws_the_same_once_often_and_plainly() {
        let cases = all().unwrap();
        assert_eq!(cases.len(), 44);
        for case in cases {
            let draw =
                |stage: &mut Stage| stage.actor_mut(case.actor).unwrap().draw_alone().unwrap();
            let [mut once, mut often, mut first, mut plain] =
                std::array::from_fn(|_| case.stage.clone());
            draw(&mut once);
            *plain.cels_mut() = Cache::with_limit(0);
            for _ in 0..20 {
                draw(&mut often);
                *first.cels_mut() = Cache::with_limit(DEFAULT_LIMIT);
                draw(&mut first);
                draw(&mut plain);
            }
            let expected = checksum(&once);
            assert_eq!(
                [&often, &first, &plain].map(checksum),
                [expected; 3],
                "{}",
                case.name
            );
            assert_ne!(
                checksum(&case.stage),
                expected,
                "{}: nothing is drawn",
                case.name
            );
            let pixels: usize = case
                .rectangles()
                .unwrap()
                .iter()
                .map(|(width, height)| width * height)
                .sum();
            assert!(
                pixels >= 1000 && often.cels_mut().statistics().bytes >= 1000,
                "{}: {pixels} pixels",
                case.name
            );
        }
    }

    #[test]
    fn other_pictures_are_drawn_the_same_with_and_without_the_cache() {
        for case in others().unwrap() {
            let draw =
                |stage: &mut Stage| stage.actor_mut(case.actor).unwrap().draw_alone().unwrap();
            let before = checksum(&case.stage);
            let mut changes = false;
            // At its place the actor may draw the pixels that the screen already has, and beside it
            // a clip may hide the actor.
            for shift in [0, 8] {
                let mut cached = case.stage.clone();
                cached.actor_mut(case.actor).unwrap().pos.x += shift;
                let mut plain = cached.clone();
                *plain.cels_mut() = Cache::with_limit(0);
                // The shadow table is applied again in each draw.
                for _ in 0..3 {
                    draw(&mut cached);
                    draw(&mut plain);
                    assert_eq!(checksum(&cached), checksum(&plain), "{}", case.name);
                }
                changes |= checksum(&cached) != before;
                assert!(cached.cels_mut().statistics().hits > 0, "{}", case.name);
            }
            assert!(changes, "{}: nothing is drawn", case.name);
        }
    }

    #[test]
    fn what_is_copied_is_as_large_as_the_cels() {
        let case = all()
            .unwrap()
            .into_iter()
            .find(|case| case.name == "cost5_plain_nomask_255")
            .unwrap();
        let sizes = case.rectangles().unwrap();
        let mut copies = RectangleCopies::new(&sizes);
        copies.copy();
        assert_eq!(
            (sizes, copies.screen.iter().filter(|&&p| p == 7).count()),
            (vec![(64, 100)], 6400)
        );
    }
}

//! The cost of the C interface in a draw: the speed cases through Rust and through C, in
//! instructions that valgrind counts, and in time, with alternating blocks of draws.
//!
//!     cargo bench -p scumm-c --bench border -- FOLDER [CASE]
//!
//! FOLDER contains the cases from `data/vectors/bench.tar.xz`.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a measurement prints its results, and panics if it fails"
)]

use std::ffi::OsStr;
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::null;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, hint};

use scumm_c::*;
use scumm_costume::{Costume, Damage, Facing, Look, Renderer, StripLines, Target};
use scumm_engine::Stage;
use scumm_scene::{Runner, Scene, SceneFolder};
use serde_json::Value;

/// Numbers of draws in two runs. Subtracting the instructions of the shorter run removes the start
/// and the end of the program from the result.
const FEW: u32 = 10;
const MANY: u32 = 110;
/// Number of pairs of blocks of draws that are timed, and the approximate duration of a block. The
/// address of the pixels relative to the cached cels changes the duration by up to a tenth, so each
/// pair has another address, in steps of a cache line within a page.
const PAIRS: usize = 256;
const STEP: usize = 64;
const PAGE: usize = 4096;
const BLOCK: Duration = Duration::from_millis(1);
const WIDTH: usize = 320;
const HOWS: [&str; 5] = ["rust", "c", "stamp", "bits", "scroll"];

/// An actor in front of a room, and its costume.
struct SpeedCase {
    stage: Stage,
    actor: u16,
    costume: Vec<u8>,
    bits: Vec<u8>,
    bytes: Vec<u8>,
    palette: [u16; 256],
    shadow: Vec<u8>,
    pixels: Vec<u8>,
    /// Index of the first pixel of the screen.
    first: usize,
    height: usize,
}

impl SpeedCase {
    fn open(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let tree: Value = serde_json::from_str(&text).unwrap();
        let beside = |name: &Value| fs::read(path.with_file_name(name.as_str().unwrap())).unwrap();
        let mut runner = Runner::new(
            Arc::new(Scene::parse("case", &text).unwrap()),
            &SceneFolder::beside(path),
        )
        .unwrap();
        runner.next_line().unwrap();
        let stage = runner.stage().clone();
        let actor = tree["steps"][0][1].as_u64().unwrap() as u16;
        // In cases without a plane, the `force_clip` of the actor is 0.
        let of_actor = &tree["actors"][0];
        let bits = if of_actor["force_clip"] == 0 {
            Vec::new()
        } else {
            beside(&tree["room"]["zplanes"][0])
        };
        Self {
            bytes: bits
                .iter()
                .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1))
                .collect(),
            bits,
            palette: std::array::from_fn(|i| stage.actor(actor).unwrap().palette[i]),
            shadow: stage.colours().shadow_table().to_vec(),
            pixels: stage
                .front()
                .rows()
                .flatten()
                .copied()
                .chain([0; PAGE])
                .collect(),
            first: 0,
            height: stage.front().height,
            costume: beside(&tree["costumes"]["1"]),
            actor,
            stage,
        }
    }

    /// Draws through Rust. Returns the lowest row, and the duration of all draws except the first.
    fn rust(&mut self, draws: u32) -> (i32, Duration) {
        let costume =
            Costume::parse_with(&self.costume, self.stage.dialect(), &mut Damage::silent())
                .unwrap();
        let actor = self.stage.actor(self.actor).unwrap();
        let mut renderer = Renderer::default();
        let (mut lowest, mut begin) = (0, None);
        for _ in 0..draws {
            let look = Look {
                actor: self.actor,
                x: actor.pos.x.into(),
                y: actor.pos.y.into(),
                facing: Facing::from_degrees(actor.facing),
                scale_x: actor.scale_x,
                scale_y: actor.scale_y,
                palette: &self.palette,
                shadow: &self.shadow,
                ..costume.look()
            };
            let mask = (!self.bytes.is_empty()).then_some(&self.bytes[..]);
            let mut lines = self
                .stage
                .dialect()
                .restores_lines_of_strips()
                .then_some(StripLines::NONE);
            let mut target =
                Target::new(&mut self.pixels[self.first..], WIDTH, self.height).hidden_by(mask);
            let drawn = hint::black_box(&costume).draw(
                &actor.anim,
                &look,
                &mut renderer,
                &mut target.noting(lines.as_mut()),
            );
            lowest = hint::black_box(drawn).bottom;
            begin.get_or_insert_with(Instant::now);
        }
        (
            lowest,
            begin.map_or(Duration::ZERO, |begin| begin.elapsed()),
        )
    }

    /// Draws through C. See `rust` for the result. If the view scrolls, the plane is another one in
    /// each draw.
    fn c(&mut self, draws: u32, kind: CMask, stamp: u32, scrolls: bool) -> (i32, Duration) {
        let dialect = self.stage.dialect();
        let setup = CDialectSetup {
            size: size_of::<CDialectSetup>() as u32,
            version: dialect.version(),
            he: dialect.he(),
            old256: 0,
            ega: 0,
            demo: 0,
            platform: null(),
            render: null(),
            game: null(),
            quirks_off: 0,
            enhancements: 0,
            enhancement_classes: 0,
            sixteen_bit: 0,
        };
        let (data, len, anim) = (
            self.costume.as_ptr(),
            self.costume.len(),
            self.stage.actor(self.actor).unwrap(),
        );
        let saved = serde_json::to_vec(&anim.anim).unwrap();
        // SAFETY: structures, handles and lengths follow the rules of the header.
        unsafe {
            let dialect = made(|out, error| wardrobe_dialect_new(&setup, out, error));
            let costume = made(|out, error| {
                wardrobe_costume_parse(data, len, dialect.as_ref(), 0, out, error)
            });
            let limbs = made(|out, error| wardrobe_limbs_new(out, error));
            let renderer = made(|out, error| wardrobe_renderer_new(out, error));
            must(|error| {
                wardrobe_limbs_restore(limbs.as_ref(), saved.as_ptr(), saved.len(), error)
            });
            let mut look: CLook = std::mem::zeroed();
            look.size = size_of::<CLook>() as u32;
            must(|error| wardrobe_look_init(&mut look, error));
            let mut drawn: CDrawn = std::mem::zeroed();
            drawn.size = size_of::<CDrawn>() as u32;
            // Engines fill the target once in a frame, or when the plane changes.
            let mut bits = self.bits.clone();
            let (mask, mask_pitch) = if kind == CMask::Bits {
                (&mut bits, WIDTH / 8)
            } else {
                (&mut self.bytes, WIDTH)
            };
            let mut target = CTarget {
                size: size_of::<CTarget>() as u32,
                mask_kind: if mask.is_empty() { CMask::None } else { kind } as u32,
                pixels: self.pixels[self.first..].as_mut_ptr(),
                pixels_len: self.pixels.len() - self.first,
                width: WIDTH as u32,
                height: self.height as u32,
                pitch: WIDTH,
                view_start: 0,
                mask: mask.as_ptr(),
                mask_len: mask.len(),
                mask_pitch,
                mask_stamp: stamp,
            };
            let (mut lowest, mut begin) = (0, None);
            for number in 1..=draws {
                if let Some(first) = mask.first_mut().filter(|_| scrolls) {
                    // No actor is drawn at the first pixels.
                    *first = number as u8;
                    target.mask = mask.as_ptr();
                    target.mask_stamp = number;
                }
                look.actor = self.actor;
                look.x = anim.pos.x.into();
                look.y = anim.pos.y.into();
                look.facing = anim.facing;
                look.scale_x = anim.scale_x;
                look.scale_y = anim.scale_y;
                look.palette = self.palette.as_ptr();
                look.palette_len = self.palette.len();
                look.shadow = CTable {
                    data: self.shadow.as_ptr(),
                    len: self.shadow.len(),
                };
                let draw = hint::black_box(wardrobe_costume_draw);
                must(|error| {
                    draw(
                        costume.as_ref(),
                        limbs.as_ref(),
                        &look,
                        renderer.as_ref(),
                        &target,
                        &mut drawn,
                        error,
                    )
                });
                lowest = hint::black_box(&drawn).bottom;
                begin.get_or_insert_with(Instant::now);
            }
            let taken = begin.map_or(Duration::ZERO, |begin| begin.elapsed());
            wardrobe_renderer_free(renderer);
            wardrobe_limbs_free(limbs);
            wardrobe_costume_free(costume);
            wardrobe_dialect_free(dialect);
            (lowest, taken)
        }
    }

    /// Draws through Rust or through C.
    fn draw(&mut self, how: &str, draws: u32) -> (i32, Duration) {
        match how {
            "c" => self.c(draws, CMask::Bytes, 0, false),
            "stamp" => self.c(draws, CMask::Bits, 1, false),
            "bits" => self.c(draws, CMask::Bits, 0, false),
            "scroll" => self.c(draws, CMask::Bits, 1, true),
            _ => self.rust(draws),
        }
    }
}

/// Checks that a call succeeds.
fn must(call: impl FnOnce(Option<&mut MaybeUninit<CError>>) -> ResultCode) {
    assert_eq!(call(None), ResultCode::Ok);
}

/// Creates a handle. The call must succeed.
fn made<T>(
    make: impl FnOnce(Option<&mut MaybeUninit<*mut T>>, Option<&mut MaybeUninit<CError>>) -> ResultCode,
) -> *mut T {
    let mut out = MaybeUninit::uninit();
    must(|error| make(Some(&mut out), error));
    // SAFETY: a call that succeeds has written the handle.
    unsafe { out.assume_init() }
}

/// Returns the number of instructions of a draw of a case.
fn instructions(case: &Path, how: &str) -> u64 {
    let [few, many] = [FEW, MANY].map(|draws| {
        let out = env::temp_dir().join(format!("wardrobe-border-{}", std::process::id()));
        let mut valgrind = Command::new("valgrind");
        valgrind
            .args(["--quiet", "--tool=callgrind"])
            .arg(format!("--callgrind-out-file={}", out.display()));
        valgrind
            .arg(env::current_exe().unwrap())
            .arg("draw")
            .arg(case)
            .args([how, &draws.to_string()]);
        let run = valgrind.output().expect("valgrind has to be installed");
        assert!(
            run.status.success(),
            "{}: {}",
            case.display(),
            String::from_utf8_lossy(&run.stderr)
        );
        let counted = fs::read_to_string(&out).unwrap();
        fs::remove_file(out).unwrap();
        let total = counted.lines().find_map(|line| {
            line.strip_prefix("summary: ")
                .or(line.strip_prefix("totals: "))
        });
        total
            .and_then(|total| total.trim().parse::<u64>().ok())
            .expect("valgrind gives a sum")
    });
    many.saturating_sub(few) / u64::from(MANY - FEW)
}

/// Returns the number of nanoseconds that a draw of a case takes longer through C than from Rust:
/// the median of pairs of blocks, and the difference of the shortest blocks, which other processes
/// disturb least.
fn added(case: &mut SpeedCase) -> [f64; 2] {
    let one = case.rust(101).1.max(Duration::from_nanos(100)) / 100;
    let draws = 1 + (BLOCK.as_nanos() / one.as_nanos()) as u32;
    let mut differences = Vec::new();
    let mut shortest_rust = f64::INFINITY;
    let mut shortest_c = f64::INFINITY;
    for number in 0..PAIRS {
        case.first = number * STEP % PAGE;
        let rust = case.draw("rust", draws).1.as_secs_f64() * 1e9 / f64::from(draws);
        let c = case.draw("c", draws).1.as_secs_f64() * 1e9 / f64::from(draws);
        shortest_rust = shortest_rust.min(rust);
        shortest_c = shortest_c.min(c);
        differences.push(c - rust);
    }
    differences.sort_by(f64::total_cmp);
    [differences[PAIRS / 2], shortest_c - shortest_rust]
}

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["draw", case, how, draws] => println!(
            "{}",
            SpeedCase::open(Path::new(case))
                .draw(how, draws.parse().unwrap())
                .0
        ),
        ["time", case] => println!("{:.1?} ns", added(&mut SpeedCase::open(Path::new(case)))),
        [folder, part @ ..] => {
            let part = part.first().copied().unwrap_or_default();
            let cases = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().path());
            let is_case = |case: &PathBuf| {
                case.extension() == Some(OsStr::new("json"))
                    && case.to_string_lossy().contains(part)
            };
            let mut cases: Vec<PathBuf> = cases.filter(is_case).collect();
            cases.sort();
            println!(
                "| case | Rust | C | ratio | bits with a stamp | ratio | bits without | ratio | scrolling | ratio | ns more | of the shortest |"
            );
            println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
            for case in cases {
                let drawn = HOWS.map(|how| {
                    let mut case = SpeedCase::open(&case);
                    (case.draw(how, 3).0, case.pixels)
                });
                assert!(
                    drawn.iter().all(|one| one.0 > 0 && *one == drawn[0]),
                    "{}",
                    case.display()
                );
                let [rust, ways @ ..] = HOWS.map(|how| instructions(&case, how));
                print!(
                    "| {} | {rust} |",
                    Path::new(case.file_stem().unwrap()).display()
                );
                print!(
                    "{}",
                    ways.map(|way| format!(" {way} | {:.3} |", way as f64 / rust as f64))
                        .concat()
                );
                let [median, shortest] = added(&mut SpeedCase::open(&case));
                println!(" {median:.1} | {shortest:.1} |");
            }
        }
        [] => println!("border FOLDER [CASE]"),
    }
}

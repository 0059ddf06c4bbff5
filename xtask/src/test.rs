//! `cargo xtask test`: all tests.

use std::num::NonZero;
use std::path::Path;
use std::{env, thread};

use anyhow::Result;

use crate::{cargo, sdl, step};

/// What tests may need at once, of which a kit of all scenes is the most: 0.5 GB.
const ROOM: u64 = 4 << 30;

/// All tests of the program without its window, so that its thousands of starts do not load SDL2;
/// then those of the window, under the dummy driver and the software renderer.
pub(crate) fn run() -> Result<()> {
    sdl::ensure()?;
    // One more than the processor has cores: some tests wait for a window most of their time.
    let threads = thread::available_parallelism()
        .map_or(1, NonZero::get)
        .saturating_add(1)
        .to_string();
    let tests = |features: &str| {
        let mut tests = cargo();
        if let Some(folder) = memory() {
            tests.env("TMPDIR", folder);
        }
        if env::var_os("RUST_TEST_THREADS").is_none() {
            tests.env("RUST_TEST_THREADS", &threads);
        }
        tests
            .env("SDL_VIDEODRIVER", "dummy")
            .env("SDL_AUDIODRIVER", "dummy")
            .env("SDL_RENDER_DRIVER", "software");
        // The wheel and the package have tests of their own, in their languages.
        tests.args([
            "test",
            "--workspace",
            "--exclude",
            "scumm-python",
            "--features",
            features,
        ]);
        tests
    };
    step(tests("scumm-platform/sdl").arg("--no-fail-fast"))?;
    // The program is built a second time for a few tests only, so it is not optimised. All below it
    // is as before.
    let mut windowed = tests("scumm-platform/sdl,wardrobe/window");
    for name in ["wardrobe", "wardrobe-play"] {
        windowed.args([
            "--config",
            &format!("profile.dev.package.{name}.opt-level=0"),
        ]);
    }
    step(windowed.args(["--test", "windowed"]))
}

/// A folder in memory with room for what tests write and delete, tens of thousands of small files;
/// they also run what they build there. `None` where there is no such folder, or the user says
/// where temporary files go.
#[cfg(target_os = "linux")]
fn memory() -> Option<&'static Path> {
    use rustix::fs::{StatVfsMountFlags, statvfs};

    let folder = Path::new("/dev/shm");
    let about = statvfs(folder).ok()?;
    let fits = about.f_bavail.saturating_mul(about.f_frsize) >= ROOM
        && !about.f_flag.contains(StatVfsMountFlags::NOEXEC);
    (fits && env::var_os("TMPDIR").is_none()).then_some(folder)
}

#[cfg(not(target_os = "linux"))]
fn memory() -> Option<&'static Path> {
    None
}

//! `cargo xtask test`: runs all tests.

use std::num::NonZero;
use std::path::Path;
use std::{env, thread};

use anyhow::Result;

use crate::{cargo, sdl, step};

/// The memory in bytes that tests may need at once; the largest part is a kit of all scenes, 0.5
/// GB.
const ROOM: u64 = 4 << 30;

/// Runs all tests of the program without its window, so that its thousands of starts do not load
/// SDL2. Then runs the tests of the window, with the dummy driver and the software renderer.
pub(crate) fn run() -> Result<()> {
    sdl::ensure()?;
    // One thread more than the processor has cores, because some tests mostly wait for a window.
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
        // The wheel and the package have tests in their own languages.
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
    // The program is built a second time for a few tests only, so that it is not optimised. Its
    // dependencies are unchanged.
    let mut windowed = tests("scumm-platform/sdl,wardrobe/window");
    for name in ["wardrobe", "wardrobe-play"] {
        windowed.args([
            "--config",
            &format!("profile.dev.package.{name}.opt-level=0"),
        ]);
    }
    step(windowed.args(["--test", "windowed"]))
}

/// Returns a folder in memory with enough space for the tests, which write and delete tens of
/// thousands of small files and run programs that they build there. Returns `None` if there is no
/// such folder, or if the user has set TMPDIR.
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

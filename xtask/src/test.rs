//! `cargo xtask test`: all tests.

use std::path::Path;
use std::{env, thread};

use anyhow::Result;

use crate::{cargo, sdl, step};

/// What tests may need at once, of which a kit of all scenes is the most: 0.5 GB.
const ROOM: u64 = 4 << 30;

/// All tests with the window, so that everything is built once, under the dummy driver and the software renderer; then those
/// of the program without it.
pub(crate) fn run() -> Result<()> {
    sdl::ensure()?;
    let mut all = cargo();
    // The wheel and the package have tests of their own, in their languages.
    all.args(["test", "--workspace", "--exclude", "scumm-python", "--no-fail-fast"]);
    all.args(["--features", "scumm-platform/sdl,wardrobe/window"]);
    if let Some(folder) = memory() {
        all.env("TMPDIR", folder);
    }
    // One more than the processor has cores: some tests wait for a window most of their time.
    if let (Ok(cores), None) = (thread::available_parallelism(), env::var_os("RUST_TEST_THREADS")) {
        all.env("RUST_TEST_THREADS", cores.saturating_add(1).to_string());
    }
    step(all.env("SDL_VIDEODRIVER", "dummy").env("SDL_AUDIODRIVER", "dummy").env("SDL_RENDER_DRIVER", "software"))?;
    // The program is built a second time for a few short tests only, so it is not optimised. All below it stays as it is, with
    // SDL2 that nothing calls: what has its own features would be built a second time as well.
    let mut windowless = cargo();
    for name in ["wardrobe", "wardrobe-play"] {
        windowless.args(["--config", &format!("profile.dev.package.{name}.opt-level=0")]);
    }
    windowless.args(["test", "--workspace", "--exclude", "scumm-python", "--features", "scumm-platform/sdl"]);
    step(windowless.args(["--test", "windowless"]))
}

/// A folder in memory with room for what tests write and delete, tens of thousands of small files; they also run what they build
/// there. `None` where there is no such folder, or the user says where temporary files go.
#[cfg(target_os = "linux")]
fn memory() -> Option<&'static Path> {
    use rustix::fs::{StatVfsMountFlags, statvfs};

    let folder = Path::new("/dev/shm");
    let about = statvfs(folder).ok()?;
    let fits =
        about.f_bavail.saturating_mul(about.f_frsize) >= ROOM && !about.f_flag.contains(StatVfsMountFlags::NOEXEC);
    (fits && env::var_os("TMPDIR").is_none()).then_some(folder)
}

#[cfg(not(target_os = "linux"))]
fn memory() -> Option<&'static Path> {
    None
}

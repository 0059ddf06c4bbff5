//! Provides SDL2 for the window: the development package, if pkg-config finds it or the system's
//! package manager can install it. Otherwise SDL2 is built from its sources.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::packages::{self, Sudo};
use crate::toolchain::output;

/// The compiler flag with which SDL2 is built from its sources. Windows needs no flag.
pub const BUNDLED: &str = "--cfg=bundled_sdl2";

/// The programs that build SDL2 from its sources.
const BUILDERS: [&str; 2] = ["cmake", if cfg!(windows) { "cl" } else { "cc" }];
/// The video drivers of SDL that show nothing.
const BLIND: [&str; 2] = ["DUMMY", "OFFSCREEN"];
/// The headers that SDL2 needs for a window on Linux, by window system.
const HEADERS: [(&str, &[&str]); 2] = [
    (
        "the X Window System",
        &["X11/Xlib.h", "X11/extensions/Xext.h"],
    ),
    (
        "Wayland",
        &[
            "wayland-client.h",
            "wayland-cursor.h",
            "wayland-egl.h",
            "EGL/egl.h",
            "xkbcommon/xkbcommon.h",
        ],
    ),
];

/// Installs SDL2's development package if it is missing.
///
/// # Errors
/// Returns an error if no supported package manager is present, if it fails, or if only root may
/// install packages.
pub fn ensure(sudo: Sudo) -> Result<()> {
    if is_there() {
        return Ok(());
    }
    packages::sdl(sudo)?;
    ensure!(
        is_there(),
        "SDL2 was installed, but pkg-config does not find it"
    );
    Ok(())
}

/// Returns whether SDL2 has to be built with the program, from the sources in the crate `sdl2-sys`,
/// because the system's SDL2 is missing and cannot be installed.
///
/// # Errors
/// Returns an error if the programs for building SDL2 are missing, too.
pub fn is_bundled() -> Result<bool> {
    let Err(error) = ensure(Sudo::Forbidden) else {
        return Ok(false);
    };
    eprintln!("xtask: {error:#}");
    // On Windows the crate that runs cmake finds the compiler itself, so that it need not be on the
    // path.
    let missing: Vec<_> = BUILDERS
        .into_iter()
        .filter(|name| *name != "cl" && !runs(name, &["--version"]))
        .collect();
    if !missing.is_empty() {
        bail!(
            "SDL2 cannot be built from its sources either: {} is missing; install SDL2 (2.0.18 or \
             newer) and pkg-config, or cmake and a C compiler",
            missing.join(" and ")
        );
    }
    eprintln!("xtask: SDL2 is built from its sources instead, which takes a few minutes");
    Ok(true)
}

/// Checks the SDL2 that cargo's command `build` builds from its sources: at least one of its video
/// drivers has to show windows.
///
/// # Errors
/// Returns an error if the build fails, or if no driver shows windows. In the second case the error
/// names the missing headers.
pub fn check(build: &mut Command) -> Result<()> {
    let output = build
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(
        output.status.success(),
        "SDL2 or the program could not be built ({})",
        output.status
    );
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    let folder = messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .find_map(|message: Value| {
            let is_sdl = message["package_id"].as_str()?.contains("sdl2-sys");
            if is_sdl {
                Some(PathBuf::from(message["out_dir"].as_str()?))
            } else {
                None
            }
        });
    let folder = folder.context("cargo does not tell where it built SDL2")?;
    let config = crate::text_of(&folder.join("include/SDL2/SDL_config.h"))?;
    let drivers = drivers(&config);
    if !drivers.iter().all(|driver| BLIND.contains(driver)) {
        eprintln!("xtask: SDL2 shows windows by {}", drivers.join(", "));
        return Ok(());
    }
    let lacks = HEADERS.map(|(system, headers)| {
        let lacks: Vec<_> = headers
            .iter()
            .copied()
            .filter(|header| !compiles(header))
            .collect();
        format!(
            "for {system} {}",
            if lacks.is_empty() {
                "none".into()
            } else {
                lacks.join(", ")
            }
        )
    });
    bail!(
        "the built SDL2 cannot show a window, because headers are missing: {}; install the headers \
         of one system",
        lacks.join("; ")
    )
}

/// Returns SDL's video drivers. `config` is the header that SDL's build writes, which defines a
/// macro for each driver. Names with an underscore are parts of drivers and are skipped.
fn drivers(config: &str) -> Vec<&str> {
    let defined = config
        .lines()
        .filter_map(|line| line.trim().strip_prefix("#define SDL_VIDEO_DRIVER_"));
    let names = defined
        .filter_map(|line| line.strip_suffix(" 1"))
        .map(str::trim);
    names.filter(|name| !name.contains('_')).collect()
}

/// Returns whether the C compiler finds a header.
fn compiles(header: &str) -> bool {
    runs(
        "cc",
        &["-fsyntax-only", "-include", header, "-x", "c", "/dev/null"],
    )
}

fn is_there() -> bool {
    let pkg_config = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    runs(&pkg_config, &["--exists", "sdl2 >= 2.0.18"])
}

fn runs(program: &str, args: &[&str]) -> bool {
    output(program, args).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drivers_of_sdl_are_read_from_what_its_build_writes() {
        let config = "#define SDL_VIDEO_DRIVER_DUMMY 1\n/* #undef SDL_VIDEO_DRIVER_WAYLAND */\n\
                      #define SDL_VIDEO_DRIVER_X11 1\n#define SDL_VIDEO_DRIVER_X11_DYNAMIC \"libX11.so.6\"\n\
                      #define SDL_VIDEO_DRIVER_X11_XCURSOR 1\n#define SDL_VIDEO_RENDER_OGL 1\n";
        assert_eq!(drivers(config).join(" "), "DUMMY X11");
    }

    #[test]
    fn a_header_that_no_system_has_lacks() {
        assert!(!compiles("wardrobe/no-such-header.h"));
    }
}

//! `cargo xtask msrv`: compiles the published crates with the oldest compiler that they support,
//! the `rust-version` of the workspace, up to the generation of code, which takes most of the time
//! and does not depend on the version. `xtask` is compiled, too, because users run
//! `cargo xtask play`. Tests are not compiled, because they use crates that need a newer compiler.
//!
//! The compiler is Debian's package `rustc-web`. The package is only unpacked, not installed.

use anyhow::{Context, Result};

use crate::packages::Sudo;
use crate::{cargo, sdl, step, toolchain};

/// The libraries, the program and the chores, each after its dependencies.
const PUBLISHED: [&str; 12] = [
    "scumm-room",
    "scumm-costume",
    "scumm-engine",
    "scumm-media",
    "scumm-scene",
    "scumm-platform",
    "scumm-casting",
    "scumm-tools",
    "scumm-bindings",
    "scumm-c",
    "wardrobe",
    "xtask",
];
/// The oldest supported version of Rust.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
/// The target folder of this chore.
const BUILD: &str = "target/msrv";
/// Debian's package of the compiler.
const COMPILER: &str = "rustc-web";

/// Compiles the published crates with all features.
///
/// # Errors
/// Returns an error if Debian has no suitable compiler, or if a crate does not compile.
pub fn run() -> Result<()> {
    let known = toolchain::output("apt-cache", &["madison", COMPILER])
        .context("`cargo xtask msrv` needs apt, with Debian's package rustc-web")?;
    let version = choose(&known, OLDEST).with_context(|| {
        format!("apt knows no {COMPILER} {OLDEST} or newer; `apt-get update` may help")
    })?;
    let compiler = toolchain::debian_compiler(version)?;
    sdl::ensure(Sudo::Forbidden)?;
    let mut check = cargo();
    check.args(["check", "--locked", "--all-features"]);
    check.args(["--target-dir", BUILD]);
    for name in PUBLISHED {
        check.args(["--package", name]);
    }
    compiler.prepare_host(&mut check);
    step(&mut check)?;
    println!(
        "The libraries, the program and the chores compile with Debian's {COMPILER} {version}."
    );
    Ok(())
}

/// Returns the lowest version of a package that is not lower than `oldest`. `known` is the output
/// of `apt-cache madison`, with lines of the form `NAME | VERSION | SOURCE`.
fn choose<'a>(known: &'a str, oldest: &str) -> Option<&'a str> {
    let oldest = numbers(oldest);
    let versions = known.lines().filter_map(|line| line.split('|').nth(1));
    versions
        .map(str::trim)
        .filter(|version| numbers(version) >= oldest)
        .min_by_key(|version| numbers(version))
}

/// Returns the first two numbers of a version.
fn numbers(version: &str) -> Vec<u32> {
    let numbers = version.split(['.', '+', '-']).take(2);
    numbers.filter_map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &str = " rustc-web | 1.96.0+dfsg1-1~deb12u2 | http://security Packages\n \
                         rustc-web | 1.85.0+dfsg3-1~deb12u3 | http://debian Packages\n \
                         rustc-web | 1.78.0+dfsg1-2~deb12u3 | http://old Packages\n";

    #[test]
    fn the_oldest_supported_compiler_is_chosen_or_the_next_one() {
        assert_eq!(choose(KNOWN, "1.85"), Some("1.85.0+dfsg3-1~deb12u3"));
        assert_eq!(choose(KNOWN, "1.86"), Some("1.96.0+dfsg1-1~deb12u2"));
        assert_eq!(choose(KNOWN, "1.100"), None);
        assert_eq!(choose("", "1.85"), None);
    }
}

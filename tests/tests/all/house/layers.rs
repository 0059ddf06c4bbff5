//! Dependencies between the crates: only the two programs use command lines and terminals, and no
//! crate depends on the programs.

use std::process::Command;

use scumm_test_support::repository;

/// Crates for command lines and terminals, which no library may use.
const OF_PROGRAMS: [&str; 2] = ["clap", "indicatif"];

/// Returns the names of all crates on which a crate with all its features depends.
fn below(name: &str) -> Vec<String> {
    let mut tree = Command::new(env!("CARGO"));
    tree.current_dir(repository()).args([
        "tree",
        "--locked",
        "--all-features",
        "--edges",
        "normal",
        "--prefix",
        "none",
    ]);
    let output = tree.args(["--package", name]).output().unwrap();
    assert!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .filter_map(|line| line.split(' ').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn no_library_knows_a_command_line_or_a_terminal() {
    for name in [
        "scumm-engine",
        "scumm-scene",
        "scumm-casting",
        "scumm-tools",
        "scumm-media",
        "scumm-platform",
        "scumm-book",
        "wardrobe-web",
    ] {
        let below = below(name);
        assert!(below.iter().any(|other| other == name), "{name}: {below:?}");
        let wrong = below
            .iter()
            .filter(|other| OF_PROGRAMS.contains(&other.as_str()) || other.starts_with("wardrobe"));
        let wrong: Vec<&String> = wrong.filter(|other| *other != name).collect();
        assert!(wrong.is_empty(), "{name} is built from {wrong:?}");
    }
    let program = below("wardrobe");
    assert!(
        OF_PROGRAMS
            .iter()
            .all(|name| program.iter().any(|other| other == name))
    );
}

//! The reference scenes that are part of the program (`data/kit-scenes.tar.xz`).

use scumm_test_support::vectors::Vectors;
use scumm_test_support::{kit, repository};

/// The prefixes of groups with third-party art.
const THIRD_PARTY: [&str; 2] = ["openquest-", "plays-"];

#[test]
fn the_archive_of_the_kit_has_the_selected_scenes_of_the_vectors() {
    let archive = repository().join("data/kit-scenes.tar.xz");
    let bytes = std::fs::metadata(&archive).unwrap().len();
    assert!(bytes <= kit::MOST_BYTES as u64, "{bytes} bytes");
    let mut packed = Vectors::default();
    packed.add_archive(&archive).unwrap();
    let expected = kit::files().unwrap();
    let names: Vec<&str> = packed.names().collect();
    let update = "cargo run --release -p scumm-tests --bin pack-kit writes the archive";
    assert!(
        names.iter().copied().eq(expected.keys()),
        "{update}: {names:?}"
    );
    for (name, contents) in &expected {
        assert!(packed.get(name) == Some(contents), "{update}: {name}");
        let is_own = THIRD_PARTY.iter().all(|prefix| !name.starts_with(prefix));
        assert!(is_own, "{name}: third-party art");
    }
}

#[test]
fn the_list_of_the_kit_is_sorted_and_has_each_scene_once() {
    let selected = kit::selected().unwrap();
    assert!(selected.is_sorted_by(|a, b| a < b), "{selected:?}");
}

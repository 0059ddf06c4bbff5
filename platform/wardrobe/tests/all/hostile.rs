//! Damaged games. Whatever their files contain, the program reports the error in one line, or plays
//! the undamaged part.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Games, games, refusal, wardrobe};

/// One game of each family of containers: its folder, its index and one data file.
const SAMPLES: [(&str, &str, &str); 6] = [
    ("v2-zak", "00.LFL", "01.LFL"),
    ("v4", "000.LFL", "DISK01.LEC"),
    ("v5", "monkey2.000", "monkey2.001"),
    ("v7", "dig.la0", "dig.la1"),
    ("v8", "comi.la0", "comi.la1"),
    ("he72", "game.he0", "game.he1"),
];

/// Returns the paths of the index and the data file of a sample.
fn parts(games: &Games, (version, index, data): (&str, &str, &str)) -> (PathBuf, PathBuf) {
    let folder = games.path().join(version);
    (folder.join(index), folder.join(data))
}

/// Lists and plays a game. Neither command may crash. An error is one line, which follows the
/// warnings.
fn survives(game: &Path, what: &str) {
    ends_well(&[&"list", &game], what);
    ends_well(&[&"play", &"--headless", &"--frames", &"2", &game], what);
}

/// Checks that a command ends with a result or with an error in one line.
fn ends_well(args: &[&dyn AsRef<Path>], what: &str) {
    let output = wardrobe(args);
    let messages = String::from_utf8(output.stderr).unwrap();
    let refusals = messages
        .lines()
        .filter(|line| !line.starts_with("wardrobe: warn: "))
        .count();
    match output.status.code() {
        Some(0 | 1) => assert_eq!(refusals, 0, "{what}: {messages}"),
        Some(2) => assert_eq!(refusals, 1, "{what}: {messages}"),
        code => panic!("{what}: exit code {code:?}: {messages}"),
    }
}

#[test]
fn an_empty_or_foreign_index_is_refused_with_its_name() {
    let games = games();
    for sample in SAMPLES {
        let (index, _) = parts(&games, sample);
        let name = index.file_name().unwrap().to_str().unwrap().to_owned();
        for contents in [&b""[..], b"This is no index.", &[0; 64]] {
            fs::write(&index, contents).unwrap();
            let message = refusal(&wardrobe(&[&"list", &index]));
            assert!(message.contains(&name), "{message}");
            assert!(
                message.contains("expected ") && message.contains(", found "),
                "{message}"
            );
        }
    }
}

#[test]
fn a_cut_index_is_refused_or_played_without_what_is_missing() {
    let games = games();
    for sample in SAMPLES {
        let (index, _) = parts(&games, sample);
        let whole = fs::read(&index).unwrap();
        for n in 0..8 {
            fs::write(&index, &whole[..whole.len() * n / 8]).unwrap();
            survives(&index, &format!("{} cut to {n} eighths", sample.0));
        }
    }
}

#[test]
fn cut_empty_and_foreign_data_are_findings() {
    let games = games();
    for sample in SAMPLES {
        let (index, data) = parts(&games, sample);
        let whole = fs::read(&data).unwrap();
        for n in 0..6 {
            fs::write(&data, &whole[..whole.len() * n / 6]).unwrap();
            survives(&index, &format!("{}: data cut to {n} sixths", sample.0));
        }
        let output = wardrobe(&[&"list", &index]);
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{}: {output:?}",
            sample.0
        );
        fs::write(&data, b"This is no data.").unwrap();
        survives(&index, &format!("{}: foreign data", sample.0));
        fs::remove_file(&data).unwrap();
        survives(&index, &format!("{}: no data", sample.0));
    }
}

#[test]
fn values_out_of_range_never_crash() {
    let games = games();
    for sample in SAMPLES {
        let (index, data) = parts(&games, sample);
        for file in [&index, &data] {
            let whole = fs::read(file).unwrap();
            for n in 0..6_u8 {
                let mut damaged = whole.clone();
                for byte in damaged
                    .iter_mut()
                    .skip(usize::from(n))
                    .step_by(11 + usize::from(n) * 6)
                {
                    *byte ^= 0xff >> (n % 4);
                }
                fs::write(file, damaged).unwrap();
                survives(
                    &index,
                    &format!("{}: damage {n} to {}", sample.0, file.display()),
                );
            }
            fs::write(file, whole).unwrap();
        }
    }
}

#[test]
fn damaged_costumes_are_exported_or_left_out() {
    let games = games();
    for sample in SAMPLES {
        let (index, data) = parts(&games, sample);
        let whole = fs::read(&data).unwrap();
        for n in 0..3_u8 {
            let mut damaged = whole.clone();
            for byte in damaged
                .iter_mut()
                .skip(usize::from(n))
                .step_by(61 + usize::from(n) * 40)
            {
                *byte ^= 0xff >> n;
            }
            fs::write(&data, damaged).unwrap();
            let what = format!("{}: damage {n}", sample.0);
            let (out, page) = (games.path().join("out"), games.path().join("page"));
            ends_well(
                &[&"export", &index, &"--all", &"--frames", &"20", &"-o", &out],
                &what,
            );
            ends_well(&[&"gallery", &index, &"-o", &page], &what);
        }
    }
}

//! The subcommands `disassemble`, `build` and `compare`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{convert, files, read_png, refusal, stdout, wardrobe};
use scumm_test_support::repository;

/// Returns the demo's first costume as a file and as a source.
fn source(folder: &Path) -> (PathBuf, PathBuf) {
    let demo = repository().join("data/demo/built");
    assert!(
        wardrobe(&[&"extract", &demo, &"--costume", &"1", &"-o", &folder])
            .status
            .success()
    );
    let out = wardrobe(&[
        &"disassemble",
        &demo,
        &"--costume",
        &"1",
        &"-o",
        &folder.join("mara"),
    ]);
    assert!(
        stdout(&out).contains("the rebuilt costume is identical (6874 bytes)"),
        "{out:?}"
    );
    assert_eq!(out.status.code(), Some(0));
    (
        folder.join("costume-001.cost"),
        folder.join("mara/costume.toml"),
    )
}

fn build(source: &Path, out: &Path) {
    let done = wardrobe(&[&"build", &source, &"-o", &out]);
    assert!(done.status.success(), "{done:?}");
}

#[test]
fn a_source_is_built_to_the_same_bytes_and_compares_equal() {
    let folder = tempfile::tempdir().unwrap();
    let (original, source) = source(folder.path());
    let built = folder.path().join("new.cost");
    build(&source, &built);
    assert_eq!(fs::read(&built).unwrap(), fs::read(&original).unwrap());
    let out = wardrobe(&[&"compare", &original, &built, &"--scumm", &"5"]);
    assert_eq!(
        (out.status.code(), stdout(&out).as_str()),
        (Some(0), "0 differences\n")
    );
}

#[test]
fn cels_may_change_in_size_and_commands_in_number() {
    let folder = tempfile::tempdir().unwrap();
    let (original, source) = source(folder.path());
    // Changes a source: the first cel becomes twice as wide, and one more picture is shown.
    // Everything else stays.
    let cel = source.with_file_name("cels").join("00-000.png");
    let (width, height, palette, pixels) = read_png(&cel);
    let mut encoder = png::Encoder::new(fs::File::create(&cel).unwrap(), 2 * width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette);
    let rows = pixels
        .chunks_exact(width as usize)
        .flat_map(|row| [row, row].concat())
        .collect::<Vec<u8>>();
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&rows)
        .unwrap();
    let text = fs::read_to_string(&source).unwrap();
    // The animation "standing south" shows another picture, and an added command moves all later
    // commands.
    assert!(text.contains("L0029: 20\n"), "{text}");
    fs::write(
        &source,
        text.replace("L0029: 20\n", "L0029: 21\nmore: 20\n"),
    )
    .unwrap();
    let built = folder.path().join("new.cost");
    build(&source, &built);
    let out = wardrobe(&[&"lint", &built, &"--scumm", &"5", &"--quiet"]);
    assert_eq!(out.status.code(), Some(0), "{}", stdout(&out));

    let sheets = folder.path().join("differences");
    let out = wardrobe(&[
        &"compare", &original, &built, &"--scumm", &"5", &"-o", &sheets,
    ]);
    let told = stdout(&out);
    assert_eq!(out.status.code(), Some(1));
    assert!(
        told.contains(&format!(
            "cel 0:0: {width}x{height} became {}x{height}",
            2 * width
        )),
        "{told}"
    );
    assert!(
        told.contains("chore 1 south: limb 0: 20 became 21\n"),
        "{told}"
    );
    // No command shows the earlier picture any more.
    assert!(
        told.contains("cel 0:20: only in the first") && told.ends_with("\n4 differences\n"),
        "{told}"
    );
    assert_eq!(files(&sheets), ["00-000.png", "00-020.png"]);
    assert_eq!(read_png(&sheets.join("00-000.png")).0, 3 * 2 * width + 2);
}

#[test]
fn an_akos_is_built_from_its_source_too() {
    let folder = tempfile::tempdir().unwrap();
    let akos = folder.path().join("mara.akos");
    let mara = repository().join("data/demo/mara.toml");
    assert!(
        wardrobe(&[&"build", &mara, &"-o", &akos, &"--version", &"7"])
            .status
            .success()
    );
    let out = wardrobe(&[
        &"disassemble",
        &akos,
        &"--scumm",
        &"7",
        &"-o",
        &folder.path().join("source"),
    ]);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    let built = folder.path().join("again.akos");
    build(&folder.path().join("source/costume.toml"), &built);
    assert_eq!(fs::read(&built).unwrap(), fs::read(&akos).unwrap());
}

/// Reverses the palette of a PNG and changes the pixels accordingly.
fn turn_round(path: &Path) {
    let (width, height, palette, pixels) = read_png(path);
    let count = palette.len() / 3;
    let palette: Vec<u8> = palette.chunks(3).rev().flatten().copied().collect();
    let turned = |&pixel: &u8| (count - 1 - usize::from(pixel)) as u8;
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette);
    let pixels: Vec<u8> = pixels.iter().map(turned).collect();
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&pixels)
        .unwrap();
}

#[test]
fn a_palette_in_another_order_is_told_by_its_colours_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let demo = repository().join("data/demo/built");
    let source = folder.path().join("source");
    assert!(
        wardrobe(&[&"disassemble", &demo, &"--costume", &"1", &"-o", &source])
            .status
            .success()
    );
    let text = source.join("costume.toml");
    let build = |out: &str| wardrobe(&[&"build", &text, &"-o", &folder.path().join(out)]);
    assert!(build("before").status.success());
    let cel = source.join("cels/00-001.png");
    turn_round(&cel);
    let built = build("after");
    assert!(built.status.success(), "{built:?}");
    let told = String::from_utf8(built.stderr).unwrap();
    assert!(
        told.contains("cels/00-001.png: the order of the palette differs from the source's"),
        "{told}"
    );
    assert_eq!(
        fs::read(folder.path().join("before")).unwrap(),
        fs::read(folder.path().join("after")).unwrap()
    );
    // The source does not state the colours of the PNGs. They are compared with the colours of the
    // first picture.
    let written = fs::read_to_string(&text).unwrap();
    let (head, rest) = written.split_once("png_colours = [").unwrap();
    fs::write(
        &text,
        format!("{head}{}", rest.split_once("]\n").unwrap().1),
    )
    .unwrap();
    let refused = refusal(&build("unknown"));
    assert!(
        refused.contains("cels/00-001.png: the colours have other numbers than in cels/00-000.png"),
        "{refused}"
    );
    // A colour that is not in the list.
    fs::write(
        &text,
        format!(
            "{head}png_colours = [\"000000\"]\n{}",
            rest.split_once("]\n").unwrap().1
        ),
    )
    .unwrap();
    assert!(refusal(&build("foreign")).contains("the source has no colours"));
}

#[test]
fn what_imagemagick_has_saved_is_built_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let demo = repository().join("data/demo/built");
    let source = folder.path().join("source");
    assert!(
        wardrobe(&[&"disassemble", &demo, &"--costume", &"1", &"-o", &source])
            .status
            .success()
    );
    let mut changed = 0;
    for name in files(&source.join("cels")) {
        let cel = source.join("cels").join(name);
        let (before, twice) = (fs::read(&cel).unwrap(), ["-flop", "-flop"]);
        if convert(&[&cel, &twice[0], &twice[1], &cel]).is_none() {
            return;
        }
        changed += u32::from(fs::read(&cel).unwrap() != before);
    }
    assert!(changed > 20, "{changed}");
    let out = folder.path().join("built");
    let built = wardrobe(&[&"build", &source.join("costume.toml"), &"-o", &out]);
    assert!(built.status.success(), "{built:?}");
    let raw = folder.path().join("raw");
    assert!(
        wardrobe(&[&"extract", &demo, &"--costume", &"1", &"-o", &raw])
            .status
            .success()
    );
    assert_eq!(
        fs::read(out).unwrap(),
        fs::read(raw.join("costume-001.cost")).unwrap()
    );
}

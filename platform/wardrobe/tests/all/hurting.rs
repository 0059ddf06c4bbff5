//! Inputs that once took too much time or memory. Each must end within two seconds of processor
//! time and 256 MiB of address space, with an error in one line or with a sensible result.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::common::{games, refusal, stdout};

/// Calls the program in a folder, with these limits.
fn limited(folder: &Path, args: &[&str]) -> Output {
    let limits = format!(
        "ulimit -t 2 && ulimit -v {} && exec \"$0\" \"$@\"",
        256 << 10
    );
    let mut command = Command::new("sh");
    command
        .args(["-c", &limits, env!("CARGO_BIN_EXE_wardrobe")])
        .args(args)
        .current_dir(folder);
    // Otherwise each thread reserves an arena of 64 MiB of address space, which counts towards the
    // limit even though it is not used.
    command
        .env_remove("RUST_LOG")
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .unwrap()
}

/// Returns a folder with sources: a small picture, a picture of 64 million pixels, and these texts.
fn sources(texts: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_png(&folder.path().join("small.png"), 8, 8);
    write_png(&folder.path().join("max.png"), 8192, 8192);
    for (name, text) in texts {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn write_png(path: &Path, width: u32, height: u32) {
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::One);
    encoder.set_palette(vec![0, 0, 0, 255, 255, 255]);
    let mut writer = encoder.write_header().unwrap();
    writer
        .write_image_data(&vec![0; (width as usize).div_ceil(8) * height as usize])
        .unwrap();
}

/// Returns the source of a COST with these additional lines.
fn cost(more: &str) -> String {
    let colours: Vec<String> = (0..16).map(|colour| colour.to_string()).collect();
    let limb = "[[limb]]\nname = \"a\"\n";
    let animation = "[[anim]]\nchore = 1\nsouth = {a = \"c0\"}\n";
    let (top, rest) = more.split_once("---").unwrap_or(("", more));
    format!(
        "{top}\ncolours = 16\npalette = [{}]\n{limb}{rest}\n{animation}",
        colours.join(",")
    )
}

/// Builds each source of a costume and checks that it is refused with the given reason.
fn refused(texts: &[(&str, &str)]) {
    for (text, why) in texts {
        let folder = sources(&[("x.toml", text)]);
        let message = refusal(&limited(folder.path(), &["build", "x.toml", "-o", "out"]));
        assert!(message.contains(why), "{why}: {message}");
        assert!(!folder.path().join("out").exists());
    }
}

#[test]
fn cels_that_claim_millions_of_pixels_are_refused_before_they_are_decoded() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("b1.akos"),
        include_bytes!("../data/many-large-cels.akos"),
    )
    .unwrap();
    let calls: [&[&str]; 3] = [
        &["compare", "b1.akos", "b1.akos", "--scumm", "7"],
        &["export", "b1.akos", "--scumm", "7", "-o", "out"],
        &["disassemble", "b1.akos", "--scumm", "7", "-o", "out"],
    ];
    for args in calls {
        let message = refusal(&limited(folder.path(), args));
        assert!(message.contains("pixels in total"), "{message}");
        assert!(!folder.path().join("out").exists(), "{args:?}");
    }
    for what in ["info", "lint", "map"] {
        let output = limited(folder.path(), &[what, "b1.akos", "--scumm", "7"]);
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{what}: {output:?}"
        );
    }
}

#[test]
fn runs_counts_and_pictures_of_a_source_are_bounded_before_anything_is_made() {
    let runs = "a0..65535 ".repeat(2000);
    let chores = "0..65535 ".repeat(2000);
    let many = r#"{file="max.png"},"#.repeat(100);
    let same = r#"{same="0:0"},"#.repeat(100);
    let long = "1 ".repeat(70_000);
    refused(&[
        (
            &cost(&format!(
                "cels = [{{file=\"small.png\"}}]\n[layout]\norder = \"{runs}\""
            )),
            "more than 131072 parts",
        ),
        (
            &format!(
                "kind = \"akos\"\nversion = 7\n[akos]\ncodec = 1\n[layout]\nchores = \"{chores}\""
            ),
            "more than 131072 parts",
        ),
        (
            &cost(&format!("cels = [{many}]")),
            "more than 33554432 pixels",
        ),
        (
            &cost(&format!("cels = [{{file=\"max.png\"}},{same}]")),
            "more than 33554432 pixels",
        ),
        (
            &format!("kind = \"akos\"\nversion = 7\ncels = [{many}]\n[akos]\ncodec = 1"),
            "more than 33554432 pixels",
        ),
        (
            &cost("animations = 1000000000000 --- cels = [{file=\"small.png\"}]"),
            "expected at most 256",
        ),
        (
            &cost("animations = 9223372036854775807 --- cels = [{file=\"small.png\"}]"),
            "expected at most 256",
        ),
        (
            &cost(&format!(
                "commands = \"{long}\" --- cels = [{{file=\"small.png\"}}]"
            )),
            "commands: expected at most 65536",
        ),
        (
            &cost(
                "sheet = \"small.png\"\ncell = [1, 8] --- columns = 8\nrows = {a=0,b=0,c=0,d=0,e=0,f=0,g=0,h=0,i=0,j=0,k=0,l=0,m=0,n=0,o=0,p=0,q=0,r=0,s=0,t=0,u=0,v=0,w=0,x=0,y=0,z=0,a1=0,b1=0,c1=0,d1=0,e1=0,f1=0,g1=0}",
            ),
            "expected at most 256 cels",
        ),
        (
            &cost("sheet = \"max.png\"\ncell = [1, 8192] --- columns = 8192\nrows = {s0=0,s1=0}"),
            "more than 33554432 pixels",
        ),
    ]);
}

#[test]
fn a_source_names_versions_as_the_command_line_does() {
    for (version, why) in [
        ("version = 1", "version: expected 2 to 8, found 1"),
        ("version = 200", "version: expected 2 to 8, found 200"),
        ("he = 59", "he: expected 60 to 100, found 59"),
        ("version = 4\nold256 = true", "`old256` needs version 3"),
        ("version = 5\nhe = 72", "`he` excludes"),
    ] {
        refused(&[(
            &cost(&format!("{version} --- cels = [{{file=\"small.png\"}}]")),
            why,
        )]);
    }
}

#[test]
fn a_source_names_files_below_its_folder_only() {
    let texts = |outside: &str| {
        format!("kind = \"akos\"\nversion = 7\n[akos]\ncodec = 1\naux = \"{outside}\"\n")
    };
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(folder.path().join("secret"), "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret", inner.join("link")).unwrap();
    let absolute = folder.path().join("secret");
    for name in ["../secret", absolute.to_str().unwrap(), "link"] {
        fs::write(inner.join("x.toml"), texts(name)).unwrap();
        let message = refusal(&limited(&inner, &["build", "x.toml", "-o", "out"]));
        assert!(
            message.contains("is outside the source's folder (--allow-outside"),
            "{message}"
        );
        let allowed = limited(&inner, &["build", "x.toml", "-o", "out", "--allow-outside"]);
        assert_eq!(allowed.status.code(), Some(0), "{name}: {allowed:?}");
    }
}

const ROOM: &str =
    "picture = \"small.png\"\n[[box]]\nul = [0,0]\nur = [7,0]\nlr = [7,7]\nll = [0,7]\n";

/// Returns the source of a game with one room and one costume.
fn game(base: &str, room: &str, more: &str) -> TempDir {
    let costume = cost("cels = [{file=\"small.png\"}]");
    let text = format!(
        "name = \"g\"\nbase = \"{base}\"\n[[room]]\nid = 1\nname = \"{room}\"\nsource = \"room.toml\"\n\
         [[costume]]\nid = 1\nroom = 1\nsource = \"costume.toml\"\n{more}"
    );
    sources(&[
        ("g.toml", &text),
        ("room.toml", ROOM),
        ("costume.toml", &costume),
    ])
}

#[test]
fn a_games_files_have_plain_names_and_its_parts_numbers_of_their_own() {
    for base in [
        "../../escape",
        "/nonexistent/escape",
        "",
        "a b",
        "a/b",
        "..",
    ] {
        let folder = game(base, "a", "");
        let message = refusal(&limited(folder.path(), &["build", "g.toml", "-o", "out"]));
        assert!(
            message.contains("base: expected 1 to 64 letters"),
            "{message}"
        );
    }
    let room = "[[room]]\nid = 1\nname = \"b\"\nsource = \"room.toml\"\n";
    let costume = "[[costume]]\nid = 1\nroom = 1\nsource = \"costume.toml\"\n";
    for (more, why) in [
        (room, "room 1 is listed twice"),
        (costume, "costume 1 is listed twice"),
    ] {
        let folder = game("g", "a", more);
        let message = refusal(&limited(folder.path(), &["build", "g.toml", "-o", "out"]));
        assert!(message.contains(why), "{message}");
    }
    let folder = game("g", "a", "");
    assert_eq!(
        limited(folder.path(), &["build", "g.toml", "-o", "out"])
            .status
            .code(),
        Some(0)
    );
}

#[test]
fn control_characters_of_names_do_not_reach_the_terminal() {
    let folder = game("g", "\\u001b[31mAB", "");
    let built = limited(folder.path(), &["build", "g.toml", "-o", "out"]);
    assert_eq!(built.status.code(), Some(0), "{built:?}");
    let listed = stdout(&limited(folder.path(), &["list", "out"]));
    assert!(
        listed.contains("\\x1b[31mAB") && !listed.contains('\x1b'),
        "{listed}"
    );
    let missing = limited(folder.path(), &["list", "\x1b[31m"]);
    assert!(!String::from_utf8(missing.stderr).unwrap().contains('\x1b'));
}

/// Returns the v8 sample with a room of another size.
fn room_of(width: u32, height: u32) -> (crate::common::Games, PathBuf) {
    let games = games();
    let folder = games.path().join("v8");
    let data = folder.join("comi.la1");
    let mut bytes = fs::read(&data).unwrap();
    let header = bytes.windows(4).position(|tag| tag == b"RMHD").unwrap();
    bytes[header + 12..header + 16].copy_from_slice(&width.to_le_bytes());
    bytes[header + 16..header + 20].copy_from_slice(&height.to_le_bytes());
    fs::write(data, bytes).unwrap();
    (games, folder)
}

#[test]
fn both_sides_of_a_room_have_a_limit() {
    let sizes = [
        (0, u32::MAX),
        (0, 0x10_0000),
        (8, 0x8_0000),
        (u32::MAX - 7, 0),
        (0x1000_0000, 0),
        (8, 8200),
        (8200, 8),
    ];
    for (width, height) in sizes {
        let mut room = b"ROOM\0\0\0\x28RMHD\0\0\0\x20\x21\x03\0\0".to_vec();
        for word in [width, height, 2, 2, 0x4d] {
            room.extend(u32::to_le_bytes(word));
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("h.room"), room).unwrap();
        let scene = r#"{"version":8,"room":{"resource":"h.room"},"steps":[["tick",1]]}"#;
        fs::write(folder.path().join("h.json"), scene).unwrap();
        let message = refusal(&limited(folder.path(), &["scene", "run", "h.json"]));
        assert!(
            message.contains("a side of a picture in pixels"),
            "{width}x{height}: {message}"
        );

        let (_games, folder) = room_of(width, height);
        let shown = limited(&folder, &["room", ".", "1", "-o", "x.png"]);
        assert!(
            refusal(&shown).contains("a side of a picture"),
            "{width}x{height}"
        );
        let played = limited(&folder, &["play", ".", "--headless", "--frames", "2"]);
        assert!(
            matches!(played.status.code(), Some(0 | 2)),
            "{width}x{height}: {played:?}"
        );
        assert_eq!(
            limited(&folder, &["list", "."]).status.code(),
            Some(1),
            "{width}x{height}"
        );
    }
}

#[cfg(unix)]
#[test]
fn folders_that_lead_to_themselves_are_looked_into_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.toml"), "steps = [['tick', 1]]").unwrap();
    for name in ["one", "two"] {
        std::os::unix::fs::symlink(".", folder.path().join(name)).unwrap();
    }
    let output = limited(folder.path(), &["scene", "bless", "."]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        stdout(&output).ends_with("1 written, 0 unchanged, 0 failed\n"),
        "{output:?}"
    );
    let deep: PathBuf = std::iter::repeat_n("d", 17).collect();
    fs::create_dir_all(folder.path().join(&deep)).unwrap();
    fs::write(folder.path().join(&deep).join("b.toml"), "no scene").unwrap();
    assert_eq!(
        limited(folder.path(), &["scene", "check", "."])
            .status
            .code(),
        Some(0)
    );
}

#[cfg(unix)]
#[test]
fn inputs_are_regular_files() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero")).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(folder.path().join("pipe"))
            .status()
            .unwrap()
            .success()
    );
    for name in ["zero", "pipe"] {
        let scene =
            format!(r#"{{"version":5,"room":{{"background":"{name}"}},"steps":[["tick",1]]}}"#);
        fs::write(folder.path().join("s.json"), scene).unwrap();
        let calls: [&[&str]; 5] = [
            &["scene", "run", "--allow-outside", "s.json"],
            &["scene", "run", name],
            &["info", name],
            &["build", name, "-o", "out"],
            &["list", name],
        ];
        for args in calls {
            let message = refusal(&limited(folder.path(), args));
            assert!(
                message.contains("a device, a pipe or a socket"),
                "{args:?}: {message}"
            );
        }
    }
}

#[test]
fn file_endings_are_letters_and_digits() {
    let games = games();
    let folder = games.path().join("he72");
    let data = folder.join("game.he1");
    let mut bytes = fs::read(&data).unwrap();
    let coded = |tag: &[u8; 4]| tag.map(|byte| byte ^ 0x69);
    for tag in [b"/../", b"./ab", b"\0\x1b. "] {
        let found = bytes.windows(4).position(|found| found == coded(b"AKOS"));
        bytes[found.unwrap()..][..4].copy_from_slice(&coded(tag));
    }
    fs::write(data, bytes).unwrap();
    let output = limited(&folder, &["extract", ".", "--all", "-o", "out"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    let mut written = 0;
    for entry in fs::read_dir(folder.join("out")).unwrap() {
        let entry = entry.unwrap();
        assert!(entry.file_type().unwrap().is_file(), "{entry:?}");
        let name = entry.file_name().into_string().unwrap();
        let (_, ending) = name.split_once('.').unwrap();
        assert!(
            !ending.is_empty() && ending.chars().all(|c| c.is_ascii_alphanumeric()),
            "{name}"
        );
        written += 1;
    }
    assert!(written > 3, "{written}");
}

#[test]
fn two_scenes_of_the_same_lines_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("a.json"),
        r#"{"version":5,"steps":[["tick",1]]}"#,
    )
    .unwrap();
    fs::write(folder.path().join("a.toml"), "steps = [['tick', 1]]").unwrap();
    for what in ["check", "bless"] {
        let message = refusal(&limited(folder.path(), &["scene", what, "."]));
        assert!(
            message.contains("a.json and ./a.toml share the lines of ./a.expected.jsonl"),
            "{message}"
        );
    }
}

#[cfg(unix)]
#[test]
fn what_is_kept_of_a_game_is_never_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let game = crate::common::demo(folder.path(), "5");
    fs::write(folder.path().join("outside"), "hello").unwrap();
    std::os::unix::fs::symlink("../outside", game.join("wardrobe.001.bak")).unwrap();
    let game = game.to_str().unwrap();
    assert_eq!(
        limited(
            folder.path(),
            &["extract", game, "--costume", "2", "-o", "."]
        )
        .status
        .code(),
        Some(0)
    );
    let import = limited(
        folder.path(),
        &[
            "import",
            game,
            "costume-002.cost",
            "--costume",
            "1",
            "--in-place",
        ],
    );
    assert_eq!(import.status.code(), Some(0), "{import:?}");
    assert_eq!(fs::read(folder.path().join("outside")).unwrap(), b"hello");
    assert!(Path::new(game).join("wardrobe.001.bak2").is_file());
}

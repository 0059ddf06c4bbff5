//! What the tests of the program share.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The made-up games of 18 versions, in a folder that goes with the value.
pub struct Games(TempDir);

impl Games {
    pub fn path(&self) -> PathBuf {
        self.0.path().join("game-files")
    }
}

pub fn games() -> Games {
    Games(scumm_tests::unpack("game-files").unwrap())
}

/// Calls the program. Should it open a window, then where nobody sees it.
pub fn wardrobe(args: &[&dyn AsRef<Path>]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    command.args(args.iter().map(|arg| AsRef::<Path>::as_ref(*arg))).env_remove("RUST_LOG");
    command.env("SDL_VIDEODRIVER", "dummy").env("SDL_RENDER_DRIVER", "software").output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The one line on stderr of a call that failed with exit code 2.
pub fn refusal(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.starts_with("wardrobe: ") && text.trim_end().lines().count() == 1, "{text}");
    text
}

/// Width, height, palette and indices of an indexed PNG.
pub fn read_png(path: &Path) -> (u32, u32, Vec<u8>, Vec<u8>) {
    let mut reader = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Indexed, "{}", path.display());
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let info = reader.info();
    (info.width, info.height, info.palette.clone().unwrap().into_owned(), pixels)
}

pub fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

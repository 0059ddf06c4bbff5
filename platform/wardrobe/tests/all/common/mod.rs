//! Support code for the tests of the program.

pub mod browser;

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The made-up games of 18 versions in a temporary folder, which is removed when the value is
/// dropped.
pub struct Games(TempDir);

impl Games {
    pub fn path(&self) -> PathBuf {
        self.0.path().join("game-files")
    }
}

pub fn games() -> Games {
    Games(scumm_test_support::unpack("game-files").unwrap())
}

/// Calls the program. If the program opens a window, the window is invisible.
pub fn wardrobe(args: &[&dyn AsRef<Path>]) -> Output {
    wardrobe_in(Path::new("."), args)
}

/// Calls the program in a folder.
pub fn wardrobe_in(folder: &Path, args: &[&dyn AsRef<Path>]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    command.current_dir(folder);
    command
        .args(args.iter().map(|arg| AsRef::<Path>::as_ref(*arg)))
        .env_remove("RUST_LOG");
    command
        .env("SDL_VIDEODRIVER", "dummy")
        .env("SDL_RENDER_DRIVER", "software")
        .output()
        .unwrap()
}

/// Returns a scene of an actor who walks on an empty background, with stored lines. If `pictures`
/// is true, the scene also has stored pictures.
pub fn walk(pictures: bool) -> (TempDir, PathBuf) {
    blessed(
        "room = {background = 7}\nactors = [{id = 1, costume = 1, x = 60, y = 100}]\n\
         costumes = {1 = 'doll-v5.cost'}\nsteps = [['walk', 1, 250, 105, -1], ['tick', 38]]",
        pictures,
    )
}

/// Returns a scene in a temporary folder, with stored lines. If `pictures` is true, the scene also
/// has stored pictures.
pub fn blessed(text: &str, pictures: bool) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let costume =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/scene-costumes/doll-v5.cost");
    fs::copy(costume, folder.path().join("doll-v5.cost")).unwrap();
    let path = folder.path().join("walk.toml");
    fs::write(&path, text).unwrap();
    let output = if pictures {
        wardrobe(&[&"scene", &"bless", &path, &"--with-frames"])
    } else {
        wardrobe(&[&"scene", &"bless", &path])
    };
    assert_eq!(output.status.code(), Some(0));
    (folder, path)
}

/// Returns a shell command for Python scripts that need only the standard library, or `None` if
/// Python is missing. The command calls the interpreter directly, because `python3` may be a slow
/// script, and it does not look for the user's packages, which takes as long again.
pub fn python() -> Option<String> {
    let output = Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| format!("'{}' -I -S", stdout(&output).trim()))
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the single line on stderr of a call that failed with exit code 2.
pub fn refusal(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.starts_with("wardrobe: ") && text.trim_end().lines().count() == 1,
        "{text}"
    );
    text
}

/// Returns width, height, palette and indices of an indexed PNG.
pub fn read_png(path: &Path) -> (u32, u32, Vec<u8>, Vec<u8>) {
    let mut reader = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap()))
        .read_info()
        .unwrap();
    assert_eq!(
        reader.info().color_type,
        png::ColorType::Indexed,
        "{}",
        path.display()
    );
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let info = reader.info();
    (
        info.width,
        info.height,
        info.palette.clone().unwrap().into_owned(),
        pixels,
    )
}

pub fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Returns the transparent index of an indexed PNG.
pub fn transparent(path: &Path) -> u8 {
    let reader = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap()))
        .read_info()
        .unwrap();
    u8::try_from(reader.info().trns.as_ref().unwrap().len() - 1).unwrap()
}

/// An animated PNG.
pub struct Apng {
    pub width: usize,
    pub height: usize,
    pub palette: Vec<u8>,
    pub transparent: u8,
    /// The frames: their indices, and the time in milliseconds for which each is shown.
    pub frames: Vec<(Vec<u8>, u64)>,
}

impl Apng {
    pub fn read(path: &Path) -> Self {
        let mut reader = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap()))
            .read_info()
            .unwrap();
        let info = reader.info().clone();
        let control = info.animation_control.unwrap();
        let frames = (0..control.num_frames).map(|_| {
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            let shown = reader.info().frame_control.unwrap();
            (
                pixels,
                u64::from(shown.delay_num) * 1000 / u64::from(shown.delay_den),
            )
        });
        Self {
            frames: frames.collect(),
            width: info.width as usize,
            height: info.height as usize,
            palette: info.palette.unwrap().into_owned(),
            transparent: u8::try_from(info.trns.unwrap().len() - 1).unwrap(),
        }
    }

    /// Returns all frames as red, green, blue, alpha. Transparent pixels are zeros.
    pub fn rgba(&self) -> Vec<u8> {
        let frames = self.frames.iter().flat_map(|(pixels, _)| pixels);
        frames
            .flat_map(|&p| rgba(&self.palette, (p != self.transparent).then_some(p)))
            .collect()
    }
}

/// Returns a colour of a palette as red, green, blue, alpha. Without an index, all are 0.
pub fn rgba(palette: &[u8], index: Option<u8>) -> [u8; 4] {
    index.map_or([0; 4], |index| {
        let at = usize::from(index) * 3;
        [palette[at], palette[at + 1], palette[at + 2], 255]
    })
}

/// Returns the output of another program on stdout. If the program is missing, prints a message on
/// stderr and returns `None`.
pub fn other_program(name: &str, args: &[&dyn AsRef<std::ffi::OsStr>]) -> Option<Vec<u8>> {
    let mut command = Command::new(name);
    command.args(
        args.iter()
            .map(|arg| AsRef::<std::ffi::OsStr>::as_ref(*arg)),
    );
    match command.output() {
        Ok(output) => {
            assert!(
                output.status.success(),
                "{name}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            Some(output.stdout)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("skipped: nothing is compared with {name}, which is not installed");
            None
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

/// Returns the output of ImageMagick's `convert` on stdout. Other programs also have the name
/// `convert`, so the function first checks for `identify`, which only ImageMagick has.
pub fn convert(args: &[&dyn AsRef<std::ffi::OsStr>]) -> Option<Vec<u8>> {
    other_program("identify", &[&"-version"])?;
    other_program("convert", args)
}

/// Writes the demo game into a folder and returns its path.
pub fn demo(folder: &Path, version: &str) -> PathBuf {
    let out = folder.join(format!("demo-{version}"));
    let done = wardrobe(&[&"demo", &"--version", &version, &"-o", &out]);
    assert_eq!(
        done.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    out
}

/// Reads a JSON file.
pub fn json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Parses the JSON about one game or file. For a folder, it is an array with one element.
pub fn one_document(text: impl AsRef<[u8]>) -> serde_json::Value {
    let value = serde_json::from_slice(text.as_ref()).unwrap();
    let serde_json::Value::Array(mut array) = value else {
        return value;
    };
    assert_eq!(array.len(), 1, "{array:?}");
    array.remove(0)
}

/// Calls the program. Panics if the call fails.
pub fn good(args: &[&dyn AsRef<Path>]) {
    let output = wardrobe(args);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

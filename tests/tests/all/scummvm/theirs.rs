//! Runs ScummVM on an invisible screen of its own.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use scumm_test_support::screen::{ChildGuard, VirtualScreen, find};

/// The size of Xvfb's screen. SDL centres the game's window in it. On a smaller screen, SDL would
/// move the window.
const SCREEN: (u32, u32) = (800, 600);
/// The size of the game's window.
const WINDOW: (u32, u32) = (320, 200);
/// The longest time that a game may take until it shows the expected picture.
const PATIENCE: Duration = Duration::from_secs(120);

/// The paths of the programs that the tests need.
pub struct Programs {
    scummvm: PathBuf,
    import: PathBuf,
}

impl Programs {
    /// Looks for the programs and for Xvfb.
    pub fn find() -> Option<Self> {
        find("Xvfb")?;
        Some(Self {
            scummvm: find("scummvm")?,
            import: find("import")?,
        })
    }

    /// Starts the game in `folder` and returns its screen, converted by `seen`. Returns as soon as
    /// the screen satisfies `wanted`, or after [`PATIENCE`].
    pub fn show(
        &self,
        folder: &Path,
        id: &str,
        seen: impl Fn([u8; 3]) -> [u8; 3],
        wanted: impl Fn(&[[u8; 3]]) -> bool,
    ) -> Vec<[u8; 3]> {
        let screen = VirtualScreen::start(SCREEN.0, SCREEN.1).unwrap().unwrap();
        let home = tempfile::tempdir().unwrap();
        let ini = home.path().join("scummvm.ini");
        fs::write(&ini, INI).unwrap();
        let mut game = Command::new(&self.scummvm);
        game.arg("-c").arg(&ini).arg("-p").arg(folder).arg(id);
        game.env("DISPLAY", &screen.display)
            .env("HOME", home.path())
            .env("SDL_VIDEODRIVER", "x11");
        game.env("SDL_RENDER_DRIVER", "software")
            .env("SDL_AUDIODRIVER", "dummy");
        let _game = ChildGuard(quiet(&mut game).spawn().unwrap());
        let picture = home.path().join("screen.rgb");
        let start = Instant::now();
        loop {
            std::thread::sleep(Duration::from_millis(300));
            let shown: Vec<_> = self
                .capture(&screen.display, &picture)
                .into_iter()
                .map(&seen)
                .collect();
            if wanted(&shown) || start.elapsed() > PATIENCE {
                return shown;
            }
        }
    }

    fn capture(&self, display: &str, picture: &Path) -> Vec<[u8; 3]> {
        let mut import = Command::new(&self.import);
        let (left, top) = ((SCREEN.0 - WINDOW.0) / 2, (SCREEN.1 - WINDOW.1) / 2);
        let part = format!("{}x{}+{left}+{top}", WINDOW.0, WINDOW.1);
        import.args(
            [
                "-display", display, "-window", "root", "-crop", &part, "-depth", "8",
            ]
            .map(OsStr::new),
        );
        import.arg(picture).env("DISPLAY", display);
        assert!(
            quiet(&mut import).status().unwrap().success(),
            "no picture of the screen {display}"
        );
        fs::read(picture)
            .unwrap()
            .chunks_exact(3)
            .map(|rgb| [rgb[0], rgb[1], rgb[2]])
            .collect()
    }
}

fn quiet(command: &mut Command) -> &mut Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
}

/// Settings that show every pixel unchanged.
const INI: &str = "[scummvm]
gfx_mode=surfacesdl
scaler=normal
scale_factor=1
aspect_ratio=false
filtering=false
fullscreen=false
mute=true
";

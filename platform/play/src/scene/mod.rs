//! Shows a scene in a window or writes it as files. The viewer connects a scene with the clock, the
//! keys and the window.

mod files;
mod view;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use glam::UVec2;
use scumm_media::text::error_chain;
use scumm_platform::{
    App, IndexedFrame, Input, InputDevice, PadMode, PlatformError, WindowOverlay, WindowSettings,
};
use scumm_scene::harness::expected::ExpectedPictures;
use scumm_scene::harness::screenshots::Screenshot;
use scumm_scene::harness::timeline::{Destination, Timeline};
use scumm_tools::run_files::RunFiles;

use crate::controls::{UserAction, Watch, action};
use crate::menu::Help;
use crate::overlay::TextOverlay;
use crate::settings::free_name;
use crate::time::{FrameClock, STILL};
use crate::world::step_in;
use crate::{Layers, Scope, Settings, ShowArgs, show};

use view::{SceneView, ViewLabels, ViewLayout};

pub use files::{Writer, approach};

/// Shows a scene in a window, from its present position, until the window is closed. Pictures of
/// the window are saved in `captures` or in a folder of the user's data. With `paused`, time is
/// paused at the start.
///
/// # Errors
/// Returns an error if the stored pictures cannot be read, or if there is no window.
pub fn watch(
    files: &RunFiles,
    timeline: Timeline,
    layers: Layers,
    captures: Option<&Path>,
    paused: bool,
    args: &ShowArgs,
) -> Result<()> {
    let settings = args.window.over(&Settings::read(&Settings::path()?));
    let captures = captures.map(Path::to_path_buf);
    let mut viewer = Viewer::new(files.clone(), timeline, layers, settings, captures)?;
    viewer.clock.paused = paused;
    show(&mut viewer, args, files, Instant::now())?;
    Ok(())
}

/// The number of frames for which a caption stays.
const CAPTION: u32 = 20;
/// On the way to a target frame, the viewer plays frames without drawing them for at most this
/// time. Then it draws the present frame, and continues in the next tick.
const SLICE: Duration = Duration::from_millis(40);
/// The most digits of a frame's number.
const DIGITS: usize = 9;

/// Shows a scene to the user.
pub struct Viewer {
    files: RunFiles,
    timeline: Timeline,
    expected: Option<ExpectedPictures>,
    view: SceneView,
    /// The state of time.
    pub clock: FrameClock,
    /// The target to which the viewer is on its way.
    aim: Option<Destination>,
    /// The typed digits.
    typed: String,
    help: Option<Help>,
    /// The device that the user operated last.
    device: InputDevice,
    overlay: TextOverlay,
    caption: Option<(String, u32)>,
    settings: Settings,
    captures: Option<PathBuf>,
    done: bool,
}

impl Viewer {
    /// Creates a viewer of a scene at its present position, with these layers. Pictures are saved
    /// in `captures` or in a folder of the user's data.
    ///
    /// # Errors
    /// Returns an error if the stored pictures cannot be read.
    pub fn new(
        files: RunFiles,
        timeline: Timeline,
        layers: Layers,
        settings: Settings,
        captures: Option<PathBuf>,
    ) -> Result<Self> {
        let expected = ExpectedPictures::open(timeline.scene())?;
        let view = SceneView::new(layers, expected.is_some());
        Ok(Self {
            files,
            timeline,
            expected,
            view,
            clock: FrameClock::hurrying(),
            aim: None,
            typed: String::new(),
            help: None,
            device: InputDevice::Keyboard,
            overlay: TextOverlay::default(),
            caption: None,
            settings,
            captures,
            done: false,
        })
    }

    /// Performs an action of the user, and shows errors as captions.
    fn ask(&mut self, action: UserAction) {
        match action {
            UserAction::Pause => {
                self.clock.paused = !self.clock.paused;
                self.aim = None;
                if !self.clock.paused && self.timeline.is_over() {
                    self.go(Destination::Frame(0));
                    self.clock.paused = false;
                }
            }
            UserAction::Step(by) => self.skip(by),
            UserAction::Slower(by) => {
                self.clock.slow_down(by);
                self.say(format!("speed {}", self.clock.speed()));
            }
            UserAction::Layer(layer) => self.view.layers.toggle(layer),
            UserAction::Screenshot => {
                if let Err(error) = self.screenshot() {
                    let error = error_chain(&error);
                    log::warn!("{action:?}: {error}");
                    self.say(error);
                }
            }
            UserAction::Help => {
                self.help = if self.help.is_some() {
                    None
                } else {
                    Some(Help::new(Scope::Scene))
                }
            }
            UserAction::Scale => self.settings.scale = self.settings.scale.next(),
            UserAction::Fullscreen => self.settings.fullscreen = !self.settings.fullscreen,
            UserAction::Watch(watch) => self.watch(watch),
            UserAction::Quit if !self.typed.is_empty() => self.typed.clear(),
            UserAction::Quit => self.done = true,
            // Other actions have no keys in this scope.
            _ => {}
        }
    }

    fn watch(&mut self, watch: Watch) {
        match watch {
            Watch::Skip(by) => self.skip(by),
            Watch::First => self.go(Destination::Frame(0)),
            Watch::Last => self.go(Destination::Frame(self.timeline.last())),
            Watch::Difference if self.timeline.is_compared() => self.go(Destination::Difference),
            Watch::Difference => self.say("no lines are stored for this scene".to_owned()),
            Watch::Beside if self.expected.is_some() => self.view.beside = !self.view.beside,
            Watch::Beside => self.say("no pictures are stored for this scene".to_owned()),
            Watch::Actor(by) => self.next_actor(by),
            Watch::Digit(digit) if self.typed.len() < DIGITS => self.typed += &digit.to_string(),
            Watch::Digit(_) => {}
            Watch::Erase => drop(self.typed.pop()),
            Watch::Go => {
                if let Ok(frame) = std::mem::take(&mut self.typed).parse() {
                    self.go(Destination::Frame(frame));
                }
            }
            Watch::Point(at) => {
                let layout = ViewLayout::new(self.timeline.stage(), self.view.beside, true);
                if let Some(frame) = layout.frame_at(at, self.timeline.last()) {
                    self.go(Destination::Frame(frame));
                }
            }
        }
    }

    /// Goes a number of frames forward, or back if negative, counted from the present target.
    fn skip(&mut self, by: i32) {
        let from = match self.aim {
            Some(Destination::Frame(frame)) => frame,
            _ => self.timeline.frame(),
        };
        let by = isize::try_from(by).unwrap_or_default();
        self.go(Destination::Frame(
            from.saturating_add_signed(by).min(self.timeline.last()),
        ));
    }

    /// Goes to a target: pauses time and plays the first part of the way.
    fn go(&mut self, target: Destination) {
        self.aim = Some(target);
        self.clock.paused = true;
        self.caption = None;
        self.approach();
    }

    /// Plays a part of the way to the target.
    fn approach(&mut self) {
        let Some(target) = self.aim else { return };
        let start = Instant::now();
        match self.timeline.approach(target, |_| start.elapsed() < SLICE) {
            Ok(false) => {}
            Ok(true) => {
                self.aim = None;
                if target == Destination::Difference && self.timeline.first_difference().is_none() {
                    self.say(format!(
                        "no difference: all {} frames match the stored lines",
                        self.timeline.last() + 1
                    ));
                }
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Pauses time after an error.
    fn fail(&mut self, error: &anyhow::Error) {
        let error = error_chain(error);
        log::warn!("{error}");
        self.aim = None;
        self.clock.paused = true;
        self.say(error);
    }

    /// Shows the layers of the next visible actor.
    fn next_actor(&mut self, by: i32) {
        let stage = self.timeline.stage();
        let seen: Vec<u16> = view::actors(stage).map(|(id, _)| id).collect();
        let present = view::actor(stage, self.view.actor).map_or(0, |(id, _)| id);
        match step_in(&seen, present, by) {
            Some(id) => {
                self.view.actor = id;
                self.say(format!("actor {id}"));
            }
            None => self.say("no actor is visible".to_owned()),
        }
    }

    /// Shows a caption for a while.
    fn say(&mut self, text: String) {
        self.caption = Some((text, CAPTION));
    }

    /// Saves the present picture.
    fn screenshot(&mut self) -> Result<()> {
        let stem = self
            .timeline
            .scene()
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let stem = format!("{stem}-frame-{:05}", self.timeline.frame());
        let path = free_name(self.captures.as_deref(), &stem, "png")?;
        let files = self.files.clone();
        files.write_png(&path, &self.frame()?)?;
        log::info!("saved: {}", path.display());
        self.say(
            path.file_name()
                .map(Path::new)
                .unwrap_or(&path)
                .display()
                .to_string(),
        );
        Ok(())
    }

    /// Describes the state of time.
    fn state(&self) -> String {
        match self.aim {
            Some(Destination::Frame(frame)) => format!("- to {frame}"),
            Some(Destination::Difference) => "- searching".to_owned(),
            None if self.clock.paused && self.timeline.is_over() => "- the end".to_owned(),
            None => self
                .clock
                .mark()
                .map(|mark| format!("- {mark}"))
                .unwrap_or_default(),
        }
    }

    /// Returns the stored picture of the present frame. If the stored pictures are damaged, shows
    /// the error and stops using the stored pictures.
    fn expected(&mut self) -> Option<Screenshot> {
        let (expected, line) = self.expected.as_mut().zip(self.timeline.line())?;
        match expected.at(line) {
            Ok(screenshot) => screenshot.cloned(),
            Err(error) => {
                self.fail(&error);
                self.expected = None;
                None
            }
        }
    }
}

impl App for Viewer {
    fn input(&mut self, input: Input) {
        match input {
            Input::Device(device) => self.device = device,
            Input::Resized { size } => self.settings.window = Some(size.into()),
            _ => {}
        }
        let asked = self.help.as_mut().and_then(|help| help.input(input));
        if let Some(action) = asked.unwrap_or_else(|| action(Scope::Scene, input)) {
            self.ask(action);
        }
    }

    fn tick(&mut self) {
        self.caption = self
            .caption
            .take()
            .and_then(|(text, left)| Some((text, left.checked_sub(1)?)));
        if self.aim.is_some() {
            return self.approach();
        }
        if self.clock.paused {
            return;
        }
        match self.timeline.forward() {
            Ok(true) => {}
            Ok(false) => self.clock.paused = true,
            Err(error) => self.fail(&error),
        }
    }

    fn frame(&mut self) -> Result<IndexedFrame<'_>, PlatformError> {
        let (state, expected) = (self.state(), self.expected());
        let typed = Some(format!("go to frame {}_", self.typed)).filter(|_| !self.typed.is_empty());
        let caption = typed
            .as_deref()
            .or(self.caption.as_ref().map(|(text, _)| text.as_str()));
        let words = ViewLabels {
            state: &state,
            caption,
        };
        let frame = self
            .view
            .draw(&self.timeline, expected.as_ref(), Some(words))?;
        Ok(frame)
    }

    fn overlay(&mut self, size: UVec2) -> Result<Option<WindowOverlay<'_>>, PlatformError> {
        self.overlay.begin(size);
        if let Some(help) = &mut self.help {
            help.draw(&mut self.overlay, self.device);
        }
        Ok(self.overlay.finish())
    }

    fn tick_interval(&self) -> Duration {
        if self.aim.is_some() {
            SLICE
        } else if self.clock.paused && self.caption.is_none() {
            STILL
        } else {
            self.clock.interval(self.timeline.frame_duration())
        }
    }

    fn finished(&self) -> bool {
        self.done
    }

    fn wishes(&self) -> WindowSettings {
        let name = self
            .timeline
            .scene()
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        self.settings
            .wishes(format!("wardrobe: {name}"), PadMode::Menu)
    }
}

#[cfg(test)]
mod tests {
    use scumm_platform::{Key, PadButton};
    use scumm_scene::harness::find::stored_lines;
    use scumm_scene::harness::sources::{GameFolders, SceneSources};
    use tempfile::TempDir;

    use super::*;

    /// Writes a scene with a walking actor, and its stored lines, into a new folder. `change` gets
    /// the number and the text of each line and returns the text that is stored.
    fn walking(frames: usize, change: impl Fn(usize, String) -> String) -> (TempDir, PathBuf) {
        let text = format!(
            "room = {{background = 7}}\nactors = [{{id = 1, x = 20, y = 100}}]\nseed = 3\n\
             steps = [['walk', 1, 310, 105, -1], ['tick', {}], ['state']]",
            frames - 3
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.toml");
        std::fs::write(&path, text).unwrap();
        let mut runner = GameFolders::default().open(&path).unwrap();
        let lines = std::iter::from_fn(|| runner.next_line().unwrap());
        let lines = (0..)
            .zip(lines)
            .map(|(number, line)| change(number, serde_json::to_string(&line).unwrap()) + "\n");
        std::fs::write(stored_lines(&path), lines.collect::<String>()).unwrap();
        (folder, path)
    }

    /// Returns a viewer of a scene of 150 frames, of which number 77 differs.
    fn viewer() -> (TempDir, Viewer) {
        let plant = |number, line: String| {
            if number == 77 {
                line.replace("\"x\":", "\"x\":9")
            } else {
                line
            }
        };
        let (folder, path) = walking(150, plant);
        let timeline = Timeline::open(&path, &GameFolders::default()).unwrap();
        let captures = Some(folder.path().join("captures"));
        (
            folder,
            Viewer::new(
                RunFiles::default(),
                timeline,
                Layers::default(),
                Settings::default(),
                captures,
            )
            .unwrap(),
        )
    }

    fn press(viewer: &mut Viewer, key: Key) {
        viewer.input(Input::press(key));
        arrive(viewer);
    }

    /// Waits until the target is reached.
    fn arrive(viewer: &mut Viewer) {
        while viewer.aim.is_some() {
            viewer.tick();
        }
    }

    fn type_in(viewer: &mut Viewer, digits: &str) {
        digits
            .chars()
            .for_each(|digit| press(viewer, Key::Char(digit)));
    }

    fn frame(viewer: &Viewer) -> usize {
        viewer.timeline.frame()
    }

    #[test]
    fn time_runs_pauses_and_goes_both_ways() {
        let (_folder, mut viewer) = viewer();
        (0..10).for_each(|_| viewer.tick());
        assert_eq!(frame(&viewer), 10);
        press(&mut viewer, Key::Char(' '));
        (0..10).for_each(|_| viewer.tick());
        assert_eq!(frame(&viewer), 10);
        let mut at = |keys: &[Key]| {
            keys.iter().for_each(|key| press(&mut viewer, *key));
            frame(&viewer)
        };
        assert_eq!(at(&[Key::Char('.'), Key::Char('.'), Key::Char(',')]), 11);
        assert_eq!(at(&[Key::Right, Key::Left, Key::Left]), 10);
        assert_eq!(at(&[Key::PageDown]), 110);
        assert_eq!(at(&[Key::PageDown]), 149);
        assert_eq!(at(&[Key::PageUp, Key::PageUp]), 0);
        assert_eq!(at(&[Key::End]), 149);
        assert_eq!(at(&[Key::Home]), 0);
        press(&mut viewer, Key::Char(' '));
        (0..200).for_each(|_| viewer.tick());
        assert_eq!(
            (frame(&viewer), viewer.clock.paused),
            (149, true),
            "the end"
        );
        press(&mut viewer, Key::Char(' '));
        viewer.tick();
        assert_eq!(frame(&viewer), 1, "from the beginning again");
    }

    #[test]
    fn a_frame_is_reached_by_its_number_and_on_the_bar() {
        let (_folder, mut viewer) = viewer();
        type_in(&mut viewer, "1234");
        press(&mut viewer, Key::Backspace);
        press(&mut viewer, Key::Enter);
        assert_eq!(
            (frame(&viewer), viewer.clock.paused, viewer.typed.as_str()),
            (123, true, "")
        );
        type_in(&mut viewer, "7");
        press(&mut viewer, Key::Escape);
        press(&mut viewer, Key::Enter);
        assert!(
            frame(&viewer) == 123 && !viewer.done,
            "Escape discards the typed digits"
        );
        let (width, height) = viewer
            .frame()
            .map(|frame| (frame.width() as u32, frame.height() as u32))
            .unwrap();
        assert_eq!((width, height), (320, 240));
        for (x, expected) in [(2, 0), (width - 3, 149), (width / 2, 74)] {
            viewer.input(Input::click(x, height - 5));
            arrive(&mut viewer);
            assert_eq!(frame(&viewer), expected);
        }
        viewer.input(Input::click(10, 10));
        assert_eq!(
            (frame(&viewer), viewer.aim),
            (74, None),
            "a click on the picture changes nothing"
        );
    }

    #[test]
    fn the_first_difference_is_sought_and_told() {
        let (_folder, mut viewer) = viewer();
        viewer.input(Input::Pad {
            button: PadButton::Y,
            pressed: true,
        });
        arrive(&mut viewer);
        assert_eq!(frame(&viewer), 77);
        assert!(
            view::known(&viewer.timeline).starts_with("actors[0].x: expected 9"),
            "{}",
            view::known(&viewer.timeline)
        );
        press(&mut viewer, Key::Left);
        assert_eq!(view::known(&viewer.timeline), "as stored");
        let red = |viewer: &mut Viewer| viewer.frame().unwrap().palette().contains(&[255, 64, 64]);
        assert!(red(&mut viewer));
    }

    #[test]
    fn where_all_is_as_stored_the_search_says_so() {
        let (_folder, path) = walking(40, |_, line| line);
        let timeline = Timeline::open(&path, &GameFolders::default()).unwrap();
        let mut viewer = Viewer::new(
            RunFiles::default(),
            timeline,
            Layers::default(),
            Settings::default(),
            None,
        )
        .unwrap();
        press(&mut viewer, Key::Char('d'));
        let said = viewer.caption.as_ref().map(|(text, _)| text.as_str());
        assert_eq!(
            (frame(&viewer), said),
            (
                39,
                Some("no difference: all 40 frames match the stored lines")
            )
        );
        press(&mut viewer, Key::Char('e'));
        assert_eq!(
            viewer.caption.unwrap().0,
            "no pictures are stored for this scene"
        );
    }

    #[test]
    fn going_to_a_far_frame_shows_what_is_reached_and_can_be_stopped() {
        let (_folder, mut viewer) = viewer();
        viewer.aim = Some(Destination::Frame(149));
        assert!(viewer.tick_interval() < viewer.timeline.frame_duration());
        press(&mut viewer, Key::Char(' '));
        assert_eq!((frame(&viewer), viewer.aim), (0, None));
    }

    #[test]
    fn speed_layers_help_and_pictures_are_those_of_play() {
        let (folder, mut viewer) = viewer();
        let usual = viewer.tick_interval();
        press(&mut viewer, Key::Char('='));
        press(&mut viewer, Key::Char('='));
        assert_eq!(viewer.tick_interval(), usual / 4);
        press(&mut viewer, Key::Char('-'));
        assert_eq!(viewer.tick_interval(), usual / 2);
        viewer.clock.paused = true;
        viewer.caption = None;
        let pixels = |viewer: &mut Viewer| viewer.frame().unwrap().pixels().to_vec();
        let bare = pixels(&mut viewer);
        press(&mut viewer, Key::F(5));
        assert!(viewer.view.layers.contains(Layers::PALETTE) && pixels(&mut viewer) != bare);
        press(&mut viewer, Key::F(5));
        let has_help = |viewer: &mut Viewer| {
            let overlay = viewer.overlay(UVec2::new(320, 240)).unwrap();
            overlay.is_some()
        };
        press(&mut viewer, Key::Char('h'));
        assert!(has_help(&mut viewer) && pixels(&mut viewer) == bare);
        press(&mut viewer, Key::Right);
        assert_eq!(frame(&viewer), 0, "the arrow turned a page");
        press(&mut viewer, Key::Escape);
        assert!(!has_help(&mut viewer) && !viewer.done);
        press(&mut viewer, Key::F(12));
        assert!(
            folder
                .path()
                .join("captures/scene-frame-00000-0001.png")
                .exists()
        );
        press(&mut viewer, Key::Escape);
        assert!(viewer.done);
    }
}

//! Asking another program for a scene's lines, and judging them.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::{Difference, drawn};
use anyhow::{Result, bail};
use scumm_platform::file::TemporaryFolder;
use scumm_room::resource::folder_of;
use serde_json::Value;

use super::level::Level;
use super::process::Process;
use super::protocol::{End, Request, Said};
use crate::harness::judge::{CheckMode, Failure, Verdict, skip_line, stored};
use crate::harness::kit::chapter;
use crate::harness::screenshots::{self, Screenshot, frame_file};
use crate::harness::sources::{GamePlaces, Sources};
use crate::harness::{pictures, text};

/// A program that plays scenes, to be compared with their stored lines.
pub struct Examiner {
    words: Vec<String>,
    /// It goes on running, and scenes come on its stdin.
    pipe: bool,
    /// How much of a line the program has to know.
    pub level: Level,
    /// For one scene.
    limit: Duration,
    /// The program's environment says so.
    places: GamePlaces,
    /// Programs in pipes that wait for a scene.
    idle: Mutex<Vec<Process>>,
    requests: AtomicU64,
}

/// A scene's lines as the program prints them.
pub struct Answer<'e> {
    examiner: &'e Examiner,
    process: Process,
    /// The request, where the program is in a pipe.
    id: Option<u64>,
    until: Instant,
    /// Its last line has come.
    is_over: bool,
}

impl Examiner {
    /// A program by its name and arguments.
    pub fn new(
        words: Vec<String>,
        pipe: bool,
        level: Level,
        limit: Duration,
        places: GamePlaces,
    ) -> Self {
        Self {
            words,
            pipe,
            level,
            limit,
            places,
            idle: Mutex::default(),
            requests: AtomicU64::new(1),
        }
    }

    /// Judges a scene by what the program prints for it, and counts the lines that are as stored.
    ///
    /// # Errors
    /// Nothing is stored, or the program can't be started.
    pub fn compare(
        &self,
        scene: &Path,
        sources: &dyn Sources,
        mode: CheckMode,
        lines: &mut usize,
    ) -> Result<Verdict> {
        let mut stored = stored(scene)?;
        let text = sources.text(scene)?;
        // Only our own engine knows whether the game is here.
        let error = if text.contains("data") {
            sources.open_text(scene, &text).err()
        } else {
            None
        };
        if let Some(line) = error.as_ref().and_then(skip_line) {
            return Ok(Verdict::Skipped(line));
        }
        let feature =
            || Ok::<_, anyhow::Error>(chapter::feature(&sources.open_text(scene, &text)?));
        let mut answer = self.ask(scene, &text, None)?;
        let mut verdict = loop {
            let mut expected = stored.next().transpose()?.map(|line| line.value());
            let mut found = match answer.next_line(*lines) {
                Ok(Said::Line(line)) => Some(line),
                Ok(Said::Skip(why)) => break Verdict::LeftOut(why, feature()?),
                Ok(Said::End(_)) => None,
                Err(what) => {
                    break Verdict::Broken(format!("{}: {what} ({})", scene.display(), feature()?));
                }
            };
            expected
                .iter_mut()
                .chain(&mut found)
                .for_each(|line| self.level.cut(line));
            match Difference::between(*lines, expected.as_ref(), found.as_ref()) {
                Some(difference) => {
                    let feature = Some(feature()?);
                    break Verdict::Differs(Box::new(Failure {
                        difference,
                        feature,
                        ..Failure::default()
                    }));
                }
                None if found.is_none() => break Verdict::Passed,
                None => *lines += 1,
            }
        };
        if !matches!(verdict, Verdict::Broken(_)) {
            answer.finish();
        }
        if let (Verdict::Differs(failure), true) = (&mut verdict, mode.frames) {
            self.look(scene, &text, sources, failure)?;
        }
        Ok(verdict)
    }

    /// Adds the pictures to a difference: the program's, where it writes them, and ours where it plays to the stored line.
    fn look(
        &self,
        scene: &Path,
        text: &str,
        sources: &dyn Sources,
        failure: &mut Failure,
    ) -> Result<()> {
        let at = failure.difference.line.saturating_sub(1);
        failure.found = self.frames(scene, text, at..at + 1)?.pop().flatten();
        let mut runner = sources.open_text(scene, text)?.silent().with_trace();
        for _ in 0..failure.difference.line {
            runner.next_line()?;
        }
        if failure.difference.key == "crc" {
            failure.ours = drawn(runner.stage());
        }
        failure.expected = Some(Screenshot::of(runner.stage()));
        if failure.found.is_none() && failure.difference.key == "crc" {
            let file = frame_file(Path::new(""), at);
            let how = if self.pipe {
                "a request has \"frames\":\"DIR\""
            } else {
                "it is called with --frames DIR"
            };
            let why = "the program's picture is not known: where";
            failure.missing = Some(format!(
                "{why} {how}, it may write DIR/{} for this line",
                file.display()
            ));
        }
        if let (Some(found), Some(expected)) = (&failure.found, &failure.expected) {
            failure.differs = pictures::difference(&expected.picture, &found.picture);
        }
        Ok(())
    }

    /// The pictures that the program writes for some lines of a scene; `None` for each that it does not write.
    ///
    /// # Errors
    /// The program can't be started.
    pub fn frames(
        &self,
        scene: &Path,
        text: &str,
        lines: Range<usize>,
    ) -> Result<Vec<Option<Screenshot>>> {
        let folder = TemporaryFolder::new()?;
        let mut answer = self.ask(scene, text, Some(folder.path()))?;
        let mut count = 0;
        // A line's picture is there before the line after it.
        while count <= lines.end && matches!(answer.next_line(count), Ok(Said::Line(_))) {
            count += 1;
        }
        answer.finish();
        let picture = |line: usize| screenshots::read_png(&frame_file(folder.path(), line)).ok();
        Ok(lines.map(picture).collect())
    }

    /// Gives `hear` each line that the program prints for a scene that stands in the file `path`; returns why it went wrong after
    /// them, in words.
    ///
    /// # Errors
    /// The program can't be started, or leaves a part of the scene out; what `hear` says.
    pub fn lines(
        &self,
        path: &Path,
        text: &str,
        mut hear: impl FnMut(Value) -> Result<()>,
    ) -> Result<Option<String>> {
        let mut answer = self.ask(path, text, None)?;
        let mut count = 0;
        loop {
            match answer.next_line(count) {
                Ok(Said::Line(mut line)) => {
                    self.level.cut(&mut line);
                    hear(line)?;
                    count += 1;
                }
                Ok(Said::Skip(why)) => bail!("{}: left out: {why}", path.display()),
                Ok(Said::End(_)) => break,
                Err(trouble) => return Ok(Some(trouble)),
            }
        }
        answer.finish();
        Ok(None)
    }

    /// Gives the program a scene to play, with a folder for its pictures where they are wanted.
    ///
    /// # Errors
    /// It can't be started, or the scene's text is no text of a scene.
    pub fn ask(&self, path: &Path, text: &str, frames: Option<&Path>) -> Result<Answer<'_>> {
        let until = Instant::now() + self.limit;
        let answer = |process, id| Answer {
            examiner: self,
            process,
            id,
            until,
            is_over: false,
        };
        if !self.pipe {
            let frames = frames.map(|folder| [OsStr::new("--frames"), folder.as_os_str()]);
            let arguments: Vec<&OsStr> = frames
                .iter()
                .flatten()
                .copied()
                .chain([path.as_os_str()])
                .collect();
            return Ok(answer(
                Process::start(&self.words, &arguments, &self.places, false)?,
                None,
            ));
        }
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let process =
            idle.map_or_else(|| Process::start(&self.words, &[], &self.places, true), Ok)?;
        let id = self.requests.fetch_add(1, Ordering::Relaxed);
        let request = Request {
            id,
            dir: std::path::absolute(folder_of(path))?,
            name: path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            frames: frames.map(Path::to_path_buf),
            scene: text::values(path, text)?.into(),
        };
        process.ask(serde_json::to_string(&request)?);
        Ok(answer(process, Some(id)))
    }
}

impl Answer<'_> {
    /// The next line; `count` have come already.
    ///
    /// # Errors
    /// The answer can't be compared; why, in words.
    fn next_line(&mut self, count: usize) -> Result<Said, String> {
        let number = count + 1;
        let said = match self.process.hear(self.until) {
            Ok(Ok(text)) => Said::parse(&text).map_err(|why| {
                let shown: String = text.trim_end().chars().take(80).collect();
                format!("line {number} is no line of a scene: {why}: found {shown:?}")
            })?,
            Ok(Err(why)) => return Err(format!("line {number} can't be read: {why}")),
            Err(RecvTimeoutError::Timeout) => {
                let limit = self.examiner.limit.as_secs_f64();
                return Err(format!(
                    "the program took longer than {limit} s; {count} lines came"
                ));
            }
            Err(RecvTimeoutError::Disconnected) => return self.ended(count),
        };
        match (&said, self.id) {
            (Said::End(end), Some(id)) if end.id == id => match &end.error {
                Some(error) => Err(format!(
                    "the program can't play it after {count} lines: {error}"
                )),
                None => {
                    self.is_over = true;
                    Ok(said)
                }
            },
            (Said::End(end), _) => Err(format!(
                "line {number} is the end of request {}, nobody's",
                end.id
            )),
            _ => Ok(said),
        }
    }

    /// The program has closed its stdout: good only where it is called for each scene, and ended well.
    fn ended(&mut self, count: usize) -> Result<Said, String> {
        let status = self.process.status();
        if self.id.is_none() && status.is_some_and(|status| status.success()) {
            return Ok(Said::End(End {
                id: 0,
                end: true,
                error: None,
            }));
        }
        let how = status.map_or_else(
            || "closed its stdout and goes on running".to_owned(),
            describe,
        );
        let complaint = self.process.complaint();
        let colon = if complaint.is_empty() { "" } else { ": " };
        Err(format!(
            "the program {how} after {count} lines{colon}{complaint}"
        ))
    }

    /// Hears what else is said, so that the program in a pipe is ready for another scene.
    fn finish(mut self) {
        if self.id.is_none() {
            return;
        }
        while !self.is_over {
            if self.next_line(0).is_err() {
                return;
            }
        }
        self.examiner
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(self.process);
    }
}

fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => format!("was ended by a {status}"),
    }
}

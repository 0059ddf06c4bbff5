//! Runs another program on a scene and compares its lines with the stored lines.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::{Difference, describe_actors};
use anyhow::{Result, bail};
use scumm_media::file::AtomicFiles;
use scumm_room::resource::folder_of;
use serde_json::Value;

use super::process::{Process, RunningPrograms};
use super::protocol::{AnswerLine, ConformanceLevel, SceneEnd, SceneRequest};
use crate::harness::judge::{CheckMode, SceneFailure, Verdict, skip_line, stored};
use crate::harness::kit::chapter;
use crate::harness::screenshots::{self, Screenshot, frame_file};
use crate::harness::sources::{GameFolders, SceneSources};
use crate::harness::{pictures, text};

/// A program that plays scenes, whose lines are compared with the stored lines.
pub struct ProgramUnderTest {
    words: Vec<String>,
    /// Whether the program plays many scenes, which it reads from its stdin. Otherwise the program
    /// is started once for each scene.
    pipe: bool,
    /// The keys of a line that the program has to report.
    pub level: ConformanceLevel,
    /// The time limit for one scene.
    limit: Duration,
    /// The folders of games, which the program gets in its environment.
    places: GameFolders,
    /// The writer of temporary folders.
    files: AtomicFiles,
    /// The list of programs that the examiner has started.
    programs: RunningPrograms,
    /// Running programs that wait for a scene.
    idle: Mutex<Vec<Process>>,
    requests: AtomicU64,
}

/// The lines of a scene that the program prints.
pub struct ProgramAnswer<'e> {
    program: &'e ProgramUnderTest,
    process: Process,
    /// The number of the request, if the program reads scenes from its stdin.
    id: Option<u64>,
    until: Instant,
    /// Whether the last line has been read.
    is_over: bool,
}

impl ProgramUnderTest {
    /// Creates the examiner for a program with its name and arguments.
    pub fn new(
        words: Vec<String>,
        pipe: bool,
        level: ConformanceLevel,
        limit: Duration,
        places: GameFolders,
        files: AtomicFiles,
        programs: RunningPrograms,
    ) -> Self {
        Self {
            words,
            pipe,
            level,
            limit,
            places,
            files,
            programs,
            idle: Mutex::default(),
            requests: AtomicU64::new(1),
        }
    }

    /// Compares the lines that the program prints for a scene with the stored lines, and counts the
    /// equal lines.
    ///
    /// # Errors
    /// Returns an error if no lines are stored or the program cannot be started.
    pub fn compare(
        &self,
        scene: &Path,
        sources: &dyn SceneSources,
        mode: CheckMode,
        lines: &mut usize,
    ) -> Result<Verdict> {
        let mut stored = stored(scene)?;
        let text = sources.text(scene)?;
        // Only our own engine can tell whether the game of the scene is on this machine. If not,
        // the scene is skipped.
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
                Ok(AnswerLine::Line(line)) => Some(line),
                Ok(AnswerLine::Skip(why)) => break Verdict::LeftOut(why, feature()?),
                Ok(AnswerLine::End(_)) => None,
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
                    break Verdict::Differs(Box::new(SceneFailure {
                        difference,
                        feature,
                        ..SceneFailure::default()
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

    /// Adds the pictures to a difference: the program's picture, if the program writes one, and the
    /// picture of our own engine at the same line.
    fn look(
        &self,
        scene: &Path,
        text: &str,
        sources: &dyn SceneSources,
        failure: &mut SceneFailure,
    ) -> Result<()> {
        let at = failure.difference.line.saturating_sub(1);
        failure.found = self.frames(scene, text, at..at + 1)?.pop().flatten();
        let mut runner = sources.open_text(scene, text)?.silent().with_trace();
        for _ in 0..failure.difference.line {
            runner.next_line()?;
        }
        if failure.difference.key == "crc" {
            failure.ours = describe_actors(runner.stage());
        }
        failure.expected = Some(Screenshot::from_stage(runner.stage()));
        if failure.found.is_none() && failure.difference.key == "crc" {
            let file = frame_file(Path::new(""), at);
            let how = if self.pipe {
                "for a request with \"frames\":\"DIR\""
            } else {
                "if it is called with --frames DIR"
            };
            let why = "the program's picture is unknown:";
            failure.missing = Some(format!(
                "{why} {how}, the program may write it to DIR/{}",
                file.display()
            ));
        }
        if let (Some(found), Some(expected)) = (&failure.found, &failure.expected) {
            failure.differs = pictures::difference(&expected.picture, &found.picture);
        }
        Ok(())
    }

    /// Returns the pictures that the program writes for some lines of a scene, with `None` for each
    /// picture that it does not write.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn frames(
        &self,
        scene: &Path,
        text: &str,
        lines: Range<usize>,
    ) -> Result<Vec<Option<Screenshot>>> {
        let folder = self.files.temporary_folder()?;
        let mut answer = self.ask(scene, text, Some(folder.path()))?;
        let mut count = 0;
        // The picture of a line is written before the next line.
        while count <= lines.end && matches!(answer.next_line(count), Ok(AnswerLine::Line(_))) {
            count += 1;
        }
        answer.finish();
        let picture = |line: usize| screenshots::read_png(&frame_file(folder.path(), line)).ok();
        Ok(lines.map(picture).collect())
    }

    /// Calls `hear` with each line that the program prints for a scene in the file `path`. If the
    /// program fails after these lines, returns the message of the failure.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or skips a part of the scene, and the
    /// errors of `hear`.
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
                Ok(AnswerLine::Line(mut line)) => {
                    self.level.cut(&mut line);
                    hear(line)?;
                    count += 1;
                }
                Ok(AnswerLine::Skip(why)) => bail!("{}: left out: {why}", path.display()),
                Ok(AnswerLine::End(_)) => break,
                Err(trouble) => return Ok(Some(trouble)),
            }
        }
        answer.finish();
        Ok(None)
    }

    /// Makes the program play a scene. `frames` is the folder for its pictures, if pictures are
    /// wanted.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or the text is not a scene.
    pub fn ask(&self, path: &Path, text: &str, frames: Option<&Path>) -> Result<ProgramAnswer<'_>> {
        let until = Instant::now() + self.limit;
        let answer = |process, id| ProgramAnswer {
            program: self,
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
            return Ok(answer(self.start(&arguments)?, None));
        }
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let process = match idle {
            Some(process) => process,
            None => self.start(&[])?,
        };
        let id = self.requests.fetch_add(1, Ordering::Relaxed);
        let request = SceneRequest {
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
        process.send(serde_json::to_string(&request)?);
        Ok(answer(process, Some(id)))
    }

    /// Starts the program with additional arguments.
    fn start(&self, arguments: &[&OsStr]) -> Result<Process> {
        Process::start(
            &self.programs,
            &self.words,
            arguments,
            &self.places,
            self.pipe,
        )
    }
}

impl ProgramAnswer<'_> {
    /// Reads the next line; `count` lines have been read before.
    ///
    /// # Errors
    /// Returns a message if the answer cannot be compared.
    fn next_line(&mut self, count: usize) -> Result<AnswerLine, String> {
        let number = count + 1;
        let said = match self.process.receive(self.until) {
            Ok(Ok(text)) => AnswerLine::parse(&text).map_err(|why| {
                let shown: String = text.trim_end().chars().take(80).collect();
                format!("line {number} is not a line of a scene: {why}: found {shown:?}")
            })?,
            Ok(Err(why)) => return Err(format!("line {number} cannot be read: {why}")),
            Err(RecvTimeoutError::Timeout) => {
                let limit = self.program.limit.as_secs_f64();
                return Err(format!(
                    "the program took longer than {limit} s; it sent {count} lines"
                ));
            }
            Err(RecvTimeoutError::Disconnected) => return self.ended(count),
        };
        match (&said, self.id) {
            (AnswerLine::End(end), Some(id)) if end.id == id => match &end.error {
                Some(error) => Err(format!(
                    "the program cannot play the scene after {count} lines: {error}"
                )),
                None => {
                    self.is_over = true;
                    Ok(said)
                }
            },
            (AnswerLine::End(end), _) => Err(format!(
                "line {number} ends request {}, which was not sent",
                end.id
            )),
            _ => Ok(said),
        }
    }

    /// Handles the end of the program's stdout. The end is correct only if the program was started
    /// for this scene alone and has succeeded.
    fn ended(&mut self, count: usize) -> Result<AnswerLine, String> {
        let status = self.process.status();
        if self.id.is_none() && status.is_some_and(|status| status.success()) {
            return Ok(AnswerLine::End(SceneEnd {
                id: 0,
                end: true,
                error: None,
            }));
        }
        let how = status.map_or_else(|| "closed its stdout but still runs".to_owned(), describe);
        let complaint = self.process.stderr_head();
        let colon = if complaint.is_empty() { "" } else { ": " };
        Err(format!(
            "the program {how} after {count} lines{colon}{complaint}"
        ))
    }

    /// Reads the remaining lines, so that the program is ready for another scene.
    fn finish(mut self) {
        if self.id.is_none() {
            return;
        }
        while !self.is_over {
            if self.next_line(0).is_err() {
                return;
            }
        }
        self.program
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(self.process);
    }
}

fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => format!("was ended by {status}"),
    }
}

//! A running program: its process group, its lines as they arrive, with a time limit, and the first
//! lines of its stderr.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{iter, thread};

use anyhow::{Context, Result};
use scumm_media::text::escape_name;

use crate::harness::sources::GameFolders;

/// The most bytes of a line that is read. The longest line of our own engine has less than a
/// hundredth of this size.
const LONGEST_LINE: u64 = 16 << 20;
/// The most lines in the queue for comparison.
const WAITING: usize = 256;
/// The number of bytes of stderr that are kept.
const KEPT: u64 = 2000;
/// The number of lines of stderr that are reported.
const TOLD: usize = 5;
/// The time in which a program has to end after it has closed its stdout.
const FAREWELL: Duration = Duration::from_secs(2);
/// The time to wait for the last output on stderr.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A running program. Dropping the value ends the program and all processes that it has started,
/// unless they have left its process group.
pub struct Process {
    child: Child,
    group: Group,
    lines: Receiver<Result<String, String>>,
    /// The lines to be written to the program's stdin.
    requests: Option<Sender<String>>,
    /// The first bytes of the program's stderr.
    errors: Receiver<u8>,
}

impl Process {
    /// Starts a program, whose environment contains the folders of games. With `pipe`,
    /// [`Self::send`] can write lines to its stdin.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn start(
        programs: &RunningPrograms,
        words: &[String],
        more: &[&OsStr],
        places: &GameFolders,
        pipe: bool,
    ) -> Result<Self> {
        let (program, arguments) = words.split_first().context(
            "expected a program, found an empty \
            command",
        )?;
        let mut command = Command::new(program);
        command.args(arguments).args(more).envs(places);
        command
            .stdin(if pipe { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, group) =
            Group::spawn(programs, &mut command).with_context(|| program.clone())?;
        let (sender, lines) = sync_channel(WAITING);
        if let Some(from) = child.stdout.take() {
            thread::spawn(move || read_lines(BufReader::new(from), &sender));
        }
        let (sender, errors) = channel();
        if let Some(from) = child.stderr.take() {
            thread::spawn(move || read_head(BufReader::new(from), &sender));
        }
        let requests = child.stdin.take().map(|to| {
            let (sender, requests) = channel();
            thread::spawn(move || write_lines(to, &requests));
            sender
        });
        Ok(Self {
            child,
            group,
            lines,
            requests,
            errors,
        })
    }

    /// Queues a line for the program's stdin, without waiting for the program to read it.
    pub fn send(&self, line: String) {
        // Sending fails only after the program has ended. The next call of `receive` reports that
        // its lines have ended, too.
        let _ = self.requests.as_ref().map(|requests| requests.send(line));
    }

    /// Waits for a line, or for the message that the line cannot be read.
    ///
    /// # Errors
    /// Returns `Timeout` if the time is up, and `Disconnected` if the program has closed its
    /// stdout.
    pub fn receive(&self, until: Instant) -> Result<Result<String, String>, RecvTimeoutError> {
        self.lines
            .recv_timeout(until.saturating_duration_since(Instant::now()))
    }

    /// Returns the exit status of a program that has closed its stdout, or `None` if it keeps
    /// running.
    pub fn status(&mut self) -> Option<ExitStatus> {
        let status = wait_for(FAREWELL, || self.child.try_wait().ok().flatten());
        if status.is_some() {
            self.group.end();
        }
        status
    }

    /// Returns the first lines of the program's stderr.
    pub fn stderr_head(&self) -> String {
        // A program that has ended has closed its stderr, unless another process that it has
        // started keeps it open.
        let until = Instant::now() + LAST_WORDS;
        let left = || until.saturating_duration_since(Instant::now());
        let errors: Vec<u8> = iter::from_fn(|| self.errors.recv_timeout(left()).ok()).collect();
        String::from_utf8_lossy(&errors)
            .lines()
            .take(TOLD)
            .map(escape_name)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.requests = None;
        self.group.end();
        // This fails if the program has already ended, and then nothing has to be done.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Calls `ask`, with increasing pauses, until `ask` returns a value or the time is up.
fn wait_for<T>(time: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let until = Instant::now() + time;
    let mut pause = Duration::from_micros(50);
    loop {
        let answer = ask();
        if answer.is_some() || Instant::now() >= until {
            return answer;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn read_lines(mut from: impl BufRead, to: &SyncSender<Result<String, String>>) {
    loop {
        let mut line = Vec::new();
        let said = match from
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
        {
            Ok(0) => return,
            Ok(_) if line.len() as u64 == LONGEST_LINE => {
                Err(format!("the line has more than {LONGEST_LINE} bytes"))
            }
            Ok(_) => String::from_utf8(line).map_err(|_| "the line is not UTF-8".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let is_blank = said.as_ref().is_ok_and(|line| line.trim().is_empty());
        let is_over = said.is_err();
        if !is_blank && to.send(said).is_err() || is_over {
            return;
        }
    }
}

fn read_head(mut from: impl BufRead, to: &Sender<u8>) {
    from.by_ref()
        .take(KEPT)
        .bytes()
        .map_while(Result::ok)
        .for_each(|byte| _ = to.send(byte));
    // The rest of the output is read and dropped. Otherwise the program would block on a full pipe.
    let _ = io::copy(&mut from, &mut io::sink());
}

fn write_lines(mut to: ChildStdin, requests: &Receiver<String>) {
    for mut line in requests {
        line.push('\n');
        if to
            .write_all(line.as_bytes())
            .and_then(|()| to.flush())
            .is_err()
        {
            return;
        }
    }
}

/// The list of the programs that a run of this program has started and that still run. Clones share
/// the list.
#[derive(Clone, Debug, Default)]
pub struct RunningPrograms(Arc<Mutex<GroupList>>);

#[derive(Debug, Default)]
struct GroupList {
    /// The numbers of the leading processes.
    leaders: BTreeSet<u32>,
    /// Whether this program is about to end.
    is_closed: bool,
}

impl RunningPrograms {
    /// Ends all programs, for a program that is about to end itself. No program is started
    /// afterwards: callers that try to start one wait for the end.
    pub fn close(self) {
        let mut list = self.lock();
        list.is_closed = true;
        for leader in &list.leaders {
            kill(*leader);
        }
    }

    /// Locks the list. After [`Self::close`] the call blocks until the process ends.
    fn lock(&self) -> MutexGuard<'_, GroupList> {
        loop {
            let list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if !list.is_closed {
                return list;
            }
            drop(list);
            thread::park();
        }
    }
}

/// The process group of a program: a foreign program and all processes that it starts, so that no
/// process outlives its scene. On systems without process groups only the program itself is ended.
struct Group {
    leader: Option<u32>,
    programs: RunningPrograms,
}

impl Group {
    /// Starts a program in a new group.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    fn spawn(programs: &RunningPrograms, command: &mut Command) -> io::Result<(Child, Self)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut list = programs.lock();
        let child = command.spawn()?;
        let leader = child.id();
        list.leaders.insert(leader);
        let group = Self {
            leader: Some(leader),
            programs: programs.clone(),
        };
        Ok((child, group))
    }

    /// Ends every process of the group. A second call does nothing, because the number may belong
    /// to another group by then.
    fn end(&mut self) {
        let Some(leader) = self.leader.take() else {
            return;
        };
        let mut list = self.programs.lock();
        kill(leader);
        list.leaders.remove(&leader);
    }
}

#[cfg(unix)]
fn kill(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let pid = i32::try_from(leader).ok().and_then(Pid::from_raw);
    // This fails if all processes have already ended, and then nothing has to be done.
    let _ = pid.map(|pid| kill_process_group(pid, Signal::KILL));
}

#[cfg(not(unix))]
const fn kill(_: u32) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::path::Path;
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    #[test]
    fn what_a_program_has_started_ends_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pid");
        let script = format!("sleep 4321 & echo $! > '{}'; wait", file.display());
        let mut command = Command::new("sh");
        command.args(["-c", &script]).stdout(Stdio::null());
        let (mut program, mut group) =
            Group::spawn(&RunningPrograms::default(), &mut command).unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        let wait_for = |is_so: &dyn Fn() -> bool| {
            while !is_so() {
                assert!(Instant::now() < until, "it takes too long");
                sleep(Duration::from_millis(10));
            }
        };
        let child = || {
            std::fs::read_to_string(&file)
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        wait_for(&|| !child().is_empty());
        let place = Path::new("/proc").join(child());
        // A process that has ended stays as a zombie until its parent reads its status.
        let ended = || {
            std::fs::read_to_string(place.join("stat")).map_or(true, |stat| stat.contains(") Z "))
        };
        assert!(!ended());
        group.end();
        program.wait().unwrap();
        wait_for(&ended);
        group.end();
    }
}

//! Process groups: a foreign program and all processes that it starts, so that no process outlives
//! its scene. On systems without process groups only the program itself is ended.

use std::collections::BTreeSet;
use std::io;
use std::mem;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The running groups, by the numbers of their leading processes.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// The process group of a program.
pub struct Group {
    leader: Option<u32>,
}

impl Group {
    /// Starts a program in a new group.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut running = lock();
        let child = command.spawn()?;
        let leader = child.id();
        running.insert(leader);
        Ok((
            child,
            Self {
                leader: Some(leader),
            },
        ))
    }

    /// Ends every process of the group. A second call does nothing, because the number may belong
    /// to another group by then.
    pub fn end(&mut self) {
        let Some(leader) = self.leader.take() else {
            return;
        };
        let mut running = lock();
        kill(leader);
        running.remove(&leader);
    }
}

/// Ends all programs, for a program that is about to end itself. No program is started afterwards:
/// callers that try to start one wait for the end.
pub fn end_all() {
    let running = lock();
    running.iter().copied().for_each(kill);
    mem::forget(running);
}

#[cfg(unix)]
fn kill(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let pid = i32::try_from(leader).ok().and_then(Pid::from_raw);
    // If all processes have ended there is nothing to do.
    let _ = pid.map(|pid| kill_process_group(pid, Signal::KILL));
}

#[cfg(not(unix))]
const fn kill(_: u32) {}

fn lock() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::path::Path;
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn what_a_program_has_started_ends_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pid");
        let script = format!("sleep 4321 & echo $! > '{}'; wait", file.display());
        let mut command = Command::new("sh");
        command.args(["-c", &script]).stdout(Stdio::null());
        let (mut program, mut group) = Group::spawn(&mut command).unwrap();
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

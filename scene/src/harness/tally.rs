//! The number of scenes for each result.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use super::judge::Verdict;

/// The number of scenes for each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Scenes that passed.
    pub passed: usize,
    /// Scenes that differ from the stored lines or from their own claims.
    pub differing: usize,
    /// Scenes that differ as their key `known_failure` states.
    pub known: usize,
    /// Scenes that were not played, or not to their end.
    pub skipped: usize,
    /// Scenes that cannot be played.
    pub bad: usize,
}

impl Tally {
    /// Counts a scene.
    pub fn count(&mut self, verdict: &Verdict) {
        *match verdict {
            Verdict::Passed => &mut self.passed,
            Verdict::Known(..) => &mut self.known,
            Verdict::Differs(_) | Verdict::Unmet(_) | Verdict::Fixed(_) | Verdict::Broken(_) => {
                &mut self.differing
            }
            Verdict::Skipped(_) | Verdict::LeftOut(..) => &mut self.skipped,
            Verdict::Bad(_) => &mut self.bad,
        } += 1;
    }
}

/// The number of scenes that another program skips, for each feature and reason.
#[derive(Debug, Default)]
pub struct SkippedScenes(BTreeMap<&'static str, BTreeMap<String, usize>>);

impl SkippedScenes {
    /// Counts a scene.
    pub fn count(&mut self, verdict: &Verdict) {
        if let Verdict::LeftOut(why, feature) = verdict {
            *self
                .0
                .entry(feature)
                .or_default()
                .entry(why.clone())
                .or_default() += 1;
        }
    }
}

/// The most reasons that are reported for a feature.
const REASONS: usize = 5;

impl fmt::Display for SkippedScenes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (feature, reasons) in &self.0 {
            let mut most: Vec<_> = reasons.iter().collect();
            most.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let told = most
                .iter()
                .take(REASONS)
                .map(|(why, count)| format!("{count} {why}"));
            let told = told
                .chain((most.len() > REASONS).then(|| "…".to_owned()))
                .collect::<Vec<_>>()
                .join(", ");
            writeln!(
                f,
                "left out of {feature}: {} ({told})",
                reasons.values().sum::<usize>()
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} passed, {} failed",
            self.passed,
            self.differing + self.bad
        )?;
        for (count, what) in [(self.known, "known to fail"), (self.skipped, "skipped")] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}

impl Verdict {
    /// Returns the line of a report for the verdict, or `None` if the scene passed.
    pub fn line(&self, scene: &Path) -> Option<String> {
        let scene = scene.display();
        Some(match self {
            Self::Passed => return None,
            Self::Known(why, _) => format!("{scene}: known to fail: {why}"),
            Self::Fixed(why) => format!("{scene}: passes, but has a known_failure: {why}"),
            Self::Differs(failure) => format!("{scene}: {}", failure.headline()),
            Self::Unmet(message) | Self::Skipped(message) | Self::Broken(message) => {
                message.clone()
            }
            Self::LeftOut(why, feature) => format!("{scene}: left out: {why} ({feature})"),
            Self::Bad(error) => format!("{error:#}"),
        })
    }
}

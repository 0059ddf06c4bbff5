//! Writes results as JUnit XML, for systems that run tests.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use quick_junit::NonSuccessKind::{Error, Failure};
use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};

use super::judge::{Judgement, Verdict};

/// Returns a file with a suite for each folder and a case for each scene.
///
/// # Errors
/// Returns the errors of the encoder.
pub fn text(judged: &[(PathBuf, Judgement)], time: Duration) -> Result<String> {
    let mut report = Report::new("wardrobe scenes");
    report.set_time(time);
    for group in judged.chunk_by(|(a, _), (b, _)| a.parent() == b.parent()) {
        let folder = group
            .first()
            .and_then(|(scene, _)| scene.parent())
            .unwrap_or(Path::new(""));
        let mut suite = TestSuite::new(folder.display().to_string());
        for (scene, judgement) in group {
            suite.add_test_case(case(folder, scene, judgement));
        }
        report.add_test_suite(suite);
    }
    Ok(report.to_string()?)
}

fn case(folder: &Path, scene: &Path, Judgement { verdict, time, .. }: &Judgement) -> TestCase {
    let mut status = match verdict {
        Verdict::Passed => TestCaseStatus::success(),
        Verdict::Known(..) | Verdict::Skipped(_) | Verdict::LeftOut(..) => {
            TestCaseStatus::skipped()
        }
        Verdict::Differs(_) | Verdict::Fixed(_) | Verdict::Unmet(_) => {
            TestCaseStatus::non_success(Failure)
        }
        Verdict::Broken(_) | Verdict::Bad(_) => TestCaseStatus::non_success(Error),
    };
    if let Some(line) = verdict.line(scene) {
        status.set_message(line);
    }
    if let Verdict::Differs(failure) = verdict {
        status.set_description(failure.details(true));
    }
    let mut case = TestCase::new(
        scene.file_stem().unwrap_or_default().to_string_lossy(),
        status,
    );
    case.set_classname(folder.display().to_string())
        .set_time(*time);
    case
}

//! A page with the verdicts on scenes. Failing scenes come first, each with the pictures around its
//! difference. The page is a template into which its data are inserted.

use std::collections::HashMap;
use std::iter;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scumm_media::indexed_png;
use scumm_room::Surface;
use serde_json::{Value, json};

use super::judge::{self, Judgement, SceneFailure, ScenePlayer, Verdict};
use super::pictures;
use super::screenshots::{self, Screenshot};
use super::tally::Tally;

/// The most failing scenes that are shown with a strip of pictures.
const MOST_STRIPS: usize = 40;
/// The number of lines before the first difference.
const BEFORE: usize = 1;
/// The number of lines after the first difference.
const AFTER: usize = 5;
/// The template of the page.
const TEMPLATE: &str = include_str!("report/page.html");
/// The place of the data in the template.
const PLACE: &str = "{{DATA}}";

/// A line of a scene on the page.
#[derive(Debug)]
pub struct SequenceFrame {
    /// The name of the line.
    pub name: String,
    /// Whether this is the first line that differs.
    pub first: bool,
    /// The picture of the run, or `None` if another program wrote no picture.
    pub found: Option<Screenshot>,
    /// The stored picture.
    pub expected: Option<Screenshot>,
}

/// Returns the page for scenes that a player has judged since `start`, with their screenshots.
/// `program` is the name of the program that creates the page. The page needs no other file and no
/// network.
///
/// # Errors
/// Returns an error if a scene can no longer be played, or if its stored pictures are damaged.
pub fn page(
    judged: &[(PathBuf, Judgement)],
    player: &ScenePlayer<'_>,
    tally: &Tally,
    start: Instant,
    program: &str,
) -> Result<String> {
    let mut page = Page::default();
    let mut strips = 0;
    for (scene, judgement) in judged {
        let sequence = match &judgement.verdict {
            Verdict::Differs(failure) | Verdict::Known(_, Some(failure)) => {
                strips += 1;
                match strips <= MOST_STRIPS {
                    false if player.program.is_some() => Vec::new(),
                    long => around(scene, failure, player, long)?,
                }
            }
            _ => Vec::new(),
        };
        page.add(scene, judgement, &sequence)?;
    }
    Ok(page.finish(tally, start.elapsed(), program))
}

/// Plays a scene to its difference and, with `long`, some lines further. Returns the pictures
/// around the difference in pairs. If another program is tested, a pair is the picture of the
/// program and the picture of our own engine; otherwise it is the picture of our own engine and the
/// stored picture.
fn around(
    scene: &Path,
    failure: &SceneFailure,
    player: &ScenePlayer<'_>,
    long: bool,
) -> Result<Vec<SequenceFrame>> {
    let at = failure.difference.line.saturating_sub(1);
    let lines = if long {
        at.saturating_sub(BEFORE)..at + AFTER + 1
    } else {
        at..at + 1
    };
    let text = player.sources.text(scene)?;
    let others = match &player.program {
        Some(program) => program.frames(scene, &text, lines.clone())?,
        None => screenshots::load(scene, lines.clone())?
            .into_iter()
            .flatten()
            .map(Some)
            .collect(),
    };
    let played = judge::play_lines(player.sources.open_text(scene, &text)?, lines.clone(), at)?;
    let frames = lines
        .zip(played)
        .zip(others.into_iter().chain(iter::repeat(None)));
    let frames = frames.map(|((number, (line, ours)), other)| {
        let tick = line.n.map_or_else(String::new, |tick| format!(" {tick}"));
        let name = format!(
            "stored line {}: step {} {}{tick}",
            number + 1,
            line.step,
            line.op
        );
        let (found, expected) = if player.program.is_some() {
            (other, Some(ours))
        } else {
            (Some(ours), other)
        };
        SequenceFrame {
            name,
            first: number == at,
            found,
            expected,
        }
    });
    // A line without a picture of the program is left out, unless it is the line that differs.
    Ok(frames
        .filter(|frame| frame.found.is_some() || frame.first)
        .collect())
}

/// The data of the page.
#[derive(Debug, Default)]
struct Page {
    scenes: Vec<Value>,
    pictures: EmbeddedPictures,
}

/// The pictures of a page, by number.
#[derive(Debug, Default)]
struct EmbeddedPictures {
    /// The pictures in the order of their numbers: width, height, PNG in Base64.
    pictures: Vec<(usize, usize, String)>,
    numbers: HashMap<Vec<u8>, usize>,
}

impl EmbeddedPictures {
    /// Returns the number of a picture. Adds the picture if it is new.
    ///
    /// # Errors
    /// Returns an error if the picture has no pixels.
    fn add(&mut self, screenshot: &Screenshot) -> Result<usize> {
        let frame = screenshot.frame()?;
        let mut png = Vec::new();
        indexed_png::encode_compact(&frame, &mut png)?;
        if let Some(number) = self.numbers.get(&png) {
            return Ok(*number);
        }
        let number = self.pictures.len();
        self.pictures
            .push((frame.width(), frame.height(), STANDARD.encode(&png)));
        self.numbers.insert(png, number);
        Ok(number)
    }
}

/// Returns the position of the first differing column in percent of the picture's width.
fn border(expected: &Surface, found: &Surface) -> Option<usize> {
    let [left, ..] = pictures::difference(expected, found)?.bounds;
    (left * 100).checked_div(found.width())
}

impl Page {
    /// Adds a scene.
    ///
    /// # Errors
    /// Returns an error if a picture has no pixels.
    fn add(
        &mut self,
        scene: &Path,
        judgement: &Judgement,
        sequence: &[SequenceFrame],
    ) -> Result<()> {
        let name = scene
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let group = scene
            .parent()
            .map(|folder| folder.display().to_string())
            .unwrap_or_default();
        let Judgement {
            verdict,
            time,
            lines,
            screenshots,
        } = judgement;
        // The kind of the result, its first line, and the text with all details.
        let (kind, head, text) = match verdict {
            Verdict::Passed => ("passed", String::new(), String::new()),
            Verdict::Skipped(_) => ("skipped", "the game is missing".to_owned(), String::new()),
            Verdict::Known(why, failure) => (
                "known",
                why.clone(),
                failure
                    .as_ref()
                    .map_or_else(String::new, |failure| failure.text()),
            ),
            Verdict::Differs(failure) => ("failed", failure.headline(), failure.details(true)),
            Verdict::Fixed(why) => (
                "failed",
                format!("passes, but has a known_failure: {why}"),
                String::new(),
            ),
            Verdict::LeftOut(why, feature) => (
                "skipped",
                format!("left out: {why} ({feature})"),
                String::new(),
            ),
            Verdict::Unmet(message) | Verdict::Broken(message) => {
                ("failed", message.clone(), String::new())
            }
            Verdict::Bad(error) => ("failed", format!("{error:#}"), String::new()),
        };
        let shown = if matches!(verdict, Verdict::Passed) {
            screenshots.as_slice()
        } else {
            &[]
        };
        let mut add = |at: usize| {
            shown
                .get(at)
                .map(|screenshot| self.pictures.add(screenshot))
                .transpose()
        };
        let first = add(0)?;
        let last = add(1)?;
        let film = sequence
            .iter()
            .map(|frame| self.film_frame(frame))
            .collect::<Result<Vec<_>>>()?;
        let ms = (time.as_secs_f64() * 10_000.0).round() / 10.0;
        self.scenes.push(json!({
            "group": group, "name": name, "kind": kind, "ms": ms, "lines": lines, "head": head, "text": text,
            "first": first, "last": last, "film": film,
        }));
        Ok(())
    }

    fn film_frame(&mut self, frame: &SequenceFrame) -> Result<Value> {
        let SequenceFrame {
            name,
            first,
            found,
            expected,
        } = frame;
        let both = expected.as_ref().zip(found.as_ref());
        let marked = both.map(|(expected, found)| pictures::marked(expected, found));
        let differs =
            *first || both.is_some_and(|(expected, found)| expected.picture != found.picture);
        // The initial position of the border between both pictures.
        let border = both.and_then(|(expected, found)| border(&expected.picture, &found.picture));
        let add = |shown: &Option<Screenshot>| {
            shown
                .as_ref()
                .map(|shown| self.pictures.add(shown))
                .transpose()
        };
        let [found, expected, difference] = [found, expected, &marked].map(add);
        Ok(json!({
            "name": name, "first": first, "differs": differs, "border": border,
            "found": found?, "expected": expected?, "difference": difference?,
        }))
    }

    /// Returns the whole page. `program` is the name of the program that creates it.
    fn finish(&self, tally: &Tally, time: Duration, program: &str) -> String {
        // Kind, number and text.
        let all = [
            ("failed", tally.differing + tally.bad, "failed"),
            ("known", tally.known, "known to fail"),
            ("skipped", tally.skipped, "skipped"),
            ("passed", tally.passed, "passed"),
        ];
        let counts = all
            .into_iter()
            .filter(|(kind, count, _)| *count > 0 || matches!(*kind, "failed" | "passed"));
        let data = json!({
            "counts": counts.collect::<Vec<_>>(),
            "where": place(time, program),
            "scenes": self.scenes,
            "pictures": self.pictures.pictures,
        });
        // The data must not end the script element that contains them.
        let json = data.to_string().replace('<', "\\u003c");
        TEMPLATE.replacen(PLACE, &json, 1)
    }
}

/// Returns the duration, the program and the environment as text.
fn place(time: Duration, program: &str) -> String {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let system = std::env::consts::OS;
    let machine = std::env::consts::ARCH;
    format!(
        "{:.1} s. {program}; {system} on {machine}, {processors} processors.",
        time.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use scumm_room::{Palette, Surface};

    fn judgement(verdict: Verdict, screenshots: Vec<Screenshot>) -> Judgement {
        Judgement {
            verdict,
            time: Duration::from_millis(3),
            lines: 2,
            screenshots,
        }
    }

    #[test]
    fn no_text_ends_the_script_and_no_picture_is_there_twice() {
        let mut page = Page::default();
        let screenshot = || Screenshot {
            picture: Surface::filled(4, 4, 1),
            palette: Palette::greys(),
        };
        let passed = judgement(Verdict::Passed, vec![screenshot(), screenshot()]);
        page.add(Path::new("a/<script>.toml"), &passed, &[])
            .unwrap();
        let error = anyhow::anyhow!("expected </script>, found <!-- y");
        page.add(
            Path::new("a/b.toml"),
            &judgement(Verdict::Bad(error), Vec::new()),
            &[],
        )
        .unwrap();
        let text = page.finish(&Tally::default(), Duration::ZERO, "");
        let (_, after) = text.split_once("id=\"data\">").unwrap();
        let data: Value = serde_json::from_str(after.split_once("</script>").unwrap().0).unwrap();
        assert_eq!(data["scenes"][0]["name"], "<script>");
        assert_eq!(
            data["scenes"][1]["head"],
            "expected </script>, found <!-- y"
        );
        assert_eq!(data["pictures"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn the_border_between_the_pictures_begins_at_the_first_difference() {
        let expected = Surface::from_pixels(8, 2, vec![0; 16]);
        let mut pixels = vec![0; 16];
        pixels[6] = 1;
        pixels[13] = 1;
        assert_eq!(
            border(&expected, &Surface::from_pixels(8, 2, pixels)),
            Some(62)
        );
        assert_eq!(border(&expected, &expected), None);
        assert!(TEMPLATE.contains("value: frame.border ?? 50"));
    }
}

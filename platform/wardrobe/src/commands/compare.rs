//! `wardrobe compare`: compares two editions of a costume, cel by cel and animation by animation.

use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_media::text::plural;
use scumm_tools::colours::{ColourChoice, ColouredCostume, CostumeColours};
use scumm_tools::compare::{
    ComparedResource, CostumeComparison, CostumeDifference, GameComparison,
};
use scumm_tools::costume_input::CostumeInput;
use scumm_tools::load;
use scumm_tools::provenance::ComparisonDocument;
use scumm_tools::run_files::RunFiles;
use serde::Serialize;

use crate::game_args::{ColourArgs, EditionArgs};
use crate::output::OutArgs;

/// Compares two editions of a costume, cel by cel and animation by animation, or of a whole game
///
/// Without --costume the command compares two games as a whole: costumes, rooms, other resources
/// and files.
///
/// With -o each differing cel is written as a PNG that shows the first edition, the second, and the
/// differing pixels of the second. Pixels that only the first edition has are shown there in
/// magenta. The cels are laid over each other by their places. Each edition has the colours of its
/// game; a costume file has those of the other edition's game. The exit code is 0 if the editions
/// are equal, else 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe compare old.cost new.cost --scumm 5
  wardrobe compare ~/games/monkey2 ~/games/monkey2-fixed --costume 5 -o differences
  wardrobe compare ~/games/monkey2 ~/games/monkey2-fixed -o differences
  wardrobe compare ~/games/monkey2 new.cost --costume 5 --json")]
pub struct CompareArgs {
    /// The first edition: a costume file, or with --costume a game
    #[arg(value_name = "A")]
    first: PathBuf,

    /// The second edition
    #[arg(value_name = "B")]
    second: PathBuf,

    /// The number of the costume in the editions that are games
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// The number of the costume in the second game; by default that of --costume
    #[arg(long, value_name = "N", requires = "costume")]
    costume_b: Option<u16>,

    #[command(flatten)]
    edition: EditionArgs,

    #[command(flatten)]
    colours: ColourArgs,

    /// With --scumm 3: read the file as one of a game of 256 colours
    #[arg(long, requires = "scumm")]
    old256: bool,

    /// The folder to write the differing cels into
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print JSON: {"format","wardrobe","first","second","differences":[{"part","what"}...]}; of
    /// whole games "costumes":[{"id","differences"}...],"rooms","others" in place of "differences"
    #[arg(long)]
    json: bool,
}

/// Compares the editions and prints the differences.
pub fn run(args: &CompareArgs, files: &RunFiles) -> Result<bool> {
    let _lock = args
        .out
        .as_deref()
        .map(|folder| files.lock(folder))
        .transpose()?;
    let is_game = |path: &Path| path.is_dir() || load::is_game(path);
    if args.costume.is_none() && is_game(&args.first) && is_game(&args.second) {
        return args.games(files);
    }
    let first = args.load(files, &args.first, args.costume)?;
    let second = args.load(files, &args.second, args.costume_b.or(args.costume))?;
    let Some(of_game) = [&first, &second]
        .into_iter()
        .find(|edition| edition.cast.is_some())
    else {
        // Without a game, `for_file` returns an error if the user has requested the colours of a
        // room.
        let colours = args.colours.choice().for_file(files, &first.loaded)?;
        return args.tell(files, &first, &second, [&colours, &colours]);
    };
    // A costume file has the colours of the other edition's game.
    let are_games = first.cast.is_some() && second.cast.is_some();
    let other = if are_games { &second } else { of_game };
    args.tell(files, &first, &second, [&of_game.colours, &other.colours])
}

impl CompareArgs {
    /// Compares two whole games.
    fn games(&self, files: &RunFiles) -> Result<bool> {
        let open = |path: &Path| self.edition.open(files, path);
        let comparison = GameComparison::new(
            files,
            &open(&self.first)?,
            &open(&self.second)?,
            self.out.as_deref(),
        )?;
        let document = self.document(&comparison);
        OutArgs::default().report(files, self.json, &document, |_| of_games(&comparison))?;
        Ok(comparison.is_empty())
    }

    fn document<'v, T>(&self, value: &'v T) -> ComparisonDocument<'v, T> {
        ComparisonDocument::new(&self.first, &self.second, value)
    }

    fn tell(
        &self,
        files: &RunFiles,
        first: &ColouredCostume,
        second: &ColouredCostume,
        colours: [&CostumeColours; 2],
    ) -> Result<bool> {
        let mut comparison = CostumeComparison::new(&first.loaded, &second.loaded)?;
        if let Some(out) = &self.out {
            let loaded = [&first.loaded, &second.loaded];
            comparison.write_cels(files, loaded, colours, out)?;
        }
        let differences = &comparison.differences;
        let list = DifferenceList { differences };
        OutArgs::default().report(files, self.json, &self.document(&list), |_| {
            let lines: String = differences
                .iter()
                .map(|CostumeDifference { part, what }| format!("{part}: {what}\n"))
                .collect();
            let pictures = match &self.out {
                Some(out) if !lines.is_empty() => {
                    format!("{}: colours of {}\n", out.display(), colours[0].source)
                }
                _ => String::new(),
            };
            format!(
                "{lines}{pictures}{}\n",
                plural(differences.len(), "difference")
            )
        })?;
        Ok(comparison.differences.is_empty())
    }

    fn load(&self, files: &RunFiles, path: &Path, number: Option<u16>) -> Result<ColouredCostume> {
        // A costume file has no number, even if the other edition needs one.
        let costume = number.filter(|_| path.is_dir() || load::is_game(path));
        let input = CostumeInput {
            path: path.to_owned(),
            given: self.edition.given(),
            old256: self.old256,
        };
        // A requested room applies only to an edition that is a game.
        let room = self.colours.choice().room.filter(|_| costume.is_some());
        let choice = ColourChoice {
            room,
            ..self.colours.choice()
        };
        let coloured = ColouredCostume::load(files, &input, costume, &choice)?;
        Ok(ColouredCostume {
            loaded: coloured.loaded.bounded()?,
            ..coloured
        })
    }
}

/// The differences between two costumes.
#[derive(Serialize)]
struct DifferenceList<'d> {
    differences: &'d [CostumeDifference],
}

/// Formats the differences between two games as text.
fn of_games(comparison: &GameComparison) -> String {
    let GameComparison {
        costumes,
        rooms,
        others,
    } = comparison;
    let mut text = String::new();
    for (kind, list) in [("costume", costumes), ("room", rooms)] {
        for ComparedResource { id, differences } in list {
            let whole = format!("{kind} {id}");
            for CostumeDifference { part, what } in differences {
                let part = if *part == whole {
                    String::new()
                } else {
                    format!(", {part}")
                };
                text.push_str(&format!("{whole}{part}: {what}\n"));
            }
        }
    }
    text.extend(
        others
            .iter()
            .map(|CostumeDifference { part, what }| format!("{part}: {what}\n")),
    );
    let counts = [
        (costumes.len(), "costume"),
        (rooms.len(), "room"),
        (others.len(), "other part"),
    ];
    let counts = counts.map(|(count, word)| plural(count, word)).join(", ");
    format!("{text}different: {counts}\n")
}

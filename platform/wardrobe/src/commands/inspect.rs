//! `wardrobe info`: describes a costume. `wardrobe lint`: lists odd or dangerous data in costumes
//! and rooms.
//! `wardrobe map`: shows the purpose of each byte of a costume, and statistics of a whole game.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use scumm_costume::edit::inspect::Map;
use scumm_costume::edit::lint::{LintFinding, Severity};
use scumm_media::text::{joined, plural};
use scumm_tools::casting::CostumeCast;
use scumm_tools::colours::ColouredCostume;
use scumm_tools::info::{Info, LimbInfo};
use scumm_tools::lint::{CostumeFinding, LintReport, findings};
use scumm_tools::lint_rooms::{RoomFinding, RoomLintReport, room_findings};
use scumm_tools::map::{self, FormatStats, Stats};
use scumm_tools::provenance::Document;
use scumm_tools::run_files::RunFiles;
use scumm_tools::shelf;
use serde::Serialize;

use crate::game_args::{ColourArgs, CostumeArgs, InputsArgs, Made};
use crate::messages::Verbosity;
use crate::output::{self, OutArgs, OutputTable, below};

/// Describes a costume: header, palette, animations with their limbs, cels
///
/// For a costume of a game the command also prints the actors that wear it and their rooms, with
/// the level of evidence (wardrobe cast --help), and the palette in the colours of the room in
/// which the costume is shown. Damage is listed at the end and makes the exit code 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe info ~/games/monkey2 --costume 5
  wardrobe info ~/games/monkey2 --costume 5 --room 12
  wardrobe info guybrush.cost --scumm 5 --code
  wardrobe info dig.la0 --costume 12 --json | jq '.cels[] | select(.width > 100)'")]
pub struct InfoArgs {
    #[command(flatten)]
    inputs: InputsArgs,

    /// The number of a costume of the game
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    #[command(flatten)]
    colours: ColourArgs,

    /// Print JSON; for a folder, several files or several games an array
    #[arg(long)]
    json: bool,

    /// Also print the commands
    #[arg(long)]
    code: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Prints the description of costumes.
pub fn show_info(args: &InfoArgs, files: &RunFiles) -> Result<bool> {
    let choice = args.colours.choice();
    let infos = args.inputs.each(|named, input| {
        let coloured = ColouredCostume::load(files, &input, args.costume, &choice)?;
        Ok(Document {
            head: input.head(files, &named.name)?,
            value: Info::new(&coloured, args.code),
        })
    })?;
    let text = |info: &Document<Info>| info_text(&info.value);
    args.out.report_each(files, args.json, &infos, text)?;
    let is_sound = |info: &Document<Info>| info.value.findings.is_empty();
    Ok(infos.are_all && infos.each.iter().all(is_sound))
}

/// Formats the description as text.
fn info_text(info: &Info) -> String {
    let he = if info.he == 0 {
        String::new()
    } else {
        format!(" Humongous {}", info.he)
    };
    let west = if info.mirrors_west {
        "mirrored from east"
    } else {
        "drawn as stored"
    };
    let colour = |(entry, colour): (&u8, &String)| format!("{entry} {colour}");
    let palette = joined(info.palette.iter().zip(&info.colours).map(colour), ", ");
    let palette = if palette.is_empty() { "none" } else { &palette };
    let cast = info
        .cast
        .as_ref()
        .map(CostumeCast::sentence)
        .unwrap_or_default();
    let cast = if cast.is_empty() {
        cast
    } else {
        format!("{cast}\n")
    };
    let game = info
        .identity
        .as_ref()
        .map_or_else(String::new, |game| format!("{}\n", game.text));
    let counts = [
        (info.animation_count, "animation"),
        (info.limb_count, "limb"),
        (info.cel_count, "cel"),
    ];
    let counts = counts.map(|(count, word)| plural(count, word)).join(", ");
    let Info {
        name,
        kind,
        format,
        version,
        source,
        ..
    } = info;
    let mut text = format!(
        "{name}: {kind} {format}, SCUMM v{version}{he}\n{game}{counts}; west is {west}\n{cast}colours of {source}\npalette: {palette}\n"
    );
    for table in [animation_table(info), cel_table(info)] {
        text.push_str(&format!("\n{}", table.lines()));
    }
    for (heading, lines) in [
        ("Commands", info.code.as_deref()),
        ("Damaged", Some(info.findings.as_slice())),
    ] {
        let Some(lines) = lines.filter(|lines| !lines.is_empty()) else {
            continue;
        };
        text.push_str(&format!("\n{heading}:\n  {}\n", lines.join("\n  ")));
    }
    text
}

fn animation_table(info: &Info) -> OutputTable {
    let mut table = OutputTable::new(&["animation", "frame", "facing", "limbs"]);
    for a in &info.animations {
        let limbs = joined(
            a.limbs
                .iter()
                .map(|limb| limb_text(limb, info.kind == "AKOS")),
            "  ",
        );
        table.row(vec![
            a.number.to_string(),
            a.frame.to_string(),
            a.facing.to_owned(),
            limbs,
        ]);
    }
    table
}

fn cel_table(info: &Info) -> OutputTable {
    let mut table = OutputTable::new(&["cel", "width", "height", "x", "y", "move x", "move y"]);
    for c in &info.cels {
        let mut row = vec![joined(c.names(), " ")];
        row.extend([c.width, c.height].map(|n| n.to_string()));
        row.extend([c.x, c.y, c.move_x, c.move_y].map(|n| n.to_string()));
        table.row(row);
    }
    table
}

/// Formats a limb such as `3 loop 12-15`. Positions in an AKOS have the form of its listing.
fn limb_text(limb: &LimbInfo, akos: bool) -> String {
    let at = |position: u16| {
        if akos {
            format!("L{position:04x}")
        } else {
            position.to_string()
        }
    };
    let range = match limb.range {
        None => String::new(),
        Some((first, last)) if first == last => format!(" {}", at(first)),
        Some((first, last)) => format!(" {}-{}", at(first), at(last)),
    };
    format!("{} {}{range}", limb.limb, limb.mode)
}

/// Lists odd or dangerous data in costume files, or in all costumes or rooms of games
///
/// Each finding has a severity, the byte offset in the costume's block, and the number of the rule.
/// An error stops, hangs or confuses the original engines. A warning marks data that is shown
/// wrongly or never. A note marks odd data without effect. Warnings and errors make the exit code
/// 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe lint ~/games/monkey2
  wardrobe lint ~/games/monkey2 --costume 5
  wardrobe lint ~/games/monkey2 --rooms
  wardrobe lint guybrush.cost --scumm 5 --json | jq '.findings[] | select(.severity == \"error\")'")]
pub struct LintArgs {
    #[command(flatten)]
    inputs: InputsArgs,

    /// The number of a costume of the game
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// Check the rooms of the games instead
    #[arg(long, conflicts_with = "costume")]
    rooms: bool,

    /// Print JSON, for a folder, several files or several games an array: {"format","wardrobe",
    /// "game","path","sha256","findings":[{"costume","at","severity","rule","what","more"?}...]};
    /// with --rooms a finding has "room" instead of "costume"
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Checks the requested costumes or rooms and prints the findings.
pub fn lint_data(args: &LintArgs, verbosity: Verbosity, files: &RunFiles) -> Result<bool> {
    if args.rooms {
        return lint_rooms(args, verbosity, files);
    }
    let checked = args.inputs.each(|named, input| {
        let mut found = Vec::new();
        for stored in input.stored(files, args.costume)? {
            found.extend(findings(&stored));
        }
        found.retain(|located| !verbosity.quiet || located.finding.severity > Severity::Note);
        Ok(Document {
            head: input.head(files, &named.name)?,
            value: LintReport { findings: found },
        })
    })?;
    let mut table = FindingTable::new("costume", checked.are_several);
    for Document { head, value } in &checked.each {
        for CostumeFinding { costume, finding } in &value.findings {
            table.add(head.game.as_deref(), &costume.to_string(), finding);
        }
    }
    args.print(files, &checked, &table)
}

/// Checks the rooms of the requested games and prints the findings.
fn lint_rooms(args: &LintArgs, verbosity: Verbosity, files: &RunFiles) -> Result<bool> {
    let checked = args.inputs.each(|named, input| {
        let game = input.game(files)?;
        let mut found = Vec::new();
        for number in game.rooms() {
            found.extend(room_findings(&game, number));
        }
        found.retain(|located| !verbosity.quiet || located.finding.severity > Severity::Note);
        Ok(Document {
            head: input.head(files, &named.name)?,
            value: RoomLintReport { findings: found },
        })
    })?;
    let mut table = FindingTable::new("room", checked.are_several);
    for Document { head, value } in &checked.each {
        for RoomFinding { room, finding } in &value.findings {
            table.add(head.game.as_deref(), &room.to_string(), finding);
        }
    }
    args.print(files, &checked, &table)
}

impl LintArgs {
    /// Prints the findings as JSON or as a table. Returns whether everything was checked and has no
    /// fault.
    fn print<T: Serialize>(
        &self,
        files: &RunFiles,
        checked: &Made<Document<T>>,
        table: &FindingTable,
    ) -> Result<bool> {
        if self.json {
            self.out
                .report_each(files, true, checked, |_| String::new())?;
        } else {
            self.out.text(files, &table.text())?;
        }
        Ok(checked.are_all && !table.has_fault)
    }
}

/// The table of findings, with their numbers by severity.
struct FindingTable {
    table: OutputTable,
    counts: BTreeMap<&'static str, usize>,
    /// Whether a row names the game, too.
    with_game: bool,
    /// Whether there is a warning or an error.
    has_fault: bool,
}

impl FindingTable {
    /// Creates an empty table of costumes or rooms.
    fn new(kind: &'static str, with_game: bool) -> Self {
        Self {
            table: OutputTable::new(&[kind, "byte", "severity", "rule", "finding"]),
            counts: BTreeMap::new(),
            with_game,
            has_fault: false,
        }
    }

    fn add(&mut self, game: Option<&str>, name: &str, finding: &LintFinding) {
        let shown = match game {
            Some(game) if self.with_game => format!("{game}: {name}"),
            _ => name.to_owned(),
        };
        let LintFinding {
            at,
            severity,
            rule,
            what,
            more,
        } = finding;
        self.table.row(vec![
            shown,
            format!("{at:#06x}"),
            severity.name().to_owned(),
            (*rule).to_owned(),
            what.clone(),
        ]);
        *self.counts.entry(severity.name()).or_default() += (*more).max(1);
        self.has_fault |= *severity > Severity::Note;
    }

    fn text(&self) -> String {
        let count = |severity: Severity| self.counts.get(severity.name()).copied().unwrap_or(0);
        let counts = [Severity::Error, Severity::Warning, Severity::Note]
            .map(|severity| plural(count(severity), severity.name()));
        format!("{}{}\n", self.table.lines(), counts.join(", "))
    }
}

/// Shows the purpose of each byte of a costume, as an annotated hex dump
///
/// The dump marks bytes without an owner and bytes with several owners, and shows the palette with
/// its colours. With --stats the command prints statistics of a game's costumes, or of one costume.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe map ~/games/monkey2 --costume 5
  wardrobe map guybrush.cost --scumm 5 --html guybrush.html
  wardrobe map ~/games/monkey2 --stats --json")]
pub struct MapArgs {
    #[command(flatten)]
    costume: CostumeArgs,

    #[command(flatten)]
    colours: ColourArgs,

    /// Write the map as a self-contained web page
    #[arg(long, value_name = "FILE", conflicts_with = "stats")]
    html: Option<PathBuf>,

    /// Print statistics instead: costumes and cels of each codec, bytes by owner, commands,
    /// anomalies
    #[arg(long)]
    stats: bool,

    /// With --stats: print JSON
    #[arg(long, requires = "stats")]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Prints the map or the statistics.
pub fn show_map(args: &MapArgs, files: &RunFiles) -> Result<()> {
    if args.stats {
        let input = args.costume.input();
        let document = Document {
            head: input.head(files, &shelf::name_of(&input.path))?,
            value: Stats::new(&input.stored(files, args.costume.costume)?),
        };
        let text = |document: &Document<Stats>| stats_text(&document.value);
        args.out.report(files, args.json, &document, text)?;
        return Ok(());
    }
    let ColouredCostume {
        loaded, colours, ..
    } = args.costume.load(files, &args.colours)?;
    let map = Map::new(&loaded.data, &loaded.costume)?;
    match &args.html {
        Some(path) => {
            let page = map::page(&loaded.name, &map, &loaded.data, &colours);
            output::write(files, path, |out| out.write_all(page.as_bytes()))?;
        }
        None => args
            .out
            .text(files, &map::dump(&map, &loaded.data, &colours))?,
    }
    Ok(())
}

/// Formats the statistics as tables.
fn stats_text(stats: &Stats) -> String {
    let mut formats = OutputTable::new(&["format", "costumes", "anims", "cels"]);
    for (
        name,
        FormatStats {
            costumes,
            anims,
            cels,
        },
    ) in &stats.formats
    {
        formats.row(vec![
            name.clone(),
            costumes.to_string(),
            anims.to_string(),
            cels.to_string(),
        ]);
    }
    let tables = [
        formats.lines(),
        counts(["owner", "bytes"], &stats.bytes),
        counts(["command", "times"], &stats.commands),
        counts(["anomaly", "times"], &stats.anomalies),
    ];
    let costumes = plural(stats.costumes, "costume");
    format!(
        "{costumes}, {} more are unreadable\n{}",
        stats.unreadable,
        below(&tables)
    )
}

fn counts<N: ToString>(headings: [&str; 2], counts: &BTreeMap<N, usize>) -> String {
    let mut table = OutputTable::new(&headings);
    counts
        .iter()
        .for_each(|(name, count)| table.row(vec![name.to_string(), count.to_string()]));
    table.lines()
}

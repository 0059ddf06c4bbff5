//! The tables in documents that are made from the code. Each table is between the markers `<!--
//! NAME -->` and `<!-- end of NAME -->`.

use std::fmt::Write as _;
use std::fs;

use scumm_room::Quirks;
use scumm_test_support::repository;

use super::cited::all_sources;
use super::{codecs, commands, pages};

/// A table: the document, the name of the table in the document, and the expected text.
pub struct Table {
    pub document: &'static str,
    pub name: &'static str,
    pub text: String,
}

/// Returns all tables that are made from the code.
pub fn tables() -> [Table; 12] {
    let table = |document, name, text| Table {
        document,
        name,
        text,
    };
    [
        table(
            "docs/book/src/costumes-akos.md",
            "commands",
            commands::akos_commands(),
        ),
        table("docs/book/src/costumes-akos.md", "chunks", chunks()),
        table(
            "docs/book/src/costumes-akos.md",
            "codecs",
            codecs::akos_codecs(),
        ),
        table(
            "docs/book/src/costumes-cost.md",
            "formats",
            codecs::cost_formats(),
        ),
        table(
            "docs/book/src/costumes-cost.md",
            "cost commands",
            commands::cost_commands(),
        ),
        table(
            "docs/book/src/resources.md",
            "strip codes",
            codecs::strip_codes(),
        ),
        table("docs/book/src/drawing.md", "quirks", quirks()),
        table(
            "docs/book/src/maniac-nes.md",
            "descriptors",
            pages::nes_descriptors(),
        ),
        table(
            "docs/book/src/maniac-nes-tables.md",
            "nes palette",
            pages::nes_palette(),
        ),
        table(
            "docs/book/src/maniac-nes-tables.md",
            "nes files",
            pages::nes_files(),
        ),
        table(
            "docs/book/src/maniac-nes-tables.md",
            "nes blocks",
            pages::nes_blocks(),
        ),
        table("docs/robustness.md", "limits", limits()),
    ]
}

impl Table {
    fn markers(&self) -> (String, String) {
        (
            format!("<!-- {} -->\n", self.name),
            format!("<!-- end of {} -->", self.name),
        )
    }

    /// Returns the present text between the markers.
    fn present<'t>(&self, document: &'t str) -> &'t str {
        let (begin, end) = self.markers();
        let (_, rest) = document
            .split_once(&begin)
            .unwrap_or_else(|| panic!("{}: no {begin}", self.document));
        rest.split_once(&end)
            .unwrap_or_else(|| panic!("{}: no {end}", self.document))
            .0
    }

    /// Returns whether the document has the expected text. If `bless` is true, writes the expected
    /// text into the document and returns true.
    pub fn is_fresh(&self, bless: bool) -> bool {
        let path = repository().join(self.document);
        let document = fs::read_to_string(&path).unwrap();
        let present = self.present(&document);
        if present == self.text {
            return true;
        }
        if bless {
            let (begin, end) = self.markers();
            let old = format!("{begin}{present}{end}");
            fs::write(
                &path,
                document.replacen(&old, &format!("{begin}{}{end}", self.text), 1),
            )
            .unwrap();
        }
        bless
    }
}

/// Returns the table of the chunks of AKOS, made from rows such as
/// `(AKPL, false), // AKPL: colours`.
fn chunks() -> String {
    let source = fs::read_to_string(repository().join("costume/src/akos/tables.rs")).unwrap();
    let (_, table) = source.split_once("pub const CHUNKS").unwrap();
    let (table, _) = table.split_once("];").unwrap();
    let mut text = "| chunk | needed | holds |\n|---|---|---|\n".to_owned();
    for (row, said) in table
        .lines()
        .filter_map(|line| line.trim().strip_prefix('(')?.split_once("),"))
    {
        let (tag, what) = said
            .trim()
            .strip_prefix("// ")
            .and_then(|said| said.split_once(": "))
            .unwrap();
        let _ = writeln!(
            text,
            "| `{tag}` | {} | {what} |",
            if row.ends_with("true") { "yes" } else { "no" }
        );
    }
    text
}

/// Returns the names of the accidents (quirks), each with its comment in the source.
fn quirks() -> String {
    let source = fs::read_to_string(repository().join("room/src/dialect/mod.rs")).unwrap();
    let mut text = "| name in `Quirks` | rules | what happens |\n|---|---|---|\n".to_owned();
    for (name, _) in Quirks::all().iter_names() {
        let said = of_constant(&source, name);
        let (rules, what) = said
            .split_once(": ")
            .unwrap_or_else(|| panic!("{name} names no rule"));
        let _ = writeln!(text, "| `{name}` | {rules} | {what} |");
    }
    text
}

/// The constants that limit the cost of data: file, name, unit.
const LIMITS: &[(&str, &str, &str)] = &[
    ("room/src/resource/open.rs", "INDEX_LIMIT", "bytes"),
    ("room/src/resource/stored.rs", "MOST_ENTRIES", "files"),
    ("room/src/resource/find.rs", "MOST_GAMES", "games"),
    ("room/src/resource/archive.rs", "MOST_UNPACKED", "bytes"),
    ("room/src/resource/archive.rs", "FREE_UNPACKED", "bytes"),
    ("room/src/resource/archive.rs", "UNPACKED_TIMES", "times"),
    ("room/src/resource/archive.rs", "MOST_TIMES", "times"),
    ("room/src/resource/archive.rs", "MOST_DIRECTORY", "bytes"),
    ("room/src/resource/archive.rs", "MOST_INNER_PATH", "bytes"),
    ("room/src/resource/lpak.rs", "MOST_TABLE", "bytes"),
    ("room/src/resource/lpak.rs", "MOST_NAMES", "bytes"),
    ("room/src/resource/lpak.rs", "MOST_NAME", "bytes"),
    (
        "room/src/resource/identify/sub_version.rs",
        "MOST_IMAGES",
        "images",
    ),
    (
        "room/src/resource/identify/sub_version.rs",
        "MOST_CHILDREN",
        "children",
    ),
    ("room/src/image/table.rs", "PICTURE_PIXELS", "pixels"),
    ("room/src/image/table.rs", "PICTURE_SIDE", "pixels"),
    ("room/src/image/picture.rs", "PIXELS_PER_BYTE", "pixels"),
    ("room/src/boxes/mod.rs", "MAX_BOXES", "boxes"),
    ("room/src/room/draw.rs", "PARENTS", "objects"),
    ("costume/src/cost/mod.rs", "FREE_PIXELS", "pixels"),
    ("costume/src/cost/mod.rs", "PIXELS_PER_BYTE", "pixels"),
    ("costume/src/v0/mod.rs", "MOST_WIDTH", "bytes"),
    ("costume/src/v0/mod.rs", "MOST_ROWS", "rows"),
    ("costume/src/akos/cel.rs", "CEL_PIXELS", "pixels"),
    ("costume/src/akos/sequence.rs", "MOST_BYTES", "bytes"),
    ("costume/src/akos/machine.rs", "STEP_LIMIT", "instructions"),
    ("costume/src/akos/limbs.rs", "MOST_PIXELS", "pixels"),
    (
        "costume/src/akos/tables.rs",
        "MOST_CONDITIONS",
        "conditions",
    ),
    (
        "costume/src/edit/encode/cost/draft.rs",
        "MOST_PIXELS",
        "pixels",
    ),
    (
        "costume/src/edit/encode/akos/draft.rs",
        "MOST_PIXELS",
        "pixels",
    ),
    ("costume/src/draw/renderer.rs", "DEFAULT_LIMIT", "bytes"),
    ("engine/src/stage/host.rs", "QUEUE_LIMIT", "entries"),
    ("engine/src/stage/buffers.rs", "MAX_PIXELS", "pixels"),
    ("scene/src/inputs.rs", "MAX_FILE", "bytes"),
    ("scene/src/source.rs", "MAX_DEPTH", "levels"),
    ("tools/src/run_files.rs", "MOST_BYTES", "bytes"),
    ("tools/src/run_files.rs", "MOST_TEXT", "bytes"),
    ("scene/src/harness/find.rs", "MOST_STORED", "bytes"),
    ("scene/src/harness/find.rs", "MAX_DEPTH", "levels"),
    ("tools/src/costume_input.rs", "MOST_PIXELS", "pixels"),
    ("tools/src/export/renderer.rs", "MOST_SCREENS", "screens"),
    ("tools/src/export/renderer.rs", "MOST_SCREENS_V0", "screens"),
    ("tools/src/compare/cels.rs", "MOST_COMPARED", "pixels"),
    ("tools/src/compare/cels.rs", "MOST_SHOWN", "pixels"),
    ("tools/src/build/sheet.rs", "MOST_PIXELS", "pixels"),
    ("tools/src/build/stored_room.rs", "MOST_BLOCKS", "bytes"),
    (
        "tools/src/build/stored_room.rs",
        "MOST_ROOM_PICTURES",
        "times",
    ),
    ("tools/src/build/costume.rs", "MOST_CELS", "cels"),
    (
        "tools/src/build/costume.rs",
        "MOST_ANIMATIONS",
        "animations",
    ),
    ("tools/src/build/costume.rs", "MOST_COMMANDS", "commands"),
    ("tools/src/build/notation.rs", "MOST_PARTS", "parts"),
    ("bindings/common/src/draw.rs", "MOST_SIDE", "pixels"),
    ("bindings/common/src/clip.rs", "MOST_TICKS", "ticks"),
    ("bindings/common/src/saves.rs", "MOST_BYTES", "bytes"),
    ("bindings/common/src/saves.rs", "MOST_RATIO", "times"),
    ("costume/src/cost/play.rs", "MOST", "commands"),
    ("costume/src/draw/renderer.rs", "MOST_COLOURS_KNOWN", "sets"),
    (
        "costume/src/edit/encode/early.rs",
        "MOST_PICTURES",
        "pictures",
    ),
    ("costume/src/edit/lint/akos/code.rs", "MOST_CODES", "codes"),
    ("costume/src/edit/lint/cost.rs", "MOST_PIXELS", "pixels"),
    ("costume/src/edit/parts.rs", "MOST_PIXELS", "pixels"),
    ("costume/src/trace.rs", "MOST_WRITES", "writes"),
    ("costume/src/v0/mod.rs", "MOST_COMMANDS", "commands"),
    ("platform/play/src/chooser.rs", "MOST", "games"),
    ("platform/play/src/settings.rs", "MOST_BYTES", "bytes"),
    ("platform/play/src/settings.rs", "MOST_CAPTURES", "captures"),
    ("platform/play/src/session.rs", "MOST_TEXT", "bytes"),
    (
        "platform/media/src/file/temporary.rs",
        "MOST_ENTRIES",
        "entries",
    ),
    ("platform/media/src/indexed_png.rs", "LARGEST", "pixels"),
    ("platform/web/src/opened.rs", "MOST_FILES", "files"),
    ("platform/web/src/walk.rs", "FILM_SECONDS", "seconds"),
    ("scene/src/harness/kit/gather.rs", "MOST_BYTES", "bytes"),
    ("scene/src/harness/kit/gather.rs", "MOST_ENTRIES", "entries"),
    (
        "scene/src/harness/kit/gather.rs",
        "MOST_BYTES_OF_ALL",
        "bytes",
    ),
    ("scene/src/harness/screenshots.rs", "MOST_PIXELS", "pixels"),
    ("scene/src/harness/shrink/defect.rs", "MOST_LINES", "lines"),
    ("engine/src/operation/value.rs", "MAX_TICKS", "frames"),
    ("tools/src/build/tags.rs", "MOST_PICTURES", "pictures"),
    ("tools/src/build/tags.rs", "MOST_COMMANDS", "commands"),
    ("tools/src/build/tags.rs", "MOST_CHORES", "chores"),
    ("tools/src/build/aseprite.rs", "MOST_FRAMES", "frames"),
    ("tools/src/build/aseprite.rs", "MOST_LAYERS", "layers"),
    ("tools/src/contact.rs", "MOST_PIXELS", "pixels"),
    ("tools/src/export/options.rs", "MOST_PIXELS", "pixels"),
    ("tools/src/export/renderer.rs", "MOST_PIXELS", "pixels"),
    ("tools/src/export/sheet.rs", "MOST_PIXELS", "pixels"),
    ("tools/src/import/in_place.rs", "MOST_JOURNAL", "bytes"),
    ("tools/src/written.rs", "MOST_LIST", "bytes"),
    ("tools/src/provenance.rs", "MOST_TEXT", "bytes"),
    ("tools/src/layers/draft.rs", "MOST_CELS", "cels"),
    ("tools/src/layers/frames.rs", "MOST_TICKS", "frames"),
    ("tools/src/layers/read.rs", "MOST_CHORES", "chores"),
    ("tools/src/layers/read.rs", "MOST_TICKS", "frames"),
    ("tools/src/build/animated.rs", "MOST_DURATION", "ms"),
    ("tools/src/build/aseprite.rs", "MOST_COLOURS", "colours"),
    ("tools/src/file_names.rs", "MOST_BYTES", "bytes"),
    ("tools/src/sheet_file.rs", "MOST_FRAMES", "frames"),
    ("tools/src/sheet_file.rs", "MOST_TAGS", "tags"),
    ("tools/src/sheet_file.rs", "MOST_SLICES", "slices"),
    (
        "platform/media/src/indexed_png.rs",
        "MOST_INTERLACED",
        "bytes",
    ),
    ("tools/src/import/in_place.rs", "MOST_KEPT", "files"),
    ("platform/media/src/file/lock.rs", "MOST_BYTES", "bytes"),
    ("platform/media/src/file/lock.rs", "LOCK_SECONDS", "seconds"),
];

/// Constants that are named like a limit but do not limit data from outside, or that repeat another
/// limit: file, name, reason.
const NO_LIMITS: &[(&str, &str, &str)] = &[
    (
        "platform/wardrobe/src/messages.rs",
        "MOST_WARNINGS",
        "the number of printed messages",
    ),
    (
        "tools/src/build/checks.rs",
        "MOST",
        "the number of printed messages",
    ),
    (
        "tools/src/compare/cels.rs",
        "MOST_SPACE",
        "chooses between two layouts of a picture",
    ),
    (
        "tools/src/verify.rs",
        "MOST_DAMAGED",
        "the number of printed messages",
    ),
    (
        "costume/src/draw/renderer.rs",
        "MOST_COLOURS",
        "a property of a packing",
    ),
    (
        "costume/src/draw/sprite.rs",
        "LARGEST_SIDE",
        "larger cels are drawn by the plain painter",
    ),
    (
        "costume/src/edit/inspect/mod.rs",
        "MOST",
        "the length of a line of text",
    ),
    (
        "costume/src/edit/lint/mod.rs",
        "MOST_OF_A_RULE",
        "the length of a listing",
    ),
    ("tools/src/lint_rooms.rs", "MOST", "the length of a listing"),
    (
        "engine/src/clock.rs",
        "MAX_SCRIPT_DELAY",
        "a rule of the original (E4)",
    ),
    (
        "engine/src/game.rs",
        "MOST_DESCRIBED",
        "the length of an error",
    ),
    (
        "engine/src/stage/buffers.rs",
        "MAX_PLANES",
        "a rule of the original (M4)",
    ),
    (
        "engine/src/stage/camera.rs",
        "MAX_SPEED",
        "a rule of the original (Y33)",
    ),
    (
        "platform/play/src/cast.rs",
        "MOST",
        "one actor for each of the keys 1 to 9",
    ),
    (
        "platform/src/sdl/error_box.rs",
        "MOST",
        "the length of a message",
    ),
    (
        "platform/web/src/walk.rs",
        "MOST_ACTORS",
        "the actors that the page puts into a room",
    ),
    (
        "room/src/boxes/geometry.rs",
        "OLD_LIMIT",
        "a rule of the original",
    ),
    (
        "room/src/resource/open.rs",
        "MOST_NAMED",
        "the length of an error",
    ),
    (
        "room/src/resource/replace.rs",
        "DEEPEST",
        "the blocks of the format",
    ),
    (
        "scene/src/harness/report.rs",
        "MOST_STRIPS",
        "the length of a page",
    ),
    (
        "scene/src/harness/screenshots.rs",
        "MOST_BYTES",
        "follows from the pixels of a screenshot",
    ),
    (
        "tools/src/build/companions.rs",
        "MOST_BYTES",
        "the limit of one file",
    ),
    (
        "tools/src/costume_input.rs",
        "MOST_WARNINGS",
        "the length of a listing",
    ),
    (
        "tools/src/disassemble/mod.rs",
        "MOST_DIFFERENCES",
        "the length of a listing",
    ),
    (
        "tools/src/gallery/costume.rs",
        "LIMIT",
        "the length of a film",
    ),
    ("tools/src/map/mod.rs", "MOST_SHOWN", "the length of a page"),
    (
        "tools/src/import/mod.rs",
        "MOST_FREE",
        "the length of a message",
    ),
    ("tools/src/info.rs", "MOST_FINDINGS", "the length of a list"),
    ("tools/src/list.rs", "MOST_DAMAGES", "the length of a list"),
    (
        "scene/src/source.rs",
        "MOST_NAMES",
        "the length of a message",
    ),
];

/// Returns the name of the constant that a line declares, if it is named like a limit.
fn limit_of(line: &str) -> Option<&str> {
    let declared = line.trim().strip_prefix("pub ").unwrap_or(line.trim());
    let declared = match declared.split_once("const ") {
        Some(("" | "pub(crate) " | "pub(super) ", declared)) => declared,
        _ => return None,
    };
    let name = declared.split_once(':')?.0;
    let starts = ["MOST", "MAX", "LARGEST", "FREE", "DEEPEST"];
    let is_limit = starts.iter().any(|start| name.starts_with(start)) || name.ends_with("LIMIT");
    is_limit.then_some(name)
}

#[test]
fn every_limit_of_the_code_is_in_the_table() {
    let mut wrong = Vec::new();
    for (file, source) in all_sources() {
        let is_production = !["tests", "xtask"].iter().any(|part| file.starts_with(part));
        if !is_production || file.contains("/tests") || file.contains("/benches/") {
            continue;
        }
        let before_tests = source.split("#[cfg(test)]\nmod tests").next().unwrap();
        for name in before_tests.lines().filter_map(limit_of) {
            let is_named = |row: &&(&str, &str, &str)| row.0 == file && row.1 == name;
            let is_limit = LIMITS.iter().any(|row| is_named(&row));
            let is_other = NO_LIMITS.iter().any(|row| is_named(&row));
            if is_limit == is_other {
                wrong.push(format!("{name} in {file}"));
            }
        }
    }
    assert!(wrong.is_empty(), "in neither or both lists: {wrong:#?}");
}

fn limits() -> String {
    let mut text = "| limit | what it bounds, and why | where |\n|---|---|---|\n".to_owned();
    for &(file, name, unit) in LIMITS {
        let source = fs::read_to_string(repository().join(file)).unwrap();
        let value = number(&source, name);
        let mebi = value % (1 << 20) == 0;
        let shown = match (unit, mebi) {
            ("bytes", true) => format!("{} MiB", value >> 20),
            (_, true) => format!("{} Mi {unit}", value >> 20),
            _ => format!("{} {unit}", grouped(value)),
        };
        let what = of_constant(&source, name)
            .replace("[`", "`")
            .replace("`]", "`");
        let _ = writeln!(text, "| {shown} | {what} | `{name}` in `{file}` |");
    }
    text
}

/// Returns the comment of a constant as one line.
fn of_constant(source: &str, name: &str) -> String {
    let declared = [format!("const {name} "), format!("const {name}:")];
    comment(source, |line| {
        declared.iter().any(|declared| line.contains(declared))
    })
}

/// Returns the comment above the first line that is asked for, as one line.
pub fn comment(source: &str, is_asked_for: impl Fn(&str) -> bool) -> String {
    let mut said = Vec::new();
    for line in source.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("///") {
            said.push(comment.trim());
        } else if is_asked_for(line) {
            return said.join(" ");
        } else {
            said.clear();
        }
    }
    panic!("no line has this comment")
}

/// Returns the value of a constant, which is a product, a shift or the largest byte.
fn number(source: &str, name: &str) -> u64 {
    let line = source
        .lines()
        .find(|line| line.contains(&format!("const {name}:")))
        .unwrap();
    let value = line.split_once('=').unwrap().1.trim().trim_end_matches(';');
    let plain = |text: &str| match text.trim() {
        "u8::MAX" | "NO_BOX as usize" => 255,
        hex if hex.starts_with("0x") => {
            u64::from_str_radix(&hex[2..].replace('_', ""), 16).unwrap()
        }
        decimal => decimal
            .replace('_', "")
            .parse()
            .unwrap_or_else(|_| panic!("{name} is {value}")),
    };
    match value.split_once("<<") {
        Some((number, shift)) => plain(number) << plain(shift),
        None => value.split('*').map(plain).product(),
    }
}

/// Returns a number with commas between groups of thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

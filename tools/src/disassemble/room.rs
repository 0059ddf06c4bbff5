//! Converts a room to a source that `build` reads: a text, the pictures, and the stored blocks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use scumm_engine::Game;
use scumm_media::text::joined;
use scumm_room::block::{self, Header};
use scumm_room::edit::{ObjectPlan, RoomPlan, can_rebuild_rooms};
use scumm_room::{
    Dialect, Palette, Platform, Point, Reader, Room, RoomObject, RoomParts, ScaleSlot, WalkBox,
    slot_of_word,
};

use crate::build::companions::CompanionFiles;
use crate::build::sheet::MOST_PIXELS;
use crate::build::{room, stored_room};
use crate::room::{plane_png, shown_name};
use crate::run_files::{ROOM_TEXT, RunFiles};
use crate::written::{NewFiles, Overwrite};
use crate::{layers, load, output, palette_file};

/// The file with the layers of the background and the planes.
const LAYERS: &str = "room.aseprite";

/// The result of disassembling a room.
pub struct RoomDisassembly {
    /// The path of the source text.
    pub path: PathBuf,
    /// The number of files, including the text.
    pub files: usize,
    /// The size in bytes of the rebuilt room; `None` if rooms of the version can only be read.
    pub rebuilt: Option<usize>,
}

/// Writes the source of a room into a folder, and builds it again. With `layers`, the background
/// and the planes are a file of Aseprite instead of PNGs.
///
/// # Errors
/// Returns an error if the room cannot be read, if the rebuilt room differs from the stored room,
/// or if a file cannot be written.
pub fn write_room(
    run: &RunFiles,
    game: &Game,
    number: u16,
    folder: &Path,
    layers: bool,
    overwrite: Overwrite,
) -> Result<RoomDisassembly> {
    let source = RoomSourceFiles::new(game, number, layers)?;
    overwrite.write(run, folder, &source.files)?;
    Ok(RoomDisassembly {
        path: folder.join(ROOM_TEXT),
        files: source.files.len(),
        rebuilt: source.rebuilt,
    })
}

/// The source of a room in memory.
pub struct RoomSourceFiles {
    /// The files by name: the text and the files beside it.
    pub files: NewFiles,
    /// The size in bytes of the rebuilt room; `None` if rooms of the version can only be read.
    pub rebuilt: Option<usize>,
}

impl RoomSourceFiles {
    /// Creates the source of a room, and builds it again.
    ///
    /// # Errors
    /// Returns an error if the room cannot be read, or if the rebuilt room differs from the stored
    /// room.
    pub fn new(game: &Game, number: u16, layers: bool) -> Result<Self> {
        let raw = game.load_room(number)?;
        let dialect = game.dialect();
        let names = game.files().index().object_names();
        let parts = raw.parts(&names);
        let room = Room::parse(&parts, &dialect)?;
        let mut writer = RoomWriter {
            room: &room,
            plan: stored_room::bounded_plan(&room, MOST_PIXELS)?,
            dialect,
            palette: load::palette(&room, &dialect),
            files: NewFiles::new(),
        };
        let text = writer.text(&parts, layers)?;
        let mut files = writer.files;
        let mut rebuilt = None;
        if can_rebuild_rooms(&dialect) {
            let beside = CompanionFiles::memory(files.clone());
            let (built, _) = room::build(&text, &beside, None).context(ROOM_TEXT)?;
            if built != raw.room.data {
                bail!("room {number}: the rebuilt room differs from the stored room");
            }
            rebuilt = Some(built.len());
        }
        files.insert(ROOM_TEXT.to_owned(), text.into_bytes());
        Ok(Self { files, rebuilt })
    }
}

/// Writes the text of a room's source, and collects the files that it names.
struct RoomWriter<'r> {
    room: &'r Room,
    plan: RoomPlan,
    dialect: Dialect,
    palette: Palette,
    files: NewFiles,
}

impl RoomWriter<'_> {
    fn text(&mut self, parts: &RoomParts<'_>, layers: bool) -> Result<String> {
        let mut text = "# A disassembled room; docs/sources.md explains this format.\n".to_owned();
        match self.dialect.he() {
            0 => text += &format!("version = {}\n", self.dialect.version()),
            he => text += &format!("he = {he}\n"),
        }
        let usual = Dialect::new(self.dialect.version()).platform();
        let is_own = |(_, platform): &&(&str, Platform)| *platform == self.dialect.platform();
        if self.dialect.platform() != usual {
            if let Some((name, _)) = Platform::ALL.iter().find(is_own) {
                text += &format!("platform = {}\n", quoted(name));
            }
        }
        text += &self.pictures(layers)?;
        text += &self.colours()?;
        text += &self.blocks(parts);
        text += &self.boxes();
        text += &self.slots();
        text += &self.cycles();
        text += &self.objects()?;
        Ok(text)
    }

    /// Adds a file. Returns its name in quotes.
    fn add(&mut self, name: &str, bytes: Vec<u8>) -> String {
        self.files.insert(name.to_owned(), bytes);
        quoted(name)
    }

    // The pictures.

    fn pictures(&mut self, layers: bool) -> Result<String> {
        let mut text = self.codes();
        let picture = self.plan.picture.clone();
        if picture.width() == 0 || picture.height() == 0 {
            text += "picture = \"\"\n";
            return Ok(text);
        }
        if layers {
            let bytes = layers::room::write(&picture, &self.plan.planes, &self.palette)?;
            text += &format!("picture = {}\n", self.add(LAYERS, bytes));
            return Ok(text);
        }
        let bytes = output::png_bytes(&picture, &self.palette, None, 1)?;
        text += &format!("picture = {}\n", self.add("background.png", bytes));
        let mut planes = Vec::new();
        for (number, plane) in (1..).zip(self.plan.planes.clone()) {
            let png = plane_png(&plane)?;
            planes.push(self.add(&format!("plane-{number}.png"), png));
        }
        if !planes.is_empty() {
            text += &format!("planes = [{}]\n", joined(planes, ", "));
        }
        Ok(text)
    }

    /// Returns a comment with the codes of the background's strips; empty without strips.
    fn codes(&self) -> String {
        let codes = self.room.strip_codes();
        let mut text = String::new();
        for (number, line) in codes.chunks(16).enumerate() {
            if number == 0 {
                text += "# The packings of the background's strips (S2); a changed strip takes the \
                         smallest one.\n";
            }
            let codes = line.iter().map(|code| match code {
                Some(code) => code.to_string(),
                None => "-".to_owned(),
            });
            text += &format!("#   {}\n", joined(codes, " "));
        }
        text
    }

    fn colours(&mut self) -> Result<String> {
        let mut names = Vec::new();
        for (number, stored) in self.plan.palettes.clone().iter().enumerate() {
            let name = format!("palette-{number}.gpl");
            let palette = stored_room::padded(stored);
            let title = format!("palette {number}");
            let bytes = palette_file::write(Path::new(&name), &title, &palette)?;
            names.push(self.add(&name, bytes));
        }
        let mut text = String::new();
        if !names.is_empty() {
            text += &format!("palettes = [{}]\n", joined(names, ", "));
        }
        text += &format!("transparent = {}\n", self.plan.transparent);
        Ok(text)
    }

    // The stored blocks.

    /// Adds the stored blocks, each as a file.
    fn blocks(&mut self, parts: &RoomParts<'_>) -> String {
        let mut text = String::new();
        let mut names = Vec::new();
        if self.dialect.version() >= 5 {
            let payload = parts.room.get(Header::Large.size()..).unwrap_or_default();
            let (children, rest) = block::whole_children(Reader::new(payload));
            for child in children {
                let tag = child.tag.to_string();
                let plain: String = tag.chars().filter(char::is_ascii_alphanumeric).collect();
                let name = format!("blocks/{:03}-{plain}.bin", names.len());
                names.push(self.add(&name, child.whole.to_vec()));
            }
            if !rest.is_empty() {
                let name = format!("blocks/{:03}-rest.bin", names.len());
                names.push(self.add(&name, rest.to_vec()));
            }
        } else {
            names.push(self.add("blocks/room.bin", parts.room.to_vec()));
        }
        text += "\n# The stored blocks in their order. The values and pictures of this source \
                 replace theirs.\nblocks = [\n";
        for name in names {
            text += &format!("  {name},\n");
        }
        text += "]\n";
        if let Some(scripts) = parts.scripts {
            let name = self.add("blocks/RMSC.bin", scripts.to_vec());
            text += &format!("scripts = {name}\n");
        }
        if let Some(image) = parts.image {
            self.add("blocks/RMIM.bin", image.to_vec());
        }
        text
    }

    // Boxes, slots, cycles.

    fn boxes(&self) -> String {
        let mut text = String::new();
        // Box 0 of v5 and later is the invalid box, which stays as it is.
        let first = if self.dialect.version() >= 5 { 1 } else { 0 };
        for (number, walk_box) in self.plan.boxes.iter().enumerate().skip(first) {
            text += &format!(
                "\n[[box]] # {number}\n{}",
                box_text(walk_box, &self.dialect)
            );
        }
        text
    }

    fn slots(&self) -> String {
        let mut text = String::new();
        for (number, slot) in (1..).zip(&self.plan.scale_slots) {
            if let Some(ScaleSlot { y1, s1, y2, s2, .. }) = slot {
                text += &format!("\n[[scale_slot]]\nslot = {number}\n");
                text += &format!("y1 = {y1}\ns1 = {s1}\ny2 = {y2}\ns2 = {s2}\n");
            }
        }
        text
    }

    fn cycles(&self) -> String {
        let mut text = String::new();
        for cycle in &self.plan.cycles {
            text += &format!(
                "\n[[cycle]]\nindex = {}\nfirst = {}\nlast = {}\ndelay = {}\n",
                cycle.index, cycle.first, cycle.last, cycle.delay
            );
            match cycle.flags {
                0 => {}
                2 => text += "backward = true\n",
                flags => text += &format!("flags = {flags}\n"),
            }
        }
        text
    }

    // Objects.

    fn objects(&mut self) -> Result<String> {
        let mut text = String::new();
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for (slot, plan) in self.plan.objects.clone().iter().enumerate() {
            let count = counts.entry(plan.object.id).or_default();
            *count += 1;
            let stem = match *count {
                1 => format!("objects/{:04}", plan.object.id),
                count => format!("objects/{:04}-{count}", plan.object.id),
            };
            text += &self.object(slot, plan);
            text += &self.object_pictures(&stem, plan)?;
        }
        Ok(text)
    }

    fn object(&self, slot: usize, plan: &ObjectPlan) -> String {
        let object = &plan.object;
        let mut text = "\n[[object]]\n".to_owned();
        if let Some(title) = self.room.object_title(slot) {
            text += &format!("# {}\n", shown_name(title));
        }
        text += &format!("id = {}\n", object.id);
        if let Some(name) = &object.name {
            text += &format!("name = {}\n", quoted(name));
        }
        text += &format!("at = {}\n", pair(object.position));
        if plan.pictures.is_empty() {
            text += &format!("size = [{}, {}]\n", object.width, object.height);
        }
        if self.dialect.version() <= 5 {
            text += &format!("walk = {}\n", pair(object.walk));
        }
        text += &format!("direction = {}\n", object.direction);
        if let Some(parent) = self.parent(object) {
            text += &format!("parent = {parent}\n");
        }
        if object.parent_state != 0 {
            text += &format!("parent_state = {}\n", object.parent_state);
        }
        text
    }

    /// Returns the number of an object's parent; `None` without a parent, and for a parent that
    /// the number does not identify.
    fn parent(&self, object: &RoomObject) -> Option<u16> {
        let slot = usize::from(object.parent).checked_sub(1)?;
        let id = self.plan.objects.get(slot)?.object.id;
        let first = self
            .plan
            .objects
            .iter()
            .position(|plan| plan.object.id == id);
        Some(id).filter(|_| first == Some(slot))
    }

    fn object_pictures(&mut self, stem: &str, plan: &ObjectPlan) -> Result<String> {
        let mut text = String::new();
        for picture in &plan.pictures {
            if picture.pixels.width() == 0 || picture.pixels.height() == 0 {
                continue;
            }
            let state = picture.state;
            let transparent = Some(self.plan.transparent);
            let bytes = output::png_bytes(&picture.pixels, &self.palette, transparent, 1)?;
            let name = self.add(&format!("{stem}-{state}.png"), bytes);
            text += &format!("\n[[object.picture]]\nstate = {state}\nfile = {name}\n");
            let mut planes = Vec::new();
            for (number, plane) in (1..).zip(&picture.planes) {
                let name = match plane {
                    Some(plane) => {
                        let name = format!("{stem}-{state}-plane-{number}.png");
                        self.add(&name, plane_png(plane)?)
                    }
                    None => quoted(""),
                };
                planes.push(name);
            }
            if picture.planes.iter().any(Option::is_some) {
                text += &format!("planes = [{}]\n", joined(planes, ", "));
            }
        }
        Ok(text)
    }
}

/// Returns a box as lines of a source.
fn box_text(walk_box: &WalkBox, dialect: &Dialect) -> String {
    let corners = [
        ("ul", walk_box.ul),
        ("ur", walk_box.ur),
        ("lr", walk_box.lr),
        ("ll", walk_box.ll),
    ];
    let mut text = String::new();
    for (name, corner) in corners {
        text += &format!("{name} = {}\n", pair(corner));
    }
    if walk_box.mask != 0 {
        text += &format!("mask = {}\n", walk_box.mask);
    }
    if walk_box.flags != 0 {
        text += &format!("flags = {}\n", walk_box.flags);
    }
    if dialect.version() == 8 {
        text += &format!("scale = {}\nslot = {}\n", walk_box.scale, walk_box.slot);
        return text;
    }
    match slot_of_word(walk_box.scale) {
        0 => text += &format!("scale = {}\n", walk_box.scale),
        slot => text += &format!("slot = {slot}\n"),
    }
    text
}

fn pair(point: Point) -> String {
    format!("[{}, {}]", point.x, point.y)
}

/// Returns a text in the quotes of TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

//! `info` for people.

use super::{Info, LimbInfo};
use crate::table::Table;
use scumm_platform::text::plural;

impl Info {
    /// The whole of it as text.
    pub fn text(&self) -> String {
        let he = if self.he == 0 { String::new() } else { format!(" Humongous {}", self.he) };
        let west = if self.mirrors_west { "the mirrored east" } else { "drawn as stored" };
        let palette: Vec<String> = self.palette.iter().map(|c| format!("{c:02x}")).collect();
        let game = self.identity.as_ref().map_or_else(String::new, |game| format!("{}\n", game.text));
        let mut text = format!(
            "{}: {} {}, SCUMM v{}{he}\n{game}{}, {}, {}; west is {west}\npalette: {}\n",
            self.name,
            self.kind,
            self.format,
            self.version,
            plural(self.animation_count, "animation"),
            plural(self.limb_count, "limb"),
            plural(self.cel_count, "cel"),
            if palette.is_empty() { "none".to_owned() } else { palette.join(" ") },
        );
        for table in [self.animation_table(), self.cel_table()] {
            text.push_str(&format!("\n{}", table.lines()));
        }
        for (heading, lines) in [("Commands", self.code.as_deref()), ("Damaged", Some(self.findings.as_slice()))] {
            let Some(lines) = lines.filter(|lines| !lines.is_empty()) else { continue };
            text.push_str(&format!("\n{heading}:\n  {}\n", lines.join("\n  ")));
        }
        text
    }

    fn animation_table(&self) -> Table {
        let mut table = Table::new(&["animation", "frame", "facing", "limbs"]);
        for a in &self.animations {
            let limbs: Vec<String> = a.limbs.iter().map(|limb| limb.text(self.kind == "AKOS")).collect();
            table.row(vec![a.number.to_string(), a.frame.to_string(), a.facing.to_owned(), limbs.join("  ")]);
        }
        table
    }

    fn cel_table(&self) -> Table {
        let mut table = Table::new(&["cel", "width", "height", "x", "y", "move x", "move y", "limb:number"]);
        for c in &self.cels {
            let places: Vec<String> = c.shown_as.iter().map(|(limb, code)| format!("{limb}:{code}")).collect();
            let place = [c.x, c.y, c.move_x, c.move_y].map(|n| n.to_string());
            let front = [c.number, c.width, c.height].map(|n| n.to_string());
            table.row(front.into_iter().chain(place).chain([places.join(" ")]).collect());
        }
        table
    }
}

impl LimbInfo {
    /// `3 loop 12-15`; positions in an AKOS as its listing writes them.
    fn text(&self, akos: bool) -> String {
        let at = |position: u16| if akos { format!("L{position:04x}") } else { position.to_string() };
        let range = match self.range {
            None => String::new(),
            Some((first, last)) if first == last => format!(" {}", at(first)),
            Some((first, last)) => format!(" {}-{}", at(first), at(last)),
        };
        format!("{} {}{range}", self.limb, self.mode)
    }
}

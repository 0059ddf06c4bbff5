//! The contents of games and costumes, the cels that limbs show, and the traces of draws.

use scumm_bindings::{FindingValues, actor_cels, lint_block, stage_writes};
use wasm_bindgen::prelude::*;

use crate::costume::{Costume, Limbs, Renderer};
use crate::failure::{Result, to_js_values};
use crate::game::{Dialect, Game};
use crate::stage::{Actor, Stage};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Cast")]
    pub type JsGameCast;
    #[wasm_bindgen(typescript_type = "GameList")]
    pub type JsGameList;
    #[wasm_bindgen(typescript_type = "CostumeInfo")]
    pub type JsCostumeInfo;
    #[wasm_bindgen(typescript_type = "Finding[]")]
    pub type JsFindings;
    #[wasm_bindgen(typescript_type = "ShownCel[]")]
    pub type JsShownCels;
    #[wasm_bindgen(typescript_type = "Write[]")]
    pub type JsWrites;
}

/// Converts JSON text to objects.
fn parsed(text: &str) -> Result<JsValue> {
    js_sys::JSON::parse(text).map_err(crate::failure::JsFailure)
}

#[wasm_bindgen]
impl Game {
    /// Returns the actors of the game with their costumes and rooms, as scripts put them there. The
    /// values are those of `wardrobe cast --json`.
    pub fn cast(&self) -> Result<JsGameCast> {
        let text = self.0.read(|game| game.cast())?;
        Ok(parsed(&text)?.unchecked_into())
    }

    /// Returns the rooms and costumes of the game with their properties. The values are those of
    /// `wardrobe list --json`.
    pub fn list(&self) -> Result<JsGameList> {
        let text = self.0.read(|game| game.list())?;
        Ok(parsed(&text)?.unchecked_into())
    }

    /// Returns the contents of a costume, with `withCode` also its commands. The values are those
    /// of `wardrobe info --json`. Throws `not_found` if the game does not have the costume.
    pub fn info(&self, costume: u16, with_code: Option<bool>) -> Result<JsCostumeInfo> {
        let with_code = with_code.unwrap_or(false);
        let text = self.0.read(|game| game.info(costume, with_code))?;
        Ok(parsed(&text)?.unchecked_into())
    }

    /// Returns the findings in a costume, or without `costume` in all costumes of the game. A
    /// costume that cannot be read has a finding, too.
    pub fn lint(&self, costume: Option<u16>) -> Result<JsFindings> {
        let found = self.0.read(|game| {
            let numbers: Vec<u16> = match costume {
                Some(costume) => vec![costume],
                None => game.costumes().collect(),
            };
            let mut found = Vec::new();
            for number in numbers {
                found.extend(game.lint(number));
            }
            Ok(found)
        })?;
        to_findings(&found)
    }
}

fn to_findings(found: &[FindingValues]) -> Result<JsFindings> {
    Ok(to_js_values(&found)?.unchecked_into())
}

/// Returns the findings in the raw block of a costume with its header.
#[wasm_bindgen]
pub fn lint(data: &[u8], dialect: &Dialect) -> Result<JsFindings> {
    to_findings(&lint_block(data, &dialect.0))
}

#[wasm_bindgen]
impl Costume {
    /// Returns the contents of the costume, with `withCode` also its commands. The values are those
    /// of `wardrobe info --json`.
    pub fn info(&self, with_code: Option<bool>) -> Result<JsCostumeInfo> {
        let text = self.0.info(with_code.unwrap_or(false))?;
        Ok(parsed(&text)?.unchecked_into())
    }

    /// Returns the cels that limbs show now, in drawing order.
    #[wasm_bindgen(js_name = shownCels)]
    pub fn shown_cels(&self, limbs: &Limbs) -> Result<JsShownCels> {
        let cels = limbs.0.with(|limbs| Ok(self.0.costume.shown_cels(limbs)))?;
        Ok(to_js_values(&cels)?.unchecked_into())
    }
}

#[wasm_bindgen]
impl Actor {
    /// Returns the cels that the limbs of the actor show now, in drawing order. Returns none if the
    /// actor wears no costume.
    #[wasm_bindgen(js_name = shownCels)]
    pub fn shown_cels(&self) -> Result<JsShownCels> {
        let cels = self.0.stage.read(|stage| actor_cels(stage, self.0.id))?;
        Ok(to_js_values(&cels)?.unchecked_into())
    }
}

#[wasm_bindgen]
impl Stage {
    /// Returns the writes to the pixel in column `x`, row `y` of the view since its background was
    /// last visible there, oldest first. The last write that is not hidden is visible. Throws
    /// `misuse` without `startTrace`.
    pub fn writes(&self, x: usize, y: usize) -> Result<JsWrites> {
        let writes = self.0.read(|stage| stage_writes(stage, x, y))?;
        Ok(to_js_values(&writes)?.unchecked_into())
    }
}

#[wasm_bindgen]
impl Renderer {
    /// Returns the writes to the pixel in column `x`, row `y` of the target since `startTrace`,
    /// oldest first, at most 16. The last write that is not hidden is visible. Throws `misuse`
    /// without `startTrace`.
    pub fn writes(&self, x: usize, y: usize) -> Result<JsWrites> {
        let writes = self.0.with(|drawing| drawing.writes(x, y))?;
        Ok(to_js_values(&writes)?.unchecked_into())
    }
}

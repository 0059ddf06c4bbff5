//! Builds a costume from a file of Aseprite whose layers are limbs.
//!
//! The file is compared with the costume from which it was made. A cel whose pixels or place have
//! changed is replaced. A cel that shows something else than the other cels of its name, or that
//! has no name, is added to its limb. An animation whose limbs show other cels than before gets new
//! sequences. If nothing has changed, the result is the old costume.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use anyhow::{Context, Result, anyhow, bail, ensure};
use scumm_costume::Costume;
use scumm_room::Dialect;

use super::draft::{LayerPicture, LayeredDraft};
use super::frames::{self, CelAnimation};
use super::{CelName, CelText, LimbLayer, Origin};
use crate::build::aseprite::Aseprite;
use crate::build::colours::ColourNumbers;
use crate::build::companions::CompanionFiles;
use crate::build::platform_named;
use crate::build::sheet::SavedPicture;
use crate::build::tags::{self, ANCHOR, FRAME};
use crate::chores::{EIGHT_DIRECTIONS, FOUR_DIRECTIONS};

/// The most chores of a costume: scripts name them with bytes.
const MOST_CHORES: u16 = 256;

/// The most engine frames of an animation: the commands of a costume have 65,536 positions.
const MOST_TICKS: usize = 1 << 16;

/// Returns whether the layers of a file are limbs.
pub fn is_one(file: &Aseprite<'_>) -> bool {
    let mut names = file.layer_names().flatten();
    names.any(|name| LimbLayer::parse(name).is_some())
}

/// Builds the block of a costume. The version is that of the costume from which the file was made,
/// unless `dialect` names another; without such a costume it is v5.
///
/// # Errors
/// Returns an error if the file is damaged or has no anchor, if its costume cannot be read, or if
/// the changed costume is impossible.
pub fn build(
    file: &Aseprite<'_>,
    beside: &CompanionFiles,
    dialect: Option<Dialect>,
) -> Result<Vec<u8>> {
    let anchor = file.slice(ANCHOR).context(
        "expected a slice `anchor` whose upper left corner is the actor's position, found none",
    )?;
    let origin = origin(file);
    let base = match &origin {
        Some(origin) => Some(Base::read(origin, beside)?),
        None => None,
    };
    let own = base.as_ref().map(|base| base.dialect);
    let dialect = dialect.or(own).unwrap_or(Dialect::new(5));
    let is_same_version = own.is_none_or(|own| own == dialect);
    let mut builder = Builder::new(file, beside, base.as_ref(), dialect)?;
    builder.read_frames(anchor)?;
    builder.replace_cels()?;
    builder.change_animations()?;
    match &base {
        Some(base) if is_same_version && !builder.is_changed => Ok(base.block.clone()),
        Some(_) => builder.draft.encode(&dialect),
        None => {
            builder.draft.shorten_palette();
            builder.draft.encode(&dialect)
        }
    }
}

/// Returns the costume from which a file was made, if its user data names one.
fn origin(file: &Aseprite<'_>) -> Option<Origin> {
    let origin: Origin = toml::from_str(file.text()).ok()?;
    (!origin.block.is_empty()).then_some(origin)
}

/// The costume from which a file was made.
struct Base {
    block: Vec<u8>,
    costume: Costume,
    dialect: Dialect,
}

impl Base {
    fn read(origin: &Origin, beside: &CompanionFiles) -> Result<Self> {
        let block = beside.bytes(&origin.block).with_context(|| {
            format!(
                "the file was made from {}, which must lie beside it",
                origin.block
            )
        })?;
        let mut dialect = match origin.he {
            Some(he) => Dialect::humongous(he),
            None => Dialect::new(origin.version.unwrap_or(5)).with_old256(origin.old256),
        };
        if let Some(name) = &origin.platform {
            dialect = dialect.with_platform(platform_named(name)?);
        }
        let costume = Costume::parse(&block, &dialect).with_context(|| origin.block.clone())?;
        Ok(Self {
            block,
            costume,
            dialect,
        })
    }
}

/// A cel of the file.
#[derive(Clone, Debug)]
struct FileCel {
    /// The name in the user data.
    name: Option<CelName>,
    /// The place in the user data: that of a cel which a draw-many command places.
    place: Option<(i32, i32)>,
    /// The visible pixels, with their place relative to the anchor.
    picture: Rc<LayerPicture>,
}

/// The cels of a frame by their layers.
type FileFrame = BTreeMap<LimbLayer, FileCel>;

/// A cel by its limb, visible pixels and place relative to the limb's position.
type PictureKey = (u8, LayerPicture);

struct Builder<'f> {
    file: &'f Aseprite<'f>,
    beside: &'f CompanionFiles,
    base: Option<&'f Base>,
    dialect: Dialect,
    draft: LayeredDraft,
    /// The pictures of the costume before the changes, trimmed.
    old: BTreeMap<CelName, LayerPicture>,
    frames: Vec<FileFrame>,
    /// The layers that have cels.
    layers: BTreeSet<LimbLayer>,
    /// The limbs whose cels draw-many commands place. Their animations do not change.
    item_limbs: BTreeSet<u8>,
    /// The cels that draw-many commands place. Their sizes and places do not change.
    items: BTreeSet<CelName>,
    /// The names of new and of changed cels.
    known: HashMap<PictureKey, CelName>,
    is_changed: bool,
}

/// Frames.
impl<'f> Builder<'f> {
    fn new(
        file: &'f Aseprite<'f>,
        beside: &'f CompanionFiles,
        base: Option<&'f Base>,
        dialect: Dialect,
    ) -> Result<Self> {
        let draft = match base {
            Some(base) => LayeredDraft::new(&base.block, &base.costume)?,
            None => LayeredDraft::empty(),
        };
        let mut old = BTreeMap::new();
        for name in draft.names() {
            let picture = draft.picture(name);
            beside.spend(picture.pixels.len() as u64)?;
            old.insert(name, picture.trimmed());
        }
        Ok(Self {
            file,
            beside,
            base,
            dialect,
            draft,
            old,
            frames: Vec::new(),
            layers: BTreeSet::new(),
            item_limbs: BTreeSet::new(),
            items: BTreeSet::new(),
            known: HashMap::new(),
            is_changed: false,
        })
    }

    /// Reads the cels of all frames.
    fn read_frames(&mut self, anchor: (i32, i32)) -> Result<()> {
        let mut layers = Vec::new();
        for (index, name) in self.file.layer_names().enumerate() {
            let Some(name) = name else {
                continue;
            };
            match LimbLayer::parse(name) {
                Some(layer) => layers.push((u16::try_from(index)?, layer)),
                None => log::warn!("layer {name:?} is left out: expected a limb, such as `limb3`"),
            }
        }
        // A file without a palette of indices has only the colours. If the room has a colour twice,
        // the number that the costume uses is meant.
        let used: BTreeSet<u8> = self
            .old
            .values()
            .flat_map(|picture| picture.pixels.iter().copied().flatten())
            .collect();
        let used: Vec<u8> = used.into_iter().collect();
        let known = tags::colours_or_room(self.file.colours(), self.beside);
        let numbers = ColourNumbers::from_known(known, self.beside).preferring(&used);
        let mut decoded: HashMap<(u16, usize), FileCel> = HashMap::new();
        for number in 0..self.file.durations().count() {
            let mut frame = FileFrame::new();
            for &(index, layer) in &layers {
                let Some(shown) = self.file.shown_frame(number, index) else {
                    continue;
                };
                let cel = match decoded.get(&(index, shown)) {
                    Some(cel) => cel.clone(),
                    None => {
                        let Some(cel) = self.read_cel(shown, index, &numbers, anchor)? else {
                            continue;
                        };
                        decoded.insert((index, shown), cel.clone());
                        cel
                    }
                };
                if cel.place.is_some() || layer.part > 0 {
                    self.item_limbs.insert(layer.limb);
                    self.items.extend(cel.name);
                }
                frame.insert(layer, cel);
                self.layers.insert(layer);
            }
            self.frames.push(frame);
        }
        Ok(())
    }

    fn read_cel(
        &self,
        frame: usize,
        layer: u16,
        numbers: &ColourNumbers<'_>,
        (left, top): (i32, i32),
    ) -> Result<Option<FileCel>> {
        let shown = || format!("frame {frame}");
        let spend = |pixels| self.beside.spend(pixels);
        let Some(cel) = self.file.layer_cel(frame, layer, spend)? else {
            return Ok(None);
        };
        let (width, _) = self.file.size();
        let is_clear = clear_pixels(&cel.picture);
        let text = cel.text;
        let (is_clear, saved) = match is_clear {
            Some(clear) => (clear, cel.picture),
            None => split(cel.picture, width)?,
        };
        let surface = numbers.numbered(saved, &shown(), 0).with_context(shown)?;
        let mut pixels = Vec::with_capacity(surface.pixels().len());
        for (&pixel, clear) in surface.pixels().iter().zip(is_clear) {
            pixels.push((!clear).then_some(pixel));
        }
        let picture = LayerPicture {
            width,
            pixels,
            rel: (-left, -top),
        };
        let text = CelText::parse(text);
        Ok(Some(FileCel {
            name: text.map(|text| text.name),
            place: text.and_then(|text| text.place),
            picture: Rc::new(picture.trimmed()),
        }))
    }

    /// Returns the distance by which the cels of earlier limbs move those of a limb.
    fn moves(&self, frame: &FileFrame, limb: u8) -> (i32, i32) {
        let far = self.dialect.is_old_bundle() && self.dialect.version() > 1;
        let mut moves = if far { (-72, -100) } else { (0, 0) };
        for (layer, cel) in frame {
            if layer.limb >= limb {
                break;
            }
            // The items of a draw-many command do not move later limbs (A42).
            if let Some(name) = cel.name.filter(|_| cel.place.is_none()) {
                let (x, y) = self.draft.step(name);
                moves = (moves.0 + x, moves.1 + y);
            }
        }
        moves
    }

    /// Returns the picture of a cel relative to its limb's position. A cel that a draw-many command
    /// places is moved to the place that it has in the costume.
    fn relative(&self, frame: &FileFrame, layer: LimbLayer, cel: &FileCel) -> Result<LayerPicture> {
        self.beside.spend(cel.picture.pixels.len() as u64)?;
        let (x, y) = match (cel.name, cel.place) {
            (Some(name), Some((x, y))) => {
                let rel = self.draft.rel(name);
                (x - rel.0, y - rel.1)
            }
            _ => self.moves(frame, layer.limb),
        };
        let mut picture = LayerPicture::clone(&cel.picture);
        if !picture.is_blank() {
            picture.rel.0 -= x;
            picture.rel.1 -= y;
        }
        Ok(picture)
    }

    /// Returns a changed picture with the size and the place of the cel. The places of items belong
    /// to their animations, so an item keeps its size.
    fn item_picture(&self, name: CelName, picture: &LayerPicture) -> Result<LayerPicture> {
        let old = self.draft.picture(name);
        let (width, height) = (old.width, old.height());
        self.beside.spend(old.pixels.len() as u64)?;
        picture
            .on_canvas(old.rel, (width, height))
            .map_err(|(x, y)| {
                anyhow!(
                    "expected pixels within its {width}x{height} pixels, found one in column {}, \
                     row {}: a draw-many command places the cel, which therefore keeps its size \
                     and place",
                    x - old.rel.0,
                    y - old.rel.1
                )
            })
    }
}

/// Cels.
impl Builder<'_> {
    /// Replaces the cels that have changed in all frames that show them.
    fn replace_cels(&mut self) -> Result<()> {
        // The first picture of each name, and all pictures.
        let mut shown: BTreeMap<CelName, (LayerPicture, HashSet<LayerPicture>)> = BTreeMap::new();
        for frame in &self.frames {
            for (&layer, cel) in frame {
                let Some(name) = cel.name.filter(|name| self.old.contains_key(name)) else {
                    continue;
                };
                let picture = self.relative(frame, layer, cel)?;
                let first = || (picture.clone(), HashSet::new());
                shown.entry(name).or_insert_with(first).1.insert(picture);
            }
        }
        for (name, (new, pictures)) in shown {
            if pictures.contains(&self.old[&name]) {
                continue;
            }
            let shown = || format!("cel {name}");
            let set = if self.items.contains(&name) {
                let picture = self.item_picture(name, &new).with_context(shown)?;
                self.draft.set_picture(name, &picture)
            } else {
                self.draft.set_picture(name, &new)
            };
            set.with_context(shown)?;
            self.old.insert(name, new);
            self.is_changed = true;
        }
        for (name, picture) in &self.old {
            let limb = name.limb.unwrap_or(0);
            self.known.entry((limb, picture.clone())).or_insert(*name);
        }
        Ok(())
    }

    /// Returns the name of the cel that shows a picture. Adds a cel if the costume has no such cel.
    fn cel_of(&mut self, frame: usize, layer: LimbLayer) -> Result<Option<CelName>> {
        let Some(cel) = self.frames[frame].get(&layer).cloned() else {
            return Ok(None);
        };
        let picture = self.relative(&self.frames[frame], layer, &cel)?;
        let named = cel.name.filter(|name| self.old.get(name) == Some(&picture));
        if named.is_some() {
            return Ok(named);
        }
        if picture.is_blank() {
            return Ok(None);
        }
        let limb = if self.is_shared() { 0 } else { layer.limb };
        if let Some(name) = self.known.get(&(limb, picture.clone())) {
            return Ok(Some(*name));
        }
        let name = self
            .draft
            .add_picture(layer.limb, &picture)
            .with_context(|| format!("frame {frame}, layer {layer}"))?;
        self.is_changed = true;
        self.known.insert((limb, picture.clone()), name);
        self.old.insert(name, picture);
        Ok(Some(name))
    }

    /// Returns whether all limbs share the cels.
    fn is_shared(&self) -> bool {
        self.base.is_some_and(|base| base.costume.is_akos())
    }
}

/// Animations.
impl Builder<'_> {
    /// Gives new sequences to the limbs of animations that have changed.
    fn change_animations(&mut self) -> Result<()> {
        let mirrors = self.draft.mirrors_west();
        let old = match self.base {
            Some(base) => frames::animations(&base.costume, mirrors),
            None => Vec::new(),
        };
        let is_eight = self.draft.has_eight_directions(&self.dialect);
        let directions: &[&str] = if is_eight {
            &EIGHT_DIRECTIONS
        } else {
            &FOUR_DIRECTIONS
        };
        let mut seen: BTreeMap<u16, String> = BTreeMap::new();
        let mut wests = Vec::new();
        let mut left_out = Vec::new();
        for tag in self.file.tags() {
            let shown = || format!("tag {:?}", tag.name);
            if tag.from > tag.to || tag.to >= self.frames.len() {
                bail!(
                    "{}: expected frames 0 to {}",
                    shown(),
                    self.frames.len() - 1
                );
            }
            let Some((chore, direction)) =
                tags::chore(&tag.name, &self.dialect, directions, MOST_CHORES)
            else {
                left_out.push(tag.name.as_str());
                continue;
            };
            let number = chore * directions.len() as u16 + direction;
            if let Some(other) = seen.insert(number, tag.name.clone()) {
                bail!("{} and tag {other:?} are the same animation", shown());
            }
            let before = old.iter().find(|animation| animation.number == number);
            let is_new = self
                .change_animation(number, tag.from..=tag.to, tag.loops(), before)
                .with_context(shown)?;
            let twin = before.and_then(|before| before.twin);
            if is_new && mirrors {
                let west = match (before, directions[usize::from(direction)]) {
                    (Some(_), _) => twin,
                    (None, "east") => {
                        let west = directions.iter().position(|name| *name == "west");
                        west.map(|west| chore * directions.len() as u16 + west as u16)
                    }
                    (None, _) => None,
                };
                wests.extend(west.map(|west| (number, west)));
            }
        }
        tags::warn_of_tags(&left_out);
        for (east, west) in wests {
            if !seen.contains_key(&west) {
                self.draft.copy_animation(east, west);
            }
        }
        if self.base.is_none() && seen.is_empty() {
            bail!("expected tags that name animations, such as `walk-east`, found none");
        }
        Ok(())
    }

    /// Changes the limbs of an animation that show other cels than before. Returns whether a limb
    /// has changed.
    fn change_animation(
        &mut self,
        number: u16,
        frames: std::ops::RangeInclusive<usize>,
        loops: bool,
        before: Option<&CelAnimation>,
    ) -> Result<bool> {
        let durations: Vec<u64> = self.file.durations().collect();
        let mut limbs: BTreeMap<LimbLayer, Vec<Option<CelName>>> = BTreeMap::new();
        for layer in self.layers.clone() {
            if self.item_limbs.contains(&layer.limb) {
                let shown = frames.clone().zip(&durations[frames.clone()]);
                self.refuse_other_items(layer, shown, before)?;
                continue;
            }
            let mut ticks = Vec::new();
            for frame in frames.clone() {
                let name = self.cel_of(frame, layer)?;
                let count = engine_frames(durations[frame]);
                ensure!(
                    ticks.len().saturating_add(count) <= MOST_TICKS,
                    "layer {layer}: expected at most {MOST_TICKS} engine frames of {FRAME} ms"
                );
                self.beside.spend(count as u64)?;
                ticks.extend(std::iter::repeat_n(name, count));
            }
            limbs.insert(layer, ticks);
        }
        let mut is_new = false;
        for (layer, ticks) in limbs {
            let old = before.map(|before| ticks_of(self.base, before, layer.limb));
            let is_same = old.as_ref().is_some_and(|old| {
                *old == ticks && (loops == before.is_some_and(|before| before.loops))
            });
            // A new animation switches off the limbs that it does not show.
            if is_same {
                continue;
            }
            self.draft.set_sequence(number, layer.limb, &ticks, loops)?;
            self.is_changed = true;
            is_new = true;
        }
        Ok(is_new)
    }

    /// Refuses other items than before in a layer of a limb that shows items of draw-many commands:
    /// the command may have conditions, which the file does not show (A44).
    fn refuse_other_items<'d>(
        &self,
        layer: LimbLayer,
        frames: impl Iterator<Item = (usize, &'d u64)>,
        before: Option<&CelAnimation>,
    ) -> Result<()> {
        let mut old = Vec::new();
        for frame in before.iter().flat_map(|before| &before.frames) {
            let cels = frame.cels.iter().filter(|cel| cel.limb == layer.limb);
            let item = cels.clone().nth(layer.part);
            let is_item = frame.item_limbs.contains(&layer.limb);
            let item = item.map(|cel| (cel.number, is_item.then_some((cel.x, cel.y))));
            old.extend(std::iter::repeat_n(item, frame.ticks));
        }
        let mut new = Vec::new();
        for (number, &duration) in frames {
            let frame = &self.frames[number];
            let mut item = None;
            if let Some(cel) = frame.get(&layer) {
                let picture = self.relative(frame, layer, cel)?;
                let name = cel.name.filter(|name| self.old.get(name) == Some(&picture));
                let Some(name) = name else {
                    bail!(
                        "frame {number}: layer {layer} shows a new picture or another place. \
                         Draw-many commands place the cels of this limb; such cels can be \
                         repainted in all their frames, but not moved, added or changed in single \
                         frames"
                    );
                };
                item = Some((name.number, cel.place));
            }
            let ticks = engine_frames(duration);
            self.beside.spend(ticks as u64)?;
            new.extend(std::iter::repeat_n(item, ticks));
        }
        let is_same = old == new || (before.is_none() && new.iter().all(Option::is_none));
        ensure!(
            is_same,
            "layer {layer} shows other cels than before, or at other times. Draw-many commands \
             place the cels of this limb, and these commands cannot be changed in this file"
        );
        Ok(())
    }
}

/// Returns the number of engine frames of a frame with a duration in milliseconds.
fn engine_frames(duration: u64) -> usize {
    let count = (duration + FRAME / 2) / FRAME;
    usize::try_from(count.max(1)).unwrap_or(usize::MAX)
}

/// Returns the cels that a limb shows in an animation, one for each engine frame.
fn ticks_of(base: Option<&Base>, animation: &CelAnimation, limb: u8) -> Vec<Option<CelName>> {
    let mut ticks = Vec::new();
    let Some(base) = base else {
        return ticks;
    };
    for frame in &animation.frames {
        let shown = frame.cels.iter().find(|cel| cel.limb == limb);
        let name = shown.map(|shown| frames::name_of(&base.costume, shown.limb, shown.number));
        ticks.extend(std::iter::repeat_n(name, frame.ticks));
    }
    ticks
}

/// Returns which pixels of an indexed picture are transparent; `None` for a picture of colours.
fn clear_pixels(picture: &SavedPicture) -> Option<Vec<bool>> {
    let SavedPicture::Indexed(picture) = picture else {
        return None;
    };
    let mut is_clear = Vec::new();
    for &pixel in picture.surface.pixels() {
        is_clear.push(picture.opacities.get(usize::from(pixel)) == Some(&0));
    }
    Some(is_clear)
}

/// Returns which pixels of a picture of colours are transparent, and the picture.
fn split(picture: SavedPicture, width: usize) -> Result<(Vec<bool>, SavedPicture)> {
    use crate::build::sheet::ColourPicture;
    let SavedPicture::Colours(picture) = picture else {
        bail!("expected a picture of colours");
    };
    let mut is_clear = Vec::new();
    let mut pixels = Vec::new();
    picture.each(|colour| {
        is_clear.push(colour[3] == 0);
        pixels.push(colour.map(|component| (component / 257) as u8));
    })?;
    Ok((
        is_clear,
        SavedPicture::Colours(ColourPicture::new(width, pixels)),
    ))
}

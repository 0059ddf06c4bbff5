//! Clips: animations of costumes as pictures in colours, for players, and as files.
//!
//! A clip plays like an actor that has just entered a room: the init frame comes first, then the
//! chore starts. Tall cels do not vanish (C46), because a clip has no screen that would cut them.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use scumm_costume::{ALL_LIMBS, Costume, ShownCel};
use scumm_engine::ActorFault;
use scumm_media::film::FilmFormat;
use scumm_media::text::joined;
use scumm_room::{Dialect, Palette, Rect, Surface};

use crate::chores::{self, DirectedChore};
use crate::colours::{self, ColourSource, ColouredCostume, CostumeColours};
use crate::costume_input::LoadedCostume;
use crate::export::options::{TOO_LARGE, fits};
use crate::export::rendered::{ChoreEnd, ChoreEvent, RenderedChore, TimedPicture, place, unused};
use crate::export::renderer::{ChoreRenderer, PlayedCostume, RenderOptions};
use crate::export::sheet::{self, PngAndJson};
use crate::output;

/// The most engine frames of a clip that does not end, unless the caller sets another limit.
const FRAMES: u16 = 200;

/// Options for playing a clip.
#[derive(Clone, Debug)]
pub struct ClipOptions {
    /// The horizontal and vertical scale, 1 to 255; 255 is full size.
    pub scale: (u8, u8),
    /// The shadow mode (C55). The shadow tables show dusk.
    pub shadow: Option<u16>,
    /// The visible limbs as bits, limb 0 in the lowest bit.
    pub limbs: u16,
    /// The number of engine frames for each animation step (T50).
    pub anim_speed: u8,
    /// The number of jiffies for each engine frame.
    pub jiffies: u16,
    /// The most engine frames of a clip that does not end.
    pub frames: u16,
}

impl Default for ClipOptions {
    /// Returns full size, without a shadow, with all limbs and the usual speed.
    fn default() -> Self {
        Self {
            scale: (255, 255),
            shadow: None,
            limbs: ALL_LIMBS,
            anim_speed: 1,
            jiffies: 6,
            frames: FRAMES,
        }
    }
}

/// A frame of a clip: a picture that is visible for one or more ticks.
#[derive(Clone, Debug)]
pub struct ClipFrame {
    picture: TimedPicture,
    /// The duration in whole milliseconds. The frames of a clip together last as long as in the
    /// game.
    pub duration: Duration,
    /// The cels that the limbs show, in drawing order.
    pub cels: Vec<ShownCel>,
}

impl ClipFrame {
    /// Returns the number of the first tick (engine frame).
    #[must_use]
    pub fn first_tick(&self) -> usize {
        self.picture.first
    }

    /// Returns the number of ticks for which the picture is visible, at least 1.
    #[must_use]
    pub fn ticks(&self) -> usize {
        self.picture.ticks
    }
}

/// An animation of a costume in one direction, played and drawn.
#[derive(Clone, Debug)]
pub struct Clip {
    played: Arc<PlayedCostume>,
    animation: RenderedChore,
    frames: Vec<ClipFrame>,
    /// The box around all pictures, relative to the actor's position.
    bounds: Rect,
    transparent: u8,
    faults: Vec<ActorFault>,
}

impl Clip {
    /// Plays a chore of a costume, started by frame `chore`, in the direction `facing` in degrees
    /// clockwise from north. `number` is the number of the costume in its game, on which the
    /// colours of version 0 depend. Without a palette, the clip gets the costume's own colours, the
    /// colours of the machine, or greys.
    ///
    /// # Errors
    /// Returns an error if the costume does not have the chore in this direction, if a shadow mode
    /// is set and the version has no shadow table, or if the animation has too many pixels.
    pub fn play(
        costume: &Arc<Costume>,
        number: Option<u16>,
        chore: u16,
        facing: u16,
        palette: Option<Palette>,
        options: &ClipOptions,
    ) -> Result<Self> {
        let chore = find_chore(costume, chore, facing)?;
        let loaded = LoadedCostume::from_parsed(costume.clone(), number);
        let colours = match palette {
            Some(palette) => CostumeColours {
                palette,
                source: ColourSource::Passed,
            },
            None => colours::colours_of_file(&loaded),
        };
        let played = PlayedCostume {
            frame: loaded.dialect.frame_duration(options.jiffies),
            coloured: ColouredCostume {
                loaded,
                colours,
                cast: None,
            },
        };
        let scale = Some(options.scale).filter(|scale| *scale != (255, 255));
        let rendering = RenderOptions {
            scale,
            shadow: options.shadow,
            anim_speed: options.anim_speed,
            limit: options.frames.into(),
            limbs: options.limbs,
        };
        let renderer = ChoreRenderer::new(&played.coloured, rendering, None)?;
        let (animation, faults) = renderer.render(&chore)?;
        Ok(Self::new(Arc::new(played), animation, faults))
    }

    fn new(played: Arc<PlayedCostume>, animation: RenderedChore, faults: Vec<ActorFault>) -> Self {
        let mut frames = Vec::new();
        for picture in animation.pictures() {
            let cels = animation.cels.get(picture.first);
            frames.push(ClipFrame {
                duration: played.time(&picture),
                cels: cels.cloned().unwrap_or_default(),
                picture,
            });
        }
        Self {
            bounds: animation.bounds().unwrap_or_default(),
            transparent: unused(animation.drawings()),
            played,
            animation,
            frames,
            faults,
        }
    }

    /// Returns the chore and its direction.
    #[must_use]
    pub fn chore(&self) -> &DirectedChore {
        &self.animation.chore
    }

    /// Returns the name of the chore and its direction, such as `walk-south`.
    #[must_use]
    pub fn name(&self) -> String {
        let dialect = &self.played.coloured.loaded.dialect;
        self.chore().directed_name(dialect)
    }

    /// Returns the frames in order.
    #[must_use]
    pub fn frames(&self) -> &[ClipFrame] {
        &self.frames
    }

    /// Returns the box around all pictures relative to the actor's position, which is column 0 of
    /// row 0. All pictures have the size of the box. The box is empty if nothing is ever visible.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Returns the index of the frame from which the game repeats the animation. Returns `None` if
    /// the animation stands still at its end, or was not played to its end.
    #[must_use]
    pub fn loop_from(&self) -> Option<usize> {
        self.animation.loop_from()
    }

    /// Returns whether the clip contains the whole animation. Otherwise the limit of frames ended
    /// it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.animation.end != ChoreEnd::Open
    }

    /// Returns the requests of the animation, such as sounds, with their ticks.
    pub fn events(&self) -> impl Iterator<Item = (usize, ChoreEvent)> {
        self.animation.events()
    }

    /// Returns the conditions that would have stopped the original. The limb stands still then.
    #[must_use]
    pub fn faults(&self) -> &[ActorFault] {
        &self.faults
    }

    /// Returns the palette.
    pub fn palette(&self) -> &Palette {
        &self.played.coloured.colours.palette
    }

    /// Returns the palette index that stands for transparent pixels in [`Self::pixels`]. No picture
    /// of the clip uses this colour.
    #[must_use]
    pub fn transparent(&self) -> u8 {
        self.transparent
    }

    /// Returns the pixels of a frame as palette indices, row by row; `None` if there is no such
    /// frame.
    #[must_use]
    pub fn pixels(&self, frame: usize) -> Option<Vec<u8>> {
        let drawing = self.frames.get(frame)?.picture.drawing.as_deref();
        Some(place(drawing, self.bounds, self.transparent))
    }

    /// Returns the pixels of a frame as red, green, blue and opacity, row by row. The opacity is
    /// 255 where the costume drew a pixel, even in the colour of a background, else 0. Returns
    /// `None` if there is no such frame.
    #[must_use]
    pub fn rgba(&self, frame: usize) -> Option<Vec<u8>> {
        let palette = self.palette();
        let mut rgba = Vec::new();
        for pixel in self.pixels(frame)? {
            if pixel == self.transparent {
                rgba.extend([0; 4]);
                continue;
            }
            let [red, green, blue] = palette[pixel];
            rgba.extend([red, green, blue, 255]);
        }
        Some(rgba)
    }

    /// Encodes a frame as a PNG with transparent pixels.
    ///
    /// # Errors
    /// Returns an error if there is no such frame, or if nothing is visible in the clip. Passes on
    /// the errors of the encoder.
    pub fn frame_png(&self, frame: usize) -> Result<Vec<u8>> {
        self.check_zoom(1)?;
        let Some(pixels) = self.pixels(frame) else {
            bail!("the clip has no frame {frame}");
        };
        let (width, height) = self.bounds.size();
        let surface = Surface::from_pixels(width, height, pixels);
        output::png_bytes(&surface, self.palette(), Some(self.transparent), 1)
    }

    /// Encodes the clip as a film, enlarged `zoom` times, 1 to 8. The file repeats as a whole if
    /// the animation repeats, because the formats cannot repeat a part.
    ///
    /// # Errors
    /// Returns an error if nothing is visible, or if the enlarged pictures are too large. Passes on
    /// the errors of the encoder.
    pub fn film(&self, format: FilmFormat, zoom: u8) -> Result<Vec<u8>> {
        self.check_zoom(zoom)?;
        self.played.film(format, &self.animation, self.bounds, zoom)
    }

    /// Checks that something is visible, and that the enlarged pictures are not too large.
    fn check_zoom(&self, zoom: u8) -> Result<()> {
        let (width, height) = self.bounds.size();
        if width == 0 || height == 0 {
            bail!("{}: nothing is visible", self.name());
        }
        check_factor(zoom)?;
        if !fits(width.saturating_mul(height), zoom) {
            bail!("{TOO_LARGE}");
        }
        Ok(())
    }

    /// Arranges the pictures of clips of one costume on a sheet, enlarged `zoom` times. Returns the
    /// bytes of the PNG, and JSON in the format of Aseprite that names the PNG as `image`.
    ///
    /// # Errors
    /// Returns an error if there are no clips, if the clips belong to different costumes or have
    /// different palettes, if nothing is visible, or if the pictures are too large together. Passes
    /// on the errors of the encoder.
    pub fn sheet(clips: &[&Self], zoom: u8, image: &str) -> Result<PngAndJson> {
        let Some(first) = clips.first() else {
            bail!("a sheet needs at least one clip");
        };
        let costume = |clip: &Self| Arc::as_ptr(&clip.played.coloured.loaded.costume);
        for clip in clips {
            if costume(clip) != costume(first) {
                bail!("the clips of a sheet belong to one costume");
            }
            if clip.palette() != first.palette() {
                bail!("the clips of a sheet have the same palette");
            }
        }
        check_factor(zoom)?;
        let animations: Vec<RenderedChore> =
            clips.iter().map(|clip| clip.animation.clone()).collect();
        let Some(made) = sheet::png_and_json(&first.played, &animations, zoom, image)? else {
            bail!("nothing is visible in the clips of the sheet");
        };
        Ok(made)
    }
}

/// Refuses a factor by which pictures cannot be enlarged.
fn check_factor(zoom: u8) -> Result<()> {
    if !(1..=8).contains(&zoom) {
        bail!("a picture is enlarged 1 to 8 times, not {zoom} times");
    }
    Ok(())
}

/// Returns the chore of a costume that a frame number starts in a direction.
///
/// # Errors
/// Returns an error that lists the known chores or directions if the costume does not have it.
fn find_chore(costume: &Costume, number: u16, facing: u16) -> Result<DirectedChore> {
    let chores = chores::in_costume(costume);
    let mut facings = Vec::new();
    for chore in chores {
        if chore.number != number {
            continue;
        }
        if chore.facing == facing {
            return Ok(chore);
        }
        facings.push(chore.facing);
    }
    if facings.is_empty() {
        let known = joined(chores::frames(costume), ", ");
        bail!("the costume has no chore {number}; it has {known}");
    }
    let known = joined(facings, ", ");
    bail!("chore {number} does not face {facing} degrees; it faces {known}");
}

/// Returns the frame number of a chore by the name of its default use (T20): `init`, `walk`,
/// `stand`, `talk` or `hush`.
///
/// # Errors
/// Returns an error that lists the names if there is no such name.
pub fn chore_of_name(name: &str, dialect: &Dialect) -> Result<u16> {
    match chores::default_uses(dialect)
        .iter()
        .find(|(_, use_)| *use_ == name)
    {
        Some((number, _)) => Ok(*number),
        None => bail!("there is no chore {name:?}: the names are init, walk, stand, talk, hush"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::demo;

    fn costume(number: u16) -> Arc<Costume> {
        Arc::new(demo::game().unwrap().costume(number).unwrap())
    }

    fn walk(facing: u16) -> Clip {
        let options = ClipOptions::default();
        Clip::play(&costume(1), Some(1), 2, facing, None, &options).unwrap()
    }

    #[test]
    fn a_clip_is_the_exported_animation() {
        let clip = walk(180);
        let renderer = clip.played.renderer(None, ALL_LIMBS).unwrap();
        let (animation, _) = renderer.render(clip.chore()).unwrap();
        let film = clip
            .played
            .film(FilmFormat::Gif, &animation, animation.bounds().unwrap(), 1);
        assert_eq!(clip.film(FilmFormat::Gif, 1).unwrap(), film.unwrap());
        assert_eq!(clip.loop_from(), animation.loop_from());
        assert_eq!(clip.name(), "walk-south");
        let ticks: usize = clip.frames().iter().map(ClipFrame::ticks).sum();
        assert_eq!(ticks, animation.ticks.len());
        let time: Duration = clip.frames().iter().map(|frame| frame.duration).sum();
        assert_eq!(time, Duration::from_millis(100) * ticks as u32);
    }

    #[test]
    fn a_walk_has_a_head_because_the_init_frame_comes_first_t20() {
        let clip = walk(180);
        let limbs: BTreeSet<u8> = clip.frames()[0].cels.iter().map(|cel| cel.limb).collect();
        let costume = costume(1);
        let of_walk = costume
            .animations()
            .find(|animation| animation.frame == 2 && animation.facing.degrees() == 180)
            .unwrap();
        assert!(
            limbs.len() > of_walk.limbs.len(),
            "{limbs:?} with the limbs of the init frame, {:?} alone",
            of_walk.limbs
        );
    }

    #[test]
    fn pixels_are_opaque_where_something_was_drawn() {
        let clip = walk(90);
        let (width, height) = clip.bounds().size();
        for number in 0..clip.frames().len() {
            let pixels = clip.pixels(number).unwrap();
            let rgba = clip.rgba(number).unwrap();
            assert_eq!(rgba.len(), width * height * 4);
            for (pixel, rgba) in pixels.iter().zip(rgba.chunks(4)) {
                if *pixel == clip.transparent() {
                    assert_eq!(rgba, [0; 4]);
                } else {
                    let [red, green, blue] = clip.palette()[*pixel];
                    assert_eq!(rgba, [red, green, blue, 255]);
                }
            }
            assert!(rgba.chunks(4).any(|pixel| pixel[3] == 255));
        }
        assert_eq!(clip.pixels(clip.frames().len()), None);
    }

    #[test]
    fn each_frame_lists_cels_that_the_costume_has() {
        let costume = costume(1);
        let known: BTreeSet<u16> = costume.cels().iter().map(|cel| cel.number).collect();
        let clip = walk(270);
        let mut seen = BTreeSet::new();
        for frame in clip.frames() {
            for cel in &frame.cels {
                assert!(known.contains(&cel.cel), "{cel:?}");
                seen.insert(cel.cel);
            }
        }
        assert!(seen.len() > 1, "a walk shows several cels");
    }

    #[test]
    fn a_sheet_describes_the_clips_of_one_costume() {
        let clips = [walk(0), walk(180)];
        let (png, json) = Clip::sheet(&[&clips[0]], 1, "one.png").unwrap();
        assert!(png.starts_with(b"\x89PNG") && json.contains("one.png"));
        let error = Clip::sheet(&[&clips[0], &clips[1]], 1, "two.png").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the clips of a sheet belong to one costume",
            "each call parses the costume again"
        );
        let costume = costume(1);
        let play =
            |facing| Clip::play(&costume, None, 2, facing, None, &ClipOptions::default()).unwrap();
        let (north, south) = (play(0), play(180));
        let (_, json) = Clip::sheet(&[&north, &south], 2, "two.png").unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let frames = north.frames().len() + south.frames().len();
        assert_eq!(json["frames"].as_array().unwrap().len(), frames);
        assert_eq!(
            json["meta"]["layers"][0]["data"],
            "colours of greys, because no room is known"
        );
    }

    #[test]
    fn errors_name_the_chores_and_directions_that_there_are() {
        let costume = costume(1);
        let error = |chore, facing| {
            let clip = Clip::play(&costume, None, chore, facing, None, &ClipOptions::default());
            clip.unwrap_err().to_string()
        };
        assert!(error(99, 0).starts_with("the costume has no chore 99; it has 1, 2"));
        assert_eq!(
            error(2, 45),
            "chore 2 does not face 45 degrees; it faces 270, 90, 180, 0"
        );
        assert_eq!(chore_of_name("walk", costume.dialect()).unwrap(), 2);
        let error = chore_of_name("jump", costume.dialect()).unwrap_err();
        assert!(error.to_string().contains("\"jump\""));
        let clip = walk(0);
        let zoomed = clip.film(FilmFormat::Apng, 9).unwrap_err();
        assert!(zoomed.to_string().ends_with("not 9 times"));
    }
}

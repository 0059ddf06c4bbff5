//! Renders the chores of a costume: the engine plays them frame by frame on a stage with a single
//! actor.
//!
//! Each picture and each animation has a limit of its own, but a damaged costume may have hundreds
//! of animations, each with hundreds of frames as large as the stage. Therefore the pixels of all
//! animations of a costume are counted together, too.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use glam::IVec2;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scumm_costume::{Costume, LimbStates, ShownCel, Write};
use scumm_engine::{
    Actor, ActorFault, Backdrop, Event, InitMode, Picture, PrintTarget, SplitMix64, Stage,
};
use scumm_media::film::time_shown;
use scumm_room::{Dialect, Quirks, Rect, Room, Surface};

use super::rendered::{ChoreDrawing, ChoreEvent, RenderedChore, SLOTS, Tick, TimedPicture};
use crate::casting::standing;
use crate::chores::DirectedChore;
use crate::colours::ColouredCostume;
use crate::costume_input::{LoadedCostume, OverLimit};
use crate::shade::DUSK;

/// The pixels by which pictures may reach beyond a screen's width and height from the anchor, on
/// each side.
const MARGIN: i32 = 64;

/// The most pixels of an animation: the number of ticks times the box around the pictures. This is
/// 218 whole screens of 640x480.
const MOST_PIXELS: usize = 64 << 20;

/// Options for drawing the actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderOptions {
    /// The horizontal and vertical scale, 255 is full size. `None` means full size or, in a room,
    /// the scale at the actor's position.
    pub scale: Option<(u8, u8)>,
    /// The shadow mode (C55). The shadow tables show dusk.
    pub shadow: Option<u16>,
    /// The number of engine frames for each animation step (T50).
    pub anim_speed: u8,
    /// The most frames of an animation.
    pub limit: usize,
    /// The visible limbs as bits, limb 0 in the lowest bit.
    pub limbs: u16,
}

/// A room without objects, and an actor's position in the room. Pixels that the room's z-planes
/// hide there are not drawn, and shadows fall on the room's picture.
pub type RoomPosition<'r> = (&'r Arc<Room>, (i32, i32));

/// Two stages that differ only in their backgrounds, each with an actor that has not started its
/// chore. The background of the second stage is the complement of the first: a pixel where both
/// stages show their background was not drawn.
pub struct ChoreRenderer {
    stages: [Stage; 2],
    /// The number of the only actor and of its costume.
    actor: u16,
    /// The actor's position in pixels of the stage.
    anchor: (i32, i32),
    options: RenderOptions,
    costume: Arc<Costume>,
    /// The budget of pixels of all rendered animations.
    account: PixelAccount,
}

impl ChoreRenderer {
    /// Creates a renderer for a costume in the screen's colours.
    ///
    /// # Errors
    /// Returns an error if a shadow mode is set and the version has no shadow table, or if the room
    /// is too large.
    pub fn new(
        coloured: &ColouredCostume,
        options: RenderOptions,
        position: Option<RoomPosition<'_>>,
    ) -> Result<Self> {
        let LoadedCostume {
            costume, dialect, ..
        } = &coloured.loaded;
        // Tall pictures vanish only on the original screens (C46), not on this larger stage.
        let dialect = dialect.with_quirks(dialect.quirks() - Quirks::TALL_CEL_VANISHES);
        let unit = standing::unit(&dialect);
        let at = position.map_or_else(|| middle(&dialect) / unit, |(_, at)| at.into());
        let backdrop = position.map_or_else(
            || black(&dialect),
            |(room, _)| Ok(Backdrop::Room(room.clone())),
        )?;
        let number = coloured.loaded.wearer();
        let mut stage = Stage::whole(dialect, backdrop);
        stage.colours_mut().palette = coloured.colours.palette.clone();
        stage.draw_background();
        stage.insert_costume(
            number,
            Arc::new(Costume::clone(costume).with_dialect(dialect)),
        )?;
        add_actor(&mut stage, number, options, at)?;
        let mut second = stage.clone();
        let complement: Vec<u8> = stage
            .back()
            .rows()
            .flatten()
            .map(|colour| !colour)
            .collect();
        second
            .overlay()
            .print_pixels(PrintTarget::Both, 0, 0, stage.back().width, &complement)?;
        Ok(Self {
            stages: [stage, second],
            actor: number,
            anchor: (at * unit).into(),
            options,
            costume: costume.clone(),
            account: PixelAccount::new(&coloured.loaded),
        })
    }

    /// Renders a chore from its start over the init frame, as for an actor that has just entered
    /// the room. Rendering stops when a state repeats, when the number of frames in the options is
    /// reached, or at the limit of pixels of an animation. Also returns the faults of the costume;
    /// a faulty limb stands still.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations of the costume have too
    /// many pixels together.
    pub fn render(&self, chore: &DirectedChore) -> Result<(RenderedChore, Vec<ActorFault>)> {
        let mut rendering = self.begin(chore)?;
        while self.step(&mut rendering)? {}
        Ok(rendering.finish())
    }

    /// Renders a chore up to the first frame with a visible picture, and returns that frame's
    /// drawing; `None` if nothing is ever visible.
    ///
    /// # Errors
    /// Returns an error as [`Self::render`] does.
    pub fn first_drawing(&self, chore: &DirectedChore) -> Result<Option<Arc<ChoreDrawing>>> {
        let mut rendering = self.begin(chore)?;
        while self.step(&mut rendering)? {
            if let Some(drawing) = rendering.last_drawing() {
                return Ok(Some(drawing.clone()));
            }
        }
        Ok(None)
    }

    /// Starts to render a chore.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations of the costume have too
    /// many pixels together.
    pub fn begin(&self, chore: &DirectedChore) -> Result<ChoreRendering> {
        self.account.begin_animation()?;
        let mut stages = self.stages.clone();
        for stage in &mut stages {
            start_chore(stage, self.actor, chore, self.options.scale)?;
        }
        Ok(ChoreRendering {
            chore: *chore,
            stages,
            chance: [SplitMix64::new(1), SplitMix64::new(1)],
            states: Vec::new(),
            ticks: Vec::new(),
            cels: Vec::new(),
            faults: Vec::new(),
            shared: HashSet::new(),
            bounds: None,
            anew: None,
        })
    }

    /// Renders the next engine frame of a chore. Returns `false` if the rendering is complete.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations of the costume have too
    /// many pixels together.
    pub fn step(&self, rendering: &mut ChoreRendering) -> Result<bool> {
        let before = rendering.pixels();
        if rendering.ticks.len() >= self.options.limit
            || before.saturating_add(rendering.area()) > MOST_PIXELS
        {
            return Ok(false);
        }
        let stages = &mut rendering.stages;
        let actor = stages[0].actor(self.actor)?;
        let state = LoopState::new(actor);
        let counter = actor.anim.anim_counter;
        rendering.anew = rendering.states.iter().position(|known| *known == state);
        if rendering.anew.is_some() {
            return Ok(false);
        }
        rendering.states.push(state);
        let shown = self.costume.shown_pixels(&actor.anim);
        for stage in stages.iter_mut() {
            // A command may have shown a hidden limb again. A frame draws before it animates, so
            // the limb is hidden here before it is drawn.
            stage.actor_mut(self.actor)?.anim.stopped |= !self.options.limbs;
        }
        let cels = self.costume.shown_cels(&stages[0].actor(self.actor)?.anim);
        for (stage, chance) in stages.iter_mut().zip(&mut rendering.chance) {
            stage.tick(chance);
        }
        let humongous = stages[0].dialect().is_humongous();
        let mut events = Vec::new();
        for event in stages[0].take_events() {
            events.extend(ChoreEvent::from_event(&event, humongous));
            if let Event::Fault { fault, .. } = event {
                rendering.faults.push(fault);
            }
        }
        if stages[0].actor(self.actor)?.anim.anim_counter != counter {
            events.push(ChoreEvent::Counter);
        }
        let drawing = self.drawing(&rendering.stages);
        rendering.add(drawing, events);
        rendering.cels.push(cels);
        // The drawn cels may have more pixels than the box, because cels may overlap and lie
        // outside the stage. The larger number counts.
        let pixels = rendering.pixels().saturating_sub(before) as u64;
        self.account.spend(pixels.max(shown))?;
        Ok(true)
    }

    /// Renders a chore up to tick `tick`, and returns the writes to a pixel at a position relative
    /// to the actor since the background was last visible there, oldest first. Returns no writes
    /// for a tick that the chore does not have, or for a position outside the stage.
    ///
    /// # Errors
    /// Returns an error as [`Self::render`] does.
    pub fn writes(
        &self,
        chore: &DirectedChore,
        tick: usize,
        (x, y): (i32, i32),
    ) -> Result<Vec<Write>> {
        let mut rendering = self.begin(chore)?;
        rendering.stages[0].start_trace();
        for _ in 0..=tick {
            if !self.step(&mut rendering)? {
                return Ok(Vec::new());
            }
        }
        let view = rendering.stages[0].front();
        let column = usize::try_from(self.anchor.0.saturating_add(x));
        let row = usize::try_from(self.anchor.1.saturating_add(y));
        match (column, row) {
            (Ok(column), Ok(row)) if column < view.width && row < view.height => {
                Ok(view.writes(column, row).to_vec())
            }
            _ => Ok(Vec::new()),
        }
    }

    fn drawing(&self, stages: &[Stage; 2]) -> Option<ChoreDrawing> {
        let views = stages.each_ref().map(|stage| [stage.front(), stage.back()]);
        let line = |y| views.map(|both| both.map(|view| view.row(y)));
        let lines: Vec<_> = (0..views[0][0].height).map(line).collect();
        ChoreDrawing::from_lines(&lines, self.anchor)
    }
}

/// A chore that is rendered frame by frame.
pub struct ChoreRendering {
    chore: DirectedChore,
    stages: [Stage; 2],
    chance: [SplitMix64; 2],
    /// The state before each frame.
    states: Vec<LoopState>,
    ticks: Vec<Tick>,
    /// The cels that the limbs show in each tick.
    cels: Vec<Vec<ShownCel>>,
    faults: Vec<ActorFault>,
    /// The different drawings.
    shared: HashSet<Arc<ChoreDrawing>>,
    /// The box around all drawings.
    bounds: Option<Rect>,
    /// The frame that follows the last one because its state repeats.
    anew: Option<usize>,
}

impl ChoreRendering {
    /// Returns the animation as far as it was rendered, and the faults of the costume.
    pub fn finish(self) -> (RenderedChore, Vec<ActorFault>) {
        let animation = RenderedChore::new(self.chore, self.ticks, self.anew);
        (animation.with_cels(self.cels), self.faults)
    }

    /// Adds a frame. Equal drawings share memory.
    fn add(&mut self, drawing: Option<ChoreDrawing>, events: Vec<ChoreEvent>) {
        let drawing = drawing.map(|drawing| {
            self.bounds = Some(match self.bounds {
                Some(bounds) => drawing.bounds.union(&bounds),
                None => drawing.bounds,
            });
            first_of(&mut self.shared, drawing)
        });
        self.ticks.push(Tick { drawing, events });
    }

    /// Returns the drawing of the last frame, if it is visible.
    fn last_drawing(&self) -> Option<&Arc<ChoreDrawing>> {
        self.ticks.last()?.drawing.as_ref()
    }

    /// Returns the area of the box around all drawings in pixels.
    fn area(&self) -> usize {
        let (width, height) = self.bounds.map_or((0, 0), |bounds| bounds.size());
        width.saturating_mul(height)
    }

    /// Returns the number of pixels of the animation: the area of the box for each frame.
    fn pixels(&self) -> usize {
        self.area().saturating_mul(self.ticks.len())
    }
}

/// Returns the first of equal drawings.
fn first_of(shared: &mut HashSet<Arc<ChoreDrawing>>, drawing: ChoreDrawing) -> Arc<ChoreDrawing> {
    let drawing = Arc::new(drawing);
    if let Some(first) = shared.get(&drawing) {
        return first.clone();
    }
    shared.insert(drawing.clone());
    drawing
}

/// The state that determines the following frames.
#[derive(PartialEq)]
struct LoopState {
    anim: LimbStates,
    anim_progress: u8,
    force_clip: u8,
    offset: (i32, i32),
    room: u16,
}

impl LoopState {
    /// Returns the state of an actor. Counters are not part of the state, because they increase for
    /// ever and do not change the drawing.
    fn new(actor: &Actor) -> Self {
        let anim = LimbStates {
            anim_counter: 0,
            sound_counter: 0,
            ..actor.anim.clone()
        };
        Self {
            anim,
            anim_progress: actor.anim_progress,
            force_clip: actor.force_clip,
            offset: actor.he.offset,
            room: actor.room,
        }
    }
}

/// Returns the middle of an empty stage in pixels.
fn middle(dialect: &Dialect) -> IVec2 {
    let (width, height) = dialect.screen_size();
    IVec2::new(width.into(), height.into()) + MARGIN
}

/// Returns a black backdrop that is large enough for pictures which reach a screen's width or
/// height in any direction.
fn black(dialect: &Dialect) -> scumm_room::Result<Backdrop> {
    let size = (middle(dialect) * 2).as_uvec2();
    let picture = Picture::new(
        Surface::filled(size.x as usize, size.y as usize, 0),
        Vec::new(),
        1,
    )?;
    Ok(Backdrop::Picture(Arc::new(picture)))
}

/// Adds an actor at its position that wears the costume but has not started its chore.
fn add_actor(stage: &mut Stage, number: u16, options: RenderOptions, at: IVec2) -> Result<()> {
    if options.shadow.is_some() {
        DUSK.make_tables(stage)?;
    }
    let room = stage.room_number();
    let free = stage.boxes().is_empty();
    let mut actor = stage.actor_mut(number)?;
    actor.init(InitMode::Settings);
    actor.ignore_boxes = free;
    // By default Humongous actors are clipped to the screen (T20). This removes the clip.
    actor.he.clip = [0; 4];
    actor.anim_speed = options.anim_speed;
    actor.shadow_mode = options.shadow.unwrap_or(0);
    for (sound, slot) in actor.sounds.iter_mut().zip(SLOTS..) {
        *sound = u16::try_from(slot).unwrap_or(0);
    }
    actor.set_costume(number)?;
    actor.pos = at.as_i16vec2();
    actor.room = room;
    Ok(())
}

/// Shows the actor in the direction of the chore and starts the chore.
fn start_chore(
    stage: &mut Stage,
    number: u16,
    chore: &DirectedChore,
    scale: Option<(u8, u8)>,
) -> Result<()> {
    let v7 = stage.dialect().is_v7_plus();
    let mut actor = stage.actor_mut(number)?;
    actor.facing = chore.facing;
    actor.target_facing = chore.facing;
    let at = actor.pos.as_ivec2();
    actor.put(at.x, at.y, None);
    if let Some((x, y)) = scale {
        // If the actor did not ignore boxes, they would scale it (T62). Even ignored boxes select
        // the plane that hides the actor (M5).
        actor.ignore_boxes = true;
        actor.set_script_scale(x, y);
    }
    // Some frame numbers stand for frames that the actor defines, such as its stand frame (T30,
    // T31), and do not start the chore of the same number. To start such a chore, its number is
    // stored as the stand frame, and the stand frame is started.
    let (names, stand) = if v7 {
        (1001..=1005, 1003)
    } else {
        (0x38..=0x3e, 0x3a)
    };
    match u8::try_from(chore.number) {
        Ok(number) if names.contains(&chore.number) => {
            actor.stand_frame = number;
            actor.start_anim(stand)?;
        }
        _ => actor.start_anim(chore.number)?,
    }
    Ok(())
}

/// The most pixels of all animations of a costume together, in screens of the costume's version.
/// The pixels of an animation are the area of the box around its pictures, times the number of its
/// frames, plus one screen. Rendering stops when the budget is used up.
const MOST_SCREENS: u64 = 4096;
/// The most pixels of all animations of a costume of v0 together, in screens. These costumes have
/// 20 animations of a few pictures.
const MOST_SCREENS_V0: u64 = 512;

/// The budget of pixels that the animations of a costume may still have.
#[derive(Debug)]
struct PixelAccount {
    error: OverLimit,
    /// The number of pixels of a screen.
    screen: u64,
    spent: AtomicU64,
}

impl PixelAccount {
    /// Creates the budget of a costume.
    fn new(loaded: &LoadedCostume) -> Self {
        let (width, height) = loaded.dialect.screen_size();
        let screen = u64::from(width) * u64::from(height);
        let screens = if loaded.dialect.is_v0() {
            MOST_SCREENS_V0
        } else {
            MOST_SCREENS
        };
        Self {
            error: OverLimit {
                name: loaded.name.clone(),
                what: "the animations",
                limit: screens * screen,
            },
            screen,
            spent: AtomicU64::new(0),
        }
    }

    /// Counts a further animation.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations have more pixels than the limit allows.
    fn begin_animation(&self) -> Result<(), OverLimit> {
        self.spend(self.screen)
    }

    /// Counts pixels of an animation. The result for a costume does not depend on the order of its
    /// animations.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations have more pixels than the limit allows.
    fn spend(&self, pixels: u64) -> Result<(), OverLimit> {
        let before = self.spent.fetch_add(pixels, Ordering::Relaxed);
        if before.saturating_add(pixels) > self.error.limit {
            return Err(self.error.clone());
        }
        Ok(())
    }
}

/// A costume in the colours of a screen, with its playing speed.
#[derive(Debug)]
pub struct PlayedCostume {
    /// The costume.
    pub coloured: ColouredCostume,
    /// The duration of an engine frame.
    pub frame: Duration,
}

impl PlayedCostume {
    /// Renders chores, several at a time. Calls `each` for each visible animation with the box
    /// around its pictures. Returns the results in the order of the chores.
    ///
    /// # Errors
    /// Passes on the errors of `each`. A costume cannot cause errors.
    pub fn render<R: Send>(
        &self,
        renderer: &ChoreRenderer,
        chores: &[DirectedChore],
        each: impl Fn(RenderedChore, Rect) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        let rendered = |chore: &DirectedChore| -> Result<_> {
            let (animation, faults) = renderer.render(chore)?;
            let made = animation
                .bounds()
                .map(|bounds| each(animation, bounds))
                .transpose()?;
            Ok((made, faults))
        };
        let results: Result<Vec<_>> = chores.par_iter().map(rendered).collect();
        let mut told = HashSet::new();
        let mut all = Vec::new();
        for ((made, faults), chore) in results?.into_iter().zip(chores) {
            for fault in faults.into_iter().filter(|fault| told.insert(*fault)) {
                log::warn!(
                    "{}, chore {} {}: {fault}",
                    self.coloured.loaded.name,
                    chore.number,
                    chore.direction
                );
            }
            all.extend(made);
        }
        Ok(all)
    }

    /// Returns the duration of a picture in whole milliseconds. The remainder is added to the
    /// durations of later pictures, so that the whole animation lasts as long as in the game.
    pub fn time(&self, picture: &TimedPicture) -> Duration {
        let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        time_shown(self.frame, count(picture.first), count(picture.ticks), 1)
    }
}

#[cfg(test)]
mod tests {
    use scumm_costume::ALL_LIMBS;

    use super::*;
    use crate::colours::ColourChoice;
    use crate::run_files::RunFiles;
    use crate::{costume_input, demo};

    #[test]
    fn an_account_is_used_up_by_pixels_and_by_animations() {
        let loaded = costume_input::load_costume(&demo::game().unwrap(), 1).unwrap();
        let account = PixelAccount::new(&loaded);
        let screen = 320 * 200;
        for _ in 0..2 {
            account.begin_animation().unwrap();
        }
        account.spend(screen * (MOST_SCREENS - 2)).unwrap();
        let error = account.spend(1).unwrap_err();
        let limit = "the animations have more pixels in total than the limit of 262144000";
        assert_eq!(error.to_string(), format!("costume 1: {limit}"));
        assert!(account.begin_animation().is_err());
    }

    #[test]
    fn the_writes_to_a_pixel_explain_its_colour() {
        let loaded = costume_input::load_costume(&demo::game().unwrap(), 1).unwrap();
        let choice = ColourChoice::default();
        let coloured = ColouredCostume::from_file(&RunFiles::default(), loaded, &choice).unwrap();
        let played = PlayedCostume::new(coloured);
        let costume = &played.coloured.loaded.costume;
        let walk = crate::chores::in_costume(costume)
            .into_iter()
            .find(|chore| chore.number == 2 && chore.direction == "south")
            .unwrap();
        let renderer = played.renderer(None, ALL_LIMBS).unwrap();
        let (animation, _) = renderer.render(&walk).unwrap();
        let tick = 3;
        let drawing = animation.ticks[tick].drawing.as_ref().unwrap();
        let (width, _) = drawing.bounds.size();
        let is_drawn = |pixel: &Option<u8>| pixel.is_some();
        let first = drawing.pixels.iter().position(is_drawn).unwrap();
        let last = drawing.pixels.iter().rposition(is_drawn).unwrap();
        for index in [0, first, last, drawing.pixels.len() / 2] {
            let x = drawing.bounds.left + (index % width) as i32;
            let y = drawing.bounds.top + (index / width) as i32;
            let writes = renderer.writes(&walk, tick, (x, y)).unwrap();
            let visible = writes.iter().rfind(|write| !write.hidden);
            assert_eq!(visible.map(|write| write.result), drawing.pixels[index]);
            if let Some(write) = visible {
                let shown = &animation.cels[tick];
                let cel = (write.limb, write.costume_cel);
                assert!(shown.iter().any(|one| (one.limb, one.cel) == cel));
            }
        }
        let beyond = renderer.writes(&walk, 10_000, (0, 0)).unwrap();
        assert!(beyond.is_empty());
        let outside = renderer.writes(&walk, 0, (-5000, 0)).unwrap();
        assert!(outside.is_empty());
    }
}

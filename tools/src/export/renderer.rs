//! Renders the chores of a costume: the engine plays them, frame by frame, on a stage with a single
//! actor.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::Result;
use glam::IVec2;
use scumm_costume::{Costume, LimbStates};
use scumm_engine::{Actor, Backdrop, Event, Fault, InitMode, Picture, PrintTarget, Stage};
use scumm_room::{Dialect, Quirks, Rect, Room, Surface};

use super::account::PixelAccount;
use super::drawing::Drawing;
use super::rendered::{ChoreEvent, RenderedChore, SLOTS, Tick};
use crate::boxes;
use crate::chores::Chore;
use crate::colours::ColouredCostume;
use crate::costume_input::Loaded;
use crate::environment::FixedEnvironment;
use crate::shade::DUSK;

/// The number of the only actor, and of its costume.
const ACTOR: u16 = 1;
/// What pictures may reach beyond a screen's width and height from the anchor, on each side.
const MARGIN: i32 = 64;

/// The most pixels of an animation: ticks times the box around their pictures. 218 whole screens of
/// 640x480.
const MOST_PIXELS: usize = 64 << 20;

/// How the actor is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderOptions {
    /// Horizontal and vertical scale, 255 full size; `None`: full size, or in a room what its
    /// position there gives it.
    pub scale: Option<(u8, u8)>,
    /// The shadow mode (C55), with tables that are dusk.
    pub shadow: Option<u16>,
    /// Engine frames that an animation step takes (T50).
    pub anim_speed: u8,
    /// The most frames of an animation.
    pub limit: usize,
    /// The limbs that are shown, limb 0 in the lowest bit.
    pub limbs: u16,
}

/// A room without objects, and an actor's position in it: what its z-planes hide there is not
/// drawn, and shadows fall on its picture.
pub type RoomPosition<'r> = (&'r Arc<Room>, (i32, i32));

/// Two stages that differ in their backgrounds only, each with an actor that waits for its chore.
/// The second shows the complement of the first: where both still show their background, nothing
/// was drawn.
pub struct ChoreRenderer {
    stages: [Stage; 2],
    /// Where the actor's position lies, in pixels of the stage.
    anchor: (i32, i32),
    options: RenderOptions,
    costume: Arc<Costume>,
    /// The pixels of all animations that are rendered.
    account: PixelAccount,
}

impl ChoreRenderer {
    /// A renderer for a costume in the screen's colours.
    ///
    /// # Errors
    /// The version has no shadow table for a shadow mode; the room is enormous.
    pub fn new(
        coloured: &ColouredCostume,
        options: RenderOptions,
        position: Option<RoomPosition<'_>>,
    ) -> Result<Self> {
        let Loaded {
            costume, dialect, ..
        } = &coloured.loaded;
        // That tall pictures vanish (C46) is true of screens.
        let dialect = dialect.with_quirks(dialect.quirks() - Quirks::TALL_CEL_VANISHES);
        let unit = boxes::unit(&dialect);
        let at = position.map_or_else(|| middle(&dialect) / unit, |(_, at)| at.into());
        let backdrop = position.map_or_else(
            || black(&dialect),
            |(room, _)| Ok(Backdrop::Room(room.clone())),
        )?;
        let mut stage = Stage::whole(dialect, backdrop);
        stage.colours_mut().palette = coloured.colours.palette.clone();
        stage.draw_background();
        stage.insert_costume(
            ACTOR,
            Arc::new(Costume::clone(costume).with_dialect(dialect)),
        )?;
        add_actor(&mut stage, options, at)?;
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
            anchor: (at * unit).into(),
            options,
            costume: costume.clone(),
            account: PixelAccount::new(&coloured.loaded),
        })
    }

    /// Renders a chore from its start, over the init frame, as for an actor that has just entered
    /// the room. It ends when a state comes again, after the frames that the options allow, or
    /// after 64 million pixels. Returns the faults of the costume, too; a limb that has one stands
    /// still.
    ///
    /// # Errors
    /// Returns [`OverLimit`](super::account::OverLimit) if the animations of the costume have too
    /// many pixels together.
    pub fn render(&self, chore: &Chore) -> Result<(RenderedChore, Vec<Fault>)> {
        let mut rendering = self.begin(chore)?;
        while self.step(&mut rendering)? {}
        Ok(rendering.finish())
    }

    /// Renders a chore up to the first frame in which it shows something, and returns that frame's
    /// drawing; `None` if it never shows anything.
    ///
    /// # Errors
    /// Those of [`Self::render`].
    pub fn first_drawing(&self, chore: &Chore) -> Result<Option<Arc<Drawing>>> {
        let mut rendering = self.begin(chore)?;
        while self.step(&mut rendering)? {
            if let Some(drawing) = rendering.last_drawing() {
                return Ok(Some(drawing.clone()));
            }
        }
        Ok(None)
    }

    /// Begins to render a chore.
    ///
    /// # Errors
    /// Returns [`OverLimit`](super::account::OverLimit) if the animations of the costume have too
    /// many pixels together.
    pub fn begin(&self, chore: &Chore) -> Result<ChoreRendering> {
        self.account.begin_animation()?;
        let mut stages = self.stages.clone();
        for stage in &mut stages {
            start_chore(stage, chore, self.options.scale)?;
        }
        Ok(ChoreRendering {
            chore: *chore,
            stages,
            chance: [FixedEnvironment::default(), FixedEnvironment::default()],
            states: Vec::new(),
            ticks: Vec::new(),
            faults: Vec::new(),
            shared: HashSet::new(),
            bounds: None,
            anew: None,
        })
    }

    /// Renders the next engine frame of a chore. Returns whether there was one; if not, the
    /// rendering is complete.
    ///
    /// # Errors
    /// Returns [`OverLimit`](super::account::OverLimit) if the animations of the costume have too
    /// many pixels together.
    pub fn step(&self, rendering: &mut ChoreRendering) -> Result<bool> {
        let before = rendering.pixels();
        if rendering.ticks.len() >= self.options.limit
            || before.saturating_add(rendering.area()) > MOST_PIXELS
        {
            return Ok(false);
        }
        let stages = &mut rendering.stages;
        let actor = stages[0].actor(ACTOR)?;
        let state = LoopState::of(actor);
        let counter = actor.anim.anim_counter;
        rendering.anew = rendering.states.iter().position(|known| *known == state);
        if rendering.anew.is_some() {
            return Ok(false);
        }
        rendering.states.push(state);
        let shown = self.costume.shown_pixels(&actor.anim);
        for (stage, chance) in stages.iter_mut().zip(&mut rendering.chance) {
            // A frame draws before it animates, so this hides limbs that a command has shown again.
            stage.actor_mut(ACTOR)?.anim.stopped |= !self.options.limbs;
            stage.tick(chance);
        }
        let humongous = stages[0].dialect().is_humongous();
        let mut events = Vec::new();
        for event in stages[0].take_events() {
            events.extend(ChoreEvent::of(&event, humongous));
            if let Event::Fault { fault, .. } = event {
                rendering.faults.push(fault);
            }
        }
        if stages[0].actor(ACTOR)?.anim.anim_counter != counter {
            events.push(ChoreEvent::Counter);
        }
        let drawing = self.drawing(&rendering.stages);
        rendering.add(drawing, events);
        // Cels may lie above each other and outside the stage.
        let pixels = rendering.pixels().saturating_sub(before) as u64;
        self.account.spend(pixels.max(shown))?;
        Ok(true)
    }

    fn drawing(&self, stages: &[Stage; 2]) -> Option<Drawing> {
        let views = stages.each_ref().map(|stage| [stage.front(), stage.back()]);
        let line = |y| views.map(|both| both.map(|view| view.row(y)));
        let lines: Vec<_> = (0..views[0][0].height).map(line).collect();
        Drawing::of(&lines, self.anchor)
    }
}

/// A chore that is rendered frame by frame.
pub struct ChoreRendering {
    chore: Chore,
    stages: [Stage; 2],
    chance: [FixedEnvironment; 2],
    /// The state before each frame.
    states: Vec<LoopState>,
    ticks: Vec<Tick>,
    faults: Vec<Fault>,
    /// The different drawings.
    shared: HashSet<Arc<Drawing>>,
    /// The box around all drawings.
    bounds: Option<Rect>,
    /// The frame whose state comes again after the last one.
    anew: Option<usize>,
}

impl ChoreRendering {
    /// Returns the animation as far as it was rendered, and the faults of the costume.
    pub fn finish(self) -> (RenderedChore, Vec<Fault>) {
        let animation = RenderedChore::new(self.chore, self.ticks, self.anew);
        (animation, self.faults)
    }

    /// Adds a frame. Equal drawings are kept once.
    fn add(&mut self, drawing: Option<Drawing>, events: Vec<ChoreEvent>) {
        let drawing = drawing.map(|drawing| {
            self.bounds = Some(match self.bounds {
                Some(bounds) => drawing.bounds.union(&bounds),
                None => drawing.bounds,
            });
            first_of(&mut self.shared, drawing)
        });
        self.ticks.push(Tick { drawing, events });
    }

    /// Returns the drawing of the last frame, if it shows something.
    fn last_drawing(&self) -> Option<&Arc<Drawing>> {
        self.ticks.last()?.drawing.as_ref()
    }

    /// Returns the pixels of the box around all drawings.
    fn area(&self) -> usize {
        let (width, height) = self.bounds.map_or((0, 0), |bounds| bounds.size());
        width.saturating_mul(height)
    }

    /// Returns how many pixels the animation has: those of the box for each frame.
    fn pixels(&self) -> usize {
        self.area().saturating_mul(self.ticks.len())
    }
}

/// The one of equal drawings that came first.
fn first_of(shared: &mut HashSet<Arc<Drawing>>, drawing: Drawing) -> Arc<Drawing> {
    let drawing = Arc::new(drawing);
    if let Some(first) = shared.get(&drawing) {
        return first.clone();
    }
    shared.insert(drawing.clone());
    drawing
}

/// Everything that the next frames depend on.
#[derive(PartialEq)]
struct LoopState {
    anim: LimbStates,
    anim_progress: u8,
    force_clip: u8,
    offset: (i32, i32),
    room: u16,
}

impl LoopState {
    /// Returns the state of an actor. Counters go up for ever and show nothing.
    fn of(actor: &Actor) -> Self {
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

/// The middle of an empty stage.
fn middle(dialect: &Dialect) -> IVec2 {
    let (width, height) = dialect.screen_size();
    IVec2::new(width.into(), height.into()) + MARGIN
}

/// Black: large enough for pictures that reach a screen's width or height in any direction.
fn black(dialect: &Dialect) -> scumm_room::Result<Backdrop> {
    let size = (middle(dialect) * 2).as_uvec2();
    let picture = Picture::new(
        Surface::filled(size.x as usize, size.y as usize, 0),
        Vec::new(),
        1,
    )?;
    Ok(Backdrop::Picture(Arc::new(picture)))
}

/// An actor at its place that has put on the costume but not come in yet.
fn add_actor(stage: &mut Stage, options: RenderOptions, at: IVec2) -> Result<()> {
    if options.shadow.is_some() {
        DUSK.make_tables(stage)?;
    }
    let room = stage.room_number();
    let free = stage.boxes().is_empty();
    let mut actor = stage.actor_mut(ACTOR)?;
    actor.init(InitMode::Settings);
    actor.ignore_boxes = free;
    // Humongous actors are cut to the screen otherwise (T20).
    actor.he.clip = [0; 4];
    actor.anim_speed = options.anim_speed;
    actor.shadow_mode = options.shadow.unwrap_or(0);
    for (sound, slot) in actor.sounds.iter_mut().zip(SLOTS..) {
        *sound = u16::try_from(slot).unwrap_or(0);
    }
    actor.set_costume(ACTOR)?;
    actor.pos = at.as_i16vec2();
    actor.room = room;
    Ok(())
}

/// The actor comes in, facing where it will, and begins its chore.
fn start_chore(stage: &mut Stage, chore: &Chore, scale: Option<(u8, u8)>) -> Result<()> {
    let v7 = stage.dialect().is_v7_plus();
    let mut actor = stage.actor_mut(ACTOR)?;
    actor.facing = chore.facing;
    actor.target_facing = chore.facing;
    let at = actor.pos.as_ivec2();
    actor.put(at.x, at.y, None);
    if let Some((x, y)) = scale {
        // Boxes would scale the actor (T62). They choose the plane that hides it even when they are
        // ignored (M5).
        actor.ignore_boxes = true;
        actor.set_script_scale(x, y);
    }
    // Numbers that mean one of the actor's own frames (T30, T31) start what they say as such a
    // frame only.
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

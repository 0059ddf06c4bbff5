//! Everything of a stage that moves: what a snapshot has to hold. Each part has a file of its own; the stage connects them.

use scumm_costume::Renderer;
use scumm_room::{Boxes, Dialect};

use super::boxes::ScaleSlots;
use super::{Actors, Camera, Colours, Objects, QueueEntry, Redraw, Variables};
use crate::flashlight::Flashlight;
use crate::nes::NesState;
use crate::talk::Talking;
use crate::{Event, Fault};

/// Light that a stage begins with: all of it.
const ALL_LIGHTS: u16 = 11;

/// The moving part of a stage, but for its buffers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct State {
    pub actors: Actors,
    pub variables: Variables,
    /// The number of the current room.
    pub room: u16,
    /// Walk boxes, the matrix of the ways between them, their extra flags.
    pub boxes: Boxes,
    pub scale_slots: ScaleSlots,
    pub objects: Objects,
    pub camera: Camera,
    pub redraw: Redraw,
    pub colours: Colours,
    pub talking: Talking,
    /// v1..v5: the lights variable (C54, R13).
    pub lights: u16,
    /// v0, the Nintendo: the flashlight.
    pub flashlight: Flashlight,
    /// The Nintendo: what the machine remembers.
    pub nes: Option<Box<NesState>>,
    pub renderer: Renderer,
    /// The AKOS command queue (A33).
    pub queue: Vec<QueueEntry>,
    pub events: Vec<Event>,
}

impl State {
    /// A stage before a room, with a view of so many columns.
    pub fn new(dialect: &Dialect, view_width: usize) -> Self {
        Self {
            actors: Actors::new(dialect),
            variables: Variables::new(dialect),
            room: 1,
            boxes: Boxes::none(dialect),
            scale_slots: ScaleSlots::default(),
            objects: Objects::default(),
            camera: Camera::new(dialect, view_width),
            redraw: Redraw::default(),
            colours: Colours::new(dialect),
            talking: Talking::default(),
            lights: ALL_LIGHTS,
            flashlight: Flashlight::default(),
            nes: None,
            renderer: Renderer::default(),
            queue: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Reports something that is fatal in the reference.
    pub fn emit_fault(&mut self, actor: u16, fault: impl Into<Fault>) {
        let fault = fault.into();
        log::debug!("actor {actor}: {fault}");
        self.events.push(Event::Fault { actor, fault });
    }

    /// Whether another state is of a stage of the same game: of the same dialect and with as many objects.
    pub fn is_of_same_game(&self, other: &Self) -> bool {
        self.colours.dialect == other.colours.dialect
            && self.objects.of_game == other.objects.of_game
    }

    /// Whether another state can take the place of this one in a room of that width.
    pub fn can_become(&self, other: &Self, room_width: usize) -> bool {
        self.actors.can_become(&other.actors)
            && self.camera.can_become(&other.camera, room_width)
            && self.colours.shadow.len() == other.colours.shadow.len()
            && self.renderer.palette.len() == other.renderer.palette.len()
            && other.objects.is_possible()
    }

    /// Takes over another state; what the renderer keeps beside its state stays. It takes no new memory where nothing has grown,
    /// since states are saved again and again.
    pub fn copy_from(&mut self, source: &Self) {
        // All by name, so that none is forgotten.
        let Self {
            actors,
            variables,
            room,
            boxes,
            scale_slots,
            objects,
            camera,
            redraw,
            colours,
            talking,
            lights,
            flashlight,
            nes,
            renderer,
            queue,
            events,
        } = source;
        self.actors.copy_from(actors);
        self.objects.copy_from(objects);
        self.colours.copy_from(colours);
        self.queue.clone_from(queue);
        self.events.clone_from(events);
        self.renderer.copy_state(renderer);
        renew(&mut self.boxes, boxes);
        renew(&mut self.scale_slots, scale_slots);
        renew(&mut self.redraw, redraw);
        renew(&mut self.nes, nes);
        self.room = *room;
        self.lights = *lights;
        self.variables = *variables;
        self.camera = *camera;
        self.talking = *talking;
        self.flashlight = *flashlight;
    }
}

/// Clones what has changed; most of it hardly ever does.
fn renew<T: Clone + PartialEq>(kept: &mut T, source: &T) {
    if kept != source {
        kept.clone_from(source);
    }
}

//! Actors of a stage.

use pyo3::prelude::*;
use scumm_bindings::{ActorField, Failure};
use scumm_engine::{ActorMut, InitMode};

use crate::failure::{Fail, Result, described, plain};
use crate::stage::{Stage, field, number};
use crate::world::World;

/// An actor of a stage: what scripts do to it, and what it shows.
///
/// Plain values are attributes, to be read and stored: `x`, `y`, `facing`, `costume`, `visible`, `layer` ...; `fields()` lists them.
/// A store has no other effect and asks for no redraw.
#[pyclass(frozen, module = "wardrobe")]
pub struct Actor {
    pub stage: Py<Stage>,
    pub id: u16,
}

impl Actor {
    fn on<T, E: Into<Fail>>(&self, act: impl FnOnce(&mut ActorMut<'_>) -> Result<T, E>) -> Result<T> {
        self.stage.get().with(|playing| act(&mut playing.stage.actor_mut(self.id)?).map_err(Into::into))
    }

    fn act(&self, act: impl FnOnce(&mut ActorMut<'_>)) -> Result<()> {
        self.on(|actor| Ok::<_, Fail>(act(actor)))
    }

    fn see<T>(&self, look: impl FnOnce(&scumm_engine::Actor) -> Result<T>) -> Result<T> {
        self.stage.get().see(|stage| look(stage.actor(self.id)?))
    }
}

#[pymethods]
impl Actor {
    /// Its number.
    #[getter]
    fn id(&self) -> u16 {
        self.id
    }

    fn __repr__(&self) -> String {
        format!("<Actor {}>", self.id)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> Result<Py<PyAny>> {
        let field = field::<ActorField>(name)?;
        Ok(number(py, self.see(|actor| Ok(field.read(actor)))?)?)
    }

    fn __setattr__(&self, name: &str, value: &Bound<'_, PyAny>) -> Result<()> {
        if name == "limbs" {
            let limbs = described(value)?;
            return self.act(|actor| actor.anim = limbs);
        }
        let (field, value) = (field::<ActorField>(name)?, value.extract::<i64>()?);
        self.on(|actor| field.store(actor, value))
    }

    /// The state of its limbs, as `Limbs.state`; a changed one can be stored.
    #[getter]
    fn limbs<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        self.see(|actor| plain(py, &actor.anim))
    }

    /// The strips of 8 pixels that its drawings claim, counted in the room.
    #[getter]
    fn strips(&self) -> Result<Vec<usize>> {
        self.see(|actor| Ok(actor.strips.iter().collect()))
    }

    /// Resets it: mode -1 everything, 0 the settings, 1 and it leaves its room, 2 and it faces south.
    #[pyo3(signature = (mode=0))]
    fn init(&self, mode: i32) -> Result<()> {
        self.on(|actor| InitMode::try_from(mode).map(|mode| actor.init(mode)))
    }

    /// Puts a costume on.
    fn set_costume(&self, costume: u16) -> Result<()> {
        self.on(|actor| actor.set_costume(costume))
    }

    /// Humongous: leaves the limbs out of the picture, or draws them again.
    fn set_skip_limbs(&self, skip: bool) -> Result<()> {
        self.on(|actor| actor.skip_limbs(skip))
    }

    /// Puts it at a place, in another room if one is given.
    #[pyo3(signature = (x, y, room=None))]
    fn put(&self, x: i32, y: i32, room: Option<u16>) -> Result<()> {
        self.act(|actor| actor.put(x, y, room))
    }

    /// Lets it walk to a place and then face an angle.
    #[pyo3(signature = (x, y, angle=None))]
    fn walk(&self, x: i32, y: i32, angle: Option<i32>) -> Result<()> {
        self.act(|actor| actor.walk(x, y, angle))
    }

    /// Ends a walk or a turn where it is.
    fn stop(&self) -> Result<()> {
        self.act(|actor| actor.stop())
    }

    /// Hides it and ends its walk.
    fn hide(&self) -> Result<()> {
        self.act(|actor| actor.hide())
    }

    /// Shows it if it is in the room.
    fn show(&self) -> Result<()> {
        self.act(|actor| actor.show())
    }

    /// Puts it into room 0.
    fn kill(&self) -> Result<()> {
        self.act(|actor| actor.kill())
    }

    /// Freezes its walk, or lets it go.
    #[pyo3(signature = (frozen=true))]
    fn freeze(&self, frozen: bool) -> Result<()> {
        self.act(|actor| actor.set_frozen(frozen))
    }

    /// Starts the animation of a frame in the direction that it faces.
    fn start_anim(&self, frame: u16) -> Result<()> {
        self.on(|actor| actor.start_anim(frame))
    }

    /// Starts an animation, turns or stops by the operand of a script.
    fn animate(&self, operand: u16) -> Result<()> {
        self.on(|actor| actor.animate(operand))
    }

    /// Version 0: starts a command that is repeated; -1 rounds are without end.
    fn animate_rounds(&self, command: u8, rounds: i8) -> Result<()> {
        self.act(|actor| actor.animate_rounds(command, rounds))
    }

    /// Sets how many frames each step of the limbs takes.
    fn set_anim_speed(&self, frames: u8) -> Result<()> {
        self.act(|actor| actor.set_anim_speed(frames))
    }

    /// Sets an animation variable.
    fn set_anim_var(&self, var: usize, value: i16) -> Result<()> {
        self.on(|actor| actor.set_anim_var(var, value))
    }

    /// Advances one limb so many times.
    #[pyo3(signature = (limb, times=1, world=None))]
    fn limb_anim(&self, limb: usize, times: u32, world: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let mut world = World::new(world);
        self.on(|actor| actor.limb_anim(limb, times, &mut world))?;
        world.done(())
    }

    /// Lets it face an angle, as scripts do.
    fn set_direction(&self, angle: i32) -> Result<()> {
        self.act(|actor| actor.set_direction(angle))
    }

    /// Lets it face an angle at once and drops a turn under way.
    fn face(&self, angle: i32) -> Result<()> {
        self.act(|actor| actor.face(angle))
    }

    /// Lets it turn step by step.
    fn turn(&self, angle: i32) -> Result<()> {
        self.act(|actor| actor.turn(angle))
    }

    /// Lets it turn towards a place.
    fn turn_towards(&self, x: i32, y: i32) -> Result<()> {
        self.act(|actor| actor.turn_towards(x, y))
    }

    /// Puts it into a class, or takes it out.
    #[pyo3(signature = (class_, on=true))]
    fn set_class(&self, class_: u8, on: bool) -> Result<()> {
        self.on(|actor| actor.set_class(class_, on))
    }

    /// Whether it is in a class.
    fn is_in_class(&self, class_: u8) -> Result<bool> {
        self.stage.get().see(|stage| Ok(stage.actor(self.id)?.is_in_class(stage.dialect(), class_)))
    }

    /// Lets it ignore the boxes or follow them; in the room it is put again.
    #[pyo3(signature = (ignore=true))]
    fn set_ignore_boxes(&self, ignore: bool) -> Result<()> {
        self.act(|actor| actor.set_ignore_boxes(ignore))
    }

    /// Sets the plane that hides it, as scripts do.
    fn set_force_clip(&self, plane: u8) -> Result<()> {
        self.act(|actor| actor.force_clip(plane))
    }

    /// Sets the layer and asks for a redraw, as Humongous scripts do.
    fn set_layer(&self, layer: i32) -> Result<()> {
        self.act(|actor| actor.set_layer(layer))
    }

    /// Sets how many lines it is above its place.
    fn set_elevation(&self, lines: i32) -> Result<()> {
        self.act(|actor| actor.set_elevation(lines))
    }

    /// Sets the scale of one axis or both.
    #[pyo3(signature = (x=None, y=None))]
    fn set_scale(&self, x: Option<u8>, y: Option<u8>) -> Result<()> {
        self.act(|actor| actor.set_scale(x, y))
    }

    /// Sets the scale and the scale word, as scripts do.
    fn set_script_scale(&self, x: u8, y: u8) -> Result<()> {
        self.act(|actor| actor.set_script_scale(x, y))
    }

    /// Sets the pixels of a walking step; in a walk the leg is planned anew.
    fn set_walk_speed(&self, x: u16, y: u16) -> Result<()> {
        self.act(|actor| actor.set_walk_speed(x, y))
    }

    /// Sets the frames to 1, 2, 3, 4, 5 for init, walk, stand, talk start, talk stop.
    fn set_default_frames(&self) -> Result<()> {
        self.act(|actor| actor.set_default_frames())
    }

    /// Overrides a colour of the costume; 255 ends that.
    fn set_colour(&self, slot: usize, value: u8) -> Result<()> {
        self.on(|actor| actor.set_colour(slot, value))
    }

    /// Humongous: overrides the slots of a colour.
    fn remap_colour(&self, colour: u8, value: u8) -> Result<()> {
        self.act(|actor| actor.remap_colour(colour, value))
    }

    /// Tints the colours of an AKOS by factors of 256ths.
    fn remap_palette(&self, factors: [i32; 3], threshold: i32) -> Result<()> {
        self.act(|actor| actor.remap_palette(factors, threshold))
    }

    /// Sets one of its 32 sounds.
    fn set_sound(&self, slot: usize, sound: u16) -> Result<()> {
        let wrong = || Failure::misuse(format!("an actor has no sound {slot}"));
        self.on(|actor| actor.sounds.get_mut(slot).map(|at| *at = sound).ok_or_else(wrong))
    }

    /// A line of speech begins that nobody times: the talk before it ends, the mouth opens.
    fn talk(&self) -> Result<()> {
        self.act(|actor| actor.talk())
    }

    /// It becomes the talking one and opens its mouth.
    fn talk_start(&self) -> Result<()> {
        self.act(|actor| actor.talk_start())
    }

    /// The mouth closes; nobody talks.
    fn talk_stop(&self) -> Result<()> {
        self.act(|actor| actor.talk_stop())
    }

    /// Humongous: sets a condition 1 to 32.
    #[pyo3(signature = (number, on=true))]
    fn set_condition(&self, number: u32, on: bool) -> Result<()> {
        self.on(|actor| actor.set_condition(number, on))
    }

    /// Humongous: sets a user condition 1 to 16.
    #[pyo3(signature = (number, on=true))]
    fn set_user_condition(&self, number: u32, on: bool) -> Result<()> {
        self.on(|actor| actor.set_user_condition(number, on))
    }

    /// Humongous: sets the talk condition; with `asked` the next draw leaves it alone.
    #[pyo3(signature = (number, asked=false))]
    fn set_talk_condition(&self, number: u32, asked: bool) -> Result<()> {
        self.on(|actor| if asked { actor.ask_talk_condition(number) } else { actor.set_talk_condition(number) })
    }

    /// Humongous: keeps the background behind it from being restored.
    #[pyo3(signature = (keep=true))]
    fn keep_background(&self, keep: bool) -> Result<()> {
        self.act(|actor| actor.keep_background(keep))
    }

    /// Humongous: moves it and draws it at once into the back buffer and the front.
    fn draw_to_back(&self, x: i32, y: i32) -> Result<()> {
        self.act(|actor| actor.draw_to_back(x, y))
    }

    /// Draws its picture without any rule of redrawing.
    fn draw_alone(&self) -> Result<()> {
        self.on(|actor| actor.draw_alone())
    }

    /// Version 0: sets or clears bits of its flags.
    #[pyo3(signature = (bits, on=true))]
    fn set_misc_flags(&self, bits: u8, on: bool) -> Result<()> {
        self.act(|actor| actor.set_misc_flags(bits, on))
    }

    /// Whether it has an opaque pixel at a place.
    fn hit(&self, x: i32, y: i32) -> Result<bool> {
        self.on(|actor| actor.hit(x, y))
    }
}

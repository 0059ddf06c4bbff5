//! Calls the methods of objects of another language, which supply stages and animations with random
//! numbers, the state of sounds and other values.

use scumm_costume::{Effect, Host};
use scumm_engine::Environment;

/// The two spellings of a method's name: with underscores, and with capitals.
pub type MethodNames = (&'static str, &'static str);

/// An object of another language whose methods the library calls. A call has no result if the
/// object lacks the method, or if the method fails.
pub trait CallbackObject {
    /// Calls a method that returns a number. Returns `None` if the call has no result.
    fn number<T: TryFrom<i64>>(&self, method: MethodNames, args: &[i64]) -> Option<T>;

    /// Calls a method that returns a flag. Returns `false` if the call has no result.
    fn flag(&self, method: MethodNames, args: &[i64]) -> bool;

    /// Calls a method whose result is not used. `text` is the last argument if there is one.
    fn notify(&self, method: MethodNames, args: &[i64], text: Option<String>);

    /// Returns the number of the animated actor.
    fn actor(&self) -> u16;
}

/// The environment of a stage, or the host of an animation, that calls the methods of an object. If
/// a call has no result, the smallest allowed random number, 0 or `false` is used.
pub struct CallerEnvironment<T>(pub T);

impl<T: CallbackObject> Environment for CallerEnvironment<T> {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.0
            .number(("random", "random"), &[min.into(), max.into()])
            .unwrap_or(min)
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.0
            .flag(("sound_running", "soundRunning"), &[sound.into()])
    }
}

impl<T: CallbackObject> Host for CallerEnvironment<T> {
    fn emit(&mut self, effect: Effect) {
        match effect {
            Effect::Sound { slot } => {
                self.0
                    .notify(("play_sound", "playSound"), &[slot.into()], None)
            }
            Effect::Queue {
                actor,
                command,
                p1,
                p2,
            } => {
                self.0.notify(
                    ("queue", "queue"),
                    &[actor.into(), command.number().into(), p1.into(), p2.into()],
                    None,
                );
            }
            Effect::Fault { limb, fault } => {
                self.0
                    .notify(("fault", "fault"), &[limb.into()], Some(fault.to_string()))
            }
            _ => {}
        }
    }

    fn actor(&self) -> u16 {
        self.0.actor()
    }

    fn sound(&self, slot: usize) -> u16 {
        self.0
            .number(("sound", "sound"), &[slot as i64])
            .unwrap_or(0)
    }

    fn random(&mut self, min: i32, max: i32) -> i32 {
        Environment::random(self, min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        Environment::sound_running(self, sound)
    }

    fn set_actor_var(&mut self, actor: u16, var: u8, value: i16) -> bool {
        self.0.flag(
            ("set_actor_var", "setActorVar"),
            &[actor.into(), var.into(), value.into()],
        )
    }

    fn any_actor_talks(&self) -> bool {
        self.0.flag(("any_actor_talks", "anyActorTalks"), &[])
    }

    fn talkie_running(&self) -> bool {
        self.0.flag(("talkie_running", "talkieRunning"), &[])
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use scumm_costume::{Fault, QueueCommand};

    use super::*;

    /// An object that records all calls. Every method that returns a number returns the same
    /// number.
    struct RecordingObject(RefCell<Vec<String>>, Option<i64>);

    impl RecordingObject {
        fn note(&self, method: MethodNames, args: &[i64], text: Option<String>) {
            self.0.borrow_mut().push(format!(
                "{} {} {args:?} {}",
                method.0,
                method.1,
                text.unwrap_or_default()
            ));
        }
    }

    impl CallbackObject for RecordingObject {
        fn number<T: TryFrom<i64>>(&self, method: MethodNames, args: &[i64]) -> Option<T> {
            self.note(method, args, None);
            T::try_from(self.1?).ok()
        }

        fn flag(&self, method: MethodNames, args: &[i64]) -> bool {
            self.note(method, args, None);
            self.1.is_some()
        }

        fn notify(&self, method: MethodNames, args: &[i64], text: Option<String>) {
            self.note(method, args, text);
        }

        fn actor(&self) -> u16 {
            7
        }
    }

    #[test]
    fn objects_are_asked_by_the_names_of_their_methods() {
        let mut world = CallerEnvironment(RecordingObject(RefCell::default(), Some(3)));
        assert_eq!(
            (
                Environment::random(&mut world, 1, 9),
                world.sound(2),
                Host::actor(&world)
            ),
            (3, 3, 7)
        );
        assert!(world.set_actor_var(4, 5, -6) && world.any_actor_talks() && world.talkie_running());
        assert!(Environment::sound_running(&world, 8));
        world.emit(Effect::Sound { slot: 1 });
        world.emit(Effect::Queue {
            actor: 1,
            command: QueueCommand::StartSound,
            p1: -3,
            p2: 4,
        });
        let fault = Fault::Undrawable("the codec");
        let text = fault.to_string();
        world.emit(Effect::Fault { limb: 5, fault });
        let expected = [
            "random random [1, 9] ",
            "sound sound [2] ",
            "set_actor_var setActorVar [4, 5, -6] ",
            "any_actor_talks anyActorTalks [] ",
            "talkie_running talkieRunning [] ",
            "sound_running soundRunning [8] ",
            "play_sound playSound [1] ",
            "queue queue [1, 3, -3, 4] ",
            &format!("fault fault [5] {text}"),
        ];
        assert_eq!(*world.0.0.borrow(), expected);
    }

    #[test]
    fn a_world_without_answers_is_quiet() {
        let mut world = CallerEnvironment(RecordingObject(RefCell::default(), None));
        assert_eq!(
            (Environment::random(&mut world, 1, 9), world.sound(2)),
            (1, 0)
        );
        assert!(!world.any_actor_talks() && !Host::sound_running(&world, 8));
    }
}

//! The script variables that rules mention.

use serde_json::Value as Json;

use super::error::{Result, SceneError};
use super::node::{Entry, Node};
use super::operand::Kind;
use super::table::text;
use crate::Stage;

/// The table of variables. A row has the name in scenes, the variant, and what storing a value does.
macro_rules! variables {
    ($($(#[$doc:meta])* $name:literal $variant:ident |$stage:pat_param, $value:pat_param| $store:expr;)*) => {
        /// A variable that rules mention.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Var {
            $(
                #[doc = concat!("`", $name, "`:")]
                $(#[$doc])*
                $variant,
            )*
        }

        impl Var {
            /// All variables with their names.
            const ALL: &[(&str, Self)] = &[$(($name, Self::$variant)),*];

            /// Stores a value.
            pub(super) fn store(self, value: i32, stage: &mut Stage) {
                match self {
                    $(Self::$variant => {
                        let ($stage, $value) = (stage, value);
                        $store;
                    })*
                }
            }
        }
    };
}

variables! {
    /// the actor that the player controls (T61).
    "ego" Ego |stage, value| stage.set_ego(number(value));
    /// the talking actor (T81).
    "talk_actor" TalkActor |stage, value| stage.set_talking_actor(number(value));
    /// ticks that a character of speech takes (T83). A scene counts frames: it has no effect.
    "charinc" CharInc |_, _| ();
    /// T81.
    "have_msg" HaveMsg |stage, value| stage.set_have_msg(value);
    /// other than 0: the scene's table replaces the big one (A63).
    "custom_scale_table" CustomScaleTable |stage, value| stage.use_scale_table(value != 0);
    /// jiffies that a frame takes (E1). A scene counts frames: it has no effect.
    "timer_next" TimerNext |_, _| ();
}

/// The number of an actor in a variable; 0, nobody, for what is none.
fn number(value: i32) -> u16 {
    u16::try_from(value).unwrap_or(0)
}

impl Var {
    fn named(name: &str, key: &str, line: u32) -> Result<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, var)| *var).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|(name, _)| *name).collect();
            SceneError::text(line, format!("{key}: expected one of {}, found {name:?}", known.join(", ")))
        })
    }

    /// The variable of an entry in the table `key`.
    pub(super) fn of(entry: &Entry, key: &str) -> Result<Self> {
        Self::named(&entry.key, key, entry.line)
    }
}

impl Kind for Var {
    type Value = Self;

    fn read(key: &str, node: Node) -> Result<Self> {
        let name = text(key, node)?;
        Self::named(&name.value, key, name.line)
    }

    fn write(value: &Self) -> Json {
        Self::ALL.iter().find(|(_, var)| var == value).map_or(Json::Null, |(name, _)| (*name).into())
    }
}

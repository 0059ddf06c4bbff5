//! Tables of a scene: each key is declared once, with what it means and what may stand there; by that it is read, checked and
//! described. An unknown key is an error with its line.

use serde_json::{Map, Value as Json, json};

use super::error::{Result, SceneError};
use super::node::{Entry, Node, Value};
use super::operand::{Kind, described};

/// A key of a table: its name, what it means, the JSON Schema of its value, whether it has to be there.
pub type Key = (&'static str, &'static str, Json, bool);

/// A table with known keys.
pub trait Table: Sized {
    /// What it describes, for messages: `a scene`, `a box`.
    const WHAT: &'static str;

    /// Reads the keys that it declares.
    fn take(keys: &mut Keys) -> Result<Self>;

    /// The keys that it declares.
    fn keys() -> Vec<Key>;

    /// Further keys, which [`Self::finish`] reads.
    fn more_keys() -> Vec<Key> {
        Vec::new()
    }

    /// Refuses keys that do not go with each other.
    fn check(_: &Keys) -> Result<()> {
        Ok(())
    }

    /// Takes what is left of the table, and refuses what it does not know.
    fn finish(&mut self, keys: Keys) -> Result<()> {
        keys.refuse(|_| true)
    }
}

impl<T: Table> Kind for T {
    type Value = Self;

    fn read(_: &str, node: Node) -> Result<Self> {
        let mut keys = Keys::of(node, T::WHAT)?;
        T::check(&keys)?;
        let mut table = T::take(&mut keys)?;
        table.finish(keys)?;
        Ok(table)
    }

    fn schema() -> Json {
        object([T::keys(), T::more_keys()].concat())
    }
}

/// Declares a table. A row has the key, the field with its type, the kind that reads it where that is not the type itself, and
/// what stands for a key that is not there. Behind `;` follow fields that are no keys, each with its first value, and behind the
/// declaration what the table does differently from others.
macro_rules! table {
    (
        $(#[$about:meta])*
        pub struct $table:ident $what:literal {
            $(
                $(#[doc = $doc:literal])*
                $name:literal $vis:vis $field:ident: $type:ty $(as $kind:ty)? $(= $default:expr)?,
            )*
            $(;$(
                $(#[$own_about:meta])*
                $own_vis:vis $own:ident: $own_type:ty = $own_start:expr,
            )*)?
        }
        $($more:tt)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $table {
            $(
                #[doc = concat!("`", $name, "`:")]
                $(#[doc = $doc])*
                $vis $field: $type,
            )*
            $($($(#[$own_about])* $own_vis $own: $own_type,)*)?
        }

        impl Table for $table {
            const WHAT: &'static str = $what;

            fn take(keys: &mut Keys) -> Result<Self> {
                Ok(Self {
                    $($field: keys.get::<kind!($type $(as $kind)?)>($name, [$($default)?])?,)*
                    $($($own: $own_start,)*)?
                })
            }

            fn keys() -> Vec<Key> {
                vec![$({
                    type Read = kind!($type $(as $kind)?);
                    let defaults: &[&str] = &[$(stringify!($default))?];
                    let is_required = defaults.is_empty() && Read::absent().is_none();
                    ($name, concat!($($doc),*), Read::schema(), is_required)
                }),*]
            }

            $($more)*
        }
    };
}
pub(super) use table;

/// The JSON Schema of a table with these keys and no others.
pub(super) fn object(keys: Vec<Key>) -> Json {
    let required: Vec<&str> = keys.iter().filter(|key| key.3).map(|key| key.0).collect();
    let described = |(name, meaning, schema, _): Key| (name.to_owned(), described(meaning, schema));
    let properties: Map<String, Json> = keys.iter().cloned().map(described).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// The keys of a table that have not been read yet.
#[derive(Debug)]
pub struct Keys {
    /// In the order of the text.
    pub entries: Vec<Entry>,
    /// What the table describes, for messages.
    what: &'static str,
    /// The line that the table begins in.
    pub line: u32,
}

impl Keys {
    pub fn of(node: Node, what: &'static str) -> Result<Self> {
        match node.value {
            Value::Table(entries) => Ok(Self {
                entries,
                what,
                line: node.line,
            }),
            other => Err(SceneError::text(
                node.line,
                format!("{what} is a table, not {}", other.describe()),
            )),
        }
    }

    /// Reads the value of a key; without the key it is the default, if there is one, or what its kind has in its place.
    pub fn get<K: Kind>(
        &mut self,
        key: &str,
        default: impl IntoIterator<Item = K::Value>,
    ) -> Result<K::Value> {
        match self.entries.iter().position(|entry| entry.key == key) {
            Some(at) => K::read(key, self.entries.remove(at).value),
            None => default
                .into_iter()
                .next()
                .or_else(K::absent)
                .ok_or_else(|| SceneError::text(self.line, format!("{} needs {key:?}", self.what))),
        }
    }

    /// Refuses the first of such keys that is left.
    pub fn refuse(&self, is_unknown: impl Fn(&str) -> bool) -> Result<()> {
        match self.entries.iter().find(|entry| is_unknown(&entry.key)) {
            None => Ok(()),
            Some(entry) => Err(SceneError::text(
                entry.line,
                format!("{} has no key {:?}", self.what, entry.key),
            )),
        }
    }
}

//! Values as far as a script's text says them: constants, and variables that are written by
//! constants (J21).

use std::collections::BTreeMap;

use super::table::Row;

/// A value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Value {
    Number(i32),
    /// Whatever the variable of the game's ego holds (J22).
    Ego,
    #[default]
    Unknown,
}

impl Value {
    /// The number, if it is known.
    pub fn number(self) -> Option<i32> {
        if let Self::Number(number) = self {
            Some(number)
        } else {
            None
        }
    }
}

/// The stack and the variables at a place in a script, and what the instruction there takes.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// The number of the variable that holds the ego.
    ego: u32,
    // A tree: a table would take all its room to be emptied.
    variables: BTreeMap<u32, i32>,
    stack: Vec<Value>,
    taken: Vec<(&'static str, Value)>,
    /// The variable that the instruction changes, unless it pushes it.
    pub result: Option<u32>,
    /// A constant that it writes to the ego's variable.
    pub to_ego: Option<i32>,
}

impl Values {
    pub fn new(ego: u32) -> Self {
        Self {
            ego,
            ..Self::default()
        }
    }

    /// Forgets all: another way may lead here.
    pub fn forget(&mut self) {
        self.variables.clear();
        self.stack.clear();
    }

    /// The operand of this name that the instruction takes.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.taken
            .iter()
            .find(|(of, _)| *of == name)
            .map(|&(_, value)| value)
    }

    /// The same where it is a number.
    pub fn number(&self, name: &str) -> Option<i32> {
        self.get(name)?.number()
    }

    /// An instruction begins, in an expression at times: what that computes is changed by then.
    pub fn begin(&mut self) {
        self.taken.clear();
        self.result
            .take()
            .map(|variable| self.variables.remove(&variable));
    }

    /// It takes an operand.
    pub fn take(&mut self, name: &'static str, value: Value) {
        self.taken.push((name, value));
    }

    /// The value of a variable.
    pub fn of_variable(&self, variable: u32) -> Value {
        let otherwise = if variable == self.ego {
            Value::Ego
        } else {
            Value::Unknown
        };
        self.variables
            .get(&variable)
            .map_or(otherwise, |&number| Value::Number(number))
    }

    /// The instruction has all its inline operands: it takes the others from the stack, pushes and
    /// writes.
    pub fn finish(&mut self, row: &Row) {
        let first = self
            .taken
            .first()
            .map_or(Value::Unknown, |&(_, value)| value);
        for name in row.pops.iter().rev() {
            let value = self.stack.pop().unwrap_or_default();
            self.take(name, value);
            if name.starts_with('*') {
                let count = value
                    .number()
                    .and_then(|count| usize::try_from(count).ok())
                    .unwrap_or(usize::MAX);
                self.stack.truncate(self.stack.len().saturating_sub(count));
            }
        }
        let is_push = row.name.starts_with("push");
        let pushed = if is_push {
            Some(first)
        } else {
            self.get("a").filter(|_| row.name == "dup")
        };
        self.stack
            .extend(std::iter::repeat_n(pushed.unwrap_or_default(), row.pushes));
        let written = if matches!(row.name, "writeByteVar" | "writeWordVar" | "move") {
            self.number("value")
        } else {
            None
        };
        self.to_ego = written.filter(|_| self.result == Some(self.ego));
        let Some(variable) = self.result.take().filter(|_| !is_push) else {
            return;
        };
        match written {
            Some(number) => drop(self.variables.insert(variable, number)),
            None => drop(self.variables.remove(&variable)),
        }
    }
}

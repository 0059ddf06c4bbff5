//! Values that a script's text determines: constants, and variables to which constants are written
//! (J21).

use std::collections::BTreeMap;

use super::table::Row;

/// A value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Value {
    Number(i32),
    /// The unknown value of the ego's variable (J22).
    Ego,
    #[default]
    Unknown,
}

impl Value {
    /// Returns the number, if it is known.
    pub fn number(self) -> Option<i32> {
        if let Self::Number(number) = self {
            Some(number)
        } else {
            None
        }
    }
}

/// The stack and the variables at a position in a script, and the operands of the instruction
/// there.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// The number of the variable that holds the ego.
    ego: u32,
    // A tree map is cheaper to clear than a hash map of the same size.
    variables: BTreeMap<u32, i32>,
    stack: Vec<Value>,
    taken: Vec<(&'static str, Value)>,
    /// The variable to which the instruction writes. For a push instruction, the variable that it
    /// reads.
    pub result: Option<u32>,
    /// A constant that the instruction writes to the ego's variable.
    pub to_ego: Option<i32>,
}

impl Values {
    pub fn new(ego: u32) -> Self {
        Self {
            ego,
            ..Self::default()
        }
    }

    /// Drops all known values, because control flow may arrive from another place.
    pub fn forget(&mut self) {
        self.variables.clear();
        self.stack.clear();
    }

    /// Returns the operand of this name.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.taken
            .iter()
            .find(|(of, _)| *of == name)
            .map(|&(_, value)| value)
    }

    /// Returns the operand of this name if its value is a known number.
    pub fn number(&self, name: &str) -> Option<i32> {
        self.get(name)?.number()
    }

    /// Starts an instruction, which may lie in an expression. The result variable of the previous
    /// instruction becomes unknown.
    pub fn begin(&mut self) {
        self.taken.clear();
        self.result
            .take()
            .map(|variable| self.variables.remove(&variable));
    }

    /// Adds an operand.
    pub fn take(&mut self, name: &'static str, value: Value) {
        self.taken.push((name, value));
    }

    /// Returns the value of a variable.
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

    /// Completes the instruction after its inline operands: takes the other operands from the
    /// stack, pushes the results and writes the variable.
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

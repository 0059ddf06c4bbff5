//! Values as far as a script's text says them: constants, and variables that are written by constants (J21).

use std::collections::BTreeMap;

use super::sweep::{Step, Stored};
use super::table::{Act, Table};

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(i32),
    /// Whatever the variable of the game's ego holds (J22).
    Ego,
    Unknown,
}

impl Value {
    /// The number, if it is known.
    pub fn number(self) -> Option<i32> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }
}

/// The stack and the variables at a place in a script, and what the instruction there has taken.
#[derive(Debug)]
pub(super) struct Values {
    /// The number of the variable that holds the ego.
    ego: u32,
    // A tree, which forgets in the time that it took to learn.
    variables: BTreeMap<u32, i32>,
    stack: Vec<Value>,
    taken: Vec<(&'static str, Value)>,
}

impl Values {
    pub fn new(table: &Table) -> Self {
        Self { ego: table.ego, variables: BTreeMap::new(), stack: Vec::new(), taken: Vec::new() }
    }

    /// Forgets all: another way may lead here.
    pub fn forget(&mut self) {
        self.variables.clear();
        self.stack.clear();
    }

    /// The operand of this name that the instruction has taken.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.taken.iter().find(|(of, _)| *of == name).map(|&(_, value)| value)
    }

    /// Takes an instruction's operands, and pushes what it pushes.
    pub fn take(&mut self, step: &Step<'_>) {
        self.taken.clear();
        for &(name, stored) in step.operands {
            let value = self.value(stored);
            self.taken.push((name, value));
        }
        let first = self.taken.first().map_or(Value::Unknown, |&(_, value)| value);
        for pop in step.row.pops.iter().rev() {
            let value = self.stack.pop().unwrap_or(Value::Unknown);
            if !pop.is_list {
                self.taken.push((pop.name, value));
                continue;
            }
            let count = value.number().and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX);
            self.stack.truncate(self.stack.len().saturating_sub(count));
        }
        let pushed = match step.row.act {
            Act::Push => first,
            Act::Duplicate => self.get("a").unwrap_or(Value::Unknown),
            _ => Value::Unknown,
        };
        self.stack.extend(std::iter::repeat_n(pushed, step.row.pushes.into()));
    }

    /// Notes what an instruction writes to variables; returns a constant that it writes to the ego's.
    pub fn written(&mut self, step: &Step<'_>) -> Option<i32> {
        if step.row.act == Act::Push {
            return None;
        }
        let written = self.get("value").filter(|_| step.row.act == Act::Write).and_then(Value::number);
        let mut of_ego = None;
        for &(_, stored) in step.operands {
            let Stored::Result(variable) = stored else { continue };
            match written {
                Some(number) => drop(self.variables.insert(variable, number)),
                None => drop(self.variables.remove(&variable)),
            }
            of_ego = of_ego.or(written.filter(|_| variable == self.ego));
        }
        of_ego
    }

    fn value(&self, stored: Stored) -> Value {
        match stored {
            Stored::Constant(number) => Value::Number(number),
            Stored::Variable(variable) | Stored::Result(variable) => match self.variables.get(&variable) {
                Some(&number) => Value::Number(number),
                None if variable == self.ego => Value::Ego,
                None => Value::Unknown,
            },
            Stored::Unknown => Value::Unknown,
        }
    }
}

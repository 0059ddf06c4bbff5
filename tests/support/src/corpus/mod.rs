//! Valid inputs for the bodies, made from the reference vectors and the made-up games. Fuzzing and
//! the smoke test begin with these inputs.

pub mod costumes;
mod games;
pub mod journals;
mod plays;
pub mod rooms;
mod scenes;
mod scripts;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use crate::bodies;
use crate::vectors::{Vectors, groups};
pub use plays::plays;
pub use scripts::scripts;
pub use sources::{sheets, sources};

/// The inputs by the name of their body.
#[derive(Debug, Default)]
pub struct Corpus(BTreeMap<&'static str, BTreeSet<Vec<u8>>>);

impl Corpus {
    /// Makes the inputs of all bodies.
    ///
    /// # Errors
    /// Returns an error if an archive of `data/` is damaged.
    pub fn load() -> Result<Self, Box<dyn Error>> {
        let groups = groups()?;
        let vectors = Vectors::load(groups.iter().map(String::as_str))?;
        let mut corpus = Self(
            bodies::names()
                .map(|name| (name, BTreeSet::new()))
                .collect(),
        );
        costumes::collect(&vectors, &mut corpus)?;
        rooms::collect(&vectors, &mut corpus)?;
        scenes::collect(&vectors, &mut corpus)?;
        games::collect(&mut corpus)?;
        for source in sources()? {
            corpus.add("build_source", source);
        }
        for (body, sheet) in sheets()? {
            corpus.add(body, sheet);
        }
        for journal in journals::journals()? {
            corpus.add("journal", journal);
        }
        for (body, input) in plays()? {
            corpus.add(body, input);
        }
        for script in scripts()? {
            corpus.add("casting", script);
        }
        Ok(corpus)
    }

    /// Returns the inputs of a body, shortest first.
    #[must_use]
    pub fn inputs(&self, body: &str) -> Vec<&[u8]> {
        let mut inputs: Vec<&[u8]> = self
            .0
            .get(body)
            .into_iter()
            .flatten()
            .map(Vec::as_slice)
            .collect();
        inputs.sort_by_key(|input| input.len());
        inputs
    }

    fn add(&mut self, body: &'static str, input: Vec<u8>) {
        self.0.entry(body).or_default().insert(input);
    }
}

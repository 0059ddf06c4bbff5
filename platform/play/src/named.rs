//! Parsers of arguments that accept one of several names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Returns a parser that accepts one of several names and returns its value.
pub fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    explained(all.map(|(name, value)| (name, "", value)))
}

/// Returns a parser as [`named`] does, with an explanation of each name in the help.
pub fn explained<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let of = move |name: String| {
        all.iter()
            .find(|(known, ..)| *known == name)
            .map(|(.., value)| *value)
            .ok_or(name)
    };
    let shown = |(name, what, _): (&'static str, &'static str, T)| {
        let value = PossibleValue::new(name);
        if what.is_empty() {
            value
        } else {
            value.help(what)
        }
    };
    PossibleValuesParser::new(all.map(shown)).try_map(of)
}

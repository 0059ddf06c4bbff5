//! Arguments that are one of some names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Reads one of some names as what it stands for.
pub fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    explained(all.map(|(name, value)| (name, "", value)))
}

/// The same where the help explains each name.
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

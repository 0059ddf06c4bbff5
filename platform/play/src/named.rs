//! Arguments that are one of some names.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads one of some names as what it stands for.
pub fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let of = move |name: String| all.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or(name);
    PossibleValuesParser::new(all.map(|(name, _)| name)).try_map(of)
}

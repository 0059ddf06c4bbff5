//! The sources of a crate as tokens, without comments and without code that only tests compile.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The path of a module in its crate. The path of the root is empty.
pub type Place = Vec<String>;

/// The tokens of a crate's files, except for tests, by the module of each file.
pub struct Sources {
    pub files: BTreeMap<Place, Vec<TokenTree>>,
}

impl Sources {
    /// Reads the files below `src` of a crate's folder.
    pub fn read(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        read_folder(&folder.join("src"), &mut Vec::new(), &mut files);
        assert!(!files.is_empty(), "no sources in {}", folder.display());
        Self { files }
    }
}

fn read_folder(folder: &Path, place: &mut Place, files: &mut BTreeMap<Place, Vec<TokenTree>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "tests" {
            continue;
        }
        if path.is_dir() {
            // Other programs in `bin` are separate crates.
            if name != "bin" {
                place.push(name);
                read_folder(&path, place, files);
                place.pop();
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let tokens: TokenStream = text
                .parse()
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let mut module = place.clone();
            if !["mod", "lib", "main"].contains(&name.as_str()) {
                module.push(name);
            }
            files.insert(module, without_tests(tokens));
        }
    }
}

/// Returns tokens without the items that `cfg(test)` marks.
pub fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut skips = false;
    for token in tokens {
        if skips {
            skips = !ends_item(&token);
            continue;
        }
        match token {
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Bracket && is_test(&group) =>
            {
                // Removes the number sign before the attribute.
                kept.pop();
                skips = true;
            }
            TokenTree::Group(group) => {
                let inner = without_tests(group.stream()).into_iter().collect();
                kept.push(Group::new(group.delimiter(), inner).into());
            }
            other => kept.push(other),
        }
    }
    kept
}

/// Returns whether an item that is neither a constant nor a `use` ends with this token.
fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    }
}

/// Returns whether an attribute is `cfg(test)`, `cfg(all(test, …))` or `cfg(any(test, …))`.
fn is_test(attribute: &Group) -> bool {
    let text: String = attribute.stream().to_string().split_whitespace().collect();
    ["cfg(test", "cfg(all(test", "cfg(any(test"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// A word, `::`, or another sign. Groups are replaced by their contents.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    Word(String),
    Colons,
    Other(char),
}

/// Returns all tokens in one list.
pub fn flat(tokens: &[TokenTree]) -> Vec<Sign> {
    let mut signs = Vec::new();
    flatten(tokens, &mut signs);
    signs
}

fn flatten(tokens: &[TokenTree], signs: &mut Vec<Sign>) {
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) => signs.push(Sign::Word(word.to_string())),
            TokenTree::Punct(sign) if sign.as_char() == ':' => {
                let second = tokens.next_if(
                    |next| matches!(next, TokenTree::Punct(next) if next.as_char() == ':'),
                );
                signs.push(if second.is_some() {
                    Sign::Colons
                } else {
                    Sign::Other(':')
                });
            }
            TokenTree::Punct(sign) => signs.push(Sign::Other(sign.as_char())),
            TokenTree::Literal(_) => signs.push(Sign::Other('"')),
            TokenTree::Group(group) => {
                let (start, end) = match group.delimiter() {
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::Parenthesis => ('(', ')'),
                    Delimiter::None => (' ', ' '),
                };
                signs.push(Sign::Other(start));
                flatten(&group.stream().into_iter().collect::<Vec<_>>(), signs);
                signs.push(Sign::Other(end));
            }
        }
    }
}

/// A name that a `use` imports.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The path as it is written. If a `use` imports everything, its last word is `*`.
    pub path: Vec<String>,
    /// The name of the imported item in this module.
    pub name: String,
}

/// Reads the tree of a `use` up to its semicolon. Returns the signs that follow.
pub fn imports<'s>(mut signs: &'s [Sign], lead: &[String], found: &mut Vec<Import>) -> &'s [Sign] {
    let mut path = lead.to_vec();
    let mut alias = None;
    let finish = |path: &mut Vec<String>, alias: &mut Option<String>, found: &mut Vec<Import>| {
        if path.len() > lead.len() || alias.is_some() {
            // `a::{self}` means `a`.
            if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            let name = alias
                .take()
                .or_else(|| path.last().cloned())
                .unwrap_or_default();
            found.push(Import {
                path: path.clone(),
                name,
            });
        }
        path.truncate(lead.len());
    };
    while let Some((sign, rest)) = signs.split_first() {
        signs = rest;
        match sign {
            Sign::Word(word) if word == "as" => {
                if let Some((Sign::Word(name), rest)) = signs.split_first() {
                    (alias, signs) = (Some(name.clone()), rest);
                }
            }
            Sign::Word(word) => path.push(word.clone()),
            Sign::Other('*') => path.push("*".to_owned()),
            Sign::Other('{') => {
                signs = imports(signs, &path, found);
                path.truncate(lead.len());
            }
            Sign::Other(',') => finish(&mut path, &mut alias, found),
            Sign::Other('}' | ';') => {
                finish(&mut path, &mut alias, found);
                return signs;
            }
            _ => {}
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_of_imports_is_taken_apart() {
        let tokens: TokenStream = "crate::{a::B, c::{self, d as E, *}};".parse().unwrap();
        let mut found = Vec::new();
        imports(
            &flat(&tokens.into_iter().collect::<Vec<_>>()),
            &[],
            &mut found,
        );
        let found: Vec<String> = found
            .iter()
            .map(|i| format!("{} {}", i.path.join("::"), i.name))
            .collect();
        assert_eq!(
            found,
            [
                "crate::a::B B",
                "crate::c c",
                "crate::c::d E",
                "crate::c::* *"
            ]
        );
    }

    #[test]
    fn what_only_tests_see_is_left_out() {
        let text = "fn a() {} #[cfg(test)] mod tests { fn b() {} } #[cfg(test)] use c::d; #[cfg(feature = \"f\")] fn e() {}";
        let kept = without_tests(text.parse().unwrap());
        let words = flat(&kept).into_iter().filter_map(|sign| match sign {
            Sign::Word(word) => Some(word),
            _ => None,
        });
        assert_eq!(
            words.collect::<Vec<_>>(),
            ["fn", "a", "cfg", "feature", "fn", "e"]
        );
    }
}

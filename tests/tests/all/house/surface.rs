//! The public names of each library must match the list in `tests/api`, so that every change of the
//! names is noticed. `cargo xtask api` writes the lists.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use proc_macro2::{Delimiter, Group, TokenTree};
use scumm_test_support::repository;

use super::LIBRARIES;
use super::source::{Import, Place, Sources, flat, imports};

/// The module and the name of an item.
type Key = (Place, String);

/// The properties of an item.
#[derive(Clone, Debug, Default)]
struct Item {
    /// `struct`, `fn` …
    kind: String,
    /// Whether the item is marked `pub`.
    public: bool,
    /// The features that the item needs, in the form of the list: ` (edit)`.
    needs: BTreeSet<String>,
    /// Public fields, variants, and the members of a trait.
    members: BTreeSet<String>,
}

/// The items of a crate by module, before the reachable items are determined.
#[derive(Debug, Default)]
struct Surface {
    items: BTreeMap<Place, BTreeMap<String, Item>>,
    /// The imports of each module, with the features that each needs, and whether the module
    /// re-exports it.
    imports: BTreeMap<Place, Vec<(Import, BTreeSet<String>, bool)>>,
    /// The members that inherent `impl` blocks define: the module of the block, the path of the
    /// type in this module, and the members.
    impls: Vec<(Place, Vec<String>, BTreeSet<String>)>,
}

/// Returns the feature that an attribute requires.
fn needs(attribute: &Group) -> Option<String> {
    let text: String = attribute.stream().to_string().split_whitespace().collect();
    let condition = text.strip_prefix("cfg(")?.strip_suffix(')')?;
    let feature = condition
        .strip_prefix("feature=\"")
        .and_then(|rest| rest.strip_suffix('"'));
    Some(feature.unwrap_or(condition).to_owned())
}

fn words(tokens: &[TokenTree]) -> Vec<String> {
    tokens.iter().map(ToString::to_string).collect()
}

fn inner(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// Splits tokens into items. Each item ends with braces or a semicolon.
fn items(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let (mut items, mut start) = (Vec::new(), 0);
    for (i, token) in tokens.iter().enumerate() {
        let ends = match token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                // An item with a value or with a tree of imports continues up to its semicolon.
                let head = words(&tokens[start..i]);
                let is_function = head.iter().any(|word| word == "fn");
                is_function
                    || !head
                        .iter()
                        .any(|word| ["use", "const", "static", "type"].contains(&word.as_str()))
            }
            _ => false,
        };
        if ends {
            items.push(&tokens[start..=i]);
            start = i + 1;
        }
    }
    items
}

/// Splits tokens at commas outside angle brackets.
fn parts(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut depth = 0_i32;
    let mut after_minus = false;
    let mut is_comma = |token: &TokenTree| {
        let sign = if let TokenTree::Punct(punct) = token {
            punct.as_char()
        } else {
            ' '
        };
        depth += i32::from(sign == '<') - i32::from(sign == '>' && !after_minus);
        after_minus = sign == '-';
        sign == ',' && depth == 0
    };
    tokens
        .split(|token| is_comma(token))
        .filter(|part| !part.is_empty())
        .collect()
}

/// An item or a member of an item, without its attributes and its visibility.
struct Head<'t> {
    needs: BTreeSet<String>,
    public: bool,
    rest: &'t [TokenTree],
}

fn head(mut tokens: &[TokenTree]) -> Head<'_> {
    let mut found = BTreeSet::new();
    loop {
        match tokens {
            [TokenTree::Punct(_), TokenTree::Group(attribute), rest @ ..]
                if attribute.delimiter() == Delimiter::Bracket =>
            {
                found.extend(needs(attribute));
                tokens = rest;
            }
            // The attributes of a file precede its first item.
            [
                TokenTree::Punct(_),
                TokenTree::Punct(_),
                TokenTree::Group(of),
                rest @ ..,
            ] if of.delimiter() == Delimiter::Bracket => {
                tokens = rest;
            }
            [TokenTree::Ident(word), TokenTree::Group(of), rest @ ..]
                if word == "pub" && of.delimiter() == Delimiter::Parenthesis && is_place(of) =>
            {
                return Head {
                    needs: found,
                    public: false,
                    rest,
                };
            }
            [TokenTree::Ident(word), rest @ ..] if word == "pub" => {
                return Head {
                    needs: found,
                    public: true,
                    rest,
                };
            }
            rest => {
                return Head {
                    needs: found,
                    public: false,
                    rest,
                };
            }
        }
    }
}

/// Returns whether brackets behind `pub` restrict the visibility. Otherwise they are the type of a
/// field.
fn is_place(group: &Group) -> bool {
    let first = group
        .stream()
        .into_iter()
        .next()
        .map(|token| token.to_string());
    first.is_some_and(|word| ["crate", "super", "self", "in"].contains(&word.as_str()))
}

/// Returns the kind and the name of an item. Words such as `const` may precede `fn`.
fn kind_and_name(rest: &[TokenTree]) -> Option<(String, String, usize)> {
    let words = words(rest);
    for (i, word) in words.iter().enumerate() {
        let name = |i: usize| words.get(i + 1).cloned();
        match word.as_str() {
            "const"
                if name(i).is_some_and(|next| {
                    ["fn", "unsafe", "async", "extern"].contains(&next.as_str())
                }) => {}
            "async" | "unsafe" | "default" => {}
            "extern" | "auto" => {}
            "struct" | "enum" | "union" | "trait" | "fn" | "const" | "static" | "type" | "mod" => {
                return Some((word.clone(), name(i)?, i + 2));
            }
            word if word.starts_with('"') => {}
            _ => return None,
        }
    }
    None
}

fn marked(text: String, needs: &BTreeSet<String>) -> String {
    if needs.is_empty() {
        text
    } else {
        format!(
            "{text} ({})",
            needs.iter().cloned().collect::<Vec<_>>().join(", ")
        )
    }
}

/// Returns the visible members of an item: fields, variants, members of a trait.
fn members(kind: &str, rest: &[TokenTree]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let body = rest.iter().find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() != Delimiter::Bracket => Some(group),
        _ => None,
    });
    let Some(body) = body else { return found };
    let tokens = inner(body);
    match kind {
        "struct" | "union" => {
            for (number, part) in parts(&tokens).into_iter().enumerate() {
                let field = head(part);
                if field.public {
                    let named = body.delimiter() == Delimiter::Brace;
                    let name = if named {
                        words(field.rest).swap_remove(0)
                    } else {
                        number.to_string()
                    };
                    found.insert(marked(format!("field {name}"), &field.needs));
                }
            }
        }
        "enum" => {
            for part in parts(&tokens) {
                let variant = head(part);
                let name = variant
                    .rest
                    .first()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                let fields = match variant.rest.get(1) {
                    Some(TokenTree::Group(fields)) if fields.delimiter() == Delimiter::Brace => {
                        let tokens = inner(fields);
                        let names: Vec<String> = parts(&tokens)
                            .into_iter()
                            .map(|part| head(part).rest[0].to_string())
                            .collect();
                        format!(" {{ {} }}", names.join(", "))
                    }
                    _ => String::new(),
                };
                found.insert(marked(format!("variant {name}{fields}"), &variant.needs));
            }
        }
        "trait" => {
            for item in items(&tokens) {
                let part = head(item);
                if let Some((kind, name, _)) = kind_and_name(part.rest) {
                    found.insert(marked(format!("{kind} {name}"), &part.needs));
                }
            }
        }
        _ => {}
    }
    found
}

impl Surface {
    fn of(sources: &Sources) -> Self {
        let mut surface = Self::default();
        for (place, tokens) in &sources.files {
            surface.read(place, tokens);
        }
        surface
    }

    fn read(&mut self, place: &Place, tokens: &[TokenTree]) {
        self.items.entry(place.clone()).or_default();
        for item in items(tokens) {
            let Head {
                needs,
                public,
                rest,
            } = head(item);
            let words = words(&rest[..rest.len().min(2)]);
            match words.first().map_or("", String::as_str) {
                "use" => {
                    let mut found = Vec::new();
                    imports(&flat(&rest[1..]), &[], &mut found);
                    let known = self.imports.entry(place.clone()).or_default();
                    known.extend(
                        found
                            .into_iter()
                            .map(|import| (import, needs.clone(), public)),
                    );
                }
                "impl" => self.read_impl(place, rest, &needs),
                "bitflags" => self.read_flags(place, rest),
                _ => {
                    let Some((kind, name, behind)) = kind_and_name(rest) else {
                        continue;
                    };
                    if let ("mod", Some(TokenTree::Group(body))) = (kind.as_str(), rest.get(behind))
                    {
                        let inside = [&place[..], std::slice::from_ref(&name)].concat();
                        self.read(&inside, &inner(body));
                    }
                    let members = members(&kind, rest);
                    let item = Item {
                        kind,
                        public,
                        needs,
                        members,
                    };
                    self.items
                        .entry(place.clone())
                        .or_default()
                        .insert(name, item);
                }
            }
        }
    }

    /// Reads the members of an inherent `impl` block. An `impl` of a trait defines no new names.
    fn read_impl(&mut self, place: &Place, rest: &[TokenTree], needs: &BTreeSet<String>) {
        let Some((TokenTree::Group(body), signature)) = rest.split_last() else {
            return;
        };
        let (mut depth, mut path, mut after_minus, mut ended) = (0_i32, Vec::new(), false, false);
        for token in &signature[1..] {
            let text = token.to_string();
            match text.as_str() {
                "<" => {
                    // The parameters of the block precede the path, and the parameters of the type
                    // follow it.
                    ended |= !path.is_empty();
                    depth += 1;
                }
                ">" if !after_minus => depth -= 1,
                "for" if depth == 0 => return,
                "where" if depth == 0 => break,
                ":" => {}
                _ if depth == 0 && !ended => path.push(text.clone()),
                _ => {}
            }
            after_minus = text == "-";
        }
        let mut members = BTreeSet::new();
        for item in items(&inner(body)) {
            let part = head(item);
            let all: BTreeSet<String> = part.needs.union(needs).cloned().collect();
            match kind_and_name(part.rest) {
                Some((kind, name, _)) if part.public => {
                    _ = members.insert(marked(format!("{kind} {name}"), &all))
                }
                Some(_) => {}
                // The words of the macro call name the methods that the macro writes.
                None => {
                    if let [
                        TokenTree::Ident(name),
                        TokenTree::Punct(_),
                        TokenTree::Group(body),
                        ..,
                    ] = part.rest
                    {
                        let words = inner(body)
                            .into_iter()
                            .filter(|token| matches!(token, TokenTree::Ident(_)));
                        let words: Vec<String> = words.map(|word| word.to_string()).collect();
                        members.insert(format!("{name}! {}", words.join(" ")));
                    }
                }
            }
        }
        self.impls.push((place.clone(), path, members));
    }

    /// Reads `bitflags! { pub struct Name: u8 { const A = 1; } }`.
    fn read_flags(&mut self, place: &Place, rest: &[TokenTree]) {
        let Some(TokenTree::Group(body)) = rest.last() else {
            return;
        };
        for item in items(&inner(body)) {
            let Head {
                needs,
                public,
                rest,
            } = head(item);
            let Some((kind, name, _)) = kind_and_name(rest) else {
                continue;
            };
            let Some(TokenTree::Group(flags)) = rest.last() else {
                continue;
            };
            let flags = inner(flags);
            let members = items(&flags)
                .into_iter()
                .filter_map(|flag| kind_and_name(head(flag).rest));
            let members = members
                .map(|(kind, name, _)| format!("{kind} {name}"))
                .collect();
            self.items.entry(place.clone()).or_default().insert(
                name,
                Item {
                    kind,
                    public,
                    needs,
                    members,
                },
            );
        }
    }

    /// Returns the item to which a path in a module refers, or `None` for an item of another crate.
    fn resolve(&self, here: &Place, path: &[String], depth: u32) -> Option<Key> {
        let ((first, rest), depth) = (path.split_first()?, depth.checked_sub(1)?);
        let mut place = here.clone();
        match first.as_str() {
            "crate" => place.clear(),
            "super" => _ = place.pop(),
            "self" => {}
            name => {
                let (place, name) = self.lookup(here, name, depth)?;
                if rest.is_empty() {
                    return Some((place, name));
                }
                return self.resolve(&[&place[..], &[name]].concat(), rest, depth);
            }
        }
        if rest.is_empty() {
            let name = place.pop()?;
            return Some((place, name));
        }
        self.resolve(&place, rest, depth)
    }

    /// Returns the item to which a name in a module refers.
    fn lookup(&self, here: &Place, name: &str, depth: u32) -> Option<Key> {
        if self.items.get(here)?.contains_key(name) {
            return Some((here.clone(), name.to_owned()));
        }
        let imports = self.imports.get(here).map_or(&[][..], Vec::as_slice);
        let named = imports
            .iter()
            .find(|(import, ..)| import.name == name && import.path.as_slice() != [name]);
        if let Some((import, ..)) = named {
            return self.resolve(here, &import.path, depth);
        }
        imports
            .iter()
            .filter(|(import, ..)| import.name == "*")
            .find_map(|(import, ..)| {
                let module = self.module(here, &import.path[..import.path.len() - 1], depth)?;
                self.lookup(&module, name, depth.checked_sub(1)?)
            })
    }

    /// Returns the module to which a path refers.
    fn module(&self, here: &Place, path: &[String], depth: u32) -> Option<Place> {
        if path == ["crate"] {
            return Some(Place::new());
        }
        let (mut place, name) = self.resolve(here, path, depth)?;
        place.push(name);
        self.items.contains_key(&place).then_some(place)
    }

    /// Returns the members that `impl` blocks define for each type.
    fn given(&self) -> BTreeMap<Key, BTreeSet<String>> {
        let mut given: BTreeMap<Key, BTreeSet<String>> = BTreeMap::new();
        for (place, path, members) in &self.impls {
            if let Some(key) = self.resolve(place, path, DEPTH) {
                given
                    .entry(key)
                    .or_default()
                    .extend(members.iter().cloned());
            }
        }
        given
    }
}

/// The most re-exports on the way to an item.
const DEPTH: u32 = 20;

/// The list of a library under construction.
struct List<'s> {
    surface: &'s Surface,
    given: BTreeMap<Key, BTreeSet<String>>,
    /// The names, each with the lines that follow it: the kind and the members.
    lines: BTreeMap<String, Vec<String>>,
    /// The name of each item in the list.
    listed: BTreeMap<Key, String>,
    /// Modules that are not listed yet, sorted by the number of features that they need, their
    /// depth and their name.
    modules: BTreeMap<(usize, usize, String), (Place, BTreeSet<String>)>,
    /// Re-exports that need a feature and are not listed yet.
    exports: Vec<(Key, String, BTreeSet<String>)>,
    /// The numbers of modules and types without features, and with all features.
    counts: [[usize; 2]; 2],
}

impl List<'_> {
    /// Lists all modules and re-exports that are not listed yet. Modules that need no feature come
    /// first, and outer modules come before inner modules, so that each item is listed under its
    /// simplest name.
    fn add_waiting(&mut self) {
        loop {
            let plain = self
                .modules
                .first_key_value()
                .is_some_and(|((needs, ..), _)| *needs == 0);
            let export = if plain { None } else { self.exports.pop() };
            if let Some((key, name, needs)) = export {
                self.add(&key, &name, &needs);
            } else if let Some(((_, _, path), (place, needs))) = self.modules.pop_first() {
                self.add_module(&place, &path, &needs, DEPTH);
            } else {
                break;
            }
        }
    }

    fn add_module(&mut self, place: &Place, path: &str, needs: &BTreeSet<String>, depth: u32) {
        let surface = self.surface;
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        for (name, item) in &surface.items[place] {
            if item.public {
                self.add(&(place.clone(), name.clone()), &join(path, name), needs);
            }
        }
        for (import, more, public) in surface.imports.get(place).map_or(&[][..], Vec::as_slice) {
            if !public {
                continue;
            }
            let needs = needs.union(more).cloned().collect();
            if import.name == "*" {
                if let Some(module) =
                    surface.module(place, &import.path[..import.path.len() - 1], DEPTH)
                {
                    self.add_module(&module, path, &needs, depth);
                }
                continue;
            }
            let name = join(path, &import.name);
            match surface.resolve(place, &import.path, DEPTH) {
                Some(key) if more.is_empty() => self.add(&key, &name, &needs),
                Some(key) => self.exports.push((key, name, needs)),
                None => {
                    _ = self.lines.insert(
                        name,
                        vec![marked(format!("use {}", import.path.join("::")), &needs)],
                    )
                }
            }
        }
    }

    fn add(&mut self, key: &Key, name: &str, needs: &BTreeSet<String>) {
        let Some(item) = self
            .surface
            .items
            .get(&key.0)
            .and_then(|items| items.get(&key.1))
        else {
            return;
        };
        let needs: BTreeSet<String> = needs.union(&item.needs).cloned().collect();
        if let Some(known) = self.listed.get(key) {
            if known != name {
                self.lines
                    .insert(name.to_owned(), vec![marked(format!("as {known}"), &needs)]);
            }
            return;
        }
        self.listed.insert(key.clone(), name.to_owned());
        let of_type = match item.kind.as_str() {
            "mod" => Some(0),
            "struct" | "enum" | "trait" | "union" => Some(1),
            _ => None,
        };
        if let Some(of_type) = of_type {
            self.counts[0][of_type] += usize::from(needs.is_empty());
            self.counts[1][of_type] += 1;
        }
        let mut lines = vec![marked(item.kind.clone(), &needs)];
        lines.extend(item.members.iter().cloned());
        lines.extend(self.given.get(key).into_iter().flatten().cloned());
        self.lines.insert(name.to_owned(), lines);
        if item.kind == "mod" {
            let place = [&key.0[..], std::slice::from_ref(&key.1)].concat();
            let rank = (needs.len(), name.matches("::").count(), name.to_owned());
            self.modules.insert(rank, (place, needs));
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}::{name}")
    }
}

/// Returns the list of a crate. Each item has a line, and its members follow.
fn list(sources: &Sources) -> String {
    let surface = Surface::of(sources);
    let mut list = List {
        given: surface.given(),
        surface: &surface,
        lines: BTreeMap::new(),
        listed: BTreeMap::new(),
        modules: BTreeMap::new(),
        exports: Vec::new(),
        counts: [[0; 2]; 2],
    };
    list.add_module(&Place::new(), "", &BTreeSet::new(), DEPTH);
    list.add_waiting();
    let [[modules, types], [all_modules, all_types]] = list.counts;
    let mut text = format!(
        "{modules} public modules, {types} types without features; {all_modules} and {all_types} \
         with all of them\n\n"
    );
    for (name, lines) in &list.lines {
        let (kind, members) = lines.split_first().unwrap();
        let (kind, mark) = kind
            .split_once(" (")
            .map_or((kind.as_str(), String::new()), |(kind, mark)| {
                (kind, format!(" ({mark}"))
            });
        match kind.split_once(' ') {
            Some((kind, other)) => writeln!(text, "{kind} {name} = {other}{mark}").unwrap(),
            None => writeln!(text, "{kind} {name}{mark}").unwrap(),
        }
        members
            .iter()
            .for_each(|member| writeln!(text, "    {member}").unwrap());
    }
    text
}

#[test]
fn the_public_names_are_those_of_the_lists() {
    let blesses = std::env::var_os("API_BLESS").is_some();
    let mut differences = String::new();
    for (folder, name) in LIBRARIES {
        let now = list(&Sources::read(&repository().join(folder)));
        let path = repository().join("tests/api").join(format!("{name}.txt"));
        if blesses {
            fs::write(&path, &now).unwrap();
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        let [before, after] = [&stored, &now].map(|text| text.lines().collect::<BTreeSet<_>>());
        for (sign, line) in before
            .difference(&after)
            .map(|line| ('-', line))
            .chain(after.difference(&before).map(|line| ('+', line)))
        {
            writeln!(differences, "{name}: {sign} {line}").unwrap();
        }
        if differences.is_empty() && stored != now {
            writeln!(
                differences,
                "{name}: members have moved from one item to another"
            )
            .unwrap();
        }
    }
    assert!(
        differences.is_empty(),
        "other public names; if that is meant, `cargo xtask api` stores them:\n{differences}"
    );
}

/// The libraries whose names are not in `tests/api`, because only this workspace uses them.
const OTHER_LIBRARIES: [&str; 5] = [
    "scene",
    "tools",
    "tools/casting",
    "platform/play",
    "bindings/common",
];

/// Returns the bare names of the public types in the list of a library.
fn bare_type_names(list: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for line in list.lines() {
        let Some((kind, name)) = line.split_once(' ') else {
            continue;
        };
        if !["struct", "enum", "trait", "union", "type"].contains(&kind) {
            continue;
        }
        // The features that the type needs follow its name.
        let path = name.split(' ').next().unwrap();
        names.push(path.rsplit("::").next().unwrap());
    }
    names
}

/// `docs/names.md`: two types share no bare name, also not in two crates.
#[test]
fn no_two_public_types_share_a_bare_name() {
    let published = LIBRARIES.iter().map(|(folder, _)| *folder);
    let mut folders_by_name: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for folder in published.chain(OTHER_LIBRARIES) {
        let list = list(&Sources::read(&repository().join(folder)));
        for name in bare_type_names(&list) {
            folders_by_name
                .entry(name.to_owned())
                .or_default()
                .push(folder);
        }
    }
    assert!(folders_by_name.contains_key("Stage"));
    folders_by_name.retain(|_, folders| folders.len() > 1);
    assert!(folders_by_name.is_empty(), "{folders_by_name:#?}");
}

#[test]
fn what_can_be_reached_is_listed_with_its_members_and_features() {
    let files = [
        (
            "",
            "//! A crate.\n#![forbid(unsafe_code)]\npub mod b; mod a; pub use a::{A, inner::*}; #[cfg(feature = \"edit\")] pub use b::E as Edited; use a::Hidden;",
        ),
        (
            "a",
            "pub mod inner { pub struct I(pub u8, u8, pub(crate) u8); } pub struct A<'a> { pub one: Map<u8, u8>, two: u8 }\
             impl<'a, T: Into<u8>> A<'a> { pub const fn new() -> Self { Self {} } fn own() {} } impl Clone for A<'_> { fn clone() {} }\
             pub struct Hidden; number! { u8: u8; }",
        ),
        (
            "b",
            "pub enum E { One { x: u8 }, Two(u8), Three } pub trait T { fn call(&self); type X; } pub(crate) fn no() {} pub const N: [u8; 1] = [1];",
        ),
        (
            "c",
            "use crate::A; impl A<'_> { pub fn from_c(&self) {} pub(super) fn no(&self) {} }",
        ),
    ];
    let place = |path: &str| {
        path.split('/')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect::<Place>()
    };
    let read = |(path, text): (&str, &str)| {
        (
            place(path),
            super::source::without_tests(text.parse().unwrap()),
        )
    };
    let text = list(&Sources {
        files: files.into_iter().map(read).collect(),
    });
    assert_eq!(
        text,
        "1 public modules, 4 types without features; 1 and 4 with all of them\n\n\
         struct A\n    field one\n    fn from_c\n    fn new\n\
         as Edited = b::E (edit)\n\
         struct I\n    field 0\n\
         mod b\n\
         enum b::E\n    variant One { x }\n    variant Three\n    variant Two\n\
         const b::N\n\
         trait b::T\n    fn call\n    type X\n"
    );
}

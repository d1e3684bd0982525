//! The arrows between the rooms of the house, and between the files and folders of every folder inside them.
//!
//! An arrow is a path to an item of another room, in a `use` or in the code, followed through `pub use` to the
//! file in which the item is defined. Tests are excepted, and so is a parent's list of plugins.

mod graph;
mod resolve;
mod source;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use graph::arrows_in_cycles;
use source::House;

/// The rooms in which no folder may have a cycle between its files and folders.
const LAYERED: [&str; 2] = ["sim", "client"];

/// An arrow from one file to another, below `src`.
type Arrow = (String, String);

static ARROWS: LazyLock<BTreeSet<Arrow>> = LazyLock::new(|| {
    let src = root().join("src");
    let read = |path: &str| std::fs::read_to_string(src.join(path)).ok();
    let (mut library, program) = (House::read("lib.rs", &read), House::read("main.rs", &read));
    library.add_program(program);
    library.arrows().unwrap_or_else(|unknown| panic!("paths that lead nowhere:\n{}", unknown.join("\n")))
});

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The room of a file: the first part of its path, without an ending.
fn room(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or(file)
}

/// The part of a room that contains a file: `sim/order/units.rs` and `sim/order.rs` are parts of `sim/order`.
fn part(file: &str) -> String {
    let mut names = file.split(['/', '.']);
    format!("{}/{}", names.next().unwrap_or_default(), names.next().unwrap_or_default())
}

/// The names at the beginnings of the rows of a table in `docs/architecture.md`, without this common prefix. A row
/// may use the rows above it.
fn table(prefix: &str) -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page can be read");
    let rows = page.lines().filter(|line| line.starts_with(&format!("| `{prefix}")));
    let cells = rows.filter_map(|row| row.split('|').nth(1).map(str::to_owned));
    let names = cells.flat_map(|cell| {
        let names = cell.split('`').filter_map(|word| word.strip_prefix(prefix));
        names.map(|name| room(name).to_owned()).collect::<Vec<String>>()
    });
    names.collect()
}

/// The arrows to a lower row of the same table, or to no row at all.
fn upward<'a>(
    arrows: impl Iterator<Item = &'a Arrow>,
    name: fn(&str) -> String,
    order: &[String],
) -> Vec<&'a Arrow> {
    let rank = |name: &str| {
        let found = order.iter().position(|other| other == name);
        found.unwrap_or_else(|| panic!("docs/architecture.md has no row for {name}"))
    };
    let is_upward = |(from, to): &&Arrow| {
        let (from, to) = (name(from), name(to));
        from != to && rank(&from) < rank(&to)
    };
    arrows.filter(is_upward).collect()
}

/// The entry of a file right below a folder: a file or a folder, without its ending; `None` for a file elsewhere.
/// A door and the files behind it count as one, so the door of the folder has `None` too, unless the folder is a
/// layered room.
fn entry(folder: &str, file: &str) -> Option<String> {
    let inside = file.strip_prefix(folder)?.strip_prefix('/')?;
    let name = room(inside);
    (name != "mod" || LAYERED.contains(&folder)).then(|| format!("{folder}/{name}"))
}

/// All folders of the layered rooms in which there is a file of some arrow, and the rooms themselves.
fn folders(arrows: &BTreeSet<Arrow>) -> BTreeSet<&str> {
    let files = arrows.iter().flat_map(|(from, to)| [from.as_str(), to.as_str()]);
    let layered = files.filter(|file| LAYERED.contains(&room(file)));
    layered.flat_map(|file| file.match_indices('/').map(|(end, _)| &file[..end])).collect()
}

/// The arrows between different entries of one folder that are on a cycle, in words.
fn arrows_closing_cycles(arrows: &BTreeSet<Arrow>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for folder in folders(arrows) {
        let inside = arrows.iter().filter_map(|(from, to)| Some((entry(folder, from)?, entry(folder, to)?)));
        let entries: BTreeSet<Arrow> = inside.filter(|(from, to)| from != to).collect();
        found.extend(arrows_in_cycles(&entries).iter().map(|(from, to)| format!("{from} -> {to}")));
    }
    found
}

#[test]
fn rooms_use_only_those_above_them() {
    let between_rooms = ARROWS.iter().filter(|(from, to)| room(from) != "lib" && room(to) != "lib");
    let found = upward(between_rooms, |file| room(file).to_owned(), &table("src/"));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn parts_of_the_world_and_of_the_client_use_only_those_above_them() {
    for room_name in LAYERED {
        let door = format!("{room_name}/mod.rs");
        let is_inside = |file: &str| room(file) == room_name && file != door;
        let inside = ARROWS.iter().filter(|(from, to)| is_inside(from) && is_inside(to));
        let name = |file: &str| part(file).split('/').nth(1).unwrap_or_default().to_owned();
        let found = upward(inside, name, &table(&format!("{room_name}/")));
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn folders_have_no_cycles() {
    let found = arrows_closing_cycles(&ARROWS);
    assert!(found.is_empty(), "turn one of these, or move what it leads to:\n{}", list(&found));
}

/// Arrows between entries, each with the files that draw it.
fn list(arrows: &BTreeSet<String>) -> String {
    let mut text = String::new();
    for arrow in arrows {
        text.push_str(&format!("{arrow}\n"));
        let folder = arrow.split(" -> ").next().and_then(|from| from.rsplit_once('/'));
        let folder = folder.map_or("", |(folder, _)| folder);
        let is_drawn_by = |(from, to): &&Arrow| {
            let ends = entry(folder, from).zip(entry(folder, to));
            ends.is_some_and(|(from, to)| format!("{from} -> {to}") == *arrow)
        };
        for (from, to) in ARROWS.iter().filter(is_drawn_by) {
            text.push_str(&format!("    {from} -> {to}\n"));
        }
    }
    text
}

/// A house of a few files.
fn house(files: &[(&str, &str)]) -> House {
    let read = |path: &str| {
        files.iter().find(|(name, _)| Path::new(name) == Path::new(path)).map(|(_, text)| (*text).to_owned())
    };
    House::read("lib.rs", &read)
}

/// The arrows of a house of a few files, as `from -> to`.
fn arrows_of(files: &[(&str, &str)]) -> Vec<String> {
    let arrows = house(files).arrows().expect("all paths are known");
    arrows.into_iter().map(|(from, to)| format!("{from} -> {to}")).collect()
}

const DOOR: (&str, &str) = ("lib.rs", "pub mod a; pub mod b; pub mod c;");

#[test]
fn uses_are_followed_to_where_items_are_defined() {
    let arrows = arrows_of(&[
        DOOR,
        ("a/mod.rs", "mod inner; pub use inner::Thing; pub struct Own;"),
        ("a/inner.rs", "pub struct Thing;"),
        ("b.rs", "use crate::a::{self, Own as Other, Thing}; pub use super::a::*;"),
        ("c.rs", "use super::b::Thing;"),
    ]);
    assert_eq!(arrows, ["b.rs -> a/inner.rs", "b.rs -> a/mod.rs", "c.rs -> a/inner.rs"]);
}

#[test]
fn paths_in_the_code_are_found_everywhere() {
    for code in [
        "fn f() { crate::a::g(); }",
        "fn f() { let x: Option<super::a::T> = None; }",
        "fn f() { println!(\"{}\", crate::a::C); }",
        "#[require(super::a::T)] struct S;",
        "fn f() { match 1 { crate::a::C => (), _ => () } }",
        "mod deep { fn f() { super::super::a::g(); } }",
        "fn f() { use crate::a::T; }",
        "impl crate::a::R for () {}",
    ] {
        let a = "pub fn g() {} pub struct T; pub const C: u8 = 1; pub trait R {}";
        assert_eq!(arrows_of(&[DOOR, ("a.rs", a), ("b.rs", code), ("c.rs", "")]), ["b.rs -> a.rs"], "{code}");
    }
}

#[test]
fn types_declared_in_a_macro_are_known() {
    let table = "table! { pub struct T { pub share: f64 [SHARE], } }";
    let arrows = arrows_of(&[DOOR, ("a.rs", table), ("b.rs", "use crate::a::T;"), ("c.rs", "")]);
    assert_eq!(arrows, ["b.rs -> a.rs"]);
}

#[test]
fn tests_and_lists_of_plugins_draw_no_arrows() {
    let arrows = arrows_of(&[
        DOOR,
        ("a/mod.rs", "mod inner; pub fn plugin() { inner::plugin(); } pub enum Systems {}"),
        ("a/inner.rs", "use super::Systems; pub fn plugin() {}"),
        (
            "b.rs",
            "#[cfg(test)] mod tests { use crate::c::T; } #[cfg(test)] use crate::c::T; \
            #[cfg(all(test, feature = \"c\"))] mod more { use crate::c::T; }",
        ),
        ("c.rs", "pub struct T;"),
    ]);
    assert_eq!(arrows, ["a/inner.rs -> a/mod.rs"]);
}

#[test]
fn paths_that_lead_nowhere_are_reported() {
    let unknown = house(&[DOOR, ("a.rs", "use crate::b::Missing;"), ("b.rs", ""), ("c.rs", "")]).arrows();
    assert_eq!(unknown, Err(vec!["a.rs: crate::b::Missing".to_owned()]));
}

#[test]
fn arrows_that_close_a_circle_are_found() {
    let arrow = |from: &str, to: &str| (format!("sim/{from}.rs"), format!("sim/{to}.rs"));
    let arrows: BTreeSet<Arrow> =
        [arrow("a", "b"), arrow("b", "c/deep"), arrow("c", "a"), arrow("c", "d"), arrow("d", "e")].into();
    let found: Vec<String> = arrows_closing_cycles(&arrows).into_iter().collect();
    assert_eq!(found, ["sim/a -> sim/b", "sim/b -> sim/c", "sim/c -> sim/a"]);
}

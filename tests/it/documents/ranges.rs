//! The ranges in `docs/level-format.md` are those of the tables in the code (`ranges!`).

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};

use super::text_of;

/// A range of numbers, ends included.
type Range = (f64, f64);
/// The ranges of a type, by field.
type Table = BTreeMap<String, Range>;

/// The files with tables of ranges that the page repeats.
const SOURCES: [&str; 7] = [
    "src/level/model/mod.rs",
    "src/level/model/bodies.rs",
    "src/level/model/ship_class.rs",
    "src/level/model/structures.rs",
    "src/level/arms.rs",
    "src/level/model/holdings.rs",
    "src/level/model/mind.rs",
];

/// The tables of the page, by headline, and the types of the fields in their rows.
const BY_FIELD: [(&str, &str); 10] = [
    ("## Scale", "Scale"),
    ("## Bodies", "ChangedBody"),
    ("### Orbits", "OrbitSpec"),
    ("### Rotation", "RotationSpec"),
    ("### Skills", "Skill"),
    ("### Personalities", "Personality"),
    ("## Ship classes", "ShipClass"),
    ("## Weapons and materials", "Weapon"),
    ("## Structure classes", "StructureClass"),
    ("## Holdings", "Holding"),
];

/// Single rows of the page with all ranges of a type.
const BY_ROW: [(&str, &str, &str); 7] = [
    ("## The level", "clock", "Clock"),
    ("## Ship classes", "hangar", "Hangar"),
    ("### Arms", "armour", "Armour"),
    ("### Arms", "shield", "Shield"),
    ("### Arms", "weapons", "Mount"),
    ("### Arms", "stand_off", "StandOff"),
    ("### Doctrine", "withdraw_percent", "Doctrine"),
];

/// A range in the code, `0.0..=1.0e6` or the name of a constant; `None` for a computed range.
fn range_in_code(words: &str, constants: &Table) -> Option<Range> {
    let number = |words: &str| words.replace('_', "").parse().ok();
    if let Some((low, high)) = words.split_once("..=") {
        return Some((number(low)?, number(high)?));
    }
    constants.get(words).copied()
}

/// The constants that are ranges: `pub(crate) const WORTH: Limits = 0.0..=10_000.0;`.
fn constants(text: &str) -> Table {
    let lines =
        text.lines().filter_map(|line| line.strip_prefix("pub(crate) const ")?.split_once(": Limits = "));
    let ranges = lines.filter_map(|(name, range)| {
        Some((name.to_owned(), range_in_code(range.trim_end_matches(';'), &Table::new())?))
    });
    ranges.collect()
}

/// The tables of all types: `ranges!(Type { field: LOW..=HIGH, .. })`.
fn tables() -> BTreeMap<String, Table> {
    let parse =
        |path: &str| syn::parse_file(&text_of(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let files: Vec<syn::File> = SOURCES.iter().map(|path| parse(path)).collect();
    let constants = constants(&text_of("src/level/ranges.rs"));
    let mut found = BTreeMap::new();
    for item in files.iter().flat_map(|file| &file.items) {
        let syn::Item::Macro(called) = item else { continue };
        if called.mac.path.is_ident("ranges") {
            let mut tokens = called.mac.tokens.clone().into_iter();
            let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(fields))) =
                (tokens.next(), tokens.next())
            else {
                panic!("a table of ranges begins with a type");
            };
            found.insert(name.to_string(), table(fields.stream(), &constants));
        }
    }
    found
}

/// The fields of a table with numeric ranges.
fn table(fields: TokenStream, constants: &Table) -> Table {
    let mut found = Table::new();
    let (mut field, mut words) = (String::new(), None::<String>);
    let comma = TokenTree::from(proc_macro2::Punct::new(',', proc_macro2::Spacing::Alone));
    for token in fields.into_iter().chain([comma]) {
        match (&token, &mut words) {
            (TokenTree::Punct(punct), _) if punct.as_char() == ',' => {
                let range = words.take().and_then(|words| range_in_code(&words, constants));
                found.extend(range.map(|range| (std::mem::take(&mut field), range)));
            }
            (TokenTree::Punct(punct), None) if punct.as_char() == ':' => words = Some(String::new()),
            (_, None) => field = token.to_string(),
            (_, Some(words)) => words.push_str(&token.to_string()),
        }
    }
    found
}

/// A number of the page: `0.001`, `10,000` or `2e9`.
fn number_on_page(word: &str) -> Option<f64> {
    let bare = word.trim_matches(|letter: char| !letter.is_ascii_digit() && letter != '-');
    bare.replace(',', "").parse().ok()
}

/// The ranges in a row, `0.001 to 2e9`.
fn ranges_on_page(row: &str) -> Vec<Range> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let around = words.windows(3).filter(|three| three[1] == "to");
    around.filter_map(|three| Some((number_on_page(three[0])?, number_on_page(three[2])?))).collect()
}

/// The rows of the table below a headline, each with the names in its first cell.
fn rows<'a>(page: &'a str, headline: &str) -> Vec<(Vec<&'a str>, &'a str)> {
    let (_, below) = page.split_once(&format!("\n{headline}\n")).unwrap_or_else(|| panic!("no {headline}"));
    let section = below.lines().take_while(|line| !line.starts_with('#'));
    let rows = section.filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let first = row.split('|').nth(1).unwrap_or_default();
        (first.split('`').skip(1).step_by(2).collect(), row)
    })
    .collect()
}

#[test]
fn the_page_has_the_ranges_of_the_program() {
    let (page, tables) = (text_of("docs/level-format.md"), tables());
    let (mut compared, mut wrong) = (0, Vec::new());
    let mut compare = |row: &str, type_name: &str, field: &str, range: Range| {
        compared += 1;
        if !ranges_on_page(row).contains(&range) {
            wrong.push(format!(
                "{type_name}.{field} is from {} to {}, but the page says: {row}",
                range.0, range.1
            ));
        }
    };
    for (headline, type_name) in BY_FIELD {
        let table = &tables[type_name];
        for (names, row) in rows(&page, headline) {
            for name in names.into_iter().filter(|_| !ranges_on_page(row).is_empty()) {
                table.get(name).into_iter().for_each(|range| compare(row, type_name, name, *range));
            }
        }
    }
    for (headline, name, type_name) in BY_ROW {
        let row = rows(&page, headline).into_iter().find(|(names, _)| names.contains(&name));
        let (_, row) = row.unwrap_or_else(|| panic!("{headline} has no row for {name}"));
        tables[type_name].iter().for_each(|(field, range)| compare(row, type_name, field, *range));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(compared >= 50, "only {compared} ranges were found to compare");
}

#[test]
fn ranges_are_read_in_both_forms() {
    let table = table(
        "a: 0.0..=1.0e6, b, c: -90.0..=90.0, d: WORTH, e: f64::from(X)..=2.0".parse().unwrap(),
        &[("WORTH".to_owned(), (0.0, 10_000.0))].into(),
    );
    let expected = [("a", (0.0, 1.0e6)), ("c", (-90.0, 90.0)), ("d", (0.0, 10_000.0))];
    assert_eq!(table, expected.map(|(name, range)| (name.to_owned(), range)).into());
    let row = "| `a` | from 5 to this; 0.001 to 2e9 | -360 to 360, 0 to 10,000; default 1 |";
    assert_eq!(ranges_on_page(row), [(0.001, 2.0e9), (-360.0, 360.0), (0.0, 10_000.0)]);
}

//! Every icon of the atlas is used.

use std::path::Path;

use super::source_files::source_files;

const SCRIPT: &str = include_str!("../../scripts/draw-icons");
/// The program ends here in a file with tests.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

/// The name of an icon in the program, from that in the script: `AttackAlert` for `attack_alert`.
fn variant(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(capital).collect()
}

/// Whether a text has this word, and not only longer ones that begin with it.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| !text[at + word.len()..].starts_with(char::is_alphanumeric))
}

#[test]
fn every_icon_is_shown_somewhere() {
    let files = source_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/client"));
    let others = files.iter().filter(|(name, _)| name != "widgets/look/icon.rs");
    let texts: Vec<&str> = others.filter_map(|(_, text)| text.split(TESTS).next()).collect();
    let list = SCRIPT.split("NAMES = \"\"\"").nth(1).and_then(|rest| rest.split("\"\"\"").next());
    let names: Vec<&str> = list.expect("the script has the list").split_whitespace().collect();
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        let icon = format!("Icon::{}", variant(name));
        assert!(texts.iter().any(|text| has_word(text, &icon)), "{icon} is drawn for nothing");
    }
}

//! The table of keys in `docs/playing.md` is made from the program's list of actions.

use ecliptic::client::settings::keys::actions::{ACTIONS, Action};
use ecliptic::client::settings::keys::words::{key_words, with_keys};

use super::{root, text_of};

const PAGE: &str = "docs/playing.md";
/// The table is between these lines.
const BEGIN: &str = "<!-- Made by `ECLIPTIC_RECORD=1 cargo test documents`; changes by hand are lost. -->\n";
const END: &str = "<!-- End of the table of keys. -->\n";

/// The table: a row for each action, but one for all groups and one for all bookmarks.
fn table() -> String {
    let is_one_of_many = |action: Action| matches!(action, Action::Group(2..) | Action::Bookmark(2..));
    let rows = ACTIONS.iter().filter(|info| !is_one_of_many(info.action));
    let rows =
        rows.map(|info| format!("| {} | {} |\n", key_words(info.action, &[]), with_keys(info.words, &[])));
    format!("| keys | action |\n|---|---|\n{}", rows.collect::<String>())
}

#[test]
fn the_page_has_the_keys_of_the_program() {
    let page = text_of(PAGE);
    let (above, rest) = page.split_once(BEGIN).expect("the page has a table of keys");
    let (keys, below) = rest.split_once(END).expect("the table of keys has an end");
    if std::env::var_os("ECLIPTIC_RECORD").is_some() {
        let text = format!("{above}{BEGIN}{}{END}{below}", table());
        std::fs::write(root().join(PAGE), text).expect("the page can be written");
        return;
    }
    assert_eq!(keys, table(), "ECLIPTIC_RECORD=1 writes the table again");
}

//! The list as rows: the aims, the objectives, and the sections with their heads.

use super::entries::{ObjectiveEntry, Outline};
use super::entry_rows::{
    COUNT_WIDTH, OutlinerRow, contact_row, fleet_row, group_row, landing_row, planet_row,
};
use super::{OutlinerAction, OutlinerState};
use crate::client::hud::aim_words::Aim;
use crate::client::hud::layout::fitting::cut_to_width;
use crate::client::view::FocusTarget;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{Cell, Icon, QUIET, Row, STRONG, Typeface};

/// The most rows of contacts.
pub(super) const MOST_CONTACTS: usize = 8;
/// Width of the words of an objective, pixels.
const OBJECTIVE_WIDTH: f32 = 280.0;

/// A part of the outliner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The player's planets.
    Planets,
    /// The player's fleets.
    Fleets,
    /// The player's control groups.
    Groups,
    /// Enemies.
    Contacts,
}

impl Section {
    fn title(self) -> &'static str {
        match self {
            Self::Planets => "Planets",
            Self::Fleets => "Fleets",
            Self::Groups => "Groups",
            Self::Contacts => "Contacts",
        }
    }
}

/// The rows of the aims, of the objectives and of all sections; a section without entries has none.
pub fn rows_of(outline: &Outline, state: &OutlinerState) -> Vec<OutlinerRow> {
    let Outline { aims, objectives, search, planets, fleets, groups, contacts, landings, color, counts } =
        outline;
    let shown = contacts.len().min(MOST_CONTACTS);
    let mut last: Vec<OutlinerRow> = contacts[..shown].iter().map(contact_row).collect();
    if contacts.len() > shown {
        let words = format!("and {} more", contacts.len() - shown);
        last.push(Row::of(vec![Cell::words(words, QUIET).as_head()]));
    }
    let planet_rows: Vec<OutlinerRow> = planets.iter().map(|entry| planet_row(entry, *color)).collect();
    let fleet_rows = fleets.iter().map(|entry| fleet_row(entry, *color)).collect();
    let group_rows = groups.iter().map(|entry| group_row(entry, *color)).collect();
    let sections = [
        (Section::Planets, planet_rows),
        (Section::Fleets, fleet_rows),
        (Section::Groups, group_rows),
        (Section::Contacts, last),
    ];
    let mut rows: Vec<OutlinerRow> = aims.iter().map(aim_row).collect();
    rows.extend(objectives.iter().map(objective_row));
    rows.extend((!search.is_empty()).then(|| search_row(search)));
    let sections = sections.into_iter().zip(counts);
    for ((section, entries), count) in sections.filter(|((_, entries), _)| !entries.is_empty()) {
        let is_folded = state.is_folded(section);
        rows.push(head(section, *count, is_folded));
        if !is_folded {
            rows.extend(entries);
        }
    }
    rows.extend(landings.iter().map(landing_row));
    rows
}

/// The head of a section, small and grey, which folds it. The list may end with one: it tells how much is below.
fn head(section: Section, count: usize, is_folded: bool) -> OutlinerRow {
    let mark = if is_folded { "+" } else { "–" };
    let words = format!("{mark} {}", section.title());
    let button = Cell::button(words, OutlinerAction::Fold(section)).colored(QUIET).listed();
    let cell = button.wide().with_columns(vec![(count.to_string(), COUNT_WIDTH)]);
    Row::of(vec![Cell { typeface: Typeface::Titles, ..cell }])
}

fn aim_row(aim: &Aim) -> OutlinerRow {
    let words = cut_to_width(&aim.short, OBJECTIVE_WIDTH, SMALL_PIXELS);
    let cell = Cell::words(words, STRONG).with_icon(Icon::Objective).as_head();
    Row::of(vec![cell.with_tip(aim.whole.clone())])
}

fn objective_row(entry: &ObjectiveEntry) -> OutlinerRow {
    let look = OutlinerAction::Look(FocusTarget::Body(entry.body));
    let words = cut_to_width(&format!("Objective: {}", entry.name), OBJECTIVE_WIDTH, SMALL_PIXELS);
    let button = Cell::button(words, look).with_icon(Icon::Objective).colored(STRONG).listed();
    Row::of(vec![
        button.wide().with_tip(format!("You have to take {} to win. Click: look there.", entry.name)),
    ])
}

fn search_row(words: &str) -> OutlinerRow {
    let tip = format!(
        "{words}. The map in the menu tells where sides begin; you learn who holds a body once you see it. \
         Scouts see far."
    );
    Row::of(vec![Cell::words(words, STRONG).with_icon(Icon::Objective).as_head().with_tip(tip)])
}

#[cfg(test)]
mod tests {
    use bevy::prelude::Color;

    use super::super::entries::{GroupEntry, LandingEntry};
    use super::super::entry_rows::OutlinerCell;
    use super::super::test_support::{gone, group, outline, words};
    use super::*;
    use crate::client::widgets::WORDS;
    use crate::client::widgets::fonts::words_width;
    use crate::sim::BodyId;

    #[test]
    fn everything_of_the_player_has_a_row() {
        let rows = words(&rows_of(&outline(), &OutlinerState::default()));
        let expected = [
            "– Planets",
            "Earth|Idle yard|+40/min",
            "Moon|Invaded",
            "– Fleets",
            "1  First|Mars",
            "– Contacts",
        ];
        assert_eq!(rows[..6], expected);
        assert_eq!(rows[6], "3 ships|Mars");
        assert_eq!(rows[6 + MOST_CONTACTS..], ["and 2 more"]);
    }

    #[test]
    fn a_fight_on_the_ground_has_the_last_row_with_a_bar() {
        let landing = LandingEntry {
            body: BodyId(5),
            name: "Tinsel".to_owned(),
            strengths: "240 against about 60".to_owned(),
            is_invaded: false,
            share: 0.75,
        };
        let before = rows_of(&outline(), &OutlinerState::default());
        let outline = Outline { landings: vec![landing], ..outline() };
        let rows = rows_of(&outline, &OutlinerState::default());
        assert_eq!(words(&rows)[..before.len()], words(&before), "no other row moves");
        let [button, bar] = &rows.last().expect("there are rows").cells[..] else { panic!("{rows:?}") };
        assert_eq!((button.words.as_str(), bar.bar), ("Tinsel: 240 against about 60", Some(0.75)));
        let look = OutlinerAction::Look(FocusTarget::Body(BodyId(5)));
        assert_eq!(button.press, Some(look));
    }

    #[test]
    fn groups_have_a_section_of_their_own() {
        let lost = GroupEntry { number: 3, ships: 0, gone: gone("Empty"), ..group() };
        let outline = Outline { groups: vec![group(), lost], counts: [2, 1, 1, 0], ..outline() };
        let rows = rows_of(&outline, &OutlinerState::default());
        assert_eq!(words(&rows)[5..8], ["– Groups", "2  First, Scouts|Earth", "3  First, Scouts|Empty"]);
        assert_eq!(rows[5].cells[0].columns[0].words, "1");
        let presses = [6, 7].map(|row: usize| rows[row].cells[0].press);
        assert_eq!(presses, [2, 3].map(|number| Some(OutlinerAction::Group(number))));
        let tip = "Group 2: 5 ships of First, Scouts, at Earth. Click: select; again: look there.";
        assert_eq!(rows[6].cells[0].tip, tip);
        assert_eq!(rows[7].cells[0].tip, "Group 3: empty. Click: clear the selection.");
    }

    #[test]
    fn objectives_come_first_and_what_is_not_found_is_looked_for() {
        let rowan = ObjectiveEntry { body: BodyId(6), name: "Rowan".to_owned() };
        let search = "Scout the enemy home first";
        let sentence = "Victory: hold 4 bodies, 2 of 4.".to_owned();
        let aim = Aim { short: "Bodies: 2 of 4".to_owned(), whole: sentence.clone() };
        let outline = Outline { aims: vec![aim], objectives: vec![rowan], search, ..outline() };
        let rows = rows_of(&outline, &OutlinerState::default());
        assert_eq!(words(&rows)[..4], ["Bodies: 2 of 4", "Objective: Rowan", search, "– Planets"]);
        assert_eq!(rows[0].cells[0].tip, sentence);
        assert_eq!(rows[1].cells[0].press, Some(OutlinerAction::Look(FocusTarget::Body(BodyId(6)))));
        assert_eq!(rows[2].cells[0].press, None);
        assert!(rows[2].cells[0].tip.contains("once you see it"), "{}", rows[2].cells[0].tip);
        assert!(words_width(search, SMALL_PIXELS) <= OBJECTIVE_WIDTH);
    }

    #[test]
    fn rows_are_lit_at_the_pointer_and_heads_are_small_and_grey() {
        let rows = rows_of(&outline(), &OutlinerState::default());
        let buttons: Vec<&OutlinerCell> =
            rows.iter().map(|row| &row.cells[0]).filter(|cell| cell.press.is_some()).collect();
        assert!(buttons.iter().all(|cell| cell.is_flat && cell.has_sides()), "{buttons:?}");
        let is_head = |cell: &&OutlinerCell| matches!(cell.press, Some(OutlinerAction::Fold(_)));
        let heads = rows.iter().map(|row| &row.cells[0]).filter(is_head);
        let looks: Vec<(Color, f32)> = heads.map(|cell| (cell.color, cell.pixels)).collect();
        assert_eq!(looks, [(QUIET, SMALL_PIXELS); 3]);
    }

    #[test]
    fn every_row_is_one_button_as_wide_as_the_list() {
        let rows = rows_of(&outline(), &OutlinerState::default());
        assert!(rows.iter().all(|row| row.cells.len() == 1 && row.cells[0].is_wide));
        let fleet = &rows[4].cells[0].columns;
        assert_eq!(fleet.iter().map(|column| column.words.as_str()).collect::<Vec<_>>(), ["7", "Mars"]);
        assert_eq!((fleet[1].icon, fleet[1].color), (Some(Icon::Land), Some(WORDS)));
    }

    #[test]
    fn a_folded_section_has_its_head_alone_and_an_empty_one_nothing() {
        let mut state = OutlinerState::default();
        state.fold(Section::Planets);
        let outline = Outline { contacts: Vec::new(), ..outline() };
        assert_eq!(words(&rows_of(&outline, &state)), ["+ Planets", "– Fleets", "1  First|Mars"]);
        assert!(rows_of(&Outline::default(), &state).is_empty());
    }

    #[test]
    fn what_is_gone_is_grey_and_the_heads_count_what_there_is() {
        let mut outline = outline();
        outline.planets[1].gone = gone("Lost");
        outline.fleets[0].gone = gone("Lost");
        outline.counts = [3, 0, 0, 1];
        let rows = rows_of(&outline, &OutlinerState::default());
        assert_eq!(words(&rows)[2..5], ["Moon|Lost", "– Fleets", "1  First|Lost"]);
        assert_eq!(rows[4].cells[0].color, QUIET);
        let presses = [1, 2, 4].map(|row: usize| rows[row].cells[0].press.is_some());
        assert_eq!(presses, [true, false, true], "only what would be ordered can be pressed");
        let are_in_line = [1, 2, 4].map(|row: usize| rows[row].cells[0].has_sides());
        assert_eq!(are_in_line, [true; 3], "its words stand below those of the others");
        assert_eq!(rows[2].cells[0].tip, "Moon: lost.");
        let counts = [0, 3].map(|row: usize| rows[row].cells[0].columns[0].words.clone());
        assert_eq!(counts, ["3", "0"], "two planets wait for a row");
    }
}

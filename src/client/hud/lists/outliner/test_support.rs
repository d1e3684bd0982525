//! An outline for the tests of its rows.

use bevy::prelude::*;

use super::entries::{ContactEntry, FleetEntry, Gone, GroupEntry, Outline, PlanetEntry};
use super::entry_rows::{OutlinerRow, STATE_WIDTH, YARDS_WIDTH};
use super::rows::MOST_CONTACTS;
use crate::client::view::FocusTarget;
use crate::client::widgets::{Column, Icon, LOSS, WORDS};
use crate::sim::world::money::Amount;
use crate::sim::{BodyId, FleetId};

/// Two planets, a fleet, and more contacts than are shown.
pub fn outline() -> Outline {
    let planet = |body: usize, name: &str, idle_yards: usize, is_invaded: bool| PlanetEntry {
        body: BodyId(body),
        name: name.to_owned(),
        idle_yards,
        building: Vec::new(),
        income: Amount { money: 40, resources: 25, rare: 0 },
        unrest: 0.0,
        is_invaded,
        gone: None,
    };
    let fleet = FleetEntry {
        fleet: Entity::PLACEHOLDER,
        id: FleetId(1),
        ship: Entity::PLACEHOLDER,
        name: "First".to_owned(),
        mark: Handle::default(),
        ships: 7,
        task: "Lands on Mars".to_owned(),
        goal: Some((Icon::Land, "Mars".to_owned())),
        place: "Earth".to_owned(),
        group: Some(1),
        is_selected: false,
        gone: None,
    };
    let contact = ContactEntry {
        owner: "Ares".to_owned(),
        color: LOSS,
        mark: Handle::default(),
        ships: 3,
        place: "Mars".to_owned(),
        age: String::new(),
        strength: 1.0,
        target: FocusTarget::Body(BodyId(4)),
        fleet: None,
        gone: None,
    };
    Outline {
        aims: Vec::new(),
        objectives: Vec::new(),
        search: "",
        planets: vec![planet(3, "Earth", 1, false), planet(4, "Moon", 0, true)],
        fleets: vec![fleet],
        groups: Vec::new(),
        contacts: vec![contact; MOST_CONTACTS + 2],
        landings: Vec::new(),
        color: WORDS,
        counts: [2, 1, 0, MOST_CONTACTS + 2],
    }
}

/// A group of parts of two fleets.
pub fn group() -> GroupEntry {
    GroupEntry {
        number: 2,
        fleets: "First, Scouts".to_owned(),
        mark: Handle::default(),
        ships: 5,
        place: "Earth".to_owned(),
        is_selected: false,
        gone: None,
    }
}

/// What became of something at the beginning.
pub fn gone(word: &'static str) -> Option<Gone> {
    Some(Gone { word, since: 0.0 })
}

/// The words of rows: the name of each, and what stands beside it.
pub fn words(rows: &[OutlinerRow]) -> Vec<String> {
    let row_words = |row: &OutlinerRow| {
        let cell = &row.cells[0];
        let told = |column: &&Column| column.width == STATE_WIDTH || column.width == YARDS_WIDTH;
        let states = cell.columns.iter().filter(told).map(|column| column.words.as_str());
        std::iter::once(cell.words.as_str()).chain(states).collect::<Vec<_>>().join("|")
    };
    rows.iter().map(row_words).collect()
}

//! The heading of the card: the selected fleets, and what they do.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::summary::{IDLE, RouteSummary, SelectedShip, doing_words};
use crate::client::frame::capital;
use crate::client::hud::layout::fitting::{Line, clauses, shorten};
use crate::client::hud::layout::places::CARD_ROOM;
use crate::client::input::Selected;
use crate::client::view::Sight;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{QUIET, TITLE, WORD_PIXELS, text};
use crate::level::counted;
use crate::sim::task::ring_words;
use crate::sim::{AnchoredPlace, Calendar, RingMotion};

/// The heading of the card.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    title: String,
    doing: String,
}

/// The lines of the heading.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadingWords {
    /// The selected fleets.
    Title,
    /// What they do.
    Doing,
}

/// The nodes of the heading.
pub fn heading() -> impl Bundle {
    let node = Node { flex_direction: FlexDirection::Column, ..default() };
    let title = (HeadingWords::Title, text("", WORD_PIXELS, TITLE), TextLayout::no_wrap());
    let doing = (HeadingWords::Doing, text("", SMALL_PIXELS, QUIET), TextLayout::no_wrap());
    (node, children![title, doing])
}

type Stations<'w, 's> = Query<'w, 's, (&'static AnchoredPlace, &'static RingMotion), With<Selected>>;

/// Query bundle for the heading.
#[derive(SystemParam)]
pub struct Headings<'w, 's> {
    sight: Sight<'w, 's>,
    stations: Stations<'w, 's>,
    now: ResMut<'w, Heading>,
}

impl Headings<'_, '_> {
    /// Composes the heading of selected ships; `fleets`: the orders of their fleets.
    pub fn compose(&mut self, ships: &[SelectedShip], fleets: &[&RouteSummary], calendar: &Calendar) {
        let title = title(ships, |fleet| self.name_of(fleet), |fleet| self.size_of(fleet));
        let doing = match fleets {
            [RouteSummary { legs: 0, deed: None, .. }] => capital(&self.rest_words()),
            _ => doing_words(fleets, calendar),
        };
        let heading = Heading { title: fitted(&title, WORD_PIXELS), doing: fitted(&doing, SMALL_PIXELS) };
        self.now.set_if_neq(heading);
    }

    fn name_of(&self, fleet: Entity) -> String {
        self.sight.view().fleet(fleet).map_or_else(String::new, |known| known.fleet.name.clone())
    }

    /// Number of its ships, selected or not.
    fn size_of(&self, fleet: Entity) -> Option<usize> {
        self.sight.view().fleet(fleet)?.ships
    }

    /// The rest of the one selected fleet.
    fn rest_words(&self) -> String {
        let station = self.stations.iter().next();
        let body = station.and_then(|(station, _)| station.anchor.named_after());
        let body = body.map(|body| self.sight.view().almanac().body_in_words(body));
        resting_words(station.and_then(|(_, circling)| circling.ring), body.as_deref())
    }
}

/// Writes the heading.
pub fn write_heading(heading: Res<Heading>, mut words: Query<(&HeadingWords, &mut Text)>) {
    for (part, mut text) in &mut words {
        let now = match part {
            HeadingWords::Title => &heading.title,
            HeadingWords::Doing => &heading.doing,
        };
        text.set_if_neq(Text(now.clone()));
    }
}

/// Words shortened to the width of the card, at a size of letters, pixels.
fn fitted(words: &str, pixels: f32) -> String {
    let mut line = [Line { clauses: clauses(words, 1, 0), pixels }];
    shorten(&mut line, CARD_ROOM);
    line.map(|line| line.words()).concat()
}

/// The name of the only fleet, or the number of fleets, with the number of ships; of a part of a fleet also its size.
fn title(
    ships: &[SelectedShip],
    name_of: impl Fn(Entity) -> String,
    size_of: impl Fn(Entity) -> Option<usize>,
) -> String {
    let fleets: BTreeSet<Entity> = ships.iter().map(|ship| ship.fleet).collect();
    match (ships, fleets.len()) {
        ([], _) => String::new(),
        ([only], _) => format!("{} of {}", capital(only.name), name_of(only.fleet)),
        ([first, ..], 1) => {
            let name = name_of(first.fleet);
            match size_of(first.fleet).filter(|size| *size > ships.len()) {
                Some(size) => format!("{name}, {} of {size} ships", ships.len()),
                None => format!("{name}, {}", counted(ships.len(), "ship")),
            }
        }
        (_, count) => format!("{}, {}", counted(count, "fleet"), counted(ships.len(), "ship")),
    }
}

/// The text for a fleet without an order: it orbits in a ring of a body, or does nothing.
fn resting_words(ring: Option<u8>, body: Option<&str>) -> String {
    match ring.zip(body) {
        Some((ring, body)) => format!("orbiting in {}", ring_words(ring, body)),
        None => IDLE.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::selection::crews::Crew;
    use crate::client::widgets::fonts::words_width;
    use crate::sim::ClassId;

    #[test]
    fn the_title_names_the_only_fleet_or_counts_them() {
        let mut world = World::new();
        let [one, two] = [world.spawn_empty().id(), world.spawn_empty().id()];
        let ship = |fleet: Entity| SelectedShip {
            class: ClassId::FIRST,
            name: "scout",
            fleet,
            is_unpaid: false,
            hull: None,
            crew: Crew::default(),
        };
        let words = |fleets: &[Entity]| {
            let ships: Vec<SelectedShip> = fleets.iter().map(|fleet| ship(*fleet)).collect();
            title(&ships, |_| "First".to_owned(), |_| Some(3))
        };
        assert_eq!(words(&[]), "");
        assert_eq!(words(&[one]), "Scout of First");
        assert_eq!(words(&[one, one]), "First, 2 of 3 ships");
        assert_eq!(words(&[one, one, one]), "First, 3 ships");
        assert_eq!(words(&[one, one, two]), "2 fleets, 3 ships");
    }

    #[test]
    fn a_circling_fleet_shows_its_ring_and_body() {
        assert_eq!(resting_words(Some(1), Some("Mars")), "orbiting in ring 2 of Mars");
        assert_eq!(resting_words(None, Some("Mars")), IDLE);
        assert_eq!(resting_words(None, None), IDLE);
    }

    #[test]
    fn the_heading_is_no_wider_than_the_card() {
        let long = "Wayfarers of the long night, 12 ships".repeat(4);
        for words in
            ["First, 7 ships", &long, "To Mars, 12 waypoints, arrives about 2031-05-02 (12 min 30 s)"]
        {
            let fitted = fitted(words, WORD_PIXELS);
            assert!(!fitted.is_empty() && words_width(&fitted, WORD_PIXELS) <= CARD_ROOM, "{fitted}");
        }
        assert_eq!(fitted("First, 7 ships", WORD_PIXELS), "First, 7 ships");
    }
}

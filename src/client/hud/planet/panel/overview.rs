//! What a body is: facts about it, and its rings with their structures.

use std::collections::BTreeSet;

use bevy::prelude::Color;

use super::fitting::{cut, cut_to_row, width_beside};
use crate::client::frame::{au, capital, length};
use crate::client::hud::layout::places::PANEL_WORDS;
use crate::client::hud::planet::actions::{Cell, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{day_words, percent, year_words};
use crate::client::view::{BodyPlaces, Moment};
use crate::client::widgets::rows::CELL_GAP;
use crate::client::widgets::tip_texts::PARTS;
use crate::client::widgets::{ACCENT, QUIET, WORDS};
use crate::level::{BodyKind, counted};
use crate::sim::visibility::{SeenStructure, UnitClass};
use crate::sim::{BodyId, ClassId, FactionId, Sky, StructureId};

/// Facts about the body.
pub fn fact_rows(planet_data: &PlanetData, places: &BodyPlaces, moment: &Moment, body: BodyId) -> Vec<Row> {
    let this = &planet_data.sky.system.bodies[body];
    let radius = format!("radius {}", length(this.radius_km));
    let circling_days = this.orbit.period_days().filter(|_| this.kind == BodyKind::Moon);
    let day = day_words(this.rotation.sidereal_day_hours(), circling_days);
    let turning: Vec<String> =
        [radius, day].into_iter().chain(tilt_words(&planet_data.sky, moment, body)).collect();
    let year = this.orbit.period_days().map(year_words);
    let mut distances = distance_words(&planet_data.sky, places, body).into_iter();
    let going: Vec<String> = year.into_iter().chain(distances.next()).collect();
    let facts = [turning.join(", "), going.join(", ")].into_iter().chain(distances);
    facts
        .filter(|words| !words.is_empty())
        .map(|words| Row::words(cut_to_row(&capital(&words)), WORDS))
        .collect()
}

/// The angle between the axis of a body and the pole of its orbit; `None` for a body without an orbit.
fn tilt_words(sky: &Sky, moment: &Moment, body: BodyId) -> Option<String> {
    let this = &sky.system.bodies[body];
    this.parent?;
    let jd = sky.system.local_jd(body, moment.jd);
    let state = this.orbit.state(jd);
    let pole = state.position.cross(state.velocity).try_normalize()?;
    Some(format!("tilt {:.0}°", this.rotation.obliquity(jd, pole).to_degrees()))
}

/// The distance of a body from its parent; for a moon also the planet's distance from the star.
fn distance_words(sky: &Sky, places: &BodyPlaces, body: BodyId) -> Vec<String> {
    let bodies = &sky.system.bodies;
    let mut words = Vec::new();
    let mut circling = body;
    while let Some(parent) = bodies[circling].parent {
        if let (Some(place), Some(middle)) = (places.0.get(circling), places.0.get(parent)) {
            let distance = place.distance(*middle) / bodies[circling].path_magnify;
            words.push(format!("{} from {}", au(distance), bodies[parent].in_words));
        }
        circling = parent;
    }
    words
}

/// A ring with its slots and its structures.
struct RingState {
    /// Its number, from 1.
    number: u32,
    /// Slots with a structure that the player knows.
    taken: usize,
    /// All its slots.
    all: usize,
    /// Words about the structures of each owner; see [`contents`].
    contents: Vec<(String, Option<Color>)>,
    /// Whether the clicked structure is in it.
    is_lit: bool,
}

/// A structure that the player sees or remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Station {
    owner: FactionId,
    class: ClassId,
    /// Its ring; 0 is the innermost.
    ring: u8,
    /// The share that is built; `None` for a finished one, and for one that is only remembered.
    grown: Option<f64>,
}

/// The structures at a body: those in sight, and the remembered ones.
fn stations(planet_data: &PlanetData, body: BodyId, standing: &[SeenStructure]) -> Vec<Station> {
    let seen = standing.iter().map(|one| Station {
        owner: one.structure.faction,
        class: one.structure.class,
        ring: one.structure.ring,
        grown: one.grown,
    });
    let ghosts = planet_data.view().ghosts().filter(|ghost| ghost.anchor == Some(body));
    let remembered = ghosts.filter_map(|ghost| match ghost.of {
        UnitClass::Structure(_, class) => {
            Some(Station { owner: ghost.faction, class, ring: ghost.stands?.ring, grown: None })
        }
        UnitClass::Ship(..) => None,
    });
    seen.chain(remembered).collect()
}

/// The rings of a body, from the innermost.
fn ring_states(
    planet_data: &PlanetData,
    body: BodyId,
    standing: &[SeenStructure],
    clicked: Option<StructureId>,
) -> Vec<RingState> {
    let rings = (0_u8..).zip(planet_data.view().taken_slots(body));
    let all = stations(planet_data, body, standing);
    let lit = standing.iter().find(|one| Some(one.structure.id) == clicked).map(|one| one.structure.ring);
    let state = |(ring, slots): (u8, Vec<bool>)| {
        let here: Vec<Station> = all.iter().filter(|one| one.ring == ring).copied().collect();
        RingState {
            number: u32::from(ring) + 1,
            taken: slots.iter().filter(|taken| **taken).count(),
            all: slots.len(),
            contents: contents(planet_data, &here),
            is_lit: lit == Some(ring),
        }
    };
    rings.map(state).collect()
}

/// The rings with their free slots and structures; the ring of the clicked structure is lit. Out of sight, no slot is
/// known to be free. Free slots are shown to a player who looks at the body or can build there. Otherwise only rings
/// with known stations have a row of their own, and the others one together.
pub fn ring_rows(
    planet_data: &PlanetData,
    body: BodyId,
    standing: &[SeenStructure],
    clicked: Option<StructureId>,
) -> Vec<Row> {
    let rings = ring_states(planet_data, body, standing, clicked);
    if rings.is_empty() {
        return Vec::new();
    }
    let is_looked_at = planet_data.looks_at(body);
    let free_slots_tell = !planet_data.looks_on() && (is_looked_at || planet_data.plot(body).is_ok());
    let all = rings.len();
    let rings = rings.into_iter().filter(|ring| free_slots_tell || ring.taken > 0);
    let mut rows: Vec<Row> = rings
        .map(|ring| {
            let words = format!("Ring {}: {}", ring.number, slot_words(ring.taken, ring.all, is_looked_at));
            let color = match (ring.is_lit, ring.all - ring.taken) {
                (true, _) => ACCENT,
                (false, 0) => QUIET,
                (false, _) => WORDS,
            };
            ring_row(Cell::words(words, color), ring.contents)
        })
        .collect();
    match rows.len() {
        0 => return vec![no_stations_row(is_looked_at)],
        some if some < all => rows.push(other_rings_row(is_looked_at)),
        _ => {}
    }
    rows
}

/// Width of the bar of the slots of a ring, at most, and of its number, of two digits, pixels.
const BAR_WIDTH: f32 = 48.0;
const NUMBER_WIDTH: f32 = 14.0;
/// The words before these bars.
const RINGS: &str = "Rings";

/// All rings in one row, above the classes that may be built: a bar for the slots of each that are taken. Its tip has a
/// row for each. `None` without rings.
pub fn slots_row(
    planet_data: &PlanetData,
    body: BodyId,
    standing: &[SeenStructure],
    clicked: Option<StructureId>,
) -> Option<Row> {
    let rings = ring_states(planet_data, body, standing, clicked);
    let is_looked_at = planet_data.looks_at(body);
    (!rings.is_empty()).then(|| {
        let tip = slots_tip(&rings, is_looked_at);
        let cells = slot_cells(&rings, is_looked_at).into_iter();
        Row::of(cells.map(|cell| cell.with_tip(tip.clone())).collect())
    })
}

/// The number of each ring and a bar, filled by the share of its slots that are taken. Out of sight, a ring without a
/// structure that was seen has a question mark in its place.
fn slot_cells(rings: &[RingState], is_looked_at: bool) -> Vec<Cell> {
    let head = Cell::label(RINGS, QUIET);
    // A pixel for the rounding of the sum.
    let room = (PANEL_WORDS - head.room() - 1.0) / rings.len().max(1) as f32;
    let width = (room - NUMBER_WIDTH - 2.0 * CELL_GAP).clamp(1.0, BAR_WIDTH);
    let cells = rings.iter().flat_map(|ring| {
        let color = if ring.is_lit { ACCENT } else { WORDS };
        let bar = match (ring.taken, is_looked_at) {
            (0, false) => Cell::column("?", QUIET, width).at_left(),
            (taken, _) => Cell::bar(taken as f32 / ring.all.max(1) as f32, width),
        };
        [Cell::column(ring.number.to_string(), color, NUMBER_WIDTH), bar]
    });
    std::iter::once(head).chain(cells).collect()
}

/// The tip of the row about all rings.
fn slots_tip(rings: &[RingState], is_looked_at: bool) -> String {
    let line = |ring: &RingState| {
        let contents = ring.contents.iter().map(|(words, _)| words.clone());
        let slots = slot_words(ring.taken, ring.all, is_looked_at);
        let words: Vec<String> = std::iter::once(slots).chain(contents).collect();
        [format!("Ring {}", ring.number), capital(&words.join("; "))].join(PARTS)
    };
    let head = "The rings, from the innermost.".to_owned();
    std::iter::once(head).chain(rings.iter().map(line)).collect::<Vec<String>>().join("\n")
}

/// The row of the rings without stations beside those with some.
fn other_rings_row(is_looked_at: bool) -> Row {
    Row::words(if is_looked_at { "Other rings: none" } else { "Other rings: none seen" }, QUIET)
}

/// The only row of rings without stations. Out of sight there may be some all the same.
fn no_stations_row(is_looked_at: bool) -> Row {
    Row::words(if is_looked_at { "No stations" } else { "No stations seen" }, QUIET)
}

/// The slots of a ring in words, counted alike everywhere. Out of sight, slots without a structure that was seen may
/// be taken all the same.
fn slot_words(taken: usize, all: usize, is_looked_at: bool) -> String {
    if taken == 0 && !is_looked_at { "none seen".to_owned() } else { format!("{taken} of {all} taken") }
}

/// The row of a ring: its own cell, then words about the structures of each owner, in the owner's colour or in that of
/// the ring.
fn ring_row(ring: Cell, contents: Vec<(String, Option<Color>)>) -> Row {
    let color = ring.color;
    let mut cells = vec![ring];
    for (words, owner) in contents {
        let what = cut(&words, width_beside(&cells));
        cells.push(Cell::label(what, owner.unwrap_or(color)).with_tip(words));
    }
    Row::of(cells)
}

/// Words about the structures in a ring: the player's own ones, then those of others with the names and the colours of
/// their owners.
fn contents(planet_data: &PlanetData, here: &[Station]) -> Vec<(String, Option<Color>)> {
    let me = planet_data.me();
    let owners: BTreeSet<FactionId> = here.iter().map(|one| one.owner).collect();
    let (own, others): (Vec<FactionId>, Vec<FactionId>) = owners.into_iter().partition(|owner| *owner == me);
    let words = |owner: FactionId| {
        let of_owner = here.iter().filter(|one| one.owner == owner);
        let words = contents_words(planet_data, &of_owner.copied().collect::<Vec<_>>());
        if owner == me {
            return (capital(&words), None);
        }
        let name = planet_data.almanac().faction_name(owner);
        (format!("{name}: {words}"), Some(planet_data.colors.of(owner)))
    };
    own.into_iter().chain(others).map(words).collect()
}

/// The structures in a ring, counted by class; growing ones with their progress.
fn contents_words(planet_data: &PlanetData, here: &[Station]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (class, known) in planet_data.classes.0.iter_enumerated() {
        let of_class = here.iter().filter(|one| one.class == class);
        let count = of_class.clone().filter(|one| one.grown.is_none()).count();
        match count {
            0 => {}
            1 => parts.push(known.name.clone()),
            _ => parts.push(counted(count, &known.name)),
        }
        let shares = of_class.filter_map(|one| one.grown);
        parts.extend(shares.map(|share| format!("{} {}", known.name, percent(share))));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::frame::SPECTATOR;
    use crate::client::hud::planet::panel::fitting::fits_row;
    use crate::client::hud::planet::test_support::{ask_now, seen_by, watched_by};
    use crate::client::widgets::LOSS;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA, visit_mars};

    #[test]
    fn rings_out_of_sight_are_not_called_free() {
        let told = |body: BodyId| -> Vec<String> {
            let rows = seen_by(TERRA, |data| ring_rows(data, body, &[], None));
            rows.into_iter().map(|row| row.cells[0].words.clone()).collect()
        };
        let (own, far) = (told(EARTH), told(MARS));
        assert!(!own.is_empty() && own.iter().all(|words| words.ends_with(" taken")), "{own:?}");
        assert_eq!(far, ["No stations seen"], "rings that tell nothing have one row together");
        assert_eq!(slot_words(0, 8, false), "none seen");
        assert_eq!([true, false].map(|sees| slot_words(2, 8, sees)), ["2 of 8 taken"; 2], "one way to count");
    }

    #[test]
    fn only_rings_with_stations_have_rows_where_free_slots_tell_nothing() {
        let mut simulation = watched_by(TERRA);
        visit_mars(simulation.world_mut(), true);
        let rows = ask_now(&mut simulation, |data| ring_rows(data, MARS, &[], None));
        let words: Vec<&str> = rows.iter().map(|row| row.cells[0].words.as_str()).collect();
        assert_eq!(words.len(), 2);
        assert!(words[0].starts_with("Ring 1: 1 of ") && words[1] == "Other rings: none seen", "{words:?}");
        assert_eq!(rows[0].cells[1].words, "Ares: satellite", "what stands there is remembered");
        let bare = seen_by(SPECTATOR, |data| ring_rows(data, EARTH, &[], None));
        assert_eq!(bare, [no_stations_row(true)], "a spectator builds nothing");
    }

    #[test]
    fn all_rings_are_one_row_above_the_classes() {
        let ring = |number: u32, taken: usize, all: usize, contents: &[&str]| RingState {
            number,
            taken,
            all,
            contents: contents.iter().map(|words| ((*words).to_owned(), None)).collect(),
            is_lit: false,
        };
        let rings = [ring(1, 1, 6, &["Sentry"]), ring(2, 0, 8, &[])];
        let shares = |is_looked_at: bool| -> Vec<Option<f32>> {
            slot_cells(&rings, is_looked_at).iter().skip(2).step_by(2).map(|cell| cell.bar).collect()
        };
        assert_eq!(shares(true), [Some(1.0 / 6.0), Some(0.0)]);
        assert_eq!(shares(false), [Some(1.0 / 6.0), None], "not called free");
        let tip = slots_tip(&rings, false);
        let lines: Vec<&str> = tip.lines().skip(1).collect();
        assert_eq!(lines, ["Ring 1\t1 of 6 taken; Sentry", "Ring 2\tNone seen"]);
        let most = [(1, 6), (2, 8), (3, 12), (4, 16), (5, 20), (6, 24)];
        let most = most.map(|(number, slots)| ring(number, slots, slots, &[]));
        let cells = slot_cells(&most, true);
        let room = cells[0].room() + cells.iter().skip(1).map(|cell| cell.column + CELL_GAP).sum::<f32>();
        assert!(room <= PANEL_WORDS && cells[2].column > 20.0, "{room}");
        let row = seen_by(TERRA, |data| slots_row(data, EARTH, &[], None)).expect("it has rings");
        assert!(row.cells.iter().all(|cell| cell.tip.contains("\nRing 1\t0 of ")), "{row:?}");
    }

    #[test]
    fn structures_of_others_have_the_name_and_the_colour_of_their_owner() {
        let ring = || Cell::words("Ring 2: 2 of 8 taken", WORDS);
        let parts = |row: Row| -> Vec<(String, Color)> {
            row.cells.into_iter().map(|cell| (cell.words, cell.color)).collect()
        };
        let (own, foreign) = ("Sentry".to_owned(), "Ferrum: satellite 21 %".to_owned());
        let row = ring_row(ring(), vec![(own.clone(), None), (foreign.clone(), Some(LOSS))]);
        assert_eq!(parts(row)[1..], [(own, WORDS), (foreign, LOSS)]);
        assert_eq!(parts(ring_row(ring(), Vec::new())).len(), 1);
        let long = ("Ferrum: ".to_owned() + &"trade station, ".repeat(9), Some(LOSS));
        let words: String = parts(ring_row(ring(), vec![long])).into_iter().map(|(words, _)| words).collect();
        assert!(words.ends_with('…') && fits_row(&words), "{words}");
    }
}

//! What a body is: facts about it, and its rings with their structures.

use std::collections::BTreeSet;

use bevy::prelude::{Color, Handle, Image};

use super::fitting::{BESIDE_LABEL, label, labelled};
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
    let circling_days = this.orbit.period_days().filter(|_| this.kind == BodyKind::Moon);
    let day = day_words(this.rotation.sidereal_day_hours(), circling_days);
    let day: Vec<String> = [day].into_iter().chain(tilt_words(&planet_data.sky, moment, body)).collect();
    let year = this.orbit.period_days().map(year_words);
    let mut distances = distance_words(&planet_data.sky, places, body).into_iter();
    let orbit: Vec<String> = year.into_iter().chain(distances.next()).collect();
    let facts = [("Radius", length(this.radius_km)), ("Day", day.join(", ")), ("Orbit", orbit.join(", "))]
        .into_iter();
    // The distance of a moon's planet from the star goes on below that of the moon.
    let facts = facts.chain(distances.map(|words| ("", words)));
    let told = facts.filter(|(_, words)| !words.is_empty());
    told.map(|(name, words)| labelled(name, &capital(&words), WORDS)).collect()
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
    /// The structures in it; see [`contents`].
    contents: Vec<RingMark>,
    /// Whether the clicked structure is in it.
    is_lit: bool,
}

/// The structures of a class in a ring that belong to one owner, or a growing one.
#[derive(Clone, Debug, PartialEq)]
struct RingMark {
    /// The mark of the class.
    picture: Handle<Image>,
    /// Their number, or the share that is built; empty for a single finished one.
    number: String,
    /// Their owner, if that is another side, and their name: "Ferrum: 2 sentries".
    words: String,
    /// The colour of another owner.
    color: Option<Color>,
}

impl RingMark {
    /// Its cell in the row of a ring of this colour, with its name or only with its number.
    fn cell(&self, ring: Color, is_named: bool) -> Cell {
        let words = if is_named { &self.words } else { &self.number };
        let cell = Cell::label(words.clone(), self.color.unwrap_or(ring));
        cell.with_shape(self.picture.clone()).with_tip(self.words.clone())
    }
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
    let mut rows: Vec<Row> = rings.map(|ring| ring_row(&ring, is_looked_at)).collect();
    match rows.len() {
        0 => return vec![no_stations_row(is_looked_at)],
        some if some < all => rows.push(other_rings_row(is_looked_at)),
        _ => {}
    }
    rows
}

/// Width of the bar of the slots of a ring, at most, of its number, of two digits, and of its count of slots, pixels.
const BAR_WIDTH: f32 = 48.0;
const NUMBER_WIDTH: f32 = 14.0;
const SLOTS_WIDTH: f32 = 60.0;
/// The slots of a ring out of sight, without a structure that was seen.
const NONE_SEEN: &str = "none seen";
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
        [Cell::column(ring.number.to_string(), color, NUMBER_WIDTH), slots_bar(ring, is_looked_at, width)]
    });
    std::iter::once(head).chain(cells).collect()
}

/// The bar of a ring, filled by the share of its slots that are taken.
fn slots_bar(ring: &RingState, is_looked_at: bool, width: f32) -> Cell {
    match (ring.taken, is_looked_at) {
        (0, false) => Cell::column("?", QUIET, width).at_left(),
        (taken, _) => Cell::bar(taken as f32 / ring.all.max(1) as f32, width),
    }
}

/// The tip of the row about all rings.
fn slots_tip(rings: &[RingState], is_looked_at: bool) -> String {
    let line = |ring: &RingState| [ring_name(ring), contents_words(ring, is_looked_at)].join(PARTS);
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
    slot_count(taken, all, is_looked_at)
        .map_or_else(|| NONE_SEEN.to_owned(), |count| format!("{count} taken"))
}

/// The taken slots of a ring of all, `"2 of 8"`; `None` where some may be taken out of sight, and none was seen.
fn slot_count(taken: usize, all: usize, is_looked_at: bool) -> Option<String> {
    (taken > 0 || is_looked_at).then(|| format!("{taken} of {all}"))
}

/// The name of a ring.
fn ring_name(ring: &RingState) -> String {
    format!("Ring {}", ring.number)
}

/// The slots and the structures of a ring as a sentence.
fn contents_words(ring: &RingState, is_looked_at: bool) -> String {
    let contents = ring.contents.iter().map(|mark| mark.words.clone());
    let slots = slot_words(ring.taken, ring.all, is_looked_at);
    capital(&std::iter::once(slots).chain(contents).collect::<Vec<String>>().join("; "))
}

/// The row of a ring: its slots, then the structures in it, in the colours of their owners. Their names stand beside
/// their marks where there is room for all of them.
fn ring_row(ring: &RingState, is_looked_at: bool) -> Row {
    let color = match (ring.is_lit, ring.all - ring.taken) {
        (true, _) => ACCENT,
        (false, 0) => QUIET,
        (false, _) => WORDS,
    };
    let name = ring_name(ring);
    let name = if ring.is_lit { label(&name).colored(ACCENT) } else { label(&name) };
    let count = slot_count(ring.taken, ring.all, is_looked_at).unwrap_or_else(|| NONE_SEEN.to_owned());
    let slots = [name, slots_bar(ring, is_looked_at, BAR_WIDTH), Cell::column(count, color, SLOTS_WIDTH)];
    let tip = contents_words(ring, is_looked_at);
    let slots = slots.into_iter().map(|cell| cell.with_tip(tip.clone()));
    let room = BESIDE_LABEL - BAR_WIDTH - SLOTS_WIDTH - CELL_GAP;
    Row::of(slots.chain(mark_cells(&ring.contents, color, room)).collect())
}

/// The cells of some structures in a room of this width, pixels, with their names if all of them fit. Those that have
/// no room at all are left to the tip of their ring.
fn mark_cells(marks: &[RingMark], color: Color, room: f32) -> Vec<Cell> {
    let named: Vec<Cell> = marks.iter().map(|mark| mark.cell(color, true)).collect();
    if named.iter().map(Cell::room).sum::<f32>() <= room {
        return named;
    }
    let mut left = room;
    let bare = marks.iter().map(|mark| mark.cell(color, false));
    let fitting = bare.take_while(|cell| {
        left -= cell.room();
        left >= 0.0
    });
    fitting.collect()
}

/// The structures in a ring: the player's own ones, then those of others with the names and the colours of their
/// owners.
fn contents(planet_data: &PlanetData, here: &[Station]) -> Vec<RingMark> {
    let me = planet_data.me();
    let owners: BTreeSet<FactionId> = here.iter().map(|one| one.owner).collect();
    let (own, others): (Vec<FactionId>, Vec<FactionId>) = owners.into_iter().partition(|owner| *owner == me);
    own.into_iter().chain(others).flat_map(|owner| marks_of(planet_data, here, owner)).collect()
}

/// The structures of an owner in a ring, counted by class; each growing one with its progress.
fn marks_of(planet_data: &PlanetData, here: &[Station], owner: FactionId) -> Vec<RingMark> {
    let color = (owner != planet_data.me()).then(|| planet_data.colors.of(owner));
    let whose = |name: String| match color {
        Some(_) => format!("{}: {name}", planet_data.almanac().faction_name(owner)),
        None => capital(&name),
    };
    let mut marks = Vec::new();
    for (class, known) in planet_data.classes.0.iter_enumerated() {
        let of_class = || here.iter().filter(move |one| one.owner == owner && one.class == class);
        let mark = |number: String, name: String| RingMark {
            picture: planet_data.structure_mark(known),
            number,
            words: whose(name),
            color,
        };
        match of_class().filter(|one| one.grown.is_none()).count() {
            0 => {}
            1 => marks.push(mark(String::new(), known.name.clone())),
            several => marks.push(mark(several.to_string(), counted(several, &known.name))),
        }
        let growing = of_class().filter_map(|one| one.grown).map(percent);
        marks.extend(growing.map(|share| mark(share.clone(), format!("{} {share}", known.name))));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::frame::SPECTATOR;
    use crate::client::hud::planet::panel::fitting::fits_beside;
    use crate::client::hud::planet::test_support::{ask_now, seen_by, watched_by};
    use crate::client::widgets::LOSS;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA, visit_mars};

    #[test]
    fn rings_out_of_sight_are_not_called_free() {
        let told = |body: BodyId| seen_by(TERRA, |data| ring_rows(data, body, &[], None));
        let (own, far) = (told(EARTH), told(MARS));
        let is_counted = |row: &Row| row.cells[1].bar.is_some() && row.cells[2].words.starts_with("0 of ");
        assert!(!own.is_empty() && own.iter().all(is_counted), "{own:?}");
        assert_eq!(far, [no_stations_row(false)], "rings that tell nothing have one row together");
        assert_eq!(slot_words(0, 8, false), "none seen");
        assert_eq!([true, false].map(|sees| slot_words(2, 8, sees)), ["2 of 8 taken"; 2], "one way to count");
    }

    #[test]
    fn only_rings_with_stations_have_rows_where_free_slots_tell_nothing() {
        let mut simulation = watched_by(TERRA);
        visit_mars(simulation.world_mut(), true);
        let rows = ask_now(&mut simulation, |data| ring_rows(data, MARS, &[], None));
        let [ring, others] = &rows[..] else { panic!("{rows:?}") };
        let words: Vec<&str> = ring.cells.iter().map(|cell| cell.words.as_str()).collect();
        assert!(words[0] == "Ring 1" && words[2].starts_with("1 of "), "{words:?}");
        assert_eq!(words[3], "Ares: satellite", "what stands there is remembered");
        assert_eq!(*others, other_rings_row(false));
        let bare = seen_by(SPECTATOR, |data| ring_rows(data, EARTH, &[], None));
        assert_eq!(bare, [no_stations_row(true)], "a spectator builds nothing");
    }

    #[test]
    fn all_rings_are_one_row_above_the_classes() {
        let ring = |number: u32, taken: usize, all: usize, contents: &[&str]| RingState {
            number,
            taken,
            all,
            contents: contents.iter().map(|words| mark(words, None)).collect(),
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

    /// The mark of a finished structure.
    fn mark(words: &str, color: Option<Color>) -> RingMark {
        RingMark { picture: Handle::default(), number: String::new(), words: words.to_owned(), color }
    }

    #[test]
    fn structures_have_their_marks_and_those_of_others_the_colour_of_their_owner() {
        let room = |contents: Vec<RingMark>| {
            let ring = RingState { number: 2, taken: 2, all: 8, contents, is_lit: false };
            let cells = ring_row(&ring, true).cells;
            let columns: f32 = cells[..3].iter().map(|cell| cell.column + CELL_GAP).sum();
            let beside: f32 = cells[3..].iter().map(Cell::room).sum();
            assert!(columns - CELL_GAP + beside <= PANEL_WORDS, "{cells:?}");
            cells[3..].to_vec()
        };
        let words = |cells: &[Cell]| -> Vec<String> { cells.iter().map(|cell| cell.words.clone()).collect() };
        let longest = room(vec![mark("Research station", None)]);
        assert_eq!(words(&longest), ["Research station"], "there is room for its name");
        let both = room(vec![mark("Sentry", None), mark("Ferrum: satellite 21 %", Some(LOSS))]);
        assert_eq!(words(&both), ["", ""], "the marks alone");
        assert!(both.iter().all(|cell| cell.shape.is_some()));
        assert_eq!((both[0].color, both[1].color), (WORDS, LOSS));
        assert_eq!(both[1].tip, "Ferrum: satellite 21 %");
        assert!(room(Vec::new()).is_empty());
        let many = room(vec![mark("Trade station", None); 20]);
        assert!((4..20).contains(&many.len()), "{}", many.len());
    }

    #[test]
    fn facts_have_labels_and_fit_beside_them() {
        let rows = seen_by(TERRA, |data| fact_rows(data, &BodyPlaces::default(), &Moment::default(), EARTH));
        let labels: Vec<&str> = rows.iter().map(|row| row.cells[0].words.as_str()).collect();
        assert_eq!(labels, ["Radius", "Day", "Orbit"]);
        assert!(rows.iter().all(fits_beside), "{rows:?}");
    }
}

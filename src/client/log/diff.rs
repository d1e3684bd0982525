//! From two moments to what happened between them.
//!
//! - Enters: what the player knew and what he knows now, and what he has been told already.
//! - Leaves: events.
//! - Must never: ask the world, or tell the same again and again: what comes and goes is told once in a
//!   while.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;
use typed_index_collections::TiSlice;

use super::{Event, EventKind};
use crate::client::camera::FocusTarget;
use crate::client::stacks::counted;
use crate::client::warnings::topics::Topic;
use crate::client::warnings::words::{Warning, date_words};
use crate::level::holdings::{Sighted, StructureClass};
use crate::level::{Faction, ShipClass, StarSystem};
use crate::sim::ids::{BodyId, ClassId, FactionId, FleetId, ShipId, StructureId};

/// A structure that halts again within so many ticks is not told of again.
const HALT_TICKS: u64 = 900;
/// What comes into sight again within so many ticks is not told of again.
const SIGHT_TICKS: u64 = 1_800;
/// A warning is told of again when its date has moved by more than this, days.
const WARNING_DAYS: f64 = 5.0;

/// A ship of the player's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnShip {
    /// Its class.
    pub class: ClassId,
    /// Where it is, km.
    pub place: DVec3,
}

/// A structure of the player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnStructure {
    /// Its class.
    pub class: ClassId,
    /// The body in whose well it stands.
    pub body: BodyId,
    /// Whether it is finished.
    pub is_finished: bool,
    /// Whether it is its turn to grow, and there is too little to pay for it.
    pub is_halted: bool,
}

/// A fleet of the player's.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnFleet {
    /// Its name.
    pub name: String,
    /// How many legs its route has.
    pub legs: usize,
    /// Whether all of its ships have reached the places of the last leg.
    pub has_arrived: bool,
    /// Its middle, km.
    pub place: DVec3,
}

/// Something of others that is in sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foreign {
    /// The faction that it belongs to.
    pub owner: FactionId,
    /// Its class, among those of ships or of structures.
    pub class: ClassId,
    /// Where it is, km.
    pub place: DVec3,
}

/// What the player knows at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The tick.
    pub tick: u64,
    /// The date, Julian date (TDB).
    pub jd: f64,
    /// The player's ships.
    pub ships: BTreeMap<ShipId, OwnShip>,
    /// The player's structures.
    pub structures: BTreeMap<StructureId, OwnStructure>,
    /// The player's bodies.
    pub bodies: BTreeSet<BodyId>,
    /// Who owns now what was the player's at the moment before.
    pub takers: BTreeMap<BodyId, FactionId>,
    /// The player's fleets.
    pub fleets: BTreeMap<FleetId, OwnFleet>,
    /// What is in sight of others.
    pub foreign: BTreeMap<Sighted, Foreign>,
    /// What the player is warned of.
    pub warnings: Vec<Warning>,
}

/// What has been told, and when.
#[derive(Clone, Debug, Default)]
pub struct Told {
    halted: BTreeMap<StructureId, u64>,
    in_sight: BTreeMap<Sighted, u64>,
    warned: BTreeMap<Topic, f64>,
}

/// The names of things, and where bodies are.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The bodies.
    pub system: &'a StarSystem,
    /// Where they are, km.
    pub places: &'a TiSlice<BodyId, DVec3>,
    /// The classes of ships.
    pub ships: &'a TiSlice<ClassId, ShipClass>,
    /// The classes of structures.
    pub structures: &'a TiSlice<ClassId, StructureClass>,
    /// The sides.
    pub factions: &'a TiSlice<FactionId, Faction>,
}

impl Names<'_> {
    pub(super) fn body(&self, body: BodyId) -> &str {
        self.system.bodies.get(body).map_or("nowhere", |body| body.name.as_str())
    }

    pub(super) fn ship(&self, class: ClassId) -> &str {
        self.ships.get(class).map_or("ship", |class| class.name.as_str())
    }

    pub(super) fn structure(&self, class: ClassId) -> &str {
        self.structures.get(class).map_or("structure", |class| class.name.as_str())
    }

    pub(super) fn faction(&self, faction: FactionId) -> &str {
        self.factions.get(faction).map_or("others", |faction| faction.name.as_str())
    }

    /// The innermost body in whose well a place is.
    pub(super) fn well_at(&self, place: DVec3) -> Option<BodyId> {
        // Bodies are listed parents first, so the one with the largest index is the innermost.
        let wells = self.system.bodies.iter_enumerated().zip(self.places);
        let around = wells.filter(|((_, body), center)| center.distance(place) < body.well_radius_km);
        around.map(|((index, _), _)| index).max()
    }

    /// A place as something to look at: it goes along with the well that it is in.
    pub(super) fn spot(&self, place: DVec3) -> FocusTarget {
        let well = self.well_at(place).and_then(|body| self.places.get(body).map(|center| (body, *center)));
        well.map_or(FocusTarget::Point(place), |(body, center)| FocusTarget::Beside(body, place - center))
    }

    /// A place in words, to be put behind others: ` at Mars`; empty outside of all wells.
    pub(super) fn at(&self, place: DVec3) -> String {
        self.well_at(place).map_or_else(String::new, |body| format!(" at {}", self.body(body)))
    }
}

/// What happened between two moments.
pub fn events(before: &Snapshot, after: &Snapshot, told: &mut Told, names: &Names) -> Vec<Event> {
    let mut found: Vec<(String, FocusTarget)> = Vec::new();
    finished_ships(before, after, names, &mut found);
    finished_structures(before, after, names, &mut found);
    founded_bodies(before, after, names, &mut found);
    // Whatever has been found since the last of these lines is of that kind.
    let mut kinds = vec![EventKind::Finished; found.len()];
    halted_structures(after, told, names, &mut found);
    lost_bodies(before, after, names, &mut found);
    kinds.resize(found.len(), EventKind::Trouble);
    arrived_fleets(before, after, names, &mut found);
    kinds.resize(found.len(), EventKind::Arrived);
    new_in_sight(after, told, names, &mut found);
    kinds.resize(found.len(), EventKind::Sighted);
    for warning in new_warnings(after, told) {
        let words = format!("Warning: {} on {}", warning.words, date_words(warning.jd));
        found.push((words, FocusTarget::Point(warning.place)));
    }
    kinds.resize(found.len(), EventKind::Trouble);
    let jd = after.jd;
    let all = found.into_iter().zip(kinds);
    all.map(|((words, spot), kind)| Event { jd, words, spot: Some(spot), kind }).collect()
}

impl Told {
    /// Takes a moment as it is: nothing of what there is now is news.
    pub fn accept(&mut self, now: &Snapshot) {
        let halted = now.structures.iter().filter(|(_, structure)| structure.is_halted);
        self.halted.extend(halted.map(|(id, _)| (*id, now.tick)));
        self.in_sight.extend(now.foreign.keys().map(|id| (*id, now.tick)));
        self.accept_warnings(now);
    }

    /// Takes the warnings of a moment as they are.
    pub fn accept_warnings(&mut self, now: &Snapshot) {
        self.warned.extend(now.warnings.iter().map(|warning| (warning.topic, warning.jd)));
    }
}

type Found = Vec<(String, FocusTarget)>;

/// Ships that are new and not there before, counted by class and well.
fn finished_ships(before: &Snapshot, after: &Snapshot, names: &Names, found: &mut Found) {
    let mut groups: BTreeMap<(ClassId, Option<BodyId>), (usize, DVec3)> = BTreeMap::new();
    for (_, ship) in after.ships.iter().filter(|(id, _)| !before.ships.contains_key(*id)) {
        let group = groups.entry((ship.class, names.well_at(ship.place))).or_insert((0, ship.place));
        group.0 += 1;
    }
    for ((class, _), (count, place)) in groups {
        let words = format!("{} finished{}", counted(count, names.ship(class)), names.at(place));
        found.push((words, names.spot(place)));
    }
}

fn finished_structures(before: &Snapshot, after: &Snapshot, names: &Names, found: &mut Found) {
    for (id, structure) in after.structures.iter().filter(|(_, structure)| structure.is_finished) {
        if before.structures.get(id).is_some_and(|before| !before.is_finished) {
            let (class, body) = (names.structure(structure.class), names.body(structure.body));
            let words = format!("{class} finished at {body}");
            found.push((words, FocusTarget::Body(structure.body)));
        }
    }
}

/// Structures that have come to a halt, all in one line.
fn halted_structures(after: &Snapshot, told: &mut Told, names: &Names, found: &mut Found) {
    let mut fresh: Vec<&OwnStructure> = Vec::new();
    told.halted.retain(|id, _| after.structures.contains_key(id));
    for (id, structure) in after.structures.iter().filter(|(_, structure)| structure.is_halted) {
        let last = told.halted.insert(*id, after.tick);
        if last.is_none_or(|last| after.tick.saturating_sub(last) > HALT_TICKS) {
            fresh.push(structure);
        }
    }
    let Some(first) = fresh.first() else { return };
    let others = match fresh.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let (class, body) = (names.structure(first.class), names.body(first.body));
    let words = format!("Too little to go on building: {class} at {body}{others}");
    found.push((words, FocusTarget::Body(first.body)));
}

fn founded_bodies(before: &Snapshot, after: &Snapshot, names: &Names, found: &mut Found) {
    for body in after.bodies.difference(&before.bodies) {
        found.push((format!("{} is yours", names.body(*body)), FocusTarget::Body(*body)));
    }
}

fn lost_bodies(before: &Snapshot, after: &Snapshot, names: &Names, found: &mut Found) {
    for body in before.bodies.difference(&after.bodies) {
        let name = names.body(*body);
        let words = match after.takers.get(body) {
            Some(taker) => format!("{name} is no longer yours: it belongs to {} now", names.faction(*taker)),
            None => format!("{name} is no longer yours"),
        };
        found.push((words, FocusTarget::Body(*body)));
    }
}

fn arrived_fleets(before: &Snapshot, after: &Snapshot, names: &Names, found: &mut Found) {
    for (id, fleet) in after.fleets.iter().filter(|(_, fleet)| fleet.legs == 0 && fleet.has_arrived) {
        if before.fleets.get(id).is_some_and(|before| before.legs > 0) {
            let words = format!("{} has arrived{}", fleet.name, names.at(fleet.place));
            found.push((words, names.spot(fleet.place)));
        }
    }
}

/// What has come into sight, counted by owner and well.
fn new_in_sight(after: &Snapshot, told: &mut Told, names: &Names, found: &mut Found) {
    let mut ships: BTreeMap<(FactionId, Option<BodyId>), (usize, DVec3)> = BTreeMap::new();
    for (id, foreign) in &after.foreign {
        let last = told.in_sight.insert(*id, after.tick);
        if last.is_some_and(|last| after.tick.saturating_sub(last) <= SIGHT_TICKS) {
            continue;
        }
        let owner = names.faction(foreign.owner);
        match id {
            Sighted::Ship(_) => {
                let key = (foreign.owner, names.well_at(foreign.place));
                ships.entry(key).or_insert((0, foreign.place)).0 += 1;
            }
            Sighted::Structure(_) => {
                let class = names.structure(foreign.class);
                let words = format!("In sight: {class} of {owner}{}", names.at(foreign.place));
                found.push((words, names.spot(foreign.place)));
            }
        }
    }
    for ((owner, _), (count, place)) in ships {
        let owner = names.faction(owner);
        let words = format!("In sight: {} of {owner}{}", counted(count, "ship"), names.at(place));
        found.push((words, names.spot(place)));
    }
    told.in_sight.retain(|_, last| after.tick.saturating_sub(*last) <= SIGHT_TICKS);
}

fn new_warnings<'a>(after: &'a Snapshot, told: &mut Told) -> Vec<&'a Warning> {
    let is_told = |warning: &Warning| {
        told.warned.get(&warning.topic).is_some_and(|jd| (jd - warning.jd).abs() < WARNING_DAYS)
    };
    let fresh: Vec<&Warning> = after.warnings.iter().filter(|warning| !is_told(warning)).collect();
    told.warned.retain(|_, jd| *jd > after.jd);
    told.warned.extend(after.warnings.iter().map(|warning| (warning.topic, warning.jd)));
    fresh
}

#[cfg(test)]
impl<'a> Names<'a> {
    /// Names of bodies and factions alone.
    pub(super) fn without_things(system: &'a StarSystem, factions: &'a TiSlice<FactionId, Faction>) -> Self {
        let (ships, structures) = (TiSlice::from_ref(&[]), TiSlice::from_ref(&[]));
        Self { system, places: TiSlice::from_ref(&[]), ships, structures, factions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::warnings::words::Weight;
    use crate::level::trial::faction;
    use crate::orbit::{GameClock, J2000_JD};

    fn system() -> StarSystem {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        StarSystem { bodies: Vec::new().into(), epoch_jd: J2000_JD, clock }
    }

    fn told_words(before: &Snapshot, after: &Snapshot, told: &mut Told) -> Vec<String> {
        let system = system();
        let names = Names::without_things(&system, TiSlice::from_ref(&[]));
        events(before, after, told, &names).into_iter().map(|event| event.words).collect()
    }

    fn ship() -> OwnShip {
        OwnShip { class: ClassId::FIRST, place: DVec3::X }
    }

    fn structure(is_finished: bool, is_halted: bool) -> OwnStructure {
        OwnStructure { class: ClassId::FIRST, body: BodyId(0), is_finished, is_halted }
    }

    fn fleet(legs: usize, has_arrived: bool) -> OwnFleet {
        OwnFleet { name: "First".to_owned(), legs, has_arrived, place: DVec3::X }
    }

    #[test]
    fn nothing_happens_where_nothing_changes() {
        let now = Snapshot {
            ships: BTreeMap::from([(ShipId(1), ship())]),
            structures: BTreeMap::from([(StructureId(1), structure(true, false))]),
            fleets: BTreeMap::from([(FleetId(1), fleet(0, true))]),
            bodies: BTreeSet::from([BodyId(3)]),
            ..Snapshot::default()
        };
        assert_eq!(told_words(&now, &now.clone(), &mut Told::default()), Vec::<String>::new());
    }

    #[test]
    fn what_is_finished_is_told_once() {
        let before = Snapshot {
            structures: BTreeMap::from([(StructureId(1), structure(false, false))]),
            ..Snapshot::default()
        };
        let after = Snapshot {
            ships: BTreeMap::from([(ShipId(4), ship()), (ShipId(5), ship())]),
            structures: BTreeMap::from([(StructureId(1), structure(true, false))]),
            bodies: BTreeSet::from([BodyId(2)]),
            ..Snapshot::default()
        };
        let words = told_words(&before, &after, &mut Told::default());
        assert_eq!(words, ["2 ships finished", "structure finished at nowhere", "nowhere is yours"]);
    }

    #[test]
    fn who_loses_a_body_is_told_to_whom() {
        let with = |bodies: &[BodyId], takers: &[(BodyId, FactionId)]| Snapshot {
            bodies: bodies.iter().copied().collect(),
            takers: takers.iter().copied().collect(),
            ..Snapshot::default()
        };
        let system = system();
        let factions = [faction("Terra"), faction("Ares")];
        let names = Names::without_things(&system, TiSlice::from_ref(&factions));
        let told = |before: &Snapshot, after: &Snapshot| -> Vec<String> {
            let found = events(before, after, &mut Told::default(), &names);
            found.into_iter().map(|event| event.words).collect()
        };
        let lost = told(&with(&[BodyId(4)], &[]), &with(&[], &[(BodyId(4), FactionId(1))]));
        assert_eq!(lost, ["nowhere is no longer yours: it belongs to Ares now"]);
        assert_eq!(told(&with(&[BodyId(4)], &[]), &with(&[], &[])), ["nowhere is no longer yours"]);
        assert_eq!(told(&with(&[], &[]), &with(&[BodyId(4)], &[])), ["nowhere is yours"]);
    }

    #[test]
    fn every_event_has_its_kind() {
        let before = Snapshot {
            bodies: BTreeSet::from([BodyId(1)]),
            fleets: BTreeMap::from([(FleetId(1), fleet(1, false))]),
            ..Snapshot::default()
        };
        let stranger = Foreign { owner: FactionId(1), class: ClassId::FIRST, place: DVec3::X };
        let after = Snapshot {
            ships: BTreeMap::from([(ShipId(4), ship())]),
            structures: BTreeMap::from([(StructureId(1), structure(false, true))]),
            fleets: BTreeMap::from([(FleetId(1), fleet(0, true))]),
            foreign: BTreeMap::from([(Sighted::Ship(9), stranger)]),
            ..Snapshot::default()
        };
        let system = system();
        let names = Names::without_things(&system, TiSlice::from_ref(&[]));
        let found = events(&before, &after, &mut Told::default(), &names);
        let kinds: Vec<EventKind> = found.iter().map(|event| event.kind).collect();
        let (trouble, arrived) = (EventKind::Trouble, EventKind::Arrived);
        assert_eq!(kinds, [EventKind::Finished, trouble, trouble, arrived, EventKind::Sighted], "{found:?}");
    }

    #[test]
    fn a_fleet_that_was_stopped_has_not_arrived() {
        let with = |legs: usize, has_arrived: bool| {
            let fleets = BTreeMap::from([(FleetId(1), fleet(legs, has_arrived))]);
            Snapshot { fleets, ..Snapshot::default() }
        };
        let (under_way, stopped, arrived) = (with(2, false), with(0, false), with(0, true));
        let mut told = Told::default();
        assert!(told_words(&under_way, &stopped, &mut told).is_empty());
        assert_eq!(told_words(&under_way, &arrived, &mut told), ["First has arrived"]);
        assert!(told_words(&arrived, &arrived, &mut told).is_empty());
    }

    #[test]
    fn halts_are_told_in_one_line_and_not_all_the_time() {
        let halted = |tick: u64| {
            let all = (0..3_u32).map(|id| (StructureId(id), structure(false, true)));
            Snapshot { tick, structures: all.collect(), ..Snapshot::default() }
        };
        let growing = |tick: u64| {
            let all = (0..3_u32).map(|id| (StructureId(id), structure(false, false)));
            Snapshot { tick, structures: all.collect(), ..Snapshot::default() }
        };
        let mut told = Told::default();
        let words = told_words(&growing(0), &halted(10), &mut told);
        assert_eq!(words, ["Too little to go on building: structure at nowhere and 2 more"]);
        assert!(told_words(&halted(10), &halted(20), &mut told).is_empty());
        assert!(told_words(&growing(30), &halted(40), &mut told).is_empty(), "a short while later");
        assert_eq!(told_words(&growing(2_000), &halted(2_010), &mut told).len(), 1);
    }

    #[test]
    fn what_comes_into_sight_is_told_again_only_after_a_while() {
        let seen = |tick: u64, ids: &[u32]| {
            let foreign = Foreign { owner: FactionId(1), class: ClassId::FIRST, place: DVec3::X };
            let foreign = ids.iter().map(|id| (Sighted::Ship(*id), foreign)).collect();
            Snapshot { tick, foreign, ..Snapshot::default() }
        };
        let mut told = Told::default();
        told.accept(&seen(0, &[1]));
        let words = told_words(&seen(0, &[1]), &seen(10, &[1, 2, 3]), &mut told);
        assert_eq!(words, ["In sight: 2 ships of others"]);
        assert!(told_words(&seen(20, &[]), &seen(30, &[1, 2]), &mut told).is_empty(), "it flickers");
        assert_eq!(told_words(&seen(4_000, &[]), &seen(4_010, &[1]), &mut told).len(), 1);
    }

    #[test]
    fn a_warning_is_told_again_when_its_date_moves() {
        let warned = |jd: f64| {
            let warning = Warning {
                topic: Topic::Pair { first: BodyId(1), second: BodyId(2) },
                jd,
                place: DVec3::ZERO,
                size_km: 1.0,
                weight: Weight::Slight,
                words: "they pass".to_owned(),
            };
            Snapshot { jd: J2000_JD, warnings: vec![warning], ..Snapshot::default() }
        };
        let mut told = Told::default();
        let first = told_words(&Snapshot::default(), &warned(J2000_JD + 30.0), &mut told);
        assert_eq!(first.len(), 1);
        assert!(first.iter().all(|words| words.starts_with("Warning: they pass on 2000-01-")), "{first:?}");
        assert!(told_words(&Snapshot::default(), &warned(J2000_JD + 31.0), &mut told).is_empty());
        assert_eq!(told_words(&Snapshot::default(), &warned(J2000_JD + 50.0), &mut told).len(), 1);
    }
}

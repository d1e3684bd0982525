//! Rows keep their places while the pointer is over the list, and for a moment after it has left: those of things that
//! are gone stay, greyed, and new planets, fleets and groups wait, because they would move the rows below. New contacts
//! stand below all others. While the pointer is elsewhere new things have rows at once, planets below those that were
//! there; those of things that are gone stay for some seconds, because the pointer may be on its way to a row below.
//! The heads count what there is. All times are real ones: rows keep their places in a paused game, too.

use super::entries::{ContactEntry, FleetEntry, Gone, GroupEntry, Outline, PlanetEntry};

/// The word for what was destroyed or captured.
pub(super) const LOST: &str = "Lost";
/// The word for a fleet whose ships are in another one.
pub(super) const MERGED: &str = "Merged";
/// The word for a fleet that went in other ways, as by scrapping.
pub(super) const GONE: &str = "Gone";
/// The word for a group without ships.
const EMPTY: &str = "Empty";
/// The word for foes about which nothing more is known.
const OUT_OF_SIGHT: &str = "Out of sight";
/// Seconds for which all rows keep their places after the pointer was over the list.
const HOLD_S: f64 = 1.0;
/// Seconds for which the rows of things that are gone stay at least.
const LINGER_S: f64 = 4.0;

/// The list that is shown.
#[derive(Debug, Default)]
pub(super) struct Shown {
    outline: Option<Outline>,
    /// When the pointer was over it last, seconds of real time.
    pointed: Option<f64>,
}

impl Shown {
    /// Notes that the pointer is over the list.
    pub(super) fn point(&mut self, now: f64) {
        self.pointed = Some(now);
    }

    /// Forgets what was listed.
    pub(super) fn forget(&mut self) {
        self.outline = None;
    }

    /// The list to be shown in the place of the last one. `fate_of`: what became of a fleet, in a word.
    pub(super) fn follow(
        &mut self,
        outline: Outline,
        now: f64,
        fate_of: impl Fn(&FleetEntry) -> &'static str,
    ) -> &Outline {
        let is_held = self.pointed.is_some_and(|pointed| now - pointed < HOLD_S);
        let outline = match &self.outline {
            Some(before) if is_held => outline.in_places_of(before, now, fate_of),
            Some(before) => outline.with_the_lately_gone(before, now, fate_of),
            None => outline,
        };
        self.outline.insert(outline)
    }
}

impl Outline {
    /// This outline with the entries of an earlier one in their places.
    fn in_places_of(self, before: &Self, now: f64, fate_of: impl Fn(&FleetEntry) -> &'static str) -> Self {
        // What is to be done may change, but not the number of its rows: a home that is found takes the row that asked
        // for a search.
        let is_as_long = self.count_to_do() == before.count_to_do();
        let (planets, _) = steady(&before.planets, self.planets, &[PlanetEntry::is_same], |_| LOST, now);
        let (fleets, _) = steady(&before.fleets, self.fleets, &[FleetEntry::is_same], fate_of, now);
        let (groups, _) = steady(&before.groups, self.groups, &[GroupEntry::is_same], |_| EMPTY, now);
        let likeness: [fn(&ContactEntry, &ContactEntry) -> bool; 2] =
            [ContactEntry::is_same, are_of_one_place];
        let (contacts, new) = steady(&before.contacts, self.contacts, &likeness, |_| OUT_OF_SIGHT, now);
        let contacts = contacts.into_iter().chain(new).collect();
        if is_as_long {
            return Self { planets, fleets, groups, contacts, ..self };
        }
        let aims = if self.aims.len() == before.aims.len() { self.aims } else { before.aims.clone() };
        let objectives = before.objectives.clone();
        Self { aims, objectives, search: before.search, planets, fleets, groups, contacts, ..self }
    }

    /// The number of rows above the sections, with what is to be done.
    fn count_to_do(&self) -> usize {
        self.aims.len() + self.objectives.len() + usize::from(!self.search.is_empty())
    }

    /// This outline with the planets, fleets and groups of an earlier one that went a short while ago. A new planet
    /// stands below the others, wherever its place in the sky: the pointer may be on its way to one of them.
    fn with_the_lately_gone(
        self,
        before: &Self,
        now: f64,
        fate_of: impl Fn(&FleetEntry) -> &'static str,
    ) -> Self {
        let planets = in_order_of(&before.planets, self.planets);
        let planets = with_lately_gone(&before.planets, planets, |_| LOST, now);
        let fleets = with_lately_gone(&before.fleets, self.fleets, fate_of, now);
        let groups = with_lately_gone(&before.groups, self.groups, |_| EMPTY, now);
        Self { planets, fleets, groups, ..self }
    }
}

/// An entry with a row.
trait Listed: Clone {
    /// Whether both are about the same thing.
    fn is_same(&self, other: &Self) -> bool;
    /// What became of it.
    fn gone(&self) -> Option<Gone>;
    /// This entry, marked as gone.
    fn marked(&self, gone: Gone) -> Self;
}

impl Listed for PlanetEntry {
    fn is_same(&self, other: &Self) -> bool {
        self.body == other.body
    }

    fn gone(&self) -> Option<Gone> {
        self.gone
    }

    fn marked(&self, gone: Gone) -> Self {
        Self { gone: Some(gone), ..self.clone() }
    }
}

impl Listed for FleetEntry {
    fn is_same(&self, other: &Self) -> bool {
        self.fleet == other.fleet
    }

    fn gone(&self) -> Option<Gone> {
        self.gone
    }

    fn marked(&self, gone: Gone) -> Self {
        Self { is_selected: false, gone: Some(gone), ..self.clone() }
    }
}

impl Listed for GroupEntry {
    fn is_same(&self, other: &Self) -> bool {
        self.number == other.number
    }

    fn gone(&self) -> Option<Gone> {
        self.gone
    }

    fn marked(&self, gone: Gone) -> Self {
        Self { ships: 0, is_selected: false, gone: Some(gone), ..self.clone() }
    }
}

impl Listed for ContactEntry {
    /// Those in sight have rows of their own.
    fn is_same(&self, other: &Self) -> bool {
        self.age.is_empty() == other.age.is_empty() && are_of_one_place(self, other)
    }

    fn gone(&self) -> Option<Gone> {
        self.gone
    }

    fn marked(&self, gone: Gone) -> Self {
        Self { gone: Some(gone), ..self.clone() }
    }
}

/// Whether two entries are about contacts of the same owner and place.
fn are_of_one_place(one: &ContactEntry, other: &ContactEntry) -> bool {
    one.owner == other.owner && one.place == other.place
}

/// An entry of a thing that is not listed any more, with the word for that, which stays.
fn marked<T: Listed>(old: &T, fate_of: impl Fn(&T) -> &'static str, now: f64) -> T {
    old.marked(old.gone().unwrap_or_else(|| Gone { word: fate_of(old), since: now }))
}

/// The entries of `before` as they are `now`, in their places, with a mark on those that are gone; and the new ones.
/// The entry that is the same by the first of the tests has the place before one by the next test.
fn steady<T: Listed>(
    before: &[T],
    mut present: Vec<T>,
    tests: &[impl Fn(&T, &T) -> bool],
    fate_of: impl Fn(&T) -> &'static str,
    now: f64,
) -> (Vec<T>, Vec<T>) {
    let mut places: Vec<Option<T>> = before.iter().map(|_| None).collect();
    for is_same in tests {
        for (place, old) in places.iter_mut().zip(before).filter(|(place, _)| place.is_none()) {
            *place = present.iter().position(|new| is_same(old, new)).map(|index| present.remove(index));
        }
    }
    let placed = places.into_iter().zip(before);
    let placed = placed.map(|(place, old)| place.unwrap_or_else(|| marked(old, &fate_of, now)));
    (placed.collect(), present)
}

/// The present entries in the order of `before`, and then the new ones.
fn in_order_of<T: Listed>(before: &[T], mut present: Vec<T>) -> Vec<T> {
    let place_of = |one: &T| before.iter().position(|old| old.is_same(one));
    present.sort_by_key(|one| place_of(one).unwrap_or(before.len()));
    present
}

/// The present entries, and those of `before` that went a short while ago, each below the entry that was above it.
fn with_lately_gone<T: Listed>(
    before: &[T],
    present: Vec<T>,
    fate_of: impl Fn(&T) -> &'static str,
    now: f64,
) -> Vec<T> {
    let mut all = present;
    let place_of = |all: &[T], one: &T| all.iter().position(|other| other.is_same(one));
    for (index, old) in before.iter().enumerate() {
        if place_of(&all, old).is_some() || old.gone().is_some_and(|gone| now - gone.since >= LINGER_S) {
            continue;
        }
        let above = before[..index].iter().rev().find_map(|one| place_of(&all, one));
        all.insert(above.map_or(0, |above| above + 1), marked(old, &fate_of, now));
    }
    all
}

#[cfg(test)]
mod tests {
    use bevy::prelude::Entity;

    use super::super::entries::ObjectiveEntry;
    use super::super::test_support::{group, outline};
    use super::*;
    use crate::sim::{BodyId, FleetId};

    /// The word for what became of an entry; empty while it is there.
    fn word(entry: &impl Listed) -> &'static str {
        entry.gone().map_or("", |gone| gone.word)
    }

    #[test]
    fn rows_keep_their_places_while_things_go_and_come() {
        let before = outline();
        let mut now = outline();
        now.planets.remove(0);
        now.planets[0].name = "Luna".to_owned();
        now.planets[0].is_invaded = false;
        let mut third = now.planets[0].clone();
        third.body = BodyId(9);
        now.planets.push(third);
        now.fleets.clear();
        now.search = "Scout the enemy home first";
        let steady = now.clone().in_places_of(&before, 5.0, |_| LOST);
        let planets: Vec<(&str, &str)> =
            steady.planets.iter().map(|entry| (entry.name.as_str(), word(entry))).collect();
        assert_eq!(planets, [("Earth", LOST), ("Luna", "")], "the third waits");
        assert_eq!(steady.fleets.iter().map(word).collect::<Vec<_>>(), [LOST]);
        assert_eq!(steady.counts, now.counts, "the heads count what there is");
        assert_eq!((&steady.objectives, steady.search), (&before.objectives, before.search));
        let later = now.in_places_of(&steady, 9.0, |_| MERGED);
        assert_eq!(later.fleets[0].gone, Some(Gone { word: LOST, since: 5.0 }), "the word stays");
    }

    #[test]
    fn a_home_that_is_found_takes_the_row_of_the_search_under_the_pointer() {
        let before = Outline { objectives: Vec::new(), search: "Scout the enemy home first", ..outline() };
        let mars = ObjectiveEntry { body: BodyId(4), name: "Mars".to_owned() };
        let found = Outline { objectives: vec![mars.clone()], search: "", ..outline() };
        let steady = found.clone().in_places_of(&before, 5.0, |_| LOST);
        assert_eq!(steady.objectives, std::slice::from_ref(&mars));
        assert_eq!(steady.search, "");
        let both = Outline { objectives: vec![mars.clone(), mars], ..found };
        let steady = both.in_places_of(&before, 5.0, |_| LOST);
        assert_eq!((steady.objectives.len(), steady.search), (0, before.search), "rows below would move");
    }

    #[test]
    fn a_group_keeps_its_place_though_it_is_empty_and_new_ones_wait() {
        let before = Outline { groups: vec![group()], ..outline() };
        let other = GroupEntry { number: 1, ..group() };
        let steady = Outline { groups: vec![other], ..outline() }.in_places_of(&before, 0.0, |_| GONE);
        let told: Vec<(u8, usize, &str)> =
            steady.groups.iter().map(|group| (group.number, group.ships, word(group))).collect();
        assert_eq!(told, [(2, 0, EMPTY)]);
    }

    /// An outline with these fleets, by their numbers.
    fn fleets(numbers: &[u32]) -> Outline {
        let one = &outline().fleets[0];
        let fleet = |number: &u32| FleetEntry {
            fleet: Entity::from_raw_u32(*number).expect("it is an entity"),
            id: FleetId(*number),
            ..one.clone()
        };
        Outline { fleets: numbers.iter().map(fleet).collect(), ..outline() }
    }

    /// The fleets of a list after this many seconds: their numbers, those that are gone below zero.
    fn told_fleets(shown: &mut Shown, outline: Outline, now: f64) -> Vec<i64> {
        let fleets = &shown.follow(outline, now, |_| MERGED).fleets;
        fleets.iter().map(|one| i64::from(one.id.0) * if one.gone.is_some() { -1 } else { 1 }).collect()
    }

    #[test]
    fn rows_move_only_when_the_pointer_was_elsewhere_for_a_moment() {
        let mut shown = Shown::default();
        assert_eq!(told_fleets(&mut shown, fleets(&[2, 3, 5]), 0.0), [2, 3, 5]);
        shown.point(10.0);
        assert_eq!(told_fleets(&mut shown, fleets(&[2, 4, 5]), 10.0), [2, -3, 5], "the new one waits");
        assert_eq!(told_fleets(&mut shown, fleets(&[2, 4, 5]), 10.0 + 0.9 * HOLD_S), [2, -3, 5]);
        assert_eq!(told_fleets(&mut shown, fleets(&[2, 4, 5]), 10.0 + HOLD_S), [2, -3, 4, 5]);
        shown.point(30.0);
        assert_eq!(
            told_fleets(&mut shown, fleets(&[5]), 30.0),
            [-2, -3, -4, 5],
            "however long it is over it"
        );
    }

    #[test]
    fn a_captured_planet_stands_below_the_others_and_stays_there() {
        let planets = |bodies: &[usize]| {
            let one = &outline().planets[0];
            let planet = |body: &usize| PlanetEntry { body: BodyId(*body), ..one.clone() };
            Outline { planets: bodies.iter().map(planet).collect(), ..outline() }
        };
        let mut shown = Shown::default();
        let mut told = |bodies: &[usize], now: f64| -> Vec<(usize, bool)> {
            let planets = &shown.follow(planets(bodies), now, |_| GONE).planets;
            planets.iter().map(|one| (one.body.0, one.gone.is_some())).collect()
        };
        let there =
            |bodies: &[usize]| -> Vec<(usize, bool)> { bodies.iter().map(|body| (*body, false)).collect() };
        assert_eq!(told(&[3, 5], 0.0), there(&[3, 5]));
        assert_eq!(told(&[3, 4, 5], 1.0), there(&[3, 5, 4]));
        assert_eq!(told(&[2, 3, 4, 5], 2.0), there(&[3, 5, 4, 2]));
        assert_eq!(told(&[2, 3, 4], 3.0), [(3, false), (5, true), (4, false), (2, false)]);
        assert_eq!(told(&[2, 3, 4, 5], 4.0), there(&[3, 5, 4, 2]), "it was taken back");
        assert_eq!(told(&[2, 4, 5], 5.0 + LINGER_S), [(3, true), (5, false), (4, false), (2, false)]);
        assert_eq!(told(&[2, 4, 5], 6.0 + 2.0 * LINGER_S), there(&[5, 4, 2]));
    }

    #[test]
    fn what_is_gone_keeps_its_row_for_some_seconds_wherever_the_pointer_is() {
        let mut shown = Shown::default();
        assert_eq!(told_fleets(&mut shown, fleets(&[1, 2, 3, 4]), 0.0), [1, 2, 3, 4]);
        assert_eq!(told_fleets(&mut shown, fleets(&[3, 4]), 1.0), [-1, -2, 3, 4]);
        assert_eq!(told_fleets(&mut shown, fleets(&[3, 5]), 3.0), [-1, -2, 3, -4, 5], "new ones have rows");
        assert_eq!(
            told_fleets(&mut shown, fleets(&[3, 5]), 1.0 + LINGER_S),
            [3, -4, 5],
            "its own time is over"
        );
        assert_eq!(told_fleets(&mut shown, fleets(&[3, 4, 5]), 6.0), [3, 4, 5], "the order was undone");
        assert_eq!(told_fleets(&mut shown, fleets(&[]), 7.0), [-3, -4, -5]);
        shown.forget();
        assert!(told_fleets(&mut shown, fleets(&[]), 8.0).is_empty(), "another side looks at the list");
    }

    /// Contacts of Ares at these places, with their ages.
    fn contacts(of: &[(&str, &str)]) -> Outline {
        let one = &outline().contacts[0];
        let entry = |(place, age): &(&str, &str)| ContactEntry {
            place: (*place).to_owned(),
            age: (*age).to_owned(),
            ..one.clone()
        };
        Outline { contacts: of.iter().map(entry).collect(), ..outline() }
    }

    /// Contacts in the places of earlier ones.
    fn placed(now: Outline, before: &Outline) -> Outline {
        now.in_places_of(before, 0.0, |_| GONE)
    }

    /// The contacts of an outline: place, age, and what became of them.
    fn told(outline: &Outline) -> Vec<(&str, &str, &str)> {
        let contacts = outline.contacts.iter();
        contacts.map(|entry| (entry.place.as_str(), entry.age.as_str(), word(entry))).collect()
    }

    #[test]
    fn contacts_that_go_out_of_sight_keep_their_one_row() {
        let seen = contacts(&[("Mars", ""), ("Venus", "")]);
        let left = placed(contacts(&[("Venus", ""), ("Mars", "2 s ago")]), &seen);
        assert_eq!(told(&left), [("Mars", "2 s ago", ""), ("Venus", "", "")]);
        let back = placed(contacts(&[("Mars", ""), ("Venus", "")]), &left);
        assert_eq!(told(&back), [("Mars", "", ""), ("Venus", "", "")]);
        let both = contacts(&[("Mars", ""), ("Mars", "2 s ago")]);
        let one_left = placed(both.clone(), &back);
        assert_eq!(told(&one_left), [("Mars", "", ""), ("Venus", "", OUT_OF_SIGHT), ("Mars", "2 s ago", "")]);
        let remembered = placed(contacts(&[("Mars", "1 s ago")]), &both);
        assert_eq!(told(&remembered), [("Mars", "", OUT_OF_SIGHT), ("Mars", "1 s ago", "")]);
    }

    #[test]
    fn no_contact_takes_the_place_of_one_that_is_gone() {
        let before = outline();
        let two = placed(contacts(&[("Venus", ""), ("Luna", "")]), &before);
        let count = before.contacts.len();
        assert!(told(&two)[..count].iter().all(|one| *one == ("Mars", "", OUT_OF_SIGHT)), "{two:?}");
        assert_eq!(told(&two)[count..], [("Venus", "", ""), ("Luna", "", "")]);
    }
}

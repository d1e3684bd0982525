//! Rows keep their places while the pointer is over the list: those of things that are gone stay, greyed and without
//! effect, and new planets, fleets and groups wait, because they would move the rows below. New contacts stand below
//! all others. The heads count what there is.

use super::entries::{ContactEntry, FleetEntry, GroupEntry, Outline, PlanetEntry};

/// The word for what was destroyed or captured.
const LOST: &str = "Lost";
/// The word for a fleet that went in other ways: it joined another.
const GONE: &str = "Gone";
/// The word for a group without ships.
const EMPTY: &str = "Empty";
/// The word for foes about which nothing more is known.
const OUT_OF_SIGHT: &str = "Out of sight";

impl Outline {
    /// This outline with the entries of an earlier one in their places; `is_destroyed`: whether a fleet that is gone
    /// was destroyed.
    pub fn in_places_of(self, before: &Self, is_destroyed: impl Fn(&FleetEntry) -> bool) -> Self {
        let is_same_body = |one: &PlanetEntry, other: &PlanetEntry| one.body == other.body;
        let (planets, _) =
            steady(&before.planets, self.planets, &[is_same_body], |planet| planet.gone = LOST);
        let is_same_fleet = |one: &FleetEntry, other: &FleetEntry| one.fleet == other.fleet;
        let (fleets, _) = steady(&before.fleets, self.fleets, &[is_same_fleet], |fleet| {
            fleet.gone = if is_destroyed(fleet) { LOST } else { GONE };
        });
        let is_same_group = |one: &GroupEntry, other: &GroupEntry| one.number == other.number;
        let (groups, _) = steady(&before.groups, self.groups, &[is_same_group], |group| {
            (group.ships, group.gone) = (0, EMPTY);
        });
        let likeness: [fn(&ContactEntry, &ContactEntry) -> bool; 2] = [are_same, are_of_one_place];
        let (contacts, new) = steady(&before.contacts, self.contacts, &likeness, |contact| {
            contact.gone = OUT_OF_SIGHT;
        });
        let contacts = contacts.into_iter().chain(new).collect();
        // Their words may change, but not their number.
        let aims = if self.aims.len() == before.aims.len() { self.aims } else { before.aims.clone() };
        let objectives = before.objectives.clone();
        Self { aims, objectives, search: before.search, planets, fleets, groups, contacts, ..self }
    }
}

/// Whether two entries are about contacts of the same owner and place.
fn are_of_one_place(one: &ContactEntry, other: &ContactEntry) -> bool {
    one.owner == other.owner && one.place == other.place
}

/// Whether two entries are about the same contacts: those in sight have rows of their own.
fn are_same(one: &ContactEntry, other: &ContactEntry) -> bool {
    one.age.is_empty() == other.age.is_empty() && are_of_one_place(one, other)
}

/// The entries of `before` as they are `now`, in their places, with a mark on those that are gone; and the new ones.
/// The entry that is the same by the first of the tests has the place before one by the next test.
fn steady<T: Clone>(
    before: &[T],
    mut now: Vec<T>,
    tests: &[impl Fn(&T, &T) -> bool],
    mark: impl Fn(&mut T),
) -> (Vec<T>, Vec<T>) {
    let mut places: Vec<Option<T>> = before.iter().map(|_| None).collect();
    for is_same in tests {
        for (place, old) in places.iter_mut().zip(before).filter(|(place, _)| place.is_none()) {
            *place = now.iter().position(|new| is_same(old, new)).map(|index| now.remove(index));
        }
    }
    let marked = |old: &T| {
        let mut gone = old.clone();
        mark(&mut gone);
        gone
    };
    let placed = places.into_iter().zip(before).map(|(place, old)| place.unwrap_or_else(|| marked(old)));
    (placed.collect(), now)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{group, outline};
    use super::*;
    use crate::sim::BodyId;

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
        now.search = "Find the other home first";
        let steady = now.clone().in_places_of(&before, |_| true);
        let planets: Vec<(&str, &str)> =
            steady.planets.iter().map(|entry| (entry.name.as_str(), entry.gone)).collect();
        assert_eq!(planets, [("Earth", LOST), ("Luna", "")], "the third waits");
        assert_eq!(steady.fleets.iter().map(|entry| entry.gone).collect::<Vec<_>>(), [LOST]);
        assert_eq!(steady.counts, now.counts, "the heads count what there is");
        assert_eq!((steady.objectives, steady.search), (before.objectives.clone(), before.search));
        let merged = now.in_places_of(&before, |_| false);
        assert_eq!(merged.fleets[0].gone, GONE, "it joined another");
    }

    #[test]
    fn a_group_keeps_its_place_though_it_is_empty_and_new_ones_wait() {
        let before = Outline { groups: vec![group()], ..outline() };
        let other = GroupEntry { number: 1, ..group() };
        let steady = Outline { groups: vec![other], ..outline() }.in_places_of(&before, |_| false);
        let told: Vec<(u8, usize, &str)> =
            steady.groups.iter().map(|group| (group.number, group.ships, group.gone)).collect();
        assert_eq!(told, [(2, 0, EMPTY)]);
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

    /// The contacts of an outline: place, age, and what became of them.
    fn told(outline: &Outline) -> Vec<(&str, &str, &str)> {
        let contacts = outline.contacts.iter();
        contacts.map(|entry| (entry.place.as_str(), entry.age.as_str(), entry.gone)).collect()
    }

    #[test]
    fn contacts_that_go_out_of_sight_keep_their_one_row() {
        let seen = contacts(&[("Mars", ""), ("Venus", "")]);
        let left = contacts(&[("Venus", ""), ("Mars", "2 s ago")]).in_places_of(&seen, |_| false);
        assert_eq!(told(&left), [("Mars", "2 s ago", ""), ("Venus", "", "")]);
        let back = contacts(&[("Mars", ""), ("Venus", "")]).in_places_of(&left, |_| false);
        assert_eq!(told(&back), [("Mars", "", ""), ("Venus", "", "")]);
        let both = contacts(&[("Mars", ""), ("Mars", "2 s ago")]);
        let one_left = both.clone().in_places_of(&back, |_| false);
        assert_eq!(told(&one_left), [("Mars", "", ""), ("Venus", "", OUT_OF_SIGHT), ("Mars", "2 s ago", "")]);
        let remembered = contacts(&[("Mars", "1 s ago")]).in_places_of(&both, |_| false);
        assert_eq!(told(&remembered), [("Mars", "", OUT_OF_SIGHT), ("Mars", "1 s ago", "")]);
    }

    #[test]
    fn no_contact_takes_the_place_of_one_that_is_gone() {
        let before = outline();
        let two = contacts(&[("Venus", ""), ("Luna", "")]).in_places_of(&before, |_| false);
        let count = before.contacts.len();
        assert!(told(&two)[..count].iter().all(|one| *one == ("Mars", "", OUT_OF_SIGHT)), "{two:?}");
        assert_eq!(told(&two)[count..], [("Venus", "", ""), ("Luna", "", "")]);
    }
}

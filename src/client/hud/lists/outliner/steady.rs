//! Rows keep their places while the pointer is over the list: those of things that are gone stay, greyed, and new
//! planets and fleets wait, because they would move the rows below.

use super::gather::{ContactEntry, FleetEntry, Outline};

/// The word for what was destroyed or captured.
const LOST: &str = "Lost";
/// The word for what went in other ways: a fleet that joined another, foes that went on.
const GONE: &str = "Gone";

impl Outline {
    /// This outline with the entries of an earlier one in their places; `is_destroyed` tells the end of a fleet that
    /// is gone.
    pub fn in_places_of(self, before: &Self, is_destroyed: impl Fn(&FleetEntry) -> bool) -> Self {
        let (planets, _) = steady(
            &before.planets,
            self.planets,
            |one, other| one.body == other.body,
            |planet| planet.gone = LOST,
        );
        let (fleets, _) = steady(
            &before.fleets,
            self.fleets,
            |one, other| one.fleet == other.fleet,
            |fleet| fleet.gone = if is_destroyed(fleet) { LOST } else { GONE },
        );
        let (mut contacts, new) =
            steady(&before.contacts, self.contacts, are_same, |contact| contact.gone = GONE);
        contacts.extend(new);
        Self { planets, fleets, contacts, color: self.color }
    }
}

/// Whether two entries of contacts are about the same owner and place; those in sight have rows of their own.
fn are_same(one: &ContactEntry, other: &ContactEntry) -> bool {
    let key = |entry: &ContactEntry| entry.age.is_empty();
    key(one) == key(other) && one.owner == other.owner && one.place == other.place
}

/// The entries of `before` as they are `now`, in their places, with a mark on those that are gone; and the new ones.
fn steady<T: Clone>(
    before: &[T],
    mut now: Vec<T>,
    is_same: impl Fn(&T, &T) -> bool,
    mark: impl Fn(&mut T),
) -> (Vec<T>, Vec<T>) {
    let mut placed = Vec::with_capacity(before.len());
    for old in before {
        match now.iter().position(|new| is_same(old, new)) {
            Some(index) => placed.push(now.remove(index)),
            None => {
                let mut gone = old.clone();
                mark(&mut gone);
                placed.push(gone);
            }
        }
    }
    (placed, now)
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::outline;
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
        now.contacts.truncate(1);
        now.contacts[0].place = "Venus".to_owned();
        let steady = now.clone().in_places_of(&before, |_| true);
        let planets: Vec<(&str, &str)> =
            steady.planets.iter().map(|entry| (entry.name.as_str(), entry.gone)).collect();
        assert_eq!(planets, [("Earth", LOST), ("Luna", "")], "the third waits");
        assert_eq!(steady.fleets.iter().map(|entry| entry.gone).collect::<Vec<_>>(), [LOST]);
        let seen = steady.contacts.len();
        assert_eq!(seen, before.contacts.len() + 1, "new contacts come last");
        assert!(steady.contacts[..seen - 1].iter().all(|entry| entry.gone == GONE));
        let merged = now.in_places_of(&before, |_| false);
        assert_eq!(merged.fleets[0].gone, GONE, "it joined another");
    }
}

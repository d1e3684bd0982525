//! Lines about contacts: the units of others that come into sight.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use glam::DVec3;

use super::super::{EventKind, Thing};
use super::writer::{Dated, Writer, forget_old};
use crate::client::scene::battle::FreshEvent;
use crate::level::{counted, plural, with_article};
use crate::sim::event::GameEvent;
use crate::sim::{ArmedClass, BodyId, ClassId, FactionId, TargetId};

/// Least time between two lines about sightings of the same unit, ticks.
const SIGHT_TICKS: u64 = 1_800;

impl Writer<'_> {
    /// Lines about sightings, ships counted by owner and well.
    pub(super) fn sightings(
        &self,
        events: &[FreshEvent],
        last_ticks: &mut BTreeMap<TargetId, u64>,
    ) -> Vec<Dated> {
        let mut ships: BTreeMap<(FactionId, Option<BodyId>), Sighting> = BTreeMap::new();
        let mut lines: Vec<Dated> = Vec::new();
        for one in events {
            let GameEvent::Sighted { what, class, place, last_seen_tick, .. } = one.event else { continue };
            let last_ticks = [last_ticks.insert(what.id, one.tick), last_seen_tick];
            let is_recent = |last: &u64| one.tick.saturating_sub(*last) <= SIGHT_TICKS;
            if last_ticks.iter().flatten().any(is_recent) {
                continue;
            }
            let place = (self.place_now)(place, one.tick);
            let first = Sighting {
                tick: one.tick,
                units: Vec::new(),
                place,
                classes: BTreeMap::new(),
                kind: EventKind::Sighted,
            };
            match what.id {
                TargetId::Ship(_) => {
                    let group = ships.entry((what.faction, self.names.near(place))).or_insert(first);
                    group.add(what.id, class, self.kind_of_contact(what.faction, class, place));
                }
                TargetId::Structure(_) => {
                    let owner = self.names.faction(what.faction);
                    let who = format!("{} of {owner}", self.names.structure(class));
                    lines.push(self.contact(&who, None, &Sighting { units: vec![what.id], ..first }));
                }
            }
        }
        forget_old(last_ticks, events, SIGHT_TICKS);
        lines.extend(ships.iter().map(|((owner, _), group)| {
            let (who, part) = self.ships_in_sight(*owner, group);
            self.contact(&who, part.as_deref(), group)
        }));
        lines
    }

    /// The kind of the contact with a ship at a place. Only ships of foes do harm: armed ones everywhere, and troop
    /// ships at the player's bodies.
    fn kind_of_contact(&self, owner: FactionId, class: ClassId, place: DVec3) -> EventKind {
        let danger = self.danger(class);
        if !self.sides.are_foes(self.me, owner) {
            EventKind::Sighted
        } else if danger.lands && (self.is_near_own)(place) {
            EventKind::Invaders
        } else if danger.is_armed {
            EventKind::Threat
        } else {
            EventKind::Sighted
        }
    }

    /// How dangerous a class of ships is.
    fn danger(&self, class: ClassId) -> Danger {
        self.ships.get(class).map_or_else(Danger::default, Danger::of)
    }

    /// Ships of an owner that came into sight, in words, and what the most dangerous of them are, if not all are alike.
    fn ships_in_sight(&self, owner: FactionId, seen: &Sighting) -> (String, Option<String>) {
        let owner = self.names.faction(owner);
        let total: usize = seen.classes.values().sum();
        let dangers = seen.classes.iter().map(|(class, count)| (self.danger(*class), *class, *count));
        let worst = dangers.max_by(|(one, ..), (other, ..)| one.compare(other));
        let Some((_, worst, count)) = worst else { return (format!("ships of {owner}"), None) };
        let name = self.names.ship(worst);
        match (count, total) {
            (1, 1) => (format!("{name} of {owner}"), None),
            (count, total) if count == total => (format!("{} of {owner}", counted(count, name)), None),
            (count, total) => {
                let part = match count {
                    1 => format!("one of them {}", with_article(name)),
                    _ => format!("{count} of them {}", plural(name)),
                };
                (format!("{total} ships of {owner}"), Some(part))
            }
        }
    }

    /// The line about units that came into sight; `part` tells of some of them.
    fn contact(&self, who: &str, part: Option<&str>, seen: &Sighting) -> Dated {
        let words = contact_words(who, part, &self.names.about(seen.place));
        let thing = Thing::Contact(seen.units.clone());
        (seen.tick, (words, self.names.spot(seen.place), seen.kind, Some(thing)))
    }
}

/// The text about units that came into sight: who, what a part of them is, and the place, which may be empty.
fn contact_words(who: &str, part: Option<&str>, about: &str) -> String {
    match part {
        Some(part) if !about.is_empty() => format!("Contact: {who}, {part},{about}"),
        Some(part) => format!("Contact: {who}, {part}"),
        None => format!("Contact: {who}{about}"),
    }
}

/// Units that came into sight together.
struct Sighting {
    /// The tick of the first.
    tick: u64,
    /// They themselves, the first one first.
    units: Vec<TargetId>,
    /// The place of the first, heliocentric ecliptic km.
    place: DVec3,
    /// Numbers of ships, by class.
    classes: BTreeMap<ClassId, usize>,
    /// The gravest kind of contact among them. A structure waits where it is, and its first shot alerts.
    kind: EventKind,
}

impl Sighting {
    /// Adds a ship of a class, by itself a contact of this kind.
    fn add(&mut self, ship: TargetId, class: ClassId, kind: EventKind) {
        self.units.push(ship);
        *self.classes.entry(class).or_default() += 1;
        if kind.weight() > self.kind.weight() {
            self.kind = kind;
        }
    }
}

/// How dangerous a class of ships is: troops take bodies, guns destroy, and of like classes the dearer one is the
/// worse.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Danger {
    lands: bool,
    is_armed: bool,
    /// See [`ArmedClass::worth`].
    worth: f64,
}

impl Danger {
    fn of(class: &ArmedClass) -> Self {
        Self { lands: class.troopers > 0.0, is_armed: class.is_armed(), worth: class.worth }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let kinds = (self.lands, self.is_armed).cmp(&(other.lands, other.is_armed));
        kinds.then(self.worth.total_cmp(&other.worth))
    }
}

#[cfg(test)]
mod tests {
    use super::super::writer::Written;
    use super::super::writer::test_support::*;
    use super::*;
    use crate::sim::event::Party;

    #[test]
    fn only_armed_ships_of_foes_are_a_threat() {
        let kinds = |seen: &[(Party, ClassId)]| {
            let sighted = |&(what, class): &(Party, ClassId)| {
                let event = GameEvent::Sighted { by: ME, what, class, place: DVec3::X, last_seen_tick: None };
                (1, event)
            };
            let events: Vec<(u64, GameEvent)> = seen.iter().map(sighted).collect();
            let lines = lines(&events, &mut Written::default());
            lines.into_iter().map(|(_, _, kind, _)| kind).collect::<Vec<_>>()
        };
        let (scout, fort) = (ClassId::FIRST, Party { faction: ARES, ..structure(5) });
        assert_eq!(kinds(&[(ship(1, ARES), scout)]), [EventKind::Sighted]);
        assert_eq!(kinds(&[(fort, warship())]), [EventKind::Sighted], "it stays where it is");
        assert_eq!(kinds(&[(ship(1, ARES), scout), (ship(2, ARES), warship())]), [EventKind::Threat]);
        assert_eq!(kinds(&[(ship(1, ME), warship())]), [EventKind::Sighted], "no foe");
    }

    #[test]
    fn a_contact_names_the_most_dangerous_class() {
        let contact = |classes: &[ClassId], place: DVec3| {
            let sighted = |(id, class): (u32, &ClassId)| {
                let what = ship(id, ARES);
                (1, GameEvent::Sighted { by: ME, what, class: *class, place, last_seen_tick: None })
            };
            let events: Vec<(u64, GameEvent)> = (0..).zip(classes).map(sighted).collect();
            let mut found = lines(&events, &mut Written::default());
            let (words, _, kind, _) = found.remove(0);
            (words, kind)
        };
        // Classes without a name are ships.
        let (scout, lander) = (ClassId::FIRST, lander());
        let told = |words: &str, kind: EventKind| (words.to_owned(), kind);
        let (own, far) = (DVec3::Y, DVec3::X);
        assert_eq!(contact(&[lander], own), told("Contact: ship of Ares", EventKind::Invaders));
        assert_eq!(contact(&[lander], far), told("Contact: ship of Ares", EventKind::Sighted));
        let convoy = contact(&[scout, lander, warship(), lander], own);
        assert_eq!(convoy, told("Contact: 4 ships of Ares, 2 of them ships", EventKind::Invaders));
        let guarded = contact(&[lander, scout, lander, warship()], far);
        assert_eq!(guarded, told("Contact: 4 ships of Ares, 2 of them ships", EventKind::Threat));
        let raid = contact(&[scout, scout, warship()], own);
        assert_eq!(raid, told("Contact: 3 ships of Ares, one of them a ship", EventKind::Threat));
    }

    #[test]
    fn commas_enclose_the_part_of_a_contact_before_its_place() {
        let part = Some("2 of them cruisers");
        let told = |part: Option<&str>, about: &str| contact_words("4 ships of Ares", part, about);
        assert_eq!(told(part, " at Mars"), "Contact: 4 ships of Ares, 2 of them cruisers, at Mars");
        assert_eq!(told(part, ""), "Contact: 4 ships of Ares, 2 of them cruisers");
        assert_eq!(told(None, " near Mars"), "Contact: 4 ships of Ares near Mars");
    }

    #[test]
    fn sightings_have_a_line_again_only_after_a_while() {
        let mut written = Written::default();
        let first = words(&[(10, sighted(2, None)), (10, sighted(3, None))], &mut written);
        assert_eq!(first, ["Contact: 2 ships of Ares"]);
        assert!(words(&[(30, sighted(2, Some(20)))], &mut written).is_empty(), "it flickers");
        assert!(words(&[(40, sighted(3, None))], &mut written).is_empty(), "and was forgotten meanwhile");
        assert!(words(&[(9_010, sighted(2, Some(9_000)))], &mut written).is_empty(), "long in sight");
        assert_eq!(words(&[(20_000, sighted(2, Some(9_000)))], &mut written).len(), 1);
    }
}

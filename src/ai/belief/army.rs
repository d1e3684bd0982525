//! The armed ships that foes are believed to have: those that were seen, and those that they may have built since.
//!
//! Sides that are foes of each other do not fight as one: their ships are counted apart.

use std::collections::BTreeMap;

use glam::DVec3;

use super::forces::Forces;
use crate::ai::situation::{Contact, Situation};
use crate::ai::travel;
use crate::sim::{BodyId, ClassId, Feared, Mind};

/// A ship that was seen longer ago than this counts no more, seconds of play.
const FORGOTTEN_S: f64 = 150.0;
/// Worth of the ships that a yard of a foe is believed to build out of sight in a second of play.
const BUILT_PER_S: f64 = 60.0;
/// What a yard builds now counts as there, since no own ship is built sooner: seconds of play.
const AHEAD_S: f64 = 20.0;
/// A yard out of sight is believed to have built for this time at most, seconds of play.
const LONGEST_S: f64 = 120.0;
/// A mind fears foes that it knows nothing about for this time from the beginning, seconds of play.
const UNKNOWN_S: f64 = 180.0;
/// Ships above this worth are not believed in before they are seen.
const MOST_WORTH: f64 = 2500.0;

/// The armed ships of each side of foes that has some, by the number of the side.
pub type BySide = BTreeMap<u16, Forces>;

/// The armed ships of foes.
pub struct Army<'s> {
    /// Ships that were seen lately.
    pub seen: Vec<&'s Contact>,
    /// Ships with room for troopers that were seen lately.
    transports: Vec<&'s Contact>,
    /// Ships that may have been built out of sight, each with the number of their side.
    feared: Vec<(u16, Feared)>,
}

impl<'s> Army<'s> {
    /// The armed ships that foes are believed to have.
    pub fn of(mind: &Mind, situation: &'s Situation) -> Self {
        let is_fresh = |one: &&Contact| Situation::seconds(one.age_ticks) <= FORGOTTEN_S;
        let ships = situation.contacts.iter().filter(|one| one.is_ship());
        let fresh = ships.filter(is_fresh);
        let transports = fresh.clone().filter(|one| one.troopers > 0.0).collect();
        let seen: Vec<&Contact> = fresh.filter(|one| one.is_armed).collect();
        let feared = feared(mind, situation, &seen);
        Self { seen, transports, feared }
    }

    /// The ships that may have been built out of sight.
    pub fn feared(&self) -> Vec<Feared> {
        self.feared.iter().map(|(_, ships)| *ships).collect()
    }

    /// Worth of the ships of a side that were seen lately.
    pub fn seen_worth_of(&self, side: u16) -> f64 {
        self.seen.iter().filter(|contact| contact.side == side).map(|contact| contact.worth).sum()
    }

    /// Worth of all ships of a side.
    pub fn worth_of(&self, situation: &Situation, side: u16) -> f64 {
        let worth =
            |class: ClassId| situation.almanac().arms_table.ships.get(class).map_or(0.0, |class| class.worth);
        let feared = self.feared.iter().filter(|(of, _)| *of == side);
        let feared: f64 = feared.map(|(_, ships)| f64::from(ships.count) * worth(ships.class)).sum();
        self.seen_worth_of(side) + feared
    }

    /// Worth of all ships of the strongest side.
    pub fn greatest_worth(&self, situation: &Situation) -> f64 {
        let sides = situation.foe_sides().into_iter();
        sides.map(|side| self.worth_of(situation, side)).fold(0.0, f64::max)
    }

    /// All of them.
    pub fn all(&self) -> BySide {
        self.by_side(|_| true, |_| true)
    }

    /// The ships that can be at a body within some seconds of play.
    pub fn that_reach(&self, situation: &Situation, body: BodyId, within_s: f64) -> BySide {
        let rendezvous = Rendezvous::of(situation, body, within_s);
        self.by_side(
            |one| rendezvous.is_in_time(one.place, one.class),
            |ships| ships.body.is_none_or(|body| rendezvous.is_in_time(situation.place(body), ships.class)),
        )
    }

    /// The ships that were seen lately and can be at a body within some seconds of play.
    pub fn seen_that_reach(&self, situation: &Situation, body: BodyId, within_s: f64) -> BySide {
        let rendezvous = Rendezvous::of(situation, body, within_s);
        self.by_side(|one| rendezvous.is_in_time(one.place, one.class), |_| false)
    }

    /// Some of the ships that were seen lately, and some of the feared ones.
    fn by_side(&self, seen: impl Fn(&Contact) -> bool, feared: impl Fn(&Feared) -> bool) -> BySide {
        let mut sides = of_contacts(self.seen.iter().copied().filter(|one| seen(one)));
        for (side, ships) in self.feared.iter().filter(|(_, ships)| feared(ships)) {
            sides.entry(*side).or_default().add_ships(ships.class, ships.count);
        }
        sides
    }

    /// Whether a ship that fights or lands troopers could be at a body within some seconds of play: one that was seen
    /// lately, or one that a known yard may have built.
    pub fn could_come(&self, situation: &Situation, body: BodyId, within_s: f64) -> bool {
        let rendezvous = Rendezvous::of(situation, body, within_s);
        let mut known = self.seen.iter().chain(&self.transports);
        let mut feared = self.feared.iter().filter_map(|(_, ships)| Some((ships.body?, ships.class)));
        known.any(|one| rendezvous.is_in_time(one.place, one.class))
            || feared.any(|(yard, class)| rendezvous.is_in_time(situation.place(yard), class))
    }

    /// The troopers for which the ships of one side have room that were seen lately: the most of any side.
    pub fn troopers(&self) -> f64 {
        let mut sides: BTreeMap<u16, f64> = BTreeMap::new();
        for transport in &self.transports {
            *sides.entry(transport.side).or_default() += transport.troopers;
        }
        sides.into_values().fold(0.0, f64::max)
    }

    /// The ships of all sides that were seen lately and can be at a place in space within some seconds of play.
    pub fn seen_near(&self, situation: &Situation, place: DVec3, within_s: f64) -> Forces {
        let is_near = |one: &&Contact| seconds_to(situation, one.place, place, one.class) <= within_s;
        Forces::of_contacts(self.seen.iter().copied().filter(is_near))
    }
}

/// The armed ones of some foreign units.
pub fn of_contacts<'c>(contacts: impl Iterator<Item = &'c Contact>) -> BySide {
    let mut sides = BySide::new();
    for contact in contacts.filter(|one| one.is_armed) {
        sides.entry(contact.side).or_default().add_contact(contact);
    }
    sides
}

/// A body, and its place after some seconds of play. A ship that can be at this place by then meets the body in time.
/// The way to the present place of the body says little: bodies move on.
#[derive(Clone, Copy)]
pub struct Rendezvous<'m, 'a> {
    situation: &'m Situation<'a>,
    body: BodyId,
    /// The place of the body then, km.
    place: DVec3,
    within_s: f64,
}

impl<'m, 'a> Rendezvous<'m, 'a> {
    /// The rendezvous with a body within some seconds of play.
    pub fn of(situation: &'m Situation<'a>, body: BodyId, within_s: f64) -> Self {
        Self { situation, body, place: travel::place_in(situation, body, within_s), within_s }
    }

    /// Whether a ship of a class that is at a place now, km, can be at the body in time, or is in its well.
    pub fn is_in_time(&self, from: DVec3, class: ClassId) -> bool {
        self.situation.is_in_well(self.body, from)
            || seconds_to(self.situation, from, self.place, class) <= self.within_s
    }
}

/// Seconds of play for a class of ships from one place straight to another.
fn seconds_to(situation: &Situation, from: DVec3, to: DVec3, class: ClassId) -> f64 {
    let speed = situation.almanac().ships.0.get(class).map_or(1.0, |class| class.cruise_km_s);
    travel::straight_s(situation, from, to, speed)
}

/// Ships that the yards of foes may have built since they were last looked at, without those that have been seen
/// since, each with the number of their side. While no yard of a side is known, its ships may be anywhere, with as much
/// as the faction itself began with.
fn feared(mind: &Mind, situation: &Situation, seen: &[&Contact]) -> Vec<(u16, Feared)> {
    let Some(class) = usual_class(situation) else { return Vec::new() };
    let worth = situation.almanac().arms_table.ships.get(class).map_or(1.0, |class| class.worth.max(1.0));
    let yards = situation.contacts.iter().filter(|one| one.is_yard);
    let yards = yards.filter_map(|one| Some((one.side, Some(one.stands_at?))));
    let mut yards: Vec<(u16, Option<BodyId>)> = yards.collect();
    yards.sort_unstable();
    yards.dedup();
    if Situation::seconds(situation.tick) < UNKNOWN_S {
        let mut hidden = situation.foe_sides();
        hidden.retain(|side| yards.iter().all(|(known, _)| known != side));
        yards.extend(hidden.into_iter().map(|side| (side, None)));
    }
    let found = yards.into_iter().map(|(side, yard)| {
        let looked = yard.and_then(|body| mind.looked.get(body).copied()).unwrap_or(0);
        let since_s = (Situation::seconds(situation.tick.saturating_sub(looked)) + AHEAD_S).min(LONGEST_S);
        let began_with = if looked == 0 { mind.began_with } else { 0.0 };
        let is_new = |contact: &&&Contact| {
            let known = mind.sightings.binary_search_by_key(&contact.id, |one| one.id);
            known.is_ok_and(|index| mind.sightings[index].since_tick > looked)
        };
        let known = seen.iter().filter(|contact| contact.side == side).filter(is_new);
        let known: f64 = known.map(|contact| contact.worth).sum();
        let built = (began_with + BUILT_PER_S * since_s - known).max(0.0);
        (side, Feared { body: yard, class, count: (built / worth) as u32 })
    });
    found.filter(|(_, ships)| ships.count > 0).collect()
}

/// The class that feared ships are believed to have: the greatest usual one.
fn usual_class(situation: &Situation) -> Option<ClassId> {
    let table = &situation.almanac().arms_table.ships;
    let classes =
        situation.almanac().ships.0.iter_enumerated().filter(|(_, class)| class.is_built_in_yards());
    let armed =
        classes.filter_map(|(id, _)| Some((table.get(id).filter(|class| class.is_armed())?.worth, id)));
    let usual = armed.filter(|(worth, _)| *worth <= MOST_WORTH);
    usual.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, class)| class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{ShipId, TargetId};

    /// A ship of a side, seen now.
    fn ship(number: u32, side: u16) -> Contact {
        Contact {
            id: TargetId::Ship(ShipId(number)),
            side,
            class: ClassId::from(2),
            place: DVec3::ZERO,
            stands_at: None,
            in_sight: true,
            age_ticks: 0,
            is_armed: true,
            is_yard: false,
            troopers: 20.0,
            worth: 500.0,
            armour: 1.0,
            shield: 1.0,
        }
    }

    #[test]
    fn sides_are_counted_apart() {
        let ships = [ship(1, 3), ship(2, 5), ship(3, 5)];
        let seen: Vec<&Contact> = ships.iter().collect();
        let feared = Feared { body: None, class: ClassId::from(2), count: 2 };
        let army = Army { transports: seen.clone(), seen, feared: vec![(3, feared)] };
        let forces = |count: u32| Forces::whole(ClassId::from(2), count);
        assert_eq!(army.all(), BySide::from([(3, forces(3)), (5, forces(2))]));
        assert_eq!([3, 5, 7].map(|side| army.seen_worth_of(side)), [500.0, 1000.0, 0.0]);
        assert_eq!(army.troopers(), 40.0, "those of the side with the most");
    }
}

//! The armed ships that foes are believed to have: those that were seen, and those that they may have built since.

use glam::DVec3;

use super::forces::Forces;
use crate::ai::situation::{Contact, Situation};
use crate::ai::travel;
use crate::sim::{BodyId, ClassId, Feared, Mind, TargetId};

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

/// The armed ships of foes.
pub struct Army<'s> {
    /// Ships that were seen lately.
    pub seen: Vec<&'s Contact>,
    /// Ships with room for troopers that were seen lately.
    transports: Vec<&'s Contact>,
    /// Ships that may have been built out of sight: the body of the yard (`None`: unknown), the class, the number.
    unseen: Vec<(Option<BodyId>, ClassId, u32)>,
}

impl<'s> Army<'s> {
    /// The armed ships that foes are believed to have.
    pub fn of(mind: &Mind, situation: &'s Situation) -> Self {
        let is_fresh = |one: &&Contact| Situation::seconds(one.age_ticks) <= FORGOTTEN_S;
        let ships = situation.contacts.iter().filter(|one| matches!(one.id, TargetId::Ship(_)));
        let fresh = ships.filter(is_fresh);
        let transports = fresh.clone().filter(|one| one.troopers > 0.0).collect();
        let seen: Vec<&Contact> = fresh.filter(|one| one.is_armed).collect();
        let unseen = unseen(mind, situation, &seen);
        Self { seen, transports, unseen }
    }

    /// The ships that may have been built out of sight.
    pub fn feared(&self) -> Vec<Feared> {
        let feared = |&(body, class, count): &(Option<BodyId>, ClassId, u32)| Feared { body, class, count };
        self.unseen.iter().map(feared).collect()
    }

    /// Worth of the ships that were seen lately.
    pub fn seen_worth(&self) -> f64 {
        self.seen.iter().map(|contact| contact.worth).sum()
    }

    /// Worth of all.
    pub fn worth(&self, situation: &Situation) -> f64 {
        let worth =
            |class: ClassId| situation.almanac().arms_table.ships.get(class).map_or(0.0, |class| class.worth);
        let unseen: f64 = self.unseen.iter().map(|(_, class, count)| f64::from(*count) * worth(*class)).sum();
        self.seen_worth() + unseen
    }

    /// All of them.
    pub fn all(&self) -> Forces {
        let mut forces = Forces::of_contacts(self.seen.iter().copied());
        self.unseen.iter().for_each(|(_, class, count)| forces.add_ships(*class, *count));
        forces
    }

    /// The ships that can be at a body within some seconds of play.
    pub fn that_reaches(&self, situation: &Situation, body: BodyId, within_s: f64) -> Forces {
        let place = situation.place(body);
        let mut forces = self.seen_near(situation, place, within_s);
        for (yard, class, count) in &self.unseen {
            if yard.is_none_or(|yard| seconds_to(situation, situation.place(yard), place, *class) <= within_s)
            {
                forces.add_ships(*class, *count);
            }
        }
        forces
    }

    /// Whether a ship that fights or lands troopers could be at a body within some seconds of play: one that was seen
    /// lately, or one that a known yard may have built.
    pub fn could_come(&self, situation: &Situation, body: BodyId, within_s: f64) -> bool {
        let place = situation.place(body);
        let is_near = |from: DVec3, class: ClassId| seconds_to(situation, from, place, class) <= within_s;
        let mut known = self.seen.iter().chain(&self.transports);
        let mut built = self.unseen.iter().filter_map(|(yard, class, _)| Some(((*yard)?, *class)));
        known.any(|one| is_near(one.place, one.class))
            || built.any(|(yard, class)| is_near(situation.place(yard), class))
    }

    /// The troopers for which the ships have room that were seen lately.
    pub fn troopers(&self) -> f64 {
        self.transports.iter().map(|one| one.troopers).sum()
    }

    /// The ships that were seen lately and can be at a place within some seconds of play.
    pub fn seen_near(&self, situation: &Situation, place: DVec3, within_s: f64) -> Forces {
        let is_near = |one: &&Contact| seconds_to(situation, one.place, place, one.class) <= within_s;
        Forces::of_contacts(self.seen.iter().copied().filter(is_near))
    }
}

/// Seconds of play for a class of ships from one place straight to another.
pub fn seconds_to(situation: &Situation, from: DVec3, to: DVec3, class: ClassId) -> f64 {
    let speed = situation.almanac().ships.0.get(class).map_or(1.0, |class| class.cruise_km_s);
    travel::straight_s(situation, from, to, speed)
}

/// Ships that the yards of foes may have built since they were last looked at, without those that have been seen
/// since. While no yard is known, foes may be anywhere with as much as the faction itself began with.
fn unseen(mind: &Mind, situation: &Situation, seen: &[&Contact]) -> Vec<(Option<BodyId>, ClassId, u32)> {
    let Some(class) = usual_class(situation) else { return Vec::new() };
    let worth = situation.almanac().arms_table.ships.get(class).map_or(1.0, |class| class.worth.max(1.0));
    let yards = situation.contacts.iter().filter(|one| one.is_yard).filter_map(|one| one.stands_at);
    let mut yards: Vec<Option<BodyId>> = yards.map(Some).collect();
    yards.sort_unstable();
    yards.dedup();
    let is_early = Situation::seconds(situation.tick) < UNKNOWN_S;
    if is_early && yards.is_empty() && situation.almanac().sides.has_foes(situation.me) {
        yards.push(None);
    }
    let found = yards.into_iter().map(|yard| {
        let looked = yard.and_then(|body| mind.looked.get(body).copied()).unwrap_or(0);
        let since_s = (Situation::seconds(situation.tick.saturating_sub(looked)) + AHEAD_S).min(LONGEST_S);
        let began_with = if looked == 0 { mind.began_with } else { 0.0 };
        let is_new = |contact: &&&Contact| {
            let known = mind.sightings.binary_search_by_key(&contact.id, |one| one.id);
            known.is_ok_and(|index| mind.sightings[index].since_tick > looked)
        };
        let known: f64 = seen.iter().filter(is_new).map(|contact| contact.worth).sum();
        let built = (began_with + BUILT_PER_S * since_s - known).max(0.0);
        (yard, class, (built / worth) as u32)
    });
    found.filter(|(.., count)| *count > 0).collect()
}

/// The class that unseen ships are believed to have: the greatest usual one.
fn usual_class(situation: &Situation) -> Option<ClassId> {
    let table = &situation.almanac().arms_table.ships;
    let classes =
        situation.almanac().ships.0.iter_enumerated().filter(|(_, class)| class.is_built_in_yards());
    let armed =
        classes.filter_map(|(id, _)| Some((table.get(id).filter(|class| class.is_armed())?.worth, id)));
    let usual = armed.filter(|(worth, _)| *worth <= MOST_WORTH);
    usual.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, class)| class)
}

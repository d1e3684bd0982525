//! What a mind has noticed, and what it believes: foreign strength at bodies, with the errors of its skill.
//!
//! - Enters: the situation, the memory of the mind, its skill and chances.
//! - Leaves: a situation without facts that the mind has not noticed yet; the likely outcome of fights at places.
//! - Must never: use a fact beyond the situation, or remember anything outside the memory of the mind.
//!
//! | file | has |
//! |---|---|
//! | `mod.rs` | foes at bodies, and the outcome of fights there |
//! | `army.rs` | the armed ships that foes are believed to have |
//! | `forces.rs` | one side of a fight, by classes |
//!
//! Sides that are foes of each other do not come together: what could come is judged side by side, and the strongest
//! one counts. What is at a place now counts as it is, and armed units of allies that are seen there fight beside own
//! ones.
//!
//! Reaction delays facts, not orders: a unit counts once it has been in view for the reaction time. An error is
//! fixed for a minute for each body: a mind is wrong, not jittery.

mod army;
mod forces;

use std::collections::BTreeMap;

use army::{Army, BySide, Rendezvous};
pub use forces::{Forces, outcome_words};

use crate::ai::chance::Chance;
use crate::ai::situation::{Contact, OwnShip, Situation};
use crate::level::Skill;
use crate::sim::economy::building::resists;
use crate::sim::{BodyId, FactionId, Mind, Sighting, TargetId};

/// Ships that were seen longer ago than this count no more for a place, seconds of play.
const STALE_SHIPS_S: f64 = 45.0;
/// A foe that can be at a body within this time approaches it, seconds of play.
const APPROACH_S: f64 = 10.0;
/// A ship that was in sight within this time may still be on its way, seconds of play.
const LOST_S: f64 = 15.0;
/// An error lasts this long, seconds of play.
const ERROR_S: f64 = 60.0;

/// Notes new sightings, and removes from the situation what the mind has not noticed yet.
pub fn notice(mind: &mut Mind, situation: &mut Situation, skill: &Skill) {
    let (tick, before) = (situation.tick, std::mem::take(&mut mind.sightings));
    let known = |id: TargetId| before.binary_search_by_key(&id, |sighting| sighting.id).ok();
    let since = |id: TargetId| known(id).map_or(tick, |index| before[index].since_tick);
    mind.sightings =
        situation.contacts.iter().map(|one| Sighting { id: one.id, since_tick: since(one.id) }).collect();
    let mut noticed = mind.sightings.iter().map(|sighting| sighting.is_noticed(skill, tick));
    situation.contacts.retain(|_| noticed.next().unwrap_or(false));
    let ships = situation.contacts.iter().filter(|one| one.is_ship());
    if let Some(latest) = ships.min_by_key(|one| (one.age_ticks, one.id)) {
        mind.last_seen = Some(latest.place);
    }
    mind.looked.resize(situation.bodies.len(), 0);
    for (looked, known) in mind.looked.iter_mut().zip(&situation.bodies) {
        if known.sees_ground {
            *looked = tick;
        }
    }
}

/// Beliefs about places, for one thought.
pub struct Belief<'s, 'a> {
    /// The situation, as far as noticed.
    pub situation: &'s Situation<'a>,
    /// The armed ships that foes are believed to have.
    pub army: Army<'s>,
    /// The contacts in the well of each body, by their places in the list.
    at: BTreeMap<BodyId, Vec<usize>>,
    error: f64,
    chance: Chance,
}

impl<'s, 'a> Belief<'s, 'a> {
    /// Sorts the contacts of a situation by bodies.
    pub fn of(mind: &Mind, situation: &'s Situation<'a>, skill: &Skill, chance: Chance) -> Self {
        let mut at: BTreeMap<BodyId, Vec<usize>> = BTreeMap::new();
        for (index, contact) in situation.contacts.iter().enumerate() {
            let near = match contact.stands_at {
                Some(body) => vec![body],
                None if is_stale(contact) => Vec::new(),
                None => wells_of(situation, contact),
            };
            for body in near {
                at.entry(body).or_default().push(index);
            }
        }
        Self { situation, army: Army::of(mind, situation), at, error: skill.estimate_error, chance }
    }

    /// The foes believed to be in the well of a body.
    pub fn foes_at(&self, body: BodyId) -> impl Iterator<Item = &'s Contact> + '_ {
        let indices = self.at.get(&body).into_iter().flatten();
        indices.map(|index| &self.situation.contacts[*index])
    }

    /// The armed foes believed to be in the well of a body.
    pub fn armed_at(&self, body: BodyId) -> impl Iterator<Item = &'s Contact> + '_ {
        self.foes_at(body).filter(|contact| contact.is_armed)
    }

    /// Whether armed foes, or troop ships of foes, are believed to be in the well of a body.
    pub fn is_threatened(&self, body: BodyId) -> bool {
        self.foes_at(body).any(|contact| contact.is_ship() && contact.fights_or_lands())
    }

    /// Whether a foe's ship in sight can be at an own body within seconds, and is in no well of a foe.
    pub fn is_approached(&self, body: BodyId) -> bool {
        self.approaching(body).next().is_some()
    }

    /// The nearest of the ships that approach an own body.
    pub fn nearest_approaching(&self, body: BodyId) -> Option<&'s Contact> {
        let place = self.situation.place(body);
        self.approaching(body).min_by(|one, other| {
            let distance_km = |foe: &Contact| foe.place.distance(place);
            distance_km(one).total_cmp(&distance_km(other)).then(one.id.cmp(&other.id))
        })
    }

    /// The ships of foes in sight that can fight or land and be at an own body within seconds, and are in no well of
    /// a foe.
    fn approaching(&self, body: BodyId) -> impl Iterator<Item = &'s Contact> + '_ {
        self.coming(body, APPROACH_S, |contact| contact.in_sight)
    }

    /// The ships of foes, of those that are known well enough, that can fight or land and be at a body within some
    /// seconds of play, and are in no well of a foe.
    fn coming(
        &self,
        body: BodyId,
        within_s: f64,
        is_known: fn(&Contact) -> bool,
    ) -> impl Iterator<Item = &'s Contact> + '_ {
        let situation = self.situation;
        let rendezvous = Rendezvous::of(situation, body, within_s);
        let comes = move |contact: &&Contact| {
            is_known(contact)
                && contact.is_ship()
                && contact.fights_or_lands()
                && rendezvous.is_in_time(contact.place, contact.class)
        };
        let is_at_home = move |contact: &&Contact| {
            let mut wells = wells_of(situation, contact).into_iter();
            wells.any(|body| situation.bodies.get(body).is_some_and(|known| known.is_foes))
        };
        situation.contacts.iter().filter(comes).filter(move |contact| !is_at_home(contact))
    }

    /// The defenders believed to be on a body.
    pub fn defenders(&self, body: BodyId) -> f64 {
        let Some(known) = self.situation.bodies.get(body) else { return 0.0 };
        let ground = &self.situation.almanac().arms_table.rules.ground;
        let most = ground.defenders_per_economics * f64::from(known.economics);
        let usual = if known.owner.is_some() { most } else { most * ground.free_share };
        if known.has_ground { known.defenders.unwrap_or(usual) } else { 0.0 }
    }

    /// Whether a body without an owner is believed to resist a founding.
    pub fn resists(&self, body: BodyId) -> bool {
        resists(self.defenders(body), &self.situation.almanac().economy.0.building)
    }

    /// The bodies without an owner that resist a founding and are not threatened: troopers may land there.
    pub fn resisting_bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        let free = self.situation.bodies.iter_enumerated();
        let free = free.filter(|(_, known)| known.owner.is_none() && known.has_ground).map(|(body, _)| body);
        free.filter(|body| self.resists(*body) && !self.is_threatened(*body))
    }

    /// How some ships would fare against the armed foes that are at a body now, see [`Forces::margin`], with the
    /// mind's error.
    pub fn margin_at<'o>(&self, ships: impl Iterator<Item = &'o OwnShip>, body: BodyId) -> f64 {
        let own = self.with_allies(Forces::of_ships(ships), body);
        self.margin(&own, &Forces::of_contacts(self.armed_at(body)), body)
    }

    /// How some ships fare at an own body, with its guns, against the armed foes that are there now.
    pub fn margin_of_stand<'o>(&self, ships: impl Iterator<Item = &'o OwnShip>, body: BodyId) -> f64 {
        self.margin(&self.with_guns(ships, body), &Forces::of_contacts(self.armed_at(body)), body)
    }

    /// How some ships would fare at an own body, with its guns, against the armed foes that are there or come there
    /// now, with the mind's error.
    pub fn margin_of_defence<'o>(&self, ships: impl Iterator<Item = &'o OwnShip>, body: BodyId) -> f64 {
        let is_elsewhere = |contact: &&Contact| !self.foes_at(body).any(|there| there.id == contact.id);
        let foes = self.armed_at(body).chain(self.approaching(body).filter(is_elsewhere));
        self.margin(&self.with_guns(ships, body), &Forces::of_contacts(foes), body)
    }

    /// Some ships and the own guns at a body, with the units of allies that are seen there.
    fn with_guns<'o>(&self, ships: impl Iterator<Item = &'o OwnShip>, body: BodyId) -> Forces {
        let mut own = self.with_allies(Forces::of_ships(ships), body);
        own.add_guns(self.situation.structures.iter().filter(|one| one.body == body));
        own
    }

    /// The armed units of allies in sight at a body.
    pub fn allies_at(&self, body: BodyId) -> impl Iterator<Item = &'s Contact> + '_ {
        let situation = self.situation;
        let is_there = move |one: &&Contact| match one.stands_at {
            Some(place) => place == body,
            None => situation.is_in_well(body, one.place),
        };
        situation.allied.iter().filter(|one| one.is_armed).filter(is_there)
    }

    /// Some own units, and those of allies that are seen at a body.
    fn with_allies(&self, mut own: Forces, body: BodyId) -> Forces {
        own.add(&Forces::of_contacts(self.allies_at(body)));
        own
    }

    /// How some ships would fare at a body, with the mind's error. The foes are the guns there, and all ships of its
    /// owner's side that may be there within some seconds of play, with those of others that are there now. At a body
    /// that no foe owns they are those of the strongest side that may be there.
    pub fn margin_of_attack<'o>(
        &self,
        ships: impl Iterator<Item = &'o OwnShip>,
        body: BodyId,
        within_s: f64,
    ) -> f64 {
        let own = self.with_allies(Forces::of_ships(ships), body);
        let mut armies = self.army.that_reach(self.situation, body, within_s);
        if let Some(owner) = self.situation.foes_of(body) {
            let mut defence = armies.remove(&owner).unwrap_or_default();
            let others = self.armed_at(body).filter(|one| one.side != owner && one.stands_at.is_none());
            defence.add(&Forces::of_contacts(others));
            armies = BySide::from([(owner, defence)]);
        }
        let guns = Forces::of_contacts(self.armed_at(body).filter(|contact| contact.stands_at.is_some()));
        if armies.is_empty() {
            return self.margin(&own, &guns, body);
        }
        armies.values_mut().for_each(|army| army.add(&guns));
        self.least_margin(&own, &armies, body)
    }

    /// How the guns and ships at an own body would fare against the strongest side of foes that could be there within
    /// some seconds of play, with the mind's error: above 0 it holds.
    pub fn margin_of_hold<'o>(
        &self,
        ships: impl Iterator<Item = &'o OwnShip>,
        body: BodyId,
        within_s: f64,
    ) -> f64 {
        let own = self.with_guns(ships, body);
        self.least_margin(&own, &self.army.that_reach(self.situation, body, within_s), body)
    }

    /// How some ships would fare at an own body, with its guns and the mind's error. The foes are the armed ones of the
    /// strongest side that were seen lately and could be there within some seconds of play.
    pub fn margin_against_seen<'o>(
        &self,
        ships: impl Iterator<Item = &'o OwnShip>,
        body: BodyId,
        within_s: f64,
    ) -> f64 {
        let foes = self.army.seen_that_reach(self.situation, body, within_s);
        self.least_margin(&self.with_guns(ships, body), &foes, body)
    }

    /// How some ships would fare at a body, with its own guns and the mind's error, against the armed foes of the
    /// strongest side that are under way and could be there within some seconds of play. They are in sight, or were a
    /// moment ago.
    pub fn margin_against_coming<'o>(
        &self,
        ships: impl Iterator<Item = &'o OwnShip>,
        body: BodyId,
        within_s: f64,
    ) -> f64 {
        let is_fresh = |contact: &Contact| Situation::seconds(contact.age_ticks) <= LOST_S;
        let foes = army::of_contacts(self.coming(body, within_s, is_fresh));
        self.least_margin(&self.with_guns(ships, body), &foes, body)
    }

    /// How some ships would fare in space against all that the strongest side of foes has, without the mind's error.
    pub fn margin_of_field<'o>(&self, ships: impl Iterator<Item = &'o OwnShip>) -> f64 {
        let table = &*self.situation.almanac().arms_table;
        let (own, armies) = (Forces::of_ships(ships), self.army.all());
        let margins = armies.values().map(|army| own.margin(army, table));
        margins.min_by(f64::total_cmp).unwrap_or(1.0)
    }

    /// [`Belief::margin_of_hold`] against all that foes could bring within a minute.
    pub fn margin_of_home<'o>(&self, ships: impl Iterator<Item = &'o OwnShip>, body: BodyId) -> f64 {
        /// A home should hold against what foes could bring there within this time, seconds of play.
        const WARNING_S: f64 = 60.0;
        self.margin_of_hold(ships, body, WARNING_S)
    }

    /// How some ships would fare against a foe in space, with all armed ships that are near it.
    pub fn margin_of_hunt<'o>(&self, ships: impl Iterator<Item = &'o OwnShip>, quarry: &Contact) -> f64 {
        let foes = self.army.seen_near(self.situation, quarry.place, APPROACH_S);
        Forces::of_ships(ships).margin(&foes, &self.situation.almanac().arms_table)
    }

    /// The least margin against one side of foes, with the mind's error; 1 without foes.
    fn least_margin(&self, own: &Forces, armies: &BySide, body: BodyId) -> f64 {
        let margins = armies.values().map(|army| self.margin(own, army, body));
        margins.min_by(f64::total_cmp).unwrap_or(1.0)
    }

    /// A margin with the mind's error, which is fixed for a minute for each body.
    fn margin(&self, own: &Forces, foes: &Forces, body: BodyId) -> f64 {
        if foes.is_empty() {
            return 1.0;
        }
        let margin = own.margin(foes, &self.situation.almanac().arms_table);
        let error = self.error * error_about(body, self.situation.tick, self.chance);
        (margin + error).clamp(-1.0, 1.0)
    }
}

/// By how much a faction's mind of a skill overrates the outcomes of its fights at a body, in shares of strength;
/// below 0 it underrates them. For people: it is the error of its margins there, in a world of this seed at this tick.
pub fn misjudgement(skill: &Skill, faction: FactionId, body: BodyId, (seed, tick): (u64, u64)) -> f64 {
    skill.estimate_error * error_about(body, tick, Chance::new(seed, faction))
}

/// The error about a body, from -1 up to 1 of the largest one. It is fixed for a minute.
fn error_about(body: BodyId, tick: u64, chance: Chance) -> f64 {
    let minute = (Situation::seconds(tick) / ERROR_S) as u64;
    chance.error([minute, body.0 as u64])
}

fn is_stale(contact: &Contact) -> bool {
    Situation::seconds(contact.age_ticks) > STALE_SHIPS_S
}

/// The bodies in whose wells a contact is.
fn wells_of(situation: &Situation, contact: &Contact) -> Vec<BodyId> {
    let near = situation.almanac().sky.bodies_near(contact.place, 0.0);
    near.into_iter().filter(|body| situation.is_in_well(*body, contact.place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::TICKS_PER_SECOND;

    #[test]
    fn an_error_is_fixed_for_a_minute_and_a_body() {
        let chance = Chance::new(7, FactionId(1));
        let minute = (ERROR_S * TICKS_PER_SECOND) as u64;
        let errors = |body: usize| {
            (0..40 * minute).step_by(10).map(move |tick| error_about(BodyId(body), tick, chance))
        };
        let [one, other]: [Vec<f64>; 2] = [errors(3).collect(), errors(4).collect()];
        assert!(one.iter().all(|error| (-1.0..1.0).contains(error)));
        let changes = one.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(changes, 39, "once a minute");
        assert!(one.iter().zip(&other).all(|(one, other)| one != other), "bodies differ");
    }
}

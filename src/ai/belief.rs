//! What a mind has noticed, and what it believes: foreign strength at bodies, with the errors of its skill.
//!
//! Reaction delays facts, not orders: a unit counts once it has been in view for the reaction time. An error is
//! fixed for a minute for each body: a mind is wrong, not jittery.

use std::collections::BTreeMap;

use super::chance::Chance;
use super::situation::{Contact, OwnShip, Situation};
use crate::level::Skill;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::combat::estimate::Estimate;
use crate::sim::economy::building::resists;
use crate::sim::forecast::{Parties, UnitCount};
use crate::sim::{ArmsTable, BodyId, ClassId, Mind, Sighting, TargetId};

/// Ships that were seen longer ago than this count no more for a place, seconds of play.
const STALE_SHIPS_S: f64 = 45.0;
/// An error lasts this long, seconds of play.
const ERROR_S: f64 = 60.0;
/// Most defenders of a body for each point of its economics, by the rules; without an owner a quarter of that.
const DEFENDERS_PER_ECONOMICS: f64 = 4.0;

/// Notes new sightings, and removes from the situation what the mind has not noticed yet.
pub fn notice(mind: &mut Mind, situation: &mut Situation, skill: &Skill) {
    let (tick, before) = (situation.tick, std::mem::take(&mut mind.sightings));
    let known = |id: TargetId| before.binary_search_by_key(&id, |sighting| sighting.id).ok();
    let since = |id: TargetId| known(id).map_or(tick, |index| before[index].since_tick);
    mind.sightings =
        situation.contacts.iter().map(|one| Sighting { id: one.id, since_tick: since(one.id) }).collect();
    let reaction = (skill.reaction_s * TICKS_PER_SECOND) as u64;
    let mut noticed = mind.sightings.iter().map(|sighting| tick - sighting.since_tick >= reaction);
    situation.contacts.retain(|_| noticed.next().unwrap_or(false));
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
    /// The contacts in the well of each body, by their places in the list.
    at: BTreeMap<BodyId, Vec<usize>>,
    error: f64,
    chance: Chance,
}

impl<'s, 'a> Belief<'s, 'a> {
    /// Sorts the contacts of a situation by bodies.
    pub fn of(situation: &'s Situation<'a>, skill: &Skill, chance: Chance) -> Self {
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
        Self { situation, at, error: skill.estimate_error, chance }
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
        self.foes_at(body).any(|contact| {
            matches!(contact.id, TargetId::Ship(_)) && (contact.is_armed || contact.troopers > 0.0)
        })
    }

    /// The defenders believed to be on a body.
    pub fn defenders(&self, body: BodyId) -> f64 {
        let Some(known) = self.situation.bodies.get(body) else { return 0.0 };
        let most = DEFENDERS_PER_ECONOMICS * f64::from(known.economics);
        let usual = if known.is_foes { most } else { most / 4.0 };
        if known.has_ground { known.defenders.unwrap_or(usual) } else { 0.0 }
    }

    /// Whether a body without an owner is believed to resist a founding.
    pub fn resists(&self, body: BodyId) -> bool {
        resists(self.defenders(body), &self.situation.almanac().economy.0.building)
    }

    /// The share of the worth of some ships that should be left after a fight with the armed foes at a body, 0 to 1,
    /// with the mind's error; 1 without foes.
    pub fn odds<'o>(&self, ships: impl Iterator<Item = &'o OwnShip>, body: BodyId) -> f64 {
        let foes: Vec<&Contact> = self.armed_at(body).collect();
        if foes.is_empty() {
            return 1.0;
        }
        let table = &*self.situation.almanac().arms_table;
        let share = odds_between(ships, foes.into_iter(), table);
        let minute = (Situation::seconds(self.situation.tick) / ERROR_S) as u64;
        let error = self.error * self.chance.error([minute, body.0 as u64]);
        (share + 0.5 * error).clamp(0.0, 1.0)
    }
}

/// The share of the first side that is left after it has beaten the other; 0 if it loses.
pub fn odds_between<'o, 'f>(
    own: impl Iterator<Item = &'o OwnShip>,
    foes: impl Iterator<Item = &'f Contact>,
    table: &ArmsTable,
) -> f64 {
    let own = counted(own.filter(|ship| ship.is_armed).map(|ship| (ship.class, ship.armour, ship.shield)));
    let (mut ships, mut guns) = (Vec::new(), Vec::new());
    for foe in foes {
        let unit = (foe.class, foe.armour, foe.shield);
        match foe.id {
            TargetId::Ship(_) => ships.push(unit),
            TargetId::Structure(_) => guns.push(unit),
        }
    }
    let parties =
        Parties { own, foes: counted(ships.into_iter()), guns: counted(guns.into_iter()), fleets_near: 0 };
    let Estimate { share_left_one, share_left_other, .. } = parties.estimate(table);
    if share_left_other > 0.0 { 0.0 } else { share_left_one }
}

/// Units by class, with the mean of their armour and shields in percent.
fn counted(units: impl Iterator<Item = (ClassId, f64, f64)>) -> Vec<UnitCount> {
    let mut sums: BTreeMap<ClassId, (u32, f64, f64)> = BTreeMap::new();
    for (class, armour, shield) in units {
        let (count, armours, shields) = sums.entry(class).or_default();
        *count += 1;
        *armours += armour;
        *shields += shield;
    }
    let percent = |sum: f64, count: u32| (100.0 * sum / f64::from(count)).ceil().clamp(0.0, 100.0) as u32;
    let parts = sums.into_iter().map(|(class, (count, armour, shield))| UnitCount {
        class,
        level: 0,
        count,
        armour: percent(armour, count),
        shield: percent(shield, count),
    });
    parts.collect()
}

fn is_stale(contact: &Contact) -> bool {
    Situation::seconds(contact.age_ticks) > STALE_SHIPS_S
}

/// The bodies in whose wells a contact is.
fn wells_of(situation: &Situation, contact: &Contact) -> Vec<BodyId> {
    let near = situation.almanac().sky.bodies_near(contact.place, 0.0);
    near.into_iter().filter(|body| situation.is_in_well(*body, contact.place)).collect()
}

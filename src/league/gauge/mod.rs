//! The figures of a game, read from the world while it is played.
//!
//! - Enters: the world after each tick, and the two factions that contend; or the world at the end of a war of any
//!   number of factions.
//! - Leaves: [`SideFigures`] of each contestant, and who leads at a time; [`SeatFigures`] of each faction; the number
//!   of battles.
//! - Must never: change the world, or let the order of storage change a figure.
//!
//! | file | figures |
//! |---|---|
//! | `mod.rs` | attacks, landings, income, possessions, battles |
//! | `rest.rs` | the fleets that rest though they are to fight |
//! | `warnings.rs` | the times for which attacks could be seen |
//! | `seats.rs` | the end of a war, for every faction |

mod rest;
mod seats;
mod warnings;

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};

use self::rest::{ArmedShip, Rest};
pub use self::rest::{Duty, IdleCase};
pub use self::seats::SeatFigures;
use self::warnings::Warnings;
use super::statistics::mean;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::outcome::History;
use crate::sim::visibility::Knowledge;
use crate::sim::{
    ArmsTable, BodyId, Calendar, FactionId, Factions, Fleet, Growing, Holdings, MemberOf, Minds, OddsRecord,
    Operation, OperationKind, Position, Ship, Sky, Stage, Structure, TargetId,
};

/// Ticks between two looks at the standing of both sides: a second of play.
const LOOK_TICKS: u64 = TICKS_PER_SECOND as u64;
/// The times at which the income is noted, seconds of play.
pub const INCOME_AT_S: [u64; 3] = [60, 120, 300];
/// Possessions are averaged over this time from the beginning, seconds of play: later they only show the winner.
pub const COMPARED_S: usize = 360;
/// A body that a side has held for a shorter time, s, is still disputed: shots there are no attack on it.
const DISPUTED_S: f64 = 60.0;
/// An attack that was seen for this long before its first shot was seen coming, seconds of play.
pub const SEEN_AHEAD_S: f64 = 30.0;
/// Losses at one place that make a battle.
const BATTLE_LOSSES: u32 = 3;

/// The figures of a contestant in a game. Times are seconds of play, `None` if it never happened.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideFigures {
    /// First shot of a ship in the well of a body that the foe has held for a minute.
    pub first_attack_s: Option<f64>,
    /// First landing on any body.
    pub first_landing_s: Option<f64>,
    /// First landing on a foe's home.
    pub first_home_landing_s: Option<f64>,
    /// Money of an economy tick, less upkeep and tax, at 60, 120 and 300 s; `None` after the end.
    pub income: [Option<i64>; 3],
    /// Bodies held, mean over [`COMPARED_S`].
    pub bodies: f64,
    /// Bodies held at 60, 120 and 300 s.
    pub bodies_at: [Option<u32>; 3],
    /// Finished structures, mean over [`COMPARED_S`].
    pub stations: f64,
    /// Share of the worth of ships and structures that is in armed ships, mean over [`COMPARED_S`].
    pub fleet_share: f64,
    /// Cases of a fleet that rested for over a minute though it was to fight. `rest.rs` says which fleets of a mind are
    /// to fight; of a script, all armed fleets are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<IdleCase>,
    /// Orders given.
    pub orders: u32,
    /// Orders refused, by the mind's own check or by the world.
    pub refused: u32,
    /// Attacks that departed; of minds alone.
    pub attacks: u32,
    /// Those of them that came to plunder, not to take the body.
    pub raids: u32,
    /// Attacks that reached their goal; of minds alone.
    pub attacks_won: u32,
    /// Ended attacks by the odds that they promised; of minds alone.
    pub attacks_by_odds: [OddsRecord; 3],
    /// Of each attack on a body, from the foe's first sight of its ships after their departure to its first shot about
    /// the body, seconds of play; without those at which the foe fired first, by a shot or by a torpedo that was met or
    /// burst; of minds alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen_ahead_s: Vec<f64>,
}

/// The standing of a side at a moment.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    bodies: u32,
    stations: u32,
    armed_worth: f64,
    worth: f64,
}

/// What a ship or structure adds to the standing of its owner.
struct UnitWorth {
    owner: FactionId,
    worth: f64,
    is_armed: bool,
}

/// Ships or structures by their numbers: sums do not depend on storage order.
type WorthByNumber = BTreeMap<u32, UnitWorth>;

/// How long a body has had its owner.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tenure {
    owner: FactionId,
    since_s: f64,
}

/// Measures a game while it is played.
pub struct Gauge {
    factions: [FactionId; 2],
    homes: [Option<BodyId>; 2],
    figures: [SideFigures; 2],
    /// The standings of both, every second.
    standings: Vec<[Standing; 2]>,
    events_read: u64,
    /// The owner of each body, and since when, seconds of play.
    tenures: BTreeMap<BodyId, Tenure>,
    /// The fleets that rest though they are to fight.
    rest: Rest,
    /// The raids that have departed, by contestant and number of the operation.
    raids: [BTreeSet<u32>; 2],
    /// The attacks of minds, and since when they were seen.
    warnings: Warnings,
    ships: QueryState<(&'static Ship, &'static MemberOf, Option<&'static Position>)>,
    structures: QueryState<&'static Structure, Without<Growing>>,
}

impl Gauge {
    /// A gauge for a world that begins; the factions are in the order of the contestants.
    pub fn new(world: &mut World, factions: [FactionId; 2]) -> Self {
        let sky = &world.resource::<Sky>().system;
        let all = &world.resource::<Factions>().0;
        let homes = factions.map(|faction| sky.find(all.get(faction)?.home.as_deref()?));
        Self {
            factions,
            homes,
            figures: Default::default(),
            standings: Vec::new(),
            events_read: world.resource::<Events>().count(),
            tenures: tenures(world, &BTreeMap::new(), f64::NEG_INFINITY),
            rest: Rest::new(world),
            raids: Default::default(),
            warnings: Warnings::default(),
            ships: world.query(),
            structures: world.query_filtered(),
        }
    }

    /// Reads a tick that has passed.
    pub fn note(&mut self, world: &mut World) {
        self.note_events(world);
        let tick = world.resource::<Calendar>().tick;
        if !tick.is_multiple_of(LOOK_TICKS) {
            return;
        }
        self.tenures = tenures(world, &self.tenures, tick as f64 / TICKS_PER_SECOND);
        let standing = self.note_units(world);
        self.standings.push(standing);
        self.note_raids(world.resource::<Minds>());
        self.note_sights(world, tick as f64 / TICKS_PER_SECOND);
        self.note_marks(world, tick / LOOK_TICKS, &standing);
    }

    fn contestant(&self, faction: FactionId) -> Option<usize> {
        self.factions.iter().position(|own| *own == faction)
    }

    fn note_events(&mut self, world: &World) {
        let events = world.resource::<Events>();
        let seconds = world.resource::<Calendar>().tick as f64 / TICKS_PER_SECOND;
        for entry in events.since(self.events_read) {
            match &entry.event {
                GameEvent::Shot { by, at, from, to, .. } => {
                    self.note_shot(world, *by, *from, seconds);
                    self.note_fire(world, *by, [*from, *to], seconds);
                    self.note_fire_at(world, *at, [*from, *to]);
                }
                GameEvent::Bombarded { by, from: place, .. } | GameEvent::Launched { by, place, .. } => {
                    self.note_shot(world, *by, *place, seconds);
                    self.note_fire(world, *by, [*place, *place], seconds);
                }
                // A launch does not say at whom: a torpedo is met by point defence, or bursts.
                GameEvent::Intercepted { by, from, to, .. } => self.note_fire_at(world, *by, [*from, *to]),
                GameEvent::Burst { by, place, touched: Some(touched), .. } if touched.faction != *by => {
                    self.note_fire_at(world, *touched, [*place, *place]);
                }
                GameEvent::Landed { body, faction } => self.note_landing(*body, *faction, seconds),
                _ => {}
            }
        }
        self.events_read = events.count();
    }

    fn note_shot(&mut self, world: &World, by: Party, place: DVec3, seconds: f64) {
        let Some(one) = self.contestant(by.faction) else { return };
        let is_ship = matches!(by.id, TargetId::Ship(_));
        if self.figures[one].first_attack_s.is_some() || !is_ship {
            return;
        }
        let foe = self.factions[1 - one];
        let sky = world.resource::<Sky>();
        let is_held = |tenure: &Tenure| tenure.owner == foe && seconds - tenure.since_s >= DISPUTED_S;
        let mut held = self.tenures.iter().filter(|(_, tenure)| is_held(tenure)).map(|(body, _)| *body);
        if held.any(|body| sky.is_in_well(body, place)) {
            self.figures[one].first_attack_s = Some(seconds);
        }
    }

    /// Notes a shot of an attack. `places`: where it was fired, and where it ended.
    fn note_fire(&mut self, world: &World, by: Party, places: [DVec3; 2], seconds: f64) {
        let (Some(one), TargetId::Ship(ship)) = (self.contestant(by.faction), by.id) else { return };
        if let Some(seen_s) = self.warnings.shot_by(one, ship, is_at(world, places), seconds) {
            self.figures[one].seen_ahead_s.push(seen_s);
        }
    }

    /// Notes a shot at an attack. `places`: where it was fired, and where it ended.
    fn note_fire_at(&mut self, world: &World, at: Party, places: [DVec3; 2]) {
        if let (Some(one), TargetId::Ship(ship)) = (self.contestant(at.faction), at.id) {
            self.warnings.shot_at(one, ship, is_at(world, places));
        }
    }

    /// Notes which attacks of minds their foes see.
    fn note_sights(&mut self, world: &World, seconds: f64) {
        let (minds, knowledge) = (world.resource::<Minds>(), world.resource::<Knowledge>());
        for (one, faction) in self.factions.into_iter().enumerate() {
            let Some(mind) = minds.0.get(faction).and_then(Option::as_ref) else { continue };
            self.warnings.look(one, &mind.operations, (self.factions[1 - one], knowledge), seconds);
        }
    }

    fn note_landing(&mut self, body: BodyId, faction: FactionId, seconds: f64) {
        let Some(one) = self.contestant(faction) else { return };
        let figures = &mut self.figures[one];
        figures.first_landing_s.get_or_insert(seconds);
        if self.homes[1 - one] == Some(body) {
            figures.first_home_landing_s.get_or_insert(seconds);
        }
    }

    fn note_raids(&mut self, minds: &Minds) {
        for (raids, faction) in self.raids.iter_mut().zip(self.factions) {
            let Some(mind) = minds.0.get(faction).and_then(Option::as_ref) else { continue };
            raids.extend(departed_raids(&mind.operations));
        }
    }

    /// Counts ships, structures and bodies, and the rest of fleets.
    fn note_units(&mut self, world: &mut World) -> [Standing; 2] {
        self.ships.update_archetypes(world);
        self.structures.update_archetypes(world);
        let world = &*world;
        let arms_table = world.resource::<ArmsTable>();
        let (mut armed, mut others) = (Vec::new(), Vec::new());
        let mut ships = WorthByNumber::new();
        for (ship, member, position) in self.ships.iter_manual(world) {
            let Some(class) = arms_table.ships.get(ship.class) else { continue };
            let Some(fleet) = world.get::<Fleet>(member.0) else { continue };
            let (owner, is_armed) = (fleet.faction, class.is_armed());
            ships.insert(ship.id.0, UnitWorth { owner, worth: class.worth, is_armed });
            if is_armed {
                let place = position.map(|position| position.0);
                armed.push(ArmedShip::of(ship.id, (fleet.faction, member.0), place, world.resource()));
            } else {
                others.push((ship.id, member.0));
            }
        }
        let structures = self.structures.iter_manual(world).filter_map(|one| {
            let worth = arms_table.structures.get(one.class)?.worth;
            Some((one.id.0, UnitWorth { owner: one.faction, worth, is_armed: false }))
        });
        let structures: WorthByNumber = structures.collect();
        let cases = self.rest.note(world, self.factions, (&armed, &others));
        for (figures, cases) in self.figures.iter_mut().zip(cases) {
            figures.idle.extend(cases);
        }
        let mut standings = self.factions.map(|faction| standing(faction, &ships, &structures));
        for owner in world.resource::<Holdings>().0.iter().filter_map(|holding| holding.owner) {
            if let Some(one) = self.contestant(owner) {
                standings[one].bodies += 1;
            }
        }
        standings
    }

    fn note_marks(&mut self, world: &World, second: u64, standing: &[Standing; 2]) {
        let Some(mark) = INCOME_AT_S.iter().position(|at| *at == second) else { return };
        let Some(entry) = world.resource::<History>().entries.last() else { return };
        for (one, figures) in self.figures.iter_mut().enumerate() {
            figures.income[mark] = entry.factions.get(self.factions[one]).map(|figures| figures.income);
            figures.bodies_at[mark] = Some(standing[one].bodies);
        }
    }

    /// The figures of both contestants up to now, without those of orders.
    pub fn figures(&self) -> [SideFigures; 2] {
        let mut figures = self.figures.clone();
        for (one, figures) in figures.iter_mut().enumerate() {
            let all = || self.standings.iter().take(COMPARED_S).map(|standings| standings[one]);
            figures.bodies = mean(all().map(|standing| f64::from(standing.bodies)));
            figures.stations = mean(all().map(|standing| f64::from(standing.stations)));
            figures.fleet_share = mean(all().map(|standing| share(standing.armed_worth, standing.worth)));
            figures.raids = self.raids[one].len() as u32;
        }
        figures
    }

    /// The contestant with the greater shares of bodies and of worth, taken together, at a time.
    pub fn leader_at(&self, seconds: f64) -> Option<usize> {
        let [one, other] = *self.standings.get(seconds as usize)?;
        let lead = share_of(one.bodies.into(), other.bodies.into()) + share_of(one.worth, other.worth) - 1.0;
        (lead != 0.0).then_some(usize::from(lead < 0.0))
    }
}

/// The number of battles so far.
pub fn battles(world: &World) -> u32 {
    let battles = &world.resource::<History>().battles;
    battles.iter().map(|battle| u32::from(battle.losses.iter().sum::<u32>() >= BATTLE_LOSSES)).sum()
}

/// Whether one of two places is in the well of a body.
fn is_at(world: &World, places: [DVec3; 2]) -> impl Fn(BodyId) -> bool {
    let sky = world.resource::<Sky>();
    move |body| places.iter().any(|place| sky.is_in_well(body, *place))
}

/// The numbers of the raids that have departed.
fn departed_raids(operations: &[Operation]) -> impl Iterator<Item = u32> {
    let has_departed = |one: &&Operation| matches!(one.stage, Stage::Advance | Stage::Act);
    let raids = operations.iter().filter(|one| one.kind == OperationKind::Raid);
    raids.filter(has_departed).map(|one| one.id)
}

/// The owners of all owned bodies, with the beginning of each tenure; a new owner begins now.
fn tenures(world: &World, before: &BTreeMap<BodyId, Tenure>, now_s: f64) -> BTreeMap<BodyId, Tenure> {
    let owned = world.resource::<Holdings>().0.iter_enumerated();
    let owned = owned.filter_map(|(body, holding)| Some((body, holding.owner?)));
    let tenure = |(body, owner): (BodyId, FactionId)| {
        let same = before.get(&body).copied().filter(|tenure| tenure.owner == owner);
        (body, same.unwrap_or(Tenure { owner, since_s: now_s }))
    };
    owned.map(tenure).collect()
}

fn standing(faction: FactionId, ships: &WorthByNumber, structures: &WorthByNumber) -> Standing {
    let mut standing = Standing::default();
    for ship in ships.values().filter(|ship| ship.owner == faction) {
        standing.worth += ship.worth;
        standing.armed_worth += if ship.is_armed { ship.worth } else { 0.0 };
    }
    for structure in structures.values().filter(|structure| structure.owner == faction) {
        standing.worth += structure.worth;
        standing.stations += 1;
    }
    standing
}

fn share(part: f64, all: f64) -> f64 {
    if all > 0.0 { part / all } else { 0.0 }
}

/// The share of one of two; a half if both are 0.
fn share_of(one: f64, other: f64) -> f64 {
    if one + other > 0.0 { one / (one + other) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Holding;

    #[test]
    fn raids_count_from_their_departure() {
        let operation = |id, kind, stage| Operation { stage, ..Operation::begun(id, kind, BodyId(0), 0) };
        let operations = [
            operation(1, OperationKind::Raid, Stage::Gather),
            operation(2, OperationKind::Raid, Stage::Wait),
            operation(3, OperationKind::Raid, Stage::Advance),
            operation(4, OperationKind::Raid, Stage::Act),
            operation(5, OperationKind::Take, Stage::Act),
        ];
        assert_eq!(departed_raids(&operations).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn an_owner_counts_from_the_moment_in_which_the_body_changed_hands() {
        let (one, other) = (FactionId(0), FactionId(1));
        let mut world = World::new();
        let mut look = |owners: [Option<FactionId>; 2], before: &BTreeMap<BodyId, Tenure>, now_s: f64| {
            let holdings = owners.map(|owner| Holding { owner, ..Holding::default() });
            world.insert_resource(Holdings(holdings.into_iter().collect()));
            tenures(&world, before, now_s)
        };
        let first = look([Some(one), None], &BTreeMap::new(), f64::NEG_INFINITY);
        let second = look([Some(one), Some(other)], &first, 90.0);
        let third = look([Some(one), Some(one)], &second, 100.0);
        let since = |all: &BTreeMap<BodyId, Tenure>| all.values().map(|one| one.since_s).collect::<Vec<_>>();
        assert_eq!(since(&first), [f64::NEG_INFINITY], "a home is held from the beginning");
        assert_eq!(since(&second), [f64::NEG_INFINITY, 90.0]);
        assert_eq!(since(&third), [f64::NEG_INFINITY, 100.0]);
    }
}

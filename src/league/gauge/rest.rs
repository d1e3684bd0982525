//! The fleets that rest for too long though they are to fight.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{
    BodyId, Calendar, Engagement, FactionId, Fleet, FleetId, MindCatalog, Minds, Operation, OperationKind,
    Route, Seats, ShipId, Sky, Stage,
};

/// A fleet that rests for longer than this is idle, seconds of play.
const IDLE_S: u32 = 60;

/// A fleet that rested for too long though it was to fight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdleCase {
    /// When it had rested for too long, seconds of play.
    pub at_s: f64,
    /// The part of its first ship in the plans of a mind; `None`: it is of the reserve, or a script's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duty: Option<Duty>,
}

/// The part of a ship in the plans of a mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duty {
    /// The kind of its operation.
    pub kind: OperationKind,
    /// The stage of its operation.
    pub stage: Stage,
}

impl IdleCase {
    /// What the fleet was about, for people: `take while gathering`.
    pub fn words(&self) -> String {
        let Some(Duty { kind, stage }) = self.duty else { return "reserve".to_owned() };
        let stage = match stage {
            Stage::Gather => "while gathering",
            Stage::Wait => "before its departure",
            Stage::Advance => "under way",
            Stage::Act => "at its target",
        };
        format!("{} {stage}", kind.verb())
    }
}

/// For how long fleets have rested.
pub struct Rest {
    /// Seconds for which each fleet that is to fight has rested.
    seconds: BTreeMap<FleetId, u32>,
    fleets: QueryState<(&'static Fleet, Option<&'static Route>, Has<Engagement>)>,
}

impl Rest {
    /// No fleet has rested yet.
    pub fn new(world: &mut World) -> Self {
        Self { seconds: BTreeMap::new(), fleets: world.query() }
    }

    /// Looks at the fleets of both sides, once a second; `armed`: all armed ships, `others`: all other ships, with
    /// their fleets. Returns for each side the fleets that are to fight and have rested too long by now.
    pub fn note(
        &mut self,
        world: &World,
        factions: [FactionId; 2],
        (armed, others): (&[ArmedShip], &[(ShipId, Entity)]),
    ) -> [Vec<IdleCase>; 2] {
        self.fleets.update_archetypes(world);
        let tick = world.resource::<Calendar>().tick;
        let resting_fleet = |entity: Entity| {
            let (fleet, route, is_engaged) = self.fleets.get_manual(world, entity).ok()?;
            let rests = !is_engaged && route.is_none_or(Route::has_ended);
            rests.then_some(fleet)
        };
        let all = armed.iter().map(|ship| (ship.id, ship.fleet)).chain(others.iter().copied());
        let at_work = all.filter(|(_, fleet)| resting_fleet(*fleet).is_none()).map(|(ship, _)| ship);
        let at_work: BTreeSet<ShipId> = at_work.collect();
        let duties = factions.map(|faction| {
            let mind = world.resource::<Minds>().0.get(faction).and_then(Option::as_ref);
            mind.map(|mind| Duties::of(&mind.operations, (tick, warning_ticks(world, faction)), &at_work))
        });
        let side = |faction: FactionId| factions.iter().position(|own| *own == faction);
        let has_to_fight = |ship: &&ArmedShip| {
            side(ship.faction)
                .is_some_and(|one| duties[one].as_ref().is_none_or(|duties| duties.has_to_fight(ship, armed)))
        };
        let mut resting: BTreeMap<FleetId, (usize, ShipId)> = BTreeMap::new();
        for ship in armed.iter().filter(has_to_fight) {
            let Some(fleet) = resting_fleet(ship.fleet) else { continue };
            let Some(one) = side(fleet.faction) else { continue };
            let (_, first) = resting.entry(fleet.id).or_insert((one, ship.id));
            *first = ship.id.min(*first);
        }
        self.count(resting, &duties, tick as f64 / TICKS_PER_SECOND)
    }

    /// Counts a second of rest for fleets, each with its side and its first ship; all other fleets have not rested.
    /// Returns for each side the fleets that have rested too long by now.
    fn count(
        &mut self,
        resting: BTreeMap<FleetId, (usize, ShipId)>,
        duties: &[Option<Duties>; 2],
        at_s: f64,
    ) -> [Vec<IdleCase>; 2] {
        let mut cases: [Vec<IdleCase>; 2] = Default::default();
        let mut all_seconds = BTreeMap::new();
        for (fleet, (one, first)) in resting {
            let seconds = self.seconds.get(&fleet).copied().unwrap_or(0) + 1;
            // Once for each rest, however long it is.
            if seconds == IDLE_S + 1 {
                let duty = duties[one].as_ref().and_then(|duties| duties.of_ship(first));
                cases[one].push(IdleCase { at_s, duty });
            }
            all_seconds.insert(fleet, seconds);
        }
        self.seconds = all_seconds;
        cases
    }
}

/// The time for which attacks of a faction's mind show themselves before they go in, ticks.
fn warning_ticks(world: &World, faction: FactionId) -> u64 {
    let choice = world.resource::<Seats>().playing(faction);
    let skill = choice.and_then(|choice| world.resource::<MindCatalog>().0.skill(&choice.skill));
    skill.map_or(0, |skill| (skill.warns_s * TICKS_PER_SECOND) as u64)
}

/// An armed ship at a moment.
pub struct ArmedShip {
    id: ShipId,
    faction: FactionId,
    fleet: Entity,
    /// The bodies in whose gravity wells it is.
    wells: Vec<BodyId>,
}

impl ArmedShip {
    /// A ship of a fleet; without a place it is in no well.
    pub fn of(id: ShipId, (faction, fleet): (FactionId, Entity), place: Option<DVec3>, sky: &Sky) -> Self {
        let bodies = sky.system.bodies.iter_enumerated().map(|(body, _)| body);
        let is_around = |body: &BodyId| place.is_some_and(|place| sky.is_in_well(*body, place));
        Self { id, faction, fleet, wells: bodies.filter(is_around).collect() }
    }
}

/// What the ships of a mind are to do at a moment.
struct Duties {
    /// The ships of attacks that neither wait for a date, that of their departure or the end of their warning, nor for
    /// other ships of theirs: these gather, bombard or land, and the others stand by.
    attackers: BTreeSet<ShipId>,
    /// The ships of defences, with the bodies that they defend.
    defenders: BTreeMap<ShipId, BodyId>,
    /// The ships of attacks under way of which some are not there yet, with their targets: who is there waits for them.
    awaiting: BTreeMap<ShipId, BodyId>,
    /// The ships of other operations.
    others: BTreeSet<ShipId>,
    /// The part of each of them.
    parts: BTreeMap<ShipId, Duty>,
}

impl Duties {
    /// The duties of operations at a tick. `warning_ticks`: how long a warning before an attack takes; `at_work`: the
    /// ships that do not rest.
    fn of(operations: &[Operation], (tick, warning_ticks): (u64, u64), at_work: &BTreeSet<ShipId>) -> Self {
        let mut duties = Self {
            attackers: BTreeSet::new(),
            defenders: BTreeMap::new(),
            awaiting: BTreeMap::new(),
            others: BTreeSet::new(),
            parts: BTreeMap::new(),
        };
        for one in operations {
            duties.parts.extend(one.crew().map(|ship| (ship, Duty { kind: one.kind, stage: one.stage })));
            let waits = match one.stage {
                Stage::Wait => tick < one.departs_tick,
                Stage::Advance => one.shown_tick > 0 && tick < one.shown_tick + warning_ticks,
                Stage::Gather | Stage::Act => false,
            };
            let is_at_work = one.crew().any(|ship| at_work.contains(&ship));
            let stands_by = is_at_work && matches!(one.stage, Stage::Gather | Stage::Act);
            if is_at_work && one.stage == Stage::Advance {
                duties.awaiting.extend(one.crew().map(|ship| (ship, one.target)));
            }
            if one.kind == OperationKind::Defend {
                duties.defenders.extend(one.crew().map(|ship| (ship, one.target)));
            } else if one.kind.is_attack() && !waits && !stands_by {
                duties.attackers.extend(one.crew());
            } else {
                duties.others.extend(one.crew());
            }
        }
        duties
    }

    /// The part of a ship; `None` of the reserve.
    fn of_ship(&self, ship: ShipId) -> Option<Duty> {
        self.parts.get(&ship).copied()
    }

    /// Whether one of these armed ships is to fight. An attacker is, unless it has come to its target before the others
    /// of its attack. A defender on its way is; at its body it
    /// stands guard, as a ship of the reserve does: both are to fight where armed ships of others are in the same well.
    fn has_to_fight(&self, ship: &ArmedShip, all: &[ArmedShip]) -> bool {
        let meets = |other: &ArmedShip| {
            other.faction != ship.faction && other.wells.iter().any(|well| ship.wells.contains(well))
        };
        let is_at =
            |bodies: &BTreeMap<ShipId, BodyId>| bodies.get(&ship.id).map(|body| ship.wells.contains(body));
        if is_at(&self.awaiting) == Some(true) {
            return false;
        }
        self.attackers.contains(&ship.id)
            || is_at(&self.defenders) == Some(false)
            || !self.others.contains(&ship.id) && all.iter().any(meets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::MindChoice;
    use crate::orbit::GameClock;
    use crate::rules::test_support;
    use crate::sim::{Goal, Leg, Mind, Seat};

    fn operation(kind: OperationKind, stage: Stage, ships: &[u32]) -> Operation {
        Operation {
            stage,
            ships: ships.iter().map(|ship| ShipId(*ship)).collect(),
            departs_tick: 900,
            ..Operation::begun(ships[0], kind, BodyId(7), 0)
        }
    }

    fn ship(id: u32, faction: usize, wells: &[usize]) -> ArmedShip {
        ArmedShip {
            id: ShipId(id),
            faction: FactionId(faction),
            fleet: Entity::PLACEHOLDER,
            wells: wells.iter().map(|body| BodyId(*body)).collect(),
        }
    }

    /// The plan of an attack says when it departs; until then its ships rest with good reason.
    #[test]
    fn ships_of_attacks_are_to_fight_unless_they_wait_for_their_date_or_others_carry_out_the_siege() {
        let operations = [
            operation(OperationKind::Take, Stage::Gather, &[1, 7]),
            operation(OperationKind::Take, Stage::Wait, &[2]),
            operation(OperationKind::Take, Stage::Act, &[3, 4]),
            operation(OperationKind::Hold, Stage::Act, &[5]),
            Operation { shown_tick: 880, ..operation(OperationKind::Take, Stage::Advance, &[6]) },
        ];
        let attackers = |tick, at_work: &[u32]| {
            let at_work = at_work.iter().map(|ship| ShipId(*ship)).collect();
            let attackers = Duties::of(&operations, (tick, 30), &at_work).attackers;
            attackers.into_iter().map(|ship| ship.0).collect::<Vec<u32>>()
        };
        assert_eq!(attackers(899, &[]), [1, 3, 4, 7]);
        assert_eq!(attackers(900, &[]), [1, 2, 3, 4, 7], "its date has come");
        assert_eq!(attackers(910, &[]), [1, 2, 3, 4, 6, 7], "it has warned");
        assert_eq!(attackers(899, &[3]), [1, 7], "the third bombards, and the fourth stands by");
        assert_eq!(attackers(899, &[7]), [3, 4], "the seventh is on its way to the first");
    }

    /// The number of cases of the first side, at tick 900, whose fighters have rested for just too long. Its mind has
    /// this skill and this operation; ship 1 is a fighter, ship 2 a troop ship, which lands or rests.
    fn cases(skill: &str, operation: Operation, lands: bool) -> usize {
        let (own, foe) = (FactionId(0), FactionId(1));
        let mut world = World::new();
        let clock = GameClock { epoch_jd: 2_461_365.5, days_per_second: 0.5 };
        world.insert_resource(Calendar { clock, tick: 900, seed: 0 });
        world.insert_resource(MindCatalog(test_support::shipped().minds));
        let seat = Seat { mind: Some(MindChoice::new(skill, "steward")), suspended: false };
        world.insert_resource(Seats([seat, Seat::default()].into_iter().collect()));
        let mind = Mind { operations: vec![operation], ..Mind::default() };
        world.insert_resource(Minds([Some(mind), None].into_iter().collect()));
        let mut fleet = |id: u32, legs: &[Leg]| {
            let fleet = Fleet { id: FleetId(id), name: String::new(), faction: own };
            world.spawn((fleet, Route(legs.iter().copied().collect()))).id()
        };
        let landing = Leg::new(Goal::Body(BodyId(7)), 1.0);
        let (fighters, landers) = (fleet(1, &[]), fleet(2, &[landing][..usize::from(lands)]));
        let armed = [ArmedShip { fleet: fighters, ..ship(1, 0, &[7]) }];
        let others = [(ShipId(2), landers)];
        let mut rest = Rest::new(&mut world);
        let looks = (0..=IDLE_S).map(|_| rest.note(&world, [own, foe], (&armed, &others))[0].len());
        looks.sum()
    }

    #[test]
    fn fighters_stand_by_while_troopers_land() {
        let siege = |lands: bool| {
            let landers = vec![ShipId(2)];
            cases("captain", Operation { landers, ..operation(OperationKind::Take, Stage::Act, &[1]) }, lands)
        };
        assert_eq!([true, false].map(siege), [0, 1]);
    }

    #[test]
    fn who_comes_to_the_target_first_waits_for_the_others_but_nobody_stays_behind() {
        let attack =
            Operation { landers: vec![ShipId(2)], ..operation(OperationKind::Take, Stage::Advance, &[1]) };
        assert_eq!([true, false].map(|comes| cases("captain", attack.clone(), comes)), [0, 1]);
        let duties = Duties::of(&[attack], (900, 0), &BTreeSet::from([ShipId(2)]));
        let fights = |wells: &[usize]| duties.has_to_fight(&ship(1, 0, wells), &[]);
        assert_eq!([&[7][..], &[3], &[]].map(fights), [false, true, true]);
    }

    #[test]
    fn a_fleet_that_warns_rests_with_good_reason() {
        // It has stood in view for 10 s.
        let attack = Operation { shown_tick: 600, ..operation(OperationKind::Take, Stage::Advance, &[1]) };
        let of = |skill: &str| cases(skill, attack.clone(), false);
        assert_eq!(["newcomer", "cadet", "captain"].map(of), [0, 0, 1]);
    }

    #[test]
    fn an_idle_case_says_what_the_fleet_was_about() {
        let operations = [
            operation(OperationKind::Take, Stage::Gather, &[1]),
            operation(OperationKind::Raid, Stage::Advance, &[2]),
            operation(OperationKind::Defend, Stage::Act, &[3]),
        ];
        let duties = Duties::of(&operations, (0, 0), &BTreeSet::new());
        let words = |ship: u32| IdleCase { at_s: 61.0, duty: duties.of_ship(ShipId(ship)) }.words();
        assert_eq!(
            [1, 2, 3, 4].map(words),
            ["take while gathering", "raid under way", "defend at its target", "reserve"]
        );
    }

    #[test]
    fn defenders_are_to_fight_on_their_way_and_where_armed_foes_are_in_their_well() {
        let defence = operation(OperationKind::Defend, Stage::Act, &[1, 2]);
        let duties = Duties::of(&[defence], (0, 0), &BTreeSet::new());
        let fighters = |foe_at: usize| {
            let all = [ship(1, 0, &[7]), ship(2, 0, &[]), ship(3, 1, &[foe_at])];
            let fighters = all.iter().filter(|one| one.faction == FactionId(0));
            let fighters = fighters.filter(|one| duties.has_to_fight(one, &all));
            fighters.map(|one| one.id.0).collect::<Vec<u32>>()
        };
        assert_eq!(fighters(7), [1, 2]);
        assert_eq!(fighters(5), [2], "the first stands guard");
    }

    #[test]
    fn the_reserve_is_to_fight_where_armed_foes_are_in_its_well() {
        let held = operation(OperationKind::Hold, Stage::Act, &[3]);
        let duties = Duties::of(&[held], (0, 0), &BTreeSet::new());
        let all = [
            ship(1, 0, &[5, 7]),
            ship(2, 0, &[6]),
            ship(3, 0, &[7]),
            ship(4, 0, &[]),
            ship(5, 1, &[7]),
            ship(6, 1, &[]),
        ];
        let fighters = all.iter().filter(|one| one.faction == FactionId(0) && duties.has_to_fight(one, &all));
        let fighters: Vec<u32> = fighters.map(|one| one.id.0).collect();
        assert_eq!(
            fighters,
            [1],
            "the second meets nobody, the third has another task, the fourth is in no well"
        );
    }
}

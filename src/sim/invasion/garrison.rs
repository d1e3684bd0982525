//! A tick on the ground of bodies: hits take effect, troopers fight, garrisons grow, unrest falls, ruins are
//! rebuilt. Owners do not change here.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use typed_index_collections::{TiSlice, TiVec};

use super::lanchester::{Forces, fight};
use super::landing::Ashore;
use crate::level::BodyKind;
use crate::orbit::TICKS_PER_SECOND;
use crate::rules::combat::GroundNumbers;
use crate::sim::combat::GroundHits;
use crate::sim::combat::damage::ground_hits::GroundHit;
use crate::sim::event::{Events, GameEvent};
use crate::sim::{
    ArmsTable, BodyId, Calendar, FactionId, Ground, Grounds, Growing, Holding, Holdings, Sides, Sky,
    Structure, StructureClasses, has_ground,
};

/// The worth of a body for which the rules give the ruin per point of bombardment.
const AVERAGE_WORTH: f64 = 100.0;
/// Ruin below this is none, so that rebuilding ends one day.
const LEAST_RUIN: f64 = 1.0e-5;

/// The queries about defenders.
#[derive(SystemParam)]
pub(in crate::sim) struct Garrisons<'w, 's> {
    structures: Query<'w, 's, (&'static Structure, Has<Growing>)>,
    classes: Res<'w, StructureClasses>,
    holdings: Res<'w, Holdings>,
    sky: Res<'w, Sky>,
    arms_table: Res<'w, ArmsTable>,
    sides: Res<'w, Sides>,
}

/// Fights and rebuilds on all grounds.
pub(in crate::sim) fn campaign(
    garrisons: Garrisons,
    ashore: Res<Ashore>,
    calendar: Res<Calendar>,
    mut grounds: ResMut<Grounds>,
    mut hits: ResMut<GroundHits>,
    mut events: ResMut<Events>,
    mut percents: Local<TiVec<BodyId, u32>>,
) {
    let Garrisons { structures, classes, holdings, sky, arms_table, sides } = &garrisons;
    let numbers = &arms_table.rules.ground;
    for hit in hits.0.drain(..) {
        let owner = holdings.0.get(hit.body).and_then(|holding| holding.owner);
        let is_own = owner.is_some_and(|owner| !sides.are_foes(owner, hit.faction));
        let has_ground = sky.system.bodies.get(hit.body).is_some_and(|body| has_ground(body.kind));
        let place = (grounds.0.get_mut(hit.body), holdings.0.get(hit.body));
        if let (Some(ground), Some(holding), true) = (place.0, place.1, has_ground && !is_own) {
            suffer(ground, &hit, holding, numbers);
        }
    }
    count_percents(structures.iter(), classes, holdings, &mut percents);
    let bodies = sky.system.bodies.iter().zip(&holdings.0).zip(percents.iter());
    for (((body, holding), percent), (index, ground)) in bodies.zip(grounds.0.iter_mut_enumerated()) {
        let post = Post {
            most: most_defenders(body.kind, holding, ground.ruin, *percent, numbers),
            terrain: holding.terrain,
            owner: holding.owner,
        };
        let invader = ground.invaders.map(|(who, _)| who);
        advance(ground, &post, sides, numbers);
        if let Some(faction) = beaten(index, invader, ground, &ashore, |who| is_foe(holding, who, sides)) {
            let repelled = GameEvent::Repelled { body: index, faction, owner: holding.owner };
            events.record(calendar.tick, repelled);
        }
    }
}

/// Whether a faction is no friend of a body's owner.
fn is_foe(holding: &Holding, faction: FactionId, sides: &Sides) -> bool {
    holding.owner.is_none_or(|owner| sides.are_foes(owner, faction))
}

/// The faction whose landing on a body has just been repelled: none of its troopers is left, and none goes ashore
/// any more. `invader` was the invading faction before the tick's fighting; if there was none, the last troopers
/// may have fallen in the tick of their landing.
fn beaten(
    body: BodyId,
    invader: Option<FactionId>,
    ground: &Ground,
    ashore: &Ashore,
    is_foe: impl Fn(FactionId) -> bool,
) -> Option<FactionId> {
    if ground.invaders.is_some() || ashore.landing(body).any(&is_foe) {
        return None;
    }
    invader.into_iter().chain(ashore.landing_before(body)).find(|faction| is_foe(*faction))
}

/// Increase of each body's garrison by finished structures of its owner, percent.
fn count_percents<'a>(
    structures: impl Iterator<Item = (&'a Structure, bool)>,
    classes: &StructureClasses,
    holdings: &Holdings,
    percents: &mut TiVec<BodyId, u32>,
) {
    percents.clear();
    percents.resize(holdings.0.len(), 0);
    for (structure, is_growing) in structures {
        let owner = holdings.0.get(structure.body).and_then(|holding| holding.owner);
        if is_growing || owner != Some(structure.faction) {
            continue;
        }
        let percent = classes.0.get(structure.class).map_or(0, |class| class.garrison_percent);
        if let Some(sum) = percents.get_mut(structure.body) {
            *sum = sum.saturating_add(percent);
        }
    }
}

/// The capacity of a body's garrison, increased by this many hundredths: it follows the intact part of the
/// economics, and is a share of that without an owner. Zero without ground.
pub fn most_defenders(
    kind: BodyKind,
    holding: &Holding,
    ruin: f64,
    percent: u32,
    numbers: &GroundNumbers,
) -> f64 {
    if !has_ground(kind) {
        return 0.0;
    }
    let share = if holding.owner.is_some() { 1.0 } else { numbers.free_share };
    let worth = f64::from(holding.economics) * (1.0 - ruin);
    worth * numbers.defenders_per_economics * share * (1.0 + f64::from(percent) / 100.0)
}

/// The most defenders of every body, as [`campaign`] will find them in the next tick.
pub(in crate::sim) fn most_in(world: &mut World, grounds: &TiSlice<BodyId, Ground>) -> Vec<f64> {
    let mut structures = world.query::<(&Structure, Has<Growing>)>();
    let world: &World = world;
    let (classes, holdings) = (world.resource::<StructureClasses>(), world.resource::<Holdings>());
    let (sky, numbers) = (world.resource::<Sky>(), &world.resource::<ArmsTable>().rules.ground);
    let mut percents = TiVec::new();
    count_percents(structures.iter(world), classes, holdings, &mut percents);
    let bodies = sky.system.bodies.iter().zip(&holdings.0).zip(&percents).zip(grounds);
    let most = bodies.map(|(((body, holding), percent), ground)| {
        most_defenders(body.kind, holding, ground.ruin, *percent, numbers)
    });
    most.collect()
}

/// The effect of a hit on the ground: it puts defenders out of action, and ruins a share of the values, the
/// less, the greater they are.
fn suffer(ground: &mut Ground, hit: &GroundHit, holding: &Holding, numbers: &GroundNumbers) {
    let worth = f64::from(holding.economics.max(holding.resources).max(1));
    ground.defenders = (ground.defenders - numbers.bombard_kills * hit.harm).max(0.0);
    ground.ruin = (ground.ruin + numbers.bombard_ruin * hit.harm * AVERAGE_WORTH / worth).min(1.0);
}

/// The conditions of a fight on a ground.
struct Post {
    /// The most defenders.
    most: f64,
    /// Factor on the strength of defenders.
    terrain: f64,
    /// Owner.
    owner: Option<FactionId>,
}

/// A tick on a ground.
fn advance(ground: &mut Ground, post: &Post, sides: &Sides, numbers: &GroundNumbers) {
    if let (Some((faction, troopers)), Some(owner)) = (ground.invaders, post.owner)
        && !sides.are_foes(faction, owner)
    {
        // The invaders' side has founded a base here meanwhile: they have no foe left.
        ground.defenders += troopers;
        ground.invaders = None;
    }
    match ground.invaders {
        Some((faction, invaders)) => {
            let forces = Forces { invaders, defenders: ground.defenders };
            let left = fight(forces, post.terrain, numbers.kills_per_s / TICKS_PER_SECOND);
            ground.defenders = left.defenders;
            ground.invaders = (left.invaders > 0.0).then_some((faction, left.invaders));
        }
        None => recover(ground, post.most, numbers),
    }
    ground.delay_ticks = ground.delay_ticks.saturating_sub(1);
    let ruin = ground.ruin * (1.0 - numbers.rebuild_per_s / TICKS_PER_SECOND);
    ground.ruin = if ruin < LEAST_RUIN { 0.0 } else { ruin };
}

/// A tick of peace: the garrison grows up to its capacity, and unrest falls. A conqueror with more troopers than
/// the capacity keeps them.
fn recover(ground: &mut Ground, most: f64, numbers: &GroundNumbers) {
    if ground.defenders < most {
        let grown = most * numbers.growth_per_s / TICKS_PER_SECOND;
        ground.defenders = (ground.defenders + grown).min(most);
    }
    if ground.unrest > 0.0 {
        let garrison = if most > 0.0 { (ground.defenders / most).min(1.0) } else { 0.0 };
        let calming = numbers.calming_per_s + numbers.garrison_calming_per_s * garrison;
        ground.unrest = (ground.unrest - calming / TICKS_PER_SECOND).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::faction;

    fn two_sides() -> Sides {
        Sides::of(&[faction("a"), faction("b")])
    }

    fn post(owner: Option<FactionId>) -> Post {
        Post { most: 100.0, terrain: 1.4, owner }
    }

    #[test]
    fn a_garrison_follows_the_worth_of_its_body() {
        let numbers = GroundNumbers::default();
        let held = Holding { owner: Some(FactionId(0)), economics: 100, resources: 50, terrain: 1.4 };
        let most = |kind, holding: &Holding, ruin, percent| {
            most_defenders(kind, holding, ruin, percent, &numbers).round()
        };
        assert_eq!(most(BodyKind::Planet, &held, 0.0, 0), 400.0);
        assert_eq!(most(BodyKind::Planet, &held, 0.5, 50), 300.0);
        assert_eq!(most(BodyKind::Moon, &Holding { owner: None, ..held }, 0.0, 0), 100.0);
        assert_eq!(most(BodyKind::Comet, &held, 0.0, 0), 0.0);
    }

    #[test]
    fn in_peace_a_garrison_grows_up_to_its_most_and_unrest_falls() {
        let (numbers, sides) = (GroundNumbers::default(), two_sides());
        let mut ground =
            Ground { defenders: 10.0, unrest: 0.5, ruin: 0.3, delay_ticks: 3, ..Ground::default() };
        let mut before = ground;
        for _ in 0..30_000 {
            advance(&mut ground, &post(Some(FactionId(0))), &sides, &numbers);
            assert!(ground.defenders >= before.defenders && ground.defenders <= 100.0);
            assert!(ground.unrest <= before.unrest && ground.ruin <= before.ruin);
            before = ground;
        }
        assert_eq!((ground.defenders, ground.unrest, ground.delay_ticks), (100.0, 0.0, 0));
        assert!(ground.ruin < 0.05, "{}", ground.ruin);
        let mut crowded = Ground { defenders: 500.0, ..Ground::default() };
        advance(&mut crowded, &post(Some(FactionId(0))), &sides, &numbers);
        assert_eq!(crowded.defenders, 500.0);
    }

    #[test]
    fn unrest_falls_the_faster_the_fuller_the_garrison() {
        let (numbers, sides) = (GroundNumbers::default(), two_sides());
        let calmed = |defenders: f64| {
            let mut ground = Ground { defenders, unrest: 0.5, ..Ground::default() };
            advance(&mut ground, &post(Some(FactionId(0))), &sides, &numbers);
            (0.5 - ground.unrest) * TICKS_PER_SECOND
        };
        let (empty, half, full) = (calmed(0.0), calmed(50.0), calmed(100.0));
        let least = numbers.calming_per_s;
        // In the tick itself the garrison grows a little.
        assert!(empty >= least && empty < least + 0.01 * numbers.garrison_calming_per_s, "{empty}");
        assert!(half > empty && half < full, "{half}");
        assert!((full - least - numbers.garrison_calming_per_s).abs() < 1.0e-9, "{full}");
        assert!((calmed(500.0) - full).abs() < 1.0e-9, "more than all does no more");
    }

    #[test]
    fn in_a_battle_totals_only_fall() {
        let (numbers, sides) = (GroundNumbers::default(), two_sides());
        let mut ground = Ground {
            defenders: 90.0,
            invaders: Some((FactionId(1), 200.0)),
            unrest: 0.2,
            ..Ground::default()
        };
        let mut before = (90.0, 200.0);
        while let Some((faction, invaders)) = ground.invaders.filter(|_| ground.defenders > 0.0) {
            assert_eq!((faction, ground.unrest), (FactionId(1), 0.2));
            assert!(ground.defenders <= before.0 && invaders <= before.1);
            before = (ground.defenders, invaders);
            advance(&mut ground, &post(Some(FactionId(0))), &sides, &numbers);
        }
        let left = ground.invaders.map_or(0.0, |(_, left)| left);
        let expected: f64 = 200.0 * 200.0 - 1.4 * 90.0 * 90.0;
        assert!((left - expected.sqrt()).abs() < 0.01 * expected.sqrt(), "{left}");
        assert_eq!(ground.defenders, 0.0, "nobody grows back where invaders stand");
    }

    #[test]
    fn invaders_become_the_garrison_of_an_ally() {
        let (numbers, sides) = (GroundNumbers::default(), two_sides());
        let mut ground = Ground { defenders: 5.0, invaders: Some((FactionId(1), 20.0)), ..Ground::default() };
        advance(&mut ground, &Post { most: 0.0, ..post(Some(FactionId(1))) }, &sides, &numbers);
        assert_eq!((ground.defenders, ground.invaders), (25.0, None));
    }

    #[test]
    fn a_landing_is_beaten_once_nobody_of_it_is_left_or_to_come() {
        let sides = two_sides();
        let holding = Holding { owner: Some(FactionId(0)), economics: 100, resources: 50, terrain: 1.4 };
        let (empty, fought) =
            (Ground::default(), Ground { invaders: Some((FactionId(1), 9.0)), ..Ground::default() });
        let defeated = |invader: Option<FactionId>, ground: &Ground, ashore: &Ashore| {
            beaten(BodyId(3), invader, ground, ashore, |who| is_foe(&holding, who, &sides))
        };
        let calm = Ashore::default();
        assert_eq!(defeated(None, &empty, &calm), None, "nobody had landed");
        assert_eq!(defeated(Some(FactionId(1)), &fought, &calm), None, "they fight on");
        assert_eq!(defeated(Some(FactionId(1)), &empty, &calm), Some(FactionId(1)));
        assert_eq!(defeated(Some(FactionId(0)), &empty, &calm), None, "the owner is their friend by now");
        let landing = Ashore::of(&[(BodyId(3), FactionId(1))], &[]);
        assert_eq!(defeated(Some(FactionId(1)), &empty, &landing), None, "others of them are on their way");
        assert_eq!(
            defeated(
                None,
                &empty,
                &Ashore::of(
                    &[(BodyId(3), FactionId(0))],
                    &[(BodyId(3), FactionId(0)), (BodyId(3), FactionId(1))]
                )
            ),
            Some(FactionId(1))
        );
        assert_eq!(
            defeated(None, &empty, &Ashore::of(&[], &[(BodyId(4), FactionId(1))])),
            None,
            "that was elsewhere"
        );
    }

    #[test]
    fn bombardment_kills_and_ruins() {
        let numbers = GroundNumbers::default();
        let holding = Holding { owner: Some(FactionId(0)), economics: 100, resources: 50, terrain: 1.4 };
        let mut ground = Ground { defenders: 3.0, ..Ground::default() };
        let hit = GroundHit { body: BodyId(0), faction: FactionId(1), harm: 50.0 };
        suffer(&mut ground, &hit, &holding, &numbers);
        assert!((ground.defenders - 0.5).abs() < 1.0e-12 && (ground.ruin - 0.0025).abs() < 1.0e-12);
        suffer(&mut ground, &GroundHit { harm: 1.0e9, ..hit }, &holding, &numbers);
        assert_eq!((ground.defenders, ground.ruin), (0.0, 1.0));
        assert_eq!(ground.brings(100), 0);
    }
}

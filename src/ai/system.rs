//! The tick of minds: gathers what each may know, lets it think, and gives its orders.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::attention::at_the_beginning;
use super::chance::Chance;
use super::economy::opening::{self, Outlook, outlook};
use super::operations;
use super::situation::Situation;
use super::wish::Wish;
use crate::level::{Level, Opening, Skill};
use crate::rules::Rules;
use crate::sim::economy::Economies;
use crate::sim::order::check;
use crate::sim::outcome::victory::Race;
use crate::sim::steering::system::Sharing;
use crate::sim::visibility::{Viewer, Views, WorldView};
use crate::sim::{
    BuildReason, BuiltClass, Calendar, ConstructionOrder, FactionId, Mind, Minds, OfWorld, Order, OrderQueue,
    Refusal, Seats, SimSystems, Simulation, SpawnError, Tick, Verdict,
};

/// Ticks from one thought of a mind to the next.
const THINK_TICKS: u64 = 10;

/// An order of a mind, with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedOrder {
    /// The tick in which it was given.
    pub tick: u64,
    /// The mind's faction.
    pub faction: FactionId,
    /// The order.
    pub order: Order,
    /// The reason, as a clause for people: `"take Rowan: for 2 shipyards, with a fleet value of 3,600"`.
    pub why: String,
    /// Why the order was not given after all.
    pub refusal: Option<Refusal>,
}

/// The orders of all minds since the world was spawned, for people and for proofs: the same orders without minds
/// make the same world.
#[derive(Resource, Clone, Debug, Default)]
pub struct MindLog(pub Vec<LoggedOrder>);

/// Lets minds play in a world.
pub fn plugin(app: &mut App) {
    app.init_scratch::<MindLog>("for people; no order depends on it");
    app.add_systems(Tick, think.in_set(SimSystems::Minds).run_if(is_due));
    let end_won = end_won.after(SimSystems::Judge).before(SimSystems::Know).run_if(is_decided_now);
    app.add_systems(Tick, end_won);
}

/// A world with its minds, without window, renderer or wall clock.
///
/// # Errors
/// See [`SpawnError`].
pub fn simulation(
    sharing: Sharing,
    level: &Level,
    rules: &Rules,
    seed: u64,
) -> Result<Simulation, SpawnError> {
    Simulation::with_players(plugin, sharing, level, rules, seed)
}

/// Whether a mind thinks in this tick.
fn is_due(seats: Res<Seats>, calendar: Res<Calendar>) -> bool {
    seats.0.keys().any(|faction| seats.playing(faction).is_some() && thinks_now(faction, calendar.tick))
}

/// Whether it is a faction's turn to think: the factions take turns.
fn thinks_now(faction: FactionId, tick: u64) -> bool {
    (tick + 3 * faction.0 as u64).is_multiple_of(THINK_TICKS)
}

/// The number of a thought at a tick, by the clock of the world: all minds begin with the same, for a later first look
/// would be a worse start.
fn turn(tick: u64) -> u64 {
    tick / THINK_TICKS
}

/// The inputs of all minds.
type Inputs<'w, 's> = (Views<'w, 's>, Economies<'w>, Race<'w>);

/// Lets those minds think that have their turn, and gives their orders.
fn think(world: &mut World, inputs: &mut SystemState<Inputs>) {
    let tick = world.resource::<Calendar>().tick;
    let due: Vec<FactionId> = {
        let seats = world.resource::<Seats>();
        let playing = seats.0.keys().filter(|faction| seats.playing(*faction).is_some());
        playing.filter(|faction| thinks_now(*faction, tick)).collect()
    };
    let mut minds = std::mem::take(&mut *world.resource_mut::<Minds>());
    minds.0.resize(world.resource::<Seats>().0.len(), None);
    for faction in due {
        let Some(mind) = minds.0.get_mut(faction) else { continue };
        let mind = mind.get_or_insert_default();
        let orders = inputs.get(world).map(|inputs| orders_of(&inputs, faction, mind)).unwrap_or_default();
        give(world, orders);
    }
    *world.resource_mut::<Minds>() = minds;
}

/// Whether there is a world whose war is decided in this tick.
fn is_decided_now(verdict: Option<Res<Verdict>>, calendar: Option<Res<Calendar>>) -> bool {
    let Some((verdict, calendar)) = verdict.zip(calendar) else { return false };
    // The decision has the number of completed ticks.
    verdict.0.as_ref().is_some_and(|decision| decision.tick == calendar.tick + 1)
}

/// Lets minds note what has succeeded with the decision: they think no more.
fn end_won(world: &mut World, inputs: &mut SystemState<Inputs>) {
    let seats = world.resource::<Seats>().clone();
    let mut minds = std::mem::take(&mut *world.resource_mut::<Minds>());
    if let Ok((views, economies, race)) = inputs.get(world) {
        let progress = race.progress();
        for (faction, mind) in minds.0.iter_mut_enumerated() {
            // What a person has won in the seat of a mind is no deed of that mind.
            if seats.playing(faction).is_none() {
                continue;
            }
            let view = views.of(faction);
            let situation = Situation::of(view, economies.of(faction, view), &progress);
            if let Some((mind, situation)) = mind.as_mut().zip(situation) {
                operations::end_won(mind, &situation);
            }
        }
    }
    *world.resource_mut::<Minds>() = minds;
}

/// The orders of a faction's mind. Each is checked before it is given, as a button is: by what the faction knows.
fn orders_of(inputs: &(Views, Economies, Race), faction: FactionId, mind: &mut Mind) -> Vec<LoggedOrder> {
    let view = inputs.0.of(faction);
    let tick = view.almanac().calendar.tick;
    let wishes = wishes_of(inputs, faction, mind);
    let orders = wishes.into_iter().map(|Wish { order, why, .. }| {
        let refusal = check(view, &order).err();
        LoggedOrder { tick, faction, order, why, refusal }
    });
    let orders: Vec<LoggedOrder> = orders.collect();
    let given = orders.iter().filter(|order| order.refusal.is_none());
    given.filter_map(|order| build_reason(view, order)).for_each(|reason| mind.remember_build(reason));
    let refused = orders.iter().filter(|order| order.refusal.is_some()).count();
    mind.record.refused = mind.record.refused.saturating_add(refused as u32);
    orders
}

/// What an order builds, and why, if it builds something.
fn build_reason(view: WorldView, given: &LoggedOrder) -> Option<BuildReason> {
    let Order::Construction(order) = &given.order else { return None };
    let (what, body, count) = match *order {
        ConstructionOrder::Build { class, body, .. } => (BuiltClass::Structure(class), body, 1),
        ConstructionOrder::BuildShips { yard, class, count } => {
            let yard = view.structures().find(|seen| seen.structure.id == yard)?;
            (BuiltClass::Ship(class), yard.structure.body, u32::from(count))
        }
        _ => return None,
    };
    Some(BuildReason { what, body, count, tick: given.tick, why: given.why.clone() })
}

/// The wishes of a faction's mind.
fn wishes_of(
    (views, economies, race): &(Views, Economies, Race),
    faction: FactionId,
    mind: &mut Mind,
) -> Vec<Wish> {
    let view = views.of(faction);
    let almanac = view.almanac();
    if almanac.verdict.0.is_some() {
        return Vec::new();
    }
    let Some(choice) = almanac.seats.playing(faction) else { return Vec::new() };
    let rules = &almanac.minds.0;
    let (Some(skill), Some(personality)) =
        (rules.skill(&choice.skill), rules.personality(&choice.personality))
    else {
        return Vec::new();
    };
    let noted = view.last_known_bodies();
    let view = views.with_noted(Viewer::Faction(faction), &noted);
    let economy = economies.of(faction, view);
    let Some(situation) = Situation::of(view, economy, &race.progress()) else { return Vec::new() };
    if *mind == Mind::default() {
        mind.attention = if opening::begins(&situation) { at_the_beginning(skill) } else { skill.burst };
        mind.began_with = situation.armed_worth();
    }
    let chance = Chance::new(almanac.calendar.seed, faction);
    let turn = turn(almanac.calendar.tick);
    super::thought::think(
        mind,
        situation,
        (skill, personality),
        choice.opening.as_deref(),
        chance,
        (turn, THINK_TICKS),
    )
}

/// What each opening of the rules promises a faction after some seconds of play, by name, for a mind of a skill.
pub fn outlooks(
    world: &mut World,
    faction: FactionId,
    skill: &Skill,
    seconds: f64,
) -> Vec<(String, Outlook)> {
    let mut inputs = SystemState::<Inputs>::new(world);
    let Ok((views, economies, race)) = inputs.get(world) else { return Vec::new() };
    let view = views.of(faction);
    let economy = economies.of(faction, view);
    let Some(situation) = Situation::of(view, economy, &race.progress()) else { return Vec::new() };
    let openings = &view.almanac().minds.0.openings;
    let promise = |opening: &Opening| outlook(&situation, skill, &opening.steps, seconds);
    openings.iter().map(|opening| (opening.name.clone(), promise(opening))).collect()
}

/// Gives the orders of a mind that are not refused, and logs all.
fn give(world: &mut World, orders: Vec<LoggedOrder>) {
    for LoggedOrder { faction, order, .. } in orders.iter().filter(|order| order.refusal.is_none()) {
        world.resource_mut::<OrderQueue>().give_by_mind(*faction, order.clone());
    }
    world.resource_mut::<MindLog>().0.extend(orders);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::ai::thought::{STRATEGY_TURNS, look_turns};
    use crate::level::MindChoice;
    use crate::orbit::TICKS_PER_SECOND;
    use crate::rules::test_support;
    use crate::sim::outcome::test_support::decision_for;
    use crate::sim::visibility::test_support::{EARTH, MARS, held};
    use crate::sim::{
        BodyId, Choice, Decision, Ending, Operation, OperationKind, Seat, ShipId, Stage, TargetId,
    };

    #[test]
    fn factions_take_turns_to_think() {
        for tick in 0..200 {
            let think = |faction: &usize| thinks_now(FactionId(*faction), tick);
            assert_eq!((0..10).filter(think).count(), 1, "one of ten at tick {tick}");
        }
        for faction in (0..40).map(FactionId) {
            let thoughts: Vec<u64> = (0..200).filter(|tick| thinks_now(faction, *tick)).collect();
            assert!(thoughts[0] < THINK_TICKS, "{faction:?} thinks at {thoughts:?}");
            assert!(thoughts.windows(2).all(|pair| pair[1] - pair[0] == THINK_TICKS), "{thoughts:?}");
            let turns = thoughts.iter().map(|tick| turn(*tick));
            assert!(turns.eq(0..20), "{faction:?} leaves out no turn");
        }
    }

    #[test]
    fn goals_are_looked_at_again_within_five_seconds() {
        let looks = |faction: FactionId| {
            let thoughts = (0..2_000).filter(move |tick| thinks_now(faction, *tick));
            thoughts.filter(|tick| turn(*tick).is_multiple_of(STRATEGY_TURNS)).collect::<Vec<u64>>()
        };
        for faction in (0..10).map(FactionId) {
            let looks = looks(faction);
            let longest = looks.windows(2).map(|pair| pair[1] - pair[0]).max();
            assert!(longest.is_some_and(|ticks| ticks as f64 <= 5.0 * TICKS_PER_SECOND), "{looks:?}");
        }
    }

    #[test]
    fn the_deed_that_decides_a_war_has_succeeded_though_its_mind_thinks_no_more() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let attack = |id: u32, kind: OperationKind, body: BodyId| Operation {
            ships: vec![ShipId(0)],
            stage: Stage::Act,
            quarry: (kind == OperationKind::Hunt).then_some(TargetId::Ship(ShipId(99))),
            ..Operation::begun(id, kind, body, 0)
        };
        let take = |id: u32, body: BodyId| attack(id, OperationKind::Take, body);
        let hunt = |id: u32| attack(id, OperationKind::Hunt, MARS);
        let declined = Choice::declined(OperationKind::Take, MARS, 1.0, String::new());
        // The one ship of this world is Terra's; Ares has Mars.
        let terra = Mind { operations: vec![hunt(1)], ..Mind::default() };
        let operations = vec![take(1, MARS), take(2, EARTH), hunt(3)];
        let ares = Mind { operations, choices: vec![declined], ..Mind::default() };
        world.insert_resource(Minds(vec![Some(terra), Some(ares)].into()));
        let seats = |suspended: bool| {
            let seat = Seat { mind: Some(MindChoice::new("captain", "steward")), suspended };
            Seats(vec![seat.clone(), seat].into())
        };
        let done = world.resource::<Calendar>().tick;
        for (tick, is_now) in [(done, false), (done + 1, true), (done + 2, false)] {
            world.insert_resource(Verdict(Some(Decision { tick, ..decision_for(1) })));
            assert_eq!(world.run_system_once(is_decided_now).expect("it runs"), is_now, "tick {tick}");
        }
        world.insert_resource(seats(true));
        world.run_system_once(end_won).expect("it runs");
        let ended = world.resource::<Minds>().0.iter().flatten().any(|mind| !mind.ended.is_empty());
        assert!(!ended, "people have won it in their seats");
        world.insert_resource(seats(false));
        world.run_system_once(end_won).expect("it runs");
        let minds = &world.resource::<Minds>().0;
        let of = |faction: usize| {
            let mind = minds[FactionId(faction)].as_ref().expect("it plays");
            let left: Vec<u32> = mind.operations.iter().map(|one| one.id).collect();
            let ended: Vec<(OperationKind, BodyId, Ending, u64)> =
                mind.ended.iter().map(|one| (one.kind, one.target, one.ending, one.tick)).collect();
            (left, ended, mind.record.won, mind.choices.len())
        };
        let won = |kind: OperationKind| vec![(kind, MARS, Ending::Succeeded, done)];
        assert_eq!(of(0), (Vec::new(), won(OperationKind::Hunt), 0, 0), "its quarry is gone");
        assert_eq!(of(1), (vec![2, 3], won(OperationKind::Take), 1, 0), "who has no ship hunts nobody");
    }

    /// Below captain a mind builds without haste: what is finished or idle waits for its next look.
    #[test]
    fn from_captain_up_works_are_looked_at_again_within_five_seconds() {
        let skills = &test_support::shipped().minds.skills;
        let seconds =
            |skill: &Skill| (look_turns(skill, THINK_TICKS) * THINK_TICKS) as f64 / TICKS_PER_SECOND;
        let looks: Vec<(&str, f64)> =
            skills.iter().map(|skill| (skill.name.as_str(), seconds(skill))).collect();
        let captain = looks.iter().position(|(name, _)| *name == "captain").expect("there are captains");
        assert!(looks[captain..].iter().all(|(_, seconds)| *seconds <= 5.0), "{looks:?}");
        assert!(
            looks.windows(2).all(|pair| pair[1].1 < pair[0].1),
            "a higher skill looks more often: {looks:?}"
        );
    }
}

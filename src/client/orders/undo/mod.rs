//! Undo: takes back the last orders of the player, by orders.
//!
//! - Enters: orders that wait at the world's one door; the state of their fleets, sites and yards before them.
//! - Leaves: orders that restore that state, and a message.
//! - Must never: change the world except by an order.
//!
//! | file | does |
//! |---|---|
//! | `inverse.rs` | the orders that take an order back |
//! | `words.rs` | orders in words |

mod inverse;
mod words;

use std::collections::VecDeque;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{InputSystems, Player, SPECTATOR, SPECTATOR_ANSWER, Toasts};
use crate::client::input::{InTurn, run};
use crate::client::settings::{Action, Settings, keyed, with_keys};
use crate::client::widgets::button::{Face, pressable};
use crate::client::widgets::theme::HOVERED;
use crate::client::widgets::{EDGE, KeyTip, RESTING};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::order::check;
use crate::sim::visibility::{KnownFleet, Views, WorldView};
use crate::sim::{
    AnchoredPlace, BodyId, Calendar, FactionId, OfWorld, Order, OrderQueue, Repeats, RingMotion,
};
use inverse::{Inverse, inverses};

/// The most steps that are kept.
const MOST_STEPS: usize = 8;
/// The greatest age of a step that is taken back, s of play: the world has moved on since older ones.
const GREATEST_AGE_S: f64 = 300.0;

/// Adds the record of orders.
pub fn plugin(app: &mut App) {
    app.init_of_world::<UndoStack>();
    app.add_systems(Update, record.in_set(InputSystems::Command));
}

/// What the player ordered in one frame.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    /// The first order in words.
    words: String,
    /// The tick before the orders.
    tick: u64,
    /// What takes each of the orders back.
    inverses: Vec<Inverse>,
}

/// The last orders of the player, the latest at the back.
#[derive(Resource, Clone, Debug, Default)]
pub struct UndoStack {
    player: Option<FactionId>,
    steps: VecDeque<Step>,
    /// Number of the waiting orders that are recorded already, or need not be,
    recorded: usize,
    /// after this number of processed orders.
    looked_at: u64,
}

impl UndoStack {
    /// Forgets the orders of another player, and counts the waiting orders again when they have been processed.
    fn keep_up(&mut self, player: FactionId, looked_at: u64) {
        if self.player != Some(player) {
            *self = Self { player: Some(player), ..Self::default() };
        }
        if self.looked_at != looked_at {
            self.looked_at = looked_at;
            self.recorded = 0;
        }
    }

    fn push(&mut self, step: Step) {
        self.steps.push_back(step);
        if self.steps.len() > MOST_STEPS {
            self.steps.pop_front();
        }
    }
}

/// Query bundle for the state before an order, and for the way back.
#[derive(SystemParam)]
pub struct Past<'w, 's> {
    views: Views<'w, 's>,
    player: Res<'w, Player>,
    calendar: Res<'w, Calendar>,
    repeats: Query<'w, 's, &'static Repeats>,
    stations: Query<'w, 's, (&'static AnchoredPlace, &'static RingMotion)>,
}

impl Past<'_, '_> {
    fn view(&self) -> WorldView<'_> {
        self.views.of(self.player.faction)
    }

    /// Whether a fleet flies its route in a loop.
    fn repeats(&self, fleet: Entity) -> bool {
        self.repeats.get(fleet).is_ok_and(|repeats| repeats.0)
    }

    /// The ring in which a resting fleet orbits.
    fn ring(&self, fleet: &KnownFleet) -> Option<(BodyId, u8)> {
        let first = self.view().ships_of(fleet.entity).first()?.entity;
        let (station, circling) = self.stations.get(first).ok()?;
        Some((station.anchor.body()?, circling.ring?))
    }

    /// The present place of a fleet's middle, which moves with the anchor of its first ship.
    fn place(&self, fleet: &KnownFleet) -> Option<AnchoredPlace> {
        let view = self.view();
        let ships = view.ships_of(fleet.entity);
        let (station, _) = self.stations.get(ships.first()?.entity).ok()?;
        let middle = ships.iter().map(|seen| seen.position).sum::<DVec3>() / ships.len() as f64;
        let offset = middle - view.almanac().sky.origin_now(station.anchor);
        Some(AnchoredPlace { offset, ..*station })
    }
}

/// Records the orders that the player gave since the last record, before the world processes them.
pub fn record(past: Past, door: Res<OrderQueue>, mut stack: ResMut<UndoStack>) {
    stack.keep_up(past.player.faction, door.looked_at());
    let waiting = || door.waiting(past.player.faction);
    let count = waiting().count();
    if count == stack.recorded {
        return;
    }
    let view = past.view();
    // A refused order changes nothing; a change of seats is not a command of the player.
    let is_command = |order: &&Order| !matches!(order, Order::Seat(_)) && check(view, order).is_ok();
    let orders: Vec<&Order> = waiting().skip(stack.recorded).filter(is_command).collect();
    stack.recorded = count;
    let Some(first) = orders.first() else { return };
    let mut step = Step { words: words::of(view, first), tick: past.calendar.tick, inverses: Vec::new() };
    for inverse in orders.iter().flat_map(|order| inverses(&past, order)) {
        if !step.inverses.contains(&inverse) {
            step.inverses.push(inverse);
        }
    }
    stack.push(step);
}

/// Takes back the last step, or says why it cannot be taken back.
pub fn undo(
    past: Past,
    settings: Res<Settings>,
    mut stack: ResMut<UndoStack>,
    mut door: ResMut<OrderQueue>,
    mut toasts: ResMut<Toasts>,
) {
    if past.player.faction == SPECTATOR {
        return toasts.say(with_keys(SPECTATOR_ANSWER, &settings.keys));
    }
    let Some(step) = stack.steps.pop_back() else { return toasts.say("There is no order to undo") };
    match step.way_back(&past) {
        Ok((orders, note)) => {
            // These orders are not a further step to undo.
            stack.recorded += orders.len();
            orders.into_iter().for_each(|order| door.give(past.player.faction, order));
            let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
            toasts.say(format!("Undone: {}{note}", step.words));
        }
        Err(why) => toasts.say(format!("Cannot undo \"{}\": {why}", step.words)),
    }
}

/// Orders that take something back, and a remark about what does not come back.
type WayBack = (Vec<Order>, Option<String>);

impl Step {
    /// The orders that take the step back, the last order first. Parts that cannot be taken back are left out.
    ///
    /// # Errors
    /// Why nothing of it can be taken back, in words for the player.
    fn way_back(&self, past: &Past) -> Result<WayBack, String> {
        let age_s = past.calendar.tick.saturating_sub(self.tick) as f64 / TICKS_PER_SECOND;
        if age_s > GREATEST_AGE_S {
            return Err(format!("it was given more than {:.0} minutes ago", GREATEST_AGE_S / 60.0));
        }
        let is_done = past.calendar.tick > self.tick;
        let mut all = Vec::new();
        let (mut remark, mut obstacle) = (None, None);
        for inverse in self.inverses.iter().rev() {
            match inverse.way_back(past.view(), is_done) {
                Ok((orders, note)) => {
                    all.extend(orders);
                    remark = remark.or(note);
                }
                Err(why) => obstacle = Some(why),
            }
        }
        match obstacle {
            Some(why) if all.is_empty() => Err(why),
            Some(why) => Ok((all, Some(format!("in part: {why}")))),
            None => Ok((all, remark)),
        }
    }
}

/// The key and the button: what was ordered earlier in the same frame counts.
pub fn undo_last(world: &mut World) {
    run(world, record, ());
    run(world, undo, ());
}

/// The button of undo, without its sign and words; `node`: its shape.
pub fn button(node: Node) -> impl Bundle {
    (
        pressable(Face { resting: RESTING, hovered: HOVERED, edge: EDGE }),
        InTurn(|world, _| undo_last(world)),
        KeyTip(|bindings| keyed("Undo your last order", Action::Undo, bindings)),
        node,
    )
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::level::{Doctrine, Stance};
    use crate::sim::visibility::test_support::{ARES, EARTH, MARS, TERRA, VENUS, held};
    use crate::sim::{
        ClassId, Command, ConstructionOrder, Fleet, FleetId, Goal, Growing, Route, RouteEdit, Simulation,
        Structure, StructureClasses, Units, When, world,
    };

    const EYE: Units = Units::Fleet(FleetId(0));

    /// Terra, which has one scout, called Eye, at Earth.
    fn terra() -> Simulation {
        let mut simulation = held();
        let world = simulation.world_mut();
        world.insert_resource(Player { faction: TERRA, home: None });
        world.init_resource::<UndoStack>();
        world.init_resource::<Toasts>();
        world.init_resource::<Settings>();
        simulation
    }

    /// Gives orders within a frame, and lets some ticks pass.
    fn give(simulation: &mut Simulation, orders: Vec<Order>, ticks: u64) {
        let world = simulation.world_mut();
        orders.into_iter().for_each(|order| world.resource_mut::<OrderQueue>().give(TERRA, order));
        world.run_system_once(record).expect("it runs");
        simulation.run(ticks);
    }

    /// Takes the last step back. Returns the message.
    fn say(simulation: &mut Simulation) -> String {
        undo_last(simulation.world_mut());
        simulation.world_mut().resource_mut::<Toasts>().take_fresh()
    }

    /// The same, and lets a tick pass.
    fn take_back(simulation: &mut Simulation) -> String {
        let words = say(simulation);
        simulation.run(1);
        words
    }

    fn eye(simulation: &mut Simulation) -> Entity {
        let world = simulation.world_mut();
        let mut fleets = world.query::<(Entity, &Fleet)>();
        let (eye, _) = fleets.iter(world).find(|(_, fleet)| fleet.id == FleetId(0)).expect("it is there");
        eye
    }

    fn go(to: BodyId, when: When) -> Order {
        Order::fleet(EYE, Command::go(Goal::Body(to), when))
    }

    /// The goals of Eye, and whether it repeats them.
    fn route(simulation: &mut Simulation) -> (Vec<Goal>, bool) {
        let eye = eye(simulation);
        let world = simulation.world();
        let route = world.get::<Route>(eye).expect("it has a route");
        let repeats = world.get::<Repeats>(eye).is_some_and(|repeats| repeats.0);
        (route.0.iter().map(|leg| leg.goal).collect(), repeats)
    }

    #[test]
    fn the_former_route_comes_back() {
        let mut simulation = terra();
        let repeat = Order::fleet(EYE, Command::Edit(RouteEdit::Repeat(true)));
        give(&mut simulation, vec![go(VENUS, When::Now), go(EARTH, When::Last)], 1);
        give(&mut simulation, vec![repeat], 1);
        let before = route(&mut simulation);
        assert_eq!(before, (vec![Goal::Body(VENUS), Goal::Body(EARTH)], true));
        give(&mut simulation, vec![go(MARS, When::Now)], 3);
        assert_eq!(route(&mut simulation), (vec![Goal::Body(MARS)], false));
        assert_eq!(take_back(&mut simulation), "Undone: go to Mars");
        assert_eq!(route(&mut simulation), before);
        assert_eq!(take_back(&mut simulation), "Undone: repeat the route");
        assert!(!route(&mut simulation).1);
    }

    #[test]
    fn a_fleet_that_rested_returns_to_its_place() {
        let mut simulation = terra();
        give(&mut simulation, vec![go(MARS, When::Now)], 30);
        assert_eq!(say(&mut simulation), "Undone: go to Mars");
        let waiting: Vec<Order> =
            simulation.world().resource::<OrderQueue>().waiting(TERRA).cloned().collect();
        let is_return = |order: &Order| {
            matches!(order, Order::Fleet { command: Command::Go { goal: Goal::Place(_), .. }, .. })
        };
        assert!(waiting.len() == 1 && waiting.iter().all(is_return), "{waiting:?}");
        assert_eq!(take_back(&mut simulation), "There is no order to undo", "undo is no step of its own");
        assert!(!route(&mut simulation).0.contains(&Goal::Body(MARS)));
    }

    #[test]
    fn a_setting_and_a_name_come_back() {
        let mut simulation = terra();
        let now = |simulation: &mut Simulation| {
            let eye = eye(simulation);
            let name = simulation.world().get::<Fleet>(eye).map(|fleet| fleet.name.clone());
            (name.unwrap_or_default(), simulation.world().get::<world::Doctrine>(eye).map(|now| now.0))
        };
        let before = now(&mut simulation);
        let doctrine = Doctrine { stance: Stance::HoldFire, ..Doctrine::default() };
        give(&mut simulation, vec![Order::fleet(EYE, Command::Doctrine(doctrine))], 1);
        give(&mut simulation, vec![Order::fleet(EYE, Command::Rename("Ear".to_owned()))], 1);
        assert_eq!(now(&mut simulation), ("Ear".to_owned(), Some(doctrine)));
        assert_eq!(take_back(&mut simulation), "Undone: rename to Ear");
        assert_eq!(now(&mut simulation), ("Eye".to_owned(), Some(doctrine)));
        take_back(&mut simulation);
        assert_eq!(now(&mut simulation), before);
    }

    #[test]
    fn a_site_is_given_up_again_but_a_finished_structure_stays() {
        let mut simulation = terra();
        let sites = |simulation: &mut Simulation| {
            let world = simulation.world_mut();
            world.query::<&Structure>().iter(world).filter(|one| one.faction == TERRA).count()
        };
        let classes = &simulation.world().resource::<StructureClasses>().0;
        let satellite = classes.iter().position(|class| class.name == "satellite");
        let class = ClassId::from(satellite.expect("there are satellites"));
        let build = ConstructionOrder::Build { class, body: EARTH, ring: 0, slot: 0 };
        give(&mut simulation, vec![Order::Construction(build)], 2);
        assert_eq!(sites(&mut simulation), 1);
        let words = take_back(&mut simulation);
        assert!(words.starts_with("Undone: build satellite at Earth"), "{words}");
        assert_eq!(sites(&mut simulation), 0);
        give(&mut simulation, vec![Order::Construction(build)], 1);
        let world = simulation.world_mut();
        let growing: Vec<Entity> = world.query_filtered::<Entity, With<Growing>>().iter(world).collect();
        for site in growing {
            world.entity_mut(site).remove::<Growing>();
        }
        let words = say(&mut simulation);
        assert_eq!(words, "Cannot undo \"build satellite at Earth\": it is finished already");
    }

    #[test]
    fn what_is_old_or_gone_stays_and_the_player_is_told_why() {
        let mut simulation = terra();
        give(&mut simulation, vec![go(MARS, When::Now)], 1);
        give(&mut simulation, vec![go(VENUS, When::Now)], 1);
        let eye = eye(&mut simulation);
        simulation.world_mut().get_mut::<Fleet>(eye).expect("it is a fleet").id = FleetId(90);
        assert_eq!(say(&mut simulation), "Cannot undo \"go to Venus\": the fleet is gone");
        simulation.world_mut().resource_mut::<Calendar>().tick += 30_000;
        let words = say(&mut simulation);
        assert_eq!(words, "Cannot undo \"go to Mars\": it was given more than 5 minutes ago");
    }

    #[test]
    fn a_refused_order_is_no_step_and_few_steps_are_kept() {
        let mut simulation = terra();
        give(&mut simulation, vec![Order::fleet(Units::Fleet(FleetId(9)), Command::Stop)], 1);
        assert!(simulation.world().resource::<UndoStack>().steps.is_empty());
        for _ in 0..MOST_STEPS + 2 {
            give(&mut simulation, vec![go(MARS, When::Now)], 1);
        }
        assert_eq!(simulation.world().resource::<UndoStack>().steps.len(), MOST_STEPS);
        let world = simulation.world_mut();
        world.insert_resource(Player { faction: ARES, home: None });
        world.run_system_once(record).expect("it runs");
        assert!(world.resource::<UndoStack>().steps.is_empty(), "another player's orders are not taken back");
    }
}

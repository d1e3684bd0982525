//! What the guide knows of the game.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::goal::{Garrison, easiest, easiest_landing, is_as_good, may_be_mine};
use super::targets::{Targets, planet_of};
use crate::client::frame::capital;
use crate::client::hud::aim_words::aim_lines;
use crate::client::hud::layout::places::PanelFolded;
use crate::client::hud::planet::gather::{PlanetData, free_places};
use crate::client::hud::planet::panel::pages::Pages;
use crate::client::hud::planet::{BuildMenuAt, Page, Subject};
use crate::client::hud::timeline::own_fleets::OwnFleets;
use crate::client::input::{Selected, Tool};
use crate::level::{Assault, ShipClass, StructureClass};
use crate::sim::forecast::windows::travel_days;
use crate::sim::order::{ConstructionRefusal, Plot};
use crate::sim::outcome::victory::Race;
use crate::sim::visibility::KnownFleet;
use crate::sim::{BodyId, ClassId, ConstructionOrder, Goal, Order, RingPlace};

/// A thing and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    /// The thing.
    pub what: T,
    /// Its name.
    pub name: String,
}

/// A fleet of the player's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnFleet {
    /// The fleet.
    pub fleet: Entity,
    /// Its first ship.
    pub ship: Entity,
}

/// Troopers of the player's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Troopers {
    /// Aboard all ships.
    pub aboard: f64,
    /// Aboard the selected ships, which land at once.
    pub selected: f64,
    /// Of the ships in the queues of yards, and of those whose orders wait for their tick.
    pub ordered: f64,
    /// The fleet with the most troopers that are not selected.
    pub next: Option<Named<OwnFleet>>,
}

/// A fleet of the player's, with the troopers aboard all of its ships, and aboard the selected ones.
struct Load {
    fleet: Named<OwnFleet>,
    aboard: f64,
    selected: f64,
}

impl Troopers {
    /// Those of some fleets, and of ships on order.
    fn of(loads: Vec<Load>, ordered: f64) -> Self {
        let aboard = loads.iter().map(|load| load.aboard).sum();
        let selected = loads.iter().map(|load| load.selected).sum();
        let rest = |load: &Load| load.aboard - load.selected;
        let with_rest = loads.into_iter().filter(|load| rest(load) > 0.0);
        let next = with_rest.min_by(|one, other| rest(other).total_cmp(&rest(one)));
        Self { aboard, selected, ordered, next: next.map(|load| load.fleet) }
    }
}

/// How far the player has got with the goal of the fleet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GoalState {
    /// Nobody goes there.
    #[default]
    Far,
    /// A fleet is on its way, or ordered there.
    UnderWay,
    /// A ship is near, and the first structure would claim the body.
    Here,
    /// Its garrison is too large for a claim by a structure: troopers have to take it.
    Resists,
    /// Troopers of the player's are on their way to land there, or ordered to.
    Landing,
    /// Troopers of the player's side fight there.
    Fought,
    /// It can be taken neither by building nor by troopers.
    Barred,
    /// It is the player's.
    Own,
}

/// What the advice depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Whether the clock stands.
    pub is_paused: bool,
    /// The fleet to be sent: the first idle one, or else the first.
    pub fleet: Option<Named<OwnFleet>>,
    /// Whether ships are selected.
    pub has_selection: bool,
    /// Whether ships at the goal are selected.
    pub has_selection_there: bool,
    /// The body to which a fleet is to be sent.
    pub goal: Option<Named<BodyId>>,
    /// The planet that the goal circles, if it is a moon.
    pub planet: Option<Named<BodyId>>,
    /// Whether the goal is in view.
    pub sees_goal: bool,
    /// How far the player has got with the goal.
    pub goal_state: GoalState,
    /// The garrison of the goal; `None` while the player does not see its ground.
    pub garrison: Option<Garrison>,
    /// The player's troopers.
    pub troopers: Troopers,
    /// The cheapest class of ships with troopers.
    pub lander: Option<Named<ClassId>>,
    /// The cheapest class that can be built at the goal now.
    pub outpost: Option<Named<ClassId>>,
    /// The home planet, while it is the player's.
    pub home: Option<Named<BodyId>>,
    /// A class to be built at home: the one that earns most money, or else the cheapest.
    pub station: Option<Named<ClassId>>,
    /// A body of the player's with a yard: the home planet, or else the first.
    pub yard: Option<Named<BodyId>>,
    /// The cheapest class of ships.
    pub ship: Option<Named<ClassId>>,
    /// The body in the planet panel.
    pub subject: Option<BodyId>,
    /// The open page of the planet panel.
    pub page: Page,
    /// The class whose slot is being chosen.
    pub chosen: Option<Named<ClassId>>,
    /// A slot for it at the body in the panel, in view.
    pub slots: Option<RingPlace>,
    /// Whether the rings of that body have no room for it.
    pub has_no_room: bool,
    /// The player's lines about the conditions of victory; none in a game without an end.
    pub aims: Vec<String>,
    /// What else there is to do, in sentences, for a game without an end.
    pub offers: Vec<String>,
}

/// Query bundle for the facts.
#[derive(SystemParam)]
pub struct Known<'w, 's> {
    planet_data: PlanetData<'w, 's>,
    selected: Query<'w, 's, Entity, With<Selected>>,
    subject: Res<'w, Subject>,
    folded: Res<'w, PanelFolded>,
    page: Res<'w, Page>,
    menu: Res<'w, BuildMenuAt>,
    tool: Res<'w, Tool>,
    time: Res<'w, Time<Virtual>>,
    targets: Targets<'w, 's>,
    forecasts: OwnFleets<'w, 's>,
    race: Race<'w>,
}

impl Known<'_, '_> {
    /// Whether the player has just done something in a panel, or given an order.
    pub fn has_new_choice(&self) -> bool {
        self.subject.is_changed()
            || self.folded.is_changed()
            || self.page.is_changed()
            || self.menu.is_changed()
            || self.tool.is_changed()
            || self.planet_data.waiting_orders().next().is_some()
    }

    /// The facts now, by the goal until now, and the body to which the player has sent ships last.
    pub fn facts(&self, present: Option<BodyId>, sent_to: Option<BodyId>) -> Facts {
        let data = &self.planet_data;
        let home = data.player.home.map(|(body, _)| body).filter(|body| self.is_own(*body));
        let goal = self.goal(present, sent_to);
        let goal_state = goal.map_or(GoalState::Far, |goal| self.goal_state(goal));
        let outpost = goal.filter(|_| goal_state == GoalState::Here);
        let (slots, has_no_room) = self.room_for_chosen();
        Facts {
            is_paused: self.time.is_paused(),
            fleet: self.fleet(),
            has_selection: !self.selected.is_empty(),
            has_selection_there: goal
                .is_some_and(|body| self.selected.iter().any(|ship| self.targets.is_at(ship, body))),
            goal: goal.map(|body| self.named(body)),
            planet: goal.and_then(|body| planet_of(&data.sky.system, body)).map(|planet| self.named(planet)),
            sees_goal: goal.is_some_and(|body| self.targets.is_in_view(body)),
            goal_state,
            garrison: goal.and_then(|body| Garrison::known(data, body)),
            troopers: self.troopers(),
            lander: self.cheapest_ship(|class| class.troopers > 0),
            outpost: outpost.and_then(|body| self.class_for(body, false)),
            home: home.map(|body| self.named(body)),
            station: home.and_then(|body| self.class_for(body, true)),
            yard: self.yard(home).map(|body| self.named(body)),
            ship: self.cheapest_ship(|_| true),
            // A click on its body opens a folded panel again.
            subject: self.subject.0.filter(|_| !self.folded.0),
            page: self.open_page(),
            chosen: self.tool.class().and_then(|class| self.structure(class)),
            slots,
            has_no_room,
            aims: aim_lines(&self.race, &data.sky, &data.player),
            offers: self.offers(),
        }
    }

    /// What else there is to do: to mine a comet, and to land on a body that resists stations.
    fn offers(&self) -> Vec<String> {
        let landing = easiest_landing(&self.planet_data).map(|(body, troopers)| {
            let name = self.planet_data.almanac().body_in_words(body);
            format!("Troopers take {name}: land {troopers:.0} or more at once.")
        });
        self.planet_data.rare_words().into_iter().chain(landing).collect()
    }

    /// The page that the panel shows: a body does not have all of them.
    fn open_page(&self) -> Page {
        let open = |body: BodyId| Pages::at(&self.planet_data, body, *self.page, *self.menu).open;
        self.subject.0.map_or(Page::Overview, open)
    }

    fn named(&self, body: BodyId) -> Named<BodyId> {
        Named { what: body, name: self.planet_data.almanac().body_in_words(body) }
    }

    fn is_own(&self, body: BodyId) -> bool {
        self.planet_data.view().owner(body) == Some(self.planet_data.me())
    }

    fn own_fleets(&self) -> Vec<KnownFleet<'_>> {
        let me = self.planet_data.me();
        let mut fleets: Vec<KnownFleet> =
            self.planet_data.view().fleets(|fleet| fleet.faction == me).collect();
        fleets.sort_by_key(|known| known.fleet.id);
        fleets
    }

    /// A fleet with its first ship; `None` for one without ships.
    fn with_ship(&self, known: &KnownFleet) -> Option<Named<OwnFleet>> {
        let ship = self.planet_data.view().ships_of(known.entity).first()?.entity;
        let what = OwnFleet { fleet: known.entity, ship };
        Some(Named { what, name: known.fleet.name.clone() })
    }

    fn fleet(&self) -> Option<Named<OwnFleet>> {
        let of = |known: &KnownFleet| self.with_ship(known);
        let is_idle = |known: &&KnownFleet| known.route.is_some_and(|route| route.0.is_empty());
        let fleets = self.own_fleets();
        fleets.iter().filter(is_idle).find_map(of).or_else(|| fleets.iter().find_map(of))
    }

    fn troopers(&self) -> Troopers {
        let view = self.planet_data.view();
        let load = |known: &KnownFleet| {
            let (mut aboard, mut selected) = (0.0, 0.0);
            for seen in view.ships_of(known.entity) {
                let troopers = view.troopers(&seen);
                aboard += troopers;
                selected += if self.selected.contains(seen.entity) { troopers } else { 0.0 };
            }
            Some(Load { fleet: self.with_ship(known)?, aboard, selected })
        };
        Troopers::of(self.own_fleets().iter().filter_map(load).collect(), self.ordered_troopers())
    }

    fn ordered_troopers(&self) -> f64 {
        let classes = &self.planet_data.ship_classes.0;
        let yards = self.planet_data.economy().yards();
        let queued = yards.iter().flat_map(|yard| &yard.yard.queue).map(|job| (job.class, 1));
        let waiting = self.planet_data.waiting_orders().filter_map(|order| match order {
            Order::Construction(ConstructionOrder::BuildShips { class, count, .. }) => Some((*class, *count)),
            _ => None,
        });
        let troopers = |(class, count): (ClassId, u8)| {
            classes.get(class).map_or(0.0, |class| f64::from(class.troopers) * f64::from(count))
        };
        queued.chain(waiting).map(troopers).sum()
    }

    /// The goal: the present one, or the easiest one once others have that or are about to. A body to which the player
    /// has sent ships takes its place if it is as good and nobody is about the present one: a look at what may be the
    /// home of a foe is no claim.
    fn goal(&self, present: Option<BodyId>, sent_to: Option<BodyId>) -> Option<BodyId> {
        let data = &self.planet_data;
        let is_open = |body: &BodyId| may_be_mine(data, *body);
        let goal = present.filter(is_open).or_else(|| self.easiest_goal())?;
        let is_better = |body: &BodyId| {
            is_open(body) && self.goal_state(goal) == GoalState::Far && is_as_good(data, *body, goal)
        };
        Some(sent_to.filter(is_better).unwrap_or(goal))
    }

    /// The body that is easiest to take, from the place of the fleet to be sent. None before the first forecast of
    /// its flight.
    fn easiest_goal(&self) -> Option<BodyId> {
        let own = self.forecasts.get(self.fleet()?.what.fleet)?;
        let (system, now_jd) = (self.forecasts.system(), self.forecasts.now_jd());
        let speed_km_s = own.forecast.company.cruise_km_s;
        let days = |body: BodyId| travel_days(system, &own.forecast.itinerary, speed_km_s, body, now_jd);
        easiest(&self.planet_data, |body| days(body).unwrap_or(f64::INFINITY))
    }

    fn goal_state(&self, goal: BodyId) -> GoalState {
        if self.is_own(goal) {
            return GoalState::Own;
        }
        if self.is_fought_over(goal) {
            return GoalState::Fought;
        }
        let fleets = self.own_fleets();
        let is_bound = |is_meant: &dyn Fn(Goal) -> bool| {
            let routes = fleets.iter().filter_map(|known| known.route);
            let flown = routes.flat_map(|route| route.0.iter().map(|leg| leg.goal));
            flown.chain(self.planet_data.waiting_orders().filter_map(Order::goal)).any(is_meant)
        };
        if is_bound(&|to| to == Goal::Ground { body: goal, assault: Assault::Land }) {
            return GoalState::Landing;
        }
        match self.planet_data.plot(goal) {
            Ok(_) => GoalState::Here,
            Err(ConstructionRefusal::NobodyThere(_)) if is_bound(&|to| to.body() == Some(goal)) => {
                GoalState::UnderWay
            }
            Err(ConstructionRefusal::NobodyThere(_)) => GoalState::Far,
            Err(ConstructionRefusal::Resists { .. }) => GoalState::Resists,
            Err(_) => GoalState::Barred,
        }
    }

    /// Whether troopers of the player's side fight on the ground of a body.
    fn is_fought_over(&self, body: BodyId) -> bool {
        let view = self.planet_data.view();
        let invaders = view.ground(body).and_then(|known| known.ground.invaders);
        invaders.is_some_and(|(who, _)| !view.is_foe(who))
    }

    /// A class that can be built at a body: the cheapest one, or the one that earns most money if any does.
    fn class_for(&self, body: BodyId, earns: bool) -> Option<Named<ClassId>> {
        let plot = self.planet_data.plot(body).ok()?;
        let classes = self.planet_data.classes.0.iter_enumerated();
        let possible = classes.filter(|(_, class)| plot.starts(class).is_ok());
        let best = possible.min_by_key(|(_, class)| {
            let earned = if earns { class.earns.money } else { 0 };
            (std::cmp::Reverse(earned), class.price.money)
        });
        best.and_then(|(class, _)| self.structure(class))
    }

    fn structure(&self, class: ClassId) -> Option<Named<ClassId>> {
        let name = self.planet_data.classes.0.get(class)?.name.clone();
        Some(Named { what: class, name })
    }

    fn yard(&self, home: Option<BodyId>) -> Option<BodyId> {
        let yards = self.planet_data.economy().yards();
        let at_home = yards.iter().find(|yard| Some(yard.structure.body) == home);
        at_home.or(yards.first()).map(|yard| yard.structure.body)
    }

    fn cheapest_ship(&self, is_wanted: impl Fn(&ShipClass) -> bool) -> Option<Named<ClassId>> {
        let classes = self.planet_data.ship_classes.0.iter_enumerated();
        let built = classes.filter(|(_, class)| class.is_built_in_yards() && is_wanted(class));
        let (what, class) = built.min_by_key(|(_, class)| class.price.money)?;
        Some(Named { what, name: capital(&class.name) })
    }

    /// The class whose slot is being chosen, and the body in the panel with its rings, if the player may build there.
    fn choice(&self) -> Option<(&StructureClass, BodyId, Plot<'_>)> {
        let body = self.subject.0?;
        let class = self.planet_data.classes.0.get(self.tool.class()?)?;
        Some((class, body, self.planet_data.plot(body).ok()?))
    }

    /// A free place in view for the chosen class there, and whether the rings have no room for it.
    fn room_for_chosen(&self) -> (Option<RingPlace>, bool) {
        let Some((class, body, plot)) = self.choice() else { return (None, false) };
        let Ok(starts) = plot.starts(class) else { return (None, true) };
        (self.targets.slots_in_view(body, free_places(&starts, class.slots)), false)
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::scene::labels::declutter::CoveredAreas;
    use crate::client::view::known::seen::note_bodies;
    use crate::client::view::{Origin, ViewCamera};
    use crate::sim::visibility::test_support::{MARS, TERRA, VENUS, visit_mars};
    use crate::sim::{Command, FleetId, Holdings, OrderQueue, Simulation, Units, When};

    /// A world with all that the guide looks at; Terra plays.
    fn played() -> Simulation {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Time<Virtual>>();
        world.init_resource::<Origin>();
        world.init_resource::<UiScale>();
        world.init_resource::<CoveredAreas>();
        world.init_resource::<ViewCamera>();
        simulation
    }

    #[test]
    fn a_fleet_that_is_ordered_to_the_goal_counts_as_under_way_before_the_tick() {
        let state_after = |goal: Goal| {
            let mut simulation = played();
            let world = simulation.world_mut();
            let state = |world: &mut World| {
                let facts = world.run_system_once(|known: Known| known.facts(Some(MARS), None));
                facts.expect("it runs").goal_state
            };
            assert_eq!(state(world), GoalState::Far);
            let order = Order::fleet(Units::Fleet(FleetId(1)), Command::go(goal, When::Now));
            world.resource_mut::<OrderQueue>().give(TERRA, order);
            state(world)
        };
        assert_eq!(state_after(Goal::Body(MARS)), GoalState::UnderWay);
        let land = Goal::Ground { body: MARS, assault: Assault::Land };
        assert_eq!(state_after(land), GoalState::Landing);
        assert_eq!(state_after(Goal::point(glam::DVec3::X)), GoalState::Far);
    }

    #[test]
    fn a_body_that_the_player_looks_at_is_no_goal_unless_it_is_as_good() {
        let goal_after = |worth_of_mars: u32, orders: Vec<Order>| {
            let mut simulation = played();
            let world = simulation.world_mut();
            for (body, worth) in [(VENUS, 0), (MARS, worth_of_mars)] {
                world.resource_mut::<Holdings>().0[body].economics = worth;
            }
            for order in orders {
                world.resource_mut::<OrderQueue>().give(TERRA, order);
            }
            let goal = world.run_system_once(|known: Known| known.goal(Some(VENUS), Some(MARS)));
            goal.expect("it runs")
        };
        assert_eq!(goal_after(200, Vec::new()), Some(VENUS), "so rich a planet may be the home of a foe");
        assert_eq!(goal_after(0, Vec::new()), Some(MARS), "both are out of sight, and weak if they are free");
        let order = Order::fleet(Units::Fleet(FleetId(1)), Command::go(Goal::Body(VENUS), When::Now));
        assert_eq!(goal_after(0, vec![order]), Some(VENUS), "a fleet is about it");
    }

    #[test]
    fn a_body_where_others_build_is_no_goal() {
        let mut simulation = played();
        let world = simulation.world_mut();
        // As if the satellite of Ares there were still growing.
        world.resource_mut::<Holdings>().0[MARS].owner = None;
        let goal = |world: &mut World| {
            world.run_system_once(note_bodies).expect("it runs");
            world.run_system_once(|known: Known| known.goal(Some(MARS), None)).expect("it runs")
        };
        assert_eq!(goal(world), Some(MARS), "nobody has looked there");
        visit_mars(world, true);
        assert_ne!(goal(world), Some(MARS));
    }

    #[test]
    fn the_next_fleet_has_the_most_troopers_that_are_not_selected() {
        let load = |name: &str, aboard: f64, selected: f64| {
            let what = OwnFleet { fleet: Entity::PLACEHOLDER, ship: Entity::PLACEHOLDER };
            Load { fleet: Named { what, name: name.to_owned() }, aboard, selected }
        };
        let troopers =
            Troopers::of(vec![load("a", 0.0, 0.0), load("b", 50.0, 0.0), load("c", 50.0, 0.0)], 80.0);
        assert_eq!((troopers.aboard, troopers.selected, troopers.ordered), (100.0, 0.0, 80.0));
        assert_eq!(troopers.next.map(|fleet| fleet.name).as_deref(), Some("b"), "of equals the first");
        let troopers = Troopers::of(vec![load("b", 160.0, 160.0), load("c", 80.0, 30.0)], 0.0);
        assert_eq!((troopers.aboard, troopers.selected), (240.0, 190.0));
        assert_eq!(troopers.next.map(|fleet| fleet.name).as_deref(), Some("c"));
        assert_eq!(Troopers::of(vec![load("b", 80.0, 80.0)], 0.0).next, None);
    }
}

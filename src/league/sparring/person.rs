//! A proxy of a person: 12 orders a minute, each two seconds late, one front, a plain plan. It pauses at the beginning
//! to give its first orders, expands, builds cruisers and frigates, and attacks with everything once it is about as
//! strong as what it sees. It lands troopers, also on free bodies during an attack.

use super::Script;
use super::assault::Assault;
use super::claimer::Claims;
use super::desk::{Desk, Errand};
use crate::sim::visibility::SeenShip;
use crate::sim::{Goal, Order, ShipId};

/// Seconds of play in which the attention for an order comes back: 12 a minute.
const ORDER_S: f64 = 5.0;
/// The most orders after a look,
const MOST_ORDERS: f64 = 4.0;
/// and at the beginning, with the game paused.
const FIRST_ORDERS: f64 = 12.0;
/// Seconds of play from a look to the orders that follow from it.
const REACTION_S: f64 = 2.0;
/// Trade stations in the beginning,
const FIRST_STATIONS: usize = 8;
/// and in the end.
const STATIONS: usize = 16;
/// Factories in the beginning: ships eat as many resources as money.
const FIRST_FACTORIES: usize = 2;
/// The most factories: another one follows while resources are short and money is left.
const FACTORIES: usize = 7;
/// Below this, resources are short.
const FEW_RESOURCES: i64 = 500;
/// Above this, money is left.
const IDLE_MONEY: i64 = 900;
/// They follow the first stations, seconds of play.
const FACTORIES_S: f64 = 20.0;
/// Guns at home.
const GUNS: usize = 2;
/// Scouts.
const SCOUTS: usize = 2;
/// Yards once there is money.
const YARDS: usize = 4;
/// A second yard, seconds of play; another one after as long again.
const SECOND_YARD_S: f64 = 100.0;
/// Ships of a kind that it orders at once.
const BATCH: u8 = 3;
/// The worth of the smallest fleet that attacks.
const LEAST_FLEET: f64 = 6_000.0;
/// It attacks if its fleet is worth more than this share of the foes that it sees at the target,
const BOLDNESS: f64 = 0.95;
/// where a gun counts as much.
const GUN_WORTH: f64 = 900.0;
/// It breaks off below this share of the fleet with which it began.
const GIVE_UP: f64 = 0.35;
/// and where the foes that it sees at the target are worth this much more than the fleet.
const OUTMATCHED: f64 = 1.3;
/// New ships follow the attack once they are worth this much.
const SECOND_WAVE: f64 = 4_000.0;
/// Foes at home of less worth than this are left to the guns.
const NUISANCE: f64 = 1_000.0;
/// Troopers that land on a body without an owner.
const SETTLERS: f64 = 160.0;
/// A troop ship for each of these fighters.
const FIGHTERS_PER_LANDER: usize = 3;

/// The proxy of a person.
pub struct Person {
    /// Orders on their way, and their time, seconds of play.
    pending: (f64, Vec<Order>),
    /// Orders that its attention suffices for.
    attention: f64,
    /// The time of the last look, seconds of play.
    looked_s: f64,
    /// The attack that is on.
    attack: Option<Attack>,
    /// Whether foes are at home that are too much for the ships there.
    is_home_beset: bool,
    /// Ships built by the yards, for the choice of the next.
    built: usize,
    assault: Assault,
    claims: Claims,
    defence: Errand,
    retreat: Errand,
    settling: Errand,
}

impl Default for Person {
    fn default() -> Self {
        Self {
            pending: Default::default(),
            attention: FIRST_ORDERS,
            looked_s: 0.0,
            attack: None,
            is_home_beset: false,
            built: 0,
            assault: Assault::default(),
            claims: Claims::default(),
            defence: Errand::default(),
            retreat: Errand::default(),
            settling: Errand::default(),
        }
    }
}

/// The ships of an attack, and their worth at its beginning.
struct Attack {
    crew: Vec<ShipId>,
    worth: f64,
}

impl Script for Person {
    fn look(&mut self, desk: &mut Desk) {
        let now = desk.seconds();
        let back = (now - self.looked_s) / ORDER_S;
        self.attention = (self.attention + back).min(self.attention.max(MOST_ORDERS));
        self.looked_s = now;
        let (time, orders) = &mut self.pending;
        if !orders.is_empty() {
            if *time <= now {
                orders.drain(..).for_each(|order| desk.give(order));
            }
            return;
        }
        desk.limit_to(self.attention as usize);
        self.wish(desk);
        let orders = desk.take_back();
        self.attention -= orders.len() as f64;
        self.pending = (now + REACTION_S, orders);
    }
}

impl Person {
    /// The most urgent things first.
    fn wish(&mut self, desk: &mut Desk) {
        let steps: [fn(&mut Self, &mut Desk); 6] =
            [Self::defend, Self::attack, Self::use_yards, Self::grow, Self::expand, Self::thrive];
        for step in steps {
            if desk.is_full() {
                return;
            }
            step(self, desk);
        }
    }

    /// Ships at home meet all attackers; the attack comes back if they are not enough.
    fn defend(&mut self, desk: &mut Desk) {
        let Some(base) = desk.base() else { return };
        let foes = desk.worth(&desk.foes_at(base));
        self.is_home_beset = false;
        if foes < NUISANCE {
            return;
        }
        let away =
            |seen: &SeenShip| self.attack.as_ref().is_some_and(|attack| attack.crew.contains(&seen.ship.id));
        let (out, at_home): (Vec<_>, Vec<_>) = desk.armed().into_iter().partition(away);
        let is_enough = desk.worth(&at_home) + GUN_WORTH * desk.count_structures("sentry") as f64 > foes;
        self.is_home_beset = !is_enough;
        if is_enough || out.is_empty() {
            desk.send(&mut self.defence, &at_home, Goal::Body(base), true);
        } else {
            self.attack = None;
            desk.send(&mut self.defence, &desk.armed(), Goal::Body(base), true);
        }
    }

    fn attack(&mut self, desk: &mut Desk) {
        let Some(base) = desk.base() else { return };
        let armed = desk.armed();
        let Some(attack) = &self.attack else {
            if !self.is_home_beset && is_ready(desk, &armed) {
                self.depart(desk, &armed);
            }
            return;
        };
        let (mut fighters, new): (Vec<_>, Vec<_>) =
            armed.into_iter().partition(|seen| attack.crew.contains(&seen.ship.id));
        let worth = desk.worth(&fighters);
        if worth < GIVE_UP * attack.worth || worth * OUTMATCHED < strength_at_target(desk) {
            self.attack = None;
            desk.send(&mut self.retreat, &fighters, Goal::Body(base), false);
        } else if desk.worth(&new) >= SECOND_WAVE {
            fighters.extend(new);
            self.depart(desk, &fighters);
        } else {
            self.assault.press(desk, &fighters);
        }
    }

    /// Begins an attack, or goes on with it with more ships.
    fn depart(&mut self, desk: &mut Desk, fighters: &[SeenShip]) {
        let crew = fighters.iter().map(|seen| seen.ship.id).collect();
        self.attack = Some(Attack { crew, worth: desk.worth(fighters) });
        self.assault.press(desk, fighters);
    }

    fn use_yards(&mut self, desk: &mut Desk) {
        for yard in desk.idle_yards() {
            if desk.is_full() {
                return;
            }
            let class = self.next_class(desk);
            desk.build_ships(yard, class, if class == "scout" { 1 } else { BATCH });
        }
    }

    fn next_class(&mut self, desk: &Desk) -> &'static str {
        /// It holds no comets: what it has of rare materials lasts for this many cruisers.
        const FIRST: [&str; 5] = ["cruiser", "cruiser", "frigate", "destroyer", "frigate"];
        let (fighters, landers) = (desk.armed().len(), desk.ships("troop ship").len());
        if desk.ships("scout").len() < SCOUTS {
            return "scout";
        }
        if landers * FIGHTERS_PER_LANDER < fighters {
            return "troop ship";
        }
        let later = if self.built.is_multiple_of(2) { "destroyer" } else { "frigate" };
        let class = FIRST.get(self.built).copied().unwrap_or(later);
        self.built += 1;
        class
    }

    /// The first stations, factories, and yards as time goes by.
    fn grow(&mut self, desk: &mut Desk) {
        let yards = YARDS.min(1 + (desk.seconds() / SECOND_YARD_S) as usize);
        desk.have_at_once("trade station", FIRST_STATIONS);
        if desk.seconds() > FACTORIES_S {
            desk.have_structures("factory", FIRST_FACTORIES);
        }
        desk.have_structures("shipyard", yards);
        if awaits_resources(desk) {
            let more = desk.count_structures("factory") + 1;
            desk.have_structures("factory", more.min(FACTORIES));
        }
    }

    /// Guns, and more stations.
    fn thrive(&mut self, desk: &mut Desk) {
        if desk.seconds() > SECOND_YARD_S {
            desk.have_structures("sentry", GUNS);
            desk.have_structures("trade station", STATIONS);
        }
    }

    /// Claims free bodies, and lands on the nearest one with the troop ships that the attack does not need.
    fn expand(&mut self, desk: &mut Desk) {
        self.claims.go_on(desk);
        let Some(from) = desk.base_place() else { return };
        let attacked = desk.target().filter(|_| self.attack.is_some());
        let is_needed =
            |seen: &SeenShip| attacked.is_some_and(|body| self.assault.lands_at(body, seen.ship.id));
        let mut landers = desk.ships("troop ship");
        landers.retain(|seen| !is_needed(seen));
        let free = desk.free_bodies(from).first().copied();
        if let Some(body) = free.filter(|_| desk.abilities(&landers).troopers >= SETTLERS) {
            desk.land(&mut self.settling, &landers, body);
        }
    }
}

/// Whether there is money left for which resources are short.
fn awaits_resources(desk: &Desk) -> bool {
    let balance = desk.balance();
    desk.seconds() > SECOND_YARD_S && balance.resources < FEW_RESOURCES && balance.money > IDLE_MONEY
}

/// Whether the fleet is strong enough for the next target, as far as can be seen.
fn is_ready(desk: &Desk, fighters: &[SeenShip]) -> bool {
    let (worth, foes) = (desk.worth(fighters), strength_at_target(desk));
    worth >= LEAST_FLEET && worth > BOLDNESS * foes && !desk.ships("troop ship").is_empty()
}

/// What is seen to defend the next target, as worth of ships.
fn strength_at_target(desk: &Desk) -> f64 {
    let seen_at = |target| desk.worth(&desk.foes_at(target)) + GUN_WORTH * desk.guns_at(target).len() as f64;
    desk.target().map_or(0.0, seen_at)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::SystemState;

    use super::*;
    use crate::level::Assault as GroundAssault;
    use crate::sim::economy::Economies;
    use crate::sim::simulation::test_support::begun;
    use crate::sim::visibility::Views;
    use crate::sim::{BodyId, Command, FactionId, Units};

    /// Terra's ships are at Mars, which Ares holds with a few defenders and without guns. Venus is free.
    const AT_MARS: &str = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Venus"), body("Earth"), body("Mars")],
        factions: [
            (name: "Terra", color: "#4aa8ff", home: "Earth"),
            (name: "Ares", color: "#ff7a45", home: "Mars"),
        ],
        fleets: [(name: "First", faction: "Terra", at: near("Mars"),
            ships: [(class: "frigate"), (class: "troop ship", count: 3)])],
        holdings: [(body: "Mars", owner: "Ares", ground: (defenders: 10))],
    )"##;
    const VENUS: BodyId = BodyId(1);
    const MARS: BodyId = BodyId(3);
    const TERRA: FactionId = FactionId(0);
    const FIGHTER: ShipId = ShipId(0);
    const LANDERS: [ShipId; 3] = [ShipId(1), ShipId(2), ShipId(3)];

    /// Where a look at [`AT_MARS`] sends ships, during an attack of the frigate or without one.
    fn sent(is_attacking: bool) -> Vec<(Vec<ShipId>, Goal)> {
        let mut simulation = begun(AT_MARS);
        let mut inputs = SystemState::<(Views, Economies)>::new(simulation.world_mut());
        let (views, economies) = inputs.get(simulation.world()).expect("there is a world");
        let view = views.of(TERRA);
        let mut desk = Desk::of(view, economies.of(TERRA, view)).expect("it is a faction");
        let attack = is_attacking.then(|| Attack { crew: vec![FIGHTER], worth: 1.0 });
        let mut person = Person { attack, ..Person::default() };
        person.look(&mut desk);
        let (_, orders) = person.pending;
        let goals = orders.into_iter().filter_map(|order| match order {
            Order::Fleet { units: Units::Ships(ships), command: Command::Go { goal, .. } } => {
                Some((ships, goal))
            }
            _ => None,
        });
        goals.collect()
    }

    /// Otherwise the second order would take the troop ships away from the attack.
    #[test]
    fn troop_ships_that_an_attack_lands_get_no_second_order_in_the_same_look() {
        let land = |body: BodyId| (LANDERS.to_vec(), Goal::Ground { body, assault: GroundAssault::Land });
        assert_eq!(sent(false), [land(VENUS)], "without an attack they win a free body");
        assert_eq!(sent(true), [(vec![FIGHTER], Goal::Body(MARS)), land(MARS)]);
    }
}

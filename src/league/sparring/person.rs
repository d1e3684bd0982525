//! A proxy of a person: 12 orders a minute, each two seconds late, one front, a plain plan. It expands, builds
//! cruisers and frigates, attacks with everything once it is stronger than what it has seen, and lands troopers.

use super::Script;
use super::assault::Assault;
use super::claimer::Claims;
use super::desk::{Desk, Errand};
use crate::sim::visibility::SeenShip;
use crate::sim::{Goal, Order, ShipId};

/// Seconds of play from one order to the next: 12 a minute.
const ORDER_S: f64 = 5.0;
/// Seconds of play from a look to the order that follows from it.
const REACTION_S: f64 = 2.0;
/// Trade stations in the beginning,
const FIRST_STATIONS: usize = 8;
/// and in the end.
const STATIONS: usize = 16;
/// Scouts.
const SCOUTS: usize = 2;
/// Yards once there is money.
const YARDS: usize = 3;
/// A second yard, seconds of play; another one after as long again.
const SECOND_YARD_S: f64 = 120.0;
/// Ships of a kind that it orders at once.
const BATCH: u8 = 3;
/// The worth of the smallest fleet that attacks, three cruisers and the guard.
const LEAST_FLEET: f64 = 10_000.0;
/// It attacks if its fleet is worth this much more than the foes that it sees at the target,
const STRONGER: f64 = 1.6;
/// where a gun counts as much.
const GUN_WORTH: f64 = 900.0;
/// It breaks off below this share of the fleet with which it began.
const GIVE_UP: f64 = 0.35;
/// Troopers that land on a body without an owner.
const SETTLERS: f64 = 160.0;
/// A troop ship for each of these fighters.
const FIGHTERS_PER_LANDER: usize = 3;

/// The proxy of a person.
#[derive(Default)]
pub struct Person {
    /// An order that is on its way, and its time, seconds of play.
    pending: Option<(f64, Order)>,
    /// The time of the next order.
    next_s: f64,
    /// The attack that is on.
    attack: Option<Attack>,
    /// Ships built by the yards, for the choice of the next.
    built: usize,
    assault: Assault,
    claims: Claims,
    defence: Errand,
    retreat: Errand,
    settling: Errand,
}

/// The ships of an attack, and their worth at its beginning. New ships wait for the next one.
struct Attack {
    crew: Vec<ShipId>,
    worth: f64,
}

impl Attack {
    /// The ships that are left.
    fn rest<'a>(&self, desk: &Desk<'a>) -> Vec<SeenShip<'a>> {
        desk.armed().into_iter().filter(|seen| self.crew.contains(&seen.ship.id)).collect()
    }
}

impl Script for Person {
    fn look(&mut self, desk: &mut Desk) {
        let now = desk.seconds();
        if let Some((_, order)) = self.pending.take_if(|(time, _)| *time <= now) {
            desk.give(order);
            return;
        }
        if self.pending.is_some() || now < self.next_s {
            return;
        }
        desk.limit_to(1);
        self.wish(desk);
        if let Some(order) = desk.take_back().pop() {
            self.pending = Some((now + REACTION_S, order));
            self.next_s = now + ORDER_S;
        }
    }
}

impl Person {
    /// The most urgent thing first.
    fn wish(&mut self, desk: &mut Desk) {
        let steps: [fn(&mut Self, &mut Desk); 5] =
            [Self::defend, Self::attack, Self::use_yards, Self::build, Self::expand];
        for step in steps {
            step(self, desk);
            if desk.is_full() {
                return;
            }
        }
    }

    fn defend(&mut self, desk: &mut Desk) {
        let Some(base) = desk.base() else { return };
        let fighters = desk.armed();
        if !desk.foes_at(base).is_empty() {
            self.attack = None;
            desk.send(&mut self.defence, &fighters, Goal::Body(base), true);
        }
    }

    fn attack(&mut self, desk: &mut Desk) {
        let Some(base) = desk.base() else { return };
        let Some(attack) = &self.attack else {
            let fighters = desk.armed();
            if is_ready(desk, &fighters) {
                let crew = fighters.iter().map(|seen| seen.ship.id).collect();
                self.attack = Some(Attack { crew, worth: desk.worth(&fighters) });
                self.assault.press(desk, &fighters);
            }
            return;
        };
        let fighters = attack.rest(desk);
        if desk.worth(&fighters) < GIVE_UP * attack.worth {
            self.attack = None;
            desk.send(&mut self.retreat, &fighters, Goal::Body(base), false);
        } else {
            self.assault.press(desk, &fighters);
        }
    }

    fn use_yards(&mut self, desk: &mut Desk) {
        let Some(yard) = desk.idle_yards().first().copied() else { return };
        let (fighters, landers) = (desk.armed().len(), desk.ships("troop ship").len());
        let class = if desk.ships("scout").len() < SCOUTS {
            "scout"
        } else if landers * FIGHTERS_PER_LANDER < fighters {
            "troop ship"
        } else {
            // It holds no comets: what it has of rare materials lasts for so many cruisers.
            let next = ["cruiser", "cruiser", "frigate", "destroyer", "frigate"];
            self.built += 1;
            next.get(self.built - 1).copied().unwrap_or(if self.built.is_multiple_of(2) {
                "frigate"
            } else {
                "destroyer"
            })
        };
        desk.build_ships(yard, class, if class == "scout" { 1 } else { BATCH });
    }

    fn build(&mut self, desk: &mut Desk) {
        let yards = YARDS.min(1 + (desk.seconds() / SECOND_YARD_S) as usize);
        if desk.works("trade station") < FIRST_STATIONS {
            desk.have_works("trade station", FIRST_STATIONS);
        } else if desk.works("shipyard") < yards {
            desk.have_works("shipyard", yards);
        } else if desk.seconds() > SECOND_YARD_S {
            desk.have_works("trade station", STATIONS);
        }
    }

    fn expand(&mut self, desk: &mut Desk) {
        self.claims.go_on(desk);
        let (Some(from), None) = (desk.base_place(), &self.attack) else { return };
        let landers = desk.ships("troop ship");
        let free = desk.free_bodies(from).first().copied();
        if let Some(body) = free.filter(|_| desk.abilities(&landers).troopers >= SETTLERS) {
            desk.land(&mut self.settling, &landers, body);
        }
    }
}

/// Whether the fleet is strong enough for the next target, as far as can be seen.
fn is_ready(desk: &Desk, fighters: &[SeenShip]) -> bool {
    let seen_at = |target| desk.worth(&desk.foes_at(target)) + GUN_WORTH * desk.guns_at(target).len() as f64;
    let (worth, foes) = (desk.worth(fighters), desk.target().map_or(0.0, seen_at));
    worth >= LEAST_FLEET && worth > STRONGER * foes && !desk.ships("troop ship").is_empty()
}

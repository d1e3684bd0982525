//! A forward model of the ledger: income and fleet after some time, if an opening is built undisturbed.
//!
//! It leaves out slots, claims, and the ships that are bought beside the opening.

use std::collections::VecDeque;

use super::{ship_class, structure_class};
use crate::ai::attention::at_the_beginning;
use crate::ai::situation::Situation;
use crate::level::{OpeningStep, Price, Skill};
use crate::sim::worth;

/// Seconds of play of an economy tick, the step of the model.
const STEP_S: f64 = 2.0;

/// What an opening leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// Money of an economy tick, less upkeep.
    pub money: f64,
    /// Resources of an economy tick, less upkeep.
    pub resources: f64,
    /// Worth of the ships that it has built, finished or in part.
    pub fleet: f64,
}

/// Something that is being built.
#[derive(Clone, Debug)]
struct Job {
    price: Price,
    build_s: f64,
    /// The share that is built and paid for.
    done: f64,
    /// What it brings in an economy tick once it is finished: money and resources.
    brings: [f64; 2],
    is_yard: bool,
}

/// The ledger of the model.
#[derive(Clone, Debug)]
struct Ledger {
    money: f64,
    resources: f64,
    brings: [f64; 2],
    yards: usize,
    growing: VecDeque<Job>,
    queue: VecDeque<Job>,
    fleet: f64,
}

/// The outlook of some steps after some seconds of play, with the orders that a skill can give. What is left of
/// the money goes into more of the structures of the first step that earns.
pub fn outlook(situation: &Situation, skill: &Skill, steps: &[OpeningStep], seconds: f64) -> Outlook {
    let at_once = situation.almanac().economy.0.building.growing_at_once as usize;
    let mut ledger = Ledger::now(situation);
    let mut orders: VecDeque<(f64, bool, Job)> = orders(situation, skill, steps).into();
    let more =
        orders.iter().map(|(_, _, job)| job).find(|job| job.brings.iter().any(|part| *part > 0.0)).cloned();
    // Further structures take orders, too.
    let mut given = orders.len();
    let mut time_s = 0.0;
    while time_s < seconds {
        while let Some((_, is_ship, job)) = orders.pop_front_if(|(from_s, ..)| *from_s <= time_s) {
            if is_ship { ledger.queue.push_back(job) } else { ledger.growing.push_back(job) }
        }
        let may_order = orders.is_empty() && order_s(skill, given) <= time_s;
        if may_order && ledger.growing.len() < at_once && ledger.money > 0.0 {
            ledger.growing.extend(more.clone());
            given += 1;
        }
        ledger.pass(at_once);
        time_s += STEP_S;
    }
    let [money, resources] = ledger.brings;
    Outlook { money, resources, fleet: ledger.fleet }
}

/// The orders of some steps: from when each can be given, whether it is for a ship, and what it builds.
fn orders(situation: &Situation, skill: &Skill, steps: &[OpeningStep]) -> Vec<(f64, bool, Job)> {
    let mut orders = Vec::new();
    for step in steps {
        let Some(missing) = super::missing(situation, step) else { continue };
        let (is_ship, job) = match step {
            OpeningStep::Works { class, .. } => {
                (false, structure_class(situation, class).and_then(|id| structure(situation, id)))
            }
            OpeningStep::Ships { class, .. } => {
                (true, ship_class(situation, class).and_then(|id| ship(situation, id)))
            }
        };
        let Some(job) = job else { continue };
        for _ in 0..missing {
            orders.push((order_s(skill, orders.len()), is_ship, job.clone()));
        }
    }
    orders
}

/// The time at which an order of this number can be given, seconds of play.
fn order_s(skill: &Skill, number: usize) -> f64 {
    (number as f64 - at_the_beginning(skill)).max(0.0) * 60.0 / skill.orders_per_minute
}

fn structure(situation: &Situation, id: crate::sim::ClassId) -> Option<Job> {
    let class = situation.almanac().structures.0.get(id)?;
    let money = f64::from(class.earns.money) - f64::from(class.upkeep.money);
    let resources = f64::from(class.earns.resources) - f64::from(class.upkeep.resources);
    let (price, build_s, is_yard) = (class.price, class.build_s, class.is_yard());
    Some(Job { price, build_s, done: 0.0, brings: [money, resources], is_yard })
}

fn ship(situation: &Situation, id: crate::sim::ClassId) -> Option<Job> {
    let class = situation.almanac().ships.0.get(id)?;
    let brings = [-f64::from(class.upkeep.money), -f64::from(class.upkeep.resources)];
    Some(Job { price: class.price, build_s: class.build_s, done: 0.0, brings, is_yard: false })
}

impl Ledger {
    fn now(situation: &Situation) -> Self {
        let home = situation.own_bodies().fold([0.0, 0.0], |sum, body| {
            let net = situation.economy.gain(body).0.net();
            [sum[0] + net.money as f64, sum[1] + net.resources as f64]
        });
        let upkeep = situation.ships.iter().filter_map(|ship| situation.almanac().ships.0.get(ship.class));
        let upkeep: f64 = upkeep.map(|class| f64::from(class.upkeep.money)).sum();
        Self {
            money: situation.balance.money as f64,
            resources: situation.balance.resources as f64,
            brings: [home[0] - upkeep, home[1]],
            yards: situation.yards().count(),
            growing: VecDeque::new(),
            queue: VecDeque::new(),
            fleet: 0.0,
        }
    }

    /// An economy tick: income, then instalments of the oldest structures, then those of the yards.
    fn pass(&mut self, at_once: usize) {
        self.money += self.brings[0];
        self.resources += self.brings[1];
        let mut growing = std::mem::take(&mut self.growing);
        for job in growing.iter_mut().take(at_once) {
            self.pay(job);
        }
        let mut queue = std::mem::take(&mut self.queue);
        for job in queue.iter_mut().take(self.yards) {
            self.fleet += self.pay(job) * worth(job.price);
        }
        for jobs in [&mut growing, &mut queue] {
            jobs.retain(|job| {
                let is_done = job.done >= 1.0;
                if is_done {
                    self.brings[0] += job.brings[0];
                    self.brings[1] += job.brings[1];
                    self.yards += usize::from(job.is_yard);
                }
                !is_done
            });
        }
        (self.growing, self.queue) = (growing, queue);
    }

    /// Pays an instalment, if the treasury suffices; returns the share that was built.
    fn pay(&mut self, job: &mut Job) -> f64 {
        let share = (STEP_S / job.build_s).min(1.0 - job.done);
        let (money, resources) = (share * f64::from(job.price.money), share * f64::from(job.price.resources));
        if self.money < money || self.resources < resources {
            return 0.0;
        }
        self.money -= money;
        self.resources -= resources;
        job.done += share;
        share
    }
}

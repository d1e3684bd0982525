//! What takes an order back: orders that are known when it is given, or a site or a queue to be looked up later.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::{Past, WayBack};
use crate::sim::order::check;
use crate::sim::visibility::{KnownFleet, SeenStructure, WorldView};
use crate::sim::{
    AnchoredPlace, BodyId, ClassId, Command, ConstructionOrder, FleetId, Goal, Leg, Order, RouteEdit, ShipId,
    StructureId, Units, When,
};

/// A remark about a site or a ship whose instalments do not come back.
const SPENT: &str = "what was spent on it is lost";

/// What takes an order back.
#[derive(Clone, Debug, PartialEq)]
pub enum Inverse {
    /// These orders.
    Orders(Vec<Order>),
    /// A fleet rests again where it rested.
    Rest {
        /// The fleet.
        fleet: FleetId,
        /// The place of its middle.
        place: AnchoredPlace,
    },
    /// The site in this slot is given up.
    Site {
        /// Class of the structure.
        class: ClassId,
        /// The body.
        body: BodyId,
        /// The ring.
        ring: u8,
        /// The first slot.
        slot: u16,
    },
    /// The last ships of a class leave a yard's queue.
    Queue {
        /// The yard.
        yard: StructureId,
        /// The class.
        class: ClassId,
        /// Number of ships.
        count: usize,
    },
    /// Nothing, for this reason.
    Never(&'static str),
}

/// What takes an order back that the world has not processed yet.
pub fn inverses(past: &Past, order: &Order) -> Vec<Inverse> {
    match order {
        Order::Fleet { units, command } => {
            let groups = groups(past, units);
            groups.iter().filter_map(|(fleet, ships)| of_fleet(past, fleet, ships, command)).collect()
        }
        Order::Construction(order) => of_construction(past, order).into_iter().collect(),
        Order::Surrender => vec![Inverse::Never("a surrender is final")],
        Order::Seat(_) => Vec::new(),
    }
}

/// The own fleets that an order addresses, each with its addressed ships.
fn groups<'a>(past: &'a Past, units: &Units) -> Vec<(KnownFleet<'a>, Vec<ShipId>)> {
    let (view, me) = (past.view(), past.player.faction);
    let mut groups: BTreeMap<Entity, Vec<ShipId>> = BTreeMap::new();
    match units {
        Units::Fleet(id) => {
            let known = view.fleets(|fleet| fleet.id == *id && fleet.faction == me);
            groups.extend(known.map(|known| {
                let ships = view.ships_of(known.entity);
                (known.entity, ships.iter().map(|seen| seen.ship.id).collect())
            }));
        }
        Units::Ships(ids) => {
            let wanted: BTreeSet<ShipId> = ids.iter().copied().collect();
            let own = view.ships_that(|ship| wanted.contains(&ship.id)).filter(|seen| seen.owner == me);
            own.for_each(|seen| groups.entry(seen.fleet).or_default().push(seen.ship.id));
        }
    }
    groups.into_iter().filter_map(|(fleet, ships)| Some((view.fleet(fleet)?, ships))).collect()
}

/// What takes a command to ships of a fleet back. Ships that are only a part of it leave it by the command: then
/// they join it again, for it has kept its route and its settings.
fn of_fleet(past: &Past, fleet: &KnownFleet, ships: &[ShipId], command: &Command) -> Option<Inverse> {
    let id = Units::Fleet(fleet.fleet.id);
    let command = match command {
        Command::Join { .. } => return Some(Inverse::Never("merged fleets stay together")),
        Command::Scrap => return Some(Inverse::Never("scrapped ships do not come back")),
        _ if fleet.ships.is_some_and(|all| ships.len() < all) => {
            Command::Join { others: vec![Units::Ships(ships.to_vec())] }
        }
        Command::Go { .. } | Command::Patrol { .. } | Command::Stop | Command::Retreat => {
            return route(past, fleet);
        }
        Command::Edit(RouteEdit::Remove { .. } | RouteEdit::Move { .. }) => return route(past, fleet),
        Command::Edit(RouteEdit::Repeat(_)) => Command::Edit(RouteEdit::Repeat(past.repeats(fleet.entity))),
        Command::Form { .. } => {
            let former = fleet.formation?;
            Command::Form { shape: former.shape, conduct: former.conduct, facing: former.facing }
        }
        Command::Prefer(_) => Command::Prefer(fleet.wish?.0),
        Command::Doctrine(_) => Command::Doctrine(fleet.doctrine?.0),
        Command::Rename(_) => Command::Rename(fleet.fleet.name.clone()),
    };
    Some(Inverse::Orders(vec![Order::fleet(id, command)]))
}

/// The present route of a fleet, as orders.
fn route(past: &Past, fleet: &KnownFleet) -> Option<Inverse> {
    let (id, route) = (fleet.fleet.id, fleet.route?);
    let ring = past.ring(fleet).filter(|_| route.rests());
    let ring = ring.map(|(body, ring)| (Goal::Ring { body, ring }, false));
    let legs = route.0.iter().map(|leg| (goal_of(leg), leg.engage));
    let goals: Vec<(Goal, bool)> = ring.into_iter().chain(legs).collect();
    if goals.is_empty() {
        return Some(Inverse::Rest { fleet: id, place: past.place(fleet)? });
    }
    let go = |(number, (goal, engage)): (usize, (Goal, bool))| Command::Go {
        goal,
        engage,
        when: When::queued(number > 0),
    };
    let mut commands: Vec<Command> = goals.into_iter().enumerate().map(go).collect();
    if past.repeats(fleet.entity) {
        commands.push(Command::Edit(RouteEdit::Repeat(true)));
    }
    let orders = commands.into_iter().map(|command| Order::fleet(Units::Fleet(id), command));
    Some(Inverse::Orders(orders.collect()))
}

/// The goal of a leg for the fleet alone: fleets that were sent together stand beside the point.
fn goal_of(leg: &Leg) -> Goal {
    match leg.goal {
        Goal::Place(place) => Goal::Place(AnchoredPlace { offset: place.offset + leg.beside, ..place }),
        other => other,
    }
}

fn of_construction(past: &Past, order: &ConstructionOrder) -> Option<Inverse> {
    let own = |id: StructureId| structure(past.view(), id);
    let former = match *order {
        ConstructionOrder::Build { class, body, ring, slot } => {
            return Some(Inverse::Site { class, body, ring, slot });
        }
        ConstructionOrder::BuildShips { yard, class, count } => {
            return Some(Inverse::Queue { yard, class, count: usize::from(count) });
        }
        ConstructionOrder::Cancel { .. } => return Some(Inverse::Never(SPENT)),
        ConstructionOrder::CancelShip { yard, index } => {
            let job = own(yard)?.yard?.queue.get(index)?;
            if job.growth.done_ticks > 0 || !job.growth.paid.is_free() {
                return Some(Inverse::Never(SPENT));
            }
            ConstructionOrder::BuildShips { yard, class: job.class, count: 1 }
        }
        ConstructionOrder::Pause { structure, .. } => {
            ConstructionOrder::Pause { structure, paused: own(structure)?.growing?.paused }
        }
        ConstructionOrder::Repeat { yard, .. } => {
            ConstructionOrder::Repeat { yard, repeats: own(yard)?.yard?.repeats }
        }
        ConstructionOrder::RallyTo { yard, .. } => {
            ConstructionOrder::RallyTo { yard, rally: own(yard)?.yard?.rally }
        }
    };
    Some(Inverse::Orders(vec![Order::Construction(former)]))
}

/// A structure of the viewer's faction.
fn structure(view: WorldView<'_>, id: StructureId) -> Option<SeenStructure<'_>> {
    let me = view.faction()?;
    view.structures().find(|seen| seen.structure.id == id && seen.structure.faction == me)
}

impl Inverse {
    /// The orders that take it back now. `is_done`: whether time has passed since.
    ///
    /// # Errors
    /// Why it cannot be taken back, in words for the player.
    pub fn way_back(&self, view: WorldView, is_done: bool) -> Result<WayBack, String> {
        let (orders, note) = match self {
            Self::Never(why) => return Err((*why).to_owned()),
            Self::Orders(orders) => (orders.clone(), None),
            Self::Rest { fleet, place } => {
                // A fleet that has not moved yet need not return.
                let back = Command::go(Goal::Place(*place), When::Now);
                let command = if is_done { back } else { Command::Stop };
                (vec![Order::fleet(Units::Fleet(*fleet), command)], None)
            }
            Self::Site { .. } => self.give_site_up(view)?,
            Self::Queue { yard, class, count } => leave_queue(view, *yard, *class, *count)?,
        };
        match obstacle(view, &orders) {
            Some(why) => Err(why),
            None => Ok((orders, note)),
        }
    }

    fn give_site_up(&self, view: WorldView) -> Result<WayBack, String> {
        let is_site = |seen: &SeenStructure| {
            let of = seen.structure;
            let (class, body, ring, slot) = (of.class, of.body, of.ring, of.slot);
            view.faction() == Some(of.faction) && *self == Self::Site { class, body, ring, slot }
        };
        let Some(site) = view.structures().find(is_site) else { return Err("the site is gone".to_owned()) };
        let Some(growing) = site.growing else { return Err("it is finished already".to_owned()) };
        let note = (!growing.growth.paid.is_free()).then(|| SPENT.to_owned());
        let cancel = ConstructionOrder::Cancel { structure: site.structure.id };
        Ok((vec![Order::Construction(cancel)], note))
    }
}

/// Takes the last ships of a class out of a yard's queue, from the end.
fn leave_queue(view: WorldView, yard: StructureId, class: ClassId, count: usize) -> Result<WayBack, String> {
    let Some(queue) = structure(view, yard).and_then(|seen| seen.yard).map(|yard| &yard.queue) else {
        return Err("the yard is gone".to_owned());
    };
    let jobs = queue.iter().enumerate().rev().filter(|(_, job)| job.class == class).take(count);
    let (places, paid): (Vec<usize>, Vec<bool>) =
        jobs.map(|(place, job)| (place, !job.growth.paid.is_free())).unzip();
    let note = match count - places.len() {
        done if done == count => return Err("it is built already".to_owned()),
        0 => paid.contains(&true).then(|| SPENT.to_owned()),
        done => Some(format!("{done} of {count} built already")),
    };
    // The last first, so that the places of the others stay valid.
    let cancel = |index| Order::Construction(ConstructionOrder::CancelShip { yard, index });
    Ok((places.into_iter().map(cancel).collect(), note))
}

/// Why orders would be refused now. Orders that come after others are left out: they depend on them.
fn obstacle(view: WorldView, orders: &[Order]) -> Option<String> {
    let is_later =
        |order: &&Order| matches!(order, Order::Fleet { command: Command::Go { when: When::Last, .. }, .. });
    orders.iter().filter(|order| !is_later(order)).find_map(|order| {
        if let Order::Fleet { units: Units::Fleet(id), .. } = order
            && view.fleets(|fleet| fleet.id == *id).next().is_none()
        {
            return Some("the fleet is gone".to_owned());
        }
        check(view, order).err().map(|refusal| refusal.to_string())
    })
}

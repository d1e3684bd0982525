//! Orders to ships.

use bevy::prelude::*;

use super::goal::{destination, place_to_stay};
use super::units::{Groups, groups_of, split_off};
use super::{Command, Deed, Refusal, RouteEdit, Units, When, for_each};
use crate::level;
use crate::level::LONGEST_ROUTE;
use crate::sim::economy::scrapping;
use crate::sim::motion::ring_orbit;
use crate::sim::task::dispatch::{choose_way, forget_route, form, stop};
use crate::sim::task::war::{doctrine, retreat};
use crate::sim::task::{follow, patrol, rename, route, send};
use crate::sim::visibility::WorldView;
use crate::sim::{FactionId, Formation, Goal, Leg, task};

/// Looks up the units of an order.
type Find<'a> = &'a dyn Fn() -> Result<Groups, Refusal>;

/// Checks a command without any change.
pub(super) fn examine(
    view: WorldView,
    player: FactionId,
    units: Find,
    command: &Command,
) -> Result<Deed, Refusal> {
    match command {
        Command::Go { goal, engage, when } => go(view, player, units, (goal, *engage, *when)),
        Command::Patrol { to } => patrol_to(view, player, units, to),
        Command::Edit(change) => edit(view, player, units, change),
        Command::Form { shape, conduct, facing } => {
            let formation = Formation { shape: *shape, conduct: *conduct, facing: *facing, formed: false };
            take_formation(units, formation)
        }
        Command::Prefer(wish) => {
            let (wish, groups) = (*wish, units()?);
            Ok(for_each(groups, move |world, fleet| choose_way(world, fleet, wish)))
        }
        Command::Doctrine(doctrine) => set_doctrine(units, *doctrine),
        Command::Stop => Ok(for_each(units()?, stop)),
        Command::Rename(name) => take_name(view, player, units, name),
        Command::Join { others } => join(view, player, units, others),
        Command::Scrap => scrap(view, player, units),
        Command::Retreat => {
            let groups = units()?;
            retreat::check(view, player)?;
            Ok(for_each(groups, retreat::begin))
        }
    }
}

/// Examines an order to go somewhere.
fn go(
    view: WorldView,
    player: FactionId,
    units: Find,
    (goal, engage, when): (&Goal, bool, When),
) -> Result<Deed, Refusal> {
    let goal = destination(view, player, goal)?;
    let groups = units()?;
    task::check_crew(view, player, &groups, &goal, engage)?;
    check_when(view, &groups, when)?;
    Ok(Box::new(move |world| {
        let leg = Leg { engage, ..Leg::new(goal, 0.0) };
        let fleets = split_all(world, groups)?;
        match when {
            When::Before(at) => fleets.iter().for_each(|fleet| route::insert(world, *fleet, at, leg)),
            When::Now | When::Last => set_out(world, &fleets, leg, when == When::Last),
        }
        follow::note_places_of(world, player, &fleets);
        Ok(())
    }))
}

/// Examines an order to fly to and fro.
fn patrol_to(view: WorldView, player: FactionId, units: Find, to: &Goal) -> Result<Deed, Refusal> {
    let goal = place_to_stay(view, player, to)?;
    let groups = units()?;
    Ok(Box::new(move |world| {
        let fleets = split_all(world, groups)?;
        patrol::begin(world, &fleets, goal);
        Ok(())
    }))
}

/// Examines an order to take a formation.
fn take_formation(units: Find, formation: Formation) -> Result<Deed, Refusal> {
    if formation.facing.is_some_and(|facing| facing.try_normalize().is_none()) {
        return Err(Refusal::NotADirection);
    }
    Ok(for_each(units()?, move |world, fleet| form(world, fleet, formation)))
}

/// Examines an order to take another name.
fn take_name(view: WorldView, player: FactionId, units: Find, name: &str) -> Result<Deed, Refusal> {
    let groups = units()?;
    rename::check(view, player, &groups, name)?;
    let name = name.to_owned();
    Ok(for_each(groups, move |world, fleet| rename::begin(world, fleet, &name)))
}

/// Examines an order to scrap ships.
fn scrap(view: WorldView, player: FactionId, units: Find) -> Result<Deed, Refusal> {
    let groups = units()?;
    scrapping::check(view, player, &groups)?;
    Ok(Box::new(move |world| {
        scrapping::begin(world, player, groups);
        Ok(())
    }))
}

/// Examines an order to merge fleets.
fn join(view: WorldView, player: FactionId, units: Find, others: &[Units]) -> Result<Deed, Refusal> {
    let groups = units()?;
    let mut joining: Groups = Vec::new();
    for units in others {
        joining.extend(groups_of(view, player, units)?);
    }
    task::join::check(view, &groups, &joining)?;
    Ok(for_each(groups, move |world, first| task::join::begin(world, first, joining.clone())))
}

/// Sends fleets off; a fleet that already orbits in the destination ring stays there.
fn set_out(world: &mut World, fleets: &[Entity], leg: Leg, queue: bool) {
    let (there, away): (Vec<Entity>, Vec<Entity>) =
        fleets.iter().partition(|fleet| circles_there(world, **fleet, &leg.goal));
    if !queue {
        // A wait before the next leg is dropped as well.
        there.into_iter().for_each(|fleet| forget_route(world, fleet));
    }
    send(world, &away, leg, queue);
}

/// Whether a fleet that is sent into a ring circles there already.
fn circles_there(world: &World, fleet: Entity, goal: &Goal) -> bool {
    match *goal {
        Goal::Ring { body, ring } => ring_orbit::ring_of(world, fleet) == Some((body, ring)),
        _ => false,
    }
}

fn split_all(world: &mut World, groups: Groups) -> Result<Vec<Entity>, Refusal> {
    groups.into_iter().map(|(fleet, ships)| split_off(world, fleet, &ships)).collect()
}

/// Whether the routes of fleets have room for another leg at a place.
fn check_when(view: WorldView, groups: &Groups, when: When) -> Result<(), Refusal> {
    for known in groups.iter().filter_map(|(fleet, _)| view.fleet(*fleet)) {
        let count = known.route.map_or(0, |route| route.0.len());
        match when {
            When::Now => continue,
            When::Last => {}
            When::Before(at) => check_place(at, count, count + 1)?,
        }
        if count >= LONGEST_ROUTE {
            return Err(Refusal::RouteIsFull(known.fleet.name.clone()));
        }
    }
    Ok(())
}

/// Whether a place in a route of `count` legs comes before `end`.
fn check_place(at: usize, count: usize, end: usize) -> Result<(), Refusal> {
    if at < end { Ok(()) } else { Err(Refusal::NoSuchWaypoint(at.saturating_add(1), count)) }
}

/// Examines a change of a route.
fn edit(view: WorldView, player: FactionId, units: Find, edit: &RouteEdit) -> Result<Deed, Refusal> {
    let goal = match edit {
        RouteEdit::Move { to, .. } => Some(place_to_stay(view, player, to)?),
        RouteEdit::Remove { .. } | RouteEdit::Repeat(_) => None,
    };
    let groups = units()?;
    for (fleet, _) in &groups {
        let route = view.fleet(*fleet).and_then(|known| known.route);
        let count = route.map_or(0, |route| route.0.len());
        if let RouteEdit::Remove { at } | RouteEdit::Move { at, .. } = *edit {
            check_place(at, count, count)?;
            let leg = route.and_then(|route| route.0.get(at));
            if goal.is_some() && leg.is_some_and(|leg| matches!(leg.goal, Goal::Wait(_))) {
                return Err(Refusal::WaitsNowhere);
            }
        }
    }
    Ok(match (*edit, goal) {
        (RouteEdit::Remove { at }, _) => {
            for_each(groups, move |world, fleet| route::remove(world, fleet, at))
        }
        (RouteEdit::Move { at, .. }, Some(goal)) => {
            for_each(groups, move |world, fleet| route::redirect(world, fleet, at, goal))
        }
        (RouteEdit::Repeat(repeats), _) => {
            for_each(groups, move |world, fleet| route::repeat(world, fleet, repeats))
        }
        (RouteEdit::Move { .. }, None) => return Err(Refusal::NoPlaceToStay),
    })
}

fn set_doctrine(units: Find, doctrine: level::Doctrine) -> Result<Deed, Refusal> {
    if doctrine.withdraw_percent > 100 {
        return Err(Refusal::NotAPercentage(doctrine.withdraw_percent));
    }
    let (to, groups) = (doctrine, units()?);
    Ok(for_each(groups, move |world, fleet| doctrine::set(world, fleet, to)))
}
